//! Test generators: writes the tests that a problem's `[generate]` table describes.
//!
//! A generator is a program of the problem's that gets the arguments of one line of the table and writes that test's input on its standard
//! output. The same arguments must give the same bytes, always and everywhere; each invocation is made twice to see that they do.

use crate::run::pool::Worker;
use crate::run::tools::{self, Tools};
use crate::run::{Runner, Sink};
use model::{Fault, FaultKind, Problem, Progress, TestId};
use sandbox::{Exit, Stdin};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

/// One line of a `[generate]` table, carried out.
#[derive(Clone, Debug)]
pub struct Generated {
    pub problem: Arc<Problem>,
    pub test: TestId,
    /// The input, or why there is none.
    pub input: Result<Vec<u8>, Fault>,
}

/// One line of a table.
#[derive(Clone, Copy)]
struct Line<'a> {
    problem: &'a Arc<Problem>,
    generator: &'a Path,
    test: &'a TestId,
    args: &'a [String],
}

/// Larger inputs are refused: a test that nobody can keep.
const LARGEST: u64 = 64 << 20;

impl Runner<'_> {
    /// Makes every generated test of `problems`, in the order of their tables.
    pub fn generate(&self, problems: &[Arc<Problem>], sink: &mut dyn Sink) -> Vec<Generated> {
        let lines = problems.iter().filter_map(|problem| Some((problem, problem.generator.as_deref()?)));
        let jobs: Vec<Line<'_>> = lines
            .flat_map(|(problem, generator)| {
                problem.generate.iter().map(move |(test, args)| Line { problem, generator, test, args })
            })
            .collect();
        let tools = Tools::of(jobs.iter().map(|line| line.generator), self.root, self.ports.builds);
        let sources: Vec<_> = tools.sources().cloned().collect();
        let built = tools.built(self.build(&sources, sink));

        let work = |worker: &mut Worker<'_>, index: usize| {
            let Line { problem, generator, test, args } = jobs[index];
            let program = built.get(generator)?;
            let shown = tools::shown(generator, self.root);
            let asked = || format!("{shown} {} (for {}/{test})", args.join(" "), problem.id);
            let mut run = || {
                let args = args.iter().map(OsString::from).collect();
                let exec = program.tool(Stdin::Empty, args, &problem.tool_limits, &[], None);
                let interrupted = || Fault::new(FaultKind::Checker, format!("{} was interrupted", asked()));
                let completed = worker.cell.run(&exec, self.cancel)?.ok_or_else(interrupted)?;
                if let Some(how) = tools::misbehaviour(&completed.outcome, &problem.tool_limits) {
                    return Err(Fault::new(FaultKind::Checker, format!("{} {how}", asked())));
                }
                match completed.outcome.exit {
                    Exit::Code(0) => completed
                        .stdout
                        .bytes(LARGEST)
                        .map_err(|error| Fault::caused(FaultKind::Sandbox, "cannot read a generated test", &error)),
                    Exit::Code(code) => {
                        let said = completed.stderr.words(4096);
                        let said = tools::said(&said).unwrap_or_else(|| "no word".to_owned());
                        Err(Fault::new(FaultKind::Checker, format!("{} ended with exit code {code}: {said}", asked())))
                    }
                    Exit::Signal(signal) => {
                        Err(Fault::new(FaultKind::Checker, format!("{} was killed by signal {signal}", asked())))
                    }
                }
            };
            let (first, second) = (run()?, run()?);
            if first != second {
                let message = format!("{} gives another test every time: {}", asked(), difference(&first, &second));
                return Err(Fault::new(FaultKind::Checker, message)
                    .hint("use a generator of random numbers that starts from the seed in its arguments"));
            }
            Ok(first)
        };
        let mut inputs: Vec<Option<Result<Vec<u8>, Fault>>> = jobs.iter().map(|_| None).collect();
        let (mut done, total) = (0, jobs.len());
        self.pool.in_order(usize::MAX, total, work, |index, input| {
            inputs[index] = Some(input);
            done += 1;
            sink.progress(&Progress::Generating { done, total });
        });
        let made = jobs.iter().zip(inputs.into_iter().flatten());
        made.map(|(line, input)| Generated { problem: Arc::clone(line.problem), test: line.test.clone(), input })
            .collect()
    }
}

/// The first line in which two tests differ.
fn difference(first: &[u8], second: &[u8]) -> String {
    /// Characters of a line that are shown.
    const SHOWN: usize = 40;
    let line = |line: Option<&[u8]>| match line.map(String::from_utf8_lossy) {
        None => "not there".to_owned(),
        Some(line) if line.chars().count() > SHOWN => format!("`{}…`", line.chars().take(SHOWN).collect::<String>()),
        Some(line) => format!("`{line}`"),
    };
    let (mut firsts, mut seconds) = (first.split(|byte| *byte == b'\n'), second.split(|byte| *byte == b'\n'));
    for number in 1_usize.. {
        let (first, second) = (firsts.next(), seconds.next());
        if first != second {
            return format!("line {number} is {}, then {}", line(first), line(second));
        }
        if first.is_none() {
            break;
        }
    }
    "they are the same".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_shown() {
        let check = |first: &str, second: &str, told: &str| {
            assert_eq!(difference(first.as_bytes(), second.as_bytes()), told, "{first:?} {second:?}");
        };
        check("1\n5\n", "1\n7\n", "line 2 is `5`, then `7`");
        check("1\n", "1\n7\n", "line 2 is ``, then `7`");
        check("1", "1\n7", "line 2 is not there, then `7`");
        check(&"x".repeat(50), "", &format!("line 1 is `{}…`, then ``", "x".repeat(40)));
        check("a", "a", "they are the same");
    }
}

//! Test generators: writes the tests that a problem's `[generate]` table describes.
//!
//! A generator gets the arguments of one line of the table and writes that test's input to standard
//! output. The same arguments must give the same bytes, so it is run twice for each line.

use crate::build::Program;
use crate::run::pool::Worker;
use crate::run::problem_programs;
use crate::run::{Runner, Sink};
use model::{Fault, FaultKind, Limits, Problem, Progress, TestId};
use sandbox::leftovers::Leftovers;
use sandbox::{Completed, Exit, Stdin};
use std::ffi::OsString;
use std::io::{self, Read};
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

/// The largest input that is taken.
const LARGEST: u64 = 64 << 20;

impl Runner<'_> {
    /// Makes every generated test of `problems`, in the order of their tables.
    pub fn generate(&self, problems: &[Arc<Problem>], sink: &mut dyn Sink) -> Vec<Generated> {
        let with_generator = problems.iter().filter_map(|problem| Some((problem, problem.generator.as_deref()?)));
        let lines: Vec<Line<'_>> = with_generator
            .flat_map(|(problem, generator)| {
                problem.generate.iter().map(move |(test, args)| Line { problem, generator, test, args })
            })
            .collect();
        let programs = self.problem_programs(lines.iter().map(|line| line.generator), sink);
        let phase = |done, total| Progress::Generating { done, total };
        let inputs = self.for_each(&lines, phase, sink, |line, worker| {
            self.generate_twice(line, programs.get(line.generator)?, worker)
        });
        let interrupted =
            |line: &Line<'_>| Fault::new(FaultKind::Checker, format!("{} was interrupted", self.command(line)));
        let made = lines.iter().zip(inputs).map(|(line, input)| Generated {
            problem: Arc::clone(line.problem),
            test: line.test.clone(),
            input: input.and_then(|input| input.ok_or_else(|| interrupted(line))),
        });
        made.collect()
    }

    fn generate_twice(
        &self,
        line: &Line<'_>,
        program: &Program,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Vec<u8>>, Fault> {
        let command = || self.command(line);
        let mut once = || self.generate_once(program, line.args, &line.problem.tool_limits, &command, worker);
        let Some(first) = once()? else { return Ok(None) };
        let Some(second) = once()? else { return Ok(None) };
        if first != second {
            let difference = difference(&first, &second);
            let message = format!("{} gives another test every time: {difference}", self.command(line));
            return Err(Fault::new(FaultKind::Checker, message)
                .hint("use a generator of random numbers that starts from the seed in its arguments"));
        }
        Ok(Some(first))
    }

    /// Runs a generator. `command` names the run in messages. One that prints nothing, or fails by
    /// itself, is run once more in a folder of its own: BAPCtools' may write `testcase.in` there.
    ///
    /// # Errors
    /// A fault that says how it failed.
    pub(super) fn generate_once(
        &self,
        program: &Program,
        args: &[String],
        limits: &Limits,
        command: &dyn Fn() -> String,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Vec<u8>>, Fault> {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let exec = program.tool(Stdin::Empty, args.clone(), limits, &[], None);
        let Some(completed) = worker.cell.run(&exec, self.cancel)? else { return Ok(None) };
        let printed = printed(&completed, limits, command);
        // One that was stopped would only be stopped again.
        if completed.outcome.stopped.is_some() || printed.as_ref().is_ok_and(|bytes| !bytes.is_empty()) {
            return printed.map(Some);
        }
        let scratch = worker.scratch(self.ports.builds)?.to_path_buf();
        let exec = program.tool(Stdin::Empty, args, limits, &[], Some(scratch.clone()));
        let Some(completed) = worker.cell.run(&exec, self.cancel)? else { return Ok(None) };
        let written = Leftovers::of(&scratch).and_then(|left| left.file("testcase.in"));
        match written.map_err(|error| unreadable(&error))? {
            Some(file) if self::printed(&completed, limits, command).is_ok() => {
                let mut bytes = Vec::new();
                file.take(LARGEST).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
                Ok(Some(bytes))
            }
            Some(_) | None => printed.map(Some),
        }
    }

    /// How messages name what was run.
    fn command(&self, line: &Line<'_>) -> String {
        let Line { problem, generator, test, args } = line;
        format!("{} {} (for {}/{test})", self.shown(generator), args.join(" "), problem.id)
    }
}

/// What a generator has printed.
///
/// # Errors
/// A fault that says how it failed.
fn printed(completed: &Completed, limits: &Limits, command: &dyn Fn() -> String) -> Result<Vec<u8>, Fault> {
    let failed = |how: String| Err(Fault::new(FaultKind::Checker, format!("{} {how}", command())));
    if let Some(how) = problem_programs::misbehaviour(&completed.outcome, limits) {
        return failed(how);
    }
    match completed.outcome.exit {
        Exit::Code(0) => completed.stdout.bytes(LARGEST).map_err(|error| unreadable(&error)),
        Exit::Code(code) => {
            let words = problem_programs::first_words(&completed.stderr.words(4096));
            failed(format!("ended with exit code {code}: {}", words.unwrap_or_else(|| "no word".to_owned())))
        }
        Exit::Signal(signal) => failed(format!("was killed by signal {signal}")),
    }
}

fn unreadable(error: &io::Error) -> Fault {
    Fault::caused(FaultKind::Sandbox, "cannot read a generated test", error)
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
        let check = |first: &str, second: &str, expected: &str| {
            assert_eq!(difference(first.as_bytes(), second.as_bytes()), expected, "{first:?} {second:?}");
        };
        check("1\n5\n", "1\n7\n", "line 2 is `5`, then `7`");
        check("1\n", "1\n7\n", "line 2 is ``, then `7`");
        check("1", "1\n7", "line 2 is not there, then `7`");
        check(&"x".repeat(50), "", &format!("line 1 is `{}…`, then ``", "x".repeat(40)));
        check("a", "a", "they are the same");
    }
}

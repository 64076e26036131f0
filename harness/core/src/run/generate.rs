//! Test generators: writes the tests that a problem's `[generate]` table describes.
//!
//! A generator is a program of the problem's that gets the arguments of one line of the table and writes that test's input on its standard
//! output. The same arguments must give the same bytes, always and everywhere; each invocation is made twice to see that they do.

use crate::model::{Exit, Fault, FaultKind, Problem, Progress, TestId};
use crate::run::pool::Worker;
use crate::run::tools::{self, Tools};
use crate::run::{Runner, Sink};
use crate::sandbox::Stdin;
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
                let message = format!("{} gives another test every time", asked());
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

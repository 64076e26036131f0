//! Runs test generators, which write the tests that a problem's `[generate]` table describes.
//!
//! A generator gets the arguments of one line of the table and writes that test's input to standard
//! output. The same arguments must give the same bytes, so it is run twice for each line.
//! BAPCtools' generators may write files instead, in the folder that they run in: `testcase.in` and
//! the like.

use crate::build::Program;
use crate::judge::words;
use crate::run::pool::Worker;
use crate::run::problem_programs;
use crate::run::{Runner, Sink};
use model::{ByteSize, Call, EffectiveLimits, Fault, FaultKind, GeneratorOutput, Limits, Problem, Progress, TestId};
use sandbox::leftovers::Leftovers;
use sandbox::{CompletedRun, Exit, Stdin};
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// One line of a `[generate]` table, carried out.
#[derive(Clone, Debug)]
pub struct GeneratedTest {
    pub problem: Arc<Problem>,
    pub test: TestId,
    /// The input, or why there is none.
    pub input: Result<Vec<u8>, Fault>,
    /// What the generator wrote into files beside the input, by extension. Empty unless files were
    /// asked for.
    pub beside: Vec<(&'static str, Vec<u8>)>,
}

/// What one run of a generator made.
#[derive(Clone, Debug)]
pub struct MadeTest {
    pub input: Vec<u8>,
    beside: Vec<(&'static str, Vec<u8>)>,
    /// The first words that it wrote to standard error, if they are for people.
    pub words: Option<String>,
}

/// The same test, whatever was said about it.
impl PartialEq for MadeTest {
    fn eq(&self, other: &MadeTest) -> bool {
        (&self.input, &self.beside) == (&other.input, &other.beside)
    }
}

/// A test to generate.
#[derive(Clone, Debug)]
pub struct Line {
    pub problem: Arc<Problem>,
    pub test: TestId,
    pub call: Call,
}

impl Line {
    /// The lines of these problems' tables.
    pub fn of_tables(problems: &[Arc<Problem>]) -> Vec<Line> {
        let with_generator = problems.iter().filter_map(|problem| Some((problem, problem.generator.as_ref()?)));
        let lines = with_generator.flat_map(|(problem, generator)| {
            problem.generate.iter().map(move |(test, args)| Line {
                problem: Arc::clone(problem),
                test: test.clone(),
                call: Call::new(generator.clone(), args.clone()),
            })
        });
        lines.collect()
    }
}

/// Files other than `testcase.in` that matter: its answer, an output, settings.
const BESIDE: [&str; 3] = ["ans", "out", "yaml"];

impl Runner<'_> {
    /// Generates these tests, in order.
    pub fn generate(&self, lines: &[Line], sink: &mut dyn Sink) -> Vec<GeneratedTest> {
        let programs = self.problem_programs(lines.iter().map(|line| &*line.call.generator), sink);
        let phase = |done, total| Progress::Generating { done, total };
        // The first test may take long.
        sink.progress(&phase(0, lines.len()));
        let all = self.for_each(lines, phase, sink, |line, worker| {
            self.generate_twice(line, programs.get(&line.call.generator)?, worker)
        });
        let interrupted =
            |line: &Line| Fault::new(FaultKind::Checker, format!("{} was interrupted", self.command(line)));
        let generated = lines.iter().zip(all).map(|(line, made)| {
            let made = made.and_then(|made| made.ok_or_else(|| interrupted(line)));
            let (input, beside) = match made {
                Ok(made) => (Ok(made.input), made.beside),
                Err(fault) => (Err(fault), Vec::new()),
            };
            GeneratedTest { problem: Arc::clone(&line.problem), test: line.test.clone(), input, beside }
        });
        generated.collect()
    }

    fn generate_twice(
        &self,
        line: &Line,
        program: &Program,
        worker: &mut Worker<'_>,
    ) -> Result<Option<MadeTest>, Fault> {
        let command = || self.command(line);
        let limits = for_inputs(&line.problem.tool_limits);
        let mut once = || self.generate_once(program, &line.call, &limits, &command, worker);
        let Some(first) = once()? else { return Ok(None) };
        let Some(second) = once()? else { return Ok(None) };
        if first != second {
            let is_end = |byte: &u8| *byte == b'\n';
            let lines = first.input.split(is_end).zip(second.input.split(is_end));
            let same = lines.take_while(|(one, other)| one == other).count();
            let message = format!("{} gives another test every time, from line {} on", self.command(line), same + 1);
            return Err(Fault::new(FaultKind::Checker, message)
                .hint("use a generator of random numbers that starts from the seed in its arguments"));
        }
        Ok(Some(first))
    }

    /// Runs a generator. `command` names the run in messages. A generator that prints nothing, or
    /// fails by itself, is run once more in a folder of its own, because BAPCtools' may write
    /// `testcase.in` there.
    ///
    /// # Errors
    /// A fault that says how it failed.
    pub(super) fn generate_once(
        &self,
        program: &Program,
        call: &Call,
        limits: &Limits,
        command: &dyn Fn() -> String,
        worker: &mut Worker<'_>,
    ) -> Result<Option<MadeTest>, Fault> {
        let limits = &EffectiveLimits::of_tool(limits, &program.share);
        let args = || call.args.iter().map(OsString::from).collect::<Vec<_>>();
        let stdin = || call.stdin.clone().map_or(Stdin::Empty, Stdin::File);
        if call.gives != GeneratorOutput::Files {
            let exec = program.tool(stdin(), args(), limits, &[], None);
            let Some(completed) = worker.cell.run(&exec)? else { return Ok(None) };
            let printed = printed(&completed, limits, command);
            // A generator that was stopped would only be stopped again.
            if completed.outcome.stopped.is_some() || printed.as_ref().is_ok_and(|bytes| !bytes.is_empty()) {
                let words = first_words(&completed).filter(|_| call.gives != GeneratorOutput::Answer);
                let mut made = MadeTest { input: printed?, beside: Vec::new(), words };
                if call.gives == GeneratorOutput::Answer {
                    let answer = completed.stderr.bytes(u64::MAX).map_err(|error| unreadable(&error))?;
                    made.beside.push(("ans", answer));
                }
                return Ok(Some(made));
            }
        }
        let scratch = worker.scratch(self.ports.builds)?.to_path_buf();
        let exec = program.tool(stdin(), args(), limits, &[], Some(scratch.clone()));
        let Some(completed) = worker.cell.run(&exec)? else { return Ok(None) };
        let printed = printed(&completed, limits, command)?;
        let words = first_words(&completed);
        let mut made = MadeTest { input: written(&scratch, "in")?.unwrap_or(printed), beside: Vec::new(), words };
        for kind in BESIDE.iter().filter(|_| call.gives == GeneratorOutput::Files) {
            made.beside.extend(written(&scratch, kind)?.map(|bytes| (*kind, bytes)));
        }
        Ok(Some(made))
    }

    /// The run as messages name it.
    fn command(&self, line: &Line) -> String {
        let Line { problem, test, call } = line;
        format!("{} {} (for {}/{test})", self.display(&call.generator), call.args.join(" "), problem.id)
    }
}

/// Where the problem says nothing else, a generator may print as much as an input may have:
/// olympiads have inputs of 160 MB.
fn for_inputs(limits: &Limits) -> Limits {
    let most = ByteSize::mib(512);
    match limits.output == Limits::for_tools().output {
        true => Limits { output: most, file_size: limits.file_size.max(most), ..limits.clone() },
        false => limits.clone(),
    }
}

/// The content of `testcase.<kind>`.
fn written(scratch: &Path, kind: &str) -> Result<Option<Vec<u8>>, Fault> {
    let read = || {
        let Some(mut file) = Leftovers::of(scratch)?.file(&format!("testcase.{kind}"))? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    };
    read().map_err(|error| unreadable(&error))
}

fn first_words(completed: &CompletedRun) -> Option<String> {
    words::first_words(&completed.stderr.words(4096))
}

/// What a generator printed.
///
/// # Errors
/// A fault that says how it failed.
fn printed(completed: &CompletedRun, limits: &Limits, command: &dyn Fn() -> String) -> Result<Vec<u8>, Fault> {
    let how = match (problem_programs::misbehaviour(&completed.outcome, limits), completed.outcome.exit) {
        (Some(how), _) => how,
        (None, Exit::Code(0)) => return completed.stdout.bytes(u64::MAX).map_err(|error| unreadable(&error)),
        (None, Exit::Code(code)) => format!("ended with exit code {code}"),
        (None, Exit::Signal(signal)) => format!("was killed by signal {signal}"),
    };
    let words = first_words(completed).map_or_else(String::new, |words| format!(": {words}"));
    Err(Fault::new(FaultKind::Checker, format!("{} {how}{words}", command())))
}

fn unreadable(error: &io::Error) -> Fault {
    Fault::caused(FaultKind::Sandbox, "cannot read a generated test", error)
}

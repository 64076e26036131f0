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

pub(super) struct MadeTest {
    pub(super) input: Vec<u8>,
    beside: Vec<(&'static str, Vec<u8>)>,
    /// The first words that it wrote to standard error, if they are for people.
    pub(super) words: Option<String>,
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
            let of = |made: &MadeTest| {
                made.beside.iter().fold(made.input.clone(), |all, (_, bytes)| [&all[..], bytes].concat())
            };
            let difference = difference(&of(&first), &of(&second));
            let message = format!("{} gives another test every time: {difference}", self.command(line));
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
    let failed = |how: String| Err(Fault::new(FaultKind::Checker, format!("{} {how}", command())));
    let words = || first_words(completed);
    if let Some(how) = problem_programs::misbehaviour(&completed.outcome, limits) {
        return failed(words().map_or_else(|| how.clone(), |words| format!("{how}: {words}")));
    }
    match completed.outcome.exit {
        Exit::Code(0) => completed.stdout.bytes(u64::MAX).map_err(|error| unreadable(&error)),
        Exit::Code(code) => {
            failed(format!("ended with exit code {code}: {}", words().unwrap_or_else(|| "no word".to_owned())))
        }
        Exit::Signal(signal) => {
            let how = format!("was killed by signal {signal}");
            failed(words().map_or_else(|| how.clone(), |words| format!("{how}: {words}")))
        }
    }
}

fn unreadable(error: &io::Error) -> Fault {
    Fault::caused(FaultKind::Sandbox, "cannot read a generated test", error)
}

/// The first line in which two tests differ.
fn difference(first: &[u8], second: &[u8]) -> String {
    /// The most characters of a line that are shown.
    const WIDTH: usize = 40;
    let line = |line: Option<&[u8]>| match line.map(String::from_utf8_lossy) {
        None => "not there".to_owned(),
        Some(line) if line.chars().count() > WIDTH => format!("`{}…`", line.chars().take(WIDTH).collect::<String>()),
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

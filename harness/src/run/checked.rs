//! Tests that a program of the problem's judges: a checker after the run, an interactor during it.
//!
//! Feeds the problem's program, runs it, collects what it left behind, and gives all that to `judge`, which alone says what it means.
//! Protocols: the output validators of the ICPC problem package format (2025-09), and testlib's checkers and interactors.

use crate::build::Program;
use crate::judge::checker::{self, Finished};
use crate::judge::interaction::{self, Dialogue, First};
use crate::judge::{self, Case};
use crate::model::{
    ByteSize, Evidence, Fault, FaultKind, Judgement, Limits, ProgramSpec, Protocol, Speaker, Test, Utterance, Verdict,
};
use crate::run::one::Context;
use crate::run::pool::Worker;
use crate::run::tools;
use crate::sandbox::{Completed, Exec, Side, Stdin};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A run that ended, before its problem's checker.
pub struct Subject<'a> {
    pub test: &'a Test,
    pub spec: &'a ProgramSpec,
    /// The solution's limits.
    pub limits: &'a Limits,
}

/// What is kept of a dialogue for people to read.
const TRANSCRIPT: ByteSize = ByteSize::kib(64);
/// How much longer one side may take to end after the other one has.
const GRACE: Duration = Duration::from_secs(1);
/// What is read of each file in the feedback folder.
const FEEDBACK: u64 = 64 * 1024;

/// Puts a finished run before the checker. `None`: interrupted.
///
/// # Errors
/// A checker fault when the checker cannot be built, crashes or breaks its protocol.
pub fn check(
    context: &Context<'_>,
    subject: &Subject<'_>,
    completed: &Completed,
    worker: &mut Worker<'_>,
) -> Result<Option<Judgement>, Fault> {
    let Subject { test, spec, limits } = subject;
    let program = context.tools.get(&spec.file)?;
    let name = name(&spec.file);
    let case = Case {
        outcome: &completed.outcome,
        limits,
        stdout: &completed.stdout.file,
        stderr: &completed.stderr.file,
        input: &test.input,
        answer: &test.answer,
    };
    if let Some(judgement) = judge::by_facts(&case, &name)? {
        return Ok(Some(judgement));
    }
    let scratch = worker.scratch(context.ports.builds)?.to_path_buf();
    let (stdin, args) = match spec.protocol {
        Protocol::Icpc => {
            let feedback = feedback(&scratch)?;
            (completed.stdout.as_stdin(), [path(&test.input), path(&test.answer), feedback])
        }
        Protocol::Testlib => {
            let output = scratch.join("output");
            copy(&completed.stdout.file, &output)?;
            (Stdin::Empty, [path(&test.input), path(&output), path(&test.answer)])
        }
    };
    let exec = tool(program, spec, stdin, args, test, &scratch);
    let Some(ran) = worker.cell.run(&exec, context.cancel)? else { return Ok(None) };
    let left = Left::of(&scratch, &ran)?;
    checker::judge(&case, &left.finished(&name, spec.protocol, &ran, &exec.limits)).map(Some)
}

/// Runs a solution and its problem's interactor against each other. `None`: interrupted.
///
/// # Errors
/// A checker fault when the interactor cannot be built, crashes or breaks its protocol.
pub fn converse(
    context: &Context<'_>,
    subject: &Subject<'_>,
    solution: &Exec,
    worker: &mut Worker<'_>,
) -> Result<Option<Judgement>, Fault> {
    let Subject { test, spec, limits } = subject;
    let program = context.tools.get(&spec.file)?;
    let scratch = worker.scratch(context.ports.builds)?.to_path_buf();
    let args = match spec.protocol {
        Protocol::Icpc => [path(&test.input), path(&test.answer), feedback(&scratch)?],
        Protocol::Testlib => [path(&test.input), path(&scratch.join("output")), path(&test.answer)],
    };
    let interactor = tool(program, spec, Stdin::Empty, args, test, &scratch);
    let pair = worker.cell.run_pair(solution, &interactor, limits.wall, TRANSCRIPT, GRACE, context.cancel)?;
    let Some(pair) = pair else { return Ok(None) };
    let left = Left::of(&scratch, &pair.second)?;
    let name = name(&spec.file);
    let dialogue = Dialogue {
        program: &pair.first.outcome,
        limits,
        checker: left.finished(&name, spec.protocol, &pair.second, &interactor.limits),
        first: match pair.ended_first {
            Some(Side::First) => First::Program,
            Some(Side::Second) => First::Checker,
            None => First::Neither,
        },
        deadline: limits.wall,
    };
    let mut judgement = interaction::judge(&dialogue)?;
    if judgement.verdict != Verdict::Accepted {
        let case = Case {
            outcome: &pair.first.outcome,
            limits,
            stdout: &pair.first.stdout.file,
            stderr: &pair.first.stderr.file,
            input: &test.input,
            answer: &test.answer,
        };
        let gathered = judge::gather(&case, &name)?;
        let said = judgement.evidence.take().and_then(|evidence| evidence.message);
        let transcript =
            pair.transcript.into_iter().map(|(side, bytes)| Utterance { by: speaker(side), bytes }).collect();
        let evidence = Evidence { message: said, transcript, transcript_cut: pair.transcript_cut, ..gathered };
        judgement.evidence = Some(Box::new(evidence));
    }
    Ok(Some(judgement))
}

fn speaker(side: Side) -> Speaker {
    match side {
        Side::First => Speaker::Program,
        Side::Second => Speaker::Judge,
    }
}

fn tool(program: &Program, spec: &ProgramSpec, stdin: Stdin, args: [OsString; 3], test: &Test, scratch: &Path) -> Exec {
    let args = args.into_iter().chain(spec.args.iter().map(OsString::from)).collect();
    // The folder, not the two files: a cell that shows other files is another cell, and all tests of a group share this one.
    let readable: Vec<PathBuf> =
        [&test.input, &test.answer].iter().filter_map(|file| file.parent()).map(Path::to_path_buf).collect();
    program.tool(stdin, args, &tools::limits(), &readable, Some(scratch.to_path_buf()))
}

/// What a checker wrote besides its exit code.
struct Left {
    judge_message: Vec<u8>,
    team_message: Vec<u8>,
    score: Vec<u8>,
    next_pass: bool,
    stderr: Vec<u8>,
}

impl Left {
    fn of(scratch: &Path, ran: &Completed) -> Result<Left, Fault> {
        let feedback = scratch.join("feedback");
        let read = |name: &str| match File::open(feedback.join(name)) {
            Ok(file) => bounded(&file, FEEDBACK).map_err(|error| unreadable(&feedback.join(name), &error)),
            // Every file is optional.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(unreadable(&feedback.join(name), &error)),
        };
        Ok(Left {
            judge_message: read("judgemessage.txt")?,
            team_message: read("teammessage.txt")?,
            score: read("score.txt")?,
            next_pass: feedback.join("nextpass.in").exists(),
            stderr: ran.stderr.words(FEEDBACK).into_bytes(),
        })
    }

    fn finished<'a>(
        &'a self,
        name: &'a str,
        protocol: Protocol,
        ran: &'a Completed,
        limits: &'a Limits,
    ) -> Finished<'a> {
        Finished {
            name,
            protocol,
            outcome: &ran.outcome,
            limits,
            judge_message: &self.judge_message,
            team_message: &self.team_message,
            score: &self.score,
            stderr: &self.stderr,
            next_pass: self.next_pass,
        }
    }
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

fn path(file: &Path) -> OsString {
    file.as_os_str().to_owned()
}

/// Makes the feedback folder; the protocol wants its name to end with a slash.
fn feedback(scratch: &Path) -> Result<OsString, Fault> {
    let folder = scratch.join("feedback");
    fs::create_dir(&folder)
        .map_err(|error| Fault::caused(FaultKind::Checker, format!("cannot make {}", folder.display()), &error))?;
    let mut name = folder.into_os_string();
    name.push("/");
    Ok(name)
}

fn copy(from: &File, to: &Path) -> Result<(), Fault> {
    let mut from = from;
    let copied = from.seek(SeekFrom::Start(0)).and_then(|_| {
        let mut file = File::create(to)?;
        io::copy(&mut from, &mut file)
    });
    copied
        .map(drop)
        .map_err(|error| Fault::caused(FaultKind::Checker, format!("cannot write {}", to.display()), &error))
}

fn bounded(file: &File, bound: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(bound).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn unreadable(file: &Path, error: &io::Error) -> Fault {
    Fault::caused(FaultKind::Checker, format!("cannot read {}", file.display()), error)
}

//! Checkers: a test, the jury's answer and an output in; a verdict, a score and messages out.
//!
//! The ICPC package format's protocol: `checker INPUT ANSWER FEEDBACK_DIR [ARGS] < OUTPUT`, exit
//! code 42 or 43, files in the feedback folder. Any other exit code is a fault of the jury.

use crate::complaint::{fault, Result};
use crate::reader::{Owner, Reader};
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

/// Runs a checker: `main` is this call. `judge` returns `Ok(())` for an output that is right.
///
/// A complaint about the output rejects it, and the solution's author reads the message. A
/// complaint about the jury's own files is a fault. So a single function for both, called on the
/// answer first, finds the jury's mistakes:
///
/// ```no_run
/// // Any two different positive numbers whose sum is n.
/// kit::check(|test, output| {
///     let n = test.input.int("n", 3..)?;
///     split(n, &mut test.answer)?;
///     split(n, output)
/// });
///
/// fn split(n: i64, text: &mut kit::Reader) -> kit::Result<()> {
///     let a = text.int("the first part", 1..n)?;
///     let b = text.int("the second part", 1..n)?;
///     text.ensure(a != b, "the parts are equal")?;
///     text.ensure(a + b == n, format_args!("{} and {} are {}, not {}", a, b, a + b, n))?;
///     text.end()?;
///     Ok(())
/// }
/// ```
pub fn check(judge: impl FnOnce(&mut Test, &mut Reader) -> Result<()>) -> ! {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    process::exit(run(&args, |test| {
        let mut output = Reader::read("output", Owner::Solution, io::stdin())?;
        judge(test, &mut output)
    }))
}

/// What a checker or interactor is given, and what it writes to the feedback folder.
#[derive(Debug)]
pub struct Test {
    /// The test. In a later pass, what the pass before left for it. The validator has already
    /// checked it, so a complaint about it is a fault.
    pub input: Reader,
    /// The jury's answer. A complaint about it is a fault.
    pub answer: Reader,
    /// The arguments after those of the protocol.
    pub args: Vec<String>,
    feedback: PathBuf,
    /// Name and content of each file to be written with the verdict.
    files: Vec<(&'static str, String)>,
}

impl Test {
    fn open(args: &[OsString]) -> Result<Test> {
        let (input, answer, feedback) = match args {
            [input, answer, feedback, ..] => (input, answer, feedback),
            _ => return Err(fault("usage: INPUT ANSWER FEEDBACK_DIR [ARGS]")),
        };
        Ok(Test {
            input: open("input", Path::new(input))?,
            answer: open("answer", Path::new(answer))?,
            args: args[3..].iter().map(|arg| arg.to_string_lossy().into_owned()).collect(),
            feedback: feedback.into(),
            files: Vec::new(),
        })
    }

    /// Sets the points that the output gets if it is accepted.
    pub fn score(&mut self, points: f64) {
        self.leave("score.txt", points.to_string());
    }

    /// Sets the share of the test's points, from 0 to 1, that the output gets if it is accepted.
    pub fn share(&mut self, share: f64) {
        self.leave("score_multiplier.txt", share.to_string());
    }

    /// Makes the solution run once more, on `input`, if this pass is accepted.
    pub fn next_pass(&mut self, input: impl Into<String>) {
        self.leave("nextpass.in", input.into());
    }

    /// Leaves a message for the solution's author, whatever the verdict.
    pub fn message_to_team(&mut self, message: impl Into<String>) {
        self.leave("teammessage.txt", message.into() + "\n");
    }

    fn leave(&mut self, name: &'static str, content: String) {
        self.files.retain(|file| file.0 != name);
        self.files.push((name, content));
    }

    fn conclude(&self, verdict: &Result<()>) -> Result<()> {
        let accepted = verdict.is_ok();
        let rejection = verdict.as_ref().err().map(|why| ("judgemessage.txt", format!("{}\n", why)));
        let files = self.files.iter().filter(|file| accepted || file.0 == "teammessage.txt");
        for (name, content) in files.chain(&rejection) {
            let path = self.feedback.join(name);
            fs::write(&path, content).map_err(|error| fault(format!("{}: {}", path.display(), error)))?;
        }
        Ok(())
    }
}

fn open(name: &'static str, path: &Path) -> Result<Reader> {
    let file = File::open(path).map_err(|error| fault(format!("{}: {}", path.display(), error)))?;
    Reader::read(name, Owner::Jury, file)
}

/// The exit code.
pub(crate) fn run(args: &[OsString], judge: impl FnOnce(&mut Test) -> Result<()>) -> i32 {
    let verdict = Test::open(args).and_then(|mut test| {
        let verdict = judge(&mut test);
        test.conclude(&verdict)?;
        verdict
    });
    match verdict {
        Ok(()) => 42,
        Err(complaint) if complaint.is_fault() => {
            eprintln!("{}", complaint);
            1
        }
        Err(_) => 43,
    }
}

#[cfg(test)]
mod tests;

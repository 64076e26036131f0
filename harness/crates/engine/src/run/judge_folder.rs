//! The files between the harness and a problem's own program that judges: what it is called with,
//! and what it leaves behind. Protocols: the output validators of the ICPC problem package format
//! (2025-09), and testlib's checkers and interactors.

use crate::cannot_read;
use model::{Fault, FaultKind, Protocol, Test};
use sandbox::leftovers::Leftovers;
use sandbox::{CapturedStream, CompletedRun, Stdin};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// An output for a checker to judge.
#[derive(Clone, Copy)]
pub(super) enum CheckedOutput<'a> {
    Printed(&'a CapturedStream),
    File(&'a Path),
}

/// The standard input and first arguments of a checker or interactor.
pub(super) type Call = (Stdin, [OsString; 3]);

const FEEDBACK_FOLDER: &str = "feedback";
/// How much is read of each file in the feedback folder.
const FEEDBACK: u64 = 64 * 1024;

/// What the problem's program writes into: the scratch folder of the worker, with the feedback
/// folder in it.
pub(super) struct JudgeFolder {
    pub scratch: PathBuf,
    /// Bytes of the two messages that earlier passes wrote.
    read_so_far: [u64; 2],
}

impl JudgeFolder {
    /// `scratch` must be empty.
    ///
    /// # Errors
    /// A checker fault when the feedback folder cannot be made.
    pub(super) fn new(scratch: &Path) -> Result<JudgeFolder, Fault> {
        let place = scratch.join(FEEDBACK_FOLDER);
        fs::create_dir(&place)
            .map_err(|error| Fault::caused(FaultKind::Checker, format!("cannot make {}", place.display()), &error))?;
        Ok(JudgeFolder { scratch: scratch.to_path_buf(), read_so_far: [0; 2] })
    }

    /// The path of the feedback folder. The protocol wants it to end with a slash.
    pub(super) fn feedback_argument(&self) -> OsString {
        let mut name = self.scratch.join(FEEDBACK_FOLDER).into_os_string();
        name.push("/");
        name
    }

    /// What a checker reads and what it is called with, to judge `candidate`.
    ///
    /// # Errors
    /// A checker fault when the output cannot be handed to it.
    pub(super) fn checker_call(
        &self,
        protocol: Protocol,
        input: &Path,
        test: &Test,
        candidate: CheckedOutput<'_>,
    ) -> Result<Call, Fault> {
        let stdin = match candidate {
            CheckedOutput::Printed(printed) => Stdin::Captured(printed.clone()),
            CheckedOutput::File(file) => Stdin::File(file.to_path_buf()),
        };
        // A copy among the checker's own files: its cell shows the test's files, and no others that
        // lie beside them.
        let output = || match candidate {
            CheckedOutput::Printed(printed) => self.output(&printed.file),
            CheckedOutput::File(file) => {
                let opened = beneath::open(file).map_err(|error| cannot_read(file.display(), &error))?;
                self.output(&opened)
            }
        };
        let (input, answer) = (path(input), path(&test.answer));
        Ok(match protocol {
            Protocol::Icpc | Protocol::IcpcLegacy => (stdin, [input, answer, self.feedback_argument()]),
            Protocol::Testlib | Protocol::Called | Protocol::Peg => (Stdin::Empty, [input, path(&output()?), answer]),
            Protocol::Cms => (Stdin::Empty, [input, answer, path(&output()?)]),
        })
    }

    /// What an interactor is called with.
    pub(super) fn interactor_call(&self, protocol: Protocol, input: &Path, test: &Test) -> Call {
        let (input, answer, output) = (path(input), path(&test.answer), path(&self.scratch.join("output")));
        let args = match protocol {
            Protocol::Icpc | Protocol::IcpcLegacy => [input, answer, self.feedback_argument()],
            Protocol::Testlib | Protocol::Called | Protocol::Peg => [input, output, answer],
            Protocol::Cms => [input, answer, output],
        };
        (Stdin::Empty, args)
    }

    /// Takes the next pass's input out of the feedback folder and leaves everything else there.
    pub(super) fn next_input(&self, pass: u32) -> Result<PathBuf, Fault> {
        let (from, to) = (format!("{}/nextpass.in", FEEDBACK_FOLDER), format!("pass-{pass}.in"));
        let taken = Leftovers::of(&self.scratch).and_then(|left| left.take(&from, &to));
        taken.map_err(|error| unreadable(&from, &error))?;
        Ok(self.scratch.join(to))
    }

    /// Writes an output to a file, for a checker that reads one.
    ///
    /// # Errors
    /// A checker fault when the file cannot be written.
    pub(super) fn output(&self, mut from: &File) -> Result<PathBuf, Fault> {
        let path = self.scratch.join("output");
        let made = Leftovers::of(&self.scratch).and_then(|left| left.create("output"));
        let written = made.and_then(|mut file| {
            from.seek(SeekFrom::Start(0))?;
            io::copy(&mut from, &mut file)
        });
        match written {
            Ok(_) => Ok(path),
            Err(error) => Err(Fault::caused(FaultKind::Checker, format!("cannot write {}", path.display()), &error)),
        }
    }

    /// The file that an interactor wrote, or a new empty one if it wrote none.
    pub(super) fn written(&self) -> Result<File, Fault> {
        let file = Leftovers::of(&self.scratch).and_then(|left| match left.file("output")? {
            Some(file) => Ok(file),
            None => left.create("output"),
        });
        file.map_err(|error| unreadable("output", &error))
    }

    /// The beginning of that file: what an interactor of CMS says of a solution, which hears its
    /// standard output.
    pub(super) fn words(&self) -> Result<Vec<u8>, Fault> {
        bounded(&self.written()?, FEEDBACK).map_err(|error| unreadable("output", &error))
    }

    /// Reads what the program left behind. Messages grow from pass to pass, so only the new part
    /// belongs to this pass.
    pub(super) fn left(&mut self, ran: &CompletedRun) -> Result<CheckerFiles, Fault> {
        let left = Leftovers::of(&self.scratch).map_err(|error| unreadable("its folder", &error))?;
        let read = |name: &str, from: u64| {
            let bytes = left.file(&format!("{}/{name}", FEEDBACK_FOLDER)).and_then(|file| {
                // Every file is optional.
                let Some(mut file) = file else { return Ok((Vec::new(), 0)) };
                let length = file.metadata()?.len();
                file.seek(SeekFrom::Start(if length < from { 0 } else { from }))?;
                Ok((bounded(&file, FEEDBACK)?, length))
            });
            bytes.map_err(|error| unreadable(name, &error))
        };
        let (judge_message, judge_end) = read("judgemessage.txt", self.read_so_far[0])?;
        let (team_message, team_end) = read("teammessage.txt", self.read_so_far[1])?;
        let (score, _) = read("score.txt", 0)?;
        let (score_multiplier, _) = read("score_multiplier.txt", 0)?;
        self.read_so_far = [judge_end, team_end];
        // An error taken for the absence of the file would accept a solution before its last pass.
        let next = left
            .file(&format!("{}/nextpass.in", FEEDBACK_FOLDER))
            .map_err(|error| unreadable("nextpass.in", &error))?;
        Ok(CheckerFiles {
            judge_message,
            team_message,
            score,
            score_multiplier,
            next_pass: next.is_some(),
            stdout: ran.stdout.words(FEEDBACK).into_bytes(),
            stderr: ran.stderr.words(FEEDBACK).into_bytes(),
        })
    }
}

/// What a checker wrote besides its exit code.
pub(super) struct CheckerFiles {
    pub judge_message: Vec<u8>,
    pub team_message: Vec<u8>,
    pub score: Vec<u8>,
    pub score_multiplier: Vec<u8>,
    pub next_pass: bool,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl CheckerFiles {
    /// Its message to the judge, if its protocol has a file for that.
    pub(super) fn message(&self, protocol: Protocol) -> Option<String> {
        match protocol {
            Protocol::Icpc | Protocol::IcpcLegacy => Some(String::from_utf8_lossy(&self.judge_message).into_owned()),
            Protocol::Testlib | Protocol::Called | Protocol::Peg | Protocol::Cms => None,
        }
    }
}

fn path(file: &Path) -> OsString {
    file.as_os_str().to_owned()
}

fn bounded(file: &File, bound: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(bound).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The fault of a checker or interactor that left something else in place of one of its files.
fn unreadable(what: &str, error: &io::Error) -> Fault {
    Fault::caused(FaultKind::Checker, format!("cannot read what the checker left ({what})"), error)
}

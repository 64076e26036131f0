//! A program that is run on one input, and what its output is worth where an answer lies beside it.

use crate::build_change::BuildChange;
use crate::error::{Error, ErrorKind, OrCannot as _, not_compiled, refused};
use crate::loose::LooseFiles;
use crate::missing::no_file;
use crate::notice::Notice;
use crate::places::typed;
use crate::session::{Caller, Quiet, one_at_a_time};
use crate::target::Files;
use crate::workspace::Workspace;
use engine::run::{CapturedOutput, CapturedRun};
use model::record::TestRecord;
use model::{Problem, Solution, TimeFactor};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An input, and how programs are run on it.
pub struct Once {
    /// The same for all programs.
    pub input: RunInput,
    /// How they are built.
    pub build: BuildChange,
    /// What a limit is multiplied with.
    pub time_factor: TimeFactor,
}

/// What a program reads.
pub enum RunInput {
    /// An answer may lie beside it.
    File(PathBuf),
    /// There is no answer to them.
    Bytes(Vec<u8>),
}

/// Larger inputs from a pipe are refused.
const LARGEST: u64 = 256 << 20;

impl RunInput {
    /// The file of this name. A pipe, such as `<(python3 gen.py)`, is read: each program reads all
    /// of it.
    ///
    /// # Errors
    /// When it is not there, or not an input.
    pub fn named(input: &Path, here: &Path) -> Result<RunInput, Error> {
        let (file, name) = (here.join(input), typed(&here.join(input), here));
        if file.is_file() {
            return Ok(RunInput::File(file));
        }
        if file.is_dir() {
            return Err(refused(format!("{name} is a folder, not an input")));
        }
        if !file.exists() {
            return Err(no_file(&name, &file));
        }
        match beneath::read_named(&file, LARGEST) {
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Err(too_large()),
            read => Ok(RunInput::Bytes(read.or_cannot(format!("read {name}"))?)),
        }
    }
}

/// All that is written there, up to 256 MiB. `doing`: what an error says, such as `read it`.
///
/// # Errors
/// When it cannot be read, or is larger.
pub fn read_whole(stream: impl Read, doing: &str) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    stream.take(LARGEST + 1).read_to_end(&mut bytes).or_cannot(doing)?;
    if bytes.len() as u64 > LARGEST { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> Error {
    refused("the input is larger than 256 MiB").with_hint("give it as a file")
}

/// What became of a program that was started, and ended.
pub struct OnceOutcome {
    /// The program that was run.
    pub solution: Arc<Solution>,
    /// Its output, and how it ended.
    pub ended: CapturedRun,
    /// What the judge says of its output, where there is an answer.
    pub compared: Option<TestRecord>,
}

impl OnceOutcome {
    /// Whether nothing is wrong with it, as far as anybody can say.
    pub fn is_good(&self) -> bool {
        let is_wrong = self.compared.as_ref().is_some_and(|test| !test.is_accepted());
        self.ended.failure.is_none() && self.ended.found.is_empty() && !is_wrong
    }
}

impl LooseFiles<'_> {
    /// Runs the only program once.
    ///
    /// # Errors
    /// When it does not compile, no program can be run here, or it is interrupted.
    pub fn once(&self, once: &Once, caller: &mut Caller<'_>) -> Result<OnceOutcome, Error> {
        let mut judge = self.without_tests()?;
        let notices = once.build.put_on(judge.catalog.solutions.iter_mut().collect(), self.languages)?;
        let of_files = judge.diagnostics.iter().map(Notice::of_file);
        notices.into_iter().chain(of_files).for_each(|notice| caller.listener.notice(&notice));
        let judged = match &once.input {
            RunInput::File(file) => self.judged_on(file)?,
            RunInput::Bytes(_) => None,
        };
        judge.with_session(&judge.builder()?, one_at_a_time(), caller, |session, listener| {
            let scratch = session.builder.scratch()?;
            let typed = scratch.path().join("input");
            let input = match &once.input {
                RunInput::File(file) => file,
                RunInput::Bytes(bytes) => {
                    fs::write(&typed, bytes).or_cannot("write the input")?;
                    &typed
                }
            };
            let (Problem { limits, files, .. }, solution) = (&*judge.catalog.problems[0], &judge.catalog.solutions[0]);
            let how = (limits, once.time_factor);
            let ended = match session.runner.once(solution, input, files, how, &mut Quiet)? {
                CapturedOutput::Interrupted => return Err(Error::Interrupted),
                CapturedOutput::Rejected(words) => {
                    return Err(not_compiled(&solution.display, &words).of_kind(ErrorKind::NotAsExpected));
                }
                CapturedOutput::Ended(ended) => ended,
            };
            let mut compared = None;
            if let Some(judged) = judged.filter(|_| ended.failure.is_none()) {
                let mut plan = judged.whole_plan()?;
                once.build.put(&mut plan, &judged.languages)?;
                let (results, _) = session.judge(&plan, &mut session.result_cache(), listener)?;
                compared = results.first().and_then(|result| result.tests.first().cloned());
            }
            Ok(OnceOutcome { solution: Arc::clone(solution), ended, compared })
        })
    }

    /// The program on this input alone, if an answer lies beside it.
    fn judged_on(&self, input: &Path) -> Result<Option<Workspace>, Error> {
        let files = Files { tests: vec![input.to_owned()], ..self.files.clone() };
        let loose = LooseFiles { files: &files, names: None, without: &[], ..*self };
        let assembled = loose.assembled();
        if assembled.found.iter().all(|found| found.pairs.is_empty()) {
            return Ok(None);
        }
        Ok(Some(loose.loaded(assembled)?.judge))
    }
}

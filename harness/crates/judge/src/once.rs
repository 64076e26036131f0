//! Programs that are run on one input, and what their output is worth where an answer lies beside
//! it.

use crate::build_change::BuildChange;
use crate::error::{Error, OrCannot as _, refused};
use crate::judge::Judge;
use crate::loose::LooseFiles;
use crate::missing::no_file;
use crate::notice::Notice;
use crate::places::typed;
use crate::session::{Caller, Listener, Quiet, Session, one_at_a_time};
use crate::target::Files;
use engine::build::Languages;
use engine::run::{CapturedOutput, CapturedRun};
use model::record::TestRecord;
use model::{Problem, Solution, TimeFactor};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// An input, and how programs are run on it.
pub struct Once<'a> {
    pub input: RunInput,
    pub build: BuildChange,
    pub time_factor: TimeFactor,
    pub languages: &'a Languages,
    /// The judge by whose rules.
    pub named: Option<&'static profiles::Judge>,
}

/// What a program reads.
pub enum RunInput {
    /// An answer may lie beside it.
    File(PathBuf),
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

    /// All that is written there, up to 256 MiB. `doing`: what an error says, such as `read it`.
    ///
    /// # Errors
    /// When it cannot be read, or is larger.
    pub fn of(stream: impl Read, doing: &str) -> Result<RunInput, Error> {
        let mut bytes = Vec::new();
        stream.take(LARGEST + 1).read_to_end(&mut bytes).or_cannot(doing)?;
        if bytes.len() as u64 > LARGEST {
            return Err(too_large());
        }
        Ok(RunInput::Bytes(bytes))
    }
}

fn too_large() -> Error {
    refused("the input is larger than 256 MiB").with_hint("give it as a file: -i FILE")
}

/// What became of a program.
pub enum OnceOutcome {
    /// It was started, and ended.
    Ended {
        ended: Box<CapturedRun>,
        /// What the judge says of its output, where there is an answer.
        compared: Option<Box<TestRecord>>,
    },
    /// It does not compile: what the compiler says.
    Rejected(String),
}

impl OnceOutcome {
    /// Whether nothing is wrong with it, as far as anybody can say.
    pub fn is_good(&self) -> bool {
        match self {
            OnceOutcome::Ended { ended, compared } => {
                let is_wrong = compared.as_ref().is_some_and(|test| !test.is_accepted());
                ended.failure.is_none() && ended.found.is_empty() && !is_wrong
            }
            OnceOutcome::Rejected(_) => false,
        }
    }
}

impl LooseFiles<'_> {
    /// Runs each program once, and hands over what became of it.
    ///
    /// # Errors
    /// When no program can be run here, when it is interrupted, and those of `hear`.
    pub fn once(
        &self,
        once: &Once<'_>,
        caller: &mut Caller<'_>,
        hear: &mut dyn FnMut(&Solution, &OnceOutcome) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut judge = self.without_tests(once.languages, once.named)?;
        let notices = once.build.put_on(judge.catalog.solutions.iter_mut().collect(), once.languages)?;
        notices.iter().for_each(|notice| caller.listener.notice(notice));
        let judged = match &once.input {
            RunInput::File(file) => self.judged_on(file, once)?,
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
            for solution in &judge.catalog.solutions {
                let alone = self.alone(solution, once)?;
                alone.diagnostics.iter().for_each(|found| listener.notice(&Notice::of_file(found)));
                let Problem { limits, files, .. } = &*alone.catalog.problems[0];
                let how = (limits, once.time_factor);
                let ran = match session.runner.once(solution, input, files, how, &mut Quiet)? {
                    CapturedOutput::Interrupted => return Err(Error::Interrupted),
                    CapturedOutput::Rejected(words) => OnceOutcome::Rejected(words),
                    CapturedOutput::Ended(ended) => {
                        let judged = judged.as_ref().filter(|_| ended.failure.is_none());
                        let compare = |judged| compare(session, judged, solution, &once.build, listener);
                        let compared = judged.map(compare).transpose()?.flatten();
                        OnceOutcome::Ended { ended: Box::new(ended), compared: compared.map(Box::new) }
                    }
                };
                hear(solution, &ran)?;
            }
            Ok(())
        })
    }

    /// One of the programs without the others: each has its own limits.
    fn alone(&self, solution: &Solution, once: &Once<'_>) -> Result<Judge, Error> {
        let files = Files { programs: vec![solution.path.clone()], ..self.files.clone() };
        LooseFiles { files: &files, names: None, without: &[], ..*self }.without_tests(once.languages, once.named)
    }

    /// The programs on this input alone, if an answer lies beside it.
    fn judged_on(&self, input: &Path, once: &Once<'_>) -> Result<Option<Judge>, Error> {
        let files = Files { tests: vec![input.to_owned()], ..self.files.clone() };
        let loose = LooseFiles { files: &files, names: None, without: &[], ..*self };
        let assembled = loose.assembled(once.languages);
        if assembled.found.iter().all(|found| found.pairs.is_empty()) {
            return Ok(None);
        }
        Ok(Some(loose.loaded(assembled, once.languages, once.named)?.judge))
    }
}

/// What the judge says of a solution's output on the only test.
fn compare(
    session: &Session<'_>,
    judged: &Judge,
    solution: &Solution,
    build: &BuildChange,
    listener: &mut dyn Listener,
) -> Result<Option<TestRecord>, Error> {
    let mut plan = judged.whole_plan()?;
    plan.solutions.retain(|planned| planned.solution.path == solution.path);
    build.put(&mut plan, &judged.languages)?;
    let (results, _) = session.judge(&plan, &mut session.result_cache(), listener)?;
    Ok(results.first().and_then(|result| result.tests.first().cloned()))
}

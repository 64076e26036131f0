//! Whether a judge will take a solution: what it is, in one file, and how it does in trials.
//!
//! Everything is checked on exactly the bytes that are handed over: they are read first, and
//! compared with the file at the end.

use crate::bundle::{OneFile, one_file};
use crate::error::{Error, ErrorKind, OrCannot as _, refused};
use crate::places::submissions;
use crate::session::{Caller, Listener, Quiet, Session};
use crate::trial::{self, SMALLEST_SIZE_LIMIT, Trial};
use crate::workspace::{NamedProblem, Workspace};
use engine::build::{BuildOutcome, Staging};
use engine::plan::{Plan, PlannedSolution};
use engine::run::Settings;
use model::phrase::{count, names};
use model::record::{self, Build};
use model::{ByteSize, Fault, Problem, Solution, Status, TimeAllowed, TimeFactor, Verdict};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Overflow checks cost time; whether the file is fast enough was tested without them.
const OVERFLOW_TIME: &str = "10";

const NO_TEST: &str = "not judged: there is no test";

/// What a check has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it means for the submission.
    pub mark: Mark,
    /// One sentence.
    pub text: String,
    /// The first lines of a compiler's messages.
    pub quoted: Vec<String>,
}

/// What a finding means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing speaks against it here.
    Good,
    /// Worth knowing, but not a reason not to submit.
    Note,
    /// A judge would refuse it, or find it wrong.
    Bad,
}

/// A solution that is to be submitted.
pub struct ReadinessRequest<'a> {
    /// The problem that it solves.
    pub named: &'a NamedProblem,
    /// The name of the solution within its problem; `None`: the model solution.
    pub label: Option<&'a str>,
    /// `None`: the strictest rules hold.
    pub judge: Option<&'static profiles::JudgeProfile>,
}

/// A solution as it would be handed over, and what was found.
pub struct Readiness {
    /// The problem, as the workspace has it.
    pub problem: Arc<Problem>,
    /// In one file, which is there until this is dropped.
    pub solution: Arc<Solution>,
    /// What a judge gets, byte for byte.
    pub bytes: Vec<u8>,
    /// Its class with `main`, in a language whose programs begin in one.
    pub main_class: Option<String>,
    /// Why it is not the solution one might expect.
    pub note: Option<String>,
    /// In the order in which they were found.
    pub findings: Vec<Finding>,
    /// What the tests here say. `None`: there is none.
    pub result: Option<Arc<record::SolutionRecord>>,
    scratch: Staging,
    /// Where submissions are remembered.
    pub(crate) log: PathBuf,
}

impl Readiness {
    /// Whether nothing speaks against it.
    pub fn is_ready(&self) -> bool {
        !self.findings.iter().any(|finding| finding.mark == Mark::Bad)
    }

    /// A folder that is there until this is dropped; what a killed harness leaves in it, the next
    /// one removes.
    pub(crate) fn place(&self) -> &Path {
        self.scratch.path()
    }

    /// # Errors
    /// When something speaks against it.
    pub fn must_be_ready(&self) -> Result<(), Error> {
        if self.is_ready() {
            return Ok(());
        }
        Err(refused("not ready to be submitted").of_kind(ErrorKind::NotAsExpected))
    }
}

impl Workspace {
    /// Tries out whether the judge will take a solution.
    ///
    /// # Errors
    /// When the judge does not take it whatever it holds, programs cannot be run here, or a fault
    /// leaves open whether it is right.
    pub fn readiness(&self, wanted: &ReadinessRequest<'_>, caller: &mut Caller<'_>) -> Result<Readiness, Error> {
        let ReadinessRequest { named, label, judge } = *wanted;
        let (chosen, note) = chosen(named, label, judge)?;
        let trials = Trial::all(&chosen, judge);
        let mut taught = trials.clone();
        taught.push(Trial::OverflowChecks);
        let mut own = self.clone();
        trial::teach(&mut own.languages, &taught)?;
        own.with_session(&own.builder()?, Settings::of_machine(), caller, |session, listener| {
            let scratch = session.builder.scratch()?;
            let read = || {
                let file = one_file(session.builder, &chosen, scratch.path())?;
                let bytes = beneath::read(&file.solution.path).or_cannot(format!("read {}", file.solution.display))?;
                Ok::<_, Error>((file, bytes))
            };
            let (OneFile { solution, pasted }, bytes) = read()?;
            let mut found = Findings { all: Vec::new(), session, problem: &named.problem, solution: &solution };
            if let Some(text) = judge.and_then(|judge| of_another_judge(&named.problem, judge)) {
                found.add(Mark::Bad, text);
            }
            if !pasted.is_empty() {
                let text = format!("one file, with its headers pasted in: {}", names(&pasted, 4));
                found.add(Mark::Good, text);
            }
            found.compiles(&trials)?;
            found.size(bytes.len() as u64, judge);
            let result = found.accepted(listener)?;
            if trial::is_rust(&solution) {
                found.overflow(listener)?;
            }
            if !read().is_ok_and(|(_, now)| now == bytes) {
                found.add(Mark::Bad, "the file was changed while it was tried out");
            }
            let findings = found.all;
            let has_class = self.languages.get(&solution.language).is_some_and(|entry| entry.main_class);
            let main_class =
                solution.path.file_stem().filter(|_| has_class).map(|stem| stem.to_string_lossy().into_owned());
            let (problem, log) = (Arc::clone(&named.problem), submissions(&self.root));
            Ok(Readiness { problem, solution, bytes, main_class, note, findings, result, scratch, log })
        })
    }
}

/// That `problem` comes from another judge than `judge`, whose form nobody has compared.
fn of_another_judge(problem: &Problem, judge: &profiles::JudgeProfile) -> Option<String> {
    let profile = profiles::choose(problem, None).map(|(judge, _)| judge.name.clone());
    let own = profile.or_else(|| problem.source.judge.clone()).filter(|own| *own != judge.name)?;
    let number = problem.source.id.as_ref().map_or_else(String::new, |id| format!(" {id}"));
    let (id, there) = (&problem.id, &judge.name);
    Some(format!("{id} is {own}{number}: input, answers and limits may differ at {there}"))
}

/// The named solution, or the model solution; if the judge does not take Rust, its twin in C++.
/// Also returns why it is not the solution one might expect.
fn chosen(
    named: &NamedProblem,
    label: Option<&str>,
    judge: Option<&'static profiles::JudgeProfile>,
) -> Result<(Arc<Solution>, Option<String>), Error> {
    let id = &named.problem.id;
    let not_taken = |what: &str, hint: String| refused(what).with_hint(hint).of_kind(ErrorKind::NotAsExpected);
    if let Some(judge) = judge.filter(|judge| judge.gone) {
        let what = format!("{} takes no submissions any more (checked {})", judge.name, judge.checked);
        return Err(not_taken(&what, format!("the statement of {id} may say where else it is")));
    }
    let is_named = |solution: &&Arc<Solution>| label.is_some_and(|label| solution.id.is_called(label));
    // A name without an extension may fit several files: the one this judge takes, Rust before
    // others.
    let is_cpp = |solution: &&Arc<Solution>| trial::is_cpp(solution);
    let is_rust = |solution: &&Arc<Solution>| trial::is_rust(solution);
    let all = || named.solutions.iter().filter(is_named);
    let found = match (label, judge) {
        (None, _) => named.model(),
        (Some(_), Some(judge)) if !judge.takes_rust() => all().find(is_cpp).or_else(|| all().next()),
        (Some(_), _) => all().find(is_rust).or_else(|| all().next()),
    };
    let solution = found.ok_or_else(|| named.no_solution(label.unwrap_or(id.as_str())))?;
    let Some(judge) = judge.filter(|judge| !judge.takes_rust() && is_rust(&solution)) else {
        return Ok((Arc::clone(solution), None));
    };
    let twin = |other: &&Arc<Solution>| is_cpp(other) && other.id.label == solution.id.label;
    let refusal = format!("{} takes no Rust (checked {})", judge.name, judge.checked);
    match named.solutions.iter().find(twin) {
        Some(twin) if label.is_none() => Ok((Arc::clone(twin), Some(format!("{refusal}; this is the C++ twin")))),
        Some(twin) => Err(not_taken(&refusal, format!("submit `{}`, its C++ twin", twin.id))),
        None => Err(not_taken(&refusal, format!("write a C++ twin: solutions/cpp/{}.cpp", solution.id.stem()))),
    }
}

/// Collects findings as they come.
struct Findings<'a, 's> {
    all: Vec<Finding>,
    session: &'a Session<'s>,
    problem: &'a Arc<Problem>,
    solution: &'a Arc<Solution>,
}

impl Findings<'_, '_> {
    fn add(&mut self, mark: Mark, text: impl Into<String>) {
        self.all.push(Finding { mark, text: text.into(), quoted: Vec::new() });
    }

    fn has_failed(&self) -> bool {
        self.all.iter().any(|finding| finding.mark == Mark::Bad)
    }

    fn compiles(&mut self, trials: &[Trial]) -> Result<(), Error> {
        let sources: Vec<_> = trials.iter().map(|trial| trial.source(self.solution)).collect();
        let built = self.session.runner.build(&sources, &mut Quiet);
        let mut fine = Vec::new();
        for (trial, built) in trials.iter().zip(built) {
            let what = name(trial);
            let is_version = matches!(trial, Trial::Version(_));
            if is_version {
                self.compiled(&mut fine);
            }
            let (mark, text, quoted) = match built {
                Ok(BuildOutcome::Ready { .. }) if is_version => {
                    let text = "has all that is used of the standard library (newer syntax is not looked for)";
                    (Mark::Good, format!("{what} {text}"), Vec::new())
                }
                Ok(BuildOutcome::Ready { warnings, .. }) if warnings.trim().is_empty() => {
                    fine.push(what);
                    continue;
                }
                Ok(BuildOutcome::Ready { warnings, .. }) => {
                    (Mark::Note, format!("{what}: compiles with warnings"), first_lines(&warnings))
                }
                Ok(BuildOutcome::Rejected { messages }) if is_version => {
                    (Mark::Bad, format!("newer than {what}"), first_lines(&messages))
                }
                Ok(BuildOutcome::Rejected { messages }) => {
                    (Mark::Bad, format!("{what}: does not compile alone"), first_lines(&messages))
                }
                Ok(BuildOutcome::Interrupted) => return Err(Error::Interrupted),
                Err(fault) if is_version => {
                    let hint = fault.hint.map_or_else(String::new, |hint| format!(" ({hint})"));
                    let text = format!("whether {what} is new enough is not known: no clippy here{hint}");
                    (Mark::Note, text, Vec::new())
                }
                Err(fault) => return Err(fault.into()),
            };
            self.all.push(Finding { mark, text, quoted });
        }
        self.compiled(&mut fine);
        Ok(())
    }

    fn compiled(&mut self, fine: &mut Vec<String>) {
        if !fine.is_empty() {
            let rust = trial::rust(&self.session.judge.languages);
            let crates = rust.is_some_and(|rust| rust.flags.iter().any(|flag| flag.starts_with("--extern")));
            let linked = if crates { "the crates of your flags" } else { "the standard library only" };
            let text = format!("compiles alone, with {linked}: {}", std::mem::take(fine).join(", "));
            self.add(Mark::Good, text);
        }
    }

    fn size(&mut self, bytes: u64, judge: Option<&'static profiles::JudgeProfile>) {
        let size = ByteSize(bytes);
        let (mark, text) = match judge.and_then(profiles::JudgeProfile::size_limit) {
            Some(limit) if size > limit => (Mark::Bad, format!("{size}, and the limit is {limit}")),
            Some(limit) => (Mark::Good, format!("{size} of at most {limit}")),
            None if size > SMALLEST_SIZE_LIMIT => {
                (Mark::Note, format!("{size}: the limit is not stated, and others have {SMALLEST_SIZE_LIMIT}"))
            }
            None => return,
        };
        self.add(mark, text);
    }

    fn accepted(&mut self, listener: &mut dyn Listener) -> Result<Option<Arc<record::SolutionRecord>>, Error> {
        let Some(result) = self.judged(self.solution, TimeFactor::default(), listener)? else {
            self.add(Mark::Bad, NO_TEST);
            return Ok(None);
        };
        if let Build::Rejected { messages } = &result.build {
            // A trial may have shown the messages already.
            let messages = if self.has_failed() { Vec::new() } else { first_lines(messages) };
            self.all.push(Finding { mark: Mark::Bad, text: "does not compile".to_owned(), quoted: messages });
            return Ok(Some(result));
        }
        let bad = result.tests.iter().find(|test| test.verdict != Some(Verdict::Accepted));
        let (mark, text) = match bad {
            _ if result.tests.is_empty() => (Mark::Bad, NO_TEST.to_owned()),
            None if result.status == Status::Met => {
                let tests = match self.problem.tests.len() {
                    1 => "the one test that is here".to_owned(),
                    tests => format!("all {}", count(tests, "test")),
                };
                (Mark::Good, format!("accepted on {tests}, exactly these bytes"))
            }
            None => (Mark::Bad, "accepted, but its own directives expect something else".to_owned()),
            Some(test) => {
                let verdict = test.verdict.map_or("not judged", Verdict::name);
                (Mark::Bad, format!("{verdict} on {}: {}", test.test, reason(test)))
            }
        };
        self.add(mark, text);
        Ok(Some(result))
    }

    fn overflow(&mut self, listener: &mut dyn Listener) -> Result<(), Error> {
        let checked = Arc::new(Solution { language: Trial::OverflowChecks.language(), ..(**self.solution).clone() });
        let factor: TimeFactor = OVERFLOW_TIME.parse().unwrap_or_default();
        let Some(result) = self.judged(&checked, factor, listener)? else { return Ok(()) };
        let bad = result.tests.iter().find(|test| test.verdict == Some(Verdict::RunTimeError));
        if let Some(bad) = bad {
            let text = format!("overflows on {}, which -O hides: {}", bad.test, reason(bad));
            self.add(Mark::Bad, text);
        } else if result.tests.iter().all(|test| test.verdict == Some(Verdict::Accepted)) {
            self.add(Mark::Good, "overflows nowhere: accepted with overflow checks");
        } else if !self.has_failed() {
            let text = "with overflow checks it does not end in time, so overflows were not ruled out";
            self.add(Mark::Note, text);
        }
        Ok(())
    }

    /// The result of the problem's tests. `None` if there is no test.
    ///
    /// # Errors
    /// When it is interrupted, or a fault leaves open whether the solution is right.
    fn judged(
        &self,
        solution: &Arc<Solution>,
        factor: TimeFactor,
        listener: &mut dyn Listener,
    ) -> Result<Option<Arc<record::SolutionRecord>>, Error> {
        let problem = self.problem;
        let planned = PlannedSolution::of(problem, solution, problem.tests.clone(), TimeAllowed::Limit(factor));
        let plan = Plan { solutions: vec![planned] };
        let (results, _) = self.session.judge(&plan, &mut self.session.result_cache(), listener)?;
        let result = results.into_iter().next();
        match result.as_deref().and_then(fault) {
            Some(fault) => Err(fault.clone().into()),
            None => Ok(result),
        }
    }
}

/// What a trial is called.
fn name(trial: &Trial) -> String {
    match trial {
        Trial::Edition { edition, .. } => format!("edition {edition}"),
        Trial::Version(version) => format!("rustc {version}"),
        Trial::CppStandard(standard) => standard.clone(),
        Trial::OverflowChecks => "overflow checks".to_owned(),
    }
}

/// What kept the solution from being judged. `None` if it was judged, or a test has failed anyway.
fn fault(result: &record::SolutionRecord) -> Option<&Fault> {
    match &result.build {
        Build::NoTool { fault } | Build::Fault { fault } => return Some(fault),
        Build::Ready { .. } | Build::Rejected { .. } | Build::Skipped => {}
    }
    let has_failed = result.tests.iter().any(|test| test.verdict.is_some_and(|verdict| verdict != Verdict::Accepted));
    result.tests.iter().find_map(|test| test.fault.as_ref()).filter(|_| !has_failed)
}

/// One line that says why a test was not accepted.
fn reason(test: &record::TestRecord) -> String {
    let stderr = test.evidence.as_ref().map(|evidence| String::from_utf8_lossy(&evidence.stderr.head));
    let overflow = stderr.as_deref().and_then(|text| text.lines().find(|line| line.contains("overflow")));
    let fault = test.fault.as_ref().map(|fault| fault.message.clone());
    let line = overflow.map(str::to_owned).or_else(|| test.note.clone()).or(fault);
    line.unwrap_or_else(|| test.skipped.map_or_else(String::new, |_| "it was not run".to_owned()))
}

/// The first error in a compiler's messages, or else its first warning.
fn first_lines(words: &str) -> Vec<String> {
    let lines: Vec<&str> = words.lines().collect();
    let begin = lines.iter().position(|line| line.starts_with("error")).unwrap_or(0);
    lines[begin..].iter().copied().take_while(|line| !line.trim().is_empty()).take(8).map(str::to_owned).collect()
}

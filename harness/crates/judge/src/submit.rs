//! Sends a file to its judge: where it goes, once, and what is said of it there.
//!
//! Nothing is sent before [`Correspondent::agrees`]. What was sent is remembered at once, even
//! where nobody knows whether it has arrived.

mod log;
mod route;

use crate::error::{Error, ErrorKind, chain, refused};
use model::key::Key;
use model::record::{self, Build};
use model::{Problem, Solution, Verdict};
use remote::browser::{BrowserPort, PORT};
use remote::domjudge::Domjudge;
use remote::kattis::Kattis;
use remote::{Address, Outcome, Patience, Progress, Receipt, SourceFile, Submission, codeforces};
use sandbox::Cancel;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

pub use log::{SentProgram, SideVerdict, append, read};
pub use route::{ByHand, NoRoute, Route, cannot_send, judge_at, route};

/// How long the browser is waited for.
pub const BROWSER: Duration = Duration::from_secs(120);

/// Where and how a file is to be sent. What is `None` is as the problem's file and the person say.
#[derive(Clone, Debug, Default)]
pub struct SubmitRequest {
    /// The problem's page, or the address of a DOMjudge.
    pub to: Option<String>,
    /// The contest at a DOMjudge.
    pub contest: Option<String>,
    /// The problem's label at a DOMjudge.
    pub label: Option<String>,
    /// The class with `main`, or the file to start.
    pub entry_point: Option<String>,
    /// A name at Codeforces, whose submissions are followed.
    pub handle: Option<String>,
    /// The person wants it sent by this program, and not handed over otherwise.
    pub must: bool,
}

/// Who sends.
#[derive(Clone, Debug)]
pub struct Person {
    /// Where a person's names and secrets are.
    pub home: PathBuf,
    /// The person's usual DOMjudge, and the contest there.
    pub domjudge: Option<String>,
    pub contest: Option<String>,
}

/// What a submission is about to be, or has become.
#[derive(Clone, Copy, Debug)]
pub enum Sending<'a> {
    /// The extension of the browser is to fetch it.
    WaitsForBrowser,
    /// The browser has it, and opens this page.
    InBrowser(&'a Address),
    /// The judge has it.
    Arrived(&'a Receipt),
    /// How far the judge is.
    Judged(&'a Progress),
    /// It could not be remembered.
    NotRemembered(&'a std::io::Error),
}

/// Who decides whether a file is sent, and hears what becomes of it.
pub trait Correspondent {
    /// Whether to send it to `host`; `what`: as which problem, in which way.
    ///
    /// # Errors
    /// When it is cancelled instead.
    fn agrees(&mut self, host: &str, what: &str) -> Result<bool, Error>;

    /// # Errors
    /// When what is said cannot be passed on.
    fn hear(&mut self, step: Sending<'_>) -> Result<(), Error>;
}

/// A file that was sent.
#[derive(Clone, Debug)]
pub struct SubmitOutcome {
    /// What is remembered of it; with the judge's verdict, if that was followed.
    pub sent: SentProgram,
    /// `None`: the verdict is where the file was handed over.
    pub outcome: Option<Outcome>,
}

/// What is sent, and what is known of it here.
pub struct OutgoingProgram<'a> {
    pub problem: &'a Problem,
    pub solution: &'a Solution,
    pub bytes: &'a [u8],
    /// Its class with `main`, in a language whose programs begin in one.
    pub main_class: Option<&'a str>,
    /// The verdict here.
    pub here: SideVerdict,
    /// Where submissions are remembered.
    pub log: &'a Path,
    pub cancel: &'a Cancel,
}

impl OutgoingProgram<'_> {
    /// Asks, sends, follows. `None` if the person says no, or nobody can be asked.
    ///
    /// # Errors
    /// When the judge cannot be reached, refuses, or nobody knows whether the file has arrived.
    pub fn send(
        &self,
        wanted: &SubmitRequest,
        person: &Person,
        route: Route,
        by: &mut dyn Correspondent,
    ) -> Result<Option<SubmitOutcome>, Error> {
        let submission = self.submission(wanted);
        let host = route.host().to_owned();
        match route {
            Route::Kattis { settings, problem, .. } => {
                if !by.agrees(&host, &format!("problem {}", problem.id))? {
                    return Ok(None);
                }
                let judge = Kattis::log_in(*settings).map_err(|error| cannot_send(&error))?;
                self.to(&judge, &problem, &submission, by).map(Some)
            }
            Route::Domjudge { base, contest, label } => {
                let netrc = person.home.join(".netrc");
                let judge = Domjudge::open(base, &netrc, contest.as_deref()).map_err(|error| cannot_send(&error))?;
                let ending = self.solution.path.extension().unwrap_or_default().to_string_lossy().into_owned();
                let choice =
                    judge.choose(&label, &submission.language, &ending).map_err(|error| cannot_send(&error))?;
                if choice.needs_entry_point && submission.entry_point.is_none() {
                    return Err(refused(format!("{} needs an entry point", choice.language_name))
                        .with_hint("`--entry-point NAME`: the class with `main`, or the file to start"));
                }
                if !by.agrees(&host, &format!("{}, as {}", choice.title, choice.language_name))? {
                    return Ok(None);
                }
                self.to(&judge, &choice, &submission, by).map(Some)
            }
            Route::Browser { page } => {
                if !by.agrees(&host, "through the browser in which you are logged in")? {
                    return Ok(None);
                }
                self.through_the_browser(wanted, &page, &submission, by).map(Some)
            }
        }
    }

    fn to<J: remote::Judge>(
        &self,
        judge: &J,
        problem: &J::Problem,
        submission: &Submission,
        by: &mut dyn Correspondent,
    ) -> Result<SubmitOutcome, Error> {
        let mut sent = self.sent(judge.host());
        let receipt = match judge.send(problem, submission) {
            Ok(receipt) => receipt,
            Err(error) => {
                if error.may_have_arrived() {
                    self.remember(&sent, by)?;
                }
                return Err(cannot_send(&error));
            }
        };
        (sent.id, sent.page) = (Some(receipt.id.clone()), Some(receipt.page.to_string()));
        self.remember(&sent, by)?;
        by.hear(Sending::Arrived(&receipt))?;
        let outcome = judge.follow(&receipt, Patience::default(), &mut |step| self.step(step, by));
        self.end(outcome, sent, by)
    }

    fn submission(&self, wanted: &SubmitRequest) -> Submission {
        let language = self.solution.language.0.to_string();
        let path = &self.solution.path;
        let entry_point = wanted.entry_point.clone().or_else(|| self.main_class.map(str::to_owned));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Submission { language, entry_point, files: vec![SourceFile { name, text: self.bytes.to_vec() }] }
    }

    fn sent(&self, host: &str) -> SentProgram {
        let at = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let hash = Key::of_content(self.bytes).map(|key| key.hex());
        let (problem, solution) = (self.problem.id.to_string(), self.solution.id.to_string());
        SentProgram::new(at, problem, solution, hash.unwrap_or_default(), host.to_owned(), self.here.clone())
    }

    fn through_the_browser(
        &self,
        wanted: &SubmitRequest,
        page: &Address,
        submission: &Submission,
        by: &mut dyn Correspondent,
    ) -> Result<SubmitOutcome, Error> {
        let follows = match (&wanted.handle, codeforces::CodeforcesProblem::of(page)) {
            (Some(handle), Ok(problem)) => {
                let api = Address::parse(&format!("{}/api", page.origin())).map_err(|error| cannot_send(&error))?;
                let submissions = codeforces::Submissions::of(api, handle).map_err(|error| cannot_send(&error))?;
                let newest = submissions.newest().map_err(|error| cannot_send(&error))?;
                Some((submissions, problem, newest))
            }
            _ => None,
        };
        let door = BrowserPort::open(PORT).map_err(|error| cannot_send(&error))?;
        by.hear(Sending::WaitsForBrowser)?;
        let mut wait = || if self.cancel.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let mut sent = self.sent(page.host());
        sent.page = Some(page.to_string());
        door.give(&self.problem.title, page, submission, BROWSER, &mut wait).map_err(|error| cannot_send(&error))?;
        self.remember(&sent, by)?;
        by.hear(Sending::InBrowser(page))?;
        let Some((submissions, problem, newest)) = follows else { return Ok(SubmitOutcome { sent, outcome: None }) };
        let outcome = submissions.follow(&problem, newest, Patience::default(), &mut |step| self.step(step, by));
        self.end(outcome, sent, by)
    }

    fn step(&self, step: &Progress, by: &mut dyn Correspondent) -> ControlFlow<()> {
        // Where nobody listens any more, the verdict is still remembered.
        let _ = by.hear(Sending::Judged(step));
        if self.cancel.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(
        &self,
        outcome: Result<Outcome, remote::Error>,
        mut sent: SentProgram,
        by: &mut dyn Correspondent,
    ) -> Result<SubmitOutcome, Error> {
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(remote::Error::Interrupted) => return Err(Error::Interrupted),
            Err(error) => {
                let page = sent.page.as_deref().unwrap_or(&sent.judge);
                return Err(refused(format!("sent, but the verdict is not known: {}", chain(&error)))
                    .with_hint(format!("look at {page}"))
                    .of_kind(ErrorKind::Incomplete));
            }
        };
        sent.there = Some(SideVerdict {
            verdict: outcome.verdict,
            words: Some(outcome.words.clone()),
            time: outcome.time,
            memory: outcome.memory,
            score: outcome.score.clone(),
        });
        self.remember(&sent, by)?;
        Ok(SubmitOutcome { sent, outcome: Some(outcome) })
    }

    fn remember(&self, sent: &SentProgram, by: &mut dyn Correspondent) -> Result<(), Error> {
        match append(self.log, sent) {
            Ok(()) => Ok(()),
            Err(error) => by.hear(Sending::NotRemembered(&error)),
        }
    }
}

impl SideVerdict {
    /// What the tests here say: the verdict of the first test that was not accepted, and the
    /// longest time.
    pub fn here(result: &record::SolutionRecord) -> SideVerdict {
        let verdict = match &result.build {
            Build::Rejected { .. } => Some(Verdict::CompileError),
            Build::Ready { .. } | Build::NoTool { .. } | Build::Fault { .. } | Build::Skipped => {
                let bad = result.tests.iter().find(|test| test.verdict != Some(Verdict::Accepted));
                bad.map_or((!result.tests.is_empty()).then_some(Verdict::Accepted), |test| test.verdict)
            }
        };
        let time = result.tests.iter().filter_map(|test| test.cpu).max();
        SideVerdict { verdict, time, ..SideVerdict::default() }
    }
}

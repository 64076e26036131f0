//! Sends a file to its judge: where it goes, once, and what is said of it there.
//!
//! Nothing is sent before [`Listener::sends`](crate::Listener::sends). What was sent is remembered
//! at once, even where nobody knows whether it has arrived.

mod log;
mod route;

use crate::error::{Error, ErrorKind, chain, refused};
use crate::readiness::Readiness;
use crate::session::Caller;
use model::Verdict;
use model::key::Key;
use model::record::Build;
use remote::browser::{BrowserPort, PORT};
use remote::domjudge::Domjudge;
use remote::kattis::Kattis;
use remote::{Patience, SourceFile, Submission};
use sandbox::Cancel;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

pub use crate::proposal::Sending;
pub use remote::kattis::{KattisProblem, Settings as KattisSettings};
pub use remote::{Address, Outcome, Progress, Receipt, Stage};

pub use log::{SentProgram, SideVerdict, append, read};
pub use route::{ByHand, Route, judge_at, route};

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
}

/// Who sends.
#[derive(Clone, Debug)]
pub struct Person {
    /// Where a person's names and secrets are.
    pub home: PathBuf,
    /// The person's usual DOMjudge, and the contest there.
    pub domjudge: Option<String>,
    /// The contest there, by its id or its name.
    pub contest: Option<String>,
}

/// A file that was sent.
#[derive(Clone, Debug)]
pub struct SubmitOutcome {
    /// What is remembered of it; with the judge's verdict, if that was followed.
    pub sent: SentProgram,
    /// `None`: the verdict is where the file was handed over.
    pub outcome: Option<Outcome>,
}

impl Readiness {
    /// Asks, sends, follows. `None` if the person says no, or nobody can be asked.
    ///
    /// # Errors
    /// When the judge cannot be reached, refuses, or nobody knows whether the file has arrived.
    pub fn send(
        &self,
        wanted: &SubmitRequest,
        person: &Person,
        route: Route,
        caller: &mut Caller<'_>,
    ) -> Result<Option<SubmitOutcome>, Error> {
        let submission = self.submission(wanted);
        match route {
            Route::Kattis { settings, problem, host } => {
                if !caller.listener.sends(&host, &format!("problem {}", problem.id))? {
                    return Ok(None);
                }
                let judge = Kattis::log_in(*settings, self.place())?;
                self.to(&judge, &problem, &submission, caller).map(Some)
            }
            Route::Domjudge { base, contest, label } => {
                let (netrc, host) = (person.home.join(".netrc"), base.host().to_owned());
                let judge = Domjudge::open(base, &netrc, contest.as_deref(), self.place())?;
                let ending = self.solution.path.extension().unwrap_or_default().to_string_lossy().into_owned();
                let choice = judge.choose(&label, &submission.language, &ending)?;
                if choice.needs_entry_point && submission.entry_point.is_none() {
                    return Err(refused(format!("{} needs an entry point", choice.language_name))
                        .with_hint("name it: the class with `main`, or the file to start"));
                }
                if !caller.listener.sends(&host, &format!("{}, as {}", choice.title, choice.language_name))? {
                    return Ok(None);
                }
                self.to(&judge, &choice, &submission, caller).map(Some)
            }
            Route::Browser { page } => {
                if !caller.listener.sends(page.host(), "through the browser in which you are logged in")? {
                    return Ok(None);
                }
                let door = BrowserPort::open(PORT)?;
                caller.listener.sending(&Sending::WaitsForBrowser)?;
                let mut sent = self.sent(page.host());
                sent.page = Some(page.to_string());
                let mut wait = || go_on(caller.cancel);
                door.give(&self.problem.title, &page, &submission, BROWSER, &mut wait)?;
                self.remember(&sent, caller)?;
                caller.listener.sending(&Sending::InBrowser(&page))?;
                Ok(Some(SubmitOutcome { sent, outcome: None }))
            }
        }
    }

    fn to<J: remote::Judge>(
        &self,
        judge: &J,
        problem: &J::Problem,
        submission: &Submission,
        caller: &mut Caller<'_>,
    ) -> Result<SubmitOutcome, Error> {
        let mut sent = self.sent(judge.host());
        let receipt = match judge.send(problem, submission) {
            Ok(receipt) => receipt,
            Err(error) => {
                if error.may_have_arrived() {
                    self.remember(&sent, caller)?;
                }
                return Err(error.into());
            }
        };
        (sent.id, sent.page) = (Some(receipt.id.clone()), Some(receipt.page.to_string()));
        self.remember(&sent, caller)?;
        caller.listener.sending(&Sending::Arrived(&receipt))?;
        let outcome = match judge.follow(&receipt, Patience::default(), &mut |step| self.step(step, caller)) {
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
            words: Some(outcome.words.to_string()),
            time: outcome.time,
            score: outcome.score.as_deref().map(str::to_owned),
        });
        self.remember(&sent, caller)?;
        Ok(SubmitOutcome { sent, outcome: Some(outcome) })
    }

    fn submission(&self, wanted: &SubmitRequest) -> Submission {
        let language = self.solution.language.0.to_string();
        let path = &self.solution.path;
        let entry_point = wanted.entry_point.clone().or_else(|| self.main_class.clone());
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Submission { language, entry_point, files: vec![SourceFile { name, text: self.bytes.clone() }] }
    }

    fn sent(&self, host: &str) -> SentProgram {
        let at = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let hash = Key::of_content(&*self.bytes).map(|key| key.hex());
        let (problem, solution) = (self.problem.id.to_string(), self.solution.id.to_string());
        SentProgram::new(at, problem, solution, hash.unwrap_or_default(), host.to_owned(), self.here())
    }

    fn step(&self, step: &Progress, caller: &mut Caller<'_>) -> ControlFlow<()> {
        // Where nobody listens any more, the verdict is still remembered.
        let _ = caller.listener.sending(&Sending::Judged(step));
        go_on(caller.cancel)
    }

    fn remember(&self, sent: &SentProgram, caller: &mut Caller<'_>) -> Result<(), Error> {
        match append(&self.log, sent) {
            Ok(()) => Ok(()),
            Err(error) => caller.listener.sending(&Sending::NotRemembered(&self.log, &error)),
        }
    }

    /// What the tests here say: the verdict of the first test that was not accepted, and the
    /// longest time.
    fn here(&self) -> SideVerdict {
        let Some(result) = &self.result else { return SideVerdict::default() };
        let bad = result.tests.iter().find(|test| test.verdict != Some(Verdict::Accepted));
        let of_tests = bad.map_or((!result.tests.is_empty()).then_some(Verdict::Accepted), |test| test.verdict);
        let is_rejected = matches!(result.build, Build::Rejected { .. });
        let verdict = if is_rejected { Some(Verdict::CompileError) } else { of_tests };
        let time = result.tests.iter().filter_map(|test| test.cpu).max();
        SideVerdict { verdict, time, ..SideVerdict::default() }
    }
}

fn go_on(cancel: &Cancel) -> ControlFlow<()> {
    if cancel.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

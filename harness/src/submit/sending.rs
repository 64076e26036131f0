//! Sending a file to its judge: where it goes, the question, the verdict there.

use crate::answers::agreed;
use crate::args::CommonArgs;
use crate::error::{CliError, ErrorKind, chain, refused};
use crate::exit::Exit;
use crate::last_run;
use crate::screen::{Screen, say, write_aside};
use clap::Args;
use judge::config;
use model::key::Key;
use model::{Problem, Solution, Verdict};
use profiles::Judge;
use remote::browser::{Door, PORT};
use remote::domjudge::Domjudge;
use remote::kattis::{Kattis, Settings};
use remote::{Address, Error, Outcome, Patience, Progress, Receipt, SourceFile, Stage, Submission, codeforces, kattis};
use report::artifacts::submissions::{Sent, SideVerdict, append};
use report::text::{phrase, sanitize};
use sandbox::Cancel;
use std::env;
use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How long the browser is waited for.
const BROWSER: Duration = Duration::from_secs(120);

/// Where the file is sent.
#[derive(Args, Debug, Default)]
#[group(skip)]
pub(super) struct SendArgs {
    /// Send the file without a question
    #[arg(short, long, conflicts_with_all = ["copy", "print"])]
    yes: bool,
    /// Send the file although a check has failed
    #[arg(long, conflicts_with_all = ["copy", "print"])]
    pub(super) anyway: bool,
    /// The problem's page at Kattis, Codeforces or CSES, or the address of a DOMjudge [default: the
    /// address in problem.toml; of a DOMjudge, $SUBMITBASEURL]
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    /// The contest at a DOMjudge [default: $SUBMITCONTEST, or the only one that is active]
    #[arg(long, value_name = "NAME")]
    contest: Option<String>,
    /// The problem's label at a DOMjudge [default: `source.id` in problem.toml, or its name]
    #[arg(long = "as", value_name = "LABEL")]
    label: Option<String>,
    /// The class with `main`, or the file to start [default: the file's name for Java, Kotlin and
    /// Scala]
    #[arg(long, value_name = "NAME")]
    entry_point: Option<String>,
    /// Your name at Codeforces: its verdict is then shown here, too
    #[arg(long, value_name = "NAME")]
    handle: Option<String>,
}

impl SendArgs {
    /// The call's options, with the judge at the address that the file is sent to. A judge that is
    /// named goes before it.
    pub(super) fn with_judge(&self, common: &CommonArgs) -> CommonArgs {
        let address = || self.to.as_deref().and_then(|to| Address::parse(to).ok());
        let there = || profiles::at(&address()?.to_string()).map(|judge| judge.id.clone());
        CommonArgs { judge: common.judge.clone().or_else(there), ..common.clone() }
    }
}

/// How a file reaches its judge.
pub(super) enum Route {
    Kattis { settings: Box<Settings>, problem: kattis::KattisProblem, host: String },
    Domjudge { base: Address, contest: Option<String>, label: String },
    Browser { page: Address },
}

/// What stands between a file and its judge.
pub(super) enum NoRoute {
    /// No program may send to this judge, or nobody knows which it is.
    ByHand,
    /// Something is missing.
    Missing(Error),
}

/// Where the file is sent.
///
/// # Errors
/// When an address that was named is not one.
pub(super) fn route(
    args: &SendArgs,
    problem: &Problem,
    judge: Option<&Judge>,
) -> Result<Result<Route, NoRoute>, CliError> {
    let named = args.to.as_deref().map(Address::parse).transpose().map_err(|error| cannot_send(&error))?;
    let own = problem.source.url.as_deref().filter(|_| is_own(problem, judge));
    let page = named.clone().or_else(|| own.and_then(|url| Address::parse(url).ok()));
    let base = match &named {
        Some(_) => None,
        None => env::var("SUBMITBASEURL").ok().filter(|base| !base.is_empty()),
    };
    let base = base.map(|base| Address::parse(&base)).transpose().map_err(|error| cannot_send(&error))?;
    let is = |id: &str| judge.is_some_and(|judge| judge.id == id);
    let judge_there = page.as_ref().and_then(|page| profiles::at(&page.to_string()));
    let at = |id: &str| judge_there.is_some_and(|judge| judge.id == id);
    if let Some(page) = page.as_ref().filter(|_| at("codeforces") || at("cses")) {
        return Ok(Ok(Route::Browser { page: page.clone() }));
    }
    if let Some(page) = &page {
        let host = page.host();
        let home = home();
        let found = kattis::KattisProblem::of(page).and_then(|of| Ok((of, Settings::of_home(&home, host)?)));
        match found {
            Ok((of, settings)) => {
                return Ok(Ok(Route::Kattis { settings: Box::new(settings), problem: of, host: host.to_owned() }));
            }
            Err(error) if at("kattis") || matches!(error, Error::Exposed { .. } | Error::Settings { .. }) => {
                return Ok(Err(NoRoute::Missing(error)));
            }
            // Not a Kattis.
            Err(_) => {}
        }
    }
    let base = base.or(named).or(page.filter(|_| is("domjudge")).and_then(|page| Address::parse(&page.origin()).ok()));
    let Some(base) = base.filter(|_| args.to.is_some() || judge.is_none() || is("domjudge")) else {
        return Ok(Err(NoRoute::ByHand));
    };
    let contest = args.contest.clone().or_else(|| env::var("SUBMITCONTEST").ok().filter(|name| !name.is_empty()));
    let label = args.label.clone().or_else(|| problem.source.id.clone()).unwrap_or_else(|| problem.id.to_string());
    Ok(Ok(Route::Domjudge { base, contest, label }))
}

/// Whether the problem's address is at this judge.
fn is_own(problem: &Problem, judge: Option<&Judge>) -> bool {
    let own = |judge: &Judge| match &problem.source.judge {
        Some(own) => judge.is_called(own),
        None => true,
    };
    judge.is_none_or(own)
}

/// Where a person's names and secrets are. Without a home they are nowhere: the folder of the call
/// may have been filled by somebody else.
fn home() -> PathBuf {
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    home.unwrap_or_else(|| PathBuf::from("/"))
}

/// An error of a judge or on the way there.
fn cannot_send(error: &Error) -> CliError {
    if matches!(error, Error::Interrupted) {
        return CliError::Interrupted;
    }
    let hint = error.hint();
    let kind = match error.may_have_arrived() {
        true => ErrorKind::Incomplete,
        false => ErrorKind::UsageOrContent,
    };
    let words = sanitize::name(&chain(error), true).into_owned();
    let refusal = refused(words).of_kind(kind);
    match hint {
        Some(hint) => refusal.with_hint(hint),
        None => refusal,
    }
}

impl Route {
    /// The judge's host.
    fn host(&self) -> &str {
        match self {
            Route::Kattis { host, .. } => host,
            Route::Domjudge { base, .. } => base.host(),
            Route::Browser { page } => page.host(),
        }
    }
}

/// What is sent, and what is known of it here.
pub(super) struct Parcel<'a> {
    pub problem: &'a Problem,
    pub solution: &'a Solution,
    pub bytes: &'a [u8],
    /// The verdict here.
    pub here: SideVerdict,
    pub root: &'a Path,
    pub screen: &'a Screen,
    pub cancel: &'a Cancel,
}

impl Parcel<'_> {
    /// Sends the file, if there is a way. `None` if it is to be handed over otherwise.
    ///
    /// # Errors
    /// As [`Parcel::send`]; with `--yes`, also where there is no way.
    pub(super) fn by(&self, args: &SendArgs, route: Result<Route, NoRoute>) -> Result<Option<Exit>, CliError> {
        match route {
            Ok(route) => self.send(args, route),
            Err(NoRoute::ByHand) if args.yes || args.to.is_some() => Err(refused("no program can send to this judge")
                .with_hint("`--to ADDRESS` names the problem's page at Kattis, Codeforces or CSES, or a DOMjudge")),
            Err(NoRoute::ByHand) => Ok(None),
            Err(NoRoute::Missing(error)) if args.yes || args.to.is_some() => Err(cannot_send(&error)),
            Err(NoRoute::Missing(error)) => {
                say!("not sent: {}\n", harmless(&chain(&error)))?;
                if let Some(hint) = error.hint() {
                    say!("          {}\n", harmless(&hint))?;
                }
                Ok(None)
            }
        }
    }

    /// Asks, sends, follows. `None` if the person says no, or nobody can be asked.
    ///
    /// # Errors
    /// When the judge cannot be reached, refuses, or nobody knows whether the file has arrived.
    fn send(&self, args: &SendArgs, route: Route) -> Result<Option<Exit>, CliError> {
        let submission = self.submission(args);
        let host = route.host().to_owned();
        match route {
            Route::Kattis { settings, problem, .. } => {
                let what = format!("problem {}", problem.id);
                if !self.agreed(args, &host, &what)? {
                    return Ok(None);
                }
                let judge = Kattis::log_in(*settings).map_err(|error| cannot_send(&error))?;
                self.to(&judge, &problem, &submission).map(Some)
            }
            Route::Domjudge { base, contest, label } => {
                let netrc = home().join(".netrc");
                let judge = Domjudge::open(base, &netrc, contest.as_deref()).map_err(|error| cannot_send(&error))?;
                let ending = self.solution.path.extension().unwrap_or_default().to_string_lossy().into_owned();
                let choice =
                    judge.choose(&label, &submission.language, &ending).map_err(|error| cannot_send(&error))?;
                if choice.needs_entry_point && submission.entry_point.is_none() {
                    return Err(refused(format!("{} needs an entry point", choice.language_name))
                        .with_hint("`--entry-point NAME`: the class with `main`, or the file to start"));
                }
                if !self.agreed(args, &host, &format!("{}, as {}", choice.title, choice.language_name))? {
                    return Ok(None);
                }
                self.to(&judge, &choice, &submission).map(Some)
            }
            Route::Browser { page } => {
                if !self.agreed(args, &host, "through the browser in which you are logged in")? {
                    return Ok(None);
                }
                self.through_the_browser(args, &page, &submission).map(Some)
            }
        }
    }

    fn to<J: remote::Judge>(&self, judge: &J, problem: &J::Problem, submission: &Submission) -> Result<Exit, CliError> {
        let mut sent = self.sent(judge.host());
        let receipt = self.receipt(judge.send(problem, submission), &mut sent)?;
        let outcome = judge.follow(&receipt, Patience::default(), &mut |step| self.step(step));
        self.end(outcome, sent)
    }

    fn submission(&self, args: &SendArgs) -> Submission {
        let language = self.solution.language.0.to_string();
        let path = &self.solution.path;
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let has_class = ["java", "kotlin", "scala"].contains(&language.as_str());
        let entry_point = args.entry_point.clone().or_else(|| stem().filter(|_| has_class));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Submission { language, entry_point, files: vec![SourceFile { name, text: self.bytes.to_vec() }] }
    }

    fn agreed(&self, args: &SendArgs, host: &str, what: &str) -> Result<bool, CliError> {
        let what = sanitize::name(what, self.screen.unicode).into_owned();
        say!("send to   {host}, {what}\n")?;
        Ok(args.yes || agreed(self.cancel, &format!("send {} to {host}?", self.solution.display))?)
    }

    fn sent(&self, host: &str) -> Sent {
        let at = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let hash =
            Key::of_content(self.bytes).map(|key| key.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect());
        let (problem, solution) = (self.problem.id.to_string(), self.solution.id.to_string());
        Sent::new(at, problem, solution, hash.unwrap_or_default(), host.to_owned(), self.here.clone())
    }

    /// Remembers what was sent, also if nobody knows whether it has arrived.
    fn receipt(&self, receipt: Result<Receipt, Error>, sent: &mut Sent) -> Result<Receipt, CliError> {
        match receipt {
            Ok(receipt) => {
                (sent.id, sent.page) = (Some(receipt.id.clone()), Some(receipt.page.to_string()));
                self.remember(sent);
                say!("sent      submission {}\n          {}\n", harmless(&receipt.id), receipt.page)?;
                Ok(receipt)
            }
            Err(error) => {
                if error.may_have_arrived() {
                    self.remember(sent);
                }
                Err(cannot_send(&error))
            }
        }
    }

    fn through_the_browser(&self, args: &SendArgs, page: &Address, submission: &Submission) -> Result<Exit, CliError> {
        let host = page.host().to_owned();
        let follows = match (&args.handle, codeforces::CodeforcesProblem::of(page)) {
            (Some(handle), Ok(problem)) => {
                let api = Address::parse(&format!("{}/api", page.origin())).map_err(|error| cannot_send(&error))?;
                let submissions = codeforces::Submissions::of(api, handle).map_err(|error| cannot_send(&error))?;
                let newest = submissions.newest().map_err(|error| cannot_send(&error))?;
                Some((submissions, problem, newest))
            }
            _ => None,
        };
        let door = Door::open(PORT).map_err(|error| cannot_send(&error))?;
        say!("waiting   for the extension cph-submit in your browser, {} s at most\n", BROWSER.as_secs())?;
        let mut wait = || if self.cancel.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let mut sent = self.sent(&host);
        sent.page = Some(page.to_string());
        match door.give(&self.problem.title, page, submission, BROWSER, &mut wait) {
            Ok(()) => self.remember(&sent),
            Err(error) => return Err(cannot_send(&error)),
        }
        say!("sent      to the browser, which opens {page}\n")?;
        let Some((submissions, problem, newest)) = follows else {
            say!("there     the verdict is shown in the browser\n")?;
            return Ok(Exit::FaultOrIncomplete);
        };
        let outcome = submissions.follow(&problem, newest, Patience::default(), &mut |step| self.step(step));
        self.end(outcome, sent)
    }

    /// Shows how far the judge is, on a terminal.
    fn step(&self, step: &Progress) -> ControlFlow<()> {
        if io::stderr().is_terminal() {
            let stage = match step.stage {
                Stage::Waiting => "waiting",
                Stage::Compiling => "compiling",
                Stage::Running => "running",
            };
            let tests = match (step.done, step.tests) {
                (Some(done), Some(tests)) => format!(", {done} of {tests} tests"),
                (Some(done), None) => format!(", {}", phrase::count(done as usize, "test")),
                (None, _) => String::new(),
            };
            write_aside(&format!("\r\x1b[K{stage} there{tests} "));
        }
        if self.cancel.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Says both verdicts.
    fn end(&self, outcome: Result<Outcome, Error>, mut sent: Sent) -> Result<Exit, CliError> {
        if io::stderr().is_terminal() {
            write_aside("\r\x1b[K");
        }
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(Error::Interrupted) => return Err(CliError::Interrupted),
            Err(error) => {
                let page = sent.page.as_deref().unwrap_or(&sent.judge);
                let words = format!("sent, but the verdict is not known: {}", sanitize::name(&chain(&error), true));
                return Err(refused(words).with_hint(format!("look at {page}")).of_kind(ErrorKind::Incomplete));
            }
        };
        sent.there = Some(side_verdict(&outcome));
        self.remember(&sent);
        say!("here      {}\n", sentence(&sent.here))?;
        say!("there     {}\n", sent.there.as_ref().map(sentence).unwrap_or_default())?;
        if let Some(feedback) = outcome.feedback.filter(|_| outcome.verdict != Some(Verdict::Accepted)) {
            for line in feedback.lines().take(20) {
                say!("        | {}\n", harmless(line))?;
            }
        }
        if outcome.verdict.is_some() && sent.here.verdict != outcome.verdict {
            let advice = advice(sent.here.verdict, outcome.verdict, &self.problem.id.to_string());
            say!("          here and there differ: {advice}\n")?;
        }
        Ok(match outcome.verdict {
            Some(Verdict::Accepted) => Exit::AsExpected,
            Some(_) => Exit::NotAsExpected,
            None => Exit::FaultOrIncomplete,
        })
    }

    fn remember(&self, sent: &Sent) {
        let path = last_run::folder(self.root).submissions();
        if let Err(error) = append(&path, sent) {
            write_aside(&format!("note: not remembered in {}: {error}\n", config::display(&path).display()));
        }
    }
}

fn side_verdict(outcome: &Outcome) -> SideVerdict {
    SideVerdict {
        verdict: outcome.verdict,
        words: Some(outcome.words.clone()),
        time: outcome.time,
        memory: outcome.memory,
        score: outcome.score.clone(),
    }
}

/// `accepted, 0.05 s, score 40`
pub(crate) fn sentence(side: &SideVerdict) -> String {
    let verdict = side.verdict.map(|verdict| verdict.name().to_owned());
    let mut parts =
        vec![verdict.or_else(|| side.words.as_deref().map(harmless)).unwrap_or_else(|| "unknown".to_owned())];
    parts.extend(side.time.map(|time| format!("{:.2} s", time.as_secs_f64())));
    parts.extend(side.memory.map(|bytes| model::ByteSize(bytes).to_string()));
    parts.extend(side.score.as_deref().map(|score| format!("score {}", harmless(score))));
    parts.join(", ")
}

fn harmless(text: &str) -> String {
    sanitize::name(text, true).into_owned()
}

/// What to try where two judges disagree.
fn advice(here: Option<Verdict>, there: Option<Verdict>, problem: &str) -> String {
    match there {
        Some(Verdict::Accepted) => format!("the tests here may be wrong: `harness check {problem}`"),
        Some(Verdict::TimeLimit) => {
            format!("larger tests: `harness stress {problem}`; the machine there: `harness --time-factor 2 {problem}`")
        }
        Some(Verdict::CompileError) => {
            "another compiler, or other flags: `harness explain` lists those of the judge".to_owned()
        }
        Some(Verdict::MemoryLimit) => format!("the limit there: `harness explain {problem}` says the one here"),
        Some(Verdict::WrongAnswer | Verdict::PresentationError | Verdict::OutputLimit | Verdict::RunTimeError)
            if here == Some(Verdict::Accepted) =>
        {
            format!("a test is missing here: `harness stress {problem}` looks for one")
        }
        Some(_) | None => format!("`harness {problem}` shows what fails here"),
    }
}

//! Sending a file to its judge, on the screen: the question, how far the judge is, both verdicts.

use crate::answers::agreed;
use crate::args::CommonArgs;
use crate::error::{CliError, chain};
use crate::exit::Exit;
use crate::screen::{Screen, say, write_aside, write_raw};
use clap::Args;
use judge::config;
use judge::submit::{
    BROWSER, Correspondent, NoRoute, OutgoingProgram, Person, Sending, SentProgram, SideVerdict, SubmitOutcome,
    SubmitRequest, judge_at, route,
};
use model::Verdict;
use profiles::Judge;
use remote::{Outcome, Progress, Stage};
use report::text::{phrase, sanitize};
use std::env;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

/// Where the file is sent.
#[derive(Args, Clone, Debug, Default)]
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
        let there = || judge_at(self.to.as_deref()?).map(|judge| judge.id.clone());
        CommonArgs { judge: common.judge.clone().or_else(there), ..common.clone() }
    }

    fn wanted(&self) -> SubmitRequest {
        let SendArgs { to, contest, label, entry_point, handle, yes, anyway: _ } = self.clone();
        SubmitRequest { must: yes || to.is_some(), to, contest, label, entry_point, handle }
    }
}

/// Who sends: the environment says where the secrets are, and which DOMjudge is the usual one.
fn person() -> Person {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    Person { home: home(), domjudge: set("SUBMITBASEURL"), contest: set("SUBMITCONTEST") }
}

/// Where a person's names and secrets are. Without a home they are nowhere: the folder of the call
/// may have been filled by somebody else.
fn home() -> PathBuf {
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    home.unwrap_or_else(|| PathBuf::from("/"))
}

/// Sends the file, if there is a way. `None` if it is to be handed over otherwise.
///
/// # Errors
/// As [`OutgoingProgram::send`]; with `--yes`, also where there is no way.
pub(super) fn by(
    args: &SendArgs,
    parcel: &OutgoingProgram<'_>,
    judge: Option<&Judge>,
    screen: &Screen,
) -> Result<Option<Exit>, CliError> {
    let (wanted, person) = (args.wanted(), person());
    let route = match route(&wanted, &person, parcel.problem, judge).map_err(on_one_line)? {
        Ok(route) => route,
        Err(NoRoute::ByHand) => return Ok(None),
        Err(NoRoute::Missing(error)) => {
            say!("not sent: {}\n", harmless(&chain(&error)))?;
            if let Some(hint) = error.hint() {
                say!("          {}\n", harmless(&hint))?;
            }
            return Ok(None);
        }
    };
    let mut teller = Sender { parcel, screen, yes: args.yes };
    let submitted = parcel.send(&wanted, &person, route, &mut teller);
    if io::stderr().is_terminal() {
        write_raw("\r\x1b[K");
    }
    match submitted.map_err(on_one_line)? {
        None => Ok(None),
        Some(SubmitOutcome { outcome: None, .. }) => {
            say!("there     the verdict is shown in the browser\n")?;
            Ok(Some(Exit::FaultOrIncomplete))
        }
        Some(SubmitOutcome { sent, outcome: Some(outcome) }) => both(&sent, &outcome).map(Some),
    }
}

/// Asks, and shows what becomes of the file.
struct Sender<'a> {
    parcel: &'a OutgoingProgram<'a>,
    screen: &'a Screen,
    yes: bool,
}

impl Correspondent for Sender<'_> {
    fn agrees(&mut self, host: &str, what: &str) -> Result<bool, CliError> {
        let what = sanitize::name(what, self.screen.unicode).into_owned();
        say!("send to   {host}, {what}\n")?;
        let question = format!("send {} to {host}?", self.parcel.solution.display);
        let agrees = self.yes || agreed(self.parcel.cancel, &question)?;
        if !agrees {
            self.screen.note("not sent; `--yes` sends it without a question");
        }
        Ok(agrees)
    }

    fn hear(&mut self, step: Sending<'_>) -> Result<(), CliError> {
        match step {
            Sending::WaitsForBrowser => {
                let seconds = BROWSER.as_secs();
                say!("waiting   for the extension cph-submit in your browser, {seconds} s at most\n")
            }
            Sending::InBrowser(page) => say!("sent      to the browser, which opens {page}\n"),
            Sending::Arrived(receipt) => {
                say!("sent      submission {}\n          {}\n", harmless(&receipt.id), receipt.page)
            }
            Sending::Judged(progress) => {
                if io::stderr().is_terminal() {
                    write_raw(&format!("\r\x1b[K{} ", how_far(progress)));
                }
                Ok(())
            }
            Sending::NotRemembered(error) => {
                let place = config::display(self.parcel.log);
                write_aside(&format!("note: not remembered in {}: {error}\n", place.display()));
                Ok(())
            }
        }
    }
}

/// `running there, 3 of 10 tests`
fn how_far(progress: &Progress) -> String {
    let stage = match progress.stage {
        Stage::Waiting => "waiting",
        Stage::Compiling => "compiling",
        Stage::Running => "running",
    };
    let tests = match (progress.done, progress.tests) {
        (Some(done), Some(tests)) => format!(", {done} of {tests} tests"),
        (Some(done), None) => format!(", {}", phrase::count(done as usize, "test")),
        (None, _) => String::new(),
    };
    format!("{stage} there{tests}")
}

/// Says both verdicts.
fn both(sent: &SentProgram, outcome: &Outcome) -> Result<Exit, CliError> {
    say!("here      {}\n", sentence(&sent.here))?;
    say!("there     {}\n", sent.there.as_ref().map(sentence).unwrap_or_default())?;
    if let Some(feedback) = outcome.feedback.as_ref().filter(|_| outcome.verdict != Some(Verdict::Accepted)) {
        for line in feedback.lines().take(20) {
            say!("        | {}\n", harmless(line))?;
        }
    }
    if let Some(advice) = sent.advice(outcome.verdict) {
        say!("          here and there differ: {advice}\n")?;
    }
    Ok(match outcome.verdict {
        Some(Verdict::Accepted) => Exit::AsExpected,
        Some(_) => Exit::NotAsExpected,
        None => Exit::FaultOrIncomplete,
    })
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

/// An error that may hold a judge's own words: on one line, and harmless.
fn on_one_line(error: CliError) -> CliError {
    match error {
        CliError::Refused { what, hint, kind, because } => {
            CliError::Refused { what: harmless(&what), hint, kind, because }
        }
        CliError::Io { .. }
        | CliError::Selection { .. }
        | CliError::Fault(_)
        | CliError::Draft(_)
        | CliError::Template(_)
        | CliError::Caller(_)
        | CliError::Interrupted => error,
    }
}

fn harmless(text: &str) -> String {
    sanitize::name(text, true).into_owned()
}

//! Sending a file to its judge, on the screen: the question, how far the judge is, both verdicts.

use super::SubmitArgs;
use crate::args::CommonArgs;
use crate::error::{CliError, chain, refused};
use crate::exit::Exit;
use crate::screen::{Screen, say, write_raw};
use crate::session::{self, Teller};
use clap::Args;
use judge::model::Verdict;
use judge::submit::{Outcome, Person, SentProgram, SideVerdict, SubmitOutcome, SubmitRequest, judge_at, route};
use judge::{JudgeProfile, Readiness};
use report::text::sanitize;
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
    /// Hand the file over although a check has failed
    #[arg(long)]
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
}

impl SendArgs {
    /// The call's options, with the judge at the address that the file is sent to. A judge that is
    /// named goes before it.
    pub(super) fn with_judge(&self, common: &CommonArgs) -> CommonArgs {
        let there = || judge_at(self.to.as_deref()?).map(|judge| judge.id.clone());
        CommonArgs { judge: common.judge.clone().or_else(there), ..common.clone() }
    }

    fn wanted(&self) -> SubmitRequest {
        let SendArgs { to, contest, label, entry_point, .. } = self.clone();
        SubmitRequest { to, contest, label, entry_point }
    }
}

/// Who sends: the environment says where the secrets are, and which DOMjudge is the usual one.
fn person() -> Person {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    // Without a home, secrets are nowhere: the folder of the call may have been filled by somebody
    // else.
    let home = home.unwrap_or_else(|| PathBuf::from("/"));
    Person { home, domjudge: set("SUBMITBASEURL"), contest: set("SUBMITCONTEST") }
}

/// Sends the file, if there is a way. `None` if it is to be handed over otherwise.
///
/// # Errors
/// As [`Readiness::send`]; with `--yes`, also where there is no way.
pub(super) fn by(
    args: &SubmitArgs,
    tried: &Readiness,
    judge: Option<&JudgeProfile>,
    screen: &Screen,
) -> Result<Option<Exit>, CliError> {
    let (wanted, person, yes) = (args.sending.wanted(), person(), args.sending.yes);
    // The person wants it sent by this program, and not handed over otherwise.
    let must = yes || wanted.to.is_some();
    let route = match route(&wanted, &person, &tried.problem, judge) {
        Ok(Some(route)) => route,
        Ok(None) if must => {
            return Err(refused("no program can send to this judge")
                .with_hint("`--to ADDRESS` names the problem's page at Kattis, Codeforces or CSES, or a DOMjudge"));
        }
        Ok(None) => return Ok(None),
        Err(error) if must => return Err(on_one_line(error)),
        Err(error) => {
            say!("not sent: {}\n", harmless(&chain(&error)))?;
            if let Some(hint) = error.hint() {
                say!("          {}\n", harmless(&hint))?;
            }
            return Ok(None);
        }
    };
    let cancel = session::cancel_on_signals()?;
    let mut teller = Teller::asking(screen, &cancel, yes);
    let submitted = tried.send(&wanted, &person, route, &mut args.sandbox.caller(&cancel, &mut teller));
    if io::stderr().is_terminal() {
        write_raw("\r\x1b[K");
    }
    match submitted.map_err(on_one_line)? {
        None => Ok(None),
        Some(SubmitOutcome { outcome: None, .. }) => {
            say!("there     the verdict is shown in the browser\n")?;
            Ok(Some(Exit::FaultOrIncomplete))
        }
        Some(SubmitOutcome { sent, outcome: Some(outcome) }) => {
            both(&sent, &outcome, (&args.solution, screen)).map(Some)
        }
    }
}

/// Says both verdicts.
fn both(sent: &SentProgram, outcome: &Outcome, (word, screen): (&str, &Screen)) -> Result<Exit, CliError> {
    say!("here      {}\n", sentence(&sent.here))?;
    say!("there     {}\n", sent.there.as_ref().map(sentence).unwrap_or_default())?;
    if let Some(feedback) = outcome.feedback.as_ref().filter(|_| outcome.verdict != Some(Verdict::Accepted)) {
        for line in feedback.lines().take(20) {
            say!("        | {}\n", harmless(line))?;
        }
    }
    if let Some(advice) = sent.advice(outcome.verdict, word) {
        say!("          here and there differ: {}\n", screen.callable(&advice))?;
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
        | CliError::Caller(_)
        | CliError::Interrupted => error,
    }
}

fn harmless(text: &str) -> String {
    sanitize::name(text, true).into_owned()
}

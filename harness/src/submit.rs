//! `harness submit`: checks that the judge will take a file, then hands it over.
//!
//! Everything is checked on exactly the bytes that are handed over: they are read first, and
//! compared with the file at the end.

mod clipboard;
pub(crate) mod sending;

use crate::args::{CommonArgs, SandboxArgs};
use crate::completions;
use crate::error::{CliError, ErrorKind, OrCannot as _, chain, refused};
use crate::exit::Exit;
use crate::opening;
use crate::screen::{StandardOutput, print, print_beside, say};
use crate::session::{self, Results, Session};
use crate::workspace::{Named, Workspace};
use ::judge::trial::{self, OLDEST, SMALLEST_SIZE_LIMIT, Trial};
use clap::Args;
use engine::build::Built;
use engine::plan::{Plan, PlannedSolution};
use engine::run::Settings;
use judge::OneFile;
use model::record::{self, Build};
use model::{ByteSize, Fault, Language, Problem, Solution, Status, TimeAllowed, TimeFactor, Verdict};
use profiles::{Judge, choose};
use report::artifacts::submissions::SideVerdict;
use report::text::phrase::{count, names};
use report::text::sanitize;
use report::text::{Page, Role, Text};
use sending::{Parcel, SendArgs};
use std::fs;
use std::io::{self, IsTerminal};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  harness submit wythoff
                                   try it out, say where to, and copy it
  harness submit wythoff --judge codeforces
                                   by the rules of another judge
  harness submit nim --to https://open.kattis.com/problems/nim
                                   check it, send it there, and wait for the verdict
  harness submit wythoff --print | ...
                                   the file on standard output, the rest on standard error
  harness submit georgia-and-bob
                                   POJ takes no Rust: its C++ twin

A file is ready when it compiles alone with the judge's edition and flags, keeps to the judge's rustc and size limit, is accepted on every \
test in exactly these bytes, and overflows nowhere. Without a judge in the problem's file it must compile anywhere.

Kattis (~/.kattisrc), DOMjudge (~/.netrc), Codeforces and CSES (the browser extension cph-submit) take files from here, after a question: \
exit code 0 for accepted there, 1 for another verdict, 3 if it is not known. For any other judge the file goes to the clipboard.";

/// Overflow checks cost time; whether the file is fast enough was tested without them.
const OVERFLOW_TIME: &str = "10";

/// Check a file against a judge's rules, then send or copy it
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SubmitArgs {
    /// A problem (its model solution), or one solution
    #[arg(value_name = "PROBLEM[/SOLUTION]", add = completions::filter())]
    solution: String,
    /// Copy the file, and fail if there is no clipboard [default: copy if there is one]
    #[arg(long)]
    copy: bool,
    /// Print the file, do not copy it
    #[arg(long, conflicts_with = "copy")]
    print: bool,
    #[command(flatten)]
    sending: SendArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// How to hand over the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Handover {
    Copy,
    CopyIfPossible,
    Print,
}

pub(crate) fn run(args: &SubmitArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let common = &args.sending.with_judge(common);
    let (mut workspace, named, label) = opening::of_solution(common, &args.solution)?;
    let judge = choose(&named.problem, common.judge()?).map(|(judge, _)| judge);
    let chosen = chosen(&named, label.as_deref(), judge)?;
    let trials = trials(&chosen.solution, judge);
    let mut taught = trials.clone();
    taught.push(Trial::OverflowChecks);
    trial::teach(&mut workspace.languages, &taught)?;
    let handover = match (args.copy, args.print) {
        (true, _) => Handover::Copy,
        (false, true) => Handover::Print,
        (false, false) => Handover::CopyIfPossible,
    };
    session::with_session(&workspace, &args.sandbox, Settings::of_machine(), |session| {
        let scratch = session.builder.scratch()?;
        let read = || {
            let file = judge::one_file(session.builder, &chosen.solution, scratch.path())?;
            let bytes = fs::read(&file.solution.path).or_cannot(format!("read {}", file.solution.display))?;
            Ok::<_, CliError>((file, bytes))
        };
        let (OneFile { solution, pasted }, bytes) = read()?;
        let solution = &solution;
        let mut findings = Findings::new(&workspace, handover);
        findings.title(solution, judge, chosen.note.as_deref());
        if !pasted.is_empty() {
            let pasted: Vec<&str> = pasted.iter().map(String::as_str).collect();
            findings.line(Mark::Good, &format!("one file, with its headers pasted in: {}", names(&pasted, 4)), &[]);
        }
        findings.compiles(session, solution, &trials)?;
        findings.size(bytes.len() as u64, judge);
        findings.accepted(session, &named.problem, solution)?;
        if &*solution.language.0 == "rust" {
            findings.overflow(session, &named.problem, solution)?;
        }
        if let Some(what) = changed(read().map(|(_, now)| now), &bytes) {
            findings.line(Mark::Bad, &what, &[]);
        }
        findings.flush()?;
        if findings.failed && !args.sending.anyway {
            return Err(refused("not ready to be submitted")
                .with_hint("`--anyway` sends it in spite of that")
                .of_kind(ErrorKind::NotAsExpected));
        }
        findings.place(&named.problem, solution, judge);
        findings.flush()?;
        if handover == Handover::CopyIfPossible {
            let route = sending::route(&args.sending, &named.problem, judge)?;
            let here = std::mem::take(&mut findings.here);
            let (problem, root, screen) = (&*named.problem, &*workspace.root, &workspace.screen);
            let parcel = Parcel { problem, solution, bytes: &bytes, here, root, screen, cancel: session.cancel };
            if let Some(exit) = parcel.by(&args.sending, route)? {
                return Ok(exit);
            }
        }
        hand_over(solution, &bytes, handover)
    })
}

/// What is wrong if the file, read again, is not what was tried out.
fn changed(now: Result<Vec<u8>, CliError>, tried: &[u8]) -> Option<String> {
    match now {
        Ok(now) if now == tried => None,
        Ok(_) => Some("the file was changed while it was tried out".to_owned()),
        // What cannot be read now is not the file that was tried out, either.
        Err(error) => Some(format!("the file cannot be read any more: {}", chain(&error))),
    }
}

fn hand_over(solution: &Solution, bytes: &[u8], handover: Handover) -> Result<Exit, CliError> {
    let copied = match handover {
        Handover::Print => return print(bytes).map(|()| Exit::AsExpected),
        // Nobody is at a terminal to paste it.
        Handover::CopyIfPossible if !io::stdout().is_terminal() => return Ok(Exit::AsExpected),
        Handover::Copy | Handover::CopyIfPossible => clipboard::copy(&solution.path, bytes),
    };
    match copied {
        Ok(how) => say!("copied ({how})\n")?,
        Err(why) if handover == Handover::Copy => {
            return Err(refused(why).with_hint("copy the file by hand, or use --print").of_kind(ErrorKind::Incomplete));
        }
        Err(why) => say!("not copied: {why}\n")?,
    }
    Ok(Exit::AsExpected)
}

struct Chosen {
    solution: Arc<Solution>,
    /// Why it is not the solution one might expect.
    note: Option<String>,
}

/// The named solution, or the model solution; if the judge does not take Rust, its twin in C++.
fn chosen(named: &Named, label: Option<&str>, judge: Option<&Judge>) -> Result<Chosen, CliError> {
    let id = &named.problem.id;
    let not_taken = |what: &str, hint: String| refused(what).with_hint(hint).of_kind(ErrorKind::NotAsExpected);
    if let Some(judge) = judge.filter(|judge| judge.gone) {
        let what = format!("{} takes no submissions any more (checked {})", judge.name, judge.checked);
        return Err(not_taken(&what, format!("name another one: `harness submit {id} --judge NAME`")));
    }
    let is_named = |solution: &&Arc<Solution>| label.is_some_and(|label| solution.id.is_called(label));
    // A name without an extension may fit several files: the one this judge takes, Rust before
    // others.
    let is_cpp = |solution: &&Arc<Solution>| &*solution.language.0 == "cpp";
    let is_rust = |solution: &&Arc<Solution>| &*solution.language.0 == "rust";
    let all = || named.solutions.iter().filter(is_named);
    let found = match (label, judge) {
        (None, _) => named.model(),
        (Some(_), Some(judge)) if !judge.takes_rust() => all().find(is_cpp).or_else(|| all().next()),
        (Some(_), _) => all().find(is_rust).or_else(|| all().next()),
    };
    let solution = found.ok_or_else(|| named.no_solution(label.unwrap_or(id.as_str())))?;
    let Some(judge) = judge.filter(|judge| !judge.takes_rust() && &*solution.language.0 == "rust") else {
        return Ok(Chosen { solution: Arc::clone(solution), note: None });
    };
    let twin = |other: &&Arc<Solution>| &*other.language.0 == "cpp" && other.id.label == solution.id.label;
    let refusal = format!("{} takes no Rust (checked {})", judge.name, judge.checked);
    match named.solutions.iter().find(twin) {
        Some(twin) if label.is_none() => {
            Ok(Chosen { solution: Arc::clone(twin), note: Some(format!("{refusal}; this is the C++ twin")) })
        }
        Some(twin) => Err(not_taken(&refusal, format!("its C++ twin: `harness submit {}`", twin.id))),
        None => Err(not_taken(&refusal, format!("write a C++ twin: solutions/cpp/{}.cpp", solution.id.stem()))),
    }
}

fn trials(solution: &Solution, judge: Option<&Judge>) -> Vec<Trial> {
    match (&*solution.language.0, judge) {
        ("rust", Some(judge)) => Trial::of_judge(judge),
        ("rust", None) => {
            let mut trials = Trial::anywhere();
            trials.push(Trial::Version(OLDEST.to_owned()));
            trials
        }
        ("cpp", Some(judge)) => judge.cpp_standard.clone().map(Trial::CppStandard).into_iter().collect(),
        _ => Vec::new(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Good,
    /// Worth knowing, but no reason not to submit.
    Note,
    Bad,
}

/// Prints findings as they come.
struct Findings<'a> {
    workspace: &'a Workspace,
    page: Page<Vec<u8>>,
    /// Taken, if the file itself goes there.
    output: StandardOutput,
    failed: bool,
    /// What the tests here say.
    here: SideVerdict,
}

impl<'a> Findings<'a> {
    fn new(workspace: &'a Workspace, handover: Handover) -> Findings<'a> {
        let output = if handover == Handover::Print { StandardOutput::Taken } else { StandardOutput::Free };
        Findings { workspace, page: workspace.screen.page(output), output, failed: false, here: SideVerdict::default() }
    }

    fn title(&mut self, solution: &Solution, judge: Option<&Judge>, note: Option<&str>) {
        let mut text = Text::new().with(Role::Strong, solution.id.to_string());
        match judge {
            Some(judge) => text.push(Role::Plain, format!(" for {} (checked {})", judge.name, judge.checked)),
            None => text.push(Role::Plain, ": no judge set in problem.toml, checked against the strictest rules"),
        }
        // Writing to memory cannot fail, here and below.
        let _ = self.page.wrapped(&text, 2);
        if let Some(note) = note {
            self.line(Mark::Note, note, &[]);
        }
    }

    /// Prints one finding, and the first lines of the refusal.
    fn line(&mut self, mark: Mark, what: &str, words: &[&str]) {
        let (word, role) = match mark {
            Mark::Good => ("ok", Role::Good),
            Mark::Note => ("note", Role::Warn),
            Mark::Bad => ("FAIL", Role::Bad),
        };
        self.failed |= mark == Mark::Bad;
        let unicode = self.workspace.screen.unicode;
        let mut text = Text::new().with(Role::Plain, "  ").with(role, format!("{word:<4}")).with(Role::Plain, "  ");
        text.push(Role::Plain, sanitize::name(what, unicode));
        let _ = self.page.wrapped(&text, 8);
        for line in words {
            let text = Text::new().with(Role::Dim, "        | ").with(Role::Plain, sanitize::name(line, unicode));
            let _ = self.page.wrapped(&text, 10);
        }
    }

    fn compiles(&mut self, session: &Session<'_>, solution: &Solution, trials: &[Trial]) -> Result<(), CliError> {
        let sources: Vec<_> = trials.iter().map(|trial| trial.source(solution)).collect();
        let built = session.runner.build(&sources, &mut Results::default());
        let mut fine = Vec::new();
        for (trial, built) in trials.iter().zip(built) {
            let what = match trial {
                Trial::Edition { edition, .. } => format!("edition {edition}"),
                Trial::Version(version) => format!("rustc {version}"),
                Trial::CppStandard(standard) => standard.clone(),
                Trial::OverflowChecks => "overflow checks".to_owned(),
            };
            let is_version = matches!(trial, Trial::Version(_));
            if is_version {
                self.compiled(&mut fine);
            }
            match built {
                Ok(Built::Ready { .. }) if is_version => {
                    let words =
                        format!("{what} has all that is used of the standard library (newer syntax is not looked for)");
                    self.line(Mark::Good, &words, &[]);
                }
                Ok(Built::Ready { warnings, .. }) if warnings.trim().is_empty() => fine.push(what),
                Ok(Built::Ready { warnings, .. }) => {
                    self.line(Mark::Note, &format!("{what}: compiles with warnings"), &first_lines(&warnings));
                }
                Ok(Built::Rejected { messages }) => {
                    let words = if is_version {
                        format!("newer than {what}")
                    } else {
                        format!("{what}: does not compile alone")
                    };
                    self.line(Mark::Bad, &words, &first_lines(&messages));
                }
                Ok(Built::Interrupted) => return Err(CliError::Interrupted),
                Err(fault) if is_version => {
                    let hint = fault.hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
                    self.line(
                        Mark::Note,
                        &format!("whether {what} is new enough is not known: no clippy here{hint}"),
                        &[],
                    );
                }
                Err(fault) => return Err(fault.into()),
            }
        }
        self.compiled(&mut fine);
        Ok(())
    }

    fn compiled(&mut self, fine: &mut Vec<String>) {
        if !fine.is_empty() {
            let rust = self.workspace.languages.get(&Language("rust".into()));
            let crates = rust.is_some_and(|rust| rust.flags.iter().any(|flag| flag.starts_with("--extern")));
            let with = if crates { "the crates of your flags" } else { "the standard library only" };
            self.line(Mark::Good, &format!("compiles alone, with {with}: {}", fine.join(", ")), &[]);
            fine.clear();
        }
    }

    fn size(&mut self, bytes: u64, judge: Option<&Judge>) {
        let size = ByteSize(bytes);
        match judge.and_then(Judge::size_limit) {
            Some(limit) if size > limit => self.line(Mark::Bad, &format!("{size}, and the limit is {limit}"), &[]),
            Some(limit) => self.line(Mark::Good, &format!("{size} of at most {limit}"), &[]),
            None if size > SMALLEST_SIZE_LIMIT => {
                let words = format!("{size}: the limit is not stated, and others have {SMALLEST_SIZE_LIMIT}");
                self.line(Mark::Note, &words, &[]);
            }
            None => {}
        }
    }

    fn accepted(
        &mut self,
        session: &Session<'_>,
        problem: &Arc<Problem>,
        solution: &Arc<Solution>,
    ) -> Result<(), CliError> {
        let Some(result) = judged(session, problem, solution, TimeFactor::default())? else {
            self.line(Mark::Bad, "not judged: there is no test", &[]);
            return Ok(());
        };
        self.here = here(&result);
        if let Build::Rejected { messages } = &result.build {
            // A trial may have shown the messages already.
            let words = if self.failed { Vec::new() } else { first_lines(messages) };
            self.line(Mark::Bad, "does not compile", &words);
            return Ok(());
        }
        let bad = result.tests.iter().find(|test| test.verdict != Some(Verdict::Accepted));
        let here = match problem.tests.len() {
            1 => "the one test that is here".to_owned(),
            tests => format!("all {}", count(tests, "test")),
        };
        match bad {
            _ if result.tests.is_empty() => self.line(Mark::Bad, "not judged: there is no test", &[]),
            None if result.status == Status::Met => {
                self.line(Mark::Good, &format!("accepted on {here}, exactly these bytes"), &[]);
            }
            None => self.line(Mark::Bad, "accepted, but its own directives expect something else", &[]),
            Some(test) => {
                let verdict = test.verdict.map_or("not judged", Verdict::name);
                self.line(Mark::Bad, &format!("{verdict} on {}: {}", test.test, reason(test)), &[]);
            }
        }
        Ok(())
    }

    fn overflow(
        &mut self,
        session: &Session<'_>,
        problem: &Arc<Problem>,
        solution: &Arc<Solution>,
    ) -> Result<(), CliError> {
        let checked = Arc::new(Solution { language: Trial::OverflowChecks.language(), ..(**solution).clone() });
        let factor: TimeFactor = OVERFLOW_TIME.parse().unwrap_or_default();
        let Some(result) = judged(session, problem, &checked, factor)? else { return Ok(()) };
        let bad = result.tests.iter().find(|test| test.verdict == Some(Verdict::RunTimeError));
        if let Some(bad) = bad {
            self.line(Mark::Bad, &format!("overflows on {}, which -O hides: {}", bad.test, reason(bad)), &[]);
        } else if result.tests.iter().all(|test| test.verdict == Some(Verdict::Accepted)) {
            self.line(Mark::Good, "overflows nowhere: accepted with overflow checks", &[]);
        } else if !self.failed {
            self.line(Mark::Note, "with overflow checks it does not end in time, so overflows were not ruled out", &[]);
        }
        Ok(())
    }

    fn place(&mut self, problem: &Problem, solution: &Solution, judge: Option<&Judge>) {
        let unicode = self.workspace.screen.unicode;
        let mut field = |label: &str, value: &str| {
            let text =
                Text::new().with(Role::Dim, format!("{label:<10}")).with(Role::Plain, sanitize::name(value, unicode));
            let _ = self.page.line(&text);
        };
        field("file", &solution.display);
        // The address is at the problem's own judge.
        let source = &problem.source;
        let is_own = |judge: &Judge| source.judge.as_deref().is_some_and(|own| judge.is_called(own));
        let url = source.url.as_deref().filter(|_| judge.is_none_or(is_own));
        if let Some(url) = url {
            field("address", url);
        } else if let (Some(judge), Some(id)) = (judge.filter(|judge| is_own(judge)), source.id.as_deref()) {
            field("address", &format!("{} {id}", judge.name));
        }
        match judge {
            Some(judge) if &*solution.language.0 == "rust" => field("language", &judge.choose),
            Some(judge) if &*solution.language.0 == "cpp" && !judge.cpp.is_empty() => field("language", &judge.cpp),
            Some(_) | None => {}
        }
    }

    fn flush(&mut self) -> Result<(), CliError> {
        let page = std::mem::replace(&mut self.page, self.workspace.screen.page(self.output));
        print_beside(self.output, &String::from_utf8_lossy(&page.into_inner()))
    }
}

/// The verdict of the first test that was not accepted, and the longest time.
fn here(result: &record::Solution) -> SideVerdict {
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

/// The result of the problem's tests. `None` if there is no test.
///
/// # Errors
/// When it is interrupted, or a fault leaves open whether the solution is right.
fn judged(
    session: &Session<'_>,
    problem: &Arc<Problem>,
    solution: &Arc<Solution>,
    factor: TimeFactor,
) -> Result<Option<Arc<record::Solution>>, CliError> {
    let planned = PlannedSolution::of(problem, solution, problem.tests.clone(), TimeAllowed::Limit(factor));
    let plan = Plan { solutions: vec![PlannedSolution { whole: true, ..planned }] };
    let (results, _) = session.judge(&plan, &mut session.result_cache())?;
    let result = results.into_iter().next();
    match result.as_deref().and_then(fault) {
        Some(fault) => Err(fault.clone().into()),
        None => Ok(result),
    }
}

/// What kept the solution from being judged. `None` if it was judged, or a test has failed anyway.
fn fault(result: &record::Solution) -> Option<&Fault> {
    match &result.build {
        Build::NoTool { fault } | Build::Fault { fault } => return Some(fault),
        Build::Ready { .. } | Build::Rejected { .. } | Build::Skipped => {}
    }
    let has_failed = result.tests.iter().any(|test| test.verdict.is_some_and(|verdict| verdict != Verdict::Accepted));
    result.tests.iter().find_map(|test| test.fault.as_ref()).filter(|_| !has_failed)
}

/// One line that says why a test was not accepted.
fn reason(test: &record::Test) -> String {
    let stderr = test.evidence.as_ref().map(|evidence| String::from_utf8_lossy(&evidence.stderr.head));
    let overflow = stderr.as_deref().and_then(|text| text.lines().find(|line| line.contains("overflow")));
    let fault = test.fault.as_ref().map(|fault| fault.message.clone());
    let line = overflow.map(str::to_owned).or_else(|| test.note.clone()).or(fault);
    line.unwrap_or_else(|| test.skipped.map_or_else(String::new, |_| "it was not run".to_owned()))
}

/// The first error in a compiler's messages, or else its first warning.
fn first_lines(words: &str) -> Vec<&str> {
    let lines: Vec<&str> = words.lines().collect();
    let begin = lines.iter().position(|line| line.starts_with("error")).unwrap_or(0);
    lines[begin..].iter().copied().take_while(|line| !line.trim().is_empty()).take(8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_that_still_holds_what_was_tried_out_is_ready() {
        let check = |now: Result<&str, CliError>, expected: Option<&str>| {
            assert_eq!(changed(now.map(Vec::from), b"tried").as_deref(), expected);
        };
        check(Ok("tried"), None);
        check(Ok("other"), Some("the file was changed while it was tried out"));
        let gone = io::Error::from(io::ErrorKind::NotFound);
        let words = "the file cannot be read any more: cannot read a.rs: entity not found";
        check(Err::<&str, _>(gone).or_cannot("read a.rs"), Some(words));
    }
}

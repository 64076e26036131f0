//! `harness submit`: checks that the judge will take a file, then hands it over.

pub(crate) mod sending;

use crate::args::{CommonArgs, SandboxArgs};
use crate::completions;
use crate::error::{CliError, ErrorKind, refused};
use crate::exit::Exit;
use crate::last_run;
use crate::opening;
use crate::screen::{StandardOutput, print, print_beside, say};
use crate::session::{self, Teller};
use crate::workspace::Workspace;
use clap::Args;
use engine::build::in_path;
use judge::submit::{ByHand, Parcel, SideVerdict};
use judge::{Mark, Readiness, ToSubmit};
use model::{Problem, Solution};
use package::detect::Kind;
use profiles::{Judge, choose};
use report::text::sanitize;
use report::text::{Page, Role, Text};
use sending::SendArgs;
use std::io::{self, IsTerminal};

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
    let (workspace, named, label) = opening::of_solution(common, &args.solution)?;
    let judge = choose(&named.problem, common.judge()?).map(|(judge, _)| judge);
    let handover = match (args.copy, args.print) {
        (true, _) => Handover::Copy,
        (false, true) => Handover::Print,
        (false, false) => Handover::CopyIfPossible,
    };
    let (cancel, mut teller) = (session::cancel_on_signals()?, Teller::new(&workspace.screen));
    let wanted = ToSubmit { named: &named, label: label.as_deref(), judge };
    let tried = workspace.readiness(&wanted, &mut args.sandbox.caller(&cancel, &mut teller))?;
    let Readiness { solution, bytes, .. } = &tried;
    let mut findings = Findings::new(&workspace, handover);
    findings.title(solution, judge, tried.note.as_deref());
    for finding in &tried.findings {
        findings.line(finding.mark(), &finding.to_string(), finding.quoted());
    }
    findings.flush()?;
    if !tried.is_ready() && !args.sending.anyway {
        return Err(refused("not ready to be submitted")
            .with_hint("`--anyway` sends it in spite of that")
            .of_kind(ErrorKind::NotAsExpected));
    }
    findings.place(&named.problem, solution, judge);
    findings.flush()?;
    if handover == Handover::CopyIfPossible {
        let here = tried.result.as_deref().map(SideVerdict::here).unwrap_or_default();
        let log = last_run::folder(&workspace.root).submissions();
        let problem = &*named.problem;
        let parcel = Parcel { problem, solution, bytes, here, log: &log, cancel: &cancel };
        if let Some(exit) = sending::by(&args.sending, &parcel, judge, &workspace.screen)? {
            return Ok(exit);
        }
    }
    hand_over(solution, bytes, handover)
}

fn hand_over(solution: &Solution, bytes: &[u8], handover: Handover) -> Result<Exit, CliError> {
    let copied = match handover {
        Handover::Print => return print(bytes).map(|()| Exit::AsExpected),
        // Nobody is at a terminal to paste it.
        Handover::CopyIfPossible if !io::stdout().is_terminal() => return Ok(Exit::AsExpected),
        Handover::Copy | Handover::CopyIfPossible => terminal::copy(&solution.path, bytes, in_path),
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

/// What was found, as people read it.
struct Findings<'a> {
    workspace: &'a Workspace,
    page: Page<Vec<u8>>,
    /// Taken, if the file itself goes there.
    output: StandardOutput,
}

impl<'a> Findings<'a> {
    fn new(workspace: &'a Workspace, handover: Handover) -> Findings<'a> {
        let output = if handover == Handover::Print { StandardOutput::Taken } else { StandardOutput::Free };
        Findings { workspace, page: workspace.screen.page(output), output }
    }

    fn title(&mut self, solution: &Solution, judge: Option<&Judge>, note: Option<&str>) {
        let mut text = Text::new().with(Role::Strong, solution.id.to_string());
        match judge {
            Some(judge) => text.push(Role::Plain, format!(" for {} (checked {})", judge.name, judge.checked)),
            None if Kind::of(&self.workspace.root).is_none() => {
                text.push(Role::Plain, ": no judge named (`--judge NAME`), checked against the strictest rules");
            }
            None => text.push(Role::Plain, ": no judge set in problem.toml, checked against the strictest rules"),
        }
        // Writing to memory cannot fail, here and below.
        let _ = self.page.wrapped(&text, 2);
        if let Some(note) = note {
            self.line(Mark::Note, note, &[]);
        }
    }

    /// Prints one finding, and the first lines of the refusal.
    fn line(&mut self, mark: Mark, what: &str, words: &[String]) {
        let (word, role) = match mark {
            Mark::Good => ("ok", Role::Good),
            Mark::Note => ("note", Role::Warn),
            Mark::Bad => ("FAIL", Role::Bad),
        };
        let unicode = self.workspace.screen.unicode;
        let mut text = Text::new().with(Role::Plain, "  ").with(role, format!("{word:<4}")).with(Role::Plain, "  ");
        text.push(Role::Plain, sanitize::name(what, unicode));
        let _ = self.page.wrapped(&text, 8);
        for line in words {
            let text = Text::new().with(Role::Dim, "        | ").with(Role::Plain, sanitize::name(line, unicode));
            let _ = self.page.wrapped(&text, 10);
        }
    }

    fn place(&mut self, problem: &Problem, solution: &Solution, judge: Option<&Judge>) {
        let unicode = self.workspace.screen.unicode;
        let mut field = |label: &str, value: &str| {
            let text =
                Text::new().with(Role::Dim, format!("{label:<10}")).with(Role::Plain, sanitize::name(value, unicode));
            let _ = self.page.line(&text);
        };
        let ByHand { address, language } = ByHand::of(problem, solution, judge);
        let fields = [("file", Some(&*solution.display)), ("address", address.as_deref()), ("language", language)];
        fields
            .into_iter()
            .filter_map(|(label, value)| Some((label, value?)))
            .for_each(|(label, value)| field(label, value));
    }

    fn flush(&mut self) -> Result<(), CliError> {
        let page = std::mem::replace(&mut self.page, self.workspace.screen.page(self.output));
        print_beside(self.output, &String::from_utf8_lossy(&page.into_inner()))
    }
}

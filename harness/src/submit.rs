//! `harness submit`: checks that the judge will take a file, then hands it over.

mod findings;
pub(crate) mod sending;

use crate::args::{CommonArgs, SandboxArgs};
use crate::completions;
use crate::error::{CliError, ErrorKind, refused};
use crate::exit::Exit;
use crate::opening;
use crate::screen::{StandardOutput, print, say};
use crate::session;
use clap::Args;
use findings::Findings;
use judge::machine::in_path;
use judge::model::Solution;
use judge::{Readiness, ReadinessRequest, choose};
use sending::SendArgs;
use std::io::{self, IsTerminal};

const EXAMPLES: &str = "\
Examples:
  harness submit wythoff
                                   try it out, say where to, and copy it
  harness submit a.cpp --judge codeforces
                                   by the rules of this judge
  harness submit a.cpp --to https://open.kattis.com/problems/nim
                                   check it, send it there, and wait for the verdict
  harness submit wythoff --print | ...
                                   the file on standard output, the rest on standard error
  harness submit georgia-and-bob
                                   POJ takes no Rust: its C++ twin

A file is ready when it compiles alone with the judge's edition and flags, keeps to the judge's rustc and size limit, is accepted on every \
test in exactly these bytes, overflows nowhere, and the problem is this judge's. Without a judge in the problem's file it must compile anywhere.

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

pub(crate) fn run(args: &SubmitArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let common = &args.sending.with_judge(common);
    let (workspace, named, label) = opening::of_solution(common, &args.solution)?;
    let judge = choose(&named.problem, common.judge()?).map(|(judge, _)| judge);
    let wanted = ReadinessRequest { named: &named, label: label.as_deref(), judge };
    let tried = session::call(&workspace, &args.sandbox, |caller| workspace.judge.readiness(&wanted, caller))?;
    let Readiness { solution, bytes, .. } = &tried;
    let output = if args.print { StandardOutput::Taken } else { StandardOutput::Free };
    let mut findings = Findings::new(&workspace, output);
    findings.title(&named.problem, solution, judge, tried.note.as_deref());
    for finding in &tried.findings {
        findings.line(finding.mark, &finding.text, &finding.quoted);
    }
    findings.flush()?;
    if !args.sending.anyway {
        let hint = "`--anyway` hands it over in spite of that";
        tried.must_be_ready().map_err(|error| error.with_hint(hint))?;
    }
    findings.place(&named.problem, solution, judge);
    findings.flush()?;
    if !args.copy
        && !args.print
        && let Some(exit) = sending::by(args, &tried, judge, &workspace.screen)?
    {
        return Ok(exit);
    }
    hand_over(args, solution, bytes)
}

fn hand_over(args: &SubmitArgs, solution: &Solution, bytes: &[u8]) -> Result<Exit, CliError> {
    if args.print {
        return print(bytes).map(|()| Exit::AsExpected);
    }
    // Nobody is at a terminal to paste it.
    if !args.copy && !io::stdout().is_terminal() {
        return Ok(Exit::AsExpected);
    }
    match terminal::copy(&solution.path, bytes, in_path) {
        Ok(how) => say!("copied ({how})\n")?,
        Err(why) if args.copy => {
            return Err(refused(why).with_hint("copy the file by hand, or use --print").of_kind(ErrorKind::Incomplete));
        }
        Err(why) => say!("not copied: {why}\n")?,
    }
    Ok(Exit::AsExpected)
}

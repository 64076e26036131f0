//! How mutants are shown on a terminal.

use crate::error::{CliError, chain};
use crate::screen::{StandardOutput, first_lines, print};
use crate::workspace::Workspace;
use judge::Mutants;
use lab::mutation::MutantFate;
use model::Verdict;
use model::record::{Mutation, Survivor};
use report::text::phrase::count;
use report::text::{Page, Role, Text};

pub(crate) fn all(
    workspace: &Workspace,
    judged: Option<&Mutants>,
    mutation: &Mutation,
    verbose: bool,
) -> Result<(), CliError> {
    let screen = &workspace.screen;
    let mut page = screen.page(StandardOutput::Free);
    // Writing to memory cannot fail.
    if let Some(judged) = judged.filter(|_| verbose) {
        for one in &judged.tried.mutants {
            let _ = page.wrapped(&line_of(one), 6);
        }
        let _ = page.blank();
    }
    let (alive, equivalent) = mutation.by_equivalence();
    for survivor in if verbose { &mutation.survivors } else { alive } {
        put(&mut page, &mutation.path, survivor);
    }
    let quiet: Vec<String> = equivalent.iter().map(|survivor| survivor.line.to_string()).collect();
    if !quiet.is_empty() && !verbose {
        let lines = report::text::phrase::names(&quiet, 12);
        let plural = if quiet.len() == 1 { "line" } else { "lines" };
        let text = format!(
            "{} survived {} and {} probably equivalent: {plural} {lines} (-v shows them)",
            count(quiet.len(), "mutant"),
            count(usize::try_from(mutation.inputs).unwrap_or(usize::MAX), "input"),
            if quiet.len() == 1 { "is" } else { "are" },
        );
        let _ = page.wrapped(&Text::new().with(Role::Dim, text), 2);
    }
    if let Some(why) = judged.and_then(|judged| judged.why_not.as_ref()) {
        let text =
            Text::new().with(Role::Bad, "nothing was tried on them").with(Role::Plain, format!(": {}", chain(why)));
        let _ = page.wrapped(&text, 2);
        if let Some(hint) = why.hint() {
            let text = Text::new().with(Role::Dim, "hint: ").with(Role::Plain, screen.callable(&hint));
            let _ = page.wrapped(&text, 2);
        }
    }
    let _ = page.wrapped(&summary(mutation), 2);
    print(page.into_inner())
}

fn line_of(one: &lab::mutation::Judged) -> Text {
    let fate = match &one.fate {
        MutantFate::Rejected => "does not compile".to_owned(),
        MutantFate::Killed { test, verdict: Verdict::Accepted } => format!("fewer points on {test}"),
        MutantFate::Killed { test, verdict } => format!("{verdict} on {test}"),
        MutantFate::Alive => "passes every test".to_owned(),
        MutantFate::Unknown(_) => "was not judged".to_owned(),
    };
    let after = one.mutant.after.trim().lines().next().unwrap_or("(left out)").to_owned();
    Text::new()
        .with(Role::Dim, format!("{:4}  ", one.mutant.line))
        .with(Role::Plain, format!("{}: {after}  ", one.mutant.operator.name()))
        .with(Role::Dim, fate)
}

fn put(page: &mut Page<Vec<u8>>, path: &str, survivor: &Survivor) {
    let what = match &survivor.input {
        Some(_) => "passes every test and is wrong on this input".to_owned(),
        None if survivor.inputs == 0 => "passes every test".to_owned(),
        None => {
            let inputs = usize::try_from(survivor.inputs).unwrap_or(usize::MAX);
            format!("passes every test and {}", count(inputs, "further input"))
        }
    };
    let title = Text::new()
        .with(Role::Strong, format!("{path}:{}", survivor.line))
        .with(Role::Plain, format!("  {}: {what}", survivor.mistake));
    let _ = page.wrapped(&title, 2);
    for (sign, role, lines) in [("- ", Role::Bad, &survivor.before), ("+ ", Role::Good, &survivor.after)] {
        for line in lines.lines() {
            let _ = page.line(&Text::new().with(role, format!("    {sign}{line}")));
        }
    }
    let answer = survivor.answer.as_ref().filter(|answer| !answer.is_empty());
    for (name, text) in [("input", &survivor.input), ("answer", &answer.cloned())] {
        let Some(text) = text else { continue };
        for (at, line) in first_lines(text, 8).enumerate() {
            let head = if at == 0 { format!("    {name:<7}") } else { " ".repeat(11) };
            let _ = page.line(&Text::new().with(Role::Dim, head).with(Role::Plain, line));
        }
    }
    let _ = page.blank();
}

/// `mutation score 94 %: 47 of 50 mutants of nim/nim.rs are killed …`.
pub(crate) fn summary(mutation: &Mutation) -> Text {
    let Some(score) = mutation.score() else {
        let what = if mutation.is_unjudged() { "was judged in time" } else { "can be killed" };
        return Text::new().with(Role::Plain, format!("no mutant of {} {what}", mutation.solution));
    };
    // If time ran out, it is not known which of the rest compile.
    let uncounted = if mutation.partial { "do not compile or were not judged" } else { "do not compile" };
    let role = if score == 100 { Role::Good } else { Role::Bad };
    let mut parts = Vec::new();
    for (n, what) in [
        (mutation.slow, "of them by the time limit"),
        (mutation.found, "wrong on an input that the tests lack"),
        (mutation.open, "open"),
        (mutation.equivalent, "probably equivalent"),
        (mutation.uncounted, uncounted),
    ] {
        if n > 0 {
            parts.push(format!("{n} {what}"));
        }
    }
    if mutation.partial {
        parts.push("not all were tried".to_owned());
    }
    let rest = if parts.is_empty() { String::new() } else { format!("; {}", parts.join(", ")) };
    let killed = format!(
        ": {} of {} of {} are killed by the tests{rest}",
        mutation.killed,
        count(mutation.counted(), "mutant"),
        mutation.solution
    );
    Text::new().with(role, format!("mutation score {score} %")).with(Role::Plain, killed)
}

//! A mutation score on a terminal: what survives the tests, and on which input it is wrong.

use crate::text::phrase::{count, names};
use crate::text::{Page, Role, Text, first_lines};
use model::record::{Mutation, Survivor};
use std::io;

/// Whether all survivors are shown, or only those that are not probably equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Survivors {
    All,
    Alive,
}

/// Shows the selected survivors. For `Alive`, names the lines of the probably equivalent mutants.
///
/// # Errors
/// When the page refuses.
pub fn survivors<W: io::Write>(mutation: &Mutation, which: Survivors, page: &mut Page<W>) -> io::Result<()> {
    let (alive, equivalent) = mutation.by_equivalence();
    if which == Survivors::All {
        return mutation.survivors.iter().try_for_each(|survivor| put(page, &mutation.path, survivor));
    }
    alive.iter().try_for_each(|survivor| put(page, &mutation.path, survivor))?;
    let quiet: Vec<String> = equivalent.iter().map(|survivor| survivor.line.to_string()).collect();
    if quiet.is_empty() {
        return Ok(());
    }
    let lines = names(&quiet, 12);
    let (plural, are) = if quiet.len() == 1 { ("line", "is") } else { ("lines", "are") };
    let text = format!(
        "{} survived {} and {are} probably equivalent: {plural} {lines} (-v shows them)",
        count(quiet.len(), "mutant"),
        count(usize::try_from(mutation.inputs).unwrap_or(usize::MAX), "input"),
    );
    page.wrapped(&Text::new().with(Role::Dim, text), 2)
}

fn put<W: io::Write>(page: &mut Page<W>, path: &str, survivor: &Survivor) -> io::Result<()> {
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
    page.wrapped(&title, 2)?;
    for (sign, role, lines) in [("- ", Role::Bad, &survivor.before), ("+ ", Role::Good, &survivor.after)] {
        for line in lines.lines() {
            page.line(&Text::new().with(role, format!("    {sign}{line}")))?;
        }
    }
    let answer = survivor.answer.as_ref().filter(|answer| !answer.is_empty());
    for (name, text) in [("input", &survivor.input), ("answer", &answer.cloned())] {
        let Some(text) = text else { continue };
        for (at, line) in first_lines(text, 8).enumerate() {
            let head = if at == 0 { format!("    {name:<7}") } else { " ".repeat(11) };
            page.line(&Text::new().with(Role::Dim, head).with(Role::Plain, line))?;
        }
    }
    page.blank()
}

/// `mutation score 94 %: 47 of 50 mutants of nim/nim.rs are killed …`.
pub fn summary(mutation: &Mutation) -> Text {
    let Some(score) = mutation.score() else {
        let what = if mutation.is_unjudged() { "was judged in time" } else { "can be killed" };
        return Text::new().with(Role::Plain, format!("no mutant of {} {what}", mutation.solution));
    };
    // If time ran out, it is not known which of the rest compile.
    let uncounted = if mutation.partial { "do not compile or were not judged" } else { "do not compile" };
    let role = if score == 100 { Role::Good } else { Role::Bad };
    let counts = [
        (mutation.slow, "of them by the time limit"),
        (mutation.found, "wrong on an input that the tests lack"),
        (mutation.open, "open"),
        (mutation.equivalent, "probably equivalent"),
        (mutation.uncounted, uncounted),
    ];
    let counts = counts.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}"));
    let parts: Vec<String> = counts.chain(mutation.partial.then(|| "not all were tried".to_owned())).collect();
    let rest = if parts.is_empty() { String::new() } else { format!("; {}", parts.join(", ")) };
    let killed = format!(
        ": {} of {} of {} are killed by the tests{rest}",
        mutation.killed,
        count(mutation.counted(), "mutant"),
        mutation.solution
    );
    Text::new().with(role, format!("mutation score {score} %")).with(Role::Plain, killed)
}

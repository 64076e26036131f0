//! Mutants: which mistakes the tests of a problem do not notice, each with its diff.

use super::SanitizedName;
use super::view::ProblemView;
use crate::text::{phrase, sanitize};
use maud::{Markup, html};
use model::record::{Mutation, Survivor};

/// The section of mutants; empty where none were made.
pub(super) fn mutants(problem: &ProblemView<'_>) -> Markup {
    let Some(mutation) = problem.problem.and_then(|problem| problem.mutation.as_ref()) else {
        return Markup::default();
    };
    let (alive, equivalent) = mutation.by_equivalence();
    html! {
        details.strength.mutants open[!alive.is_empty()] {
            summary { "Mutants " span { (score(mutation)) } }
            @if mutation.outdated { p.sub { "Tests, solution or judging have changed since: run harness mutate again." } }
            @for survivor in alive { (entry(mutation, survivor)) }
            @if !equivalent.is_empty() {
                details {
                    summary { (phrase::count(equivalent.len(), "mutant")) " probably equivalent" }
                    @for survivor in equivalent { (entry(mutation, survivor)) }
                }
            }
        }
    }
}

fn score(mutation: &Mutation) -> String {
    let killed = format!("{} of {}", mutation.killed, phrase::count(mutation.counted(), "mutant"));
    let found = match mutation.found {
        0 => String::new(),
        found => format!("; {} wrong on an input that the tests lack", phrase::number(found as u64)),
    };
    match mutation.score() {
        Some(score) => format!("score {score} %: {killed} of {} are killed by the tests{found}", mutation.solution),
        None if mutation.is_unjudged() => format!("of {}: none was judged in time", mutation.solution),
        None => format!("of {}: none can be killed", mutation.solution),
    }
}

fn entry(mutation: &Mutation, survivor: &Survivor) -> Markup {
    html! {
        figure.mutant {
            figcaption {
                code { (SanitizedName(&mutation.path)) ":" (survivor.line) } " " b { (SanitizedName(&survivor.mistake)) } ": "
                @match (&survivor.input, survivor.inputs) {
                    (Some(_), _) => { "passes every test and is wrong on the input below" },
                    (None, 0) => { "passes every test" },
                    (None, inputs) => { "passes every test and " (phrase::number(inputs)) " further inputs" },
                }
            }
            @let indent = indent(survivor);
            pre {
                @for line in survivor.before.lines() { del { "- " (text(line.get(indent..).unwrap_or(line))) } "\n" }
                @for line in survivor.after.lines() { ins { "+ " (text(line.get(indent..).unwrap_or(line))) } "\n" }
            }
            div.files {
                @for (name, content) in [("input", &survivor.input), ("answer", &survivor.answer)] {
                    @if let Some(content) = content.as_ref().filter(|content| !content.is_empty()) {
                        div {
                            span { (name) }
                            pre { @for line in content.lines().take(12) { (text(line)) "\n" } }
                        }
                    }
                }
            }
        }
    }
}

/// The spaces that all lines of the diff begin with. They are dropped, because a phone has no room
/// for them.
fn indent(survivor: &Survivor) -> usize {
    let lines = survivor.before.lines().chain(survivor.after.lines()).filter(|line| !line.trim().is_empty());
    lines.map(|line| line.len() - line.trim_start_matches(' ').len()).min().unwrap_or(0)
}

/// A line of a file, made harmless.
fn text(line: &str) -> String {
    sanitize::name(line, true).into_owned()
}

//! `--report html=PATH`: one self-contained page, made from the record.
//!
//! Everything is readable without a script; a small one adds sorting, filtering and copying. No
//! network, no fonts, no images. What programs printed is text and nothing else: `SanitizedName`
//! and the failures make it harmless, and maud, which makes the markup, escapes whatever is put
//! into it. Should that ever fail, the page's own policy refuses every script but the one that
//! carries this report's hash.

pub(crate) mod block;
mod entries;
mod matrix;
mod mutants;
mod test_strength;
mod timing_chart;
mod trend;
mod view;

use crate::artifacts::history::History;
use crate::artifacts::outputs::Outputs;
use crate::failure::{Failures, Hit, Trouble, TroubleKind, troubles};
use crate::text::markup::{self, PLAIN, Phrase, SanitizedName};
use crate::text::phrase;
use crate::text::sanitize::{self, Manner};
use maud::{Markup, PreEscaped, html};
use model::Key;
use model::record::Report;
use view::ProblemView;

/// Renders the page of a run without a history.
pub fn render(report: &Report) -> String {
    render_with(report, &History::default(), None)
}

/// Renders the page with the times of earlier runs and the paths of the outputs.
pub fn render_with(report: &Report, history: &History, outputs: Option<&Outputs>) -> String {
    let problems = view::problems(report, history);
    let (class, sentence) = headline(report);
    let body = html! {
        (top(report, class, &sentence))
        (block::glance(&problems))
        (faults(report, TroubleKind::Fault))
        (faults(report, TroubleKind::NoTool))
        (diagnostics(report))
        @if problems.len() > 1 { (overview(&problems)) }
        (legend())
        @for problem in &problems { (section(problem, report, outputs)) }
        footer { "harness " (SanitizedName(&report.harness)) " · " (SanitizedName(&report.schema)) }
    };
    // A hash of the whole page, so the author of an output on it cannot predict it.
    let nonce = Key::of_parts([body.0.as_bytes()]).to_string();
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-{nonce}'; base-uri 'none'; form-action 'none'"
    );
    let body = html! { (body) script nonce=(nonce) { (PreEscaped(include_str!("html/script.js"))) } };
    markup::document(&sentence, &policy, include_str!("html/style.css"), &body)
}

/// The class of the summary's badge, and its sentence.
fn headline(report: &Report) -> (&'static str, String) {
    let summary = &report.summary;
    let (solutions, open) = (summary.solutions(), summary.open());
    let class = if summary.unmet > 0 || summary.content_errors > 0 {
        "unmet"
    } else if open > 0 || summary.faults > 0 || summary.interrupted || summary.met == 0 {
        "undecided"
    } else {
        "met"
    };
    let met = format!("{} of {} as expected", phrase::number(summary.met as u64), phrase::count(solutions, "solution"));
    let sentence = match summary.content_errors {
        0 => met,
        errors => format!("{met} · {}", phrase::file_errors(errors)),
    };
    (class, sentence)
}

fn top(report: &Report, class: &str, sentence: &str) -> Markup {
    let summary = &report.summary;
    let some = |n: usize, text: String| (n > 0).then_some(text);
    let open = summary.open();
    let run = &report.run;
    let not_needed: usize = report.solutions.iter().map(|solution| solution.not_needed()).sum();
    let facts = [
        some(summary.unmet, format!("{} not as expected", phrase::number(summary.unmet as u64))),
        some(open, format!("{open} undecided")),
        some(summary.skipped, format!("{} left out", summary.skipped)),
        some(summary.faults, phrase::count(summary.faults, "fault")),
        some(not_needed, format!("{} not run, decided by earlier tests", phrase::count(not_needed, "test"))),
        some(usize::from(summary.interrupted), "interrupted".to_owned()),
        Some(format!("{} judged in {}", phrase::count(summary.judged, "run"), phrase::took(summary.took))),
        some(summary.cached, format!("{} from cache", phrase::number(summary.cached as u64))),
        some(run.jobs, phrase::count(run.jobs, "job")),
        some(run.compilers.len(), run.compilers.join(", ")),
        run.sanitized.then(|| "sanitized: times and memory are not a judge's".to_owned()),
        some(run.flags.len(), format!("with {}", run.flags.join(" "))),
        some(run.containment.len(), format!("{} containment", run.containment)),
        run.started.as_ref().map(|at| at.replace('T', " ").replace('Z', " UTC")),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    html! {
        header class=(class) {
            h1 { span.badge { (mark(class)) } " " (SanitizedName(sentence)) }
            p.sub { (SanitizedName(&facts.join(" · "))) }
        }
        form.tools hidden {
            label { "Search " input type="search" name="q" placeholder="problem, solution, verdict"; }
            label { "Show " select name="show" {
                option value="all" { "everything" }
                option value="unmet" { "not as expected" }
                option value="undecided" { "undecided" }
            } }
            label { "Sort " select name="sort" {
                option value="plan" { "as judged" }
                option value="name" { "by name" }
                option value="slow" { "slowest first" }
                option value="memory" { "largest first" }
                option value="status" { "failures first" }
            } }
            output {}
        }
    }
}

/// A sign for readers who do not see the colour.
pub(super) fn mark(status: &str) -> &'static str {
    match status {
        "met" => "✔",
        "unmet" => "✘",
        _ => "?",
    }
}

/// A section of faults or missing languages: each once, with the tests that it left open.
fn faults(report: &Report, kind: TroubleKind) -> Markup {
    let (class, title, left) = match kind {
        TroubleKind::Fault => ("faults", "Faults: ours, not the solutions’", "not judged because of this"),
        TroubleKind::NoTool => ("missing", "Not on this machine", "left out"),
    };
    let mut troubles = troubles(&report.solutions);
    troubles.retain(|trouble| trouble.kind == kind);
    let names = |hit: &Hit<'_>| match &hit.tests {
        Some(tests) => tests.iter().map(|test| format!("{} on {test}", hit.solution.name)).collect(),
        None => vec![hit.solution.name.clone()],
    };
    html! {
        @if !troubles.is_empty() {
            section class=(class) {
                h2 { (title) }
                ul { @for Trouble { fault, hits, .. } in &troubles {
                    li {
                        // Compilers and tools write whole paragraphs.
                        @let message = fault.message.trim_end();
                        @let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
                        b { (SanitizedName(first)) }
                        @if !rest.is_empty() { pre { (sanitize::visible(rest.as_bytes(), Manner::message(true))) } }
                        (hint(fault.hint.as_deref()))
                        br; span.label { (left) } " " (SanitizedName(&phrase::names(&hits.iter().flat_map(names).collect::<Vec<_>>(), 8)))
                    }
                } }
            }
        }
    }
}

fn hint(hint: Option<&str>) -> Markup {
    html! { @if let Some(hint) = hint { br; span.label { "hint" } " " (SanitizedName(hint)) } }
}

fn diagnostics(report: &Report) -> Markup {
    html! {
        @if !report.diagnostics.is_empty() {
            section.diagnostics {
                h2 { "In the problems’ files" }
                ul { @for diagnostic in &report.diagnostics {
                    li class=(diagnostic.severity.name()) {
                        b { (diagnostic.severity.name()) } " " (SanitizedName(&diagnostic.title)) " "
                        code {
                            (SanitizedName(&diagnostic.path))
                            @for number in [diagnostic.line, diagnostic.column].into_iter().flatten() { ":" (number) }
                        }
                        (hint(diagnostic.hint.as_deref()))
                    }
                } }
            }
        }
    }
}

fn overview(problems: &[ProblemView<'_>]) -> Markup {
    html! {
        nav { table.overview {
            thead { tr {
                th { "problem" } th.n { "solutions" } th.n { "tests" }
                th { "as expected" } th { "slowest accepted, share of its limit" }
            } }
            tbody { @for problem in problems {
                tr class=(problem.status()) data-p=(problem.index) {
                    td {
                        a href={ "#p" (problem.index) } {
                            span.badge { (mark(problem.status())) } " " (SanitizedName(problem.name))
                        }
                        " " span.title { (SanitizedName(&problem.title().unwrap_or_default())) }
                    }
                    td.n { (problem.rows.len()) }
                    td.n { (problem.columns.len()) }
                    td { @for row in &problem.rows { (chip(row)) } }
                    td { @if let Some(share) = problem.slowest_share() {
                        meter.near[share >= 0.5] max="1" value=(format_args!("{:.3}", share.min(1.0))) {}
                        " " (phrase::percent(share, 1.0)) " %"
                    } }
                }
            } }
        } }
    }
}

fn chip(row: &view::SolutionRow<'_>) -> Markup {
    let status = row.solution.status.name();
    html! {
        a class={ "chip " (status) } href={ "#" (row.id('s')) }
            title={ (SanitizedName(row.solution.short())) ": " (status) } { (mark(status)) }
    }
}

fn legend() -> Markup {
    const SIGNS: [(&str, &str, &str); 12] = [
        ("a0", "·", "accepted"),
        ("a9", "·", "accepted, near the limit"),
        ("w", "W", "wrong answer"),
        ("t", "T", "time limit"),
        ("r", "R", "run-time error"),
        ("m", "M", "memory limit"),
        ("o", "O", "output limit"),
        ("p", "P", "presentation"),
        ("e", "C", "compile error"),
        ("f", "!", "fault"),
        ("n", "–", "not run"),
        ("w u", "W", "ringed: not as expected"),
    ];
    html! {
        p.legend { @for (class, letter, name) in SIGNS {
            span { i class={ "c " (class) } { (letter) } " " (name) } " "
        } }
    }
}

/// Columns of a value that differs.
const VALUE: usize = 80;

fn section(problem: &ProblemView<'_>, report: &Report, outputs: Option<&Outputs>) -> Markup {
    let failures = Failures { run: &report.run, unicode: true, columns: VALUE, outputs };
    html! {
        section.problem id={ "p" (problem.index) } data-p=(problem.index) {
            h2 { (SanitizedName(problem.name)) " " span.title { (SanitizedName(&problem.title().unwrap_or_default())) } }
            p.sub { (SanitizedName(&problem.facts().join(" · "))) }
            (matrix::matrix(problem))
            (block::blocks(problem, failures))
            (timing_chart::charts(problem))
            (trend::trends(problem))
            (test_strength::strength(problem))
            (mutants::mutants(problem))
            (block::promised(problem, failures))
            (entries::entries(problem))
        }
    }
}

#[cfg(test)]
mod tests;

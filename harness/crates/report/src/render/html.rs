//! `--report html=PATH`: one self-contained page, made from the report as data and nothing else.
//!
//! Everything is readable without a script; a little one adds sorting, filtering and copying. No network, no fonts, no images. What
//! programs printed is text and nothing else: every string passes `Page::text`, and should that ever fail, the page's own policy
//! refuses every script but the one that carries this report's hash.

mod block;
mod entries;
mod matrix;
mod test_strength;
mod timing_chart;
mod trend;
mod view;

use crate::artifacts::history::History;
use crate::text::phrase;
use crate::text::sanitize::{self, Manner};
use model::record::Report;
use model::{Key, Severity};
use std::fmt::Write as _;
use view::{ProblemView, View};

/// The page of a run of which nothing earlier is known.
pub fn render(report: &Report) -> String {
    render_with(report, &History::default())
}

/// The page, with how long things took in earlier runs.
pub fn render_with(report: &Report, history: &History) -> String {
    let view = View::of(report, history);
    let headline = headline(report);
    let mut head = Page::default();
    head.raw("<title>").text(&headline.1).raw("</title>\n<style>\n");
    head.raw(include_str!("html/style.css")).raw("</style>\n<body>\n");
    let mut page = Page::default();
    top(&mut page, report, headline);
    faults(&mut page, "faults", "Faults: ours, not the solutions’", "left open", &view.faults);
    faults(&mut page, "missing", "Not on this machine", "left out", &view.missing);
    diagnostics(&mut page, report);
    if view.problems.len() > 1 {
        overview(&mut page, &view);
    }
    legend(&mut page);
    for problem in &view.problems {
        section(&mut page, problem, report);
    }
    page.raw("<footer>").text(&format!("harness {} · {}", report.harness, report.schema)).raw("</footer>\n");
    // Unpredictable for whoever wrote the output that is shown: it depends on all of it.
    let nonce = Key::of_parts([page.0.as_bytes()]);
    format!(
        concat!(
            "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n",
            "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n",
            "<meta name=color-scheme content=\"light dark\">\n",
            "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; ",
            "script-src 'nonce-{nonce}'; base-uri 'none'; form-action 'none'\">\n",
            "{head}{body}<script nonce={nonce}>\n{script}</script>\n",
        ),
        nonce = nonce,
        head = head.0,
        body = page.0,
        script = include_str!("html/script.js"),
    )
}

/// Bytes that stand for themselves in a name: printable ASCII without a backslash and without what means something to HTML.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = b' ';
    while byte <= b'~' {
        plain[byte as usize] = !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'' | b'\\');
        byte += 1;
    }
    plain
};

/// The page under construction.
#[derive(Default)]
pub struct Page(String);

impl Page {
    /// Markup of ours. Only constants and numbers may come this way.
    pub fn raw(&mut self, markup: &str) -> &mut Page {
        self.0.push_str(markup);
        self
    }

    pub fn put(&mut self, markup: std::fmt::Arguments<'_>) -> &mut Page {
        self.0.write_fmt(markup).expect("a string takes everything");
        self
    }

    /// Text from outside, for an element's content or a quoted attribute: control characters made visible, markup escaped.
    pub fn text(&mut self, text: &str) -> &mut Page {
        // Nearly all of it needs nothing, and a large page has a million characters.
        if text.as_bytes().iter().all(|byte| PLAIN[*byte as usize]) {
            self.raw(text)
        } else {
            self.escaped(&sanitize::name(text, true))
        }
    }

    /// A phrase of ours, with words of a program that were made visible already.
    pub fn phrase(&mut self, text: &str) -> &mut Page {
        self.escaped(&sanitize::phrase(text, true))
    }

    /// Text whose control characters are visible already.
    pub fn escaped(&mut self, text: &str) -> &mut Page {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                c => self.0.push(c),
            }
        }
        self
    }

    /// Several lines that were laid out by their author: a compiler's words.
    pub fn message(&mut self, text: &str) -> &mut Page {
        let shown = sanitize::visible(text.trim_end().as_bytes(), Manner::message(true));
        self.escaped(&shown)
    }
}

/// The class of the summary's badge, and the sentence.
fn headline(report: &Report) -> (&'static str, String) {
    let summary = &report.summary;
    let solutions = summary.met + summary.unmet + summary.undecided;
    let open = summary.undecided.saturating_sub(summary.skipped);
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
        errors => format!("{} · {met}", phrase::count(errors, "content error")),
    };
    (class, sentence)
}

fn top(page: &mut Page, report: &Report, (class, sentence): (&str, String)) {
    let summary = &report.summary;
    page.put(format_args!("<header class={class}>\n<h1><span class=badge>{}</span> ", mark(class)));
    page.text(&sentence).raw("</h1>\n<p class=sub>");
    let some = |n: usize, text: String| (n > 0).then_some(text);
    let open = summary.undecided.saturating_sub(summary.skipped);
    let run = &report.run;
    let facts = [
        some(summary.unmet, format!("{} not as expected", phrase::number(summary.unmet as u64))),
        some(open, format!("{open} undecided")),
        some(summary.skipped, format!("{} left out", summary.skipped)),
        some(summary.faults, phrase::count(summary.faults, "fault")),
        some(usize::from(summary.interrupted), "interrupted".to_owned()),
        Some(format!("{} judged in {}", phrase::count(summary.judged, "run"), phrase::took(summary.took))),
        some(summary.cached, format!("{} from cache", phrase::number(summary.cached as u64))),
        some(run.jobs, phrase::count(run.jobs, "job")),
        some(run.compilers.len(), run.compilers.join(", ")),
        some(run.containment.len(), format!("{} containment", run.containment)),
        run.started.as_ref().map(|at| at.replace('T', " ").replace('Z', " UTC")),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    page.text(&facts.join(" · ")).raw("</p>\n</header>\n");
    page.raw(concat!(
        "<form class=tools hidden><label>Filter <input type=search name=q placeholder=\"problem or solution\"></label>",
        "<label>Show <select name=show><option value=all>everything<option value=unmet>not as expected",
        "<option value=undecided>undecided</select></label>",
        "<label>Sort <select name=sort><option value=plan>as judged<option value=name>by name",
        "<option value=slow>slowest first<option value=memory>largest first<option value=status>failures first",
        "</select></label><output></output></form>\n",
    ));
}

/// A sign for those who do not see the colour.
pub fn mark(status: &str) -> &'static str {
    match status {
        "met" => "✔",
        "unmet" => "✘",
        _ => "?",
    }
}

/// What failed on our side, or is not on this machine: each once, with what it left open.
fn faults(page: &mut Page, class: &str, title: &str, left: &str, hits: &view::Hits<'_>) {
    if hits.is_empty() {
        return;
    }
    page.put(format_args!("<section class={class}>\n<h2>{title}</h2>\n<ul>\n"));
    for (fault, hits) in hits {
        page.raw("<li><b>").text(&fault.message).raw("</b>");
        if let Some(hint) = &fault.hint {
            page.raw("<br><span class=label>hint</span> ").text(hint);
        }
        page.put(format_args!("<br><span class=label>{left}</span> ")).text(&phrase::names(hits, 8)).raw("\n");
    }
    page.raw("</ul>\n</section>\n");
}

fn diagnostics(page: &mut Page, report: &Report) {
    if report.diagnostics.is_empty() {
        return;
    }
    page.raw("<section class=diagnostics>\n<h2>In the problems’ files</h2>\n<ul>\n");
    for diagnostic in &report.diagnostics {
        let class = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        page.put(format_args!("<li class={class}><b>")).text(diagnostic.severity.name()).raw("</b> ");
        page.text(&diagnostic.title).raw(" <code>").text(&diagnostic.path);
        for number in [diagnostic.line, diagnostic.column].into_iter().flatten() {
            page.put(format_args!(":{number}"));
        }
        page.raw("</code>");
        if let Some(hint) = &diagnostic.hint {
            page.raw("<br><span class=label>hint</span> ").text(hint);
        }
        page.raw("\n");
    }
    page.raw("</ul>\n</section>\n");
}

fn overview(page: &mut Page, view: &View<'_>) {
    page.raw("<nav>\n<table class=overview>\n<thead><tr><th>problem<th class=n>solutions<th class=n>tests");
    page.raw("<th>as expected<th>slowest accepted, share of its limit</thead>\n<tbody>\n");
    for problem in &view.problems {
        let status = problem.status();
        page.put(format_args!(
            "<tr class={status} data-p={}><td><a href=#p{}><span class=badge>",
            problem.index, problem.index
        ));
        page.raw(mark(status)).raw("</span> ").text(problem.name).raw("</a> <span class=title>");
        page.text(&problem.title().unwrap_or_default()).raw("</span>");
        page.put(format_args!("<td class=n>{}<td class=n>{}<td>", problem.rows.len(), problem.columns.len()));
        for row in &problem.rows {
            let status = row.solution.status.name();
            page.put(format_args!("<a class=\"chip {status}\" href=#s{}-{} title=\"", problem.index, row.index));
            page.text(row.solution.short()).raw(": ").raw(status).put(format_args!("\">{}</a>", mark(status)));
        }
        page.raw("<td>");
        if let Some(share) = problem.slowest_share() {
            let near = if share >= 0.5 { " class=near" } else { "" };
            page.put(format_args!(
                "<meter{near} max=1 value={:.3}></meter> {} %",
                share.min(1.0),
                phrase::percent(share, 1.0)
            ));
        }
        page.raw("\n");
    }
    page.raw("</tbody>\n</table>\n</nav>\n");
}

fn legend(page: &mut Page) {
    page.raw("<p class=legend>");
    for (class, letter, name) in [
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
    ] {
        page.put(format_args!("<span><i class=\"c {class}\">{letter}</i> {name}</span> "));
    }
    page.raw("</p>\n");
}

fn section(page: &mut Page, problem: &ProblemView<'_>, report: &Report) {
    page.put(format_args!("<section class=problem id=p{} data-p={}>\n<h2>", problem.index, problem.index));
    page.text(problem.name)
        .raw(" <span class=title>")
        .text(&problem.title().unwrap_or_default())
        .raw("</span></h2>\n<p class=sub>");
    page.text(&problem.facts().join(" · ")).raw("</p>\n");
    matrix::draw(page, problem);
    timing_chart::draw(page, problem);
    test_strength::draw(page, problem);
    trend::draw(page, problem);
    block::draw(page, problem, report);
    entries::draw(page, problem);
    page.raw("</section>\n");
}

#[cfg(test)]
mod tests;

//! Every result once more as a line of text, `t<problem>-<solution>-<test>`: what the cells that have no block of their own lead to, and what
//! a cell says when it is pointed at.

use crate::render::html::Page;
use crate::render::html::view::ProblemView;
use crate::text::phrase;
use model::record::Test;

pub fn draw(page: &mut Page, problem: &ProblemView<'_>) {
    page.raw("<details class=entries><summary>Every result <span>as text</span></summary>\n");
    for row in problem.rows.iter().filter(|row| !row.solution.tests.is_empty()) {
        page.raw("<details><summary>").text(row.solution.short()).raw(" <span>");
        page.text(&phrase::count(row.solution.tests.len(), "test")).raw("</span></summary>\n<ol>\n");
        for (at, test) in row.solution.tests.iter().enumerate() {
            page.put(format_args!("<li id=t{}-{}-{at}><b>", problem.index, row.index)).text(&test.test.0).raw("</b> ");
            said(page, test);
            page.raw("\n");
        }
        page.raw("</ol></details>\n");
    }
    page.raw("</details>\n");
}

fn said(page: &mut Page, test: &Test) {
    match (&test.verdict, &test.fault, test.skipped) {
        (Some(verdict), ..) => page.raw(verdict.name()),
        (None, Some(fault), _) => page.raw("fault: ").text(&fault.message),
        (None, None, Some(reason)) => page.raw("not run: ").raw(reason.name()),
        (None, None, None) => page.raw("not run"),
    };
    if test.permitted == Some(false) {
        page.raw(", not as expected");
    }
    if let Some(cpu) = test.cpu {
        page.raw(", ").text(&phrase::time(cpu));
    }
    if let Some(memory) = test.memory {
        page.raw(", ").text(&memory.to_string());
    }
    if test.retimed {
        page.raw(", measured alone");
    }
    if test.cached {
        page.raw(", from cache");
    }
    if let Some(note) = &test.note {
        page.raw(", ").phrase(note);
    }
}

//! Every result as a line of text, `t<problem>-<solution>-<test>`. Cells without a block of their
//! own link here, and hovering over a cell shows its line.

use super::view::ProblemView;
use super::{Phrase, SanitizedName};
use crate::text::phrase;
use maud::{Markup, html};
use model::record::TestRecord;

pub(super) fn entries(problem: &ProblemView<'_>) -> Markup {
    html! {
        details.entries {
            summary { "Every result " span { "as text" } }
            @for row in problem.rows.iter().filter(|row| !row.solution.tests.is_empty()) {
                details {
                    summary {
                        (SanitizedName(row.solution.short())) " "
                        span { (phrase::count(row.solution.tests.len(), "test")) }
                    }
                    ol { @for (at, test) in row.solution.tests.iter().enumerate() {
                        li id=(row.id_of_test('t', at)) {
                            b { (SanitizedName(&test.test.0)) } " " (result(test))
                        }
                    } }
                }
            }
        }
    }
}

fn result(test: &TestRecord) -> Markup {
    html! {
        @match (&test.verdict, &test.fault, test.skipped) {
            (Some(verdict), ..) => { (verdict.name()) },
            (None, Some(fault), _) => { "fault: " (SanitizedName(&fault.message)) },
            (None, None, Some(reason)) => { "not run: " (phrase::not_run(reason)) },
            (None, None, None) => { "not run" },
        }
        @if test.is_surprise() { ", not as expected" }
        @if let Some(cpu) = test.cpu { ", " (phrase::time(cpu)) }
        @if let Some(memory) = test.memory { ", " (memory.to_string()) }
        @if let Some(points) = test.points { ", " (points) " points" }
        @if test.retimed { ", measured alone" }
        @if test.cached { ", from cache" }
        @if let Some(note) = &test.note { ", " (Phrase(note)) }
    }
}

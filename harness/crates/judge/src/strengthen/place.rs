//! The group that a proposed test goes into, and its name there.

use super::Candidate;
use crate::answers::{model, should_be_right};
use crate::generate::is_dialogue;
use crate::inputs::Inputs;
use crate::notice::Notice;
use crate::session::Listener;
use crate::workspace::NamedProblem;
use ctd::{Bounds, validate};
use lab::source::Grammar;
use model::phrase::names;
use model::{Solution, TestId};
use std::cmp::Reverse;
use std::sync::Arc;

/// Returns the tests that can be written, with their ids, and adds a note for each of the others. A
/// test goes into the group of the problem's last test. If directives exempt all other right
/// solutions from that group, none of them would confirm the answer. Then the test goes into
/// another group whose own tests are as large.
pub(super) fn placed<'p>(
    named: &NamedProblem,
    inputs: &Inputs,
    chosen: &'p [Candidate],
    listener: &mut dyn Listener,
) -> Vec<(TestId, &'p Candidate)> {
    let folders = folders(named, inputs);
    let first = named.next_number();
    let of = |judge: Option<&Solution>| {
        let mut placed: Vec<(TestId, &Candidate)> = Vec::new();
        for proposed in chosen {
            let number = first + placed.len() as u64;
            let fitting = folders.iter().filter(|folder| folder.fits(&proposed.case.input));
            let mut ids = fitting.filter_map(|folder| proposed.id(&folder.name, number));
            let id = ids.find(|id| judge.is_none_or(|judge| judge.only.holds(id)));
            placed.extend(id.map(|id| (id, proposed)));
        }
        placed
    };
    let anywhere = of(None);
    let model = model(named).ok();
    let is_other = |one: &&Arc<Solution>| should_be_right(one) && model.is_none_or(|model| model.id != one.id);
    let others = named.solutions.iter().filter(|_| !is_dialogue(&named.problem)).filter(is_other);
    // A solution confirms answers only if it is judged on every test that is written.
    let confirmed = others.map(|other| of(Some(other))).min_by_key(|placed| Reverse(placed.len()));
    let placed = confirmed.filter(|placed| !placed.is_empty()).unwrap_or_else(|| anywhere.clone());
    let holds = |all: &[(TestId, &Candidate)], one: &Candidate| all.iter().any(|(_, other)| std::ptr::eq(*other, one));
    for proposed in chosen.iter().filter(|one| !holds(&placed, one)) {
        let silent = names(&proposed.silent.iter().map(|one| one.id.to_string()).collect::<Vec<_>>(), 4);
        let why = &proposed.why;
        listener.notice(&Notice::note(match holds(&anywhere, proposed) {
            true => format!("left out, since no second right solution is judged on it: a test that {why}"),
            false => format!(
                "left out, since {silent} would fail on it: a test that {why}; `//@ only: !secret/*-big-*` spares {silent} such tests"
            ),
        }));
    }
    placed
}

/// Where tests lie.
struct Folder<'g> {
    /// `secret/small/`.
    name: String,
    /// How large its tests are. `None` if any test fits.
    extent: Option<Extent<'g>>,
}

struct Extent<'g> {
    bytes: u64,
    grammar: Option<(&'g Grammar, Bounds)>,
}

/// Returns the folders of secret tests. The folder of the last test comes first and takes any test.
fn folders<'g>(named: &NamedProblem, inputs: &'g Inputs) -> Vec<Folder<'g>> {
    let grammar = inputs.grammar();
    let mut folders: Vec<Folder<'g>> = Vec::new();
    for test in named.problem.tests.iter().rev().filter(|test| test.id.0.starts_with("secret/")) {
        let name = format!("{}/", test.id.group());
        let at = folders.iter().position(|folder| folder.name == name).unwrap_or_else(|| {
            let of_grammar = || grammar.map(|grammar| (grammar, Bounds::default()));
            let extent = (!folders.is_empty()).then(|| Extent { bytes: 0, grammar: of_grammar() });
            folders.push(Folder { name, extent });
            folders.len() - 1
        });
        let Some(extent) = &mut folders[at].extent else { continue };
        let input = beneath::read(&test.input).unwrap_or_default();
        extent.bytes = extent.bytes.max(input.len() as u64);
        if let Some((grammar, bounds)) = &mut extent.grammar
            && let Ok(of_input) = validate(&grammar.program, &input, &grammar.reading)
        {
            bounds.join(&of_input);
        }
    }
    if folders.is_empty() {
        folders.push(Folder { name: "secret/".to_owned(), extent: None });
    }
    folders
}

impl Folder<'_> {
    /// Whether some test of the folder is as large as the input. Only the statement knows what a
    /// group promises, and a test larger than all of the group's own might break the promise.
    fn fits(&self, input: &[u8]) -> bool {
        let Some(extent) = &self.extent else { return true };
        let is_within = |(grammar, bounds): &(&Grammar, Bounds)| {
            let Ok(of_input) = validate(&grammar.program, input, &grammar.reading) else { return false };
            let mut joined = bounds.clone();
            joined.join(&of_input);
            joined.iter().zip(bounds.iter()).all(|(joined, own)| {
                let is_as_low = joined.smallest == own.smallest || !joined.smallest.to_string().starts_with('-');
                joined.name == own.name && joined.largest == own.largest && is_as_low
            })
        };
        input.len() as u64 <= extent.bytes && extent.grammar.as_ref().is_none_or(is_within)
    }
}

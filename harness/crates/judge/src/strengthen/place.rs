//! The group that a new test goes into, and its name there.

use super::TestDraft;
use crate::inputs::Inputs;
use crate::workspace::NamedProblem;
use ctd::{Bounds, validate};
use lab::source::Grammar;
use model::{TestId, TestJudging};
use std::path::PathBuf;
use std::sync::Arc;

/// A test with its place.
pub(super) struct PlacedTest<'d> {
    /// The name of its folder.
    folder: String,
    pub judged: Option<Arc<TestJudging>>,
    pub draft: &'d TestDraft,
}

impl PlacedTest<'_> {
    pub(super) fn id(&self, number: u64) -> TestId {
        TestId(format!("{}{number:02}-{}", self.folder, self.draft.kind).into())
    }

    /// The same, with the word for tests that slow solutions leave out.
    pub(super) fn spared(&self, number: u64) -> TestId {
        TestId(format!("{}{number:02}-big-{}", self.folder, self.draft.kind).into())
    }
}

/// Gives each test a place in the group of the problem's last secret test, or in another one whose
/// own tests are as large. Only the statement knows what a group promises, and a test that is
/// larger than all of the group's own might break the promise.
pub(super) fn placed<'d>(named: &NamedProblem, inputs: &Inputs, drafts: &'d [TestDraft]) -> Vec<PlacedTest<'d>> {
    let folders = folders(named, inputs.grammar());
    let placed = drafts.iter().filter_map(|draft| {
        let folder = folders.iter().find(|folder| folder.fits(&draft.case.input))?;
        Some(PlacedTest { folder: folder.name.clone(), judged: folder.judged.clone(), draft })
    });
    placed.collect()
}

/// Where tests lie.
struct Folder<'g> {
    /// `secret/small/`.
    name: String,
    /// How its tests are judged.
    judged: Option<Arc<TestJudging>>,
    /// How large its tests are. `None` if any test fits.
    extent: Option<Extent<'g>>,
}

struct Extent<'g> {
    bytes: u64,
    grammar: Option<(&'g Grammar, Bounds)>,
}

/// Returns the folders of secret tests. The folder of the last test comes first and takes any test.
fn folders<'g>(named: &NamedProblem, grammar: Option<&'g Grammar>) -> Vec<Folder<'g>> {
    let mut folders: Vec<Folder<'g>> = Vec::new();
    for test in named.problem.tests.iter().rev().filter(|test| test.id.0.starts_with("secret/")) {
        let name = format!("{}/", test.id.group());
        let at = folders.iter().position(|folder| folder.name == name).unwrap_or_else(|| {
            let of_grammar = || grammar.map(|grammar| (grammar, Bounds::default()));
            let extent = (!folders.is_empty()).then(|| Extent { bytes: 0, grammar: of_grammar() });
            folders.push(Folder { name, judged: test.judged.clone(), extent });
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
        // The inputs were tried as the last sample is.
        let any = named.problem.further_test(TestId("secret/any".into()), PathBuf::new(), PathBuf::new());
        folders.push(Folder { name: "secret/".to_owned(), judged: any.judged, extent: None });
    }
    folders
}

impl Folder<'_> {
    /// Whether some test of the folder is as large as the input.
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

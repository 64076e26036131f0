//! `testdata/<slug>/`: inputs with their answers, by name.

use crate::diagnostics::Report;
use crate::native::walk::{Entry, Walk};
use model::{ProblemId, Test, TestId};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The tests of one problem.
#[derive(Debug, Default)]
pub struct TestSet {
    /// In judging order.
    pub tests: Vec<Arc<Test>>,
    /// Inputs without an answer, each with the place where its answer belongs. In judging order.
    pub unanswered: Vec<Arc<Test>>,
    /// By name.
    pub invalid: Vec<PathBuf>,
    /// Whether there were files meant as tests, healthy or not.
    pub any: bool,
}

/// The extensions of a test's files. Beside an answer, `.out` is an output to show, as in packages;
/// without one, it is the answer.
const PARTS: [&str; 3] = ["in", "ans", "out"];

/// The files of a test, in the order of [`PARTS`].
type Pieces<'e> = [Option<&'e Path>; 3];

/// Files that other formats keep beside their tests, and notes that people write about them.
const COMPANIONS: [&str; 8] = ["md", "yaml", "yml", "desc", "hint", "png", "jpg", "svg"];

/// All tests there are, by problem. A folder without any is as good as none.
/// `by_bless`: whether `bless` can give the tests of a problem their answers.
pub fn find(walk: &mut Walk<'_>, by_bless: impl Fn(&ProblemId) -> bool) -> BTreeMap<ProblemId, TestSet> {
    let entries = walk.tree("testdata", usize::MAX, |_| true);
    let mut sets = BTreeMap::new();
    // A folder comes directly before its contents, with nothing else in between.
    for same in entries.chunk_by(|a, b| a.first() == b.first()) {
        let top = &same[0];
        match ProblemId::parse(top.first()) {
            _ if !top.is_folder => {
                if top.name.ends_with(".in") || top.name.ends_with(".ans") {
                    walk.warning(&top.path, "a test outside of any problem").hint =
                        Some("move it to testdata/<problem>/secret/".to_owned());
                }
            }
            Ok(problem) => {
                let set = of_problem(&problem, by_bless(&problem), &same[1..], walk);
                if set.any || !set.invalid.is_empty() {
                    sets.insert(problem, set);
                }
            }
            Err(error) => drop(walk.error(&top.path, error.to_string())),
        }
    }
    sets
}

fn of_problem(problem: &ProblemId, by_bless: bool, entries: &[Entry], walk: &mut Walk<'_>) -> TestSet {
    let mut pieces: BTreeMap<&str, Pieces<'_>> = BTreeMap::new();
    let mut invalid = Vec::new();
    for entry in entries.iter().filter(|entry| !entry.is_folder) {
        let name = entry.below_first();
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let in_invalid = stem.starts_with("invalid/");
        match PARTS.iter().position(|part| *part == extension) {
            None if COMPANIONS.contains(&extension) => {}
            None => {
                let title = "ignored: a test is a pair of `.in` and `.ans` (or `.out`)";
                walk.warning(&entry.path, title);
            }
            Some(_) if stem.contains(char::is_control) => {
                walk.error(&entry.path, "control characters in the name of a test").hint = Some("rename it".to_owned());
            }
            Some(0) if in_invalid => invalid.push(entry.path.clone()),
            Some(_) if in_invalid => {
                walk.warning(&entry.path, "ignored: an invalid input has no answer");
            }
            Some(part) => pieces.entry(stem).or_default()[part] = Some(&entry.path),
        }
    }
    invalid.sort();
    let any = !pieces.is_empty();
    let (tests, unanswered) = pair(Some(problem).filter(|_| by_bless), pieces, walk);
    TestSet { tests, unanswered, invalid, any }
}

/// Puts inputs and answers together; gives the whole tests and those without an answer. `problem`:
/// whose tests they are, if `bless` can give them their answers.
fn pair(
    problem: Option<&ProblemId>,
    pieces: BTreeMap<&str, Pieces<'_>>,
    walk: &mut Walk<'_>,
) -> (Vec<Arc<Test>>, Vec<Arc<Test>>) {
    let (mut tests, mut unanswered) = (Vec::with_capacity(pieces.len()), Vec::new());
    for (id, [input, answer, output]) in pieces {
        match (input, answer.or(output)) {
            (Some(input), Some(answer)) => {
                tests.push(Arc::new(Test::new(TestId(id.into()), input.to_owned(), answer.to_owned())));
            }
            (Some(input), None) => {
                let answer = input.with_extension("ans");
                let place = walk.relative(&answer);
                let bless = problem.map_or_else(String::new, |problem| format!("bless `{problem}`, or "));
                walk.error(input, "an input without an answer").hint = Some(format!("{bless}add {}", place.display()));
                unanswered.push(Arc::new(Test::new(TestId(id.into()), input.to_owned(), answer)));
            }
            (None, Some(answer)) => {
                let input = walk.relative(&answer.with_extension("in"));
                walk.error(answer, "an answer without an input").hint = Some(format!("add {}", input.display()));
            }
            (None, None) => {}
        }
    }
    tests.sort_by(|a, b| a.id.cmp(&b.id));
    unanswered.sort_by(|a, b| a.id.cmp(&b.id));
    (tests, unanswered)
}

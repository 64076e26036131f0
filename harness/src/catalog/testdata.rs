//! `testdata/<slug>/`: inputs with their answers, by name.

use crate::catalog::walk::{Kind, Walk};
use crate::model::{ProblemId, Severity, Test, TestId};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The tests of one problem.
#[derive(Debug, Default)]
pub struct TestSet {
    /// In judging order.
    pub tests: Vec<Arc<Test>>,
    /// By name.
    pub invalid: Vec<PathBuf>,
    /// There were files meant as tests, healthy or not.
    pub any: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    In,
    Ans,
    /// Read as `.ans`.
    Out,
}

impl Part {
    fn of_extension(extension: &str) -> Option<Part> {
        match extension {
            "in" => Some(Part::In),
            "ans" => Some(Part::Ans),
            "out" => Some(Part::Out),
            _ => None,
        }
    }
}

/// A file of a test: `sample/01`, its part and its path.
type Piece = (String, Part, PathBuf);

/// What other formats keep beside their tests, and what people write about them.
const COMPANIONS: [&str; 8] = ["md", "yaml", "yml", "desc", "hint", "png", "jpg", "svg"];

/// All tests there are, by problem.
pub fn find(walk: &mut Walk<'_>) -> BTreeMap<ProblemId, TestSet> {
    let mut pieces: BTreeMap<ProblemId, Vec<Piece>> = BTreeMap::new();
    let mut sets: BTreeMap<ProblemId, TestSet> = BTreeMap::new();
    for entry in walk.tree("testdata", usize::MAX, |_| true) {
        let Some((slug, name)) = entry.split_first() else {
            match (entry.kind, ProblemId::parse(&entry.name)) {
                (Kind::Folder, Ok(id)) => drop(sets.entry(id).or_default()),
                (Kind::Folder, Err(error)) => drop(walk.note(Severity::Error, &entry.path, error.to_string())),
                (Kind::File, _) if entry.name.ends_with(".in") || entry.name.ends_with(".ans") => {
                    walk.note(Severity::Warning, &entry.path, "a test outside of any problem").hint =
                        Some("move it to testdata/<problem>/secret/".to_owned());
                }
                (Kind::File, _) => {}
            }
            continue;
        };
        if entry.kind == Kind::Folder {
            continue;
        }
        // The folder has been told about already when its name is not a slug.
        let Ok(problem) = ProblemId::parse(slug) else { continue };
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let Some(part) = Part::of_extension(extension) else {
            if !COMPANIONS.contains(&extension) {
                walk.note(Severity::Warning, &entry.path, "neither `.in` nor `.ans`: not used");
            }
            continue;
        };
        if stem.chars().any(char::is_control) {
            walk.note(Severity::Error, &entry.path, "control characters in the name of a test").hint =
                Some("rename it".to_owned());
            continue;
        }
        if stem.starts_with("invalid/") {
            match part {
                Part::In => sets.entry(problem).or_default().invalid.push(entry.path),
                Part::Ans | Part::Out => {
                    walk.note(Severity::Warning, &entry.path, "an answer to an invalid input: not used");
                }
            }
            continue;
        }
        let piece = (stem.to_owned(), part, entry.path);
        pieces.entry(problem).or_default().push(piece);
    }
    for (problem, pieces) in pieces {
        let set = sets.entry(problem).or_default();
        set.any = true;
        set.tests = pair(pieces, walk);
    }
    for set in sets.values_mut() {
        set.invalid.sort();
    }
    sets
}

/// Puts inputs and answers together.
fn pair(mut pieces: Vec<Piece>, walk: &mut Walk<'_>) -> Vec<Arc<Test>> {
    pieces.sort_unstable();
    let mut tests = Vec::with_capacity(pieces.len() / 2);
    for same in pieces.chunk_by_mut(|a, b| a.0 == b.0) {
        let mut parts: [Option<PathBuf>; 3] = [None, None, None];
        let id = std::mem::take(&mut same[0].0);
        for (_, part, path) in same {
            parts[*part as usize] = Some(std::mem::take(path));
        }
        match parts {
            [_, Some(ans), Some(out)] => {
                let (ans, out) = (walk.relative(&ans), walk.relative(&out));
                let title = format!("test `{id}` has two answers: {} and {}", ans.display(), out.display());
                walk.note(Severity::Error, &out, title).hint = Some("keep one of them".to_owned());
            }
            [Some(input), Some(answer), None] | [Some(input), None, Some(answer)] => {
                tests.push(Arc::new(Test { id: TestId(id.into()), input, answer }));
            }
            [Some(input), None, None] => {
                let answer = walk.relative(&input.with_extension("ans"));
                walk.note(Severity::Error, &input, "an input without an answer").hint =
                    Some(format!("add {}", answer.display()));
            }
            [None, Some(answer), None] | [None, None, Some(answer)] => {
                let input = walk.relative(&answer.with_extension("in"));
                walk.note(Severity::Error, &answer, "an answer without an input").hint =
                    Some(format!("add {}", input.display()));
            }
            [None, None, None] => {}
        }
    }
    tests.sort_by(|a, b| a.id.cmp(&b.id));
    tests
}

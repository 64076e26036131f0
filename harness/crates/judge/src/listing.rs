//! What would be judged, as an editor asks for it.

use crate::workspace::Workspace;
use engine::plan::Plan;
use model::ProblemId;
use model::record::{LISTING, ListedProblem, ListedProgram, Listing, PlaceKind};
use package::detect::{self, Kind};
use std::collections::BTreeSet;
use std::path::Path;

impl Workspace {
    /// What an editor shows of a plan. `outputs`: where a run keeps outputs of failed tests.
    pub fn listing(&self, plan: &Plan, outputs: &Path) -> Listing {
        let kind = match Kind::of(&self.root) {
            Some(Kind::Workspace) => PlaceKind::Workspace,
            Some(Kind::Package(_)) => PlaceKind::Package,
            Some(Kind::Contest) => PlaceKind::Contest,
            None => PlaceKind::Plain,
        };
        let (mut problems, mut programs) = (Vec::new(), Vec::new());
        for of_problem in plan.by_problem() {
            let problem = &of_problem[0].problem;
            problems.push(ListedProblem::of(problem));
            programs.extend(of_problem.iter().map(|planned| {
                let is_whole = planned.tests.len() == problem.tests.len();
                let tests = || planned.tests.iter().map(|test| test.id.clone()).collect();
                ListedProgram {
                    problem: problem.id.clone(),
                    name: planned.solution.id.to_string(),
                    path: planned.solution.own_file(&self.root).display().to_string(),
                    language: planned.solution.language.clone(),
                    only: (!is_whole).then(tests),
                }
            }));
        }
        Listing {
            schema: LISTING.to_owned(),
            harness: env!("CARGO_PKG_VERSION").to_owned(),
            root: self.root.display().to_string(),
            kind,
            outputs: outputs.display().to_string(),
            problems,
            programs,
        }
    }
}

/// The names of problems that begin like this, or `problem/solution` once the problem is there, in
/// the nearest workspace. Comes from the names of its folders: no file is read.
pub fn names_from(begin: &str, here: &Path) -> Vec<String> {
    let root = detect::find_root(here);
    let names = root.map(|root| if begin.contains('/') { solutions(&root) } else { problems(&root) });
    names.into_iter().flatten().filter(|name| name.starts_with(begin)).collect()
}

fn problems(root: &Path) -> BTreeSet<String> {
    let entries = root.join("problems").read_dir().into_iter().flatten().flatten();
    let names = entries.filter(|entry| entry.path().is_dir()).filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| ProblemId::parse(name).is_ok()).collect()
}

/// `nim/nim` for `nim.rs`, `nim/brute` for `nim--brute.rs`.
fn solutions(root: &Path) -> BTreeSet<String> {
    let files = walkdir::WalkDir::new(root.join("solutions")).into_iter().flatten();
    let name = |file: walkdir::DirEntry| {
        let stem = file.path().file_stem()?.to_str()?.to_owned();
        let (problem, label) = stem.split_once("--").unwrap_or((&stem, &stem));
        root.join("problems").join(problem).is_dir().then(|| format!("{problem}/{label}"))
    };
    files.filter(|entry| entry.file_type().is_file()).filter_map(name).collect()
}

//! What would be judged, as an editor asks for it.

use crate::judge::Judge;
use engine::plan::Plan;
use model::record::{LISTING, ListedProblem, ListedProgram, Listing, PlaceKind};
use package::detect::Kind;
use std::path::Path;

impl Judge {
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

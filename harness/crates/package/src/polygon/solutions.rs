//! A package's solutions, and what their tags require of them.

use super::folder_of;
use super::xml::{Description, SolutionEntry};
use crate::diagnostics::Report;
use crate::judged::{SubmittedSource, unread};
use crate::reading::PackageReader;
use crate::verdicts::{self, System};
use model::{Expectation, Problem, Rule, Solution, Verdict, VerdictSet};
use std::collections::BTreeSet;
use std::sync::Arc;

impl PackageReader<'_, Description> {
    pub(super) fn solutions(&mut self, problem: &Problem) -> Vec<Arc<Solution>> {
        let (found, description) = (self.found, self.description);
        let (mut solutions, mut others, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut not_run = Vec::new();
        for entry in &description.solutions {
            if entry.tag == "do-not-run" {
                not_run.push(&entry.program.path);
                continue;
            }
            let Some(path) = self.program(&entry.program) else { continue };
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let label = stem.filter(|_| entry.tag != "main");
            let expectation = self.expectation(entry, problem);
            let (label, code) = (label.as_deref(), Some(entry.program.code.as_str()));
            let source = SubmittedSource { file: &path, built: None, label, code };
            match found.solution(source, expectation, &mut taken) {
                Some(solution) => solutions.push(Arc::new(solution)),
                None => others.push(entry.program.path.clone()),
            }
        }
        let hint = "give them another tag to have them run";
        self.diagnostics.list(self.file, "solutions tagged `do-not-run`, so left out", hint, not_run);
        unread(found.root, &others, &mut self.diagnostics);
        solutions
    }

    fn expectation(&mut self, entry: &SolutionEntry, problem: &Problem) -> Expectation {
        let of_tag = |tag: &str| verdicts::called(System::Polygon, tag);
        let verdicts = of_tag(&entry.tag);
        if verdicts.is_none() {
            let title = format!("`{}` is not a tag that is known: it must be accepted", entry.tag);
            self.mistakes.warning(entry.place.clone(), title, "unknown tag");
        }
        // Without a rule, nothing but accepted will do.
        let verdicts = verdicts.filter(|verdicts| *verdicts != VerdictSet::default().with(Verdict::Accepted));
        let of_all = verdicts.map(|verdicts| Rule { verdicts, ..Rule::default() });
        let mut rules: Vec<Rule> = of_all.into_iter().collect();
        for (group, tag) in &entry.of_groups {
            let folder = folder_of(self.description, group);
            let pattern = glob::Pattern::new(&format!("{folder}/**")).ok();
            let has_tests = problem.tests.iter().any(|test| test.id.lies_in(&folder));
            if let (Some(tests), Some(verdicts), true) = (pattern, of_tag(tag), has_tests) {
                rules.push(Rule { tests: Some(tests), verdicts, ..Rule::default() });
            }
        }
        Expectation { rules, ..Expectation::default() }
    }
}

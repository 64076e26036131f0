//! A package's solutions, and what their tags require of them.

use super::folder_of;
use super::xml::{Description, SolutionEntry};
use crate::diagnostics::Report;
use crate::judged::{SubmittedSource, rule, unread};
use crate::reading::PackageReader;
use crate::verdicts::{self, System};
use model::{Expectation, Problem, Rule, Solution, Verdict};
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
        let mut rules: Vec<Rule> = match of_tag(&entry.tag) {
            Some([]) => Vec::new(),
            Some(verdicts) => vec![rule(verdicts)],
            None => {
                let title = format!("`{}` is not a tag that is known: it must be accepted", entry.tag);
                self.mistakes.warning(entry.place.clone(), title, "unknown tag");
                Vec::new()
            }
        };
        for (group, tag) in &entry.of_groups {
            let folder = folder_of(self.description, group);
            let pattern = glob::Pattern::new(&format!("{folder}/**")).ok();
            let has_tests = problem.tests.iter().any(|test| test.id.lies_in(&folder));
            if let (Some(tests), Some(verdicts), true) = (pattern, of_tag(tag), has_tests) {
                let verdicts = if verdicts.is_empty() { &[Verdict::Accepted][..] } else { verdicts };
                rules.push(Rule { tests: Some(tests), ..rule(verdicts) });
            }
        }
        Expectation { rules, ..Expectation::default() }
    }
}

/// The verdicts of which a solution with this tag must get one, unless accepted is among them.
/// Empty: nothing but accepted.
fn of_tag(tag: &str) -> Option<&'static [Verdict]> {
    let verdicts = verdicts::called(System::Polygon, tag)?;
    Some(if *verdicts == [Verdict::Accepted] { &[] } else { verdicts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_say_what_may_and_what_must_happen() {
        assert_eq!(of_tag("main"), Some(&[][..]));
        assert_eq!(
            of_tag("time-limit-exceeded-or-accepted").map(|verdicts| verdicts.contains(&Verdict::Accepted)),
            Some(true)
        );
        assert!(of_tag("rejected").is_some_and(|verdicts| !verdicts.contains(&Verdict::Accepted)));
        assert_eq!(of_tag("weird"), None);
    }
}

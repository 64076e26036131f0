//! A package's solutions, and what their tags require of them.

use super::xml::SolutionEntry;
use super::{PolygonReader, folder_of};
use crate::diagnostics::Report;
use crate::judged::{SubmittedSource, rule};
use crate::verdicts::{self, System};
use model::{Expectation, Problem, Rule, Solution, Verdict};
use std::collections::BTreeSet;
use std::sync::Arc;

impl PolygonReader<'_> {
    pub(super) fn solutions(&mut self, problem: &Problem) -> Vec<Arc<Solution>> {
        let (found, description) = (self.found, self.description);
        let (mut solutions, mut unknown, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
        if let Some(linked) = description.linked.first() {
            let title = "solutions are compiled with files of the package, which is not done here: they will not link";
            let place = linked.place.clone();
            self.mistakes.warning(place, title, "one of them");
        }
        for entry in &description.solutions {
            if entry.tag == "do-not-run" {
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
                None => unknown.push(entry.program.path.clone()),
            }
        }
        let not_run = description.solutions.iter().filter(|entry| entry.tag == "do-not-run").count();
        if not_run > 0 {
            let title = format!("solutions tagged `do-not-run` are left out: {not_run}");
            self.diagnostics.warning(&found.root.join(super::FILE), title).hint =
                Some("give them another tag to have them run".to_owned());
        }
        found.unknown_languages(&unknown, &mut self.diagnostics);
        solutions
    }

    fn expectation(&mut self, entry: &SolutionEntry, problem: &Problem) -> Expectation {
        let mut rules: Vec<Rule> = match of_tag(&entry.tag) {
            Some(verdicts) => rule_of(verdicts).into_iter().collect(),
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

fn rule_of(verdicts: &[Verdict]) -> Option<Rule> {
    (!verdicts.is_empty()).then(|| rule(verdicts))
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
        assert_eq!(rule_of(&[]), None);
    }
}

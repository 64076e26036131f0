//! The tests that failed the last time they were run. `--failed` runs them again.
//!
//! The list is not that of the last run: it holds what is *known to fail*, over all runs. A run
//! changes only what it has judged, so running one problem forgets no failure of another. An entry
//! goes when the same thing is run again and is as expected.
//!
//! An entry is either a solution on a test (a verdict that its file does not permit, or a fault),
//! or a whole solution: it does not compile, could not be built, could not be scored, or did not
//! keep what it promised for all of its tests together. Only a run of all its tests settles an
//! entry of the second kind.

use crate::artifacts::destination::replace;
use crate::artifacts::read::{ReadError, parsed};
use model::record::{Build, ParseError, Report, SolutionRecord, TestRecord};
use model::{Catalog, SolutionId, Status, TestId};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;
use std::path::Path;

/// The version this harness writes and reads.
pub const SCHEMA: &str = "harness-failed/1";

/// The known failures of one solution: its tests, and `None` for the whole solution, which only a
/// run of all its tests can settle.
type Entry = BTreeSet<Option<String>>;

/// The known failures, by the solution's name (`nim/brute.rs`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownFailures {
    pub solutions: BTreeMap<String, Entry>,
}

/// The list as written to disk.
#[derive(Deserialize)]
struct FailedFile {
    schema: String,
    /// [`Pair`]s. Another version may have another shape, so the version is checked first.
    #[serde(default)]
    failed: Value,
}

/// A solution and a test, or `null` for the whole solution.
type Pair = (String, Option<String>);

impl KnownFailures {
    /// # Errors
    /// When there is no list, it cannot be read, it is not a list, or it has another version.
    pub fn read(path: &Path) -> Result<KnownFailures, ReadError> {
        parsed(path, KnownFailures::parse)
    }

    /// The runs of what is here that are known to fail.
    pub fn runs(&self, catalog: &Catalog) -> BTreeSet<(SolutionId, TestId)> {
        let mut runs = BTreeSet::new();
        for solution in &catalog.solutions {
            let Some(entry) = self.solutions.get(&solution.id.to_string()) else { continue };
            let Some(problem) = catalog.problem(&solution.id.problem) else { continue };
            let named: HashSet<&str> = entry.iter().flatten().map(String::as_str).collect();
            let is_whole = entry.contains(&None);
            let tests = problem.tests.iter().filter(|test| is_whole || named.contains(&*test.id.0));
            runs.extend(tests.map(|test| (solution.id.clone(), test.id.clone())));
        }
        runs
    }

    fn parse(bytes: &[u8]) -> Result<KnownFailures, ParseError> {
        let list: FailedFile = serde_json::from_slice(bytes)?;
        if list.schema != SCHEMA {
            return Err(ParseError::Version { found: list.schema, reads: SCHEMA });
        }
        let mut failed = KnownFailures::default();
        let pairs: Vec<Pair> = serde_json::from_value(list.failed)?;
        for (solution, test) in pairs {
            failed.solutions.entry(solution).or_default().insert(test);
        }
        Ok(failed)
    }

    /// Writes the list in one step: a reader sees the old one or the new one.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let pairs = self.solutions.iter().flat_map(|(solution, entry)| entry.iter().map(move |test| (solution, test)));
        // One entry a line, so that a person can read it.
        let lines = pairs.map(|pair| serde_json::to_string(&pair)).collect::<Result<Vec<_>, _>>()?;
        replace(path, format!("{{\"schema\":\"{SCHEMA}\",\"failed\":[\n{}\n]}}\n", lines.join(",\n")).as_bytes())
    }

    /// Updates the list with the results of a run.
    pub fn learn(&mut self, report: &Report) {
        for solution in &report.solutions {
            let mut entry = self.solutions.remove(&solution.name).unwrap_or_default();
            learn(&mut entry, solution);
            if !entry.is_empty() {
                self.solutions.insert(solution.name.clone(), entry);
            }
        }
    }
}

/// Whether `--failed` runs this solution again, as far as this run tells.
pub(crate) fn is_repeated(solution: &SolutionRecord) -> bool {
    let mut entry = Entry::default();
    learn(&mut entry, solution);
    !entry.is_empty()
}

fn learn(entry: &mut Entry, solution: &SolutionRecord) {
    match &solution.build {
        Build::Ready { .. } => {}
        Build::Rejected { .. } => {
            // The build judges the whole file, so earlier results of its tests no longer hold.
            entry.clear();
            entry.extend((solution.status == Status::Unmet).then_some(None));
            return;
        }
        Build::Fault { .. } => {
            entry.insert(None);
            return;
        }
        Build::NoTool { .. } | Build::Skipped => return,
    }
    for test in &solution.tests {
        let name = Some(test.test.to_string());
        match (test.permitted, &test.fault) {
            (Some(true), _) => drop(entry.remove(&name)),
            (Some(false), _) | (None, Some(_)) => drop(entry.insert(name)),
            // Not run: the earlier entry still holds.
            (None, None) => {}
        }
    }
    let all_known = !solution.tests.iter().any(TestRecord::is_open);
    if solution.whole && all_known {
        // A wrong score follows from a wrong test: then only that test is worth another run.
        let by_score = solution.breaks_promise() && solution.surprises().next().is_none();
        let is_broken = !solution.missing.is_empty() || by_score || solution.score_fault().is_some();
        let is_there = |name: &String| solution.tests.iter().any(|test| *test.test.0 == **name);
        entry.retain(|test| test.as_ref().map_or(is_broken, is_there));
        entry.extend(is_broken.then_some(None));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, fault, problem, report};
    use model::record::Build;
    use model::{Group, Limits, Points, Problem, ScoreRange, Scoring, Verdict};
    use std::sync::Arc;

    /// `nim/a.rs: secret/01; nim/b.rs: *`.
    fn words(failed: &KnownFailures) -> String {
        let entry = |(name, entry): (&String, &Entry)| {
            let tests: Vec<&str> = entry.iter().map(|test| test.as_deref().unwrap_or("*")).collect();
            format!("{name}: {}", tests.join(" "))
        };
        failed.solutions.iter().map(entry).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn only_a_solution_that_is_not_as_expected_is_run_again() {
        let fake = |verdicts: &str| is_repeated(&Fake::new(&problem("nim", 1, 2), "").verdicts(verdicts).result);
        assert!(!fake("..") && fake(".W") && fake(".!"));
    }

    /// Checks what is known to fail after these runs, one after the other.
    fn check(runs: Vec<Vec<Fake>>, expected: &str) {
        let mut failed = KnownFailures::default();
        for fakes in runs {
            failed.learn(&report(fakes));
        }
        assert_eq!(words(&failed), expected);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("failed.json");
        failed.write(&path).unwrap();
        assert_eq!(KnownFailures::read(&path).unwrap(), failed, "it comes back from the disk");
    }

    fn nim() -> Arc<Problem> {
        problem("nim", 1, 2)
    }

    /// Keeps only these tests, by index.
    fn part(fake: Fake, tests: &[usize]) -> Fake {
        fake.change(|solution| {
            let all = std::mem::take(&mut solution.tests).into_iter().enumerate();
            solution.tests = all.filter(|(at, _)| tests.contains(at)).map(|(_, test)| test).collect();
            solution.whole = false;
        })
    }

    #[test]
    fn what_was_not_as_expected_is_listed_and_goes_when_it_is() {
        check(vec![vec![Fake::new(&nim(), "").verdicts("..W")]], "nim/nim.rs: secret/02");
        check(vec![vec![Fake::new(&nim(), "").verdicts("..W")], vec![Fake::new(&nim(), "")]], "");
        check(
            vec![vec![Fake::new(&nim(), "").verdicts(".WW")], vec![part(Fake::new(&nim(), ""), &[1])]],
            "nim/nim.rs: secret/02",
        );
    }

    #[test]
    fn promised_failures_are_none() {
        check(vec![vec![Fake::new(&nim(), "x").expect(&[Verdict::WrongAnswer]).verdicts("..W")]], "");
    }

    #[test]
    fn a_run_of_something_else_forgets_nothing() {
        let other = problem("heaps", 1, 1);
        check(vec![vec![Fake::new(&nim(), "").verdicts("W")], vec![Fake::new(&other, "")]], "nim/nim.rs: sample/01");
        check(
            vec![vec![Fake::new(&nim(), "").verdicts("W.W")], vec![part(Fake::new(&nim(), ""), &[0])]],
            "nim/nim.rs: secret/02",
        );
    }

    #[test]
    fn what_was_not_run_is_as_it_was() {
        check(
            vec![vec![Fake::new(&nim(), "").verdicts(".W.")], vec![Fake::new(&nim(), "").verdicts(".--")]],
            "nim/nim.rs: secret/01",
        );
        let gone = Fake::new(&nim(), "").build(Build::NoTool { fault: fault("no g++") });
        check(vec![vec![Fake::new(&nim(), "").verdicts(".W.")], vec![gone]], "nim/nim.rs: secret/01");
    }

    #[test]
    fn a_fault_is_worth_another_run() {
        check(vec![vec![Fake::new(&nim(), "").verdicts(".!.")]], "nim/nim.rs: secret/01");
        check(vec![vec![Fake::new(&nim(), "").build(Build::Fault { fault: fault("gone") })]], "nim/nim.rs: *");
    }

    #[test]
    fn a_promise_that_was_not_kept_is_only_settled_by_all_tests() {
        let wrong = || Fake::new(&nim(), "x").expect(&[Verdict::WrongAnswer]);
        check(vec![vec![wrong()]], "nim/x.rs: *");
        check(vec![vec![wrong()], vec![part(wrong(), &[0])]], "nim/x.rs: *");
        check(vec![vec![wrong()], vec![wrong().verdicts("..W")]], "");
    }

    #[test]
    fn a_score_or_a_group_that_is_not_as_promised_is_listed() {
        let mut groups = problem("nim", 1, 2);
        let group = Group {
            name: "secret".to_owned(),
            limits: Limits::default(),
            points: Points(100_000_000),
            scoring: Scoring::Sum,
            requires: Vec::new(),
            tests: 2,
        };
        Arc::make_mut(&mut groups).groups = vec![group];
        let promise = |points| ScoreRange { least: Points(points), most: Points(points) };
        let scored = |points| {
            let fake = Fake::new(&groups, "x").expect(&[Verdict::WrongAnswer]).verdicts("..W");
            fake.change(|solution| solution.expected.score = Some(promise(points)))
        };
        check(vec![vec![scored(30_000_000)]], "nim/x.rs: *");
        check(vec![vec![scored(30_000_000)], vec![scored(50_000_000)]], "");
        check(vec![vec![Fake::new(&groups, "").verdicts("..W")]], "nim/nim.rs: secret/02");
        check(vec![vec![Fake::new(&nim(), "").score_fault("the grader crashed")]], "nim/nim.rs: *");
    }

    #[test]
    fn a_compile_error_covers_the_whole_solution() {
        let typo = || Fake::new(&nim(), "").build(Build::Rejected { messages: "error".to_owned() });
        check(vec![vec![Fake::new(&nim(), "").verdicts("W")], vec![typo()]], "nim/nim.rs: *");
        check(vec![vec![typo()], vec![Fake::new(&nim(), "").verdicts("W")]], "nim/nim.rs: sample/01");
        check(vec![vec![typo().expect(&[Verdict::CompileError])]], "");
    }

    #[test]
    fn a_test_that_is_gone_is_forgotten_when_all_that_are_left_were_run() {
        check(vec![vec![Fake::new(&problem("nim", 1, 3), "").verdicts("...W")], vec![Fake::new(&nim(), "")]], "");
    }

    #[test]
    fn other_files_and_other_versions_are_refused() {
        let parse = |text: &str| KnownFailures::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            parse(r#"{"schema":"harness-failed/2"}"#),
            "this is of version `harness-failed/2`; this harness reads `harness-failed/1`"
        );
        for text in
            ["", "[]", "{}", r#"{"schema":"harness-failed/1"}"#, r#"{"schema":"harness-failed/1","failed":[1]}"#]
        {
            assert_eq!(parse(text), "this is not a file of this harness", "{text}");
        }
    }
}

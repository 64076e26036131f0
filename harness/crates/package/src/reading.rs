//! The driver of the readers of Polygon's, CMS's and DMOJ's packages: a format is a
//! [`FormatReader`] and what is truly its own.
//!
//! A reader describes tests in batches, whose files may be there, may be made, or are nowhere. What
//! they give, and what is said of those that are not there, follows here.

use crate::diagnostics::{Report, are, count_tests};
use crate::folder;
use crate::judged::{JudgedPackage, PackageFolder};
use crate::limits;
use crate::making::Files;
use crate::mistakes::Mistakes;
use crate::tree::Tree;
use model::{
    ByteSize, Diagnostic, FileNames, GeneratorOutput, Group, Judging, Limits, PackageRules, Points, Problem, Recipe,
    Scoring, Severity, Solution, Test, TestId, TestJudging, UnmadeTests,
};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// More MiB than any solution prints.
const OUTPUT: u64 = 64;

/// How a format is read. `D`: what its description says.
pub struct FormatReader<D> {
    /// The name of its judge as a source of problems.
    pub judge: &'static str,
    /// The name of the description.
    pub file: &'static str,
    /// Folders that hold nothing for a judge and may be large.
    pub skipped: &'static [&'static str],
    /// Whether judging reads a file of this name.
    pub is_judged: fn(&str) -> bool,
    pub describe: fn(&mut PackageReader<'_, ()>, &str) -> Option<D>,
    pub problem: fn(&mut PackageReader<'_, D>) -> Option<Problem>,
    pub solutions: fn(&mut PackageReader<'_, D>, &Problem) -> Vec<Arc<Solution>>,
}

/// A package while it is read.
pub struct PackageReader<'r, D> {
    pub found: &'r PackageFolder<'r>,
    pub tree: &'r Tree,
    /// The name of its judge as a source of problems.
    judge: &'static str,
    /// The description's file.
    pub file: &'r Path,
    pub description: &'r D,
    /// Those in the description.
    pub mistakes: Mistakes,
    pub diagnostics: Vec<Diagnostic>,
    /// Tests that do not exist yet and can be made.
    unmade: Vec<Recipe>,
}

impl<D> FormatReader<D> {
    /// Reads the package. Whatever is wrong, the rest is read, but for what says how to judge.
    pub fn read(&self, found: &PackageFolder<'_>) -> JudgedPackage {
        let mut diagnostics = Vec::new();
        let tree = Tree::read(found.root, found.home, self.skipped, self.is_judged, &mut diagnostics);
        let Some(text) = tree.text(self.file, &mut diagnostics) else {
            return JudgedPackage { diagnostics, ..JudgedPackage::default() };
        };
        let (file, judge) = (found.root.join(self.file), self.judge);
        let (tree, file) = (&tree, file.as_path());
        let mistakes = Mistakes::new(file.to_owned(), Arc::clone(&text));
        let unmade = Vec::new();
        let mut reader = PackageReader { found, tree, judge, file, description: &(), mistakes, diagnostics, unmade };
        let described = (self.describe)(&mut reader, &text);
        let PackageReader { mistakes, diagnostics, unmade, .. } = reader;
        // What a mistake was meant to say may decide every verdict.
        let Some(description) = described.as_ref().filter(|_| !mistakes.has_errors()) else {
            return JudgedPackage { diagnostics: all(diagnostics, mistakes), ..JudgedPackage::default() };
        };
        let mut reader = PackageReader { found, tree, judge, file, description, mistakes, diagnostics, unmade };
        let problem = (self.problem)(&mut reader).map(Arc::new);
        let solutions = problem.as_ref().map_or_else(Vec::new, |problem| (self.solutions)(&mut reader, problem));
        let PackageReader { diagnostics, mistakes, unmade: tests, .. } = reader;
        let unmade = problem.as_ref().and_then(|problem| unmade_tests(problem, &solutions, tests));
        let unmade = unmade.into_iter().collect();
        JudgedPackage { problem, solutions, unmade, diagnostics: all(diagnostics, mistakes) }
    }
}

/// Those of the files, and then those in the description.
fn all(mut diagnostics: Vec<Diagnostic>, mistakes: Mistakes) -> Vec<Diagnostic> {
    diagnostics.extend(mistakes.into_diagnostics());
    // A program of several tests is looked for with each of them.
    diagnostics.dedup();
    diagnostics
}

impl<D> PackageReader<'_, D> {
    /// A file that the description names; a missing one is an error.
    pub fn named_file(&mut self, name: &str, place: &Range<usize>) -> Option<PathBuf> {
        let path = self.tree.file(name).map(Path::to_owned);
        if path.is_none() {
            self.mistakes.error(place.clone(), format!("`{name}` is not in the package"), "no such file");
        }
        path
    }

    /// The program at `file`, put together of these files. `None`, and an error: it cannot be, and
    /// by itself it would be another program.
    pub fn put_together(&mut self, file: &Path, files: io::Result<Vec<(PathBuf, Vec<u8>)>>) -> Option<PathBuf> {
        let put = files.and_then(|files| self.found.put_program(file, &files));
        self.diagnostics.reported(file, "cannot be put together", put)
    }

    /// How the tests are judged of a package whose solutions read and write these files. `None`,
    /// and an error: a name leads out of the folder.
    pub fn solution_files(&mut self, files: &FileNames) -> Option<Option<Arc<TestJudging>>> {
        if !files.are_plain() {
            let names: Vec<&str> = [&files.input, &files.output].into_iter().flatten().map(String::as_str).collect();
            let title = format!("solutions cannot read and write files named `{}`", names.join("` and `"));
            self.diagnostics.error(self.file, title);
            return None;
        }
        let files = Some(files.clone()).filter(|files| *files != FileNames::default());
        Some(files.map(|files| Arc::new(TestJudging { files: Some(files), ..TestJudging::default() })))
    }

    /// The limits of a package that sets this time and memory. Its solutions may print more than
    /// any of them does.
    pub fn limits_of(
        &mut self,
        judging: &Judging,
        time: Option<Duration>,
        usual: Duration,
        memory: ByteSize,
    ) -> Limits {
        if time.is_none() {
            let title = format!("the package sets no time limit: {} s is used", usual.as_secs());
            self.diagnostics.warning(self.file, title);
        }
        let output = ByteSize::mib(OUTPUT);
        Limits { file_size: output, ..limits::of_other_judges(judging, time.unwrap_or(usual), memory, output) }
    }

    /// The problem of these tests, which nothing is called yet. `elsewhere`: where a person gets
    /// the tests that nothing here makes.
    pub fn problem_of(
        &mut self,
        batches: Vec<Batch>,
        judging: Judging,
        limits: Limits,
        judged: Option<&Arc<TestJudging>>,
        elsewhere: &str,
    ) -> Problem {
        self.report_missing(&batches, elsewhere);
        let batches = in_order(batches, self.file, &mut self.diagnostics);
        let mut problem = folder::problem(self.found.root, self.found.id.clone(), "", &[], judging, limits);
        problem.source.judge = Some(self.judge.to_owned());
        self.unmade = add_tests(batches, judged, &mut problem);
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        if problem.tests.is_empty() && !self.mistakes.has_errors() && !self.diagnostics.iter().any(is_error) {
            self.diagnostics.error(self.file, "the package has no tests");
        }
        problem
    }

    fn report_missing(&mut self, batches: &[Batch], elsewhere: &str) {
        let cases = || batches.iter().flat_map(|batch| &batch.cases);
        let missing: Vec<&Case> = cases().filter(|case| !matches!(case.files, Files::There(..))).collect();
        let Some(first) = missing.first() else { return };
        let (all, verb) = (count_tests(cases().count()), are(missing.len()));
        let title = format!("{} of {all} {verb} not in the package: left out, first {}", missing.len(), first.source);
        let hint = match missing.iter().all(|case| matches!(case.files, Files::Recipe(_))) {
            true => "judging the package makes them, unless a generator or the main solution fails",
            false => elsewhere,
        };
        self.diagnostics.error(self.file, title).hint = Some(hint.to_owned());
    }
}

/// The tests that are still to be made. The generator prints their answers, or the main solution,
/// if anybody does: nobody can give an interactor's answers in advance, and it needs none.
fn unmade_tests(problem: &Arc<Problem>, solutions: &[Arc<Solution>], tests: Vec<Recipe>) -> Option<UnmadeTests> {
    let prints = |recipe: &Recipe| recipe.made_by.as_ref().is_some_and(|call| call.gives == GeneratorOutput::Answer);
    let needs_no_solution = matches!(problem.judging, Judging::Interactor(_)) || tests.iter().all(prints);
    let main = solutions.iter().find(|solution| solution.id.label.is_none()).cloned();
    let solution = if needs_no_solution { None } else { Some(main?) };
    // Nothing is made for nobody.
    let is_wanted = !tests.is_empty() && !solutions.is_empty();
    is_wanted.then(|| UnmadeTests { problem: Arc::clone(problem), solution, tests })
}

/// A test of a package, on its way to its group.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its own name, without its batch's.
    pub name: String,
    /// Its file in the package, as messages name it.
    pub source: String,
    pub files: Files,
    pub points: f64,
}

/// Tests that are scored together.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The folder part of its tests' ids.
    pub name: String,
    pub worth: BatchWorth,
    /// Names of batches that must be passed before this one.
    pub requires: Vec<String>,
    pub cases: Vec<Case>,
}

impl Batch {
    /// The most that its tests give, and how that is made of them.
    fn points(&self) -> (f64, Scoring) {
        match self.worth {
            BatchWorth::EachTest => (self.cases.iter().map(|case| case.points).sum(), Scoring::Sum),
            BatchWorth::Shared(points) => (points, Scoring::Sum),
            BatchWorth::Whole(points) => (points, Scoring::PassFail),
            BatchWorth::Least(points) => (points, Scoring::Min),
        }
    }
}

/// Where a batch's points come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BatchWorth {
    /// Each test's own points.
    EachTest,
    /// All of these points, or none.
    Whole(f64),
    /// The lowest result of its tests counts, out of these points.
    Least(f64),
    /// Each test has its share of these points.
    Shared(f64),
}

/// Adds the test to the batch of this name. `new`: what a new one is worth, and what it requires.
pub fn add(batches: &mut Vec<Batch>, name: &str, case: Case, new: impl FnOnce() -> (BatchWorth, Vec<String>)) {
    if let Some(batch) = batches.iter_mut().find(|batch| batch.name == name) {
        return batch.cases.push(case);
    }
    let (worth, requires) = new();
    batches.push(Batch { name: name.to_owned(), worth, requires, cases: vec![case] });
}

/// The batches, each after those that it requires. Batches that require each other in a cycle are
/// judged without that requirement, and that is an error about `file`.
fn in_order(mut batches: Vec<Batch>, file: &Path, diagnostics: &mut Vec<Diagnostic>) -> Vec<Batch> {
    let mut ordered: Vec<Batch> = Vec::new();
    while !batches.is_empty() {
        let is_open = |name: &String| batches.iter().any(|batch| batch.name == *name);
        let first = batches.iter().position(|batch| !batch.requires.iter().any(is_open));
        if first.is_none() {
            let title = format!("`{}` requires what requires it: it is judged without that", batches[0].name);
            diagnostics.error(file, title).hint = Some("let it require others".to_owned());
        }
        let at = first.unwrap_or(0);
        let requires = batches[at].requires.iter().filter(|name| !is_open(name)).cloned().collect();
        ordered.push(Batch { requires, ..batches.remove(at) });
    }
    ordered
}

/// Adds the tests of `batches` in their order to `problem`, those whose files are not there, and
/// the groups that give points. There is no group if no batch gives points: such a problem is
/// passed or failed. Tests of one batch that are worth different points form groups of their own.
/// Returns how those tests are made that are not there and can be.
fn add_tests(batches: Vec<Batch>, judged: Option<&Arc<TestJudging>>, problem: &mut Problem) -> Vec<Recipe> {
    let scores = batches.iter().any(|batch| batch.points().0 > 0.0);
    let parts: Vec<(String, Vec<Batch>)> =
        batches.into_iter().map(|batch| (batch.name.clone(), split(batch))).collect();
    // A batch that requires another one requires all of its parts.
    let parts_of = |name: &String| {
        let found = parts.iter().find(|(batch, _)| batch == name);
        found.map_or_else(Vec::new, |(_, parts)| parts.iter().map(|part| part.name.clone()).collect::<Vec<_>>())
    };
    let Problem { tests, groups, rules: PackageRules { absent, .. }, limits, .. } = problem;
    let mut unmade = Vec::new();
    for part in parts.iter().flat_map(|(_, parts)| parts) {
        for case in &part.cases {
            let (id, judged) = (TestId(format!("{}/{}", part.name, case.name).into()), judged.cloned());
            match &case.files {
                Files::There(input, answer) => {
                    tests.push(Arc::new(Test { judged, ..Test::new(id, input.clone(), answer.clone()) }));
                }
                Files::Recipe(recipe) => {
                    absent.push(id.clone());
                    unmade.push(Recipe { id, judged, ..recipe.clone() });
                }
                Files::Nowhere => absent.push(id),
            }
        }
        if scores && part.name != "sample" && !part.cases.is_empty() {
            let (points, scoring) = part.points();
            groups.push(Group {
                name: part.name.clone(),
                limits: limits.clone(),
                points: Points::from_number(points).unwrap_or_default(),
                scoring,
                requires: part.requires.iter().flat_map(parts_of).collect(),
                tests: part.cases.len(),
            });
        }
    }
    unmade
}

/// The batch, or one batch for each number of points that its tests are worth.
fn split(batch: Batch) -> Vec<Batch> {
    let is_even = batch.cases.windows(2).all(|pair| pair[0].points.total_cmp(&pair[1].points).is_eq());
    if batch.worth != BatchWorth::EachTest || is_even {
        return vec![batch];
    }
    let mut parts: Vec<Batch> = Vec::new();
    for case in batch.cases {
        let name = format!("{}/{}-points", batch.name, case.points).replace('.', "-");
        add(&mut parts, &name, case, || (batch.worth, batch.requires.clone()));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(name: &str, points: f64, is_there: bool) -> Case {
        let files = if is_there { Files::There(PathBuf::new(), PathBuf::new()) } else { Files::Nowhere };
        Case { name: name.to_owned(), source: name.to_owned(), files, points }
    }

    fn batch(name: &str, worth: BatchWorth, points: &[f64], requires: &[&str]) -> Batch {
        let cases = points.iter().enumerate().map(|(at, points)| case(&format!("{:02}", at + 1), *points, true));
        let requires = requires.iter().map(|name| (*name).to_owned()).collect();
        Batch { name: name.to_owned(), worth, requires, cases: cases.collect() }
    }

    fn problem(batches: Vec<Batch>) -> Problem {
        let mut problem = Problem::new(model::ProblemId::parse("sum").unwrap());
        add_tests(batches, None, &mut problem);
        problem
    }

    fn check(batches: &[Batch], tests: &[&str], groups: &[&str]) {
        let Problem { tests: found, groups: given, .. } = problem(batches.to_vec());
        assert_eq!(found.iter().map(|test| test.id.to_string()).collect::<Vec<_>>(), tests);
        let given: Vec<String> = given
            .iter()
            .map(|group| {
                format!("{} {} {} {:?}", group.name, group.points, group.scoring.name(), group.requires.join(" "))
            })
            .collect();
        assert_eq!(given, groups);
    }

    #[test]
    fn batches_become_groups_and_those_of_uneven_tests_one_for_each_worth() {
        check(
            &[
                batch("sample", BatchWorth::Whole(0.0), &[0.0], &[]),
                batch("a", BatchWorth::EachTest, &[5.0, 2.5, 5.0], &["sample"]),
                batch("b", BatchWorth::Whole(30.0), &[0.0, 0.0], &["a"]),
                batch("c", BatchWorth::EachTest, &[1.0, 1.0], &[]),
            ],
            &["sample/01", "a/5-points/01", "a/5-points/03", "a/2-5-points/02", "b/01", "b/02", "c/01", "c/02"],
            &[
                "a/5-points 10 sum \"sample\"",
                "a/2-5-points 2.5 sum \"sample\"",
                "b 30 pass-fail \"a/5-points a/2-5-points\"",
                "c 2 sum \"\"",
            ],
        );
    }

    #[test]
    fn what_is_required_comes_before_and_nothing_requires_itself() {
        let mut diagnostics = Vec::new();
        let of = |name, requires: &[&str]| batch(name, BatchWorth::Whole(1.0), &[0.0], requires);
        let batches = vec![of("a", &["b", "c"]), of("b", &["c"]), of("c", &[]), of("d", &["e"]), of("e", &["e", "d"])];
        let ordered = in_order(batches, Path::new("init.yml"), &mut diagnostics);
        let ordered: Vec<String> =
            ordered.iter().map(|batch| format!("{}: {}", batch.name, batch.requires.join(" "))).collect();
        assert_eq!(ordered, ["c: ", "b: c", "a: b c", "d: ", "e: d"]);
        let titles: Vec<&str> = diagnostics.iter().map(|found| found.title.as_str()).collect();
        let title = |name: &str| format!("`{name}` requires what requires it: it is judged without that");
        assert_eq!(titles, [title("d"), title("e")]);
    }

    #[test]
    fn tests_that_are_not_there_keep_their_share_of_the_points() {
        let with = |absent: Case, mut batch: Batch| {
            batch.cases.push(absent);
            batch
        };
        let some = with(case("03", 1.0, false), batch("a", BatchWorth::Shared(30.0), &[0.0, 0.0], &[]));
        let all = with(case("01", 0.0, false), batch("b", BatchWorth::Whole(70.0), &[], &[]));
        let uneven = with(case("02", 5.0, false), batch("c", BatchWorth::EachTest, &[1.0], &[]));
        let Problem { tests, groups, rules: PackageRules { absent, .. }, .. } = problem(vec![some, all, uneven]);
        assert_eq!(tests.len(), 3);
        let groups: Vec<String> =
            groups.iter().map(|group| format!("{} {} {}", group.name, group.points, group.tests)).collect();
        assert_eq!(groups, ["a 30 3", "b 70 1", "c/1-points 1 1", "c/5-points 5 1"]);
        let absent: Vec<&str> = absent.iter().map(|id| &*id.0).collect();
        assert_eq!(absent, ["a/03", "b/01", "c/5-points/02"]);
    }

    #[test]
    fn without_points_there_are_no_groups() {
        check(&[batch("tests", BatchWorth::EachTest, &[0.0, 0.0], &[])], &["tests/01", "tests/02"], &[]);
    }
}

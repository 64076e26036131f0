//! A package in terms of the model, and what the readers of several formats share: solutions with
//! what they must get, and tests in groups that give points.
//!
//! It knows no format.

use crate::diagnostics::Report;
use crate::staged;
use beneath::Home;
use model::{
    BuildOptions, ByteSize, Diagnostic, Expectation, FileNames, Group, Judging, Language, Languages, Limits, OnlyGlobs,
    OwnLimits, Points, Problem, ProblemId, Recipe, Rule, Scoring, Solution, SolutionId, Test, TestId, TestJudging,
    UnmadeTests, Verdict, VerdictSet,
};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A package as the model describes it.
#[derive(Default)]
pub struct JudgedPackage {
    /// `None`: an error keeps it out.
    pub problem: Option<Arc<Problem>>,
    pub solutions: Vec<Arc<Solution>>,
    /// Tests that its programs can make, by the solution that answers them.
    pub unmade: Vec<UnmadeTests>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A package that is about to be read.
#[derive(Clone, Copy)]
pub struct PackageFolder<'f> {
    /// Absolute.
    pub root: &'f Path,
    /// The name that the package gets.
    pub id: &'f ProblemId,
    /// Paths are shown relative to this folder.
    pub display: &'f Path,
    /// What links must not lead out of.
    pub home: &'f Home,
    pub languages: &'f dyn Languages,
    /// Where programs and tests may be put together. The folder need not exist.
    pub stage: &'f Path,
}

/// A solution's source, and what its package says about it.
pub struct SubmittedSource<'s> {
    pub file: &'s Path,
    /// The folder in which it was put together with files of the package.
    pub built: Option<PathBuf>,
    /// `None`: the model solution.
    pub label: Option<&'s str>,
    /// The code of its language; without one, the file's name decides.
    pub code: Option<&'s str>,
}

impl PackageFolder<'_> {
    /// The solution in `source`. `None`: its language is unknown. A label that is already taken
    /// gets a number.
    pub fn solution(
        &self,
        source: SubmittedSource<'_>,
        expectation: Expectation,
        taken: &mut BTreeSet<SolutionId>,
    ) -> Option<Solution> {
        let SubmittedSource { file: path, built, label, code } = source;
        let own = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let language = self.language(own, code)?;
        let label = label.map(SolutionId::label_of);
        let named = |label: Option<String>| SolutionId {
            problem: self.id.clone(),
            label: label.map(Arc::from),
            extension: own.into(),
        };
        let stem = label.clone().unwrap_or_else(|| "main".to_owned());
        let numbered = (2..).map(|number| Some(format!("{stem}-{number}")));
        let id = std::iter::once(label).chain(numbered).map(named).find(|id| taken.insert(id.clone()));
        let display = path.strip_prefix(self.display).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let size = ByteSize(path.metadata().map_or(0, |meta| meta.len()));
        let (id, path) = (id.expect("numbers do not end"), built.unwrap_or_else(|| path.to_owned()));
        Some(Solution { size, expectation, ..plain_solution(id, language, path, display) })
    }

    /// An empty file.
    pub fn empty(&self) -> Option<PathBuf> {
        let path = self.stage.join("empty");
        staged::put(&path, b"").ok()?;
        Some(path)
    }
    /// The language of a file with this extension. A code decides between two languages that share
    /// an extension, like Python and PyPy. It never gives a file a language of another extension.
    pub fn language(&self, extension: &str, code: Option<&str>) -> Option<Language> {
        if code.is_some_and(crate::codes::is_old) {
            return None;
        }
        let by_code = code.and_then(crate::codes::extension);
        by_code
            .filter(|named| named.rsplit('/').next() == Some(extension) || extension.is_empty())
            .and_then(|named| self.languages.of_extension(named))
            .or_else(|| self.languages.of_extension(extension))
    }

    /// Reports all files in unknown languages in one warning.
    pub fn unknown_languages(&self, names: &[String], diagnostics: &mut Vec<Diagnostic>) {
        let hint = "`harness doctor` says which languages there are";
        diagnostics.list(self.root, "solutions in no language that is known, so left out", hint, names);
    }
}

/// A solution without any directive: it must be accepted on every test.
pub fn plain_solution(id: SolutionId, language: Language, path: PathBuf, display: String) -> Solution {
    Solution {
        id,
        language,
        path,
        display,
        size: ByteSize(0),
        expectation: Expectation::default(),
        only: OnlyGlobs::default(),
        notes: Vec::new(),
        args: Vec::new(),
        build: BuildOptions::default(),
        limits: OwnLimits::default(),
    }
}

/// The folder for the tests of a group, whose name may be any text.
pub fn folder_name(group: &str) -> String {
    group.replace(|c: char| c == '/' || c.is_whitespace() || c.is_control() || "*?[]{}!".contains(c), "-")
}

/// How the tests of a package are judged whose solutions read and write these files. `None`, and an
/// error about `path`: a name leads out of the folder.
pub fn named_files(
    input: Option<&String>,
    output: Option<&String>,
    path: &Path,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Option<Arc<TestJudging>>> {
    let files = FileNames { input: input.cloned(), output: output.cloned() };
    if files == FileNames::default() {
        return Some(None);
    }
    if files.are_plain() {
        return Some(Some(Arc::new(TestJudging { files: Some(files), ..TestJudging::default() })));
    }
    let names: Vec<String> = [files.input, files.output].into_iter().flatten().collect();
    diagnostics.error(path, format!("solutions cannot read and write files named `{}`", names.join("` and `")));
    None
}

/// Makes `folder` hold exactly these files. An existing file with the same content keeps its time.
///
/// # Errors
/// When a file cannot be written, or another one cannot be removed.
pub fn put_together(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> io::Result<()> {
    beneath::make_folders(folder)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let own = entry.file_name();
        if entry.file_type()?.is_file() && !files.iter().any(|(name, _)| name.as_os_str() == own) {
            fs::remove_file(entry.path())?;
        }
    }
    for (name, bytes) in files {
        staged::put(&folder.join(name), bytes)?;
    }
    Ok(())
}

/// The file by which a folder of Python sources begins at the source `name`.
pub fn begins_at(name: &str) -> (PathBuf, Vec<u8>) {
    let path = format!("os.path.join(os.path.dirname(os.path.abspath(__file__)), {name:?})");
    let text = format!("import os, runpy\nrunpy.run_path({path}, run_name=\"__main__\")\n");
    (PathBuf::from("__main__.py"), text.into_bytes())
}

/// A rule that requires one of these verdicts, or none if accepted is among them.
pub fn rule(verdicts: &[Verdict]) -> Rule {
    Rule { tests: None, verdicts: verdicts.iter().copied().collect::<VerdictSet>(), ..Rule::default() }
}

/// The tests that are still to be made. The main solution prints their answers, if anybody does:
/// nobody can give an interactor's answers in advance, and it needs none.
pub fn unmade(problem: &Arc<Problem>, solutions: &[Arc<Solution>], tests: Vec<Recipe>) -> Option<UnmadeTests> {
    let main = solutions.iter().find(|solution| solution.id.label.is_none()).cloned();
    let talks = matches!(problem.judging, Judging::Interactor(_));
    let solution = if talks { None } else { Some(main?) };
    (!tests.is_empty()).then(|| UnmadeTests { problem: Arc::clone(problem), solution, tests })
}

/// A test of a package, on its way to its group.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Its own name, without its batch's.
    pub name: String,
    pub input: PathBuf,
    pub answer: PathBuf,
    pub points: f64,
}

/// A test that belongs to a package and whose files are not there.
#[derive(Clone, Debug, PartialEq)]
pub struct AbsentTest {
    /// Its own name, without its batch's.
    pub name: String,
    pub points: f64,
}

/// Tests that are scored together.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The folder part of its tests' ids.
    pub name: String,
    pub worth: BatchWorth,
    /// Names of batches that must be passed before this one.
    pub requires: Vec<String>,
    pub cases: Vec<Case>,
    pub absent: Vec<AbsentTest>,
}

impl Batch {
    /// The most that its tests give, and how that is made of them.
    fn points(&self) -> (f64, Scoring) {
        match self.worth {
            BatchWorth::EachTest => (self.points_of_tests().sum(), Scoring::Sum),
            BatchWorth::Shared(points) => (points, Scoring::Sum),
            BatchWorth::Whole(points) => (points, Scoring::PassFail),
            BatchWorth::Least(points) => (points, Scoring::Min),
        }
    }

    fn points_of_tests(&self) -> impl Iterator<Item = f64> {
        self.cases.iter().map(|case| case.points).chain(self.absent.iter().map(|absent| absent.points))
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

/// The batches, each after those that it requires. Batches that require each other in a cycle are
/// judged without that requirement, and that is an error about `file`.
pub fn in_order(mut batches: Vec<Batch>, file: &Path, diagnostics: &mut Vec<Diagnostic>) -> Vec<Batch> {
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

/// The tests of batches, and what they are worth.
#[derive(Debug, Default)]
pub struct ScoredTests {
    pub tests: Vec<Arc<Test>>,
    /// The groups that give points.
    pub groups: Vec<Group>,
    /// Tests whose files are not there.
    pub absent: Vec<TestId>,
}

/// The tests of `batches` in their order, and the groups that give points. There is no group if no
/// batch gives points: such a problem is passed or failed. Tests of one batch that are worth
/// different points form groups of their own.
pub fn scored(batches: &[Batch], limits: &Limits, judged: Option<&Arc<TestJudging>>) -> ScoredTests {
    let scores = batches.iter().any(|batch| batch.points().0 > 0.0);
    let parts: Vec<(&Batch, Vec<Batch>)> = batches.iter().map(|batch| (batch, split(batch))).collect();
    // A batch that requires another one requires all of its parts.
    let parts_of = |name: &String| {
        let found = parts.iter().find(|(batch, _)| batch.name == *name);
        found.map_or_else(Vec::new, |(_, parts)| parts.iter().map(|part| part.name.clone()).collect::<Vec<_>>())
    };
    let ScoredTests { mut tests, mut groups, mut absent } = ScoredTests::default();
    for (batch, parts) in &parts {
        for part in parts {
            for case in &part.cases {
                let id = TestId(format!("{}/{}", part.name, case.name).into());
                let plain = Test::new(id, case.input.clone(), case.answer.clone());
                tests.push(Arc::new(Test { judged: judged.cloned(), ..plain }));
            }
            absent.extend(part.absent.iter().map(|own| TestId(format!("{}/{}", part.name, own.name).into())));
            if scores && part.name != "sample" && !(part.cases.is_empty() && part.absent.is_empty()) {
                let (points, scoring) = part.points();
                groups.push(Group {
                    name: part.name.clone(),
                    limits: limits.clone(),
                    points: Points::from_number(points).unwrap_or_default(),
                    scoring,
                    requires: batch.requires.iter().flat_map(parts_of).collect(),
                    tests: part.cases.len() + part.absent.len(),
                });
            }
        }
    }
    ScoredTests { tests, groups, absent }
}

/// The batch, or one batch for each number of points that its tests are worth.
fn split(batch: &Batch) -> Vec<Batch> {
    let points: Vec<f64> = batch.points_of_tests().collect();
    let even = points.windows(2).all(|pair| pair[0].total_cmp(&pair[1]).is_eq());
    if batch.worth != BatchWorth::EachTest || even {
        return vec![batch.clone()];
    }
    let mut parts: Vec<Batch> = Vec::new();
    for points in points {
        let name = format!("{}/{points}-points", batch.name).replace('.', "-");
        if parts.iter().any(|part| part.name == name) {
            continue;
        }
        let mut part = Batch { name, ..batch.clone() };
        part.cases.retain(|case| case.points.total_cmp(&points).is_eq());
        part.absent.retain(|absent| absent.points.total_cmp(&points).is_eq());
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(name: &str, worth: BatchWorth, points: &[f64], requires: &[&str]) -> Batch {
        let case = |(at, points): (usize, &f64)| Case {
            name: format!("{:02}", at + 1),
            input: PathBuf::new(),
            answer: PathBuf::new(),
            points: *points,
        };
        let requires = requires.iter().map(|name| (*name).to_owned()).collect();
        Batch {
            name: name.to_owned(),
            worth,
            requires,
            cases: points.iter().enumerate().map(case).collect(),
            absent: Vec::new(),
        }
    }

    fn check(batches: &[Batch], tests: &[&str], groups: &[&str]) {
        let ScoredTests { tests: found, groups: given, .. } = scored(batches, &Limits::default(), None);
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
        let absent = |name: &str, points| AbsentTest { name: name.to_owned(), points };
        let some = Batch { absent: vec![absent("03", 1.0)], ..batch("a", BatchWorth::Shared(30.0), &[0.0, 0.0], &[]) };
        let all = Batch { absent: vec![absent("01", 0.0)], ..batch("b", BatchWorth::Whole(70.0), &[], &[]) };
        let uneven = Batch { absent: vec![absent("02", 5.0)], ..batch("c", BatchWorth::EachTest, &[1.0], &[]) };
        let ScoredTests { tests, groups, absent } = scored(&[some, all, uneven], &Limits::default(), None);
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

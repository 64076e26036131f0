//! Problem packages of Polygon (Codeforces): `problem.xml` and the files that it names.
//!
//! A *full* package has all tests. A *standard* one has the programs that make them.

mod checkers;
mod lines;
mod making;
mod solutions;
pub mod xml;

use crate::diagnostics::{Report, are, count_tests};
use crate::folder;
use crate::judged::{
    AbsentTest, Batch, BatchWorth, Case, JudgedPackage, PackageFolder, ScoredTests, folder_name, in_order, named_files,
    scored, unmade,
};
use crate::limits;
use crate::making::Files;
use crate::mistakes::Mistakes;
use crate::tree::Tree;
use crate::xml as any_xml;
use model::{
    ByteSize, Diagnostic, Judging, JuryOutput, JuryRuling, Limits, PackageRules, Problem, ProgramSpec, Protocol,
    Recipe, Source, Test, TestId, TestJudging,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use xml::{Description, GroupEntry, XmlProgram, XmlTest};

/// The defaults of Codeforces.
const TIME: Duration = Duration::from_secs(2);
const MEMORY: u64 = 256 << 20;
/// More than any solution prints.
const OUTPUT: u64 = 64;

const FILE: &str = "problem.xml";

/// Whether `root` is a package of this format.
pub fn is_package(root: &Path) -> bool {
    let file = root.join(FILE);
    file.is_file() && any_xml::holds(&file, &["<problem", "<judging"])
}

/// Reads the package. Whatever is wrong, the rest is read.
pub fn read(found: &PackageFolder<'_>) -> JudgedPackage {
    let mut diagnostics = Vec::new();
    let tree = Tree::read(found.root, found.home, &SKIPPED, is_judged, &mut diagnostics);
    let Some(text) = tree.text(FILE, &mut diagnostics) else {
        return JudgedPackage { diagnostics, ..JudgedPackage::default() };
    };
    let mut mistakes = Mistakes::new(found.root.join(FILE), Arc::clone(&text));
    let Some(description) = xml::read(&text, &mut mistakes) else {
        diagnostics.extend(mistakes.into_diagnostics());
        return JudgedPackage { diagnostics, ..JudgedPackage::default() };
    };
    let mut reader =
        PolygonReader { found, tree: &tree, description: &description, mistakes, diagnostics, unmade: Vec::new() };
    let problem = reader.problem().map(Arc::new);
    let solutions = problem.as_ref().map_or_else(Vec::new, |problem| reader.solutions(problem));
    let PolygonReader { mut diagnostics, mistakes, unmade: tests, .. } = reader;
    let unmade = problem.as_ref().and_then(|problem| unmade(problem, &solutions, tests)).into_iter().collect();
    diagnostics.extend(mistakes.into_diagnostics());
    JudgedPackage { problem, solutions, unmade, diagnostics }
}

/// Whether judging reads a file of this name: not statements.
fn is_judged(name: &str) -> bool {
    ![".pdf", ".html", ".tex"].iter().any(|end| name.ends_with(end))
}

/// Folders that hold nothing for a judge and may be large.
const SKIPPED: [&str; 6] = ["statements", "statement-sections", "tutorials", "stresses", "documents", "materials"];

struct PolygonReader<'r> {
    found: &'r PackageFolder<'r>,
    tree: &'r Tree,
    description: &'r Description,
    mistakes: Mistakes,
    diagnostics: Vec<Diagnostic>,
    /// Tests that do not exist yet and can be made.
    unmade: Vec<Recipe>,
}

impl PolygonReader<'_> {
    fn problem(&mut self) -> Option<Problem> {
        let (found, description) = (self.found, self.description);
        let file = found.root.join(FILE);
        let (input, output) = (description.input_file.as_ref(), description.output_file.as_ref());
        let judged = named_files(input, output, &file, &mut self.diagnostics)?;
        if description.runs > 1 {
            let title =
                format!("a solution is run {} times on each test: only the first run is judged", description.runs);
            self.diagnostics.warning(&file, title).hint = Some("judge the later ones in Polygon".to_owned());
        }
        let (judging, behind) = self.judging()?;
        let limits = self.limits(&judging);
        let batches = self.batches(judged.as_ref());
        let mut batches = in_order(batches, &file, &mut self.diagnostics);
        let invalid = description.validator_tests.iter().filter(|(_, valid)| !valid);
        let mut invalid: Vec<PathBuf> =
            invalid.filter_map(|(name, _)| self.tree.file(name)).map(Path::to_owned).collect();
        let mut tried = self.checker_tests(&judging);
        let of_checker = tried.iter_mut().flat_map(|(files, _)| files);
        self.plain_lines(&mut batches, invalid.iter_mut().chain(of_checker));
        let outputs = tried.into_iter().enumerate().map(|(at, ([input, output, answer], must_be))| {
            let id = TestId(format!("checker-tests/{:02}", at + 1).into());
            JuryOutput { test: Arc::new(Test::new(id, input, answer)), output, must_be }
        });
        let outputs = outputs.collect();
        let ScoredTests { tests, groups, absent } = scored(&batches, &limits, judged.as_ref());
        if description.tests.is_empty() {
            self.diagnostics.error(&file, "the package has no tests");
        }
        let title =
            |language: &str| description.names.iter().find(|(own, _)| own == language).map(|(_, name)| name.clone());
        let any = description.names.first().map(|(_, name)| name.clone());
        let validators = description.validators.iter().filter_map(|program| self.program(program)).collect();
        let plain = folder::problem(found.root, found.id.clone(), "", &[], judging, limits);
        Some(Problem {
            title: title("english").or(any).or(description.short_name.clone()).unwrap_or_else(|| found.id.to_string()),
            title_zh: title("chinese"),
            source: Source { judge: Some("polygon".to_owned()), url: description.url.clone(), ..Source::default() },
            groups,
            tests,
            validators,
            invalid,
            rules: PackageRules { behind, outputs, absent, ..PackageRules::default() },
            ..plain
        })
    }

    /// The file of a program of the package; a missing one is reported.
    fn program(&mut self, program: &XmlProgram) -> Option<PathBuf> {
        let path = self.tree.file(&program.path).map(Path::to_owned);
        if path.is_none() {
            let title = format!("`{}` is not in the package", program.path);
            self.mistakes.error(program.place.clone(), title, "no such file");
        }
        path
    }

    /// What judges, and what judges the output that an interactor has written.
    fn judging(&mut self) -> Option<(Judging, Option<Judging>)> {
        let description = self.description;
        let Some(interactor) = &description.interactor else { return Some((self.checker()?, None)) };
        let file = self.program(interactor)?;
        let named = description.checker.is_some() || description.checker_name.is_some();
        let behind = if named { self.checker() } else { None };
        Some((Judging::Interactor(spec(file)), behind))
    }

    fn checker(&mut self) -> Option<Judging> {
        let description = self.description;
        let own = description.checker.as_ref().and_then(|checker| self.tree.file(&checker.path));
        if let Some(file) = own {
            return Some(Judging::Checker(spec(file.to_owned())));
        }
        let standard = description.checker_name.as_deref().unwrap_or_default();
        if let Some(comparison) = checkers::comparison(standard) {
            let title = format!(
                "the source of {standard} is not in the package: outputs are compared as {}",
                comparison.name()
            );
            self.diagnostics.warning(&self.found.root.join(FILE), title);
            return Some(Judging::Compare(comparison));
        }
        match &description.checker {
            Some(checker) => drop(self.program(checker)),
            None => {
                self.diagnostics.error(&self.found.root.join(FILE), "the package has no checker").hint =
                    Some("add the checker to the package".to_owned());
            }
        }
        None
    }

    /// Inputs, outputs and answers that the checker must accept or refuse. A checker that judges an
    /// interactor's output is not tried by itself.
    fn checker_tests(&mut self, judging: &Judging) -> Vec<([PathBuf; 3], JuryRuling)> {
        let mut tried = Vec::new();
        for test in self.description.checker_tests.iter().filter(|_| !matches!(judging, Judging::Interactor(_))) {
            let must_be = match test.verdict.as_str() {
                "ok" | "accepted" => JuryRuling::Accepted,
                "wrong-answer" | "presentation-error" => JuryRuling::Refused,
                other => {
                    let title = format!("a test of the checker that must end as `{other}` is not tried");
                    self.mistakes.warning(
                        test.place.clone(),
                        title,
                        "`ok`, `wrong-answer` and `presentation-error` are",
                    );
                    continue;
                }
            };
            let [input, output, answer] = [&test.input, &test.output, &test.answer].map(|name| self.tree.file(name));
            match (input, output, answer) {
                (Some(input), Some(output), Some(answer)) => {
                    tried.push(([input, output, answer].map(Path::to_owned), must_be));
                }
                _ => {
                    let title = "a test of the checker whose files are not in the package is not tried";
                    self.mistakes.warning(test.place.clone(), title, "this one");
                }
            }
        }
        tried
    }

    fn limits(&mut self, judging: &Judging) -> Limits {
        let cpu = self.description.time_limit.map_or(TIME, Duration::from_millis);
        if self.description.time_limit.is_none() {
            let title = format!("the package sets no time limit: {} s is used", TIME.as_secs());
            self.diagnostics.warning(&self.found.root.join(FILE), title);
        }
        let memory = ByteSize(self.description.memory_limit.unwrap_or(MEMORY));
        let output = ByteSize::mib(OUTPUT);
        Limits { file_size: output, ..limits::of_other_judges(judging, cpu, memory, output) }
    }

    /// The tests in their groups, in the order of the file. Without groups: the samples and the
    /// others.
    fn batches(&mut self, judged: Option<&Arc<TestJudging>>) -> Vec<Batch> {
        let description = self.description;
        let mut batches: Vec<Batch> = Vec::new();
        let mut missing: Vec<&XmlTest> = Vec::new();
        let made = self.made();
        for test in &description.tests {
            let name = batch_name(description, test);
            let own = test.input.rsplit('/').next().unwrap_or(&test.input);
            let own = own.strip_suffix(".in").unwrap_or(own);
            let at = batches.iter().position(|batch| batch.name == name).unwrap_or_else(|| {
                let group =
                    test.group.as_ref().and_then(|own| description.groups.iter().find(|group| group.name == *own));
                let (worth, requires) = (worth(group, description), required(group, description));
                let (cases, absent) = (Vec::new(), Vec::new());
                batches.push(Batch { name: name.clone(), worth, requires, cases, absent });
                batches.len() - 1
            });
            let files = self.files_of(test, own, &made);
            let (own, points) = (own.to_owned(), test.points);
            if let Files::There(input, answer) = files {
                batches[at].cases.push(Case { name: own, input, answer, points });
                continue;
            }
            if let Files::Recipe(recipe) = files {
                let id = TestId(format!("{name}/{own}").into());
                self.unmade.push(Recipe { id, judged: judged.cloned(), ..recipe });
            }
            batches[at].absent.push(AbsentTest { name: own, points });
            missing.push(test);
        }
        if let Some(first) = missing.first() {
            let (all, verb) = (count_tests(description.tests.len()), are(missing.len()));
            let title = format!("{} of {all} {verb} not in the package: left out", missing.len());
            let all = self.unmade.len() == missing.len();
            let found = self.mistakes.error(first.place.clone(), title, "the first of them");
            found.hint = Some(if all {
                "judging the package makes them, unless a generator or the main solution fails".to_owned()
            } else {
                "download the full package, or run its doall.sh".to_owned()
            });
        }
        batches
    }
}

/// The folder part of a test's id.
fn batch_name(description: &Description, test: &XmlTest) -> String {
    match &test.group {
        Some(group) => folder_of(description, group),
        // A sample that gives points is one of those that are judged for them.
        None if !test.sample || test.points > 0.0 => "tests".to_owned(),
        None => "sample".to_owned(),
    }
}

/// Whether the group is what is called `sample` everywhere: it holds only samples and is worth
/// nothing.
fn is_sample(description: &Description, group: &str) -> bool {
    let mut tests = description.tests.iter().filter(|test| test.group.as_deref() == Some(group));
    let points = description.groups.iter().find(|own| own.name == group).and_then(|own| own.points);
    points.unwrap_or(0.0) <= 0.0 && tests.all(|test| test.sample && test.points <= 0.0)
}

/// The folder of a group's tests: with a number behind it where an earlier group has taken it.
fn folder_of(description: &Description, group: &str) -> String {
    if is_sample(description, group) {
        return "sample".to_owned();
    }
    let of_tests = description.tests.iter().filter_map(|test| test.group.as_ref());
    let mut folders: Vec<(&str, String)> = Vec::new();
    for name in description.groups.iter().map(|own| &own.name).chain(of_tests) {
        if folders.iter().any(|(own, _)| own == name) {
            continue;
        }
        let plain = format!("group-{}", folder_name(name));
        let free = folder::numbered(&plain, |folder| folders.iter().all(|(_, taken)| taken != folder));
        folders.push((name, free));
    }
    let own = folders.into_iter().find(|(name, _)| *name == group).map(|(_, folder)| folder);
    own.unwrap_or_else(|| format!("group-{}", folder_name(group)))
}

fn worth(group: Option<&GroupEntry>, description: &Description) -> BatchWorth {
    let Some(group) = group.filter(|group| group.complete) else { return BatchWorth::EachTest };
    let of_tests = || {
        let tests = description.tests.iter().filter(|test| test.group.as_ref() == Some(&group.name));
        tests.map(|test| test.points).sum::<f64>()
    };
    BatchWorth::Whole(group.points.filter(|points| *points > 0.0).unwrap_or_else(of_tests))
}

fn required(group: Option<&GroupEntry>, description: &Description) -> Vec<String> {
    let dependencies = group.map_or(&[][..], |group| group.dependencies.as_slice());
    dependencies.iter().map(|name| folder_of(description, name)).collect()
}

#[cfg(test)]
mod tests;

fn spec(file: PathBuf) -> ProgramSpec {
    ProgramSpec { protocol: Protocol::Testlib, file, args: Vec::new(), accepts_answers: false }
}

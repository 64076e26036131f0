//! Problem packages of DMOJ: `init.yml`, and tests in an archive or in files.
//!
//! The limits of a problem are in the site's data, not in its package. Python programs that use the
//! judge's own interface (checkers, graders) are reported and not run. Tests that generators make
//! lie in the caller's folder once they are made.

mod checkers;
mod init;
mod making;
mod names;
mod solutions;
mod together;

use crate::diagnostics::{Report, are, count_tests};
use crate::folder;
use crate::judged::{Batch, BatchWorth, JudgedPackage, PackageFolder, ScoredTests, in_order, named_files, scored};
use crate::limits;
use crate::mistakes::Mistakes;
use crate::tree::Tree;
use crate::zip;
use beneath::Home;
use init::{CaseEntry, Generator, Init, TestEntry};
use model::{ByteSize, Diagnostic, Judging, Limits, PackageRules, Problem, Recipe, Source, UnmadeTests};
use names::{NamedFiles, NamedTest};
use solutions::Trials;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The time limit and memory limit (MiB) by default: the package does not set them.
const TIME: Duration = Duration::from_secs(2);
const MEMORY: u64 = 256;
/// How much of an output the judge reads unless the problem sets another size.
const OUTPUT: u64 = 24 << 20;

const FILE: &str = "init.yml";

/// Whether `root` is a package of this format.
pub fn is_package(root: &Path) -> bool {
    let file = root.join(FILE);
    let words = ["test_cases", "archive", "generator"];
    file.is_file() && words.iter().any(|word| crate::xml::holds(&file, &[word]))
}

/// Reads the package. Whatever is wrong, the rest is read.
pub fn read(found: &PackageFolder<'_>) -> JudgedPackage {
    let mut diagnostics = Vec::new();
    let tree = Tree::read(found.root, found.home, &[], |_| true, &mut diagnostics);
    let Some(text) = tree.text(FILE, &mut diagnostics) else {
        return JudgedPackage { diagnostics, ..JudgedPackage::default() };
    };
    let mut mistakes = Mistakes::new(found.root.join(FILE), Arc::clone(&text));
    let init = init::read(&text, &mut mistakes);
    let archive = archive(found, &tree, &init, &mut mistakes, &mut diagnostics);
    let trials = Trials::read(&tree, &mut diagnostics);
    let mut reader = DmojReader {
        found,
        tree: &tree,
        archive,
        init: &init,
        trials,
        unmade: Vec::new(),
        generators: Vec::new(),
        mistakes,
        diagnostics,
    };
    let problem = reader.problem().map(Arc::new);
    let unmade = problem.iter().filter(|_| !reader.unmade.is_empty()).map(|problem| UnmadeTests {
        problem: Arc::clone(problem),
        solution: None,
        tests: reader.unmade.clone(),
    });
    let unmade = unmade.collect();
    let problem = problem.filter(|problem| !problem.tests.is_empty());
    let solutions = problem.as_ref().map_or_else(Vec::new, |problem| reader.solutions(problem));
    let DmojReader { mut diagnostics, mistakes, .. } = reader;
    diagnostics.extend(mistakes.into_diagnostics());
    JudgedPackage { problem, solutions, unmade, diagnostics }
}

/// The files of the archive, unpacked.
fn archive(
    found: &PackageFolder<'_>,
    tree: &Tree,
    init: &Init,
    mistakes: &mut Mistakes,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Tree> {
    let name = init.archive.as_ref()?;
    let Some(file) = tree.file(&name.it) else {
        mistakes.error(name.place.clone(), format!("`{}` is not in the package", name.it), "no such file");
        return None;
    };
    match zip::unpack(file, &found.stage.join("unpacked")) {
        Ok(folder) => Some(Tree::read(&folder, &Home::of(&folder), &[], |_| true, diagnostics)),
        Err(error) => {
            mistakes.error(name.place.clone(), format!("the archive is not unpacked: {error}"), "this one");
            None
        }
    }
}

struct DmojReader<'r> {
    found: &'r PackageFolder<'r>,
    tree: &'r Tree,
    archive: Option<Tree>,
    init: &'r Init,
    trials: Trials,
    /// Tests that generators make.
    unmade: Vec<Recipe>,
    /// The generators in the form in which they are compiled, each once.
    generators: Vec<(Arc<Generator>, Option<PathBuf>)>,
    mistakes: Mistakes,
    diagnostics: Vec<Diagnostic>,
}

impl DmojReader<'_> {
    fn problem(&mut self) -> Option<Problem> {
        let (found, init) = (self.found, self.init);
        let file = found.root.join(FILE);
        if let Some(grader) = &init.custom_judge {
            let title = format!("`{}` is a grader in Python for DMOJ's own judge: it is not run here", grader.it);
            let hint = "an interactor that is a program of its own (`interactive`) is".to_owned();
            self.mistakes.error(grader.place.clone(), title, "not supported").hint = Some(hint);
            return None;
        }
        let (input, output) = (init.input_file.as_ref(), init.output_file.as_ref());
        let judged = named_files(input, output, &file, &mut self.diagnostics)?;
        let judged = self.linked(judged);
        let judging = self.judging()?;
        let limits = self.limits(&judging);
        let batches = self.batches()?;
        let batches = in_order(batches, &self.found.root.join(FILE), &mut self.diagnostics);
        let ScoredTests { tests, groups, absent } = scored(&batches, &limits, judged.as_ref());
        self.unmade.iter_mut().for_each(|recipe| recipe.judged.clone_from(&judged));
        if tests.is_empty() && self.unmade.is_empty() {
            if !self.mistakes.has_errors() {
                self.diagnostics.error(&file, "the package has no tests");
            }
            return None;
        }
        let name = found.root.file_name().map_or_else(|| found.id.to_string(), |name| name.to_string_lossy().into());
        let plain = folder::problem(found.root, found.id.clone(), &name, &[], judging, limits);
        let source = Source { judge: Some("dmoj".to_owned()), id: Some(name), ..Source::default() };
        let rules = PackageRules { absent, ..PackageRules::default() };
        Some(Problem { source, tests, groups, rules, ..plain })
    }

    fn limits(&mut self, judging: &Judging) -> Limits {
        let (time, memory) = (self.trials.time(), self.trials.memory());
        if time.is_none() {
            let title = format!("the limits are in the site's data: {} s and {MEMORY} MiB here", TIME.as_secs());
            self.diagnostics.warning(&self.found.root.join(FILE), title).hint =
                Some("write tests/NAME/test.yml with `source`, `time` and `memory`".to_owned());
        }
        let cpu = time.map_or(TIME, Duration::from_secs_f64);
        let memory = memory.map_or(ByteSize::mib(MEMORY), ByteSize::kib);
        let output = ByteSize(self.init.output_limit.unwrap_or(OUTPUT));
        limits::of_other_judges(judging, cpu, memory, output)
    }

    /// All tests in judging order. A solution that fails a pretest is judged no further: whatever
    /// follows requires it.
    fn batches(&mut self) -> Option<Vec<Batch>> {
        let named;
        let cases = match &self.init.cases {
            Some(cases) => cases,
            None => {
                named = self.named()?;
                &named
            }
        };
        let pretests: Vec<(&TestEntry, bool)> = self.init.pretests.iter().map(|entry| (entry, true)).collect();
        let all = pretests.into_iter().chain(cases.iter().map(|entry| (entry, false)));
        let mut batches: Vec<Batch> = Vec::new();
        let mut missing = MissingTests::default();
        let (mut number, mut batch_number) = (0, 0);
        for (entry, pretest) in all {
            let required: Vec<String> =
                batches.iter().filter(|batch| is_pretest(batch)).map(|batch| batch.name.clone()).collect();
            match entry {
                TestEntry::Case(case) => {
                    number += 1;
                    let read = self.case(case, number, &mut missing);
                    let is_pretest = pretest || case.points <= 0.0;
                    let name = if is_pretest { "pretest" } else { "cases" };
                    let at = batches.iter().position(|batch| batch.name == name).unwrap_or_else(|| {
                        let worth = if is_pretest { BatchWorth::Whole(0.0) } else { BatchWorth::EachTest };
                        let requires = required.into_iter().filter(|required| required != name).collect();
                        let (cases, absent) = (Vec::new(), Vec::new());
                        batches.push(Batch { name: name.to_owned(), worth, requires, cases, absent });
                        batches.len() - 1
                    });
                    match read {
                        Ok(read) => batches[at].cases.push(read),
                        Err(absent) => batches[at].absent.push(absent),
                    }
                }
                TestEntry::Batch { points, dependencies, cases } => {
                    batch_number += 1;
                    let (mut read, mut absent) = (Vec::new(), Vec::new());
                    for case in cases {
                        number += 1;
                        match self.case(case, number, &mut missing) {
                            Ok(case) => read.push(case),
                            Err(own) => absent.push(own),
                        }
                    }
                    let own = dependencies.iter().map(|number| format!("batch-{number}"));
                    let requires = required.into_iter().chain(own).collect();
                    let worth = BatchWorth::Whole(if pretest { 0.0 } else { *points });
                    batches.push(Batch { name: format!("batch-{batch_number}"), worth, requires, cases: read, absent });
                }
            }
        }
        missing.note(&mut self.mistakes);
        Some(batches)
    }

    /// The tests that follow from the names of the files.
    fn named(&mut self) -> Option<Vec<TestEntry>> {
        if let Some(place) = &self.init.own_patterns {
            let title = "names of tests by expressions of one's own are not read";
            self.mistakes.error(place.clone(), title, "not supported").hint = Some("list the tests".to_owned());
            return None;
        }
        let tree = self.archive.as_ref().unwrap_or(self.tree);
        let usual = &self.init.usual;
        let case = |files: NamedFiles| CaseEntry { input: files.input, answer: files.answer, ..usual.clone() };
        let entry = |named| match named {
            NamedTest::Case(files) => TestEntry::Case(case(files)),
            NamedTest::Batch(all) => TestEntry::Batch {
                points: usual.points,
                dependencies: Vec::new(),
                cases: all.into_iter().map(case).collect(),
            },
        };
        Some(names::tests(tree.below("").map(|(name, _)| name)).into_iter().map(entry).collect())
    }
}

fn is_pretest(batch: &Batch) -> bool {
    batch.worth == BatchWorth::Whole(0.0)
}

/// The places of tests that cannot be judged as they are; each kind is reported once.
#[derive(Default)]
struct MissingTests {
    /// With the name of the file that is not there.
    absent: Vec<(Range<usize>, String)>,
    made: Vec<Range<usize>>,
    checked: Vec<Range<usize>>,
}

impl MissingTests {
    fn note(self, mistakes: &mut Mistakes) {
        if let Some((place, name)) = self.absent.first() {
            let title = format!("{} whose files are not in the package: left out", count_tests(self.absent.len()));
            mistakes.error(place.clone(), title, format!("`{name}` is the first of them"));
        }
        if let Some(place) = self.made.first() {
            let title = format!(
                "{} {} made by a generator, and not in the package",
                count_tests(self.made.len()),
                are(self.made.len())
            );
            mistakes.error(place.clone(), title, "the first of them").hint =
                Some("judging the package makes them, unless its generator fails".to_owned());
        }
        if let Some(place) = self.checked.first() {
            let title = "a checker of a single test's own: the problem's judges it";
            mistakes.warning(place.clone(), title, "the first of them");
        }
    }
}

#[cfg(test)]
mod tests;

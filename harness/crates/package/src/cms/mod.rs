//! Tasks of the olympiads, as CMS's Italian format and task-maker have them: `task.yaml`,
//! `gen/GEN`, `input/`, `output/`, `sol/`, and a checker in `check/` or `cor/`.

mod manager;
mod solutions;
mod subtasks;
mod task;

use crate::diagnostics::{Report, are, count_tests};
use crate::folder;
use crate::judged::{
    AbsentTest, Batch, BatchWorth, Case, JudgedPackage, PackageFolder, ScoredTests, begins_at, folder_name,
    named_files, put_together, scored, unmade,
};
use crate::limits;
use crate::making::{Files, MadeFolder};
use crate::tree::Tree;
use model::{
    ByteSize, Call, Diagnostic, Judging, Limits, PackageRules, Problem, ProgramSpec, Protocol, Recipe, Severity,
    Source, TestId, TestJudging,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use subtasks::{Subtask, TestLine};
use task::Task;

const TIME: Duration = Duration::from_secs(1);
const MEMORY: u64 = 256;
const OUTPUT: u64 = 64;

/// Whether `root` is a task of this format.
pub fn is_package(root: &Path) -> bool {
    (root.join("task.yaml").is_file() || root.join("task.yaml.orig").is_file())
        && ["gen", "input", "sol"].iter().any(|folder| root.join(folder).is_dir())
}

/// Reads the task. Whatever is wrong, the rest is read.
pub fn read(found: &PackageFolder<'_>) -> JudgedPackage {
    let mut diagnostics = Vec::new();
    let tree = Tree::read(found.root, found.home, &SKIPPED, is_judged, &mut diagnostics);
    // task-maker writes the other one from this.
    let file = if tree.file("task.yaml.orig").is_some() { "task.yaml.orig" } else { "task.yaml" };
    let Some(task) = tree.described(file, &mut diagnostics, task::read) else {
        return JudgedPackage { diagnostics, ..JudgedPackage::default() };
    };
    let file = found.root.join(file);
    let (manager, order) = (None, None);
    let mut reader =
        CmsReader { found, tree: &tree, task: &task, file, diagnostics, unmade: Vec::new(), manager, order };
    let problem = reader.problem().map(Arc::new);
    let solutions = problem.as_ref().map_or_else(Vec::new, |problem| reader.solutions(problem));
    let CmsReader { unmade: tests, diagnostics, .. } = reader;
    let unmade = problem.as_ref().and_then(|problem| unmade(problem, &solutions, tests)).into_iter().collect();
    JudgedPackage { problem, solutions, unmade, diagnostics }
}

/// Whether judging reads a file of this name: not what is beside these folders, such as a
/// statement.
fn is_judged(name: &str) -> bool {
    let folders = ["gen", "sol", "input", "output", "check", "cor"];
    name.split_once('/').map_or(name.starts_with("task.yaml"), |(top, _)| folders.contains(&top))
}

/// Folders that hold nothing for a judge and may be large.
const SKIPPED: [&str; 7] = ["statement", "testo", "att", "bin", "booklet", "task-maker-files", "build"];

struct CmsReader<'r> {
    found: &'r PackageFolder<'r>,
    tree: &'r Tree,
    task: &'r Task,
    file: PathBuf,
    diagnostics: Vec<Diagnostic>,
    /// Tests that do not exist yet and can be made.
    unmade: Vec<Recipe>,
    /// The program that solutions talk with.
    manager: Option<PathBuf>,
    /// What solutions with a stub get as arguments.
    order: Option<manager::Order>,
}

impl CmsReader<'_> {
    fn problem(&mut self) -> Option<Problem> {
        let (found, task, file) = (self.found, self.task, self.file.clone());
        if task.output_only {
            self.diagnostics.error(&file, "answers are submitted, not programs: nothing to run").hint =
                Some("judge it in CMS".to_owned());
            return None;
        }
        self.manager = self.source(&["check/manager", "cor/manager"]);
        let names = match &self.manager {
            // The files are the manager's.
            Some(_) => (None, None),
            None => (task.input_file.as_ref(), task.output_file.as_ref()),
        };
        let judged = named_files(names.0, names.1, &file, &mut self.diagnostics)?;
        let judging = match (self.manager.clone(), self.python(self.source(&["check/checker", "cor/correttore"]))) {
            (Some(manager), _) => Judging::Interactor(self.interactor(&manager)?),
            (None, Some(checker)) => {
                let (protocol, args, accepts_answers) = (Protocol::Cms, Vec::new(), false);
                Judging::Checker(ProgramSpec { protocol, file: checker, args, accepts_answers })
            }
            // Like CMS: white space does not count.
            (None, None) => Judging::Compare(folder::usual_comparison()),
        };
        if let Some(validator) = self.source(&["gen/validator", "gen/valida"]) {
            let title = "the validator reads a file that it is named, with a subtask: it is not run here";
            self.diagnostics.warning(&validator, title).hint = Some("run it with task-maker".to_owned());
        }
        let limits = self.limits(&judging);
        let batches = self.batches(judged.as_ref());
        let ScoredTests { tests, groups, absent } = scored(&batches, &limits, judged.as_ref());
        if tests.is_empty() && self.diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning) {
            self.diagnostics.error(&file, "the task has no tests");
        }
        let title = task.title.clone().or(task.name.clone()).unwrap_or_else(|| found.id.to_string());
        let plain = folder::problem(found.root, found.id.clone(), &title, &[], judging, limits);
        let source = Source { judge: Some("cms".to_owned()), id: task.name.clone(), ..Source::default() };
        let rules = PackageRules { absent, ..PackageRules::default() };
        Some(Problem { source, tests, groups, rules, ..plain })
    }

    /// The source with one of these names, in any known language.
    fn source(&self, stems: &[&str]) -> Option<PathBuf> {
        let is_source = folder::is_source(self.found.languages);
        let named = |stem: &&str| {
            let (folder, own) = stem.rsplit_once('/')?;
            let is_it = |name: &str| is_source(name) && name.rsplit_once('.').is_some_and(|(stem, _)| stem == own);
            let mut files = self.tree.below(folder).filter(|(name, _)| is_it(name));
            files.next().map(|(_, path)| path.to_owned())
        };
        stems.iter().find_map(named)
    }

    /// The program at `file`. One in Python may import its neighbours: it is put together with
    /// them.
    fn python(&self, file: Option<PathBuf>) -> Option<PathBuf> {
        let file = file?;
        let is_python = |path: &Path| path.extension().is_some_and(|end| end == "py");
        let all = self.tree.below("").map(|(_, path)| path);
        let beside: Vec<&Path> = all.filter(|path| is_python(path) && path.parent() == file.parent()).collect();
        if !is_python(&file) || beside.len() < 2 {
            return Some(file);
        }
        let own = file.file_name()?.to_str()?;
        let read = |path: &Path| Some((PathBuf::from(path.file_name()?), beneath::read(path).ok()?));
        let files = beside.into_iter().map(read).chain([Some(begins_at(own))]).collect::<Option<Vec<_>>>()?;
        // The copy is called like its original.
        let name = file.strip_prefix(self.found.root).ok()?;
        let folder = self.found.stage.join(self.found.id.as_str()).join("programs").join(name);
        put_together(&folder, &files).ok()?;
        Some(folder)
    }

    fn limits(&mut self, judging: &Judging) -> Limits {
        if self.task.time_limit.is_none() {
            let title = format!("the task sets no time limit: {} s is used", TIME.as_secs());
            self.diagnostics.warning(&self.file, title);
        }
        let cpu = self.task.time_limit.map_or(TIME, Duration::from_secs_f64);
        let memory = ByteSize::mib(self.task.memory_limit.unwrap_or(MEMORY));
        let output = ByteSize::mib(OUTPUT);
        Limits { file_size: output, ..limits::of_other_judges(judging, cpu, memory, output) }
    }

    /// Where the tests made here lie.
    fn made(&self) -> MadeFolder {
        let sources = ["gen", "sol"].into_iter().flat_map(|folder| self.tree.below(folder)).filter(|(name, _)| {
            let stem = name.split('.').next().unwrap_or(name);
            ["generator", "generatore", "solution", "soluzione", "grader", "stub"].contains(&stem)
                || [".h", ".py"].iter().any(|end| name.ends_with(end))
        });
        MadeFolder::by(sources.map(|(_, path)| path), &self.found.stage.join(self.found.id.as_str()))
    }

    /// The subtasks with their tests: from `gen/GEN`, from the task's own list, or one with all
    /// tests.
    fn subtasks(&mut self) -> Vec<Subtask> {
        if let Some(cases) = self.tree.file("gen/cases.gen") {
            let title = "`cases.gen` is not read: the subtasks are those of gen/GEN, where that is there";
            self.diagnostics.warning(cases, title).hint = Some("write gen/GEN".to_owned());
        }
        if let Some(subtasks) = self.tree.described("gen/GEN", &mut self.diagnostics, subtasks::read) {
            return subtasks;
        }
        let there = (0..).take_while(|number| self.tree.file(&input_name(*number)).is_some()).count();
        let subtask = |points: f64, count: usize| {
            let tests = vec![TestLine::Generate(Vec::new()); count];
            Subtask { points, tests, ..Subtask::default() }
        };
        let listed: usize = self.task.subtasks.iter().map(|(_, count)| count).sum();
        if listed > 0 && listed == there {
            return self.task.subtasks.iter().map(|(points, count)| subtask(*points, *count)).collect();
        }
        if listed > 0 {
            let title = format!(
                "`score_type_parameters` names {} and there {} {there}: all of them are one subtask",
                count_tests(listed),
                are(there)
            );
            self.diagnostics.warning(&self.file, title).hint =
                Some("write for each subtask how many tests it has, or write gen/GEN".to_owned());
        }
        vec![subtask(self.task.total.unwrap_or(100.0), there)]
    }

    /// The file that `#COPY` names. Samples often lie beside the statement, in a folder that is not
    /// walked.
    fn copied(&self, name: &str) -> Option<PathBuf> {
        let path = self.found.root.join(name);
        (path.is_file() && self.found.home.holds(&path).is_ok_and(|own| own)).then_some(path)
    }

    fn batches(&mut self, judged: Option<&Arc<TestJudging>>) -> Vec<Batch> {
        let subtasks = self.subtasks();
        let least = self.task.least.unwrap_or(subtasks.len() > 1);
        let mut batches: Vec<Batch> = Vec::new();
        let mut missing: Vec<usize> = Vec::new();
        let (made, generator) = (self.made(), self.python(self.source(&["gen/generator", "gen/generatore"])));
        let mut number = 0;
        for (at, subtask) in subtasks.iter().enumerate() {
            let sample = at == 0 && subtask.points <= 0.0 && subtasks.len() > 1;
            let folder = if sample { "sample".to_owned() } else { group_name(at, subtask, &batches) };
            let (mut cases, mut absent) = (Vec::new(), Vec::new());
            for line in &subtask.tests {
                let (copied, args) = match line {
                    TestLine::Copy(name) => (self.copied(name), &[][..]),
                    TestLine::Generate(args) => (None, args.as_slice()),
                };
                let input = self.tree.file(&input_name(number)).map(Path::to_owned).or(copied);
                let answer = self.tree.file(&format!("output/output{number}.txt"));
                // An answer that only a manager gets is empty where there is none.
                let answer =
                    answer.map(Path::to_owned).or_else(|| self.manager.as_ref().and_then(|_| self.found.empty()));
                let name = format!("{number:03}");
                let by = || Some(Call::new(generator.clone().filter(|_| !args.is_empty())?, args.to_vec()));
                match made.files(&name, &args.join(" "), input.as_deref(), answer.as_deref(), by) {
                    Files::There(input, answer) => cases.push(Case { name, input, answer, points: 0.0 }),
                    Files::Recipe(recipe) => {
                        let id = TestId(format!("{folder}/{name}").into());
                        self.unmade.push(Recipe { id, judged: judged.cloned(), ..recipe });
                        absent.push(AbsentTest { name, points: 0.0 });
                        missing.push(number);
                    }
                    Files::Nowhere => {
                        absent.push(AbsentTest { name, points: 0.0 });
                        missing.push(number);
                    }
                }
                number += 1;
            }
            let worth = if least { BatchWorth::Least(subtask.points) } else { BatchWorth::Shared(subtask.points) };
            batches.push(Batch { name: folder, worth, requires: Vec::new(), cases, absent });
        }
        if subtasks.iter().any(|subtask| !subtask.dependencies.is_empty()) {
            let title = "subtasks that have the tests of others as well (`#STDEP`): they are passed without them here";
            self.diagnostics.warning(&self.found.root.join("gen/GEN"), title).hint =
                Some("name the tests again in each subtask".to_owned());
        }
        if let Some(first) = missing.first() {
            let (all, verb) = (count_tests(number), are(missing.len()));
            let title = format!("{} of {all} {verb} not in input/ and output/: left out", missing.len());
            let path = self.found.root.join(input_name(*first));
            let all = self.unmade.len() == missing.len();
            self.diagnostics.error(&path, title).hint = Some(if all {
                "judging the task makes them, unless its generator or its official solution fails".to_owned()
            } else {
                "make them with `task-maker` or `cmsMake` first".to_owned()
            });
        }
        batches
    }
}

fn input_name(number: usize) -> String {
    format!("input/input{number}.txt")
}

/// The folder of a subtask's tests. Not one that `batches` have, and not that of the samples, which
/// are worth nothing.
fn group_name(at: usize, subtask: &Subtask, batches: &[Batch]) -> String {
    let own = subtask.name.as_ref().map(|name| folder_name(name));
    let own = own.filter(|name| !["", ".", "..", "sample"].contains(&name.as_str()));
    let name = own.unwrap_or_else(|| format!("subtask-{at}"));
    folder::numbered(&name, |name| batches.iter().all(|batch| batch.name != *name))
}

#[cfg(test)]
mod tests;

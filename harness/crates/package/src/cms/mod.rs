//! Tasks of the olympiads, as CMS's Italian format and task-maker have them: `task.yaml`,
//! `gen/GEN`, `input/`, `output/`, `sol/`, and a checker in `check/` or `cor/`.

pub mod added;
mod manager;
mod solutions;
mod subtasks;
mod task;

use crate::diagnostics::Report;
use crate::folder;
use crate::judged::{begins_at, folder_name};
use crate::making::MadeFolder;
use crate::reading::{Batch, BatchWorth, Case, FormatReader, PackageReader};
use crate::tree::file_name;
use model::{ByteSize, Call, Comparison, FileNames, Foreign, Judging, Problem, ProgramSpec, Protocol, Source};
use regex_lite::Regex;
use std::path::{Path, PathBuf};
use std::time::Duration;
use subtasks::{Subtask, TestLine};
use task::{Members, Task};

const TIME: Duration = Duration::from_secs(1);
const MEMORY: u64 = 256;

pub const FILE: &str = "task.yaml";

/// Whether `root` is a task of this format.
pub fn is_package(root: &Path) -> bool {
    root.join(FILE).is_file() && ["gen", "input", "sol"].iter().any(|folder| root.join(folder).is_dir())
}

pub const READER: FormatReader<Task> = FormatReader {
    judge: "cms",
    file: FILE,
    skipped: &["statement", "testo", "att", "bin", "booklet", "task-maker-files", "build"],
    // Not what is beside these folders, such as a statement.
    is_judged: |name| {
        let folders = ["gen", "sol", "input", "output", "check", "cor"];
        name.split_once('/').map_or(name == FILE, |(top, _)| folders.contains(&top))
    },
    describe: |reader, text| Some(task::read(text, &mut reader.mistakes)),
    problem: |reader| reader.problem(),
    solutions: |reader, problem| reader.solutions(problem),
};

impl PackageReader<'_, Task> {
    fn problem(&mut self) -> Option<Problem> {
        let (task, manager) = (self.description, self.manager());
        // The files of a task with a manager are the manager's.
        let files = if manager.is_some() { &FileNames::default() } else { &task.files };
        let judged = self.solution_files(files)?;
        let checker = match self.source(&["check/checker", "cor/correttore"]) {
            Some(checker) => Some(self.python(checker)?),
            None => None,
        };
        let judging = match (&manager, checker) {
            (Some(manager), _) => Judging::Interactor(self.interactor(manager)?),
            (None, Some(checker)) => {
                let (protocol, args, accepts_answers) = (Protocol::Cms, Vec::new(), false);
                Judging::Checker(ProgramSpec { protocol, file: checker, args, accepts_answers })
            }
            (None, None) => Judging::Compare(Comparison::Foreign(Foreign::LineTokens)),
        };
        // What is compared is right or wrong, and the product of such results is the least.
        let multiplies = task.multiplies && !matches!(judging, Judging::Compare(_));
        let parts = || "`GroupMul` multiplies the parts that a checker gives, which is not done here".to_owned();
        if let Some(why) = task.refused.clone().or_else(|| multiplies.then(parts)) {
            self.diagnostics.error(self.file, why).hint = Some("judge it in CMS".to_owned());
            return None;
        }
        if let Some(validator) = self.source(&["gen/validator", "gen/valida"]) {
            let title = "the validator reads a file that it is named, with a subtask: it is not run here";
            self.diagnostics.warning(&validator, title).hint = Some("run it with task-maker".to_owned());
        }
        let time = task.time_limit.map(Duration::from_secs_f64);
        let limits = self.limits_of(&judging, time, TIME, ByteSize::mib(task.memory_limit.unwrap_or(MEMORY)));
        let batches = self.batches(manager.is_some());
        let elsewhere = "make them with `task-maker` or `cmsMake` first";
        let plain = self.problem_of(batches, judging, limits, judged.as_ref(), elsewhere);
        let title = task.title.clone().or(task.name.clone()).unwrap_or_else(|| plain.id.to_string());
        Some(Problem { title, source: Source { id: task.name.clone(), ..plain.source }, ..plain })
    }

    /// The program that solutions talk with.
    fn manager(&self) -> Option<PathBuf> {
        self.source(&["check/manager", "cor/manager"])
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
    fn python(&mut self, file: PathBuf) -> Option<PathBuf> {
        let is_python = |path: &Path| path.extension().is_some_and(|end| end == "py");
        let all = self.tree.below("").map(|(_, path)| path);
        let beside: Vec<&Path> = all.filter(|path| is_python(path) && path.parent() == file.parent()).collect();
        if !is_python(&file) || beside.len() < 2 {
            return Some(file);
        }
        let read = |path: &Path| Ok((PathBuf::from(file_name(path)), beneath::read(path)?));
        let files = beside.into_iter().map(read).chain([Ok(begins_at(&file_name(&file)))]).collect();
        self.put_together(&file, files)
    }

    /// Where the tests made here lie.
    fn made(&self) -> MadeFolder {
        let sources = ["gen", "sol"].into_iter().flat_map(|folder| self.tree.below(folder)).filter(|(name, _)| {
            let stem = name.split('.').next().unwrap_or(name);
            ["generator", "generatore", "solution", "soluzione", "grader", "stub"].contains(&stem)
                || [".h", ".py"].iter().any(|end| name.ends_with(end))
        });
        MadeFolder::by(sources.map(|(_, path)| path), &self.found.staged(""))
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
        let mut next = 0;
        let mut members = |members: &Members| -> Vec<usize> {
            match members {
                Members::Next(count) => {
                    next += count;
                    (next - count..there).take(*count).collect()
                }
                Members::Matching(pattern) => {
                    let pattern = Regex::new(&format!("^(?:{pattern})"));
                    let matches = |number: &usize| pattern.as_ref().is_ok_and(|own| own.is_match(&test_name(*number)));
                    (0..there).filter(matches).collect()
                }
            }
        };
        let listed: Vec<(f64, Vec<usize>)> = match self.description.subtasks.as_slice() {
            [] => vec![(self.description.total.unwrap_or(100.0), (0..there).collect())],
            listed => listed.iter().map(|(points, of)| (*points, members(of))).collect(),
        };
        if let Some((points, _)) = listed.iter().find(|(_, tests)| tests.is_empty() && there > 0) {
            let title = format!("`score_type_parameters` names no test that is there for {points} points");
            self.diagnostics.error(self.file, title).hint = Some("fix it, or write gen/GEN".to_owned());
        }
        let unused = (0..there).filter(|number| listed.iter().all(|(_, tests)| !tests.contains(number)));
        let hint = "write for each subtask how many tests it has, or which";
        let title = "tests of no subtask in `score_type_parameters`, so left out";
        self.diagnostics.list(self.file, title, hint, unused.map(test_name));
        let subtask = |(points, tests): (f64, Vec<usize>)| {
            let tests = tests.into_iter().map(TestLine::Numbered).collect();
            Subtask { points, tests, ..Subtask::default() }
        };
        listed.into_iter().map(subtask).collect()
    }

    /// The file that `#COPY` names. Samples often lie beside the statement, in a folder that is not
    /// walked.
    fn copied(&self, name: &str) -> Option<PathBuf> {
        let path = self.found.root.join(name);
        (path.is_file() && self.found.home.holds(&path).is_ok_and(|own| own)).then_some(path)
    }

    fn batches(&mut self, talks: bool) -> Vec<Batch> {
        let subtasks = self.subtasks();
        let least = self.description.least.unwrap_or(subtasks.len() > 1);
        let mut batches: Vec<Batch> = Vec::new();
        let generator = self.source(&["gen/generator", "gen/generatore"]).and_then(|file| self.python(file));
        let made = self.made();
        let mut number = 0;
        for (at, subtask) in subtasks.iter().enumerate() {
            let sample = at == 0 && subtask.points <= 0.0 && subtasks.len() > 1;
            let name = if sample { "sample".to_owned() } else { group_name(at, subtask, &batches) };
            let mut cases = Vec::new();
            for line in &subtask.tests {
                let (own, copied, args) = match line {
                    TestLine::Copy(name) => (number, self.copied(name), &[][..]),
                    TestLine::Generate(args) => (number, None, args.as_slice()),
                    TestLine::Numbered(own) => (*own, None, &[][..]),
                };
                number += 1;
                let (name, source) = (test_name(own), input_name(own));
                let input = self.tree.file(&source).map(Path::to_owned).or(copied);
                let answer = self.tree.file(&format!("output/output{own}.txt")).map(Path::to_owned);
                // An answer that only a manager gets is empty where there is none.
                let answer = answer.or_else(|| self.found.empty().filter(|_| talks));
                let by = || Some(Call::new(generator.clone().filter(|_| !args.is_empty())?, args.to_vec()));
                let files = made.files(&name, &args.join(" "), input.as_deref(), answer.as_deref(), by);
                cases.push(Case { name, source, files, points: 0.0 });
            }
            let worth = if least { BatchWorth::Least(subtask.points) } else { BatchWorth::Shared(subtask.points) };
            batches.push(Batch { name, worth, requires: Vec::new(), cases });
        }
        if subtasks.iter().any(|subtask| !subtask.dependencies.is_empty()) {
            let title = "subtasks that have the tests of others as well (`#STDEP`): they are passed without them here";
            self.diagnostics.warning(&self.found.root.join("gen/GEN"), title).hint =
                Some("name the tests again in each subtask".to_owned());
        }
        batches
    }
}

fn test_name(number: usize) -> String {
    format!("{number:03}")
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

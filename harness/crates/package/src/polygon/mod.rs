//! Problem packages of Polygon (Codeforces): `problem.xml` and the files that it names.
//!
//! A *full* package has all tests. A *standard* one has the programs that make them.

pub mod added;
mod checkers;
mod lines;
mod making;
mod solutions;
pub mod xml;

use crate::diagnostics::Report;
use crate::folder;
use crate::judged::folder_name;
use crate::reading::{self, Batch, BatchWorth, Case, FormatReader, PackageReader};
use crate::xml as any_xml;
use model::{ByteSize, Judging, PackageRules, Problem, ProgramSpec, Protocol, Source};
use std::path::{Path, PathBuf};
use std::time::Duration;
use xml::{Description, GroupEntry, XmlProgram, XmlTest};

/// The defaults of Codeforces.
const TIME: Duration = Duration::from_secs(2);
const MEMORY: u64 = 256 << 20;

pub const FILE: &str = "problem.xml";

/// Whether `root` is a package of this format.
pub fn is_package(root: &Path) -> bool {
    let file = root.join(FILE);
    file.is_file() && any_xml::holds(&file, &["<problem", "<judging"])
}

pub const READER: FormatReader<Description> = FormatReader {
    judge: "polygon",
    file: FILE,
    skipped: &["statements", "statement-sections", "tutorials", "stresses", "documents", "materials"],
    // Statements are not.
    is_judged: |name| ![".pdf", ".html", ".tex"].iter().any(|end| name.ends_with(end)),
    describe: |reader, text| xml::read(text, &mut reader.mistakes),
    problem: |reader| reader.problem(),
    solutions: |reader, problem| reader.solutions(problem),
};

impl PackageReader<'_, Description> {
    fn problem(&mut self) -> Option<Problem> {
        let description = self.description;
        let judged = self.solution_files(&description.files)?;
        let (judging, behind) = self.judging()?;
        let time = description.time_limit.map(Duration::from_millis);
        let memory = ByteSize(description.memory_limit.unwrap_or(MEMORY));
        let limits = self.limits_of(&judging, time, TIME, memory);
        let mut batches = self.batches();
        self.plain_lines(&mut batches);
        let title =
            |language: &str| description.names.iter().find(|(own, _)| own == language).map(|(_, name)| name.clone());
        let any = description.names.first().map(|(_, name)| name.clone());
        let name = title("english").or(any).or(description.short_name.clone());
        let validators = description.validators.iter().filter_map(|program| self.program(program)).collect();
        let elsewhere = "download the full package, or run its doall.sh";
        let plain = self.problem_of(batches, judging, limits, judged.as_ref(), elsewhere);
        Some(Problem {
            title: name.unwrap_or_else(|| plain.id.to_string()),
            title_zh: title("chinese"),
            source: Source { url: description.url.clone(), ..plain.source },
            validators,
            rules: PackageRules { behind, ..plain.rules },
            ..plain
        })
    }

    /// The file of a program of the package; a missing one is reported.
    fn program(&mut self, program: &XmlProgram) -> Option<PathBuf> {
        self.named_file(&program.path, &program.place)
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
            let name = comparison.name();
            let title = format!("the source of {standard} is not in the package: outputs are compared as {name}");
            self.diagnostics.warning(self.file, title);
            return Some(Judging::Compare(comparison));
        }
        match &description.checker {
            Some(checker) => drop(self.program(checker)),
            None => {
                let title = "the package has no checker, and names none that is known here";
                self.diagnostics.error(self.file, title).hint = Some("add the checker to the package".to_owned());
            }
        }
        None
    }

    /// The tests in their groups, in the order of the file. Without groups: the samples and the
    /// others.
    fn batches(&self) -> Vec<Batch> {
        let description = self.description;
        let mut batches: Vec<Batch> = Vec::new();
        let made = self.made();
        for test in &description.tests {
            let own = test.input.rsplit('/').next().unwrap_or(&test.input);
            let own = own.strip_suffix(".in").unwrap_or(own);
            let (source, files) = (test.input.clone(), self.files_of(test, own, &made));
            let case = Case { name: own.to_owned(), source, files, points: test.points };
            reading::add(&mut batches, &batch_name(description, test), case, || {
                let group = test.group.as_ref().and_then(|own| description.groups.iter().find(|it| it.name == *own));
                (worth(group, description), required(group, description))
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

fn spec(file: PathBuf) -> ProgramSpec {
    ProgramSpec { protocol: Protocol::Testlib, file, args: Vec::new(), accepts_answers: false }
}

#[cfg(test)]
mod tests;

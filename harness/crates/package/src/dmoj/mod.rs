//! Problem packages of DMOJ: `init.yml`, and tests in an archive or in files.
//!
//! The limits of a problem are in the site's data, not in its package. Python programs that use the
//! judge's own interface (checkers, graders) are reported and not run. Tests that generators make
//! lie in the caller's folder once they are made.

pub mod added;
mod checkers;
mod comparisons;
mod init;
mod making;
mod names;
mod solutions;
mod together;

use crate::diagnostics::Report;
use crate::limits;
use crate::node::PlacedValue;
use crate::reading::{self, Batch, BatchWorth, FormatReader, PackageReader};
use crate::tree::Tree;
use crate::zip;
use beneath::Home;
use init::{CaseEntry, Init, TestEntry, Trial};
use model::{ByteSize, Diagnostic, Judging, Limits, Problem, Severity, Source};
use solutions::trials;
use std::path::Path;
use std::time::Duration;

/// The time limit and memory limit (MiB) by default: the package does not set them.
const TIME: Duration = Duration::from_secs(2);
const MEMORY: u64 = 256;
/// How much of an output the judge reads unless the problem sets another size.
const OUTPUT: u64 = 24 << 20;

pub const FILE: &str = "init.yml";

/// Whether `root` is a package of this format.
pub fn is_package(root: &Path) -> bool {
    let file = root.join(FILE);
    let words = ["test_cases", "archive", "generator"];
    file.is_file() && words.iter().any(|word| crate::xml::holds(&file, &[word]))
}

pub const READER: FormatReader<Dmoj> = FormatReader {
    judge: "dmoj",
    file: FILE,
    skipped: &[],
    is_judged: |_| true,
    describe: |reader, text| {
        let init = init::read(text, &mut reader.mistakes);
        let archive = init.archive.as_ref().and_then(|name| archive(reader, name));
        let before = reader.diagnostics.len();
        let trials = trials(reader.tree, &mut reader.diagnostics);
        let is_mistake = |found: &Diagnostic| found.severity == Severity::Error;
        // Limits and expectations are in these files.
        let are_read = !reader.diagnostics[before..].iter().any(is_mistake);
        are_read.then_some(Dmoj { init, archive, trials })
    },
    problem: |reader| reader.problem(),
    solutions: |reader, problem| reader.solutions(problem),
};

/// What the package says, and where else its files are.
pub struct Dmoj {
    init: Init,
    archive: Option<Tree>,
    /// By the names of their folders.
    trials: Vec<(String, Trial)>,
}

/// The files of the archive, unpacked.
fn archive(reader: &mut PackageReader<'_, ()>, name: &PlacedValue<String>) -> Option<Tree> {
    let file = reader.named_file(&name.it, &name.place)?;
    match zip::unpack(&file, &reader.found.stage.join("unpacked")) {
        Ok(folder) => Some(Tree::read(&folder, &Home::of(&folder), &[], |_| true, &mut reader.diagnostics)),
        Err(error) => {
            let title = format!("the archive is not unpacked: {error}");
            reader.mistakes.error(name.place.clone(), title, "this one");
            None
        }
    }
}

impl PackageReader<'_, Dmoj> {
    fn problem(&mut self) -> Option<Problem> {
        let (root, init) = (self.found.root, &self.description.init);
        if let Some((place, why)) = &init.refused {
            self.mistakes.error(place.clone(), why, "not supported");
            return None;
        }
        let judged = self.solution_files(&init.files)?;
        let judging = self.judging()?;
        let limits = self.limits(&judging);
        let batches = self.batches();
        let plain = self.problem_of(batches, judging, limits, judged.as_ref(), "put their files into the package");
        let title = root.file_name().map_or_else(|| plain.id.to_string(), |name| name.to_string_lossy().into());
        let source = Source { id: Some(title.clone()), ..plain.source };
        Some(Problem { title, source, ..plain })
    }

    fn limits(&mut self, judging: &Judging) -> Limits {
        let Dmoj { init, trials, .. } = self.description;
        // The largest limits of all, in seconds and KiB.
        let time = trials.iter().filter_map(|(_, trial)| trial.time).reduce(f64::max);
        let memory = trials.iter().filter_map(|(_, trial)| trial.memory).max();
        if time.is_none() {
            let title = format!("the limits are in the site's data: {} s and {MEMORY} MiB here", TIME.as_secs());
            self.diagnostics.warning(self.file, title).hint =
                Some("write tests/NAME/test.yml with `source`, `time` and `memory`".to_owned());
        }
        let cpu = time.map_or(TIME, Duration::from_secs_f64);
        let memory = memory.map_or(ByteSize::mib(MEMORY), ByteSize::kib);
        let output = ByteSize(init.output_limit.unwrap_or(OUTPUT));
        limits::of_other_judges(judging, cpu, memory, output)
    }

    /// All tests in judging order. A solution that fails a pretest is judged no further: whatever
    /// follows requires it.
    fn batches(&mut self) -> Vec<Batch> {
        let Dmoj { init, archive, .. } = self.description;
        let names = archive.as_ref().unwrap_or(self.tree).below("").map(|(name, _)| name);
        let cases = init.cases.clone().unwrap_or_else(|| names::tests(names, &init.usual));
        let pretests = init.pretests.iter().map(|entry| (entry, true));
        let mut batches: Vec<Batch> = Vec::new();
        let (mut number, mut batch_number) = (0, 0);
        let mut read = |case: &CaseEntry| {
            number += 1;
            self.case(case, number)
        };
        for (entry, pretest) in pretests.chain(cases.iter().map(|entry| (entry, false))) {
            let required = batches.iter().filter(|batch| batch.worth == BatchWorth::Whole(0.0));
            let required: Vec<String> = required.map(|batch| batch.name.clone()).collect();
            match entry {
                TestEntry::Case(case) => {
                    let (name, worth) = match pretest || case.points <= 0.0 {
                        true => ("pretest", BatchWorth::Whole(0.0)),
                        false => ("cases", BatchWorth::EachTest),
                    };
                    reading::add(&mut batches, name, read(case), || (worth, required));
                }
                TestEntry::Batch { points, dependencies, cases } => {
                    batch_number += 1;
                    let own = dependencies.iter().map(|number| format!("batch-{number}"));
                    let requires = required.into_iter().chain(own).collect();
                    let worth = BatchWorth::Whole(if pretest { 0.0 } else { *points });
                    let cases = cases.iter().map(&mut read).collect();
                    batches.push(Batch { name: format!("batch-{batch_number}"), worth, requires, cases });
                }
            }
        }
        batches
    }
}

#[cfg(test)]
mod tests;

//! The solutions beside a DMOJ package: those of the judge's own tests (`tests/<name>/test.yml`),
//! which say what they must get, and those in the folders where people keep them.

use super::init::{Trial, trial};
use super::{Dmoj, together};
use crate::diagnostics::Report;
use crate::folder::stem;
use crate::judged::{SubmittedSource, unread};
use crate::reading::PackageReader;
use crate::tree::{Tree, file_name};
use crate::verdicts::{self, System};
use model::{
    ByteSize, Diagnostic, Expectation, OwnLimits, Points, Problem, Rule, ScoreRange, Solution, Verdict, VerdictSet,
};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Folders of solutions that must all be right.
const FOLDERS: [&str; 7] = ["solutions", "solution", "submissions", "sols", "sol", "ac", "accepted"];

/// The macro that is defined for a source that is put together with a grader.
const GRADED: &str = "SIGNATURE_GRADER";

/// The `test.yml` files of a package, by the names of their folders.
pub(super) fn trials(tree: &Tree, diagnostics: &mut Vec<Diagnostic>) -> Vec<(String, Trial)> {
    let is_trial = |file: &str| file.starts_with("test") && file.ends_with(".yml");
    let read = |(name, _): (&str, &Path)| {
        let (folder, _) = name.split_once('/').filter(|(_, file)| is_trial(file))?;
        Some((folder.to_owned(), tree.described(&format!("tests/{name}"), diagnostics, trial)?))
    };
    tree.below("tests").filter_map(read).collect()
}

impl PackageReader<'_, Dmoj> {
    pub(super) fn solutions(&mut self, problem: &Problem) -> Vec<Arc<Solution>> {
        let mut solutions = Vec::new();
        let (mut others, mut taken) = (Vec::new(), BTreeSet::new());
        let mut failing = Vec::new();
        let tree = self.tree;
        for (folder, trial) in &self.description.trials {
            let Some(name) = trial.source.first().filter(|_| !trial.skipped) else { continue };
            let at = format!("tests/{folder}/{name}");
            // Where the judge itself would fail, there is nothing to compare with.
            if trial.expect.iter().any(|code| code == "IE") {
                failing.push(at);
                continue;
            }
            let Some(path) = tree.file(&at) else {
                let title = format!("`{name}` of {folder}/test.yml is not in the package");
                self.diagnostics.error(&self.found.root.join("tests").join(folder), title);
                continue;
            };
            let expectation = expectation(trial, problem);
            let label = format!("{folder}/{}", stem(path));
            let Some(built) = self.built(path) else { continue };
            let source = SubmittedSource {
                file: path,
                built: Some(built),
                label: Some(&label),
                code: trial.language.as_deref(),
            };
            match self.found.solution(source, expectation, &mut taken) {
                Some(solution) => {
                    let (cpu, memory) = (trial.time.map(Duration::from_secs_f64), trial.memory.map(ByteSize::kib));
                    let own = OwnLimits {
                        cpu: cpu.filter(|cpu| *cpu != problem.limits.cpu),
                        memory: memory.filter(|memory| *memory != problem.limits.memory),
                    };
                    solutions.push(Arc::new(Solution { limits: own, ..solution }));
                }
                None => others.push(at),
            }
        }
        for folder in FOLDERS {
            for (name, path) in tree.below(folder) {
                let label = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
                let Some(built) = self.built(path) else { continue };
                let source = SubmittedSource { file: path, built: Some(built), label: Some(label), code: None };
                let solution = self.found.solution(source, Expectation::default(), &mut taken);
                solutions.extend(solution.map(Arc::new));
            }
        }
        unread(self.found.root, &others, &mut self.diagnostics);
        let title = "solutions skipped, at which DMOJ's judge itself must fail (`expect: IE`)";
        self.diagnostics.list(self.found.root, title, "expect a verdict to have them run", failing);
        solutions
    }

    /// The solution in the form in which it is compiled: itself, or a folder in which it is put
    /// together with what the package adds to it. `None`: it cannot be.
    fn built(&mut self, path: &Path) -> Option<PathBuf> {
        let init = &self.description.init;
        let files = match &init.signature {
            Some((entry, header)) => self.with_grader(path, entry, header),
            None => match together::unbuffered(path).filter(|_| init.unbuffered) {
                Some(more) => beneath::read(path).map(|own| vec![(PathBuf::from(file_name(path)), own), more]),
                None => return Some(path.to_owned()),
            },
        };
        self.put_together(path, files)
    }

    /// The solution with the package's header in front of it, and the package's `main`.
    fn with_grader(&self, path: &Path, entry: &str, header: &str) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
        let absent = |name: &str| io::Error::other(format!("`{name}` is not in the package"));
        let file = |name: &str| beneath::read(self.tree.file(name).ok_or_else(|| absent(name))?);
        let own = file_name(path);
        // A `main` that the solution has for trying it out must not count as one there.
        let head = format!("#define {GRADED}\n#include \"{header}\"\n#define main main_of_the_solution\n#line 1\n");
        let source = [head.into_bytes(), beneath::read(path)?].concat();
        // Compiled like the solution: a grader in C works with a solution in C++, too.
        let mut main = file_name(&Path::new(entry).with_extension(path.extension().unwrap_or_default()));
        if main == own {
            main = format!("main-{own}");
        }
        let header_name = file_name(Path::new(header));
        Ok(vec![(own.into(), source), (main.into(), file(entry)?), (header_name.into(), file(header)?)])
    }
}

fn expectation(trial: &Trial, problem: &Problem) -> Expectation {
    let of_all = verdicts(&trial.expect).map(|verdicts| Rule { verdicts, ..Rule::default() });
    let mut rules: Vec<Rule> = of_all.into_iter().collect();
    for (number, codes) in &trial.cases {
        let at = format!("{number:02}");
        let test = problem.tests.iter().find(|test| test.id.0.rsplit('/').next() == Some(at.as_str()));
        let pattern = test.and_then(|test| glob::Pattern::new(&glob::Pattern::escape(&test.id.0)).ok());
        let Some(tests) = pattern else { continue };
        let verdicts = verdicts(codes).unwrap_or(VerdictSet::default().with(Verdict::Accepted));
        rules.push(Rule { tests: Some(tests), verdicts, ..Rule::default() });
    }
    let score = trial.score.and_then(Points::from_score).map(|score| ScoreRange { least: score, most: score });
    Expectation { rules, score, ..Expectation::default() }
}

/// What DMOJ's codes stand for. Others stand for nothing.
fn verdicts(codes: &[String]) -> Option<VerdictSet> {
    let sets = codes.iter().filter_map(|code| verdicts::called(System::Dmoj, code));
    sets.reduce(|all, more| all.iter().chain(more.iter()).collect())
}

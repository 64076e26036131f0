//! `sol/`: solutions, and what they are compiled with.
//!
//! A solution's `@check-…` lines say what it gets on which subtasks, as task-maker reads them. The
//! official solution must be right. Nothing is known of the others that have no such lines.
//!
//! The pipes that a stub gets are its standard streams here. A source file of ours beside a stub in
//! C or C++ gives it other streams ([`STUB_STREAMS`]), so that it may print what it likes.

use super::manager::is_c;
use super::task::Task;
use crate::diagnostics::Report;
use crate::judged::SubmittedSource;
use crate::reading::PackageReader;
use crate::verdicts::{self, System};
use model::{Expectation, GroupRule, Points, Problem, Rule, ScoreRange, Solution, Verdict, is_header};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const STUB_STREAMS: &str = include_str!("stub_streams.c");

/// Files that are compiled with every solution of their language.
const GRADERS: [&str; 2] = ["grader", "stub"];
/// The official solution.
const OFFICIAL: [&str; 2] = ["solution", "soluzione"];
/// Files that are not a solution.
const TEMPLATES: [&str; 2] = ["template", "templates"];

impl PackageReader<'_, Task> {
    pub(super) fn solutions(&mut self, problem: &Problem) -> Vec<Arc<Solution>> {
        let is_source = crate::folder::is_source(self.found.languages);
        let (all, pipes) = (self.tree.all_below("sol"), self.pipes());
        let (mut solutions, mut unlinked, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
        for (name, path) in &all {
            let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
            if !is_source(name) || GRADERS.contains(&stem) || TEMPLATES.iter().any(|other| stem.starts_with(other)) {
                continue;
            }
            let mut graders = all.iter().filter(|(name, _)| GRADERS.contains(&name.split('.').next().unwrap_or(name)));
            let any_grader = graders.clone().next().is_some();
            let grader = graders.find(|(name, _)| name.rsplit_once('.').is_some_and(|(_, end)| end == extension));
            let built = match grader {
                Some(grader) if LINKED.contains(&extension) => {
                    let files = self.with_grader(name, path, grader, &all, pipes);
                    let Some(folder) = self.put_together(path, files) else { continue };
                    Some(folder)
                }
                None if !any_grader => None,
                Some(_) | None => {
                    unlinked.push(name);
                    continue;
                }
            };
            let official = OFFICIAL.contains(&stem);
            let expectation = expectation(path, official, problem);
            let label = (!official).then_some(stem);
            // A stub opens the pipes whose names it gets.
            let args = pipes.filter(|_| built.is_some()).into_iter().flatten().map(str::to_owned).collect();
            let source = SubmittedSource { file: path, built, label, code: None };
            let solution = self.found.solution(source, expectation, &mut taken);
            solutions.extend(solution.map(|found| Arc::new(Solution { args, ..found })));
        }
        let title = "solutions in a language without a grader that can be linked";
        self.diagnostics.list(self.found.root, title, "add a grader in it", unlinked);
        solutions
    }

    /// The solution, its language's grader and all headers.
    fn with_grader(
        &self,
        name: &str,
        path: &Path,
        grader: &(String, PathBuf),
        all: &[(String, PathBuf)],
        pipes: Option<[&str; 2]>,
    ) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
        let headers = all.iter().filter(|(name, _)| is_header(name));
        let own = path.file_name().and_then(|own| own.to_str()).unwrap_or(name);
        let extension = own.rsplit_once('.').map_or("", |(_, extension)| extension);
        // The grader's text refers to the solution by the task's name, under which it is submitted.
        let called = self.description.name.as_ref().filter(|task| NAMED.contains(&extension) && is_called(path, task));
        let own = called.map_or_else(|| own.to_owned(), |task| format!("{task}.{extension}"));
        let begins = if extension == "py" { "__main__.py" } else { grader.0.as_str() };
        let files = [(own.as_str(), path), (begins, grader.1.as_path())].into_iter();
        let all = files.chain(headers.map(|(name, path)| (name.as_str(), path.as_path())));
        let read = |(name, path): (&str, &Path)| Ok((PathBuf::from(name), beneath::read(path)?));
        let mut files = all.map(read).collect::<io::Result<Vec<_>>>()?;
        if pipes.is_some() && is_c(extension) {
            // A name that neither the solution nor its stub has.
            let name = format!("{}-streams.{extension}", own.trim_end_matches(&format!(".{extension}")));
            files.push((PathBuf::from(name), STUB_STREAMS.as_bytes().to_vec()));
        }
        Ok(files)
    }
}

/// Languages whose files are compiled together or find one another.
const LINKED: [&str; 8] = ["c", "cpp", "cc", "cxx", "java", "go", "pas", "py"];
/// Languages in which the name of a file means something to other files.
const NAMED: [&str; 3] = ["java", "pas", "py"];

/// Whether the file is called `task`. A class or unit may say that it has another name; a module
/// says nothing.
fn is_called(path: &Path, task: &str) -> bool {
    let text = beneath::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let declares = |pair: &[&str]| {
        let kind = pair[0].to_ascii_lowercase();
        (kind == "class" || kind == "unit").then(|| pair[1].eq_ignore_ascii_case(task))
    };
    words.windows(2).filter_map(declares).max().unwrap_or(true)
}

/// What the source says about itself.
fn expectation(path: &Path, official: bool, problem: &Problem) -> Expectation {
    let text = beneath::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let checks: Vec<_> = text.lines().filter_map(|line| checks(line, problem)).flatten().collect();
    if checks.is_empty() && official {
        return Expectation::default();
    }
    let (rules, groups): (Vec<Rule>, Vec<Option<GroupRule>>) = checks.into_iter().unzip();
    let is_of_all = |rule: &Rule| rule.verdicts.contains(Verdict::Accepted);
    let (all, mut rules): (Vec<Rule>, Vec<Rule>) = rules.into_iter().partition(is_of_all);
    // Where one test must get a verdict, the others of its subtask may get anything, and so may
    // subtasks that no line mentions.
    rules.push(Rule { verdicts: Verdict::ALL.into_iter().collect(), ..Rule::default() });
    rules.extend(all);
    Expectation { rules, groups: groups.into_iter().flatten().collect(), ..Expectation::default() }
}

/// `@check-wrong-answer: first second*`: what each of the subtasks that are named must get, and
/// which points.
fn checks(line: &str, problem: &Problem) -> Option<Vec<(Rule, Option<GroupRule>)>> {
    let (kind, names) = line.split_once("@check-")?.1.split_once(':')?;
    let kind = kind.trim();
    let verdicts = verdicts::called(System::Cms, kind)?;
    let names = names.trim_end_matches("*/").split_whitespace();
    let patterns: Vec<glob::Pattern> = names.filter_map(|name| glob::Pattern::new(name).ok()).collect();
    let mut folders: BTreeSet<&str> = problem.tests.iter().map(|test| test.id.group()).collect();
    folders.retain(|folder| patterns.iter().any(|pattern| pattern.matches(folder)));
    let check = |folder: &str| {
        let tests = glob::Pattern::new(&format!("{}/**", glob::Pattern::escape(folder))).ok()?;
        let worth = problem.groups.iter().find(|group| group.name == folder).map(|group| group.points);
        // An output that is right in part is accepted here, with a part of the points.
        let range = match (kind, worth.filter(|worth| *worth > Points(0))) {
            ("accepted", Some(worth)) => Some((worth, worth)),
            ("partial-score", Some(worth)) => Some((Points(1), Points(worth.0 - 1))),
            _ => None,
        };
        let score = range.map(|(least, most)| ScoreRange { least, most });
        let points = score.map(|_| GroupRule { group: folder.to_owned(), verdicts: None, score });
        Some((Rule { tests: Some(tests), verdicts, ..Rule::default() }, points))
    };
    Some(folders.into_iter().filter_map(check).collect())
}

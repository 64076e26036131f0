//! Turns files into a class: who submitted what, and the catalog to judge.
//!
//! What a student wrote into a file means nothing here: directives are not read. Ids are made of
//! safe letters; names that people see are the students' own.

use super::folder::Found;
use super::shape::{Reading, Shape};
use model::{
    BuildOptions, ByteSize, Catalog, Expectation, Key, Language, Only, Problem, ProblemId, Solution, SolutionId,
    id::natural,
};
use package::draft::slug;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Finds the problem that a word of a path means.
pub(super) struct Problems<'a> {
    /// All problems of the workspace.
    pub all: &'a [Arc<Problem>],
    /// Other names for some of them.
    pub aliases: BTreeMap<String, ProblemId>,
    /// The one problem that all files are for.
    pub one: Option<ProblemId>,
}

impl Problems<'_> {
    /// Finds a problem by its name, its title or an alias.
    pub(super) fn named(&self, word: &str) -> Option<ProblemId> {
        if let Some(id) = self.aliases.get(word) {
            return Some(id.clone());
        }
        let folded = word.trim().to_lowercase().replace([' ', '_'], "-");
        let problem = self.all.iter().find(|problem| {
            problem.id.as_str() == folded || slug::suggest(&problem.title).is_some_and(|title| title.as_str() == folded)
        });
        problem.map(|problem| problem.id.clone())
    }

    fn of(&self, reading: &Reading<'_>) -> Option<ProblemId> {
        match reading.problem {
            Some(word) => self.named(word),
            None => self.one.clone(),
        }
    }
}

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Submission {
    pub student: usize,
    /// The id of its solution in the catalog.
    pub id: SolutionId,
    pub language: Language,
    pub file: String,
}

/// Who submitted what.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    /// Names, sorted; equal names are followed by their ids.
    pub students: Vec<String>,
    /// By student, then problem, then in the order of the attempts.
    pub submissions: Vec<Submission>,
    pub catalog: Catalog,
    pub left_over: LeftOver,
}

/// What in the folder is not a submission: names, each with its number of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOver {
    pub no_shape: Vec<String>,
    /// By the word that should name a problem.
    pub no_problem: BTreeMap<String, usize>,
    /// By extension.
    pub no_language: BTreeMap<String, usize>,
}

struct Read<'f> {
    /// Name and id.
    student: (&'f str, &'f str),
    problem: ProblemId,
    attempt: &'f str,
    language: Language,
    extension: &'f str,
    found: &'f Found,
}

impl Class {
    pub(super) fn of(
        files: &[Found],
        shape: &Shape,
        problems: &Problems<'_>,
        language_of: &dyn Fn(&str) -> Option<Language>,
    ) -> Class {
        let mut class = Class::default();
        let mut all: Vec<Read<'_>> =
            files.iter().filter_map(|file| class.read(file, shape, problems, language_of)).collect();
        all.sort_by(|a, b| {
            let attempts = natural(a.attempt, b.attempt).then_with(|| natural(&a.found.name, &b.found.name));
            a.student.cmp(&b.student).then_with(|| a.problem.cmp(&b.problem)).then(attempts)
        });
        let students: BTreeSet<(&str, &str)> = all.iter().map(|read| read.student).collect();
        let is_shared = |name: &str| students.iter().filter(|(other, _)| *other == name).count() > 1;
        class.students = students
            .iter()
            .map(
                |(name, id)| {
                    if is_shared(name) && !id.is_empty() { format!("{name} ({id})") } else { (*name).to_owned() }
                },
            )
            .collect();
        let students: Vec<(&str, &str)> = students.into_iter().collect();
        for read in all {
            let student = students.binary_search(&read.student).expect("made of the same");
            class.add(student, &read);
        }
        let used: BTreeSet<&ProblemId> = class.submissions.iter().map(|submission| &submission.id.problem).collect();
        class.catalog.problems = problems.all.iter().filter(|problem| used.contains(&problem.id)).cloned().collect();
        class.catalog.solutions.sort_by(|a, b| a.id.cmp(&b.id));
        class
    }

    /// The students, with names for their files.
    pub(super) fn labelled(&self) -> Vec<(String, String)> {
        let labelled = |name: &String| {
            let hash = Key::of(&["student"], name.as_bytes()).to_string();
            (name.clone(), format!("{}-{}", label(name), &hash[..8]))
        };
        self.students.iter().map(labelled).collect()
    }

    /// Reads a submission, or notes why it is not one.
    fn read<'f>(
        &mut self,
        found: &'f Found,
        shape: &Shape,
        problems: &Problems<'_>,
        language_of: &dyn Fn(&str) -> Option<Language>,
    ) -> Option<Read<'f>> {
        let left = &mut self.left_over;
        let extension = found.path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let extension = found.name.rsplit_once('.').map_or("", |(_, end)| if end == extension { end } else { "" });
        let language = language_of(extension).or_else(|| language_of(&extension.to_lowercase()));
        let Some(language) = language else {
            *left.no_language.entry(extension.to_owned()).or_default() += 1;
            return None;
        };
        let reading = shape.read(&found.name, |reading| problems.of(reading).is_some());
        let Some(reading) = reading else {
            left.no_shape.push(found.name.clone());
            return None;
        };
        let Some(problem) = problems.of(&reading) else {
            *left.no_problem.entry(reading.problem.unwrap_or_default().to_owned()).or_default() += 1;
            return None;
        };
        let student = (reading.student, reading.id.unwrap_or_default());
        Some(Read { student, problem, attempt: reading.attempt.unwrap_or_default(), language, extension, found })
    }

    fn add(&mut self, student: usize, read: &Read<'_>) {
        // A hash of the path alone: the same on every machine, whoever else submits.
        let hash = Key::of(&["submission"], read.found.name.as_bytes()).to_string();
        let label = format!("{}-{}", label(read.student.0), &hash[..8]);
        let extension = read.extension.to_lowercase();
        let id = SolutionId::parse(&format!("{}--{label}", read.problem), &extension).expect("safe letters only");
        let (language, file) = (read.language.clone(), read.found.name.clone());
        self.submissions.push(Submission { student, id: id.clone(), language, file });
        self.catalog.solutions.push(Arc::new(Solution {
            id,
            language: read.language.clone(),
            path: read.found.path.clone(),
            display: read.found.name.clone(),
            size: ByteSize(read.found.bytes),
            expectation: Expectation::default(),
            only: Only::default(),
            args: Vec::new(),
            notes: Vec::new(),
            // Files are named after students. With one stem, what hundreds hand in is built and run
            // once.
            build: BuildOptions { stem: Some(read.problem.to_string()), ..BuildOptions::default() },
            limits: model::OwnLimits::default(),
        }));
    }
}

/// A name in safe letters; it need not be unique.
pub(super) fn label(name: &str) -> String {
    let mut label = slug::suggest(name).map_or_else(|| "student".to_owned(), |slug| slug.to_string());
    label.truncate(40);
    label.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn problem(id: &str, title: &str) -> Arc<Problem> {
        Arc::new(Problem {
            id: ProblemId::parse(id).unwrap(),
            title: title.to_owned(),
            title_zh: None,
            source: model::Source::default(),
            limits: model::Limits::default(),
            tool_limits: model::Limits::default(),
            judging: model::Judging::Compare(model::Comparison::Lines),
            passes: 1,
            groups: Vec::new(),
            tests: Vec::new(),
            invalid: Vec::new(),
            dir: PathBuf::new(),
            validators: Vec::new(),
            generator: None,
            generate: Vec::new(),
            stated: BTreeMap::new(),
            rules: model::PackageRules::default(),
        })
    }

    fn class(pattern: &str, files: &[&str]) -> Class {
        let all = [problem("nim", "The Game of Nim"), problem("sum", "Sum")];
        let aliases = BTreeMap::from([("3".to_owned(), ProblemId::parse("sum").unwrap())]);
        let problems = Problems { all: &all, aliases, one: None };
        let found = |name: &&str| Found { name: (*name).to_owned(), path: PathBuf::from("/c").join(name), bytes: 9 };
        let files: Vec<Found> = files.iter().map(found).collect();
        let language = |extension: &str| ["cpp", "py"].contains(&extension).then(|| Language(extension.into()));
        Class::of(&files, &Shape::parse(pattern).unwrap(), &problems, &language)
    }

    fn printed(class: &Class) -> Vec<String> {
        let line = |s: &Submission| format!("{} {} {}", class.students[s.student], s.id.problem, s.file);
        class.submissions.iter().map(line).collect()
    }

    #[test]
    fn names_of_any_script_keep_their_looks_and_get_safe_ids() {
        let class = class("{student}/{problem}.{ext}", &["李雷/nim.cpp", "Ana \"x\" López/nim.py", "O'Neil;/SUM.CPP"]);
        assert_eq!(class.students, ["Ana \"x\" López", "O'Neil;", "李雷"]);
        let labels: Vec<&str> = class.submissions.iter().map(|s| s.id.label.as_deref().unwrap()).collect();
        assert!(labels[0].starts_with("ana-x-lopez-") && labels[2].starts_with("student-"), "{labels:?}");
        assert_eq!(class.submissions[1].id.extension.as_ref(), "cpp");
        assert_eq!(class.catalog.solutions.len(), 3);
    }

    #[test]
    fn problems_are_named_by_slug_title_or_another_word() {
        let class = class(
            "{student}/{problem}.{ext}",
            &["a/The Game of Nim.py", "a/3.py", "b/the_game_of_nim.cpp", "b/Nim.py"],
        );
        let problems: Vec<&str> = class.submissions.iter().map(|s| s.id.problem.as_str()).collect();
        assert_eq!(problems, ["nim", "sum", "nim", "nim"]);
    }

    #[test]
    fn attempts_are_in_the_order_that_people_count_them() {
        let files = ["a/nim/10.py", "a/nim/2.py", "b/nim/x.py", "a/sum/1.py"];
        let class = class("{student}/{problem}/{attempt}.{ext}", &files);
        assert_eq!(printed(&class), ["a nim a/nim/2.py", "a nim a/nim/10.py", "a sum a/sum/1.py", "b nim b/nim/x.py"]);
    }

    #[test]
    fn two_students_of_one_name_are_two() {
        let files = ["Ana_1_x/nim.py", "Ana_2_x/nim.py", "Bob_3_x/nim.py"];
        let class = class("{student}_{id}_x/{problem}.{ext}", &files);
        assert_eq!(class.students, ["Ana (1)", "Ana (2)", "Bob"]);
    }

    #[test]
    fn what_is_no_submission_is_counted_by_its_kind() {
        let files = ["a/nim.py", "a/homework.py", "b/homework.py", "a/notes.pdf", "x.py", "a/Makefile"];
        let left = class("{student}/{problem}.{ext}", &files).left_over;
        assert_eq!(left.no_problem, BTreeMap::from([("homework".to_owned(), 2)]));
        assert_eq!(left.no_language, BTreeMap::from([("pdf".to_owned(), 1), (String::new(), 1)]));
        assert_eq!(left.no_shape, ["x.py"]);
    }
}

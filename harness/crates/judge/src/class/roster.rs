//! Turns files into a roster: who submitted what, and the catalog to judge.
//!
//! What a student wrote into a file means nothing here: directives are not read. Ids are made of
//! safe letters; names that people see are the students' own.

use super::copies;
use super::folder::{CandidateFile, Listing};
use super::mapping::Mapping;
use super::shape::{Reading, Shape};
use model::record::UnreadFile;
use model::{
    BuildOptions, ByteSize, Catalog, Expectation, Key, Language, OnlyGlobs, Problem, ProblemId, Solution, SolutionId,
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

    /// The problem, where there is no other.
    pub(super) fn only(&self) -> Option<ProblemId> {
        let [problem] = self.all else { return None };
        Some(problem.id.clone())
    }

    fn of(&self, reading: &Reading<'_>) -> Option<ProblemId> {
        match reading.problem {
            Some(word) => self.named(word),
            None => self.one.clone().or_else(|| self.only()),
        }
    }
}

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub struct Submission {
    pub student: usize,
    /// The id of its solution in the catalog.
    pub id: SolutionId,
    pub language: Language,
    pub file: String,
}

/// Who submitted what.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// Names, sorted, no two alike.
    pub students: Vec<String>,
    /// By student, then problem, then in the order of the attempts.
    pub submissions: Vec<Submission>,
    /// The files that are not submissions, by name.
    pub unread: Vec<OtherFile>,
    /// Those that somebody has a file for.
    pub(super) catalog: Catalog,
}

/// A file that is not a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherFile {
    pub file: String,
    pub why: Why,
    /// Whose it is, if its name says so and nothing else of this student takes its place.
    pub student: Option<usize>,
    /// Its problem, if `student` has nothing else for it.
    pub problem: Option<ProblemId>,
}

impl OtherFile {
    /// Whether a submission may be lost with it.
    pub fn may_be_one(&self) -> bool {
        self.student.is_some() || matches!(self.why, Why::NoProblem(_) | Why::NotMapped | Why::NoShape(Kind::Source))
    }
}

/// Why a file is not a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// No language has this ending.
    NoLanguage(String),
    Archive,
    Notebook,
    /// The word that should name a problem.
    NoProblem(String),
    NoShape(Kind),
    /// It is in a language of the table, and in no line of the mapping.
    NotMapped,
    /// By the folder's own rules: a link, say.
    Refused(&'static str),
}

/// What a file seems to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// In a language of the table.
    Source,
    Other,
}

impl Why {
    pub fn words(&self) -> String {
        match self {
            Why::NoLanguage(ending) if ending.is_empty() => "its name has no ending that names a language".to_owned(),
            Why::NoLanguage(ending) => format!("no language has the ending .{ending}"),
            Why::Archive => "an archive: unpack it".to_owned(),
            Why::Notebook => "a notebook: export it as a script".to_owned(),
            Why::NoProblem(word) if word.is_empty() => "nothing says which problem it is for".to_owned(),
            Why::NoProblem(word) => format!("no problem is called `{word}`"),
            Why::NoShape(_) => "the pattern does not read its path".to_owned(),
            Why::NotMapped => "no line of the mapping is about it".to_owned(),
            Why::Refused(why) => (*why).to_owned(),
        }
    }

    fn of_ending(ending: &str) -> Why {
        match ending.to_lowercase().as_str() {
            "zip" | "tar" | "gz" | "tgz" | "bz2" | "xz" | "7z" | "rar" => Why::Archive,
            "ipynb" => Why::Notebook,
            _ => Why::NoLanguage(ending.to_owned()),
        }
    }
}

/// How a file's path says whose it is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Paths<'a> {
    Shape(&'a Shape),
    Mapping(&'a Mapping),
}

impl Paths<'_> {
    fn read<'p>(&'p self, name: &'p str, fits: impl Fn(&Reading<'p>) -> bool) -> Option<Reading<'p>> {
        match self {
            Paths::Shape(shape) => shape.read(name, fits),
            Paths::Mapping(mapping) => mapping.read(name),
        }
    }
}

/// Name and id.
type Student = (String, String);

fn student_of(reading: &Reading<'_>) -> Student {
    (reading.student.to_owned(), reading.id.unwrap_or_default().to_owned())
}

struct ParsedFile<'f> {
    student: Student,
    problem: ProblemId,
    attempt: String,
    /// The numbers that mark it as a copy of a file: those of `nim (2).py`.
    copies: Vec<u32>,
    language: Language,
    extension: &'f str,
    found: &'f CandidateFile,
}

/// A file on its way to [`OtherFile`].
struct RejectedFile {
    file: String,
    why: Why,
    whose: Option<Student>,
    problem: Option<ProblemId>,
}

/// Everything that decides what a file is.
struct Reader<'a> {
    paths: Paths<'a>,
    problems: &'a Problems<'a>,
    language_of: &'a dyn Fn(&str) -> Option<Language>,
    /// The names of all files.
    names: BTreeSet<&'a str>,
}

impl Roster {
    pub(super) fn of(
        listing: &Listing,
        paths: Paths<'_>,
        problems: &Problems<'_>,
        language_of: &dyn Fn(&str) -> Option<Language>,
    ) -> Roster {
        let names = listing.files.iter().map(|found| found.name.as_str()).collect();
        let reader = Reader { paths, problems, language_of, names };
        let (mut all, mut lost) = (Vec::new(), Vec::new());
        for found in &listing.files {
            match reader.read(found) {
                Ok(read) => all.push(read),
                Err(why) => lost.push(reader.lost(&found.name, why)),
            }
        }
        lost.extend(listing.refused.iter().map(|(name, why)| reader.lost(name, Why::Refused(why))));
        if let Paths::Mapping(mapping) = paths {
            let missing = mapping
                .files()
                .filter(|file| !reader.names.contains(file) && !listing.refused.iter().any(|(name, _)| name == file));
            lost.extend(missing.map(|file| reader.lost(file, Why::Refused("is in the mapping and not in the folder"))));
        }
        all.sort_by(|a, b| {
            let attempts = natural(&a.attempt, &b.attempt).then_with(|| a.copies.cmp(&b.copies));
            let attempts = attempts.then_with(|| natural(&a.found.name, &b.found.name));
            a.student.cmp(&b.student).then_with(|| a.problem.cmp(&b.problem)).then(attempts)
        });
        let submitted: BTreeSet<(&Student, &ProblemId)> =
            all.iter().map(|read| (&read.student, &read.problem)).collect();
        let busy: BTreeSet<&Student> = all.iter().map(|read| &read.student).collect();
        for lost in &mut lost {
            let is_taken = |whose: &Student| match &lost.problem {
                Some(problem) => submitted.contains(&(whose, problem)),
                None => busy.contains(whose),
            };
            lost.whose = lost.whose.take().filter(|whose| !is_taken(whose));
        }
        let students: BTreeSet<Student> = all
            .iter()
            .map(|read| &read.student)
            .chain(lost.iter().filter_map(|lost| lost.whose.as_ref()))
            .cloned()
            .collect();
        let students: Vec<Student> = students.into_iter().collect();
        let place = |student: &Student| students.binary_search(student).expect("made of the same");
        let mut roster = Roster { students: displayed(&students), ..Roster::default() };
        for read in all {
            roster.add(place(&read.student), &read);
        }
        roster.unread.extend(lost.into_iter().map(|lost| {
            let student = lost.whose.as_ref().map(place);
            OtherFile { file: lost.file, why: lost.why, student, problem: lost.problem.filter(|_| student.is_some()) }
        }));
        roster.unread.sort_by(|a, b| natural(&a.file, &b.file));
        let submitted = roster.submissions.iter().map(|submission| &submission.id.problem);
        let used: BTreeSet<&ProblemId> =
            submitted.chain(roster.unread.iter().filter_map(|unread| unread.problem.as_ref())).collect();
        roster.catalog.problems = problems.all.iter().filter(|problem| used.contains(&problem.id)).cloned().collect();
        roster.catalog.solutions.sort_by(|a, b| a.id.cmp(&b.id));
        roster
    }

    /// The students, with names for their files.
    pub(super) fn labelled(&self) -> Vec<(String, String)> {
        self.students.iter().map(|name| (name.clone(), self::labelled("student", name))).collect()
    }

    /// The files that are not submissions, as a report lists them.
    pub(super) fn recorded_unread(&self) -> Vec<UnreadFile> {
        let recorded = |unread: &OtherFile| UnreadFile {
            file: unread.file.clone(),
            why: unread.why.words(),
            student: unread.student.map(|student| self.students[student].clone()),
            problem: unread.problem.clone(),
        };
        self.unread.iter().map(recorded).collect()
    }

    fn add(&mut self, student: usize, read: &ParsedFile<'_>) {
        // The path alone: the same on every machine, whoever else submits.
        let label = format!("{}-{}", label(&read.student.0), hash("submission", &read.found.name));
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
            only: OnlyGlobs::default(),
            args: Vec::new(),
            notes: Vec::new(),
            // Files are named after students. With one stem, what hundreds hand in is built and run
            // once.
            build: BuildOptions { stem: Some(read.problem.to_string()), ..BuildOptions::default() },
            limits: model::OwnLimits::default(),
        }));
    }
}

impl Reader<'_> {
    /// Reads a submission.
    ///
    /// # Errors
    /// Why it is not one.
    fn read<'f>(&self, found: &'f CandidateFile) -> Result<ParsedFile<'f>, Why> {
        let extension = ending(&found.name);
        let language = (self.language_of)(extension).or_else(|| (self.language_of)(&extension.to_lowercase()));
        let language = language.ok_or_else(|| Why::of_ending(extension))?;
        let plain = copies::without_marks(&found.name);
        let own = self.reading(&found.name);
        let of_original = plain.as_ref().and_then(|(name, _)| self.reading(name));
        // A copy lies beside its original, or else its name alone says nothing.
        let is_copy = plain.as_ref().is_some_and(|(name, _)| self.names.contains(name.as_str()));
        let fits =
            |reading: &Option<Reading<'_>>| reading.as_ref().is_some_and(|reading| self.problems.of(reading).is_some());
        let (reading, copies) = match plain.as_ref() {
            Some((_, numbers)) if fits(&of_original) && (is_copy || !fits(&own)) => (of_original, numbers.clone()),
            Some(_) | None => (own, Vec::new()),
        };
        let reading = reading.ok_or(match self.paths {
            Paths::Shape(_) => Why::NoShape(Kind::Source),
            Paths::Mapping(_) => Why::NotMapped,
        })?;
        let problem = self.problems.of(&reading);
        let problem = problem.ok_or_else(|| Why::NoProblem(reading.problem.unwrap_or_default().to_owned()))?;
        let attempt = reading.attempt.unwrap_or_default().to_owned();
        Ok(ParsedFile { student: student_of(&reading), problem, attempt, copies, language, extension, found })
    }

    fn reading<'p>(&'p self, name: &'p str) -> Option<Reading<'p>> {
        self.paths.read(name, |reading| self.problems.of(reading).is_some())
    }

    /// A file that is not a submission, with what its name says all the same: `ivan_nim.py.txt` and
    /// `ivan_nim` are Ivan's, for Nim.
    fn lost(&self, name: &str, why: Why) -> RejectedFile {
        let is_other = matches!(why, Why::NoShape(_)) && (self.language_of)(ending(name)).is_none();
        let why = if is_other { Why::NoShape(Kind::Other) } else { why };
        let plain = copies::without_marks(name).map(|(plain, _)| plain);
        let names = [Some(name.to_owned()), plain].into_iter().flatten();
        let names: Vec<String> = names
            .flat_map(|name| {
                let shorter = name.rsplit_once('.').map(|(stem, _)| stem.to_owned());
                let longer = shorter.iter().chain([&name]).map(|name| format!("{name}.x")).collect::<Vec<_>>();
                [name].into_iter().chain(shorter).chain(longer)
            })
            .collect();
        for name in &names {
            let reading = self.reading(name);
            let problem = reading.as_ref().and_then(|reading| self.problems.of(reading));
            if let (Some(reading), Some(problem)) = (reading, problem) {
                return RejectedFile {
                    file: names[0].clone(),
                    why,
                    whose: Some(student_of(&reading)),
                    problem: Some(problem),
                };
            }
        }
        // A name that holds no problem's says whose it is by a folder, or in the only way to read
        // it.
        let of_folder = names.iter().find_map(|name| {
            let reading = self.reading(name)?;
            let folders = name.rsplit_once('/').map_or("", |(folders, _)| folders);
            let sure = matches!(self.paths, Paths::Mapping(_)) || folders.contains(reading.student);
            sure.then(|| student_of(&reading))
        });
        let only_one = || names.iter().find_map(|name| self.only_student(name));
        let whose = of_folder.or_else(|| if matches!(why, Why::NoProblem(_)) { only_one() } else { None });
        RejectedFile { file: names[0].clone(), why, whose, problem: None }
    }

    /// Whose a file is by all readings of its name, or by all of those whose problem is nearly one
    /// that there is.
    fn only_student(&self, name: &str) -> Option<Student> {
        let Paths::Shape(shape) = self.paths else { return None };
        let readings = shape.readings(name)?;
        let problems = || self.problems.all.iter().map(|problem| problem.id.as_str());
        let is_near =
            |reading: &&Reading<'_>| reading.problem.is_some_and(|word| model::nearest(word, problems()).is_some());
        let near: BTreeSet<Student> = readings.iter().filter(is_near).map(student_of).collect();
        let mut students = if near.is_empty() { readings.iter().map(student_of).collect() } else { near };
        students.pop_first().filter(|_| students.is_empty())
    }
}

/// What a file's name ends with, after its last point.
fn ending(name: &str) -> &str {
    let file = name.rsplit_once('/').map_or(name, |(_, file)| file);
    file.rsplit_once('.').map_or("", |(stem, ending)| if stem.is_empty() { "" } else { ending })
}

/// Names for people, no two alike. Students of one name are followed by their ids, and so is one
/// who is called as another one then is.
fn displayed(students: &[Student]) -> Vec<String> {
    let mut names: Vec<String> = students.iter().map(|(name, _)| name.clone()).collect();
    let with_id = |(name, id): &Student| if id.is_empty() { name.clone() } else { format!("{name} ({id})") };
    let repeated = |names: &[String]| -> Vec<usize> {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        names.iter().for_each(|name| *count.entry(name).or_default() += 1);
        (0..names.len()).filter(|at| count[names[*at].as_str()] > 1).collect()
    };
    for _ in 0..2 {
        for at in repeated(&names) {
            names[at] = with_id(&students[at]);
        }
    }
    let mut taken: BTreeSet<String> = names.iter().cloned().collect();
    for at in repeated(&names).into_iter().skip(1) {
        let free = (2..).map(|number| format!("{} [{number}]", names[at])).find(|name| !taken.contains(name));
        names[at] = free.expect("there are more numbers than names");
        taken.insert(names[at].clone());
    }
    names
}

/// A name for a file of somebody: safe letters, and no two names have the same.
fn labelled(kind: &str, name: &str) -> String {
    format!("{}-{}", label(name), hash(kind, name))
}

/// All 128 bits: students choose their names and those of their files, and would find two with the
/// same beginning.
fn hash(kind: &str, name: &str) -> String {
    Key::of(&[kind], name.as_bytes()).to_string()
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
        Arc::new(Problem { title: title.to_owned(), ..Problem::new(ProblemId::parse(id).unwrap()) })
    }

    fn class(pattern: &str, files: &[&str]) -> Roster {
        let all = [problem("nim", "The Game of Nim"), problem("sum", "Sum")];
        let aliases = BTreeMap::from([("3".to_owned(), ProblemId::parse("sum").unwrap())]);
        let problems = Problems { all: &all, aliases, one: None };
        let found =
            |name: &&str| CandidateFile { name: (*name).to_owned(), path: PathBuf::from("/c").join(name), bytes: 9 };
        let files: Vec<CandidateFile> = files.iter().map(found).collect();
        let language = |extension: &str| ["cpp", "py"].contains(&extension).then(|| Language(extension.into()));
        let listing = Listing { files, ..Listing::default() };
        Roster::of(&listing, Paths::Shape(&Shape::parse(pattern).unwrap()), &problems, &language)
    }

    fn printed(class: &Roster) -> Vec<String> {
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
    fn two_students_of_one_name_are_two_whatever_they_are_called() {
        let files = ["Ana_1_x/nim.py", "Ana_2_x/nim.py", "Bob_3_x/nim.py"];
        let pattern = "{student}_{id}_x/{problem}.{ext}";
        assert_eq!(class(pattern, &files).students, ["Ana (1)", "Ana (2)", "Bob"]);
        let files = ["Ana_1_x/nim.py", "Ana_2_x/nim.py", "Ana (1)_7_x/nim.py", "Ana (1) (7)_8_x/nim.py"];
        let hostile = class(pattern, &files);
        let unique = |names: Vec<String>| names.iter().collect::<BTreeSet<_>>().len();
        assert_eq!(unique(hostile.students.clone()), 4, "{:?}", hostile.students);
        assert_eq!(unique(hostile.labelled().into_iter().map(|(_, label)| label).collect()), 4);
        // Ids of the first 32 bits of a hash were the same for these two.
        let files = ["mallory/nim/5336.py", "mallory/nim/37810.py"];
        let attempts = class("{student}/{problem}/{attempt}.{ext}", &files);
        assert_eq!(attempts.submissions.iter().map(|s| &s.id).collect::<BTreeSet<_>>().len(), 2);
        assert!(attempts.submissions[0].id.stem().len() > 40);
    }

    #[test]
    fn copies_are_attempts_and_a_name_that_only_looks_like_one_is_a_name() {
        let files = ["erin_nim (1).py", "erin_nim.py", "erin_nim (10).py", "erin_nim (2).py", "dave_nim - Copy.py"];
        let expected = [
            "dave nim dave_nim - Copy.py",
            "erin nim erin_nim.py",
            "erin nim erin_nim (1).py",
            "erin nim erin_nim (2).py",
            "erin nim erin_nim (10).py",
        ];
        assert_eq!(printed(&class("{student}_{problem}.{ext}", &files)), expected);
        let files = ["nim/Ana (1).py", "nim/Ana (2).py", "nim/Bob.py", "nim/Bob (1).py"];
        let class = class("{problem}/{student}.{ext}", &files);
        assert_eq!(class.students, ["Ana (1)", "Ana (2)", "Bob"]);
    }

    #[track_caller]
    fn check_unread(pattern: &str, files: &[&str], expected: &[(&str, &str, &str)]) {
        let class = class(pattern, files);
        let named = |it: &OtherFile| {
            let whose = it.student.map_or(String::new(), |at| class.students[at].clone());
            (it.file.clone(), whose, it.problem.as_ref().map_or(String::new(), ToString::to_string))
        };
        let got: Vec<_> = class.unread.iter().map(named).collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(file, whose, problem)| (file.to_string(), whose.to_string(), problem.to_string()))
            .collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn a_file_that_is_no_submission_is_its_students_if_it_says_so() {
        check_unread(
            "{student}_{problem}.{ext}",
            &[
                "ivan_nim.py.txt",
                "victor_nim.py3",
                "rupert_nim",
                "zed_nim.zip",
                "trent_nim.ipynb",
                "x_y.py",
                "notes.pdf",
            ],
            &[
                ("ivan_nim.py.txt", "ivan", "nim"),
                ("notes.pdf", "", ""),
                ("rupert_nim", "rupert", "nim"),
                ("trent_nim.ipynb", "trent", "nim"),
                ("victor_nim.py3", "victor", "nim"),
                ("x_y.py", "x", ""),
                ("zed_nim.zip", "zed", "nim"),
            ],
        );
        check_unread(
            "{student}_{problem}.{ext}",
            &["ann_lee_dijkstra.py", "bob_nim.py", "bob_dijkstra.py", "eve_nimm (1).py", "ann_lou_nimm.py"],
            &[
                ("ann_lee_dijkstra.py", "", ""),
                ("ann_lou_nimm.py", "ann_lou", ""),
                ("bob_dijkstra.py", "", ""),
                ("eve_nimm (1).py", "eve", ""),
            ],
        );
        check_unread(
            "{student}/{problem}.{ext}",
            &["a/nim.py", "a/homework.py", "b/homework.py", "a/notes.pdf", "x.py", "c/all.zip", "a/nim.class"],
            &[
                ("a/homework.py", "", ""),
                ("a/nim.class", "", ""),
                ("a/notes.pdf", "", ""),
                ("b/homework.py", "b", ""),
                ("c/all.zip", "c", ""),
                ("x.py", "", ""),
            ],
        );
    }

    #[test]
    fn a_mapping_says_whose_a_file_is_and_misses_none() {
        let all = [problem("nim", "Nim")];
        let problems = Problems { all: &all, aliases: BTreeMap::new(), one: None };
        let found = |name: &str| CandidateFile { name: name.to_owned(), path: PathBuf::from(name), bytes: 9 };
        let listing = Listing { files: vec![found("1.py"), found("2.py")], ..Listing::default() };
        let mapping = Mapping::parse("file,student,problem\n1.py,Ana,nim\n3.py,Bob,nim\n").unwrap();
        let language = |extension: &str| (extension == "py").then(|| Language("py".into()));
        let class = Roster::of(&listing, Paths::Mapping(&mapping), &problems, &language);
        assert_eq!(
            (printed(&class), &class.students[..]),
            (vec!["Ana nim 1.py".to_owned()], &["Ana".to_owned(), "Bob".to_owned()][..])
        );
        let unread: Vec<(&str, Option<usize>)> = class.unread.iter().map(|it| (it.file.as_str(), it.student)).collect();
        assert_eq!(unread, [("2.py", None), ("3.py", Some(1))]);
    }
}

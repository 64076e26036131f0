//! Turns a class's folder into a roster: a row for each student, with everything that was handed
//! in, and the catalog to judge.
//!
//! What a student wrote into a file means nothing here: directives are not read. Ids are made of
//! safe letters; names that people see are the students' own.

use super::folder::{CandidateFile, Listing};
use super::guess::entry;
use super::mapping::Mapping;
use super::shape::{Reading, Shape};
use super::why::Why;
use model::record::UnreadFile;
use model::{BuildOptions, ByteSize, Catalog, Key, Language, Problem, ProblemId, Solution, SolutionId, id::natural};
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

    pub(super) fn of(&self, reading: &Reading<'_>) -> Option<ProblemId> {
        match (reading.problem, self.all) {
            (Some(word), _) => self.named(word),
            // Where there is no other.
            (None, [problem]) => Some(problem.id.clone()),
            (None, _) => self.one.clone(),
        }
    }
}

/// Who submitted what: everything that the folder holds is in a row.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// By student.
    pub rows: Vec<RosterRow>,
    /// Those that somebody has a file for.
    pub(super) catalog: Catalog,
}

/// A student, with everything that is theirs: at least one thing.
#[derive(Clone, Debug, Default)]
pub struct RosterRow {
    /// For people. No two are alike.
    pub student: String,
    /// By problem, then in the order of the attempts.
    pub submissions: Vec<Arc<Solution>>,
    /// What is not a submission, by name.
    pub unread: Vec<Unread>,
}

/// Something that is not a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Its path below the folder.
    pub file: String,
    /// Why it is not a submission.
    pub why: Why,
    /// Its problem, if its name says so.
    pub problem: Option<ProblemId>,
    /// Whether a submission may be lost with it: the student has a `?`.
    pub is_open: bool,
}

impl RosterRow {
    /// The submissions, by problem.
    pub fn attempts(&self) -> impl Iterator<Item = &[Arc<Solution>]> {
        self.submissions.chunk_by(|a, b| a.id.problem == b.id.problem)
    }

    /// A name for the student's files.
    pub(super) fn label(&self) -> String {
        format!("{}-{}", label(&self.student), hash("student", &self.student))
    }

    /// What is not a submission, as a report lists it.
    pub(super) fn recorded(&self) -> impl Iterator<Item = UnreadFile> {
        self.unread.iter().map(|unread| UnreadFile {
            file: unread.file.clone(),
            why: unread.why.words(),
            student: self.student.clone(),
            problem: unread.problem.clone(),
            open: unread.is_open,
        })
    }

    /// Says of each unread file whether a submission may be lost with it.
    fn settle(&mut self) {
        for unread in &mut self.unread {
            unread.is_open = match (&unread.why, &unread.problem) {
                (Why::Unreadable(_), _) => true,
                (_, Some(problem)) => !self.submissions.iter().any(|one| one.id.problem == *problem),
                (Why::NoLanguage(_) | Why::Nothing(_), None) => self.submissions.is_empty(),
                (Why::NoProblem(_) | Why::NotNamed | Why::Refused(_), None) => true,
            };
        }
        self.unread.sort_by(|a, b| natural(&a.file, &b.file));
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
    language: Language,
    extension: &'f str,
    found: &'f CandidateFile,
}

/// Everything that decides whose a file is, and for which problem: the mapping, then each pattern
/// in turn.
pub(super) struct Reader<'a> {
    pub mapping: &'a Mapping,
    pub shapes: &'a [Shape],
    pub problems: &'a Problems<'a>,
    pub language_of: &'a dyn Fn(&str) -> Option<Language>,
}

impl Roster {
    /// The only maker of rows: whatever is in the folder or in the mapping is put into one.
    pub(super) fn of(listing: &Listing, reader: &Reader<'_>) -> Roster {
        let (mut all, mut others) = (Vec::new(), listing.refused.clone());
        for found in &listing.files {
            match reader.read(found) {
                Ok(read) => all.push(read),
                Err(why) => others.push((found.name.clone(), why)),
            }
        }
        let refused = listing.refused.iter().map(|(name, _)| name.as_str());
        let names: BTreeSet<&str> = listing.files.iter().map(|found| found.name.as_str()).chain(refused).collect();
        let missing = reader.mapping.files().filter(|file| !names.contains(file));
        let of_mapping = Why::Refused("in the mapping, and not in the folder");
        others.extend(missing.map(|file| (file.to_owned(), of_mapping.clone())));
        let full: BTreeSet<&str> = names.into_iter().map(entry).collect();
        let empty = listing.folders.iter().filter(|folder| !full.contains(folder.as_str()));
        let empty: Vec<&String> = empty.filter(|folder| !reader.is_problems(folder)).collect();
        others.extend(empty.into_iter().map(|folder| (folder.clone(), EMPTY)));
        all.sort_by(|a, b| {
            // Without the endings: `nim (1).py` comes after `nim.py`.
            let name = |read: &ParsedFile<'_>| {
                read.found.name.strip_suffix(read.extension).unwrap_or_default().trim_end_matches('.').to_owned()
            };
            let attempts = natural(&a.attempt, &b.attempt).then_with(|| natural(&name(a), &name(b)));
            let attempts = attempts.then_with(|| a.found.name.cmp(&b.found.name));
            a.student.cmp(&b.student).then_with(|| a.problem.cmp(&b.problem)).then(attempts)
        });
        let mut owners: BTreeMap<&str, BTreeSet<&Student>> = BTreeMap::new();
        for read in &all {
            owners.entry(entry(&read.found.name)).or_default().insert(&read.student);
        }
        let mut rows: BTreeMap<Student, RosterRow> = BTreeMap::new();
        let mut catalog = Catalog::default();
        for read in &all {
            let solution = Arc::new(read.solution());
            rows.entry(read.student.clone()).or_default().submissions.push(Arc::clone(&solution));
            catalog.solutions.push(solution);
        }
        for (file, why) in others {
            let (student, problem) = reader.whose(&file, why == EMPTY, &owners);
            rows.entry(student).or_default().unread.push(Unread { file, why, problem, is_open: true });
        }
        let students: Vec<Student> = rows.keys().cloned().collect();
        let mut rows: Vec<RosterRow> = rows.into_values().collect();
        for (row, name) in rows.iter_mut().zip(displayed(&students)) {
            row.student = name;
            row.settle();
        }
        let used = rows.iter().flat_map(|row| {
            let unread = row.unread.iter().filter_map(|unread| unread.problem.as_ref());
            row.submissions.iter().map(|one| &one.id.problem).chain(unread)
        });
        let used: BTreeSet<&ProblemId> = used.collect();
        catalog.problems = reader.problems.all.iter().filter(|problem| used.contains(&problem.id)).cloned().collect();
        catalog.solutions.sort_by(|a, b| a.id.cmp(&b.id));
        Roster { rows, catalog }
    }
}

impl ParsedFile<'_> {
    /// What is judged of it.
    fn solution(&self) -> Solution {
        let found = self.found;
        // The path alone: the same on every machine, whoever else submits.
        let label = format!("{}-{}", label(&self.student.0), hash("submission", &found.name));
        let extension = self.extension.to_lowercase();
        let id = SolutionId::parse(&format!("{}--{label}", self.problem), &extension).expect("safe letters only");
        Solution {
            size: ByteSize(found.bytes),
            // Files are named after students. With one stem, what hundreds hand in is built and run
            // once.
            build: BuildOptions { stem: Some(self.problem.to_string()), ..BuildOptions::default() },
            ..Solution::new(id, self.language.clone(), found.path.clone(), found.name.clone())
        }
    }
}

impl Reader<'_> {
    /// Reads a submission.
    ///
    /// # Errors
    /// Why it is not one.
    fn read<'f>(&self, found: &'f CandidateFile) -> Result<ParsedFile<'f>, Why> {
        let extension = ending(&found.name);
        let language = self.language(extension).ok_or_else(|| Why::of_ending(extension))?;
        let reading = self.reading(&found.name).ok_or(Why::NotNamed)?;
        let problem = self.problems.of(&reading);
        let problem = problem.ok_or_else(|| Why::NoProblem(reading.problem.unwrap_or_default().to_owned()))?;
        let attempt = reading.attempt.unwrap_or_default().to_owned();
        Ok(ParsedFile { student: student_of(&reading), problem, attempt, language, extension, found })
    }

    pub(super) fn language(&self, extension: &str) -> Option<Language> {
        (self.language_of)(extension).or_else(|| (self.language_of)(&extension.to_lowercase()))
    }

    /// What the mapping says, or the first pattern that leads to a problem, or the first that reads
    /// the name at all.
    fn reading<'p>(&'p self, name: &'p str) -> Option<Reading<'p>> {
        let fits = |reading: &Reading<'_>| self.problems.of(reading).is_some();
        let readings = || self.shapes.iter().filter_map(|shape| shape.read(name, fits));
        self.mapping.read(name).or_else(|| readings().find(fits)).or_else(|| readings().next())
    }

    /// Whose a thing is that is not a submission, and for which problem: `ivan_nim.py.txt` and
    /// `ivan_nim` are Ivan's, for Nim. What says nothing is that of the folder's entry it is in.
    fn whose(
        &self,
        name: &str,
        is_folder: bool,
        owners: &BTreeMap<&str, BTreeSet<&Student>>,
    ) -> (Student, Option<ProblemId>) {
        let stem = name.strip_suffix(ending(name)).unwrap_or_default().trim_end_matches('.');
        for name in [name, stem, &format!("{name}.x")] {
            let reading = self.reading(name);
            let problem = reading.as_ref().and_then(|reading| self.problems.of(reading));
            if let Some(reading) = reading.filter(|_| problem.is_some() || self.mapping.read(name).is_some()) {
                return (student_of(&reading), problem);
            }
        }
        let entry = entry(name);
        if let Some(owner) = owners.get(entry).filter(|owners| owners.len() == 1).and_then(BTreeSet::first) {
            return ((*owner).clone(), None);
        }
        let anything = format!("{entry}/{ANYTHING}.{ANYTHING}");
        let reading = self.reading(&anything).filter(|_| is_folder || entry != name);
        let of_entry = reading.map(|reading| student_of(&reading));
        let of_entry = of_entry.filter(|(name, id)| !name.contains(ANYTHING) && !id.contains(ANYTHING));
        (of_entry.unwrap_or_else(|| (entry.to_owned(), String::new())), None)
    }

    /// Whether a folder is a problem's, for which somebody may have handed in something.
    fn is_problems(&self, folder: &str) -> bool {
        let anything = format!("{folder}/{ANYTHING}.{ANYTHING}");
        self.reading(&anything)
            .is_some_and(|reading| reading.problem == Some(folder) && self.problems.named(folder).is_some())
    }
}

const EMPTY: Why = Why::Nothing("an empty folder");

/// Stands for a name that nobody has. Whoever has it is called as the folder's entry is.
const ANYTHING: char = '\u{a66e}';

/// What a file's name ends with, after its last point.
pub(super) fn ending(name: &str) -> &str {
    let file = name.rsplit_once('/').map_or(name, |(_, file)| file);
    file.rsplit_once('.').map_or("", |(stem, ending)| if stem.is_empty() { "" } else { ending })
}

/// Names for people, no two alike. Students of one name are followed by their ids; one who is then
/// called as another is gets a number.
fn displayed(students: &[Student]) -> Vec<String> {
    let (mut taken, mut names) = (BTreeSet::new(), Vec::new());
    for same in students.chunk_by(|(name, _), (other, _)| name == other) {
        for (name, id) in same {
            let own = if same.len() > 1 && !id.is_empty() { format!("{name} ({id})") } else { name.clone() };
            let numbered = (2..).map(|number| format!("{own} [{number}]"));
            names.extend([own.clone()].into_iter().chain(numbered).find(|name| taken.insert(name.clone())));
        }
    }
    names
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

    const NO_MAPPING: &str = "file,student";

    /// What a folder of these files is; `/` at the end is an empty folder.
    fn class_of(patterns: &[&str], mapping: &str, files: &[&str]) -> Roster {
        let all = [problem("nim", "The Game of Nim"), problem("sum", "Sum")];
        let aliases = BTreeMap::from([("3".to_owned(), ProblemId::parse("sum").unwrap())]);
        let problems = Problems { all: &all, aliases, one: None };
        let (folders, files): (Vec<&str>, Vec<&str>) = files.iter().partition(|name| name.ends_with('/'));
        let found =
            |name: &&str| CandidateFile { name: (*name).to_owned(), path: PathBuf::from("/c").join(name), bytes: 9 };
        let folders = folders.iter().map(|name| name.trim_end_matches('/').to_owned()).collect();
        let listing = Listing { files: files.iter().map(found).collect(), folders, ..Listing::default() };
        let language_of = |extension: &str| ["cpp", "py"].contains(&extension).then(|| Language(extension.into()));
        let shapes: Vec<Shape> = patterns.iter().map(|pattern| Shape::parse(pattern).unwrap()).collect();
        let mapping = Mapping::parse(mapping.as_bytes()).unwrap();
        let reader = Reader { mapping: &mapping, shapes: &shapes, problems: &problems, language_of: &language_of };
        Roster::of(&listing, &reader)
    }

    fn class(pattern: &str, files: &[&str]) -> Roster {
        class_of(&[pattern], NO_MAPPING, files)
    }

    fn students(class: &Roster) -> Vec<&str> {
        class.rows.iter().map(|row| row.student.as_str()).collect()
    }

    fn submissions(class: &Roster) -> Vec<&Arc<Solution>> {
        class.rows.iter().flat_map(|row| &row.submissions).collect()
    }

    fn printed(class: &Roster) -> Vec<String> {
        let lines = class.rows.iter().flat_map(|row| row.submissions.iter().map(move |one| (row, one)));
        lines.map(|(row, one)| format!("{} {} {}", row.student, one.id.problem, one.display)).collect()
    }

    #[test]
    fn names_of_any_script_keep_their_looks_and_get_safe_ids() {
        let class = class("{student}/{problem}.{ext}", &["李雷/nim.cpp", "Ana \"x\" López/nim.py", "O'Neil;/SUM.CPP"]);
        assert_eq!(students(&class), ["Ana \"x\" López", "O'Neil;", "李雷"]);
        let labels: Vec<&str> = submissions(&class).into_iter().map(|s| s.id.label.as_deref().unwrap()).collect();
        assert!(labels[0].starts_with("ana-x-lopez-") && labels[2].starts_with("student-"), "{labels:?}");
        assert_eq!(submissions(&class)[1].id.extension.as_ref(), "cpp");
        assert_eq!(class.catalog.solutions.len(), 3);
    }

    #[test]
    fn problems_are_named_by_slug_title_or_another_word() {
        let class = class(
            "{student}/{problem}.{ext}",
            &["a/The Game of Nim.py", "a/3.py", "b/the_game_of_nim.cpp", "b/Nim.py"],
        );
        let problems: Vec<&str> = submissions(&class).into_iter().map(|s| s.id.problem.as_str()).collect();
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
        assert_eq!(students(&class(pattern, &files)), ["Ana (1)", "Ana (2)", "Bob"]);
        let files = ["Ana_1_x/nim.py", "Ana_2_x/nim.py", "Ana (1)_7_x/nim.py", "Ana (1) (7)_8_x/nim.py"];
        let hostile = class(pattern, &files);
        let labels: BTreeSet<String> = hostile.rows.iter().map(RosterRow::label).collect();
        let names: BTreeSet<&str> = students(&hostile).into_iter().collect();
        assert_eq!((names.len(), labels.len()), (4, 4), "{names:?}");
        // Ids of the first 32 bits of a hash were the same for these two.
        let files = ["mallory/nim/5336.py", "mallory/nim/37810.py"];
        let attempts = class("{student}/{problem}/{attempt}.{ext}", &files);
        let ids: BTreeSet<&SolutionId> = submissions(&attempts).into_iter().map(|one| &one.id).collect();
        assert!(ids.len() == 2 && ids.iter().all(|id| id.stem().len() > 40), "{ids:?}");
    }

    #[test]
    fn a_copy_comes_after_its_original_where_a_pattern_reads_it() {
        let files = ["erin/nim (1).py", "erin/nim.py", "erin/nim (10).py", "erin/nim (2).cpp"];
        let expected = ["nim.py", "nim (1).py", "nim (2).cpp", "nim (10).py"];
        let expected = expected.map(|name| format!("erin nim erin/{name}"));
        assert_eq!(printed(&class("{student}/{problem}*.{ext}", &files)), expected);
    }

    /// Each row: `student: submissions; unread`, an unread one with `?` if the student has one.
    #[track_caller]
    fn check(class: &Roster, expected: &[&str]) {
        let row = |row: &RosterRow| {
            let read: Vec<&str> = row.submissions.iter().map(|one| one.display.as_str()).collect();
            let unread = row.unread.iter().map(|one| format!("{}{}", one.file, if one.is_open { "?" } else { "" }));
            format!("{}: {}; {}", row.student, read.join(" "), unread.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(class.rows.iter().map(row).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn whatever_is_handed_in_is_in_a_row() {
        let files = ["ivan_nim.py.txt", "rupert_nim", "zed_nim.zip", "zed_nim.py", "x_y.py", "notes.pdf", "gone/"];
        let rows = [
            "gone: ; gone?",
            "ivan: ; ivan_nim.py.txt?",
            "notes.pdf: ; notes.pdf?",
            "rupert: ; rupert_nim?",
            "x_y.py: ; x_y.py?",
            "zed: zed_nim.py; zed_nim.zip",
        ];
        check(&class("{student}_{problem}.{ext}", &files), &rows);
        let files = [
            "a/nim.py",
            "a/home.py",
            "a/notes.pdf",
            "a/nim.class",
            "b/home.py",
            "x.py",
            "c/all.zip",
            "d.zip",
            "bob /nim.py",
            "bob/nim.py",
        ];
        let rows = [
            "a: a/nim.py; a/home.py? a/nim.class a/notes.pdf",
            "b: ; b/home.py?",
            "bob: bob/nim.py; ",
            "bob : bob /nim.py; ",
            "c: ; c/all.zip?",
            "d.zip: ; d.zip?",
            "x.py: ; x.py?",
        ];
        check(&class("{student}/{problem}.{ext}", &files), &rows);
        let files = ["Ana_1_x/nim.py", "Ana_1_x/a/notes.pdf", "Bo_2_x/my.pdf", "Cy_3_x/", "Di_4_x.zip"];
        let rows = [
            "Ana: Ana_1_x/nim.py; Ana_1_x/a/notes.pdf",
            "Bo: ; Bo_2_x/my.pdf?",
            "Cy: ; Cy_3_x?",
            "Di_4_x.zip: ; Di_4_x.zip?",
        ];
        check(&class("{student}_{id}_x/{problem}.{ext}", &files), &rows);
        let files = ["nim/Ana (1).py", "nim/Bob.zip", "sum/", "prod/", "y.py"];
        let rows = ["Ana (1): nim/Ana (1).py; ", "Bob: ; nim/Bob.zip?", "prod: ; prod?", "y.py: ; y.py?"];
        check(&class("{problem}/{student}.{ext}", &files), &rows);
    }

    #[test]
    fn the_mapping_reads_first_and_then_each_pattern_in_turn() {
        let patterns = ["{student}/{problem}.{ext}", "{student}/{problem}/{attempt}.{ext}"];
        let mapping = "file,student,problem\n1.py,Ana,nim\n3.py,Bob,nim\na/nim.py,Cem,sum\n";
        let files = ["1.py", "2.py", "a/nim.py", "b/nim.py", "c/nim/1.py"];
        let rows =
            ["2.py: ; 2.py?", "Ana: 1.py; ", "Bob: ; 3.py?", "Cem: a/nim.py; ", "b: b/nim.py; ", "c: c/nim/1.py; "];
        check(&class_of(&patterns, mapping, &files), &rows);
    }

    #[test]
    fn every_entry_of_every_folder_has_a_row_and_only_what_is_lost_is_open() {
        let mut seed = 49_u64;
        let mut below = |n: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed % n as u64).unwrap()
        };
        let names = ["ana", "bob", "bob ", "José", "Jose\u{301}", "hans-sum", "GD-001", "李雷", "x_1_y", "nim", "a.b"];
        let inside =
            ["nim.py", "sum.cpp", "nim (1).py", "nim/1.py", "nim.zip", "x.py", "notes.pdf", "Makefile", "d/e/f.py"];
        let ends = ["_nim.py", "-sum.py", "_nim_FINAL.py", ".py", ".zip", "_nim", "_sum.ipynb"];
        let all: Vec<&str> = super::super::guess::NAMED.iter().map(|(_, pattern)| *pattern).collect();
        for _ in 0..2000 {
            let mut files = BTreeSet::new();
            for _ in 0..1 + below(6) {
                let name = names[below(names.len())];
                files.insert(match below(3) {
                    0 => format!("{name}{}", ends[below(ends.len())]),
                    1 => format!("{name}/{}", inside[below(inside.len())]),
                    _ => format!("{name}/"),
                });
            }
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let patterns: Vec<&str> = (0..below(3)).map(|_| all[below(all.len())]).collect();
            let class = class_of(&patterns, NO_MAPPING, &files);
            let printed = format!("{patterns:?} {files:?}: {:?}", class.rows);
            let rows = class.rows.iter().flat_map(|row| {
                row.submissions.iter().map(|one| &one.display).chain(row.unread.iter().map(|unread| &unread.file))
            });
            let in_rows: Vec<&str> = rows.map(String::as_str).collect();
            let is_problems =
                |folder: &str| ["nim", "sum"].contains(&folder) && patterns.iter().any(|p| p.starts_with("{problem}/"));
            for file in &files {
                let name = file.trim_end_matches('/');
                let is_row = in_rows.iter().filter(|row| **row == name).count();
                let is_full = file.ends_with('/')
                    && files.iter().any(|other| other.len() > file.len() && other.starts_with(file));
                assert!(
                    is_row == usize::from(!is_full) || (is_row == 0 && file.ends_with('/') && is_problems(name)),
                    "{file}: {printed}"
                );
            }
            assert_eq!(students(&class).into_iter().collect::<BTreeSet<_>>().len(), class.rows.len(), "{printed}");
            for row in &class.rows {
                assert!(row.submissions.len() + row.unread.len() > 0, "{printed}");
                let is_open = row.unread.iter().any(|unread| unread.is_open);
                assert!(is_open || !row.submissions.is_empty(), "{}: {printed}", row.student);
            }
            // A folder a student: each entry is a student, and the other way round.
            if patterns == ["{student}/{problem}.{ext}"] {
                let entries: BTreeSet<&str> = files.iter().map(|file| entry(file.trim_end_matches('/'))).collect();
                assert_eq!(students(&class).into_iter().collect::<BTreeSet<_>>(), entries, "{printed}");
            }
        }
    }
}

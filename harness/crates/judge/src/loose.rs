//! Programs that belong to no problem, in any folder, on the tests beside them or in a folder that
//! is named.

use crate::error::{Error, ErrorKind, refused};
use crate::missing::{known_language, no_file};
use crate::own_rules::OwnRules;
use crate::places::{cache, typed};
use crate::target::{Files, ProgramChoice};
use crate::workspace::Workspace;
use beneath::Home;
use engine::build::Languages;
use engine::plan::Plan;
use engine::run::OnFailure;
use model::Catalog;
use model::phrase::names;
use model::test_names::{self, Pattern};
use package::folder::pairs::{Oddity, PairedFiles};
use package::folder::roles::{JUDGES, ProgramRole};
use package::folder::{self, AssembledPrograms, Sharing, TestPlaces};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files that are to be judged, and how.
pub struct LooseFiles<'a> {
    /// The folder of the call, absolute.
    pub here: &'a Path,
    /// The programs, and where their tests are.
    pub files: &'a Files,
    /// In place of the usual ones.
    pub rules: &'a OwnRules,
    /// Names of the tests below `here`, in place of the usual ones.
    pub names: Option<Pattern>,
    /// Folders whose files are not tests of these programs.
    pub without: &'a [PathBuf],
    /// Those of the user's configuration, as [`crate::config::languages`] has them.
    pub languages: &'a Languages,
    /// The judge by whose rules.
    pub named: Option<&'static profiles::JudgeProfile>,
}

/// Files that were put together with their tests.
pub struct LoadedFiles {
    /// The programs with their tests, ready for [`Workspace::run`].
    pub judge: Workspace,
    /// The tests, and what lies beside them and is none.
    pub found: PairedFiles,
    /// Programs for which there are no tests.
    pub without_tests: Vec<PathBuf>,
}

/// How many of the usual names of tests an error lists.
const LISTED: usize = 7;

/// Up to this many tests are all judged, as long as the solution is not too slow. Of more, a
/// solution's remaining tests are skipped once it fails.
const FEW: usize = 10;

/// What is usually done once a program of no problem fails on one of these tests.
pub fn usual_failure(plan: &Plan) -> OnFailure {
    if plan.tests() > FEW { OnFailure::StopSolution } else { OnFailure::StopSlow }
}

impl<'a> LooseFiles<'a> {
    /// Files that are judged by the usual names of tests, and by no judge's rules.
    pub fn of(here: &'a Path, files: &'a Files, rules: &'a OwnRules, languages: &'a Languages) -> LooseFiles<'a> {
        LooseFiles { here, files, rules, names: None, without: &[], languages, named: None }
    }

    /// The programs with their tests, as solutions of problems.
    ///
    /// # Errors
    /// When a program has no tests, or an input has two answers.
    pub fn load(&self) -> Result<LoadedFiles, Error> {
        self.are_programs()?;
        self.loaded(self.assembled())
    }

    /// The programs with the tests that were found.
    ///
    /// # Errors
    /// As [`LooseFiles::load`].
    pub(crate) fn loaded(&self, assembled: AssembledPrograms) -> Result<LoadedFiles, Error> {
        let AssembledPrograms { catalog, found: all, without_tests } = assembled;
        let mut found = PairedFiles::default();
        all.into_iter().for_each(|more| found.extend(more));
        if let Some((input, [one, other])) = found.doubtful() {
            let [input, one, other] = [input, one, other].map(|path| self.name(path));
            return Err(refused(format!("{input} has two answers, which differ: {one} and {other}"))
                .with_hint("remove one, or say which names are meant: `*.in:*.out`"));
        }
        let is_bare = |test: &&PathBuf| match test.is_file() {
            true => found.odd.contains(&(Oddity::NoAnswer, test.to_path_buf())),
            false => !test.is_dir(),
        };
        if let Some(test) = self.files.tests.iter().find(is_bare) {
            let name = self.name(test);
            let first = self.files.programs.first().map_or_else(String::new, |program| self.name(program));
            let what = format!("{name} is not a program in a known language, and not a test: it has no answer");
            let hint = format!("run {first} on it: that needs no answer");
            return Err(refused(what).with_hint(hint).of_kind(ErrorKind::NothingNamed));
        }
        let bare =
            without_tests.first().filter(|_| self.files.chosen == ProgramChoice::Named || found.pairs.is_empty());
        if let Some(program) = bare {
            return Err(self.nothing(program, &found));
        }
        let judge = Workspace::of(self.here.to_owned(), catalog, Vec::new(), self.languages.clone());
        // The user has named each file, so a link among them may lead anywhere.
        let judge = Workspace { home: Home::everything(), ..judge }.ruled_by(self.named)?;
        Ok(LoadedFiles { judge, found, without_tests })
    }

    /// The programs as solutions of one problem without tests, which are judged as the first of
    /// them is on its own tests.
    ///
    /// # Errors
    /// When the configuration sets a factor for a language that nobody knows.
    pub fn without_tests(&self) -> Result<Workspace, Error> {
        self.are_programs()?;
        let (here, languages) = (self.here, self.languages);
        let AssembledPrograms { catalog: Catalog { mut problems, solutions, .. }, found, .. } =
            self.requested(&TestPlaces::Beside, |request| folder::without_tests(request, languages));
        let problem = problems.pop().map(Arc::unwrap_or_clone).ok_or_else(|| refused("there is no program"))?;
        let empty = Workspace::of(here.to_owned(), Catalog::default(), Vec::new(), languages.clone());
        let judge = Workspace { home: Home::everything(), ..empty }.holding(problem, solutions);
        // What cannot be read beside a program might have changed its limits.
        let mut found: PairedFiles = found.into_iter().next().unwrap_or_default();
        found.odd.retain(|(odd, _)| matches!(odd, Oddity::Unreadable(_)));
        let diagnostics = folder::diagnostics(here, &found);
        Workspace { diagnostics, ..judge }.ruled_by(self.named)
    }

    /// # Errors
    /// When one cannot be run, or would judge those that are named beside it.
    fn are_programs(&self) -> Result<(), Error> {
        let programs = || self.files.programs.iter().filter(|program| program.is_file());
        for program in programs() {
            known_language(self.languages, self.here, program)?;
            let judges = JUDGES.contains(&ProgramRole::of_file(program));
            let is_beside = |other: &&PathBuf| *other != program && other.parent() == program.parent();
            if let Some(other) = programs().find(is_beside).filter(|_| judges) {
                let (name, other) = (self.name(program), self.name(other));
                return Err(refused(format!("{name} is one of the programs that are named, or judges {other}"))
                    .with_hint("leave it out, and it judges; named alone, it is judged"));
            }
        }
        Ok(())
    }

    /// The programs with the tests that there are, even if these are none.
    pub fn assembled(&self) -> AssembledPrograms {
        let tests = match &self.names {
            Some(pattern) => TestPlaces::Named(pattern.clone()),
            None if self.files.tests.is_empty() => TestPlaces::Beside,
            None => TestPlaces::In(self.files.tests.clone()),
        };
        self.requested(&tests, |request| folder::assemble(request, self.languages))
    }

    /// What `make` makes of these programs with the tests in these places.
    fn requested(
        &self,
        tests: &TestPlaces,
        make: impl FnOnce(&folder::Request<'_>) -> AssembledPrograms,
    ) -> AssembledPrograms {
        let rules = self.rules.in_place_of(self.files.problem.as_deref());
        let request = folder::Request {
            home: self.here,
            programs: &self.files.programs,
            tests,
            rules: &rules,
            without: self.without,
            sharing: Sharing::WithNeighbour,
            stage: &cache(),
            making: &self.files.making,
        };
        make(&request)
    }

    /// Whether an interactor judges these programs.
    pub fn is_talk(&self) -> bool {
        let folder_of = |program: &PathBuf| match program.is_dir() {
            true => program.clone(),
            false => program.parent().unwrap_or(program).to_owned(),
        };
        let place = self.files.programs.first().map(folder_of);
        let rules = self.rules.in_place_of(self.files.problem.as_deref());
        folder::is_dialogue(rules.judging.as_ref(), place.as_deref().as_slice(), &self.files.programs, self.languages)
    }

    /// A program that is gone, which would otherwise read as a fault of ours.
    pub fn gone(&self) -> Option<Error> {
        let gone = self.files.programs.iter().find(|program| !program.exists())?;
        Some(no_file(&self.name(gone), gone))
    }

    fn nothing(&self, program: &Path, found: &PairedFiles) -> Error {
        let folder = if program.is_dir() { Some(program) } else { program.parent() };
        let places: BTreeSet<String> = match &self.files.tests[..] {
            [] => folder.into_iter().map(|folder| self.name(folder)).collect(),
            folders => folders.iter().map(|folder| self.name(folder)).collect(),
        };
        let (program, places) = (self.name(program), names(&Vec::from_iter(places), 3));
        let usual = test_names::usual();
        let usual = usual.iter().filter_map(|it| Some(format!("{} + {}", it.input, it.answers.first()?)));
        let usual = names(&usual.collect::<Vec<_>>(), LISTED);
        let words =
            |(odd, path): &(Oddity, PathBuf)| format!(" ({}: {})", self.name(path), odd.words(&|path| self.name(path)));
        let odd = found.odd.first().map(words);
        let what = format!("no tests for {program} in {places}{}; usual names: {usual}", odd.unwrap_or_default());
        let hint = "name their folder behind the program, or say which names are meant: `*.in:*.out`; or run it on one \
                    input";
        refused(what).with_hint(hint).of_kind(ErrorKind::NothingNamed)
    }

    /// A path as it would be typed here.
    pub fn name(&self, path: &Path) -> String {
        typed(path, self.here)
    }
}

//! Programs that belong to no problem, in any folder, on the tests beside them or in a folder that
//! is named.

use crate::error::{Error, ErrorKind, cannot_start, refused};
use crate::judge::Judge;
use crate::missing::no_file;
use crate::own_rules::OwnRules;
use crate::places::{own_folder, shared_cache, typed};
use crate::target::{Files, ProgramChoice};
use beneath::Home;
use engine::build::{Executable, ExecutableError, Languages};
use engine::plan::Plan;
use engine::run::OnFailure;
use model::phrase::names;
use model::{Catalog, Languages as _, Making, shell};
use package::detect;
use package::folder::pairs::{self, PairedFiles, Pattern};
use package::folder::{self, AssembledPrograms, Sharing, TestPlaces};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files that are to be judged, and how.
pub struct LooseFiles<'a> {
    /// The folder of the call, absolute.
    pub here: &'a Path,
    pub files: &'a Files,
    pub rules: &'a OwnRules,
    /// Names of the tests below `here`, in place of the usual ones.
    pub names: Option<Pattern>,
    /// Folders whose files are not tests of these programs.
    pub without: &'a [PathBuf],
    /// Where long lists in messages are broken.
    pub columns: usize,
}

/// Files that were put together with their tests.
pub struct LoadedFiles {
    pub judge: Judge,
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

impl LooseFiles<'_> {
    /// The programs with their tests, as solutions of problems.
    ///
    /// # Errors
    /// When a program has no tests, or an input has two answers.
    pub fn load(&self, languages: &Languages, named: Option<&'static profiles::Judge>) -> Result<LoadedFiles, Error> {
        for program in self.files.programs.iter().filter(|program| program.is_file()) {
            known_language(languages, self.here, program)?;
        }
        self.loaded(self.assembled(languages), languages, named)
    }

    /// The programs with the tests that were found.
    ///
    /// # Errors
    /// As [`LooseFiles::load`].
    pub(crate) fn loaded(
        &self,
        assembled: AssembledPrograms,
        languages: &Languages,
        named: Option<&'static profiles::Judge>,
    ) -> Result<LoadedFiles, Error> {
        let AssembledPrograms { catalog, found: all, without_tests } = assembled;
        let mut found = PairedFiles::default();
        all.into_iter().for_each(|more| found.extend(more));
        if let Some((input, [one, other])) = found.doubtful.first() {
            let [input, one, other] = [input, one, other].map(|path| self.name(path));
            return Err(refused(format!("{input} has two answers, which differ: {one} and {other}"))
                .with_hint("remove one, or say which names are meant: `--in '*.in' --ans '*.out'`"));
        }
        let is_bare =
            |test: &&PathBuf| !test.is_dir() && !found.pairs.iter().any(|p| p.input == **test || p.answer == **test);
        if let Some(test) = self.files.tests.iter().find(is_bare) {
            let name = self.name(test);
            let first = self.files.programs.first().map_or_else(String::new, |program| self.name(program));
            return Err(refused(format!(
                "{name} is not a program in a known language, and not a test: it has no answer"
            ))
            .with_hint(format!("run it without an answer: `harness {first} -i {name}`"))
            .of_kind(ErrorKind::NothingNamed));
        }
        let bare =
            without_tests.first().filter(|_| self.files.chosen == ProgramChoice::Named || found.pairs.is_empty());
        if let Some(program) = bare {
            return Err(self.nothing(program, &found, languages));
        }
        let judge = Judge::of(self.here.to_owned(), catalog, Vec::new(), languages.clone());
        // Nothing is kept beside the file, not even in a workspace. The user has named each file,
        // so a link among them may lead anywhere.
        let judge = Judge { cache: shared_cache(), home: Home::everything(), ..judge }.ruled_by(named)?;
        Ok(LoadedFiles { judge, found, without_tests })
    }

    /// The programs as solutions of one problem without tests, which are judged as the first of
    /// them is on its own tests.
    ///
    /// # Errors
    /// When the configuration sets a factor for a language that nobody knows.
    pub fn without_tests(
        &self,
        languages: &Languages,
        named: Option<&'static profiles::Judge>,
    ) -> Result<Judge, Error> {
        let (here, programs) = (self.here, &self.files.programs);
        for program in programs.iter().filter(|program| program.is_file()) {
            known_language(languages, here, program)?;
        }
        let AssembledPrograms { catalog: Catalog { mut problems, solutions, .. }, found, .. } =
            self.requested(&TestPlaces::Beside, |request| folder::without_tests(request, languages));
        let problem = problems.pop().map(Arc::unwrap_or_clone).ok_or_else(|| refused("there is no program"))?;
        let empty = Judge::of(here.to_owned(), Catalog::default(), Vec::new(), languages.clone());
        let judge = Judge { cache: shared_cache(), home: Home::everything(), ..empty }.holding(problem, solutions);
        // What cannot be read beside a program might have changed its limits.
        let unreadable =
            found.into_iter().map(|found| PairedFiles { unreadable: found.unreadable, ..Default::default() });
        let diagnostics = unreadable.flat_map(|found| folder::diagnostics(here, &found)).collect();
        Judge { diagnostics, ..judge }.ruled_by(named)
    }

    /// The programs with the tests that there are, even if these are none.
    pub fn assembled(&self, languages: &Languages) -> AssembledPrograms {
        let tests = match &self.names {
            Some(pattern) => TestPlaces::Named(pattern.clone()),
            None if self.files.tests.is_empty() => TestPlaces::Beside,
            None => TestPlaces::In(self.files.tests.clone()),
        };
        self.requested(&tests, |request| folder::assemble(request, languages))
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
            stage: &shared_cache(),
            making: &self.files.making,
        };
        make(&request)
    }

    /// Whether an interactor judges these programs.
    pub fn is_talk(&self, languages: &Languages) -> bool {
        let folder_of = |program: &PathBuf| match program.is_dir() {
            true => program.clone(),
            false => program.parent().unwrap_or(program).to_owned(),
        };
        let place = self.files.programs.first().map(folder_of);
        let rules = self.rules.in_place_of(self.files.problem.as_deref());
        folder::is_dialogue(rules.judging.as_ref(), place.as_deref().as_slice(), languages)
    }

    /// Whether the names of these solutions, said in the folder of the call and without rules, mean
    /// the same programs judged in the same way.
    pub fn are_named_here(&self, judge: &Judge) -> bool {
        let has_rules = *self.rules != OwnRules::default() || self.names.is_some();
        let has_rules = has_rules || self.files.making != Making::default();
        if has_rules || !self.files.tests.is_empty() || own_folder(self.here) != own_folder(&judge.root) {
            return false;
        }
        let (here, _) = folder::load(self.here, &judge.languages, &shared_cache());
        judge.catalog.solutions.iter().all(|solution| {
            let same = here.solutions.iter().find(|other| other.id == solution.id);
            let tests = |catalog: &Catalog| {
                let problem = catalog.problem(&solution.id.problem)?;
                Some(problem.tests.iter().map(|test| test.id.clone()).collect::<Vec<_>>())
            };
            same.is_some_and(|other| other.path == solution.path) && tests(&here) == tests(&judge.catalog)
        })
    }

    /// A program that is gone, which would otherwise read as a fault of ours.
    pub fn gone(&self) -> Option<Error> {
        let gone = self.files.programs.iter().find(|program| !program.exists())?;
        Some(no_file(&self.name(gone), gone))
    }

    fn nothing(&self, program: &Path, found: &PairedFiles, languages: &Languages) -> Error {
        let first = match self.files.making.command.as_ref().filter(|command| !command.words.is_empty()) {
            Some(command) => format!("-c {}", shell::word(&command.display)),
            None => self.name(program),
        };
        let folder = if program.is_dir() { Some(program) } else { program.parent() };
        let places: BTreeSet<String> = match &self.files.tests[..] {
            [] => folder.into_iter().map(|folder| self.name(folder)).collect(),
            folders => folders.iter().map(|folder| self.name(folder)).collect(),
        };
        let places = names(&places.into_iter().collect::<Vec<_>>(), 3);
        let mut what = format!("no tests for {first} in {places}");
        if let Some(lonely) = found.lonely.first() {
            what.push_str(&format!(" ({} has no answer)", self.name(lonely)));
        }
        if let Some(garbled) = found.garbled.first() {
            what.push_str(&format!(" (the name of {} is not UTF-8)", self.name(garbled)));
        }
        if let Some(dangling) = found.dangling.first() {
            what.push_str(&format!(" ({} is a link that leads nowhere)", self.name(dangling)));
        }
        if let Some(odd) = found.odd.first() {
            what.push_str(&format!(" ({} is not a file)", self.name(odd)));
        }
        if let Some((path, why)) = found.unreadable.first() {
            what.push_str(&format!(" ({} cannot be read: {why})", self.name(path)));
        }
        if found.is_cut {
            what.push_str(" (there are too many files: not all were looked at)");
        }
        what.push_str(&self.tried(program, languages));
        let in_workspace = folder.and_then(detect::find_root);
        let hint = match (in_workspace, found.lonely.first()) {
            (Some(root), _) if detect::Kind::of(&root) == Some(detect::Kind::Workspace) => {
                "a solution of a problem is called solutions/…/PROBLEM.EXTENSION or PROBLEM--LABEL.EXTENSION; \
                 `harness list` lists the problems"
                    .to_owned()
            }
            (_, Some(lonely)) if self.is_dialogue(lonely, languages) => {
                let answer = self.name(&lonely.with_extension("ans"));
                format!("an interactor is handed an answer, too, which may be empty: `touch {answer}`")
            }
            (_, Some(lonely)) => format!("run it without an answer: `harness {first} -i {}`", self.name(lonely)),
            (_, None) => {
                format!("name their folder: `harness {first} DIR`; or run one input: `harness {first} -i FILE`")
            }
        };
        refused(what).with_hint(hint).of_kind(ErrorKind::NothingNamed)
    }

    /// Whether an interactor judges the tests beside this input.
    fn is_dialogue(&self, input: &Path, languages: &Languages) -> bool {
        folder::is_dialogue(self.rules.judging.as_ref(), input.parent().as_slice(), languages)
    }

    /// The names that were looked for, the most usual first, and files that have none of them.
    fn tried(&self, program: &Path, languages: &Languages) -> String {
        let patterns = pairs::usual();
        let tried = patterns.iter().filter_map(|it| Some(format!("{} + {}", it.input, it.answers.first()?)));
        let (mut column, mut what) = (usize::MAX, String::new());
        let rest = format!("and {} more", patterns.len().saturating_sub(LISTED));
        for tried in tried.take(LISTED).chain([rest]) {
            if column.saturating_add(tried.len() + 2) > self.columns {
                what.push_str(if column == usize::MAX { "\n  tried: " } else { ",\n         " });
                column = 9;
            } else {
                what.push_str(", ");
            }
            column += tried.len() + 2;
            what.push_str(&tried);
        }
        let folders = match &self.files.tests[..] {
            [] => program.parent().into_iter().collect::<Vec<_>>(),
            tests => tests.iter().map(PathBuf::as_path).filter(|test| test.is_dir()).collect(),
        };
        let is_source = folder::is_source(languages);
        let entries = folders.into_iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
        let own = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        let mut others: Vec<String> = own.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        others.retain(|name| !is_source(name) && !name.starts_with('.'));
        others.sort();
        if !others.is_empty() {
            what.push_str(&format!("\n  here:  {}", names(&others, 4)));
        }
        what
    }

    /// A path as it would be typed here.
    pub fn name(&self, path: &Path) -> String {
        typed(path, self.here)
    }
}

/// # Errors
/// When no language has files like this one, and it cannot be started as it is, either.
pub fn known_language(languages: &Languages, here: &Path, path: &Path) -> Result<(), Error> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if languages.of_extension(extension).is_some() {
        return Ok(());
    }
    match Executable::of(path) {
        Ok(_) => return Ok(()),
        Err(ExecutableError::Unknown) => {}
        Err(unfit) => return Err(cannot_start(&typed(path, here), &unfit)),
    }
    let all = languages.entries.iter().flat_map(|entry| &entry.extensions);
    let all: BTreeSet<String> = all.map(|extension| format!(".{extension}")).collect();
    Err(refused(format!("{}: no language has files like this, and {}", typed(path, here), ExecutableError::Unknown))
        .with_hint(format!("there are {}", Vec::from_iter(all).join(" "))))
}

//! A plain folder: programs, and inputs with answers beside them, of no format at all.
//!
//! Programs of the same name are solutions of one problem, whose tests carry that name. Programs
//! without tests of their own belong together, to the tests that carry no program's name.

mod explained;
pub mod next;
pub mod pairs;
pub mod received;
pub mod roles;
mod ruled;
mod slugs;
pub mod stored;

use crate::diagnostics::Report;
use crate::directives;
use crate::leftover::is_leftover;
use crate::tree::file_name;
use beneath::Home;
pub use explained::explained;
use model::test_names::{self, Pattern};
use model::{
    BuildOptions, ByteSize, COMMAND, Catalog, Command, Comparison, Diagnostic, FileNames, Judging, Language, Languages,
    Limits, Making, Problem, ProblemId, ProgramSpec, Protocol, Solution, SolutionId, Test, TestId, TokenOptions,
};
use pairs::{Listing, Oddity, Pair, PairedFiles};
use roles::{ProgramRole, Programs};
pub use ruled::without_tests;
pub(crate) use slugs::{hyphenated, numbered};
pub use slugs::{slug, slugs};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use stored::StoredRules;

/// Whether `folder` holds programs with tests, even if only doubtful ones: an input without an
/// answer, or a name that is not UTF-8.
pub fn is_one(folder: &Path, languages: &dyn Languages) -> bool {
    let programs = programs(folder, languages);
    let has_doubtful = |found: &PairedFiles| found.lonely().or(found.of(&Oddity::NotUtf8).next()).is_some();
    !programs.is_empty() && {
        let listing = Listing::read(folder, &[], &[], &is_source(languages));
        let mut found = programs.iter().map(|program| listing.beside(&stem(program)));
        found.any(|found| !found.is_empty() || has_doubtful(&found))
            || programs.iter().any(|program| !stored::of(program).0.is_empty())
    }
}

/// The programs directly in `folder` that may be solutions.
pub fn programs(folder: &Path, languages: &dyn Languages) -> Vec<PathBuf> {
    let programs = Programs::of(folder, &[], &is_source(languages));
    programs.with(ProgramRole::Solution).filter(|path| path.is_file()).cloned().collect()
}

/// The folders directly in `folder` that hold programs with tests, by name: a contest.
pub fn contest(folder: &Path, languages: &dyn Languages) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_visible = |path: &PathBuf| path.file_name().is_some_and(|name| !is_leftover(&name.to_string_lossy()));
    let mut folders: Vec<PathBuf> =
        entries.filter(is_visible).filter(|path| path.is_dir() && is_one(path, languages)).collect();
    folders.sort();
    folders
}

/// Programs of no format, and how they are judged.
pub struct Request<'r> {
    /// The folder of the call, absolute: names are relative to it, and tests may lie in it.
    pub home: &'r Path,
    /// Absolute.
    pub programs: &'r [PathBuf],
    pub tests: &'r TestPlaces,
    pub rules: &'r Rules,
    /// Folders whose files are not tests of these programs.
    pub without: &'r [PathBuf],
    pub sharing: Sharing,
    /// Where tests are written that another tool keeps in one file.
    pub stage: &'r Path,
    /// What is said of the programs besides their names.
    pub making: &'r Making,
}

/// What becomes of a program that has no tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// It gets those of a program beside it: both were named together.
    WithNeighbour,
    /// It stays without.
    Nothing,
}

/// Where the tests of programs are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestPlaces {
    /// Beside each program.
    Beside,
    /// In these folders, or these files themselves.
    In(Vec<PathBuf>),
    /// Below the folder of the call, by names of one's own.
    Named(Pattern),
}

/// How programs are judged that belong to no problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// `None`: by the checker or interactor beside the tests, or else by comparing.
    pub judging: Option<Judging>,
    /// The wall-clock limit follows from the CPU time.
    pub limits: Limits,
    /// Which of these limits hold whatever a file beside a program says.
    pub given: GivenLimits,
    /// The files that solutions read and write in place of their streams.
    pub files: FileNames,
}

/// The limits that the caller gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenLimits {
    pub time: Option<Duration>,
    pub memory: Option<ByteSize>,
}

/// Programs as solutions of problems.
#[derive(Debug, Default)]
pub struct AssembledPrograms {
    pub catalog: Catalog,
    /// What was found in each place of tests.
    pub found: Vec<PairedFiles>,
    /// Programs for which there are no tests.
    pub without_tests: Vec<PathBuf>,
}

/// One problem: programs with the same tests in the same place.
struct Parts {
    name: String,
    /// The folder of its tests, and of its checker.
    place: PathBuf,
    programs: Vec<PathBuf>,
    found: PairedFiles,
    stored: StoredRules,
}

/// The programs with their tests, by one set of rules wherever they lie.
pub fn assemble(request: &Request<'_>, languages: &dyn Languages) -> AssembledPrograms {
    let mut parts = match request.tests {
        TestPlaces::Beside => parts_beside(request, languages),
        TestPlaces::In(places) => {
            let mut found = pairs::at(places, &test_names::usual());
            let folder = request.programs.first().and_then(|program| program.parent());
            let input = found.lonely().and_then(|input| input.parent());
            let places = [input, folder].map(|place| place.unwrap_or(request.home));
            let judging = request.rules.judging.as_ref();
            if found.lonely().is_some() && is_dialogue(judging, &places, request.programs, languages) {
                found.answer_nothing(request.home, request.stage);
            }
            with_folders_in_ids(&mut found.pairs, request.home);
            let mut parts = parts_of_all(request, found);
            parts.iter_mut().for_each(|parts| name_as_beside(request, parts, languages));
            parts
        }
        TestPlaces::Named(pattern) => parts_of_all(request, pairs::named(request.home, pattern)),
    };
    let nameless: BTreeSet<&PathBuf> = parts.iter().flat_map(|parts| parts.found.of(&Oddity::Nameless)).collect();
    let inputs = parts.iter().flat_map(|parts| &parts.found.pairs).map(|pair| &pair.input);
    let judged: BTreeSet<PathBuf> = inputs.filter(|input| nameless.contains(input)).cloned().collect();
    let is_left = |(odd, input): &(Oddity, PathBuf)| *odd != Oddity::Nameless || !judged.contains(input);
    parts.iter_mut().for_each(|parts| parts.found.odd.retain(is_left));
    let mut assembled = AssembledPrograms::default();
    assembled.catalog.root = request.home.to_owned();
    parts.retain(|parts| {
        let has_tests = !parts.found.pairs.is_empty();
        if !has_tests {
            assembled.without_tests.extend(parts.programs.iter().cloned());
            assembled.found.push(parts.found.clone());
        }
        has_tests
    });
    let ids = slugs(&parts.iter().map(|parts| parts.name.clone()).collect::<Vec<_>>());
    for (id, parts) in ids.into_iter().zip(parts) {
        let of_parts = solutions(request.home, &parts.place, &id, &parts.programs, request.making, languages);
        assembled.catalog.solutions.extend(of_parts);
        assembled.found.push(parts.found.clone());
        assembled.catalog.problems.push(Arc::new(ruled::ruled(request, id, parts, languages)));
    }
    if *request.tests != TestPlaces::Beside {
        let all = assembled.found.iter().flat_map(|found| &found.pairs);
        let tests: Arc<BTreeSet<PathBuf>> =
            Arc::new(all.flat_map(|it| [it.input.clone(), it.answer.clone()]).collect());
        let solutions = assembled.catalog.solutions.iter_mut();
        solutions.for_each(|solution| Arc::make_mut(solution).build.tests = Arc::clone(&tests));
    }
    assembled.catalog.problems.sort_by(|a, b| a.id.cmp(&b.id));
    assembled.catalog.solutions.sort_by(|a, b| a.id.cmp(&b.id));
    assembled
}

/// The problem, whose solutions read and write these files.
pub fn with_files(problem: Problem, files: &FileNames) -> Problem {
    Problem { tests: tests_with_files(problem.tests, files), files: files.clone(), ..problem }
}

/// Tests of which solutions read and write these files.
pub(crate) fn tests_with_files(tests: Vec<Arc<Test>>, files: &FileNames) -> Vec<Arc<Test>> {
    tests.into_iter().map(|test| Arc::new(Arc::unwrap_or_clone(test).with_files(files))).collect()
}

/// Whether an interactor judges: what is said to judge, or else what lies in these folders. The
/// programs that are `named` do not.
pub fn is_dialogue(judging: Option<&Judging>, places: &[&Path], named: &[PathBuf], languages: &dyn Languages) -> bool {
    let is_source = is_source(languages);
    let beside = || places.iter().find_map(|place| Programs::of(place, named, &is_source).judging());
    matches!(judging.cloned().or_else(beside), Some(Judging::Interactor(_)))
}

/// All programs on the same tests.
fn parts_of_all(request: &Request<'_>, mut found: PairedFiles) -> Vec<Parts> {
    let name = request.programs.first().map_or_else(String::new, |program| name_of(program, request.making));
    let input = found.pairs.first().and_then(|pair| pair.input.parent());
    let place = input.unwrap_or(request.home).to_owned();
    // What is kept of one program says nothing of another with the same tests.
    let stored = match request.programs {
        [program] => received::of(program, &mut found),
        _ => StoredRules::default(),
    };
    vec![Parts { name, place, programs: request.programs.to_vec(), found, stored }]
}

/// Gives tests that lie beside their programs, and the problem, the names that they have if nobody
/// names them: a later call may name the program alone.
fn name_as_beside(request: &Request<'_>, parts: &mut Parts, languages: &dyn Languages) {
    let [beside] = &mut parts_beside(request, languages)[..] else { return };
    let ids: BTreeMap<&Path, &TestId> = beside.found.pairs.iter().map(|pair| (&*pair.input, &pair.id)).collect();
    let id = |pair: &Pair| Some(TestId::clone(ids.get(&*pair.input)?));
    let named = parts.found.pairs.iter().map(|pair| Some(Pair { id: id(pair)?, ..pair.clone() }));
    if let Some(named) = named.collect() {
        (parts.found.pairs, parts.name) = (named, std::mem::take(&mut beside.name));
    }
}

/// The tests beside each program, else in the folder of the call, else those of another named
/// program in its folder.
fn parts_beside(request: &Request<'_>, languages: &dyn Languages) -> Vec<Parts> {
    let is_source = is_source(languages);
    let mut listings: BTreeMap<PathBuf, Listing> = BTreeMap::new();
    let stems: Vec<String> = request.programs.iter().map(|program| name_of(program, request.making)).collect();
    let mut parts: Vec<Parts> = Vec::new();
    let mut bare = Vec::new();
    for (program, own) in request.programs.iter().zip(&stems) {
        let folder = folder_of(program).unwrap_or(request.home);
        let mut look = |place: &Path| {
            let listing = listings.entry(place.to_owned());
            let listing = listing.or_insert_with(|| {
                Listing::read(place, &stems, request.without, &is_source).without_programs(request.programs)
            });
            let mut found = listing.beside(own);
            let judging = request.rules.judging.as_ref();
            if found.lonely().is_some() && is_dialogue(judging, &[place, folder], request.programs, languages) {
                found.answer_nothing(place, request.stage);
            }
            found
        };
        let (mut place, mut found) = (folder, look(folder));
        if found.is_empty() && folder != request.home {
            let there = look(request.home);
            if !there.is_empty() {
                (place, found) = (request.home, there);
            }
        }
        let facts = received::of(program, &mut found);
        let stored = facts.or(stored::add(program, &mut found, request.stage, &|| listings[folder].has_others(own)));
        if found.is_empty() {
            bare.push((program.clone(), found, stored));
            continue;
        }
        let name = if found.are_own { own.clone() } else { file_name(place) };
        let same = |parts: &&mut Parts| parts.place == place && parts.found.pairs == found.pairs;
        match parts.iter_mut().find(same) {
            Some(parts) => parts.programs.push(program.clone()),
            None => parts.push(Parts { name, place: place.to_owned(), programs: vec![program.clone()], found, stored }),
        }
    }
    for (program, found, stored) in bare {
        let is_beside = |parts: &&mut Parts| folder_of(&parts.programs[0]) == folder_of(&program);
        match parts.iter_mut().find(is_beside).filter(|_| request.sharing == Sharing::WithNeighbour) {
            Some(parts) => parts.programs.push(program),
            None => {
                let place = folder_of(&program).unwrap_or(request.home).to_owned();
                parts.push(Parts { name: String::new(), place, programs: vec![program], found, stored });
            }
        }
    }
    parts
}

/// Whether two files that are not there would be a test of `program`, judged as it is there.
pub fn fitting(program: &Path, making: &Making, languages: &dyn Languages) -> impl Fn(&Path, &Path) -> bool + use<> {
    let (name, listing) = around(program, making, languages);
    move |input, answer| listing.would_pair(&name, input, answer)
}

/// Whether tests lie in the folder of `program`, which is not there yet, that would be its own.
pub fn has_own_tests(program: &Path, languages: &dyn Languages) -> bool {
    let (name, listing) = around(program, &Making::default(), languages);
    listing.beside(&name).are_own
}

/// A program's name, and what lies around it.
fn around(program: &Path, making: &Making, languages: &dyn Languages) -> (String, Listing) {
    let (name, folder) = (name_of(program, making), folder_of(program).unwrap_or(program));
    let listing = Listing::read(folder, std::slice::from_ref(&name), &[], &is_source(languages));
    (name, listing.without_programs(&[program.to_owned()]))
}

/// The folder in which a program lies: a program that is a folder is its own.
fn folder_of(program: &Path) -> Option<&Path> {
    if program.is_dir() { Some(program) } else { program.parent() }
}

/// The name of a program, by which its tests may be called.
fn name_of(program: &Path, making: &Making) -> String {
    match making.command.as_ref().filter(|_| program.is_dir()).and_then(Command::stem) {
        Some(of_command) => of_command.to_owned(),
        None if program.is_dir() => file_name(program),
        None => stem(program),
    }
}

/// Puts the folder into the ids of tests from several folders.
fn with_folders_in_ids(pairs: &mut [Pair], home: &Path) {
    for pair in pairs {
        let folder = pair.input.parent().unwrap_or(home);
        let folder = folder.strip_prefix(home).unwrap_or(folder).display().to_string();
        let own = pair.id.0.rsplit('/').next().unwrap_or_default();
        let id = if folder.is_empty() { own.to_owned() } else { format!("{folder}/{own}") };
        pair.id = TestId(id.into());
    }
}

/// Reads the programs and tests in `root`, which is absolute, or in the folders in it. Tests that
/// another tool keeps in one file are written below `stage`.
pub fn load(root: &Path, languages: &dyn Languages, stage: &Path) -> (Catalog, Vec<Diagnostic>) {
    let own = programs(root, languages);
    let is_contest = own.is_empty() || !is_one(root, languages);
    let mut programs = if is_contest { Vec::new() } else { own };
    if is_contest {
        programs.extend(contest(root, languages).iter().flat_map(|folder| self::programs(folder, languages)));
    }
    let home = Home::of(root);
    let mut diagnostics = Vec::new();
    let places: BTreeSet<&Path> = programs.iter().filter_map(|program| program.parent()).chain([root]).collect();
    for place in places {
        let there = Programs::of(place, &[], &is_source(languages));
        for odd in there.with(ProgramRole::Solution).filter(|path| !path.is_file()) {
            diagnostics.warning(below(root, odd), "it is called as a program, and is not a file: not judged");
        }
        there.idle(root, &mut diagnostics);
    }
    programs.retain(|path| holds(&home, root, path, &mut diagnostics));
    let rules = Rules { limits: Limits { cpu: USUAL_TIME, ..Limits::default() }, ..Rules::default() };
    let request = Request {
        home: root,
        programs: &programs,
        tests: &TestPlaces::Beside,
        rules: &rules,
        without: &[],
        sharing: Sharing::Nothing,
        stage,
        making: &Making::default(),
    };
    let AssembledPrograms { mut catalog, found, without_tests } = assemble(&request, languages);
    for problem in &mut catalog.problems {
        let problem = Arc::make_mut(problem);
        problem.tests.retain(|test| {
            // What was written out of another tool's file counts as that file.
            let stored = found.iter().flat_map(|found| &found.stored).find(|(input, _)| *input == test.input);
            let own = [&test.input, &test.answer].into_iter().filter(|path| !path.starts_with(stage));
            let mut files = own.chain(stored.map(|(_, file)| file));
            files.all(|path| holds(&home, root, path, &mut diagnostics))
        });
    }
    catalog.problems.retain(|problem| !problem.tests.is_empty());
    let mut of_tests: Vec<Diagnostic> = found.iter().flat_map(|found| self::diagnostics(root, found)).collect();
    of_tests.dedup();
    diagnostics.extend(of_tests);
    for program in &without_tests {
        diagnostics.warning(below(root, program), "no tests for it: not judged");
    }
    (catalog, diagnostics)
}

/// Reads a folder that holds tests and no programs, which is one problem, or folders of tests, each
/// of which is one. `root` is absolute.
pub fn of_tests(root: &Path, languages: &dyn Languages) -> (Catalog, Vec<Diagnostic>) {
    let (home, is_source) = (Home::of(root), is_source(languages));
    let mut catalog = Catalog { root: root.to_owned(), ..Catalog::default() };
    let (mut diagnostics, mut ids) = (Vec::new(), BTreeSet::new());
    let mut add = |folder: &Path| {
        let mut found = Listing::read(folder, &[], &[], &is_source).nameless();
        diagnostics.extend(self::diagnostics(root, &found));
        let own = |path: &Path| home.find(path).is_ok();
        found.pairs.retain(|pair| own(&pair.input) && own(&pair.answer));
        if found.pairs.is_empty() {
            return false;
        }
        let name = file_name(folder);
        let id = slug(&name, &mut ids);
        let programs = Programs::of(folder, &[], &is_source);
        programs.idle(root, &mut diagnostics);
        let checker = programs.with(ProgramRole::Checker).next();
        if let Some((file, error)) = checker.and_then(|file| Some((file, home.find(file).err()?))) {
            diagnostics.error(below(root, file), format!("cannot be read: {error}"));
            return true;
        }
        let judging = checker.map_or(Judging::Compare(usual_comparison()), |file| Judging::Checker(program(file)));
        let limits = Limits { cpu: USUAL_TIME, wall: guard(&judging, USUAL_TIME), ..Limits::default() };
        catalog.problems.push(Arc::new(problem(folder, id, &name, &found.pairs, judging, limits)));
        true
    };
    if !add(root) {
        let entries = fs::read_dir(root).into_iter().flatten().flatten();
        let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        let mut folders: Vec<PathBuf> = entries.filter(is_folder).map(|entry| entry.path()).collect();
        folders.sort();
        for folder in folders.iter().filter(|folder| !file_name(folder).starts_with('.')) {
            add(folder);
        }
    }
    catalog.problems.sort_by(|a, b| a.id.cmp(&b.id));
    (catalog, diagnostics)
}

/// Whether a path lies in what was handed over; if not, that is an error.
pub(crate) fn holds(home: &Home, root: &Path, path: &Path, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let own = home.holds(path).is_ok_and(|own| own);
    if !own {
        let title = "a link that leads out of what was handed over: not followed";
        diagnostics.error(below(root, path), title);
    }
    own
}

/// Reports what is odd about the tests of a folder, of each kind the first file with the number of
/// the others.
pub fn diagnostics(root: &Path, found: &PairedFiles) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let name = |path: &Path| below(root, path).display().to_string();
    for all in found.odd.iter().collect::<Vec<_>>().chunk_by(|(one, _), (other, _)| one == other) {
        let (odd, first) = all[0];
        let more = match all.len() - 1 {
            0 => String::new(),
            more => format!("; {more} more like it"),
        };
        let title = format!("{}{more}", odd.words(&name));
        let hint = (*odd == Oddity::NotUtf8).then(|| "rename it".to_owned());
        diagnostics.report(odd.severity(), below(root, first), title).hint = hint;
    }
    diagnostics
}

fn below<'p>(root: &Path, path: &'p Path) -> &'p Path {
    path.strip_prefix(root).unwrap_or(path)
}

/// The default time limit, the same for `harness FILE` and `harness DIR`.
pub const USUAL_TIME: Duration = Duration::from_secs(2);

/// The wall guard where no problem says anything: the limit and half of it, or a second more if
/// that is later. A sleeper is there by mistake, and somebody waits for its end.
pub fn guard(judging: &Judging, cpu: Duration) -> Duration {
    match judging {
        Judging::Interactor(_) => judging.wall_for(cpu),
        Judging::Compare(_) | Judging::Checker(_) => cpu + (cpu / 2).max(Duration::from_secs(1)),
    }
}

/// How outputs are compared by default: by tokens, as most judges do.
pub fn usual_comparison() -> Comparison {
    Comparison::Tokens(TokenOptions::default())
}

/// A checker or interactor, with the protocol that its source suggests.
pub fn program(file: &Path) -> ProgramSpec {
    let protocol = if uses_testlib(file) { Protocol::Testlib } else { Protocol::Icpc };
    ProgramSpec { protocol, file: file.to_owned(), args: Vec::new(), accepts_answers: false }
}

/// Whether a source includes `testlib.h`. A larger file is not a source.
pub fn uses_testlib(file: &Path) -> bool {
    const LARGEST: u64 = 4 << 20;
    let bytes = beneath::Plain::find(file).and_then(|file| file.read(LARGEST));
    bytes.is_ok_and(|bytes| model::uses_testlib(&String::from_utf8_lossy(&bytes)))
}

/// A problem with these tests. `home` is absolute.
pub fn problem(home: &Path, id: ProblemId, title: &str, pairs: &[Pair], judging: Judging, limits: Limits) -> Problem {
    let test = |pair: &Pair| Arc::new(Test::new(pair.id.clone(), pair.input.clone(), pair.answer.clone()));
    Problem {
        title: title.to_owned(),
        limits,
        judging,
        tests: pairs.iter().map(test).collect(),
        dir: home.to_owned(),
        ..Problem::new(id)
    }
}

/// Solutions that must all be right. Programs in unknown languages are left out. They are called by
/// their paths below `place`, the folder of the problem, and shown by those below `home`.
pub fn solutions(
    home: &Path,
    place: &Path,
    id: &ProblemId,
    programs: &[PathBuf],
    making: &Making,
    languages: &dyn Languages,
) -> Vec<Arc<Solution>> {
    let mut taken: BTreeSet<SolutionId> = BTreeSet::new();
    let mut solutions = Vec::new();
    for (at, path) in programs.iter().enumerate() {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        // Where languages share an extension, the folder decides: `pypy/a.py` is PyPy, as in a
        // workspace.
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let by_folder = languages.of_extension(&format!("{folder}/{extension}"));
        let command = making.command.as_ref().filter(|_| path.is_dir());
        let of_command = command.map(|_| Language(COMMAND.into()));
        let Some(language) = of_command.or(by_folder).or_else(|| languages.of_file(path)) else { continue };
        let below = path.strip_prefix(place).ok().and_then(|below| Some(below.with_extension("").to_str()?.to_owned()));
        let below = below.filter(|_| command.is_none()).unwrap_or_else(|| name_of(path, making));
        let label = SolutionId::label_of(&below);
        let named = |label: &String| SolutionId {
            problem: id.clone(),
            label: (label != id.as_str()).then(|| label.as_str().into()),
            extension: extension.into(),
        };
        let id_of_it = named(&numbered(&label, |label| taken.insert(named(label))));
        let standard = standard(path, &language, languages);
        let headers = path.parent().map(Path::to_path_buf);
        // A command describes a folder, and more files belong to the first program.
        let is_its = command.is_some() || (making.command.is_none() && at == 0);
        let making = Some(making).filter(|_| is_its).cloned().unwrap_or_default();
        let build = BuildOptions { standard, headers, making, ..BuildOptions::default() };
        let size = ByteSize(fs::metadata(path).map_or(0, |meta| meta.len()));
        let of_file = || path.strip_prefix(home).unwrap_or(path).display().to_string();
        let display = command.map_or_else(of_file, |command| command.display.clone());
        let plain = Solution::new(id_of_it, language, path.clone(), display);
        solutions.push(Arc::new(Solution { size, build, ..plain }));
    }
    solutions
}

/// The value of `//@ std: c++17`. Other directives are about a workspace's tests, and mean nothing
/// here.
fn standard(path: &Path, language: &Language, languages: &dyn Languages) -> Option<String> {
    if !languages.has_standards(language) {
        return None;
    }
    let (_, directives, _) = directives::of_file(path, path, &languages.comments(language)).ok()?;
    directives.standard.map(|(name, _)| name)
}

/// Whether a file of this name is a program in a known language.
pub fn is_source<'l>(languages: &'l dyn Languages) -> impl Fn(&str) -> bool + use<'l> {
    move |name| name.rsplit_once('.').is_some_and(|(_, extension)| languages.of_extension(extension).is_some())
}

pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests;

//! A plain folder: programs, and inputs with answers beside them, of no format at all.
//!
//! Programs of the same name are solutions of one problem, whose tests carry that name. Programs
//! without tests of their own belong together, to the tests that carry no program's name.

pub mod pairs;

use crate::diagnostics::Report;
use crate::directives;
use crate::judged::plain_solution;
use beneath::Home;
use model::{
    BuildOptions, ByteSize, Catalog, Comparison, Diagnostic, FileNames, Judging, Language, Languages, Limits, Problem,
    ProblemId, ProgramSpec, Protocol, Solution, SolutionId, Source, Test, TokenOptions,
};
use pairs::{Found, Pair};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Programs of these names belong to a problem and are never solutions.
const TOOLS: [&str; 8] = ["checker", "check", "chk", "interactor", "validator", "val", "generator", "gen"];

/// Whether `folder` holds programs with tests, even if only doubtful ones.
pub fn is_one(folder: &Path, languages: &dyn Languages) -> bool {
    let (problems, found) = problems_in(folder, languages);
    let programs = || !pairs::sources(folder, &is_source(languages)).is_empty();
    let is_broken = |found: &Found| !found.doubtful.is_empty() || !found.garbled.is_empty();
    !problems.is_empty() || (found.iter().any(is_broken) && programs())
}

/// The parts of one problem in a folder.
struct Parts {
    name: String,
    programs: Vec<PathBuf>,
    pairs: Vec<Pair>,
}

/// Reads the programs and tests in `root`, which is absolute.
pub fn load(root: &Path, languages: &dyn Languages) -> (Catalog, Vec<Diagnostic>) {
    let (problems, found) = problems_in(root, languages);
    let home = Home::of(root);
    let mut diagnostics: Vec<Diagnostic> = found.iter().flat_map(|found| diagnostics(root, found)).collect();
    let mut own = |path: &Path| {
        let own = home.holds(path).is_ok_and(|own| own);
        if !own {
            let title = "a link that leads out of what was handed over: not followed";
            diagnostics.error(below(root, path), title);
        }
        own
    };
    let mut catalog = Catalog { root: root.to_owned(), ..Catalog::default() };
    let is_source = is_source(languages);
    let tool = |names: &[&str]| {
        let programs = pairs::sources(root, &is_source);
        programs.into_iter().find(|program| names.contains(&stem(program).as_str()))
    };
    let checker = tool(&TOOLS[..3]).map(|file| Judging::Checker(program(&file)));
    let judging = tool(&TOOLS[3..4]).map(|file| Judging::Interactor(program(&file))).or(checker);
    let ids = slugs(&problems.iter().map(|parts| parts.name.clone()).collect::<Vec<_>>());
    for (id, Parts { name, mut programs, mut pairs }) in ids.into_iter().zip(problems) {
        programs.retain(|program| own(program));
        pairs.retain(|pair| own(&pair.input) && own(&pair.answer));
        let judging = judging.clone().unwrap_or(Judging::Compare(usual_comparison()));
        catalog.solutions.extend(solutions(root, &id, &programs, languages));
        let limits = Limits { cpu: USUAL_TIME, wall: judging.wall_for(USUAL_TIME), ..Limits::default() };
        catalog.problems.push(Arc::new(problem(root, id, &name, &pairs, judging, limits)));
    }
    catalog.problems.sort_by(|a, b| a.id.cmp(&b.id));
    catalog.solutions.sort_by(|a, b| a.id.cmp(&b.id));
    (catalog, diagnostics)
}

/// Reads a folder that holds tests and no programs, which is one problem, or folders of tests, each
/// of which is one. `root` is absolute.
pub fn of_tests(root: &Path, languages: &dyn Languages) -> (Catalog, Vec<Diagnostic>) {
    let (home, is_source) = (Home::of(root), is_source(languages));
    let mut catalog = Catalog { root: root.to_owned(), ..Catalog::default() };
    let (mut diagnostics, mut ids) = (Vec::new(), BTreeSet::new());
    let mut add = |folder: &Path| {
        let mut found = pairs::nameless(folder, &is_source);
        diagnostics.extend(self::diagnostics(root, &found));
        let own = |path: &Path| home.find(path).is_ok();
        found.pairs.retain(|pair| own(&pair.input) && own(&pair.answer));
        if found.pairs.is_empty() {
            return false;
        }
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let id = slug(&name, &mut ids);
        let checker = pairs::sources(folder, &is_source);
        let checker = checker.iter().find(|program| TOOLS[..3].contains(&stem(program).as_str()) && own(program));
        let judging = checker.map_or(Judging::Compare(usual_comparison()), |file| Judging::Checker(program(file)));
        let limits = Limits { cpu: USUAL_TIME, wall: judging.wall_for(USUAL_TIME), ..Limits::default() };
        catalog.problems.push(Arc::new(problem(folder, id, &name, &found.pairs, judging, limits)));
        true
    };
    if !add(root) {
        let entries = fs::read_dir(root).into_iter().flatten().flatten();
        let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        let mut folders: Vec<PathBuf> = entries.filter(is_folder).map(|entry| entry.path()).collect();
        folders.sort();
        for folder in folders.iter().filter(|folder| !own_name(folder).starts_with('.')) {
            add(folder);
        }
    }
    catalog.problems.sort_by(|a, b| a.id.cmp(&b.id));
    (catalog, diagnostics)
}

fn own_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn problems_in(folder: &Path, languages: &dyn Languages) -> (Vec<Parts>, Vec<Found>) {
    let is_source = is_source(languages);
    let mut by_name: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for program in pairs::sources(folder, &is_source) {
        by_name.entry(stem(&program)).or_default().push(program);
    }
    by_name.retain(|name, _| !TOOLS.contains(&name.as_str()));
    let usual = pairs::usual();
    let rest = pairs::nameless(folder, &is_source);
    let (mut problems, mut all, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for (name, programs) in by_name {
        let found = pairs::beside(folder, &name, &usual, &is_source);
        if found.is_empty() || found.pairs == rest.pairs {
            others.extend(programs);
        } else {
            problems.push(Parts { name, programs, pairs: found.pairs.clone() });
            all.push(found);
        }
    }
    if !others.is_empty() && !rest.pairs.is_empty() {
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        problems.push(Parts { name, programs: others, pairs: rest.pairs.clone() });
    }
    all.push(rest);
    problems.retain(|parts| !parts.pairs.is_empty());
    (problems, all)
}

/// Reports what is odd about the tests of a folder.
pub fn diagnostics(root: &Path, found: &Found) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (input, [one, other]) in &found.doubtful {
        let (one, other) = (below(root, one).display(), below(root, other).display());
        diagnostics.error(below(root, input), format!("two answers, which differ: {one} and {other}"));
    }
    for input in &found.lonely {
        diagnostics.warning(below(root, input), "no answer: not judged");
    }
    for input in &found.dangling {
        diagnostics.warning(below(root, input), "a link that leads nowhere: not judged");
    }
    for input in &found.garbled {
        diagnostics.error(below(root, input), "the name is not UTF-8: not judged").hint = Some("rename it".to_owned());
    }
    diagnostics
}

fn below<'p>(root: &Path, path: &'p Path) -> &'p Path {
    path.strip_prefix(root).unwrap_or(path)
}

/// The default time limit, the same for `harness try FILE` and `harness DIR`.
pub const USUAL_TIME: Duration = Duration::from_secs(2);

/// How outputs are compared by default: by tokens, as most judges do.
pub fn usual_comparison() -> Comparison {
    Comparison::Tokens(TokenOptions::default())
}

/// A checker or interactor, with the protocol that its source suggests.
pub fn program(file: &Path) -> ProgramSpec {
    let protocol = if uses_testlib(file) { Protocol::Testlib } else { Protocol::Icpc };
    ProgramSpec { protocol, file: file.to_owned(), args: Vec::new(), accepts_answers: false }
}

/// Whether a source includes `testlib.h`.
pub fn uses_testlib(file: &Path) -> bool {
    fs::read(file).is_ok_and(|bytes| model::uses_testlib(&String::from_utf8_lossy(&bytes)))
}

/// A problem with these tests. `home` is absolute.
pub fn problem(home: &Path, id: ProblemId, title: &str, pairs: &[Pair], judging: Judging, limits: Limits) -> Problem {
    let test = |pair: &Pair| Arc::new(Test::new(pair.id.clone(), pair.input.clone(), pair.answer.clone()));
    Problem {
        id,
        title: title.to_owned(),
        title_zh: None,
        source: Source::default(),
        limits,
        tool_limits: Limits::for_tools(),
        judging,
        files: FileNames::default(),
        passes: 1,
        groups: Vec::new(),
        tests: pairs.iter().map(test).collect(),
        invalid: Vec::new(),
        dir: home.to_owned(),
        validators: Vec::new(),
        generator: None,
        generate: Vec::new(),
        stated: BTreeMap::new(),
        rules: model::PackageRules::default(),
    }
}

/// Solutions that must all be right. Programs in unknown languages are left out.
pub fn solutions(home: &Path, id: &ProblemId, programs: &[PathBuf], languages: &dyn Languages) -> Vec<Arc<Solution>> {
    let mut taken: BTreeSet<SolutionId> = BTreeSet::new();
    let mut solutions = Vec::new();
    for path in programs {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let Some(language) = languages.of_extension(extension) else { continue };
        let label = SolutionId::label_of(&stem(path));
        let numbered = (2..).map(|number| format!("{label}-{number}"));
        let named = |label: String| SolutionId {
            problem: id.clone(),
            label: (label != id.as_str()).then(|| label.into()),
            extension: extension.into(),
        };
        let free = std::iter::once(label.clone()).chain(numbered).map(named).find(|id| taken.insert(id.clone()));
        let standard = standard(path, &language, languages);
        let build = BuildOptions { standard, headers: path.parent().map(Path::to_path_buf), ..BuildOptions::default() };
        let size = ByteSize(fs::metadata(path).map_or(0, |meta| meta.len()));
        let display = path.strip_prefix(home).unwrap_or(path).display().to_string();
        let plain = plain_solution(free.expect("numbers do not end"), language, path.clone(), display);
        solutions.push(Arc::new(Solution { size, build, ..plain }));
    }
    solutions
}

/// Directives after a longer comment are not read.
const HEAD: u64 = 64 << 10;

/// The value of `//@ std: c++17`. Other directives are about a workspace's tests, and mean nothing
/// here.
fn standard(path: &Path, language: &Language, languages: &dyn Languages) -> Option<String> {
    if !["c", "cpp"].contains(&&*language.0) {
        return None;
    }
    let mut head = Vec::new();
    fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head)).ok()?;
    let text = String::from_utf8_lossy(&head);
    let (directives, _) = directives::read(&text, true, &languages.comments(language), path);
    directives.standard.map(|(name, _)| name)
}

/// Derives a slug that is not `taken` from any name: characters that a slug cannot hold become a
/// hyphen.
pub fn slug(name: &str, taken: &mut BTreeSet<ProblemId>) -> ProblemId {
    let name = name.to_ascii_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let slug = if words.is_empty() { "problem".to_owned() } else { words.join("-") };
    let parse = |slug: &str| ProblemId::parse(slug).expect("words of letters and digits joined by hyphens are a slug");
    parse(&numbered(&slug, |slug| taken.insert(parse(slug))))
}

/// A slug for each of these names, all different. A name that is a slug keeps it, whatever the
/// others are called.
pub fn slugs(names: &[String]) -> Vec<ProblemId> {
    let mut taken: BTreeSet<ProblemId> = names.iter().filter_map(|name| ProblemId::parse(name).ok()).collect();
    let mut exact = BTreeSet::new();
    let of = |name: &String| match ProblemId::parse(name) {
        Ok(id) if exact.insert(id.clone()) => id,
        Ok(_) | Err(_) => slug(name, &mut taken),
    };
    names.iter().map(of).collect()
}

/// The first of `name`, `name-2`, `name-3` … that is free.
pub(crate) fn numbered(name: &str, is_free: impl FnMut(&String) -> bool) -> String {
    let more = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned()).chain(more).find(is_free).expect("numbers do not end")
}

/// Whether a file of this name is a program in a known language.
pub fn is_source<'l>(languages: &'l dyn Languages) -> impl Fn(&str) -> bool + use<'l> {
    move |name| name.rsplit_once('.').is_some_and(|(_, extension)| languages.of_extension(extension).is_some())
}

pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Language;

    fn languages(extension: &str) -> Option<Language> {
        ["cpp", "py"].contains(&extension).then(|| Language(extension.into()))
    }

    #[test]
    fn a_file_asks_for_its_standard_in_any_folder() {
        let folder = tempfile::tempdir().unwrap();
        let standard = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            let id = ProblemId::parse("a").unwrap();
            solutions(folder.path(), &id, &[path], &languages)[0].build.standard.clone()
        };
        assert_eq!(
            standard("a.cpp", "//@ std: c++17\n//@ expect: wrong-answer\nint main() {}\n").as_deref(),
            Some("c++17")
        );
        assert_eq!(standard("b.cpp", "// nothing\nint main() {}\n"), None);
        assert_eq!(standard("c.py", "#@ std: c++17\nprint(1)\n"), None);
    }

    #[test]
    fn different_names_have_different_slugs_and_a_slug_keeps_its_own() {
        let names = ["A", "a-2", "暴力", "正解", "a", "a b", "a_b", "problem", "a"].map(str::to_owned);
        let slugs: Vec<String> = slugs(&names).iter().map(ToString::to_string).collect();
        assert_eq!(slugs, ["a-3", "a-2", "problem-2", "problem-3", "a", "a-b", "a-b-2", "problem", "a-4"]);
    }

    #[test]
    fn different_files_are_different_solutions() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["x y.py", "x-y.py", "x_y.py", "暴力.py", "正解.py", "a.py", "A.py", "x%20y.py", "x\ty.py", "-.py"];
        let paths: Vec<PathBuf> = names.iter().map(|name| folder.path().join(name)).collect();
        let solutions = solutions(folder.path(), &ProblemId::parse("a").unwrap(), &paths, &languages);
        let ids: BTreeSet<String> = solutions.iter().map(|solution| solution.id.to_string()).collect();
        assert_eq!(ids.len(), names.len(), "{ids:?}");
        // The same names, whatever lies beside.
        let alone = super::solutions(folder.path(), &ProblemId::parse("a").unwrap(), &paths[1..2], &languages);
        assert_eq!(alone[0].id, solutions[1].id);
    }

    #[test]
    fn programs_of_one_name_are_one_problem_and_the_rest_share_what_nobody_names() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "a.cpp",
            "a.py",
            "B.cpp",
            "fast.cpp",
            "checker.cpp",
            "a1.in",
            "a1.out",
            "1.in",
            "1.ans",
            "b/x.in",
            "b/x.out",
        ];
        for name in names {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "#  include \"testlib.h\"\n").unwrap();
        }
        let (catalog, diagnostics) = load(folder.path(), &languages);
        assert_eq!(diagnostics, []);
        let tests = |problem: &Problem| problem.tests.iter().map(|test| test.id.to_string()).collect::<Vec<_>>();
        let problems: Vec<_> = catalog.problems.iter().map(|problem| (&*problem.title, tests(problem))).collect();
        let whole = folder.path().file_name().unwrap().to_str().unwrap();
        assert!(problems.contains(&("a", vec!["a1".to_owned()])), "{problems:?}");
        assert!(problems.contains(&("B", vec!["b/x".to_owned()])), "{problems:?}");
        assert!(problems.contains(&(whole, vec!["1".to_owned()])), "{problems:?}");
        let solutions: Vec<String> = catalog.solutions.iter().map(|solution| solution.display.clone()).collect();
        assert_eq!(solutions.len(), 4, "{solutions:?}");
        let Judging::Checker(checker) = &catalog.problems[0].judging else { panic!("a checker") };
        assert_eq!(checker.protocol, Protocol::Testlib);
    }
}

use super::*;
use model::{Comments, Language, Languages};

fn languages(extension: &str) -> Option<Language> {
    ["cpp", "py"].contains(&extension).then(|| Language(extension.into()))
}

#[test]
fn a_folder_named_after_a_language_chooses_among_those_that_share_an_extension() {
    let root = tempfile::tempdir().unwrap();
    let sharing = |extension: &str| match extension {
        "pypy/py" => Some(Language("pypy".into())),
        "py" => Some(Language("python".into())),
        _ => None,
    };
    let language = |name: &str| {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "print(1)\n").unwrap();
        let id = ProblemId::parse("a").unwrap();
        solutions(root.path(), root.path(), &id, &[path], &Making::default(), &sharing)[0].language.0.to_string()
    };
    assert_eq!(["a.py", "pypy/a.py", "other/a.py"].map(language), ["python", "pypy", "python"]);
}

struct OneWithStandards;

impl Languages for OneWithStandards {
    fn of_extension(&self, extension: &str) -> Option<Language> {
        languages(extension)
    }

    fn comments(&self, _: &Language) -> Comments {
        Comments::default()
    }

    fn has_standards(&self, language: &Language) -> bool {
        &*language.0 == "cpp"
    }
}

#[test]
fn a_file_asks_for_its_standard_in_any_folder() {
    let folder = tempfile::tempdir().unwrap();
    let standard = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let id = ProblemId::parse("a").unwrap();
        solutions(folder.path(), folder.path(), &id, &[path], &Making::default(), &OneWithStandards)[0]
            .build
            .standard
            .clone()
    };
    assert_eq!(
        standard("a.cpp", "//@ std: c++17\n//@ expect: wrong-answer\nint main() {}\n").as_deref(),
        Some("c++17")
    );
    assert_eq!(standard("b.cpp", "// nothing\nint main() {}\n"), None);
    assert_eq!(standard("c.py", "//@ std: c++17\nprint(1)\n"), None);
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
    let (id, place) = (ProblemId::parse("a").unwrap(), folder.path());
    let solutions = solutions(place, place, &id, &paths, &Making::default(), &languages);
    let ids: BTreeSet<String> = solutions.iter().map(|solution| solution.id.to_string()).collect();
    assert_eq!(ids.len(), names.len(), "{ids:?}");
    // The same names, whatever lies beside.
    let alone = super::solutions(place, place, &id, &paths[1..2], &Making::default(), &languages);
    assert_eq!(alone[0].id, solutions[1].id);
}

#[test]
fn programs_of_one_name_are_one_problem_and_the_rest_share_what_nobody_names() {
    let folder = tempfile::tempdir().unwrap();
    let names =
        ["a.cpp", "a.py", "B.cpp", "fast.cpp", "checker.cpp", "a1.in", "a1.out", "1.in", "1.ans", "b/x.in", "b/x.out"];
    for name in names {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "#  include \"testlib.h\"\n").unwrap();
    }
    let (catalog, diagnostics) = load(folder.path(), &languages, &folder.path().join("stage"));
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

#[test]
fn tests_beside_a_program_have_the_same_names_whether_they_are_named_or_found() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["s/a.py", "s/1.in", "s/1.out", "s/2.in", "s/2.out", "own/b.py", "own/b1.in", "own/b1.out", "own/c.py"]
    {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::write(at(name), name).unwrap();
    }
    let check = |program: &str, test: &str, expected: (&str, &str)| {
        for tests in [TestPlaces::Beside, TestPlaces::In(vec![at(test)])] {
            let request = Request {
                home: folder.path(),
                programs: &[at(program)],
                tests: &tests,
                rules: &Rules::default(),
                without: &[],
                sharing: Sharing::WithNeighbour,
                stage: &at("stage"),
                making: &Making::default(),
            };
            let catalog = assemble(&request, &languages).catalog;
            let problem = &catalog.problems[0];
            assert_eq!((problem.id.as_str(), &*problem.tests[0].id.0), expected, "{tests:?}");
        }
    };
    check("s/a.py", "s/1.in", ("s", "1"));
    check("own/b.py", "own/b1.in", ("b", "b1"));
}

#[test]
fn of_several_programs_that_would_judge_the_others_are_named() {
    let check = |names: &[&str], expected: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        ["1.in", "1.out"].iter().chain(names).for_each(|name| fs::write(at(name), name).unwrap());
        let titles = |diagnostics: Vec<Diagnostic>| {
            diagnostics.iter().map(|one| format!("{}: {}", one.path.display(), one.title)).collect::<Vec<_>>()
        };
        assert_eq!(titles(of_tests(folder.path(), &languages).1), expected, "{names:?}, tests alone");
        fs::write(at("a.cpp"), "").unwrap();
        assert_eq!(titles(load(folder.path(), &languages, &at("stage")).1), expected, "{names:?}");
    };
    check(&["checker.cpp"], &[]);
    check(&["checker.cpp", "checker.py"], &["checker.py: it is not used: checker.cpp judges"]);
    check(
        &["check.cpp", "checker.py", "chk.cpp"],
        &["checker.py: it is not used: check.cpp judges", "chk.cpp: it is not used: check.cpp judges"],
    );
    check(&["validator.py", "val.py", "generator.py", "chk.cpp"], &[]);
}

#[test]
fn a_program_that_is_no_file_is_named_and_nothing_judges_in_place_of_a_checker() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    ["a.cpp", "1.in", "1.out"].into_iter().for_each(|name| fs::write(at(name), name).unwrap());
    assert!(std::process::Command::new("mkfifo").arg(at("d.cpp")).status().unwrap().success());
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, at(name)).unwrap();
    link("/dev/zero", "e.py");
    link("nowhere", "checker.cpp");
    fs::create_dir(at("next.py")).unwrap();
    let (catalog, diagnostics) = load(folder.path(), &languages, &at("stage"));
    let called: Vec<String> = diagnostics.iter().map(|one| one.path.display().to_string()).collect();
    assert_eq!((called, catalog.solutions.len()), (vec!["d.cpp".to_owned(), "e.py".to_owned()], 1));
    let Judging::Checker(checker) = &catalog.problems[0].judging else { panic!("a checker") };
    assert_eq!(checker.file, at("checker.cpp"));
    let (catalog, diagnostics) = of_tests(folder.path(), &languages);
    let broken: Vec<String> = diagnostics.iter().map(|one| one.path.display().to_string()).collect();
    assert_eq!((broken, catalog.problems.len()), (vec!["checker.cpp".to_owned()], 0));
}

/// Programs whose names begin with one another, and tests that are saved for one after the other.
#[test]
fn each_test_goes_to_the_program_for_which_it_was_saved() {
    let stems = ["a", "a1", "a11", "a2", "A-1", "a-", "a-1-2", "b", "1", "10", "sol", "sol2", "sol-2", "so"];
    // A linear congruential generator: the same cases every time.
    let mut state: u64 = 7;
    let mut random = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % most
    };
    for round in 0..60 {
        let folder = tempfile::tempdir().unwrap();
        let mut programs: Vec<PathBuf> = Vec::new();
        for _ in 0..2 + random(5) {
            let program = folder.path().join(format!("{}.py", stems[random(stems.len())]));
            fs::write(&program, "").unwrap();
            programs.push(program);
        }
        programs.sort();
        programs.dedup();
        let tests = |program: &PathBuf| {
            let (name, listing) = around(program, &Making::default(), &languages);
            listing.beside(&name).pairs
        };
        let mut saved: Vec<(PathBuf, &PathBuf)> = Vec::new();
        for _ in 0..12 {
            let program = &programs[random(programs.len())];
            let fits = fitting(program, &Making::default(), &languages);
            let (input, answer) = next::after(program, &tests(program), fits).unwrap();
            [&input, &answer].into_iter().for_each(|path| fs::write(path, "").unwrap());
            saved.push((input, program));
        }
        for program in &programs {
            let found: BTreeSet<PathBuf> = tests(program).into_iter().map(|pair| pair.input).collect();
            let own = saved.iter().filter(|(_, of)| *of == program).map(|(input, _)| input.clone());
            let own: BTreeSet<PathBuf> = own.collect();
            let others: BTreeSet<PathBuf> =
                saved.iter().filter(|(_, of)| *of != program).map(|(input, _)| input.clone()).collect();
            assert!(found.is_superset(&own), "round {round}, {program:?}: {own:?} are not among {found:?}");
            assert!(
                own.is_empty() || found.is_disjoint(&others),
                "round {round}, {program:?}: {found:?}, own: {own:?}"
            );
        }
    }
}

#[test]
fn a_program_that_is_named_is_a_solution_and_judges_nothing() {
    for stem in ["checker", "check", "chk", "interactor", "validator", "val", "gen"] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let program = at(&format!("{stem}.py"));
        fs::write(&program, "").unwrap();
        ["1.in", "1.out", "b.py"].iter().for_each(|name| fs::write(at(name), "").unwrap());
        let (stage, rules) = (at("stage"), Rules::default());
        let of = |programs: &[PathBuf]| {
            let request = Request {
                home: folder.path(),
                programs,
                tests: &TestPlaces::Beside,
                rules: &rules,
                without: &[],
                sharing: Sharing::Nothing,
                stage: &stage,
                making: &Making::default(),
            };
            let problem = Problem::clone(&assemble(&request, &languages).catalog.problems[0]);
            (matches!(problem.judging, Judging::Compare(_)), problem.validators.is_empty())
        };
        assert_eq!(of(&[program]), (true, true), "{stem}");
        let judges = !["validator", "val", "gen"].contains(&stem);
        assert_eq!(of(&[at("b.py")]), (!judges, !["validator", "val"].contains(&stem)), "{stem}");
    }
}

#[test]
fn a_dialogue_needs_no_answers_and_anything_else_does() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| fs::write(folder.path().join(name), name).unwrap();
    let outside = tempfile::tempdir().unwrap();
    let stage = outside.path().join("stage");
    write("sol.py");
    assert!(!is_one(folder.path(), &languages));
    ["1.in", "2.in"].into_iter().for_each(write);
    let (catalog, diagnostics) = load(folder.path(), &languages, &stage);
    assert!(catalog.problems.is_empty() && is_one(folder.path(), &languages));
    let titles: Vec<&str> = diagnostics.iter().map(|diagnostic| &*diagnostic.title).collect();
    assert_eq!(titles, ["no answer; 1 more like it", "no tests for it: not judged"]);
    write("interactor.py");
    fs::write(folder.path().join("2.ans"), "7").unwrap();
    let (catalog, diagnostics) = load(folder.path(), &languages, &stage);
    assert_eq!(diagnostics, []);
    let answers = catalog.problems[0].tests.iter().map(|test| fs::read_to_string(&test.answer).unwrap());
    assert_eq!(answers.collect::<Vec<_>>(), ["", "7"]);
    let ids: Vec<String> = catalog.problems[0].tests.iter().map(|test| test.id.to_string()).collect();
    assert_eq!(ids, ["1", "2"]);
}

#[test]
fn tests_in_the_file_of_another_tool_are_the_programs_own_and_options_come_before_its_limits() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let problem =
        r#"{"tests":[{"input":"1","output":"2"},{"input":"3","output":"4"}],"timeLimit":3000,"memoryLimit":64}"#;
    write("a.cpp", "");
    write(".cph/a.cpp_0123456789abcdef0123456789abcdef.prob", problem);
    assert!(is_one(folder.path(), &languages));
    let stage = tempfile::tempdir().unwrap();
    let tests = |given: GivenLimits| {
        let rules = Rules { given, limits: Limits { cpu: USUAL_TIME, ..Limits::default() }, ..Rules::default() };
        let request = Request {
            home: folder.path(),
            programs: &[folder.path().join("a.cpp")],
            tests: &TestPlaces::Beside,
            rules: &rules,
            without: &[],
            sharing: Sharing::Nothing,
            stage: stage.path(),
            making: &Making::default(),
        };
        let AssembledPrograms { catalog, found, .. } = assemble(&request, &languages);
        let ids: Vec<String> = found[0].pairs.iter().map(|pair| pair.id.to_string()).collect();
        let nameless = found[0].of(&Oddity::Nameless).count();
        (ids.join(" "), nameless, catalog.problems[0].limits.cpu, catalog.problems[0].limits.memory)
    };
    let (three, small) = (Duration::from_secs(3), ByteSize::mib(64));
    assert_eq!(tests(GivenLimits::default()), ("1 2".to_owned(), 0, three, small));
    // The only program has the files without a name, too; beside another they are not its.
    ["1.in", "1.out"].into_iter().for_each(|name| write(name, ""));
    assert_eq!(tests(GivenLimits::default()).0, "1 1-2 2");
    write("b.cpp", "");
    assert_eq!(tests(GivenLimits::default()), ("1 2".to_owned(), 1, three, small));
    let given = GivenLimits { time: Some(USUAL_TIME), memory: None };
    assert_eq!(tests(given), ("1 2".to_owned(), 1, USUAL_TIME, small));
}

#[test]
fn the_grammar_that_says_what_is_valid_makes_inputs_where_no_other_does() {
    for (files, expected) in [
        ("a.cpp", ""),
        ("input.ctd", "input.ctd"),
        ("in.ctd", "in.ctd"),
        ("in.ctd input.ctd", "in.ctd"),
        ("b.ctd a.ctd input.ctd", "a.ctd b.ctd"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        files.split(' ').for_each(|name| fs::write(folder.path().join(name), "").unwrap());
        let found: Vec<String> = roles::grammars(folder.path()).iter().map(|path| file_name(path)).collect();
        assert_eq!(found.join(" "), expected, "{files}");
    }
}

//! Changes every field, one by one, and checks whether the fingerprint and the plan's id change.

use super::*;
use crate::build::{Cache, LanguageEntry, Languages};
use model::{
    ByteSize, Comparison, Group, Language, Points, ProblemId, Protocol, Scoring, Solution, SolutionId, TestId,
    TestJudging, TimeAllowed, TimeFactor, TokenOptions,
};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tempfile::TempDir;

/// A problem with a checker and a group, and one solution. One test lies in the group, one in none.
struct Scene {
    folder: TempDir,
    language: LanguageEntry,
    planned: PlannedSolution,
}

impl Scene {
    fn new() -> Scene {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| -> PathBuf {
            fs::write(folder.path().join(name), text).unwrap();
            folder.path().join(name)
        };
        let test = |id: &str, name: &str| {
            let (input, answer) = (file(&format!("{name}.in"), "1\n"), file(&format!("{name}.ans"), "2\n"));
            Arc::new(Test::new(TestId(id.into()), input, answer))
        };
        let tests = vec![test("secret/1", "1"), test("secret/small/2", "2")];
        let group = Group {
            name: "secret/small".into(),
            limits: Limits::default(),
            points: Points(50_000_000),
            scoring: Scoring::Min,
            requires: Vec::new(),
            tests: 1,
        };
        let (file, args) = (file("checker.rs", "checker"), vec!["exact".to_owned()]);
        let problem = Problem {
            title: "P".to_owned(),
            judging: Judging::Checker(ProgramSpec { protocol: Protocol::Icpc, file, args, accepts_answers: true }),
            groups: vec![group],
            tests: tests.clone(),
            dir: folder.path().to_path_buf(),
            ..Problem::new(ProblemId::parse("p").unwrap())
        };
        let path = folder.path().join("p.rs");
        fs::write(&path, "solution").unwrap();
        let (id, display) = (SolutionId::parse("p", "rs").unwrap(), path.display().to_string());
        let solution = Solution::new(id, Language("rust".into()), path, display);
        let (problem, solution) = (Arc::new(problem), Arc::new(solution));
        let time = TimeAllowed::Limit(TimeFactor::default());
        let planned = PlannedSolution { problem, solution, tests, time };
        // A compiler that exists on every machine and answers at once.
        let mut language = Languages::built_in().unwrap().entries.remove(0);
        (language.tools, language.version) = (vec!["true".into()], vec!["--version".into()]);
        (language.locate, language.program_in_prefix) = (Vec::new(), None);
        Scene { folder, language, planned }
    }

    fn problem(&mut self) -> &mut Problem {
        Arc::make_mut(&mut self.planned.problem)
    }

    fn group(&mut self) -> &mut Group {
        &mut self.problem().groups[0]
    }

    fn spec(&mut self) -> &mut ProgramSpec {
        match &mut self.problem().judging {
            Judging::Checker(spec) | Judging::Interactor(spec) => spec,
            Judging::Compare(_) => panic!("the scene has a checker"),
        }
    }

    fn write(&self, name: &str) {
        fs::write(self.folder.path().join(name), "another\n").unwrap();
    }

    /// The fingerprints of both tests, and the id of the plan.
    fn keys(&self) -> ([Key; 2], Key) {
        let cache = Cache::open(&self.folder.path().join("cache")).unwrap();
        let builder = Builder::new(Languages { entries: vec![self.language.clone()] }, cache);
        let plan = Plan { solutions: vec![self.planned.clone()] };
        let mut files = Files { builder: &builder, hashes: FileHashes::default(), store: Store::none() };
        let solution = files.program(&SourceFile::of(&self.planned.solution)).unwrap();
        let judges: Vec<Key> = self.planned.problem.judges().map(|file| files.tool(file).unwrap()).collect();
        let judge = of_judges(&judges);
        let programs = ProgramKeys { solution: &solution, judge: judge.as_ref() };
        let share = builder.languages().share(&self.planned.solution.language);
        let terms = Terms::of(&self.planned, programs, &share);
        let tests = [0, 1].map(|at| {
            let test = &self.planned.tests[at];
            let contents = [&test.input, &test.answer].map(|file| files.content(file).unwrap());
            terms[Terms::place(&self.planned, test)].with(test, &contents[0], &contents[1])
        });
        (tests, plan_id(&plan, &builder).unwrap())
    }
}

/// `expected` says what changes: the fingerprint of the test in no group, that of the test in the
/// group, and the plan's id.
fn check(expected: [bool; 3], change: impl Fn(&mut Scene)) {
    // Of a folder of its own, which counts for nothing.
    static UNCHANGED: LazyLock<([Key; 2], Key)> = LazyLock::new(|| Scene::new().keys());
    let (before, mut scene) = (&*UNCHANGED, Scene::new());
    change(&mut scene);
    let after = scene.keys();
    let changed = [before.0[0] != after.0[0], before.0[1] != after.0[1], before.1 != after.1];
    assert_eq!(changed, expected, "{:?}", scene.planned);
}

const ALL: [bool; 3] = [true; 3];
const NOTHING: [bool; 3] = [false; 3];
const FIRST: [bool; 3] = [true, false, true];
const IN_GROUP: [bool; 3] = [false, true, true];
const ID: [bool; 3] = [false, false, true];

#[test]
fn another_folder_is_nothing() {
    check(NOTHING, |_| {});
}

#[test]
fn every_limit_counts_where_it_holds() {
    let changes: [fn(&mut Limits); 9] = [
        |limits| limits.cpu += Duration::from_nanos(1),
        |limits| limits.wall += Duration::from_nanos(1),
        |limits| limits.memory.0 += 1,
        |limits| limits.output.0 += 1,
        |limits| limits.stack.0 += 1,
        |limits| limits.processes += 1,
        |limits| limits.open_files += 1,
        |limits| limits.file_size.0 += 1,
        |limits| limits.fork = true,
    ];
    for change in changes {
        check(FIRST, |scene| change(&mut scene.problem().limits));
        check(IN_GROUP, |scene| change(&mut scene.group().limits));
        check(ALL, |scene| change(&mut scene.problem().tool_limits));
    }
}

#[test]
fn what_the_problem_says_about_judging_counts() {
    check(ALL, |scene| scene.problem().passes = 2);
    check(ALL, |scene| scene.problem().rules.behind = Some(Judging::Compare(Comparison::Exact)));
    check(FIRST, |scene| {
        let judged = TestJudging { checker_args: vec!["--strict".into()], ..TestJudging::default() };
        Arc::make_mut(&mut scene.planned.tests[0]).judged = Some(Arc::new(judged));
    });
    check(ALL, |scene| scene.spec().protocol = Protocol::Testlib);
    check(ALL, |scene| scene.spec().args.push("x".into()));
    check(ALL, |scene| {
        let spec = scene.spec().clone();
        scene.problem().judging = Judging::Interactor(spec);
    });
    check(IN_GROUP, |scene| scene.group().points = Points(1));
    check(IN_GROUP, |scene| scene.group().scoring = Scoring::PassFail);
    check(ID, |scene| scene.group().requires.push("sample".into()));
    check(NOTHING, |scene| scene.spec().accepts_answers = false);
}

#[test]
fn every_option_of_a_comparison_counts() {
    let default = TokenOptions::default();
    let comparisons = [
        Comparison::Lines,
        Comparison::Exact,
        Comparison::Unordered,
        Comparison::Tokens(default),
        Comparison::Tokens(TokenOptions { case_sensitive: false, ..default }),
        Comparison::Tokens(TokenOptions { space_change_sensitive: true, ..default }),
        Comparison::Tokens(TokenOptions { float_absolute: Some(0.5), ..default }),
        Comparison::Tokens(TokenOptions { float_relative: Some(0.5), ..default }),
        Comparison::Tokens(TokenOptions { float_relative: Some(0.25), ..default }),
    ];
    let mut seen = Vec::new();
    for comparison in comparisons {
        let mut scene = Scene::new();
        scene.problem().judging = Judging::Compare(comparison);
        let keys = scene.keys();
        for (tests, id) in &seen {
            let (these, other): (&[Key; 2], &[Key; 2]) = (&keys.0, tests);
            assert!(these[0] != other[0] && these[1] != other[1] && keys.1 != *id, "{comparison:?}");
        }
        seen.push(keys);
    }
}

#[test]
fn contents_count_and_names_do_not() {
    check(ALL, |scene| scene.write("p.rs"));
    check(ALL, |scene| scene.write("checker.rs"));
    for name in ["1.in", "1.ans"] {
        check(FIRST, |scene| scene.write(name));
    }
    for name in ["2.in", "2.ans"] {
        check(IN_GROUP, |scene| scene.write(name));
    }
    check(NOTHING, |scene| {
        let other = scene.folder.path().join("other");
        fs::rename(&scene.planned.tests[0].input, &other).unwrap();
        Arc::make_mut(&mut scene.planned.tests[0]).input = other;
    });
}

#[test]
fn every_part_of_a_language_counts() {
    let changes: [fn(&mut LanguageEntry); 10] = [
        |entry| entry.compile.push("-g".into()),
        |entry| entry.args.push("-x".into()),
        |entry| entry.env.push("A=1".into()),
        |entry| entry.source = "main.rs".into(),
        |entry| entry.program = "{out}/other".into(),
        |entry| entry.readable.push("/opt".into()),
        |entry| entry.processes += 1,
        |entry| entry.time_factor = 2.0,
        |entry| entry.memory_extra = 64,
        |entry| entry.version = vec!["--help".into()],
    ];
    for change in changes {
        check(ALL, |scene| change(&mut scene.language));
    }
    check(ALL, |scene| scene.language.tools = vec!["no such compiler".into()]);
}

#[test]
fn what_is_not_about_judging_does_not_count() {
    check(NOTHING, |scene| {
        let problem = scene.problem();
        (problem.title, problem.title_zh) = ("Q".into(), Some("Q".into()));
        problem.source.judge = Some("poj".into());
        problem.invalid.push("x".into());
        problem.validators = vec!["validator.rs".into()];
        problem.generator = Some("generator.rs".into());
        problem.generate.push((TestId("secret/9".into()), Vec::new()));
        problem.dir.push("x");
    });
    check(NOTHING, |scene| {
        let solution = Arc::make_mut(&mut scene.planned.solution);
        solution.display.push('x');
        solution.size = ByteSize(9);
        solution.notes.push("note".into());
    });
}

#[test]
fn names_of_solutions_and_tests_are_part_of_the_plan_alone() {
    check(ID, |scene| Arc::make_mut(&mut scene.planned.solution).id = SolutionId::parse("p--x", "rs").unwrap());
    check(ID, |scene| Arc::make_mut(&mut scene.planned.tests[0]).id = TestId("secret/0".into()));
    check(ID, |scene| {
        let test = scene.planned.tests[0].clone();
        scene.planned.tests.push(test);
    });
}

//! One program on one input, a debugger's calls, and what this machine has.

use crate::scene::{Heard, Scene};
use judge::debug::{DebugBuild, DebugRequest};
use judge::machine::Health;
use judge::{
    BuildChange, Call, Files, Judge, Languages, LooseFiles, Meaning, Once, OnceOutcome, OwnRules, Restriction,
    RunInput, Words,
};
use model::{TimeFactor, Verdict};
use std::time::Duration;

tests![
    a_run_on_an_input_is_compared_where_an_answer_lies_beside_it,
    a_run_on_an_input_has_the_limits_of_the_page,
    a_solution_meets_an_input_by_the_rules_of_its_problem,
    what_is_not_an_input_is_refused,
    words_name_files_or_a_place_that_they_choose_from,
    a_debugger_is_called_with_the_test,
    a_tool_that_solutions_use_is_needed,
];

fn a_run_on_an_input_is_compared_where_an_answer_lies_beside_it() {
    let scene = Scene::empty();
    scene.write("twice.py", "print(2 * int(input()))\n");
    scene.write("1.in", "4\n");
    scene.write("1.ans", "8\n");
    scene.write("2.in", "4\n");
    scene.write("2.ans", "9\n");
    scene.write("3.in", "4\n");
    scene.write("odd.in", "four\n");
    let languages = Languages::built_in().unwrap();
    let (files, rules) = (Files::of_programs(vec![scene.path("twice.py")]), OwnRules::default());
    let here = scene.path("");
    let loose = LooseFiles { here: &here, files: &files, rules: &rules, names: None, without: &[], columns: 120 };
    let check = |input: &str, expected: Option<Verdict>, is_good: bool| {
        let input = RunInput::named(input.as_ref(), &here).unwrap();
        let (build, time_factor) = (BuildChange::default(), TimeFactor::default());
        let once = Once { input, build, time_factor, languages: &languages, named: None };
        let (mut heard, mut seen) = (Heard::default(), None);
        loose
            .once(&once, &mut scene.caller(&mut heard), &mut |_, ran| {
                let OnceOutcome::Ended { ended, compared } = ran else { panic!("it does not compile") };
                let failure = ended.failure.as_ref().map(|decision| decision.verdict);
                seen = Some((failure.or(compared.as_ref().and_then(|test| test.verdict)), ran.is_good()));
                Ok(())
            })
            .unwrap();
        assert_eq!(seen, Some((expected, is_good)));
    };
    check("1.in", Some(Verdict::Accepted), true);
    check("2.in", Some(Verdict::WrongAnswer), false);
    check("3.in", None, true);
    check("odd.in", Some(Verdict::RunTimeError), false);
}

/// What becomes of the programs on an input: the time limit of each, and its verdict.
fn ran(scene: &Scene, files: &Files, input: &str) -> Vec<(Duration, Option<Verdict>)> {
    let (languages, rules, here) = (Languages::built_in().unwrap(), OwnRules::default(), scene.path(""));
    let loose = LooseFiles { here: &here, files, rules: &rules, names: None, without: &[], columns: 120 };
    let input = RunInput::named(input.as_ref(), &here).unwrap();
    let (build, time_factor) = (BuildChange::default(), TimeFactor::default());
    let once = Once { input, build, time_factor, languages: &languages, named: None };
    let (mut heard, mut seen) = (Heard::default(), Vec::new());
    loose
        .once(&once, &mut scene.caller(&mut heard), &mut |_, ran| {
            let OnceOutcome::Ended { ended, compared } = ran else { panic!("it does not compile") };
            seen.push((ended.limits.cpu, compared.as_ref().and_then(|test| test.verdict)));
            Ok(())
        })
        .unwrap();
    seen
}

fn a_run_on_an_input_has_the_limits_of_the_page() {
    let scene = Scene::empty();
    for (name, time) in [("a", 1500), ("b", 3500)] {
        scene.write(&format!("{name}.py"), "print(2 * int(input()))\n");
        scene.write(&format!(".harness/{name}.json"), &format!(r#"{{"timeLimit": {time}}}"#));
    }
    scene.write("c.py", "print(2 * int(input()))\n");
    scene.write("any.txt", "4\n");
    let files = Files::of_programs(["a.py", "b.py", "c.py"].map(|name| scene.path(name)).into());
    let limits: Vec<Duration> = ran(&scene, &files, "any.txt").into_iter().map(|(limit, _)| limit).collect();
    assert_eq!(limits, [1500, 3500, 2000].map(Duration::from_millis));
}

fn a_solution_meets_an_input_by_the_rules_of_its_problem() {
    let scene = Scene::twice();
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[limits]\ntime = 1.5\n[checker]\nfile = \"c.py\"\n");
    scene.write("problems/twice/c.py", "import sys\nsys.exit(42)\n");
    scene.write("mine/1.in", "4\n");
    scene.write("mine/1.ans", "another output that is right\n");
    let judge = scene.open();
    let plan = judge.select(&Words::new(scene.path(""), ["twice/twice"]), Restriction::default()).unwrap().plan;
    let [(limit, verdict)] = ran(&scene, &judge.as_files(&plan), "mine/1.in")[..] else { panic!("one program") };
    assert_eq!((limit.as_millis() % 1500, verdict), (0, Some(Verdict::Accepted)), "its limit, times Python's");
}

fn what_is_not_an_input_is_refused() {
    let scene = Scene::empty();
    scene.write("folder/1.in", "");
    for (input, why) in [("folder", "folder is a folder, not an input"), ("gone", "there is no file gone")] {
        let refused = RunInput::named(input.as_ref(), &scene.path("")).err().unwrap();
        assert_eq!(refused.to_string(), why);
    }
}

fn words_name_files_or_a_place_that_they_choose_from() {
    let scene = Scene::twice();
    scene.write("../alone/a.py", "");
    let meant = |here: &str, words: &[&str]| {
        let here = scene.path(here).canonicalize().unwrap();
        Call::of(Words::new(here, words.to_vec())).resolve()
    };
    let Ok(Meaning::Files(files, without)) = meant("../alone", &["a.py"]) else { panic!("not a file") };
    assert!(files.programs[0].ends_with("alone/a.py") && without.is_empty(), "{files:?}");
    let Ok(Meaning::Place(opening)) = meant("", &["twice/brute"]) else { panic!("not a place") };
    assert_eq!(opening.words.words, ["twice/brute"]);
    assert_eq!(opening.judge.catalog.solutions.len(), 2);
    assert!(meant("../alone", &["gone"]).is_err());
}

fn a_debugger_is_called_with_the_test() {
    let scene = Scene::twice();
    let judge = scene.open();
    let plan = |words: &[&str]| {
        judge.select(&Words::new(scene.path(""), words.to_vec()), Restriction::default()).unwrap().plan
    };
    let both = plan(&["twice"]);
    assert!(DebugRequest::of(&both, "sample/1").is_err(), "two programs");
    let one = plan(&["twice/brute"]);
    assert!(DebugRequest::of(&one, "sample/*").is_err(), "two tests");
    let wanted = DebugRequest::of(&one, "sample/1").unwrap();
    let prepared = judge.prepare_debug(&wanted, &mut scene.caller(&mut Heard::default())).unwrap();
    let DebugBuild::Ready(launch) = prepared else { panic!("Python compiles nothing") };
    let [call] = &launch.calls().unwrap()[..] else { panic!("pdb is one debugger") };
    let ends = call.args.iter().rev().take(2).map(|arg| arg.to_str().unwrap()).collect::<Vec<_>>();
    assert!(ends[0].ends_with("sample/1.in") && ends[1].ends_with("twice--brute.py"), "{ends:?}");
}

fn a_tool_that_solutions_use_is_needed() {
    let scene = Scene::twice();
    let mut judge = scene.open();
    judge.languages.entries.retain(|entry| entry.id == "python");
    let builder = judge.builder().unwrap();
    let tools: Vec<_> = judge.tools(&builder).collect();
    let [(_, Health::Good, Ok(python))] = &tools[..] else { panic!("no Python") };
    assert!(python.label.contains("ython"), "{}", python.label);
    let nowhere = tempfile::tempdir().unwrap();
    let (empty, mistake) = Judge::of_machine(None, nowhere.path()).unwrap();
    assert!(empty.catalog.solutions.is_empty() && mistake.is_none());
}

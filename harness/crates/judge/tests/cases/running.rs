//! One program on one input, a debugger's calls, and what this machine has.

use crate::scene::{Heard, Scene};
use judge::debug::DebugRequest;
use judge::machine::Health;
use judge::{
    BuildChange, Call, Files, Languages, LooseFiles, Meaning, Once, OwnRules, Restriction, RunInput, Words, Workspace,
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
    scene.write("twice.sh", "read n\necho $((2 * n))\n");
    scene.write("1.in", "4\n");
    scene.write("1.ans", "8\n");
    scene.write("2.in", "4\n");
    scene.write("2.ans", "9\n");
    scene.write("3.in", "4\n");
    scene.write("odd.in", "4 + four +\n");
    let languages = &Languages::built_in().unwrap();
    let (files, rules) = (Files::of_programs(vec![scene.path("twice.sh")]), OwnRules::default());
    let here = scene.path("");
    let loose = LooseFiles::of(&here, &files, &rules, languages);
    let check = |input: &str, expected: Option<Verdict>, is_good: bool| {
        let input = RunInput::named(input.as_ref(), &here).unwrap();
        let (build, time_factor) = (BuildChange::default(), TimeFactor::default());
        let once = Once { input, build, time_factor };
        let ran = loose.once(&once, &mut scene.caller(&mut Heard::default())).unwrap();
        let failure = ran.ended.failure.as_ref().map(|decision| decision.verdict);
        let verdict = failure.or(ran.compared.as_ref().and_then(|test| test.verdict));
        assert_eq!((verdict, ran.is_good()), (expected, is_good));
    };
    check("1.in", Some(Verdict::Accepted), true);
    check("2.in", Some(Verdict::WrongAnswer), false);
    check("3.in", None, true);
    check("odd.in", Some(Verdict::RunTimeError), false);
}

/// What becomes of the program on an input: its time limit and its verdict.
fn ran(scene: &Scene, files: &Files, input: &str) -> (Duration, Option<Verdict>) {
    let (languages, rules, here) = (&Languages::built_in().unwrap(), OwnRules::default(), scene.path(""));
    let loose = LooseFiles::of(&here, files, &rules, languages);
    let input = RunInput::named(input.as_ref(), &here).unwrap();
    let (build, time_factor) = (BuildChange::default(), TimeFactor::default());
    let once = Once { input, build, time_factor };
    let ran = loose.once(&once, &mut scene.caller(&mut Heard::default())).unwrap();
    (ran.ended.limits.cpu, ran.compared.and_then(|test| test.verdict))
}

fn a_run_on_an_input_has_the_limits_of_the_page() {
    let scene = Scene::empty();
    for (name, time) in [("a", 1500), ("b", 3500)] {
        scene.write(&format!("{name}.sh"), "read n\necho $((2 * n))\n");
        scene.write(&format!(".harness/{name}.json"), &format!(r#"{{"timeLimit": {time}}}"#));
    }
    scene.write("c.sh", "read n\necho $((2 * n))\n");
    scene.write("any.txt", "4\n");
    let limit = |name: &str| ran(&scene, &Files::of_programs(vec![scene.path(name)]), "any.txt").0;
    assert_eq!(["a.sh", "b.sh", "c.sh"].map(limit), [1500, 3500, 2000].map(Duration::from_millis));
}

fn a_solution_meets_an_input_by_the_rules_of_its_problem() {
    let scene = Scene::twice();
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[limits]\ntime = 1.5\n[checker]\nfile = \"c.sh\"\n");
    scene.write("problems/twice/c.sh", "exit 42\n");
    scene.write("mine/1.in", "4\n");
    scene.write("mine/1.ans", "another output that is right\n");
    let judge = scene.open();
    let plan = judge.select(&Words::new(scene.path(""), ["twice/twice"]), Restriction::default()).unwrap().plan;
    let files = judge.as_files(plan, &mut scene.caller(&mut Heard::default())).unwrap();
    let (limit, verdict) = ran(&scene, &files, "mine/1.in");
    assert_eq!((limit.as_millis() % 1500, verdict), (0, Some(Verdict::Accepted)), "its limit, times the language's");
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
    scene.write("../alone/a.sh", "");
    let meant = |here: &str, words: &[&str]| {
        let here = scene.path(here).canonicalize().unwrap();
        Call::of(Words::new(here, words.to_vec())).resolve()
    };
    let Ok(Meaning::Files(files, without)) = meant("../alone", &["a.sh"]) else { panic!("not a file") };
    assert!(files.programs[0].ends_with("alone/a.sh") && without.is_empty(), "{files:?}");
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
    let launch = judge.prepare_debug(&wanted, &mut scene.caller(&mut Heard::default())).unwrap();
    assert!(launch.input.ends_with("sample/1.in") && launch.source.ends_with("twice--brute.sh"));
    assert!(launch.calls().is_err(), "gdb and lldb do not show it");
}

fn a_tool_that_solutions_use_is_needed() {
    let scene = Scene::twice();
    let mut judge = scene.open();
    judge.languages.entries.retain(|entry| entry.id == "bash");
    let builder = judge.builder().unwrap();
    let tools: Vec<_> = judge.tools(&builder).collect();
    let [(_, Health::Good, Ok(bash))] = &tools[..] else { panic!("no Bash") };
    assert!(bash.label.starts_with("bash "), "{}", bash.label);
    let nowhere = tempfile::tempdir().unwrap();
    let (empty, mistake) = Workspace::of_machine(None, nowhere.path()).unwrap();
    assert!(empty.catalog.solutions.is_empty() && mistake.is_none());
}

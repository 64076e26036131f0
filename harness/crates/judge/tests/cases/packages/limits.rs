//! Time limits that packages leave open: nobody judges otherwise because of what was run before.

use crate::scene::{Heard, Scene};
use judge::class::ClassRequest;
use judge::{
    BuildChange, Caller, Files, HuntBounds, InputRequest, Languages, LooseFiles, Once, OwnRules, Restriction, RunInput,
    StressRequest, Words, Workspace,
};
use model::record::SolutionRecord;
use model::{Event, TimeFactor};
use package::export::Content;
use std::sync::Arc;

tests![
    every_use_case_judges_the_same_with_an_empty_cache_and_with_a_full_one,
    a_part_of_a_plan_measures_no_limit_of_its_own,
];

const SUM: &str = "read a b\necho $((a + b))\n";

/// Computes for longer than the inferred limit of 0.2 s, and for less than the default of 5 s.
const SLOW: &str = "import time
while time.process_time() < 0.5: pass
print(sum(map(int, input().split())))
";

/// A package without a time limit, a slow submission that must be too slow, and one of a student.
fn scene() -> Scene {
    let scene = Scene::empty();
    let limits = "limits: {time_resolution: 0.2, time_multipliers: {ac_to_time_limit: 1.0}}";
    scene.write("problem.yaml", &format!("problem_format_version: 2025-09\nname: Sum\nuuid: 1\n{limits}\n"));
    scene.sums("data/secret", &[("1", 1, 2)]);
    scene.write("submissions/accepted/sum.sh", SUM);
    scene.write("submissions/time_limit_exceeded/slow.py", SLOW);
    scene.write("input.ctd", "INT(0, 9, a) SPACE INT(0, 9, b) NEWLINE EOF\n");
    scene
}

fn verdicts<'a>(solutions: impl IntoIterator<Item = &'a Arc<SolutionRecord>>) -> Vec<String> {
    let of = |solution: &Arc<SolutionRecord>| {
        let verdicts: Vec<_> = solution.tests.iter().map(|test| test.verdict).collect();
        format!("{} {verdicts:?} {:?}", solution.solution, solution.limits.cpu)
    };
    solutions.into_iter().map(of).collect()
}

type UseCase = fn(&Scene, &Workspace) -> Vec<String>;

/// What each use case says of the slow program.
const USE_CASES: [(&str, &str, UseCase); 6] = [
    ("run", "time_limit_exceeded/slow [Some(TimeLimit)] 200ms", |scene, judge| {
        let mut events = 0;
        let report = judge
            .run(&judge.whole_plan().unwrap(), &mut Caller::new(&scene.cancel, &mut |_: &Event| events += 1))
            .unwrap();
        assert!(events > 0);
        verdicts(&report.solutions)
    }),
    ("class", "slow.py: time-limit", |scene, judge| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("ann")).unwrap();
        std::fs::write(folder.path().join("ann/slow.py"), SLOW).unwrap();
        let class = judge.class(&ClassRequest::of(folder.path())).unwrap();
        let graded = class.grade(&mut scene.caller(&mut Heard::default())).unwrap();
        let failures = graded.attempts.values().map(|attempt| {
            format!("slow.py: {}", attempt.failure.as_ref().map_or("right".to_owned(), |f| f.verdict.to_string()))
        });
        failures.collect()
    }),
    ("check", "1 right, 1 wrong, 1 caught", |scene, judge| {
        let plan = judge.whole_plan().unwrap();
        let checked = judge.check(&plan, &mut scene.caller(&mut Heard::default())).unwrap();
        let [problem] = &checked.problems[..] else { panic!("{checked:?}") };
        let caught: usize = problem.kills.values().sum();
        let mut words = vec![format!("{} right, {} wrong, {caught} caught", problem.right, problem.wrong)];
        words.extend(checked.found.iter().map(|found| found.title.clone()));
        words
    }),
    ("once", "Some(TimeLimit) of 200ms", |scene, judge| {
        let (mut heard, languages, rules) = (Heard::default(), &Languages::built_in().unwrap(), OwnRules::default());
        let words = Words::new(scene.path(""), ["here/time_limit_exceeded/slow"]);
        let plan = judge.select(&words, Restriction::default()).unwrap().plan;
        let files: Files = judge.as_files(plan, &mut scene.caller(&mut heard)).unwrap();
        let here = scene.path("");
        let loose = LooseFiles::of(&here, &files, &rules, languages);
        let (input, build) = (RunInput::Bytes(b"1 2\n".to_vec()), BuildChange::default());
        let time_factor = TimeFactor::default();
        let once = Once { input, build, time_factor };
        let ran = loose.once(&once, &mut scene.caller(&mut heard)).unwrap();
        let verdict = ran.ended.failure.as_ref().map(|decision| decision.verdict);
        vec![format!("{verdict:?} of {:?}", ran.ended.limits.cpu)]
    }),
    ("stress", "Some(TimeLimit)", |scene, judge| {
        let inputs = InputRequest { input: Some(scene.path("input.ctd")), ..InputRequest::default() };
        let words = Words::new(scene.path(""), ["here/time_limit_exceeded/slow"]);
        let request = StressRequest { words, inputs, ..StressRequest::default() };
        let subjects = judge.subjects(&request).unwrap();
        let hunting = HuntBounds { seed: 1, from: 0, time: None, inputs: Some(1) };
        let outcome = judge.stress(&subjects, hunting, &mut scene.caller(&mut Heard::default())).unwrap();
        vec![format!("{:?}", outcome.first().map(|(_, find)| find.verdict))]
    }),
    ("import", "time = 0.2", |scene, judge| {
        let imports = judge.to_import(None, &mut scene.caller(&mut Heard::default())).unwrap();
        let Content::Made(manifest) = &imports[0].files["problems/here/problem.toml"] else { panic!() };
        String::from_utf8_lossy(manifest).lines().map(str::to_owned).collect()
    }),
];

fn every_use_case_judges_the_same_with_an_empty_cache_and_with_a_full_one() {
    let full = scene();
    let (judge, mut inferred) = (full.open(), 0);
    let mut hear = |event: &Event| inferred += usize::from(matches!(event, Event::Inferred(_)));
    judge.run(&judge.whole_plan().unwrap(), &mut Caller::new(&full.cancel, &mut hear)).unwrap();
    assert_eq!(inferred, 1);
    for (name, expected, judged) in USE_CASES {
        let empty = scene();
        let cold = judged(&empty, &empty.open());
        assert!(cold.iter().any(|line| line.ends_with(expected)), "{name}: {cold:?}");
        assert_eq!(judged(&full, &full.open()), cold, "{name}");
    }
}

fn a_part_of_a_plan_measures_no_limit_of_its_own() {
    let scene = scene();
    let (mut judge, part) = (scene.open(), "1/2".parse().ok());
    let part_of = |judge: &Workspace, plan| judge.part_of(plan, part, &judge.builder().unwrap());
    judge.inferred.file = Some(scene.path("limits.json"));
    let plan = judge.recalled(judge.whole_plan().unwrap()).unwrap();
    let refused = part_of(&judge, plan.clone()).err().unwrap();
    assert_eq!(refused.to_string(), "the time limit of here is still to be inferred, and machines must agree on it");
    let settled = judge.settled(plan, &mut scene.caller(&mut Heard::default())).unwrap();
    let recalled = judge.recalled(judge.whole_plan().unwrap()).unwrap();
    assert_eq!((recalled, part_of(&judge, settled.clone()).is_ok()), (settled.clone(), true));
    judge.inferred.file = None;
    assert!(part_of(&judge, settled).is_err(), "no other machine has this one's cache");
}

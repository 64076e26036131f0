//! Inputs on which solutions differ.

use crate::scene::{Heard, Scene};
use engine::run::{Settings, Sink};
use judge::{
    Containment, HuntBounds, InputRequest, Languages, OwnRules, StressRequest, Subjects, Task, Words, Workspace,
};
use lab::hunt::EndReason;
use model::record::SolutionRecord;
use model::{ByteSize, Event, FileNames, Progress, Verdict};
use sandbox::Cancel;
use std::sync::Arc;
use std::time::Duration;

tests![
    a_solution_that_differs_is_caught_by_a_small_input,
    programs_without_a_problem_are_judged_as_on_their_tests,
    what_was_measured_of_a_loop_is_shown_and_not_measured_again,
    a_find_is_shown_as_the_hunt_judged_it,
    a_cancelled_hunt_says_so,
];

fn scene() -> Scene {
    let scene = Scene::twice();
    scene.write("problems/twice/input.ctd", "INT(0, 1000, n) NEWLINE EOF\n");
    let wrong = "#@ expect: wrong-answer\nread n\necho $((n < 300 ? 2 * n : 600))\n";
    scene.write("solutions/bash/twice--mine.sh", wrong);
    scene
}

const HUNTING: HuntBounds = HuntBounds { seed: 1, from: 0, time: None, inputs: Some(30) };

fn request(scene: &Scene, word: &str) -> StressRequest {
    let words = Words::new(scene.path(""), [word]);
    StressRequest { words, against: None, inputs: InputRequest::default(), ..StressRequest::default() }
}

fn a_solution_that_differs_is_caught_by_a_small_input() {
    let (scene, mut heard) = (scene(), Heard::default());
    let judge = scene.open();
    let subjects = judge.subjects(&request(&scene, "twice/mine")).unwrap();
    let outcome = judge.stress(&subjects, HUNTING, &mut scene.caller(&mut heard)).unwrap();
    let (suspect, find) = outcome.first().unwrap();
    assert_eq!((suspect, find.verdict), (Some(0), Verdict::WrongAnswer));
    let n: u32 = str::from_utf8(&find.input).unwrap().trim().parse().unwrap();
    assert_eq!((n > 300, str::from_utf8(&find.answer).unwrap().trim()), (true, &*(2 * n).to_string()));
    // Those that should be right agree.
    let subjects = judge.subjects(&request(&scene, "twice")).unwrap();
    let outcome = judge.stress(&subjects, HUNTING, &mut scene.caller(&mut heard)).unwrap();
    assert!(outcome.first().is_none() && outcome.statistics.inputs == 30, "{outcome:?}");
    assert!(
        judge.subjects(&StressRequest { against: Some("twice".to_owned()), ..request(&scene, "twice/twice") }).is_err()
    );
}

/// A program beside a reference, a grammar and a limit in milliseconds.
fn plain_folder(program: &str, limit: u32) -> Scene {
    let scene = Scene::empty();
    scene.write("a.sh", program);
    scene.write("brute.sh", "echo 8\n");
    scene.write("in.ctd", "INT(0, 9, n) NEWLINE EOF\n");
    scene.write(".harness/a.json", &format!(r#"{{"timeLimit": {limit}, "memoryLimit": 100}}"#));
    scene
}

fn in_a_plain_folder(scene: &Scene) -> (Workspace, Subjects) {
    let words = Words::new(scene.path(""), ["a.sh"]);
    let request = StressRequest { words, ..StressRequest::default() };
    let (judge, subjects) = request.loose(&OwnRules::default(), &Languages::built_in().unwrap(), None).unwrap();
    (scene.with_own_cache(judge), subjects)
}

fn programs_without_a_problem_are_judged_as_on_their_tests() {
    let scene = plain_folder("echo 7\n", 700);
    scene.write("checker.sh", "exit 42\n");
    let (judge, subjects) = in_a_plain_folder(&scene);
    let limits = &subjects.problem.limits;
    assert_eq!((limits.cpu, limits.memory), (Duration::from_millis(700), ByteSize::mib(100)));
    let (hunting, mut heard) = (HuntBounds { inputs: Some(3), ..HUNTING }, Heard::default());
    let outcome = judge.stress(&subjects, hunting, &mut scene.caller(&mut heard)).unwrap();
    assert!(outcome.first().is_none() && outcome.statistics.inputs == 3, "the checker takes every output: {outcome:?}");
}

fn what_was_measured_of_a_loop_is_shown_and_not_measured_again() {
    let scene = plain_folder("while :; do :; done\n", 300);
    let (judge, subjects) = in_a_plain_folder(&scene);
    let mut heard = Heard::default();
    let outcome = judge.stress(&subjects, HUNTING, &mut scene.caller(&mut heard)).unwrap();
    let (suspect, find) = outcome.first().unwrap();
    assert_eq!((suspect, find.verdict, find.measured.is_some()), (Some(0), Verdict::TimeLimit, true));
    let input = judge.keep_find(&subjects.problem.id, find).unwrap();
    let (problem, solution) = subjects.with_find_alone(&subjects.suspects[0], find, &input);
    let single = judge.holding(problem, vec![solution.clone()]);
    let (plan, builder) = (single.whole_plan().unwrap(), single.builder().unwrap());
    let (sandbox, cancel) = (single.sandbox(&Containment::default()).unwrap(), Cancel::new().unwrap());
    let task = Task { given: subjects.measured(&solution, find), ..Task::of(&plan, Settings::of_machine(), &builder) };
    let mut results = Results(Vec::new());
    single.run_task(&*sandbox, &cancel, task, &mut results).unwrap();
    let (test, measured) = (&results.0[0].tests[0], &find.measured.as_ref().unwrap().judgement);
    // A second measurement would differ. A record has microseconds.
    let cpu = test.cpu.map(|cpu| cpu.as_micros());
    assert_eq!((test.verdict, cpu), (Some(Verdict::TimeLimit), Some(measured.usage.cpu.as_micros())));
    assert!(test.evidence.as_ref().is_some_and(|evidence| evidence.input.head == find.input), "{test:?}");
}

/// Also without a test that says how.
fn a_find_is_shown_as_the_hunt_judged_it() {
    let scene = plain_folder("read n <s.in\necho $((n + (n == 3))) >s.out\n", 700);
    scene.write("brute.sh", "cp s.in s.out\n");
    let files = FileNames { input: Some("s.in".to_owned()), output: Some("s.out".to_owned()) };
    let rules = OwnRules { files: files.clone(), ..OwnRules::default() };
    let words = Words::new(scene.path(""), ["a.sh"]);
    let request = StressRequest { words, ..StressRequest::default() };
    let (judge, subjects) = request.loose(&rules, &Languages::built_in().unwrap(), None).unwrap();
    let (judge, mut heard) = (scene.with_own_cache(judge), Heard::default());
    let outcome = judge.stress(&subjects, HUNTING, &mut scene.caller(&mut heard)).unwrap();
    let (_, find) = outcome.first().unwrap();
    assert_eq!((find.verdict, &*find.input), (Verdict::WrongAnswer, &b"3\n"[..]));
    let input = judge.keep_find(&subjects.problem.id, find).unwrap();
    let (problem, _) = subjects.with_find_alone(&subjects.suspects[0], find, &input);
    assert_eq!(problem.tests[0].files(), Some(&files));
}

/// The results of a run.
struct Results(Vec<Arc<SolutionRecord>>);

impl Sink for Results {
    fn event(&mut self, event: &Event) {
        if let Event::Finished(result) = event {
            self.0.push(Arc::clone(result));
        }
    }

    fn progress(&mut self, _: &Progress) {}
}

fn a_cancelled_hunt_says_so() {
    let (scene, mut heard) = (scene(), Heard::default());
    let judge = scene.open();
    let subjects = judge.subjects(&request(&scene, "twice")).unwrap();
    scene.cancel.raise();
    let outcome = judge.stress(&subjects, HUNTING, &mut scene.caller(&mut heard)).unwrap();
    assert!(matches!(outcome.ended, EndReason::Interrupted), "{outcome:?}");
}

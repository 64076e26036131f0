//! Inputs on which solutions differ.

use crate::scene::{Heard, Scene};
use judge::{Hunting, InputRequest, ToCompare, Words};
use lab::hunt::Ended;
use model::Verdict;

pub const TESTS: &[(&str, fn())] = &[
    ("a_solution_that_differs_is_caught_by_a_small_input", a_solution_that_differs_is_caught_by_a_small_input),
    ("a_cancelled_hunt_says_so", a_cancelled_hunt_says_so),
];

fn scene() -> Scene {
    let scene = Scene::twice();
    scene.write("problems/twice/input.ctd", "INT(0, 1000, n) NEWLINE EOF\n");
    scene.write(
        "solutions/python/twice--mine.py",
        "#@ expect: wrong-answer\nn = int(input())\nprint(2 * min(n, 300))\n",
    );
    scene
}

const HUNTING: Hunting = Hunting { seed: 1, from: 0, time: None, inputs: Some(30) };

fn request(scene: &Scene, word: &str) -> ToCompare {
    let words = Words::new(scene.path(""), [word]);
    ToCompare {
        words,
        against: None,
        inputs: InputRequest::default(),
        command: format!("stress {word}"),
        ..ToCompare::default()
    }
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
        judge.subjects(&ToCompare { against: Some("twice".to_owned()), ..request(&scene, "twice/twice") }).is_err()
    );
}

fn a_cancelled_hunt_says_so() {
    let (scene, mut heard) = (scene(), Heard::default());
    let judge = scene.open();
    let subjects = judge.subjects(&request(&scene, "twice")).unwrap();
    scene.cancel.raise();
    let outcome = judge.stress(&subjects, HUNTING, &mut scene.caller(&mut heard)).unwrap();
    assert!(matches!(outcome.ended, Ended::Interrupted), "{outcome:?}");
}

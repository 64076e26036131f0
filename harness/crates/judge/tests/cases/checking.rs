//! Is the content as good as it should be, and do the tests notice mistakes?

use crate::scene::{Heard, Scene};
use judge::{EarlierResult, InputRequest, MutationRequest, Restriction, Search, Words};
use lab::mutation::MutantFate;
use model::record::Mutation;

tests![
    what_setters_forget_is_found,
    a_test_is_known_by_the_wrong_solutions_that_it_catches,
    mutants_are_judged_once_and_then_remembered,
];

pub fn titles(scene: &Scene) -> Vec<String> {
    let (judge, mut heard) = (scene.open(), Heard::default());
    let plan = judge.select(&Words::default(), Restriction::default()).unwrap().plan;
    let checked = judge.check(&plan, &mut scene.caller(&mut heard)).unwrap();
    checked.found.into_iter().map(|found| format!("{}: {}", found.path.display(), found.title)).collect()
}

fn what_setters_forget_is_found() {
    let scene = Scene::twice();
    scene.write("problems/twice/input.ctd", "INT(0, 20, n) NEWLINE EOF\n");
    let found = titles(&scene);
    for title in ["no statement.md", "no wrong solution"] {
        assert!(found.contains(&format!("problems/twice: {title}")), "{found:?}");
    }
    assert!(found.iter().any(|found| found.ends_with("is never 0; smallest is 1")), "{found:?}");
    assert!(!found.iter().any(|found| found.ends_with("no brute force")), "{found:?}");
}

fn a_test_is_known_by_the_wrong_solutions_that_it_catches() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    let wrong = "#@ expect: wrong-answer\nread n\necho $((2 * n < 9 ? 2 * n : 9))\n";
    scene.write("solutions/bash/twice--wrong.sh", wrong);
    scene.write("testdata/twice/secret/02.in", "2 \n");
    scene.write("testdata/twice/secret/02.ans", "4\n");
    let judge = scene.open();
    let plan = judge.select(&Words::default(), Restriction::default()).unwrap().plan;
    let checked = judge.check(&plan, &mut scene.caller(&mut heard)).unwrap();
    let [problem] = &checked.problems[..] else { panic!("{checked:?}") };
    let kills: Vec<(&str, usize)> = problem.kills.iter().map(|(test, kills)| (&*test.0, *kills)).collect();
    assert_eq!(kills, [("sample/1", 0), ("secret/01", 1), ("secret/02", 0)]);
    assert_eq!((problem.right, problem.wrong), (2, 1));
    assert_eq!(problem.by_one_test[0].1.0.as_ref(), "secret/01");
    let odd: Vec<&str> = problem.files.odd.iter().map(|odd| odd.oddity).collect();
    assert_eq!(odd, ["with white space at line ends"]);
}

/// How far an input is made smaller depends on the time that is left.
fn without_inputs(mutation: &Mutation) -> Mutation {
    let mut same = mutation.clone();
    for survivor in &mut same.survivors {
        (survivor.input, survivor.answer) = (None, None);
    }
    same
}

fn mutants_are_judged_once_and_then_remembered() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("problems/twice/input.ctd", "INT(0, 100) NEWLINE EOF\n");
    scene.solve_in_rust("if n > 50 { 2 * n } else { n + n }");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let inputs = judge.inputs(&named.problem, &InputRequest::default()).unwrap();
    let solution = named.to_break(None).unwrap();
    let search = Search { mutants: 20, inputs: 12, seconds: 600, seed: 1 };
    let request = MutationRequest { named: &named, solution: &solution, inputs: inputs.as_ref(), search };
    let first = judge.mutate(&request, EarlierResult::WillDo, &mut scene.caller(&mut heard)).unwrap();
    let mutants = first.mutants.unwrap();
    let killed = mutants.tried.mutants.iter().filter(|one| matches!(one.fate, MutantFate::Killed { .. })).count();
    assert_eq!(killed, first.mutation.killed);
    // `2 * n` is broken unnoticed: no test is above 50.
    assert!(killed > 0 && first.mutation.found > 0, "{:?}", first.mutation);
    let again = judge.mutate(&request, EarlierResult::WillDo, &mut scene.caller(&mut heard)).unwrap();
    assert_eq!(without_inputs(&again.mutation), without_inputs(&first.mutation));
    assert_eq!(again.mutants.is_none(), first.mutation.open == 0 && !first.mutation.partial);
    assert!(named.to_break(Some("nobody")).is_err());
}

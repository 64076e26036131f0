//! Solutions that are broken on purpose.

use crate::scene::{Heard, Scene, has};
use judge::{EarlierResult, Error, ErrorKind, InputRequest, MutationFindings, MutationRequest, Search};
use std::fs;

tests![
    mutants_of_cpp_are_mostly_one_program_and_each_does_as_it_is_shown,
    a_run_leaves_the_mutants_of_another_one_as_they_are,
    a_result_is_made_anew_where_the_problem_is_judged_in_another_way,
    what_cannot_be_broken_is_refused_with_the_next_step,
];

const SEARCH: Search = Search { mutants: 400, inputs: 200, seconds: 600, seed: 1 };

/// A problem whose only test cannot tell `n * 2` from `n + 2`, with its solution.
fn weak(file: &str, solution: &str) -> Scene {
    let scene = Scene::empty();
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n");
    scene.write("problems/twice/input.ctd", "INT(1,100000) NEWLINE EOF\n");
    scene.write("testdata/twice/sample/01.in", "2\n");
    scene.write("testdata/twice/sample/01.ans", "4\n");
    scene.write(&format!("solutions/{file}"), solution);
    scene
}

/// In Rust, of an `i32`.
fn weak_rust() -> Scene {
    let lines = [
        "fn main() {",
        "    let mut line = String::new();",
        "    std::io::stdin().read_line(&mut line).unwrap();",
        "    let n: i32 = line.trim().parse().unwrap();",
        "    println!(\"{}\", n * 2);",
        "}",
    ];
    weak("src/bin/twice.rs", &lines.join("\n"))
}

fn mutate(scene: &Scene, search: Search) -> MutationFindings {
    let (judge, mut heard) = (scene.open(), Heard::default());
    let named = judge.problem("twice").unwrap();
    let inputs = judge.inputs(&named.problem, &InputRequest::default()).unwrap();
    let solution = named.to_break(None).unwrap();
    let request = MutationRequest { named: &named, solution: &solution, inputs: inputs.as_ref(), search };
    judge.mutate(&request, EarlierResult::WillDo, &mut scene.caller(&mut heard)).unwrap()
}

fn mutants_of_cpp_are_mostly_one_program_and_each_does_as_it_is_shown() {
    if !has("g++") {
        return;
    }
    let lines = [
        "#include <cstdio>",
        "static int of(int n) { return n * 2; }",
        "static const int FIRST = of(1);",
        "int main() {",
        "    int n;",
        "    std::scanf(\"%d\", &n);",
        "    std::printf(\"%d\\n\", n == 1 ? FIRST : of(n));",
        "}",
    ];
    let scene = weak("cpp/twice.cpp", &lines.join("\n"));
    let found = mutate(&scene, SEARCH).mutation;
    // The mutant's number is known even where constants are initialized, before `main`.
    let plus = found.survivors.iter().find(|one| one.after.contains("n + 2")).expect("n + 2 passes");
    assert_eq!((plus.input.as_deref(), plus.answer.as_deref()), (Some("1\n"), Some("2\n")), "{found:?}");
    assert!(!found.survivors.iter().any(|one| one.after.contains("n * 3")), "{found:?}");
    let files = scene.own_files();
    let own = |kind: &str| files.iter().filter(|file| file.contains(kind) && file.ends_with(".cpp")).count();
    assert!(own("/all-") > 0, "{files:?}");
    assert!(own("/one-") * 2 < found.mutants, "most of {} are in one program: {files:?}", found.mutants);
}

/// Whoever breaks a solution in other ways at the same time must not change what this run compiles
/// next.
fn a_run_leaves_the_mutants_of_another_one_as_they_are() {
    let scene = weak_rust();
    let mutants = |seed: u64| {
        mutate(&scene, Search { mutants: 4, inputs: 1, seed, ..SEARCH });
        let files = scene.own_files().into_iter().filter(|file| file.contains("/mutants/") && file.ends_with(".rs"));
        files.map(|file| (fs::read_to_string(&file).unwrap(), file)).collect::<Vec<_>>()
    };
    let first = mutants(1);
    let both = mutants(2);
    assert!(!first.is_empty() && both.len() > first.len(), "{both:?}");
    assert!(first.iter().all(|file| both.contains(file)), "{first:?}\n{both:?}");
}

fn a_result_is_made_anew_where_the_problem_is_judged_in_another_way() {
    let scene = weak_rust();
    let is_outdated = || {
        let judge = scene.open();
        judge.mutations(&judge.whole_plan().unwrap()).pop_first().map(|(_, found)| found.outdated)
    };
    let strict = mutate(&scene, SEARCH);
    assert!(strict.mutation.found > 0 && strict.mutants.is_some(), "{:?}", strict.mutation);
    assert!(mutate(&scene, SEARCH).mutants.is_none(), "nothing has changed");
    assert_eq!(is_outdated(), Some(false));
    let lax = "title = \"Twice\"\n[compare]\nmode = \"tokens\"\nfloat-absolute = 1e9\n";
    scene.write("problems/twice/problem.toml", lax);
    assert_eq!(is_outdated(), Some(true));
    let lax = mutate(&scene, SEARCH);
    assert!(lax.mutants.is_some());
    let all_as_good = "only the one that crashes: every number is as good as another";
    assert_eq!(lax.mutation.found, 1, "{all_as_good}: {:?}", lax.mutation);
    assert_eq!(is_outdated(), Some(false));
}

fn what_cannot_be_broken_is_refused_with_the_next_step() {
    let scene = Scene::twice();
    scene.write("solutions/bash/twice--thrice.sh", "#@ expect: wrong-answer\nread n\necho $((3 * n))\n");
    scene.write("solutions/python/twice--odd.py", "print(3 * int(input()))\n");
    let check = |name: &str, words: &str| {
        let (judge, mut heard) = (scene.open(), Heard::default());
        let named = judge.problem("twice").unwrap();
        let refused = named.to_break(Some(name)).and_then(|solution| {
            let request = MutationRequest { named: &named, solution: &solution, inputs: None, search: SEARCH };
            judge.mutate(&request, EarlierResult::WillDo, &mut scene.caller(&mut heard)).map(drop)
        });
        let refused = refused.unwrap_err();
        let words_and_hint = format!("{refused}; {}", refused.hint().unwrap_or_default());
        assert!(words_and_hint.contains(words), "{words_and_hint}");
        let Error::Refused { kind, .. } = refused else { panic!("{words_and_hint}") };
        kind
    };
    let refused = check("thrice", "twice/thrice.sh is expected to be wrong: only a right solution can be broken");
    assert_eq!(refused, ErrorKind::UsageOrContent);
    let none = check("none", "; the solutions are twice/twice.sh, twice/brute.sh, twice/odd.py, twice/thrice.sh");
    assert_eq!(none, ErrorKind::NothingNamed);
    check("odd", "twice/odd.py is not right itself: wrong-answer on sample/1");
}

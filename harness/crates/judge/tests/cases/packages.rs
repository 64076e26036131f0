//! Packages of other formats, judged in place.

pub mod dmoj;
pub mod formats;
pub mod jury;
pub mod limits;
pub mod processes;
pub mod scores;
pub mod stressing;

use crate::scene::Scene;
use model::record::Build;
use std::fs;

tests![
    a_legacy_package_is_judged_where_it_lies_and_nothing_is_written_into_it,
    files_that_are_included_are_built_with_every_submission,
    arguments_of_validators_hold_for_the_tests_that_they_are_said_of,
    a_legacy_validator_may_write_a_score_and_reject,
    every_input_validator_is_asked_with_the_arguments_of_the_group,
    a_grammar_of_a_package_is_a_validator_and_one_space_is_one_space,
];

impl Scene {
    /// Writes tests of the problem `sum`: two numbers, and their sum.
    pub fn sums(&self, folder: &str, tests: &[(&str, u32, u32)]) {
        for (name, a, b) in tests {
            self.write(&format!("{folder}/{name}.in"), &format!("{a} {b}\n"));
            self.write(&format!("{folder}/{name}.ans"), &format!("{}\n", a + b));
        }
    }
}

pub const SUM: &str = "fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    println!(\"{}\", text.split_whitespace().map(|word| word.parse::<u64>().unwrap()).sum::<u64>());
}
";
pub const FIRST: &str = "fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    println!(\"{}\", text.split_whitespace().next().unwrap());
}
";
pub const CRASH: &str = "fn main() { std::process::exit(3) }\n";

fn a_legacy_package_is_judged_where_it_lies_and_nothing_is_written_into_it() {
    let scene = Scene::empty();
    scene.write("sum/problem.yaml", "name: Sum\nvalidation: custom\nlimits:\n  memory: 256   # MiB\n");
    scene.write("sum/.timelimit", "2\n");
    scene.sums("sum/data/sample", &[("1", 1, 2)]);
    scene.sums("sum/data/secret", &[("10", 3, 0), ("2", 4, 4)]);
    // Two files: the main one, and another beside it.
    scene.write(
        "sum/output_validators/check/main.rs",
        "mod numbers;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    assert!(args[3].ends_with('/'));
    let (answer, output) = (std::fs::read_to_string(&args[2]).unwrap(), std::io::read_to_string(std::io::stdin()).unwrap());
    std::process::exit(if numbers::first(&answer) == numbers::first(&output) { 42 } else { 43 });
}
",
    );
    scene.write(
        "sum/output_validators/check/numbers.rs",
        "pub fn first(text: &str) -> Option<u64> { text.split_whitespace().next()?.parse().ok() }\n",
    );
    scene.write("sum/submissions/accepted/sum.rs", SUM);
    scene.write("sum/submissions/accepted/two/main.rs", "mod inner;\nfn main() { inner::run() }\n");
    scene.write("sum/submissions/accepted/two/inner.rs", &SUM.replace("fn main", "pub fn run"));
    scene.write("sum/submissions/wrong_answer/first.rs", &format!("//@EXPECTED_GRADES@ WA AC\n{FIRST}"));
    scene.write("sum/submissions/run_time_error/crash.rs", CRASH);
    scene.write("sum/submissions/time_limit_exceeded/wrong.rs", FIRST);
    scene.write("sum/submissions/accepted/old.cobol", "");
    // Prolog, although Perl's files have the same ending.
    scene.write("sum/submissions/accepted/logic.pl", "main :-\n    write(3).\n");
    let before = scene.files();
    let ran = scene.judge("sum");
    assert_eq!(ran.line("accepted/sum"), "met: AC AC AC", "{ran}");
    assert_eq!(ran.line("accepted/two"), "met: AC AC AC", "{ran}");
    // Tests are sorted by name: 10 before 2.
    assert_eq!(ran.line("wrong_answer/first"), "met: WA AC WA", "{ran}");
    assert_eq!(ran.line("run_time_error/crash"), "met: RTE RTE RTE", "{ran}");
    assert_eq!(ran.line("time_limit_exceeded/wrong"), "unmet: WA AC WA", "it should have been too slow");
    let left_out = "solutions skipped, in no language that is read here: accepted/logic.pl, accepted/old.cobol";
    assert!(ran.finds(left_out), "{ran}");
    assert_eq!(scene.files(), before);
}

fn files_that_are_included_are_built_with_every_submission() {
    let scene = Scene::empty();
    scene.write("driven/problem.yaml", "name: Driven\n");
    scene.write("driven/domjudge-problem.ini", "timelimit = 2\n");
    scene.sums("driven/data/secret", &[("1", 1, 2)]);
    scene.write("driven/include/rust/main.rs", "mod solution;\nfn main() { solution::solve() }\n");
    scene.write("driven/submissions/accepted/solution.rs", &SUM.replace("fn main", "pub fn solve"));
    scene.write("driven/include/rust/gone.rs", "this is not Rust");
    let ran = scene.judge("driven");
    assert_eq!((ran.is_good(), &*ran.line("accepted/solution")), (true, "met: AC"), "{ran}");
    // A file that an earlier state of the package put beside it is gone.
    fs::remove_file(scene.path("driven/include/rust/gone.rs")).unwrap();
    scene.write("driven/include/rust/main.rs", "mod solution;\nmod gone;\nfn main() { solution::solve() }\n");
    let ran = scene.judge("driven");
    let Build::Rejected { messages } = &ran.of("solution").build else { panic!("{ran}") };
    assert!(messages.contains("file not found for module `gone`"), "{messages}");
}

fn arguments_of_validators_hold_for_the_tests_that_they_are_said_of() {
    let scene = Scene::empty();
    scene
        .write("args/problem.yaml", "problem_format_version: 2025-09\nname: Args\nuuid: 1\nlimits:\n  time_limit: 2\n");
    scene.write("args/data/secret/1.in", "");
    scene.write("args/data/secret/1.ans", "1.00\n");
    scene.write("args/data/secret/2.in", "");
    scene.write("args/data/secret/2.ans", "1.00\n");
    scene.write("args/data/secret/2.yaml", "output_validator_args: [float_tolerance, '0.1']\n");
    scene.write("args/submissions/wrong_answer/near.rs", "fn main() { println!(\"1.05\") }\n");
    let ran = scene.judge("args");
    assert_eq!((ran.is_good(), &*ran.line("near")), (true, "met: WA AC"), "{ran}");

    let check = "fn main() {
    let args: Vec<String> = std::env::args().collect();
    std::process::exit(if args.get(4).map(String::as_str) == Some(\"lenient\") { 42 } else { 43 })
}
";
    scene.write("args/output_validator/main.rs", check);
    scene.write("args/data/secret/2.yaml", "output_validator_args: [lenient]\n");
    let ran = scene.judge("args");
    assert_eq!(ran.line("near"), "met: WA AC", "{ran}");
}

fn a_legacy_validator_may_write_a_score_and_reject() {
    let scene = Scene::empty();
    for (name, version) in [("old", ""), ("new", "problem_format_version: 2025-09\nuuid: 1\n")] {
        let validation = if name == "old" { "validation: custom score\n" } else { "" };
        scene.write(&format!("{name}/problem.yaml"), &format!("{version}name: X\ntype: scoring\n{validation}"));
        scene.write(&format!("{name}/.timelimit"), "2");
        let (folder, settings) = match name {
            "old" => ("output_validators/v", ("testdata.yaml", "accept_score: 40\ngrader_flags: min\n")),
            _ => ("output_validator", ("test_group.yaml", "max_score: 40\nscore_aggregation: min\n")),
        };
        let validator = "fn main() {
    let feedback = std::env::args().nth(3).unwrap();
    std::fs::write(feedback + \"score.txt\", \"0\").unwrap();
    std::process::exit(43)
}
";
        scene.write(&format!("{name}/{folder}/main.rs"), validator);
        scene.write(&format!("{name}/data/secret/a/{}", settings.0), settings.1);
        scene.sums(&format!("{name}/data/secret/a"), &[("1", 1, 1)]);
        scene.write(&format!("{name}/submissions/wrong_answer/sum.rs"), SUM);
    }
    assert_eq!(scene.judge("old").line("sum"), "met: WA");
    let ran = scene.judge("new");
    assert!(ran.line("sum").starts_with("undecided"), "{ran}");
    let fault = ran.of("sum").tests[0].fault.as_ref().unwrap();
    assert!(fault.message.contains("gave points to an output that it rejected"), "{fault:?}");
}

fn every_input_validator_is_asked_with_the_arguments_of_the_group() {
    let scene = Scene::empty();
    scene.write("valid/problem.yaml", "name: Valid\n");
    scene.write("valid/.timelimit", "2");
    // Accepts at most as many words as the first argument says, and none without it.
    let few = "fn main() {
    let most = std::env::args().nth(1).map_or(0, |most| most.strip_prefix(\"n=\").unwrap().parse().unwrap());
    let words = std::io::read_to_string(std::io::stdin()).unwrap().split_whitespace().count();
    if words > most { eprintln!(\"{words} words, and {most} are the most\") }
    std::process::exit(if words <= most { 42 } else { 1 })
}
";
    let digits = "fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    std::process::exit(if text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace()) { 42 } else { 43 })
}
";
    scene.write("valid/input_validators/few.rs", few);
    scene.write("valid/input_validators/digits/main.rs", digits);
    scene.write("valid/input_validators/format.viva", "");
    scene.write("valid/data/secret/large/testdata.yaml", "input_validator_flags: n=2\n");
    scene.write("valid/data/secret/small/testdata.yaml", "input_validator_flags:\n  name: few\n  flags: n=1\n");
    scene.sums("valid/data/secret/large", &[("1", 1, 2)]);
    scene.sums("valid/data/secret/small", &[("1", 1, 2)]);
    scene.write("valid/data/invalid_input/letters.in", "a\n");
    scene.write("valid/data/invalid_input/nothing.in", "\n");
    scene.write("valid/submissions/accepted/sum.rs", SUM);
    let ran = scene.judge("valid");
    assert!(!ran.is_good(), "{ran}");
    for words in [
        "test secret/small/1 is not valid: 2 words, and 1 are the most",
        "input validators in the language VIVA are not run: format.viva",
        "invalid_input/nothing.in",
    ] {
        assert!(ran.finds(words), "`{words}` is not in\n{ran}");
    }
    assert!(!ran.finds("invalid_input/letters.in"), "one of them refuses it\n{ran}");
    assert_eq!(ran.line("sum"), "met: AC", "{ran}");
}

fn a_grammar_of_a_package_is_a_validator_and_one_space_is_one_space() {
    let scene = Scene::empty();
    scene.write("valid/problem.yaml", "name: Valid\n");
    scene.write("valid/.timelimit", "2");
    scene.write("valid/input_format_validators/sum.ctd", "INT(0,9,a) SPACE INT(0,9,b) NEWLINE\n");
    scene.sums("valid/data/secret", &[("1", 1, 2)]);
    scene.write("valid/data/secret/2.in", "1  2\n");
    scene.write("valid/data/secret/2.ans", "3\n");
    scene.write("valid/submissions/accepted/sum.rs", SUM);
    let ran = scene.judge("valid");
    assert!(!ran.is_good(), "{ran}");
    let words = "test secret/2 is not valid: line 1, column 3: ";
    assert!(ran.finds(words), "`{words}` is not in\n{ran}");
    assert_eq!(ran.line("sum"), "met: AC", "{ran}");

    scene.write("valid/input_format_validators/sum.ctd", "INT(0,9,a) SPACE\nINT(0,9,b NEWLINE\n");
    let ran = scene.judge("valid");
    assert!(!ran.is_good(), "{ran}");
    assert!(ran.finds("sum.ctd:2:11"), "{ran}");
}

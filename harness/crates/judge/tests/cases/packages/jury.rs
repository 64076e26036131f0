//! What a package says about single tests, and the outputs that its jury keeps.

use super::{FIRST, SUM};
use crate::scene::Scene;
use engine::run::OnFailure;
use model::Verdict;

tests![
    validators_of_answers_refuse_those_that_are_there_for_it_and_are_told_of_each_test,
    outputs_that_the_jury_keeps_try_the_comparison_and_the_validator,
    arguments_of_a_test_reach_the_submission_and_the_input_validator,
    files_of_a_test_lie_beside_the_submission_and_with_other_files_it_is_another_test,
    a_validator_of_inputs_finds_the_files_of_the_test_and_is_asked_again_when_one_changes,
    who_talks_to_an_interactor_finds_the_files_of_the_test_and_writes_where_it_may,
    submissions_yaml_asks_for_messages_of_the_validator_and_for_verdicts_on_some_of_several_tests,
    a_submission_may_be_the_outputs_themselves,
    a_build_script_calls_the_compilers_that_the_harness_found,
    a_validator_reads_a_test_that_is_a_link_into_another_group,
];

fn validators_of_answers_refuse_those_that_are_there_for_it_and_are_told_of_each_test() {
    let scene = Scene::empty();
    scene.write("outs/problem.yaml", "problem_format_version: 2025-09\nname: O\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 2}\n");
    scene.sums("outs/data/secret", &[("1", 1, 2), ("2", 700, 99)]);
    scene.write("outs/data/secret/test_group.yaml", "answer_validator_args: [\"99\"]\n");
    scene.sums("outs/data/invalid_answers", &[("1", 1, 2), ("2", 2, 2)]);
    scene.write("outs/data/invalid_answers/1.ans", "03\n");
    scene.write("outs/submissions/accepted/sum.rs", SUM);
    let ran = scene.judge("outs");
    assert_eq!((ran.is_good(), &*ran.line("sum")), (true, "met: AC AC"), "{ran}");
    let none = "invalid_answer: tests without .out, and no answer validator is there to refuse them";
    assert!(ran.finds(none), "{ran}");

    scene.write("outs/answer_validators/number.ctd", "REGEX(\"0|[1-9][0-9]*\") NEWLINE EOF\n");
    // Accepts an answer that is at least the largest number of the input and, where an argument
    // says so, at most that.
    scene.write(
        "outs/answer_validators/size/main.rs",
        "fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |text: &str| text.trim().parse::<u64>().unwrap();
    let input = std::fs::read_to_string(&args[1]).unwrap();
    let answer = number(&std::io::read_to_string(std::io::stdin()).unwrap());
    let largest = input.split_whitespace().map(number).max().unwrap();
    let most = args.get(2).map_or(u64::MAX, |most| number(most));
    std::process::exit(if answer < largest || answer > most { 43 } else { 42 });
}
",
    );
    let ran = scene.judge("outs");
    // The layout of an answer does not keep anything from being judged.
    assert_eq!((ran.is_good(), &*ran.line("sum")), (false, "met: AC AC"), "{ran}");
    for (path, title) in [
        ("data/secret/2.ans", "the answer of test secret/2 is not valid: the validator exited with 43; 42 means valid"),
        ("data/invalid_answers/2.ans", "the validator accepts this answer, which it must reject"),
    ] {
        assert!(ran.found().contains(&format!("{path}: {title}")), "{ran}");
    }
    assert!(!ran.finds("invalid_answers/1"), "{ran}");
}

fn outputs_that_the_jury_keeps_try_the_comparison_and_the_validator() {
    let scene = Scene::empty();
    scene.write("outs/problem.yaml", "problem_format_version: 2025-09\nname: O\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 2}\n");
    scene.sums("outs/data/secret", &[("1", 1, 2)]);
    // Shown in place of the answer.
    scene.sums("outs/data/sample", &[("1", 1, 2)]);
    scene.write("outs/data/sample/1.out", "4\n");
    scene.write("outs/submissions/accepted/sum.rs", SUM);
    for (folder, right) in [("valid_output", " 3"), ("invalid_output", "4")] {
        scene.sums(&format!("outs/data/{folder}"), &[("1", 1, 2), ("2", 1, 2)]);
        scene.write(&format!("outs/data/{folder}/1.out"), right);
    }
    scene.write("outs/data/valid_output/2.out", "5");
    scene.write("outs/data/invalid_output/2.out", "3\n\n");
    let ran = scene.judge("outs");
    assert_eq!((ran.is_good(), &*ran.line("sum")), (false, "met: AC AC"), "{ran}");
    assert_eq!(
        ran.found(),
        [
            "data/sample/1.out: the output of sample/1 must be accepted, and is not: line 1, token 1: expected 3, got 4",
            "data/valid_output/2.out: the output of valid_output/2 must be accepted, and is not: line 1, token 1: expected 3, got 5",
            "data/invalid_output/2.out: the comparison `tokens` accepts the output of invalid_output/2, which it must reject",
        ],
        "{ran}"
    );

    // The same with a program, which accepts everything that begins like the answer.
    scene.write(
        "outs/output_validator/main.rs",
        "fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (answer, output) = (std::fs::read_to_string(&args[2]).unwrap(), std::io::read_to_string(std::io::stdin()).unwrap());
    std::process::exit(if output.trim().as_bytes()[0] == answer.as_bytes()[0] { 42 } else { 43 });
}
",
    );
    scene.write("outs/data/valid_output/2.out", "3");
    scene.write("outs/data/sample/1.out", "3\n");
    let ran = scene.judge("outs");
    assert_eq!(ran.found().len(), 1, "{ran}");
    assert!(ran.finds("output_validator accepts the output of invalid_output/2, which it must reject"), "{ran}");
}

fn arguments_of_a_test_reach_the_submission_and_the_input_validator() {
    let scene = Scene::empty();
    scene.write("args/problem.yaml", "problem_format_version: 2025-09\nname: A\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 2}\n");
    scene.sums("args/data/secret", &[("1", 1, 2), ("2", 1, 2)]);
    scene.write("args/data/secret/2.yaml", "args: [twice]\ninput_validator_args: [own]\n");
    scene.write("args/data/secret/2.ans", "6\n");
    scene.write(
        "args/submissions/accepted/sum.rs",
        &SUM.replace(
            ".sum::<u64>()",
            ".sum::<u64>() * if std::env::args().nth(1).as_deref() == Some(\"twice\") { 2 } else { 1 }",
        ),
    );
    scene.write(
        "args/input_validators/v.rs",
        "fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let valid = args.is_empty() || args == [\"own\", \"twice\"];
    std::process::exit(if valid { 42 } else { 43 });
}
",
    );
    let ran = scene.judge("args");
    assert_eq!((ran.is_good(), &*ran.line("sum")), (true, "met: AC AC"), "{ran}");
}

fn files_of_a_test_lie_beside_the_submission_and_with_other_files_it_is_another_test() {
    let scene = Scene::empty();
    scene.write("files/problem.yaml", "problem_format_version: 2025-09\nname: F\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 2}\n");
    for (name, text) in [("1", "3\n"), ("2", "4\n")] {
        scene.write(&format!("files/data/secret/{name}.in"), "");
        scene.write(&format!("files/data/secret/{name}.ans"), text);
        scene.write(&format!("files/data/secret/{name}.files/folder/number.txt"), text);
    }
    scene.write(
        "files/submissions/accepted/copy.rs",
        "fn main() { print!(\"{}\", std::fs::read_to_string(\"folder/number.txt\").unwrap()) }\n",
    );
    let ran = scene.judge("files");
    assert_eq!((ran.is_good(), &*ran.line("copy")), (true, "met: AC AC"), "{ran}");
    scene.write("files/data/secret/2.files/folder/number.txt", "5\n");
    let ran = scene.judge("files");
    assert_eq!(ran.line("copy"), "unmet: AC WA", "{ran}");
}

fn a_validator_of_inputs_finds_the_files_of_the_test_and_is_asked_again_when_one_changes() {
    let scene = Scene::empty();
    scene.write("seen/problem.yaml", "problem_format_version: 2025-09\nname: S\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 2}\n");
    scene.sums("seen/data/secret", &[("1", 1, 2), ("2", 1, 2)]);
    scene.write("seen/data/secret/2.files/table.txt", "3\n");
    scene.write("seen/submissions/accepted/sum.rs", SUM);
    scene.write(
        "seen/input_validators/table.rs",
        "fn main() {
    let table = std::fs::read_to_string(\"table.txt\").unwrap_or_else(|_| \"0\".to_owned());
    std::process::exit(if table.trim().parse::<u32>().unwrap() < 9 { 42 } else { 43 });
}
",
    );
    let ran = scene.judge("seen");
    assert_eq!((ran.is_good(), &*ran.line("sum")), (true, "met: AC AC"), "{ran}");
    scene.write("seen/data/secret/2.files/table.txt", "9\n");
    let ran = scene.judge("seen");
    assert!(ran.finds("test secret/2 is not valid"), "{ran}");
    assert_eq!(ran.line("sum"), "met: AC", "{ran}");
}

fn who_talks_to_an_interactor_finds_the_files_of_the_test_and_writes_where_it_may() {
    let scene = Scene::empty();
    let yaml = "problem_format_version: 2025-09\nname: T\nuuid: 00000000-0000-4000-8000-000000000001\ntype: interactive\nlimits: {time_limit: 2}\n";
    scene.write("talk/problem.yaml", yaml);
    scene.sums("talk/data/secret", &[("1", 1, 2)]);
    scene.write("talk/data/secret/1.files/table.txt", "3\n");
    scene.write(
        "talk/output_validator/main.rs",
        "fn main() {
    let answer = std::fs::read_to_string(std::env::args().nth(2).unwrap()).unwrap();
    let output = std::io::read_to_string(std::io::stdin()).unwrap();
    std::process::exit(if answer.trim() == output.trim() { 42 } else { 43 });
}
",
    );
    let reads = "fn main() { print!(\"{}\", std::fs::read_to_string(\"table.txt\").unwrap()); }\n";
    scene.write("talk/submissions/accepted/reads.rs", reads);
    let ran = scene.judge("talk");
    assert_eq!((ran.is_good(), &*ran.line("reads")), (true, "met: AC"), "{ran}");

    let yaml = "problem_format_version: 2025-09\nname: W\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 2}\n";
    scene.write("write/problem.yaml", yaml);
    scene.sums("write/data/secret", &[("1", 1, 2)]);
    let writes = "fn main() {
    std::fs::write(\"own.txt\", \"3\").expect(\"no place\");
    print!(\"{}\", std::fs::read_to_string(\"own.txt\").unwrap());
}
";
    scene.write("write/submissions/accepted/writes.rs", writes);
    assert_eq!(scene.judge("write").line("writes"), "unmet: RTE");
    scene.write("write/problem.yaml", &format!("{yaml}allow_file_writing: true\n"));
    let ran = scene.judge("write");
    assert_eq!((ran.is_good(), &*ran.line("writes")), (true, "met: AC"), "{ran}");
}

fn submissions_yaml_asks_for_messages_of_the_validator_and_for_verdicts_on_some_of_several_tests() {
    let scene = Scene::empty();
    scene.write("said/problem.yaml", "problem_format_version: 2025-09\nname: S\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 2}\n");
    scene.sums("said/data/secret", &[("1", 1, 2), ("2", 2, 2), ("3", 1, 0), ("4", 5, 5)]);
    // Says how large the output is, even when it accepts it.
    scene.write(
        "said/output_validator/main.rs",
        "fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |text: String| text.trim().parse::<u64>().unwrap();
    let (answer, output) = (std::fs::read_to_string(&args[2]), std::io::read_to_string(std::io::stdin()));
    let (answer, output) = (number(answer.unwrap()), number(output.unwrap()));
    let size = if output < 9 { \"Small\" } else { \"Large\" };
    std::fs::write(format!(\"{}judgemessage.txt\", args[3]), format!(\"{size} output\")).unwrap();
    std::process::exit(if answer == output { 42 } else { 43 });
}
",
    );
    scene.write("said/submissions/accepted/sum.rs", SUM);
    scene.write("said/submissions/rejected/first.rs", FIRST);
    let expect = |sum: &str, first: &str, line: [&str; 2]| {
        let yaml = format!("accepted/sum.rs: {{{sum}}}\nrejected/first.rs: {{{first}}}\n");
        scene.write("said/submissions/submissions.yaml", &yaml);
        for on_failure in [OnFailure::Continue, OnFailure::StopSolution] {
            let ran = scene.judge_as("said", on_failure);
            let lines = ["sum", "first"].map(|name| ran.line(name).split(':').next().unwrap().to_owned());
            assert_eq!(lines, line, "{yaml}{ran}");
        }
    };
    // First for an accepted test, then for a refused one.
    expect("message: Large", "message: Small", ["met", "met"]);
    expect("message: large", "'secret/{1,4}': {message: Large}", ["unmet", "unmet"]);
    expect("'secret/{4,1}': {message: Large}", "'secret/{1,3}': {required: [WA]}", ["met", "met"]);
    expect("'secret/[4]': {}", "'secret/{3,9}': {required: [WA]}", ["met", "unmet"]);
    let missing = |name: &str| {
        let ran = scene.judge("said");
        let [rule] = &ran.of(name).missing[..] else { panic!("{ran}") };
        rule.clone()
    };
    assert!(missing("first").verdicts.contains(Verdict::WrongAnswer));
    expect("message: huge", "", ["unmet", "met"]);
    assert_eq!(missing("sum").message.as_deref(), Some("huge"));
}

fn a_submission_may_be_the_outputs_themselves() {
    let scene = Scene::empty();
    let yaml = "problem_format_version: 2025-09\nname: A\nuuid: 00000000-0000-4000-8000-000000000001\ntype: submit-answer\nlimits: {time_limit: 2}\n";
    scene.write("answers/problem.yaml", yaml);
    scene.sums("answers/data/secret", &[("1", 1, 2), ("2", 3, 4), ("3", 5, 5)]);
    let outputs = |folder: &str, all: &[(&str, &str)]| {
        for (name, text) in all {
            scene.write(&format!("answers/submissions/{folder}/{name}"), text);
        }
    };
    outputs("accepted/all", &[("1.out", "3\n"), ("secret/2.ans", "7\n"), ("3", "10\n")]);
    outputs("wrong_answer/some", &[("1.out", "3\n"), ("2.out", "8\n")]);
    let ran = scene.judge("answers");
    assert_eq!((ran.is_good(), &*ran.line("accepted/all")), (true, "met: AC AC AC"), "{ran}");
    assert_eq!(ran.line("wrong_answer/some"), "met: AC WA WA", "{ran}");
}

fn a_build_script_calls_the_compilers_that_the_harness_found() {
    let scene = Scene::empty();
    scene.write("sum/problem.yaml", "problem_format_version: 2025-09\nname: S\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 2}\n");
    scene.sums("sum/data", &[("sample/1", 1, 2)]);
    scene.write("sum/submissions/accepted/own/main.rs", SUM);
    scene.write("sum/submissions/accepted/own/build", "#!/bin/sh\nexec rustc -O -o run main.rs\n");
    let ran = scene.judge("sum");
    assert_eq!(ran.line("own"), "met: AC", "{ran}");
}

/// An olympiad's groups contain links to the tests of earlier groups.
fn a_validator_reads_a_test_that_is_a_link_into_another_group() {
    let scene = Scene::empty();
    scene.write("links/problem.yaml", "problem_format_version: 2025-09\nname: L\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 2}\n");
    scene.sums("links/data/secret/a", &[("1", 1, 2), ("2", 2, 2)]);
    scene.sums("links/data/secret/b", &[("3", 1, 4)]);
    // A link to a link, and one with another answer, because equal tests are judged only once.
    for (link, target) in [("b/1.in", "../a/1.in"), ("c/1.in", "../b/1.in"), ("c/1.ans", "../a/2.ans")] {
        let link = scene.path(&format!("links/data/secret/{link}"));
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, link).unwrap();
    }
    scene.write("links/data/secret/b/1.ans", "3 \n");
    scene.write("links/submissions/accepted/sum.rs", SUM);
    scene.write(
        "links/output_validator/main.rs",
        "fn main() {
    let args: Vec<String> = std::env::args().collect();
    let read = |at: usize| std::fs::read_to_string(&args[at]).unwrap();
    std::process::exit(if read(1).is_empty() || read(2).is_empty() { 43 } else { 42 });
}
",
    );
    let ran = scene.judge("links");
    assert_eq!((ran.is_good(), &*ran.line("sum")), (true, "met: AC AC AC AC AC"), "{ran}");
}

//! Points of packages: by test, by group, by a validator, by a grader.

use super::{FIRST, SUM};
use crate::scene::Scene;
use model::Verdict;

tests![
    points_of_groups_verdicts_by_test_and_constants_of_2025_are_understood,
    groups_in_groups_of_a_legacy_package_have_verdicts_and_points,
    a_validator_of_a_legacy_package_gives_any_score_and_its_own_grader_makes_points_of_them,
    scores_without_a_most_are_counted_as_the_validator_gives_them,
];

fn points_of_groups_verdicts_by_test_and_constants_of_2025_are_understood() {
    let scene = Scene::empty();
    scene.write(
        "points/problem.yaml",
        "problem_format_version: 2025-09\ntype: scoring\nname: {en: Points}\nuuid: 1\nlimits:\n  time_limit: 2\nconstants:\n  ADD: 0\n",
    );
    scene.sums("points/data/sample", &[("1", 1, 2)]);
    scene.write("points/data/secret/a/test_group.yaml", "max_score: 30\n");
    scene.sums("points/data/secret/a", &[("1", 5, 0)]);
    scene.write("points/data/secret/b/test_group.yaml", "max_score: 70\nrequire_pass: secret/a\n");
    scene.sums("points/data/secret/b", &[("1", 5, 1), ("2", 6, 0)]);
    scene.write("points/input_validators/a.ctd", "INT({{ADD}}, 1000) SPACE INT({{ADD}}, 1000) NEWLINE EOF\n");
    scene.write("points/submissions/accepted/sum.rs", &SUM.replace(".sum::<u64>()", ".sum::<u64>() + {{ADD}}"));
    scene.write("points/submissions/half/first.rs", FIRST);
    scene.write(
        "points/submissions/submissions.yaml",
        "half:\n  permitted: [AC, WA]\n  score: 30\n  secret/a:\n    permitted: [AC]\n  secret/b/{1,3}:\n    permitted: [WA]\n    required: [WA]\n",
    );
    let ran = scene.judge("points");
    assert!(ran.is_good(), "{ran}");
    assert_eq!(ran.line("accepted/sum"), "met: AC AC AC AC", "{ran}");
    assert_eq!(ran.line("half/first"), "met: WA AC WA AC", "{ran}");
}

/// Writes a legacy package with groups in groups. `secret` and `yaml` say how they are graded.
fn olympiad(scene: &Scene, secret: &str, yaml: &str) {
    scene.write("oly/problem.yaml", &format!("name: Olympiad\ntype: scoring\n{yaml}"));
    scene.write("oly/.timelimit", "2");
    scene.write("oly/data/testdata.yaml", "on_reject: continue\ngrader_flags: ignore_sample\n");
    scene.write("oly/data/secret/testdata.yaml", secret);
    scene.sums("oly/data/sample", &[("1", 1, 2)]);
    scene.write("oly/data/secret/group1/testdata.yaml", "on_reject: break\naccept_score: 30\ngrader_flags: min\n");
    scene.sums("oly/data/secret/group1", &[("1", 5, 0), ("2", 7, 0)]);
    // Groups in a group: the better of the two counts.
    scene.write("oly/data/secret/group2/testdata.yaml", "grader_flags: max accept_if_any_accepted\n");
    scene.write("oly/data/secret/group2/a/testdata.yaml", "accept_score: 20\ngrader_flags: min\n");
    scene.sums("oly/data/secret/group2/a", &[("1", 5, 0)]);
    scene.write("oly/data/secret/group2/b/testdata.yaml", "accept_score: 35\ngrader_flags: sum\n");
    scene.sums("oly/data/secret/group2/b", &[("1", 5, 1), ("2", 6, 0)]);
    scene.write("oly/submissions/accepted/sum.rs", SUM);
}

fn groups_in_groups_of_a_legacy_package_have_verdicts_and_points() {
    let scene = Scene::empty();
    let secret = "on_reject: continue\ngrader_flags: first_error accept_if_any_accepted\n";
    olympiad(&scene, secret, "");
    let first = |grades: &str| format!("// @EXPECTED_GRADES@ {grades}\n// @EXPECTED_SCORE@: 65\n{FIRST}");
    scene.write("oly/submissions/partially_accepted/first.rs", &first("AC AC"));
    // No two are the same bytes: what one has printed is then not remembered for another.
    for place in ["partially_accepted/some", "wrong_answer/first", "accepted/some"] {
        scene.write(&format!("oly/submissions/{place}.rs"), &format!("// {place}\n{FIRST}"));
    }
    scene.write("oly/submissions/accepted/stale.rs", &first("AC WA"));
    let ran = scene.judge("oly");
    assert_eq!(ran.line("accepted/sum"), "met: AC AC AC AC AC AC", "{ran}");
    assert_eq!(ran.score("accepted/sum"), "100 of 100: 30 AC, 70 AC, 20 AC, 70 AC", "{ran}");
    // One test of `b` is right and counts: the group goes on after its first failure.
    assert_eq!(ran.line("partially_accepted/first"), "met: WA AC AC AC WA AC", "{ran}");
    assert_eq!(ran.score("partially_accepted/first"), "65 of 100: 30 AC, 35 AC, 20 AC, 35 WA", "{ran}");
    assert_eq!(ran.line("partially_accepted/some"), "met: WA AC AC AC WA AC", "{ran}");
    assert_eq!(ran.line("accepted/some"), "unmet: WA AC AC AC WA AC", "{ran}");
    assert_eq!(ran.line("wrong_answer/first"), "unmet: WA AC AC AC WA AC", "{ran}");
    // `secret/group2/a/1` is `secret/group1/1` again.
    assert_eq!(ran.report.summary.repeated, 6, "{ran}");
    assert_eq!(
        ran.report.solutions[0].tests[3].same_as.as_ref().map(|test| &*test.0),
        Some("secret/group1/1"),
        "{ran}"
    );
    assert_eq!(ran.line("accepted/stale"), "unmet: WA AC AC AC WA AC", "{ran}");
    let [wrong] = &ran.of("accepted/stale").wrong_groups[..] else { panic!("{ran}") };
    assert_eq!((&*wrong.expected.group, wrong.verdict), ("secret/group2", Some(Verdict::Accepted)));
}

fn a_validator_of_a_legacy_package_gives_any_score_and_its_own_grader_makes_points_of_them() {
    let scene = Scene::empty();
    let yaml = "validation: custom score\n";
    let secret = "on_reject: continue\ngrading: custom\ngrader_flags: most=50\n";
    scene.write("oly/submissions/accepted/half.rs", FIRST);
    olympiad(&scene, secret, yaml);
    scene.write("oly/data/secret/group1/testdata.yaml", "on_reject: continue\ngrader_flags: most=20\n");
    scene.write("oly/data/secret/group2/testdata.yaml", "grader_flags: most=80\n");
    for inner in ["a", "b"] {
        scene.write(&format!("oly/data/secret/group2/{inner}/testdata.yaml"), "grading: default\ngrader_flags: min\n");
    }
    // Gives a share of what the test is worth: half of it where the output is not the sum.
    scene.write(
        "oly/output_validators/v/main.rs",
        "fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (answer, output) = (std::fs::read_to_string(&args[2]).unwrap(), std::io::read_to_string(std::io::stdin()).unwrap());
    let share = if answer.trim() == output.trim() { \"1\" } else { \"0.5\" };
    std::fs::write(format!(\"{}score.txt\", args[3]), share).unwrap();
    std::process::exit(42);
}
",
    );
    scene.write(
        "oly/graders/grader.rs",
        "fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let most: f64 = std::env::args().nth(1).unwrap()[5..].parse().unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    let least = words.chunks(2).map(|line| line[1].parse::<f64>().unwrap()).fold(f64::MAX, f64::min);
    if most == 50.0 {
        let sum: f64 = words.chunks(2).map(|line| line[1].parse::<f64>().unwrap()).sum();
        return println!(\"AC {sum}\");
    }
    println!(\"{} {}\", words[0], least * most);
}
",
    );
    let ran = scene.judge("oly");
    assert!(ran.is_good(), "{ran}");
    assert_eq!(ran.score("accepted/sum"), "100: 20 AC, 80 AC, 1 AC, 1 AC", "{ran}");
    assert_eq!(ran.score("accepted/half"), "60: 20 AC, 40 AC, 1 AC, 0.5 AC", "{ran}");
    let again = scene.judge("oly");
    assert_eq!(again.score("accepted/half"), ran.score("accepted/half"), "{again}");
    scene.write("oly/graders/grader.rs", "fn main() { println!(\"AC\") }\n");
    let ran = scene.judge("oly");
    assert_eq!((ran.report.summary.faults > 0, &*ran.score("accepted/sum")), (true, "?: "), "{ran}");
    let fault = ran.of("accepted/sum").score.as_ref().unwrap().fault.as_ref().unwrap();
    assert_eq!(fault.message, "the grader grader.rs gave no grade: `AC`");
}

fn scores_without_a_most_are_counted_as_the_validator_gives_them() {
    let scene = Scene::empty();
    scene.write(
        "free/problem.yaml",
        "problem_format_version: 2025-09\ntype: scoring\nname: F\nuuid: 1\nlimits: {time_limit: 2}\n",
    );
    scene.write("free/data/secret/test_group.yaml", "max_score: unbounded\n");
    scene.sums("free/data/secret", &[("1", 1, 2), ("2", 5, 4)]);
    scene.write("free/submissions/accepted/sum.rs", SUM);
    scene.write("free/submissions/wrong_answer/first.rs", FIRST);
    scene.write("free/submissions/submissions.yaml", "accepted/sum.rs:\n  score: [11, 13]\n");
    scene.write(
        "free/output_validator/main.rs",
        "fn main() {
    let args: Vec<String> = std::env::args().collect();
    let answer = std::fs::read_to_string(&args[2]).unwrap();
    if answer != std::io::read_to_string(std::io::stdin()).unwrap() { std::process::exit(43) }
    std::fs::write(format!(\"{}score.txt\", args[3]), answer).unwrap();
    std::process::exit(42);
}
",
    );
    let ran = scene.judge("free");
    assert!(ran.is_good(), "{ran}");
    assert_eq!(
        (ran.score("accepted/sum").as_str(), ran.score("wrong_answer/first").as_str()),
        ("12: 12", "0: 0"),
        "{ran}"
    );
}

use super::*;
use crate::judged::JudgedPackage;
use crate::testing;
use model::Verdict;
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;

const LANGUAGES: [&str; 3] = ["cpp", "py", "pas"];

fn package(files: &[(&str, &str)]) -> (TempDir, JudgedPackage, Vec<String>) {
    testing::package(files, &LANGUAGES, is_package, |found| READER.read(found))
}

const TASK: &str = "name: sum\ntitle: Sum\ntime_limit: 0.5\nmemory_limit: 64\ninfile: ''\noutfile: ''\n";

#[test]
fn subtasks_of_gen_graders_checks_and_a_checker_are_read() {
    let (folder, judged, printed) = package(&[
        ("task.yaml", TASK),
        ("gen/GEN", "\u{feff}#ST: 0\n#COPY: gen/a.txt\n#ST: 30\n#STNAME: small\n1 2\n3 4\n#ST: 70\n5 6\n7 8\n"),
        ("gen/a.txt", "1"),
        ("gen/valida.py", ""),
        ("output/output0.txt", "1"),
        ("input/input1.txt", "1"),
        ("output/output1.txt", "1"),
        ("input/input2.txt", "1"),
        ("output/output2.txt", "1"),
        ("input/input3.txt", "1"),
        ("output/output3.txt", "1"),
        ("cor/correttore.cpp", ""),
        ("sol/grader.cpp", "int main() {}"),
        ("sol/sum.h", ""),
        ("sol/soluzione.cpp", "int f();"),
        ("sol/slow.cpp", "/*\n * @check-accepted: sample small\n * @check-time-limit-exceeded: sub*\n */"),
        ("sol/other.cpp", ""),
        ("sol/late.py", ""),
        ("sol/template_c.cpp", ""),
    ]);
    assert_eq!(
        printed,
        [
            "warning:0 the validator reads a file that it is named, with a subtask: it is not run here",
            "error:0 1 of 5 tests is not in the package: left out, first input/input4.txt",
            "warning:0 solutions in a language without a grader that can be linked: late.py",
        ]
    );
    let problem = judged.problem.unwrap();
    assert_eq!((problem.limits.cpu, problem.limits.memory), (Duration::from_millis(500), ByteSize::mib(64)));
    let ids: Vec<String> = problem.tests.iter().map(|test| test.id.to_string()).collect();
    assert_eq!(ids, ["sample/000", "small/001", "small/002", "subtask-2/003"]);
    let groups: Vec<String> = problem
        .groups
        .iter()
        .map(|group| format!("{} {} {}", group.name, group.points, group.scoring.name()))
        .collect();
    assert_eq!(groups, ["small 30 min", "subtask-2 70 min"]);
    let Judging::Checker(checker) = &problem.judging else { panic!("a checker") };
    assert_eq!(checker.protocol, Protocol::Cms);
    let named: Vec<String> = judged.solutions.iter().map(|found| found.id.to_string()).collect();
    assert_eq!(named, ["sum/other.cpp", "sum/slow.cpp", "sum/sum.cpp"]);
    assert!(judged.solutions.iter().all(|solution| solution.path.starts_with(folder.path().join("stage"))));
    let mut files: Vec<_> =
        fs::read_dir(&judged.solutions[1].path).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["grader.cpp", "slow.cpp", "sum.h"]);
    let slow = &judged.solutions[1].expectation;
    let permits = |test: usize, verdict| slow.permits(&problem.tests[test].id, verdict);
    assert!(!permits(1, Verdict::TimeLimit) && permits(3, Verdict::TimeLimit) && permits(3, Verdict::WrongAnswer));
    assert!(judged.solutions[0].expectation.permits(&problem.tests[0].id, Verdict::WrongAnswer));
    assert!(!judged.solutions[2].expectation.permits(&problem.tests[0].id, Verdict::WrongAnswer));
}

#[test]
fn a_sample_is_copied_from_beside_the_statement_and_from_nowhere_outside() {
    let (folder, judged, printed) = package(&[
        ("task.yaml", TASK),
        ("gen/GEN", "#COPY: statement/input0\n#COPY: att/sum.input1.txt\n#COPY: ../secret\n"),
        ("statement/input0", "1"),
        ("att/sum.input1.txt", "2"),
        ("../secret", "3"),
        ("output/output0.txt", "1"),
        ("output/output1.txt", "2"),
        ("output/output2.txt", "3"),
        ("sol/solution.py", ""),
    ]);
    assert_eq!(printed, ["error:0 1 of 3 tests is not in the package: left out, first input/input2.txt"]);
    let problem = judged.problem.unwrap();
    let inputs: Vec<_> = problem.tests.iter().map(|test| test.input.strip_prefix(folder.path()).unwrap()).collect();
    assert_eq!(inputs, ["sum/statement/input0", "sum/att/sum.input1.txt"].map(std::path::Path::new));
}

#[test]
fn the_old_words_and_a_list_of_subtasks_are_understood() {
    let old = "nome_breve: sum\nnome: Somma\ntimeout: 2\nmemlimit: 128\ninfile: ''\noutfile: ''\nscore_type: Sum\nscore_type_parameters: [[40, 1], [60, \"001\"]]\n";
    let files = [
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
        ("input/input1.txt", "1"),
        ("output/output1.txt", "1"),
    ];
    let with = |more: &[(&'static str, &'static str)]| {
        let mut all = vec![("task.yaml", old)];
        all.extend(files);
        all.extend(more);
        package(&all)
    };
    let (_folder, judged, printed) = with(&[("sol/soluzione.py", "")]);
    assert_eq!(printed, [""; 0]);
    let problem = judged.problem.unwrap();
    assert_eq!((&*problem.title, problem.limits.cpu), ("Somma", Duration::from_secs(2)));
    let groups: Vec<String> = problem
        .groups
        .iter()
        .map(|group| format!("{} {} {}", group.name, group.points, group.scoring.name()))
        .collect();
    assert_eq!(groups, ["subtask-0 40 sum", "subtask-1 60 sum"]);
}

#[test]
fn subtasks_of_one_name_are_two_and_none_is_taken_for_the_samples() {
    let (_folder, judged, printed) = package(&[
        ("task.yaml", TASK),
        (
            "gen/GEN",
            "#ST: 10\n#STNAME: sample\n0\n#ST: 40\n#STNAME: big\n1\n#ST: 50\n#STNAME: big\n2\n#ST: 0\n#STNAME:\n3\n",
        ),
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
        ("input/input1.txt", "1"),
        ("output/output1.txt", "1"),
        ("input/input2.txt", "1"),
        ("output/output2.txt", "1"),
        ("input/input3.txt", "1"),
        ("output/output3.txt", "1"),
        ("sol/solution.py", ""),
    ]);
    assert_eq!(printed, [""; 0]);
    let problem = judged.problem.unwrap();
    let groups: Vec<String> = problem
        .groups
        .iter()
        .map(|group| {
            let tests = problem.tests.iter().filter(|test| group.holds(&test.id)).count();
            format!("{} {} {tests}", group.name, group.points)
        })
        .collect();
    assert_eq!(groups, ["subtask-0 10 1", "big 40 1", "big-2 50 1", "subtask-3 0 1"]);
}

/// The groups with their tests, and what is said, where `task.yaml` has these subtasks and there
/// are three tests.
fn subtasks_of(list: &str) -> (Vec<String>, Vec<String>) {
    let (_folder, judged, printed) = package(&[
        ("task.yaml", &format!("{TASK}score_type: GroupMin\nscore_type_parameters: {list}\n")),
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
        ("input/input1.txt", "1"),
        ("output/output1.txt", "1"),
        ("input/input2.txt", "1"),
        ("output/output2.txt", "1"),
    ]);
    let problem = judged.problem.unwrap();
    let group = |group: &model::Group| {
        let tests = problem.tests.iter().filter(|test| group.holds(&test.id));
        let names: Vec<&str> = tests.map(|test| test.id.0.rsplit('/').next().unwrap()).collect();
        format!("{}: {}", group.points, names.join(" "))
    };
    (problem.groups.iter().map(group).collect(), printed)
}

#[test]
fn a_list_names_the_tests_of_each_subtask_by_their_number_or_by_an_expression() {
    let check = |list: &str, groups: &[&str], printed: &[&str]| {
        let (found, words) = subtasks_of(list);
        assert_eq!(
            (found, words.iter().map(String::as_str).collect::<Vec<_>>()),
            (groups.iter().map(|g| (*g).to_owned()).collect(), printed.to_vec()),
            "{list}"
        );
    };
    check("[[40, 1], [60, 2]]", &["40: 000", "60: 001 002"], &[]);
    check("[[30, '00[01]'], [70, '00[12]|000']]", &["30: 000 001", "70: 000 001 002"], &[]);
    check("[[30, '0(0[12])'], [70, '0+']]", &["30: 001 002", "70: 000 001 002"], &[]);
    check("[[30, ['000', '002']], [70, ['001']]]", &["30: 000 002", "70: 001"], &[]);
    let left_out = "warning:0 tests of no subtask in `score_type_parameters`, so left out: 002";
    check("[[40, 1], [60, 1]]", &["40: 000", "60: 001"], &[left_out]);
    let nothing = "error:0 `score_type_parameters` names no test that is there for 60 points";
    for none in ["'x'", "'('", "5"] {
        let first = if none == "5" { "3" } else { "'.'" };
        check(&format!("[[40, {first}], [60, {none}]]"), &["40: 000 001 002"], &[nothing]);
    }
}

#[test]
fn points_are_counted_as_the_task_says_or_not_at_all() {
    let check = |score_type: &str, checker: Option<&str>, expected: Option<model::Scoring>| {
        let yaml = format!("{TASK}score_type: {score_type}\nscore_type_parameters: [[100, 1, 0.5]]\n");
        let files = [("task.yaml", yaml.as_str()), ("input/input0.txt", "1"), ("output/output0.txt", "1")];
        let files: Vec<_> = files.into_iter().chain(checker.map(|name| (name, ""))).collect();
        let (_folder, judged, printed) = package(&files);
        assert_eq!(judged.problem.map(|problem| problem.groups[0].scoring), expected, "{score_type}: {printed:?}");
        assert_eq!(printed.is_empty(), expected.is_some(), "{score_type}: {printed:?}");
    };
    check("Sum", None, Some(model::Scoring::Sum));
    check("GroupMin", Some("check/checker.py"), Some(model::Scoring::Min));
    check("GroupMul", None, Some(model::Scoring::Min));
    check("GroupMul", Some("check/checker.py"), None);
    check("GroupThreshold", None, None);
    check("mine.Best", None, None);
}

#[test]
fn a_check_is_about_the_points_of_its_subtask_too() {
    use model::{Judgement, Points, Status, Usage, record};
    let files = |check: &'static str| {
        let (_folder, judged, _) = package(&[
            ("task.yaml", TASK),
            ("gen/GEN", "#ST: 30\n#STNAME: small\n1\n2\n#ST: 70\n#STNAME: big\n3\n"),
            ("input/input0.txt", "1"),
            ("output/output0.txt", "1"),
            ("input/input1.txt", "1"),
            ("output/output1.txt", "1"),
            ("input/input2.txt", "1"),
            ("output/output2.txt", "1"),
            ("check/checker.cpp", ""),
            ("sol/solution.cpp", ""),
            ("sol/other.cpp", check),
        ]);
        (judged.problem.unwrap(), Arc::clone(&judged.solutions[0]))
    };
    // `.`: accepted; a digit: accepted with these points out of 30 or 70; others: a verdict.
    let check = |check: &'static str, results: &str, expected: Status| {
        let (problem, solution) = files(check);
        let tests = problem.tests.iter().map(|test| test.id.clone()).collect();
        let build = record::Build::Ready { took: Duration::ZERO, cached: true, warnings: String::new() };
        let mut record =
            record::SolutionRecord { build, ..record::SolutionRecord::planned(&problem, &solution, tests) };
        for (at, letter) in results.chars().enumerate() {
            let verdict = Verdict::ALL.into_iter().find(|v| v.letter() == letter).unwrap_or(Verdict::Accepted);
            let points = letter.to_digit(10).and_then(|points| Points::from_number(f64::from(points)));
            record.judge(at, Judgement { points, ..Judgement::new(verdict, Usage::default()) });
        }
        record.settle(&record::ProblemRecord::of(&problem), None);
        assert_eq!(record.status, expected, "{check} {results}");
    };
    for (results, status) in
        [("...", Status::Met), ("9..", Status::Unmet), ("W..", Status::Unmet), ("..9", Status::Met)]
    {
        check("// @check-accepted: small", results, status);
    }
    for (results, status) in
        [("...", Status::Unmet), ("9..", Status::Met), ("9W.", Status::Unmet), ("W..", Status::Unmet)]
    {
        check("// @check-partial-score: small", results, status);
    }
    for (results, status) in
        [("...", Status::Unmet), ("9..", Status::Unmet), ("TW.", Status::Met), ("W.T", Status::Met)]
    {
        check("// @check-wrong-answer: sm*", results, status);
    }
    check("// @check-zero: small\n// @check-accepted: big", "T..", Status::Met);
    check("// @check-zero: small\n// @check-accepted: big", "T.W", Status::Unmet);
    check("// @check-wrong-answer:", "...", Status::Met);
}

#[test]
fn a_manager_is_an_interactor_and_a_stub_gets_its_pipes_in_their_order() {
    let args = |more: &str, opens: &'static str| {
        let yaml: &'static str = format!("{TASK}{more}").leak();
        let (_folder, judged, printed) = package(&[
            ("task.yaml", yaml),
            ("input/input0.txt", "1"),
            ("check/manager.cpp", opens),
            ("sol/stub.cpp", "int main() {}"),
            ("sol/solution.cpp", "int f();"),
        ]);
        assert_eq!(printed, [""; 0]);
        let problem = judged.problem.unwrap();
        let Judging::Interactor(spec) = &problem.judging else { panic!("{:?}", problem.judging) };
        assert_eq!(fs::read_dir(&spec.file).unwrap().count(), 2);
        assert_eq!((problem.tests.len(), &problem.tests[0].judged), (1, &None));
        let args = judged.solutions[0].args.join(" ");
        let files = fs::read_dir(&judged.solutions[0].path).unwrap().count();
        assert_eq!(files, if args.is_empty() { 2 } else { 3 });
        args
    };
    let (reads, writes) =
        ("in = fopen(argv[1], \"r\"), out = fopen(argv[2], \"w\");", "ifstream in(argv[2]); ofstream out(argv[1]);");
    assert_eq!(args("", reads), "/dev/stdin /dev/stdout");
    assert_eq!(args("", writes), "/dev/stdout /dev/stdin");
    assert_eq!(args("", "out = fopen(argv[1], \"w\");"), "/dev/stdout /dev/stdin");
    assert_eq!(args("user_io: std_io\n", reads), "");
}

#[test]
fn a_solution_lies_beside_the_grader_of_its_own_language_under_the_name_that_this_calls() {
    let (folder, judged, printed) = package(&[
        ("task.yaml", TASK),
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
        ("sol/grader.cpp", "int main() {}"),
        ("sol/grader.py", "import sum"),
        ("sol/grader.pas", "program grader; uses sum;"),
        ("sol/solution.cpp", "int f();"),
        ("sol/solution.py", "def f(): pass"),
        ("sol/solution.pas", "Unit Sum;"),
        ("sol/other.pas", "Unit other;"),
    ]);
    assert_eq!(printed, [""; 0]);
    let staged = |name: &str| {
        let found = judged.solutions.iter().find(|found| found.display.ends_with(name)).unwrap();
        assert!(found.path.starts_with(folder.path().join("stage")), "{}", found.path.display());
        let names = fs::read_dir(&found.path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(staged("solution.cpp"), "grader.cpp solution.cpp");
    assert_eq!(staged("solution.py"), "__main__.py sum.py");
    assert_eq!(staged("solution.pas"), "grader.pas sum.pas");
    assert_eq!(staged("other.pas"), "grader.pas other.pas");
}

#[test]
fn a_generator_and_a_checker_in_python_are_put_together_with_their_neighbours() {
    let (folder, judged, _) = package(&[
        ("task.yaml", TASK),
        ("gen/GEN", "5\n"),
        ("gen/generatore.py", "from limiti import *\n"),
        ("gen/limiti.py", "MOST = 9\n"),
        ("gen/notes.txt", ""),
        ("cor/correttore.py", ""),
        ("cor/common.py", ""),
        ("sol/soluzione.py", ""),
    ]);
    let names = |folder: &std::path::Path| {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names.join(" ")
    };
    let generator = &judged.unmade[0].tests[0].made_by.as_ref().unwrap().generator;
    assert!(generator.starts_with(folder.path().join("stage")));
    assert_eq!(names(generator), "__main__.py generatore.py limiti.py");
    assert_eq!(names(judged.problem.unwrap().judging.program().unwrap()), "__main__.py common.py correttore.py");
}

#[test]
fn a_checker_that_cannot_be_put_together_is_not_replaced_by_comparing() {
    let (_folder, judged, printed) = package(&[
        ("task.yaml", TASK),
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
        ("check/checker.py", "import lib"),
        ("check/lib.py", ""),
        ("../stage/programs", "a file, where a folder must be made"),
    ]);
    assert!(judged.problem.is_none() && printed[0].starts_with("error:0 cannot be put together: "), "{printed:?}");
}

#[test]
fn tests_that_are_not_there_belong_to_their_subtasks_all_the_same() {
    let (_folder, judged, _) = package(&[
        ("task.yaml", TASK),
        ("gen/GEN", "#ST: 40\n1\n2\n#ST: 60\n3\n"),
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
        ("sol/soluzione.py", ""),
    ]);
    let problem = judged.problem.unwrap();
    let groups: Vec<String> =
        problem.groups.iter().map(|group| format!("{} {} {}", group.name, group.points, group.tests)).collect();
    assert_eq!(groups, ["subtask-0 40 2", "subtask-1 60 1"]);
    assert_eq!(problem.rules.absent.iter().map(|id| &*id.0).collect::<Vec<_>>(), ["subtask-0/001", "subtask-1/002"]);
}

#[test]
fn with_a_mistake_in_the_description_there_is_no_problem() {
    let check = |limit: &str, is_there: bool| {
        let task = format!("name: sum\ntitle: Sum\ntime_limit: {limit}\nmemory_limit: 64\n");
        let tests = [("input/input0.txt", "1"), ("output/output0.txt", "1"), ("sol/soluzione.py", "")];
        let (_folder, judged, printed) = package(&[&[("task.yaml", task.as_str())], &tests[..]].concat());
        assert_eq!(judged.problem.is_some(), is_there, "{printed:?}");
    };
    check("0.5", true);
    check("soon", false);
}

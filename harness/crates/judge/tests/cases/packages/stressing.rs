//! Inputs that catch wrong submissions of packages: by the checker, the interactor or the scores of
//! each format.

use super::formats::{POLYGON, polygon};
use super::{CRASH, FIRST, SUM};
use crate::scene::{Heard, Scene};
use judge::{HuntBounds, InputRequest, StressRequest, Words, Workspace};
use lab::hunt::Outcome;

tests![
    a_legacy_package_with_a_checker,
    a_package_of_2025_with_an_interactor,
    a_package_of_polygon_with_a_checker,
    a_package_of_dmoj_with_its_own_comparison,
    a_task_of_an_olympiad_with_scores,
];

const GRAMMAR: &str = "INT(0,1000,a) SPACE INT(0,1000,b) NEWLINE\n";

/// The same sum, printed with three decimals, which only a checker forgives.
const DECIMALS: &str = "fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    println!(\"{}.000\", text.split_whitespace().map(|word| word.parse::<u64>().unwrap()).sum::<u64>());
}
";

/// Looks for an input on which this submission fails.
fn hunt(scene: &Scene, submission: &str, inputs: u64) -> Outcome {
    let judge = scene.with_own_cache(Workspace::open(scene.path("sum")).unwrap());
    let words = Words::new(scene.path(""), [submission]);
    let inputs_of = InputRequest { input: Some(scene.path("in.ctd")), ..InputRequest::default() };
    let subjects = judge.subjects(&StressRequest { words, inputs: inputs_of, ..StressRequest::default() }).unwrap();
    let bounds = HuntBounds { seed: 1, from: 0, time: None, inputs: Some(inputs) };
    judge.stress(&subjects, bounds, &mut scene.caller(&mut Heard::default())).unwrap()
}

/// Checks that a package's wrong solution is found out, that the one whose output only looks
/// different survives, and that nothing is written into the package.
fn on_package(scene: &Scene, wrong: &str, right: &str) {
    scene.write("in.ctd", GRAMMAR);
    let before = scene.files();
    let found = hunt(scene, wrong, 300);
    assert!(found.first().is_some(), "{found:?}");
    let same = hunt(scene, right, 15);
    assert!(same.first().is_none() && same.statistics.inputs == 15, "{same:?}");
    assert_eq!(scene.files(), before);
}

/// An output validator in the ICPC's protocol, which compares numbers.
const NUMBERS: &str = "read output
read answer < \"$2\"
if [ \"${output%.000}\" = \"$answer\" ]; then exit 42; else exit 43; fi
";

fn a_legacy_package_with_a_checker() {
    let scene = Scene::empty();
    scene.write("sum/problem.yaml", "name: Sum\nvalidation: custom\n");
    scene.write("sum/.timelimit", "2\n");
    scene.sums("sum/data/secret", &[("1", 3, 0)]);
    scene.write("sum/output_validators/numbers.sh", NUMBERS);
    scene.write("sum/submissions/accepted/sum.rs", SUM);
    scene.write("sum/submissions/accepted/decimals.rs", DECIMALS);
    scene.write("sum/submissions/wrong_answer/first.rs", FIRST);
    on_package(&scene, "sum/wrong_answer/first", "sum/accepted/decimals");
}

/// An interactor that sends the two numbers and reads the sum.
const DIALOGUE: &str = "read a b < \"$1\"
echo $a $b
read sum
if [ \"$sum\" = $((a + b)) ]; then exit 42; else exit 43; fi
";

fn talking(value: &str) -> String {
    format!(
        "fn main() {{\n    let mut line = String::new();\n    std::io::stdin().read_line(&mut line).unwrap();\n    \
         let all: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();\n    \
         println!(\"{{}}\", {value});\n}}\n"
    )
}

fn a_package_of_2025_with_an_interactor() {
    let scene = Scene::empty();
    scene.write(
        "sum/problem.yaml",
        "problem_format_version: 2025-09\nname: Sum\nuuid: 1\ntype: interactive\nlimits:\n  time_limit: 2\n",
    );
    scene.sums("sum/data/secret", &[("1", 3, 0)]);
    scene.write("sum/output_validator/talk.sh", DIALOGUE);
    scene.write("sum/submissions/accepted/sum.rs", &talking("all[0] + all[1]"));
    scene.write("sum/submissions/accepted/other.rs", &talking("all[1] + all[0]"));
    scene.write("sum/submissions/wrong_answer/first.rs", &talking("all[0]"));
    on_package(&scene, "sum/wrong_answer/first", "sum/accepted/other");
}

fn a_package_of_polygon_with_a_checker() {
    let scene = Scene::empty();
    polygon(&scene, &POLYGON.replace("liar", "decimals"));
    // The arguments are input, output, answer.
    scene.write(
        "sum/files/check.rs",
        "fn main() {
    let files: Vec<String> = std::env::args().skip(1).map(|name| std::fs::read_to_string(name).unwrap()).collect();
    let number = |text: &str| text.trim().parse::<f64>().ok();
    std::process::exit(if number(&files[1]) == number(&files[2]) { 0 } else { 1 });
}
",
    );
    scene.write("sum/solutions/sol.rs", SUM);
    scene.write("sum/solutions/decimals.rs", DECIMALS);
    scene.write("sum/solutions/first.rs", FIRST);
    scene.write("sum/solutions/crash.rs", CRASH);
    on_package(&scene, "sum/first", "sum/decimals");
}

fn a_package_of_dmoj_with_its_own_comparison() {
    let scene = Scene::empty();
    scene.write(
        "sum/init.yml",
        "checker: {name: floats, args: {precision: 3}}\ntest_cases:\n- {in: 1.in, out: 1.out, points: 10}\n",
    );
    scene.write("sum/1.in", "3 0\n");
    scene.write("sum/1.out", "3\n");
    scene.write("sum/solutions/sum.rs", SUM);
    scene.write("sum/solutions/decimals.rs", DECIMALS);
    let case = "language: RUST\ntime: 2\nmemory: 262144\nsource: a.rs\ncases: [WA]\n";
    scene.write("sum/tests/first/test.yml", case);
    scene.write("sum/tests/first/a.rs", FIRST);
    on_package(&scene, "sum/first/a", "sum/decimals");
}

/// Half of the answer is worth half of the points. Fewer points count as a difference.
fn a_task_of_an_olympiad_with_scores() {
    let scene = Scene::empty();
    scene
        .write("sum/task.yaml", "name: sum\ntitle: Sum\ntime_limit: 2.0\nmemory_limit: 256\ninfile: ''\noutfile: ''\n");
    scene.write("sum/gen/GEN", "#ST: 100\n1\n");
    scene.write("sum/input/input0.txt", "3 0\n");
    scene.write("sum/output/output0.txt", "3\n");
    // The arguments are input, answer, output.
    scene.write(
        "sum/cor/correttore.rs",
        "fn main() {
    let files: Vec<String> = std::env::args().skip(1).map(|name| std::fs::read_to_string(name).unwrap()).collect();
    let number = |text: &str| text.trim().parse::<f64>().unwrap_or(-1.0);
    println!(\"{}\", if number(&files[2]) == number(&files[1]) { 1.0 } else { 0.5 });
}
",
    );
    scene.write("sum/sol/soluzione.rs", SUM);
    scene.write("sum/sol/decimals.rs", DECIMALS);
    scene.write("sum/sol/first.rs", FIRST);
    on_package(&scene, "sum/first", "sum/decimals");
}

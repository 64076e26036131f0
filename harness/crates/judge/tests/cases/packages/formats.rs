//! Packages of Polygon, DMOJ and CMS, and packages in zip files, judged in place.

use super::{CRASH, FIRST, SUM};
use crate::scene::{Scene, has};
use judge::Workspace;
use std::fs;
use std::time::Duration;

tests![
    a_full_package_of_polygon_is_judged_with_its_checker_groups_and_tags,
    of_two_formats_in_one_folder_one_is_read_and_it_is_said_which,
    a_package_in_a_zip_file_is_judged_and_one_that_leads_out_is_refused,
    a_package_of_dmoj_is_judged_with_its_archive_and_batches,
    an_interactor_of_dmoj_needs_no_flush,
    a_task_of_an_olympiad_is_judged_with_its_checker_that_gives_shares,
    a_standard_package_makes_its_tests_and_solutions_may_read_and_write_files,
    a_generator_that_fails_is_told_of_and_the_tests_that_are_there_are_judged,
    a_manager_of_an_olympiad_talks_with_solutions_through_the_pipes_that_it_is_named,
    a_manager_does_not_get_what_a_stub_and_its_solution_print,
];

pub const POLYGON: &str = r#"<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="1" short-name="sum">
  <names><name language="english" value="Sum"/></names>
  <judging input-file="" output-file="" run-count="1">
    <testset name="tests">
      <time-limit>2000</time-limit><memory-limit>268435456</memory-limit>
      <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests>
        <test method="manual" sample="true" group="0" points="0.0"/>
        <test method="manual" group="1" points="40.0"/>
        <test method="manual" group="2" points="60.0"/>
      </tests>
      <groups>
        <group name="0" points-policy="complete-group"/>
        <group name="1" points-policy="complete-group"/>
        <group name="2" points-policy="complete-group"><dependencies><dependency group="1"/></dependencies></group>
      </groups>
    </testset>
  </judging>
  <assets>
    <checker type="testlib"><source path="files/check.rs" type="rust"/></checker>
    <solutions>
      <solution tag="main"><source path="solutions/sol.rs" type="rust"/></solution>
      <solution tag="wrong-answer"><source path="solutions/first.rs" type="rust"/></solution>
      <solution tag="rejected"><source path="solutions/crash.rs" type="rust"/></solution>
      <solution tag="accepted"><source path="solutions/liar.rs" type="rust"/></solution>
    </solutions>
  </assets>
</problem>
"#;

/// Writes a package and its three tests, without its programs.
pub fn polygon(scene: &Scene, xml: &str) {
    scene.write("sum/problem.xml", xml);
    for (name, a, b) in [("01", 1, 2), ("02", 3, 0), ("03", 4, 4)] {
        scene.write(&format!("sum/tests/{name}"), &format!("{a} {b}\n"));
        scene.write(&format!("sum/tests/{name}.a"), &format!("{}\n", a + b));
    }
}

fn a_full_package_of_polygon_is_judged_with_its_checker_groups_and_tags() {
    let scene = Scene::empty();
    polygon(&scene, POLYGON);
    // The arguments are input, output, answer, in this order.
    scene.write(
        "sum/files/check.rs",
        "fn main() {
    let files: Vec<String> = std::env::args().skip(1).map(|name| std::fs::read_to_string(name).unwrap()).collect();
    let numbers = |text: &str| text.split_whitespace().map(|word| word.parse::<u64>().unwrap()).collect::<Vec<_>>();
    assert_eq!(numbers(&files[0]).iter().sum::<u64>(), numbers(&files[2])[0]);
    std::process::exit(if numbers(&files[1]) == numbers(&files[2]) { 0 } else { 1 });
}
",
    );
    scene.write("sum/solutions/sol.rs", SUM);
    scene.write("sum/solutions/first.rs", FIRST);
    scene.write("sum/solutions/liar.rs", &format!("{FIRST}\n"));
    scene.write("sum/solutions/crash.rs", CRASH);
    let before = scene.files();
    let ran = scene.judge("sum");
    assert_eq!(ran.line("sum"), "met: AC AC AC", "{ran}");
    assert_eq!(ran.line("sum--first"), "met: WA AC WA", "{ran}");
    assert_eq!(ran.line("sum--crash"), "met: RTE RTE RTE", "{ran}");
    assert_eq!(ran.line("sum--liar"), "unmet: WA AC WA", "{ran}");
    assert!(ran.score("sum").starts_with("100 of 100:") && ran.score("sum--first").starts_with("40 of"), "{ran}");
    assert_eq!(before, scene.files());
}

fn of_two_formats_in_one_folder_one_is_read_and_it_is_said_which() {
    let scene = Scene::empty();
    scene.write("sum/problem.xml", POLYGON);
    scene.write("sum/problem.yaml", "name: Sum\nlimits:\n  time_limit: 2\n");
    scene.sums("sum/data/secret", &[("1", 1, 2)]);
    scene.write("sum/submissions/accepted/sum.rs", SUM);
    let ran = scene.judge("sum");
    assert_eq!(ran.line("accepted/sum"), "met: AC", "{ran}");
    assert!(ran.finds("both problem.yaml and problem.xml are here"), "{ran}");
}

/// Makes a zip file of these files, none of them compressed.
fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let sum = |bytes: &[u8]| {
        !bytes.iter().fold(!0u32, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
        })
    };
    let (mut all, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in files {
        let mut head = [20u16, 0, 0, 0, 0x21].map(u16::to_le_bytes).concat();
        head.extend(sum(text.as_bytes()).to_le_bytes());
        head.extend([u32::try_from(text.len()).unwrap(); 2].map(u32::to_le_bytes).concat());
        head.extend([u16::try_from(name.len()).unwrap(), 0].map(u16::to_le_bytes).concat());
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&head);
        directory.extend([0; 10]);
        directory.extend(u32::try_from(all.len()).unwrap().to_le_bytes());
        directory.extend(name.as_bytes());
        all.extend(b"PK\x03\x04");
        all.extend(&head);
        all.extend(name.as_bytes());
        all.extend(text.as_bytes());
    }
    let (count, at) = (u16::try_from(files.len()).unwrap(), u32::try_from(all.len()).unwrap());
    let size = u32::try_from(directory.len()).unwrap();
    all.extend(directory);
    all.extend(b"PK\x05\x06\x00\x00\x00\x00");
    all.extend([count, count].map(u16::to_le_bytes).concat());
    all.extend([size, at].map(u32::to_le_bytes).concat());
    all.extend([0, 0]);
    all
}

fn a_package_in_a_zip_file_is_judged_and_one_that_leads_out_is_refused() {
    let scene = Scene::empty();
    let files = [
        ("problem.yaml", "name: Sum\n"),
        (".timelimit", "3\n"),
        ("data/secret/1.in", "1 2\n"),
        ("data/secret/1.ans", "3\n"),
        ("submissions/accepted/sum.rs", SUM),
    ];
    fs::write(scene.path("sum.zip"), zip(&files)).unwrap();
    let ran = scene.judge("sum.zip");
    assert_eq!(ran.line("accepted/sum"), "met: AC", "{ran}");
    assert_eq!(ran.of("accepted/sum").limits.cpu, Duration::from_secs(3));
    assert_eq!(scene.files(), [scene.path("sum.zip")], "nothing is unpacked beside it");
    fs::write(scene.path("bad.zip"), zip(&[("../problem.yaml", "name: Sum\n")])).unwrap();
    let refused = judge::chain(&Workspace::open(scene.path("bad.zip")).map(|_| ()).unwrap_err());
    assert!(refused.contains("`../problem.yaml` leads out of the folder"), "{refused}");
}

fn a_package_of_dmoj_is_judged_with_its_archive_and_batches() {
    let scene = Scene::empty();
    scene.write(
        "sum/init.yml",
        "archive: data.zip
checker: {name: floats, args: {precision: 3}}
test_cases:
- {in: 1.in, out: 1.out, points: 10}
- batched:
  - {in: 2.in, out: 2.out}
  - {in: 3.in, out: 3.out}
  points: 90
",
    );
    let tests =
        [("1.in", "3 0"), ("1.out", "3.0001"), ("2.in", "0 0"), ("2.out", "0"), ("3.in", "2 2"), ("3.out", "4.0")];
    fs::write(scene.path("sum/data.zip"), zip(&tests)).unwrap();
    scene.write("sum/solutions/sum.rs", SUM);
    scene.write(
        "sum/tests/first/test.yml",
        "language: RUST\ntime: 2\nmemory: 262144\nsource: a.rs\ncases: [AC, AC, WA]\n",
    );
    scene.write("sum/tests/first/a.rs", FIRST);
    let ran = scene.judge("sum");
    assert!(ran.is_good(), "{ran}");
    assert_eq!(ran.line("sum--sum"), "met: AC AC AC", "{ran}");
    assert_eq!(ran.line("first/a"), "met: AC AC WA", "{ran}");
    assert!(ran.score("first/a").starts_with("10 of 100"), "{ran}");
}

/// A manager that sends a number and accepts it doubled. It flushes nothing.
const ASKS: &str = r#"#include <stdio.h>
int main(int argc, char **argv) {
    int n, got = 0;
    fscanf(fopen(argv[1], "r"), "%d", &n);
    printf("%d\n", n);
    return scanf("%d", &got) == 1 && got == FACTOR * n ? 0 : 1;
}
"#;

const DOUBLES: &str = r#"#include <stdio.h>
int main() {
    int n = 0;
    if (scanf("%d", &n) != 1) return 1;
    printf("%d\n", 2 * n);
    fflush(stdout);
    return 0;
}
"#;

fn an_interactor_of_dmoj_needs_no_flush() {
    let scene = Scene::empty();
    scene.write(
        "double/init.yml",
        "interactive: {files: ask.c, flags: [-DFACTOR=2]}
test_cases: [{in: 1.in, points: 1}]
",
    );
    scene.write("double/1.in", "21\n");
    scene.write("double/ask.c", ASKS);
    scene.write("double/solutions/double.c", DOUBLES);
    let ran = scene.judge("double");
    assert!(ran.is_good(), "{ran}");
    assert_eq!(ran.line("double--double"), "met: AC", "{ran}");
}

fn a_task_of_an_olympiad_is_judged_with_its_checker_that_gives_shares() {
    let scene = Scene::empty();
    scene
        .write("sum/task.yaml", "name: sum\ntitle: Sum\ntime_limit: 2.0\nmemory_limit: 256\ninfile: ''\noutfile: ''\n");
    scene.write("sum/gen/GEN", "#ST: 40\n1\n#ST: 60\n2\n");
    for (number, a, b) in [(0, 1, 2), (1, 4, 4)] {
        scene.write(&format!("sum/input/input{number}.txt"), &format!("{a} {b}\n"));
        scene.write(&format!("sum/output/output{number}.txt"), &format!("{}\n", a + b));
    }
    // The arguments are input, answer, output. Half of the answer is worth half of the points.
    scene.write(
        "sum/cor/correttore.rs",
        "fn main() {
    let files: Vec<String> = std::env::args().skip(1).map(|name| std::fs::read_to_string(name).unwrap()).collect();
    let number = |text: &str| text.split_whitespace().next().unwrap().parse::<f64>().unwrap();
    let share = number(&files[2]) / number(&files[1]);
    println!(\"{}\", if share == 1.0 || share == 0.5 { share } else { 0.0 });
}
",
    );
    scene.write("sum/sol/soluzione.rs", SUM);
    scene.write("sum/sol/first.rs", FIRST);
    let ran = scene.judge("sum");
    assert!(ran.is_good(), "{ran}");
    assert_eq!(ran.line("sum"), "met: AC AC", "{ran}");
    assert_eq!(ran.line("sum--first"), "met: WA AC", "{ran}");
    assert!(ran.score("sum").starts_with("100 of 100") && ran.score("sum--first").starts_with("30 of 100"), "{ran}");
}

fn a_standard_package_makes_its_tests_and_solutions_may_read_and_write_files() {
    let scene = Scene::empty();
    let tests = r#"<test method="manual" sample="true"/><test cmd="gen 4 5" method="generated"/>"#;
    let (before, after) = (POLYGON.find("<tests>").unwrap() + 7, POLYGON.find("</tests>").unwrap());
    let xml = format!("{}{tests}{}", &POLYGON[..before], &POLYGON[after..]);
    let executable = r#"<files><executables><executable><source path="files/gen.rs" type="rust"/></executable></executables></files>"#;
    let xml = xml.replace(r#"input-file="" output-file="""#, r#"input-file="sum.in" output-file="sum.out""#);
    let (groups, end) = (xml.find("<groups>").unwrap(), xml.find("</groups>").unwrap() + 9);
    let xml = format!("{}{}", &xml[..groups], &xml[end..]).replace("<assets>", &format!("{executable}<assets>"));
    scene.write(
        "sum/problem.xml",
        &xml.replace(
            r#"<checker type="testlib"><source path="files/check.rs" type="rust"/></checker>"#,
            r#"<checker name="std::ncmp.cpp" type="testlib"/>"#,
        ),
    );
    scene.write("sum/tests/01", "1 2\n");
    scene.write(
        "sum/files/gen.rs",
        "fn main() {
    let numbers: Vec<String> = std::env::args().skip(1).collect();
    println!(\"{}\", numbers.join(\" \"));
}
",
    );
    let filed = |program: &str| {
        let read = program.replace("std::io::read_to_string(std::io::stdin())", "std::fs::read_to_string(\"sum.in\")");
        read.replace("println!(\"{}\", ", "std::fs::write(\"sum.out\", format!(\"{}\", ")
            .replace("::<u64>());", "::<u64>())).unwrap();")
            .replace("next().unwrap());", "next().unwrap())).unwrap();")
    };
    scene.write("sum/solutions/sol.rs", &filed(SUM));
    scene.write("sum/solutions/first.rs", &filed(FIRST));
    scene.write("sum/solutions/crash.rs", CRASH);
    // A solution that prints has not written the file.
    scene.write("sum/solutions/liar.rs", SUM);
    let before = scene.files();
    for _ in 0..2 {
        let ran = scene.judge("sum");
        assert_eq!(ran.line("sum"), "met: AC AC", "{ran}");
        assert_eq!(ran.line("sum--first"), "met: WA WA", "{ran}");
        assert_eq!(ran.line("sum--crash"), "met: RTE RTE", "{ran}");
        let liar = ran.line("sum--liar");
        assert!(liar.starts_with("unmet:") && !liar.contains("AC"), "{liar}\n{ran}");
        assert_eq!(before, scene.files());
    }
}

fn a_generator_that_fails_is_told_of_and_the_tests_that_are_there_are_judged() {
    let scene = Scene::empty();
    scene
        .write("sum/task.yaml", "name: sum\ntitle: Sum\ntime_limit: 2.0\nmemory_limit: 256\ninfile: ''\noutfile: ''\n");
    scene.write("sum/gen/GEN", "#ST: 40\n1 2\n#ST: 60\nbad\n");
    scene.write(
        "sum/gen/generator.rs",
        "fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).map(|word| word.parse().expect(\"no number\")).collect();
    println!(\"{} {}\", numbers[0], numbers[1]);
}
",
    );
    scene.write("sum/sol/soluzione.rs", SUM);
    let ran = scene.judge("sum");
    assert!(!ran.is_good(), "{ran}");
    assert_eq!(ran.line("sum"), "met: AC", "{ran}");
    assert!(ran.finds("generator.rs bad (for sum/subtask-1/001) ended with exit code 101"), "{ran}");
    assert!(ran.finds("1 of 2 tests is not in the package"), "{ran}");
}

/// A manager that sends two numbers to a solution and reads what it makes of them, through named
/// pipes.
const MANAGER: &str = r#"#include <cstdio>
#include <cstring>
int main(int argc, char **argv) {
    FILE *in = fopen("input.txt", "r"), *from = fopen(argv[1], "r"), *to = fopen(argv[2], "w");
    int a, b, again, sum = 0;
    if (!in || !from || !to || fscanf(in, "%d %d", &a, &b) != 2) return 1;
    if (scanf("%d", &again) != 1 || again != a) return 2;
    fprintf(to, "%d %d\n", a, b);
    fflush(to);
    if (fscanf(from, "%d", &sum) != 1) sum = -1;
    fprintf(stderr, "got %d\n", sum);
    printf("%s\n", sum == a + b ? "1.0" : sum == a ? "0.5" : "0.0");
}
"#;

/// Calls the solution's function.
const STUB: &str = r#"#include <cstdio>
int sum(int a, int b);
int main(int argc, char **argv) {
    FILE *from = fopen(argv[1], "r"), *to = fopen(argv[2], "w");
    int a, b;
    if (!from || !to || fscanf(from, "%d %d", &a, &b) != 2) return 1;
    fprintf(to, "%d\n", sum(a, b));
    fclose(to);
}
"#;

/// A task without solutions.
fn talk() -> Scene {
    let scene = Scene::empty();
    scene.write("talk/task.yaml", "name: talk\ntitle: Talk\ntime_limit: 2.0\nmemory_limit: 256\n");
    scene.write("talk/gen/GEN", "#ST: 40\n1\n#ST: 60\n2\n");
    for (number, a, b) in [(0, 1, 2), (1, 4, 4)] {
        scene.write(&format!("talk/input/input{number}.txt"), &format!("{a} {b}\n"));
    }
    scene.write("talk/check/manager.cpp", MANAGER);
    scene
}

fn a_manager_of_an_olympiad_talks_with_solutions_through_the_pipes_that_it_is_named() {
    if !has("g++") {
        return;
    }
    let scene = talk();
    scene.write("talk/sol/stub.cpp", STUB);
    scene.write("talk/sol/solution.cpp", "int sum(int a, int b) { return a + b; }\n");
    scene.write("talk/sol/half.cpp", "// @check-partial-score: *\nint sum(int a, int b) { return a; }\n");
    scene.write("talk/sol/exits.cpp", "// @check-zero:\n#include <cstdlib>\nint sum(int, int) { exit(3); }\n");
    let ran = scene.judge("talk");
    assert!(ran.is_good(), "{ran}");
    assert_eq!(ran.line("talk"), "met: AC AC", "{ran}");
    assert_eq!(ran.line("exits"), "met: RTE RTE", "{ran}");
    assert!(ran.score("half").starts_with("50 of 100"), "{ran}");
}

fn a_manager_does_not_get_what_a_stub_and_its_solution_print() {
    if !has("g++") || !has("gcc") {
        return;
    }
    let scene = talk();
    let stub = STUB.replace("int a, b;", "int a, b; if (scanf(\"%d\", &a) == 1) return 2; printf(\"begins\\n\");");
    scene.write("talk/sol/stub.cpp", &stub);
    scene.write("talk/sol/stub.c", &stub.replace("<cstdio>", "<stdio.h>"));
    let early = "struct Early { Early() { std::cout << 7 << std::endl; } } early;\n";
    let sum = "int sum(int a, int b) { std::cout << a << std::endl; return a + b; }\n";
    scene.write("talk/sol/solution.cpp", &format!("#include <iostream>\n{early}{sum}"));
    let sum = "int sum(int a, int b) { printf(\"%d\\n\", a); fflush(stdout); return a + b; }\n";
    scene.write("talk/sol/plain.c", &format!("// @check-accepted:\n#include <stdio.h>\n{sum}"));
    let ran = scene.judge("talk");
    assert!(ran.is_good(), "{ran}");
    assert_eq!(ran.line("talk"), "met: AC AC", "{ran}");
    assert_eq!(ran.line("plain"), "met: AC AC", "{ran}");
}

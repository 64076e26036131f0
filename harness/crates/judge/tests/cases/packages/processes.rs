//! Submissions that start processes, and that open their streams by name.

use super::SUM;
use crate::scene::{Scene, has};

tests![
    what_a_package_includes_may_fork_and_what_is_submitted_alone_may_not,
    a_script_runs_other_programs,
    data_that_is_included_lies_where_a_submission_runs,
    a_program_keeps_the_ending_that_it_has,
    files_of_a_script_find_one_another_where_they_lie,
    a_submission_begins_at_the_file_or_the_class_that_submissions_yaml_names,
];

const FORKS: &str = r#"
#include <fstream>
#include <iostream>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
int solve(int a, int b);
int main() {
    int a, b, ends[2], sum = -1;
    std::ifstream("/dev/stdin") >> a >> b;
    if (pipe(ends)) return 1;
    pid_t pid = fork();
    if (pid < 0) return 2;
    if (pid == 0) {
        sum = solve(a, b);
        return write(ends[1], &sum, sizeof sum) == sizeof sum ? 0 : 3;
    }
    waitpid(pid, nullptr, 0);
    if (read(ends[0], &sum, sizeof sum) != sizeof sum) return 4;
    std::ofstream("/dev/stdout") << sum << std::endl;
    return system("true");
}
"#;

fn sums() -> Scene {
    let scene = Scene::empty();
    scene.write("p/problem.yaml", "problem_format_version: legacy\nname: Sum\n");
    scene.write("p/domjudge-problem.ini", "timelimit = 5\n");
    scene.sums("p/data/secret", &[("1", 1, 2), ("2", 20, 22)]);
    scene
}

fn what_a_package_includes_may_fork_and_what_is_submitted_alone_may_not() {
    if !has("g++") {
        return;
    }
    let scene = sums();
    scene.write("p/submissions/accepted/sum.cpp", "int solve(int a, int b) { return a + b; }\n");
    scene.write("p/include/cpp/driver.cpp", FORKS);
    let ran = scene.judge("p");
    assert_eq!((ran.is_good(), &*ran.line("accepted/sum")), (true, "met: AC AC"), "{ran}");

    let scene = sums();
    scene.write(
        "p/submissions/accepted/sum.cpp",
        "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b; }\n",
    );
    scene.write(
        "p/submissions/run_time_error/forks.cpp",
        &format!("{FORKS}\nint solve(int a, int b) {{ return a + b; }}\n"),
    );
    let ran = scene.judge("p");
    assert_eq!(ran.line("run_time_error/forks"), "met: RTE RTE", "{ran}");
}

fn a_script_runs_other_programs() {
    if !has("bash") || !has("sort") {
        return;
    }
    let scene = sums();
    let script = "first=$(tr ' ' '\\n' < /dev/stdin | sort -n | head -n 1)\nsecond=$(echo)\n";
    scene.write("p/submissions/wrong_answer/least.sh", &format!("{script}echo \"$first\" > /dev/stdout\n"));
    scene.write(
        "p/submissions/accepted/sum.sh",
        "read -r a b < /dev/stdin\necho $(( $(echo \"$a\" | cat) + b )) | sort\n",
    );
    let ran = scene.judge("p");
    assert_eq!((ran.is_good(), &*ran.line("accepted/sum")), (true, "met: AC AC"), "{ran}");
    assert_eq!(ran.line("wrong_answer/least"), "met: WA WA", "{ran}");
}

fn data_that_is_included_lies_where_a_submission_runs() {
    if !has("perl") {
        return;
    }
    let scene = sums();
    scene.write("p/problem.yaml", "problem_format_version: 2025-09\nname: Sum\nuuid: 00000000-0000-4000-8000-000000000001\nconstants: {base: 100}\n");
    scene.write("p/include/default/data/base.txt", "{{base}}\n");
    for (name, a, b) in [("1", 1, 2), ("2", 20, 22)] {
        scene.write(&format!("p/data/secret/{name}.ans"), &format!("{}\n", a + b + 100));
    }
    let reads =
        "open(F, '<', './data/base.txt') or die; $base = <F>; ($a, $b) = split / /, <STDIN>; print $a + $b + $base;\n";
    scene.write("p/submissions/accepted/sum.pl", reads);
    let ran = scene.judge("p");
    assert_eq!((ran.is_good(), &*ran.line("accepted/sum")), (true, "met: AC AC"), "{ran}");
}

fn a_program_keeps_the_ending_that_it_has() {
    if !has("bash") || !has("node") {
        return;
    }
    let scene = sums();
    let module = "import { readFileSync } from 'fs';\n";
    let sum = "const [a, b] = readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(add(a, b));\n";
    let add = "function add(a, b) { return a + b; }\n";
    scene.write("p/submissions/accepted/single.mjs", &format!("{module}{add}{sum}"));
    scene.write(
        "p/submissions/accepted/several/main.mjs",
        &format!("{module}import {{ add }} from './add.mjs';\n{sum}"),
    );
    scene.write("p/submissions/accepted/several/add.mjs", &format!("export {add}"));
    scene.write("p/submissions/accepted/script/sum.bash", "read -r a b\necho $(( a + b ))\n");
    scene.write("p/submissions/accepted/script/notes.txt", "no program\n");
    let ran = scene.judge("p");
    for name in ["single", "several", "script"] {
        assert_eq!(ran.line(&format!("accepted/{name}")), "met: AC AC", "{ran}");
    }
}

fn files_of_a_script_find_one_another_where_they_lie() {
    if !has("bash") || !has("sed") {
        return;
    }
    let scene = sums();
    scene.write("p/submissions/accepted/two/main.sh", "read -r a b\n. ./add.sh\n");
    scene.write("p/submissions/accepted/two/add.sh", "echo $((a + b))\n");
    scene.write("p/submissions/accepted/says/run", "#!/bin/sh\nexec sh \"$(dirname \"$0\")/add.sh\"\n");
    scene.write("p/submissions/accepted/says/add.sh", "read -r a b\nsed \"s/x/$((a + b))/\" < data.txt\n");
    scene.write("p/submissions/accepted/says/data.txt", "x\n");
    // The folder is not a place to leave anything for the next test.
    scene.write("p/submissions/run_time_error/leaves/main.sh", ". ./add.sh\necho 1 > left || exit 1\n");
    scene.write("p/submissions/run_time_error/leaves/add.sh", "read -r a b\necho $((a + b))\n");
    let ran = scene.judge("p");
    assert_eq!(ran.line("accepted/two"), "met: AC AC", "{ran}");
    assert_eq!(ran.line("accepted/says"), "met: AC AC", "{ran}");
    assert_eq!(ran.line("run_time_error/leaves"), "met: RTE RTE", "{ran}");
}

fn a_submission_begins_at_the_file_or_the_class_that_submissions_yaml_names() {
    let scene = sums();
    scene.write("p/problem.yaml", "problem_format_version: 2025-09\nname: S\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 9}\n");
    let wrong = |program: &str| program.replace("+", "-");
    let files = [
        ("py/a.py", "import b\nb.sum()\n"),
        ("py/b.py", "def sum(): print(sum_of(input()))\ndef sum_of(line): return eval(line.replace(' ', '+'))\n"),
        ("py/main.py", "print(0)\n"),
        ("rs/main.rs", "fn main() { println!(\"0\") }\n"),
        ("rs/other.rs", SUM),
        ("sh/main.sh", "echo 0\n"),
        ("sh/other.sh", "read a b; echo $((a + b))\n"),
    ];
    for (name, text) in files {
        scene.write(&format!("p/submissions/accepted/{name}"), text);
    }
    let java = "class Right { public static void main(String[] args) {
    java.util.Scanner in = new java.util.Scanner(System.in);
    System.out.println(in.nextInt() + in.nextInt());
} }
";
    scene.write("p/submissions/accepted/java.java", &(wrong(java).replace("Right", "Main") + java));
    let yaml = "accepted/py: {entrypoint: a.py}\naccepted/rs: {entrypoint: other.rs}\naccepted/sh: {entrypoint: other.sh}\n\
                accepted/java.java: {entrypoint: Right}\n";
    scene.write("p/submissions/submissions.yaml", yaml);
    let ran = scene.judge("p");
    assert!(!ran.finds("entrypoint"), "{ran}");
    for (name, tool) in [("py", "python3"), ("rs", "rustc"), ("sh", "bash"), ("java", "javac")] {
        if has(tool) {
            assert_eq!(ran.line(&format!("accepted/{name}")), "met: AC AC", "{ran}");
        }
    }
    scene.write("p/submissions/submissions.yaml", "accepted/sh: {entrypoint: gone.sh}\n");
    let ran = scene.judge("p");
    assert!(ran.finds("`entrypoint: gone.sh` is not a file of accepted/sh"), "{ran}");
}

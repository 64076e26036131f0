//! Builds of one call: sanitizers, flags, warnings, what programs write to standard error, and
//! debuggers.

use crate::command::left_to_long;
use crate::scene::{Printed, Scene, has};

/// A folder of no format with a program, and one test whose input is `1` and whose answer is `2`.
fn folder(name: &str, program: &str) -> Scene {
    let scene = Scene::empty();
    scene.write(name, program);
    scene.write("1.in", "1\n");
    scene.write("1.out", "2\n");
    scene
}

/// Reads a number, and does something that no sample notices.
fn cpp(body: &str) -> String {
    format!("#include <iostream>\n#include <vector>\nint main() {{\n    int n; std::cin >> n;\n    {body}\n}}\n")
}

const OVERFLOW: &str = "int big = 2147483647; big += n; std::cout << (big ? n * 2 : 0) << '\\n';";
const OUTSIDE: &str = "std::vector<int> v(3, 2); std::cout << v[n + 2] * 0 + n * 2 << '\\n';";

fn report(scene: &Scene) -> serde_json::Value {
    serde_json::from_str(&scene.read("report.json")).unwrap()
}

#[test]
fn what_sanitizers_find_stands_at_its_line_whatever_the_verdict() {
    if !has("g++") {
        return;
    }
    let check = |body: &str, answer: &str, verdict: &str, found: &str| {
        let scene = folder("a.cpp", &cpp(body));
        scene.write("1.out", answer);
        let printed = scene.run(&["a.cpp", "--sanitize", "--report", "json=report.json"]);
        assert_eq!(printed.code, Some(1), "{printed:?}");
        assert!(printed.out.contains(&format!("found: a.cpp:5{found}")), "{printed:?}");
        assert!(printed.out.contains("sanitized: times and memory are not a judge's"), "{printed:?}");
        assert!(printed.out.contains("again: harness --sanitize a.cpp -t 1\n"), "{printed:?}");
        let report = report(&scene);
        assert_eq!(report["run"]["sanitized"], true);
        let test = &report["solutions"][0]["tests"][0];
        assert_eq!(test["verdict"], verdict, "{test}");
        assert_eq!((&test["found"][0]["path"], &test["found"][0]["line"]), (&"a.cpp".into(), &5.into()), "{test}");
        // Nothing of it is taken for a result of an ordinary run.
        let usual = scene.run(&["a.cpp"]);
        let is_right = answer == "2\n";
        assert_eq!(usual.code, Some(i32::from(!is_right)), "{usual:?}");
        assert!(!usual.out.contains("found: ") && !usual.out.contains("sanitized"), "{usual:?}");
    };
    check(OVERFLOW, "2\n", "accepted", ":");
    check(OVERFLOW, "3\n", "wrong-answer", ":");
    check(OUTSIDE, "2\n", "run-time-error", ": attempt to subscript container with out-of-bounds index 3");
}

#[test]
fn a_clean_program_is_accepted_with_sanitizers_at_each_level_and_with_more_time_and_memory() {
    if !has("g++") {
        return;
    }
    // 60 of 64 MiB, and far more with a sanitizer's own data.
    let body = "std::vector<int> v(15 << 20); for (int i = 0; i < (15 << 20); i += 512) v.data()[i] = n; \
                std::cout << v.data()[512] + n << '\\n';";
    let scene = folder("a.cpp", &cpp(body));
    for level in ["full", "confined", "measured"] {
        let printed = scene.run(&["a.cpp", "--sanitize", "--memory", "64", "--containment", level]);
        assert_eq!(printed.code, Some(0), "{level}: {printed:?}");
        let found = folder("a.cpp", &cpp("int a[2] = {}; volatile int x = a[n + 1]; std::cout << 2 << '\\n';"));
        let printed = found.run(&["a.cpp", "--sanitize", "--containment", level]);
        assert_eq!(printed.code, Some(1), "{level}: {printed:?}");
        assert!(printed.out.contains("found: a.cpp:5:"), "{level}: {printed:?}");
    }
}

#[test]
fn a_solution_that_may_crash_may_have_something_found_in_it() {
    if !has("g++") {
        return;
    }
    let scene = Scene::twice();
    scene.write("solutions/cpp/twice--crash.cpp", &format!("//@ expect: run-time-error\n{}", cpp(OUTSIDE)));
    scene.write("solutions/cpp/twice--odd.cpp", &format!("//@ expect: accepted\n{}", cpp(OVERFLOW)));
    assert_eq!(scene.run(&["twice/crash", "--sanitize"]).code, Some(0));
    assert_eq!(scene.run(&["twice/odd", "--sanitize"]).code, Some(1));
}

/// The languages with checks of their own: the tool, the file, and what is found in it.
#[test]
fn every_language_that_offers_checks_finds_a_number_outside_of_an_array() {
    let c = "#include <stdio.h>\nint main(void) {\n    int n, a[2] = {0}; if (scanf(\"%d\", &n) != 1) return 1;\n    \
             volatile int x = a[n + 1]; printf(\"%d\\n\", 2 * n);\n}\n";
    let rust = "use std::io::*;\nfn main() {\n    let mut s = String::new(); stdin().read_line(&mut s).unwrap();\n    \
                let n: i32 = s.trim().parse().unwrap(); let m = i32::MAX.wrapping_sub(1) + n + n; println!(\"{}\", m.min(2));\n}\n";
    let pascal =
        "var n: longint; a: array[1..2] of longint;\nbegin\n  readln(n);\n  a[n + 3] := 1;\n  writeln(2 * n);\nend.\n";
    let fortran =
        "program main\n  integer :: n, a(2)\n  read (*,*) n\n  a(n + 2) = 1\n  print '(I0)', 2 * n\nend program\n";
    let ada = "with Ada.Integer_Text_IO; use Ada.Integer_Text_IO;\nprocedure Main is\n   N : Integer; A : array (1 .. 2) of Integer := (others => 0);\n\
               begin\n   Get (N); A (N + 2) := 1; Put (2 * N, 1);\nend Main;\n";
    for (tool, file, text, line) in [
        ("gcc", "a.c", c, 4),
        ("rustc", "a.rs", rust, 4),
        ("fpc", "a.pas", pascal, 4),
        ("gfortran", "a.f90", fortran, 4),
        ("gnatmake", "a.adb", ada, 5),
    ] {
        if !has(tool) {
            println!("skipped: {file}");
            continue;
        }
        let scene = folder(file, text);
        let printed = scene.run(&[file, "--sanitize"]);
        assert_eq!(printed.code, Some(1), "{printed:?}");
        assert!(printed.out.contains(&format!("found: {file}:{line}")), "{printed:?}");
    }
}

#[test]
fn gos_race_detector_names_the_line_and_leaves_the_verdict() {
    if !has("go") || !has("gcc") || left_to_long("go builds its library again, with the detector") {
        return;
    }
    let text = "package main\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n)\n\nfunc main() {\n\tvar n int\n\tfmt.Scan(&n)\n\ts := 0\n\t\
                var w sync.WaitGroup\n\tfor i := 0; i < 2; i++ {\n\t\tw.Add(1)\n\t\tgo func() {\n\t\t\tdefer w.Done()\n\t\t\t\
                s += n\n\t\t}()\n\t}\n\tw.Wait()\n\tfmt.Println(2 * n)\n}\n";
    let scene = folder("a.go", text);
    let printed = scene.run(&["a.go", "--sanitize"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    let found = "found: a.go:17: data race: ";
    assert!(printed.out.contains(found) && !printed.out.contains("RTE"), "{printed:?}");
}

#[test]
fn a_language_without_sanitizers_is_named_and_judged_as_usual() {
    let scene = folder("a.py", "print(int(input()) * 2)\n");
    let printed = scene.run(&["a.py", "--sanitize"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(printed.err.contains("Python has no sanitizers: its programs are built as usual"), "{printed:?}");
}

#[test]
fn flags_are_for_one_run_and_for_one_language() {
    let check = |tool: &str, file: &str, text: &str, flags: &str, without: i32, with: i32| {
        if !has(tool) {
            return println!("skipped: {file}");
        }
        let scene = folder(file, text);
        let usual = || scene.run(&[file]).code;
        assert_eq!(usual(), Some(without), "{file}");
        let printed = scene.run(&[file, "--flags", flags]);
        assert_eq!(printed.code, Some(with), "{file}: {printed:?}");
        assert!(printed.out.contains(&format!("with {flags}")), "{printed:?}");
        assert_eq!(usual(), Some(without), "{file}: the next run is as usual");
    };
    let c = "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", X); }\n";
    check("gcc", "a.c", c, "-DX=2", 1, 0);
    let rust = "fn main() { println!(\"{}\", if cfg!(two) { 2 } else { 1 }); }\n";
    check("rustc", "a.rs", rust, "--cfg=two", 1, 0);
    check("python3", "a.py", "assert False\n", "-O", 1, 1);
    check("python3", "b.py", "print(2 if __debug__ else 1)\n", "-O", 0, 1);
    check("go", "a.go", "package main\nfunc main() { println(1) }\n", "-ldflags=-s", 1, 1);
    let scene = folder("a.c", c);
    scene.write("b.py", "print(2)\n");
    let printed = scene.run(&["a.c", "b.py", "--flags", "-DX=2"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(printed.err.contains("flags are for one language, and these are in C, Python"), "{printed:?}");
    let printed = scene.run(&["a.c", "--flags", "-fsanitize=address"]);
    assert!(printed.code == Some(2) && printed.err.contains("say --sanitize"), "{printed:?}");
    let printed = scene.run(&["a.c", "--flags", "'-DX=2"]);
    assert!(printed.code == Some(2) && printed.err.contains("a quote is not closed"), "{printed:?}");
}

#[test]
fn warnings_are_shown_where_somebody_asks_for_them() {
    if !has("g++") {
        return;
    }
    let scene = folder("a.cpp", &cpp("int unused; std::cout << n * 2 << '\\n';"));
    scene.write("2.in", "2\n");
    scene.write("2.out", "4\n");
    let printed = |args: &[&str]| scene.run(&[&["a.cpp"], args].concat());
    let warning = "a.cpp:5:9: warning: unused variable 'unused'";
    let plain = |printed: &Printed| printed.out.replace(['‘', '’'], "'");
    assert_eq!(plain(&printed(&["--flags", "-Wall"])).matches(warning).count(), 1, "once, and not for each test");
    assert!(!plain(&printed(&[])).contains("warning"));
    scene.write("b.cpp", &cpp("int zero = 1 << 33; std::cout << n * 2 + zero * 0 << '\\n';"));
    let verbose = scene.run(&["b.cpp", "-v"]);
    assert!(verbose.out.contains("b.cpp:5:18: warning: "), "{verbose:?}");
    assert!(!scene.run(&["b.cpp"]).out.contains("warning: "));
}

#[test]
fn what_an_accepted_run_writes_to_standard_error_is_shown_with_v_also_from_the_cache() {
    let scene = folder("a.py", "import sys\nn = int(input())\nprint('n is', n, file=sys.stderr)\nprint(n * 2)\n");
    for _ in 0..2 {
        let printed = scene.run(&["a.py", "-v", "--report", "json=report.json"]);
        assert!(printed.code == Some(0) && printed.out.contains("stderr: n is 1"), "{printed:?}");
        assert_eq!(report(&scene)["solutions"][0]["tests"][0]["stderr"]["bytes"], 7);
    }
    assert!(!scene.run(&["a.py"]).out.contains("n is 1"));
}

#[test]
fn a_debugger_runs_the_program_on_the_test_and_stands_beside_again() {
    let check = |tool: &str, file: &str, text: &str, commands: &str, words: &[&str]| {
        if !has(tool) {
            return println!("skipped: {file}");
        }
        let scene = folder(file, text);
        let failed = scene.run(&[file]);
        let debug = failed.out.lines().find_map(|line| line.trim_start().strip_prefix("debug: "));
        let debug = debug.unwrap_or_else(|| panic!("{failed:?}"));
        assert!(debug.ends_with(&format!(" {file} --debug 1")), "{debug}");
        let printed = scene.run_with(&[file, "--debug", "1"], commands);
        assert!(printed.err.contains("outside of all containment"), "{printed:?}");
        for word in words {
            assert!(printed.out.contains(word), "{word}: {printed:?}");
        }
    };
    let c = "#include <stdio.h>\nint main(void) {\n    int n; if (scanf(\"%d\", &n) != 1) return 1;\n    printf(\"%d\\n\", n * 3);\n}\n";
    check("gdb", "a.c", c, "break 4\nrun\nprint n\ncontinue\nquit\n", &["$1 = 1", "\n3\n"]);
    let go =
        "package main\nimport \"fmt\"\nfunc main() {\n\tvar n int\n\tfmt.Scan(&n)\n\tm := n * 3\n\tfmt.Println(m)\n}\n";
    if has("gdb") {
        check("go", "a.go", go, "break 7\nrun\nprint m\ncontinue\nquit\n", &["$1 = 3", "\n3\n"]);
    }
}

#[test]
fn a_language_that_no_debugger_takes_is_named() {
    for (file, text, language) in [("a.py", "print(2)\n", "python"), ("Main.java", "class Main {}\n", "java")] {
        let scene = folder(file, text);
        // Commands of jdb and pdb, which read them in the folder of the call.
        for commands in ["jdb.ini", ".jdbrc", ".pdbrc"] {
            scene.write(commands, "monitor print java.lang.Runtime.getRuntime().exec(\"touch evil\")\n");
        }
        let printed = scene.run(&[file, "--debug", "1"]);
        let words = format!("{file}: no debugger here takes {language} and an input");
        assert!(printed.code == Some(2) && printed.err.contains(&words), "{printed:?}");
        assert!(!scene.path("evil").exists());
    }
}

#[test]
fn a_debugger_takes_one_program_and_one_test() {
    if !has("gdb") {
        return;
    }
    let scene = folder("a.c", "int main(void) { return 1; }\n");
    scene.write("b.c", "int main(void) { return 1; }\n");
    scene.write("10.in", "1\n");
    scene.write("10.out", "1\n");
    let refused = |args: &[&str], words: &str| {
        let printed = scene.run_with(args, "quit\n");
        assert!(printed.code == Some(2) && printed.err.contains(words), "{printed:?}");
    };
    refused(&["a.c", "b.c", "--debug", "1"], "a debugger shows one program, and these are");
    refused(&["a.c", "--debug", "1*"], "a debugger takes one test, and these are 1, 10");
}

//! The example works as the program of a crate elsewhere whose only dependency is this one.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The folder of the whole repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).unwrap().to_owned()
}

/// Whether the long variant is wanted, as in `.ci/run`.
fn long() -> bool {
    std::env::var_os("HARNESS_TEST_LONG").is_some()
}

/// The folder in which cargo builds.
fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

fn build(folder: &Path, target: &Path, arguments: &[&str]) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--offline", "--quiet"]).args(arguments).current_dir(folder).env("CARGO_TARGET_DIR", target);
    let built = cargo.output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

/// An example, built where it lies.
fn example(name: &str) -> PathBuf {
    // The selection and the profile of `cargo test`, which has built it: with other features or
    // another profile, cargo would compile every dependency once more.
    static BUILT: LazyLock<()> = LazyLock::new(|| build(&repository(), target(), &["--profile", "test", "--examples"]));
    LazyLock::force(&BUILT);
    target().join("debug/examples").join(name)
}

/// The example as the program of a crate in `folder`. Our crates are compiled for it alone. It has
/// the profiles of this repository, and shares what has been built here of the others.
fn outside(folder: &Path) -> PathBuf {
    let own = env!("CARGO_MANIFEST_DIR");
    let workspace = fs::read_to_string(repository().join("Cargo.toml")).unwrap();
    let profiles = &workspace[workspace.find("[profile.dev]").unwrap()..workspace.find("[workspace.lints").unwrap()];
    let manifest = format!(
        "[package]\nname = \"outside\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\njudge = {{ path = {own:?} }}\n\n{profiles}"
    );
    fs::create_dir(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    fs::copy(Path::new(own).join("examples/judge_a_file.rs"), folder.join("src/main.rs")).unwrap();
    build(folder, target(), &[]);
    target().join("debug/outside")
}

#[test]
fn each_example_is_short() {
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 25, "{}: {lines}", path.display());
    }
}

#[test]
fn the_example_judges_a_file_also_as_a_crate_elsewhere() {
    let scratch = tempfile::tempdir().unwrap();
    let program = if long() { outside(scratch.path()) } else { example("judge_a_file") };
    let folder = scratch.path().join("sums");
    fs::create_dir_all(folder.join("tests")).unwrap();
    for number in 1..=3 {
        fs::write(folder.join(format!("tests/{number}.in")), format!("{number}\n")).unwrap();
        fs::write(folder.join(format!("tests/{number}.ans")), format!("{}\n", number * 2)).unwrap();
    }
    let body = "let n: i32 = std::io::read_to_string(std::io::stdin()).unwrap().trim().parse().unwrap();";
    fs::write(folder.join("right.rs"), format!("fn main() {{ {body} println!(\"{{}}\", n * 2); }}\n")).unwrap();
    let wrong = "match n { 1 => println!(\"2\"), 2 => println!(\"5\"), _ => loop {} }";
    fs::write(folder.join("wrong.rs"), format!("fn main() {{ {body} {wrong} }}\n")).unwrap();
    let run = |file: &str| {
        let mut command = Command::new(&program);
        command.args([file, "tests"]).current_dir(&folder).env("HARNESS_CACHE_DIR", scratch.path().join("cache"));
        let printed = command.output().unwrap();
        let out = String::from_utf8(printed.stdout).unwrap();
        // The last word is the time.
        let times: Vec<u64> = out.lines().map(|line| line.rsplit(' ').next().unwrap().parse().unwrap()).collect();
        let lines: Vec<String> = out.lines().map(|line| line.rsplit_once(' ').unwrap().0.to_owned()).collect();
        (printed.status.code(), lines, times, String::from_utf8(printed.stderr).unwrap())
    };
    let (code, lines, _, err) = run("right.rs");
    assert_eq!((code, &*err), (Some(0), ""), "{lines:?}");
    assert_eq!(lines, ["tests/1 accepted", "tests/2 accepted", "tests/3 accepted"]);
    let (code, lines, times, err) = run("wrong.rs");
    assert_eq!((code, &*err), (Some(1), ""), "{lines:?}");
    assert_eq!(lines, ["tests/1 accepted", "tests/2 wrong-answer", "tests/3 time-limit"]);
    // The limit is two seconds.
    assert!(times[2] >= 2000, "{times:?}");
    let (code, _, _, err) = run("gone.rs");
    assert!(code == Some(1) && err.contains("gone.rs"), "{err}");
}

#[test]
fn the_example_judges_programs_in_memory() {
    let scratch = tempfile::tempdir().unwrap();
    let mut command = Command::new(example("judge_strings"));
    command.current_dir(scratch.path()).env("HARNESS_CACHE_DIR", scratch.path().join("cache"));
    let printed = command.output().unwrap();
    let (out, err) = (String::from_utf8(printed.stdout).unwrap(), String::from_utf8(printed.stderr).unwrap());
    let expected = "print(2 * int(input())): accepted, accepted\nprint(2): accepted, wrong-answer\n";
    assert_eq!((&*out, &*err, printed.status.code()), (expected, "", Some(0)));
}

#[test]
fn the_example_grades_a_class() {
    let scratch = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = scratch.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("contest/problems/sum/problem.toml", "title = \"Sum\"\n");
    write("contest/testdata/sum/sample/1.in", "1 2\n");
    write("contest/testdata/sum/sample/1.ans", "3\n");
    write("class/Ana/sum.py", "print(sum(map(int, input().split())))\n");
    write("class/Bob/sum.py", "print(4)\n");
    let mut command = Command::new(example("grade_a_class"));
    command
        .args(["contest", "class"])
        .current_dir(scratch.path())
        .env("HARNESS_CACHE_DIR", scratch.path().join("cache"));
    let printed = command.output().unwrap();
    let (out, err) = (String::from_utf8(printed.stdout).unwrap(), String::from_utf8(printed.stderr).unwrap());
    assert_eq!((&*out, &*err, printed.status.code()), ("Ana 100\nBob 0\n", "", Some(0)));
}

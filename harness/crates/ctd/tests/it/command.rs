//! The binary `checktestdata`: the original's options and exit codes.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn run(options: &[&str], input: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let grammar = folder.path().join("n.ctd");
    std::fs::write(&grammar, "INT(1, 9, n) NEWLINE EOF\n").unwrap();
    std::fs::write(folder.path().join("wrong.ctd"), "INT(1,\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_checktestdata"));
    command
        .current_dir(folder.path())
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It reads nothing where its arguments or the grammar are wrong.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn its_exit_code_tells_a_good_input_from_a_bad_one_and_from_a_wrong_grammar() {
    let check = |options: &[&str], input: &str, code: i32, out: &str, err: &str| {
        let output = run(options, input);
        let texts = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap());
        assert_eq!(output.status.code(), Some(code), "{options:?}: {texts:?}");
        assert!(texts[0].contains(out) && texts[1].contains(err), "{options:?}: {texts:?}");
    };
    check(&["n.ctd"], "5\n", 0, "testdata ok!", "");
    check(&["n.ctd"], "10\n", 1, "", "line 1");
    check(&["n.ctd"], "5 \n", 1, "", "line 1");
    check(&["-w", "n.ctd"], "5 \n", 0, "testdata ok!", "");
    check(&["wrong.ctd"], "5\n", 2, "", "1");
    check(&["absent.ctd"], "5\n", 2, "", "absent.ctd");
    check(&["--unknown", "n.ctd"], "", 2, "", "usage: checktestdata");
    assert!(run(&["-q", "n.ctd"], "5\n").stdout.is_empty());
}

#[test]
fn an_input_that_it_makes_is_one_that_it_accepts_and_the_same_for_the_same_seed() {
    let made = |seed| String::from_utf8(run(&["-g", "-s", seed, "n.ctd"], "").stdout).unwrap();
    assert_eq!(run(&["n.ctd"], &made("7")).status.code(), Some(0));
    assert_eq!(made("7"), made("7"));
}

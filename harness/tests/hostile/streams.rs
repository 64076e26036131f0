//! Standard streams by their names in `/dev`, as scripts and contest programs open them.

use crate::arena::{attack, bout};
use crate::bench::{Fate, exec, fate, file, levels, open, rust, text, working};
use sandbox::{Cancel, CapturedStream, Exec, Level, Profile, Stdin, Terms};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

/// A program that reads a line by one name, writes it by another, and prints what else it could do.
fn reader(test: &str) -> PathBuf {
    attack(
        // The search for what is left goes by this name.
        &format!("by-name-{test}"),
        r#"fn main() {
            use std::fs::*;
            let input = |name: &str| { let mut line = String::new(); BufReader::new(File::open(name)?).read_line(&mut line)?; Ok::<_, Error>(line) };
            let line = input("/dev/stdin").unwrap();
            if line.starts_with("first") { assert_eq!(input("/dev/fd/0").unwrap(), line) }
            write("/dev/stdout", line).unwrap();
            write("/dev/stderr", "heard").unwrap();
            if std::env::args().len() > 1 {
                // What its user may do to the file is not for the program.
                for name in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
                    if OpenOptions::new().write(true).open(name).is_ok() { print!("written") }
                    if OpenOptions::new().append(true).open(name).is_ok() { print!("appended") }
                }
            }
        }"#,
    )
}

#[test]
fn a_program_opens_its_streams_by_their_names_and_gains_nothing_by_it() {
    let program = reader("alone");
    let input = b"first\nsecond\n";
    let open = file("by-name.in", input);
    // Not in the programs' folder, which may belong to another user: only this user may read the
    // file.
    let folder = tempfile::tempdir().unwrap();
    let private = folder.path().join("private.in");
    std::fs::write(&private, input).unwrap();
    std::fs::set_permissions(&private, PermissionsExt::from_mode(0o600)).unwrap();
    for &level in levels() {
        for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
            for stdin in [
                Stdin::File(open.clone()),
                Stdin::File(private.clone()),
                Stdin::Captured(CapturedStream::of(input).unwrap()),
            ] {
                let confined = (level > sandbox::Level::Measured).then(|| "gains".into());
                let attempt = Exec { profile, stdin, args: confined.into_iter().collect(), ..exec(&program) };
                let done = bout("by-name", level, &attempt);
                let about = format!("{level:?} {profile:?} {:?}: {}", attempt.stdin, text(&done.stderr));
                assert_eq!(fate(&done, &attempt.limits), Fate::Code(0), "{about}");
                assert_eq!((text(&done.stdout), text(&done.stderr)), ("first\n".into(), "heard".into()), "{about}");
            }
        }
    }
    assert_eq!([std::fs::read(open).unwrap(), std::fs::read(private).unwrap()], [input, input]);
}

/// The same cell runs a program on more inputs than one ruleset grants.
#[test]
fn a_program_has_its_own_input_by_name_however_many_it_has_had() {
    let program = reader("often");
    for &level in levels() {
        let mut cell = open(level);
        for number in 0..150 {
            let line = format!("first {number}\n");
            let stdin = Stdin::File(file(&format!("by-name-{number}.in"), line.as_bytes()));
            let done = crate::bench::run(&mut *cell, &Exec { stdin, ..exec(&program) });
            assert_eq!(text(&done.stdout), line, "{level:?}: {}", text(&done.stderr));
        }
    }
}

#[test]
fn a_program_opens_no_input_that_it_had_in_an_earlier_run() {
    let program = rust(
        "opens-again",
        r#"fn main() { if let Some(path) = std::env::args().nth(1) { assert!(std::fs::File::open(path).is_err()) } }"#,
    );
    let before = file("had-before.in", b"before\n");
    for &level in working().iter().filter(|level| **level >= Level::Confined) {
        let mut cell = open(level);
        let first = Exec { stdin: Stdin::File(before.clone()), ..exec(&program) };
        let second = Exec {
            stdin: Stdin::File(file("has-now.in", b"now\n")),
            args: vec![before.clone().into()],
            ..exec(&program)
        };
        for exec in [first, second] {
            let done = crate::bench::run(&mut *cell, &exec);
            assert_eq!(fate(&done, &exec.limits), Fate::Code(0), "{level:?}: {}", text(&done.stderr));
        }
    }
}

#[test]
fn a_dialogue_goes_by_names_too() {
    let asks = attack(
        "asks-by-name",
        r#"fn main() {
            std::fs::write("/dev/stdout", "second\n").unwrap();
            let mut line = String::new();
            BufReader::new(std::fs::File::open("/dev/stdin").unwrap()).read_line(&mut line).unwrap();
            std::fs::write("/dev/stderr", line).unwrap();
        }"#,
    );
    let program = reader("dialogue");
    for &level in levels() {
        let wall = Duration::from_secs(30);
        let pair = [exec(&asks), exec(&program)];
        let cancel = Cancel::new().unwrap();
        let terms = Terms { wall, alone: wall, is_open_after: |_| true, grace: wall, transcript: 100 };
        let done = open(level).run_pair(&pair[0], &pair[1], terms, &cancel).unwrap().unwrap();
        assert_eq!(text(&done.first.stderr), "second\n", "{level:?} {}", text(&done.second.stderr));
    }
}

//! Compilers and runtimes at every level: what they need to see, and what they do not get to see.

use crate::bench::{Fate, MIB, broad, c, exec, fate, file, levels, open, run, rust, slowness, text};
use sandbox::{Cancel, Cell, CompletedRun, Error, Exec, Level, Limits, Profile, Stdin, StopReason};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The limits of a compiler.
fn roomy() -> Limits {
    Limits {
        cpu: Duration::from_secs(60),
        wall: Duration::from_secs(300),
        memory: 2048 * MIB,
        output: MIB,
        stack: 64 * MIB,
        processes: 64,
        open_files: 1024,
        file_size: 256 * MIB,
        scratch: 1024 * MIB,
    }
}

fn tool(program: &Path, args: &[&str], readable: &[&str], scratch: &Path) -> Exec {
    let mut exec = exec(program);
    exec.args = args.iter().map(Into::into).collect();
    exec.env = vec![("PATH".into(), "/usr/bin:/bin".into()), ("TMPDIR".into(), scratch.into())];
    exec.profile = Profile::Tool;
    exec.readable = readable.iter().map(PathBuf::from).filter(|path| path.exists()).collect();
    exec.scratch = Some(scratch.into());
    exec.limits = roomy();
    exec
}

fn ended_well(done: &CompletedRun, what: &str) {
    assert_eq!(
        fate(done, &roomy()),
        Fate::Code(0),
        "{what}: {:?} {}{}",
        done.outcome,
        text(&done.stdout),
        text(&done.stderr)
    );
}

/// Runs what a compiler made, as a solution. Like the builder, makes it executable, because the
/// linker cannot do so everywhere.
fn answers(cell: &mut dyn Cell, program: &Path, expected: &str) {
    std::fs::set_permissions(program, Permissions::from_mode(0o755)).unwrap();
    let done = run(cell, &exec(program));
    assert_eq!(text(&done.stdout), expected, "{:?} {}", done.outcome, text(&done.stderr));
}

fn sysroot() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output();
    let Some(output) = output.ok().filter(|output| output.status.success()) else {
        println!("skipped: this user has no rustc");
        return None;
    };
    Some(PathBuf::from(String::from_utf8(output.stdout).unwrap().trim_end()))
}

#[test]
fn rustc_compiles_in_a_cell() {
    let Some(sysroot) = sysroot() else { return };
    for &level in levels() {
        let scratch = tempfile::tempdir().unwrap();
        std::fs::write(scratch.path().join("main.rs"), "fn main() { println!(\"made\") }").unwrap();
        let rustc = sysroot.join("bin/rustc");
        let exec = tool(
            &rustc,
            &["-O", "--out-dir", ".", "main.rs"],
            &["/usr", "/bin", "/etc/alternatives", sysroot.to_str().unwrap()],
            scratch.path(),
        );
        let mut cell = open(level);
        ended_well(&run(&mut *cell, &exec), &format!("rustc at {level:?}"));
        answers(&mut *cell, &scratch.path().join("main"), "made\n");
    }
}

#[test]
fn a_c_compiler_compiles_in_a_cell() {
    if c("answer", "int main(){return 0;}").is_none() {
        return;
    }
    for &level in levels() {
        let scratch = tempfile::tempdir().unwrap();
        std::fs::write(scratch.path().join("main.c"), "#include <stdio.h>\nint main(){puts(\"made\");}").unwrap();
        let cc = std::fs::canonicalize("/usr/bin/cc").unwrap();
        let exec = tool(&cc, &["-O2", "-o", "main", "main.c"], &["/usr", "/bin", "/etc/alternatives"], scratch.path());
        let mut cell = open(level);
        ended_well(&run(&mut *cell, &exec), &format!("cc at {level:?}"));
        answers(&mut *cell, &scratch.path().join("main"), "made\n");
    }
}

/// The real program behind a name on the path or a version manager's shim, and its installation
/// folder.
fn interpreter(name: &str, question: &[&str]) -> Option<(PathBuf, PathBuf)> {
    let output = Command::new(name).args(question).output().ok().filter(|output| output.status.success());
    let Some(output) = output else {
        println!("skipped: there is no {name} on this machine");
        return None;
    };
    let program = std::fs::canonicalize(String::from_utf8(output.stdout).unwrap().trim()).unwrap();
    let prefix = program.parent().unwrap().parent().unwrap().to_path_buf();
    Some((program, prefix))
}

#[test]
fn python_runs_in_a_cell() {
    let Some((python, prefix)) = interpreter("python3", &["-c", "import sys; print(sys.executable)"]) else { return };
    let script = file("sum.py", b"import sys, json, math, random\nprint(sum(map(int, sys.stdin.read().split())))\n");
    for &level in levels() {
        let mut exec = exec(&python);
        exec.args = vec![script.clone().into()];
        exec.profile = Profile::Runtime;
        exec.readable = vec![prefix.clone(), script.clone()];
        exec.stdin = Stdin::File(file("sum.in", b"1 2 39\n"));
        exec.limits = Limits { memory: 256 * MIB, ..roomy() };
        // Where nothing confines reading, nobody else may use what lies in root's home.
        if level == Level::Measured && prefix.starts_with("/root") {
            let error = open(level).run(&exec, &Cancel::new().unwrap()).unwrap_err();
            let names_it = matches!(error, Error::Program { .. } | Error::Closed { .. });
            assert!(names_it && error.hint().is_some(), "{error}");
            continue;
        }
        let done = run(&mut *open(level), &exec);
        ended_well(&done, &format!("python at {level:?}"));
        assert_eq!(text(&done.stdout), "42\n");
    }
}

#[test]
fn java_runs_in_a_cell() {
    if Command::new("java").arg("-version").output().is_err() || Command::new("javac").arg("-version").output().is_err()
    {
        println!("skipped: there is no java and javac on this machine");
        return;
    }
    let on_path = |name: &str| {
        let found = Command::new("sh").args(["-c", &format!("command -v {name}")]).output().unwrap();
        std::fs::canonicalize(String::from_utf8(found.stdout).unwrap().trim()).unwrap()
    };
    let (java, javac) = (on_path("java"), on_path("javac"));
    let home = java.parent().unwrap().parent().unwrap().to_path_buf();
    let etc =
        home.file_name().map(|name| Path::new("/etc").join(name.to_str().unwrap().trim_end_matches("-amd64"))).unwrap();
    for &level in levels() {
        let scratch = tempfile::tempdir().unwrap();
        let source = "public class Main { public static void main(String[] a) { System.out.println(new java.util.Scanner(System.in).nextInt() + 2); } }";
        std::fs::write(scratch.path().join("Main.java"), source).unwrap();
        let roots = [home.to_str().unwrap(), etc.to_str().unwrap()];
        let mut compile = tool(&javac, &["-J-XX:-UsePerfData", "-d", ".", "Main.java"], &roots, scratch.path());
        compile.limits.processes = 128;
        let mut cell = open(level);
        ended_well(&run(&mut *cell, &compile), &format!("javac at {level:?}"));
        let mut exec = exec(&java);
        exec.args = ["-XX:-UsePerfData", "-XX:+UseSerialGC", "-Xmx64m", "-Xshare:auto", "-cp"].map(Into::into).to_vec();
        exec.args.extend([scratch.path().into(), "Main".into()]);
        exec.profile = Profile::Runtime;
        exec.readable =
            roots.iter().map(PathBuf::from).filter(|path| path.exists()).chain([scratch.path().into()]).collect();
        exec.stdin = Stdin::File(file("java.in", b"40\n"));
        exec.limits = Limits { memory: 512 * MIB, ..roomy() };
        let done = run(&mut *cell, &exec);
        ended_well(&done, &format!("java at {level:?}"));
        assert_eq!(text(&done.stdout), "42\n");
    }
}

#[test]
fn a_tool_writes_in_its_scratch_and_nowhere_else() {
    let body = r#"fn main() { for path in std::env::args().skip(1) { println!("{path} {}", std::fs::write(&path, "x").is_ok()); } }"#;
    let program = rust("writer", body);
    for &level in levels().iter().filter(|level| **level >= Level::Confined) {
        let scratch = tempfile::tempdir().unwrap();
        let other = tempfile::tempdir().unwrap();
        let inside = scratch.path().join("a");
        let outside = other.path().join("b");
        let exec = tool(
            &program,
            &[inside.to_str().unwrap(), outside.to_str().unwrap(), "/x", "relative"],
            &[],
            scratch.path(),
        );
        let done = run(&mut *open(level), &exec);
        let expected = format!("{} true\n{} false\n/x false\nrelative true\n", inside.display(), outside.display());
        assert_eq!(text(&done.stdout), expected, "{level:?}");
        assert!(!outside.exists() && inside.exists() && scratch.path().join("relative").exists());
    }
}

#[test]
fn a_tool_sees_what_it_was_given_and_nothing_else() {
    let body =
        r#"fn main() { for path in std::env::args().skip(1) { println!("{}", std::fs::read(&path).is_ok()); } }"#;
    let program = rust("reader", body);
    let given = file("given", b"x");
    let secret = file("not-given", b"x");
    for &level in levels().iter().filter(|level| **level >= Level::Confined) {
        let scratch = tempfile::tempdir().unwrap();
        let args = [given.to_str().unwrap(), secret.to_str().unwrap(), "/etc/passwd", "/proc/1/environ"];
        let done = run(&mut *open(level), &tool(&program, &args, &[given.to_str().unwrap()], scratch.path()));
        assert_eq!(text(&done.stdout), "true\nfalse\nfalse\nfalse\n", "{level:?}");
    }
}

/// Root's tools are not root: they may read what was handed to them, such as a tool chain in root's
/// home or a test in a private folder, and nothing more.
#[test]
fn a_tool_is_never_root() {
    let body = r#"use std::io::*; extern "C" { fn geteuid() -> u32; fn kill(p: i32, s: i32) -> i32; fn chown(p: *const i8, u: u32, g: u32) -> i32; fn fork() -> i32; fn getppid() -> i32; }
        fn main() { unsafe { let secret = std::env::args().nth(1).unwrap();
            if geteuid() == 0 { println!("root") }
            if std::fs::OpenOptions::new().write(true).open(&secret).is_ok() { println!("write") }
            if chown(std::ffi::CString::new(secret.clone()).unwrap().as_ptr().cast(), 0, 0) == 0 { println!("chown") }
            if getppid() > 1 && kill(getppid(), 0) == 0 { println!("signal the cell") }
            if std::fs::read_to_string(&secret).is_err() { println!("cannot read") }
            let mut children = 0; while children < 1000 { let p = fork(); if p == 0 { std::thread::sleep(std::time::Duration::from_secs(100)) } if p < 0 { break } children += 1 }
            if children > 60 { println!("{children} processes") } } }"#;
    let program = rust("no-root", body);
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "x").unwrap();
    std::fs::set_permissions(&secret, std::os::unix::fs::PermissionsExt::from_mode(0o400)).unwrap();
    // SAFETY: cannot fail.
    let root = unsafe { libc::geteuid() } == 0;
    for &level in levels() {
        let mut cell = open(level);
        let mut exec = tool(&program, &[secret.to_str().unwrap()], &[secret.to_str().unwrap()], folder.path());
        exec.scratch = None;
        exec.limits.processes = 8;
        let done = run(&mut *cell, &exec);
        let printed = text(&done.stdout);
        let expected = match (level, root) {
            (Level::Measured, false) => "signal the cell\n",
            (Level::Measured | Level::Confined | Level::Full | Level::FullCgroup, _) => "",
        };
        assert_eq!(printed, expected, "{level:?} {}", text(&done.stderr));
    }
}

/// The kernel bounds each file, but many files fill a disk. Each of these stays small, and none is
/// ever removed.
#[test]
fn a_tool_that_fills_its_folder_with_files_is_stopped() {
    let body = r#"fn main() { for n in 0.. { std::fs::write(format!("f{n}"), vec![1; 500_000]).unwrap(); } }"#;
    // Just more than anybody needs: ext4 takes ever longer for each.
    let empty = r#"fn main() { for n in 0..21_000 { let _ = std::fs::File::create(format!("f{n}")); } std::thread::sleep(std::time::Duration::from_secs(100)) }"#;
    let strongest = levels().last().map(std::slice::from_ref).unwrap();
    let ways = [("fills", body, 2_000 << 20, levels()), ("fills-with-nothing", empty, 0, strongest)];
    // The second makes twenty thousand files.
    for (name, body, most, levels) in &ways[..if broad() { 2 } else { 1 }] {
        let program = rust(name, body);
        for &level in *levels {
            let scratch = tempfile::tempdir().unwrap();
            let mut exec = tool(&program, &[], &[], scratch.path());
            (exec.limits.file_size, exec.limits.scratch) = (MIB, 4 * MIB);
            exec.limits.cpu *= slowness();
            exec.limits.wall *= slowness();
            let mut cell = open(level);
            let done = run(&mut *cell, &exec);
            assert_eq!(done.outcome.stopped, Some(StopReason::Output), "{name} at {level:?}: {:?}", done.outcome);
            // It is seen within a tenth of a second, but the disk may take much in that time.
            let files = std::fs::read_dir(scratch.path()).unwrap();
            let held: u64 = files.map(|file| file.unwrap().metadata().unwrap().len()).sum();
            assert!(held <= *most, "{name} at {level:?}: {held}");
        }
    }
}

#[test]
fn a_tool_that_wrote_too_much_is_over_its_limit_however_soon_it_ended() {
    // Six files of a size that each may have, in a few milliseconds.
    let program = rust(
        "fills-and-ends",
        r#"fn main() { for n in 0..6 { std::fs::write(format!("f{n}"), vec![1; 1 << 20]).unwrap(); } }"#,
    );
    for &level in levels() {
        for (scratch, expected) in [(4 * MIB, Some(StopReason::Output)), (8 * MIB, None)] {
            let folder = tempfile::tempdir().unwrap();
            let mut exec = tool(&program, &[], &[], folder.path());
            (exec.limits.file_size, exec.limits.scratch) = (MIB, scratch);
            let done = run(&mut *open(level), &exec);
            assert_eq!(done.outcome.stopped, expected, "{scratch} at {level:?}: {:?}", done.outcome);
        }
    }
}

#[test]
fn a_tool_that_waits_is_not_charged_for_being_watched() {
    // It prints how much CPU time it took, in microseconds.
    let program = rust(
        "patient",
        r#"extern "C" { fn clock() -> i64; }
        fn main() {
            std::thread::sleep(std::time::Duration::from_secs(2));
            print!("{}", unsafe { clock() });
        }"#,
    );
    for &level in levels() {
        let scratch = tempfile::tempdir().unwrap();
        let done = run(&mut *open(level), &tool(&program, &[], &[], scratch.path()));
        ended_well(&done, &format!("at {level:?}"));
        let own = Duration::from_micros(text(&done.stdout).parse().unwrap());
        // The rest is what comes before and after it looked: its start and its end.
        let more = done.outcome.usage.cpu.saturating_sub(own);
        assert!(more < Duration::from_millis(8) * slowness(), "{level:?}: {own:?} and {more:?} more");
    }
}

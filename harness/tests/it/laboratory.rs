//! `stress`, `mutate` and `strengthen` off the usual path: on packages, interrupted, on a full
//! disk.

use crate::command::{OwnCache, harness, left_to_long, long, user_cache};
use crate::scene::{Printed, Scene, has, printed};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const GRAMMAR: &str = "INT(1,1000,a) SPACE INT(1,1000,b) NEWLINE\n";

/// A program that reads `a` and `b`, and prints the value.
fn program(value: &str) -> String {
    format!(
        "fn main() {{\n    let text = std::io::read_to_string(std::io::stdin()).unwrap();\n    \
         let mut all = text.split_whitespace().map(|word| word.parse::<i64>().unwrap());\n    \
         let (a, b) = (all.next().unwrap(), all.next().unwrap());\n    println!(\"{{}}\", {value});\n}}\n"
    )
}

/// Writes a package whose only test cannot distinguish a sum from a product, with two right
/// solutions and a wrong one that passes.
fn package(scene: &Scene, manifest: &str) {
    scene.write("sum/problem.yaml", manifest);
    scene.write("sum/data/sample/1.in", "2 2\n");
    scene.write("sum/data/sample/1.ans", "4\n");
    scene.write("sum/submissions/accepted/sum.rs", &program("a + b"));
    scene.write("sum/submissions/accepted/other.rs", &program("(0..a).count() as i64 + b"));
    scene.write("sum/submissions/wrong_answer/times.rs", &program("a * b"));
}

/// The files below a folder, with what is in them.
fn below(folder: &Path) -> Vec<(String, Vec<u8>)> {
    if !folder.exists() {
        return Vec::new();
    }
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().is_file());
    files.map(|entry| (entry.path().display().to_string(), fs::read(entry.path()).unwrap())).collect()
}

fn on_packages(manifest: &str, has_grammar: bool) {
    let (packages, caches) = (Scene::new(), user_cache());
    package(&packages, manifest);
    packages.write("in.ctd", GRAMMAR);
    if has_grammar {
        packages.write("sum/input_validators/sum.ctd", GRAMMAR);
    }
    let before = below(packages.root());
    let run = |args: &[&str]| -> Printed {
        let mut command = harness();
        command.args(args).args(["--root", "sum"]).current_dir(packages.root());
        command.env_remove("HARNESS_CACHE_DIR").env("XDG_CACHE_HOME", caches.path());
        let named = ["--input", "in.ctd"];
        printed(command.args(if has_grammar { &[][..] } else { &named }), "")
    };
    let found = run(&["stress", "sum/wrong_answer/times", "-n", "200", "--seed", "1"]);
    assert_eq!(found.code, Some(1), "{found:?}");
    assert!(found.out.contains("the answer is confirmed by "), "{found:?}");
    let found = run(&["mutate", "sum", "--inputs", "100"]);
    assert_eq!(found.code, Some(1), "{found:?}");
    assert!(found.out.contains("passes every test and is wrong on this input"), "{found:?}");
    let tests = caches.path().join("tests");
    let into = ["strengthen", "sum", "--inputs", "100", "--into", tests.to_str().unwrap()];
    let written = run(&into);
    assert_eq!(written.code, Some(0), "{written:?}");
    let files = below(&tests);
    assert!(files.len() >= 2 && files.len().is_multiple_of(2), "{files:?}");
    assert_eq!(below(packages.root()), before, "nothing was to be written into the package");
    // What is there stays as it is.
    let again = run(&into);
    assert_eq!((again.code, below(&tests)), (Some(2), files), "{again:?}");

    let in_place = run(&["strengthen", "sum", "--inputs", "100", "--yes"]);
    assert_eq!(in_place.code, Some(0), "{in_place:?}");
    assert!(!below(&packages.path("sum/data/secret")).is_empty());
    if has_grammar {
        let judged = run(&["sum"]);
        assert_eq!(judged.code, Some(0), "the wrong solution fails now: {judged:?}");
    }
}

#[test]
fn a_legacy_package_is_strengthened_beside_it_and_in_place() {
    if left_to_long("it compiles mutants, as a workspace does") {
        return;
    }
    on_packages("name: Sum\n", true);
}

#[test]
fn a_package_of_2025_without_a_grammar_is_strengthened_with_one_that_is_named() {
    if left_to_long("it compiles mutants, as a workspace does") {
        return;
    }
    on_packages("problem_format_version: 2025-09\nname: Sum\nuuid: 1\nlimits:\n  time_limit: 2\n", false);
}

/// The processes below a process.
fn descendants(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<u32> =
        children.flat_map(|all| all.split(' ').filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()).collect();
    children.iter().flat_map(|child| std::iter::once(*child).chain(descendants(*child))).collect()
}

/// Whether a process is a compiler.
fn compiles(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.starts_with("rustc"))
}

/// Whether it is a solution that has computed for longer than any of the tests' inputs takes.
fn spins(pid: u32) -> bool {
    let line = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let ticks = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)?.parse::<u64>().ok());
    line.split('\0').next().is_some_and(|program| program.ends_with("/main")) && ticks.is_some_and(|ticks| ticks > 30)
}

/// Interrupts a command once one of its processes is as wanted. Returns its exit code and what it
/// printed.
fn interrupted(mut child: Child, wanted: fn(u32) -> bool) -> (Option<i32>, String) {
    while !descendants(child.id()).into_iter().any(wanted) {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was interrupted");
        // Looking all the time would take a core from the compilers.
        std::thread::sleep(Duration::from_millis(2));
    }
    let all = descendants(child.id());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let left: Vec<u32> = all.into_iter().filter(|pid| spins(*pid)).collect();
    assert!(left.is_empty(), "a solution goes on: {left:?}");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn whenever_ctrl_c_comes_it_ends_with_130_and_nothing_is_written() {
    let scene = Scene::twice();
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[limits]\ntime = 3000\n");
    scene.write("problems/twice/input.ctd", "INT(1,1000,n) NEWLINE\n");
    scene.write("testdata/twice/sample/01.in", "2\n");
    scene.write("testdata/twice/sample/01.ans", "4\n");
    // On every input except the test's, the model solution computes for longer than this test.
    scene.solution("twice", "", "{ while n != std::hint::black_box(2) {} n * 2 }");
    let before = scene.files();
    let built = OwnCache::new();
    let commands = [&["strengthen", "twice", "--yes"][..], &["stress", "twice"], &["mutate", "twice"]];
    // `strengthen` begins with everything `mutate` does, and hunts like `stress`.
    for args in &commands[..if long() { 3 } else { 1 }] {
        let moments = [(spins as fn(u32) -> bool, true), (compiles, false)];
        for &(wanted, hunts) in &moments[..if long() { 2 } else { 1 }] {
            let empty = tempfile::tempdir().unwrap();
            let cache = if hunts { built.path() } else { empty.path().to_owned() };
            let mut command = scene.command(args);
            command.env("HARNESS_CACHE_DIR", cache).stdout(Stdio::piped()).stderr(Stdio::null());
            let (code, out) = interrupted(command.spawn().unwrap(), wanted);
            assert_eq!(code, Some(130), "{args:?} {out}");
            if args[0] == "stress" && hunts {
                assert!(out.starts_with("interrupted: ") && out.contains("  go on: harness stress"), "{out}");
            }
            let mut after = scene.files();
            after.retain(|file| !file.starts_with("target/"));
            assert_eq!(after, before, "{args:?}");
        }
    }
}

#[test]
fn ctrl_c_keeps_the_tests_that_were_found() {
    let scene = Scene::twice();
    scene.write("problems/twice/input.ctd", "INT(1,1000,n) NEWLINE\n");
    scene.write("testdata/twice/sample/01.in", "2\n");
    scene.write("testdata/twice/sample/01.ans", "4\n");
    scene.solution("twice--square", "//@ expect: wrong-answer\n", "n * n");
    let mut command = scene.command(&["strengthen", "twice", "--yes", "--seconds", "600"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.by_ref().any(|line| line.unwrap().contains("twice/square.rs dies")));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    lines.for_each(drop);
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert!(out.contains("kills twice/square.rs"), "{out}");
    let judged = scene.run(&["twice"]);
    assert_eq!(judged.code, Some(0), "{judged:?}");
}

/// Whether it is a generator that was told to compute forever.
fn generates(pid: u32) -> bool {
    fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.ends_with(b"\0forever\0"))
}

#[test]
fn ctrl_c_while_tests_of_a_package_are_made_ends_with_130() {
    let scene = Scene::twice();
    scene.write("made/problem.yaml", "problem_format_version: 2025-09\nname: M\nuuid: 1\nlimits: {time_limit: 2}\n");
    scene.write("made/submissions/accepted/echo.rs", "fn main() { println!(\"{}\", std::env::args().count()) }\n");
    scene.write("made/generators/spin.rs", "fn main() { while std::hint::black_box(true) {} }\n");
    scene.write("made/generators/generators.yaml", "data: {secret: {data: [a: {in: '1'}, b: spin.rs forever]}}\n");
    let mut command = scene.command(&["made"]);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let (code, out) = interrupted(command.spawn().unwrap(), generates);
    assert_eq!(code, Some(130), "{out}");
}

#[test]
fn what_ctrl_c_kept_from_being_found_out_is_no_mistake_of_the_setters() {
    let scene = Scene::twice();
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[generate]\n\"secret/1\" = \"forever\"\n");
    scene.write("problems/twice/generator.rs", "fn main() { while std::hint::black_box(true) {} }\n");
    for args in [["generate"], ["check"]] {
        let mut command = scene.command(&args);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let (code, out) = interrupted(command.spawn().unwrap(), generates);
        assert_eq!((code, out.as_str()), (Some(130), ""), "{args:?}");
    }
}

/// A question is waited for by reading, and reading goes on after a signal.
#[test]
fn ctrl_c_at_a_question_ends_with_130_and_nothing_is_written() {
    if !has("script") {
        return;
    }
    let scene = Scene::twice();
    fs::remove_file(scene.path("testdata/twice/sample/01.ans")).unwrap();
    let plain = scene.command(&[]);
    let call = format!("{} bless twice", plain.get_program().to_string_lossy());
    let mut on_terminal = Command::new("script");
    on_terminal.args(["-qec", &call, "/dev/null"]).current_dir(scene.root());
    for (name, value) in plain.get_envs() {
        on_terminal.env(name, value.unwrap_or_default());
    }
    let mut child = on_terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut printed, mut out) = (Vec::new(), child.stdout.take().unwrap());
    while !printed.ends_with(b"[y/N] ") {
        let mut byte = [0];
        assert_eq!(out.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&printed));
        printed.extend(byte);
    }
    let mut typing = child.stdin.take().unwrap();
    typing.write_all(b"\x03").unwrap();
    out.read_to_end(&mut printed).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{}", String::from_utf8_lossy(&printed));
    assert!(!scene.path("testdata/twice/sample/01.ans").exists());
}

/// Interrupts a command as soon as the folder it makes for its results exists.
fn interrupted_at_the_write(command: &mut Command, folder: &Path) -> Option<i32> {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // The killer is started now and waits for a line, because starting it later would be too late.
    let script = format!("read line; kill -INT {}", child.id());
    let mut killer = Command::new("sh");
    let mut killer = killer.args(["-c", &script]).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    loop {
        // Checked before the folder: what it wrote before it ended is then there.
        let ended = child.try_wait().unwrap();
        if folder.exists() {
            if let Some(status) = ended {
                killer.kill().unwrap();
                killer.wait().unwrap();
                return status.code();
            }
            break;
        }
        assert_eq!(ended, None, "it ended and wrote nothing");
        std::thread::sleep(Duration::from_micros(100));
    }
    killer.stdin.take().unwrap().write_all(b"now\n").unwrap();
    let status = child.wait().unwrap();
    killer.wait().unwrap();
    status.code()
}

/// What is written at that moment is there completely or not at all, and nothing blocks the next
/// command.
#[test]
fn ctrl_c_at_the_moment_of_writing_leaves_whole_tests_and_no_lock() {
    let scene = Scene::twice();
    scene.write("problems/twice/input.ctd", "INT(1,1000,n) NEWLINE\n");
    scene.write("testdata/twice/sample/01.in", "2\n");
    scene.write("testdata/twice/sample/01.ans", "4\n");
    scene.solution("twice--square", "//@ expect: wrong-answer\n", "n * n");
    let secret = scene.path("testdata/twice/secret");
    let commands = [
        (&["stress", "twice/square", "-n", "60", "--seed", "1", "--save", "--yes"][..], 1),
        (&["strengthen", "twice", "--inputs", "60", "--yes"], 0),
    ];
    for (args, done) in &commands[..if long() { 2 } else { 1 }] {
        let code = interrupted_at_the_write(&mut scene.command(args), &secret);
        // It may be done before the signal arrives.
        assert!(code == Some(130) || code == Some(*done), "{args:?} {code:?}");
        let files = below(&secret);
        let names: Vec<&str> = files.iter().map(|(name, _)| name.rsplit('/').next().unwrap()).collect();
        for name in &names {
            assert!(!name.starts_with('.') && [".in", ".ans"].iter().any(|end| name.ends_with(end)), "{names:?}");
            let stem = name.rsplit_once('.').unwrap().0;
            assert!(["in", "ans"].iter().all(|end| names.contains(&&*format!("{stem}.{end}"))), "{names:?}");
        }
        assert!(!names.is_empty(), "it was to write when it was interrupted");
        let judged = scene.run(&["twice/twice"]);
        assert_eq!(judged.code, Some(0), "{judged:?}");
        fs::remove_dir_all(&secret).unwrap();
    }
}

#[test]
fn a_run_that_goes_on_when_the_time_is_over_is_cut() {
    if left_to_long("it takes the whole time that it is allowed") {
        return;
    }
    let scene = Scene::twice();
    // The test must not wait for this limit.
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[limits]\ntime = 3000\n");
    scene.write("problems/twice/input.ctd", "INT(1,1000,n) NEWLINE\n");
    scene.solution("twice--endless", "", "{ while n == std::hint::black_box(n) {} n * 2 }");
    let printed = scene.run(&["stress", "twice/endless", "--seconds", "1", "--seed", "1"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(printed.err.contains("the first ones took longer to answer than all of it may"), "{printed:?}");
    let printed = scene.run(&["stress", "twice", "--against", "endless", "--seconds", "1", "--seed", "1"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
}

/// A small disk, mounted until it is dropped. Only root can mount one.
struct Disk(tempfile::TempDir);

impl Disk {
    fn new(size: &str) -> Option<Disk> {
        let disk = Disk(tempfile::tempdir().unwrap());
        let path = disk.0.path().to_str().unwrap();
        let options = format!("size={size},mode=755");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &options, "harness-lab-disk", path]).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(disk)
    }

    /// Fills it until no room is left.
    fn fill(&self) {
        let ballast = fs::File::create(self.0.path().join("ballast")).unwrap();
        let mut ballast = std::io::BufWriter::new(ballast);
        while std::io::Write::write_all(&mut ballast, &[0; 4096])
            .and_then(|()| std::io::Write::flush(&mut ballast))
            .is_ok()
        {}
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
fn what_nobody_can_rely_on_is_told_and_nothing_is_written() {
    let scene = Scene::new();
    scene.write("problems/sum/problem.toml", "title = \"Sum\"\n");
    scene.write("problems/sum/input.ctd", GRAMMAR);
    scene.write("testdata/sum/sample/1.in", "2 2\n");
    scene.write("testdata/sum/sample/1.ans", "4\n");
    let check = |arguments: &[&str], code: i32, words: &str| {
        let found = printed(harness().args(arguments).arg("--root").arg(scene.root()), "");
        assert_eq!(found.code, Some(code), "{found:?}");
        assert!(found.err.contains(words), "{found:?}");
        assert!(!scene.path("testdata/sum/secret").exists());
    };
    // Its answer differs in every run, because no two processes have the same number.
    scene.write("solutions/src/bin/sum.rs", &program("if a == 2 { a + b } else { std::process::id() as i64 }"));
    let unstable = "sum/sum.rs gives another answer when it is run again on the same input";
    check(&["mutate", "sum", "--inputs", "20"], 2, unstable);

    scene.write("solutions/src/bin/sum.rs", &program("a + b"));
    scene.write("problems/sum/checker.rs", "fn main() { std::process::exit(42) }\n");
    check(&["mutate", "sum", "--inputs", "20"], 2, "the checker accepts an empty output and noise as well");
    fs::remove_file(scene.path("problems/sum/checker.rs")).unwrap();
}

#[test]
fn a_full_disk_is_said_and_no_half_test_is_left() {
    if left_to_long("each of its commands hunts") {
        return;
    }
    let Some(disk) = Disk::new("256k") else {
        println!("skipped: only root can mount a small disk");
        return;
    };
    let scene = Scene::twice();
    scene.write("problems/twice/input.ctd", "INT(1,1000,n) NEWLINE\n");
    scene.write("testdata/twice/sample/01.in", "2\n");
    scene.write("testdata/twice/sample/01.ans", "4\n");
    scene.solution("twice--square", "//@ expect: wrong-answer\n", "n * n");
    // Builds go elsewhere.
    let builds = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let mut command = scene.command(args);
        printed(command.env("HARNESS_CACHE_DIR", builds.path()), "")
    };
    // Finds and mutants go here.
    let own = builds.path().join("workspaces");
    std::os::unix::fs::symlink(disk.0.path(), &own).unwrap();
    disk.fill();
    let full = |printed: &Printed| printed.err.contains("No space left on device");
    let printed = run(&["stress", "twice/square", "-n", "100", "--seed", "1"]);
    assert!(full(&printed) && [Some(2), Some(3)].contains(&printed.code), "{printed:?}");
    let printed = run(&["mutate", "twice", "--inputs", "100"]);
    assert!(full(&printed) && printed.code == Some(3), "{printed:?}");
    // Now the workspace's folder is healthy, and only the target is on the full disk.
    fs::remove_file(&own).unwrap();
    let into = disk.0.path().join("tests");
    let printed = run(&["strengthen", "twice", "--inputs", "100", "--into", into.to_str().unwrap()]);
    assert!(full(&printed) && [Some(2), Some(3)].contains(&printed.code), "{printed:?}");
    assert!(below(&into).is_empty(), "{printed:?}");
    let secret = scene.path("testdata/twice/secret");
    // Not by a link: nothing is written where a link leads out of the workspace.
    fs::create_dir(&secret).unwrap();
    let at = |tool: &str, args: &[&std::path::Path]| Command::new(tool).args(args).status().unwrap().success();
    assert!(at("mount", &["--bind".as_ref(), disk.0.path(), &secret]));
    let printed = run(&["stress", "twice/square", "-n", "100", "--seed", "1", "--save", "--yes"]);
    assert!(full(&printed) && [Some(2), Some(3)].contains(&printed.code), "{printed:?}");
    let entries = fs::read_dir(disk.0.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let half: Vec<String> = entries.filter(|name| name.starts_with('.') || name.contains(".in")).collect();
    assert!(half.is_empty(), "{half:?} {printed:?}");
    assert!(at("umount", &[&secret]));
    fs::remove_dir(&secret).unwrap();
    fs::remove_file(disk.0.path().join("ballast")).unwrap();
    let into = into.to_str().unwrap();
    let printed = run(&["strengthen", "twice", "--inputs", "100", "--tests", "3", "--into", into]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
}

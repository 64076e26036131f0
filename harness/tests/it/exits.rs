//! Exit codes, and the messages that go with them.

use crate::command::{OwnCache, fixture, harness, long, shell};
use crate::scene::{Scene, has};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// The exit code, and everything that was printed.
fn printed(output: &Output) -> (Option<i32>, String) {
    let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), printed)
}

/// Runs on a fixture and expects this exit code and these words.
fn check(name: &str, args: &[&str], code: i32, words: &[&str]) {
    let (exit, printed) = printed(&harness().arg("--root").arg(fixture(name)).args(args).output().unwrap());
    assert_eq!(exit, Some(code), "{args:?}\n{printed}");
    for words in words {
        assert!(printed.contains(words), "`{words}` is not in\n{printed}");
    }
}

#[test]
fn zero_when_everything_is_as_expected() {
    check("unmet", &["echo/echo"], 0, &["PASS"]);
}

#[test]
fn one_when_a_solution_is_not_as_expected() {
    check("unmet", &["echo/first-line"], 1, &["FAIL", "secret/1", "again:"]);
    check("unmet", &["echo/typo"], 1, &["prinln", "solutions/src/bin/echo--typo.rs:2"]);
}

#[test]
fn the_terminal_tells_as_much_as_it_is_asked_to() {
    let printed =
        |args: &[&str]| printed(&harness().arg("--root").arg(fixture("unmet")).args(args).output().unwrap()).1;
    let quiet = printed(&["-q"]);
    assert!(!quiet.contains("PASS") && quiet.contains("again:"), "{quiet}");
    let normal = printed(&[]);
    assert!(normal.contains("PASS echo") && normal.contains("again:") && !normal.contains("sample/1  AC"), "{normal}");
    let verbose = printed(&["-v", "-a"]);
    assert!(verbose.contains("sample/1  AC") && verbose.contains("again:"), "{verbose}");
    check("unmet", &["-q", "-v"], 2, &["--quiet", "--verbose"]);
}

#[test]
fn two_for_a_wrong_command_line() {
    check("unmet", &["--no-such-flag"], 2, &["--no-such-flag"]);
    // What had another name, from one table.
    check("unmet", &["--tolerance", "1e-6"], 2, &["there is no `--tolerance`: say `--compare`"]);
    check("unmet", &["watch", "echo"], 4, &["there is no `watch`: say "]);
    check("unmet", &["--time-factor", "0"], 2, &["0.01"]);
    check("unmet", &["--report", "json"], 2, &["FORMAT=PATH"]);
}

/// A file's name may get there, by a pattern of the shell.
#[test]
fn what_is_mistyped_commands_no_terminal() {
    let hostile = "-\u{1b}]0;x\u{7}\u{9b}31m\u{85}\u{202e}";
    for call in [&["-", hostile][..], &["--threads", hostile], &[hostile], &["help", hostile], &[hostile]] {
        let (exit, printed) = printed(&harness().args(call).output().unwrap());
        let harms = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
        assert!(exit == Some(2) && !printed.contains(harms), "{call:?}: {printed:?}");
    }
}

#[test]
fn two_for_a_report_that_cannot_be_written_before_anything_is_judged() {
    let (exit, printed) = printed(
        &harness()
            .arg("--root")
            .arg(fixture("unmet"))
            .args(["--report", "json=/no/such/folder/r.json"])
            .output()
            .unwrap(),
    );
    assert_eq!(exit, Some(2), "{printed}");
    assert!(printed.contains("/no/such/folder") && !printed.contains("PASS"), "{printed}");
}

#[test]
fn two_without_a_workspace() {
    let empty = tempfile::tempdir().unwrap();
    let (exit, printed) = printed(&harness().current_dir(empty.path()).output().unwrap());
    assert_eq!(exit, Some(2), "{printed}");
    assert!(printed.contains("no workspace") && printed.contains("`harness init .`"), "{printed}");
}

#[test]
fn two_for_what_is_broken_and_what_is_named_beside_it_is_judged() {
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/broken");
    let run = |args: &[&str]| printed(&harness().args(args).current_dir(&broken).output().unwrap());
    let named = [
        "three-mistakes",
        "three-mistakes/three-mistakes",
        "problems/unclosed",
        "testdata/three-mistakes/sample/1.in",
        "two-heaps/misspelt",
    ];
    for name in named {
        let words = format!("`{name}` is left out because of the errors in its files");
        let (exit, printed) = run(&[name, "two-heaps/always-first"]);
        assert_eq!(exit, Some(2), "{name}\n{printed}");
        assert!(printed.contains(&words) && printed.contains("two-heaps--misspelt.rs:2"), "{name}\n{printed}");
        assert!(printed.contains("1 solution") && printed.contains("always-first.rs"), "{name}\n{printed}");
        let (exit, printed) = run(&[name]);
        assert_eq!(exit, Some(2), "{name}\n{printed}");
        assert!(printed.contains(&words) && !printed.contains("1 solution"), "{name}\n{printed}");
        let (exit, printed) = run(&["list", name, "two-heaps"]);
        assert_eq!((exit, printed.matches(&words).count()), (Some(2), 1), "{name}\n{printed}");
        assert!(
            printed.contains("1 problem, 2 solutions") && printed.matches("in the workspace").count() == 1,
            "{printed}"
        );
    }
    let (exit, printed) = run(&["plan", "two-heaps"]);
    assert_eq!(exit, Some(2), "{printed}");
    assert_eq!(run(&["three-mistakes", "no-such-thing"]).0, Some(4));
}

#[test]
fn errors_of_problems_that_are_not_named_are_a_note_and_fail_nothing() {
    let scene = Scene::twice();
    scene.write("problems/other/problem.toml", "titel = \"Other\"\n");
    scene.write("solutions/cpp/foo_2.cpp", "");
    let printed = |args: &[&str]| {
        let printed = scene.run(args);
        (printed.code, printed.out + &printed.err)
    };
    for command in [&["twice/twice"][..], &["list", "twice"], &["plan", "twice"], &["generate", "twice"]] {
        let (code, printed) = printed(command);
        assert_eq!(code, Some(0), "{command:?}\n{printed}");
        let note = "elsewhere, not counted here: problems/other";
        assert!(printed.contains(note), "{command:?}\n{printed}");
        assert!(!printed.contains("titel") && !printed.contains("content error"), "{command:?}\n{printed}");
    }
    for command in [&["explain", "other"][..], &["check", "other", "--time"], &["submit", "other"], &[]] {
        let (code, printed) = printed(command);
        assert!(code == Some(2) && printed.contains("unknown key `titel`"), "{command:?}\n{printed}");
        assert!(command.is_empty() || printed.contains("hint: fix the errors above"), "{command:?}\n{printed}");
    }
}

/// Its solutions are there and only left out: nothing is to be added.
#[test]
fn where_all_that_there_is_has_errors_the_next_step_is_to_mend_them() {
    let scene = Scene::twice();
    scene.write("problems/twice/problem.toml", "titel = \"Twice\"\n");
    for command in [&["twice"][..], &[]] {
        let printed = scene.run(command);
        let all = printed.out + &printed.err;
        assert_eq!(printed.code, Some(2), "{command:?}\n{all}");
        assert!(
            all.contains("unknown key `titel`") && all.contains("hint: fix the errors above"),
            "{command:?}\n{all}"
        );
        assert!(!all.contains("problems/<name>"), "{command:?}\n{all}");
    }
}

#[test]
fn the_same_error_of_many_tests_is_told_once() {
    let scene = Scene::twice();
    for n in 2..9 {
        scene.write(&format!("testdata/twice/secret/{n}.in"), "1\n");
    }
    let printed = scene.run(&["list", "twice"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    let words = "error: an input without an answer, and 6 more like it: testdata/twice/secret/3.in, ";
    assert!(printed.err.contains(words) && printed.err.contains("`harness bless twice`"), "{}", printed.err);
    assert_eq!(printed.err.matches("without an answer").count(), 1, "{}", printed.err);
}

/// A user who has only the repository has no `harness` in PATH.
#[test]
fn hints_are_commands_in_the_words_that_the_harness_was_called_with() {
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/broken");
    let run = |command: &mut Command| printed(&command.output().unwrap()).1;
    let hint = |called: &str| format!("run `{called} bless two-heaps`, or add testdata/two-heaps/secret/03-lonely.ans");
    let printed = run(harness().arg("list").current_dir(&broken));
    assert!(printed.contains(&hint("harness")), "{printed}");
    let printed = run(harness().arg("list").current_dir(&broken).env("CARGO_MANIFEST_DIR", "."));
    assert!(printed.contains(&hint("cargo run -p harness --")), "{printed}");
    let printed = run(harness().args(["list", "--root"]).arg(&broken).env("CARGO_MANIFEST_DIR", "."));
    assert!(printed.contains(&hint(&format!("cargo run -p harness -- --root {}", broken.display()))), "{printed}");
}

#[test]
fn three_without_a_compiler_which_is_named_with_what_to_install() {
    let empty = tempfile::tempdir().unwrap();
    let mut command = harness();
    command.env("PATH", empty.path()).env("HARNESS_CACHE_DIR", empty.path().join("cache"));
    let (exit, printed) = printed(&command.arg("--root").arg(fixture("unmet")).arg("echo/echo").output().unwrap());
    assert_eq!(exit, Some(3), "{printed}");
    assert!(printed.contains("rustc") && printed.contains("rustup.rs"), "{printed}");
}

/// What a program could not do only because of these limits is not a verdict on it.
#[test]
fn three_where_whoever_starts_it_has_lower_limits_than_a_run() {
    let (scene, cache) = (Scene::twice(), OwnCache::new());
    let check = |limit: &str, words: &str| {
        let mut command = shell(&format!("ulimit {limit}; harness twice/twice"));
        command.current_dir(scene.root()).env("HARNESS_CACHE_DIR", cache.path());
        let (exit, printed) = printed(&command.output().unwrap());
        assert_eq!(exit, Some(3), "{printed}");
        assert!(printed.contains(words), "{printed}");
    };
    check("-f 100", "of `ulimit -Hf`");
    check("-v 8000000", "of `ulimit -Hv`");
    check("-d 8000000", "of `ulimit -Hd`");
    check("-n 48", "of `ulimit -Hn`");
    check("-s 8192", "268435456 bytes of stack are more than the 8388608 of `ulimit -Hs`");
    let judged = scene.command(&["twice/twice"]).env("HARNESS_CACHE_DIR", cache.path()).output().unwrap();
    assert_eq!(printed(&judged).0, Some(0), "and it is not remembered: {}", printed(&judged).1);
}

/// A shell's own soft limits are lifted, and variables that would keep an interpreter from starting
/// do not count.
#[test]
fn nought_whatever_soft_limits_and_variables_a_shell_hands_down() {
    let scene = Scene::twice();
    if has("python3") {
        scene.write("solutions/python/twice--py.py", "print(int(input()) * 2)\n");
    }
    let settings = [
        "ulimit -Sv 400000; ulimit -Sd 60000; ulimit -Ss 128; ulimit -Sn 32",
        "ulimit -Sf 1",
        "trap '' CHLD",
        "export PYTHONINTMAXSTRDIGITS=1",
        "export PYTHONHOME=/nowhere PYTHONPATH=/nowhere RUBYOPT=-x PERL5OPT=-x",
        "export HOME=/dev/null XDG_CONFIG_HOME=/dev/null",
    ];
    let run = |setting: &str| {
        let cache = tempfile::tempdir().unwrap();
        let mut command = shell(&format!("{setting}; harness twice --no-cache"));
        command.current_dir(scene.root()).env("HARNESS_CACHE_DIR", cache.path());
        printed(&command.output().unwrap())
    };
    // What each alone would keep from working, all together do, too.
    let (exit, together) = run(&settings.join("; "));
    if long() || exit != Some(0) {
        for setting in settings {
            let (exit, printed) = run(setting);
            assert_eq!(exit, Some(0), "{setting}: {printed}");
        }
    }
    assert_eq!(exit, Some(0), "{together}");
}

/// A person's own files, in a folder that nobody else may enter: the solution, its checker and its
/// validator read them at each level, whoever they run as.
#[test]
fn nought_for_what_is_private_to_a_person_whatever_the_umask() {
    let script = "import sys\nn = int(sys.stdin.read())\nprint(n * 2)\n";
    let checker = "import sys\nright = open(sys.argv[2]).read().split()\n\
        sys.exit(42 if sys.stdin.read().split() == right else 43)\n";
    let validator = "import sys\nsys.exit(42 if sys.stdin.read().strip().isdigit() else 43)\n";
    let levels: &[&str] = if long() { &["full", "confined"] } else { &["full"] };
    for (umask, level) in ["077", "027"].into_iter().flat_map(|umask| levels.iter().map(move |level| (umask, level))) {
        let scene = Scene::twice();
        scene.write("solutions/python/twice--py.py", script);
        scene.write("problems/twice/checker.py", checker);
        scene.write("problems/twice/validator.py", validator);
        let cache = tempfile::tempdir().unwrap();
        let private = format!("chmod -R go-rwx .; umask {umask}; harness twice/py --containment {level}");
        let mut command = shell(&private);
        command.current_dir(scene.root()).env("HARNESS_CACHE_DIR", cache.path().join("cache"));
        let (exit, printed) = printed(&command.output().unwrap());
        // A machine without this level says so and judges nothing.
        assert!(exit == Some(0) || exit == Some(3) && !printed.contains("1 run"), "{umask} {level}: {printed}");
        assert!(!printed.contains("RTE") && !printed.contains("does not compile"), "{umask} {level}: {printed}");
    }
}

#[test]
fn a_hang_up_is_caught_unless_whoever_started_the_harness_ignores_hang_ups() {
    let check = |setting: &str, expected: [bool; 2]| {
        let scene = Scene::twice();
        scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[limits]\ntime = 3000\n");
        scene.solution("twice", "", "loop { std::hint::spin_loop() }");
        let mut command = shell(&format!("{setting}; exec harness twice"));
        command.current_dir(scene.root()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut header = String::new();
        out.read_line(&mut header).unwrap();
        assert!(header.contains("Judging"), "{header}");
        let pid = child.id().to_string();
        assert_eq!(["SigIgn:", "SigCgt:"].map(|mask| hang_up(&pid, mask)), expected, "{setting}");
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
    };
    check("trap '' HUP", [true, false]);
    // A shell cannot undo what it was started with: these tests may run under `nohup`.
    let ignored = hang_up("self", "SigIgn:");
    check("trap - HUP", [ignored, !ignored]);
}

/// Whether a hang-up is in this mask of a process.
fn hang_up(pid: &str, mask: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let bits = status.lines().find_map(|line| line.strip_prefix(mask)).unwrap();
    u64::from_str_radix(bits.trim(), 16).unwrap() & 1 == 1
}

#[test]
fn three_with_a_compiler_that_is_no_program() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let rustc = folder.path().join("rustc");
    fs::write(&rustc, "this is not a program").unwrap();
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = harness();
    command.env("PATH", folder.path()).env("HARNESS_CACHE_DIR", folder.path().join("cache"));
    let (exit, printed) = printed(&command.arg("--root").arg(fixture("unmet")).arg("echo/echo").output().unwrap());
    assert_eq!(exit, Some(3), "{printed}");
    assert!(printed.contains("rustc"), "{printed}");
}

#[test]
fn three_where_the_disk_is_full() {
    for args in [&["list"][..], &["explain", "echo"], &["--report", "json=/dev/full", "echo/echo"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = harness().arg("--root").arg(fixture("unmet")).args(args).stdout(full).output().unwrap();
        let (exit, printed) = printed(&output);
        assert_eq!(exit, Some(3), "{args:?}\n{printed}");
        assert!(printed.contains("No space left on device"), "{printed}");
    }
}

#[test]
fn four_when_nothing_is_selected_with_what_may_have_been_meant() {
    check("unmet", &["ehco"], 4, &["ehco", "did you mean `echo`?"]);
    check("unmet", &["-t", "secret/2"], 4, &["secret/2"]);
    check("verdicts", &["sum", "generate"], 4, &["`generate` is a command, and a command comes first"]);
    // What can only be a path is reported as one.
    for name in ["/nowhere/heaps.zip", "./heaps", "../heaps", "heaps.zip"] {
        check("unmet", &[name], 4, &[&format!("error: there is no file or folder {name}")]);
    }
}

#[test]
fn a_hundred_and_thirty_when_interrupted_with_what_is_known_so_far() {
    // It computes for far longer than this test may take, so the interruption always comes first.
    let root = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("problems/spin/problem.toml", "title = \"Spin\"\n[limits]\ntime = 3000\n");
    write("testdata/spin/sample/1.in", "");
    write("testdata/spin/sample/1.ans", "");
    write("solutions/src/bin/spin.rs", "fn main() { while std::hint::black_box(true) {} }\n");

    let mut child =
        harness().arg("--root").arg(root.path()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut header = String::new();
    out.read_line(&mut header).unwrap();
    assert!(header.contains("Judging"), "{header}");
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let rest: Vec<String> = out.lines().map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    assert!(rest.iter().any(|line| line.contains("interrupted")), "{rest:?}");
}

/// All processes below a process, each before its own children.
fn below(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<u32> =
        children.flat_map(|all| all.split(' ').filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()).collect();
    children.iter().flat_map(|child| std::iter::once(*child).chain(below(*child))).collect()
}

#[test]
fn a_mistyped_command_is_answered_with_the_one_that_is_meant() {
    let workspace = Scene::twice();
    workspace.write("plain/a.sh", "cat\n");
    for folder in [workspace.root().to_owned(), workspace.path("plain")] {
        let printed = workspace.command(&["submt", "twice"]).current_dir(&folder).output().unwrap();
        let error = String::from_utf8_lossy(&printed.stderr);
        assert!(printed.status.code() == Some(4) && error.contains("submit`?"), "{}: {error}", folder.display());
    }
}

/// At the first Ctrl-C, a program, a compiler or a checker that hangs is killed by its cell. Here
/// the cells themselves hang, as on a disk that does not answer.
#[test]
fn a_second_ctrl_c_ends_the_process_at_once_whatever_hangs() {
    let scene = Scene::twice();
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[limits]\ntime = 3000\n");
    scene.solution("twice", "", "loop { std::thread::sleep(std::time::Duration::from_secs(1)) }");
    let mut child = scene.command(&["twice/twice.rs"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut header = String::new();
    out.read_line(&mut header).unwrap();
    assert!(header.contains("Judging"), "{header}");
    let signal = |name: &str, pid: u32| {
        let sent = Command::new("kill").args([format!("-{name}"), pid.to_string()]).stderr(Stdio::null()).status();
        sent.unwrap().success()
    };
    let is_solution = |pid: &u32| {
        let line = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.split('\0').next().is_some_and(|program| program.ends_with("/main"))
    };
    // Wait until the solution hangs. Its compiler comes and goes, and so does its first start,
    // which only shows that it can be started.
    let hung = loop {
        let mut running = below(child.id());
        if running.iter().any(is_solution) {
            running.retain(|pid| signal("STOP", *pid));
            if running.iter().any(is_solution) {
                break running;
            }
            for pid in running {
                signal("CONT", pid);
            }
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(signal("INT", child.id()));
    // Wait until it has taken this signal, so that the next one is the second.
    let pending = || fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    while pending().lines().any(|line| line.starts_with("ShdPnd") && !line.ends_with("0000000000000000")) {
        std::thread::yield_now();
    }
    assert!(signal("INT", child.id()));
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // An orderly end would print this after cleaning up.
    let rest: Vec<String> = out.lines().map(Result::unwrap).collect();
    assert!(!rest.iter().any(|line| line.contains("interrupted")), "it waited: {rest:?}");
    for pid in hung {
        signal("KILL", pid);
    }
}

#[test]
fn fail_fast_skips_what_is_behind_the_first_failure_and_tells_so_every_time() {
    check(
        "unmet",
        &["--fail-fast", "-j", "2", "echo/first-line", "echo/right-after-all"],
        1,
        &["FAIL", "echo/first-line"],
    );
}

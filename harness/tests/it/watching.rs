//! `watch`, end to end: each step waits for the program's words or files, never for time to pass.

use crate::command::know_machine;
use crate::scene::Scene;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// A harness that watches, and what it prints, line by line, from both streams.
struct Watching {
    child: Child,
    lines: Receiver<String>,
    printed: Vec<String>,
}

impl Watching {
    fn on(scene: &Scene, args: &[&str]) -> Watching {
        Watching::with(scene, &[&["-w"], args].concat())
    }

    /// Starts any command that watches.
    fn with(scene: &Scene, args: &[&str]) -> Watching {
        Watching::of(scene.command(args))
    }

    /// Starts a shell's line on a terminal, where `$HARNESS` is the command.
    fn on_terminal(scene: &Scene, line: &str) -> Watching {
        let harness = scene.command(&[]);
        let mut command = Command::new("script");
        let envs = harness.get_envs().filter_map(|(name, value)| Some((name, value?)));
        command.args(["-qec", line, "/dev/null"]).envs(envs).env("HARNESS", harness.get_program());
        command.current_dir(scene.root()).stdin(Stdio::piped());
        Watching::started(command)
    }

    /// Types on the terminal.
    fn press(&mut self, keys: &str) {
        self.child.stdin.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
    }

    fn of(mut command: Command) -> Watching {
        command.stdin(Stdio::null());
        Watching::started(command)
    }

    fn started(mut command: Command) -> Watching {
        // One pipe for both, so that what is printed first is read first.
        let (reader, writer) = io::pipe().unwrap();
        command.stdout(writer.try_clone().unwrap()).stderr(writer);
        let child = command.spawn().unwrap();
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(reader).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Watching { child, lines, printed: Vec::new() }
    }

    /// Waits until a line with these words is printed. Returns the line.
    #[track_caller]
    fn wait_for(&mut self, words: &str) -> String {
        loop {
            // Far beyond what anything here takes: a program that is silent fails the test instead
            // of hanging it.
            match self.lines.recv_timeout(Duration::from_secs(120)) {
                Ok(line) if line.contains(words) => {
                    self.printed.push(line.clone());
                    return line;
                }
                Ok(line) => self.printed.push(line),
                Err(error) => panic!("`{words}` was not said ({error}) after {:#?}", self.printed),
            }
        }
    }

    /// Sends Ctrl-C. Returns the exit code.
    fn interrupt(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

/// Saves as an editor does: writes a new file beside the old one and renames it over.
fn save(scene: &Scene, stem: &str, value: &str) {
    scene.solution(&format!(".{stem}"), "", value);
    let place = |name: &str| scene.path(&format!("solutions/src/bin/{name}.rs"));
    fs::rename(place(&format!(".{stem}")), place(stem)).unwrap();
}

fn scene() -> Scene {
    let scene = Scene::twice();
    scene.write("testdata/twice/secret/02.in", "2\n");
    scene.write("testdata/twice/secret/02.ans", "4\n");
    scene
}

#[test]
fn a_saved_solution_is_judged_alone_and_another_file_with_its_problem() {
    let scene = scene();
    let mut watching = Watching::on(&scene, &["twice"]);
    watching.wait_for("2 of 2 solutions as expected");
    watching.wait_for("watching");
    save(&scene, "twice--brute", "if n == 2 { 5 } else { n * 2 }");
    watching.wait_for("changed: solutions/src/bin/twice--brute.rs");
    watching.wait_for("WA twice/brute.rs on secret/02");
    watching.wait_for("0 of 1 solution as expected");
    watching.wait_for("watching");
    save(&scene, "twice--brute", "n + n");
    watching.wait_for("1 of 1 solution as expected");
    watching.wait_for("watching");
    // A test that is saved is judged, too.
    scene.write("testdata/twice/secret/02.ans", "4 \n");
    watching.wait_for("changed: testdata/twice/secret/02.ans");
    watching.wait_for("2 of 2 solutions as expected");
    watching.wait_for("watching");
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn on_a_terminal_a_key_is_enough_and_the_terminal_is_in_its_former_mode_at_the_end() {
    if !crate::scene::has("script") {
        return;
    }
    let scene = scene();
    scene.solution("twice--brute", "", "if n == 2 { 5 } else { n * 2 }");
    let mut watching = Watching::on_terminal(&scene, "trap : INT; \"$HARNESS\" -w twice; stty -a");
    watching.wait_for("q = quit");
    watching.press("f");
    watching.wait_for("only what failed: 1 run");
    watching.wait_for("q = quit");
    watching.press("t2");
    watching.wait_for("only test 2: ");
    watching.wait_for("q = quit");
    // Letters that mean nothing run nothing, and however many there are, `q` is not kept waiting.
    let before = watching.printed.len();
    watching.press(&format!("{}q", "z".repeat(3000)));
    let modes = watching.wait_for("icanon");
    let again = watching.printed[before..].iter().filter(|line| line.contains("q = quit")).count();
    assert_eq!(again, 0, "no key is answered that means nothing");
    assert!(!modes.contains("-icanon"), "{modes}");
    for end in ["\x03", "\x04"] {
        // Some shells end with Ctrl-C, too.
        let mut watching = Watching::on_terminal(&scene, "trap : INT; \"$HARNESS\" -w twice; stty -a");
        watching.wait_for("q = quit");
        watching.press(end);
        let modes = watching.wait_for("icanon");
        assert!(!modes.contains("-icanon"), "{modes}");
    }
}

#[test]
fn nothing_is_said_of_solutions_that_were_not_saved_and_a_removed_one_is_gone() {
    let scene = scene();
    scene.solution("twice--wrong", "", "n * 3");
    let mut watching = Watching::on(&scene, &[]);
    watching.wait_for("watching");
    save(&scene, "twice--brute", "n + n + 0");
    watching.wait_for("changed: solutions/src/bin/twice--brute.rs");
    watching.wait_for("1 of 1 solution as expected");
    watching.wait_for("watching");
    assert!(!watching.printed.iter().any(|line| line.contains("WA twice/wrong.rs")), "{:#?}", watching.printed);
    fs::remove_file(scene.path("solutions/src/bin/twice--wrong.rs")).unwrap();
    watching.wait_for("changed: solutions/src/bin/twice--wrong.rs");
    watching.wait_for("2 of 2 solutions as expected");
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn a_new_save_ends_the_run_that_goes_on() {
    let scene = scene();
    // It computes for far longer than this test may take: only the new save can end its run.
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[limits]\ntime = 3000\n");
    scene.solution("twice", "", "{ while std::hint::black_box(true) {} n }");
    let cache = scene.path("cache");
    let mut command = scene.command(&["-w", "twice"]);
    command.env("HARNESS_CACHE_DIR", &cache);
    let mut watching = Watching::of(command);
    // Both programs are built once the first run has read their files.
    let builds = || fs::read_dir(cache.join("build")).into_iter().flatten().flatten();
    while builds().filter(|build| build.path().join("out/main").exists()).count() < 2 {
        assert!(watching.child.try_wait().unwrap().is_none(), "it ended");
        thread::sleep(Duration::from_millis(2));
    }
    save(&scene, "twice", "n * 2");
    watching.wait_for("changed: solutions/src/bin/twice.rs");
    watching.wait_for("2 of 2 solutions as expected");
    watching.wait_for("watching");
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn mistakes_in_a_saved_file_are_told_and_mending_them_goes_on() {
    let scene = scene();
    let mut watching = Watching::on(&scene, &[]);
    watching.wait_for("watching");
    scene.write("problems/twice/problem.toml", "titel = \"Twice\"\n");
    watching.wait_for("unknown key `titel`");
    watching.wait_for("watching");
    scene.write("problems/twice/problem.toml", "title = \"Twice again\"\n");
    watching.wait_for("2 of 2 solutions as expected");
    watching.wait_for("watching");
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn mistakes_in_the_workspace_s_own_file_are_shown_and_mending_them_goes_on() {
    let scene = scene();
    let mut watching = Watching::on(&scene, &[]);
    watching.wait_for("watching");
    scene.write("harness.toml", "language = [\n");
    save(&scene, "twice", "n + n");
    watching.wait_for("the configuration has mistakes");
    watching.wait_for("watching");
    scene.write("harness.toml", "");
    save(&scene, "twice", "2 * n");
    watching.wait_for("2 of 2 solutions as expected");
    watching.wait_for("watching");
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn what_is_configured_while_it_watches_holds_from_then_on() {
    let scene = scene();
    scene.solution("twice", "", "if cfg!(other) { 0 } else { n * 2 }");
    let mut watching = Watching::on(&scene, &["twice"]);
    watching.wait_for("2 of 2 solutions as expected");
    watching.wait_for("watching");
    scene.write("harness.toml", "[languages.rust]\nflags = [\"--cfg=other\"]\n");
    watching.wait_for("changed: harness.toml");
    watching.wait_for("WA twice/twice.rs");
    assert_eq!(watching.interrupt(), Some(130));
}

/// The line below a run, where no keys can be pressed.
fn keys(args: &[&str]) -> &'static str {
    if args[0] == "learn" { ", q = end" } else { "watching: save a file; Ctrl-C ends" }
}

#[test]
fn a_program_that_is_removed_is_no_fault_of_ours_and_saving_it_goes_on() {
    let scene = Scene::twice();
    scene.write("problems/twice/statement.md", "# Twice\n\nPrint twice the number.\n");
    let right = scene.read("solutions/src/bin/twice.rs");
    let calls: [(&str, &[&str]); 2] =
        [("a.rs", &["-w", "a.rs", "testdata/twice/sample"]), ("learn/twice.rs", &["learn", "twice"])];
    for (file, args) in calls {
        scene.write(file, &right);
        let mut watching = Watching::with(&scene, args);
        watching.wait_for("1 of 1 solution as expected");
        watching.wait_for(keys(args));
        fs::remove_file(scene.path(file)).unwrap();
        let line = watching.wait_for("there is no file");
        assert_eq!(line, format!("error: there is no file {file}"));
        scene.write(file, &right);
        watching.wait_for("1 of 1 solution as expected");
        assert_eq!(watching.interrupt(), Some(130));
    }
}

#[test]
fn the_cache_may_be_removed_while_nothing_is_judged() {
    let scene = Scene::twice();
    scene.write("problems/twice/statement.md", "# Twice\n\nPrint twice the number.\n");
    let right = scene.read("solutions/src/bin/twice.rs");
    let calls: [(&str, &[&str]); 3] = [
        ("solutions/src/bin/twice.rs", &["-w", "twice/twice"]),
        ("a.rs", &["-w", "a.rs", "testdata/twice/sample"]),
        ("learn/twice.rs", &["learn", "twice"]),
    ];
    // Other tests use the one that they share.
    know_machine(&scene.path("user"));
    let cache = scene.path("user/harness/shared");
    let command = |args: &[&str]| {
        let mut command = scene.command(args);
        command.env("HARNESS_CACHE_DIR", &cache);
        command
    };
    for (file, args) in calls {
        scene.write(file, &right);
        let mut watching = Watching::of(command(args));
        watching.wait_for("1 of 1 solution as expected");
        watching.wait_for(keys(args));
        fs::remove_dir_all(&cache).unwrap();
        scene.write(file, &format!("{right}\n"));
        watching.wait_for("1 of 1 solution as expected");
        assert_eq!(watching.interrupt(), Some(130));
    }
}

/// What is typed reaches only a program that has a terminal.
#[test]
fn keys_judge_only_what_failed_and_everything_again() {
    let scene = scene();
    scene.solution("twice--wrong", "", "if n == 2 { 5 } else { n * 2 }");
    let plain = scene.command(&[]);
    let command = format!("{} -w twice", plain.get_program().to_string_lossy());
    // One terminal for all streams, as a person has it.
    let mut on_terminal = Command::new("script");
    on_terminal.args(["-qefc", &command, "/dev/null"]).current_dir(scene.root());
    for (name, value) in plain.get_envs() {
        on_terminal.env(name, value.unwrap_or_default());
    }
    let mut child = on_terminal.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut keys = child.stdin.take().unwrap();
    let out = child.stdout.take().unwrap();
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    let mut watching = Watching { child, lines, printed: Vec::new() };
    let mut press = |key: &str| {
        keys.write_all(format!("{key}\n").as_bytes()).unwrap();
        keys.flush().unwrap();
    };
    watching.wait_for("2 of 3 solutions as expected");
    watching.wait_for("f = only what failed");
    press("f");
    let judged = watching.wait_for("0 of 1 solution as expected");
    assert!(judged.contains("1 test "), "{judged}");
    watching.wait_for("f = only what failed");
    press("a");
    watching.wait_for("2 of 3 solutions as expected");
    watching.wait_for("f = only what failed");
    press("f");
    watching.wait_for("0 of 1 solution as expected");
    watching.wait_for("f = only what failed");
    save(&scene, "twice--wrong", "n * 2");
    watching.wait_for("nothing of it fails any more: judging everything");
    watching.wait_for("3 of 3 solutions as expected");
    let line = watching.wait_for("watching: ");
    // Only what does something is named.
    assert!(!line.contains("f = ") && line.contains("a = all"), "{line}");
    press("q");
    assert_eq!(watching.child.wait().unwrap().code(), Some(0));
}

#[test]
fn only_what_is_selected_is_judged_and_it_must_be_there() {
    let scene = scene();
    scene.run(&["-w", "twcie"]).is(
        4,
        "",
        "error: no problem or solution is called `twcie`\n  hint: did you mean `twice`?\n",
    );
    let mut watching = Watching::on(&scene, &["twice/brute"]);
    watching.wait_for("1 of 1 solution as expected");
    watching.wait_for("watching");
    save(&scene, "twice", "n * 3");
    watching.wait_for("changed: solutions/src/bin/twice.rs");
    watching.wait_for("1 of 1 solution as expected");
    watching.wait_for("watching");
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn what_only_a_whole_run_gives_is_refused_while_watching() {
    let scene = Scene::twice();
    for option in [&["--failed"][..], &["--limits", "l.toml"], &["--report", "json=-"], &["--shard", "1/2"]] {
        let printed = scene.run(&[&["-w"], option].concat());
        assert!(printed.code == Some(2) && printed.err.contains("cannot be used with"), "{printed:?}");
    }
}

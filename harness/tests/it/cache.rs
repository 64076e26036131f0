//! What is cached from run to run never changes a verdict, whatever happens to the cache.

use crate::command::{self, OwnCache};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A workspace with one problem (print twice the number), and a cache of its own.
struct Scene {
    folder: tempfile::TempDir,
    /// `None`: in the folder.
    cache: Option<OwnCache>,
}

impl Scene {
    /// With a cache that has no results.
    fn new(tests: usize) -> Scene {
        Scene { cache: Some(OwnCache::new()), ..Scene::building(tests) }
    }

    /// With a cache that has no builds, either.
    fn building(tests: usize) -> Scene {
        let scene = Scene { folder: tempfile::tempdir().unwrap(), cache: None };
        command::know_machine(&scene.folder.path().join("user"));
        scene.write("problems/twice/problem.toml", "title = \"Twice\"\n");
        scene.write("problems/twice/statement.md", "# Twice\n");
        scene.solution("twice", "n * 2");
        scene.solution("twice--wrong", "if n == 3 { 7 } else { n * 2 }");
        for n in 1..=tests {
            scene.test(n, n);
        }
        scene
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("w")
    }

    fn cache(&self) -> PathBuf {
        self.cache.as_ref().map_or_else(|| self.folder.path().join("user/harness/shared"), OwnCache::path)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.root().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn solution(&self, stem: &str, value: &str) {
        let expect = if stem == "twice" { "" } else { "//@ expect: wrong-answer\n" };
        let text = format!(
            "{expect}fn main() {{\n    let mut line = String::new();\n    std::io::stdin().read_line(&mut line).unwrap();\n    \
             let n: u64 = line.trim().parse().unwrap();\n    println!(\"{{}}\", {value});\n}}\n"
        );
        self.write(&format!("solutions/src/bin/{stem}.rs"), &text);
    }

    fn test(&self, name: usize, n: usize) {
        self.write(&format!("testdata/twice/secret/{name}.in"), &format!("{n}\n"));
        self.write(&format!("testdata/twice/secret/{name}.ans"), &format!("{}\n", n * 2));
    }

    fn command(&self) -> Command {
        let mut command = command::harness();
        command.env("HARNESS_CACHE_DIR", self.cache()).arg("--root").arg(self.root());
        command
    }

    /// Judges, and returns the exit code and the report.
    fn judge(&self, args: &[&str]) -> (Option<i32>, Value) {
        let report = self.folder.path().join("report.json");
        let ran = self.command().args(args).arg("--report").arg(format!("json={}", report.display())).output().unwrap();
        let text = fs::read_to_string(&report);
        let text = text.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&ran.stderr)));
        (ran.status.code(), serde_json::from_str(&text).unwrap())
    }

    fn cached(&self) -> u64 {
        self.judge(&[]).1["summary"]["cached"].as_u64().unwrap()
    }
}

/// Solution, test, verdict and note of every run.
fn verdicts(report: &Value) -> Vec<String> {
    let solutions = report["solutions"].as_array().unwrap().iter();
    let of = |solution: &Value| {
        let name = format!("{} {}", solution["solution"], solution["status"]);
        let tests = solution["tests"].as_array().unwrap();
        tests.iter().map(|test| format!("{name} {} {} {}", test["test"], test["verdict"], test["note"])).collect()
    };
    solutions.flat_map(|solution: &Value| -> Vec<String> { of(solution) }).collect()
}

#[test]
fn an_unchanged_run_is_remembered_with_its_evidence_and_marked() {
    let scene = Scene::new(4);
    let (code, first) = scene.judge(&[]);
    assert_eq!((code, first["summary"]["cached"].as_u64()), (Some(0), Some(0)));
    let (code, second) = scene.judge(&[]);
    assert_eq!((code, second["summary"]["cached"].as_u64()), (Some(0), Some(8)));
    assert_eq!(verdicts(&first), verdicts(&second));
    let failed = |report: &Value| report["solutions"][1]["tests"][2].clone();
    assert_eq!(failed(&first)["verdict"], "wrong-answer");
    assert_eq!(failed(&first)["evidence"], failed(&second)["evidence"]);
    assert_eq!(failed(&first)["cpu_ms"], failed(&second)["cpu_ms"]);
    assert_eq!((failed(&first)["cached"].as_bool(), failed(&second)["cached"].as_bool()), (None, Some(true)));
}

#[test]
fn whatever_a_verdict_depends_on_makes_it_new() {
    let scene = Scene::new(4);
    scene.judge(&[]);
    assert_eq!(scene.cached(), 8);
    scene.test(2, 22);
    assert_eq!(scene.cached(), 6, "another input");
    scene.write("testdata/twice/secret/1.ans", "3\n");
    let (code, report) = scene.judge(&[]);
    assert_eq!((code, report["summary"]["cached"].as_u64()), (Some(1), Some(6)), "another answer");
    scene.test(1, 1);
    assert_eq!(scene.cached(), 8, "the first content again");
    scene.solution("twice", "n + n");
    assert_eq!(scene.cached(), 4, "another source");
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[compare]\nmode = \"exact\"\n");
    assert_eq!(scene.cached(), 0, "another comparison");
    scene.write("problems/twice/problem.toml", "title = \"Two times\"\n[compare]\nmode = \"exact\"\n");
    assert_eq!(scene.cached(), 8, "another title decides nothing");
    assert_eq!(scene.judge(&["--time-factor", "2"]).1["summary"]["cached"], 0, "other limits");
}

#[test]
fn without_the_cache_everything_is_compiled_and_run_and_nothing_kept() {
    let scene = Scene::building(2);
    // How many results come from the cache, and which programs.
    let cached = |args: &[&str]| {
        let report = scene.judge(args).1;
        let solutions = report["solutions"].as_array().unwrap().iter();
        let builds: Vec<bool> = solutions.map(|one| one["build"]["cached"].as_bool().unwrap()).collect();
        (report["summary"]["cached"].as_u64().unwrap(), builds)
    };
    assert_eq!(cached(&["--no-cache"]), (0, vec![false, false]));
    assert_eq!(cached(&[]).0, 0);
    assert_eq!(cached(&["--no-cache"]), (0, vec![false, false]));
    assert_eq!(cached(&[]), (4, vec![true, true]));

    fs::remove_dir_all(scene.cache()).unwrap();
    assert_eq!(scene.cached(), 0, "whoever removes it loses time alone");
}

#[test]
fn a_file_that_the_compiler_refused_is_compiled_again() {
    let scene = Scene::building(3);
    scene.write("solutions/src/bin/twice--broken.rs", "//@ expect: compile-error\nfn main() {\n");
    let words = |report: &Value| report["solutions"][1]["build"]["messages"].as_str().unwrap().to_owned();
    let (code, first) = scene.judge(&[]);
    assert_eq!(code, Some(0));
    assert!(words(&first).contains("solutions/src/bin/twice--broken.rs:2:"), "{first}");
    let is_cached = files(&scene.cache().join("build"))
        .iter()
        .any(|file| fs::read_to_string(file).is_ok_and(|t| t.contains("unclosed")));
    assert!(!is_cached, "a compiler's refusal is in the cache");
    scene.write("solutions/src/bin/twice--broken.rs", "//@ expect: compile-error\nfn main() {{\n");
    assert!(words(&scene.judge(&[]).1).contains("unclosed delimiter"));
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    entries.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}

#[test]
fn a_store_of_noise_or_of_another_version_is_a_silent_miss() {
    let scene = Scene::new(3);
    let (_, first) = scene.judge(&[]);
    for noise in [&b"harness store 9\n"[..], b"", b"\0\0\0\0", b"harness store 1\nnoise"] {
        for file in files(&scene.cache().join("store")) {
            fs::write(file, noise).unwrap();
        }
        let ran = scene.command().output().unwrap();
        assert_eq!((ran.status.code(), ran.stderr.as_slice()), (Some(0), &b""[..]));
        let (_, again) = scene.judge(&[]);
        assert_eq!((verdicts(&again), again["summary"]["cached"].as_u64()), (verdicts(&first), Some(6)));
    }
}

#[test]
fn a_store_that_cannot_be_written_is_a_silent_miss() {
    let scene = Scene::new(3);
    let (_, first) = scene.judge(&["--no-cache"]);
    // A file where the store's folder should be: even root cannot write there.
    let _ = fs::remove_dir_all(scene.cache().join("store"));
    fs::write(scene.cache().join("store"), "in the way").unwrap();
    for _ in 0..2 {
        let (code, report) = scene.judge(&[]);
        assert_eq!((code, report["summary"]["cached"].as_u64()), (Some(0), Some(0)));
        assert_eq!(verdicts(&report), verdicts(&first));
    }
}

#[test]
fn after_kills_at_any_moment_verdicts_are_those_of_a_run_without_cache() {
    let scene = Scene::building(12);
    scene.judge(&["--no-cache"]);
    for round in 0..if command::long() { 50 } else { 12 } {
        // There is always something new to run and to write.
        scene.test(round % 12 + 1, round);
        let mut child = scene.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis((round as u64 * 37) % 150));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let (code, cached) = scene.judge(&[]);
    let (_, fresh) = scene.judge(&["--no-cache"]);
    assert_eq!(verdicts(&cached), verdicts(&fresh));
    assert!(matches!(code, Some(0 | 1)));
    assert_eq!(scene.cached(), 24, "the cache still works");
}

#[test]
fn two_harnesses_share_a_cache() {
    let scene = Scene::building(12);
    let both: Vec<_> =
        (0..2).map(|_| scene.command().stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()).collect();
    for child in both {
        let ran = child.wait_with_output().unwrap();
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    }
    assert_eq!(scene.cached(), 24);
}

#[test]
fn shards_are_merged_to_the_whole_run() {
    let scene = Scene::new(9);
    let (_, whole) = scene.judge(&[]);
    let shard = |k: u32| {
        let report = scene.folder.path().join(format!("{k}.json"));
        let to = format!("json={}", report.display());
        let args = ["--shard", &format!("{k}/3"), "--report", &to];
        let ran = scene.command().args(args).output().unwrap();
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        report
    };
    let reports: Vec<PathBuf> = (1..=3).map(shard).collect();
    let merge = |reports: &[PathBuf]| {
        let to = scene.folder.path().join("merged.json");
        let _ = fs::remove_file(&to);
        let to_report = format!("json={}", to.display());
        let ran = command::harness().arg("merge").args(reports).args(["--report", &to_report]).output().unwrap();
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap(), fs::read_to_string(&to).ok())
    };
    let (code, printed, report) = merge(&reports);
    assert_eq!((code, printed.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&report.unwrap()).unwrap();
    assert_eq!(verdicts(&report), verdicts(&whole));
    assert_eq!(report["summary"]["met"], whole["summary"]["met"]);

    let text = fs::read_to_string(&reports[1]).unwrap();
    let mut elsewhere: Value = serde_json::from_str(&text).unwrap();
    elsewhere["run"]["shard"]["cpu"] = "an abacus".into();
    fs::write(&reports[1], elsewhere.to_string()).unwrap();
    let (code, printed, _) = merge(&reports);
    assert_eq!(code, Some(0), "{printed}");
    assert!(
        printed.starts_with("warning: times are from different processors") && printed.contains("abacus"),
        "{printed}"
    );
    fs::write(&reports[1], text).unwrap();

    let (code, printed, _) = merge(&[reports[1].clone(), reports[1].clone()]);
    assert_eq!(code, Some(3));
    assert!(printed.contains("2 of 3 shards are missing: 1/3 3/3"), "{printed}");
    assert!(printed.contains("--array=1,3"), "{printed}");

    let text = fs::read_to_string(&reports[0]).unwrap();
    fs::write(&reports[0], &text[..text.len() / 2]).unwrap();
    let (code, printed, _) = merge(&reports);
    assert_eq!(code, Some(2));
    assert!(printed.contains("1.json"), "{printed}");
}

#[test]
fn the_plan_id_holds_contents_and_nothing_else() {
    let scene = Scene::new(2);
    let id = |args: &[&str]| {
        let mut command = command::harness();
        command.env("HARNESS_CACHE_DIR", scene.cache()).arg("plan").args(args).arg("--root").arg(scene.root());
        let printed = String::from_utf8(command.output().unwrap().stdout).unwrap();
        printed.lines().next().unwrap().to_owned()
    };
    let first = id(&[]);
    assert!(first.starts_with("plan ") && first.ends_with(": 2 solutions, 4 runs"), "{first}");
    assert_eq!(id(&["--shard", "1/3"]), first);
    assert_ne!(id(&["--time-factor", "2"]), first);
    scene.test(1, 1);
    assert_eq!(id(&[]), first, "written again with the same content");
    scene.test(1, 5);
    assert_ne!(id(&[]), first);
}

#[test]
fn parts_that_cannot_be_are_refused() {
    let scene = Scene::new(1);
    for shard in ["0/3", "4/3", "1/0", "0/0", "x", "1", "-1/3"] {
        let ran = scene.command().arg(format!("--shard={shard}")).output().unwrap();
        assert_eq!(ran.status.code(), Some(2), "{shard}");
    }
}

/// A loose umask would let other users, and at `measured` root's programs, write verdicts; a strict
/// one would hide what programs of other users must read.
#[test]
fn nobody_else_may_write_in_the_cache_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    for umask in ["000", "027", "077", "777"] {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path().join("above/cache");
        for (file, text) in [("a.py", "print(int(input()) * 2)\n"), ("1.in", "2\n"), ("1.out", "4\n")] {
            fs::write(folder.path().join(file), text).unwrap();
        }
        let script = "umask \"$0\" && exec \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", script, umask, env!("CARGO_BIN_EXE_harness"), "a.py"]).current_dir(folder.path());
        let ran = command::deaf(command).env("HARNESS_CACHE_DIR", &cache).output().unwrap();
        assert_eq!(ran.status.code(), Some(0), "{umask}: {ran:?}");
        let mut builds = 0;
        for entry in walkdir::WalkDir::new(&cache).into_iter().map(Result::unwrap) {
            let (path, mode) = (entry.path(), entry.metadata().unwrap().permissions().mode());
            assert_eq!(mode & 0o002, 0, "{umask}: {mode:o} {}", path.display());
            if path.components().any(|part| part.as_os_str() == "out") {
                assert_eq!(mode & 0o044, 0o044, "{umask}: {mode:o} {}", path.display());
                builds += 1;
            }
        }
        assert!(builds > 0, "{umask}");
    }
}

//! Solutions that read and write files with given names: what they may do in their folder, and what
//! happens to what they leave there.

use crate::arena::{attack, bout};
use crate::bench::{Fate, MIB, exec, fate, levels, rust, slowness, text};
use sandbox::{Exec, Level, Profile};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn filing(program: &Path, scratch: &Path, args: &[&str]) -> Exec {
    Exec { args: args.iter().map(Into::into).collect(), scratch: Some(scratch.into()), ..exec(program) }
}

#[test]
fn a_solution_with_a_folder_writes_files_there_and_can_do_nothing_else() {
    let program = attack(
        "filer",
        r#"use std::fs::*; use std::os::unix::fs::*;
        fn main() { unsafe {
            let did = |name: &str, done: bool| if done { println!("{name}") };
            did("write", write("out", "first").is_ok());
            did("again", write("out", "second").is_ok());
            did("shorten", OpenOptions::new().write(true).open("out").is_ok_and(|f| f.set_len(3).is_ok()));
            did("read", read("out").is_ok_and(|b| b == b"sec"));
            did("input", read("input").is_ok());
            did("rename", rename("out", "other").is_ok());
            did("remove", remove_file("input").is_ok());
            did("folder", create_dir("d").is_ok());
            did("symlink", symlink("/etc/passwd", "s").is_ok());
            did("link", hard_link("input", "l").is_ok());
            did("mode", set_permissions("out", Permissions::from_mode(0)).is_ok());
            did("above", write("../above", "x").is_ok());
            did("tmp", write("/tmp/harness-attack-litter", "x").is_ok());
            for path in std::env::args().skip(1) { did(&path, read(&path).is_ok()); }
            let pid = fork();
            if pid == 0 { exit(0) }
            did("fork", pid > 0);
            did("exec", std::process::Command::new("/bin/true").status().is_ok());
        } }"#,
    );
    for &level in levels().iter().filter(|level| **level >= Level::Confined) {
        let scratch = tempfile::tempdir().unwrap();
        fs::write(scratch.path().join("input"), "x").unwrap();
        let foreign = tempfile::NamedTempFile::new().unwrap();
        let args = ["/etc/passwd", "/proc/1/environ", foreign.path().to_str().unwrap()];
        let attempt = filing(&program, scratch.path(), &args);
        let done = bout(&format!("filer at {level:?}"), level, &attempt);
        assert_eq!(fate(&done, &attempt.limits), Fate::Code(0), "{level:?} {}", text(&done.stderr));
        assert_eq!(text(&done.stdout), "write\nagain\nshorten\nread\ninput\n", "{level:?}");
    }
}

/// The disk that a solution takes: each file is bounded like an output, and all together, unlinked
/// ones included, like a tool's.
#[test]
fn a_solution_cannot_fill_a_disk_from_its_folder() {
    let large = rust("large-file", "fn main() { let _ = std::fs::write(\"out\", vec![1u8; 8 << 20]); }");
    let many = rust(
        "many-files",
        "fn main() { for n in 0.. { if std::fs::write(format!(\"f{n}\"), vec![1u8; 500_000]).is_err() { break } } }",
    );
    let nameless = attack(
        "nameless-files",
        r#"#[cfg(target_arch = "x86_64")] const FOLDER: i32 = 0o200000; #[cfg(target_arch = "aarch64")] const FOLDER: i32 = 0o40000;
        fn main() { use std::os::unix::fs::*; let mut held = vec![];
            while let Ok(mut file) = std::fs::OpenOptions::new().write(true).custom_flags(0o20000000 | FOLDER).open(".") {
                if file.write_all(&[1; 900_000]).is_err() { break }
                held.push(file);
            }
            nap() }"#,
    );
    for &level in levels() {
        for (name, program) in [("large", &large), ("many", &many), ("nameless", &nameless)] {
            let scratch = tempfile::tempdir().unwrap();
            let mut attempt = filing(program, scratch.path(), &[]);
            (attempt.limits.scratch, attempt.limits.file_size) = (4 * MIB, MIB);
            let done = bout(&format!("{name} at {level:?}"), level, &attempt);
            assert_eq!(fate(&done, &attempt.limits), Fate::Output, "{name} at {level:?}: {:?}", done.outcome);
        }
    }
}

struct Task(tempfile::TempDir);

impl Task {
    /// A problem of two tests, whose solutions read `input.txt` and write `output.txt`.
    fn new() -> Task {
        let task = Task(tempfile::tempdir().unwrap());
        // On a slow machine Python takes longer to write more than it may.
        let seconds = 5 * slowness();
        task.write(
            "task.yaml",
            &format!("name: t\ntitle: T\ntime_limit: {seconds}.0\nmemory_limit: 256\ninfile: input.txt\noutfile: output.txt\n"),
        );
        task.write("gen/GEN", "#ST: 100\n1\n2\n");
        for number in [0, 1] {
            task.write(&format!("input/input{number}.txt"), &format!("{number}\n"));
            task.write(&format!("output/output{number}.txt"), &format!("{}\n", number + 41));
        }
        task.solution("soluzione", "open('output.txt', 'w').write(f\"{int(open('input.txt').read()) + 41}\\n\")\n");
        task
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join("t").join(name)
    }

    fn write(&self, name: &str, content: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), content).unwrap();
    }

    fn solution(&self, name: &str, source: &str) {
        self.write(&format!("sol/{name}.py"), source);
    }

    /// The verdicts of each solution on both tests, by its name.
    fn judge(&self, level: Level) -> Vec<(String, Vec<String>)> {
        let report = self.0.path().join("report.json");
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.env("HARNESS_CACHE_DIR", self.0.path().join("cache")).env("NO_COLOR", "1");
        command.args(["-j1", "--containment", level.name(), "--report"]).arg(format!("json={}", report.display()));
        let output = command.arg("--root").arg(self.path("")).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        let report: serde_json::Value =
            serde_json::from_slice(&fs::read(report).unwrap_or_else(|error| panic!("{error}: {printed}"))).unwrap();
        let word = |value: &serde_json::Value| value.as_str().unwrap_or("none").to_owned();
        let verdicts = |solution: &serde_json::Value| {
            let tests = solution["tests"].as_array().unwrap().iter();
            tests.map(|test| word(&test["verdict"])).collect::<Vec<_>>()
        };
        let solutions = report["solutions"].as_array().unwrap().iter();
        solutions.map(|solution| (word(&solution["solution"]), verdicts(solution))).collect()
    }
}

#[test]
fn what_is_no_plain_file_of_this_run_is_no_output() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("skipped: there is no python3 on this machine");
        return;
    }
    let task = Task::new();
    let answers = task.path("output");
    let answer = format!("'{}/output' + open('input.txt').read().strip() + '.txt'", answers.display());
    // Each would be right if its link were followed, its pipe waited for, or its file still there
    // in the next run.
    let wrong = [
        ("linked", format!("import os\nos.symlink({answer}, 'output.txt')\n")),
        ("pipe", "import os\nos.mkfifo('output.txt')\n".to_owned()),
        ("folder", "import os\nos.mkdir('output.txt')\n".to_owned()),
        ("nothing", "print(int(open('input.txt').read()) + 41)\n".to_owned()),
        (
            "remembers",
            "import os\nn = int(open('input.txt').read())\n\
             open('output.txt', 'w').write(str(n + 41) if os.path.exists('state') else 'x')\nopen('state', 'w').write('x')\n"
                .to_owned(),
        ),
        (
            "long",
            "f = open('output.txt', 'wb')\nwhile True: f.write(b' ' * 65536)\n".to_owned(),
        ),
    ];
    for (name, source) in &wrong {
        task.solution(name, source);
    }
    for &level in levels() {
        let judged = task.judge(level);
        let faults = |(_, verdicts): &(String, Vec<String>)| verdicts.iter().all(|verdict| verdict == "none");
        if level == Level::Measured && judged.iter().all(faults) {
            println!("skipped at measured: this user's interpreter is out of a stranger's reach");
            continue;
        }
        for (solution, verdicts) in judged {
            let name = solution.rsplit('/').next().unwrap();
            let right = |verdict: &String| verdict == "accepted";
            if wrong.iter().any(|(wrong, _)| name.ends_with(wrong) || name.contains(&format!("{wrong}.py"))) {
                assert!(
                    !verdicts.iter().any(right) && !verdicts.contains(&"none".to_owned()),
                    "{level:?} {solution}: {verdicts:?}"
                );
                if name.contains("long") {
                    assert_eq!(verdicts, ["output-limit", "output-limit"], "{level:?}");
                }
            } else {
                assert!(verdicts.len() == 2 && verdicts.iter().all(right), "{level:?} {solution}: {verdicts:?}");
            }
        }
    }
}

/// Its folder does not take its streams away, even where its program is an interpreter.
#[test]
fn a_solution_with_a_folder_still_prints() {
    let program = rust("both", "fn main() { std::fs::write(\"out\", \"1\").unwrap(); println!(\"2\") }");
    for &level in levels() {
        for profile in [Profile::Solution, Profile::Runtime] {
            let scratch = tempfile::tempdir().unwrap();
            let done = bout("both", level, &Exec { profile, ..filing(&program, scratch.path(), &[]) });
            assert_eq!(text(&done.stdout), "2\n", "{level:?} {profile:?}");
            assert_eq!(fs::read(scratch.path().join("out")).unwrap(), b"1", "{level:?} {profile:?}");
        }
    }
}

//! Links of every kind in every folder of a workspace and of a package: whatever a command reads,
//! builds, judges or writes, nothing that lies elsewhere gets in.

use crate::command::{know_machine, long};
use crate::scene::{Printed, Scene, has, printed};
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use walkdir::WalkDir;

const SECRET: &str = "SECRET-4711";

/// A user's folder: what is handed over, and beside it a key that is not.
struct Desktop {
    scene: Scene,
}

impl Desktop {
    fn new() -> Desktop {
        let scene = Scene::empty();
        scene.write("keys/id.h", &format!("// {SECRET}\n"));
        scene.write("keys/id.in", &format!("{SECRET}\n"));
        know_machine(&scene.path("user"));
        Desktop { scene }
    }

    fn write(&self, file: &str, text: &str) {
        self.scene.write(&format!("given/{file}"), text);
    }

    /// Puts links into every folder of what is handed over.
    fn plant(&self) {
        let given = self.scene.path("given");
        let folders = WalkDir::new(&given).into_iter().map(Result::unwrap).filter(|entry| entry.file_type().is_dir());
        for folder in folders.map(walkdir::DirEntry::into_path).collect::<Vec<_>>() {
            let up = "../".repeat(folder.strip_prefix(&given).unwrap().components().count() + 1);
            let keys = self.scene.path("keys");
            let links: [(&str, PathBuf); 9] = [
                ("key.h", keys.join("id.h")),
                ("relative.h", PathBuf::from(format!("{up}keys/id.h"))),
                ("keys", keys.clone()),
                ("lib", PathBuf::from(format!("{up}keys"))),
                ("key.in", keys.join("id.in")),
                ("key.ans", keys.join("id.in")),
                ("key.py", keys.join("id.in")),
                ("environ.h", PathBuf::from("/proc/self/environ")),
                ("kmsg.h", PathBuf::from("/proc/kmsg")),
            ];
            for (name, target) in links {
                symlink(target, folder.join(name)).unwrap();
            }
            let pipe = std::process::Command::new("mkfifo").arg(folder.join("pipe.h")).status().unwrap();
            assert!(pipe.success());
        }
    }

    fn run(&self, args: &[&str]) -> Printed {
        let mut command = self.scene.command(args);
        command.current_dir(self.scene.path("given")).env("CI_TOKEN", SECRET);
        command.env_remove("HARNESS_CACHE_DIR").env("XDG_CACHE_HOME", self.scene.path("user"));
        let ran = printed(&mut command, "");
        assert!(!format!("{ran:?}").contains(SECRET), "{args:?}: {ran:?}");
        self.holds_no_secret(&format!("{args:?}"));
        ran
    }

    /// Nothing that was written holds a byte of what was not handed over: no build, no copy.
    fn holds_no_secret(&self, after: &str) {
        let found = WalkDir::new(self.scene.root()).into_iter().map(Result::unwrap);
        let files = found.filter(|entry| entry.file_type().is_file() && !entry.path().starts_with(self.keys()));
        for file in files {
            let bytes = fs::read(file.path()).unwrap();
            let leaks = memchr::memmem::find(&bytes, SECRET.as_bytes()).is_some();
            assert!(!leaks, "after {after}: {}", file.path().display());
        }
    }

    fn keys(&self) -> PathBuf {
        self.scene.path("keys")
    }
}

/// A program that includes, under a condition, every name that is a link.
fn including(body: &str) -> String {
    let names = ["key.h", "relative.h", "keys/id.h", "lib/id.h", "environ.h", "kmsg.h", "pipe.h"];
    let lines: String = names.iter().map(|name| format!("#include \"{name}\"\n")).collect();
    format!("#if 0\n{lines}#endif\n{body}")
}

const DOUBLE: &str = "#include <stdio.h>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", 2 * n); }\n";

#[test]
fn no_link_of_a_workspace_leads_a_command_out_of_it() {
    if !has("gcc") || !has("python3") {
        return;
    }
    let desktop = Desktop::new();
    desktop.write("harness.toml", "");
    desktop.write("include/own.h", "// own\n");
    desktop.write(
        "problems/twice/problem.toml",
        "title = \"Twice\"\n[limits]\ntime = 1.0\n[checker]\nfile = \"checker.c\"\n",
    );
    desktop.write("problems/twice/statement.md", "# Twice\n");
    let checker = including("#include \"own.h\"\nint main() { return 42; }\n");
    desktop.write("problems/twice/checker.c", &checker);
    desktop.write("problems/twice/validator.c", &including("int main() { return 42; }\n"));
    desktop.write("testdata/twice/sample/01.in", "1\n");
    desktop.write("testdata/twice/sample/01.ans", "2\n");
    desktop.write("solutions/c/twice.c", &including(DOUBLE));
    desktop.plant();
    let judged = desktop.run(&[]);
    assert!(judged.out.contains("twice.c"), "{judged:?}");
    for args in [
        &["check"][..],
        &["list"],
        &["explain", "twice"],
        &["submit", "twice", "--print"],
        &["export", "icpc", "twice", "--lossy", "-o", "../icpc"],
        &["export", "kattis", "twice", "--lossy", "-o", "../kattis"],
        &["export", "domjudge", "twice", "--lossy", "-o", "../domjudge"],
        &["export", "polygon", "twice", "--lossy", "-o", "../polygon"],
    ] {
        desktop.run(args);
    }
}

/// Every file that a workspace may have by a name of its own, as a link that leads out.
#[test]
fn no_file_with_a_name_of_its_own_is_read_from_elsewhere() {
    let names = [
        "harness.toml",
        "problems/README.md",
        "problems/twice/problem.toml",
        "problems/twice/generate.lock",
        "problems/twice/statement.md",
        "problems/twice/statement.zh.md",
        "problems/twice/input.ctd",
        "problems/twice/checker.py",
        "problems/twice/validator.py",
        "problems/twice/generator.py",
        "testdata/twice/sample/01.in",
        "testdata/twice/sample/01.ans",
        "solutions/python/twice.py",
        "template/problem.toml",
    ];
    // A broken setting or problem keeps all else from being read.
    for together in [&names[..1], &names[1..2], &names[2..3], &names[3..]] {
        let desktop = Desktop::new();
        for (file, text) in [
            ("harness.toml", ""),
            ("problems/twice/problem.toml", "title = \"Twice\"\n"),
            ("problems/twice/statement.md", "# Twice\n"),
            ("testdata/twice/sample/01.in", "1\n"),
            ("testdata/twice/sample/01.ans", "2\n"),
            ("testdata/twice/sample/02.in", "1\n"),
            ("testdata/twice/sample/02.ans", "2\n"),
            ("solutions/python/twice.py", "print(2 * int(input()))\n"),
        ] {
            desktop.write(file, text);
        }
        for name in together {
            let place = desktop.scene.path("given").join(name);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            let _ = fs::remove_file(&place);
            symlink(desktop.scene.path("keys/id.in"), &place).unwrap();
        }
        for args in [
            &["check"][..],
            &["learn", "twice", "--once"],
            &["explain", "twice"],
            &["export", "icpc", "twice", "--lossy", "--no-judge", "-o", "../icpc"],
        ] {
            desktop.run(args);
        }
    }
}

/// A program that is a folder reads all that lies in it.
const READS_ALL: &str = "import os, sys
for folder, _, files in os.walk(os.path.dirname(os.path.abspath(sys.argv[0])), followlinks=True):
    for file in files:
        sys.stderr.write(file + ' ' + open(os.path.join(folder, file), errors='replace').read() + '\\n')
";

fn package(desktop: &Desktop, yaml: &str, validator: &str) {
    desktop.write("problem.yaml", yaml);
    for group in ["sample", "secret"] {
        desktop.write(&format!("data/{group}/1.in"), "1\n");
        desktop.write(&format!("data/{group}/1.ans"), "2\n");
    }
    let solution = format!("{READS_ALL}print(2 * int(input()))\n");
    desktop.write("submissions/accepted/folder/main.py", &solution);
    desktop.write("submissions/accepted/one.c", &including(DOUBLE));
    desktop.write(&format!("{validator}/main.py"), &format!("{READS_ALL}sys.exit(42)\n"));
    desktop.write("input_validators/read/main.py", &format!("{READS_ALL}sys.exit(42)\n"));
    desktop.write("input_validators/one.c", &including("int main() { return 42; }\n"));
    desktop.write("include/default/own.h", "// own\n");
    desktop.write("problem_statement/problem.tex", "Twice\n");
    desktop.write("attachments/hint.txt", "none\n");
}

#[test]
fn no_link_of_a_package_leads_a_command_out_of_it() {
    if !has("gcc") || !has("python3") {
        return;
    }
    let legacy = "name: T\nvalidation: custom\nlimits: {time_limit: 2}\n";
    let current = "problem_format_version: 2025-09\nname: T\nuuid: 1\nlimits: {time_limit: 2}\n";
    for (yaml, validator) in [(legacy, "output_validators/check"), (current, "output_validator")] {
        let desktop = Desktop::new();
        package(&desktop, yaml, validator);
        desktop.plant();
        let judged = desktop.run(&["."]);
        assert!(judged.out.contains("accepted/folder") && judged.out.contains("2/2"), "{judged:?}");
        fs::create_dir_all(desktop.scene.path("ws/problems")).unwrap();
        let given = desktop.scene.path("given");
        let given = given.to_str().unwrap();
        let ws = desktop.scene.path("ws");
        desktop.run(&["--root", ws.to_str().unwrap(), "import", given]);
        desktop.run(&["check", "--root", given]);
    }
}

/// A class's folder holds what students may have linked, too.
#[test]
fn a_folder_of_submissions_holds_no_links() {
    let desktop = Desktop::new();
    desktop.write("harness.toml", "");
    desktop.write("problems/twice/problem.toml", "title = \"Twice\"\n");
    desktop.write("testdata/twice/sample/01.in", "1\n");
    desktop.write("testdata/twice/sample/01.ans", "2\n");
    desktop.write("class/ana/twice.py", "print(2 * int(input()))\n");
    desktop.write("class/ben/other.py", "print(1)\n");
    symlink("../ana/twice.py", desktop.scene.path("given/class/ben/twice.py")).unwrap();
    symlink("ana", desktop.scene.path("given/class/cem")).unwrap();
    desktop.plant();
    let graded = desktop.run(&["grade", "class", "--as", "{student}/{problem}.{ext}"]);
    assert!(graded.out.contains("ana") && !graded.out.contains("cem      100"), "{graded:?}");
    let plain = Path::new("../plain");
    fs::create_dir_all(desktop.scene.path("given").join(plain)).unwrap();
}

/// The reports of a workspace lie in it, and those of an earlier run are removed.
#[test]
fn nothing_is_changed_where_a_link_among_the_reports_leads() {
    for (link, target) in [
        ("target", "../keys"),
        ("target/harness", "../../keys"),
        ("target/harness/last", "../../../keys"),
        ("target/harness/last/twice", "../../../../keys"),
    ] {
        let desktop = Desktop::new();
        for (file, text) in [
            ("problems/twice/problem.toml", "title = \"Twice\"\n"),
            ("problems/twice/statement.md", "# Twice\n"),
            ("testdata/twice/sample/01.in", "1\n"),
            ("testdata/twice/sample/01.ans", "2\n"),
            ("solutions/python/twice.py", "print(3)\n"),
        ] {
            desktop.write(file, text);
        }
        for file in ["keys/photos/a", "keys/build/b/c", "keys/tmp/d/e", "keys/last/f", "keys/harness/tmp/g/h"] {
            desktop.scene.write(file, "mine");
        }
        let files = || -> Vec<(PathBuf, Vec<u8>)> {
            let all = WalkDir::new(desktop.keys()).sort_by_file_name().into_iter().map(Result::unwrap);
            let files = all.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
            files.map(|file| (file.clone(), fs::read(file).unwrap())).collect()
        };
        let before = files();
        let place = desktop.scene.path("given").join(link);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        symlink(target, &place).unwrap();
        let mut command = desktop.scene.command(&[]);
        command.current_dir(desktop.scene.path("given")).env_remove("HARNESS_CACHE_DIR");
        printed(command.env("XDG_CACHE_HOME", desktop.scene.path("user")), "");
        assert_eq!(files(), before, "{link}");
    }
    // Nor where somebody calls a folder of his own the cache.
    let scene = Scene::empty();
    scene.write("a.py", "print(1)\n");
    scene.write("1.in", "");
    scene.write("1.out", "1\n");
    for file in ["own/build/x/y", "own/tmp/x/y", "own/users/x", "own/last/x"] {
        scene.write(file, "mine");
    }
    let ran = printed(scene.command(&["a.py"]).env("HARNESS_CACHE_DIR", scene.path("own")), "");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for file in ["own/build/x/y", "own/tmp/x/y", "own/users/x", "own/last/x"] {
        assert_eq!(scene.read(file), "mine", "{file}");
    }
}

/// A pipe that notices whoever opens it for reading, and lets him go on with nothing.
struct Pipe {
    path: PathBuf,
    is_over: Arc<AtomicBool>,
    writer: JoinHandle<bool>,
}

impl Pipe {
    fn make(path: PathBuf) -> Pipe {
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        let is_over = Arc::new(AtomicBool::new(false));
        let (place, over) = (path.clone(), Arc::clone(&is_over));
        // This waits until somebody reads.
        let write = move || File::options().write(true).open(place).is_ok() && !over.load(Ordering::SeqCst);
        Pipe { path, is_over, writer: std::thread::spawn(write) }
    }

    fn was_opened(self) -> bool {
        self.is_over.store(true, Ordering::SeqCst);
        // The writer may have its reader already, and be gone: then this must not wait for another.
        let reader = std::thread::spawn(move || File::open(self.path));
        let was_opened = self.writer.join().unwrap();
        drop(reader);
        was_opened
    }
}

/// The files of a plain folder, each as a pipe, which would hold whoever opens it. `/proc/kmsg`,
/// `/dev/zero` and files of a network do the same.
#[test]
fn nothing_of_a_plain_folder_is_opened_that_could_wait_for_ever() {
    if !has("gcc") || !has("python3") {
        return;
    }
    let files = [
        ("a.c", DOUBLE),
        ("b.py", "print(2 * int(input()))\n"),
        ("check.py", "import sys\nsys.exit(42)\n"),
        ("1.in", "1\n"),
        ("1.out", "2\n"),
    ];
    let calls: [&[&str]; 8] = [
        &["."],
        &["a.c", "b.py"],
        &["list"],
        &["plan"],
        &["explain", "a.c"],
        &["submit", "a.c", "--print"],
        &["stress", "a.c", "b.py", "-n", "1"],
        &["debug", "a.c", "--json"],
    ];
    for (place, (odd, _)) in files.into_iter().enumerate() {
        let scene = Scene::empty();
        for (file, text) in files.iter().filter(|(file, _)| *file != odd) {
            scene.write(file, text);
        }
        // In the short run each file is met by half of the commands, and each command by half of
        // the files.
        for (_, call) in calls.into_iter().enumerate().filter(|(number, _)| long() || (place + number) % 2 == 0) {
            let pipe = Pipe::make(scene.path(odd));
            let ran = printed(&mut scene.command(call), "");
            assert!(!pipe.was_opened(), "{odd}: {call:?}: {ran:?}");
            fs::remove_file(scene.path(odd)).unwrap();
        }
    }
}

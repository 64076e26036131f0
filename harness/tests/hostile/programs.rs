//! A problem's own programs, attacking: checkers, validators and generators that die, hang, flood,
//! or go after the files of the problem. Each is a fault that names it, the run goes on to its end,
//! and nothing is left. This tests the whole command, at the level it chooses.

use crate::arena::LITTER;
use crate::bench::{broad, long};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How a program goes wrong: the name of the way, its body, and a word of the harness's message.
const WAYS: [(&str, &str, &str); 7] = [
    ("spins", "loop { std::hint::spin_loop() }", "CPU"),
    ("dies", "unsafe { (8 as *mut u8).write_volatile(1) }", "signal"),
    ("leaves", "std::process::exit(97)", "97"),
    ("floods", "loop { let _ = std::io::stdout().write_all(&[b'x'; 65536]); }", "output"),
    ("screams", "loop { let _ = std::io::stderr().write_all(&[b'x'; 65536]); }", "output"),
    ("hoards", "let mut v = Vec::new(); loop { v.push(vec![1u8; 1 << 20]); }", "memory"),
    (
        "multiplies",
        "extern \"C\" { fn fork() -> i32; } loop { if unsafe { fork() } < 0 { std::process::abort() } }",
        "",
    ),
];

/// What a problem's own programs may use: little, but the defaults with `HARNESS_TEST_LONG`.
fn tools() -> String {
    let time = if broad() { 1.0 } else { 0.4 };
    if long() { String::new() } else { format!("[tools]\ntime = {time:?}\nmemory = 128\noutput = 8\n") }
}

/// Makes one source for all these ways, compiled once. It goes the way that `word` names.
fn choose(word: &str, ways: &[(&str, &str, &str)]) -> String {
    let arms: String = ways.iter().map(|(name, body, _)| format!("{name:?} => {{ {body}; }}\n")).collect();
    format!("let word = {word}; match word.trim() {{ {arms} _ => panic!(\"{{word}}\") }}")
}

struct Scene {
    folder: tempfile::TempDir,
}

impl Scene {
    fn new() -> Scene {
        let scene = Scene { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(scene.root().join("problems")).unwrap();
        scene
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("w")
    }

    fn write(&self, path: &str, content: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Writes a problem with one test, whose input is the problem's name, and a right solution. A
    /// program of `body` plays `role`.
    fn problem(&self, slug: &str, role: &str, body: &str) {
        let extra = match role {
            "checker" => "[checker]\nkind = \"icpc\"\nfile = \"checker.rs\"\n".to_owned(),
            "generator" => format!("[generate]\n\"secret/made\" = {slug:?}\n"),
            _ => String::new(),
        };
        self.write(&format!("problems/{slug}/problem.toml"), &format!("title = \"x\"\n{extra}{}", tools()));
        self.write(&format!("problems/{slug}/statement.md"), "# x\n");
        let main = format!("use std::io::Write;\nfn main() {{ {body} }}\n");
        self.write(&format!("problems/{slug}/{role}.rs"), &main);
        self.write(&format!("testdata/{slug}/secret/1.in"), &format!("{slug}\n"));
        self.write(&format!("testdata/{slug}/secret/1.ans"), "1\n");
        self.write(&format!("solutions/src/bin/{slug}.rs"), "fn main() { println!(\"1\") }\n");
    }

    fn harness(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.env("HARNESS_CACHE_DIR", self.cache()).env("NO_COLOR", "1");
        command.args(args).arg("--root").arg(self.root()).output().unwrap()
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// Living processes and working folders that belong to this scene.
    fn remains(&self) -> Vec<String> {
        let cache = self.cache();
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let mut left: Vec<String> = processes
            .filter_map(|entry| fs::read_link(entry.path().join("exe")).ok())
            .filter(|exe| exe.starts_with(&cache))
            .map(|exe| exe.display().to_string())
            .collect();
        let folders = fs::read_dir(cache.join("tmp")).into_iter().flatten().flatten();
        left.extend(folders.map(|entry| entry.path().display().to_string()));
        left
    }
}

/// How a checker reads its test's input.
const FROM_INPUT: &str = "std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap()";

/// Checks that none of these problems' programs can judge anything, that each says why, and that a
/// healthy problem beside them is judged.
fn check(role: &str, command: &[&str], ways: &[(&str, &str, &str)]) {
    if !Command::new("rustc").arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("skipped: this user has no rustc");
        return;
    }
    let scene = Scene::new();
    let word = match role {
        "checker" => FROM_INPUT,
        "validator" => "std::io::read_to_string(std::io::stdin()).unwrap()",
        _ => "std::env::args().nth(1).unwrap()",
    };
    for (name, ..) in ways {
        scene.problem(name, role, &choose(word, ways));
    }
    let output = scene.harness(command);
    let all = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(3), "{all}");
    for (name, _, word) in ways {
        let printed = all.lines().any(|line| line.contains(&format!("{role}.rs")) && line.contains(word));
        assert!(printed && all.contains(&format!("{name}/")), "nothing says `{word}` of {name}/{role}.rs:\n{all}");
        assert_eq!(fs::read(scene.root().join(format!("testdata/{name}/secret/1.ans"))).unwrap(), b"1\n");
    }
    assert_eq!(scene.remains(), Vec::<String>::new());
}

#[test]
fn checkers_that_go_wrong_are_faults() {
    check("checker", &[], &WAYS);
}

#[test]
fn validators_that_go_wrong_are_faults() {
    // An exit code of its own would mean that a test is invalid.
    let ways: Vec<_> = WAYS.into_iter().filter(|(name, ..)| *name != "leaves").collect();
    check("validator", &[], &ways);
}

#[test]
fn generators_that_go_wrong_are_faults() {
    check("generator", &["generate"], &WAYS);
}

/// A checker may read the test's files. It can change neither them nor what the next run is judged
/// by, and cannot reach another problem's.
#[test]
fn a_checker_cannot_change_what_is_judged() {
    let scene = Scene::new();
    scene.problem("other", "checker", "std::process::exit(42)");
    let answer = scene.root().join("testdata/other/secret/1.ans");
    let body = format!(
        r#"let args: Vec<String> = std::env::args().skip(1).collect(); let mut did = String::new();
        for path in args[..2].iter().map(String::as_str).chain([{answer:?}, "/tmp/{LITTER}", "/{LITTER}"]) {{
            if std::fs::OpenOptions::new().append(true).create(true).open(path).is_ok() {{ did += &format!("wrote {{path}} ") }}
            if std::fs::remove_file(path).is_ok() {{ did += &format!("removed {{path}} ") }} }}
        if std::fs::read({answer:?}).is_ok() {{ did += "read another problem's answer" }}
        if std::env::vars().any(|(name, _)| name == "HARNESS_TEST_SECRET") {{ did += "read the environment" }}
        if std::net::TcpStream::connect("127.0.0.1:1").map_err(|e| e.kind()) == Err(std::io::ErrorKind::ConnectionRefused) {{ did += "reached the network" }}
        std::fs::write(format!("{{}}/judgemessage.txt", args[2]), &did).unwrap();
        std::process::exit(if did.is_empty() {{ 42 }} else {{ 43 }})"#
    );
    scene.problem("thief", "checker", &body);
    let output = scene.harness(&["thief"]);
    let all = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if all.contains("measured") || output.status.code() == Some(3) {
        println!("skipped: nothing is promised at the weakest level, or there is no rustc: {all}");
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{all}");
    assert_eq!(fs::read(&answer).unwrap(), b"1\n");
    assert!(!Path::new("/tmp").join(LITTER).exists() && !Path::new("/").join(LITTER).exists());
    assert_eq!(scene.remains(), Vec::<String>::new());
}

/// What a checker leaves in place of the files that are read afterwards: links to files of the
/// harness's user, pipes that never end, folders that nobody may enter. Each is a fault of that
/// test or nothing at all, and later tests are judged.
#[test]
fn what_a_checker_leaves_is_not_trusted() {
    if !Command::new("rustc").arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("skipped: this user has no rustc");
        return;
    }
    let scene = Scene::new();
    let secret = scene.folder.path().join("secret");
    fs::write(&secret, "CANARY").unwrap();
    fs::set_permissions(&secret, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let feedback = r#"let f = std::env::args().nth(3).unwrap(); use std::os::unix::fs::*; use std::fs::*; use std::process::exit;
        extern "C" { fn mkfifo(p: *const i8, m: u32) -> i32; }
        let path = |name: &str| format!("{f}/{name}"); let fifo = |name: &str| unsafe { mkfifo(std::ffi::CString::new(path(name)).unwrap().as_ptr().cast(), 0o777) };"#;
    let canary = secret.to_str().unwrap();
    let outside = secret.parent().unwrap();
    let ways = [
        ("links", format!("symlink({canary:?}, path(\"judgemessage.txt\")).unwrap(); exit(43)")),
        ("environ", "symlink(\"/proc/self/environ\", path(\"score.txt\")).unwrap(); exit(42)".into()),
        (
            "folder",
            format!("remove_dir(&f).unwrap(); symlink({outside:?}, f.trim_end_matches('/')).unwrap(); exit(43)"),
        ),
        ("pipes", "fifo(\"teammessage.txt\"); fifo(\"judgemessage.txt\"); exit(42)".into()),
        (
            "shuts",
            "create_dir(path(\"x\")).unwrap(); write(path(\"x/y\"), \"\").unwrap(); for name in [\"x\", \".\", \"..\"] { let _ = set_permissions(path(name), PermissionsExt::from_mode(0)); } exit(42)".into(),
        ),
        (
            "digs",
            "std::env::set_current_dir(&f).unwrap(); for _ in 0..60 { let name = \"x\".repeat(200); if create_dir(&name).is_err() || std::env::set_current_dir(&name).is_err() { break } } exit(42)".into(),
        ),
    ];
    let ways: Vec<_> = ways.iter().map(|(name, body)| (*name, body.as_str(), "")).collect();
    let body = format!("{feedback} {}", choose(FROM_INPUT, &ways));
    for (name, ..) in ways {
        scene.problem(name, "checker", &body);
        for test in [2, 3] {
            scene.write(&format!("testdata/{name}/secret/{test}.in"), &format!("{name}\n"));
            scene.write(&format!("testdata/{name}/secret/{test}.ans"), "1\n");
        }
    }
    for level in crate::bench::levels() {
        let output = scene.harness(&["--containment", level.name(), "-j1", "-v"]);
        let all = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(!all.contains("CANARY") && !all.contains("HARNESS_CACHE_DIR"), "{level:?}: {all}");
        for name in ["shuts", "digs"] {
            let line = all.lines().find(|line| line.contains(&format!("{name}.rs"))).unwrap_or_default();
            assert!(line.contains("3/3"), "{level:?}: {name}: {all}");
        }
        assert_eq!(scene.remains(), Vec::<String>::new(), "{level:?}");
        // The next level starts from nothing. Without any cache each problem would compile its own
        // checker.
        fs::remove_dir_all(scene.cache()).unwrap();
    }
}

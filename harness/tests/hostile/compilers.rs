//! Files that attack their compiler: they take endless time, memory or messages, or go after what
//! the compiler can read. Each is refused with a message, at every level, and the compiler leaves
//! nothing.

use crate::bench::{file, folder, levels, long, sandbox, slowness};
use engine::build::{BuildOutcome, Builder, Cache, Languages, Purpose, SourceFile};
use engine::cell::Cell;
use model::{ByteSize, FaultKind, Language, Limits};
use sandbox::{Cancel, Level};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Limits that honest files do not reach on a busy machine either.
fn limits() -> Limits {
    Limits {
        cpu: Duration::from_secs(60) * slowness(),
        wall: Duration::from_secs(20),
        memory: ByteSize::mib(768),
        output: ByteSize::mib(1),
        stack: ByteSize::mib(64),
        processes: 64,
        open_files: 256,
        file_size: ByteSize::mib(256),
        languages: model::LanguageRules::default(),
        fork: false,
    }
}

/// Limits that an attack on the compiler's time soon reaches.
fn small_limits() -> Limits {
    Limits { cpu: Duration::from_millis(if long() { 2000 } else { 500 }) * slowness(), ..limits() }
}

/// Limits under which a file that looks like a machine in want is not excused on a small disk
/// either: four times the largest file must be free.
fn slight_limits() -> Limits {
    Limits { file_size: ByteSize::mib(16), ..limits() }
}

/// A builder and its cache. `None`: this machine or this user has no such compiler.
fn builder(language: &str) -> Option<(tempfile::TempDir, Builder)> {
    let compiler = match language {
        "rust" => "rustc",
        "cpp" => "g++",
        "script" => "bash",
        other => other,
    };
    if !Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("skipped: this user has no {compiler}");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    Some((folder, Builder::new(Languages::built_in().unwrap(), cache).limited(limits())))
}

/// Checks that the fault contains one of `words` at each level. They cover all versions of the
/// compiler.
fn check(language: &str, name: &str, source: &str, from: Level, words: &[&str]) {
    let Some((cache, builder)) = builder(language) else { return };
    // What was refused at one level is an attack at the next one, too.
    let builder = builder.afresh(true).limited(small_limits());
    // Beside the programs of the other tests, not among them.
    fs::create_dir_all(folder().join("sources")).unwrap();
    let path = file(&format!("sources/{name}"), source.as_bytes());
    let source = SourceFile {
        path,
        display: name.to_owned(),
        language: Language(language.into()),
        purpose: Purpose::Solution,
        args: Vec::new(),
        options: model::BuildOptions::default(),
    };
    // Each attack costs its whole CPU time at each level, so outside CI only the strongest is
    // tried.
    let skipped = if long() { 0 } else { levels().len() - 1 };
    for &level in levels()[skipped..].iter().filter(|level| **level >= from) {
        let built = builder.build(&source, &mut Cell::new(sandbox(level), None, &Cancel::new().unwrap()));
        let messages = match built {
            Ok(BuildOutcome::Rejected { messages }) => messages,
            // A fault and not a verdict: on another machine it might have ended.
            Err(fault) if fault.kind == FaultKind::Build => fault.message,
            built => panic!("{name} at {level:?}: {built:?}"),
        };
        assert!(words.iter().any(|words| messages.contains(words)), "{name} at {level:?}: {messages}");
        assert!(messages.len() <= 2 << 20, "{name} at {level:?}: {} bytes", messages.len());
        // Its staging folder is gone with everything in it, and so is the compiler.
        assert_eq!(fs::read_dir(cache.path().join("tmp")).unwrap().count(), 0, "{name} at {level:?}");
        assert_eq!(told_of(cache.path()), 0, "{name} at {level:?}");
    }
}

/// Counts the living processes whose environment names a folder, as a compiler's does.
fn told_of(folder: &Path) -> usize {
    let name = folder.as_os_str().as_encoded_bytes();
    let environments =
        fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| fs::read(entry.path().join("environ")).ok());
    environments.filter(|environment| environment.windows(name.len()).any(|window| window == name)).count()
}

const STOPPED: &str = "compiler was stopped after";
use Level::{Confined, Measured};

#[test]
fn rust_that_reads_what_never_ends() {
    let ways = [("zero-bytes.rs", "include_bytes"), ("zero-text.rs", "include_str")];
    for (name, macro_name) in &ways[..if long() { 2 } else { 1 }] {
        let source = format!("fn main() {{ println!(\"{{}}\", {macro_name}!(\"/dev/zero\").len()) }}");
        check("rust", name, &source, Measured, &[STOPPED, "couldn't read"]);
    }
    check("rust", "zero-code.rs", "include!(\"/dev/zero\");", Measured, &[STOPPED, "couldn't read"]);
}

#[test]
fn rust_that_reads_what_is_not_its() {
    let answer = file("compiled-in.ans", b"the answer");
    let answer = answer.to_str().unwrap();
    let files = [("answer.rs", answer), ("passwd.rs", "/etc/passwd"), ("shadow.rs", "/etc/shadow")];
    for (name, path) in &files[..if long() { 3 } else { 1 }] {
        let source = format!("fn main() {{ println!(\"{{:?}}\", include_bytes!({path:?})) }}");
        check("rust", name, &source, Measured, &["couldn't read", "the compiler read another file"]);
        // Read by the assembler: no compiler reports that, so below `confined` it goes unnoticed.
        let source = format!("core::arch::global_asm!(\".incbin \\\"{path}\\\"\"); fn main() {{}}");
        check("rust", &format!("asm-{name}"), &source, Confined, &["Could not find incbin file", "could not find"]);
    }
    check("rust", "itself.rs", "include!(\"itself.rs\"); fn main() {}", Measured, &["recursi", STOPPED, "other file"]);
    let source = "fn main() { println!(env!(\"HARNESS_TEST_SECRET\")) }";
    check("rust", "environment.rs", source, Measured, &["not defined at compile time"]);
}

#[test]
fn rust_that_computes_for_ever() {
    let endless =
        "const X: u64 = { let mut i = 0u64; while i < u64::MAX { i += 1 } i }; fn main() { println!(\"{X}\") }";
    check("rust", "const.rs", endless, Measured, &["constant evaluation is taking a long time", STOPPED]);
    let endless = format!("#![allow(long_running_const_eval)]\n{endless}");
    check("rust", "endless-const.rs", &endless, Measured, &[STOPPED]);
    let doubling = "#![recursion_limit = \"4000000000\"]\nmacro_rules! b { ($($t:tt)*) => { b! { $($t)* $($t)* } } }\nb! { x y }\nfn main() {}";
    check("rust", "macro.rs", doubling, Measured, &[STOPPED, "killed by signal"]);
    let types = "#![recursion_limit = \"100000\"]\n#![type_length_limit = \"4000000000\"]\nfn f<T>(n: u64, t: T) { if n > 0 { f(n - 1, (t, 0u8)) } }\nfn main() { f(std::env::args().count() as u64, ()) }";
    check("rust", "types.rs", types, Measured, &[STOPPED, "killed by signal", "recursion limit"]);
    let trait_loop = "trait T {} impl<X> T for Option<X> where Option<Option<X>>: T {} fn f<X: T>() {} fn main() { f::<Option<u8>>() }";
    check("rust", "traits.rs", trait_loop, Measured, &["overflow evaluating"]);
}

#[test]
fn rust_that_takes_all_there_is() {
    let huge = "static X: [u8; 1 << 36] = [1; 1 << 36]; fn main() { println!(\"{}\", X[std::env::args().count()]) }";
    check("rust", "huge.rs", huge, Measured, &["memory", STOPPED, "killed by signal", "too big"]);
    let names: String = (0..60_000).map(|n| format!("unknown_{n};\n")).collect();
    let words = format!("fn main() {{\n{names}}}");
    check("rust", "words.rs", &words, Measured, &[STOPPED]);
    let deep = format!("fn main() {{ let _ = {}1{}; }}", "(".repeat(300_000), ")".repeat(300_000));
    check("rust", "deep.rs", &deep, Measured, &["killed by signal", STOPPED, "error"]);
}

#[test]
fn cpp_that_never_ends() {
    check("cpp", "zero.cpp", "#include \"/dev/zero\"\nint main() {}", Measured, &[STOPPED, "zero", "null character"]);
    let twice = "#include __FILE__\n#include __FILE__\nint main() {}";
    check("cpp", "twice.cpp", twice, Measured, &[STOPPED, "nested"]);
    let templates = "template<int N, int M> struct A { enum { v = A<N - 1, M>::v + A<N - 1, M + 1>::v }; }; template<int M> struct A<0, M> { enum { v = M }; };\nint main() { return A<800, 0>::v; }";
    check("cpp", "templates.cpp", templates, Measured, &[STOPPED, "killed", "error"]);
    let huge = "char x[1LL << 40] = {1}; int main() { return x[0]; }";
    check("cpp", "huge.cpp", huge, Measured, &[STOPPED, "error", "large"]);
    let answer = file("compiled-in.ans", b"the answer");
    let assembled = format!("asm(\".incbin \\\"{}\\\"\"); int main() {{}}", answer.display());
    check("cpp", "incbin.cpp", &assembled, Confined, &["file not found", "No such file", "ermission denied"]);
    let included = format!("int main() {{ return 0\n#include \"{}\"\n; }}", answer.display());
    check("cpp", "answer.cpp", &included, Measured, &["error", "another file"]);
}

/// What an unconfined compiler could read may be in what it made.
#[test]
fn what_was_built_at_a_weak_level_is_not_used_at_a_strong_one() {
    let strongest = *levels().last().unwrap();
    if strongest == Measured {
        println!("skipped: no level of this machine confines a compiler");
        return;
    }
    let Some((_cache, builder)) = builder("cpp") else { return };
    let source = SourceFile {
        path: file("weak.cpp", b"int main() {}\n"),
        display: "weak.cpp".to_owned(),
        language: Language("cpp".into()),
        purpose: Purpose::Solution,
        args: Vec::new(),
        options: model::BuildOptions::default(),
    };
    for (level, expected) in [(Measured, false), (strongest, false), (Measured, true), (strongest, true)] {
        let built = builder.build(&source, &mut Cell::new(sandbox(level), None, &Cancel::new().unwrap()));
        assert!(
            matches!(&built, Ok(BuildOutcome::Ready { cached, .. }) if *cached == expected),
            "{level:?}: {built:?}"
        );
    }
}

/// A full disk says nothing about a file, and the fault is not cached.
#[test]
fn a_full_disk_is_our_failure_until_there_is_room() {
    // SAFETY: cannot fail.
    if unsafe { libc::geteuid() } != 0 {
        println!("skipped: only root can mount a small disk");
        return;
    }
    let disk = tempfile::tempdir().unwrap();
    let path = disk.path().to_str().unwrap();
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=12m,mode=755", "none", path]).status();
    if !mounted.is_ok_and(|status| status.success()) {
        println!("skipped: this root may not mount");
        return;
    }
    // The compiler's output for this is far larger than the source, and soon written.
    let mut text = format!("#define T0 \"{}\"\n", "x".repeat(64));
    for n in 0..4 {
        text += &format!("#define T{} {}\n", n + 1, format!("T{n} ").repeat(14));
    }
    text += "char text[] = T4; int main() { return text[7] - 'x'; }\n";
    let verdict = std::panic::catch_unwind(|| {
        let builder = Builder::new(Languages::built_in().unwrap(), Cache::open(disk.path()).unwrap());
        let source = SourceFile {
            path: file("large.c", text.as_bytes()),
            display: "large.c".to_owned(),
            language: Language("c".into()),
            purpose: Purpose::Solution,
            args: Vec::new(),
            options: model::BuildOptions::default(),
        };
        let sandbox = sandbox(*levels().last().unwrap());
        let build = || builder.build(&source, &mut Cell::new(sandbox, None, &Cancel::new().unwrap()));
        let ballast = disk.path().join("ballast");
        fs::write(&ballast, vec![1; 11 << 20]).unwrap();
        let full = build();
        assert!(matches!(&full, Err(fault) if fault.kind == FaultKind::Build), "{full:?}");
        fs::remove_file(ballast).unwrap();
        let room = build();
        assert!(matches!(room, Ok(BuildOutcome::Ready { cached: false, .. })), "{room:?}");
    });
    assert!(Command::new("umount").arg(path).status().unwrap().success());
    verdict.unwrap();
}

/// A file beside the programs of the other tests, not among them.
fn hostile_file(name: &str, text: &str) -> std::path::PathBuf {
    fs::create_dir_all(folder().join("sources")).unwrap();
    file(&format!("sources/{name}"), text.as_bytes())
}

/// A file or a folder, as a source of this language.
fn source(path: &Path, language: &str, purpose: Purpose) -> SourceFile {
    SourceFile {
        path: path.to_owned(),
        display: "hostile".to_owned(),
        language: Language(language.into()),
        purpose,
        args: Vec::new(),
        options: model::BuildOptions::default(),
    }
}

/// What lies below a folder, links included.
fn below(folder: &Path) -> Vec<String> {
    let name = |entry: walkdir::DirEntry| {
        let kind = if entry.file_type().is_symlink() { "->" } else { "" };
        format!("{}{kind}", entry.path().strip_prefix(folder).unwrap().display())
    };
    walkdir::WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter().map(Result::unwrap).map(name).collect()
}

/// Perl runs `BEGIN` when it checks a file. Whatever that does to the folder of what is built, the
/// program is its source, and nothing else.
#[test]
fn perl_that_changes_what_is_built_while_it_is_checked() {
    let Some((cache, builder)) = builder("perl") else { return };
    let attacks = [
        r#"rename "out", "gone"; symlink "/etc", "out";"#,
        r#"rename "out", "gone"; symlink "/", "out";"#,
        r#"unlink glob "out/*"; rmdir "out";"#,
        r#"unlink glob "out/*"; symlink "/etc/passwd", "out/hostile.pl";"#,
        r#"symlink "/etc", "out/etc"; mkdir "out/more"; link "out/hostile.pl", "out/more/x";"#,
        r#"open F, ">", "out/big" and print F "x" x 80_000_000; close F;"#,
        r#"open F, ">", glob "out/*.pl" and print F "print 1"; close F;"#,
        r#"chmod 0, glob "out/*"; chmod 0, "out";"#,
        r#"require POSIX; POSIX::mkfifo("out/pipe", 0777); rmdir "out";"#,
    ];
    let last = levels().len() - 1;
    for (at, attack) in attacks.iter().enumerate() {
        // Another user cannot write the file again, so each has its own.
        let name = format!("hostile-{at}.pl");
        let attack = attack.replace("hostile.pl", &name);
        let text = format!("BEGIN {{ {attack} }}\nprint \"42\\n\";\n");
        let path = hostile_file(&name, &text);
        for &level in &levels()[if long() { 0 } else { last }..] {
            let built = builder.build(
                &source(&path, "perl", Purpose::Solution),
                &mut Cell::new(sandbox(level), None, &Cancel::new().unwrap()),
            );
            assert!(matches!(built, Ok(BuildOutcome::Ready { .. })), "{attack} at {level:?}: {built:?}");
            let builds = cache.path().join("build");
            let kept_builds: Vec<_> = fs::read_dir(&builds).unwrap().map(|build| build.unwrap().path()).collect();
            for build in kept_builds {
                assert_eq!(below(&build.join("out")), [name.as_str()], "{at}: {attack} at {level:?}");
                assert_eq!(fs::read_to_string(build.join("out").join(&name)).unwrap(), text, "{attack} at {level:?}");
                fs::remove_dir_all(&build).unwrap();
            }
        }
    }
}

/// A package's own build script makes files, and these are kept: but only files and folders, and
/// not more than a disk can hold.
#[test]
fn a_build_script_that_leaves_what_is_no_file() {
    let Some((_cache, builder)) = builder("script") else { return };
    let builder = builder.limited(slight_limits());
    let folder = tempfile::tempdir().unwrap();
    for (leaves, words) in [
        ("ln -s /usr/bin/env run", "`run`, which is neither a file nor a folder"),
        ("ln -s / everything; echo > run", "`everything`, which is neither"),
        ("echo > run; cd ..; mv out gone; ln -s /etc out", "a folder that cannot be used"),
        ("echo > run; cd ..; mv out gone", "no folder"),
    ] {
        fs::write(folder.path().join("build"), format!("#!/bin/sh\n{leaves}\n[ -f run ] || true\n")).unwrap();
        let level = *levels().last().unwrap();
        let built = builder.build(
            &source(folder.path(), "script", Purpose::Tool),
            &mut Cell::new(sandbox(level), None, &Cancel::new().unwrap()),
        );
        let messages = match built {
            Ok(BuildOutcome::Rejected { messages }) => messages,
            built => panic!("{leaves}: {built:?}"),
        };
        assert!(messages.contains(words), "{leaves}: {messages}");
    }
}

/// One submission keeps no more in the cache than another, whatever its compiler makes of it.
#[test]
fn what_one_build_may_keep_is_bounded() {
    let Some((cache, builder)) = builder("script") else { return };
    let folder = tempfile::tempdir().unwrap();
    let level = *levels().last().unwrap();
    let build = |leaves: &str, purpose| {
        fs::write(folder.path().join("build"), format!("#!/bin/sh\necho '#!/bin/sh' > run\n{leaves}\n")).unwrap();
        let source = source(folder.path(), "script", purpose);
        match builder.build(&source, &mut Cell::new(sandbox(level), None, &Cancel::new().unwrap())) {
            Ok(BuildOutcome::Rejected { messages }) => Some(messages),
            Ok(BuildOutcome::Ready { .. }) => None,
            odd => panic!("{leaves}: {odd:?}"),
        }
    };
    // The program itself is a few bytes.
    let (below, above) = ("truncate -s 67000000 big", "truncate -s 67108865 big");
    assert_eq!(build(below, Purpose::Solution), None);
    assert!(build(above, Purpose::Solution).is_some_and(|words| words.contains("more than 64 MiB")));
    assert_eq!(build(above, Purpose::Tool), None);
    let many = "i=0; while [ $i -lt 70 ]; do truncate -s 1M big$i; i=$((i+1)); done";
    assert!(build(many, Purpose::Solution).is_some_and(|words| words.contains("70 MiB")));
    for leaves in [
        "mkfifo pipe",
        "mkdir -p a/b; ln -s .. a/b/c",
        "i=0; while [ $i -lt 300 ]; do mkdir d; cd d; i=$((i+1)); done",
        "i=0; while [ $i -lt 30000 ]; do : > $i; i=$((i+1)); done",
    ] {
        assert!(build(leaves, Purpose::Solution).is_some(), "{leaves}");
    }
    let files = walkdir::WalkDir::new(cache.path()).into_iter().map(|entry| entry.unwrap().metadata().unwrap());
    let large: Vec<u64> = files.filter(|meta| meta.is_file() && meta.len() > 1 << 19).map(|meta| meta.len()).collect();
    assert_eq!(large.len(), 2, "of what is refused only the words are kept: {large:?}");
}

/// It waits for nothing that the machine could give it: nobody else's submission has to wait for
/// it, and the next time it is refused at once.
#[test]
fn a_file_that_makes_its_compiler_sleep() {
    for (language, name, text) in [
        ("perl", "sleep.pl", "BEGIN { sleep 100000 }\nprint 1;\n"),
        ("rust", "jobserver.rs", "static B: &[u8] = include_bytes!(\"/proc/self/fd/3\"); fn main() {}\n"),
    ] {
        let Some((_cache, mut builder)) = builder(language) else { continue };
        let path = hostile_file(name, text);
        let source = source(&path, language, Purpose::Solution);
        let level = *levels().last().unwrap();
        let mut wall = Duration::from_secs(1) * slowness();
        for _ in 0..2 {
            let messages = loop {
                builder = builder.limited(Limits { wall, ..slight_limits() });
                match builder.build(&source, &mut Cell::new(sandbox(level), None, &Cancel::new().unwrap())) {
                    Ok(BuildOutcome::Rejected { messages }) => break messages,
                    // On a busy machine the compiler has not begun to sleep by then.
                    Err(fault) if fault.message.contains(STOPPED) && wall < Duration::from_secs(60) => wall *= 4,
                    built => panic!("{name}: {built:?}"),
                }
            };
            let refused = ["in which it did nothing", "couldn't read"].iter().any(|words| messages.contains(words));
            assert!(refused, "{name}: {messages}");
        }
    }
}

/// What one file alone causes is a verdict of that file.
#[test]
fn files_that_no_compiler_can_be_given() {
    let Some((_cache, builder)) = builder("python3") else { return };
    let level = *levels().last().unwrap();
    let build = |path: &Path, language: &str| {
        let source = source(path, language, Purpose::Solution);
        builder.build(&source, &mut Cell::new(sandbox(level), None, &Cancel::new().unwrap()))
    };
    let minus = format!("x = {}1\n", "-".repeat(1_000_000));
    let deep = build(&hostile_file("deep.py", &minus), "python");
    assert!(matches!(deep, Ok(BuildOutcome::Rejected { .. } | BuildOutcome::Ready { .. })), "{deep:?}");
    let java = format!("public class A{} {{ public static void main(String[] a) {{ }} }}\n", "b".repeat(300));
    let long_name = build(&hostile_file("long.java", &java), "java");
    let is_missing = matches!(&long_name, Err(fault) if fault.kind == FaultKind::MissingTool);
    assert!(is_missing || matches!(long_name, Ok(BuildOutcome::Rejected { .. })), "{long_name:?}");
}

/// A source can choose the loader of its program, and what the kernel refuses to start would be a
/// fault at each run.
#[test]
fn a_source_that_becomes_what_nobody_can_start() {
    let Some((_cache, builder)) = builder("cpp") else { return };
    let folder = tempfile::tempdir().unwrap();
    let level = *levels().last().unwrap();
    let build = |path: &Path| {
        let source = source(path, "cpp", Purpose::Solution);
        builder.build(&source, &mut Cell::new(sandbox(level), None, &Cancel::new().unwrap()))
    };
    // The last four are a script, one that is shorter than the head of a program, and long names.
    let loaders = [
        ".string \"/x\"",
        ".string \"/proc/self/exe\"",
        ".string \"/etc/passwd\"",
        ".string \"/etc/passwd/x\"",
        ".string \"/usr/bin/ldd\"",
        ".string \"/usr/bin/egrep\"",
        ".fill 300,1,65\n.byte 0",
        ".fill 5000,1,65",
    ];
    for loader in loaders {
        let text = format!(
            "asm(\".section .interp,\\\"a\\\"\\n{}\\n.text\");\nint main() {{}}\n",
            loader.replace('"', "\\\"").replace('\n', "\\n")
        );
        let path = folder.path().join("loader.cpp");
        fs::write(&path, &text).unwrap();
        let Ok(BuildOutcome::Rejected { messages }) = build(&path) else { panic!("{loader} is started") };
        assert!(messages.contains("the program that it becomes cannot be started"), "{loader}: {messages}");
    }
}

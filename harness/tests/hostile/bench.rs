//! The workbench: compiles programs, runs them in a sandbox, and sums up each outcome in one value.

use sandbox::{
    self, Cancel, Cell, CompletedRun, Config, Error, Exec, Exit, Level, Limits, Profile, Sandbox, Start, StopReason,
};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};
use std::time::Duration;

pub const KIB: u64 = 1 << 10;
pub const MIB: u64 = 1 << 20;

/// Where compiled programs live: `HARNESS_TEST_FOLDER`, which a user without a compiler can share
/// with one who has it, or a folder of this process below the target folder.
pub fn folder() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let path = match std::env::var_os("HARNESS_TEST_FOLDER") {
            Some(shared) => shared.into(),
            None => {
                remove_folders_of_the_dead();
                Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{}", std::process::id()))
            }
        };
        std::fs::create_dir_all(&path).unwrap();
        path
    });
    &FOLDER
}

fn remove_folders_of_the_dead() {
    for entry in std::fs::read_dir(env!("CARGO_TARGET_TMPDIR")).into_iter().flatten().flatten() {
        let pid: Option<u32> = entry.file_name().to_str().and_then(|name| name.strip_prefix("hostile-")?.parse().ok());
        if pid.is_some_and(|pid| !Path::new("/proc").join(pid.to_string()).exists()) {
            // Another process may remove it at the same time.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// What compilers have made for earlier processes, by everything that decides about it. Each
/// process links it into a folder of its own: a running program's path tells whose it is.
fn made_before(how: &str, source: &str) -> PathBuf {
    static COMPILERS: LazyLock<String> = LazyLock::new(|| {
        let version = |tool: &str| Command::new(tool).arg("--version").output().map(|output| output.stdout);
        ["rustc", "cc"].map(|tool| String::from_utf8_lossy(&version(tool).unwrap_or_default()).into_owned()).concat()
    });
    let mut hasher = DefaultHasher::new();
    (how.replace(&folder().display().to_string(), ""), source, &*COMPILERS, sandbox::stop::SOURCE).hash(&mut hasher);
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs").join(format!("{:016x}", hasher.finish()))
}

/// Compiles a Rust program once; the same name is the same program. It can serve forks of itself.
pub fn rust(name: &str, source: &str) -> PathBuf {
    rust_with(name, source, &[&format!("-Clink-arg={}", stop().display())])
}

/// Like [`rust`], with other arguments in place of the object that lets it serve.
pub fn rust_with(name: &str, source: &str, args: &[&str]) -> PathBuf {
    compile(name, "rs", source, |from, to| {
        let mut rustc = Command::new("rustc");
        rustc
            .args(["--edition=2021", "-Copt-level=1", "-Ccodegen-units=1", "-Cstrip=debuginfo", "-Awarnings", "-o"])
            .arg(to)
            .arg(from);
        rustc.args(args);
        rustc
    })
}

/// Compiles the object that lets a program serve forks of itself.
pub fn stop() -> PathBuf {
    compile("stop.o", "rs", sandbox::stop::SOURCE, |from, to| {
        let mut rustc = Command::new("rustc");
        rustc.args(sandbox::stop::FLAGS).arg("-o").arg(to).arg(from);
        rustc
    })
}

/// Compiles a C program; `None` where there is no C compiler.
pub fn c(name: &str, source: &str) -> Option<PathBuf> {
    static FOUND: OnceLock<bool> = OnceLock::new();
    let found = FOUND.get_or_init(|| Command::new("cc").arg("--version").output().is_ok_and(|o| o.status.success()));
    if !found {
        println!("skipped {name}: there is no C compiler (cc) on this machine");
        return None;
    }
    Some(compile(name, "c", source, |from, to| {
        let mut cc = Command::new("cc");
        cc.args(["-O1", "-w", "-pthread", "-o"]).arg(to).arg(from).arg(stop());
        cc
    }))
}

fn compile(name: &str, extension: &str, source: &str, command: impl Fn(&Path, &Path) -> Command) -> PathBuf {
    type Slots = Mutex<HashMap<String, (String, Arc<OnceLock<PathBuf>>)>>;
    static SLOTS: LazyLock<Slots> = LazyLock::new(Slots::default);
    let (first, slot) =
        SLOTS.lock().unwrap().entry(name.to_owned()).or_insert_with(|| (source.to_owned(), Arc::default())).clone();
    assert_eq!(first, source, "two programs are called {name}");
    let compiled = slot.get_or_init(|| {
        let from = folder().join(format!("{name}.{extension}"));
        let to = folder().join(name);
        if to.exists() && std::fs::read(&from).is_ok_and(|there| there == source.as_bytes()) {
            return to;
        }
        std::fs::write(&from, source).unwrap();
        let mut command = command(&from, &to);
        // Noted for `.ci/kernels`, which compiles it once more for another machine.
        let how = std::iter::once(command.get_program()).chain(command.get_args()).map(|word| word.to_string_lossy());
        let how = how.collect::<Vec<_>>().join("\n") + "\n";
        std::fs::write(folder().join(format!("{name}.how")), &how).unwrap();
        let before = made_before(&how, source);
        // By links: a program that this process wrote could be busy while a thread starts another.
        let _ = std::fs::remove_file(&to);
        if std::fs::hard_link(&before, &to).is_ok() {
            return to;
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        // Where that is not possible, the next process compiles again.
        let _ = std::fs::create_dir_all(before.parent().unwrap());
        let _ = std::fs::hard_link(&to, &before);
        to
    });
    compiled.clone()
}

/// A file in the test's own folder.
pub fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = folder().join(name);
    if std::fs::read(&path).is_ok_and(|there| there == content) {
        return path;
    }
    std::fs::write(&path, content).unwrap();
    path
}

pub fn config(level: Level) -> Config {
    Config {
        launcher: env!("CARGO_BIN_EXE_harness").into(),
        level: Some(level),
        least: None,
        landlock: None,
        notes: None,
    }
}

/// Opens a cell with a launcher of its own. The level was tried once, for all cells.
pub fn open(level: Level) -> Box<dyn Cell> {
    sandbox(level).open(None).unwrap()
}

pub fn sandbox(level: Level) -> &'static dyn Sandbox {
    *SANDBOXES.iter().find(|sandbox| sandbox.level() == level).unwrap()
}

/// A sandbox for each level that works on this machine, as long as the tests run.
static SANDBOXES: LazyLock<Vec<&'static dyn Sandbox>> = LazyLock::new(|| {
    let opened = Level::ALL.into_iter().map(|level| sandbox::open(config(level)));
    let works = |opened: Result<Box<dyn Sandbox>, Error>| match opened {
        Ok(sandbox) => Some(&*Box::leak(sandbox)),
        Err(error) => {
            println!("not tested, for it does not work here: {error}");
            None
        }
    };
    opened.filter_map(works).collect()
});

/// The levels that work on this machine. `HARNESS_REQUIRE_LEVEL` names one that must be among them:
/// a level that stops working would otherwise just not be tested.
pub fn working() -> &'static [Level] {
    static WORKING: LazyLock<Vec<Level>> = LazyLock::new(|| {
        let working: Vec<Level> = SANDBOXES.iter().map(|sandbox| sandbox.level()).collect();
        if let Ok(required) = std::env::var("HARNESS_REQUIRE_LEVEL") {
            let required = Level::parse(&required).expect("HARNESS_REQUIRE_LEVEL names a level");
            assert!(working.contains(&required), "level {} does not work here", required.name());
        }
        assert!(working.contains(&Level::Measured));
        working
    });
    &WORKING
}

/// Whether each test gets all the time it can use, as in CI: `HARNESS_TEST_LONG`.
pub fn long() -> bool {
    std::env::var_os("HARNESS_TEST_LONG").is_some()
}

/// Whether attacks play every role, also at the weakest level: `HARNESS_TEST_BROAD`.
pub fn broad() -> bool {
    long() || std::env::var_os("HARNESS_TEST_BROAD").is_some()
}

/// The levels that are tested. Normally the strongest. With `HARNESS_TEST_BROAD` the weakest too,
/// because what holds at both rarely fails in between. With `HARNESS_TEST_LONG`, as in CI, all that
/// work.
pub fn levels() -> &'static [Level] {
    static LEVELS: LazyLock<Vec<Level>> = LazyLock::new(|| {
        let mut levels = working().to_vec();
        if !long() {
            let strongest = levels.last().copied();
            let weakest = broad().then_some(Level::Measured);
            levels.retain(|level| [weakest, strongest].contains(&Some(*level)));
        }
        levels
    });
    &LEVELS
}

/// The levels that are tested, each with the ways of starting a solution that differ there.
pub fn ways() -> impl Iterator<Item = (Level, Start)> {
    let starts = |level| if level >= Level::Full { &[Start::Exec, Start::Fork][..] } else { &[Start::Exec] };
    levels().iter().flat_map(move |&level| starts(level).iter().map(move |&start| (level, start)))
}

/// A run of `program`, started this way.
pub fn exec_by(start: Start, program: &Path) -> Exec {
    Exec { start, ..exec(program) }
}

pub fn exec(program: &Path) -> Exec {
    Exec::new(program, Profile::Solution, limits())
}

/// How many times slower this machine is than others, emulated ones above all:
/// `HARNESS_TEST_SLOWNESS`.
pub fn slowness() -> u32 {
    static FACTOR: LazyLock<u32> = LazyLock::new(|| {
        std::env::var("HARNESS_TEST_SLOWNESS").map_or(1, |factor| factor.parse().expect("a whole number"))
    });
    *FACTOR
}

/// Small limits, so that a program meets them soon. Only the wall is far off, for a machine that is
/// busy with other things.
pub fn limits() -> Limits {
    Limits {
        cpu: Duration::from_millis(if broad() { 500 } else { 250 }) * slowness(),
        wall: Duration::from_secs(60),
        memory: 64 * MIB,
        output: MIB,
        stack: 64 * MIB,
        ..Limits::default()
    }
}

/// Runs and expects an outcome.
pub fn run(cell: &mut dyn Cell, exec: &Exec) -> CompletedRun {
    try_run(cell, exec).unwrap()
}

pub fn try_run(cell: &mut dyn Cell, exec: &Exec) -> Result<CompletedRun, Error> {
    Ok(cell.run(exec, &Cancel::new().unwrap())?.expect("nobody cancels this run"))
}

pub fn text(captured: &sandbox::CapturedStream) -> String {
    let mut bytes = vec![0; captured.len as usize];
    captured.file.read_exact_at(&mut bytes, 0).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How a run ended, by the fact that a judge's rules would look at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Code(i32),
    Signal(i32),
    Cpu,
    Wall,
    Output,
    /// Stopped for memory, refused memory, or above the limit.
    Memory,
}

pub fn fate(done: &CompletedRun, limits: &Limits) -> Fate {
    let outcome = &done.outcome;
    match outcome.stopped {
        Some(StopReason::Cpu) => return Fate::Cpu,
        Some(StopReason::Wall) => return Fate::Wall,
        Some(StopReason::Output) => return Fate::Output,
        Some(StopReason::Memory) => return Fate::Memory,
        None => {}
    }
    if outcome.memory_refused || outcome.usage.memory > limits.memory {
        return Fate::Memory;
    }
    match outcome.exit {
        Exit::Code(code) => Fate::Code(code),
        Exit::Signal(signal) => Fate::Signal(signal),
    }
}

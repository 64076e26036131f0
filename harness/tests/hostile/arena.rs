//! Runs attacks as a solution, a runtime's program and a tool, at every level that works here, each
//! time in a cell that goes on to run an honest program. Then looks for what must not be left.

use crate::bench::{Fate, broad, exec, fate, levels, limits, long, open, run, rust, slowness, text};
use sandbox::{CompletedRun, Exec, Level, Profile, Start};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

/// How an attack may end as a solution, from a level upwards.
pub type Row<'a> = (Level, &'a [Fate]);

pub const ANY: &[Fate] = &[];

/// The name of the files that attackers make. Nothing else has it.
pub const LITTER: &str = "harness-attack-litter";

/// System calls and their numbers, as source of a program.
pub const CALLS: &str = include_str!("calls.rs");

/// The profile an attack is run with, and how it is started. The last two may do no more than a
/// tool, so the short run omits them.
const ROLES: [(Profile, Start); 5] = [
    (Profile::Solution, Start::Exec),
    (Profile::Solution, Start::Fork),
    (Profile::Tool, Start::Exec),
    (Profile::Runtime, Start::Exec),
    (Profile::Forking, Start::Exec),
];

/// Runs `program` at every level, in every role. As a solution its fate must be among those of the
/// highest row that the level reaches. The other roles, which may do more, only have to end in time
/// and leave nothing. Returns the runs as a solution.
pub fn endure(name: &str, program: &Path, args: &[&str], rows: &[Row<'_>]) -> Vec<(Level, CompletedRun)> {
    let mut all = Vec::new();
    for &level in levels() {
        let Some((_, allowed)) = rows.iter().rev().find(|(from, _)| level >= *from) else { continue };
        // The weakest level holds nobody back, so roles hardly differ there.
        let roles = match (level, broad()) {
            (Level::Measured, _) if !long() => &ROLES[..1],
            (_, false) => &ROLES[..3],
            (_, true) => &ROLES[..],
        };
        for &(profile, start) in roles {
            if start == Start::Fork && level < Level::Full {
                continue;
            }
            let mut attack = exec(program);
            attack.start = start;
            attack.args = args.iter().map(Into::into).collect();
            attack.profile = profile;
            // Long where it is only a guard, and short where it is what ends the attack.
            let guard = profile == Profile::Solution && !allowed.is_empty() && !allowed.contains(&Fate::Wall);
            let end = if long() { 1000 } else { 300 };
            attack.limits.wall = Duration::from_millis(if guard { 20_000 } else { end }) * slowness();
            attack.limits.processes = match (profile, start) {
                (Profile::Forking | Profile::Tool, _) => 8,
                // As every problem allows. A fork has one thread.
                (Profile::Solution | Profile::Runtime, Start::Exec) => 64,
                (Profile::Solution | Profile::Runtime, Start::Fork) => 1,
            };
            let done = bout(&format!("{name} at {level:?} as {profile:?} by {start:?}"), level, &attack);
            // No attack here forges the stop, so all can serve.
            assert_eq!(done.outcome.start, start, "{name} at {level:?}");
            if profile != Profile::Solution {
                continue;
            }
            let got = fate(&done, &attack.limits);
            assert!(
                allowed.is_empty() || allowed.contains(&got),
                "{name} at {level:?}: {got:?} instead of {allowed:?}; {:?}; {}{}",
                done.outcome,
                text(&done.stdout),
                text(&done.stderr)
            );
            all.push((level, done));
        }
    }
    all
}

/// Held for writing by what may leave objects on the machine for a while, and for reading by what
/// looks for them: a neighbour's are not traces of an attack.
static MACHINE: RwLock<()> = RwLock::new(());

/// The same between processes: another user, or another copy of the repository, may run these tests
/// at the same time. `None` where no such file can be had or locked.
fn machine(lock: fn(&File) -> io::Result<()>) -> Option<File> {
    let place = Path::new("/tmp/hostile-tests.lock");
    // A file of somebody else may be opened there, but only without the wish to create it.
    let file = File::open(place).or_else(|_| File::create(place)).ok()?;
    lock(&file).ok().map(|()| file)
}

/// Ends when it is dropped: first for other processes, then in this one.
pub struct Littering {
    _machine: Option<File>,
    _process: RwLockWriteGuard<'static, ()>,
}

/// For a test that leaves objects on the machine while it runs.
pub fn littering() -> Littering {
    let process = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    Littering { _machine: machine(File::lock), _process: process }
}

/// For a test that looks for objects which were left.
struct Looking {
    _machine: Option<File>,
    _process: RwLockReadGuard<'static, ()>,
}

fn looking() -> Looking {
    let process = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
    Looking { _machine: machine(File::lock_shared), _process: process }
}

/// Runs one attack, and looks at what is left of it.
pub fn bout(name: &str, level: Level, attack: &Exec) -> CompletedRun {
    let (_littering, _looking) = match level {
        Level::Measured => (Some(littering()), None),
        Level::Confined | Level::Full | Level::FullCgroup => (None, Some(looking())),
    };
    let before = Traces::look();
    let mut cell = open(level);
    let begun = Instant::now();
    let mut done = run(&mut *cell, attack);
    if attack.start == Start::Fork {
        // Once more, from a server that has already served.
        done = run(&mut *cell, attack);
    }
    // On top comes the time a cell may take to clean up.
    assert!(begun.elapsed() < attack.limits.wall + Duration::from_secs(10), "{name}: {:?}", done.outcome);
    let mut honest = exec(&rust("nothing", "fn main() {}"));
    (honest.profile, honest.start) = (attack.profile, attack.start);
    // The same cell goes on serving, with nothing of the attack in it.
    let after = run(&mut *cell, &honest);
    assert_eq!(fate(&after, &limits()), Fate::Code(0), "after {name}");
    if attack.start == Start::Fork {
        // The server waits for the next run, and ends with its cell.
        assert!(alive(&attack.program).len() <= 1, "left by {name}");
        drop(cell);
    }
    assert_eq!(alive(&attack.program), Vec::<String>::new(), "left by {name}");
    if level > Level::Measured {
        assert_eq!(Traces::look().beyond(&before), Vec::<String>::new(), "left by {name}");
    }
    done
}

/// Living processes that run `program`.
pub fn alive(program: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let running = entries.flatten().filter_map(|entry| fs::read_link(entry.path().join("exe")).ok());
    running.filter(|exe| exe == program).map(|exe| exe.display().to_string()).collect()
}

thread_local! {
    static HAS_OWN_MOUNTS: bool = has_own_mounts();
}

/// Lets this thread see no mount that others make from now on. Those of its cells would still reach
/// it. False without the right to: then no cell has it either.
fn has_own_mounts() -> bool {
    // SAFETY: this thread alone enters a mount namespace.
    let entered = unsafe { libc::unshare(libc::CLONE_NEWNS) } == 0;
    let (none, root) = (std::ptr::null(), c"/".as_ptr());
    // SAFETY: the only pointer is to a string that lives as long as the program.
    let change = |kind| unsafe { libc::mount(none, root, none, libc::MS_REC | kind, none.cast()) } == 0;
    entered && change(libc::MS_PRIVATE) && change(libc::MS_SHARED)
}

/// What outlives processes: files, objects of both kinds of inter-process communication, mounts.
#[derive(Debug)]
struct Traces(BTreeSet<String>);

impl Traces {
    fn look() -> Traces {
        let mut seen = BTreeSet::new();
        for kind in ["shm", "sem", "msg"] {
            let table = fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
            // Key and id. The columns after them count users and bytes.
            let objects =
                table.lines().skip(1).map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" "));
            seen.extend(objects.map(|object| format!("{kind} {object}")));
        }
        if HAS_OWN_MOUNTS.with(|has| *has) {
            let mounts = fs::read_to_string("/proc/thread-self/mountinfo").unwrap();
            seen.extend(mounts.lines().map(|line| format!("mount {line}")));
        }
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let folders = ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/"].map(PathBuf::from).into_iter().chain(home);
        for entry in folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
            if entry.file_name().to_string_lossy().contains(LITTER) {
                seen.insert(format!("file {}", entry.path().display()));
            }
        }
        Traces(seen)
    }

    fn beyond(&self, before: &Traces) -> Vec<String> {
        self.0.difference(&before.0).cloned().collect()
    }
}

/// Compiles a Rust program with the C library's functions at hand. `forked` is for programs that
/// need another process: where programs run as this user, other tests' processes count against the
/// limit, so a fork may be refused for a moment.
pub fn attack(name: &str, body: &str) -> PathBuf {
    let prelude = r#"#![allow(warnings)] use std::io::*; use std::process::*; use std::time::*; use std::ffi::*;
        extern "C" { fn syscall(n: i64, ...) -> i64; fn fork() -> i32; fn setsid() -> i32; fn kill(p: i32, s: i32) -> i32; fn getppid() -> i32;
          fn getpid() -> i32; fn signal(s: i32, h: usize) -> usize; fn nice(n: i32) -> i32; fn ftruncate(f: i32, n: i64) -> i32; fn raise(s: i32) -> i32;
          fn mmap(a: *mut u8, l: usize, p: i32, f: i32, d: i32, o: i64) -> *mut u8; fn setrlimit(r: i32, l: *const [u64; 2]) -> i32; }
        fn spin() -> ! { loop { std::hint::spin_loop() } }
        fn nap() -> ! { loop { std::thread::sleep(Duration::from_secs(1000)) } }
        fn forked() -> i32 { loop { match unsafe { fork() } { -1 => std::thread::sleep(Duration::from_millis(5)), pid => return pid } } }
        "#;
    rust(name, &format!("{prelude}{CALLS}{body}"))
}

pub fn check(name: &str, body: &str, rows: &[Row<'_>]) {
    endure(name, &attack(name, body), &[], rows);
}

/// Runs a program that prints every forbidden thing that worked. Nothing may work.
pub fn check_harmless(name: &str, body: &str, from: Level) {
    for (level, done) in endure(name, &attack(name, body), &[], &[(from, &[Fate::Code(0)])]) {
        assert_eq!(text(&done.stdout), "", "{name} at {level:?} {}", text(&done.stderr));
    }
}

//! Nothing is left after the harness is killed at any moment, and after very many runs.

use crate::arena::{alive, littering};
use crate::bench::{self, config, exec, exec_by, levels, rust};
use sandbox::{self, Cancel, Config, Level, Profile, Start};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Set in the process that plays the harness and is killed: the level to run at.
const VICTIM: &str = "HARNESS_TEST_VICTIM";

/// Set with it: the path of a program that sleeps.
const SLEEPER: &str = "HARNESS_TEST_SLEEPER";

/// Not a test of its own: what the killed process does. Runs, again and again, a program that forks
/// sleepers, and a sleeper that is forked itself.
#[test]
fn victim() {
    let Ok(level) = std::env::var(VICTIM) else { return };
    let level = Level::parse(&level).unwrap();
    let mut cell = bench::open(level);
    let mut exec = exec(Path::new("/bin/sh"));
    exec.args = vec!["-c".into(), "sleep 7531.25 & sleep 7531.25 & (setsid sleep 7531.25 &) ; sleep 0.02".into()];
    exec.env = vec![("PATH".into(), "/usr/bin:/bin".into())];
    exec.profile = Profile::Tool;
    exec.readable = vec!["/usr".into(), "/bin".into()];
    exec.limits.processes = 30;
    let mut sleeper = exec_by(Start::Fork, Path::new(&std::env::var_os(SLEEPER).unwrap()));
    sleeper.limits.wall = Duration::from_millis(20);
    cell.run(&sleeper, &Cancel::new().unwrap()).unwrap();
    println!("ready");
    loop {
        cell.run(&exec, &Cancel::new().unwrap()).unwrap();
        cell.run(&sleeper, &Cancel::new().unwrap()).unwrap();
    }
}

/// Launchers below `parent`. When it dies they get another parent, so this is called before.
fn launchers(parent: u32) -> Vec<u32> {
    let children = std::fs::read_dir(format!("/proc/{parent}/task")).unwrap().flatten();
    let lists = children.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().map(|pid| pid.parse().unwrap()).collect::<Vec<u32>>()).collect()
}

/// Command lines of living processes: our sleepers, the former launchers, and the cells below them.
fn orphans(launchers: &[u32]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(line) = std::fs::read(entry.path().join("cmdline")) else { continue };
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let Some((_, rest)) = stat.rsplit_once(") ") else { continue };
        let parent = rest.split(' ').nth(1).and_then(|pid| pid.parse::<u32>().ok());
        let pid = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok());
        let ours = |pid: Option<u32>| pid.is_some_and(|pid| launchers.contains(&pid));
        let survives = line.contains("sleep 7531.25") || line.contains("__cell") && (ours(pid) || ours(parent));
        if survives && !rest.starts_with('Z') {
            found.push(line);
        }
    }
    found
}

/// How many moments to kill at; CI sets 50 for each level.
fn moments() -> u64 {
    std::env::var("HARNESS_TEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(4)
}

#[test]
fn a_harness_killed_at_any_moment_leaves_nothing_behind() {
    let sleeper = rust("sleeper", "fn main() { loop { std::thread::sleep(std::time::Duration::from_secs(1000)) } }");
    for &level in levels() {
        for moment in 0..moments() {
            let mut victim = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "remains::victim", "--nocapture"])
                .env(VICTIM, level.name())
                .env(SLEEPER, &sleeper)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // Once it says that its cell is up, kill it somewhere within a few runs.
            let mut lines = std::io::BufRead::lines(std::io::BufReader::new(victim.stdout.take().unwrap()));
            assert!(lines.any(|line| line.unwrap().contains("ready")));
            std::thread::sleep(Duration::from_micros(moment * 7919 % 60_000));
            let launchers = launchers(victim.id());
            assert!(!launchers.is_empty(), "{level:?}");
            victim.kill().unwrap();
            victim.wait().unwrap();
            // The promise is a second. On a machine that is busy with other tests only their end is
            // checked, not the time.
            let patience = Instant::now() + Duration::from_secs(20);
            let left = || [orphans(&launchers), alive(&sleeper)].concat();
            while !left().is_empty() {
                assert!(Instant::now() < patience, "{level:?}, moment {moment}: {:?}", left());
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

/// How many runs a soak is; CI sets 20,000.
fn runs() -> u32 {
    std::env::var("HARNESS_TEST_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(500)
}

#[test]
fn many_runs_in_one_process_grow_nothing() {
    let program = rust("nothing", "fn main() {}");
    let best = *levels().last().unwrap();
    // The name distinguishes its launcher from those of the other tests.
    let folder = tempfile::tempdir().unwrap();
    let launcher = folder.path().join("soaked");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_harness"), &launcher).unwrap();
    let sandbox = sandbox::open(Config { launcher: launcher.clone(), ..config(best) }).unwrap();
    let mut cell = sandbox.open(None).unwrap();
    // A soak is about what is left, not about speed, so a loaded machine may take its time.
    let jobs = [Start::Exec, Start::Fork].map(|start| {
        let mut job = exec_by(start, &program);
        job.limits.wall = Duration::from_secs(60);
        job
    });
    let cancel = Cancel::new().unwrap();
    let mut before = None;
    for i in 0..runs() {
        for job in &jobs {
            drop(cell.run(job, &cancel).unwrap().unwrap());
        }
        if i == runs() / 4 {
            before = Some(footprint(&launcher));
        }
    }
    let (before, after) = (before.unwrap(), footprint(&launcher));
    assert!(before.cells > 0, "{before:?}");
    // Other tests run in this process too. Anything that grew by one per run would far exceed
    // these.
    assert!(after.descriptors < before.descriptors + 200, "{before:?} {after:?}");
    assert!(after.mounts < before.mounts + 20, "{before:?} {after:?}");
    assert!(after.cells < before.cells + 40, "{before:?} {after:?}");
    assert!(after.launcher_kib < before.launcher_kib + 512, "{before:?} {after:?}");
}

#[derive(Debug)]
struct Footprint {
    descriptors: usize,
    mounts: usize,
    /// This process's launchers with this name.
    cells: usize,
    /// Largest resident set of one of them, in KiB.
    launcher_kib: u64,
}

fn footprint(launcher: &Path) -> Footprint {
    let me = std::process::id();
    // In a scope of systemd's, the launcher has another argument.
    let called = [launcher.as_os_str().as_encoded_bytes(), b"\0__cell\0"].concat();
    let mut cells = 0;
    let mut largest = 0;
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let field = |name: &str| {
            status.lines().find_map(|l| l.strip_prefix(name)?.split_whitespace().next()?.parse::<u64>().ok())
        };
        if line.starts_with(&called) && field("PPid:") == Some(me.into()) {
            cells += 1;
            largest = largest.max(field("VmRSS:").unwrap_or(0));
        }
    }
    Footprint {
        descriptors: std::fs::read_dir("/proc/self/fd").unwrap().count(),
        mounts: std::fs::read_to_string("/proc/self/mounts").unwrap().lines().count(),
        cells,
        launcher_kib: largest,
    }
}

/// Cgroups of cells, each with its launcher, as far as a launcher of this process could sweep them.
/// Groups lie below the group of their maker, so what a harness killed in another group left there
/// is for that group's owner to remove.
fn groups() -> Vec<(u32, String)> {
    // systemd may have given each launcher a group of its own.
    let processes = launchers(std::process::id()).into_iter().chain([std::process::id()]);
    let own: String = processes.filter_map(|pid| std::fs::read_to_string(format!("/proc/{pid}/cgroup")).ok()).collect();
    let mut found = Vec::new();
    for line in own.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next().unwrap(), parts.next().unwrap());
        let path = path.strip_suffix("harness-leaf").unwrap_or(path);
        for mount in controllers.split(',') {
            let Ok(entries) = std::fs::read_dir(format!("/sys/fs/cgroup/{mount}{path}")) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name();
                let launcher = name.to_str().and_then(|name| name.strip_prefix("harness-")?.split('-').next());
                if let Some(pid) = launcher.and_then(|pid| pid.parse().ok()) {
                    found.push((pid, entry.path().display().to_string()));
                }
            }
        }
    }
    found
}

#[test]
fn no_cgroup_outlives_its_launcher_for_long() {
    if !levels().contains(&Level::FullCgroup) {
        println!("skipped: there are no cgroups for this user here");
        return;
    }
    let program = rust("nothing", "fn main() {}");
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        // A launcher that was killed leaves its groups for the next one to remove.
        let mut cell = bench::open(Level::FullCgroup);
        drop(cell.run(&exec(&program), &Cancel::new().unwrap()).unwrap().unwrap());
        let alive = |pid: &u32| Path::new(&format!("/proc/{pid}")).exists();
        assert!(groups().iter().any(|(pid, _)| alive(pid)), "a cell is open, and no group was found");
        drop(cell);
        let left: Vec<_> = groups().into_iter().filter(|(pid, _)| !alive(pid)).collect();
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < patience, "{left:?}");
    }
}

/// Set in the process whose programs have a user of their own: a folder with a canary.
const LITTERER: &str = "HARNESS_TEST_LITTERER";

/// Not a test of its own: runs a program that leaves one of each kind at level `measured`, where
/// nothing prevents it, and looks before and after the last launcher is gone. In a process of its
/// own, because users are lent per process.
#[test]
fn litterer() {
    let Ok(folder) = std::env::var(LITTERER) else { return };
    let canary = Path::new(&folder).join("canary");
    let body = r#"use std::os::unix::fs::symlink;
        extern "C" { fn shmget(k: i32, n: usize, f: i32) -> i32; fn semget(k: i32, n: i32, f: i32) -> i32; fn msgget(k: i32, f: i32) -> i32; fn getuid() -> u32; }
        fn main() { unsafe {
            assert!(shmget(0, 4096, 0o1600) >= 0 && semget(0, 1, 0o1600) >= 0 && msgget(0, 0o1600) >= 0);
            let name = format!("litter-{}", getuid());
            let args: Vec<String> = std::env::args().collect();
            std::fs::create_dir_all(format!("/tmp/{name}/a/b")).unwrap();
            symlink(&args[1], format!("/tmp/{name}/a/link")).unwrap();
            symlink(&args[2], format!("/var/tmp/{name}")).unwrap();
            std::fs::write(format!("/dev/shm/{name}"), "x").unwrap();
            println!("{}", getuid()); } }"#;
    let mut litterer = exec(&rust("leaves-one-of-each", body));
    litterer.args = vec![folder.clone().into(), canary.clone().into()];
    let mut cell = bench::open(Level::Measured);
    let done = bench::run(&mut *cell, &litterer);
    let uid: u32 = done.stdout.words(99).trim().parse().unwrap();
    assert_eq!(left_by(uid).len(), 6, "{:?}", left_by(uid));
    drop(cell);
    assert_eq!(left_by(uid), Vec::<String>::new());
    assert_eq!(std::fs::read_to_string(canary).unwrap(), "alive");
}

/// Files in folders that are open to all, and System V objects.
fn left_by(uid: u32) -> Vec<String> {
    use std::os::unix::fs::MetadataExt;
    let entries = ["/tmp", "/var/tmp", "/dev/shm"].into_iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut found: Vec<String> = entries
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.metadata().is_ok_and(|metadata| metadata.uid() == uid))
        .map(|entry| entry.path().display().to_string())
        .collect();
    for kind in ["shm", "sem", "msg"] {
        let table = std::fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap();
        let uid = uid.to_string();
        let theirs = table.lines().filter(|line| line.split_whitespace().any(|field| field == uid));
        found.extend(theirs.map(|line| format!("{kind} {line}")));
    }
    found
}

/// Where the harness is not root, its programs run as its user, and nobody can say which files are
/// theirs.
#[test]
fn what_programs_of_root_s_harness_leave_in_the_machine_s_own_folders_goes_with_the_last_launcher() {
    // SAFETY: cannot fail.
    if unsafe { libc::geteuid() } != 0 {
        return;
    }
    let _littering = littering();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("canary"), "alive").unwrap();
    let test = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "remains::litterer", "--nocapture"])
        .env(LITTERER, folder.path())
        .output()
        .unwrap();
    assert!(test.status.success(), "{}", String::from_utf8_lossy(&test.stderr));
}

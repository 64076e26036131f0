//! What level `confined` promises on older kernels, whose landlock knows less. Here landlock is
//! used as on those kernels.

use crate::arena::attack;
use crate::bench::{Fate, config, exec, fate, file, limits, run, rust, text, working};
use sandbox::{Cancel, Cell, Config, Exec, Level, Profile, Stdin, Terms};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::UnixDatagram;
use std::process::Command;

/// Runs `check` in a cell at level `confined`, once for each version of landlock.
fn on_each(mut check: impl FnMut(u32, &mut dyn Cell)) {
    for version in 1..=6 {
        let wanted = Config { landlock: Some(version), ..config(Level::Confined) };
        let Ok(sandbox) = sandbox::open(wanted) else {
            println!("skipped: there is no landlock here");
            return;
        };
        check(version, &mut *sandbox.open(None).unwrap());
    }
}

#[test]
fn a_program_ends_itself_by_a_signal() {
    let program = attack(
        "ends-itself",
        r#"fn main() { unsafe { match std::env::args().nth(1).unwrap().as_str() {
            "raise" => { raise(8); } "kill" => { kill(getpid(), 9); } "abort" => std::process::abort(),
            "thread" => { std::thread::spawn(|| unsafe { raise(8) }).join().unwrap(); } _ => {} } } }"#,
    );
    on_each(|version, cell| {
        for (how, signal) in [("raise", 8), ("kill", 9), ("abort", 6), ("thread", 8)] {
            for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
                let mut own = exec(&program);
                (own.profile, own.limits.processes) = (profile, 2);
                own.args = vec![how.into()];
                let done = run(cell, &own);
                assert_eq!(fate(&done, &limits()), Fate::Signal(signal), "{how} as {profile:?} on {version}");
            }
        }
    });
}

/// Neither by its number, nor as a group, nor by a descriptor that signals its owner.
#[test]
fn a_program_signals_nobody_else() {
    let mut other = Command::new("sleep").arg("1000").spawn().unwrap();
    let program = attack(
        "signals-others",
        r#"extern "C" { fn fcntl(f: i32, c: i32, ...) -> i32; fn pipe(f: *mut i32) -> i32; }
        fn main() { unsafe { let other: i32 = std::env::args().nth(1).unwrap().parse().unwrap();
            for who in [other, getppid(), 0, -1, -other] { if kill(who, 0) == 0 { println!("kill {who}") } }
            if syscall(TKILL, other as i64, 0i64) == 0 { println!("tkill") } if syscall(TGKILL, other as i64, other as i64, 0i64) == 0 { println!("tgkill") }
            let mut p = [0i32; 2]; pipe(p.as_mut_ptr());
            if fcntl(p[0], 8, other) == 0 { println!("owner") } if fcntl(p[0], 15, &[1i32, other]) == 0 { println!("owner_ex") }
            if fcntl(p[0], 10, 9) == 0 { println!("signal") } if fcntl(0, 1024, 0) == 0 { println!("lease") } if fcntl(0, 1026, 1) == 0 { println!("notify") } } }"#,
    );
    on_each(|version, cell| {
        for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
            let mut attempt = exec(&program);
            attempt.profile = profile;
            attempt.args = vec![other.id().to_string().into()];
            let done = run(cell, &attempt);
            // Where landlock scopes signals, its own group is only itself.
            let printed = text(&done.stdout).replace("kill 0\n", "").replace("kill -1\n", "");
            assert_eq!(printed, "", "{profile:?} on {version}");
        }
        assert!(other.try_wait().unwrap().is_none());
    });
    other.kill().unwrap();
    other.wait().unwrap();
}

#[test]
fn a_program_cuts_no_file_that_it_may_only_read() {
    let program = attack(
        "cutter",
        r#"extern "C" { fn open(p: *const u8, f: i32, ...) -> i32; fn truncate(p: *const u8, n: i64) -> i32; }
        fn main() { let path = std::ffi::CString::new(std::env::args().nth(1).unwrap()).unwrap(); unsafe {
            for flags in [0x200, 0x203, 0x201, 0x202, 0x241] { if open(path.as_ptr().cast(), flags, 0o666) >= 0 { println!("open {flags:x}") } }
            if truncate(path.as_ptr().cast(), 0) == 0 { println!("truncate") } } }"#,
    );
    let precious = file("precious.ans", b"precious");
    // Its mode lets everybody change it: only the cell prevents that.
    if std::fs::metadata(&precious).unwrap().permissions().mode() & 0o777 != 0o666 {
        std::fs::set_permissions(&precious, PermissionsExt::from_mode(0o666)).unwrap();
    }
    on_each(|version, cell| {
        for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
            let mut attempt = exec(&program);
            attempt.profile = profile;
            attempt.readable = vec![precious.clone()];
            attempt.args = vec![precious.clone().into()];
            assert_eq!(text(&run(cell, &attempt).stdout), "", "{profile:?} on {version}");
            assert_eq!(std::fs::read(&precious).unwrap(), b"precious", "{profile:?} on {version}");
        }
    });
}

/// A pair of datagram sockets could send to any socket with a name, even a service's.
#[test]
fn a_program_sends_nothing_to_a_socket_that_has_a_name() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let path = folder.path().join("service");
    let service = UnixDatagram::bind(&path).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o777)).unwrap();
    service.set_nonblocking(true).unwrap();
    let program = attack(
        "sends-to-a-service",
        r#"extern "C" { fn sendto(f: i32, b: *const u8, n: usize, g: i32, a: *const u8, l: u32) -> isize; }
        fn main() { let mut address = vec![1u8, 0]; address.extend(std::env::args().nth(1).unwrap().bytes()); address.push(0);
            for kind in [1i64, 2, 3, 5] { let mut pair = [0i32; 2]; unsafe {
                if syscall(SOCKETPAIR, 1i64, kind, 0i64, pair.as_mut_ptr()) == 0 && kind == 1 { eprint!("pair") }
                sendto(pair[0], b"forged".as_ptr(), 6, 0, address.as_ptr(), address.len() as u32); } } }"#,
    );
    on_each(|version, cell| {
        for profile in [Profile::Solution, Profile::Runtime, Profile::Forking, Profile::Tool] {
            let mut attempt = exec(&program);
            (attempt.profile, attempt.args) = (profile, vec![path.clone().into()]);
            let done = run(cell, &attempt);
            let pair = if profile == Profile::Solution { "" } else { "pair" };
            assert_eq!((fate(&done, &limits()), text(&done.stderr).as_str()), (Fate::Code(0), pair), "{profile:?}");
            assert!(service.recv(&mut [0; 8]).is_err(), "{profile:?} on {version} reached the service");
        }
    });
}

/// Level `full` works even where landlock does not cover lengths. There the input lies on the
/// machine's own mount, which is not read-only.
#[test]
fn a_program_does_not_cut_its_input_where_landlock_knows_no_lengths() {
    let program = attack(
        "cuts-its-input",
        r#"extern "C" { fn open(p: *const c_char, f: i32, ...) -> i32; fn truncate(p: *const c_char, n: i64) -> i32; }
        fn main() { for path in [c"/proc/self/fd/0", c"/dev/stdin"] { unsafe {
            for flags in [0x200, 0x203] { if open(path.as_ptr(), flags, 0) >= 0 { println!("open {path:?} {flags:x}") } }
            if truncate(path.as_ptr(), 0) == 0 { println!("truncate {path:?}") } } } }"#,
    );
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let input = folder.path().join("cut.in");
    for &level in working().iter().filter(|level| **level >= Level::Full) {
        for version in [1, 2, 3] {
            let sandbox = sandbox::open(Config { landlock: Some(version), ..config(level) }).unwrap();
            let mut cell = sandbox.open(None).unwrap();
            for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
                std::fs::write(&input, b"precious").unwrap();
                std::fs::set_permissions(&input, PermissionsExt::from_mode(0o666)).unwrap();
                let mut attempt = exec(&program);
                (attempt.profile, attempt.stdin) = (profile, Stdin::File(input.clone()));
                let printed = text(&run(&mut *cell, &attempt).stdout);
                let left = std::fs::read(&input).unwrap();
                assert_eq!((printed.as_str(), &*left), ("", &b"precious"[..]), "{profile:?} at {level:?} on {version}");
            }
        }
    }
}

/// Some of `/proc` belongs to the session, and so to the cell and everything it will run.
#[test]
fn without_landlock_a_program_cannot_make_the_next_one_wait() {
    let program = attack(
        "lowers-its-session",
        r#"fn main() { print!("{}", std::fs::read_to_string("/proc/self/autogroup").unwrap_or_default());
            let _ = std::fs::write("/proc/self/autogroup", "7"); }"#,
    );
    for &level in working().iter().filter(|level| **level >= Level::Full) {
        let sandbox = sandbox::open(Config { landlock: Some(0), ..config(level) }).unwrap();
        let mut cell = sandbox.open(None).unwrap();
        for profile in [Profile::Runtime, Profile::Tool] {
            for _ in 0..2 {
                let printed = text(&run(&mut *cell, &Exec { profile, ..exec(&program) }).stdout);
                assert!(!printed.contains("nice 7"), "{profile:?} at {level:?}: {printed}");
            }
        }
    }
}

/// Level `full` also works without landlock. If the input were the file itself, on the machine's
/// own mount, a program that sees `/proc` could open it again by its descriptor.
#[test]
fn without_landlock_a_program_cannot_write_into_its_input() {
    let program = attack(
        "reopens-its-input",
        r#"fn main() { for path in ["/proc/self/fd/0", "/dev/stdin", "/proc/thread-self/fd/0"] {
            if std::fs::OpenOptions::new().write(true).open(path).and_then(|mut f| f.write_all(b"x")).is_ok() { println!("{path}") } }
            let mut s = String::new(); stdin().read_to_string(&mut s).unwrap(); print!("{s}") }"#,
    );
    // It belongs to whoever runs this, and is open to everybody.
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let input = folder.path().join("rewritten.in");
    std::fs::write(&input, b"precious").unwrap();
    std::fs::set_permissions(&input, PermissionsExt::from_mode(0o666)).unwrap();
    for &level in working().iter().filter(|level| **level >= Level::Full) {
        let sandbox = sandbox::open(Config { landlock: Some(0), ..config(level) }).unwrap();
        let mut cell = sandbox.open(None).unwrap();
        for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
            let mut attempt = exec(&program);
            (attempt.profile, attempt.stdin) = (profile, Stdin::File(input.clone()));
            assert_eq!(text(&run(&mut *cell, &attempt).stdout), "precious", "{profile:?} at {level:?}");
            assert_eq!(std::fs::read(&input).unwrap(), b"precious", "{profile:?} at {level:?}");
        }
    }
}

/// What the highest level depends on goes away while programs run.
#[test]
fn a_level_that_ceases_to_work_is_left_for_the_next_lower() {
    const ALONE: &str = "HARNESS_TEST_ALONE";
    let name = "kernels::a_level_that_ceases_to_work_is_left_for_the_next_lower";
    let of_root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    if !of_root || working().last() != Some(&Level::FullCgroup) {
        println!("skipped: only root can take cgroups away, and they must be there");
        return;
    }
    if std::env::var_os(ALONE).is_none() {
        // Run again in a mount namespace of its own, which no other test shares.
        let mut again = Command::new("unshare");
        again.arg("--mount").arg(std::env::current_exe().unwrap()).args(["--exact", name, "--nocapture"]);
        assert!(again.env(ALONE, "1").status().unwrap().success());
        return;
    }
    let sandbox = sandbox::open(Config { level: None, ..config(Level::Measured) }).unwrap();
    let required = sandbox::open(config(Level::FullCgroup)).unwrap();
    let (mut cell, mut other) = (sandbox.open(None).unwrap(), required.open(None).unwrap());
    let program = rust("nothing", "fn main() {}");
    // A program of another kind, so that it needs a cell of its own.
    let tool = |memory| {
        let mut tool = exec(&program);
        (tool.profile, tool.readable) = (Profile::Tool, vec![file("seen", b"")]);
        tool.limits.memory += memory;
        tool
    };
    assert_eq!(fate(&run(&mut *cell, &exec(&program)), &limits()), Fate::Code(0));
    assert_eq!((sandbox.level(), sandbox.descent().is_none()), (Level::FullCgroup, true));
    let hidden = Command::new("mount").args(["-t", "tmpfs", "none", "/sys/fs/cgroup"]).status().unwrap();
    assert!(hidden.success());
    assert_eq!(fate(&run(&mut *cell, &tool(0)), &limits()), Fate::Code(0));
    let descent = sandbox.descent().unwrap();
    assert_eq!((descent.from, descent.to, sandbox.level()), (Level::FullCgroup, Level::Full, Level::Full));
    assert!(descent.why.to_string().contains("cgroup"), "{}", descent.why);
    assert_eq!(fate(&run(&mut *sandbox.open(None).unwrap(), &exec(&program)), &limits()), Fate::Code(0));
    // A caller that asked for a level gets that one, or an error.
    let refused = other.run(&tool(1), &sandbox::Cancel::new().unwrap());
    assert!(matches!(refused, Err(sandbox::Error::Level { .. })), "{refused:?}");
    assert!(required.descent().is_none());
}

/// A cell without `/proc`, as in many a container, cannot see what its program takes.
#[test]
fn memory_is_bounded_without_landlock_too() {
    let wanted = Config { landlock: Some(0), ..config(Level::Full) };
    let Ok(sandbox) = sandbox::open(wanted) else {
        println!("skipped: level full does not work here");
        return;
    };
    let hog = attack(
        "takes-all-without-landlock",
        "fn main() { let mut all = Vec::new(); for _ in 0..8u64 << 10 { all.push(vec![1u8; 1 << 20]); std::hint::black_box(&all);
            std::thread::sleep(std::time::Duration::from_millis(1)); } }",
    );
    let cell = &mut *sandbox.open(None).unwrap();
    let mut own = exec(&hog);
    own.limits.processes = 64;
    let done = run(cell, &own);
    assert_eq!(fate(&done, &limits()), Fate::Memory, "{done:?}");
    // In a dialogue, too.
    let quiet = attack(
        "listens-without-landlock",
        "fn main() { let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink()); }",
    );
    let other = Exec { profile: Profile::Tool, ..exec(&quiet) };
    let wall = own.limits.wall;
    let terms = Terms { wall, alone: wall, is_open_after: |_| false, grace: wall, transcript: 0 };
    let done = cell.run_pair(&own, &other, terms, &Cancel::new().unwrap()).unwrap().expect("nobody cancels this run");
    assert_eq!(fate(&done.first, &limits()), Fate::Memory, "{done:?}");
}

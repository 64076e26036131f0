//! Programs of one worker and those of another: which can reach which, and what root's programs may
//! read.

use crate::arena::attack;
use crate::bench::{Fate, exec, fate, folder, levels, limits, open, run, rust, text, try_run};
use sandbox::{Error, Level, Profile, Stdin};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;

pub fn is_root() -> bool {
    // SAFETY: cannot fail.
    unsafe { libc::geteuid() == 0 }
}

/// Below `confined` nothing is promised: an ordinary user's programs could end this very test.
#[test]
fn a_program_cannot_kill_another_workers() {
    let killer = attack(
        "killer",
        "fn main() { for _ in 0..100 { unsafe { kill(-1, 9) }; std::thread::sleep(Duration::from_millis(2)) } }",
    );
    let victim = attack("victim", "fn main() { std::thread::sleep(Duration::from_millis(400)); print!(\"alive\") }");
    for &level in levels().iter().filter(|level| **level >= Level::Confined || is_root()) {
        let (mut first, mut second) = (open(level), open(level));
        std::thread::scope(|scope| {
            scope.spawn(|| run(&mut *first, &exec(&killer)));
            for _ in 0..2 {
                let done = run(&mut *second, &exec(&victim));
                assert_eq!(
                    (fate(&done, &limits()), text(&done.stdout).as_str()),
                    (Fate::Code(0), "alive"),
                    "{level:?}"
                );
            }
        });
    }
}

/// Signals that wait, and timers, are counted for each user: one run may take less than all.
#[test]
fn a_program_cannot_take_the_timers_of_another_workers() {
    let greedy = attack(
        "greedy-for-timers",
        "fn main() { let mut id = [0u64; 1]; let mut made = 0;
          while made < 20_000 && unsafe { raw(TIMER_CREATE, [1, 0, id.as_mut_ptr() as u64, 0, 0, 0]) } == 0 { made += 1 }
          print!(\"{made}\") }",
    );
    for &level in levels().iter().filter(|level| **level >= Level::Full) {
        let done = run(&mut *open(level), &exec(&greedy));
        let made: u32 = text(&done.stdout).parse().unwrap();
        assert!((1..=1024).contains(&made), "{level:?}: {made}");
    }
}

/// The lock stands for one that the program of another worker holds.
#[test]
fn a_program_learns_nothing_from_a_lock() {
    let asks = attack("asks-for-a-lock", "fn main() { print!(\"{}\", unsafe { raw(FLOCK, [0, 6, 0, 0, 0, 0]) }) }");
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("shared.in");
    std::fs::write(&input, "x").unwrap();
    let held = std::fs::File::open(&input).unwrap();
    held.lock().unwrap();
    for &level in levels().iter().filter(|level| **level >= Level::Confined) {
        for (profile, answer) in [(Profile::Solution, "-1"), (Profile::Runtime, "0"), (Profile::Forking, "0")] {
            let mut attempt = exec(&asks);
            (attempt.profile, attempt.stdin) = (profile, Stdin::File(input.clone()));
            let done = run(&mut *open(level), &attempt);
            assert_eq!(text(&done.stdout), answer, "{level:?} {profile:?}");
        }
    }
}

/// A solution in a managed language is still a solution: it must not read what only root may.
#[test]
fn a_runtimes_program_does_not_read_what_its_user_may_not() {
    if !is_root() {
        println!("skipped: it is about root's files");
        return;
    }
    let body = r#"fn main() { if std::fs::read(std::env::args().nth(1).unwrap()).is_ok() { println!("read") }
        for line in std::fs::read_to_string("/proc/self/status").unwrap_or_default().lines() {
            if line.starts_with("CapEff") && !line.ends_with("0000000000000000") { println!("{line}") } } }"#;
    let program = rust("reader-of-roots", body);
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "x").unwrap();
    std::fs::set_permissions(&secret, PermissionsExt::from_mode(0o600)).unwrap();
    for level in levels() {
        let mut attempt = exec(&program);
        attempt.profile = Profile::Runtime;
        attempt.args = vec![secret.clone().into()];
        let done = run(&mut *open(*level), &attempt);
        // At `confined` it may keep the right to read, because landlock limits it to what it was
        // given.
        let printed = text(&done.stdout);
        assert!(!printed.contains("read") && (*level == Level::Confined || printed.is_empty()), "{level:?}: {printed}");
    }
}

const FEW_RIGHTS: &str = "HARNESS_TEST_FEW_RIGHTS";

/// Not a test of its own: plays root without CAP_DAC_READ_SEARCH, as in most containers.
#[test]
fn tools_of_a_root_with_few_rights() {
    if std::env::var_os(FEW_RIGHTS).is_none() {
        return;
    }
    let program = rust("nothing", "fn main() {}");
    for level in levels() {
        for profile in [Profile::Tool, Profile::Runtime, Profile::Solution] {
            let mut tool = exec(&program);
            tool.profile = profile;
            assert_eq!(fate(&run(&mut *open(*level), &tool), &limits()), Fate::Code(0), "{level:?} {profile:?}");
        }
    }
    // As a cache in root's home: landlock cannot give it to the user of a tool.
    let home = tempfile::tempdir().unwrap();
    std::fs::set_permissions(home.path(), PermissionsExt::from_mode(0o700)).unwrap();
    let scratch = home.path().join("scratch");
    std::fs::create_dir(&scratch).unwrap();
    for level in levels().iter().filter(|level| **level == Level::Confined) {
        let mut tool = exec(&program);
        (tool.profile, tool.scratch) = (Profile::Tool, Some(scratch.clone()));
        let closed = try_run(&mut *open(*level), &tool).err();
        assert!(matches!(&closed, Some(Error::Closed { path }) if path == home.path()), "{closed:?}");
    }
}

#[test]
fn root_without_the_right_to_read_everything_runs_tools_all_the_same() {
    if !is_root() {
        println!("skipped: only root has rights to give up");
        return;
    }
    rust("nothing", "fn main() {}");
    let mut few = Command::new("setpriv");
    few.args(["--bounding-set", "-dac_read_search", "--inh-caps", "-dac_read_search"]);
    few.arg(std::env::current_exe().unwrap()).args(["--exact", "neighbours::tools_of_a_root_with_few_rights"]);
    let Ok(output) = few.env(FEW_RIGHTS, "1").output() else {
        println!("skipped: there is no setpriv");
        return;
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && printed.contains("1 passed"),
        "{printed}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

const ORDINARY: &str = "HARNESS_TEST_ORDINARY";

/// The file belongs to the user, and lies on a mount of the machine.
#[test]
fn a_tool_changes_neither_mode_nor_times_of_the_input_that_it_reads() {
    let program = attack(
        "changes-its-input",
        r#"extern "C" { fn fchmod(f: i32, m: u32) -> i32; fn futimens(f: i32, t: *const [i64; 4]) -> i32; }
        fn main() { unsafe { fchmod(0, 0); futimens(0, &[1, 0, 1, 0]); } }"#,
    );
    if is_root() && std::env::var_os(ORDINARY).is_none() {
        // A cell's user does not own root's files, so it is tried as somebody else.
        let mut other = Command::new("setpriv");
        other.args(["--reuid=65533", "--regid=65533", "--clear-groups"]).arg(std::env::current_exe().unwrap());
        other.args(["--exact", "neighbours::a_tool_changes_neither_mode_nor_times_of_the_input_that_it_reads"]);
        // A level that works for root may not work for somebody else.
        other.env_remove("HARNESS_REQUIRE_LEVEL");
        match other.env(ORDINARY, "1").env("HARNESS_TEST_FOLDER", folder()).output() {
            Ok(output) if output.status.code() != Some(126) => {
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
            }
            Ok(_) | Err(_) => println!("skipped: nobody else can run this"),
        }
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("precious.in");
    std::fs::write(&input, "precious").unwrap();
    let state = || std::fs::metadata(&input).map(|file| (file.mode(), file.mtime())).unwrap();
    let before = state();
    for &level in levels().iter().filter(|level| **level >= Level::Confined) {
        let mut tool = exec(&program);
        (tool.profile, tool.stdin) = (Profile::Tool, Stdin::File(input.clone()));
        assert_eq!(fate(&run(&mut *open(level), &tool), &limits()), Fate::Code(0), "{level:?}");
        assert_eq!(state(), before, "{level:?}");
    }
}

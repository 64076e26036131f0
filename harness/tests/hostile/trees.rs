//! A tool is everything it started: what its orphans use counts as its own, and they go with it,
//! whoever dies first.

use crate::arena::attack;
use crate::bench::{Fate, MIB, exec, fate, levels, long, open, run, text};
use sandbox::{Cancel, Error, Exec, Level, Profile};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

fn tool(program: &Path, how: &str) -> Exec {
    let mut exec = exec(program);
    (exec.profile, exec.limits.processes) = (Profile::Tool, 8);
    exec.args = vec![how.into()];
    exec
}

/// Its parent ends at once, so that it is only the cell's child.
#[test]
fn what_an_orphan_uses_counts_while_it_runs() {
    let program = attack(
        "uncounted-orphans",
        r#"fn main() { unsafe { let how = std::env::args().nth(1).unwrap();
            if forked() == 0 { if forked() == 0 { setsid(); match how.as_str() {
                "memory" => { let v = vec![1u8; 300 << 20]; std::hint::black_box(&v); nap() } _ => spin() } } exit(0) }
            nap() } }"#,
    );
    for &level in levels() {
        for (how, expected) in [("memory", Fate::Memory), ("time", Fate::Cpu)] {
            let mut exec = tool(&program, how);
            exec.limits.cpu = Duration::from_secs(if how == "memory" { 20 } else { 1 });
            let begun = Instant::now();
            let done = run(&mut *open(level), &exec);
            assert_eq!(fate(&done, &exec.limits), expected, "{how} at {level:?}: {:?}", done.outcome);
            assert!(begun.elapsed() < exec.limits.wall, "{how} at {level:?} was not seen while it ran");
        }
    }
}

/// They are there for so long that they are seen together.
#[test]
fn what_a_process_and_its_forks_share_counts_once() {
    let program = attack(
        "forks-with-memory",
        r#"fn main() { unsafe { let v = vec![1u8; 30 << 20]; std::hint::black_box(&v);
            let children: Vec<i32> = (0..4).map(|_| match forked() { 0 => { std::thread::sleep(Duration::from_millis(500)); exit(0) } pid => pid }).collect();
            std::thread::sleep(Duration::from_millis(600)) } }"#,
    );
    for &level in levels() {
        let exec = tool(&program, "");
        let done = run(&mut *open(level), &exec);
        assert_eq!(fate(&done, &exec.limits), Fate::Code(0), "{level:?}: {:?}", done.outcome);
        let peak = done.outcome.usage.memory;
        assert!((30 * MIB..60 * MIB).contains(&peak), "{level:?}: {peak}");
    }
}

#[test]
fn files_that_a_tool_wrote_and_removed_are_not_its_memory() {
    let program = attack(
        "writes-and-removes",
        r#"fn main() { for n in 0..12 { std::fs::write("f", vec![1u8; 16 << 20]).unwrap(); std::fs::remove_file("f").unwrap(); } }"#,
    );
    for &level in levels() {
        let scratch = tempfile::tempdir().unwrap();
        let mut exec = tool(&program, "");
        exec.scratch = Some(scratch.path().into());
        (exec.limits.cpu, exec.limits.file_size) = (Duration::from_secs(20), 64 * MIB);
        let done = run(&mut *open(level), &exec);
        assert_eq!(fate(&done, &exec.limits), Fate::Code(0), "{level:?}: {:?} {}", done.outcome, text(&done.stderr));
        // One buffer, and what every program has.
        let peak = done.outcome.usage.memory;
        assert!((16 * MIB..32 * MIB).contains(&peak), "{level:?}: {peak}");
    }
}

/// An unlinked file is in no folder, but takes room all the same.
#[test]
fn a_tool_cannot_hide_what_it_writes() {
    let program = attack(
        "hides",
        r#"fn main() { let mut kept = vec![]; loop { let mut f = std::fs::File::create("f").unwrap(); std::fs::remove_file("f").unwrap();
            unsafe { syscall(PRCTL, 4, 0, 0, 0, 0); } // not dumpable
            if f.write_all(&vec![1u8; 1 << 20]).is_err() { nap() } kept.push(f); if kept.len() > 200 { nap() } } }"#,
    );
    // Below `confined`, an ordinary user's tool can keep us from looking.
    // SAFETY: cannot fail.
    let from = if unsafe { libc::geteuid() } == 0 { Level::Measured } else { Level::Confined };
    for &level in levels().iter().filter(|level| **level >= from) {
        let scratch = tempfile::tempdir().unwrap();
        let mut exec = tool(&program, "");
        exec.scratch = Some(scratch.path().into());
        (exec.limits.file_size, exec.limits.scratch, exec.limits.open_files) = (MIB, 32 * MIB, 256);
        exec.limits.cpu = Duration::from_secs(20);
        let done = run(&mut *open(level), &exec);
        assert_eq!(fate(&done, &exec.limits), Fate::Output, "{level:?}: {:?}", done.outcome);
    }
}

/// Each is in a session of its own, so that no signal to a group reaches it.
#[test]
fn thousands_of_processes_that_a_tool_leaves_go_with_it() {
    let many = if long() { 4000 } else { 400 };
    let program = attack(
        "leaves-many",
        r#"fn main() { unsafe { let many: usize = std::env::args().nth(1).unwrap().parse().unwrap(); let mut made = 0;
            while made < many { let pid = fork(); if pid == 0 { setsid(); nap() } if pid < 0 { break } made += 1 } print!("{made}") } }"#,
    );
    for &level in levels() {
        let mut cell = open(level);
        let mut exec = tool(&program, &many.to_string());
        exec.limits.processes = many + 8;
        // Pages that they share count once for each.
        (exec.limits.memory, exec.limits.cpu) = (1 << 40, Duration::from_secs(300));
        exec.limits.wall = Duration::from_secs(600);
        let done = run(&mut *cell, &exec);
        assert_eq!((fate(&done, &exec.limits), text(&done.stdout)), (Fate::Code(0), many.to_string()), "{level:?}");
        assert_eq!(alive(&program), Vec::<u32>::new(), "{level:?}");
        // The cell has not given up: it serves the next run.
        let again = run(&mut *cell, &tool(&program, "1"));
        assert_eq!(text(&again.stdout), "1", "{level:?}");
    }
}

fn stat(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

/// Living processes that run `program`.
fn alive(program: &Path) -> Vec<u32> {
    let pids = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid: &u32| fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe == program)).collect()
}

/// Kills a cell as a machine that runs out of memory would. What the tool left is the cell's, and
/// becomes the launcher's: to find and kill a thousand must not take it longer than the harness
/// waits for it.
#[test]
fn when_a_cell_is_killed_nothing_of_its_tool_lives_on() {
    let program = attack(
        "leaves-children",
        r#"fn main() { unsafe { let many: usize = std::env::args().nth(1).unwrap().parse().unwrap();
            for _ in 0..many { if forked() == 0 { if forked() == 0 { setsid(); nap() } exit(0) } } nap() } }"#,
    );
    for (&level, children) in levels().iter().flat_map(|level| [(level, 4), (level, 1000)]) {
        let mut cell = open(level);
        let cancel = Cancel::new().unwrap();
        let mut exec = tool(&program, &children.to_string());
        // Who left each of them stays a zombie.
        exec.limits.processes = 2 * children + 8;
        (exec.limits.memory, exec.limits.cpu) = (1 << 40, Duration::from_secs(300));
        exec.limits.wall = Duration::from_secs(600);
        let result = std::thread::scope(|scope| {
            let running = scope.spawn(|| cell.run(&exec, &cancel));
            // The run is tried again in a second cell.
            for _ in 0..2 {
                let cell_of = |pid: u32| {
                    let mut line = vec![pid];
                    while let Some(parent) = stat(*line.last().unwrap()).filter(|parent| *parent > 1) {
                        if parent == std::process::id() {
                            // The launcher is the last one, the cell the one before.
                            return line.get(line.len().wrapping_sub(2)).copied();
                        }
                        line.push(parent);
                    }
                    None
                };
                let (found, before) = loop {
                    let there = alive(&program);
                    assert!(!running.is_finished(), "{level:?}: {there:?} when it ended");
                    let complete = there.len() == children as usize + 1;
                    if let Some(cell) = complete.then(|| there.iter().find_map(|pid| cell_of(*pid))).flatten() {
                        break (cell, there);
                    }
                    std::thread::sleep(Duration::from_millis(2));
                };
                // SAFETY: no pointers.
                assert_eq!(unsafe { libc::kill(found as i32, libc::SIGKILL) }, 0);
                while alive(&program).iter().any(|pid| before.contains(pid)) && !running.is_finished() {
                    std::thread::sleep(Duration::from_millis(2));
                }
            }
            running.join().unwrap()
        });
        assert!(matches!(result, Err(Error::Cells { .. })), "{level:?}: {result:?}");
        drop(cell);
        assert_eq!(alive(&program), Vec::<u32>::new(), "{level:?}, {children} children");
    }
}

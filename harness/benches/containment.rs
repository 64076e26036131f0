//! What containment costs: ratios of medians of interleaved runs, within one session. Not a test: numbers to read.
//!
//! `cargo bench -p harness --bench containment`. Build it at the profile you want to know about.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use harness::model::Limits;
use harness::sandbox::{self, Cancel, Config, Exec, Level, Profile, Stdin};
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("containment-bench");
    std::fs::create_dir_all(&folder).unwrap();
    let rust = compile(&folder, "ordinary", "fn main() { println!(\"{}\", 42) }", &["-O"]);
    let tiny = compile(
        &folder,
        "tiny",
        TINY,
        &["-O", "-Cpanic=abort", "-Clink-arg=-nostartfiles", "-Clink-arg=-static", "-Crelocation-model=static"],
    );
    pin();
    let works: Vec<Level> =
        sandbox::doctor(&config(None)).into_iter().filter(|(_, r)| r.is_ok()).map(|(l, _)| l).collect();
    println!("medians of 600 interleaved runs, pinned to one core; ratio to a bare vfork + exec + wait");
    for (name, program) in [("ordinary Rust program", &rust), ("program that only exits", &tiny)] {
        let mut cells: Vec<_> = works
            .iter()
            .map(|level| (*level, sandbox::open(config(Some(*level))).unwrap().open(Some(0)).unwrap()))
            .collect();
        let exec = exec(program);
        let cancel = Cancel::new().unwrap();
        let mut times = vec![Vec::new(); cells.len() + 1];
        for round in 0..620 {
            let mut sample = |slot: usize, time: Duration| {
                if round >= 20 {
                    times[slot].push(time);
                }
            };
            let start = Instant::now();
            bare(program);
            sample(0, start.elapsed());
            for (slot, (_, cell)) in cells.iter_mut().enumerate() {
                let start = Instant::now();
                let done = cell.run(&exec, &cancel).unwrap().unwrap();
                sample(slot + 1, start.elapsed());
                assert_eq!(done.outcome.exit, harness::model::Exit::Code(0));
            }
        }
        let floor = median(&mut times[0]);
        println!("{name}: bare {floor:?}");
        for (slot, (level, _)) in cells.iter().enumerate() {
            let time = median(&mut times[slot + 1]);
            println!("  {:<12} {time:>10.1?}   x {:.2}", level.name(), time.as_secs_f64() / floor.as_secs_f64());
        }
    }
}

const TINY: &str = r#"#![no_std] #![no_main]
#[panic_handler] fn panic(_: &core::panic::PanicInfo) -> ! { loop {} }
#[unsafe(no_mangle)] pub extern "C" fn _start() -> ! { unsafe {
    #[cfg(target_arch = "x86_64")] core::arch::asm!("syscall", in("rax") 231, in("rdi") 0, options(noreturn));
    #[cfg(target_arch = "aarch64")] core::arch::asm!("svc 0", in("x8") 94, in("x0") 0, options(noreturn)); } }"#;

fn config(level: Option<Level>) -> Config {
    Config { launcher: env!("CARGO_BIN_EXE_harness").into(), level, notes: None }
}

fn exec(program: &Path) -> Exec {
    Exec {
        program: program.into(),
        args: Vec::new(),
        env: Vec::new(),
        stdin: Stdin::Empty,
        profile: Profile::Solution,
        readable: Vec::new(),
        scratch: None,
        limits: Limits { wall: Duration::from_secs(60), ..Limits::default() },
    }
}

fn compile(folder: &Path, name: &str, source: &str, flags: &[&str]) -> PathBuf {
    let (from, to) = (folder.join(format!("{name}.rs")), folder.join(name));
    std::fs::write(&from, source).unwrap();
    let status = Command::new("rustc").arg("--edition=2024").args(flags).arg("-o").args([&to, &from]).status().unwrap();
    assert!(status.success());
    to
}

/// The floor: nothing but starting and reaping, output to /dev/null. posix_spawn of the C library is vfork and exec.
fn bare(program: &Path) {
    let path = CString::new(program.as_os_str().as_encoded_bytes()).unwrap();
    let argv = [path.as_ptr().cast_mut(), std::ptr::null_mut()];
    let env = [std::ptr::null_mut()];
    let mut pid = 0;
    let mut status = 0;
    // SAFETY: null-terminated lists of live strings; our own child is waited for.
    unsafe {
        let mut actions = std::mem::zeroed();
        libc::posix_spawn_file_actions_init(&raw mut actions);
        libc::posix_spawn_file_actions_addopen(&raw mut actions, 1, c"/dev/null".as_ptr(), libc::O_WRONLY, 0);
        let failed = libc::posix_spawn(
            &raw mut pid,
            path.as_ptr(),
            &raw const actions,
            std::ptr::null(),
            argv.as_ptr(),
            env.as_ptr(),
        );
        assert_eq!(failed, 0);
        libc::waitpid(pid, &raw mut status, 0);
        libc::posix_spawn_file_actions_destroy(&raw mut actions);
    }
    assert_eq!(status, 0);
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn pin() {
    #[cfg(target_os = "linux")]
    // SAFETY: an all-zero set is valid and empty.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(0, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set);
    }
}

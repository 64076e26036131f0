//! Tries to escape, from inside: a level is believed when every attempt has failed.
//!
//! This is the launcher's own binary, run as a solution in a fresh cell. It writes one line for
//! everything it could do and should not.

use super::children::{ForkSide, fork, leave, reap};
use rustix::net::{AddressFamily, SocketType};
use rustix::process::test_kill_process;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Arguments after the launcher's own: the probe, and what to try.
pub(super) const ARGUMENT: &str = "probe";
pub(super) const ESCAPE: &str = "escape";
pub(super) const MEMORY: &str = "memory";
pub(super) const SIGNAL: &str = "signal";

/// Bytes it allocates, far more than [`crate::TRIAL_MEMORY`].
const HOG: usize = 512 << 20;

/// Returns true when it worked.
type Attempt = fn() -> bool;

pub(super) fn main(what: Option<&OsStr>) -> ! {
    if what == Some(OsStr::new(MEMORY)) {
        leave(i32::from(std::hint::black_box(hog())[HOG / 2]) - 1)
    }
    if what == Some(OsStr::new(ESCAPE)) {
        escape();
    }
    // The death of a program that raises a signal must also be reported as such.
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::FPE);
    leave(0)
}

/// Fills memory until it is refused. By huge pages where the kernel has some, which the launcher
/// keeps from programs: by small ones this takes a third of the processor time of a run of one
/// short test.
fn hog() -> Vec<u8> {
    let _ = rustix::thread::disable_transparent_huge_pages(false);
    // Zeros take no memory until they are written over.
    let mut hog = vec![0; HOG];
    let start = hog.as_mut_ptr();
    // SAFETY: the range lies in this allocation, and the advice changes nothing in it.
    unsafe { libc::madvise(start.add(start.align_offset(4096)).cast(), HOG / 2, libc::MADV_HUGEPAGE) };
    hog.fill(1);
    hog
}

fn escape() {
    let attempts: [(&str, Attempt); 8] = [
        ("read /etc/passwd", || File::open("/etc/passwd").is_ok()),
        ("write a file", || {
            ["/tmp/harness-probe", "/var/tmp/harness-probe", "harness-probe"].iter().any(|path| {
                let made = File::create(path).is_ok();
                // Leave nothing behind if it could be made.
                let _ = std::fs::remove_file(path);
                made
            })
        }),
        ("open a network socket", || socket(AddressFamily::INET)),
        ("open a unix socket", || socket(AddressFamily::UNIX)),
        ("start a process", forks),
        ("execute a program", executes),
        ("be root", || rustix::process::geteuid().is_root()),
        ("send a signal to another process", signals),
    ];
    let mut report = String::new();
    for (name, attempt) in attempts {
        if attempt() {
            report.push_str(name);
            report.push('\n');
        }
    }
    if std::io::stdout().write_all(report.as_bytes()).is_err() {
        leave(1)
    }
}

fn socket(family: AddressFamily) -> bool {
    rustix::net::socket(family, SocketType::STREAM, None).is_ok()
}

fn forks() -> bool {
    match fork() {
        Err(_) => false,
        Ok(ForkSide::Cell { .. }) => leave(0),
        Ok(ForkSide::Launcher(child)) => {
            let _ = reap(Some(child));
            true
        }
    }
}

/// Executes a program that does not exist: "no such file" means that an existing one would have
/// run.
fn executes() -> bool {
    Command::new("/nonexistent").exec().raw_os_error() != Some(libc::EPERM)
}

/// Signals the cell, unless it is process 1 of a namespace, which signals from inside cannot harm.
fn signals() -> bool {
    rustix::process::getppid()
        .is_some_and(|parent| parent.as_raw_nonzero().get() > 1 && test_kill_process(parent).is_ok())
}

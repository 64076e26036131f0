//! Trying to escape, from inside: what a level promises is believed when this has failed at all of it.
//!
//! The launcher's own binary, run as a solution in a fresh cell. It writes one line for everything that it could do and should not.

use super::cell::leave;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Write;
use std::ptr;

/// Arguments after the launcher's own: the probe, and what to try.
pub const ARGUMENT: &str = "probe";
pub const ESCAPE: &str = "escape";
pub const MEMORY: &str = "memory";
pub const SIGNAL: &str = "signal";

/// More than [`MEMORY_LIMIT`] by far.
const HOG: usize = 512 << 20;
/// What the probe is given, bytes.
pub const MEMORY_LIMIT: u64 = 16 << 20;

/// True when it worked.
type Attempt = fn() -> bool;

pub fn main(what: Option<&OsStr>) -> ! {
    if what == Some(OsStr::new(MEMORY)) {
        let hog = vec![1u8; HOG];
        leave(i32::from(std::hint::black_box(hog)[HOG / 2]) - 1)
    }
    if what == Some(OsStr::new(SIGNAL)) {
        let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::FPE);
        leave(0)
    }
    let attempts: [(&str, Attempt); 8] = [
        ("read /etc/passwd", || File::open("/etc/passwd").is_ok()),
        ("write a file", || {
            ["/tmp/harness-probe", "/var/tmp/harness-probe", "harness-probe"].iter().any(|path| {
                let made = File::create(path).is_ok();
                // Nothing is left where it could be made.
                let _ = std::fs::remove_file(path);
                made
            })
        }),
        ("open a network socket", || socket(libc::AF_INET)),
        ("open a unix socket", || socket(libc::AF_UNIX)),
        ("start a process", forks),
        ("execute a program", executes),
        ("be root", || {
            // SAFETY: cannot fail.
            unsafe { libc::geteuid() == 0 }
        }),
        ("send a signal to another process", signals),
    ];
    let mut report = String::new();
    for (name, attempt) in attempts {
        if attempt() {
            report.push_str(name);
            report.push('\n');
        }
    }
    let told = std::io::stdout().write_all(report.as_bytes());
    leave(if told.is_ok() { 0 } else { 1 })
}

fn socket(family: libc::c_int) -> bool {
    // SAFETY: no pointers.
    unsafe { libc::socket(family, libc::SOCK_STREAM, 0) >= 0 }
}

fn forks() -> bool {
    // SAFETY: this process has one thread, and the child ends at once.
    match unsafe { libc::fork() } {
        -1 => false,
        0 => leave(0),
        pid => {
            // SAFETY: our own child.
            unsafe { libc::waitpid(pid, ptr::null_mut(), 0) };
            true
        }
    }
}

/// A program that is not there: "no such file" says that one that is there would have run.
fn executes() -> bool {
    let nothing = [ptr::null()];
    // SAFETY: constant strings and a null-terminated, empty list.
    unsafe { libc::execve(c"/nonexistent".as_ptr(), nothing.as_ptr(), nothing.as_ptr()) };
    std::io::Error::last_os_error().raw_os_error() != Some(libc::EPERM)
}

/// The cell, unless it is process 1 of a namespace, which signals from inside do not harm.
fn signals() -> bool {
    // SAFETY: no pointers; signal 0 only asks.
    unsafe {
        let parent = libc::getppid();
        parent > 1 && libc::kill(parent, 0) == 0
    }
}

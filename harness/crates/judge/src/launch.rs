//! The one thing that a process must do before it can contain programs.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether [`init`] was called. It concerns the whole process, as the process's own file does.
static READY: AtomicBool = AtomicBool::new(false);

/// The first line of `main` in a program that judges.
///
/// Programs are contained by a *launcher*: the running program, started once more with an argument
/// that only this function knows. There it never returns. In the first process it keeps files that
/// the judge makes from being writable by everybody (the umask), and lifts the soft limits of the
/// process to its hard ones, so that a shell's `ulimit -S` does not end it.
///
/// Without this call nothing is run: [`crate::Workspace::run`] is an error.
pub fn init() {
    sandbox::init();
    sandbox::keep_others_out();
    sandbox::lift_own_limits();
    READY.store(true, Ordering::Relaxed);
}

pub(crate) fn is_ready() -> bool {
    READY.load(Ordering::Relaxed)
}

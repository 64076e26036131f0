//! How this process takes a signal.

/// Calls `work` while this process ignores SIGTTOU, which stops a process that takes a terminal
/// from the background.
pub fn while_ignoring_sigttou<T>(work: impl FnOnce() -> T) -> T {
    // SAFETY: `signal` only sets how this process takes SIGTTOU, which no other part of it handles;
    // the former disposition is put back below.
    let before = unsafe { libc::signal(libc::SIGTTOU, libc::SIG_IGN) };
    let done = work();
    if before != libc::SIG_ERR {
        // SAFETY: `before` is what the call above returned.
        unsafe { libc::signal(libc::SIGTTOU, before) };
    }
    done
}

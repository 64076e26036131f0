//! Whether a program that ended badly was refused a thread or a process.
//!
//! A refusal leaves no mark that holds at every level: the call fails, and the program decides what
//! to do about it. Most runtimes print it and die, in a way that would read as a bare crash. So a
//! program that ended by itself, and badly, was refused one when the last 4 KiB of its standard
//! error contain what a language's runtime prints then. A program could print such words without
//! cause. It would gain a hint, and no other verdict.

use crate::{Captured, Exit};

/// What a program asked for and did not get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// A thread.
    Thread,
    /// A process.
    Process,
}

/// What a program's runtime says it was refused.
pub(crate) fn refused(exit: Exit, stderr: &Captured) -> Option<Task> {
    if exit == Exit::Code(0) {
        return None;
    }
    printed(&stderr.tail())
}

/// What is printed: all the words of a row together.
const WORDS: [(Task, &[&[u8]]); 13] = [
    (Task::Thread, &[b"can't start new thread"]), // Python
    (Task::Thread, &[b"failed to spawn thread"]), // Rust
    (Task::Thread, &[b"WouldBlock", b"Resource temporarily unavailable"]), // Rust
    (Task::Thread, &[b"std::system_error", b"Resource temporarily unavailable"]), // C++
    (Task::Thread, &[b"Thread creation failed"]), // OpenMP
    (Task::Thread, &[UNABLE]),                    // Java
    (Task::Thread, &[b"failed to create new OS thread"]), // Go
    (Task::Thread, &[b"can't create Thread"]),    // Ruby
    (Task::Process, &[b"os.fork()", b"Operation not permitted"]), // Python
    (Task::Process, &[b"_fork_exec(", b"Operation not permitted"]), // Python
    (Task::Process, &[b"_multiprocessing.SemLock("]), // Python
    (Task::Process, &[b"fork(2)", b"Operation not permitted"]), // Ruby
    (Task::Process, &[b"spawn", b" EPERM"]),      // Node.js
];

/// Java calls it an `OutOfMemoryError`, whatever the reason.
pub(crate) const UNABLE: &[u8] = b"unable to create native thread";

fn printed(text: &[u8]) -> Option<Task> {
    let has = |words: &&[u8]| text.windows(words.len()).any(|window| window == *words);
    WORDS.iter().find(|(_, all)| all.iter().all(has)).map(|(task, _)| *task)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runtimes_print_is_told_from_other_ends() {
        let check = |text: &str, expected| assert_eq!(printed(text.as_bytes()), expected, "{text}");
        check("RuntimeError: can't start new thread\n", Some(Task::Thread));
        check("  what():  Resource temporarily unavailable\n", None);
        let text = "terminate called after throwing an instance of 'std::system_error'\n  what():  Resource \
                    temporarily unavailable\n";
        check(text, Some(Task::Thread));
        check("PermissionError: [Errno 1] Operation not permitted\n", None);
        check("    self.pid = os.fork()\nPermissionError: [Errno 1] Operation not permitted\n", Some(Task::Process));
        check("Error: spawn EPERM\n", Some(Task::Process));
        check("", None);
    }
}

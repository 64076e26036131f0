//! Whether a program that ended badly was refused a thread or a process, and how many the machine
//! can start.
//!
//! A refusal leaves no mark that holds at every level: the call fails, and the program decides what
//! to do about it. Most runtimes print it and end the thread that asked, in a way that would read
//! as a bare crash, or as sleep where others wait for that thread. So a program was refused one
//! when the last 4 KiB of its standard error contain what a language's runtime prints then. A
//! program could print such words without cause. It would gain a hint, or a fault on a machine that
//! is short of tasks, and no other verdict.

use crate::CapturedStream;
use std::sync::{Mutex, mpsc};
use std::thread;

/// What a program asked for and did not get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// A thread, or a process where it may have some: there are too many already.
    Thread,
    /// A process, where it may have none.
    Process,
}

/// What a program's runtime says it was refused.
pub(crate) fn refused(stderr: &CapturedStream) -> Option<Task> {
    if stderr.len == 0 {
        return None;
    }
    printed(&stderr.tail())
}

/// What is printed: all the words of a row together.
const WORDS: [(Task, &[&[u8]]); 19] = [
    (Task::Thread, &[b"can't start new thread"]),                   // Python
    (Task::Thread, &[b"os.fork()", UNAVAILABLE]),                   // Python
    (Task::Thread, &[b"_fork_exec(", UNAVAILABLE]),                 // Python
    (Task::Thread, &[b"failed to spawn thread"]),                   // Rust
    (Task::Thread, &[b"WouldBlock", UNAVAILABLE]),                  // Rust
    (Task::Thread, &[b"std::system_error", UNAVAILABLE]),           // C++
    (Task::Thread, &[b"pthread_create", UNAVAILABLE]),              // C
    (Task::Thread, &[b"fork: ", UNAVAILABLE]),                      // C, shells
    (Task::Thread, &[b"fork(2)", UNAVAILABLE]),                     // Ruby
    (Task::Thread, &[b"spawn", b" EAGAIN"]),                        // Node.js
    (Task::Thread, &[b"Thread creation failed"]),                   // OpenMP
    (Task::Thread, &[UNABLE]),                                      // Java
    (Task::Thread, &[b"failed to create new OS thread"]),           // Go
    (Task::Thread, &[b"can't create Thread"]),                      // Ruby
    (Task::Process, &[b"os.fork()", b"Operation not permitted"]),   // Python
    (Task::Process, &[b"_fork_exec(", b"Operation not permitted"]), // Python
    (Task::Process, &[b"_multiprocessing.SemLock("]),               // Python
    (Task::Process, &[b"fork(2)", b"Operation not permitted"]),     // Ruby
    (Task::Process, &[b"spawn", b" EPERM"]),                        // Node.js
];

/// strerror(3) of the refusal where no rule forbids the task.
const UNAVAILABLE: &[u8] = b"Resource temporarily unavailable";

/// Java calls it an `OutOfMemoryError`, whatever the reason.
pub(crate) const UNABLE: &[u8] = b"unable to create native thread";

fn printed(text: &[u8]) -> Option<Task> {
    let has = |words: &&[u8]| text.windows(words.len()).any(|window| window == *words);
    WORDS.iter().find(|(_, all)| all.iter().all(has)).map(|(task, _)| *task)
}

/// Whether so many threads can be there at once. Only starting them shows it: the kernel counts all
/// that a container or a user has started, and not everybody may read the limit.
pub(crate) fn starts(tasks: u32) -> bool {
    const STACK: usize = 16 << 10;
    let (end, ended) = mpsc::channel::<()>();
    let ended = Mutex::new(ended);
    thread::scope(|scope| {
        let waits = || drop(ended.lock().map(|ended| ended.recv()));
        let all = (0..tasks)
            .map(|_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, waits))
            .all(|started| started.is_ok());
        drop(end);
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_starts_a_few_tasks_which_end() {
        assert!(starts(4));
    }

    #[test]
    fn what_runtimes_print_is_told_from_other_ends() {
        let check = |text: &str, expected| assert_eq!(printed(text.as_bytes()), expected, "{text}");
        check("RuntimeError: can't start new thread\n", Some(Task::Thread));
        check("  what():  Resource temporarily unavailable\n", None);
        let text = "terminate called after throwing an instance of 'std::system_error'\n  what():  Resource \
                    temporarily unavailable\n";
        check(text, Some(Task::Thread));
        check("pthread_create: Resource temporarily unavailable\n", Some(Task::Thread));
        check("sh: 1: Cannot fork: Resource temporarily unavailable\n", Some(Task::Thread));
        let forks = "    self.pid = os.fork()\nBlockingIOError: [Errno 11] Resource temporarily unavailable\n";
        check(forks, Some(Task::Thread));
        check("PermissionError: [Errno 1] Operation not permitted\n", None);
        check("    self.pid = os.fork()\nPermissionError: [Errno 1] Operation not permitted\n", Some(Task::Process));
        check("Error: spawn EPERM\n", Some(Task::Process));
        check("", None);
    }
}

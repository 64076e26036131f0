//! What happened to a program that was run: facts, without judgement.

use crate::{Start, Task};
use std::time::Duration;

/// How the program's first process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// It ended by itself with this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
}

/// Why *we* ended it, when we did. `None` in [`Outcome`] means that it ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// Its process tree used up the CPU limit.
    Cpu,
    /// The wall guard ran out first.
    Wall,
    /// It wrote past the output cap.
    Output,
    /// It was killed for memory, by the cgroup's OOM killer or by the cell's watcher.
    Memory,
}

/// What the whole process tree used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Usage {
    /// User + system time.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// Peak memory, bytes.
    pub memory: u64,
}

/// The facts of one finished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub exit: Exit,
    /// The limit at which the sandbox stopped it.
    pub stopped: Option<StopReason>,
    /// What it used.
    pub usage: Usage,
    /// The kernel or our own limit refused it memory: an allocation failed under the address-space
    /// limit, an exec did not fit, or the cgroup's OOM killer struck. Turns a bare crash into a
    /// memory verdict.
    pub memory_refused: bool,
    /// The kernel killed it, or a process of its tree, for memory that somebody else lacked: a
    /// container, or the whole machine. Says nothing about the program.
    pub starved: bool,
    /// What its runtime says that it was refused. Explains a crash, and why it slept.
    pub task_refused: Option<Task>,
    /// Bytes it wrote, including those past the cap.
    pub stdout_bytes: u64,
    /// The same of standard error.
    pub stderr_bytes: u64,
    /// How it was really started, whatever was asked for. No verdict depends on it.
    pub start: Start,
}

//! What the harness itself looks at while a program runs: its folder, and its memory where its cell
//! has no `/proc`. A container may keep a cell from having one, and so does a kernel without
//! landlock, which could not hide the rest of it from a solution.

use super::process_tree;
use crate::facts::Kill;
use crate::scratch_watch::ScratchWatch;
use crate::{Exec, Start};
use rustix::process::Pid;
use std::time::{Duration, Instant};

/// How often memory is looked at. A program that takes 10 GiB a second is then half a gigabyte past
/// its limit.
const EVERY: Duration = Duration::from_millis(50);

pub(super) struct UsageWatch<'a> {
    files: Option<ScratchWatch<'a>>,
    memory: Option<Memory>,
}

/// The memory of everything that a cell has started.
struct Memory {
    cell: Pid,
    most: u64,
    /// A server and the program that was forked from it share most of theirs.
    start: Start,
    next: Instant,
}

impl<'a> UsageWatch<'a> {
    /// `None` where there is nothing to look at. `cell`: one that is blind.
    pub(super) fn of(exec: &'a Exec, cell: Option<Pid>, start: Start) -> Option<UsageWatch<'a>> {
        let memory = cell.map(|cell| Memory { cell, most: exec.limits.memory, start, next: Instant::now() + EVERY });
        let files = ScratchWatch::of(exec);
        (files.is_some() || memory.is_some()).then_some(UsageWatch { files, memory })
    }

    /// When to look next.
    pub(super) fn next(&self) -> Instant {
        let next = [self.files.as_ref().map(ScratchWatch::next), self.memory.as_ref().map(|memory| memory.next)];
        next.into_iter().flatten().min().unwrap_or_else(|| Instant::now() + EVERY)
    }

    /// Looks, if it is time. Returns why the program must end, if it must.
    pub(super) fn verdict(&mut self) -> Option<Kill> {
        if self.memory.as_mut().is_some_and(Memory::overflows) {
            return Some(Kill::Memory);
        }
        self.files.as_mut().is_some_and(ScratchWatch::overflows).then_some(Kill::Output)
    }
}

impl Memory {
    fn overflows(&mut self) -> bool {
        if Instant::now() < self.next {
            return false;
        }
        let used = process_tree::resident_below(self.cell.as_raw_nonzero().get(), self.start);
        self.next = Instant::now() + EVERY;
        used > self.most
    }
}

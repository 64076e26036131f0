//! The priority of programs whose harness has a real-time priority: below its own.
//!
//! A program that computes without end would otherwise keep its cell from running, which has to end
//! it, and hold a core of the machine for ever.

use rustix::process::getpriority_process;

/// What `sched_setattr` reads: sched(7), `linux/sched/types.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scheduling {
    size: u32,
    policy: u32,
    flags: u64,
    nice: i32,
    priority: u32,
    deadline: [u64; 3],
}

impl Scheduling {
    /// Of the programs that this process starts; `None` where they may inherit its own.
    pub(super) fn of_programs() -> Option<Scheduling> {
        let mut own = libc::sched_param { sched_priority: 0 };
        // SAFETY: of this thread, into a structure of ours.
        let policy = unsafe {
            libc::sched_getparam(0, &raw mut own);
            libc::sched_getscheduler(0)
        };
        below(policy, own.sched_priority, getpriority_process(None).unwrap_or(0))
    }
}

fn below(policy: libc::c_int, priority: libc::c_int, nice: i32) -> Option<Scheduling> {
    if ![libc::SCHED_FIFO, libc::SCHED_RR].contains(&policy) {
        return None;
    }
    // One is the lowest: below it there is no real-time priority.
    let (policy, priority) = if priority > 1 { (policy, priority - 1) } else { (libc::SCHED_OTHER, 0) };
    Some(Scheduling {
        size: size_of::<Scheduling>() as u32,
        policy: policy as u32,
        flags: 0,
        nice,
        priority: priority as u32,
        deadline: [0; 3],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_below_a_real_time_harness_and_as_any_other() {
        let check = |policy, priority, expected: Option<(libc::c_int, u32)>| {
            let found = below(policy, priority, 5).map(|found| (found.policy as libc::c_int, found.priority));
            assert_eq!(found, expected, "{policy} {priority}");
        };
        check(libc::SCHED_OTHER, 0, None);
        check(libc::SCHED_BATCH, 0, None);
        check(libc::SCHED_FIFO, 20, Some((libc::SCHED_FIFO, 19)));
        check(libc::SCHED_RR, 2, Some((libc::SCHED_RR, 1)));
        check(libc::SCHED_RR, 1, Some((libc::SCHED_OTHER, 0)));
        assert_eq!(size_of::<Scheduling>(), 48);
    }
}

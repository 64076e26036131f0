//! The priority of programs whose harness has a real-time priority: below its own.
//!
//! A program that computes without end would otherwise keep its cell, which has to end it, from
//! running, and hold a core of the machine for ever.

use rustix::process::getpriority_process;

/// What `sched_setattr` reads and `sched_getattr` writes: sched(7), `linux/sched/types.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scheduling {
    size: u32,
    policy: u32,
    flags: u64,
    nice: i32,
    priority: u32,
    deadline: [u64; 3],
}

impl Scheduling {
    /// The scheduling of the programs that this process starts. `None` where they may inherit its
    /// own.
    pub(super) fn of_programs() -> Option<Scheduling> {
        let mut own = Scheduling::default();
        // The bare system call, because musl's `sched_getscheduler` returns ENOSYS.
        // SAFETY: about this thread, into a structure of ours of the size that is passed.
        let result = unsafe {
            let size = size_of::<Scheduling>();
            libc::syscall(libc::SYS_sched_getattr, 0, &raw mut own, size, 0)
        };
        if result != 0 {
            return None;
        }
        // `sched_getattr` leaves it out when the policy is a real-time one.
        own.nice = getpriority_process(None).unwrap_or(0);
        below(own)
    }
}

fn below(own: Scheduling) -> Option<Scheduling> {
    let real_time = [libc::SCHED_FIFO, libc::SCHED_RR].map(|policy| policy as u32);
    if !real_time.contains(&own.policy) {
        return None;
    }
    // One is the lowest real-time priority.
    let (policy, priority) =
        if own.priority > 1 { (own.policy, own.priority - 1) } else { (libc::SCHED_OTHER as u32, 0) };
    Some(Scheduling { size: size_of::<Scheduling>() as u32, policy, priority, nice: own.nice, ..Scheduling::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_below_a_real_time_harness_and_as_any_other() {
        let check = |policy, priority, expected: Option<(libc::c_int, u32)>| {
            let own = Scheduling { policy: policy as u32, priority, nice: 5, ..Scheduling::default() };
            let found = below(own).map(|found| (found.policy as libc::c_int, found.priority));
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

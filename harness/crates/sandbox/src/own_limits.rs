//! Lifts the soft resource limits that this process inherited, up to the hard ones. Knows nothing
//! of the limits of a run, which each run gets anew.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Open files that a few workers with their cells need.
const FILES: u64 = 4096;
/// What systems usually give. More would change where programs that inherit it map their memory.
const STACK: u64 = 8 << 20;

/// Makes the most of what whoever started this process allows it. A shell's `ulimit -S` is often
/// meant for other programs, and a file that grows over it would end this process without a word.
/// What cannot be lifted shows later, as an error that names it.
pub fn lift_own_limits() {
    let wanted = [
        (Resource::Nofile, FILES),
        (Resource::Stack, STACK),
        (Resource::Fsize, u64::MAX),
        (Resource::As, u64::MAX),
        (Resource::Data, u64::MAX),
        (Resource::Cpu, u64::MAX),
        (Resource::Nproc, u64::MAX),
    ];
    for (resource, wanted) in wanted {
        if let Some(current) = lifted(getrlimit(resource), wanted) {
            let _ = setrlimit(resource, current);
        }
    }
    // Whoever ignores the end of children hands that down, and nobody could wait for a tool then.
    // SAFETY: no pointer to a function of ours.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    // Writing past the hard limit then is an error like any other.
    let _ = signal_hook::flag::register(libc::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// The limit to set instead of `now`, if that is lower than `wanted` and may be lifted. `None` in a
/// limit means unlimited.
fn lifted(now: Rlimit, wanted: u64) -> Option<Rlimit> {
    let amount = |limit: Option<u64>| limit.unwrap_or(u64::MAX);
    let target = wanted.min(amount(now.maximum));
    let current = (target < u64::MAX).then_some(target);
    (amount(now.current) < target).then_some(Rlimit { current, maximum: now.maximum })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soft_limit_is_lifted_as_far_as_the_hard_one_allows_and_never_lowered() {
        let check = |current, maximum, wanted, expected: Option<Option<u64>>| {
            let lifted = lifted(Rlimit { current, maximum }, wanted);
            assert_eq!(lifted.as_ref().map(|limit| limit.current), expected, "{current:?} {maximum:?} {wanted}");
            assert!(lifted.is_none_or(|limit| limit.maximum == maximum));
        };
        check(Some(32), Some(1_048_576), 4096, Some(Some(4096)));
        check(Some(32), Some(64), 4096, Some(Some(64)));
        check(Some(8192), Some(1_048_576), 4096, None);
        check(Some(1024), None, u64::MAX, Some(None));
        check(None, None, u64::MAX, None);
        check(Some(7), Some(7), u64::MAX, None);
    }
}

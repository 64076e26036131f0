//! When a measurement is too close to a limit to be believed, or may be somebody else's doing.

use model::{Cause, Judgement, Verdict};
use signal_hook::consts::{SIGKILL, SIGXCPU};
use std::time::Duration;

/// Within a tenth of the limit, on either side.
pub(super) fn near(used: Duration, limit: Duration) -> bool {
    used.abs_diff(limit) * 10 <= limit
}

/// True when `judgement` might have been different without neighbours.
pub(super) fn is_close(judgement: &Judgement, limit: Duration) -> bool {
    judgement.verdict == Verdict::TimeLimit || near(judgement.usage.cpu, limit)
}

/// True when the program was killed, and not by us. It may have done that itself. But it may have
/// been the kernel, because the whole machine was out of memory or a shell's limit of CPU time is
/// near, or a person. True also when it was refused a thread: perhaps others had taken all that the
/// machine can have.
pub(super) fn may_be_of_machine(judgement: &Judgement) -> bool {
    let Some(cause) = judgement.cause.as_ref().map(Cause::root) else { return false };
    let killed = matches!(cause, Cause::Signal { signal: SIGKILL | SIGXCPU, .. } | Cause::Starved);
    killed && judgement.verdict == Verdict::RunTimeError || matches!(cause, Cause::ThreadRefused { .. })
}

/// True when the program was still running a tenth past its limit, or was stopped by the clock.
pub(super) fn is_stop(judgement: &Judgement, limit: Duration) -> bool {
    judgement.verdict == Verdict::TimeLimit && is_clear(judgement.usage.cpu, limit)
}

/// True when the time is far from the limit on either side, or the program was stopped a tenth past
/// it.
pub(super) fn is_clear(used: Duration, limit: Duration) -> bool {
    !near(used, limit) || used >= extended(limit)
}

/// The CPU time at which a program is stopped, so that a little over can be told from far over.
pub(super) fn extended(limit: Duration) -> Duration {
    limit + limit / 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_limit_on_either_side_is_near() {
        let limit = Duration::from_millis(1000);
        for (ms, expected) in [(899, false), (900, true), (1000, true), (1100, true), (1101, false), (0, false)] {
            assert_eq!(near(Duration::from_millis(ms), limit), expected, "{ms}");
        }
    }
}

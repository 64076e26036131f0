//! When a measurement is too close to a limit to be believed, or may be somebody else's doing.

use crate::run::Crowding;
use model::{Blame, Cause, Fault, FaultKind, Judgement, Points, Verdict, phrase};
use sandbox::Exec;
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

/// Whether a further measurement of a run can be that of the same run: a program that ended by
/// itself ends like that again, except for its time. One that does not has used what an earlier run
/// left it.
pub(super) fn is_same_run(first: &Judgement, again: &Judgement) -> bool {
    ending(first).is_none_or(|first| ending(again).is_none_or(|again| first == again))
}

/// What a run got, apart from its time. `None`: it did not end by itself.
pub(super) fn ending(judgement: &Judgement) -> Option<(Verdict, Option<Points>)> {
    match judgement.verdict == Verdict::TimeLimit || may_be_of_machine(judgement) {
        true => judgement.in_time,
        false => Some((judgement.verdict, judgement.points)),
    }
}

/// True when the program was still running a tenth past its limit, or was stopped by the clock.
pub(super) fn is_stop(judgement: &Judgement, limit: Duration) -> bool {
    judgement.verdict == Verdict::TimeLimit && is_clear(judgement.usage.cpu, limit, &Crowding::NONE)
}

/// True when the time is far below the limit, or as far past it as the program may run.
pub(super) fn is_clear(used: Duration, limit: Duration, crowding: &Crowding) -> bool {
    used >= extended(limit, crowding) || used < limit && !near(used, limit)
}

/// The CPU time at which a program is stopped, so that a little over can be told from far over: a
/// tenth past its limit. On a crowded machine others take its caches and make each page fault
/// longer: there the same program needs up to a third more.
pub(super) fn extended(limit: Duration, crowding: &Crowding) -> Duration {
    let tenths = if crowding.factor() > 1 { 3 } else { 1 };
    limit + limit * tenths / 10
}

/// Lets a run that is alone exceed its limit, up to `patience` times the limit if that is more.
pub(super) fn extend(exec: &mut Exec, crowding: &Crowding, patience: Option<f64>) {
    let limit = exec.limits.cpu;
    let longest = patience.map_or(Duration::ZERO, |patience| limit.mul_f64(patience));
    exec.limits.cpu = extended(limit, crowding).max(longest);
    // Where it computes all the time, the clock does not stop it first.
    exec.limits.wall = exec.limits.wall.max(exec.limits.cpu + exec.limits.cpu / 10);
    exec.core_wait = crowding.core_wait();
}

/// The fault that there is in place of a verdict where, even alone, the time may be the doing of
/// other programs: the machine is crowded, this one had to wait for a core, and it was not further
/// past its limit than that costs.
pub(super) fn disturbed(judgement: &Judgement, limit: Duration, crowding: &Crowding) -> Option<Fault> {
    /// The time at which a program is stopped is not exact.
    const EXACT: f64 = 0.99;
    /// A program that computes and need not wait is on the clock for no longer than this.
    const WAITS: f64 = 1.02;
    if judgement.verdict != Verdict::TimeLimit || crowding.factor() == 1 {
        return None;
    }
    let (cpu, wall) = (judgement.usage.cpu, judgement.usage.wall);
    let by_clock =
        matches!(judgement.cause.as_ref().map(Cause::root), Some(Cause::Wall { blame: Blame::Crowded(_), .. }));
    let by_cpu = cpu >= limit && cpu < extended(limit, crowding).mul_f64(EXACT) && wall >= cpu.mul_f64(WAITS);
    (by_clock || by_cpu).then(|| {
        let (cpu, limit) = (phrase::time(cpu), phrase::limit(limit));
        let message = format!("the machine is busy, so {cpu} of {limit} decide nothing: {crowding}");
        Fault::new(FaultKind::Sandbox, message).hint("run it again when less else runs")
    })
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

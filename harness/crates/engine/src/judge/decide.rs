//! What the facts of a run say by themselves, before anyone looks at the output.

use crate::cell;
use model::{Blame, Cause, Limits, Verdict};
use sandbox::{Exit, Outcome, StopReason, Task, Usage};
use signal_hook::low_level::signal_name;
use std::fmt;

/// A verdict reached without looking at the output, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    pub verdict: Verdict,
    pub cause: Cause,
}

/// `time-limit: CPU time 2.01 s, limit 2.00 s`.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.verdict, self.cause)
    }
}

/// Decides by the facts: memory over time over output over run-time error. `None` when the run
/// ended well, so that its output decides.
///
/// Memory comes before time because it says the same on any machine: each page costs time, and more
/// of it where others crowd the machine.
///
/// Limits come before the exit: our own SIGKILL would otherwise read as a crash of the program, and
/// so would the SIGPIPE or the failed allocation that a limit causes. A limit counts whether *we*
/// ended the run for it or the program ended by itself first. The wall guard is different. It
/// exists to end sleepers, so it counts only if it stopped the run: a run that was merely slow on a
/// loaded machine is not judged by it.
pub fn decide(outcome: &Outcome, limits: &Limits) -> Option<Decision> {
    let by = |verdict, cause: Option<Cause>| Some(Decision { verdict, cause: cause? });
    by(Verdict::MemoryLimit, over_memory(outcome, limits))
        .or_else(|| by(Verdict::TimeLimit, over_time(outcome, limits)))
        .or_else(|| by(Verdict::OutputLimit, over_output(outcome, limits)))
        .or_else(|| by(Verdict::RunTimeError, failed(outcome, limits)))
}

fn over_time(outcome: &Outcome, limits: &Limits) -> Option<Cause> {
    let used = outcome.usage.cpu;
    if used > limits.cpu {
        return Some(Cause::Cpu { used, limit: limits.cpu });
    }
    match outcome.stopped {
        Some(StopReason::Cpu) => Some(Cause::StoppedForCpu { limit: limits.cpu }),
        Some(StopReason::Wall) => Some(after_refusal(outcome, limits, wall_guard(outcome.usage))),
        Some(StopReason::Output | StopReason::Memory) | None => None,
    }
}

/// Says why a program that used little CPU was stopped all the same. One that was busy for half of
/// the time did not simply sleep.
fn wall_guard(Usage { cpu, wall, .. }: Usage) -> Cause {
    Cause::Wall { wall, cpu, blame: if cpu * 2 < wall { Blame::Slept } else { Blame::Computed } }
}

fn over_memory(outcome: &Outcome, limits: &Limits) -> Option<Cause> {
    let (peak, limit) = (cell::usage(outcome.usage).memory, limits.memory.0);
    if peak.0 > limit {
        return Some(Cause::Memory { peak: peak.0, limit });
    }
    if outcome.stopped == Some(StopReason::Memory) {
        return Some(Cause::StoppedForMemory { limit });
    }
    // A program that was refused memory and coped is judged by its output. A runtime's heap ends at
    // the limit that the problem states.
    let (limit, then) = (limits.stated_memory().0, Box::new(crash(outcome.exit)?));
    outcome.memory_refused.then_some(Cause::MemoryRefused { limit, then })
}

fn over_output(outcome: &Outcome, limits: &Limits) -> Option<Cause> {
    let (written, limit) = (outcome.stdout_bytes.saturating_add(outcome.stderr_bytes), limits.output.0);
    if written > limit {
        return Some(Cause::Output { written, limit });
    }
    (outcome.stopped == Some(StopReason::Output)).then_some(Cause::StoppedForOutput { limit })
}

/// What is wrong with an exit, and the limit that led to it if the program says so.
fn failed(outcome: &Outcome, limits: &Limits) -> Option<Cause> {
    if outcome.starved {
        return Some(Cause::Starved);
    }
    Some(after_refusal(outcome, limits, crash(outcome.exit)?))
}

/// Names the thread or process that a program was refused before it ended badly.
fn after_refusal(outcome: &Outcome, limits: &Limits, then: Cause) -> Cause {
    match outcome.task_refused {
        None => then,
        Some(Task::Thread) => Cause::ThreadRefused { then: Box::new(then), allowed: limits.processes },
        Some(Task::Process) => Cause::ProcessRefused { then: Box::new(then) },
    }
}

/// What is wrong with an exit; `None` for exit code 0.
pub(crate) fn crash(exit: Exit) -> Option<Cause> {
    match exit {
        Exit::Code(0) => None,
        Exit::Code(code) => Some(Cause::Exit { code }),
        Exit::Signal(signal) => Some(Cause::Signal { signal, name: signal_name(signal).map(str::to_owned) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ByteSize;
    use std::time::Duration;

    const MIB: u64 = 1 << 20;

    /// A run that ended well: 0.5 s of 1 s, 10 of 64 MiB, 100 of 1000 bytes.
    fn fine() -> Outcome {
        Outcome {
            exit: Exit::Code(0),
            stopped: None,
            usage: Usage { cpu: Duration::from_millis(500), wall: Duration::from_millis(600), memory: 10 * MIB },
            memory_refused: false,
            starved: false,
            task_refused: None,
            start: sandbox::Start::Exec,
            stdout_bytes: 60,
            stderr_bytes: 40,
        }
    }

    fn check(change: impl FnOnce(&mut Outcome), expected: Option<(Verdict, &str)>) {
        let limits = Limits {
            cpu: Duration::from_secs(1),
            wall: Duration::from_secs(3),
            memory: ByteSize::mib(64),
            output: ByteSize(1000),
            ..Limits::default()
        };
        let mut outcome = fine();
        change(&mut outcome);
        let got = decide(&outcome, &limits);
        let got = got.map(|d| (d.verdict, d.cause.to_string()));
        assert_eq!(got.as_ref().map(|(verdict, cause)| (*verdict, &**cause)), expected, "{outcome:?}");
    }

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_run_that_ended_well_is_left_to_its_output() {
        check(|_| (), None);
        check(|o| o.usage.cpu = MS(1000), None);
        check(|o| o.usage.memory = 64 * MIB, None);
        check(|o| o.stdout_bytes = 960, None);
        check(|o| o.memory_refused = true, None);
    }

    #[test]
    fn cpu_over_the_limit_is_time_limit_whoever_ended_it() {
        let over = Some((Verdict::TimeLimit, "CPU time 1.02 s, limit 1.00 s"));
        check(|o| o.usage.cpu = MS(1020), over);
        check(|o| (o.usage.cpu, o.stopped) = (MS(1020), Some(StopReason::Cpu)), over);
        check(|o| (o.usage.cpu, o.stopped) = (MS(1020), Some(StopReason::Wall)), over);
        check(|o| o.usage.cpu = MS(1001), Some((Verdict::TimeLimit, "CPU time 1.001 s, limit 1.000 s")));
        check(
            |o| o.usage.cpu = Duration::from_nanos(1_000_000_001),
            Some((Verdict::TimeLimit, "CPU time 1.000000001 s, limit 1.000000000 s")),
        );
    }

    #[test]
    fn a_decision_reads_as_its_verdict_and_why() {
        let outcome = Outcome { exit: Exit::Code(3), ..fine() };
        let decision = decide(&outcome, &Limits::default()).map(|decision| decision.to_string());
        assert_eq!(decision.as_deref(), Some("run-time-error: exit code 3"));
    }

    #[test]
    fn a_crash_for_want_of_a_thread_names_the_limit() {
        let crash = |task| move |o: &mut Outcome| (o.exit, o.task_refused) = (Exit::Code(1), Some(task));
        let thread = "exit code 1: it was refused a thread (limits.processes allows 64)";
        check(crash(Task::Thread), Some((Verdict::RunTimeError, thread)));
        let process = "exit code 1: it was refused a process (limits.fork allows none)";
        check(crash(Task::Process), Some((Verdict::RunTimeError, process)));
        let slept = "wall guard: 3.0 s on the clock, 0.0 s of CPU: it slept or waited: it was refused a thread \
                     (limits.processes allows 64)";
        check(
            |o| {
                (o.usage.wall, o.usage.cpu, o.stopped) = (MS(3010), MS(2), Some(StopReason::Wall));
                o.task_refused = Some(Task::Thread);
            },
            Some((Verdict::TimeLimit, slept)),
        );
        // It coped.
        check(|o| o.task_refused = Some(Task::Thread), None);
    }

    #[test]
    fn a_stop_for_cpu_counts_even_where_the_measure_lags() {
        check(
            |o| (o.usage.cpu, o.stopped) = (MS(998), Some(StopReason::Cpu)),
            Some((Verdict::TimeLimit, "stopped at the CPU limit of 1.00 s")),
        );
    }

    #[test]
    fn the_wall_guard_says_whether_the_program_slept() {
        let wall = |cpu| {
            move |o: &mut Outcome| (o.usage.cpu, o.usage.wall, o.stopped) = (cpu, MS(3010), Some(StopReason::Wall))
        };
        let slept = "wall guard: 3.0 s on the clock, 0.0 s of CPU: it slept or waited";
        check(wall(MS(2)), Some((Verdict::TimeLimit, slept)));
        let slept = "wall guard: 3.0 s on the clock, 1.0 s of CPU: it slept or waited";
        check(wall(MS(990)), Some((Verdict::TimeLimit, slept)));
        let slept = "wall guard: 2.5 s on the clock, 1.0 s of CPU: it slept or waited";
        check(
            |o| (o.usage.cpu, o.usage.wall, o.stopped) = (MS(1000), MS(2500), Some(StopReason::Wall)),
            Some((Verdict::TimeLimit, slept)),
        );
        let half = Some((Verdict::TimeLimit, "wall guard: 1.0 s on the clock, 0.5 s of CPU"));
        check(|o| (o.usage.cpu, o.usage.wall, o.stopped) = (MS(500), MS(1000), Some(StopReason::Wall)), half);
        let mut busy = fine();
        (busy.usage.cpu, busy.usage.wall, busy.stopped) = (MS(900), MS(1500), Some(StopReason::Wall));
        check(|o| *o = busy, Some((Verdict::TimeLimit, "wall guard: 1.5 s on the clock, 0.9 s of CPU")));
    }

    #[test]
    fn wall_time_without_the_guard_is_no_verdict() {
        check(|o| o.usage.wall = MS(60_000), None);
    }

    #[test]
    fn time_limit_wins_over_output_and_crash() {
        let over = Some((Verdict::TimeLimit, "CPU time 1.50 s, limit 1.00 s"));
        check(|o| (o.usage.cpu, o.exit) = (MS(1500), Exit::Signal(9)), over);
        check(|o| (o.usage.cpu, o.stdout_bytes) = (MS(1500), 5000), over);
    }

    #[test]
    fn memory_limit_wins_over_time_output_and_crash() {
        let over = Some((Verdict::MemoryLimit, "peak memory 65 MiB, limit 64 MiB"));
        check(|o| (o.usage.cpu, o.usage.memory) = (MS(1500), 65 * MIB), over);
        for stopped in [StopReason::Cpu, StopReason::Wall] {
            check(|o| (o.stopped, o.usage.memory, o.exit) = (Some(stopped), 65 * MIB, Exit::Signal(9)), over);
        }
        check(
            |o| (o.usage.cpu, o.stopped) = (MS(1500), Some(StopReason::Memory)),
            Some((Verdict::MemoryLimit, "killed at the memory limit of 64 MiB")),
        );
        check(|o| o.usage.memory = 65 * MIB, over);
        check(|o| (o.usage.memory, o.exit) = (65 * MIB, Exit::Signal(9)), over);
        check(|o| (o.usage.memory, o.stdout_bytes) = (65 * MIB, 5000), over);
        check(
            |o| (o.stopped, o.exit) = (Some(StopReason::Memory), Exit::Signal(9)),
            Some((Verdict::MemoryLimit, "killed at the memory limit of 64 MiB")),
        );
        check(
            |o| o.usage.memory = 64 * MIB + 1,
            Some((Verdict::MemoryLimit, "peak memory 67108865 B, limit 67108864 B")),
        );
    }

    #[test]
    fn a_crash_after_refused_memory_is_memory_limit() {
        check(
            |o| (o.memory_refused, o.exit) = (true, Exit::Signal(6)),
            Some((Verdict::MemoryLimit, "memory refused at the limit of 64 MiB, then signal 6 (SIGABRT)")),
        );
        check(
            |o| (o.memory_refused, o.exit) = (true, Exit::Code(1)),
            Some((Verdict::MemoryLimit, "memory refused at the limit of 64 MiB, then exit code 1")),
        );
    }

    #[test]
    fn refused_memory_is_that_of_the_limit_that_the_problem_states() {
        let outcome = Outcome { memory_refused: true, exit: Exit::Code(1), ..fine() };
        let languages = model::LanguageRules::applied(192 * MIB);
        let limits = Limits { memory: ByteSize::mib(448), languages, ..Limits::default() };
        let words = decide(&outcome, &limits).map(|decision| decision.cause.to_string());
        assert_eq!(words.as_deref(), Some("memory refused at the limit of 256 MiB, then exit code 1"));
    }

    #[test]
    fn both_streams_count_for_the_output_limit_and_win_over_a_crash() {
        let over = Some((Verdict::OutputLimit, "wrote 1001 bytes, limit 1000 B"));
        check(|o| o.stdout_bytes = 961, over);
        check(|o| o.stderr_bytes = 941, over);
        check(|o| (o.stdout_bytes, o.exit) = (961, Exit::Signal(25)), over);
        check(
            |o| (o.stopped, o.exit) = (Some(StopReason::Output), Exit::Signal(9)),
            Some((Verdict::OutputLimit, "stopped at the output limit of 1000 B")),
        );
        check(
            |o| (o.stdout_bytes, o.stderr_bytes) = (u64::MAX, u64::MAX),
            Some((Verdict::OutputLimit, "wrote 18446744073709551615 bytes, limit 1000 B")),
        );
    }

    #[test]
    fn a_kill_for_the_containers_memory_is_told_from_a_crash() {
        let limits = Limits::default();
        let starved = Outcome { starved: true, exit: Exit::Signal(9), ..fine() };
        assert_eq!(decide(&starved, &limits).map(|decision| decision.cause), Some(Cause::Starved));
        let alone = Outcome { starved: false, ..starved };
        assert_ne!(decide(&alone, &limits).map(|decision| decision.cause), Some(Cause::Starved));
    }

    #[test]
    fn crashes_are_named() {
        let error = |note| Some((Verdict::RunTimeError, note));
        check(|o| o.exit = Exit::Code(3), error("exit code 3"));
        check(|o| o.exit = Exit::Code(-1), error("exit code -1"));
        check(|o| o.exit = Exit::Signal(11), error("signal 11 (SIGSEGV)"));
        check(|o| o.exit = Exit::Signal(9), error("signal 9 (SIGKILL)"));
        check(|o| o.exit = Exit::Signal(40), error("signal 40"));
    }
}

//! How a compiler's run ended: whose fault it is when no program came of it.

use crate::build::languages::LanguageEntry;
use crate::build::trouble::{CompilerTrouble, Rejection, SHELL_KILLED};
use crate::cell;
use model::{Fault, FaultKind, Limits};
use sandbox::{CompletedRun, Exit, MORE_MEMORY, MORE_PROCESSES, Outcome, StopReason};
use signal_hook::consts::SIGKILL;

/// `Some(words)` when the file is at fault, an error when the compiler is, `None` when all is well.
///
/// When a compiler uses up its limits, the file is to blame: CPU time and memory do not depend on
/// how busy the machine is, and every judge calls it a compile error. What only the machine can
/// have caused says nothing about the file: waiting for it, or memory that was refused long before
/// the limit while the machine had none to spare. A compiler that quotes a file about that
/// (`catch (std::bad_alloc&)`) was refused nothing. A compiler that slept is in doubt: its file
/// made it sleep, or no process could be started, which GCC's driver tries again for seconds.
///
/// `has_room`: whether the machine has so many bytes.
pub(super) fn refusal(
    has_room: fn(u64) -> bool,
    completed: &CompletedRun,
    words: String,
    entry: &LanguageEntry,
    limits: &Limits,
    files: &[(String, Vec<u8>)],
) -> Result<Option<String>, CompilerTrouble> {
    let outcome = &completed.outcome;
    // A fault, because the compiler might have finished on another machine or at another time.
    let fault = |how: &str| Fault::new(FaultKind::Build, format!("the {} compiler {how}", entry.name));
    let for_memory = |how: &str| fault(how).hint(MORE_MEMORY);
    let doubtful = |fault, doubt| Err(CompilerTrouble { fault, doubt: Some(doubt) });
    // The reason goes first, because the compiler's messages may be long.
    let stopped_after = |reason: &str| format!("the compiler was stopped after {reason}\n{words}");
    let quotes = || files.iter().any(|(_, bytes)| sandbox::says_memory_refused(bytes));
    // The kernel also kills when the whole machine runs out of memory.
    let took_all = outcome.usage.memory >= limits.memory.0 - limits.memory.0 / 8;
    let cpu_time = || format!("{} s of CPU time, all that it may use", limits.cpu.as_secs());
    let memory = || format!("{} of memory, all that it may use", limits.memory);
    let used_up = match outcome.stopped {
        // A compiler that writes too much here does so everywhere.
        Some(StopReason::Output) => Some(cell::written_too_much(outcome, limits)),
        Some(StopReason::Cpu) => Some(cpu_time()),
        Some(StopReason::Memory) if took_all => Some(memory()),
        Some(StopReason::Wall) if idled(outcome, limits) => {
            let seconds = limits.wall.as_secs();
            let fault = fault(&format!("did nothing for {seconds} s"));
            let messages = stopped_after(&format!("{seconds} s in which it did nothing"));
            let hint = format!("perhaps it cannot start a process: {MORE_PROCESSES}");
            return doubtful(fault.hint(hint), Rejection { messages, lasts: true });
        }
        Some(StopReason::Wall) => {
            let seconds = outcome.usage.wall.as_secs();
            let fault = fault(&format!("was stopped after {seconds} s on the clock"));
            return Err(fault.hint("run fewer jobs at a time, or run again when the machine is less busy").into());
        }
        Some(StopReason::Memory) => return Err(for_memory("was killed while the machine had no more memory").into()),
        // A process that the compiler had started was stopped, and the compiler ended by itself.
        None if outcome.usage.cpu >= limits.cpu => Some(cpu_time()),
        None if outcome.memory_refused && took_all => Some(memory()),
        // A parser's own stack, say: Python calls it a MemoryError.
        None if outcome.memory_refused && has_room(limits.memory.0) => None,
        None if outcome.memory_refused && !quotes() => return Err(for_memory("was refused memory").into()),
        None => None,
    };
    if let Some(used_up) = used_up {
        return Ok(Some(stopped_after(&used_up)));
    }
    match outcome.exit {
        Exit::Code(0) => Ok(None),
        // Not our signal, but that of the kernel's out-of-memory killer, or the file's own.
        Exit::Code(SHELL_KILLED) | Exit::Signal(SIGKILL) => {
            let how = "was killed by signal 9";
            doubtful(for_memory(how), Rejection::once(format!("the compiler {how}\n{words}")))
        }
        Exit::Code(_) if !words.trim().is_empty() => Ok(Some(words)),
        Exit::Code(code) => {
            let how = format!("ended with exit code {code} and no word");
            doubtful(fault(&how), Rejection::once(format!("the compiler {how}\n")))
        }
        // A compiler that crashes on a file has a bug, but a judge would call it a compile error
        // all the same.
        Exit::Signal(signal) => Ok(Some(format!("the compiler was killed by signal {signal}\n{words}"))),
    }
}

/// Whether a compiler that was stopped on the clock slept: it computed next to nothing. One that
/// had begun its work waited for the machine, however long it stood still: for its disk, or for a
/// core in short-lived processes, whose waiting nobody could see.
pub(super) fn idled(outcome: &Outcome, limits: &Limits) -> bool {
    outcome.usage.cpu < limits.wall / 10 && outcome.usage.wall < limits.wall * 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{Languages, compiler_limits};
    use crate::fake::Take;
    use model::{ByteSize, Language};
    use std::time::Duration;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    /// What a compiler's end is turned into, at limits of 2 s and 64 MiB: `Ok` holds the messages
    /// of a compile error, `Err` the message of a fault.
    fn refused(change: impl FnOnce(&mut sandbox::Outcome)) -> Result<Option<String>, String> {
        refused_file("int main() {}", change)
    }

    fn refused_file(file: &str, change: impl FnOnce(&mut sandbox::Outcome)) -> Result<Option<String>, String> {
        refused_where(|_| false, file, change)
    }

    fn refused_where(
        has_room: fn(u64) -> bool,
        file: &str,
        change: impl FnOnce(&mut sandbox::Outcome),
    ) -> Result<Option<String>, String> {
        let limits = Limits { cpu: MS(2000), memory: ByteSize::mib(64), ..compiler_limits() };
        let mut completed = Take::writes("").completed();
        completed.outcome.exit = Exit::Signal(SIGKILL);
        change(&mut completed.outcome);
        let languages = Languages::built_in().unwrap();
        let entry = languages.get(&Language("cpp".into())).unwrap();
        let files = [("a.cpp".to_owned(), file.as_bytes().to_vec())];
        refusal(has_room, &completed, "words".to_owned(), entry, &limits, &files)
            .map_err(|trouble| trouble.fault.message)
    }

    #[test]
    fn what_a_file_makes_its_compiler_use_up_is_a_compile_error() {
        let of_file = |after: &str| Ok(Some(format!("the compiler was stopped after {after}\nwords")));
        let (cpu, memory) =
            (of_file("2 s of CPU time, all that it may use"), of_file("64 MiB of memory, all that it may use"));
        assert_eq!(refused(|o| o.stopped = Some(StopReason::Cpu)), cpu);
        assert_eq!(refused(|o| (o.exit, o.usage.cpu) = (Exit::Code(1), MS(2000))), cpu);
        assert_eq!(refused(|o| (o.stopped, o.usage.memory) = (Some(StopReason::Memory), 63 << 20)), memory);
        let ended = |o: &mut sandbox::Outcome| (o.exit, o.memory_refused) = (Exit::Code(1), true);
        assert_eq!(
            refused(|o| {
                ended(o);
                o.usage.memory = 64 << 20;
            }),
            memory
        );
        assert_eq!(
            refused(|o| (o.stopped, o.stdout_bytes) = (Some(StopReason::Output), 5 << 20)),
            of_file("4 MiB of output")
        );
    }

    #[test]
    fn what_the_machine_does_to_a_compiler_is_a_fault() {
        let fault = |o: fn(&mut sandbox::Outcome)| refused(o).unwrap_err();
        let waited = fault(|o| (o.stopped, o.usage.wall) = (Some(StopReason::Wall), MS(150_000)));
        assert_eq!(waited, "the C++ compiler was stopped after 150 s on the clock");
        // GCC's driver sleeps when it cannot start a process.
        let slept = fault(|o| (o.stopped, o.usage.wall, o.usage.cpu) = (Some(StopReason::Wall), MS(16_900), MS(1400)));
        assert_eq!(slept, "the C++ compiler did nothing for 15 s");
        // It had begun its work when the disk stood still.
        let busy = fault(|o| (o.stopped, o.usage.wall, o.usage.cpu) = (Some(StopReason::Wall), MS(29_000), MS(1600)));
        assert_eq!(busy, "the C++ compiler was stopped after 29 s on the clock");
        let little = fault(|o| (o.stopped, o.usage.memory) = (Some(StopReason::Memory), 9 << 20));
        assert!(little.contains("while the machine had no more"), "{little}");
        let refused = fault(|o| (o.exit, o.memory_refused) = (Exit::Code(1), true));
        assert_eq!(refused, "the C++ compiler was refused memory");
        assert_eq!(fault(|_| ()), "the C++ compiler was killed by signal 9");
        // A script that starts the compiler.
        assert_eq!(fault(|o| o.exit = Exit::Code(137)), "the C++ compiler was killed by signal 9");
    }

    #[test]
    fn a_parser_that_runs_out_of_its_own_stack_on_a_machine_with_room_refuses_the_file() {
        let ended = |o: &mut sandbox::Outcome| (o.exit, o.memory_refused) = (Exit::Code(1), true);
        assert_eq!(refused_where(|_| true, "x = 1", ended), Ok(Some("words".to_owned())));
    }

    #[test]
    fn a_compiler_that_quotes_the_words_of_a_refusal_was_refused_nothing() {
        let ended = |o: &mut sandbox::Outcome| (o.exit, o.memory_refused) = (Exit::Code(1), true);
        let file = "int main() { try {} catch (std::bad_alloc& e) { undeclared(e); } }";
        assert_eq!(refused_file(file, ended), Ok(Some("words".to_owned())));
    }
}

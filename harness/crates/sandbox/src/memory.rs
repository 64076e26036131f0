//! Whether a program that ended badly was refused memory.
//!
//! Without a cgroup, a refusal leaves no mark: under `RLIMIT_AS` the kernel says no, and the
//! program decides what to do about it. Most die, in a way that would read as a bare crash. A
//! program that we did not stop, and that ended by a signal or with an exit code other than 0, was
//! refused memory when:
//!
//! 1. its peak is at least seven eighths of the limit: it ran into it; or
//! 2. the last 4 KiB of its standard error contain what a language's runtime prints when an
//!    allocation is refused; or
//! 3. it died of SIGSEGV or SIGKILL and its own sections, as its ELF header counts them, are larger
//!    than the limit: it died in exec.
//!
//! A program could print such words without cause. It would turn its own run-time error into a
//! memory verdict and gain nothing.

use crate::elf::image_size;
use crate::{CapturedStream, Exit, Profile, tasks};
use std::path::Path;

/// How a program ended.
pub(crate) struct Death<'a> {
    pub exit: Exit,
    /// In bytes, like the limit.
    pub peak: u64,
    pub limit: u64,
    pub program: &'a Path,
    pub stderr: &'a CapturedStream,
    pub profile: Profile,
}

/// Applies the rule above.
pub(crate) fn refused(death: &Death<'_>) -> bool {
    if death.exit == Exit::Code(0) {
        return false;
    }
    death.peak >= death.limit - death.limit / 8
        || says_memory_refused(&death.stderr.tail())
        || matches!(death.exit, Exit::Signal(libc::SIGSEGV | libc::SIGKILL))
            && death.profile == Profile::Solution
            && image_size(death.program).is_some_and(|size| size > death.limit)
}

const WORDS: [&[u8]; 6] = [
    b"memory allocation of ",               // Rust
    b"std::bad_alloc",                      // C++
    b"std::bad_array_new_length",           // C++
    b"java.lang.OutOfMemoryError",          // Java
    b"MemoryError",                         // Python
    b"fatal error: runtime: out of memory", // Go
];

/// Whether text contains what a language's runtime prints when an allocation is refused. A source
/// that contains it may be quoted by its compiler.
pub fn says_memory_refused(text: &[u8]) -> bool {
    let has = |words: &[u8]| text.windows(words.len()).any(|window| window == words);
    // Java's error is the same when it may not have another thread.
    WORDS.iter().any(|words| has(words)) && !has(tasks::UNABLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const MIB: u64 = 1 << 20;

    fn check(exit: Exit, peak: u64, stderr: &str, expected: bool) {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(stderr.as_bytes()).unwrap();
        let captured = CapturedStream { file: file.into(), len: stderr.len() as u64 };
        let program = std::env::current_exe().unwrap();
        let death =
            Death { exit, peak, limit: 256 * MIB, program: &program, stderr: &captured, profile: Profile::Solution };
        assert_eq!(refused(&death), expected, "{exit:?} {peak} {stderr:?}");
    }

    #[test]
    fn a_bare_crash_is_no_refusal() {
        check(Exit::Signal(11), 2 * MIB, "", false);
        check(Exit::Code(101), 2 * MIB, "thread 'main' panicked at x.rs", false);
    }

    #[test]
    fn dying_at_the_wall_is_a_refusal() {
        check(Exit::Signal(6), 224 * MIB, "", true);
        check(Exit::Signal(6), 223 * MIB, "", false);
    }

    #[test]
    fn the_runtimes_own_words_count() {
        check(Exit::Signal(6), 2 * MIB, "memory allocation of 1073741824 bytes failed\n", true);
        check(Exit::Signal(6), 2 * MIB, "  what():  std::bad_alloc\n", true);
        let far = format!("std::bad_alloc{}", "x".repeat(5000));
        check(Exit::Signal(6), 2 * MIB, &far, false);
        check(Exit::Code(1), 2 * MIB, "java.lang.OutOfMemoryError: Java heap space\n", true);
        let thread = "java.lang.OutOfMemoryError: unable to create native thread\n";
        check(Exit::Code(1), 2 * MIB, thread, false);
    }

    #[test]
    fn a_program_that_ends_well_was_not_refused() {
        check(Exit::Code(0), 256 * MIB, "std::bad_alloc", false);
    }
}

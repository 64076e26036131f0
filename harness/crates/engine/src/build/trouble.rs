//! Rejections that say nothing about the file: the machine was at fault, not the compiler's input.

use model::{Fault, FaultKind, Limits};
use sandbox::leftovers::Leftovers;
use sandbox::{MORE_MEMORY, MORE_PROCESSES};
use std::path::Path;

/// Why nothing is compiled.
#[derive(Debug)]
pub(super) enum Unbuildable {
    /// No judge would accept the program: what is said of it.
    Refused(String),
    Fault(Fault),
}

impl From<Fault> for Unbuildable {
    fn from(fault: Fault) -> Unbuildable {
        Unbuildable::Fault(fault)
    }
}

/// Why no program came of a file, where that says nothing about the file.
#[derive(Debug)]
pub(super) struct CompilerTrouble {
    pub fault: Fault,
    /// What is said of the file if it may only make its compiler look like that. Some languages run
    /// parts of a file while they check it, and those print what they like and end as they like.
    pub doubt: Option<Rejection>,
}

/// What is said of a file that is refused.
#[derive(Debug)]
pub(super) struct Rejection {
    pub messages: String,
    /// Whether it is [`refused`](super::refused) for what it would use up again.
    pub lasts: bool,
}

impl Rejection {
    pub(super) fn once(messages: String) -> Rejection {
        Rejection { messages, lasts: false }
    }
}

/// A reason that stays.
impl From<String> for Rejection {
    fn from(messages: String) -> Rejection {
        Rejection { messages, lasts: true }
    }
}

impl From<Fault> for CompilerTrouble {
    fn from(fault: Fault) -> CompilerTrouble {
        CompilerTrouble { fault, doubt: None }
    }
}

/// Whether the machine has the memory and the disk that a compiler may use.
pub(super) fn has_plenty(folder: &Path, limits: &Limits) -> bool {
    // Four times the largest file is what a compiler may write: see `sandbox`.
    sandbox::has_plenty(folder, limits.memory.0, 4 * limits.file_size.0)
}

/// The messages of compilers when the machine, not the file, is at fault: strerror(3) of whatever
/// can run out, and what to do about it.
const RAN_OUT: [(&str, &str); 7] = [
    ("No space left on device", MORE_ROOM),
    ("Disk quota exceeded", MORE_ROOM),
    ("Read-only file system", ANOTHER_FOLDER),
    ("Too many open files", "allow more open files, with `ulimit -n`"),
    ("Cannot allocate memory", MORE_MEMORY),
    ("Resource temporarily unavailable", MORE_PROCESSES),
    ("Input/output error", ANOTHER_FOLDER),
];

/// What to do where the cache has no room.
pub(super) const MORE_ROOM: &str = "make room where the cache is, or name another folder with HARNESS_CACHE_DIR";
const ANOTHER_FOLDER: &str = "name a folder on another disk with HARNESS_CACHE_DIR";

/// What compilers print when somebody kills a process that they have started: most often the
/// kernel, because the whole machine is out of memory. Where it was out of what the run may have,
/// `refusal` has found that already.
const KILLED: [&str; 8] = [
    "Killed signal terminated program",  // the drivers of GCC
    "terminated with signal 9",          // collect2, GCC's linker
    "unable to execute command: Killed", // Clang
    "signal: 9 (SIGKILL)",               // rustc
    "signal: killed",                    // Go
    "(Exit code: -9)",                   // GHC
    "exit code 137",                     // OCaml
    "signal: 'SIGKILL'",                 // Node.js, for TypeScript
];

/// What the command of Go says where its race detector is not to be had.
const WITHOUT_DETECTOR: [&str; 4] = [
    "C compiler \"gcc\" not found",
    "exec: \"gcc\": executable file not found",
    "-race requires cgo",
    "-race is only supported on",
];

/// What a shell's exit code is when its program was killed by signal 9.
pub(super) const SHELL_KILLED: i32 = 128 + 9;

/// Why a rejection says nothing about the file. Messages that also occur in the file are not
/// believed.
pub(super) fn machine_trouble(
    compiler: &str,
    messages: &str,
    files: &[(String, Vec<u8>)],
    staging: &Path,
) -> Option<CompilerTrouble> {
    let holds = |bytes: &[u8], words: &str| memchr::memmem::find(bytes, words.as_bytes()).is_some();
    let in_source = |words: &str| files.iter().any(|(_, bytes)| holds(bytes, words));
    let says = |words: &str| messages.contains(words) && !in_source(words);
    let fault = |why: &str| Fault::new(FaultKind::Build, format!("the {compiler} compiler could not work: {why}"));
    if WITHOUT_DETECTOR.into_iter().any(says) {
        // No file makes the command say so: it looks at the machine before it reads one.
        let fault = fault("its race detector needs a C compiler, and a machine for which there is one");
        return Some(fault.hint("install a C compiler such as gcc, or run without sanitizers").into());
    }
    let ran_out = RAN_OUT.into_iter().find(|(words, _)| says(words));
    let killed = || {
        let was_killed = KILLED.into_iter().any(says);
        was_killed.then_some(("a process of its own was killed by signal 9", MORE_MEMORY))
    };
    // The disk need not be full any more: what the compiler took may be free again by now.
    let is_full = || Leftovers::of(staging).is_ok_and(|left| left.is_full()).then_some(("the disk is full", MORE_ROOM));
    let (why, hint) = ran_out.or_else(killed).or_else(is_full)?;
    let fault = fault(why).hint(hint);
    Some(CompilerTrouble { fault, doubt: Some(Rejection::once(messages.to_owned())) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(messages: &str, source: &str, expected: Option<&str>) {
        let files = [("a.cpp".to_owned(), source.as_bytes().to_vec())];
        let staging = tempfile::tempdir().unwrap();
        let found = machine_trouble("C++", messages, &files, staging.path());
        let found = found.map(|trouble| trouble.fault.message);
        let expected = expected.map(|why| format!("the C++ compiler could not work: {why}"));
        assert_eq!(found, expected, "{messages}");
    }

    #[test]
    fn a_race_detector_that_is_not_there_says_nothing_about_the_file() {
        for messages in [
            "# runtime/cgo\ncgo: C compiler \"gcc\" not found: exec: \"gcc\": executable file not found in $PATH\n",
            "go: -race requires cgo; enable cgo by setting CGO_ENABLED=1\n",
            "go: -race is only supported on linux/amd64, linux/ppc64le, linux/arm64\n",
        ] {
            let why = "its race detector needs a C compiler, and a machine for which there is one";
            check(messages, "package main", Some(why));
        }
    }

    #[test]
    fn a_compiler_whose_process_was_killed_says_nothing_about_the_file() {
        let killed = Some("a process of its own was killed by signal 9");
        for messages in [
            "g++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.\n",
            "collect2: fatal error: ld terminated with signal 9 [Killed]\ncompilation terminated.\n",
            "clang: error: unable to execute command: Killed\n",
            "error: linking with `cc` failed: signal: 9 (SIGKILL)\n  |\n",
            "go: error obtaining buildID for go tool compile: signal: killed\n",
            "`gcc' failed in phase `Assembler'. (Exit code: -9)\n",
            "File \"caml_startup\", line 1:\nError: Error during linking (exit code 137)\n",
            "  status: null,\n  signal: 'SIGKILL',\n",
        ] {
            check(messages, "int main() {}", killed);
        }
        check("a.cpp:1:2: error: #error signal: killed\n", "#error signal: killed", None);
        check("a.cpp:1:1: error: 'x' does not name a type\n", "x", None);
        check("a.s: Fatal error: can't write: No space left on device\n", "", Some("No space left on device"));
    }

    #[test]
    fn what_ran_out_is_what_the_hint_is_about() {
        let staging = tempfile::tempdir().unwrap();
        let hint = |words: &str| machine_trouble("C++", words, &[], staging.path()).unwrap().fault.hint.unwrap();
        assert_eq!(hint("x: Cannot allocate memory"), MORE_MEMORY);
        assert_eq!(hint("exit code 137"), MORE_MEMORY);
        assert_eq!(hint("fork: Resource temporarily unavailable"), MORE_PROCESSES);
        assert_eq!(hint("cannot write: No space left on device"), MORE_ROOM);
    }
}

//! Whether a package's own files start processes beside each submission.
//!
//! The format has no key for it: the judges of these packages let every program fork. Here it costs
//! a submission the exact figures of a single process, so only packages get it that need it.

use crate::kattis::Package;
use std::fs;
use std::path::Path;

/// By these a program starts another one, in C, C++, Python and Java.
const CALLS: [&str; 8] =
    ["fork", "vfork", "popen", "posix_spawn", "subprocess", "multiprocessing", "ProcessBuilder", "forkpty"];

impl Package {
    /// Files of `include/` hold a call that starts a process.
    pub fn starts_processes(&self) -> bool {
        self.include.iter().flat_map(|(_, files)| files).any(|(_, path)| starts_processes(path))
    }
}

fn starts_processes(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| calls(&text))
}

fn calls(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| CALLS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_a_word_of_its_own() {
        assert!(calls("int main() { if (fork() == 0) solve(); }") && calls("from multiprocessing import Process"));
        assert!(!calls("int forks, fork_count; // forked"));
    }
}

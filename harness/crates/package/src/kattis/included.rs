//! What files of `include/` require of the place that submissions run in: other files, processes.
//!
//! The format has no key for processes: the judges of these packages let every program fork. Here
//! forking costs a submission the exact figures of a single process, so only packages that need it
//! get it.

use crate::kattis::Package;
use model::{Languages, is_header};
use std::path::PathBuf;

/// The calls by which a program starts another one, in C, C++, Python and Java.
const CALLS: [&str; 8] =
    ["fork", "vfork", "popen", "posix_spawn", "subprocess", "multiprocessing", "ProcessBuilder", "forkpty"];

impl Package {
    /// The files of `include/default/` that no compiler reads.
    pub fn included_data(&self, languages: &dyn Languages) -> impl Iterator<Item = &(String, PathBuf)> {
        let of_all = self.include.iter().filter(|(code, _)| code == "default").flat_map(|(_, files)| files);
        of_all.filter(move |(name, _)| {
            let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
            !is_header(name) && languages.of_extension(extension).is_none()
        })
    }

    /// Whether a file of `include/` contains a call that starts a process.
    pub fn starts_processes(&self) -> bool {
        self.include
            .iter()
            .flat_map(|(_, files)| files)
            .any(|(_, path)| beneath::read_to_string(path).is_ok_and(|text| calls(&text)))
    }
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

//! `problems/<slug>/generate.lock`: pins the generated tests of a problem, for inputs that are too
//! large to keep.
//!
//! A generated input that is kept is its own lock: whatever the generator writes is compared with
//! it, byte for byte. Where inputs are not kept, a line of the lock holds the input's hash instead:
//! SHA-256 in hexadecimal, two spaces, the test's id, as `sha256sum` writes it.

use engine::store::Key;
use model::{Problem, TestId};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

/// The lock of one problem.
pub(crate) struct Lock {
    pub path: PathBuf,
    /// `None`: there is no such file.
    hashes: Option<BTreeMap<String, String>>,
}

impl Lock {
    /// # Errors
    /// In words, when the file cannot be read or has a line that does not belong in a lock.
    pub(crate) fn of(problem: &Problem) -> Result<Lock, String> {
        let path = problem.dir.join("generate.lock");
        let text = match beneath::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Lock { path, hashes: None }),
            Err(error) => return Err(format!("cannot read {}: {error}", path.display())),
        };
        let hashes = read(&text).map_err(|line| format!("{}: line {line} is not a hash and a test", path.display()))?;
        Ok(Lock { path, hashes: Some(hashes) })
    }

    pub(crate) fn is_there(&self) -> bool {
        self.hashes.is_some()
    }

    /// Returns whether the lock allows `input` for the test. A test that is not in it may have any.
    pub(crate) fn permits(&self, test: &TestId, input: &[u8]) -> bool {
        let locked = self.hashes.as_ref().and_then(|hashes| hashes.get(&*test.0));
        locked.is_none_or(|locked| *locked == hash(input))
    }

    /// Returns whether there is a lock that does not hold the test.
    pub(crate) fn lacks(&self, test: &TestId) -> bool {
        self.hashes.as_ref().is_some_and(|hashes| !hashes.contains_key(&*test.0))
    }

    /// The tests in the lock that `problem` does not generate.
    pub(crate) fn unlisted(&self, problem: &Problem) -> Vec<&str> {
        let generated = |id: &str| problem.generate.iter().any(|(test, _)| &*test.0 == id);
        let locked = self.hashes.iter().flat_map(|hashes| hashes.keys());
        locked.map(String::as_str).filter(|id| !generated(id)).collect()
    }

    /// The lock's text with these inputs, one line per generated test. Of a test that is not among
    /// them, it stays as it is.
    pub(crate) fn render<'t>(&self, problem: &Problem, inputs: impl Iterator<Item = (&'t TestId, &'t [u8])>) -> String {
        let new: BTreeMap<&TestId, String> = inputs.map(|(test, input)| (test, hash(input))).collect();
        let old = |test: &TestId| self.hashes.as_ref().and_then(|hashes| hashes.get(&*test.0));
        let lines = problem.generate.iter().filter_map(|(test, _)| {
            let hash = new.get(test).or_else(|| old(test))?;
            Some(format!("{hash}  {test}\n"))
        });
        lines.collect()
    }
}

/// Hashes by test, or the number of the first line without one.
fn read(text: &str) -> Result<BTreeMap<String, String>, usize> {
    let line = |(at, line): (usize, &str)| {
        let hex = |hash: &str| hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        let (hash, test) = line.split_once("  ").filter(|(hash, _)| hex(hash)).ok_or(at + 1)?;
        Ok((test.trim_end().to_owned(), hash.to_ascii_lowercase()))
    };
    text.lines().enumerate().map(line).collect()
}

fn hash(input: &[u8]) -> String {
    Key::of_content(input).expect("a slice can be read").hex()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_sha256sum() {
        // printf '' | sha256sum
        assert_eq!(hash(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    #[test]
    fn a_lock_is_read_as_it_was_written() {
        let (one, two) = (TestId("secret/1".into()), TestId("secret/two words".into()));
        let text = format!("{}  {one}\n{}  {two}\n", hash(b"1\n"), hash(b""));
        let lock = Lock { path: PathBuf::new(), hashes: Some(read(&text).unwrap()) };
        assert!(lock.permits(&one, b"1\n") && !lock.permits(&one, b"2\n") && lock.permits(&two, b""));
        let three = TestId("secret/3".into());
        assert!(lock.lacks(&three) && lock.permits(&three, b"anything") && !lock.lacks(&one));
        assert_eq!(read("nonsense\n"), Err(1));
        assert_eq!(read(&format!("{text}abc  secret/1\n")), Err(3));
    }
}

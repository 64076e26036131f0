//! [`Exec`] step by step, for callers that set a few things and leave the rest.

use crate::{CapturedStream, Error, Exec, Limits, Stdin};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

impl Exec {
    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Exec {
        self.args.push(arg.into());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Exec {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Adds a variable to the environment, which begins empty.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Exec {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Reads standard input from this file.
    #[must_use]
    pub fn stdin_file(mut self, file: impl Into<PathBuf>) -> Exec {
        self.stdin = Stdin::File(file.into());
        self
    }

    /// Reads these bytes from standard input.
    ///
    /// # Errors
    /// When no memory or no descriptor is left for them.
    pub fn stdin_bytes(mut self, bytes: &[u8]) -> Result<Exec, Error> {
        self.stdin = Stdin::Captured(CapturedStream::of(bytes)?);
        Ok(self)
    }

    /// May read this file or folder, too, by its absolute path.
    #[must_use]
    pub fn read(mut self, path: impl Into<PathBuf>) -> Exec {
        self.readable.push(path.into());
        self
    }

    /// Runs in this existing folder and may write there.
    #[must_use]
    pub fn scratch(mut self, folder: impl Into<PathBuf>) -> Exec {
        self.scratch = Some(folder.into());
        self
    }

    /// May use this much time of the processor, and three times as much and a second on the clock.
    #[must_use]
    pub fn cpu_limit(mut self, cpu: Duration) -> Exec {
        self.limits.cpu = cpu;
        self.limits.wall = cpu.saturating_mul(3).saturating_add(Duration::from_secs(1));
        self
    }

    /// May use this many bytes of memory.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Exec {
        self.limits.memory = bytes;
        self
    }

    /// Has these limits, whatever was set before.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Exec {
        self.limits = limits;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Profile;

    #[test]
    fn each_step_sets_what_it_names_and_nothing_else() {
        let blank = || Exec::new("/p", Profile::Solution, Limits::default());
        let check = |built: Exec, change: &dyn Fn(&mut Exec)| {
            let mut expected = blank();
            change(&mut expected);
            assert_eq!(built, expected);
        };
        check(blank().arg("a").args(["b", "c"]), &|exec| exec.args = ["a", "b", "c"].map(OsString::from).into());
        check(blank().env("A", "1"), &|exec| exec.env = vec![("A".into(), "1".into())]);
        check(blank().stdin_file("/in"), &|exec| exec.stdin = Stdin::File("/in".into()));
        check(blank().read("/a").read("/b"), &|exec| exec.readable = vec!["/a".into(), "/b".into()]);
        check(blank().scratch("/s"), &|exec| exec.scratch = Some("/s".into()));
        check(blank().memory_limit(5), &|exec| exec.limits.memory = 5);
        check(blank().cpu_limit(Duration::from_secs(2)), &|exec| {
            (exec.limits.cpu, exec.limits.wall) = (Duration::from_secs(2), Duration::from_secs(7));
        });
        check(blank().memory_limit(5).limits(Limits::default()), &|_| {});
        let Stdin::Captured(input) = blank().stdin_bytes(b"7\n").unwrap().stdin else { panic!("bytes") };
        assert_eq!(input.bytes(9).unwrap(), b"7\n");
    }
}

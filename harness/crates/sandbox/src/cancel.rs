//! A flag that many wait on at once, raised at most once: Ctrl-C.

use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Cheap to clone; all clones are the same flag.
#[derive(Clone, Debug)]
pub struct Cancel(Arc<Inner>);

/// The flag, and a pipe that nobody reads: with a byte in it, every poll on the reading end wakes.
#[derive(Debug)]
struct Inner {
    raised: Arc<AtomicBool>,
    reader: PipeReader,
    writer: PipeWriter,
}

impl Cancel {
    /// # Errors
    /// When the process has no file descriptor left.
    pub fn new() -> io::Result<Cancel> {
        let (reader, writer) = io::pipe()?;
        Ok(Cancel(Arc::new(Inner { raised: Arc::new(AtomicBool::new(false)), reader, writer })))
    }

    /// Lets each of these signals raise the flag, from now on. A signal that comes when the flag is
    /// already raised ends the process at once, with exit code 128 plus its number, so nobody has
    /// to wait for something that hangs. A hang-up that whoever started this process had ignored
    /// stays ignored: `nohup` promises that.
    ///
    /// # Errors
    /// When the process has no file descriptor left, or the kernel does not let a signal be
    /// handled.
    pub fn on_signals(&self, signals: &[i32]) -> io::Result<()> {
        for signal in signals.iter().filter(|signal| **signal != libc::SIGHUP || !is_ignored(libc::SIGHUP)) {
            // Registered before the handler that raises the flag, so that it sees only what an
            // earlier signal raised.
            signal_hook::flag::register_conditional_shutdown(*signal, 128 + *signal, Arc::clone(&self.0.raised))?;
            // In this order, so that whoever is woken finds the flag raised.
            signal_hook::flag::register(*signal, Arc::clone(&self.0.raised))?;
            signal_hook::low_level::pipe::register(*signal, OwnedFd::from(self.0.writer.try_clone()?))?;
        }
        Ok(())
    }

    /// Asks for the end. It cannot be taken back.
    pub fn raise(&self) {
        if !self.0.raised.swap(true, Ordering::SeqCst) {
            // A pipe with room for thousands of bytes takes one, and the flag is set in any case.
            let _ = (&self.0.writer).write_all(&[0]);
        }
    }

    /// The flag itself, for code that cannot wait on a descriptor. Only read it.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.raised)
    }

    /// Whether the end was asked for.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::SeqCst)
    }

    /// A descriptor that becomes ready when the flag is raised, and stays so. Only poll it, never
    /// read.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.0.reader.as_fd()
    }
}

/// Whether this process ignores a signal. `false` where the system does not say.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignores(&status, signal)
}

/// Reads the same in the text of `/proc/self/status`.
fn ignores(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn every_clone_sees_the_flag() {
        let cancel = Cancel::new().unwrap();
        let other = cancel.clone();
        assert!(!other.is_raised());
        cancel.raise();
        cancel.raise();
        assert!(other.is_raised());
    }

    #[test]
    fn a_signal_raises_the_flag_and_then_wakes() {
        let cancel = Cancel::new().unwrap();
        // A signal that is ignored by default.
        cancel.on_signals(&[libc::SIGURG]).unwrap();
        signal_hook::low_level::raise(libc::SIGURG).unwrap();
        (&cancel.0.reader).read_exact(&mut [0]).unwrap();
        assert!(cancel.is_raised());
    }

    #[test]
    fn an_ignored_signal_is_known_by_its_bit() {
        let status = "Name:\tharness\nSigBlk:\t0000000000000003\nSigIgn:\t0000000000001001\n";
        assert!(ignores(status, libc::SIGHUP) && ignores(status, libc::SIGPIPE));
        assert!(!ignores(status, libc::SIGINT) && !ignores("", libc::SIGHUP));
    }
}

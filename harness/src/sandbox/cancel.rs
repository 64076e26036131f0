//! A flag that many wait on at once, raised at most once: Ctrl-C.

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::{Arc, Mutex, PoisonError};

/// Cheap to clone; all clones are the same flag.
#[derive(Clone, Debug)]
pub struct Cancel(Arc<Inner>);

/// A pipe nobody writes to. Raising the flag closes its writing end, and every poll on the reading end wakes with a hang-up.
#[derive(Debug)]
struct Inner {
    reader: PipeReader,
    writer: Mutex<Option<PipeWriter>>,
}

impl Cancel {
    /// # Errors
    /// When the process has no file descriptor left.
    pub fn new() -> io::Result<Cancel> {
        let (reader, writer) = io::pipe()?;
        Ok(Cancel(Arc::new(Inner { reader, writer: Mutex::new(Some(writer)) })))
    }

    pub fn raise(&self) {
        drop(self.0.writer.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    pub fn is_raised(&self) -> bool {
        self.0.writer.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// A descriptor that becomes ready (hang-up) when the flag is raised.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.0.reader.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clone_sees_the_flag() {
        let cancel = Cancel::new().unwrap();
        let other = cancel.clone();
        assert!(!other.is_raised());
        cancel.raise();
        cancel.raise();
        assert!(other.is_raised());
    }
}

//! What programs write into: memory files, some of them taken again.

use crate::{Captured, Error};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::sync::Arc;

/// The memory files of one worker's programs.
#[derive(Default)]
pub struct Streams {
    /// Those into which a program wrote nothing.
    blank: Vec<Arc<File>>,
}

impl Streams {
    /// A memory file that is as new: a stream that stayed empty is taken again, once nobody looks at it.
    pub fn take(&mut self) -> Result<Arc<File>, Error> {
        let unused = self.blank.iter().position(|file| Arc::strong_count(file) == 1);
        if let Some(file) = unused.map(|at| self.blank.swap_remove(at)).filter(|file| renew(file)) {
            return Ok(file);
        }
        memory_file().map(Arc::new).map_err(|error| Error::system("cannot make a memory file", error))
    }

    /// Keeps a stream of a confined solution into which it wrote nothing. Its filter lets it change nothing else of a stream than position
    /// and flags; what other programs may do to one is not known here, so theirs must not be given.
    pub fn give_back(&mut self, captured: &Captured) {
        if captured.len == 0 && self.blank.len() < 2 {
            self.blank.push(Arc::clone(&captured.file));
        }
    }
}

/// Sets position and flags as they were when it was made.
fn renew(file: &File) -> bool {
    // SAFETY: plain calls on an open descriptor.
    unsafe {
        libc::lseek(file.as_raw_fd(), 0, libc::SEEK_SET) == 0 && libc::fcntl(file.as_raw_fd(), libc::F_SETFL, 0) == 0
    }
}

fn memory_file() -> io::Result<File> {
    // SAFETY: a constant name and known flags.
    let fd = unsafe { libc::memfd_create(c"output".as_ptr(), libc::MFD_CLOEXEC) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: fresh and open, owned by nobody else.
    Ok(unsafe { File::from_raw_fd(fd) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek, Write};
    use std::os::unix::fs::MetadataExt;

    /// Gives back a stream with `written` in it, and tells whether the next one is the same. `held`: somebody still looks at it.
    fn is_taken_again(written: &[u8], held: bool) -> bool {
        let mut streams = Streams::default();
        let file = streams.take().unwrap();
        // SAFETY: an open descriptor.
        assert_eq!(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, libc::O_APPEND) }, 0);
        (&*file).write_all(written).unwrap();
        (&*file).seek(io::SeekFrom::Start(7)).unwrap();
        let (number, len) = (file.metadata().unwrap().ino(), written.len() as u64);
        let captured = Captured { file, len };
        streams.give_back(&captured);
        let captured = held.then_some(captured);
        let next = streams.take().unwrap();
        assert_eq!((next.metadata().unwrap().len(), (&*next).stream_position().unwrap()), (0, 0));
        // SAFETY: an open descriptor.
        assert_eq!(unsafe { libc::fcntl(next.as_raw_fd(), libc::F_GETFL) } & libc::O_APPEND, 0);
        drop(captured);
        next.metadata().unwrap().ino() == number
    }

    #[test]
    fn only_a_blank_stream_that_nobody_looks_at_is_taken_again_and_is_as_new() {
        assert!(is_taken_again(b"", false));
        assert!(!is_taken_again(b"", true));
        assert!(!is_taken_again(b"x", true));
    }
}

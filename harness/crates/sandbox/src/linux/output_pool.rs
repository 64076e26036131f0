//! What programs write into: memory files, which only the harness can read, and which nobody can
//! change afterwards.
//!
//! A program gets a descriptor of its own that can only be written to, and the file's mode lets
//! nobody open it for reading while the program runs. When the program is gone, [`seal`] fixes the
//! bytes: what is handed on as the input of a checker is sealed, and an open of it for writing
//! changes nothing. A file that stayed empty is taken again; it was never handed on, because an
//! empty input is `/dev/null`.

use crate::{Captured, Error};
use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags, fchmod, fcntl_add_seals, memfd_create, open};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::AsRawFd;
use std::sync::Arc;

/// One stream of one program.
pub(super) struct Output {
    pub file: Arc<File>,
    /// The program's end: write-only, with a position of its own.
    pub writer: File,
}

/// The memory files of one worker's programs.
#[derive(Default)]
pub(super) struct OutputPool {
    /// Those into which a solution wrote nothing.
    blank: Vec<Output>,
}

impl OutputPool {
    /// A memory file that is as new: one that stayed empty is taken again, once nobody looks at it.
    pub(super) fn take(&mut self) -> Result<Output, Error> {
        let unused = self.blank.iter().position(|output| Arc::strong_count(&output.file) == 1);
        if let Some(output) = unused.map(|at| self.blank.swap_remove(at))
            && renew(&output).is_ok()
        {
            return Ok(output);
        }
        make().map_err(|error| Error::system("cannot make a memory file", error))
    }

    /// Keeps a stream of a confined solution into which it wrote nothing. Its filter lets it change
    /// nothing else of a stream than position and flags. What other programs may do is not known
    /// here, so theirs must not be given.
    pub(super) fn give_back(&mut self, output: Output, captured: &Captured) {
        if captured.len == 0 && self.blank.len() < 2 {
            self.blank.push(output);
        }
    }
}

fn make() -> io::Result<Output> {
    let file = File::from(memfd_create(c"output", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?);
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    let writer = File::from(open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?);
    // A memory file begins with all rights for all, and a program that sees `/proc` could open its
    // own stream again.
    fchmod(&file, Mode::from_raw_mode(0o222))?;
    Ok(Output { file: Arc::new(file), writer })
}

/// A memory file with these bytes, sealed.
pub(crate) fn memory_file(mut bytes: &[u8]) -> io::Result<File> {
    sealed(&mut bytes)
}

/// A memory file with all that is read, sealed.
pub(super) fn sealed(source: &mut impl Read) -> io::Result<File> {
    let mut file = File::from(memfd_create(c"input", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?);
    io::copy(source, &mut file)?;
    seal(&file)?;
    Ok(file)
}

/// Sets position, flags and length as they were when it was made.
fn renew(output: &Output) -> io::Result<()> {
    (&output.writer).seek(SeekFrom::Start(0))?;
    (&*output.file).seek(SeekFrom::Start(0))?;
    rustix::fs::fcntl_setfl(&output.writer, OFlags::empty())?;
    output.file.set_len(0)
}

/// From here on nobody can change what was written, whatever descriptors of it are still open.
///
/// # Errors
/// When something still has the file mapped for writing.
pub(super) fn seal(file: &File) -> io::Result<()> {
    fchmod(file, Mode::from_raw_mode(0o444))?;
    Ok(fcntl_add_seals(file, SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::MetadataExt;

    /// Gives back a stream with `written` in it, and tells whether the next one is the same.
    /// `held`: somebody still looks at it.
    fn is_taken_again(written: &[u8], held: bool) -> bool {
        let mut pool = OutputPool::default();
        let output = pool.take().unwrap();
        rustix::fs::fcntl_setfl(&output.writer, OFlags::APPEND).unwrap();
        (&output.writer).write_all(written).unwrap();
        (&output.writer).seek(SeekFrom::Start(7)).unwrap();
        let (number, len) = (output.file.metadata().unwrap().ino(), written.len() as u64);
        let captured = Captured { file: Arc::clone(&output.file), len };
        pool.give_back(output, &captured);
        let captured = held.then_some(captured);
        let next = pool.take().unwrap();
        assert_eq!((next.file.metadata().unwrap().len(), (&next.writer).stream_position().unwrap()), (0, 0));
        assert!(!rustix::fs::fcntl_getfl(&next.writer).unwrap().contains(OFlags::APPEND));
        drop(captured);
        next.file.metadata().unwrap().ino() == number
    }

    #[test]
    fn only_a_blank_stream_that_nobody_looks_at_is_taken_again_and_is_as_new() {
        assert!(is_taken_again(b"", false));
        assert!(!is_taken_again(b"", true));
        assert!(!is_taken_again(b"x", true));
    }

    #[test]
    fn a_program_cannot_read_its_stream_and_nobody_can_change_a_sealed_one() {
        let mut output = make().unwrap();
        output.writer.write_all(b"said").unwrap();
        assert!(output.writer.read(&mut [0]).is_err());
        seal(&output.file).unwrap();
        assert!(output.writer.write_all(b"more").is_err());
        assert!(output.file.set_len(0).is_err() && output.file.set_len(9).is_err());
        let mut text = String::new();
        (&*output.file).read_to_string(&mut text).unwrap();
        assert_eq!(text, "said");
    }

    #[test]
    fn an_input_in_memory_is_what_it_was_made_of_and_cannot_be_changed() {
        let input = Captured::of(b"3\n1 2 3\n").unwrap();
        assert_eq!((input.bytes(u64::MAX).unwrap(), input.len), (b"3\n1 2 3\n".to_vec(), 8));
        assert!((&*input.file).write_all(b"more").is_err() && input.file.set_len(0).is_err());
        assert_eq!(Captured::of(b"").unwrap().len, 0);
    }
}

//! Memory files: what programs write into, and inputs that are not read from a disk.
//!
//! Each is made for one run. One that an earlier program had would tell the next one something, by
//! its times say, whatever is done to its bytes.
//!
//! A program gets a write-only descriptor of its own, and the file's mode lets nobody open it for
//! reading while the program runs. [`seal`] fixes the bytes as soon as the program has ended, so
//! that no process which it left changes them.

use crate::Error;
use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags, fchmod, fcntl_add_seals, memfd_create, open};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// One stream of one program.
pub(super) struct Output {
    pub file: Arc<File>,
    /// The program's end: write-only, with a position of its own.
    pub writer: File,
}

impl Output {
    pub(super) fn new() -> Result<Output, Error> {
        make().map_err(|error| Error::system("cannot make a memory file", error))
    }
}

fn make() -> io::Result<Output> {
    let file = File::from(memfd_create(c"output", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?);
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    let writer = File::from(open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?);
    // A memory file starts with all rights for everybody, and a program that sees `/proc` could
    // open its own stream again.
    fchmod(&file, Mode::from_raw_mode(0o222))?;
    Ok(Output { file: Arc::new(file), writer })
}

/// Makes a sealed memory file of these bytes.
pub(crate) fn memory_file(mut bytes: &[u8]) -> io::Result<File> {
    sealed(&mut bytes)
}

/// Makes an empty memory file that is not sealed.
pub(crate) fn blank_file() -> io::Result<File> {
    Ok(File::from(memfd_create(c"blank", MemfdFlags::CLOEXEC)?))
}

/// Makes a sealed memory file of everything read from `source`.
pub(super) fn sealed(source: &mut impl Read) -> io::Result<File> {
    let mut file = File::from(memfd_create(c"input", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?);
    io::copy(source, &mut file)?;
    seal(&file)?;
    Ok(file)
}

/// Seals a file: from here on nobody can change what was written, whatever descriptors are still
/// open.
///
/// # Errors
/// When something has the file mapped for writing, or uses its pages for seconds on end.
pub(super) fn seal(file: &File) -> io::Result<()> {
    // First, because a program may have sealed its stream itself, and it still has to be opened for
    // reading.
    fchmod(file, Mode::from_raw_mode(0o444))?;
    if rustix::fs::fcntl_get_seals(file)?.contains(SealFlags::SEAL) {
        return Ok(());
    }
    let all = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    while_busy(|| Ok(fcntl_add_seals(file, all)?))
}

/// Repeats what the kernel refuses as long as something uses a page of the file.
///
/// The kernel itself does so now and then: when it compacts memory or merges pages. It waits for
/// the end of that by itself, but only for a tenth of a second (`memfd_wait_for_pins`), which is
/// too short for a large file on a busy machine.
fn while_busy(mut seal: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    const PATIENCE: u32 = 50;
    const PAUSE: Duration = Duration::from_millis(20);
    for _ in 1..PATIENCE {
        match seal() {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => sleep(PAUSE),
            done => return done,
        }
    }
    seal()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CapturedStream;
    use std::io::Write;
    use std::os::unix::fs::MetadataExt;

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
    fn a_stream_that_its_program_sealed_against_seals_can_be_handed_on_all_the_same() {
        let output = make().unwrap();
        fcntl_add_seals(&output.writer, SealFlags::SEAL).unwrap();
        seal(&output.file).unwrap();
        // A user who is not root can open it only as its mode allows.
        assert_eq!(output.file.metadata().unwrap().mode() & 0o777, 0o444);
    }

    #[test]
    fn a_file_is_sealed_as_soon_as_nothing_uses_its_pages() {
        let mut output = make().unwrap();
        output.writer.write_all(b"said").unwrap();
        fchmod(&output.file, Mode::from_raw_mode(0o444)).unwrap();
        // A pipe holds the page itself, not a copy.
        let (mut pipe, end) = io::pipe().unwrap();
        rustix::pipe::splice(&output.file, Some(&mut 0), &end, None, 4, rustix::pipe::SpliceFlags::empty()).unwrap();
        let mut refused = 0;
        while_busy(|| {
            if refused == 2 {
                pipe.read_exact(&mut [0; 4])?;
            }
            let sealed = fcntl_add_seals(&output.file, SealFlags::WRITE);
            refused += u32::from(sealed.is_err());
            Ok(sealed?)
        })
        .unwrap();
        assert_eq!(refused, 2);
    }

    #[test]
    fn an_input_in_memory_is_what_it_was_made_of_and_cannot_be_changed() {
        let input = CapturedStream::of(b"3\n1 2 3\n").unwrap();
        assert_eq!((input.bytes(u64::MAX).unwrap(), input.len), (b"3\n1 2 3\n".to_vec(), 8));
        assert!((&*input.file).write_all(b"more").is_err() && input.file.set_len(0).is_err());
        assert_eq!(CapturedStream::of(b"").unwrap().len, 0);
    }
}

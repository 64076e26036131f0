//! The program headers of an ELF file: what a program needs, and whether it contains the stop (see
//! `fork_server`), which has a note.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The stop's note as the assembler lays it out: sizes, kind, name, version.
const NOTE: &[u8] = b"\x08\0\0\0\x04\0\0\0\x01\0\0\0harness\0\x01\0\0\0";

/// The most bytes of a segment that are searched: notes are short.
const LONGEST: usize = 64 << 10;

/// Returns false also for a file that cannot be read.
pub(super) fn stops(program: &Path) -> bool {
    File::open(program).and_then(|file| has_note(&file)).unwrap_or(false)
}

fn has_note(file: &File) -> io::Result<bool> {
    const NOTES: u64 = 4;
    for segment in segments(file)?.into_iter().filter(|segment| segment.kind == NOTES) {
        let mut notes = vec![0; usize::try_from(segment.length).unwrap_or(LONGEST).min(LONGEST)];
        file.read_exact_at(&mut notes, segment.offset)?;
        if notes.chunks_exact(4).enumerate().any(|(word, _)| notes[4 * word..].starts_with(NOTE)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Bytes of memory that a program needs before its first instruction. `None` for anything that is
/// not a program.
pub(crate) fn image_size(program: &Path) -> Option<u64> {
    const LOAD: u64 = 1;
    let segments = File::open(program).and_then(|file| segments(&file)).ok()?;
    let mut loaded = segments.iter().filter(|segment| segment.kind == LOAD);
    loaded.try_fold(0u64, |total, segment| total.checked_add(segment.memory))
}

/// A program header.
struct Segment {
    kind: u64,
    /// Where it lies in the file, and how many bytes of the file it is.
    offset: u64,
    length: u64,
    /// How many bytes of memory it takes.
    memory: u64,
}

/// # Errors
/// When the file cannot be read, or is not a program.
fn segments(file: &File) -> io::Result<Vec<Segment>> {
    let mut header = [0; 64];
    file.read_exact_at(&mut header, 0)?;
    // 64-bit, little-endian, like our targets.
    if !header.starts_with(b"\x7fELF\x02\x01") {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let (table, size, count) = (number(&header[32..40]), number(&header[54..56]), number(&header[56..58]));
    let segment = |index| {
        let mut entry = [0; 56];
        file.read_exact_at(&mut entry, table.saturating_add(index * size))?;
        let [offset, length, memory] = [8, 32, 40].map(|at| number(&entry[at..at + 8]));
        Ok(Segment { kind: number(&entry[..4]), offset, length, memory })
    };
    (0..count).map(segment).collect()
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_program_or_has_no_note_does_not_stop() {
        assert!(!stops(&std::env::current_exe().unwrap()));
        for path in ["/dev/null", "/", "/nowhere"] {
            assert!(!stops(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn an_elf_header_says_how_much_memory_it_wants() {
        let own = image_size(&std::env::current_exe().unwrap()).unwrap();
        assert!((100 << 10..1 << 30).contains(&own), "{own}");
        assert_eq!(image_size(Path::new("/dev/null")), None);
    }
}

//! Whether a program contains the stop (see `fork_server`): it has the stop's note.

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
    let mut header = [0; 64];
    file.read_exact_at(&mut header, 0)?;
    // 64-bit, little-endian, like our targets.
    if !header.starts_with(b"\x7fELF\x02\x01") {
        return Ok(false);
    }
    let (table, size, count) = (number(&header[32..40]), number(&header[54..56]), number(&header[56..58]));
    for index in 0..count {
        let mut entry = [0; 56];
        file.read_exact_at(&mut entry, table.saturating_add(index * size))?;
        const NOTES: u64 = 4;
        if number(&entry[..4]) != NOTES {
            continue;
        }
        let (offset, length) = (number(&entry[8..16]), number(&entry[32..40]));
        let mut notes = vec![0; usize::try_from(length).unwrap_or(LONGEST).min(LONGEST)];
        file.read_exact_at(&mut notes, offset)?;
        if notes.chunks_exact(4).enumerate().any(|(word, _)| notes[4 * word..].starts_with(NOTE)) {
            return Ok(true);
        }
    }
    Ok(false)
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
}

//! Excerpts of the files that are shown with a failed run.

use model::Excerpt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;

/// The beginning of a file. `written` counts all bytes that were written to it, even those past a
/// cap.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn excerpt(mut file: impl Read + Seek, written: u64) -> io::Result<Excerpt> {
    let mut head = Vec::new();
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    file.take(Excerpt::LIMIT as u64).read_to_end(&mut head)?;
    let bytes = written.max(length).max(head.len() as u64);
    let whole = bytes == head.len() as u64;
    let lines = whole.then(|| memchr::memchr_iter(b'\n', &head).count() as u64);
    Ok(Excerpt { head, tail: Vec::new(), bytes, lines })
}

/// At most `most` bytes of a file that is too long for an excerpt. Empty for any other file.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn longer(mut file: &File, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file.metadata()?.len() > Excerpt::LIMIT as u64 {
        file.rewind()?;
        file.take(most as u64).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Like [`excerpt`], with the file's end: what a program prints last usually says why it died.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn with_tail(file: &File, written: u64) -> io::Result<Excerpt> {
    let mut excerpt = excerpt(file, written)?;
    let length = file.metadata()?.len();
    if length > Excerpt::LIMIT as u64 {
        excerpt.head.truncate(Excerpt::LIMIT - Excerpt::TAIL);
        excerpt.tail = vec![0; Excerpt::TAIL];
        file.read_exact_at(&mut excerpt.tail, length - Excerpt::TAIL as u64)?;
    }
    Ok(excerpt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn check(content: &[u8], written: u64, head: usize, bytes: u64, lines: Option<u64>) {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(content).unwrap();
        let got = excerpt(&file, written).unwrap();
        assert_eq!((got.head.as_slice(), got.bytes, got.lines), (&content[..head], bytes, lines));
        assert_eq!(got.is_whole(), lines.is_some());
    }

    #[test]
    fn a_small_file_is_shown_whole_and_its_lines_are_counted() {
        check(b"", 0, 0, 0, Some(0));
        check(b"a\nb", 3, 3, 3, Some(1));
        check(&[b'\n'; Excerpt::LIMIT], 0, Excerpt::LIMIT, Excerpt::LIMIT as u64, Some(Excerpt::LIMIT as u64));
    }

    #[test]
    fn of_a_large_file_or_one_that_was_cut_the_beginning_is_shown() {
        check(&[b'x'; Excerpt::LIMIT + 1], 0, Excerpt::LIMIT, Excerpt::LIMIT as u64 + 1, None);
        check(b"cut", 1000, 3, 1000, None);
    }

    #[test]
    fn the_end_of_a_long_stream_is_kept_however_long_it_is() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"begin\n").unwrap();
        file.write_all(&vec![b'x'; 3 << 20]).unwrap();
        file.write_all(b"\nend\n").unwrap();
        let got = with_tail(&file, 0).unwrap();
        assert!(got.head.starts_with(b"begin\n") && got.tail.ends_with(b"x\nend\n") && !got.is_whole());
        assert_eq!(got.head.len() + got.tail.len(), Excerpt::LIMIT);
        let mut short = tempfile::tempfile().unwrap();
        short.write_all(b"all").unwrap();
        assert_eq!(with_tail(&short, 0).unwrap(), excerpt(&short, 0).unwrap());
    }

    #[test]
    fn a_file_as_long_as_an_excerpt_is_one() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[b'x'; Excerpt::LIMIT]).unwrap();
        assert_eq!(longer(&file, usize::MAX).unwrap(), b"");
        assert_eq!(with_tail(&file, 0).unwrap(), excerpt(&file, 0).unwrap());
        file.write_all(b"y").unwrap();
        assert_eq!(longer(&file, Excerpt::LIMIT).unwrap().len(), Excerpt::LIMIT);
        assert!(with_tail(&file, 0).unwrap().tail.ends_with(b"xy"));
    }
}

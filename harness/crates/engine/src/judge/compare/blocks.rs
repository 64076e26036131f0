//! Reading two files side by side, a block at a time, without moving anyone's file position.

use std::fmt;
use std::fs::File;
use std::io;

/// Bytes at an offset. Positioned reads, because a file's own position is shared with whoever else holds it: the program that wrote
/// it may have left it anywhere, and two comparisons may read one file at a time.
pub trait ReadAt {
    /// Reads some bytes from `offset` on; 0 only at the end (or for an empty `buffer`).
    ///
    /// # Errors
    /// Whatever the system says.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize>;
}

impl ReadAt for File {
    #[cfg(unix)]
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(self, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(self, buffer, offset)
    }
}

impl ReadAt for &[u8] {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|at| self.get(at..)).unwrap_or_default();
        let n = rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&rest[..n]);
        Ok(n)
    }
}

/// A range of another source, as if it were a file of its own.
pub struct Part<'a> {
    pub source: &'a dyn ReadAt,
    pub start: u64,
    pub end: u64,
}

impl ReadAt for Part<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let at = self.start.saturating_add(offset);
        let left = usize::try_from(self.end.saturating_sub(at)).unwrap_or(usize::MAX);
        let n = left.min(buffer.len());
        self.source.read_at(&mut buffer[..n], at)
    }
}

/// Large enough that system calls do not show, small enough for both sides' blocks to stay in the second-level cache.
const BLOCK: usize = 64 * 1024;

/// A window that moves forward over a source.
pub struct Blocks<'a> {
    source: &'a dyn ReadAt,
    buffer: Box<[u8]>,
    /// The unread part of `buffer`.
    start: usize,
    end: usize,
    /// Where `buffer[start]` lies in the source.
    offset: u64,
}

impl<'a> Blocks<'a> {
    pub fn new(source: &'a dyn ReadAt) -> Blocks<'a> {
        Blocks { source, buffer: vec![0; BLOCK].into_boxed_slice(), start: 0, end: 0, offset: 0 }
    }

    /// The bytes at hand; empty only at the end of the source.
    pub fn fill(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
            self.end = loop {
                match self.source.read_at(&mut self.buffer, self.offset) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    read => break read?,
                }
            };
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// Moves on by `n` of the bytes that [`Blocks::fill`] gave.
    pub fn consume(&mut self, n: usize) {
        debug_assert!(n <= self.end - self.start, "consumed more than there was");
        self.start += n;
        self.offset += n as u64;
    }

    /// Where the next byte lies in the source.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Moves to any offset; cheap within the present block.
    pub fn seek(&mut self, offset: u64) {
        let block = self.offset - self.start as u64;
        match offset.checked_sub(block) {
            Some(within) if within <= self.end as u64 => self.start = within as usize,
            Some(_) | None => (self.start, self.end) = (0, 0),
        }
        self.offset = offset;
    }
}

/// Moves both sides forward over bytes that are the same, as far as `keep` allows: it says how much of an equal stretch may be
/// skipped, up to a point from which both sides can be read on with nothing to remember. Returns the number of bytes skipped on
/// each side.
///
/// This is where equal outputs, which are most outputs, spend their time: block reads and `memcmp`.
pub fn skip_equal(
    answer: &mut Blocks<'_>,
    output: &mut Blocks<'_>,
    keep: impl Fn(&[u8]) -> usize,
) -> Result<u64, Trouble> {
    let mut skipped = 0;
    loop {
        let (a, b) = (answer.fill().map_err(Trouble::Answer)?, output.fill().map_err(Trouble::Output)?);
        let whole = a.len().min(b.len());
        let n = keep(&a[..common_prefix(a, b)]);
        answer.consume(n);
        output.consume(n);
        skipped += n as u64;
        if n < whole || n == 0 {
            return Ok(skipped);
        }
    }
}

/// The same for units, lines or tokens, that are read as a whole and may be longer than a block: looks ahead to the end of the
/// equal bytes and goes back to the beginning of the unit that they end in, `keep` of a stretch being where its last unit begins.
/// True when both sources end with the equal bytes, which leaves nothing to go back for.
///
/// Each byte is read twice at most, as long as the caller then reads the whole unit before it skips again.
pub fn skip_equal_units(
    answer: &mut Blocks<'_>,
    output: &mut Blocks<'_>,
    keep: impl Fn(&[u8]) -> usize,
) -> Result<bool, Trouble> {
    let mut unit = (answer.offset(), output.offset());
    loop {
        let here = (answer.offset(), output.offset());
        let (a, b) = (answer.fill().map_err(Trouble::Answer)?, output.fill().map_err(Trouble::Output)?);
        let whole = a.len().min(b.len());
        let ended = a.is_empty() && b.is_empty();
        let n = common_prefix(a, b);
        let begin = keep(&a[..n]) as u64;
        if begin > 0 {
            unit = (here.0 + begin, here.1 + begin);
        }
        answer.consume(n);
        output.consume(n);
        if ended {
            return Ok(true);
        }
        if n < whole || n == 0 {
            answer.seek(unit.0);
            output.seek(unit.1);
            return Ok(false);
        }
    }
}

/// Length of the longest common beginning. Slice equality is `memcmp`, in every build profile; only blocks that differ are looked
/// at in words.
pub fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let whole = a.len().min(b.len());
    let (a, b) = (&a[..whole], &b[..whole]);
    if a == b {
        return whole;
    }
    let (words, others) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    for (i, (x, y)) in words.iter().zip(others).enumerate() {
        let differ = u64::from_le_bytes(*x) ^ u64::from_le_bytes(*y);
        if differ != 0 {
            return i * 8 + differ.trailing_zeros() as usize / 8;
        }
    }
    let tail = words.len() * 8;
    tail + a[tail..].iter().zip(&b[tail..]).take_while(|(x, y)| x == y).count()
}

/// Which side could not be read.
#[derive(Debug)]
pub enum Trouble {
    Answer(io::Error),
    Output(io::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Answer(_) => write!(f, "cannot read the answer"),
            Trouble::Output(_) => write!(f, "cannot read the output"),
        }
    }
}

impl std::error::Error for Trouble {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Trouble::Answer(error) | Trouble::Output(error) => Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_prefix_agrees_with_counting() {
        let long: Vec<u8> = (0..20_000u32).map(|i| (i % 251) as u8).collect();
        for at in [0, 1, 31, 32, 33, 255, 256, 257, 4095, 4096, 4097, 5000, 19_999] {
            let mut other = long.clone();
            other[at] ^= 1;
            assert_eq!(common_prefix(&long, &other), at);
            assert_eq!(common_prefix(&long[..at], &long), at);
        }
        assert_eq!(common_prefix(&long, &long), long.len());
        assert_eq!(common_prefix(b"", b"a"), 0);
    }

    #[test]
    fn seeking_works_within_the_block_and_far_away() {
        let data: Vec<u8> = (0..300_000u32).map(|i| (i / 7) as u8).collect();
        let source = data.as_slice();
        let mut blocks = Blocks::new(&source);
        for at in [0, 10, 5, 70_000, 65_536, 200_000, 3, 299_999, 300_000, 0] {
            blocks.seek(at as u64);
            let head = blocks.fill().unwrap().first().copied();
            assert_eq!(head, data.get(at).copied(), "at {at}");
            assert_eq!(blocks.offset(), at as u64);
        }
    }

    #[test]
    fn a_part_ends_where_it_should() {
        let data = b"0123456789";
        let part = Part { source: &data.as_slice(), start: 3, end: 6 };
        let mut blocks = Blocks::new(&part);
        assert_eq!(blocks.fill().unwrap(), b"345");
        blocks.consume(3);
        assert_eq!(blocks.fill().unwrap(), b"");
    }
}

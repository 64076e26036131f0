//! The multiset of lines.

use super::blocks::{ReadAt, Trouble, skip_equal_units};
use super::normal::{Normal, View, trim_end};
use super::{LineHash, Mismatch, UNITS};
use std::io;

/// Do both sources have the same lines, in any order, each as often? Lines and their number are as `lines` sees them. A mismatch
/// has no place: it lies at both beginnings.
///
/// # Theory of operation
/// Constant memory, one pass: the sum of the 128-bit hashes of the answer's lines minus that of the output's, modulo 2^128. The
/// same multisets give
/// 0. Different ones give 0 for one in 2^128 choices of the hash function (2^k times as many where all surpluses are divisible by
///    2^k, and 10^8 lines allow no k over 27), which is to say never. Sums of hashes can be attacked by someone who looks for lines
///    whose hashes cancel, but that takes knowing the answer's lines, and who knows them prints them.
///
/// Stretches that are the same in both files cancel and are never hashed: equal files cost no more than in `lines`.
pub fn compare(answer: &dyn ReadAt, output: &dyn ReadAt) -> Result<Option<Mismatch>, Trouble> {
    let (mut a, mut b) = (Lines::new(answer), Lines::new(output));
    let mut surplus: u128 = 0;
    // A stretch ends at the beginning of a line that has text: blank lines at the end of it might yet be at the end of one file.
    let mut lines = UNITS;
    let keep = |equal: &[u8]| memchr::memrchr(b'\n', trim_end(equal)).map_or(0, |newline| newline + 1);
    loop {
        let lines_begin = a.normal.at_source() && b.normal.at_source();
        if lines >= UNITS && lines_begin {
            if skip_equal_units(&mut a.normal.blocks, &mut b.normal.blocks, keep)? {
                return Ok(verdict(surplus));
            }
            lines = 0;
        }
        lines += 1;
        let (x, y) = (a.next().map_err(Trouble::Answer)?, b.next().map_err(Trouble::Output)?);
        if x.is_none() && y.is_none() {
            return Ok(verdict(surplus));
        }
        surplus = surplus.wrapping_add(x.unwrap_or(0)).wrapping_sub(y.unwrap_or(0));
    }
}

fn verdict(surplus: u128) -> Option<Mismatch> {
    (surplus != 0).then_some(Mismatch { answer: 0, output: 0 })
}

/// The hashes of a source's lines.
pub struct Lines<'a> {
    normal: Normal<'a>,
}

impl<'a> Lines<'a> {
    pub fn new(source: &'a dyn ReadAt) -> Lines<'a> {
        Lines { normal: Normal::new(source, View::Lines) }
    }

    /// The hash of the next line; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<u128>> {
        if let Some((line, all)) = self.normal.unit()? {
            let mut hash = LineHash::new();
            hash.update(line);
            // A blank line may be one of those at the end, which do not count.
            if !line.is_empty() {
                self.normal.advance(all);
                return Ok(Some(hash.finish()));
            }
        }
        // Between two lines stands one newline, and none behind the last: where the stream has not ended there is a line, maybe a
        // blank one.
        if self.normal.at_end()? {
            return Ok(None);
        }
        let mut hash = LineHash::new();
        loop {
            let chunk = self.normal.chunk()?;
            let newline = chunk.first() == Some(&b'\n');
            if chunk.is_empty() || newline {
                let n = usize::from(newline);
                self.normal.advance(n);
                return Ok(Some(hash.finish()));
            }
            hash.update(chunk);
            let n = chunk.len();
            self.normal.advance(n);
        }
    }
}

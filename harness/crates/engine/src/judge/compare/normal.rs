//! A file as a comparison sees it: what does not count is left out, so that two files agree exactly when these streams are the same.

use super::blocks::{Blocks, ReadAt};
use std::io;

/// What a comparison looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Every byte.
    Raw,
    /// White space at the end of lines and blank lines at the end of the file are left out; a line ends with `\n`.
    Lines,
    /// Tokens with one space between them.
    Tokens,
}

/// Space, `\t`, `\n`, `\v`, `\f`, `\r`: white space wherever this module speaks of it. NUL and non-ASCII spaces are not.
#[inline]
pub const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// A source, seen through a [`View`], chunk by chunk.
///
/// # Theory of operation
/// A run of white space can only be judged by what follows it: before more text it counts, before a line's or the file's end it
/// does not. It may also be longer than memory. So a run is never stored: it is scanned to its end, and either dropped, turned into
/// separators (a count), or, where its bytes count as they are, read a second time. Every byte is read at most twice and nothing
/// grows.
pub struct Normal<'a> {
    pub blocks: Blocks<'a>,
    view: View,
    /// Separators that come before the next bytes of the source: newlines for `Lines`, at most one space for `Tokens`. And how many
    /// of the same run went before.
    separators: u64,
    passed: u64,
    /// Bytes before this offset count as they are: white space that is followed by text in its line.
    raw_until: u64,
    /// Where the white space began that became separators, or after which nothing came.
    run_start: u64,
    /// A token was seen: the next one is separated from it.
    started: bool,
    ended: bool,
}

const NEWLINES: [u8; 64] = [b'\n'; 64];
const SPACE: [u8; 1] = [b' '];

impl<'a> Normal<'a> {
    pub fn new(source: &'a dyn ReadAt, view: View) -> Normal<'a> {
        let blocks = Blocks::new(source);
        Normal { blocks, view, separators: 0, passed: 0, raw_until: 0, run_start: 0, started: false, ended: false }
    }

    /// The next bytes of the stream; empty only at its end.
    pub fn chunk(&mut self) -> io::Result<&[u8]> {
        if self.separators == 0 && !self.ended {
            self.pass_run()?;
        }
        if self.ended {
            return Ok(&[]);
        }
        if self.separators > 0 {
            let many = usize::try_from(self.separators).unwrap_or(usize::MAX);
            return Ok(match self.view {
                View::Lines => &NEWLINES[..many.min(NEWLINES.len())],
                View::Raw | View::Tokens => &SPACE,
            });
        }
        let raw = self.raw_until.saturating_sub(self.blocks.offset());
        let view = self.view;
        let block = self.blocks.fill()?;
        let raw = usize::try_from(raw).unwrap_or(usize::MAX).min(block.len());
        if raw > 0 {
            return Ok(&block[..raw]);
        }
        // After the run was passed the block begins with text, so no chunk is empty.
        Ok(match view {
            View::Raw => block,
            View::Tokens => &block[..text_len(block)],
            View::Lines => {
                let line = &block[..memchr::memchr(b'\n', block).unwrap_or(block.len())];
                trim_end(line)
            }
        })
    }

    /// Moves on by `n` bytes of what [`Normal::chunk`] gave.
    pub fn advance(&mut self, n: usize) {
        if self.separators > 0 {
            self.separators -= n as u64;
            self.passed += n as u64;
        } else {
            self.blocks.consume(n);
            self.started |= n > 0;
        }
    }

    /// What is left of the line or token at the present place, and the number of bytes up to the next one: where the block at hand
    /// holds all of that, and there is a next one. To be used on both sides alike: a newline that is passed in this way is not
    /// counted among the separators.
    pub fn unit(&mut self) -> io::Result<Option<(&[u8], usize)>> {
        if !self.at_source() || self.blocks.offset() < self.raw_until {
            return Ok(None);
        }
        let view = self.view;
        let block = self.blocks.fill()?;
        Ok(match view {
            View::Raw => None,
            View::Lines => memchr::memchr(b'\n', block).map(|newline| (trim_end(&block[..newline]), newline + 1)),
            View::Tokens => {
                let end = text_len(block);
                let next = end + spaces_len(&block[end..]);
                (end < next && next < block.len()).then_some((&block[..end], next))
            }
        })
    }

    /// At the end of the stream?
    pub fn at_end(&mut self) -> io::Result<bool> {
        Ok(self.chunk()?.is_empty())
    }

    /// At bytes of the source, with no separator before them?
    pub fn at_source(&self) -> bool {
        self.separators == 0 && !self.ended
    }

    /// Tells that [`super::blocks::skip_equal`] has moved over bytes that end in text.
    pub fn skipped(&mut self) {
        self.started = true;
    }

    /// The offset in the source of byte `n` of the present chunk; the stream is not to be read on after this. The first separator
    /// and the end lie where their white space begins, another newline where its blank line begins.
    pub fn place(mut self, n: usize) -> io::Result<u64> {
        if self.at_source() {
            return Ok(self.blocks.offset() + n as u64);
        }
        let mut newlines = self.passed + n as u64;
        self.blocks.seek(self.run_start);
        while self.view == View::Lines && newlines > 0 && !self.ended {
            let block = self.blocks.fill()?;
            let line = memchr::memchr(b'\n', block).map(|newline| newline + 1);
            let n = line.unwrap_or(block.len());
            newlines -= u64::from(line.is_some());
            if n == 0 {
                break;
            }
            self.blocks.consume(n);
        }
        Ok(self.blocks.offset())
    }

    /// Decides about white space at the present place, if there is any.
    fn pass_run(&mut self) -> io::Result<()> {
        if self.blocks.offset() < self.raw_until {
            return Ok(());
        }
        match self.blocks.fill()?.first() {
            Some(&first) if self.view == View::Raw || !is_space(first) => return Ok(()),
            Some(_) | None => self.run_start = self.blocks.offset(),
        }
        (self.passed, self.raw_until) = (0, 0);
        let mut newlines = 0;
        let mut line_start = self.run_start;
        loop {
            let at = self.blocks.offset();
            let block = self.blocks.fill()?;
            if block.is_empty() {
                self.ended = true;
                return Ok(());
            }
            let mut n = 0;
            while n < block.len() && is_space(block[n]) {
                if block[n] == b'\n' {
                    (newlines, line_start) = (newlines + 1, at + n as u64 + 1);
                }
                n += 1;
            }
            let ended = n < block.len();
            self.blocks.consume(n);
            if ended {
                break;
            }
        }
        match self.view {
            View::Raw => {}
            View::Tokens => self.separators = u64::from(self.started),
            View::Lines => {
                // What precedes the last newline is the end of lines; what follows it is the beginning of one, and counts.
                self.separators = newlines;
                self.raw_until = self.blocks.offset();
                self.blocks.seek(line_start);
            }
        }
        Ok(())
    }
}

/// Bytes of text at the beginning, up to the first white space.
pub fn text_len(block: &[u8]) -> usize {
    // Most tokens are short. In a long one, white space is looked for many bytes at a time.
    let short = block.len().min(16);
    let mut n = 0;
    while n < short && !is_space(block[n]) {
        n += 1;
    }
    if n < short || n == block.len() {
        return n;
    }
    let rest = &block[n..];
    let rest = &rest[..memchr::memchr3(b' ', b'\n', b'\t', rest).unwrap_or(rest.len())];
    n + memchr::memchr3(b'\r', b'\x0b', b'\x0c', rest).unwrap_or(rest.len())
}

/// Bytes of white space at the beginning.
pub fn spaces_len(block: &[u8]) -> usize {
    let mut n = 0;
    while n < block.len() && is_space(block[n]) {
        n += 1;
    }
    n
}

/// Without the white space at the end.
pub fn trim_end(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|&b| !is_space(b)).map_or(0, |last| last + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(source: &[u8], view: View) -> Vec<u8> {
        let mut normal = Normal::new(&source, view);
        let mut stream = Vec::new();
        loop {
            let chunk = normal.chunk().unwrap();
            if chunk.is_empty() {
                assert!(normal.at_end().unwrap());
                return stream;
            }
            let n = chunk.len();
            stream.extend_from_slice(chunk);
            normal.advance(n);
        }
    }

    fn check(source: &[u8], lines: &[u8], tokens: &[u8]) {
        assert_eq!(all(source, View::Lines), lines, "lines of {:?}", source.escape_ascii().to_string());
        assert_eq!(all(source, View::Tokens), tokens, "tokens of {:?}", source.escape_ascii().to_string());
        assert_eq!(all(source, View::Raw), source);
    }

    #[test]
    fn what_does_not_count_is_left_out() {
        check(b"", b"", b"");
        check(b" \n\t\r\n", b"", b"");
        check(b"a", b"a", b"a");
        check(b"a\n", b"a", b"a");
        check(b"a \t\r\n\n \n", b"a", b"a");
        check(b"a\r\nb\r\n", b"a\nb", b"a b");
        check(b"a\n\n\nb", b"a\n\n\nb", b"a b");
        check(b"\n\na", b"\n\na", b"a");
        check(b"  a  b  \n  c", b"  a  b\n  c", b"a b c");
        check(b"a \n \n \tb", b"a\n\n \tb", b"a b");
        check(b"a\rb", b"a\rb", b"a b");
        check(b"\0a\0 \0\n", b"\0a\0 \0", b"\0a\0 \0");
        check("a\u{a0}\u{2003}\n".as_bytes(), "a\u{a0}\u{2003}".as_bytes(), "a\u{a0}\u{2003}".as_bytes());
    }

    #[test]
    fn tokens_of_all_lengths_end_at_white_space() {
        for len in 0..100 {
            for space in b" \t\n\x0b\x0c\r" {
                let mut block = vec![b'x'; len];
                assert_eq!(text_len(&block), len);
                block.push(*space);
                block.extend_from_slice(b"x\r\n x");
                assert_eq!(text_len(&block), len);
            }
        }
    }

    #[test]
    fn runs_longer_than_a_block_are_read_twice_not_stored() {
        let spaces = " ".repeat(200_000);
        let newlines = "\n".repeat(200_000);
        check(format!("a{spaces}b").as_bytes(), format!("a{spaces}b").as_bytes(), b"a b");
        check(format!("a{spaces}").as_bytes(), b"a", b"a");
        check(format!("a{newlines}b").as_bytes(), format!("a{newlines}b").as_bytes(), b"a b");
        check(format!("a{newlines}").as_bytes(), b"a", b"a");
        check(format!("a{spaces}\n{spaces}b").as_bytes(), format!("a\n{spaces}b").as_bytes(), b"a b");
    }
}

//! Finding one's way in a file: which line, which token.

use crate::judge::compare::{ReadAt, spaces_len, text_len};
use std::io;

/// A line that holds some offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// 1-based.
    pub line: u64,
    /// Where the line begins, and before that the beginnings of up to `context` lines above it, nearest last.
    pub starts: Vec<u64>,
}

impl Place {
    pub fn start(&self) -> u64 {
        *self.starts.last().expect("the line itself is always there")
    }
}

/// Reads `source` up to `offset` and says on which line that is.
pub fn locate(source: &dyn ReadAt, offset: u64, context: usize) -> io::Result<Place> {
    Place { line: 1, starts: vec![0] }.moved(source, offset, context)
}

impl Place {
    /// The place of an `offset` that is not before this line, from here on.
    pub fn moved(&self, source: &dyn ReadAt, offset: u64, context: usize) -> io::Result<Place> {
        let mut place = self.clone();
        scan(source, self.start(), offset, |at, block| {
            place.line += memchr::memchr_iter(b'\n', block).count() as u64;
            let last: Vec<usize> = memchr::memrchr_iter(b'\n', block).take(context + 1).collect();
            place.starts.extend(last.iter().rev().map(|newline| at + *newline as u64 + 1));
            let surplus = place.starts.len().saturating_sub(context + 1);
            place.starts.drain(..surplus);
            true
        })?;
        Ok(place)
    }
}

/// A token of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub start: u64,
    pub end: u64,
}

/// The token that `offset` lies in or just behind, looking from `line_start` on, and its 1-based number in the line.
pub fn token_at(source: &dyn ReadAt, line_start: u64, offset: u64) -> io::Result<Option<(Token, u64)>> {
    let (mut number, mut start) = (0, None);
    scan(source, line_start, offset, |at, block| {
        let mut i = 0;
        while i < block.len() {
            i += if start.is_some() { text_len(&block[i..]) } else { spaces_len(&block[i..]) };
            if i < block.len() {
                let begins = start.is_none();
                number += u64::from(begins);
                start = begins.then_some(at + i as u64);
            }
        }
        true
    })?;
    let end = find(source, offset, text_len)?;
    Ok(match start {
        Some(start) => Some((Token { start, end }, number)),
        None => (end > offset).then_some((Token { start: offset, end }, number + 1)),
    })
}

/// The first token at or behind `offset`.
pub fn next_token(source: &dyn ReadAt, offset: u64) -> io::Result<Option<Token>> {
    let start = find(source, offset, spaces_len)?;
    let end = find(source, start, text_len)?;
    Ok((end > start).then_some(Token { start, end }))
}

/// The end of a source of which nothing but white space is left from `offset` on: the beginning of the line behind its last text,
/// or the end of that text's line where there is no newline.
pub fn text_end(source: &dyn ReadAt, offset: u64) -> io::Result<u64> {
    let end = line_end(source, offset)?;
    let newline = read(source, end, end + 1, 1)?.len() as u64;
    Ok(end + newline)
}

/// Where the line that holds `offset` ends: at its newline, or with the source.
pub fn line_end(source: &dyn ReadAt, offset: u64) -> io::Result<u64> {
    let mut end = offset;
    scan(source, offset, u64::MAX, |at, block| {
        let newline = memchr::memchr(b'\n', block);
        end = at + newline.unwrap_or(block.len()) as u64;
        newline.is_none()
    })?;
    Ok(end)
}

/// Where a stretch ends that begins at `offset`; `len` says how much of a block belongs to it.
fn find(source: &dyn ReadAt, offset: u64, len: fn(&[u8]) -> usize) -> io::Result<u64> {
    let mut end = offset;
    scan(source, offset, u64::MAX, |at, block| {
        let n = len(block);
        end = at + n as u64;
        n == block.len()
    })?;
    Ok(end)
}

/// At most `limit` bytes from `start` on, up to `end`.
pub fn read(source: &dyn ReadAt, start: u64, end: u64, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let end = end.min(start.saturating_add(limit as u64));
    scan(source, start, end, |_, block| {
        bytes.extend_from_slice(block);
        true
    })?;
    Ok(bytes)
}

/// Shows `each` the bytes from `start` to `end` or the end of the source, block by block with their offsets, until it says false.
fn scan(source: &dyn ReadAt, start: u64, end: u64, mut each: impl FnMut(u64, &[u8]) -> bool) -> io::Result<()> {
    let mut buffer = vec![0; usize::try_from(end.saturating_sub(start)).unwrap_or(usize::MAX).min(64 * 1024)];
    let mut at = start;
    while at < end {
        let most = usize::try_from(end - at).unwrap_or(usize::MAX).min(buffer.len());
        let n = match source.read_at(&mut buffer[..most], at) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if n == 0 || !each(at, &buffer[..n]) {
            break;
        }
        at += n as u64;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(source: &str, offset: u64) -> (u64, Vec<u64>) {
        let place = locate(&source.as_bytes(), offset, 2).unwrap();
        (place.line, place.starts)
    }

    #[test]
    fn lines_are_counted_from_one_and_begin_behind_newlines() {
        assert_eq!(line("", 0), (1, vec![0]));
        assert_eq!(line("ab\ncd\n", 0), (1, vec![0]));
        assert_eq!(line("ab\ncd\n", 2), (1, vec![0]));
        assert_eq!(line("ab\ncd\n", 3), (2, vec![0, 3]));
        assert_eq!(line("ab\ncd\n", 6), (3, vec![0, 3, 6]));
        assert_eq!(line("a\nb\nc\nd\n", 6), (4, vec![2, 4, 6]));
        let long = "x\n".repeat(40_000);
        assert_eq!(line(&long, 80_000), (40_001, vec![79_996, 79_998, 80_000]));
    }

    fn token(source: &str, offset: u64) -> Option<(&str, u64)> {
        let (token, number) = token_at(&source.as_bytes(), 0, offset).unwrap()?;
        Some((&source[token.start as usize..token.end as usize], number))
    }

    #[test]
    fn a_token_is_found_from_within_and_from_its_end() {
        assert_eq!(token("12 345 6", 0), Some(("12", 1)));
        assert_eq!(token("12 345 6", 2), Some(("12", 1)));
        assert_eq!(token("12 345 6", 3), Some(("345", 2)));
        assert_eq!(token("12 345 6", 5), Some(("345", 2)));
        assert_eq!(token("12 345 6", 8), Some(("6", 3)));
        assert_eq!(token("  12", 1), None);
        assert_eq!(token("  12", 2), Some(("12", 1)));
        assert_eq!(token("", 0), None);
        assert_eq!(token("1 \n", 3), None);
        let long = format!(" {} {}", "x".repeat(70_000), "y".repeat(70_000));
        assert_eq!(token(&long, 60_000).map(|(text, number)| (text.len(), number)), Some((70_000, 1)));
        assert_eq!(token(&long, 70_001).map(|(text, number)| (text.len(), number)), Some((70_000, 1)));
        assert_eq!(token(&long, 130_000).map(|(text, number)| (&text[..1], number)), Some(("y", 2)));
    }

    #[test]
    fn the_next_token_may_stand_on_a_later_line() {
        let next = |source: &str, at| next_token(&source.as_bytes(), at).unwrap().map(|t| (t.start, t.end));
        assert_eq!(next("a  \n\n bc d", 1), Some((6, 8)));
        assert_eq!(next("a  \n\n bc d", 6), Some((6, 8)));
        assert_eq!(next("a \n", 1), None);
    }
}

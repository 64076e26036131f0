//! Shows how a file will change, line by line, before it is written.
//!
//! Leaves out equal lines at the beginning and at the end; if both files have as many lines, also
//! equal lines in the middle. Bounded, because a person decides by the first few.

use crate::text::phrase::{self, Signs};
use crate::text::sanitize::{self, Manner};
use crate::text::{Page, Role, Text};
use std::io::{self, Write};

/// How many changed lines are shown at most.
const MOST: usize = 12;
/// Columns of a line if the width of the screen is unknown.
const LINE: usize = 200;

struct ChangedLine<'a> {
    number: usize,
    new: bool,
    bytes: &'a [u8],
}

/// Writes the lines that differ. `old` is `None` for a file that does not exist: then nothing is
/// compared, and the lines have no signs.
///
/// # Errors
/// When `page` cannot be written.
pub fn change<W: Write>(page: &mut Page<W>, old: Option<&[u8]>, new: &[u8]) -> io::Result<()> {
    let unicode = page.look.unicode;
    let lines = changed(old.unwrap_or_default(), new);
    let gutter = lines.last().map_or(1, |last| last.number.to_string().len()).max(3);
    for line in lines.iter().take(MOST) {
        let (sign, role) = match (old.is_some(), line.new) {
            (false, _) => ("", Role::Plain),
            (true, true) => ("+ ", Role::Good),
            (true, false) => ("- ", Role::Bad),
        };
        let mut text = Text::new().with(Role::Dim, format!("  {:>gutter$} ", line.number)).with(role, sign);
        let room = page.look.width.map_or(LINE, |columns| columns.saturating_sub(gutter + 7)).max(8);
        let bytes = line.bytes.strip_suffix(b"\n").unwrap_or(line.bytes);
        let cut = sanitize::cut(bytes, Manner::line(unicode), room);
        text.push(Role::Plain, &cut.text);
        if cut.covered < bytes.len() {
            text.push(Role::Dim, Signs::of(unicode).ellipsis);
        }
        page.line(&text)?;
    }
    if lines.len() > MOST {
        let more = phrase::count(lines.len() - MOST, "more line");
        let text = format!("  {:>gutter$} {} {more}", "", Signs::of(unicode).ellipsis);
        page.line(&Text::new().with(Role::Dim, text))?;
    }
    Ok(())
}

fn changed<'a>(old: &'a [u8], new: &'a [u8]) -> Vec<ChangedLine<'a>> {
    let (old, new): (Vec<&[u8]>, Vec<&[u8]>) = (lines(old), lines(new));
    let shorter = old.len().min(new.len());
    let before = (0..shorter).take_while(|at| old[*at] == new[*at]).count();
    let after = (0..shorter - before).take_while(|back| old[old.len() - 1 - back] == new[new.len() - 1 - back]).count();
    let line = |new: bool, at: usize, bytes| ChangedLine { number: at + 1, new, bytes };
    if old.len() == new.len() {
        let differing = (before..old.len() - after).filter(|at| old[*at] != new[*at]);
        return differing.flat_map(|at| [line(false, at, old[at]), line(true, at, new[at])]).collect();
    }
    let gone = (before..old.len() - after).map(|at| line(false, at, old[at]));
    let come = (before..new.len() - after).map(|at| line(true, at, new[at]));
    gone.chain(come).collect()
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Look;

    fn check(old: Option<&str>, new: &str, expected: &[&str]) {
        let mut page = Page::new(Vec::new(), Look::default());
        change(&mut page, old.map(str::as_bytes), new.as_bytes()).unwrap();
        let text = String::from_utf8(page.into_inner()).unwrap();
        assert_eq!(text.lines().map(str::trim).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn a_new_file_is_shown_as_it_is() {
        check(None, "1\n2\n", &["1 1", "2 2"]);
        check(None, "", &[]);
    }

    #[test]
    fn only_lines_that_differ_are_shown() {
        check(Some("a\nb\nc\nd\n"), "a\nx\nc\ny\n", &["2 - b", "2 + x", "4 - d", "4 + y"]);
        check(Some("a\nb\n"), "a\nnew\nb\n", &["2 + new"]);
        check(Some("a\na\n"), "a\n", &["2 - a"]);
        check(Some("a\n"), "a\n", &[]);
    }

    #[test]
    fn hostile_bytes_and_long_files_stay_readable() {
        let mut page = Page::new(Vec::new(), Look { width: Some(60), ..Look::default() });
        let new = format!("\x1b[31m{}\n", "x".repeat(500)).repeat(50);
        change(&mut page, None, new.as_bytes()).unwrap();
        let text = String::from_utf8(page.into_inner()).unwrap();
        assert!(!text.contains('\x1b') && text.lines().count() == MOST + 1, "{text}");
        assert!(text.lines().all(|line| sanitize::width(line) <= 60), "{text}");
        assert!(text.contains("38 more lines"), "{text}");
    }
}

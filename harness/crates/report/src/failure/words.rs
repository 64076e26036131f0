//! The words of a compiler, a checker or standard error: their beginning and their end.

use crate::text::phrase;
use crate::text::sanitize::{self, Manner};
use model::record::SolutionRecord;
use model::{Excerpt, own_file};
use std::borrow::Cow;

/// Words of a program.
pub(crate) struct Words<'a> {
    /// Empty for a compiler, whose words need no label.
    pub(crate) label: &'static str,
    head: Cow<'a, [u8]>,
    /// Empty if `head` is everything.
    tail: Cow<'a, [u8]>,
    /// Bytes between head and tail that were not recorded.
    lost: u64,
    /// How many lines of the beginning and of the end are shown where there are more.
    ends: (usize, usize),
}

/// A line to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WordsRow {
    Line(String),
    /// What is left out here: `92 more lines`.
    Gap(String),
}

impl<'a> Words<'a> {
    /// Lines of a compiler's messages: the first errors explain the others.
    const COMPILER: usize = 40;

    pub(crate) fn compiler(messages: &str) -> Words<'a> {
        let head = Cow::Owned(messages.as_bytes().to_vec());
        Words { label: "", head, tail: Cow::default(), lost: 0, ends: (Self::COMPILER, 0) }
    }

    /// The words of a checker or an interactor.
    pub(super) fn judge(interactive: bool, message: &'a str) -> Words<'a> {
        let label = if interactive { "interactor says" } else { "checker says" };
        let head = Cow::Borrowed(message.as_bytes());
        Words { label, head, tail: Cow::default(), lost: 0, ends: (3, 9) }
    }

    /// A few lines of what a run that nothing is wrong with wrote.
    pub(crate) fn shortened(self) -> Words<'a> {
        Words { ends: (2, 2), ..self }
    }

    pub(crate) fn stderr(excerpt: &'a Excerpt, solution: &SolutionRecord) -> Words<'a> {
        let own = |bytes: &'a [u8]| own_file(bytes, &solution.path, &solution.language);
        // A tail begins anywhere, so its first line may be half a line.
        let tail = match excerpt.tail.iter().position(|byte| *byte == b'\n') {
            Some(newline) if newline + 1 < excerpt.tail.len() => &excerpt.tail[newline + 1..],
            Some(_) | None => &excerpt.tail[..],
        };
        let lost = excerpt.bytes.saturating_sub((excerpt.head.len() + tail.len()) as u64);
        Words { label: "stderr", head: own(&excerpt.head), tail: own(tail), lost, ends: (3, 9) }
    }

    /// Returns the words, if they are one line.
    pub(crate) fn one_line(&self, unicode: bool) -> Option<String> {
        let head = self.head.strip_suffix(b"\n").unwrap_or(&self.head);
        let whole = self.lost == 0 && self.tail.is_empty() && !head.contains(&b'\n');
        whole.then(|| sanitize::visible(head, Manner::message(unicode)))
    }

    /// Returns the lines to show. `all` shows everything that was recorded.
    pub(crate) fn rows(&self, all: bool, unicode: bool) -> Vec<WordsRow> {
        let lines = |bytes: &[u8]| -> Vec<WordsRow> {
            let text = sanitize::visible(bytes.strip_suffix(b"\n").unwrap_or(bytes), Manner::message(unicode));
            text.lines().map(|line| WordsRow::Line(line.to_owned())).collect()
        };
        let (mut begin, mut end) = (lines(&self.head), lines(&self.tail));
        let (first, last) = if all { (usize::MAX, usize::MAX) } else { self.ends };
        if self.lost == 0 {
            begin.append(&mut end);
            // One extra line takes no more room than the note that it is left out.
            if begin.len() <= first.saturating_add(last).saturating_add(1) {
                return begin;
            }
            end = begin.split_off(begin.len() - last);
        }
        let left = begin.len().saturating_sub(first) + end.len().saturating_sub(last);
        begin.truncate(first);
        end.drain(..end.len().saturating_sub(last));
        let left = [(left, "more line"), (self.lost as usize, "more byte")].into_iter().filter(|(n, _)| *n > 0);
        let gap = left.map(|(n, what)| phrase::count(n, what)).collect::<Vec<_>>().join(" and ");
        begin.into_iter().chain([WordsRow::Gap(gap)]).chain(end).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, excerpt, problem};

    fn rendered(words: &Words<'_>) -> Vec<String> {
        let row = |row: WordsRow| match row {
            WordsRow::Line(line) => line,
            WordsRow::Gap(gap) => format!("… {gap}"),
        };
        words.rows(false, true).into_iter().map(row).collect()
    }

    fn solution(path: &str, language: &str) -> SolutionRecord {
        let mut solution = Fake::new(&problem("nim", 1, 1), "").result;
        solution.path = path.to_owned();
        solution.language = model::Language(language.into());
        solution
    }

    #[test]
    fn the_end_of_standard_error_is_there() {
        let solution = solution("nim.rs", "rust");
        let text: String = (0..100).map(|i| format!("step {i}\n")).collect::<String>() + "panicked at nim.rs:7\n";
        let excerpted = excerpt(text);
        let rows = rendered(&Words::stderr(&excerpted, &solution));
        assert_eq!(
            (rows.len(), &*rows[0], &*rows[3], &*rows[12]),
            (13, "step 0", "… 89 more lines", "panicked at nim.rs:7")
        );
        assert_eq!(Words::stderr(&excerpted, &solution).rows(true, true).len(), 101);
    }

    #[test]
    fn what_was_not_kept_is_counted_and_half_a_line_is_not_shown() {
        let excerpted = Excerpt { head: b"a\n".into(), tail: b"alf\nb\nc\n".into(), bytes: 3_000_000, lines: None };
        let rows = rendered(&Words::stderr(&excerpted, &solution("nim.rs", "rust")));
        assert_eq!(rows, ["a", "… 2,999,994 more bytes", "b", "c"]);
        let lines = |n: usize| "a\n".repeat(n).into_bytes();
        let excerpted = Excerpt { head: lines(10), tail: lines(21), bytes: 1_060, lines: None };
        let rows = rendered(&Words::stderr(&excerpted, &solution("nim.rs", "rust")));
        assert_eq!((rows.len(), &*rows[3]), (13, "… 18 more lines and 1,000 more bytes"));
    }
}

//! The text of a generated test: lines of words, and the white space around them.

use crate::complaint::{Complaint, Result};
use std::fmt::Display;

/// A test as lines of words. [`generate`](crate::generate) writes it in the layout asked for.
///
/// ```
/// let mut text = kit::Text::new();
/// text.list(&[7, 0, 5]);
/// text.line(&["end"]);
/// assert_eq!(text.lay_out("plain")?, "3\n7 0 5\nend\n");
/// # kit::Result::Ok(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Text {
    lines: Vec<Vec<String>>,
}

/// The values of `--layout`. All but the first have white space that a reader must cope with.
const LAYOUTS: &str = "plain, crlf, column, bare, flat, ragged, torn";

impl Text {
    /// Makes a text without lines.
    pub fn new() -> Text {
        Text::default()
    }

    /// Adds one line of words.
    pub fn line<T: Display>(&mut self, words: impl IntoIterator<Item = T>) {
        self.lines.push(words.into_iter().map(|word| word.to_string()).collect());
    }

    /// Adds two lines: the count of the numbers, and the numbers.
    pub fn list(&mut self, numbers: &[i64]) {
        self.line([numbers.len()]);
        self.line(numbers);
    }

    /// Adds count and numbers on one line.
    pub fn row(&mut self, numbers: &[i64]) {
        let count = numbers.len() as i64;
        self.line(std::iter::once(&count).chain(numbers));
    }

    /// Writes the text in one of these layouts:
    ///
    /// * `plain`: words separated by one space, lines ended by a line feed
    /// * `crlf`: lines ended as on Windows
    /// * `column`: each word on a line of its own
    /// * `bare`: like `plain`, without the last line end
    /// * `flat`: everything on one line
    /// * `ragged`, `torn`: blank lines, tabs and spaces around the words, in two ways
    pub fn lay_out(&self, layout: &str) -> Result<String> {
        match layout {
            "plain" => Ok(self.join(" ", "\n") + "\n"),
            "crlf" => Ok(self.join(" ", "\r\n") + "\r\n"),
            "column" => Ok(self.join("\n", "\n") + "\n"),
            "bare" => Ok(self.join(" ", "\n")),
            "flat" => Ok(self.join(" ", " ") + "\n"),
            "ragged" => Ok(self.ragged()),
            "torn" => Ok(format!("\n\t{} \n\n", self.join("  \n ", "\t\n\n  "))),
            _ => Err(Complaint::refusal(format!("--layout is '{}', none of {}", layout, LAYOUTS))),
        }
    }

    /// Blank lines around each line, and inside it a line for each word.
    fn ragged(&self) -> String {
        let lines = self.lines.iter().map(|words| {
            let end = if words.len() > 1 { " " } else { "" };
            words.join(" \n\n\t ") + end
        });
        format!("\n  {}\n\n", lines.collect::<Vec<_>>().join("\n\n\t"))
    }

    fn join(&self, between_words: &str, between_lines: &str) -> String {
        let lines: Vec<String> = self.lines.iter().map(|words| words.join(between_words)).collect();
        lines.join(between_lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_has_the_same_words() {
        let mut text = Text::new();
        text.list(&[3, 10, -4]);
        text.row(&[]);
        let plain = text.lay_out("plain").unwrap();
        assert_eq!(plain, "3\n3 10 -4\n0\n");
        let words: Vec<&str> = plain.split_whitespace().collect();
        for layout in LAYOUTS.split(", ") {
            let laid_out = text.lay_out(layout).unwrap();
            assert_eq!(laid_out.split_whitespace().collect::<Vec<_>>(), words, "{}", layout);
        }
    }

    #[test]
    fn each_layout_is_the_white_space_it_is_named_for() {
        let check = |layout: &str, expected: &str| {
            let mut text = Text::new();
            text.list(&[7, 5]);
            assert_eq!(text.lay_out(layout).unwrap(), expected);
        };
        check("crlf", "2\r\n7 5\r\n");
        check("column", "2\n7\n5\n");
        check("bare", "2\n7 5");
        check("flat", "2 7 5\n");
        check("ragged", "\n  2\n\n\t7 \n\n\t 5 \n\n");
        check("torn", "\n\t2\t\n\n  7  \n 5 \n\n");
    }

    #[test]
    fn an_unknown_layout_is_named_with_those_there_are() {
        let complaint = Text::new().lay_out("tabs").unwrap_err();
        let expected = "--layout is 'tabs', none of plain, crlf, column, bare, flat, ragged, torn";
        assert_eq!(complaint.to_string(), expected);
    }
}

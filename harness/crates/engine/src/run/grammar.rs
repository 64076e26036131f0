//! Validators that are checktestdata grammars, `*.ctd`: read here and run in process.
//!
//! A comment in the grammar says how white space counts: `# white-space: free` for inputs that are
//! a sequence of words, `tolerant` for checktestdata's option `-w`. Without it, one space is one
//! space, as everywhere else.

use crate::run::reply::{Bound, BoundNumber, ValidatorReply};
use ctd::{Bounds, Program, Reading, Reason, Rejection, WhiteSpace};
use model::{Key, Snippet};
use sandbox::Cancel;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A grammar, and how inputs are read by it.
#[derive(Clone, Debug)]
pub struct Grammar {
    pub program: Arc<Program>,
    pub reading: Reading,
    /// The key of its text.
    pub(super) key: Key,
}

/// What is wrong with a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// One line.
    pub title: String,
    pub snippet: Option<Snippet>,
}

/// The largest grammar that is read, in bytes. Grammars are written by hand.
const LARGEST: u64 = 1 << 20;

/// Whether a validator is a grammar, and not a program.
pub fn is_grammar(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "ctd")
}

impl Grammar {
    /// # Errors
    /// A file that cannot be read, or its first mistake.
    pub fn read(file: &Path) -> Result<Grammar, Mistake> {
        let title = |title: String| Mistake { title, snippet: None };
        let size = fs::metadata(file).map_err(|error| title(format!("cannot be read: {error}")))?.len();
        if size > LARGEST {
            return Err(title(format!("is not a grammar: {size} bytes, and {LARGEST} are the most")));
        }
        Grammar::parse(&beneath::read(file).map_err(|error| title(format!("cannot be read: {error}")))?)
    }

    /// # Errors
    /// The first mistake.
    pub fn parse(text: &[u8]) -> Result<Grammar, Mistake> {
        let text = beneath::without_mark(text);
        let program = Program::parse(text).map_err(|mistake| {
            let label =
                if mistake.expected.is_empty() { String::new() } else { format!("expected {}", mistake.expected) };
            Mistake::at(text, mistake.span, mistake.message, label)
        })?;
        let reading = Reading { white_space: white_space(text)?, ..Reading::default() };
        Ok(Grammar { program: Arc::new(program), reading, key: Key::of(&["grammar/1"], text) })
    }

    /// Validates an input. `None` if that was cancelled.
    pub(super) fn ask(&self, input: &[u8], cancel: &Cancel) -> Option<ValidatorReply> {
        let reading = Reading { cancel: Some(cancel.flag()), ..self.reading.clone() };
        match ctd::validate(&self.program, input, &reading) {
            Ok(bounds) => Some(ValidatorReply::Valid(of_bounds(&bounds))),
            Err(no) if no.reason == Reason::Input => Some(ValidatorReply::Invalid(no.to_string())),
            Err(_) if cancel.is_raised() => None,
            Err(Rejection { message, grammar_line, .. }) => {
                Some(ValidatorReply::Odd { how: format!("gave up in its line {grammar_line}"), words: message })
            }
        }
    }
}

impl Mistake {
    fn at(text: &[u8], span: ctd::Span, title: String, label: String) -> Mistake {
        // Carets need text. For other bytes, the line number has to do.
        let Ok(text) = str::from_utf8(text) else {
            let line = 1 + text[..span.start.min(text.len())].iter().filter(|byte| **byte == b'\n').count();
            return Mistake { title: format!("{title} (line {line})"), snippet: None };
        };
        let boundary = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let span = boundary(span.start)..boundary(span.end.max(span.start));
        Mistake { title, snippet: Some(Snippet { text: text.into(), first_line: 1, span, label }) }
    }
}

/// How white space counts, by the comment in the grammar.
fn white_space(text: &[u8]) -> Result<WhiteSpace, Mistake> {
    const WORD: &str = "white-space:";
    let mut start = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let at = start;
        start += line.len();
        let Ok(comment) = str::from_utf8(line) else { continue };
        let Some(rest) = comment.trim().strip_prefix('#').and_then(|text| text.trim().strip_prefix(WORD)) else {
            continue;
        };
        return match rest.trim() {
            "exact" => Ok(WhiteSpace::Exact),
            "tolerant" => Ok(WhiteSpace::Tolerant),
            "free" => Ok(WhiteSpace::Free),
            other => {
                let label = "expected exact, tolerant or free".to_owned();
                let span = ctd::Span::new(at, at + line.trim_ascii_end().len());
                Err(Mistake::at(text, span, format!("white space cannot be `{other}`"), label))
            }
        };
    }
    Ok(WhiteSpace::Exact)
}

/// The bounds in the form that a validator's `bound` lines have.
fn of_bounds(bounds: &Bounds) -> Vec<(String, Bound)> {
    let bound = |bound: ctd::Bound| {
        let largest_seen = BoundNumber::from(bound.largest);
        let bounds = Bound {
            lowest_allowed: bound.lowest.into(),
            // Without an upper limit, none can be missed.
            highest_allowed: bound.highest.map_or_else(|| largest_seen.clone(), BoundNumber::from),
            smallest_seen: bound.smallest.into(),
            largest_seen,
        };
        (bound.name, bounds)
    };
    bounds.iter().map(bound).collect()
}

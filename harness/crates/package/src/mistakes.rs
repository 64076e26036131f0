//! The mistakes in one file that a person wrote, each with its place.
//!
//! It knows no format: readers of TOML, YAML, XML and ini files note what they find.

use model::{Diagnostic, Severity, Snippet, nearest};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// The mistakes of one file, in the order of their places.
#[derive(Debug)]
pub struct Mistakes {
    path: PathBuf,
    text: Arc<str>,
    found: Vec<Diagnostic>,
    /// How many of them are syntax errors, all at the front.
    syntax: usize,
    /// The lines that those are on.
    unparsed: Vec<Range<usize>>,
}

impl Mistakes {
    pub fn new(path: PathBuf, text: Arc<str>) -> Mistakes {
        Mistakes { path, text, found: Vec::new(), syntax: 0, unparsed: Vec::new() }
    }

    /// Notes an error with carets under `span`, and returns it so that a hint can be added.
    pub fn error(&mut self, span: Range<usize>, title: impl Into<String>, label: impl Into<String>) -> &mut Diagnostic {
        let snippet = self.snippet(span, label);
        self.push(Severity::Error, title.into(), Some(snippet))
    }

    /// A place in the file, for a diagnostic that is made elsewhere.
    pub fn snippet(&self, span: Range<usize>, label: impl Into<String>) -> Snippet {
        Snippet { text: self.text.clone(), first_line: 1, span, label: label.into() }
    }

    /// Notes a syntax error. Mistakes in the meaning of `line` are then dropped. Must be called
    /// before any other mistake is noted.
    pub fn unparsed(&mut self, line: Range<usize>, span: Range<usize>, title: String) {
        debug_assert_eq!(self.syntax, self.found.len(), "syntax errors come first");
        self.unparsed.push(line);
        self.error(span, title, "");
        self.syntax = self.found.len();
    }

    /// Where `piece` stands in one of `spans`; the first of them if it is written differently
    /// there.
    pub fn piece(&self, spans: &[Range<usize>], piece: &str) -> Range<usize> {
        let found = spans.iter().find_map(|span| {
            let start = span.start + self.text[span.clone()].find(piece)?;
            Some(start..start + piece.len())
        });
        found.unwrap_or_else(|| spans[0].clone())
    }

    /// Like [`Mistakes::error`], for what is judged all the same.
    pub fn warning(
        &mut self,
        span: Range<usize>,
        title: impl Into<String>,
        label: impl Into<String>,
    ) -> &mut Diagnostic {
        let snippet = self.snippet(span, label);
        self.push(Severity::Warning, title.into(), Some(snippet))
    }

    /// An error of the file as a whole.
    pub fn error_of_file(&mut self, title: impl Into<String>) -> &mut Diagnostic {
        self.push(Severity::Error, title.into(), None)
    }

    pub fn count(&self) -> usize {
        self.found.len()
    }

    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// All of them, in the order of the file. Mistakes in the meaning of a line with a syntax error
    /// are dropped.
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        let mut meaning = self.found.split_off(self.syntax);
        meaning.retain(|d| match &d.snippet {
            // A value that is missing stands at the end of its line.
            Some(snippet) => !self.unparsed.iter().any(|line| (line.start..=line.end).contains(&snippet.span.start)),
            None => self.unparsed.is_empty(),
        });
        self.found.extend(meaning);
        self.found.sort_by_key(|d| d.snippet.as_ref().map_or(0, |s| s.span.start));
        self.found
    }

    fn push(&mut self, severity: Severity, title: String, snippet: Option<Snippet>) -> &mut Diagnostic {
        self.found.push(Diagnostic { severity, title, path: self.path.clone(), snippet, hint: None });
        self.found.last_mut().expect("one was pushed just now")
    }
}

/// The hint for an unknown word: the one of `words` that was probably meant, or else what to do.
pub fn did_you_mean<'w>(
    word: &str,
    words: impl IntoIterator<Item = &'w str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    nearest(word, words).map_or_else(otherwise, |near| format!("did you mean `{near}`?"))
}

/// The line that holds byte `at`, without its newline.
pub fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    start..text[at..].find('\n').map_or(text.len(), |newline| at + newline)
}

/// Moves a range's ends outwards to character boundaries within `text`, so that it can be cut
/// there.
pub fn on_characters(text: &str, span: Range<usize>) -> Range<usize> {
    let mut start = span.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

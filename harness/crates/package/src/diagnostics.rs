//! Collects what is wrong with files as a whole.

use model::{Diagnostic, Severity};
use std::fmt::Display;
use std::path::Path;

/// Adds diagnostics, and returns each so that a hint can be added.
pub trait Report {
    fn report(&mut self, severity: Severity, path: &Path, title: impl Into<String>) -> &mut Diagnostic;

    fn error(&mut self, path: &Path, title: impl Into<String>) -> &mut Diagnostic {
        self.report(Severity::Error, path, title)
    }

    fn warning(&mut self, path: &Path, title: impl Into<String>) -> &mut Diagnostic {
        self.report(Severity::Warning, path, title)
    }

    /// The value. An error is added about `path`, after these words.
    fn reported<T>(&mut self, path: &Path, what: &str, result: Result<T, impl Display>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.error(path, format!("{what}: {error}"));
                None
            }
        }
    }

    /// Adds one warning for all of these names, if there are any.
    fn list<N: ToString>(&mut self, path: &Path, title: &str, hint: &str, names: impl IntoIterator<Item = N>) {
        let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
        if !names.is_empty() {
            let more = if names.len() > 5 { ", …" } else { "" };
            let title = format!("{title}: {}{more}", names[..names.len().min(5)].join(", "));
            self.warning(path, title).hint = Some(hint.to_owned());
        }
    }
}

/// `1 test`, `2 tests`.
pub fn count_tests(n: usize) -> String {
    format!("{n} test{}", if n == 1 { "" } else { "s" })
}

/// The verb of `n` things.
pub fn are(n: usize) -> &'static str {
    if n == 1 { "is" } else { "are" }
}

impl Report for Vec<Diagnostic> {
    fn report(&mut self, severity: Severity, path: &Path, title: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic { severity, title: title.into(), path: path.to_owned(), snippet: None, hint: None });
        self.last_mut().expect("one was pushed just now")
    }
}

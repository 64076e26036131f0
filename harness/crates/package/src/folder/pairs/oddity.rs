//! What is odd about a file among tests, in words.

use model::Severity;
use std::path::{Path, PathBuf};

/// What is to be said of a file, other than that it is judged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Oddity {
    /// An input of which two files with different contents could be the answer.
    TwoAnswers([PathBuf; 2]),
    /// An input without an answer.
    NoAnswer,
    /// By its name the answer of an input that has none; what it holds is a program.
    Program,
    /// An input that is a link to nothing.
    Dangling,
    /// An input whose name has a replacement character for each bad byte.
    NotUtf8,
    /// By its name an input or answer; a folder, pipe or device.
    NoFile,
    /// A folder or file, with the reason.
    Unreadable(String),
    /// A test beside those of the program, which carries no program's name.
    Nameless,
    /// An input that could be a test of two programs.
    Longest { of: String, not: String },
    /// A folder with more files than are looked at.
    TooMany,
    /// By its name the settings of another judge for the tests beside it.
    Settings,
}

impl Oddity {
    pub fn severity(&self) -> Severity {
        let is_error =
            matches!(self, Oddity::TwoAnswers(_) | Oddity::NotUtf8 | Oddity::Unreadable(_) | Oddity::TooMany);
        if is_error { Severity::Error } else { Severity::Warning }
    }

    /// What is said of each such file. `name`: how a path is shown.
    pub fn words(&self, name: &dyn Fn(&Path) -> String) -> String {
        match self {
            Oddity::TwoAnswers([one, other]) => format!("two answers, which differ: {} and {}", name(one), name(other)),
            Oddity::NoAnswer => "no answer".to_owned(),
            Oddity::Program => "a program, and not an answer".to_owned(),
            Oddity::Dangling => "a link that leads nowhere".to_owned(),
            Oddity::NotUtf8 => "the name is not UTF-8".to_owned(),
            Oddity::NoFile => "called as a test, and not a file".to_owned(),
            Oddity::Unreadable(why) => format!("cannot be read ({why})"),
            Oddity::Nameless => "carries no program's name".to_owned(),
            Oddity::Longest { of, not } => format!("a test of `{of}`, the longest name that fits, and not of `{not}`"),
            Oddity::TooMany => "too many files, of which the rest is not looked at".to_owned(),
            Oddity::Settings => "settings of another judge: their limits, points and checker are not read".to_owned(),
        }
    }
}

//! What is sent, and what comes back at once.

use crate::address::Address;

/// A program for a judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The id of the language in the harness's own table: `cpp`, `python`, …
    pub language: String,
    /// Java, Kotlin and Scala: the class with `main`. Others: the file to start, of several.
    pub entry_point: Option<String>,
    /// At least one; the first is the main file.
    pub files: Vec<SourceFile>,
}

/// A source file of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Without folders.
    pub name: String,
    pub text: Vec<u8>,
}

/// What a judge gives for a program that it has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The submission's number there.
    pub id: String,
    /// The page that shows it to a person.
    pub page: Address,
}

impl Receipt {
    /// `None` if this is not an id: a judge may answer with anything.
    pub(crate) fn new(id: &str, page: impl FnOnce(&str) -> Address) -> Option<Receipt> {
        let is_id = |id: &&str| !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(|b| b.is_ascii_graphic());
        Some(id).filter(is_id).map(|id| Receipt { id: id.to_owned(), page: page(id) })
    }
}

/// The longest id of a submission: a UUID has 36 letters.
const LONGEST_ID: usize = 64;

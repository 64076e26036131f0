//! What the fuzzer calls; compiled for it alone.

use super::settings::{self, SettingsOwner};
use super::version::Version;
use super::{metadata, submissions};
use crate::mistakes::Mistakes;
use std::path::PathBuf;
use std::sync::Arc;

/// Reads one of the format's files: the first byte says which.
///
/// # Panics
/// When a mistake has no place in the text.
pub fn yaml(bytes: &[u8]) {
    let Some((kind, text)) = bytes.split_first() else { return };
    let text: Arc<str> = String::from_utf8_lossy(text).into();
    let mut mistakes = Mistakes::new(PathBuf::from("problem.yaml"), Arc::clone(&text));
    let settings = |name: &str, version| settings::read(&text, PathBuf::from(name), version, SettingsOwner::Folder).2;
    let diagnostics = match kind % 4 {
        0 => {
            metadata::read(&text, &mut mistakes);
            mistakes.into_diagnostics()
        }
        1 => settings("test_group.yaml", Version::V2025_09),
        2 => settings("testdata.yaml", Version::Legacy),
        _ => {
            submissions::read(&text, &mut mistakes);
            mistakes.into_diagnostics()
        }
    };
    for snippet in diagnostics.iter().filter_map(|diagnostic| diagnostic.snippet.as_ref()) {
        assert!(snippet.text.get(snippet.span.clone()).is_some(), "a place outside of the text");
    }
}

//! The YAML of packages: problem.yaml, test_group.yaml, testdata.yaml, submissions.yaml.
#![no_main]

use libfuzzer_sys::fuzz_target;
use package::kattis::metadata;
use package::kattis::settings::{self, Of};
use package::kattis::submissions;
use package::kattis::version::Version;
use std::path::PathBuf;
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, text)) = bytes.split_first() else { return };
    let text: Arc<str> = String::from_utf8_lossy(text).into();
    let diagnostics = match kind % 4 {
        0 => metadata::read(&text, PathBuf::from("problem.yaml")).1,
        1 => settings::read(&text, PathBuf::from("test_group.yaml"), Version::V2025_09, Of::Folder).2,
        2 => settings::read(&text, PathBuf::from("testdata.yaml"), Version::Legacy, Of::Folder).2,
        _ => submissions::read(&text, PathBuf::from("submissions.yaml")).1,
    };
    for snippet in diagnostics.iter().filter_map(|diagnostic| diagnostic.snippet.as_ref()) {
        assert!(snippet.text.get(snippet.span.clone()).is_some(), "a place outside of the text");
    }
});

//! Entry points for the fuzzer, compiled for it alone.

use super::section::Section;
use model::Key;

/// Any bytes are a section or are rejected. Entries that are read under a right checksum can be
/// written and read back.
pub fn section(bytes: &[u8]) {
    let _ = Section::read(bytes.to_vec());
    let mut whole = Section::default().to_bytes(usize::MAX);
    let header = whole.len() - 16;
    whole.extend_from_slice(bytes);
    whole[header..header + 16].copy_from_slice(&Key::of_parts([bytes]).as_bytes()[..16]);
    let Ok(section) = Section::read(whole) else { return };
    let again = Section::read(section.to_bytes(usize::MAX)).expect("what is written can be read");
    assert!(section.read_entries().eq(again.read_entries()));
    assert!(section.to_bytes(1000).len() <= 1000);
    for (_, value) in section.read_entries() {
        let _ = serde_json::from_slice::<model::Judgement>(value);
    }
}

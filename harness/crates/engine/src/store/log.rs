//! One section as bytes: a header, then batches of entries, each batch behind its length and checksum.
//!
//! ```text
//! section = "harness store 1\n" batch*
//! batch   = length: u32   checksum: [u8; 16]   payload          little endian; length of the payload, its hash
//! payload = ( key: [u8; 32]   length: u32   value )*
//! ```
//!
//! A file that was cut anywhere, or whose tail is noise, reads as the batches before the damage. Of two entries with one key the later counts.

use crate::store::Key;
use std::collections::HashMap;
use std::ops::Range;

/// Names the format. Another format gets another number, and reads as [`End::Foreign`] here.
pub const HEADER: &[u8; 16] = b"harness store 1\n";

const FRAME: usize = 4 + 16;
const ENTRY: usize = 32 + 4;

/// How the bytes of a section end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Whole,
    /// Cut, or overwritten with noise, behind the last whole batch.
    Torn,
    /// Not a section of this format.
    Foreign,
}

/// What is in a section.
#[derive(Debug, Default)]
pub struct Contents {
    bytes: Vec<u8>,
    entries: HashMap<Key, Range<usize>>,
    /// Where the whole batches end.
    whole: usize,
}

impl Contents {
    /// Reads as much of `bytes` as is sound.
    pub fn read(bytes: Vec<u8>) -> (Contents, End) {
        let Some(rest) = bytes.strip_prefix(HEADER) else {
            // An empty file, or a header cut short, is what a kill during the first write leaves.
            let end = if bytes.is_empty() {
                End::Whole
            } else if HEADER.starts_with(&bytes) {
                End::Torn
            } else {
                End::Foreign
            };
            return (Contents::default(), end);
        };
        let mut at = bytes.len() - rest.len();
        let mut entries = HashMap::new();
        while let Some(payload) = batch(&bytes, at) {
            if !list(&bytes, payload.clone(), &mut entries) {
                break;
            }
            at = payload.end;
        }
        let end = if at == bytes.len() { End::Whole } else { End::Torn };
        (Contents { bytes, entries, whole: at }, end)
    }

    pub fn get(&self, key: &Key) -> Option<&[u8]> {
        self.entries.get(key).map(|range| &self.bytes[range.clone()])
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Length of the header and the whole batches.
    pub fn whole(&self) -> usize {
        self.whole
    }

    /// Bytes that the entries would take if they were written afresh.
    pub fn live(&self) -> usize {
        HEADER.len() + FRAME + self.entries.values().map(|range| ENTRY + range.len()).sum::<usize>()
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Key, &[u8])> {
        self.entries.iter().map(|(key, range)| (key, &self.bytes[range.clone()]))
    }
}

/// What an entry with this value takes.
pub fn length(value: &[u8]) -> usize {
    ENTRY + value.len()
}

/// A batch with these entries, which a section limit far below 4 GiB bounds.
pub fn write<'e>(entries: impl Iterator<Item = (&'e Key, &'e [u8])>) -> Vec<u8> {
    let four = |length: usize| u32::try_from(length).expect("sections are far shorter than 4 GiB").to_le_bytes();
    let mut bytes = vec![0; FRAME];
    for (key, value) in entries {
        bytes.extend_from_slice(key.as_bytes());
        bytes.extend_from_slice(&four(value.len()));
        bytes.extend_from_slice(value);
    }
    let length = four(bytes.len() - FRAME);
    let sum = checksum(&bytes[FRAME..]);
    bytes[..4].copy_from_slice(&length);
    bytes[4..FRAME].copy_from_slice(&sum);
    bytes
}

/// The payload of the batch at `at`, when all of it is there and its checksum agrees.
fn batch(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let frame = bytes.get(at..at + FRAME)?;
    let length = u32::from_le_bytes(frame[..4].try_into().ok()?) as usize;
    let payload = at + FRAME..(at + FRAME).checked_add(length)?;
    (checksum(bytes.get(payload.clone())?)[..] == frame[4..]).then_some(payload)
}

/// Enters the entries of a payload; false when it is not made of entries, which only another program could have written.
fn list(bytes: &[u8], payload: Range<usize>, entries: &mut HashMap<Key, Range<usize>>) -> bool {
    let mut at = payload.start;
    while at < payload.end {
        let Some(head) = bytes[at..payload.end].first_chunk::<ENTRY>() else { return false };
        let (Some(key), Some(length)) = (head.first_chunk::<32>(), head.last_chunk::<4>()) else { return false };
        let value = at + ENTRY..at + ENTRY + u32::from_le_bytes(*length) as usize;
        if value.end > payload.end {
            return false;
        }
        at = value.end;
        entries.insert(Key::from_bytes(*key), value);
    }
    true
}

fn checksum(payload: &[u8]) -> [u8; 16] {
    let mut sum = [0; 16];
    sum.copy_from_slice(&Key::of_parts([payload]).as_bytes()[..16]);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(name: &str) -> Key {
        Key::of(&[name], b"")
    }

    fn section(batches: &[&[(&str, &str)]]) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        for batch in batches {
            let entries: Vec<(Key, &[u8])> = batch.iter().map(|(k, v)| (key(k), v.as_bytes())).collect();
            bytes.extend(write(entries.iter().map(|(k, v)| (k, *v))));
        }
        bytes
    }

    fn check(bytes: &[u8], entries: &[(&str, &str)], end: End) {
        let (contents, found) = Contents::read(bytes.to_vec());
        assert_eq!(found, end);
        assert_eq!(contents.len(), entries.len());
        for (k, v) in entries {
            assert_eq!(contents.get(&key(k)), Some(v.as_bytes()), "{k}");
        }
    }

    #[test]
    fn the_later_of_two_entries_with_one_key_counts() {
        check(&section(&[&[("a", "1"), ("b", "")], &[("a", "2")]]), &[("a", "2"), ("b", "")], End::Whole);
        check(&section(&[]), &[], End::Whole);
        check(b"", &[], End::Whole);
    }

    #[test]
    fn another_version_is_foreign() {
        let mut bytes = section(&[&[("a", "1")]]);
        bytes[14] = b'2';
        check(&bytes, &[], End::Foreign);
        check(b"SQLite format 3\0", &[], End::Foreign);
    }

    #[test]
    fn cut_at_every_byte_the_batches_before_the_cut_are_read() {
        let first = section(&[&[("a", "1"), ("b", "22")]]);
        let both = section(&[&[("a", "1"), ("b", "22")], &[("a", "3"), ("c", "")]]);
        for cut in 0..both.len() {
            let end = if cut == 0 || cut == HEADER.len() || cut == first.len() { End::Whole } else { End::Torn };
            let entries: &[_] = if cut >= first.len() { &[("a", "1"), ("b", "22")] } else { &[] };
            check(&both[..cut], entries, end);
        }
    }

    #[test]
    fn no_flipped_bit_changes_a_value() {
        let sound = section(&[&[("a", "1"), ("b", "22")], &[("c", "333")]]);
        for byte in 0..sound.len() {
            for bit in 0..8 {
                let mut bytes = sound.clone();
                bytes[byte] ^= 1 << bit;
                let (contents, end) = Contents::read(bytes);
                assert_ne!(end, End::Whole, "byte {byte}, bit {bit}");
                for (k, v) in [("a", "1"), ("b", "22"), ("c", "333")] {
                    let value = contents.get(&key(k));
                    assert!(value.is_none() || value == Some(v.as_bytes()), "byte {byte}, bit {bit}: {k}");
                }
            }
        }
    }

    #[test]
    fn a_tail_of_zeros_is_torn() {
        let mut bytes = section(&[&[("a", "1")]]);
        bytes.extend([0; 4096]);
        check(&bytes, &[("a", "1")], End::Torn);
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(batches in proptest::collection::vec(proptest::collection::vec((0u8..20, any::<Vec<u8>>()), 0..8), 0..6)) {
            let mut bytes = HEADER.to_vec();
            let mut last: HashMap<Key, Vec<u8>> = HashMap::new();
            for batch in &batches {
                let entries: Vec<(Key, &[u8])> = batch.iter().map(|(k, v)| (Key::of(&[], &[*k]), &v[..])).collect();
                bytes.extend(write(entries.iter().map(|(k, v)| (k, *v))));
                last.extend(entries.iter().map(|(k, v)| (*k, v.to_vec())));
            }
            let (contents, end) = Contents::read(bytes);
            prop_assert_eq!(end, End::Whole);
            prop_assert_eq!(contents.len(), last.len());
            for (key, value) in &last {
                prop_assert_eq!(contents.get(key), Some(&value[..]));
            }
        }

        #[test]
        fn noise_is_never_whole_and_never_a_panic(noise in any::<Vec<u8>>()) {
            let bytes = [&HEADER[..], &noise].concat();
            let (contents, end) = Contents::read(bytes);
            prop_assert_eq!(end == End::Whole, noise.is_empty());
            prop_assert_eq!(contents.len(), 0);
        }
    }
}

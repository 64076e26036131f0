//! One section as bytes: a header, a checksum, entries.
//!
//! ```text
//! section = "harness store 2\n" checksum: [u8; 16] entry*   (half the hash of all entries)
//! entry   = key: [u8; 32]   length: u32   value               little endian
//! ```

use model::Key;
use std::collections::HashMap;
use std::io;
use std::ops::Range;

/// Names the format. Another format gets another number.
const HEADER: &[u8; 16] = b"harness store 2\n";

const START: usize = HEADER.len() + 16;
const ENTRY: usize = 32 + 4;

/// Values by key.
#[derive(Debug, Default)]
pub struct Section {
    bytes: Vec<u8>,
    entries: HashMap<Key, Range<usize>>,
    /// Where the values begin that were added since it was read.
    added: usize,
}

impl Section {
    /// # Errors
    /// When these are not the bytes of a section, all of them.
    pub(super) fn read(bytes: Vec<u8>) -> io::Result<Section> {
        let damaged = || io::Error::other("damaged: not read");
        if bytes.len() >= HEADER.len() && !bytes.starts_with(HEADER) {
            return Err(io::Error::other("of another version: not read"));
        }
        let entries = bytes.get(START..).ok_or_else(damaged)?;
        if checksum(entries) != bytes[HEADER.len()..START] {
            return Err(damaged());
        }
        let mut at = START;
        let count = std::iter::from_fn(|| entry(&bytes, at).map(|(_, value)| at = value.end)).count();
        let mut section = Section { entries: HashMap::with_capacity(count), added: bytes.len(), bytes };
        at = START;
        while at < section.bytes.len() {
            let (key, value) = entry(&section.bytes, at).ok_or_else(damaged)?;
            at = value.end;
            section.entries.insert(key, value);
        }
        Ok(section)
    }

    pub fn get(&self, key: &Key) -> Option<&[u8]> {
        self.entries.get(key).map(|range| &self.bytes[range.clone()])
    }

    #[cfg(fuzzing)]
    pub(super) fn values(&self) -> impl Iterator<Item = &[u8]> {
        self.entries.keys().filter_map(|key| self.get(key))
    }

    #[cfg(fuzzing)]
    pub(super) fn same(&self, other: &Section) -> bool {
        self.entries.len() == other.entries.len() && self.entries.keys().all(|key| self.get(key) == other.get(key))
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds entries; the later of two with one key counts.
    pub fn extend(&mut self, added: impl IntoIterator<Item = (Key, Vec<u8>)>) {
        for (key, value) in added {
            let start = self.bytes.len();
            self.bytes.extend(value);
            self.entries.insert(key, start..self.bytes.len());
        }
    }

    /// The whole section. Past `limit`, only what was added, as much as fits.
    pub(super) fn to_bytes(&self, limit: usize) -> Vec<u8> {
        let length = |range: &Range<usize>| ENTRY + range.len();
        let all: usize = self.entries.values().map(length).sum();
        let whole = START + all <= limit;
        let mut bytes = [&HEADER[..], &[0; 16]].concat();
        for (key, range) in &self.entries {
            if whole || range.start >= self.added && bytes.len() + length(range) <= limit {
                let length = u32::try_from(range.len()).expect("a section is far shorter than 4 GiB");
                bytes.extend_from_slice(key.as_bytes());
                bytes.extend_from_slice(&length.to_le_bytes());
                bytes.extend_from_slice(&self.bytes[range.clone()]);
            }
        }
        let sum = checksum(&bytes[START..]);
        bytes[HEADER.len()..START].copy_from_slice(&sum);
        bytes
    }
}

/// The entry at `at`: its key, and where its value lies.
fn entry(bytes: &[u8], at: usize) -> Option<(Key, Range<usize>)> {
    let (key, rest) = bytes.get(at..)?.split_first_chunk::<32>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    let start = bytes.len() - rest.len();
    (length <= rest.len()).then(|| (Key::from_bytes(*key), start..start + length))
}

fn checksum(entries: &[u8]) -> [u8; 16] {
    let hash = Key::of_parts([entries]);
    *hash.as_bytes().first_chunk().expect("a hash has 32 bytes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn section(entries: &[(&str, &str)]) -> Vec<u8> {
        let mut section = Section::default();
        section.extend(entries.iter().map(|(k, v)| (key(k), v.as_bytes().to_vec())));
        section.to_bytes(1 << 20)
    }

    fn key(name: &str) -> Key {
        Key::of(&[name], b"")
    }

    #[test]
    fn the_later_of_two_entries_with_one_key_counts() {
        let read = Section::read(section(&[("a", "1"), ("b", ""), ("a", "2")])).unwrap();
        assert_eq!((read.get(&key("a")), read.get(&key("b"))), (Some(&b"2"[..]), Some(&b""[..])));
        assert!(Section::read(section(&[])).unwrap().is_empty());
    }

    #[test]
    fn another_version_is_not_read() {
        let mut bytes = section(&[("a", "1")]);
        bytes[14] = b'9';
        for bytes in [bytes, b"SQLite format 3\0".to_vec()] {
            assert_eq!(Section::read(bytes).unwrap_err().to_string(), "of another version: not read");
        }
    }

    #[test]
    fn cut_anywhere_it_is_not_read() {
        let bytes = section(&[("a", "1"), ("b", "22")]);
        for cut in 0..bytes.len() {
            // A section without entries is whole, but its checksum is another one.
            assert!(Section::read(bytes[..cut].to_vec()).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn with_any_bit_flipped_it_is_not_read() {
        let sound = section(&[("a", "1"), ("b", "22"), ("c", "333")]);
        for bit in 0..sound.len() * 8 {
            let mut bytes = sound.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Section::read(bytes).is_err(), "bit {bit}");
        }
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(entries in proptest::collection::vec((0u8..20, any::<Vec<u8>>()), 0..40)) {
            let mut section = Section::default();
            section.extend(entries.iter().map(|(k, v)| (Key::of(&[], &[*k]), v.clone())));
            let read = Section::read(section.to_bytes(1 << 20)).unwrap();
            let last: HashMap<Key, &Vec<u8>> = entries.iter().map(|(k, v)| (Key::of(&[], &[*k]), v)).collect();
            for (key, value) in &last {
                prop_assert_eq!(read.get(key), Some(&value[..]));
            }
            prop_assert_eq!(read.entries.len(), last.len());
        }

        #[test]
        fn noise_is_no_section_and_no_panic(noise in any::<Vec<u8>>()) {
            prop_assert!(Section::read(noise.clone()).is_err());
            prop_assert!(Section::read([&HEADER[..], &noise].concat()).is_err());
        }
    }
}

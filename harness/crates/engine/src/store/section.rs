//! One section as bytes: a header, a checksum, an index, values.
//!
//! ```text
//! section = "harness store 3\n" checksum: [u8; 16] count: u32 place* value*     little endian
//! place   = key: [u8; 32]   end: u32         (in the order of keys; where its value ends)
//! checksum: half the hash of all that follows
//! ```
//!
//! Keys are searched for in these bytes: building a map of 20,000 results would take longer than an
//! unchanged run has for them.

use model::Key;
use std::collections::BTreeMap;
use std::io;

/// Names the format. Another format must get another number.
const HEADER: &[u8; 16] = b"harness store 3\n";

const SUMMED: usize = HEADER.len() + 16;
const INDEX: usize = SUMMED + 4;
const PLACE: usize = 32 + 4;

/// Values by key.
#[derive(Debug, Default)]
pub struct Section {
    /// The bytes that were read; empty for a new section.
    bytes: Vec<u8>,
    /// Where in `bytes` the values begin.
    values: usize,
    /// What was added since. It takes precedence over what was read.
    added: BTreeMap<Key, Vec<u8>>,
}

impl Section {
    /// # Errors
    /// When these bytes are not one whole section.
    pub(super) fn read(bytes: Vec<u8>) -> io::Result<Section> {
        let damaged = || io::Error::other("damaged: not read");
        if bytes.len() >= HEADER.len() && !bytes.starts_with(HEADER) {
            return Err(io::Error::other("of another version: not read"));
        }
        let summed = bytes.get(SUMMED..).ok_or_else(damaged)?;
        if checksum(summed) != bytes[HEADER.len()..SUMMED] {
            return Err(damaged());
        }
        let count = u32::from_le_bytes(*summed.first_chunk().ok_or_else(damaged)?) as usize;
        let values = (INDEX + count * PLACE).min(bytes.len());
        let section = Section { bytes, values, added: BTreeMap::new() };
        let end = section.index().last().map_or(0, end);
        if section.index().len() == count && values + end == section.bytes.len() { Ok(section) } else { Err(damaged()) }
    }

    pub fn get(&self, key: &Key) -> Option<&[u8]> {
        match self.added.get(key) {
            Some(value) => Some(value),
            None => self.value(self.index().binary_search_by(|place| place[..32].cmp(key.as_bytes())).ok()?),
        }
    }

    /// The places of what was read, in the order of their keys.
    fn index(&self) -> &[[u8; PLACE]] {
        self.bytes.get(INDEX..self.values).unwrap_or_default().as_chunks().0
    }

    /// The value of the place with this number.
    fn value(&self, number: usize) -> Option<&[u8]> {
        let begin = number.checked_sub(1).map_or(0, |before| end(&self.index()[before]));
        self.bytes[self.values..].get(begin..end(&self.index()[number]))
    }

    /// The entries that were read, in the order of their keys.
    pub(super) fn read_entries(&self) -> impl Iterator<Item = (Key, &[u8])> {
        self.index()
            .iter()
            .enumerate()
            .filter_map(|(number, place)| Some((Key::from_bytes(*place.first_chunk()?), self.value(number)?)))
    }

    pub fn is_empty(&self) -> bool {
        self.index().is_empty() && self.added.is_empty()
    }

    /// Adds entries. Of two with the same key, the later one counts.
    pub fn extend(&mut self, added: impl IntoIterator<Item = (Key, Vec<u8>)>) {
        self.added.extend(added);
    }

    /// The whole section as bytes. Past `limit`, only what was added, as much as fits.
    pub(super) fn to_bytes(&self, limit: usize) -> Vec<u8> {
        let mut entries: BTreeMap<Key, &[u8]> = self.read_entries().collect();
        entries.extend(self.added.iter().map(|(key, value)| (*key, value.as_slice())));
        let length = |value: &[u8]| PLACE + value.len();
        if INDEX + entries.values().map(|value| length(value)).sum::<usize>() > limit {
            let mut all = INDEX;
            let added = self.added.iter().map(|(key, value)| (*key, value.as_slice()));
            let fits = |(_, value): &(Key, &[u8])| {
                let fits = all + length(value) <= limit;
                all += if fits { length(value) } else { 0 };
                fits
            };
            entries = added.filter(fits).collect();
        }
        let number = |length: usize| u32::try_from(length).expect("a section is far shorter than 4 GiB").to_le_bytes();
        let mut bytes = [&HEADER[..], &[0; 16], &number(entries.len())].concat();
        let mut end = 0;
        for (key, value) in &entries {
            end += value.len();
            bytes.extend_from_slice(key.as_bytes());
            bytes.extend_from_slice(&number(end));
        }
        entries.values().for_each(|value| bytes.extend_from_slice(value));
        let sum = checksum(&bytes[SUMMED..]);
        bytes[HEADER.len()..SUMMED].copy_from_slice(&sum);
        bytes
    }
}

/// Where the value of a place ends, counted from where all values begin.
fn end(place: &[u8; PLACE]) -> usize {
    u32::from_le_bytes(*place.last_chunk().expect("a place ends with four bytes")) as usize
}

fn checksum(summed: &[u8]) -> [u8; 16] {
    let hash = Key::of_parts([summed]);
    *hash.as_bytes().first_chunk().expect("a hash has 32 bytes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

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
        // Miri takes seconds to hash a section once.
        for bit in (0..sound.len() * 8).step_by(if cfg!(miri) { 331 } else { 1 }) {
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
            prop_assert_eq!(read.index().len(), last.len());
        }

        #[test]
        fn noise_is_no_section_and_no_panic(noise in any::<Vec<u8>>()) {
            prop_assert!(Section::read(noise.clone()).is_err());
            prop_assert!(Section::read([&HEADER[..], &noise].concat()).is_err());
        }
    }
}

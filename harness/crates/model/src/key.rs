//! Names derived from content.

use sha2::{Digest, Sha256};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::io::{self, BufReader, Read};

/// A SHA-256 hash (FIPS 180-4): equal keys are equal contents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key([u8; 32]);

/// Hashes eight bytes only. They are as good a hash as all 32, and tables of keys are read tens of
/// thousands of times in a run.
impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (first, _) = self.0.split_first_chunk::<8>().expect("a key has 32 bytes");
        state.write_u64(u64::from_le_bytes(*first));
    }
}

impl Key {
    /// Hashes `words` and `bytes` with their lengths, so that no two lists of words read the same.
    pub fn of(words: &[&str], bytes: &[u8]) -> Key {
        Key::of_parts(words.iter().map(|word| word.as_bytes()).chain([bytes]))
    }

    /// Like [`Key::of`], from byte strings.
    pub fn of_parts<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> Key {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Key(hasher.finalize().into())
    }

    /// The hash of everything that is read from `content`, in constant memory.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn of_content(content: impl Read) -> io::Result<Key> {
        let mut hasher = Sha256::new();
        io::copy(&mut BufReader::with_capacity(64 << 10, content), &mut hasher)?;
        Ok(Key(hasher.finalize().into()))
    }

    /// All of it in hexadecimal, as `sha256sum` prints the hash of a content.
    pub fn hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub const fn from_bytes(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }
}

/// 32 hexadecimal digits, half of the hash: a name that cannot collide by accident and fits in a
/// path.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..16].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_words_never_read_the_same() {
        assert_ne!(Key::of(&["ab", "c"], b""), Key::of(&["a", "bc"], b""));
        assert_ne!(Key::of(&["a"], b"b"), Key::of(&["a", "b"], b""));
        assert_eq!(Key::of(&["a"], b"b"), Key::of(&["a"], b"b"));
    }

    #[test]
    fn content_is_hashed_whole_however_it_is_cut_into_reads() {
        let long: Vec<u8> = (0..200_000u32).map(|i| i as u8).collect();
        let chained = (&long[..70_001]).chain(&long[70_001..]);
        assert_eq!(Key::of_content(chained).unwrap(), Key::of_content(&long[..]).unwrap());
        assert_ne!(Key::of_content(&long[1..]).unwrap(), Key::of_content(&long[..]).unwrap());
        assert_eq!(Key::of_content(&b""[..]).unwrap().to_string(), "e3b0c44298fc1c149afbf4c8996fb924");
    }
}

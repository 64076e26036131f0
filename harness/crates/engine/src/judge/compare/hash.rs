//! A fast 128-bit hash for lines.

/// Hashes bytes that come in any pieces: the same bytes give the same hash, however they were cut.
///
/// Two independent lanes of 64 bits, each multiplying every word of 8 bytes into its state and folding the 128-bit product. That
/// mixes well but withstands no attack, and need not: see [`super::unordered`].
#[derive(Clone, Debug)]
pub struct LineHash {
    lanes: [u64; 2],
    /// Bytes that do not make a word yet, the rest being 0.
    tail: [u8; 8],
    bytes: u64,
}

/// Odd, with no pattern: 64 bits of the fractions of the golden ratio, and of the square roots of 2, 3 and 5.
const PHI: u64 = 0x9E37_79B9_7F4A_7C15;
const ROOT_2: u64 = 0x6A09_E667_F3BC_C909;
const ROOT_3: u64 = 0xBB67_AE85_84CA_A73B;
const ROOT_5: u64 = 0x3C6E_F372_FE94_F82B;

impl LineHash {
    pub fn new() -> LineHash {
        LineHash { lanes: [PHI, ROOT_2], tail: [0; 8], bytes: 0 }
    }

    pub fn update(&mut self, mut bytes: &[u8]) {
        let kept = (self.bytes % 8) as usize;
        self.bytes += bytes.len() as u64;
        if kept > 0 {
            let n = bytes.len().min(8 - kept);
            self.tail[kept..kept + n].copy_from_slice(&bytes[..n]);
            if kept + n < 8 {
                return;
            }
            bytes = &bytes[n..];
            self.word(u64::from_le_bytes(self.tail));
            self.tail = [0; 8];
        }
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        self.tail[..rest.len()].copy_from_slice(rest);
    }

    pub fn finish(mut self) -> u128 {
        self.word(u64::from_le_bytes(self.tail));
        self.word(self.bytes);
        // Once more, so that the last word reaches every bit of the sum that this becomes part of.
        self.word(0);
        u128::from(self.lanes[0]) << 64 | u128::from(self.lanes[1])
    }

    fn word(&mut self, word: u64) {
        let [a, b] = self.lanes;
        self.lanes = [
            fold(a ^ word, ROOT_3).wrapping_add(a.rotate_left(29)),
            fold(b ^ word, ROOT_5).wrapping_add(b.rotate_left(37)),
        ];
    }
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn hash(bytes: &[u8]) -> u128 {
        let mut hash = LineHash::new();
        hash.update(bytes);
        hash.finish()
    }

    #[test]
    fn pieces_do_not_matter() {
        let text: Vec<u8> = (0..60).collect();
        for len in 0..text.len() {
            for cut in 0..=len {
                for second in cut..=len {
                    let mut pieces = LineHash::new();
                    pieces.update(&text[..cut]);
                    pieces.update(&text[cut..second]);
                    pieces.update(&text[second..len]);
                    assert_eq!(pieces.finish(), hash(&text[..len]), "{len} bytes cut at {cut} and {second}");
                }
            }
        }
    }

    #[test]
    fn similar_lines_have_different_halves() {
        let mut halves = HashSet::new();
        let mut count = 0;
        let mut add = |text: &[u8]| {
            let hash = hash(text);
            halves.insert((0, (hash >> 64) as u64));
            halves.insert((1, hash as u64));
            count += 2;
        };
        (0..100_000u32).for_each(|i| add(i.to_string().as_bytes()));
        (0..2000).for_each(|zeros| add(&vec![0; zeros]));
        (0..2000).for_each(|i| add(format!("{:>2000}", "x".repeat(i)).as_bytes()));
        assert_eq!(halves.len(), count);
    }

    #[test]
    fn each_bit_of_the_input_flips_half_of_the_output() {
        let text = *b"1234567 89 1011 1213";
        let mut flipped = [0u32; 128];
        for bit in 0..text.len() * 8 {
            let mut other = text;
            other[bit / 8] ^= 1 << (bit % 8);
            let difference = hash(&text) ^ hash(&other);
            assert!((35..=93).contains(&difference.count_ones()), "bit {bit}: {difference:b}");
            (0..128).for_each(|i| flipped[i] += (difference >> i & 1) as u32);
        }
        assert!(flipped.iter().all(|&n| (40..=120).contains(&n)), "of 160: {flipped:?}");
    }

    #[test]
    fn sums_do_not_cancel_like_polynomials() {
        let sum = |lines: [&[u8]; 2]| hash(lines[0]).wrapping_add(hash(lines[1]));
        assert_ne!(sum([b"ab", b"cd"]), sum([b"ad", b"cb"]));
        assert_ne!(sum([b"1", b"4"]), sum([b"2", b"3"]));
    }
}

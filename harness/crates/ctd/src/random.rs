//! Random numbers that are the same on every machine: SplitMix64, by Steele, Lea and Flood (*Fast
//! Splittable Pseudorandom Number Generators*, OOPSLA 2014). No floating point is involved.

use crate::number::Integer;

#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Draws a number from 0 to `end - 1`; 0 if `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        if end == 0 {
            return 0;
        }
        // Reject the remainder, which would make the first numbers more likely.
        let rest = end.wrapping_neg() % end;
        loop {
            let product = u128::from(self.next()) * u128::from(end);
            if product as u64 >= rest {
                return (product >> 64) as u64;
            }
        }
    }

    /// True with a chance of 1 in `end`.
    pub fn one_in(&mut self, end: u64) -> bool {
        self.below(end) == 0
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len() as u64) as usize)
    }

    /// Draws a number from `low` to `high`, all equally likely; `low` if the range is empty.
    pub fn between(&mut self, low: &Integer, high: &Integer) -> Integer {
        let Ok(width) = high.sub(low) else { return low.clone() };
        if width.is_negative() {
            return low.clone();
        }
        let offset = match width.to_u64() {
            Some(u64::MAX) => Integer::from(self.next()),
            Some(width) => Integer::from(self.below(width + 1)),
            None => self.large(&width),
        };
        low.add(&offset).unwrap_or_else(|_| low.clone())
    }

    /// From 0 to `most`, which does not fit in 64 bits.
    fn large(&mut self, most: &Integer) -> Integer {
        let words = most.bits().div_ceil(64);
        let spare = words * 64 - most.bits();
        loop {
            let mut value = Integer::from(self.next() >> spare);
            for _ in 1..words {
                let shifted = value.mul(&Integer::from(1i128 << 64)).and_then(|v| v.add(&Integer::from(self.next())));
                let Ok(next) = shifted else { return most.clone() };
                value = next;
            }
            if value <= *most {
                return value;
            }
        }
    }
}

pub(crate) fn hash(numbers: &[u64]) -> u64 {
    numbers
        .iter()
        .fold(0x243F_6A88_85A3_08D3, |sum, &number| mix(sum ^ mix(number.wrapping_add(0x9E37_79B9_7F4A_7C15))))
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_range_comes() {
        let mut random = Random::new(1);
        let mut seen = [0u32; 7];
        (0..7000).for_each(|_| seen[random.below(7) as usize] += 1);
        assert!(seen.iter().all(|&count| count > 800), "{seen:?}");
        let (low, high) = (Integer::from(-3i64), Integer::from(3i64));
        let values: std::collections::HashSet<Integer> = (0..200).map(|_| random.between(&low, &high)).collect();
        assert_eq!(values.len(), 7);
    }

    #[test]
    fn large_ranges_are_covered_and_kept() {
        let mut random = Random::new(2);
        let high = Integer::from(10i64).pow(40).unwrap();
        let low = high.neg();
        let values: Vec<Integer> = (0..200).map(|_| random.between(&low, &high)).collect();
        assert!(values.iter().all(|value| *value >= low && *value <= high));
        assert!(values.iter().any(Integer::is_negative) && values.iter().any(|value| value.bits() > 130));
        assert_eq!(random.between(&high, &low), high);
    }
}

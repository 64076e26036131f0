//! Numbers that look random and are the same on every machine.

use crate::complaint::{Complaint, Result};
use crate::span::Span;
use std::collections::HashSet;

/// A seeded source of numbers: the same seed always gives the same numbers, everywhere.
///
/// SplitMix64 of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014, with the constants of Vigna's public domain version.
///
/// ```
/// let mut rng = kit::Rng::new(1);
/// let heaps = rng.ints(5, 1..=10);
/// assert_eq!(heaps, [6, 8, 10, 5, 5]);
/// assert_eq!(heaps, kit::Rng::new(1).ints(5, 1..=10));
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
    by_remainder: bool,
    /// Whether any method that draws was called.
    pub(crate) is_used: bool,
}

/// How many draws a method tries before it gives up.
const PATIENCE: usize = 10_000;

impl Rng {
    /// Makes a source with this seed.
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed, by_remainder: false, is_used: false }
    }

    /// From here on, numbers are remainders, like those of `next() % n`. This keeps the bytes of
    /// tests that were drawn that way. New tests do not need it.
    pub fn by_remainder(&mut self) {
        self.by_remainder = true;
    }

    /// Draws 64 random bits.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.is_used = true;
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Draws a number from 0 to `n` - 1. Its bias is below `n` / 2^64.
    ///
    /// # Panics
    /// If `n` is not positive.
    pub fn below(&mut self, n: i64) -> i64 {
        assert!(n > 0, "there is no number below {} and not below 0", n);
        self.draw(n as u64) as i64
    }

    /// Draws a number in the span.
    ///
    /// # Panics
    /// If the span is empty.
    pub fn int(&mut self, span: impl Into<Span>) -> i64 {
        let span = span.into();
        assert!(span.low <= span.high, "there is no number in {}", span);
        let width = (span.high as u64).wrapping_sub(span.low as u64).wrapping_add(1);
        // The whole of `i64` has a width of 2^64, which is 0 here.
        let offset = if width == 0 { self.next() } else { self.draw(width) };
        (span.low as u64).wrapping_add(offset) as i64
    }

    /// Draws `n` numbers in the span.
    pub fn ints(&mut self, n: i64, span: impl Into<Span>) -> Vec<i64> {
        let span = span.into();
        (0..n).map(|_| self.int(span)).collect()
    }

    /// True in `percent` out of 100 cases.
    pub fn chance(&mut self, percent: i64) -> bool {
        self.below(100) < percent
    }

    /// Picks one of `items`.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as i64) as usize]
    }

    /// Shuffles `items`, all orders equally likely: Fisher and Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.is_used = true;
        for last in (1..items.len()).rev() {
            let other = self.below(last as i64 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// Draws the numbers from 1 to `n` in random order.
    pub fn permutation(&mut self, n: i64) -> Vec<i64> {
        let mut numbers: Vec<i64> = (1..=n).collect();
        self.shuffle(&mut numbers);
        numbers
    }

    /// Draws `n` different numbers in the span, in ascending order. Floyd's sampling, so only `n`
    /// draws even from a wide span.
    ///
    /// # Panics
    /// If the span holds fewer than `n` numbers.
    pub fn distinct(&mut self, n: i64, span: impl Into<Span>) -> Vec<i64> {
        self.is_used = true;
        let span = span.into();
        let fits = i128::from(n) <= i128::from(span.high) - i128::from(span.low) + 1;
        assert!(fits, "there are no {} different numbers in {}", n, span);
        let mut chosen = HashSet::new();
        for back in (0..n).rev() {
            let last = span.high - back;
            let number = self.int(span.low..=last);
            if !chosen.insert(number) {
                chosen.insert(last);
            }
        }
        let mut numbers: Vec<i64> = chosen.into_iter().collect();
        numbers.sort_unstable();
        numbers
    }

    /// Draws `parts` numbers of at least `least` whose sum is `sum`, all such lists equally likely.
    ///
    /// # Panics
    /// If there is no such list.
    pub fn partition(&mut self, parts: i64, sum: i64, least: i64) -> Vec<i64> {
        self.is_used = true;
        let free = sum - parts * least;
        assert!(parts > 0 && free >= 0, "{} is not a sum of {} numbers of at least {}", sum, parts, least);
        // Stars and bars: choose the bars among `free + parts - 1` places.
        let mut bars = self.distinct(parts - 1, 1..=free + parts - 1);
        bars.push(free + parts);
        let mut before = 0;
        let mut list = Vec::new();
        for bar in bars {
            list.push(bar - before - 1 + least);
            before = bar;
        }
        list
    }

    /// Draws `n` numbers in the span whose xor is `xor`: a lost position of Nim if `xor` is 0.
    ///
    /// All but one are drawn, and the remaining one, at a random place, is computed. If it does not
    /// lie in the span, all are drawn again.
    pub fn with_xor(&mut self, n: i64, span: impl Into<Span>, xor: i64) -> Result<Vec<i64>> {
        let span = span.into();
        for _ in 0..PATIENCE {
            let mut numbers = self.ints(n - 1, span);
            let last = numbers.iter().fold(xor, |xor, number| xor ^ number);
            let place = self.below(n) as usize;
            if span.contains(last) {
                numbers.insert(place, last);
                return Ok(numbers);
            }
        }
        Err(Complaint::refusal(format!("found no {} numbers of {} with xor {}", n, span, xor)))
    }

    /// A number from 0 to `bound` - 1: the high half of the product.
    fn draw(&mut self, bound: u64) -> u64 {
        let bits = self.next();
        if self.by_remainder {
            bits % bound
        } else {
            ((u128::from(bits) * u128::from(bound)) >> 64) as u64
        }
    }
}

#[cfg(test)]
mod tests;

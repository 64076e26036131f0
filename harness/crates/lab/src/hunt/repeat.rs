//! Whether a generator gives the same input for the same arguments, and another for others. If not
//! the same, a seed leads to nothing a second time; if not another, the generator ignores its seed.

use engine::run::Trial;
use model::{Fault, FaultKind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The first input is made anew after so many others: one whose randomness is the time of day
/// differs only when a second has passed.
const AGAIN_AFTER: [u64; 4] = [1, 8, 64, 512];

/// After so many equal inputs of other arguments, the arguments do not matter.
const EQUAL: u64 = 16;

#[derive(Default)]
pub(super) struct Repeats {
    first: Mutex<Option<(Vec<String>, Vec<u8>)>>,
    made: AtomicU64,
    differs: AtomicBool,
    /// How many inputs of other arguments are equal to the first one. Nothing is counted once one
    /// is another.
    equal: AtomicU64,
    varies: AtomicBool,
}

impl Repeats {
    /// Notes an input that `file` has made of `words`.
    ///
    /// # Errors
    /// A fault of the sandbox.
    pub(super) fn note(
        &self,
        trial: &mut Trial<'_, '_, '_>,
        file: &Path,
        words: &[String],
        bytes: &[u8],
    ) -> Result<(), Fault> {
        let made = self.made.fetch_add(1, Ordering::Relaxed) + 1;
        self.compare(words, bytes);
        if !AGAIN_AFTER.contains(&made) || self.differs() {
            return Ok(());
        }
        let mut held = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let (words, bytes) = held.get_or_insert_with(|| (words.to_vec(), bytes.to_vec())).clone();
        drop(held);
        let is_same = match trial.generate(file, &words) {
            Ok(again) => again.is_none_or(|again| again.input == bytes),
            // It made an input of these before.
            Err(fault) if fault.kind == FaultKind::Checker => false,
            Err(fault) => return Err(fault),
        };
        if !is_same {
            self.differs.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Compares an input with the first one.
    fn compare(&self, words: &[String], bytes: &[u8]) {
        if self.varies.load(Ordering::Relaxed) {
            return;
        }
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let (first_words, first_bytes) = first.get_or_insert_with(|| (words.to_vec(), bytes.to_vec()));
        if first_bytes != bytes {
            self.varies.store(true, Ordering::Relaxed);
        } else if first_words != words {
            self.equal.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether the arguments, a seed among them, do not matter.
    pub(super) fn ignores_arguments(&self) -> bool {
        !self.varies.load(Ordering::Relaxed) && self.equal.load(Ordering::Relaxed) >= EQUAL
    }

    pub(super) fn differs(&self) -> bool {
        self.differs.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generator_ignores_its_arguments_if_many_others_make_the_same() {
        let compared = |inputs: &dyn Fn(u64) -> u64, words: &dyn Fn(u64) -> u64| {
            let repeats = Repeats::default();
            for number in 0..=EQUAL {
                repeats.compare(&[words(number).to_string()], inputs(number).to_string().as_bytes());
            }
            repeats.ignores_arguments()
        };
        assert!(compared(&|_| 7, &|number| number));
        assert!(!compared(&|number| number, &|number| number));
        assert!(!compared(&|number| u64::from(number == EQUAL), &|number| number), "one is another");
        assert!(!compared(&|_| 7, &|_| 1), "there are no others");
    }
}

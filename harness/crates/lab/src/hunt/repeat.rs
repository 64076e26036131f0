//! Whether a generator gives the same input for the same arguments. Where it does not, a seed leads
//! to nothing a second time.

use engine::run::Trial;
use model::{Fault, FaultKind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The first input is made anew after so many others: one whose randomness is the time of day
/// differs only when a second has passed.
const AGAIN_AFTER: [u64; 4] = [1, 8, 64, 512];

#[derive(Default)]
pub(super) struct Repeats {
    first: Mutex<Option<(Vec<String>, Vec<u8>)>>,
    made: AtomicU64,
    differs: AtomicBool,
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
        if !AGAIN_AFTER.contains(&made) || self.differs() {
            return Ok(());
        }
        let mut held = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let (words, bytes) = held.get_or_insert_with(|| (words.to_vec(), bytes.to_vec())).clone();
        drop(held);
        let is_same = match trial.generate(file, &words) {
            Ok(again) => again.is_none_or(|again| again == bytes),
            // It made an input of these before.
            Err(fault) if fault.kind == FaultKind::Checker => false,
            Err(fault) => return Err(fault),
        };
        if !is_same {
            self.differs.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    pub(super) fn differs(&self) -> bool {
        self.differs.load(Ordering::Relaxed)
    }
}

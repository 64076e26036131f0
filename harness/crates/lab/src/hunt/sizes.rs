//! The sizes that a slow right solution leaves to be tried.

/// Tracks the size from which inputs are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    pub below: u64,
    /// Inputs near the bound that were answered quickly, since the last slow one.
    quick: u32,
}

/// This many quick inputs raise the bound.
const PATIENCE: u32 = 32;

impl Sizes {
    pub(super) fn new() -> Sizes {
        Sizes { below: u64::MAX, quick: 0 }
    }

    pub(super) fn allow(&self, size: Option<u64>) -> bool {
        size.is_none_or(|size| size < self.below)
    }

    /// Records whether an input of this size was slow.
    pub(super) fn note(&mut self, size: u64, slow: bool) {
        if slow {
            // A tiny input is never passed over, because nothing would be left.
            self.below = self.below.min((size * 3 / 4).max(3));
            self.quick = 0;
        } else if self.below != u64::MAX && size >= self.below / 2 {
            self.quick += 1;
            if self.quick >= PATIENCE {
                self.below += self.below / 4 + 1;
                self.quick = 0;
            }
        }
    }
}

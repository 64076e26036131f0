//! Judging again whenever something is saved: what was saved, what of it is due, and what became
//! different.
//!
//! Nothing here waits, judges or prints: whoever watches looks at the files as often as it likes.

mod diff;
mod due;
mod failing;
mod round;
mod watcher;

pub use diff::{Change, LastOutcomes};
pub use due::{NextRound, Saves, samples};
pub use failing::{FailingTests, Part, RoundState, Spot, Wish};
pub use round::{RoundEnd, Rounds, problems};
pub use watcher::{Look, Snapshot, Stamp, Watcher};

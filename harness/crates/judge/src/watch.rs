//! Judging again whenever something is saved: what was saved, what of it is due, and which
//! tests fail.
//!
//! Nothing here waits, judges or prints: whoever watches looks at the files as often as it likes.

mod due;
mod failing;
mod watcher;

pub use due::Due;
pub use failing::{FailingTests, Part, RoundState};
pub use watcher::{Look, Snapshot, Stamp, Watcher};

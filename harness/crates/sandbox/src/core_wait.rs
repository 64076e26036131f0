//! How waiting for a core counts in the time on the clock that a run may take.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How the time counts that a program waits for a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoreWait {
    /// It is added to the time on the clock, and so is what a program must have waited that
    /// computes on a core shared by so many `programs`, itself included.
    Excused {
        /// 1 on an otherwise idle machine.
        programs: u32,
    },
    /// Nothing is added: the run ends at a time of day, and not for what it does.
    Counted,
}

impl CoreWait {
    /// On a machine that has nothing else to do.
    pub const ALONE: CoreWait = CoreWait::Excused { programs: 1 };

    /// How many other programs share the core that a program is excused for waiting for.
    pub(crate) fn others(self) -> u32 {
        match self {
            CoreWait::Excused { programs } => programs.saturating_sub(1),
            CoreWait::Counted => 0,
        }
    }

    /// The part of the wall guard `wall` that says how much waiting is left out.
    pub(crate) fn excusing(self, wall: Duration) -> Duration {
        match self {
            CoreWait::Excused { .. } => wall,
            CoreWait::Counted => Duration::ZERO,
        }
    }
}

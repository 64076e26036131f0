//! Time and memory of a run.

use crate::encoding::Millis;
use crate::limits::ByteSize;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Time and memory of a whole process tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Usage {
    /// User + system time.
    #[serde(rename = "cpu_ms", with = "Millis")]
    pub cpu: Duration,
    #[serde(rename = "wall_ms", with = "Millis")]
    pub wall: Duration,
    /// Peak memory.
    #[serde(rename = "memory_kib")]
    pub memory: ByteSize,
}

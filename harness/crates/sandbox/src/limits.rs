//! What a program may use.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The limits of one run of one program. All sizes are in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    /// User + system time of the whole process tree.
    pub cpu: Duration,
    /// Time on the clock: the guard against sleepers.
    pub wall: Duration,
    /// Peak memory of the tree.
    pub memory: u64,
    /// Standard output and standard error together.
    pub output: u64,
    /// The main thread's stack.
    pub stack: u64,
    /// Processes and threads at one time, the first one included.
    pub processes: u32,
    /// File descriptors.
    pub open_files: u32,
    /// The largest file it may write, where it may write one at all.
    pub file_size: u64,
    /// All files together in its scratch folder.
    pub scratch: u64,
}

/// 1 s, 256 MiB, 16 MiB of output, one process: what a small program needs.
impl Default for Limits {
    fn default() -> Limits {
        const MIB: u64 = 1 << 20;
        Limits {
            cpu: Duration::from_secs(1),
            wall: Duration::from_secs(3),
            memory: 256 * MIB,
            output: 16 * MIB,
            stack: 256 * MIB,
            processes: 1,
            open_files: 64,
            file_size: 16 * MIB,
            scratch: 64 * MIB,
        }
    }
}

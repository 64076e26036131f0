//! What a solution may use in packages of other judges.

use model::{ByteSize, Judging, LanguageRules, Limits};
use std::time::Duration;

/// Enough for threads, and for libraries that move their streams out of the way.
const OPEN_FILES: u32 = 1024;

/// Limits as other judges mean them: the same for all languages, and the stack may take all the
/// memory.
pub(crate) fn of_other_judges(judging: &Judging, cpu: Duration, memory: ByteSize, output: ByteSize) -> Limits {
    Limits {
        cpu,
        wall: judging.wall_for(cpu),
        memory,
        stack: memory,
        output,
        open_files: OPEN_FILES,
        languages: LanguageRules::same_time(),
        ..Limits::default()
    }
}

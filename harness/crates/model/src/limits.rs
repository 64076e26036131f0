//! The limits of a program.

use crate::encoding::Millis;
use crate::language_rules::{LanguageRules, RuntimeMemory};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// A size; in JSON a number of KiB, rounded up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "u64"))]
pub struct ByteSize(pub u64);

impl ByteSize {
    pub const fn kib(n: u64) -> ByteSize {
        ByteSize(n * 1024)
    }

    pub const fn mib(n: u64) -> ByteSize {
        ByteSize(n * 1024 * 1024)
    }

    /// Rounded up, so that anything above zero reads as at least 1.
    pub const fn as_kib(self) -> u64 {
        self.0.div_ceil(1024)
    }
}

/// `512 B`, `3 KiB`, `2.5 MiB`, `64 MiB`: at most one decimal, none from 10 upwards.
impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
        if self.0 < 1024 {
            return f.pad(&format!("{} B", self.0));
        }
        let mut value = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while value >= 1023.95 && unit + 1 < UNITS.len() {
            value /= 1024.0;
            unit += 1;
        }
        let decimals = if value >= 9.95 || (value - value.round()).abs() < 0.05 { 0 } else { 1 };
        f.pad(&format!("{value:.decimals$} {}", UNITS[unit]))
    }
}

impl Serialize for ByteSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.as_kib())
    }
}

impl<'de> Deserialize<'de> for ByteSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByteSize, D::Error> {
        Ok(ByteSize(u64::deserialize(deserializer)?.saturating_mul(1024)))
    }
}

/// The limits of one run of one program. Verdicts depend on `cpu`; `wall` guards against sleepers.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    /// User + system time of the whole process tree.
    #[serde(rename = "cpu_ms", with = "Millis")]
    pub cpu: Duration,
    /// Time on the clock.
    #[serde(rename = "wall_ms", with = "Millis")]
    pub wall: Duration,
    /// Peak memory of the tree.
    #[serde(rename = "memory_kib")]
    pub memory: ByteSize,
    /// Standard output and standard error together.
    #[serde(rename = "output_kib")]
    pub output: ByteSize,
    /// The main thread's stack.
    #[serde(rename = "stack_kib")]
    pub stack: ByteSize,
    /// Processes and threads at one time, the first one included.
    pub processes: u32,
    /// File descriptors.
    pub open_files: u32,
    /// The largest file that it may write, if it may write any.
    #[serde(rename = "file_size_kib")]
    pub file_size: ByteSize,
    /// How the limits hold for each language.
    #[serde(skip)]
    pub languages: LanguageRules,
    /// Solutions may start processes as well as threads, and run what they can see.
    #[serde(skip)]
    pub fork: bool,
}

impl Limits {
    /// The most threads where nothing else is said: more than a runtime has, and as many as systems
    /// for contests allow.
    pub const THREADS: u32 = 64;

    /// The memory limit that the problem states: without what a runtime may have for itself.
    pub fn stated_memory(&self) -> ByteSize {
        let of_runtime = match self.languages.runtime {
            RuntimeMemory::Within { bytes } => bytes,
            RuntimeMemory::Added | RuntimeMemory::Counted => 0,
        };
        ByteSize(self.memory.0.saturating_sub(of_runtime))
    }

    /// The wall guard that goes with a CPU limit unless the problem sets one: twice the limit and a
    /// second.
    pub fn wall_for(cpu: Duration) -> Duration {
        cpu * 2 + Duration::from_secs(1)
    }

    /// Total size of the files that a program may write to its scratch folder: four times
    /// the largest one.
    pub fn files(&self) -> ByteSize {
        ByteSize(self.file_size.0.saturating_mul(4))
    }

    /// The deadline of a dialogue that goes with a CPU limit unless the problem sets one: twice the
    /// limit.
    pub fn deadline_for(cpu: Duration) -> Duration {
        cpu * 2
    }

    /// Limits for a problem's own programs: far more than they need, but an end for those that hang
    /// or flood.
    pub fn for_tools() -> Limits {
        Limits {
            cpu: Duration::from_secs(20),
            wall: Limits::tool_wall_for(Duration::from_secs(20)),
            memory: ByteSize::mib(1024),
            output: ByteSize::mib(64),
            open_files: 256,
            file_size: ByteSize::mib(64),
            ..Limits::default()
        }
    }

    /// The wall guard of a tool unless the problem sets one: three times its CPU limit.
    pub fn tool_wall_for(cpu: Duration) -> Duration {
        cpu * 3
    }
}

/// The limits of a `problem.toml` that sets none: 1 s, 256 MiB, 16 MiB of output, 64 threads.
impl Default for Limits {
    fn default() -> Limits {
        let cpu = Duration::from_secs(1);
        Limits {
            cpu,
            wall: Limits::wall_for(cpu),
            memory: ByteSize::mib(256),
            output: ByteSize::mib(16),
            stack: ByteSize::mib(256),
            processes: Limits::THREADS,
            open_files: 64,
            file_size: ByteSize::mib(16),
            languages: LanguageRules::default(),
            fork: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_as_people_write_them() {
        let cases = [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1 KiB"),
            (2560, "2.5 KiB"),
            (64 << 20, "64 MiB"),
            ((64 << 20) + 1, "64 MiB"),
            ((1 << 20) - 1, "1 MiB"),
            (10 << 30, "10 GiB"),
        ];
        for (bytes, text) in cases {
            assert_eq!(ByteSize(bytes).to_string(), text);
        }
    }

    #[test]
    fn kib_round_up() {
        assert_eq!([0, 1, 1024, 1025].map(|b| ByteSize(b).as_kib()), [0, 1, 1, 2]);
    }
}

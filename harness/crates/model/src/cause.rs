//! Why a run ended as it was judged: data, and the sentence that a person reads.
//!
//! Nothing decides by the sentence. Whoever needs to know whether a program was killed or slept
//! matches on [`Cause`].

use crate::encoding::Millis;
use crate::limits::ByteSize;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Why a run has its verdict, apart from `accepted`. Sizes are in bytes.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Cause {
    /// It used more CPU time than it may.
    Cpu {
        #[serde(rename = "used_ms", with = "Millis")]
        used: Duration,
        #[serde(rename = "limit_ms", with = "Millis")]
        limit: Duration,
    },
    /// It was stopped for its CPU time, though the measured time is not above the limit.
    StoppedForCpu {
        #[serde(rename = "limit_ms", with = "Millis")]
        limit: Duration,
    },
    /// The wall guard stopped it.
    Wall {
        #[serde(rename = "wall_ms", with = "Millis")]
        wall: Duration,
        #[serde(rename = "cpu_ms", with = "Millis")]
        cpu: Duration,
        blame: Blame,
    },
    /// In a dialogue, each side waited for the other to write.
    Deadlock,
    /// In a dialogue, both sides waited until the deadline.
    Deadline {
        #[serde(rename = "deadline_ms", with = "Millis")]
        deadline: Duration,
    },
    /// In a dialogue, it still computed at the deadline.
    Computing {
        #[serde(rename = "deadline_ms", with = "Millis")]
        deadline: Duration,
        #[serde(rename = "cpu_ms", with = "Millis")]
        cpu: Duration,
    },
    /// Its peak was above the limit.
    Memory { peak: u64, limit: u64 },
    /// It was killed at the memory limit.
    StoppedForMemory { limit: u64 },
    /// It was refused memory, and ended badly after that.
    MemoryRefused { limit: u64, then: Box<Cause> },
    /// It wrote more than it may.
    Output { written: u64, limit: u64 },
    /// It was stopped for what it wrote.
    StoppedForOutput { limit: u64 },
    /// It ended with this exit code, which is not 0.
    Exit { code: i32 },
    /// It was killed by a signal, and not by us.
    Signal {
        signal: i32,
        /// `SIGSEGV`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The kernel killed it within its own limit: a container or the whole machine was out of
    /// memory. Never a final result: it is run again alone, and is a fault if that happens again.
    Starved,
    /// It was refused a thread, and ended badly after that. At most `allowed` may run at one time.
    ThreadRefused { then: Box<Cause>, allowed: u32 },
    /// It was refused a process, and ended badly after that.
    ProcessRefused { then: Box<Cause> },
    /// The comparison found a difference: `line 3, token 1: expected 4, got 5`.
    Differs { place: String },
    /// The problem's own checker or interactor rejected it.
    Rejected {
        by: String,
        /// The first line of its message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        says: Option<String>,
    },
    /// In a multi-pass problem: the pass that decided.
    InPass { pass: u32, cause: Box<Cause> },
}

/// What a program did while the clock ran out.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blame {
    /// It computed for at least half of the time.
    Computed,
    /// It slept, or waited for something.
    Slept,
    /// It got as much as it could of a machine where so many other programs wanted the cores.
    Crowded(Crowd),
}

/// How many other programs wanted how many cores.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crowd {
    pub others: u64,
    pub cores: u64,
}

impl Cause {
    /// The cause itself, in whatever pass it came up.
    pub fn root(&self) -> &Cause {
        let mut cause = self;
        while let Cause::InPass { cause: inner, .. } = cause {
            cause = inner;
        }
        cause
    }

    /// Whether the program was killed, by whomever, so that it matters where it was.
    pub fn is_signal(&self) -> bool {
        if let Cause::ThreadRefused { then, .. } | Cause::ProcessRefused { then } = self.root() {
            return then.is_signal();
        }
        matches!(self.root(), Cause::Signal { .. })
    }

    /// The same, found in this pass of several.
    #[must_use]
    pub fn in_pass(self, pass: u32) -> Cause {
        Cause::InPass { pass, cause: Box::new(self) }
    }
}

/// One line, without its verdict: `signal 11 (SIGSEGV)`, `CPU time 2.01 s, limit 2.00 s`.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Cpu { used, limit } => {
                let (used, limit) = told_apart(*used, *limit);
                write!(f, "CPU time {used}, limit {limit}")
            }
            Cause::StoppedForCpu { limit } => write!(f, "stopped at the CPU limit of {}", seconds(*limit, 2)),
            Cause::Wall { wall, cpu, blame } => {
                write!(f, "wall guard: {} on the clock, {} of CPU{blame}", seconds(*wall, 1), seconds(*cpu, 1))
            }
            Cause::Deadlock => f.write_str(
                "deadlock: each waited for the other to write (flush each line, and end when the dialogue is over)",
            ),
            Cause::Deadline { deadline } => {
                write!(f, "deadlock: both waited until the deadline of {}", seconds(*deadline, 1))
            }
            Cause::Computing { deadline, cpu } => {
                let (deadline, cpu) = (seconds(*deadline, 1), seconds(*cpu, 1));
                write!(f, "still computing at the deadline of {deadline}, {cpu} of CPU")
            }
            Cause::Memory { peak, limit } => {
                let (mut used, mut allowed) = (ByteSize(*peak).to_string(), ByteSize(*limit).to_string());
                // Both sizes are rounded for reading. Where they then look equal, the bytes tell
                // them apart.
                if used == allowed {
                    (used, allowed) = (format!("{peak} B"), format!("{limit} B"));
                }
                write!(f, "peak memory {used}, limit {allowed}")
            }
            Cause::StoppedForMemory { limit } => write!(f, "killed at the memory limit of {}", ByteSize(*limit)),
            Cause::MemoryRefused { limit, then } => {
                write!(f, "memory refused at the limit of {}, then {then}", ByteSize(*limit))
            }
            Cause::Output { written, limit } => write!(f, "wrote {written} bytes, limit {}", ByteSize(*limit)),
            Cause::StoppedForOutput { limit } => write!(f, "stopped at the output limit of {}", ByteSize(*limit)),
            Cause::Exit { code } => write!(f, "exit code {code}"),
            Cause::Signal { signal, name: Some(name) } => write!(f, "signal {signal} ({name})"),
            Cause::Signal { signal, name: None } => write!(f, "signal {signal}"),
            Cause::Starved => f.write_str("the container or the machine was out of memory"),
            Cause::ThreadRefused { then, allowed } => {
                write!(f, "{then}: it was refused a thread (limits.processes allows {allowed})")
            }
            Cause::ProcessRefused { then } => write!(f, "{then}: it was refused a process (limits.fork allows none)"),
            Cause::Differs { place } => f.write_str(place),
            Cause::Rejected { by, says: Some(says) } => write!(f, "{by}: {says}"),
            Cause::Rejected { by, says: None } => write!(f, "rejected by {by}"),
            Cause::InPass { pass, cause } => write!(f, "pass {pass}: {cause}"),
        }
    }
}

/// The end of the sentence about the wall guard, with what stands before it.
impl fmt::Display for Blame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Blame::Computed => Ok(()),
            Blame::Slept => f.write_str(": it slept or waited"),
            Blame::Crowded(crowd) => write!(f, ": {crowd}"),
        }
    }
}

impl fmt::Display for Crowd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Crowd { others, cores } = *self;
        let plural = |n: u64| if n == 1 { "" } else { "s" };
        write!(f, "{others} other program{} wanted the {cores} core{}", plural(others), plural(cores))
    }
}

fn seconds(time: Duration, decimals: usize) -> String {
    format!("{:.decimals$} s", time.as_secs_f64())
}

/// The times in hundredths of a second, or with as many decimals as it takes to see that the first
/// is larger.
fn told_apart(larger: Duration, smaller: Duration) -> (String, String) {
    [2, 3, 6, 9]
        .map(|decimals| (seconds(larger, decimals), seconds(smaller, decimals)))
        .into_iter()
        .find(|(a, b)| a != b)
        .unwrap_or_else(|| (seconds(larger, 9), seconds(smaller, 9)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_cause_is_one_sentence_and_itself_again_when_it_is_read() {
        let check = |cause: Cause, sentence: &str, json: &str| {
            assert_eq!(cause.to_string(), sentence);
            assert_eq!(serde_json::to_string(&cause).unwrap(), json);
            assert_eq!(serde_json::from_str::<Cause>(json).unwrap(), cause);
        };
        check(
            Cause::Cpu { used: MS(1020), limit: MS(1000) },
            "CPU time 1.02 s, limit 1.00 s",
            r#"{"kind":"cpu","used_ms":1020.0,"limit_ms":1000.0}"#,
        );
        let segv = Cause::Signal { signal: 11, name: Some("SIGSEGV".to_owned()) };
        check(segv.clone(), "signal 11 (SIGSEGV)", r#"{"kind":"signal","signal":11,"name":"SIGSEGV"}"#);
        check(
            segv.in_pass(2),
            "pass 2: signal 11 (SIGSEGV)",
            r#"{"kind":"in-pass","pass":2,"cause":{"kind":"signal","signal":11,"name":"SIGSEGV"}}"#,
        );
        check(
            Cause::MemoryRefused { limit: 64 << 20, then: Box::new(Cause::Exit { code: 1 }) },
            "memory refused at the limit of 64 MiB, then exit code 1",
            r#"{"kind":"memory-refused","limit":67108864,"then":{"kind":"exit","code":1}}"#,
        );
        let crowded = Blame::Crowded(Crowd { others: 15, cores: 2 });
        check(
            Cause::Wall { wall: MS(3010), cpu: MS(990), blame: crowded },
            "wall guard: 3.0 s on the clock, 1.0 s of CPU: 15 other programs wanted the 2 cores",
            r#"{"kind":"wall","wall_ms":3010.0,"cpu_ms":990.0,"blame":{"crowded":{"others":15,"cores":2}}}"#,
        );
        check(
            Cause::Rejected { by: "checker.rs".to_owned(), says: None },
            "rejected by checker.rs",
            r#"{"kind":"rejected","by":"checker.rs"}"#,
        );
    }

    #[test]
    fn what_killed_a_program_is_seen_through_its_pass() {
        let killed = Cause::Signal { signal: 9, name: None };
        assert!(killed.is_signal() && killed.in_pass(3).is_signal());
        assert!(!Cause::Exit { code: 9 }.is_signal());
        // A checker may say anything.
        let says = Some("signal 9 (SIGKILL)".to_owned());
        assert!(!Cause::Rejected { by: "checker.rs".to_owned(), says }.is_signal());
    }
}

//! The processor of this machine: times are comparable on one model only.

use std::env;
use std::fs;

/// This machine's name, from the kernel.
#[expect(clippy::disallowed_methods, reason = "what the kernel says")]
pub fn host() -> String {
    let read = |file| fs::read_to_string(file).ok().map(|text| text.trim().to_owned());
    read("/proc/sys/kernel/hostname").or_else(|| read("/etc/hostname")).unwrap_or_else(|| "unknown".to_owned())
}

/// The processor's model, as far as it is known: `AMD EPYC 7R13 Processor`.
#[expect(clippy::disallowed_methods, reason = "what the kernel says")]
pub fn processor() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
    model.map_or_else(|| env::consts::ARCH.to_owned(), |(_, model)| model.trim().to_owned())
}

//! Rejections that say nothing about the file: the machine was at fault, not the compiler's input.

use crate::build::sources::Sources;
use sandbox::leftovers::Leftovers;
use std::path::Path;

/// The messages of compilers when the machine, not the file, is at fault: strerror(3) of whatever
/// can run out.
const RAN_OUT: [&str; 7] = [
    "No space left on device",
    "Disk quota exceeded",
    "Read-only file system",
    "Too many open files",
    "Cannot allocate memory",
    "Resource temporarily unavailable",
    "Input/output error",
];

/// Why a rejection says nothing about the file. Messages that also occur in the file are not
/// believed.
pub(super) fn machine_trouble(messages: &str, sources: &Sources, staging: &Path) -> Option<&'static str> {
    let holds = |bytes: &[u8], words: &str| memchr::memmem::find(bytes, words.as_bytes()).is_some();
    let in_source = |words: &str| sources.files.iter().any(|(_, bytes)| holds(bytes, words));
    let reason = RAN_OUT.into_iter().find(|words| messages.contains(words) && !in_source(words));
    // The disk need not be full any more: what the compiler took may be free again by now.
    reason.or_else(|| Leftovers::of(staging).is_ok_and(|left| left.is_full()).then_some("the disk is full"))
}

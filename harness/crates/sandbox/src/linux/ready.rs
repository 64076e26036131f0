//! Waits for descriptors.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::BorrowedFd;
use std::time::Duration;

/// Sleeps until one of `reads` has something, there is room in one of `writes`, or `patience` is
/// over. Returns which of `reads` have something. A signal may wake it, too.
pub(super) fn ready<'f, const N: usize>(
    reads: [Option<BorrowedFd<'f>>; N],
    writes: impl IntoIterator<Item = BorrowedFd<'f>>,
    patience: Duration,
) -> [bool; N] {
    let mut watched: Vec<PollFd<'_>> =
        reads.iter().flatten().map(|fd| PollFd::from_borrowed_fd(*fd, PollFlags::IN)).collect();
    watched.extend(writes.into_iter().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::OUT)));
    // Longer than the kernel can count is for ever. After an error nothing is ready.
    let _ = poll(&mut watched, Timespec::try_from(patience).ok().as_ref());
    let mut answers = watched.iter().map(|entry| !entry.revents().is_empty());
    reads.map(|fd| fd.is_some() && answers.next().unwrap_or(false))
}

//! Looks at something else while a run goes on.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Runs `work` on this thread, and calls `look` on another one every `pace`, until it returns false
/// or the work is done.
pub fn with_watcher<T>(pace: Duration, mut look: impl FnMut() -> bool + Send, work: impl FnOnce() -> T) -> T {
    // Dropped when the work is done, even if it panics. Then the other thread wakes at once and
    // ends.
    let (going_on, done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let looks = move || {
            while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(pace) {
                if !look() {
                    return;
                }
            }
        };
        // Where this user may start no more threads, nobody looks.
        let _ = thread::Builder::new().spawn_scoped(scope, looks);
        let result = work();
        drop(going_on);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_thread_looks_while_work_goes_on_and_ends_with_it() {
        let (seen, wait) = mpsc::channel();
        let look = move || seen.send(()).is_ok();
        // The work waits for three looks, so it cannot end before them.
        let result = with_watcher(Duration::from_millis(1), look, || (0..3).map(|_| wait.recv().unwrap()).count());
        assert_eq!(result, 3);
    }

    #[test]
    fn work_that_is_done_is_not_held_up_by_the_pace() {
        assert_eq!(with_watcher(Duration::from_secs(3600), || panic!("never looked"), || 7), 7);
    }
}

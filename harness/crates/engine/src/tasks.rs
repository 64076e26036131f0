//! How many threads and processes the machine can have.

use std::sync::{Mutex, mpsc};
use std::thread;

/// Whether so many tasks can be there at once. Only starting them shows it: the kernel counts all
/// that a container or a user has started, and not everybody may read the limit.
pub fn starts(tasks: u32) -> bool {
    const STACK: usize = 16 << 10;
    let (end, ended) = mpsc::channel::<()>();
    let ended = Mutex::new(ended);
    thread::scope(|scope| {
        let waits = || drop(ended.lock().map(|ended| ended.recv()));
        let all = (0..tasks)
            .map(|_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, waits))
            .all(|started| started.is_ok());
        drop(end);
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_starts_a_few_tasks_which_end() {
        assert!(starts(4));
    }
}

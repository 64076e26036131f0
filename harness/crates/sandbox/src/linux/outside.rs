//! Runs a program that talks with somebody outside its cell, with the relay of [`super::pair`] in
//! between.
//!
//! Nothing of the outside is visible in the cell. The program has two pipes, and the relay, in the
//! calling thread, passes the partner's words to the program and the program's to the partner. It
//! waits for the partner only in `poll`, so a person who thinks for an hour holds up nothing, and
//! the end of the program is noticed at once.

use super::cell_pool::CellPool;
use super::held_cell::{Failure, PATIENCE};
use super::messages::Request;
use super::party::{Party, finish};
use super::ready::ready;
use crate::facts::Kill;
use crate::{Cancel, CompletedRun, Exec, Partner};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

/// Bytes under way to the program, beyond which the partner is not read.
const BUFFER: usize = 64 * 1024;
/// How often the scratch folder is checked.
const LOOK: Duration = Duration::from_millis(100);

pub(super) fn run(
    pool: &mut CellPool,
    exec: &Exec,
    partner: &mut Partner<'_>,
    cancel: &Cancel,
) -> Result<Option<CompletedRun>, Failure> {
    let grace = partner.grace;
    let mut party = Party::start(pool, exec, exec.limits.wall + grace)?;
    let mut buffer = vec![0; 64 * 1024];
    // When the partner said its last word, and whether the program was stopped for going on.
    let mut over: Option<Instant> = None;
    let mut stopped = false;
    while party.facts.is_none() {
        let words = Some(partner.words).filter(|_| over.is_none() && party.pending.len() < BUFFER);
        let reads = [words, party.output.as_ref().map(AsFd::as_fd), party.cell(), Some(cancel.fd())];
        // Or it is time to look at folders and clocks again.
        let [words, output, answer, cancelled] = ready(reads, party.writable(), LOOK);
        if cancelled {
            if !party.held.stop(PATIENCE)? {
                return Err(pool.kill_all());
            }
            pool.keep(party.held);
            return Ok(None);
        }
        if words && !listen(&mut party, partner.words, &mut buffer) {
            over = Some(Instant::now());
        }
        if over.is_some() && party.pending.is_empty() {
            party.end_input();
        }
        if output {
            speak(&mut party, partner, &mut buffer);
        }
        party.bound_output();
        party.bound_use();
        party.flush();
        if answer {
            party.take_facts()?;
        }
        let late = over.map_or(Duration::ZERO, |since| since.elapsed());
        if late >= grace + PATIENCE {
            return Err(pool.kill_all());
        }
        if late >= grace && !stopped && party.facts.is_none() {
            stopped = true;
            party.held.request(&Request::End(Kill::Wall));
        }
    }
    // Take what it said at the very end.
    while speak(&mut party, partner, &mut buffer) {}
    finish(party, pool).map(Some)
}

/// Takes what the partner says. Returns false at its end.
fn listen(party: &mut Party<'_>, words: BorrowedFd<'_>, buffer: &mut [u8]) -> bool {
    match rustix::io::read(words, &mut *buffer) {
        Ok(0) => false,
        Ok(length) => {
            if party.input.is_some() {
                party.pending.extend_from_slice(&buffer[..length]);
            }
            true
        }
        Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => true,
        // A terminal that is gone says nothing more.
        Err(_) => false,
    }
}

/// Hands over what the program says. Returns false when there is nothing now.
fn speak(party: &mut Party<'_>, partner: &mut Partner<'_>, buffer: &mut [u8]) -> bool {
    let words = party.listen(buffer);
    if let Some(words) = words {
        (partner.hear)(words);
    }
    words.is_some()
}

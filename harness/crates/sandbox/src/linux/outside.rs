//! Runs a program that talks with somebody outside its cell, with the relay of [`super::pair`] in
//! between.
//!
//! Nothing of the outside is visible in the cell. The program has two pipes, and the relay, in the
//! calling thread, passes the partner's words to the program and the program's to the partner. It
//! waits for the partner only in `poll`, so a person who thinks for an hour holds up nothing, and
//! the end of the program is noticed at once.

use super::held_cell::{Failure, PATIENCE};
use super::keeper::Keeper;
use super::messages::Request;
use super::party::{Party, finish};
use crate::facts::Killed;
use crate::{Cancel, Completed, Exec, Partner, Terms};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

/// Bytes under way to the program, beyond which the partner is not read.
const BUFFER: usize = 64 * 1024;
/// How often the scratch folder is checked.
const LOOK: Duration = Duration::from_millis(100);

pub(super) fn run(
    keeper: &mut Keeper,
    exec: &Exec,
    partner: &mut Partner<'_>,
    cancel: &Cancel,
) -> Result<Option<Completed>, Failure> {
    let grace = partner.grace;
    let terms = Terms { wall: exec.limits.wall, grace, transcript: 0 };
    let mut party = Party::start(keeper, exec, &terms)?;
    let mut buffer = vec![0; 64 * 1024];
    // When the partner said its last word, and whether the program was stopped for going on.
    let mut over: Option<Instant> = None;
    let mut stopped = false;
    while party.facts.is_none() {
        let ready = wait(&party, over.is_none().then_some(partner.words), cancel);
        if ready.cancel {
            if !party.held.stop(PATIENCE)? {
                return Err(keeper.kill_all());
            }
            keeper.keep(party.held);
            return Ok(None);
        }
        if ready.words && !listen(&mut party, partner.words, &mut buffer) {
            over = Some(Instant::now());
        }
        if over.is_some() && party.pending.is_empty() {
            party.end_input();
        }
        if ready.output {
            speak(&mut party, partner, &mut buffer);
        }
        party.bound_output();
        party.bound_files();
        party.flush();
        if ready.answer {
            party.take_facts()?;
        }
        let late = over.map_or(Duration::ZERO, |since| since.elapsed());
        if late >= grace + PATIENCE {
            return Err(keeper.kill_all());
        }
        if late >= grace && !stopped && party.facts.is_none() {
            stopped = true;
            party.held.request(&Request::End(Killed::Wall));
        }
    }
    // Take what it said at the very end.
    while speak(&mut party, partner, &mut buffer) {}
    finish(party, keeper).map(Some)
}

/// What there is to do.
struct Ready {
    words: bool,
    output: bool,
    answer: bool,
    cancel: bool,
}

/// Sleeps until something can be done, or it is time to look at folders and clocks again.
fn wait(party: &Party<'_>, words: Option<BorrowedFd<'_>>, cancel: &Cancel) -> Ready {
    let entries = [
        (words.filter(|_| party.pending.len() < BUFFER), PollFlags::IN),
        (party.output.as_ref().map(AsFd::as_fd), PollFlags::IN),
        (party.cell(), PollFlags::IN),
        (Some(cancel.fd()), PollFlags::IN),
        (party.writable(), PollFlags::OUT),
    ];
    let mut polled: Vec<PollFd<'_>> =
        entries.iter().filter_map(|(fd, flags)| Some(PollFd::from_borrowed_fd((*fd)?, *flags))).collect();
    let timeout = Timespec { tv_sec: 0, tv_nsec: LOOK.subsec_nanos().into() };
    let _ = poll(&mut polled, Some(&timeout));
    let mut ready = polled.iter().map(|entry| !entry.revents().is_empty());
    let [words, output, answer, cancel] =
        [0, 1, 2, 3].map(|at| entries[at].0.is_some() && ready.next().unwrap_or(false));
    Ready { words, output, answer, cancel }
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

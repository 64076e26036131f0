//! Runs two programs that talk to each other, with a relay between them that keeps what they wrote.
//!
//! # Theory of operation
//!
//! Each program runs in a cell of its own. Its standard input and output are pipes whose other ends
//! are here. The relay, in the calling thread, reads what one writes, notes it, and writes it to
//! the other. It sleeps in one `poll` on everything it waits for: data, room in a pipe that was
//! full, the cells' answers, the cancel flag, the next deadline. It never blocks on either program:
//! what cannot be written is kept, up to [`BUFFER`](super::party::BUFFER), and only then is the
//! writer left waiting.
//!
//! *Ending.* When a program has ended, the other one's input ends. What the other still writes is
//! read and thrown away, so that it does not die of a broken pipe. It goes on with what is left of
//! its own limits: the first one until the deadline of the dialogue, the second one for its own
//! time alone. Only where the second one's end has decided everything, the first one is stopped
//! after the grace. At the deadline, both are stopped at once: what they would do after it, with
//! the end of their input, means nothing, and nobody is to read it.
//!
//! *Clock.* The dialogue stands still while the relay does not run: the harness was suspended with
//! Ctrl-Z, or waited for a core. So the relay wakes every [`TICK`], and what lies between two looks
//! beyond that is added to every deadline. The programs' own wall guards are later than any.
//! Before a deadline counts, it grows by the time for which neither program is to blame: what the
//! kernel says that they waited for a core or a disk, and on a crowded machine a share of what they
//! computed and of each turn in their dialogue, since each turn may wait for a core. A sleeper
//! meets the same deadline on any machine.
//!
//! *Deadlock.* When nothing has been under way for a while, the relay checks whether both programs
//! wait for input. If the first one waits, and then the second one, and nothing was written
//! meanwhile, neither will ever go on, because only the relay could wake them. So the deadline is
//! brought forward to now.
//!
//! *Output cap.* The pipes hold more than a program may be allowed to write. So the moment at which
//! the first program passes its cap depends on who had a core. It is held back at the cap, and
//! ended when the second program waits for more: then it has written too much while the second one
//! was alive. If the second one ends without waiting for more, its verdict counts. Where the relay
//! cannot see it wait, the deadline ends both.
//!
//! *Order.* A process closes its pipes a moment before it counts as ended. So that a partner that
//! ends in answer is not taken for the first, an end of file is passed on when the cell has
//! reported the writer's end. If the second program closes its output and goes on living, the
//! first one knows after [`HOLD`]; a program that only dies slowly, on a crowded machine, does not
//! go on. What the first one closes, the second one sees when the first has ended, as with Kattis
//! and BAPCtools: what a solution dies of later counts.

use super::cell_pool::CellPool;
use super::held_cell::{Failure, PATIENCE};
use super::messages::Request;
use super::party::{Party, finish};
use super::process_tree;
use super::ready::ready;
use super::usage_watch::UsageWatch;
use crate::facts::Kill;
use crate::{Cancel, CompletedPair, Exec, Side, Terms, longest_queue};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

/// How long an end of file is held back before the relay checks whether its writer goes on.
const HOLD: Duration = Duration::from_millis(20);
/// How long nothing is written before the relay looks for a deadlock. Each look doubles it.
const SILENCE: Duration = Duration::from_millis(100);
/// How long a program that another one wakes may wait for a core, for each program that shares the
/// core with it.
const SLICE: Duration = Duration::from_millis(10);
/// The longest sleep of the relay.
const TICK: Duration = Duration::from_millis(100);
const SIDES: [Side; 2] = [Side::First, Side::Second];

pub(super) fn run(
    pool: &mut CellPool,
    execs: [&Exec; 2],
    terms: &Terms,
    cancel: &Cancel,
) -> Result<Option<CompletedPair>, Failure> {
    let latest = terms.wall + terms.alone + terms.grace;
    let first = Party::start(pool, execs[0], latest)?;
    let second = match Party::start(pool, execs[1], latest) {
        Ok(second) => second,
        Err(failure) => {
            // Dropping its socket ends the first program with its cell.
            drop(first);
            return Err(failure);
        }
    };
    // Not before both have a cell: setting one up takes long on a crowded machine.
    let start = Instant::now();
    let mut relay = Relay {
        parties: [first, second],
        terms,
        last: start,
        deadline: start + terms.wall,
        over: None,
        quiet: Silence::since(start),
        granted: Duration::ZERO,
        deadlock: false,
        exhausted: false,
        transcript: Transcript {
            limit: terms.transcript,
            bytes: 0,
            parts: Vec::new(),
            cut: false,
            turns: 0,
            last: None,
        },
    };
    match relay.run(cancel) {
        Ok(End::Both) => relay.complete(pool),
        Ok(End::Cancelled) => relay.cancel(pool),
        Ok(End::Silent) => Err(pool.kill_all()),
        Err(failure) => Err(failure),
    }
}

enum End {
    Both,
    Cancelled,
    /// A cell does not answer.
    Silent,
}

struct Relay<'a> {
    parties: [Party<'a>; 2],
    terms: &'a Terms,
    /// When it last looked at the clock.
    last: Instant,
    deadline: Instant,
    /// Set when the dialogue is over, by an end or by the deadline.
    over: Option<FirstEnd>,
    /// By how much every deadline has grown; see [`Relay::blameless`].
    granted: Duration,
    quiet: Silence,
    deadlock: bool,
    /// The second one has read all that the first one may write, and waits for more.
    exhausted: bool,
    transcript: Transcript,
}

/// The present silence, and when to look for a deadlock.
struct Silence {
    /// When to check next whether both wait.
    next: Instant,
    silence: Duration,
}

impl Silence {
    fn since(now: Instant) -> Silence {
        Silence { next: now + SILENCE, silence: SILENCE }
    }
}

/// Whether there is something to read, including an end of file.
fn has_more(output: BorrowedFd<'_>) -> bool {
    let mut entries = [PollFd::from_borrowed_fd(output, PollFlags::IN)];
    poll(&mut entries, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })) != Ok(0)
}

#[derive(Clone, Copy)]
struct FirstEnd {
    by_deadline: bool,
    /// When the program that is left is stopped.
    until: Instant,
    /// When it was.
    stopped: Option<Instant>,
}

impl Relay<'_> {
    fn run(&mut self, cancel: &Cancel) -> Result<End, Failure> {
        let mut buffer = vec![0; 64 * 1024];
        while self.parties.iter().any(|party| party.facts.is_none()) {
            let now = Instant::now();
            self.stand_still_until(now);
            if let Some(over) = self.over {
                if over.stopped.is_some_and(|stopped| now >= stopped + PATIENCE) {
                    return Ok(End::Silent);
                }
                if over.stopped.is_none() && self.has_come(over.until, now) {
                    self.stop(over, now);
                }
            }
            self.parties.iter_mut().for_each(Party::bound_use);
            self.parties.iter_mut().for_each(|party| party.look_at_wait(now, TICK));
            self.look(now);
            if !self.holds_back() {
                self.parties[0].bound_output();
            }
            self.parties[1].bound_output();
            self.pass_on_ends(now);
            let ready = self.poll(cancel, now);
            if ready[4] {
                return Ok(End::Cancelled);
            }
            for side in 0..2 {
                if ready[side] {
                    self.take_output(side, &mut buffer);
                }
                if ready[2 + side] {
                    self.take_answer(side)?;
                }
            }
            // After the answers: on a crowded machine, the news of a program that ended before may
            // come late.
            if self.over.is_none() && (self.deadlock || self.has_come(self.deadline, now)) {
                self.stop(FirstEnd { by_deadline: true, until: now, stopped: None }, now);
            }
            self.parties.iter_mut().for_each(Party::flush);
        }
        // What they wrote at the very end counts, too, however soon the cells reported it.
        for side in 0..2 {
            while self.take_output(side, &mut buffer) {}
        }
        Ok(End::Both)
    }

    /// Leaves the time out of the account in which the relay did not run.
    fn stand_still_until(&mut self, now: Instant) {
        let lost = now.saturating_duration_since(self.last).saturating_sub(TICK);
        self.last = now;
        self.deadline += lost;
        if let Some(over) = &mut self.over {
            over.until += lost;
            over.stopped = over.stopped.map(|stopped| stopped + lost);
        }
    }

    /// Whether a deadline has come, with the time for which nobody is to blame.
    fn has_come(&mut self, until: Instant, now: Instant) -> bool {
        if now >= until + self.granted {
            self.parties.iter_mut().for_each(|party| party.look_at_wait(now, Duration::ZERO));
            self.granted = self.granted.max(self.blameless());
        }
        now >= until + self.granted
    }

    /// How long the programs have waited for the machine, or may have. Bounded, so that every
    /// dialogue ends.
    fn blameless(&self) -> Duration {
        let queued = self.parties.iter().map(|party| party.machine.queued).sum();
        let computed = |party: &Party<'_>| party.facts.map_or(party.machine.computed, |facts| facts.cpu);
        let computed: Duration = self.parties.iter().map(computed).sum();
        // Both begin once, and each turn wakes one of them.
        let turns = SLICE.saturating_mul(self.transcript.turns.saturating_add(2));
        let core_wait = self.parties[0].exec.core_wait;
        let share = computed.saturating_add(turns).saturating_mul(core_wait.others());
        longest_queue(core_wait.excusing(self.terms.wall)).min(queued).saturating_add(share)
    }

    /// Stops whoever has not ended.
    fn stop(&mut self, over: FirstEnd, now: Instant) {
        self.over = Some(FirstEnd { stopped: Some(now), ..over });
        for party in self.parties.iter_mut().filter(|party| party.facts.is_none()) {
            party.held.request(&Request::End(Kill::Wall));
            // At a deadlock or the deadline, nobody is to answer to the end of the input first.
            if !over.by_deadline {
                party.end_input();
            }
        }
    }

    /// The end of a dialogue whose first or second program has ended by itself.
    fn end(&self, now: Instant) -> FirstEnd {
        let grace = now + self.terms.grace;
        let until = match self.parties[1].facts {
            Some(facts) if (self.terms.is_open_after)(facts.exit()) => self.deadline.max(grace),
            Some(_) => grace,
            None => now + self.terms.alone,
        };
        FirstEnd { by_deadline: false, until, stopped: None }
    }

    /// Whether the first one, past its cap, is held back until the second one ends or waits.
    fn holds_back(&self) -> bool {
        let [first, second] = &self.parties;
        first.is_past_cap() && !self.exhausted && self.over.is_none() && second.facts.is_none()
    }

    /// Looks whether both wait, or the second one for more than the first one may write, when it is
    /// time and nothing is under way.
    fn look(&mut self, now: Instant) {
        let waits = |party: &Party<'_>| {
            let cell = party.held.pid.map(|pid| pid.as_raw_nonzero().get());
            cell.zip(party.input.as_ref()).is_some_and(|(cell, input)| process_tree::waits_for_input(cell, input))
        };
        if self.holds_back() && now >= self.quiet.next {
            self.quiet = Silence::since(now);
            let [first, second] = &self.parties;
            self.exhausted = second.pending.is_empty() && waits(second);
            if self.exhausted && first.facts.is_some() {
                self.over = Some(self.end(now));
            }
            return;
        }
        let may_go_on = |party: &Party<'_>| party.facts.is_some() || !party.pending.is_empty() || party.input.is_none();
        // Whether the first one does not know yet that the other says no more.
        let ends = self.parties[1].hung_up.is_some();
        if self.over.is_some() || now < self.quiet.next || ends || self.parties.iter().any(may_go_on) {
            return;
        }
        self.quiet = Silence { next: now + self.quiet.silence * 2, silence: self.quiet.silence * 2 };
        // What one wrote before it waited is in its pipe by now.
        let silent = |party: &Party<'_>| party.output.as_ref().is_none_or(|output| !has_more(output.as_fd()));
        if self.parties.iter().all(waits) && self.parties.iter().all(silent) {
            self.deadlock = true;
        }
    }

    /// Sleeps until something can be done. Returns what is ready: outputs of both, cells of both,
    /// cancel.
    fn poll(&self, cancel: &Cancel, now: Instant) -> [bool; 5] {
        let [first, second] = &self.parties;
        let reads = [first.readable(second), second.readable(first), first.cell(), second.cell(), Some(cancel.fd())];
        let next = match self.over {
            None if self.deadlock => now,
            None => self.deadline + self.granted,
            Some(FirstEnd { stopped: Some(stopped), .. }) => stopped + PATIENCE,
            Some(over) => over.until + self.granted,
        };
        let end = second.hung_up.filter(|_| first.pending.is_empty()).map(|since| since + HOLD);
        let running = self.parties.iter().filter(|party| party.facts.is_none());
        let looks = running.filter_map(|party| party.watch.as_ref()).map(UsageWatch::next);
        let quiet = self.over.is_none().then_some(self.quiet.next);
        let next = end.into_iter().chain(looks).chain(quiet).fold(next, Instant::min);
        let sleep = next.saturating_duration_since(now).min(TICK);
        ready(reads, first.writable().into_iter().chain(second.writable()), sleep)
    }

    /// Takes what one side says. False when there is nothing now.
    fn take_output(&mut self, side: usize, buffer: &mut [u8]) -> bool {
        let Some(bytes) = self.parties[side].listen(buffer) else { return false };
        self.transcript.note(SIDES[side], bytes);
        self.quiet = Silence::since(Instant::now());
        let other = &mut self.parties[1 - side];
        if other.input.is_some() {
            other.pending.extend_from_slice(bytes);
        }
        if side == 0 && self.parties[0].is_past_cap() && self.parties[1].facts.is_none() {
            // That the first one has ended does not end the dialogue: the second one may reject
            // what it has not read yet.
            self.over = self.over.filter(|over| over.by_deadline);
        }
        true
    }

    /// Takes a cell's answer: its program has ended.
    fn take_answer(&mut self, side: usize) -> Result<(), Failure> {
        self.parties[side].take_facts()?;
        if self.over.is_none() && !self.holds_back() {
            self.over = Some(self.end(Instant::now()));
        }
        Ok(())
    }

    /// Ends the input of one side when the other's output has ended and everything is delivered.
    fn pass_on_ends(&mut self, now: Instant) {
        if self.over.is_some_and(|over| over.by_deadline) {
            return;
        }
        for side in 0..2 {
            let writer = &mut self.parties[side];
            let ended = match writer.hung_up {
                Some(_) if writer.facts.is_some() => true,
                Some(since) if side == 1 && now >= since + HOLD => {
                    writer.hung_up = Some(now);
                    writer.goes_on()
                }
                Some(_) => false,
                None => writer.output.is_none() && writer.facts.is_some(),
            };
            if ended && self.parties[1 - side].pending.is_empty() {
                self.parties[side].hung_up = None;
                self.parties[1 - side].end_input();
            }
        }
    }

    fn complete(self, pool: &mut CellPool) -> Result<Option<CompletedPair>, Failure> {
        let ended = |party: &Party<'_>| party.facts.map_or(Duration::MAX, |facts| facts.ended);
        let is_first = match self.parties[0].is_past_cap() {
            true => self.exhausted,
            false => ended(&self.parties[0]) <= ended(&self.parties[1]),
        };
        let earlier = if is_first { Side::First } else { Side::Second };
        let by_deadline = self.over.is_some_and(|over| over.by_deadline);
        let [first, second] = self.parties;
        let (first, second) = (finish(first, pool)?, finish(second, pool)?);
        Ok(Some(CompletedPair {
            first,
            second,
            ended_first: (!by_deadline).then_some(earlier),
            deadlock: self.deadlock,
            transcript: self.transcript.parts,
            transcript_cut: self.transcript.cut,
        }))
    }

    /// Kills both and waits until nothing of them is left.
    fn cancel(self, pool: &mut CellPool) -> Result<Option<CompletedPair>, Failure> {
        for party in self.parties {
            if party.facts.is_none() && !party.held.stop(PATIENCE)? {
                return Err(pool.kill_all());
            }
            pool.keep(party.held);
        }
        Ok(None)
    }
}

/// What was written, in order, up to a bound.
struct Transcript {
    limit: u64,
    bytes: u64,
    parts: Vec<(Side, Vec<u8>)>,
    cut: bool,
    /// How often another side began to speak, also where that is not kept any more.
    turns: u32,
    last: Option<Side>,
}

impl Transcript {
    /// Adds `bytes`, joined to what the same side said last if nothing came in between.
    fn note(&mut self, side: Side, bytes: &[u8]) {
        if self.last.replace(side) != Some(side) {
            self.turns = self.turns.saturating_add(1);
        }
        let room = usize::try_from(self.limit - self.bytes).unwrap_or(usize::MAX).min(bytes.len());
        self.cut |= room < bytes.len();
        self.bytes += room as u64;
        if room == 0 {
            return;
        }
        match self.parts.last_mut() {
            Some((last, text)) if *last == side => text.extend_from_slice(&bytes[..room]),
            Some(_) | None => self.parts.push((side, bytes[..room].to_vec())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::tests::{FACTS, exec};
    use crate::linux::messages::Reply;
    use crate::linux::party::tests::party;
    use crate::linux::socket;
    use std::fs::File;
    use std::os::fd::OwnedFd;
    use std::process::{Command, Stdio};

    #[test]
    fn a_cell_that_does_not_answer_does_not_hold_up_who_cancels() {
        let exec = exec();
        let (ours, theirs) = socket::pair().unwrap();
        let held = party(&exec, ours).held;
        assert!(matches!(held.stop(Duration::ZERO), Ok(false)));
        socket::send(theirs.as_fd(), &Reply::Cancelled, &[]).unwrap();
        assert!(matches!(held.stop(Duration::ZERO), Ok(true)));
    }

    fn terms(wall: Duration) -> Terms {
        Terms { wall, alone: wall, grace: Duration::ZERO, is_open_after: |_| true, transcript: 0 }
    }

    fn relay<'a>(parties: [Party<'a>; 2], terms: &'a Terms) -> Relay<'a> {
        let now = Instant::now();
        Relay {
            parties,
            terms,
            last: now,
            deadline: now + terms.wall,
            over: None,
            quiet: Silence::since(now),
            granted: Duration::ZERO,
            deadlock: false,
            exhausted: false,
            transcript: Transcript { limit: 0, bytes: 0, parts: Vec::new(), cut: false, turns: 0, last: None },
        }
    }

    #[test]
    fn programs_that_have_ended_when_the_deadline_is_looked_at_were_not_stopped_by_it() {
        let exec = exec();
        let terms = terms(Duration::ZERO);
        let cells = [(); 2].map(|()| socket::pair().unwrap());
        let parties = cells.each_ref().map(|(ours, theirs)| {
            socket::send(theirs.as_fd(), &Reply::Done(FACTS), &[]).unwrap();
            party(&exec, ours.try_clone().unwrap())
        });
        let mut relay = relay(parties, &terms);
        assert!(matches!(relay.run(&Cancel::new().unwrap()), Ok(End::Both)));
        assert!(relay.over.is_some_and(|over| !over.by_deadline));
    }

    #[test]
    fn time_in_which_the_relay_did_not_run_does_not_count() {
        let exec = exec();
        let terms = terms(Duration::from_secs(2));
        let mut relay = relay([(); 2].map(|()| party(&exec, socket::pair().unwrap().0)), &terms);
        let (begun, hour) = (relay.last, Duration::from_secs(3600));
        relay.stand_still_until(begun + TICK);
        assert_eq!(relay.deadline, begun + terms.wall, "an ordinary sleep counts");
        relay.over = Some(FirstEnd { by_deadline: true, until: begun + TICK, stopped: Some(begun + TICK) });
        relay.stand_still_until(begun + TICK * 2 + hour);
        assert_eq!(relay.deadline, begun + terms.wall + hour);
        let over = relay.over.unwrap();
        assert_eq!((over.until, over.stopped), (begun + TICK + hour, Some(begun + TICK + hour)));
    }

    #[test]
    fn a_deadline_grows_by_turns_on_a_crowded_machine_and_not_for_one_that_says_nothing() {
        let (alone, mut crowded) = (exec(), exec());
        crowded.core_wait = crate::CoreWait::Excused { programs: 3 };
        let terms = terms(Duration::from_secs(2));
        let check = |exec: &Exec, turns: u32, expected: Duration| {
            let mut relay = relay([(); 2].map(|()| party(exec, socket::pair().unwrap().0)), &terms);
            for turn in 0..turns {
                relay.transcript.note(SIDES[turn as usize % 2], b"x");
                relay.transcript.note(SIDES[turn as usize % 2], b"y");
            }
            assert_eq!(relay.blameless(), expected, "{turns} turns");
        };
        check(&alone, 1000, Duration::ZERO);
        check(&crowded, 0, SLICE * 2 * 2);
        check(&crowded, 1000, SLICE * 1002 * 2);
    }

    #[test]
    fn who_is_left_has_what_is_left_of_its_own_limits() {
        let (exec, second) = (0, 256);
        let check = |ended: [Option<i32>; 2], expected: &dyn Fn(Instant, Instant) -> Instant| {
            let exec_of = crate::facts::tests::exec();
            let terms = Terms {
                wall: Duration::from_secs(20),
                alone: Duration::from_secs(60),
                grace: Duration::from_secs(1),
                is_open_after: |exit| exit == crate::Exit::Code(42),
                transcript: 0,
            };
            let mut parties = [(); 2].map(|()| party(&exec_of, socket::pair().unwrap().0));
            for (party, status) in parties.iter_mut().zip(ended) {
                party.facts = status.map(|status| crate::facts::Facts { status, ..FACTS });
            }
            let relay = relay(parties, &terms);
            let now = relay.last + Duration::from_secs(3);
            assert_eq!(relay.end(now).until, expected(now, relay.deadline), "{ended:?}");
        };
        let seconds = Duration::from_secs;
        check([Some(exec), None], &|now, _| now + seconds(60));
        check([None, Some(42 * second)], &|_, deadline| deadline);
        // Rejected, or killed by a signal: nothing depends on how the first one ends.
        check([None, Some(43 * second)], &|now, _| now + seconds(1));
        check([None, Some(9)], &|now, _| now + seconds(1));
    }

    #[test]
    fn while_the_end_of_what_one_says_is_under_way_there_is_no_deadlock() {
        let exec = exec();
        let terms = terms(Duration::from_secs(1000));
        // Stands in for a cell: its child waits for input.
        let mut cell = Command::new("sh").args(["-c", "cat; :"]).stdin(Stdio::piped()).spawn().unwrap();
        let pid = cell.id().cast_signed();
        let input = File::from(OwnedFd::from(cell.stdin.take().unwrap()));
        while !process_tree::waits_for_input(pid, &input) {
            std::thread::yield_now();
        }
        for (hung_up, deadlock) in [(Some(Instant::now()), false), (None, true)] {
            let parties = [None, hung_up].map(|hung_up| {
                let mut party = party(&exec, socket::pair().unwrap().0);
                party.held.pid = rustix::process::Pid::from_raw(pid);
                (party.input, party.hung_up) = (Some(input.try_clone().unwrap()), hung_up);
                party
            });
            let mut relay = relay(parties, &terms);
            let next = relay.quiet.next;
            relay.look(next);
            assert_eq!(relay.deadlock, deadlock);
        }
        drop(input);
        cell.wait().unwrap();
    }

    #[test]
    fn a_transcript_joins_one_sides_words_and_stops_at_its_bound() {
        let mut transcript = Transcript { limit: 6, bytes: 0, parts: Vec::new(), cut: false, turns: 0, last: None };
        transcript.note(Side::First, b"ab");
        transcript.note(Side::First, b"c");
        transcript.note(Side::Second, b"de");
        assert!(!transcript.cut);
        transcript.note(Side::First, b"fgh");
        transcript.note(Side::Second, b"i");
        assert!(transcript.cut);
        let parts = [(Side::First, b"abc".to_vec()), (Side::Second, b"de".to_vec()), (Side::First, b"f".to_vec())];
        assert_eq!(transcript.parts, parts);
    }
}

//! Two programs that talk to each other, on any Unix: a relay between them, in the calling thread.
//!
//! The same rules as everywhere (see [`Cell::run_pair`](crate::Cell::run_pair)). The relay never
//! blocks on either program: what cannot be written is kept, up to [`BUFFER`], and only then is the
//! writer left waiting. That a program has ended is found by asking, so which of two was first is
//! as exact as [`TICK`].

use super::{Running, copy, output, unsealed};
use crate::facts::{self, Facts, Killed};
use crate::{Cancel, Completed, CompletedPair, Error, Exec, Side};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

/// Bytes on their way that are kept, for each direction.
const BUFFER: usize = 1 << 20;
/// How often the programs are asked whether they have ended.
const TICK: Timespec = Timespec { tv_sec: 0, tv_nsec: 1_000_000 };
const HOLD: Duration = Duration::from_millis(20);
const SIDES: [Side; 2] = [Side::First, Side::Second];

struct Party<'a> {
    exec: &'a Exec,
    running: Running<'a>,
    facts: Option<Facts>,
    /// Its own limit on the clock.
    wall: Duration,
    /// What it writes, until it ends its output.
    output: Option<File>,
    /// It ended its output then.
    hung_up: Option<Instant>,
    /// What it reads, until its input ends, and what is under way to it.
    input: Option<File>,
    pending: Vec<u8>,
    /// A copy of what it wrote, up to its cap.
    record: File,
    stderr: File,
    written: u64,
}

pub fn run(
    execs: [&Exec; 2],
    wall: Duration,
    transcript: u64,
    grace: Duration,
    cancel: &Cancel,
) -> Result<Option<CompletedPair>, Error> {
    let epoch = Instant::now();
    let start = |exec| Party::start(exec, epoch, wall, grace);
    let mut relay = Relay {
        parties: [start(execs[0])?, start(execs[1])?],
        parts: Vec::new(),
        room: usize::try_from(transcript).unwrap_or(usize::MAX),
        cut: false,
    };
    // Since then the dialogue is over, and whether the deadline ended it.
    let mut over: Option<(Instant, bool)> = None;
    let mut buffer = vec![0; 64 * 1024];
    while relay.parties.iter().any(|party| party.facts.is_none()) {
        // Dropping the parties kills them.
        if cancel.is_raised() {
            return Ok(None);
        }
        for side in 0..2 {
            relay.listen(side, &mut buffer);
            if relay.parties[side].ends()? {
                over.get_or_insert((Instant::now(), false));
            }
        }
        relay.pass_on();
        if over.is_none() && epoch.elapsed() >= wall {
            over = Some((Instant::now(), true));
            relay.parties.iter_mut().for_each(Party::end_input);
        }
        let late = over.is_some_and(|(since, _)| since.elapsed() >= grace);
        for party in relay.parties.iter_mut().filter(|party| party.facts.is_none()) {
            if late || epoch.elapsed() >= party.wall {
                party.running.stop(Killed::Wall);
            }
        }
        relay.sleep();
    }
    // What was written at the very end.
    for side in 0..2 {
        while relay.listen(side, &mut buffer) {}
    }
    let Relay { parties: [first, second], parts, cut, .. } = relay;
    let ended = |party: &Party<'_>| party.facts.map_or(Duration::MAX, |facts| facts.ended);
    let earlier = if ended(&first) <= ended(&second) { Side::First } else { Side::Second };
    let by_deadline = over.is_some_and(|(_, by_deadline)| by_deadline);
    Ok(Some(CompletedPair {
        ended_first: (!by_deadline).then_some(earlier),
        deadlock: false,
        first: first.complete()?,
        second: second.complete()?,
        transcript: parts,
        transcript_cut: cut,
    }))
}

impl<'a> Party<'a> {
    fn start(exec: &'a Exec, epoch: Instant, wall: Duration, grace: Duration) -> Result<Party<'a>, Error> {
        let pipe = || io::pipe().map_err(|error| Error::system("cannot make a pipe", error));
        let ((stdin, input), (output_end, stdout)) = (pipe()?, pipe()?);
        let (record, stderr) = (output()?, output()?);
        let running = Running::start(exec, stdin.into(), stdout.into(), copy(&stderr)?, epoch)?;
        let (input, output) = (File::from(OwnedFd::from(input)), File::from(OwnedFd::from(output_end)));
        for end in [&input, &output] {
            rustix::fs::fcntl_setfl(end, rustix::fs::OFlags::NONBLOCK)
                .map_err(|error| Error::system("cannot make a pipe", error.into()))?;
        }
        // The deadline of the pair is the relay's to keep.
        let wall = if exec.limits.wall >= wall { wall + grace } else { exec.limits.wall };
        Ok(Party {
            exec,
            running,
            facts: None,
            wall,
            output: Some(output),
            hung_up: None,
            input: Some(input),
            pending: Vec::new(),
            record,
            stderr,
            written: 0,
        })
    }

    /// True when it has just ended.
    fn ends(&mut self) -> Result<bool, Error> {
        if self.facts.is_none() {
            self.facts = self.running.ended()?;
            if self.facts.is_some() {
                self.end_input();
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn end_input(&mut self) {
        self.input = None;
        self.pending.clear();
    }

    fn complete(self) -> Result<Completed, Error> {
        let facts = self.facts.ok_or_else(|| Error::system("a program has no end", io::ErrorKind::Other.into()))?;
        let mut completed = facts::complete(self.exec, &facts, self.record.into(), self.stderr.into(), unsealed)?;
        completed.outcome.stdout_bytes = self.written;
        Ok(completed)
    }
}

struct Relay<'a> {
    parties: [Party<'a>; 2],
    parts: Vec<(Side, Vec<u8>)>,
    /// Bytes that the transcript still takes.
    room: usize,
    cut: bool,
}

impl Relay<'_> {
    /// Takes what one side says. False when there is nothing now.
    fn listen(&mut self, side: usize, buffer: &mut [u8]) -> bool {
        if self.parties[1 - side].pending.len() >= BUFFER {
            return false;
        }
        let party = &mut self.parties[side];
        let Some(mut output) = party.output.as_ref() else { return false };
        let bytes = match output.read(buffer) {
            Ok(length) if length > 0 => &buffer[..length],
            Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {
                return false;
            }
            Ok(_) | Err(_) => {
                party.output = None;
                party.hung_up = Some(Instant::now());
                return false;
            }
        };
        let cap = party.exec.limits.output;
        // One byte more than the cap tells `complete` that there was more.
        let room = usize::try_from((cap + 1).saturating_sub(party.written)).unwrap_or(usize::MAX).min(bytes.len());
        party.written += bytes.len() as u64;
        // Were the disk full, the record would only be shorter.
        let _ = party.record.write_all(&bytes[..room]);
        if party.written > cap {
            party.output = None;
            party.running.stop(Killed::No);
        }
        let kept = self.room.min(bytes.len());
        self.room -= kept;
        self.cut |= kept < bytes.len();
        match self.parts.last_mut() {
            _ if kept == 0 => {}
            Some((last, text)) if *last == SIDES[side] => text.extend_from_slice(&bytes[..kept]),
            Some(_) | None => self.parts.push((SIDES[side], bytes[..kept].to_vec())),
        }
        let other = &mut self.parties[1 - side];
        if other.input.is_some() {
            other.pending.extend_from_slice(bytes);
        }
        true
    }

    /// Writes what is under way, as far as there is room; and ends an input when all is delivered
    /// and no more can come.
    fn pass_on(&mut self) {
        for side in 0..2 {
            let party = &mut self.parties[side];
            while let Some(mut input) = party.input.as_ref().filter(|_| !party.pending.is_empty()) {
                match input.write(&party.pending) {
                    Ok(written) => drop(party.pending.drain(..written)),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                    // A reader that is gone makes the rest disappear.
                    Err(_) => party.end_input(),
                }
            }
            let writer = &self.parties[1 - side];
            // A process closes its pipes a moment before it counts as ended; its partner is not
            // told before that, unless it lives on.
            let lives_on = writer.hung_up.is_some_and(|since| since.elapsed() >= HOLD);
            let silent = writer.output.is_none() && (writer.facts.is_some() || lives_on);
            if silent && self.parties[side].pending.is_empty() {
                self.parties[side].end_input();
            }
        }
    }

    /// Until something can be read or written, or the programs should be asked again.
    fn sleep(&self) {
        let [first, second] = &self.parties;
        let output = [(first, second), (second, first)]
            .map(|(from, to)| (from.output.as_ref().filter(|_| to.pending.len() < BUFFER), PollFlags::IN));
        let input =
            [first, second].map(|party| (party.input.as_ref().filter(|_| !party.pending.is_empty()), PollFlags::OUT));
        let files = output.iter().chain(&input);
        let mut entries: Vec<PollFd<'_>> =
            files.filter_map(|(file, flags)| Some(PollFd::new((*file)?, *flags))).collect();
        let _ = poll(&mut entries, Some(&TICK));
    }
}

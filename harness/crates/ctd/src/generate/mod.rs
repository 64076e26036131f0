//! Makes inputs of a grammar.
//!
//! Theory of operation. The machine runs the program over a source that draws its choices (`draw`):
//! by the plan of a [`Shape`] (`policy`), within the range that later assertions leave (`narrow`),
//! and distinct from values already taken (`unique`). A conflict sets the machine back to one of
//! the last choices, later to a loop, and finally to the beginning. What is then redrawn is random.
//! After a bounded number of conflicts the command that failed most often is blamed.

mod analysis;
mod draw;
mod narrow;
mod policy;
mod text;
mod unique;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub use policy::{Policy, Shape};

use analysis::Analysis;
use draw::Drawer;
use policy::Plan;

use crate::Span;
use crate::diagnostic::place_of;
use crate::machine::{Checkpoint, Limit, Limits, Machine, Step, Stop};
use crate::output::OutputMark;
use crate::random::{Random, hash};
use crate::read::{Reading, validate};
use crate::syntax::{Command, CommandKind, Control, Program, Test, TestKind};

/// Makes inputs of one grammar.
pub struct Generator<'p> {
    program: &'p Program,
    analysis: Analysis<'p>,
    caps: Caps,
}

/// Why no input was found: the grammar is wrong, or no input is small enough, or none ends.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GenerateError(String);

/// What making an input may cost.
#[derive(Debug, Clone)]
pub struct Caps {
    /// The most bytes that an input may have.
    pub bytes: usize,
    /// The most commands that may run.
    pub steps: u64,
    /// Ends the work when raised, as by Ctrl-C.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Ends the work when it has passed.
    pub deadline: Option<Instant>,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps { bytes: 16 << 20, steps: 20_000_000, cancel: None, deadline: None }
    }
}

impl Caps {
    /// Whether the work must end.
    pub fn are_over(&self) -> bool {
        self.limits().is_cancelled()
    }

    fn limits(&self) -> Limits {
        let weight = self.bytes.max(1 << 20);
        Limits { steps: self.steps, weight, cancel: self.cancel.clone(), deadline: self.deadline }
    }
}

/// How many inputs in a row may be such that the grammar reads them otherwise.
const MAX_UNREAD: u32 = if cfg!(fuzzing) { 4 } else { 40 };
const UNREAD: &str = "an expression matches more than it should, or an answer about what follows does not come true";
/// Conflicts before the search for an input is given up.
const MAX_CONFLICTS: u64 = if cfg!(fuzzing) { 40 } else { 4000 };
/// Conflicts without progress before an input is restarted.
const MAX_STUCK: u64 = if cfg!(fuzzing) { 16 } else { 160 };
/// How many recent choices and loops an attempt can be set back to.
const MAX_CHOICES: usize = 64;
const MAX_LOOPS: usize = 8;

impl<'p> Generator<'p> {
    /// Makes inputs of `program` within `caps`.
    pub fn new(program: &'p Program, caps: Caps) -> Generator<'p> {
        Generator { program, analysis: Analysis::new(program), caps }
    }

    /// Makes an input of a shape. The same seed makes the same input.
    ///
    /// # Errors
    /// When a bounded number of tries finds no input.
    pub fn generate(&self, shape: Shape, seed: u64) -> Result<Vec<u8>, GenerateError> {
        // Every element takes at least one byte.
        let mut size = shape.size.min(self.caps.bytes as u64);
        let (conflicts, too_large, choices) = (0, 0, u64::MAX);
        let mut tally = Tally { conflicts, steps: self.caps.steps, too_large, choices, blamed: HashMap::new() };
        let mut unread = 0;
        for round in 0u64.. {
            let random = Random::new(hash(&[seed, round]));
            let outcome = Attempt::new(self, Shape { size, ..shape }, hash(&[seed, round, 1]), random, tally.steps);
            match outcome.run(&mut tally) {
                Ok(bytes) if validate(self.program, &bytes, &Reading::default()).is_ok() => return Ok(bytes),
                Ok(_) if unread == MAX_UNREAD => return Err(GenerateError(UNREAD.to_owned())),
                Ok(_) => unread += 1,
                Err(stop) => {
                    if let Some(reason) = self.hopeless(&stop, size, &tally) {
                        return Err(GenerateError(reason));
                    }
                }
            }
            // A smaller input may succeed.
            if tally.too_large > 0 || round % 4 == 3 {
                size = (size / 2).min(tally.choices);
            }
        }
        Err(GenerateError(self.too_large()))
    }

    fn too_large(&self) -> String {
        format!("no input of at most {} bytes was found", self.caps.bytes)
    }

    /// Why there is no point in trying again, if there is none.
    fn hopeless(&self, stop: &Stop, size: u64, tally: &Tally) -> Option<String> {
        let line = |span: Span| place_of(self.program.source(), span.start).0;
        let tries = tally.blamed.values().map(|(count, _)| count).sum::<u64>();
        let is_out_of_steps = tally.steps == 0 || matches!(stop, Stop::Limit(Limit::Steps | Limit::Cancelled));
        match stop {
            _ if tally.too_large > 0 && (is_out_of_steps || size <= 1 && tally.too_large > 20) => {
                Some(self.too_large())
            }
            _ if is_out_of_steps => Some(format!("no input was finished within {} commands", self.caps.steps)),
            Stop::Fault(fault) if tries > 40 => Some(format!("line {} of the grammar: {fault}", line(fault.span))),
            _ if tally.conflicts >= MAX_CONFLICTS => {
                let (span, (tries, reason)) =
                    tally.blamed.iter().max_by_key(|(span, (count, _))| (*count, span.start))?;
                let (line, text) = (line(*span), self.program.text(*span));
                Some(format!("line {line} of the grammar: {text} was not satisfied in {tries} tries: {reason}"))
            }
            Stop::Mismatch { .. } | Stop::Assertion { .. } | Stop::Conflict(_) | Stop::Limit(_) | Stop::Fault(_) => {
                None
            }
        }
    }
}

/// The cost of one input so far.
struct Tally {
    conflicts: u64,
    /// Commands that may still run.
    steps: u64,
    /// How often the input got too large.
    too_large: u64,
    /// How many choices had been made when it did.
    choices: u64,
    /// For each part of the grammar: how often it failed, and the last reason.
    blamed: HashMap<Span, (u64, String)>,
}

impl Tally {
    fn add(&mut self, stop: &Stop, command: Option<Span>) {
        self.conflicts += 1;
        self.too_large += u64::from(matches!(stop, Stop::Limit(Limit::Bytes | Limit::Memory)));
        let command = command.unwrap_or_default();
        let (span, reason) = match stop {
            Stop::Assertion { test, detail } => {
                (*test, detail.clone().unwrap_or_else(|| "it does not hold".to_owned()))
            }
            Stop::Conflict(reason) => (command, (*reason).to_owned()),
            Stop::Mismatch { expected, .. } => (command, expected.clone()),
            Stop::Limit(_) => (command, "the input gets too large".to_owned()),
            Stop::Fault(fault) => (fault.span, fault.message.clone()),
        };
        let entry = self.blamed.entry(span).or_default();
        *entry = (entry.0 + 1, reason);
    }
}

/// A place to which an attempt can be set back.
#[derive(Clone)]
struct ReturnPoint<'p> {
    machine: Checkpoint<'p>,
    output: OutputMark,
    taken: usize,
    /// The site of the command that chooses next.
    site: usize,
    /// How many choices come before it.
    number: u64,
}

struct Attempt<'g, 'p> {
    machine: Machine<'p, Drawer<'g, 'p>>,
    analysis: &'g Analysis<'p>,
    choices: VecDeque<ReturnPoint<'p>>,
    loops: VecDeque<ReturnPoint<'p>>,
    made: u64,
    /// The most choices made before a conflict. Beyond them everything is new.
    reached: u64,
    /// Conflicts since the last progress.
    stuck: u64,
}

impl<'g, 'p> Attempt<'g, 'p> {
    fn new(generator: &'g Generator<'p>, shape: Shape, seed: u64, mut random: Random, steps: u64) -> Attempt<'g, 'p> {
        let plan = Plan::new(shape, seed, &mut random);
        let caps = &generator.caps;
        let drawer = Drawer::new(&generator.analysis, plan, random, caps.bytes);
        let machine = Machine::new(generator.program, drawer, Limits { steps, ..caps.limits() }, true);
        let (choices, loops) = (VecDeque::new(), VecDeque::new());
        Attempt { machine, analysis: &generator.analysis, choices, loops, made: 0, reached: 0, stuck: 0 }
    }

    fn run(mut self, tally: &mut Tally) -> Result<Vec<u8>, Stop> {
        let result = loop {
            self.remember();
            match self.machine.step() {
                Ok(Step::Done) => break Ok(()),
                Ok(Step::More) => {
                    if self.stuck > 0 && self.made > self.reached {
                        self.stuck = 0;
                        self.machine.source.loose = false;
                    }
                }
                Err(stop) => {
                    tally.add(&stop, self.machine.command.map(|command| command.span));
                    let final_one = matches!(stop, Stop::Limit(_));
                    if matches!(stop, Stop::Limit(Limit::Bytes)) {
                        tally.choices = self.made;
                    }
                    if final_one || tally.conflicts >= MAX_CONFLICTS || !self.set_back(&stop) {
                        break Err(stop);
                    }
                }
            }
        };
        tally.steps = self.machine.steps_left();
        result.map(|()| self.machine.source.output.into_bytes())
    }

    /// Remembers this place if a choice or a loop comes next.
    fn remember(&mut self) {
        let next = self.machine.next_command();
        let Some(command) = next.or_else(|| self.machine.next_turn()) else { return };
        let (is_choice, is_loop) = chooses(command, next.is_none());
        if !is_choice && !is_loop {
            return;
        }
        let source = &self.machine.source;
        let place = ReturnPoint {
            machine: self.machine.checkpoint(),
            output: source.output.mark(),
            taken: source.mark(),
            site: command.site,
            number: self.made,
        };
        if is_loop {
            push(&mut self.loops, place.clone(), MAX_LOOPS);
        }
        if is_choice {
            push(&mut self.choices, place, MAX_CHOICES);
            self.made += 1;
        }
    }

    /// Goes back to a place before the conflict. Returns false if the attempt must be given up.
    fn set_back(&mut self, stop: &Stop) -> bool {
        self.stuck += 1;
        self.reached = self.reached.max(self.made);
        if self.stuck > MAX_STUCK {
            return false;
        }
        let place = if self.stuck.is_multiple_of(16) {
            let back = (self.stuck / 16) as usize % self.loops.len().max(1);
            self.loops.iter().rev().nth(back).cloned()
        } else {
            self.related(stop).or_else(|| {
                let deepest = (1u64 << (self.stuck / 8).min(6)).min(self.choices.len() as u64);
                let back = self.machine.source.random.below(deepest) as usize;
                self.choices.iter().rev().nth(back).cloned()
            })
        };
        let Some(place) = place.filter(|place| self.machine.store.reaches(place.machine.mark)) else { return false };
        self.machine.back_to(&place.machine);
        self.machine.source.output.back_to(&place.output);
        self.machine.source.back_to(place.taken);
        self.machine.source.loose = true;
        self.made = place.number;
        self.choices.retain(|choice| choice.number < place.number);
        self.loops.retain(|start| start.number < place.number);
        true
    }

    /// One of the last choices that the failed command depends on.
    fn related(&mut self, stop: &Stop) -> Option<ReturnPoint<'p>> {
        let site = match stop {
            Stop::Assertion { .. } | Stop::Conflict(_) | Stop::Fault(_) => self.machine.command?.site,
            Stop::Mismatch { .. } | Stop::Limit(_) => return None,
        };
        let names = self.analysis.names_behind(site);
        if names.is_empty() || self.machine.source.random.one_in(3) {
            return None;
        }
        let about = |place: &&ReturnPoint<'p>| names.iter().any(|&name| self.analysis.draws(name, place.site));
        let related: Vec<&ReturnPoint<'p>> =
            self.choices.iter().rev().filter(about).take(1 + self.stuck as usize / 4).collect();
        self.machine.source.random.pick(&related).map(|place| (*place).clone())
    }
}

fn push<'p>(places: &mut VecDeque<ReturnPoint<'p>>, place: ReturnPoint<'p>, most: usize) {
    if places.len() == most {
        places.pop_front();
    }
    places.push_back(place);
}

/// Whether a command (or, at the end of a turn, its test) chooses; whether it begins a loop.
fn chooses(command: &Command, at_turn: bool) -> (bool, bool) {
    match &command.kind {
        CommandKind::Int { .. } | CommandKind::Float { .. } | CommandKind::Regex { .. } => (true, false),
        CommandKind::If { test, .. } => (asks(test), false),
        CommandKind::Loop { control: Control::While(test), .. } => (asks(test), !at_turn),
        CommandKind::Loop { control: Control::Count(_), .. } => (false, !at_turn),
        CommandKind::Space
        | CommandKind::Newline
        | CommandKind::Eof
        | CommandKind::Text(_)
        | CommandKind::Assert(_)
        | CommandKind::Set(_)
        | CommandKind::Unset(_) => (false, false),
    }
}

/// Whether the answer to a test is a choice.
fn asks(test: &Test) -> bool {
    match &test.kind {
        TestKind::IsEof | TestKind::Match(_) => true,
        TestKind::Not(inner) => asks(inner),
        TestKind::And(a, b) | TestKind::Or(a, b) => asks(a) || asks(b),
        TestKind::Compare(..) | TestKind::Unique(_) | TestKind::InArray(..) => false,
    }
}

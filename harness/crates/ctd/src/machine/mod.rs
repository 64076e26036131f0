//! Runs a program over a *source* of choices.
//!
//! Theory of operation. The machine knows the language. A [`Source`] knows where numbers and texts
//! come from: the bytes of a file (`read`) or chance (`generate`). The machine keeps its place in a
//! stack of frames of its own. So it can be set back to any command, and no program exhausts the
//! real stack.

mod assertion;
mod eval;
mod store;

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub(crate) use eval::Scope;
pub(crate) use store::{Key, Store};

use crate::Span;
use crate::bounds::Bounds;
use crate::number::{Decimal, Integer};
use crate::regex::{Matcher, Regex};
use crate::syntax::{Command, CommandKind, Control, Expr, ExprKind, Name, Notation, Pattern, Program, Variable};
use crate::value::Value;

/// A mistake in a grammar that only running it reveals, such as a variable without a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The part of the grammar that is at fault.
    pub span: Span,
    /// What is wrong, for people.
    pub message: String,
}

impl Fault {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Fault {
        Fault { span, message: message.into() }
    }
}

#[derive(Debug)]
pub(crate) enum Stop {
    /// The input is not what the command expects.
    Mismatch {
        at: usize,
        expected: String,
        problem: Option<String>,
    },
    /// An assertion does not hold.
    Assertion {
        test: Span,
        detail: Option<String>,
    },
    /// No choice fits what has been written so far.
    Conflict(&'static str),
    /// A limit on bytes, steps or memory.
    Limit(Limit),
    Fault(Fault),
}

pub(crate) const NO_NUMBER: Stop = Stop::Conflict("no number is allowed here");
pub(crate) const NO_TEXT: Stop = Stop::Conflict("no text that matches was found");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    Steps,
    Memory,
    Bytes,
    /// The cancel flag was raised, or the deadline has passed.
    Cancelled,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

/// What a source can see while it chooses.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a, 'p> {
    pub scope: Scope<'a>,
    pub command: &'p Command,
    pub frames: &'a [Frame<'p>],
}

/// What the answer to `ISEOF` or `MATCH` means for the loop that depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stake {
    /// Nothing: no loop depends on it.
    Even,
    /// True means another turn.
    TrueGoesOn,
    /// False means another turn.
    FalseGoesOn,
}

impl Stake {
    fn not(self) -> Stake {
        match self {
            Stake::Even => Stake::Even,
            Stake::TrueGoesOn => Stake::FalseGoesOn,
            Stake::FalseGoesOn => Stake::TrueGoesOn,
        }
    }
}

pub(crate) struct FloatRequest {
    pub low: Decimal,
    pub high: Decimal,
    /// Fewest and most decimals.
    pub decimals: Option<(u32, u32)>,
    pub notation: Notation,
}

/// Where numbers and texts come from, and where they go.
pub(crate) trait Source {
    fn space(&mut self) -> Result<(), Stop> {
        self.text(b" ")
    }
    fn newline(&mut self) -> Result<(), Stop> {
        self.text(b"\n")
    }
    fn end(&mut self) -> Result<(), Stop>;
    fn text(&mut self, text: &[u8]) -> Result<(), Stop>;
    fn int(&mut self, context: Context<'_, '_>, low: &Integer, high: &Integer) -> Result<Integer, Stop>;
    fn float(&mut self, context: Context<'_, '_>, request: &FloatRequest) -> Result<Decimal, Stop>;
    fn regex(&mut self, context: Context<'_, '_>, regex: &Regex, matcher: &mut Matcher) -> Result<Cow<'_, [u8]>, Stop>;
    fn is_end(&mut self, context: Context<'_, '_>, stake: Stake) -> Result<bool, Stop>;
    fn next_is_in(&mut self, context: Context<'_, '_>, bytes: &[u8], stake: Stake) -> Result<bool, Stop>;

    /// A variable was given a value. `old` is the value before.
    fn assigned(&mut self, _context: Context<'_, '_>, _name: Name, _key: &Key, _old: Option<&Value>) {}
    fn unset(&mut self, _name: Name) {}
}

#[derive(Clone)]
pub(crate) struct Frame<'p> {
    block: &'p [Command],
    next: usize,
    kind: FrameKind<'p>,
}

#[derive(Clone, Copy)]
enum FrameKind<'p> {
    Top,
    Branch,
    Loop { command: &'p Command, turn: u64, turns: Option<u64> },
}

impl<'p> Frame<'p> {
    /// For a loop, returns its command, its turn (from 0), and the number of turns if known.
    pub fn as_loop(&self) -> Option<(&'p Command, u64, Option<u64>)> {
        match self.kind {
            FrameKind::Loop { command, turn, turns } => Some((command, turn, turns)),
            FrameKind::Top | FrameKind::Branch => None,
        }
    }
}

/// A place that a machine can be set back to.
#[derive(Clone)]
pub(crate) struct Checkpoint<'p> {
    frames: Rc<[Frame<'p>]>,
    pub mark: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Done,
    More,
}

pub(crate) struct Limits {
    pub steps: u64,
    /// How much the values of variables may weigh.
    pub weight: usize,
    /// Ends the run when raised.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Ends the run when it has passed.
    pub deadline: Option<Instant>,
}

impl Limits {
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

pub(crate) struct Machine<'p, S> {
    program: &'p Program,
    pub store: Store,
    frames: Vec<Frame<'p>>,
    /// The command that ran last.
    pub command: Option<&'p Command>,
    pub source: S,
    pub bounds: Bounds,
    limits: Limits,
    matchers: Vec<Option<Box<Matcher>>>,
    computed: HashMap<Arc<[u8]>, (Regex, Matcher)>,
}

/// With more computed regular expressions than this, all of them are forgotten.
const MAX_COMPUTED: usize = 256;

impl<'p, S: Source> Machine<'p, S> {
    pub fn new(program: &'p Program, source: S, limits: Limits, with_log: bool) -> Machine<'p, S> {
        let store = Store::new(program.all_names().len(), program.counted(), with_log);
        let frames = vec![Frame { block: program.commands(), next: 0, kind: FrameKind::Top }];
        let matchers = (0..program.sites()).map(|_| None).collect();
        let (bounds, computed) = (Bounds::new(program), HashMap::new());
        Machine { program, store, frames, command: None, source, bounds, limits, matchers, computed }
    }

    /// Runs to the end of the program, where the file must end, too.
    pub fn run(&mut self) -> Result<(), Stop> {
        while self.step()? == Step::More {}
        Ok(())
    }

    pub fn step(&mut self) -> Result<Step, Stop> {
        let before = self.limits.steps;
        match before.checked_sub(1 + self.store.take_work()) {
            Some(steps) => {
                self.limits.steps = steps;
                if steps >> 10 != before >> 10 && self.limits.is_cancelled() {
                    return Err(Stop::Limit(Limit::Cancelled));
                }
            }
            None => {
                self.limits.steps = 0;
                return Err(Stop::Limit(Limit::Steps));
            }
        }
        let Some(frame) = self.frames.last_mut() else { return Ok(Step::Done) };
        let block = frame.block;
        match block.get(frame.next) {
            Some(command) => {
                frame.next += 1;
                self.command = Some(command);
                self.execute(command)?;
            }
            None => self.leave()?,
        }
        Ok(Step::More)
    }

    /// Returns the command that the next step runs. `None` at the end of a block.
    pub fn next_command(&self) -> Option<&'p Command> {
        let frame = self.frames.last()?;
        frame.block.get(frame.next)
    }

    /// Returns the loop whose turn the next step ends.
    pub fn next_turn(&self) -> Option<&'p Command> {
        let frame = self.frames.last()?;
        if frame.next < frame.block.len() { None } else { frame.as_loop().map(|(command, ..)| command) }
    }

    pub fn checkpoint(&self) -> Checkpoint<'p> {
        Checkpoint { frames: self.frames.as_slice().into(), mark: self.store.mark() }
    }

    pub fn back_to(&mut self, checkpoint: &Checkpoint<'p>) {
        self.frames.clear();
        self.frames.extend_from_slice(&checkpoint.frames);
        self.store.back_to(checkpoint.mark);
    }

    pub fn scope(&self) -> Scope<'_> {
        Scope { program: self.program, store: &self.store }
    }

    pub fn steps_left(&self) -> u64 {
        self.limits.steps
    }

    fn execute(&mut self, command: &'p Command) -> Result<(), Stop> {
        match &command.kind {
            CommandKind::Space => self.source.space(),
            CommandKind::Newline => self.source.newline(),
            CommandKind::Eof => self.source.end(),
            CommandKind::Int { low, high, into } => self.int(command, low, high, into.as_ref()),
            CommandKind::Float { .. } => self.float(command),
            CommandKind::Text(expr) => {
                let text = self.scope().text(expr)?;
                self.source.text(&text)
            }
            CommandKind::Regex { pattern, into } => self.regex(command, pattern, into.as_ref()),
            CommandKind::Assert(test) => self.assert(command, test),
            CommandKind::Set(assignments) => {
                for (variable, expr) in assignments {
                    let value = self.scope().value(expr)?;
                    self.assign(command, variable, value)?;
                }
                Ok(())
            }
            CommandKind::Unset(names) => {
                for &name in names {
                    self.store.unset(name);
                    self.source.unset(name);
                }
                Ok(())
            }
            CommandKind::Loop { counter, control, body, .. } => self.enter(command, counter.as_ref(), control, body),
            CommandKind::If { test, then, otherwise } => {
                let truth = self.test(command, test, Stake::Even)?;
                let block = if truth { then } else { otherwise };
                self.frames.push(Frame { block, next: 0, kind: FrameKind::Branch });
                Ok(())
            }
        }
    }

    fn int(&mut self, command: &'p Command, low: &Expr, high: &Expr, into: Option<&Variable>) -> Result<(), Stop> {
        let scope = Scope { program: self.program, store: &self.store };
        let (low, high) = (scope.integer(low)?, scope.integer(high)?);
        let context = Context { scope, command, frames: &self.frames };
        let value = self.source.int(context, &low, &high)?;
        let Some(variable) = into else { return Ok(()) };
        self.bounds.integer(variable.name, &low, &high, &value);
        self.assign(command, variable, Value::Integer(value))
    }

    fn float(&mut self, command: &'p Command) -> Result<(), Stop> {
        let CommandKind::Float { low, high, decimals, into, notation } = &command.kind else { return Ok(()) };
        let scope = Scope { program: self.program, store: &self.store };
        let decimals = match decimals {
            Some((fewest, most)) => Some(self.decimals(fewest, most)?),
            None => None,
        };
        let (low, high) = (scope.decimal(low)?, scope.decimal(high)?);
        let request = FloatRequest { low, high, decimals, notation: *notation };
        let context = Context { scope, command, frames: &self.frames };
        let value = self.source.float(context, &request)?;
        let Some(variable) = into else { return Ok(()) };
        self.bounds.decimal(variable.name, &request.low, &request.high, &value);
        self.assign(command, variable, Value::Decimal(value))
    }

    fn decimals(&self, fewest: &Expr, most: &Expr) -> Result<(u32, u32), Fault> {
        let number = |expr: &Expr| {
            let value = self.scope().integer(expr)?;
            let number = value.to_i64().and_then(|number| i32::try_from(number).ok());
            let number = number.and_then(|number| u32::try_from(number).ok());
            number.ok_or_else(|| Fault::new(expr.span, format!("{value} is not a number of decimals")))
        };
        let (low, high) = (number(fewest)?, number(most)?);
        if low > high {
            let message = format!("at least {low} and at most {high} decimals: no number has them");
            return Err(Fault::new(fewest.span.to(most.span), message));
        }
        Ok((low, high))
    }

    fn regex(&mut self, command: &'p Command, pattern: &Pattern, into: Option<&Variable>) -> Result<(), Stop> {
        let scope = Scope { program: self.program, store: &self.store };
        let context = Context { scope, command, frames: &self.frames };
        let (text, lengths) = match pattern {
            Pattern::Fixed(regex) => {
                let matcher = self.matchers[command.site].get_or_insert_with(|| Box::new(Matcher::new(regex)));
                (self.source.regex(context, regex, matcher)?, regex.lengths())
            }
            Pattern::Computed(expr) => {
                let text = scope.text(expr)?;
                if self.computed.len() > MAX_COMPUTED {
                    self.computed.clear();
                }
                let (regex, matcher) = match self.computed.entry(text) {
                    Entry::Occupied(earlier) => earlier.into_mut(),
                    Entry::Vacant(place) => {
                        let regex = Regex::new(place.key()).map_err(|error| {
                            let text = place.key().escape_ascii();
                            Fault::new(expr.span, format!("\"{text}\" at {}: {}", error.at, error.message))
                        })?;
                        let matcher = Matcher::new(&regex);
                        scope.store.spend(regex.size() as u64);
                        place.insert((regex, matcher))
                    }
                };
                (self.source.regex(context, regex, matcher)?, regex.lengths())
            }
        };
        let Some(variable) = into else { return Ok(()) };
        self.bounds.length(variable.name, lengths, text.len() as u64);
        let text = text.into();
        self.assign(command, variable, Value::Text(text))
    }

    fn assign(&mut self, command: &'p Command, variable: &Variable, value: Value) -> Result<(), Stop> {
        let key = self.scope().key(variable)?;
        let old = self.store.set(variable.name, key.clone(), value);
        let scope = Scope { program: self.program, store: &self.store };
        let context = Context { scope, command, frames: &self.frames };
        self.source.assigned(context, variable.name, &key, old.as_ref());
        if self.store.weight() > self.limits.weight {
            return Err(Stop::Limit(Limit::Memory));
        }
        Ok(())
    }

    fn enter(
        &mut self,
        command: &'p Command,
        counter: Option<&Variable>,
        control: &'p Control,
        body: &'p [Command],
    ) -> Result<(), Stop> {
        if let Some(counter) = counter {
            self.assign(command, counter, Value::Integer(Integer::ZERO))?;
        }
        let turns = match control {
            Control::While(_) => None,
            Control::Count(expr) => {
                let count = self.scope().integer(expr)?;
                let Some(turns) = count.to_u64() else {
                    let message = format!("{} is {count}: no number of turns", self.program.text(expr.span));
                    return Err(Fault::new(expr.span, message).into());
                };
                if !matches!(expr.kind, ExprKind::Literal(_) | ExprKind::Variable(_)) {
                    self.bounds.turns(self.program, expr, &count);
                }
                Some(turns)
            }
        };
        self.frames.push(Frame { block: body, next: body.len(), kind: FrameKind::Loop { command, turn: 0, turns } });
        self.turn(command, 0, turns)
    }

    fn leave(&mut self) -> Result<(), Stop> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        match frame.kind {
            FrameKind::Top => {
                self.frames.pop();
                self.command = None;
                self.source.end()
            }
            FrameKind::Branch => {
                self.frames.pop();
                Ok(())
            }
            FrameKind::Loop { command, turn, turns } => {
                let turn = turn + 1;
                frame.kind = FrameKind::Loop { command, turn, turns };
                self.command = Some(command);
                if let CommandKind::Loop { counter: Some(counter), .. } = &command.kind {
                    self.assign(command, counter, Value::Integer(Integer::from(turn)))?;
                }
                self.turn(command, turn, turns)
            }
        }
    }

    /// Begins a turn of the loop on top of the stack, or ends the loop.
    fn turn(&mut self, command: &'p Command, turn: u64, turns: Option<u64>) -> Result<(), Stop> {
        let CommandKind::Loop { control, separator, .. } = &command.kind else { return Ok(()) };
        let goes_on = match control {
            Control::Count(_) => Some(turn) < turns,
            Control::While(test) => self.test(command, test, Stake::TrueGoesOn)?,
        };
        if !goes_on {
            self.frames.pop();
            return Ok(());
        }
        if turn > 0
            && let Some(separator) = separator
        {
            self.command = Some(separator);
            self.execute(separator)?;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.next = 0;
        }
        Ok(())
    }
}

use std::collections::HashMap;
use std::sync::Arc;

use super::{ByteSet, Regex, RegexNode, Strategy};

/// The most states of an automaton. Bounds the memory of `(a{1000}){1000}`.
const MAX_STATES: usize = if cfg!(fuzzing) { 1 << 7 } else { 1 << 20 };
/// The most numbers in the tables of a [`Dfa`]. A full one starts again.
const MAX_TABLE: usize = if cfg!(fuzzing) { 1 << 10 } else { 1 << 21 };

/// A non-deterministic automaton; cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Nfa {
    states: Arc<[State]>,
    sets: Arc<[ByteSet]>,
    start: u32,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// A byte of this set leads to this state.
    Set(u32, u32),
    Split(u32, u32),
    Start(u32),
    End(u32),
    Match,
}

impl Nfa {
    /// Builds the automaton of an expression. `None` if it is too large.
    pub fn new(node: &RegexNode) -> Option<Nfa> {
        let mut builder = Builder { states: vec![State::Match], sets: Vec::new(), numbers: HashMap::new() };
        let start = builder.add(node, 0)?;
        Some(Nfa { states: builder.states.into(), sets: builder.sets.into(), start })
    }

    pub fn size(&self) -> usize {
        self.states.len()
    }
}

/// A sorted set of states: only states that wait for a byte or the end, and matches.
type StateSet = Box<[u32]>;

/// Steps from one set of states to the next.
struct Walker {
    nfa: Nfa,
    /// The time of the last visit to each state. Saves clearing a table for every set.
    visited: Vec<u32>,
    now: u32,
    stack: Vec<u32>,
}

impl Walker {
    fn new(nfa: Nfa) -> Walker {
        Walker { visited: vec![0; nfa.states.len()], nfa, now: 0, stack: Vec::new() }
    }

    fn start(&mut self) -> StateSet {
        self.close([self.nfa.start], true, false)
    }

    fn step(&mut self, set: &[u32], byte: u8) -> StateSet {
        let nfa = self.nfa.clone();
        let next = set.iter().filter_map(|&state| match nfa.states[state as usize] {
            State::Set(bytes, next) => nfa.sets[bytes as usize].contains(byte).then_some(next),
            State::Split(..) | State::Start(_) | State::End(_) | State::Match => None,
        });
        self.close(next, false, false)
    }

    /// Whether a match ends here, and whether one does if the file ends here.
    fn accepts(&mut self, set: &[u32]) -> (bool, bool) {
        let matched = |states: &[State], set: &[u32]| set.iter().any(|&s| matches!(states[s as usize], State::Match));
        let nfa = self.nfa.clone();
        let here = matched(&nfa.states, set);
        let waits = set.iter().any(|&state| matches!(nfa.states[state as usize], State::End(_)));
        let at_end = here || waits && matched(&nfa.states, &self.close(set.iter().copied(), false, true));
        (here, at_end)
    }

    fn close(&mut self, from: impl IntoIterator<Item = u32>, at_start: bool, at_end: bool) -> StateSet {
        self.now += 1;
        let mut set = Vec::new();
        for state in from {
            self.stack.push(state);
            while let Some(state) = self.stack.pop() {
                if std::mem::replace(&mut self.visited[state as usize], self.now) == self.now {
                    continue;
                }
                match self.nfa.states[state as usize] {
                    State::Set(..) | State::Match => set.push(state),
                    State::Split(a, b) => self.stack.extend([b, a]),
                    State::Start(next) if at_start => self.stack.push(next),
                    State::Start(_) => {}
                    State::End(next) if at_end => self.stack.push(next),
                    State::End(_) => set.push(state),
                }
            }
        }
        set.sort_unstable();
        set.into()
    }
}

/// Finds matches of one expression. Remembers the states of its automaton.
pub(crate) enum Matcher {
    Run(ByteSet, u32, Option<u32>),
    Dfa(Box<Dfa>),
}

/// A deterministic automaton that is built while it is used.
pub(crate) struct Dfa {
    walker: Walker,
    sets: Vec<StateSet>,
    numbers: HashMap<StateSet, u32>,
    accepts: Vec<(bool, bool)>,
    /// By state and byte: the next state.
    table: Vec<[u32; 256]>,
    /// Numbers held in `sets` and `table`.
    held: usize,
    /// The total size of the sets that were built.
    work: u64,
}

/// Matching has exceeded [`MAX_WORK`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooCostly;

/// The most work on one expression. A usual one builds a few hundred small sets.
const MAX_WORK: u64 = 1 << 31;

const UNKNOWN: u32 = u32::MAX;

impl Matcher {
    pub fn new(regex: &Regex) -> Matcher {
        match &regex.plan {
            Strategy::Run(set, least, most) => Matcher::Run(*set, *least, *most),
            Strategy::Nfa(nfa) => Matcher::Dfa(Box::new(Dfa::new(nfa.clone()))),
        }
    }

    /// Returns the length of the longest match at the beginning of `text`, which is the rest of the
    /// file.
    pub fn longest(&mut self, text: &[u8]) -> Result<Option<usize>, TooCostly> {
        match self {
            Matcher::Run(set, least, most) => {
                let most = most.map_or(usize::MAX, |most| most as usize);
                let length = text.iter().take(most).take_while(|&&byte| set.contains(byte)).count();
                Ok((length >= *least as usize).then_some(length))
            }
            Matcher::Dfa(dfa) => dfa.longest(text),
        }
    }

    /// The bytes that would make a match of this length longer, where one byte is enough to tell.
    pub fn goes_on(&self, length: usize) -> ByteSet {
        match self {
            Matcher::Run(set, _, most) if most.is_none_or(|most| length < most as usize) => *set,
            Matcher::Run(..) | Matcher::Dfa(_) => ByteSet::EMPTY,
        }
    }
}

impl Dfa {
    fn new(nfa: Nfa) -> Dfa {
        let (sets, numbers, accepts, table) = (Vec::new(), HashMap::new(), Vec::new(), Vec::new());
        let mut dfa = Dfa { walker: Walker::new(nfa), sets, numbers, accepts, table, held: 0, work: 0 };
        let start = dfa.walker.start();
        dfa.number(start);
        dfa
    }

    fn longest(&mut self, text: &[u8]) -> Result<Option<usize>, TooCostly> {
        let mut state = self.begin();
        let mut longest = None;
        for (at, &byte) in text.iter().enumerate() {
            if self.accepts[state as usize].0 {
                longest = Some(at);
            }
            state = self.step(state, byte);
            if self.sets[state as usize].is_empty() {
                return Ok(longest);
            }
            if self.work > MAX_WORK {
                return Err(TooCostly);
            }
        }
        Ok(if self.accepts[state as usize].1 { Some(text.len()) } else { longest })
    }

    fn step(&mut self, state: u32, byte: u8) -> u32 {
        let next = self.table[state as usize][usize::from(byte)];
        if next == UNKNOWN { self.learn(state, byte) } else { next }
    }

    /// Forgets everything but the work.
    fn reset(&mut self) {
        *self = Dfa { work: self.work, ..Dfa::new(self.walker.nfa.clone()) };
    }

    /// The number of the first state.
    fn begin(&mut self) -> u32 {
        if self.held > MAX_TABLE {
            self.reset();
        }
        0
    }

    fn learn(&mut self, state: u32, byte: u8) -> u32 {
        let from = self.sets[state as usize].clone();
        let next = self.walker.step(&from, byte);
        self.work += (from.len() + next.len()) as u64;
        if self.held > MAX_TABLE {
            self.reset();
            return self.number(next);
        }
        let next = self.number(next);
        self.table[state as usize][usize::from(byte)] = next;
        next
    }

    fn number(&mut self, set: StateSet) -> u32 {
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.accepts.push(self.walker.accepts(&set));
        self.table.push([UNKNOWN; 256]);
        self.held += 256 + 2 * set.len();
        self.numbers.insert(set.clone(), number);
        self.sets.push(set);
        number
    }
}

struct Builder {
    states: Vec<State>,
    sets: Vec<ByteSet>,
    numbers: HashMap<ByteSet, u32>,
}

impl Builder {
    /// Adds states that match `node` and lead to `next`. Returns the first.
    fn add(&mut self, node: &RegexNode, next: u32) -> Option<u32> {
        match node {
            RegexNode::Set(set) => {
                let number = *self.numbers.entry(*set).or_insert_with(|| {
                    self.sets.push(*set);
                    self.sets.len() as u32 - 1
                });
                self.push(State::Set(number, next))
            }
            RegexNode::Start => self.push(State::Start(next)),
            RegexNode::End => self.push(State::End(next)),
            RegexNode::Concat(nodes) => nodes.iter().rev().try_fold(next, |next, node| self.add(node, next)),
            RegexNode::Alternate(nodes) => {
                let starts = nodes.iter().map(|node| self.add(node, next)).collect::<Option<Vec<_>>>()?;
                let (last, others) = starts.split_last()?;
                others.iter().rev().try_fold(*last, |rest, &start| self.push(State::Split(start, rest)))
            }
            RegexNode::Repeat(node, least, most) => self.repeat(node, *least, *most, next),
        }
    }

    fn repeat(&mut self, node: &RegexNode, least: u32, most: Option<u32>, next: u32) -> Option<u32> {
        let mut start = next;
        match most {
            None => {
                start = self.push(State::Split(next, next))?;
                let body = self.add(node, start)?;
                self.states[start as usize] = State::Split(body, next);
            }
            Some(most) => {
                for _ in least..most {
                    let body = self.add(node, start)?;
                    start = self.push(State::Split(body, next))?;
                }
            }
        }
        for _ in 0..least {
            let before = self.states.len();
            start = self.add(node, start)?;
            if self.states.len() == before {
                // The repeated expression is empty: do not repeat it a billion times.
                break;
            }
        }
        Some(start)
    }

    fn push(&mut self, state: State) -> Option<u32> {
        self.states.push(state);
        (self.states.len() <= MAX_STATES).then_some(self.states.len() as u32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longest(pattern: &str, text: &str) -> Option<usize> {
        Matcher::new(&Regex::new(pattern.as_bytes()).unwrap()).longest(text.as_bytes()).unwrap()
    }

    #[test]
    fn the_longest_match_wins() {
        assert_eq!(longest("a|ab", "ab"), Some(2));
        assert_eq!(longest("(a|ab)(c|bcd)", "abcd"), Some(4));
        assert_eq!(longest("(a|ab)(c|bcd)*", "abc"), Some(3));
        assert_eq!(longest("x*", "yyy"), Some(0));
        assert_eq!(longest("x+", "yyy"), None);
        assert_eq!(longest("(ab)*a?", "ababab"), Some(6));
    }

    #[test]
    fn repetitions_have_bounds() {
        assert_eq!(longest("a{2,4}", "aaaaaa"), Some(4));
        assert_eq!(longest("a{3}", "aa"), None);
        assert_eq!(longest("(ab){2,}", "abababx"), Some(6));
        assert_eq!(longest("a{2}{3}", "aaaaaaa"), Some(6));
        assert_eq!(longest("(a?){3}b", "aab"), Some(3));
        assert_eq!(longest("(){1000000000}a", "a"), Some(1));
        assert_eq!(longest("[a-z]{1,1000000}", &"q".repeat(70_000)), Some(70_000));
        assert_eq!(longest("([a-c]x?){1,30000}", &"abx".repeat(9_000)), Some(27_000));
    }

    #[test]
    fn sets_are_those_of_posix() {
        assert_eq!(longest("[]a]+", "a]b"), Some(2));
        assert_eq!(longest("[^]a]+", "xy]"), Some(2));
        assert_eq!(longest("[a\\\\]+", "a\\b"), Some(2));
        assert_eq!(longest("[[:digit:]x-]+", "1-x2y"), Some(4));
        assert_eq!(longest("[[.-.]a]+", "a-b"), Some(2));
        assert_eq!(longest(".*", "a\nb"), Some(3));
        assert_eq!(longest("a}]", "a}]"), Some(3));
    }

    #[test]
    fn anchors_are_the_beginning_of_the_match_and_the_end_of_the_file() {
        assert_eq!(longest("^a$", "a"), Some(1));
        assert_eq!(longest("^a$", "a\n"), None);
        assert_eq!(longest("a^b", "ab"), None);
        assert_eq!(longest("ab?$|a", "ab "), Some(1));
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let at = |pattern: &str| Regex::new(pattern.as_bytes()).map(|_| ()).unwrap_err().at;
        assert_eq!(at("ab("), 2);
        assert_eq!(at("ab)"), 2);
        assert_eq!(at("*a"), 0);
        assert_eq!(at("a{3,2}"), 1);
        assert_eq!(at("a{,3}"), 2);
        assert_eq!(at("a{2"), 3);
        assert_eq!(at("x[c-a]"), 4);
        assert_eq!(at("x[abc"), 1);
        assert_eq!(at("\\d+"), 1);
        assert_eq!(at("[[:nope:]]"), 3);
        assert_eq!(at("[a-c-e]"), 4);
        assert_eq!(at(&"(".repeat(1000)), 100);
        assert_eq!(at("(((a{1000}){1000}){1000})"), 0);
    }

    #[test]
    fn a_table_that_is_full_begins_anew() {
        // Each subset of the last 18 places is a separate state.
        let pattern = "[ab]*a[ab]{18}c";
        let mut text: Vec<u8> =
            (0u32..300_000).map(|i| if i.wrapping_mul(2_654_435_761) >> 13 & 1 == 0 { b'a' } else { b'b' }).collect();
        let end = text.len();
        text[end - 19] = b'a';
        text.push(b'c');
        let mut matcher = Matcher::new(&Regex::new(pattern.as_bytes()).unwrap());
        assert_eq!(matcher.longest(&text), Ok(Some(end + 1)));
        assert_eq!(matcher.longest(b"aaa"), Ok(None));
    }

    #[test]
    fn a_match_of_one_set_goes_on_with_its_bytes_until_it_is_full() {
        let run = Matcher::new(&Regex::new(b"[a-c]{1,3}").unwrap());
        assert!(run.goes_on(2).contains(b'c') && !run.goes_on(2).contains(b'd'));
        assert!(run.goes_on(3).is_empty());
    }
}

//! POSIX extended regular expressions on bytes. A match begins at the reader's position, and the
//! longest one wins. Nothing is captured.
//!
//! Written by hand for three reasons. Generating texts needs the syntax tree. The language wants
//! the longest match, and `regex` finds the first alternative. And `regex` takes longer to build
//! than the rest of this crate. Matching uses a deterministic automaton that is built as needed, so
//! its time is linear in the text.

mod automaton;
mod parse;

use std::fmt;

pub(crate) use automaton::Matcher;

use automaton::Nfa;

/// A parsed regular expression.
#[derive(Clone, Debug)]
pub struct Regex {
    pattern: Box<[u8]>,
    node: RegexNode,
    plan: Strategy,
}

#[derive(Clone, Debug)]
enum Strategy {
    /// One repeated set. Needs no automaton, however large the numbers.
    Run(ByteSet, u32, Option<u32>),
    Nfa(Nfa),
}

/// A mistake in an expression, at a byte of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RegexError {
    pub at: usize,
    pub message: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RegexNode {
    Set(ByteSet),
    /// `^`, at the beginning of the match.
    Start,
    /// `$`, at the end of the file.
    End,
    Concat(Vec<RegexNode>),
    Alternate(Vec<RegexNode>),
    Repeat(Box<RegexNode>, u32, Option<u32>),
}

impl Regex {
    pub(crate) fn new(pattern: &[u8]) -> Result<Regex, RegexError> {
        let node = parse::parse(pattern)?;
        let plan = match &node {
            RegexNode::Set(set) => Strategy::Run(*set, 1, Some(1)),
            RegexNode::Repeat(inner, least, most) if matches!(**inner, RegexNode::Set(_)) => {
                let RegexNode::Set(set) = **inner else { unreachable!("the guard has looked") };
                Strategy::Run(set, *least, *most)
            }
            RegexNode::Start
            | RegexNode::End
            | RegexNode::Concat(_)
            | RegexNode::Alternate(_)
            | RegexNode::Repeat(..) => {
                Strategy::Nfa(Nfa::new(&node).ok_or(RegexError { at: 0, message: "this expression is too large" })?)
            }
        };
        Ok(Regex { pattern: pattern.into(), node, plan })
    }

    pub(crate) fn node(&self) -> &RegexNode {
        &self.node
    }

    /// The number of states of its automaton.
    pub(crate) fn size(&self) -> usize {
        match &self.plan {
            Strategy::Run(..) => 1,
            Strategy::Nfa(nfa) => nfa.size(),
        }
    }

    /// Returns the lengths of the shortest and the longest match. `None` for no limit.
    pub fn lengths(&self) -> (u64, Option<u64>) {
        lengths(&self.node)
    }
}

impl fmt::Display for Regex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.pattern.escape_ascii())
    }
}

fn lengths(node: &RegexNode) -> (u64, Option<u64>) {
    match node {
        RegexNode::Set(_) => (1, Some(1)),
        RegexNode::Start | RegexNode::End => (0, Some(0)),
        RegexNode::Concat(nodes) => nodes.iter().map(lengths).fold((0, Some(0)), |(least, most), (a, b)| {
            (least.saturating_add(a), most.zip(b).map(|(most, b)| most.saturating_add(b)))
        }),
        RegexNode::Alternate(nodes) => {
            let least = nodes.iter().map(|node| lengths(node).0).min().unwrap_or(0);
            let most = nodes.iter().map(|node| lengths(node).1).collect::<Option<Vec<_>>>();
            (least, most.map(|all| all.into_iter().max().unwrap_or(0)))
        }
        RegexNode::Repeat(node, low, high) => {
            let (least, most) = lengths(node);
            let most = match (most, high) {
                (Some(0), _) => Some(0),
                (Some(most), Some(high)) => Some(most.saturating_mul(u64::from(*high))),
                (Some(_), None) | (None, _) => None,
            };
            (least.saturating_mul(u64::from(*low)), most)
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ByteSet([u64; 4]);

impl ByteSet {
    pub const EMPTY: ByteSet = ByteSet([0; 4]);
    pub const ALL: ByteSet = ByteSet([u64::MAX; 4]);

    pub const DIGITS: ByteSet = ByteSet([0x03FF << b'0', 0, 0, 0]);

    pub fn of(bytes: &[u8]) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        bytes.iter().for_each(|&byte| set.insert(byte, byte));
        set
    }

    /// Inserts all bytes from `from` to `to`, both included.
    pub fn insert(&mut self, from: u8, to: u8) {
        for byte in from..=to {
            self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
        }
    }

    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub fn not(&self) -> ByteSet {
        ByteSet(self.0.map(|word| !word))
    }

    pub fn and(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn or(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Iterates in the order of simplicity: letters, digits, space, punctuation, the rest.
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        let set = *self;
        let simple = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9').chain(b' '..=b' ');
        let printable = (b'!'..=b'~').filter(|byte| !byte.is_ascii_alphanumeric());
        let rest =
            [b'\n', b'\t'].into_iter().chain((0..=255u8).filter(|byte| !matches!(byte, b' '..=b'~' | b'\n' | b'\t')));
        simple.chain(printable).chain(rest).filter(move |&byte| set.contains(byte))
    }
}

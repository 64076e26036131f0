//! Inputs at the ends of what a grammar allows: each number, length and count of turns at its least
//! and at its most, and the whole input as large as possible.
//!
//! Mutants and small inputs do not reveal an array that is too short, a table that takes a second,
//! or a mistake in the last row. People who write tests by hand begin with these. Knows nothing of
//! programs.

use crate::source::Grammar;
use crate::source::mixed;
use ctd::{Bound, Bounds, Caps, Generator, Policy, Quantity, Shape, Value, validate};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// An end of an allowed range.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    Least(String),
    Most(String),
    /// The whole input is large, with numbers of this kind.
    Large(String),
    /// One of several large inputs in which each number is of a kind of its own.
    Mixed(usize),
    /// Another such input: this count is at its least, the others are at their most.
    LoneAmidMost(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Least(name) => write!(f, "the least {name}"),
            End::Most(name) => write!(f, "the most {name}"),
            End::Large(policy) => write!(f, "the largest input, {policy}"),
            End::Mixed(number) => write!(f, "a large input in which each number is of its own kind ({number})"),
            End::LoneAmidMost(name) => {
                write!(f, "the least {name} with the most of all else, each number of its own kind")
            }
        }
    }
}

/// An input at one or more ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachingInput {
    pub input: Vec<u8>,
    /// The ends that it reaches and no test does.
    pub ends: BTreeSet<End>,
}

const LARGE: [Policy; 3] = [Policy::Uniform, Policy::Highest, Policy::Equal];
const POLICIES: [Policy; 6] =
    [Policy::Uniform, Policy::Highest, Policy::Equal, Policy::OneHuge, Policy::Lowest, Policy::LogUniform];
/// The sizes tried without any count at an end.
const SIZES: [u64; 3] = [2, 60, 2000];

/// Mistakes that need two things at once, such as a full set and a lone heap, are rarely met by
/// inputs of one kind throughout. Nobody knows which two, so this many tests have a bit of
/// everything.
const MIXED: usize = 4;
/// How many are drawn for each of them.
const DRAWN: usize = 4;
/// With more counts than this, no input is made for each of them.
const MOST_COUNTS: usize = 4;

/// No input of fewer bytes counts as large.
const LEAST_LARGE: usize = 256;

/// What is allowed, by what it is about.
type NamedBounds = BTreeMap<(Quantity, String), Bound>;

/// Inputs that reach what none of `tests` reaches. Each reaches something that those before it do
/// not. An end for which no input was found is left out. `only` restricts the search to these ends,
/// because larger inputs that reach them had no answer.
pub fn reaching(
    grammar: &Grammar,
    tests: &[Vec<u8>],
    only: Option<&BTreeSet<End>>,
    seed: u64,
    caps: &Caps,
) -> Vec<ReachingInput> {
    let read = |input: &[u8]| validate(&grammar.program, input, &grammar.reading).ok();
    let mut tested = Bounds::default();
    tests.iter().filter_map(|test| read(test)).for_each(|bounds| tested.join(&bounds));
    let mut pool = Pool { grammar, seed, caps, drawn: Vec::new() };
    for size in SIZES.into_iter().chain([caps.bytes as u64]) {
        pool.draw("", size);
    }
    let mut all = tested.clone();
    pool.drawn.iter().for_each(|drawn| all.join(&drawn.bounds));
    pool.at_ends(&all);
    pool.mixed();
    pool.lone_amid_most(&all);
    pool.drawn.iter().for_each(|drawn| all.join(&drawn.bounds));
    let allowed = allowed(&all);
    let mut reached = ends(&tested, &allowed);
    let largest = pool.drawn.iter().map(|drawn| drawn.input.len()).max().unwrap_or(0);
    // Half of the possible size is large enough.
    let is_large = |test: &Vec<u8>| test.len() * 2 >= largest;
    if largest < LEAST_LARGE || only.is_none() && tests.iter().any(is_large) {
        reached.extend(LARGE.map(|policy| End::Large(policy.to_string())));
        reached.extend((1..=MIXED).map(End::Mixed));
        reached.extend(pool.drawn.iter().filter_map(|drawn| drawn.mixed.clone()));
    }
    let mut found: Vec<ReachingInput> = Vec::new();
    let mut candidates: Vec<ReachingInput> = pool.drawn.iter().map(|drawn| drawn.reaching(&allowed, largest)).collect();
    if let Some(only) = only {
        candidates.iter_mut().for_each(|candidate| candidate.ends.retain(|end| only.contains(end)));
    }
    loop {
        candidates.iter_mut().for_each(|candidate| candidate.ends.retain(|end| !reached.contains(end)));
        candidates.retain(|candidate| !candidate.ends.is_empty());
        // Of two that reach as much, the shorter is easier to read. An end that a large input
        // reaches only by the way still needs the small input that shows it.
        let by_the_way = |one: &ReachingInput| one.ends.iter().any(|end| matches!(end, End::LoneAmidMost(_)));
        let worth = |one: &&ReachingInput| (!by_the_way(one), one.ends.len(), std::cmp::Reverse(one.input.len()));
        let best = candidates.iter().max_by_key(worth);
        let Some(best) = best.cloned() else { return found };
        reached.extend(best.ends.iter().cloned());
        found.push(best);
    }
}

struct DrawnInput {
    input: Vec<u8>,
    bounds: Bounds,
    policy: Policy,
    /// Which of the mixed inputs it is.
    mixed: Option<End>,
}

impl DrawnInput {
    fn reaching(&self, allowed: &NamedBounds, largest: usize) -> ReachingInput {
        let mut ends = ends(&self.bounds, allowed);
        if LARGE.contains(&self.policy) && self.input.len() * 2 >= largest {
            ends.insert(End::Large(self.policy.to_string()));
        }
        ends.extend(self.mixed.clone());
        ReachingInput { input: self.input.clone(), ends }
    }
}

struct Pool<'g> {
    grammar: &'g Grammar,
    seed: u64,
    caps: &'g Caps,
    drawn: Vec<DrawnInput>,
}

impl Pool<'_> {
    /// Draws inputs in which some counts have these values, `n=9,m=1`.
    fn draw(&mut self, preset: &str, size: u64) {
        let mut generator = Generator::new(&self.grammar.program, self.caps.clone());
        if !preset.is_empty() && generator.preset(preset).is_err() {
            return;
        }
        for policy in POLICIES {
            if self.caps.are_over() {
                return;
            }
            let seed = mixed(&[self.seed, self.drawn.len() as u64, size]);
            self.drawn.extend(self.one(&generator, Shape { policy, size }, seed));
        }
    }

    fn one(&self, generator: &Generator<'_>, shape: Shape, seed: u64) -> Option<DrawnInput> {
        let input = generator.generate(shape, seed).ok()?;
        let bounds = validate(&self.grammar.program, &input, &self.grammar.reading).ok()?;
        Some(DrawnInput { input, bounds, policy: shape.policy, mixed: None })
    }

    /// Draws the mixed inputs. The largest of several are taken: they hold the most cases, or the
    /// most turns.
    fn mixed(&mut self) {
        let generator = Generator::new(&self.grammar.program, self.caps.clone());
        let shape = Shape { policy: Policy::Mixed, size: self.caps.bytes as u64 };
        let draw = |number: u64| self.one(&generator, shape, mixed(&[self.seed, number, 3]));
        let mut drawn: Vec<DrawnInput> = (0..(MIXED * DRAWN) as u64).filter_map(draw).collect();
        drawn.sort_by_key(|one| std::cmp::Reverse(one.input.len()));
        drawn.dedup_by(|one, other| one.input == other.input);
        drawn.truncate(MIXED);
        drawn.iter_mut().enumerate().for_each(|(at, one)| one.mixed = Some(End::Mixed(at + 1)));
        self.drawn.extend(drawn);
    }

    /// Draws mixed inputs for each count: it is at its least, and the others are at their most. A
    /// mistake in a table that is too short often shows only through a lone number.
    fn lone_amid_most(&mut self, all: &Bounds) {
        let bounds = self.counts(all);
        if !(2..=MOST_COUNTS).contains(&bounds.len()) {
            return;
        }
        let shape = Shape { policy: Policy::Mixed, size: self.caps.bytes as u64 };
        for (place, lone) in bounds.iter().enumerate() {
            let value = |bound: &Bound| match bound.name == lone.name {
                true => Some(bound.lowest.clone()),
                false => bound.highest.clone(),
            };
            let preset = bounds.iter().map(|bound| at(&bound.name, &value(bound)?)).collect::<Option<Vec<_>>>();
            let mut generator = Generator::new(&self.grammar.program, self.caps.clone());
            if preset.is_none_or(|preset| generator.preset(&preset.join(",")).is_err()) {
                continue;
            }
            let draw = |number: usize| self.one(&generator, shape, mixed(&[self.seed, place as u64, number as u64, 4]));
            let largest = (0..DRAWN).filter_map(draw).max_by_key(|one| one.input.len());
            self.drawn
                .extend(largest.map(|one| DrawnInput { mixed: Some(End::LoneAmidMost(lone.name.clone())), ..one }));
        }
    }

    /// The bounds of the names that count the turns of loops.
    fn counts(&self, all: &Bounds) -> Vec<Bound> {
        let generator = Generator::new(&self.grammar.program, self.caps.clone());
        let counts: BTreeSet<&str> = generator.counts().collect();
        all.iter().filter(|bound| counts.contains(&*bound.name)).collect()
    }

    /// Draws inputs with counts at their ends: each alone, and all together.
    fn at_ends(&mut self, all: &Bounds) {
        let bounds = self.counts(all);
        let least = bounds.iter().map(|bound| at(&bound.name, &bound.lowest));
        let most = bounds.iter().map(|bound| at(&bound.name, bound.highest.as_ref()?));
        let (least, most): (Vec<String>, Vec<String>) = (least.flatten().collect(), most.flatten().collect());
        let size = self.caps.bytes as u64;
        if most.len() + least.len() > 0 {
            self.draw(&most.join(","), size);
            self.draw(&least.join(","), 2);
        }
        for one in &most {
            self.draw(one, size);
            self.draw(one, SIZES[1]);
        }
        for one in &least {
            self.draw(one, size);
        }
    }
}

/// `n=5`.
fn at(name: &str, value: &Value) -> Option<String> {
    match value {
        Value::Integer(integer) => Some(format!("{name}={integer}")),
        Value::Decimal(_) | Value::Text(_) => None,
    }
}

fn allowed(all: &Bounds) -> NamedBounds {
    all.iter().map(|bound| ((bound.quantity, bound.name.clone()), bound)).collect()
}

/// The ends that are reached, of everything allowed in any input.
fn ends(bounds: &Bounds, allowed: &NamedBounds) -> BTreeSet<End> {
    let mut ends = BTreeSet::new();
    for bound in bounds.iter() {
        let Some(allowed) = allowed.get(&(bound.quantity, bound.name.clone())) else { continue };
        let name = match bound.quantity {
            Quantity::Integer | Quantity::Decimal => bound.name.clone(),
            Quantity::Length => format!("length of {}", bound.name),
            Quantity::Turns => format!("turns of {}", bound.name),
        };
        if bound.smallest == allowed.lowest {
            ends.insert(End::Least(name.clone()));
        }
        if allowed.highest.as_ref() == Some(&bound.largest) {
            ends.insert(End::Most(name));
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRAMMAR: &[u8] =
        b"INT(1,3,games) NEWLINE REP(games) INT(1,400,n) NEWLINE REP(n,SPACE) INT(1,10^9,heap) END NEWLINE END";

    fn found(tests: &[&str]) -> (Vec<ReachingInput>, BTreeSet<End>) {
        let grammar = Grammar::parse(GRAMMAR).unwrap();
        let tests: Vec<Vec<u8>> = tests.iter().map(|test| test.as_bytes().to_vec()).collect();
        let found = reaching(&grammar, &tests, None, 1, &Caps { bytes: 1 << 16, ..Caps::default() });
        let ends = found.iter().flat_map(|one| one.ends.clone()).collect();
        (found, ends)
    }

    #[test]
    fn what_no_test_reaches_is_reached_by_few_inputs() {
        let (found, ends) = found(&["2\n2\n5 6\n2\n7 7\n"]);
        let least = ["games", "n", "heap"].map(|name| End::Least(name.to_owned()));
        let most = ["games", "n", "heap"].map(|name| End::Most(name.to_owned()));
        let large = LARGE.map(|policy| End::Large(policy.to_string()));
        let mixed = (1..=MIXED).map(End::Mixed);
        let lone = ["games", "n"].map(|name| End::LoneAmidMost(name.to_owned()));
        assert_eq!(ends, least.into_iter().chain(most).chain(large).chain(mixed).chain(lone).collect());
        assert!(found.len() <= 7 + MIXED, "{}", found.len());
        let all = found.iter().map(|one| one.input.len());
        assert!(all.clone().max() > Some(5000) && all.min() < Some(20), "large and small ones");
    }

    #[test]
    fn what_a_test_reaches_is_not_reached_again() {
        let (_, ends) = found(&["1\n1\n1\n", "3\n1\n1000000000\n1\n1\n1\n1\n"]);
        let named = |end: &End| !matches!(end, End::Large(_) | End::Mixed(_) | End::LoneAmidMost(_));
        assert_eq!(ends.into_iter().filter(named).collect::<Vec<_>>(), [End::Most("n".to_owned())]);
    }

    /// For larger inputs without an answer: an existing large test is not a reason to skip a
    /// requested end.
    #[test]
    fn ends_that_are_asked_for_are_reached_by_small_inputs_too() {
        let grammar = Grammar::parse(GRAMMAR).unwrap();
        let large = format!("1\n400\n{}1000000000\n", "1000000000 ".repeat(399)).into_bytes();
        let caps = Caps { bytes: 1 << 11, ..Caps::default() };
        let ends = |only: Option<&BTreeSet<End>>| -> BTreeSet<End> {
            reaching(&grammar, std::slice::from_ref(&large), only, 1, &caps)
                .into_iter()
                .flat_map(|one| one.ends)
                .collect()
        };
        assert!(!ends(None).iter().any(|end| matches!(end, End::Mixed(_))), "{:?}", ends(None));
        let wanted = BTreeSet::from([End::Mixed(1), End::Least("heap".to_owned())]);
        assert_eq!(ends(Some(&wanted)), wanted);
    }

    /// A full set and lone heaps: a set can then give a value that nothing else does.
    #[test]
    fn each_count_is_once_at_its_least_while_the_others_are_at_their_most() {
        let found = found(&["2\n2\n5 6\n2\n7 7\n"]).0;
        let input = |name: &str| {
            let end = End::LoneAmidMost(name.to_owned());
            let one = found.iter().find(|one| one.ends.contains(&end)).unwrap();
            let lines = String::from_utf8(one.input.clone()).unwrap();
            lines.lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let (lone, full) = (input("n"), input("games"));
        assert_eq!((&*lone[0], [&*lone[1], &*lone[3], &*lone[5]]), ("3", ["1"; 3]), "{lone:?}");
        assert_eq!((&*full[0], &*full[1], full.len()), ("1", "400", 3), "{full:?}");
    }

    #[test]
    fn small_inputs_need_no_large_ones() {
        let grammar = Grammar::parse(b"INT(1,100,n) NEWLINE").unwrap();
        let found = reaching(&grammar, &[b"5\n".to_vec()], None, 1, &Caps::default());
        let inputs: BTreeSet<&[u8]> = found.iter().map(|one| &one.input[..]).collect();
        assert_eq!(inputs, BTreeSet::from([&b"1\n"[..], b"100\n"]));
    }
}

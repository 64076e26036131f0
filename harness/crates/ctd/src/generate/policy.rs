//! Policies: what the numbers of an input have in common.

use std::fmt;

use crate::float::nearest_to_zero;
use crate::number::Integer;
use crate::random::{Random, hash};

/// How the numbers of an input are chosen within their ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The least that is allowed. With a size of 1, the input is the simplest one: nothing comes
    /// more often than it must, and numbers are next to 0.
    Lowest,
    /// The most that is allowed.
    Highest,
    /// Each command draws one value for the whole input.
    Equal,
    /// Each number is larger than the one before.
    Ascending,
    /// Texts are like consecutive ones, with an occasional flaw.
    Descending,
    /// Each command draws two or three values.
    FewDistinct,
    /// Powers of two and their neighbours.
    PowersOfTwo,
    /// One number at its upper limit among small ones.
    OneHuge,
    /// Every number is as likely as any other.
    Uniform,
    /// Every magnitude is equally likely.
    LogUniform,
    /// Each number is one more than the one before. Texts repeat a word of two letters, which few
    /// random texts do.
    Consecutive,
    /// Each command has a policy of its own, and a new one in each turn of the outermost loop: a
    /// full set of small numbers meets one huge heap.
    Mixed,
}

impl Policy {
    /// All policies.
    pub const ALL: [Policy; 12] = [
        Policy::Lowest,
        Policy::Uniform,
        Policy::Highest,
        Policy::Equal,
        Policy::Ascending,
        Policy::LogUniform,
        Policy::FewDistinct,
        Policy::PowersOfTwo,
        Policy::OneHuge,
        Policy::Descending,
        Policy::Consecutive,
        Policy::Mixed,
    ];
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Policy::Lowest => "all lowest",
            Policy::Highest => "all highest",
            Policy::Equal => "all equal",
            Policy::Ascending => "ascending",
            Policy::Descending => "descending",
            Policy::FewDistinct => "few distinct",
            Policy::PowersOfTwo => "powers of two",
            Policy::OneHuge => "one huge",
            Policy::Uniform => "uniform",
            Policy::LogUniform => "log-uniform",
            Policy::Consecutive => "consecutive",
            Policy::Mixed => "mixed",
        })
    }
}

/// The kind of input to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// How its numbers are chosen.
    pub policy: Policy,
    /// About how many elements the input has: turns of loops, letters of texts. Small inputs mostly
    /// have small numbers as well.
    pub size: u64,
}

/// The policies of a mixed input. It most often combines sets without gaps with random numbers.
const MIXTURE: [Policy; 14] = [
    Policy::Uniform,
    Policy::Uniform,
    Policy::Uniform,
    Policy::Lowest,
    Policy::Lowest,
    Policy::Consecutive,
    Policy::Consecutive,
    Policy::Highest,
    Policy::Equal,
    Policy::Ascending,
    Policy::LogUniform,
    Policy::FewDistinct,
    Policy::PowersOfTwo,
    Policy::OneHuge,
];

/// The policy of one input, with the decisions that hold for all of it.
pub(super) struct Plan {
    policy: Policy,
    seed: u64,
    /// How far numbers may be from the allowed number nearest to zero or, at times, from the
    /// highest.
    magnitude: Option<Integer>,
    pub size: u64,
}

/// The place and time of a draw.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub site: u64,
    /// Identifies the run of the innermost loop.
    pub run: u64,
    /// The turn of the outermost loop, unless the innermost is that loop: the number of the case.
    pub case: u64,
    /// The turn of the innermost loop, and its number of turns if known.
    pub turn: u64,
    pub turns: Option<u64>,
    /// The sum of the turns of all loops within the case, so that rows of one number are
    /// consecutive, too.
    pub steps: u64,
}

/// The longest series that is sorted.
const MAX_SERIES: u64 = 1 << 20;

impl Plan {
    pub fn new(shape: Shape, seed: u64, random: &mut Random) -> Plan {
        let small = if shape.size <= 64 { !random.one_in(4) } else { random.one_in(8) };
        let small = small && !is_most(shape.policy, shape.size);
        let magnitudes = [1, 2, 3, 5, 10, 20, shape.size.clamp(1, 1000)];
        let magnitude = random.pick(&magnitudes).filter(|_| small).map(|&magnitude| Integer::from(magnitude));
        Plan { policy: shape.policy, seed, magnitude, size: shape.size }
    }

    /// Draws a number from `low` to `high`.
    pub fn draw(&self, spot: Spot, low: &Integer, high: &Integer, random: &mut Random, series: &mut Series) -> Integer {
        if self.is_simplest() {
            return nearest_to_zero(low, high);
        }
        let (low, high) = self.near(spot, low, high);
        let site = |salt: u64| hash(&[self.seed_at(spot), spot.site, salt]);
        match self.policy_at(spot) {
            Policy::Lowest => low,
            Policy::Highest => high,
            Policy::Equal => part(&low, &high, site(0)),
            Policy::FewDistinct => part(&low, &high, site(random.below(2 + self.seed % 2))),
            Policy::Uniform => random.between(&low, &high),
            Policy::LogUniform => log_uniform(&low, &high, random),
            Policy::PowersOfTwo => power_of_two(&low, &high, random),
            Policy::OneHuge => {
                let turns = spot.turns.unwrap_or(4).max(1);
                if hash(&[site(0), spot.run]) % turns == spot.turn { high } else { few_above(&low, &high, random) }
            }
            Policy::Ascending => part(&low, &high, series.at(spot, self.seed)),
            Policy::Descending => part(&low, &high, !series.at(spot, self.seed)),
            Policy::Consecutive => {
                let start = if site(1).is_multiple_of(2) { low.clone() } else { part(&low, &high, site(2)) };
                turned(&low, &high, &start, spot.steps)
            }
            // A single command never has the mixed policy.
            Policy::Mixed => random.between(&low, &high),
        }
    }

    fn is_simplest(&self) -> bool {
        self.policy == Policy::Lowest && self.size <= 1
    }

    /// The seed of the decisions for a command.
    fn seed_at(&self, spot: Spot) -> u64 {
        if self.policy == Policy::Mixed { hash(&[self.seed, spot.case]) } else { self.seed }
    }

    fn policy_at(&self, spot: Spot) -> Policy {
        if self.policy != Policy::Mixed {
            return self.policy;
        }
        MIXTURE[(hash(&[self.seed_at(spot), spot.site, 11]) % MIXTURE.len() as u64) as usize]
    }

    fn magnitude_at(&self, spot: Spot) -> Option<Integer> {
        if self.policy != Policy::Mixed {
            return self.magnitude.clone();
        }
        let chance = hash(&[self.seed_at(spot), spot.site, 12]);
        let magnitudes = [2, 10, 100, self.size.clamp(1, 1000)];
        (chance.is_multiple_of(3)).then(|| Integer::from(magnitudes[(chance >> 8) as usize % magnitudes.len()]))
    }

    fn near(&self, spot: Spot, low: &Integer, high: &Integer) -> (Integer, Integer) {
        let Some(magnitude) = &self.magnitude_at(spot) else { return (low.clone(), high.clone()) };
        let at_top = hash(&[self.seed_at(spot), spot.site, 5]).is_multiple_of(8);
        let centre = if at_top { high.clone() } else { nearest_to_zero(low, high) };
        let near =
            |value: Result<Integer, _>| value.unwrap_or_else(|_| centre.clone()).clamp(low.clone(), high.clone());
        (near(centre.sub(magnitude)), near(centre.add(magnitude)))
    }

    /// Draws a count. `most` is what the size allows.
    pub fn count(&self, spot: Spot, least: &Integer, most: &Integer, random: &mut Random) -> Integer {
        if self.is_simplest() || self.policy == Policy::Lowest && random.one_in(2) {
            return least.clone();
        }
        if is_most(self.policy, self.size) {
            return most.clone();
        }
        if self.policy == Policy::Mixed {
            // A case has many rows of one number as easily as one row of many numbers.
            match hash(&[self.seed_at(spot), spot.site, 13]) % 4 {
                0 => return few_above(least, most, random),
                1 => return most.clone(),
                2 => return log_uniform(least, most, random),
                _ => {}
            }
        }
        match random.below(4) {
            0 | 1 => most.clone(),
            2 => random.between(least, most),
            _ => log_uniform(least, most, random),
        }
    }

    /// Draws one of `bytes`, which are in the order of simplicity. `place` counts the bytes of the
    /// text.
    pub fn byte(&self, spot: Spot, place: u64, bytes: &[u8], random: &mut Random) -> u8 {
        let last = bytes.len().saturating_sub(1) as u64;
        let seed = self.seed_at(spot);
        let site = |salt: u64| hash(&[seed, spot.site, salt]) % (last + 1);
        // The same letters for all texts: a pattern that shares no letter with its text occurs
        // nowhere.
        let letter = |which: u64| hash(&[seed, which, 21]) % (last + 1);
        let period = 1 + hash(&[seed, 22]) % 6;
        let repeated = || letter(hash(&[seed, spot.steps.wrapping_add(place) % period, 23]) % 2);
        let at = match self.policy_at(spot) {
            Policy::Lowest => 0,
            Policy::Highest => last,
            Policy::Equal => site(0),
            Policy::FewDistinct => letter(random.below(2)),
            Policy::Descending if random.one_in(16) => letter(random.below(2)),
            Policy::Consecutive | Policy::Descending => repeated(),
            Policy::OneHuge if random.one_in(10) => last,
            Policy::OneHuge => 0,
            Policy::LogUniform | Policy::PowersOfTwo => random.below(last.min(2) + 1),
            Policy::Ascending | Policy::Uniform | Policy::Mixed => random.below(last + 1),
        };
        bytes.get(at as usize).copied().unwrap_or(b'?')
    }

    /// Plans the number of turns of a loop that the input ends.
    pub fn turns(&self, spot: Spot, share: u64) -> u64 {
        if self.is_simplest() {
            return 0;
        }
        let chance = hash(&[self.seed, spot.site, spot.run, 7]);
        let bits = u64::from(64 - share.leading_zeros());
        match chance % 4 {
            0 if self.policy == Policy::Mixed => share.min(1),
            0 => share,
            1 => (chance >> 8) % (share + 1),
            // With few turns, each can be large.
            _ => share >> ((chance >> 8) % (bits + 1)).min(63),
        }
    }

    /// Draws a count of a loop that holds further counts. With few turns, each can be large.
    pub fn outer_count(&self, spot: Spot, least: &Integer, most: &Integer, random: &mut Random) -> Integer {
        if self.is_simplest() || random.one_in(3) {
            self.count(spot, least, most, random)
        } else {
            log_uniform(least, most, random)
        }
    }
}

/// Whether nothing is left to chance: if a sum can overflow at all, it does so with as many of the
/// highest numbers as possible.
fn is_most(policy: Policy, size: u64) -> bool {
    policy == Policy::Highest && size >= 1 << 15
}

/// The value at a fraction of a range. The fraction is in units of 2^-64.
fn part(low: &Integer, high: &Integer, fraction: u64) -> Integer {
    let value = || {
        let width = high.sub(low)?.add(&Integer::ONE)?;
        let offset = width.mul(&Integer::from(fraction))?.div(&Integer::from(1i128 << 64))?;
        low.add(&offset)
    };
    value().map_or_else(|_| low.clone(), |value| value.min(high.clone()))
}

/// `turns` steps up from `start`, wrapping from `high` to `low`.
fn turned(low: &Integer, high: &Integer, start: &Integer, turns: u64) -> Integer {
    let value = || {
        let width = high.sub(low)?.add(&Integer::ONE)?;
        low.add(&start.sub(low)?.add(&Integer::from(turns))?.rem(&width)?)
    };
    value().unwrap_or_else(|_: crate::number::ArithmeticError| start.clone())
}

/// Draws the number of bits, then the number. Counts from zero if the range contains it, otherwise
/// from `low`.
fn log_uniform(low: &Integer, high: &Integer, random: &mut Random) -> Integer {
    let zero = low.is_negative() && !high.is_negative();
    let down = zero && random.one_in(2);
    let base = if zero { Integer::ZERO } else { low.clone() };
    let width = if down { Ok(low.abs()) } else { high.sub(&base) };
    let Ok(width) = width else { return low.clone() };
    let bits = random.below(width.bits() + 1);
    let mut offset = || {
        let end = Integer::from(2i64).pow(bits)?;
        let first = if bits == 0 { Integer::ZERO } else { end.div(&Integer::from(2i64))? };
        let offset = random.between(&first, &end.sub(&Integer::ONE)?).min(width.clone());
        if down { Ok(offset.neg()) } else { base.add(&offset) }
    };
    offset().unwrap_or_else(|_: crate::number::ArithmeticError| low.clone())
}

fn power_of_two(low: &Integer, high: &Integer, random: &mut Random) -> Integer {
    let bits = low.bits().max(high.bits());
    for _ in 0..16 {
        let power = Integer::from(2i64).pow(random.below(bits + 1));
        let near = power.and_then(|power| power.add(&Integer::from(random.below(3) as i64 - 1)));
        let Ok(value) = near else { continue };
        let value = if low.is_negative() && random.one_in(2) { value.neg() } else { value };
        if value >= *low && value <= *high {
            return value;
        }
    }
    random.between(low, high)
}

fn few_above(low: &Integer, high: &Integer, random: &mut Random) -> Integer {
    low.add(&Integer::from(random.below(3))).map_or_else(|_| low.clone(), |value| value.min(high.clone()))
}

/// Sorted fractions for the turns of a loop.
#[derive(Default)]
pub(super) struct Series {
    made: std::collections::HashMap<u64, (u64, Vec<u64>)>,
}

impl Series {
    fn at(&mut self, spot: Spot, seed: u64) -> u64 {
        let turns = spot.turns.unwrap_or(16).clamp(1, MAX_SERIES);
        let entry = self.made.entry(spot.site).or_default();
        if entry.0 != spot.run || entry.1.len() != turns as usize {
            let mut random = Random::new(hash(&[seed, spot.site, spot.run]));
            let mut fractions: Vec<u64> = (0..turns).map(|_| random.next()).collect();
            fractions.sort_unstable();
            *entry = (spot.run, fractions);
        }
        entry.1[spot.turn.min(turns - 1) as usize]
    }
}

//! The arguments of a generator that makes many inputs: `--n {1..100} --seed {seed}`.
//!
//! Braces stand for a value that is chosen anew for each input: `{seed}` for a number that no other
//! input has (`{seed64}` for a wider one), `{1..100}` for one of a range, `{3,5,8}` for one of a
//! list, `{x=3,5,8}` and then `{x}` for the same one twice, `{1..}` for the number of the input.
//! Ranges are drawn like the grammar's sizes: small for the first thousands, then up to the end,
//! and sometimes exactly at an end.

use ctd::{Policy, Shape};
use model::braces::{self, Braces, Mistake, Part, Values};
use std::collections::BTreeMap;
use std::fmt;

/// Arguments as written, checked to be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    text: String,
}

const SEED: &str = "seed";
/// A seed that needs a 64-bit integer.
const WIDE_SEED: &str = "seed64";

impl Arguments {
    /// # Errors
    /// When a pair of braces is invalid: the first one.
    pub fn parse(text: &str) -> Result<Arguments, Mistake> {
        let parts = braces::parse(text)?;
        let all: Vec<&Braces<'_>> = parts.iter().filter_map(Part::braces).filter(|braces| !is_seed(braces)).collect();
        braces::names(&all)?;
        for braces in all {
            if let Values::Range { first, last: Some(last), .. } = braces.values
                && last < first
            {
                let title = format!("`{}` goes down", braces.piece);
                return Err(Mistake::new(braces.piece, title, "the first number is the larger one"));
            }
        }
        Ok(Arguments { text: text.to_owned() })
    }

    /// Returns the words for the input with this number. Each call of `random` gives a new number.
    pub fn fill(&self, number: u64, shape: Shape, mut random: impl FnMut() -> u64) -> Vec<String> {
        // `parse` has accepted this text.
        let Ok(parts) = braces::parse(&self.text) else { return Vec::new() };
        // Generators read it as an `int` more often than not: `stoi(argv[1])`.
        let wide = random() >> 1;
        let seed = wide & u64::from(u32::MAX >> 1);
        let mut named: Vec<(&str, String)> = vec![(SEED, seed.to_string()), (WIDE_SEED, wide.to_string())];
        let mut chosen: Vec<String> = Vec::new();
        for braces in parts.iter().filter_map(Part::braces) {
            let Some(value) = choose(&braces.values, number, shape, &mut random) else { continue };
            if let Some(name) = braces.name {
                named.push((name, value.clone()));
            }
            chosen.push(value);
        }
        let mut chosen = chosen.into_iter();
        let filled: String = parts
            .iter()
            .map(|part| match part {
                Part::Text(text) => (*text).to_owned(),
                Part::Braces(Braces { values: Values::Of(name), .. }) => named
                    .iter()
                    .rev()
                    .find(|(other, _)| other == name)
                    .map(|(_, value)| value.clone())
                    .unwrap_or_default(),
                Part::Braces(_) => chosen.next().unwrap_or_default(),
            })
            .collect();
        filled.split_whitespace().map(str::to_owned).collect()
    }
}

/// The arguments as written.
impl fmt::Display for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Ways to call a generator for inputs like those of `lines`, the arguments of tests. Each way uses
/// any seed, and numbers from the least that a line of the same kind has. The kind is the first
/// word, unless that is a number or an option.
pub fn like(lines: &[&[String]]) -> Vec<Arguments> {
    let mut least: BTreeMap<Place<'_>, i64> = BTreeMap::new();
    for line in lines {
        for (place, value) in places(line) {
            if let Some((first, _)) = numbers(value) {
                let lowest = least.entry(place).or_insert(first);
                *lowest = first.min(*lowest);
            }
        }
    }
    let mut all: Vec<Arguments> = Vec::new();
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let words = places(line).map(|(place, value)| {
            let least = numbers(value).and_then(|_| least.get(&place).copied());
            let varied = if place.is_seed() { format!("{{{SEED}}}") } else { varied(value, least) };
            match place.joined {
                Some(key) => format!("{key}={varied}"),
                None => varied,
            }
        });
        let words: Vec<String> = words.collect();
        // A word with braces of its own would mean something else.
        let arguments = Arguments::parse(&words.join(" ")).ok();
        all.extend(arguments.filter(|arguments| !all.contains(arguments)));
    }
    all
}

/// The position of a word, so that words of other lines with the same meaning can be found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place<'l> {
    kind: Option<&'l str>,
    /// The option before the word.
    option: Option<&'l str>,
    /// The name within the word: `n=5`.
    joined: Option<&'l str>,
    /// The index, where nothing has a name.
    at: usize,
}

impl Place<'_> {
    fn is_seed(&self) -> bool {
        [self.option, self.joined].into_iter().flatten().any(|name| name.trim_start_matches('-') == SEED)
    }
}

/// The words of a line, or what follows `=` in them.
fn places(line: &[String]) -> impl Iterator<Item = (Place<'_>, &str)> {
    let is_option = |word: &str| word.starts_with('-') && word.parse::<i64>().is_err();
    let kind = line.first().map(String::as_str).filter(|word| numbers(word).is_none() && !is_option(word));
    line.iter().enumerate().map(move |(at, word)| {
        let option = at.checked_sub(1).map(|before| line[before].as_str()).filter(|word| is_option(word));
        let (joined, value) = match word.split_once('=') {
            Some((name, value)) => (Some(name), value),
            None => (None, word.as_str()),
        };
        let at = if option.or(joined).is_some() { 0 } else { at };
        (Place { kind, option, joined, at }, value)
    })
}

/// `7` is 7 and 7, `2-6` is 2 and 6.
fn numbers(word: &str) -> Option<(i64, i64)> {
    let number = |text: &str| text.parse::<i64>().ok().filter(|_| !text.starts_with('+'));
    let both = || word.split_once('-').and_then(|(first, last)| Some((number(first)?, number(last)?)));
    number(word).map(|number| (number, number)).or_else(both)
}

fn varied(value: &str, least: Option<i64>) -> String {
    match (numbers(value), least) {
        (Some((first, last)), _) if first < last && value.contains('-') => format!("{first}-{{{first}..{last}}}"),
        (Some((first, _)), Some(least)) if least < first => format!("{{{least}..{first}}}"),
        (Some(_) | None, _) => value.to_owned(),
    }
}

fn is_seed(braces: &Braces<'_>) -> bool {
    braces.name.is_none() && matches!(braces.values, Values::Of(SEED | WIDE_SEED))
}

/// `None` if another pair of braces defines the value.
fn choose(values: &Values<'_>, number: u64, shape: Shape, random: &mut impl FnMut() -> u64) -> Option<String> {
    match values {
        Values::Range { first, last: None, width } => {
            Some(format!("{:0width$}", first.saturating_add_unsigned(number), width = width))
        }
        Values::Range { first, last: Some(last), width } => {
            let span = last.saturating_sub(*first).unsigned_abs();
            // Like a grammar's sizes: tiny at first.
            let reach = span.min(shape.size.saturating_sub(1));
            let offset = if shape.policy == Policy::Lowest {
                0
            } else if shape.policy == Policy::Highest {
                if shape.size > 64 { span } else { reach }
            } else {
                random() % (reach + 1)
            };
            Some(format!("{:0width$}", first.saturating_add_unsigned(offset), width = width))
        }
        Values::List(items) => Some(items[(random() % items.len() as u64) as usize].to_owned()),
        Values::Of(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(text: &str, number: u64, size: u64, policy: Policy) -> String {
        let mut random = 100;
        let words = Arguments::parse(text).unwrap().fill(number, Shape { policy, size }, || {
            random += 7;
            random
        });
        words.join(" ")
    }

    #[test]
    fn each_pair_of_braces_is_a_value_and_a_name_the_same_one() {
        assert_eq!(fill("--n {3,5,8} {x=4,6} {x} {1..}", 9, 1, Policy::Uniform), "--n 3 6 6 10");
        assert_eq!(fill("--seed {seed} {seed}", 0, 1, Policy::Uniform), "--seed 53 53");
    }

    #[test]
    fn ranges_are_tiny_where_the_input_is_and_reach_both_ends() {
        assert_eq!(fill("{1..100}", 0, 1, Policy::Uniform), "1");
        assert_eq!(fill("{1..100}", 0, 6, Policy::Highest), "6");
        assert_eq!(fill("{1..100}", 0, 1000, Policy::Highest), "100");
        assert_eq!(fill("{-5..5}", 0, 1000, Policy::Lowest), "-5");
        assert_eq!(fill("{01..20}", 0, 1, Policy::Lowest), "01");
    }

    #[test]
    fn inputs_like_those_of_the_tests_have_any_seed_and_smaller_numbers() {
        let check = |lines: &[&str], expected: &[&str]| {
            let lines: Vec<Vec<String>> =
                lines.iter().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
            let lines: Vec<&[String]> = lines.iter().map(Vec::as_slice).collect();
            assert_eq!(like(&lines).iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
        };
        check(
            &["random --n 3 --max 9 --seed 1", "random --n 100 --max 9 --seed 2", "ones --n 50"],
            &["random --n 3 --max 9 --seed {seed}", "random --n {3..100} --max 9 --seed {seed}", "ones --n 50"],
        );
        check(&["--n 2-6 --lose 50", "--n 4 --lose -3"], &["--n 2-{2..6} --lose {-3..50}", "--n {2..4} --lose -3"]);
        check(&["5 10 1", "7 10 2"], &["5 10 1", "{5..7} 10 {1..2}"]);
        check(&["all n=9 seed=4", "all n=2"], &["all n={2..9} seed={seed}", "all n=2"]);
        check(&["a --end eof", "a --end eof"], &["a --end eof"]);
        check(&["{not a number}", ""], &[]);
    }

    #[test]
    fn what_means_nothing_is_refused() {
        let title = |text: &str| Arguments::parse(text).unwrap_err().title;
        assert_eq!(title("{x}"), "nothing is called `x` here");
        assert_eq!(title("{9..1}"), "`{9..1}` goes down");
        assert_eq!(title("--n {"), "a `{` without its other half");
    }
}

//! The arguments of a generator that makes one input after the other: `--n {1..100} --seed {seed}`.
//!
//! Braces stand for a value that each input chooses anew: `{seed}` for a number that no other input
//! has, `{1..100}` for one of a range, `{3,5,8}` for one of a list, `{x=3,5,8}` and then `{x}` for
//! the same one twice, `{1..}` for the number of the input. Ranges are drawn as the grammar's sizes
//! are: small for the first thousands, then up to the end, now and then at an end.

use ctd::{Policy, Shape};
use model::braces::{self, Braces, Mistake, Part, Values};

/// Arguments as they were written, known to mean something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    text: String,
}

const SEED: &str = "seed";

impl Arguments {
    /// # Errors
    /// The first pair of braces that means nothing.
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

    /// The words for the input with this number. `random` is a number of its own for each use.
    pub fn fill(&self, number: u64, shape: Shape, mut random: impl FnMut() -> u64) -> Vec<String> {
        // Nothing else is ever made.
        let Ok(parts) = braces::parse(&self.text) else { return Vec::new() };
        let seed = random() >> 1;
        let mut named: Vec<(&str, String)> = vec![(SEED, seed.to_string())];
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

fn is_seed(braces: &Braces<'_>) -> bool {
    braces.name.is_none() && matches!(braces.values, Values::Of(SEED))
}

/// `None`: another pair of braces says it.
fn choose(values: &Values<'_>, number: u64, shape: Shape, random: &mut impl FnMut() -> u64) -> Option<String> {
    match values {
        Values::Range { first, last: None, width } => {
            Some(format!("{:0width$}", first.saturating_add_unsigned(number), width = width))
        }
        Values::Range { first, last: Some(last), width } => {
            let span = last.saturating_sub(*first).unsigned_abs();
            // As a grammar's: tiny at first.
            let reach = span.min(shape.size.saturating_sub(1));
            let offset = match shape.policy {
                Policy::Lowest => 0,
                Policy::Highest if shape.size > 64 => span,
                Policy::Highest => reach,
                Policy::Equal
                | Policy::Ascending
                | Policy::Descending
                | Policy::FewDistinct
                | Policy::PowersOfTwo
                | Policy::OneHuge
                | Policy::Uniform
                | Policy::LogUniform => random() % (reach + 1),
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
    fn what_means_nothing_is_refused() {
        let title = |text: &str| Arguments::parse(text).unwrap_err().title;
        assert_eq!(title("{x}"), "nothing is called `x` here");
        assert_eq!(title("{9..1}"), "`{9..1}` goes down");
        assert_eq!(title("--n {"), "a `{` without its other half");
    }
}

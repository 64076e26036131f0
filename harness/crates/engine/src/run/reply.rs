//! What validators answer about an input, however they are asked.

use ctd::number::Decimal;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A validator's answer about one input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum ValidatorReply {
    Valid(Vec<(String, Bound)>),
    Invalid(String),
    /// It ended without an answer.
    Odd {
        /// How it ended, to follow its name.
        how: String,
        words: String,
    },
}

/// The allowed and the actual range of one quantity in a problem's tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bound {
    pub lowest_allowed: BoundNumber,
    pub highest_allowed: BoundNumber,
    pub smallest_seen: BoundNumber,
    pub largest_seen: BoundNumber,
}

/// A number of any size, with or without decimals.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct BoundNumber(Decimal);

impl BoundNumber {
    pub fn parse(text: &str) -> Option<BoundNumber> {
        Decimal::parse(text.as_bytes()).map(BoundNumber)
    }
}

impl From<Decimal> for BoundNumber {
    fn from(number: Decimal) -> BoundNumber {
        BoundNumber(number)
    }
}

impl fmt::Display for BoundNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<BoundNumber> for String {
    fn from(number: BoundNumber) -> String {
        number.to_string()
    }
}

impl TryFrom<String> for BoundNumber {
    type Error = String;

    fn try_from(text: String) -> Result<BoundNumber, String> {
        BoundNumber::parse(&text).ok_or_else(|| format!("`{text}` is not a number"))
    }
}

impl Bound {
    pub(super) fn widen(&mut self, other: &Bound) {
        self.smallest_seen = self.smallest_seen.clone().min(other.smallest_seen.clone());
        self.largest_seen = self.largest_seen.clone().max(other.largest_seen.clone());
    }
}

/// The `bound` lines of a validator's output. Other lines are its own business.
pub(super) fn bounds(text: &str) -> Vec<(String, Bound)> {
    let mut bounds = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let ["bound", name, numbers @ ..] = words.as_slice() else { continue };
        let numbers: Option<Vec<BoundNumber>> = numbers.iter().map(|number| BoundNumber::parse(number)).collect();
        if let Some([lowest_allowed, highest_allowed, smallest_seen, largest_seen]) =
            numbers.and_then(|numbers| <[BoundNumber; 4]>::try_from(numbers).ok())
        {
            let bound = Bound { lowest_allowed, highest_allowed, smallest_seen, largest_seen };
            bounds.push(((*name).to_owned(), bound));
        }
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(numbers: [i64; 4]) -> Bound {
        let [lowest_allowed, highest_allowed, smallest_seen, largest_seen] =
            numbers.map(|number| BoundNumber::parse(&number.to_string()).unwrap());
        Bound { lowest_allowed, highest_allowed, smallest_seen, largest_seen }
    }

    #[test]
    fn bound_lines_are_read_and_others_passed_over() {
        let text = "hello\nbound n 1 100 3 7\nbound n 1 100\nbound x 0 9 a b\n";
        let bound = bound([1, 100, 3, 7]);
        assert_eq!(bounds(text), [("n".to_owned(), bound)]);
    }

    #[test]
    fn replies_are_remembered_as_they_were_given() {
        let bound = bound([i64::MIN, i64::MAX, -3, 7]);
        let valid = ValidatorReply::Valid(vec![("n".to_owned(), bound.clone()), (String::new(), bound.clone())]);
        for reply in [valid, ValidatorReply::Valid(Vec::new()), ValidatorReply::Invalid("line 1\n".to_owned())] {
            let bytes = serde_json::to_vec(&reply).unwrap();
            assert_eq!(serde_json::from_slice::<ValidatorReply>(&bytes).unwrap(), reply);
        }
    }

    #[test]
    fn bounds_of_several_tests_are_joined() {
        let mut joined = bound([1, 9, 3, 4]);
        joined.widen(&bound([1, 9, 2, 3]));
        assert_eq!(joined, bound([1, 9, 2, 4]));
    }
}

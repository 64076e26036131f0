//! How many mistakes the tests of a problem notice: what `harness mutate` found out.

use serde::{Deserialize, Serialize};

/// The mutants of one right solution, and what became of them.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mutation {
    /// As the command line takes it: `nim/nim.rs`.
    pub solution: String,
    /// Its path, relative to the workspace.
    pub path: String,
    /// Mutants that compile and were judged.
    pub mutants: usize,
    /// Killed by a test, `slow` included.
    pub killed: usize,
    /// Killed by the time limit.
    pub slow: usize,
    /// Accepted by every test, and wrong on an input that was found.
    pub found: usize,
    /// Accepted by every test, and right on all inputs that were tried: probably equivalent.
    pub equivalent: usize,
    /// Accepted by every test, and on too few inputs to say more.
    pub open: usize,
    /// Refused by the compiler, or not judged to the end. They do not count.
    pub uncounted: usize,
    /// Some mutants are left out: there were more than were wanted, time was up, or a fault kept
    /// them from being judged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Inputs that the probably equivalent ones survived.
    pub inputs: u64,
    pub seed: u64,
    /// The tests, the solution or the judging have changed since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outdated: bool,
    /// Mutants that no test kills: first those with an input, then those that are open, then those
    /// that are probably equivalent.
    #[serde(default)]
    pub survivors: Vec<Survivor>,
}

/// A mutant that every test accepts.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Survivor {
    /// What was done wrong, in words.
    pub mistake: String,
    pub line: usize,
    /// The lines that differ.
    pub before: String,
    pub after: String,
    /// An input on which it is wrong, or the beginning of a long one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The right answer to that input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Inputs that it survived; 0: none were tried.
    pub inputs: u64,
}

impl Mutation {
    /// The mutants that are not probably equivalent.
    pub fn counted(&self) -> usize {
        self.killed + self.found + self.open
    }

    /// The share of them that a test kills, in percent, rounded down. `None`: there is none to
    /// kill.
    pub fn score(&self) -> Option<usize> {
        (self.killed * 100).checked_div(self.counted())
    }

    /// The survivors that can be killed for all anybody knows, and the probably equivalent ones.
    pub fn by_equivalence(&self) -> (&[Survivor], &[Survivor]) {
        self.survivors.split_at(self.survivors.len().saturating_sub(self.equivalent))
    }

    /// Whether time was up, or a fault came, before any of them was judged: then nothing is known
    /// of the tests.
    pub fn is_unjudged(&self) -> bool {
        self.partial && self.mutants == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_leaves_out_what_is_probably_equivalent_and_is_100_only_for_all() {
        let mutation = Mutation { killed: 299, found: 1, equivalent: 40, ..Mutation::default() };
        assert_eq!(mutation.score(), Some(99));
        assert_eq!(Mutation { found: 0, ..mutation.clone() }.score(), Some(100));
        assert_eq!(Mutation { open: 299, ..mutation }.score(), Some(49));
        assert_eq!(Mutation::default().score(), None);
    }
}

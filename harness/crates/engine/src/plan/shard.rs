//! `--shard 2/5`: one machine's part of a plan. Every machine computes the same parts, without any
//! communication.

use model::Key;
use model::SolutionId;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Part `k` of `n`, 1 <= k <= n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    k: u32,
    n: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a shard: use `<part>/<parts>`, counted from 1, like `2/5`")]
pub struct ShardError(String);

impl Shard {
    /// Part `k` of `n`; `None` unless 1 <= k <= n.
    pub const fn new(k: u32, n: u32) -> Option<Shard> {
        if 1 <= k && k <= n { Some(Shard { k, n }) } else { None }
    }

    pub const fn k(self) -> u32 {
        self.k
    }

    pub const fn n(self) -> u32 {
        self.n
    }

    /// Whether `solution` falls to this part: by a hash of its name, so that a solution keeps its
    /// part when others come and go.
    pub fn holds(self, solution: &SolutionId) -> bool {
        let hash = Key::of_parts([solution.to_string().as_bytes()]);
        let (head, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
        u64::from_le_bytes(*head) % u64::from(self.n) == u64::from(self.k - 1)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        // `parse` accepts `+2`; we do not.
        let number = |part: &str| part.parse::<u32>().ok().filter(|_| !part.starts_with('+'));
        text.split_once('/')
            .and_then(|(k, n)| Shard::new(number(k)?, number(n)?))
            .ok_or_else(|| ShardError(text.to_owned()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.k, self.n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_a_part_of_its_parts() {
        assert_eq!("2/5".parse(), Ok(Shard { k: 2, n: 5 }));
        assert_eq!("2/5".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/5".to_owned()));
        for bad in ["", "/", "1", "0/2", "3/2", "1/0", "a/b", "-1/2", "+1/2", "1/2/3", "1 /2", "1/99999999999"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_solution_keeps_its_part_for_ever() {
        let part = |stem: &str| {
            let id = SolutionId::parse(stem, "rs").unwrap();
            (1..=5).find(|k| Shard { k: *k, n: 5 }.holds(&id))
        };
        // If these numbers change, the shards of two versions no longer make a whole.
        assert_eq!([part("nim"), part("nim--brute"), part("wythoff")], [Some(5), Some(2), Some(2)]);
    }
}

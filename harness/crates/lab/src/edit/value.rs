//! What stands between the spaces of an input, and the chance by which it is changed.

use crate::mix::mixed;

/// A token of an input. A number is kept as one, so that it can be counted with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// In units of its last digit: 0.25 is 25 with two decimals.
    Number(i128, u32),
    Word(Vec<u8>),
}

/// Longer numbers are words: so no sum or product of a few leaves `i128`.
const DIGITS: usize = 20;
const DECIMALS: usize = 6;

impl Value {
    /// Reads a token, of which [`Value::write`] makes the same bytes again.
    pub(super) fn read(token: &[u8]) -> Value {
        number(token).unwrap_or_else(|| Value::Word(token.to_vec()))
    }

    pub(super) fn write(&self, text: &mut Vec<u8>) {
        match self {
            Value::Number(units, 0) => text.extend_from_slice(units.to_string().as_bytes()),
            Value::Number(units, decimals) => {
                let one = 10_u128.pow(*decimals);
                let (whole, part) = (units.unsigned_abs() / one, units.unsigned_abs() % one);
                let sign = if *units < 0 { "-" } else { "" };
                text.extend_from_slice(format!("{sign}{whole}.{part:0width$}", width = *decimals as usize).as_bytes());
            }
            Value::Word(letters) => text.extend_from_slice(letters),
        }
    }

    /// Returns the number, if it is an integer.
    pub(super) fn integer(&self) -> Option<i128> {
        match self {
            Value::Number(units, 0) => Some(*units),
            Value::Number(..) | Value::Word(_) => None,
        }
    }
}

fn number(token: &[u8]) -> Option<Value> {
    if token.len() > DIGITS {
        return None;
    }
    let (negative, rest) = match token {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let point = rest.iter().position(|byte| *byte == b'.');
    let (whole, part) = point.map_or((rest, &[][..]), |at| (&rest[..at], &rest[at + 1..]));
    let plain = matches!(whole, [b'0'] | [b'1'..=b'9', ..]) && point.is_some() != part.is_empty();
    if !plain || part.len() > DECIMALS || !whole.iter().chain(part).all(u8::is_ascii_digit) {
        return None;
    }
    let units = whole.iter().chain(part).fold(0, |sum, digit| sum * 10 + i128::from(digit - b'0'));
    // Minus zero would be written without its sign.
    let sign = if negative { -1 } else { 1 };
    (!negative || units > 0).then_some(Value::Number(sign * units, part.len() as u32))
}

/// Draws numbers. The same seed always gives the same ones.
pub(super) struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random { seed, drawn: 0 }
    }

    pub(super) fn next(&mut self) -> u64 {
        self.drawn += 1;
        mixed(&[self.seed, self.drawn])
    }

    /// Draws one of the first `count` numbers from 0 on; 0 if there are none.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    pub(super) fn once_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(super) fn chance(&mut self, share: f64) -> bool {
        (self.below(1 << 20) as f64) < share * f64::from(1 << 20)
    }

    pub(super) fn between(&mut self, low: i128, high: i128) -> i128 {
        let draw = (i128::from(self.next()) << 32) ^ i128::from(self.next());
        low + draw % (high - low + 1).max(1)
    }

    pub(super) fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        items.get(self.below(items.len()))
    }

    /// Draws a part of the items: from the first place returned to before the second.
    pub(super) fn range(&mut self, count: usize) -> (usize, usize) {
        let (one, other) = (self.below(count + 1), self.below(count + 1));
        (one.min(other), one.max(other))
    }
}

/// Changes a letter or a part of a word.
pub(super) fn edit_word(word: &mut Vec<u8>, letters: &[u8], random: &mut Random) {
    let at = random.below(word.len());
    let letter = random.pick(letters).copied().unwrap_or(b'a');
    let (start, end) = random.range(word.len());
    match random.below(6) {
        0 if !word.is_empty() => drop(word.remove(at)),
        1 if !word.is_empty() => word[at] = letter,
        2 if at + 1 < word.len() => word.swap(at, at + 1),
        3 => *word = word[start..end].to_vec(),
        4 => {
            let part = word[start..end].to_vec();
            word.splice(end..end, part);
        }
        _ => word.insert(at, letter),
    }
}

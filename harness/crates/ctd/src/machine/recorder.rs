//! Records the choices of a run, and which of them a variable's value comes from.

use std::collections::HashMap;

use super::Key;
use crate::choice::{Choice, Choices, Part};
use crate::number::Integer;
use crate::syntax::Name;

#[derive(Debug, Default)]
pub(crate) struct Recorder {
    pub choices: Choices,
    /// The choice that a variable's value comes from.
    origins: HashMap<(Name, Key), usize>,
    governor: Option<usize>,
}

impl Recorder {
    pub fn int(&mut self, value: &Integer) {
        self.choices.items.push(Choice::Int(value.clone()));
    }

    pub fn text(&mut self, text: &[u8]) {
        self.choices.items.push(Choice::Text(text.into()));
    }

    pub fn truth(&mut self, truth: bool) {
        self.choices.items.push(Choice::Truth(truth));
    }

    pub fn open(&mut self, part: Part) {
        if part == Part::Loop
            && let Some(governor) = self.governor.take()
        {
            self.choices.governors.push((self.choices.items.len(), governor));
        }
        self.choices.items.push(Choice::Open(part));
    }

    pub fn close(&mut self, part: Part) {
        self.choices.items.push(Choice::Close(part));
    }

    /// A variable was given the value of the last choice.
    pub fn chosen(&mut self, name: Name, key: Key) {
        if let Some(Choice::Int(_)) = self.choices.items.last() {
            self.origins.insert((name, key), self.choices.items.len() - 1);
        }
    }

    /// A variable, or the number of turns of the next loop, was calculated from others. Of the
    /// choices behind them, the latest is taken to be the one that matters.
    pub fn derived(&mut self, target: Option<(Name, Key)>, from: &[(Name, Key)]) {
        let origin = from.iter().filter_map(|variable| self.origins.get(variable)).max().copied();
        match (target, origin) {
            (Some(variable), Some(origin)) => drop(self.origins.insert(variable, origin)),
            (Some(variable), None) => drop(self.origins.remove(&variable)),
            (None, origin) => self.governor = origin,
        }
    }
}

//! The choices of an input, in the order in which its grammar makes them.

use std::collections::HashMap;

use crate::machine::{Key, Part};
use crate::number::Integer;
use crate::syntax::Name;

/// The numbers, texts and decisions that make an input, as a sequence with brackets around loops,
/// turns and branches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    pub(crate) items: Vec<Choice>,
    /// For each counted loop, in order: the index of its bracket, and of the number that its count
    /// comes from.
    pub(crate) governors: Vec<(usize, usize)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    Int(Integer),
    /// The text of a float or of an expression's match.
    Text(Box<[u8]>),
    /// The answer to `ISEOF` or `MATCH`.
    Truth(bool),
    Open(Part),
    Close(Part),
}

impl Choices {
    /// Returns the number of choices, not counting brackets.
    pub fn len(&self) -> usize {
        self.items.iter().filter(|item| !matches!(item, Choice::Open(_) | Choice::Close(_))).count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// For every opening bracket, the index of the closing one; for every other item, its own
    /// index.
    pub(crate) fn closings(&self) -> Vec<usize> {
        let mut closings: Vec<usize> = (0..self.items.len()).collect();
        let mut open = Vec::new();
        for (at, item) in self.items.iter().enumerate() {
            match item {
                Choice::Open(_) => open.push(at),
                Choice::Close(_) => {
                    if let Some(start) = open.pop() {
                        closings[start] = at;
                    }
                }
                Choice::Int(_) | Choice::Text(_) | Choice::Truth(_) => {}
            }
        }
        // A bracket that is never closed reaches to the end.
        open.into_iter().for_each(|start| closings[start] = self.items.len());
        closings
    }
}

#[derive(Debug, Default)]
pub(crate) struct Recorder {
    choices: Choices,
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

    pub fn chosen(&mut self, name: Name, key: &Key) {
        if let Some(Choice::Int(_)) = self.choices.items.last() {
            self.origins.insert((name, key.clone()), self.choices.items.len() - 1);
        }
    }

    /// `from` holds the variables of a calculation. Of the choices behind them, the latest is taken
    /// to be the one that matters.
    pub fn derived(&mut self, target: Option<(Name, &Key)>, from: &[(Name, Key)]) {
        let origin = from.iter().filter_map(|variable| self.origins.get(variable)).max().copied();
        match (target, origin) {
            (Some((name, key)), Some(origin)) => {
                self.origins.insert((name, key.clone()), origin);
            }
            (Some((name, key)), None) => {
                self.origins.remove(&(name, key.clone()));
            }
            (None, origin) => self.governor = origin,
        }
    }

    pub fn finish(self) -> Choices {
        self.choices
    }
}

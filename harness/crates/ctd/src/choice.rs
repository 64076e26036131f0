//! What an input leaves open, in the order in which its grammar asks: a sequence with brackets.

use std::collections::HashMap;

use crate::machine::{Key, Part};
use crate::number::Integer;
use crate::syntax::Name;

/// The choices that make an input what it is. Every grammar that asks the same questions makes the same input of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    pub(crate) items: Vec<Choice>,
    /// For loops whose turns are counted: the place of their bracket, and of the number that says how many.
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
    /// How many questions were answered.
    pub fn len(&self) -> usize {
        self.items.iter().filter(|item| !matches!(item, Choice::Open(_) | Choice::Close(_))).count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// For every opening bracket the place of the one that closes it; itself for all others.
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
        // What was cut off reaches to the end.
        open.into_iter().for_each(|start| closings[start] = self.items.len());
        closings
    }
}

/// Writes a sequence down while a program runs.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    choices: Choices,
    /// Which choice a variable has its value from.
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

    /// The youngest choice among those that `from` takes after is taken for the one that matters.
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

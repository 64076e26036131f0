//! The choices of an input, in the order in which its grammar makes them.

use crate::number::Integer;

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

impl Choice {
    pub fn as_int(&self) -> Option<&Integer> {
        if let Choice::Int(value) = self { Some(value) } else { None }
    }

    pub fn as_text(&self) -> Option<&[u8]> {
        if let Choice::Text(text) = self { Some(text) } else { None }
    }

    pub fn as_truth(&self) -> Option<bool> {
        if let Choice::Truth(truth) = self { Some(*truth) } else { None }
    }
}

/// A part of the program that brackets choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Loop,
    Turn,
    Then,
    Else,
}

impl Choices {
    /// Returns the number of choices, not counting brackets.
    pub fn len(&self) -> usize {
        self.items.iter().filter(|item| !matches!(item, Choice::Open(_) | Choice::Close(_))).count()
    }

    /// Whether nothing was chosen.
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

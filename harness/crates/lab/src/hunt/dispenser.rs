//! Gives inputs to workers, until there is no time or there are no more.

use super::sizes::Sizes;
use super::{Bounds, EndReason};
use crate::source::{Feed, Recipe, Turn};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// An input to be tried.
pub(super) struct Job {
    pub number: u64,
    pub recipe: Recipe,
}

pub(super) struct Dispenser<'s> {
    pub feed: Feed<'s>,
    pub sizes: Sizes,
    /// How many inputs may still be tried.
    left: Option<u64>,
    /// For how many edits that are refused others may still be made: without end, a validator that
    /// refuses all would keep a hunt for ever that only has a number of inputs.
    spare: u64,
    deadline: Option<Instant>,
    pub paused: bool,
    pub ended: Option<EndReason>,
}

/// At most so many edits that are refused are made up for, for each input that is wanted.
const SPARE: u64 = 20;

impl<'s> Dispenser<'s> {
    pub(super) fn new(feed: Feed<'s>, bounds: &Bounds, begun: Instant) -> Dispenser<'s> {
        Dispenser {
            feed,
            sizes: Sizes::new(),
            left: bounds.inputs,
            spare: bounds.inputs.unwrap_or(0).saturating_mul(SPARE),
            deadline: bounds.time.map(|time| begun + time),
            paused: false,
            ended: None,
        }
    }

    /// Hears what the validator said of an edit; `None`: it was not asked. One that is refused is
    /// made up for by another.
    pub(super) fn learn(&mut self, number: u64, valid: Option<bool>) {
        self.feed.learn(number, valid);
        if valid == Some(false) && self.spare > 0 {
            self.spare -= 1;
            self.left = self.left.map(|left| left + 1);
            if matches!(self.ended, Some(EndReason::Inputs)) {
                self.ended = None;
            }
        }
    }

    pub(super) fn next(&mut self, cancelled: bool) -> Option<Job> {
        if cancelled {
            self.ended = Some(EndReason::Interrupted);
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.ended.get_or_insert(EndReason::Time);
        } else if self.left == Some(0) {
            self.ended.get_or_insert(EndReason::Inputs);
        }
        if self.paused || self.ended.is_some() {
            return None;
        }
        loop {
            let (number, recipe) = match self.feed.turn() {
                Turn::Recipe(number, recipe) => (number, recipe),
                // The workers come again once they have done what they have.
                Turn::Wait => return None,
                Turn::End => {
                    self.ended = Some(EndReason::Exhausted);
                    return None;
                }
            };
            if self.sizes.allow(recipe.size()) {
                self.left = self.left.map(|left| left - 1);
                return Some(Job { number, recipe });
            }
        }
    }
}

pub(super) fn held<'m, 's>(dispenser: &'m Mutex<Dispenser<'s>>) -> MutexGuard<'m, Dispenser<'s>> {
    // A panic of a worker is a fault of its input: the dispenser itself is intact.
    dispenser.lock().unwrap_or_else(PoisonError::into_inner)
}

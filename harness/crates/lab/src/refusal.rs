//! Inputs that a problem's grammar allows, and another of its validators refuses.

use crate::source::{Feed, Grammar, Recipe, Source, draw};
use ctd::{Caps, Generator};
use engine::run::{Input, Objection, Runner, Sink};
use model::{Fault, Problem};
use std::sync::Arc;

/// An input, and why it was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub input: Vec<u8>,
    pub words: String,
}

/// How many inputs are tried. A number, not a time, so that each run tries the same ones.
const INPUTS: usize = 60;

/// Largest size of an input, in bytes: people are going to read it.
const BYTES: usize = 1 << 12;

/// Returns the first input of the grammar that one of the problem's validators refuses.
///
/// # Errors
/// A validator that cannot be built, or ends without an answer.
pub fn refusal(
    runner: &Runner<'_>,
    problem: &Arc<Problem>,
    grammar: &Grammar,
    sink: &mut dyn Sink,
) -> Result<Option<Refusal>, Fault> {
    let trials = runner.trials(problem, &[], None, sink);
    let caps = Caps { bytes: BYTES, cancel: Some(trials.cancel_flag()), ..Caps::default() };
    let generator = Generator::new(&grammar.program, caps.clone());
    let source = Source::Grammar(grammar.clone());
    let mut feed = Feed::of(&source, 1, 0, &caps);
    let recipes = std::iter::from_fn(|| feed.recipe()).take(INPUTS);
    let drawn = recipes.filter_map(|(number, recipe)| match recipe {
        Recipe::Bytes(bytes) => Some(bytes),
        Recipe::Drawn(shape) => draw(&generator, 1, number, shape).ok(),
        Recipe::Arguments(..) | Recipe::Edited(..) => None,
    });
    let inputs: Vec<Vec<u8>> = drawn.collect();
    trials.alone(|trial| {
        for input in &inputs {
            match trial.objection(&Input::new(input.clone())?)? {
                Some(Objection::None) => {}
                Some(Objection::Invalid(words)) => return Ok(Some(Refusal { input: input.clone(), words })),
                None => return Ok(None),
            }
        }
        Ok(None)
    })
}

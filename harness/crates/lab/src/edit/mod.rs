//! Makes inputs from known ones, without a grammar: the validator is asked, and its answers teach
//! what may change and how far.
//!
//! `infer` guesses the shape of the known inputs: which numbers count what. An idea changes one
//! of them, `fit` makes the rest follow, and `model` learns from what the validator accepts.
//! Where the guess is wrong, inputs are edited as text, which leads to inputs that correct it.
//! Without a validator, values and rules stay those of the known inputs, and only lengths vary.
//! Knows no program, file, clock or thread.

mod bounds;
mod fit;
mod ideas;
mod infer;
mod model;
mod shape;
mod value;

#[cfg(test)]
mod tests;

use bounds::{End, Range};
use fit::{Misfit, fit};
use ideas::{Idea, Question};
use model::{Model, Success};
use shape::{Document, Shape};
use std::collections::HashSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use value::{Random, Value};

pub struct Editor {
    random: Random,
    words: Vec<Value>,
    validity: Validity,
    /// The known inputs that are still to be proposed, the first one last.
    unasked: Vec<Arc<[u8]>>,
    /// Hashes of all that was proposed.
    proposed: HashSet<u64>,
    /// What is edited: the known inputs, and accepted ones by their size.
    examples: Vec<Arc<[u8]>>,
    accepted: [Vec<Arc<[u8]>>; 3],
    /// Accepted inputs that the shape of their time did not read.
    surprises: Vec<Arc<[u8]>>,
    guesses: usize,
    /// How many large inputs were made.
    large: usize,
    /// By level.
    models: [Model; 3],
    arms: Vec<Arm>,
}

/// What is known of whether an edited input is valid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Validity {
    /// A validator answers.
    #[default]
    Checked,
    /// Nobody knows.
    Unchecked,
}

/// An input to ask the validator about.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub input: Vec<u8>,
    pub source: EditSource,
    arm: Option<usize>,
    broken: Option<(usize, usize)>,
    question: Option<Question>,
    /// The one slot whose values are new.
    slot: Option<usize>,
}

/// What an input was made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EditSource {
    /// It was there before.
    Example,
    /// A few small changes.
    Edit,
    Random,
    Large,
}

/// An idea for a shape, and how well it did lately.
#[derive(Clone, Copy)]
struct Arm {
    idea: Idea,
    level: Level,
    success: Success,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// The guessed shape.
    Guess,
    /// A shape that sees more counts. It is wrong more often, but where it is right, it corrects
    /// the guess.
    Bold,
    /// The shape of every text.
    Text,
}

/// The ideas that make inputs which are as the known ones.
const ALIKE: [(Idea, Level); 3] =
    [(Idea::Refill, Level::Guess), (Idea::Redraw, Level::Guess), (Idea::Redraw, Level::Guess)];
/// Without a validator, so many inputs follow all rules of the known ones. Later ones try whether a
/// rule is chance.
const STRICT: usize = 640;
/// Without a validator, lengths from 1 to this one are taken to be valid.
const LIKELY: i128 = 8;

const ARMS: [(Idea, Level); 12] = [
    (Idea::Change, Level::Guess),
    (Idea::Move, Level::Guess),
    (Idea::Resize, Level::Guess),
    (Idea::Join, Level::Guess),
    (Idea::Refill, Level::Guess),
    (Idea::Redraw, Level::Guess),
    (Idea::Redraw, Level::Guess),
    (Idea::Probe, Level::Guess),
    (Idea::Large, Level::Guess),
    (Idea::Resize, Level::Bold),
    (Idea::Change, Level::Text),
    (Idea::Move, Level::Text),
];

/// Larger known inputs are proposed as they are, and never edited.
const EDITABLE: usize = 64 << 10;
/// Larger accepted inputs are not edited: others are of the same kind, and take less time.
const LEARNED: usize = 4 << 10;
/// The largest input that is made.
const LARGEST: usize = 1 << 20;
/// Sizes up to which accepted inputs are tiny, and middle.
const SIZES: [usize; 2] = [24, 200];
/// So many accepted inputs of each size are kept.
const POOL: usize = 60;
/// So many inputs are what a guess is made of.
const EXAMPLES: usize = 12;
const GUESSES: usize = 24;
/// So many tries a proposal may take.
const PATIENCE: usize = 8;

impl Editor {
    /// `examples`: valid inputs. `words`: tokens that right programs contain.
    pub fn new(examples: &[Arc<[u8]>], words: &[String], validity: Validity, seed: u64) -> Editor {
        let mut editable: Vec<Arc<[u8]>> = examples.iter().filter(|input| input.len() <= EDITABLE).cloned().collect();
        editable.sort_by_key(|input| input.len());
        let arms = match validity {
            Validity::Checked => &ARMS[..],
            Validity::Unchecked => &ALIKE,
        };
        let mut editor = Editor {
            validity,
            random: Random::new(seed),
            words: words.iter().map(|word| Value::read(word.as_bytes())).collect(),
            unasked: examples.iter().rev().cloned().collect(),
            proposed: HashSet::new(),
            examples: editable,
            accepted: [const { Vec::new() }; 3],
            surprises: Vec::new(),
            guesses: 0,
            large: 0,
            models: [(); 3].map(|()| Model::new(Shape::text())),
            arms: arms.iter().map(|&(idea, level)| Arm { idea, level, success: Success::default() }).collect(),
        };
        for input in &editor.examples {
            editor.models[Level::Text as usize].learn(input);
        }
        editor.models[Level::Text as usize].by_people = false;
        editor.guess();
        editor
    }

    /// Returns inputs that were never proposed before: `count` of them, or fewer where no idea is
    /// left.
    pub fn propose(&mut self, count: usize) -> Vec<Proposal> {
        let mut proposals = Vec::new();
        let mut tries = count.saturating_mul(PATIENCE);
        while proposals.len() < count && tries > 0 {
            if let Some(input) = self.unasked.pop() {
                if self.is_new(&input) {
                    let input = input.to_vec();
                    proposals.push(Proposal {
                        input,
                        source: EditSource::Example,
                        arm: None,
                        broken: None,
                        question: None,
                        slot: None,
                    });
                }
                continue;
            }
            tries -= 1;
            let arm = self.draw_arm();
            // One takes as long as hundreds of others.
            if self.arms[arm].idea == Idea::Large {
                if self.large > FIRST_LARGE + self.proposed.len() / LARGE_IN {
                    continue;
                }
                self.large += 1;
            }
            match self.make(arm) {
                Some(proposal) if self.is_new(&proposal.input) => {
                    proposals.push(proposal);
                }
                Some(_) | None => {}
            }
        }
        proposals
    }

    /// Takes what the validator said of the latest proposals, in their order; `None`: it was not
    /// asked.
    pub fn learn(&mut self, proposals: Vec<Proposal>, valid: &[Option<bool>]) {
        let mut surprised = false;
        for (proposal, valid) in proposals.into_iter().zip(valid) {
            let Some(valid) = *valid else { continue };
            if let Some(arm) = proposal.arm {
                self.arms[arm].success.note(valid);
            }
            let guess = &mut self.models[Level::Guess as usize];
            if let Some(slot) = proposal.slot {
                guess.slots[slot].trust.note(valid);
            }
            if valid {
                let input: Arc<[u8]> = proposal.input.into();
                let read = guess.learn(&input);
                if input.len() <= LEARNED {
                    surprised |= !read;
                    self.keep(input, read);
                }
                continue;
            }
            if let Some((slot, place)) = proposal.broken {
                guess.slots[slot].rules[place].refused += 1;
            }
            if let Some(question) = proposal.question {
                guess.slots[question.slot].range(question.measure).refuse(question.end, question.value);
            }
            if proposal.arm.is_none() {
                self.examples.retain(|example| example[..] != proposal.input[..]);
                surprised = true;
            }
        }
        for slot in &mut self.models[Level::Guess as usize].slots {
            slot.ranges.values_mut().for_each(Range::reopen);
        }
        if surprised {
            self.guess();
        }
    }

    fn keep(&mut self, input: Arc<[u8]>, read: bool) {
        self.models[Level::Bold as usize].learn(&input);
        self.models[Level::Text as usize].learn(&input);
        if !read {
            self.surprises.push(input.clone());
        }
        let size = SIZES.iter().filter(|size| input.len() > **size).count();
        let pool = &mut self.accepted[size];
        match pool.len() < POOL {
            true => pool.push(input),
            false => pool[self.random.below(POOL)] = input,
        }
    }

    /// Guesses the shape anew, of the known inputs and the latest surprises.
    fn guess(&mut self) {
        if self.guesses == GUESSES {
            return;
        }
        self.guesses += 1;
        let surprises = self.surprises.iter().rev().take(EXAMPLES);
        let examples: Vec<&[u8]> =
            self.examples.iter().take(EXAMPLES).chain(surprises).map(|input| &input[..]).collect();
        for level in [Level::Guess, Level::Bold] {
            let shape = infer::infer(&examples, level == Level::Bold).unwrap_or_else(Shape::text);
            let mut guess = Model::new(shape);
            for input in &self.examples {
                guess.learn(input);
            }
            guess.by_people = false;
            for input in self.accepted.iter().flatten() {
                guess.learn(input);
            }
            if self.validity == Validity::Unchecked {
                guess.allow_lengths(1, LIKELY);
            }
            self.models[level as usize] = guess;
        }
    }

    fn draw_arm(&mut self) -> usize {
        let weights = self.arms.iter().map(Arm::weight);
        let mut left = weights.clone().sum::<f64>() * (self.random.below(1 << 20) as f64 / f64::from(1 << 20));
        let drawn = weights.take_while(|weight| {
            left -= weight;
            left >= 0.0
        });
        drawn.count().min(self.arms.len() - 1)
    }

    fn make(&mut self, number: usize) -> Option<Proposal> {
        let arm = self.arms[number];
        let (input, other) = (self.base()?, self.base()?);
        let model = &mut self.models[arm.level as usize];
        let mut document = model.shape.read(&input)?;
        let mut other = model.shape.read(&other)?;
        let random = &mut self.random;
        let question = if arm.idea == Idea::Probe { Some(model.question(random)?) } else { None };
        let mut orders = match &question {
            Some(question) => ideas::ask(question, model, &mut document, random)?,
            None => ideas::apply(arm.idea, model, &mut document, &mut other, &self.words, random)?,
        };
        if self.validity == Validity::Unchecked && self.proposed.len() < STRICT {
            orders.broken = None;
        }
        orders.is_plain = self.validity == Validity::Unchecked;
        let fitted = fit(model, &mut document, &orders, random);
        let input = document.write();
        let too_large = fitted == Err(Misfit::Size) || input.len() > LARGEST;
        if let (true, Some(question)) = (too_large, question) {
            model.slots[question.slot].range(question.measure).refuse(question.end, question.value);
        }
        let broken = orders.broken.filter(|_| arm.level == Level::Guess);
        let slot = orders.alone.filter(|_| arm.level == Level::Guess);
        (fitted.is_ok() && !too_large).then_some(Proposal {
            input,
            source: arm.idea.source(),
            arm: Some(number),
            broken,
            question,
            slot,
        })
    }

    /// Draws an input to edit: of each size as often.
    fn base(&mut self) -> Option<Arc<[u8]>> {
        let pool = &self.accepted[self.random.below(3)];
        let pool = if pool.is_empty() || self.random.once_in(4) { &self.examples } else { pool };
        self.random.pick(pool).cloned()
    }

    fn is_new(&mut self, input: &[u8]) -> bool {
        let mut hasher = DefaultHasher::new();
        input.hash(&mut hasher);
        self.proposed.insert(hasher.finish())
    }
}

/// So many large inputs are made early, and one in so many proposals.
const FIRST_LARGE: usize = 4;
const LARGE_IN: usize = 200;

impl Arm {
    fn weight(&self) -> f64 {
        let success = self.success.share() + 0.05;
        // A question is worth it though most are answered by no.
        if self.idea == Idea::Probe { success.max(0.5) * 3.0 } else { success }
    }
}

impl Model {
    /// Learns from an accepted input. Returns whether its shape reads it.
    fn learn(&mut self, input: &[u8]) -> bool {
        let Some(mut document): Option<Document> = self.shape.read(input) else { return false };
        self.observe(&mut document);
        true
    }

    /// Returns the next question about a bound.
    fn question(&mut self, random: &mut Random) -> Option<Question> {
        let number = random.below(self.slots.len());
        let slot = &mut self.slots[number];
        let measures: Vec<_> = slot.ranges.keys().copied().collect();
        let measure = *random.pick(&measures)?;
        let end = if random.once_in(3) { End::Low } else { End::High };
        let value = slot.range(measure).question(end, random.next())?;
        Some(Question { slot: number, measure, end, value })
    }
}

impl fmt::Display for EditSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            EditSource::Example => "example",
            EditSource::Edit => "edit",
            EditSource::Random => "random",
            EditSource::Large => "large",
        })
    }
}

//! Where inputs come from: a grammar, a generator, files, and edits of known inputs, which take
//! turns with the others. A number always gives the same input, for every caller at any time: edits
//! follow the answers of the validator, so they come in batches, and the next batch waits for the
//! answers.

use crate::arguments::Arguments;
use crate::edit::{EditSource, Editor, Proposal, Validity};
use crate::mix::mixed;
use ctd::{Caps, GenerateError, Generator, Policy, Shape};
pub use engine::run::Grammar;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What makes the inputs.
#[derive(Clone, Debug)]
pub enum Source {
    Grammar(Grammar),
    /// The source file of a program that prints an input, and ways to call it: at least one. Each
    /// input is made in one of these ways.
    Generator {
        file: PathBuf,
        arguments: Vec<Arguments>,
    },
    /// Existing inputs. Each is tried once.
    Given(Vec<Arc<[u8]>>),
}

/// Valid inputs that are there, for making others.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// Samples and other tests.
    pub inputs: Vec<Arc<[u8]>>,
    /// Words and numbers that right programs contain.
    pub words: Vec<String>,
    pub validity: Validity,
}

/// The numbers and the words in quotes of programs, without duplicates: what an input may have to
/// contain to be of interest. At most some hundreds.
pub fn words_of(sources: impl Iterator<Item = String>) -> Vec<String> {
    let mut words = BTreeSet::new();
    for source in sources {
        let numbers = source.split(|c: char| !c.is_ascii_alphanumeric());
        words.extend(numbers.filter(|word| word.parse::<i64>().is_ok()).map(str::to_owned));
        for quoted in source.lines().flat_map(|line| line.split(['"', '\'']).skip(1).step_by(2)) {
            let is_word = (1..=20).contains(&quoted.len()) && quoted.bytes().all(|byte| byte.is_ascii_graphic());
            words.extend(is_word.then(|| quoted.to_owned()));
        }
    }
    words.into_iter().take(WORDS).collect()
}

/// The most words of programs that are used.
const WORDS: usize = 400;

/// So many edits are made from the same answers of the validator.
const BATCH: usize = 64;

#[derive(Debug)]
pub(crate) enum Recipe {
    /// The input itself.
    Bytes(Vec<u8>),
    Drawn(Shape),
    Arguments(Vec<String>, Shape),
    Edited(Vec<u8>, EditSource),
}

/// What comes next.
#[derive(Debug)]
pub(crate) enum Turn {
    Recipe(u64, Recipe),
    /// Nothing, before the validator's answers to all edits are known.
    Wait,
    /// There are no more.
    End,
}

/// How an input was made, for people and for statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Drawn(Shape),
    /// The arguments of the generator.
    Generated(Vec<String>),
    Given,
    /// From a known input.
    Edited(EditSource),
}

/// Gives recipes one by one.
pub(crate) struct Feed<'s> {
    source: Option<&'s Source>,
    seed: u64,
    /// The number of the next input.
    pub next: u64,
    /// How many inputs came from the source.
    made: u64,
    edits: Option<Edits>,
}

/// The edits of one batch.
struct Edits {
    editor: Editor,
    batch: Vec<Proposal>,
    /// By the edit's place in the batch: its number, and what the validator said of it.
    given: Vec<(u64, Option<Option<bool>>)>,
}

impl Edits {
    fn next(&mut self, number: u64) -> Turn {
        if self.given.len() == self.batch.len() {
            let answers: Option<Vec<Option<bool>>> = self.given.iter().map(|(_, answer)| *answer).collect();
            let Some(answers) = answers else { return Turn::Wait };
            self.given.clear();
            self.editor.learn(std::mem::take(&mut self.batch), &answers);
            self.batch = self.editor.propose(BATCH);
        }
        let Some(edit) = self.batch.get(self.given.len()) else { return Turn::End };
        self.given.push((number, None));
        Turn::Recipe(number, Recipe::Edited(edit.input.clone(), edit.source))
    }
}

impl<'s> Feed<'s> {
    /// The inputs of a source, without edits.
    pub(crate) fn of(source: &'s Source, seed: u64, from: u64) -> Feed<'s> {
        Feed::new(Some(source), &Corpus::default(), seed, from)
    }

    pub(crate) fn new(source: Option<&'s Source>, corpus: &Corpus, seed: u64, from: u64) -> Feed<'s> {
        // Where an earlier hunt ended, other edits begin: those of that hunt followed its answers.
        let editor = || Editor::new(&corpus.inputs, &corpus.words, corpus.validity, mixed(&[seed, from]));
        let edits =
            (!corpus.inputs.is_empty()).then(|| Edits { editor: editor(), batch: Vec::new(), given: Vec::new() });
        let made = if edits.is_some() { from.div_ceil(2) } else { from };
        Feed { source, seed, next: from, made, edits }
    }

    /// The number and recipe of the next input.
    pub(crate) fn turn(&mut self) -> Turn {
        let number = self.next;
        let is_edit = self.source.is_none() || number % 2 == 1;
        let edit = self.edits.as_mut().filter(|_| is_edit).map(|edits| edits.next(number));
        let turn = match edit {
            Some(Turn::End) | None => match self.made() {
                Some(recipe) => Turn::Recipe(number, recipe),
                None if is_edit => Turn::End,
                None => self.edits.as_mut().map_or(Turn::End, |edits| edits.next(number)),
            },
            Some(turn) => turn,
        };
        if let Turn::Recipe(..) = turn {
            self.next += 1;
        }
        turn
    }

    /// The next input of a feed without edits.
    pub(crate) fn recipe(&mut self) -> Option<(u64, Recipe)> {
        match self.turn() {
            Turn::Recipe(number, recipe) => Some((number, recipe)),
            Turn::Wait | Turn::End => None,
        }
    }

    /// Hears what the validator said of the edit with this number. `None`: it was not asked.
    pub(crate) fn learn(&mut self, number: u64, valid: Option<bool>) {
        let given = self.edits.iter_mut().flat_map(|edits| &mut edits.given);
        for (_, answer) in given.filter(|(given, _)| *given == number) {
            *answer = Some(valid);
        }
    }

    /// The recipe of the source's next input. `None` if there are no more.
    fn made(&mut self) -> Option<Recipe> {
        let number = self.made;
        let recipe = match self.source? {
            Source::Grammar(_) => Recipe::Drawn(shape(number)),
            Source::Generator { arguments, .. } => {
                let shape = shape(number);
                let mut count = 0;
                let random = || {
                    count += 1;
                    mixed(&[self.seed, number, count])
                };
                // At random, because sizes and policies take turns.
                let way = &arguments[(mixed(&[number]) % arguments.len() as u64) as usize];
                Recipe::Arguments(way.fill(number, shape, random), shape)
            }
            Source::Given(inputs) => Recipe::Bytes(inputs.get(usize::try_from(number).ok()?)?.to_vec()),
        };
        self.made += 1;
        Some(recipe)
    }
}

impl Recipe {
    /// The intended size of the input; `None` if nobody chose one.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Recipe::Bytes(_) | Recipe::Edited(..) => None,
            Recipe::Drawn(shape) | Recipe::Arguments(_, shape) => Some(shape.size),
        }
    }

    pub(crate) fn origin(&self) -> Origin {
        match self {
            Recipe::Bytes(_) => Origin::Given,
            Recipe::Edited(_, source) => Origin::Edited(*source),
            Recipe::Drawn(shape) => Origin::Drawn(*shape),
            Recipe::Arguments(words, _) => Origin::Generated(words.clone()),
        }
    }
}

/// The shape of a drawn input. Of each eight, three are tiny, because many wrong programs fail on
/// something that can be counted on one hand. Three have sizes of 6 to 40, and one is of hundreds:
/// programs that stop looking too early fail there. One may be large, though slow programs leave
/// time for only a few of these. From early on, a few are as large as possible: nothing else
/// reveals a sum that overflows, or an array that is too short. The first input is the simplest.
fn shape(drawn: u64) -> Shape {
    let (round, place) = (drawn / 8, drawn % 8);
    if place == 7 && round >= FIRST_LARGEST && round.is_power_of_two() {
        let turn = round.ilog2() - FIRST_LARGEST.ilog2();
        return Shape { policy: LARGEST[turn as usize % LARGEST.len()], size: 1 << 20 };
    }
    let policy = match place {
        // Mistakes that small inputs do not show often need two things at once.
        7 if round % 2 == 1 => Policy::Mixed,
        _ => Policy::ALL[((place + round) % Policy::ALL.len() as u64) as usize],
    };
    let among = |least: u64, most: u64| least + mixed(&[drawn]) % (most - least + 1);
    let size = match place {
        0..3 => 1 + round % 6,
        3..6 => among(6, 40),
        6 => among(41, 600),
        // Each magnitude is equally likely. A megabyte takes as long as thousands of small inputs,
        // and a million elements reveal no more than a few hundred.
        _ => {
            let magnitudes = (round / 2).min(if round < 2000 { 11 } else { 16 });
            among(1, 16 << (mixed(&[drawn, 1]) % (magnitudes + 1)))
        }
    };
    Shape { policy, size }
}

/// The round of the first input that is as large as possible. Each next one comes after twice as
/// many rounds, because one takes as long as hundreds of small ones.
const FIRST_LARGEST: u64 = 8;
/// The policies of the largest inputs, in turn.
const LARGEST: [Policy; 4] = [Policy::Highest, Policy::Uniform, Policy::Equal, Policy::Mixed];

/// Draws the input with this number from a grammar.
pub(crate) fn draw(generator: &Generator<'_>, seed: u64, number: u64, shape: Shape) -> Result<Vec<u8>, GenerateError> {
    generator.generate(shape, mixed(&[seed, number]))
}

/// After so many inputs in a row that cannot be made or were made before, there are no more.
const MISSES: usize = 60;

/// Makes `count` different inputs of a grammar. Fewer where no more can be found.
pub fn inputs_of(grammar: &Grammar, seed: u64, count: usize, caps: &Caps) -> Vec<Vec<u8>> {
    let generator = Generator::new(&grammar.program, caps.clone());
    let source = Source::Grammar(grammar.clone());
    let mut feed = Feed::of(&source, seed, 0);
    let (mut made, mut seen) = (Vec::new(), BTreeSet::new());
    let mut misses = 0;
    while made.len() < count
        && misses < MISSES
        && let Some((number, recipe)) = feed.recipe()
    {
        let input = match recipe {
            Recipe::Bytes(bytes) => Some(bytes),
            Recipe::Drawn(shape) => draw(&generator, seed, number, shape).ok(),
            Recipe::Arguments(..) | Recipe::Edited(..) => None,
        };
        match input.filter(|input| seen.insert(input.clone())) {
            Some(input) => {
                made.push(input);
                misses = 0;
            }
            None => misses += 1,
        }
    }
    made
}

impl Source {
    /// Returns the source file of the generator.
    pub fn generator(&self) -> Option<&Path> {
        match self {
            Source::Generator { file, .. } => Some(file),
            Source::Grammar(_) | Source::Given(_) => None,
        }
    }
}

impl Origin {
    /// One word for what made it.
    pub fn kind(&self) -> String {
        match self {
            Origin::Drawn(shape) if shape.size > 600 => "large".to_owned(),
            Origin::Drawn(_) => "random".to_owned(),
            Origin::Generated(_) | Origin::Given | Origin::Edited(_) => self.shape(),
        }
    }

    /// Whether a known input was changed to make it.
    pub fn is_edit(&self) -> bool {
        matches!(self, Origin::Edited(source) if *source != EditSource::Example)
    }

    /// Returns the name under which inputs of this kind are counted.
    pub fn shape(&self) -> String {
        match self {
            Origin::Drawn(shape) => shape.policy.to_string(),
            Origin::Generated(_) => "generated".to_owned(),
            Origin::Given => "given".to_owned(),
            Origin::Edited(source) => source.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_tiny_and_large_from_early_on_and_each_size_meets_each_policy() {
        let of = |place: u64| (0..100).map(move |round| shape(round * 8 + place));
        for place in 0..7 {
            assert_eq!(of(place).map(|shape| shape.policy.to_string()).collect::<BTreeSet<_>>().len(), 12, "{place}");
        }
        assert!(of(2).all(|shape| (1..=6).contains(&shape.size)));
        assert!(of(3).all(|shape| (6..=40).contains(&shape.size)));
        assert!(of(7).take(20).any(|shape| shape.size > 64));
        assert!(of(7).any(|shape| shape.size > 10_000));
    }

    /// The drawn inputs of a grammar, by number.
    fn drawn(grammar: &str, numbers: u64) -> Vec<String> {
        let source = Source::Grammar(Grammar::parse(grammar.as_bytes()).unwrap());
        let Source::Grammar(grammar) = &source else { unreachable!("it is one") };
        let generator = Generator::new(&grammar.program, Caps::default());
        let mut feed = Feed::of(&source, 1, 0);
        let recipes = (0..numbers).map(|_| feed.recipe().unwrap());
        let inputs = recipes.filter_map(|(number, recipe)| match recipe {
            Recipe::Drawn(shape) => Some(draw(&generator, 1, number, shape).unwrap()),
            Recipe::Bytes(_) | Recipe::Arguments(..) | Recipe::Edited(..) => None,
        });
        inputs.map(|input| String::from_utf8(input).unwrap()).collect()
    }

    #[test]
    fn the_most_of_the_highest_numbers_comes_early() {
        let inputs = drawn("INT(1,60000,n) NEWLINE REP(n,SPACE) INT(1,9,a) END NEWLINE", 200);
        let highest = format!("60000\n{}9\n", "9 ".repeat(59_999));
        assert!(inputs.contains(&highest));
    }

    #[test]
    fn a_search_for_a_word_that_falls_back_too_far_is_noticed() {
        let occurrences = |word: &[u8], text: &[u8], falls_back: bool| {
            let mut border = vec![0; word.len()];
            for at in 1..word.len() {
                let mut length = border[at - 1];
                while length > 0 && word[at] != word[length] {
                    length = if falls_back { border[length - 1] } else { 0 };
                }
                border[at] = length + usize::from(word[at] == word[length]);
            }
            let (mut length, mut found) = (0, 0);
            for letter in text {
                while length > 0 && (length == word.len() || *letter != word[length]) {
                    length = border[length - 1];
                }
                length += usize::from(*letter == word[length]);
                found += usize::from(length == word.len());
            }
            found
        };
        let inputs = drawn("REGEX(\"[a-z]{1,1000}\") NEWLINE REGEX(\"[a-z]{1,1000}\") NEWLINE", 4000);
        assert!(inputs.iter().any(|input| {
            let (word, text) = input.trim_end().split_once('\n').unwrap();
            let (word, text) = (word.as_bytes(), text.as_bytes());
            occurrences(word, text, true) != occurrences(word, text, false)
        }));
    }

    #[test]
    fn what_comes_at_a_number_does_not_depend_on_where_a_hunt_begins() {
        let grammar = Grammar::parse(b"INT(1,9,n) NEWLINE REP(n,SPACE) INT(1,99,a) END NEWLINE").unwrap();
        let source = Source::Grammar(grammar);
        let recipes = |from: u64| {
            let mut feed = Feed::of(&source, 7, from);
            (0..40).map(|_| format!("{:?}", feed.recipe().unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(recipes(0)[30..], recipes(30)[..10]);
        assert_eq!(recipes(1100)[20..], recipes(1120)[..20]);
    }
}

//! Generators: options on the command line, a test on standard output.

use crate::complaint::{finish, Complaint, Result};
use crate::rng::Rng;
use crate::span::Span;
use crate::text::Text;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::env;
use std::fmt::Display;

/// Runs a generator: `main` is this call. The same arguments give the same bytes, everywhere.
///
/// Arguments are a kind, if there are several, and options: `random --n 5 --max 7 --seed 3`. Two
/// options belong to every generator: `--seed`, from which `rng` draws, and `--layout`, one of the
/// layouts of [`Text::lay_out`]. An option that is missing, unused or out of bounds ends the
/// process with exit code 2, and standard error names it.
///
/// ```no_run
/// // random --n N --max M --seed S   N heaps of 1..=M
/// // equal  --n N --heap H           N heaps of H
/// kit::generate(|args, rng| {
///     let n = args.int("n", 1..=100)?;
///     let heaps = match args.kind() {
///         "random" => rng.ints(n, 1..=args.int("max", 1..)?),
///         "equal" => vec![args.int("heap", 1..)?; n as usize],
///         _ => return Err(args.unknown_kind()),
///     };
///     let mut text = kit::Text::new();
///     text.list(&heaps);
///     Ok(text)
/// })
/// ```
pub fn generate(draw: impl FnOnce(&Args, &mut Rng) -> Result<Text>) -> ! {
    let words: Vec<String> = env::args().skip(1).collect();
    finish(run(&words, draw), "the test", 0, |_| 2)
}

/// Returns the text of the test.
fn run(words: &[String], draw: impl FnOnce(&Args, &mut Rng) -> Result<Text>) -> Result<String> {
    let args = Args::parse(words)?;
    let mut rng = Rng::new(0);
    if args.flag("seed") {
        rng = Rng::new(args.parsed("seed", &args.text("seed")?)?);
    }
    let layout = args.text_or("layout", "plain")?;
    let text = draw(&args, &mut rng)?.lay_out(&layout)?;
    args.end()?;
    match (args.flag("seed"), rng.is_used) {
        (true, false) => Err(args.complain("--seed means nothing here: nothing is drawn")),
        (false, true) => Err(args.complain("--seed is missing")),
        _ => Ok(text),
    }
}

/// The arguments of a generator: a kind and options.
///
/// Each method names the option in its complaint and marks it as used.
#[derive(Clone, Debug)]
pub struct Args {
    kind: String,
    /// The value of each option, and whether it was used.
    options: BTreeMap<String, (String, Cell<bool>)>,
}

impl Args {
    /// Parses the kind, if the first word is one, then `--KEY VALUE` or `--KEY`.
    pub fn parse(words: &[String]) -> Result<Args> {
        let mut words = words.iter().peekable();
        let kind = words.next_if(|word| !word.starts_with("--")).cloned().unwrap_or_default();
        let mut args = Args { kind, options: BTreeMap::new() };
        while let Some(word) = words.next() {
            let misplaced = || args.complain(format_args!("'{}' stands where an option should: --KEY VALUE", word));
            let key = word.strip_prefix("--").ok_or_else(misplaced)?;
            let value = words.next_if(|word| !word.starts_with("--")).cloned().unwrap_or_default();
            if args.options.insert(key.to_string(), (value, Cell::new(false))).is_some() {
                return Err(args.complain(format_args!("--{} stands here twice", key)));
            }
        }
        Ok(args)
    }

    /// Returns the kind of test; empty if there is none.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Returns the complaint for the last arm of a `match` on [`kind`](Args::kind).
    pub fn unknown_kind(&self) -> Complaint {
        match self.kind.as_str() {
            "" => self.complain("the kind of test is missing: it stands before the options"),
            kind => Complaint::refusal(format!("no kind of test is called '{}'", kind)),
        }
    }

    /// Whether the option is given, with or without a value: `--full`, `--full 3`.
    pub fn flag(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Returns the value of an option, an integer in the span.
    pub fn int(&self, key: &str, span: impl Into<Span>) -> Result<i64> {
        let value = self.parsed(key, &self.text(key)?)?;
        match span.into().objection(i128::from(value)) {
            None => Ok(value),
            Some(objection) => Err(self.complain(format_args!("--{} is {}, {}", key, value, objection))),
        }
    }

    /// Like [`int`](Args::int), but `default` if the option is missing.
    pub fn int_or(&self, key: &str, span: impl Into<Span>, default: i64) -> Result<i64> {
        if self.flag(key) {
            self.int(key, span)
        } else {
            Ok(default)
        }
    }

    /// Returns a range to draw from: `3-7`, or `3` for just that number.
    pub fn span(&self, key: &str) -> Result<Span> {
        let (low, high) = self.ends(key)?;
        if low > high {
            return Err(self.complain(format_args!("--{} goes down from {} to {}", key, low, high)));
        }
        Ok(Span { low, high })
    }

    /// Returns the first and the last number of a range that may go down, `7-3`.
    pub fn ends(&self, key: &str) -> Result<(i64, i64)> {
        let text = self.text(key)?;
        // A leading `-` is a sign.
        let dash = text.char_indices().skip(1).find(|&(_, c)| c == '-').map(|(at, _)| at);
        let (first, last) = match dash {
            Some(at) => (&text[..at], &text[at + 1..]),
            None => (&text[..], &text[..]),
        };
        Ok((self.parsed(key, first)?, self.parsed(key, last)?))
    }

    /// Returns the numbers of a list, `1,5,9`, or of a range, `1-9`.
    pub fn list(&self, key: &str) -> Result<Vec<i64>> {
        let text = self.text(key)?;
        if text.contains(',') {
            text.split(',').map(|word| self.parsed(key, word)).collect()
        } else {
            self.span(key).map(|span| (span.low..=span.high).collect())
        }
    }

    /// Returns the value of an option, any text.
    pub fn text(&self, key: &str) -> Result<String> {
        match self.find(key) {
            Some("") => Err(self.complain(format_args!("--{} has no value", key))),
            Some(value) => Ok(value.to_string()),
            None => Err(self.complain(format_args!("--{} is missing", key))),
        }
    }

    /// Like [`text`](Args::text), but `default` if the option is missing.
    pub fn text_or(&self, key: &str, default: &str) -> Result<String> {
        if self.flag(key) {
            self.text(key)
        } else {
            Ok(default.to_string())
        }
    }

    /// Complains unless `holds`.
    pub fn ensure(&self, holds: bool, message: impl Display) -> Result<()> {
        if holds {
            Ok(())
        } else {
            Err(self.complain(message))
        }
    }

    /// Returns a complaint about the arguments of this kind of test.
    pub fn complain(&self, message: impl Display) -> Complaint {
        let colon = if self.kind.is_empty() { "" } else { ": " };
        Complaint::refusal(format!("{}{}{}", self.kind, colon, message))
    }

    fn find(&self, key: &str) -> Option<&str> {
        let (value, is_asked_for) = self.options.get(key)?;
        is_asked_for.set(true);
        Some(value)
    }

    fn parsed<T: std::str::FromStr>(&self, key: &str, text: &str) -> Result<T>
    where
        T::Err: Display,
    {
        text.parse().map_err(|why| self.complain(format_args!("--{} is '{}': {}", key, text, why)))
    }

    /// Complains about an option that was not used.
    fn end(&self) -> Result<()> {
        match self.options.iter().find(|(_, (_, is_asked_for))| !is_asked_for.get()) {
            Some((key, _)) => Err(self.complain(format_args!("--{} means nothing here", key))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(args: &Args, rng: &mut Rng) -> Result<Text> {
        let n = args.int("n", 1..=9)?;
        let mut text = Text::new();
        match args.kind() {
            "random" => text.list(&rng.ints(n, args.span("heap")?)),
            "equal" => text.list(&vec![args.int_or("heap", 0.., 5)?; n as usize]),
            _ => return Err(args.unknown_kind()),
        }
        Ok(text)
    }

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        let text = run(&words, draw).unwrap_or_else(|complaint| complaint.to_string());
        assert_eq!(text, expected);
    }

    #[test]
    fn arguments_give_a_test_in_the_layout_asked_for() {
        check("equal --n 3 --heap 4", "3\n4 4 4\n");
        check("equal --n 2", "2\n5 5\n");
        check("equal --layout crlf --n 2", "2\r\n5 5\r\n");
        check("random --n 3 --heap 0-9 --seed 1", "3\n5 7 9\n");
        check("random --n 3 --heap -2--2 --seed 1", "3\n-2 -2 -2\n");
    }

    #[test]
    fn what_is_missing_is_named() {
        check("equal", "equal: --n is missing");
        check("equal --n", "equal: --n has no value");
        check("random --n 3 --heap 1", "random: --seed is missing");
        check("--n 3", "the kind of test is missing: it stands before the options");
    }

    #[test]
    fn what_nobody_asks_for_is_named() {
        check("equal --n 3 --max 4", "equal: --max means nothing here");
        check("equal --n 3 --seed 4", "equal: --seed means nothing here: nothing is drawn");
        check("nimsum --n 3", "no kind of test is called 'nimsum'");
        check("equal 3", "equal: '3' stands where an option should: --KEY VALUE");
        check("equal --n 3 --n 4", "equal: --n stands here twice");
    }

    #[test]
    fn values_out_of_bounds_are_named() {
        check("equal --n 10", "equal: --n is 10, at most 9");
        check("equal --n 1 --heap -1", "equal: --heap is -1, at least 0");
        check("equal --n x", "equal: --n is 'x': invalid digit found in string");
        check("random --n 1 --heap 7-3 --seed 1", "random: --heap goes down from 7 to 3");
        check("random --n 1 --heap 7- --seed 1", "random: --heap is '': cannot parse integer from empty string");
        check("equal --n 1 --layout tab", "--layout is 'tab', none of plain, crlf, column, bare, flat, ragged, torn");
    }

    #[test]
    fn lists_are_enumerations_or_ranges() {
        let args = Args::parse(&["--a".into(), "4,1,9".into(), "--b".into(), "2-4".into()]).unwrap();
        assert_eq!((args.list("a").unwrap(), args.list("b").unwrap()), (vec![4, 1, 9], vec![2, 3, 4]));
        assert_eq!(args.ends("b").unwrap(), (2, 4));
    }
}

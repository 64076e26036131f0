//! Reads TOML one key at a time and keeps every mistake, each with its place.
//!
//! serde stops at the first mistake, but the author of a `problem.toml` wants to see all of them at
//! once. So the text is parsed into a tree that knows its places, and each [`TomlSection`] returns
//! typed values by name. A key that is never requested is an unknown one.

use crate::fields::FieldNames;
use crate::mistakes::{Mistakes, line_around, on_characters};
use std::ops::{Range, RangeInclusive};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Parses `text`, and notes all syntax errors.
///
/// Returns the tree if its content can be trusted: if there was no syntax error, or none that
/// reaches beyond its own line. What follows an unclosed quote or bracket is guesswork, and
/// mistakes found in it would be ours.
pub fn parse<'t>(text: &'t str, mistakes: &mut Mistakes) -> Option<DeTable<'t>> {
    let (tree, errors) = DeTable::parse_recoverable(text);
    let mut believed = true;
    for error in &errors {
        let span = on_characters(text, error.span().unwrap_or(text.len()..text.len()));
        let line = line_around(text, span.start);
        believed &= is_local(&text[line.clone()]);
        // The parser takes a word that begins like `true` or `false` for one of them.
        let words = match error.message() {
            words if words.starts_with("invalid boolean") => "string values must be quoted, and booleans whole",
            words => words,
        };
        mistakes.unparsed(line, span, format!("invalid TOML: {words}"));
    }
    believed.then(|| tree.into_inner())
}

/// Whether a line with a syntax error can be skipped, like `time = fast`: a key with an odd value
/// and nothing that opens anything.
fn is_local(line: &str) -> bool {
    line.split_once('=').is_some_and(|(key, _)| !key.trim().is_empty()) && !line.contains(['"', '\'', '[', '{'])
}

/// One table, whose keys are requested by name. Call [`TomlSection::finish`] at the end.
pub struct TomlSection<'t, 'm> {
    names: FieldNames,
    table: DeTable<'t>,
    mistakes: &'m mut Mistakes,
}

impl<'t, 'm> TomlSection<'t, 'm> {
    pub fn new(name: &'static str, table: DeTable<'t>, mistakes: &'m mut Mistakes) -> TomlSection<'t, 'm> {
        TomlSection { names: FieldNames::of(name, format!("[{name}]")), table, mistakes }
    }

    pub fn mistakes(&mut self) -> &mut Mistakes {
        self.mistakes
    }

    pub fn text(&mut self, key: &'static str) -> Option<Spanned<String>> {
        self.typed(key, "a string", |value| value.as_str().map(str::to_owned))
    }

    /// A string that is one of `words`; returns its index among them.
    pub fn word(&mut self, key: &'static str, words: &[&'static str]) -> Option<Spanned<usize>> {
        let text = self.text(key)?;
        let at = self.names.word(key, text.get_ref(), words, text.span(), self.mistakes)?;
        Some(Spanned::new(text.span(), at))
    }

    pub fn flag(&mut self, key: &'static str) -> Option<Spanned<bool>> {
        self.typed(key, "`true` or `false`", |value| value.as_bool())
    }

    /// A whole number within `range`; `unit` is for messages: `MiB`.
    pub fn whole(&mut self, key: &'static str, range: RangeInclusive<u64>, unit: &str) -> Option<Spanned<u64>> {
        let number = self.typed(key, "a whole number", |value| {
            let number = value.as_integer()?;
            // What exceeds i128 exceeds every range as well; only the sign still matters.
            let far = if number.as_str().starts_with('-') { i128::MIN } else { i128::MAX };
            Some(i128::from_str_radix(number.as_str(), number.radix()).unwrap_or(far))
        })?;
        let (place, number) = (number.span(), u64::try_from(*number.get_ref()).ok());
        let is_within = self.names.is_within(key, number.as_ref(), &range, unit, place.clone(), self.mistakes);
        number.filter(|_| is_within).map(|number| Spanned::new(place, number))
    }

    /// A number, whole or not, within `range`.
    pub fn number(&mut self, key: &'static str, range: RangeInclusive<f64>, unit: &str) -> Option<Spanned<f64>> {
        let number = self.typed(key, "a number", |value| match (value.as_integer(), value.as_float()) {
            // Decimal, however long: a number that only a float can hold is out of range, not of
            // the wrong kind.
            (Some(whole), _) if whole.radix() == 10 => whole.as_str().parse::<f64>().ok(),
            (Some(whole), _) => u64::from_str_radix(whole.as_str(), whole.radix()).ok().map(|n| n as f64),
            (None, Some(float)) => float.as_str().parse::<f64>().ok(),
            (None, None) => None,
        })?;
        let is_within = self.names.is_within(key, Some(number.get_ref()), &range, unit, number.span(), self.mistakes);
        is_within.then_some(number)
    }

    pub fn texts(&mut self, key: &'static str) -> Option<Spanned<Vec<String>>> {
        self.typed(key, "an array of strings", |value| {
            value.as_array()?.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
        })
    }

    /// A table within this one, with the place of its name.
    pub fn table(&mut self, key: &'static str) -> Option<Spanned<DeTable<'t>>> {
        let (key_span, _) = self.entry(key)?;
        let value =
            self.typed(key, "a table", |value| if let DeValue::Table(table) = value { Some(table) } else { None })?;
        Some(Spanned::new(key_span, value.into_inner()))
    }

    /// An array of tables, each with its place; empty if there is no such key.
    pub fn tables(&mut self, key: &'static str) -> Vec<Spanned<DeTable<'t>>> {
        let tables = self.typed(key, "an array of tables", |value| {
            let DeValue::Array(items) = value else { return None };
            let table = |item: Spanned<DeValue<'t>>| {
                let span = item.span();
                if let DeValue::Table(table) = item.into_inner() { Some(Spanned::new(span, table)) } else { None }
            };
            items.into_iter().map(table).collect::<Option<Vec<_>>>()
        });
        tables.map_or_else(Vec::new, Spanned::into_inner)
    }

    /// Every entry, for tables whose keys are free.
    pub fn entries(&mut self) -> Vec<(Spanned<String>, Spanned<DeValue<'t>>)> {
        std::mem::take(&mut self.table)
            .into_iter()
            .map(|(key, value)| (Spanned::new(key.span(), key.into_inner().into_owned()), value))
            .collect()
    }

    /// Where `key` stands, without taking it.
    pub fn place(&mut self, key: &'static str) -> Option<Range<usize>> {
        self.entry(key).map(|(span, _)| span)
    }

    /// Whether a key that has not been requested was most likely meant to be `key`.
    pub fn has_like(&self, key: &'static str) -> bool {
        self.table.keys().any(|unknown| self.names.is_like(unknown.get_ref(), key))
    }

    /// Reports every key that was never requested.
    pub fn finish(mut self) {
        for (key, _) in std::mem::take(&mut self.table) {
            let (title, hint) = self.names.unknown(key.get_ref());
            self.mistakes.error(key.span(), title, "unknown key").hint = Some(hint);
        }
    }

    fn entry(&mut self, key: &'static str) -> Option<(Range<usize>, &Spanned<DeValue<'t>>)> {
        self.names.request(key);
        self.table.get_key_value(key).map(|(key, value)| (key.span(), value))
    }

    /// Takes `key` out of the table. Notes a mistake if `convert` does not accept its value.
    fn typed<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        convert: impl FnOnce(DeValue<'t>) -> Option<T>,
    ) -> Option<Spanned<T>> {
        self.entry(key)?;
        let value = self.table.remove(key).expect("`entry` has just seen it");
        let (span, kind) = (value.span(), with_article(value.get_ref().type_str()));
        let converted = convert(value.into_inner());
        if converted.is_none() {
            self.names.wrong_kind(key, expected, &kind, span.clone(), self.mistakes);
        }
        converted.map(|converted| Spanned::new(span, converted))
    }
}

fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {kind}")
}

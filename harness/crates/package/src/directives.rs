//! `//@ expect: wrong-answer`: what a solution's author says about it, in the comments at the top
//! of the file.
//!
//! The head of a file is everything before its first line of code: line comments, block comments, a
//! Python docstring, blank lines and a `#!` line. A directive is a line of its own that begins with
//! the language's comment marker and `@`. Whatever is not understood is an error: if a misspelt
//! expectation counted as none, a broken solution would pass, or a sound one fail.

use crate::mistakes::{Mistakes, did_you_mean};
use model::nearest;
use model::{
    ByteSize, Comments, Diagnostic, Expectation, OnlyGlob, OnlyGlobs, Points, Rule, ScoreRange, Snippet, TestId,
    Verdict, VerdictSet,
};
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::Path;

/// What the directives of one file say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directives {
    pub expectation: Expectation,
    pub only: OnlyGlobs,
    pub notes: Vec<String>,
    /// The standard of C or C++ to compile with, and where it stands.
    pub standard: Option<(String, Snippet)>,
    /// Where each rule's glob stands, for rules that have one: (index of the rule, place).
    pub globs: Vec<(usize, Snippet)>,
    /// Where each glob of `only` stands.
    pub only_places: Vec<Snippet>,
    /// Where the score stands.
    pub score: Option<Snippet>,
}

/// Directives after a longer comment are not read.
const HEAD: u64 = 64 << 10;

/// The size of the file at `path`, which messages call `display`, and its directives.
///
/// # Errors
/// When it cannot be read.
pub fn of_file(
    path: &Path,
    display: &Path,
    comments: &Comments,
) -> io::Result<(ByteSize, Directives, Vec<Diagnostic>)> {
    let file = beneath::open(path)?;
    let size = file.metadata()?.len();
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    let (directives, diagnostics) = read(&head, head.len() as u64 >= size, comments, display);
    Ok((ByteSize(size), directives, diagnostics))
}

/// Reads the directives in `head`, the beginning of the file `path`. `whole`: nothing of the file
/// was left out.
///
/// Old sources come in all encodings. Directives except notes are ASCII, and the comments in
/// between need not be read.
///
/// The directives are meaningless if there is an error among the diagnostics.
pub fn read(head: &[u8], whole: bool, comments: &Comments, path: &Path) -> (Directives, Vec<Diagnostic>) {
    let text = String::from_utf8_lossy(beneath::without_mark(head));
    let mistakes = Mistakes::new(path.to_owned(), (&*text).into());
    let mut reader = DirectiveReader { comments, text: &text, directives: Directives::default(), mistakes };
    let mut in_head = true;
    let mut block_end: Option<&str> = None;
    for (index, line) in text.lines().enumerate() {
        let trimmed = without_end(line, comments).trim();
        let marked = trimmed.strip_prefix(comments.line.as_str()).and_then(|rest| rest.strip_prefix('@'));
        if !in_head {
            if marked.is_some_and(is_ours) {
                reader.stray(trimmed);
            }
        } else if marked.is_some_and(|rest| !is_marker(rest)) {
            reader.directive(trimmed);
        } else if let Some(end) = block_end {
            if let Some((_, rest)) = trimmed.split_once(end) {
                block_end = None;
                in_head = is_comment(rest.trim(), comments);
            }
        } else if let Some((begin, end)) = opened(trimmed, comments) {
            match trimmed[begin.len()..].split_once(end) {
                // A line comment of another kind, or text that begins every file, like `<?php`.
                _ if end.is_empty() => {}
                Some((_, rest)) => in_head = is_comment(rest.trim(), comments),
                None => block_end = Some(end),
            }
        } else if trimmed.starts_with(comments.line.as_str()) {
            reader.look_alike(trimmed);
        } else {
            // `#![allow(…)]` is code, `#!/usr/bin/env …` is not.
            let shebang = index == 0 && trimmed.starts_with("#!") && !trimmed.starts_with("#![");
            in_head = trimmed.is_empty() || shebang;
        }
    }
    if in_head && !whole {
        let title = "the comments at the top never end within what is read of a file";
        reader.mistakes.error_of_file(title).hint =
            Some("put the directives first and some code behind them".to_owned());
    }
    let expectation = &mut reader.directives.expectation;
    if expectation.score.is_some() && expectation.rules.is_empty() {
        // The score says all that is expected.
        expectation.rules.push(Rule { verdicts: VerdictSet::of_any_run(), ..Rule::default() });
    }
    (reader.directives, reader.mistakes.into_diagnostics())
}

/// `line` without the end of its comment, in a language whose comments all have an end: OCaml.
fn without_end<'t>(line: &'t str, comments: &Comments) -> &'t str {
    let marked = line.trim_start().strip_prefix(comments.line.as_str()).is_some_and(|rest| rest.starts_with('@'));
    comments.line_end().filter(|_| marked).and_then(|end| line.trim_end().strip_suffix(end)).unwrap_or(line)
}

/// The ends of the block comment that `line` begins with.
fn opened<'c>(line: &str, comments: &'c Comments) -> Option<(&'c str, &'c str)> {
    let blocks = comments.blocks.iter().map(|(begin, end)| (begin.as_str(), end.as_str()));
    blocks.into_iter().find(|(begin, _)| line.starts_with(begin))
}

/// Whether `rest`, what follows a block on its last line, is still not code.
fn is_comment(rest: &str, comments: &Comments) -> bool {
    rest.is_empty() || rest.starts_with(comments.line.as_str())
}

/// Whether what follows the `@` is another judge's marker: `EXPECTED_GRADES@ WA AC` of Kattis,
/// `EXPECTED_RESULTS@:` of DOMjudge.
fn is_marker(rest: &str) -> bool {
    rest.split_once('@')
        .is_some_and(|(word, _)| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'))
}

/// Whether what follows the `@` is one of our words with its colon or glob: below the head,
/// `//@Override` is none of our business.
fn is_ours(rest: &str) -> bool {
    let rest = rest.trim_start();
    WORDS.iter().any(|word| rest.strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with([':', '('])))
}

const WORDS: [&str; 5] = ["expect", "only", "score", "std", "note"];

struct DirectiveReader<'t> {
    comments: &'t Comments,
    /// The head of the file, of which every line and every part of one is a piece.
    text: &'t str,
    directives: Directives,
    mistakes: Mistakes,
}

impl DirectiveReader<'_> {
    fn directive(&mut self, line: &str) {
        let (_, rest) = line.split_once('@').expect("the caller has seen the marker and its `@`");
        let rest = rest.trim();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        if !WORDS.contains(&word) {
            let place = if word.is_empty() { line } else { word };
            let title = format!("unknown directive `{word}`");
            let hint = did_you_mean(word, WORDS, || {
                format!(
                    "directives are `{0}@ expect: …`, `{0}@ expect(<tests>): …`, `{0}@ only: <tests>`, `{0}@ score: …`, `{0}@ std: …` and `{0}@ note: …`",
                    &self.comments.line
                )
            });
            self.error(place, &title, "unknown directive").hint = Some(hint);
            return;
        }
        let after = after.trim_start();
        let (glob, after) = match after.strip_prefix('(') {
            None => (None, after),
            // The last one: a test's name may hold parentheses, a verdict's does not.
            Some(inner) => match inner.rsplit_once(')') {
                Some((glob, after)) => (Some(glob), after.trim_start()),
                None => {
                    self.error(after, "`(` is never closed", "expected `)`");
                    return;
                }
            },
        };
        let Some(value) = after.strip_prefix(':') else {
            let place = if after.is_empty() { word } else { after };
            self.error(place, &format!("`{word}` without a colon"), "expected `:`");
            return;
        };
        let is_second = match word {
            "score" => self.directives.score.is_some(),
            "std" => self.directives.standard.is_some(),
            _ => false,
        };
        if is_second {
            self.error(word, &format!("a second `{word}`"), "keep one of them");
            return;
        }
        match word {
            "expect" => self.expect(word, glob, value),
            "only" if glob.is_none() => self.only(word, value),
            _ if glob.is_some() => {
                let title = format!("`{word}` is about the whole solution");
                self.error(glob.unwrap_or(word), &title, "expected no tests here");
            }
            "score" => self.score(word, value.trim()),
            "std" => self.standard(word, value.trim()),
            _ => self.note(word, value.trim()),
        }
    }

    fn expect(&mut self, word: &str, glob: Option<&str>, value: &str) {
        let before = self.mistakes.count();
        let mut verdicts = Vec::new();
        for name in value.split(',') {
            let name = name.trim();
            // `WA` is what every table shows.
            let by_code = || Verdict::ALL.into_iter().find(|verdict| verdict.short().eq_ignore_ascii_case(name));
            match Verdict::parse(name).or_else(by_code) {
                Some(verdict) => verdicts.push(verdict),
                None if name.is_empty() => {
                    let place = if value.trim().is_empty() { word } else { value.trim() };
                    self.error(place, "a verdict is missing", "expected a verdict").hint = Some(all_verdicts());
                }
                None => {
                    let hint = match meant(name) {
                        Some(verdict) => format!("did you mean `{verdict}`?"),
                        None => all_verdicts(),
                    };
                    let title = format!("unknown verdict `{name}`");
                    self.error(name, &title, "unknown verdict").hint = Some(hint);
                }
            }
        }
        // A glob, or several tests by name.
        let (glob, also) = match glob.and_then(|glob| glob.split_once(',')) {
            Some((first, rest)) => (Some(first), rest.split(',').map(|test| TestId(test.trim().into())).collect()),
            None => (glob, Vec::new()),
        };
        let tests = glob.map(|glob| (glob, glob::Pattern::new(glob.trim())));
        match &tests {
            Some((glob, _)) if glob.trim().is_empty() => {
                self.error(word, "no tests are named in the parentheses", "expected a glob over test ids");
            }
            Some((glob, Err(error))) => {
                self.error(glob, &format!("invalid glob: {}", error.msg), "expected a glob over test ids");
            }
            Some((glob, Ok(_))) if verdicts.contains(&Verdict::CompileError) => {
                let title = "a file that does not compile gets no verdict on single tests";
                self.error(glob, title, "leave the tests out");
            }
            Some((_, Ok(_))) | None => {}
        }
        if self.mistakes.count() > before {
            return;
        }
        if let Some((glob, _)) = &tests {
            let snippet = self.snippet(glob, "matches nothing");
            self.directives.globs.push((self.directives.expectation.rules.len(), snippet));
        }
        let (tests, verdicts) = (tests.and_then(|(_, pattern)| pattern.ok()), verdicts.into_iter().collect());
        self.directives.expectation.rules.push(Rule { tests, also, verdicts, ..Rule::default() });
    }

    /// `sample/*, !secret/*-big-*`. Several lines add up.
    fn only(&mut self, word: &str, value: &str) {
        for text in value.split(',').map(str::trim) {
            let (excludes, glob) = match text.strip_prefix('!') {
                Some(glob) => (true, glob.trim_start()),
                None => (false, text),
            };
            if glob.is_empty() {
                let place = if value.trim().is_empty() { word } else { value.trim() };
                self.error(place, "a glob is missing", "expected globs over test ids");
                continue;
            }
            match glob::Pattern::new(glob) {
                Ok(tests) => {
                    let snippet = self.snippet(text, "matches nothing");
                    self.directives.only.globs.push(OnlyGlob { tests, excludes });
                    self.directives.only_places.push(snippet);
                }
                Err(error) => {
                    self.error(glob, &format!("invalid glob: {}", error.msg), "expected a glob over test ids");
                }
            }
        }
    }

    /// `30` or `30..60`.
    fn score(&mut self, word: &str, text: &str) {
        let points = |text: &str| text.trim().parse().ok().and_then(Points::from_number);
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let place = if text.is_empty() { word } else { text };
        match (points(least), points(most)) {
            (Some(least), Some(most)) if least <= most => {
                self.directives.expectation.score = Some(ScoreRange { least, most });
                self.directives.score = Some(self.snippet(text, "no points there"));
            }
            (Some(_) | None, _) => {
                let title = format!("`{text}` is not a score");
                self.error(place, &title, "expected points like `30`, or a range like `30..60`");
            }
        }
    }

    /// `c++17`, `gnu11`.
    fn standard(&mut self, word: &str, text: &str) {
        let years = ["c++", "gnu++", "c", "gnu"].into_iter().find_map(|name| text.strip_prefix(name));
        let is_known =
            years.is_some_and(|year| year.len() == 2 && year.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        let place = if text.is_empty() { word } else { text };
        if is_known {
            self.directives.standard = Some((text.to_owned(), self.snippet(text, "asked for here")));
        } else {
            let title = format!("`{text}` is not a standard");
            self.error(place, &title, "expected one like `c++17`, `gnu++23` or `c11`");
        }
    }

    fn note(&mut self, word: &str, text: &str) {
        if text.is_empty() {
            self.error(word, "a note without text", "expected a sentence behind the colon");
        } else {
            self.directives.notes.push(text.to_owned());
        }
    }

    /// Reports a directive below the head.
    fn stray(&mut self, line: &str) {
        let title = "directives stand in the first comment block";
        self.error(line, title, "below the first line of code").hint =
            Some("move it to the top of the file".to_owned());
    }

    /// Warns about `// @ expect: …`: it is a comment to us, and surely was meant as a directive.
    fn look_alike(&mut self, text: &str) {
        let inner = text.trim_start_matches(['/', '!', '#', ' ', '\t']);
        if inner.strip_prefix('@').is_some_and(is_ours) {
            let title = "this reads like a directive and is none";
            let hint = format!("directives begin with `{}@`", self.comments.line);
            self.mistakes.warning(self.place(text), title, "an ordinary comment").hint = Some(hint);
        }
    }

    fn error(&mut self, part: &str, title: &str, label: &str) -> &mut Diagnostic {
        self.mistakes.error(self.place(part), title, label)
    }

    fn snippet(&self, part: &str, label: &str) -> Snippet {
        self.mistakes.snippet(self.place(part), label)
    }

    /// Where a piece of the text stands in it.
    fn place(&self, part: &str) -> Range<usize> {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        start..start + part.len()
    }
}

/// The verdict that a person means by `name`: `runtime_error`, `time-limit-exceeded`.
fn meant(name: &str) -> Option<Verdict> {
    let longer = Verdict::ALL.into_iter().find(|verdict| name.replace(['_', ' '], "-").starts_with(verdict.name()));
    longer.or_else(|| nearest(name, Verdict::ALL.map(Verdict::name)).and_then(Verdict::parse))
}

fn all_verdicts() -> String {
    format!("verdicts are {}", Verdict::ALL.map(Verdict::name).join(", "))
}

#[cfg(test)]
mod tests;

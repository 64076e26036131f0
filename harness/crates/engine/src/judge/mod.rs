//! From facts to a judgement: the one place where verdicts are made.
//!
//! Pure, except that it reads the files it is given. It does not know how the program was run or
//! how anything is shown. When *we* failed (an answer file cannot be read), the result is a
//! [`Fault`], never a verdict.
//!
//! ```text
//! judge ── decide()    time > memory > output > run-time error, from the facts alone
//!      └── compare     the output against the answer
//!           └── explain   only after a mismatch: place, values, window, hint
//! checker       the answer of a problem's own checker, in place of the comparison
//! interaction   the same for a dialogue: which ended first, who is to blame
//! sanitizers    what a program that checks itself says that it found
//! ```

pub(crate) mod checker;
mod compare;
mod content;
mod decide;
mod evidence;
mod explain;
#[cfg(fuzzing)]
pub mod fuzzing;
pub(crate) mod interaction;
pub(crate) mod sanitizers;
mod testlib;
pub(crate) mod words;

pub use content::Content;
pub use decide::{Decision, decide};

use crate::cell;
use crate::store::LARGEST_FILE;
use compare::Rule;
use explain::{Explanation, Pair};
use model::{Cause, Checks, Comparison, Evidence, Fault, FaultKind, Judgement, Limits, Verdict};
use sandbox::{CompletedRun, Outcome};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

/// A run to be judged by a built-in comparison.
pub struct Case<'a> {
    pub outcome: &'a Outcome,
    pub limits: &'a Limits,
    /// What the program wrote. The position of the file does not matter.
    pub stdout: &'a File,
    pub stderr: &'a File,
    pub input: Content<'a>,
    pub answer: Content<'a>,
}

impl<'a> Case<'a> {
    /// `input` is what the program read: in a later pass not that of the test.
    pub(crate) fn of(
        completed: &'a CompletedRun,
        limits: &'a Limits,
        input: Content<'a>,
        answer: Content<'a>,
    ) -> Case<'a> {
        let CompletedRun { outcome, stdout, stderr } = completed;
        Case { outcome, limits, stdout: &stdout.file, stderr: &stderr.file, input, answer }
    }
}

/// Judges a run by comparing its output with the answer.
///
/// # Errors
/// A content fault when the answer (or, for the evidence, the input) cannot be read, or the
/// comparison's options make no sense; a sandbox fault when the captured output cannot be read.
pub fn judge(case: &Case<'_>, comparison: &Comparison) -> Result<Judgement, Fault> {
    let accepted = Judgement::new(Verdict::Accepted, cell::usage(case.outcome.usage));
    if let Some(judgement) = by_facts(case, comparison.name())? {
        return Ok(judgement);
    }
    let Some(Explanation { verdict, note, difference }) = differs(comparison, case.answer, case.stdout)? else {
        return Ok(accepted);
    };
    let evidence = Evidence { difference: Some(difference), ..gather(case, comparison.name())? };
    let cause = Some(Cause::Differs { place: note });
    Ok(Judgement { verdict, cause, evidence: Some(Box::new(evidence)), ..accepted })
}

/// How an output differs from an answer. `None`: it does not, for this comparison.
///
/// # Errors
/// Those of [`judge`].
pub(crate) fn differs(
    comparison: &Comparison,
    answer: Content<'_>,
    stdout: &File,
) -> Result<Option<Explanation>, Fault> {
    // Every comparison accepts the answer itself, and most outputs equal it. An error comes up
    // again below, where it is clear whose it is.
    let Some(at) = answer.read(|opened| Ok(same_bytes(opened, stdout).unwrap_or(Some(0))))? else { return Ok(None) };
    if answer.read(|opened| opened.seek(SeekFrom::End(0)))? > LARGEST_FILE.0 {
        let text = format!("{} is too large for an answer (at most {LARGEST_FILE})", answer.name());
        return Err(Fault::new(FaultKind::Content, text));
    }
    let skipped = answer.read(|opened| skip(opened, at.saturating_sub(READ_BEFORE)))?;
    let answer = answer.read(|opened| contents(opened, skipped.bytes))?;
    let output = contents(stdout, skipped.bytes).map_err(|error| cell::unreadable_output(&error))?;
    let rule = Rule::of(comparison)
        .map_err(|error| Fault::new(FaultKind::Content, error.to_string()).hint("fix the problem's [compare] table"))?;
    if rule.agrees(&answer, &output) {
        return Ok(None);
    }
    let pair = Pair { rule: &rule, answer: &answer, output: &output, lines_before: skipped.lines };
    Ok(Some(explain::explain(pair)))
}

/// Judges a run by its facts alone, if they decide. Then neither a comparison nor a checker needs
/// to look at the output.
///
/// # Errors
/// Those of [`judge`].
pub fn by_facts(case: &Case<'_>, checker: &str) -> Result<Option<Judgement>, Fault> {
    let Some(Decision { verdict, cause }) = decide(case.outcome, case.limits) else { return Ok(None) };
    let evidence = Some(Box::new(gather(case, checker)?));
    let usage = cell::usage(case.outcome.usage);
    Ok(Some(Judgement { cause: Some(cause), evidence, ..Judgement::new(verdict, usage) }))
}

/// The beginnings of everything that went into a run and came out of it, for a report.
///
/// # Errors
/// Those of [`judge`].
pub fn gather(case: &Case<'_>, checker: &str) -> Result<Evidence, Fault> {
    let unreadable = |error: io::Error| cell::unreadable_output(&error);
    Ok(Evidence {
        checker: checker.to_owned(),
        input: case.input.read(|opened| evidence::excerpt(opened, 0))?,
        answer: case.answer.read(|opened| evidence::excerpt(opened, 0))?,
        output: evidence::excerpt(case.stdout, case.outcome.stdout_bytes).map_err(unreadable)?,
        whole_output: evidence::longer(case.stdout, Evidence::OUTPUT).map_err(unreadable)?,
        stderr: evidence::with_tail(case.stderr, case.outcome.stderr_bytes).map_err(unreadable)?,
        ..Evidence::default()
    })
}

/// Adds to a judgement what the run wrote to standard error: what the program found in itself if it
/// is `sanitized`, and the words themselves where no evidence holds them. `display`: the solution's
/// file, as people know it.
///
/// # Errors
/// Those of [`judge`].
pub(crate) fn hear(
    case: &Case<'_>,
    checker: &str,
    (checks, display): (Checks, &str),
    judgement: &mut Judgement,
) -> Result<(), Fault> {
    if case.outcome.stderr_bytes == 0 {
        return Ok(());
    }
    if checks == Checks::Sanitized {
        let mut words = Vec::new();
        let mut file = case.stderr;
        let read = file.rewind().and_then(|()| file.take(sanitizers::WORDS).read_to_end(&mut words));
        read.map_err(|error| cell::unreadable_output(&error))?;
        judgement.found = sanitizers::findings(&words, display);
    }
    if judgement.evidence.is_some() {
        return Ok(());
    }
    if judgement.found.is_empty() {
        let excerpt = evidence::with_tail(case.stderr, case.outcome.stderr_bytes);
        judgement.stderr = Some(Box::new(excerpt.map_err(|error| cell::unreadable_output(&error))?));
    } else {
        judgement.evidence = Some(Box::new(gather(case, checker)?));
    }
    Ok(())
}

/// How many equal bytes are read in front of the first difference: as many as can matter to its
/// explanation.
const READ_BEFORE: u64 = 2 * explain::WHOLE_BYTES as u64;

const BLOCK: usize = 64 * 1024;

/// The offset of the first byte in which two files differ, or `None` if they hold the same bytes.
/// Keeps no more than two blocks in memory.
fn same_bytes(mut a: impl Read + Seek, mut b: impl Read + Seek) -> io::Result<Option<u64>> {
    a.rewind()?;
    b.rewind()?;
    let (mut a, mut b) = (BufReader::with_capacity(BLOCK, a), BufReader::with_capacity(BLOCK, b));
    let mut at = 0;
    loop {
        let (x, y) = (a.fill_buf()?, b.fill_buf()?);
        let n = x.len().min(y.len());
        if x[..n] != y[..n] {
            return Ok(Some(at + compare::common_prefix(x, y) as u64));
        }
        if n == 0 {
            return Ok((x.len() != y.len()).then_some(at));
        }
        a.consume(n);
        b.consume(n);
        at += n as u64;
    }
}

/// Whole lines at the beginning of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SkippedLines {
    bytes: u64,
    lines: usize,
}

/// The lines that end within the first `most` bytes.
fn skip(mut file: impl Read + Seek, most: u64) -> io::Result<SkippedLines> {
    file.rewind()?;
    let mut reader = BufReader::with_capacity(BLOCK, file.take(most));
    let (mut skipped, mut at) = (SkippedLines::default(), 0);
    loop {
        let block = reader.fill_buf()?;
        let (len, newline) = (block.len(), memchr::memrchr(b'\n', block));
        if let Some(newline) = newline {
            skipped.lines += memchr::memchr_iter(b'\n', block).count();
            skipped.bytes = at + newline as u64 + 1;
        }
        if len == 0 {
            return Ok(skipped);
        }
        reader.consume(len);
        at += len as u64;
    }
}

/// The content of a file from this offset on, wherever the file is positioned.
fn contents(mut file: impl Read + Seek, from: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;

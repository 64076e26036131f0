//! The bytes of an unfinished input, and promises about the bytes to come.
//!
//! A program asks whether the file ends, or what the next byte is, before that byte is written. The
//! answer is a promise that later bytes must keep. So is every longest match: the bytes after it
//! must not extend it.

use std::borrow::Cow;

use crate::float;
use crate::machine::{FloatRequest, Limit, NO_NUMBER, Stop};
use crate::number::{Decimal, Integer};
use crate::regex::{ByteSet, OpenTail, Tail};

#[derive(Clone)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    limit: usize,
    promise: Promise,
    tails: Vec<OpenTail>,
}

/// What has been promised about the place after the last byte.
#[derive(Debug, Clone, Copy)]
struct Promise {
    /// The byte there is one of these.
    allowed: ByteSet,
    /// Whether the file ends there.
    ends: Option<bool>,
}

const FREE: Promise = Promise { allowed: ByteSet::ALL, ends: None };

/// A state to which an output can be set back.
#[derive(Clone)]
pub(crate) struct OutputMark {
    length: usize,
    promise: Promise,
    tails: Vec<OpenTail>,
}

const BROKEN: Stop = Stop::Conflict("what was found out about the next byte does not come true");

impl Output {
    pub fn new(limit: usize) -> Output {
        Output { bytes: Vec::new(), limit, promise: FREE, tails: Vec::new() }
    }

    /// Returns how many more bytes are allowed.
    pub fn room(&self) -> usize {
        self.limit.saturating_sub(self.bytes.len())
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub fn mark(&self) -> OutputMark {
        OutputMark { length: self.bytes.len(), promise: self.promise, tails: self.tails.clone() }
    }

    pub fn back_to(&mut self, mark: &OutputMark) {
        self.bytes.truncate(mark.length);
        self.promise = mark.promise;
        self.tails.clone_from(&mark.tails);
    }

    /// Whether a text may come next.
    pub fn allows(&self, text: &[u8]) -> bool {
        text.first().is_none_or(|&first| self.promise.ends != Some(true) && self.promise.allowed.contains(first))
    }

    pub fn write(&mut self, text: &[u8]) -> Result<(), Stop> {
        if text.is_empty() {
            return Ok(());
        }
        if !self.allows(text) {
            return Err(BROKEN);
        }
        if text.len() > self.room() {
            return Err(Stop::Limit(Limit::Bytes));
        }
        for tail in std::mem::take(&mut self.tails) {
            if let Some(tail) = follow(tail, text)? {
                self.tails.push(tail);
            }
        }
        self.bytes.extend_from_slice(text);
        self.promise = FREE;
        Ok(())
    }

    pub fn write_int(&mut self, value: Integer) -> Result<Integer, Stop> {
        self.write(value.to_string().as_bytes())?;
        self.forbid(ByteSet::DIGITS);
        Ok(value)
    }

    pub fn write_float(&mut self, request: &FloatRequest, text: String) -> Result<(Decimal, Cow<'static, [u8]>), Stop> {
        let text = text.into_bytes();
        self.write(&text)?;
        self.forbid(float::goes_on(request, &text));
        Ok((Decimal::parse(&text).ok_or(NO_NUMBER)?, text.into()))
    }

    /// Writes a match, and makes sure that it stays the longest one of its expression.
    pub fn write_match(&mut self, text: Vec<u8>, tail: Tail) -> Result<Cow<'static, [u8]>, Stop> {
        self.write(&text)?;
        match tail {
            Tail::Forbids(bytes) => self.forbid(bytes),
            Tail::Ends => self.promise.ends = Some(true),
            Tail::Open(tail) => self.tails.push(tail),
        }
        Ok(text.into())
    }

    /// Forbids bytes that would extend what was written last.
    fn forbid(&mut self, bytes: ByteSet) {
        self.promise.allowed = self.promise.allowed.and(&bytes.not());
    }

    pub fn end(&mut self) -> Result<(), Stop> {
        if self.promise.ends == Some(false) {
            return Err(BROKEN);
        }
        self.promise.ends = Some(true);
        Ok(())
    }

    /// Whether the file ends here. `None` if still open.
    pub fn is_end(&self) -> Option<bool> {
        if self.promise.allowed.is_empty() { Some(true) } else { self.promise.ends }
    }

    pub fn settle_end(&mut self, ends: bool) {
        self.promise.ends = Some(ends);
    }

    /// Whether the next byte is one of these. `None` if still open.
    pub fn next_is_in(&self, bytes: &ByteSet) -> Option<bool> {
        let common = self.promise.allowed.and(bytes);
        if self.promise.ends == Some(true) || common.is_empty() {
            return Some(false);
        }
        (common == self.promise.allowed && self.promise.ends == Some(false)).then_some(true)
    }

    pub fn settle_next(&mut self, bytes: &ByteSet, is_in: bool) {
        if is_in {
            self.promise = Promise { allowed: self.promise.allowed.and(bytes), ends: Some(false) };
        } else {
            self.forbid(*bytes);
        }
    }
}

fn follow(mut tail: OpenTail, text: &[u8]) -> Result<Option<OpenTail>, Stop> {
    for &byte in text {
        match tail.step(byte) {
            None => return Ok(None),
            Some(true) => return Err(Stop::Conflict("an expression would match more than it should")),
            Some(false) => {}
        }
    }
    Ok(Some(tail))
}

//! The bytes of an unfinished input, and promises about the bytes to come.
//!
//! A program asks whether the file ends, or what the next byte is, before that byte is written. The
//! answer is a promise that later bytes must keep. So is the end of a number, or of a text of one
//! set of letters: the byte after it must not extend it.

use crate::float;
use crate::machine::{FloatRequest, Limit, Stop};
use crate::number::Integer;
use crate::regex::ByteSet;

#[derive(Clone)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    limit: usize,
    promise: Promise,
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
}

const BROKEN: Stop = Stop::Conflict("what was found out about the next byte does not come true");

impl Output {
    pub fn new(limit: usize) -> Output {
        Output { bytes: Vec::new(), limit, promise: FREE }
    }

    /// Returns how many more bytes are allowed.
    pub fn room(&self) -> usize {
        self.limit.saturating_sub(self.bytes.len())
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub fn mark(&self) -> OutputMark {
        OutputMark { length: self.bytes.len(), promise: self.promise }
    }

    pub fn back_to(&mut self, mark: &OutputMark) {
        self.bytes.truncate(mark.length);
        self.promise = mark.promise;
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
        self.bytes.extend_from_slice(text);
        self.promise = FREE;
        Ok(())
    }

    pub fn write_int(&mut self, value: Integer) -> Result<Integer, Stop> {
        self.write(value.to_string().as_bytes())?;
        self.forbid(ByteSet::DIGITS);
        Ok(value)
    }

    pub fn write_float(&mut self, request: &FloatRequest, text: &str) -> Result<(), Stop> {
        self.write(text.as_bytes())?;
        self.forbid(float::goes_on(request, text.as_bytes()));
        Ok(())
    }

    /// Forbids bytes that would extend what was written last.
    pub fn forbid(&mut self, bytes: ByteSet) {
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

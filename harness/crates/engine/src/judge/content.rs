//! An input or an answer: a file, or bytes in memory.

use crate::cannot_read;
use model::Fault;
use std::io::{self, Cursor, Read, Seek};
use std::path::Path;

/// What a run reads, or is compared with.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    File(&'a Path),
    Memory(&'a [u8]),
}

/// Bytes, wherever they are.
pub(super) trait Bytes: Read + Seek {}

impl<T: Read + Seek> Bytes for T {}

impl Content<'_> {
    /// # Errors
    /// A content fault when it cannot be read.
    pub(super) fn read<T>(self, read: impl FnOnce(&mut dyn Bytes) -> io::Result<T>) -> Result<T, Fault> {
        let done = match self {
            Content::File(path) => beneath::open(path).and_then(|mut file| read(&mut file)),
            Content::Memory(bytes) => read(&mut Cursor::new(bytes)),
        };
        done.map_err(|error| cannot_read(self.name(), &error))
    }

    pub(super) fn name(self) -> String {
        match self {
            Content::File(path) => path.display().to_string(),
            Content::Memory(_) => "what is in memory".to_owned(),
        }
    }
}

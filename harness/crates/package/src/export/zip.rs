//! A zip file of an export. It holds no time of creation: archives of the same files are equal.

use super::Export;
use miniz_oxide::deflate::compress_to_vec;
use rawzip::{CompressionMethod, DataDescriptorOutput, ZipArchiveWriter};
use std::io::{self, Write};

/// The default of zip tools: tests shrink to a tenth or less, quickly.
const LEVEL: u8 = 6;

/// Writes `export` as a zip file, with its files in no folder, as DOMjudge requires.
///
/// # Errors
/// When a file cannot be read, or `out` fails.
pub fn write(export: &Export, out: &mut impl Write) -> io::Result<()> {
    let mut archive = ZipArchiveWriter::new(out);
    for (name, file) in &export.files {
        let bytes = file.content.bytes()?;
        let entry = archive
            .new_file(&**name)
            // Each is compressed: readers of a stream cannot find the end of anything else.
            .compression_method(CompressionMethod::DEFLATE)
            .unix_permissions(if file.executable { 0o100_755 } else { 0o100_644 });
        let (mut entry, _) = entry.start().map_err(io::Error::other)?;
        entry.write_all(&compress_to_vec(&bytes, LEVEL))?;
        let size = DataDescriptorOutput::new(rawzip::crc32(&bytes), bytes.len() as u64);
        entry.finish(size).map_err(io::Error::other)?;
    }
    archive.finish().map(drop).map_err(io::Error::other)
}

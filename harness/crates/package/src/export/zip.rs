//! A zip file of an export. Nothing is compressed: every reader takes that, and a package is small
//! or already on its way through something that compresses.
//!
//! After PKWARE's APPNOTE 6.3.10, without the parts that only files of 4 GiB need.

use super::Export;
use std::io::{self, Write};

/// 1 January 1980, midnight: an archive of the same files is the same.
const TIME: [u8; 4] = [0, 0, 0x21, 0];
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;

/// Writes `export` as a zip file, its files below no folder: as DOMjudge wants them.
///
/// # Errors
/// When a file cannot be read, the archive would be too large for the format, or `out` fails.
pub fn write(export: &Export, out: &mut impl Write) -> io::Result<()> {
    let mut directory = Vec::new();
    let mut at: u64 = 0;
    for (name, file) in &export.files {
        let bytes = file.content.bytes()?;
        let size = u32::try_from(bytes.len()).map_err(|_| too_large(name))?;
        let offset = u32::try_from(at).map_err(|_| too_large(name))?;
        let length = u16::try_from(name.len()).map_err(|_| too_large(name))?;
        let mut common = Vec::new();
        // Version needed, flags, stored, time, checksum, both sizes, length of the name, no extras.
        common.extend(20u16.to_le_bytes());
        common.extend(FLAGS.to_le_bytes());
        common.extend(0u16.to_le_bytes());
        common.extend(TIME);
        common.extend(crc32(&bytes).to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend(length.to_le_bytes());
        common.extend(0u16.to_le_bytes());
        out.write_all(b"PK\x03\x04")?;
        out.write_all(&common)?;
        out.write_all(name.as_bytes())?;
        out.write_all(&bytes)?;
        at += 4 + common.len() as u64 + name.len() as u64 + bytes.len() as u64;

        directory.extend(b"PK\x01\x02");
        // Made by Unix: the mode stands in the upper half of the attributes.
        directory.extend((3u16 << 8 | 20).to_le_bytes());
        directory.extend(&common);
        let mode: u32 = if file.executable { 0o100_755 } else { 0o100_644 };
        // No comment, first disk, no internal attributes.
        directory.extend([0; 6]);
        directory.extend((mode << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let count = u16::try_from(export.files.len()).map_err(|_| too_large("the list of files"))?;
    out.write_all(&directory)?;
    out.write_all(b"PK\x05\x06\0\0\0\0")?;
    out.write_all(&count.to_le_bytes())?;
    out.write_all(&count.to_le_bytes())?;
    let size = u32::try_from(directory.len()).map_err(|_| too_large("the list of files"))?;
    out.write_all(&size.to_le_bytes())?;
    out.write_all(&u32::try_from(at).map_err(|_| too_large("the archive"))?.to_le_bytes())?;
    out.write_all(&[0, 0])
}

fn too_large(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("{what} is too large for a zip file: write a folder"))
}

/// ISO 3309's, reflected.
fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|at| {
        (0..8).fold(at as u32, |rest, _| if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 })
    });
    !bytes.iter().fold(!0u32, |crc, byte| crc >> 8 ^ table[((crc ^ u32::from(*byte)) & 0xff) as usize])
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }
}

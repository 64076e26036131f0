//! Packages that come as a zip file: unpacked once into a folder that is named after their content
//! and their name.
//!
//! The file may be hostile: names that lead out of the folder, links, encryption and bombs are
//! refused before anything is written, and nothing remains of a file that is refused.

use miniz_oxide::inflate::decompress_to_vec_with_limit;
use model::Key;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// No package that people exchange is larger.
const LARGEST_ARCHIVE: u64 = 2 << 30;
const LARGEST_FILE: u64 = 1 << 30;
const LARGEST_TOTAL: u64 = 4 << 30;
const MOST_FILES: usize = 200_000;
/// Tests that consist of one letter shrink to a thousandth. Only what is large as well is a bomb.
const HARMLESS_TOTAL: u64 = 256 << 20;
const HIGHEST_RATIO: u64 = 200;
const LONGEST_NAME: usize = 1024;
const DEEPEST: usize = 32;

/// A file in an archive, with a harmless name.
struct ZipEntry {
    name: String,
    at: ZipArchiveEntryWayfinder,
    deflated: bool,
    size: u64,
}

/// Unpacks `file` below `folder`, unless that has been done before. Returns the folder that holds
/// its files: the archive's only top folder, or else everything, named after the file.
///
/// # Errors
/// When the file is refused, damaged, or cannot be read or written.
pub fn unpack(file: &Path, folder: &Path) -> io::Result<PathBuf> {
    let cannot = |error: io::Error| io::Error::new(error.kind(), format!("it cannot be read: {error}"));
    let size = fs::metadata(file).map_err(cannot)?.len();
    if size > LARGEST_ARCHIVE {
        return refused(format!("it has {size} bytes: more than {LARGEST_ARCHIVE} are not read"));
    }
    let bytes = beneath::read(file).map_err(cannot)?;
    let name = file.file_stem().map_or_else(Default::default, |stem| stem.to_string_lossy());
    // One of dots alone means a folder that is there already.
    let name = if name.trim_matches('.').is_empty() { "package".into() } else { name };
    // Under each name that the file has, the package is called like that.
    let hash = Key::of(&["zip", "2", &name], &bytes).to_string();
    let place = folder.join(&hash[..32]);
    let own = place.join(&*name);
    if !own.is_dir() {
        let archive = ZipArchive::from_slice(&bytes).map_err(damaged)?;
        let entries = entries(&archive, size)?;
        write(&archive, &entries, &place, &name)?;
    }
    Ok(top(&own))
}

/// The only folder in `folder`, if nothing lies beside it.
fn top(folder: &Path) -> PathBuf {
    let mut inside = fs::read_dir(folder).into_iter().flatten().flatten();
    match (inside.next(), inside.next()) {
        (Some(only), None) if only.path().is_dir() && !is_part(&only.file_name().to_string_lossy()) => only.path(),
        _ => folder.to_owned(),
    }
}

/// Whether the name is that of a folder in a package, rather than of a package.
fn is_part(name: &str) -> bool {
    matches!(
        name,
        "data" | "tests" | "test" | "submissions" | "solutions" | "in" | "out" | "input" | "output" | "problems"
    )
}

/// All files of the archive, if none of them is refused.
fn entries(archive: &ZipSliceArchive<&Vec<u8>>, archive_size: u64) -> io::Result<Vec<ZipEntry>> {
    let (mut found, mut names, mut places) = (Vec::new(), BTreeSet::new(), Vec::new());
    let mut total: u64 = 0;
    let mut records = archive.entries();
    let mut count = 0;
    while let Some(record) = records.next_entry().map_err(damaged)? {
        count += 1;
        if count > MOST_FILES {
            let hint = usize::try_from(archive.entries_hint()).unwrap_or(usize::MAX);
            return refused(format!("it has {} files: more than {MOST_FILES} are not unpacked", hint.max(count)));
        }
        let name = plain(record.file_path().as_bytes())?;
        if record.mode().is_symlink() {
            return refused(format!("`{name}` is a link: links are not unpacked"));
        }
        // What macOS adds by itself.
        if record.is_dir() || name.starts_with("__MACOSX/") {
            continue;
        }
        if record.flags().is_encrypted() || record.flags().has_strong_encryption() {
            return refused(format!("`{name}` is encrypted: unpack it yourself and hand over the folder"));
        }
        let deflated = match record.compression_method() {
            CompressionMethod::STORE => false,
            CompressionMethod::DEFLATE => true,
            other => {
                let method = other.as_u16();
                return refused(format!(
                    "`{name}` is compressed by method {method}: only deflate is read; unpack it yourself"
                ));
            }
        };
        let size = record.uncompressed_size_hint();
        if size > LARGEST_FILE {
            let what = format!("`{name}` grows to {size} bytes: more than {LARGEST_FILE} are not unpacked");
            return refused(what);
        }
        total = total.saturating_add(size);
        let place = archive.get_entry(record.wayfinder()).map_err(damaged)?.compressed_data_range();
        places.push(place);
        if !names.insert(name.clone()) {
            return refused(twice(&name));
        }
        found.push(ZipEntry { name, at: record.wayfinder(), deflated, size });
    }
    if total > LARGEST_TOTAL {
        return refused(format!("it grows to {total} bytes: more than {LARGEST_TOTAL} are not unpacked"));
    }
    let times = total / archive_size.max(1);
    if total > HARMLESS_TOTAL && times > HIGHEST_RATIO {
        return refused(format!("it grows to {times} times its size ({total} bytes): a bomb is not unpacked"));
    }
    places.sort_unstable();
    if places.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        return refused("two of its files lie in the same place: a bomb is not unpacked".to_owned());
    }
    // A name cannot be both a file and a folder.
    let within = |name: &str| name.match_indices('/').any(|(at, _)| names.contains(&name[..at]));
    match found.iter().find(|entry| within(&entry.name)) {
        Some(entry) => refused(twice(&entry.name)),
        None => Ok(found),
    }
}

/// The name with `/` between its parts, if it leads only downwards.
fn plain(bytes: &[u8]) -> io::Result<String> {
    // Some tools write backslashes, and old ones do not write UTF-8.
    let name = String::from_utf8_lossy(bytes).replace('\\', "/").replace('\u{fffd}', "_");
    let parts: Vec<&str> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let outward = name.starts_with('/')
        || name.as_bytes().get(1) == Some(&b':')
        || parts.contains(&"..")
        || name.contains('\0')
        || name.len() > LONGEST_NAME
        || parts.len() > DEEPEST;
    if outward { refused(format!("`{name}` leads out of the folder it is unpacked into")) } else { Ok(parts.join("/")) }
}

/// Writes all files into a folder beside `place`, and moves it there once it is complete.
fn write(archive: &ZipSliceArchive<&Vec<u8>>, entries: &[ZipEntry], place: &Path, name: &str) -> io::Result<()> {
    let cannot = |error: io::Error| {
        io::Error::new(error.kind(), format!("it cannot be unpacked into {}: {error}", place.display()))
    };
    let above = place.parent().unwrap_or(place);
    beneath::make_folders(above).map_err(cannot)?;
    let beside = tempfile::Builder::new().prefix(".unpacking-").tempdir_in(above).map_err(cannot)?;
    let own = beside.path().join(name);
    fs::create_dir(&own).map_err(cannot)?;
    for entry in entries {
        let bytes = content(archive, entry)?;
        let path = own.join(&entry.name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(cannot)?;
        }
        fs::write(&path, bytes).map_err(cannot)?;
    }
    match fs::rename(beside.path(), place) {
        Ok(()) => Ok(()),
        // Another run was faster.
        Err(_) if place.join(name).is_dir() => Ok(()),
        Err(error) => Err(cannot(error)),
    }
}

/// The content of the file, if it has the size and checksum that the archive states.
fn content(archive: &ZipSliceArchive<&Vec<u8>>, entry: &ZipEntry) -> io::Result<Vec<u8>> {
    let broken = |why: &str| damaged(format!("`{}` {why}", entry.name));
    let found = archive.get_entry(entry.at).map_err(damaged)?;
    let size = usize::try_from(entry.size).map_err(|_| broken("is too large"))?;
    let bytes = match entry.deflated {
        // A larger content than stated would be a lie about its size.
        true => decompress_to_vec_with_limit(found.data(), size).map_err(|_| broken("does not unpack to its size"))?,
        false => found.data().to_vec(),
    };
    let mut checked = Vec::new();
    let read = found.verifying_reader(bytes.as_slice()).read_to_end(&mut checked);
    read.map_err(|_| broken("does not have its checksum"))?;
    Ok(checked)
}

fn refused<T>(why: String) -> io::Result<T> {
    Err(io::Error::other(why))
}

fn twice(name: &str) -> String {
    format!("`{name}` is in it twice")
}

fn damaged(why: impl Display) -> io::Error {
    io::Error::other(format!("it is not a zip file, or a damaged one: {why}"))
}

#[cfg(test)]
mod tests;

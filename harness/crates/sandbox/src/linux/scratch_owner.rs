//! Lends scratch folders to programs, which run as a user of their own when the harness is root.

use crate::Error;
use crate::leftovers::{names, open_folder};
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{AtFlags, CWD, FileType, Gid, Stat, Uid, chownat, statat};
use std::ffi::CStr;
use std::io;
use std::path::Path;

/// A scratch folder that belongs to the program's user during a run, and to us again afterwards.
/// Only root needs this.
pub(super) struct ScratchLoan<'a> {
    folder: &'a Path,
    uid: u32,
}

impl<'a> ScratchLoan<'a> {
    pub(super) fn to(folder: &'a Path, uid: u32) -> Result<ScratchLoan<'a>, Error> {
        // A file with two names may have the other one anywhere.
        let ours = |stat: &Stat| stat.st_uid == 0 && (is_folder(stat) || stat.st_nlink == 1);
        hand(folder, uid, &ours).map_err(|error| match folder.exists() {
            false => Error::Gone { folder: folder.to_owned() },
            true => Error::system(format!("cannot hand over {}", folder.display()), error),
        })?;
        Ok(ScratchLoan { folder, uid })
    }
}

impl Drop for ScratchLoan<'_> {
    fn drop(&mut self) {
        // What cannot be taken back stays readable and removable for root.
        let _ = hand(self.folder, 0, &|stat: &Stat| stat.st_uid == self.uid);
    }
}

/// How deep folders are handed over. A program that goes deeper is stopped for it.
const DEEPEST: usize = 64;

fn is_folder(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::Directory
}

/// Gives a folder and everything in it to a user, as far as it is `meant`. Never follows a link.
fn hand(path: &Path, uid: u32, meant: &dyn Fn(&Stat) -> bool) -> io::Result<()> {
    let name = std::ffi::CString::new(path.as_os_str().as_encoded_bytes())?;
    hand_below(CWD, &name, uid, meant, 0)
}

fn hand_below(
    at: BorrowedFd<'_>,
    name: &CStr,
    uid: u32,
    meant: &dyn Fn(&Stat) -> bool,
    depth: usize,
) -> io::Result<()> {
    let stat = statat(at, name, AtFlags::SYMLINK_NOFOLLOW)?;
    if meant(&stat) {
        chownat(at, name, Some(Uid::from_raw(uid)), Some(Gid::from_raw(uid)), AtFlags::SYMLINK_NOFOLLOW)?;
    }
    if !is_folder(&stat) || depth == DEEPEST {
        return Ok(());
    }
    let folder = open_folder(at, name)?;
    for name in names(folder.as_fd())? {
        hand_below(folder.as_fd(), &name, uid, meant, depth + 1)?;
    }
    Ok(())
}

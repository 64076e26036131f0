//! Scratch folders change hands: programs run as a user of their own when the harness is root.

use crate::Error;
use std::io;
use std::path::Path;

/// A scratch folder that belongs to the programs' user for the time of a run, and to us again afterwards. Only root needs this.
pub struct Lent<'a>(&'a Path);

impl<'a> Lent<'a> {
    pub fn to(folder: &'a Path, uid: u32) -> Result<Lent<'a>, Error> {
        hand(folder, uid).map_err(|error| Error::system(format!("cannot hand over {}", folder.display()), error))?;
        Ok(Lent(folder))
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        // What cannot be taken back stays readable and removable for root.
        let _ = hand(self.0, 0);
    }
}

/// Gives a folder and all in it to a user. Never follows a link.
fn hand(path: &Path, uid: u32) -> io::Result<()> {
    std::os::unix::fs::lchown(path, Some(uid), Some(uid))?;
    if std::fs::symlink_metadata(path)?.is_dir() {
        for entry in std::fs::read_dir(path)? {
            hand(&entry?.path(), uid)?;
        }
    }
    Ok(())
}

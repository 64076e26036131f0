//! What outlives the processes of a user: files in the folders that are open to all, and objects of System V inter-process communication.
//!
//! Only where programs run in the machine's own root folder (`measured` and `confined`) and as a user of their own, which takes root: then
//! whatever belongs to that user is theirs. What an ordinary user's programs leave cannot be told from what is his.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Folders in which everybody may write. Message queues of the other kind, POSIX's, are files in the last one.
const OPEN_TO_ALL: [&str; 4] = ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue"];

/// A program may have left a million files.
const PATIENCE: Duration = Duration::from_secs(2);

/// The launchers of this process. All have the same user, also those whose programs can leave nothing: while one of them is there, its programs
/// may be at work in a folder that was lent to that user.
static LAUNCHERS: Mutex<Launchers> = Mutex::new(Launchers { alive: 0, may_leave: false });

struct Launchers {
    alive: usize,
    may_leave: bool,
}

/// Held by a launcher while it is there: when the last one is gone, so is everything that belongs to their user.
pub struct Watch {
    uid: u32,
}

impl Watch {
    /// `may_leave`: programs run in the machine's own root folder.
    pub fn over(uid: u32, may_leave: bool) -> Watch {
        let mut launchers = LAUNCHERS.lock().unwrap_or_else(PoisonError::into_inner);
        launchers.alive += 1;
        launchers.may_leave |= may_leave;
        Watch { uid }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // Held until all is removed: nothing is lent meanwhile.
        let mut launchers = LAUNCHERS.lock().unwrap_or_else(PoisonError::into_inner);
        launchers.alive -= 1;
        if launchers.alive == 0 && launchers.may_leave {
            launchers.may_leave = false;
            remove(self.uid);
        }
    }
}

/// Removes what belongs to `uid`. What cannot be removed, or not in time, stays: there is nobody to tell.
fn remove(uid: u32) {
    let begun = Instant::now();
    objects("shm", "shmid", uid, |id| {
        // SAFETY: this command takes no buffer.
        unsafe { libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut()) };
    });
    objects("sem", "semid", uid, |id| {
        // SAFETY: this command takes no fourth argument.
        unsafe { libc::semctl(id, 0, libc::IPC_RMID) };
    });
    objects("msg", "msqid", uid, |id| {
        // SAFETY: this command takes no buffer.
        unsafe { libc::msgctl(id, libc::IPC_RMID, std::ptr::null_mut()) };
    });
    for entry in OPEN_TO_ALL.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
        if begun.elapsed() > PATIENCE {
            return;
        }
        // Of the entry itself; neither call follows a link.
        let Ok(metadata) = entry.metadata() else { continue };
        if metadata.uid() == uid {
            let path = entry.path();
            let _ = if metadata.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

/// Calls `remove` with the id of every object of a kind that `uid` made or owns.
fn objects(kind: &str, id: &str, uid: u32, remove: impl Fn(libc::c_int)) {
    let table = fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
    of_user(&table, id, uid).into_iter().for_each(remove);
}

/// From a table with a line of names above it, the ids in the lines whose user or creator is `uid`.
fn of_user(table: &str, id: &str, uid: u32) -> Vec<libc::c_int> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
    let column = |name: &str| names.iter().position(|known| *known == name);
    let (Some(id), Some(owner), Some(creator)) = (column(id), column("uid"), column("cuid")) else { return Vec::new() };
    let uid = uid.to_string();
    let rows = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let theirs = rows.filter(|row| [owner, creator].iter().any(|column| row.get(*column) == Some(&uid.as_str())));
    theirs.filter_map(|row| row.get(id)?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_found_by_owner_and_by_creator_and_no_other_column() {
        let table = "       key      semid perms      nsems   uid   gid  cuid  cgid      otime      ctime\n\
                     1 10 600 7000 0 0 0 0 0 0\n\
                     2 11 600 1 7000 7000 7000 7000 0 0\n\
                     3 12 600 1 0 0 7000 0 0 0\n\
                     7000 13 600 1 0 7000 0 7000 7000 7000\n";
        assert_eq!(of_user(table, "semid", 7000), [11, 12]);
        assert_eq!(of_user(table, "shmid", 7000), []);
        assert_eq!(of_user("", "semid", 7000), []);
    }
}

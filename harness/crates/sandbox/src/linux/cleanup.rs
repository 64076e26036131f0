//! Removes what outlives the processes of a user: files in the folders that are open to all, and
//! objects of System V inter-process communication.
//!
//! Works only where programs run in the machine's own root folder (`measured` and `confined`) and
//! as a user of their own, which takes root: then whatever belongs to that user is theirs. What an
//! ordinary user's programs leave cannot be told from the user's own things.

use std::collections::BTreeSet;
use std::fs;
use std::mem;
use std::os::unix::fs::MetadataExt;
use std::ptr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Folders in which everybody may write. Message queues of the other kind, POSIX's, are files in
/// the last one.
const OPEN_TO_ALL: [&str; 4] = ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue"];

/// How long removing may take: a program may have left a million files.
const PATIENCE: Duration = Duration::from_secs(2);

/// The launchers of this process, and those users of their cells whose programs could leave
/// something. Their numbers stay with this process, so what belongs to them is nobody else's.
static LAUNCHERS: Mutex<Launchers> = Mutex::new(Launchers { alive: 0, users: BTreeSet::new() });

struct Launchers {
    alive: usize,
    users: BTreeSet<u32>,
}

/// Notes that programs of this user run in the machine's own root folder.
pub(super) fn may_leave(uid: u32) {
    LAUNCHERS.lock().unwrap_or_else(PoisonError::into_inner).users.insert(uid);
}

/// Held by each launcher while it exists. When the last one goes, everything that belongs to their
/// users is removed.
pub(super) struct LauncherGuard;

impl LauncherGuard {
    pub(super) fn begin() -> LauncherGuard {
        LAUNCHERS.lock().unwrap_or_else(PoisonError::into_inner).alive += 1;
        LauncherGuard
    }
}

impl Drop for LauncherGuard {
    fn drop(&mut self) {
        // Locked until all is removed, so that no launcher adds a user meanwhile.
        let mut launchers = LAUNCHERS.lock().unwrap_or_else(PoisonError::into_inner);
        launchers.alive -= 1;
        if launchers.alive == 0 {
            let users = mem::take(&mut launchers.users);
            if !users.is_empty() {
                remove(&users);
            }
        }
    }
}

/// Removes what belongs to these users. What cannot be removed, or not in time, stays: there is
/// nobody to report it to.
fn remove(users: &BTreeSet<u32>) {
    let begun = Instant::now();
    for (kind, id) in [("shm", "shmid"), ("sem", "semid"), ("msg", "msqid")] {
        objects(kind, id, users);
    }
    for entry in OPEN_TO_ALL.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
        if begun.elapsed() > PATIENCE {
            return;
        }
        // The metadata of the entry itself. Neither removal follows a link.
        let Ok(metadata) = entry.metadata() else { continue };
        if users.contains(&metadata.uid()) {
            let path = entry.path();
            let _ = if metadata.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

/// Removes every object of a kind that one of these users made or owns.
fn objects(kind: &str, id: &str, users: &BTreeSet<u32>) {
    let table = fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
    for id in of_users(&table, id, users) {
        // SAFETY: this command takes no buffer, and no fourth argument.
        unsafe {
            match kind {
                "shm" => libc::shmctl(id, libc::IPC_RMID, ptr::null_mut()),
                "sem" => libc::semctl(id, 0, libc::IPC_RMID),
                _ => libc::msgctl(id, libc::IPC_RMID, ptr::null_mut()),
            };
        }
    }
}

/// Finds, in a table with a header line, the ids of the lines whose owner or creator is one of
/// these users.
fn of_users(table: &str, id: &str, users: &BTreeSet<u32>) -> Vec<libc::c_int> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
    let column = |name: &str| names.iter().position(|other| *other == name);
    let (Some(id), Some(owner), Some(creator)) = (column(id), column("uid"), column("cuid")) else { return Vec::new() };
    let theirs = |row: &[&str], column: usize| {
        row.get(column).and_then(|uid| uid.parse().ok()).is_some_and(|uid| users.contains(&uid))
    };
    let rows = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    rows.filter(|row| theirs(row, owner) || theirs(row, creator)).filter_map(|row| row.get(id)?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_found_by_owner_and_by_creator_and_no_other_column() {
        let users = BTreeSet::from([7000]);
        let table = "       key      semid perms      nsems   uid   gid  cuid  cgid      otime      ctime\n\
                     1 10 600 7000 0 0 0 0 0 0\n\
                     2 11 600 1 7000 7000 7000 7000 0 0\n\
                     3 12 600 1 0 0 7000 0 0 0\n\
                     7000 13 600 1 0 7000 0 7000 7000 7000\n";
        assert_eq!(of_users(table, "semid", &users), [11, 12]);
        assert_eq!(of_users(table, "shmid", &users), []);
        assert_eq!(of_users("", "semid", &users), []);
    }
}

//! Remembers from run to run which level works.
//!
//! Trying a level out takes longer than everything else in a run whose results are all cached. So
//! the choice is written down with everything that could change it: the kernel and its boot, the
//! user and his rights, namespaces, cgroups and mounts, the settings that allow or forbid
//! namespaces, and the launcher's own file. The whole text is compared, not a hash of it.
//!
//! A note is a guess, never a proof: a remembered level is tried out before the first program runs
//! (see `client`). A note that is missing, torn, from another machine or not writable costs only
//! that trial at the start.

use crate::Level;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Where a choice is written down, and the circumstances it holds for.
#[derive(Debug)]
pub(crate) struct LevelNote {
    file: PathBuf,
    circumstances: String,
}

impl LevelNote {
    /// The note of the highest level, or of the one asked for.
    pub(super) fn of(folder: &Path, launcher: &Path, wanted: Option<Level>) -> LevelNote {
        let name = wanted.map_or("highest", Level::name);
        LevelNote { file: folder.join(format!("containment-{name}")), circumstances: circumstances(launcher) }
    }

    pub(super) fn recall(&self) -> Option<Level> {
        let text = fs::read_to_string(&self.file).ok()?;
        let (level, circumstances) = text.split_once('\n')?;
        (circumstances == self.circumstances).then(|| Level::parse(level))?
    }

    /// Writes the note if it can. Without it the level is tried again.
    pub(super) fn keep(&self, level: Level) {
        let beside = self.file.with_extension(std::process::id().to_string());
        let text = format!("{}\n{}", level.name(), self.circumstances);
        // A new file: whoever may write here, too, could have put a link under that name.
        let written = File::create_new(&beside).and_then(|mut file| file.write_all(text.as_bytes()));
        if written.and_then(|()| fs::rename(&beside, &self.file)).is_err() {
            let _ = fs::remove_file(&beside);
        }
    }

    pub(super) fn forget(&self) {
        let _ = fs::remove_file(&self.file);
    }
}

/// Files that say what this process may do here. A file that cannot be read counts as empty.
const TELLING: [&str; 12] = [
    "/proc/sys/kernel/random/boot_id",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/unprivileged_userns_clone",
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    "/proc/sys/user/max_user_namespaces",
    "/proc/sys/user/max_pid_namespaces",
    "/proc/sys/user/max_net_namespaces",
    "/proc/sys/user/max_mnt_namespaces",
    "/sys/kernel/security/lsm",
    "/proc/self/attr/current",
    "/proc/self/cgroup",
    "/proc/self/mountinfo",
];

/// Lines of `/proc/self/status`: users, groups, capabilities, filters.
const STATUS: [&str; 9] =
    ["Uid:", "Gid:", "Groups:", "CapPrm:", "CapEff:", "CapBnd:", "NoNewPrivs:", "Seccomp:", "Seccomp_filters:"];

fn circumstances(launcher: &Path) -> String {
    let mut text = launcher.display().to_string();
    if let Ok(m) = fs::metadata(launcher) {
        let (changed, made) = ((m.mtime(), m.mtime_nsec()), (m.ctime(), m.ctime_nsec()));
        // Writing to a string cannot fail.
        let _ = writeln!(text, " {} {} {} {changed:?} {made:?}", m.dev(), m.ino(), m.len());
    }
    for file in TELLING {
        let content = fs::read(file).unwrap_or_default();
        let _ = writeln!(text, "{file} {}", String::from_utf8_lossy(&content).trim_end_matches(['\n', '\0']));
    }
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    for line in status.lines().filter(|line| STATUS.iter().any(|name| line.starts_with(name))) {
        text.push_str(line);
        text.push('\n');
    }
    for kind in ["user", "pid", "mnt", "net", "ipc", "uts", "cgroup"] {
        let space = fs::read_link(format!("/proc/self/ns/{kind}")).unwrap_or_default();
        let _ = writeln!(text, "{}", space.display());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(folder: &Path, launcher: &Path) -> LevelNote {
        LevelNote::of(folder, launcher, None)
    }

    #[test]
    fn a_level_is_remembered_until_the_circumstances_change() {
        let folder = tempfile::tempdir().unwrap();
        let launcher = folder.path().join("launcher");
        fs::write(&launcher, "one").unwrap();
        let own = note(folder.path(), &launcher);
        assert_eq!(own.recall(), None);
        own.keep(Level::Full);
        assert_eq!(note(folder.path(), &launcher).recall(), Some(Level::Full));
        assert_eq!(LevelNote::of(folder.path(), &launcher, Some(Level::Full)).recall(), None, "another question");
        fs::write(&launcher, "another").unwrap();
        assert_eq!(note(folder.path(), &launcher).recall(), None, "another launcher");
        own.forget();
        assert_eq!(own.recall(), None);
    }

    #[test]
    fn a_torn_or_foreign_note_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let own = note(folder.path(), Path::new("/nonexistent"));
        own.keep(Level::Confined);
        let whole = fs::read(&own.file).unwrap();
        for length in [0, 1, 9, whole.len() / 2, whole.len() - 1] {
            fs::write(&own.file, &whole[..length]).unwrap();
            assert_eq!(own.recall(), None, "{length} bytes");
        }
        fs::write(&own.file, String::from_utf8(whole).unwrap().replacen("confined", "absolute", 1)).unwrap();
        assert_eq!(own.recall(), None);
    }

    #[test]
    fn a_folder_that_cannot_be_written_to_is_no_trouble() {
        let own = note(Path::new("/proc/nowhere"), Path::new("/nonexistent"));
        own.keep(Level::Full);
        own.forget();
        assert_eq!(own.recall(), None);
    }
}

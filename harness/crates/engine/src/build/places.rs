//! Which places of a tool chain are shown to those who use it.
//!
//! Most tool chains lie in a folder of their own, and all of it is shown. But the folder above
//! `~/bin` is the home folder, and that above `~/.local/bin` holds the data of other programs. Of
//! such a folder, only what a tool chain installs there is shown.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

pub(super) struct Places<'t> {
    /// The folder that the tool was installed into.
    pub prefix: &'t Path,
    /// The tool itself.
    pub program: &'t Path,
    /// What the table says is started to run a program: it may be another tool beside this one.
    pub started: &'t str,
}

/// What tool chains install beside `bin`.
const PARTS: [&str; 5] = ["lib", "lib64", "libexec", "include", "share"];

/// The part in which other programs keep what is the user's: keys, histories, mail.
const OF_ALL: &str = "share";

impl Places<'_> {
    /// The places that a path of the table stands for.
    pub(super) fn readable(&self, path: &str) -> Vec<PathBuf> {
        if path != "{prefix}" || !is_personal(self.prefix, std::env::home_dir().as_deref()) {
            return vec![PathBuf::from(path.replace("{prefix}", &self.prefix.to_string_lossy()))];
        }
        self.parts()
    }

    /// What the tool installed in a folder that is not its own.
    pub(super) fn parts(&self) -> Vec<PathBuf> {
        let started = self.started.strip_prefix("{prefix}/").map(|inside| self.prefix.join(inside));
        let parts = PARTS.iter().flat_map(|part| match *part {
            OF_ALL => self.names().map(|name| self.prefix.join(part).join(name)).collect(),
            part => vec![self.prefix.join(part)],
        });
        [self.program.to_path_buf()].into_iter().chain(started).chain(parts).collect()
    }

    /// What the tool may call itself: `lua5.4` and `lua`.
    fn names(&self) -> impl Iterator<Item = &str> {
        let name = self.program.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
        [name, bare].into_iter().filter(|name| !name.is_empty())
    }
}

/// Whether a folder is somebody's home, holds homes, or is where a home keeps what all programs
/// install.
pub(super) fn is_personal(folder: &Path, home: Option<&Path>) -> bool {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let home = home.map(|home| home.canonicalize().unwrap_or_else(|_| home.to_owned()));
    // The home of a service may be `/nonexistent`, or `/`, in which everything lies.
    real.parent().is_none()
        || home.is_some_and(|home| home.starts_with(&real))
        || real.file_name() == Some(OsStr::new(".local"))
        || SIGNS.iter().any(|sign| real.join(sign).symlink_metadata().is_ok())
}

/// What lies in a home, after `sudo` also in that of somebody else.
const SIGNS: [&str; 7] = [".bash_history", ".bashrc", ".cache", ".config", ".gnupg", ".profile", ".ssh"];

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn of_a_home_only_what_a_tool_chain_installs_there_is_shown() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("me/.ssh")).unwrap();
        fs::create_dir_all(root.join("me/.local")).unwrap();
        for (prefix, is_visible) in [("me", true), ("me/.local", true), ("me/lua-5.4", false)] {
            let prefix = root.join(prefix);
            fs::create_dir_all(prefix.join("bin")).unwrap();
            let program = prefix.join("bin/lua5.4");
            let places = Places { prefix: &prefix, program: &program, started: "{prefix}/bin/other" };
            let parts = ["bin/lua5.4", "bin/other", "lib", "lib64", "libexec", "include", "share/lua5.4", "share/lua"];
            let parts = parts.map(|part| prefix.join(part)).to_vec();
            let expected = if is_visible { parts } else { vec![prefix.clone()] };
            assert_eq!(places.readable("{prefix}"), expected);
            assert_eq!(places.readable("{prefix}/jmods"), [prefix.join("jmods")]);
            assert_eq!(places.readable("/usr"), [PathBuf::from("/usr")]);
        }
    }

    #[test]
    fn a_home_is_known_by_its_place_and_by_what_lies_in_it() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        for folder in ["home/me/tools", "home/you", "opt"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        fs::write(root.join("home/you/.profile"), "").unwrap();
        std::os::unix::fs::symlink("home/me", root.join("link")).unwrap();
        let home = root.join("home/me");
        let check = |folder: &str, personal: bool| {
            assert_eq!(is_personal(&root.join(folder), Some(&home)), personal, "{folder}");
        };
        for folder in ["home/me", "link", "home", "home/you"] {
            check(folder, true);
        }
        for folder in ["home/me/tools", "opt", "none"] {
            check(folder, false);
        }
        assert!(is_personal(Path::new("/"), None) && !is_personal(Path::new("/usr"), None));
    }
}

//! What was handed over together, so that a link in it reveals nothing that was there before.
//!
//! Somebody who clones a workspace or unpacks a package and judges it is shown inputs, sources and
//! messages. A link to one of their own files would reveal that file, too. So links are followed
//! only if they end in what came along: the folder itself, or the git repository around it.

use std::io;
use std::path::{Path, PathBuf};

/// The folder that links must not lead out of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home(PathBuf);

impl Home {
    /// The home of the workspace, package or contest at `root`.
    pub fn of(root: &Path) -> Home {
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        // Whoever keeps a whole home folder in a repository does not mean to hand over all of it.
        let own = std::env::home_dir().and_then(|own| own.canonicalize().ok());
        let repository = root
            .ancestors()
            .take_while(|folder| Some(*folder) != own.as_deref() && folder.parent().is_some())
            .find(|folder| folder.join(".git").exists());
        Home(repository.unwrap_or(&root).to_owned())
    }

    /// Whether what `path` leads to came along. A repository's `.git` did not: it may hold tokens.
    ///
    /// # Errors
    /// When nothing is there.
    pub fn holds(&self, path: &Path) -> io::Result<bool> {
        let target = path.canonicalize()?;
        Ok(target.strip_prefix(&self.0).is_ok_and(|below| below.iter().all(|part| part != ".git")))
    }

    /// The text of a small file that is looked up by name; `None` if no such file came along.
    pub(crate) fn text(&self, path: &Path) -> Option<String> {
        let small = |path: &Path| path.metadata().is_ok_and(|meta| meta.is_file() && meta.len() <= LARGEST);
        let own = self.holds(path).is_ok_and(|own| own) && small(path);
        std::fs::read_to_string(path).ok().filter(|_| own)
    }
}

/// The most bytes of a small file.
const LARGEST: u64 = 8 << 20;

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_folder_holds_what_is_below_it_or_in_its_repository_whatever_links_say() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir_all(at("repository/package/data")).unwrap();
        fs::write(at("secret"), "s").unwrap();
        fs::write(at("repository/shared"), "h").unwrap();
        fs::write(at("repository/package/data/1.in"), "i").unwrap();
        let links = [
            ("inside", "data/1.in", true),
            ("beside", "../shared", false),
            ("outside", "../../secret", false),
            ("back", "../package/data/1.in", true),
            ("over", "beside", false),
        ];
        for (name, target, _) in links {
            symlink(target, at("repository/package").join(name)).unwrap();
        }
        let check = |name: &str, holds: bool| {
            let root = at("repository/package");
            let home = Home::of(&root);
            assert_eq!(home.holds(&root.join(name)).unwrap(), holds, "{name}");
            assert_eq!(home.text(&root.join(name)).is_some(), holds, "{name}");
        };
        for (name, _, holds) in links {
            check(name, holds);
        }
        fs::create_dir(at("repository/.git")).unwrap();
        fs::write(at("repository/.git/config"), "token").unwrap();
        symlink("../.git/config", at("repository/package/token")).unwrap();
        for (name, holds) in [("beside", true), ("over", true), ("outside", false), ("token", false)] {
            check(name, holds);
        }
    }
}

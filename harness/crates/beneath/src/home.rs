//! What was handed over together, so that a link in it reveals nothing that was there before.
//!
//! Somebody who clones a workspace or unpacks a package and judges it is shown inputs, sources and
//! messages. A link to one of their own files would reveal that file, too. So links are followed
//! only if they end in what came along: the folder itself, or the folder around it that the person
//! names. No sign in a folder around it says so: an archive brings a `.git` along as well.

use crate::plain::Plain;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The variable that names the folder around a package that came along with it.
const READABLE: &str = "HARNESS_READABLE";

/// A link leads out of what was handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadsOut;

impl LeadsOut {
    /// What to do about it: a lower-case fragment.
    pub const HINT: &str = "copy what it leads to, or name the folder that both lie in: HARNESS_READABLE=DIR";

    /// Whether it is why a file was not opened.
    pub fn is_why(error: &io::Error) -> bool {
        matches!(error.get_ref(), Some(why) if why.is::<LeadsOut>())
    }
}

impl fmt::Display for LeadsOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a link that leads out of what was handed over")
    }
}

impl std::error::Error for LeadsOut {}

/// The folder that links must not lead out of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home(PathBuf);

impl Home {
    /// The home of the workspace, package or contest at `root`.
    pub fn of(root: &Path) -> Home {
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let named = std::env::var_os(READABLE).map(PathBuf::from).and_then(|named| named.canonicalize().ok());
        Home::within(&root, named.as_deref())
    }

    /// The same; `named` is the folder that the person calls handed over.
    fn within(root: &Path, named: Option<&Path>) -> Home {
        // All of the file system is nothing that somebody handed over.
        let named = named.filter(|named| root.starts_with(named) && named.parent().is_some());
        Home(named.unwrap_or(root).to_owned())
    }

    /// The folder itself, whatever the person names. Only its own last name may be a link.
    pub fn alone(folder: &Path) -> Home {
        Home(folder.canonicalize().unwrap_or_else(|_| folder.to_owned()))
    }

    /// Everything: for files that the user names one by one.
    pub fn everything() -> Home {
        Home(PathBuf::from("/"))
    }

    /// Whether every file lies in it.
    pub fn is_everything(&self) -> bool {
        self.0 == Path::new("/")
    }

    /// Whether `path` is written as one beneath it, wherever links on it lead. Nobody handed
    /// everything over, so that names nothing.
    pub fn names(&self, path: &Path) -> bool {
        !self.is_everything() && path.starts_with(&self.0)
    }

    /// Whether what `path` leads to came along. A repository's `.git` did not: it may hold tokens.
    ///
    /// # Errors
    /// When nothing is there.
    pub fn holds(&self, path: &Path) -> io::Result<bool> {
        Ok(self.covers(&path.canonicalize()?))
    }

    fn covers(&self, place: &Path) -> bool {
        place.strip_prefix(&self.0).is_ok_and(|below| below.iter().all(|part| part != ".git"))
    }

    /// Finds the regular file that `path` leads to.
    ///
    /// # Errors
    /// When no such file is there, or it did not come along.
    pub fn find(&self, path: &Path) -> io::Result<Plain> {
        let found = Plain::find(path)?;
        if !self.is_everything() && !self.covers(&found.place()?) {
            return Err(io::Error::other(LeadsOut));
        }
        Ok(found)
    }

    /// Reads the regular file that `path` leads to.
    ///
    /// # Errors
    /// Those of [`Home::find`], and when it may not be read or has more than `most` bytes.
    pub fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        self.find(path)?.read(most)
    }

    /// The text of a small file that is looked up by name.
    ///
    /// # Errors
    /// Those of [`Home::read`], and when it is not UTF-8.
    pub fn words(&self, path: &Path) -> io::Result<String> {
        String::from_utf8(self.read(path, LARGEST)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// The same; `None` if no such file came along.
    pub fn text(&self, path: &Path) -> Option<String> {
        self.words(path).ok()
    }

    /// The files below `folder`, by name, without hidden ones. Links to files and folders that came
    /// along are followed; what a reader of the folder has already complained about is passed over:
    /// links out of it, links to nothing, links in a circle, pipes and devices.
    ///
    /// # Errors
    /// Each that cannot be read.
    pub fn files(&self, folder: &Path) -> impl Iterator<Item = io::Result<FoundFile>> + use<> {
        let (home, root) = (self.clone(), folder.to_owned());
        let walk = WalkDir::new(folder).follow_links(true).min_depth(1).sort_by_file_name().into_iter();
        let walk = walk.filter_entry(move |entry| {
            let hidden = entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
            !hidden && (!entry.path_is_symlink() || entry.depth() == 0 || home.holds(entry.path()).is_ok_and(|own| own))
        });
        walk.filter_map(move |entry| match entry {
            Ok(entry) if entry.file_type().is_file() => {
                let path = entry.into_path();
                let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned();
                Some(Ok(FoundFile { name, path }))
            }
            Ok(_) => None,
            Err(error) if error.loop_ancestor().is_some() => None,
            Err(error) if error.path().is_some_and(|path| path.is_symlink() && !path.exists()) => None,
            Err(error) => Some(Err(error.into())),
        })
    }
}

/// A file of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// Below the folder, with `/`.
    pub name: String,
    /// Where it really lies.
    pub path: PathBuf,
}

/// The most bytes of a small file.
const LARGEST: u64 = 8 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_folder_holds_what_is_below_it_whatever_links_and_repositories_say() {
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
            ("token", ".git/config", false),
        ];
        // Anybody can make a repository of a folder that others share, and an archive bring one.
        for file in ["HEAD", "config", "objects/x", "refs/x"] {
            for git in ["repository/.git", "repository/package/.git"] {
                fs::create_dir_all(at(git).join(file).parent().unwrap()).unwrap();
                fs::write(at(git).join(file), "x").unwrap();
            }
        }
        let root = at("repository/package");
        let home = Home::of(&root);
        for (name, target, holds) in links {
            symlink(target, root.join(name)).unwrap();
            assert_eq!(home.holds(&root.join(name)).unwrap(), holds, "{name}");
            assert_eq!(home.text(&root.join(name)).is_some(), holds, "{name}");
            assert_eq!(home.find(&root.join(name)).is_ok(), holds, "{name}");
        }
    }

    #[test]
    fn a_folder_that_is_named_came_along_if_the_package_lies_in_it() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("archive/problems/one")).unwrap();
        fs::write(root.join("archive/shared"), "s").unwrap();
        fs::write(root.join("private"), "p").unwrap();
        let package = root.join("archive/problems/one");
        symlink("../../shared", package.join("shared")).unwrap();
        symlink("../../../private", package.join("private")).unwrap();
        let check = |named: Option<&str>, shared: bool, private: bool| {
            let named = named.map(|named| root.join(named));
            let home = Home::within(&package, named.as_deref());
            let holds = ["shared", "private"].map(|name| home.holds(&package.join(name)).unwrap());
            assert_eq!(holds, [shared, private], "{named:?}");
        };
        check(None, false, false);
        check(Some("archive"), true, false);
        check(Some(""), true, true);
        // Another folder, and everything.
        check(Some("archive/problems/two"), false, false);
        check(Some("/"), false, false);
    }

    /// Links of every kind at a file's own name and at a folder on the way.
    #[test]
    fn the_files_of_a_folder_are_those_that_came_along_whatever_leads_there() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let at = |name: &str| root.join(name);
        fs::create_dir_all(at("keys")).unwrap();
        fs::write(at("keys/id"), "secret").unwrap();
        fs::create_dir_all(at("package/program/own")).unwrap();
        fs::create_dir_all(at("package/shared")).unwrap();
        for file in ["program/main.py", "program/own/a.py", "program/.hidden", "shared/b.py"] {
            fs::write(at("package").join(file), "own").unwrap();
        }
        for (link, target) in [
            ("file", "../../keys/id"),
            ("folder", "../../keys"),
            ("absolute", "/etc/passwd"),
            ("root", "/"),
            ("environment", "/proc/self/environ"),
            ("messages", "/proc/kmsg"),
            ("descriptor", "/proc/self/fd/0"),
            ("self", "."),
            ("nothing", "none"),
            ("loop", "loop"),
            ("shared", "../shared"),
            ("b", "../shared/b.py"),
        ] {
            symlink(target, at("package/program").join(link)).unwrap();
        }
        symlink(at("package/shared/b.py"), at("package/program/c")).unwrap();
        let names = |home: &Home| {
            let found = home.files(&at("package/program")).map(|found| found.unwrap());
            found.map(|found| found.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&Home::alone(&at("package/program"))), ["main.py", "own/a.py"]);
        let all = names(&Home::of(&at("package")));
        assert_eq!(all, ["b", "c", "main.py", "own/a.py", "shared/b.py"]);
        let home = Home::of(&at("package"));
        for name in all {
            assert_eq!(home.read(&at("package/program").join(&name), 9).unwrap(), b"own", "{name}");
        }
        for name in ["file", "folder/id", "absolute", "environment", "messages", "descriptor", "root/etc/passwd"] {
            assert!(home.read(&at("package/program").join(name), 99).is_err(), "{name}");
        }
    }
}

//! The files of a folder of submissions. Students control every name and every link in it, so only
//! regular files are taken.

use super::why::Why;
use std::fs::FileType;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

const UNREADABLE: Why = Why::Unreadable("cannot be read");

/// Deeper folders hold no submissions, and a hostile one must not take all day.
const DEEPEST: usize = 16;

/// A file that may be a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CandidateFile {
    /// Below the folder, with `/`.
    pub name: String,
    pub path: PathBuf,
    pub bytes: u64,
}

/// What a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Listing {
    /// By name.
    pub files: Vec<CandidateFile>,
    /// The folders directly in it.
    pub folders: Vec<String>,
    /// The refused files, and why.
    pub refused: Vec<(String, Why)>,
}

impl Listing {
    /// `folder`: absolute, not a link.
    pub(super) fn of(folder: &Path) -> Listing {
        let mut listing = Listing::default();
        let mut walk = WalkDir::new(folder).min_depth(1).max_depth(DEEPEST).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            match entry {
                Ok(entry) if is_leftover(&entry.file_name().to_string_lossy(), entry.file_type()) => {
                    if entry.file_type().is_dir() {
                        walk.skip_current_dir();
                    }
                    if is_odd(&entry) {
                        listing.refused.push((below(folder, entry.path()), Why::Nothing("hidden")));
                    }
                }
                Ok(entry) if entry.depth() == DEEPEST && entry.file_type().is_dir() => {
                    let why = Why::Unreadable("nested too deeply");
                    listing.refused.push((below(folder, entry.path()), why));
                }
                Ok(entry) => listing.take(folder, &entry),
                Err(error) => listing.refused.push((below(folder, error.path().unwrap_or(folder)), UNREADABLE)),
            }
        }
        listing
    }

    fn take(&mut self, folder: &Path, entry: &walkdir::DirEntry) {
        let path = entry.path();
        let kind = entry.file_type();
        if kind.is_dir() {
            if entry.depth() == 1 {
                self.folders.push(below(folder, path));
            }
            return;
        }
        let refusal = if path.to_str().is_none() {
            Some("its name is not UTF-8")
        } else if kind.is_symlink() {
            // Even to a file in the folder, which may be another student's.
            Some("a link")
        } else if !kind.is_file() {
            Some("not a regular file")
        } else {
            None
        };
        let name = below(folder, path);
        match (refusal, entry.metadata()) {
            (Some(why), _) => self.refused.push((name, Why::Refused(why))),
            (None, Err(_)) => self.refused.push((name, UNREADABLE)),
            (None, Ok(metadata)) => {
                self.files.push(CandidateFile { name, path: path.to_path_buf(), bytes: metadata.len() });
            }
        }
    }
}

fn below(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned()
}

/// What editors, desktops and version control leave behind.
fn is_leftover(name: &str, kind: FileType) -> bool {
    // A folder may be a student's, whatever its name.
    let of_editor = kind.is_file() && name.ends_with('~');
    name.starts_with('.') || of_editor || ["__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini"].contains(&name)
}

/// Whether a hidden file or folder is none that tools leave behind: somebody may have meant it.
fn is_odd(entry: &walkdir::DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let of_tools = [".git", ".DS_Store", ".svn", ".hg", ".idea", ".vs", ".vscode", ".directory", ".localized", ".cph"];
    let hidden = name.starts_with('.') && !name.starts_with("._") && !name.ends_with('~') && !name.ends_with(".swp");
    hidden && !of_tools.iter().any(|tool| name.starts_with(tool)) && (entry.depth() == 1 || entry.file_type().is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn links_and_odd_files_are_refused_and_the_rest_is_taken() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().canonicalize().unwrap().join("class");
        fs::create_dir_all(folder.join("Ana López/deep")).unwrap();
        fs::create_dir_all(folder.join("rm -rf ~")).unwrap();
        fs::create_dir_all(folder.join(".git")).unwrap();
        fs::create_dir_all(folder.join(".bob")).unwrap();
        fs::write(folder.join("Ana López/.nim.py"), "x").unwrap();
        fs::write(folder.join("Ana López/.DS_Store"), "x").unwrap();
        fs::write(root.path().join("outside.cpp"), "x").unwrap();
        for file in ["Ana López/nim.cpp", ".git/nim.cpp", "Ana López/nim.cpp~"] {
            fs::write(folder.join(file), "12").unwrap();
        }
        let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
        link("../outside.cpp", "out.cpp");
        link("/etc", "etc");
        link("nothing", "nothing.cpp");
        link("Ana López/nim.cpp", "same.cpp");
        link("Ana López", "folder");
        let _socket = std::os::unix::net::UnixListener::bind(folder.join("socket.cpp")).unwrap();
        let listing = Listing::of(&folder);
        let files: Vec<(&str, u64)> = listing.files.iter().map(|file| (file.name.as_str(), file.bytes)).collect();
        assert_eq!(files, [("Ana López/nim.cpp", 2)]);
        assert_eq!(listing.folders, ["Ana López", "rm -rf ~"]);
        let link = || Why::Refused("a link");
        let refused = [
            (".bob", Why::Nothing("hidden")),
            ("Ana López/.nim.py", Why::Nothing("hidden")),
            ("etc", link()),
            ("folder", link()),
            ("nothing.cpp", link()),
            ("out.cpp", link()),
            ("same.cpp", link()),
            ("socket.cpp", Why::Refused("not a regular file")),
        ];
        assert_eq!(listing.refused, refused.map(|(name, why)| (name.to_owned(), why)));
    }
}

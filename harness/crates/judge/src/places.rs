//! Where things are: the root of a workspace or package, and what the harness keeps of it.

use crate::error::{Error, OrCannot as _, refused};
use engine::build::Languages;
use model::{Key, shell};
use package::detect::{self, Kind};
use package::folder;
use package::zip;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The root, if it is a workspace: in anything else, a new problem would change what is judged.
///
/// # Errors
/// As [`root`], and when it is a plain folder or a package.
pub fn root_to_fill(given: Option<&Path>, here: &Path) -> Result<PathBuf, Error> {
    let root = root(given, here)?;
    if Kind::of(&root) != Some(Kind::Workspace) {
        let what = format!("{} is not a workspace: problems would change what is judged there", root.display());
        return Err(refused(what).with_hint("make a workspace in `DIR`"));
    }
    Ok(root)
}

/// The root of what is judged, absolute: the folder that is given, or the nearest one upwards of
/// `here`.
///
/// # Errors
/// When there is none, or it cannot be opened or unpacked.
pub fn root(given: Option<&Path>, here: &Path) -> Result<PathBuf, Error> {
    let Some(folder) = given else {
        return detect::find_root(here).or_else(|| is_plain(here).then(|| here.to_owned())).ok_or_else(|| {
            let hint = "name a file, which is judged in any folder; or make a workspace in `.`";
            refused(format!("no workspace here or above: {} has no problems/ and testdata/", here.display()))
                .with_hint(detect::foreign(here).unwrap_or_else(|| hint.to_owned()))
        });
    };
    let mut root = here.join(folder).canonicalize().or_cannot(format!("open {}", folder.display()))?;
    let is_archive = is_zip(&root);
    if is_archive {
        let unpacked = zip::unpack(&root, &unpacked());
        root = unpacked.map_err(|error| refused(format!("{}: {error}", folder.display())))?;
    }
    if Kind::of(&root).is_some() || is_plain(&root) {
        return Ok(root);
    }
    let none = refused(format!("{} is neither a workspace nor a package", folder.display()));
    if is_archive {
        return Err(none.with_hint(unzip(&folder.to_string_lossy())));
    }
    let make = || format!("make a workspace in `{}`", shell::word(&folder.to_string_lossy()));
    Err(none.with_any_hint(detect::foreign(&root).or_else(|| root.is_dir().then(make))))
}

/// Returns whether this is a package in one file. Those of the 2025-09 format may be called `.kpp`.
pub fn is_zip(path: &Path) -> bool {
    let of_one = |extension: &OsStr| ["zip", "kpp"].iter().any(|one| extension.eq_ignore_ascii_case(one));
    path.extension().is_some_and(of_one) && path.is_file()
}

/// What to do with a zip file of tests.
pub(crate) fn unzip(file: &str) -> String {
    format!("if it holds tests: `unzip {} -d tests`, and name that folder behind a file", shell::word(file))
}

/// Returns whether this folder holds programs with tests, in no format, or folders of such.
pub fn is_plain(folder: &Path) -> bool {
    let has_programs =
        |languages| folder::is_one(folder, &languages) || !folder::contest(folder, &languages).is_empty();
    Languages::built_in().is_ok_and(has_programs)
}

/// Where builds, tools and results are, of whatever is judged: in the user's cache. So a file is
/// built once wherever it is, a copy of a package has the results of the original, and nothing that
/// came with a folder is started or believed.
pub fn cache() -> PathBuf {
    given_cache().unwrap_or_else(|| {
        // Services and containers set no HOME: the list of users says where it is.
        let home = || Some(env::home_dir().filter(|home| home.is_absolute())?.join(".cache"));
        let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
        named.or_else(home).map_or_else(|| HOMELESS.clone(), |caches| caches.join("harness")).join("shared")
    })
}

/// Absolute, because programs are started in other folders.
fn given_cache() -> Option<PathBuf> {
    let folder = env::var_os("HARNESS_CACHE_DIR").filter(|folder| !folder.is_empty())?;
    Some(std::path::absolute(&folder).unwrap_or(folder.into()))
}

/// Where packages in one file are unpacked.
pub(crate) fn unpacked() -> PathBuf {
    cache().join("unpacked")
}

/// The part of the cache that belongs to what lies at `root` alone: its mutants, its limits, what
/// `stress` found. Builds and results may be shared, this never.
pub fn own_folder(root: &Path) -> PathBuf {
    cache().join("workspaces").join(Key::of(&["workspace"], root.as_os_str().as_encoded_bytes()).to_string())
}

/// What was sent to judges from `root`. Runs do not touch it.
pub fn submissions(root: &Path) -> PathBuf {
    own_folder(root).join("submissions.jsonl")
}

/// Where a run's reports go: a workspace's `target/harness/`, all that is written there. Where a
/// link or a pipe lies in it, which whoever handed the workspace over may have put there, or
/// nothing can be written, and for all that is not a workspace, it is [`own_folder`].
pub fn reports(root: &Path) -> PathBuf {
    if given_cache().is_some() || Kind::of(root) != Some(Kind::Workspace) {
        return own_folder(root);
    }
    let reports = root.join("target").join("harness");
    // What is not there yet is made.
    let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|it| !it.is_dir());
    let is_odd = is_link(&root.join("target")) || is_link(&reports) || holds_odd_files(&reports);
    if is_odd || beneath::is_out_of_reach(&reports) { own_folder(root) } else { reports }
}

/// Whether anything in the folder is neither a file nor a folder.
fn holds_odd_files(folder: &Path) -> bool {
    let entries = walkdir::WalkDir::new(folder).min_depth(1).into_iter().flatten();
    entries.map(|entry| entry.file_type()).any(|kind| !kind.is_dir() && !kind.is_file())
}

/// Where files are kept that are put together from those of the packages below `root`.
pub fn copies_of(root: &Path) -> PathBuf {
    own_folder(root).join("staged")
}

/// The cache of somebody without a home.
static HOMELESS: LazyLock<PathBuf> = LazyLock::new(|| homeless(&env::temp_dir()));

/// The cache in `temporary`, where everybody may make folders. Whoever made it decides verdicts: so
/// it is this user's, and nobody else may write there, or it is a new one that nobody can guess.
fn homeless(temporary: &Path) -> PathBuf {
    let own = fs::metadata("/proc/self").map_or(u32::MAX, |own| own.uid());
    let usual = temporary.join(format!("harness-{own}"));
    let _ = fs::create_dir(&usual);
    let is_own = |found: fs::Metadata| found.is_dir() && found.uid() == own && found.mode() & 0o022 == 0;
    if usual.symlink_metadata().is_ok_and(is_own) {
        return usual;
    }
    let other = tempfile::Builder::new().prefix("harness-").tempdir_in(temporary);
    // Where nothing can be made, nothing that somebody else has made is used either.
    other.map_or_else(|_| PathBuf::from("/nonexistent/harness"), tempfile::TempDir::keep)
}

/// A path as it would be typed in the folder `here`.
pub fn typed(path: &Path, here: &Path) -> String {
    let below = path.strip_prefix(here).unwrap_or(path);
    if below.as_os_str().is_empty() { ".".to_owned() } else { below.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    #[test]
    fn the_cache_of_somebody_without_a_home_is_a_folder_that_nobody_else_made_or_may_write_to() {
        let dir = tempfile::tempdir().unwrap();
        let usual = homeless(dir.path());
        assert_eq!(homeless(dir.path()), usual);
        fs::set_permissions(&usual, fs::Permissions::from_mode(0o777)).unwrap();
        let other = homeless(dir.path());
        assert!(other != usual && other.starts_with(dir.path()) && other.is_dir());
        fs::remove_dir(&usual).unwrap();
        fs::create_dir(dir.path().join("theirs")).unwrap();
        symlink("theirs", &usual).unwrap();
        let third = homeless(dir.path());
        assert!(![&usual, &other].contains(&&third) && third.is_dir());
        fs::remove_file(&usual).unwrap();
        fs::write(&usual, "").unwrap();
        assert_ne!(homeless(dir.path()), usual);
    }

    #[test]
    fn only_a_folder_can_become_a_workspace() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.cpp");
        fs::write(&file, "").unwrap();
        assert_eq!(root(Some(&file), dir.path()).unwrap_err().hint(), None);
        assert!(root(Some(dir.path()), dir.path()).unwrap_err().hint().unwrap().contains("make a workspace"));
    }

    #[test]
    fn nothing_but_reports_is_kept_in_a_workspace_and_those_only_where_no_link_lies() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("ws");
        for folder in ["problems", "testdata", "target/harness/last"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let judge = crate::Workspace::open(&root).unwrap();
        for folder in [judge.cache, cache(), own_folder(&root), copies_of(&root)] {
            assert!(!folder.starts_with(&root), "{}", folder.display());
        }
        let own = root.join("target/harness");
        assert_eq!(reports(&root), own);
        for place in ["page.html", "last/tmp", "a/b/c"] {
            let link = own.join(place);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink("../elsewhere", &link).unwrap();
            assert_eq!(reports(&root), own_folder(&root), "{place}");
            fs::remove_file(link).unwrap();
        }
        assert_eq!(reports(&root), own);
    }
}

//! Where things are: the root of a workspace or package, and what the harness keeps of it.

use crate::error::{Error, OrCannot as _, chain, refused};
use engine::build::Languages;
use model::{Key, shell};
use package::detect::{self, Kind};
use package::folder;
use package::zip;
use std::env;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// [`root`] of a workspace: written into anything else, a problem would change what is judged
/// there.
///
/// # Errors
/// As [`root`], and when it is a plain folder or a package.
pub fn root_to_fill(given: Option<&Path>, here: &Path) -> Result<PathBuf, Error> {
    let root = root(given, here)?;
    if Kind::of(&root) != Some(Kind::Workspace) {
        return Err(refused(format!(
            "{} is not a workspace: problems would change what is judged there",
            root.display()
        ))
        .with_hint("`harness init DIR` makes one"));
    }
    Ok(root)
}

/// The workspace's root, absolute: the folder that is given, or the nearest one upwards of `here`.
///
/// # Errors
/// When there is none.
pub fn root(given: Option<&Path>, here: &Path) -> Result<PathBuf, Error> {
    let Some(folder) = given else {
        return detect::find_root(here).or_else(|| is_plain(here).then(|| here.to_owned())).ok_or_else(|| {
            let foreign = detect::foreign(here);
            let hint = match (&foreign, Kind::of(here)) {
                (Some(foreign), _) => foreign,
                (None, Some(Kind::Contest)) => "`harness .` judges the packages that lie in this folder",
                (None, Some(Kind::Workspace | Kind::Package(_)) | None) => {
                    "`harness FILE` judges a file in any folder, `harness init` makes a workspace, --root DIR names one, a package, or a folder of tests"
                }
            };
            refused(format!("no workspace here or above: {} has no problems/ and testdata/", here.display()))
                .with_hint(hint)
        });
    };
    let mut root = here.join(folder).canonicalize().or_cannot(format!("open {}", folder.display()))?;
    if is_zip(&root) {
        let unpacked = zip::unpack(&root, &user_cache("packages").join("unpacked"));
        root = unpacked.map_err(|error| refused(format!("{}: {}", folder.display(), chain(&error))))?;
    }
    if Kind::of(&root).is_some() || is_plain(&root) {
        return Ok(root);
    }
    let what = format!("{} is neither a workspace nor a package", folder.display());
    if let Some(foreign) = detect::foreign(&root) {
        return Err(refused(what).with_hint(foreign));
    }
    let name = if root.is_dir() { shell::word(&folder.to_string_lossy()) } else { "DIR".to_owned() };
    Err(refused(format!("{what}: it lacks problems/ or testdata/")).with_hint(format!(
        "a workspace has problems/, testdata/ and solutions/ (`harness init {name}`); a package has a problem.yaml, \
             problem.xml, task.yaml or init.yml"
    )))
}

/// Returns whether this is a package in one file.
pub fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip")) && path.is_file()
}

/// Returns whether this folder holds programs with tests, in no format, or folders of such.
pub fn is_plain(folder: &Path) -> bool {
    let has_programs =
        |languages| folder::is_one(folder, &languages) || !folder::contest(folder, &languages).is_empty();
    Languages::built_in().is_ok_and(has_programs)
}

/// Where builds and results are: in a workspace's own `target/`; for anything else, in one folder
/// of the user's cache. So a file is built once wherever it is, and a copy of a package has the
/// results of the original.
pub fn cache_folder(root: &Path) -> PathBuf {
    if let Some(folder) = given_cache() {
        return folder;
    }
    match Kind::of(root) {
        Some(Kind::Workspace) => of_workspace(root),
        Some(Kind::Package(_) | Kind::Contest) | None => shared_cache(),
    }
}

/// A workspace's own `target/harness/`. The harness removes what is old there, writes there, and
/// reads what it wrote. So where a link leads out of it at any depth, or a pipe lies in it, which
/// whoever handed the workspace over may have put there, it is a folder in the user's cache. So it
/// is where nothing can be written.
fn of_workspace(root: &Path) -> PathBuf {
    let own = root.join("target").join("harness");
    // What is not there yet is made.
    let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|it| !it.is_dir());
    let odd = is_link(&root.join("target")) || is_link(&own) || holds_odd_files(&own);
    if odd || beneath::is_out_of_reach(&own) { user_cache(&name("workspace", root)[..16]) } else { own }
}

/// Whether anything in the folder is neither a file nor a folder. What a compiler that was killed
/// left in `tmp` does not count: every name there is chosen anew, and nothing in it is opened.
fn holds_odd_files(own: &Path) -> bool {
    let mut folders = vec![own.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && folder == own && entry.file_name() == "tmp" => {}
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => {}
                Ok(_) | Err(_) => return true,
            }
        }
    }
    false
}

/// A name for a place: no other place has it.
fn name(kind: &str, root: &Path) -> String {
    Key::of(&[kind], root.as_os_str().as_encoded_bytes()).to_string()
}

/// Absolute, because programs are started in other folders.
fn given_cache() -> Option<PathBuf> {
    let folder = env::var_os("HARNESS_CACHE_DIR").filter(|folder| !folder.is_empty())?;
    Some(std::path::absolute(&folder).unwrap_or(folder.into()))
}

/// The cache of everything that is not a workspace.
pub fn shared_cache() -> PathBuf {
    user_cache("shared")
}

/// The folder of what belongs to this workspace or package alone: its last runs, its mutants, what
/// `stress` found. Builds and results may be shared, this never.
pub fn own_folder(root: &Path) -> PathBuf {
    match given_cache() {
        Some(shared) => shared.join("workspaces").join(name("workspace", root)),
        None if Kind::of(root) == Some(Kind::Workspace) => cache_folder(root),
        None => user_cache(&name("package", root)[..16]),
    }
}

/// Where files are kept that are put together from those of the packages below `root`.
pub fn copies_of(root: &Path) -> PathBuf {
    own_folder(root).join("staged")
}

/// A folder in the user's cache.
pub fn user_cache(name: &str) -> PathBuf {
    if let Some(folder) = given_cache() {
        return folder;
    }
    // Services and containers set no HOME: the list of users says where it is.
    let home = || Some(env::home_dir().filter(|home| home.is_absolute())?.join(".cache"));
    let caches = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute()).or_else(home);
    match caches {
        Some(caches) => caches.join("harness").join(name),
        None => HOMELESS.join(name),
    }
}

/// The cache of somebody without a home.
static HOMELESS: LazyLock<PathBuf> = LazyLock::new(|| homeless(&env::temp_dir()));

/// A folder in one where everybody may make folders. Whoever made it decides verdicts: so it is
/// this user's, and nobody else may write there, or it is a new one that nobody can guess.
fn homeless(temporary: &Path) -> PathBuf {
    let own = fs::metadata("/proc/self").map_or(u32::MAX, |own| own.uid());
    let usual = temporary.join(format!("harness-{own}"));
    let _ = fs::create_dir(&usual);
    let is_own = |found: fs::Metadata| found.is_dir() && found.uid() == own && found.mode() & 0o022 == 0;
    if usual.symlink_metadata().is_ok_and(is_own) {
        return usual;
    }
    let other = tempfile::Builder::new().prefix("harness-").tempdir_in(temporary);
    other.map_or(usual, tempfile::TempDir::keep)
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
    fn a_folder_that_holds_links_at_any_depth_is_not_the_workspaces_own() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("ws");
        let own = root.join("target/harness");
        fs::create_dir_all(own.join("tmp/build-x")).unwrap();
        fs::create_dir_all(own.join("store/verdicts")).unwrap();
        fs::write(own.join("store/verdicts/x"), "").unwrap();
        // A compiler that was killed left it.
        symlink("/", own.join("tmp/build-x/out")).unwrap();
        assert_eq!(of_workspace(&root), own);
        for place in ["page.html", "tmp", "store/x", "store/verdicts/y", "build/a/out/b", "last/tmp"] {
            let link = own.join(place);
            if place == "tmp" {
                fs::remove_dir_all(&link).unwrap();
            }
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink("../elsewhere", &link).unwrap();
            assert_ne!(of_workspace(&root), own, "{place}");
            fs::remove_file(link).unwrap();
        }
        assert_eq!(of_workspace(&root), own);
    }
}

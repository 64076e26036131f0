//! Where launchers that pick a version of a tool (rustup's, pyenv's, asdf's) may be started.
//!
//! They are started outside every cell, and pick by files in the folder where they are started.
//! Whoever hands over that folder may choose among what is installed, by a name. A *path* there
//! would have them start a program of the folder itself: `path = "/proc/self/cwd/evil"` in
//! `rust-toolchain.toml`, say.

use std::path::{Path, PathBuf};
use toml::Table;

/// A folder that says nothing.
pub(super) const NOWHERE: &str = "/";

/// The files by which launchers pick. Source: <https://rust-lang.github.io/rustup/overrides.html>,
/// <https://github.com/pyenv/pyenv#understanding-python-version-selection>,
/// <https://asdf-vm.com/manage/configuration.html#tool-versions>.
pub(super) const OF_RUSTUP: [&str; 2] = ["rust-toolchain", "rust-toolchain.toml"];
pub(super) const OF_OTHERS: [&str; 2] = [".python-version", ".tool-versions"];

/// Larger files name no version.
const LARGEST: u64 = 64 << 10;

/// The folder to start `launcher` in: the working directory `here`, if the launcher picks by what
/// is there and only names are there; for any other tool, nowhere.
pub(super) fn place(launcher: &Path, here: Option<PathBuf>) -> PathBuf {
    let picks = launcher.with_file_name("rustup").is_file()
        || launcher.parent().is_some_and(|folder| folder.ends_with("shims"));
    here.filter(|here| picks && here.ancestors().all(only_names)).unwrap_or_else(|| NOWHERE.into())
}

/// Whether nothing in the folder has a launcher start what lies in a folder of its choice.
fn only_names(folder: &Path) -> bool {
    let text = |name: &&str| {
        let path = folder.join(name);
        // What is not a small plain file is not a version either.
        path.symlink_metadata().is_ok().then(|| {
            let read = beneath::Plain::find(&path).and_then(|file| file.read(LARGEST));
            read.ok().and_then(|bytes| String::from_utf8(bytes).ok())
        })
    };
    let is_name = |text: &str| !text.contains(['/', '\\']) && !text.contains("..") && !text.contains("path:");
    let of_rustup = |text: String| match text.parse::<Table>() {
        Ok(table) => !table.get("toolchain").and_then(|it| it.as_table()).is_some_and(|it| it.contains_key("path")),
        Err(_) => is_name(&text),
    };
    OF_RUSTUP.iter().filter_map(text).all(|text| text.is_some_and(of_rustup))
        && OF_OTHERS.iter().filter_map(text).all(|text| text.is_some_and(|text| is_name(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_folder_chooses_among_what_is_installed_and_starts_nothing_of_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let here = dir.path().join("given/deep");
        fs::create_dir_all(&here).unwrap();
        fs::create_dir_all(dir.path().join("bin")).unwrap();
        fs::create_dir_all(dir.path().join("shims")).unwrap();
        fs::write(dir.path().join("bin/rustup"), "").unwrap();
        let launchers = ["bin/rustc", "shims/python3"].map(|name| dir.path().join(name));
        let check = |file: &str, text: &str, is_followed: bool| {
            for folder in ["given", "given/deep"] {
                let path = dir.path().join(folder).join(file);
                fs::write(&path, text).unwrap();
                for launcher in &launchers {
                    let place = place(launcher, Some(here.clone()));
                    assert_eq!(place == here, is_followed, "{file}: {text}");
                    assert!(is_followed || place == Path::new(NOWHERE), "{file}: {text}");
                }
                fs::remove_file(path).unwrap();
            }
        };
        check("rust-toolchain", "nightly-2026-01-01\n", true);
        check("rust-toolchain.toml", "[toolchain]\nchannel = \"1.90\"\ncomponents = [\"clippy\"]\n", true);
        check(".python-version", "3.12.1\n3.11:system\n", true);
        check(".tool-versions", "python 3.12.1\nrust 1.90\n", true);
        check("rust-toolchain.toml", "[toolchain]\npath = \"/proc/self/cwd/evil\"\n", false);
        check("rust-toolchain", "[toolchain]\n\"path\" = '/tmp/evil'\n", false);
        check("rust-toolchain", "toolchain.path = '/tmp/evil'\n", false);
        check("rust-toolchain", "toolchain = { path = '/tmp/evil' }\n", false);
        check("rust-toolchain", "../evil\n", false);
        check(".python-version", "../../evil\n", false);
        check(".tool-versions", "python path:evil\n", false);
        std::os::unix::fs::symlink("/dev/zero", here.join(".python-version")).unwrap();
        assert_eq!(place(&launchers[1], Some(here.clone())), Path::new(NOWHERE));
        fs::remove_file(here.join(".python-version")).unwrap();
        // Another tool has no business with the folder: `go` reads go.mod there.
        assert_eq!(place(&dir.path().join("shims/../go"), Some(here.clone())), Path::new(NOWHERE));
        assert_eq!(place(&launchers[0], None), Path::new(NOWHERE));
    }
}

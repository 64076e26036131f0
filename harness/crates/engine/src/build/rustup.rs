//! What rustup's choice of a Rust depends on.
//!
//! The launcher and the compiler that it starts take longer to name a folder than a whole run takes
//! when all results are cached. rustup picks by the environment, by `rust-toolchain` files in the
//! folders above, and by its settings. While all that is unchanged, so is its answer.
//! Source: <https://rust-lang.github.io/rustup/overrides.html>.

use crate::build::choice::{Choice, names};
use crate::build::path::is_home;
use crate::store::{Key, Stamp};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Where rustup looks when the user has no settings.
const FALLBACK: &str = "/etc/rustup/settings.toml";
const LOCAL: [&str; 2] = ["rust-toolchain", "rust-toolchain.toml"];

/// A key of everything that the answer of `launcher` to `question` depends on. `None` means that it
/// is not one of rustup's, or that the place of its settings is unknown, and it must be asked.
pub(super) fn state(launcher: &Path, question: &[String]) -> Option<Key> {
    let home = env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let of_user = || env::var_os("HOME").map(PathBuf::from).filter(|home| is_home(home));
    let home = home.or_else(|| of_user().map(|home| home.join(".rustup")))?;
    // Launchers are links to rustup, or other names of the same file.
    let stamp = Stamp::of(&fs::canonicalize(launcher).ok()?).ok()?;
    let rustup = Stamp::of(&fs::canonicalize(launcher.with_file_name("rustup")).ok()?).ok()?;
    let settled = stamp == rustup && stamp.is_settled(SystemTime::now());
    let folder = env::current_dir().ok().filter(|_| settled)?;
    Some(choice(stamp, question, &home, &folder))
}

fn choice(launcher: Stamp, question: &[String], home: &Path, folder: &Path) -> Key {
    let mut choice = Choice::of(question);
    choice.add(OsString::from_vec(launcher.to_bytes().to_vec()));
    choice.add(home);
    choice.add(folder);
    choice.add_variables(|name| name.to_string_lossy().starts_with("RUSTUP_"));
    let local = folder.ancestors().flat_map(|folder| LOCAL.map(|name| folder.join(name)));
    local.chain([home.join("settings.toml"), FALLBACK.into()]).for_each(|file| choice.add_file(file));
    names(&home.join("toolchains")).into_iter().for_each(|folder| choice.add_link(folder));
    choice.key()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_changes_with_what_it_is_made_by() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let (home, here) = (root.join("home"), root.join("a/b"));
        let write = |name: &str, text: &str| {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), text).unwrap();
        };
        write("launcher", "");
        let launcher = Stamp::of(&root.join("launcher")).unwrap();
        let state = || choice(launcher, &["--print".to_owned()], &home, &here);
        let mut seen = vec![state()];
        let mut changed = |what: &str| {
            let now = state();
            assert!(!seen.contains(&now), "{what}");
            seen.push(now);
        };
        write("home/settings.toml", "default_toolchain = 'stable'");
        changed("the settings");
        write("home/toolchains/stable/bin/rustc", "");
        changed("one that is installed");
        write("a/rust-toolchain.toml", "[toolchain]\nchannel = 'nightly'");
        changed("a file above");
        write("a/rust-toolchain.toml", "[toolchain]\nchannel = 'beta'");
        changed("what it says");
        assert_eq!(state(), *seen.last().unwrap());
        assert_ne!(choice(launcher, &["-vV".to_owned()], &home, &here), state(), "the question");
    }

    #[test]
    fn a_compiler_without_rustup_beside_it_is_asked() {
        let folder = tempfile::tempdir().unwrap();
        let launcher = folder.path().join("rustc");
        fs::write(&launcher, "a compiler").unwrap();
        assert_eq!(state(&launcher, &[]), None);
        fs::write(folder.path().join("rustup"), "rustup").unwrap();
        assert_eq!(state(&launcher, &[]), None);
    }
}

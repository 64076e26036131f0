//! What rustup's choice of a Rust depends on.
//!
//! Its launcher and the compiler behind it take longer to name a folder than a run takes in which
//! all is known. It picks by the environment, by `rust-toolchain` files in the folders above, and
//! by its settings: while all that is as it was, so is its answer.
//! Source: <https://rust-lang.github.io/rustup/overrides.html>.

use crate::store::{Key, Stamp};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Where rustup has no settings of the user's.
const FALLBACK: &str = "/etc/rustup/settings.toml";
const LOCAL: [&str; 2] = ["rust-toolchain", "rust-toolchain.toml"];

/// A key of all that the answer of `launcher` to `question` depends on. `None`: it is none of
/// rustup's, or nobody knows where its settings are, and it must be asked.
pub(super) fn state(launcher: &Path, question: &[String]) -> Option<Key> {
    let home = env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(".rustup")))?;
    // Links to rustup, or other names of the same file.
    let stamp = Stamp::of(&fs::canonicalize(launcher).ok()?).ok()?;
    let rustup = Stamp::of(&fs::canonicalize(launcher.with_file_name("rustup")).ok()?).ok()?;
    let settled = stamp == rustup && stamp.is_settled(SystemTime::now());
    let folder = env::current_dir().ok().filter(|_| settled)?;
    Some(choice(stamp, question, &home, &folder))
}

fn choice(launcher: Stamp, question: &[String], home: &Path, folder: &Path) -> Key {
    let mut parts: Vec<OsString> = question.iter().map(OsString::from).collect();
    parts.extend([OsString::from_vec(launcher.to_bytes().to_vec()), home.into(), folder.into()]);
    let mut variables: Vec<_> = env::vars_os().filter(|(name, _)| matters(name)).collect();
    variables.sort();
    parts.extend(variables.into_iter().flat_map(|(name, value)| [name, value]));
    let local = folder.ancestors().flat_map(|folder| LOCAL.map(|name| folder.join(name)));
    for file in local.chain([home.join("settings.toml"), FALLBACK.into()]) {
        let content = fs::read(&file).map(|bytes| Key::of(&["there"], &bytes).to_string());
        parts.extend([file.into(), content.unwrap_or_default().into()]);
    }
    let mut installed: Vec<PathBuf> =
        fs::read_dir(home.join("toolchains")).into_iter().flatten().flatten().map(|it| it.path()).collect();
    installed.sort();
    for folder in installed {
        let real = fs::canonicalize(&folder).unwrap_or_default();
        parts.extend([folder.into(), real.into()]);
    }
    Key::of_parts(parts.iter().map(|part| part.as_encoded_bytes()))
}

fn matters(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with("RUSTUP_")
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

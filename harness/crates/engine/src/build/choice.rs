//! What the choice of a launcher (rustup, pyenv) depends on.
//!
//! A launcher takes longer to name the tool that it picks than a whole run takes when all results
//! are cached. It picks by the environment, by files in the folders above, and by its own folder.
//! While all that is unchanged, so is its answer.
//! Source: <https://rust-lang.github.io/rustup/overrides.html>,
//! <https://github.com/pyenv/pyenv#understanding-python-version-selection>.

use crate::build::launcher::{OF_OTHERS, OF_RUSTUP};
use crate::build::path::is_home;
use crate::store::{Key, Stamp};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Where rustup looks when the user has no settings.
const FALLBACK: &str = "/etc/rustup/settings.toml";
/// Variables that matter in addition to the launchers' own.
const VARIABLES: [&str; 6] = ["PATH", "PWD", "HOME", "PYTHONHOME", "VIRTUAL_ENV", "CONDA_PREFIX"];

/// A key of everything that the answer of `launcher` to `question` depends on. `None` means that it
/// is not a launcher of these, or looks in a place that is not known here, and must be asked.
pub(super) fn state(launcher: &Path, question: &[String]) -> Option<Key> {
    let home = home_of_rustup(launcher).or_else(|| home_of_pyenv(launcher))?;
    // `PWD` names the folder differently if the shell reached it through a link.
    let folders = [env::current_dir().ok()?, env::var_os("PWD").unwrap_or_default().into()];
    Some(choice(launcher, question, &home, &folders))
}

/// Launchers of rustup are links to it, or other names of the same file.
fn home_of_rustup(launcher: &Path) -> Option<PathBuf> {
    let stamp = |path: &Path| Stamp::of(&fs::canonicalize(path).ok()?).ok();
    let own = stamp(launcher).filter(|own| own.is_settled(SystemTime::now()))?;
    stamp(&launcher.with_file_name("rustup")).filter(|rustup| *rustup == own)?;
    let of_user = || Some(PathBuf::from(env::var_os("HOME")?)).filter(|home| is_home(home));
    env::var_os("RUSTUP_HOME").map(PathBuf::from).or_else(|| of_user().map(|home| home.join(".rustup")))
}

/// A shim of pyenv lies in its folder, if it is not set to look elsewhere. The hooks of its plugins
/// are not looked at: those that come with pyenv choose by what is installed, as pyenv does.
fn home_of_pyenv(shim: &Path) -> Option<PathBuf> {
    let root = shim.parent().filter(|folder| folder.ends_with("shims"))?.parent()?;
    let elsewhere = ["PYENV_DIR", "PYENV_HOOK_PATH", "BASH_ENV"].iter().any(|name| env::var_os(name).is_some());
    (!elsewhere && root.join("libexec/pyenv").is_file()).then(|| root.to_owned())
}

fn choice(launcher: &Path, question: &[String], home: &Path, folders: &[PathBuf]) -> Key {
    let text = |text: &OsStr| text.as_encoded_bytes().to_vec();
    let mut parts: Vec<Vec<u8>> = question.iter().map(|word| word.as_bytes().to_vec()).collect();
    let mut variables: Vec<_> = env::vars_os().filter(|(name, _)| matters(name)).collect();
    variables.sort();
    parts.extend(variables.iter().flat_map(|(name, value)| [text(name), text(value)]));
    // Not the content: rustup has many megabytes.
    let stamp = fs::canonicalize(launcher).and_then(|real| Stamp::of(&real));
    parts.push(stamp.map(Stamp::to_bytes).unwrap_or_default());
    parts.extend([home].into_iter().chain(folders.iter().map(PathBuf::as_path)).map(|path| text(path.as_os_str())));

    let local = folders.iter().flat_map(|folder| folder.ancestors());
    let local = local.flat_map(|folder| OF_RUSTUP.iter().chain(&OF_OTHERS).map(|name| folder.join(name)));
    let settings = [home.join("settings.toml"), home.join("version"), FALLBACK.into()];
    for file in settings.into_iter().chain(local) {
        // It may lie in the folder that is judged: a pipe there counts as none.
        let content = beneath::read(&file).map(|bytes| Key::of(&["there"], &bytes).to_string());
        parts.extend([text(file.as_os_str()), content.unwrap_or_default().into_bytes()]);
    }
    // What is installed, where links lead, and what pyenv's `system` would mean.
    let path = env::var_os("PATH").unwrap_or_default();
    let others = env::split_paths(&path).map(|folder| folder.join(launcher.file_name().unwrap_or_default()));
    let installed = ["toolchains", "versions"].map(|folder| names(&home.join(folder)));
    for file in installed.into_iter().flatten().chain(others) {
        parts.extend([text(file.as_os_str()), text(fs::canonicalize(&file).unwrap_or_default().as_os_str())]);
    }
    Key::of_parts(parts.iter().map(Vec::as_slice))
}

fn matters(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let is_own = ["RUSTUP_", "PYENV_"].iter().any(|own| name.trim_start_matches('_').starts_with(own));
    is_own || VARIABLES.contains(&&*name)
}

/// What lies in `folder`, by name.
fn names(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_changes_with_what_it_is_made_by() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let (home, here) = (root.join("home"), [root.join("a/b")]);
        let write = |name: &str, text: &str| {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), text).unwrap();
        };
        write("launcher", "");
        fs::create_dir_all(&here[0]).unwrap();
        let state = |question: &str| choice(&root.join("launcher"), &[question.to_owned()], &home, &here);
        let mut seen = vec![state("--print")];
        for (file, text) in [
            ("home/settings.toml", "default_toolchain = 'stable'"),
            ("home/toolchains/stable/bin/rustc", ""),
            ("a/rust-toolchain.toml", "[toolchain]\nchannel = 'nightly'"),
            ("a/rust-toolchain.toml", "[toolchain]\nchannel = 'beta'"),
            ("home/version", "3.11\n"),
            ("home/versions/3.11.1/bin/python3", ""),
            ("a/b/.python-version", "3.12\n"),
            ("launcher", "another"),
        ] {
            write(file, text);
            let now = state("--print");
            assert!(!seen.contains(&now), "{file}: {text}");
            seen.push(now);
        }
        assert_eq!(state("--print"), *seen.last().unwrap());
        assert_ne!(state("-vV"), state("--print"));
        let pipe = here[0].join(".tool-versions");
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        assert_eq!(state("--print"), *seen.last().unwrap(), "nobody waits for a pipe");
    }

    #[test]
    fn who_is_not_known_to_look_here_must_be_asked() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let launcher = root.join("rustc");
        fs::write(&launcher, "a compiler").unwrap();
        assert_eq!(state(&launcher, &[]), None);
        fs::write(root.join("rustup"), "rustup").unwrap();
        assert_eq!(state(&launcher, &[]), None, "it is another file");
        let shim = root.join("shims/python3");
        fs::create_dir(root.join("shims")).unwrap();
        assert_eq!(state(&shim, &[]), None, "somebody else's");
        fs::create_dir(root.join("libexec")).unwrap();
        fs::write(root.join("libexec/pyenv"), "").unwrap();
        match ["PYENV_DIR", "PYENV_HOOK_PATH", "BASH_ENV"].iter().any(|name| env::var_os(name).is_some()) {
            true => println!("not all is tested: the environment has pyenv look elsewhere"),
            false => assert!(state(&shim, &[]).is_some()),
        }
    }
}

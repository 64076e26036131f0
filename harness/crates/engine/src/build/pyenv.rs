//! What pyenv's choice of a Python depends on.
//!
//! A shim takes longer to start the Python that it picks than a whole run takes when all results
//! are cached. It picks by the environment, by `.python-version` in the folders above, and by the
//! content of pyenv's own folder. While all that is unchanged, so is its answer.

use crate::build::choice::{Choice, names};
use crate::store::Key;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Larger files are not shims.
const LARGEST: u64 = 4096;
/// Folders of hooks, in addition to those in pyenv's own folder.
const HOOKS: [&str; 4] = ["/usr/etc/pyenv.d", "/usr/local/etc/pyenv.d", "/etc/pyenv.d", "/usr/lib/pyenv/hooks"];
/// Variables that matter in addition to pyenv's own.
const VARIABLES: [&str; 6] = ["PATH", "PWD", "HOME", "PYTHONHOME", "VIRTUAL_ENV", "CONDA_PREFIX"];

/// A key of everything that the answer of `shim` to `question` depends on. `None` means that it is
/// not one of pyenv's, or is configured to look elsewhere, and must be asked.
pub(super) fn state(shim: &Path, question: &[String]) -> Option<Key> {
    let root = shim.parent().filter(|folder| folder.ends_with("shims"))?.parent()?;
    let text = fs::metadata(shim).is_ok_and(|meta| meta.len() <= LARGEST).then(|| fs::read_to_string(shim).ok())??;
    let folder = root.to_str()?;
    let own =
        [format!("export PYENV_ROOT=\"{folder}\"\n"), format!("exec \"{folder}/libexec/pyenv\" exec \"$program\"")];
    let elsewhere = ["PYENV_DIR", "PYENV_HOOK_PATH", "BASH_ENV"].iter().any(|name| env::var_os(name).is_some());
    if elsewhere || !own.iter().all(|line| text.contains(line)) {
        return None;
    }
    let mut choice = Choice::of(question);
    choice.add(text);
    choice.add_variables(matters);
    // `PWD` names the folder differently if the shell reached it through a link.
    let folders = [env::current_dir().ok()?, env::var_os("PWD").unwrap_or_default().into()];
    let local = folders.iter().flat_map(|folder| folder.ancestors()).map(|folder| folder.join(".python-version"));
    let plugins = names(&root.join("plugins")).into_iter().map(|plugin| plugin.join("etc/pyenv.d"));
    let hooks = HOOKS.iter().map(PathBuf::from).chain([root.join("pyenv.d")]).chain(plugins);
    let hooks = hooks.flat_map(|folder| ["version-name", "which", "exec"].map(|of| folder.join(of)));
    let hooks = hooks.flat_map(|folder| names(&folder));
    local.chain([root.join("version")]).chain(hooks).for_each(|file| choice.add_file(file));
    // Links among the versions, and what `system` would mean.
    let path = env::var_os("PATH").unwrap_or_default();
    let others = env::split_paths(&path).map(|folder| folder.join(shim.file_name().unwrap_or_default()));
    names(&root.join("versions")).into_iter().chain(others).for_each(|file| choice.add_link(file));
    Some(choice.key())
}

fn matters(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.trim_start_matches('_').starts_with("PYENV_") || VARIABLES.contains(&&*name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_changes_with_what_it_is_made_by_and_other_scripts_have_none() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let shim = root.join("shims/python3");
        let write = |name: &str, text: &str| {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), text).unwrap();
        };
        let own = |root: &Path| {
            let root = root.display();
            format!(
                "#!/bin/bash\nexport PYENV_ROOT=\"{root}\"\nexec \"{root}/libexec/pyenv\" exec \"$program\" \"$@\"\n"
            )
        };
        write("shims/python3", "#!/bin/sh\nexec python3 \"$@\"\n");
        assert_eq!(state(&shim, &[]), None);
        write("shims/python3", &own(Path::new("/another")));
        assert_eq!(state(&shim, &[]), None, "it looks elsewhere");
        write("shims/python3", &own(&root));
        let mut seen = vec![state(&shim, &[])];
        if seen[0].is_none() {
            println!("skipped: the environment has pyenv look elsewhere");
            return;
        }
        assert_eq!(state(&shim, &[]), seen[0]);
        let mut changed = |what: &str| {
            let now = state(&shim, &[]);
            assert!(now.is_some() && !seen.contains(&now), "{what}");
            seen.push(now);
        };
        write("version", "3.11\n");
        changed("the version");
        write("versions/3.11.1/bin/python3", "");
        changed("one that is installed");
        write("plugins/a/etc/pyenv.d/which/b.bash", "");
        changed("a hook");
        write("plugins/a/etc/pyenv.d/which/b.bash", "exit");
        changed("what it does");
        assert_ne!(state(&shim, &["-V".to_owned()]), state(&shim, &[]), "the question");
    }
}

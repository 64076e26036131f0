//! The harness as a command, isolated from the environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use tempfile::TempDir;
use walkdir::WalkDir;

/// `tests/fixtures/workspaces/<name>`.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/workspaces").join(name)
}

/// Copies a folder to where a test may change it.
pub fn copy(from: &Path, to: &Path) {
    copy_but(from, to, Path::new(""));
}

/// Like [`copy`], but leaves one folder out.
fn copy_but(from: &Path, to: &Path, without: &Path) {
    let entries = WalkDir::new(from).into_iter().filter_entry(|entry| entry.path() != without).map(Result::unwrap);
    for entry in entries.filter(|entry| entry.file_type().is_file()) {
        let place = to.join(entry.path().strip_prefix(from).unwrap());
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::copy(entry.path(), place).unwrap();
    }
}

/// The repository itself.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The repository's own files below `places`, sorted: nothing that a build or `npm install` made,
/// and no fixtures.
pub fn own_files(places: &[&str], extension: &str) -> Vec<PathBuf> {
    const OTHERS: [&str; 3] = ["target", "node_modules", "fixtures"];
    let is_own = |entry: &walkdir::DirEntry| OTHERS.iter().all(|other| entry.file_name() != *other);
    let entries = places
        .iter()
        .flat_map(|place| WalkDir::new(repository().join(place)).sort_by_file_name().into_iter().filter_entry(is_own));
    let paths = entries.map(|entry| entry.unwrap().into_path());
    paths.filter(|path| path.extension().is_some_and(|e| e == extension)).collect()
}

/// The harness, ignoring this machine's settings. Builds go to a cache that all tests share.
pub fn harness() -> Command {
    deaf(Command::new(env!("CARGO_BIN_EXE_harness")))
}

/// A user's cache that knows this machine's containment, Rust, Python and Bash, but no results:
/// finding those out takes longer than most tests. All tests share the builds.
pub fn user_cache() -> TempDir {
    // Beside the shared one, so that builds can be renamed into it.
    let cache = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let builds = know_machine(cache.path());
    if builds.exists() {
        std::os::unix::fs::symlink(&builds, builds_of(cache.path())).unwrap();
    }
    cache
}

/// Makes a folder a user's cache that knows this machine, and has neither results nor builds.
/// Returns the builds that all tests share.
pub fn know_machine(cache: &Path) -> PathBuf {
    static MACHINE: LazyLock<PathBuf> = LazyLock::new(|| {
        let (folder, cache) = (tempfile::tempdir().unwrap(), Path::new(env!("CARGO_TARGET_TMPDIR")).join("machine"));
        let programs = [("one.rs", "fn main() { print!(\"1\") }"), ("one.py", "print(1)"), ("one.sh", "echo 1")];
        for (file, text) in programs.into_iter().chain([("1.in", ""), ("1.out", "1")]) {
            fs::write(folder.path().join(file), text).unwrap();
        }
        // What cannot be run here is simply missing: the test that needs it says so.
        for (file, _) in programs {
            let mut command = harness();
            command.args([file]).current_dir(folder.path());
            command.env_remove("HARNESS_CACHE_DIR").env("XDG_CACHE_HOME", &cache).output().unwrap();
        }
        // The reports of that folder, which each run of the tests calls otherwise.
        let _ = fs::remove_dir_all(cache.join("harness/shared/workspaces"));
        cache
    });
    // By the end, the builds take a hundred mebibytes.
    copy_but(&MACHINE, cache, &builds_of(&MACHINE));
    builds_of(&MACHINE)
}

fn builds_of(cache: &Path) -> PathBuf {
    cache.join("harness/shared/build")
}

/// A cache for `HARNESS_CACHE_DIR` that knows what [`user_cache`] knows: for a test that begins
/// without results, and is not about building.
pub struct OwnCache(TempDir);

impl OwnCache {
    pub fn new() -> OwnCache {
        OwnCache(user_cache())
    }

    pub fn path(&self) -> PathBuf {
        self.0.path().join("harness/shared")
    }
}

/// `PATH`. Where `python3` is a script that looks for the Python of this folder (a shim of pyenv),
/// a Python that follows comes first, or else the one that the script finds. The script takes ten
/// times as long as Python itself. A Python of pyenv may have packages that slow down each start:
/// 60 ms of processor time where the system's takes 13.
pub fn path() -> &'static str {
    static PATH: LazyLock<String> = LazyLock::new(|| {
        let path = std::env::var("PATH").unwrap();
        let starts_script =
            |folder: &PathBuf| fs::read(folder.join("python3")).is_ok_and(|file| file.starts_with(b"#!"));
        let (scripts, others): (Vec<_>, Vec<_>) = std::env::split_paths(&path).partition(starts_script);
        if scripts.is_empty() {
            return path;
        }
        let first = match others.iter().any(|folder| folder.join("python3").is_file()) {
            true => None,
            false => {
                let found = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
                let found = PathBuf::from(String::from_utf8(found.stdout).unwrap().trim());
                found.parent().map(Path::to_path_buf)
            }
        };
        let folders = first.into_iter().chain(others).chain(scripts);
        std::env::join_paths(folders).unwrap().into_string().unwrap()
    });
    &PATH
}

/// Whether the long variants are wanted, as in `.ci/run`: `HARNESS_TEST_LONG` is set.
pub fn long() -> bool {
    std::env::var_os("HARNESS_TEST_LONG").is_some()
}

/// Whether a test is left to the long variants. If so, prints why.
pub fn left_to_long(why: &str) -> bool {
    if !long() {
        println!("skipped: {why}; HARNESS_TEST_LONG is not set");
    }
    !long()
}

/// A script for `sh`, in the same environment and with `harness` in its PATH.
pub fn shell(script: &str) -> Command {
    shell_of("sh", script)
}

/// Like [`shell`], for another shell.
pub fn shell_of(shell: &str, script: &str) -> Command {
    let folder = Path::new(env!("CARGO_BIN_EXE_harness")).parent().unwrap().to_str().unwrap();
    let mut command = deaf(Command::new(shell));
    command.arg("-ec").arg(script).env("PATH", format!("{folder}:{}", path()));
    command
}

/// A command that ignores this machine's settings.
pub fn deaf(mut command: Command) -> Command {
    for variable in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLUMNS",
        "CARGO_MANIFEST_DIR",
        "LC_ALL",
        "LC_CTYPE",
        "GITHUB_ACTIONS",
        "CI",
    ] {
        command.env_remove(variable);
    }
    command.env("PATH", path()).env("XDG_CONFIG_HOME", "/nonexistent");
    // A line that comes only on a slow machine would be in the way.
    command.env("HARNESS_PULSE", "0");
    command.env("LANG", "C.UTF-8").env("HARNESS_CACHE_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    command
}

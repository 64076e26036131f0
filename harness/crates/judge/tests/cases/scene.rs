//! A folder with files, a judge for it, and a caller that hears everything.

use engine::run::Sink;
use judge::places::own_folder;
use judge::{
    Caller, Cancel, Confidence, Containment, Error, Listener, Notice, Proposal, Quiet, Workspace, not_written,
};
use model::{Event, Progress};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::TempDir;
use walkdir::WalkDir;

/// The cache that all tests share: builds, and the copies of packages.
pub const SHARED: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cases");

pub struct Scene {
    folder: TempDir,
    cache: TempDir,
    pub cancel: Cancel,
}

impl Scene {
    /// A plain folder with nothing in it.
    pub fn empty() -> Scene {
        let scene = Scene { folder: tempfile::tempdir().unwrap(), cache: own_cache(), cancel: Cancel::new().unwrap() };
        fs::create_dir(scene.path("")).unwrap();
        scene
    }

    /// The workspace of a problem that doubles a number, in a language that starts at once.
    pub fn twice() -> Scene {
        let scene = Scene::empty();
        scene.write("problems/twice/problem.toml", "title = \"Twice\"\n");
        for (test, n) in [("sample/1", 1), ("secret/01", 20)] {
            scene.write(&format!("testdata/twice/{test}.in"), &format!("{n}\n"));
            scene.write(&format!("testdata/twice/{test}.ans"), &format!("{}\n", 2 * n));
        }
        scene.write("solutions/bash/twice.sh", "read n\necho $((2 * n))\n");
        scene.write("solutions/bash/twice--brute.sh", "read n\necho $((n + n))\n");
        scene
    }

    /// In a language whose mutants are one program.
    pub fn solve_in_rust(&self, value: &str) {
        fs::remove_file(self.path("solutions/bash/twice.sh")).unwrap();
        let read = "let n: i32 = std::io::read_to_string(std::io::stdin()).unwrap().trim().parse().unwrap();";
        let text = format!("fn main() {{\n    {read}\n    println!(\"{{}}\", {value});\n}}\n");
        self.write("solutions/src/bin/twice.rs", &text);
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("here").join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// What is in the folder now. Its cache is its own.
    pub fn open(&self) -> Workspace {
        self.with_own_cache(Workspace::open(self.path("")).unwrap())
    }

    /// What an earlier test run remembered is in nobody's cache.
    pub fn with_own_cache(&self, mut judge: Workspace) -> Workspace {
        judge.cache = self.cache.path().to_owned();
        judge
    }

    /// Every file in the folder.
    pub fn files(&self) -> Vec<PathBuf> {
        files(&self.path(""))
    }

    /// Every file that is kept for this folder alone.
    pub fn own_files(&self) -> Vec<String> {
        files(&own_folder(&self.path(""))).iter().map(|path| path.display().to_string()).collect()
    }

    pub fn caller<'a>(&'a self, heard: &'a mut Heard) -> Caller<'a> {
        Caller { containment: Containment::default(), cancel: &self.cancel, listener: heard }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.unwrap());
    entries.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}

/// A cache that knows this machine's containment, Rust, Python and Bash, but no results: finding
/// those out takes longer than most tests. All tests share the builds.
fn own_cache() -> TempDir {
    static MACHINE: LazyLock<PathBuf> = LazyLock::new(|| {
        let (folder, cache) = (tempfile::tempdir().unwrap(), Path::new(SHARED).join("machine"));
        let programs = [("a.rs", "fn main() { print!(\"1\") }"), ("a.py", "print(1)"), ("a.sh", "echo 1")];
        for (file, text) in programs.into_iter().chain([("1.in", ""), ("1.out", "1")]) {
            fs::write(folder.path().join(file), text).unwrap();
        }
        let mut judge = Workspace::open(folder.path()).unwrap();
        judge.cache.clone_from(&cache);
        // What cannot be run here is simply missing: the test that needs it says so.
        drop(judge.run(&judge.whole_plan().unwrap(), &mut Caller::new(&Cancel::new().unwrap(), &mut Quiet)));
        fs::create_dir_all(cache.join("build")).unwrap();
        cache
    });
    let (machine, builds) = (&*MACHINE, MACHINE.join("build"));
    // Beside the shared one, so that builds can be renamed into it.
    let cache = tempfile::tempdir_in(SHARED).unwrap();
    let entries = WalkDir::new(machine).into_iter().filter_entry(|entry| entry.path() != builds).map(Result::unwrap);
    for entry in entries.filter(|entry| entry.file_type().is_file()) {
        let place = cache.path().join(entry.path().strip_prefix(machine).unwrap());
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::copy(entry.path(), place).unwrap();
    }
    symlink(builds, cache.path().join("build")).unwrap();
    cache
}

/// Whether a tool is there; says which one is not.
pub fn has(tool: &str) -> bool {
    let is_here = engine::build::in_path(tool).is_some();
    if !is_here {
        println!("there is no {tool} in PATH: not all is tested");
    }
    is_here
}

/// Whether the long variants are wanted, as in `.ci/run`; says if not.
pub fn long() -> bool {
    let is_long = std::env::var_os("HARNESS_TEST_LONG").is_some();
    if !is_long {
        println!("not all is tested: HARNESS_TEST_LONG is not set");
    }
    is_long
}

/// Everything that a listener hears.
#[derive(Default)]
pub struct Heard {
    pub notices: Vec<Notice>,
    /// How many solutions were judged.
    pub finished: usize,
    pub declines: bool,
    /// The answers of proposals.
    pub asked_for: Vec<(Confidence, Vec<u8>)>,
}

impl Sink for Heard {
    fn event(&mut self, event: &Event) {
        self.finished += usize::from(matches!(event, Event::Finished(_)));
    }

    fn progress(&mut self, _: &Progress) {}
}

impl Listener for Heard {
    fn notice(&mut self, notice: &Notice) {
        self.notices.push(notice.clone());
    }

    fn agrees(&mut self, proposal: &Proposal<'_>) -> Result<(), Error> {
        self.asked_for.extend(proposal.answers.iter().map(|(_, bytes)| (proposal.standing, bytes.clone())));
        if self.declines { Err(not_written("say yes")) } else { Ok(()) }
    }
}

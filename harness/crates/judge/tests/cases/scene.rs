//! A folder with files, a judge for it, and a caller that hears everything.

use engine::run::Sink;
use judge::{Caller, Cancel, Containment, Judge, Listener, Notice};
use model::{Event, Progress};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

pub struct Scene {
    folder: TempDir,
    pub cancel: Cancel,
}

impl Scene {
    /// A plain folder with nothing in it.
    pub fn empty() -> Scene {
        let scene = Scene { folder: tempfile::tempdir().unwrap(), cancel: Cancel::new().unwrap() };
        fs::create_dir(scene.path("")).unwrap();
        scene
    }

    /// The workspace of a problem that doubles a number, in Python.
    pub fn twice() -> Scene {
        let scene = Scene::empty();
        scene.write("problems/twice/problem.toml", "title = \"Twice\"\n");
        for (test, n) in [("sample/1", 1), ("secret/01", 20)] {
            scene.write(&format!("testdata/twice/{test}.in"), &format!("{n}\n"));
            scene.write(&format!("testdata/twice/{test}.ans"), &format!("{}\n", 2 * n));
        }
        scene.write("solutions/python/twice.py", "print(2 * int(input()))\n");
        scene.write("solutions/python/twice--brute.py", "n = int(input())\nprint(n + n)\n");
        scene
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
    pub fn open(&self) -> Judge {
        self.with_own_cache(Judge::open(self.path("")).unwrap())
    }

    /// What an earlier test run remembered is in nobody's cache.
    pub fn with_own_cache(&self, judge: Judge) -> Judge {
        Judge { cache: self.folder.path().join("cache"), ..judge }
    }

    pub fn caller<'a>(&'a self, heard: &'a mut Heard) -> Caller<'a> {
        Caller { containment: Containment::default(), cancel: &self.cancel, listener: heard }
    }
}

/// Everything that a listener hears.
#[derive(Default)]
pub struct Heard {
    pub notices: Vec<Notice>,
    /// How many solutions were judged.
    pub finished: usize,
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
}

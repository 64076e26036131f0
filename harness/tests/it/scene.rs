//! A workspace for one test.

use crate::command;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Scene(tempfile::TempDir);

/// What a command did.
#[derive(Debug)]
pub struct Printed {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Scene {
    /// An empty folder.
    pub fn empty() -> Scene {
        Scene(tempfile::tempdir().unwrap())
    }

    /// An empty workspace.
    pub fn new() -> Scene {
        let scene = Scene::empty();
        for folder in ["problems", "testdata", "solutions"] {
            fs::create_dir_all(scene.path(folder)).unwrap();
        }
        scene
    }

    /// A workspace with the problem `twice`: print twice the number. It has a model solution, a
    /// brute force and one sample.
    pub fn twice() -> Scene {
        let scene = Scene::new();
        scene.write("problems/twice/problem.toml", "title = \"Twice\"\n");
        scene.write("testdata/twice/sample/01.in", "1\n");
        scene.write("testdata/twice/sample/01.ans", "2\n");
        scene.solution("twice", "", "n * 2");
        scene.solution("twice--brute", "", "n + n");
        scene
    }

    /// Writes a solution that reads `n`, an `i32`, and prints the value.
    pub fn solution(&self, stem: &str, directives: &str, value: &str) {
        let text = format!(
            "{directives}fn main() {{\n    let mut line = String::new();\n    std::io::stdin().read_line(&mut line).unwrap();\n    \
             let n: i32 = line.trim().parse().unwrap();\n    println!(\"{{}}\", {value});\n}}\n"
        );
        self.write(&format!("solutions/src/bin/{stem}.rs"), &text);
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.root().join(file)
    }

    pub fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// Every file of the workspace.
    pub fn files(&self) -> Vec<String> {
        let entries = walkdir::WalkDir::new(self.root()).sort_by_file_name().into_iter().map(Result::unwrap);
        let files = entries.filter(|entry| entry.file_type().is_file());
        files.map(|entry| entry.path().strip_prefix(self.root()).unwrap().to_string_lossy().into_owned()).collect()
    }

    /// The harness, with the workspace as its working directory.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = command::harness();
        command.current_dir(self.root()).args(args);
        command
    }

    pub fn run(&self, args: &[&str]) -> Printed {
        printed(&mut self.command(args), "")
    }

    pub fn run_with(&self, args: &[&str], input: &str) -> Printed {
        printed(&mut self.command(args), input)
    }
}

/// Whether an optional tool is in PATH.
pub fn has(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let there = std::env::split_paths(&path).any(|folder| folder.join(tool).exists());
    if !there {
        println!("there is no {tool} in PATH: not all is tested");
    }
    there
}

/// Runs a command to its end, with `input` on its standard input.
pub fn printed(command: &mut Command, input: &str) -> Printed {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the harness starts");
    let mut stdin = child.stdin.take().unwrap();
    // A command that does not read is not a failure of this test.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    Printed {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Printed {
    /// Compares the exit code and everything that was printed with a transcript. `[..]` stands for
    /// anything within a line.
    #[track_caller]
    pub fn is(&self, code: i32, out: &str, err: &str) {
        let all = |code: Option<i32>, out: &str, err: &str| format!("exit {code:?}\n--- out\n{out}\n--- err\n{err}");
        let wanted = all(Some(code), out, err);
        snapbox::assert_data_eq!(all(self.code, &self.out, &self.err), snapbox::Data::text(wanted));
    }
}

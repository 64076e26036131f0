//! The files that every problem should have, and what stands in them.

use super::{Lints, is_wrong};
use crate::answers::{is_brute, should_be_right};
use beneath::Home;
use model::{Diagnostic, Problem};
use package::detect::{Kind, PackageFormat};
use package::kattis::rules;
use package::statement::{Section, Tongue};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

impl Lints<'_> {
    /// Checks for the files that every problem should have. A solution of the workspace is there,
    /// selected or not.
    pub(super) fn files(&mut self, problem: &Problem) {
        let dir: PathBuf = problem.dir.clone();
        match Kind::of(&dir) {
            Some(Kind::Package(PackageFormat::Kattis)) => {
                for found in rules::broken(problem) {
                    let path = found.path.strip_prefix(&self.judge.root).unwrap_or(&found.path).to_path_buf();
                    self.found.push(Diagnostic { path, ..found });
                }
                return;
            }
            // Other formats have no written rules, and we have none for them.
            Some(Kind::Package(_)) => return,
            Some(Kind::Workspace | Kind::Contest) | None => {}
        }
        for tongue in Tongue::ALL {
            let path = dir.join(tongue.file());
            match Home::of(&self.judge.root).words(&path) {
                Ok(statement) => self.samples(problem, &path, &statement),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    if tongue == Tongue::English {
                        self.error(&dir, "no statement.md", "say what the problem is, in your own words");
                    }
                }
                Err(error) => {
                    let title = format!("cannot read it: {error}");
                    self.error(&path, &title, "write it as a readable file in UTF-8");
                }
            }
        }
        if !problem.tests.iter().any(|test| test.id.is_sample()) {
            self.error(&dir, "no sample test", "put the statement's sample into testdata/<problem>/sample/");
        }
        if problem.validators.is_empty() {
            self.error(&dir, "no validator", "write input.ctd, a grammar of the input, or validator.rs: it reads a test and exits with 42 when it is valid");
        }
        let mut own = self.judge.catalog.solutions.iter().filter(|solution| solution.id.problem == problem.id);
        // Two right solutions confirm the answers as well.
        let right = own.clone().filter(|solution| should_be_right(solution)).count();
        if right < 2 && !own.clone().any(|solution| is_brute(solution)) {
            self.error(
                &dir,
                "no brute force",
                "write a solution called as the problem with `--brute` behind it, from the rules alone",
            );
        }
        if !own.any(|solution| is_wrong(solution)) {
            self.error(&dir, "no wrong solution", "write one that must fail: `//@ expect: wrong-answer`");
        }
    }

    /// Checks that the samples in the statement, if any, are the sample files.
    fn samples(&mut self, problem: &Problem, path: &Path, statement: &str) {
        // An editor may end lines as Windows does, or leave blanks at their ends.
        let is_samples = |line: &&str| line.strip_prefix("## ").and_then(Section::of_heading) == Some(Section::Samples);
        let lines = statement.lines().skip_while(|line| !is_samples(line)).skip(1);
        let section: String = lines.take_while(|line| !line.starts_with("## ")).flat_map(|line| [line, "\n"]).collect();
        // Every second part is between two fences, after the name of its language.
        let blocks = section.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
        let blocks: BTreeSet<&str> = blocks.map(|(_, text)| text.trim_end()).collect();
        if blocks.is_empty() {
            return;
        }
        for test in problem.tests.iter().filter(|test| test.id.is_sample()) {
            for file in [&test.input, &test.answer] {
                let Ok(text) = beneath::read_to_string(file) else { continue };
                let text = text.replace("\r\n", "\n");
                if !text.trim().is_empty() && !blocks.contains(text.trim_end()) {
                    let file = file.strip_prefix(&self.judge.root).unwrap_or(file).display();
                    let hint = "copy the file into a code block of its own, or mend the file";
                    self.error(path, &format!("its samples lack {file}"), hint);
                }
            }
        }
    }
}

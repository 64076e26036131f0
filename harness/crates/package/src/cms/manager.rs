//! Tasks in which a program of the task, the manager, talks with a solution: here it is an
//! interactor.
//!
//! A manager gets two pipes as files, and reports what the solution gets as a checker does. A
//! source file of ours beside it turns its streams into the pipes ([`STREAMS`]). Solutions that are
//! put together with a stub get the pipes as arguments; others use their streams.

use super::task::Task;
use crate::diagnostics::Report;
use crate::reading::PackageReader;
use model::{ProgramSpec, Protocol, is_header};
use std::io;
use std::path::{Path, PathBuf};

const STREAMS: &str = include_str!("streams.c");

/// Whether a manager writes to the first of its two pipes. It differs from task to task.
fn writes_first(source: &[u8]) -> bool {
    let source = String::from_utf8_lossy(source);
    let (before, after) = source.split_once("argv[1]").unwrap_or_default();
    let declared = before.rsplit([';', '{']).next().unwrap_or_default();
    let mode = after.split(')').next().unwrap_or_default();
    declared.contains("ofstream") || mode.contains("\"w") || mode.contains("O_WRONLY")
}

/// Whether a file with this extension is in C or C++.
pub(super) fn is_c(extension: &str) -> bool {
    matches!(extension, "c" | "cc" | "cpp" | "cxx")
}

impl PackageReader<'_, Task> {
    /// Makes an interactor of `manager`. `None`: it cannot be one.
    pub(super) fn interactor(&mut self, manager: &Path) -> Option<ProgramSpec> {
        let refused = |reader: &mut Self, title: &str| {
            reader.diagnostics.error(manager, title).hint = Some("judge it with task-maker or CMS".to_owned());
            None
        };
        if self.description.processes > 1 {
            return refused(self, "a manager that talks with several processes of a solution: it is not judged here");
        }
        let extension = manager.extension().and_then(|end| end.to_str()).unwrap_or_default();
        if !is_c(extension) {
            return refused(self, "a manager in another language than C and C++: it is not judged here");
        }
        let files = self.manager_files(manager, extension);
        let file = self.put_together(manager, files)?;
        Some(ProgramSpec { protocol: Protocol::Cms, file, args: Vec::new(), accepts_answers: false })
    }

    /// The pipes that solutions with a stub get as arguments: those of the manager from the other
    /// end. `None`: they use their streams.
    pub(super) fn pipes(&self) -> Option<[&'static str; 2]> {
        let source = beneath::read(&self.manager().filter(|_| !self.description.by_streams)?).ok()?;
        let [input, output] = ["/dev/stdin", "/dev/stdout"];
        Some(if writes_first(&source) { [output, input] } else { [input, output] })
    }

    fn manager_files(&self, manager: &Path, extension: &str) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
        let source = beneath::read(manager)?;
        let (from, to) = if writes_first(&source) { ("2", "1") } else { ("1", "2") };
        // In C++ a string literal is not a `char *`.
        let streams = STREAMS.replace("FROM", from).replace("TO", to);
        let streams = if extension == "c" { streams } else { streams.replace("= \"/proc", "= (char *)\"/proc") };
        let mut files = vec![
            (PathBuf::from(format!("manager.{extension}")), source),
            (PathBuf::from(format!("streams.{extension}")), streams.into_bytes()),
        ];
        let beside = manager.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
        let headers = self.tree.below(beside).filter(|(name, _)| is_header(name));
        for (name, path) in headers {
            files.push((PathBuf::from(name), beneath::read(path)?));
        }
        Ok(files)
    }
}

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

/// Which of its two pipes a program reads. It differs from task to task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    ReadsFirst,
    WritesFirst,
}

impl Order {
    /// The order in which `source` uses its pipes.
    fn of(source: &str) -> Order {
        let (before, after) = source.split_once("argv[1]").unwrap_or_default();
        let declared = before.rsplit([';', '{']).next().unwrap_or_default();
        let mode = after.split(')').next().unwrap_or_default();
        match declared.contains("ofstream") || mode.contains("\"w") || mode.contains("O_WRONLY") {
            true => Order::WritesFirst,
            false => Order::ReadsFirst,
        }
    }

    /// A solution's arguments.
    pub(super) fn args(self) -> Vec<String> {
        let streams = match self {
            Order::ReadsFirst => ["/dev/stdin", "/dev/stdout"],
            Order::WritesFirst => ["/dev/stdout", "/dev/stdin"],
        };
        streams.map(str::to_owned).into()
    }
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

    /// The order in which solutions with a stub get the pipes. `None`: they use their streams.
    pub(super) fn order(&self) -> Option<Order> {
        let source = beneath::read(&self.manager().filter(|_| !self.description.by_streams)?).ok()?;
        Some(Order::of(&String::from_utf8_lossy(&source)))
    }

    fn manager_files(&self, manager: &Path, extension: &str) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
        let source = beneath::read(manager)?;
        let (from, to) = match Order::of(&String::from_utf8_lossy(&source)) {
            Order::ReadsFirst => (1, 2),
            Order::WritesFirst => (2, 1),
        };
        // In C++ a string literal is not a `char *`.
        let streams = STREAMS.replace("FROM", &from.to_string()).replace("TO", &to.to_string());
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

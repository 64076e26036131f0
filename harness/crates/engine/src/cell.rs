//! The border to the crate `sandbox`: our limits in its units, its measurements in ours, its errors
//! as faults.

use model::{ByteSize, Fault, FaultKind, Limits, Usage};
use sandbox::{
    Cancel, CompletedPair, CompletedRun, Error, Exec, Exit, Level, MORE_MEMORY, MORE_PROCESSES, Outcome, Partner,
    Profile, Sandbox, Task, Terms,
};
use std::fs;
use std::io;
use std::path::Path;

/// A worker's cell, opened when the first program runs in it.
pub struct Cell<'a> {
    sandbox: &'a dyn Sandbox,
    core: Option<usize>,
    /// Ends what runs in it.
    cancel: &'a Cancel,
    open: Option<Box<dyn sandbox::Cell>>,
}

impl<'a> Cell<'a> {
    /// A cell whose programs run on `core`, if one is given.
    pub fn new(sandbox: &'a dyn Sandbox, core: Option<usize>, cancel: &'a Cancel) -> Cell<'a> {
        Cell { sandbox, core, cancel, open: None }
    }

    /// See [`Sandbox::starts`].
    pub fn starts(&self, tasks: u32) -> bool {
        self.sandbox.starts(tasks)
    }

    /// Whether a compiler in it can read only the files that it is given.
    pub fn confines(&self) -> bool {
        self.sandbox.level() >= Level::Confined
    }

    /// Whether nothing more is to run in it.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_raised()
    }

    /// The level that its programs run at, if containment has fallen.
    pub fn fell_to(&self) -> Option<Level> {
        let (level, descent) = (self.open.as_ref()?.level(), self.sandbox.descent()?);
        // A worker that has not met the trouble yet still runs at its old level.
        (level < descent.from).then_some(level)
    }

    /// See [`sandbox::Cell::run`].
    ///
    /// # Errors
    /// The sandbox's error as a fault.
    pub fn run(&mut self, exec: &Exec) -> Result<Option<CompletedRun>, Fault> {
        let cancel = self.cancel;
        let completed = self.open()?.run(exec, cancel).map_err(|error| fault(&error))?;
        completed.map(|completed| self.fed(exec, completed)).transpose()
    }

    /// Why no machine could start a program. `None`: one could.
    ///
    /// # Errors
    /// Any other error of the sandbox as a fault.
    pub(crate) fn refuses(&mut self, exec: &Exec) -> Result<Option<String>, Fault> {
        let cancel = self.cancel;
        match self.open()?.run(exec, cancel) {
            Ok(_) => Ok(None),
            // What else keeps it from starting is found again by its runs.
            Err(error @ Error::Program { .. }) => Ok(error.bad_program().map(ToString::to_string)),
            Err(error) => Err(fault(&error)),
        }
    }

    /// See [`sandbox::Cell::run_pair`].
    ///
    /// # Errors
    /// The sandbox's error as a fault.
    pub fn run_pair(&mut self, first: &Exec, second: &Exec, terms: Terms) -> Result<Option<CompletedPair>, Fault> {
        let cancel = self.cancel;
        let pair = self.open()?.run_pair(first, second, terms, cancel).map_err(|error| fault(&error))?;
        let all_fed = |pair: CompletedPair| {
            Ok(CompletedPair { first: self.fed(first, pair.first)?, second: self.fed(second, pair.second)?, ..pair })
        };
        pair.map(all_fed).transpose()
    }

    /// See [`sandbox::Cell::converse`].
    ///
    /// # Errors
    /// The sandbox's error as a fault.
    pub fn converse(&mut self, exec: &Exec, partner: Partner<'_>) -> Result<Option<CompletedRun>, Fault> {
        let cancel = self.cancel;
        let completed = self.open()?.converse(exec, partner, cancel).map_err(|error| fault(&error))?;
        completed.map(|completed| self.fed(exec, completed)).transpose()
    }

    /// See [`sandbox::Cell::forget`].
    pub fn forget(&mut self) {
        if let Some(cell) = &mut self.open {
            cell.forget();
        }
    }

    fn open(&mut self) -> Result<&mut dyn sandbox::Cell, Fault> {
        let cell = match self.open.take() {
            Some(cell) => cell,
            None => self.sandbox.open(self.core).map_err(|error| fault(&error))?,
        };
        Ok(&mut **self.open.insert(cell))
    }

    /// A tool for which the machine had no memory says nothing about a file or an output, however
    /// it ended: one of its processes may have been killed, and it went on without that. A solution
    /// is judged again, see `decide`. Nobody says anything who was refused a thread that the
    /// machine cannot start, or whose files were removed.
    fn fed(&self, exec: &Exec, completed: CompletedRun) -> Result<CompletedRun, Fault> {
        let Outcome { exit, starved, task_refused, .. } = completed.outcome;
        if starved && exec.profile == Profile::Tool {
            let words =
                format!("{} was killed: the container or the machine was out of memory", exec.program.display());
            return Err(Fault::new(FaultKind::Sandbox, words).hint(MORE_MEMORY));
        }
        let tasks = exec.limits.processes;
        if task_refused == Some(Task::Thread) && !self.starts(tasks) {
            let words = format!(
                "a program was refused a thread or a process: this machine cannot start the {tasks} that it may have"
            );
            return Err(Fault::new(FaultKind::Sandbox, words).hint(MORE_PROCESSES));
        }
        if exit != Exit::Code(0)
            && let Some(path) = lost(exec)
        {
            return Err(fault(&Error::Gone { folder: path.to_path_buf() }));
        }
        Ok(completed)
    }
}

/// A file that an interpreter or a runtime was to read and that is not there any more, although the
/// program could not remove it: somebody cleaned up. Then nothing was seen of the program.
fn lost(exec: &Exec) -> Option<&Path> {
    let is_readable = |path: &Path| exec.readable.iter().any(|folder| path.starts_with(folder));
    let is_own = |path: &Path| exec.scratch.as_ref().is_some_and(|scratch| path.starts_with(scratch));
    let is_gone = |path: &Path| fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    exec.args.iter().map(Path::new).find(|path| is_readable(path) && !is_own(path) && is_gone(path))
}

/// Turns the sandbox's error into a fault.
pub fn fault(error: &Error) -> Fault {
    let kind = match error {
        Error::Program { .. } => FaultKind::MissingTool,
        Error::Input { .. } => FaultKind::Content,
        Error::Exhausted { .. }
        | Error::System { .. }
        | Error::Limited { .. }
        | Error::Closed { .. }
        | Error::Gone { .. }
        | Error::Level { .. }
        | Error::LevelLost(_)
        | Error::Cells { .. } => FaultKind::Sandbox,
    };
    let fault = match std::error::Error::source(error) {
        Some(cause) => Fault::caused(kind, error, cause),
        None => Fault::new(kind, error.to_string()),
    };
    match error.hint() {
        Some(hint) => fault.hint(hint),
        None => fault,
    }
}

/// A fault: the program's output cannot be read.
pub(crate) fn unreadable_output(error: &io::Error) -> Fault {
    Fault::caused(FaultKind::Sandbox, "cannot read what the program wrote", error)
}

pub fn limits(limits: &Limits) -> sandbox::Limits {
    // Each field by its name: a new limit that nothing enforces does not compile.
    let Limits { cpu, wall, memory, output, stack, processes, open_files, file_size, languages: _, fork: _ } = *limits;
    sandbox::Limits {
        cpu,
        wall,
        memory: memory.0,
        output: output.0,
        stack: stack.0,
        processes,
        open_files,
        file_size: file_size.0,
        scratch: limits.files().0,
    }
}

pub fn usage(usage: sandbox::Usage) -> Usage {
    Usage { cpu: usage.cpu, wall: usage.wall, memory: ByteSize(usage.memory) }
}

/// Which limit a program exceeded that was stopped for writing too much.
pub fn written_too_much(outcome: &Outcome, limits: &Limits) -> String {
    if outcome.stdout_bytes.saturating_add(outcome.stderr_bytes) > limits.output.0 {
        format!("{} of output", limits.output)
    } else {
        format!("{} in one file, or {} in all", limits.file_size, limits.files())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeSandbox, Scene, Take};
    use std::sync::Arc;

    #[test]
    fn a_program_whose_files_were_removed_says_nothing() {
        let (folder, fake) = (tempfile::tempdir().unwrap(), FakeSandbox::new());
        let script = folder.path().join("main.py");
        fs::write(&script, "").unwrap();
        for exit in [Exit::Code(2), Exit::Code(0)] {
            fake.on("python3", None, Scene::Completes(Take::exits(exit)));
            fake.on("python3", None, Scene::Completes(Take::exits(exit)));
        }
        let readable = vec![folder.path().to_path_buf()];
        let limits = limits(&Limits::default());
        let exec = Exec {
            args: vec!["-B".into(), script.clone().into(), "/no/file/of/its/own".into()],
            readable,
            ..Exec::new("/usr/bin/python3", Profile::Runtime, limits)
        };
        let cancel = Cancel::new().unwrap();
        let mut cell = Cell::new(&fake, None, &cancel);
        assert!(cell.run(&exec).is_ok_and(|completed| completed.is_some()));
        fs::remove_file(&script).unwrap();
        let fault = cell.run(&exec).unwrap_err();
        assert!(fault.message.contains("main.py was removed") && fault.hint.unwrap().contains("cleaners"));
        // It had read them.
        assert!(cell.run(&exec).is_ok());
        // What it removed itself.
        fake.on("perl", None, Scene::Completes(Take::exits(Exit::Code(2))));
        let own = Exec { program: "/usr/bin/perl".into(), scratch: Some(folder.path().to_path_buf()), ..exec };
        assert!(cell.run(&own).is_ok());
    }

    #[test]
    fn a_fault_has_the_whole_chain_and_the_hint() {
        let source = Arc::new(io::Error::other("no such thing"));
        let missing = fault(&Error::Program { program: "/p".into(), source });
        assert_eq!(
            (missing.kind, missing.message.as_str()),
            (FaultKind::MissingTool, "cannot start /p: no such thing")
        );
        let level = Error::Level { level: sandbox::Level::Confined, reason: "no".into(), shortage: None };
        let lost = fault(&Error::LevelLost(Box::new(level.clone())));
        assert_eq!((fault(&level).message.as_str(), lost.message.as_str()), ("no", "no"));
        assert!(fault(&level).hint.unwrap().contains("landlock") && lost.hint.unwrap().contains("run again"));
    }
}

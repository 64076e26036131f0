//! Decides which programs of a worker are run by forks of themselves (see `fork_server`): the
//! harness's side.

use crate::{Exec, Level, Profile, Start, elf};
use std::collections::HashMap;
use std::ffi::OsString;

/// The most cells of programs that serve, per worker.
const CELLS: usize = 32;

/// What identifies a program: its file and its arguments.
pub(super) type Name = Vec<OsString>;

/// What one worker knows of the programs that were to serve.
#[derive(Default)]
pub(super) struct ServingPrograms {
    /// Whether each one serves. One that failed once is not asked again.
    programs: HashMap<Name, bool>,
    /// How many forks were asked for.
    pub clock: u64,
}

/// A cell that serves: the program it is for, and when it was last used.
pub(super) struct ServingCell<'a> {
    pub name: &'a Name,
    pub used: u64,
}

/// What a run by a fork means for the cells.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ServingPlace {
    /// There is a cell for the program, or room for one.
    Free,
    /// There is room if the cell that was idle longest gives way.
    Oldest,
    /// All cells are in use: another program would take turns with one of theirs, and making a cell
    /// costs more than a run.
    None,
}

pub(super) fn name(exec: &Exec) -> Name {
    [exec.program.as_os_str()]
        .into_iter()
        .chain(arguments(exec).iter().map(OsString::as_os_str))
        .map(Into::into)
        .collect()
}

/// The arguments the server is started with.
pub(super) fn arguments(exec: &Exec) -> &[OsString] {
    if exec.serving.is_empty() { &exec.args } else { &exec.serving }
}

impl ServingPrograms {
    /// Whether a fork is worth asking for.
    pub(super) fn wants(&mut self, exec: &Exec, level: Level) -> bool {
        let possible = match exec.profile {
            Profile::Solution | Profile::Runtime => exec.start == Start::Fork && level >= Level::Full,
            Profile::Forking | Profile::Tool => false,
        };
        if !possible || exec.scratch.is_some() || exec.directory.is_some() {
            return false;
        }
        let stops = || !exec.serving.is_empty() || elf::stops(&exec.program);
        *self.programs.entry(name(exec)).or_insert_with(stops)
    }

    /// Notes that a program failed to serve.
    pub(super) fn refuse(&mut self, name: Name) {
        self.programs.insert(name, false);
    }

    /// Finds a place for the program `of`. `held`: the cells that serve, the longest unused first.
    pub(super) fn place(&mut self, of: &Name, held: &[ServingCell<'_>]) -> ServingPlace {
        self.clock += 1;
        if held.len() < CELLS || held.iter().any(|held| held.name == of) {
            return ServingPlace::Free;
        }
        match held.first() {
            Some(oldest) if self.clock - oldest.used > 4 * CELLS as u64 => ServingPlace::Oldest,
            Some(_) | None => ServingPlace::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_the_cell_of_one_that_is_no_longer_run_and_takes_no_turns_with_others() {
        let names: Vec<Name> = (0..CELLS).map(|n| vec![n.to_string().into()]).collect();
        let held = |used: u64| names.iter().map(|name| ServingCell { name, used }).collect::<Vec<_>>();
        let another = vec!["another".into()];
        let mut serving = ServingPrograms { clock: 1000, ..ServingPrograms::default() };
        assert_eq!(serving.place(&names[5], &held(1000)), ServingPlace::Free);
        assert_eq!(serving.place(&another, &held(1000)[1..]), ServingPlace::Free);
        assert_eq!(serving.place(&another, &held(990)), ServingPlace::None);
        assert_eq!(serving.place(&another, &held(500)), ServingPlace::Oldest);
    }
}

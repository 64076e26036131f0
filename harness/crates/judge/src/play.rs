//! A game of a person against a problem's interactor.

use crate::error::{Error, refused};
use crate::places;
use crate::session::{Caller, Quiet};
use crate::workspace::Workspace;
use engine::run::{Game, GameOutcome, Player, Settings};
use std::fs;
use std::os::fd::BorrowedFd;
use std::path::Path;

impl Workspace {
    /// Connects `player` with the interactor; what the player says is read from `words`. `None`: it
    /// was cancelled.
    ///
    /// # Errors
    /// When no program can be run here, or the interactor fails.
    pub fn play(
        &self,
        game: Game<'_>,
        words: BorrowedFd<'_>,
        player: &mut dyn Player,
        caller: &mut Caller<'_>,
    ) -> Result<Option<GameOutcome>, Error> {
        self.with_session(&self.builder()?, Settings::default(), caller, |session, _| {
            Ok(session.runner.play(game, words, player, &mut Quiet)?)
        })
    }
}

/// What is played where nothing is named: the interactor of a folder without programs. `None`: what
/// the place around holds.
///
/// # Errors
/// When there is neither.
pub fn to_play(root: Option<&Path>, here: &Path) -> Result<Option<String>, Error> {
    if places::root(root, here).is_ok() || root.is_some() {
        return Ok(None);
    }
    let entries = fs::read_dir(here).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let interactor = names.filter(|name| name.starts_with("interactor.")).min();
    interactor.map(Some).ok_or_else(|| {
        refused("there is nobody to play against: no interactor.* here, and no workspace here or above")
            .with_hint("name a problem of a workspace, or put an input such as 1.in beside an interactor")
    })
}

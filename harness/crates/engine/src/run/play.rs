//! An interactor whose partner is a person instead of a solution.

use crate::judge::checker;
use crate::run::judge_folder::{CheckerFiles, JudgeFolder};
use crate::run::judge_program::JudgeProgram;
use crate::run::pool::Worker;
use crate::run::{Runner, Sink};
use model::{Fault, Problem, ProgramSpec, Progress, Test, Verdict};
use sandbox::Partner;
use std::os::fd::BorrowedFd;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Plays in place of a solution.
pub trait Player: Send {
    /// Receives what the interactor says, as it comes.
    fn hear(&mut self, words: &[u8]);

    /// Called when another pass begins, with the interactor started afresh.
    fn next_pass(&mut self, pass: u32);
}

/// A test to play, and the interactor to play against.
#[derive(Clone, Copy)]
pub struct Game<'a> {
    pub problem: &'a Problem,
    pub interactor: &'a ProgramSpec,
    pub test: &'a Test,
}

/// The outcome of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOutcome {
    pub verdict: Verdict,
    /// The interactor's message.
    pub message: Option<String>,
}

/// Nobody takes longer than this for one game.
const LONGEST_GAME: Duration = Duration::from_secs(24 * 60 * 60);

impl Runner<'_> {
    /// Connects `player` with the problem's interactor; what the player says is read from `words`.
    /// `None`: interrupted.
    ///
    /// # Errors
    /// A checker fault when the interactor cannot be built, crashes or breaks its protocol.
    pub fn play(
        &self,
        game: Game<'_>,
        words: BorrowedFd<'_>,
        player: &mut dyn Player,
        sink: &mut dyn Sink,
    ) -> Result<Option<GameOutcome>, Fault> {
        let programs = self.problem_programs([game.interactor.file.as_path()].into_iter(), sink);
        let mut interactor = JudgeProgram::of(&programs, game.interactor, game.test, game.problem)?;
        // Once its partner has hung up, the interactor has its own time to end in.
        let grace = interactor.limits.wall;
        interactor.limits = interactor.limits.with_guard(grace.max(LONGEST_GAME));
        let player = Mutex::new(player);
        let phase = |done, total| Progress::Generating { done, total };
        let mut played = self.for_each(&[()], phase, sink, |(), worker| {
            // There is only one job, so nobody else holds the lock.
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            self.play_passes(game, &interactor, words, grace, &mut **player, worker)
        });
        played.pop().unwrap_or(Ok(None))
    }

    fn play_passes(
        &self,
        game: Game<'_>,
        interactor: &JudgeProgram<'_>,
        words: BorrowedFd<'_>,
        grace: Duration,
        player: &mut dyn Player,
        worker: &mut Worker<'_>,
    ) -> Result<Option<GameOutcome>, Fault> {
        let Game { problem, interactor: spec, test } = game;
        let mut folder = JudgeFolder::new(worker.scratch(self.ports.builds)?)?;
        let mut input = test.input.clone();
        let mut pass = 1;
        loop {
            let exec = interactor.exec(folder.interactor_call(spec.protocol, &input, test), &folder);
            let partner = Partner { words, hear: &mut |words| player.hear(words), grace };
            let Some(ran) = worker.cell.converse(&exec, partner)? else { return Ok(None) };
            let left = CheckerFiles { stdout: Vec::new(), ..folder.left(&ran)? };
            let answer = checker::interpret(&interactor.finished(&left, &ran))?;
            if !answer.next_pass {
                return Ok(Some(GameOutcome { verdict: answer.verdict, message: answer.message }));
            }
            if pass >= problem.passes {
                return Err(checker::too_many_passes(&interactor.name, problem.passes));
            }
            pass += 1;
            input = folder.next_input(pass)?;
            player.next_pass(pass);
        }
    }
}

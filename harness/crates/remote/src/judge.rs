//! What judges that take files from programs have in common.

use crate::error::Error;
use crate::outcome::{Outcome, Progress, Stage};
use crate::submission::{Receipt, Submission};
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

/// How long a verdict is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Between two questions.
    pub pause: Duration,
    /// In all.
    pub total: Duration,
    /// Lost answers in a row.
    pub lost: u32,
}

impl Default for Patience {
    /// A question a second for half an hour.
    fn default() -> Patience {
        Patience { pause: Duration::from_secs(1), total: Duration::from_secs(30 * 60), lost: 10 }
    }
}

/// A judge at which a person is known.
pub trait Judge {
    /// A problem there.
    type Problem;

    /// Its host, for people.
    fn host(&self) -> &str;

    /// Sends a program, once.
    ///
    /// # Errors
    /// [`Error::Refused`] with the judge's words; [`Error::Uncertain`] if the program may have
    /// arrived although the connection was lost.
    fn send(&self, problem: &Self::Problem, submission: &Submission) -> Result<Receipt, Error>;

    /// Asks once how far the judge is.
    ///
    /// # Errors
    /// [`Error::Lost`] if it is worth asking again, any other if it is not.
    fn look(&self, receipt: &Receipt) -> Result<Result<Outcome, Progress>, Error>;

    /// Asks until the verdict is there, and again where an answer was lost. `watch` hears each
    /// step, and may break off.
    ///
    /// # Errors
    /// [`Error::NoVerdict`] when time is up, as where a contest shows no verdicts;
    /// [`Error::Interrupted`] if `watch` broke off.
    fn follow(
        &self,
        receipt: &Receipt,
        patience: Patience,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Outcome, Error> {
        let begin = Instant::now();
        let mut lost = 0;
        let mut progress = Progress { stage: Stage::Waiting, done: None, tests: None };
        loop {
            match self.look(receipt) {
                Ok(Ok(outcome)) => return Ok(outcome),
                Ok(Err(now)) => (progress, lost) = (now, 0),
                Err(Error::Lost { .. } | Error::Unreached { .. }) if lost < patience.lost => lost += 1,
                Err(error) => return Err(error),
            }
            if watch(&progress).is_break() {
                return Err(Error::Interrupted);
            }
            let seconds = patience.total.as_secs();
            if begin.elapsed() >= patience.total {
                return Err(Error::NoVerdict { host: self.host().to_owned(), seconds });
            }
            thread::sleep(patience.pause);
        }
    }
}

//! What judges that take files from programs have in common.

use crate::error::Error;
use crate::outcome::{Outcome, Progress};
use crate::submission::{Receipt, Submission};
use crate::web::Patience;
use std::ops::ControlFlow;

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

    /// Asks until the verdict is there. `watch` hears each step, and may break off.
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
        patience.ask(self.host(), watch, || self.look(receipt))
    }
}

//! Where programs run: the sandbox that a caller asks for.

use crate::error::{Error, ErrorKind, refused};
use crate::machine;
use crate::notice::{Notice, Weight};
use crate::workspace::Workspace;
use engine::cell;
use sandbox::{Descent, Level, Sandbox};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether [`init`] was called. It concerns the whole process, as the process's own file does.
static READY: AtomicBool = AtomicBool::new(false);

/// The first line of `main` in a program that judges.
///
/// Programs are contained by a *launcher*: the running program, started once more with an argument
/// that only this function knows. There it never returns. In the first process it keeps files that
/// the judge makes from being writable by everybody (the umask), and lifts the soft limits of the
/// process to its hard ones, so that a shell's `ulimit -S` does not end it.
///
/// Without this call nothing is run: [`crate::Workspace::run`] is an error.
pub fn init() {
    sandbox::init();
    sandbox::keep_others_out();
    sandbox::lift_own_limits();
    READY.store(true, Ordering::Relaxed);
}

/// How programs are contained.
#[derive(Clone, Copy, Debug, Default)]
pub struct Containment {
    /// This level; `None`: the strongest that works here.
    pub level: Option<Level>,
    /// Nothing runs at a weaker one.
    pub least: Option<Level>,
}

impl Workspace {
    /// Opens the strongest sandbox that works here, or the level that is asked for.
    ///
    /// # Errors
    /// When there is none, it is weaker than asked for, or [`crate::init`] was not called.
    pub fn sandbox(&self, containment: &Containment) -> Result<Box<dyn Sandbox>, Error> {
        if !READY.load(Ordering::Relaxed) {
            return Err(refused("no program can be contained: this process cannot start itself as a launcher")
                .with_hint("call judge::init() first in main"));
        }
        let Containment { level, least } = *containment;
        let config = machine::config()?;
        let config = sandbox::Config { level, least, notes: Some(self.cache.clone()), ..config };
        let sandbox = sandbox::open(config).map_err(|error| cell::fault(&error))?;
        if let Some(least) = least.filter(|least| sandbox.level() < *least) {
            let (level, least) = (sandbox.level().name(), least.name());
            return Err(refused(format!("containment here is `{level}`, and `{least}` is required"))
                .with_hint("run where namespaces are allowed, or require less")
                .of_kind(ErrorKind::Incomplete));
        }
        Ok(sandbox)
    }
}

/// What is to be said if containment fell while programs ran.
pub(crate) fn descent(sandbox: &dyn Sandbox) -> Option<Notice> {
    sandbox.descent().map(|Descent { from, to, why }| {
        let (from, to) = (from.name(), to.name());
        let text = format!("containment fell from `{from}` to `{to}`, and nothing is remembered since: {why}");
        Notice { weight: Weight::Doubt, text, hint: None }
    })
}

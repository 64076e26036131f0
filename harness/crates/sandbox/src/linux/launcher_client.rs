//! The harness's side of a launcher: starts it and ends it.

use super::cgroup;
use super::cleanup;
use super::held_cell::{Wait, wait};
use super::launcher::SCOPED;
use super::socket;
use crate::{Error, Level};
use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{self, Command};
use std::time::Duration;

/// How long a launcher may take to end: longer than all that it waits for itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running launcher. Dropping it ends the process and everything below it.
pub(crate) struct Launcher {
    child: process::Child,
    /// The socket on which it is asked for cells.
    pub control: Option<OwnedFd>,
    /// Declared last, so that it is dropped after the process itself is gone.
    _cleanup: cleanup::LauncherGuard,
}

/// What programs have as their standard streams where nothing else is.
const NOTHING: &str = "/dev/null";

impl Launcher {
    /// Starts a launcher for cells of this level.
    pub(super) fn start(path: &Path, level: Level) -> Result<Launcher, Error> {
        // Starting a process would say only that something does not exist.
        if let Err(error) = File::open(NOTHING) {
            return Err(Error::system(format!("cannot open {NOTHING}"), error));
        }
        let (ours, theirs) = socket::pair().map_err(|error| Error::system("cannot make a socket", error))?;
        let child = command(path, level)
            .stdin(theirs)
            .stdout(process::Stdio::null())
            .stderr(process::Stdio::null())
            // Not in the terminal's foreground group: Ctrl-C is for the harness, which stops the
            // cells.
            .process_group(0)
            .spawn()
            .map_err(|error| Error::system(format!("cannot start the launcher {}", path.display()), error))?;
        Ok(Launcher { child, control: Some(ours), _cleanup: cleanup::LauncherGuard::begin() })
    }

    /// Ends it with everything below it. It does so itself when it can hear no more from us, and at
    /// once when its cells are idle. If it were killed, it could leave behind what a tool started.
    pub(super) fn end(&mut self) {
        if let Some(control) = self.control.take() {
            // It reads end of file, and so do we once it is gone: no cell holds its side.
            let _ = rustix::net::shutdown(&control, rustix::net::Shutdown::Write);
            if let Wait::TimedOut | Wait::Cancelled = wait(control.as_fd(), None, PATIENCE) {
                // If it cannot be killed, there is nobody to report that to.
                let _ = self.child.kill();
            }
        }
        let _ = self.child.wait();
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        self.end();
    }
}

/// The launcher's command, with nothing of our environment. Where its cells are to have cgroups and
/// systemd manages those, systemd-run asks for a scope and becomes the launcher in it, as the same
/// process.
fn command(path: &Path, level: Level) -> Command {
    const ASKS: [&str; 3] = ["/usr/bin/systemd-run", "/bin/systemd-run", "/run/current-system/sw/bin/systemd-run"];
    let asks = ASKS.map(Path::new).into_iter().find(|ask| ask.exists());
    let Some(ask) = asks.filter(|_| level == Level::FullCgroup && cgroup::needs_scope()) else {
        let mut command = Command::new(path);
        command.arg(crate::CELL_ARGUMENT).env_clear();
        return command;
    };
    let mut command = Command::new(ask);
    let user = rustix::process::geteuid();
    command.env_clear().args((!user.is_root()).then_some("--user"));
    command.args(["--scope", "--quiet", "--collect", "--property=Delegate=yes", "--", "/usr/bin/env", "-i"]);
    command.arg(path).args([crate::CELL_ARGUMENT, SCOPED]);
    // Systemd-run needs to know where the user manager and its bus are.
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").unwrap_or_else(|| format!("/run/user/{}", user.as_raw()).into());
    command.env("XDG_RUNTIME_DIR", runtime);
    command.envs(std::env::var_os("DBUS_SESSION_BUS_ADDRESS").map(|bus| ("DBUS_SESSION_BUS_ADDRESS", bus)));
    command
}

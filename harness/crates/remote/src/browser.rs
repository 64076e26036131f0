//! Codeforces and CSES, through the browser in which the person is logged in.
//!
//! Neither lets programs log in. The browser extension cph-submit asks this machine every few
//! seconds for a program, opens the judge's page, fills it in and presses the button
//! (agrawal-d/cph-submit, read 2026-11). The verdict is seen there.

use crate::address::Address;
use crate::error::Error;
use crate::http::Service;
use crate::language;
use crate::listener::{Listener, Request};
use crate::submission::Submission;
use crate::words::Secrets;
use serde::Serialize;
use std::io;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

/// The port at which the extension asks.
pub const PORT: u16 = 27121;

/// How long one request may take.
const REQUEST: Duration = Duration::from_secs(2);

/// What the extension asks.
pub const SERVICE: Service = Service::Get { path: "/getSubmit", field: ("cph-submit", "true") };

/// The extension's port, held until the value is dropped.
pub struct BrowserPort(Listener);

/// What the extension is given.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Package<'a> {
    empty: bool,
    problem_name: &'a str,
    url: String,
    source_code: &'a str,
    language_id: u32,
}

impl BrowserPort {
    /// Holds a port of this machine, usually [`PORT`]; 0 is any.
    ///
    /// # Errors
    /// [`Error::Port`] if another program has it.
    pub fn open(port: u16) -> Result<BrowserPort, Error> {
        Listener::open(port, SERVICE, REQUEST).map(BrowserPort).map_err(|source| Error::Port { port, source })
    }

    /// The port that is held.
    pub fn port(&self) -> u16 {
        self.0.address().port()
    }

    /// Gives a program to the extension, once, and closes the door.
    ///
    /// # Errors
    /// [`Error::NoBrowser`] if nobody asks in time, [`Error::Interrupted`] if `wait` breaks off,
    /// [`Error::Uncertain`] if the connection was lost while it was given.
    pub fn give(
        mut self,
        title: &str,
        page: &Address,
        submission: &Submission,
        within: Duration,
        wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let host = page.host().to_owned();
        let unnamed = || Error::Language { host: host.clone(), language: submission.language.clone() };
        let language_id = language::codeforces(&submission.language).ok_or_else(unnamed)?;
        let text = submission.files.first().map(|file| String::from_utf8_lossy(&file.text)).unwrap_or_default();
        let package =
            Package { empty: false, problem_name: title, url: page.to_string(), source_code: &text, language_id };
        let body = serde_json::to_vec(&package).expect("texts and numbers are JSON");
        let begin = Instant::now();
        loop {
            match self.0.look() {
                Some(request) => {
                    if let Some(given) = serve(request, &body) {
                        // Nothing secret was given.
                        let why = |error: io::Error| Secrets::default().line(&error.to_string());
                        let host = "the browser".to_owned();
                        return given.map_err(|error| Error::Uncertain { host, why: why(error) });
                    }
                }
                None => thread::sleep(Duration::from_millis(20)),
            }
            if wait().is_break() {
                return Err(Error::Interrupted);
            }
            if begin.elapsed() >= within {
                return Err(Error::NoBrowser { seconds: within.as_secs() });
            }
        }
    }
}

/// Answers one request. `None`: it was not the extension's, and got nothing.
fn serve(request: Request, body: &[u8]) -> Option<io::Result<()>> {
    let Request { mut connection, body: question } = request;
    if let Err(refusal) = question {
        // Whoever it was may have gone.
        let _ = refusal.status.map(|status| connection.answer(status, MEDIA, b""));
        return None;
    }
    Some(connection.answer((200, "OK"), MEDIA, body).and_then(|()| connection.ended()))
}

const MEDIA: &str = "application/json";

#[cfg(test)]
mod tests;

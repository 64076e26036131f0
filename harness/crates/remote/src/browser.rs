//! Codeforces and CSES, through the browser in which the person is logged in.
//!
//! Neither lets programs log in. The browser extension cph-submit asks this machine every few
//! seconds for a program, opens the judge's page, fills it in and presses the button
//! (agrawal-d/cph-submit, read 2026-11). The verdict is seen there.

use crate::address::Address;
use crate::error::Error;
use crate::language;
use crate::submission::Submission;
use serde::Serialize;
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

/// The port at which the extension asks.
pub const PORT: u16 = 27121;

/// How long one request may take.
const REQUEST: Duration = Duration::from_secs(2);

/// The longest request, in bytes.
const LONGEST: usize = 16 << 10;

/// The extension's port, held until the value is dropped.
pub struct Door {
    listener: TcpListener,
    port: u16,
}

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

impl Door {
    /// Holds a port of this machine, usually [`PORT`]; 0 is any.
    ///
    /// # Errors
    /// [`Error::Port`] if another program has it.
    pub fn open(port: u16) -> Result<Door, Error> {
        let failed = |source| Error::Port { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        Ok(Door { listener, port })
    }

    /// The port that is held.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Gives a program to the extension, once, and closes the door.
    ///
    /// # Errors
    /// [`Error::NoBrowser`] if nobody asks in time, [`Error::Interrupted`] if `wait` breaks off,
    /// [`Error::Uncertain`] if the connection was lost while it was given.
    pub fn give(
        self,
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
        let body = serde_json::to_vec(&package)
            .map_err(|error| Error::Refused { host: host.clone(), words: error.to_string() })?;
        let begin = Instant::now();
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => match self.serve(stream, &body) {
                    Served::Given => return Ok(()),
                    Served::Lost(error) => {
                        return Err(Error::Uncertain { host: "the browser".to_owned(), why: error.to_string() });
                    }
                    Served::Foreign => {}
                },
                // Nobody is there, or somebody has gone again.
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
            if wait().is_break() {
                return Err(Error::Interrupted);
            }
            if begin.elapsed() >= within {
                return Err(Error::NoBrowser { seconds: within.as_secs() });
            }
        }
    }

    fn serve(&self, mut stream: TcpStream, body: &[u8]) -> Served {
        let ready = stream
            .set_nonblocking(false)
            .and_then(|()| stream.set_read_timeout(Some(REQUEST)))
            .and_then(|()| stream.set_write_timeout(Some(REQUEST)));
        if ready.is_err() {
            return Served::Foreign;
        }
        let status = match head(&mut stream) {
            Some(bytes) => check(&bytes, self.port),
            None => "400 Bad Request",
        };
        if status != OK {
            let _ = answer(&mut stream, status, b"");
            return Served::Foreign;
        }
        match answer(&mut stream, status, body) {
            Ok(()) => Served::Given,
            Err(error) => Served::Lost(error),
        }
    }
}

enum Served {
    Given,
    Lost(io::Error),
    /// Not the extension: it got nothing.
    Foreign,
}

const OK: &str = "200 OK";

/// The bytes of a request's head.
fn head(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let begin = Instant::now();
    let (mut bytes, mut chunk) = (Vec::new(), [0; 4096]);
    while bytes.len() < LONGEST && begin.elapsed() < REQUEST {
        match stream.read(&mut chunk) {
            Ok(0) | Err(_) => return None,
            Ok(n) => bytes.extend_from_slice(&chunk[..n]),
        }
        if bytes.windows(4).any(|end| end == b"\r\n\r\n") {
            return Some(bytes);
        }
    }
    None
}

/// The status line's words for a request.
fn check(bytes: &[u8], port: u16) -> &'static str {
    let mut fields = [httparse::EMPTY_HEADER; 64];
    let mut request = httparse::Request::new(&mut fields);
    if !matches!(request.parse(bytes), Ok(httparse::Status::Complete(_))) {
        return "400 Bad Request";
    }
    if request.method != Some("GET") {
        return "405 Method Not Allowed";
    }
    if request.path != Some("/getSubmit") {
        return "404 Not Found";
    }
    let (mut asks, mut hosts) = (false, 0);
    for field in request.headers {
        let value = str::from_utf8(field.value).unwrap_or_default().trim();
        match field.name.to_ascii_lowercase().as_str() {
            "cph-submit" => asks = value == "true",
            // A page's address, in place of the extension's.
            "origin" if !value.split_once("://").is_some_and(|(scheme, _)| scheme.ends_with("-extension")) => {
                return "403 Forbidden";
            }
            "host" if [format!("localhost:{port}"), format!("127.0.0.1:{port}")].iter().any(|own| own == value) => {
                hosts += 1;
            }
            // A name that was made to lead here.
            "host" => return "403 Forbidden",
            _ => {}
        }
    }
    if asks && hosts == 1 { OK } else { "403 Forbidden" }
}

fn answer(stream: &mut TcpStream, status: &str, body: &[u8]) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    stream.flush()?;
    stream.shutdown(std::net::Shutdown::Write)?;
    // Until the other side has closed, too, it may not have read all.
    let mut rest = [0; 1024];
    while stream.read(&mut rest)? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests;

//! Requests of a browser's extensions to this machine: as much of HTTP/1.1 as they need.
//!
//! Anyone who knows the port can send anything, even a web page that a browser has open. So little
//! is understood, everything is bounded in size and time, and web pages are refused.

use std::fmt;
use std::io::{self, Read, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The largest accepted body, in bytes.
pub const LARGEST_BODY: u64 = 16 << 20;

/// The longest request line with all header fields, in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// The most header fields; browsers send some twenty.
const MOST_FIELDS: usize = 100;

/// Why a request is refused.
#[derive(Debug, Error)]
#[error("{why}")]
pub struct Refusal {
    /// The status line's code and words; `None` when nobody is there to read them.
    pub status: Option<(u16, &'static str)>,
    why: String,
}

impl Refusal {
    pub(crate) fn of(code: u16, words: &'static str, why: impl Into<String>) -> Refusal {
        Refusal { status: Some((code, words)), why: why.into() }
    }
}

/// What is taken at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// A POST of JSON. Without permission, a web page can post only what is not declared as JSON.
    Json,
    /// A GET of this path, with this field. Without permission, a web page cannot send a field of
    /// its own.
    Get { path: &'static str, field: (&'static str, &'static str) },
}

/// A connection whose request has been read.
pub struct Connection {
    stream: TcpStream,
    patience: Duration,
}

impl Connection {
    /// `stream` waits for its bytes; `patience` is for the answer.
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Connection {
        Connection { stream, patience }
    }

    /// Answers.
    ///
    /// # Errors
    /// When the other side does not take it in time.
    pub fn answer(&mut self, (code, words): (u16, &str), media: &str, body: &[u8]) -> io::Result<()> {
        self.stream.set_write_timeout(Some(self.patience))?;
        let head = format!(
            "HTTP/1.1 {code} {words}\r\nContent-Type: {media}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        self.stream.write_all(&[head.as_bytes(), body].concat())?;
        self.stream.shutdown(Shutdown::Write)
    }

    /// Waits until the other side has closed, too: before that it may not have read all.
    ///
    /// # Errors
    /// When the connection is lost, or time is up.
    pub fn ended(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + self.patience;
        let mut rest = [0; 1024];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(Some(left))?;
            if self.stream.read(&mut rest)? == 0 {
                return Ok(());
            }
        }
    }
}

/// A request of which some has arrived.
#[derive(Debug, Default)]
pub(crate) struct PartialRequest {
    bytes: Vec<u8>,
    /// The lengths of head and body, once the head is here.
    lengths: Option<(usize, usize)>,
}

impl PartialRequest {
    /// How much of it is here.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Reads what `from` has now, and returns the body if the request is whole. `from` gives
    /// `WouldBlock` when there is no more yet.
    ///
    /// # Errors
    /// The first mistake; nothing after it has been read.
    pub(crate) fn receive(
        &mut self,
        from: &mut dyn Read,
        port: u16,
        service: Service,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let mut chunk = [0; 8192];
        loop {
            match from.read(&mut chunk) {
                Ok(0) if self.lengths.is_none() => return Err(malformed("it ends before its head does")),
                Ok(0) => return Err(malformed("it ends before its body does")),
                Ok(n) => self.bytes.extend_from_slice(&chunk[..n]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
                Err(error) => return Err(Refusal { status: None, why: format!("the sender is gone: {error}") }),
            }
            if self.lengths.is_none() {
                self.lengths = head(&self.bytes, port, service)?;
            }
            match self.lengths {
                None if self.bytes.len() > LONGEST_HEAD => return Err(malformed("its head is too long")),
                Some((head, length)) if self.bytes.len() - head >= length => {
                    let mut body = self.bytes.split_off(head);
                    body.truncate(length);
                    return Ok(Some(body));
                }
                None | Some(_) => {}
            }
        }
    }
}

/// Reads a request from bytes that are all there, as far as it is whole.
///
/// # Errors
/// The first mistake.
#[cfg(any(test, fuzzing))]
pub fn receive(from: &mut dyn Read, port: u16, service: Service) -> Result<Option<Vec<u8>>, Refusal> {
    PartialRequest::default().receive(from, port, service)
}

fn malformed(why: impl fmt::Display) -> Refusal {
    Refusal::of(400, "Bad Request", format!("not HTTP: {why}"))
}

/// From a web page, or meant for another host.
fn foreign(why: &str) -> Refusal {
    Refusal::of(403, "Forbidden", format!("not from the extension: {why}"))
}

/// Without a length it is not known where the request ends.
fn no_length() -> Refusal {
    Refusal::of(411, "Length Required", "its length is not given")
}

/// The lengths of head and body, once the whole head has arrived and is in order.
fn head(bytes: &[u8], port: u16, service: Service) -> Result<Option<(usize, usize)>, Refusal> {
    let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
    let mut request = httparse::Request::new(&mut fields);
    let httparse::Status::Complete(head) = request.parse(bytes).map_err(malformed)? else { return Ok(None) };
    let (method, path) = match service {
        Service::Json => ("POST", None),
        Service::Get { path, .. } => ("GET", Some(path)),
    };
    if request.method != Some(method) {
        return Err(Refusal::of(405, "Method Not Allowed", format!("another method than {method}")));
    }
    if let Some(path) = path.filter(|path| request.path != Some(path)) {
        return Err(Refusal::of(404, "Not Found", format!("another path than {path}")));
    }
    let fields = request.headers.iter().map(|field| {
        let value = str::from_utf8(field.value).map_err(malformed)?;
        Ok((field.name.to_ascii_lowercase(), value.trim()))
    });
    let fields: Vec<(String, &str)> = fields.collect::<Result<_, Refusal>>()?;
    let values = |name: &'static str| fields.iter().filter(move |(own, _)| own == name).map(|(_, value)| *value);
    // A web page can neither leave this out nor change it. An extension has a scheme of its own; a
    // sandboxed frame has `null`.
    if !values("origin").all(is_extension) {
        return Err(foreign("a web page sent it"));
    }
    // Every request of HTTP/1.1 names one. This one could be meant for anybody.
    let [host] = values("host").collect::<Vec<_>>()[..] else {
        return Err(malformed("it names no host, or several"));
    };
    if !is_own(host, port) {
        return Err(foreign("it is meant for another host"));
    }
    if let Service::Get { field: (name, value), .. } = service {
        let asks = values(name).any(|own| own == value);
        return if asks { Ok(Some((head, 0))) } else { Err(foreign("its own field is missing")) };
    }
    let elsewhere = values("sec-fetch-site").any(|site| !["none", "same-origin"].contains(&site));
    if elsewhere && values("origin").next().is_none() {
        return Err(foreign("a web page sent it"));
    }
    let kind = values("content-type").next_back().and_then(|kind| kind.split(';').next());
    if !kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
        return Err(Refusal::of(415, "Unsupported Media Type", "its body is not JSON"));
    }
    let length = match values("content-length").collect::<Vec<_>>()[..] {
        _ if values("transfer-encoding").next().is_some() => return Err(no_length()),
        [] => return Err(no_length()),
        [digits] if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => digits,
        _ => return Err(malformed("its length is odd")),
    };
    match length.parse::<u64>().ok().filter(|length| *length <= LARGEST_BODY) {
        Some(length) => Ok(Some((head, usize::try_from(length).unwrap_or(usize::MAX)))),
        None => Err(Refusal::of(413, "Content Too Large", format!("larger than {} MiB", LARGEST_BODY >> 20))),
    }
}

/// `chrome-extension://…`, `moz-extension://…`
fn is_extension(origin: &str) -> bool {
    origin.split_once("://").is_some_and(|(scheme, _)| scheme.ends_with("-extension"))
}

/// Whether a post is meant for this port of this machine. The port may be left out.
fn is_own(host: &str, port: u16) -> bool {
    let own = |name: &str| host == name || host.strip_prefix(name) == Some(&format!(":{port}"));
    ["localhost", "127.0.0.1"].into_iter().any(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes one at a time, then the error.
    struct Drip<'a>(&'a [u8], Option<io::ErrorKind>);

    impl Read for Drip<'_> {
        fn read(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
            match (self.0.split_first(), self.1) {
                (Some((first, rest)), _) => {
                    chunk[0] = *first;
                    self.0 = rest;
                    Ok(1)
                }
                (None, Some(kind)) => Err(kind.into()),
                (None, None) => Ok(0),
            }
        }
    }

    fn post(fields: &str, body: &str) -> String {
        format!("POST / HTTP/1.1\r\nHost: localhost:10043\r\n{fields}\r\n{body}")
    }

    const JSON: &str = "Content-Type: application/json\r\n";

    fn check(request: &str, result: Result<&str, u16>) {
        for ending in [None, Some(io::ErrorKind::ConnectionReset)] {
            let received = receive(&mut Drip(request.as_bytes(), ending), 10043, Service::Json);
            match (&received, result) {
                (Ok(Some(body)), Ok(expected)) => assert_eq!(body, expected.as_bytes(), "{request}"),
                (Err(refusal), Err(code)) if ending.is_none() => {
                    assert_eq!(refusal.status.map(|(code, _)| code), Some(code), "{request}: {refusal}");
                }
                (Err(_), Err(_)) => {}
                (received, expected) => panic!("{request}: {received:?}, not {expected:?}"),
            }
        }
    }

    #[test]
    fn a_well_formed_post_is_taken_however_it_is_cut() {
        check(&post(&format!("{JSON}Content-Length: 2\r\n"), "{}"), Ok("{}"));
        check(
            &post("content-type: Application/JSON; charset=utf-8\r\nCONTENT-LENGTH:3\r\n", "{ } and more"),
            Ok("{ }"),
        );
        check(&post(&format!("{JSON}Content-Length: 0\r\nOrigin: moz-extension://x\r\n"), ""), Ok(""));
    }

    #[test]
    fn anything_else_is_refused() {
        check("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", Err(405));
        check("OPTIONS / HTTP/1.1\r\nOrigin: https://evil.example\r\n\r\n", Err(405));
        check("hello\r\n\r\n", Err(400));
        check("\x16\x03\x01", Err(400));
        check("POST /\r\n\r\n", Err(400));
        check("POST / HTTP/2\r\n\r\n", Err(400));
        check("POST / HTTP/1.1\r\nno colon\r\n\r\n", Err(400));
        check("", Err(400));
        check(&post(JSON, ""), Err(411));
        check(&post(&format!("{JSON}Transfer-Encoding: chunked\r\n"), ""), Err(411));
        check(&post("Content-Length: 2\r\n", "{}"), Err(415));
        check(&post("Content-Type: text/plain\r\nContent-Length: 2\r\n", "{}"), Err(415));
        for length in ["-1", "+2", "", "x", "2\r\nContent-Length: 3"] {
            check(&post(&format!("{JSON}Content-Length: {length}\r\n"), "{}"), Err(400));
        }
        check(&post(&format!("{JSON}Content-Length: 3\r\n"), "{}"), Err(400));
    }

    #[test]
    fn web_pages_and_other_hosts_are_refused() {
        check(&post(&format!("{JSON}Content-Length: 2\r\nOrigin: https://evil.example\r\n"), "{}"), Err(403));
        for origin in ["null", "", "file://", "http://localhost:10043", "extension://x", "HTTPS://evil.example"] {
            check(&post(&format!("{JSON}Content-Length: 2\r\nOrigin: {origin}\r\n"), "{}"), Err(403));
        }
        for site in ["cross-site", "same-site"] {
            let from =
                |origin: &str| post(&format!("{JSON}Content-Length: 2\r\nSec-Fetch-Site: {site}\r\n{origin}"), "{}");
            check(&from(""), Err(403));
            check(&from("Origin: chrome-extension://x\r\n"), Ok("{}"));
        }
        check(&post(&format!("{JSON}Content-Length: 2\r\nSec-Fetch-Site: none\r\n"), "{}"), Ok("{}"));
        let of_both =
            post(&format!("{JSON}Content-Length: 2\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Site: none\r\n"), "{}");
        check(&of_both, Err(403));
        for host in ["evil.example", "localhost:10043.evil.example", "localhost:10044", "localhost:", "evil:10043"] {
            check(&format!("POST / HTTP/1.1\r\nHost: {host}\r\n\r\n"), Err(403));
        }
        for hosts in ["", "Host:\r\n", "Host: \r\n", "Host: localhost\r\nHost: localhost\r\n", "X-Host: localhost\r\n"]
        {
            let refused = if hosts.starts_with("Host:") && !hosts.contains("local") { 403 } else { 400 };
            for version in ["1.0", "1.1"] {
                let request = format!("POST / HTTP/{version}\r\n{hosts}{JSON}Content-Length: 2\r\n\r\n{{}}");
                check(&request, Err(refused));
            }
        }
        for host in ["localhost", "127.0.0.1", "127.0.0.1:10043"] {
            check(&format!("POST / HTTP/1.1\r\nHost: {host}\r\n{JSON}Content-Length: 2\r\n\r\n{{}}"), Ok("{}"));
        }
    }

    #[test]
    fn size_is_bounded_before_anything_is_kept() {
        check(&post(&format!("{JSON}Content-Length: {}\r\n", LARGEST_BODY + 1), ""), Err(413));
        check(&post(&format!("{JSON}Content-Length: 99999999999999999999999\r\n"), ""), Err(413));
        let endless = format!("POST / HTTP/1.1\r\n{}", "X: y\r\n".repeat(10_000));
        check(&endless, Err(400));
    }

    #[test]
    fn a_sender_that_stops_is_waited_for_wherever_it_stops() {
        let whole = post(&format!("{JSON}Content-Length: 2\r\n"), "{}");
        for cut in 0..whole.len() {
            let mut arriving = PartialRequest::default();
            let mut rest =
                |bytes| arriving.receive(&mut Drip(bytes, Some(io::ErrorKind::WouldBlock)), 10043, Service::Json);
            let (first, second) = whole.as_bytes().split_at(cut);
            assert!(matches!(rest(first), Ok(None)), "{cut}");
            assert_eq!(rest(second).unwrap().unwrap(), b"{}", "{cut}");
        }
    }
}

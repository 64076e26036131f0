//! One POST, as much of HTTP/1.1 as it takes.

use std::fmt;
use std::io::{self, Read};

/// The largest body that is taken.
pub const LARGEST_BODY: u64 = 16 << 20;

/// The longest request line with all header fields.
const LONGEST_HEAD: usize = 16 << 10;

/// Why a request is not taken.
#[derive(Debug)]
pub enum Refusal {
    /// No HTTP, or broken.
    Malformed(&'static str),
    /// Another method than POST.
    Method,
    /// From a web page, or meant for another host.
    Foreign(&'static str),
    /// No JSON.
    MediaType,
    /// The length is not told beforehand.
    LengthRequired,
    TooLarge,
    /// The sender took too long.
    TooSlow,
    /// The sender is gone.
    Gone(io::Error),
}

impl Refusal {
    /// The status line's code and words; `None` when nobody is there to read them.
    pub fn status(&self) -> Option<(u16, &'static str)> {
        match self {
            Refusal::Malformed(_) => Some((400, "Bad Request")),
            Refusal::Method => Some((405, "Method Not Allowed")),
            Refusal::Foreign(_) => Some((403, "Forbidden")),
            Refusal::MediaType => Some((415, "Unsupported Media Type")),
            Refusal::LengthRequired => Some((411, "Length Required")),
            Refusal::TooLarge => Some((413, "Content Too Large")),
            Refusal::TooSlow => Some((408, "Request Timeout")),
            Refusal::Gone(_) => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Malformed(why) => write!(f, "no HTTP request: {why}"),
            Refusal::Method => f.write_str("another method than POST"),
            Refusal::Foreign(why) => write!(f, "not from the extension: {why}"),
            Refusal::MediaType => f.write_str("no JSON"),
            Refusal::LengthRequired => f.write_str("its length is not told"),
            Refusal::TooLarge => write!(f, "larger than {} MiB", LARGEST_BODY >> 20),
            Refusal::TooSlow => f.write_str("too slow"),
            Refusal::Gone(error) => write!(f, "the sender is gone: {error}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Reads one request and gives its body. `from` gives `TimedOut` or `WouldBlock` when the time is over.
///
/// # Errors
/// The first thing that is wrong; nothing behind it has been read.
pub fn receive(from: &mut dyn Read) -> Result<Vec<u8>, Refusal> {
    let (head, mut body) = head(from)?;
    let length = length(&head)?;
    if length > LARGEST_BODY {
        return Err(Refusal::TooLarge);
    }
    let length = usize::try_from(length).map_err(|_| Refusal::TooLarge)?;
    let mut chunk = [0; 8192];
    while body.len() < length {
        match read(from, &mut chunk)? {
            0 => return Err(Refusal::Malformed("it ends before its body does")),
            n => body.extend_from_slice(&chunk[..n]),
        }
    }
    body.truncate(length);
    Ok(body)
}

/// The request line and header fields as text, and what of the body came with them.
fn head(from: &mut dyn Read) -> Result<(String, Vec<u8>), Refusal> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 1024];
    let mut searched: usize = 0;
    loop {
        // The mark may begin in what came before.
        let from_here = searched.saturating_sub(3);
        if let Some(end) = bytes[from_here..].windows(4).position(|four| four == b"\r\n\r\n") {
            let body = bytes.split_off(from_here + end + 4);
            let head = String::from_utf8(bytes).map_err(|_| Refusal::Malformed("its head is no text"))?;
            return Ok((head, body));
        }
        searched = bytes.len();
        if bytes.len() > LONGEST_HEAD {
            return Err(Refusal::Malformed("its head is too long"));
        }
        // Found out early: a browser that speaks TLS, or somebody who types.
        if bytes.first().is_some_and(|byte| !byte.is_ascii_uppercase()) {
            return Err(Refusal::Malformed("it does not begin with a method"));
        }
        match read(from, &mut chunk)? {
            0 => return Err(Refusal::Malformed("it ends before its head does")),
            n => bytes.extend_from_slice(&chunk[..n]),
        }
    }
}

/// The length of the body, once the head is found in order.
fn length(head: &str) -> Result<u64, Refusal> {
    let mut lines = head.split("\r\n");
    let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, version] = words[..] else { return Err(Refusal::Malformed("its first line is odd")) };
    if !version.starts_with("HTTP/1.") || !target.starts_with('/') {
        return Err(Refusal::Malformed("its first line is odd"));
    }
    if method != "POST" {
        return Err(Refusal::Method);
    }
    let (mut length, mut json) = (None, false);
    for line in lines.filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').ok_or(Refusal::Malformed("a header field without a colon"))?;
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => {
                let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
                let told = digits.then(|| value.parse::<u64>().unwrap_or(u64::MAX));
                if told.is_none() || length.is_some() {
                    return Err(Refusal::Malformed("its length is odd"));
                }
                length = told;
            }
            "transfer-encoding" => return Err(Refusal::LengthRequired),
            "content-type" => {
                json = value.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
            }
            // A web page cannot leave this out, nor change it; an extension has a scheme of its own.
            "origin" if value.starts_with("http") => return Err(Refusal::Foreign("a web page sent it")),
            "host" if !is_local(value) => return Err(Refusal::Foreign("it is meant for another host")),
            _ => {}
        }
    }
    // A web page can post without being asked for leave only what is not called JSON.
    if !json {
        return Err(Refusal::MediaType);
    }
    length.ok_or(Refusal::LengthRequired)
}

fn is_local(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    ["localhost", "127.0.0.1"].contains(&name)
}

fn read(from: &mut dyn Read, chunk: &mut [u8]) -> Result<usize, Refusal> {
    loop {
        match from.read(chunk) {
            Ok(n) => return Ok(n),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if [io::ErrorKind::TimedOut, io::ErrorKind::WouldBlock].contains(&error.kind()) => {
                return Err(Refusal::TooSlow);
            }
            Err(error) => return Err(Refusal::Gone(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes one at a time, then what is set to happen.
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
            let received = receive(&mut Drip(request.as_bytes(), ending));
            match (&received, result) {
                (Ok(body), Ok(expected)) => assert_eq!(body, expected.as_bytes(), "{request}"),
                (Err(refusal), Err(code)) if ending.is_none() => {
                    assert_eq!(refusal.status().map(|(code, _)| code), Some(code), "{request}: {refusal}");
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
        check("POST / HTTP/1.1\r\nHost: evil.example\r\n\r\n", Err(403));
    }

    #[test]
    fn size_is_bounded_before_anything_is_kept() {
        check(&post(&format!("{JSON}Content-Length: {}\r\n", LARGEST_BODY + 1), ""), Err(413));
        check(&post(&format!("{JSON}Content-Length: 99999999999999999999999\r\n"), ""), Err(413));
        let endless = format!("POST / HTTP/1.1\r\n{}", "X: y\r\n".repeat(10_000));
        check(&endless, Err(400));
    }

    #[test]
    fn a_sender_that_stops_is_too_slow_wherever_it_stops() {
        let whole = post(&format!("{JSON}Content-Length: 2\r\n"), "{}");
        for cut in 0..whole.len() {
            let received = receive(&mut Drip(&whole.as_bytes()[..cut], Some(io::ErrorKind::WouldBlock)));
            assert!(matches!(received, Err(Refusal::TooSlow)), "{cut}: {received:?}");
        }
    }
}

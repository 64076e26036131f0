//! A judge of this machine, for tests: it answers as it is told to and keeps what it was sent.

use crate::address::Address;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// Whether requests can be sent from here.
pub(crate) fn has_curl() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let has = std::env::split_paths(&path).any(|folder| folder.join("curl").exists());
    if !has {
        println!("there is no curl in PATH: nothing is sent");
    }
    has
}

/// What the judge does with a request.
pub(crate) enum Reaction {
    Answer(u16, String),
    /// An answer with header fields of its own.
    With(u16, &'static str, String),
    /// It reads everything and ends the connection.
    HangUp,
}

pub(crate) struct Judge {
    pub(crate) address: Address,
    /// Each request, as it came.
    requests: Arc<Mutex<Vec<String>>>,
}

impl Judge {
    pub(crate) fn new(react: impl Fn(&str) -> Reaction + Send + 'static) -> Judge {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = Address::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&requests);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let request = read(&mut stream);
                log.lock().unwrap().push(request.clone());
                let (status, fields, body) = match react(&request) {
                    Reaction::Answer(status, body) => (status, "", body),
                    Reaction::With(status, fields, body) => (status, fields, body),
                    Reaction::HangUp => continue,
                };
                let head = format!(
                    "HTTP/1.1 {status} x\r\nContent-Length: {}\r\nConnection: close\r\n{fields}\r\n",
                    body.len()
                );
                // Whoever asked may have gone.
                let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
            }
        });
        Judge { address, requests }
    }

    /// The requests whose first line has this in it.
    pub(crate) fn requests(&self, what: &str) -> Vec<String> {
        let requests = self.requests.lock().unwrap();
        requests.iter().filter(|text| text.lines().next().unwrap_or_default().contains(what)).cloned().collect()
    }
}

fn read(stream: &mut TcpStream) -> String {
    let (mut bytes, mut chunk) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, _)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
            if bytes.len() >= head.len() + 4 + length.unwrap_or(0) {
                return text;
            }
        }
        match stream.read(&mut chunk).unwrap() {
            0 => return text,
            n => bytes.extend_from_slice(&chunk[..n]),
        }
    }
}

/// The value of a field of a form that was sent with files.
pub(crate) fn field(request: &str, name: &str) -> Option<String> {
    let (_, rest) = request.split_once(&format!("name=\"{name}\""))?;
    let (_, rest) = rest.split_once("\r\n\r\n")?;
    rest.split_once("\r\n--").map(|(value, _)| value.to_owned())
}

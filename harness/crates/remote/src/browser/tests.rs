use super::*;
use crate::submission::SourceFile;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread::JoinHandle;

fn given() -> Submission {
    let files = vec![SourceFile { name: "a.cpp".to_owned(), text: b"int main() {} // \xc3\xa9\n".to_vec() }];
    Submission { language: "cpp".to_owned(), entry_point: None, files }
}

/// A door that gives one program in a thread of its own.
fn door(within: Duration) -> (u16, JoinHandle<Result<(), Error>>) {
    let door = BrowserPort::open(0).unwrap();
    let port = door.port();
    let page = Address::parse("https://codeforces.com/contest/1/problem/A").unwrap();
    (port, thread::spawn(move || door.give("A. Theatre", &page, &given(), within, &mut || ControlFlow::Continue(()))))
}

fn ask(port: u16, request: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.write_all(request.as_bytes())?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    Ok(text)
}

/// What the extension in a Chromium sends.
fn real(port: u16) -> String {
    format!(
        "GET /getSubmit HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: keep-alive\r\ncph-submit: true\r\n\
         User-Agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0\r\nAccept: */*\r\nSec-Fetch-Site: none\r\n\
         Sec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n\r\n"
    )
}

#[test]
fn the_extension_gets_the_program_once() {
    let (port, ended) = door(Duration::from_secs(60));
    let answer = ask(port, &real(port)).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
    let json: serde_json::Value = serde_json::from_str(body).unwrap();
    let expected = serde_json::json!({
        "empty": false, "problemName": "A. Theatre", "url": "https://codeforces.com/contest/1/problem/A",
        "sourceCode": "int main() {} // é\n", "languageId": 89,
    });
    assert_eq!(json, expected);
    ended.join().unwrap().unwrap();
    assert!(ask(port, &real(port)).is_err(), "the port is free again");
}

#[test]
fn nobody_else_gets_it() {
    let (port, ended) = door(Duration::from_secs(60));
    let own = real(port);
    for (request, status) in [
        (own.replace("cph-submit: true\r\n", ""), "403"),
        (own.replace("cph-submit: true", "cph-submit: yes"), "403"),
        (own.replace("Accept: */*", "Origin: https://evil.example"), "403"),
        (own.replace("Accept: */*", "Origin: null"), "403"),
        (own.replace(&format!("localhost:{port}"), "evil.example"), "403"),
        (own.replace(&format!("localhost:{port}"), &format!("evil.example:{port}")), "403"),
        (own.replace(&format!("Host: localhost:{port}\r\n"), ""), "400"),
        (own.replace("GET", "POST"), "405"),
        (own.replace("GET", "OPTIONS"), "405"),
        (own.replace("/getSubmit", "/"), "404"),
        ("rubbish\r\n\r\n".to_owned(), "400"),
    ] {
        let answer = ask(port, &request).unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}\n{answer}");
        assert!(!answer.contains("main"), "{request}\n{answer}");
    }
    // Callers that say nothing hold nobody up.
    let silent: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap()).collect();
    let extension = own.replace("Accept: */*", "Origin: chrome-extension://ekplnobooikgnbifggknoaofhaemafdp");
    assert!(ask(port, &extension).unwrap().contains("main"));
    drop(silent);
    ended.join().unwrap().unwrap();
}

#[test]
fn waiting_ends_and_frees_the_port() {
    let (port, ended) = door(Duration::ZERO);
    assert!(matches!(ended.join().unwrap(), Err(Error::NoBrowser { .. })));
    // A program that another test starts has a copy of each socket until it is executed.
    let until = Instant::now() + Duration::from_secs(60);
    let door = loop {
        match BrowserPort::open(port) {
            Err(Error::Port { .. }) if Instant::now() < until => thread::yield_now(),
            door => break door.unwrap(),
        }
    };
    assert!(matches!(BrowserPort::open(port), Err(Error::Port { .. })));
    let page = Address::parse("https://cses.fi/problemset/task/1068").unwrap();
    let stopped = door.give("x", &page, &given(), Duration::from_secs(60), &mut || ControlFlow::Break(()));
    assert!(matches!(stopped, Err(Error::Interrupted)));
    let ada = Submission { language: "ada".to_owned(), ..given() };
    let door = BrowserPort::open(0).unwrap();
    let unnamed = door.give("x", &page, &ada, Duration::ZERO, &mut || ControlFlow::Continue(()));
    assert!(matches!(unnamed, Err(Error::Language { .. })));
}

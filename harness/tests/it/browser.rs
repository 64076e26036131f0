//! A real browser without a window, driven over a pipe in the DevTools protocol: JSON messages that
//! end with a zero byte.
//!
//! No driver, no port, no library: the few protocol messages that the tests need are written here.
//! Where there is no Chromium, the tests that need it say so and pass, unless
//! `HARNESS_REQUIRE_BROWSER` is set.

use crate::command::left_to_long;
use serde_json::{Value, json};
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// Enough for any machine, however slow. A browser that is stuck fails the test instead of hanging
/// it.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Browser {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Value>,
    next: u64,
    session: String,
    /// What the page complained about: script errors and refusals by its policy.
    pub complaints: Vec<String>,
    _profile: TempDir,
}

fn program() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    names.into_iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}

impl Browser {
    /// Starts a browser with an empty page. `None`, with a message, where there is no browser.
    pub fn open() -> Option<Browser> {
        let Some(program) = program() else {
            assert!(env::var_os("HARNESS_REQUIRE_BROWSER").is_none(), "no chromium in PATH, and one is required");
            println!("skipped: no chromium in PATH");
            return None;
        };
        let profile = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        // The protocol uses descriptors 3 and 4. A container's root has no user namespaces for the
        // browser's own sandbox.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh"])
            .arg(program)
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (send, answers) = mpsc::channel();
        thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                let message: Value = serde_json::from_slice(&message).expect("the browser speaks JSON");
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        let mut browser = Browser {
            child,
            input,
            answers,
            next: 0,
            session: String::new(),
            complaints: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = browser.call("Target.attachToTarget", &json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        Some(browser)
    }

    /// Like [`Browser::open`], but only in the long run: a browser takes some seconds to start.
    pub fn in_long_runs() -> Option<Browser> {
        if left_to_long("a browser takes seconds to start") { None } else { Browser::open() }
    }

    /// Sends one message and waits for its answer.
    pub fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.input.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let answer = self.hear();
            if answer["id"].as_u64() == Some(self.next) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    fn hear(&mut self) -> Value {
        let message = self.answers.recv_timeout(PATIENCE).expect("the browser answers");
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.complaints.push(message["params"]["exceptionDetails"].to_string()),
            Some("Log.entryAdded") => self.complaints.push(message["params"]["entry"]["text"].to_string()),
            Some(_) | None => {}
        }
        message
    }

    /// Opens a file and waits until it is loaded.
    pub fn go(&mut self, file: &Path) {
        self.go_to(&format!("file://{}", file.display()));
    }

    /// Opens an address and waits until it is loaded.
    pub fn go_to(&mut self, url: &str) {
        self.next += 1;
        let message =
            json!({ "id": self.next, "method": "Page.navigate", "params": { "url": url }, "sessionId": self.session });
        self.input.write_all(format!("{message}\0").as_bytes()).unwrap();
        while self.hear()["method"] != "Page.loadEventFired" {}
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let printed = self.call("Runtime.evaluate", &parameters);
        assert!(printed["exceptionDetails"].is_null(), "{expression}: {}", printed["exceptionDetails"]);
        printed["result"]["value"].clone()
    }

    pub fn scripts(&mut self, on: bool) {
        self.call("Emulation.setScriptExecutionDisabled", &json!({ "value": !on }));
    }

    /// Sets the window's size and the user's preference for a dark page.
    pub fn look(&mut self, width: u32, height: u32, dark: bool) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let scheme = if dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", &features);
    }

    /// What the window shows, as PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", &json!({ "format": "png" }));
        decode_base64(shot["data"].as_str().unwrap())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // If it is gone already, there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Decodes base64 (RFC 4648) without line breaks.
fn decode_base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let value = LETTERS.iter().position(|other| *other == letter).expect("a letter of base64");
        bits = bits << 6 | value as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    bytes
}

#[test]
fn base64_is_read() {
    for (text, bytes) in [("", &b""[..]), ("Zg==", b"f"), ("Zm8=", b"fo"), ("Zm9v", b"foo"), ("Zm9vYg==", b"foob")] {
        assert_eq!(decode_base64(text), bytes, "{text}");
    }
}

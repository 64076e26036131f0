//! `submit` to a judge of this machine that keeps to the rules of the real ones, or breaks them.

use crate::command::repository;
use crate::scene::{Printed, Scene, has, printed};
use std::fs::{self, Permissions};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::{Arc, Mutex};
use std::thread;

/// A judge: its host, and the first lines of what it was requests.
struct Judge {
    host: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Judge {
    /// `answer` gets a request's first line. `None` ends the connection.
    fn new(answer: impl Fn(&str) -> Option<String> + Send + 'static) -> Judge {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&requests);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let (mut bytes, mut chunk) = (Vec::new(), [0; 4096]);
                let head = loop {
                    let n = stream.read(&mut chunk).unwrap();
                    bytes.extend_from_slice(&chunk[..n]);
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")?.parse().ok());
                    if n == 0 || body.len() >= length.unwrap_or(0) {
                        break head.to_owned();
                    }
                };
                let first = head.lines().next().unwrap().to_owned();
                lines.lock().unwrap().push(first.clone());
                if let Some(body) = answer(&first) {
                    let length = body.len();
                    let answer =
                        format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
                    stream.write_all(answer.as_bytes()).unwrap();
                }
            }
        });
        Judge { host, requests }
    }

    fn kattis(verdict: impl Into<String>) -> Judge {
        let verdict = verdict.into();
        Judge::new(move |line| match line.split(' ').nth(1).unwrap() {
            "/login" => Some(String::new()),
            "/submit" if verdict == "lost" => None,
            "/submit" => Some("Submission ID: 4711".to_owned()),
            "/submissions/4711?json" => Some(verdict.clone()),
            other => panic!("{other}"),
        })
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// A workspace with a program in Python, and a home folder with what Kattis gives to a person.
fn scene(judge: &Judge) -> Scene {
    let scene = Scene::twice();
    fs::remove_dir_all(scene.path("solutions/src")).unwrap();
    scene.write("solutions/python/twice.py", "print(int(input()) * 2)\n");
    let host = &judge.host;
    let text = format!(
        "[user]\nusername: ada\ntoken: s3cr3t\n[kattis]\nhostname: {host}\nloginurl: http://{host}/login\n\
         submissionurl: http://{host}/submit\nsubmissionsurl: http://{host}/submissions\n"
    );
    scene.write("home/.kattisrc", &text);
    fs::set_permissions(scene.path("home/.kattisrc"), Permissions::from_mode(0o600)).unwrap();
    scene
}

fn submit(scene: &Scene, judge: &Judge, more: &[&str]) -> Printed {
    let to = format!("http://{}/problems/hello", judge.host);
    let args: Vec<&str> = ["submit", "twice", "--to", &to].into_iter().chain(more.iter().copied()).collect();
    printed(scene.command(&args).env("HOME", scene.path("home")), "")
}

fn can_send() -> bool {
    has("curl") && has("python3")
}

#[test]
fn a_file_goes_to_its_judge_and_the_verdict_comes_back() {
    if !can_send() {
        return;
    }
    for (verdict, code, there) in [
        (
            r#"{"status_id": 16, "row_html": "<td data-type=\"status\">Accepted (40)</td><td data-type=\"cpu\">0.05 s"}"#,
            0,
            "accepted, 0.05 s, score 40",
        ),
        (r#"{"status_id": 14}"#, 1, "wrong-answer"),
        (r#"{"status_id": 6}"#, 3, "Judge Error"),
    ] {
        let judge = Judge::kattis(verdict);
        let scene = scene(&judge);
        let sent = submit(&scene, &judge, &["--yes"]);
        assert_eq!(sent.code, Some(code), "{sent:?}");
        for line in [
            "sent      submission 4711".to_owned(),
            format!("there     {there}\n"),
            "here      accepted, 0.".to_owned(),
        ] {
            assert!(sent.out.contains(&line), "{line}\n{}", sent.out);
        }
        assert_eq!(sent.out.contains("here and there differ: a test is missing here"), code == 1, "{}", sent.out);
        assert!(!format!("{sent:?}").contains("s3cr3t"), "{sent:?}");
        assert_eq!(judge.requests().iter().filter(|line| line.starts_with("POST /submit ")).count(), 1);
        assert!(scene.run(&["twice"]).code == Some(0));
        let last = scene.run(&["last"]).out;
        assert!(last.contains(&format!("to {} as 4711: here accepted", judge.host)), "{last}");
        assert!(last.contains(&format!("there {there}")), "{last}");
    }
}

#[test]
fn a_file_is_sent_as_the_page_shows() {
    if !has("curl") || !has("g++") {
        return;
    }
    let page = fs::read_to_string(repository().join("docs/submitting.md")).unwrap();
    let call = "```text\n$ harness submit twice --to https://open.kattis.com/problems/twice --yes\n";
    let (_, block) = page.split_once(call).unwrap();
    let (transcript, _) = block.split_once("```").unwrap();
    let row = r#""row_html": "<td data-type=\"cpu\">0.05 s""#;
    let judge = Judge::kattis(format!(r#"{{"status_id": 16, {row}}}"#));
    let scene = scene(&judge);
    let to = format!("http://{}/problems/twice", judge.host);
    fs::remove_dir_all(scene.path("solutions/python")).unwrap();
    let program =
        "#include <iostream>\nint main() {\n    int n;\n    std::cin >> n;\n    std::cout << 2 * n << '\\n';\n}\n";
    scene.write("solutions/cpp/twice.cpp", program);
    // The judge of the page is known by its address.
    let args = ["submit", "twice", "--to", &to, "--yes", "--judge", "kattis"];
    let sent = printed(scene.command(&args).env("HOME", scene.path("home")), "");
    let transcript = transcript.replace("https:", "http:").replace("open.kattis.com", &judge.host);
    // How long it takes differs.
    let (before, time) = transcript.split_once("here      accepted, ").unwrap();
    let (_, after) = time.split_once('\n').unwrap();
    sent.is(0, &format!("{before}here      accepted, [..] s\n{after}"), "");
}

#[test]
fn nothing_is_sent_without_a_question_or_a_yes() {
    if !can_send() {
        return;
    }
    let judge = Judge::kattis("{}");
    let scene = scene(&judge);
    // Nobody is at a terminal.
    let requests = submit(&scene, &judge, &[]);
    assert_eq!(requests.code, Some(0), "{requests:?}");
    assert!(requests.out.contains(&format!("send to   {}, problem hello", judge.host)), "{}", requests.out);
    let printed = submit(&scene, &judge, &["--print"]);
    assert_eq!(printed.out, scene.read("solutions/python/twice.py"));
    assert_eq!(judge.requests(), [""; 0]);
}

#[test]
fn what_is_not_ready_is_sent_only_anyway() {
    if !can_send() {
        return;
    }
    let judge = Judge::kattis(r#"{"status_id": 14}"#);
    let scene = scene(&judge);
    scene.write("solutions/python/twice.py", "print(3)\n");
    let refused = submit(&scene, &judge, &["--yes"]);
    assert!(refused.code == Some(1) && refused.err.contains("--anyway"), "{refused:?}");
    assert_eq!(judge.requests(), [""; 0]);
    let printed = submit(&scene, &judge, &["--print", "--anyway"]);
    assert!(printed.code == Some(0) && printed.out.ends_with("print(3)\n"), "{printed:?}");
    assert_eq!(judge.requests(), [""; 0]);
    let sent = submit(&scene, &judge, &["--yes", "--anyway"]);
    assert!(sent.code == Some(1) && sent.out.contains("here      wrong-answer"), "{sent:?}");
    assert!(!sent.out.contains("differ"), "{}", sent.out);
}

#[test]
fn nobody_knows_whether_a_lost_file_has_arrived_and_it_is_not_sent_again() {
    if !can_send() {
        return;
    }
    let judge = Judge::kattis("lost");
    let scene = scene(&judge);
    let lost = submit(&scene, &judge, &["--yes"]);
    assert!(lost.code == Some(3) && lost.err.contains("it may have arrived"), "{lost:?}");
    assert_eq!(judge.requests().iter().filter(|line| line.starts_with("POST /submit ")).count(), 1);
    assert!(scene.run(&["twice"]).code == Some(0));
    let last = scene.run(&["last"]).out;
    assert!(last.contains("there not known"), "{last}");
}

#[test]
fn a_token_that_others_may_read_is_not_used() {
    if !can_send() {
        return;
    }
    let judge = Judge::kattis("{}");
    let scene = scene(&judge);
    fs::set_permissions(scene.path("home/.kattisrc"), Permissions::from_mode(0o644)).unwrap();
    let refused = submit(&scene, &judge, &["--yes"]);
    assert!(refused.code == Some(2) && refused.err.contains("chmod 600"), "{refused:?}");
    assert_eq!(judge.requests(), [""; 0]);
}

//! `get`, over real sockets.

use crate::scene::Scene;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, ChildStdout, Stdio};
use std::time::Duration;

/// A harness that waits for problems.
pub struct Waiting {
    child: Child,
    port: u16,
    out: BufReader<ChildStdout>,
    err: BufReader<ChildStderr>,
}

impl Waiting {
    pub fn on(scene: &Scene, args: &[&str]) -> Waiting {
        let mut command = scene.command(&["get", "--port", "0"]);
        let command = command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let mut err = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        err.read_line(&mut line).unwrap();
        let address =
            line.split(" on ").nth(1).and_then(|rest| rest.split(';').next()).unwrap_or_else(|| panic!("{line}"));
        let port = address.strip_prefix("127.0.0.1:").unwrap().parse().unwrap();
        Waiting { child, port, out, err }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        // Far beyond what any answer takes: a test that would hang fails instead.
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends these bytes and returns the status of the response.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        answer(&mut stream)
    }

    pub fn post(&self, json: &str) -> String {
        self.send(post(json, json.len()).as_bytes())
    }

    /// Waits for its end. Returns the exit code and both outputs.
    pub fn ended(mut self) -> (Option<i32>, String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        self.out.read_to_string(&mut out).unwrap();
        self.err.read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code(), out, err)
    }
}

fn post(json: &str, length: usize) -> String {
    format!(
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{json}"
    )
}

fn answer(stream: &mut TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split("\r\n").next().unwrap().trim_start_matches("HTTP/1.1 ").to_owned()
}

fn problem(name: &str, url: &str, batch: u64) -> String {
    format!(
        r#"{{"name":"{name}","group":"Codeforces - Round 4","url":"{url}","interactive":false,"memoryLimit":64,"timeLimit":1500,
        "tests":[{{"input":"8\n","output":"8\n"}},{{"input":"5\n","output":"5\n"}}],"batch":{{"id":"b","size":{batch}}}}}"#
    )
}

#[test]
fn a_posted_problem_is_written_and_runs() {
    let scene = Scene::new();
    fs::create_dir_all(scene.path("solutions/src/bin")).unwrap();
    let waiting = Waiting::on(&scene, &[]);
    assert_eq!(
        waiting.post(&problem("A. Water \\\"melon\\\"", "https://codeforces.com/problemset/problem/4/A", 1)),
        "200 OK"
    );
    let (code, out, err) = waiting.ended();
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(
        out,
        "got a-water-melon: A. Water \"melon\" (2 samples, 1.5 s, 64 MiB)
  write  solutions/src/bin/a-water-melon.rs
  judge  harness a-water-melon
"
    );
    assert_eq!(
        scene.read("problems/a-water-melon/problem.toml"),
        "title = \"A. Water \\\"melon\\\"\"

[source]
judge = \"Codeforces\"
url = \"https://codeforces.com/problemset/problem/4/A\"

[limits]
time = 1.5
memory = 64
"
    );
    // The initial solution prints the first number, as these samples expect.
    let printed = scene.run(&["a-water-melon", "-q"]);
    assert!(printed.code == Some(0) && printed.out.contains("1 of 1 solution as expected"), "{printed:?}");
    let printed = scene.run(&["submit", "a-water-melon"]);
    assert!(printed.code == Some(0) && printed.out.contains("for Codeforces"), "{printed:?}");
}

#[test]
fn all_problems_of_a_contest_are_waited_for_and_none_is_written_twice() {
    let scene = Scene::new();
    let waiting = Waiting::on(&scene, &[]);
    for (name, url) in
        [("Same", "https://a.example/1"), ("Same", "https://a.example/2"), ("Other", "https://a.example/1")]
    {
        assert_eq!(waiting.post(&problem(name, url, 3)), "200 OK");
    }
    let (code, out, _) = waiting.ended();
    assert_eq!(code, Some(0), "{out}");
    let here = "Other is here already, in problems/same: its samples are unchanged";
    assert!(out.contains("got same: ") && out.contains("got round-4-same: ") && out.contains(here), "{out}");
}

#[test]
fn a_folder_that_is_judged_as_it_is_does_not_become_a_workspace() {
    let scene = Scene::empty();
    for (name, text) in [("a.cpp", "int main() {}"), ("1.in", "1\n"), ("1.out", "1\n")] {
        scene.write(name, text);
    }
    let printed = scene.run(&["new", "two-heaps"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(printed.err.contains(" is not a workspace: "), "{printed:?}");
    assert!(printed.err.contains("hint: run `harness init DIR`"), "{printed:?}");
    assert_eq!(scene.files(), ["1.in", "1.out", "a.cpp"]);
}

#[test]
fn a_problem_in_a_plain_folder_is_a_program_with_its_samples_beside_it() {
    let scene = Scene::empty();
    scene.write("other.txt", "");
    let waiting = Waiting::on(&scene, &["--lang", "python"]);
    let addresses = [
        ("A. Water Melon", "https://a.example/1"),
        ("A. Water Melon", "https://a.example/1"),
        ("Day 2", "https://a.example/2"),
    ];
    for (name, url) in addresses {
        assert_eq!(waiting.post(&problem(name, url, 3)), "200 OK");
    }
    let (code, out, _) = waiting.ended();
    assert_eq!(code, Some(0), "{out}");
    let [first, again, second] = [
        "got a-water-melon.py: A. Water Melon (2 samples, 1.5 s, 64 MiB)\n  judge  harness a-water-melon.py\n",
        "A. Water Melon is here already, in a-water-melon.py: its samples are unchanged\n",
        "got day-2.py: Day 2 (2 samples, 1.5 s, 64 MiB)\n",
    ];
    assert!(out.starts_with(&format!("{first}{again}{second}")), "{out}");
    let own = [
        ".harness/a-water-melon.json",
        ".harness/day-2.json",
        "a-water-melon.py",
        "a-water-melon1.in",
        "a-water-melon1.out",
        "a-water-melon2.in",
        "a-water-melon2.out",
    ];
    let numbered = ["day-2-1.in", "day-2-1.out", "day-2-2.in", "day-2-2.out", "day-2.py", "other.txt"];
    assert_eq!(scene.files(), own.into_iter().chain(numbered).collect::<Vec<_>>());
    scene.write("day-2.py", "print(input())\n");
    // The page's limits hold without being typed.
    let judged = scene.run(&["day-2.py", "-v"]);
    assert!(judged.code == Some(0) && judged.out.contains(" / 1.5 s"), "{judged:?}");
    let again = scene.run(&["day-2.py", "-v", "--time", "3"]);
    assert!(again.out.contains(" / 3.0 s"), "{again:?}");
    let facts: serde_json::Value = serde_json::from_str(&scene.read(".harness/day-2.json")).unwrap();
    assert_eq!((&facts["order"], &facts["url"]), (&2.into(), &"https://a.example/2".into()));
}

#[test]
fn a_post_of_a_contest_that_is_no_problem_is_not_waited_for_again() {
    let scene = Scene::new();
    let waiting = Waiting::on(&scene, &[]);
    // A bad problem that is posted alone may be anything: the wanted one may still come.
    assert_eq!(waiting.post(&problem("", "https://a.example/0", 1)), "400 Bad Request");
    assert_eq!(waiting.post(&problem("", "https://a.example/1", 2)), "400 Bad Request");
    assert_eq!(waiting.post(&problem("Other", "https://a.example/2", 2)), "200 OK");
    let (code, out, err) = waiting.ended();
    assert!(out.starts_with("got other: ") && err.ends_with("not a problem: `name` is missing\n"), "{out}{err}");
    assert_eq!(code, Some(3), "a problem is missing");
}

#[test]
fn a_problem_that_is_here_has_its_samples_brought_up_to_date() {
    let scene = Scene::new();
    let waiting = Waiting::on(&scene, &["--lang", "python"]);
    let post = problem("Same", "https://a.example/1", 2);
    assert_eq!(waiting.post(&post), "200 OK");
    assert_eq!(waiting.post(&post.replace("output\":\"5", "output\":\"6")), "200 OK");
    let (_, out, _) = waiting.ended();
    assert!(out.contains("write  solutions/python/same.py"), "{out}");
    assert!(out.contains("Same is here already, in problems/same: 1 sample brought up to date"), "{out}");
    assert_eq!(scene.read("testdata/same/sample/02.ans"), "6\n");
}

#[test]
fn garbage_huge_and_slow_posts_are_refused_and_the_next_one_is_taken() {
    let scene = Scene::new();
    let waiting = Waiting::on(&scene, &["--timeout", "0.3"]);
    assert_eq!(waiting.send(b"\x16\x03\x01\x02\x00 this is not an HTTP"), "400 Bad Request");
    assert_eq!(waiting.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), "405 Method Not Allowed");
    assert_eq!(waiting.send(b"POST / HTTP/1.1\r\nOrigin: https://evil.example\r\n\r\n"), "403 Forbidden");
    assert_eq!(waiting.post("no json"), "400 Bad Request");
    assert_eq!(waiting.post("{\"name\":\"x\"}"), "400 Bad Request");
    assert_eq!(waiting.send(post("", (16 << 20) + 1).as_bytes()), "413 Content Too Large");
    // Nothing more comes, so the response is a time-out, whenever that is.
    assert_eq!(waiting.send(post("{", 100).as_bytes()), "408 Request Timeout");
    assert_eq!(waiting.send(b"PO"), "408 Request Timeout");
    // A client that says nothing and leaves.
    drop(waiting.connect());
    assert_eq!(waiting.post(&problem("Last", "https://a.example/last", 1)), "200 OK");
    let (code, out, err) = waiting.ended();
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("got last: Last"), "{out}");
    for words in [
        "not HTTP",
        "another method than POST",
        "a web page sent it",
        "larger than 16 MiB",
        "too slow",
        "`url` is missing",
    ] {
        assert!(err.contains(words), "`{words}` is not in\n{err}");
    }
    assert_eq!(scene.files().len(), 8, "{:?}", scene.files());
}

#[test]
fn a_body_just_under_the_limit_is_taken() {
    let scene = Scene::new();
    let waiting = Waiting::on(&scene, &["--timeout", "60"]);
    let mut json = problem("Large", "https://a.example/large", 1);
    let padding = " ".repeat((16 << 20) - json.len());
    json.push_str(&padding);
    assert_eq!(waiting.post(&json), "200 OK");
    assert_eq!(waiting.ended().0, Some(0));
}

#[test]
fn a_port_that_is_taken_is_told() {
    let scene = Scene::new();
    let mut waiting = Waiting::on(&scene, &[]);
    let port = waiting.port.to_string();
    let printed = scene.run(&["get", "--port", &port]);
    waiting.child.kill().unwrap();
    waiting.child.wait().unwrap();
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(
        printed.err.contains(&format!("cannot listen on 127.0.0.1:{port}")) && printed.err.contains("--port"),
        "{printed:?}"
    );
    assert_eq!(scene.run(&["get", "--port", "70000"]).code, Some(2));
}

#[test]
fn a_posted_problem_keeps_the_files_that_solutions_read_and_write() {
    let scene = Scene::new();
    fs::create_dir_all(scene.path("solutions/src/bin")).unwrap();
    let waiting = Waiting::on(&scene, &[]);
    let post = problem("Sum", "https://codeforces.com/gym/1/problem/A", 1);
    let files = r#""input":{"type":"file","fileName":"sum.in"},"output":{"type":"regex","pattern":"out[0-9]"},"batch""#;
    assert_eq!(waiting.post(&post.replacen("\"batch\"", files, 1)), "200 OK");
    let (code, out, err) = waiting.ended();
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("  input  the file sum.in\n"), "{out}");
    assert!(
        out.contains("  output  a file that the page calls out[0-9]: name it by --files IN,OUT, or below [files]"),
        "{out}"
    );
    assert!(scene.read("problems/sum/problem.toml").ends_with("\n[files]\ninput = \"sum.in\"\n"));
    let program = "fn main() { print!(\"{}\", std::fs::read_to_string(\"sum.in\").unwrap()); }\n";
    scene.write("solutions/src/bin/sum.rs", program);
    let judged = scene.run(&["sum"]);
    assert_eq!(judged.code, Some(0), "{judged:?}");
    let explained = scene.run(&["explain", "sum"]);
    assert!(explained.out.contains("the file sum.in"), "{explained:?}");
}

/// A folder that somebody handed over may hold what waits for a writer, in place of any file.
#[test]
fn no_pipe_in_the_folder_holds_a_post() {
    let pipe = |scene: &Scene, name: &str| {
        fs::create_dir_all(scene.path(name).parent().unwrap()).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(scene.path(name)).status().unwrap().success());
    };
    let post = problem("A. Twice", "https://judge.example/a", 1);
    let workspace = Scene::new();
    pipe(&workspace, "problems/evil/problem.toml");
    let waiting = Waiting::on(&workspace, &[]);
    assert_eq!(waiting.post(&post), "200 OK");
    let (code, out, err) = waiting.ended();
    assert_eq!(code, Some(0), "{out}{err}");
    // Its samples are looked at when it comes again.
    let sample = fs::read_dir(workspace.path("testdata")).unwrap().next().unwrap().unwrap().path().join("sample/01.in");
    fs::remove_file(&sample).unwrap();
    pipe(&workspace, sample.strip_prefix(workspace.root()).unwrap().to_str().unwrap());
    let waiting = Waiting::on(&workspace, &[]);
    assert_eq!(waiting.post(&post), "200 OK");
    let (code, out, err) = waiting.ended();
    assert_eq!(code, Some(2), "{out}{err}");

    let plain = Scene::empty();
    let waiting = Waiting::on(&plain, &[]);
    assert_eq!(waiting.post(&post), "200 OK");
    assert_eq!(waiting.ended().0, Some(0));
    let files = fs::read_dir(plain.root()).unwrap().map(|entry| entry.unwrap().path());
    for input in files.filter(|file| file.extension().is_some_and(|extension| extension == "in")) {
        fs::remove_file(&input).unwrap();
        pipe(&plain, input.file_name().unwrap().to_str().unwrap());
    }
    let waiting = Waiting::on(&plain, &[]);
    assert_eq!(waiting.post(&post), "200 OK");
    assert_eq!(waiting.ended().0, Some(2));
}

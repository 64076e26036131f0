use super::*;
use crate::judge::{Judge as _, Patience};
use crate::submission::SourceFile;
use crate::testing::{Judge, Reaction, field, has_curl};
use std::env;
use std::fs::{self, Permissions};
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const PATIENCE: Patience = Patience { pause: Duration::ZERO, total: Duration::from_secs(60), lost: 3 };

fn settings(judge: &Judge) -> Settings {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(".kattisrc");
    let base = &judge.address;
    let text = format!(
        "[user]\nusername: ada\ntoken: s3cr3t \"&%\n[kattis]\nhostname: {0}\nloginurl: {base}/login\nsubmissionurl: {base}/submit\nsubmissionsurl: {base}/submissions\n",
        base.host()
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
    Settings::of_home(home.path(), base.host()).unwrap()
}

fn submission() -> Submission {
    let text = b"int main() {\r\n}\n--x\n".to_vec();
    let files = vec![SourceFile { name: "it's \"a\".cpp".to_owned(), text }];
    Submission { language: "cpp".to_owned(), entry_point: None, files }
}

fn problem() -> KattisProblem {
    KattisProblem::of(&Address::parse("https://open.kattis.com/contests/abc/problems/hello").unwrap()).unwrap()
}

/// A judge that keeps to the rules, with these answers to a submission and to each question.
fn kattis(submit: impl Fn() -> Reaction + Send + 'static, answers: Vec<Reaction>) -> Judge {
    let (answers, questions) = (std::sync::Mutex::new(answers.into_iter()), AtomicUsize::new(0));
    Judge::new(move |request| {
        let line = request.lines().next().unwrap();
        if line.starts_with("POST /login ") {
            // Versions of curl differ in how they write a blank.
            let fine = request.replace("%20", "+").ends_with("user=ada&token=s3cr3t+%22%26%25&script=true");
            return if fine {
                Reaction::With(200, "Set-Cookie: id=7; Path=/\r\n", String::new())
            } else {
                Reaction::Answer(403, String::new())
            };
        }
        if !request.contains("\r\nCookie: id=7\r\n") {
            return Reaction::Answer(403, "log in".to_owned());
        }
        if line.starts_with("POST /submit ") {
            return submit();
        }
        assert!(line.starts_with("GET /submissions/4711?json "), "{line}");
        questions.fetch_add(1, Ordering::SeqCst);
        answers.lock().unwrap().next().unwrap_or_else(|| Reaction::Answer(200, "{\"status_id\": 5}".to_owned()))
    })
}

fn taken() -> Reaction {
    Reaction::Answer(200, "Submission received. Submission ID: 4711.".to_owned())
}

fn json(text: &str) -> Reaction {
    Reaction::Answer(200, text.to_owned())
}

#[test]
fn a_program_goes_all_the_way_to_its_verdict() {
    if !has_curl() {
        return;
    }
    let row = r#""row_html": "<td data-type=\"status\">Accepted (40)</td><td data-type=\"cpu\">0.05&nbsp;s</td><i class=\"accepted\"></i><i class=\"is-empty\"></i>""#;
    let judge = kattis(
        taken,
        vec![
            json(r#"{"status_id": 0}"#),
            json(r#"{"status_id": 3}"#),
            Reaction::HangUp,
            Reaction::Answer(502, "<html>gateway".to_owned()),
            json(&format!(r#"{{"status_id": 5, "testcase_index": 1, {row}}}"#)),
            json(&format!(r#"{{"status_id": 16, "testcase_index": 2, {row}, "feedback_html": null}}"#)),
        ],
    );
    let kattis = Kattis::log_in(settings(&judge), &env::temp_dir()).unwrap();
    let receipt = kattis.send(&problem(), &submission()).unwrap();
    assert_eq!((receipt.id.as_str(), receipt.page.path()), ("4711", "/submissions/4711"));
    let sent = judge.requests("POST /submit");
    assert_eq!(sent.len(), 1);
    for (name, value) in [
        ("submit", "true"),
        ("submit_ctr", "2"),
        ("language", "C++"),
        ("problem", "hello"),
        ("contest", "abc"),
        ("script", "true"),
        ("tag", ""),
        ("mainclass", ""),
        ("sub_file[]", "int main() {\r\n}\n--x\n"),
    ] {
        assert_eq!(field(&sent[0], name).as_deref(), Some(value), "{name}");
    }
    assert!(sent[0].contains("Content-Type: application/octet-stream"), "{}", sent[0]);
    let mut steps = Vec::new();
    let outcome = kattis.follow(&receipt, PATIENCE, &mut |step| {
        steps.push((step.stage, step.done, step.tests));
        ControlFlow::Continue(())
    });
    let outcome = outcome.unwrap();
    assert_eq!(outcome.verdict, Some(Verdict::Accepted));
    assert_eq!((&*outcome.words, outcome.score.as_deref()), ("Accepted", Some("40")));
    assert_eq!(outcome.time, Some(Duration::from_millis(50)));
    let lost = (Stage::Compiling, None, None);
    assert_eq!(steps, [(Stage::Waiting, None, None), lost, lost, lost, (Stage::Running, Some(1), Some(2))]);
}

#[test]
fn every_end_has_its_verdict() {
    for (status, verdict) in [
        (6, None),
        (8, Some(Verdict::CompileError)),
        (9, Some(Verdict::RunTimeError)),
        (10, Some(Verdict::MemoryLimit)),
        (11, Some(Verdict::OutputLimit)),
        (12, Some(Verdict::TimeLimit)),
        (13, Some(Verdict::RunTimeError)),
        (14, Some(Verdict::WrongAnswer)),
        (16, Some(Verdict::Accepted)),
        (99, None),
    ] {
        let status: Status = serde_json::from_str(&format!("{{\"status_id\": {status}}}")).unwrap();
        assert_eq!(status.read(&Secrets::default()).unwrap().verdict, verdict);
    }
    let text = r#"{"status_id": 8, "feedback_html": "<h3>Error</h3><pre>a.cpp:1: expected &#39;;&#39;</pre>"}"#;
    let status: Status = serde_json::from_str(text).unwrap();
    assert!(status.read(&Secrets::default()).unwrap().feedback.unwrap().contains("a.cpp:1: expected ';'"));
}

#[test]
fn a_wrong_token_is_denied() {
    if !has_curl() {
        return;
    }
    let judge = Judge::new(|_| Reaction::Answer(403, "no".to_owned()));
    assert!(matches!(Kattis::log_in(settings(&judge), &env::temp_dir()), Err(Error::Denied { .. })));
}

#[test]
fn a_refusal_is_shown_in_the_judges_words() {
    if !has_curl() {
        return;
    }
    let judge = kattis(|| Reaction::Answer(200, "<p>You are out of submission tokens.</p>".to_owned()), Vec::new());
    let error =
        Kattis::log_in(settings(&judge), &env::temp_dir()).unwrap().send(&problem(), &submission()).unwrap_err();
    assert!(error.to_string().ends_with("refuses: You are out of submission tokens."), "{error}");
}

#[test]
fn what_a_judge_repeats_of_the_token_is_neither_shown_nor_kept() {
    if !has_curl() {
        return;
    }
    let row = r#""row_html": "<td data-type=\"status\">No s3cr3t &quot;&amp;% (s3cr3t &#34;&amp;%)</td>""#;
    let judge = kattis(
        taken,
        vec![json(&format!(
            r#"{{"status_id": 14, {row}, "feedback_html": "<pre>s3cr3t \"&% YWRhOnMzY3IzdCAiJiU=</pre>"}}"#
        ))],
    );
    let kattis = Kattis::log_in(settings(&judge), &env::temp_dir()).unwrap();
    let receipt = kattis.send(&problem(), &submission()).unwrap();
    let outcome = kattis.follow(&receipt, PATIENCE, &mut |_| ControlFlow::Continue(())).unwrap();
    let texts = [Some(outcome.words), outcome.score, outcome.feedback].map(|text| text.unwrap().to_string());
    assert_eq!(texts, ["No (a secret)", "(a secret)", "(a secret) (a secret)"]);
}

#[test]
fn an_id_that_nobody_can_read_is_not_one() {
    if !has_curl() {
        return;
    }
    for id in [&*"9".repeat(100_000), "", "x"] {
        let answer = format!("Submission received. Submission ID: {id}.");
        let judge = kattis(move || Reaction::Answer(200, answer.clone()), Vec::new());
        let error =
            Kattis::log_in(settings(&judge), &env::temp_dir()).unwrap().send(&problem(), &submission()).unwrap_err();
        assert!(error.may_have_arrived() && error.to_string().len() < 500, "{error}");
    }
}

#[test]
fn a_program_is_never_sent_twice() {
    if !has_curl() {
        return;
    }
    for reaction in [|| Reaction::HangUp, || Reaction::Answer(502, "<html>".to_owned())] {
        let judge = kattis(reaction, Vec::new());
        let error =
            Kattis::log_in(settings(&judge), &env::temp_dir()).unwrap().send(&problem(), &submission()).unwrap_err();
        assert!(error.may_have_arrived(), "{error}");
        assert_eq!(judge.requests("POST /submit").len(), 1);
    }
}

#[test]
fn what_was_not_reached_has_not_arrived() {
    if !has_curl() {
        return;
    }
    let judge = kattis(taken, Vec::new());
    let mut settings = settings(&judge);
    let kattis = Kattis::log_in(settings.clone(), &env::temp_dir()).unwrap();
    // Nobody listens there.
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    settings.submit = Address::parse(&format!("http://{gone}/submit")).unwrap();
    let error = Kattis { settings, ..kattis }.send(&problem(), &submission()).unwrap_err();
    assert!(matches!(error, Error::Unreached { .. }), "{error}");
}

#[test]
fn a_redirect_is_not_followed() {
    if !has_curl() {
        return;
    }
    let judge = Judge::new(|_| Reaction::With(302, "Location: http://localhost:9/steal\r\n", String::new()));
    let error = Kattis::log_in(settings(&judge), &env::temp_dir()).err().unwrap();
    assert!(matches!(&error, Error::Elsewhere { to, .. } if to.contains("localhost:9")), "{error}");
    assert_eq!(judge.requests("").len(), 1);
}

#[test]
fn a_page_in_place_of_json_is_named() {
    if !has_curl() {
        return;
    }
    let judge = kattis(taken, vec![json("<html><body>We are <b>down</b>")]);
    let kattis = Kattis::log_in(settings(&judge), &env::temp_dir()).unwrap();
    let receipt = kattis.send(&problem(), &submission()).unwrap();
    let error = kattis.follow(&receipt, PATIENCE, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(&error, Error::Unreadable { excerpt, .. } if &**excerpt == "We are down"), "{error}");
}

#[test]
fn waiting_ends() {
    if !has_curl() {
        return;
    }
    let judge = kattis(taken, Vec::new());
    let kattis = Kattis::log_in(settings(&judge), &env::temp_dir()).unwrap();
    let receipt = kattis.send(&problem(), &submission()).unwrap();
    let error = kattis.follow(&receipt, PATIENCE, &mut |_| ControlFlow::Break(())).unwrap_err();
    assert!(matches!(error, Error::Interrupted), "{error}");
    let none = Patience { total: Duration::ZERO, ..PATIENCE };
    let error = kattis.follow(&receipt, none, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, Error::NoVerdict { .. }), "{error}");
}

#[test]
fn an_address_names_problem_contest_and_assignment() {
    let of = |text: &str| KattisProblem::of(&Address::parse(text).unwrap());
    let plain = of("https://open.kattis.com/problems/hello?tab=x").unwrap();
    assert_eq!((plain.id.as_str(), plain.contest), ("hello", None));
    let course = of("https://x.kattis.com/courses/A/B/assignments/q1w2/problems/hello").unwrap();
    assert_eq!(course.assignment.as_deref(), Some("q1w2"));
    assert!(matches!(of("https://open.kattis.com/contests/abc"), Err(Error::Address { .. })));
}

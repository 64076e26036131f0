use super::*;
use crate::judge::{Judge as _, Patience};
use crate::submission::SourceFile;
use crate::testing::{Judge, Reaction, field, has_curl};
use std::env;
use std::fs::{self, Permissions};
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Mutex;
use std::time::Duration;
use tempfile::TempDir;

const PATIENCE: Patience = Patience { pause: Duration::ZERO, total: Duration::from_secs(60), lost: 3 };

const CONTESTS: &str = r#"[{"id": "demo", "shortname": "d", "name": "Demo"}, {"id": 2, "shortname": "nwerc"}]"#;

fn netrc(mode: u32) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(".netrc");
    fs::write(&path, "machine 127.0.0.1 login team password s3cr3t\n").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    home
}

fn domjudge(submit: impl Fn() -> Reaction + Send + 'static, answers: Vec<&'static str>) -> Judge {
    let answers = Mutex::new(answers.into_iter());
    Judge::new(move |request| {
        // team:s3cr3t
        if !request.contains("Authorization: Basic dGVhbTpzM2NyM3Q=") {
            return Reaction::Answer(401, String::new());
        }
        let path = request.split(' ').nth(1).unwrap();
        let text = match path.strip_prefix("/judge/api/v4/contests").unwrap() {
            "" => CONTESTS,
            "/2/problems" => r#"[{"id": "hello", "label": "A", "name": "Hello"}, {"id": "bye", "label": "B"}]"#,
            "/2/languages" => {
                r#"[{"id": "cpp", "name": "C++", "extensions": ["cpp", "cc"]}, {"id": "python3", "extensions": ["py"], "entry_point_required": true}]"#
            }
            "/2/submissions" => return submit(),
            "/2/judgements?submission_id=17" => answers.lock().unwrap().next().unwrap_or("[]"),
            _ => return Reaction::Answer(404, r#"{"code": 404, "message": "gone"}"#.to_owned()),
        };
        Reaction::Answer(200, text.to_owned())
    })
}

fn open(judge: &Judge, contest: Option<&str>) -> Result<Domjudge, Error> {
    let home = netrc(0o600);
    // The password is read at each request.
    Domjudge::open(judge.address.below("judge"), &home.keep().join(".netrc"), contest, &env::temp_dir())
}

fn submission() -> Submission {
    let files = vec![SourceFile { name: "a.py".to_owned(), text: b"print(1)\n".to_vec() }];
    Submission { language: "python".to_owned(), entry_point: Some("a.py".to_owned()), files }
}

#[test]
fn a_judge_that_the_person_has_not_named_gets_no_password() {
    let home = netrc(0o600);
    let path = home.path().join(".netrc");
    let judge = Judge::new(|_| Reaction::Answer(200, CONTESTS.to_owned()));
    for text in [
        "default login team password s3cr3t\n",
        "machine judge.example login team password s3cr3t\ndefault login a password b\n",
        "# machine 127.0.0.1 login old password old\ndefault login a password s3cr3t\n",
        "",
    ] {
        fs::write(&path, text).unwrap();
        let error = Domjudge::open(judge.address.clone(), &path, None, &env::temp_dir()).err().unwrap();
        assert!(matches!(&error, Error::OtherHost { host, .. } if host == "127.0.0.1"), "{error}");
        assert!(!error.to_string().contains("s3cr3t"), "{error}");
    }
    assert_eq!(judge.requests(""), [""; 0]);
}

#[test]
fn a_program_goes_all_the_way_to_its_verdict() {
    if !has_curl() {
        return;
    }
    let answers = vec![
        "[]",
        r#"[{"id": "1", "judgement_type_id": null}]"#,
        r#"[{"id": "1", "judgement_type_id": "AC", "valid": false}, {"id": "2", "judgement_type_id": "WA", "max_run_time": 0.25}]"#,
    ];
    let judge = domjudge(|| Reaction::Answer(201, r#"{"id": 17, "time": "x"}"#.to_owned()), answers);
    let contest = open(&judge, Some("nwerc")).unwrap();
    let choice = contest.choose("a", "python", "py").unwrap();
    assert_eq!((&*choice.title, choice.language.as_str(), choice.needs_entry_point), ("A: Hello", "python3", true));
    let receipt = contest.send(&choice, &submission()).unwrap();
    assert_eq!((receipt.id.as_str(), receipt.page.path()), ("17", "/judge/team/submission/17"));
    let sent = judge.requests("POST");
    assert_eq!(sent.len(), 1);
    for (name, value) in
        [("problem", "hello"), ("language", "python3"), ("entry_point", "a.py"), ("code[]", "print(1)\n")]
    {
        assert_eq!(field(&sent[0], name).as_deref(), Some(value), "{name}");
    }
    let mut stages = Vec::new();
    let outcome = contest.follow(&receipt, PATIENCE, &mut |step| {
        stages.push(step.stage);
        ControlFlow::Continue(())
    });
    let outcome = outcome.unwrap();
    assert_eq!((outcome.verdict, outcome.time), (Some(Verdict::WrongAnswer), Some(Duration::from_millis(250))));
    assert_eq!(stages, [Stage::Waiting, Stage::Running]);
}

#[test]
fn what_is_not_there_is_named_with_what_is() {
    if !has_curl() {
        return;
    }
    let judge = domjudge(|| Reaction::HangUp, Vec::new());
    for contest in [None, Some("x")] {
        let error = open(&judge, contest).err().unwrap();
        assert_eq!(error.hint().as_deref(), Some("there are: d, nwerc"), "{error}");
    }
    let contest = open(&judge, Some("2")).unwrap();
    assert_eq!(contest.choose("c", "cpp", "cpp").unwrap_err().hint().as_deref(), Some("there are: A, B"));
    assert_eq!(contest.choose("A", "ada", "adb").unwrap_err().hint().as_deref(), Some("there are: cpp, python3"));
}

#[test]
fn a_program_is_never_sent_twice() {
    if !has_curl() {
        return;
    }
    for reaction in [
        || Reaction::HangUp,
        || Reaction::Answer(500, "{}".to_owned()),
        || Reaction::Answer(200, "<html>fine".to_owned()),
        || Reaction::Answer(200, format!(r#"{{"id": "{}"}}"#, "9".repeat(100_000))),
    ] {
        let judge = domjudge(reaction, Vec::new());
        let contest = open(&judge, Some("2")).unwrap();
        let choice = contest.choose("A", "cpp", "cpp").unwrap();
        let error = contest.send(&choice, &submission()).unwrap_err();
        assert!(error.may_have_arrived(), "{error}");
        assert_eq!(judge.requests("POST").len(), 1);
    }
}

#[test]
fn refusals_are_told_apart() {
    if !has_curl() {
        return;
    }
    let judge =
        domjudge(|| Reaction::Answer(400, r#"{"code": 400, "message": "contest is over"}"#.to_owned()), Vec::new());
    let contest = open(&judge, Some("2")).unwrap();
    let choice = contest.choose("A", "cpp", "cpp").unwrap();
    let error = contest.send(&choice, &submission()).unwrap_err();
    assert!(error.to_string().ends_with("refuses: contest is over (answer 400)"), "{error}");
    let strange = Judge::new(|_| Reaction::Answer(401, String::new()));
    assert!(matches!(open(&strange, None), Err(Error::Denied { .. })));
    let page = Judge::new(|_| Reaction::Answer(200, "<html>log in".to_owned()));
    assert!(matches!(open(&page, None), Err(Error::Unreadable { .. })));
}

#[test]
fn a_password_that_others_may_read_is_not_used() {
    if !has_curl() {
        return;
    }
    let judge = Judge::new(|_| Reaction::Answer(200, CONTESTS.to_owned()));
    let home = netrc(0o644);
    let error =
        Domjudge::open(judge.address.clone(), &home.path().join(".netrc"), None, &env::temp_dir()).err().unwrap();
    assert!(matches!(error, Error::Exposed { .. }), "{error}");
    let error = Domjudge::open(judge.address.clone(), &home.path().join("none"), None, &env::temp_dir()).err().unwrap();
    assert!(matches!(error, Error::NoSettings { .. }), "{error}");
    assert_eq!(judge.requests("").len(), 0);
}

use super::*;
use crate::testing::{Judge, Reaction, has_curl};
use std::sync::Mutex;

const PATIENCE: Patience = Patience { pause: Duration::ZERO, total: Duration::from_secs(60), lost: 3 };

fn line(id: u64, contest: u64, verdict: &str) -> String {
    format!(
        r#"{{"id": {id}, "problem": {{"contestId": {contest}, "index": "A"}}, "verdict": {verdict}, "passedTestCount": 3, "timeConsumedMillis": 46, "memoryConsumedBytes": 1024}}"#
    )
}

fn ok(lines: &[String]) -> Reaction {
    Reaction::Answer(200, format!(r#"{{"status": "OK", "result": [{}]}}"#, lines.join(",")))
}

fn submissions(answers: Vec<Reaction>) -> (Judge, Submissions) {
    let answers = Mutex::new(answers.into_iter());
    let judge = Judge::new(move |_| answers.lock().unwrap().next().unwrap_or_else(|| ok(&[])));
    let of = Submissions::of(judge.address.below("api"), "a b").unwrap();
    (judge, of)
}

#[test]
fn the_newest_submission_to_the_problem_is_followed() {
    if !has_curl() {
        return;
    }
    let (judge, submissions) = submissions(vec![
        ok(&[line(5, 1, "\"OK\"")]),
        ok(&[line(5, 1, "\"OK\"")]),
        Reaction::Answer(503, String::new()),
        ok(&[line(7, 2, "\"OK\""), line(6, 1, "\"TESTING\""), line(5, 1, "\"OK\"")]),
        ok(&[line(7, 2, "\"OK\""), line(6, 1, "\"WRONG_ANSWER\""), line(5, 1, "\"OK\"")]),
    ]);
    let problem =
        CodeforcesProblem::of(&Address::parse("https://codeforces.com/contest/1/problem/A").unwrap()).unwrap();
    let after = submissions.newest().unwrap();
    assert_eq!(after, 5);
    let mut steps = Vec::new();
    let outcome = submissions.follow(&problem, after, PATIENCE, &mut |step| {
        steps.push((step.stage, step.done));
        ControlFlow::Continue(())
    });
    let outcome = outcome.unwrap();
    assert_eq!(outcome.verdict, Some(Verdict::WrongAnswer));
    assert_eq!((outcome.time, outcome.memory, outcome.done), (Some(Duration::from_millis(46)), Some(1024), Some(3)));
    let waiting = (Stage::Waiting, None);
    assert_eq!(steps, [waiting, waiting, (Stage::Running, Some(3))]);
    assert_eq!(judge.requests("handle=a%20b&from=1&count=20").len(), 4);
}

#[test]
fn an_unknown_handle_is_refused_in_the_judges_words() {
    if !has_curl() {
        return;
    }
    let (_judge, submissions) = submissions(vec![Reaction::Answer(
        400,
        r#"{"status": "FAILED", "comment": "handle: no such user"}"#.to_owned(),
    )]);
    let error = submissions.newest().unwrap_err();
    assert!(error.to_string().ends_with("refuses: handle: no such user"), "{error}");
}

#[test]
fn addresses_of_problems_are_read() {
    let of = |text: &str| CodeforcesProblem::of(&Address::parse(text).unwrap()).ok();
    let a = Some(CodeforcesProblem { contest: 1, index: "A1".to_owned() });
    assert_eq!(of("https://codeforces.com/contest/1/problem/A1"), a);
    assert_eq!(of("https://codeforces.com/problemset/problem/1/A1?x"), a);
    assert_eq!(of("https://codeforces.com/gym/1/problem/A1"), a);
    assert_eq!(of("https://codeforces.com/group/g/contest/1/problem/A1"), a);
    assert_eq!(of("https://codeforces.com/contest/x/problem/A1"), None);
    assert_eq!(of("https://codeforces.com/contest/1"), None);
}

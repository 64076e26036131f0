//! Where a file is sent, before anything is.

use crate::scene::Scene;
use judge::submit::{ByHand, Person, Route, SentProgram, SideVerdict, SubmitRequest, append, judge_at, read, route};
use model::{Language, Problem, Solution};

tests![
    an_address_leads_to_its_judge,
    nothing_is_sent_without_an_address_or_a_domjudge,
    the_usual_domjudge_is_for_problems_of_no_other_judge,
    a_file_is_handed_in_by_hand_at_its_own_judge,
    sending_and_handing_in_agree_on_whose_an_address_is,
    what_was_sent_is_remembered_in_the_order_of_sending,
];

fn person(scene: &Scene) -> Person {
    Person { home: scene.path("home"), domjudge: None, contest: None }
}

fn to(address: &str) -> SubmitRequest {
    SubmitRequest { to: Some(address.to_owned()), ..SubmitRequest::default() }
}

fn twice(scene: &Scene) -> Problem {
    Problem::clone(&scene.open().problem("twice").unwrap().problem)
}

fn an_address_leads_to_its_judge() {
    let scene = Scene::twice();
    let (person, problem) = (person(&scene), twice(&scene));
    let of = |address: &str| route(&to(address), &person, &problem, judge_at(address));
    for page in ["https://codeforces.com/problemset/problem/4/A", "https://cses.fi/problemset/task/1068"] {
        assert!(matches!(of(page), Ok(Some(Route::Browser { .. }))), "{page}");
    }
    // Kattis has a page for it, and the person has no secrets for Kattis.
    assert!(of("https://open.kattis.com/problems/nim").is_err());
    let found = of("https://judge.example/domjudge");
    let Ok(Some(Route::Domjudge { base, contest: None, label })) = found else { panic!("another way") };
    assert_eq!((base.host(), label.as_str()), ("judge.example", "twice"));
    assert!(route(&to("not an address"), &person, &problem, None).is_err());
}

fn nothing_is_sent_without_an_address_or_a_domjudge() {
    let scene = Scene::twice();
    let found = route(&SubmitRequest::default(), &person(&scene), &twice(&scene), None).unwrap();
    assert!(found.is_none());
}

fn the_usual_domjudge_is_for_problems_of_no_other_judge() {
    let scene = Scene::twice();
    let domjudge = Some("https://judge.example".to_owned());
    let person = Person { domjudge, contest: Some("finals".to_owned()), ..person(&scene) };
    let (wanted, problem) = (SubmitRequest::default(), twice(&scene));
    let found = route(&wanted, &person, &problem, None).unwrap();
    let Some(Route::Domjudge { contest, .. }) = found else { panic!("another way") };
    assert_eq!(contest.as_deref(), Some("finals"));
    let poj = judge::called("poj").unwrap();
    assert!(route(&wanted, &person, &problem, Some(poj)).unwrap().is_none());
}

fn a_file_is_handed_in_by_hand_at_its_own_judge() {
    let (scene, [poj, kattis]) = (Scene::twice(), ["poj", "kattis"].map(|name| judge::called(name).unwrap()));
    let (place, mut problem) = (scene.open(), twice(&scene));
    let solution = &place.catalog.solutions[0];
    let address = |problem: &Problem, judge| ByHand::of(problem, solution, judge).address;
    assert_eq!(address(&problem, Some(poj)), None);
    (problem.source.judge, problem.source.id) = (Some("poj".to_owned()), Some("1000".to_owned()));
    assert_eq!(address(&problem, Some(poj)), Some(format!("{} 1000", poj.name)));
    assert_eq!(address(&problem, Some(kattis)), None, "it is another problem there");
    problem.source.url = Some("http://poj.org/problem?id=1000".to_owned());
    assert_eq!(
        (address(&problem, Some(poj)), address(&problem, None)),
        (problem.source.url.clone(), problem.source.url)
    );
    let cpp = Solution { language: Language("cpp".into()), ..Solution::clone(solution) };
    assert_eq!(ByHand::of(&twice(&scene), &cpp, Some(poj)).language, Some(&*poj.choose["cpp"]));
    assert_eq!(ByHand::of(&twice(&scene), solution, Some(poj)).language, None, "Python has no name there");
}

fn sending_and_handing_in_agree_on_whose_an_address_is() {
    let scene = Scene::twice();
    let place = scene.open();
    let (person, solution) = (person(&scene), &place.catalog.solutions[0]);
    let check = |own: Option<&str>, url: &str, judge: Option<&str>, is_own: bool| {
        let mut problem = twice(&scene);
        (problem.source.judge, problem.source.url) = (own.map(str::to_owned), Some(url.to_owned()));
        let judge = judge.map(|name| judge::called(name).unwrap());
        // Kattis asks for secrets that this person does not have.
        let sent = route(&SubmitRequest::default(), &person, &problem, judge);
        let by_hand = ByHand::of(&problem, solution, judge).address;
        let both = (!matches!(sent, Ok(None)), by_hand.as_deref() == Some(url));
        assert_eq!(both, (is_own, is_own), "{own:?} {url} {:?}", judge.map(|judge| &judge.id));
    };
    let (cses, kattis) = ("https://cses.fi/problemset/task/1068", "https://open.kattis.com/problems/nim");
    for own in [None, Some("cses")] {
        check(own, cses, None, true);
        check(own, cses, Some("cses"), true);
        check(own, cses, Some("kattis"), false);
        check(own, cses, Some("codeforces"), false);
    }
    check(None, kattis, Some("kattis"), true);
    check(None, kattis, Some("cses"), false);
    check(None, "https://judge.example/problems/nim", Some("domjudge"), true);
}

fn what_was_sent_is_remembered_in_the_order_of_sending() {
    let scene = Scene::twice();
    let log = scene.path("target/submissions.jsonl");
    let sent = |at: &str| {
        let [problem, solution, hash, judge] = ["twice", "twice/twice.py", "00", "judge.example"].map(str::to_owned);
        SentProgram::new(at.to_owned(), problem, solution, hash, judge, SideVerdict::default())
    };
    let (mut first, second) = (sent("1"), sent("2"));
    append(&log, &first).unwrap();
    append(&log, &second).unwrap();
    first.there = Some(SideVerdict { words: Some("Accepted".to_owned()), ..SideVerdict::default() });
    append(&log, &first).unwrap();
    assert_eq!(read(&log), [first, second]);
}

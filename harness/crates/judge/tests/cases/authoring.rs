//! New problems, tests, answers and imports.

use crate::scene::{Heard, Scene};
use judge::{
    Caller, Comparing, Confidence, ExportRequest, Mark, NewProblem, NewTest, Notice, Quiet, ReadinessRequest,
    Workspace, make_problem, make_workspace, write_import,
};
use package::export::Format;
use std::path::Path;

tests![
    a_test_is_added_once_its_answer_is_agreed_to,
    answers_are_blessed_after_the_question,
    a_solution_that_disagrees_is_a_notice_and_nothing_is_written,
    a_new_problem_of_a_new_workspace_is_judged,
    no_workspace_begins_where_a_link_leads,
    a_workspaces_template_came_along_with_it,
    what_was_exported_is_imported_as_it_was,
    a_test_whose_files_are_not_all_there_is_a_loss_of_the_import,
    a_solution_is_ready_only_for_the_judge_of_its_problem,
    a_solution_is_ready_when_each_check_says_so,
];

/// Folders that are there already may be links that somebody made.
fn no_workspace_begins_where_a_link_leads() {
    for name in ["solutions", "problems", "testdata", "solutions/python"] {
        let (scene, home) = (Scene::empty(), tempfile::tempdir().unwrap());
        let link = scene.path(name);
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(home.path().join("new"), &link).unwrap();
        assert!(make_workspace(&scene.path(""), Path::new(""), Some("python"), "").is_err(), "{name}");
        std::fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(home.path(), &link).unwrap();
        assert!(make_workspace(&scene.path(""), Path::new(""), Some("python"), "").is_err(), "{name}");
        assert!(home.path().read_dir().unwrap().next().is_none(), "{name}");
        assert!(!scene.path("harness.toml").exists(), "{name}");
    }
}

/// Whoever handed a workspace over would choose which of the person's files becomes a solution,
/// which is then handed in.
fn a_workspaces_template_came_along_with_it() {
    let scene = Scene::twice();
    scene.write("../private.py", "SECRET = 1\n");
    scene.write("own/mine.py", "# mine\n");
    std::os::unix::fs::symlink("../private.py", scene.path("link.py")).unwrap();
    let make = |template: &str| {
        scene.write("harness.toml", &format!("template = \"{template}\"\n"));
        let wanted = NewProblem { slug: "other", language: Some("python"), ..NewProblem::default() };
        make_problem(&scene.path(""), &wanted, &scene.path(""))
    };
    let private = scene.path("../private.py");
    for template in [private.to_str().unwrap(), "../private.py", "link.py", "own/../../private.py"] {
        let error = make(template).unwrap_err();
        assert!(error.to_string().contains("did not come along"), "{template}: {error}");
        assert!(!scene.path("solutions/python/other.py").exists());
    }
    make("own/mine.py").unwrap();
    assert_eq!(scene.read("solutions/python/other.py"), "# mine\n");
}

fn new_test(judge: &Workspace, name: Option<&str>) -> NewTest {
    let place = judge.place_for(&judge.problem("twice").unwrap(), name).unwrap();
    NewTest { place, input: b"7\n".to_vec(), answer: None }
}

fn a_test_is_added_once_its_answer_is_agreed_to() {
    let (scene, mut heard, mut no) = (Scene::twice(), Heard::default(), Heard { declines: true, ..Heard::default() });
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let test = new_test(&judge, None);
    assert_eq!(&*test.place.id.0, "secret/02");
    judge.add(&named, &test, &mut scene.caller(&mut no)).unwrap_err();
    assert_eq!(no.asked_for, [(Confidence::Settled, b"14\n".to_vec())]);
    assert!(!test.place.input.exists());

    judge.add(&named, &test, &mut scene.caller(&mut heard)).unwrap();
    assert_eq!(scene.read("testdata/twice/secret/02.ans"), "14\n");
    // The input is there now, under another name.
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let again = new_test(&judge, Some("again"));
    let error = judge.add(&named, &again, &mut scene.caller(&mut heard)).unwrap_err();
    assert!(error.to_string().contains("the input of secret/02"), "{error}");
    for name in ["02", "../02", "invalid/1"] {
        assert!(judge.place_for(&named, Some(name)).is_err(), "{name}");
    }
}

fn answers_are_blessed_after_the_question() {
    let (scene, mut heard, mut no) = (Scene::twice(), Heard::default(), Heard { declines: true, ..Heard::default() });
    scene.write("testdata/twice/secret/01.ans", "41\n");
    scene.write("testdata/twice/secret/02.in", "3\n");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    judge.bless(&named, &mut scene.caller(&mut no)).unwrap_err();
    let answers: Vec<&[u8]> = no.asked_for.iter().map(|(_, bytes)| &bytes[..]).collect();
    assert_eq!(answers, [b"40\n", &b"6\n"[..]]);
    assert_eq!(scene.read("testdata/twice/secret/01.ans"), "41\n");

    let blessed = judge.bless(&named, &mut scene.caller(&mut heard)).unwrap();
    assert_eq!(blessed.len(), 2, "{blessed:?}");
    assert_eq!(scene.read("testdata/twice/secret/01.ans") + &scene.read("testdata/twice/secret/02.ans"), "40\n6\n");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let blessed = judge.bless(&named, &mut scene.caller(&mut no)).unwrap();
    assert!(blessed.is_empty(), "{blessed:?}");
}

fn a_solution_that_disagrees_is_a_notice_and_nothing_is_written() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("solutions/bash/twice--brute.sh", "read n\necho $((3 * n))\n");
    scene.write("testdata/twice/secret/02.in", "3\n");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let error = judge.bless(&named, &mut scene.caller(&mut heard)).unwrap_err();
    assert!(error.to_string().contains("nothing was written"), "{error}");
    let disagrees = |notice: &Notice| notice.text.contains("brute.sh does not agree with twice/twice.sh");
    assert!(heard.notices.iter().any(disagrees), "{:?}", heard.notices);
    assert!(!scene.path("testdata/twice/secret/02.ans").exists());
}

fn a_new_problem_of_a_new_workspace_is_judged() {
    let scene = Scene::twice();
    let here = scene.path("");
    std::fs::create_dir_all(scene.path("fresh")).unwrap();
    let made = make_workspace(&here, Path::new("fresh"), Some("python"), "language = \"{language}\"\n");
    assert!(made.unwrap().contains(&"harness.toml".into()));
    assert_eq!(scene.read("fresh/harness.toml"), "language = \"python\"\n");
    let root = scene.path("fresh");
    let wanted = NewProblem { slug: "two-heaps", ..NewProblem::default() };
    let made = make_problem(&root, &wanted, &here).unwrap();
    assert!(made.iter().all(|place| root.join(place).is_file()) && made.len() >= 3, "{made:?}");
    let again = make_problem(&root, &wanted, &here).unwrap_err();
    assert!(again.to_string().contains("already there"), "{again}");
    let report = {
        let mut judge = Workspace::open(&root).unwrap();
        judge.cache = scene.path("cache");
        judge.run(&judge.whole_plan().unwrap(), &mut Caller::new(&scene.cancel, &mut Quiet)).unwrap()
    };
    assert_eq!((report.summary.met, report.summary.unmet), (1, 0));
}

fn what_was_exported_is_imported_as_it_was() {
    let (scene, other, mut heard) = (Scene::twice(), Scene::twice(), Heard::default());
    let judge = scene.open();
    let wanted = ExportRequest { problem: "twice", format: Format::Icpc, license: None, rights_owner: None };
    let exported = judge.export(&wanted, &mut scene.caller(&mut heard)).unwrap();
    let place = scene.path("package");
    exported.write(&place, Comparing::Nothing, &mut scene.caller(&mut heard)).unwrap();
    let name = model::ProblemId::parse("doubled").unwrap();
    let package = Workspace::read(place, judge.languages.clone());
    let imports = package.to_import(Some(&name), &mut scene.caller(&mut heard)).unwrap();
    let [import] = &imports[..] else { panic!("{} imports", imports.len()) };
    write_import(import, &other.path(""), &scene.cancel).unwrap();
    assert_eq!(other.read("testdata/doubled/secret/01.in"), scene.read("testdata/twice/secret/01.in"));
    let again = write_import(import, &other.path(""), &scene.cancel).unwrap_err();
    assert!(again.to_string().contains("already there"), "{again}");
    let refused = scene.open().to_import(None, &mut scene.caller(&mut heard)).unwrap_err();
    assert!(refused.to_string().contains("is a workspace already"), "{refused}");
}

fn a_test_whose_files_are_not_all_there_is_a_loss_of_the_import() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("gone/problem.yaml", "name: Gone\n");
    for file in ["data/secret/1.in", "data/secret/1.ans", "data/secret/2.in", "submissions/accepted/a.py"] {
        scene.write(&format!("gone/{file}"), "");
    }
    let package = Workspace::read(scene.path("gone"), scene.open().languages.clone());
    let imports = package.to_import(None, &mut scene.caller(&mut heard)).unwrap();
    let losses: Vec<String> = imports[0].losses.iter().map(|loss| format!("{}: {}", loss.what, loss.why)).collect();
    let expected = "test secret/2: its input or its answer is not in the package";
    assert!(losses.iter().any(|loss| loss == expected), "{losses:?}");
}

fn a_solution_is_ready_only_for_the_judge_of_its_problem() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    let mut check = |source: &str, other: Option<&str>, expected: Option<&str>| {
        scene.write("problems/twice/problem.toml", &format!("title = \"Twice\"\n{source}"));
        let judge = scene.open();
        let named = judge.problem("twice").unwrap();
        let other = other.map(|name| profiles::called(name).unwrap());
        let wanted = ReadinessRequest { named: &named, label: Some("twice.sh"), judge: other };
        let ready = judge.readiness(&wanted, &mut scene.caller(&mut heard)).unwrap();
        let found = ready.findings.iter().find(|finding| finding.text.contains("limits may differ"));
        assert_eq!(found.map(|finding| &*finding.text), expected, "{source} {other:?}");
        assert_eq!(ready.is_ready(), expected.is_none(), "{source} {other:?}");
    };
    let of_luogu = "[source]\njudge = \"Luogu\"\nid = \"P1\"\n";
    check(of_luogu, Some("luogu"), None);
    check("", Some("luogu"), None);
    check("[source]\njudge = \"Elsewhere\"\n", None, None);
    check("[source]\nurl = \"https://open.kattis.com/problems/twice\"\n", Some("kattis"), None);
    let differs = |own: &str, other: &str| format!("twice is {own}: input, answers and limits may differ at {other}");
    check(of_luogu, Some("cses"), Some(&differs("Luogu P1", "CSES")));
    check("[source]\njudge = \"Elsewhere\"\n", Some("kattis"), Some(&differs("Elsewhere", "Kattis")));
}

fn a_solution_is_ready_when_each_check_says_so() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("solutions/bash/twice--wrong.sh", "#@ expect: wrong-answer\necho 2\n");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let mut of = |label| {
        let wanted = ReadinessRequest { named: &named, label, judge: None };
        judge.readiness(&wanted, &mut scene.caller(&mut heard))
    };
    let ready = of(None).unwrap();
    let [of_tests] = &ready.findings[..] else { panic!("{:?}", ready.findings) };
    assert!(of_tests.mark == Mark::Good && of_tests.text.starts_with("accepted on all 2 tests"), "{of_tests:?}");
    assert_eq!(ready.bytes, scene.read("solutions/bash/twice.sh").into_bytes());
    let wrong = of(Some("wrong")).unwrap();
    assert!(!wrong.is_ready() && wrong.findings[0].text.contains("wrong-answer on secret/01"), "{:?}", wrong.findings);
    assert!(of(Some("gone")).is_err());
}

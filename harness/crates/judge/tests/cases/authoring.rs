//! New problems, tests, answers and imports.

use crate::scene::{Heard, Scene};
use judge::{
    AddOutcome, BlessOutcome, Check, Comparing, Confidence, Error, ExportRequest, Importable, Judge, Mark, NewAnswer,
    NewProblem, NewTest, Notice, Proposal, Question, ReadinessRequest, Yes, importable, make_problem, make_workspace,
    write_import,
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
    a_solution_is_ready_when_each_check_says_so,
];

/// Answers with no, and remembers what was asked.
#[derive(Default)]
struct No {
    asked_for: Vec<(Confidence, Vec<u8>)>,
}

impl Question for No {
    fn agrees(&mut self, proposal: &Proposal<'_>) -> Result<bool, Error> {
        self.asked_for.extend(proposal.answers.iter().map(|(_, bytes)| (proposal.standing, bytes.clone())));
        Ok(false)
    }

    fn saves_unconfirmed(&mut self) -> Result<bool, judge::Error> {
        Ok(false)
    }
}

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

fn new_test(judge: &Judge, name: Option<&str>, answer: NewAnswer) -> NewTest {
    let place = judge.place_for(&judge.problem("twice").unwrap(), name).unwrap();
    NewTest { place, input: b"7\n".to_vec(), answer }
}

fn a_test_is_added_once_its_answer_is_agreed_to() {
    let (scene, mut heard, mut no) = (Scene::twice(), Heard::default(), No::default());
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let test = new_test(&judge, None, NewAnswer::OfModel);
    assert_eq!(&*test.place.id.0, "secret/02");
    let added = judge.add(&named, &test, &mut no, &mut scene.caller(&mut heard)).unwrap();
    assert_eq!((added, &no.asked_for[..]), (AddOutcome::Declined, &[(Confidence::Settled, b"14\n".to_vec())][..]));
    assert!(!test.place.input.exists());

    let added = judge.add(&named, &test, &mut Yes, &mut scene.caller(&mut heard)).unwrap();
    assert_eq!((added, scene.read("testdata/twice/secret/02.ans")), (AddOutcome::Written, "14\n".to_owned()));
    // The input is there now, under another name.
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let again = new_test(&judge, Some("again"), NewAnswer::Given(b"14\n".to_vec(), "a test".to_owned()));
    let error = judge.add(&named, &again, &mut Yes, &mut scene.caller(&mut heard)).unwrap_err();
    assert!(error.to_string().contains("the input of secret/02"), "{error}");
    for name in ["02", "../02", "invalid/1"] {
        assert!(judge.place_for(&named, Some(name)).is_err(), "{name}");
    }
}

fn answers_are_blessed_after_the_question() {
    let (scene, mut heard, mut no) = (Scene::twice(), Heard::default(), No::default());
    scene.write("testdata/twice/secret/01.ans", "41\n");
    scene.write("testdata/twice/secret/02.in", "3\n");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let blessed = judge.bless(&named, &mut no, &mut scene.caller(&mut heard)).unwrap();
    assert_eq!(blessed, BlessOutcome::Declined);
    let answers: Vec<&[u8]> = no.asked_for.iter().map(|(_, bytes)| &bytes[..]).collect();
    assert_eq!(answers, [b"40\n", &b"6\n"[..]]);
    assert_eq!(scene.read("testdata/twice/secret/01.ans"), "41\n");

    let blessed = judge.bless(&named, &mut Yes, &mut scene.caller(&mut heard)).unwrap();
    assert!(matches!(&blessed, BlessOutcome::Wrote(places) if places.len() == 2), "{blessed:?}");
    assert_eq!(scene.read("testdata/twice/secret/01.ans") + &scene.read("testdata/twice/secret/02.ans"), "40\n6\n");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let blessed = judge.bless(&named, &mut No::default(), &mut scene.caller(&mut heard)).unwrap();
    assert_eq!(blessed, BlessOutcome::Nothing);
}

fn a_solution_that_disagrees_is_a_notice_and_nothing_is_written() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("solutions/python/twice--brute.py", "print(3 * int(input()))\n");
    scene.write("testdata/twice/secret/02.in", "3\n");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let error = judge.bless(&named, &mut Yes, &mut scene.caller(&mut heard)).unwrap_err();
    assert!(error.to_string().contains("nothing was written"), "{error}");
    let disagrees =
        |notice: &Notice| matches!(notice, Notice::Disagrees { solution, .. } if solution.contains("brute"));
    assert!(heard.notices.iter().any(disagrees), "{:?}", heard.notices);
    assert!(!scene.path("testdata/twice/secret/02.ans").exists());
}

fn a_new_problem_of_a_new_workspace_is_judged() {
    let scene = Scene::twice();
    let here = scene.path("");
    std::fs::create_dir_all(scene.path("fresh")).unwrap();
    let made = make_workspace(&here, Path::new("fresh"), Some("python"), "language = \"{language}\"\n");
    assert!(made.unwrap().places.contains(&"harness.toml".into()));
    assert_eq!(scene.read("fresh/harness.toml"), "language = \"python\"\n");
    let root = scene.path("fresh");
    let wanted = NewProblem { slug: "two-heaps", ..NewProblem::default() };
    let made = make_problem(&root, &wanted, &here).unwrap();
    assert!(made.places.iter().all(|place| root.join(place).is_file()) && made.places.len() >= 3, "{made:?}");
    let again = make_problem(&root, &wanted, &here).unwrap_err();
    assert!(again.to_string().contains("already there"), "{again}");
    let report = {
        let judge = Judge { cache: scene.path("cache"), ..Judge::open(&root).unwrap() };
        judge.run(&judge.whole_plan().unwrap(), &scene.cancel, &mut |_| {}).unwrap()
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
    let languages = || judge.languages.clone();
    let Importable::Export(import) = importable(&place, Some(&name), languages()).unwrap() else { panic!() };
    write_import(&import, &other.path(""), &scene.cancel).unwrap();
    assert_eq!(other.read("testdata/doubled/secret/01.in"), scene.read("testdata/twice/secret/01.in"));
    let again = write_import(&import, &other.path(""), &scene.cancel).unwrap_err();
    assert!(again.to_string().contains("is there already"), "{again}");

    // Without the list of its original files it is a package like any other.
    std::fs::remove_dir_all(place.join("harness")).unwrap();
    let Importable::Package(package) = importable(&place, None, languages()).unwrap() else { panic!() };
    let imports = package.to_import(None).unwrap();
    let ids: Vec<&str> = imports.iter().map(|import| import.id.as_str()).collect();
    assert_eq!(ids, ["package"]);
    assert!(importable(&scene.path(""), None, languages()).is_err(), "a workspace is not a package");
}

fn a_solution_is_ready_when_each_check_says_so() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("solutions/python/twice--wrong.py", "#@ expect: wrong-answer\nprint(2)\n");
    let judge = scene.open();
    let named = judge.problem("twice").unwrap();
    let mut of = |label| {
        let wanted = ReadinessRequest { named: &named, label, judge: None };
        judge.readiness(&wanted, &mut scene.caller(&mut heard))
    };
    let ready = of(None).unwrap();
    let found: Vec<(Check, Mark)> = ready.findings.iter().map(|one| (one.check(), one.mark())).collect();
    assert_eq!((found, ready.is_ready()), (vec![(Check::Tests, Mark::Good)], true));
    assert_eq!(ready.bytes, scene.read("solutions/python/twice.py").into_bytes());
    let wrong = of(Some("wrong")).unwrap();
    assert!(
        !wrong.is_ready() && wrong.findings[0].to_string().contains("wrong-answer on secret/01"),
        "{:?}",
        wrong.findings
    );
    assert!(of(Some("gone")).is_err());
}

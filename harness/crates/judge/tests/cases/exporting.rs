//! A problem as a package of another format.

use crate::scene::{Heard, Scene};
use judge::{Comparing, Difference, Error, ExportOutcome, ExportRequest, Notice};
use model::Verdict;
use package::export::Format;

tests![
    a_package_is_a_value_before_it_is_written_and_written_once,
    a_package_that_is_judged_otherwise_is_not_written,
    a_package_is_judged_by_the_python_of_its_own_judge,
    a_solution_that_is_right_on_what_is_left_is_left_out,
    a_cancelled_export_writes_nothing,
];

fn twice(format: Format) -> ExportRequest<'static> {
    ExportRequest { problem: "twice", format, license: Some("cc by"), rights_owner: None }
}

fn a_package_is_a_value_before_it_is_written_and_written_once() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("testdata/twice/secret/crlf.in", "4\r\n");
    scene.write("testdata/twice/secret/crlf.ans", "8\n");
    let judge = scene.open();
    let exported = judge.export(&twice(Format::Kattis), &mut scene.caller(&mut heard)).unwrap();
    let lost: Vec<&str> = exported.export.losses.iter().map(|loss| loss.what.as_str()).collect();
    assert!(lost.contains(&"test secret/crlf"), "{lost:?}");
    assert!(exported.export.missing.is_empty() && !scene.path("out").exists());

    let place = scene.path("out");
    let written = exported.write(&place, Comparing::Verdicts, &mut scene.caller(&mut heard)).unwrap();
    assert!(matches!(written, ExportOutcome::Files(files) if files > 5), "{written:?}");
    assert!(scene.read("out/problem.yaml").contains("license: cc by"));
    assert!(heard.finished >= 4, "both solutions, here and there: {}", heard.finished);
    let again = exported.write(&place, Comparing::Nothing, &mut scene.caller(&mut heard)).unwrap_err();
    assert!(again.to_string().contains("it is there already"), "{again}");

    let unknown = ExportRequest { problem: "thrice", ..twice(Format::Icpc) };
    assert!(judge.export(&unknown, &mut scene.caller(&mut heard)).is_err());
}

fn a_package_that_is_judged_otherwise_is_not_written() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    // The answers' folder is called otherwise there.
    scene.write("problems/twice/checker.py", "import sys\nsys.exit(42 if 'testdata' in sys.argv[2] else 43)\n");
    let judge = scene.open();
    let exported = judge.export(&twice(Format::Icpc), &mut scene.caller(&mut heard)).unwrap();
    let written = exported.write(&scene.path("out"), Comparing::Verdicts, &mut scene.caller(&mut heard)).unwrap();
    let ExportOutcome::Differs(found) = written else { panic!("{written:?}") };
    let is_expected = |one: &Difference| {
        matches!(one, Difference::Verdict { here: Verdict::Accepted, there: Verdict::WrongAnswer, .. })
    };
    assert!(found.iter().any(is_expected), "{found:?}");
    assert!(!scene.path("out").exists());
}

/// Kattis and the ICPC run `.py` by PyPy, also where the workspace runs it by CPython.
fn a_package_is_judged_by_the_python_of_its_own_judge() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    let source = "import sys\nn = int(input())\nprint(0 if sys.implementation.name == 'pypy' else 2 * n)\n";
    scene.write("solutions/python/twice.py", source);
    let judge = scene.open();
    let exported = judge.export(&twice(Format::Icpc), &mut scene.caller(&mut heard)).unwrap();
    let written = exported.write(&scene.path("out"), Comparing::Verdicts, &mut scene.caller(&mut heard)).unwrap();
    let has_pypy = engine::build::in_path("pypy3").is_some();
    let is_missed = heard.notices.iter().any(|notice| matches!(notice, Notice::OtherPython { .. }));
    assert_eq!(is_missed, !has_pypy, "{:?}", heard.notices);
    assert_eq!(matches!(written, ExportOutcome::Differs(_)), has_pypy, "{written:?}");
}

fn a_solution_that_is_right_on_what_is_left_is_left_out() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("testdata/twice/secret/crlf.in", "4\r\n");
    scene.write("testdata/twice/secret/crlf.ans", "8\n");
    let wrong = "#@ expect: wrong-answer\nn = int(input())\nprint(9 if n == 4 else 2 * n)\n";
    scene.write("solutions/python/twice--four.py", wrong);
    let judge = scene.open();
    let exported = judge.export(&twice(Format::Icpc), &mut scene.caller(&mut heard)).unwrap();
    let submissions: Vec<String> = exported.export.submissions.keys().map(ToString::to_string).collect();
    assert_eq!(submissions, ["twice/twice.py", "twice/brute.py"]);
}

fn a_cancelled_export_writes_nothing() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    let judge = scene.open();
    let exported = judge.export(&twice(Format::Domjudge), &mut scene.caller(&mut heard)).unwrap();
    scene.cancel.raise();
    for comparing in [Comparing::Nothing, Comparing::Verdicts] {
        let place = scene.path("twice.zip");
        let error = exported.write(&place, comparing, &mut scene.caller(&mut heard)).unwrap_err();
        assert!(matches!(error, Error::Interrupted), "{error}");
        assert!(!place.exists());
    }
}

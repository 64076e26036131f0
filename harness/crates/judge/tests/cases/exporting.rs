//! A problem as a package of another format.

use crate::scene::{Heard, Scene};
use judge::{Comparing, Error, ExportRequest};
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
    assert!(!scene.path("out").exists());

    let place = scene.path("out");
    exported.write(&place, Comparing::Verdicts, &mut scene.caller(&mut heard)).unwrap();
    assert!(scene.read("out/problem.yaml").contains("license: \"cc by\""));
    assert!(heard.finished >= 4, "both solutions, here and there: {}", heard.finished);
    let again = exported.write(&place, Comparing::Nothing, &mut scene.caller(&mut heard)).unwrap_err();
    assert!(again.to_string().contains("it is there already"), "{again}");

    let unknown = ExportRequest { problem: "thrice", ..twice(Format::Icpc) };
    assert!(judge.export(&unknown, &mut scene.caller(&mut heard)).is_err());
}

fn a_package_that_is_judged_otherwise_is_not_written() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    // The answers' folder is called otherwise there.
    scene.write("problems/twice/checker.sh", "case $2 in *testdata*) exit 42 ;; *) exit 43 ;; esac\n");
    let judge = scene.open();
    let exported = judge.export(&twice(Format::Icpc), &mut scene.caller(&mut heard)).unwrap();
    let written = exported.write(&scene.path("out"), Comparing::Verdicts, &mut scene.caller(&mut heard)).unwrap_err();
    assert!(written.to_string().contains("accepted here, wrong-answer there"), "{written}");
    assert!(!scene.path("out").exists());
}

/// Kattis and the ICPC run `.py` by PyPy, also where the workspace runs it by CPython.
fn a_package_is_judged_by_the_python_of_its_own_judge() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    let source = "import sys\nn = int(input())\nprint(0 if sys.implementation.name == 'pypy' else 2 * n)\n";
    std::fs::remove_file(scene.path("solutions/bash/twice.sh")).unwrap();
    scene.write("solutions/python/twice.py", source);
    let judge = scene.open();
    let exported = judge.export(&twice(Format::Icpc), &mut scene.caller(&mut heard)).unwrap();
    let written = exported.write(&scene.path("out"), Comparing::Verdicts, &mut scene.caller(&mut heard));
    let has_pypy = engine::build::in_path("pypy3").is_some();
    let is_missed = heard.notices.iter().any(|notice| notice.text.contains("runs Python by PyPy"));
    assert_eq!(is_missed, !has_pypy, "{:?}", heard.notices);
    assert_eq!(written.is_err(), has_pypy, "{written:?}");
}

fn a_solution_that_is_right_on_what_is_left_is_left_out() {
    let (scene, mut heard) = (Scene::twice(), Heard::default());
    scene.write("testdata/twice/secret/crlf.in", "4\r\n");
    scene.write("testdata/twice/secret/crlf.ans", "8\n");
    let wrong = "#@ expect: wrong-answer\nread n\necho $((n == 4 ? 9 : 2 * n))\n";
    scene.write("solutions/bash/twice--four.sh", wrong);
    let judge = scene.open();
    let exported = judge.export(&twice(Format::Icpc), &mut scene.caller(&mut heard)).unwrap();
    let submissions: Vec<String> = exported.export.submissions.keys().map(ToString::to_string).collect();
    assert_eq!(submissions, ["twice/twice.sh", "twice/brute.sh"]);
    let losses = format!("{:?}", exported.export.losses);
    assert!(losses.contains("it fails on tests alone that are left out"), "{losses}");
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

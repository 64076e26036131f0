//! A folder of submissions as a table.

use crate::scene::{Heard, Scene};
use engine::run::Settings;
use judge::class::{Class, ClassGrades, ClassRequest, GradeTask, Unread};
use judge::record::ClassTable;
use model::Verdict;
use model::standings::{Outcome, RecordDepth};
use std::path::Path;

tests![
    a_class_is_read_and_graded_by_calls_alone,
    the_only_problem_is_meant_where_no_file_names_one,
    a_record_gives_the_table_again_without_what_has_changed,
    a_class_that_is_cancelled_is_open,
    what_cannot_be_read_is_an_error_before_anything_runs,
];

/// Ana is right, Bob is wrong on the second test, Cleo's file is a PDF.
fn scene() -> Scene {
    let scene = Scene::twice();
    scene.write("class/Ana/twice.sh", "read n\necho $((2 * n))\n");
    scene.write("class/Bob/twice.sh", "echo 2\n");
    scene.write("class/Cleo/twice.pdf", "%PDF");
    scene
}

fn read(scene: &Scene, patterns: &[&str]) -> Class {
    let (folder, patterns) = (scene.path("class"), patterns.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
    scene.open().class(&ClassRequest { patterns: &patterns, ..ClassRequest::of(&folder) }).unwrap()
}

fn unread(class: &Class) -> Vec<&Unread> {
    class.roster.rows.iter().flat_map(|row| &row.unread).collect()
}

fn students(class: &Class) -> Vec<&str> {
    class.roster.rows.iter().map(|row| row.student.as_str()).collect()
}

fn rows(class: &Class, graded: ClassGrades, rules: ClassTable) -> Vec<(String, Option<usize>, String)> {
    let rows = class.standings(graded.attempts, rules).rows.into_iter();
    rows.map(|row| (row.student, row.rank, row.total.to_string())).collect()
}

fn row(student: &str, rank: Option<usize>, total: &str) -> (String, Option<usize>, String) {
    (student.to_owned(), rank, total.to_owned())
}

fn a_class_is_read_and_graded_by_calls_alone() {
    let (scene, mut heard) = (scene(), Heard::default());
    let class = read(&scene, &[]);
    assert_eq!(class.patterns, ["{student}/{problem}.{ext}"]);
    assert_eq!(students(&class), ["Ana", "Bob", "Cleo"]);
    let lost: Vec<(&str, bool)> = unread(&class).iter().map(|one| (one.file.as_str(), one.is_open)).collect();
    assert_eq!(lost, [("Cleo/twice.pdf", true)]);

    let graded = class.grade(&mut scene.caller(&mut heard)).unwrap();
    assert_eq!((heard.finished, graded.attempts.len(), graded.interrupted), (2, 2, false));
    let bob = graded.attempts.values().find(|attempt| attempt.file.starts_with("Bob")).unwrap();
    assert_eq!(bob.outcome, Outcome::Judged(Verdict::WrongAnswer));
    assert_eq!(bob.failure.as_ref().map(|failure| failure.number), Some(2));
    assert!(!class.is_whole(graded.attempts.values()), "Cleo's file may be a submission");
    let all = rows(&class, graded, ClassTable::default());
    assert_eq!(all, [row("Ana", Some(1), "100"), row("Bob", Some(2), "0"), row("Cleo", None, "0")]);

    // By the share of tests, and from what is remembered.
    let rules = ClassTable { per_test: true, ..ClassTable::default() };
    let (plan, builder) = (class.judge.whole_plan().unwrap(), class.judge.builder().unwrap());
    let task = GradeTask { rules, ..GradeTask::of(&plan, &builder) };
    let graded = class.grade_task(task, &mut scene.caller(&mut heard)).unwrap();
    assert!(graded.cached >= 2, "{}", graded.cached);
    assert_eq!(rows(&class, graded, rules)[1], row("Bob", Some(2), "50"));
}

fn the_only_problem_is_meant_where_no_file_names_one() {
    let scene = Scene::twice();
    for file in ["zoe/main.sh", "max/x.sh", "zoe/again.sh"] {
        scene.write(&format!("class/{file}"), "read n\necho $((2 * n))\n");
        let class = read(&scene, &[]);
        assert_eq!((&class.patterns[..], unread(&class).len()), (&["{student}/{attempt}.{ext}".to_owned()][..], 0));
    }
    assert_eq!(students(&read(&scene, &[])), ["max", "zoe"]);
    // The same with a pattern and with a table.
    scene.write("who.csv", "file,student\nzoe/main.sh,zoe\nzoe/again.sh,zoe\nmax/x.sh,max\n");
    let table = scene.path("who.csv");
    let folder = scene.path("class");
    let by_table = scene.open().class(&ClassRequest { mapping: Some(&table), ..ClassRequest::of(&folder) }).unwrap();
    for class in [read(&scene, &["{student}/{attempt}.{ext}"]), by_table] {
        assert_eq!((unread(&class).len(), class.judge.catalog.solutions.len()), (0, 3), "{:?}", class.patterns);
    }
    // One file that names a problem, and the others are told of.
    scene.write("class/max/twice.sh", "read n\necho $((2 * n))\n");
    let class = read(&scene, &[]);
    assert_eq!((class.patterns.len(), unread(&class).len()), (1, 3));
    // Then the pattern is said that reads the rest, and it does.
    let (more, files) = class.rest.clone().unwrap();
    assert_eq!((more.as_str(), files), ("{student}/{attempt}.{ext}", 3));
    assert_eq!(unread(&read(&scene, &[&class.patterns[0], &more])).len(), 0);
    let none = read(&scene, &["{student}/{problem}/{attempt}.{ext}"]);
    let error = none.must_hold_submissions("class").unwrap_err();
    assert_eq!(error.to_string(), "class holds no submission that is read as {student}/{problem}/{attempt}.{ext}");
    assert!(class.must_hold_submissions("class").is_ok());
}

fn a_record_gives_the_table_again_without_what_has_changed() {
    let (scene, mut heard) = (scene(), Heard::default());
    let class = read(&scene, &["{student}/{problem}.{ext}"]);
    let (plan, builder) = (class.judge.whole_plan().unwrap(), class.judge.builder().unwrap());
    let settings = Settings { command: "grader".to_owned(), ..Settings::of_machine() };
    let task = GradeTask { records: true, settings, ..GradeTask::of(&plan, &builder) };
    let record = class.grade_task(task, &mut scene.caller(&mut heard)).unwrap().record.unwrap();
    let signed: Vec<_> = record.solutions.iter().map(|one| (one.student.as_deref(), one.attempt)).collect();
    assert_eq!(signed, [(Some("Ana"), Some(1)), (Some("Bob"), Some(1))]);
    let (rules, keep) = (record.run.class.unwrap(), RecordDepth::Results);
    assert_eq!(class.attempts_of(&record, rules, keep).attempts.len(), 2);

    scene.write("class/Bob/twice.sh", "echo another program\n");
    std::fs::remove_file(scene.path("class/Ana/twice.sh")).unwrap();
    let later = read(&scene, &[]);
    let again = later.attempts_of(&record, rules, keep);
    assert_eq!((again.changed, again.gone), (vec!["Bob/twice.sh".to_owned()], vec!["Ana/twice.sh".to_owned()]));
}

fn a_class_that_is_cancelled_is_open() {
    let (scene, mut heard) = (scene(), Heard::default());
    let class = read(&scene, &[]);
    scene.cancel.raise();
    let graded = class.grade(&mut scene.caller(&mut heard)).unwrap();
    assert!(graded.interrupted && graded.attempts.is_empty());
    assert_eq!(class.standings(graded.attempts, ClassTable::default()).open, 3);
}

fn what_cannot_be_read_is_an_error_before_anything_runs() {
    let scene = scene();
    let (judge, folder) = (scene.open(), scene.path("class"));
    let check = |wanted: ClassRequest<'_>, words: &str| {
        let error = judge.class(&wanted).map(|_| ()).unwrap_err();
        assert!(judge::chain(&error).contains(words), "{}", judge::chain(&error));
    };
    check(ClassRequest::of(&scene.path("nowhere")), "nowhere");
    check(ClassRequest::of(&scene.path("class/Ana/twice.sh")), "is not a folder");
    check(
        ClassRequest { patterns: &["{student".to_owned()], ..ClassRequest::of(&folder) },
        "the pattern `{student` is not understood",
    );
    for (table, words) in [("/nowhere.csv", "/nowhere.csv"), ("/dev/zero", "too large")] {
        check(ClassRequest { mapping: Some(Path::new(table)), ..ClassRequest::of(&folder) }, words);
    }
    check(ClassRequest { problems: &["A=thrice".to_owned()], ..ClassRequest::of(&folder) }, "thrice");
    let two = ["twice".to_owned(), "twice".to_owned()];
    check(ClassRequest { problems: &two, ..ClassRequest::of(&folder) }, "two are named");
}

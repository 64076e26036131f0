//! A folder of submissions as a table.

use crate::scene::{Heard, Scene};
use engine::run::Settings;
use judge::class::{Class, ClassGrades, ClassRequest, Coverage, GradeTask, PathsAre};
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
    scene.write("class/Ana/twice.py", "print(2 * int(input()))\n");
    scene.write("class/Bob/twice.py", "print(min(2, 2 * int(input())))\n");
    scene.write("class/Cleo/twice.pdf", "%PDF");
    scene
}

fn read(scene: &Scene, paths: PathsAre<'_>) -> Class {
    let folder = scene.path("class");
    scene.open().class(&ClassRequest { paths, ..ClassRequest::of(&folder) }).unwrap()
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
    let class = read(&scene, PathsAre::Usual);
    assert_eq!(class.reading.pattern.as_deref(), Some("{student}/{problem}.{ext}"));
    assert_eq!(class.roster.students, ["Ana", "Bob", "Cleo"]);
    let unread: Vec<&str> = class.roster.unread.iter().map(|unread| unread.file.as_str()).collect();
    assert_eq!(unread, ["Cleo/twice.pdf"]);
    assert!(class.roster.unread[0].may_be_one());

    let graded = class.grade(&mut scene.caller(&mut heard)).unwrap();
    assert_eq!((heard.finished, graded.attempts.len(), graded.interrupted), (2, 2, false));
    let bob = graded.attempts.values().find(|attempt| attempt.file.starts_with("Bob")).unwrap();
    assert_eq!(bob.outcome, Outcome::Judged(Verdict::WrongAnswer));
    assert_eq!(bob.failure.as_ref().map(|failure| failure.number), Some(2));
    let covered = |broken: &[&str]| class.coverage(graded.attempts.values(), graded.interrupted, broken);
    assert_eq!(covered(&[]), Coverage::Part, "Cleo's file may be a submission");
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
    for file in ["zoe/main.py", "max/x.py", "zoe/again.py"] {
        scene.write(&format!("class/{file}"), "print(2 * int(input()))\n");
        let class = read(&scene, PathsAre::Usual);
        assert_eq!(
            (class.reading.pattern.as_deref(), class.roster.unread.len()),
            (Some("{student}/{attempt}.{ext}"), 0)
        );
    }
    assert_eq!(read(&scene, PathsAre::Usual).roster.students, ["max", "zoe"]);
    // The same with a pattern and with a table.
    scene.write("who.csv", "file,student\nzoe/main.py,zoe\nzoe/again.py,zoe\nmax/x.py,max\n");
    let table = scene.path("who.csv");
    for paths in [PathsAre::Like("{student}/{attempt}.{ext}"), PathsAre::ListedIn(&table)] {
        let class = read(&scene, paths);
        assert_eq!((class.roster.unread.len(), class.judge.catalog.solutions.len()), (0, 3), "{paths:?}");
    }
    // One file that names a problem, and the others are told of.
    scene.write("class/max/twice.py", "print(2 * int(input()))\n");
    let class = read(&scene, PathsAre::Usual);
    assert_eq!((class.reading.names_problems, class.roster.unread.len()), (true, 3));
    let none = read(&scene, PathsAre::Like("{student}/{problem}/{attempt}.{ext}"));
    let error = none.must_hold_submissions("class", &[]).unwrap_err();
    assert_eq!(error.to_string(), "class holds no submission that is read as {student}/{problem}/{attempt}.{ext}");
    assert!(class.must_hold_submissions("class", &[]).is_ok());
}

fn a_record_gives_the_table_again_without_what_has_changed() {
    let (scene, mut heard) = (scene(), Heard::default());
    let class = read(&scene, PathsAre::Like("{student}/{problem}.{ext}"));
    let (plan, builder) = (class.judge.whole_plan().unwrap(), class.judge.builder().unwrap());
    let settings = Settings { command: "grader".to_owned(), ..Settings::of_machine() };
    let task = GradeTask { records: true, settings, ..GradeTask::of(&plan, &builder) };
    let record = class.grade_task(task, &mut scene.caller(&mut heard)).unwrap().record.unwrap();
    let signed: Vec<_> = record.solutions.iter().map(|one| (one.student.as_deref(), one.attempt)).collect();
    assert_eq!(signed, [(Some("Ana"), Some(1)), (Some("Bob"), Some(1))]);
    let (rules, keep) = (record.run.class.unwrap(), RecordDepth::Results);
    assert_eq!(class.attempts_of(&record, rules, keep).attempts.len(), 2);

    scene.write("class/Bob/twice.py", "print('another program')\n");
    std::fs::remove_file(scene.path("class/Ana/twice.py")).unwrap();
    let later = read(&scene, PathsAre::Usual);
    let again = later.attempts_of(&record, rules, keep);
    assert_eq!((again.changed, again.gone), (vec!["Bob/twice.py".to_owned()], vec!["Ana/twice.py".to_owned()]));
}

fn a_class_that_is_cancelled_is_open() {
    let (scene, mut heard) = (scene(), Heard::default());
    let class = read(&scene, PathsAre::Usual);
    scene.cancel.raise();
    let graded = class.grade(&mut scene.caller(&mut heard)).unwrap();
    assert!(graded.interrupted && graded.attempts.is_empty());
    assert_eq!(class.coverage(graded.attempts.values(), graded.interrupted, &[]), Coverage::Interrupted);
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
    check(ClassRequest::of(&scene.path("class/Ana/twice.py")), "is not a folder");
    check(ClassRequest { paths: PathsAre::Like("{student"), ..ClassRequest::of(&folder) }, "the pattern of `--as`");
    check(
        ClassRequest { paths: PathsAre::ListedIn(Path::new("/nowhere.csv")), ..ClassRequest::of(&folder) },
        "/nowhere.csv",
    );
    check(ClassRequest { paths: PathsAre::ListedIn(Path::new("/dev/zero")), ..ClassRequest::of(&folder) }, "too large");
    check(ClassRequest { problems: &["A=thrice".to_owned()], ..ClassRequest::of(&folder) }, "thrice");
    let two = ["twice".to_owned(), "twice".to_owned()];
    check(ClassRequest { problems: &two, ..ClassRequest::of(&folder) }, "two are named");
}

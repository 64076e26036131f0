use super::*;
use crate::testing::{Fake, problem};
use crate::text::Look;
use csv::render;
use model::record::{Build, ClassTable};
use model::standings::{Attempt, Column, Outcome, RecordDepth, Standings, Student, WORTH};
use model::{Points, Verdict};
use page::Links;
use std::sync::Arc;
use table::draw;

const BEST: ClassTable = ClassTable { last: false, per_test: false };
const LAST: ClassTable = ClassTable { last: true, ..BEST };
const PER_TEST: ClassTable = ClassTable { per_test: true, ..BEST };

const NARROW: Look = Look { color: false, unicode: true, width: Some(60) };

/// Each row: a name, and for each problem the letters of each attempt. No attempts: nothing
/// submitted.
fn standings(problems: &[&str], rows: &[(&str, &[&[&str]])], counting: ClassTable, keep: RecordDepth) -> Standings {
    let are_scored: Vec<Arc<model::Problem>> = problems.iter().map(|slug| problem(slug, 1, 4)).collect();
    let columns =
        problems.iter().map(|slug| Column { problem: (*slug).to_owned(), title: format!("The {slug}"), of: WORTH });
    let student = |(at, (name, cells)): (usize, &(&str, &[&[&str]]))| {
        let mut all = Vec::new();
        for (at, attempts) in cells.iter().enumerate() {
            for (n, letters) in attempts.iter().enumerate() {
                let fake = Fake::new(&are_scored[at], &format!("s{n}"));
                let fake = match *letters {
                    "C" => fake.build(Build::Rejected { messages: "error: \u{1b}[31m<b>no</b>\n".to_owned() }),
                    letters => fake.verdicts(letters),
                };
                let language = if n == 0 { "C++" } else { "Python" };
                all.push((at, Attempt::of(&fake.result, language, BEST, keep)));
            }
        }
        Student { name: (*name).to_owned(), label: format!("s-{at}"), attempts: all, unread: Vec::new() }
    };
    let students = rows.iter().enumerate().map(student).collect();
    Standings::new(columns.collect(), students, counting)
}

/// Ana, with one attempt at one problem.
fn ana(attempt: Attempt) -> Standings {
    let column = Column { problem: "nim".to_owned(), title: "Nim".to_owned(), of: WORTH };
    let (name, label) = ("Ana".to_owned(), "ana".to_owned());
    let ana = Student { name, label, attempts: vec![(0, attempt)], unread: Vec::new() };
    Standings::new(vec![column], vec![ana], BEST)
}

fn class() -> Standings {
    let rows: &[(&str, &[&[&str]])] = &[
        ("Ana López", &[&["....."], &["..W..", "....."], &["T...."]]),
        ("=cmd|' /C'!A0 \"x\"", &[&["....."], &["....."], &[]]),
        ("李雷", &[&["C"], &[], &["....!"]]),
        ("bob", &[&["....."], &["W...."], &["....."]]),
    ];
    standings(&["nim", "nim-moves", "wythoff"], rows, BEST, RecordDepth::Results)
}

#[test]
fn the_best_attempt_counts_ties_share_a_rank_and_an_open_result_has_none() {
    let class = class();
    let ranks: Vec<_> = class.rows.iter().map(|row| (row.student.as_str(), row.rank, row.total.to_string())).collect();
    let rank = |at: usize, name: &'static str, rank, total: &str| {
        assert_eq!(ranks[at], (name, rank, total.to_owned()));
    };
    rank(0, "=cmd|' /C'!A0 \"x\"", Some(1), "200");
    rank(1, "Ana López", Some(1), "200");
    rank(2, "bob", Some(1), "200");
    rank(3, "李雷", None, "0");
    assert_eq!(class.open, 1);
}

#[test]
fn an_attempt_without_a_result_leaves_the_rank_open_where_it_may_be_the_best() {
    let rank = |attempts: &[&str], counting| {
        standings(&["nim"], &[("a", &[attempts])], counting, RecordDepth::Results).rows[0].rank
    };
    assert_eq!(rank(&["W....", "....!"], BEST), None);
    assert_eq!(rank(&[".....", "....!"], BEST), Some(1));
    assert_eq!(rank(&["....!", "W...."], LAST), Some(1));
    assert_eq!(rank(&["W....", "....!"], LAST), None);
}

#[test]
fn the_last_attempt_counts_where_that_is_the_rule() {
    let attempts: &[&[&str]] = &[&[".....", "W...."]];
    let total =
        |counting| standings(&["nim"], &[("a", attempts)], counting, RecordDepth::Results).rows[0].total.to_string();
    assert_eq!((total(BEST), total(LAST)), ("100".to_owned(), "0".to_owned()));
}

#[test]
fn the_table_fits_a_narrow_and_a_wide_terminal() {
    let class = class();
    let wide = draw(&class, Look { width: Some(120), ..NARROW });
    snapbox::assert_data_eq!(
        wide,
        snapbox::str![[r#"
   student            nim   nim-moves  wythoff  total
1  =cmd|' /C'!A0 "x"  100   100        –          200
1  Ana López          100   100 ×2     0 TLE      200
1  bob                100   0 WA       100        200
?  李雷               0 CE  –          ? fault      0
×2: attempts, the best one counts

1 submission not judged: the table is not complete

"#]]
    );
    let narrow = draw(&class, Look { width: Some(40), ..NARROW });
    snapbox::assert_data_eq!(
        narrow,
        snapbox::str![[r#"
   student            total
1  =cmd|' /C'!A0 "x"    200
1  Ana López            200
1  bob                  200
?  李雷                   0
too narrow for the problems: a file of
the table has them

1 submission not judged: the table is
not complete

"#]]
    );
}

#[test]
fn a_spreadsheet_takes_every_name_as_a_name() {
    snapbox::assert_data_eq!(
        render(&class()),
        snapbox::str![[r#"
rank,student,total,nim,nim verdict,nim attempts,nim ms,nim file,nim-moves,nim-moves verdict,nim-moves attempts,nim-moves ms,nim-moves file,wythoff,wythoff verdict,wythoff attempts,wythoff ms,wythoff file
1,"'=cmd|' /C'!A0 ""x""",200,100,accepted,1,3,solutions/src/bin/nim--s0.rs,100,accepted,1,3,solutions/src/bin/nim-moves--s0.rs,,,,,
1,Ana López,200,100,accepted,1,3,solutions/src/bin/nim--s0.rs,100,accepted,2,3,solutions/src/bin/nim-moves--s1.rs,0,time-limit,1,3,solutions/src/bin/wythoff--s0.rs
1,bob,200,100,accepted,1,3,solutions/src/bin/nim--s0.rs,0,wrong-answer,1,3,solutions/src/bin/nim-moves--s0.rs,100,accepted,1,3,solutions/src/bin/wythoff--s0.rs
,李雷,0,0,compile-error,1,,solutions/src/bin/nim--s0.rs,,,,,,,fault,1,3,solutions/src/bin/wythoff--s0.rs

"#]]
    );
}

#[test]
fn a_students_page_has_nobody_else_and_nothing_of_the_tests_unless_that_is_asked_for() {
    let rows: &[(&str, &[&[&str]])] = &[("<i>Ana</i>", &[&["..W.."]]), ("Bob", &[&["C"]])];
    let page = |keep, at: usize| {
        let class = standings(&["nim"], rows, BEST, keep);
        page::student(&class, &class.rows[at], "Week 1")
    };
    let ana = page(RecordDepth::Results, 0);
    assert!(ana.contains("&lt;i&gt;Ana&lt;/i&gt;") && ana.contains("wrong answer on test 3 of 5"), "{ana}");
    for secret in ["Bob", "secret/", "-5 -2 -9", "expected"] {
        assert!(!ana.contains(secret), "{secret}");
    }
    assert!(page(RecordDepth::Contents, 0).contains("-5 -2 -9"));
    let bob = page(RecordDepth::Results, 1);
    assert!(
        bob.contains("does not compile") && bob.contains("&lt;b&gt;no&lt;/b&gt;") && !bob.contains('\u{1b}'),
        "{bob}"
    );
}

#[test]
fn the_overview_leads_to_the_students_pages_where_there_are_any() {
    let class = class();
    assert!(page::overview(&class, "x", Links::Students).contains("href=\"s-0.html\""));
    let alone = page::overview(&class, "x", Links::Nowhere);
    assert!(!alone.contains("href") && !alone.contains("<script"));
}

#[test]
fn the_overview_counts_for_each_problem_who_tried_and_who_solved_it() {
    let page = page::overview(&class(), "x", Links::Nowhere);
    assert!(page.contains("<td>3 of 4</td><td>2 of 3</td><td>1 of 3</td>"), "{page}");
}

#[test]
fn a_traceback_on_a_students_page_names_no_folder_of_the_machine() {
    let build = format!("/home/teacher/build/{}/out/nim.py", "a".repeat(32));
    let fake = Fake::new(&problem("nim", 1, 1), "s").verdicts("R").evidence(0, |evidence| {
        evidence.stderr.head = format!("File \"{build}\", line 3\n").into_bytes();
        evidence.stderr.tail = b"IndexError\n".to_vec();
        evidence.stderr.bytes = 9_000;
    });
    let attempt = Attempt::of(&fake.result, "Python", BEST, RecordDepth::Contents);
    let class = ana(attempt);
    let page = page::student(&class, &class.rows[0], "x");
    assert!(page.contains(", line 3\n…\nIndexError") && page.contains("its beginning and its end"), "{page}");
    assert!(!page.contains("/home/teacher"), "{page}");
}

#[test]
fn white_space_that_differs_is_seen_on_a_students_page() {
    let fake = Fake::new(&problem("nim", 1, 1), "s").verdicts("P").evidence(0, |evidence| {
        evidence.answer = crate::testing::excerpt("4\n");
        evidence.output = crate::testing::excerpt("4  \n\t\r\n");
    });
    let attempt = Attempt::of(&fake.result, "Python", BEST, RecordDepth::Contents);
    let class = ana(attempt);
    let page = page::student(&class, &class.rows[0], "x");
    let output = "<pre>4<s>␣</s><s>␣</s>\n<s>␉</s><s>␍</s>\n</pre>";
    assert!(page.contains("<pre>4\n</pre>") && page.contains(output), "{page}");
}

#[test]
fn a_note_stands_once_on_a_students_page() {
    for keep in [RecordDepth::Results, RecordDepth::Contents] {
        let mut fake = Fake::new(&problem("nim", 1, 1), "s").verdicts("T");
        fake.result.tests[0].note = Some("far over the limit".to_owned());
        let attempt = Attempt::of(&fake.result, "Python", BEST, keep);
        let class = ana(attempt);
        let page = page::student(&class, &class.rows[0], "x");
        assert_eq!(page.matches("far over the limit").count(), 1, "{page}");
    }
}

#[test]
fn a_number_below_zero_is_no_formula() {
    let mut class = standings(&["nim"], &[("-a", &[&["....."]])], BEST, RecordDepth::Results);
    class.rows[0].total = Points(-5_000_000);
    class.rows[0].cells[0].as_mut().unwrap().attempts[0].points = Some(Points(-5_000_000));
    assert!(render(&class).contains("\n1,\"'-a\",-5,-5,accepted,"), "{}", render(&class));
}

#[test]
fn what_was_not_run_is_not_said_to_be_decided_where_it_is_open() {
    let page = |letters: &str| {
        let class = standings(&["nim"], &[("a", &[&[letters]])], BEST, RecordDepth::Results);
        page::student(&class, &class.rows[0], "t")
    };
    assert!(page("..---").contains("- not run<"), "{}", page("..---"));
}

#[test]
fn a_submission_whose_points_are_still_open_is_not_judged_though_a_test_has_failed() {
    let attempt = |letters: &str, by: ClassTable| {
        let fake = Fake::new(&problem("nim", 1, 4), "").verdicts(letters);
        Attempt::of(&fake.result, "C++", by, RecordDepth::Results)
    };
    let interrupted = attempt(".W---", PER_TEST);
    assert_eq!((interrupted.outcome, interrupted.points), (Outcome::NotJudged, None));
    let whole = attempt(".W---", BEST);
    assert_eq!((whole.outcome, whole.points), (Outcome::Judged(Verdict::WrongAnswer), Some(Points(0))));
    let judged = attempt(".W...", PER_TEST);
    assert_eq!(judged.points, Some(Points(80_000_000)));
    let in_groups = |letters: &str| {
        let points = letters.starts_with("...W.").then_some(Points(0));
        let score = model::Score { points, of: Some(WORTH), ..model::Score::default() };
        let fake = Fake::new(&problem("nim", 1, 4), "").verdicts(letters).change(|one| one.score = Some(score));
        Attempt::of(&fake.result, "C++", BEST, RecordDepth::Results).outcome
    };
    assert_eq!(in_groups("...W."), Outcome::Judged(Verdict::WrongAnswer));
    assert_eq!(in_groups("...W-"), Outcome::NotJudged);
}

#[test]
fn what_may_be_a_submission_and_was_not_read_is_open_wherever_it_may_belong() {
    let unread = |file: &str, problem: Option<&str>, open| model::record::UnreadFile {
        file: file.to_owned(),
        why: "an archive: unpack it".to_owned(),
        student: "Ana".to_owned(),
        problem: problem.map(|id| model::ProblemId::parse(id).unwrap()),
        open,
    };
    let right = Fake::new(&problem("nim", 1, 4), "s").verdicts("....");
    let right = Attempt::of(&right.result, "C++", BEST, RecordDepth::Results);
    let check = |unread: Vec<model::record::UnreadFile>, rank, cells: [&str; 3]| {
        let columns = ["nim", "sum", "wythoff"].map(|problem| Column {
            problem: problem.to_owned(),
            title: String::new(),
            of: WORTH,
        });
        let ana = Student { name: "Ana".to_owned(), label: String::new(), attempts: vec![(0, right.clone())], unread };
        let class = Standings::new(columns.into(), vec![ana], BEST);
        let outcomes =
            class.rows[0].cells.iter().map(|cell| cell.as_ref().map_or("-", |cell| cell.counting().outcome.short()));
        assert_eq!((class.rows[0].rank, outcomes.collect::<Vec<_>>()), (rank, cells.to_vec()));
    };
    check(Vec::new(), Some(1), ["AC", "-", "-"]);
    check(vec![unread("notes.pdf", None, false)], Some(1), ["AC", "-", "-"]);
    check(vec![unread("sum.zip", Some("sum"), true)], None, ["AC", "not read", "-"]);
    check(vec![unread("all.zip", None, true)], None, ["AC", "not read", "not read"]);
}

#[test]
fn what_was_not_read_is_counted_as_no_submission() {
    let mut class = standings(&["nim"], &[("Ana", &[&["W....", "....."]])], BEST, RecordDepth::Results);
    let mut readme = ana(Attempt::open("README.txt", "", WORTH)).rows.remove(0);
    let nothing = model::standings::Row { cells: vec![None], ..readme.clone() };
    readme.cells[0].as_mut().unwrap().attempts[0].outcome = Outcome::Unread("no problem".to_owned());
    class.rows.extend([readme, nothing]);
    let page = page::overview(&class, "x", Links::Nowhere);
    assert!(page.contains("2 submissions of 1 student, and nothing that is read of 2 more"), "{page}");
    assert!(page.contains("<td>1 of 1</td>"), "{page}");
    assert!(render(&class).contains("Ana,0,,not-read,0,,README.txt\n"), "{}", render(&class));
}

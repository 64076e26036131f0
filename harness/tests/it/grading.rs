//! `harness grade`: from a class's folder to its table.

use crate::command::{fixture, left_to_long};
use crate::scene::Scene;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// A program that reads `n` and prints `value`.
fn answer(value: &str) -> String {
    format!("read n\necho $(({value}))\n")
}

/// A workspace with two problems and a class of students with hostile names and programs.
fn class() -> Scene {
    let scene = Scene::twice();
    scene
        .write("problems/half/problem.toml", "title = \"Half of It\"\n[limits]\ntime = 0.5\nwall = 1.0\nmemory = 64\n");
    scene.write("testdata/half/sample/01.in", "8\n");
    scene.write("testdata/half/sample/01.ans", "4\n");
    scene.write("testdata/half/secret/01.in", "10\n");
    scene.write("testdata/half/secret/01.ans", "5\n");
    scene.solution("half", "", "n / 2");
    let hog = "fn main() { let mut all = Vec::new(); loop { all.push(vec![1u8; 1 << 22]); } }\n";
    let files = [
        ("Ana López/twice.sh", answer("n * 2")),
        ("Ana López/Half of It.sh", answer("n / 2")),
        ("=cmd|' C'!A0/twice.sh", answer("n + n")),
        ("=cmd|' C'!A0/half.sh", "while :; do :; done\n".to_owned()),
        ("O'Neil; \"rm\" $(reboot) ~/twice.sh", "#@ expect: wrong-answer\n".to_owned()),
        ("O'Neil; \"rm\" $(reboot) ~/half.sh", answer("4")),
        ("李雷/twice.rs", "//@ expect: compile-error\nfn main() { let x: i32 = \"\x1b[31m<b>\"; }\n".to_owned()),
        ("李雷/half.rs", hog.to_owned()),
        ("-rf/twice.sh", "echo secret 10 >&2\nexit 101\n".to_owned()),
    ];
    for (file, text) in files {
        scene.write(&format!("class/{file}"), &text);
    }
    scene
}

#[test]
fn a_hostile_class_gets_its_table_and_no_word_of_what_was_expected() {
    let scene = class();
    let graded = scene.run(&["grade", "class", "--as", "{student}/{problem}.{ext}", "--csv", "scores.csv"]);
    assert_eq!(graded.code, Some(0), "{graded:?}");
    snapbox::assert_data_eq!(
        scene.read("scores.csv"),
        snapbox::str![[r#"
rank,student,total,half,half verdict,half attempts,half ms,half file,twice,twice verdict,twice attempts,twice ms,twice file
1,Ana López,200,100,accepted,1,[..],Ana López/Half of It.sh,100,accepted,1,[..],Ana López/twice.sh
2,"'=cmd|' C'!A0",100,0,time-limit,1,[..],"'=cmd|' C'!A0/half.sh",100,accepted,1,[..],"'=cmd|' C'!A0/twice.sh"
3,"'-rf",0,,,,,,0,run-time-error,1,[..],"'-rf/twice.sh"
3,"O'Neil; ""rm"" $(reboot) ~",0,0,wrong-answer,1,[..],"O'Neil; ""rm"" $(reboot) ~/half.sh",0,wrong-answer,1,[..],"O'Neil; ""rm"" $(reboot) ~/twice.sh"
3,李雷,0,0,memory-limit,1,[..],李雷/half.rs,0,compile-error,1,,李雷/twice.rs

"#]]
    );
    let all = format!("{}{}", graded.out, graded.err);
    for word in ["as expected", "expected", "PASS", "FAIL", "\x1b"] {
        assert!(!all.contains(word), "{word}: {all}");
    }
    assert!(all.contains("wrong answer, test 2 of 2") && all.contains("9 submissions judged, 3 accepted"), "{all}");
    assert!(all.contains("3  李雷"), "{all}");
    // The harness leaves nothing among the students' files, and remembers no run as the last.
    assert_eq!(scene.files().iter().filter(|file| file.starts_with("class/")).count(), 9);
    assert_eq!(scene.run(&["last"]).code, Some(2));
}

#[test]
fn the_shape_is_guessed_and_said_and_results_are_remembered() {
    let scene = class();
    let first = scene.run(&["grade", "class", "-q"]);
    assert!(first.err.contains("reading paths as {student}/{problem}.{ext} (a folder a student)"), "{first:?}");
    let again = scene.run(&["grade", "class", "-q"]);
    assert!(again.out.contains("10 runs (10 remembered)"), "{again:?}");
    let table = |out: &str| out.split_once("\n\n").map(|(_, table)| table.to_owned());
    assert_eq!(table(&first.out), table(&again.out));
}

#[test]
fn what_is_known_at_an_interruption_is_kept_and_the_next_time_goes_on_from_there() {
    let scene = Scene::twice();
    scene.write("class/a/twice.sh", &answer("n * 2"));
    for student in 0..8 {
        scene.write(&format!("class/s{student}/twice.sh"), &format!("sleep {}\n", 3600 + student));
    }
    let mut command = scene.command(&["grade", "class", "-j", "1"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.contains("1/9  twice  a "), "{line}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest}");
    assert!(rest.contains("1  a        100") && rest.contains("not judged: the table is not complete"), "{rest}");
    // The others would sleep again if they were run.
    scene.write("only/a/twice.sh", &answer("n * 2"));
    let again = scene.run(&["grade", "only"]);
    assert!(again.out.contains("1 run (1 remembered)"), "{again:?}");
}

/// A spreadsheet without its times: on a busy machine a run near its limits is not cached, and a
/// shard measures it itself.
fn untimed(scene: &Scene, file: &str) -> String {
    let text = scene.read(file);
    let is_time = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit()) && !field.is_empty();
    let lines = text.lines().map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        // Attempts, then milliseconds: a time is the second of two numbers in a row after a
        // verdict.
        let time = |at: usize| at > 4 && is_time(&fields[at]) && is_time(&fields[at - 1]) && !is_time(&fields[at - 2]);
        let masked = (0..fields.len()).map(|at| if time(at) { "ms" } else { fields[at] });
        masked.collect::<Vec<_>>().join(",")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn shards_anywhere_make_the_table_of_one_machine() {
    let scene = class();
    let whole = scene.run(&["grade", "class", "-q", "--csv", "whole.csv"]);
    for k in ["1", "2", "3"] {
        let part =
            scene.run(&["grade", "class", "-q", "--shard", &format!("{k}/3"), "--json", &format!("part-{k}.json")]);
        assert_eq!(part.code, Some(0), "{part:?}");
    }
    let parts = ["part-1.json", "part-2.json", "part-3.json"];
    let merged = scene.run(&[&["grade", "class", "-q", "--csv", "merged.csv", "--from"], &parts[..]].concat());
    assert_eq!(merged.code, whole.code, "{merged:?}");
    assert_eq!((merged.code, untimed(&scene, "merged.csv")), (whole.code, untimed(&scene, "whole.csv")), "{merged:?}");
    let table = |out: &str| out[out.find("   student").unwrap()..].to_owned();
    assert_eq!(table(&merged.out), table(&whole.out));
    let missing = scene.run(&[&["grade", "class", "-q", "--from"], &parts[..2]].concat());
    assert_eq!(missing.code, Some(3), "{missing:?}");
    assert!(missing.err.contains("1 of 3 shards are missing: 3/3"), "{missing:?}");
    let incomplete = scene.run(&[&["merge"], &parts[..2]].concat());
    assert_eq!(incomplete.code, Some(3), "{incomplete:?}");
    assert!(incomplete.out.contains("1 of 3 shards are missing: the table is not complete"), "{incomplete:?}");
    let ranks = incomplete.out.lines().skip(1).take_while(|line| !line.is_empty());
    assert!(ranks.filter(|line| !line.starts_with("?  ")).count() == 0, "{incomplete:?}");
    // `merge` knows a class, too, without its files.
    std::fs::rename(scene.path("class"), scene.path("elsewhere")).unwrap();
    let merged = scene.run(&[&["merge"], &parts[..]].concat());
    assert_eq!((merged.code, table(&merged.out)), (Some(0), table(&whole.out)), "{merged:?}");
    assert!(!merged.out.contains("expected"), "{merged:?}");
    // What students hand in is not a run of this workspace's solutions.
    let last = scene.run(&["last"]);
    assert!(last.code == Some(2) && last.err.contains("no run is remembered here"), "{last:?}");
}

#[test]
fn the_last_attempt_counts_in_a_merge_as_it_does_on_one_machine() {
    let scene = Scene::twice();
    // In the order of their ids, which are hashes, another attempt would be the last.
    for (student, right) in [("ana", "10"), ("ben", "9"), ("cem", "2"), ("dan", "1")] {
        for attempt in ["1", "2", "9", "10"] {
            let value = if attempt == right { "n * 2" } else { "0" };
            scene.write(&format!("class/{student}/twice/{attempt}.sh"), &answer(value));
        }
    }
    let whole = scene.run(&["grade", "class", "-q", "--count", "last"]);
    for k in ["1", "2"] {
        let (shard, json) = (format!("{k}/2"), format!("part-{k}.json"));
        scene.run(&["grade", "class", "-q", "--count", "last", "--shard", &shard, "--json", &json]);
    }
    let merged = scene.run(&["merge", "part-1.json", "part-2.json"]);
    let table = |out: &str| out[out.find("   student").unwrap()..].to_owned();
    assert!(table(&whole.out).contains("1  ana      100 ×4     100"), "{whole:?}");
    assert_eq!(
        table(&merged.out).lines().take(5).collect::<Vec<_>>(),
        table(&whole.out).lines().take(5).collect::<Vec<_>>()
    );
}

#[test]
fn a_file_on_standard_output_has_it_for_itself() {
    let scene = Scene::twice();
    scene.write("class/ana/twice.sh", &answer("n * 2"));
    let grade = |args: &[&str]| {
        let graded = scene.run(&[&["grade", "class", "--as", "{student}/{problem}.{ext}"], args].concat());
        assert_eq!(graded.code, Some(0), "{graded:?}");
        assert!(graded.err.contains("1 submission judged, 1 accepted"), "{graded:?}");
        graded.out
    };
    let csv = grade(&["--csv", "-"]);
    assert!(csv.starts_with("rank,student,") && csv.lines().count() == 2, "{csv}");
    let json = grade(&["--json", "-"]);
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{json}");
    scene.write("part.json", &grade(&["--shard", "1/1", "--json", "-"]));
    // Of two reports, one of which cannot be had, neither is written.
    let refused = scene.run(&["merge", "part.json", "--report", "json=all.json", "--report", "jsonl=lines"]);
    assert!(refused.code == Some(2) && refused.err.contains("a merge is not a run"), "{refused:?}");
    assert!(!scene.path("all.json").exists());
    let merged = scene.run(&["merge", "part.json", "--report", "json=-"]);
    assert!(serde_json::from_str::<serde_json::Value>(&merged.out).is_ok(), "{merged:?}");
    assert!(merged.err.contains("1  ana      100      100"), "{merged:?}");
}

#[test]
fn files_are_written_though_standard_output_is_full() {
    let scene = Scene::twice();
    scene.write("class/ana/twice.sh", &answer("n * 2"));
    let grade = |args: &[&str]| {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = scene.command(&[&["grade", "class"], args].concat());
        let graded = command.stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_ne!(graded.status.code(), Some(0));
        String::from_utf8(graded.stderr).unwrap()
    };
    let err = grade(&["--csv", "scores.csv", "--json", "all.json"]);
    assert!(err.contains("cannot write to standard output"), "{err}");
    assert!(scene.read("scores.csv").contains("1,ana,100,") && scene.read("all.json").contains("ana"), "{err}");
    let err = grade(&["--csv", "-", "--html", "all.html"]);
    assert!(err.contains("cannot write a report to -") && scene.read("all.html").contains("ana"), "{err}");
}

#[test]
fn the_table_is_printed_though_no_file_can_be_written() {
    let scene = Scene::twice();
    scene.write("class/ana/twice.sh", &answer("n * 2"));
    let graded = scene.run(&["grade", "class", "--json", "/dev/full", "--csv", "/dev/full"]);
    assert_eq!(graded.code, Some(3), "{graded:?}");
    assert!(graded.out.contains("1  ana      100      100"), "{graded:?}");
    assert_eq!(graded.err.matches("error: cannot write a report to /dev/full: ").count(), 2, "{graded:?}");
}

#[test]
fn a_table_of_records_is_counted_by_the_rules_that_they_were_graded_by() {
    let scene = Scene::twice();
    scene.write("testdata/twice/secret/02.in", "2\n");
    scene.write("testdata/twice/secret/02.ans", "4\n");
    scene.write("class/ana/twice/1.sh", &answer("n * 2"));
    scene.write("class/ana/twice/2.sh", "echo 4\n");
    let grade = |args: &[&str]| scene.run(&[&["grade", "class", "-q"], args].concat());
    grade(&["--count", "last", "--per-test", "--json", "all.json"]);
    grade(&["--count", "last", "--json", "decided.json"]);
    let check = |args: &[&str], row: &str| {
        let table = grade(&[args, &["--from", "all.json"]].concat());
        assert!(table.out.contains(row), "{row}: {table:?}");
    };
    check(&[], "1  ana      50 WA ×2     50");
    check(&["--count", "best"], "1  ana      100 ×2    100");
    for (json, options) in [("one.json", &["--per-test"][..]), ("other.json", &[])] {
        grade(&[&["--shard", "1/1", "--json", json], options].concat());
    }
    let other = scene.run(&["merge", "one.json", "other.json"]);
    assert!(other.code == Some(2) && other.err.contains("grade one of them again, with the `--per-test`"), "{other:?}");
    let refused = grade(&["--per-test", "--from", "decided.json"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.err.contains("judge every test for the records, too"), "{refused:?}");
}

#[test]
fn a_file_that_changed_after_it_was_graded_is_not_judged_by_its_record() {
    let scene = Scene::twice();
    scene.write("class/ana/twice.sh", &answer("n * 2"));
    scene.write("class/ben/twice.sh", &answer("n + 2"));
    let part = scene.run(&["grade", "class", "-q", "--shard", "1/1", "--json", "part.json"]);
    assert_eq!(part.code, Some(0), "{part:?}");
    let from = || scene.run(&["grade", "class", "-q", "--from", "part.json"]);
    assert_eq!(from().code, Some(0));
    scene.write("class/ana/twice.sh", "echo something else\n");
    let changed = from();
    assert_eq!(changed.code, Some(3), "{changed:?}");
    assert!(changed.out.contains("?  ana      ? not judged"), "{changed:?}");
    assert!(changed.err.contains("changed since these records were graded, not judged: ana/twice.sh"), "{changed:?}");
}

#[test]
fn a_record_whose_file_is_gone_is_counted_and_named() {
    let scene = Scene::twice();
    for student in ["ana", "ben", "cem"] {
        scene.write(&format!("class/{student}/twice.sh"), &answer("n * 2"));
    }
    assert_eq!(scene.run(&["grade", "class", "-q", "--json", "all.json"]).code, Some(0));
    for student in ["ana", "cem"] {
        std::fs::remove_dir_all(scene.path(&format!("class/{student}"))).unwrap();
    }
    let from = scene.run(&["grade", "class", "-q", "--from", "all.json"]);
    assert!(from.code == Some(0) && from.out.contains("1  ben      100      100"), "{from:?}");
    let words = "gone since these records were graded, 2 submissions left out: ana/twice.sh, cem/twice.sh";
    assert!(from.err.contains(words), "{from:?}");
}

#[test]
fn records_that_do_not_belong_together_are_refused_with_what_to_do() {
    let scene = Scene::twice();
    scene.write("class/ana/twice.sh", &answer("n * 2"));
    let part = |k: &str| {
        let json = format!("part-{k}.json");
        scene.run(&["grade", "class", "-q", "--shard", &format!("{k}/2"), "--json", &json])
    };
    assert_eq!(part("1").code, Some(0));
    scene.write("class/ben/twice.sh", &answer("2 * n"));
    assert_eq!(part("2").code, Some(0));
    let from = scene.run(&["grade", "class", "-q", "--from", "part-1.json", "part-2.json"]);
    assert_eq!(from.code, Some(2), "{from:?}");
    assert!(from.err.contains("part-2.json is one of 2 of plan"), "{from:?}");
    assert!(from.err.contains("hint: name one record of the whole class, or the parts of one: grade"), "{from:?}");
}

#[test]
fn a_part_says_what_becomes_of_its_results() {
    let scene = Scene::twice();
    scene.write("class/ana/twice.sh", &answer("n * 2"));
    let part = |args: &[&str]| scene.run(&[&["grade", "class", "--shard", "1/1"], args].concat());
    let unwritten = part(&[]);
    assert_eq!(unwritten.code, Some(2), "{unwritten:?}");
    assert!(unwritten.err.contains("--json"), "{unwritten:?}");
    for table in [["--csv", "a.csv"], ["--html", "pages"]] {
        let refused = part(&[&["--json", "part.json"], &table[..]].concat());
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.err.contains(table[0]), "{refused:?}");
    }
}

#[test]
fn pages_are_one_a_student_and_hold_nothing_of_the_tests_unless_that_is_asked_for() {
    let scene = class();
    let pages = |args: &[&str]| {
        let graded = scene.run(&[&["grade", "class", "-q", "--html", "pages"], args].concat());
        assert_eq!(graded.code, Some(0), "{graded:?}");
        let files = scene.files();
        let names: Vec<&String> = files.iter().filter(|file| file.starts_with("pages/")).collect();
        assert_eq!(names.len(), 6, "{names:?}");
        let of = |words: &str| names.iter().map(|name| scene.read(name)).find(|page| page.contains(words)).unwrap();
        (of("<h1>Ana López</h1>"), of("<h1>-rf</h1>"), scene.read("pages/index.html"))
    };
    let (ana, rf, index) = pages(&[]);
    assert!(ana.contains("100</strong> of 100: accepted") && !ana.contains("Neil"), "{ana}");
    assert!(rf.contains("run-time error on test 1 of 1, a sample") && rf.contains("nothing submitted"), "{rf}");
    assert!(!rf.contains("secret 10") && !rf.contains("sample/01"), "{rf}");
    assert_eq!(index.matches("<a href=").count(), 5, "{index}");
    let (_, rf, _) = pages(&["--contents", "--title", "Week 1"]);
    assert!(rf.contains("secret 10") && rf.contains("Week 1"), "{rf}");
    let alone = scene.run(&["grade", "class", "-q", "--html", "all.html"]);
    assert_eq!(alone.code, Some(0));
    assert!(!scene.read("all.html").contains("href"));
    assert_eq!(scene.run(&["grade", "class", "--html", "problems/half/problem.toml"]).code, Some(2));
    // A place that cannot hold a page is noticed before anything is judged.
    std::fs::create_dir_all(scene.path("taken/index.html")).unwrap();
    let taken = scene.run(&["grade", "class", "--html", "taken"]);
    assert!(taken.code == Some(2) && taken.out.is_empty() && taken.err.contains("it is a folder"), "{taken:?}");
}

#[test]
fn attempts_are_counted_and_which_of_two_files_counts_is_said() {
    let scene = Scene::twice();
    scene.write("class/ana/twice/1.sh", &answer("n"));
    scene.write("class/ana/twice/2.sh", &answer("n * 2"));
    scene.write("class/ana/twice/10.sh", &answer("n * 3"));
    let best = scene.run(&["grade", "class"]);
    assert!(
        best.out.contains("1  ana      100 ×3    100") && best.out.contains("×3: attempts, the best one counts"),
        "{best:?}"
    );
    assert!(scene.run(&["grade", "class", "--count", "last"]).out.contains("1  ana      0 WA ×3      0"));
    scene.write("two/ana/twice.sh", &answer("n * 2"));
    scene.write("two/ana/twice.py", "print(int(input()) * 3)\n");
    let two = scene.run(&["grade", "two"]);
    assert!(two.out.contains("×2: attempts, the best one counts"), "{two:?}");
}

#[test]
fn what_many_hand_in_is_judged_once_though_their_names_are_in_the_files_names() {
    let scene = Scene::twice();
    let grade = |students: &[&str]| {
        for student in students {
            scene.write(&format!("class/{student}_twice.rs"), "// class of 2026\nfn main() { println!(\"2\"); }\n");
        }
        scene.run(&["grade", "class", "--as", "{student}_{problem}.{ext}"])
    };
    assert!(grade(&["ana"]).out.contains("1 submission judged, 1 accepted; "));
    let all = grade(&["ben", "cem"]);
    assert!(all.out.contains("3 submissions judged, 3 accepted; ") && all.out.contains(" (3 remembered) "), "{all:?}");
}

#[test]
fn what_many_hand_in_is_built_once_without_the_cache_too() {
    let scene = Scene::twice();
    // More than a batch: a build that is replaced is closed to the cell that ran it before.
    for student in 0..6 {
        scene.write(&format!("class/s{student}/twice.sh"), &answer("n * 2"));
    }
    let graded = scene.run(&["grade", "class", "-j", "1", "--no-cache", "--json", "all.json"]);
    assert!(graded.out.contains("6 submissions judged, 6 accepted"), "{graded:?}");
    let record: serde_json::Value = serde_json::from_str(&scene.read("all.json")).unwrap();
    let submissions = record["solutions"].as_array().unwrap();
    let built = submissions.iter().filter(|submission| submission["build"]["cached"] == false);
    assert_eq!(built.count(), 1, "{record}");
}

#[test]
fn a_class_that_cannot_be_read_as_a_whole_is_not_complete() {
    let scene = Scene::twice();
    scene.write("class/ana/twice.sh", &answer("n * 2"));
    // The path of the last file is too long for a call: not even root can read it.
    let deep = "cd -P class; d=$(printf %0255d 0); for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do mkdir $d; cd -P $d; done; echo > $d";
    assert!(Command::new("sh").args(["-c", deep]).current_dir(scene.root()).status().unwrap().success());
    let graded = scene.run(&["grade", "class", "--as", "{student}/{problem}.{ext}"]);
    assert!(
        graded.out.contains("1  ana ") && graded.out.contains("?  0000") && graded.err.contains("cannot be read"),
        "{graded:?}"
    );
    assert_eq!(graded.code, Some(3), "{graded:?}");
}

#[test]
fn bad_input_is_said_once_with_the_next_step() {
    let scene = class();
    let check = |args: &[&str], code: i32, words: &str| {
        let graded = scene.run(&[&["grade"], args].concat());
        assert_eq!(graded.code, Some(code), "{graded:?}");
        assert!(graded.err.contains(words), "{words}: {graded:?}");
    };
    check(&["class", "--as", "{studnet}/{problem}.{ext}"], 2, "did you mean `{student}`?");
    check(&["class", "--as", "{student}.{ext}", "--dry-run"], 4, "holds no submission");
    check(&["nowhere"], 2, "cannot open nowhere");
    check(&["problems/half/problem.toml"], 2, "is not a folder");
    check(&["class", "--problem", "nothing"], 4, "no problem is called `nothing`");
    let named = "hint: name the files that the shards wrote with `--report json=FILE` or `--json FILE`";
    check(&["class", "--from", "part-*.json"], 2, named);
    scene.write("torn.json", "{");
    check(&["class", "--from", "torn.json"], 2, "hint: run this shard again: its report is not whole");
    scene.run(&["twice", "--report", "json=run.json"]);
    check(&["class", "--from", "run.json"], 2, "run.json is not a record of a class");
    std::fs::create_dir(scene.path("empty")).unwrap();
    check(&["empty"], 4, "holds no submission that is read");
    for student in ["a", "b"] {
        scene.write(&format!("odd/{student}/homework.sh"), &answer("n * 2"));
        scene.write(&format!("odd/{student}/notes.pdf"), "");
    }
    check(&["odd"], 4, "`--problem 'homework=NAME'` says which problem is meant by `homework`");
    scene.write("odd/a/Makefile", "");
    check(&["odd"], 4, "not read: a/Makefile: its name has no ending that names a language");
    check(&["odd", "--problem", "homework=twice"], 0, "reading paths as {student}/{problem}.{ext}");
    check(&["odd", "--problem", "twice"], 0, "reading paths as {student}/{attempt}.{ext}");
    std::fs::create_dir(scene.path("odd/late")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", scene.path("odd/late/twice.rs")).unwrap();
    // Whoever handed in a link has handed in something.
    check(&["odd", "--problem", "homework=twice"], 3, "not read: late/twice.rs: a link");
    std::fs::remove_file(scene.path("odd/late/twice.rs")).unwrap();
    check(&["odd", "--problem", "homework=twice"], 3, "not read: late: an empty folder");
    std::fs::remove_dir(scene.path("odd/late")).unwrap();
    scene.write("problems/broken/problem.toml", "titel = 1\n");
    scene.write("odd/c/broken.sh", &answer("n"));
    check(&["odd", "--problem", "homework=twice"], 3, "`broken` is left out because of the errors in its files");
}

#[test]
fn thousands_of_submissions_are_read_and_what_is_odd_among_them_is_still_said() {
    if left_to_long("it writes thousands of files") {
        return;
    }
    let scene = Scene::twice();
    for student in 0..10_000 {
        scene.write(&format!("class/s{student:05}/twice.py"), "");
    }
    std::fs::create_dir(scene.path("class/late")).unwrap();
    let read = scene.run(&["grade", "class", "--dry-run"]);
    assert_eq!(read.code, Some(3), "{}", read.err);
    let end = "s09999  twice  s09999/twice.py\n\
               10,000 submissions of 10,000 students, and nothing that is read of 1 more\n";
    assert!(read.out.ends_with(end), "{}", &read.out[read.out.len().saturating_sub(200)..]);
    assert!(read.err.contains("not read: late: an empty folder"), "{}", read.err);
}

#[test]
fn a_fault_of_ours_is_no_ones_zero() {
    let scene = Scene::new();
    crate::command::copy(&fixture("faults"), scene.root());
    scene.write(
        "class/ana/crash.rs",
        &std::fs::read_to_string(fixture("faults").join("solutions/src/bin/crash.rs")).unwrap(),
    );
    let graded = scene.run(&["grade", "class"]);
    assert_eq!(graded.code, Some(3), "{graded:?}");
    assert!(graded.out.contains("? fault") && graded.out.contains("?  ana"), "{graded:?}");
    assert!(graded.out.contains("0 submissions judged, 0 accepted"), "{graded:?}");
}

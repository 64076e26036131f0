//! How a problem is judged, by its tables and by the programs in its folder.

use super::*;

#[test]
fn there_is_one_way_to_judge() {
    check_with(
        "title = 'x'\n[compare]\n[checker]\n[interactor]",
        &["checker.rs", "interactor.rs"],
        &[
            "2:2-8 warning: checker.rs is not used [remove the file, or put [checker] in place of [compare]]",
            "2:2-8 warning: interactor.rs is not used [remove the file, or put [interactor] in place of [compare]]",
            "3:2-8 error: [compare] and [checker] in one problem [keep exactly one of [compare], [checker] and [interactor]]",
            "4:2-11 error: [compare] and [interactor] in one problem [keep exactly one of [compare], [checker] and [interactor]]",
        ],
    );
}

#[test]
fn a_program_in_the_folder_judges_unless_a_table_says_otherwise() {
    let program = |file: &str, protocol| {
        let file = Path::new("/w/problems/nim").join(file);
        ProgramSpec { protocol, file, args: Vec::new(), accepts_answers: true }
    };
    let checker = |file, protocol| Judging::Checker(program(file, protocol));
    let interactor = |file, protocol| Judging::Interactor(program(file, protocol));
    let (icpc, testlib, lines) = (Protocol::Icpc, Protocol::Testlib, Judging::Compare(Comparison::Lines));
    let judging = |text: &str, files: &[&str], expected: &[Judging]| {
        let problem = good(&format!("title = 'x'\n{text}"), files);
        assert_eq!(problem.judgings().cloned().collect::<Vec<_>>(), expected, "{text} {files:?}");
    };
    judging("", &["checker.rs"], &[checker("checker.rs", icpc)]);
    judging("", &["checker/"], &[checker("checker", icpc)]);
    judging("", &["checker.rs", "checker/"], &[checker("checker.rs", icpc)]);
    judging("", &["interactor.cpp"], &[interactor("interactor.cpp", icpc)]);
    judging("", &["checker.txt", "my-checker.rs"], std::slice::from_ref(&lines));
    judging("[checker]\nkind = 'testlib'", &["checker.cpp"], &[checker("checker.cpp", testlib)]);
    judging("[checker]\nkind = 'cms'", &["checker.cpp"], &[checker("checker.cpp", Protocol::Cms)]);
    judging("[interactor]\nfile = 'talk'", &["talk/"], &[interactor("talk", icpc)]);
    let named = &["judge.rs", "interactor.rs"];
    judging("[interactor]\nfile = 'judge.rs'", named, &[interactor("judge.rs", icpc)]);
    let (both, talks) = (&["checker.cpp", "interactor.cpp"], "[interactor]\nkind = 'testlib'\n");
    let interactor = interactor("interactor.cpp", testlib);
    judging(&format!("{talks}[checker]"), both, &[interactor.clone(), checker("checker.cpp", icpc)]);
    judging(&format!("{talks}[compare]"), &both[1..], &[interactor.clone(), lines]);
    judging(talks, &both[1..], &[interactor]);
    check_with(
        "title = 'x'\ninteractor.kind = 'cms'\n",
        &["interactor.cpp"],
        &["2:19-23 error: `interactor.kind` cannot be `cms` [use one of `icpc`, `testlib`]"],
    );
    check_with(
        "title = 'x'\n[compare]",
        &["checker.rs"],
        &["2:2-8 warning: checker.rs is not used [remove the file, or put [checker] in place of [compare]]"],
    );
    check_with(
        "title = 'x'",
        &["checker.rs", "interactor.rs"],
        &["error: both checker.rs and interactor.rs would judge [add [checker] or [interactor]]"],
    );
    check_with(
        "title = 'x'",
        &["checker.cpp", "checker.rs"],
        &["error: more than one checker: checker.cpp, checker.rs [keep one of them]"],
    );
    check(
        "title = 'x'\n[checker]",
        &[
            "2:2-8 error: [checker] without a program [add `checker.rs` to the problem's folder, or name it: file = \"…\"]",
        ],
    );
    check_with(
        "title = 'x'\n[checker]\nfile = '../../etc/passwd'",
        &["checker.rs"],
        &["3:8-25 error: there is no file `../../etc/passwd` in the problem's folder"],
    );
}

//! Whole packages on disk.

use crate::kattis::data::Data;
use crate::kattis::settings::ValidatorArgs;
use crate::kattis::{Package, read};
use beneath::Home;
use std::fs;
use std::path::Path;

fn is_source(name: &str) -> bool {
    [".cpp", ".py", ".java"].iter().any(|end| name.ends_with(end))
}

/// Reads the package with these files. Checks the titles of its diagnostics, with the files' names.
fn package(files: &[(&str, &str)], printed: &[&str]) -> Package {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    check(dir.path(), printed)
}

fn check(root: &Path, printed: &[&str]) -> Package {
    let (package, diagnostics) = read(root, &Home::of(root), &is_source);
    let lines: Vec<String> = diagnostics
        .iter()
        .map(|d| format!("{}: {}", d.path.strip_prefix(root).unwrap_or(&d.path).display(), d.title))
        .collect();
    assert_eq!(lines, printed);
    package
}

/// `secret secret/a: secret/2 secret/a/1`
fn shape(data: &Data) -> String {
    let folders: Vec<&str> = data.folders.iter().skip(1).map(|folder| folder.name.as_str()).collect();
    let tests: Vec<&str> = data.tests().map(|case| case.id.as_str()).collect();
    format!("{}: {}", folders.join(" "), tests.join(" "))
}

#[test]
fn tests_and_groups_come_in_order_of_their_names_with_what_they_inherit() {
    let package = package(
        &[
            ("problem.yaml", "type: scoring\n"),
            ("data/testdata.yaml", "input_validator_flags: n=9\non_reject: continue\n"),
            ("data/sample/1.in", ""),
            ("data/sample/1.ans", ""),
            ("data/secret/testdata.yaml", "output_validator_flags: strict\n"),
            ("data/secret/10.in", ""),
            ("data/secret/10.ans", ""),
            ("data/secret/2.in", ""),
            ("data/secret/2.ans", ""),
            ("data/secret/2.desc", "the largest\n"),
            ("data/secret/5group/testdata.yaml", "input_validator_flags: n=5\naccept_score: 30\n"),
            ("data/secret/5group/1.in", ""),
            ("data/secret/5group/1.ans", ""),
            ("data/secret/5group/1.png", ""),
            ("data/secret/5group.in", ""),
            ("data/secret/5group.ans", ""),
        ],
        &[],
    );
    let order = "sample/1 secret/10 secret/2 secret/5group/1 secret/5group";
    assert_eq!(shape(&package.data), format!("sample secret secret/5group: {order}"));
    let cases: Vec<_> = package.data.tests().skip(1).collect();
    let group = cases[2];
    let words = |text: &str| vec![text.to_owned()];
    assert_eq!(group.settings.input_validator, Some(ValidatorArgs::All(words("n=5"))));
    assert_eq!(
        (group.settings.output_validator.clone(), group.settings.accept_score),
        (Some(words("strict")), Some(30.0))
    );
    assert_eq!(cases[0].settings.input_validator, Some(ValidatorArgs::All(words("n=9"))));
    assert_eq!((package.data.count("sample"), package.data.count("secret/5group")), (1, 1));
}

#[test]
fn a_test_of_2025_has_a_file_of_its_own_files_and_an_output_to_show() {
    let package = package(
        &[
            ("problem.yaml", "problem_format_version: 2025-09\nname: X\n"),
            ("data/secret/test_group.yaml", "output_validator_args: [a]\nargs: [x]\n"),
            ("data/secret/1.in", ""),
            ("data/secret/1.ans", ""),
            ("data/secret/1.out", ""),
            ("data/secret/1.yaml", "output_validator_args: [b, c]\nhint: think\n"),
            ("data/secret/1.files/table.txt", "7"),
            ("data/secret/1.in.statement", ""),
            ("data/invalid_input/bad.in", ""),
            ("data/invalid_output/1.in", ""),
            ("data/invalid_output/1.ans", ""),
            ("data/invalid_output/1.out", ""),
        ],
        &[],
    );
    let case = package.data.tests().next().unwrap().clone();
    assert_eq!(case.settings.output_validator.unwrap(), ["b", "c"]);
    assert_eq!(case.settings.args.unwrap(), ["x"]);
    assert_eq!((case.files[0].0.as_str(), case.output.is_some()), ("table.txt", true));
    assert_eq!(
        (package.data.tried(&["invalid_input"]).count(), package.data.tried(&["invalid_output"]).count()),
        (1, 1)
    );
}

#[test]
fn constants_stand_in_the_settings_of_a_group_and_not_in_those_of_a_test() {
    let package = package(
        &[
            ("problem.yaml", "problem_format_version: 2025-09\nconstants: {most: 20, eps: {value: 0.5, tex: x}}\n"),
            (
                "data/secret/test_group.yaml",
                "max_score: {{most}}\noutput_validator_args: [\"{{eps}}\", \"{{other}}\"]\n",
            ),
            ("data/secret/1.in", ""),
            ("data/secret/1.ans", ""),
            ("data/secret/1.yaml", "args: [\"{{most}}\"]\n"),
        ],
        &[],
    );
    let secret = package.data.folder("secret").unwrap();
    assert_eq!(secret.own.max_score, Some(20.0));
    let settings = &package.data.tests().next().unwrap().settings;
    assert_eq!(settings.output_validator.as_deref(), Some(&["0.5".to_owned(), "{{other}}".to_owned()][..]));
    assert_eq!(settings.args.as_deref(), Some(&["{{most}}".to_owned()][..]));
}

#[test]
fn inputs_that_are_not_there_are_told_of_once() {
    let package = package(
        &[
            ("problem.yaml", ""),
            ("data/secret/1.ans", ""),
            ("data/secret/2.ans", ""),
            ("data/secret/4.in", ""),
            ("data/secret/4.ans", ""),
        ],
        &["data/secret/1.ans: 2 tests without an input: left out"],
    );
    assert_eq!(shape(&package.data), "secret: secret/4");
}

#[test]
fn programs_are_files_or_folders_and_a_header_beside_a_source_makes_the_folder_one() {
    let names = |programs: &[crate::kattis::programs::Program]| {
        programs.iter().map(|program| format!("{} {}", program.name, program.files.len())).collect::<Vec<_>>()
    };
    let package = package(
        &[
            ("problem.yaml", ""),
            ("input_validators/a.py", ""),
            ("input_validators/b/check.cpp", ""),
            ("input_validators/b/check.h", ""),
            ("input_validators/format.ctd", ""),
            ("input_validators/README", ""),
            ("output_validators/validate.cpp", ""),
            ("output_validators/validate.h", ""),
            ("submissions/accepted/a.cpp", ""),
            ("submissions/accepted/two/main.py", ""),
            ("submissions/accepted/two/help/er.py", ""),
            ("submissions/accepted/.gitkeep", ""),
            ("submissions/mine.cpp", ""),
            ("include/cpp/lib.h", ""),
            ("include/default/words.txt", ""),
            ("problem_statement/problem.sv.tex", ""),
            (".timelimit", "3\n"),
        ],
        &["submissions/mine.cpp: a submission in no folder: its expected verdict is unknown"],
    );
    assert_eq!(names(&package.input_validators), ["a.py 1", "b 2", "format.ctd 1"]);
    assert_eq!(names(&package.output_validators), ["output_validators 2"]);
    assert_eq!(names(&package.submissions), ["accepted/a.cpp 1", "accepted/two 2"]);
    assert_eq!(package.include.len(), 2);
    let (seconds, file) = package.domjudge_time_limit.unwrap();
    assert!(seconds == 3.0 && file.ends_with(".timelimit"));
    assert_eq!(package.statements[0], "sv");
}

#[test]
fn the_output_validator_of_2025_is_its_folder_and_a_script_makes_and_starts_it() {
    let package = package(
        &[
            ("problem.yaml", "problem_format_version: 2025-09\nname: X\n"),
            ("output_validator/build", "#!/bin/sh\n"),
            ("output_validator/check.cpp", ""),
            ("domjudge-problem.ini", "short-name = A\ntimelimit='1.5'\n"),
        ],
        &[],
    );
    let [validator] = &package.output_validators[..] else { panic!("{:?}", package.output_validators) };
    assert_eq!(validator.files.len(), 2);
    let (seconds, file) = package.domjudge_time_limit.unwrap();
    assert!(seconds == 1.5 && file.ends_with("domjudge-problem.ini"));
}

#[test]
fn what_only_the_other_version_has_is_not_read_and_named() {
    type IsRead = fn(&Package) -> bool;
    let own: [(&str, &str, &str, IsRead); 6] = [
        ("legacy", "output_validators/v.py", "output_validators", |it| !it.output_validators.is_empty()),
        ("2025-09", "output_validator/v.py", "output_validator", |it| !it.output_validators.is_empty()),
        ("legacy", "problem_statement/problem.tex", "problem_statement", |it| !it.statements.is_empty()),
        ("2025-09", "statement/problem.tex", "statement", |it| !it.statements.is_empty()),
        ("legacy", "data/secret/testdata.yaml", "data/secret/testdata.yaml", |it| {
            it.data.folder("secret").unwrap().settings.output_validator.is_some()
        }),
        ("2025-09", "data/secret/test_group.yaml", "data/secret/test_group.yaml", |it| {
            it.data.folder("secret").unwrap().settings.output_validator.is_some()
        }),
    ];
    for (version, file, place, is_read) in own {
        let files_of_settings = ["testdata.yaml", "test_group.yaml"];
        for of_package in ["legacy", "2025-09", "2023-07-draft"] {
            let yaml = format!("problem_format_version: {of_package}\nname: X\n");
            let text = "output_validator_args: [x]\n";
            let name = place.rsplit('/').next().unwrap();
            let warned = format!("{place}: only the version {version} has `{name}`: not read");
            let warned = [warned.as_str()];
            // Both files of settings were in use while the drafts were written.
            let of_draft = of_package == "2023-07-draft" && (version == "2025-09" || files_of_settings.contains(&name));
            let its = version == of_package || of_draft;
            let expected = if its { &[][..] } else { &warned };
            let tests = ("data/secret/1.in", "data/secret/1.ans");
            let files = [("problem.yaml", &*yaml), (tests.0, ""), (tests.1, ""), (file, text)];
            assert_eq!(is_read(&package(&files, expected)), its, "{file} in {of_package}");
        }
    }
}

#[cfg(unix)]
#[test]
fn links_within_a_package_are_followed_and_others_are_refused() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().unwrap();
    let (root, elsewhere) = (dir.path().join("p"), dir.path().join("other.in"));
    fs::create_dir_all(root.join("data/secret/group1")).unwrap();
    fs::write(root.join("data/secret/group1/1.in"), "").unwrap();
    fs::write(root.join("data/secret/group1/1.ans"), "").unwrap();
    fs::write(&elsewhere, "").unwrap();
    symlink("group1", root.join("data/secret/group2")).unwrap();
    symlink("..", root.join("data/secret/loop")).unwrap();
    symlink("/proc/self", root.join("data/secret/group3")).unwrap();
    symlink("/proc/self/environ", root.join(".timelimit")).unwrap();
    symlink(&elsewhere, root.join("data/secret/group1/2.in")).unwrap();
    symlink("nowhere", root.join("data/secret/group1/3.in")).unwrap();
    symlink(&elsewhere, root.join("problem.pdf")).unwrap();
    let package = check(
        &root,
        &[
            "data/secret/loop: a link that leads to a folder above it: not followed",
            "data/secret/group1/2.in: 3 links that lead out of what was handed over: not followed, this one first",
            "problem.pdf: a link that leads out of what was handed over, where nothing is read to judge",
            "data/secret/group1/3.in: 2 links that lead nowhere, this one first",
        ],
    );
    assert_eq!(shape(&package.data), "secret secret/group1 secret/group2: secret/group1/1 secret/group2/1");
}

#[test]
fn validators_in_languages_that_are_unknown_are_named() {
    let package = package(
        &[
            ("problem.yaml", "name: Sum\n"),
            ("input_validators/check.swift", ""),
            ("input_validators/check.ctd", ""),
            ("input_validators/README.md", ""),
            ("output_validators/check.swift", ""),
            ("output_validators/lines.h", ""),
        ],
        &[
            "input_validators: not run, no language has this ending: check.swift",
            "output_validators: not run, no language has this ending: check.swift",
        ],
    );
    assert_eq!(package.input_validators.len(), 1);
}

#[test]
fn a_name_that_2025_09_does_not_have_is_as_if_removed() {
    let files = |version: &'static str| {
        let yaml = ("problem.yaml", version);
        let others = [
            "data/secret/1",
            "data/secret/a b",
            "data/secret/-x",
            "data/secret/ñ",
            "data/secret/_y",
            "data/secret/-g/1",
        ];
        let tests = others.iter().flat_map(|id| ["in", "ans"].map(|end| (format!("{id}.{end}"), "")));
        let tests: Vec<(String, &str)> = tests.collect();
        let mut all: Vec<(&str, &str)> = tests.iter().map(|(name, text)| (name.as_str(), *text)).collect();
        all.extend([
            yaml,
            ("submissions/accepted/a b.py", ""),
            ("submissions/accepted/c.py", ""),
            ("a picture.png", ""),
        ]);
        let words = ": files with names that 2025-09 does not have, so not read: data/secret/-g/1.ans, data/secret/-g/1.in, data/secret/-x.ans, data/secret/-x.in, data/secret/a b.ans, …";
        let words: &[&str] = if version.is_empty() { &[] } else { &[words] };
        let package = package(&all, words);
        (package.data.tests().count(), package.submissions.len())
    };
    assert_eq!(files("problem_format_version: 2025-09\nname: x\n"), (2, 1));
    assert_eq!(files(""), (6, 2));
}

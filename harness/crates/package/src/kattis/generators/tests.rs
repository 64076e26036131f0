//! What `generators.yaml` means.

use super::{Generators, read};
use crate::mistakes::Mistakes;

fn generators(text: &str, titles: &[&str]) -> Generators {
    let mut mistakes = Mistakes::new("generators.yaml".into(), text.into());
    let generators = read(text, &mut mistakes, &[]);
    assert_eq!(mistakes.into_diagnostics().iter().map(|d| d.title.as_str()).collect::<Vec<_>>(), titles);
    generators
}

fn ids(generators: &Generators) -> Vec<&str> {
    generators.tests.iter().map(|rule| rule.id.as_str()).collect()
}

#[test]
fn tests_in_lists_are_numbered_over_all_folders_and_named_ones_keep_their_names() {
    let found = generators(
        "solution: /submissions/accepted/a.py
data:
  sample:
    data:
      - '': {in: '1'}
      - two: {in: '2', ans: '4'}
  secret:
    data:
      - small:
          test_group.yaml: {output_validator_args: [x]}
          data:
            - a: gen 1
            - '': gen 2
      - large:
          data: {z: gen 9, b: gen 8}
      - many: {generate: 'gen {count}', count: 3}
      - gap: {generate: 'gen {count}', count: [7, -3]}
      - range: {generate: 'gen {count}', count: 9..=10}
      - last: gen.py {name}
",
        &[],
    );
    assert_eq!(found.solution.as_deref(), Some("submissions/accepted/a.py"));
    assert_eq!(
        ids(&found),
        [
            "sample/01",
            "sample/02-two",
            "secret/1-small/03-a",
            "secret/1-small/04",
            "secret/2-large/b",
            "secret/2-large/z",
            "secret/05-many-1",
            "secret/06-many-2",
            "secret/07-many-3",
            "secret/08-gap-7",
            "secret/09-gap--3",
            "secret/10-range-09",
            "secret/11-range-10",
            "secret/12-last",
        ]
    );
    let command = |id: &str| found.tests.iter().find(|rule| rule.id == id).unwrap().command.clone().unwrap();
    assert_eq!(command("secret/09-gap--3"), "gen -3");
    assert_eq!(command("secret/12-last"), "gen.py 12-last");
    assert_eq!(found.folders.len(), 1);
    assert_eq!(found.tests[1].files["ans"], "4\n");
}

/// Settings in `data/` for all folders count as outer ones, as in `divsort` of BAPCtools.
#[test]
fn what_the_file_says_of_a_folder_comes_before_what_the_folder_inherits() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        std::fs::create_dir_all(dir.path().join(name).parent().unwrap()).unwrap();
        std::fs::write(dir.path().join(name), text).unwrap();
    };
    write("problem.yaml", "problem_format_version: 2025-09\nname: D\n");
    write("data/test_group.yaml", "output_validator_args: [outside]\nargs: [all]\n");
    write("data/secret/own/test_group.yaml", "output_validator_args: [own]\n");
    for test in ["secret/1", "secret/own/2"] {
        write(&format!("data/{test}.in"), "");
        write(&format!("data/{test}.ans"), "");
    }
    write(
        "generators/generators.yaml",
        "data:\n  secret:\n    test_group.yaml: {output_validator_args: [file]}\n    data: {'3': {in: a, ans: b}}\n",
    );
    let home = beneath::Home::of(dir.path());
    let (package, _) = crate::kattis::read(dir.path(), &home, &|_| false);
    let (file, generators) = package.generators.clone().unwrap();
    let stage = tempfile::tempdir().unwrap();
    let filled = super::fill::fill(&package, &generators, &file, stage.path(), &mut |_| None);
    let secret = filled.data.secret.unwrap();
    let args: Vec<_> = secret
        .cases()
        .iter()
        .map(|case| (case.id.clone(), case.settings.output_validator.clone().unwrap().join(" ")))
        .collect();
    let expected = [("secret/1", "file"), ("secret/3", "file"), ("secret/own/2", "own")];
    assert_eq!(args, expected.map(|(id, args)| (id.to_owned(), args.to_owned())));
    assert!(secret.cases().iter().all(|case| case.settings.args == Some(vec!["all".to_owned()])));
}

#[test]
fn answers_are_made_again_when_the_first_accepted_submission_changes_and_none_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        std::fs::create_dir_all(dir.path().join(name).parent().unwrap()).unwrap();
        std::fs::write(dir.path().join(name), text).unwrap();
    };
    write("problem.yaml", "problem_format_version: 2025-09\nname: D\n");
    write("generators/generators.yaml", "data:\n  secret:\n    data: {'3': {in: a}}\n");
    let home = beneath::Home::of(dir.path());
    let stage = tempfile::tempdir().unwrap();
    let answer = |submission: &str| {
        write("submissions/accepted/a.py", submission);
        let (package, _) = crate::kattis::read(dir.path(), &home, &|_| false);
        let (file, generators) = package.generators.clone().unwrap();
        let filled = super::fill::fill(&package, &generators, &file, stage.path(), &mut |_| None);
        filled.unmade.into_iter().map(|(recipe, _, _)| recipe.answer).collect::<Vec<_>>()
    };
    let before = answer("print(1)");
    assert_eq!((before.len(), answer("print(1)")), (1, before.clone()));
    assert_ne!(answer("print(2)"), before);
}

#[test]
fn a_folder_may_include_tests_and_folders_before_it() {
    let found = generators(
        "data:
  sample:
    data: {'1': {in: a}, '2': {in: b}}
  secret:
    data:
      - small:
          data: {x: gen 1}
          include: ['1']
      - all:
          data: {y: gen 2}
          include: [small, sample, nothing]
",
        &["`nothing` names no test or folder before it"],
    );
    let mut all: Vec<(&str, &str)> = found.tests.iter().map(|rule| (rule.id.as_str(), rule.origin.as_str())).collect();
    all.sort_unstable();
    let expected = [
        ("sample/1", "sample/1"),
        ("sample/2", "sample/2"),
        ("secret/1-small/1", "sample/1"),
        ("secret/1-small/x", "secret/1-small/x"),
        ("secret/2-all/1", "sample/1"),
        ("secret/2-all/2", "sample/2"),
        ("secret/2-all/x", "secret/1-small/x"),
        ("secret/2-all/y", "secret/2-all/y"),
    ];
    assert_eq!(all, expected);
}

#[test]
fn what_cannot_be_said_is_named_and_the_rest_is_read() {
    let found = generators(
        "data:
  secret:
    data:
      none: {ans: '1'}
      there:
      many: {generate: gen, count: 1000}
      odd: {generate: gen, count: a..=b}
      extra: {in: '1', matchbox: 3}
      link: {in: {link: ans}}
      good: {copy: manual/1}
",
        &[
            "secret/none has no input",
            "secret/there is made of nothing: its files are expected in data/",
            "`count` stands for 101 tests: 1 to 100 are expected",
            "`count` is a text",
            "`matchbox` of a test is not read",
            "secret/link has no input",
            "`in` of a test is a text",
        ],
    );
    assert_eq!(ids(&found), ["secret/extra", "secret/good"]);
}

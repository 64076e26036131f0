//! What `generators.yaml` means.

use super::{Generators, read};
use crate::judged::PackageFolder;
use crate::kattis::stage::Stage;
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
          data:
            - a: gen 1
            - '': gen 2
      - large:
          data: {z: gen 9, b: gen 8}
      - last: gen.py {name}
",
        &[],
    );
    assert_eq!(found.solution.as_deref(), Some("submissions/accepted/a.py"));
    assert_eq!(
        ids(&found),
        [
            "sample/1",
            "sample/2-two",
            "secret/1-small/3-a",
            "secret/1-small/4",
            "secret/2-large/b",
            "secret/2-large/z",
            "secret/5-last",
        ]
    );
    let command = |id: &str| found.tests.iter().find(|rule| rule.id == id).unwrap().command.clone().unwrap();
    assert_eq!(command("secret/5-last"), "gen.py 5-last");
    assert_eq!(found.tests[1].files["ans"], "4\n");
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
        let (id, languages) = (model::ProblemId::parse("d").unwrap(), |_: &str| None);
        let (root, display) = (dir.path(), dir.path());
        let found = PackageFolder { root, id: &id, display, home: &home, languages: &languages, stage: stage.path() };
        let filled = super::fill::fill(&Stage { found: &found, package: &package }, &generators, &file);
        filled.unmade.into_iter().map(|(recipe, _)| recipe.answer).collect::<Vec<_>>()
    };
    let before = answer("print(1)");
    assert_eq!((before.len(), answer("print(1)")), (1, before.clone()));
    assert_ne!(answer("print(2)"), before);
}

#[test]
fn what_names_makes_or_judges_tests_in_other_ways_is_left_to_bt() {
    let check = |yaml: &str, key: &str| {
        let found = generators(yaml, &[&format!("`{key}` is not evaluated here: no tests are made of this file")]);
        assert_eq!(found, Generators::default(), "{yaml}");
    };
    let tests = |test: &str| format!("data:\n  secret:\n    data:\n      - a: {{in: '1'}}\n      - b: {test}\n");
    check(&tests("{generate: 'gen {count}', count: 3}"), "count");
    check(&tests("{in: '1', yaml: {hint: x}}"), "yaml");
    check(&tests("{in: '1', solution: /a.py}"), "solution");
    check(&tests("{data: {x: gen}, include: ['1']}"), "include");
    check(&tests("{data: {x: gen}, test_group.yaml: {}}"), "test_group.yaml");
    check("testdata.yaml: {}\ndata: {}\n", "testdata.yaml");
    check("generators: {gen: [a.py, b.py]}\ndata: {}\n", "generators");
    // These are names of tests.
    let found = generators("data: {secret: {data: {count: gen 1, include: gen 2, yaml: {in: '1'}}}}\n", &[]);
    assert_eq!(ids(&found), ["secret/count", "secret/include", "secret/yaml"]);
}

#[test]
fn what_cannot_be_said_is_named_and_the_rest_is_read() {
    let found = generators(
        "data:
  secret:
    data:
      none: {ans: '1'}
      there:
      extra: {in: '1', matchbox: 3}
      link: {in: {link: ans}}
      good: {copy: manual/1}
",
        &[
            "secret/none has no input",
            "secret/there is made of nothing: its files are expected in data/",
            "`matchbox` of a test is not read",
            "secret/link has no input",
            "`in` of a test is a text",
        ],
    );
    assert_eq!(ids(&found), ["secret/extra", "secret/good"]);
}

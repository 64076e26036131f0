//! Validators that are grammars: asked in process, about inputs like `input 2`.

use super::*;
use crate::run::grammar::Grammar;
use ctd::WhiteSpace;

/// A stage whose problem has this grammar, and one input that must be refused.
fn stage(grammar: &str) -> Stage {
    let mut stage = Stage::new(&["p.rs"], &["1", "2", "3"]).jobs(2);
    let folder = stage.root().to_owned();
    fs::create_dir_all(folder.join("problems/p")).unwrap();
    fs::create_dir_all(folder.join("testdata/p/invalid")).unwrap();
    fs::write(folder.join("problems/p/input.ctd"), grammar).unwrap();
    fs::write(folder.join("testdata/p/invalid/zero.in"), "input 0\n").unwrap();
    stage.change_problem(|problem| {
        problem.validators = vec![folder.join("problems/p/input.ctd")];
        problem.invalid = vec![folder.join("testdata/p/invalid/zero.in")];
    });
    stage
}

/// The outcome, and how many inputs were checked rather than remembered.
fn validate(stage: &Stage, store: Store) -> (Validation, usize) {
    let mut cache = ResultCache::new(store, Level::Measured);
    let mut listener = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
    let validation = stage.runner().validate(&stage.plan, &mut cache, &mut listener);
    let looked = listener.progress.iter().filter(|progress| matches!(progress, Progress::Validating { .. })).count();
    (validation, looked)
}

fn titles(validation: &Validation) -> Vec<(&str, &str)> {
    validation.diagnostics.iter().map(|d| (d.path.to_str().unwrap(), d.title.as_str())).collect()
}

const GOOD: &str = "STRING(\"input \") INT(1,9,n) NEWLINE";

#[test]
fn a_grammar_may_begin_with_the_mark_of_an_editor_and_have_lines_of_windows() {
    let grammar = Grammar::parse("\u{feff}# white-space: free\r\nINT(1,9,n) NEWLINE\r\n".as_bytes()).unwrap();
    assert_eq!(grammar.reading.white_space, WhiteSpace::Free);
}

#[test]
fn a_grammar_validates_without_a_program_and_its_bounds_are_joined() {
    let stage = stage(GOOD);
    let (validation, looked) = validate(&stage, Store::none());
    assert_eq!((titles(&validation), validation.invalid.len(), validation.faults), (vec![], 0, 0));
    assert_eq!((stage.runs(), looked), (Vec::<String>::new(), 4));
    let bound = &validation.bounds[&(ProblemId::parse("p").unwrap(), "n".to_owned())];
    let numbers = [&bound.lowest_allowed, &bound.highest_allowed, &bound.smallest_seen, &bound.largest_seen];
    assert_eq!(numbers.map(ToString::to_string), ["1", "9", "1", "3"]);
}

#[test]
fn a_test_that_breaks_the_grammar_is_told_with_its_place_and_left_out() {
    let (validation, _) = validate(&stage("STRING(\"input \") INT(1,2,n) NEWLINE"), Store::none());
    let [(path, title)] = titles(&validation)[..] else { panic!("{:?}", titles(&validation)) };
    assert_eq!(path, "testdata/p/secret/3.in");
    assert!(title.starts_with("test secret/3 is not valid: line 1, column 7: "), "{title}");
    assert!(title.contains('3') && title.ends_with("(line 1 of the grammar)"), "{title}");
    assert_eq!(validation.invalid.len(), 1);
}

#[test]
fn an_input_that_is_there_to_be_refused_and_follows_the_grammar_is_an_error() {
    let (validation, _) = validate(&stage("STRING(\"input \") INT(0,9,n) NEWLINE"), Store::none());
    assert_eq!(
        titles(&validation),
        [("testdata/p/invalid/zero.in", "the validator accepts this input, which it must reject")]
    );
}

#[test]
fn a_mistake_in_a_grammar_is_an_error_with_carets_and_the_tests_are_judged() {
    let (validation, _) = validate(&stage("STRING(\"input \")\nINT(1,9,n NEWLINE"), Store::none());
    assert_eq!((validation.diagnostics.len(), validation.invalid.len(), validation.faults), (1, 0, 0));
    let found = &validation.diagnostics[0];
    assert_eq!(found.path.to_str().unwrap(), "problems/p/input.ctd");
    let (line, column) = found.snippet.as_ref().unwrap().place();
    assert_eq!((line, column), (2, 11), "{found:?}");
}

#[test]
fn what_a_grammar_said_is_remembered_until_it_or_the_input_changes() {
    let stage = stage(GOOD);
    let looked = || validate(&stage, stage.store()).1;
    assert_eq!((looked(), looked()), (4, 0));
    fs::write(stage.root().join("problems/p/input.ctd"), format!("# the same\n{GOOD}")).unwrap();
    assert_eq!((looked(), looked()), (4, 0));
    fs::write(stage.input("2"), "input 7\n").unwrap();
    assert_eq!(looked(), 1);
}

#[test]
fn a_grammar_that_cannot_read_an_input_is_a_fault_and_the_test_is_judged() {
    let (validation, _) = validate(&stage("STRING(\"input \") INT(0,9,n) NEWLINE ASSERT(6/n > 0)"), Store::none());
    assert_eq!((validation.invalid.len(), validation.faults), (0, 1), "{validation:?}");
    let title = titles(&validation)[0].1;
    assert!(title.starts_with("problems/p/input.ctd gave up in its line 1 on testdata/p/invalid/zero.in"), "{title}");
}

#[test]
fn a_cancelled_grammar_says_nothing() {
    let stage = stage(GOOD);
    stage.cancel.raise();
    let (validation, _) = validate(&stage, Store::none());
    assert_eq!((titles(&validation), validation.invalid.len()), (vec![], 0));
}

#[test]
fn white_space_counts_as_a_comment_says() {
    let check = |text: &str, expected: Result<WhiteSpace, &str>| {
        let got = Grammar::parse(text.as_bytes());
        let got = got.as_ref().map(|grammar| grammar.reading.white_space).map_err(|mistake| mistake.title.as_str());
        assert_eq!(got, expected, "{text}");
    };
    check(GOOD, Ok(WhiteSpace::Exact));
    check(&format!("# nim\n#  white-space: free \n{GOOD}"), Ok(WhiteSpace::Free));
    check(&format!("{GOOD}\n# white-space: tolerant\n"), Ok(WhiteSpace::Tolerant));
    check("# white-space: none\n", Err("white space cannot be `none`"));
    let mistake = Grammar::parse(b"# nim\n# white-space: none\nEOF").unwrap_err();
    assert_eq!(mistake.snippet.unwrap().place(), (2, 1));
}

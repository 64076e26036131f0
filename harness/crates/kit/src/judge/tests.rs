use super::*;
use tempfile::TempDir;

/// A folder with a test, and the arguments of the protocol.
fn test(input: &str, answer: &str) -> (TempDir, Vec<OsString>) {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("in"), input).unwrap();
    fs::write(path("ans"), answer).unwrap();
    fs::create_dir(path("feedback")).unwrap();
    let args = vec![path("in").into(), path("ans").into(), path("feedback").into(), "--strict".into()];
    (folder, args)
}

fn left(folder: &TempDir, name: &str) -> Option<String> {
    fs::read_to_string(folder.path().join("feedback").join(name)).ok()
}

/// The output must be twice the input, and so must the answer.
fn double(test: &mut Test, output: &str) -> Result<()> {
    let n = test.input.int("n", 1..=100)?;
    let mut output = Reader::new("output", Owner::Solution, output.into(), 1);
    for text in [&mut test.answer, &mut output] {
        let twice = text.int("the double", ..)?;
        text.ensure(twice == 2 * n, format_args!("{} is not twice {}", twice, n))?;
        text.end()?;
    }
    Ok(())
}

#[test]
fn an_output_that_is_right_is_accepted_and_leaves_nothing() {
    let (folder, args) = test("4", "8");
    assert_eq!(run(&args, |test| double(test, "8\n")), 42);
    assert_eq!(left(&folder, "judgemessage.txt"), None);
}

#[test]
fn an_output_that_is_wrong_is_rejected_with_a_reason() {
    let (folder, args) = test("4", "8");
    assert_eq!(run(&args, |test| double(test, "\n9\n")), 43);
    assert_eq!(left(&folder, "judgemessage.txt").unwrap(), "line 2, token 1: 9 is not twice 4\n");
    assert_eq!(run(&args, |test| double(test, "")), 43);
    assert_eq!(
        left(&folder, "judgemessage.txt").unwrap(),
        "line 1, token 1: the double is missing, the output ends here\n"
    );
}

#[test]
fn a_mistake_in_the_answer_or_the_input_is_a_fault_whatever_the_output() {
    for (input, answer, message) in [
        ("4", "7", "the answer, line 1, token 1: 7 is not twice 4\n"),
        ("4", "8 8", "the answer, line 1, token 2: '8' where the answer should end\n"),
        ("x", "8", "the input, line 1, token 1: n is 'x', not a plain whole number\n"),
    ] {
        let (folder, args) = test(input, answer);
        assert_eq!(run(&args, |test| double(test, "9")), 1);
        assert_eq!(left(&folder, "judgemessage.txt").unwrap(), message);
    }
}

#[test]
fn files_and_arguments_that_are_missing_are_faults() {
    let (folder, args) = test("4", "8");
    assert_eq!(run(&args[..2], |_| Ok(())), 1);
    fs::remove_file(folder.path().join("ans")).unwrap();
    assert_eq!(run(&args, |_| Ok(())), 1);
}

#[test]
fn a_feedback_folder_that_cannot_be_written_is_a_fault() {
    let (folder, args) = test("4", "8");
    fs::remove_dir(folder.path().join("feedback")).unwrap();
    assert_eq!(run(&args, |test| double(test, "9")), 1);
}

#[test]
fn scores_and_the_next_pass_go_with_an_accepted_output_only() {
    let (folder, args) = test("4", "8");
    let judge = |test: &mut Test, right: bool| {
        test.score(1.0);
        test.score(12.5);
        test.next_pass("5\n");
        test.message_to_team("a hint");
        test.input.int("n", ..)?;
        assert_eq!(test.args, ["--strict"]);
        if right {
            Ok(())
        } else {
            Err(crate::Complaint::refusal("no"))
        }
    };
    assert_eq!(run(&args, |test| judge(test, false)), 43);
    assert_eq!(left(&folder, "teammessage.txt").unwrap(), "a hint\n");
    assert_eq!((left(&folder, "score.txt"), left(&folder, "nextpass.in")), (None, None));
    assert_eq!(run(&args, |test| judge(test, true)), 42);
    assert_eq!(left(&folder, "score.txt").unwrap(), "12.5");
    assert_eq!(left(&folder, "nextpass.in").unwrap(), "5\n");
}

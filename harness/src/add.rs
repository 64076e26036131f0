//! `harness add`: one more test, with its answer.

use crate::answers;
use crate::args::{CommonArgs, SandboxArgs};
use crate::completions;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::opening;
use crate::screen::{from_here, say, standard_input};
use crate::session::{self, Teller};
use crate::workspace::here;
use clap::Args;
use judge::model::ByteSize;
use judge::{Confidence, Files, GivenAnswer, NewTest, add_beside, config};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  harness add nim -i /tmp/hard.in
                                   the next free number: secret/08
  harness add nim --name 30-max < max.txt
                                   secret/30-max
  harness add nim --name sample/02 -i 2.in -a 2.ans
                                   with the answer that the statement gives
  harness add nim --name sample/02 --paste
                                   type or paste the input, a line `---`, the answer, Ctrl-D
  harness add a.cpp --paste        a program in any folder: a1.in and a1.out beside it, or the next
                                   number of the tests that are there

Without an answer, the model solution gives it, after every other solution that should be right has agreed, as with `harness bless`. \
Where there is no other, you are asked.";

/// Separates input and answer of `--paste`.
const SEPARATOR: &str = "---";

/// Tells a person what to paste.
const ORDER: &str = "paste the input, then a line `---`, then the answer, then Ctrl-D";

/// Larger inputs are refused: nobody can keep such a test.
const LARGEST: u64 = 64 << 20;

/// Add a test: its input from a file or standard input, its answer likewise or from the model
/// solution
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AddArgs {
    /// The problem, or a program that belongs to none
    #[arg(value_name = "PROBLEM|FILE", add = completions::filter())]
    slug: String,
    /// The input; `-` is standard input
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    input: PathBuf,
    /// The expected answer [default: from the model solution]
    #[arg(short, long, value_name = "FILE")]
    answer: Option<PathBuf>,
    /// Read the input, a line `---` and the answer from standard input
    #[arg(long, conflicts_with_all = ["input", "answer"])]
    paste: bool,
    /// Trust the model solution even if no other one confirms its answer
    #[arg(short, long)]
    yes: bool,
    /// The test's name, in secret/ unless it names a folder [default: the next free number]
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &AddArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    if common.root.is_none()
        && let Some(exit) = beside(args)?
    {
        return Ok(exit);
    }
    let (workspace, named) = opening::to_fill(common, &args.slug)?;
    answers::refuse_in_ci()?;
    let place = workspace.place_for(&named, args.name.as_deref())?;
    let (input, given) = input_and_answer(args)?;
    let answer = given.map(|bytes| GivenAnswer {
        bytes,
        origin: "your answer; nothing has checked it".to_owned(),
        standing: Confidence::Settled,
    });
    let (test, cancel) = (NewTest { place, input, answer }, session::cancel_on_signals()?);
    let mut teller = Teller::asking(&workspace.screen, &cancel, args.yes);
    workspace.add(&named, &test, &mut args.sandbox.caller(&cancel, &mut teller))?;
    let size = ByteSize(test.input.len() as u64);
    say!("added {} ({size})\n", workspace.relative(&test.place.input))?;
    Ok(session::exit_after_writing(&cancel))
}

/// A test for a program that belongs to no problem, if that is what the word names.
fn beside(args: &AddArgs) -> Result<Option<Exit>, CliError> {
    let here = here()?;
    let languages = config::languages(&config::load(None)?)?;
    let files = Files::named(std::slice::from_ref(&args.slug), &here, &languages);
    let Some(files) = files.filter(|files| files.programs.len() == 1) else { return Ok(None) };
    let test = input_and_answer(args)?;
    let (input, answer) = add_beside(&here, &files, &languages, args.name.as_deref(), test)?;
    say!("added {} + {}\n", from_here(&input), from_here(&answer))?;
    Ok(Some(Exit::AsExpected))
}

/// The input and answer to store; `None` if the answer has yet to be found.
fn input_and_answer(args: &AddArgs) -> Result<(Vec<u8>, Option<Vec<u8>>), CliError> {
    if !args.paste {
        let answer = args.answer.as_deref().map(|from| read(from, "type the answer")).transpose()?;
        return Ok((read(&args.input, "type the input")?, answer));
    }
    let pasted = read(Path::new("-"), &format!("paste the input, a line `{SEPARATOR}`, the answer"))?;
    let pasted = String::from_utf8(pasted)
        .map_err(|error| refused(format!("what was pasted is not UTF-8: {}", error.utf8_error())))?;
    let (input, answer) = parts(&pasted)?;
    Ok((input, Some(answer)))
}

/// The input and the answer in what was pasted. Empty lines at a part's end stood before the next
/// heading, and are not the test's.
fn parts(pasted: &str) -> Result<(Vec<u8>, Vec<u8>), CliError> {
    let mut lines: Vec<&str> = pasted.lines().collect();
    if !lines.iter().any(|line| line.trim_end() == SEPARATOR) {
        without_headings(&mut lines);
    }
    let text = |lines: &[&str]| {
        let end = lines.iter().rposition(|line| !line.trim_end().is_empty()).map_or(0, |last| last + 1);
        lines[..end].iter().flat_map(|line| [line, "\n"]).collect::<String>().into_bytes()
    };
    let mut parts = lines.split(|line| line.trim_end() == SEPARATOR).map(text);
    let input = parts.next().unwrap_or_default();
    let answers: Vec<Vec<u8>> = parts.collect();
    match &answers[..] {
        [] => Err(refused(format!("no line `{SEPARATOR}` between input and answer")).with_hint(ORDER)),
        [answer] if answer.is_empty() => {
            Err(refused(format!("no answer behind the line `{SEPARATOR}`")).with_hint(ORDER))
        }
        [answer] => Ok((input, answer.clone())),
        several => Err(refused(format!("the paste holds {} answers", several.len()))
            .with_hint("paste one test at a time, or give files: -i IN -a ANS")),
    }
}

/// Takes out the headings that pages print: `Sample Input 1`, `InputCopy`, `Copy`. That of an
/// output becomes the separator.
fn without_headings(lines: &mut Vec<&str>) {
    let word = |line: &str| {
        let line = line.trim().to_lowercase();
        let line = line.strip_suffix("copy").filter(|heading| !heading.is_empty()).unwrap_or(&line);
        let line = line.trim_end_matches(|c: char| c.is_ascii_digit() || " #:".contains(c));
        ["sample ", "example "].iter().find_map(|first| line.strip_prefix(first)).unwrap_or(line).to_owned()
    };
    lines.retain(|line| !["input", "copy"].contains(&&*word(line)));
    lines.iter_mut().filter(|line| word(line) == "output").for_each(|line| *line = SEPARATOR);
}

/// Reads a file or standard input, where a person at a terminal is asked for `what`.
fn read(from: &Path, what: &str) -> Result<Vec<u8>, CliError> {
    match from == Path::new("-") {
        true => standard_input(what),
        false => beneath::read_named(from, LARGEST).or_cannot(format!("read {}", from.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paste_is_one_test_without_the_empty_lines_before_headings() {
        let tests: [(&str, (&str, &str)); 9] = [
            ("3\n---\n6\n", ("3\n", "6\n")),
            ("3\n\n---\n6\n\n\n", ("3\n", "6\n")),
            ("3\r\n\r\n---\r\n6\r\n \r\n", ("3\n", "6\n")),
            ("\n3\n\n4\n---\n\n6", ("\n3\n\n4\n", "\n6\n")),
            ("---\n6\n", ("", "6\n")),
            ("Input\n3\n1 2 3\n\nOutput\n6\n\n", ("3\n1 2 3\n", "6\n")),
            ("Sample Input 1\nCopy\n3\n\nSample Output 1\nCopy\n6\n", ("3\n", "6\n")),
            ("InputCopy\n3\nOutputCopy\n6\n", ("3\n", "6\n")),
            ("Sample Input 1 Copy\n3\nSample Output 1 Copy\n6\n", ("3\n", "6\n")),
        ];
        for (pasted, expected) in tests {
            let (input, answer) = parts(pasted).unwrap();
            let text = |bytes| String::from_utf8(bytes).unwrap();
            assert_eq!((text(input).as_str(), text(answer).as_str()), expected, "{pasted:?}");
        }
        let refused = |pasted: &str| parts(pasted).unwrap_err().to_string();
        assert_eq!(refused("3\n---\n \n"), "no answer behind the line `---`");
        let two = "Sample Input 1\n3\nSample Output 1\n6\nSample Input 2\n4\nSample Output 2\n8\n";
        assert_eq!(refused(two), "the paste holds 2 answers");
    }
}

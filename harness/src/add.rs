//! `harness add`: one more test, with its answer.

mod beside;

use crate::answers::{self, agreed};
use crate::args::{CommonArgs, SandboxArgs};
use crate::completions;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::opening;
use crate::screen::{say, write_aside};
use crate::session;
use judge::{is_dialogue, not_written};

use crate::workspace::Named;
use clap::Args;
use engine::run::Settings;
use model::{ByteSize, Test, TestId};
use package::draft::Draft;
use package::native::check_test_id;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// Where the answer comes from, where it is not a person's.
    #[arg(skip)]
    from: Option<String>,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

impl AddArgs {
    /// A draft of a test with this input and answer; `from` says where the answer comes from.
    pub(crate) fn of(
        slug: &str,
        input: &Path,
        answer: &Path,
        from: String,
        name: Option<String>,
        sandbox: &SandboxArgs,
    ) -> AddArgs {
        AddArgs {
            slug: slug.to_owned(),
            input: input.to_owned(),
            answer: Some(answer.to_owned()),
            paste: false,
            yes: false,
            name,
            from: Some(from),
            sandbox: sandbox.clone(),
        }
    }
}

pub(crate) fn run(args: &AddArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    if let (None, Some(files)) = (&common.root, beside::named(&args.slug)?) {
        return beside::add(args, &files);
    }
    let (workspace, named) = opening::to_fill(common, &args.slug)?;
    answers::refuse_in_ci()?;
    let id = id(args.name.as_deref(), &named)?;
    let folder = workspace.root.join("testdata").join(named.problem.id.as_str());
    let place = |extension: &str| folder.join(format!("{id}.{extension}"));
    if let Some(taken) = ["in", "ans", "out"].map(place).into_iter().find(|place| place.exists()) {
        return Err(refused(format!("{} is already there", workspace.relative(&taken)))
            .with_hint("choose another --name, or leave it out for the next free number"));
    }
    let (input, given) = input_and_answer(args)?;
    if let Some(test) = same(&named, &input) {
        return Err(refused(format!("this is the input of {test} already")));
    }
    session::with_session(&workspace, &args.sandbox, Settings::of_machine(), |session| {
        let scratch = session.builder.scratch()?;
        let staged = scratch.path().join("input");
        fs::write(&staged, &input).or_cannot("write the input")?;
        let test = Arc::new(named.problem.test(id.clone(), staged, place("ans")));
        let mut doubtful = false;
        let (from, answer) = match given {
            Some(answer) => {
                session.validate(&named, &[Arc::clone(&test)], &mut session.teller())?;
                let from = args.from.as_deref().unwrap_or("your answer; nothing has checked it");
                (from.to_owned(), answer)
            }
            None if is_dialogue(&named.problem) => {
                session.validate(&named, &[Arc::clone(&test)], &mut session.teller())?;
                ("an empty answer, as the judge's program decides".to_owned(), Vec::new())
            }
            None => {
                let answers = session.answers(&named, &[Arc::clone(&test)], &mut session.teller())?;
                let from = answers.origin();
                let answer = answers.new.into_iter().next().map(|(_, bytes)| bytes).unwrap_or_default();
                doubtful = answers.confirmed.is_empty() && !args.yes;
                (from, answer)
            }
        };
        answers::show(&workspace, &from, &[(test, answer.clone())])?;
        if doubtful && !agreed(session.cancel, "write it?")? {
            let hint = "check the answer, then say --yes; or give the right one with -a FILE";
            return Err(not_written(hint));
        }
        let mut draft = Draft::default();
        draft.create(place("in"), input.clone());
        draft.create(place("ans"), answer);
        let exit = session.write(&draft)?;
        say!("added {} ({})\n", workspace.relative(&place("in")), ByteSize(input.len() as u64))?;
        Ok(exit)
    })
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
    let lines: Vec<&str> = pasted.lines().collect();
    let parts: Vec<&[&str]> = lines.split(|line| line.trim_end() == SEPARATOR).collect();
    let text = |lines: &[&str]| lines.iter().flat_map(|line| [line, "\n"]).collect::<String>().into_bytes();
    match parts[..] {
        [_] => Err(refused(format!("no line `{SEPARATOR}` between input and answer")).with_hint(ORDER)),
        [_, []] => Err(refused(format!("no answer behind the line `{SEPARATOR}`")).with_hint(ORDER)),
        [input, answer] => Ok((text(input), Some(text(answer)))),
        _ => Err(refused(format!("more than one line `{SEPARATOR}`")).with_hint("give files: -i IN -a ANS")),
    }
}

/// Reads a file or standard input; a person at a terminal is asked for `what`.
fn read(from: &Path, what: &str) -> Result<Vec<u8>, CliError> {
    let mut input = Vec::new();
    let doing = format!("read {}", from.display());
    if from == Path::new("-") {
        if io::stdin().is_terminal() {
            write_aside(&format!("{what}, then Ctrl-D on a line of its own\n"));
        }
        io::stdin().lock().take(LARGEST + 1).read_to_end(&mut input).or_cannot(doing)?;
    } else {
        File::open(from).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut input)).or_cannot(doing)?;
    }
    if input.len() as u64 > LARGEST {
        return Err(refused(format!("the input is larger than {}", ByteSize(LARGEST))));
    }
    Ok(input)
}

/// The id that a name means; without a name, `secret/` and the next free number.
fn id(name: Option<&str>, named: &Named) -> Result<TestId, CliError> {
    let Some(name) = name else { return Ok(next(named)) };
    let name = if name.contains('/') { name.to_owned() } else { format!("secret/{name}") };
    check_test_id(&name).map_err(|why| refused(format!("`{name}` cannot be a test's name: {why}")))?;
    if name.starts_with("invalid/") {
        return Err(refused("tests in invalid/ have no answer: put the file there yourself"));
    }
    Ok(TestId(name.into()))
}

/// One more than the largest number that starts a test's name in `secret/`; at least two digits, so
/// that names sort.
fn next(named: &Named) -> TestId {
    TestId(format!("secret/{:02}", number(named)).into())
}

/// The number of [`next`].
pub(crate) fn number(named: &Named) -> u64 {
    let tests = named.problem.tests.iter().chain(&named.unanswered);
    let numbers = tests.filter_map(|test| {
        let name = test.id.0.strip_prefix("secret/")?;
        let end = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
        name[..end].parse::<u64>().ok()
    });
    numbers.max().map_or(1, |largest| largest.saturating_add(1))
}

/// The test that has this input.
fn same(named: &Named, input: &[u8]) -> Option<TestId> {
    let size = |test: &Arc<Test>| fs::metadata(&test.input).ok().map(|meta| meta.len());
    let mut tests = named.problem.tests.iter().chain(&named.unanswered);
    let equal = tests.find(|test| {
        size(test) == Some(input.len() as u64) && fs::read(&test.input).is_ok_and(|bytes| bytes == input)
    })?;
    Some(equal.id.clone())
}

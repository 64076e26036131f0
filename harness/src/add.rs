//! `harness add`: one more test, with its answer.

use crate::args::{CommonArgs, SandboxArgs};
use crate::bless;
use crate::completions;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::screen::{say, write_aside};
use crate::session;

use crate::workspace::{Named, Workspace};
use clap::Args;
use model::{ByteSize, Test, TestId};
use package::draft::Draft;
use package::native::check_test_id;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  harness add nim -i /tmp/hard.in             the next free number: secret/08
  harness add nim --name 30-max < max.txt     secret/30-max
  echo '1 7' | harness add nim --name sample/02

The answer comes from the model solution, after every other solution that should be right has agreed, as with `harness bless`.";

/// Larger inputs are refused: a test that nobody can keep.
const LARGEST: u64 = 64 << 20;

/// Add a test: the input from a file or standard input, the answer from the model solution
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct AddArgs {
    /// The problem
    #[arg(add = completions::filter())]
    slug: String,
    /// The input; `-` is standard input
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    input: PathBuf,
    /// The test's name, in secret/ unless it names a folder [default: the next free number]
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub fn run(args: &AddArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let workspace = Workspace::open(common)?;
    let named = workspace.problem(&args.slug)?;
    bless::refuse_in_ci()?;
    let id = id(args.name.as_deref(), &named)?;
    let folder = workspace.root.join("testdata").join(named.problem.id.as_str());
    let place = |extension: &str| folder.join(format!("{id}.{extension}"));
    let taken = ["in", "ans", "out"].map(place).into_iter().find(|place| place.exists());
    if let Some(taken) = taken {
        return Err(refused(format!("{} is already there", workspace.shown(&taken)))
            .with_hint("choose another --name, or leave it out for the next free number"));
    }
    let input = read(&args.input)?;
    if let Some(known) = same(&named, &input) {
        return Err(refused(format!("this is the input of {known} already")));
    }
    session::with_session(&workspace, &args.sandbox, None, |session| {
        let scratch = session.builder.scratch()?;
        let staged = scratch.path().join("input");
        fs::write(&staged, &input).or_cannot("write the input")?;
        let test = Arc::new(Test { id: id.clone(), input: staged, answer: place("ans") });
        let (answer, told) = if bless::is_dialogue(&named.problem) {
            (Vec::new(), "its answer is empty, as the judge's program decides".to_owned())
        } else {
            let answers = bless::answers(&workspace, session, &named, &[test])?;
            let told = bless::told(&answers);
            (answers.new.into_iter().next().map(|(_, bytes)| bytes).unwrap_or_default(), told)
        };
        let mut draft = Draft::default();
        draft.create(place("in"), input.clone());
        draft.create(place("ans"), answer);
        draft.write()?;
        let size = ByteSize(input.len() as u64);
        say!("added {} ({size}): {told}\n", workspace.shown(&place("in")))?;
        Ok(Exit::AsExpected)
    })
}

fn read(from: &Path) -> Result<Vec<u8>, CliError> {
    let mut input = Vec::new();
    let doing = format!("read {}", from.display());
    if from == Path::new("-") {
        if io::stdin().is_terminal() {
            write_aside("type the input, and Ctrl-D on a line of its own\n");
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

/// One more than the largest number that a test in `secret/` begins with; two digits at least, so that names sort.
fn next(named: &Named) -> TestId {
    let tests = named.problem.tests.iter().chain(&named.unanswered);
    let numbers = tests.filter_map(|test| {
        let name = test.id.0.strip_prefix("secret/")?;
        let end = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
        name[..end].parse::<u64>().ok()
    });
    let next = numbers.max().map_or(1, |largest| largest.saturating_add(1));
    TestId(format!("secret/{next:02}").into())
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

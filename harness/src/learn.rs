//! `harness learn`: the problems as a course. It gives a statement, an empty file, a verdict at
//! each save, one hint at a time, and the proof once the program is accepted.

mod course;
mod lesson;
mod show;

use crate::args::{CommonArgs, SandboxArgs};
use crate::completions;
use crate::error::CliError;
use crate::exit::Exit;
use crate::learn::course::{CLONE, Course};
use crate::screen::{from_here, say};
use crate::session;
use crate::workspace::{self, Workspace};
use clap::Args;
use judge::formats::Tongue;
use lesson::{Lesson, Next};

const EXAMPLES: &str = "\
Examples:
  harness learn                    go on where you were; at first, at the beginning
  harness learn wythoff            this problem; or by its number on the way: `harness learn 2`
  harness learn nim --lang python  write it in another language
  harness learn --lang zh          read statements, hints and proofs in Chinese; en for English
  harness learn --hint             the next hint
  harness learn nim --reset        begin it anew; the program so far goes to learn/old/
  harness learn --list             the way, and how far you are

Your programs lie in learn/, which git ignores; each save is judged. Keys: h the next hint, s the statement, \
n the next problem, q the end.";

/// Learn the problems one after the other: statement, hints, verdicts, proofs
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LearnArgs {
    /// The problem, or its number on the way [default: the one you were on]
    #[arg(value_name = "PROBLEM", add = completions::filter())]
    problem: Option<String>,
    /// The language of your program, by name or extension, or that of the statements, en or zh; may
    /// be given twice [default: those that you had last, or Rust and English]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Vec<String>,
    /// Judge once; do not watch
    #[arg(long)]
    once: bool,
    /// Show the next hint, and judge nothing
    #[arg(long, conflicts_with = "once")]
    hint: bool,
    /// Begin the problem anew: its program goes to learn/old/, its hints are hidden again
    #[arg(long)]
    reset: bool,
    /// Show the path through the problems, and how far you are
    #[arg(long, conflicts_with_all = ["once", "hint", "reset", "problem"])]
    list: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &LearnArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    workspace::root(common.root.as_deref()).map_err(|error| error.with_hint(CLONE))?;
    let workspace = Workspace::open(common)?;
    let mut course = Course::open(&workspace.judge)?;
    if let Some(tongue) = args.lang.iter().find_map(|name| Tongue::of_code(name)) {
        course.read_in(tongue);
    }
    if args.list {
        return show::list(&course, &workspace.screen);
    }
    let mut problem = course.begin(args.problem.as_deref())?;
    if args.reset {
        for (program, place) in course.reset(&problem)? {
            say!("{} is now {}\n", from_here(&program), from_here(&place))?;
        }
    }
    if args.hint {
        show::hint(&mut course, &problem, &workspace.screen)?;
        return Ok(Exit::AsExpected);
    }
    let sandbox = workspace.sandbox(&args.sandbox.containment())?;
    let stop = session::cancel_on_signals()?;
    let mut lesson = Lesson { args, screen: &workspace.screen, course, sandbox: &*sandbox, stop: &stop };
    loop {
        match lesson.learn(&problem)? {
            Next::Problem(next) => problem = workspace.problem(next.as_str())?.problem,
            Next::End(exit) => return Ok(exit),
        }
    }
}

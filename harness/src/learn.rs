//! `harness learn`: the problems as a course. It gives a statement, an empty file, a verdict at
//! each save, one hint at a time, and the proof once the program is accepted.

use crate::args::{CommonArgs, SandboxArgs};
use crate::completions;
use crate::error::CliError;
use crate::exit::Exit;
use crate::limits;
use crate::outputs;
use crate::running::judge_in;
use crate::screen::{Screen, StandardOutput, from_here, print, say};
use crate::session;
use crate::watching::{Happened, Watching};
use crate::workspace::Workspace;
use clap::Args;
use engine::run::{OnFailure, Settings};
use judge::Task;
use judge::course::{Course, CourseStep, Hint, Program, Solved};
use judge::watch::Snapshot;
use model::{Judging, Problem, ProblemId};
use package::statement::Tongue;
use report::text::{Look, markdown};
use sandbox::{Cancel, Sandbox};
use std::path::Path;
use std::sync::Arc;

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
    let workspace = limits::open(common)?;
    let mut course = Course::open(&workspace.judge)?;
    if let Some(tongue) = args.lang.iter().find_map(|name| Tongue::of_code(name)) {
        course.read_in(tongue);
    }
    if args.list {
        return list(&course, &workspace.screen);
    }
    let mut problem = course.begin(args.problem.as_deref())?;
    if args.reset {
        for (program, place) in course.reset(&problem)? {
            say!("{} is now {}\n", from_here(&program), from_here(&place))?;
        }
    }
    if args.hint {
        hint(&mut course, &problem, &workspace.screen)?;
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

fn list(course: &Course<'_>, screen: &Screen) -> Result<Exit, CliError> {
    let sign = |step: &CourseStep| match course.is_solved(&step.problem) {
        true => "done",
        false if course.current() == Some(&step.problem) => "here",
        false => "",
    };
    let width = course.steps.iter().map(|step| step.problem.as_str().len()).max().unwrap_or(0);
    let line = |(at, step): (usize, &CourseStep)| {
        let text = format!("{:>4} {:>2}  {:<width$}  {}", sign(step), at + 1, step.problem, adds(step, screen));
        screen.wrapped(&text, 11 + width)
    };
    print(course.steps.iter().enumerate().map(line).collect::<String>())?;
    Ok(Exit::AsExpected)
}

/// What a problem adds, on one line.
fn adds(step: &CourseStep, screen: &Screen) -> String {
    let look = Look { color: false, unicode: screen.unicode, width: None };
    markdown::render(step.adds.as_deref().unwrap_or_default(), look).trim().replace('\n', " ")
}

fn rendered(text: &str, screen: &Screen) -> String {
    let width = screen.width.or(Some(80));
    markdown::render(text, Look { color: screen.color, unicode: screen.unicode, width })
}

fn hint(course: &mut Course<'_>, problem: &Problem, screen: &Screen) -> Result<(), CliError> {
    match course.hint(problem)? {
        Hint::None => say!("this statement has no hints\n"),
        // Hints that were read may be read again.
        Hint::Again(hints) => {
            let all: String = hints.iter().enumerate().map(|(at, hint)| format!("{}. {hint}", at + 1)).collect();
            say!("\nthere are no more hints than these\n{}", rendered(&all, screen))
        }
        Hint::Next { number, of, text } => say!("\nHint {number} of {of}\n{}", rendered(&text, screen)),
    }
}

/// What to do after a problem.
enum Next {
    Problem(ProblemId),
    End(Exit),
}

/// What a learner wants while nothing is judged.
enum Wish {
    Judge,
    Next,
    Hint,
    Statement,
}

/// A course on the screen.
struct Lesson<'a> {
    args: &'a LearnArgs,
    screen: &'a Screen,
    course: Course<'a>,
    sandbox: &'a dyn Sandbox,
    stop: &'a Cancel,
}

impl Lesson<'_> {
    fn learn(&mut self, problem: &Arc<Problem>) -> Result<Next, CliError> {
        // Fails before a file is created for a problem that cannot be learned.
        self.course.task(problem)?;
        let of_program = self.args.lang.iter().rev().find(|name| Tongue::of_code(name).is_none());
        let program = self.course.program(problem, of_program.map(String::as_str))?;
        self.open(problem, &program)?;
        let Program { file, is_new } = program;
        let mut watching = Watching::new(self.stop, || Snapshot::of([file.clone()]));
        if self.args.once {
            let accepted = self.attempt(problem, &file, &mut watching)?.ok_or(CliError::Interrupted)?;
            return Ok(Next::End(if accepted { Exit::AsExpected } else { Exit::NotAsExpected }));
        }
        let mut wish = if is_new { None } else { Some(Wish::Judge) };
        let mut solved = false;
        loop {
            match wish.take() {
                // A file that the learner removed would otherwise read as a fault of ours.
                Some(Wish::Judge) if !file.is_file() => {
                    self.screen.complain(&format!("there is no file {}", from_here(&file)), None);
                }
                Some(Wish::Judge) => solved |= self.attempt(problem, &file, &mut watching)? == Some(true),
                Some(Wish::Hint) => hint(&mut self.course, problem, self.screen)?,
                Some(Wish::Statement) => self.open(problem, &Program { file: file.clone(), is_new: false })?,
                Some(Wish::Next) => match self.course.next(problem) {
                    Some(step) => return Ok(Next::Problem(step.problem.clone())),
                    None => say!("this is the last problem\n")?,
                },
                None => {}
            }
            let keys = if solved { "Enter or n = the next problem" } else { "h = a hint, s = the statement, n = skip" };
            say!("\nsave {} to judge it; {keys}, q = end\n", from_here(&file))?;
            wish = Some(match watching.wait() {
                Happened::Saved(_) => Wish::Judge,
                Happened::Typed(key) => match key {
                    Some('h') => Wish::Hint,
                    Some('s') => Wish::Statement,
                    Some('n') => Wish::Next,
                    None if solved => Wish::Next,
                    Some(_) | None => Wish::Judge,
                },
                Happened::Ended(exit) => return Ok(Next::End(exit)),
            });
        }
    }

    /// The statement, and where the program goes.
    fn open(&self, problem: &Problem, program: &Program) -> Result<(), CliError> {
        let task = self.course.task(problem)?;
        let title = task.title.map_or_else(String::new, |title| format!(": {title}"));
        let done = if task.is_solved { " (solved)" } else { "" };
        print(format!("{} of {}{done}{title}\n\n", task.number, self.course.steps.len()))?;
        print(rendered(&task.text, self.screen))?;
        if matches!(problem.judging, Judging::Interactor(_)) {
            say!("\nby hand: {} play {}\n", self.screen.command, problem.id)?;
        }
        let verb = if program.is_new { "write your program into" } else { "your program is" };
        say!("\n{verb} {}\n", from_here(&program.file))
    }

    /// Judges, and goes on to the proof if the program is accepted. Returns whether it is; `None`
    /// if cut short by a save or Ctrl-C.
    fn attempt(
        &mut self,
        problem: &Problem,
        file: &Path,
        watching: &mut Watching<'_>,
    ) -> Result<Option<bool>, CliError> {
        // No other command knows the learner's program as a solution.
        let workspace = Workspace::with_screen(self.course.attempt(problem, file)?, self.screen.clone()).nameless();
        let plan = workspace.whole_plan()?;
        let settings = Settings { on_failure: OnFailure::StopSolution, ..Settings::of_machine() };
        // Not for longer than the run: between two runs others may clear the cache.
        let builder = workspace.builder()?;
        let task = Task::of(&plan, settings, &builder);
        let options = outputs::options(&workspace, StandardOutput::Free);
        let mut reporters = outputs::terminal(options, StandardOutput::Free, &workspace.screen)?;
        let (summary, _) =
            watching.until_saved(|cancel| judge_in(self.sandbox, cancel, &workspace, task, &mut reporters))?;
        drop(reporters);
        if summary.interrupted {
            return Ok(None);
        }
        let is_accepted = summary.met == 1;
        if is_accepted {
            self.solved(problem)?;
        }
        Ok(Some(is_accepted))
    }

    /// Shows why it works, and what comes next.
    fn solved(&mut self, problem: &Problem) -> Result<(), CliError> {
        let Solved { why, solved, next } = self.course.solve(problem)?;
        if let Some(why) = why {
            say!("\n{}", rendered(&why, self.screen))?;
        }
        let all = self.course.steps.len();
        match next {
            Some(step) => {
                let adds = adds(&step, self.screen);
                let adds = if adds.is_empty() { adds } else { format!(": {adds}") };
                let line = format!("solved: {solved} of {all}; next is {}{adds}", step.problem);
                say!("\n{}", self.screen.wrapped(&line, 4))
            }
            None => say!("\nsolved: {solved} of {all}\n"),
        }
    }
}

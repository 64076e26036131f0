//! `harness learn`: the problems as a course. It gives a statement, an empty file, a verdict at
//! each save, one hint at a time, and the proof once the program is accepted.
//!
//! The learner's files are in `learn/`, apart from the setters' solutions, and nothing of a
//! solution is ever shown.

mod begin;
pub(crate) mod course;
mod progress;

use crate::args::{CommonArgs, SandboxArgs};
use crate::completions;
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::exit::Exit;
use crate::judge::outputs;
use crate::judge::{Task, judge_in};
use crate::limits;
use crate::screen::{Screen, StandardOutput, from_here, print, say};
use crate::session;
use crate::watch::watcher::Snapshot;
use crate::watch::{Happened, Watching};
use crate::workspace::Workspace;
use beneath::Home;
use clap::Args;
use course::{Statement, Step, steps};
use engine::build::Languages;
use engine::run::{OnFailure, Settings};
use model::{ByteSize, Expectation, Judging, Languages as _, Only, Problem, ProblemId, Solution, SolutionId};
use package::statement::Tongue;
use progress::Progress;
use report::text::{Look, markdown};
use sandbox::{Cancel, Sandbox};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  harness learn                    go on where you were; at first, at the beginning
  harness learn wythoff            this problem
  harness learn nim --lang python  write it in another language
  harness learn --lang zh          read statements, hints and proofs in Chinese; en for English
  harness learn --hint             the next hint
  harness learn --list             the way, and how far you are

Your programs lie in learn/, which git ignores; each save is judged. Keys: h the next hint, s the statement, \
n the next problem, q the end.";

/// Learn the problems one after the other: statement, hints, verdicts, proofs
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LearnArgs {
    /// The problem [default: the one you were on]
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
    /// Show the path through the problems, and how far you are
    #[arg(long, conflicts_with_all = ["once", "hint", "problem"])]
    list: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &LearnArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let workspace = limits::open(common)?;
    let folder = workspace.root.join("learn");
    let readme = workspace.home.text(&workspace.root.join("problems/README.md")).unwrap_or_default();
    let names: Vec<ProblemId> = workspace.catalog.problems.iter().map(|problem| problem.id.clone()).collect();
    let mut course = Course {
        args,
        workspace: &workspace,
        steps: steps(&readme, &names),
        progress: Progress::read(&folder)?,
        folder,
    };
    if let Some(tongue) = args.lang.iter().find_map(|name| Tongue::of_code(name)) {
        course.progress.tongue = Some(tongue.code().to_owned());
    }
    if args.list {
        return course.list();
    }
    let mut problem = course.begin()?;
    if args.hint {
        course.hint(&problem)?;
        return Ok(Exit::AsExpected);
    }
    let sandbox = session::sandbox(&args.sandbox, &workspace)?;
    let stop = session::cancel_on_signals()?;
    loop {
        match course.learn(&problem, &*sandbox, &stop)? {
            Next::Problem(next) => problem = workspace.problem(next.as_str())?.problem,
            Next::End(exit) => return Ok(exit),
        }
    }
}

/// What to do after a problem.
enum Next {
    Problem(ProblemId),
    End(Exit),
}

/// The order of problems, and the learner's progress.
struct Course<'a> {
    args: &'a LearnArgs,
    workspace: &'a Workspace,
    steps: Vec<Step>,
    progress: Progress,
    /// The folder of the learner's files.
    folder: PathBuf,
}

impl Course<'_> {
    fn screen(&self) -> &Screen {
        &self.workspace.screen
    }

    /// The language of the statements, where a problem has one in it.
    fn tongue(&self) -> Tongue {
        self.progress.tongue.as_deref().and_then(Tongue::of_code).unwrap_or(Tongue::English)
    }

    /// The problem to begin with.
    fn begin(&mut self) -> Result<Arc<Problem>, CliError> {
        let current = self.progress.current.as_ref().filter(|id| self.steps.iter().any(|step| step.problem == **id));
        let open = || self.steps.iter().find(|step| !self.progress.is_solved(&step.problem)).or(self.steps.first());
        let name = match (&self.args.problem, current) {
            (Some(name), _) => name.clone(),
            (None, Some(current)) => current.to_string(),
            (None, None) => match open() {
                Some(step) => step.problem.to_string(),
                None => return Err(refused("there is no problem to learn").of_kind(ErrorKind::NothingNamed)),
            },
        };
        Ok(self.workspace.problem(&name)?.problem)
    }

    /// Saves the learner's progress.
    fn keep(&mut self) -> Result<(), CliError> {
        make(&self.folder)?;
        self.progress.write(&self.folder)
    }

    fn list(&self) -> Result<Exit, CliError> {
        let sign = |step: &Step| match self.progress.is_solved(&step.problem) {
            true => "done",
            false if self.progress.current.as_ref() == Some(&step.problem) => "here",
            false => "",
        };
        let width = self.steps.iter().map(|step| step.problem.as_str().len()).max().unwrap_or(0);
        let line = |(at, step): (usize, &Step)| {
            let text = format!("{:>4} {:>2}  {:<width$}  {}", sign(step), at + 1, step.problem, self.adds(step));
            self.screen().wrapped(&text, 11 + width)
        };
        print(self.steps.iter().enumerate().map(line).collect::<String>())?;
        Ok(Exit::AsExpected)
    }

    /// What a problem adds, on one line.
    fn adds(&self, step: &Step) -> String {
        let look = Look { color: false, unicode: self.screen().unicode, width: None };
        markdown::render(step.adds.as_deref().unwrap_or_default(), look).trim().replace('\n', " ")
    }

    fn rendered(&self, text: &str) -> String {
        let screen = self.screen();
        let width = screen.width.or(Some(80));
        markdown::render(text, Look { color: screen.color, unicode: screen.unicode, width })
    }

    fn hint(&mut self, problem: &Problem) -> Result<(), CliError> {
        let hints = statement(problem, self.tongue(), &self.workspace.home)?.hints;
        let standing = self.progress.of(&problem.id);
        let Some(hint) = hints.get(standing.hints) else {
            // Hints that were read may be read again.
            let all = hints.iter().enumerate().map(|(at, hint)| format!("{}. {hint}", at + 1));
            let all = self.rendered(&all.collect::<String>());
            return match hints.is_empty() {
                true => say!("this statement has no hints\n"),
                false => say!("\nthere are no more hints than these\n{all}"),
            };
        };
        standing.hints += 1;
        let number = standing.hints;
        self.keep()?;
        say!("\nHint {number} of {}\n{}", hints.len(), self.rendered(hint))
    }

    /// The statement, and where the program goes.
    fn open(&mut self, problem: &Problem, file: &Path, fresh: bool) -> Result<(), CliError> {
        let at = self.steps.iter().position(|step| step.problem == problem.id).map_or(0, |at| at + 1);
        let task = statement(problem, self.tongue(), &self.workspace.home)?.task;
        // Most statements begin with their title.
        let heading = task.lines().next().map_or("", |line| line.trim_start_matches('#').trim());
        let titled = heading == problem.title || problem.title_zh.as_deref() == Some(heading);
        let title = if titled { String::new() } else { format!(": {}", problem.title) };
        let done = if self.progress.is_solved(&problem.id) { " (solved)" } else { "" };
        print(format!("{at} of {}{done}{title}\n\n", self.steps.len()))?;
        print(self.rendered(&task))?;
        if matches!(problem.judging, Judging::Interactor(_)) {
            say!("\nby hand: {} play {}\n", self.screen().command, problem.id)?;
        }
        let verb = if fresh { "write your program into" } else { "your program is" };
        say!("\n{verb} {}\n", from_here(file))
    }

    /// The file of the learner's program, created if there is none. True if it is new.
    fn file(&mut self, problem: &Problem) -> Result<(PathBuf, bool), CliError> {
        let of_program = self.args.lang.iter().rev().find(|name| Tongue::of_code(name).is_none());
        let wish = of_program.map(|name| extension(name, &self.workspace.languages)).transpose()?;
        let in_language = |extension: &str| self.folder.join(format!("{}.{extension}", problem.id));
        let there = || {
            let mut all: Vec<&String> = self.workspace.languages.entries.iter().flat_map(|e| &e.extensions).collect();
            all.sort_by_key(|extension| Some(*extension) != self.progress.language.as_ref());
            all.into_iter().find(|extension| in_language(extension).is_file()).cloned()
        };
        let extension =
            wish.or_else(there).or_else(|| self.progress.language.clone()).unwrap_or_else(|| "rs".to_owned());
        let file = in_language(&extension);
        let fresh = !file.exists();
        make(&self.folder)?;
        if fresh {
            let dialogue = matches!(problem.judging, Judging::Interactor(_));
            fs::write(&file, begin::text(&extension, dialogue)).or_cannot(format!("write {}", file.display()))?;
        }
        self.progress.language = Some(extension);
        self.progress.current = Some(problem.id.clone());
        self.keep()?;
        Ok((file, fresh))
    }

    fn next(&self, problem: &Problem) -> Option<&Step> {
        let at = self.steps.iter().position(|step| step.problem == problem.id)?;
        self.steps.get(at + 1)
    }
}

/// Creates the learner's folder, which git ignores.
fn make(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder).or_cannot(format!("make {}", folder.display()))?;
    let ignore = folder.join(".gitignore");
    if !ignore.exists() {
        fs::write(&ignore, "*\n").or_cannot(format!("write {}", ignore.display()))?;
    }
    Ok(())
}

/// The statement in this language; in English where there is none.
fn statement(problem: &Problem, tongue: Tongue, home: &Home) -> Result<Statement, CliError> {
    let translated = problem.dir.join(tongue.file());
    let file = if translated.is_file() { translated } else { problem.dir.join(Tongue::English.file()) };
    match home.words(&file) {
        Ok(text) => Ok(Statement::parse(&text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(refused(format!("{} has no statement.md to learn it from", problem.id))
                .with_hint("`harness learn --list` lists the problems, `harness learn NAME` begins with one"))
        }
        Err(error) => Err(error).or_cannot(format!("read {}", file.display())),
    }
}

/// The usual extension of a language that is named by id, name or extension.
fn extension(name: &str, languages: &Languages) -> Result<String, CliError> {
    let extensions = &judge::language(languages, name)?.extensions;
    let name = name.trim_start_matches('.').to_lowercase();
    let own = extensions.iter().find(|extension| **extension == name).or(extensions.first());
    Ok(own.expect("a language that is named has files").clone())
}

/// What a learner wants while nothing is judged.
enum Wish {
    Judge,
    Next,
    Hint,
    Statement,
}

impl Course<'_> {
    fn learn(&mut self, problem: &Arc<Problem>, sandbox: &dyn Sandbox, stop: &Cancel) -> Result<Next, CliError> {
        // Fails before a file is created for a problem that cannot be learned.
        statement(problem, self.tongue(), &self.workspace.home)?;
        let (file, fresh) = self.file(problem)?;
        self.open(problem, &file, fresh)?;
        let mut watching = Watching::new(stop, || Snapshot::of([file.clone()]));
        if self.args.once {
            let accepted = self.attempt(problem, &file, sandbox, &mut watching)?.ok_or(CliError::Interrupted)?;
            return Ok(Next::End(if accepted { Exit::AsExpected } else { Exit::NotAsExpected }));
        }
        let mut wish = if fresh { None } else { Some(Wish::Judge) };
        let mut solved = false;
        loop {
            match wish.take() {
                // A file that the learner removed would otherwise read as a fault of ours.
                Some(Wish::Judge) if !file.is_file() => {
                    self.screen().complain(&format!("there is no file {}", from_here(&file)), None);
                }
                Some(Wish::Judge) => solved |= self.attempt(problem, &file, sandbox, &mut watching)? == Some(true),
                Some(Wish::Hint) => self.hint(problem)?,
                Some(Wish::Statement) => self.open(problem, &file, false)?,
                Some(Wish::Next) => match self.next(problem) {
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

    /// Judges, and goes on to the proof if the program is accepted. Returns whether it is; `None`
    /// if cut short by a save or Ctrl-C.
    fn attempt(
        &mut self,
        problem: &Arc<Problem>,
        file: &Path,
        sandbox: &dyn Sandbox,
        watching: &mut Watching<'_>,
    ) -> Result<Option<bool>, CliError> {
        let workspace = workspace(self.workspace, problem, file)?;
        let plan = workspace.whole_plan()?;
        let settings = Settings { on_failure: OnFailure::StopSolution, ..Settings::of_machine() };
        // Not for longer than the run: between two runs others may clear the cache.
        let builder = workspace.builder()?;
        let task = Task::of(&plan, settings, &builder);
        let options = outputs::options(&workspace, StandardOutput::Free);
        let mut reporters = outputs::terminal(options, StandardOutput::Free, &workspace.screen)?;
        let (summary, _) =
            watching.until_saved(|cancel| judge_in(sandbox, cancel, &workspace, task, &mut reporters))?;
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
        self.progress.of(&problem.id).solved = true;
        let next = self.next(problem).cloned();
        self.progress.current = next.as_ref().map(|step| step.problem.clone());
        self.keep()?;
        if let Some(why) = statement(problem, self.tongue(), &self.workspace.home)?.why {
            say!("\n{}", self.rendered(&why))?;
        }
        let solved = self.steps.iter().filter(|step| self.progress.is_solved(&step.problem)).count();
        let all = self.steps.len();
        match next {
            Some(step) => {
                let adds = self.adds(&step);
                let adds = if adds.is_empty() { adds } else { format!(": {adds}") };
                let line = format!("solved: {solved} of {all}; next is {}{adds}", step.problem);
                say!("\n{}", self.screen().wrapped(&line, 4))
            }
            None => say!("\nsolved: {solved} of {all}\n"),
        }
    }
}

/// The learner's program as the one solution of its problem.
fn workspace(around: &Workspace, problem: &Arc<Problem>, file: &Path) -> Result<Workspace, CliError> {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let Some(language) = around.languages.of_extension(extension) else {
        return Err(refused(format!("{} is in no language that is known", file.display())));
    };
    let solution = Solution {
        id: SolutionId { problem: problem.id.clone(), label: Some("learn".into()), extension: extension.into() },
        language,
        path: file.to_path_buf(),
        display: around.relative(file),
        size: ByteSize(file.metadata().map_or(0, |metadata| metadata.len())),
        expectation: Expectation::default(),
        only: Only::default(),
        args: Vec::new(),
        notes: Vec::new(),
        build: model::BuildOptions::default(),
        limits: model::OwnLimits::default(),
    };
    // Validating the tests is the setters' concern, and takes a compiler's time.
    let problem = Problem { validators: Vec::new(), ..Problem::clone(problem) };
    Ok(around.holding(problem, vec![Arc::new(solution)]))
}

//! Judges files that belong to no problem, in any folder, on the tests beside them: what
//! `harness FILE` and `harness try FILE` do where the file is not a solution of a workspace.

mod once;
mod tests;
mod watch;

use crate::args::{CommonArgs, SelectArgs};
use crate::debug;
use crate::error::CliError;
use crate::exit::Exit;
use crate::judge_args::JudgeArgs;
use crate::last_run;
use crate::outputs::{self, CallCommands};
use crate::running::{self, judge};
use crate::screen::{Screen, StandardOutput, print_beside, say};
use crate::workspace::{self, Workspace};
use ::judge::places::typed;
use ::judge::{Files, OwnRules, Task, config, part_of, unlinked, usual_failure};
use engine::build::{Builder, Languages};
use engine::plan::Plan;
use engine::run::{OnFailure, Settings};
use model::record::Build;
use model::{Event, Solution, TestId, shell};
use profiles::Judge;
use report::{Reporter, Tee};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Judges `files`. `without`: folders whose files are not tests of theirs.
pub(crate) fn run(
    args: &JudgeArgs,
    common: &CommonArgs,
    files: &Files,
    without: Vec<PathBuf>,
) -> Result<Exit, CliError> {
    let screen = common.screen();
    let home = workspace::here()?;
    let languages = config::languages(&config::load(None)?)?;
    let judge = common.judge()?;
    let rules = args.rules.own(&home, &languages)?;
    let (screen, home, languages) = (&screen, &home, &languages);
    let attempt = Attempt { args, common, screen, home, languages, judge, rules, files, without };
    match (args.inputs.is_empty(), args.watch) {
        // An interactor talks to the program, so that its input alone means nothing.
        (false, _)
            if attempt.loose().is_talk(languages) && args.inputs.iter().all(|input| home.join(input).is_file()) =>
        {
            let inputs = args.inputs.iter().map(|input| home.join(input));
            let files = Files { tests: inputs.collect(), ..files.clone() };
            Attempt { files: &files, ..attempt }.judge()
        }
        (false, _) => attempt.once(),
        (true, false) => attempt.judge(),
        (true, true) => attempt.watch(),
    }
}

struct Attempt<'a> {
    args: &'a JudgeArgs,
    common: &'a CommonArgs,
    screen: &'a Screen,
    /// The folder of the call.
    home: &'a Path,
    languages: &'a Languages,
    /// The judge of `--judge`.
    judge: Option<&'static Judge>,
    rules: OwnRules,
    files: &'a Files,
    without: Vec<PathBuf>,
}

/// What a run leaves to be said below it.
#[derive(Default)]
struct Below {
    /// The solutions that do not compile, by name, with the compilers' messages.
    rejected: Vec<(String, String)>,
    /// The first test that is not as expected, and whether a debugger can show it.
    failed: Option<(TestId, bool)>,
}

impl Reporter for &mut Below {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let Event::Finished(result) = event else { return Ok(()) };
        if let Build::Rejected { messages } = &result.build {
            self.rejected.push((result.name.clone(), messages.clone()));
        }
        let failed = result.tests.iter().find(|test| test.is_surprise() && test.is_judged());
        if let Some(test) = failed.filter(|_| self.failed.is_none()) {
            self.failed = Some((test.test.clone(), result.debugger.is_some()));
        }
        Ok(())
    }
}

/// The files as a workspace, and what is said of their tests.
struct FileWorkspace {
    workspace: Workspace,
    announced: String,
}

impl Attempt<'_> {
    fn judge(&self) -> Result<Exit, CliError> {
        let FileWorkspace { workspace, announced } = self.load()?;
        let only = match self.args.failed.then(|| last_run::failing(&workspace)).transpose()? {
            Some(None) => {
                say!("nothing to run again: whatever was judged was as expected the last time\n")?;
                return Ok(Exit::AsExpected);
            }
            failing => failing.flatten(),
        };
        let select = SelectArgs { filters: Vec::new(), tests: self.args.tests() };
        let mut whole = workspace.plan_of(&select, self.args.time.time_factor, only)?;
        workspace.build_as(&self.args.build, &mut whole)?;
        if let Some(test) = &self.args.debug {
            return debug::on(&workspace, &whole, test, &self.args.sandbox);
        }
        let builder = workspace.builder()?.afresh(self.args.no_cache);
        let (plan, shard) = part_of(whole, self.args.shard.shard, self.args.shard.shard_by, &builder)?;
        let output = StandardOutput::beside(self.args.reports.iter().map(|report| &report.path));
        print_beside(output, &announced)?;
        let called = CallCommands { all: self.call(), is_by_name: self.loose().are_named_here(&workspace.judge) };
        let (reporters, notes) = outputs::open(self.args, &workspace, &called)?;
        let workspace = match called.is_by_name {
            true => workspace,
            false => workspace.nameless(),
        };
        let command = self.args.build.with(&workspace.screen.command);
        let settings = Settings { shard, command, ..self.settings(&plan) };
        let task = Task { remembers: !self.args.no_cache, ..Task::of(&plan, settings, &builder) };
        let mut below = Below::default();
        let reporters = Tee::new(vec![Box::new(reporters), Box::new(&mut below)]);
        let exit = judge(&workspace, &self.args.sandbox, task, reporters);
        self.tell_of_unlinked(&below, &workspace);
        if !called.is_by_name && !self.args.is_quiet() {
            print_beside(output, &self.again(&below, &called.all))?;
        }
        notes.borrow().iter().for_each(|note| workspace.screen.note(note));
        exit
    }

    /// The calls that run the first failure again and show it in a debugger, where the name of a
    /// solution would not mean the same program.
    fn again(&self, below: &Below, call: &str) -> String {
        let Some((test, has_debugger)) = &below.failed else { return String::new() };
        let test = shell::word(&test.0);
        let again = format!("  again: {call} -t {test}\n");
        let is_one = self.files.programs.len() == 1;
        let debug = Some(call.replace(" --sanitize", "")).filter(|_| *has_debugger && is_one);
        again + &debug.map_or_else(String::new, |call| format!("  debug: {call} --debug {test}\n"))
    }

    /// Names the files that programs lack which do not link.
    fn tell_of_unlinked(&self, below: &Below, workspace: &Workspace) {
        for (name, messages) in &below.rejected {
            let is_it = |solution: &&Arc<Solution>| solution.id.to_string() == *name;
            let Some(solution) = workspace.catalog.solutions.iter().find(is_it) else { continue };
            let notice = unlinked(messages, &solution.path, self.home, self.languages);
            notice.iter().for_each(|notice| self.screen.notice(notice));
        }
    }

    /// The whole call, as it can be typed again.
    fn call(&self) -> String {
        let words = self.args.select.filters.iter().map(|word| match word.starts_with('-') {
            true => shell::word(&format!("./{word}")),
            false => shell::word(word),
        });
        let patterns = [("--in", &self.args.in_pattern), ("--ans", &self.args.answer_pattern)];
        let patterns = patterns.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        let words = words.chain(patterns.map(|(name, value)| format!("{name} {}", shell::word(value))));
        let words =
            words.chain(self.args.program.words()).chain(self.args.rules.words()).chain(self.args.build.words());
        std::iter::once(self.screen.command.clone()).chain(words).collect::<Vec<_>>().join(" ")
    }

    fn settings(&self, plan: &Plan) -> Settings {
        let usual = if self.args.shows_all() { OnFailure::Continue } else { usual_failure(plan) };
        running::settings(self.args, usual)
    }

    fn task<'t>(&'t self, plan: &'t Plan, builder: &'t Builder) -> Task<'t> {
        Task { remembers: !self.args.no_cache, ..Task::of(plan, self.settings(plan), builder) }
    }

    /// A path as it would be typed here.
    fn name(&self, path: &Path) -> String {
        typed(path, self.home)
    }
}

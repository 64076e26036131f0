//! Trials: the programs of one problem, built once, on inputs that are made while they run and are
//! not tests on disk.
//!
//! A trial judges as a run does, by the same facts, limits, comparisons, checkers and interactors,
//! but it keeps no evidence, sends no events and remembers nothing. The caller that looks for an
//! input decides what to do with a verdict, and when to look again with nothing else running.

use crate::build::{BuildOutcome, Program, SourceFile};
use crate::cell;
use crate::judge::checker::Answer;
use crate::judge::{self, Case, sanitizers};
use crate::run::checked::JudgedTest;
use crate::run::judge_folder::CheckedOutput;
use crate::run::judge_program::{self, JudgeProgram, Review};
use crate::run::named_files;
use crate::run::pool::Worker;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::reply::ValidatorReply;
use crate::run::result_cache::{FreshJudgement, FreshJudgements};
use crate::run::validate::ValidatorCall;
use crate::run::{Build, Runner, Sink, grey_zone};
use model::{
    ByteSize, Call, Cause, Checks, EffectiveLimits, Fault, FaultKind, Finding, Judgement, Judging, Key, Limits,
    OwnLimits, Points, Problem, ProgramSpec, Provenance, Solution, SolutionId, Test, TestId, TimeAllowed, TimeFactor,
    TimingMethod, Verdict, Worth,
};
use sandbox::{CapturedStream, CompletedRun, CoreWait, Exec, Start, Stdin, StopReason};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The programs of a problem, ready for inputs.
pub struct Trials<'t, 'a> {
    runner: &'t Runner<'a>,
    problem: Arc<Problem>,
    /// Stands in for the test that an input would be: its group's limits and worth count.
    test: Test,
    builds: Vec<Build>,
    own: Vec<OwnSettings>,
    programs: ProblemPrograms,
}

/// What each solution has of its own.
struct OwnSettings {
    limits: OwnLimits,
    checks: Checks,
    /// Its file, as people know it.
    display: String,
}

impl OwnSettings {
    fn of(solution: &Solution) -> OwnSettings {
        OwnSettings { limits: solution.limits, checks: solution.build.checks, display: solution.display.clone() }
    }
}

/// An input in memory, for any number of runs.
#[derive(Debug)]
pub struct Input {
    bytes: Vec<u8>,
    stream: CapturedStream,
}

impl Input {
    /// # Errors
    /// A sandbox fault when there is no memory left for it.
    pub fn new(bytes: Vec<u8>) -> Result<Input, Fault> {
        let stream = CapturedStream::of(&bytes).map_err(|error| cell::fault(&error))?;
        Ok(Input { bytes, stream })
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// What a generator made.
#[derive(Clone, Debug)]
pub struct GeneratedInput {
    pub bytes: Vec<u8>,
    /// The first words that it wrote to standard error.
    pub words: Option<String>,
}

/// How a solution did on an input.
#[derive(Clone, Debug)]
pub struct TrialOutcome {
    pub verdict: Verdict,
    /// One line that says why: the sentence of its cause.
    pub note: Option<String>,
    pub points: Option<Points>,
    pub cpu: Duration,
    /// The CPU time that it was allowed.
    pub limit: Duration,
    /// The measurement itself, of a run alone that took too long.
    pub measured: Option<Box<LateRun>>,
    /// What it printed, if it was run for its own answer.
    output: Option<CapturedStream>,
}

/// A run alone that took too long, judged as in a run of tests: to show it, nobody measures it
/// again.
#[derive(Clone, Debug)]
pub struct LateRun {
    program: Key,
    limits: Limits,
    pub judgement: Judgement,
}

impl LateRun {
    fn boxed(program: &Program, limits: &Limits, judgement: Judgement) -> Box<LateRun> {
        let provenance = Provenance::Run(TimingMethod::Alone);
        let judgement = Judgement { provenance, ..judgement };
        Box::new(LateRun { program: program.key, limits: limits.clone(), judgement })
    }

    /// The same as the result of a test with this input, for [`ResultCache::give`].
    ///
    /// [`ResultCache::give`]: crate::run::ResultCache::give
    pub fn as_result(&self, solution: SolutionId, test: TestId) -> FreshJudgements {
        let judged = FreshJudgement::under(self.judgement.clone(), self.limits.clone());
        FreshJudgements::from([((solution, self.program, test), judged)])
    }
}

impl TrialOutcome {
    /// Whether it took more than this part of its time limit.
    pub fn takes_over(&self, part: f64) -> bool {
        self.cpu > self.limit.mul_f64(part)
    }

    /// The same, of a sanitized program that found this in itself: it counts as a crash, as it does
    /// for a run of tests.
    fn with_found(self, found: Option<&Finding>) -> TrialOutcome {
        let Some(found) = found else { return self };
        let verdict = if self.verdict == Verdict::Accepted { Verdict::RunTimeError } else { self.verdict };
        TrialOutcome { verdict, note: Some(found.to_string()), ..self }
    }

    /// What it printed, if it was run for its own answer. May be empty otherwise.
    ///
    /// # Errors
    /// A sandbox fault when the output cannot be read.
    pub fn output(&self) -> Result<Vec<u8>, Fault> {
        let read = |output: &CapturedStream| output.bytes(u64::MAX);
        let bytes = self.output.as_ref().map(read).transpose();
        Ok(bytes.map_err(|error| cell::unreadable_output(&error))?.unwrap_or_default())
    }
}

/// How long a run beside others may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Its whole limit.
    Whole,
    /// A tenth of it, for one that is expected to be brief: it counts as too slow from there on,
    /// and is measured alone.
    Brief,
}

/// Whether other programs of ours run meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    Beside,
    /// A time limit is believed only from such a run; see `retime`.
    Alone,
}

impl<'a> Runner<'a> {
    /// Builds `solutions`, the problem's checker, interactor and validators, and `generator`.
    pub fn trials<'t>(
        &'t self,
        problem: &Arc<Problem>,
        solutions: &[Arc<Solution>],
        generator: Option<&Path>,
        sink: &mut dyn Sink,
    ) -> Trials<'t, 'a> {
        let sources: Vec<SourceFile> = solutions.iter().map(|solution| SourceFile::of(solution)).collect();
        let builds = self.build(&sources, sink);
        let own = solutions.iter().map(|solution| OwnSettings::of(solution)).collect();
        let tools = problem.judges().chain(generator).chain(problem.validators.iter().map(PathBuf::as_path));
        let programs = self.problem_programs(tools, sink);
        let nowhere = || problem.test(TestId("secret/trial".into()), PathBuf::new(), PathBuf::new());
        let test = problem.tests.last().map_or_else(nowhere, |test| Test::clone(test));
        Trials { runner: self, problem: Arc::clone(problem), test, builds, own, programs }
    }
}

impl<'a> Trials<'_, 'a> {
    /// The builds of the solutions, in their order.
    pub fn builds(&self) -> &[Result<BuildOutcome, Fault>] {
        &self.builds
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_cancelled(&self) -> bool {
        self.runner.cancel.is_raised()
    }

    /// The flag that Ctrl-C raises, for work that does not call [`Trials::is_cancelled`].
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.runner.cancel.flag()
    }

    /// Runs `work` on what `next` returns, with all workers, until there is no more. Results go to
    /// `done` on this thread, as they come. Runs that are not over at `until` are interrupted.
    pub fn each<J: Send, R: Send>(
        &self,
        until: Option<Instant>,
        next: impl Fn() -> Option<J> + Sync,
        work: impl Fn(&mut Trial<'_, '_, 'a>, &J) -> Result<R, Fault> + Sync,
        done: impl FnMut(J, Result<R, Fault>),
    ) {
        let work = |worker: &mut Worker<'a>, job: &J| {
            work(
                &mut Trial { trials: self, worker, company: Neighbours::Beside, patience: Patience::Whole, until },
                job,
            )
        };
        self.runner.pool.while_any(usize::MAX, next, work, done);
    }

    /// Runs `work` while nothing else runs.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn alone<R: Send>(&self, work: impl Fn(&mut Trial<'_, '_, 'a>) -> Result<R, Fault> + Sync) -> Result<R, Fault> {
        let mut out = None;
        let work = |worker: &mut Worker<'a>, _: usize| {
            let (company, patience) = (Neighbours::Alone, Patience::Whole);
            work(&mut Trial { trials: self, worker, company, patience, until: None })
        };
        self.runner.pool.in_order(1, 1, work, |_, result| out = Some(result));
        out.unwrap_or_else(|| Err(Fault::new(FaultKind::Internal, "nothing was run alone")))
    }
}

/// A worker that runs the programs, one at a time. Its methods return `None` when interrupted.
pub struct Trial<'w, 't, 'a> {
    trials: &'w Trials<'t, 'a>,
    worker: &'w mut Worker<'a>,
    company: Neighbours,
    patience: Patience,
    until: Option<Instant>,
}

impl<'t, 'a> Trial<'_, 't, 'a> {
    /// The same worker, as quick as it can be. Its runs do not prove that anything takes too long.
    pub fn quick(&mut self) -> Trial<'_, 't, 'a> {
        Trial { company: Neighbours::Beside, ..self.same() }
    }

    /// The same worker with this patience. A dialogue always has its whole limit: what its
    /// interactor does when it is cut short is not the solution's doing.
    pub fn patient(&mut self, patience: Patience) -> Trial<'_, 't, 'a> {
        let patience = match &self.trials.problem.judging {
            Judging::Compare(_) | Judging::Checker(_) => patience,
            Judging::Interactor(_) => Patience::Whole,
        };
        Trial { patience, ..self.same() }
    }

    /// The same worker, whose runs are interrupted at `until`.
    pub fn by(&mut self, until: Option<Instant>) -> Trial<'_, 't, 'a> {
        Trial { until, ..self.same() }
    }

    fn same(&mut self) -> Trial<'_, 't, 'a> {
        let Trial { trials, company, patience, until, .. } = *self;
        Trial { trials, worker: self.worker, company, patience, until }
    }
}

impl Trial<'_, '_, '_> {
    /// Runs the solution with this index and judges it by `answer`. Without one, it is judged as
    /// far as no answer is needed, and its output is kept to be the answer for others.
    ///
    /// # Errors
    /// The fault that kept it from being judged.
    pub fn judge(
        &mut self,
        solution: usize,
        input: &Input,
        answer: Option<&[u8]>,
    ) -> Result<Option<TrialOutcome>, Fault> {
        let problem = &*self.trials.problem;
        let program = ready(&self.trials.builds[solution])?;
        let size = ByteSize(answer.map_or(0, |answer| answer.len() as u64));
        let (stated, own) = (problem.limits_of(&self.trials.test.id), &self.trials.own[solution]);
        let time = TimeAllowed::Limit(TimeFactor::default());
        let limits = EffectiveLimits::of(stated, own.limits, time, &program.share).for_answer(size);
        let limits = limits.for_checks(own.checks);
        let mut exec = program.exec(Stdin::Captured(input.stream.clone()), &limits);
        if self.patience == Patience::Brief {
            exec.limits.cpu /= 10;
            exec.limits.wall /= 10;
        }
        let usual = exec.limits.wall;
        exec.limits.wall = self.cut(usual);
        match self.company {
            // A forked run that is rejected is looked at again, alone and started in the usual way.
            Neighbours::Beside if own.checks == Checks::Usual => exec.start = Start::Fork,
            // A program that checks itself is loaded anew: it knows the memory of one run.
            Neighbours::Beside => {}
            Neighbours::Alone => {
                exec.limits.cpu = grey_zone::extended(exec.limits.cpu);
                exec.core_wait = (self.trials.runner.settings.crowding)().core_wait();
            }
        }
        if exec.limits.wall < usual {
            // The end of a hunt waits for nobody.
            exec.core_wait = CoreWait::Counted;
        }
        match (&problem.judging, answer) {
            (Judging::Compare(comparison), _) => {
                let Some(completed) = self.run(&exec, input)? else { return Ok(None) };
                let tried = by_facts(&completed, &limits, own)?;
                let tried =
                    self.measured(tried, (program, &*limits), &completed, (input, answer), comparison.name())?;
                let Some(answer) = answer.filter(|_| tried.verdict == Verdict::Accepted) else {
                    return Ok(Some(tried));
                };
                let comparison = self.trials.test.comparison(comparison);
                Ok(Some(match judge::differs(comparison, answer, &completed.stdout.file)? {
                    None => tried,
                    Some((verdict, note)) => TrialOutcome { verdict, note: Some(note), ..tried },
                }))
            }
            (Judging::Checker(spec), None) if problem.passes == 1 => {
                let Some(completed) = self.run(&exec, input)? else { return Ok(None) };
                let tried = by_facts(&completed, &limits, own)?;
                if tried.verdict != Verdict::Accepted || !spec.accepts_answers {
                    return Ok(Some(tried));
                }
                let own = tried.output()?;
                let ruled = self.check(spec, input, &own, &completed.stdout)?;
                Ok(ruled.map(|answer| {
                    let name = judge_program::name(&spec.file);
                    let note = (answer.verdict != Verdict::Accepted).then(|| answer.cause(&name).to_string());
                    TrialOutcome { verdict: answer.verdict, points: answer.points, note, ..tried }
                }))
            }
            (Judging::Checker(_) | Judging::Interactor(_), answer) => {
                self.by_program((program, &*limits), exec, (input, answer), own)
            }
        }
    }

    /// Judges like a test on disk, because checkers and interactors open the input and the answer.
    fn by_program(
        &mut self,
        (program, limits): (&Program, &Limits),
        exec: Exec,
        (input, answer): (&Input, Option<&[u8]>),
        own: &OwnSettings,
    ) -> Result<Option<TrialOutcome>, Fault> {
        let test = self.files(input, answer.unwrap_or_default())?;
        let Trials { runner, problem, programs, .. } = self.trials;
        let builds = runner.ports.builds;
        let solution = (own.checks, &*own.display);
        let subject = JudgedTest { builds, programs, test: &test, problem, solution, limits };
        let judgement = subject.judge(exec, self.worker)?;
        let judgement = judgement.filter(|judgement| judgement.verdict != Verdict::TimeLimit || !self.is_over());
        Ok(judgement.map(|judgement| {
            let tried = TrialOutcome {
                verdict: judgement.verdict,
                note: judgement.cause.as_ref().map(Cause::to_string),
                points: judgement.points,
                cpu: judgement.usage.cpu,
                limit: limits.cpu,
                measured: None,
                output: None,
            };
            let tried = tried.with_found(judgement.found.first());
            let measured = self.is_proof(&tried).then(|| LateRun::boxed(program, limits, judgement));
            TrialOutcome { measured, ..tried }
        }))
    }

    /// Whether a run shows by itself that the solution takes too long.
    fn is_proof(&self, tried: &TrialOutcome) -> bool {
        self.company == Neighbours::Alone && tried.verdict == Verdict::TimeLimit
    }

    /// Adds the measurement if it shows that the solution takes too long, with all that a report
    /// shows of it.
    fn measured(
        &mut self,
        tried: TrialOutcome,
        (program, limits): (&Program, &Limits),
        completed: &CompletedRun,
        (input, answer): (&Input, Option<&[u8]>),
        name: &str,
    ) -> Result<TrialOutcome, Fault> {
        if !self.is_proof(&tried) {
            return Ok(tried);
        }
        let test = self.files(input, answer.unwrap_or_default())?;
        let case = Case::of(completed, limits, &test.input, &test.answer);
        let Some(judgement) = judge::by_facts(&case, name)? else { return Ok(tried) };
        Ok(TrialOutcome { measured: Some(LateRun::boxed(program, limits, judgement)), ..tried })
    }

    /// The most points that an input can earn, if there is a maximum.
    pub fn most_points(&self) -> Option<Points> {
        match self.trials.problem.worth_of(&self.trials.test.id) {
            Worth::UpTo(most) => Some(most),
            Worth::Nothing | Worth::PassFail | Worth::Unbounded | Worth::Free | Worth::Always => None,
        }
    }

    /// Whether the checker accepts `output`. `None` also where no checker judges.
    ///
    /// # Errors
    /// The checker's fault.
    pub fn accepts(&mut self, input: &Input, answer: &[u8], output: &[u8]) -> Result<Option<bool>, Fault> {
        let problem = &*self.trials.problem;
        let Judging::Checker(spec) = &problem.judging else { return Ok(None) };
        if problem.passes > 1 {
            return Ok(None);
        }
        let output = CapturedStream::of(output).map_err(|error| cell::fault(&error))?;
        let ruled = self.check(spec, input, answer, &output)?;
        Ok(ruled.map(|answer| answer.verdict == Verdict::Accepted))
    }

    fn check(
        &mut self,
        spec: &ProgramSpec,
        input: &Input,
        answer: &[u8],
        output: &CapturedStream,
    ) -> Result<Option<Answer>, Fault> {
        let test = self.files(input, answer)?;
        let Trials { runner, problem, programs, .. } = self.trials;
        let checker = JudgeProgram::of(programs, spec, &test, problem)?;
        checker.review(CheckedOutput::Printed(output), runner.ports.builds, self.worker).and_then(Review::answer)
    }

    /// Writes the test that an input stands for into the worker's folder.
    fn files(&mut self, input: &Input, answer: &[u8]) -> Result<Test, Fault> {
        let folder = self.worker.given(self.trials.runner.ports.builds)?;
        let test =
            Test { input: folder.join("trial.in"), answer: folder.join("trial.ans"), ..Test::clone(&self.trials.test) };
        for (path, bytes) in [(&test.input, input.bytes()), (&test.answer, answer)] {
            fs::write(path, bytes).map_err(|error| {
                Fault::caused(FaultKind::Checker, format!("cannot write {}", path.display()), &error)
            })?;
        }
        Ok(test)
    }

    /// Makes an input with the generator in `file`. `None`: interrupted.
    ///
    /// # Errors
    /// A fault that says how the generator failed.
    pub fn generate(&mut self, file: &Path, args: &[String]) -> Result<Option<GeneratedInput>, Fault> {
        let Trials { runner, problem, programs, .. } = self.trials;
        let command = || format!("{} {}", runner.display(file), args.join(" "));
        let call = Call::new(file.to_owned(), args.to_vec());
        let limits = Limits { wall: self.cut(problem.tool_limits.wall), ..problem.tool_limits.clone() };
        let made = runner.generate_once(programs.get(file)?, &call, &limits, &command, self.worker);
        if made.is_err() && self.is_over() {
            return Ok(None);
        }
        Ok(made?.map(|made| GeneratedInput { bytes: made.input, words: made.words }))
    }

    /// What the problem's validators object to in an input.
    ///
    /// # Errors
    /// A validator that does not compile, or ends without an answer.
    pub fn objection(&mut self, input: &Input) -> Result<Option<Objection>, Fault> {
        let Trials { runner, problem, programs, test, .. } = self.trials;
        for validator in &problem.validators {
            let (stdin, args) = (Stdin::Captured(input.stream.clone()), test.validator_args(validator));
            let given = ValidatorCall { stdin, answers: None, args, beside: &[] };
            match runner.put_before(validator, programs, given, &problem.tool_limits, self.worker)? {
                None => return Ok(None),
                Some(ValidatorReply::Valid(_)) => {}
                Some(ValidatorReply::Invalid(words)) => return Ok(Some(Objection::Invalid(words))),
                Some(ValidatorReply::Odd { how, .. }) => {
                    return Err(Fault::new(FaultKind::Checker, format!("{} {how}", runner.display(validator))));
                }
            }
        }
        Ok(Some(Objection::None))
    }

    fn run(&mut self, exec: &Exec, input: &Input) -> Result<Option<CompletedRun>, Fault> {
        let completed = if named_files::is_wanted(&self.trials.test) {
            // A fork would begin in the folder of an earlier run: the files lie in another one.
            let (exec, test) = (Exec { start: Start::Exec, ..exec.clone() }, self.files(input, b"")?);
            named_files::run(&exec, &test, &test.input, self.trials.runner.ports.builds, self.worker)?
        } else {
            self.worker.cell.run(exec)?
        };
        let is_cut = |completed: &CompletedRun| completed.outcome.stopped == Some(StopReason::Wall) && self.is_over();
        Ok(completed.filter(|completed| !is_cut(completed)))
    }

    /// As much of this time on the clock as is left.
    fn cut(&self, wall: Duration) -> Duration {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        left.map_or(wall, |left| wall.min(left.max(SHORTEST)))
    }

    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Time on the clock that every run gets: a limit of zero cannot be kept.
const SHORTEST: Duration = Duration::from_millis(10);

/// What validators object to in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// It is valid.
    None,
    /// It is not valid. Holds the message of the first validator that rejects it.
    Invalid(String),
}

/// The verdict by the facts alone, without a look at the output.
///
/// # Errors
/// A sandbox fault when what a sanitized program says cannot be read.
fn by_facts(completed: &CompletedRun, limits: &Limits, own: &OwnSettings) -> Result<TrialOutcome, Fault> {
    let decision = judge::decide(&completed.outcome, limits);
    let (verdict, note) = match decision {
        Some(decision) => (decision.verdict, Some(decision.cause.to_string())),
        None => (Verdict::Accepted, None),
    };
    let usage = completed.outcome.usage;
    let output = Some(completed.stdout.clone());
    let tried = TrialOutcome { verdict, note, points: None, cpu: usage.cpu, limit: limits.cpu, measured: None, output };
    let found = match own.checks {
        Checks::Usual => None,
        Checks::Sanitized => {
            let words = completed.stderr.bytes(judge::WORDS).map_err(|error| cell::unreadable_output(&error))?;
            sanitizers::read(&String::from_utf8_lossy(&words), &own.display).into_iter().next()
        }
    };
    Ok(tried.with_found(found.map(|found| found.finding).as_ref()))
}

fn ready(build: &Build) -> Result<&Program, Fault> {
    match build {
        Ok(BuildOutcome::Ready { program, .. }) => Ok(program),
        Ok(BuildOutcome::Rejected { messages }) => {
            Err(Fault::new(FaultKind::Build, messages.clone()).hint("correct it, then run again"))
        }
        Ok(BuildOutcome::Interrupted) => Err(Fault::new(FaultKind::Build, "it was not built")),
        Err(fault) => Err(fault.clone()),
    }
}

//! Trials: the programs of one problem, built once, on inputs that are made while they run and are
//! not tests on disk.
//!
//! A trial judges as a run does, by the same facts, limits, comparisons, checkers and interactors,
//! but it keeps no evidence, sends no events and remembers nothing. The caller that looks for an
//! input decides what to do with a verdict, and when to look again with nothing else running.

use crate::build::{BuildOutcome, Program, SourceFile};
use crate::cell;
use crate::judge::Content;
use crate::judge::checker::Answer;
use crate::run::checked::JudgedTest;
use crate::run::context::ready;
use crate::run::generate::MadeTest;
use crate::run::judge_folder::CheckedOutput;
use crate::run::judge_program::{self, JudgeProgram};
use crate::run::named_files;
use crate::run::pool::Worker;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::reply::ValidatorReply;
use crate::run::result_cache::{FreshJudgement, FreshJudgements};
use crate::run::validate::ValidatorCall;
use crate::run::{Build, Crowding, Runner, Sink, grey_zone};
use model::{
    ByteSize, Call, Cause, Checks, EffectiveLimits, Fault, FaultKind, Judgement, Judging, Key, Limits, Points, Problem,
    ProgramSpec, Provenance, Solution, SolutionId, Test, TestId, TimeAllowed, TimeFactor, TimingMethod, Verdict, Worth,
};
use sandbox::{CapturedStream, CoreWait, Exec, Start, Stdin};
use std::borrow::Cow;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The programs of a problem, ready for inputs.
pub struct Trials<'t, 'a> {
    runner: &'t Runner<'a>,
    problem: Arc<Problem>,
    /// Stands in for the test that an input would be: its group's limits and worth count.
    test: Test,
    builds: Vec<Build>,
    solutions: Vec<Arc<Solution>>,
    programs: ProblemPrograms,
    /// For each of the problem's validators.
    forks: Vec<ForkTrust>,
}

/// How often a validator must answer the same, loaded once and forked for each input, as if it was
/// started for that input.
const AGREEING: u32 = 8;

/// Whether a validator answers the same when it is forked.
#[derive(Default)]
struct ForkTrust {
    agreed: AtomicU32,
    differs: AtomicBool,
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
    /// The measurement itself, of a run alone that took too long on a machine that is not busy.
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
    /// The same as the result of a test with this input, for [`ResultCache::give`].
    ///
    /// [`ResultCache::give`]: crate::run::ResultCache::give
    pub fn as_result(&self, solution: SolutionId, test: TestId) -> FreshJudgements {
        let judged = FreshJudgement::under(self.judgement.clone(), self.limits.clone());
        FreshJudgements::from([((solution, self.program, test), judged)])
    }
}

impl TrialOutcome {
    /// Whether it has this verdict beyond doubt: too slow is only what was measured alone.
    pub fn proves(&self, verdict: Verdict) -> bool {
        self.verdict == verdict && (verdict != Verdict::TimeLimit || self.measured.is_some())
    }

    /// Whether it took more than this part of its time limit.
    pub fn takes_over(&self, part: f64) -> bool {
        self.cpu > self.limit.mul_f64(part)
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
    /// Builds `solutions`, the problem's checker, interactor and validators, and `generator`. The
    /// solutions are judged under the problem's time limit, which is measured first if it is open.
    pub fn trials<'t>(
        &'t self,
        problem: &Arc<Problem>,
        solutions: &[Arc<Solution>],
        generator: Option<&Path>,
        sink: &mut dyn Sink,
    ) -> Trials<'t, 'a> {
        let sources: Vec<SourceFile> = solutions.iter().map(|solution| SourceFile::of(solution)).collect();
        let builds = self.build(&sources, sink);
        let tools = problem.judges().chain(generator).chain(problem.validators.iter().map(PathBuf::as_path));
        let programs = self.problem_programs(tools, sink);
        let nowhere = || problem.test(TestId("secret/trial".into()), PathBuf::new(), PathBuf::new());
        let test = problem.tests.last().map_or_else(nowhere, |test| Test::clone(test));
        let forks = problem.validators.iter().map(|_| ForkTrust::default()).collect();
        let problem = if solutions.is_empty() { Arc::clone(problem) } else { self.settled(problem, sink) };
        Trials { runner: self, problem, test, builds, solutions: solutions.to_vec(), programs, forks }
    }
}

impl<'a> Trials<'_, 'a> {
    /// The builds of the solutions, in their order.
    pub fn builds(&self) -> &[Result<BuildOutcome, Fault>] {
        &self.builds
    }

    /// Whether this solution can be run.
    pub fn is_built(&self, solution: usize) -> bool {
        matches!(self.builds[solution], Ok(BuildOutcome::Ready { .. }))
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
        let solution = &self.trials.solutions[solution];
        let size = ByteSize(answer.map_or(0, |answer| answer.len() as u64));
        let stated = problem.limits_of(&self.trials.test.id);
        let time = TimeAllowed::Limit(TimeFactor::default());
        let limits = EffectiveLimits::of(stated, solution.limits, time, &program.share).for_answer(size);
        let limits = limits.for_checks(solution.build.checks);
        let mut exec = program.exec(Stdin::Captured(input.stream.clone()), &limits);
        if self.patience == Patience::Brief {
            exec.limits.cpu /= 10;
            exec.limits.wall /= 10;
        }
        match self.company {
            // A forked run that is rejected is looked at again, alone and started in the usual way.
            Neighbours::Beside if solution.build.checks == Checks::Usual => exec.start = Start::Fork,
            // A program that checks itself is loaded anew: it knows the memory of one run.
            Neighbours::Beside => {}
            Neighbours::Alone => grey_zone::extend(&mut exec, &self.crowding(), None),
        }
        let usual = exec.limits.wall;
        exec.limits.wall = self.cut(usual);
        if exec.limits.wall < usual {
            // The end of a hunt waits for nobody.
            exec.core_wait = CoreWait::Counted;
        }
        let Some((judgement, output)) = self.attempt(exec, (&limits, solution), input, answer)? else {
            return Ok(None);
        };
        // A sanitized program that found something in itself counts as crashed, as it does for a
        // run of tests.
        let found = judgement.found.first();
        let verdict = match found.is_some() && judgement.verdict == Verdict::Accepted {
            true => Verdict::RunTimeError,
            false => judgement.verdict,
        };
        let tried = TrialOutcome {
            verdict,
            note: found.map(ToString::to_string).or_else(|| judgement.cause.as_ref().map(Cause::to_string)),
            points: judgement.points,
            cpu: judgement.usage.cpu,
            limit: limits.cpu,
            measured: self.late(program, &limits, judgement),
            output,
        };
        match (&problem.judging, &tried.output) {
            (Judging::Checker(spec), Some(output)) if tried.verdict == Verdict::Accepted && spec.accepts_answers => {
                let ruled = self.check(spec, input, &tried.output()?, output)?;
                Ok(ruled.map(|answer| {
                    let name = judge_program::name(&spec.file);
                    let note = (answer.verdict != Verdict::Accepted).then(|| answer.cause(&name).to_string());
                    TrialOutcome { verdict: answer.verdict, points: answer.points, note, ..tried }
                }))
            }
            (Judging::Compare(_) | Judging::Checker(_) | Judging::Interactor(_), _) => Ok(Some(tried)),
        }
    }

    /// Runs a solution and judges it. Also returns what it printed, where that becomes an answer.
    fn attempt(
        &mut self,
        mut exec: Exec,
        (limits, solution): (&Limits, &Solution),
        input: &Input,
        answer: Option<&[u8]>,
    ) -> Result<Option<(Judgement, Option<CapturedStream>)>, Fault> {
        let Trials { runner, problem, programs, test, .. } = self.trials;
        let makes_answer = answer.is_none()
            && match &problem.judging {
                Judging::Compare(_) => true,
                Judging::Checker(_) => problem.passes == 1,
                Judging::Interactor(_) => false,
            };
        let is_compared = makes_answer || matches!(problem.judging, Judging::Compare(_));
        let answer = answer.unwrap_or_default();
        let mut test = Cow::Borrowed(test);
        let (mut given, mut expected) = (Content::Memory(input.bytes()), Content::Memory(answer));
        // Checkers and interactors open files.
        if !is_compared || named_files::is_wanted(&test) {
            test = Cow::Owned(self.files(input, answer)?);
            (given, expected) = (Content::File(&test.input), Content::File(&test.answer));
        }
        if named_files::is_wanted(&test) {
            // A fork would begin in the folder of an earlier run: the files lie in another one.
            exec.start = Start::Exec;
        }
        let (builds, solution) = (runner.ports.builds, (solution.build.checks, &*solution.display));
        let subject =
            JudgedTest { builds, programs, test: &test, problem, solution, limits, input: given, answer: expected };
        let ran = match makes_answer {
            true => subject.without_answer(&exec, self.worker)?.map(|ran| (ran.judgement, Some(ran.stdout))),
            false => subject.judge(exec, self.worker)?.map(|judgement| (judgement, None)),
        };
        // CPU time is the program's own, but the clock may have been cut.
        let by_clock = |judgement: &Judgement| {
            let cause = judgement.cause.as_ref().map(Cause::root);
            judgement.verdict == Verdict::TimeLimit
                && !matches!(cause, Some(Cause::Cpu { .. } | Cause::StoppedForCpu { .. }))
        };
        Ok(ran.filter(|(judgement, _)| !by_clock(judgement) || !self.is_over()))
    }

    /// The measurement, if it shows by itself that the solution takes too long: it was alone, and
    /// the machine is not busy.
    fn late(&self, program: &Program, limits: &Limits, mut judgement: Judgement) -> Option<Box<LateRun>> {
        let crowding = self.crowding();
        judgement.cause.iter_mut().for_each(|cause| crowding.excuse(cause));
        let is_late = self.company == Neighbours::Alone && judgement.verdict == Verdict::TimeLimit;
        let proves = is_late && grey_zone::disturbed(&judgement, limits.cpu, &crowding).is_none();
        let provenance = Provenance::Run(TimingMethod::Alone);
        let judgement = Judgement { provenance, ..judgement };
        proves.then(|| Box::new(LateRun { program: program.key, limits: limits.clone(), judgement }))
    }

    fn crowding(&self) -> Crowding {
        (self.trials.runner.settings.crowding)()
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
        checker.review(CheckedOutput::Printed(output), runner.ports.builds, self.worker)
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
    pub fn generate(&mut self, file: &Path, args: &[String]) -> Result<Option<MadeTest>, Fault> {
        let Trials { runner, problem, programs, .. } = self.trials;
        let command = || format!("{} {}", runner.display(file), args.join(" "));
        let call = Call::new(file.to_owned(), args.to_vec());
        let limits = Limits { wall: self.cut(problem.tool_limits.wall), ..problem.tool_limits.clone() };
        let made = runner.generate_once(programs.get(file)?, &call, &limits, &command, self.worker);
        if made.is_err() && self.is_over() {
            return Ok(None);
        }
        made
    }

    /// What the problem's validators object to in an input.
    ///
    /// # Errors
    /// A validator that does not compile, or ends without an answer.
    pub fn objection(&mut self, input: &Input) -> Result<Option<Objection>, Fault> {
        let Trials { runner, problem, forks, .. } = self.trials;
        for (validator, trust) in problem.validators.iter().zip(forks) {
            match self.reply(validator, trust, input)? {
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

    /// What a validator answers. Most only compute, and answer sooner when they are forked. A
    /// trial that runs alone rests on no fork.
    fn reply(&mut self, validator: &Path, trust: &ForkTrust, input: &Input) -> Result<Option<ValidatorReply>, Fault> {
        if self.company == Neighbours::Alone || trust.differs.load(Ordering::Relaxed) {
            return self.ask(validator, input, Start::Exec);
        }
        let forked = self.ask(validator, input, Start::Fork)?;
        let is_odd = matches!(forked, Some(ValidatorReply::Odd { .. }));
        if !is_odd && trust.agreed.load(Ordering::Relaxed) >= AGREEING {
            return Ok(forked);
        }
        let started = self.ask(validator, input, Start::Exec)?;
        if let (Some(forked), Some(started)) = (&forked, &started) {
            match mem::discriminant(forked) == mem::discriminant(started) {
                true => _ = trust.agreed.fetch_add(1, Ordering::Relaxed),
                false => trust.differs.store(true, Ordering::Relaxed),
            }
        }
        Ok(started)
    }

    fn ask(&mut self, validator: &Path, input: &Input, start: Start) -> Result<Option<ValidatorReply>, Fault> {
        let Trials { runner, problem, programs, test, .. } = self.trials;
        let (stdin, args) = (Stdin::Captured(input.stream.clone()), test.validator_args(validator));
        let given = ValidatorCall { stdin, answers: None, args, beside: &[], start };
        let mut limits = problem.tool_limits.clone();
        if self.patience == Patience::Brief {
            limits.cpu /= 10;
            limits.wall /= 10;
        }
        limits.wall = self.cut(limits.wall);
        match runner.put_before(validator, programs, given, &limits, self.worker)? {
            // It was cut off.
            Some(ValidatorReply::Odd { .. }) if self.is_over() => Ok(None),
            reply => Ok(reply),
        }
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

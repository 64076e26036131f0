//! A solution on a test, judged as its problem says: by a comparison or a checker after the run, by
//! an interactor during it.
//!
//! Runs both, and passes what a problem's program left behind to `judge`, which decides what it
//! means. In a multi-pass problem the solution is run again, from scratch, on the input that the
//! checker left. How such a program is called is up to `judge_program`.

use crate::cell;
use crate::judge::checker::{self, Ruling};
use crate::judge::interaction::{self, Dialogue, First};
use crate::judge::{self, Case, Content};
use crate::run::judge_folder::{CheckedOutput, JudgeFolder};
use crate::run::judge_program::{self, JudgeProgram};
use crate::run::pool::Worker;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::{Builds, named_files};
use model::{
    ByteSize, Checks, Comparison, Evidence, Fault, Judgement, Judging, Limits, Problem, ProgramSpec, Protocol, Speaker,
    Test, Usage, Utterance, Verdict,
};
use sandbox::{CapturedStream, CompletedRun, Exec, Exit, Outcome, Side, Stdin, Terms};
use std::path::Path;
use std::time::Duration;

/// A test on which a solution is run and judged.
#[derive(Clone, Copy)]
pub(super) struct JudgedTest<'a> {
    pub builds: &'a dyn Builds,
    pub programs: &'a ProblemPrograms,
    pub test: &'a Test,
    pub problem: &'a Problem,
    /// What the solution checks itself for, and its file as people know it.
    pub solution: (Checks, &'a str),
    /// The solution's limits, for each pass.
    pub limits: &'a Limits,
    /// Those of the test, on its disk or not. A problem's own program reads files.
    pub input: Content<'a>,
    pub answer: Content<'a>,
}

/// A solution that has run.
pub(super) struct Attempt {
    pub judgement: Judgement,
    pub stdout: CapturedStream,
}

/// How much of a dialogue is kept for people to read.
const TRANSCRIPT: ByteSize = ByteSize::kib(64);
/// How long a solution may take to end once the interactor has decided without it.
const GRACE: Duration = Duration::from_secs(1);
/// Once this much of a checker's message to the judge is kept, later passes add nothing to it.
const MESSAGE: usize = 16 * 1024;

impl<'a> JudgedTest<'a> {
    /// Runs a solution and judges it in the way of its problem. `None`: interrupted.
    ///
    /// # Errors
    /// A checker fault when the problem's program cannot be built, crashes, breaks its protocol or
    /// asks for more passes than there are; a fault of the sandbox or the test's files.
    pub(super) fn judge(&self, solution: Exec, worker: &mut Worker<'_>) -> Result<Option<Judgement>, Fault> {
        match &self.problem.judging {
            Judging::Compare(comparison) => self.compare(self.test.comparison(comparison), &solution, worker),
            Judging::Checker(spec) | Judging::Interactor(spec) => self.in_passes(spec, solution, worker),
        }
    }

    fn compare(
        &self,
        comparison: &Comparison,
        solution: &Exec,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Judgement>, Fault> {
        let by = |case: &Case<'_>| {
            let mut judgement = judge::judge(case, comparison)?;
            let named = self.test.files().and_then(|files| files.output.as_ref());
            let difference = judgement.evidence.as_mut().and_then(|evidence| evidence.difference.as_mut());
            // Whoever forgets the file has printed to the screen, which counts for nothing.
            if let (Some(name), Some(difference), 0) = (named, difference, case.outcome.stdout_bytes) {
                difference.hint = Some(format!("`{name}` is empty, or was not written"));
            }
            Ok(judgement)
        };
        Ok(self.attempt(solution, comparison.name(), by, worker)?.map(|attempt| attempt.judgement))
    }

    /// Runs a solution and judges it as far as no answer is needed. `None`: interrupted.
    ///
    /// # Errors
    /// Those of [`JudgedTest::judge`].
    pub(super) fn without_answer(&self, solution: &Exec, worker: &mut Worker<'_>) -> Result<Option<Attempt>, Fault> {
        let name = match &self.problem.judging {
            Judging::Compare(comparison) => comparison.name().to_owned(),
            Judging::Checker(spec) | Judging::Interactor(spec) => judge_program::name(&spec.file),
        };
        let by = |case: &Case<'_>| {
            let accepted = || Judgement::new(Verdict::Accepted, cell::usage(case.outcome.usage));
            Ok(judge::by_facts(case, &name)?.unwrap_or_else(accepted))
        };
        self.attempt(solution, &name, by, worker)
    }

    fn attempt(
        &self,
        solution: &Exec,
        name: &str,
        judge: impl Fn(&Case<'_>) -> Result<Judgement, Fault>,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Attempt>, Fault> {
        let ran = named_files::run(solution, self.test, &self.test.input, self.builds, worker)?;
        let Some(completed) = ran else { return Ok(None) };
        let case = Case::of(&completed, self.limits, self.input, self.answer);
        let ruled = self.ruled(case.outcome, |limits| {
            Ok(Some(Ruling { judgement: judge(&Case { limits, ..case })?, next_pass: false }))
        })?;
        let Some(Ruling { mut judgement, .. }) = ruled else { return Ok(None) };
        judge::hear(&case, name, self.solution, &mut judgement)?;
        Ok(Some(Attempt { judgement, stdout: completed.stdout }))
    }

    /// Has a solution judged by the program of `spec`, pass after pass as long as it is accepted
    /// and another one is asked for. The slowest pass is the run's time, and the first pass that is
    /// not accepted decides.
    fn in_passes(
        &self,
        spec: &'a ProgramSpec,
        mut solution: Exec,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Judgement>, Fault> {
        // A program that was not built is a fault of every test, even of one that it need not
        // judge.
        let program = self.program(spec)?;
        let mut folder = JudgeFolder::new(worker.scratch(self.builds)?)?;
        let mut input = self.test.input.clone();
        let (mut slowest, mut slowest_checker) = (Usage::default(), None);
        let (mut message, mut found) = (String::new(), Vec::new());
        let several = self.problem.passes > 1;
        let mut pass = 1;
        loop {
            let ruling = match &self.problem.judging {
                Judging::Interactor(_) => self.converse(&program, &solution, &input, &mut folder, worker),
                Judging::Checker(_) | Judging::Compare(_) => {
                    self.check(&program, &solution, &input, &mut folder, worker)
                }
            };
            let ruling = ruling.map_err(|fault| {
                let message = if several { format!("pass {pass}: {}", fault.message) } else { fault.message };
                Fault { message, ..fault }
            })?;
            let Some(Ruling { mut judgement, next_pass }) = ruling else { return Ok(None) };
            slowest = largest(slowest, judgement.usage);
            slowest_checker = slowest_checker.max(judgement.checker_cpu);
            // Each pass adds to the message, which could grow without end.
            message.push_str(judgement.message.as_deref().filter(|_| message.len() < MESSAGE).unwrap_or_default());
            found.append(&mut judgement.found);
            if !next_pass {
                judgement.found = found;
                judgement.message = Some(message).filter(|message| !message.is_empty());
                judgement.usage = slowest;
                judgement.checker_cpu = slowest_checker;
                judgement.cause = judgement.cause.map(|cause| if several { cause.in_pass(pass) } else { cause });
                return Ok(Some(judgement));
            }
            if pass >= self.problem.passes {
                return Err(checker::too_many_passes(&program.name, self.problem.passes));
            }
            // A pass must know nothing of the one before it but its input.
            worker.cell.forget();
            pass += 1;
            input = folder.next_input(pass)?;
            solution.stdin = Stdin::File(input.clone());
        }
    }

    /// Runs a solution and has its output judged by the checker, with the input of this pass.
    fn check(
        &self,
        checker: &JudgeProgram<'a>,
        solution: &Exec,
        input: &Path,
        folder: &mut JudgeFolder,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Ruling>, Fault> {
        let ran = named_files::run(solution, self.test, input, self.builds, worker)?;
        let Some(completed) = ran else { return Ok(None) };
        let case = self.case(&completed, input);
        let ruled = self.ruled(case.outcome, |limits| {
            let case = Case { limits, ..case };
            if let Some(judgement) = judge::by_facts(&case, &checker.name)? {
                return Ok(Some(Ruling { judgement, next_pass: false }));
            }
            let printed = CheckedOutput::Printed(&completed.stdout);
            let call = folder.checker_call(checker.protocol(), input, self.test, printed)?;
            checker.judge(&case, call, folder, worker)
        })?;
        let Some(mut ruling) = ruled else { return Ok(None) };
        judge::hear(&case, &checker.name, self.solution, &mut ruling.judgement)?;
        Ok(Some(ruling))
    }

    /// Runs a solution and its problem's interactor against each other, both on the input of this
    /// pass.
    fn converse(
        &self,
        program: &JudgeProgram<'a>,
        solution: &Exec,
        input: &Path,
        folder: &mut JudgeFolder,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Ruling>, Fault> {
        let (protocol, limits) = (program.protocol(), self.limits);
        let solution = named_files::in_folder(solution, self.test, self.builds, worker)?;
        // The dialogue has one deadline for both.
        let deadline = solution.limits.wall;
        let interactor = program.exec(folder.interactor_call(protocol, input, self.test), folder);
        let terms = Terms {
            wall: deadline,
            // While the solution lived, the interactor may only have waited for it.
            alone: program.limits.wall,
            is_open_after: interaction::is_open_after(protocol),
            grace: GRACE,
            transcript: TRANSCRIPT.0,
        };
        let Some(pair) = worker.cell.run_pair(&solution, &interactor, terms)? else { return Ok(None) };
        let mut left = folder.left(&pair.second)?;
        // What another interactor prints is the dialogue.
        left.stdout = if protocol == Protocol::Cms { folder.words()? } else { Vec::new() };
        let dialogue = Dialogue {
            program: &pair.first.outcome,
            limits,
            checker: program.finished(&left, &pair.second),
            first: match pair.ended_first {
                Some(Side::First) => First::Program,
                Some(Side::Second) => First::Checker,
                None if pair.deadlock => First::Deadlock,
                None => First::Neither,
            },
            deadline,
        };
        let utterance = |(side, bytes)| {
            let by = if side == Side::First { Speaker::Program } else { Speaker::Judge };
            Utterance { by, bytes }
        };
        let transcript: Vec<Utterance> = pair.transcript.into_iter().map(utterance).collect();
        let ruled =
            self.ruled(dialogue.program, |limits| interaction::judge(&Dialogue { limits, ..dialogue }).map(Some));
        let ruled = ruled.map_err(|fault| fault.after(transcript.clone()))?;
        let Some(mut ruling) = ruled else { return Ok(None) };
        let case = self.case(&pair.first, input);
        ruling.judgement.message = left.message(protocol);
        if let (Verdict::Accepted, Some(behind)) = (ruling.judgement.verdict, &self.problem.rules.behind) {
            let second = self.behind_interactor(behind, &pair.first, folder, worker)?;
            let Some(second) = second else { return Ok(None) };
            let checker_cpu = ruling.judgement.checker_cpu.max(second.checker_cpu);
            ruling.judgement = Judgement { usage: ruling.judgement.usage, checker_cpu, ..second };
        } else if let Some(evidence) = &mut ruling.judgement.evidence {
            let message = evidence.message.take();
            **evidence = Evidence { message, ..judge::gather(&case, &program.name)? };
        }
        judge::hear(&case, &program.name, self.solution, &mut ruling.judgement)?;
        if let Some(evidence) = &mut ruling.judgement.evidence {
            evidence.transcript = transcript;
            evidence.transcript_cut = pair.transcript_cut;
        }
        Ok(Some(ruling))
    }

    /// Judges by the limits, and a run that ended by itself too late also as if it had been in
    /// time: a measurement that is repeated must show the same run.
    fn ruled(
        &self,
        solution: &Outcome,
        mut rule: impl FnMut(&Limits) -> Result<Option<Ruling>, Fault>,
    ) -> Result<Option<Ruling>, Fault> {
        let Some(mut ruling) = rule(self.limits)? else { return Ok(None) };
        if ruling.judgement.verdict == Verdict::TimeLimit && solution.stopped.is_none() {
            let in_time = rule(&Limits { cpu: Duration::MAX, ..self.limits.clone() });
            // What no checker can judge is never like what one accepts.
            let judgement = in_time
                .ok()
                .flatten()
                .map_or(Judgement::new(Verdict::TimeLimit, Usage::default()), |ruling| ruling.judgement);
            ruling.judgement.in_time = Some((judgement.verdict, judgement.points));
        }
        Ok(Some(ruling))
    }

    /// Judges the file that the interactor wrote, as if the solution had written it.
    fn behind_interactor(
        &self,
        behind: &Judging,
        solution: &CompletedRun,
        folder: &mut JudgeFolder,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Judgement>, Fault> {
        let test = self.test;
        let written = folder.written()?;
        // How the solution itself ended has been judged already.
        let outcome = Outcome { exit: Exit::Code(0), stopped: None, ..solution.outcome.clone() };
        let case = Case { outcome: &outcome, stdout: &written, ..self.case(solution, &test.input) };
        let spec = match behind {
            Judging::Compare(comparison) => return judge::judge(&case, test.comparison(comparison)).map(Some),
            Judging::Checker(spec) | Judging::Interactor(spec) => spec,
        };
        let call = folder.interactor_call(spec.protocol, &test.input, test);
        Ok(self.program(spec)?.judge(&case, call, folder, worker)?.map(|ruling| ruling.judgement))
    }

    /// The problem's program of `spec`, at this test.
    fn program(&self, spec: &'a ProgramSpec) -> Result<JudgeProgram<'a>, Fault> {
        JudgeProgram::of(self.programs, spec, self.test, self.problem)
    }

    fn case<'c>(&'c self, completed: &'c CompletedRun, input: &'c Path) -> Case<'c> {
        Case::of(completed, self.limits, Content::File(input), self.answer)
    }
}

/// Limits are per pass, so what a run used is the most that a pass used.
fn largest(a: Usage, b: Usage) -> Usage {
    Usage { cpu: a.cpu.max(b.cpu), wall: a.wall.max(b.wall), memory: a.memory.max(b.memory) }
}

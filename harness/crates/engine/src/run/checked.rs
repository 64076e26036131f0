//! Tests that the problem's own program judges: a checker after the run, an interactor during it.
//!
//! Runs both, and passes what the problem's program left behind to `judge`, which decides what it
//! means. In a multi-pass problem the solution is run again, from scratch, on the input that the
//! checker left. How such a program is called is up to `judge_program`.

use crate::judge::checker::{self, Ruling};
use crate::judge::interaction::{self, Dialogue, First};
use crate::judge::{self, Case};
use crate::run::judge_folder::{CheckedOutput, JudgeFolder};
use crate::run::judge_program::{JudgeProgram, name};
use crate::run::pool::Worker;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::{Builds, named_files};
use model::{
    ByteSize, Checks, Evidence, Fault, Judgement, Judging, Limits, Problem, ProgramSpec, Protocol, Speaker, Test,
    Usage, Utterance, Verdict,
};
use sandbox::{Completed, Exec, Exit, Outcome, Side, Stdin, Terms};
use std::path::Path;
use std::time::Duration;

/// A test, and the program that judges it.
#[derive(Clone, Copy)]
pub(super) struct JudgedTest<'a> {
    pub builds: &'a dyn Builds,
    pub programs: &'a ProblemPrograms,
    pub test: &'a Test,
    pub spec: &'a ProgramSpec,
    /// Whether that program judges after the run, or talks to the solution during it.
    pub role: Role,
    pub problem: &'a Problem,
    /// What the solution checks itself for, and its file as people know it.
    pub solution: (Checks, &'a str),
    /// The solution's limits, for each pass.
    pub limits: &'a Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Checker,
    Interactor,
}

/// How much of a dialogue is kept for people to read.
const TRANSCRIPT: ByteSize = ByteSize::kib(64);
/// How long a solution may take to end once the interactor has decided without it.
const GRACE: Duration = Duration::from_secs(1);
/// Once this much of a checker's message to the judge is kept, later passes add nothing to it.
const MESSAGE: usize = 16 * 1024;
/// Runs a solution and has it judged, pass after pass as long as it is accepted and another one is
/// asked for. The slowest pass is the run's time, and the first pass that is not accepted decides.
/// `None`: interrupted.
///
/// # Errors
/// A checker fault when the problem's program cannot be built, crashes, breaks its protocol or asks
/// for more passes than there are.
pub(super) fn judge(
    subject: &JudgedTest<'_>,
    mut solution: Exec,
    worker: &mut Worker<'_>,
) -> Result<Option<Judgement>, Fault> {
    let mut folder = JudgeFolder::new(worker.scratch(subject.builds)?)?;
    let mut input = subject.test.input.clone();
    let (mut slowest, mut slowest_checker) = (Usage::default(), None);
    let (mut message, mut found) = (String::new(), Vec::new());
    let mut pass = 1;
    loop {
        let ruling = match subject.role {
            Role::Checker => check(subject, &solution, &input, &mut folder, worker),
            Role::Interactor => converse(subject, &solution, &input, &mut folder, worker),
        };
        let named =
            |text: &str| if subject.problem.passes > 1 { checker::in_pass(pass, text) } else { text.to_owned() };
        let ruling = ruling.map_err(|fault| Fault { message: named(&fault.message), ..fault })?;
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
            let several = subject.problem.passes > 1;
            judgement.cause = judgement.cause.map(|cause| if several { cause.in_pass(pass) } else { cause });
            return Ok(Some(judgement));
        }
        if pass >= subject.problem.passes {
            return Err(checker::too_many_passes(&name(&subject.spec.file), subject.problem.passes));
        }
        // A pass must know nothing of the one before it but its input.
        worker.cell.forget();
        pass += 1;
        input = folder.next_input(pass)?;
        solution.stdin = Stdin::File(input.clone());
    }
}

/// Limits are per pass, so what a run used is the most that a pass used.
fn largest(a: Usage, b: Usage) -> Usage {
    Usage { cpu: a.cpu.max(b.cpu), wall: a.wall.max(b.wall), memory: a.memory.max(b.memory) }
}

/// Runs a solution and has its output judged by the checker, with the input of this pass.
fn check(
    subject: &JudgedTest<'_>,
    solution: &Exec,
    input: &Path,
    folder: &mut JudgeFolder,
    worker: &mut Worker<'_>,
) -> Result<Option<Ruling>, Fault> {
    let JudgedTest { test, spec, limits, .. } = subject;
    let ran = named_files::run(solution, test, input, subject.builds, worker)?;
    let Some(completed) = ran else { return Ok(None) };
    // A checker that was not built is a fault of every test, even of one that it need not judge.
    let checker = JudgeProgram::of(subject.programs, spec, test, subject.problem)?;
    let case = case(&completed, limits, input, test);
    let mut ruling = match judge::by_facts(&case, &checker.name)? {
        Some(judgement) => Ruling { judgement, next_pass: false },
        None => {
            let call = folder.checker_call(spec.protocol, input, test, CheckedOutput::Printed(&completed.stdout))?;
            let Some(ruling) = checker.judge(&case, call, folder, worker)? else { return Ok(None) };
            ruling
        }
    };
    judge::hear(&case, &checker.name, subject.solution, &mut ruling.judgement)?;
    Ok(Some(ruling))
}

/// Runs a solution and its problem's interactor against each other, both on the input of this pass.
fn converse(
    subject: &JudgedTest<'_>,
    solution: &Exec,
    input: &Path,
    folder: &mut JudgeFolder,
    worker: &mut Worker<'_>,
) -> Result<Option<Ruling>, Fault> {
    let JudgedTest { test, spec, limits, .. } = subject;
    let program = JudgeProgram::of(subject.programs, spec, test, subject.problem)?;
    let solution = named_files::in_folder(solution, test, subject.builds, worker)?;
    // The dialogue has one deadline for both.
    let deadline = solution.limits.wall;
    let interactor = program.exec(folder.interactor_call(spec.protocol, input, test), folder);
    let terms = Terms {
        wall: deadline,
        // While the solution lived, the interactor may only have waited for it.
        alone: program.limits.wall,
        is_open_after: interaction::is_open_after(spec.protocol),
        grace: GRACE,
        transcript: TRANSCRIPT.0,
    };
    let Some(pair) = worker.cell.run_pair(&solution, &interactor, terms)? else { return Ok(None) };
    let mut left = folder.left(&pair.second)?;
    if spec.protocol == Protocol::Cms {
        left.stdout = folder.words()?;
    }
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
    let utterance = |(side, bytes)| Utterance { by: speaker(side), bytes };
    let transcript: Vec<Utterance> = pair.transcript.into_iter().map(utterance).collect();
    let mut ruling = match interaction::judge(&dialogue) {
        Ok(ruling) => ruling,
        Err(fault) => return Err(fault.after(transcript)),
    };
    ruling.judgement.message = left.message(spec.protocol);
    if let (Verdict::Accepted, Some(behind)) = (ruling.judgement.verdict, &subject.problem.rules.behind) {
        let second = behind_interactor(subject, behind, &pair.first, folder, worker)?;
        let Some(second) = second else { return Ok(None) };
        let checker_cpu = ruling.judgement.checker_cpu.max(second.checker_cpu);
        ruling.judgement = Judgement { usage: ruling.judgement.usage, checker_cpu, ..second };
    } else if let Some(evidence) = &mut ruling.judgement.evidence {
        let message = evidence.message.take();
        **evidence = Evidence { message, ..judge::gather(&case(&pair.first, limits, input, test), &program.name)? };
    }
    judge::hear(&case(&pair.first, limits, input, test), &program.name, subject.solution, &mut ruling.judgement)?;
    if let Some(evidence) = &mut ruling.judgement.evidence {
        evidence.transcript = transcript;
        evidence.transcript_cut = pair.transcript_cut;
    }
    Ok(Some(ruling))
}

/// Judges the file that the interactor wrote, as if the solution had written it.
fn behind_interactor(
    subject: &JudgedTest<'_>,
    behind: &Judging,
    solution: &Completed,
    folder: &mut JudgeFolder,
    worker: &mut Worker<'_>,
) -> Result<Option<Judgement>, Fault> {
    let JudgedTest { test, limits, .. } = subject;
    let written = folder.written()?;
    // How the solution itself ended has been judged already.
    let outcome = Outcome { exit: Exit::Code(0), stopped: None, ..solution.outcome.clone() };
    let case = Case { outcome: &outcome, stdout: &written, ..case(solution, limits, &test.input, test) };
    let spec = match behind {
        Judging::Compare(comparison) => return judge::judge(&case, test.comparison(comparison)).map(Some),
        Judging::Checker(spec) | Judging::Interactor(spec) => spec,
    };
    let call = folder.interactor_call(spec.protocol, &test.input, test);
    let checker = JudgeProgram::of(subject.programs, spec, test, subject.problem)?;
    Ok(checker.judge(&case, call, folder, worker)?.map(|ruling| ruling.judgement))
}

/// `input` is what the solution read in this pass.
pub(super) fn case<'a>(completed: &'a Completed, limits: &'a Limits, input: &'a Path, test: &'a Test) -> Case<'a> {
    Case {
        outcome: &completed.outcome,
        limits,
        stdout: &completed.stdout.file,
        stderr: &completed.stderr.file,
        input,
        answer: &test.answer,
    }
}

fn speaker(side: Side) -> Speaker {
    match side {
        Side::First => Speaker::Program,
        Side::Second => Speaker::Judge,
    }
}

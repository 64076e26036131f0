//! Tests that the problem's own program judges: a checker after the run, an interactor during it.
//!
//! Runs the problem's program, collects what it left behind, and passes it to `judge`, which
//! decides what it means. In a multi-pass problem the solution is run again, from scratch, on the
//! input that the checker left. Protocols: the output validators of the ICPC problem package format
//! (2025-09), and testlib's checkers and interactors.

use crate::build::Program;
use crate::judge::checker::{self, Answer, CheckerRun, Ruling};
use crate::judge::interaction::{self, Dialogue, First};
use crate::judge::{self, Case};
use crate::run::pool::Worker;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::visible::VisibleFiles;
use crate::run::{Builds, named_files};
use model::{
    ByteSize, Checks, EffectiveLimits, Evidence, Fault, FaultKind, Judgement, Judging, Limits, Problem, ProgramSpec,
    Protocol, Speaker, Test, Usage, Utterance, Verdict,
};
use sandbox::leftovers::Leftovers;
use sandbox::{Captured, Completed, Exec, Exit, Outcome, Side, Stdin, Terms};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
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

/// An output for a checker to judge.
#[derive(Clone, Copy)]
pub(super) enum CheckedOutput<'a> {
    Printed(&'a Captured),
    /// A file beside the test's input or answer.
    File(&'a Path),
}

/// The standard input and first arguments of a checker or interactor.
pub(super) type Call = (Stdin, [OsString; 3]);

/// How much of a dialogue is kept for people to read.
const TRANSCRIPT: ByteSize = ByteSize::kib(64);
/// How long a solution may take to end once the interactor has decided without it.
const GRACE: Duration = Duration::from_secs(1);
/// Once this much of a checker's message to the judge is kept, later passes add nothing to it.
const MESSAGE: usize = 16 * 1024;
/// How much is read of each file in the feedback folder.
const FEEDBACK: u64 = 64 * 1024;

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
    for pass in 1.. {
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
        input = folder.next_input(pass + 1)?;
        solution.stdin = Stdin::File(input.clone());
    }
    unreachable!("there are at most `passes` passes")
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
        // Its standard output goes to the solution, so what it says about the solution is in a
        // file.
        left.stdout = bounded(&folder.written()?, FEEDBACK).map_err(|error| unreadable("output", &error))?;
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

/// A problem's program that judges, at one test.
pub(super) struct JudgeProgram<'a> {
    program: &'a Program,
    spec: &'a ProgramSpec,
    test: &'a Test,
    problem: &'a Problem,
    visible: &'a VisibleFiles,
    /// The name shown to people: `checker.rs`.
    pub name: String,
    /// Its own limits, with the factors of its language.
    pub limits: EffectiveLimits,
}

impl<'a> JudgeProgram<'a> {
    /// # Errors
    /// The fault that kept the program from being built.
    pub(super) fn of(
        programs: &'a ProblemPrograms,
        spec: &'a ProgramSpec,
        test: &'a Test,
        problem: &'a Problem,
    ) -> Result<JudgeProgram<'a>, Fault> {
        let program = programs.get(&spec.file)?;
        let limits = EffectiveLimits::of_tool(&problem.tool_limits, &program.share);
        Ok(JudgeProgram { program, spec, test, problem, visible: &programs.visible, name: name(&spec.file), limits })
    }

    pub(super) fn exec(&self, (stdin, args): Call, folder: &JudgeFolder) -> Exec {
        let args = match self.spec.protocol {
            Protocol::Called | Protocol::Peg => self.spec.args.iter().map(|word| called(word, &args)).collect(),
            Protocol::Icpc | Protocol::IcpcLegacy | Protocol::Testlib | Protocol::Cms => {
                let more = self.spec.args.iter().chain(self.test.checker_args()).map(OsString::from);
                args.into_iter().chain(more).collect()
            }
        };
        let readable = self.visible.of(self.test, &self.problem.tests);
        let scratch = &folder.scratch;
        let mut exec = self.program.tool(stdin, args, &self.limits, &readable, Some(scratch.clone()));
        // For a runtime's temporary files and the programs that it starts.
        exec.env = vec![("PATH".into(), "/usr/bin:/bin".into()), ("TMPDIR".into(), scratch.as_os_str().to_owned())];
        exec
    }

    /// Runs the program and reads what it left behind. `None`: interrupted.
    ///
    /// # Errors
    /// The fault that keeps it from running, or a checker fault when what it left cannot be read.
    pub(super) fn run(
        &self,
        call: Call,
        folder: &mut JudgeFolder,
        worker: &mut Worker<'_>,
    ) -> Result<Option<(Completed, CheckerFiles)>, Fault> {
        let Some(ran) = worker.cell.run(&self.exec(call, folder))? else { return Ok(None) };
        let left = folder.left(&ran)?;
        Ok(Some((ran, left)))
    }

    /// Runs a checker and judges `case` by what it left.
    fn judge(
        &self,
        case: &Case<'_>,
        call: Call,
        folder: &mut JudgeFolder,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Ruling>, Fault> {
        let Some((ran, left)) = self.run(call, folder, worker)? else { return Ok(None) };
        let mut ruling = checker::judge(case, &self.finished(&left, &ran))?;
        ruling.judgement.message = left.message(self.spec.protocol);
        Ok(Some(ruling))
    }

    /// Has a checker judge one output, apart from any run. `None`: interrupted.
    ///
    /// # Errors
    /// What keeps the checker from being run.
    pub(super) fn review(
        &self,
        candidate: CheckedOutput<'_>,
        builds: &dyn Builds,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Review>, Fault> {
        let mut folder = JudgeFolder::new(worker.scratch(builds)?)?;
        let call = folder.checker_call(self.spec.protocol, &self.test.input, self.test, candidate)?;
        let Some((ran, left)) = self.run(call, &mut folder, worker)? else { return Ok(None) };
        let answer = checker::interpret(&self.finished(&left, &ran));
        Ok(Some(Review { outcome: ran.outcome, answer }))
    }

    pub(super) fn finished<'f>(&'f self, left: &'f CheckerFiles, ran: &'f Completed) -> CheckerRun<'f> {
        let protocol = self.spec.protocol;
        CheckerRun {
            name: &self.name,
            protocol,
            worth: self.problem.worth_of(&self.test.id),
            outcome: &ran.outcome,
            limits: &self.limits,
            judge_message: &left.judge_message,
            team_message: &left.team_message,
            score: &left.score,
            score_multiplier: match protocol {
                Protocol::Icpc | Protocol::IcpcLegacy | Protocol::Testlib | Protocol::Called => &left.score_multiplier,
                Protocol::Peg | Protocol::Cms => &left.stdout,
            },
            stderr: &left.stderr,
            next_pass: left.next_pass,
        }
    }
}

/// How a checker ended, and what that says.
pub(super) struct Review {
    pub outcome: Outcome,
    /// A checker fault for everything that is not an answer of its protocol.
    pub answer: Result<Answer, Fault>,
}

impl Review {
    /// The answer alone.
    pub(super) fn answer(review: Option<Review>) -> Result<Option<Answer>, Fault> {
        review.map(|review| review.answer).transpose()
    }
}

/// A word of a call, with the paths of testlib's three files in place of their names.
fn called(word: &str, files: &[OsString; 3]) -> OsString {
    let names = ["{input_file}", "{output_file}", "{answer_file}"];
    let named = names.iter().zip(files);
    named.fold(word.to_owned(), |word, (name, file)| word.replace(name, &file.to_string_lossy())).into()
}

/// What the problem's program writes into: the scratch folder of the worker, with the feedback
/// folder in it.
pub(super) struct JudgeFolder {
    pub scratch: PathBuf,
    /// The name of the feedback folder.
    feedback: &'static str,
    /// Bytes of the two messages that earlier passes wrote.
    read_so_far: [u64; 2],
}

impl JudgeFolder {
    /// `scratch` must be empty.
    ///
    /// # Errors
    /// A checker fault when the feedback folder cannot be made.
    pub(super) fn new(scratch: &Path) -> Result<JudgeFolder, Fault> {
        JudgeFolder::with(scratch, "feedback")
    }

    /// The same, for a scratch folder into which a submission's files will be copied. None of them
    /// is hidden, so that none can stand for what the program says.
    ///
    /// # Errors
    /// Those of [`JudgeFolder::new`].
    pub(super) fn for_submission(scratch: &Path) -> Result<JudgeFolder, Fault> {
        JudgeFolder::with(scratch, ".feedback")
    }

    fn with(scratch: &Path, feedback: &'static str) -> Result<JudgeFolder, Fault> {
        let place = scratch.join(feedback);
        fs::create_dir(&place)
            .map_err(|error| Fault::caused(FaultKind::Checker, format!("cannot make {}", place.display()), &error))?;
        Ok(JudgeFolder { scratch: scratch.to_path_buf(), feedback, read_so_far: [0; 2] })
    }

    /// The path of the feedback folder. The protocol wants it to end with a slash.
    pub(super) fn feedback_argument(&self) -> OsString {
        let mut name = self.scratch.join(self.feedback).into_os_string();
        name.push("/");
        name
    }

    /// What a checker reads and what it is called with, to judge `candidate`.
    ///
    /// # Errors
    /// A checker fault when the output cannot be handed to it.
    pub(super) fn checker_call(
        &self,
        protocol: Protocol,
        input: &Path,
        test: &Test,
        candidate: CheckedOutput<'_>,
    ) -> Result<Call, Fault> {
        let stdin = match candidate {
            CheckedOutput::Printed(printed) => Stdin::Captured(printed.clone()),
            CheckedOutput::File(file) => Stdin::File(file.to_path_buf()),
        };
        let output = || match candidate {
            CheckedOutput::Printed(printed) => self.output(printed),
            CheckedOutput::File(file) => Ok(file.to_path_buf()),
        };
        let (input, answer) = (path(input), path(&test.answer));
        Ok(match protocol {
            Protocol::Icpc | Protocol::IcpcLegacy => (stdin, [input, answer, self.feedback_argument()]),
            Protocol::Testlib | Protocol::Called | Protocol::Peg => (Stdin::Empty, [input, path(&output()?), answer]),
            Protocol::Cms => (Stdin::Empty, [input, answer, path(&output()?)]),
        })
    }

    /// What an interactor is called with.
    pub(super) fn interactor_call(&self, protocol: Protocol, input: &Path, test: &Test) -> Call {
        let (input, answer, output) = (path(input), path(&test.answer), path(&self.scratch.join("output")));
        let args = match protocol {
            Protocol::Icpc | Protocol::IcpcLegacy => [input, answer, self.feedback_argument()],
            Protocol::Testlib | Protocol::Called | Protocol::Peg => [input, output, answer],
            Protocol::Cms => [input, answer, output],
        };
        (Stdin::Empty, args)
    }

    /// Takes the next pass's input out of the feedback folder and leaves everything else there.
    pub(super) fn next_input(&self, pass: u32) -> Result<PathBuf, Fault> {
        let (from, to) = (format!("{}/nextpass.in", self.feedback), format!("pass-{pass}.in"));
        let taken = Leftovers::of(&self.scratch).and_then(|left| left.take(&from, &to));
        taken.map_err(|error| unreadable(&from, &error))?;
        Ok(self.scratch.join(to))
    }

    /// Writes a solution's output to a file, for a checker that reads one.
    ///
    /// # Errors
    /// A checker fault when the file cannot be written.
    pub(super) fn output(&self, printed: &Captured) -> Result<PathBuf, Fault> {
        let path = self.scratch.join("output");
        let mut from = &*printed.file;
        let made = Leftovers::of(&self.scratch).and_then(|left| left.create("output"));
        let written = made.and_then(|mut file| {
            from.seek(SeekFrom::Start(0))?;
            io::copy(&mut from, &mut file)
        });
        match written {
            Ok(_) => Ok(path),
            Err(error) => Err(Fault::caused(FaultKind::Checker, format!("cannot write {}", path.display()), &error)),
        }
    }

    /// The file that an interactor wrote, or a new empty one if it wrote none.
    fn written(&self) -> Result<File, Fault> {
        let file = Leftovers::of(&self.scratch).and_then(|left| match left.file("output")? {
            Some(file) => Ok(file),
            None => left.create("output"),
        });
        file.map_err(|error| unreadable("output", &error))
    }

    /// Reads what the program left behind. Messages grow from pass to pass, so only the new part
    /// belongs to this pass.
    pub(super) fn left(&mut self, ran: &Completed) -> Result<CheckerFiles, Fault> {
        let left = Leftovers::of(&self.scratch).map_err(|error| unreadable("its folder", &error))?;
        let read = |name: &str, from: u64| {
            let bytes = left.file(&format!("{}/{name}", self.feedback)).and_then(|file| {
                // Every file is optional.
                let Some(mut file) = file else { return Ok((Vec::new(), 0)) };
                let length = file.metadata()?.len();
                file.seek(SeekFrom::Start(if length < from { 0 } else { from }))?;
                Ok((bounded(&file, FEEDBACK)?, length))
            });
            bytes.map_err(|error| unreadable(name, &error))
        };
        let (judge_message, judge_end) = read("judgemessage.txt", self.read_so_far[0])?;
        let (team_message, team_end) = read("teammessage.txt", self.read_so_far[1])?;
        let (score, _) = read("score.txt", 0)?;
        let (score_multiplier, _) = read("score_multiplier.txt", 0)?;
        self.read_so_far = [judge_end, team_end];
        // An error taken for the absence of the file would accept a solution before its last pass.
        let next =
            left.file(&format!("{}/nextpass.in", self.feedback)).map_err(|error| unreadable("nextpass.in", &error))?;
        Ok(CheckerFiles {
            judge_message,
            team_message,
            score,
            score_multiplier,
            next_pass: next.is_some(),
            stdout: ran.stdout.words(FEEDBACK).into_bytes(),
            stderr: ran.stderr.words(FEEDBACK).into_bytes(),
        })
    }
}

/// What a checker wrote besides its exit code.
pub(super) struct CheckerFiles {
    judge_message: Vec<u8>,
    team_message: Vec<u8>,
    score: Vec<u8>,
    score_multiplier: Vec<u8>,
    next_pass: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl CheckerFiles {
    /// Its message to the judge, if its protocol has a file for that.
    fn message(&self, protocol: Protocol) -> Option<String> {
        match protocol {
            Protocol::Icpc | Protocol::IcpcLegacy => Some(String::from_utf8_lossy(&self.judge_message).into_owned()),
            Protocol::Testlib | Protocol::Called | Protocol::Peg | Protocol::Cms => None,
        }
    }
}

pub(super) fn name(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

fn path(file: &Path) -> OsString {
    file.as_os_str().to_owned()
}

fn bounded(file: &File, bound: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(bound).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The fault of a checker or interactor that left something else in place of one of its files.
fn unreadable(what: &str, error: &io::Error) -> Fault {
    Fault::caused(FaultKind::Checker, format!("cannot read what the checker left ({what})"), error)
}

//! A problem's own program that judges: how it is called at a test, and what it leaves as facts for
//! `judge` to interpret. Knows nothing of the passes of a solution, or of verdicts.

use crate::build::Program;
use crate::judge::Case;
use crate::judge::checker::{self, Answer, CheckerRun, Ruling};
use crate::run::Builds;
use crate::run::judge_folder::{Call, CheckedOutput, CheckerFiles, JudgeFolder};
use crate::run::pool::Worker;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::visible::VisibleFiles;
use model::{EffectiveLimits, Fault, Problem, ProgramSpec, Protocol, Test};
use sandbox::{CompletedRun, Exec};
use std::ffi::OsString;
use std::path::Path;

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

    pub(super) fn protocol(&self) -> Protocol {
        self.spec.protocol
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
        exec.env.extend([("PATH".into(), "/usr/bin:/bin".into()), ("TMPDIR".into(), scratch.as_os_str().to_owned())]);
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
    ) -> Result<Option<(CompletedRun, CheckerFiles)>, Fault> {
        let Some(ran) = worker.cell.run(&self.exec(call, folder))? else { return Ok(None) };
        let left = folder.left(&ran)?;
        Ok(Some((ran, left)))
    }

    /// Runs a checker and judges `case` by what it left. `None`: interrupted.
    ///
    /// # Errors
    /// Those of [`JudgeProgram::run`], and a checker fault when it broke its protocol.
    pub(super) fn judge(
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
    /// What keeps the checker from being run, and a checker fault for everything that is not an
    /// answer of its protocol.
    pub(super) fn review(
        &self,
        candidate: CheckedOutput<'_>,
        builds: &dyn Builds,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Answer>, Fault> {
        let mut folder = JudgeFolder::new(worker.scratch(builds)?)?;
        let call = folder.checker_call(self.spec.protocol, &self.test.input, self.test, candidate)?;
        let Some((ran, left)) = self.run(call, &mut folder, worker)? else { return Ok(None) };
        checker::interpret(&self.finished(&left, &ran)).map(Some)
    }

    pub(super) fn finished<'f>(&'f self, left: &'f CheckerFiles, ran: &'f CompletedRun) -> CheckerRun<'f> {
        CheckerRun {
            name: &self.name,
            protocol: self.spec.protocol,
            worth: self.problem.worth_of(&self.test.id),
            outcome: &ran.outcome,
            limits: &self.limits,
            judge_message: &left.judge_message,
            team_message: &left.team_message,
            score: &left.score,
            score_multiplier: &left.score_multiplier,
            stdout: &left.stdout,
            stderr: &left.stderr,
            next_pass: left.next_pass,
        }
    }
}

/// A word of a call, with the paths of testlib's three files in place of their names.
fn called(word: &str, files: &[OsString; 3]) -> OsString {
    let names = ["{input_file}", "{output_file}", "{answer_file}"];
    let named = names.iter().zip(files);
    named.fold(word.to_owned(), |word, (name, file)| word.replace(name, &file.to_string_lossy())).into()
}

/// The name shown to people: `checker.rs`.
pub(super) fn name(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

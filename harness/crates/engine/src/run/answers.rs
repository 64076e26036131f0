//! Answers, put before the problem's own checker as if they were outputs: an answer that it rejects is wrong, or the checker is.
//!
//! After the ICPC problem package format (2025-09): the answer files of a problem that is neither interactive nor multi-pass must pass its
//! output validator. Where answers are no outputs (a proof's length, say, of which the checker needs no more) the problem says so.

use crate::build::Program;
use crate::judge::checker::{self, Answer};
use crate::plan::Plan;
use crate::run::checked::{self, Folder};
use crate::run::memo::{Memo, Reader, Writer};
use crate::run::pool::Worker;
use crate::run::tools::{self, BuiltTools, Tools};
use crate::run::{Runner, Sink, Validation};
use crate::store::Key;
use model::{Diagnostic, Fault, Judging, Problem, ProgramSpec, Progress, Protocol, Severity, Test, Verdict};
use sandbox::{Captured, Stdin};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One answer, and the checker that must accept it.
struct Job {
    problem: Arc<Problem>,
    spec: ProgramSpec,
    test: Arc<Test>,
    /// What the checker's word on it is kept under.
    name: Option<Key>,
}

/// The checker's word on an answer.
enum Word {
    Accepted,
    /// With its own words.
    Rejected(String),
    Interrupted,
}

impl Runner<'_> {
    /// Puts the answers of the plan's tests before their problems' checkers. What a checker said of the same answer before is remembered.
    pub(super) fn check_answers(&self, plan: &Plan, memo: &mut Memo, sink: &mut dyn Sink, validation: &mut Validation) {
        let mut jobs = jobs(plan, validation);
        let tools = Tools::of(jobs.iter().map(|job| job.spec.file.as_path()), self.root, self.ports.builds);
        let sources: Vec<_> = tools.sources().cloned().collect();
        if sources.is_empty() {
            return;
        }
        let built = tools.built(self.build(&sources, sink));
        // One that cannot be built is a fault of every test that it should judge, and told there.
        jobs.retain(|job| built.get(&job.spec.file).is_ok());
        let mut words = recall(&mut jobs, &built, memo, self);
        let open: Vec<usize> = (0..jobs.len()).filter(|at| words[*at].is_none()).collect();
        let work = |worker: &mut Worker<'_>, at: usize| self.ask(&jobs[open[at]], &built, worker);
        let (mut done, total) = (0, open.len());
        self.pool.in_order(usize::MAX, total, work, |at, word| {
            words[open[at]] = Some(word);
            done += 1;
            sink.progress(&Progress::Validating { done, total });
        });
        for at in open {
            let job = &jobs[at];
            let files: [&Path; 2] = [&job.test.input, &job.test.answer];
            if let (Some(Ok(word)), Some(name), Ok(program)) = (&words[at], job.name, built.get(&job.spec.file))
                && let Some(bytes) = write(word)
                && memo.unchanged(&files)
            {
                memo.keep(program, [(name, bytes)]);
            }
        }
        let mut faulty = BTreeSet::new();
        for (job, word) in jobs.iter().zip(words.into_iter().flatten()) {
            self.tell(job, word, &mut faulty, validation);
        }
    }

    fn ask(&self, job: &Job, built: &BuiltTools, worker: &mut Worker<'_>) -> Result<Word, Fault> {
        let Job { problem, spec, test, .. } = job;
        if self.cancel.is_raised() {
            return Ok(Word::Interrupted);
        }
        let program = built.get(&spec.file)?;
        let Some(answer) = self.put(problem, spec, test, None, program, worker)? else { return Ok(Word::Interrupted) };
        let name = checked::name(&spec.file);
        let accepted = answer.verdict == Verdict::Accepted;
        Ok(if accepted { Word::Accepted } else { Word::Rejected(answer.note(&name)) })
    }

    /// Puts what a solution printed, or else the test's answer, before a checker. `None`: interrupted.
    ///
    /// # Errors
    /// A checker fault for everything that is not an answer of its protocol.
    pub(super) fn put(
        &self,
        problem: &Problem,
        spec: &ProgramSpec,
        test: &Test,
        printed: Option<&Captured>,
        program: &Program,
        worker: &mut Worker<'_>,
    ) -> Result<Option<Answer>, Fault> {
        let mut folder = Folder::new(worker.scratch(self.ports.builds)?)?;
        let answer = || OsString::from(&test.answer);
        let (stdin, second, third) = match (spec.protocol, printed) {
            (Protocol::Icpc, Some(printed)) => (Stdin::Captured(printed.clone()), answer(), folder.feedback_argument()),
            (Protocol::Icpc, None) => (Stdin::File(test.answer.clone()), answer(), folder.feedback_argument()),
            (Protocol::Testlib, Some(printed)) => {
                let output = folder.output(printed)?;
                (Stdin::Empty, output.into(), answer())
            }
            (Protocol::Testlib, None) => (Stdin::Empty, answer(), answer()),
        };
        let args = [test.input.clone().into(), second, third];
        let exec = checked::tool(program, spec, stdin, args, test, &problem.tool_limits, &folder.scratch);
        let Some(ran) = worker.cell.run(&exec, self.cancel)? else { return Ok(None) };
        let left = folder.left(&ran)?;
        let name = checked::name(&spec.file);
        let limits = program.limits(&problem.tool_limits);
        let finished = left.finished(&name, spec.protocol, problem.worth_of(&test.id), &ran, &limits);
        checker::interpret(&finished).map(Some)
    }

    fn tell(&self, job: &Job, word: Result<Word, Fault>, faulty: &mut BTreeSet<PathBuf>, validation: &mut Validation) {
        let Job { problem, spec, test, .. } = job;
        let checker = tools::shown(&spec.file, self.root);
        let told = |title: String, path: &Path, hint: Option<String>| Diagnostic {
            severity: Severity::Error,
            title,
            path: path.strip_prefix(self.root).unwrap_or(path).to_path_buf(),
            snippet: None,
            hint,
        };
        match word {
            Ok(Word::Accepted | Word::Interrupted) => {}
            Ok(Word::Rejected(words)) => {
                let title = format!("the answer of test {} is not accepted: {words}", test.id);
                let hint = format!(
                    "mend the answer, or {checker}; where answers are no outputs, say `accepts-answers = false` in [checker]"
                );
                validation.diagnostics.push(told(title, &test.answer, Some(hint)));
                validation.invalid.insert((problem.id.clone(), test.id.clone()));
            }
            // The first one stands for all: a checker that crashes seldom does so once.
            Err(fault) => {
                if faulty.insert(spec.file.clone()) {
                    let title = format!("{} (on the answer of {})", fault.message, test.id);
                    validation.diagnostics.push(told(title, &spec.file, fault.hint));
                    validation.faults += 1;
                }
            }
        }
    }
}

/// Every valid test of the plan once, where a checker judges that must accept answers.
fn jobs(plan: &Plan, validation: &Validation) -> Vec<Job> {
    let mut seen = BTreeSet::new();
    let mut jobs = Vec::new();
    for planned in &plan.solutions {
        let problem = &planned.problem;
        let spec = match &problem.judging {
            Judging::Checker(spec) if spec.accepts_answers && problem.passes == 1 => spec,
            Judging::Checker(_) | Judging::Interactor(_) | Judging::Compare(_) => continue,
        };
        for test in &planned.tests {
            let known = (problem.id.clone(), test.id.clone());
            if !validation.invalid.contains(&known) && test.answer.exists() && seen.insert(known) {
                let (problem, test) = (Arc::clone(problem), Arc::clone(test));
                jobs.push(Job { problem, spec: spec.clone(), test, name: None });
            }
        }
    }
    jobs
}

/// What is remembered of the checkers' words, in the order of the jobs; each job learns what its word is kept under.
fn recall(
    jobs: &mut [Job],
    built: &BuiltTools,
    memo: &mut Memo,
    runner: &Runner<'_>,
) -> Vec<Option<Result<Word, Fault>>> {
    memo.hash(jobs.iter().flat_map(|job| [&*job.test.input, &*job.test.answer]), &runner.pool);
    let mut words = Vec::with_capacity(jobs.len());
    // One problem's tests lie together.
    for of_checker in jobs.chunk_by_mut(|a, b| a.spec == b.spec) {
        let program = built.get(&of_checker[0].spec.file).ok();
        let section = program.map(|program| memo.of_program(program));
        for job in of_checker {
            let contents = memo.content(&job.test.input).zip(memo.content(&job.test.answer));
            job.name = program.zip(contents).and_then(|(program, (input, answer))| {
                let how =
                    format!("{:?} {:?} {:?}", job.spec.protocol, job.spec.args, job.problem.worth_of(&job.test.id));
                let parts: [&[u8]; 5] =
                    [b"answer", program.key.as_bytes(), input.as_bytes(), answer.as_bytes(), how.as_bytes()];
                memo.key(&parts)
            });
            let known = section.as_ref().zip(job.name).and_then(|(section, name)| read(section.get(&name)?));
            words.push(known.map(Ok));
        }
    }
    words
}

/// For the memory; `None` when nothing was said.
fn write(word: &Word) -> Option<Vec<u8>> {
    let mut to = Writer(Vec::new());
    match word {
        Word::Accepted => to.flag(true),
        Word::Rejected(words) => {
            to.flag(false);
            to.bytes(words.as_bytes());
        }
        Word::Interrupted => return None,
    }
    Some(to.0)
}

fn read(bytes: &[u8]) -> Option<Word> {
    let mut from = Reader(bytes);
    let word = if from.flag()? { Word::Accepted } else { Word::Rejected(from.string()?) };
    from.0.is_empty().then_some(word)
}

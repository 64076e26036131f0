//! The one way to run a problem's programs: build them, then run them on many inputs.

use crate::run::pool::{Note, Worker};
use crate::run::problem_programs::{ProblemPrograms, ProgramsToBuild};
use crate::run::result_cache::{Question, ResultCache};
use crate::run::{Runner, Sink};
use model::{Fault, Key, Progress, Work};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::Path;

/// Makes the [`Progress`] of a phase, from the number of inputs done and of all inputs.
pub(super) type Phase = fn(done: usize, total: usize) -> Progress;

impl Runner<'_> {
    /// Builds these programs of problems, each once.
    pub(super) fn problem_programs<'f>(
        &self,
        files: impl Iterator<Item = &'f Path>,
        sink: &mut dyn Sink,
    ) -> ProblemPrograms {
        let wanted = ProgramsToBuild::of(files, &self.names, self.ports.builds);
        let builds = if wanted.sources.is_empty() { Vec::new() } else { self.build(&wanted.sources, sink) };
        wanted.built(builds)
    }

    /// Runs `work` on each input, with all workers, starting in this order. The results are in the
    /// order of the inputs; `None` where the run was cancelled.
    pub(super) fn for_each<I: Sync, T: Send>(
        &self,
        inputs: &[I],
        phase: Phase,
        sink: &mut dyn Sink,
        work: impl Fn(&I, &mut Worker<'_>) -> Result<Option<T>, Fault> + Sync,
    ) -> Vec<Result<Option<T>, Fault>> {
        self.for_each_named(inputs, phase, |_| None, sink, work)
    }

    /// Like [`Runner::for_each`]. `name` is the file that an input stands for, shown while it is
    /// worked on.
    pub(super) fn for_each_named<I: Sync, T: Send>(
        &self,
        inputs: &[I],
        phase: Phase,
        name: impl Fn(&I) -> Option<String>,
        sink: &mut dyn Sink,
        work: impl Fn(&I, &mut Worker<'_>) -> Result<Option<T>, Fault> + Sync,
    ) -> Vec<Result<Option<T>, Fault>> {
        let total = inputs.len();
        let mut results: Vec<_> = (0..total).map(|_| Ok(None)).collect();
        let mut done = 0;
        let work = |worker: &mut Worker<'_>, at: usize| match self.cancel.is_raised() {
            true => Ok(None),
            false => work(&inputs[at], worker),
        };
        self.pool.watched(usize::MAX, total, work, |note| match note {
            Note::Begun { worker, index } => {
                if let Some(name) = name(&inputs[index]) {
                    sink.progress(&Progress::Begun { worker, what: Work::File(name) });
                }
            }
            Note::Done { worker, job, result } => {
                results[job] = result;
                done += 1;
                sink.progress(&Progress::Ended { worker });
                sink.progress(&phase(done, total));
            }
            Note::Waiting => sink.progress(&Progress::Waiting),
        });
        results
    }

    /// Like [`Runner::for_each`], for the inputs whose `question` no earlier run has answered. An
    /// answer that is `lasting` is remembered, unless a file was changed meanwhile. Returns each
    /// input with its answer.
    pub(super) fn for_each_new<'i, I: Sync, T: Serialize + DeserializeOwned + Send>(
        &self,
        inputs: &'i [I],
        question: impl Fn(&'i I) -> Question<'i>,
        cache: &mut ResultCache,
        sink: &mut dyn Sink,
        lasting: impl Fn(&T) -> bool,
        ask: impl Fn(&'i I, &mut Worker<'_>) -> Result<Option<T>, Fault> + Sync,
    ) -> Vec<(&'i I, Result<Option<T>, Fault>)> {
        let questions: Vec<Question<'i>> = inputs.iter().map(question).collect();
        // Several validators are asked about each file, which is hashed once.
        let files = questions.iter().flat_map(|question| question.files.iter().map(|file| file.as_os_str()));
        let files: HashSet<&OsStr> = files.collect();
        cache.hash(files.into_iter().map(Path::new), &self.pool);
        let keys: Vec<Option<Key>> = questions.iter().map(|question| cache.key_of(question)).collect();
        let mut answers: Vec<Result<Option<T>, Fault>> = Vec::with_capacity(questions.len());
        // The questions to one program are adjacent.
        let same = |a: &Question<'_>, b: &Question<'_>| a.program == b.program;
        for questions in questions.chunk_by(same) {
            let section = questions[0].program.map(|program| cache.load(program)).unwrap_or_default();
            let keys_here = keys[answers.len()..].iter().take(questions.len());
            answers.extend(keys_here.map(|key| Ok(key.as_ref().and_then(|key| section.get(key)).and_then(read))));
        }
        let open: Vec<usize> = (0..questions.len()).filter(|at| matches!(answers[*at], Ok(None))).collect();
        let phase: Phase = |done, total| Progress::Validating { done, total };
        let name = |at: &usize| questions[*at].files.first().map(|file| self.display(file));
        let replies = self.for_each_named(&open, phase, name, sink, |at, worker| ask(&inputs[*at], worker));
        for (at, answer) in open.iter().zip(replies) {
            answers[*at] = answer;
        }
        for of_program in open.chunk_by(|a, b| same(&questions[*a], &questions[*b])) {
            let Some(program) = questions[of_program[0]].program else { continue };
            let new = of_program.iter().filter_map(|at| {
                let answer = answers[*at].as_ref().ok()?.as_ref().filter(|answer| lasting(answer))?;
                let key = keys[*at].filter(|_| cache.unchanged(&questions[*at].files))?;
                Some((key, serde_json::to_vec(answer).ok()?))
            });
            let new: Vec<_> = new.collect();
            cache.keep(program, new, self.ports.sandbox.level());
        }
        inputs.iter().zip(answers).collect()
    }
}

/// `None` if it cannot be read: then the question is asked again.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

//! The one list of everything that a judgement depends on.
//!
//! The key of a result in the cache, the id of a plan and the identity of a shard are made of it,
//! so they change together. Structs are taken apart field by field: a new field does not compile
//! until somebody has decided here whether it matters. Paths and times on disk never do.

use crate::build::{Builder, SourceFile, sources};
use crate::cannot_read;
use crate::plan::{Plan, PlannedSolution};
use crate::store::{FileHashes, Store};
use model::{
    EffectiveLimits, Fault, FaultKind, Inference, Judging, Key, LanguageShare, Limits, PackageRules, Problem,
    ProgramSpec, Solution, Test, Worth,
};
use std::path::{Path, PathBuf};

/// The keys of a planned solution's programs: its own and its judge's.
#[derive(Clone, Copy)]
pub(crate) struct ProgramKeys<'a> {
    pub solution: &'a Key,
    /// The problem's checker or interactor, where it has one; see [`of_judges`].
    pub judge: Option<&'a Key>,
}

/// The key of a problem's checker or interactor, or of both.
pub(crate) fn of_judges(keys: &[Key]) -> Option<Key> {
    match keys {
        [] => None,
        [one] => Some(*one),
        more => Some(Key::of_parts(more.iter().map(|key| &key.as_bytes()[..]))),
    }
}

/// What all tests of a solution in one group, or in none, have in common.
pub(crate) struct Terms {
    /// The limits that the solution is judged by, language factors included.
    pub limits: EffectiveLimits,
    /// Everything that a judgement depends on, except the test's input and answer.
    pub key: Key,
}

impl Terms {
    /// The terms for tests in no group, then for each group. `language` is the solution's.
    pub(crate) fn of(planned: &PlannedSolution, programs: ProgramKeys<'_>, language: &LanguageShare) -> Vec<Terms> {
        let problem = &planned.problem;
        // In a package with rules of its own, too, points depend only on the test's group.
        let worth = |at: usize, usual| match &problem.rules.grading {
            Some(grading) => grading.worth_in(&problem.groups[at].name),
            None => usual,
        };
        let groups = problem.groups.iter().enumerate().map(|(at, group)| (Some(at), worth(at, group.worth())));
        std::iter::once((None, Worth::Nothing))
            .chain(groups)
            .map(|(group, worth)| {
                let limits = planned.limits_in(group, language);
                Terms { key: terms(problem, programs, &limits, worth), limits }
            })
            .collect()
    }

    /// The index of the terms of `test` among those of its solution.
    pub(crate) fn place(planned: &PlannedSolution, test: &Test) -> usize {
        planned.problem.group_of(&test.id).map_or(0, |at| at + 1)
    }

    /// The fingerprint of one judgement.
    pub(crate) fn with(&self, test: &Test, input: &Key, answer: &Key) -> Key {
        let own = own(test);
        Key::of_parts([&self.key.as_bytes()[..], input.as_bytes(), answer.as_bytes(), own.as_bytes()])
    }
}

fn terms(problem: &Problem, programs: ProgramKeys<'_>, limits: &Limits, worth: Worth) -> Key {
    let Problem {
        judging,
        passes,
        tool_limits,
        // These come as `limits` and `worth`, one by one.
        limits: _,
        groups: _,
        // Each test says it again.
        files: _,
        // A grading is computed from judgements, and validating answers does not change them.
        rules:
            PackageRules {
                behind,
                grading: _,
                grader: _,
                outputs: _,
                answer_validators: _,
                invalid_answers: _,
                time: _,
                is_package: _,
                is_pypy: _,
                absent: _,
                refused: _,
            },
        // Not about judging.
        id: _,
        title: _,
        title_zh: _,
        source: _,
        tests: _,
        invalid: _,
        dir: _,
        validators: _,
        generator: _,
        generate: _,
        stated: _,
    } = problem;
    // Debug forms of enums and limits name every field.
    let how = match judging {
        Judging::Compare(comparison) => format!("{comparison:?} {limits:?}"),
        Judging::Checker(spec) => format!("checker {passes} {tool_limits:?} {worth:?} {limits:?} {}", invocation(spec)),
        Judging::Interactor(spec) => {
            format!("interactor {passes} {tool_limits:?} {worth:?} {limits:?} {}", invocation(spec))
        }
    };
    let behind = match behind {
        None => String::new(),
        Some(Judging::Compare(comparison)) => format!(" behind {comparison:?}"),
        Some(Judging::Checker(spec) | Judging::Interactor(spec)) => format!(" behind {}", invocation(spec)),
    };
    let judge = programs.judge.map(|key| *key.as_bytes()).unwrap_or_default();
    Key::of_parts([&b"judgement/4"[..], programs.solution.as_bytes(), &judge, (how + &behind).as_bytes()])
}

/// The part of a program's description that its answers depend on. Its content is in its own key.
fn invocation(spec: &ProgramSpec) -> String {
    let ProgramSpec { protocol, file, args, accepts_answers: _ } = spec;
    // The file's name appears in the program's messages.
    format!("{protocol:?} {:?} {args:?}", file.file_name())
}

/// What is specified for this test alone; empty for most.
fn own(test: &Test) -> String {
    let Test { id: _, input: _, answer: _, judged } = test;
    judged.as_ref().map_or_else(String::new, |judged| format!("{judged:?}"))
}

/// The key of the terms for asking a checker about something of `test`, for `purpose`.
pub(crate) fn of_checker(purpose: &str, spec: &ProgramSpec, test: &Test, worth: Worth) -> Key {
    Key::of(&[purpose, &invocation(spec), &own(test), &format!("{worth:?}")], b"")
}

/// The id of a plan: equal ids are equal work, on whatever machine. It covers the plan's jobs in
/// order, and the version of the harness. Two checkouts of one commit, with the same compilers,
/// have the same plans.
///
/// # Errors
/// A content fault when a file of the plan cannot be read, a build fault when a compiler does not
/// answer.
pub fn plan_id(plan: &Plan, builder: &Builder) -> Result<Key, Fault> {
    let mut files = Files { builder, hashes: FileHashes::default(), store: builder.store() };
    let mut parts: Vec<Vec<u8>> = vec![b"plan/2".to_vec(), env!("CARGO_PKG_VERSION").into()];
    for planned in &plan.solutions {
        let (problem, solution) = (&planned.problem, &planned.solution);
        let program = files.program(&SourceFile::of(solution))?;
        let judges: Vec<Key> = problem.judges().map(|file| files.tool(file)).collect::<Result<_, _>>()?;
        let judge = of_judges(&judges);
        let programs = ProgramKeys { solution: &program, judge: judge.as_ref() };
        let terms = Terms::of(planned, programs, &builder.languages().share(&solution.language));
        // What a score depends on besides judgements.
        parts.extend([solution.id.to_string().into(), format!("{:?}", problem.groups).into()]);
        if let Some(grading) = &problem.rules.grading {
            parts.push(format!("{grading:?}").into());
        }
        if let Some(grader) = &problem.rules.grader {
            parts.push(files.tool(grader)?.as_bytes().to_vec());
        }
        parts.push((planned.tests.len() as u64).to_le_bytes().into());
        for test in &planned.tests {
            let key = terms[Terms::place(planned, test)].with(
                test,
                &files.content(&test.input)?,
                &files.content(&test.answer)?,
            );
            parts.extend([test.id.to_string().into(), key.as_bytes().to_vec()]);
        }
    }
    files.hashes.keep(&mut files.store);
    Ok(Key::of_parts(parts.iter().map(Vec::as_slice)))
}

/// A key of everything that the times for inferring a limit depend on: the programs that are
/// measured and the one that judges them, the tests, and the rules themselves. Compilers are left
/// out, so that machines can share a limit.
///
/// # Errors
/// A content fault when a file cannot be read.
pub fn inference_id(
    problem: &Problem,
    inference: &Inference,
    solutions: &[&Solution],
    builder: &Builder,
) -> Result<Key, Fault> {
    let mut files = Files { builder, hashes: FileHashes::default(), store: builder.store() };
    let mut parts: Vec<Vec<u8>> = vec![b"inference/1".to_vec(), format!("{inference:?}").into()];
    let programs = solutions.iter().map(|solution| solution.path.as_path());
    for program in programs.chain(problem.judges()) {
        // A file, or a folder of sources.
        let found: Vec<PathBuf> = match program.is_dir() {
            true => sources::around(program, builder.home()).files(program).flatten().map(|found| found.path).collect(),
            false => vec![program.to_owned()],
        };
        for file in found {
            let name = file.file_name().unwrap_or_default().as_encoded_bytes().to_vec();
            parts.extend([name, files.content(&file)?.as_bytes().to_vec()]);
        }
    }
    for test in &problem.tests {
        let (input, answer) = (files.content(&test.input)?, files.content(&test.answer)?);
        parts.extend([test.id.to_string().into(), input.as_bytes().to_vec(), answer.as_bytes().to_vec()]);
    }
    files.hashes.keep(&mut files.store);
    Ok(Key::of_parts(parts.iter().map(Vec::as_slice)))
}

/// The keys of files and of what is built from them.
struct Files<'a> {
    builder: &'a Builder,
    hashes: FileHashes,
    store: Store,
}

impl Files<'_> {
    fn content(&mut self, file: &Path) -> Result<Key, Fault> {
        let hashed = self.hashes.of(&mut self.store, file);
        hashed.map(|hashed| hashed.key).map_err(|error| cannot_read(file.display(), &error))
    }

    /// The key of a program. Without its compiler none of its runs happen, so the plan differs from
    /// one on a machine that has the compiler.
    fn program(&self, source: &SourceFile) -> Result<Key, Fault> {
        match self.builder.key_of(source) {
            Err(fault) if fault.kind == FaultKind::MissingTool => Ok(Key::of(&["missing", &fault.message], b"")),
            key => key,
        }
    }

    fn tool(&self, file: &Path) -> Result<Key, Fault> {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match self.builder.languages().of_program(file, self.builder.home()) {
            Some(language) => self.program(&SourceFile::tool(file.to_path_buf(), file.display().to_string(), language)),
            None => Ok(Key::of(&["no language", extension], b"")),
        }
    }
}

#[cfg(test)]
mod tests;

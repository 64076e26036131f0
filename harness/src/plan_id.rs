//! The id of a plan: equal ids are equal work, on whatever machine.
//!
//! A plan's id is the hash of its jobs, in order, with everything that a verdict depends on: the content of sources, inputs, answers and
//! checkers, the compilers' versions and flags, limits, comparisons, and the harness's version. Names of folders and times of files
//! are not in it: two checkouts of one commit, with the same compilers, have the same plans.

use engine::build::Builder;
use engine::plan::Plan;
use engine::store::{FileHashes, Key, Store};
use model::{Fault, FaultKind, Judging, Language};
use std::fs;
use std::path::Path;

/// # Errors
/// A content fault when a file of the plan cannot be read.
pub fn of(plan: &Plan, builder: &Builder) -> Result<Key, Fault> {
    let mut files = Files { store: builder.store(), hashes: FileHashes::default() };
    let mut parts: Vec<Vec<u8>> = vec![b"plan/1".to_vec(), env!("CARGO_PKG_VERSION").into()];
    for planned in &plan.solutions {
        let (problem, solution) = (&planned.problem, &planned.solution);
        parts.push(solution.id.to_string().into());
        parts.push(files.content(&solution.path)?);
        parts.push(compiler(builder, &solution.language).into());
        parts.push(format!("{:?}", planned.limits).into());
        if !problem.groups.is_empty() {
            parts.push(format!("{:?} {:?}", planned.group_limits, problem.groups).into());
        }
        match &problem.judging {
            Judging::Compare(comparison) => parts.push(format!("{comparison:?}").into()),
            Judging::Checker(spec) | Judging::Interactor(spec) => {
                let kind = if matches!(problem.judging, Judging::Checker(_)) { "checker" } else { "interactor" };
                let extension = spec.file.extension().and_then(|e| e.to_str()).unwrap_or_default();
                let compiler = builder.languages().of_extension(extension).map(|language| compiler(builder, &language));
                let how = (spec.protocol, &spec.args, compiler, problem.passes);
                parts.push(format!("{kind} {how:?}").into());
                parts.push(files.content(&spec.file)?);
            }
        }
        parts.push((planned.tests.len() as u64).to_le_bytes().into());
        for test in &planned.tests {
            parts.push(test.id.to_string().into());
            parts.push(files.content(&test.input)?);
            parts.push(files.content(&test.answer)?);
        }
    }
    files.hashes.keep(&mut files.store);
    Ok(Key::of_parts(parts.iter().map(Vec::as_slice)))
}

struct Files {
    store: Store,
    hashes: FileHashes,
}

impl Files {
    fn content(&mut self, file: &Path) -> Result<Vec<u8>, Fault> {
        let hashed = self
            .hashes
            .of(&mut self.store, file)
            .map_err(|e| Fault::caused(FaultKind::Content, format_args!("cannot read {}", file.display()), &e))?;
        Ok(hashed.key.as_bytes().to_vec())
    }
}

/// Version and flags; a compiler that is missing here is another plan than one that is there.
fn compiler(builder: &Builder, language: &Language) -> String {
    let version = builder.toolchain(language).map_or_else(|fault| fault.message, |tool| tool.version.clone());
    let flags = builder.languages().get(language).map(|entry| (&entry.compile, &entry.args));
    format!("{language} {version} {flags:?}")
}

/// This machine's name, as its kernel tells it.
pub fn host() -> String {
    let read = |file| fs::read_to_string(file).ok().map(|text| text.trim().to_owned());
    read("/proc/sys/kernel/hostname").or_else(|| read("/etc/hostname")).unwrap_or_else(|| "unknown".to_owned())
}

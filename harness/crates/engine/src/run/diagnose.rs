//! Finds where a C or C++ program crashed, by a second run that is built with sanitizers.
//!
//! Only for a solution's first surprising crash, because that is the one shown. It changes no
//! verdict and no time, and whatever goes wrong here leaves the result as it is: sanitizers that
//! are not installed, or a level of containment that they cannot work in.

use crate::build::{Built, Purpose, SourceFile};
use crate::plan::Job;
use crate::run::context::{Context, TestResult};
use crate::run::coordinator::Coordinator;
use crate::run::named_files;
use crate::run::pool::{Pool, Worker};
use crate::run::result_cache::PlanCache;
use model::{ByteSize, Cause, Fault, Judging, Verdict};
use sandbox::Stdin;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// Memory added to the limit for the sanitizers' own data.
const MEMORY: ByteSize = ByteSize::mib(1024);
/// How many times as long as the limit a run may take.
const SLOWNESS: u32 = 5;
const MOST_TIME: Duration = Duration::from_secs(20);
/// How much is read of standard error.
const WORDS: u64 = 1 << 20;
/// The most characters of what is found.
const FOUND: usize = 200;

/// Whether a second run would say more about this result.
pub(super) fn wants(context: &Context<'_>, job: Job, result: &TestResult) -> bool {
    let planned = &context.plan.solutions[job.solution];
    let Some(judgement) = result.judgement() else { return false };
    let crashed = match judgement.verdict {
        Verdict::RunTimeError => judgement.cause.as_ref().is_some_and(Cause::is_signal),
        // May be endless recursion.
        Verdict::MemoryLimit => true,
        Verdict::Accepted | Verdict::WrongAnswer | Verdict::PresentationError => false,
        Verdict::TimeLimit | Verdict::OutputLimit | Verdict::CompileError => false,
    };
    // A second run would need the same dialogue or the same files.
    let test = &planned.tests[job.test];
    let is_given_more = matches!(planned.problem.judging, Judging::Interactor(_)) || named_files::is_wanted(test);
    let permitted = planned.solution.expectation.permits(&test.id, judgement.verdict);
    crashed && !is_given_more && !permitted && context.ports.builds.languages().diagnoses(&planned.solution.language)
}

/// Runs the first crash of each solution once more, unless the solution is in `diagnosed` already.
/// Passes the held results of `jobs` on to the coordinator, with what was found. `jobs` are in plan
/// order.
pub(super) fn crashes(
    context: &Context<'_>,
    jobs: &[Job],
    diagnosed: &mut BTreeSet<usize>,
    pool: &Pool<'_>,
    cache: &mut PlanCache<'_>,
    coordinator: &mut Coordinator<'_, '_>,
) {
    for job in jobs.iter().copied() {
        if coordinator.drops(job) {
            cache.note(job, None);
            continue;
        }
        let mut found = None;
        if diagnosed.insert(job.solution) {
            pool.in_order(1, 1, |worker, _| run(context, job, worker), |_, result| found = result.ok().flatten());
        }
        let Some(mut result) = coordinator.held(job) else { continue };
        if let TestResult::Judged(judgement) = &mut result
            && let Some(evidence) = &mut judgement.evidence
        {
            evidence.crash = found;
        }
        cache.note(job, result.judgement());
        coordinator.put(job, result);
    }
}

fn run(context: &Context<'_>, job: Job, worker: &mut Worker<'_>) -> Result<Option<String>, Fault> {
    let planned = &context.plan.solutions[job.solution];
    let test = &planned.tests[job.test];
    let source = SourceFile { purpose: Purpose::Diagnosis, ..SourceFile::of(&planned.solution) };
    let built = context.ports.builds.build(&source, &mut worker.cell)?;
    let Built::Ready { program, .. } = built else { return Ok(None) };
    let mut limits = planned.limits_of(&test.id).clone();
    limits.memory = ByteSize(limits.memory.0 + MEMORY.0);
    limits.cpu = (limits.cpu * SLOWNESS).min(MOST_TIME);
    limits.wall = (limits.wall * SLOWNESS).min(MOST_TIME);
    let mut exec = program.diagnosis(Stdin::File(test.input.clone()), &limits);
    exec.args.extend(test.args().iter().map(Into::into));
    let Some(completed) = worker.cell.run(&exec)? else { return Ok(None) };
    Ok(found(&completed.stderr.words(WORDS), &source.display))
}

/// `solutions/cpp/a.cpp:5: stack-overflow in g(int)`, from what the sanitizers print about the file
/// or folder that people know as `display`.
fn found(stderr: &str, display: &str) -> Option<String> {
    // `a.cpp:5:14: runtime error: division by zero`
    let undefined = stderr.lines().find_map(|line| {
        let (place, what) = line.split_once(": runtime error: ")?;
        // What is compiled beside the file is its header, and has no other folder in front.
        let header = || (!place.starts_with(['/', '.'])).then(|| place.to_owned());
        Some(format!("{}: {what}", own(place, display).or_else(header)?))
    });
    // `    #1 0x55ce0822e071 in g(int) /build/a.cpp:4`, below
    // `==7==ERROR: AddressSanitizer: SEGV on …`
    let address = || {
        let (_, report) = stderr.split_once("ERROR: AddressSanitizer: ")?;
        let kind = report.split_whitespace().next()?;
        report.lines().find_map(|line| {
            let (_, frame) = line.trim_start().strip_prefix('#')?.split_once(" in ")?;
            let (function, place) = frame.rsplit_once(' ')?;
            Some(format!("{}: {kind} in {function}", own(place, display)?))
        })
    };
    undefined.or_else(address).map(|text| text.chars().take(FOUND).collect())
}

/// A place in the solution's own file, as people name it.
fn own(place: &str, display: &str) -> Option<String> {
    let (path, line) = place.split_once(':')?;
    let name = Path::new(path).file_name()?.to_str()?;
    let file = Path::new(display);
    if file.file_name().is_some_and(|file| file == name) {
        return Some(format!("{display}:{line}"));
    }
    // In a program of several files, the display path is a folder.
    let foreign = path.starts_with("/usr/") || path.starts_with("..");
    (file.extension().is_none() && !foreign).then(|| format!("{display}/{name}:{line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_place_in_the_solutions_own_file_is_found() {
        let check = |stderr: &str, display: &str, expected: Option<&str>| {
            assert_eq!(found(stderr, display).as_deref(), expected, "{stderr}");
        };
        let cpp = "solutions/cpp/nim--a.cpp";
        let undefined = "nim--a.cpp:5:14: runtime error: division by zero\n";
        check(undefined, cpp, Some("solutions/cpp/nim--a.cpp:5:14: division by zero"));
        let address = "=====\n==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc\nREAD of size 4\n    \
            #0 0x5574 in operator new(unsigned long) (/b/out/main+0x9ed58)\n    \
            #1 0x5575 in std::vector<int>::at /usr/include/c++/12/vector.h:9\n    \
            #2 0x5576 in f(int*, int) /w/tmp/x/nim--a.cpp:3\n";
        check(address, cpp, Some("solutions/cpp/nim--a.cpp:3: heap-buffer-overflow in f(int*, int)"));
        check(address, "submissions/nim", Some("submissions/nim/nim--a.cpp:3: heap-buffer-overflow in f(int*, int)"));
        check("==7==ERROR: AddressSanitizer failed to allocate 0xdfff\n", cpp, None);
        check("lib/a.hpp:5:1: runtime error: x\n", cpp, Some("lib/a.hpp:5:1: x"));
        check("/usr/include/c++/12/vector.h:5:1: runtime error: x\n", cpp, None);
        check("", cpp, None);
    }
}

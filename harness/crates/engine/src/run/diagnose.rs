//! Finds where a C or C++ program crashed, by a second run that is built with sanitizers.
//!
//! Only for a solution's first surprising crash, because that is the one shown. It changes no
//! verdict and no time, and whatever goes wrong here leaves the result as it is: sanitizers that
//! are not installed, or a level of containment that they cannot work in.

use crate::build::{BuildOutcome, Purpose, SourceFile};
use crate::judge::sanitizers;
use crate::plan::Job;
use crate::run::context::{Context, TestResult};
use crate::run::coordinator::Coordinator;
use crate::run::pool::{Pool, Worker};
use crate::run::result_cache::PlanCache;
use crate::run::{named_files, run_test};
use model::{ByteSize, Cause, Checks, Fault, Judgement, Judging, Provenance, Verdict};
use std::collections::BTreeSet;
use std::time::Duration;

/// Memory added to the limit for the sanitizers' own data.
const MEMORY: ByteSize = ByteSize::mib(1024);
/// How many times as long as the limit a run may take.
const SLOWNESS: u32 = 5;
const MOST_TIME: Duration = Duration::from_secs(20);

/// Whether a second run would say more about this result.
pub(super) fn wants(context: &Context<'_>, job: Job, result: &TestResult) -> bool {
    let planned = &context.plan.solutions[job.solution];
    let Some(judgement) = result.judgement() else { return false };
    if planned.solution.build.checks == Checks::Sanitized {
        return false;
    }
    // Memory may have gone into endless recursion.
    let crashed = judgement.verdict == Verdict::MemoryLimit
        || judgement.verdict == Verdict::RunTimeError && judgement.cause.as_ref().is_some_and(Cause::is_signal);
    // A second run would need the same dialogue or the same files.
    let test = &planned.tests[job.test];
    let is_given_more = matches!(planned.problem.judging, Judging::Interactor(_)) || named_files::is_wanted(test);
    let permitted = planned.solution.expectation.permits(&test.id, judgement.verdict);
    let language = context.ports.builds.languages().get(&planned.solution.language);
    crashed && !is_given_more && !permitted && language.is_some_and(|entry| !entry.diagnose.is_empty())
}

/// Whether this result, which was remembered, still lacks such a run.
pub(super) fn lacks(context: &Context<'_>, job: Job, result: &TestResult) -> bool {
    let diagnosed = |judgement: &Judgement| judgement.evidence.as_ref().is_none_or(|evidence| evidence.diagnosed);
    wants(context, job, result) && result.judgement().is_some_and(|judgement| !diagnosed(judgement))
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
        let is_first = diagnosed.insert(job.solution);
        if is_first {
            pool.in_order(1, 1, |worker, _| run(context, job, worker), |_, result| found = result.ok().flatten());
        }
        let Some(mut result) = coordinator.held(job) else { continue };
        if let TestResult::Judged(judgement) = &mut result
            && let Some(evidence) = &mut judgement.evidence
        {
            evidence.diagnosed |= is_first;
            if let Some(Findings { crash, is_stack_overflow, undefined }) = found {
                // A program that was ended for its memory did not crash.
                evidence.crash = crash.filter(|_| is_stack_overflow || judgement.verdict != Verdict::MemoryLimit);
                evidence.undefined = undefined;
            }
        }
        match result.judgement() {
            // What is new about it is remembered, too.
            Some(judgement) if judgement.provenance.is_remembered() => {
                let provenance = Provenance::Run(judgement.provenance.timed());
                cache.reopen(job);
                cache.note(job, Some(&Judgement { provenance, ..judgement.clone() }));
            }
            judgement => cache.note(job, judgement),
        }
        coordinator.put(job, result);
    }
}

fn run(context: &Context<'_>, job: Job, worker: &mut Worker<'_>) -> Result<Option<Findings>, Fault> {
    let planned = &context.plan.solutions[job.solution];
    let test = &planned.tests[job.test];
    let source = SourceFile { purpose: Purpose::Diagnosis, ..SourceFile::of(&planned.solution) };
    let built = context.ports.builds.build(&source, &mut worker.cell)?;
    let BuildOutcome::Ready { program, .. } = built else { return Ok(None) };
    let limits = run_test::limits(planned, test, &program).for_diagnosis(MEMORY, SLOWNESS, MOST_TIME);
    let Some(completed) = worker.cell.run(&program.on_test(test, &limits))? else { return Ok(None) };
    Ok(Some(Findings::of(&completed.stderr.words(sanitizers::WORDS), &source.display)))
}

/// What sanitizers found. They go on after undefined behaviour, as the program itself did, so only
/// what ended their run is called its crash.
#[derive(Debug, Default, PartialEq)]
struct Findings {
    /// `solutions/cpp/a.cpp:5: stack-overflow in g(int)`.
    crash: Option<String>,
    is_stack_overflow: bool,
    /// The first undefined behaviour that did not end the run.
    undefined: Option<String>,
}

impl Findings {
    /// Reads what the sanitizers print about the file or folder that people know as `display`.
    fn of(stderr: &str, display: &str) -> Findings {
        let all = sanitizers::read(stderr, display);
        let crash = all.iter().find(|found| found.ends && found.finding.line.is_some());
        Findings {
            crash: crash.map(|found| found.finding.to_string()),
            is_stack_overflow: crash.is_some_and(|found| found.finding.what.starts_with("stack-overflow")),
            undefined: all.iter().find(|found| !found.ends).map(|found| found.finding.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_ended_the_run_is_its_crash() {
        let check = |stderr: &str, display: &str, crash: Option<&str>, undefined: Option<&str>| {
            let found = Findings::of(stderr, display);
            assert_eq!((found.crash.as_deref(), found.undefined.as_deref()), (crash, undefined), "{stderr}");
        };
        let cpp = "solutions/cpp/nim--a.cpp";
        let overflow = "nim--a.cpp:7:20: runtime error: signed integer overflow: 9 * 9\n";
        let called = Some("solutions/cpp/nim--a.cpp:7:20: signed integer overflow: 9 * 9");
        check(overflow, cpp, None, called);
        // The program goes on, divides by zero, and dies of that.
        let zero = "nim--a.cpp:9:14: runtime error: division by zero\n";
        let died =
            "==7==ERROR: AddressSanitizer: FPE on unknown address 0x5 (pc 0x5)\n    #0 0x5 in main /w/nim--a.cpp:9\n";
        let crash = Some("solutions/cpp/nim--a.cpp:9:14: division by zero");
        check(&format!("{overflow}{zero}{died}"), cpp, crash, called);
        check(&format!("{zero}{died}"), cpp, crash, None);
        check(died, cpp, Some("solutions/cpp/nim--a.cpp:9: FPE in main"), None);
        let other = died.replace("AddressSanitizer", "UndefinedBehaviorSanitizer").replace("FPE", "SEGV");
        let crash = Some("solutions/cpp/nim--a.cpp:9: SEGV in main");
        check(&format!("{overflow}{other}"), cpp, crash, called);
        let end = "nim--a.cpp:2:5: runtime error: execution reached the end of a value-returning function\n";
        let crash = "solutions/cpp/nim--a.cpp:2:5: execution reached the end of a value-returning function";
        check(&format!("{overflow}{end}"), cpp, Some(crash), called);
        let address = "=====\n==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc\nREAD of size 4\n    \
            #0 0x5574 in operator new(unsigned long) (/b/out/main+0x9ed58)\n    \
            #1 0x5575 in std::vector<int>::at /usr/include/c++/12/vector.h:9\n    \
            #2 0x5576 in f(int*, int) /w/tmp/x/nim--a.cpp:3\n";
        check(address, cpp, Some("solutions/cpp/nim--a.cpp:3: heap-buffer-overflow in f(int*, int)"), None);
        let folder = Some("submissions/nim/nim--a.cpp:3: heap-buffer-overflow in f(int*, int)");
        check(address, "submissions/nim", folder, None);
        check("==7==ERROR: AddressSanitizer failed to allocate 0xdfff\n", cpp, None, None);
        check("lib/a.hpp:5:1: runtime error: x\n", cpp, None, Some("lib/a.hpp:5:1: x"));
        check("/usr/include/c++/12/vector.h:5:1: runtime error: x\n", cpp, None, None);
        check("", cpp, None, None);
    }
}

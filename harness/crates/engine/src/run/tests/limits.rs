//! What a run may use: the same in the record, in a judged run, in a trial, in a captured run and
//! in one that is measured, whatever the problem, the solution, the language and the command say.

use super::*;
use crate::run::trial::Input;
use model::{Group, LanguageRules, OwnLimits, Points, RuntimeMemory, Scoring, TimeFactors, TimeMultiple};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Who says what about a limit.
#[derive(Clone, Debug)]
struct Rules {
    limits: Limits,
    /// The limits of the group that the test lies in, if there are groups.
    group: Option<Limits>,
    own: OwnLimits,
    /// What the user's configuration says of the language.
    configured: f64,
    runtime: u64,
    processes: u32,
    factor: TimeFactor,
}

fn limits(cpu: u64, wall: u64, memory: u64, factor: Option<f64>, runtime: RuntimeMemory) -> Limits {
    let time = match factor.and_then(TimeMultiple::new) {
        Some(factor) => TimeFactors::These(BTreeMap::from([("rs".to_owned(), factor)])),
        None => TimeFactors::Configured,
    };
    let languages = LanguageRules { time, runtime };
    Limits { cpu: MS(cpu), wall: MS(cpu + wall), memory: ByteSize::mib(memory), languages, ..Limits::default() }
}

fn rules() -> impl Strategy<Value = Rules> {
    let times = prop::sample::select(vec![None, Some(0.5), Some(1.0), Some(3.0)]);
    let runtime = prop::sample::select(vec![RuntimeMemory::Added, RuntimeMemory::Counted]);
    let factor = prop::sample::select(vec!["1", "0.25", "2"]).prop_map(|factor| factor.parse().unwrap());
    let own = (prop::option::of(1u64..5000), prop::option::of(1u64..500));
    let stated = (1u64..5000, 0u64..5000, 1u64..500, prop::option::of((1u64..5000, 1u64..500)));
    let language = (prop::sample::select(vec![1.0, 2.0, 2.5]), 0u64..200, 1u32..100);
    (stated, own, language, times, runtime, factor).prop_map(|(stated, own, language, times, runtime, factor)| {
        let (cpu, wall, memory, group) = stated;
        Rules {
            limits: limits(cpu, wall, memory, times, runtime),
            group: group.map(|(cpu, memory)| limits(cpu, wall, memory, times, runtime)),
            own: OwnLimits { cpu: own.0.map(MS), memory: own.1.map(ByteSize::mib) },
            configured: language.0,
            runtime: language.1,
            processes: language.2,
            factor,
        }
    })
}

impl Rules {
    /// The limits, worked out by hand.
    fn expected(&self, factor: f64) -> (Duration, Duration, u64, u32) {
        let stated = self.group.as_ref().unwrap_or(&self.limits);
        let language = match &stated.languages.time {
            TimeFactors::Configured => self.configured,
            TimeFactors::These(factors) => factors["rs"].get(),
        };
        let cpu = self.own.cpu.unwrap_or(stated.cpu);
        let guard = self.own.cpu.map_or(stated.wall, |cpu| stated.wall.max(cpu * 2 + MS(1000)));
        let extra = if stated.languages.runtime == RuntimeMemory::Counted { 0 } else { self.runtime << 20 };
        let scaled = |time: Duration| time.mul_f64(factor).mul_f64(language);
        let memory = self.own.memory.unwrap_or(stated.memory).0 + extra;
        (scaled(cpu), scaled(guard), memory, stated.processes.max(self.processes))
    }

    fn stage(&self) -> Stage {
        let mut stage = Stage::new(&["p.rs"], &["1"]).jobs(1);
        stage.builds.cached = true;
        let entry = &mut stage.builds.languages.entries[0];
        (entry.time_factor, entry.memory_extra, entry.processes) = (self.configured, self.runtime, self.processes);
        stage.builds.share = Some(entry.share());
        stage.change_problem(|problem| {
            problem.limits = self.limits.clone();
            let points = Points::from_number(100.0).unwrap();
            problem.groups.extend(self.group.iter().map(|limits| Group {
                name: "secret".to_owned(),
                limits: limits.clone(),
                points,
                scoring: Scoring::Sum,
                requires: Vec::new(),
                tests: 1,
            }));
        });
        let planned = &mut stage.plan.solutions[0];
        Arc::make_mut(&mut planned.solution).limits = self.own;
        planned.time = TimeAllowed::Limit(self.factor);
        stage
    }
}

fn of(limits: &Limits) -> (Duration, Duration, u64, u32) {
    (limits.cpu, limits.wall, limits.memory.0, limits.processes)
}

/// The limits that the sandbox was given in the last run of the solution.
fn given(stage: &Stage) -> (Duration, Duration, u64, u32) {
    let last = stage.fake.diary().into_iter().rfind(|entry| entry.program == "p").unwrap();
    let sandbox::Limits { cpu, wall, memory, processes, .. } = last.exec.limits;
    (cpu, wall, memory, processes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn every_kind_of_run_has_the_limits_that_the_record_says(rules in rules()) {
        let stage = rules.stage();
        let expected = rules.expected(rules.factor.get());
        let transcript = stage.run();
        let record = transcript.solutions()[0];
        let test = &stage.plan.solutions[0].tests[0];
        prop_assert_eq!(of(record.limits_of(&test.id)), expected, "the record");
        // A run may exceed its limit by a tenth, which tells a little over from far over.
        let (cpu, wall, memory, processes) = given(&stage);
        prop_assert_eq!((cpu, memory, processes), (expected.0 + expected.0 / 10, expected.2, expected.3), "judged");
        prop_assert!(wall >= expected.1, "{wall:?} {expected:?}");

        let planned = &stage.plan.solutions[0];
        let (problem, solution) = (&planned.problem, &planned.solution);
        let runner = stage.runner();
        let mut sink = Listener { hear: |_: &Progress| {}, printed: Vec::new(), progress: Vec::new() };
        let stated = |test: &Test| problem.limits_of(&test.id);
        let captured = runner.capture(solution, std::slice::from_ref(test), stated, rules.factor, &mut sink);
        prop_assert_eq!(given(&stage), expected, "captured");
        match captured.into_iter().next().unwrap().unwrap() {
            CapturedOutput::Ended(ended) => prop_assert_eq!(of(&ended.limits), expected, "and what is shown of it"),
            other @ (CapturedOutput::Rejected(_) | CapturedOutput::Interrupted) => panic!("{other:?}"),
        }

        let once = rules.expected(1.0);
        let trials = runner.trials(problem, std::slice::from_ref(solution), None, &mut sink);
        let input = Input::new(b"1\n".to_vec()).unwrap();
        let tried = trials.alone(|trial| trial.quick().judge(0, &input, Some(RIGHT.as_bytes()))).unwrap();
        prop_assert_eq!(given(&stage), once, "tried");
        prop_assert_eq!(tried.unwrap().limit, once.0);

        let mut measured = stage.plan.clone();
        measured.solutions[0].time = TimeAllowed::Measuring(MS(7000));
        let language = stage.builds.languages.entries[0].share();
        let limits = measured.solutions[0].limits_of(&test.id, &language);
        let factor = runner.time_factor(problem, &solution.language);
        prop_assert_eq!((limits.cpu, limits.memory.0), (MS(7000).mul_f64(factor), expected.2), "measured");
    }
}

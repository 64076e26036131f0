//! The limits that a run really has, worked out in one place.
//!
//! Whatever starts a program asks here: a run for a verdict, a trial of an input, an answer that is
//! written, a measurement, a checker. So no command can have limits of its own, and what `explain`
//! and a record say is what a run used.

use crate::id::Language;
use crate::language_rules::{LanguageRules, RuntimeMemory};
use crate::limits::{ByteSize, Limits};
use crate::problem::{Checks, OwnLimits};
use crate::time_factor::TimeFactor;
use std::ops::Deref;
use std::time::Duration;

/// What one run may use. Nothing is left to apply: [`EffectiveLimits::of`] has done it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EffectiveLimits(Limits);

/// What a language's programs may use on top of a problem's limits.
#[derive(Clone, Debug, PartialEq)]
pub struct LanguageShare {
    pub language: Language,
    /// Where no rules say how the time is multiplied.
    pub time: f64,
    /// What the runtime itself needs.
    pub memory: ByteSize,
    /// At one time, threads included.
    pub processes: u32,
}

/// How long a run may take, before its language counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeAllowed {
    /// So many times the limit.
    Limit(TimeFactor),
    /// The limit, but never more than this: a run that is longer decides nothing.
    AtMost(Duration),
    /// This, whatever the limit is: the run says what the limit should be.
    Measuring(Duration),
}

/// What sanitized programs need on top of what they need otherwise: at -O1, with AddressSanitizer,
/// UndefinedBehaviorSanitizer and checked containers.
struct SanitizerCost {
    slower: u32,
    longest: Duration,
    memory: ByteSize,
}

const SANITIZED: SanitizerCost =
    SanitizerCost { slower: 10, longest: Duration::from_secs(20), memory: ByteSize::mib(1024) };

impl EffectiveLimits {
    /// The limits of a run: those that the problem states (`stated`: its own or a group's), with
    /// the solution's `own` in their place, for as much `time` as the command allows, and with the
    /// share of the program's language.
    pub fn of(stated: &Limits, own: OwnLimits, time: TimeAllowed, language: &LanguageShare) -> EffectiveLimits {
        // A guard below the limit would stop a program that computes all the time.
        let guard = own.cpu.map_or(stated.wall, |cpu| stated.wall.max(Limits::wall_for(cpu)));
        let cpu = own.cpu.unwrap_or(stated.cpu);
        let (cpu, wall) = match time {
            TimeAllowed::Limit(factor) => (factor.scale(cpu), factor.scale(guard)),
            TimeAllowed::AtMost(most) => (cpu.min(most), guard),
            TimeAllowed::Measuring(cpu) => (cpu, stated.wall.max(Limits::wall_for(cpu))),
        };
        let memory = own.memory.unwrap_or(stated.memory);
        EffectiveLimits(language.added_to(&Limits { cpu, wall, memory, ..stated.clone() }))
    }

    /// The limits of a problem's own program: `stated` are those of the problem's tools.
    pub fn of_tool(stated: &Limits, language: &LanguageShare) -> EffectiveLimits {
        EffectiveLimits(language.added_to(stated))
    }

    /// These limits on a test whose answer has this size: an output may be twice as large as the
    /// answer, whatever the limit is. Less would refuse right outputs.
    #[must_use]
    pub fn for_answer(mut self, answer: ByteSize) -> EffectiveLimits {
        let needed = ByteSize(answer.0.saturating_mul(2));
        let limits = &mut self.0;
        (limits.output, limits.file_size) = (limits.output.max(needed), limits.file_size.max(needed));
        self
    }

    /// Wider limits for a run that decides nothing: it shows where a program crashes.
    #[must_use]
    pub fn for_diagnosis(mut self, memory: ByteSize, slowness: u32, most: Duration) -> EffectiveLimits {
        let limits = &mut self.0;
        limits.memory = ByteSize(limits.memory.0.saturating_add(memory.0));
        (limits.cpu, limits.wall) = ((limits.cpu * slowness).min(most), (limits.wall * slowness).min(most));
        self
    }

    /// The limits of a program that checks itself: wider if it is sanitized, because it is slower
    /// then, and its memory is mostly not its own.
    #[must_use]
    pub fn for_checks(mut self, checks: Checks) -> EffectiveLimits {
        match checks {
            Checks::Usual => return self,
            Checks::Sanitized => {}
        }
        let limits = &mut self.0;
        let wider = |time: Duration| (time * SANITIZED.slower).min(SANITIZED.longest).max(time);
        (limits.cpu, limits.wall) = (wider(limits.cpu), wider(limits.wall));
        limits.memory = ByteSize(limits.memory.0.saturating_mul(2).saturating_add(SANITIZED.memory.0));
        // Its frames are several times as large.
        limits.stack = ByteSize(limits.stack.0.saturating_mul(4)).min(limits.memory).max(limits.stack);
        self
    }

    /// Another guard on the clock, for a program that waits for a person.
    #[must_use]
    pub fn with_guard(mut self, wall: Duration) -> EffectiveLimits {
        self.0.wall = wall;
        self
    }

    /// The limits as a value that is kept and shown.
    pub fn into_limits(self) -> Limits {
        self.0
    }
}

impl Deref for EffectiveLimits {
    type Target = Limits;

    fn deref(&self) -> &Limits {
        &self.0
    }
}

impl LanguageShare {
    /// Of a program that is run as it is, like one of the system's.
    pub fn none(language: Language) -> LanguageShare {
        LanguageShare { language, time: 1.0, memory: ByteSize(0), processes: 1 }
    }

    /// How many times the time of the limits that `rules` come with a program has.
    pub fn time_by(&self, rules: &LanguageRules) -> f64 {
        rules.time.of(&self.language.0, self.time)
    }

    /// What comes on top of the memory limit that `rules` come with.
    pub fn memory_by(&self, rules: &LanguageRules) -> ByteSize {
        match rules.runtime {
            RuntimeMemory::Added => self.memory,
            RuntimeMemory::Counted | RuntimeMemory::Within { .. } => ByteSize(0),
        }
    }

    fn added_to(&self, limits: &Limits) -> Limits {
        let (time, memory) = (self.time_by(&limits.languages), self.memory_by(&limits.languages));
        Limits {
            cpu: limits.cpu.mul_f64(time),
            wall: limits.wall.mul_f64(time),
            memory: ByteSize(limits.memory.0.saturating_add(memory.0)),
            processes: limits.processes.max(self.processes),
            languages: LanguageRules::applied(memory.0),
            ..limits.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language_rules::{TimeFactors, TimeMultiple};

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn share(time: f64, memory: u64) -> LanguageShare {
        let language = Language("java".into());
        LanguageShare { language, time, memory: ByteSize::mib(memory), processes: 9 }
    }

    fn effective(own: OwnLimits, time: TimeAllowed, language: &LanguageShare) -> (Duration, Duration, u64) {
        let limits = EffectiveLimits::of(&Limits::default(), own, time, language);
        (limits.cpu, limits.wall, limits.memory.0 >> 20)
    }

    #[test]
    fn every_rule_counts_once_whatever_the_others_are() {
        let once = TimeAllowed::Limit(TimeFactor::default());
        let twice = TimeAllowed::Limit("2".parse().unwrap());
        let none = OwnLimits::default();
        assert_eq!(effective(none, once, &share(1.0, 0)), (MS(1000), MS(3000), 256));
        assert_eq!(effective(none, twice, &share(3.0, 100)), (MS(6000), MS(18000), 356));
        assert_eq!(effective(none, TimeAllowed::AtMost(MS(500)), &share(3.0, 100)), (MS(1500), MS(9000), 356));
        assert_eq!(effective(none, TimeAllowed::AtMost(MS(5000)), &share(1.0, 0)), (MS(1000), MS(3000), 256));
        assert_eq!(effective(none, TimeAllowed::Measuring(MS(9000)), &share(2.0, 0)), (MS(18000), MS(38000), 256));
        let own = OwnLimits { cpu: Some(MS(4000)), memory: Some(ByteSize::mib(64)) };
        assert_eq!(effective(own, once, &share(1.0, 0)), (MS(4000), MS(9000), 64), "and the guard goes with it");
        assert_eq!(effective(own, twice, &share(3.0, 100)), (MS(24000), MS(54000), 164));
        let own = OwnLimits { cpu: Some(MS(100)), memory: None };
        assert_eq!(effective(own, once, &share(1.0, 0)), (MS(100), MS(3000), 256));
    }

    #[test]
    fn a_judges_rules_take_the_place_of_the_languages_own() {
        let limits = |time: &[(&str, f64)], runtime| {
            let these = time.iter().map(|(id, by)| ((*id).to_owned(), TimeMultiple::new(*by).unwrap()));
            let languages = LanguageRules { time: TimeFactors::These(these.collect()), runtime };
            Limits { languages, ..Limits::default() }
        };
        let check = |stated: Limits, expected: (u64, u64), processes: u32| {
            let once = TimeAllowed::Limit(TimeFactor::default());
            let found = EffectiveLimits::of(&stated, OwnLimits::default(), once, &share(3.0, 100));
            assert_eq!((found.cpu, found.memory.0 >> 20), (MS(expected.0), expected.1));
            assert_eq!(found.processes, processes);
            assert_eq!(found.stated_memory(), stated.memory, "what the runtime has is known");
            let tool = EffectiveLimits::of_tool(&stated, &share(3.0, 100));
            assert_eq!(tool, found, "and a tool's are worked out likewise");
        };
        check(Limits::default(), (3000, 356), 64);
        check(Limits { processes: 1, ..Limits::default() }, (3000, 356), 9);
        check(limits(&[("java", 2.0)], RuntimeMemory::Counted), (2000, 256), 64);
        check(limits(&[("python", 2.0)], RuntimeMemory::Added), (1000, 356), 64);
    }

    #[test]
    fn an_output_may_be_twice_as_large_as_the_answer_and_never_less_than_the_limit() {
        let of = |answer: ByteSize| {
            let limits = EffectiveLimits::of_tool(&Limits::default(), &share(1.0, 0)).for_answer(answer);
            (limits.output, limits.file_size)
        };
        let Limits { output, file_size, .. } = Limits::default();
        assert_eq!(of(ByteSize::mib(1)), (output, file_size));
        assert_eq!(of(ByteSize(u64::MAX)).0, ByteSize(u64::MAX));
        assert_eq!(of(ByteSize::mib(40)), (ByteSize::mib(80), ByteSize::mib(80).max(file_size)));
    }
}

//! What a judge's rules give languages apart from one another: more time, and memory for runtimes.

use std::collections::BTreeMap;
use std::fmt;

/// How a problem's limits hold for the languages. The default is what holds where no judge is
/// known: the same limits for all, unless the configuration says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LanguageRules {
    pub time: TimeFactors,
    pub runtime: RuntimeMemory,
}

impl LanguageRules {
    /// The time limit is the same for every language, whatever the configuration says.
    pub fn same_time() -> LanguageRules {
        LanguageRules { time: TimeFactors::These(BTreeMap::new()), runtime: RuntimeMemory::Added }
    }

    /// The rules of limits that rules were applied to, which gave the runtime so many bytes on top:
    /// nothing is left to apply.
    pub fn applied(bytes: u64) -> LanguageRules {
        LanguageRules { time: TimeFactors::These(BTreeMap::new()), runtime: RuntimeMemory::Within { bytes } }
    }
}

/// By what the times are multiplied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeFactors {
    /// By what the configuration says of each language.
    #[default]
    Configured,
    /// By these, by the ids of languages. Any other language has the limit itself.
    These(BTreeMap<String, TimeMultiple>),
}

impl TimeFactors {
    /// The factor of `language`, for which the configuration says `configured`.
    pub fn of(&self, language: &str, configured: f64) -> f64 {
        match self {
            TimeFactors::Configured => configured,
            TimeFactors::These(factors) => factors.get(language).map_or(1.0, |factor| factor.get()),
        }
    }
}

/// A factor on the time of a language, in thousandths, so that it can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeMultiple(u32);

impl TimeMultiple {
    /// `None` for what nobody can mean: below a hundredth, or above a hundred.
    pub fn new(factor: f64) -> Option<TimeMultiple> {
        (0.01..=100.0).contains(&factor).then(|| TimeMultiple((factor * 1000.0).round() as u32))
    }

    pub fn get(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl fmt::Display for TimeMultiple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// Whether what a runtime needs for itself is within the memory limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RuntimeMemory {
    /// It comes on top of the limit, which is then that of the program's own data.
    #[default]
    Added,
    /// The limit is that of the whole process, as the system counts it.
    Counted,
    /// So many bytes were added to the limit for it, and nothing is left to add.
    Within { bytes: u64 },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_is_the_rules_own_and_the_configurations_only_where_no_rule_is_known() {
        let own = TimeFactors::These([("python".to_owned(), TimeMultiple::new(1.5).unwrap())].into());
        assert_eq!([own.of("python", 3.0), own.of("java", 2.0)], [1.5, 1.0]);
        assert_eq!(TimeFactors::Configured.of("java", 2.0), 2.0);
    }

    #[test]
    fn only_sensible_numbers_are_multiples() {
        assert_eq!(TimeMultiple::new(2.5).map(|factor| factor.to_string()).as_deref(), Some("2.5"));
        for bad in [0.0, -1.0, 101.0, f64::NAN, f64::INFINITY] {
            assert_eq!(TimeMultiple::new(bad), None, "{bad}");
        }
    }
}

//! Which judge's rules hold for a problem, and what they change. A value that the problem's own
//! file sets stays as it is.

use crate::table::{AsMemory, Flags, JudgeProfile, Python, Runtime, Source, SourcedValue, Stack, called, judges};
use model::{
    BuildOptions, ByteSize, Language, LanguageRules, Limits, OnlineJudge, Problem, RuntimeMemory, Solution,
    TimeFactors, TimeMultiple,
};
use std::collections::BTreeMap;
use std::fmt::Display;

/// Why a judge's rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenBy {
    /// It was named on the command line.
    Named,
    /// By `source.judge`.
    Judge,
    /// By the host of `source.url`.
    Address,
}

/// The judge that `problem` names, by its name or its address; `named` goes before both.
pub fn choose(problem: &Problem, named: Option<&'static JudgeProfile>) -> Option<(&'static JudgeProfile, ChosenBy)> {
    let source = &problem.source;
    let by_name = || source.judge.as_deref().and_then(called).map(|judge| (judge, ChosenBy::Judge));
    let by_address = || source.url.as_deref().and_then(at).map(|judge| (judge, ChosenBy::Address));
    named.map(|judge| (judge, ChosenBy::Named)).or_else(by_name).or_else(by_address)
}

/// The judge whose address this is.
pub fn at(url: &str) -> Option<&'static JudgeProfile> {
    let host = host(url)?;
    judges().iter().find(|judge| judge.is_at(host))
}

/// The host of an address.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    host.rsplit('@').next()?.split(':').next()
}

/// One value that holds for a problem by its judge's rules.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleValue {
    pub name: &'static str,
    /// `None`: no page says it.
    pub value: Option<String>,
    pub source: Option<Source<'static>>,
    /// The key of `problem.toml` that takes its place.
    pub key: Option<&'static str>,
}

/// Changes the limits of `problem` to those of `judge`, or back to the harness's own, except for
/// those that its file sets. Limits of a package are its format's own: of these the judge rules the
/// languages alone. Returns all values of the judge.
pub fn rule(problem: &mut Problem, judge: &'static JudgeProfile) -> Vec<RuleValue> {
    let is_stated = |key: &str| problem.stated.contains_key(key);
    let (stack, output, threads) =
        (is_stated("limits.stack"), is_stated("limits.output"), is_stated("limits.processes"));
    let own_factors = is_stated("limits.time-factors");
    let is_package = problem.rules.is_package;
    let all = problem.groups.iter_mut().map(|group| &mut group.limits).chain([&mut problem.limits]);
    for limits in all {
        limits.languages = languages(judge, own_factors.then_some(&limits.languages.time));
        if is_package {
            continue;
        }
        if let Some(of_judge) = judge.stack.as_ref().filter(|_| !stack) {
            limits.stack = match of_judge.is {
                Stack::Mib(mib) => ByteSize::mib(mib),
                Stack::As(AsMemory::Memory) => limits.memory,
            };
        }
        if let Some(of_judge) = judge.output.as_ref().filter(|_| !output) {
            limits.output = ByteSize::mib(of_judge.is);
        }
        if let Some(of_judge) = judge.threads.as_ref().filter(|_| !threads) {
            limits.processes = of_judge.is;
        }
    }
    values(judge, &problem.limits)
}

fn languages(judge: &JudgeProfile, own: Option<&TimeFactors>) -> LanguageRules {
    let mut factors = BTreeMap::new();
    for (language, factor) in judge.time_factors.iter().flat_map(|stated| &stated.is) {
        factors.extend(TimeMultiple::new(*factor).map(|factor| (language.clone(), factor)));
    }
    if let Some(TimeFactors::These(own)) = own {
        factors.extend(own.clone());
    }
    let runtime = match judge.runtime_memory.as_ref().map(|stated| stated.is) {
        Some(Runtime::Counted) => RuntimeMemory::Counted,
        Some(Runtime::Added) | None => RuntimeMemory::Added,
    };
    LanguageRules { time: TimeFactors::These(factors), runtime }
}

fn values(judge: &'static JudgeProfile, limits: &Limits) -> Vec<RuleValue> {
    let factors = |factors: &BTreeMap<String, f64>| match factors.is_empty() {
        true => "the same for all languages".to_owned(),
        false => pairs(factors, " x "),
    };
    vec![
        value(judge, "time", Some("limits.time-factors"), &judge.time_factors, factors),
        value(judge, "runtimes", None, &judge.runtime_memory, ToString::to_string),
        value(judge, "stack", Some("limits.stack"), &judge.stack, |_| limits.stack.to_string()),
        value(judge, "threads", Some("limits.processes"), &judge.threads, ToString::to_string),
        value(judge, "output", Some("limits.output"), &judge.output, |mib| ByteSize::mib(*mib).to_string()),
        value(judge, "python", None, &judge.python, ToString::to_string),
        value(judge, "defines", None, &judge.defines, |defines| defines.join(" ")),
        value(judge, "ONLINE_JUDGE", None, &judge.online_judge, ToString::to_string),
        value(judge, "flags", None, &judge.tuning, flags),
        value(judge, "runtime", None, &judge.runtime, flags),
        value(judge, "source", None, &judge.size_limit, |bytes| ByteSize(*bytes).to_string()),
        value(judge, "compilers", None, &judge.compilers, |compilers| pairs(compilers, ": ")),
    ]
}

fn value<T>(
    judge: &'static JudgeProfile,
    name: &'static str,
    key: Option<&'static str>,
    stated: &'static Option<SourcedValue<T>>,
    words: impl Fn(&T) -> String,
) -> RuleValue {
    let stated = stated.as_ref();
    let source = stated.map(|stated| judge.source(stated));
    RuleValue { name, value: stated.map(|stated| words(&stated.is)), source, key }
}

/// Arguments by language, as they are shown.
pub fn flags(by_language: &Flags) -> String {
    let words = |flags: &Vec<String>| if flags.is_empty() { "none".to_owned() } else { flags.join(" ") };
    by_language.iter().map(|(id, flags)| format!("{id}: {}", words(flags))).collect::<Vec<_>>().join("; ")
}

fn pairs<T: Display>(map: &BTreeMap<String, T>, between: &str) -> String {
    map.iter().map(|(key, value)| format!("{key}{between}{value}")).collect::<Vec<_>>().join(", ")
}

/// The two languages of `.py` files: a judge may have one interpreter for both.
pub const PYPY: &str = "pypy";
const PYTHON: &str = "python";

pub fn is_python(solution: &Solution) -> bool {
    &*solution.language.0 == PYTHON
}

/// What runs the `.py` files of `problem`: by the judge, else by its package's format.
pub fn judges_python(problem: &Problem, judge: Option<&JudgeProfile>) -> Python {
    let of_judge = judge.and_then(|judge| judge.python.as_ref()).map(|stated| stated.is);
    of_judge.unwrap_or(if problem.rules.is_pypy { Python::Pypy } else { Python::Both })
}

/// Makes `solution` one that `judge` would build and run: by its interpreter, if `has_pypy`, and
/// with its flags and defines. Returns whether it would be PyPy, which is missing.
pub fn rule_solution(solution: &mut Solution, problem: &Problem, judge: Option<&JudgeProfile>, has_pypy: bool) -> bool {
    let wants = |python: Python| judges_python(problem, judge) == python;
    let mut lacks = false;
    if is_python(solution) && wants(Python::Pypy) {
        match has_pypy {
            true => solution.language = Language(PYPY.into()),
            false => lacks = true,
        }
    }
    if let Some(judge) = judge {
        rule_build(&mut solution.build, &solution.language, judge);
    }
    lacks
}

/// Makes a build of a program in `language` one as `judge` would make it.
pub fn rule_build(build: &mut BuildOptions, language: &Language, judge: &JudgeProfile) {
    let id = &*language.0;
    build.tuning = judge.tuning(id);
    build.runtime = judge.runtime(id);
    build.online_judge = judge.online_judge.as_ref().map_or(OnlineJudge::default(), |stated| stated.is.of(id));
    if matches!(id, "c" | "cpp") {
        let defines = judge.defines.iter().flat_map(|stated| &stated.is);
        build.flags = defines.map(|define| format!("-D{define}")).collect();
    }
    if id == "cpp" && build.standard.is_none() {
        build.standard = judge.cpp_standard.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_an_address_is_found() {
        let check = |url: &str, expected: Option<&str>| assert_eq!(host(url), expected, "{url}");
        check("https://codeforces.com/contest/4/problem/A", Some("codeforces.com"));
        check("http://me@judge.example:8080?x", Some("judge.example"));
        check("codeforces.com/x", None);
    }

    #[test]
    fn an_address_below_a_judges_host_is_the_judges_and_a_look_alike_is_not() {
        let at = |host: &str| judges().iter().find(|judge| judge.is_at(host)).map(|judge| judge.id.as_str());
        assert_eq!([at("codeforces.com"), at("m1.Codeforces.com")], [Some("codeforces"); 2]);
        assert_eq!([at("notcodeforces.com"), at("codeforces.com.example")], [None, None]);
    }

    #[test]
    fn factors_are_the_judges_and_the_problems_own_go_before_them() {
        let usaco = called("usaco").unwrap();
        let rules = languages(usaco, None);
        assert_eq!(["python", "java", "cpp"].map(|id| rules.time.of(id, 9.0)), [2.0, 2.0, 1.0]);
        let own = TimeFactors::These([("python".to_owned(), TimeMultiple::new(5.0).unwrap())].into());
        let rules = languages(usaco, Some(&own));
        assert_eq!(["python", "java"].map(|id| rules.time.of(id, 9.0)), [5.0, 2.0]);
        let same = languages(called("codeforces").unwrap(), None);
        assert_eq!(same.time.of("python", 3.0), 1.0);
    }
}

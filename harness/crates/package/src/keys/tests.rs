//! Whatever a problem says, its file says it again, and the page lists every key.

use super::*;
use model::{PackageRules, Points, ProblemId, Scoring};
use proptest::prelude::*;
use std::path::Path;

/// Limits that a reader of ours may get: whole MiB, times that a person writes.
fn limits(guard: fn(Duration) -> Duration) -> impl Strategy<Value = Limits> {
    let sizes = (1u64..2000, 1u64..300, 1u64..2000, 0u64..300);
    let counts = (1u32..100, 8u32..2000, any::<bool>());
    (1u64..20_000, 0u64..9_000, sizes, counts).prop_map(move |(cpu, more, (memory, output, stack, file), counts)| {
        let (processes, open_files, own_wall) = counts;
        let cpu = Duration::from_millis(cpu);
        Limits {
            cpu,
            wall: if own_wall { cpu + Duration::from_millis(more) } else { guard(cpu) },
            memory: ByteSize::mib(memory),
            output: ByteSize::mib(output),
            stack: ByteSize::mib(stack),
            processes,
            open_files,
            file_size: ByteSize::mib(file),
            languages: model::LanguageRules::default(),
            fork: false,
        }
    })
}

fn text_or_none() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("[ -~é\"\\\\]{1,12}")
}

fn judging() -> impl Strategy<Value = Judging> {
    let tolerance = || proptest::option::of(0.0f64..1.0);
    let tokens = (tolerance(), tolerance(), any::<bool>(), any::<bool>());
    let tokens = tokens.prop_map(|(float_absolute, float_relative, case_sensitive, space_change_sensitive)| {
        Comparison::Tokens(TokenOptions { float_absolute, float_relative, case_sensitive, space_change_sensitive })
    });
    let comparison = prop_oneof![Just(Comparison::Lines), Just(Comparison::Exact), Just(Comparison::Unordered), tokens];
    let args = || proptest::collection::vec("[ -~]{0,6}", 0..3);
    let program = |name: &str, protocol, args, accepts_answers| ProgramSpec {
        protocol,
        file: format!("/problem/{name}.py").into(),
        args,
        accepts_answers,
    };
    let checker = (0usize..3, args(), any::<bool>()).prop_map(move |(kind, args, accepts)| {
        Judging::Checker(program("checker", ProgramKey::KINDS[kind].1, args, accepts))
    });
    let interactor = (0usize..2, args()).prop_map(move |(kind, args)| {
        Judging::Interactor(program("interactor", ProgramKey::KINDS[kind].1, args, true))
    });
    prop_oneof![comparison.prop_map(Judging::Compare), checker, interactor]
}

/// Up to two groups beside each other.
fn groups() -> impl Strategy<Value = Vec<Group>> {
    let one = (limits(Limits::wall_for), 1u32..1000, 0usize..Scoring::ALL.len(), any::<bool>());
    proptest::collection::vec(one, 0..3).prop_map(|groups| {
        let group = |(at, (limits, points, scoring, after)): (usize, (Limits, u32, usize, bool))| Group {
            name: format!("secret/{at}"),
            limits,
            points: Points::from_number(f64::from(points) / 4.0).unwrap(),
            scoring: Scoring::ALL[scoring],
            requires: if after { vec!["sample".to_owned()] } else { Vec::new() },
            tests: 0,
        };
        groups.into_iter().enumerate().map(group).collect()
    })
}

/// A problem about which every key may say something, and whether its solutions are linked with
/// shared libraries.
pub(crate) fn problems() -> impl Strategy<Value = (Problem, bool)> {
    let named = ("[ -~é]{0,8}[a-z]", text_or_none(), text_or_none(), text_or_none(), text_or_none(), text_or_none());
    let names = (proptest::option::of("[a-z]{1,8}[.]in"), proptest::option::of("[a-z]{1,8}[.]out"));
    let factors = proptest::collection::btree_map("[a-z]{1,6}", 0.01f64..100.0, 0..3);
    let run = (any::<bool>(), 1u32..5, factors, any::<bool>());
    let judging = (judging(), proptest::option::of(judging()));
    let all = (limits(Limits::wall_for), limits(Limits::tool_wall_for), judging, groups(), named, names, run);
    all.prop_map(|(limits, tool_limits, (judging, behind), groups, named, (input, output), run)| {
        let ((title, title_zh, judge, id, url, seed), (fork, passes, factors, shared)) = (named, run);
        let factors = factors.into_iter().map(|(language, factor)| (language, TimeMultiple::new(factor).unwrap()));
        let factors: BTreeMap<String, TimeMultiple> = factors.collect();
        let mut limits = Limits { fork, ..limits };
        if !factors.is_empty() {
            limits.languages.time = TimeFactors::These(factors);
        }
        let of_group = |group: Group| {
            let own = Limits { languages: limits.languages.clone(), fork, ..group.limits };
            Group { limits: own, ..group }
        };
        let groups = groups.into_iter().map(of_group).collect();
        let can_pass = judging.program().is_some()
            && !matches!(&judging, Judging::Checker(spec) | Judging::Interactor(spec) if spec.protocol != Protocol::Icpc);
        let is_dialogue = matches!(judging, Judging::Interactor(_));
        let files = if is_dialogue { FileNames::default() } else { FileNames { input, output } };
        let id_of_problem = ProblemId::parse("sum").unwrap();
        let plain = crate::folder::problem(Path::new("/problem"), id_of_problem, &title, &[], judging, limits);
        let source = Source { judge, id, url, seed, contest: None };
        let passes = if can_pass { passes } else { 1 };
        let writes = matches!(&plain.judging, Judging::Interactor(spec) if spec.protocol == Protocol::Testlib);
        let behind = behind.filter(|behind| writes && !matches!(behind, Judging::Interactor(_)));
        let rules = PackageRules { behind, ..PackageRules::default() };
        (Problem { title_zh, source, tool_limits, files, passes, groups, rules, ..plain }, shared)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_problem_says_is_read_again_from_its_file((problem, shared) in problems()) {
        let subject = Subject { problem: &problem, shared };
        let text = text(subject);
        let (read, printed) = crate::native::manifest_of(&text, &problem);
        prop_assert!(printed.is_empty(), "{:?}\n{}", printed, text);
        let (read, shared) = read.unwrap();
        let again = Subject { problem: &read, shared };
        for key in ManifestKey::all() {
            prop_assert_eq!(key.of(again), key.of(subject), "{}\n{}", key.path(), &text);
            prop_assert_eq!(key.is_set(again), key.is_set(subject), "{}\n{}", key.path(), &text);
        }
        // What no key says is not there.
        prop_assert_eq!(&read, &problem, "{}", &text);
    }
}

#[test]
fn the_page_about_settings_has_exactly_the_keys_of_the_table() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/setting.md");
    let page = std::fs::read_to_string(page).unwrap();
    let block = format!("## problem.toml\n\n```toml\n{}```\n", reference());
    assert!(page.contains(&block), "docs/setting.md is to hold\n{block}");
}

#[test]
fn the_reference_is_a_file_that_sets_every_key() {
    let reference: toml::Table = reference().parse().unwrap();
    for key in ManifestKey::all() {
        let is_left_to_another = matches!(key, ManifestKey::Interactor(_) | ManifestKey::GroupLimits(_));
        let mut at = Some(&toml::Value::Table(reference.clone())).cloned();
        for part in key.path().split('.') {
            let below = at.as_ref().map(|value| value.get(0).unwrap_or(value)).and_then(|value| value.get(part));
            at = below.cloned();
        }
        assert!(at.is_some() || is_left_to_another, "{}", key.path());
    }
}

#[test]
fn no_two_keys_have_one_path_and_each_is_in_its_table() {
    let all: Vec<ManifestKey> = ManifestKey::all().collect();
    let mut paths: Vec<String> = all.iter().map(|key| key.path()).collect();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), all.len());
    assert!(Table::ALL.iter().all(|table| table.keys().iter().all(|key| key.table() == *table)));
}

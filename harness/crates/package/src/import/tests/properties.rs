//! Whatever a problem says, its `problem.toml` says it again, or it is named as lost.

use super::*;
use model::{ByteSize, Comparison, FileNames, Group, Judging, Limits, Points, Problem, Scoring, Source, TokenOptions};
use proptest::prelude::*;
use std::time::Duration;

/// Limits that a reader of ours may get: whole MiB, times that a person writes.
fn limits(tools: bool) -> impl Strategy<Value = Limits> {
    let sizes = (1u64..2000, 1u64..300, 1u64..2000, 0u64..300);
    let counts = (1u32..100, 8u32..2000, any::<bool>(), any::<bool>());
    (1u64..20_000, 0u64..9_000, sizes, counts).prop_map(move |(cpu, more, (memory, output, stack, file), counts)| {
        let (processes, open_files, fork, own_wall) = counts;
        let cpu = Duration::from_millis(cpu);
        let usual = if tools { Limits::tool_wall_for(cpu) } else { Limits::wall_for(cpu) };
        Limits {
            cpu,
            wall: if own_wall { cpu + Duration::from_millis(more) } else { usual },
            memory: ByteSize::mib(memory),
            output: ByteSize::mib(output),
            stack: ByteSize::mib(stack),
            processes,
            open_files,
            file_size: ByteSize::mib(file),
            languages: model::LanguageRules::default(),
            fork: fork && !tools,
        }
    })
}

fn comparison() -> impl Strategy<Value = Comparison> {
    let tolerance = || proptest::option::of(0.0f64..1.0);
    let tokens = (tolerance(), tolerance(), any::<bool>(), any::<bool>());
    let tokens = tokens.prop_map(|(float_absolute, float_relative, case_sensitive, space_change_sensitive)| {
        Comparison::Tokens(TokenOptions { float_absolute, float_relative, case_sensitive, space_change_sensitive })
    });
    prop_oneof![Just(Comparison::Lines), Just(Comparison::Exact), Just(Comparison::Unordered), tokens]
}

fn source() -> impl Strategy<Value = Source> {
    let text = || proptest::option::of("[ -~é\"\\\\]{1,12}");
    (text(), text(), text(), text()).prop_map(|(judge, id, url, seed)| Source { judge, id, url, seed })
}

/// Up to two groups beside each other. A group has no `fork` of its own.
fn groups() -> impl Strategy<Value = Vec<(Limits, u32, usize)>> {
    proptest::collection::vec((limits(false), 1u32..1000, 0usize..Scoring::ALL.len()), 0..3)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_problem_says_is_read_again_from_its_manifest(
        own in limits(false),
        tools in limits(true),
        comparison in comparison(),
        source in source(),
        groups in groups(),
        input in proptest::option::of("[a-z]{1,8}[.]in"),
        output in proptest::option::of("[a-z]{1,8}[.]out"),
        title in "[ -~é]{0,8}[a-z]",
    ) {
        let folder = tempfile::tempdir().unwrap();
        let groups = groups.into_iter().enumerate().map(|(at, (limits, points, scoring))| Group {
            name: format!("secret/{at}"),
            limits: Limits { fork: own.fork, ..limits },
            points: Points::from_number(f64::from(points)).unwrap(),
            scoring: Scoring::ALL[scoring],
            requires: Vec::new(),
            tests: 1,
        });
        let groups: Vec<Group> = groups.collect();
        let id = ProblemId::parse("sum").unwrap();
        let plain = crate::folder::problem(folder.path(), id, &title, &[], Judging::Compare(comparison), own);
        let files = FileNames { input, output };
        let problem = Problem { tool_limits: tools, source, groups, files, ..plain };
        let mut import = Import::new(problem.id.clone());
        let text = manifest::text(&problem, &mut import);
        prop_assert_eq!(&import.losses, &[]);
        let (read, printed) = crate::native::manifest_of(&text, &problem.id);
        prop_assert!(printed.is_empty(), "{:?}\n{}", printed, text);
        let read = read.unwrap();
        prop_assert_eq!(&read.title, &problem.title);
        prop_assert_eq!(&read.source, &problem.source, "{}", &text);
        prop_assert_eq!(&read.limits, &problem.limits, "{}", &text);
        prop_assert_eq!(&read.tool_limits, &problem.tool_limits, "{}", &text);
        prop_assert_eq!(&read.files, &problem.files, "{}", &text);
        prop_assert_eq!(&read.judging, &problem.judging, "{}", &text);
        let same = |read: &Group, own: &Group| Group { tests: own.tests, ..read.clone() } == *own;
        prop_assert!(read.groups.len() == problem.groups.len(), "{}", &text);
        for (read, own) in read.groups.iter().zip(&problem.groups) {
            prop_assert!(same(read, own), "{:?}\n{:?}\n{}", read, own, &text);
        }
    }
}

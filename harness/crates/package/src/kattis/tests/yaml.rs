//! The YAML files of a package: what each version says, what is wrong with it, and that the rest is
//! read.

use crate::kattis::metadata::{self, Metadata};
use crate::kattis::settings::{self, OwnSettings, Settings, SettingsOwner, ValidatorArgs};
use crate::kattis::submissions::{self, of_folder, verdicts_of};
use crate::kattis::version::Version;
use crate::mistakes::Mistakes;
use model::{Diagnostic, Scoring, Severity, Verdict};
use std::sync::Arc;

/// Line, severity, title, the marked text.
fn printed(text: &str, diagnostics: &[Diagnostic]) -> Vec<String> {
    let line = |diagnostic: &Diagnostic| {
        let severity = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
        let span = diagnostic.snippet.as_ref().unwrap().span.clone();
        format!("{}: {severity}: {} <{}>", text[..span.start].matches('\n').count() + 1, diagnostic.title, &text[span])
    };
    diagnostics.iter().map(line).collect()
}

fn of_file<T>(text: &str, read: fn(&str, &mut Mistakes) -> T) -> (T, Vec<Diagnostic>) {
    let mut mistakes = Mistakes::new("file.yaml".into(), text.into());
    (read(text, &mut mistakes), mistakes.into_diagnostics())
}

fn problem(text: &str, mistakes: &[&str]) -> Metadata {
    let (metadata, diagnostics) = of_file(text, metadata::read);
    assert_eq!(printed(text, &diagnostics), mistakes, "{text}");
    metadata
}

#[test]
fn a_file_without_a_version_is_legacy_with_its_defaults() {
    let metadata = problem("name: Heaps\n", &[]);
    assert_eq!((metadata.version, metadata.names), (Version::Legacy, vec![(String::new(), "Heaps".to_owned())]));
    let limits = metadata.limits;
    assert_eq!((limits.accepted_to_limit, limits.limit_to_slow, limits.time_limit, limits.passes), (5.0, 2.0, None, 1));
    assert!(!metadata.scoring && !metadata.custom_validation && !metadata.interactive);
    assert_eq!(problem("", &[]).version, Version::Legacy);
}

#[test]
fn a_legacy_file_says_how_it_is_validated_and_graded() {
    let text = "source: A Contest   # 2021\nsource_url: https://contest.example\nauthor: Ann, Bob and Cid\nlicense: cc by-sa\n\
                type: scoring\nvalidation: custom interactive score\nvalidator_flags: float_tolerance 1e-6\n\
                grading:\n  objective: min\n  show_test_data_groups: yes\nlimits:\n  time_multiplier: 3\n  memory: 512";
    let metadata = problem(text, &[]);
    assert!(metadata.scoring && metadata.custom_validation && metadata.validator_scores && metadata.interactive);
    assert!(metadata.minimize);
    assert_eq!(metadata.validator_flags, ["float_tolerance", "1e-6"]);
    assert!(metadata.has_author);
    let source = metadata.source.unwrap();
    assert_eq!((source.judge.as_deref(), source.url.as_deref()), (Some("A Contest"), Some("https://contest.example")));
    assert_eq!((metadata.limits.accepted_to_limit, metadata.limits.memory), (3.0, Some(512)));
}

#[test]
fn a_file_of_2025_says_types_names_credits_and_constants() {
    let text = "problem_format_version: 2025-09\ntype: [scoring, multi-pass]\nname:\n  en: Heaps\n  sv: Högar\nuuid: 12345678-abcd-ABCD-0123-123456789abc\n\
                credits:\n  authors:\n  - Ann <ann@example.org>\n  - name: Bob\nsource:\n- name: Finals\n  url: https://f.example\n- Camp\n\
                limits:\n  time_limit: 1.5\n  time_multipliers:\n    ac_to_time_limit: 2.5\n  validation_passes: 4\n\
                languages: [cpp, python3]\nconstants:\n  N: 100\n  M:\n    value: 5000\n    tex: 5\\,000\n";
    let metadata = problem(text, &[]);
    assert_eq!((metadata.version, metadata.scoring, metadata.multi_pass), (Version::V2025_09, true, true));
    assert_eq!(metadata.names[1], ("sv".to_owned(), "Högar".to_owned()));
    assert!(metadata.has_author);
    for nobody in ["{testers: Ann}", "{authors: []}", "{authors: [{}]}", "[]", "''"] {
        assert!(!problem(&format!("credits: {nobody}\n"), &[]).has_author, "{nobody}");
    }
    assert_eq!(metadata.source.unwrap().judge.as_deref(), Some("Finals"));
    assert_eq!(
        (metadata.limits.time_limit, metadata.limits.accepted_to_limit, metadata.limits.passes),
        (Some(1.5), 2.5, 4)
    );
    assert_eq!(metadata.languages.unwrap(), ["cpp", "python3"]);
    let constants: Vec<(&str, &str)> = metadata.constants.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(constants, [("N.value", "100"), ("N", "100"), ("M", "5000"), ("M.value", "5000"), ("M.tex", "5\\,000")]);
    assert_eq!(problem("problem_format_version: 2023-07-draft\ntype: multi-pass\n", &[]).limits.passes, 2);
    assert_eq!(problem("problem_format_version: 2025-09\nlanguages: all\n", &[]).languages, None);
}

#[test]
fn a_dirty_file_is_read_as_far_as_it_goes() {
    problem(
        "problem_format_version: 2031-01\n",
        &["1: warning: version `2031-01` of the format is not known <2031-01>"],
    );
    problem("problem_format_version: new\n", &["1: error: `new` is not a version of the format <new>"]);
    problem("nmae: x\n", &["1: warning: unknown key `nmae` <nmae>"]);
    problem("type: scorin\n", &["1: error: `scorin` is not a type of a problem <scorin>"]);
    problem(
        "limits:\n  validation_passes: 3\n",
        &["2: error: `limits.validation_passes` belongs to multi-pass problems <3>"],
    );
    let metadata = problem(
        "limits:\n  time_multiplier: 2author: me\nname: Heaps\n",
        &["2: error: invalid YAML: mapping values are not allowed in this context <:>"],
    );
    assert_eq!(metadata.names.len(), 1);
    problem("type: []\n", &["1: warning: `type` is an empty list: read as `pass-fail` <[]>"]);
    problem("source:\n- nam: Finals\n", &["2: warning: a source without a `name` <nam: Finals\n>"]);
    let text = "problem_format_version: 2025-09\nlimits: {time_multipliers: {ac_to_time_limit: 0.9}}\n";
    let metadata = problem(text, &["2: error: `limits.time_multipliers.ac_to_time_limit` is out of range <0.9>"]);
    assert_eq!(metadata.limits.accepted_to_limit, 2.0);
    problem(
        "problem_format_version: 2025-09\nvalidation: custom\n",
        &["2: warning: `validation` is a key of legacy packages <custom>"],
    );
}

fn folder(version: Version, text: &str, mistakes: &[&str]) -> (Settings, OwnSettings) {
    let (settings, own, diagnostics) =
        settings::read(&Arc::from(text), "test_group.yaml".into(), version, SettingsOwner::Folder);
    assert_eq!(printed(text, &diagnostics), mistakes, "{text}");
    (settings, own)
}

#[test]
fn a_legacy_folder_says_how_it_is_graded_and_hands_it_down() {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let text = "on_reject: break\ngrading: custom\ngrader_flags: min ignore_sample\naccept_score: 20\nrange: -inf 20\n\
                input_validator_flags: n=5 m=6\noutput_validator_flags: strict\n";
    let (outer, _) = folder(Version::Legacy, text, &[]);
    assert_eq!((outer.breaks, outer.custom_grading, outer.accept_score), (Some(true), Some(true), Some(20.0)));
    assert_eq!(outer.range, Some((f64::NEG_INFINITY, 20.0)));
    assert_eq!(outer.input_validator, Some(ValidatorArgs::All(words("n=5 m=6"))));
    let (inner, _) = folder(Version::Legacy, "grader_flags: sum\naccept_score: 5\n", &[]);
    let inner = inner.inherit(&outer);
    assert_eq!((inner.grader_flags, inner.accept_score), (Some(words("sum")), Some(5.0)), "in place of, not added to");
    assert_eq!((inner.output_validator, inner.breaks), (Some(words("strict")), Some(true)));
    let (named, _) = folder(Version::Legacy, "input_validator_flags: {name: check, flags: a b}\n", &[]);
    let named = named.input_validator.unwrap();
    assert_eq!((named.of("check"), named.of("other")), (&words("a b")[..], &[][..]));
    folder(Version::Legacy, "range: 5\n", &["1: error: `5` is not a range of scores <5>"]);
}

#[test]
fn a_folder_of_2025_says_what_it_is_worth() {
    let text = "max_score: 40\nscore_aggregation: min\nrequire_pass: [sample, secret/a]\noutput_validator_args: [case_sensitive]\n\
                input_validator_args:\n  check: [--n, '5']\n";
    let (settings, own) = folder(Version::V2025_09, text, &[]);
    assert_eq!((own.max_score, own.aggregation), (Some(40.0), Some(Scoring::Min)));
    assert_eq!(own.require_pass, ["sample", "secret/a"]);
    assert_eq!(settings.input_validator.unwrap().of("check"), ["--n", "5"]);
    assert_eq!(folder(Version::V2025_09, "max_score: unbounded\n", &[]).1.max_score, Some(f64::INFINITY));
    folder(Version::V2025_09, "max_score: 12.5\n", &["1: warning: `max_score` is a whole number <12.5>"]);
    folder(
        Version::V2025_09,
        "max_score: lots\n",
        &["1: error: `max_score` is points, or `unbounded`, not a text <lots>"],
    );
    folder(Version::V2025_09, "on_reject: break\n", &["1: warning: unknown key `on_reject` <on_reject>"]);
}

#[test]
fn points_of_a_draft_stand_under_scoring() {
    let text = "scoring:\n  score: 40\n  aggregation: min\n";
    let own = folder(Version::V2025_09, text, &[]).1;
    assert_eq!((own.max_score, own.aggregation), (Some(40.0), Some(Scoring::Min)));
}

#[test]
fn submissions_have_permitted_and_required_verdicts_by_test() {
    let text = "accepted/*.py:\n  language: python3\n  authors: [Ann, {name: Bob}]\n\
                mixed/half.{py,cpp}:\n  permitted: [AC, WA]\n  score: [20, 40]\n  secret/*-big:\n    required: [TLE]\n    use_for_time_limit: false\n    message: too many\n";
    let (entries, diagnostics) = of_file(text, submissions::read);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(entries[0].language.as_deref(), Some("python3"));
    let half = &entries[1];
    assert!(half.submissions.matches("mixed/half.cpp") && !half.submissions.matches("mixed/half.c"));
    let [all, big] = &half.requirements[..] else { panic!("{half:?}") };
    assert_eq!((all.score, all.required), (Some((20.0, 40.0)), None));
    let permitted: Vec<Verdict> = all.permitted.unwrap().iter().collect();
    assert_eq!(permitted, [Verdict::Accepted, Verdict::WrongAnswer, Verdict::PresentationError]);
    assert_eq!((big.required, big.message.as_deref()), (verdicts_of("TLE"), Some("too many")));
    assert_eq!(
        (big.time_limit, big.tests.as_ref().map(|(text, _)| text.as_str())),
        (Some(&[][..]), Some("secret/*-big"))
    );
}

#[test]
fn what_is_no_verdict_no_score_and_no_pattern_is_told() {
    let text = "a:\n  permitted: [OK]\n  score: [3, 1]\n  secrt/1:\n    required: [AC]\n  use_for_time_limit: maybe\n";
    let (_, diagnostics) = of_file(text, submissions::read);
    assert_eq!(
        printed(text, &diagnostics),
        [
            "2: error: `OK` is not a verdict <[OK]>",
            "3: error: no score <[3, 1]>",
            "4: warning: `secrt/1` is neither a key nor a pattern over tests <secrt/1>",
            "6: error: `a.use_for_time_limit` cannot be `maybe` <maybe>",
        ]
    );
}

#[test]
fn folders_mean_what_their_version_says() {
    let may = |folder: &str, version, verdict| {
        of_folder(folder, version).unwrap().permitted.is_none_or(|set| set.contains(verdict))
    };
    assert!(may("time_limit_exceeded", Version::Legacy, Verdict::WrongAnswer));
    assert!(!may("time_limit_exceeded", Version::V2025_09, Verdict::WrongAnswer));
    assert!(!may("time_limit_exceeded", Version::Legacy, Verdict::RunTimeError));
    assert!(
        may("run_time_error", Version::V2025_09, Verdict::MemoryLimit),
        "memory and output count as run-time errors"
    );
    assert!(may("wrong_answer", Version::Legacy, Verdict::PresentationError));
    assert!(
        of_folder("partially_accepted", Version::V2025_09).is_none() && of_folder("mixed", Version::Legacy).is_none()
    );
    let accepted = of_folder("accepted", Version::Legacy).unwrap();
    assert_eq!((accepted.permitted, accepted.required), (verdicts_of("AC"), None));
}

//! `problem.yaml`, in every version of the format.
//!
//! Sources: the specifications `legacy`, `legacy-icpc` and `2025-09` (drafts of which were called
//! 2023-07) of the Kattis problem package format. A key of another version is read if its meaning
//! is clear, with a warning.

use crate::fields::Fields;
use crate::kattis::settings::{self, Settings};
use crate::kattis::version::Version;
use crate::mistakes::{Mistakes, did_you_mean};
use crate::node::{Node, NodeValue, texts};
use crate::yaml::parse;
use model::Source;

/// What `problem.yaml` says, with the format's defaults filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    pub version: Version,
    /// By language; the language is empty where only one name is given.
    pub names: Vec<(String, String)>,
    pub uuid: Option<String>,
    /// The first of its sources: a name and an address.
    pub source: Option<Source>,
    /// Somebody is named as the author.
    pub has_author: bool,
    pub license: Option<String>,
    pub rights_owner: Option<String>,
    pub scoring: bool,
    pub interactive: bool,
    pub multi_pass: bool,
    pub submit_answer: bool,
    /// For a legacy package: a program of the package judges. In later versions, the program's
    /// presence says so.
    pub custom_validation: bool,
    /// For a legacy package: its program decides what a test is worth.
    pub validator_scores: bool,
    /// For a legacy package, the flags of every output validator.
    pub validator_flags: Vec<String>,
    /// For a legacy package: less is better.
    pub minimize: bool,
    /// Settings that early legacy packages give here for all their groups, overriding those of the
    /// groups.
    pub old_grading: Settings,
    pub limits: PackageLimits,
    /// Codes of the format's languages; `None`: all.
    pub languages: Option<Vec<String>>,
    pub allow_file_writing: bool,
    /// `NAME` and `NAME.variant`, with what stands for them.
    pub constants: Vec<(String, String)>,
}

impl Metadata {
    /// Whether the answers of its tests are for the output validator alone, and no submission
    /// prints them.
    pub fn answers_nothing(&self) -> bool {
        self.interactive || self.multi_pass
    }
}

/// Limits in the units of the file: seconds, MiB, KiB. `None`: the judge's default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackageLimits {
    pub time_limit: Option<f64>,
    /// The limit is at least this many times the slowest submission that must not be too slow.
    pub accepted_to_limit: f64,
    /// A submission that must be too slow takes at least this many times the limit.
    pub limit_to_slow: f64,
    /// An inferred limit is a multiple of this.
    pub resolution: f64,
    pub memory: Option<u64>,
    pub output: Option<u64>,
    /// KiB.
    pub code: Option<u64>,
    pub validation_time: Option<u64>,
    pub validation_memory: Option<u64>,
    pub validation_output: Option<u64>,
    pub passes: u32,
}

impl PackageLimits {
    fn of(version: Version) -> PackageLimits {
        let (accepted_to_limit, limit_to_slow) = if version.is_legacy() { (5.0, 2.0) } else { (2.0, 1.5) };
        PackageLimits { accepted_to_limit, limit_to_slow, resolution: 1.0, passes: 1, ..PackageLimits::default() }
    }
}

/// The format's default for a multi-pass problem.
const PASSES: u32 = 2;
/// An hour, a tebibyte: more is taken for a mistake.
const LONGEST: f64 = 3600.0;
const LARGEST: u64 = 1 << 20;

/// Reads the text of a `problem.yaml`. Whatever is wrong is noted, and the rest is read.
pub fn read(text: &str, mistakes: &mut Mistakes) -> Metadata {
    let root = parse(text, mistakes);
    let mut top = Fields::of("", root, mistakes);
    let version = version(&mut top);
    let mut metadata = Metadata {
        version,
        names: names(&mut top),
        uuid: for_people(&mut top, "uuid"),
        source: source(&mut top),
        has_author: has_author(&mut top),
        license: for_people(&mut top, "license"),
        rights_owner: for_people(&mut top, "rights_owner"),
        validator_flags: top.words("validator_flags").map_or_else(Vec::new, |words| words.it),
        limits: PackageLimits::of(version),
        languages: languages(&mut top),
        allow_file_writing: top.flag("allow_file_writing").is_some_and(|flag| flag.it),
        constants: constants(&mut top),
        ..Metadata::default()
    };
    types(&mut top, &mut metadata);
    validation(&mut top, &mut metadata);
    grading(&mut top, &mut metadata);
    limits(&mut top, &mut metadata);
    // For people who look for problems, and about when these may be shown. Nothing here shows them
    // to anybody.
    top.pass_over(&["embargo_until", "ground_truth", "keywords", "version"]);
    top.unsupported(&[("libraries", "", "programs get what compilers of this machine find", "install them here")]);
    top.finish();
    metadata
}

fn version(top: &mut Fields<'_>) -> Version {
    let Some(text) = top.text("problem_format_version") else { return Version::default() };
    match Version::parse(&text.it) {
        Some((version, true)) => version,
        Some((version, false)) => {
            let title = format!("version `{}` of the format is not known", text.it);
            top.mistakes().warning(text.place, title, "read as 2025-09");
            version
        }
        None => {
            let title = format!("`{}` is not a version of the format", text.it);
            top.mistakes().error(text.place, title, "expected `legacy`, `legacy-icpc` or `2025-09`");
            Version::default()
        }
    }
}

/// A text that decides no verdict, so that one of another type is only not read.
fn for_people(top: &mut Fields<'_>, key: &'static str) -> Option<String> {
    let node = top.node(key)?;
    if node.text().is_none() {
        let title = format!("`{key}` is {}, not a text", node.kind());
        top.mistakes().warning(node.place.clone(), title, "not read");
    }
    node.text().map(str::to_owned)
}

fn names(top: &mut Fields<'_>) -> Vec<(String, String)> {
    let Some(node) = top.node("name") else { return Vec::new() };
    match node.value {
        NodeValue::Scalar { text, .. } => vec![(String::new(), text)],
        NodeValue::Map(entries) => {
            entries.into_iter().filter_map(|(language, name)| Some((language.it, name.text()?.to_owned()))).collect()
        }
        NodeValue::List(_) => {
            top.mistakes().warning(node.place, "`name` is a list, not a text or a map of texts", "not read");
            Vec::new()
        }
    }
}

/// A text, a map with `name` and `url`, or a list of these. In a legacy package, `source_url`
/// stands beside it.
fn source(top: &mut Fields<'_>) -> Option<Source> {
    let beside = for_people(top, "source_url");
    let node = top.node("source")?;
    let nodes = match &node.value {
        NodeValue::List(items) => items,
        NodeValue::Scalar { .. } | NodeValue::Map(_) => std::slice::from_ref(&node),
    };
    let entry = |node: &Node, key: &str| node.entry(key).and_then(scalar);
    let is_nameless = |node: &&Node| matches!(node.value, NodeValue::Map(_)) && entry(node, "name").is_none();
    for nameless in nodes.iter().filter(is_nameless) {
        top.mistakes().warning(nameless.place.clone(), "a source without a `name`", "not read");
    }
    let named =
        |node: &Node| Some((node.text().map(str::to_owned).or_else(|| entry(node, "name"))?, entry(node, "url")));
    let (name, url) = nodes.iter().find_map(named)?;
    Some(Source { judge: Some(name), url: url.or(beside), ..Source::default() })
}

/// Whether `author` of legacy packages or `credits` names somebody: a name, a list of people, or a
/// map with `authors` or a `name`.
fn has_author(top: &mut Fields<'_>) -> bool {
    fn names(node: &Node) -> bool {
        match &node.value {
            NodeValue::Scalar { text, .. } => !node.is_null() && !text.trim().is_empty(),
            NodeValue::List(people) => people.iter().any(names),
            NodeValue::Map(_) => ["authors", "name"].iter().any(|key| node.entry(key).is_some_and(names)),
        }
    }
    let author = for_people(top, "author").is_some_and(|author| !author.trim().is_empty());
    top.node("credits").map_or(author, |credits| names(&credits))
}

fn languages(top: &mut Fields<'_>) -> Option<Vec<String>> {
    top.words("languages").map(|words| words.it).filter(|words| words.iter().all(|word| word != "all"))
}

/// A scalar, or a map with `value` and variants.
fn constants(top: &mut Fields<'_>) -> Vec<(String, String)> {
    let mut constants = Vec::new();
    for (name, node) in top.fields("constants").rest() {
        match node.value {
            NodeValue::Scalar { text, .. } => {
                constants.push((format!("{}.value", name.it), text.clone()));
                constants.push((name.it, text));
            }
            NodeValue::Map(variants) => {
                for (variant, value) in variants {
                    let Some(text) = scalar(&value) else { continue };
                    if variant.it == "value" {
                        constants.push((name.it.clone(), text.clone()));
                    }
                    constants.push((format!("{}.{}", name.it, variant.it), text));
                }
            }
            NodeValue::List(_) => {
                let title = format!("the constant `{}` is a list", name.it);
                top.mistakes().error(name.place, title, "expected a number, a text, or a map with `value`");
            }
        }
    }
    constants
}

fn types(top: &mut Fields<'_>, metadata: &mut Metadata) {
    const TYPES: [&str; 5] = ["pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"];
    let Some(words) = top.words("type") else { return };
    if words.it.is_empty() {
        top.mistakes().warning(words.place.clone(), "`type` is an empty list: read as `pass-fail`", "names no type");
    }
    for word in &words.it {
        match word.as_str() {
            "pass-fail" => {}
            "scoring" => metadata.scoring = true,
            "multi-pass" => metadata.multi_pass = true,
            "interactive" => metadata.interactive = true,
            "submit-answer" => metadata.submit_answer = true,
            other => {
                let title = format!("`{other}` is not a type of a problem");
                top.mistakes().error(words.place.clone(), title, "unknown type").hint =
                    Some(did_you_mean(other, TYPES, || format!("types are {}", TYPES.join(", "))));
            }
        }
    }
}

/// `validation: custom interactive score`, of legacy packages.
fn validation(top: &mut Fields<'_>, metadata: &mut Metadata) {
    let Some(words) = top.words("validation") else { return };
    if !metadata.version.is_legacy() {
        top.mistakes().warning(words.place, "`validation` is a key of legacy packages", "not read").hint =
            Some("use `type`; an output_validator/ that is there is used".to_owned());
        return;
    }
    for word in &words.it {
        match word.as_str() {
            "default" => {}
            "custom" => metadata.custom_validation = true,
            "score" => metadata.validator_scores = true,
            "interactive" => metadata.interactive = true,
            "multi-pass" | "multipass" => metadata.multi_pass = true,
            other => {
                let title = format!("`{other}` is not a kind of validation");
                let expected = "expected `default`, or `custom` with `score` or `interactive`";
                top.mistakes().error(words.place.clone(), title, expected);
            }
        }
    }
}

fn grading(top: &mut Fields<'_>, metadata: &mut Metadata) {
    let mut grading = top.fields("grading");
    metadata.minimize = grading.word("objective", &["max", "min"]).is_some_and(|word| word.it == 1);
    // For people who are shown a result.
    grading.node("show_test_data_groups");
    let instead = "a test is worth what its group says";
    grading.unsupported(&[("custom_scoring", "", instead, "write `validation: custom score`")]);
    settings::old_grading(&mut grading, &mut metadata.old_grading);
    grading.finish();
}

fn limits(top: &mut Fields<'_>, metadata: &mut Metadata) {
    let mut section = top.fields("limits");
    let limits = &mut metadata.limits;
    let mut seconds = |key, least: f64| section.number(key, least..=LONGEST, "seconds").map(|number| number.it);
    limits.time_limit = seconds("time_limit", 0.001);
    limits.resolution = seconds("time_resolution", 0.001).unwrap_or(limits.resolution);
    let factor = |section: &mut Fields<'_>, key, least: f64, into: &mut f64| {
        if let Some(number) = section.number(key, least..=1000.0, "times") {
            *into = number.it;
        }
    };
    factor(&mut section, "time_multiplier", 0.01, &mut limits.accepted_to_limit);
    factor(&mut section, "time_safety_margin", 0.01, &mut limits.limit_to_slow);
    let mut multipliers = section.fields("time_multipliers");
    factor(&mut multipliers, "ac_to_time_limit", 1.0, &mut limits.accepted_to_limit);
    factor(&mut multipliers, "time_limit_to_tle", 1.0, &mut limits.limit_to_slow);
    multipliers.finish();
    let mut whole = |key, unit| section.whole(key, 1..=LARGEST, unit).map(|number| number.it);
    limits.memory = whole("memory", "MiB");
    limits.output = whole("output", "MiB");
    limits.code = whole("code", "KiB");
    limits.validation_time = whole("validation_time", "seconds");
    limits.validation_memory = whole("validation_memory", "MiB");
    limits.validation_output = whole("validation_output", "MiB");
    let passes = section.whole("validation_passes", 2..=1000, "passes");
    // A compiler has the same limits in every package.
    section.pass_over(&["compilation_time", "compilation_memory"]);
    section.finish();
    if metadata.multi_pass {
        limits.passes = passes.map_or(PASSES, |passes| u32::try_from(passes.it).unwrap_or(PASSES));
    } else if let Some(passes) = passes {
        let title = "`limits.validation_passes` belongs to multi-pass problems";
        top.mistakes().error(passes.place, title, "not read").hint = Some("add `multi-pass` to `type`".to_owned());
    }
}

fn scalar(node: &Node) -> Option<String> {
    texts(node).filter(|texts| texts.len() == 1).and_then(|mut texts| texts.pop())
}

//! `problem.yaml`, in every version of the format.
//!
//! Sources: the specifications `legacy`, `legacy-icpc` and `2025-09` (drafts of which were called
//! 2023-07) of the Kattis problem package format. A key of another version is read if its meaning
//! is clear, with a warning.

use crate::kattis::settings::{self, Settings};
use crate::kattis::version::Version;
use crate::mistakes::{Mistakes, did_you_mean};
use crate::yaml::{Fields, Node, PlacedValue, YamlValue, parse, texts};

/// What `problem.yaml` says, with the format's defaults filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    pub version: Version,
    /// By language; the language is empty where only one name is given.
    pub names: Vec<(String, String)>,
    pub uuid: Option<String>,
    pub sources: Vec<SourceText>,
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    pub name: String,
    pub url: Option<String>,
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
    pub compilation_time: Option<u64>,
    pub compilation_memory: Option<u64>,
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
        uuid: uuid(&mut top),
        sources: sources(&mut top),
        has_author: has_author(&mut top),
        license: top.text("license").map(|license| license.it),
        rights_owner: top.text("rights_owner").map(|owner| owner.it),
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
    embargo(&mut top);
    for key in ["ground_truth", "keywords", "version"] {
        top.node(key);
    }
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

/// Whoever uploads a package takes problems with the same `uuid` for one.
fn uuid(top: &mut Fields<'_>) -> Option<String> {
    const LENGTHS: [usize; 5] = [8, 4, 4, 4, 12];
    let PlacedValue { place, it: text } = top.text("uuid")?;
    let parts: Vec<&str> = text.split('-').collect();
    let is_hex = |part: &&str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let fits = parts.iter().map(|part| part.len()).eq(LENGTHS) && parts.iter().all(is_hex);
    if !fits {
        let title = format!("`{text}` is not a UUID");
        top.mistakes().warning(place, title, "expected 32 hexadecimal digits, as `uuidgen` prints them");
    }
    Some(text)
}

/// A date, or a date and a time in UTC.
fn embargo(top: &mut Fields<'_>) {
    let Some(PlacedValue { place, it: text }) = top.text("embargo_until") else { return };
    let has_form = |form: &str| {
        let fits = |(byte, mark): (u8, u8)| if mark == b'0' { byte.is_ascii_digit() } else { byte == mark };
        text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
    };
    if !["0000-00-00", "0000-00-00T00:00:00Z"].into_iter().any(has_form) {
        let title = format!("`embargo_until: {text}` is not a date");
        top.mistakes().warning(place, title, "expected YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ");
    }
}

/// Warns of a number where the format wants a text.
fn no_number(key: &str, node: &Node, mistakes: &mut Mistakes) {
    if let YamlValue::Scalar { text, plain: true } = &node.value
        && text.parse::<f64>().is_ok()
    {
        let title = format!("`{key}` is a number and not a text");
        mistakes.warning(node.place.clone(), title, format!("write \"{text}\""));
    }
}

fn names(top: &mut Fields<'_>) -> Vec<(String, String)> {
    let Some(node) = top.node("name") else { return Vec::new() };
    for name in [&node].into_iter().chain(node.entries().iter().map(|(_, name)| name)) {
        no_number("name", name, top.mistakes());
    }
    match node.value {
        YamlValue::Scalar { text, .. } => vec![(String::new(), text)],
        YamlValue::Map(entries) => {
            entries.into_iter().filter_map(|(language, name)| Some((language.it, name.text()?.to_owned()))).collect()
        }
        YamlValue::List(_) => {
            top.wrong("name", &node, "a text, or a map from languages to texts");
            Vec::new()
        }
    }
}

/// A text, a map with `name` and `url`, or a list of these. In a legacy package, `source_url`
/// stands beside it.
fn sources(top: &mut Fields<'_>) -> Vec<SourceText> {
    let url = top.text("source_url").map(|url| url.it);
    let Some(node) = top.node("source") else { return Vec::new() };
    let mut sources: Vec<SourceText> =
        listed(node).into_iter().filter_map(|node| source(node, top.mistakes())).collect();
    if let (Some(url), Some(first)) = (url, sources.first_mut()) {
        first.url.get_or_insert(url);
    }
    sources
}

fn source(node: Node, mistakes: &mut Mistakes) -> Option<SourceText> {
    match node.value {
        YamlValue::Scalar { text, .. } => Some(SourceText { name: text, url: None }),
        YamlValue::Map(_) => {
            let entry = |key: &str| node.entry(key).and_then(scalar);
            if entry("name").is_none() {
                mistakes.warning(node.place.clone(), "a source without a `name`", "not read");
            }
            for (key, _) in node.entries().iter().filter(|(key, _)| !["name", "url"].contains(&key.it.as_str())) {
                mistakes.warning(key.place.clone(), format!("unknown key `{}` in `source`", key.it), "not read");
            }
            Some(SourceText { name: entry("name")?, url: entry("url") })
        }
        YamlValue::List(_) => None,
    }
}

/// Whether `author` of legacy packages or `credits` names somebody: a name, a list of people, or a
/// map with `authors`.
fn has_author(top: &mut Fields<'_>) -> bool {
    let plain = top.text("author").is_some_and(|author| !author.it.trim().is_empty());
    let authors = match top.node("credits") {
        Some(credits @ Node { value: YamlValue::Map(_), .. }) => {
            const ROLES: [&str; 6] =
                ["authors", "contributors", "testers", "translators", "packagers", "acknowledgements"];
            for (key, _) in credits.entries().iter().filter(|(key, _)| !ROLES.contains(&key.it.as_str())) {
                let title = format!("unknown key `{}` in `credits`", key.it);
                top.mistakes().warning(key.place.clone(), title, "not read").hint =
                    Some(did_you_mean(&key.it, ROLES, || format!("roles are {}", ROLES.join(", "))));
            }
            let authors = credits.entry("authors").cloned();
            if let Some(authors) = authors.as_ref().filter(|authors| authors.is_null() || is_empty(authors)) {
                top.mistakes().warning(authors.place.clone(), "`credits.authors` names nobody", "not read");
            }
            authors
        }
        credits => credits,
    };
    if let Some(authors) = &authors {
        no_number("credits", authors, top.mistakes());
    }
    authors.map_or(plain, |node| !node.is_null() && !listed(node).is_empty())
}

fn is_empty(node: &Node) -> bool {
    match &node.value {
        YamlValue::Scalar { text, .. } => text.trim().is_empty(),
        YamlValue::List(items) => items.is_empty(),
        YamlValue::Map(entries) => entries.is_empty(),
    }
}

fn languages(top: &mut Fields<'_>) -> Option<Vec<String>> {
    top.words("languages").map(|words| words.it).filter(|words| words.iter().all(|word| word != "all"))
}

/// A scalar, or a map with `value` and variants.
fn constants(top: &mut Fields<'_>) -> Vec<(String, String)> {
    let mut constants = Vec::new();
    for (name, node) in top.fields("constants").rest() {
        match node.value {
            YamlValue::Scalar { text, .. } => {
                constants.push((format!("{}.value", name.it), text.clone()));
                constants.push((name.it, text));
            }
            YamlValue::Map(variants) => {
                for (variant, value) in variants {
                    let Some(text) = scalar(&value) else { continue };
                    if variant.it == "value" {
                        constants.push((name.it.clone(), text.clone()));
                    }
                    constants.push((format!("{}.{}", name.it, variant.it), text));
                }
            }
            YamlValue::List(_) => {
                let title = format!("the constant `{}` is a list", name.it);
                top.mistakes().error(name.place, title, "expected a number, a text, or a map with `value`");
            }
        }
    }
    constants
}

fn types(top: &mut Fields<'_>, metadata: &mut Metadata) {
    const TYPES: [&str; 5] = ["pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"];
    let words = top.words("type");
    if let Some(words) = words.as_ref().filter(|words| words.it.is_empty()) {
        top.mistakes().warning(words.place.clone(), "`type` is an empty list: read as `pass-fail`", "names no type");
    }
    for word in words.into_iter().flat_map(each) {
        match word.it.as_str() {
            "pass-fail" => {}
            "scoring" => metadata.scoring = true,
            "multi-pass" => metadata.multi_pass = true,
            "interactive" => metadata.interactive = true,
            "submit-answer" => metadata.submit_answer = true,
            other => {
                let title = format!("`{other}` is not a type of a problem");
                top.mistakes().error(word.place, title, "unknown type").hint =
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
    for word in each(words) {
        match word.it.as_str() {
            "default" => {}
            "custom" => metadata.custom_validation = true,
            "score" => metadata.validator_scores = true,
            "interactive" => metadata.interactive = true,
            "multi-pass" | "multipass" => metadata.multi_pass = true,
            other => {
                let title = format!("`{other}` is not a kind of validation");
                top.mistakes().error(
                    word.place,
                    title,
                    "expected `default`, or `custom` with `score` or `interactive`",
                );
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
    let factor = |section: &mut Fields<'_>, key, into: &mut f64| {
        if let Some(number) = section.number(key, 0.01..=1000.0, "times") {
            *into = number.it;
        }
    };
    factor(&mut section, "time_multiplier", &mut limits.accepted_to_limit);
    factor(&mut section, "time_safety_margin", &mut limits.limit_to_slow);
    let above_one = |section: &mut Fields<'_>, key, into: &mut f64| {
        if let Some(number) = section.number(key, 1.0..=1000.0, "times") {
            *into = number.it;
        }
    };
    let mut multipliers = section.fields("time_multipliers");
    above_one(&mut multipliers, "ac_to_time_limit", &mut limits.accepted_to_limit);
    above_one(&mut multipliers, "time_limit_to_tle", &mut limits.limit_to_slow);
    multipliers.finish();
    let mut whole = |key, unit| section.whole(key, 1..=LARGEST, unit).map(|number| number.it);
    limits.memory = whole("memory", "MiB");
    limits.output = whole("output", "MiB");
    limits.code = whole("code", "KiB");
    limits.compilation_time = whole("compilation_time", "seconds");
    limits.compilation_memory = whole("compilation_memory", "MiB");
    limits.validation_time = whole("validation_time", "seconds");
    limits.validation_memory = whole("validation_memory", "MiB");
    limits.validation_output = whole("validation_output", "MiB");
    let passes = section.whole("validation_passes", 2..=1000, "passes");
    section.finish();
    match (metadata.multi_pass, passes) {
        (true, passes) => {
            limits.passes = passes.map_or(PASSES, |passes| u32::try_from(passes.it).unwrap_or(PASSES));
        }
        (false, Some(passes)) => {
            let title = "`limits.validation_passes` belongs to multi-pass problems";
            top.mistakes().error(passes.place, title, "not read").hint = Some("add `multi-pass` to `type`".to_owned());
        }
        (false, None) => {}
    }
}

fn scalar(node: &Node) -> Option<String> {
    texts(node).filter(|texts| texts.len() == 1).and_then(|mut texts| texts.pop())
}

/// The nodes of a list, or the one node that stands for a list of one.
fn listed(node: Node) -> Vec<Node> {
    match node.value {
        YamlValue::List(items) => items,
        YamlValue::Scalar { .. } | YamlValue::Map(_) => vec![node],
    }
}

/// Each word, with the place of them all.
fn each(words: PlacedValue<Vec<String>>) -> impl Iterator<Item = PlacedValue<String>> {
    let place = words.place;
    words.it.into_iter().map(move |it| PlacedValue { place: place.clone(), it })
}

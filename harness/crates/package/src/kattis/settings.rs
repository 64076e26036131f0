//! `testdata.yaml`, `test_group.yaml` and the `.yaml` beside a test: what a folder of tests or a
//! single test says about itself.
//!
//! What a folder says holds for everything below it that says nothing itself. An inner value
//! replaces an outer one and is never added to it ([`Settings::inherit`]). What is not inherited is
//! in [`OwnSettings`].

use crate::fields::Fields;
use crate::kattis::version::Version;
use crate::mistakes::Mistakes;
use crate::node::{Node, NodeValue, number, texts, words};
use model::{Diagnostic, Scoring};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Arguments of input validators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValidatorArgs {
    /// The same for each of them.
    All(Vec<String>),
    /// By name; the others get none.
    Named(BTreeMap<String, Vec<String>>),
}

impl ValidatorArgs {
    /// The arguments of the validator `name`.
    pub fn of(&self, name: &str) -> &[String] {
        match self {
            ValidatorArgs::All(args) => args,
            ValidatorArgs::Named(args) => args.get(name).map_or(&[], Vec::as_slice),
        }
    }
}

/// What folders pass on to the folders and tests in them. `None`: nothing is set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The submission's arguments.
    pub args: Option<Vec<String>>,
    pub input_validator: Option<ValidatorArgs>,
    pub answer_validator: Option<ValidatorArgs>,
    pub output_validator: Option<Vec<String>>,
    // Legacy.
    /// After a test that is not accepted, the group is not judged further.
    pub breaks: Option<bool>,
    /// A program in `graders/` adds the results up.
    pub custom_grading: Option<bool>,
    pub grader_flags: Option<Vec<String>>,
    pub accept_score: Option<f64>,
    pub reject_score: Option<f64>,
    pub range: Option<(f64, f64)>,
}

impl Settings {
    /// The settings in force below a folder that sets `self`, where those around it are `outer`.
    #[must_use]
    pub fn inherit(self, outer: &Settings) -> Settings {
        let outer = outer.clone();
        Settings {
            args: self.args.or(outer.args),
            input_validator: self.input_validator.or(outer.input_validator),
            answer_validator: self.answer_validator.or(outer.answer_validator),
            output_validator: self.output_validator.or(outer.output_validator),
            breaks: self.breaks.or(outer.breaks),
            custom_grading: self.custom_grading.or(outer.custom_grading),
            grader_flags: self.grader_flags.or(outer.grader_flags),
            accept_score: self.accept_score.or(outer.accept_score),
            reject_score: self.reject_score.or(outer.reject_score),
            range: self.range.or(outer.range),
        }
    }
}

/// What a folder sets for itself alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnSettings {
    /// The most that a group may be worth; infinite if it is unbounded.
    pub max_score: Option<f64>,
    pub aggregation: Option<Scoring>,
    pub require_pass: Vec<String>,
}

/// Whose file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsOwner {
    Folder,
    Test,
}

/// Reads a file of settings; `path` is how diagnostics name it. Whatever is wrong, the rest is
/// read. `version` is the package's.
pub fn read(
    text: &Arc<str>,
    path: PathBuf,
    version: Version,
    of: SettingsOwner,
) -> (Settings, OwnSettings, Vec<Diagnostic>) {
    let mut mistakes = Mistakes::new(path, Arc::clone(text));
    let root = crate::yaml::parse(text, &mut mistakes);
    let mut top = Fields::of("", root, &mut mistakes);
    let mut settings = shared(&mut top);
    let mut own = OwnSettings::default();
    match (of, version.is_legacy()) {
        (SettingsOwner::Folder, true) => legacy(&mut top, &mut settings),
        (SettingsOwner::Folder, false) => group(&mut top, &mut own),
        // What contestants are shown about the test.
        (SettingsOwner::Test, false) => top.pass_over(&["hint", "description"]),
        (SettingsOwner::Test, true) => {}
    }
    top.finish();
    (settings, own, mistakes.into_diagnostics())
}

/// Reads names of both versions: packages that were converted only halfway have either.
fn shared(top: &mut Fields<'_>) -> Settings {
    let input = top.node("input_validator_args").or_else(|| top.node("input_validator_flags"));
    let answer = top.node("answer_validator_args");
    let output = top.node("output_validator_args").or_else(|| top.node("output_validator_flags"));
    // For pictures of tests and for feedback to teams: nothing is drawn or shown to anybody here.
    top.pass_over(&["input_visualizer_args", "output_visualizer_args", "full_feedback"]);
    Settings {
        args: top.texts("args").map(|args| args.it),
        input_validator: input.and_then(|node| input_args(top, "input_validator_args", &node)),
        answer_validator: answer.and_then(|node| input_args(top, "answer_validator_args", &node)),
        output_validator: output.and_then(|node| output_args(top, &node)),
        ..Settings::default()
    }
}

fn legacy(top: &mut Fields<'_>, settings: &mut Settings) {
    old_grading(top, settings);
    settings.custom_grading = top.word("grading", &["default", "custom"]).map(|word| word.it == 1);
    settings.grader_flags = top.words("grader_flags").map(|words| words.it);
}

/// Keys that may also stand in `problem.yaml` of early packages.
pub fn old_grading(top: &mut Fields<'_>, settings: &mut Settings) {
    // Older words for `break` and `continue` are accepted, too.
    let words = ["break", "first_error", "continue", "worst_error", "grade"];
    settings.breaks = top.word("on_reject", &words).map(|word| word.it < 2);
    settings.accept_score = score(top, "accept_score", -1e9);
    settings.reject_score = score(top, "reject_score", -1e9);
    if let Some(range) = top.words("range") {
        let numbers: Vec<Option<f64>> = range.it.iter().map(|word| number(word)).collect();
        match numbers[..] {
            [Some(least), Some(most)] if least <= most => settings.range = Some((least, most)),
            _ => {
                let title = format!("`{}` is not a range of scores", range.it.join(" "));
                top.mistakes().error(range.place, title, "expected two numbers like `0 100` or `-inf +inf`");
            }
        }
    }
}

fn score(top: &mut Fields<'_>, key: &'static str, least: f64) -> Option<f64> {
    top.number(key, least..=1e9, "points").map(|number| number.it)
}

fn group(top: &mut Fields<'_>, own: &mut OwnSettings) {
    own.max_score = max_score(top);
    let word = top.word("score_aggregation", &Scoring::ALL.map(Scoring::name));
    own.aggregation = word.map(|word| Scoring::ALL[word.it]);
    draft(top, own);
    top.node("static_validator_args");
    let instead = "the files of submissions are not judged";
    top.unsupported(&[("static_validation_score", "", instead, "judge them with the format's own tools")]);
    own.require_pass = top.texts("require_pass").map_or_else(Vec::new, |names| names.it);
}

fn max_score(top: &mut Fields<'_>) -> Option<f64> {
    let node = top.node("max_score")?;
    if node.text() == Some("unbounded") {
        return Some(f64::INFINITY);
    }
    let points = node.text().and_then(number).filter(|points| (0.0..=1e9).contains(points));
    match points {
        None => top.wrong("max_score", &node, "points, or `unbounded`"),
        Some(points) if points.fract() != 0.0 => {
            top.mistakes().warning(node.place, "`max_score` is a whole number", "a judge refuses it");
        }
        Some(_) => {}
    }
    points
}

/// Reads `scoring` as in drafts of the format and in its own example.
fn draft(top: &mut Fields<'_>, own: &mut OwnSettings) {
    let mut scoring = top.fields("scoring");
    let points = score(&mut scoring, "score", 0.0);
    let aggregation = scoring.word("aggregation", &["sum", "min"]).map(|word| [Scoring::Sum, Scoring::Min][word.it]);
    scoring.finish();
    own.max_score = own.max_score.or(points);
    own.aggregation = own.aggregation.or(aggregation);
}

/// A list of texts for all validators, or a map from their names. In legacy packages also a text
/// that is split, or a map with `name` and `flags`.
fn input_args(top: &mut Fields<'_>, key: &'static str, node: &Node) -> Option<ValidatorArgs> {
    let args = match &node.value {
        NodeValue::Scalar { .. } | NodeValue::List(_) => words(node).map(ValidatorArgs::All),
        NodeValue::Map(entries) => match (node.entry("name").and_then(texts).as_deref(), node.entry("flags")) {
            (Some([name]), flags) if entries.len() <= 2 => {
                let flags = flags.map_or(Some(Vec::new()), words);
                flags.map(|flags| ValidatorArgs::Named(BTreeMap::from([(name.clone(), flags)])))
            }
            _ => {
                let named = entries.iter().map(|(name, node)| Some((name.it.clone(), words(node)?)));
                named.collect::<Option<_>>().map(ValidatorArgs::Named)
            }
        },
    };
    if args.is_none() {
        top.wrong(key, node, "a list of texts, or a map from validators to lists");
    }
    args
}

/// A list of texts; in legacy packages also a text that is split, or a map with `flags`.
fn output_args(top: &mut Fields<'_>, node: &Node) -> Option<Vec<String>> {
    let node = match node.value {
        NodeValue::Map(_) => node.entry("flags")?,
        NodeValue::Scalar { .. } | NodeValue::List(_) => node,
    };
    let args = words(node);
    if args.is_none() {
        top.wrong("output_validator_args", node, "a list of texts");
    }
    args
}

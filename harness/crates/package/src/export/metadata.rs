//! `problem.yaml`, and what DOMjudge keeps beside it.

use super::{Format, Writer};
use crate::keys::{Limit, ManifestKey, Subject};
use crate::loss::Weight;
use crate::yaml;
use model::{Comparison, FileNames, Judging, Key, TokenOptions};
use serde_json::{Map, Value, json};
use std::io;
use std::time::Duration;

impl Writer<'_> {
    pub(super) fn metadata(&mut self) -> io::Result<()> {
        let text = self.problem_yaml();
        self.make("problem.yaml", text);
        let seconds = self.problem.limits.cpu.as_secs_f64();
        match self.format {
            Format::Kattis => self.make(".timelimit", format!("{seconds}\n")),
            Format::Domjudge => {
                self.make(".timelimit", format!("{seconds}\n"));
                let name = self.problem.title.replace('\'', "\u{2019}");
                let short = self.export.name.clone();
                let ini = format!("short-name='{short}'\nname='{name}'\ntimelimit='{seconds}'\n");
                self.make("domjudge-problem.ini", ini);
            }
            Format::Icpc | Format::PolygonFiles => {}
        }
        let FileNames { input, output } = &self.problem.files;
        let named = [input, output].into_iter().flatten().cloned().collect::<Vec<_>>();
        if !named.is_empty() {
            let why = "solutions read and write it, and the format's tools know of the standard streams alone";
            self.lose(Weight::Unjudgeable, format!("[files]: {}", named.join(" and ")), why);
        }
        Ok(())
    }

    fn problem_yaml(&mut self) -> String {
        let problem = self.problem;
        let legacy = self.is_legacy();
        let mut keys: Vec<(&str, Value)> = Vec::new();
        if !legacy {
            keys.push(("problem_format_version", "2025-09".into()));
        }
        keys.push(("name", self.names()));
        let uuid = self.original_key("uuid").map_or_else(|| uuid(problem.id.as_str()).into(), |node| node.value.json());
        keys.push(("uuid", uuid));
        let source = &problem.source;
        if let Some(judge) = &source.judge {
            let name = source.id.as_ref().map_or_else(|| judge.clone(), |id| format!("{judge} {id}"));
            match (&source.url, legacy) {
                (Some(url), true) => keys.extend([("source", name.into()), ("source_url", url.as_str().into())]),
                (Some(url), false) => keys.push(("source", json!({"name": name, "url": url}))),
                (None, _) => keys.push(("source", name.into())),
            }
        }
        keys.extend(self.whose());
        keys.extend(self.kind());
        let mut limits = self.tool_limits();
        if !legacy {
            let limit = problem.limits.cpu.as_secs_f64();
            limits.insert("time_limit".to_owned(), yaml::amount(limit));
            if limit.fract() != 0.0 {
                limits.insert("time_resolution".to_owned(), yaml::amount(resolution(problem.limits.cpu)));
            }
        }
        let mib = |size: model::ByteSize| Value::from(size.as_kib().div_ceil(1024).max(1));
        limits.insert("memory".to_owned(), mib(problem.limits.memory));
        limits.insert("output".to_owned(), mib(problem.limits.output));
        if problem.passes > 1 && !legacy {
            limits.insert("validation_passes".to_owned(), problem.passes.into());
        }
        keys.push(("limits", limits.into()));
        yaml::file(keys)
    }

    /// The name, or the name in each language of a statement. `legacy` has one name, and the
    /// statement in each language begins with its own.
    fn names(&self) -> Value {
        match &self.tongues()[..] {
            tongues @ [_, _, ..] if !self.is_legacy() => {
                tongues.iter().map(|tongue| (tongue.code(), self.title(*tongue))).collect()
            }
            _ => self.problem.title.as_str().into(),
        }
    }

    /// Whose the problem is and how it is found, as is asked for or as the package said.
    fn whose(&self) -> Vec<(&'static str, Value)> {
        let wishes = [("license", &self.wishes.license), ("rights_owner", &self.wishes.rights_owner)];
        let wished = |key: &str| wishes.iter().find(|(own, _)| *own == key)?.1.as_deref().map(Value::from);
        let original = |key: &str| self.original_key(key).map(|node| node.value.json());
        let keys = ["license", "rights_owner", "credits", "author", "keywords", "constants"];
        keys.into_iter().filter_map(|key| Some((key, wished(key).or_else(|| original(key))?))).collect()
    }

    /// The limits of the problem's own programs, where they are not the usual ones.
    fn tool_limits(&self) -> Map<String, Value> {
        let subject = Subject { problem: self.problem, shared: false };
        let limits = &self.problem.tool_limits;
        let mib = |size: model::ByteSize| size.as_kib().div_ceil(1024);
        let named = [
            (Limit::Time, "validation_time", limits.cpu.as_secs_f64().ceil() as u64),
            (Limit::Memory, "validation_memory", mib(limits.memory)),
            (Limit::Output, "validation_output", mib(limits.output)),
        ];
        let set = named.into_iter().filter(|(limit, ..)| ManifestKey::Tools(*limit).is_set(subject));
        set.map(|(_, name, value)| (name.to_owned(), value.into())).collect()
    }

    /// How the problem is judged: `type`, `validation` and the flags of the default validator.
    fn kind(&mut self) -> Vec<(&'static str, Value)> {
        let problem = self.problem;
        let scoring = !problem.groups.is_empty();
        let interactive = matches!(problem.judging, Judging::Interactor(_));
        let custom =
            interactive || matches!(&problem.judging, Judging::Checker(_) | Judging::Compare(Comparison::Unordered));
        let flags = match &problem.judging {
            Judging::Compare(comparison) => self.flags(comparison),
            Judging::Checker(spec) | Judging::Interactor(spec) => spec.args.clone(),
        };
        let mut keys = Vec::new();
        if self.is_legacy() {
            if scoring {
                keys.extend([("type", "scoring".into()), ("grading", json!({"show_test_data_groups": true}))]);
            }
            if custom {
                let words = [("custom", true), ("score", scoring), ("interactive", interactive)];
                let words: Vec<&str> = words.into_iter().filter(|(_, holds)| *holds).map(|(word, _)| word).collect();
                keys.push(("validation", words.join(" ").into()));
            }
            if flags.iter().any(|flag| flag.is_empty() || flag.contains(char::is_whitespace)) {
                let why = "legacy has one text of flags, which is split at spaces";
                self.lose(Weight::Judging, format!("args = {}", json!(flags)), why);
            }
            if !flags.is_empty() {
                keys.push(("validator_flags", flags.join(" ").into()));
            }
            return keys;
        }
        if !flags.is_empty() {
            self.make("data/test_group.yaml", yaml::file([("output_validator_args", flags.into())]));
        }
        let kinds = [("scoring", scoring), ("interactive", interactive), ("multi-pass", problem.passes > 1)];
        let mut kinds: Vec<&str> = kinds.into_iter().filter(|(_, holds)| *holds).map(|(kind, _)| kind).collect();
        if !kinds.is_empty() {
            if !scoring {
                kinds.insert(0, "pass-fail");
            }
            keys.push(("type", kinds.into()));
        }
        keys
    }

    fn flags(&mut self, comparison: &Comparison) -> Vec<String> {
        let usual = |case: bool, space: bool| {
            let flags = [(case, "case_sensitive"), (space, "space_change_sensitive")];
            flags.into_iter().filter(|(set, _)| *set).map(|(_, flag)| flag.to_owned()).collect::<Vec<_>>()
        };
        let (mode, flags, why) = match comparison {
            Comparison::Lines => ("lines", usual(true, false), "the default validator looks at words, not at lines"),
            Comparison::Exact => ("exact", usual(true, true), "the default validator looks at words and white space"),
            Comparison::Unordered => ("unordered", Vec::new(), "a checker that compares so is in the package"),
            Comparison::Foreign(checker) => {
                let nearest = self.nearest(checker);
                return self.flags(&nearest);
            }
            Comparison::Tokens(TokenOptions {
                case_sensitive,
                space_change_sensitive,
                float_absolute,
                float_relative,
            }) => {
                let mut flags = usual(*case_sensitive, *space_change_sensitive);
                let named =
                    [("float_absolute_tolerance", float_absolute), ("float_relative_tolerance", float_relative)];
                for (name, value) in named {
                    flags.extend(value.iter().flat_map(|value| [name.to_owned(), format!("{value:?}")]));
                }
                return flags;
            }
        };
        self.lose(Weight::Note, format!("compare.mode = \"{mode}\""), why);
        flags
    }
}

/// The unit of which the limit must be a whole multiple.
fn resolution(limit: Duration) -> f64 {
    if limit.as_millis().is_multiple_of(100) { 0.1 } else { limit.as_secs_f64() }
}

/// The same for the same problem, wherever and whenever it is exported: RFC 9562's version 8, made
/// of the problem's name.
fn uuid(id: &str) -> String {
    let key = Key::of(&["harness problem"], id.as_bytes());
    let mut bytes: [u8; 16] = key.as_bytes()[..16].try_into().expect("a key has 32 bytes");
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

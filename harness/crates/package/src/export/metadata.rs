//! `problem.yaml`, and what DOMjudge keeps beside it.

use super::{Format, Writer};
use crate::draft::template::quoted;
use crate::keys::{Limit, ManifestKey, Subject, Value};
use crate::statement::Tongue;
use model::{Comparison, FileNames, Judging, Key, TokenOptions};
use std::io;
use std::time::Duration;

impl Writer<'_> {
    pub(super) fn metadata(&mut self) -> io::Result<()> {
        let text = self.problem_yaml();
        self.make("problem.yaml", text);
        let seconds = seconds(self.problem.limits.cpu);
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
            self.miss(format!("[files]: {}", named.join(" and ")), why);
        }
        Ok(())
    }

    fn problem_yaml(&mut self) -> String {
        let problem = self.problem;
        let legacy = self.is_legacy();
        let mut yaml = String::new();
        if !legacy {
            yaml.push_str("problem_format_version: 2025-09\n");
        }
        yaml.push_str(&self.names());
        yaml.push_str(&format!("uuid: {}\n", uuid(problem.id.as_str())));
        let source = &problem.source;
        if let Some(judge) = &source.judge {
            let name = source.id.as_ref().map_or_else(|| judge.clone(), |id| format!("{judge} {id}"));
            match (&source.url, legacy) {
                (Some(url), true) => {
                    yaml.push_str(&format!("source: {}\nsource_url: {}\n", quoted(&name), quoted(url)));
                }
                (Some(url), false) => {
                    yaml.push_str(&format!("source:\n  name: {}\n  url: {}\n", quoted(&name), quoted(url)));
                }
                (None, _) => yaml.push_str(&format!("source: {}\n", quoted(&name))),
            }
        }
        if let Some(license) = &self.wishes.license {
            yaml.push_str(&format!("license: {license}\n"));
        }
        if let Some(owner) = &self.wishes.rights_owner {
            yaml.push_str(&format!("rights_owner: {}\n", quoted(owner)));
        }
        yaml.push_str(&self.kind());
        let limits = &problem.limits;
        let mib = |size: model::ByteSize| size.as_kib().div_ceil(1024).max(1);
        yaml.push_str("limits:\n");
        if !legacy {
            let seconds = limits.cpu.as_secs_f64();
            yaml.push_str(&format!("  time_limit: {}\n", self::seconds(limits.cpu)));
            if seconds.fract() != 0.0 {
                yaml.push_str(&format!("  time_resolution: {}\n", resolution(limits.cpu)));
            }
        }
        yaml.push_str(&format!("  memory: {}\n  output: {}\n", mib(limits.memory), mib(limits.output)));
        yaml.push_str(&self.tool_limits());
        if problem.passes > 1 && !legacy {
            yaml.push_str(&format!("  validation_passes: {}\n", problem.passes));
        }
        yaml
    }

    /// The name, or the name in each language of a statement. `legacy` has one name, and the
    /// statement in each language begins with its own.
    fn names(&self) -> String {
        match &self.tongues()[..] {
            _ if self.is_legacy() => format!("name: {}\n", quoted(&self.problem.title)),
            [] | [_] => format!("name: {}\n", quoted(&self.problem.title)),
            tongues => {
                let line = |tongue: &Tongue| format!("  {}: {}\n", tongue.code(), quoted(self.title(*tongue)));
                format!("name:\n{}", tongues.iter().map(line).collect::<String>())
            }
        }
    }

    /// The limits of the problem's own programs, where they are not the usual ones.
    fn tool_limits(&self) -> String {
        let subject = Subject { problem: self.problem, shared: false };
        let line = |(limit, name): (Limit, &str)| {
            let key = ManifestKey::Tools(limit);
            let value = key.of(subject).filter(|_| key.is_set(subject))?;
            let value =
                if let Value::Time(time) = value { time.as_secs_f64().ceil().to_string() } else { value.toml() };
            Some(format!("  {name}: {value}\n"))
        };
        let named = [
            (Limit::Time, "validation_time"),
            (Limit::Memory, "validation_memory"),
            (Limit::Output, "validation_output"),
        ];
        named.into_iter().filter_map(line).collect()
    }

    /// How the problem is judged: `type`, `validation` and the flags of the default validator.
    fn kind(&mut self) -> String {
        let problem = self.problem;
        let scoring = !problem.groups.is_empty();
        let interactive = matches!(problem.judging, Judging::Interactor(_));
        let custom =
            interactive || matches!(&problem.judging, Judging::Checker(_) | Judging::Compare(Comparison::Unordered));
        let flags = match &problem.judging {
            Judging::Compare(comparison) => self.flags(comparison),
            Judging::Checker(spec) | Judging::Interactor(spec) => spec.args.clone(),
        };
        if self.is_legacy() {
            let mut text = String::new();
            if scoring {
                text.push_str("type: scoring\ngrading:\n  show_test_data_groups: true\n");
            }
            if custom {
                let score = if scoring { " score" } else { "" };
                let interactive = if interactive { " interactive" } else { "" };
                text.push_str(&format!("validation: custom{score}{interactive}\n"));
            }
            if flags.iter().any(|flag| flag.is_empty() || flag.contains(char::is_whitespace)) {
                let words = flags.iter().map(|flag| quoted(flag)).collect::<Vec<_>>().join(", ");
                self.lose(format!("args = [{words}]"), "legacy has one text of flags, which is split at spaces");
            }
            if !flags.is_empty() {
                text.push_str(&format!("validator_flags: {}\n", quoted(&flags.join(" "))));
            }
            return text;
        }
        if !flags.is_empty() {
            let flags: Vec<String> = flags.iter().map(|flag| quoted(flag)).collect();
            self.make("data/test_group.yaml", format!("output_validator_args: [{}]\n", flags.join(", ")));
        }
        let mut kinds = vec![if scoring { "scoring" } else { "pass-fail" }];
        if interactive {
            kinds.push("interactive");
        }
        if problem.passes > 1 {
            kinds.push("multi-pass");
        }
        if kinds == ["pass-fail"] { String::new() } else { format!("type: [{}]\n", kinds.join(", ")) }
    }

    fn flags(&mut self, comparison: &Comparison) -> Vec<String> {
        let usual = |case: bool, space: bool| {
            let flags = [(case, "case_sensitive"), (space, "space_change_sensitive")];
            flags.into_iter().filter(|(set, _)| *set).map(|(_, flag)| flag.to_owned()).collect::<Vec<_>>()
        };
        match comparison {
            Comparison::Lines => {
                self.remark("compare.mode = \"lines\"", "the default validator looks at words, not at lines");
                usual(true, false)
            }
            Comparison::Exact => {
                let why = "the default validator looks at words and the white space between them, not at bytes";
                self.remark("compare.mode = \"exact\"", why);
                usual(true, true)
            }
            Comparison::Unordered => {
                self.remark("compare.mode = \"unordered\"", "a checker that compares so is in the package");
                Vec::new()
            }
            Comparison::Dmoj(checker) => {
                self.lose(format!("DMOJ's checker `{}`", checker.name()), "the nearest comparison takes its place");
                self.flags(&checker.nearest())
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
                flags
            }
        }
    }
}

/// `1`, `0.5`: a form that every reader accepts.
fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    format!("{seconds}")
}

/// The unit of which the limit must be a whole multiple.
fn resolution(limit: Duration) -> String {
    let tenths = limit.as_millis().is_multiple_of(100);
    if tenths { "0.1".to_owned() } else { seconds(limit) }
}

/// The same for the same problem, wherever and whenever it is exported: RFC 9562's version 8, made
/// of the problem's name.
pub(crate) fn uuid(id: &str) -> String {
    let key = Key::of(&["harness problem"], id.as_bytes());
    let mut bytes: [u8; 16] = key.as_bytes()[..16].try_into().expect("a key has 32 bytes");
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

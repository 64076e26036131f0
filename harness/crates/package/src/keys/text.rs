//! The text of a `problem.toml`, and the page about it.

use super::{CompareKey, GroupKey, Limit, LimitDefaults, ManifestKey, Subject, Table, Value};
use model::{Group, Limits, Problem};
use std::fmt::Write as _;

/// The text that says of a problem what holds for it. What the reader would take for granted is
/// left out, except for what a person looks for.
pub fn text(subject: Subject<'_>) -> String {
    let mut text = String::new();
    for table in Table::ALL {
        let keys = table.keys().into_iter().filter(|key| key.is_set(subject) || is_always_said(*key));
        let lines: String = keys.filter_map(|key| Some(line(key, &key.of(subject)?))).collect();
        if !lines.is_empty() {
            text.push_str(&head(table));
            text.push_str(&lines);
        }
        if table == Table::Groups {
            text.extend(subject.problem.groups.iter().map(|group| of_group(group, subject.problem)));
        }
    }
    text
}

fn line(key: ManifestKey, value: &Value) -> String {
    format!("{} = {}\n", key.row().name, value.toml())
}

/// The line before the keys of a table.
fn head(table: Table) -> String {
    let name = table.name();
    // Limits of a group follow it.
    let blank = if table == Table::GroupLimits { "" } else { "\n" };
    match table == Table::Groups {
        true => format!("{blank}[[{name}]]\n"),
        false if name.is_empty() => String::new(),
        false => format!("{blank}[{name}]\n"),
    }
}

fn is_always_said(key: ManifestKey) -> bool {
    matches!(key, ManifestKey::Limits(Limit::Time | Limit::Memory) | ManifestKey::Compare(CompareKey::Mode))
        || key.row().name == "kind"
}

fn of_group(group: &Group, problem: &Problem) -> String {
    let mut text = head(Table::Groups);
    for key in GroupKey::ALL {
        let value = key.of(group);
        if !matches!(&value, Value::Texts(texts) if texts.is_empty()) {
            text.push_str(&line(ManifestKey::Groups(key), &value));
        }
    }
    let usual = LimitDefaults::of_group(&problem.judging, &problem.limits);
    let differs = |limit: &Limit| limit.of(&group.limits) != limit.usual(&group.limits, &usual);
    let own = Limit::ALL.into_iter().filter(differs);
    let lines: String = own.map(|limit| line(ManifestKey::GroupLimits(limit), &limit.of(&group.limits))).collect();
    if !lines.is_empty() {
        text.push_str(&head(Table::GroupLimits));
        text.push_str(&lines);
    }
    text
}

/// The column at which the meaning of a key begins.
const MEANING: usize = 25;

/// Every key with an example and its meaning: a file that can be read.
pub fn reference() -> String {
    let mut text = String::new();
    for table in Table::ALL {
        let head = head(table);
        let (blank, head) = head.split_at(head.find('[').unwrap_or(0));
        text.push_str(blank);
        if !head.is_empty() {
            text.push_str(&commented(head.trim_end(), table.about()));
        }
        // The keys of the others are those of another table.
        if ![Table::Interactor, Table::GroupLimits].contains(&table) {
            text.extend(table.keys().into_iter().map(of_key));
        }
        if table == Table::GroupLimits {
            text.push_str("time = 0.2\n");
        }
    }
    text + GENERATE
}

/// Ids of tests are free.
const GENERATE: &str = "\
\"secret/20-max\" = \"max --n 100000 --seed 1\"
\"secret/{21..23}-random-{n}\" = \"random --n {n=10,1000,100000} --seed {2..}\"     # three tests
";

fn of_key(key: ManifestKey) -> String {
    let row = key.row();
    let (sample, about) = if let ManifestKey::Limits(limit) = key {
        (limit.of(&Limits::default()).toml(), row.about)
    } else if let ManifestKey::Tools(limit) = key {
        let others = [(Limit::Wall, "3 x time"), (Limit::Stack, "as memory, if that is set")];
        let about = others.iter().find(|(other, _)| *other == limit).map_or("", |(_, about)| *about);
        (limit.of(&Limits::for_tools()).toml(), about)
    } else {
        (row.sample.to_owned(), row.about)
    };
    commented(&format!("{} = {sample}", row.name), about)
}

fn commented(line: &str, about: &str) -> String {
    let mut text = line.to_owned();
    if !about.is_empty() {
        let blanks = MEANING.saturating_sub(line.chars().count()).max(1);
        let _ = write!(text, "{}# {about}", " ".repeat(blanks));
    }
    text + "\n"
}

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
    match table {
        Table::Top => String::new(),
        Table::Groups => "\n[[groups]]\n".to_owned(),
        // It follows its group.
        Table::GroupLimits => "[groups.limits]\n".to_owned(),
        Table::Source
        | Table::Limits
        | Table::Tools
        | Table::Files
        | Table::Build
        | Table::Compare
        | Table::Checker
        | Table::Interactor
        | Table::Generate => format!("\n[{}]\n", table.name()),
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
            text.push_str(&line(ManifestKey::Groups(*key), &value));
        }
    }
    let guard = |cpu| problem.judging.wall_for(cpu);
    let usual = LimitDefaults { limits: problem.limits.clone(), guard: &guard };
    let differs = |limit: &&Limit| limit.of(&group.limits) != limit.usual(&group.limits, &usual);
    let own = Limit::ALL.iter().filter(differs);
    let lines: String = own.map(|limit| line(ManifestKey::GroupLimits(*limit), &limit.of(&group.limits))).collect();
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
        let about = match table {
            Table::Top => "",
            Table::Source => "where it lives",
            Table::Limits => "of one run of a solution",
            Table::Tools => "the same for each of the problem's own programs; the defaults:",
            Table::Files => "that solutions read and write in place of standard input and output; none by default",
            Table::Build => "of solutions",
            Table::Compare => "at most one of [compare], [checker] and [interactor]",
            Table::Checker => "a program in the problem's folder that judges outputs",
            Table::Interactor => "one that solutions talk to; its keys are those of [checker], but the last",
            Table::Groups => "folders of tests with points, in order",
            Table::GroupLimits => "any of [limits] but its last three; the rest is as there",
            Table::Generate => "which tests the generator writes, and with which arguments",
        };
        let head = head(table);
        let (blank, head) = head.split_at(head.find('[').unwrap_or(0));
        text.push_str(blank);
        if !head.is_empty() {
            text.push_str(&commented(head.trim_end(), about));
        }
        match table {
            Table::Generate => text.push_str(GENERATE),
            // Only what is said of it here; the others are as above.
            Table::Interactor => {}
            Table::GroupLimits => text.push_str("time = 0.2\n"),
            Table::Top
            | Table::Source
            | Table::Limits
            | Table::Tools
            | Table::Files
            | Table::Build
            | Table::Compare
            | Table::Checker
            | Table::Groups => text.extend(table.keys().into_iter().map(of_key)),
        }
    }
    text
}

/// Ids of tests are free.
const GENERATE: &str = "\
\"secret/20-max\" = \"max --n 100000 --seed 1\"
\"secret/{21..23}-random-{n}\" = \"random --n {n=10,1000,100000} --seed {2..}\"     # three tests
";

fn of_key(key: ManifestKey) -> String {
    let row = key.row();
    let (sample, about) = match key {
        ManifestKey::Limits(limit) => (limit.of(&Limits::default()).toml(), row.about),
        ManifestKey::Tools(limit) => {
            let about = match limit {
                Limit::Wall => "3 x time",
                Limit::Stack => "as memory, if that is set",
                Limit::Time | Limit::Memory | Limit::Output | Limit::Processes | Limit::OpenFiles | Limit::FileSize => {
                    ""
                }
            };
            (limit.of(&Limits::for_tools()).toml(), about)
        }
        ManifestKey::Top(_)
        | ManifestKey::Source(_)
        | ManifestKey::Run(_)
        | ManifestKey::Files(_)
        | ManifestKey::Build(_)
        | ManifestKey::Compare(_)
        | ManifestKey::Checker(_)
        | ManifestKey::Interactor(_)
        | ManifestKey::Groups(_)
        | ManifestKey::GroupLimits(_) => (row.sample.to_owned(), row.about),
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

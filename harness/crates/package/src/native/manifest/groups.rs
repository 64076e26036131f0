//! `[[groups]]`: folders of tests with points and limits of their own.

use crate::keys::{GroupKey, LimitDefaults, Table};
use crate::mistakes::{Mistakes, did_you_mean};
use crate::native::manifest::{check_test_id, read_limits};
use crate::native::reader::TomlSection;
use model::{Group, Points, Scoring, Snippet};
use std::ops::Range;
use toml::Spanned;
use toml::de::DeTable;

/// Bounds the cost: names of groups are compared with each other, and tests with all of them.
const MOST: usize = 1000;

/// The groups, and the places of their names. `usual` are the limits that hold unless a group
/// sets its own. The caller counts the tests in each group.
pub(super) fn read(
    tables: Vec<Spanned<DeTable<'_>>>,
    usual: &LimitDefaults<'_>,
    mistakes: &mut Mistakes,
) -> (Vec<Group>, Vec<Snippet>) {
    let (mut groups, mut places) = (Vec::new(), Vec::new());
    for (at, table) in tables.into_iter().enumerate() {
        if at == MOST {
            mistakes.error(table.span(), format!("more than {MOST} groups"), "this one and the rest are not read");
            break;
        }
        if let Some((group, place)) = read_one(table, usual, &groups, mistakes) {
            groups.push(group);
            places.push(mistakes.snippet(place, "no test lies there"));
        }
    }
    (groups, places)
}

fn read_one(
    table: Spanned<DeTable<'_>>,
    usual: &LimitDefaults<'_>,
    before: &[Group],
    mistakes: &mut Mistakes,
) -> Option<(Group, Range<usize>)> {
    let place = table.span();
    let mut section = TomlSection::new(Table::Groups.name(), table.into_inner(), mistakes);
    let named = section.place(GroupKey::Name.name()).is_some();
    let required = section.place(GroupKey::Requires.name());
    let (mut name, mut points, mut scoring, mut requires) = (None, None, Scoring::default(), Vec::new());
    for key in GroupKey::ALL {
        match key {
            GroupKey::Name => name = section.text(key.name()),
            GroupKey::Points => points = section.number(key.name(), 0.0..=Points::MOST, ""),
            GroupKey::Scoring => {
                let word = section.word(key.name(), &Scoring::ALL.map(Scoring::name));
                scoring = word.map_or(scoring, |at| Scoring::ALL[at.into_inner()]);
            }
            GroupKey::Requires => requires = section.texts(key.name()).map_or(requires, Spanned::into_inner),
        }
    }
    let limits = section.table("limits");
    let likely = section.has_like(GroupKey::Name.name());
    section.finish();

    let limits = match limits {
        Some(table) => read_limits(Table::GroupLimits, table.into_inner(), usual, mistakes).0,
        None => usual.limits.clone(),
    };
    let points = points.and_then(|points| Points::from_number(points.into_inner())).unwrap_or_default();
    if let Some(required) = required {
        for name in &requires {
            check_required(name, &required, before, mistakes);
        }
    }
    let Some(name) = name else {
        if !named && !likely {
            mistakes.error(place, "a group without a name", "expected `name = \"secret/…\"`");
        }
        return None;
    };
    let (place, name) = (name.span(), name.into_inner());
    check_name(&name, &place, before, mistakes);
    Some((Group { name, limits, points, scoring, requires, tests: 0 }, place))
}

fn check_name(name: &str, place: &Range<usize>, before: &[Group], mistakes: &mut Mistakes) {
    let within = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'));
    if let Err(why) = check_test_id(name) {
        mistakes.error(place.clone(), format!("`{name}` is not a folder of tests: {why}"), "expected a folder");
    } else if name == "sample" || within(name, "sample") {
        mistakes.error(place.clone(), "samples are worth no points", "a group of samples");
    } else if let Some(other) =
        before.iter().find(|other| other.name == name || within(name, &other.name) || within(&other.name, name))
    {
        let title = format!("`{name}` and `{}` share tests", other.name);
        mistakes.error(place.clone(), title, "a test belongs to one group");
    }
}

/// Only an earlier group can be required, so that nothing requires itself. It must be one that is
/// passed or not, with nothing in between.
fn check_required(name: &str, place: &Range<usize>, before: &[Group], mistakes: &mut Mistakes) {
    if name == "sample" {
        return;
    }
    match before.iter().find(|group| group.name == name) {
        Some(group) if group.scoring == Scoring::PassFail => {}
        Some(_) => {
            let title = format!("`{name}` is required, but not pass-fail");
            mistakes.error(place.clone(), title, "a group with parts of its points is neither passed nor failed");
        }
        None => {
            let hint = did_you_mean(name, before.iter().map(|group| group.name.as_str()), || {
                "only `sample` and groups that come before this one can be required".to_owned()
            });
            mistakes.error(place.clone(), format!("no group `{name}` comes before this one"), "not known here").hint =
                Some(hint);
        }
    }
}

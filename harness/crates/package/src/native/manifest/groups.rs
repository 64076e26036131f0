//! `[[groups]]`: folders of tests with points and limits of their own.

use crate::fields::Fields;
use crate::keys::{GroupKey, LimitDefaults, Table};
use crate::mistakes::{Mistakes, did_you_mean};
use crate::native::manifest::{check_test_id, read_limits};
use crate::node::{Node, PlacedValue};
use model::{Group, Points, Scoring, Snippet};
use std::ops::Range;

/// Bounds the cost: names of groups are compared with each other, and tests with all of them.
const MOST: usize = 1000;

/// The groups, and the places of their names. `usual` are the limits that hold unless a group
/// sets its own. The caller counts the tests in each group.
pub(super) fn read(tables: Vec<Node>, usual: &LimitDefaults, mistakes: &mut Mistakes) -> (Vec<Group>, Vec<Snippet>) {
    let (mut groups, mut places) = (Vec::new(), Vec::new());
    for (at, table) in tables.into_iter().enumerate() {
        if at == MOST {
            mistakes.error(table.place, format!("more than {MOST} groups"), "this one and the rest are not read");
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
    table: Node,
    usual: &LimitDefaults,
    before: &[Group],
    mistakes: &mut Mistakes,
) -> Option<(Group, Range<usize>)> {
    let place = table.place.clone();
    let mut fields = Fields::of_table(Table::Groups.name(), Some(table), mistakes);
    let [name, points, scoring, requires] = GroupKey::ALL.map(GroupKey::name);
    let (named, required) = (fields.place(name).is_some(), fields.place(requires));
    let called = fields.text(name);
    let points = fields.number(points, 0.0..=Points::MOST, "");
    let scoring = fields.word(scoring, &Scoring::ALL.map(Scoring::name));
    let scoring = scoring.map_or(Scoring::default(), |at| Scoring::ALL[at.it]);
    let requires = fields.texts(requires).map_or_else(Vec::new, |names| names.it);
    let limits = fields.node("limits");
    let likely = fields.has_like(name);
    fields.finish();

    let (limits, _) = read_limits(Table::GroupLimits, limits, usual, mistakes);
    let points = points.and_then(|points| Points::from_number(points.it)).unwrap_or_default();
    if let Some(required) = required {
        for name in &requires {
            check_required(name, &required, before, mistakes);
        }
    }
    let Some(PlacedValue { place, it: name }) = called else {
        if !named && !likely {
            mistakes.error(place, "a group without a name", "expected `name = \"secret/…\"`");
        }
        return None;
    };
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

//! `problem.toml` for a problem in another format.

use super::{Import, one_source};
use crate::keys::{self, Subject};
use crate::loss::Weight;
use model::{Comparison, Group, Judging, PackageRules, Problem, ProgramSpec, Protocol, Scoring, TestId};

/// The text of our own manifest. What has no key is lost.
pub(super) fn text(problem: &Problem, import: &mut Import) -> String {
    let judging = of_judging(&problem.judging, problem, import);
    let behind = problem.rules.behind.as_ref().map(|behind| of_judging(behind, problem, import));
    let mut groups: Vec<Group> = Vec::new();
    for group in &problem.groups {
        match no_place(group, &groups) {
            Some(why) => import.lose(Weight::Judging, format!("the points of {}", group.name), why),
            None => {
                let group = sayable(group, &groups, import);
                groups.push(group);
            }
        }
    }
    let rules = PackageRules { behind, ..PackageRules::default() };
    keys::text(Subject { problem: &Problem { judging, groups, rules, ..problem.clone() }, shared: false })
}

fn of_judging(judging: &Judging, problem: &Problem, import: &mut Import) -> Judging {
    match judging {
        Judging::Compare(Comparison::Foreign(checker)) if checker.mode().is_none() => {
            let why = "a problem of a workspace has no such comparison: the nearest takes its place";
            import.lose(Weight::Judging, format!("DMOJ's checker `{}`", checker.name()), why);
            Judging::Compare(checker.nearest())
        }
        Judging::Compare(comparison) => Judging::Compare(*comparison),
        Judging::Checker(spec) => Judging::Checker(program("checker", spec, problem, import)),
        Judging::Interactor(spec) => Judging::Interactor(program("interactor", spec, problem, import)),
    }
}

/// Why a group cannot come after those in `written`.
fn no_place(group: &Group, written: &[Group]) -> Option<String> {
    let folder = TestId(group.name.as_str().into());
    if group.name == "sample" || folder.is_sample() {
        return Some("samples are worth no points here".to_owned());
    }
    let shares = |other: &&Group| {
        other.name == group.name || other.holds(&folder) || group.holds(&TestId(other.name.as_str().into()))
    };
    let other = written.iter().find(shares)?;
    Some(format!("a test belongs to one group here, and its tests lie in {}, too", other.name))
}

/// The group, requiring only what one after those in `written` can require.
fn sayable(group: &Group, written: &[Group], import: &mut Import) -> Group {
    let is_whole = |name: &String| {
        name == "sample" || written.iter().any(|other| other.name == *name && other.scoring == Scoring::PassFail)
    };
    let (requires, others): (Vec<String>, Vec<String>) = group.requires.iter().cloned().partition(is_whole);
    for other in others {
        let why = "only an earlier group that is all or nothing can be required here";
        import.lose(Weight::Judging, format!("that {} requires {other}", group.name), why);
    }
    Group { requires, ..group.clone() }
}

/// The program, named as it will be, with the protocol that a key can name.
fn program(name: &str, spec: &ProgramSpec, problem: &Problem, import: &mut Import) -> ProgramSpec {
    let lost = match spec.protocol {
        Protocol::Icpc | Protocol::Testlib => None,
        // Without groups, nothing matters that it says about points.
        Protocol::IcpcLegacy if problem.groups.is_empty() && problem.rules.grading.is_none() => None,
        Protocol::Cms if name == "checker" => None,
        Protocol::IcpcLegacy => Some(("version legacy", "a score beside a rejection is a mistake here")),
        Protocol::Called => Some(("the order of its arguments", "testlib's is the only one here")),
        Protocol::Peg => Some(("it speaks as PEG does", "there is no word for that here")),
        Protocol::Cms => Some(("it speaks as CMS does", "there is no word for that here")),
    };
    if let Some((what, why)) = lost {
        import.lose(Weight::Judging, format!("{name}: {what}"), why);
    }
    let protocol = if name == "interactor" && spec.protocol == Protocol::Cms { Protocol::Icpc } else { spec.protocol };
    let file =
        one_source(problem, &spec.file).map_or_else(|| name.to_owned(), |(_, extension)| format!("{name}.{extension}"));
    ProgramSpec { protocol, file: file.into(), ..spec.clone() }
}

//! `problem.toml` for a problem in another format.

use super::{Import, one_source};
use crate::draft::template::quoted;
use model::{
    ByteSize, Comparison, FileNames, Group, Judging, Limits, Problem, ProgramSpec, Protocol, Scoring, TestId,
    TimeFactors, TokenOptions,
};
use std::fmt::Write as _;
use std::time::Duration;

/// The text, in the order of our own manifests. What has no key is lost.
pub(super) fn text(problem: &Problem, import: &mut Import) -> String {
    let mut text = format!("title = {}\n", quoted(&problem.title));
    if let Some(title) = &problem.title_zh {
        line(&mut text, "title-zh", &quoted(title));
    }
    let source = &problem.source;
    let named = [("judge", &source.judge), ("id", &source.id), ("url", &source.url), ("seed", &source.seed)];
    if named.iter().any(|(_, value)| value.is_some()) {
        text.push_str("\n[source]\n");
        for (key, value) in named {
            if let Some(value) = value {
                line(&mut text, key, &quoted(value));
            }
        }
    }
    text.push_str("\n[limits]\n");
    let guard = |cpu| problem.judging.wall_for(cpu);
    limits(&mut text, &problem.limits, &Limits::default(), &guard, Table::Problem);
    if problem.passes > 1 {
        line(&mut text, "passes", &problem.passes.to_string());
    }
    let mut tools = String::new();
    limits(&mut tools, &problem.tool_limits, &Limits::for_tools(), &Limits::tool_wall_for, Table::Tools);
    if !tools.is_empty() {
        text.push_str("\n[tools]\n");
        text.push_str(&tools);
    }
    let FileNames { input, output } = &problem.files;
    if problem.files != FileNames::default() {
        text.push_str("\n[files]\n");
        for (key, name) in [("input", input), ("output", output)] {
            if let Some(name) = name {
                line(&mut text, key, &quoted(name));
            }
        }
    }
    judging(&mut text, problem, import);
    let mut written: Vec<&Group> = Vec::new();
    for group in &problem.groups {
        match no_place(group, &written) {
            Some(why) => import.lose(format!("the points of {}", group.name), why),
            None => {
                of_group(&mut text, group, &written, problem, import);
                written.push(group);
            }
        }
    }
    text
}

/// Why a group cannot come after those in `written`.
fn no_place(group: &Group, written: &[&Group]) -> Option<String> {
    let folder = TestId(group.name.as_str().into());
    if group.name == "sample" || folder.is_sample() {
        return Some("samples are worth no points here".to_owned());
    }
    let shares = |other: &&&Group| {
        other.name == group.name || other.holds(&folder) || group.holds(&TestId(other.name.as_str().into()))
    };
    let other = written.iter().find(shares)?;
    Some(format!("a test belongs to one group here, and its tests lie in {}, too", other.name))
}

/// Writes the keys of a table of limits that our reader needs to get `limits` again. It starts from
/// `base`, and gets the guard from `guard`.
fn limits(text: &mut String, limits: &Limits, base: &Limits, guard: &dyn Fn(Duration) -> Duration, table: Table) {
    // A new limit does not compile until it is written here.
    let Limits { cpu, wall, memory, output, stack, processes, open_files, file_size, languages, fork } = limits;
    let mib = |size: &ByteSize| size.as_kib().div_ceil(1024).max(1).to_string();
    let says = |differs: bool| table == Table::Problem || differs;
    let (says_time, says_memory) = (says(cpu != &base.cpu), says(memory != &base.memory));
    let usual_wall = if says_time { guard(*cpu) } else { base.wall };
    let usual_stack = if says_memory { *memory } else { base.stack };
    let lines = [
        ("time", says_time, number(cpu.as_secs_f64())),
        ("wall", *wall != usual_wall, number(wall.as_secs_f64())),
        ("memory", says_memory, mib(memory)),
        ("output", *output != base.output, mib(output)),
        ("stack", *stack != usual_stack, mib(stack)),
        ("processes", *processes != base.processes, processes.to_string()),
        ("fork", table == Table::Problem && *fork, "true".to_owned()),
        ("open-files", *open_files != base.open_files, open_files.to_string()),
        ("file-size", *file_size != base.file_size, file_size.as_kib().div_ceil(1024).to_string()),
    ];
    for (key, _, value) in lines.iter().filter(|(_, is_set, _)| *is_set) {
        line(text, key, value);
    }
    if let (Table::Problem, TimeFactors::These(factors)) = (table, &languages.time)
        && !factors.is_empty()
    {
        let factors: Vec<String> = factors.iter().map(|(id, factor)| format!("{id} = {factor}")).collect();
        line(text, "time-factors", &format!("{{ {} }}", factors.join(", ")));
    }
}

/// Which table of limits is written. The problem's own always says time and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Table {
    Problem,
    Group,
    Tools,
}

fn judging(text: &mut String, problem: &Problem, import: &mut Import) {
    match &problem.judging {
        Judging::Compare(comparison) => {
            let nearest = match comparison {
                Comparison::Dmoj(checker) => {
                    let why = "a problem of a workspace has no such comparison: the nearest takes its place";
                    import.lose(format!("DMOJ's checker `{}`", checker.name()), why);
                    checker.nearest()
                }
                Comparison::Lines | Comparison::Exact | Comparison::Tokens(_) | Comparison::Unordered => *comparison,
            };
            let comparison = &nearest;
            let _ = write!(text, "\n[compare]\nmode = {}\n", quoted(comparison.name()));
            if let Comparison::Tokens(TokenOptions {
                case_sensitive,
                space_change_sensitive,
                float_absolute,
                float_relative,
            }) = comparison
            {
                let defaults = TokenOptions::default();
                if *case_sensitive != defaults.case_sensitive {
                    line(text, "case-sensitive", &case_sensitive.to_string());
                }
                if *space_change_sensitive != defaults.space_change_sensitive {
                    line(text, "space-change-sensitive", &space_change_sensitive.to_string());
                }
                for (key, value) in [("float-absolute", float_absolute), ("float-relative", float_relative)] {
                    if let Some(value) = value {
                        line(text, key, &number(*value));
                    }
                }
            }
        }
        Judging::Checker(spec) => program(text, "checker", spec, import),
        Judging::Interactor(spec) => program(text, "interactor", spec, import),
    }
}

fn program(text: &mut String, name: &str, spec: &ProgramSpec, import: &mut Import) {
    let kind = match spec.protocol {
        Protocol::Icpc => "icpc",
        Protocol::IcpcLegacy => {
            import.lose(format!("{name}: version legacy"), "a score beside a rejection is a mistake here");
            "icpc"
        }
        Protocol::Testlib => "testlib",
        Protocol::Called => {
            import.lose(format!("{name}: the order of its arguments"), "testlib's is the only one here");
            "testlib"
        }
        Protocol::Cms if name == "checker" => "cms",
        Protocol::Peg | Protocol::Cms => {
            let whose = if spec.protocol == Protocol::Peg { "PEG" } else { "CMS" };
            import.lose(format!("{name}: it speaks as {whose} does"), "there is no word for that here");
            "icpc"
        }
    };
    let _ = write!(text, "\n[{name}]\nkind = \"{kind}\"\n");
    if let Some((_, extension)) = one_source(&spec.file) {
        line(text, "file", &quoted(&format!("{name}.{extension}")));
    }
    if !spec.args.is_empty() {
        let args: Vec<String> = spec.args.iter().map(|arg| quoted(arg)).collect();
        line(text, "args", &format!("[{}]", args.join(", ")));
    }
    if name == "checker" && !spec.accepts_answers {
        line(text, "accepts-answers", "false");
    }
}

fn of_group(text: &mut String, group: &Group, written: &[&Group], problem: &Problem, import: &mut Import) {
    text.push_str("\n[[groups]]\n");
    line(text, "name", &quoted(&group.name));
    line(text, "points", &group.points.as_number().to_string());
    line(text, "scoring", &quoted(group.scoring.name()));
    let is_whole = |name: &&String| {
        *name == "sample" || written.iter().any(|other| other.name == **name && other.scoring == Scoring::PassFail)
    };
    let (whole, others): (Vec<&String>, Vec<&String>) = group.requires.iter().partition(is_whole);
    for other in others {
        let why = "only an earlier group that is all or nothing can be required here";
        import.lose(format!("that {} requires {other}", group.name), why);
    }
    if !whole.is_empty() {
        let names: Vec<String> = whole.into_iter().map(|name| quoted(name)).collect();
        line(text, "requires", &format!("[{}]", names.join(", ")));
    }
    if group.limits != problem.limits {
        text.push_str("[groups.limits]\n");
        limits(text, &group.limits, &problem.limits, &|cpu| problem.judging.wall_for(cpu), Table::Group);
    }
}

fn line(text: &mut String, key: &str, value: &str) {
    let _ = writeln!(text, "{key} = {value}");
}

/// TOML requires a point in a number that is not whole, and accepts whole ones in this form.
fn number(value: f64) -> String {
    format!("{value:?}")
}

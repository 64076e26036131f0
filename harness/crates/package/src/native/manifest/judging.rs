//! How a problem is judged: `[compare]`, `[checker]`, `[interactor]`, or the programs in its
//! folder.

use crate::folder::program;
use crate::mistakes::Mistakes;
use crate::native::manifest::Folder;
use crate::native::reader::Section;
use model::nearest;
use model::{Comparison, Judging, ProgramSpec, Protocol, TokenOptions};
use std::ops::Range;
use toml::Spanned;
use toml::de::DeTable;

/// Reads how the problem is judged. At most one of the tables may be there; each has its name, and
/// comes with the place of it.
pub(super) fn read(
    tables: [(&'static str, Option<Spanned<DeTable<'_>>>); 3],
    folder: &Folder<'_>,
    mistakes: &mut Mistakes,
) -> Option<Judging> {
    let mut read: Vec<(&str, Range<usize>, Option<Judging>)> = Vec::new();
    // Every table is read, even if there is one too many, so that all mistakes are reported at
    // once.
    for (name, table) in tables {
        let Some(table) = table else { continue };
        let (place, table) = (table.span(), table.into_inner());
        let judging = match name {
            "compare" => Some(Judging::Compare(read_compare(table, mistakes))),
            "checker" => read_program(name, &place, table, folder, mistakes).map(Judging::Checker),
            _ => read_program(name, &place, table, folder, mistakes).map(Judging::Interactor),
        };
        read.push((name, place, judging));
    }
    let Some((judge, place, judging)) = read.first().cloned() else { return of_files(folder, mistakes) };
    for (name, place, _) in read.into_iter().skip(1) {
        mistakes.error(place, format!("[{judge}] and [{name}] in one problem"), "a second way to judge").hint =
            Some("keep exactly one of [compare], [checker] and [interactor]".to_owned());
    }
    for stem in ["checker", "interactor"].into_iter().filter(|stem| *stem != judge) {
        if let Some(file) = folder.programs(stem).first() {
            mistakes.warning(place.clone(), format!("{file} is not used"), format!("[{judge}] judges")).hint =
                Some(format!("remove the file, or put [{stem}] in place of [{judge}]"));
        }
    }
    judging
}

/// How a problem is judged whose manifest has no table for it: the programs in its folder decide.
fn of_files(folder: &Folder<'_>, mistakes: &mut Mistakes) -> Option<Judging> {
    let program = |file: &str| ProgramSpec { accepts_answers: true, ..program(&folder.dir.join(file)) };
    match (folder.program("checker", mistakes), folder.program("interactor", mistakes)) {
        (None, None) => Some(Judging::Compare(Comparison::default())),
        (Some(checker), None) => Some(Judging::Checker(program(checker))),
        (None, Some(interactor)) => Some(Judging::Interactor(program(interactor))),
        (Some(checker), Some(interactor)) => {
            mistakes.error_of_file(format!("both {checker} and {interactor} would judge")).hint =
                Some("add [checker] or [interactor]".to_owned());
            None
        }
    }
}

/// Another pass is requested through the feedback folder, which only the ICPC protocol has.
pub(super) fn check_passes(passes: &Spanned<u32>, judging: &Judging, mistakes: &mut Mistakes) {
    let (why, hint) = match judging {
        Judging::Checker(ProgramSpec { protocol: Protocol::Icpc | Protocol::IcpcLegacy, .. })
        | Judging::Interactor(ProgramSpec { protocol: Protocol::Icpc | Protocol::IcpcLegacy, .. }) => return,
        Judging::Checker(ProgramSpec { protocol: Protocol::Cms, .. }) => {
            ("a checker of CMS cannot ask for another pass", "write it for the ICPC protocol: kind = \"icpc\"")
        }
        Judging::Checker(_) | Judging::Interactor(_) => {
            ("a testlib program cannot ask for another pass", "write it for the ICPC protocol: kind = \"icpc\"")
        }
        Judging::Compare(_) => {
            ("no program of the problem's asks for another pass", "add a checker that leaves nextpass.in")
        }
    };
    if *passes.get_ref() > 1 {
        mistakes.error(passes.span(), format!("more than one pass, but {why}"), "expected 1").hint =
            Some(hint.to_owned());
    }
}

/// The name of a comparison mode, and what it means.
type Mode = (&'static str, fn(TokenOptions) -> Comparison);

/// The first is the default.
const MODES: [Mode; 4] = [
    ("lines", |_| Comparison::Lines),
    ("exact", |_| Comparison::Exact),
    ("tokens", Comparison::Tokens),
    ("unordered", |_| Comparison::Unordered),
];

fn read_compare(table: DeTable<'_>, mistakes: &mut Mistakes) -> Comparison {
    const TOKEN_KEYS: [&str; 4] = ["float-absolute", "float-relative", "case-sensitive", "space-change-sensitive"];
    let mut section = Section::new("compare", table, mistakes);
    let is_given = section.place("mode").is_some();
    let mode = section.word("mode", &MODES.map(|(name, _)| name)).map(|at| MODES[at.into_inner()]);
    let name = mode.map(|(name, _)| name);
    // A mode that was not understood may have been `tokens`, so its options are not reported.
    let tokens = name == Some("tokens") || (is_given && name.is_none());
    for key in TOKEN_KEYS {
        if let (Some(place), false) = (section.place(key), tokens) {
            let title = format!("`compare.{key}` belongs to `mode = \"tokens\"` only");
            let label = format!("not an option of `{}`", name.unwrap_or(MODES[0].0));
            section.mistakes().error(place, title, label);
        }
    }
    let defaults = TokenOptions::default();
    let options = TokenOptions {
        float_absolute: section.number("float-absolute", 0.0..=1e9, "").map(Spanned::into_inner),
        float_relative: section.number("float-relative", 0.0..=1e9, "").map(Spanned::into_inner),
        case_sensitive: section.flag("case-sensitive").map_or(defaults.case_sensitive, Spanned::into_inner),
        space_change_sensitive: section
            .flag("space-change-sensitive")
            .map_or(defaults.space_change_sensitive, Spanned::into_inner),
    };
    section.finish();
    let (_, comparison) = mode.unwrap_or(MODES[0]);
    comparison(options)
}

/// `[checker]` or `[interactor]`; `place` is where its name stands.
fn read_program(
    stem: &'static str,
    place: &Range<usize>,
    table: DeTable<'_>,
    folder: &Folder<'_>,
    mistakes: &mut Mistakes,
) -> Option<ProgramSpec> {
    const KINDS: [(&str, Protocol); 3] =
        [("icpc", Protocol::Icpc), ("testlib", Protocol::Testlib), ("cms", Protocol::Cms)];
    // CMS's managers are no interactors by themselves: a source of ours is put beside them.
    let kinds = if stem == "checker" { &KINDS[..] } else { &KINDS[..2] };
    let words: Vec<&str> = kinds.iter().map(|(word, _)| *word).collect();
    let mut section = Section::new(stem, table, mistakes);
    let protocol = section.word("kind", &words).map(|at| kinds[at.into_inner()].1);
    let named = section.place("file").is_some();
    let file = section.text("file");
    let args = section.texts("args").map_or_else(Vec::new, Spanned::into_inner);
    // An interactor has no such key: there are no outputs.
    let accepts_answers = stem != "checker" || section.flag("accepts-answers").is_none_or(Spanned::into_inner);
    section.finish();
    let file = match file {
        Some(file) if folder.files.contains(file.get_ref()) => file.into_inner(),
        Some(file) => {
            let title = format!("there is no file `{}` in the problem's folder", file.get_ref());
            let near = nearest(file.get_ref(), folder.files.iter().map(String::as_str));
            mistakes.error(file.span(), title, "no such file").hint =
                near.map(|near| format!("did you mean `{near}`?"));
            return None;
        }
        // `file` was given but is not a string, which has been reported.
        None if named => return None,
        None => match folder.program(stem, mistakes) {
            Some(file) => file.to_owned(),
            None => {
                mistakes.error(place.clone(), format!("[{stem}] without a program"), "names no file").hint =
                    Some(format!("add `{stem}.rs` to the problem's folder, or name it: file = \"…\""));
                return None;
            }
        },
    };
    let usual = program(&folder.dir.join(file));
    Some(ProgramSpec { protocol: protocol.unwrap_or(usual.protocol), args, accepts_answers, ..usual })
}

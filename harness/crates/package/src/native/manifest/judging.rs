//! How a problem is judged: `[compare]`, `[checker]`, `[interactor]`, or the programs in its
//! folder.

use crate::folder::program;
use crate::keys::{CompareKey, ManifestKey, ProgramKey, Table};
use crate::mistakes::Mistakes;
use crate::native::manifest::Folder;
use crate::native::reader::TomlSection;
use model::nearest;
use model::{Comparison, Judging, ProgramSpec, Protocol, TokenOptions};
use std::ops::Range;
use toml::Spanned;
use toml::de::DeTable;

/// Reads how the problem is judged. At most one of the tables may be there; each comes
/// with the place of its name.
pub(super) fn read(
    tables: Vec<(Table, Spanned<DeTable<'_>>)>,
    folder: &Folder<'_>,
    mistakes: &mut Mistakes,
) -> Option<Judging> {
    let mut read: Vec<(&str, Range<usize>, Option<Judging>)> = Vec::new();
    // Every table is read, even if there is one too many, so that all mistakes are reported at
    // once.
    for (kind, table) in tables {
        let (place, table) = (table.span(), table.into_inner());
        let judging = match kind {
            Table::Compare => Some(Judging::Compare(read_compare(table, mistakes))),
            Table::Checker => read_program(kind, &place, table, folder, mistakes).map(Judging::Checker),
            Table::Interactor
            | Table::Top
            | Table::Source
            | Table::Limits
            | Table::Tools
            | Table::Files
            | Table::Build
            | Table::Groups
            | Table::GroupLimits
            | Table::Generate => read_program(kind, &place, table, folder, mistakes).map(Judging::Interactor),
        };
        read.push((kind.name(), place, judging));
    }
    let Some((judge, place, judging)) = read.first().cloned() else { return of_files(folder, mistakes) };
    for (name, place, _) in read.into_iter().skip(1) {
        mistakes.error(place, format!("[{judge}] and [{name}] in one problem"), "a second way to judge").hint =
            Some("keep exactly one of [compare], [checker] and [interactor]".to_owned());
    }
    for stem in ["checker", "interactor"].into_iter().filter(|stem| *stem != judge) {
        if let Some(file) = folder.called(stem).first() {
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

fn read_compare(table: DeTable<'_>, mistakes: &mut Mistakes) -> Comparison {
    let modes = CompareKey::MODES;
    let mut section = TomlSection::new(Table::Compare.name(), table, mistakes);
    let is_given = section.place(CompareKey::Mode.name()).is_some();
    let (mut mode, mut options) = (None, TokenOptions::default());
    for key in CompareKey::ALL {
        let name = key.name();
        // A mode that was not understood may have been `tokens`, so its options are not reported.
        let tokens = mode.map_or(is_given, |mode| mode == "tokens");
        if let (Some(place), false) = (section.place(name), tokens || *key == CompareKey::Mode) {
            let title = format!("`compare.{name}` belongs to `mode = \"tokens\"` only");
            let label = format!("not an option of `{}`", mode.unwrap_or(modes[0].0));
            section.mistakes().error(place, title, label);
        }
        let mut flag = |usual| section.flag(name).map_or(usual, Spanned::into_inner);
        match key {
            CompareKey::Mode => {
                mode = section.word(name, &modes.map(|(name, _)| name)).map(|at| modes[at.into_inner()].0);
            }
            CompareKey::FloatAbsolute => {
                options.float_absolute = section.number(name, 0.0..=1e9, "").map(Spanned::into_inner);
            }
            CompareKey::FloatRelative => {
                options.float_relative = section.number(name, 0.0..=1e9, "").map(Spanned::into_inner);
            }
            CompareKey::CaseSensitive => options.case_sensitive = flag(options.case_sensitive),
            CompareKey::SpaceChangeSensitive => options.space_change_sensitive = flag(options.space_change_sensitive),
        }
    }
    section.finish();
    let named = modes.into_iter().find(|(name, _)| Some(*name) == mode);
    named.unwrap_or(modes[0]).1(options)
}

/// `[checker]` or `[interactor]`; `place` is where its name stands.
fn read_program(
    kind: Table,
    place: &Range<usize>,
    table: DeTable<'_>,
    folder: &Folder<'_>,
    mistakes: &mut Mistakes,
) -> Option<ProgramSpec> {
    let stem = kind.name();
    let keys = kind.keys();
    let mut section = TomlSection::new(kind.name(), table, mistakes);
    let named = section.place(ProgramKey::File.name()).is_some();
    let (mut protocol, mut file, mut args, mut accepts_answers) = (None, None, Vec::new(), true);
    for key in keys {
        let (ManifestKey::Checker(key) | ManifestKey::Interactor(key)) = key else { continue };
        let name = key.name();
        match key {
            ProgramKey::Kind => {
                // CMS's managers are not interactors by themselves: a source of ours is put beside
                // them.
                let kinds = if kind == Table::Checker { &ProgramKey::KINDS[..] } else { &ProgramKey::KINDS[..2] };
                let words: Vec<&str> = kinds.iter().map(|(word, _)| *word).collect();
                protocol = section.word(name, &words).map(|at| kinds[at.into_inner()].1);
            }
            ProgramKey::File => file = section.text(name),
            ProgramKey::Args => args = section.texts(name).map_or(args, Spanned::into_inner),
            ProgramKey::AcceptsAnswers => accepts_answers = section.flag(name).is_none_or(Spanned::into_inner),
        }
    }
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
    let ProgramSpec { protocol: usual, file, args: _, accepts_answers: _ } = program(&folder.dir.join(file));
    Some(ProgramSpec { protocol: protocol.unwrap_or(usual), file, args, accepts_answers })
}

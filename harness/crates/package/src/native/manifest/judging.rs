//! How a problem is judged: `[compare]`, `[checker]`, `[interactor]`, or the programs in its
//! folder.

use crate::fields::Fields;
use crate::folder::program;
use crate::keys::{CompareKey, ProgramKey, Table};
use crate::mistakes::Mistakes;
use crate::native::manifest::Folder;
use crate::node::{Node, PlacedValue};
use model::nearest;
use model::{Comparison, Judging, ProgramSpec, Protocol, TokenOptions};
use std::ops::Range;

/// What a program does to outputs.
type OfProgram = fn(ProgramSpec) -> Judging;

/// Reads how the problem is judged, and what judges the file that an interactor of testlib wrote.
/// Otherwise at most one of the tables may be there.
pub(super) fn read(
    [compare, checker, interactor]: [Option<Node>; 3],
    folder: &Folder<'_>,
    mistakes: &mut Mistakes,
) -> Option<(Judging, Option<Judging>)> {
    let mut read: Vec<(&str, Range<usize>, Option<Judging>)> = Vec::new();
    // Every table is read, even if there is one too many, so that all mistakes are reported at
    // once.
    if let Some(table) = compare {
        let place = table.place.clone();
        read.push((Table::Compare.name(), place, Some(Judging::Compare(read_compare(table, mistakes)))));
    }
    let programs: [(Table, Option<Node>, OfProgram); 2] =
        [(Table::Checker, checker, Judging::Checker), (Table::Interactor, interactor, Judging::Interactor)];
    for (kind, table, judging) in programs {
        let Some(table) = table else { continue };
        let place = table.place.clone();
        read.push((kind.name(), place, read_program(kind, table, folder, mistakes).map(judging)));
    }
    let behind = match &read[..] {
        [(.., behind), (.., Some(interactor))] if writes(interactor) => Some(behind.clone()?),
        _ => None,
    };
    read.drain(..usize::from(behind.is_some()));
    let Some((judge, place, judging)) = read.first().cloned() else { return of_files(folder, mistakes) };
    for (name, place, _) in read.into_iter().skip(1) {
        mistakes.error(place, format!("[{judge}] and [{name}] in one problem"), "a second way to judge").hint =
            Some("keep exactly one of [compare], [checker] and [interactor]".to_owned());
    }
    let is_behind = |stem: &&str| *stem == "checker" && matches!(behind, Some(Judging::Checker(_)));
    for stem in ["checker", "interactor"].into_iter().filter(|stem| *stem != judge && !is_behind(stem)) {
        if let Some(file) = folder.called(stem).first() {
            mistakes.warning(place.clone(), format!("{file} is not used"), format!("[{judge}] judges")).hint =
                Some(format!("remove the file, or put [{stem}] in place of [{judge}]"));
        }
    }
    Some((judging?, behind))
}

/// Whether this interactor leaves a file that something else judges.
fn writes(interactor: &Judging) -> bool {
    matches!(interactor, Judging::Interactor(spec) if spec.protocol == Protocol::Testlib)
}

/// How a problem is judged whose manifest has no table for it: the programs in its folder decide.
fn of_files(folder: &Folder<'_>, mistakes: &mut Mistakes) -> Option<(Judging, Option<Judging>)> {
    let program = |file: &str| ProgramSpec { accepts_answers: true, ..program(&folder.dir.join(file)) };
    match (folder.program("checker", mistakes), folder.program("interactor", mistakes)) {
        (None, None) => Some((Judging::Compare(Comparison::default()), None)),
        (Some(checker), None) => Some((Judging::Checker(program(checker)), None)),
        (None, Some(interactor)) => Some((Judging::Interactor(program(interactor)), None)),
        (Some(checker), Some(interactor)) => {
            let judging = Judging::Interactor(program(interactor));
            if writes(&judging) {
                return Some((judging, Some(Judging::Checker(program(checker)))));
            }
            mistakes.error_of_file(format!("both {checker} and {interactor} would judge")).hint =
                Some("add [checker] or [interactor]".to_owned());
            None
        }
    }
}

/// Another pass is requested through the feedback folder, which only the ICPC protocol has.
pub(super) fn check_passes(passes: &PlacedValue<u32>, judging: &Judging, mistakes: &mut Mistakes) {
    let can_ask = |spec: &ProgramSpec| matches!(spec.protocol, Protocol::Icpc | Protocol::IcpcLegacy);
    let asks = match judging {
        Judging::Checker(spec) | Judging::Interactor(spec) => can_ask(spec),
        Judging::Compare(_) => false,
    };
    if passes.it > 1 && !asks {
        let title = "more than one pass, but no program of the problem's can ask for another pass";
        mistakes.error(passes.place.clone(), title, "expected 1").hint =
            Some("write a checker or an interactor of kind = \"icpc\" that leaves nextpass.in".to_owned());
    }
}

fn read_compare(table: Node, mistakes: &mut Mistakes) -> Comparison {
    let modes = CompareKey::MODES;
    let mut fields = Fields::of_table(Table::Compare.name(), Some(table), mistakes);
    let [mode, case, space, absolute, relative] = CompareKey::ALL.map(CompareKey::name);
    let is_given = fields.place(mode).is_some();
    let mode = fields.word(mode, &modes.map(|(name, _)| name));
    // A mode that was not understood may have been `tokens`, so its options are not reported.
    let has_options = mode.as_ref().map_or(is_given, |mode| modes[mode.it].0 == "tokens");
    let (mode, of_options) = mode.map_or(modes[0], |mode| modes[mode.it]);
    for option in [case, space, absolute, relative] {
        if let Some(place) = fields.place(option).filter(|_| !has_options) {
            let title = format!("`compare.{option}` belongs to `mode = \"tokens\"` only");
            fields.mistakes().error(place, title, format!("not an option of `{mode}`"));
        }
    }
    let mut flag = |key, usual| fields.flag(key).map_or(usual, |own| own.it);
    let usual = TokenOptions::default();
    let case_sensitive = flag(case, usual.case_sensitive);
    let space_change_sensitive = flag(space, usual.space_change_sensitive);
    let mut float = |key| fields.number(key, 0.0..=1e9, "").map(|own| own.it);
    let (float_absolute, float_relative) = (float(absolute), float(relative));
    fields.finish();
    of_options(TokenOptions { case_sensitive, space_change_sensitive, float_absolute, float_relative })
}

/// `[checker]` or `[interactor]`.
fn read_program(kind: Table, table: Node, folder: &Folder<'_>, mistakes: &mut Mistakes) -> Option<ProgramSpec> {
    let (stem, place) = (kind.name(), table.place.clone());
    let mut fields = Fields::of_table(kind.name(), Some(table), mistakes);
    let [protocol, file, args, accepts_answers] = ProgramKey::ALL.map(ProgramKey::name);
    let named = fields.place(file).is_some();
    // CMS's managers are not interactors by themselves: a source of ours is put beside them.
    let kinds = if kind == Table::Checker { &ProgramKey::KINDS[..] } else { &ProgramKey::KINDS[..2] };
    let words: Vec<&str> = kinds.iter().map(|(word, _)| *word).collect();
    let protocol = fields.word(protocol, &words).map(|at| kinds[at.it].1);
    let file = fields.text(file);
    let args = fields.texts(args).map_or_else(Vec::new, |own| own.it);
    let accepts_answers = kind != Table::Checker || fields.flag(accepts_answers).is_none_or(|own| own.it);
    fields.finish();
    let file = match file {
        Some(file) if folder.files.contains(&file.it) || folder.folders.contains(&file.it) => file.it,
        Some(file) => {
            let title = format!("there is no file `{}` in the problem's folder", &file.it);
            let near = nearest(&file.it, folder.files.iter().map(String::as_str));
            mistakes.error(file.place, title, "no such file").hint = near.map(|near| format!("did you mean `{near}`?"));
            return None;
        }
        // `file` was given but is not a string, which has been reported.
        None if named => return None,
        None => match folder.program(stem, mistakes) {
            Some(file) => file.to_owned(),
            None => {
                mistakes.error(place, format!("[{stem}] without a program"), "names no file").hint =
                    Some(format!("add `{stem}.rs` to the problem's folder, or name it: file = \"…\""));
                return None;
            }
        },
    };
    let ProgramSpec { protocol: usual, file, args: _, accepts_answers: _ } = program(&folder.dir.join(file));
    Some(ProgramSpec { protocol: protocol.unwrap_or(usual), file, args, accepts_answers })
}

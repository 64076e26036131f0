//! `harness statement`: statements as pages to read in a browser or to print, in each of their
//! languages. It shows nothing that the statements do not say, and judges nothing.

use crate::args::CommonArgs;
use crate::completions;
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::exit::Exit;
use crate::last_run;
use crate::learn::course::steps;
use crate::limits;
use crate::screen::{from_here, say};
use crate::workspace::Workspace;
use clap::{Args, ValueHint};
use model::{Problem, ProblemId};
use package::draft;
use package::statement::{Section, Tongue};
use report::render::statement::{self, IndexEntry, Kind, Translation};
use report::text::phrase::count;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  harness statement nim                  one page, in each language that the problem has
  harness statement nim --lang zh        begin with Chinese; the page still has both
  harness statement -o sheets --task     all problems, without hints, proofs and traps

A page shows one language, or two side by side; a browser's print makes it a PDF. It needs no network and no script.";

/// Write statements as pages to read in a browser, in each of their languages
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StatementArgs {
    /// The problems [default: all that have a statement]
    #[arg(value_name = "PROBLEM", add = completions::filter())]
    problems: Vec<String>,
    /// Where the pages go [default: the folder of the last run's report]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
    /// The language that a page shows at first: en or zh
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: String,
    /// Leave out hints, proofs and traps, and where the problem comes from
    #[arg(long)]
    task: bool,
}

pub(crate) fn run(args: &StatementArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let workspace = limits::open(common)?;
    let Some(first) = Tongue::of_code(&args.lang) else {
        return Err(refused(format!("`{}` is not a language of statements; en and zh are", args.lang)));
    };
    let readme = workspace.home.text(&workspace.root.join("problems/README.md")).unwrap_or_default();
    let names: Vec<ProblemId> = workspace.catalog.problems.iter().map(|problem| problem.id.clone()).collect();
    let mut steps = steps(&readme, &names);
    if !args.problems.is_empty() {
        let named = args.problems.iter().map(|name| Ok(workspace.problem(name)?.problem.id.clone()));
        let named = named.collect::<Result<Vec<ProblemId>, CliError>>()?;
        steps.retain(|step| named.contains(&step.problem));
    }
    let folder = args.output.clone().unwrap_or_else(|| last_run::folder(&workspace.root).statements());
    fs::create_dir_all(&folder).or_cannot(format!("make {}", folder.display()))?;
    let mut entries = Vec::new();
    for step in &steps {
        let problem = workspace.problem(step.problem.as_str())?.problem;
        let texts = texts(&workspace, &problem, first)?;
        if texts.is_empty() {
            if !args.problems.is_empty() {
                return Err(refused(format!("{} has no statement.md", problem.id)));
            }
            continue;
        }
        let file = statement::file(problem.id.as_str());
        let page = page(&texts, args.task, (steps.len() > 1).then_some(statement::INDEX));
        draft::write(folder.join(&file), page)?;
        entries.push((file, problem, step.adds.as_deref().filter(|_| !args.task)));
    }
    let place = match &entries[..] {
        [] => return Err(refused("no problem here has a statement.md".to_owned()).of_kind(ErrorKind::NothingNamed)),
        [(file, ..)] if steps.len() == 1 => folder.join(file),
        _ => {
            let index = folder.join(statement::INDEX);
            let list: Vec<IndexEntry<'_>> =
                entries.iter().map(|(file, problem, adds)| entry(file, problem, *adds)).collect();
            draft::write(index.clone(), statement::index("Problems", &list))?;
            index
        }
    };
    say!("wrote {}: {}\n", count(entries.len(), "statement"), from_here(&place))?;
    Ok(Exit::AsExpected)
}

fn entry<'a>(file: &str, problem: &'a Arc<Problem>, adds: Option<&'a str>) -> IndexEntry<'a> {
    let titles = [Some(&*problem.title), problem.title_zh.as_deref()].into_iter().flatten().collect();
    IndexEntry { file: file.to_owned(), titles, adds }
}

/// A statement in one language.
struct Text {
    tongue: Tongue,
    title: String,
    markdown: String,
}

/// The problem's statements, the one in this language first.
fn texts(workspace: &Workspace, problem: &Problem, first: Tongue) -> Result<Vec<Text>, CliError> {
    let mut texts = Vec::new();
    for tongue in Tongue::ALL {
        let file = problem.dir.join(tongue.file());
        if !file.is_file() {
            continue;
        }
        let markdown = workspace.home.words(&file).or_cannot(format!("read {}", file.display()))?;
        let title = match tongue {
            Tongue::English => problem.title.clone(),
            Tongue::Chinese => problem.title_zh.clone().unwrap_or_else(|| problem.title.clone()),
        };
        texts.push(Text { tongue, title, markdown });
    }
    texts.sort_by_key(|text| text.tongue != first);
    Ok(texts)
}

fn page(texts: &[Text], task_only: bool, index: Option<&str>) -> String {
    let translation = |text: &'_ Text| -> (Tongue, Vec<(String, Kind)>) {
        let sections = sections(&text.markdown).into_iter();
        (text.tongue, sections.filter(|(_, kind)| !task_only || *kind == Kind::Task).collect())
    };
    let parts: Vec<(Tongue, Vec<(String, Kind)>)> = texts.iter().map(translation).collect();
    let translations: Vec<Translation<'_>> = parts
        .iter()
        .zip(texts)
        .map(|((tongue, sections), text)| Translation {
            code: tongue.code(),
            name: tongue.name(),
            title: &text.title,
            sections: sections.iter().map(|(markdown, kind)| statement::Section { markdown, kind: *kind }).collect(),
        })
        .collect();
    statement::page(&translations, index)
}

/// The statement's sections: each begins with a heading of the second level. What follows a section
/// that comes later, under a heading that is not known, comes later, too.
fn sections(markdown: &str) -> Vec<(String, Kind)> {
    let mut sections: Vec<(String, Kind)> = Vec::new();
    let mut is_code = false;
    for line in markdown.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let title = line.strip_prefix("## ").filter(|_| !is_code);
        let before = sections.last().map(|(_, kind)| *kind);
        let kind = title.map(|title| match (Section::of_heading(title), before) {
            (Some(Section::Hints), _) => Kind::Hints,
            (Some(section), _) if section.comes_later() => Kind::Later,
            (None, Some(Kind::Hints | Kind::Later)) => Kind::Later,
            (Some(_), _) | (None, Some(Kind::Task) | None) => Kind::Task,
        });
        match (kind, sections.last_mut()) {
            (None, Some((text, _))) => *text += &format!("{line}\n"),
            (kind, _) => sections.push((format!("{line}\n"), kind.unwrap_or(Kind::Task))),
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_divided_at_its_headings_and_what_gives_something_away_is_folded() {
        let text = "# Nim\n\nx\n\n```text\n## no\n```\n## Input\n\nn\n## Hints\n1. a\n## More\ny\n## Samples\nz\n";
        let found = sections(text);
        let heads: Vec<(&str, Kind)> = found.iter().map(|(text, kind)| (text.lines().next().unwrap(), *kind)).collect();
        let expected = [
            ("# Nim", Kind::Task),
            ("## Input", Kind::Task),
            ("## Hints", Kind::Hints),
            ("## More", Kind::Later),
            ("## Samples", Kind::Task),
        ];
        assert!(heads == expected);
        assert_eq!(found.iter().map(|(text, _)| text.as_str()).collect::<String>(), text);
    }
}

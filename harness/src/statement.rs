//! `harness statement`: statements as pages to read in a browser or to print, in each of their
//! languages. It shows nothing that the statements do not say, and judges nothing.

use crate::args::CommonArgs;
use crate::completions;
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::exit::Exit;
use crate::last_run;
use crate::limits;
use crate::screen::{from_here, say};
use clap::{Args, ValueHint};
use judge::StatementText;
use model::{Problem, ProblemId};
use package::draft;
use package::statement::{Part, Tongue, parts};
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
    let mut steps = workspace.steps();
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
        let texts = workspace.statements(&problem, first)?;
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

fn page(texts: &[StatementText], task_only: bool, index: Option<&str>) -> String {
    let translation = |text: &'_ StatementText| -> (Tongue, Vec<(String, Kind)>) {
        let sections = parts(&text.markdown).into_iter().map(|(markdown, part)| (markdown, kind(part)));
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

fn kind(part: Part) -> Kind {
    match part {
        Part::Task => Kind::Task,
        Part::Hints => Kind::Hints,
        Part::Later => Kind::Later,
    }
}

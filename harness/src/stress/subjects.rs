//! Who is compared with whom, and on what: from the command line.

use super::StressArgs;
use crate::answers;
use crate::anywhere::Anywhere;
use crate::args::{CommonArgs, SelectArgs};
use crate::config;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::screen;
use crate::workspace::{Named, Workspace};
use engine::build::Languages;
use engine::plan::TimeFactor;
use engine::run::{Grammar, is_grammar};
use lab::arguments::Arguments;
use lab::source::Source;
use model::{Diagnostic, Judging, Languages as _, Only, Problem, Severity, Solution};
use package::detect::Kind;
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a hunt needs to know.
pub(super) struct Subjects {
    pub problem: Arc<Problem>,
    /// The first gives the answers.
    pub right: Vec<Arc<Solution>>,
    pub suspects: Vec<Arc<Solution>>,
    pub source: Source,
    /// What inputs are made of, for people.
    pub source_name: String,
    pub grammar: Option<Grammar>,
    pub reference_in_time: bool,
    /// See [`lab::hunt::Hunt::weak`].
    pub weak: BTreeSet<usize>,
    /// Where it was called, outside of any workspace.
    pub folder: Option<PathBuf>,
}

/// # Errors
/// When there is nothing to compare, nobody to compare with, or no way to make an input.
pub(super) fn find(args: &StressArgs, common: &CommonArgs) -> Result<(Workspace, Subjects), CliError> {
    let home = env::current_dir().or_cannot("stay in a folder that is gone")?;
    let are_files = args.what.iter().all(|name| home.join(name).is_file());
    let workspace = match Workspace::open(common) {
        // Programs and tests of no format: what is named is meant, and nothing else there.
        Ok(workspace) if are_files && Kind::of(&workspace.root).is_none() => return of_files(args, common, &home),
        Ok(workspace) => workspace,
        Err(_) if are_files => return of_files(args, common, &home),
        Err(error) => return Err(error),
    };
    match of_workspace(args, &workspace, &home) {
        Err(CliError::Selection { .. }) if are_files && common.root.is_none() => of_files(args, common, &home),
        Err(error) => Err(error),
        Ok(subjects) => Ok((workspace, subjects)),
    }
}

fn of_workspace(args: &StressArgs, workspace: &Workspace, home: &Path) -> Result<Subjects, CliError> {
    let (named, chosen) = match &args.what[..] {
        [one] if !one.contains('/') && workspace.problem(one).is_ok() => (workspace.problem(one)?, None),
        filters => {
            let select = SelectArgs { filters: filters.to_vec(), tests: Vec::new() };
            let plan = workspace.plan(&select, TimeFactor::default())?;
            let problem = &plan.solutions[0].problem;
            if plan.solutions.iter().any(|planned| planned.problem.id != problem.id) {
                return Err(refused("solutions of one problem can be compared, and these are of several"));
            }
            let chosen: Vec<Arc<Solution>> = plan.solutions.iter().map(|p| Arc::clone(&p.solution)).collect();
            (workspace.problem(problem.id.as_str())?, Some(chosen))
        }
    };
    let reference = reference(args, &named, chosen.as_deref())?;
    let right: Vec<Arc<Solution>> =
        named.solutions.iter().filter(|solution| answers::should_be_right(solution)).cloned().collect();
    let is_chosen = |solution: &Solution| chosen.iter().flatten().any(|chosen| chosen.id == solution.id);
    let suspects: Vec<Arc<Solution>> = match &chosen {
        Some(chosen) => chosen.iter().filter(|solution| solution.id != reference.id).cloned().collect(),
        None => right.iter().filter(|solution| solution.id != reference.id).cloned().collect(),
    };
    if suspects.is_empty() {
        return Err(refused(format!("there is nothing to compare {} with", reference.id)).with_hint(format!(
            "write a second solution by another method (`harness new` makes a brute force), or name one: `harness stress {}/LABEL`",
            named.problem.id
        )));
    }
    // Who is named has to bear every input.
    let may_fail = |suspect: &Solution| chosen.is_none() && is_weak(suspect);
    let weak = suspects.iter().enumerate().filter(|(_, suspect)| may_fail(suspect)).map(|(at, _)| at).collect();
    let others = right.into_iter().filter(|other| other.id != reference.id && (chosen.is_none() || !is_chosen(other)));
    let reference_in_time = args.against.is_none() && reference.expectation.is_accepted();
    let confirming: Vec<Arc<Solution>> = if chosen.is_none() { suspects.clone() } else { others.collect() };
    let grammar = grammar_of(&named.problem)?;
    let (source, source_name) = match (&args.input, &named.problem.generator, &grammar) {
        (Some(input), ..) => source(&home.join(input), args, &workspace.languages)?,
        (None, Some(generator), _) if !args.arguments.is_empty() => {
            (generated(generator, args)?, format!("{} {}", workspace.relative(generator), args.arguments.join(" ")))
        }
        (None, _, Some((file, grammar))) => (Source::Grammar(grammar.clone()), workspace.relative(file)),
        (None, Some(generator), None) => {
            let hint = format!(
                "say how {} is called: `harness stress {} -- --n {{1..6}} --seed {{seed}}`; or write {}/input.ctd, a grammar of the input",
                workspace.relative(generator),
                args.what[0],
                workspace.relative(&named.problem.dir)
            );
            return Err(
                refused(format!("nothing says what an input of {} looks like", named.problem.id)).with_hint(hint)
            );
        }
        (None, None, None) => {
            let hint = format!(
                "write {}/input.ctd, a grammar of the input (docs/setting.md), or name one: --input FILE",
                workspace.relative(&named.problem.dir)
            );
            return Err(
                refused(format!("nothing says what an input of {} looks like", named.problem.id)).with_hint(hint)
            );
        }
    };
    Ok(Subjects {
        problem: Arc::clone(&named.problem),
        right: [reference].into_iter().chain(confirming).collect(),
        suspects,
        source,
        source_name,
        grammar: grammar.map(|(_, grammar)| grammar),
        reference_in_time,
        weak,
        folder: None,
    })
}

/// The solution whose word counts.
fn reference(args: &StressArgs, named: &Named, chosen: Option<&[Arc<Solution>]>) -> Result<Arc<Solution>, CliError> {
    let all = || named.solutions.iter();
    let Some(wanted) = &args.against else {
        let is_chosen = |solution: &Solution| chosen.into_iter().flatten().any(|chosen| chosen.id == solution.id);
        let model = answers::model(named)?;
        // Who stresses the model solution wants another one's word.
        let other = || all().find(|other| answers::should_be_right(other) && !is_chosen(other));
        return Ok(Arc::clone(if is_chosen(model) { other().unwrap_or(model) } else { model }));
    };
    let here = env::current_dir().unwrap_or_default().join(wanted);
    let fits = |solution: &&Arc<Solution>| {
        let id = solution.id.to_string();
        let short = id.strip_prefix(&format!("{}/", named.problem.id)).unwrap_or(&id).to_owned();
        let stem = short.rsplit_once('.').map_or(short.as_str(), |(stem, _)| stem);
        [id.as_str(), &short, stem].contains(&wanted.as_str())
            || wanted
                .rsplit_once('/')
                .is_some_and(|(problem, label)| problem == named.problem.id.as_str() && label == stem)
            || solution.path == here
    };
    all().find(fits).cloned().ok_or_else(|| {
        let known: Vec<String> = all().map(|solution| solution.id.to_string()).collect();
        refused(format!("no solution of {} is named `{wanted}`", named.problem.id))
            .with_hint(format!("there are {}", report::text::phrase::names(&known, 8)))
            .with_exit(Exit::NothingSelected)
    })
}

/// Whether a solution is right and need not be fast, as a brute force.
fn is_weak(solution: &Solution) -> bool {
    !solution.expectation.is_accepted()
        || solution.only != Only::default()
        || solution.id.label.as_deref().is_some_and(|label| label.starts_with("brute"))
}

/// The first of the problem's grammars, with its file.
fn grammar_of(problem: &Problem) -> Result<Option<(PathBuf, Grammar)>, CliError> {
    let Some(file) = problem.validators.iter().find(|file| is_grammar(file)) else { return Ok(None) };
    Ok(Some((file.clone(), read(file)?)))
}

fn read(file: &Path) -> Result<Grammar, CliError> {
    let shown = screen::from_here(file);
    Grammar::read(file).map_err(|mistake| {
        let found = Diagnostic {
            severity: Severity::Error,
            title: mistake.title,
            path: PathBuf::from(&shown),
            snippet: mistake.snippet,
            hint: None,
        };
        refused(format!("{shown} is no grammar of an input")).with_diagnostics(&[found])
    })
}

/// What `--input` means.
fn source(path: &Path, args: &StressArgs, languages: &Languages) -> Result<(Source, String), CliError> {
    let shown = screen::from_here(path);
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if !path.exists() {
        return Err(refused(format!("there is no file {shown}")).with_exit(Exit::NothingSelected));
    }
    if is_grammar(path) {
        return Ok((Source::Grammar(read(path)?), shown));
    }
    if path.is_file() && languages.of_extension(extension).is_some() {
        return Ok((generated(path, args)?, shown));
    }
    let mut files = vec![path.to_owned()];
    if path.is_dir() {
        let entries = fs::read_dir(path).or_cannot(format!("read {shown}"))?;
        files = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|file| file.is_file()).collect();
        files.retain(|file| !["ans", "out", "a"].iter().any(|end| file.extension().is_some_and(|e| e == *end)));
        files.sort();
    }
    let read = |file: &PathBuf| fs::read(file).map(Arc::from).or_cannot(format!("read {}", file.display()));
    let inputs: Vec<Arc<[u8]>> = files.iter().map(read).collect::<Result<_, _>>()?;
    Ok((Source::Given(inputs), shown))
}

fn generated(file: &Path, args: &StressArgs) -> Result<Source, CliError> {
    let text = if args.arguments.is_empty() { "{seed}".to_owned() } else { args.arguments.join(" ") };
    let arguments = Arguments::parse(&text).map_err(|mistake| {
        let refused = refused(format!("the generator's arguments: {}", mistake.title));
        match mistake.hint {
            Some(hint) => refused.with_hint(hint),
            None => refused.with_hint(mistake.label),
        }
    })?;
    Ok(Source::Generator { file: file.to_owned(), arguments })
}

/// Programs in any folder.
fn of_files(args: &StressArgs, common: &CommonArgs, home: &Path) -> Result<(Workspace, Subjects), CliError> {
    let screen = common.screen();
    let languages = config::languages(&config::load(None)?)?;
    let at = Anywhere { rules: &args.rules, screen: &screen, home, languages: &languages };
    let mut programs: Vec<PathBuf> = args.what.iter().map(|name| home.join(name)).collect();
    let against = match &args.against {
        Some(file) => Some(home.join(file)),
        None => beside(home, "brute", &languages),
    };
    // Without a word about who is right, the first program is compared with the others.
    let (mut all, against_is_known) = match against.filter(|file| !programs.contains(file)) {
        Some(file) if !file.is_file() => {
            return Err(refused(format!("there is no file {}", file.strip_prefix(home).unwrap_or(&file).display()))
                .with_exit(Exit::NothingSelected));
        }
        Some(file) => (vec![file], true),
        None => (Vec::new(), false),
    };
    all.append(&mut programs);
    if all.len() < 2 {
        return Err(refused("there is nobody to compare it with")
            .with_hint("name a program that is right, however slow: --against brute.py"));
    }
    for program in &all {
        at.language_of(program)?;
    }
    // The problem is called as what is tried.
    let mut named = all.clone();
    named.rotate_left(usize::from(against_is_known));
    let mut workspace = at.workspace("stress", &named, &[])?;
    let problem = Arc::make_mut(&mut workspace.catalog.problems[0]);
    if let Judging::Checker(spec) = &mut problem.judging {
        // Here every answer is an output.
        spec.accepts_answers = true;
    }
    let problem = Arc::clone(&workspace.catalog.problems[0]);
    let of = |file: &PathBuf| workspace.catalog.solutions.iter().find(|solution| solution.path == *file).cloned();
    let solutions: Vec<Arc<Solution>> = all.iter().filter_map(of).collect();
    let input = args.input.as_ref().map(|input| home.join(input));
    let input = input.or_else(|| a_grammar(home)).or_else(|| beside(home, "gen", &languages)).ok_or_else(|| {
        refused("nothing says what an input looks like")
            .with_hint("write a grammar of it (docs/setting.md) or a generator: --input in.ctd, --input gen.py")
    })?;
    let (source, source_name) = source(&input, args, &languages)?;
    let grammar = a_grammar(home).filter(|file| *file != input).map(|file| read(&file));
    let subjects = Subjects {
        problem,
        right: vec![Arc::clone(&solutions[0])],
        suspects: solutions[1..].to_vec(),
        source,
        source_name,
        grammar: grammar.transpose()?,
        reference_in_time: !against_is_known,
        weak: BTreeSet::new(),
        folder: Some(home.to_owned()),
    };
    Ok((workspace, subjects))
}

/// The program of this name in the folder, where there is exactly one.
fn beside(home: &Path, stem: &str, languages: &Languages) -> Option<PathBuf> {
    let mut found = files(home).filter(|file| {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        file.file_stem().is_some_and(|name| name == stem) && languages.of_extension(extension).is_some()
    });
    found.next().filter(|_| found.next().is_none())
}

/// The grammar in the folder, where there is exactly one.
fn a_grammar(home: &Path) -> Option<PathBuf> {
    let mut found = files(home).filter(|file| is_grammar(file));
    found.next().filter(|_| found.next().is_none())
}

fn files(home: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(home).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file())
}

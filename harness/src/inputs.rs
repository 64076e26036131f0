//! The source of the inputs that `stress`, `mutate` and `strengthen` try: the named one, else the
//! grammar, else the generator.

use crate::args::InputArgs;
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::screen;
use crate::workspace::Workspace;
use engine::build::Languages;
use engine::run::{Grammar, is_grammar};
use lab::arguments::{self, Arguments};
use lab::source::Source;
use model::{Diagnostic, Languages as _, Problem, Severity};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What inputs are made from.
pub(crate) struct Inputs {
    pub source: Source,
    /// The name shown to people.
    pub name: String,
    /// What inputs look like, if the source does not say so.
    pub grammar: Option<Grammar>,
    /// The inputs depend on these files and on `words`.
    pub files: Vec<PathBuf>,
    pub words: Vec<String>,
    /// Whether the command line names them; otherwise they are the problem's own.
    pub are_named: bool,
}

impl Inputs {
    fn of(source: Source, name: String, files: Vec<PathBuf>) -> Inputs {
        Inputs { source, name, grammar: None, files, words: Vec::new(), are_named: true }
    }

    pub(crate) fn grammar(&self) -> Option<&Grammar> {
        match &self.source {
            Source::Grammar(grammar) => Some(grammar),
            Source::Generator { .. } | Source::Given(_) => self.grammar.as_ref(),
        }
    }
}

/// The named source, else the problem's grammar, else its generator. `None` if nothing describes an
/// input; [`nothing`] is the error for that.
///
/// # Errors
/// When the named source or the grammar cannot be used.
pub(crate) fn of_problem(
    workspace: &Workspace,
    problem: &Problem,
    args: &InputArgs,
) -> Result<Option<Inputs>, CliError> {
    let grammar = grammar_of(problem)?;
    if let Some(input) = &args.input {
        let home = env::current_dir().or_cannot("stay in a folder that is gone")?;
        let inputs = of_file(&home.join(input), args, &workspace.languages)?;
        return Ok(Some(Inputs { grammar: grammar.map(|(_, grammar)| grammar), ..inputs }));
    }
    match (&problem.generator, grammar) {
        (Some(generator), grammar) if !args.arguments.is_empty() => {
            let name = format!("{} {}", workspace.relative(generator), args.arguments.join(" "));
            let grammar = grammar.map(|(_, grammar)| grammar);
            Ok(Some(Inputs { grammar, ..of_generator(generator, name, args)? }))
        }
        (None, _) if !args.arguments.is_empty() => {
            Err(refused(format!("{} has no generator that could take arguments", problem.id))
                .with_hint("leave out what is behind `--`, or name a generator: --input gen.py"))
        }
        (_, Some((file, grammar))) => {
            let inputs = Inputs::of(Source::Grammar(grammar), workspace.relative(&file), vec![file]);
            Ok(Some(Inputs { are_named: false, ..inputs }))
        }
        (Some(generator), None) => Ok(of_table(workspace, problem, generator)),
        (None, None) => Ok(None),
    }
}

/// Inputs like those that the problem's `[generate]` table describes.
fn of_table(workspace: &Workspace, problem: &Problem, generator: &Path) -> Option<Inputs> {
    let lines: Vec<&[String]> = problem.generate.iter().map(|(_, line)| line.as_slice()).collect();
    let all = arguments::like(&lines);
    (!all.is_empty()).then(|| {
        let words = all.iter().map(ToString::to_string).collect();
        let name = format!("{}, called as for the tests", workspace.relative(generator));
        let source = Source::Generator { file: generator.to_owned(), arguments: all };
        Inputs { words, are_named: false, ..Inputs::of(source, name, vec![generator.to_owned()]) }
    })
}

/// The error that nothing describes an input of the problem. `command`: the call, such as `stress
/// nim`.
pub(crate) fn nothing(workspace: &Workspace, problem: &Problem, command: &str) -> CliError {
    let grammar = workspace.relative(&problem.dir.join("input.ctd"));
    let hint = match &problem.generator {
        Some(generator) => format!(
            "say how {} is called: `harness {command} -- --n {{1..6}} --seed {{seed}}`; or write {grammar}, a grammar of the input",
            workspace.relative(generator)
        ),
        None => format!("write {grammar}, a grammar of the input (docs/setting.md), or name one: --input FILE"),
    };
    refused(format!("nothing says what an input of {} looks like", problem.id)).with_hint(hint)
}

/// The first of the problem's grammars, with its file.
fn grammar_of(problem: &Problem) -> Result<Option<(PathBuf, Grammar)>, CliError> {
    let all = problem.validators.iter().filter(|file| is_grammar(file)).cloned();
    // In a package this file is not a validator, but it may exist all the same.
    let Some(file) = all.chain([problem.dir.join("input.ctd")]).find(|file| file.is_file()) else { return Ok(None) };
    let grammar = read(&file)?;
    Ok(Some((file, grammar)))
}

/// # Errors
/// When the file cannot be read, or is not a grammar.
pub(crate) fn read(file: &Path) -> Result<Grammar, CliError> {
    let display = screen::from_here(file);
    Grammar::read(file).map_err(|mistake| {
        let found = Diagnostic {
            severity: Severity::Error,
            title: mistake.title,
            path: PathBuf::from(&display),
            snippet: mistake.snippet,
            hint: None,
        };
        refused(format!("{display} is not a grammar of an input")).with_diagnostics(&[found])
    })
}

/// The source that `--input` names.
///
/// # Errors
/// When there is no such file, or it cannot be used.
pub(crate) fn of_file(path: &Path, args: &InputArgs, languages: &Languages) -> Result<Inputs, CliError> {
    let display = screen::from_here(path);
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if !path.exists() {
        return Err(refused(format!("there is no file {display}")).of_kind(ErrorKind::NothingNamed));
    }
    if is_grammar(path) {
        return Ok(Inputs::of(Source::Grammar(read(path)?), display, vec![path.to_owned()]));
    }
    if path.is_file() && languages.of_extension(extension).is_some() {
        return of_generator(path, display, args);
    }
    let mut files = vec![path.to_owned()];
    if path.is_dir() {
        let entries = fs::read_dir(path).or_cannot(format!("read {display}"))?;
        files = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|file| file.is_file()).collect();
        // Beside the inputs lie answers, and in a plain folder programs and a grammar.
        files.retain(|file| {
            let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            !["ans", "out", "a"].contains(&extension)
                && languages.of_extension(extension).is_none()
                && !is_grammar(file)
        });
        files.sort();
    }
    let read = |file: &PathBuf| fs::read(file).map(Arc::from).or_cannot(format!("read {}", file.display()));
    let given: Vec<Arc<[u8]>> = files.iter().map(read).collect::<Result<_, _>>()?;
    Ok(Inputs::of(Source::Given(given), display, files))
}

/// A generator with the arguments after `--`.
fn of_generator(file: &Path, name: String, args: &InputArgs) -> Result<Inputs, CliError> {
    let text = if args.arguments.is_empty() { "{seed}".to_owned() } else { args.arguments.join(" ") };
    let arguments = Arguments::parse(&text).map_err(|mistake| {
        let refused = refused(format!("the generator's arguments: {}", mistake.title));
        match mistake.hint {
            Some(hint) => refused.with_hint(hint),
            None => refused.with_hint(mistake.label),
        }
    })?;
    let source = Source::Generator { file: file.to_owned(), arguments: vec![arguments] };
    Ok(Inputs { words: vec![text], ..Inputs::of(source, name, vec![file.to_owned()]) })
}

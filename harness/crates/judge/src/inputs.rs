//! The source of the inputs that the laboratory tries: the named one, else the grammar, else the
//! generator, and beside one that is not named, edits of the tests.

use crate::error::{Error, OrCannot as _, refused};
use crate::missing::no_file;
use crate::places::typed;
use crate::workspace::Workspace;
use engine::build::Languages;
use engine::run::{Grammar, is_grammar};
use lab::arguments::{self, Arguments};
use lab::edit::Validity;
use lab::hunt::{Bounds, Hunt, Until};
use lab::source::{Corpus, Source, words_of};
use model::{Diagnostic, GRAMMAR, Languages as _, Problem, Severity, Solution, Test};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The most bytes of an input that is named.
const LARGEST: u64 = 256 << 20;

/// The most bytes of a test that is edited, and the most tests.
const EDITED_BYTES: u64 = 64 << 10;
const EDITED: usize = 64;

/// How long making one find small may take.
const SHRINK: Duration = Duration::from_secs(5);

/// What a call says of the source of inputs.
#[derive(Clone, Debug, Default)]
pub struct InputRequest {
    /// The folder of the call, absolute.
    pub here: PathBuf,
    /// A grammar, a generator, an input or a folder of inputs; `None`: the problem's own.
    pub input: Option<PathBuf>,
    /// Arguments of the generator.
    pub arguments: Vec<String>,
}

/// What inputs are made from.
#[derive(Default)]
pub struct Inputs {
    /// Makes one input after another; `None`: there are only edits.
    pub source: Option<Source>,
    /// The tests that are edited.
    pub corpus: Corpus,
    /// The name shown to people.
    pub name: String,
    /// What inputs look like, if the source does not say so.
    pub grammar: Option<Grammar>,
    /// The inputs depend on these files and on `words`.
    pub files: Vec<PathBuf>,
    /// The generator's arguments, and whatever else decides the inputs.
    pub words: Vec<String>,
    /// Whether the call names them; otherwise they are the problem's own.
    pub are_named: bool,
}

impl Inputs {
    fn of(source: Source, name: String, files: Vec<PathBuf>) -> Inputs {
        Inputs { source: Some(source), name, files, are_named: true, ..Inputs::default() }
    }

    /// Edits of tests. `None` if there are no tests.
    pub(crate) fn edits(corpus: Corpus) -> Option<Inputs> {
        let name = match corpus.validity {
            Validity::Checked => "edits of the tests",
            Validity::Unchecked => "edits of the tests, unchecked",
        };
        (!corpus.inputs.is_empty()).then(|| Inputs { corpus, name: name.to_owned(), ..Inputs::default() })
    }

    /// A hunt on these inputs, which ends with the first find.
    pub(crate) fn hunt(&self, problem: &Arc<Problem>, right: Vec<Arc<Solution>>, suspects: Vec<Arc<Solution>>) -> Hunt {
        Hunt {
            problem: Arc::clone(problem),
            right,
            suspects,
            source: self.source.clone(),
            corpus: self.corpus.clone(),
            grammar: self.grammar.clone(),
            seed: 1,
            from: 0,
            bounds: Bounds::default(),
            until: Until::First,
            shrink: SHRINK,
            reference_in_time: false,
            clearly_slow: true,
            weak: BTreeSet::new(),
        }
    }

    /// Whether only a person can say that one of these inputs is valid.
    pub fn are_unchecked(&self) -> bool {
        self.corpus.validity == Validity::Unchecked
    }
}

impl Workspace {
    /// The named source, else the problem's grammar, else its generator, and edits of its tests
    /// where a validator says which are valid. `None` if nothing describes an input;
    /// [`Workspace::no_inputs`] is the error for that.
    ///
    /// # Errors
    /// When the named source or the grammar cannot be used.
    pub fn inputs(&self, problem: &Problem, request: &InputRequest) -> Result<Option<Inputs>, Error> {
        let grammar = grammar_of(problem, &request.here)?;
        if request.input.is_some() {
            let inputs = request.named(&self.languages)?;
            return Ok(inputs.map(|inputs| Inputs { grammar: grammar.map(|(_, grammar)| grammar), ..inputs }));
        }
        let arguments = &request.arguments;
        match (&problem.generator, grammar) {
            (Some(generator), grammar) if !arguments.is_empty() => {
                let name = format!("{} {}", self.relative(generator), arguments.join(" "));
                let grammar = grammar.map(|(_, grammar)| grammar);
                Ok(Some(Inputs { grammar, ..of_generator(generator, name, arguments)? }))
            }
            (None, _) if !arguments.is_empty() => {
                Err(refused(format!("{} has no generator that could take arguments", problem.id))
                    .with_hint("leave the arguments out, or name a generator"))
            }
            (_, Some((file, grammar))) => {
                let inputs = Inputs::of(Source::Grammar(grammar), self.relative(&file), vec![file]);
                Ok(Some(Inputs { are_named: false, corpus: self.corpus(problem), ..inputs }))
            }
            (generator, None) => {
                let corpus = self.corpus(problem);
                let made = generator.as_ref().and_then(|generator| self.as_for_tests(problem, generator));
                match made {
                    Some(made) => Ok(Some(Inputs { corpus, ..made })),
                    None => Ok(Inputs::edits(corpus)),
                }
            }
        }
    }

    /// The tests of a problem, for edits: none without a validator, which says which are valid.
    fn corpus(&self, problem: &Problem) -> Corpus {
        if problem.validators.is_empty() {
            return Corpus::default();
        }
        let is_right = |one: &&Arc<Solution>| one.id.problem == problem.id && one.expectation.is_accepted();
        let right = self.catalog.solutions.iter().filter(is_right);
        let words = words_of(right.filter_map(|solution| beneath::read_to_string(&solution.path).ok()));
        Corpus { inputs: short_inputs(&problem.tests), validity: Validity::Checked, words }
    }

    /// Inputs like those that the problem's `[generate]` table describes.
    fn as_for_tests(&self, problem: &Problem, generator: &Path) -> Option<Inputs> {
        let lines: Vec<&[String]> = problem.generate.iter().map(|(_, line)| line.as_slice()).collect();
        let all = arguments::like(&lines);
        (!all.is_empty()).then(|| {
            let words = all.iter().map(ToString::to_string).collect();
            let name = format!("{}, called as for the tests", self.relative(generator));
            let source = Source::Generator { file: generator.to_owned(), arguments: all };
            Inputs { words, are_named: false, ..Inputs::of(source, name, vec![generator.to_owned()]) }
        })
    }

    /// The error that nothing describes an input of the problem.
    pub fn no_inputs(&self, problem: &Problem) -> Error {
        let grammar = self.relative(&problem.dir.join(GRAMMAR));
        let hint = match &problem.generator {
            Some(generator) => format!(
                "say with which arguments {} is called, such as `{{1..6}} {{seed}}`; or write {grammar}, a grammar of the input",
                self.relative(generator)
            ),
            None => format!("write a validator, or {grammar}, a grammar of the input (docs/grammar.md), or name one"),
        };
        refused(format!("nothing says what an input of {} looks like", problem.id)).with_hint(hint)
    }
}

impl InputRequest {
    /// The source that is named. `None`: none is.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be used.
    pub(crate) fn named(&self, languages: &Languages) -> Result<Option<Inputs>, Error> {
        let Some(input) = &self.input else { return Ok(None) };
        let path = &self.here.join(input);
        let display = typed(path, &self.here);
        if !path.exists() {
            return Err(no_file(&display, path));
        }
        if is_grammar(path) {
            let grammar = read_grammar(path, &self.here)?;
            return Ok(Some(Inputs::of(Source::Grammar(grammar), display, vec![path.clone()])));
        }
        let is_program = |file: &Path| languages.of_file(file).is_some();
        if path.is_file() && is_program(path) {
            return of_generator(path, display, &self.arguments).map(Some);
        }
        let mut files = vec![path.clone()];
        if path.is_dir() {
            let entries = fs::read_dir(path).or_cannot(format!("read {display}"))?;
            files = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|file| file.is_file()).collect();
            // Beside the inputs lie answers, and in a plain folder programs and a grammar.
            files.retain(|file| {
                !["ans", "out", "a"].contains(&extension(file)) && !is_program(file) && !is_grammar(file)
            });
            files.sort();
        }
        // A file that is named may be a pipe: `<(python3 gen.py)`.
        let bytes = |file: &PathBuf| match file == path {
            true => beneath::read_named(file, LARGEST),
            false => beneath::read(file),
        };
        let read = |file: &PathBuf| bytes(file).map(Arc::from).or_cannot(format!("read {}", file.display()));
        let given: Vec<Arc<[u8]>> = files.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Some(Inputs::of(Source::Given(given), display, files)))
    }
}

/// Edits of these tests for a problem without a validator. `None`: there are no tests, or their
/// inputs are for an interactor.
pub(crate) fn unchecked(problem: &Problem, tests: &[Arc<Test>]) -> Option<Inputs> {
    let corpus = Corpus { inputs: short_inputs(tests), words: Vec::new(), validity: Validity::Unchecked };
    Inputs::edits(corpus).filter(|_| problem.validators.is_empty() && !problem.is_dialogue())
}

fn short_inputs(tests: &[Arc<Test>]) -> Vec<Arc<[u8]>> {
    let is_short = |test: &&Arc<Test>| fs::metadata(&test.input).is_ok_and(|it| it.len() <= EDITED_BYTES);
    let inputs = tests.iter().filter(is_short).take(EDITED).filter_map(|test| beneath::read(&test.input).ok());
    inputs.map(Arc::from).collect()
}

fn extension(file: &Path) -> &str {
    file.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// The first of the problem's grammars, with its file.
fn grammar_of(problem: &Problem, here: &Path) -> Result<Option<(PathBuf, Grammar)>, Error> {
    let all = problem.validators.iter().filter(|file| is_grammar(file)).cloned();
    // In a package this file is not a validator, but it may exist all the same.
    let Some(file) = all.chain([problem.dir.join(GRAMMAR)]).find(|file| file.is_file()) else { return Ok(None) };
    let grammar = read_grammar(&file, here)?;
    Ok(Some((file, grammar)))
}

/// # Errors
/// When the file cannot be read, or is not a grammar.
pub(crate) fn read_grammar(file: &Path, here: &Path) -> Result<Grammar, Error> {
    let display = typed(file, here);
    Grammar::read(file).map_err(|mistake| {
        // Once in words, and once with its place.
        let title = format!("{display} is not a grammar of an input: {}", mistake.title);
        let found = Diagnostic {
            severity: Severity::Error,
            title: title.clone(),
            path: PathBuf::from(&display),
            snippet: mistake.snippet,
            hint: None,
        };
        refused(title).with_diagnostics(&[found])
    })
}

/// A generator with these arguments.
fn of_generator(file: &Path, name: String, arguments: &[String]) -> Result<Inputs, Error> {
    let text = if arguments.is_empty() { "{seed}".to_owned() } else { arguments.join(" ") };
    let arguments = Arguments::parse(&text).map_err(|mistake| {
        refused(format!("the generator's arguments: {}", mistake.title))
            .with_hint(mistake.hint.unwrap_or(mistake.label))
    })?;
    let source = Source::Generator { file: file.to_owned(), arguments: vec![arguments] };
    Ok(Inputs { words: vec![text], ..Inputs::of(source, name, vec![file.to_owned()]) })
}

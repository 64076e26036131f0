//! The calls that judge again what a call has judged, for people to paste and for keys of a watch:
//! the options as they came in, and words that mean the same program and nothing else.

use crate::args::CommonArgs;
use crate::screen::own_name;
use crate::typed_options::option;
use crate::workspace::Workspace;
use ::judge::Files;
use ::judge::places::typed;
use judge::model::shell;
use judge::{Plan, Settings};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What chooses tests, or says how a run is shown and where it is reported. Another run of one test
/// chooses itself, and must not replace the report.
const OF_ONE_RUN: [&str; 12] =
    ["all", "debug", "fail_fast", "failed", "inputs", "jobs", "quiet", "reports", "shard", "tests", "verbose", "watch"];

/// A call of this program with these words, ready for a shell.
pub(crate) fn text(words: &[String]) -> String {
    let words = words.iter().map(|word| shell::word(word));
    std::iter::once(own_name().to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A word as it is typed: what looks like an option is a file.
fn written(word: &str) -> String {
    if word.starts_with('-') { format!("./{word}") } else { word.to_owned() }
}

/// Calls, ready for a shell.
pub(crate) struct Calls {
    /// The folder in which they mean what they say.
    here: PathBuf,
    /// Judges all of it.
    pub all: String,
    /// Judges one solution, by its name. One that is meant by its path is not there unless it is
    /// named.
    solutions: BTreeMap<String, String>,
}

impl Calls {
    /// For the solutions of `plan`, which is one of the place that is open.
    pub(crate) fn of_plan(common: &CommonArgs, workspace: &Workspace, here: &Path, plan: &Plan) -> Calls {
        let root = workspace.screen.root.iter().flat_map(|root| option("root", &typed(root, here)));
        let options: Vec<String> = root.chain(Calls::options(common)).collect();
        let (mut all, mut solutions) = (options.clone(), BTreeMap::new());
        for solution in plan.solutions.iter().map(|planned| &planned.solution) {
            let (name, word) = (solution.id.to_string(), written(&workspace.word_for(solution, here)));
            all.extend((name != word).then(|| word.clone()));
            solutions.insert(name, text(&[&options[..], &[word]].concat()));
        }
        Calls { here: here.to_owned(), all: text(&all), solutions }
    }

    /// For submissions of a class, of which none is judged alone: `words` judge the class.
    pub(crate) fn of_class(common: &CommonArgs, here: &Path, words: [&str; 2]) -> Calls {
        let options = common.options.without(&["csv", "html", "json", "quiet", "jobs", "shard"]);
        let [command, folder] = words.map(|word| vec![word.to_owned()]);
        Calls { here: here.to_owned(), all: text(&[command, options, folder].concat()), solutions: BTreeMap::new() }
    }

    /// For programs that belong to no problem. `words`: those of the call. `programs`: what each
    /// solution is called, and its program.
    pub(crate) fn of_files<'a>(
        common: &CommonArgs,
        here: &Path,
        words: &[String],
        files: &Files,
        programs: impl Iterator<Item = (String, &'a Path)>,
    ) -> Calls {
        let root = common.root.iter().flat_map(|root| option("root", &root.to_string_lossy()));
        let options: Vec<String> = root.chain(Calls::options(common)).collect();
        let call = |words: &[String]| {
            let words: Vec<String> = words.iter().map(|word| written(word)).collect();
            text(&[&options[..], &words].concat())
        };
        let is_one = files.programs.len() == 1;
        let of = |program: &Path| {
            if is_one && !(words.is_empty() && files.making.command.is_none()) {
                return call(words);
            }
            let typed_so = words.iter().find(|word| here.join(word) == *program).cloned();
            let program = typed_so.unwrap_or_else(|| typed(program, here));
            let tests = files.tests.iter().map(|test| typed(test, here));
            call(&std::iter::once(program).chain(tests).collect::<Vec<_>>())
        };
        let solutions: BTreeMap<_, _> = programs.map(|(name, program)| (name, of(program))).collect();
        let first = solutions.values().next().filter(|_| words.is_empty());
        let all = first.cloned().unwrap_or_else(|| call(words));
        Calls { here: here.to_owned(), all, solutions }
    }

    fn options(common: &CommonArgs) -> Vec<String> {
        common.options.without(&[&OF_ONE_RUN[..], &["root"]].concat())
    }

    /// The settings of a run that names these calls.
    pub(crate) fn settings(&self, settings: Settings) -> Settings {
        let folder = Some(self.here.to_string_lossy().into_owned());
        Settings { command: self.all.clone(), folder, calls: self.solutions.clone(), ..settings }
    }
}

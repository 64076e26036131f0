//! Adds the tests of `generators.yaml` that `data/` lacks: those that are written out or copied at
//! once, generated ones once they are made.
//!
//! Nothing is written into the package: texts lie in the caller's folder, beside what is made.

use crate::diagnostics::{Report, count_tests};
use crate::kattis::Package;
use crate::kattis::data::{Data, DataCase};
use crate::kattis::generators::{Generators, Rule};
use crate::kattis::programs::Program;
use crate::kattis::stage::Stage;
use crate::making::{Files, MadeFolder};
use crate::tree::files_below;
use model::{Call, Diagnostic, GeneratorOutput, Key, Recipe, TestId};
use std::io;
use std::path::{Path, PathBuf};

/// What the package holds once its tests are filled in.
pub struct FilledPackage {
    /// Includes the tests that exist.
    pub data: Data,
    /// The tests that do not exist, with everything said about them.
    pub unmade: Vec<(Recipe, DataCase)>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Fills the tests of `file` into the package of `stage`.
pub fn fill(stage: &Stage<'_>, generators: &Generators, file: &Path) -> FilledPackage {
    let package = stage.package;
    // Without a name, the first one in `accepted/` that can be run answers the tests.
    let accepted = package.submissions.iter().filter(|program| program.name.starts_with("accepted/"));
    let accepted = accepted.filter(|_| generators.solution.is_none()).map(|program| program.path.clone());
    let solution = generators.solution.iter().map(|solution| package.root.join(solution)).chain(accepted);
    let sources = files_below(&package.root.join("generators")).into_iter().map(|(_, path)| path);
    let sources: Vec<PathBuf> = sources.filter(|path| path != file).chain(solution).collect();
    let made = MadeFolder::by(sources.iter().map(PathBuf::as_path), &stage.found.staged(""));
    let filled = FilledPackage { data: package.data.clone(), unmade: Vec::new(), diagnostics: Vec::new() };
    let mut filler = Filler { stage, package, made, filled };
    let mut absent = Vec::new();
    for rule in &generators.tests {
        if filler.filled.data.cases.iter().all(|case| case.id != rule.id)
            && let Err(why) = filler.test(rule)
        {
            absent.push(format!("{}: {why}", rule.id));
        }
    }
    if let Some(first) = absent.first() {
        let title = format!("{} cannot be made: {first}", count_tests(absent.len()));
        filler.filled.diagnostics.error(file, title);
    }
    filler.filled.data.sort();
    filler.filled
}

struct Filler<'f> {
    stage: &'f Stage<'f>,
    package: &'f Package,
    made: MadeFolder,
    filled: FilledPackage,
}

impl Filler<'_> {
    /// Adds the test of `rule`.
    ///
    /// # Errors
    /// Why the test cannot be added.
    fn test(&mut self, rule: &Rule) -> Result<(), String> {
        let copied = rule.copy.as_deref().map(|copy| self.copied(copy)).transpose()?;
        let beside = |end: &str| copied.as_ref().map(|stem| stem.with_extension(end)).filter(|path| path.is_file());
        let place = |kind: &str| match rule.files.get(kind) {
            Some(text) => self.text(text, kind).map(Some).map_err(|error| error.to_string()),
            None => Ok(beside(kind)),
        };
        let (input, mut answer, mut output) = (place("in")?, place("ans")?, place("out")?);
        let top = rule.id.split('/').next().unwrap_or_default();
        // A generator may write the answer of an interactive problem.
        let has_none = self.package.metadata.answers_nothing() && input.is_some();
        if answer.is_none() && (has_none || top.starts_with("invalid_input")) {
            answer = Some(self.text("", "ans").map_err(|error| error.to_string())?);
        }
        let command = rule.command.clone().unwrap_or_else(|| format!("{:?} {:?}", rule.files.get("in"), rule.copy));
        // Quoted as for a shell.
        let words = shlex::split(rule.command.as_deref().unwrap_or_default());
        let mut words = words.ok_or_else(|| format!("a quote of `{command}` is never closed"))?.into_iter();
        let name = words.next().unwrap_or_default();
        let args: Vec<String> = words.collect();
        let generator = if input.is_none() { self.generator(&name)? } else { None };
        let files = self.made.files(&rule.id.replace('/', "-"), &command, input.as_deref(), answer.as_deref(), || {
            generator.clone().map(|generator| Call { gives: GeneratorOutput::Files, ..Call::new(generator, args) })
        });
        if let Files::There(made, _) = &files
            && input.is_none()
        {
            if made.with_extension("yaml").is_file() {
                return Err("its generator writes settings: run `bt generate` in the package".to_owned());
            }
            output = output.or(Some(made.with_extension("out")).filter(|path| path.is_file()));
        }
        let (folder, _) = rule.id.rsplit_once('/').unwrap_or((&rule.id, ""));
        let settings = self.filled.data.settings_in(folder);
        let case = |input: PathBuf, answer: PathBuf| DataCase {
            id: rule.id.clone(),
            input,
            answer: Some(answer),
            output,
            settings,
            files: Vec::new(),
        };
        match files {
            Files::There(input, answer) => self.filled.data.cases.push(case(input, answer)),
            Files::Recipe(recipe) => {
                let case = case(recipe.input.clone(), recipe.answer.clone());
                let recipe = Recipe { id: TestId(rule.id.as_str().into()), ..recipe };
                self.filled.unmade.push((recipe, case));
            }
            Files::Nowhere => return Err(format!("there is no generator `{name}` in generators/")),
        }
        Ok(())
    }

    /// Writes a text and returns its path.
    fn text(&self, text: &str, kind: &str) -> io::Result<PathBuf> {
        let key = Key::of(&["text", kind], text.as_bytes()).to_string();
        let path = self.stage.found.staged("texts").join(format!("{}.{kind}", &key[..16]));
        crate::staged::put(&path, text.as_bytes())?;
        Ok(path)
    }

    /// The files that are copied, without their extension.
    fn copied(&self, copy: &str) -> Result<PathBuf, String> {
        let stem = self.package.root.join("generators").join(copy.trim_start_matches('/'));
        let input = PathBuf::from(format!("{}.in", stem.display()));
        if self.package.holds(&input) { Ok(input) } else { Err(format!("`copy: {copy}` names no file of the package")) }
    }

    /// Whatever lies in `generators/` under this name.
    ///
    /// # Errors
    /// Why it cannot be built.
    fn generator(&self, name: &str) -> Result<Option<PathBuf>, String> {
        let is_plain = !name.is_empty() && !name.split('/').any(|part| part == ".." || part.is_empty());
        let path = self.package.root.join("generators").join(name);
        let program = Program::at(&path, format!("generators/{name}")).filter(|_| is_plain);
        let put = program.map(|program| self.stage.put(&program, None)).transpose();
        put.map_err(|error| format!("generators/{name} cannot be put together: {error}"))
    }
}

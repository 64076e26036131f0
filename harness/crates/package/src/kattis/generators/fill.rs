//! Adds the tests of `generators.yaml` that `data/` lacks: those that are written out or copied at
//! once, generated ones once they are made.
//!
//! Nothing is written into the package: texts lie in the caller's folder, beside what is made.

use crate::diagnostics::{Report, count_tests};
use crate::kattis::Package;
use crate::kattis::data::{Data, DataCase, DataEntry, DataFolder};
use crate::kattis::generators::{Generators, Rule};
use crate::kattis::programs::Program;
use crate::kattis::settings::{self, Settings, SettingsOwner};
use crate::making::{Files, MadeFolder};
use crate::tree::files_below;
use model::{Call, Diagnostic, GeneratorOutput, Key, Recipe, TestId};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the package holds once its tests are filled in.
pub struct FilledPackage {
    /// Includes the tests that exist.
    pub data: Data,
    /// The tests that do not exist, with everything said about them, and the solution that answers
    /// them if it is not the main one.
    pub unmade: Vec<(Recipe, DataCase, Option<String>)>,
    pub diagnostics: Vec<Diagnostic>,
}

/// `stage` is the caller's folder; `program` returns where a generator can be built.
pub fn fill(
    package: &Package,
    generators: &Generators,
    file: &Path,
    stage: &Path,
    program: &mut dyn FnMut(&Program) -> Option<PathBuf>,
) -> FilledPackage {
    let of_tests = generators.tests.iter().filter_map(|rule| rule.solution.as_ref()).collect::<BTreeSet<_>>();
    // Without a name, the first one in `accepted/` that can be run answers the tests.
    let accepted = package.submissions.iter().filter(|program| program.name.starts_with("accepted/"));
    let accepted = accepted.filter(|_| generators.solution.is_none()).map(|program| program.path.clone());
    let named = generators.solution.iter().chain(of_tests).map(|solution| package.root.join(solution));
    let solution = named.chain(accepted);
    let sources = files_below(&package.root.join("generators")).into_iter().map(|(_, path)| path);
    let sources: Vec<PathBuf> = sources.filter(|path| path != file).chain(solution).collect();
    let made = MadeFolder::by(sources.iter().map(PathBuf::as_path), stage);
    let mut filler = Filler {
        package,
        generators,
        file,
        stage,
        made,
        program,
        built: Vec::new(),
        filled: FilledPackage { data: package.data.clone(), unmade: Vec::new(), diagnostics: Vec::new() },
    };
    filler.folders();
    let mut absent = Vec::new();
    for rule in &generators.tests {
        if !has(&filler.filled.data, &rule.id) {
            match filler.test(rule) {
                Ok(()) => {}
                Err(why) => absent.push(format!("{}: {why}", rule.id)),
            }
        }
    }
    if let Some(first) = absent.first() {
        let title = format!("{} cannot be made: {first}", count_tests(absent.len()));
        filler.filled.diagnostics.error(file, title);
    }
    sort(&mut filler.filled.data);
    filler.filled
}

struct Filler<'f> {
    package: &'f Package,
    generators: &'f Generators,
    file: &'f Path,
    stage: &'f Path,
    made: MadeFolder,
    program: &'f mut dyn FnMut(&Program) -> Option<PathBuf>,
    /// Generators by name, so that each is put together once.
    built: Vec<(String, Option<PathBuf>)>,
    filled: FilledPackage,
}

impl Filler<'_> {
    /// The settings that the file gives to folders hold where `data/` has none.
    fn folders(&mut self) {
        for (name, node) in &self.generators.folders {
            let (settings, own, noticed) =
                settings::of_node(Some(node.clone()), self.file, self.package.metadata.version, SettingsOwner::Folder);
            self.filled.diagnostics.extend(noticed);
            if name.is_empty() {
                let data = &mut self.filled.data;
                data.settings = data.settings.clone().inherit(&settings);
                [&mut data.sample, &mut data.secret]
                    .into_iter()
                    .flatten()
                    .for_each(|folder| hand_down(folder, &settings));
                continue;
            }
            let Some(folder) = folder_of(&mut self.filled.data, name) else {
                self.tried_folder(name, settings);
                continue;
            };
            if !folder.declared {
                (folder.own, folder.declared) = (own, true);
                hand_down(folder, &settings);
            }
        }
    }

    /// Notes the settings of a folder that holds no tests, unless `data/` has some for it.
    fn tried_folder(&mut self, name: &str, settings: Settings) {
        let data = &mut self.filled.data;
        if data.tried.iter().any(|(own, _)| own == name) {
            return;
        }
        let before = outer_of(data, name);
        let settings = settings.inherit(&before);
        // Cases that the package holds, and that said nothing else.
        let prefix = format!("{name}/");
        let all = [&mut data.invalid_input, &mut data.invalid_output, &mut data.valid_output];
        let inside = all.into_iter().flatten().filter(|case| case.id.starts_with(&prefix));
        inside.filter(|case| case.settings == before).for_each(|case| case.settings = settings.clone());
        data.tried.push((name.to_owned(), settings));
    }

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
        let made_by = format!("{command}{}", rule.solution.as_deref().unwrap_or_default());
        // Quoted as for a shell.
        let words = shlex::split(rule.command.as_deref().unwrap_or_default());
        let mut words = words.ok_or_else(|| format!("a quote of `{command}` is never closed"))?.into_iter();
        let name = words.next().unwrap_or_default();
        let args: Vec<String> = words.collect();
        let generator = if input.is_none() { self.generator(&name) } else { None };
        let files =
            self.made.files(&rule.origin.replace('/', "-"), &made_by, input.as_deref(), answer.as_deref(), || {
                generator.clone().map(|generator| Call { gives: GeneratorOutput::Files, ..Call::new(generator, args) })
            });
        let written = |kind: &str| match &files {
            Files::There(made, _) if input.is_none() => Some(made.with_extension(kind)).filter(|path| path.is_file()),
            Files::There(..) | Files::Recipe(_) | Files::Nowhere => None,
        };
        output = output.or_else(|| written("out"));
        let settings = self.settings(rule, written("yaml").as_deref());
        let case = |input: PathBuf, answer: PathBuf| DataCase {
            id: rule.id.clone(),
            input,
            answer: Some(answer),
            output,
            settings,
            files: Vec::new(),
        };
        match files {
            Files::There(input, answer) => insert(&mut self.filled.data, case(input, answer)),
            Files::Recipe(recipe) => {
                let case = case(recipe.input.clone(), recipe.answer.clone());
                let recipe = Recipe { id: TestId(rule.id.as_str().into()), ..recipe };
                self.filled.unmade.push((recipe, case, rule.solution.clone()));
            }
            Files::Nowhere => return Err(format!("there is no generator `{name}` in generators/")),
        }
        Ok(())
    }

    /// The settings of a test. `written` is the file that its generator wrote.
    fn settings(&mut self, rule: &Rule, written: Option<&Path>) -> Settings {
        let (folder, _) = rule.id.rsplit_once('/').unwrap_or((&rule.id, ""));
        let outer = match folder_of(&mut self.filled.data, folder) {
            Some(folder) => folder.settings.clone(),
            None => outer_of(&self.filled.data, &rule.id),
        };
        let version = self.package.metadata.version;
        let written = written.and_then(|path| Some((path, beneath::read_to_string(path).ok()?)));
        let (settings, _, noticed) = match (&rule.yaml, written) {
            (Some(yaml), _) => settings::of_node(Some(yaml.clone()), self.file, version, SettingsOwner::Test),
            (None, Some((path, text))) => {
                settings::read(&Arc::from(text), path.to_owned(), version, SettingsOwner::Test)
            }
            (None, None) => return outer,
        };
        self.filled.diagnostics.extend(noticed);
        settings.inherit(&outer)
    }

    /// Writes a text and returns its path.
    fn text(&self, text: &str, kind: &str) -> io::Result<PathBuf> {
        let key = Key::of(&["text", kind], text.as_bytes()).to_string();
        let path = self.stage.join("texts").join(format!("{}.{kind}", &key[..16]));
        crate::staged::put(&path, text.as_bytes())?;
        Ok(path)
    }

    /// The files that are copied, without their extension.
    fn copied(&self, copy: &str) -> Result<PathBuf, String> {
        let stem = self.package.root.join("generators").join(copy.trim_start_matches('/'));
        let input = PathBuf::from(format!("{}.in", stem.display()));
        let inside = |path: &Path| {
            path.canonicalize()
                .ok()
                .zip(self.package.root.canonicalize().ok())
                .is_some_and(|(path, root)| path.starts_with(root))
        };
        if inside(&input) { Ok(input) } else { Err(format!("`copy: {copy}` names no file of the package")) }
    }

    /// A program of several files, or whatever lies in `generators/` under this name.
    fn generator(&mut self, name: &str) -> Option<PathBuf> {
        if let Some((_, built)) = self.built.iter().find(|(built, _)| built == name) {
            return built.clone();
        }
        let generators = self.package.root.join("generators");
        let plain = |name: &str| !name.is_empty() && !name.split('/').any(|part| part == ".." || part.is_empty());
        let listed = self.generators.programs.iter().find(|(own, _)| own == name);
        let program = match listed {
            Some((_, files)) => {
                let files = files.iter().filter(|file| plain(file)).map(|file| (file.clone(), generators.join(file)));
                Some(Program {
                    name: format!("generators/{name}"),
                    path: generators.join(name),
                    files: files.collect(),
                })
            }
            None if plain(name) => Program::at(&generators.join(name), format!("generators/{name}")),
            None => None,
        };
        let built = program.and_then(|program| match listed {
            Some(_) => self.together(&program).ok(),
            None => (self.program)(&program),
        });
        self.built.push((name.to_owned(), built.clone()));
        built
    }

    /// Puts the listed files into a folder. The first one is the entry point of the program.
    fn together(&self, program: &Program) -> io::Result<PathBuf> {
        let folder = self.stage.join(&program.name);
        let mut files = Vec::new();
        for (name, path) in &program.files {
            files.push((PathBuf::from(name), beneath::read(path)?));
        }
        let begins = program.files.first().filter(|(name, _)| name.ends_with(".py"));
        if let Some((name, _)) = begins {
            files.push(crate::judged::begins_at(name));
        }
        crate::judged::put_together(&folder, &files)?;
        Ok(folder)
    }
}

/// Hands `own` down to everything below `folder` that had the same settings as the folder, and
/// fills in what the rest lacks.
fn hand_down(folder: &mut DataFolder, own: &Settings) {
    let before = folder.settings.clone();
    folder.settings = own.clone().inherit(&before);
    let within = |settings: &Settings| match *settings == before {
        true => own.clone().inherit(&before),
        false => settings.clone().inherit(own),
    };
    for child in &mut folder.children {
        match child {
            DataEntry::Case(case) => case.settings = within(&case.settings),
            DataEntry::Folder(inner) if inner.settings == before => hand_down(inner, own),
            DataEntry::Folder(inner) => inner.settings = within(&inner.settings),
        }
    }
}

/// The settings that hold around `name`, a folder or a case in a folder without tests: those of the
/// innermost folder around it that has any.
fn outer_of(data: &Data, name: &str) -> Settings {
    let holds = |folder: &str| name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let around = data.tried.iter().filter(|(folder, _)| holds(folder));
    let innermost = around.max_by_key(|(folder, _)| folder.len());
    innermost.map_or_else(|| data.settings.clone(), |(_, settings)| settings.clone())
}

/// The cases of a folder without tests: outputs and inputs to try programs with.
fn tried<'d>(data: &'d mut Data, top: &str) -> Option<&'d mut Vec<DataCase>> {
    match top.trim_end_matches('s') {
        "invalid_input" => Some(&mut data.invalid_input),
        "invalid_output" | "invalid_answer" => Some(&mut data.invalid_output),
        "valid_output" => Some(&mut data.valid_output),
        _ => None,
    }
}

fn has(data: &Data, id: &str) -> bool {
    data.tests()
        .chain(&data.invalid_input)
        .chain(&data.invalid_output)
        .chain(&data.valid_output)
        .any(|case| case.id == id)
}

/// The folder of this name, created if it does not exist.
fn folder_of<'d>(data: &'d mut Data, name: &str) -> Option<&'d mut DataFolder> {
    let (top, rest) = name.split_once('/').unwrap_or((name, ""));
    let settings = data.settings.clone();
    let new = |name: &str, settings: Settings| DataFolder { name: name.to_owned(), settings, ..DataFolder::default() };
    let mut folder = match top {
        "sample" => data.sample.get_or_insert_with(|| new("sample", settings)),
        "secret" => data.secret.get_or_insert_with(|| new("secret", settings)),
        _ => return None,
    };
    for part in rest.split('/').filter(|part| !part.is_empty()) {
        let name = format!("{}/{part}", folder.name);
        let is_it = |child: &DataEntry| matches!(child, DataEntry::Folder(folder) if folder.name == name);
        if !folder.children.iter().any(is_it) {
            let settings = folder.settings.clone();
            folder.children.push(DataEntry::Folder(new(&name, settings)));
        }
        folder = folder.children.iter_mut().find_map(|child| match child {
            DataEntry::Folder(folder) if folder.name == name => Some(folder),
            DataEntry::Folder(_) | DataEntry::Case(_) => None,
        })?;
    }
    Some(folder)
}

fn insert(data: &mut Data, case: DataCase) {
    let (folder, _) = case.id.rsplit_once('/').unwrap_or((&case.id, ""));
    let top = folder.split('/').next().unwrap_or_default().to_owned();
    if let Some(cases) = tried(data, &top) {
        cases.push(case);
    } else if let Some(folder) = folder_of(data, folder) {
        folder.children.push(DataEntry::Case(case));
    }
}

fn sort(data: &mut Data) {
    fn below(folder: &mut DataFolder) {
        folder.children.sort_by(|a, b| a.name().cmp(b.name()));
        for child in &mut folder.children {
            if let DataEntry::Folder(folder) = child {
                below(folder);
            }
        }
    }
    [&mut data.sample, &mut data.secret].into_iter().flatten().for_each(below);
}

//! What a judge demands of a solution file, and the ways to try a file out.
//!
//! Each rule about the source is a *language* of its own for the builder: the same file, alone in
//! an empty folder, given to the compiler with a judge's edition and flags, or to clippy with a
//! judge's version. So all findings are cached with the builds, by content, and nothing here starts
//! a process. This module does not know how anything is shown, and gives no verdict.

use engine::build::{LanguageEntry, Languages, Purpose, SourceFile};
use model::{ByteSize, Fault, FaultKind, Language, Solution};
use profiles::JudgeProfile;

/// The editions in which a file must compile to be taken anywhere.
pub(crate) const EDITIONS: [&str; 4] = ["2015", "2018", "2021", "2024"];

/// The oldest rustc that has edition 2021: code written for it compiles anywhere.
pub(crate) const OLDEST: &str = "1.56.0";

/// The smallest stated limit on the size of a source.
pub(crate) const SMALLEST_SIZE_LIMIT: ByteSize = ByteSize::kib(64);

/// The two languages whose files are tried out: of their compilers, judges differ in edition,
/// standard and version.
const RUST: &str = "rust";
const CPP: &str = "cpp";

pub(crate) fn is_rust(solution: &Solution) -> bool {
    &*solution.language.0 == RUST
}

pub(crate) fn is_cpp(solution: &Solution) -> bool {
    &*solution.language.0 == CPP
}

/// The table's entry for Rust.
pub(crate) fn rust(languages: &Languages) -> Option<&LanguageEntry> {
    languages.get(&Language(RUST.into()))
}

/// One way to try a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trial {
    /// rustc with an edition and flags; without code generation when the flags are empty.
    Edition { edition: String, flags: Vec<String> },
    /// clippy knows which items of the standard library are newer than a version of rustc.
    Version(String),
    /// g++ keeping to a standard.
    CppStandard(String),
    /// The usual build, with checked arithmetic.
    OverflowChecks,
}

impl Trial {
    /// Checks every edition without generating code, which is cheap.
    pub(crate) fn anywhere() -> Vec<Trial> {
        let edition = |edition: &str| Trial::Edition { edition: edition.to_owned(), flags: Vec::new() };
        EDITIONS.into_iter().map(edition).collect()
    }

    /// Everything that shows whether `judge` takes this file; any judge, where there is none.
    pub(crate) fn all(solution: &Solution, judge: Option<&JudgeProfile>) -> Vec<Trial> {
        match judge {
            Some(judge) if is_rust(solution) => Trial::of_judge(judge),
            Some(judge) if is_cpp(solution) => judge.cpp_standard.clone().map(Trial::CppStandard).into_iter().collect(),
            None if is_rust(solution) => {
                Trial::anywhere().into_iter().chain([Trial::Version(OLDEST.to_owned())]).collect()
            }
            Some(_) | None => Vec::new(),
        }
    }

    /// Everything that `judge` does with a Rust file.
    pub(crate) fn of_judge(judge: &JudgeProfile) -> Vec<Trial> {
        let edition = |edition: &String| Trial::Edition { edition: edition.clone(), flags: judge.flags.clone() };
        let editions = judge.editions.iter().map(edition);
        editions.chain(judge.rust.clone().map(Trial::Version)).collect()
    }

    /// The language by which the builder carries this out.
    pub(crate) fn language(&self) -> Language {
        Language(match self {
            Trial::Edition { edition, flags } if flags.is_empty() => format!("rust-{edition}").into(),
            Trial::Edition { edition, flags } => format!("rust-{edition}{}", flags.concat()).into(),
            Trial::Version(version) => format!("clippy-{version}").into(),
            Trial::CppStandard(standard) => format!("cpp-{standard}").into(),
            Trial::OverflowChecks => "rust-overflow-checks".into(),
        })
    }

    pub(crate) fn source(&self, solution: &Solution) -> SourceFile {
        SourceFile {
            path: solution.path.clone(),
            display: solution.display.clone(),
            language: self.language(),
            purpose: Purpose::Solution,
            args: Vec::new(),
            options: model::BuildOptions::default(),
        }
    }

    fn entry(&self, rust: &LanguageEntry, cpp: &LanguageEntry) -> LanguageEntry {
        let text = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        let id = self.language().0.to_string();
        let mut entry = LanguageEntry { id, extensions: Vec::new(), ..rust.clone() };
        match self {
            Trial::Edition { edition, flags } => {
                entry.compile = vec![format!("--edition={edition}")];
                entry.compile.extend(flags.iter().cloned());
                entry.compile.extend(text(&["--crate-name=main", "--color=never"]));
                let emit: &[&str] = match flags.is_empty() {
                    true => {
                        entry.program = CHECKED.to_owned();
                        &["--emit=metadata={out}/main.rmeta,dep-info=main.d"]
                    }
                    false => &["--emit=link,dep-info=main.d", "-o", "{out}/main"],
                };
                entry.compile.extend(text(emit));
                entry.compile.push("{source}".to_owned());
            }
            Trial::Version(version) => {
                entry.name = "Clippy".to_owned();
                entry.program_in_prefix = Some("bin/clippy-driver".to_owned());
                entry.install = "run `rustup component add clippy`".to_owned();
                entry.env.push(format!("CARGO_PKG_RUST_VERSION={version}"));
                entry.reads = String::new();
                entry.program = CHECKED.to_owned();
                entry.compile = text(&[
                    "--edition=2021",
                    "--crate-name=main",
                    "--color=never",
                    "-Aclippy::all",
                    "-Dclippy::incompatible_msrv",
                    "--emit=metadata={out}/main.rmeta",
                    "{source}",
                ]);
            }
            Trial::CppStandard(standard) => {
                entry = LanguageEntry { id: entry.id, extensions: Vec::new(), ..cpp.clone() };
                for arg in entry.tuning.iter_mut().filter(|arg| *arg == "{standard}") {
                    *arg = format!("-std={standard}");
                }
            }
            Trial::OverflowChecks => entry.compile.insert(0, "-Coverflow-checks=on".to_owned()),
        }
        entry
    }
}

/// A compiler that only checks makes no program, and none is started.
const CHECKED: &str = "{tool}";

/// Adds the languages that carry out `trials` to the table.
///
/// # Errors
/// An internal fault when the table has no Rust or no C++.
pub(crate) fn teach(languages: &mut Languages, trials: &[Trial]) -> Result<(), Fault> {
    let entry = |id: &str| {
        let missing = || Fault::new(FaultKind::Internal, format!("no language `{id}` in the table"));
        languages.get(&Language(id.into())).cloned().ok_or_else(missing)
    };
    let (rust, cpp) = (entry(RUST)?, entry(CPP)?);
    for trial in trials {
        if languages.get(&trial.language()).is_none() {
            languages.entries.push(trial.entry(&rust, &cpp));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use profiles::judges;

    #[test]
    fn every_trial_is_a_language_of_its_own_and_none_takes_files_by_extension() {
        let mut languages = Languages::built_in().unwrap();
        let before = languages.entries.len();
        let mut trials = Trial::anywhere();
        for judge in judges() {
            trials.extend(Trial::of_judge(judge));
            trials.extend(judge.cpp_standard.clone().map(Trial::CppStandard));
        }
        trials.push(Trial::OverflowChecks);
        teach(&mut languages, &trials).unwrap();
        teach(&mut languages, &trials).unwrap();
        let new = &languages.entries[before..];
        let mut ids: Vec<&str> = new.iter().map(|entry| entry.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), new.len(), "taught once");
        assert!(new.iter().all(|entry| entry.extensions.is_empty()));
        assert!(trials.iter().all(|trial| languages.get(&trial.language()).is_some()));
    }

    #[test]
    fn trials_say_what_the_compiler_is_to_do() {
        let mut languages = Languages::built_in().unwrap();
        let trials = [
            Trial::Edition { edition: "2015".to_owned(), flags: vec!["-O".to_owned()] },
            Trial::CppStandard("gnu++98".to_owned()),
            Trial::OverflowChecks,
        ];
        teach(&mut languages, &trials).unwrap();
        let compile = |trial: &Trial| {
            let entry = languages.get(&trial.language()).unwrap();
            entry.compile.join(" ").replace("{tuning}", &entry.tuning.join(" "))
        };
        assert!(compile(&trials[0]).starts_with("--edition=2015 -O "), "{}", compile(&trials[0]));
        assert!(compile(&trials[1]).starts_with("-std=gnu++98 -O2 "), "{}", compile(&trials[1]));
        assert!(compile(&trials[2]).contains("-Coverflow-checks=on --edition=2021 -O "), "{}", compile(&trials[2]));
    }
}

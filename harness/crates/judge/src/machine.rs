//! What this machine has for judging: its tools, its levels of containment, how exact its times
//! are. Values: nothing is shown here.

use crate::config::{languages, load};
use crate::error::Error;
use crate::places;
use crate::workspace::Workspace;
use engine::build::{Builder, LanguageEntry, Languages, Toolchain};
use engine::cell;
use engine::run::{self, Crowding, Settings};
use model::{Catalog, Fault, Language};
use sandbox::Cancel;
use std::path::Path;

pub use engine::build::in_path;
pub use engine::run::{Disturbance, Noise, Spread};
pub use sandbox::{Config, Level};

/// How this process starts cells.
///
/// # Errors
/// When it cannot start itself.
pub fn config() -> Result<Config, Fault> {
    Config::own().map_err(|error| cell::fault(&error))
}

/// The state of one thing that was examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// It works.
    Good,
    /// It works, and could be better.
    Lacks,
    /// Judging needs it.
    Missing,
}

/// How this machine times programs.
pub struct Timekeeping {
    /// How many programs run at once, each on one of these cores if they are pinned.
    pub jobs: usize,
    /// The cores of the workers, by the kernel's numbers. Empty: none is pinned.
    pub cores: Vec<usize>,
    /// What makes times less exact.
    pub disturbances: Vec<Disturbance>,
}

impl Workspace {
    /// Opens the workspace at `named`, or the one that contains `here`. If there is none, returns
    /// an empty one at `here`. If the configuration has mistakes, uses the built-in languages, and
    /// returns the error, too.
    ///
    /// # Errors
    /// When the folder that is named is not one of ours.
    pub fn of_machine(named: Option<&Path>, here: &Path) -> Result<(Workspace, Option<Error>), Error> {
        let root = match places::root(named, here) {
            Err(error) if named.is_some() => return Err(error),
            root => root.ok(),
        };
        let configured = load(root.as_deref()).and_then(|config| languages(&config));
        let (languages, mistake) = match configured {
            Ok(languages) => (languages, None),
            Err(error) => (Languages::built_in()?, Some(error)),
        };
        let judge = match root {
            Some(root) => Workspace::read(root, languages),
            None => Workspace::of(here.to_owned(), Catalog::default(), Vec::new(), languages),
        };
        Ok((judge, mistake))
    }

    /// The compiler or interpreter of each language. Those that the solutions here use are needed.
    pub fn tools<'a>(
        &'a self,
        builder: &'a Builder,
    ) -> impl Iterator<Item = (&'a LanguageEntry, Health, Result<&'a Toolchain, Fault>)> {
        self.languages.entries.iter().map(|entry| {
            let language = Language(entry.id.as_str().into());
            let tool = builder.toolchain(&language);
            let is_used = || self.catalog.solutions.iter().any(|solution| solution.language == language);
            let health = match &tool {
                Ok(_) => Health::Good,
                Err(_) if !entry.optional && is_used() => Health::Missing,
                Err(_) => Health::Lacks,
            };
            (entry, health, tool)
        })
    }
}

/// Tries all levels of containment out, the weakest first; with why a level does not work.
pub fn levels(config: &Config) -> Vec<(Level, Result<(), Fault>)> {
    let all = sandbox::doctor(config).into_iter();
    all.map(|(level, works)| (level, works.map_err(|error| cell::fault(&error)))).collect()
}

impl Timekeeping {
    /// What disturbs times here.
    pub fn of_machine() -> Timekeeping {
        let (jobs, cores) = run::default_workers();
        let disturbances = run::disturbances(Path::new("/"), &cores[..jobs.min(cores.len())]);
        Timekeeping { jobs, cores, disturbances }
    }

    /// How much the times of one program differ, contained at this level. `None`: cancelled.
    ///
    /// # Errors
    /// When no program can be run here.
    pub fn noise(&self, config: &Config, level: Level, cancel: &Cancel) -> Result<Option<Noise>, Fault> {
        let opened = sandbox::open(Config { level: Some(level), ..config.clone() });
        let sandbox = opened.map_err(|error| cell::fault(&error))?;
        let (jobs, cores) = (self.jobs, self.cores.clone());
        let settings = Settings { jobs, cores, crowding: || Crowding::NONE, ..Settings::default() };
        run::noise(&*sandbox, &settings, |rounds| sandbox::exercise(config, rounds), cancel)
    }
}

/// Good if the spread is at most 5 % and the slowdown beside others at most 10 %. A program within
/// a tenth of its limit is measured again alone, so only larger errors can change a verdict.
pub fn health_of(noise: &Noise) -> Health {
    let is_exact = noise.alone.relative <= 0.05 && slowdown(noise).abs() <= 0.1;
    if is_exact { Health::Good } else { Health::Lacks }
}

/// How much longer a program takes beside others than alone: 0.1 is a tenth.
pub fn slowdown(noise: &Noise) -> f64 {
    noise.together.median.as_secs_f64() / noise.alone.median.as_secs_f64().max(1e-9) - 1.0
}

//! Programs that are built otherwise than as usual, for one call.

use crate::error::{Error, refused};
use crate::notice::Notice;
use engine::build::Languages;
use engine::plan::Plan;
use model::phrase::names;
use model::{Checks, Language, Solution};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is different about the builds of one call. The default: nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildChange {
    /// Whether sanitizers look for mistakes in each run.
    pub checks: Checks,
    /// For the compiler, or for what runs the program where no compiler makes it.
    pub flags: Vec<String>,
}

impl BuildChange {
    /// Puts it on the solutions of a plan. The problems' own programs, and the solutions from which
    /// a time limit is inferred, stay as they are.
    ///
    /// # Errors
    /// When there are flags, and the solutions are in languages whose compilers know other ones.
    pub fn put(&self, plan: &mut Plan, languages: &Languages) -> Result<Vec<Notice>, Error> {
        self.put_on(plan.solutions.iter_mut().map(|planned| &mut planned.solution).collect(), languages)
    }

    /// The same for solutions of no plan.
    ///
    /// # Errors
    /// Those of [`BuildChange::put`].
    pub(crate) fn put_on(
        &self,
        solutions: Vec<&mut Arc<Solution>>,
        languages: &Languages,
    ) -> Result<Vec<Notice>, Error> {
        if *self == BuildChange::default() {
            return Ok(Vec::new());
        }
        let used: BTreeSet<Language> = solutions.iter().map(|solution| solution.language.clone()).collect();
        let name = |language: &Language| {
            languages.get(language).map_or_else(|| language.to_string(), |entry| entry.name.clone())
        };
        let entries = used.iter().filter_map(|language| languages.get(language));
        let kinds: BTreeSet<&str> =
            entries.map(|entry| entry.flags_as.as_ref().unwrap_or(&entry.id).as_str()).collect();
        if !self.flags.is_empty() && kinds.len() > 1 {
            let used: Vec<String> = used.iter().map(name).collect();
            return Err(refused(format!("flags are for one language, and these are in {}", names(&used, 5)))
                .with_hint("name the programs that the flags are for"));
        }
        for solution in solutions {
            let build = &mut Arc::make_mut(solution).build;
            build.checks = self.checks;
            build.given.clone_from(&self.flags);
        }
        let without: Vec<String> = match self.checks {
            Checks::Usual => Vec::new(),
            Checks::Sanitized => used.iter().filter(|language| !languages.sanitizes(language)).map(name).collect(),
        };
        let why = "has no sanitizers: its programs are built as usual, and only have more time";
        Ok(without.into_iter().map(|language| Notice::note(format!("{language} {why}"))).collect())
    }
}

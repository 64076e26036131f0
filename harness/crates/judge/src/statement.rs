//! The statements of a problem, in the languages that it has them in.

use crate::error::{Error, OrCannot as _};
use crate::judge::Judge;
use model::Problem;
use package::statement::Tongue;

/// A statement in one language.
pub struct StatementText {
    pub tongue: Tongue,
    pub title: String,
    pub markdown: String,
}

impl Judge {
    /// The problem's statements, the one in this language first. It may have none.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn statements(&self, problem: &Problem, first: Tongue) -> Result<Vec<StatementText>, Error> {
        let mut all = Vec::new();
        for tongue in Tongue::ALL {
            let file = problem.dir.join(tongue.file());
            if !file.is_file() {
                continue;
            }
            let markdown = self.home.words(&file).or_cannot(format!("read {}", file.display()))?;
            let title = match tongue {
                Tongue::English => problem.title.clone(),
                Tongue::Chinese => problem.title_zh.clone().unwrap_or_else(|| problem.title.clone()),
            };
            all.push(StatementText { tongue, title, markdown });
        }
        all.sort_by_key(|statement| statement.tongue != first);
        Ok(all)
    }
}

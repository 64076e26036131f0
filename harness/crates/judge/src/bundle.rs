//! A solution as one file, for judges that take only one: its own headers are pasted in.

use crate::error::{Error, OrCannot as _};
use engine::build::{Builder, Bundle, SourceFile};
use model::{BuildOptions, ByteSize, Solution};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A solution that needs no other file.
pub struct OneFile {
    pub solution: Arc<Solution>,
    /// The names of the headers that were pasted in. None: it is the file itself.
    pub pasted: Vec<String>,
}

/// Writes `solution` into `folder` as one file, if it includes headers of its own.
///
/// # Errors
/// When a file cannot be read or written.
pub fn one_file(builder: &Builder, solution: &Arc<Solution>, folder: &Path) -> Result<OneFile, Error> {
    let Some(Bundle { text, headers: pasted }) = builder.bundle(&SourceFile::of(solution))? else {
        return Ok(OneFile { solution: Arc::clone(solution), pasted: Vec::new() });
    };
    let folder = folder.join(solution.id.to_string().replace('/', "-"));
    let path = folder.join(solution.path.file_name().unwrap_or_default());
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, &text));
    written.or_cannot(format!("write {}", path.display()))?;
    let build = BuildOptions { headers: None, ..solution.build.clone() };
    let solution = Arc::new(Solution { path, size: ByteSize(text.len() as u64), build, ..(**solution).clone() });
    Ok(OneFile { solution, pasted })
}

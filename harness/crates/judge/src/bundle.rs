//! A solution as one file, for judges that take only one: its own headers are pasted in.

use crate::error::{Error, OrCannot as _, refused};
use crate::places::typed;
use engine::build::{Builder, Bundle, EXECUTABLE, SourceFile};
use model::phrase::names;
use model::{BuildOptions, ByteSize, COMMAND, Solution};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A solution that needs no other file.
pub(crate) struct OneFile {
    pub solution: Arc<Solution>,
    /// The names of the headers that were pasted in. None: it is the file itself.
    pub pasted: Vec<String>,
}

/// Writes `solution` into `folder` as one file, if it includes headers of its own.
///
/// # Errors
/// When a file cannot be read or written, the solution is not a source file, or it needs other
/// files that cannot be pasted in.
pub(crate) fn one_file(builder: &Builder, solution: &Arc<Solution>, folder: &Path) -> Result<OneFile, Error> {
    if [EXECUTABLE, COMMAND].contains(&&*solution.language.0) {
        let error = refused(format!("{} is not a source file, and a judge compiles those itself", solution.display));
        return Err(error.with_hint("name the file that it is made from, with its ending: `.cpp`, `.py`"));
    }
    let source = SourceFile::of(solution);
    let modules = builder.modules(&source);
    if !modules.is_empty() {
        let folder = solution.path.parent().unwrap_or(&solution.path);
        let modules: Vec<String> = modules.iter().map(|path| typed(path, folder)).collect();
        let error = refused(format!("{} imports {}, and a judge gets one file", solution.display, names(&modules, 3)));
        return Err(error.with_hint("copy what it uses of them into the file"));
    }
    let Some(Bundle { text, headers: pasted }) = builder.bundle(&source)? else {
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

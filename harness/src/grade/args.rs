//! The arguments of `grade`.

use crate::args::{SandboxArgs, ShardArgs, TimeFactorArgs};
use crate::error::{CliError, refused};
use clap::{Args, ValueEnum, ValueHint, value_parser};
use judge::class::CountRequest;
use std::path::{self, Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  harness grade class --as '{student}/{problem}.{ext}'
  harness grade class --csv scores.csv --html pages
                                   the shape is guessed, and said
  harness grade hw1 --problem nim  all files are for one problem
  harness grade class --problem A=nim --problem B=wythoff
                                   what problems are called in the paths
  harness grade class --map who.csv --as '{student}_{problem}.{ext}'
                                   a table says whose the odd files are: file,student,problem
  harness grade class --dry-run    who submitted what; nothing is judged
  harness grade class --shard 1/4 --json part-1.json
                                   one machine's part
  harness grade class --from part-*.json --csv scores.csv
                                   then, anywhere, the whole class

Fields of --as: {student}, {problem}, {ext}, {attempt}, {id} (tells students of one name apart), `*` for anything, `**/` for \
any folders. Whatever is in the folder is in somebody's row: with points, or with a `?` and the reason. What students wrote into their files means nothing to the harness: directives are not read. Results are \
remembered, so the same command goes on where it was interrupted. 0: everything was judged, whatever the verdicts.";

/// Judge a folder of students' submissions: a table, a spreadsheet, pages to hand out
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GradeArgs {
    /// The folder of submissions
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// How to read its paths, such as `{student}/{problem}.{ext}`; may be given several times, for
    /// what the ones before do not read [default: the usual shape that reads the most students]
    #[arg(long = "as", value_name = "PATTERN")]
    pub patterns: Vec<String>,
    /// A table that says whose some files are, before any pattern: lines `file,student,problem`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub map: Option<PathBuf>,
    /// `nim`: all files are for this problem. `A=nim`: the files call this problem A. May be given
    /// several times
    #[arg(long = "problem", value_name = "[WORD=]PROBLEM")]
    pub problems: Vec<String>,
    /// Which of several attempts counts [default: the best; with `--from`, as these records were
    /// graded]
    #[arg(long, value_name = "WHICH")]
    pub count: Option<Which>,
    /// Judge every test: a problem without groups gives the share of its tests that are accepted
    #[arg(long)]
    pub per_test: bool,
    /// Write the table for a spreadsheet
    #[arg(long, value_name = "FILE", conflicts_with = "shard", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
    /// Write pages: an overview and one page per student into a folder, or the overview alone into
    /// a file that ends with .html
    #[arg(long, value_name = "DIR|FILE", conflicts_with = "shard")]
    pub html: Option<PathBuf>,
    /// Show the contents of failed tests in the pages
    #[arg(long, requires = "html")]
    pub contents: bool,
    /// Heading of the pages [default: the folder's name]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Write the record of all runs, for programs and for `--from`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Judge nothing: take the results from these records, of shards or of a whole run
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["shard", "json"])]
    pub from: Vec<PathBuf>,
    /// Show who submitted what, and judge nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Programs to run at once [default: one per core; one core is left free if there are more than
    /// two]
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Only the table
    #[arg(short, long)]
    pub quiet: bool,
    /// Compile and run everything, and keep no result for later runs
    #[arg(long)]
    pub no_cache: bool,
    #[command(flatten)]
    pub shard: ShardArgs,
    #[command(flatten)]
    pub time: TimeFactorArgs,
    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Which {
    /// The one with most points
    Best,
    /// The last one by name or `{attempt}`
    Last,
}

impl GradeArgs {
    pub(super) fn counting(&self) -> CountRequest {
        CountRequest { last: self.count.map(|which| which == Which::Last), per_test: self.per_test }
    }

    /// The files that are to be written.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.csv, &self.html, &self.json].into_iter().flatten()
    }
}

/// # Errors
/// When one of these files would lie in the class's folder, where the next call would read it as
/// somebody's. `class`: canonical.
pub(super) fn refuse_inside<'f>(class: &Path, mut files: impl Iterator<Item = &'f PathBuf>) -> Result<(), CliError> {
    let is_inside = |file: &&PathBuf| {
        let place = path::absolute(file).unwrap_or_default();
        let there = place.ancestors().find_map(|above| above.canonicalize().ok());
        ***file != *"-" && there.is_some_and(|there| there.starts_with(class))
    };
    files.find(is_inside).map_or(Ok(()), |file| {
        let name = file.display();
        Err(refused(format!("{name} would lie in the folder of submissions, and be read as one"))
            .with_hint("write it elsewhere"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn nothing_is_written_into_the_folder_of_submissions() {
        let dir = tempfile::tempdir().unwrap();
        let here = dir.path().canonicalize().unwrap();
        fs::create_dir_all(here.join("class/ana")).unwrap();
        symlink("class/ana", here.join("link")).unwrap();
        let check = |name: &str, expected: bool| {
            let file = here.join(name);
            assert_eq!(refuse_inside(&here.join("class"), [&file].into_iter()).is_err(), expected, "{name}");
        };
        for name in ["class", "class/pages", "class/ana/new/a.csv", "link/a.csv"] {
            check(name, true);
        }
        for name in ["pages", "classes", "new/class/a.csv"] {
            check(name, false);
        }
        // Standard output, even where a file of that name would lie in the folder.
        let class = path::absolute(".").unwrap().canonicalize().unwrap();
        let is_refused = |name: &str| refuse_inside(&class, [&PathBuf::from(name)].into_iter()).is_err();
        assert_eq!(["a.csv", "-"].map(is_refused), [true, false]);
    }
}

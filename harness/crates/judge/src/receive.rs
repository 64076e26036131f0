//! Problems that a browser posts: values in, files out. Nothing listens here: the front door does.

mod beside;
mod posted;
mod taking;

use crate::begin::{ProblemStart, write_problem};
use crate::error::{Error, OrCannot as _, refused};
use crate::places;
use beneath::Home;
use model::ProblemId;
use package::detect::{self, Kind};
use package::draft::template::{Place, quoted};
use package::draft::{Draft, slug};
use package::folder::received;
use std::fs;
use std::path::{Path, PathBuf};

pub use posted::{Channel, PostedProblem, batch};
pub use remote::http::Refusal;
pub use taking::{IgnoredPost, Mailbox, MissingPosts};

/// Where received problems are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inbox {
    /// Into the workspace that this is the root of.
    Workspace(PathBuf),
    /// Into a folder of no format, such as an empty one: programs, and samples beside them.
    Plain(PathBuf),
}

/// What became of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It was there already, in this place; so many of its samples were not, or are different now.
    /// Those that are not on the page stay: they may be somebody's own.
    Again {
        /// The problem's folder or program, below the root.
        place: String,
        /// How many samples are new or different.
        samples: usize,
    },
    /// A problem of the workspace, with its solution file.
    Problem {
        /// Its name.
        slug: ProblemId,
        /// Its solution file, below the root.
        solution: String,
    },
    /// A program in a plain folder.
    Program {
        /// Its file, in the folder.
        file: String,
    },
}

impl Inbox {
    /// The workspace that is named or around `here`, or else `here`.
    ///
    /// # Errors
    /// When it is a package, where problems would change what is judged.
    pub fn of(root: Option<&Path>, here: &Path) -> Result<Inbox, Error> {
        if root.is_none() && detect::find_root(here).is_none() && Kind::of(here).is_none() {
            return Ok(Inbox::Plain(here.to_owned()));
        }
        Ok(Inbox::Workspace(places::root_to_fill(root, here)?))
    }

    /// The root of the workspace, or the plain folder.
    pub fn folder(&self) -> &Path {
        let (Inbox::Workspace(folder) | Inbox::Plain(folder)) = self;
        folder
    }

    /// Writes a problem whose solution begins like this.
    ///
    /// # Errors
    /// When its files cannot be written.
    pub fn write(&self, posted: &PostedProblem, begin: &Beginning) -> Result<Arrival, Error> {
        match self {
            Inbox::Workspace(root) => Receiver { root, begin }.write(posted),
            Inbox::Plain(folder) => beside::PlainFolder { folder, begin }.write(posted),
        }
    }
}

/// What each problem's solution starts as.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The language's id, and its usual extension.
    language: String,
    /// Without the dot.
    pub extension: String,
    /// Where programs in that language lie, below `solutions`.
    folder: String,
    /// A text of the user's own.
    text: Option<String>,
}

impl Beginning {
    /// `template`: a solution file; its path starts from `here`. `language`: by id, name or
    /// extension. What is `None` is as configured.
    ///
    /// # Errors
    /// When the template is not a file, or there is no such language.
    pub fn of(root: &Path, template: Option<&str>, language: Option<&str>, here: &Path) -> Result<Beginning, Error> {
        let begin = ProblemStart::of(root, template, language, here)?;
        // A template that is a name or a folder belongs to `new`.
        let file = begin.template.as_ref().map(|name| begin.here.join(name)).filter(|path| path.is_file());
        if template.is_some() && file.is_none() {
            return Err(refused("the template is not a file").with_hint("name a solution file"));
        }
        let text = file.as_deref().map(beneath::read_to_string).transpose().or_cannot("read the template")?;
        let extension = file.as_deref().and_then(Path::extension).and_then(|extension| extension.to_str());
        let of_file = extension.filter(|_| language.is_none()).and_then(|extension| begin.of_extension(extension));
        let language = match of_file {
            Some(language) => language,
            None => begin.usual(root)?,
        };
        let usual = language.extensions.first().cloned().unwrap_or_default();
        // A template in one language does not fit another.
        let text =
            text.filter(|_| extension.is_some_and(|extension| language.extensions.iter().any(|e| e == extension)));
        let folder = language.folder(&root.join("solutions")).to_owned();
        Ok(Beginning { language: language.id.clone(), folder, extension: usual, text })
    }
}

struct Receiver<'a> {
    root: &'a Path,
    begin: &'a Beginning,
}

impl Receiver<'_> {
    fn write(&self, posted: &PostedProblem) -> Result<Arrival, Error> {
        if let Some(slug) = self.here(posted) {
            let samples = self.refresh(posted, &slug)?;
            return Ok(Arrival::Again { place: format!("problems/{slug}"), samples });
        }
        let slug = self.free(posted);
        let place = self.place(&slug, &posted.name);
        let mut draft = draft(posted, &place, self.begin.text.as_deref());
        self.keep(&mut draft, &slug, posted);
        write_problem(&draft, &slug, self.root)?;
        let solution = place.solution("");
        Ok(Arrival::Problem { slug, solution })
    }

    fn place<'p>(&'p self, slug: &'p ProblemId, title: &'p str) -> Place<'p> {
        let Beginning { language, folder, extension, .. } = self.begin;
        Place { root: self.root, slug, title, language, folder, extension }
    }

    /// The problem's folder, if it is here already: its `problem.toml` holds the address.
    fn here(&self, posted: &PostedProblem) -> Option<ProblemId> {
        let address = format!("url = {}", quoted(&posted.url));
        let home = Home::of(self.root);
        let folders = fs::read_dir(self.root.join("problems")).into_iter().flatten().flatten();
        let mut folders = folders.filter(|folder| {
            let manifest = home.text(&folder.path().join("problem.toml"));
            manifest.is_some_and(|text| text.lines().any(|line| line.trim() == address))
        });
        folders.find_map(|folder| ProblemId::parse(folder.file_name().to_str()?).ok())
    }

    /// Writes the samples that are new or have changed, and returns how many there are.
    fn refresh(&self, posted: &PostedProblem, slug: &ProblemId) -> Result<usize, Error> {
        let (home, mut draft) = (Home::of(self.root), Draft::default());
        let mut new = 0;
        for (number, (input, output)) in posted.samples.iter().enumerate() {
            let files =
                [(sample(self.root, slug, number, "in"), input), (sample(self.root, slug, number, "ans"), output)];
            let is_same = |place: &Path, text: &str| {
                let there = home.read(place, text.len() as u64);
                there.is_ok_and(|bytes| bytes == text.as_bytes())
            };
            if files.iter().all(|(place, text)| is_same(place, text)) {
                continue;
            }
            new += 1;
            for (place, text) in files {
                draft.replace(place, text.clone());
            }
        }
        self.keep(&mut draft, slug, posted);
        draft.write_below(self.root)?;
        Ok(new)
    }

    /// Keeps what the page says beside its statement, such as languages and its place in a contest.
    fn keep(&self, draft: &mut Draft, slug: &ProblemId, posted: &PostedProblem) {
        let place = received::place_of_problem(self.root, slug);
        let facts = beside::facts(&place, posted);
        draft.replace(place, facts);
    }

    /// A free name: the problem's own. If that is taken, or is a bare letter, as from a title in
    /// another script, the contest's name goes in front: every contest has such a `c`.
    fn free(&self, posted: &PostedProblem) -> ProblemId {
        let own = posted.own_name();
        let taken = |slug: &ProblemId| {
            self.root.join(self.place(slug, "").solution("")).exists()
                || ["problems", "testdata"].iter().any(|tree| self.root.join(tree).join(slug.as_str()).exists())
        };
        let contest = posted.contest.as_deref().and_then(slug::suggest);
        let with_contest = contest.map(|contest| {
            let contest: String = contest.as_str().chars().take(CONTEST).collect();
            format!("{}-{own}", contest.trim_end_matches('-'))
        });
        let last = with_contest.as_ref().unwrap_or(&own);
        let numbered = (2..).map(|number| format!("{last}-{number}"));
        let mut names: Vec<String> = [&own].into_iter().chain(&with_contest).cloned().collect();
        if own.len() == 1 {
            names.reverse();
        }
        let names = names.into_iter().chain(numbered);
        let mut free = names.filter_map(|name| ProblemId::parse(&name).ok()).filter(|slug| !taken(slug));
        free.next().expect("numbers do not end")
    }
}

/// How many letters of a contest's name go into a problem's.
const CONTEST: usize = 40;

/// A sample's file; the first one is 0.
fn sample(root: &Path, slug: &ProblemId, number: usize, extension: &str) -> PathBuf {
    root.join(format!("testdata/{slug}/sample/{:02}.{extension}", number + 1))
}

fn draft(posted: &PostedProblem, place: &Place<'_>, own: Option<&str>) -> Draft {
    let Place { root, slug, .. } = *place;
    let judge = posted.judge.as_ref().map(|judge| format!("judge = {}\n", quoted(judge))).unwrap_or_default();
    let time = posted.time.map(|time| format!("time = {:?}\n", time.as_secs_f64())).unwrap_or_default();
    let memory = posted.memory.map(|memory| format!("memory = {memory}\n")).unwrap_or_default();
    let files = [("input", &posted.input), ("output", &posted.output)].into_iter().filter_map(|(key, channel)| {
        let Channel::File(name) = channel else { return None };
        Some(format!("{key} = {}\n", quoted(name)))
    });
    let files: String = files.collect();
    let files = if files.is_empty() { files } else { format!("\n[files]\n{files}") };
    let (title, url) = (quoted(&posted.name), quoted(&posted.url));
    let manifest = format!("title = {title}\n\n[source]\n{judge}url = {url}\n\n[limits]\n{time}{memory}{files}");
    let mut draft = Draft::default();
    let problem = root.join("problems").join(slug.as_str());
    draft.create(problem.join("problem.toml"), manifest);
    draft.create(problem.join("statement.md"), format!("# {}\n\n<{}>\n", posted.name, posted.url));
    draft.create(root.join(place.solution("")), place.begun(own));
    for (number, (input, output)) in posted.samples.iter().enumerate() {
        draft.create(sample(root, slug, number, "in"), input.clone());
        draft.create(sample(root, slug, number, "ans"), output.clone());
    }
    draft
}

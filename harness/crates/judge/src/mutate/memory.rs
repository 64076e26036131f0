//! Stores results about mutants from run to run: how many mistakes the tests notice, for `check`,
//! the page and JSON; and how many mutants each test has killed, so that the best tests come first.

use super::Search;
use crate::inputs::{InputRequest, Inputs};
use crate::places::own_folder;
use crate::workspace::Workspace;
use engine::plan::Plan;
use engine::store::{FileHashes, Key, Store};
use model::{Judging, Problem, ProblemId, Solution, TestId, TimeFrom, record};
use package::draft;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const VERSION: u32 = 2;

/// What is stored for one problem.
#[derive(Default, Serialize, Deserialize)]
struct Memory {
    version: u32,
    kills: BTreeMap<TestId, u64>,
    /// By the solution's name.
    mutations: BTreeMap<String, StoredMutation>,
}

#[derive(Serialize, Deserialize)]
struct StoredMutation {
    content: Content,
    mutation: record::Mutation,
}

/// What a score depends on.
#[derive(PartialEq, Serialize, Deserialize)]
pub(super) struct Content {
    /// The hash of the tests, the solution, the validators, and of what judges.
    problem: String,
    /// The hash of the source of the inputs.
    inputs: String,
    /// Whether that source was named, and is not the problem's own.
    are_named: bool,
}

fn file(judge: &Workspace, problem: &ProblemId) -> PathBuf {
    own_folder(&judge.root).join("mutants").join(format!("{problem}.json"))
}

/// Loads the memory. One that cannot be read is empty.
fn load(judge: &Workspace, problem: &ProblemId) -> Memory {
    let json = beneath::read(&file(judge, problem)).ok();
    let read = json.and_then(|json| serde_json::from_slice::<Memory>(&json).ok());
    read.filter(|memory| memory.version == VERSION).unwrap_or_default()
}

/// How many mutants each test has killed.
pub(super) fn kills(judge: &Workspace, problem: &Problem) -> BTreeMap<TestId, u64> {
    load(judge, &problem.id).kills
}

/// Stores a result. A failure to write is ignored.
pub(super) fn keep(
    judge: &Workspace,
    problem: &Problem,
    solution: &Solution,
    content: Content,
    kills: &BTreeMap<TestId, u64>,
    mutation: &record::Mutation,
) {
    let mut memory = load(judge, &problem.id);
    memory.version = VERSION;
    memory.kills = kills.clone();
    memory.mutations.insert(solution.id.to_string(), StoredMutation { content, mutation: mutation.clone() });
    let json = serde_json::to_vec(&memory).unwrap_or_default();
    let _ = draft::write(file(judge, &problem.id), json);
}

/// The stored result, if it is whole and the files and the seed are the same. If some mutants are
/// probably equivalent, it must have tried as many inputs, too.
pub(super) fn same(
    judge: &Workspace,
    problem: &Problem,
    solution: &Solution,
    content: &Content,
    search: Search,
) -> Option<record::Mutation> {
    let stored = load(judge, &problem.id).mutations.remove(&solution.id.to_string())?;
    let enough = stored.mutation.seed == search.seed && stored.mutation.open == 0 && !stored.mutation.partial;
    let tried = stored.mutation.equivalent == 0 || stored.mutation.inputs >= search.inputs;
    (stored.content == *content && enough && tried).then_some(stored.mutation)
}

impl Workspace {
    /// The stored results for the problems of a plan: how many mistakes their tests notice.
    pub fn mutations(&self, plan: &Plan) -> BTreeMap<ProblemId, record::Mutation> {
        let of_plan = plan.by_problem().map(|planned| &planned[0].problem.id);
        of_plan.filter_map(|id| Some((id.clone(), self.mutation(id, load(self, id))?))).collect()
    }

    /// The result for the model solution's mutants, or for the solution that has the most.
    fn mutation(&self, problem: &ProblemId, memory: Memory) -> Option<record::Mutation> {
        let named = self.problem(problem.as_str()).ok()?;
        let model = named.model().map(|model| model.id.to_string()).unwrap_or_default();
        let (name, stored) =
            memory.mutations.into_iter().max_by_key(|(name, stored)| (*name == model, stored.mutation.mutants))?;
        let solution = named.solutions.iter().find(|solution| solution.id.to_string() == name)?;
        let mut store = self.builder().ok()?.store();
        let inputs = self.inputs(&named.problem, &InputRequest::default()).ok().flatten();
        let now = content(&mut store, &named.problem, solution, inputs.as_ref());
        // The source that was named then is not known here.
        let inputs_changed = !stored.content.are_named && now.inputs != stored.content.inputs;
        let outdated = now.problem != stored.content.problem || inputs_changed;
        Some(record::Mutation { outdated, ..stored.mutation })
    }
}

/// How the problem judges, and by which limits. A checker's place is left out: its content counts.
fn judging(problem: &Problem) -> String {
    let Problem { judging, passes, groups, rules, .. } = problem;
    let how = |judging: &Judging| match judging {
        Judging::Compare(comparison) => format!("{comparison:?}"),
        Judging::Checker(spec) | Judging::Interactor(spec) => format!("{:?} {:?}", spec.protocol, spec.args),
    };
    // An inferred limit may be measured again without any change of the problem.
    let limits = match &rules.time {
        TimeFrom::Solutions(..) => String::new(),
        TimeFrom::Default | TimeFrom::File(_) => {
            let of_groups = groups.iter().map(|group| &group.limits);
            format!("{:?} {:?}", problem.limits, of_groups.collect::<Vec<_>>())
        }
    };
    format!("{} {:?} {passes} {limits}", how(judging), rules.behind.as_ref().map(how))
}

pub(super) fn content(store: &mut Store, problem: &Problem, solution: &Solution, inputs: Option<&Inputs>) -> Content {
    let tests = problem.tests.iter().flat_map(|test| [&test.input, &test.answer]).chain([&solution.path]);
    let judges: Vec<PathBuf> = problem.judges().map(Path::to_owned).collect();
    let files = tests.chain(&problem.validators).chain(&judges);
    let mut hashes = FileHashes::default();
    let mut key = |files: &mut dyn Iterator<Item = &PathBuf>, words: &[String]| {
        let keys: Vec<Key> = files.filter_map(|file| hashes.of(store, file).ok()).map(|hashed| hashed.key).collect();
        let words = words.iter().map(String::as_bytes);
        Key::of_parts(keys.iter().map(|key| &key.as_bytes()[..]).chain(words)).to_string()
    };
    let problem = key(&mut files.into_iter(), &[judging(problem)]);
    let (files, words) = inputs.map_or((&[][..], &[][..]), |inputs| (&inputs.files, &inputs.words));
    let content = Content {
        problem,
        inputs: key(&mut files.iter(), words),
        are_named: inputs.is_some_and(|inputs| inputs.are_named),
    };
    hashes.keep(store);
    content
}

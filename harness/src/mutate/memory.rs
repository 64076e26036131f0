//! What is remembered of mutants from run to run: how many mistakes the tests notice, for `check`,
//! the page and JSON; and how many each test has killed, so that the best ones come first.

use crate::mutate::SearchArgs;
use crate::session::Session;
use crate::workspace::{Workspace, own_folder};
use engine::plan::Plan;
use engine::store::{FileHashes, Key, Store};
use model::{Problem, ProblemId, Solution, TestId, record};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

const VERSION: u32 = 1;

/// Of one problem.
#[derive(Default, Serialize, Deserialize)]
struct Memory {
    version: u32,
    kills: BTreeMap<TestId, u64>,
    /// By the solution's name.
    mutations: BTreeMap<String, Kept>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    /// Of the tests, the solution and what inputs are made from.
    content: String,
    mutation: record::Mutation,
}

fn file(workspace: &Workspace, problem: &ProblemId) -> PathBuf {
    own_folder(&workspace.root).join("mutants").join(format!("{problem}.json"))
}

/// What cannot be read is forgotten.
fn load(workspace: &Workspace, problem: &ProblemId) -> Memory {
    let json = fs::read(file(workspace, problem)).ok();
    let read = json.and_then(|json| serde_json::from_slice::<Memory>(&json).ok());
    read.filter(|memory| memory.version == VERSION).unwrap_or_default()
}

/// How many mutants each test has killed.
pub(crate) fn kills(workspace: &Workspace, problem: &Problem) -> BTreeMap<TestId, u64> {
    load(workspace, &problem.id).kills
}

/// Nothing fails where it cannot be written.
pub(crate) fn keep(
    workspace: &Workspace,
    session: &Session<'_>,
    problem: &Problem,
    solution: &Solution,
    kills: &BTreeMap<TestId, u64>,
    mutation: &record::Mutation,
) {
    let content = content(&mut session.builder.store(), problem, solution);
    let mut memory = load(workspace, &problem.id);
    memory.version = VERSION;
    memory.kills = kills.clone();
    memory.mutations.insert(solution.id.to_string(), Kept { content, mutation: mutation.clone() });
    let json = serde_json::to_vec(&memory).unwrap_or_default();
    let mut draft = package::draft::Draft::default();
    draft.replace(file(workspace, &problem.id), json);
    let _ = draft.write();
}

/// What is known of the same mutants of the same solution, tests and inputs.
pub(crate) fn same(
    workspace: &Workspace,
    session: &Session<'_>,
    problem: &Problem,
    solution: &Solution,
    search: SearchArgs,
) -> Option<record::Mutation> {
    let kept = load(workspace, &problem.id).mutations.remove(&solution.id.to_string())?;
    let same = kept.content == content(&mut session.builder.store(), problem, solution);
    let enough = kept.mutation.seed == search.seed && kept.mutation.open == 0 && !kept.mutation.partial;
    let tried = kept.mutation.equivalent == 0 || kept.mutation.inputs >= search.inputs;
    (same && enough && tried).then_some(kept.mutation)
}

/// What is known of the problems of a plan.
pub(crate) fn of_problems(workspace: &Workspace, plan: &Plan) -> BTreeMap<ProblemId, record::Mutation> {
    let of_plan = plan.solutions.chunk_by(|a, b| a.problem.id == b.problem.id).map(|planned| &planned[0].problem.id);
    of_plan.filter_map(|id| Some((id.clone(), of_problem(workspace, id, load(workspace, id))?))).collect()
}

/// Of the model solution's mutants, or those of the solution that has most.
fn of_problem(workspace: &Workspace, problem: &ProblemId, memory: Memory) -> Option<record::Mutation> {
    let named = workspace.problem(problem.as_str()).ok()?;
    let model = named.model().map(|model| model.id.to_string()).unwrap_or_default();
    let (name, kept) =
        memory.mutations.into_iter().max_by_key(|(name, kept)| (*name == model, kept.mutation.mutants))?;
    let solution = named.solutions.iter().find(|solution| solution.id.to_string() == name)?;
    let mut store = workspace.builder().ok()?.store();
    let outdated = content(&mut store, &named.problem, solution) != kept.content;
    Some(record::Mutation { outdated, ..kept.mutation })
}

fn content(store: &mut Store, problem: &Problem, solution: &Solution) -> String {
    let mut hashes = FileHashes::default();
    let files = problem.tests.iter().flat_map(|test| [&test.input, &test.answer]).chain([&solution.path]);
    let sources = problem.validators.iter().cloned().chain([problem.dir.join("input.ctd")]);
    let sources: Vec<PathBuf> = sources.collect();
    let files = files.chain(&sources);
    let keys: Vec<Key> = files.filter_map(|file| hashes.of(store, file).ok()).map(|hashed| hashed.key).collect();
    hashes.keep(store);
    Key::of_parts(keys.iter().map(|key| &key.as_bytes()[..])).to_string()
}

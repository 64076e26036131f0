//! What is remembered of mutants from run to run: how many mistakes the tests notice, for `check`,
//! the page and JSON; and how many each test has killed, so that the best ones come first.

use crate::mutate::SearchArgs;
use crate::session::Session;
use crate::workspace::Workspace;
use engine::plan::Plan;
use engine::store::{FileHashes, Key, Store};
use model::{Problem, ProblemId, Solution, TestId, record};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

const VERSION: u32 = 1;

#[derive(Default, Serialize, Deserialize)]
struct Memory {
    version: u32,
    problems: BTreeMap<ProblemId, OfProblem>,
}

#[derive(Default, Serialize, Deserialize)]
struct OfProblem {
    kills: BTreeMap<TestId, u64>,
    /// By the solution's name.
    mutations: BTreeMap<String, Kept>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    /// Of the tests and the solution.
    content: String,
    mutation: record::Mutation,
}

fn file(workspace: &Workspace) -> PathBuf {
    workspace.cache.join("mutants.json")
}

/// What cannot be read is forgotten.
fn load(workspace: &Workspace) -> Memory {
    let read = fs::read(file(workspace)).ok().and_then(|json| serde_json::from_slice::<Memory>(&json).ok());
    read.filter(|memory| memory.version == VERSION).unwrap_or_default()
}

/// How many mutants each test has killed.
pub(crate) fn kills(workspace: &Workspace, problem: &Problem) -> BTreeMap<TestId, u64> {
    load(workspace).problems.remove(&problem.id).map(|of_problem| of_problem.kills).unwrap_or_default()
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
    let mut memory = load(workspace);
    memory.version = VERSION;
    let of_problem = memory.problems.entry(problem.id.clone()).or_default();
    of_problem.kills = kills.clone();
    of_problem.mutations.insert(solution.id.to_string(), Kept { content, mutation: mutation.clone() });
    let json = serde_json::to_vec(&memory).unwrap_or_default();
    let mut draft = package::draft::Draft::default();
    draft.replace(file(workspace), json);
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
    let mut of_problem = load(workspace).problems.remove(&problem.id)?;
    let kept = of_problem.mutations.remove(&solution.id.to_string())?;
    let same = kept.content == content(&mut session.builder.store(), problem, solution);
    let enough = kept.mutation.seed == search.seed && kept.mutation.open == 0 && !kept.mutation.partial;
    let tried = kept.mutation.equivalent == 0 || kept.mutation.inputs >= search.inputs;
    (same && enough && tried).then_some(kept.mutation)
}

/// What is known of the problems of a plan.
pub(crate) fn of_problems(workspace: &Workspace, plan: &Plan) -> BTreeMap<ProblemId, record::Mutation> {
    let mut memory = load(workspace);
    let of_plan = plan.solutions.chunk_by(|a, b| a.problem.id == b.problem.id).map(|planned| &planned[0].problem.id);
    let known = of_plan.filter_map(|id| Some((id.clone(), of_problem(workspace, id, memory.problems.remove(id)?)?)));
    known.collect()
}

/// Of the model solution's mutants, or those of the solution that has most.
fn of_problem(workspace: &Workspace, problem: &ProblemId, of_problem: OfProblem) -> Option<record::Mutation> {
    let named = workspace.problem(problem.as_str()).ok()?;
    let model = named.model().map(|model| model.id.to_string()).unwrap_or_default();
    let (name, kept) =
        of_problem.mutations.into_iter().max_by_key(|(name, kept)| (*name == model, kept.mutation.mutants))?;
    let solution = named.solutions.iter().find(|solution| solution.id.to_string() == name)?;
    let mut store = workspace.builder().ok()?.store();
    let outdated = content(&mut store, &named.problem, solution) != kept.content;
    Some(record::Mutation { outdated, ..kept.mutation })
}

fn content(store: &mut Store, problem: &Problem, solution: &Solution) -> String {
    let mut hashes = FileHashes::default();
    let files = problem.tests.iter().flat_map(|test| [&test.input, &test.answer]).chain([&solution.path]);
    let keys: Vec<Key> = files.filter_map(|file| hashes.of(store, file).ok()).map(|hashed| hashed.key).collect();
    hashes.keep(store);
    Key::of_parts(keys.iter().map(|key| &key.as_bytes()[..])).to_string()
}

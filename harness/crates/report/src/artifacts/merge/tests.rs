use super::*;
use crate::testing::{self, Fake};
use model::{Points, Verdict};
use proptest::prelude::*;
use std::sync::Arc;

const WORDS: [&str; 3] = ["nim", "wythoff", "play"];

/// A solution that may get wrong-answer and must get it somewhere, with only these of its tests.
fn solution(problem: &str, verdicts: &[(usize, Verdict)], of: usize) -> SolutionRecord {
    let letters: String =
        (0..of).map(|at| verdicts.iter().find(|(test, _)| *test == at).map_or('.', |(_, v)| v.letter())).collect();
    let fake = Fake::new(&testing::problem(problem, 0, of), "").verdicts(&letters).expect(&[Verdict::WrongAnswer]);
    let part = fake.change(|solution| {
        let all = std::mem::take(&mut solution.tests).into_iter().enumerate();
        let selected = all.filter(|(at, _)| verdicts.iter().any(|(test, _)| test == at));
        solution.tests = selected.map(|(_, test)| test).collect();
        solution.whole = solution.tests.len() == of;
    });
    part.result
}

fn report(k: u32, n: u32, runs: usize, solutions: Vec<SolutionRecord>, of: usize) -> (PathBuf, Report) {
    let mut report = Report::new();
    for solution in &solutions {
        report.problems.push(ProblemRecord::of(&testing::problem(solution.problem.as_str(), 0, of)));
    }
    let plan = "p".to_owned();
    report.run.shard = Some(Shard { k, n, plan, runs, host: "h".to_owned(), cpu: "c".to_owned() });
    report.solutions = solutions.into_iter().map(Arc::new).collect();
    report.recount();
    (PathBuf::from(format!("{k}.json")), report)
}

fn one(k: u32, n: u32, verdict: Verdict) -> (PathBuf, Report) {
    report(k, n, n as usize, vec![solution(WORDS[(k as usize - 1) % 3], &[(0, verdict)], 1)], 1)
}

fn check(reports: Vec<(PathBuf, Report)>, error: &str) {
    assert_eq!(merge(reports).unwrap_err().to_string(), error);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let ac = Verdict::Accepted;
    check(vec![], "there is no report to merge");
    let mut plain = one(1, 2, ac);
    plain.1.run.shard = None;
    check(vec![plain], "1.json is not a shard's report");
    check(vec![one(1, 2, ac), one(2, 3, ac)], "2.json is one of 3 of plan p, 1.json one of 2 of plan p");
    for (k, n) in [(3, 2), (0, 2), (0, 0), (1, 0)] {
        let mut odd = one(1, 2, ac);
        odd.1.run.shard.as_mut().unwrap().k = k;
        odd.1.run.shard.as_mut().unwrap().n = n;
        check(vec![odd], "1.json is not a shard's report");
    }
    let mut other = one(2, 2, ac);
    other.1.run.shard.as_mut().unwrap().plan = "q".to_owned();
    check(vec![one(1, 2, ac), other], "2.json is one of 2 of plan q, 1.json one of 2 of plan p");
    let mut less = one(2, 2, ac);
    less.1.solutions.clear();
    check(vec![one(1, 2, ac), less], "the shards hold 1 runs, and their plan 2");
}

#[test]
fn a_shard_that_came_twice_must_say_the_same_but_for_its_times() {
    let mut again = one(1, 2, Verdict::Accepted);
    again.0 = PathBuf::from("again.json");
    Arc::make_mut(&mut again.1.solutions[0]).tests[0].cpu = Some(Duration::from_secs(1));
    let merged = merge(vec![one(1, 2, Verdict::Accepted), one(2, 2, Verdict::WrongAnswer), again.clone()]).unwrap();
    assert_eq!(merged.report.solutions[0].tests[0].cpu, Some(Duration::from_millis(3)));
    Arc::make_mut(&mut again.1.solutions[0]).tests[0].verdict = Some(Verdict::WrongAnswer);
    check(
        vec![one(1, 2, Verdict::Accepted), again.clone()],
        "again.json and 1.json are both shard 1, and differ in nim/nim.rs",
    );
    let test = &mut Arc::make_mut(&mut again.1.solutions[0]).tests[0];
    (test.verdict, test.points) = (Some(Verdict::Accepted), Points::from_number(12.0));
    check(
        vec![one(1, 2, Verdict::Accepted), again],
        "again.json and 1.json are both shard 1, and differ in nim/nim.rs",
    );
}

#[test]
fn parts_of_a_class_that_were_graded_by_other_rules_are_refused() {
    let graded = |k, per_test| {
        let (path, mut report) = one(k, 2, Verdict::Accepted);
        report.run.class = Some(ClassTable { last: false, per_test });
        (path, report)
    };
    assert!(merge(vec![graded(1, true), graded(2, true)]).is_ok());
    check(
        vec![graded(1, false), graded(2, true)],
        "2.json was not graded by the rules of 1.json: the same attempts and tests must count",
    );
}

#[test]
fn missing_and_interrupted_shards_are_listed() {
    let mut cut = one(3, 4, Verdict::Accepted);
    cut.1.summary.interrupted = true;
    let merged = merge(vec![cut, one(2, 4, Verdict::Accepted)]).unwrap();
    assert_eq!(merged.absent(), 3);
    assert_eq!((merged.missing, merged.n), (vec![1..=1, 3..=4], 4));
    assert!(merged.report.summary.interrupted);
}

#[test]
fn shards_without_number_cost_nothing_for_being_absent() {
    let of = |k| {
        let (path, mut report) = one(1, 2, Verdict::Accepted);
        let shard = report.run.shard.as_mut().unwrap();
        (shard.k, shard.n) = (k, u32::MAX);
        (path, report)
    };
    let missing = |ks: &[u32]| {
        let merged = merge(ks.iter().map(|k| of(*k)).collect()).unwrap();
        (merged.absent(), merged.missing)
    };
    assert_eq!(missing(&[7]), (u64::from(u32::MAX) - 1, vec![1..=6, 8..=u32::MAX]));
    assert_eq!(missing(&[1, u32::MAX]), (u64::from(u32::MAX) - 2, vec![2..=u32::MAX - 1]));
}

#[test]
fn times_of_different_processors_carry_a_warning() {
    let mut other = one(2, 2, Verdict::WrongAnswer);
    other.1.run.shard.as_mut().unwrap().cpu = "d".to_owned();
    let merged = merge(vec![one(1, 2, Verdict::Accepted), other]).unwrap();
    assert_eq!(merged.warnings, ["times are from different processors, and do not compare: c; d"]);
}

/// Exclusive upper ends: of the number of shards, and of the number of tests of a problem. Miri
/// takes minutes for more.
const ENDS: (u32, usize) = if cfg!(miri) { (4, 4) } else { (7, 12) };

proptest! {
    #[test]
    fn the_union_of_the_shards_is_the_whole_run(
        n in 1..ENDS.0,
        verdicts in proptest::collection::vec(proptest::collection::vec(0usize..3, 1..ENDS.1), 1..=3),
        parts in proptest::collection::vec(0u32..60, 3),
        shuffle in any::<bool>(),
    ) {
        let all = [Verdict::Accepted, Verdict::WrongAnswer, Verdict::TimeLimit];
        let of = verdicts.iter().map(Vec::len).max().unwrap();
        let runs = verdicts.iter().map(Vec::len).sum();
        let some = |k: Option<u32>| -> Vec<SolutionRecord> {
            let held = WORDS.iter().zip(&verdicts).zip(&parts);
            let held = held.filter(|(_, part)| k.is_none_or(|k| **part % n + 1 == k));
            let own = |verdicts: &[usize]| verdicts.iter().map(|verdict| all[*verdict]).enumerate().collect::<Vec<_>>();
            held.map(|((problem, verdicts), _)| solution(problem, &own(verdicts), of)).collect()
        };
        let mut shards: Vec<_> = (1..=n).map(|k| report(k, n, runs, some(Some(k)), of)).collect();
        if shuffle {
            shards.reverse();
        }
        let merged = merge(shards).unwrap();
        let (_, mut whole) = report(1, 1, runs, some(None), of);
        whole.solutions.sort_by(|a, b| a.name.cmp(&b.name));
        prop_assert_eq!(merged.absent(), 0);
        prop_assert_eq!(&merged.report.solutions, &whole.solutions);
        prop_assert_eq!(merged.report.summary, whole.summary);
    }
}

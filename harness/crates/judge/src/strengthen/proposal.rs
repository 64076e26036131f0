//! Which inputs become tests: the best of them on which all right solutions agree.

use super::{Gathering, LARGE, MissingTest, TestDraft, TestMaker};
use crate::answers::plan_of;
use crate::error::{Error, OrCannot as _, refused};
use crate::notice::Notice;
use crate::session::Listener;
use model::phrase::{count, names};
use model::{Solution, Test, TestId};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

impl TestMaker<'_, '_> {
    /// How many small and large secret tests the problem lacks, and how many of any size.
    fn lacking(&self) -> ([usize; 2], usize) {
        let secret = self.request.named.problem.tests.iter().filter(|test| !test.id.is_sample());
        let large = secret.clone().filter(|test| fs::metadata(&test.input).is_ok_and(|it| it.len() > LARGE as u64));
        let (all, large) = (secret.count(), large.count());
        let wanted = self.request.tests;
        let lacking = [wanted[0].saturating_sub(all - large), wanted[1].saturating_sub(large)];
        (lacking, (wanted[0] + wanted[1]).saturating_sub(all))
    }

    /// The tests to add, and the wrong solutions that pass them. As long as some tests are left out
    /// and there is time, others take their place.
    pub(super) fn proposal(
        &self,
        right: &[Arc<Solution>],
        wrong: &[Arc<Solution>],
        found: &Gathering,
        listener: &mut dyn Listener,
    ) -> Result<(Vec<MissingTest>, Vec<String>), Error> {
        let mut uncaught: BTreeSet<String> = wrong.iter().map(|solution| solution.id.to_string()).collect();
        let mut tests = Vec::new();
        let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
        let mut spent = BTreeSet::new();
        let (mut lacking, mut room) = self.lacking();
        loop {
            let begun = Instant::now();
            let large = found.best(1, lacking[1], &spent);
            // Where few inputs are large, small ones fill the place.
            let fill = lacking[1].saturating_sub(large.len()).min(room.saturating_sub(lacking[0] + large.len()));
            lacking = [lacking[0] + fill, lacking[1].min(large.len())];
            let small = found.best(0, lacking[0], &spent);
            let drafts: Vec<TestDraft> = small.iter().chain(&large).map(|&at| TestDraft::of(found, at)).collect();
            spent.extend(small.into_iter().chain(large));
            let first = self.request.named.next_number() + tests.len() as u64;
            let judged = self.judged(right, &drafts, first, listener)?;
            for (draft, judged) in drafts.iter().zip(judged) {
                match judged {
                    Ok(test) => {
                        uncaught.retain(|id| !draft.wrong.contains(id));
                        let size = usize::from(test.input.len() > LARGE);
                        lacking[size] = lacking[size].saturating_sub(1);
                        room = room.saturating_sub(1);
                        tests.push(test);
                    }
                    Err(reason) => *left_out.entry(reason).or_default() += 1,
                }
            }
            let is_over = Instant::now() + begun.elapsed() > self.end(1.0) || self.session.cancel.is_raised();
            if lacking == [0, 0] || drafts.is_empty() || is_over {
                break;
            }
        }
        for (reason, inputs) in &left_out {
            listener.notice(&Notice::note(format!("{} left out: {reason}", count(*inputs, "input"))));
        }
        if tests.is_empty() && !left_out.is_empty() {
            return Err(refused("every test that was made is left out").with_hint("the notes above say why"));
        }
        Ok((tests, uncaught.into_iter().collect()))
    }

    /// Has validators and all right solutions judge the tests, and returns each one, or why it is
    /// left out. Those that stay are numbered from `first` on. One that right solutions fail stays,
    /// under another name, if their `only` spares them such a name.
    fn judged(
        &self,
        right: &[Arc<Solution>],
        drafts: &[TestDraft],
        first: u64,
        listener: &mut dyn Listener,
    ) -> Result<Vec<Result<MissingTest, String>>, Error> {
        let problem = &self.request.named.problem;
        let scratch = self.session.builder.scratch()?;
        // New tests go where the last secret test lies, or are judged as the last sample is.
        let last = problem.tests.iter().rev().find(|test| test.id.0.starts_with("secret/"));
        let folder = last.map_or("secret", |test| test.id.group());
        let any = problem.further_test(TestId("secret/any".into()), PathBuf::new(), PathBuf::new());
        let judged = last.map_or(any.judged, |test| test.judged.clone());
        let id_of = |number: u64, word: &str, draft: &TestDraft| {
            TestId(format!("{folder}/{number:02}-{word}{}", draft.kind).into())
        };
        let mut tests = Vec::new();
        for (number, draft) in (first..).zip(drafts) {
            let file = |end: &str| scratch.path().join(format!("{number}.{end}"));
            fs::write(file("in"), &draft.case.input).or_cannot("write the input")?;
            fs::write(file("ans"), &draft.case.answer).or_cannot("write the answer")?;
            let test = Test::new(id_of(number, "", draft), file("in"), file("ans"));
            tests.push(Arc::new(Test { judged: judged.clone(), ..test }));
        }
        let invalid = match self.session.refused_files(self.request.named, &tests, listener) {
            Err(Error::Interrupted) => Vec::new(),
            invalid => invalid?,
        };
        let opinions = self.opinions(right, &tests, listener)?;
        let interrupted = self.session.cancel.is_raised();
        let mut number = first;
        let judged = tests.iter().zip(drafts).map(|(test, draft)| {
            if invalid.iter().any(|invalid| invalid.test == test.id) {
                return Err("a validator refuses it where it would lie".to_owned());
            }
            let Opinions { failing, agreeing } = opinions.get(&test.id).cloned().unwrap_or_default();
            // The word for tests that slow solutions leave out.
            let spared = id_of(number, "big-", draft);
            let unspared: Vec<String> =
                failing.iter().filter(|one| one.only.holds(&spared)).map(|one| one.id.to_string()).collect();
            if !unspared.is_empty() {
                let verb = if unspared.len() == 1 { "fails" } else { "fail" };
                return Err(format!("{} {verb}", names(&unspared, 3)));
            }
            let id = if failing.is_empty() { id_of(number, "", draft) } else { spared };
            number += 1;
            // The second one agreed during the hunt.
            let is_confirmed = agreeing > 1 || interrupted && right.len() > 1 || problem.is_dialogue();
            let lone = if is_confirmed { String::new() } else { format!("; only {} answers it", right[0].id) };
            Ok(MissingTest {
                id,
                input: draft.case.input.clone(),
                answer: draft.case.answer.clone(),
                why: format!("{}{lone}", draft.why),
            })
        });
        Ok(judged.collect())
    }

    /// What the right solutions say to each test. None where it is interrupted.
    fn opinions(
        &self,
        right: &[Arc<Solution>],
        tests: &[Arc<Test>],
        listener: &mut dyn Listener,
    ) -> Result<BTreeMap<TestId, Opinions>, Error> {
        let plan = plan_of(&self.request.named.problem, right, tests);
        let results = match self.session.judge(&plan, &mut self.session.result_cache(), listener) {
            Err(Error::Interrupted) => return Ok(BTreeMap::new()),
            results => results?.0,
        };
        let mut opinions: BTreeMap<TestId, Opinions> = BTreeMap::new();
        for (planned, result) in plan.solutions.iter().zip(&results) {
            for test in &result.tests {
                let of_test = opinions.entry(test.test.clone()).or_default();
                match test.is_accepted() {
                    true => of_test.agreeing += 1,
                    false => of_test.failing.push(Arc::clone(&planned.solution)),
                }
            }
        }
        Ok(opinions)
    }
}

/// What right solutions say to a test.
#[derive(Clone, Default)]
struct Opinions {
    failing: Vec<Arc<Solution>>,
    agreeing: usize,
}

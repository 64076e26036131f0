use crate::model::{Limits, Problem, Solution, Test};
use std::sync::Arc;
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub solutions: Vec<PlannedSolution>,
}
#[derive(Clone, Debug)]
pub struct PlannedSolution {
    pub problem: Arc<Problem>,
    pub solution: Arc<Solution>,
    pub tests: Vec<Arc<Test>>,
    pub whole: bool,
    pub limits: Limits,
}
impl Plan {
    pub fn first_jobs(&self) -> Vec<usize> {
        let mut at = 0;
        self.solutions
            .iter()
            .map(|p| {
                let f = at;
                at += p.tests.len();
                f
            })
            .collect()
    }
    pub fn jobs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.solutions.iter().enumerate().flat_map(|(s, p)| (0..p.tests.len()).map(move |t| (s, t)))
    }
}

//! Evaluates tests: what an assertion demands, and the limits that it sets.

use super::{Context, Machine, Scope, Source, Stake, Stop};
use crate::syntax::{Command, ExprKind, Test, TestKind};
use crate::value::Value;

impl<'p, S: Source> Machine<'p, S> {
    pub(super) fn assert(&mut self, command: &'p Command, test: &Test) -> Result<(), Stop> {
        if self.test(command, test, Stake::Even)? {
            self.note_limits(test);
            return Ok(());
        }
        let detail = match &test.kind {
            TestKind::Unique(names) => self.scope().unique(test.span, names)?.err(),
            TestKind::Compare(_, left, right) => {
                let sides = [left, right].into_iter().filter(|side| side.literal().is_none());
                let values = sides.filter_map(|side| {
                    Some(format!("{} is {}", self.program.text(side.span), self.scope().value(side).ok()?))
                });
                Some(values.collect::<Vec<_>>().join(", ")).filter(|values| !values.is_empty())
            }
            TestKind::Not(_)
            | TestKind::And(..)
            | TestKind::Or(..)
            | TestKind::IsEof
            | TestKind::Match(_)
            | TestKind::InArray(..) => None,
        };
        Err(Stop::Assertion { test: test.span, detail })
    }

    /// Records the limits that an assertion such as `x <= 100` sets, and how near the input comes.
    fn note_limits(&mut self, test: &Test) {
        match &test.kind {
            TestKind::And(a, b) => {
                self.note_limits(a);
                self.note_limits(b);
            }
            TestKind::Compare(comparator, left, right) => {
                if let ExprKind::Variable(variable) = &left.kind
                    && let Some(Value::Integer(limit)) = right.literal()
                    && let Ok(Value::Integer(value)) = self.scope().value(left)
                {
                    self.bounds.asserted(variable.name, *comparator, limit, &value);
                }
            }
            TestKind::Not(_)
            | TestKind::Or(..)
            | TestKind::IsEof
            | TestKind::Match(_)
            | TestKind::Unique(_)
            | TestKind::InArray(..) => {}
        }
    }

    pub(super) fn test(&mut self, command: &'p Command, test: &Test, stake: Stake) -> Result<bool, Stop> {
        match &test.kind {
            TestKind::Not(inner) => Ok(!self.test(command, inner, stake.not())?),
            TestKind::And(a, b) => Ok(self.test(command, a, stake)? && self.test(command, b, stake)?),
            TestKind::Or(a, b) => Ok(self.test(command, a, stake)? || self.test(command, b, stake)?),
            TestKind::Compare(comparator, left, right) => {
                Ok(self.scope().compare(test.span, *comparator, left, right)?)
            }
            TestKind::IsEof => {
                let scope = Scope { program: self.program, store: &self.store };
                self.source.is_end(Context { scope, command, frames: &self.frames }, stake)
            }
            TestKind::Match(expr) => {
                let scope = Scope { program: self.program, store: &self.store };
                let bytes = scope.text(expr)?;
                self.source.next_is_in(Context { scope, command, frames: &self.frames }, &bytes, stake)
            }
            TestKind::Unique(names) => Ok(self.scope().unique(test.span, names)?.is_ok()),
            TestKind::InArray(expr, array) => Ok(self.scope().in_array(test.span, expr, *array)?),
        }
    }
}

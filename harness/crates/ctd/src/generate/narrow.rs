//! Narrows the range of a number by the assertions that it will have to satisfy.
//!
//! An assertion is evaluated forwards, to ranges of its parts, and then backwards, to a demand on
//! the number that is being drawn (the HC4 method: Benhamou, Goualard, Granvilliers, Puget,
//! *Revising hull and box consistency*, ICLP 1999). A number that is still to be drawn has its
//! whole range, so only hopeless values drop out. A sum that grows in a loop (`SET(sum = sum + n)`)
//! is counted together with the least that later turns will add. The result is a proposal: the
//! assertion itself is still executed.

use super::analysis::{Analysis, Rule, accumulated, mentions, same_variable};
use crate::interval::{Interval, range};
use crate::machine::Context;
use crate::number::Integer;
use crate::syntax::{Binary, Command, Comparator, Control, Expr, ExprKind, Variable};
use crate::value::Value;

pub(super) struct NarrowedRange {
    pub range: Interval,
    /// The part of the range that leaves enough for the numbers that follow.
    pub share: Option<Interval>,
    pub excluded: Vec<Integer>,
}

impl NarrowedRange {
    pub fn to(range: Interval) -> NarrowedRange {
        NarrowedRange { range, share: None, excluded: Vec::new() }
    }
}

/// Narrows the range `whole` of a number that is drawn for `target`.
pub(super) fn narrow<'p>(
    analysis: &Analysis<'p>,
    context: Context<'_, 'p>,
    target: &Variable,
    whole: &Interval,
) -> NarrowedRange {
    let (draw, result) = (context.command.site, NarrowedRange::to(whole.clone()));
    let mut narrower = Narrower { analysis, context, target, draw, rule: 0, result };
    for rule in analysis.rules_at(draw) {
        narrower.rule = rule.site;
        narrower.apply(rule);
    }
    let mut result = narrower.result;
    if result.range.is_empty() {
        result.range = whole.clone();
    }
    let share = result.share.take().map(|share| share.and(&result.range));
    NarrowedRange { share: share.filter(|share| !share.is_empty()), ..result }
}

struct Narrower<'a, 'p> {
    analysis: &'a Analysis<'p>,
    context: Context<'a, 'p>,
    target: &'a Variable,
    draw: usize,
    rule: usize,
    result: NarrowedRange,
}

/// The moment at which a variable is evaluated.
#[derive(Clone, Copy, PartialEq)]
enum Time {
    /// When the assertion is reached next.
    Now,
    /// In later turns of the loops.
    Later,
}

/// How many levels of nested calculations are followed.
const DEPTH: usize = 8;

impl<'p> Narrower<'_, 'p> {
    fn apply(&mut self, rule: &Rule<'p>) {
        let zero = Interval::point(Integer::ZERO);
        let left = self.range(rule.left, Time::Now, 0);
        let right = rule.right.map_or(zero, |right| self.range(right, Time::Now, 0));
        let one = Interval::point(Integer::ONE);
        let up_to = |range: &Interval| Interval { low: None, high: range.high.clone() };
        let from = |range: &Interval| Interval { low: range.low.clone(), high: None };
        let (for_left, for_right) = match rule.comparator {
            Comparator::LessEqual => (up_to(&right), from(&left)),
            Comparator::Less => (up_to(&right.sub(&one)), from(&left.add(&one))),
            Comparator::GreaterEqual => (from(&right), up_to(&left)),
            Comparator::Greater => (from(&right.add(&one)), up_to(&left.sub(&one))),
            Comparator::Equal => (right, left),
            Comparator::NotEqual => {
                self.exclude(rule.left, &right);
                if let Some(side) = rule.right {
                    self.exclude(side, &left);
                }
                return;
            }
        };
        self.demand(rule.left, &for_left, 0);
        if let Some(side) = rule.right {
            self.demand(side, &for_right, 0);
        }
    }

    fn exclude(&mut self, side: &Expr, other: &Interval) {
        if let (ExprKind::Variable(variable), Some(value)) = (&side.kind, other.as_point())
            && same_variable(variable, self.target)
        {
            self.result.excluded.push(value.clone());
        }
    }

    // Forwards

    fn range(&self, expr: &Expr, time: Time, depth: usize) -> Interval {
        range(expr, &mut |variable| self.variable(variable, time, depth))
    }

    fn variable(&self, variable: &Variable, time: Time, depth: usize) -> Interval {
        if depth > DEPTH {
            return Interval::ALL;
        }
        if time == Time::Now && same_variable(variable, self.target) {
            return self.result.range.clone();
        }
        let sets = self.analysis.sets_between(variable.name, self.draw, self.rule);
        if !sets.is_empty() {
            return match time {
                Time::Now => self.calculated(variable, depth, None),
                Time::Later => match sets.last() {
                    Some(set) if !mentions(set.expr, variable.name) => self.range(set.expr, time, depth + 1),
                    Some(_) | None => Interval::ALL,
                },
            };
        }
        let drawn = match time {
            Time::Now => self.analysis.draws_between(variable.name, self.draw, self.rule),
            Time::Later => self.analysis.drawn_from(variable.name, self.draw),
        };
        match (drawn, self.context.scope.variable(variable)) {
            (Some((_, low, high)), _) => {
                let (low, high) = (self.range(low, time, depth + 1), self.range(high, time, depth + 1));
                Interval { low: low.low, high: high.high }
            }
            (None, Ok(Value::Integer(value))) => Interval::point(value.clone()),
            (None, Ok(Value::Decimal(_) | Value::Text(_)) | Err(_)) => Interval::ALL,
        }
    }

    /// The range of a variable that is calculated between the draw and the assertion. Leaves out
    /// the present value of addend number `except`.
    fn calculated(&self, variable: &Variable, depth: usize, except: Option<usize>) -> Interval {
        let sets = self.analysis.sets_between(variable.name, self.draw, self.rule);
        let mut sum = match self.context.scope.variable(variable) {
            Ok(Value::Integer(value)) => Interval::point(value.clone()),
            Ok(Value::Decimal(_) | Value::Text(_)) | Err(_) => Interval::ALL,
        };
        let mut addend = 0;
        for set in sets {
            let Some(terms) = accumulated(set.expr, variable.name) else {
                sum = self.range(set.expr, Time::Now, depth + 1);
                continue;
            };
            let (now, later) = self.repetitions(set.site, variable, depth);
            for (term, added) in terms {
                let mut part = self.range(term, Time::Later, depth + 1).mul(&later);
                if except != Some(addend) {
                    part = part.add(&self.range(term, Time::Now, depth + 1).mul(&now));
                }
                sum = if added { sum.add(&part) } else { sum.sub(&part) };
                addend += 1;
            }
        }
        sum
    }

    /// How often a calculation runs for the number that is being drawn, and how often after that.
    fn repetitions(&self, site: usize, variable: &Variable, depth: usize) -> (Interval, Interval) {
        let one = Interval::point(Integer::ONE);
        let (mut now, mut inside) = (one.clone(), one);
        let mut later = Interval::point(Integer::ZERO);
        for command in self.analysis.loops_around(site) {
            let active = self
                .context
                .frames
                .iter()
                .find_map(|frame| frame.as_loop().filter(|(running, ..)| running.site == command.site));
            let Some((_, turn, turns)) = active else {
                now = now.mul(&self.turns(command, Time::Now, depth));
                inside = inside.mul(&self.turns(command, Time::Later, depth));
                continue;
            };
            if self.analysis.resets_in(variable.name, command) {
                break;
            }
            let left = match turns {
                Some(turns) => Interval::point(Integer::from(turns.saturating_sub(turn + 1))),
                None => Interval::at_least(Integer::ZERO),
            };
            later = later.add(&left.mul(&inside));
            inside = inside.mul(&self.turns(command, Time::Later, depth));
        }
        (now, later)
    }

    fn turns(&self, command: &Command, time: Time, depth: usize) -> Interval {
        let any = Interval::at_least(Integer::ZERO);
        match command.control() {
            Some(Control::Count(expr)) => self.range(expr, time, depth + 1).and(&any),
            Some(Control::While(_)) | None => any,
        }
    }

    // Backwards

    /// Narrows the number so that the expression can be in `wanted`.
    fn demand(&mut self, expr: &Expr, wanted: &Interval, depth: usize) {
        if depth > DEPTH || *wanted == Interval::ALL {
            return;
        }
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Length(_) => {}
            ExprKind::Variable(variable) => self.demand_variable(variable, wanted, depth),
            ExprKind::Negate(operand) => self.demand(operand, &wanted.neg(), depth + 1),
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.range(left, Time::Now, depth), self.range(right, Time::Now, depth));
                match operator {
                    Binary::Add => {
                        self.demand(left, &wanted.sub(&b), depth + 1);
                        self.demand(right, &wanted.sub(&a), depth + 1);
                    }
                    Binary::Subtract => {
                        self.demand(left, &wanted.add(&b), depth + 1);
                        self.demand(right, &a.sub(wanted), depth + 1);
                    }
                    Binary::Multiply => {
                        self.demand(left, &factor(wanted, &b), depth + 1);
                        self.demand(right, &factor(wanted, &a), depth + 1);
                    }
                    Binary::Divide | Binary::Modulo | Binary::Power => {}
                }
            }
        }
    }

    fn demand_variable(&mut self, variable: &Variable, wanted: &Interval, depth: usize) {
        if same_variable(variable, self.target) {
            self.result.range = self.result.range.and(wanted);
            return;
        }
        let sets = self.analysis.sets_between(variable.name, self.draw, self.rule);
        let mut addend = 0;
        for set in sets {
            let Some(terms) = accumulated(set.expr, variable.name) else {
                self.demand(set.expr, wanted, depth + 1);
                continue;
            };
            let (now, later) = self.repetitions(set.site, variable, depth);
            for (term, added) in terms {
                let others = self.calculated(variable, depth, Some(addend));
                let rest = if added { wanted.sub(&others) } else { others.sub(wanted) };
                addend += 1;
                if now.as_point() == Some(&Integer::ONE) {
                    self.demand_share(term, &rest, &later);
                    self.demand(term, &rest, depth + 1);
                } else {
                    self.demand(term, &factor(&rest, &now), depth + 1);
                }
            }
        }
    }

    /// Proposes at most twice the even share, so that a uniform draw takes its share on average.
    fn demand_share(&mut self, term: &Expr, rest: &Interval, later: &Interval) {
        let ExprKind::Variable(variable) = &term.kind else { return };
        let (Some(high), Some(times), true) = (&rest.high, later.as_point(), same_variable(variable, self.target))
        else {
            return;
        };
        let Some(low) = &self.result.range.low else { return };
        let share = || {
            let slack = high.sub(low)?.mul(&Integer::from(2i64))?;
            low.add(&slack.div(&times.add(&Integer::ONE)?)?)
        };
        if let (false, Ok(share)) = (times.is_zero(), share()) {
            self.result.share = Some(Interval::at_most(share));
        }
    }
}

/// All x with a product x·y in `wanted` for some y of `other`. Everything if `other` has both
/// signs.
fn factor(wanted: &Interval, other: &Interval) -> Interval {
    if other.high.as_ref().is_some_and(Integer::is_negative) {
        return factor(&wanted.neg(), &other.neg());
    }
    let Some(least) = other.low.as_ref().filter(|low| **low > Integer::ZERO) else { return Interval::ALL };
    let most = other.high.as_ref();
    let low = wanted.low.as_ref().and_then(|low| match (low > &Integer::ZERO, most) {
        (true, Some(most)) => low.div_ceil(most).ok(),
        (true, None) => Some(Integer::ONE),
        (false, _) => low.div_ceil(least).ok(),
    });
    let high = wanted.high.as_ref().and_then(|high| match (high.is_negative(), most) {
        (true, Some(most)) => high.div_floor(most).ok(),
        (true, None) => Some(Integer::from(-1i64)),
        (false, _) => high.div_floor(least).ok(),
    });
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_factor_is_left_out() {
        let interval = |low: i64, high: i64| Interval::new(Integer::from(low), Integer::from(high));
        for (a, b) in (-6..=6).flat_map(|a| (a..=6).map(move |b| (a, b))) {
            for (c, d) in (-4..=4).flat_map(|c| (c..=4).map(move |d| (c, d))) {
                let (wanted, other) = (interval(a, b), interval(c, d));
                let factors = factor(&wanted, &other);
                for (x, y) in (-30..=30).flat_map(|x| (c..=d).map(move |y| (x, y))) {
                    let number = Integer::from(x);
                    assert!(!(a..=b).contains(&(x * y)) || factors.contains(&number), "{x} {y} {wanted:?} {other:?}");
                }
            }
        }
        assert_eq!(factor(&interval(1, 10), &interval(3, 4)), interval(1, 3));
    }
}

//! A source that draws its choices by a plan, and at random where the plan has failed.

use std::borrow::Cow;

use super::analysis::Analysis;
use super::narrow::{NarrowedRange, narrow};
use super::policy::{Plan, Series, Spot};
use super::text::{Letters, TextWriter};
use super::unique::TakenValues;
use crate::float;
use crate::interval::Interval;
use crate::machine::{Context, FloatRequest, Frame, Key, Limit, NO_NUMBER, NO_TEXT, Source, Stake, Stop};
use crate::number::{Decimal, Integer};
use crate::output::Output;
use crate::random::{Random, hash};
use crate::regex::{ByteSet, Matcher, Regex};
use crate::syntax::{Control, Name, Notation, Test, TestKind, Variable};
use crate::value::{Value, ValueKey};

pub(super) struct Drawer<'g, 'p> {
    analysis: &'g Analysis<'p>,
    plan: Plan,
    pub random: Random,
    series: Series,
    pub output: Output,
    /// Set after a conflict: also tries choices other than the plan's.
    pub loose: bool,
    /// Whether each number of a bounded sum gets an even share.
    fair: bool,
    /// The last numbers drawn. Some assertions want equal ones.
    recent: Vec<Integer>,
    /// By the index of the analysis's groups.
    taken: Vec<TakenValues>,
    log: Vec<TakenChange>,
    letters: Letters,
}

enum TakenChange {
    Inserted(usize, Vec<ValueKey>, ValueKey),
    Removed(usize, Vec<ValueKey>, ValueKey),
    Cleared(usize, TakenValues),
}

const RECENT: usize = 32;
/// How often a value is redrawn before the command counts as a conflict.
const TRIES: usize = if cfg!(fuzzing) { 4 } else { 24 };
/// A float of a range with more digits before the point is the simplest one.
const WIDE: i64 = 40;

impl<'g, 'p> Drawer<'g, 'p> {
    pub fn new(analysis: &'g Analysis<'p>, plan: Plan, mut random: Random, bytes: usize) -> Drawer<'g, 'p> {
        let taken = analysis.groups.iter().map(|_| TakenValues::default()).collect();
        let (fair, output) = (!random.one_in(3), Output::new(bytes));
        let (series, recent, log) = (Series::default(), Vec::new(), Vec::new());
        let letters = Letters::new();
        Drawer { analysis, plan, random, series, output, loose: false, fair, recent, taken, log, letters }
    }

    pub fn mark(&self) -> usize {
        self.log.len()
    }

    pub fn back_to(&mut self, mark: usize) {
        while self.log.len() > mark {
            match self.log.pop() {
                Some(TakenChange::Inserted(group, others, value)) => self.taken[group].remove(&others, value),
                Some(TakenChange::Removed(group, others, value)) => {
                    self.taken[group].insert(others, value);
                }
                Some(TakenChange::Cleared(group, old)) => self.taken[group] = old,
                None => return,
            }
        }
    }

    /// The share of the size that one turn of the loops around a site gets, and the spot of the
    /// draw.
    fn share(&self, frames: &[Frame<'_>], site: usize) -> (u64, Spot) {
        let mut size = self.plan.size.max(1);
        let mut run = 0;
        let mut spot = Spot { site: site as u64, run, case: 0, turn: 0, turns: Some(1), steps: 0 };
        let (mut outermost, mut within) = (None, 0);
        for (command, turn, turns) in frames.iter().filter_map(Frame::as_loop) {
            let case = outermost.unwrap_or(0);
            spot = Spot { site: site as u64, run, case, turn, turns, steps: within + turn };
            // The turn of the outermost loop is not a step within the case.
            within = outermost.map_or(0, |_| within + turn);
            outermost.get_or_insert(turn);
            let at_loop = Spot { site: command.site as u64, ..spot };
            let planned = turns.unwrap_or_else(|| self.plan.turns(at_loop, size));
            size = size.div_ceil(planned.max(1)).max(1);
            run = hash(&[run, command.site as u64, turn]);
        }
        (size, spot)
    }

    // Integers

    fn number(&mut self, context: Context<'_, '_>, low: &Integer, high: &Integer) -> Option<Integer> {
        let site = context.command.site;
        let into = context.command.into();
        let whole = Interval::new(low.clone(), high.clone());
        let narrowed = match into {
            // A rule may be wrong about what follows. After a conflict, sometimes do without it.
            Some(target) if !(self.loose && self.random.one_in(4)) => narrow(self.analysis, context, target, &whole),
            Some(_) | None => NarrowedRange::to(whole.clone()),
        };
        let share = narrowed.share.as_ref().filter(|_| self.fair && !self.loose);
        let range = share.unwrap_or(&narrowed.range).clone();
        let (Some(least), Some(most)) = (&range.low, &range.high) else { return None };
        let (share, spot) = self.share(context.frames, site);
        let count = into.and_then(|variable| self.analysis.count(variable.name));
        let wanted = match count {
            Some(count) => {
                let cap = self.count_cap(share, count.factors);
                let most = Integer::from(cap).clamp(least.clone(), most.clone());
                // Counts differ from case to case.
                let spot = Spot { case: if spot.case == 0 { spot.turn } else { spot.case }, ..spot };
                if count.is_outer {
                    self.plan.outer_count(spot, least, &most, &mut self.random)
                } else {
                    self.plan.count(spot, least, &most, &mut self.random)
                }
            }
            None if self.loose => self.loose_number(spot, least, most),
            None => self.plan.draw(spot, least, most, &mut self.random, &mut self.series),
        };
        let wanted = suit(wanted, &narrowed, &whole);
        self.free(context, into, &wanted, &narrowed.range)
    }

    fn count_cap(&mut self, share: u64, factors: u32) -> u64 {
        let share = if share <= 64 { share.max(1 + self.random.below(3)) } else { share };
        match factors {
            0 | 1 => share,
            2 => share.isqrt().max(1),
            _ => (1..=share).find(|root| root.saturating_pow(factors) >= share).unwrap_or(1),
        }
    }

    fn loose_number(&mut self, spot: Spot, low: &Integer, high: &Integer) -> Integer {
        match self.random.below(4) {
            0 => self.plan.draw(spot, low, high, &mut self.random, &mut self.series),
            1 => self.random.between(low, high),
            2 => {
                let near = float::nearest_to_zero(low, high).add(&Integer::from(self.random.below(4)));
                near.map_or_else(|_| low.clone(), |near| near.clamp(low.clone(), high.clone()))
            }
            _ => {
                let fitting = |value: &&Integer| *value >= low && *value <= high;
                let recent: Vec<&Integer> = self.recent.iter().filter(fitting).collect();
                self.random.pick(&recent).map_or_else(|| low.clone(), |value| (*value).clone())
            }
        }
    }

    /// The value nearest to `wanted` that keeps tuples unique.
    fn free(
        &self,
        context: Context<'_, '_>,
        into: Option<&Variable>,
        wanted: &Integer,
        within: &Interval,
    ) -> Option<Integer> {
        let Some(variable) = into else { return Some(wanted.clone()) };
        let mut value = wanted.clone();
        for (group, names) in self.analysis.groups_of(variable.name) {
            let key = context.scope.key(variable).ok()?;
            if let Some(others) = others(context, names, &key) {
                value = self.taken[group].nearest_free(&others, &value, within)?;
            }
        }
        Some(value)
    }

    // Texts

    fn float_text(&mut self, context: Context<'_, '_>, request: &FloatRequest) -> Option<String> {
        let (_, spot) = self.share(context.frames, context.command.site);
        if request.high.digits_before_point() > WIDE || request.low.digits_before_point() > WIDE {
            return float::simplest(request);
        }
        let (fewest, most) = float::decimals(request)?;
        let wanted = match request.decimals {
            Some(_) => fewest + self.random.below(u64::from(most - fewest) + 1) as u32,
            None => *self.random.pick(&[0, 1, 1, 2, 2, 3, 6, 9])?,
        };
        // More decimals fit into a narrow range, but a notation may want fewer. Try some of each: a
        // grammar may allow thousands, and each takes long.
        let more = wanted..=most.min(wanted.saturating_add(float::MOST_DECIMALS));
        let fewer = (fewest..wanted.min(most)).take(float::MOST_DECIMALS as usize);
        for decimals in more.chain(fewer) {
            let Some((low, high)) = float::units(request, decimals) else { continue };
            let units = if self.loose {
                self.loose_number(spot, &low, &high)
            } else {
                self.plan.draw(spot, &low, &high, &mut self.random, &mut self.series)
            };
            // Without a notation an exponent is legal, but few programs expect it.
            let value = Decimal::new(units.clone(), -i64::from(decimals));
            let text = match request.notation {
                Notation::Any if self.random.one_in(24) => float::scientific(request, &value),
                Notation::Any | Notation::Fixed | Notation::Scientific => float::write(request, &units, decimals),
            };
            if text.is_some() {
                return text;
            }
        }
        float::simplest(request)
    }

    fn text_of(&mut self, context: Context<'_, '_>, regex: &Regex) -> Option<Vec<u8>> {
        let (share, spot) = self.share(context.frames, context.command.site);
        let limit = self.output.room();
        let (random, letters) = (&mut self.random, &mut self.letters);
        let mut writer =
            TextWriter { plan: &self.plan, random, spot, share, loose: self.loose, letters, text: Vec::new() };
        writer.write(regex.node(), limit).then_some(writer.text)
    }

    /// Whether a value keeps tuples unique.
    fn is_free(&self, context: Context<'_, '_>, into: Option<&Variable>, value: &ValueKey) -> bool {
        let Some(variable) = into else { return true };
        self.analysis.groups_of(variable.name).all(|(group, names)| {
            let others = context.scope.key(variable).ok().and_then(|key| others(context, names, &key));
            others.is_none_or(|others| !self.taken[group].contains(&others, value))
        })
    }

    // Questions

    /// The answer that keeps a loop going for as many turns as planned; a coin toss for a branch.
    fn wish(&mut self, context: Context<'_, '_>, stake: Stake) -> bool {
        let wish = match (stake, context.frames.split_last()) {
            (Stake::Even, _) | (_, None) => return self.random.one_in(2),
            (_, Some((own, around))) => {
                let (share, _) = self.share(around, context.command.site);
                let run = around
                    .iter()
                    .filter_map(Frame::as_loop)
                    .fold(0, |run, (command, turn, _)| hash(&[run, command.site as u64, turn]));
                let turn = own.as_loop().map_or(0, |(_, turn, _)| turn);
                let spot = Spot { site: context.command.site as u64, run, case: 0, turn, turns: None, steps: turn };
                turn < self.plan.turns(spot, share) && self.output.room() > 64
            }
        };
        let wish = if self.loose && self.random.one_in(4) { !wish } else { wish };
        wish == (stake == Stake::TrueGoesOn)
    }
}

/// Moves a value to a nearby one that the rules allow.
fn suit(wanted: Integer, narrowed: &NarrowedRange, whole: &Interval) -> Integer {
    let mut value = wanted;
    for _ in 0..narrowed.excluded.len() {
        if narrowed.excluded.contains(&value) {
            let beside = [value.add(&Integer::ONE), value.sub(&Integer::ONE)].into_iter().flatten();
            let free = |value: &Integer| whole.contains(value) && !narrowed.excluded.contains(value);
            value = beside.into_iter().find(free).unwrap_or(value);
        }
    }
    value
}

/// The other values of a tuple. `None` if one is still missing.
fn others(context: Context<'_, '_>, names: &[Name], key: &Key) -> Option<Vec<ValueKey>> {
    let others = names.iter().skip(1);
    others.map(|&name| context.scope.store.get(name, key).map(Value::key)).collect()
}

impl Source for Drawer<'_, '_> {
    fn end(&mut self) -> Result<(), Stop> {
        self.output.end()
    }

    fn text(&mut self, text: &[u8]) -> Result<(), Stop> {
        self.output.write(text)
    }

    fn int(&mut self, context: Context<'_, '_>, low: &Integer, high: &Integer) -> Result<Integer, Stop> {
        if low > high {
            return Err(NO_NUMBER);
        }
        let mut value = self.number(context, low, high).ok_or(NO_NUMBER)?;
        let small = (0i64..10).chain(-9..0).chain([10, 20, 30]).map(Integer::from);
        let mut others = small.filter(|value| value >= low && value <= high);
        let mut tries = 0;
        while !self.output.allows(value.to_string().as_bytes()) {
            tries += 1;
            value = match others.next() {
                Some(other) if tries > TRIES => other,
                None if tries > TRIES => return Err(NO_NUMBER),
                Some(_) | None => self.random.between(low, high),
            };
        }
        let value = self.output.write_int(value)?;
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push(value.clone());
        Ok(value)
    }

    fn float(&mut self, context: Context<'_, '_>, request: &FloatRequest) -> Result<Decimal, Stop> {
        let into = context.command.into();
        for _ in 0..TRIES {
            let text = self.float_text(context, request).ok_or(NO_NUMBER)?;
            let Some(value) = Decimal::parse(text.as_bytes()) else { continue };
            let free = self.is_free(context, into, &Value::Decimal(value.clone()).key());
            if free && self.output.allows(text.as_bytes()) {
                self.output.write_float(request, &text)?;
                return Ok(value);
            }
        }
        Err(NO_NUMBER)
    }

    fn regex(&mut self, context: Context<'_, '_>, regex: &Regex, matcher: &mut Matcher) -> Result<Cow<'_, [u8]>, Stop> {
        let into = context.command.into();
        if regex.lengths().0 > self.output.room() as u64 {
            return Err(Stop::Limit(Limit::Bytes));
        }
        for _ in 0..TRIES {
            let Some(text) = self.text_of(context, regex) else { continue };
            let matches = matcher.longest(&text) == Ok(Some(text.len())) && self.output.allows(&text);
            if matches && self.is_free(context, into, &ValueKey::Text(text.as_slice().into())) {
                self.output.write(&text)?;
                self.output.forbid(matcher.goes_on(text.len()));
                return Ok(text.into());
            }
        }
        Err(NO_TEXT)
    }

    fn is_end(&mut self, context: Context<'_, '_>, stake: Stake) -> Result<bool, Stop> {
        let truth = match self.output.is_end() {
            Some(settled) => settled,
            None => {
                let wish = self.wish(context, stake);
                let stops = stake != Stake::Even && wish == (stake == Stake::FalseGoesOn);
                // If the loop can also end in another way, it usually does: more input may have to
                // follow.
                let other = stops && !asks_end_alone(context) && !self.random.one_in(4);
                wish != other
            }
        };
        self.output.settle_end(truth);
        Ok(truth)
    }

    fn next_is_in(&mut self, context: Context<'_, '_>, bytes: &[u8], stake: Stake) -> Result<bool, Stop> {
        let set = ByteSet::of(bytes);
        let truth = match self.output.next_is_in(&set) {
            Some(settled) => settled,
            None => self.wish(context, stake),
        };
        self.output.settle_next(&set, truth);
        Ok(truth)
    }

    fn assigned(&mut self, context: Context<'_, '_>, name: Name, key: &Key, old: Option<&Value>) {
        for (group, names) in self.analysis.groups_of(name) {
            let Some(others) = others(context, names, key) else { continue };
            let Some(value) = context.scope.store.get(name, key).map(Value::key) else { continue };
            if let Some(old) = old.map(Value::key) {
                self.taken[group].remove(&others, old.clone());
                self.log.push(TakenChange::Removed(group, others.clone(), old));
            }
            if self.taken[group].insert(others.clone(), value.clone()) {
                self.log.push(TakenChange::Inserted(group, others, value));
            }
        }
    }

    fn unset(&mut self, name: Name) {
        for (group, names) in self.analysis.groups.iter().enumerate() {
            if names.contains(&name) {
                self.log.push(TakenChange::Cleared(group, std::mem::take(&mut self.taken[group])));
            }
        }
    }
}

/// Whether a loop's test is `ISEOF` alone.
fn asks_end_alone(context: Context<'_, '_>) -> bool {
    fn is_end(test: &Test) -> bool {
        if let TestKind::Not(inner) = &test.kind { is_end(inner) } else { matches!(test.kind, TestKind::IsEof) }
    }
    match context.command.control() {
        Some(Control::While(test)) => is_end(test),
        Some(Control::Count(_)) | None => false,
    }
}

//! Time and memory of every run against the limit, on a log axis: one strip per solution.
//!
//! Accepted runs are dots, spread so that none hides another as long as there is room. The others
//! are letters that link to their block. Horizontal positions are percentages, so the strips fit
//! any width without a script.

use super::view::{ProblemView, SolutionRow, class};
use super::{SanitizedName, block};
use crate::text::phrase;
use maud::{Markup, html};
use model::record::{SolutionRecord, TestRecord};
use model::{ByteSize, Verdict};
use std::time::Duration;

/// Dots are spread for a strip of this many pixels. A wider one only gives them more room.
const PIXELS: f64 = 520.0;
/// Half the width of a dot, a letter and a letter with a count, in pixels.
const DOT: f64 = 2.6;
const LETTER: f64 = 5.0;
const COUNTED: f64 = 9.0;
/// How far a dot may leave the middle of its strip, in pixels; and how far if the dots pile up.
const SPREAD: f64 = 12.0;
const WIDE_SPREAD: f64 = 17.0;
/// How many dots a strip has room for on one spot of the axis, overlapping.
const PILE: usize = 60;
/// Letters of one verdict that are closer than this many pixels become one letter with a count.
const TOGETHER: f64 = 22.0;
/// From this share of the limit on, the background is tinted.
const NEAR: f64 = 0.5;

pub(super) fn charts(problem: &ProblemView<'_>) -> Markup {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let kib = |size: ByteSize| size.as_kib() as f64;
    let size = |kib: f64| ByteSize::kib(kib as u64).to_string();
    let time = Chart {
        title: "CPU time per test against the limit",
        limit: problem.limit().map(milliseconds),
        limit_of: &|solution| milliseconds(solution.limits.cpu),
        least: 1.0,
        value: &|test| test.cpu.map(milliseconds),
        in_words: &|ms| phrase::time(Duration::from_secs_f64(ms / 1e3)),
        limit_in_words: &|ms| phrase::limit(Duration::from_secs_f64(ms / 1e3)),
        tick_in_words: &|ms| if ms < 1000.0 { format!("{ms} ms") } else { format!("{} s", ms / 1e3) },
        step: 10.0,
    };
    let space = Chart {
        title: "Peak memory per test against the limit",
        limit: problem.memory_limit().map(kib),
        limit_of: &|solution| kib(solution.limits.memory),
        least: 1024.0,
        value: &|test| test.memory.map(kib),
        in_words: &size,
        limit_in_words: &size,
        tick_in_words: &size,
        step: 4.0,
    };
    html! { div.charts { (time.figure(problem)) (space.figure(problem)) } }
}

struct Chart<'a> {
    title: &'a str,
    /// The problem's limit, drawn below the axis.
    limit: Option<f64>,
    /// A solution's own limit, with the factor of its language. The tint of its strip follows this
    /// one.
    limit_of: &'a dyn Fn(&SolutionRecord) -> f64,
    /// The left end of the axis, unless a value lies below it.
    least: f64,
    value: &'a dyn Fn(&TestRecord) -> Option<f64>,
    in_words: &'a dyn Fn(f64) -> String,
    limit_in_words: &'a dyn Fn(f64) -> String,
    tick_in_words: &'a dyn Fn(f64) -> String,
    /// The factor from one tick to the next.
    step: f64,
}

/// A position on the axis, as an attribute.
fn percent(x: f64) -> String {
    format!("{x:.2}%")
}

/// In percent of an axis.
const CLOSE_TO_THE_EDGE: f64 = 90.0;

impl Chart<'_> {
    fn figure(&self, problem: &ProblemView<'_>) -> Markup {
        let values = || problem.rows.iter().flat_map(|row| &row.solution.tests).filter_map(|test| (self.value)(test));
        let Some(most) = values().reduce(f64::max) else { return Markup::default() };
        let most = problem.rows.iter().map(|row| (self.limit_of)(row.solution) * 1.35 / 1.1).fold(most, f64::max);
        let axis = self.axis(values().fold(self.least, f64::min), most);
        let measured = |row: &&SolutionRow<'_>| row.solution.tests.iter().any(|test| (self.value)(test).is_some());
        html! {
            figure.strips {
                figcaption { (self.title) " " span { "log scale" } }
                @for row in problem.rows.iter().filter(measured) { (self.strip(row, &axis)) }
                div class="strip axis" {
                    span {}
                    svg height="18" aria-hidden="true" {
                        @for tick in axis.ticks(self.step) { (self.tick(&axis, tick)) }
                        @if let Some(limit) = self.limit {
                            // A label centred this near the edge would be cut off.
                            @let at = axis.percent(limit);
                            @let x = if at > CLOSE_TO_THE_EDGE { 100.0 } else { at };
                            text.limit.last[at > CLOSE_TO_THE_EDGE] x=(percent(x)) y="13" { ((self.limit_in_words)(limit)) }
                        }
                    }
                }
            }
        }
    }

    fn tick(&self, axis: &Axis, tick: f64) -> Markup {
        let x = axis.percent(tick);
        let beside_limit = self.limit.is_some_and(|limit| (axis.percent(limit) - x).abs() < 13.0);
        html! {
            @if x < 94.0 && !beside_limit {
                text.first[x < 3.0] x=(percent(x)) y="13" { ((self.tick_in_words)(tick)) }
            }
        }
    }

    fn axis(&self, least: f64, most: f64) -> Axis {
        let from = if least < self.least { self.least / self.step } else { self.least };
        let end = (most * 1.1).max(self.limit.unwrap_or(0.0) * 1.35).max(self.least * self.step);
        Axis { from, to: end }
    }

    fn strip(&self, row: &SolutionRow<'_>, axis: &Axis) -> Markup {
        let marks = self.marks(row, axis);
        let radius = |mark: &Mark| match mark.runs {
            _ if mark.verdict == Verdict::Accepted => DOT,
            1 => LETTER,
            _ => COUNTED,
        };
        let offsets = spread(&marks.iter().map(|mark| Dot { x: mark.x, radius: radius(mark) }).collect::<Vec<_>>());
        let half = offsets.iter().fold(0.0_f64, |most, y| most.max(y.abs())) + 7.0;
        let (height, middle) = (format!("{:.1}", (half * 2.0).max(20.0)), (half * 2.0).max(20.0) / 2.0);
        let most = row.solution.tests.iter().filter_map(|t| (self.value)(t)).fold(0.0, f64::max);
        let runs: usize = marks.iter().map(|mark| mark.runs).sum();
        let (dots, letters): (Vec<_>, Vec<_>) =
            marks.iter().zip(&offsets).partition(|(mark, _)| mark.verdict == Verdict::Accepted);
        let dot = |(mark, y): &(&Mark, &f64)| format!("M{:.1} {:.1}h.01", mark.x * 1000.0 / PIXELS, middle + *y);
        let base = format!("{middle:.1}");
        html! {
            div.strip data-row=(row.index) {
                span title=(SanitizedName(&row.solution.path)) { (SanitizedName(row.solution.short())) }
                svg height=(height) role="img"
                    aria-label={ (phrase::count(runs, "run")) ", most " ((self.in_words)(most)) } {
                    (self.ground(row, axis))
                    line.base x1="0" x2="100%" y1=(base) y2=(base) {}
                    svg viewBox={ "0 0 1000 " (height) } preserveAspectRatio="none" width="100%" height=(height) {
                        path.dots d=(dots.iter().map(dot).collect::<String>()) {}
                    }
                    @for (mark, y) in letters { (mark.letter(middle + y + 3.8)) }
                }
            }
        }
    }

    /// Grid, limit and the tinted background before it.
    fn ground(&self, row: &SolutionRow<'_>, axis: &Axis) -> Markup {
        let limit = (self.limit_of)(row.solution);
        let (near, end) = (axis.percent(limit * NEAR), axis.percent(limit));
        html! {
            @if limit > 0.0 {
                rect.near x=(percent(near)) width=(percent(end - near)) height="100%" {}
                rect.over x=(percent(end)) width=(percent(100.0 - end)) height="100%" {}
            }
            @for tick in axis.ticks(self.step) {
                @let x = percent(axis.percent(tick));
                line.tick x1=(x) x2=(x) y2="100%" {}
            }
            @if limit > 0.0 { line.limit x1=(percent(end)) x2=(percent(end)) y2="100%" {} }
        }
    }

    /// Dots and letters from left to right. Letters that would overlap are merged.
    fn marks(&self, row: &SolutionRow<'_>, axis: &Axis) -> Vec<Mark> {
        let mut points: Vec<(f64, usize, Verdict)> = Vec::new();
        for (at, test) in row.solution.tests.iter().enumerate() {
            if let (Some(value), Some(verdict)) = ((self.value)(test), test.verdict) {
                points.push((axis.percent(value) * PIXELS / 100.0, at, verdict));
            }
        }
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut marks: Vec<Mark> = Vec::new();
        let mut piled = (0, 0);
        for (x, at, verdict) in points {
            // In a full pile, another dot would not be seen.
            let place = (x / DOT) as i64;
            piled = if piled.0 == place { (place, piled.1 + 1) } else { (place, 1) };
            if let Some(last) = marks.last_mut().filter(|last| piled.1 > PILE && last.verdict == verdict) {
                last.runs += 1;
                continue;
            }
            let surprise = row.solution.tests[at].permitted == Some(false);
            let same = |mark: &&mut Mark| mark.verdict == verdict && mark.surprise == surprise;
            match marks.iter_mut().rev().find(same) {
                Some(mark) if verdict != Verdict::Accepted && x - mark.x < TOGETHER => mark.runs += 1,
                Some(_) | None => {
                    let anchor = block::anchor(row, at);
                    marks.push(Mark { x, verdict, runs: 1, surprise, anchor });
                }
            }
        }
        marks
    }
}

/// A dot, or a letter that stands for one run or several.
struct Mark {
    /// In pixels.
    x: f64,
    verdict: Verdict,
    runs: usize,
    surprise: bool,
    /// The block of the first run.
    anchor: Option<String>,
}

impl Mark {
    fn letter(&self, y: f64) -> Markup {
        let surprise = if self.surprise { " u" } else { "" };
        let x = percent(self.x * 100.0 / PIXELS);
        let text = html! {
            text class={ (class(self.verdict)) (surprise) } x=(x) y=(format_args!("{y:.1}")) {
                (self.verdict.letter())
                @if self.runs > 1 { tspan { "×" (self.runs) } }
            }
        };
        html! { @match &self.anchor {
            Some(anchor) => { a href={ "#" (anchor) } { (text) } },
            None => { (text) },
        } }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    from: f64,
    to: f64,
}

impl Axis {
    /// Where a value lies, in percent of the width. Values below the axis lie at its beginning. A
    /// margin keeps dots whole.
    fn percent(&self, value: f64) -> f64 {
        const MARGIN: f64 = 1.5;
        let share = (value.max(self.from) / self.from).ln() / (self.to / self.from).ln();
        MARGIN + share.clamp(0.0, 1.0) * (100.0 - 2.0 * MARGIN)
    }

    fn ticks(&self, step: f64) -> impl Iterator<Item = f64> {
        let to = self.to;
        std::iter::successors(Some(self.from), move |tick| Some(tick * step)).take_while(move |tick| *tick <= to)
    }
}

/// A mark on a strip: its position and half its width, in pixels.
#[derive(Clone, Copy, Debug)]
struct Dot {
    x: f64,
    radius: f64,
}

/// Distances from the middle that keep neighbours apart: a beeswarm. `dots` are in ascending order.
/// The same dots always give the same picture. If a pile is higher than the strip, its dots
/// overlap, evenly.
fn spread(dots: &[Dot]) -> Vec<f64> {
    swarm(dots, SPREAD, false).or_else(|| swarm(dots, WIDE_SPREAD, true)).unwrap_or_default()
}

/// Offsets within `most` of the middle. If not all dots can keep apart, those that do not fit may
/// overlap; `None` unless `may_overlap`.
///
/// Dots lie on a few heights. For each height and each possible size, one number says from where on
/// it is free. Dots come from the left, so nothing else need be stored.
fn swarm(dots: &[Dot], most: f64, may_overlap: bool) -> Option<Vec<f64>> {
    const STEP: f64 = 2.0;
    const SIZES: [f64; 3] = [DOT, LETTER, COUNTED];
    let steps = (most / STEP) as i32;
    let heights = (2 * steps + 1) as usize;
    let mut free = vec![[f64::NEG_INFINITY; SIZES.len()]; heights];
    let mut offsets: Vec<f64> = Vec::with_capacity(dots.len());
    for (i, dot) in dots.iter().enumerate() {
        let size = SIZES.iter().position(|size| dot.radius <= *size).unwrap_or(SIZES.len() - 1);
        // Nearest to the middle first: 0, a step up, a step down, two up …
        let mut outwards = (0..=2 * steps).map(|k| if k % 2 == 1 { -(k + 1) / 2 } else { k / 2 });
        let Some(step) = outwards.find(|step| dot.x >= free[(step + steps) as usize][size]) else {
            if !may_overlap {
                return None;
            }
            // Multiples of the golden ratio fill a strip evenly, whatever the number of dots.
            offsets.push(((i as f64 * 0.618_033_988_75).fract() * 2.0 - 1.0) * most);
            continue;
        };
        offsets.push(f64::from(step) * STEP);
        for (height, from) in free.iter_mut().enumerate() {
            let away = (f64::from(height as i32 - steps - step) * STEP).abs();
            for (other, from) in SIZES.iter().zip(from.iter_mut()) {
                let apart = dot.radius + other;
                if away < apart {
                    *from = from.max(dot.x + (apart * apart - away * away).sqrt());
                }
            }
        }
    }
    Some(offsets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(places: impl IntoIterator<Item = f64>) -> Vec<Dot> {
        places.into_iter().map(|x| Dot { x, radius: DOT }).collect()
    }

    #[test]
    fn neighbours_keep_apart_while_there_is_room() {
        let mut dots = at((0..40).map(|i| f64::from(i / 4) * 8.0));
        dots.iter_mut().step_by(7).for_each(|dot| dot.radius = LETTER);
        let offsets = spread(&dots);
        for i in 0..dots.len() {
            for j in 0..i {
                let apart = (dots[i].x - dots[j].x).hypot(offsets[i] - offsets[j]);
                assert!(apart >= dots[i].radius + dots[j].radius - 1e-6, "{i} and {j} overlap");
            }
        }
    }

    #[test]
    fn a_high_pile_stays_within_its_strip() {
        let offsets = spread(&at([100.0; 500]));
        assert!(offsets.iter().all(|y| y.abs() <= WIDE_SPREAD));
        let up = offsets.iter().filter(|y| **y > 0.0).count();
        assert!((200..=300).contains(&up), "evenly: {up} of 500 above the middle");
    }

    #[test]
    fn a_single_dot_lies_in_the_middle() {
        assert_eq!(spread(&at([3.0])), [0.0]);
        assert_eq!(spread(&[]), [0.0; 0]);
    }

    #[test]
    fn the_axis_is_logarithmic_and_keeps_everything_on_the_page() {
        let axis = Axis { from: 1.0, to: 10_000.0 };
        let check = |value: f64, percent: f64| assert!((axis.percent(value) - percent).abs() < 1e-9, "{value}");
        check(1.0, 1.5);
        check(100.0, 50.0);
        check(10_000.0, 98.5);
        check(0.0, 1.5);
        check(1e9, 98.5);
        assert_eq!(axis.ticks(10.0).collect::<Vec<_>>(), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
    }
}

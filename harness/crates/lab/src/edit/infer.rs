//! Guesses the shape of inputs: the cheapest one that reads all of them.
//!
//! A guess need not be right. Inputs that are accepted later, and that it does not read, lead to
//! the next.

use super::shape::{Block, Field, List, Node, Scope, Shape, Tokens, Way, lines};
use super::value::Value;

/// So many lines with a number of fields each may be looked at.
const STEPS: usize = 600;
/// So many rows of a block show what rows look like.
const ROWS: usize = 24;
const FIELDS: usize = 12;
/// The longest block that is looked for.
const LONGEST: i128 = 1 << 20;
const DEPTH: usize = 5;

/// What a count may be: times a number, and plus, with the price of such a guess. More than
/// a plain count and a line for it: else chance would win.
const WAYS: [(i128, i128, u32); 8] =
    [(1, 0, 10), (1, -1, 26), (1, 1, 28), (2, 0, 30), (2, -1, 40), (2, -2, 42), (2, 1, 44), (3, 0, 44)];
/// The price of a list and of a block that no number counts.
const FREE_LIST: u32 = 100;
const FREE_BLOCK: u32 = 300;
/// The price of a count that hardly shows anything: one row, or two tokens in each line.
const TRIVIAL: u32 = 30;
/// So many times as much costs a line that nothing counts, in a bold guess.
const UNCOUNTED: u32 = 3;

/// Returns a shape that reads as many of the texts as possible, the first ones before others. A
/// bold guess takes a single row for what a 1 counts.
pub(super) fn infer(texts: &[&[u8]], bold: bool) -> Option<Shape> {
    let texts: Vec<Vec<Tokens<'_>>> = texts.iter().map(|text| lines(text)).collect();
    let mut count = texts.len();
    while count > 0 {
        let spans: Vec<Span<'_>> =
            texts[..count].iter().map(|lines| Span { lines: &lines[..], scope: Vec::new() }).collect();
        if let Some((_, nodes)) = (ShapeSearch { steps: STEPS, bold }).nodes(&spans, u32::MAX, 0) {
            let slots = slots(&nodes);
            return (slots > 0).then_some(Shape { nodes, slots });
        }
        count /= 2;
    }
    None
}

/// Lines of an input that are to be read, and the numbers before them.
#[derive(Clone)]
struct Span<'t> {
    lines: &'t [Tokens<'t>],
    scope: Scope,
}

type PricedShape<T> = (u32, T);

struct ShapeSearch {
    steps: usize,
    bold: bool,
}

impl ShapeSearch {
    /// Returns the cheapest nodes that read all lines of all spans and cost less than `limit`.
    fn nodes(&mut self, spans: &[Span<'_>], limit: u32, depth: usize) -> Option<PricedShape<Vec<Node>>> {
        if spans.iter().all(|span| span.lines.is_empty()) {
            return Some((0, Vec::new()));
        }
        if self.steps == 0 || depth > DEPTH {
            return None;
        }
        self.steps -= 1;
        let trivial = if self.bold { 0 } else { TRIVIAL };
        let mut best: Option<PricedShape<Vec<Node>>> = None;
        let mut consider = |search: &mut ShapeSearch, price: u32, node: Node, rest: &[Span<'_>]| {
            let limit = best.as_ref().map_or(limit, |(price, _)| *price);
            if price < limit
                && let Some((more, mut nodes)) = search.nodes(rest, limit - price, depth)
                && price + more < limit
            {
                nodes.insert(0, node);
                best = Some((price + more, nodes));
            }
        };
        for cut in cuts(spans, trivial) {
            if cut.price >= limit {
                continue;
            }
            if let Some((price, body)) = self.nodes(&cut.rows, limit - cut.price, depth + 1) {
                let more = 1 + slots(&body);
                let mut rest = cut.rest;
                rest.iter_mut().for_each(|span| span.scope.resize(span.scope.len() + more, None));
                let block = Block { slot: spans[0].scope.len(), count: cut.ways, body };
                consider(self, cut.price + price, Node::Block(block), &rest);
            }
        }
        for (price, node) in line(spans, trivial) {
            let Node::Line { fields, list } = &node else { continue };
            let uncounted = self.bold && depth == 0 && list.is_none();
            let price = if uncounted { UNCOUNTED * price } else { price };
            let rest: Vec<Span<'_>> = spans.iter().map(|span| span.after(fields, list.is_some())).collect();
            consider(self, price, node, &rest);
        }
        best
    }
}

impl<'t> Span<'t> {
    /// Returns what follows a line.
    fn after(&self, fields: &[Field], list: bool) -> Span<'t> {
        let mut scope = self.scope.clone();
        scope.extend(fields.iter().zip(&self.lines[0]).map(|(field, token)| match field.word {
            true => None,
            false => Value::read(token).integer(),
        }));
        scope.extend(list.then_some(None));
        Span { lines: &self.lines[1..], scope }
    }
}

/// A block that the next lines may be.
struct Cut<'t> {
    price: u32,
    ways: Vec<Way>,
    rows: Vec<Span<'t>>,
    rest: Vec<Span<'t>>,
}

/// Where a row of a block ends.
#[derive(Clone, Copy)]
enum Row {
    Lines(usize),
    /// As many more lines as the number in this place of its first line says.
    Headed {
        place: usize,
        head: usize,
    },
}

fn cuts<'t>(spans: &[Span<'t>], trivial: u32) -> Vec<Cut<'t>> {
    let headed = (1..4).flat_map(|head| (0..3).map(move |place| Row::Headed { place, head }));
    let rows: Vec<Row> = (1..4).map(Row::Lines).chain(headed).collect();
    let scopes: Vec<&Scope> = spans.iter().map(|span| &span.scope).collect();
    let mut cuts = Vec::new();
    for (counts, price, ways) in ways(&scopes) {
        let price = price + if counts.iter().all(|count| *count < 2) { trivial } else { 0 };
        cuts.extend(rows.iter().filter_map(|row| cut(spans, *row, Some(&counts), price, &ways)));
    }
    if spans[0].scope.len() < FIELDS && spans.iter().all(|span| span.lines.len() > 2) {
        cuts.extend(cut(spans, Row::Lines(1), None, FREE_BLOCK, &[]));
    }
    cuts
}

fn cut<'t>(spans: &[Span<'t>], row: Row, counts: Option<&[usize]>, price: u32, ways: &[Way]) -> Option<Cut<'t>> {
    let mut cut = Cut { price: 20 + price, ways: ways.to_vec(), rows: Vec::new(), rest: Vec::new() };
    for (number, span) in spans.iter().enumerate() {
        let count = counts.map_or(span.lines.len(), |counts| counts[number]);
        let mut left = span.lines;
        let mut scope = span.scope.clone();
        scope.push(None);
        for _ in 0..count {
            let length = match row {
                Row::Lines(lines) => lines,
                Row::Headed { place, head } => {
                    let number = Value::read(left.first()?.get(place)?).integer()?;
                    head + usize::try_from(number).ok()?
                }
            };
            let (lines, rest) = left.split_at_checked(length)?;
            left = rest;
            cut.rows.push(Span { lines, scope: scope.clone() });
        }
        cut.rest.push(Span { lines: left, scope: span.scope.clone() });
    }
    let every = cut.rows.len().div_ceil(ROWS).max(1);
    cut.rows = cut.rows.into_iter().step_by(every).collect();
    (!cut.rows.is_empty()).then_some(cut)
}

/// Returns the counts, one for each scope, to which numbers lead in some way; the cheapest first.
fn ways(scopes: &[&Scope]) -> Vec<(Vec<usize>, u32, Vec<Way>)> {
    let mut found: Vec<(Vec<usize>, u32, Vec<Way>)> = Vec::new();
    for (times, plus, price) in WAYS {
        for slot in 0..scopes[0].len() {
            let way = Way { times, slot, plus };
            let counts: Option<Vec<usize>> = scopes.iter().map(|scope| way.count(scope)).collect();
            let Some(counts) = counts.filter(|counts| counts.iter().all(|count| *count as i128 <= LONGEST)) else {
                continue;
            };
            match found.iter_mut().find(|(other, ..)| *other == counts) {
                Some((_, _, ways)) => ways.push(way),
                None => found.push((counts, price, vec![way])),
            }
        }
    }
    for (counts, _, ways) in &mut found {
        // It may always be this one number.
        if counts.iter().all(|count| *count == counts[0]) {
            ways.push(Way { times: 0, slot: 0, plus: counts[0] as i128 });
        }
    }
    found
}

/// Returns what the next line may be.
fn line(spans: &[Span<'_>], trivial: u32) -> Vec<PricedShape<Node>> {
    let Some(next) = spans.iter().map(|span| span.lines.first()).collect::<Option<Vec<_>>>() else {
        return Vec::new();
    };
    let least = next.iter().map(|line| line.len()).min().unwrap_or(0);
    let constant = next.iter().all(|line| line.len() == least);
    let mut scopes: Vec<Scope> = spans.iter().map(|span| span.scope.clone()).collect();
    let (mut fields, mut price, mut found) = (Vec::new(), 10, Vec::new());
    for place in 0..=least.min(FIELDS) {
        if constant && place == least {
            found.push((price, Node::Line { fields: fields.clone(), list: None }));
        }
        let slot = scopes[0].len();
        if place < 3 {
            let lengths: Vec<usize> = next.iter().map(|line| line.len() - place).collect();
            let tokens: Vec<&[u8]> = next.iter().flat_map(|line| line[place..].iter().copied()).collect();
            let words = tokens.iter().filter(|token| matches!(Value::read(token), Value::Word(_))).count();
            let item = Field { slot, word: words > 0, letters: Vec::new() };
            let refs: Vec<&Scope> = scopes.iter().collect();
            let trivial = if lengths.iter().all(|length| *length < 3) { trivial } else { 0 };
            if words == 0 || words == tokens.len() {
                for (_, more, count) in ways(&refs).into_iter().filter(|(counts, ..)| *counts == lengths) {
                    let price = price + 10 + more + trivial;
                    let list = Some(List { item: item.clone(), count });
                    found.push((price, Node::Line { fields: fields.clone(), list }));
                }
            }
            if place == 0 && (!constant || least > FIELDS) {
                let list = Some(List { item, count: Vec::new() });
                found.push((price + FREE_LIST, Node::Line { fields: Vec::new(), list }));
            }
        }
        if place < least {
            let tokens: Vec<&[u8]> = next.iter().map(|line| line[place]).collect();
            let (more, field) = field(&tokens, &scopes, slot);
            price += more;
            for (scope, token) in scopes.iter_mut().zip(tokens) {
                scope.push(if field.word { None } else { Value::read(token).integer() });
            }
            fields.push(field);
        }
    }
    found
}

/// A number of many digits may be a word whose letters are counted.
const WORD: usize = 4;

fn field(tokens: &[&[u8]], scopes: &[Scope], slot: usize) -> PricedShape<Field> {
    let word = tokens.iter().any(|token| matches!(Value::read(token), Value::Word(_)));
    let lengths: Vec<usize> = tokens.iter().map(|token| token.len()).collect();
    let long = lengths.iter().copied().max().unwrap_or(0);
    let refs: Vec<&Scope> = scopes.iter().collect();
    let counted = if long >= WORD || (word && long > 1) { ways(&refs) } else { Vec::new() };
    let letters = counted.into_iter().find(|(counts, ..)| *counts == lengths).map(|(_, _, ways)| ways);
    match letters {
        Some(letters) => (8, Field { slot, word: true, letters }),
        None => (12, Field { slot, word, letters: Vec::new() }),
    }
}

fn slots(nodes: &[Node]) -> usize {
    let of = |node: &Node| match node {
        Node::Line { fields, list } => fields.len() + usize::from(list.is_some()),
        Node::Block(block) => 1 + slots(&block.body),
    };
    nodes.iter().map(of).sum()
}

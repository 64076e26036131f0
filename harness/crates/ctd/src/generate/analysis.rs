//! What a program shows without running: which numbers are counts of loops, which assertions a
//! number must satisfy, which values must be unique.

use std::collections::HashMap;

use crate::syntax::{
    Binary, Command, CommandKind, Comparator, Control, Expr, ExprKind, Name, Program, Test, TestKind, Variable,
};

pub(super) struct Analysis<'p> {
    /// By site: the loops and branches around it, outermost first.
    around: Vec<Vec<EnclosingBlock<'p>>>,
    /// The names from which the number of turns of a loop is calculated.
    counts: HashMap<Name, Count>,
    /// The `INT` commands that draw a name: site, low, high.
    draws: HashMap<Name, Vec<(usize, &'p Expr, &'p Expr)>>,
    sets: HashMap<Name, Vec<SetSite<'p>>>,
    unsets: HashMap<Name, Vec<usize>>,
    pub rules: Vec<Rule<'p>>,
    /// By the site of a draw: the rules that the number must satisfy.
    rules_at: Vec<Vec<usize>>,
    /// Names whose tuples must be unique. The name drawn last comes first.
    pub groups: Vec<Vec<Name>>,
}

#[derive(Clone, Copy)]
pub(super) struct Count {
    /// How many counts the number of turns depends on.
    pub factors: u32,
    /// Whether the loop contains further loops or texts.
    pub is_outer: bool,
}

/// A loop, or a branch of an `IF`.
#[derive(Clone, Copy)]
struct EnclosingBlock<'p> {
    command: &'p Command,
    branch: Option<bool>,
}

impl PartialEq for EnclosingBlock<'_> {
    fn eq(&self, other: &EnclosingBlock<'_>) -> bool {
        (self.command.site, self.branch) == (other.command.site, other.branch)
    }
}

#[derive(Clone, Copy)]
pub(super) struct SetSite<'p> {
    pub site: usize,
    pub expr: &'p Expr,
}

/// `left comparator right` must hold at a site.
pub(super) struct Rule<'p> {
    pub site: usize,
    pub comparator: Comparator,
    pub left: &'p Expr,
    /// `None` is zero.
    pub right: Option<&'p Expr>,
    names: Vec<Name>,
}

impl<'p> Analysis<'p> {
    pub fn new(program: &'p Program) -> Analysis<'p> {
        let mut analysis = Analysis {
            around: vec![Vec::new(); program.sites()],
            counts: HashMap::new(),
            draws: HashMap::new(),
            sets: HashMap::new(),
            unsets: HashMap::new(),
            rules: Vec::new(),
            rules_at: vec![Vec::new(); program.sites()],
            groups: Vec::new(),
        };
        analysis.block(program.commands(), &mut Vec::new());
        analysis.spread_counts();
        analysis.link_rules();
        analysis.order_groups();
        analysis
    }

    pub fn count(&self, name: Name) -> Option<Count> {
        self.counts.get(&name).copied()
    }

    pub fn rules_at(&self, site: usize) -> impl Iterator<Item = &Rule<'p>> {
        self.rules_at[site].iter().map(|&rule| &self.rules[rule])
    }

    /// Returns the groups that a name completes, with their indices.
    pub fn groups_of(&self, name: Name) -> impl Iterator<Item = (usize, &[Name])> {
        let groups = self.groups.iter().enumerate();
        let completed = groups.filter(move |(_, group)| group.first() == Some(&name));
        completed.map(|(number, group)| (number, &**group))
    }

    /// Whether a name is drawn at a site.
    pub fn draws(&self, name: Name, site: usize) -> bool {
        self.draws.get(&name).is_some_and(|draws| draws.iter().any(|draw| draw.0 == site))
    }

    pub fn draws_between(&self, name: Name, after: usize, before: usize) -> Option<(usize, &'p Expr, &'p Expr)> {
        let draws = self.draws.get(&name)?;
        draws.iter().find(|(site, ..)| *site > after && *site < before).copied()
    }

    /// Returns the first draw of a name at or after a site.
    pub fn drawn_from(&self, name: Name, site: usize) -> Option<(usize, &'p Expr, &'p Expr)> {
        self.draws.get(&name)?.iter().find(|(drawn, ..)| *drawn >= site).copied()
    }

    pub fn sets_between(&self, name: Name, after: usize, before: usize) -> Vec<SetSite<'p>> {
        let sets = self.sets.get(&name).into_iter().flatten();
        sets.filter(|set| set.site > after && set.site < before).copied().collect()
    }

    /// Returns the loops around a site, innermost first.
    pub fn loops_around(&self, site: usize) -> impl Iterator<Item = &'p Command> {
        let around = self.around[site].iter().rev().map(|around| around.command);
        around.filter(|command| matches!(command.kind, CommandKind::Loop { .. }))
    }

    /// Whether a loop resets a name, that is, gives it a value that does not depend on its old one.
    pub fn resets_in(&self, name: Name, command: &Command) -> bool {
        let inside = |site: usize| self.around[site].iter().any(|around| around.command.site == command.site);
        let sets = self.sets.get(&name).into_iter().flatten();
        let unsets = self.unsets.get(&name).into_iter().flatten();
        sets.filter(|set| !mentions(set.expr, name)).map(|set| set.site).chain(unsets.copied()).any(inside)
    }

    fn block(&mut self, commands: &'p [Command], around: &mut Vec<EnclosingBlock<'p>>) {
        for command in commands {
            self.command(command, around);
        }
    }

    fn command(&mut self, command: &'p Command, around: &mut Vec<EnclosingBlock<'p>>) {
        self.around[command.site].clone_from(around);
        match &command.kind {
            CommandKind::Int { low, high, into } => {
                self.rule(command.site, Comparator::LessEqual, low, Some(high));
                if let Some(variable) = into {
                    self.draws.entry(variable.name).or_default().push((command.site, low, high));
                }
            }
            CommandKind::Assert(test) => self.assertion(command.site, test, true),
            CommandKind::Set(assignments) => {
                for (variable, expr) in assignments {
                    self.sets.entry(variable.name).or_default().push(SetSite { site: command.site, expr });
                }
            }
            CommandKind::Unset(names) => {
                names.iter().for_each(|&name| self.unsets.entry(name).or_default().push(command.site));
            }
            CommandKind::Loop { control, separator, body, .. } => {
                if let Control::Count(expr) = control {
                    self.rule(command.site, Comparator::GreaterEqual, expr, None);
                    self.counted(expr, repeats(body));
                }
                around.push(EnclosingBlock { command, branch: None });
                if let Some(separator) = separator {
                    self.command(separator, around);
                }
                self.block(body, around);
                around.pop();
            }
            CommandKind::If { then, otherwise, .. } => {
                for (block, branch) in [(then, true), (otherwise, false)] {
                    around.push(EnclosingBlock { command, branch: Some(branch) });
                    self.block(block, around);
                    around.pop();
                }
            }
            CommandKind::Space
            | CommandKind::Newline
            | CommandKind::Eof
            | CommandKind::Float { .. }
            | CommandKind::Text(_)
            | CommandKind::Regex { .. } => {}
        }
    }

    fn counted(&mut self, expr: &'p Expr, is_outer: bool) {
        let mut names = names_in(expr);
        names.sort_unstable();
        names.dedup();
        let factors = names.len() as u32;
        for name in names {
            let count = self.counts.entry(name).or_insert(Count { factors, is_outer });
            *count = Count { factors: count.factors.max(factors), is_outer: count.is_outer || is_outer };
        }
    }

    /// Marks the names that counts are calculated from as counts, too.
    fn spread_counts(&mut self) {
        for _ in 0..4 {
            let derived: Vec<(&'p Expr, bool)> = self
                .counts
                .iter()
                .flat_map(|(name, count)| {
                    self.sets.get(name).into_iter().flatten().map(|set| (set.expr, count.is_outer))
                })
                .collect();
            derived.into_iter().for_each(|(expr, is_outer)| self.counted(expr, is_outer));
        }
    }

    fn assertion(&mut self, site: usize, test: &'p Test, holds: bool) {
        match (&test.kind, holds) {
            (TestKind::Not(inner), _) => self.assertion(site, inner, !holds),
            (TestKind::And(a, b), true) | (TestKind::Or(a, b), false) => {
                self.assertion(site, a, holds);
                self.assertion(site, b, holds);
            }
            (TestKind::Compare(comparator, left, right), _) => {
                let comparator = if holds { *comparator } else { comparator.opposite() };
                self.rule(site, comparator, left, Some(right));
            }
            (TestKind::Unique(names), true) => self.groups.push(names.clone()),
            (TestKind::And(..) | TestKind::Or(..) | TestKind::Unique(_), _)
            | (TestKind::IsEof | TestKind::Match(_) | TestKind::InArray(..), _) => {}
        }
    }

    fn rule(&mut self, site: usize, comparator: Comparator, left: &'p Expr, right: Option<&'p Expr>) {
        let names: Vec<Name> = [left].into_iter().chain(right).flat_map(names_in).collect();
        if !names.is_empty() {
            self.rules.push(Rule { site, comparator, left, right, names });
        }
    }

    fn link_rules(&mut self) {
        for at in 0..self.rules.len() {
            let mut names = self.rules[at].names.clone();
            for _ in 0..4 {
                let sets = names.iter().flat_map(|name| self.sets.get(name)).flatten();
                let behind: Vec<Name> = sets.flat_map(|set| names_in(set.expr)).collect();
                names.extend(behind);
                names.sort_unstable();
                names.dedup();
            }
            let site = self.rules[at].site;
            for name in &names {
                for &(draw, ..) in self.draws.get(name).into_iter().flatten() {
                    if draw < site && self.always_reaches(draw, site) {
                        self.rules_at[draw].push(at);
                    }
                }
            }
            self.rules[at].names = names;
        }
    }

    /// Whether every branch around a site is also around the draw, so that the draw leads to the
    /// site.
    fn always_reaches(&self, draw: usize, site: usize) -> bool {
        let drawn = &self.around[draw];
        self.around[site].iter().all(|around| around.branch.is_none() || drawn.contains(around))
    }

    /// Returns the names that an assertion depends on.
    pub fn names_behind(&self, site: usize) -> Vec<Name> {
        let rules = self.rules.iter().filter(|rule| rule.site == site);
        rules.flat_map(|rule| rule.names.iter().copied()).collect()
    }

    fn order_groups(&mut self) {
        let last = |name: &Name| self.draws.get(name).and_then(|draws| draws.iter().map(|draw| draw.0).max());
        for group in &mut self.groups {
            group.sort_by_key(|name| std::cmp::Reverse(last(name)));
        }
    }
}

/// Whether a block has a loop, or a text of variable length.
fn repeats(block: &[Command]) -> bool {
    block.iter().any(|command| match &command.kind {
        CommandKind::Loop { .. } | CommandKind::Regex { .. } => true,
        CommandKind::If { then, otherwise, .. } => repeats(then) || repeats(otherwise),
        CommandKind::Space
        | CommandKind::Newline
        | CommandKind::Eof
        | CommandKind::Int { .. }
        | CommandKind::Float { .. }
        | CommandKind::Text(_)
        | CommandKind::Assert(_)
        | CommandKind::Set(_)
        | CommandKind::Unset(_) => false,
    })
}

/// The names in an expression, except those in indices.
fn names_in(expr: &Expr) -> Vec<Name> {
    expr.variables().iter().map(|variable| variable.name).collect()
}

pub(super) fn mentions(expr: &Expr, name: Name) -> bool {
    names_in(expr).contains(&name)
}

/// For a sum of `name` and other terms: the other terms, and whether each is added. `None` for any
/// other expression.
pub(super) fn accumulated(expr: &Expr, name: Name) -> Option<Vec<(&Expr, bool)>> {
    let mut terms = Vec::new();
    flatten(expr, true, &mut terms);
    let own = |(term, added): &(&Expr, bool)| *added && matches!(&term.kind, ExprKind::Variable(v) if v.name == name);
    let at = terms.iter().position(own)?;
    terms.remove(at);
    terms.iter().all(|(term, _)| !mentions(term, name)).then_some(terms)
}

fn flatten<'e>(expr: &'e Expr, added: bool, terms: &mut Vec<(&'e Expr, bool)>) {
    let ExprKind::Binary(operator @ (Binary::Add | Binary::Subtract), left, right) = &expr.kind else {
        return terms.push((expr, added));
    };
    flatten(left, added, terms);
    flatten(right, added == (*operator == Binary::Add), terms);
}

pub(super) fn same_variable(a: &Variable, b: &Variable) -> bool {
    a.name == b.name && a.index.len() == b.index.len() && a.index.iter().zip(&b.index).all(|(a, b)| same(a, b))
}

fn same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Literal(a), ExprKind::Literal(b)) => a == b,
        (ExprKind::Variable(a), ExprKind::Variable(b)) => same_variable(a, b),
        (ExprKind::Negate(a), ExprKind::Negate(b)) | (ExprKind::Length(a), ExprKind::Length(b)) => same(a, b),
        (ExprKind::Binary(x, a, b), ExprKind::Binary(y, c, d)) => x == y && same(a, c) && same(b, d),
        _ => false,
    }
}

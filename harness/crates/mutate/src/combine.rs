//! One program for many mutants (*mutant schemata*: Untch, Offutt, Harrold 1993). Wherever a mutant
//! changes something, the program chooses by a number that it gets as its first argument. So
//! hundreds of mutants cost one compile.
//!
//! Values and statements can be chosen at run time. Types, patterns and constants are fixed at
//! compile time, so mutants of those stay programs of their own. So do mutants that the compiler
//! refuses: its messages name lines, and each mutant has lines of its own.

use crate::Language;
use crate::lex::{self, TokenKind};
use crate::mutant::{Mutant, Place};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

/// A program that can be any of its mutants, as its first argument says. 0, or no argument, is the
/// right program.
#[derive(Clone, Debug)]
pub struct CombinedProgram {
    /// Its source.
    pub text: String,
    /// Indices of the given mutants that are in it. The first has the number 1.
    pub mutants: Vec<usize>,
    /// The lines that belong to each mutant alone.
    lines: Vec<Vec<RangeInclusive<usize>>>,
    /// The lines and the mutants of each place with a choice.
    sites: Vec<(RangeInclusive<usize>, Vec<usize>)>,
}

/// The alternatives for one place.
#[derive(Debug)]
struct Site<'m> {
    span: Range<usize>,
    place: Place,
    /// The mutants' numbers and texts.
    alternatives: Vec<(usize, &'m str)>,
}

const HEAD: &str = "#![allow(warnings, arithmetic_overflow, unconditional_panic, overflowing_literals)] ";
const NUMBER: &str = "mutant_number__()";
const FOOT: &str = "
static MUTANT__: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
#[inline(always)]
fn mutant_number__() -> u32 {
    MUTANT__.load(std::sync::atomic::Ordering::Relaxed)
}
fn main() -> impl std::process::Termination {
    let number = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    MUTANT__.store(number, std::sync::atomic::Ordering::Relaxed);
    main__()
}
";

/// The number is read before any of the program's own values is made. A mutant whose value has
/// another type than the right one is refused, because one of the two would be converted.
const CPP_HEAD: &str = "#include <cstdlib>
#include <type_traits>
static int mutant__;
__attribute__((constructor(101))) static void mutant_number__(int n__, char** words__) {
    if (n__ > 1) mutant__ = std::atoi(words__[1]);
}
template <class A__, class B__>
constexpr typename std::enable_if<
    std::is_same<typename std::decay<A__>::type, typename std::decay<B__>::type>::value, bool>::type same__() {
    return true;
}
";

/// Makes the program that can be all of `mutants` except those in `without`, as far as they can be
/// combined. `None` if there are none, or for a language whose programs cannot be combined: those
/// that are not compiled, and Java, whose programs start too slowly for it to matter.
pub fn combine(
    source: &str,
    language: Language,
    mutants: &[Mutant],
    without: &BTreeSet<usize>,
) -> Option<CombinedProgram> {
    let main = match language {
        Language::Rust => main_of(source)?,
        // C++ keeps the name of `main`.
        Language::Cpp => source.len()..source.len(),
        Language::Python | Language::Java => return None,
    };
    let wanted = (0..mutants.len()).filter(|at| !without.contains(at));
    let can_be = |at: &usize| mutants[*at].edits.iter().all(|edit| edit.place != Place::Text);
    let mut taken: Vec<usize> = wanted.filter(can_be).collect();
    let sites = loop {
        let sites = sites(mutants, &taken);
        let Some(crossing) = crossing(&sites) else { break sites };
        taken.retain(|at| !crossing.contains(at));
    };
    if taken.is_empty() {
        return None;
    }
    let lines = vec![Vec::new(); taken.len()];
    let text = String::with_capacity(source.len() * 8);
    let combined = CombinedProgram { text, mutants: taken, lines, sites: Vec::new() };
    let mut writer = Writer { source, language, main, sites: &sites, combined };
    let (head, foot) = if language == Language::Rust { (HEAD, FOOT) } else { (CPP_HEAD, "") };
    writer.put(head);
    writer.between(0..source.len(), 0..sites.len());
    writer.put(foot);
    Some(writer.combined)
}

fn main_of(source: &str) -> Option<Range<usize>> {
    let tokens = lex::tokens(source, Language::Rust)?;
    let is = |at: usize, word: &str| tokens[at].kind == TokenKind::Word && &source[tokens[at].span()] == word;
    (1..tokens.len()).find(|&at| is(at - 1, "fn") && is(at, "main")).map(|at| tokens[at].span())
}

/// Outer sites first. The numbers are indices into `taken`, counted from 1.
fn sites<'m>(mutants: &'m [Mutant], taken: &[usize]) -> Vec<Site<'m>> {
    let mut sites: BTreeMap<(usize, Reverse<usize>), Site<'m>> = BTreeMap::new();
    for (at, &mutant) in taken.iter().enumerate() {
        for edit in &mutants[mutant].edits {
            let span = edit.span.clone();
            let site = Site { span: span.clone(), place: edit.place, alternatives: Vec::new() };
            let site = sites.entry((span.start, Reverse(span.end))).or_insert(site);
            site.alternatives.push((at + 1, &edit.text));
        }
    }
    sites.into_values().collect()
}

/// The mutants of a site that begins inside another and ends after it.
fn crossing(sites: &[Site<'_>]) -> Option<BTreeSet<usize>> {
    let mut open: Vec<&Site<'_>> = Vec::new();
    for site in sites {
        open.retain(|outer| outer.span.end > site.span.start);
        if open.last().is_some_and(|outer| outer.span.end < site.span.end) {
            return Some(site.alternatives.iter().map(|(number, _)| number - 1).collect());
        }
        open.push(site);
    }
    None
}

struct Writer<'s> {
    source: &'s str,
    language: Language,
    main: Range<usize>,
    sites: &'s [Site<'s>],
    combined: CombinedProgram,
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.combined.text.push_str(text);
    }

    fn line(&self) -> usize {
        self.combined.text.bytes().filter(|byte| *byte == b'\n').count() + 1
    }

    /// Writes the source in `span`. `sites` are those that lie in it.
    fn between(&mut self, span: Range<usize>, sites: Range<usize>) {
        let mut from = span.start;
        let mut at = sites.start;
        while at < sites.end {
            let site = &self.sites[at];
            // An insertion at the end of the site stands after it: the site may be a branch.
            let inner = self.sites[at + 1..sites.end].iter().take_while(|inner| inner.span.start < site.span.end);
            let behind = at + 1 + inner.count();
            self.plain(from..site.span.start);
            self.site(at, at + 1..behind);
            from = site.span.end;
            at = behind;
        }
        self.plain(from..span.end);
    }

    /// Writes the source unchanged, except that `main` is renamed.
    fn plain(&mut self, span: Range<usize>) {
        let source = self.source;
        if self.language == Language::Rust && span.start <= self.main.start && self.main.end <= span.end {
            self.put(&source[span.start..self.main.start]);
            self.put("main__");
            self.put(&source[self.main.end..span.end]);
        } else {
            self.put(&source[span]);
        }
    }

    fn site(&mut self, at: usize, inner: Range<usize>) {
        let first = self.line();
        match (self.language, self.sites[at].place) {
            (Language::Cpp, Place::Expression) => self.cpp_value(at, inner),
            (Language::Cpp, _) => self.cpp_statement(at, inner),
            _ => self.rust(at, inner),
        }
        let numbers = self.sites[at].alternatives.iter().map(|(number, _)| number - 1).collect();
        let lines = first..=self.line();
        self.combined.sites.push((lines, numbers));
    }

    /// Puts a mutant's own text on lines of its own.
    fn own(&mut self, number: usize, text: &str) {
        let begins = self.line();
        self.put(text);
        self.put("\n");
        let lines = begins..=self.line() - 1;
        self.combined.lines[number - 1].push(lines);
    }

    /// An lvalue stays an lvalue, so that it can still be assigned to.
    fn cpp_value(&mut self, at: usize, inner: Range<usize>) {
        let (source, site) = (self.source, &self.sites[at]);
        self.put("(\n");
        for (number, text) in &site.alternatives {
            let right = &source[site.span.clone()];
            let is = format!("mutant__ == {number} && same__<decltype(({right})), decltype(({text}))>()");
            self.own(*number, &format!("{is} ? ({text}) :"));
        }
        self.put("(");
        self.between(site.span.clone(), inner);
        self.put("))");
    }

    fn cpp_statement(&mut self, at: usize, inner: Range<usize>) {
        let site = &self.sites[at];
        self.put("{\n");
        for (number, text) in &site.alternatives {
            self.own(*number, &format!("if (mutant__ == {number}) {{ {text} }} else"));
        }
        self.put("{");
        self.between(site.span.clone(), inner);
        self.put("}}\n");
    }

    fn rust(&mut self, at: usize, inner: Range<usize>) {
        let site = &self.sites[at];
        let value = site.place == Place::Expression;
        // Arms without blocks, so that what they borrow lives as long as in the source.
        let (open, close) = if value { (" => ", ",\n") } else { (" => {", "}\n") };
        // The right value comes first. Its type counts, so the compiler refuses the others instead.
        let others: Vec<String> = site.alternatives.iter().map(|(number, _)| format!("m__ != {number}")).collect();
        self.put(if value { "(match " } else { "match " });
        self.put(&format!("{NUMBER} {{ m__ if {}{open}", others.join(" && ")));
        self.between(site.span.clone(), inner);
        self.put(close);
        for (at, (number, text)) in site.alternatives.iter().enumerate() {
            let pattern = if at + 1 < site.alternatives.len() { number.to_string() } else { "_".to_owned() };
            self.own(*number, format!("{pattern}{open}{text}{close}").trim_end_matches('\n'));
        }
        self.put(if value { "})" } else { "}\n" });
    }
}

impl CombinedProgram {
    /// Returns the mutants that the compiler's messages are about: those on the lines named,
    /// otherwise those of the smallest place around such a line.
    pub fn blamed(&self, messages: &str) -> BTreeSet<usize> {
        let lines: BTreeSet<usize> = messages.lines().filter_map(line_of_message).collect();
        let holds =
            |ranges: &[RangeInclusive<usize>]| ranges.iter().any(|range| lines.iter().any(|line| range.contains(line)));
        let own: BTreeSet<usize> = (0..self.mutants.len()).filter(|at| holds(&self.lines[*at])).collect();
        let blamed = if own.is_empty() {
            let around = |line: &usize| {
                let sites = self.sites.iter().filter(|(range, _)| range.contains(line));
                sites.min_by_key(|(range, _)| range.end() - range.start()).map(|(_, numbers)| numbers.clone())
            };
            lines.iter().filter_map(around).flatten().collect()
        } else {
            own
        };
        blamed.into_iter().map(|at| self.mutants[at]).collect()
    }
}

/// The line number in `--> main.rs:12:5` or in `main.cpp:12:5: error: …`.
fn line_of_message(line: &str) -> Option<usize> {
    let place = line.trim_start().strip_prefix("-->").or_else(|| Some(line.split_once(": error:")?.0))?;
    let mut parts = place.rsplit(':');
    parts.next()?;
    parts.next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants;

    const PROGRAM: &str = "//! Doc.\nconst N: u64 = 3;\nfn main() {\n    let mut x = 1;\n    for i in 0..N \
                           {\n        x += i * 2;\n    }\n    println!(\"{}\", x);\n}\n";

    #[test]
    fn mutants_of_values_and_statements_are_in_one_program_and_those_of_constants_are_not() {
        let mutants = mutants(PROGRAM, Language::Rust).unwrap();
        let combined = combine(PROGRAM, Language::Rust, &mutants, &BTreeSet::new()).unwrap();
        let is_in = |after: &str| {
            let at = mutants.iter().position(|mutant| mutant.after.trim() == after).expect(after);
            combined.mutants.contains(&at)
        };
        assert!(is_in("x += i + 2;") && is_in("x -= i * 2;") && is_in("for i in 0..=N {"));
        assert!(!is_in("const N: u64 = 4;"));
        let open = combined.text.matches(['{', '(']).count();
        assert_eq!(open, combined.text.matches(['}', ')']).count());
    }

    #[test]
    fn of_cpp_each_mutant_has_a_line_of_its_own_and_main_keeps_its_name() {
        let program = "#include <cstdio>\nint main() {\n    int n = 1, s = 0;\n    for (int i = 0; i < n; i++) s \
                       += i * 2;\n    std::printf(\"%d\", s);\n}\n";
        let mutants = mutants(program, Language::Cpp).unwrap();
        let combined = combine(program, Language::Cpp, &mutants, &BTreeSet::new()).unwrap();
        let at = mutants.iter().position(|mutant| mutant.after.contains("i + 2")).unwrap();
        assert!(combined.mutants.contains(&at) && combined.text.contains("int main()"), "{}", combined.text);
        let line = combined.text.lines().position(|line| line.contains("? (i + 2) :")).unwrap() + 1;
        let message = format!("main.cpp:{line}:7: error: no matching function for call to x");
        assert_eq!(combined.blamed(&message), BTreeSet::from([at]), "{}", combined.text);
        let open = combined.text.matches(['{', '(']).count();
        assert_eq!(open, combined.text.matches(['}', ')']).count());
    }

    #[test]
    fn what_is_added_behind_a_branch_without_braces_is_no_part_of_the_branch() {
        let program =
            "int main() {\n    int s = 0;\n    for (int i = 0; i < 9; i++) {\n        if (i > 3) s += i;\n    }\n}\n";
        let mutants = mutants(program, Language::Cpp).unwrap();
        let combined = combine(program, Language::Cpp, &mutants, &BTreeSet::new()).unwrap();
        let before = &combined.text[..combined.text.find("break;").unwrap()];
        // The braces of main, of the loop, of the choice between mutants, and of this mutant.
        assert_eq!(before.matches('{').count() - before.matches('}').count(), 4, "{}", combined.text);
    }

    #[test]
    fn the_compilers_lines_name_the_mutants_that_it_refuses() {
        let mutants = mutants(PROGRAM, Language::Rust).unwrap();
        let combined = combine(PROGRAM, Language::Rust, &mutants, &BTreeSet::new()).unwrap();
        let at = mutants.iter().position(|mutant| mutant.after.contains("i + 2")).unwrap();
        let line = combined.text.lines().position(|line| line.contains("i + 2")).unwrap() + 1;
        let messages = format!("error: x\n  --> main.rs:{line}:3\n   |\n");
        assert_eq!(combined.blamed(&messages), BTreeSet::from([at]));
        let less = combine(PROGRAM, Language::Rust, &mutants, &BTreeSet::from([at])).unwrap();
        assert!(!less.mutants.contains(&at) && !less.text.contains("i + 2"));
        assert!(combined.blamed("error: no place").is_empty());
    }
}

//! Tokens → tree. Brackets are matched first. Their contents are divided into statements, and
//! statements into expressions by the precedence of their operators.
//!
//! The parser steps over what it does not know: a type, a pattern, a word of a newer language. So
//! any program whose brackets match gives a tree, and an operator never sees half of a thing.

mod braces;
mod expression;
pub(crate) use expression::precedence;
mod generics;
mod python;

use crate::Language;
use crate::lex::{self, Token, TokenKind};
use crate::node::{Kind, Node};
use std::cell::Cell;
use std::ops::Range;

/// Programs with more brackets in one another are refused, because the parser is recursive.
const DEEPEST: usize = 200;
/// Nor is a tree deeper, whatever makes it deep: signs, chains of `+`, of `.f()` or of `else if`.
const DEEPEST_TREE: usize = 300;

/// `None` if brackets, strings or comments have no end, or if the program is too deep.
pub(crate) fn program(source: &str, language: Language) -> Option<Node> {
    let tokens = lex::tokens(source, language)?;
    let trees = trees(source, &tokens, &mut 0, None, 0)?;
    let parser = Parser { source, language, depth: Cell::new(0), is_too_deep: Cell::new(false) };
    let items = match language {
        Language::Python => parser.suite(&trees),
        Language::Rust | Language::Cpp | Language::Java => parser.items(&trees),
    };
    (!parser.is_too_deep.get()).then(|| Node::new(Kind::Other, 0..source.len(), items))
}

#[derive(Clone, Debug)]
enum Tree {
    Leaf(Token),
    Group(Group),
}

#[derive(Clone, Debug)]
struct Group {
    /// Includes the brackets.
    span: Range<usize>,
    open: u8,
    inner: Vec<Tree>,
}

impl Tree {
    fn span(&self) -> Range<usize> {
        match self {
            Tree::Leaf(token) => token.span(),
            Tree::Group(group) => group.span.clone(),
        }
    }
}

fn is_leaf(tree: Option<&Tree>, kind: TokenKind) -> bool {
    matches!(tree, Some(Tree::Leaf(token)) if token.kind == kind)
}

fn is_group(tree: Option<&Tree>, open: u8) -> bool {
    matches!(tree, Some(Tree::Group(group)) if group.open == open)
}

fn trees(source: &str, tokens: &[Token], at: &mut usize, close: Option<u8>, depth: usize) -> Option<Vec<Tree>> {
    let mut found = Vec::new();
    while let Some(token) = tokens.get(*at) {
        *at += 1;
        let sign = source.as_bytes()[token.start];
        match token.kind {
            TokenKind::Open if depth == DEEPEST => return None,
            TokenKind::Open => {
                let wanted = match sign {
                    b'(' => b')',
                    b'[' => b']',
                    _ => b'}',
                };
                let inner = trees(source, tokens, at, Some(wanted), depth + 1)?;
                let end = tokens[*at - 1].end;
                found.push(Tree::Group(Group { span: token.start..end, open: sign, inner }));
            }
            TokenKind::Close if close == Some(sign) => return Some(found),
            TokenKind::Close => return None,
            TokenKind::Word | TokenKind::Number | TokenKind::Text | TokenKind::Char | TokenKind::Symbol => {
                found.push(Tree::Leaf(*token));
            }
        }
    }
    close.is_none().then_some(found)
}

struct Cursor<'t> {
    trees: &'t [Tree],
    at: usize,
}

impl<'t> Cursor<'t> {
    fn new(trees: &'t [Tree]) -> Cursor<'t> {
        Cursor { trees, at: 0 }
    }

    fn peek(&self) -> Option<&'t Tree> {
        self.trees.get(self.at)
    }

    fn peek_at(&self, ahead: usize) -> Option<&'t Tree> {
        self.trees.get(self.at + ahead)
    }

    fn next(&mut self) -> Option<&'t Tree> {
        let tree = self.trees.get(self.at)?;
        self.at += 1;
        Some(tree)
    }

    fn group(&self, open: u8) -> Option<&'t Group> {
        match self.peek()? {
            Tree::Group(group) if group.open == open => Some(group),
            Tree::Group(_) | Tree::Leaf(_) => None,
        }
    }

    fn take_group(&mut self, open: u8) -> Option<&'t Group> {
        let group = self.group(open)?;
        self.at += 1;
        Some(group)
    }

    fn span_from(&self, at: usize) -> Range<usize> {
        let first = self.trees.get(at).map_or(0, |tree| tree.span().start);
        let last = self.trees[..self.at].last().map_or(first, |tree| tree.span().end);
        first..last.max(first)
    }
}

struct Parser<'s> {
    source: &'s str,
    language: Language,
    /// How many calls of [`Parser::deeper`] are open.
    depth: Cell<usize>,
    /// Once it is, nothing more is parsed.
    is_too_deep: Cell<bool>,
}

impl<'s> Parser<'s> {
    /// Parses what may hold its like. Every recursion of the parser passes through here.
    fn deeper<T>(&self, parse: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.depth.get() == DEEPEST_TREE {
            self.is_too_deep.set(true);
        }
        if self.is_too_deep.get() {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let found = parse();
        self.depth.set(self.depth.get() - 1);
        found
    }

    /// The node, unless its tree is too deep for those who walk it.
    fn bounded(&self, node: Node) -> Option<Node> {
        if node.depth > DEEPEST_TREE {
            self.is_too_deep.set(true);
        }
        (!self.is_too_deep.get()).then_some(node)
    }

    /// The text of a token; empty for brackets.
    fn word(&self, tree: Option<&Tree>) -> &'s str {
        match tree {
            Some(Tree::Leaf(token)) => &self.source[token.span()],
            Some(Tree::Group(_)) | None => "",
        }
    }

    fn is(&self, cursor: &Cursor<'_>, word: &str) -> bool {
        self.word(cursor.peek()) == word
    }

    fn take(&self, cursor: &mut Cursor<'_>, word: &str) -> bool {
        let found = self.is(cursor, word);
        cursor.at += usize::from(found);
        found
    }

    /// All expressions that can be found, in order.
    fn islands(&self, trees: &[Tree]) -> Vec<Node> {
        let mut cursor = Cursor::new(trees);
        let mut found = Vec::new();
        while cursor.peek().is_some() {
            match self.expression(&mut cursor, 0, true) {
                Some(node) => found.push(node),
                None => cursor.at += 1,
            }
        }
        found
    }

    /// The parts between commas. A part that is one expression becomes its node. Any other part
    /// holds what was found in it.
    fn elements(&self, trees: &[Tree]) -> Vec<Node> {
        let mut cursor = Cursor::new(trees);
        let mut found = Vec::new();
        while cursor.peek().is_some() {
            let (from, mut parts) = (cursor.at, Vec::new());
            while cursor.peek().is_some() && !matches!(self.word(cursor.peek()), "," | ";") {
                match self.expression(&mut cursor, 0, true) {
                    Some(node) => parts.push(node),
                    None => cursor.at += 1,
                }
            }
            if cursor.at > from {
                found.push(one(parts, cursor.span_from(from)));
            }
            cursor.at += 1;
        }
        found
    }

    fn whole(&self, trees: &[Tree]) -> Node {
        one(self.islands(trees), Cursor { trees, at: trees.len() }.span_from(0))
    }
}

/// The node that fills all of `span`, or one that holds what was found in it.
fn one(mut found: Vec<Node>, span: Range<usize>) -> Node {
    match found.len() {
        1 if found[0].span == span => found.remove(0),
        _ => Node::new(Kind::Other, span, found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(node: &Node, source: &str) -> String {
        let children: Vec<String> = node.children.iter().map(|child| rendered(child, source)).collect();
        match &node.kind {
            Kind::Number | Kind::Text | Kind::Name => node.text(source).to_owned(),
            Kind::Binary(place) | Kind::Assign(place) => {
                format!("({} {})", &source[place.clone()], children.join(" "))
            }
            Kind::Unary(place) => format!("({}{})", &source[place.clone()], children.join(" ")),
            Kind::Call(call) => format!("{}<{}>", &source[call.name.clone()], children.join(", ")),
            kind => {
                let name = format!("{kind:?}");
                let name = name.split([' ', '(', '{']).next().unwrap_or_default().to_owned();
                format!("{name}[{}]", children.join(" "))
            }
        }
    }

    #[test]
    fn expressions_bind_as_their_language_says() {
        let check = |language, source: &str, expected: &str| {
            let found = program(source, language).expect("brackets match");
            let parts: Vec<String> = found.children.iter().map(|child| rendered(child, source)).collect();
            assert_eq!(parts.join(" "), expected, "{source}");
        };
        let rust = |body: &str, expected: &str| {
            check(Language::Rust, &format!("fn f() {{ {body} }}"), &format!("Function[Block[{expected}]]"));
        };
        rust("a + b * c ^ d < e && f", "Statement[(&& (< (^ (+ a (* b c)) d) e) f)]");
        rust("a = b[i + 1] - 1;", "Statement[(= a (- Index[b (+ i 1)] 1))]");
        rust("x as u64 % 4;", "Statement[(% Cast[x] 4)]");
        rust(
            "let v: Vec<Vec<u8>> = f::<u8>(1, -2)?.max(3);",
            "Statement[v (= Vec<Vec<u8>> max<Other[f::<u8><f::<u8>, 1, (-2)>], 3>)]",
        );
        rust(
            "if a { b; } else if !c { d }",
            "Statement[If[Condition[a] Block[Statement[b]] \
              If[Condition[(!c)] Block[Statement[d]]]]]",
        );
        rust("for i in 0..=n { x ^= i; }", "Statement[Loop[(..= 0 n) Block[Statement[(^= x i)]]]]");
        rust("v.iter().filter(|&&x| x <= h)", "Statement[filter<iter<v>, Closure[(<= x h)]>]");
        rust(
            "match h % 4 { 3 => h + 1, 0 if h > 0 => h - 1, _ => h }",
            "Statement[Match[(% h 4) Arm[(+ h 1)] Arm[Condition[(> h 0)] (- h 1)] Arm[h]]]",
        );
        rust("while let Some(k) = it.next() { s += 1; }", "Statement[Loop[next<it> Block[Statement[(+= s 1)]]]]");
        rust("println!(\"{}\", i + 1);", "Statement[println<\"{}\", (+ i 1)>]");
        let cpp = |body: &str, expected: &str| {
            check(Language::Cpp, &format!("int f() {{ {body} }}"), &format!("Function[Block[{expected}]]"));
        };
        cpp("const int k = (int)set.size();", "Statement[int (= k Cast[size<set>])]");
        cpp("std::vector<int> v(n + 1, 0);", "Statement[std::vector<int> v<v, (+ n 1), 0>]");
        cpp(
            "for (int i = 0; i < n; ++i) s ^= a[i];",
            "Statement[Loop[Other[int (= i 0)] Condition[(< i n)] \
             (++i) Statement[(^= s Index[a i])]]]",
        );
        cpp("return a & b == c ? x : y;", "Statement[Ternary[Condition[(& a (== b c))] x y]]");
        check(
            Language::Java,
            "class A { int f(int n) { return n >>> 1; } }",
            "Statement[Function[Block[Statement[(>>> n 1)]]]]",
        );
        let python =
            "def f(a):\n  if not a == 1 and b:\n    x = a // 2 ** b\n  else: return [i for i in range(n) if i]\nf(1)";
        check(
            Language::Python,
            python,
            "Function[Block[Statement[If[Condition[(and (not(== a 1)) b)] Block[Statement[(= x (// a (** 2 b)))]] \
             Block[Statement[Brackets[Other[i (in i range<range, n>) i]]]]]]]] Statement[f<f, 1>]",
        );
    }

    #[test]
    fn a_program_without_an_end_has_no_tree() {
        for source in ["fn f() {", "}", "(]"] {
            assert!(program(source, Language::Rust).is_none(), "{source}");
        }
        assert!(program(&"(".repeat(100_000), Language::Rust).is_none());
    }

    /// Each makes its tree deeper by at least one for each repetition.
    #[test]
    fn a_deep_program_has_no_tree_however_it_is_deep() {
        type Deep = fn(usize) -> String;
        let all: [(&str, Language, Deep); 17] = [
            ("signs", Language::Cpp, |n| format!("int f() {{ return {}1; }}", "- ".repeat(n))),
            ("signs without an operand", Language::Cpp, |n| format!("int f() {{ return {}; }}", "- ".repeat(n))),
            ("not", Language::Python, |n| format!("print({}x)", "not ".repeat(n))),
            ("casts", Language::Cpp, |n| format!("int f() {{ return {}(a); }}", "(int)".repeat(n))),
            ("as", Language::Rust, |n| format!("fn f() {{ a{}; }}", " as u8".repeat(n))),
            ("sums", Language::Rust, |n| format!("fn f() {{ 1{}; }}", " + 1".repeat(n))),
            ("powers", Language::Python, |n| format!("print(1{})", " ** 1".repeat(n))),
            ("assignments", Language::Java, |n| format!("class A {{ void f() {{ a{}; }} }}", " = a".repeat(n))),
            ("ternaries", Language::Cpp, |n| format!("int f() {{ return {}1; }}", "a ? b : ".repeat(n))),
            ("methods", Language::Rust, |n| format!("fn f() {{ a{}; }}", ".g()".repeat(n))),
            ("indices", Language::Cpp, |n| format!("int f() {{ a{}; }}", "[0]".repeat(n))),
            ("question marks", Language::Rust, |n| format!("fn f() {{ a{}; }}", "?".repeat(n))),
            ("lambdas", Language::Python, |n| format!("f = {}1", "lambda: ".repeat(n))),
            ("else if", Language::Cpp, |n| format!("int f() {{ {} {{}} }}", "if (a) {} else ".repeat(n))),
            ("else if", Language::Rust, |n| format!("fn f() {{ if a {{}} {} }}", "else if a {}".repeat(n))),
            ("elif", Language::Python, |n| format!("if a:\n  b\n{}", "elif a:\n  b\n".repeat(n))),
            ("blocks", Language::Python, |n| (0..n).map(|at| format!("{}if a:\n", " ".repeat(at))).collect()),
        ];
        for (name, language, deep) in all {
            assert!(program(&deep(40), language).is_some(), "{name}");
            assert!(program(&deep(4 * DEEPEST_TREE), language).is_none(), "{name}");
            let far = if name == "blocks" { 4_000 } else { 20_000 };
            assert!(crate::mutants(&deep(far), language).is_none(), "{name}");
        }
    }

    #[test]
    fn the_deepest_programs_that_have_a_tree_are_broken() {
        let signs = format!("int f() {{ return {}1; }}", "- ".repeat(DEEPEST_TREE - 20));
        let brackets = format!("int f() {{ return {}1{}; }}", "(1 + ".repeat(140), ")".repeat(140));
        let blocks = format!("fn f() {{ {}x += 1;{} }}", "if a {".repeat(90), "}".repeat(90));
        for (source, language) in [(signs, Language::Cpp), (brackets, Language::Cpp), (blocks, Language::Rust)] {
            assert!(crate::mutants(&source, language).is_some_and(|mutants| !mutants.is_empty()), "{source}");
        }
    }
}

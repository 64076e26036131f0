//! Mistakes in calls: the wrong function, no call, arguments swapped, off by one or cut short.

use super::{Surroundings, Walk};
use crate::Language;
use crate::mutant::{Edit, Operator, Place};
use crate::node::{Call, Kind, Node, Statement};

/// The functions that may be called by mistake.
fn similar(name: &str) -> &'static [&'static str] {
    match name {
        "any" => &["all"],
        "all" => &["any"],
        "position" => &["rposition"],
        "rposition" => &["position"],
        "first" => &["last"],
        "last" => &["first"],
        "floor" => &["ceil"],
        "ceil" => &["floor"],
        "chunks" => &["windows", "chunks_exact"],
        "windows" => &["chunks"],
        "lower_bound" => &["upper_bound"],
        "upper_bound" => &["lower_bound"],
        "bisect_left" => &["bisect_right"],
        "bisect_right" | "bisect" => &["bisect_left"],
        "skip_while" => &["filter"],
        "take_while" => &["filter"],
        "filter" => &["take_while"],
        "abs_diff" => &["saturating_sub", "wrapping_sub"],
        _ => &[],
    }
}

/// Whether a method returns its receiver, or much the same.
fn can_be_dropped(name: &str) -> bool {
    let names = "rev filter skip step_by take abs dedup min max skip_while take_while sorted trim unsigned_abs";
    names.split(' ').any(|other| other == name)
}

/// Whether the argument is a count.
fn counts(name: &str) -> bool {
    matches!(name, "take" | "skip" | "step_by" | "range" | "nth")
}

impl Walk<'_> {
    pub(super) fn calls(&mut self, node: &Node, around: Surroundings<'_>) {
        let Kind::Call(call) = &node.kind else { return };
        if call.is_macro {
            return self.array(node, self.at(&call.name), around);
        }
        // The function that is called, or the receiver of the method.
        let Some((head, arguments)) = node.children.split_first() else { return };
        let path = self.at(&call.name);
        let start = path.rfind(['.', ':']).map_or(0, |at| at + 1);
        let name = &path[start..];
        let place = call.name.start + start..call.name.end;
        let rename = |walk: &mut Self, operator, other: &str| {
            let text = walk.text(node);
            let (from, to) = (place.start - node.span.start, place.end - node.span.start);
            let text = format!("{}{other}{}", &text[..from], &text[to..]);
            walk.replace(operator, node, around, text);
        };
        match name {
            "min" => rename(self, Operator::MIN_MAX, "max"),
            "max" => rename(self, Operator::MIN_MAX, "min"),
            _ => similar(name).iter().for_each(|other| rename(self, Operator::SIMILAR_CALL, other)),
        }
        self.dropped(node, call, name, around);
        if let [first, second, ..] = arguments
            && !matches!(name, "min" | "max" | "swap" | "fold")
            && self.text(first) != self.text(second)
        {
            let edits =
                vec![self.edit(first, self.text(second).to_owned()), self.edit(second, self.text(first).to_owned())];
            self.add(Operator::SWAPPED_ARGUMENTS, edits);
        }
        if let [argument] = arguments
            && counts(name)
        {
            self.count(name, argument, around);
        }
        self.reads(node, name, around);
        if self.language == Language::Rust && head.kind != Kind::Name {
            self.narrow_number(node, around);
        }
        if self.language == Language::Rust && matches!(name, "count" | "len") && call.receiver {
            for narrow in ["u8", "u16"] {
                let text = format!("({} as {narrow} as usize)", self.text(node));
                self.replace(Operator::NARROW_TYPE, node, around, text);
            }
        }
    }

    /// Makes the array of `vec![0; n]` too short.
    fn array(&mut self, node: &Node, name: &str, around: Surroundings<'_>) {
        if let ("vec", [_, length]) = (name, &node.children[..])
            && length.kind != Kind::Number
            && self.text(node).contains(';')
        {
            let text = format!("{}.min(100)", self.tight(length));
            self.replace(Operator::CAPACITY, length, around, text);
        }
    }

    pub(super) fn edit(&self, node: &Node, text: String) -> Edit {
        Edit { span: node.span.clone(), text, place: Place::Expression }
    }

    fn dropped(&mut self, node: &Node, call: &Call, name: &str, around: Surroundings<'_>) {
        let arguments = &node.children[1..];
        let sorts = name.contains("sort");
        let receiver = if call.receiver && (can_be_dropped(name) || (sorts && !self.is_python())) && arguments.len() < 2
        {
            self.text(&node.children[0]).to_owned()
        } else if !call.receiver && name == "sorted" {
            format!("list({})", arguments.first().map_or("", |node| self.text(node)))
        } else if !call.receiver
            && arguments.len() == 1
            && (self.functions.contains(name) || matches!(name, "abs" | "reversed"))
        {
            self.tight(&arguments[0])
        } else {
            return;
        };
        // A whole statement is skipped elsewhere.
        if !matches!(around.parent.map(|parent| &parent.kind), Some(Kind::Statement(Statement::Expression))) {
            let operator = if sorts { Operator::DROPPED_SORT } else { Operator::DROPPED_CALL };
            self.replace(operator, node, around, receiver);
        }
    }

    /// One more, one less, and no more than an array holds.
    fn count(&mut self, name: &str, argument: &Node, around: Surroundings<'_>) {
        let (text, tight) = (self.text(argument), self.tight(argument));
        if argument.kind == Kind::Number {
            return;
        }
        let sum = if argument.kind == Kind::Cast { text.to_owned() } else { tight.clone() };
        self.replace(Operator::OFF_BY_ONE, argument, around, format!("{sum} - 1"));
        self.replace(Operator::OFF_BY_ONE, argument, around, format!("{sum} + 1"));
        if name == "range" {
            self.replace(Operator::OFF_BY_ONE, argument, around, format!("1, {text}"));
        }
        if matches!(name, "take" | "range") {
            for most in [64, 1000] {
                let capped =
                    if self.is_python() { format!("min({text}, {most})") } else { format!("{tight}.min({most})") };
                // The rest must still be read: only the values themselves are lost.
                self.replace(Operator::CAPACITY, argument, around, capped);
            }
        }
    }

    /// Puts 1 in place of a number that is read, so that it stays unread.
    fn reads(&mut self, node: &Node, name: &str, around: Surroundings<'_>) {
        let text = self.text(node);
        let declared = matches!(
            around.parent.map(|parent| &parent.kind),
            Some(Kind::Statement(Statement::Name | Statement::Variable) | Kind::Assign(_))
        );
        let reads = match self.language {
            Language::Rust => {
                matches!(name, "expect" | "unwrap" | "unwrap_or" | "unwrap_or_default") && text.contains(".next()")
            }
            Language::Python => {
                name == "int" && (text.contains("input()") || text.contains("next(") || text.contains("readline()"))
            }
            Language::Java => matches!(name, "nextInt" | "nextLong"),
            Language::Cpp => false,
        };
        if declared && reads {
            self.replace(Operator::UNREAD_TOKEN, node, around, "1".to_owned());
        }
    }

    /// A number that passes through too small a type: `word.parse::<u64>().unwrap()`.
    fn narrow_number(&mut self, node: &Node, around: Surroundings<'_>) {
        let text = self.text(node);
        let Some(at) = text.find(".parse::<") else { return };
        let Some((kind, rest)) = text[at + 9..].split_once(">()") else { return };
        let whole = rest
            .strip_prefix(".expect(")
            .or(rest.strip_prefix(".unwrap("))
            .is_some_and(|rest| rest.find(')') == Some(rest.len() - 1));
        if !whole {
            return;
        }
        let narrower: &[&str] = match kind {
            "u64" | "usize" => &["u32", "u16", "u8", "f32", "f64"],
            "u32" => &["u16", "u8", "f32"],
            "i64" | "isize" => &["i32", "i16", "f32", "f64"],
            "i32" => &["i16", "f32"],
            "u128" | "i128" => &["u64", "f64"],
            _ => &[],
        };
        for narrow in narrower {
            self.replace(Operator::NARROW_TYPE, node, around, format!("{text} as {narrow} as {kind}"));
        }
    }
}

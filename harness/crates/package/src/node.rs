//! What YAML and TOML have in common: a tree of texts, lists and maps that knows its places.
//!
//! A scalar remains the text that was written until a number or a flag is requested: `name: 007` is
//! a name. It knows no file and no format of packages.

use serde_json::Value;
use std::ops::Range;

/// A value with the place it was written at.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedValue<T> {
    pub place: Range<usize>,
    pub it: T,
}

impl<T> PlacedValue<T> {
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> PlacedValue<U> {
        PlacedValue { place: self.place, it: change(self.it) }
    }
}

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub place: Range<usize>,
    pub value: NodeValue,
}

#[derive(Clone, Debug, PartialEq)]
pub enum NodeValue {
    /// `plain`: written without quotes, so that `12` may be a number and an empty one counts as
    /// nothing.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Node>),
    /// In the order of the file, each key once.
    Map(Vec<(PlacedValue<String>, Node)>),
}

impl NodeValue {
    /// The value as JSON's library writes it.
    pub fn json(&self) -> Value {
        match self {
            NodeValue::Scalar { text, plain: true } => {
                let plain = serde_json::from_str(text).ok();
                plain
                    .filter(|value: &Value| value.is_i64() || value.is_boolean())
                    .unwrap_or_else(|| text.as_str().into())
            }
            NodeValue::Scalar { text, plain: false } => text.as_str().into(),
            NodeValue::List(items) => items.iter().map(|item| item.value.json()).collect(),
            NodeValue::Map(entries) => entries.iter().map(|(key, node)| (key.it.clone(), node.value.json())).collect(),
        }
    }
}

impl Node {
    /// `~`, `null` or nothing at all.
    pub fn is_null(&self) -> bool {
        self.is_plain() && matches!(self.text(), Some("" | "~" | "null" | "Null" | "NULL"))
    }

    pub fn is_plain(&self) -> bool {
        matches!(self.value, NodeValue::Scalar { plain: true, .. })
    }

    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        if let NodeValue::Scalar { text, .. } = &self.value { Some(text) } else { None }
    }

    /// The values of a list; nothing else has any.
    pub fn items(&self) -> &[Node] {
        if let NodeValue::List(items) = &self.value { items } else { &[] }
    }

    /// The keys and values of a map; nothing else has any.
    pub fn entries(&self) -> &[(PlacedValue<String>, Node)] {
        if let NodeValue::Map(entries) = &self.value { entries } else { &[] }
    }

    /// The value of `key` in a map.
    pub fn entry(&self, key: &str) -> Option<&Node> {
        self.entries().iter().find(|(name, _)| name.it == key).map(|(_, node)| node)
    }

    /// What a person would call this kind of value.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            _ if self.is_null() => "nothing",
            NodeValue::Scalar { text, plain: true } if number(text).is_some() => "a number",
            NodeValue::Scalar { text, plain: true } if flag(text).is_some() => "a flag",
            NodeValue::Scalar { .. } => "a text",
            NodeValue::List(_) => "a list",
            NodeValue::Map(_) => "a map",
        }
    }
}

/// The texts of a list, or the one text that stands for a list of one.
pub fn texts(node: &Node) -> Option<Vec<String>> {
    match &node.value {
        NodeValue::Scalar { text, .. } => Some(vec![text.clone()]),
        NodeValue::List(items) => items.iter().map(|item| item.text().map(str::to_owned)).collect(),
        NodeValue::Map(_) => None,
    }
}

/// The words of a text, or the texts of a list.
pub fn words(node: &Node) -> Option<Vec<String>> {
    match node.text() {
        Some(text) => Some(text.split_whitespace().map(str::to_owned).collect()),
        None => texts(node),
    }
}

/// A flag as TOML, YAML 1.1 and 1.2 write it.
pub fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" => Some(false),
        _ => None,
    }
}

/// A decimal number, or an infinity: `.inf` in YAML and `inf` in the formats.
pub fn number(text: &str) -> Option<f64> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    if matches!(digits.to_ascii_lowercase().as_str(), "inf" | ".inf") {
        return Some(sign * f64::INFINITY);
    }
    // Neither `nan` nor `infinity`, nor a second sign.
    let first = digits.bytes().next()?;
    let number = (first.is_ascii_digit() || first == b'.').then(|| digits.replace('_', "").parse::<f64>().ok())??;
    Some(sign * number)
}

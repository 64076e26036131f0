//! Braces that stand for several values: `{1..9}`, `{3,5,8}`, `{x=1..}` and then `{x}`.
//!
//! They occur in the arguments of generators. Text in, values out: the caller decides which of the
//! values are meant, and when.

use crate::suggest::nearest;

/// What is wrong with a line, and where.
#[derive(Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The wrong braces as they stand in the line, or everything from an unmatched one on.
    pub piece: String,
    pub title: String,
    pub label: String,
    pub hint: Option<String>,
}

impl Mistake {
    pub fn new(piece: &str, title: impl Into<String>, label: impl Into<String>) -> Mistake {
        Mistake { piece: piece.to_owned(), title: title.into(), label: label.into(), hint: None }
    }
}

/// A piece of a text: as it stands, or braces.
pub enum Part<'t> {
    Text(&'t str),
    Braces(Braces<'t>),
}

impl<'t> Part<'t> {
    pub fn braces(&self) -> Option<&Braces<'t>> {
        match self {
            Part::Text(_) => None,
            Part::Braces(braces) => Some(braces),
        }
    }
}

/// One pair of braces.
pub struct Braces<'t> {
    /// The whole text, braces included.
    pub piece: &'t str,
    pub name: Option<&'t str>,
    pub values: Values<'t>,
}

/// What a pair of braces stands for.
pub enum Values<'t> {
    /// Counts from `first` to `last`, or without `last` as far as the other braces do; at least
    /// `width` digits.
    Range {
        first: i64,
        last: Option<i64>,
        width: usize,
    },
    List(Vec<&'t str>),
    /// The values of the braces with this name.
    Of(&'t str),
}

/// Splits a text into its pieces.
///
/// # Errors
/// The first brace without its other half, or pair of braces that stands for nothing.
pub fn parse(mut text: &str) -> Result<Vec<Part<'_>>, Mistake> {
    let mut parts = Vec::new();
    while let Some(open) = text.find(['{', '}']) {
        let rest = &text[open..];
        let end = rest.find('}').filter(|end| *end > 0 && !rest[1..*end].contains('{'));
        let Some(end) = end else {
            let title = format!("a `{}` without its other half", &rest[..1]);
            return Err(Mistake::new(rest, title, "braces stand for several values"));
        };
        parts.push(Part::Text(&text[..open]));
        parts.push(Part::Braces(parse_braces(&rest[..=end])?));
        text = &rest[end + 1..];
    }
    parts.push(Part::Text(text));
    Ok(parts)
}

fn parse_braces(piece: &str) -> Result<Braces<'_>, Mistake> {
    let inner = piece[1..piece.len() - 1].trim();
    let (name, inner) = match inner.split_once('=') {
        Some((name, inner)) => (Some(name.trim()), inner.trim()),
        None => (None, inner),
    };
    let values = if inner.contains(',') {
        let items: Vec<&str> = inner.split(',').map(str::trim).collect();
        items.iter().all(|item| !item.is_empty()).then_some(Values::List(items))
    } else if let Some((first, last)) = inner.split_once("..") {
        parse_range(first, last)
    } else if name.is_some() {
        (!inner.is_empty()).then(|| Values::List(vec![inner]))
    } else {
        is_name(inner).then_some(Values::Of(inner))
    };
    match values {
        Some(values) if name.is_none_or(is_name) => Ok(Braces { piece, name, values }),
        Some(_) | None => {
            let hint =
                "write a range `{1..9}` or `{1..}`, a list `{3,5,8}`, or the name of one: `{x=3,5,8}`, then `{x}`";
            let mistake = Mistake::new(piece, format!("`{piece}` stands for nothing"), "no range, list or name");
            Err(Mistake { hint: Some(hint.to_owned()), ..mistake })
        }
    }
}

/// The widest padding: no number has more digits. A width of `format!` panics beyond 65535.
const WIDEST: usize = 20;

fn parse_range<'t>(first: &str, last: &str) -> Option<Values<'t>> {
    let width = if first.starts_with('0') { first.len() } else { 0 };
    if width > WIDEST {
        return None;
    }
    let first = first.parse().ok()?;
    let last = if last.is_empty() { None } else { Some(last.parse().ok()?) };
    Some(Values::Range { first, last, width })
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// The named braces with their values. `{name}` elsewhere stands for these.
///
/// # Errors
/// When a name is given twice, or used but never given.
pub fn names<'b, 't>(braces: &[&'b Braces<'t>]) -> Result<Vec<(&'t str, &'b Values<'t>)>, Mistake> {
    let mut named: Vec<(&str, &Values<'_>)> = Vec::new();
    for braces in braces {
        let Some(name) = braces.name else { continue };
        if named.iter().any(|(other, _)| *other == name) {
            return Err(Mistake::new(braces.piece, format!("two lists are called `{name}`"), "the second"));
        }
        named.push((name, &braces.values));
    }
    for braces in braces {
        let Values::Of(name) = braces.values else { continue };
        if !named.iter().any(|(other, _)| *other == name) {
            let hint = match nearest(name, named.iter().map(|(name, _)| *name)) {
                Some(meant) => format!("did you mean `{{{meant}}}`?"),
                None => format!("name a list or a range of this line: `{{{name}=3,5,8}}`"),
            };
            let mistake = Mistake::new(braces.piece, format!("nothing is called `{name}` here"), "unknown name");
            return Err(Mistake { hint: Some(hint), ..mistake });
        }
    }
    Ok(named)
}

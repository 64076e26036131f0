//! Lines of `[generate]` that stand for many tests.
//!
//! ```text
//! "secret/{47..49}-xor-{x}" = "nimsum --n {3,33,80} --xor {x=1,2,4} --seed {100..}"
//! ```
//!
//! All braces of a line count together: this one stands for three tests. Text in, text out: this
//! module knows neither files nor tests.

use model::nearest;

/// More tests than this from one line are taken for a mistake.
const MOST: usize = 1000;

/// What is wrong with a line, and where.
#[derive(Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The braces that are wrong, or all from a lonely one on, as they stand in the line.
    pub piece: String,
    pub title: String,
    pub label: String,
    pub hint: Option<String>,
}

impl Mistake {
    fn new(piece: &str, title: impl Into<String>, label: impl Into<String>) -> Mistake {
        Mistake { piece: piece.to_owned(), title: title.into(), label: label.into(), hint: None }
    }
}

/// The lines that a line with this id and these arguments stands for.
///
/// # Errors
/// The first pair of braces that means nothing.
pub fn expand(id: &str, args: &str) -> Result<Vec<(String, String)>, Mistake> {
    let (id, args) = (parse(id)?, parse(args)?);
    let braces: Vec<&Braces<'_>> = id.iter().chain(&args).filter_map(Part::braces).collect();
    let named = names(&braces)?;
    let count = count(&braces)?;
    Ok((0..count).map(|index| (fill(&id, index, &named), fill(&args, index, &named))).collect())
}

enum Part<'t> {
    Text(&'t str),
    Braces(Braces<'t>),
}

impl<'t> Part<'t> {
    fn braces(&self) -> Option<&Braces<'t>> {
        match self {
            Part::Text(_) => None,
            Part::Braces(braces) => Some(braces),
        }
    }
}

struct Braces<'t> {
    /// With the braces themselves.
    piece: &'t str,
    name: Option<&'t str>,
    values: Values<'t>,
}

enum Values<'t> {
    /// Counts from `first`, to `last` or as far as the others do; `width` digits at least.
    Range {
        first: i64,
        last: Option<i64>,
        width: usize,
    },
    List(Vec<&'t str>),
    /// Those of the braces with this name.
    Of(&'t str),
}

fn parse(mut text: &str) -> Result<Vec<Part<'_>>, Mistake> {
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
            let mut mistake = Mistake::new(piece, format!("`{piece}` stands for nothing"), "no range, list or name");
            mistake.hint = Some(
                "write a range `{1..9}` or `{1..}`, a list `{3,5,8}`, or the name of one: `{x=3,5,8}`, then `{x}`"
                    .to_owned(),
            );
            Err(mistake)
        }
    }
}

fn parse_range<'t>(first: &str, last: &str) -> Option<Values<'t>> {
    let width = if first.starts_with('0') { first.len() } else { 0 };
    let first = first.parse().ok()?;
    let last = if last.is_empty() { None } else { Some(last.parse().ok()?) };
    Some(Values::Range { first, last, width })
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// The braces that have a name; every other one that uses a name finds it there.
fn names<'b, 't>(braces: &[&'b Braces<'t>]) -> Result<Vec<(&'t str, &'b Values<'t>)>, Mistake> {
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
            let mut mistake = Mistake::new(braces.piece, format!("nothing is called `{name}` here"), "unknown name");
            mistake.hint = Some(match nearest(name, named.iter().map(|(name, _)| *name)) {
                Some(meant) => format!("did you mean `{{{meant}}}`?"),
                None => format!("name a list or a range of this line: `{{{name}=3,5,8}}`"),
            });
            return Err(mistake);
        }
    }
    Ok(named)
}

/// How many tests the line stands for: all that has an end, ends together.
fn count(braces: &[&Braces<'_>]) -> Result<usize, Mistake> {
    let mut counted: Option<(&str, usize)> = None;
    for braces in braces {
        let piece = braces.piece;
        let count = match &braces.values {
            Values::Range { first, last: Some(last), .. } => match last.checked_sub(*first) {
                Some(more) if more < 0 => {
                    return Err(Mistake::new(
                        piece,
                        format!("`{piece}` goes down"),
                        "the first number is the larger one",
                    ));
                }
                Some(more) if more < MOST as i64 => more as usize + 1,
                Some(_) | None => {
                    let label = format!("expected at most {MOST}");
                    return Err(Mistake::new(piece, format!("`{piece}` stands for too many tests"), label));
                }
            },
            Values::List(items) => items.len(),
            Values::Range { last: None, .. } | Values::Of(_) => continue,
        };
        match counted {
            Some((other, expected)) if expected != count => {
                let title = format!("`{other}` has {expected} values, `{piece}` has {count}");
                return Err(Mistake::new(piece, title, format!("expected {expected} values")));
            }
            Some(_) | None => counted = Some((piece, count)),
        }
    }
    match (counted, braces.first()) {
        (Some((_, count)), _) => Ok(count),
        (None, None) => Ok(1),
        (None, Some(braces)) => {
            let title = format!("`{}` has no end, and nothing else in the line has one", braces.piece);
            Err(Mistake::new(braces.piece, title, "expected a last number"))
        }
    }
}

fn fill(parts: &[Part<'_>], index: usize, named: &[(&str, &Values<'_>)]) -> String {
    let value = |values: &Values<'_>| match values {
        Values::Range { first, width, .. } => format!("{:0width$}", first.saturating_add(index as i64), width = width),
        Values::List(items) => items[index].to_owned(),
        Values::Of(_) => String::new(),
    };
    let filled = parts.iter().map(|part| match part {
        Part::Text(text) => (*text).to_owned(),
        Part::Braces(Braces { values: Values::Of(name), .. }) => {
            named.iter().find(|(other, _)| other == name).map(|(_, values)| value(values)).unwrap_or_default()
        }
        Part::Braces(braces) => value(&braces.values),
    });
    filled.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(id: &str, args: &str, expected: &[(&str, &str)]) {
        let expanded = expand(id, args).unwrap();
        let expanded: Vec<(&str, &str)> = expanded.iter().map(|(id, args)| (&id[..], &args[..])).collect();
        assert_eq!(expanded, expected);
    }

    #[test]
    fn a_line_without_braces_stands_for_itself() {
        check("secret/1", "max --n 5", &[("secret/1", "max --n 5")]);
    }

    #[test]
    fn ranges_lists_and_names_count_together() {
        check(
            "secret/{9..11}-xor-{x}",
            "nimsum --n {3,33,80} --xor {x=1,2,4} --seed {100..}",
            &[
                ("secret/9-xor-1", "nimsum --n 3 --xor 1 --seed 100"),
                ("secret/10-xor-2", "nimsum --n 33 --xor 2 --seed 101"),
                ("secret/11-xor-4", "nimsum --n 80 --xor 4 --seed 102"),
            ],
        );
    }

    #[test]
    fn a_range_may_be_named_used_in_the_id_and_padded() {
        check(
            "secret/{n}",
            "tree --n {n=08..10} --low {-1..}",
            &[
                ("secret/08", "tree --n 08 --low -1"),
                ("secret/09", "tree --n 09 --low 0"),
                ("secret/10", "tree --n 10 --low 1"),
            ],
        );
    }

    #[test]
    fn values_are_words_with_or_without_spaces_around_them() {
        check("secret/{ drag , trap }", "{x = 7, 8} {x}", &[("secret/drag", "7 7"), ("secret/trap", "8 8")]);
    }

    #[track_caller]
    fn refuses(id: &str, args: &str, piece: &str, title: &str) {
        let mistake = expand(id, args).unwrap_err();
        assert_eq!((&mistake.piece[..], &mistake.title[..]), (piece, title));
    }

    #[test]
    fn what_does_not_count_together_is_refused() {
        refuses("s/{1..3}", "--n {4,5}", "{4,5}", "`{1..3}` has 3 values, `{4,5}` has 2");
        refuses("s/{1..}", "--seed {5..}", "{1..}", "`{1..}` has no end, and nothing else in the line has one");
        refuses("s/{9..1}", "", "{9..1}", "`{9..1}` goes down");
        refuses("s/{1..1001}", "", "{1..1001}", "`{1..1001}` stands for too many tests");
        let widest = format!("{{{}..{}}}", i64::MIN, i64::MAX);
        refuses(&widest, "", &widest, &format!("`{widest}` stands for too many tests"));
        assert_eq!(expand("s/{1..1000}", "").unwrap().len(), 1000);
    }

    #[test]
    fn what_stands_for_nothing_is_refused() {
        for piece in ["{}", "{1}", "{a b}", "{1..x}", "{..5}", "{1,,2}", "{x=}", "{1x=4,5}", "{=1,2}"] {
            refuses("s/1", piece, piece, &format!("`{piece}` stands for nothing"));
        }
        refuses("s/{1..2", "", "{1..2", "a `{` without its other half");
        refuses("s/1", "a } b", "} b", "a `}` without its other half");
        refuses("s/{1..{2}", "", "{1..{2}", "a `{` without its other half");
    }

    #[test]
    fn names_are_given_once_and_before_they_are_used_or_after() {
        refuses("s/{x}", "{y=1,2}", "{x}", "nothing is called `x` here");
        refuses("s/{x=1,2}", "{x=3,4}", "{x=3,4}", "two lists are called `x`");
        let hint = expand("s/{sede}", "--seed {seed=1..2}").unwrap_err().hint;
        assert_eq!(hint.as_deref(), Some("did you mean `{seed}`?"));
    }
}

//! Lines of `[generate]` that stand for many tests.
//!
//! ```text
//! "secret/{47..49}-xor-{x}" = "nimsum --n {3,33,80} --xor {x=1,2,4} --seed {100..}"
//! ```
//!
//! All braces of a line are counted together: this one stands for three tests. Text in, text out:
//! this module knows neither files nor tests.

use model::braces::{Braces, Mistake, Part, Values, names, parse};

/// More tests than this from one line are taken for a mistake.
const MOST: usize = 1000;

/// The lines that a line with this id and these arguments stands for.
///
/// # Errors
/// The first pair of braces that stands for nothing.
pub fn expand(id: &str, args: &str) -> Result<Vec<(String, String)>, Mistake> {
    let (id, args) = (parse(id)?, parse(args)?);
    let braces: Vec<&Braces<'_>> = id.iter().chain(&args).filter_map(Part::braces).collect();
    let named = names(&braces)?;
    let count = count(&braces)?;
    Ok((0..count).map(|index| (fill(&id, index, &named), fill(&args, index, &named))).collect())
}

/// How many tests the line stands for. All its braces that have an end must end together.
fn count(braces: &[&Braces<'_>]) -> Result<usize, Mistake> {
    let mut counted: Option<(&str, usize)> = None;
    for braces in braces {
        let piece = braces.piece;
        let count = match &braces.values {
            Values::Range { first, last: Some(last), .. } => match last.checked_sub(*first) {
                Some(more) if more < 0 => {
                    let title = format!("`{piece}` goes down");
                    return Err(Mistake::new(piece, title, "the first number is the larger one"));
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
        // The width in `format!` is limited to 65535.
        let widest = format!("{{{}1..9}}", "0".repeat(70_000));
        refuses("s/1", &widest, &widest, &format!("`{widest}` stands for nothing"));
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

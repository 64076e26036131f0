//! The words that a problem package gives to the default output validator.
//!
//! Source: the ICPC problem package format 2025-09, "Default output validator specification".

use crate::problem::TokenOptions;

/// The options that the words stand for. Without any, case and white space do not matter, and
/// numbers are text.
///
/// # Errors
/// For unknown words, missing or invalid values, and tolerances that are given twice, or both
/// separately and together.
pub fn token_options<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<TokenOptions, String> {
    let mut options = TokenOptions { case_sensitive: false, ..TokenOptions::default() };
    let mut both = None;
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let slot = match word {
            "case_sensitive" => {
                options.case_sensitive = true;
                continue;
            }
            "space_change_sensitive" => {
                options.space_change_sensitive = true;
                continue;
            }
            "float_tolerance" => &mut both,
            "float_absolute_tolerance" => &mut options.float_absolute,
            "float_relative_tolerance" => &mut options.float_relative,
            _ => {
                return Err(format!(
                    "unknown argument `{word}`: there are case_sensitive, space_change_sensitive and float_[absolute_|relative_]tolerance"
                ));
            }
        };
        let value = words.next().ok_or_else(|| format!("`{word}` needs a number after it"))?;
        let bad = || format!("`{value}` behind `{word}` is not a number that can be a tolerance");
        // No hexadecimal, no `inf`, no `nan`.
        let is_decimal = value.bytes().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'+' | b'-' | b'e' | b'E'));
        let tolerance = value.parse().ok().filter(|tolerance: &f64| is_decimal && tolerance.is_finite());
        let tolerance = tolerance.filter(|tolerance| *tolerance >= 0.0).ok_or_else(bad)?;
        if slot.replace(tolerance).is_some() {
            return Err(format!("`{word}` is given twice"));
        }
    }
    if let Some(tolerance) = both {
        if options.float_absolute.or(options.float_relative).is_some() {
            return Err("`float_tolerance` sets both tolerances: no other can stand beside it".to_owned());
        }
        (options.float_absolute, options.float_relative) = (Some(tolerance), Some(tolerance));
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Case, space, absolute, relative.
    type Options = (bool, bool, Option<f64>, Option<f64>);

    fn check(words: &str, expected: Result<Options, &str>) {
        let got = token_options(words.split_whitespace())
            .map(|o| (o.case_sensitive, o.space_change_sensitive, o.float_absolute, o.float_relative));
        match (got, expected) {
            (Ok(got), Ok(expected)) => assert_eq!(got, expected, "{words}"),
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{words}: {error}"),
            (got, expected) => panic!("{words}: {got:?}, not {expected:?}"),
        }
    }

    #[test]
    fn words_become_options() {
        check("", Ok((false, false, None, None)));
        check("case_sensitive", Ok((true, false, None, None)));
        check("space_change_sensitive case_sensitive", Ok((true, true, None, None)));
        check("case_sensitive case_sensitive", Ok((true, false, None, None)));
        check("float_absolute_tolerance 1e-6", Ok((false, false, Some(1e-6), None)));
        check("float_relative_tolerance .5", Ok((false, false, None, Some(0.5))));
        check("float_tolerance 0", Ok((false, false, Some(0.0), Some(0.0))));
        check("float_relative_tolerance 1 float_absolute_tolerance 2", Ok((false, false, Some(2.0), Some(1.0))));
        check("float_tolerance 1e-9 case_sensitive", Ok((true, false, Some(1e-9), Some(1e-9))));
    }

    #[test]
    fn words_that_mean_nothing_are_errors() {
        check("case", Err("unknown argument `case`"));
        check("1e-6", Err("unknown argument `1e-6`"));
        check("Case_sensitive", Err("unknown"));
        check("float_tolerance", Err("`float_tolerance` needs a number"));
        check("float_tolerance case_sensitive", Err("`case_sensitive` behind `float_tolerance`"));
        for value in ["-1", "nan", "inf", "1e400", "0x1", "1e", "", "1,5", "-1e-9"] {
            let got = token_options(["float_relative_tolerance", value]).unwrap_err();
            assert!(got.starts_with(&format!("`{value}` behind `float_relative_tolerance`")), "{got}");
        }
    }

    #[test]
    fn tolerances_given_twice_or_both_ways_are_errors() {
        for word in ["float_tolerance", "float_absolute_tolerance", "float_relative_tolerance"] {
            check(&format!("{word} 1 {word} 1"), Err(&format!("`{word}` is given twice")));
            check(&format!("{word} 1 case_sensitive {word} 2"), Err("twice"));
        }
        check("float_tolerance 1 float_absolute_tolerance 1", Err("no other can stand beside"));
        check("float_relative_tolerance 1 float_tolerance 1", Err("no other can stand beside"));
        check(
            "float_absolute_tolerance 1 float_relative_tolerance 1 float_tolerance 1",
            Err("no other can stand beside"),
        );
    }
}

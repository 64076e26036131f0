//! Testlib's standard checkers as comparisons, for packages that name one but do not contain it.

use model::{Comparison, TokenOptions};

/// The comparison that does what the checker of this name does: `std::ncmp.cpp`, `wcmp`. `None` if
/// there is none.
pub fn comparison(name: &str) -> Option<Comparison> {
    let name = name.strip_prefix("std::").unwrap_or(name);
    let name = name.strip_suffix(".cpp").unwrap_or(name);
    let tokens = |options| Some(Comparison::Tokens(options));
    let within =
        |most: f64| TokenOptions { float_absolute: Some(most), float_relative: Some(most), ..TokenOptions::default() };
    match name {
        "fcmp" => Some(Comparison::Lines),
        "wcmp" | "lcmp" | "hcmp" | "ncmp" | "icmp" | "caseicmp" | "casencmp" | "casewcmp" => {
            tokens(TokenOptions::default())
        }
        "yesno" | "nyesno" => tokens(TokenOptions { case_sensitive: false, ..TokenOptions::default() }),
        "rcmp" => tokens(within(1.5e-6)),
        "rcmp4" => tokens(within(1e-4)),
        "rcmp6" => tokens(within(1e-6)),
        "rcmp9" => tokens(within(1e-9)),
        // Numbers, to about five digits: the checker's own default.
        "dcmp" => tokens(within(1e-6)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_checkers_have_comparisons_and_others_have_none() {
        let check = |name: &str, expected: Option<&str>| {
            assert_eq!(comparison(name).as_ref().map(Comparison::name), expected, "{name}");
        };
        check("std::ncmp.cpp", Some("tokens"));
        check("std::fcmp.cpp", Some("lines"));
        check("wcmp", Some("tokens"));
        check("std::uncmp.cpp", None);
        check("check.cpp", None);
        let Some(Comparison::Tokens(options)) = comparison("std::rcmp9.cpp") else { panic!("tokens") };
        assert_eq!((options.float_absolute, options.float_relative), (Some(1e-9), Some(1e-9)));
        let Some(Comparison::Tokens(options)) = comparison("std::nyesno.cpp") else { panic!("tokens") };
        assert!(!options.case_sensitive);
    }
}

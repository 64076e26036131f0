//! Testlib's standard checkers as comparisons, for packages that name one but do not contain it.

use model::{Comparison, Foreign, TokenOptions};

/// The comparison that does what the checker of this name does: `std::ncmp.cpp`, `wcmp`. `None` if
/// there is none: `pointscmp` and `pointsinfo` give points.
///
/// Numbers that a checker takes in one form alone are words here.
pub fn comparison(name: &str) -> Option<Comparison> {
    let name = name.strip_prefix("std::").unwrap_or(name);
    let name = name.strip_suffix(".cpp").unwrap_or(name);
    let tokens = |options| Some(Comparison::Tokens(options));
    let absolute = |most: f64| TokenOptions { float_absolute: Some(most), ..TokenOptions::default() };
    let within = |most: f64| TokenOptions { float_relative: Some(most), ..absolute(most) };
    match name {
        "lcmp" => Some(Comparison::Foreign(Foreign::LineTokens)),
        "fcmp" => Some(Comparison::Foreign(Foreign::WholeLines)),
        "uncmp" => Some(Comparison::Foreign(Foreign::SortedWords)),
        "wcmp" | "hcmp" | "ncmp" | "icmp" | "caseicmp" | "casencmp" | "casewcmp" => tokens(TokenOptions::default()),
        "yesno" | "nyesno" => tokens(TokenOptions { case_sensitive: false, ..TokenOptions::default() }),
        "rcmp" | "acmp" => tokens(absolute(1.5e-6)),
        "rncmp" => tokens(absolute(1.5e-5)),
        "rcmp4" => tokens(within(1e-4)),
        "rcmp6" | "dcmp" => tokens(within(1e-6)),
        "rcmp9" => tokens(within(1e-9)),
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
        check("std::lcmp.cpp", Some("line-tokens"));
        check("std::fcmp.cpp", Some("whole-lines"));
        check("wcmp", Some("tokens"));
        check("std::uncmp.cpp", Some("unordered"));
        check("std::pointscmp.cpp", None);
        check("check.cpp", None);
        let check = |name: &str, absolute, relative| {
            let Some(Comparison::Tokens(options)) = comparison(name) else { panic!("tokens") };
            assert_eq!((options.float_absolute, options.float_relative), (Some(absolute), relative), "{name}");
        };
        check("rcmp", 1.5e-6, None);
        check("acmp", 1.5e-6, None);
        check("rncmp", 1.5e-5, None);
        check("std::rcmp9.cpp", 1e-9, Some(1e-9));
        check("std::dcmp.cpp", 1e-6, Some(1e-6));
        let Some(Comparison::Tokens(options)) = comparison("std::nyesno.cpp") else { panic!("tokens") };
        assert!(!options.case_sensitive);
    }
}

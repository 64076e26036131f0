//! Replaces the constants of `problem.yaml` in texts: `{{name}}`, `{{name.variant}}`.

/// Replaces each `{{name}}` of a constant in one pass: values are not searched again.
pub fn fill(text: &str, constants: &[(String, String)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find("{{") {
        let inner = &rest[open + 2..];
        let name = inner.find("}}").map(|close| &inner[..close]);
        match name.and_then(|name| constants.iter().find(|(constant, _)| constant == name)) {
            Some((name, value)) => {
                filled.push_str(&rest[..open]);
                filled.push_str(value);
                rest = &inner[name.len() + 2..];
            }
            None => {
                filled.push_str(&rest[..=open]);
                rest = &rest[open + 1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn constants_stand_for_their_values_and_nothing_else_changes() {
        let constants = [("N".to_owned(), "5".to_owned()), ("N.tex".to_owned(), "{{N}}".to_owned())];
        let check = |text: &str, expected: &str| assert_eq!(fill(text, &constants), expected, "{text}");
        check("int n = {{N}};", "int n = 5;");
        check("{{N.tex}} {{N}}{{N}}", "{{N}} 55");
        check("{{M}} {{ N }} {{{N}}} {{N", "{{M}} {{ N }} {5} {{N");
        check("if (x) {{ y; }}", "if (x) {{ y; }}");
    }
}

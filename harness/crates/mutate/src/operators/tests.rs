use crate::{Language, Operator, mutants};

/// Every line that the operator changes, without white space at its ends.
fn changed(language: Language, source: &str, operator: Operator) -> Vec<String> {
    let found = mutants(source, language).expect("a program");
    let of_operator = found.into_iter().filter(|mutant| mutant.operator == operator);
    of_operator.map(|mutant| mutant.after.lines().map(str::trim).collect::<Vec<_>>().join(" ")).collect()
}

/// `body` in a function of its own.
fn program(language: Language, body: &str) -> String {
    match language {
        Language::Rust => format!("fn main() {{\n{body}\n}}\n"),
        Language::Cpp => format!("int main() {{\n{body}\n}}\n"),
        Language::Java => format!("class Main {{\npublic static void main(String[] a) {{\n{body}\n}}\n}}\n"),
        Language::Python => format!("{body}\n"),
    }
}

fn check(language: Language, operator: Operator, body: &str, expected: &[&str]) {
    let found = changed(language, &program(language, body), operator);
    assert_eq!(found, expected, "{operator:?} of {body}");
}

#[test]
fn rust_is_broken_as_people_break_it() {
    let check = |operator, body: &str, expected: &[&str]| check(Language::Rust, operator, body, expected);
    check(Operator::ARITHMETIC, "f(a * b + c);", &["f(a * b - c);", "f((a + b) + c);"]);
    check(
        Operator::BITS,
        "x ^= a ^ b & c;",
        &[
            "x += a ^ b & c;",
            "x |= a ^ b & c;",
            "x ^= a + (b & c);",
            "x ^= a | b & c;",
            "x ^= a - (b & c);",
            "x ^= a ^ (b | c);",
        ],
    );
    check(Operator::COMPARISON, "if a ^ b < c {}", &["if a ^ b <= c {}", "if a ^ b > c {}"]);
    check(Operator::OFF_BY_ONE, "for i in 0..n {}", &["for i in 0..=n {}", "for i in 0..n - 1 {}", "for i in 1..n {}"]);
    check(Operator::OFF_BY_ONE, "f(i + 1);", &["f(i);", "f(i + 2);"]);
    check(Operator::OFF_BY_ONE, "v.take(n as usize);", &["v.take(n as usize - 1);", "v.take(n as usize + 1);"]);
    check(Operator::BOOLEAN, "let a = b && c || d;", &["let a = b && c && d;", "let a = (b || c) || d;"]);
    check(Operator::HALF_CONDITION, "if a && b {}", &["if a {}", "if b {}"]);
    check(
        Operator::NEGATED_CONDITION,
        "if a < b {} else if !c {}",
        &["if a >= b {} else if !c {}", "if a < b {} else if c {}"],
    );
    check(Operator::SKIPPED_BRANCH, "match a { 1 => f(), _ => g() }", &["match a {  _ => g() }"]);
    check(Operator::MISSING_MODULO, "f(a % 4);", &["f(a);"]);
    check(Operator::MIN_MAX, "f(a.min(b));", &["f(a.max(b));"]);
    check(Operator::SWAPPED_OPERANDS, "f(a - b);", &["f(b - a);"]);
    check(Operator::SWAPPED_ARGUMENTS, "f(a, b + 1); g[a][b];", &["f(b + 1, a); g[a][b];", "f(a, b + 1); g[b][a];"]);
    check(Operator::DROPPED_SORT, "v.sort_unstable();\nf();", &[""]);
    check(Operator::DROPPED_CALL, "f(v.iter().rev());", &["f(v.iter());"]);
    check(Operator::SIMILAR_CALL, "f(v.iter().any(|a| a));", &["f(v.iter().all(|a| a));"]);
    check(
        Operator::NARROW_TYPE,
        "f(w.parse::<u32>().unwrap());",
        &[
            "f(w.parse::<u32>().unwrap() as u16 as u32);",
            "f(w.parse::<u32>().unwrap() as u8 as u32);",
            "f(w.parse::<u32>().unwrap() as f32 as u32);",
            "f(w.parse::<u16>().unwrap());",
        ],
    );
    check(Operator::EARLY_EXIT, "loop {\nf();\n}", &["break;"]);
    check(
        Operator::EARLY_EXIT,
        "loop { if a { break; } }",
        &["loop { if a { break; } break; }", "loop { if a {  } }", "loop { if a { continue; } }"],
    );
    check(Operator::MISSING_RESET, "for i in v {\nlet mut x = 0;\nx += i;\n}", &["let mut x = 0; for i in v {"]);
    check(Operator::UNREAD_TOKEN, "let n = it.next().unwrap();", &["let n = 1;"]);
    check(
        Operator::CAPACITY,
        "f(vec![0; n], 1000, v.take(k));",
        &[
            "f(vec![0; n.min(100)], 1000, v.take(k));",
            "f(vec![0; n], 100, v.take(k));",
            "f(vec![0; n], 1000, v.take(k.min(64)));",
            "f(vec![0; n], 1000, v.take(k.min(1000)));",
        ],
    );
    check(
        Operator::CAPACITY,
        "f(v[i], w[a - i], u[0], t[1..i]);",
        &["f(v[i % 64], w[a - i], u[0], t[1..i]);", "f(v[i], w[(a - i) % 64], u[0], t[1..i]);"],
    );
    check(
        Operator::LOST_ORDER,
        "let v: Vec<u8> = w.collect();",
        &[
            "let mut v: Vec<u8> = w.collect(); v.sort_unstable();",
            "let mut v: Vec<u8> = w.collect(); v.sort_unstable(); v.dedup();",
        ],
    );
    check(Operator::WRONG_TEXT, "f(\"Alice!\\n\");", &["f(\"Alice! \");", "f(\"Alice\\n\");"]);
    check(Operator::WRONG_CONSTANT, "f(1.618034);", &["f(1.618);"]);
}

#[test]
fn cpp_is_broken_as_people_break_it() {
    let check = |operator, body: &str, expected: &[&str]| check(Language::Cpp, operator, body, expected);
    check(
        Operator::COMPARISON,
        "for (int i = 0; i < n; ++i) f(i);",
        &["for (int i = 0; i <= n; ++i) f(i);", "for (int i = 0; i > n; ++i) f(i);"],
    );
    check(Operator::BITS, "x = a & b == c;", &["x = a | b == c;"]);
    check(
        Operator::ARITHMETIC,
        "std::vector<int> v(n + 1, 0);\nstd::cout << a + b << c;",
        &["std::vector<int> v(n - 1, 0);", "std::cout << a - b << c;"],
    );
    check(Operator::NEGATED_CONDITION, "f(a ? b : c);", &["f(!a ? b : c);"]);
    check(Operator::DROPPED_SORT, "std::sort(v.begin(), v.end());\nf();", &[""]);
    check(Operator::MIN_MAX, "f(std::min(a, b));", &["f(std::max(a, b));"]);
    check(Operator::NARROW_TYPE, "long long a = 1;", &["int a = 1;"]);
    check(Operator::NARROW_TYPE, "scanf(\"%lld\", &a); long long a;", &[]);
    check(Operator::INTEGER_FOR_FLOAT, "f(2.0 * a);", &["f(2 * a);"]);
    check(Operator::MISSING_RESET, "while (t--) {\nint x = 0;\nx += t;\n}", &["int x = 0; while (t--) {"]);
    check(Operator::EARLY_EXIT, "for (;;) {\nf();\n}", &["break;"]);
    check(Operator::UNREAD_TOKEN, "scanf(\"%d\", &a);\nf();", &[""]);
    check(Operator::SKIPPED_STATEMENT, "if (a) f();", &["if (a) ;"]);
}

#[test]
fn java_is_broken_as_people_break_it() {
    let check = |operator, body: &str, expected: &[&str]| check(Language::Java, operator, body, expected);
    check(Operator::MIN_MAX, "f(Math.min(a, b));", &["f(Math.max(a, b));"]);
    check(Operator::NARROW_TYPE, "long a = (long) in.nval;", &["int a = (int) in.nval;"]);
    check(Operator::UNREAD_TOKEN, "int t = in.nextInt();\nf();", &["int t = 1;"]);
    check(Operator::BITS, "f(a >>> 1, b << 2);", &["f(a >>> 1, b >> 2);"]);
    check(Operator::SKIPPED_STATEMENT, "f();\ng();", &["", ""]);
    check(Operator::NEGATED_CONDITION, "if (a && b) f();", &["if (!(a && b)) f();"]);
}

#[test]
fn python_is_broken_as_people_break_it() {
    let check = |operator, body: &str, expected: &[&str]| check(Language::Python, operator, body, expected);
    check(Operator::INTEGER_FOR_FLOAT, "f(a // 2, b / 2)", &["f(a / 2, b / 2)", "f(a // 2, b // 2)"]);
    check(Operator::BOOLEAN, "if a and not b:\n    f()", &["if a or not b:"]);
    check(Operator::NEGATED_CONDITION, "if a == b:\n    f()", &["if a != b:"]);
    check(
        Operator::OFF_BY_ONE,
        "for i in range(n):\n    f(i)",
        &["for i in range(n - 1):", "for i in range(n + 1):", "for i in range(1, n):"],
    );
    check(Operator::SKIPPED_BRANCH, "f(1 if a else 2)", &["f(1 if False else 2)", "f(1 if True else 2)"]);
    check(Operator::DROPPED_SORT, "b = sorted(a)", &["b = list(a)"]);
    check(Operator::DROPPED_SORT, "a.sort()", &["pass"]);
    check(Operator::EARLY_EXIT, "for i in a:\n    f(i)\ng()", &["break"]);
    check(Operator::MISSING_RESET, "for i in a:\n    x = 0\n    f(x)", &["x = 0 for i in a: pass"]);
    check(Operator::UNREAD_TOKEN, "t = int(input())", &["t = 1"]);
    check(Operator::MIN_MAX, "f(min(a, b))", &["f(max(a, b))"]);
}

#[test]
fn what_is_said_to_people_alone_is_left_as_it_is() {
    let program = program(Language::Rust, "x.expect(\"a number, 5 + 1!\"); assert!(a < b, \"{}\", c + 1);");
    let found = mutants(&program, Language::Rust).expect("a program");
    assert!(found.iter().all(|mutant| mutant.operator == Operator::SKIPPED_STATEMENT), "{found:?}");
}

/// Leaving out a declaration takes its name along, so the rest would not compile.
#[test]
fn declarations_of_cpp_are_not_taken_for_expressions() {
    for body in [
        "auto a = b;",
        "auto &a = b;",
        "auto [a, b] = c;",
        "int &a = b;",
        "int *a;",
        "std::vector<int>& a = b[c];",
        "T *a = b.data();",
    ] {
        for operator in [Operator::SKIPPED_STATEMENT, Operator::BITS, Operator::ARITHMETIC] {
            check(Language::Cpp, operator, body, &[]);
        }
    }
    check(Language::Java, Operator::SKIPPED_STATEMENT, "var a = 1;", &[]);
    check(Language::Cpp, Operator::BITS, "int &a = b[c & 1];", &["int &a = b[c | 1];"]);
    check(Language::Cpp, Operator::SKIPPED_STATEMENT, "*a = b;\nf(a & b);", &["", ""]);
}

#[test]
fn a_loop_of_cpp_that_a_macro_writes_ends_with_its_body() {
    let skipped = |body: &str, expected: &[&str]| check(Language::Cpp, Operator::SKIPPED_STATEMENT, body, expected);
    skipped("rep(i, n) { f(i); }\nint a = 1;", &["rep(i, n) {  }"]);
    skipped("rep(i, n) f(i);\nint a = 1;", &["rep(i, n) ;"]);
    skipped("rep(i, n) if (i) { f(i); }\nint a = 1;", &["rep(i, n) if (i) {  }"]);
    check(Language::Cpp, Operator::ARITHMETIC, "return (ll) a * b;", &["return (ll) a + b;"]);
    check(Language::Cpp, Operator::ARITHMETIC, "decltype(a) b = c + d;", &["decltype(a) b = c - d;"]);
}

#[test]
fn a_remainder_that_is_not_taken_is_one_mistake_and_not_two() {
    for (language, left_out) in [(Language::Rust, ""), (Language::Cpp, ""), (Language::Python, "pass")] {
        let body = if language == Language::Python { "x %= m\nf()" } else { "x %= m;\nf();" };
        check(language, Operator::MISSING_MODULO, body, &[left_out]);
        check(language, Operator::SKIPPED_STATEMENT, body, &[left_out]);
    }
}

#[test]
fn a_name_may_end_with_any_letter() {
    check(Language::Rust, Operator::COMPARISON, "if né<n {}", &["if né <= n {}", "if né > n {}"]);
}

#[test]
fn the_largest_number_there_is_has_no_next_one() {
    let check = |body: &str, expected: &[&str]| check(Language::Rust, Operator::WRONG_CONSTANT, body, expected);
    let largest = u128::MAX.to_string();
    let less = (u128::MAX - 1).to_string();
    check(&format!("f({largest});"), &[&format!("f({less});")]);
    let largest = u64::MAX.to_string();
    check(&format!("match a {{ {largest} => f(), _ => g() }}"), &[]);
}

#[test]
fn a_macro_without_arguments_is_a_call_like_any_other() {
    let program = program(Language::Rust, "let mut rows = vec![];\nprintln!();\nrows.push(1 + 1);");
    let found = mutants(&program, Language::Rust).expect("a program");
    let skipped = |line: &str| found.iter().any(|mutant| mutant.before == line && mutant.after.is_empty());
    assert!(skipped("println!();") && skipped("rows.push(1 + 1);"), "{found:?}");
}

//! Whole grammars, those of our problems and random ones. Generated inputs are valid, and shrink to
//! valid inputs that still fail.

use std::collections::BTreeMap;
use std::path::Path;

use ctd::{Caps, Generator, Policy, Program, Reading, Shape, relaid, shrink, validate};
use proptest::prelude::*;

/// The grammars of the repository's problems, by their names.
fn grammars() -> Vec<(String, Program)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../problems");
    let mut grammars = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let problem = entry.unwrap().path();
        let path = problem.join("input.ctd");
        let Ok(text) = std::fs::read(&path) else { continue };
        let program = Program::parse(&text).unwrap_or_else(|mistake| panic!("{}\n{mistake}", path.display()));
        grammars.push((problem.file_name().unwrap().to_string_lossy().into_owned(), program));
    }
    assert!(grammars.len() >= 14, "{}", grammars.len());
    grammars.sort_by(|a, b| a.0.cmp(&b.0));
    grammars
}

/// Checks a generated input, and that its white space is that of the grammar.
fn check(program: &Program, input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let grammar = String::from_utf8_lossy(program.source());
    let again = relaid(program, input, &Reading::default()).unwrap_or_else(|rejection| {
        panic!("{grammar}\n{text}\n{rejection}");
    });
    assert_eq!(String::from_utf8_lossy(&again), text, "{grammar}");
}

#[test]
fn scheduled_inputs_are_valid() {
    for (name, program) in grammars() {
        let generator = Generator::new(&program, Caps { bytes: 30_000, ..Caps::default() });
        for number in (0..2000).step_by(17) {
            let input = generator.generate(crate::scheduled(number), number);
            check(&program, &input.unwrap_or_else(|error| panic!("{name}, number {number}: {error}")));
        }
    }
}

#[test]
fn generated_inputs_reach_the_limits() {
    // The limits of the others lie beyond the cap, or an assertion keeps inputs from reaching them.
    let names = ["georgia-and-bob", "play-nim", "nim", "misere-nim", "nim-first-move"];
    // The short run takes one of each kind.
    let names = if crate::long() { &names[..] } else { &names[..3] };
    for (name, program) in grammars().into_iter().filter(|(name, _)| names.contains(&name.as_str())) {
        let generator = Generator::new(&program, Caps { bytes: 30_000, ..Caps::default() });
        let mut reached: BTreeMap<String, [bool; 2]> = BTreeMap::new();
        for number in 0..150 {
            let size = if number % 4 == 0 { 3000 } else { 1 + number };
            let shape = Shape { policy: Policy::ALL[number as usize % 10], size };
            let input = generator.generate(shape, number).unwrap();
            for bound in validate(&program, &input, &Reading::default()).unwrap().iter() {
                let [lowest, highest] = reached.entry(bound.name).or_default();
                *lowest |= bound.smallest == bound.lowest;
                *highest |= bound.highest.is_none_or(|highest| bound.largest == highest);
            }
        }
        assert!(reached.values().flatten().all(|reached| *reached), "{name}: {reached:?}");
    }
}

#[test]
fn shrunk_inputs_of_all_grammars_are_valid_and_small() {
    for (name, program) in grammars() {
        let generator = Generator::new(&program, Caps { bytes: 4000, ..Caps::default() });
        let words = |text: &[u8]| String::from_utf8_lossy(text).split_whitespace().count();
        let inputs = (0..).map(|seed| generator.generate(crate::uniform(60), seed).unwrap());
        let input = inputs.into_iter().find(|input| words(input) > 20).unwrap();
        let is_valid = |text: &[u8]| validate(&program, text, &Reading::default()).is_ok();
        let small = shrink(&input, |text| Some(words(text) >= 4 && is_valid(text)), 20_000);
        assert!((4..=12).contains(&words(&small)), "{name}: {}", String::from_utf8_lossy(&small));
    }
}

/// One command, or a few that belong together. The variables `v0` to `v3` have values.
fn block(depth: u32) -> BoxedStrategy<String> {
    let number = (-20i64..20, 0i64..30).prop_map(|(low, width)| (low, low + width));
    let variable = 0..4usize;
    let leaf = prop_oneof![
        Just("SPACE ".to_owned()),
        Just("NEWLINE ".to_owned()),
        (number.clone(), variable.clone()).prop_map(|((a, b), v)| format!("INT({a},{b},v{v}) SPACE ")),
        (number, variable.clone()).prop_map(|((a, b), v)| format!("INT({a}+v{v},{b}+v{v}) NEWLINE ")),
        (0u32..3, variable.clone()).prop_map(|(d, v)| format!("FLOATP(v{v},v{v}+1.5,{d},{d}+2) SPACE ")),
        prop::sample::select(vec!["[a-c]+", "x?y{2,4}", "(ab|a)(c|bcd)*", "[0-9]{1,3}", "[^ \\n]*", "()"])
            .prop_map(|pattern| format!("REGEX(\"{pattern}\",s) ")),
        (variable.clone(), variable.clone(), -5i64..5).prop_map(|(a, b, c)| format!("ASSERT(v{a}<=v{b}+{c}) ")),
        (variable.clone(), variable.clone()).prop_map(|(a, b)| format!("SET(v{a}=v{a}+v{b}%3) ")),
        Just("STRING(\"ok\") ".to_owned()),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = prop::collection::vec(block(depth - 1), 1..4).prop_map(|all| all.concat());
    prop_oneof![
        3 => leaf,
        1 => (inner.clone(), 0u32..4).prop_map(|(body, count)| format!("REP({count},SPACE) {body}END ")),
        1 => (inner.clone(), variable.clone()).prop_map(|(body, v)| {
            format!("INT(0,5,v{v}) NEWLINE REPI(i,v{v}) {body}INT(0,9,a[i]) SPACE END ")
        }),
        1 => (inner.clone(), inner.clone(), variable)
            .prop_map(|(a, b, v)| format!("IF(v{v}>1) {a}ELSE {b}END ")),
        1 => (inner.clone(), inner.clone())
            .prop_map(|(a, b)| format!("IF(MATCH(\"a1-\")) {a}ELSE {b}END NEWLINE ")),
        1 => inner.clone().prop_map(|body| format!("WHILE(!MATCH(\"\\n\")) {body}SPACE END NEWLINE ")),
        1 => inner.prop_map(|body| format!("REPI(i,3) {body}INT(0,4,u[i]) SPACE END ASSERT(UNIQUE(u)) UNSET(u) ")),
    ]
    .boxed()
}

fn random_grammar() -> impl Strategy<Value = String> {
    let start = "SET(v0=1,v1=2,v2=3,v3=4) ";
    prop::collection::vec(block(2), 1..5).prop_map(move |all| format!("{start}{}", all.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(if crate::long() { 100 } else { 40 })
    })]

    #[test]
    fn what_a_random_grammar_makes_is_valid_and_shrinks(
        grammar in random_grammar(),
        policy in prop::sample::select(Policy::ALL.to_vec()),
        size in 1u64..40,
        seed: u64,
    ) {
        let program = Program::parse(grammar.as_bytes()).unwrap();
        let caps = Caps { bytes: 20_000, steps: 20_000, ..Caps::default() };
        // Some of these grammars have no input: then generating returns an error, and nothing else
        // happens.
        if let Ok(input) = Generator::new(&program, caps).generate(Shape { policy, size }, seed) {
            check(&program, &input);
            let sum = |text: &[u8]| text.iter().map(|&byte| u64::from(byte)).sum::<u64>() % 3;
            let wanted = sum(&input);
            let is_valid = |text: &[u8]| validate(&program, text, &Reading::default()).is_ok();
            let small = shrink(&input, |text| Some(sum(text) == wanted && is_valid(text)), 60);
            prop_assert!(small.len() <= input.len() && sum(&small) == wanted);
            check(&program, &small);
        }
    }

    #[test]
    fn no_grammar_and_no_input_causes_a_panic(grammar in "[A-Z]{0,6}|[ -~\\n]{0,60}", input in "[ -~\\n]{0,40}") {
        if let Ok(program) = Program::parse(grammar.as_bytes()) {
            let reading = Reading { steps: 10_000, ..Reading::default() };
            let _ = validate(&program, input.as_bytes(), &reading);
        }
    }

    #[test]
    fn pieces_of_grammars_in_any_order_cause_no_panic(
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..25),
        input in "[ 0-9a\\n.e-]{0,30}",
        seed: u64,
    ) {
        if let Ok(program) = Program::parse(pieces.join(" ").as_bytes()) {
            let reading = Reading { steps: 10_000, ..Reading::default() };
            let _ = validate(&program, input.as_bytes(), &reading);
            let caps = Caps { bytes: 1000, steps: 20_000, ..Caps::default() };
            if let Ok(made) = Generator::new(&program, caps).generate(crate::scheduled(seed % 1000), seed) {
                prop_assert!(validate(&program, &made, &Reading::default()).is_ok());
            }
        }
    }
}

const PIECES: [&str; 38] = [
    "SPACE",
    "NEWLINE",
    "EOF",
    "INT(0,9,n)",
    "INT(n,2*n,m)",
    "INT(0,",
    "9)",
    "FLOAT(0,1,f)",
    "FLOATP(0,n,0,2)",
    "FLOAT(0,1,f,SCIENTIFIC)",
    "STRING(\"a\")",
    "STRING(s)",
    "REGEX(\"a*\",s)",
    "REGEX(s)",
    "REGEX(\"(a|b){0,9}$\")",
    "ASSERT(n<m)",
    "ASSERT(!UNIQUE(a))",
    "ASSERT(INARRAY(n,a))",
    "SET(n=n-1)",
    "SET(a[n]=m,s=\"x\")",
    "SET(m=2^n)",
    "SET(n=0,m=0)",
    "SET(x=x*x+7)",
    "SET(x=1.5^n)",
    "UNSET(n)",
    "REP(n)",
    "REP(n,SPACE)",
    "REPI(i,n)",
    "WHILE(n<5)",
    "WHILE(!ISEOF)",
    "WHILE(MATCH(\"a0\"))",
    "IF(n==m)",
    "IF(ISEOF||n>3)",
    "ELSE",
    "END",
    "END",
    "END",
    "# end",
];

//! Generated inputs are valid and have the requested shape. If there is no input, the error says
//! why.

use ctd::{Caps, Generator, Policy, Program, Reading, Shape, validate};

fn program(grammar: &str) -> Program {
    Program::parse(grammar.as_bytes()).unwrap_or_else(|mistake| panic!("{grammar}\n{mistake}"))
}

/// Makes inputs of all policies and some sizes. Checks that each is valid.
fn inputs(grammar: &str, sizes: &[u64], seeds: u64) -> Vec<String> {
    let program = program(grammar);
    let generator = Generator::new(&program, Caps::default());
    let mut inputs = Vec::new();
    for policy in Policy::ALL {
        for &size in sizes {
            for seed in 0..seeds {
                let input = generator
                    .generate(Shape { policy, size }, seed)
                    .unwrap_or_else(|error| panic!("{grammar}\n{policy}, size {size}, seed {seed}: {error}"));
                let text = String::from_utf8(input.clone()).unwrap();
                validate(&program, &input, &Reading::default())
                    .unwrap_or_else(|rejection| panic!("{grammar}\n{text}\n{rejection}"));
                inputs.push(text);
            }
        }
    }
    inputs
}

fn numbers(input: &str) -> Vec<i64> {
    input.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn refusal(grammar: &str) -> String {
    let program = program(grammar);
    let caps = Caps { bytes: 1 << 16, steps: 300_000, ..Caps::default() };
    Generator::new(&program, caps).generate(crate::uniform(10), 1).expect_err(grammar).to_string()
}

const NIM: &str = "INT(1,100,n) NEWLINE REP(n,SPACE) INT(1,10000,heap) END NEWLINE";

#[test]
fn sizes_reach_from_tiny_to_the_limit() {
    let tiny = inputs(NIM, &[1, 2, 3], 4);
    assert!(tiny.iter().all(|input| numbers(input)[0] <= 4), "{tiny:?}");
    let huge = inputs(NIM, &[1000], 4);
    assert!(huge.iter().any(|input| numbers(input)[0] == 100));
    let all: Vec<i64> = huge.iter().flat_map(|input| numbers(input)[1..].to_vec()).collect();
    assert!(all.contains(&1) && all.contains(&10_000));
}

#[test]
fn texts_of_one_input_repeat_the_same_word() {
    let program = program("REGEX(\"[a-z]{9,9}\") NEWLINE REGEX(\"[a-z]{40,40}\") NEWLINE");
    let generator = Generator::new(&program, Caps::default());
    for seed in 0..30 {
        let input = generator.generate(Shape { policy: Policy::Consecutive, size: 60 }, seed).unwrap();
        let input = String::from_utf8(input).unwrap();
        let (word, text) = input.trim_end().split_once('\n').unwrap();
        assert!((1..=6).any(|period| text[period..] == text[..40 - period]), "{input}");
        assert!(text.starts_with(word), "{input}");
    }
}

#[test]
fn every_policy_has_its_shape() {
    let program = program("INT(50,50,n) NEWLINE REP(n,SPACE) INT(-1000,1000,x) END NEWLINE");
    let generator = Generator::new(&program, Caps::default());
    for seed in 0..30 {
        let drawn = |policy| {
            let input = generator.generate(Shape { policy, size: 500 }, seed).unwrap();
            numbers(&String::from_utf8(input).unwrap())[1..].to_vec()
        };
        let distinct = |policy| drawn(policy).into_iter().collect::<std::collections::BTreeSet<_>>().len();
        assert!(drawn(Policy::Ascending).is_sorted());
        assert!(drawn(Policy::Descending).into_iter().rev().is_sorted());
        assert!(distinct(Policy::FewDistinct) <= 2 * 3);
        assert!(drawn(Policy::PowersOfTwo).iter().all(|x| {
            let x = x.unsigned_abs();
            x <= 3 || (x - 1..=x + 1).any(u64::is_power_of_two) || x > 995
        }));
        assert!(drawn(Policy::OneHuge).iter().filter(|&&x| x > 500).count() <= 12);
        let steps: Vec<i64> = drawn(Policy::Consecutive).windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.iter().filter(|&&step| step == 1).count() >= 24, "{steps:?}");
    }
}

/// Each case of a mixed input is of its own kind: a full set of many of the smallest numbers comes
/// before a single large heap.
#[test]
fn mixed_inputs_join_what_no_other_kind_joins() {
    let program = program(
        "INT(1,50,t) NEWLINE REP(t) INT(1,100,k) REPI(i,k) SPACE INT(1,10000,s[i]) END NEWLINE ASSERT(UNIQUE(s)) UNSET(s) \
         INT(1,100,l) REP(l) SPACE INT(0,10000,h) END NEWLINE END",
    );
    let generator = Generator::new(&program, Caps::default());
    let joined = |policy: Policy| {
        let has = |seed: u64| {
            let input = generator.generate(Shape { policy, size: 20_000 }, seed).unwrap();
            let lines: Vec<Vec<i64>> = String::from_utf8(input).unwrap().lines().skip(1).map(numbers).collect();
            let full = |set: &[i64]| set[0] == 100 && set[1..].iter().max() == Some(&100);
            let lone = |heaps: &[i64]| heaps[0] <= 2 && heaps[1..].iter().any(|&heap| heap > 100);
            lines.chunks(2).any(|case| full(&case[0]) && lone(&case[1]))
        };
        (0..20).filter(|&seed| has(seed)).count()
    };
    // Other policies join the two even more rarely.
    let others = [Policy::Uniform, Policy::Consecutive, Policy::OneHuge].map(joined);
    let mixed = joined(Policy::Mixed);
    assert!(others.iter().all(|other| *other < mixed), "{others:?} {mixed}");
}

#[test]
fn the_same_seed_makes_the_same_input() {
    let program = program(NIM);
    let generator = Generator::new(&program, Caps::default());
    for number in 0..200 {
        let shape = crate::scheduled(number);
        assert_eq!(generator.generate(shape, number), generator.generate(shape, number));
    }
    let shape = crate::uniform(50);
    assert_ne!(generator.generate(shape, 1), generator.generate(shape, 2));
}

#[test]
fn unique_values_fill_their_range_to_the_last() {
    for input in inputs("INT(20,20,n) NEWLINE REPI(i,n,SPACE) INT(1,n,p[i]) END NEWLINE ASSERT(UNIQUE(p))", &[5, 50], 3)
    {
        let mut values = numbers(&input)[1..].to_vec();
        values.sort_unstable();
        assert_eq!(values, (1..=20).collect::<Vec<i64>>());
    }
    inputs("REPI(i,9,NEWLINE) INT(1,3,x[i]) SPACE INT(1,3,y[i]) END ASSERT(UNIQUE(x,y))", &[9], 5);
    inputs("REP(3) REPI(i,8,SPACE) INT(1,9,x[i]) END NEWLINE ASSERT(UNIQUE(x)) UNSET(x) END", &[9], 3);
    inputs("REPI(i,20,SPACE) REGEX(\"[a-c]{1,3}\",w[i]) END ASSERT(UNIQUE(w))", &[30], 3);
    inputs("REPI(i,6,SPACE) FLOATP(0,1,1,1,f[i]) END ASSERT(UNIQUE(f))", &[30], 3);
}

#[test]
fn assertions_of_common_shapes_are_solved() {
    for grammar in [
        "INT(1,10^9,a) SPACE INT(1,10^9,b) ASSERT(a<b)",
        "INT(1,10^9,a) SPACE INT(1,10^9,b) ASSERT(b<a)",
        "INT(1,2,a) SPACE INT(1,2,b) ASSERT(a!=b)",
        "INT(1,10^9,a) SPACE INT(1,10^9,b) ASSERT(a+b<=1000)",
        "INT(1,10^9,a) SPACE INT(1,10^9,b) ASSERT(a*b<=10^9)",
        "INT(1,10^9,a) SPACE INT(1,10^9,b) ASSERT(a+2*b==1000001)",
        "INT(1,10^9,a) SPACE INT(1,10^9,m) ASSERT(m>=a)",
        "INT(1,10^9,n) ASSERT(n%10==7)",
        "INT(-100,100,a) SPACE INT(-100,100,b) SPACE INT(-100,100,c) ASSERT(a<b && b<c)",
        "INT(1,10^9,a) SPACE INT(1,10^9,b) ASSERT(!(a>=b || b>2*10^4))",
        "INT(1,10^6,a) SET(d=2*a+1) SPACE INT(1,10^6,b) ASSERT(d<b)",
        "INT(1,1000,n) NEWLINE INT(n,1000,m) NEWLINE INT(m+1,1001,k)",
        "INT(1,9,n) NEWLINE INT(0,99,a[0]) REPI(i,n) SPACE INT(0,99,a[i+1]) ASSERT(a[i]<=a[i+1]) END",
        "REPI(i,5) INT(0,9,a[i]) SPACE INT(0,9,b[i]) NEWLINE END REPI(i,5) ASSERT(a[i]<b[i]) END",
    ] {
        inputs(grammar, &[1, 20, 5000], 3);
    }
}

#[test]
fn sums_over_a_file_are_kept_and_used() {
    let grammar =
        "INT(1,1000,t) NEWLINE SET(sum=0) REP(t) INT(1,10^5,n) NEWLINE SET(sum=sum+n) END ASSERT(sum<=2*10^5)";
    let sums: Vec<i64> =
        inputs(grammar, &[3, 100, 100_000], 3).iter().map(|input| numbers(input)[1..].iter().sum()).collect();
    assert!(sums.iter().any(|&sum| sum > 190_000) && sums.iter().all(|&sum| sum <= 200_000));
    // Cases with a length each, counted in the loop and again in a loop inside it.
    inputs(
        "INT(1,50,t) NEWLINE SET(sum=0) REP(t) INT(1,1000,n) SET(sum=sum+n) ASSERT(sum<=1200) NEWLINE \
         REP(n,SPACE) INT(0,9) END NEWLINE END",
        &[3, 100, 5000],
        2,
    );
    inputs("SET(s=0) REPI(i,10,SPACE) INT(1,100,a[i]) SET(s=s+a[i]) END ASSERT(s==100)", &[100], 3);
    inputs("SET(s=0) REPI(i,10,SPACE) INT(1,100,a) SET(s=s+a) END ASSERT(s>=900)", &[100], 3);
}

#[test]
fn what_cannot_be_solved_is_repaired() {
    for grammar in [
        "INT(0,9,v) NEWLINE REPI(i,10,SPACE) INT(0,9,x[i]) END ASSERT(INARRAY(v,x))",
        "WHILEI(i,!MATCH(\"\\n\"),SPACE) INT(0,1) END NEWLINE ASSERT(i==2)",
        "INT(1,1000,n) SPACE INT(2,10,m) ASSERT(n%m==1)",
        "REGEX(\"[a-c]{1,4}\",s) SPACE REGEX(\"[a-c]{1,4}\",t) ASSERT(s<t)",
        "REGEX(\"[ab]{0,4}\",s) SPACE INT(0,4,n) ASSERT(STRLEN(s)==n)",
        "FLOAT(0,1,a) SPACE FLOAT(0,1,b) ASSERT(a<b)",
        "INT(0,100,a) SPACE INT(0,100,b) SPACE INT(0,100,c) ASSERT(a==0 || b==0 || c==0)",
        "INT(0,3,a) IF(a==2) SPACE INT(5,4) END",
    ] {
        inputs(grammar, &[1, 30], 3);
    }
}

#[test]
fn questions_about_the_next_byte_are_promises() {
    for grammar in [
        "WHILE(!ISEOF) INT(0,99) NEWLINE END",
        "WHILE(!ISEOF, NEWLINE) WHILE(!(ISEOF || MATCH(\"\\n\")), SPACE) INT(1,100) END END",
        "REP(5) IF(MATCH(\"i\")) STRING(\"impossible\") ELSE INT(0,100) END NEWLINE END",
        "IF(MATCH(\"-\")) INT(-5,5) ELSE INT(-5,5) END",
        "IF(MATCH(\"7\")) INT(0,1000) ELSE INT(0,1000) END",
        "WHILE(MATCH(\"a\")) REGEX(\"a[bc]\") END NEWLINE",
        "REGEX(\"[a-z]+\") REGEX(\"[0-9]*\") NEWLINE",
        "REGEX(\"ab?(c|bd)*\") REGEX(\"b?\") STRING(\"e\")",
        "FLOAT(0,9) REGEX(\"[.e]?\")",
        "INT(1,9) IF(ISEOF) ELSE STRING(\"x\") END",
    ] {
        inputs(grammar, &[1, 5, 40], 4);
    }
}

#[test]
fn floats_have_the_notation_and_the_decimals_asked_for() {
    for grammar in [
        "FLOAT(0.1,0.3)",
        "FLOAT(-1E9,1E9)",
        "FLOAT(0.12345,0.12346,x,FIXED)",
        "FLOAT(1,1E100000,x,SCIENTIFIC)",
        "FLOAT(0,1E300,x,FIXED)",
        "FLOATP(-1,1,3,5)",
        "FLOATP(0.0001,1,2,4,x,SCIENTIFIC)",
        "FLOATP(2.5,2.5,0,9)",
        "FLOATP(0,1000,0,0)",
    ] {
        inputs(grammar, &[1, 30], 4);
    }
}

/// The longer end of each range has no room, so only the other end is left.
#[test]
fn floats_of_many_magnitudes_are_rounded_into_their_range() {
    for grammar in
        ["FLOAT(-1.9,1E400)", "FLOAT(-1.9,1E400,x,FIXED)", "FLOATP(0.00001,1E400,0,3)", "FLOATP(-1E400,-0.00001,2,3)"]
    {
        let program = program(grammar);
        let generator = Generator::new(&program, Caps { bytes: 300, ..Caps::default() });
        for seed in 0..50 {
            let input = generator.generate(crate::uniform(10), seed).unwrap();
            validate(&program, &input, &Reading::default())
                .unwrap_or_else(|rejection| panic!("{grammar}\n{rejection}"));
        }
    }
}

/// `format!` is limited to a width of 65535, and reading to 150,000 digits.
#[test]
fn what_is_made_is_no_longer_than_what_is_read() {
    let caps = Caps { bytes: 1 << 20, ..Caps::default() };
    let made = |program: &Program| Generator::new(program, caps.clone()).generate(crate::uniform(10), 1);
    // The short run takes one of each, because each has as many digits as can be read.
    let some = |all: &'static [&'static str]| if crate::long() { all } else { &all[..1] };
    for grammar in
        some(&["FLOATP(0,0,70000,70000)", "FLOATP(1,1,70000,70000,x,SCIENTIFIC)", "FLOATP(1,2,0,2000000000)"])
    {
        let program = program(grammar);
        assert!(validate(&program, &made(&program).unwrap(), &Reading::default()).is_ok(), "{grammar}");
    }
    for grammar in some(&[
        "FLOATP(1,2,155000,155000)",
        "FLOATP(1,2,2000000000,2000000000)",
        "FLOATP(1,1,155000,155000,x,SCIENTIFIC)",
        "FLOATP(1E149995,1E149996,100,100,x,FIXED)",
    ]) {
        let program = program(grammar);
        let error = made(&program).expect_err(grammar).to_string();
        assert!(error.contains("was not satisfied"), "{grammar}: {error}");
    }
}

#[test]
fn what_no_input_satisfies_is_named() {
    let check = |grammar: &str, expected: &str| {
        let refusal = refusal(grammar);
        assert!(refusal.starts_with(expected), "{grammar}: {refusal}");
    };
    check("INT(1,9,a) NEWLINE\nASSERT(a>9)", "line 2 of the grammar: a>9 was not satisfied in ");
    check("INT(1,9,a) NEWLINE INT(1,9,b)\n\nASSERT(a!=a || b>a+9)", "line 3 of the grammar: a!=a || b>a+9 was not");
    check("REPI(i,4) INT(1,3,x[i]) SPACE END ASSERT(UNIQUE(x))", "line 1 of the grammar: INT(1,3,x[i]) was not");
    check("INT(5,4)", "line 1 of the grammar: INT(5,4) was not");
    check("REGEX(\"a+\") STRING(\"a\")", "line 1 of the grammar: STRING(\"a\") was not");
    check("INT(1,2,a) ASSERT(b==1)", "line 1 of the grammar: the variable b has no value");
}

#[test]
fn what_is_endless_or_larger_than_the_cap_is_said() {
    assert_eq!(refusal("WHILE(1==1) SET(x=1) END"), "no input was finished within 300000 commands");
    for grammar in ["WHILE(1==1) SPACE END", "REP(10^10) SPACE END", "REGEX(\"[a-z]{10000000}\")"] {
        assert_eq!(refusal(grammar), "no input of at most 65536 bytes was found");
    }
    // A maximum of ten gigabytes does no harm.
    let program = program("INT(1,10^9,n) NEWLINE REP(n,SPACE) INT(1,10^9) END NEWLINE");
    let caps = Caps { bytes: 100_000, ..Caps::default() };
    let generator = Generator::new(&program, caps);
    for policy in Policy::ALL {
        let input = generator.generate(Shape { policy, size: u64::MAX }, 3).unwrap();
        assert!(input.len() <= 100_000 && validate(&program, &input, &Reading::default()).is_ok());
    }
}

#[test]
fn the_simplest_input_has_as_little_as_there_may_be() {
    let simplest = |grammar: &str| {
        let program = program(grammar);
        let generator = Generator::new(&program, Caps::default());
        String::from_utf8(generator.generate(Shape { policy: Policy::Lowest, size: 1 }, 7).unwrap()).unwrap()
    };
    assert_eq!(simplest(NIM), "1\n1\n");
    assert_eq!(simplest("INT(-5,5) SPACE INT(-9,-8) SPACE INT(0,3,n) REP(n) SPACE INT(1,9) END"), "0 -8 0");
    assert_eq!(simplest("WHILE(!ISEOF) INT(0,9) NEWLINE END"), "");
    assert_eq!(
        simplest("INT(2,9,t) NEWLINE REP(t) INT(1,9,n) REP(n) SPACE REGEX(\"[a-z]{1,5}\") END NEWLINE END"),
        "2\n1 a\n1 a\n"
    );
}

//! What each element of the language accepts and rejects, and how it reports that.

use ctd::{Program, Reading, Reason, Rejection, WhiteSpace, validate};

fn check(grammar: &str, input: &str) -> Result<(), Rejection> {
    let program = Program::parse(grammar.as_bytes()).unwrap_or_else(|mistake| panic!("{grammar}\n{mistake}"));
    validate(&program, input.as_bytes(), &Reading::default()).map(|_| ())
}

/// Checks that the grammar accepts each input.
fn accepts(grammar: &str, inputs: &[&str]) {
    for input in inputs {
        if let Err(rejection) = check(grammar, input) {
            panic!("{grammar} has to accept {input:?}\n{rejection}");
        }
    }
}

/// Checks that the grammar rejects each input, for a mistake in the input and not in the grammar.
fn rejects(grammar: &str, inputs: &[&str]) {
    for input in inputs {
        match check(grammar, input) {
            Ok(()) => panic!("{grammar} has to reject {input:?}"),
            Err(rejection) => assert_eq!(rejection.reason, Reason::Input, "{grammar} {input:?}\n{rejection}"),
        }
    }
}

/// Checks that each test holds, asserted over an empty file.
fn holds(tests: &[&str]) {
    for test in tests {
        accepts(&format!("ASSERT({test})"), &[""]);
        rejects(&format!("ASSERT(!({test}))"), &[""]);
    }
}

/// Checks that the grammar is at fault, and that the message has these words.
fn faults(grammar: &str, input: &str, words: &str) {
    let rejection = check(grammar, input).expect_err(grammar);
    assert_eq!(rejection.reason, Reason::Grammar, "{grammar}\n{rejection}");
    assert!(rejection.message.contains(words), "{grammar}\n{rejection}");
}

/// Checks that the grammar cannot be parsed, where the caret stands, and the words of the message.
fn mistake(grammar: &str, caret: &str, words: &str) {
    let mistake = Program::parse(grammar.as_bytes()).map(|_| ()).expect_err(grammar);
    let display = mistake.to_string();
    assert!(display.contains(words), "{display}");
    let at = grammar.find(caret).unwrap_or(grammar.len());
    assert_eq!(mistake.span.start, if caret.is_empty() { grammar.len() } else { at }, "{display}");
}

#[test]
fn space_newline_and_the_end_are_exact() {
    accepts("SPACE NEWLINE", &[" \n"]);
    rejects("SPACE NEWLINE", &["", " ", "\n", "  \n", "\t\n", " \r\n", " \n\n"]);
    accepts("EOF", &[""]);
    accepts("IF(ISEOF) EOF EOF ELSE NEWLINE END", &["", "\n"]);
    rejects("EOF SPACE", &[" "]);
}

#[test]
fn integers_are_plain_and_in_range() {
    accepts("INT(-10,100)", &["0", "-1", "-10", "100", "42"]);
    rejects("INT(-10,100)", &["", "-", "-0", "00", "01", "-01", "+1", "101", "-11", "1.0", "1e1", " 1", "1 ", "abc"]);
    accepts("INT(10^30,10^31)", &["1000000000000000000000000000000", "9999999999999999999999999999999"]);
    rejects("INT(10^30,10^31)", &["999999999999999999999999999999", "10000000000000000000000000000001"]);
    accepts("INT(-9223372036854775808,9223372036854775808)", &["-9223372036854775808", "9223372036854775808"]);
    rejects("INT(0,10)", &[&"9".repeat(1_000_000)]);
    rejects("INT(5,4)", &["4", "5"]);
}

#[test]
fn floats_are_compared_exactly() {
    accepts("FLOAT(0.1,0.3)", &["0.1", "0.3", "0.10", "1e-1", "3E-1", "0.2999999999999999999999999999999999999999"]);
    rejects(
        "FLOAT(0.1,0.3)",
        &["0.0999999999999999999999999999999", "0.3000000000000000000000000000000000000001", "1"],
    );
    accepts("FLOAT(-1,1)", &["-0", "0", "-0.0", "1", "-1.000", "0e0", "1e-400", "1E+0"]);
    rejects("FLOAT(-1,1)", &["", ".5", "-.5", "1.", "1.e0", "00.5", "01", "1e", "1e+", "1e01", "0.5.5", "+0.5", "1e1"]);
    accepts("FLOAT(0,1E100000)", &["1e99999", "9e99998"]);
    rejects("FLOAT(0,1E100000)", &["1e100001", "1e99999999999999999999999999"]);
    accepts("FLOAT(0,1E-5)", &["1e-99999999999999999999999999"]);
}

#[test]
fn floats_have_notations_and_numbers_of_decimals() {
    accepts("FLOAT(0,10,x,FIXED)", &["1", "1.5"]);
    rejects("FLOAT(0,10,x,FIXED)", &["1e0", "1.5E0"]);
    accepts("FLOAT(0,10,x,SCIENTIFIC)", &["1e0", "1.5E0", "0e5", "15E-1"]);
    rejects("FLOAT(0,10,x,SCIENTIFIC)", &["1", "1.5"]);
    accepts("FLOATP(0,10,1,3)", &["1.0", "1.234", "1.5e0"]);
    rejects("FLOATP(0,10,1,3)", &["1", "1.2345", "0.5e0", "15.0e-1", "1e0"]);
    accepts("FLOATP(0,10,0,0)", &["7"]);
    faults("FLOATP(0,1,3,2)", "0.5", "at least 3 and at most 2");
    faults("FLOATP(0,1,-1,2)", "0.5", "-1 is not a number of decimals");
}

#[test]
fn text_and_expressions_match() {
    accepts("STRING(\"a\\tb\\\"\\\\\\101\")", &["a\tb\"\\A"]);
    accepts("STRING(\"one \\\ntwo\")", &["one two"]);
    accepts("STRING(\"\\x\")", &["\\x"]);
    rejects("STRING(\"abc\")", &["ab", "abd", "abcd", ""]);
    accepts("REGEX(\"[a-c]+\",s) NEWLINE STRING(s)", &["abc\nabc"]);
    rejects("REGEX(\"[a-c]+\",s) NEWLINE STRING(s)", &["abc\nab", "\n"]);
    accepts("SET(p=\"x{2,3}\") REGEX(p) REGEX(\"x*\")", &["xx", "xxxx"]);
    accepts("REGEX(\".*\")", &["", "a\nb"]);
    faults("SET(p=\"(\") REGEX(p)", "", "never closed");
}

#[test]
fn calculations_are_those_of_whole_numbers_and_decimals() {
    holds(&["1+2*3==7", "(1+2)*3==9", "7/2==3", "-7/2==-3", "7%3==1", "-7%3==-1", "7/2.0==3.5", "1/2==0"]);
    holds(&["2^10==1024", "2^3^2==64", "-2^2==-4", "2^100==1267650600228229401496703205376", "1.1^2==1.21"]);
    holds(&["0.1+0.2==0.3", "1e2==100", "2.==2", "1E-1==0.1", "3-2-1==0", "100/10/5==2", "--1==1", "0^0==1"]);
    holds(&["9223372036854775807+1-1==9223372036854775807", "-9223372036854775808*-1==9223372036854775808"]);
    holds(&["STRLEN(\"a\\nb\")==3", "STRLEN(\"\")==0"]);
}

#[test]
fn comparisons_and_connectives_bind_as_in_the_original() {
    holds(&["1<2", "2<=2", "3>2.5", "2>=2.0", "1!=2", "\"abc\"<\"abd\"", "\"b\">\"abc\"", "\"\"==\"\""]);
    holds(&["1==1&&2==2", "1==2||2==2", "!1==2", "!(1==2)", "((1))==(1)", "(1==1)&&(2)==2"]);
    // Both connectives bind equally, from the left.
    holds(&["!(1==1 || 1==1 && 1==2)"]);
    // `!` applies to everything that follows.
    holds(&["!1==1 && 1==2", "!(!1==2 || 1==1)"]);
}

#[test]
fn variables_are_plain_or_have_any_index() {
    accepts("SET(x=1,x[0]=2,x[-5]=3,x[1,2]=4,x[10^30]=5) ASSERT(x+x[0]+x[-5]+x[1,2]+x[10^30]==15)", &[""]);
    accepts("SET(a[3]=1) SET(a[a[3]+1]=7) ASSERT(a[2]==7)", &[""]);
    accepts("REPI(i,3) SET(a[i]=2-i) END ASSERT(a[a[0]]==0)", &[""]);
    faults("INT(x,3)", "1", "x has no value");
    faults("SET(x[1]=1) ASSERT(x[2]==1)", "", "x[2] has no value");
    faults("SET(x=1) UNSET(x) ASSERT(x==1)", "", "x has no value");
    faults("SET(x[0.5]=1)", "", "has to be an integer");
    faults("SET(x=2.0) INT(0,x)", "1", "has to be an integer");
    faults("SET(x=\"a\") FLOAT(0,x)", "1", "has to be a number");
    faults("SET(x=1) STRING(x)", "1", "has to be text");
    faults("SET(x=\"a\") ASSERT(x==1)", "", "cannot compare");
    faults("SET(x=0) ASSERT(1/x==1)", "", "division by zero");
    faults("SET(x=3) REP(50) SET(x=x*x) END", "", "too large");
    faults("SET(x=1.5) ASSERT(2^x==2)", "", "exponent");
}

#[test]
fn counted_loops_have_separators_and_counters() {
    accepts("INT(0,9,n) REP(n) SPACE END", &["0", "3   "]);
    accepts("INT(0,9,n) NEWLINE REP(n,SPACE) INT(0,9) END NEWLINE", &["3\n1 2 3\n", "1\n7\n", "0\n\n"]);
    rejects("INT(0,9,n) NEWLINE REP(n,SPACE) INT(0,9) END NEWLINE", &["3\n1 2\n", "2\n1 2 3\n", "2\n1 2 \n", "0\n0\n"]);
    accepts("REPI(i,3,SPACE) INT(i,i) END ASSERT(i==3)", &["0 1 2"]);
    accepts("REPI(i,0) END ASSERT(i==0)", &[""]);
    accepts("REPI(a[1],2) SPACE END ASSERT(a[1]==2)", &["  "]);
    // The count is evaluated once, and the counter belongs to the loop.
    accepts("SET(n=2) REP(n) SPACE SET(n=9) END", &["  "]);
    accepts("REPI(i,3) SPACE SET(i=9) END ASSERT(i==3)", &["   "]);
    faults("REP(-1) END", "", "no number of turns");
    faults("SET(x=1.0) REP(x) END", "", "has to be an integer");
}

#[test]
fn conditional_loops_go_on_as_long_as_their_test_holds() {
    accepts("WHILE(!ISEOF) INT(0,9) NEWLINE END", &["", "1\n", "1\n2\n"]);
    accepts("WHILE(!ISEOF,NEWLINE) INT(0,9) END", &["", "1", "1\n2"]);
    rejects("WHILE(!ISEOF,NEWLINE) INT(0,9) END", &["1\n", "\n1"]);
    accepts("WHILEI(i,!MATCH(\"\\n\"),SPACE) INT(0,9,a[i]) END NEWLINE ASSERT(i==3)", &["1 2 3\n"]);
    accepts("SET(x=1) WHILE(x<100) SET(x=x*3) END ASSERT(x==243)", &[""]);
}

#[test]
fn branches_are_chosen_by_tests() {
    let grammar = "IF(MATCH(\"xy\")) REGEX(\"[xy]\") ELSE IF(ISEOF) ELSE INT(0,9) END END";
    accepts(grammar, &["x", "y", "", "5"]);
    rejects(grammar, &["z", "xy", "xx"]);
    accepts("INT(0,9,n) IF(n>5) STRING(\"big\") END", &["9big", "3"]);
    accepts("SET(s=\"ab\") IF(MATCH(s)) REGEX(\".\") END", &["a", "b"]);
    rejects("IF(MATCH(\"\")) SPACE END", &[" "]);
}

#[test]
fn unique_is_about_tuples_at_the_same_index() {
    let grammar = "REPI(i,3,NEWLINE) INT(0,9,x[i]) SPACE INT(0,9,y[i]) END ASSERT(UNIQUE(x,y))";
    accepts(grammar, &["1 2\n1 3\n2 2"]);
    rejects(grammar, &["1 2\n1 3\n1 2"]);
    rejects("SET(x[0]=1,x[1]=2,y[0]=1) ASSERT(UNIQUE(x,y))", &[""]);
    rejects("SET(x[0]=1,x[1]=2,y[0]=1,y[2]=1) ASSERT(UNIQUE(x,y))", &[""]);
    rejects("SET(x[0]=1,x[1]=1.0) ASSERT(UNIQUE(x))", &[""]);
    accepts("SET(x[0]=\"a\",x[1]=\"b\",x[2]=1,x=2) ASSERT(UNIQUE(x))", &[""]);
    accepts("SET(x[0]=1,x[1]=1) IF(UNIQUE(x)) SPACE END", &[""]);
    accepts("INT(0,5,n) REPI(i,n) SPACE INT(0,9,x[i]) END ASSERT(UNIQUE(x))", &["0", "3 0 1 2"]);
    accepts("REP(2) REPI(i,2) INT(0,9,x[i]) SPACE END ASSERT(UNIQUE(x)) UNSET(x) END", &["0 1 0 1 "]);
    faults("ASSERT(UNIQUE(z))", "", "z has no value");
}

#[test]
fn in_array_looks_for_a_value() {
    accepts("INT(0,9,v) REPI(i,3) SPACE INT(0,9,x[i]) END ASSERT(INARRAY(v,x))", &["5 1 5 2"]);
    rejects("INT(0,9,v) REPI(i,3) SPACE INT(0,9,x[i]) END ASSERT(INARRAY(v,x))", &["5 1 2 2"]);
    accepts("SET(x[1]=2.50,x[2]=\"a\",x[1]=7) ASSERT(!INARRAY(2.5,x) && INARRAY(7.0,x) && INARRAY(\"a\",x))", &[""]);
    accepts("SET(x[1]=2) UNSET(x) ASSERT(!INARRAY(2,x))", &[""]);
    faults("ASSERT(INARRAY(1,z))", "", "z has no value");
}

#[test]
fn comments_and_blanks_are_free_and_words_may_touch() {
    accepts("# first\nSPACE# then\nNEWLINE #", &[" \n"]);
    accepts("SPACENEWLINE", &[" \n"]);
    accepts("REP(2)SPACE END", &["  "]);
    accepts("", &[""]);
}

#[test]
fn white_space_can_be_tolerated() {
    let program = Program::parse(b"INT(0,9) SPACE INT(0,9) NEWLINE INT(0,9) NEWLINE").unwrap();
    let tolerant = Reading { white_space: WhiteSpace::Tolerant, ..Reading::default() };
    for input in ["1 2\n3\n", " 1  \t 2 \r\n 3\n  ", "1\t2\n3\n"] {
        assert!(validate(&program, input.as_bytes(), &tolerant).is_ok(), "{input:?}");
    }
    for input in ["1\n2\n3\n", "1 2 3\n", "12\n3\n", "1 2\n\n3\n", "1 2\n3"] {
        assert!(validate(&program, input.as_bytes(), &tolerant).is_err(), "{input:?}");
    }
}

#[test]
fn white_space_can_be_free() {
    let grammar = "INT(0,9,n) NEWLINE REP(n,SPACE) INT(0,9) END NEWLINE IF(MATCH(\"x\")) STRING(\"x\") NEWLINE END";
    let program = Program::parse(grammar.as_bytes()).unwrap();
    let free = Reading { white_space: WhiteSpace::Free, ..Reading::default() };
    for input in ["2\n1 2\n", "2 1 2", " \n\t2\r\n1\n\n2  ", "0", "0\n\n", "0\nx\n", "1 1 x"] {
        assert!(validate(&program, input.as_bytes(), &free).is_ok(), "{input:?}");
    }
    for input in ["", "2 12", "2 1 2 3", "21 2", "1 1x", "0x"] {
        assert!(validate(&program, input.as_bytes(), &free).is_err(), "{input:?}");
    }
}

#[test]
fn mistakes_in_a_grammar_are_pointed_at() {
    mistake("SPACE\nSPAC NEWLINE", "SPAC NEWLINE", "such as SPACE");
    mistake("INT(1,2", "", "expected `)`");
    mistake("INT(1;2)", ";", "means nothing here");
    mistake("INT(1)", ")", "expected `,`");
    mistake("REP(3) SPACE", "REP", "REP without END");
    mistake("SPACE END", "END", "END without REP");
    mistake("IF(1==1) ELSE ELSE END", "ELSE END", "second ELSE");
    mistake("REP(2) ELSE END", "ELSE", "ELSE without IF");
    mistake("SET(x=1/0)", "1/0", "division by zero");
    mistake("SET(x=1+\"a\")", "1+\"a\"", "cannot calculate with text");
    mistake("INT(1,2^1.5)", "2^1.5", "exponent");
    mistake("ASSERT(1)", "1", "this is a value");
    mistake("ASSERT(1 && 2==2)", "&&", "tests on both sides");
    mistake("ASSERT(1<2<3)", "<3", "values on both sides");
    mistake("SET(x=1==1)", "1==1", "this is a test");
    mistake("REGEX(\"a\\n[b\")", "[b", "never closed");
    mistake("REGEX(\"a\\\\d+\")", "d+", "[0-9]");
    mistake("STRING(\"abc", "\"abc", "no end");
    mistake("STRING(\"\\400\")", "\\400", "\\0 to \\377");
    mistake("INT(010,20)", "010", "does not begin with 0");
    mistake("INT(1,2,N)", "N)", "unknown word N");
    mistake("REP(2,REP(3)) END", "REP(3)", "expected a command");
    mistake("FLOAT(0,1,x,EXACT)", "EXACT", "unknown word");
    mistake("STRLEN(\"a\")", "STRLEN", "unexpected `STRLEN`");
    mistake("INT(\"a\",2)", "\"a\"", "this is text");
    mistake("SPACE é", "é", "means nothing here");
}

#[test]
fn a_rejection_says_where_what_was_expected_and_by_what() {
    let rejection =
        check("INT(1,100,n) NEWLINE\nREPI(i,n,SPACE) INT(1,50,a[i]) END NEWLINE", "3\n7 51 9\n").unwrap_err();
    assert_eq!(
        rejection.to_string(),
        "line 2, column 3: expected an integer from 1 to 50 for a[1], found `51` (line 2 of the grammar)"
    );
    let message = |grammar: &str, input: &str| check(grammar, input).unwrap_err().message;
    assert_eq!(message("INT(0,9,n) ASSERT(n*2 < 9)", "7"), "n*2 < 9 does not hold: n*2 is 14");
    assert_eq!(message("NEWLINE", "x\n"), "expected the end of the line, found `x`");
    assert_eq!(message("SPACE", ""), "expected a space, found the end of the file");
    assert_eq!(message("EOF", "\r\n"), "expected the end of the file, found a carriage return");
    assert_eq!(message("STRING(\"impossible\")", "impassable"), "expected \"ossible\", found `assable`");
    assert_eq!(
        message("INT(0,9)", "007"),
        "expected an integer from 0 to 9, found `007`: it has zeros before its first digit"
    );
    assert_eq!(
        message("REPI(i,3,SPACE) INT(0,9,x[i]) END ASSERT(UNIQUE(x))", "1 2 1"),
        "UNIQUE(x) does not hold: x at [2] and [0] are equal: 1"
    );
}

#[test]
fn hostile_grammars_and_inputs_are_refused_without_a_crash() {
    for (open, close) in [("(", ")"), ("-", ""), ("!", ""), ("a[", "]"), ("1+(", ")"), ("STRLEN(", ")")] {
        let deep = format!("ASSERT({}1==1{})", open.repeat(100_000), close.repeat(100_000));
        assert!(Program::parse(deep.as_bytes()).is_err(), "{open}");
    }
    let wide = format!("ASSERT({}1==1)", "n+".repeat(100_000));
    assert!(Program::parse(wide.as_bytes()).is_err());
    let blocks = format!("{}{}", "IF(1==1) ".repeat(100_000), "END ".repeat(100_000));
    assert!(Program::parse(blocks.as_bytes()).is_err());
    let limited = Reading { steps: 50_000, values: 1000, ..Reading::default() };
    for endless in
        ["WHILE(1==1) END", "REP(10^19) END", "REPI(i,10^9) SET(a[i]=i) END", "SET(x=1) WHILE(x>0) SET(x=x+1) END"]
    {
        let program = Program::parse(endless.as_bytes()).unwrap();
        assert_eq!(validate(&program, b"", &limited).unwrap_err().reason, Reason::Limit, "{endless}");
    }
    // Work that grows with numbers and arrays counts, too.
    let slow = [
        "SET(x=7^90000) REP(10^6) ASSERT(x*x>0) END",
        "REPI(i,1000) SET(a[i]=i) ASSERT(UNIQUE(a)) END",
        "REPI(i,10^5) SET(a[i]=3^100000+i) END",
        "REPI(i,2000) SET(s=\"a{100000}b\") IF(i%2==0) SET(s=\"(ab){50000}c\") END REGEX(s) END",
    ];
    for grammar in slow {
        let program = Program::parse(grammar.as_bytes()).unwrap();
        let limited = Reading { steps: 10_000, values: 1_000_000, ..Reading::default() };
        let reason = validate(&program, b"", &limited).unwrap_err().reason;
        assert!(reason == Reason::Limit || grammar.contains("REGEX"), "{grammar}");
    }
    rejects("FLOAT(0,1)", &[&format!("0.{}", "1".repeat(1_000_000))]);
    let any: Vec<u8> = (0..=255).collect();
    assert!(Program::parse(&any).is_err());
    let program = Program::parse(b"REGEX(\".*\")").unwrap();
    assert!(validate(&program, &any, &Reading::default()).is_ok());
}

#[test]
fn of_equal_elements_always_the_same_two_are_named() {
    let grammar = "REPI(i,5) REPI(j,5) INT(1,9,a[i,j]) SPACE END END ASSERT(UNIQUE(a))";
    let complaint = || check(grammar, &"1 ".repeat(25)).unwrap_err().message;
    assert_eq!(complaint(), "UNIQUE(a) does not hold: a at [0,1] and [0,0] are equal: 1");
    (0..20).for_each(|_| assert_eq!(complaint(), complaint()));
}

#[test]
fn bounds_say_how_much_of_what_is_allowed_was_there() {
    let grammar = "INT(1,100,n) NEWLINE REPI(i,n,SPACE) INT(0,n,a[i]) END NEWLINE REP(2*n) SPACE END \
                   REGEX(\"[a-z]{2,5}\",s) FLOAT(0,1,f)";
    let program = Program::parse(grammar.as_bytes()).unwrap();
    let bounds = validate(&program, b"3\n0 1 2\n      abc0.5", &Reading::default()).unwrap();
    let lines: Vec<String> = bounds.iter().map(|bound| bound.to_string()).collect();
    assert_eq!(
        lines,
        [
            "n: 3 to 3 of 1 to 100",
            "a: 0 to 2 of 0 to 3",
            "the length of s: 3 to 3 of 2 to 5",
            "f: 0.5 to 0.5 of 0 to 1",
            "the number of 2*n: 6 to 6 of 2 to 200",
        ]
    );
}

#[test]
fn assertions_about_one_value_and_a_limit_are_bounds_of_it() {
    let program = Program::parse(
        b"SET(sum=0) INT(1,9,n) NEWLINE REP(n,SPACE) INT(0,50,a) SET(sum=sum+a) ASSERT(sum<=100 && a<60) END NEWLINE \
          ASSERT(sum>0)",
    )
    .unwrap();
    let bounds = validate(&program, b"3\n4 50 46\n", &Reading::default()).unwrap();
    let lines: Vec<String> = bounds.iter().map(|bound| bound.to_string()).collect();
    assert_eq!(lines, ["sum: 4 to 100 of 1 to 100", "n: 3 to 3 of 1 to 9", "a: 4 to 50 of 0 to 50"]);
}

//! What stands below `[generate]` and is not a test.

use super::*;

#[test]
fn a_key_that_slipped_below_generate_is_not_a_test() {
    let check = |line: &str, last: usize, key: &str, meant: &str| {
        let printed =
            format!("3:1-{last} error: `{key}` is not a test id [did you mean `{meant}`? It belongs above [generate]]");
        check_with(&format!("title = 'x'\n[generate]\n{line}"), &["generator.rs"], &[&printed]);
    };
    check("titel-zh = 'x'", 8, "titel-zh", "title-zh");
    check("tme = 2", 3, "tme", "limits.time");
}

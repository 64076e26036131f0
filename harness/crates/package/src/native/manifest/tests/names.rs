//! What the programs in a problem's folder are called.

use super::*;

#[test]
fn polygons_names_for_a_program_mean_the_same_as_in_a_plain_folder() {
    let judging = |text: &str, files: &[&str]| good(&format!("title = 'x'\n{text}"), files).judging;
    for name in ["check.cpp", "chk.cpp"] {
        assert_eq!(judging("", &[name]), judging(&format!("[checker]\nfile = '{name}'"), &[name]), "{name}");
        let words =
            format!("2:2-8 warning: {name} is not used [remove the file, or put [checker] in place of [compare]]");
        check_with("title = 'x'\n[compare]", &[name], &[&words]);
    }
    check_with(
        "title = 'x'",
        &["checker.rs", "chk.cpp"],
        &["error: more than one checker: checker.rs, chk.cpp [keep one of them]"],
    );
    assert_eq!(good("title = 'x'", &["val.cpp"]).validators, [Path::new("/w/problems/nim/val.cpp")]);
    assert_eq!(good("title = 'x'", &["gen.cpp"]).generator.as_deref(), Some(Path::new("/w/problems/nim/gen.cpp")));
}

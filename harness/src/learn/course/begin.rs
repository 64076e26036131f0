//! What a learner's program starts as: it reads its input, and answers nothing.

/// By extension; the second text is for a dialogue, in which a program must not wait for the end of
/// the input.
const TEXTS: [(&str, &str, &str); 5] = [
    ("rs", include_str!("../../../templates/program.rs"), include_str!("../../../templates/dialogue.rs")),
    ("cpp", include_str!("../../../templates/program.cpp"), include_str!("../../../templates/program.cpp")),
    ("py", include_str!("../../../templates/program.py"), include_str!("../../../templates/dialogue.py")),
    ("java", include_str!("../../../templates/program.java"), include_str!("../../../templates/program.java")),
    ("c", include_str!("../../../templates/program.c"), include_str!("../../../templates/program.c")),
];

/// The text; empty for other languages.
pub(super) fn text(extension: &str, dialogue: bool) -> &'static str {
    let texts = TEXTS.iter().find(|(of, ..)| *of == extension);
    texts.map_or("", |(_, text, talk)| if dialogue { talk } else { text })
}

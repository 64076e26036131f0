//! What Cargo's dependency graph cannot say about the layers: which crates may print, start
//! threads, use `unsafe`, end the process. And what holds for the names of all crates.

use crate::command::own_files;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of a crate's sources.
pub fn folder(name: &str) -> PathBuf {
    if name == "harness" { root().join("src") } else { root().join("crates").join(name).join("src") }
}

/// The product sources of a crate, without comments and unit tests. `harness` is the crate of the
/// command line.
pub fn files(name: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder(name)) {
        let entry = entry.unwrap();
        let path = entry.path();
        let test = path
            .strip_prefix(folder(name))
            .unwrap()
            .components()
            .any(|part| ["tests", "tests.rs", "testing.rs", "fake.rs"].iter().any(|t| part.as_os_str() == *t));
        if path.extension().is_some_and(|e| e == "rs") && !test {
            let text = fs::read_to_string(path).unwrap();
            let text = text.split("mod tests {").next().unwrap();
            let code = text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n");
            files.push((path.to_path_buf(), code));
        }
    }
    assert!(!files.is_empty(), "no source in {name}");
    files
}

pub fn crates() -> Vec<String> {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    let mut names: Vec<String> = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap()).collect();
    names.push("harness".to_owned());
    names
}

/// Checks that `needle` occurs only in the code of the crates in `only`.
fn check_only(needle: &str, only: &[&str]) {
    for name in crates() {
        if only.contains(&name.as_str()) {
            continue;
        }
        for (path, code) in files(&name) {
            assert!(!code.contains(needle), "{} contains `{needle}`", path.display());
        }
    }
}

/// The files and folders of the last column of a table in docs/security.md.
fn listed(heading: &str) -> Vec<String> {
    let page = fs::read_to_string(root().parent().unwrap().join("docs/security.md")).unwrap();
    let table = page.split_once(heading).expect("such a table").1;
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let paths = |row: &str| {
        let column = row.trim_end_matches(" |").rsplit_once(" | ").expect("three columns").1.to_owned();
        column.split('`').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    rows.flat_map(paths).collect()
}

/// A source file as documents name it: `judge/src/add.rs`.
fn place(path: &Path) -> String {
    let place = path.strip_prefix(root()).unwrap().to_str().unwrap();
    place.strip_prefix("crates/").unwrap_or(place).to_owned()
}

/// Checks that the files of these crates that have such a line are those that a table lists, and
/// that no path of it is listed in vain.
fn check_listed(heading: &str, crates: &[&str], has: impl Fn(&str) -> bool) {
    let listed = listed(heading);
    let is_in = |file: &str, path: &String| {
        file.strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut found = Vec::new();
    for name in crates {
        found.extend(files(name).iter().filter(|(_, code)| code.lines().any(&has)).map(|(path, _)| place(path)));
    }
    // The project's own pages, in its tests.
    found.retain(|file| file != "src/cli/pages.rs");
    let missing: Vec<_> = found.iter().filter(|file| !listed.iter().any(|path| is_in(file, path))).collect();
    let in_vain: Vec<_> = listed.iter().filter(|path| !found.iter().any(|file| is_in(file, path))).collect();
    assert!(missing.is_empty() && in_vain.is_empty(), "missing: {missing:#?}, in vain: {in_vain:#?}");
}

/// Clippy's `disallowed_methods` leaves no way to open a file of others but `beneath`, and none to
/// start a program unnoticed.
#[test]
fn what_is_read_from_others_and_what_is_started_outside_of_cells_is_listed_whole() {
    let opens = ["beneath::open(", "beneath::read", "Plain::find(", "= File::open("];
    let of_home = [".find(", ".open(", ".read(", ".words(", ".text(", ".files("];
    let reads = |line: &str| {
        let is_home = |method: &&str| line.contains(&format!("home{method}")) || line.contains("Home::");
        opens.iter().any(|call| line.contains(call)) || of_home.iter().any(|m| line.contains(m) && is_home(m))
    };
    let ours = ["package", "judge", "lab", "engine", "report", "harness"];
    check_listed("| read from the folder that is judged |", &ours, reads);
    let starts = |line: &str| line.contains("Command::new(") && !line.contains("clap::Command::new(");
    let all = crates();
    check_listed("| started outside of cells |", &all.iter().map(String::as_str).collect::<Vec<_>>(), starts);
}

/// Somebody may have put links into a folder that they handed over. Below it, files are written by
/// `write_below` alone; in these crates, few files write anywhere else.
#[test]
fn what_lies_below_a_folder_is_written_beneath_it() {
    let own = [
        // A folder that the harness has just made, for its own programs.
        "judge/src/add.rs",
        "judge/src/answers.rs",
        "judge/src/bundle.rs",
        "judge/src/memory.rs",
        "judge/src/once.rs",
        "judge/src/strengthen/proposal.rs",
        // What is the harness's own.
        "judge/src/finds.rs",
        "judge/src/mutate/memory.rs",
        "judge/src/places.rs",
        "judge/src/submit/log.rs",
        "lab/src/mutation.rs",
        "package/src/zip/mod.rs",
        // A place that the person named.
        "judge/src/export.rs",
        "judge/src/limits/file.rs",
        "package/src/export/mod.rs",
        // After `check_below`, or a look at the same folder by `write_below`.
        "judge/src/begin.rs",
        "src/learn/course.rs",
        "judge/src/generate.rs",
        // The writer.
        "package/src/draft/mod.rs",
    ];
    let calls = [
        "draft::write(",
        "raft.write()",
        "fs::write(",
        "fs::rename(",
        "fs::copy(",
        "fs::remove_",
        "fs::create_dir",
        "File::create",
        "File::options(",
        "OpenOptions::new(",
    ];
    let sources = ["package", "judge", "lab", "harness"].iter().flat_map(|name| files(name));
    let writing = sources.filter(|(_, code)| calls.iter().any(|call| code.contains(call)));
    let found: BTreeSet<String> = writing.map(|(path, _)| place(&path)).collect();
    let own: BTreeSet<String> = own.map(str::to_owned).into();
    assert_eq!(found, own);
}

/// Every Rust file of the repository with its text, except for fixtures.
fn texts() -> Vec<(PathBuf, String)> {
    let paths = own_files(&["harness", "problems", "solutions"], "rs").into_iter();
    paths.map(|path| (path.clone(), fs::read_to_string(&path).unwrap())).collect()
}

/// Addresses and preformatted tables may be wider.
#[test]
fn comments_are_at_most_100_columns_wide() {
    let mut too_wide = Vec::new();
    for (extension, mark) in [("rs", "//"), ("ts", "//"), ("toml", "#"), ("py", "#")] {
        for path in own_files(&["harness", "problems", "solutions", "fuzz"], extension) {
            let text = fs::read_to_string(&path).unwrap();
            let is_wide = |(_, line): &(usize, &str)| {
                let exempt = line.contains("://") || line.starts_with("//!     ");
                line.trim_start().starts_with(mark) && line.chars().count() > 100 && !exempt
            };
            let wide = text.lines().enumerate().filter(is_wide);
            too_wide.extend(wide.map(|(number, _)| format!("{}:{}", path.display(), number + 1)));
        }
    }
    assert!(too_wide.is_empty(), "{too_wide:#?}");
}

/// How long functions are is clippy's `too_many_lines`.
#[test]
fn files_have_at_most_600_lines() {
    let too_long: Vec<PathBuf> =
        texts().into_iter().filter(|(_, text)| text.lines().count() > 600).map(|(path, _)| path).collect();
    assert!(too_long.is_empty(), "{too_long:#?}");
}

/// The identifiers of a source, each with its position. Comments and strings are left out.
fn identifiers(source: &str) -> Vec<(usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let behind =
        |rest: &str, from: usize, end: &str| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let hashes = rest[word.len()..].chars().take_while(|c| *c == '#').count();
        let starts_raw = ["r", "br", "cr"].contains(&word) && rest[word.len() + hashes..].starts_with('"');
        at += if rest.starts_with("//") {
            behind(rest, 2, "\n")
        } else if rest.starts_with("/*") {
            behind(rest, 2, "*/")
        } else if starts_raw {
            behind(rest, word.len() + hashes + 1, &format!("\"{}", "#".repeat(hashes)))
        } else if !word.is_empty() {
            found.push((at, word));
            word.len()
        } else if first == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("'\\") {
            behind(rest, 3, "'")
        } else if first == '\'' && rest.chars().nth(2) == Some('\'') {
            rest.chars().take(3).map(char::len_utf8).sum()
        } else {
            first.len_utf8()
        };
    }
    found
}

/// The lines of a source with an identifier that says what is done with a value and not what the
/// value is.
fn misnamed(source: &str) -> Vec<(usize, &str)> {
    const WORDS: [&str; 9] = ["told", "said", "shown", "asked", "known", "kept", "lent", "desk", "story"];
    let found = identifiers(source).into_iter().filter(|(_, word)| WORDS.contains(&word.to_lowercase().as_str()));
    found.map(|(at, word)| (source[..at].matches('\n').count() + 1, word)).collect()
}

/// See the style page. Parts of longer names are fine, as in `is_known` and `all_known`.
#[test]
fn no_value_is_called_by_what_is_done_with_it() {
    let mut found = Vec::new();
    for path in own_files(&["harness", "fuzz"], "rs") {
        let source = fs::read_to_string(&path).unwrap();
        let places = misnamed(&source);
        found.extend(places.into_iter().map(|(line, word)| format!("{}:{line}: {word}", path.display())));
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The lines that deny with "no" what a thing is, where the field says "is not a test id". They may
/// be wrapped.
fn denials(text: &str) -> Vec<usize> {
    // What counts, and does not name a thing: "is no longer", "are no more".
    const FINE: [&str; 8] = ["longer", "more", "less", "better", "worse", "other", "slower", "faster"];
    let is_text = |word: &&str| !["//", "///", "//!", "#", "\\"].contains(word);
    let words: Vec<&str> = text.split_whitespace().filter(is_text).collect();
    let last = |word: &str| word.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    let is_denial = |four: &&[&str]| {
        let begins_text = four[1].ends_with("\"is") || four[1].ends_with("\"are");
        let has_subject = ["is", "are"].contains(&four[1]) && last(four[0]) != "there";
        let noun = four[3].trim_end_matches(|c: char| !c.is_alphanumeric());
        (begins_text || has_subject) && four[2] == "no" && !FINE.contains(&noun)
    };
    let at = |four: &[&str]| text[..four[0].as_ptr() as usize - text.as_ptr() as usize].matches('\n').count() + 1;
    words.windows(4).filter(is_denial).map(at).collect()
}

/// See the style page.
#[test]
fn what_a_thing_is_not_is_said_with_not() {
    let mut found = Vec::new();
    for extension in ["rs", "md", "toml", "ts", "py"] {
        for path in own_files(&["README.md", "docs", "harness", "problems", "solutions", "fuzz"], extension) {
            let lines = denials(&fs::read_to_string(&path).unwrap());
            found.extend(lines.iter().map(|line| format!("{}:{line}", path.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    for wrong in [
        "`x` is NO test id",
        "title(\"is NO grammar\")",
        "files that are\n/// NO tests of it",
        "This is \\\n   NO fault",
    ] {
        assert_eq!(denials(&format!("a {} b", wrong.replace("NO", "no"))).len(), 1, "{wrong}");
    }
    for right in ["there is no test", "it is no longer there", "this is not a test", "say no to it", "Is there no file"]
    {
        assert_eq!(denials(&format!("a {right} b")), [0_usize; 0], "{right}");
    }
}

#[test]
fn a_misnamed_value_is_found_wherever_it_stands_and_in_no_text() {
    let check = |source: &str, lines: &[usize]| {
        assert_eq!(misnamed(source).iter().map(|(line, _)| *line).collect::<Vec<_>>(), lines, "{source}");
    };
    check("let shown = 1;\nlet Some(mut said) = x else { return };", &[1, 2]);
    check("fn f(\n    asked: u8,\n    (a, known): (u8, u8),\n) {}", &[2, 3]);
    check("struct S {\n    pub kept: u8,\n}\nfn told() {}\nstruct Desk;\nconst SHOWN: u8 = 1;", &[2, 4, 5, 6]);
    check("|lent| 1, for story in x", &[1, 1]);
    check("f('\"', shown, '\\'', '\\\\', said, \"\\\"\", told::<'a>(), r#\"\"\"#, kept)", &[1, 1, 1, 1]);
    check("// shown\n/* said\n */ \"told \\\" kept\", r\"\\\", r#\"asked \" known\"#, b\"lent\"", &[]);
    check("let unknown = is_known(all_shown);", &[]);
}

/// The names of the types and traits that a source declares. Associated types are left out: they
/// are indented.
fn declared(source: &str) -> Vec<&str> {
    let found = identifiers(source);
    let starts_line = |at: usize| source[..at].rsplit('\n').next().unwrap().trim_start_matches("pub ").is_empty();
    let declares = |(at, word): &(usize, &str)| match *word {
        "struct" | "enum" | "union" | "trait" => true,
        "type" => starts_line(*at),
        _ => false,
    };
    let pairs = found.windows(2).filter(|pair| declares(&pair[0]));
    pairs.map(|pair| pair[1].1).filter(|name| name.starts_with(char::is_uppercase)).collect()
}

/// A reader who finds a name must not have to ask which of two types it is.
#[test]
fn no_two_types_of_a_crate_share_a_name() {
    let mut shared = Vec::new();
    for name in crates() {
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (path, code) in files(&name) {
            for declared in declared(&code) {
                places.entry(declared.to_owned()).or_default().push(path.display().to_string());
            }
        }
        assert!(!places.is_empty(), "no type in {name}");
        shared.extend(places.into_iter().filter(|(_, places)| places.len() > 1));
    }
    assert!(shared.is_empty(), "{shared:#?}");
}

/// Whether a type's name is a participle alone: `Left`, `Tried`. It says what was done, and not
/// what the thing is. `TriedInput` is fine, and so is a variant, which says what happened.
fn is_participle(name: &str) -> bool {
    const NOUNS: [&str; 4] = ["Feed", "Need", "Seed", "Speed"];
    const IRREGULAR: &str = "Begun Broken Brought Built Caught Chosen Done Drawn Driven Fallen Forgotten Found \
                             Frozen Given Gone Held Hidden Kept Known Left Lent Lost Made Met Paid Put Ran Read Said \
                             Seen Sent Shown Spent Split Stolen Taken Told Unmade Woken Written Wrote";
    let is_one_word = !name[1..].contains(char::is_uppercase);
    is_one_word && !NOUNS.contains(&name) && (name.ends_with("ed") || IRREGULAR.split(' ').any(|word| word == name))
}

#[test]
fn no_type_is_called_by_a_participle_alone() {
    let mut found = Vec::new();
    for (path, code) in crates().iter().flat_map(|name| files(name)) {
        let names = declared(&code).into_iter().filter(|name| is_participle(name));
        found.extend(names.map(|name| format!("{}: {name}", path.display())));
    }
    assert!(found.is_empty(), "{found:#?}");
    assert!(["Left", "Tried", "Ran"].into_iter().all(is_participle));
    assert!(!["Feed", "LeftOver", "Finding", "Run"].into_iter().any(is_participle));
}

#[test]
fn a_declared_type_is_found_and_what_is_none_is_not() {
    let source = "pub struct A;\npub(crate) enum B {}\ntrait C<'a> {\n    type Item;\n}\ntype D = u8;\npub type E = u8;\n\
                  fn f(r#type: u8) {\n    struct F;\n}\n// struct G\nlet x = \"struct H\";\nlet union = 1;";
    assert_eq!(declared(source), ["A", "B", "C", "D", "E", "F"]);
}

/// The text of the string literals of a line that have no escapes.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}

/// What is true of a language is a column of `languages.toml`. What names one all the same is
/// listed here, with the reason; what stands here in vain is a mistake, too.
#[test]
fn no_decision_names_a_language_outside_of_the_table() {
    // Ids that are ordinary words or letters, too.
    const WORDS: [&str; 7] = ["bash", "c", "command", "d", "executable", "go", "script"];
    const EXCEPTIONS: [(&str, &str); 17] = [
        ("engine/src/build/headers.rs", "extensions of headers"),
        ("engine/src/build/stop.rs", "the language of the harness's own `stop.rs`"),
        ("src/learn/course/begin.rs", "extensions of templates"),
        ("judge/src/trial.rs", "tries rustc's editions and g++'s standards, by flags of its own"),
        ("model/src/own_file.rs", "reads the stack traces that Java prints"),
        ("mutate/src/lib.rs", "extensions of the languages that it can parse"),
        ("package/src/cms/manager.rs", "extensions that CMS compiles graders of"),
        ("package/src/cms/solutions.rs", "extensions that CMS links with graders"),
        ("package/src/codes.rs", "the table of what packages call languages"),
        ("package/src/dmoj/together.rs", "extensions that DMOJ compiles together"),
        ("package/src/draft/template.rs", "extensions of templates"),
        ("package/src/export/programs.rs", "extensions of what may include headers"),
        ("package/src/kattis/catalog.rs", "how the format names entry points"),
        ("package/src/native/solutions.rs", "the layout of a workspace, where Rust has Cargo's"),
        ("profiles/src/rule.rs", "`judges.toml` has keys for Python, C and C++"),
        ("profiles/src/table.rs", "`judges.toml` has keys for Rust"),
        ("remote/src/language.rs", "the table of what judges call languages"),
    ];
    let table = fs::read_to_string(root().join("crates/engine/src/build/languages.toml")).unwrap();
    let ids: BTreeSet<&str> =
        table.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"')).collect();
    assert!(ids.contains("rust") && ids.contains("fortran77"), "{ids:?}");
    let is_id = |word: &str| ids.contains(word) && !WORDS.contains(&word);
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, code) in crates().iter().flat_map(|name| files(name)) {
        let lines: Vec<&str> = code.lines().filter(|line| literals(line).any(is_id)).map(str::trim).collect();
        if !lines.is_empty() {
            let path = path.strip_prefix(root()).unwrap();
            let path = path.strip_prefix("crates").unwrap_or(path);
            found.insert(path.display().to_string(), lines.into_iter().map(str::to_owned).collect());
        }
    }
    let idle: Vec<&str> =
        EXCEPTIONS.iter().map(|(path, _)| *path).filter(|path| found.remove(*path).is_none()).collect();
    assert!(found.is_empty() && idle.is_empty(), "{found:#?}, in vain: {idle:?}");
}

#[test]
fn unsafe_lives_in_the_sandbox_only() {
    check_only("unsafe ", &["sandbox"]);
}

#[test]
fn threads_are_started_in_the_engine_only() {
    for needle in ["thread::spawn", "rayon::"] {
        check_only(needle, &["engine"]);
    }
    // `report` writes what a run leaves behind in parallel, in a scope that returns when all of it
    // is there. `sandbox` finds out in one how many a machine can start.
    for needle in ["thread::scope", "thread::Builder"] {
        check_only(needle, &["engine", "report", "sandbox"]);
    }
}

#[test]
fn only_reports_and_the_command_line_print() {
    // `kit` is the library of a problem's own programs, whose output is their protocol.
    for needle in ["println!", "eprintln!", "print!"] {
        check_only(needle, &["report", "harness", "kit"]);
    }
    // The sandbox's probe also writes: it is a program that runs in a cell. What `terminal` writes
    // is for the terminal's clipboard.
    for needle in ["io::stdout", "io::stderr"] {
        check_only(needle, &["report", "harness", "sandbox", "kit", "terminal"]);
    }
}

#[test]
fn only_main_ends_the_process() {
    check_only("process::exit", &["kit"]);
}

#[test]
fn the_model_knows_no_files_and_no_processes() {
    for (path, code) in files("model") {
        for needle in ["std::fs", "std::process", "std::net"] {
            assert!(!code.contains(needle), "{} contains `{needle}`", path.display());
        }
    }
}

#[test]
fn main_stays_a_table_of_contents() {
    // A command more is a module more, and a name more in the comment at the top.
    let is_table = |line: &&str| line.starts_with("mod ") || line.starts_with("//!");
    let lines = |file| {
        let text = fs::read_to_string(root().join("src").join(file)).unwrap();
        text.lines().filter(|line| !is_table(line)).count()
    };
    assert!(lines("main.rs") <= 10, "main.rs has {} lines", lines("main.rs"));
    assert!(lines("lib.rs") <= 15, "lib.rs has {} lines", lines("lib.rs"));
}

/// `cargo install` and a fresh checkout of a fork resolve without the lock file, for the oldest
/// Rust that any member names.
#[test]
fn no_member_makes_cargo_choose_dependencies_for_an_older_rust() {
    let repository = root().parent().unwrap();
    let manifests = WalkDir::new(repository).into_iter().filter_entry(|entry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || name == "target" || name == "testdata")
    });
    let mut seen = 0;
    for entry in manifests.map(Result::unwrap).filter(|entry| entry.file_name() == "Cargo.toml") {
        let text = fs::read_to_string(entry.path()).unwrap();
        let named = text.lines().filter(|line| line.starts_with("rust-version")).collect::<Vec<_>>();
        let allowed = ["rust-version.workspace = true", "rust-version = \"1.89\""];
        assert!(named.iter().all(|line| allowed.contains(line)), "{}: {named:?}", entry.path().display());
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}

/// Code in documentation is compiled and run by `cargo test`, unless it says otherwise.
#[test]
fn code_in_documentation_is_tested() {
    for name in crates() {
        let manifest = fs::read_to_string(folder(&name).parent().unwrap().join("Cargo.toml")).unwrap();
        if !manifest.contains("doctest = false") {
            continue;
        }
        for entry in WalkDir::new(folder(&name)) {
            let path = entry.unwrap().into_path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let fences = text.lines().filter_map(|line| line.trim_start().strip_prefix("//")?.split_once("```"));
            let opening: Vec<&str> = fences.map(|(_, language)| language).step_by(2).collect();
            assert!(opening.iter().all(|language| *language == "text"), "{}: {opening:?}", path.display());
        }
    }
}

#[test]
fn every_dependency_has_a_line_that_says_what_it_is_for() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for name in crates() {
        let folder = if name == "harness" { root().to_path_buf() } else { root().join("crates").join(&name) };
        let manifest: toml::Table = fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap();
        let targets = manifest.get("target").into_iter().flat_map(|targets| targets.as_table().unwrap().values());
        let places = [&toml::Value::Table(manifest.clone())].into_iter().chain(targets).cloned().collect::<Vec<_>>();
        let tables = places.iter().flat_map(|place| ["dependencies", "dev-dependencies"].map(|table| place.get(table)));
        for dependency in tables.flatten().flat_map(|table| table.as_table().unwrap().keys()) {
            assert!(text.contains(&format!("`{dependency}`")), "{name}: `{dependency}` is not in ARCHITECTURE.md");
        }
    }
}

/// So the command line needs no crate beneath `judge`, whose signatures are all that it calls.
#[test]
fn the_table_of_layers_is_the_graph_of_dependencies() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let between_quotes = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let mut rows = 0;
    for name in crates() {
        let manifest = folder(&name).parent().unwrap().join("Cargo.toml");
        let manifest: toml::Table = fs::read_to_string(manifest).unwrap().parse().unwrap();
        let all = manifest.get("dependencies").and_then(toml::Value::as_table).cloned().unwrap_or_default();
        let ours: BTreeSet<String> = all.keys().filter(|key| crates().contains(key)).cloned().collect();
        let row = text.lines().find(|line| line.starts_with(&format!("| `{name}`"))).unwrap();
        let may_know = row.rsplit('|').nth(1).unwrap();
        assert_eq!(ours, between_quotes(may_know), "{name}");
        rows += 1;
    }
    assert!(rows > 10, "{rows}");
}

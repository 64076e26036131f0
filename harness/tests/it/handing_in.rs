//! `harness grade`: whatever is handed in is in somebody's row.

use crate::scene::Scene;

/// A class in one folder, with everything that people upload.
fn uploads() -> Scene {
    let scene = Scene::twice();
    let right = "print(int(input()) * 2)\n";
    for (file, text) in [
        ("ana_twice.py", right),
        ("erin_twice.py", "print(0)\n"),
        ("erin_twice (1).py", right),
        ("frank.zip", "PK"),
        ("ivan_twice.py.txt", right),
        ("victor_twice.py3", right),
        ("rupert_twice", right),
        ("zed_twice.zip", "PK"),
        ("trent_twice.ipynb", "{}"),
        ("notes.pdf", "%PDF"),
    ] {
        scene.write(&format!("class/{file}"), text);
    }
    scene
}

#[test]
fn nobody_is_missing_from_the_table_whatever_was_handed_in() {
    let scene = uploads();
    let graded = scene.run(&["grade", "class", "-q", "--csv", "scores.csv", "--html", "pages", "--json", "runs.json"]);
    assert_eq!(graded.code, Some(3), "{graded:?}");
    let runs: serde_json::Value = serde_json::from_str(&scene.read("runs.json")).unwrap();
    let unread = runs["unread"].as_array().unwrap();
    let csv = scene.read("scores.csv");
    let page = scene.read("pages/index.html");
    for student in ["ivan", "victor", "rupert", "zed", "trent"] {
        assert!(graded.out.contains(&format!("?  {student}")), "{student}: {graded:?}");
        assert!(csv.contains(&format!("\n,{student},0,,not-read,0,")), "{student}: {csv}");
        assert!(page.contains(student), "{student}");
    }
    assert!(csv.contains(",ana,100,100,accepted,1,") && csv.contains(",erin,0,0,wrong-answer,1,"), "{csv}");
    for entry in ["frank.zip", "notes.pdf", "erin_twice (1).py"] {
        assert!(csv.contains(&format!("\n,{entry},0,,not-read,0,,{entry}\n")), "{entry}: {csv}");
    }
    for (file, why) in [
        ("ivan_twice.py.txt", "no language has the ending .txt"),
        ("rupert_twice", "its name has no ending that names a language"),
        ("zed_twice.zip", "an archive: unpack it"),
        ("trent_twice.ipynb", "a notebook: export it as a script"),
        ("notes.pdf", "no language has the ending .pdf"),
    ] {
        assert!(graded.err.contains(&format!("not read: {file}: {why}")), "{file}: {graded:?}");
        let recorded =
            unread.iter().find(|unread| unread["file"] == file).unwrap_or_else(|| panic!("{file}: {unread:?}"));
        let (whose, problem) = file.split_once('_').map_or((file, None), |(student, _)| (student, Some("twice")));
        assert_eq!((recorded["why"].as_str(), recorded["student"].as_str()), (Some(why), Some(whose)), "{file}");
        assert_eq!(recorded["problem"].as_str(), problem, "{file}");
    }
    // What reads the rest is said, and reads it; the last of several attempts is the last copy.
    let more = ["--as", "{student}_{problem}.{ext}", "--as", "{student}*{problem}*.{ext}"];
    assert!(graded.err.contains(&format!("`--as '{}' --as '{}'` reads 1 file more", more[1], more[3])), "{graded:?}");
    let last = scene.run(&[&["grade", "class", "-q", "--count", "last", "--csv", "last.csv"], &more[..]].concat());
    assert!(scene.read("last.csv").contains(",erin,100,100,accepted,2,"), "{last:?}");
    assert!(last.err.contains("same file: ana, erin (twice)"), "{last:?}");
    // The table of the record alone has the same rows.
    scene.run(&["grade", "class", "-q", "--shard", "1/1", "--json", "part.json"]);
    let merged = scene.run(&["merge", "part.json"]);
    assert_eq!(merged.code, Some(3), "{merged:?}");
    let table =
        |out: &str| out[out.find("   student").unwrap()..].lines().take(10).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(table(&merged.out), table(&graded.out), "{merged:?}");
}

#[test]
fn a_table_says_whose_files_are_whose() {
    let scene = Scene::twice();
    scene.write("class/1.py", "print(int(input()) * 2)\n");
    scene.write("class/2.py", "print(0)\n");
    scene.write("who.csv", "file;student;problem\n1.py;\"López; Ana\";twice\n2.py;Bob;twice\n3.py;Cem;twice\n");
    let graded = scene.run(&["grade", "class", "-q", "--map", "who.csv", "--csv", "scores.csv"]);
    assert_eq!(graded.code, Some(3), "{graded:?}");
    let csv = scene.read("scores.csv");
    assert!(csv.contains("1,\"López; Ana\",100,100,") && csv.contains("2,Bob,0,0,wrong-answer"), "{csv}");
    assert!(csv.contains("\n,Cem,0,,not-read"), "{csv}");
    scene.write("class/4.py", "print(0)\n");
    let more = scene.run(&["grade", "class", "-q", "--map", "who.csv"]);
    assert!(more.err.contains("not read: 4.py: no pattern or mapping reads its path"), "{more:?}");
    scene.write("class/dan_twice.py", "print(int(input()) * 2)\n");
    let both = scene.run(&["grade", "class", "-q", "--map", "who.csv", "--as", "{student}_{problem}.{ext}"]);
    assert!(both.out.contains("1  dan") && both.out.contains("?  4.py"), "{both:?}");
    let broken = scene.run(&["grade", "class", "--map", "class/1.py"]);
    assert!(broken.code == Some(2) && broken.err.contains("its first line names the columns"), "{broken:?}");
}

#[test]
fn a_folder_of_tests_is_enough_to_grade_by() {
    let scene = Scene::empty();
    for (name, input, answer) in [("1", "2", "4"), ("2", "3", "6")] {
        scene.write(&format!("tests/{name}.in"), &format!("{input}\n"));
        scene.write(&format!("tests/{name}.out"), &format!("{answer}\n"));
        scene.write(&format!("all/twice/{name}.in"), &format!("{input}\n"));
        scene.write(&format!("all/twice/{name}.out"), &format!("{answer}\n"));
    }
    scene.write("class/ana.py", "print(int(input()) * 2)\n");
    scene.write("class/ben.py", "print(4)\n");
    let graded = scene.run(&["grade", "class", "-q", "--root", "tests", "--problem", "tests"]);
    assert!(graded.out.contains("1  ana      100") && graded.out.contains("2  ben      0"), "{graded:?}");
    scene.write("more/ana_twice.py", "print(int(input()) * 2)\n");
    let graded = scene.run(&["grade", "more", "-q", "--root", "all"]);
    assert!(graded.out.contains("1  ana      100"), "{graded:?}");
}

/// `rewrites` has one submission's check put a link to another's in the place of what is built.
#[test]
fn one_students_program_is_never_anothers() {
    let scene = Scene::twice();
    if !crate::scene::has("perl") {
        return;
    }
    scene.write("class/alice/twice.pl", "print <STDIN> * 2, \"\\n\";\n");
    let alice = scene.path("class/alice");
    let mallory =
        format!("BEGIN {{ rename 'out', 'gone'; symlink '{}', 'out'; }}\nprint \"42\\n\";\n", alice.display());
    scene.write("class/mallory/twice.pl", &mallory);
    let graded = scene.run(&["grade", "class", "-q", "--csv", "scores.csv"]);
    let csv = scene.read("scores.csv");
    assert!(csv.contains(",alice,100,100,accepted") && csv.contains(",mallory,0,0,wrong-answer"), "{csv} {graded:?}");
}

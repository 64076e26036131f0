//! `harness play`: moves by hand.

use crate::command::{self, fixture, repository};
use crate::scene::{Printed, Scene, printed};
use std::path::Path;

fn play(root: &Path, problem: &str, test: &str, moves: &str) -> Printed {
    printed(command::harness().arg("--root").arg(root).args(["play", problem, "-t", test]), moves)
}

#[test]
fn typed_moves_win_and_lose_a_game_and_its_words_are_all_there_is_on_standard_output() {
    play(&repository(), "play-nim", "sample/01", "1 2\n2 3\n2 1\n").is(
        0,
        "3\n3 4 5\n3 5\n1 1\n",
        "play-nim on sample/01: you are the program; type what it would print, Ctrl-D ends it\naccepted\n",
    );
    let lost = play(&repository(), "play-nim", "sample/01", "1 9\n");
    assert_eq!(lost.code, Some(1), "{lost:?}");
    assert!(lost.err.ends_with("wrong-answer: line 1, token 2: the take from heap 1 is 9, at most 3\n"), "{lost:?}");
}

#[test]
fn an_interactor_that_ends_early_crashes_or_floods_ends_the_game_as_it_would_a_programs() {
    let check = |test: &str, moves: &str, code: i32, words: &str| {
        let played = play(&fixture("tools"), "talk", test, moves);
        assert_eq!(played.code, Some(code), "{played:?}");
        assert!(played.err.contains(words), "{played:?}");
    };
    check("ok", "done\n", 0, "accepted");
    check("ok", "", 1, "wrong-answer");
    check("judge-accepts-early", "", 0, "accepted");
    check("judge-crashes", "hello\n", 3, "interactor.rs ended with exit code 101");
    check("judge-floods", "hello\n", 3, "output-limit");
}

#[test]
fn what_cannot_be_played_is_refused_with_the_next_step() {
    let plain = play(&repository(), "nim", "*", "");
    assert_eq!(plain.code, Some(2), "{plain:?}");
    assert!(plain.err.contains("nim has no interactor"), "{plain:?}");
    assert_eq!(play(&repository(), "play-nim", "nothing", "").code, Some(4));
    let nowhere = printed(&mut Scene::empty().command(&["play"]), "");
    assert!(nowhere.code == Some(2) && nowhere.err.contains("no interactor.* here"), "{nowhere:?}");
}

#[test]
fn a_plain_folder_with_an_interactor_and_an_input_is_played_without_a_name() {
    let scene = Scene::empty();
    scene.write("1.in", "5\n");
    let interactor = "read n < \"$1\"\necho guess\nread m\nif [ \"$m\" = $n ]; then exit 42; else exit 43; fi\n";
    scene.write("interactor.sh", interactor);
    let alone = printed(&mut scene.command(&["play"]), "5\n");
    assert_eq!((alone.code, alone.out.as_str()), (Some(0), "guess\n"), "no program is needed: {alone:?}");
    scene.write("sol.sh", "read guess\necho 5\n");
    for args in [&["play"][..], &["play", "sol.sh"], &["play", "interactor.sh"]] {
        for (moves, code) in [("5\n", 0), ("4\n", 1)] {
            let played = printed(&mut scene.command(args), moves);
            assert_eq!((played.code, played.out.as_str()), (Some(code), "guess\n"), "{args:?} {played:?}");
        }
    }
    // Judging needs no answer, either, and neither does a single input.
    for args in [&["sol.sh"][..], &["."], &["sol.sh", "1.in"], &["sol.sh", "-i", "1.in"]] {
        let judged = scene.run(args);
        assert!(judged.code == Some(0) && judged.out.contains("1 of 1 solution as expected"), "{args:?} {judged:?}");
    }
}

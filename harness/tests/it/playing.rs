//! `harness play`: moves by hand.

use crate::command::{self, fixture, repository};
use crate::scene::{Printed, printed};
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
}

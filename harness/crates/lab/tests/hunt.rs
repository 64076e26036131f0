//! Hunts among programs that are functions, without processes or a clock.
#![allow(clippy::unwrap_used)]

mod world;

use engine::run::Crowding;
use lab::arguments::Arguments;
use lab::hunt::{EndReason, Fate, Notice, Outcome, Stability, Until};
use lab::source::{Grammar, Origin, Source};
use model::Verdict;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use world::{Ran, World, numbers, prints};

const HEAPS: &str = "INT(1,100,n) NEWLINE REP(n,SPACE) INT(1,10000,heap) END NEWLINE EOF";

fn grammar(text: &str) -> Source {
    Source::Grammar(Grammar::parse(text.as_bytes()).unwrap())
}

fn sum(input: &[u8]) -> Ran {
    prints(numbers(input).iter().skip(1).sum::<i64>())
}

fn caught(outcome: &Outcome, suspect: usize) -> &lab::hunt::Find {
    let fate = &outcome.suspects[suspect];
    fate.find().unwrap_or_else(|| panic!("{fate:?}, ended {:?}", outcome.ended))
}

/// Its sum is only 16 bits wide.
fn narrow(input: &[u8]) -> Ran {
    prints(numbers(input).iter().skip(1).sum::<i64>() as i16)
}

#[test]
fn a_wrong_solution_is_caught_by_a_small_input_and_a_right_one_survives() {
    let world = World::new(&[("right", sum), ("narrow", narrow), ("same", sum)]);
    let outcome = world.hunt(grammar(HEAPS), Until::All, |hunt| hunt.bounds.inputs = Some(3000));
    let find = caught(&outcome, 0);
    assert_eq!(find.verdict, Verdict::WrongAnswer);
    assert_eq!(find.stability, Stability::Stable);
    // The least sum that does not fit has at least four heaps.
    let heaps = numbers(&find.input);
    assert!(heaps[0] <= 5 && heaps[1..].iter().sum::<i64>() == 32768, "{heaps:?}");
    assert_eq!(find.answer, b"32768\n");
    assert!(matches!(outcome.suspects[1], Fate::Survived { inputs: 3000 }), "{:?}", outcome.suspects[1]);
    assert!(matches!(outcome.ended, EndReason::Inputs), "{:?}", outcome.ended);
    assert_eq!((outcome.statistics.inputs, outcome.statistics.next), (3000, 3000));
    assert!(outcome.statistics.shapes["all lowest"] > 100);
}

/// Fails where `narrow` does, and also with fewer than two heaps.
fn narrow_or_lone(input: &[u8]) -> Ran {
    if numbers(input)[0] == 1 { prints(-1) } else { narrow(input) }
}

#[test]
fn one_small_input_stands_for_all_that_it_catches() {
    let world = World::new(&[("right", sum), ("narrow", narrow), ("other", narrow), ("lone", narrow_or_lone)]);
    let outcome = world.hunt(grammar(HEAPS), Until::All, |hunt| hunt.bounds.inputs = Some(3000));
    let (first, second, lone) = (caught(&outcome, 0), caught(&outcome, 1), caught(&outcome, 2));
    assert_eq!((&first.input, &first.answer), (&second.input, &second.answer));
    assert_eq!(first.steps.min(second.steps), 0, "the second one is not made small again");
    assert_eq!(lone.input, b"1\n1\n", "its own input is smaller");
    assert_eq!(second.stability, Stability::Stable);
}

#[test]
fn the_find_is_the_same_however_many_workers_there_are() {
    let find = |jobs: usize| {
        let mut world = World::new(&[("right", sum), ("narrow", narrow)]);
        world.jobs = jobs;
        let outcome = world.hunt(grammar(HEAPS), Until::First, |_| {});
        assert!(matches!(outcome.ended, EndReason::Caught));
        let find = caught(&outcome, 0);
        (find.number, find.found.clone(), find.input.clone())
    };
    let one = find(1);
    assert_eq!(one, find(3));
    assert_eq!(one, find(8));
}

#[test]
fn a_hunt_goes_on_where_another_one_ended() {
    let world = World::new(&[("right", sum), ("narrow", narrow)]);
    let number = caught(&world.hunt(grammar(HEAPS), Until::First, |_| {}), 0).number;
    for from in [number - 1, number] {
        let outcome = world.hunt(grammar(HEAPS), Until::First, |hunt| hunt.from = from);
        assert_eq!(caught(&outcome, 0).number, number);
    }
    let outcome = world.hunt(grammar(HEAPS), Until::First, |hunt| (hunt.from, hunt.bounds.inputs) = (0, Some(number)));
    assert_eq!((outcome.statistics.next, outcome.first().is_none()), (number, true));
}

/// Workers are some inputs ahead of what is finished.
#[test]
fn whoever_goes_on_after_ctrl_c_or_a_find_misses_no_input() {
    // Ctrl-C comes on the first input that `narrow` fails on.
    let interrupted = |input: &[u8]| match (narrow(input), sum(input)) {
        (Ran::Prints(narrow), Ran::Prints(right)) if narrow != right => Ran::Interrupted,
        (ran, _) => ran,
    };
    for jobs in [1, 4] {
        let mut world = World::new(&[("right", sum), ("narrow", narrow), ("cut", interrupted)]);
        world.jobs = jobs;
        let number = caught(&world.hunt(grammar(HEAPS), Until::All, |hunt| drop(hunt.suspects.pop())), 0).number;
        let cut = world.hunt(grammar(HEAPS), Until::All, |hunt| drop(hunt.suspects.remove(0)));
        assert!(matches!(cut.ended, EndReason::Interrupted), "{:?}", cut.ended);
        assert_eq!(cut.statistics.next, number, "{jobs} workers");
        let found = world.hunt(grammar(HEAPS), Until::First, |hunt| drop(hunt.suspects.pop()));
        assert_eq!(found.statistics.next, number + 1, "{jobs} workers");
    }
}

#[test]
fn a_crash_of_the_right_solution_is_found_as_well() {
    let crashes = |input: &[u8]| if numbers(input)[0] > 2 { Ran::Crash } else { sum(input) };
    let world = World::new(&[("right", crashes), ("same", sum)]);
    let outcome = world.hunt(grammar(HEAPS), Until::First, |_| {});
    let Fate::Caught(find) = &outcome.reference else { panic!("{:?}", outcome.reference) };
    assert_eq!((find.verdict, &find.input[..]), (Verdict::RunTimeError, &b"3\n1 1 1\n"[..]));
    assert_eq!(outcome.first().unwrap().0, None);
}

#[test]
fn a_solution_that_depends_on_chance_is_caught_as_such() {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let moody = |input: &[u8]| if RUNS.fetch_add(1, Ordering::Relaxed) == 20 { prints(-1) } else { sum(input) };
    let world = World::new(&[("right", sum), ("moody", moody)]);
    let outcome = world.hunt(grammar(HEAPS), Until::First, |_| {});
    assert_eq!(caught(&outcome, 0).stability, Stability::Unstable);
}

#[test]
fn a_right_solution_that_depends_on_chance_is_blamed_and_not_who_is_compared_with_it() {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let moody = |input: &[u8]| if RUNS.fetch_add(1, Ordering::Relaxed) == 20 { prints(-1) } else { sum(input) };
    let world = World::new(&[("moody", moody), ("right", sum)]);
    let outcome = world.hunt(grammar(HEAPS), Until::First, |_| {});
    assert_eq!(caught(&outcome, 0).stability, Stability::ReferenceUnstable);
}

/// The first input of three heaps, and how often it was run.
static SWINGS: Mutex<(Vec<u8>, u32)> = Mutex::new((Vec::new(), 0));

/// Is wrong each second time, on one input.
fn swings(input: &[u8]) -> Ran {
    let mut swings = SWINGS.lock().unwrap();
    if swings.0.is_empty() && numbers(input)[0] == 3 {
        swings.0 = input.to_vec();
    }
    if swings.0 != input {
        return sum(input);
    }
    swings.1 += 1;
    if swings.1 % 2 == 1 { prints(-1) } else { sum(input) }
}

#[test]
fn a_right_solution_is_blamed_also_where_it_swings_back() {
    let world = World::new(&[("swings", swings), ("right", sum)]);
    let outcome = world.hunt(grammar(HEAPS), Until::First, |_| {});
    assert_eq!(caught(&outcome, 0).stability, Stability::ReferenceUnstable);
}

/// The failures of `narrow` so far. A worker may be some inputs ahead of the hunt, so those between
/// the first failure and its second run do not count.
struct Failures {
    first: Vec<u8>,
    again: u32,
    smaller: u32,
}

const fn no_failures() -> Mutex<Failures> {
    Mutex::new(Failures { first: Vec::new(), again: 0, smaller: 0 })
}

/// Like `narrow`, until the input on which it failed first was run again this often, or this many
/// others failed after that. Then it is interrupted.
fn narrow_until(again: u32, smaller: u32, failures: &Mutex<Failures>, input: &[u8]) -> Ran {
    if i16::try_from(numbers(input).iter().skip(1).sum::<i64>()).is_ok() {
        return narrow(input);
    }
    let mut failures = failures.lock().unwrap();
    if failures.first.is_empty() {
        failures.first = input.to_vec();
    } else if failures.first == input {
        failures.again += 1;
    } else if failures.again > 0 {
        failures.smaller += 1;
    }
    if failures.again > again || failures.smaller > smaller { Ran::Interrupted } else { narrow(input) }
}

#[test]
fn ctrl_c_takes_nothing_from_what_was_found_and_blames_no_program() {
    static FIRST: Mutex<Failures> = no_failures();
    static LATER: Mutex<Failures> = no_failures();
    let find = |name: &'static str, narrow: fn(&[u8]) -> Ran| {
        let mut world = World::new(&[("right", sum), (name, narrow)]);
        world.jobs = 1;
        caught(&world.hunt(grammar(HEAPS), Until::First, |_| {}), 0).clone()
    };
    let before = find("first", |input| narrow_until(0, 0, &FIRST, input));
    assert_eq!((before.stability, &before.input), (Stability::Interrupted, &before.found));
    let later = find("later", |input| narrow_until(3, 2, &LATER, input));
    assert_eq!(later.stability, Stability::Stable);
    assert!(later.input.len() < later.found.len(), "{later:?}");
}

#[test]
fn who_takes_a_little_longer_than_a_slow_right_solution_is_not_wrong() {
    // Close to its limit of a second with five heaps or more.
    let right = |input: &[u8]| match (numbers(input)[0], sum(input)) {
        (5.., Ran::Prints(text)) => Ran::PrintsAfter(text, 900),
        (_, ran) => ran,
    };
    let slower = |input: &[u8]| if numbers(input)[0] >= 5 { Ran::Slow } else { sum(input) };
    let world = World::new(&[("right", right), ("slower", slower)]);
    for clearly_slow in [true, false] {
        let outcome = world.hunt(grammar(HEAPS), Until::All, |hunt| {
            (hunt.bounds.inputs, hunt.clearly_slow) = (Some(400), clearly_slow);
        });
        assert_eq!(outcome.suspects[0].find().is_none(), clearly_slow, "{:?}", outcome.suspects[0]);
    }
}

#[test]
fn a_time_limit_counts_only_where_it_is_measured_again() {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let disturbed = |input: &[u8]| if RUNS.fetch_add(1, Ordering::Relaxed) == 20 { Ran::Slow } else { sum(input) };
    let slow = |input: &[u8]| if numbers(input)[0] >= 5 { Ran::Slow } else { sum(input) };
    let world = World::new(&[("right", sum), ("disturbed", disturbed), ("slow", slow)]);
    let outcome = world.hunt(grammar(HEAPS), Until::All, |hunt| hunt.bounds.inputs = Some(1000));
    assert!(matches!(outcome.suspects[0], Fate::Survived { .. }), "{:?}", outcome.suspects[0]);
    let find = caught(&outcome, 1);
    assert_eq!((find.verdict, &find.input[..]), (Verdict::TimeLimit, &b"5\n1 1 1 1 1\n"[..]));
}

#[test]
fn a_loop_is_measured_alone_once() {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let endless = |_: &[u8]| {
        RUNS.fetch_add(1, Ordering::Relaxed);
        Ran::Slow
    };
    let world = World::new(&[("right", sum), ("endless", endless)]);
    let given = Source::Given(vec![Arc::from(&b"3\n1 2 3\n"[..])]);
    let outcome = world.hunt(given, Until::First, |hunt| hunt.shrink = Duration::ZERO);
    assert_eq!((caught(&outcome, 0).verdict, RUNS.load(Ordering::Relaxed)), (Verdict::TimeLimit, 2));
}

#[test]
fn on_a_busy_machine_who_is_a_little_over_is_not_caught() {
    let late = |input: &[u8]| Ran::PrintsAfter(format!("{}\n", numbers(input).iter().skip(1).sum::<i64>()), 1050);
    let mut world = World::new(&[("right", sum), ("late", late)]);
    let given = || Source::Given(vec![Arc::from(&b"3\n1 2 3\n"[..])]);
    assert_eq!(caught(&world.hunt(given(), Until::First, |_| {}), 0).verdict, Verdict::TimeLimit);
    world.crowding = || Crowding { programs: 40.0, cores: 2 };
    let outcome = world.hunt(given(), Until::First, |_| {});
    assert!(outcome.first().is_none(), "{:?}", outcome.suspects[0]);
    assert!(outcome.notices.contains(&Notice::Unmeasured { number: 0 }), "{:?}", outcome.notices);
}

#[test]
fn each_worker_gives_a_loop_up_soon_and_it_is_measured_alone_once() {
    let world = World::new(&[("right", sum), ("endless", |_| Ran::Slow)]);
    let outcome = world.hunt(grammar(HEAPS), Until::First, |hunt| hunt.shrink = Duration::ZERO);
    let find = caught(&outcome, 0);
    assert_eq!((find.verdict, find.measured.is_some()), (Verdict::TimeLimit, true));
    let given = world.given("endless");
    let (alone, beside): (Vec<u128>, Vec<u128>) = given.iter().partition(|given| **given > 1000);
    assert_eq!(alone, [1100], "{given:?}");
    assert!(beside.iter().all(|given| *given == 100), "{given:?}");
}

#[test]
fn who_takes_longer_and_is_right_is_not_given_up_again() {
    let late = |input: &[u8]| Ran::PrintsAfter(format!("{}\n", numbers(input).iter().skip(1).sum::<i64>()), 300);
    let world = World::new(&[("right", sum), ("late", late)]);
    let outcome = world.hunt(grammar(HEAPS), Until::All, |hunt| hunt.bounds.inputs = Some(50));
    assert!(matches!(outcome.suspects[0], Fate::Survived { inputs: 50 }), "{:?}", outcome.suspects[0]);
    let given = world.given("late");
    let alone = given.iter().position(|given| *given == 1100).expect("it was given up");
    assert!(!given[alone..].contains(&100), "{given:?}");
}

#[test]
fn what_was_given_up_and_is_wrong_is_found_as_wrong_and_not_as_slow() {
    let wrong = |_: &[u8]| Ran::PrintsAfter("-1\n".to_owned(), 300);
    let world = World::new(&[("right", sum), ("wrong", wrong)]);
    let find = caught(&world.hunt(grammar(HEAPS), Until::First, |_| {}), 0).clone();
    assert_eq!((find.verdict, find.stability, find.number), (Verdict::WrongAnswer, Stability::Stable, 0));
}

/// Until when `ends_late` runs: as long as the hunt may take, from its first run on.
static LATE: Mutex<(Duration, Option<Instant>)> = Mutex::new((Duration::ZERO, None));

/// Loops, and is given up when the hunt is over.
fn ends_late(_: &[u8]) -> Ran {
    let mut late = LATE.lock().unwrap();
    let whole = late.0;
    let end = *late.1.get_or_insert_with(|| Instant::now() + whole);
    drop(late);
    while Instant::now() < end {
        std::thread::yield_now();
    }
    Ran::Slow
}

#[test]
fn a_loop_that_time_is_too_short_to_measure_is_no_find_and_comes_first_when_the_hunt_goes_on() {
    let world = World::new(&[("right", sum), ("endless", ends_late)]);
    let mut time = Duration::from_millis(20);
    // On a slow machine, no input is tried in so little time.
    let outcome = loop {
        *LATE.lock().unwrap() = (time, None);
        let outcome = world.hunt(grammar(HEAPS), Until::First, |hunt| hunt.bounds.time = Some(time));
        if outcome.statistics.inputs > 0 {
            break outcome;
        }
        time *= 2;
    };
    assert!(matches!(outcome.ended, EndReason::Time), "{:?}", outcome.ended);
    assert!(outcome.first().is_none(), "it is not confirmed: {:?}", outcome.suspects[0]);
    assert_eq!(outcome.statistics.next, 0);
    assert!(outcome.notices.contains(&Notice::Unmeasured { number: 0 }), "{:?}", outcome.notices);
}

#[test]
fn where_the_right_solution_is_slow_smaller_inputs_are_tried() {
    let brute = |input: &[u8]| if numbers(input)[0] > 8 { Ran::Slow } else { sum(input) };
    let world = World::new(&[("right", brute), ("same", sum)]);
    let outcome = world.hunt(grammar(HEAPS), Until::All, |hunt| hunt.bounds.inputs = Some(4000));
    let slow = outcome
        .notices
        .iter()
        .find_map(|notice| if let Notice::Slow { inputs, below } = notice { Some((*inputs, *below)) } else { None });
    let (slow, below) = slow.expect("it is slow now and then");
    assert!(slow < 400 && below < 40, "{slow} slow, below {below}");
    assert!(matches!(outcome.suspects[0], Fate::Survived { .. }));
}

#[test]
fn a_generator_without_a_word_on_what_is_valid_is_called_again_for_a_smaller_input() {
    let generator = |arguments: &[String]| {
        let n: usize = arguments[1].parse().unwrap();
        let seed: u64 = arguments[3].parse().unwrap();
        let heaps: Vec<String> = (0..n as u64).map(|at| (1 + (seed >> at) % 9).to_string()).collect();
        format!("{n}\n{}\n", heaps.join(" ")).into_bytes()
    };
    // Both sum as many heaps as announced, but on `0` and a heap, `wrong` looks at the heap all the
    // same.
    let announced = |input: &[u8]| {
        let numbers = numbers(input);
        let n = numbers.first().map_or(0, |n| *n as usize);
        prints(numbers.iter().skip(1).take(n).sum::<i64>())
    };
    let wrong =
        |input: &[u8]| if numbers(input).iter().skip(1).any(|heap| *heap == 7) { prints(0) } else { sum(input) };
    let mut world = World::new(&[("right", announced), ("wrong", wrong)]);
    world.generator = Some(generator);
    let source = Source::Generator {
        file: PathBuf::from("/generator.rs"),
        arguments: vec![Arguments::parse("--n {1..50} --seed {seed}").unwrap()],
    };
    let outcome = world.hunt(source.clone(), Until::First, |_| {});
    let find = caught(&outcome, 0);
    let Origin::Generated(arguments) = &find.origin else { panic!("{:?}", find.origin) };
    assert_eq!((&find.input, &find.found), (&generator(arguments), &find.input));
    let heaps = numbers(&find.input);
    assert!(heaps.len() < 4 && heaps[1..].contains(&7), "{heaps:?}");
    assert!(outcome.statistics.next <= find.number, "the hunt goes on behind the first");
    // With a description of the inputs, it gets as small as possible.
    let described = Grammar::parse(b"INT(1,50,n) NEWLINE REP(n,SPACE) INT(1,9,a) END NEWLINE").unwrap();
    let outcome = world.hunt(source, Until::First, |hunt| hunt.grammar = Some(described));
    assert_eq!(numbers(&caught(&outcome, 0).input), [1, 7]);
}

#[test]
fn a_grammar_without_inputs_ends_the_hunt_with_its_reason() {
    let world = World::new(&[("right", sum), ("same", sum)]);
    let outcome = world.hunt(grammar("INT(1,5,n) NEWLINE ASSERT(n > 7)"), Until::First, |_| {});
    let EndReason::NoInputs(words) = &outcome.ended else { panic!("{:?}", outcome.ended) };
    assert!(words.contains("ASSERT") || words.contains("n > 7"), "{words}");
}

#[test]
fn a_grammar_that_has_no_end_ends_with_the_hunt() {
    let world = World::new(&[("right", sum), ("same", sum)]);
    let endless = grammar("SET(x=1) WHILE(x>0) SET(x=x+1) END");
    let outcome = world.hunt(endless, Until::First, |hunt| hunt.bounds.time = Some(Duration::from_millis(50)));
    let EndReason::NoInputs(words) = &outcome.ended else { panic!("{:?}", outcome.ended) };
    assert_eq!(words, "none was made in time: the grammar has no end, or its smallest input is huge");
}

#[test]
fn inputs_that_are_given_are_tried_once_each() {
    let world = World::new(&[("right", sum), ("narrow", narrow)]);
    let given = |text: &str| Arc::from(text.as_bytes());
    let outcome = world.hunt(Source::Given(vec![given("1\n5\n"), given("2\n9 9\n")]), Until::First, |_| {});
    assert!(matches!(outcome.ended, EndReason::Exhausted), "{:?}", outcome.ended);
    assert!(matches!(outcome.suspects[0], Fate::Survived { inputs: 2 }));
    let outcome = world.hunt(Source::Given(vec![given("2\n30000 9000\n")]), Until::First, |_| {});
    let find = caught(&outcome, 0);
    assert_eq!((&find.input[..], find.steps), (&b"2\n30000 9000\n"[..], 0), "nothing says what is valid");
}

#[test]
fn a_brute_force_that_is_slow_is_no_find_and_is_spared_what_it_cannot_bear() {
    static SLOW: AtomicU32 = AtomicU32::new(0);
    let brute = |input: &[u8]| {
        if numbers(input)[0] > 8 {
            SLOW.fetch_add(1, Ordering::Relaxed);
            return Ran::Slow;
        }
        sum(input)
    };
    let world = World::new(&[("right", sum), ("brute", brute)]);
    let weak = |hunt: &mut lab::hunt::Hunt| {
        hunt.bounds.inputs = Some(4000);
        hunt.weak.insert(0);
    };
    let outcome = world.hunt(grammar(HEAPS), Until::All, weak);
    assert!(matches!(outcome.suspects[0], Fate::Survived { .. }), "{:?}", outcome.suspects[0]);
    assert!(SLOW.load(Ordering::Relaxed) < 100, "{SLOW:?}");
    // It must not be wrong, though.
    let outcome = World::new(&[("right", sum), ("narrow", narrow)]).hunt(grammar(HEAPS), Until::All, weak);
    assert_eq!(caught(&outcome, 0).verdict, Verdict::WrongAnswer);
}

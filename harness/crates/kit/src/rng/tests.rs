use super::*;
use std::collections::BTreeMap;

#[test]
fn the_sequence_is_the_one_of_the_published_algorithm() {
    // Vigna's splitmix64.c, seed 1234567.
    let mut rng = Rng::new(1_234_567);
    let numbers: Vec<u64> = (0..5).map(|_| rng.next()).collect();
    let expected: [u64; 5] = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    assert_eq!(numbers, expected);
}

#[test]
fn numbers_are_high_halves_of_products_or_remainders() {
    let bits = Rng::new(9).next();
    assert_eq!(Rng::new(9).below(1000), ((u128::from(bits) * 1000) >> 64) as i64);
    let mut by_remainder = Rng::new(9);
    by_remainder.by_remainder();
    assert_eq!(by_remainder.below(1000), (bits % 1000) as i64);
}

#[test]
fn a_span_is_reached_from_end_to_end_and_not_left() {
    for &(low, high) in &[(0, 0), (-3, 4), (i64::MAX - 2, i64::MAX), (i64::MIN, i64::MIN + 1)] {
        let mut rng = Rng::new(5);
        let numbers = rng.ints(400, low..=high);
        assert_eq!((numbers.iter().min(), numbers.iter().max()), (Some(&low), Some(&high)));
    }
    let wide = Rng::new(5).ints(400, ..);
    assert!(wide.iter().any(|&x| x < i64::MIN / 2) && wide.iter().any(|&x| x > i64::MAX / 2));
}

/// Checks that every outcome occurs, and none more than twice as often as another.
fn check_even<T: Ord>(outcomes: usize, mut draw: impl FnMut(&mut Rng) -> T) {
    let mut rng = Rng::new(11);
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    for _ in 0..outcomes * 500 {
        *counts.entry(draw(&mut rng)).or_default() += 1;
    }
    assert_eq!(counts.len(), outcomes);
    assert!(counts.values().max() < counts.values().min().map(|least| 2 * least).as_ref());
}

#[test]
fn all_orders_samples_and_partitions_are_equally_likely() {
    check_even(24, |rng| rng.permutation(4));
    check_even(10, |rng| rng.distinct(3, 11..=15));
    // 3 parts of at least 1 with sum 6: as many as ways to place 2 bars in 5 gaps.
    check_even(10, |rng| rng.partition(3, 6, 1));
    check_even(4, |rng| *rng.pick(&["a", "b", "c", "d"]));
    check_even(2, |rng| rng.chance(50));
}

#[test]
fn distinct_numbers_ascend_up_to_all_of_the_span() {
    assert_eq!(Rng::new(1).distinct(5, -2..=2), [-2, -1, 0, 1, 2]);
    assert_eq!(Rng::new(1).distinct(0, 1..1), []);
    let wide = Rng::new(1).distinct(1000, ..);
    assert!(wide.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn a_partition_has_its_sum_and_its_least_part() {
    for &(parts, sum, least) in &[(1, 7, 0), (5, 0, 0), (5, 5, 1), (100, 1_000_000_000_000, 3), (2, -3, -2)] {
        let list = Rng::new(8).partition(parts, sum, least);
        assert_eq!((list.len() as i64, list.iter().sum::<i64>()), (parts, sum));
        assert!(list.iter().all(|&part| part >= least));
    }
}

#[test]
fn numbers_with_a_xor_have_it_and_stay_in_the_span() {
    for seed in 0..100 {
        let numbers = Rng::new(seed).with_xor(4, 1..=12, 5).unwrap();
        assert_eq!((numbers.len(), numbers.iter().fold(0, |xor, x| xor ^ x)), (4, 5));
        assert!(numbers.iter().all(|x| (1..=12).contains(x)));
    }
    let complaint = Rng::new(1).with_xor(3, 0..=3, 4).unwrap_err();
    assert_eq!(complaint.to_string(), "found no 3 numbers of 0..=3 with xor 4");
}

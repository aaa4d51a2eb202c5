//! The worked cases, natively.

use crate::worked;

#[test]
fn every_value_of_every_vector_agrees() {
    let wrong = worked::wrong();
    assert!(
        wrong.is_empty(),
        "{} values off:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A line of JSON is the same question.
#[test]
fn the_batch_estimator_says_the_same() {
    assert_eq!(worked::differing_in_batch(), [""; 0]);
}

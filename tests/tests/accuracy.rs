//! Estimates against measurements: every row can be estimated, and bands hold
//! what they claim. That no figure gets worse is for `cargo xtask accuracy`.

#![cfg(not(target_arch = "wasm32"))]

use estimator::summary::{Ratio, Summary};
use rightsize_tests::accuracy::report::in_product;
use rightsize_tests::accuracy::residual::Quantity;
use rightsize_tests::accuracy::row;

#[test]
fn every_measured_row_is_mapped_and_estimated() {
    let (rows, problems) = row::read();
    assert_eq!(problems, [""; 0]);
    let judged = in_product(&rows);
    for quantity in Quantity::ALL {
        let measured = rows.iter().filter(|row| quantity.measured(row).is_some());
        let estimated = judged.iter().filter(|one| one.ratio(quantity).is_some());
        assert_eq!(estimated.count(), measured.count());
    }
}

/// A band that claims four in five holds between 75 and 90 in a hundred.
#[test]
fn bands_hold_what_they_claim() {
    let (rows, _) = row::read();
    let judged = in_product(&rows);
    for quantity in Quantity::ALL {
        let ratios: Vec<Ratio> = judged
            .iter()
            .filter_map(|one| one.ratio(quantity))
            .collect();
        let inside = Summary::of(&ratios).and_then(|summary| summary.inside);
        let inside = inside.unwrap_or(0.0);
        assert!((0.75..=0.90).contains(&inside), "{quantity:?}: {inside}");
    }
}

//! How figures of money are said to come about is how they do.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use estimator::money::explain::{Worked, explain};
use estimator::money::horizon::Way;
use estimator::money::question::Question as Asked;
use estimator::money::{Input, Report, report};
use estimator::serving::question::Question;
use estimator::serving::report::Sizing;
use estimator::serving::search::search;

fn answered(inputs: &[(Input, f64)]) -> (Report, Sizing) {
    let mut question = Question::default();
    question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let found = search(&scenario, &offers);
    let best = found.recommended().unwrap();
    let mut asked = Asked::default();
    for (input, value) in inputs {
        asked.typed.set(*input, Some(*value));
    }
    let offer = offers.get(best.offer).unwrap();
    let sizing = best.best.clone().unwrap();
    let lot = estimator::rental::Lot::of(&scenario, offer, &sizing);
    let terms = catalog::resolve_money(&asked, &question, &question.growth, offer, lot);
    let terms = terms.unwrap();
    (report(&scenario, offer, &sizing, &terms), sizing)
}

fn near(one: f64, other: f64) {
    assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");
}

/// The values of each formula give its figure, and the figure is the report's; also where
/// the hardware has been bought anew by the time it breaks even.
#[test]
fn formulas_give_the_figures_of_the_report() {
    let mut lives = 0;
    for inputs in [
        &[][..],
        &[(Input::Utilization, 0.4), (Input::Horizon, 5.0)],
        &[
            (Input::Years, 0.5),
            (Input::Residual, 0.9),
            (Input::Horizon, 5.0),
            (Input::Accelerator, 8_000.0),
        ],
    ] {
        let (report, sizing) = answered(inputs);
        let worked = explain(&report, &sizing);
        assert!(worked.len() >= 3, "{worked:?}");
        for one in worked {
            match one {
                Worked::OwnedHour {
                    year,
                    accelerators,
                    hours,
                    busy,
                    hour,
                } => {
                    near(
                        year.get() / (f64::from(accelerators) * hours * busy),
                        hour.get(),
                    );
                    assert_eq!(
                        Some(hour),
                        report.owned.as_ref().map(|owned| owned.expected.per_hour())
                    );
                }
                Worked::BreakEven {
                    basis,
                    hardware,
                    rent,
                    running,
                    month,
                } => {
                    near(hardware / (rent - running), month);
                    let even = report.horizon.break_even.first().unwrap();
                    assert_eq!((even.basis, even.month), (basis, Some(month)));
                    let owned = report.horizon.course(Way::Owned).unwrap().curve;
                    lives += u32::from(month > owned.life);
                }
                Worked::MillionTokens {
                    way,
                    hour,
                    output,
                    million,
                } => {
                    near(hour.get() / (output.get() * 3600.0) * 1e6, million.get());
                    let units = match way {
                        Way::Owned => report.owned_units,
                        _ => report.rented,
                    };
                    assert_eq!(units.unwrap().demanded.output, million);
                }
            }
        }
    }
    assert!(lives > 0, "no case in which hardware is bought twice");
}

/// A figure that the report does not have is not explained.
#[test]
fn nothing_is_explained_that_is_not_known() {
    let (mut report, sizing) = answered(&[]);
    report.owned = None;
    report.owned_units = None;
    report.horizon.break_even.clear();
    report.rents.clear();
    assert_eq!(explain(&report, &sizing), []);
}

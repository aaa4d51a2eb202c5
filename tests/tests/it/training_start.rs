//! The start of a training run beside its time, and the part of both that sellers bill.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use estimator::offer::{Billing, Offer, Price};
use estimator::quantity::{Seconds, UsdPerHour};
use estimator::training::estimate;
use estimator::training::layout::Layout;
use estimator::training::question::Question;
use estimator::training::report::Run;
use estimator::training::run::Terms;

const H100: &str = "nvidia-h100-sxm-80gb";

/// The default question's job over eight accelerators of a node that is sold at `prices`, and its
/// time once it has started.
fn run(prices: &[Price], tokens: f64, scratch: bool) -> (Run, Seconds) {
    let asked = catalog::resolve_training(&Question::default(), None);
    let (mut job, site, _, offers) = asked.unwrap();
    job.tokens = tokens;
    job.scratch = scratch;
    let offer = Offer {
        instances: prices.to_vec(),
        ..offers
            .into_iter()
            .find(|offer| offer.accelerator.id == H100)
            .unwrap()
    };
    let layout = Layout {
        accelerators: 8,
        ..Layout::SINGLE
    };
    let terms = Terms::new(&job, &site, &offer, 8);
    let found = estimate(&job, &site, &offer.accelerator, &layout);
    let step = found.speed.as_ref().unwrap().step.total;
    let time = terms.duration(&layout, step).wall;
    (terms.run(found).unwrap(), time)
}

fn price(usd: f64, billing: Billing) -> Price {
    let fleet = estimator::choice::Fleet::default();
    let known = catalog::instances(H100, &fleet).into_iter().next().unwrap();
    Price {
        per_accelerator: UsdPerHour::new(usd),
        instance_accelerators: 8,
        machine: None,
        billing,
        ..known
    }
}

fn billing(unit: f64, least: f64) -> Billing {
    Billing {
        unit: Seconds::new(unit),
        least: Seconds::new(least),
    }
}

/// By hand: 8.03e9 parameters of 2 bytes are 16.06 GB: 300 s of machine and image, 32.1 s at
/// 0.5 GB/s, 9 s of launch and 2.4 s at 6.6 GB/s. It stands beside the time of training, which
/// it does not change; a model from nothing fetches nothing.
#[test]
fn a_start_by_hand() {
    let exact = [price(2.0, Billing::default())];
    let (tuned, time) = run(&exact, 2e8, false);
    let start = tuned.start;
    assert!((start.machine.get() - 300.0).abs() < 1e-9);
    assert!((start.download.get() - 32.12).abs() < 0.01);
    assert!((start.loading.get() - 11.43).abs() < 0.01);
    assert!((tuned.wall - time - start.total()).get().abs() < 1e-6);
    let paid = 16.0 * tuned.wall.get() / 3600.0;
    assert!((tuned.cost.unwrap().get() - paid).abs() < 1e-6);
    let (grown, same) = run(&exact, 2e8, true);
    assert!((grown.start.total().get() - 309.0).abs() < 1e-9);
    assert_eq!(time, same);
}

/// Whole hours, and a least of a minute: 343.6 s of start and some minutes are one hour, or as
/// long as they are.
#[test]
fn what_is_begun_is_billed() {
    let hourly = billing(3600.0, 3600.0);
    let minute = billing(1.0, 60.0);
    for (billing, time, billed) in [
        (hourly, 67.0, 3600.0),
        (hourly, 3600.0, 3600.0),
        (hourly, 3601.0, 7200.0),
        (minute, 10.0, 60.0),
        (minute, 61.0, 61.0),
        (Billing::default(), 0.5, 0.5),
    ] {
        assert_eq!(billing.billed(Seconds::new(time)), Seconds::new(billed));
    }
    let (short, _) = run(&[price(2.0, hourly)], 1e6, false);
    assert!(short.wall.get() < 3600.0);
    assert!((short.cost.unwrap().get() - 16.0).abs() < 1e-9);
}

/// The cheapest for the time it takes is taken: by the second at 2.40 for some minutes, by the
/// hour at 2.00 for many hours.
#[test]
fn the_cheapest_bill_depends_on_the_time() {
    let sold = [
        price(2.0, billing(3600.0, 3600.0)),
        price(2.4, Billing::default()),
    ];
    assert_eq!(run(&sold, 1e6, false).0.price, Some(1));
    assert_eq!(run(&sold, 1e10, false).0.price, Some(0));
}

/// The catalogue knows who bills by the hour, and keeps the terms that others have beside that.
#[test]
fn sellers_bill_as_they_say() {
    let fleet = estimator::choice::Fleet::default();
    let ids = catalog::accelerators()
        .iter()
        .map(|one| &one.accelerator.id);
    let all: Vec<Price> = ids.flat_map(|id| catalog::instances(id, &fleet)).collect();
    let of = |seller: &str| {
        let mut known = all.iter();
        known.find(|price| price.seller == seller).unwrap().billing
    };
    assert_eq!(of("vultr"), billing(3600.0, 3600.0));
    assert_eq!(of("aws"), billing(1.0, 60.0));
    assert_eq!(of("runpod"), Billing::default());
}

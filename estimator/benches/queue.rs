//! How fast single requests are simulated: `cargo bench -p estimator --bench queue`. A
//! million steps of continuous batching a second are wanted of one core; the items are
//! steps. The confirmed answer is the search with its shortlist simulated.

#![allow(clippy::unwrap_used)] // A question of its own making.

use catalog::{accelerator, resolve};
use divan::Bencher;
use divan::counter::ItemsCount;
use estimator::parameters;
use estimator::placement::Placement;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::queue::replica::Arrivals;
use estimator::serving::replica::Replica;

fn main() {
    divan::main();
}

/// A 70B model on four H100s, at this share of the load they bear.
#[divan::bench(args = [0.3, 0.7, 0.95])]
fn steps(bencher: Bencher, load: f64) {
    let question = Question {
        traffic: Traffic::Rate(1.0),
        ..Question::default()
    };
    let (scenario, _) = resolve(&question).unwrap();
    let chip = &accelerator("nvidia-h100-sxm-80gb").unwrap().accelerator;
    let placement = Placement {
        tensor: 4,
        pipeline: 1,
        expert: 1,
        data: 1,
    };
    let counted = parameters::count(&scenario.model);
    let replica = Replica::new(&scenario, &counted, chip, placement).unwrap();
    let arrivals = Arrivals::Open {
        rate: load * replica.at(replica.capacity(), true).rate,
        variation: 1.0,
    };
    let run = || replica.simulate(&scenario.workload, arrivals, 2_000, 7);
    let counted = ItemsCount::new(run().steps);
    bencher.counter(counted).bench(run);
}

/// The page's whole answer.
#[divan::bench(args = [2.0, 20.0, 200.0])]
fn confirmed(bencher: Bencher, rate: f64) {
    let question = Question {
        traffic: Traffic::Rate(rate),
        ..Question::default()
    };
    let (scenario, offers) = resolve(&question).unwrap();
    bencher.bench(|| search_confirmed(divan::black_box(&scenario), &offers));
}

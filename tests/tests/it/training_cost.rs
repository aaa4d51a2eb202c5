//! The instances that a run pays for: whole ones, those whose bill is the least of those that hold
//! together the accelerators timed together; the same on the page about costs, and in files.

#![allow(clippy::unwrap_used)] // Questions of its own making.

use catalog::{instances, resolve_run, resolve_training};
use estimator::choice::{Fleet, PriceBasis};
use estimator::export::Format;
use estimator::listed::Listed;
use estimator::money::Input;
use estimator::money::question::Question as Money;
use estimator::money::run::run as in_money;
use estimator::offer::{Offer, Price};
use estimator::quantity::UsdPerHour;
use estimator::serving::scenario::Limits;
use estimator::training::export::{Document, write};
use estimator::training::finding::Finding;
use estimator::training::method::{Method, Stack};
use estimator::training::question::{Deadline, Question};
use estimator::training::report::{Report, Run};
use estimator::training::search::search;
use rightsize_tests::QLORA;

const H100: &str = "nvidia-h100-sxm-80gb";

/// A `QLoRA` of the default model on so many of one accelerator.
fn qlora(id: &str, count: u32) -> Question {
    let mut question = Question {
        stack: Stack::HuggingFace,
        deadline: Deadline::None,
        method: Method::Adapter(QLORA),
        ..Question::default()
    };
    question.fleet.accelerators = vec![id.to_owned()];
    question.fixed.accelerators = Some(count);
    question
}

fn answer(question: &Question) -> (Report, Vec<Offer>) {
    let (job, site, limits, offers) = resolve_training(question, None).unwrap();
    let report = search(&job, &site, &limits, &question.fixed, &offers);
    (report, offers)
}

fn hourly(run: &Run) -> f64 {
    run.cost.unwrap().get() / (run.billed.get() / 3600.0)
}

/// The bill of `count` accelerators in whole instances at `price`.
fn bill(count: u32, price: &Price) -> f64 {
    let instances = count.div_ceil(price.instance_accelerators);
    f64::from(instances * price.instance_accelerators) * price.per_accelerator.get()
}

/// A run on one accelerator is paid for in the instance of one where that bill is less than
/// that of eight, of which seven would stand idle; and nothing is said to be stranded.
#[test]
fn one_accelerator_is_paid_in_an_instance_of_one() {
    for id in [H100, "nvidia-a100-sxm-80gb"] {
        let (report, offers) = answer(&qlora(id, 1));
        let run = report.recommended().unwrap().best.as_ref().unwrap();
        let offer = offers.first().unwrap();
        let single = instances(id, &Fleet::default());
        let single = single
            .iter()
            .filter(|price| price.instance_accelerators == 1);
        let each = |price: &&Price| price.per_accelerator.get();
        let single = single.min_by(|a, b| each(a).total_cmp(&each(b)));
        assert_eq!(run.price(offer), single);
        assert_eq!(run.paid, 1);
        let each = single.unwrap().per_accelerator.get();
        assert!((hourly(run) / each - 1.0).abs() < 1e-9);
        let stranded = |finding: &Finding| matches!(finding, Finding::Stranded { .. });
        assert!(!report.findings.iter().any(stranded));
        println!("{id}: {:.2} an hour", hourly(run));
    }
}

/// Whatever is tried on whatever basis: no price that holds together the accelerators timed
/// together would make the bill less, and the instance that is paid holds it, where any does.
#[test]
fn no_other_instance_is_cheaper() {
    let mut joined = 0;
    for basis in PriceBasis::ALL {
        let mut question = Question::default();
        question.fleet.basis = *basis;
        let (report, offers) = answer(&question);
        for candidate in &report.candidates {
            let Some(offer) = offers.get(candidate.offer) else {
                panic!("an offer each");
            };
            let sold = instances(&offer.accelerator.id, &question.fleet);
            let Some(largest) = sold.iter().map(|price| price.instance_accelerators).max() else {
                assert!(candidate.scaling.iter().all(|run| run.cost.is_none()));
                continue;
            };
            for run in &candidate.scaling {
                let count = run.accelerators();
                let node = offer.accelerator.node_size.max(1);
                let together = count.min(node).min(largest);
                let suits = |price: &&Price| price.instance_accelerators >= together;
                let paid = run.price(offer).unwrap();
                let billed = paid.billing.billed(run.wall);
                assert_eq!(run.billed, billed);
                assert!((hourly(run) / bill(count, paid) - 1.0).abs() < 1e-9);
                let network = |price: &Price| price.machine.as_ref()?.network;
                // Small machines fetch weights more slowly, and are paid for longer.
                let alike = |price: &&Price| network(price) == network(paid);
                for price in sold.iter().filter(suits).filter(alike) {
                    let hours = price.billing.billed(run.wall).get() / 3600.0;
                    let other = bill(count, price) * hours;
                    let paid = run.cost.unwrap().get();
                    assert!(paid <= other * (1.0 + 1e-9), "{count} {price:?}");
                }
                assert!(paid.instance_accelerators >= together);
                assert!(run.paid >= count && run.paid.is_multiple_of(paid.instance_accelerators));
                let each = |price: &Price| price.per_accelerator.get();
                let by_one = sold
                    .iter()
                    .min_by(|a, b| each(a).total_cmp(&each(b)))
                    .unwrap();
                joined += u32::from(by_one.instance_accelerators < together);
            }
        }
    }
    // Runs whose cheapest accelerator comes without a fast link to the next.
    assert!(joined > 100, "{joined}");
}

/// The page about costs reckons a run as the training page does, on every basis; a user's
/// list stands for the catalogue on both, discounts taken off, and a price of one's own is of
/// the accelerator.
#[test]
fn the_page_about_costs_agrees() {
    let row = |count, usd| Listed {
        provider: "ACME".to_owned(),
        accelerator: H100.to_owned(),
        instance: format!("x{count}"),
        count,
        prices: [Some(UsdPerHour::new(usd)), None, None, None],
        ..Listed::default()
    };
    let mut listed = Fleet {
        listed: vec![row(8, 8.0), row(1, 1.5), row(2, 2.4)],
        ..Fleet::default()
    };
    listed.discounts = vec![("ACME".to_owned(), 0.5)];
    let mut own = Fleet::default();
    own.own_prices.insert(H100.to_owned(), UsdPerHour::new(3.0));
    for (fleet, node) in [
        (Fleet::default(), None),
        (Fleet::default(), Some(1)),
        (listed.clone(), None),
        (own.clone(), None),
    ] {
        for count in [1, 2, 3, 8, 12] {
            let mut question = qlora(H100, count);
            question.limits.max_per_node = node;
            question.fleet = Fleet {
                accelerators: question.fleet.accelerators,
                ..fleet.clone()
            };
            let (report, offers) = answer(&question);
            let run = report.recommended().unwrap().best.as_ref().unwrap();
            let mut asked = Money {
                run: Some(H100.to_owned()),
                ..Money::default()
            };
            let hours = run.wall.get() / 3600.0;
            asked
                .typed
                .set(Input::RunAccelerators, Some(f64::from(count)));
            asked.typed.set(Input::RunHours, Some(hours));
            let limits = Limits {
                max_per_node: node,
                ..Limits::default()
            };
            let terms = resolve_run(&asked, &question.fleet, &limits);
            let terms = terms.unwrap().unwrap();
            let money = in_money(&terms);
            let rented = money.rented.first().unwrap();
            assert_eq!(rented.basis, PriceBasis::OnDemand);
            assert_eq!(Some(&rented.price), run.price(offers.first().unwrap()));
            assert!((rented.cost.per_run.get() / run.cost.unwrap().get() - 1.0).abs() < 1e-9);
        }
    }
    let paid = |fleet: &Fleet, count: u32| {
        let mut question = qlora(H100, count);
        question.fleet.listed.clone_from(&fleet.listed);
        question.fleet.discounts.clone_from(&fleet.discounts);
        question.fleet.own_prices.clone_from(&fleet.own_prices);
        let (report, _) = answer(&question);
        hourly(report.recommended().unwrap().best.as_ref().unwrap())
    };
    assert!((paid(&listed, 1) - 0.75).abs() < 1e-9);
    assert!((paid(&listed, 2) - 1.2).abs() < 1e-9);
    assert!((paid(&listed, 4) - 4.0).abs() < 1e-9);
    assert!((paid(&own, 4) - 12.0).abs() < 1e-9);
}

/// A table names the price that was paid, not the one that is the cheapest each.
#[test]
fn exports_name_the_price_that_was_paid() {
    let mut question = qlora(H100, 1);
    // Whose eights are the cheapest each.
    question.fleet.providers = vec!["hyperstack".to_owned(), "nebius".to_owned()];
    let (job, site, limits, offers) = resolve_training(&question, None).unwrap();
    let report = search(&job, &site, &limits, &question.fixed, &offers);
    let document = Document {
        job: &job,
        site: &site,
        limits: &limits,
        fixed: &question.fixed,
        offers: &offers,
        report: &report,
        link: None,
        currency: None,
    };
    let offer = offers.first().unwrap();
    let run = report.recommended().unwrap().best.as_ref().unwrap();
    let paid = &run.price(offer).unwrap().label;
    let each = &offer.price.as_ref().unwrap().label;
    assert_ne!(paid, each);
    let table = write(Format::Csv, &document);
    assert!(table.contains(paid) && !table.contains(each), "{table}");
}

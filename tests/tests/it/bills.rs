//! Bills of whole answers, by hand: the machines that hold the replicas times what one of
//! them costs by the price record that the answer names.
//!
//! A refreshed price moves a bill and its day, and the literal amount is of the day beside
//! it; the counts and the arithmetic hold on any day. Where another offer has become the
//! cheapest, the row is to be worked out anew.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use crate::decision::resolved;
use catalog::PriceRecord;
use estimator::offer::Offer;
use estimator::placement::Placement;
use estimator::serving::confirm::search_confirmed;
use estimator::serving::link;
use estimator::serving::question::Question;
use estimator::serving::report::{Report, Sizing};
use estimator::serving::scenario::Scenario;
use estimator::serving::soundness::weighed;

/// Retrieval: 20 requests a second, whose long prompts share most of their tokens.
const RAG: &str = "rate=20&in=2940&out=283&prefix=0.6&ttft=2s&tpot=33.3ms";

/// What somebody is told to rent.
struct Bill {
    fragment: String,
    accelerator: &'static str,
    replicas: u32,
    placement: Placement,
    /// Seller, machine and region.
    price: &'static str,
    /// Machines, and accelerators of each.
    machines: (u32, u32),
    /// Accelerators among them that nothing runs on.
    stranded: u32,
    /// Dollars an hour by prices of this day.
    usd: (f64, &'static str),
}

const fn split(tensor: u32, pipeline: u32) -> Placement {
    Placement {
        tensor,
        pipeline,
        ..Placement::SINGLE
    }
}

fn bills() -> [Bill; 5] {
    [
        // 3 replicas for the load and 1 for the margin on 4 machines of 1, at 5.98 each:
        // 4 * 5.98 = 23.92 an hour.
        Bill {
            fragment: "v=2".to_owned(),
            accelerator: "nvidia-b200-sxm",
            replicas: 4,
            placement: split(1, 1),
            price: "RunPod, B200",
            machines: (4, 1),
            stranded: 0,
            usd: (23.92, "2026-03-10"),
        },
        // 1 replica on 1 machine of 1, at 5.98: 5.98 an hour.
        Bill {
            fragment: format!("v=2&model=openai/gpt-oss-120b&{RAG}"),
            accelerator: "nvidia-b200-sxm",
            replicas: 1,
            placement: split(1, 1),
            price: "RunPod, B200",
            machines: (1, 1),
            stranded: 0,
            usd: (5.98, "2026-03-10"),
        },
        // The same as it is released, 4 bits a weight, 1 replica on 1 machine of 1 at 5.98: the memory
        // it leaves free buys nothing, since one is the fewest that can be rented.
        Bill {
            fragment: released(),
            accelerator: "nvidia-b200-sxm",
            replicas: 1,
            placement: split(1, 1),
            price: "RunPod, B200",
            machines: (1, 1),
            stranded: 0,
            usd: (5.98, "2026-03-10"),
        },
        // 7 replicas * 4 * 2 = 56 = 7 machines of 8, at 28.00 a machine, 3.50 each:
        // 7 * 28.00 = 196.00 an hour.
        Bill {
            fragment: deepseek(),
            accelerator: "nvidia-h200-sxm-141gb",
            replicas: 7,
            placement: split(4, 2),
            price: "Nebius, gpu-h200-sxm_8gpu-128vcpu-1600gb, us-central1",
            machines: (7, 8),
            stranded: 0,
            usd: (196.0, "2026"),
        },
        // 2 replicas * 4 * 2 = 16 = 2 machines of 8, at 51.2073 a machine:
        // 2 * 51.2073 = 102.4146 an hour.
        Bill {
            fragment: europe(),
            accelerator: "nvidia-a100-sxm-80gb",
            replicas: 2,
            placement: split(4, 2),
            price: "AWS, p4de.24xlarge, eu-central-1",
            machines: (2, 8),
            stranded: 0,
            usd: (102.4146, "2025-04-04"),
        },
    ]
}

/// gpt-oss in the format that it is published in.
fn released() -> String {
    format!("v=2&model=openai/gpt-oss-120b&weights=mxfp4&{RAG}")
}

fn deepseek() -> String {
    format!("v=2&model=deepseek-ai/DeepSeek-V3.1&{RAG}&gpus=nvidia-h200-sxm-141gb")
}

fn europe() -> String {
    let chat = "users=100&in=1150&out=211&in95=4080&out95=451&bursts=1.08";
    format!("v=2&model=Qwen/Qwen3-32B&{chat}&sellers=aws&area=europe")
}

fn question(fragment: &str) -> Question {
    let (asked, notices) = link::read(fragment);
    assert_eq!(notices, [], "{fragment}");
    asked.question
}

fn answer(fragment: &str) -> (Scenario, Vec<Offer>, Report) {
    let (scenario, offers) = resolved(&question(fragment)).unwrap();
    let report = search_confirmed(&scenario, &offers);
    (scenario, offers, report)
}

fn recommended<'a>(offers: &'a [Offer], report: &'a Report) -> (&'a Offer, &'a Sizing) {
    let best = report.recommended().unwrap();
    (&offers[best.offer], best.best.as_ref().unwrap())
}

/// The record of the catalogue that a price is of.
fn record(accelerator: &str, label: &str) -> &'static PriceRecord {
    let is_it = |one: &&PriceRecord| one.accelerator == accelerator && one.label() == label;
    catalog::prices().iter().find(is_it).unwrap()
}

/// Dollars an hour of one accelerator by the record that a sizing's price is of, and its day.
fn sold(fragment: &str, offer: &Offer, sizing: &Sizing) -> (f64, &'static str) {
    let label = &sizing.price(offer).unwrap().label;
    let record = record(&offer.accelerator.id, label);
    let quote = record.quote(question(fragment).fleet.basis).unwrap();
    let one = quote.per_hour().get() / f64::from(record.count);
    (one, quote.as_of)
}

/// Who takes an answer to a seller pays what it says.
#[test]
fn bills_by_hand() {
    for wanted in bills() {
        let (_, offers, report) = answer(&wanted.fragment);
        let (offer, sizing) = recommended(&offers, &report);
        let (cost, price) = (sizing.cost.unwrap(), sizing.price(offer).unwrap());
        let fragment = &wanted.fragment;
        assert_eq!(offer.accelerator.id, wanted.accelerator, "{fragment}");
        assert_eq!(sizing.replicas, wanted.replicas, "{fragment}");
        assert_eq!(sizing.estimate.placement, wanted.placement, "{fragment}");
        assert_eq!(price.label, wanted.price, "{fragment}");
        let (machines, each) = wanted.machines;
        assert_eq!((cost.bill.instances, cost.bill.instance), (machines, each));
        assert_eq!(cost.bill.stranded, wanted.stranded, "{fragment}");
        let used = wanted.replicas * wanted.placement.accelerators();
        assert_eq!(used + wanted.stranded, machines * each, "{fragment}");

        let (one, read) = sold(fragment, offer, sizing);
        let usd = f64::from(machines * each) * one;
        assert!((cost.per_hour.get() / usd - 1.0).abs() < 1e-9, "{fragment}");
        assert_eq!(price.as_of, read, "{fragment}");
        let (literal, day) = wanted.usd;
        if read == day {
            let off = cost.per_hour.get() / literal - 1.0;
            assert!(off.abs() < 1e-9, "{fragment}: {}", cost.per_hour.get());
        }
    }
}

/// Weights as they are released, which the page takes with the model: gpt-oss in 4 bits. The bill
/// is of whole machines at the price of a record, and nothing that keeps the demands costs less,
/// weighed by its doubts.
#[test]
fn a_model_as_it_is_released() {
    let fragment = released();
    for fragment in [&fragment, &deepseek()] {
        let asked = question(fragment);
        let mut chosen = asked.clone();
        catalog::fit_weights(&mut chosen);
        assert_eq!(chosen.weights, asked.weights, "{fragment}");
    }
    let (scenario, offers, report) = answer(&fragment);
    let (offer, sizing) = recommended(&offers, &report);
    assert!(sizing.keeps());
    let (cost, price) = (sizing.cost.unwrap(), sizing.price(offer).unwrap());
    let paid = cost.bill.instances * cost.bill.instance;
    let used = sizing.replicas * sizing.estimate.placement.accelerators();
    assert_eq!(cost.bill.accelerators, paid);
    assert_eq!(used + cost.bill.stranded, paid);
    let (one, read) = sold(&fragment, offer, sizing);
    let usd = f64::from(paid) * one;
    assert!((cost.per_hour.get() / usd - 1.0).abs() < 1e-9, "{usd}");
    assert_eq!(price.as_of, read);
    let least = weighed(&scenario, offer, sizing).unwrap();
    for candidate in &report.candidates {
        let offer = &offers[candidate.offer];
        let all = candidate.best.iter().chain(&candidate.alternatives);
        for other in all.filter(|other| other.keeps()) {
            let weight = weighed(&scenario, offer, other).unwrap_or(f64::INFINITY);
            let id = &offer.accelerator.id;
            assert!(weight >= least * (1.0 - 1e-9), "{id}: {weight}, {least}");
        }
    }
}

/// Nothing in the table is cheaper as sold with as much headroom, evidence and chance; and
/// every row can be bought: no replica is spread over machines of one accelerator that are cut
/// from larger ones.
#[test]
fn every_row_can_be_bought_and_none_is_better() {
    for Bill { fragment, .. } in bills() {
        let (scenario, offers, report) = answer(&fragment);
        let (_, best) = recommended(&offers, &report);
        for candidate in report.candidates.iter().filter(|one| one.meets()) {
            let offer = &offers[candidate.offer];
            let sizing = candidate.best.as_ref().unwrap();
            let Some(price) = sizing.price(offer) else {
                continue;
            };
            let each = sizing.estimate.placement.accelerators();
            let node = scenario.limits.node(&offer.accelerator);
            assert!(price.holds(each, node), "{}", price.label);
            // What is built one to a machine is joined by its network.
            let joined = node == 1 && !fragment.contains("sellers=aws");
            let single = price.instance_accelerators == 1 && !joined;
            assert!(each == 1 || !single, "{fragment}: {}", price.label);
            let evidence = |one: &Sizing| {
                let speed = one.estimate.performance.as_ref();
                speed.map(|speed| speed.tpot.band.evidence)
            };
            let as_good = sizing.headroom >= best.headroom
                && sizing.chance >= best.chance
                && evidence(sizing) <= evidence(best);
            let (bill, least) = (sizing.cost.unwrap(), best.cost.unwrap());
            let cheaper = bill.per_hour.get() < least.per_hour.get() * (1.0 - 1e-9);
            assert!(!(cheaper && as_good), "{fragment}: {}", price.label);
        }
    }
}

/// Whatever is best costs no more than what is best of one way to split a replica.
#[test]
fn one_way_to_split_is_no_cheaper_than_any() {
    let bill = |split: &str| {
        let (_, offers, report) = answer(&format!("{}&parallel={split}", deepseek()));
        let (_, best) = recommended(&offers, &report);
        best.cost.unwrap().per_hour.get()
    };
    let any = bill("any");
    for split in ["tensor", "pipeline", "attention-data"] {
        assert!(any <= bill(split) * (1.0 + 1e-9), "{split}: {any}");
    }
}

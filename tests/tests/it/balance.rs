//! A node's needs beside its accelerators: laws, a machine worked by hand, and published starts of
//! servers.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use estimator::choice::ModelChoice;
use estimator::host::Host;
use estimator::offer::{Offer, Price};
use estimator::placement::Placement;
use estimator::precision::WeightFormat;
use estimator::quantity::{
    Bytes, BytesPerSecond, RequestsPerSecond, Seconds, TokensPerSecond, UsdPerHour,
};
use estimator::serving::balance::{Balance, Item, Resource, Standing, balance};
use estimator::serving::estimate::estimate;
use estimator::serving::finding::Finding;
use estimator::serving::question::{Question, Traffic};
use estimator::serving::replica::disaggregated::Pools;
use estimator::serving::report::Sizing;
use estimator::serving::scenario::Scenario;
use estimator::serving::search::search;
use estimator::workload::Load;
use rightsize_tests::{accelerator, tensor};

const LLAMA: &str = "meta-llama/Llama-3.3-70B-Instruct";
const LLAMA_8B: &str = "meta-llama/Llama-3.1-8B";
const DEEPSEEK: &str = "deepseek-ai/DeepSeek-V3";

fn scenario(model: &str, weights: WeightFormat, users: f64) -> Scenario {
    let question = Question {
        model: ModelChoice::Catalog(model.to_owned()),
        ..Question::default()
    };
    let mut scenario = catalog::resolve(&question).unwrap().0;
    scenario.weights = weights;
    scenario.released = Some(weights);
    scenario.workload.load = Load::Steady(users);
    scenario
}

fn offer(chip: &str) -> Offer {
    Offer {
        accelerator: accelerator(chip),
        price: None,
        instances: Vec::new(),
        hosts: catalog::hosts::hosts(chip, None),
    }
}

/// `replicas` of a placement, whether it fits or not.
fn sizing(scenario: &Scenario, offer: &Offer, placement: Placement, replicas: u32) -> Sizing {
    Sizing {
        replicas,
        spare_replicas: 0,
        extra_replicas: 0,
        margin_replicas: 0,
        estimate: estimate(scenario, &offer.accelerator, placement).unwrap(),
        max_concurrency: 1.0,
        headroom: 0.0,
        even_headroom: 0.0,
        goodput: None,
        chance: None,
        full_output: TokensPerSecond::new(1.0),
        cost: None,
        misses: Vec::new(),
        pools: None,
        simulated: None,
    }
}

fn item(balance: &Balance<'_>, resource: Resource) -> Item {
    let found = balance.items.iter().find(|item| item.resource == resource);
    *found.unwrap()
}

fn needed(balance: &Balance<'_>, resource: Resource) -> f64 {
    item(balance, resource).needed.get()
}

#[track_caller]
fn close(one: f64, other: f64, within: f64) {
    assert!((one / other - 1.0).abs() < within, "{one}, not {other}");
}

/// DGX H100, one replica of Llama-3.3-70B at fp8 over four of its eight accelerators.
/// By hand: 68.45e9 weights of the layers at 1 byte, twice 1.0507e9 of embedding and head
/// at 2, and 1.3e6 of norms make 72.66 GB. RAM 72.66 + 10 + 4 * 4.295 = 99.84 GB, which is
/// 92.98 GiB: 96 would do. Cores 1 + 1 + 4. Storage 2 * 72.66 + 28.6 = 173.9 GB: one drive
/// of 240. Loading 72.66 GB at the node's 6.6 GB/s (four ranks could take 7.6): 11.0 s,
/// starting and warming up 75.
#[test]
fn a_reference_machine_worked_by_hand() {
    let scenario = scenario(LLAMA, WeightFormat::Fp8, 8.0);
    let offer = offer("nvidia-h100-sxm-80gb");
    let sizing = sizing(&scenario, &offer, tensor(4), 1);
    let balance = balance(&scenario, &offer, &sizing);
    assert_eq!(balance.host.unwrap().label, "DGX H100");
    close(needed(&balance, Resource::HostRam), 99.84e9, 1e-3);
    let ram = item(&balance, Resource::HostRam);
    close(ram.suffices().get(), Bytes::gib(96.0).get(), 1e-9);
    close(needed(&balance, Resource::Cores), 6.0, 1e-9);
    close(needed(&balance, Resource::Pcie), 6.6e9 / 4.0, 1e-9);
    close(needed(&balance, Resource::Storage), 173.9e9, 1e-3);
    let drive = item(&balance, Resource::Storage).suffices();
    close(drive.get(), 240e9, 1e-9);
    close(balance.loading.get(), 11.0, 1e-2);
    close(balance.cold_start.get(), 11.0 + 75.0, 1e-2);
    assert!(!balance.from_network);
    assert_eq!(balance.shortfalls().count(), 0);
    for item in &balance.items {
        assert_eq!(item.standing(), Standing::Enough, "{item:?}");
    }
}

/// The same of a checkpoint at 2 bytes, made smaller as it is loaded: 2 * 70.55 GB are 141.1 GB,
/// twice of which and 28.6 are 310.8 GB, and which take 21.4 s.
#[test]
fn what_is_made_smaller_is_pulled_whole() {
    let mut scenario = scenario(LLAMA, WeightFormat::Fp8, 8.0);
    scenario.released = Some(WeightFormat::Bf16);
    let offer = offer("nvidia-h100-sxm-80gb");
    let sizing = sizing(&scenario, &offer, tensor(4), 1);
    let balance = balance(&scenario, &offer, &sizing);
    close(needed(&balance, Resource::Storage), 310.8e9, 1e-3);
    close(balance.loading.get(), 21.4, 1e-2);
}

/// Where the accelerator's memory is the host's, weights are held once: main memory is asked
/// for the rest alone, 10 GB and 4 GiB a rank.
#[test]
fn unified_memory_holds_weights_once() {
    let model = "meta-llama/Llama-3.1-8B";
    let scenario = scenario(model, WeightFormat::Fp8, 4.0);
    for chip in [
        "nvidia-gb10",
        "nvidia-jetson-agx-thor",
        "amd-mi300a",
        "apple-m3-ultra",
    ] {
        let offer = offer(chip);
        let sizing = sizing(&scenario, &offer, tensor(1), 1);
        let needed = needed(&balance(&scenario, &offer, &sizing), Resource::HostRam);
        close(needed, 10e9 + Bytes::gib(4.0).get(), 1e-9);
    }
    let offer = offer("nvidia-gh200-96gb");
    let sizing = sizing(&scenario, &offer, tensor(1), 1);
    assert!(needed(&balance(&scenario, &offer, &sizing), Resource::HostRam) > 20e9);
}

/// Exactly the need is enough; a millionth less is short, and the size named then is enough again.
#[test]
fn exactly_what_is_needed_is_enough() {
    let scenario = scenario(LLAMA, WeightFormat::Fp8, 8.0);
    let mut offer = offer("nvidia-l40s");
    let sizing = sizing(&scenario, &offer, tensor(4), 2);
    let wanted: Vec<Item> = balance(&scenario, &offer, &sizing).items;
    let at = |resource| {
        let found = wanted.iter().find(|item| item.resource == resource);
        found.unwrap().needed.get()
    };
    for (factor, standing) in [(1.0, Standing::Enough), (1.0 - 1e-6, Standing::Short)] {
        offer.hosts = vec![Host {
            label: "built to measure".to_owned(),
            reference: false,
            accelerators: 8,
            sockets: Some(2),
            cores: Some(at(Resource::Cores) * factor),
            memory: Some(Bytes::new(at(Resource::HostRam) * factor)),
            storage: Some(Bytes::new(at(Resource::Storage) * factor)),
            network: None,
        }];
        let balance = balance(&scenario, &offer, &sizing);
        for resource in [Resource::Cores, Resource::HostRam, Resource::Storage] {
            let item = item(&balance, resource);
            assert_eq!(item.standing(), standing, "{item:?}");
            assert!(item.suffices().get() >= item.needed.get(), "{item:?}");
        }
    }
}

/// A machine of which nothing is known is neither enough nor short, and its need is still said.
#[test]
fn what_is_not_known_is_not_judged() {
    let scenario = scenario(LLAMA_8B, WeightFormat::Bf16, 4.0);
    let mut offer = offer("nvidia-rtx-4090");
    offer.hosts.clear();
    let sizing = sizing(&scenario, &offer, Placement::SINGLE, 1);
    let balance = balance(&scenario, &offer, &sizing);
    assert!(balance.host.is_none() && balance.network_loading.is_none());
    for resource in [Resource::HostRam, Resource::Cores, Resource::Storage] {
        let item = item(&balance, resource);
        assert_eq!(item.standing(), Standing::Unknown);
        assert!(item.needed.get() > 0.0);
    }
}

/// More accelerators on a node, by larger replicas or by more of them, never need less
/// memory or fewer cores.
#[test]
fn more_accelerators_never_need_less() {
    let scenario = scenario(LLAMA, WeightFormat::Fp8, 8.0);
    for chip in ["nvidia-h100-sxm-80gb", "nvidia-l40s"] {
        let offer = offer(chip);
        let at = |ranks, replicas| {
            let sizing = sizing(&scenario, &offer, tensor(ranks), replicas);
            let balance = balance(&scenario, &offer, &sizing);
            [Resource::HostRam, Resource::Cores].map(|resource| needed(&balance, resource))
        };
        let rows = [at(1, 1), at(2, 1), at(2, 2), at(4, 1), at(4, 2), at(8, 1)];
        for pair in [(0, 1), (1, 2), (1, 3), (3, 4), (3, 5)] {
            for (less, more) in rows[pair.0].iter().zip(rows[pair.1]) {
                assert!(*less <= more, "{chip}: {pair:?} {less} {more}");
            }
        }
    }
}

/// Wider weights never load faster, nor fit in less memory or storage; the part of its cache that
/// a replica keeps in main memory is added for each replica.
#[test]
fn wider_weights_and_offloaded_caches_cost() {
    let offer = offer("nvidia-h200-sxm-141gb");
    let rows = [WeightFormat::Nvfp4, WeightFormat::Fp8, WeightFormat::Bf16].map(|weights| {
        let scenario = scenario(LLAMA, weights, 8.0);
        let sizing = sizing(&scenario, &offer, tensor(2), 3);
        let plain = balance(&scenario, &offer, &sizing);
        let mut restoring = scenario.clone();
        restoring.serving.restored = 0.5;
        restoring.serving.kept = Seconds::new(60.0);
        let more = balance(&restoring, &offer, &sizing);
        let added = needed(&more, Resource::HostRam) - needed(&plain, Resource::HostRam);
        // Three replicas of two ranks, prompts of 2,000 tokens, a minute of them.
        let requests = sizing.estimate.performance.as_ref().unwrap().requests;
        let kept = requests.get() * 60.0 * 2000.0 * sizing.estimate.memory.kv_per_token.get();
        close(added, 6.0 * kept, 1e-9);
        [
            needed(&plain, Resource::HostRam),
            needed(&plain, Resource::Storage),
            plain.loading.get(),
            plain.cold_start.get(),
        ]
    });
    for pair in rows.windows(2) {
        for (narrow, wide) in pair[0].iter().zip(pair[1]) {
            assert!(*narrow < wide);
        }
    }
}

/// Replicas joined by NVLink have no shortfall of PCI Express or sockets, and those that
/// stay on a node need no network, whatever the load; joined by PCI Express alone, eight
/// ranks over two sockets of four have both, with the share of the step that is lost.
#[test]
fn only_replicas_without_a_fast_link_wait_for_pcie() {
    for users in [1.0, 16.0, 64.0] {
        let scenario = scenario(LLAMA, WeightFormat::Fp8, users);
        let fast = offer("nvidia-h100-sxm-80gb");
        let fast_sizing = sizing(&scenario, &fast, tensor(8), 1);
        let nvlink = balance(&scenario, &fast, &fast_sizing);
        assert!(nvlink.link_share == 0.0 && nvlink.shortfalls().count() == 0);
        assert!(needed(&nvlink, Resource::Network) == 0.0);
        let slow = offer("nvidia-l40s");
        let slow_sizing = sizing(&scenario, &slow, tensor(8), 1);
        let pcie = balance(&scenario, &slow, &slow_sizing);
        for resource in [Resource::Pcie, Resource::Numa] {
            let item = item(&pcie, resource);
            assert_eq!(item.standing(), Standing::Short, "{item:?}");
            assert!(item.suffices().get() >= item.needed.get());
        }
        assert!((0.3..1.0).contains(&pcie.link_share), "{}", pcie.link_share);
        assert!(needed(&pcie, Resource::Network) == 0.0);
    }
}

/// A pipeline across nodes needs a network, no more than the ports of a reference machine
/// carry; with a millionth less than it needs it is short.
#[test]
fn pipelines_across_nodes_need_a_network() {
    let scenario = scenario(DEEPSEEK, WeightFormat::Fp8Block, 64.0);
    let mut offer = offer("nvidia-h100-sxm-80gb");
    let placement = Placement {
        pipeline: 2,
        ..tensor(8)
    };
    let sizing = sizing(&scenario, &offer, placement, 1);
    let at = |offer: &Offer| item(&balance(&scenario, offer, &sizing), Resource::Network);
    let roomy = at(&offer);
    assert!(roomy.needed.get() > 0.0);
    assert_eq!(roomy.standing(), Standing::Enough);
    for host in &mut offer.hosts {
        host.network = Some(BytesPerSecond::new(roomy.needed.get() * (1.0 - 1e-6)));
    }
    assert_eq!(at(&offer).standing(), Standing::Short);
}

/// Prefill and decode apart, ten requests a second that move 655.36 MB each: 6.55 GB/s
/// through the one prefill replica, whatever else stands on its node; a quarter of that
/// where two of eight stand on a node; nothing where the whole fleet stands on one.
#[test]
fn keys_and_values_sent_are_bytes_times_requests() {
    let scenario = scenario(LLAMA, WeightFormat::Fp8, 8.0);
    let offer = offer("nvidia-h100-sxm-80gb");
    for (prefill, decode, wanted) in [(1, 7, 6.5536e9), (8, 8, 6.5536e9 / 4.0), (1, 1, 0.0)] {
        let mut sizing = sizing(&scenario, &offer, tensor(4), prefill + decode);
        sizing.pools = Some(Pools {
            prefill,
            decode,
            rate: RequestsPerSecond::new(10.0),
            prefill_most: RequestsPerSecond::new(20.0),
            decode_most: RequestsPerSecond::new(20.0),
            transfer: Seconds::millis(10.0),
            moved: Bytes::new(327_680.0 * 2000.0),
        });
        let balance = balance(&scenario, &offer, &sizing);
        let got = needed(&balance, Resource::Network);
        assert!((got - wanted).abs() <= 1e-9 * wanted, "{got}, not {wanted}");
    }
}

/// Copies of the attention each keep their own requests: main memory for restored prompts
/// does not grow with them, and window layers keep no more than their window.
#[test]
fn main_memory_keeps_each_prompt_once() {
    let offer = offer("nvidia-h200-sxm-141gb");
    let mut scenario = scenario(DEEPSEEK, WeightFormat::Fp8Block, 32.0);
    scenario.serving.restored = 0.5;
    let kept = |placement| {
        let sizing = sizing(&scenario, &offer, placement, 1);
        let requests = sizing.estimate.performance.as_ref().unwrap().requests;
        let mut without = scenario.clone();
        without.serving.restored = 0.0;
        let with = needed(&balance(&scenario, &offer, &sizing), Resource::HostRam);
        let plain = needed(&balance(&without, &offer, &sizing), Resource::HostRam);
        (with - plain) / requests.get()
    };
    let copied = Placement {
        tensor: 1,
        expert: 8,
        data: 8,
        pipeline: 1,
    };
    // Every rank of one copy holds a latent cache whole.
    close(kept(copied), kept(tensor(8)) / 8.0, 1e-9);
}

/// Racks join machines by NVLink: a replica over sixteen of a GB200 rack stands on trays of
/// four, each of which needs memory for its share alone, and no network.
#[test]
fn racks_are_made_of_machines() {
    let scenario = scenario(DEEPSEEK, WeightFormat::Fp8Block, 16.0);
    let mut offer = offer("nvidia-gb200");
    let azure = ("azure", "Standard_ND128isr_NDR_GB200_v6");
    offer.hosts = catalog::hosts::hosts("nvidia-gb200", Some(azure));
    let sizing = sizing(&scenario, &offer, tensor(16), 1);
    let balance = balance(&scenario, &offer, &sizing);
    assert_eq!(balance.host.unwrap().accelerators, 4);
    close(needed(&balance, Resource::Cores), 6.0, 1e-9);
    assert!(needed(&balance, Resource::HostRam) < 671e9 / 4.0 + 50e9);
    assert!(needed(&balance, Resource::Network) == 0.0);
}

/// Published starts, from local storage to the first answer: Olmo-3-7B 16.4 s of weights
/// and 95.0 s of warm-up on one GPU with nothing cached; Llama-3.1-8B at 16 bits some 44 s
/// in all with a compile cache; Qwen2.5-72B at 16 bits, weights alone, 22.4 s on four H100
/// (vllm-project/vllm#52462). Each is met within a factor of 2.
#[test]
fn published_starts_are_met_within_a_factor_of_two() {
    let h100 = offer("nvidia-h100-sxm-80gb");
    let start = |model: &str, ranks| {
        let scenario = scenario(model, WeightFormat::Bf16, 1.0);
        let sizing = sizing(&scenario, &h100, tensor(ranks), 1);
        let balance = balance(&scenario, &h100, &sizing);
        (balance.loading.get(), balance.cold_start.get())
    };
    let (_, olmo) = start("allenai/Olmo-3-7B", 1);
    let (_, llama) = start(LLAMA_8B, 1);
    let (qwen, _) = start("Qwen/Qwen2.5-72B", 4);
    for (estimated, measured) in [(olmo, 16.4 + 95.0), (llama, 44.0), (qwen, 22.4)] {
        let ratio: f64 = estimated / measured;
        assert!((0.5..2.0).contains(&ratio), "{estimated} for {measured}");
    }
}

/// A machine without room for the weights reads them over its network, no faster than that.
#[test]
fn without_local_storage_the_weights_come_over_the_network() {
    let scenario = scenario(LLAMA_8B, WeightFormat::Bf16, 1.0);
    let mut offer = offer("nvidia-l4");
    offer.hosts = catalog::hosts::hosts("nvidia-l4", Some(("aws", "g6.xlarge")));
    let sizing = sizing(&scenario, &offer, Placement::SINGLE, 1);
    let local = balance(&scenario, &offer, &sizing).cold_start;
    for host in &mut offer.hosts {
        host.storage = Some(Bytes::ZERO);
    }
    let remote = balance(&scenario, &offer, &sizing);
    assert!(remote.from_network && remote.cold_start > local);
    assert_eq!(Some(remote.loading), remote.network_loading);
    // 16.06 GB at 2.5 Gbit/s.
    close(remote.loading.get(), 16.06 / 0.3125, 1e-3);
}

/// The recommendation's shortfalls are findings, with a sufficient size: 16.06 GB of weights, 10
/// for the system and 4 GiB for the rank are 28.3 GiB; 16 are there.
#[test]
fn shortfalls_are_findings() {
    let mut scenario = scenario(LLAMA_8B, WeightFormat::Bf16, 4.0);
    scenario.limits.max_per_replica = 1;
    scenario.sla.tpot = None;
    scenario.sla.ttft = None;
    let mut offer = offer("nvidia-a10g");
    offer.hosts = catalog::hosts::hosts("nvidia-a10g", Some(("aws", "g5.xlarge")));
    let report = search(&scenario, &[offer]);
    let found = report.findings.iter().find_map(|finding| match finding {
        Finding::HostShort {
            resource: Resource::HostRam,
            available,
            suffices,
            ..
        } => Some((available.get(), suffices.get())),
        _ => None,
    });
    let gib = |value: f64| Bytes::gib(value).get();
    assert_eq!(found, Some((gib(16.0), gib(32.0))));
}

/// Whatever is chosen, every figure is a number, every size named is enough, and a start
/// takes at least as long as its loading.
#[test]
fn every_figure_is_a_number() {
    let mut seen = 0;
    for model in [LLAMA, LLAMA_8B, DEEPSEEK, "Qwen/Qwen3-0.6B"] {
        let question = Question {
            model: ModelChoice::Catalog(model.to_owned()),
            ..Question::default()
        };
        let (scenario, offers) = catalog::resolve(&question).unwrap();
        let report = search(&scenario, &offers);
        for candidate in &report.candidates {
            let Some(sizing) = &candidate.best else {
                continue;
            };
            let offer = offers.get(candidate.offer).unwrap();
            let balance = balance(&scenario, offer, sizing);
            assert_eq!(balance.items.len(), 6);
            for item in &balance.items {
                let (needed, enough) = (item.needed.get(), item.suffices().get());
                assert!(needed.is_finite() && needed >= 0.0, "{item:?}");
                assert!(enough >= needed * (1.0 - 1e-5), "{item:?}");
            }
            assert!((0.0..=1.0).contains(&balance.link_share));
            assert!(balance.loading.is_valid() && balance.cold_start >= balance.loading);
            seen += 1;
        }
    }
    assert!(seen > 150, "{seen}");
}

/// The machine on the bill is checked, not the cheapest an accelerator: of two sellers, one has
/// eight at 2.40 each in 2 TB, the other one at 2.95 in 16 GiB, and one is needed. Where nothing
/// is known of that machine, a reference system is, not the other seller's.
#[test]
fn the_machine_of_the_bill_is_checked() {
    let mut question = Question {
        model: ModelChoice::Catalog(LLAMA_8B.to_owned()),
        traffic: Traffic::Users(1.0),
        ..Question::default()
    };
    question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
    let (scenario, mut offers) = catalog::resolve(&question).unwrap();
    let machine = |label: &str, accelerators, memory| Host {
        label: label.to_owned(),
        reference: false,
        accelerators,
        sockets: Some(1),
        cores: Some(16.0),
        memory: Some(Bytes::gib(memory)),
        storage: Some(Bytes::gb(1000.0)),
        network: None,
    };
    let price = |count, usd, machine| Price {
        per_accelerator: UsdPerHour::new(usd),
        instance_accelerators: count,
        machine,
        ..offers[0].price.clone().unwrap()
    };
    let (eight, one) = (machine("eight", 8, 2000.0), machine("one", 1, 16.0));
    let sold = |one| vec![price(8, 2.4, Some(eight.clone())), price(1, 2.95, one)];
    let (known, unknown) = (sold(Some(one)), sold(None));
    offers[0].hosts.insert(0, eight.clone());
    let mut checked = |instances| {
        offers[0].instances = instances;
        let report = search(&scenario, &offers);
        let sizing = report.recommended().unwrap().best.as_ref().unwrap();
        assert!((sizing.cost.unwrap().per_hour.get() - 2.95).abs() < 1e-9);
        let balance = balance(&scenario, &offers[0], sizing);
        let ram = item(&balance, Resource::HostRam).standing();
        (balance.host.unwrap().label.clone(), ram)
    };
    assert_eq!(checked(known), ("one".to_owned(), Standing::Short));
    assert_eq!(checked(unknown), ("DGX H100".to_owned(), Standing::Enough));
}

/// Over the catalogue: every machine that is checked stands on the bill by its name, has as
/// many accelerators as an instance of the bill, or is a reference system's.
#[test]
fn machines_of_the_catalogue_are_those_of_the_bill() {
    let mut named = 0;
    for (model, users) in [
        (LLAMA_8B, 1.0),
        (LLAMA_8B, 300.0),
        (LLAMA, 20.0),
        (DEEPSEEK, 50.0),
    ] {
        let question = Question {
            model: ModelChoice::Catalog(model.to_owned()),
            traffic: Traffic::Users(users),
            ..Question::default()
        };
        let (scenario, offers) = catalog::resolve(&question).unwrap();
        let report = search(&scenario, &offers);
        for candidate in &report.candidates {
            let offer = &offers[candidate.offer];
            let Some(sizing) = &candidate.best else {
                continue;
            };
            let (Some(host), Some(price)) =
                (balance(&scenario, offer, sizing).host, sizing.price(offer))
            else {
                continue;
            };
            let is_named = price.label.contains(&host.label);
            let counted = host.accelerators == price.instance_accelerators;
            assert!(
                host.reference || (is_named || counted),
                "{host:?} {price:?}"
            );
            named += usize::from(is_named);
        }
    }
    assert!(named > 20, "{named}");
}

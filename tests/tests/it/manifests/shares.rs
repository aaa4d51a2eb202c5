//! Manifests of fleets under every choice of what is installed: a second reader finds every document,
//! what one names is in another, and each number of the packing changes what is written.

use super::fleet::{choices, packed};
use super::read::{documents, of_kind, text};
use super::rules;
use estimator::fleet::Mode;
use estimator::fleet::asked::{Hardware, Question};
use estimator::fleet::question::{Isolation, Modes};
use estimator::kubernetes::manifest::{
    Autoscaler, Devices, Finding, Fixed, FleetChoices, FleetSet, Left, Packed, write_fleet,
};
use estimator::quantity::Bytes;
use estimator::serving::question::Traffic;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A fleet shared by one mode beside whole GPUs, its loads so many times the fresh page's.
fn fleet(mode: Mode, times: f64) -> Question {
    let mut question = Question {
        modes: Modes::of(&[Mode::Exclusive, mode]),
        ..Question::default()
    };
    for workload in &mut question.workloads {
        workload.isolation = Isolation::None;
        if let Traffic::Rate(rate) = &mut workload.serving.traffic {
            *rate *= times;
        }
    }
    question
}

/// Every choice.
fn every() -> Vec<FleetChoices> {
    let mut all = Vec::new();
    for devices in [Devices::Plugin, Devices::Claim] {
        for autoscaler in [Autoscaler::None, Autoscaler::Hpa, Autoscaler::Keda] {
            for (kueue, karpenter) in [(false, false), (true, false), (false, true), (true, true)] {
                all.push(FleetChoices {
                    devices,
                    autoscaler,
                    karpenter,
                    cohort: kueue.then(|| "gpus".to_owned()),
                    ..choices()
                });
            }
        }
    }
    all
}

/// The documents as a second reader finds them, each of which the others know.
fn read(set: &FleetSet) -> Vec<serde_json::Value> {
    let all = documents(&set.set.files);
    let wrong = rules::problems(&all);
    assert!(wrong.is_empty(), "{wrong:#?}");
    all
}

/// Quotas hold the peak of what pods ask for, and lend no more than they have.
fn quotas_hold(all: &[serde_json::Value]) {
    let devices = |resource: &str| resource.starts_with("nvidia.com/");
    let asked: i64 = of_kind(all, "Deployment")
        .iter()
        .map(|one| {
            let limits = &one["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"];
            let each = limits.as_object().unwrap().iter();
            let each: i64 = each
                .filter(|(name, _)| devices(name))
                .map(|(_, count)| count.as_i64().unwrap())
                .sum();
            let name = text(one, "/metadata/name");
            let scaler = ["HorizontalPodAutoscaler", "ScaledObject"];
            let scaler = all.iter().find(|it| {
                scaler.contains(&text(it, "/kind")) && text(it, "/spec/scaleTargetRef/name") == name
            });
            let peak = match scaler {
                None => one["spec"]["replicas"].as_i64().unwrap(),
                Some(it) => {
                    assert!(
                        one["spec"].get("replicas").is_none(),
                        "{name} has two owners"
                    );
                    let spec = &it["spec"];
                    let bounds = |low: &str, high: &str| {
                        (spec[low].as_i64().unwrap(), spec[high].as_i64().unwrap())
                    };
                    let (low, high) = if spec.get("maxReplicas").is_some() {
                        bounds("minReplicas", "maxReplicas")
                    } else {
                        bounds("minReplicaCount", "maxReplicaCount")
                    };
                    assert!(low < high, "{name} {low} {high}");
                    high
                }
            };
            peak * each
        })
        .sum();
    let mut given = 0;
    for queue in of_kind(all, "ClusterQueue") {
        for flavor in queue["spec"]["resourceGroups"][0]["flavors"]
            .as_array()
            .unwrap()
        {
            for resource in flavor["resources"].as_array().unwrap() {
                let number = |name: &str| -> i64 {
                    text(resource, name).trim_end_matches("Gi").parse().unwrap()
                };
                let nominal = number("/nominalQuota");
                assert!(number("/lendingLimit") <= nominal);
                if devices(text(resource, "/name")) {
                    given += nominal;
                }
            }
        }
    }
    assert_eq!(given, asked);
}

/// Under every choice: documents read back, links hold, the same twice, and what was chosen is there
/// or said.
fn hold(packed: &Packed) {
    for asked in every() {
        let set = write_fleet(packed, &asked).unwrap();
        assert_eq!(write_fleet(packed, &asked).unwrap(), set);
        assert!(set.set.files.is_sorted_by_key(|file| &file.name));
        let all = read(&set);
        if all.is_empty() {
            assert!(!set.left.is_empty());
            continue;
        }
        let by_plugin = asked.devices == Devices::Plugin;
        if asked.cohort.is_some() && by_plugin {
            quotas_hold(&all);
        }
        assert_eq!(
            asked.cohort.is_some(),
            !of_kind(&all, "ClusterQueue").is_empty()
        );
        let unequal = set.left.iter().any(|(why, _)| *why == Left::UnequalParts);
        assert!(by_plugin || !unequal);
        let names: BTreeSet<&str> = of_kind(&all, "Service")
            .iter()
            .map(|one| text(one, "/metadata/name"))
            .collect();
        let scalers =
            of_kind(&all, "HorizontalPodAutoscaler").len() + of_kind(&all, "ScaledObject").len();
        let fixed: BTreeSet<usize> = set
            .fixed
            .iter()
            .flat_map(|(_, places)| places.clone())
            .collect();
        if asked.autoscaler == Autoscaler::None {
            assert_eq!((scalers, fixed.len()), (0, 0));
        } else {
            // Each workload follows its day, or it is said why not.
            assert_eq!(scalers + fixed.len(), names.len(), "{:?}", set.fixed);
        }
        let pools = of_kind(&all, "NodePool");
        let rented = packed.report.boards.iter().any(|board| !board.own)
            || !packed.report.spanning.is_empty();
        assert_eq!(!pools.is_empty(), asked.karpenter && rented);
        let own = packed.report.boards.iter().any(|board| board.own);
        let said = set.set.findings.contains(&Finding::OwnMachines);
        assert_eq!(said, asked.karpenter && own);
        for pool in &pools {
            let standing = pool["spec"].get("replicas").is_some();
            assert_eq!(standing, pool["spec"].get("limits").is_none());
            assert!(by_plugin || standing || text(pool, "/metadata/name").ends_with("-gpu"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Drawn fleets under every choice.
    #[test]
    fn any_fleet_is_written_under_every_choice(
        mode in prop::sample::select(vec![Mode::Exclusive, Mode::Mig, Mode::Mps, Mode::TimeSlicing]),
        times in prop::sample::select(vec![0.5, 1.0, 3.0, 40.0]),
        own in prop::option::weighted(0.25, 4_u32..12),
        left_out in 0_usize..9,
    ) {
        let mut question = fleet(mode, times);
        question.workloads.remove(left_out);
        if let Some(count) = own {
            question.hardware = Hardware::Owned(vec![("nvidia-h100-sxm-80gb".to_owned(), count)]);
        }
        hold(&packed(&question));
    }
}

/// The fresh page's fleet, and one whose days need fewer replicas at night.
#[test]
fn usual_fleets_are_written_under_every_choice() {
    hold(&packed(&Question::default()));
    let busy = packed(&fleet(Mode::Exclusive, 40.0));
    hold(&busy);
    let keda = FleetChoices {
        autoscaler: Autoscaler::Keda,
        ..choices()
    };
    let set = write_fleet(&busy, &keda).unwrap();
    assert!(
        of_kind(&read(&set), "ScaledObject").len() > 2,
        "{:?}",
        set.fixed
    );
    assert!(set.fixed.iter().all(|(why, _)| *why == Fixed::Even));
}

/// A GPU that several share by claim: one claim, which a Deployment of each of them names, with the
/// memory that they hold together.
#[test]
fn neighbours_meet_on_one_claim() {
    let packed = packed(&fleet(Mode::Mps, 1.0));
    let claimed = FleetChoices {
        devices: Devices::Claim,
        ..choices()
    };
    let all = read(&write_fleet(&packed, &claimed).unwrap());
    let mut met = 0;
    for (at, board) in packed.report.boards.iter().enumerate() {
        if board.members.len() < 2 {
            continue;
        }
        let name = format!("fleet-gpu-{}", at + 1);
        let claims = of_kind(&all, "ResourceClaim");
        let claim = claims
            .iter()
            .find(|one| text(one, "/metadata/name") == name)
            .unwrap();
        let request = &claim["spec"]["devices"]["requests"][0]["exactly"];
        let held = board
            .members
            .iter()
            .fold(Bytes::ZERO, |sum, member| sum + member.memory);
        let shown = board.memory.get() * 0.98;
        let mib = (held.get().min(shown) / 1_048_576.0).ceil();
        let selector = text(request, "/selectors/0/cel/expression");
        assert!(
            selector.contains(&format!("quantity('{mib}Mi')")),
            "{selector} {mib}"
        );
        let config = &claim["spec"]["devices"]["config"][0]["opaque"]["parameters"]["sharing"];
        assert_eq!(config["strategy"], "MPS");
        let most = board
            .members
            .iter()
            .map(|member| member.memory.get())
            .fold(0.0, f64::max);
        // The largest has its part of what nobody holds, too.
        let limit = text(config, "/mpsConfig/defaultPinnedDeviceMemoryLimit");
        let limit: f64 = limit.trim_end_matches("Mi").parse().unwrap();
        let free = (shown - held.get()).max(0.0) / board.members.len() as f64;
        let wanted = ((most + free) / 1_048_576.0).ceil();
        assert!((limit - wanted).abs() <= 1.0, "{limit} {wanted}");
        let pods: i64 = of_kind(&all, "Deployment")
            .iter()
            .filter(|one| {
                one["spec"]["template"]["spec"]["resourceClaims"][0]["resourceClaimName"]
                    == name.as_str()
            })
            .map(|one| one["spec"]["replicas"].as_i64().unwrap())
            .sum();
        assert_eq!(pods, i64::try_from(board.members.len()).unwrap());
        met += 1;
    }
    assert!(met > 0);
}

/// A slice is asked for by its profile, as the packing cut it: by memory alone a small model takes
/// the slice that a large one waits for. The layout's nodes have no card in place of one.
#[test]
fn a_slice_is_claimed_by_its_profile() {
    let packed = packed(&fleet(Mode::Mig, 1.0));
    let claimed = FleetChoices {
        devices: Devices::Claim,
        ..choices()
    };
    let all = read(&write_fleet(&packed, &claimed).unwrap());
    let mut slices = 0;
    let mut profiles = BTreeSet::new();
    for template in of_kind(&all, "ResourceClaimTemplate") {
        let request = &template["spec"]["spec"]["devices"]["requests"][0];
        assert!(request.get("firstAvailable").is_none(), "{request}");
        let one = &request["exactly"];
        if one["deviceClassName"] != "mig.nvidia.com" {
            continue;
        }
        let expression = text(one, "/selectors/0/cel/expression");
        let (_, profile) = expression.split_once(".profile == '").unwrap();
        profiles.insert(profile.trim_end_matches('\'').to_owned());
        slices += 1;
    }
    let cut = packed
        .report
        .boards
        .iter()
        .filter(|board| board.mode == Mode::Mig);
    let members = cut.flat_map(|board| &board.members);
    let made: BTreeSet<String> = members.map(|member| member.profile.clone()).collect();
    assert!(slices > 0 && profiles == made, "{profiles:?} {made:?}");
    let pinned = of_kind(&all, "Deployment").into_iter().filter(|one| {
        let nodes = &one["spec"]["template"]["spec"]["nodeSelector"];
        nodes.get("nvidia.com/mig.config").is_some()
    });
    assert_eq!(pinned.count(), slices);
    let plugin = all
        .iter()
        .any(|one| text(one, "/metadata/name") == "fleet-device-plugin");
    assert!(!plugin);
}

/// A whole GPU that is claimed holds what the page says of a replica, driver and context among it.
#[test]
fn a_claim_asks_for_the_memory_of_the_packing() {
    let packed = packed(&fleet(Mode::Exclusive, 1.0));
    let claimed = FleetChoices {
        devices: Devices::Claim,
        ..choices()
    };
    let all = read(&write_fleet(&packed, &claimed).unwrap());
    let asked: BTreeSet<String> = of_kind(&all, "ResourceClaimTemplate")
        .iter()
        .map(|one| {
            let at = "/spec/spec/devices/requests/0/exactly/selectors/0/cel/expression";
            let (_, quantity) = text(one, at).split_once("quantity('").unwrap();
            quantity.split('M').next().unwrap().to_owned()
        })
        .collect();
    let boards = packed.report.boards.iter();
    let held: BTreeSet<String> = boards
        .flat_map(|board| board.members.iter().map(move |member| (board, member)))
        .map(|(board, member)| {
            let shown = board.memory.get() * 0.98;
            let mib = member.memory.get().min(shown) / 1_048_576.0;
            format!("{:.0}", mib.ceil())
        })
        .collect();
    assert_eq!(asked, held);
}

/// A change of a packing.
type Change = fn(&mut Packed);

/// Each number of a packing changes what is written.
#[test]
fn each_number_of_a_packing_is_in_its_files() {
    let all = |packed: &Packed, devices| {
        let asked = FleetChoices {
            devices,
            autoscaler: Autoscaler::Keda,
            cohort: Some("gpus".to_owned()),
            karpenter: true,
            ..choices()
        };
        let set = write_fleet(packed, &asked).unwrap().set;
        set.files
            .into_iter()
            .map(|file| file.text)
            .collect::<String>()
    };
    let differs = |first: &Packed, devices, name: &str, change: Change| {
        let mut after = first.clone();
        change(&mut after);
        assert_ne!(all(&after, devices), all(first, devices), "{name}");
    };
    let one_more: Change = |packed| {
        let board = packed.report.boards[0].clone();
        packed.report.boards.push(board);
    };
    let less: Change = |packed| {
        let held = &mut packed.report.boards[0].members[0].memory;
        *held = *held * 0.9;
    };
    let shared = packed(&fleet(Mode::TimeSlicing, 1.0));
    for devices in [Devices::Plugin, Devices::Claim] {
        differs(&shared, devices, "a GPU more", one_more);
        differs(&shared, devices, "memory of a replica", less);
    }
    differs(&shared, Devices::Claim, "memory of the GPU", |packed| {
        let board = &mut packed.report.boards[0];
        board.memory = board.memory * 0.5;
    });
    let busy = packed(&fleet(Mode::Exclusive, 40.0));
    differs(&busy, Devices::Plugin, "the day", |packed| {
        for served in &mut packed.asked.wish.served {
            served.day = served.day.map(|share| share.max(0.6));
        }
    });
    differs(&busy, Devices::Plugin, "a GPU more", one_more);
}

//! Numbers of what stands around a workload: quotas, machines, boards, shares. Structures are taken
//! apart by name, so that a new number is thought of here.

use super::super::deploy::*;
use super::super::write;
use super::draw::{Change, deploy, served, serving, trained, training, wide};
use crate::placement::Placement;
use crate::quantity::Bytes;
use crate::serving::command::{Pool, Settings};

fn text(deploy: &Deploy) -> String {
    let set = write(deploy).unwrap_or_else(|problems| panic!("{problems:?}"));
    set.files.into_iter().map(|file| file.text).collect()
}

fn all_differ(first: &Deploy, changes: &[Change<Deploy>]) {
    let before = text(first);
    for (name, change) in changes {
        let mut after = first.clone();
        change(&mut after);
        assert_ne!(text(&after), before, "{name}");
    }
}

fn asked(deploy: &mut Deploy) -> &mut Serving {
    match &mut deploy.work {
        Work::Serving(serving) => serving,
        Work::Training(_) => panic!("it serves"),
    }
}

fn queue(deploy: &mut Deploy) -> &mut Queue {
    deploy.queue.as_mut().expect("it is queued")
}

fn machines(deploy: &mut Deploy) -> &mut Machines {
    deploy.machines.as_mut().expect("machines come")
}

/// Each number of a queue and of machines changes what is written, of either work.
#[test]
fn each_number_of_a_quota_and_of_machines_is_in_the_files() {
    let changes: [Change<Deploy>; 9] = [
        ("nominal", |it| queue(it).nominal = 13),
        ("cohort", |it| queue(it).cohort = Some("others".to_owned())),
        ("borrowing", |it| queue(it).borrowing = Some(5)),
        ("lending", |it| queue(it).lending = Some(7)),
        ("weight", |it| queue(it).weight = Some(3)),
        ("strict", |it| queue(it).strict = true),
        ("each", |it| machines(it).each = 4),
        ("spot", |it| machines(it).spot = true),
        ("zones", |it| machines(it).zones.clear()),
    ];
    for work in [serving(served()), training(trained())] {
        all_differ(&work, &changes);
        let Queue {
            name: _,
            nominal: _,
            cohort: _,
            borrowing: _,
            lending: _,
            weight: _,
            strict: _,
        } = work.queue.expect("it is queued");
        let Machines {
            gpu: _,
            each: _,
            spot: _,
            zones: _,
        } = work.machines.expect("machines come");
    }
}

/// Each number of a board changes what is written: its memory where it is cut, its links where
/// several exchange, its node where a replica spans several.
#[test]
fn each_number_of_a_board_is_in_the_files() {
    let cut = deploy(Work::Serving(Box::new(Serving {
        sharing: Sharing::Mig("1g.10gb".to_owned()),
        held: Bytes::gb(5.0),
        settings: Settings {
            placement: Placement::SINGLE,
            ..served().settings
        },
        ..served()
    })));
    all_differ(&cut, &[("memory", |it| it.board.memory = Bytes::gib(40.0))]);
    let wide = serving(wide());
    all_differ(
        &wide,
        &[
            ("node", |it| it.board.node = 4),
            ("links", |it| it.board.linked = false),
            ("product", |it| it.board.product = None),
        ],
    );
    let Board {
        maker: _,
        product: _,
        memory: _,
        node: _,
        linked: _,
        domain: _,
        pinned: _,
    } = wide.board;
}

/// Several machines of one NVLink domain meet by its driver's object, of a replica and of a run, where
/// accelerators are claimed; their pods and containers name its channel. One machine needs none.
#[test]
fn machines_of_a_domain_meet_in_it() {
    let claimed = serving(Serving {
        devices: Devices::Claim,
        ..wide()
    });
    let ran = training(Training {
        devices: Devices::Claim,
        ..trained()
    });
    for deploy in [claimed, ran] {
        all_differ(&deploy, &[("domain", |it| it.board.domain = 72)]);
        let mut joined = deploy.clone();
        joined.board.domain = 72;
        let (apart, joined) = (text(&deploy), text(&joined));
        assert!(!apart.contains("ComputeDomain") && !apart.contains("channel"));
        assert_eq!(joined.matches("kind: ComputeDomain").count(), 1);
        let named = joined.matches("resourceClaimTemplateName: ").count();
        let channels = joined.matches("- name: channel").count();
        // Once of a pod and once of its container, beside the claim of its accelerators.
        assert_eq!(channels, named, "{joined}");
        assert!(joined.contains("nvlink-channel"));
    }
    let mut plugin = serving(wide());
    plugin.board.domain = 72;
    assert!(!text(&plugin).contains("ComputeDomain"));
}

/// How many share an accelerator, and how many read prompts, is in the files.
#[test]
fn counts_of_shares_and_pools_are_in_the_files() {
    let alone = |sharing| {
        // As many as one claim carries.
        serving(Serving {
            sharing,
            replicas: Replicas {
                least: 1,
                mean: 1,
                peak: 2,
            },
            held: Bytes::gb(5.0),
            settings: Settings {
                placement: Placement::SINGLE,
                ..served().settings
            },
            ..served()
        })
    };
    for devices in [Devices::Plugin, Devices::Claim] {
        let mut shared = alone(Sharing::Mps(2));
        asked(&mut shared).devices = devices;
        all_differ(
            &shared,
            &[
                ("count", |it| asked(it).sharing = Sharing::Mps(3)),
                ("way", |it| asked(it).sharing = Sharing::TimeSlicing(2)),
            ],
        );
    }
    // What MPS holds a process to.
    let mut claimed = alone(Sharing::Mps(2));
    asked(&mut claimed).devices = Devices::Claim;
    all_differ(&claimed, &[("held", |it| asked(it).held = Bytes::gb(10.0))]);
    let apart = serving(Serving {
        autoscaler: Autoscaler::None,
        prefill: Some(Prefill {
            replicas: 3,
            tensor: 2,
        }),
        settings: Settings {
            pool: Some(Pool::Decode),
            ..served().settings
        },
        ..served()
    });
    all_differ(
        &apart,
        &[
            ("replicas", |it| {
                asked(it).prefill = Some(Prefill {
                    replicas: 4,
                    tensor: 2,
                });
            }),
            ("tensor", |it| {
                asked(it).prefill = Some(Prefill {
                    replicas: 3,
                    tensor: 4,
                });
            }),
        ],
    );
}

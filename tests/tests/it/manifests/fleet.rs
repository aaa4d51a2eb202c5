//! Manifests of packed fleets: every replica has its place, with the packing's layouts and memory;
//! what has no manifest is said.

use estimator::fleet::Mode;
use estimator::fleet::asked::{Hardware, Question, Report, Search, State, Step, Within};
use estimator::fleet::question::Modes;
use estimator::fleet::served::Known;
use estimator::kubernetes::manifest::{
    About, Autoscaler, Checkpoint, Devices, File, FleetChoices, FleetSet, Left, Packed, Site,
    write_fleet,
};

pub(super) fn choices() -> FleetChoices {
    FleetChoices {
        namespace: "inference".to_owned(),
        devices: Devices::Plugin,
        autoscaler: Autoscaler::None,
        cohort: None,
        karpenter: false,
        monitored: true,
        site: Site::default(),
    }
}

pub(in super::super) fn packed(question: &Question) -> Packed {
    let asked = catalog::resolve_fleet(question).unwrap();
    let mut search = Search::new(asked.clone(), Known::default()).unwrap();
    let mut steps = 0;
    while search.report().paid.is_none() || steps < 200 {
        steps += 1;
        match search.advance() {
            Step::Done => break,
            Step::News | Step::Goes => {}
        }
    }
    let choices = asked.wish.choices.iter();
    let products = choices.map(|choice| catalog::product(&choice.offer.accelerator.id));
    Packed {
        checkpoints: vec![Checkpoint::default(); asked.wish.served.len()],
        products: products.map(|label| label.map(str::to_owned)).collect(),
        report: search.report().clone(),
        asked,
    }
}

fn written(packed: &Packed) -> FleetSet {
    write_fleet(packed, &choices()).unwrap()
}

/// Replicas that the Deployments of a set have.
fn replicas(files: &[File]) -> u32 {
    let workloads = files.iter().filter(|file| file.about == About::Workload);
    let counts = workloads.map(|file| {
        let line = file
            .text
            .lines()
            .find(|line| line.starts_with("  replicas: "));
        let count = line.unwrap().trim_start_matches("  replicas: ");
        count.split(' ').next().unwrap().parse::<u32>().unwrap()
    });
    counts.sum()
}

/// Replicas that the packing places in ways that are written.
fn placed(report: &Report, unwritten: &[Mode]) -> u32 {
    let on = |board: &estimator::fleet::asked::Board| {
        let alone = board.members.len() == 1 && board.mode != Mode::Vgpu;
        let equal = board.memory.get() / board.members.len() as f64;
        let more = board
            .members
            .iter()
            .any(|member| member.memory.get() > equal);
        let unequal = board.mode == Mode::Mps && more;
        if (unwritten.contains(&board.mode) || unequal) && !alone {
            0
        } else {
            u32::try_from(board.members.len()).unwrap()
        }
    };
    let packed: u32 = report.boards.iter().map(on).sum();
    packed + report.spanning.iter().map(|one| one.replicas).sum::<u32>()
}

/// The fresh page's fleet: every replica of the packing has its Deployment, the layouts have the
/// packing's instances, and each workload one address.
#[test]
fn the_fresh_fleet_is_written() {
    let packed = packed(&Question::default());
    let set = written(&packed);
    let report = &packed.report;
    assert!(report.all && !report.boards.is_empty());
    let missing = [Mode::Swap, Mode::Vgpu];
    assert_eq!(replicas(&set.set.files), placed(report, &missing));
    let text = |about| -> String {
        let files = set.set.files.iter().filter(|file| file.about == about);
        files.map(|file| file.text.as_str()).collect()
    };
    let slices = text(About::Slices);
    let cut = report.boards.iter().any(|board| board.mode == Mode::Mig);
    let told = "--set migManager.config.name=fleet-mig-parted";
    assert_eq!(slices.contains(told), cut, "{slices}");
    for board in report.boards.iter().filter(|board| board.mode == Mode::Mig) {
        for member in &board.members {
            assert!(
                slices.contains(&format!("\"{}\": ", member.profile)),
                "{slices}"
            );
            let resource = format!("nvidia.com/mig-{}: 1 #", member.profile.replace('+', "."));
            assert!(text(About::Workload).contains(&resource), "{resource}");
        }
    }
    let services = set
        .set
        .files
        .iter()
        .filter(|file| file.about == About::Service);
    let left: usize = set.left.iter().map(|(_, places)| places.len()).sum();
    let written = report
        .replicas
        .iter()
        .filter(|one| matches!(one.state, State::Packed | State::Spanning));
    assert!(services.count() + left >= written.count());
    let mut names: Vec<&str> = set
        .set
        .files
        .iter()
        .map(|file| file.name.as_str())
        .collect();
    names.dedup();
    assert_eq!(names.len(), set.set.files.len());
    assert!(names.is_sorted());
}

/// By every way to share on its own: shares have the packing's count and memory, and what cannot
/// be written is named.
#[test]
fn each_way_to_share_is_written_or_said() {
    let mut seen = Vec::new();
    for mode in [
        Mode::Exclusive,
        Mode::Mig,
        Mode::Mps,
        Mode::TimeSlicing,
        Mode::Vgpu,
        Mode::Swap,
    ] {
        let mut question = Question {
            modes: Modes::of(&[Mode::Exclusive, mode]),
            ..Question::default()
        };
        for workload in &mut question.workloads {
            workload.isolation = estimator::fleet::question::Isolation::None;
        }
        let packed = packed(&question);
        let set = written(&packed);
        let shared = packed
            .report
            .boards
            .iter()
            .filter(|board| board.mode == mode && board.members.len() > 1);
        let reasons: Vec<Left> = set.left.iter().map(|(why, _)| *why).collect();
        let all: String = set
            .set
            .files
            .iter()
            .map(|file| file.text.as_str())
            .collect();
        for board in shared {
            let many = board.members.len();
            match mode {
                Mode::Vgpu => assert!(reasons.contains(&Left::Vgpu)),
                Mode::Swap => assert!(reasons.contains(&Left::Swapped)),
                Mode::TimeSlicing => {
                    assert!(all.contains("timeSlicing:"));
                    assert!(all.contains(&format!("one of {many} shares")), "{many}");
                    let shares = all.lines().filter_map(|line| {
                        let (_, share) = line.split_once("--gpu-memory-utilization=")?;
                        share.split(' ').next()?.parse::<f64>().ok()
                    });
                    let shares: Vec<f64> = shares.collect();
                    for member in &board.members {
                        // What the packing gives it, and its part of what nobody has.
                        let part = member.memory.get() / board.memory.get();
                        let most = 1.0 - 0.01 * (many - 1) as f64;
                        let given = |share: &f64| (part..=most).contains(share);
                        assert!(shares.iter().any(given), "{part} {shares:?}");
                    }
                }
                Mode::Mps => {
                    let equal = 1.0 / many as f64;
                    let fits = |member: &estimator::fleet::asked::Member| {
                        member.memory.get() / board.memory.get() <= equal
                    };
                    let fit = board.members.iter().all(fits);
                    assert!(fit || reasons.contains(&Left::UnequalParts));
                    assert!(!fit || all.contains("mps:"));
                }
                Mode::Mig => assert!(all.contains("mig-configs:")),
                Mode::Exclusive => panic!("one alone"),
            }
            seen.push(mode);
        }
    }
    seen.dedup();
    assert!(seen.len() >= 4, "{seen:?}");
}

/// GPUs of one's own stand in nodes of their kind: the layouts number a node's GPUs.
#[test]
fn gpus_that_are_there_fill_their_nodes() {
    let question = Question {
        hardware: Hardware::Owned(vec![("nvidia-h100-sxm-80gb".to_owned(), 8)]),
        within: Within::Everything,
        ..Question::default()
    };
    let packed = packed(&question);
    let set = written(&packed);
    let slices = set
        .set
        .files
        .iter()
        .find(|file| file.about == About::Slices);
    let cut = packed
        .report
        .boards
        .iter()
        .any(|board| board.mode == Mode::Mig);
    assert_eq!(slices.is_some(), cut);
    if let Some(file) = slices {
        // A node of eight: one entry, whose devices are numbered on, beside the operator's default.
        assert_eq!(file.text.matches("nvidia-h100-sxm-80gb-1:").count(), 1);
        let devices = file.text.matches("- devices:").count();
        assert_eq!(devices, packed.report.boards.len().min(8) + 1);
    }
}

/// Packed as the device plugin can share it, the fresh fleet is written whole: none is left out.
#[test]
fn in_equal_parts_and_without_swaps_nothing_is_left_out() {
    let question = Question {
        modes: Modes::of(&[Mode::Exclusive, Mode::Mig, Mode::Mps, Mode::TimeSlicing]),
        equal_parts: true,
        ..Question::default()
    };
    let packed = packed(&question);
    let set = written(&packed);
    let report = &packed.report;
    assert!(report.all && set.left.is_empty(), "{:?}", set.left);
    assert_eq!(replicas(&set.set.files), placed(report, &[]));
    for board in report.boards.iter().filter(|board| board.mode == Mode::Mps) {
        let part = board.memory.get() / board.members.len() as f64;
        let mut members = board.members.iter();
        assert!(members.all(|member| member.memory.get() <= part * (1.0 + 1e-9)));
    }
}

//! Links of fleets: golden ones, what each means, round trips, and text that is none.

#![allow(clippy::unwrap_used)]

use estimator::fleet::Mode;
use estimator::fleet::asked::link::{Link, is_fleet, read, write};
use estimator::fleet::asked::{Hardware, MOST_WORKLOADS, Priority, Question, Within};
use estimator::fleet::figures::Figure;
use estimator::fleet::question::{Isolation, Modes};
use estimator::quantity::Seconds;
use estimator::serving::question::{Day, Traffic};
use proptest::prelude::*;

fn golden(name: &str) -> (Link, &'static str) {
    let lines = include_str!("golden_fleet_links.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let found = lines.filter_map(|line| line.split_once('\t'));
    let (_, fragment) = found.into_iter().find(|(known, _)| *known == name).unwrap();
    let (link, notices) = read(fragment);
    assert_eq!(notices, [], "{name}");
    assert!(is_fleet(fragment));
    (link, fragment)
}

/// Every golden link is read without a notice, and written as it stands.
#[test]
fn golden_links_are_written_as_they_stand() {
    for name in [
        "nothing",
        "two",
        "owned",
        "limits",
        "equal",
        "figures",
        "restricted",
    ] {
        let (link, fragment) = golden(name);
        assert_eq!(write(&link), fragment, "{name}");
    }
}

#[test]
fn golden_links_mean_what_they_meant() {
    assert_eq!(golden("nothing").0.question, Question::nothing());
    let (link, _) = golden("two");
    let [chat, summaries] = link.question.workloads.as_slice() else {
        panic!("two workloads");
    };
    assert_eq!(
        (chat.name.as_str(), chat.isolation),
        ("Chat", Isolation::None)
    );
    assert_eq!((chat.wait_max, chat.priority), (None, Priority::Normal));
    assert_eq!(chat.serving.traffic, Traffic::Rate(4.0));
    assert_eq!(chat.serving.growth.day, Day::Like("office".to_owned()));
    assert_eq!(summaries.name, "Contract summaries");
    assert_eq!(summaries.wait_max, Some(Seconds::new(60.0)));
    assert_eq!(summaries.priority, Priority::Low);
    assert!((link.question.growth - 0.5).abs() < 1e-12);
    assert!(!link.question.equal_parts && golden("equal").0.question.equal_parts);
    let (link, _) = golden("restricted");
    let [l4, h100] = link.question.restrictions.as_slice() else {
        panic!("two restrictions");
    };
    assert_eq!((l4.accelerator.as_str(), l4.most), ("nvidia-l4", Some(4)));
    assert_eq!(
        l4.modes,
        Some(Modes::of(&[Mode::Exclusive, Mode::Mig, Mode::TimeSlicing]))
    );
    assert_eq!(
        (h100.most, h100.modes),
        (None, Some(Modes::of(&[Mode::Exclusive])))
    );
    let (link, _) = golden("figures");
    let figures = link.question.workloads[0].figures.clone().unwrap();
    let written = Figure::of([900.0, 150.0, 0.4, 0.6, 0.7, 0.5, 3.0]);
    assert!(written.is_some() && figures.on("nvidia-l4") == written);
    assert_eq!((figures.on.len(), figures.on("nvidia-h100")), (2, None));
    assert_eq!(figures.from, "v=2&task=vision&kind=images");
    let (link, _) = golden("owned");
    let question = &link.question;
    assert_eq!(question.workloads[0].name, "A,B");
    assert_eq!(question.workloads[0].wait_max, Some(Seconds::new(0.5)));
    let counts = vec![
        ("nvidia-l4".to_owned(), 4),
        ("nvidia-h100-sxm-80gb".to_owned(), 1),
    ];
    assert_eq!(question.hardware, Hardware::Owned(counts));
    assert_eq!(
        question.modes,
        Modes::of(&[Mode::Exclusive, Mode::Mig, Mode::Vgpu])
    );
    assert_eq!(question.within, Within::Power(2.5));
    let (link, _) = golden("limits");
    assert_eq!(link.question.hardware, Hardware::Owned(Vec::new()));
    assert_eq!(link.question.within, Within::Gpus(3));
    assert_eq!(link.size, "v=2&rate=2");
}

/// A part that is not understood gives a notice, and takes nothing else along; more workloads than
/// a question may have are left out.
#[test]
fn what_is_no_part_is_said() {
    for wrong in [
        "w=Chat",
        "w=Chat,none,,normal",
        "w=Chat,walls,,normal,v%3D2",
        "w=Chat,none,soon,normal,v%3D2",
        "have=nvidia-l4",
        "have=nvidia-l4:-1",
        "modes=magic",
        "money=-5",
        "most=1.5",
        "growth=x",
        "task=training",
        "colour=red",
    ] {
        let (link, notices) = read(&format!("v=2&task=fleet&{wrong}"));
        assert_eq!(notices.len(), 1, "{wrong}");
        assert_eq!(link.question, Question::nothing(), "{wrong}");
    }
    let many = "&w=A,none,,normal,v%3D2".repeat(MOST_WORKLOADS + 5);
    let (link, notices) = read(&format!("v=2&task=fleet{many}"));
    assert_eq!(
        (link.question.workloads.len(), notices.len()),
        (MOST_WORKLOADS, 5)
    );
    assert!(!is_fleet("v=2&rate=4") && !is_fleet(""));
}

proptest! {
    /// Whatever is read is written so that it reads the same.
    #[test]
    fn links_read_back(text in "(&?(w=[a-z%0-9,]{0,20}|have=[a-z:0-9,]{0,9}|modes=[a-z,-]{0,9}|money=[0-9.]{0,4}|.{0,8})){0,6}") {
        let (link, _) = read(&text);
        let (again, notices) = read(&write(&link));
        prop_assert_eq!(notices, []);
        if text.trim_start_matches('#').trim().is_empty() {
            return Ok(());
        }
        prop_assert_eq!(again, link);
    }
}

/// Figures out of range, too few and too many are no workload, and are said.
#[test]
fn figures_are_bounded() {
    for bad in [
        "nvidia-l4:0:0:0.4:0.6:0.7:0.5:3",
        "nvidia-l4:900:1000:0.4:0.6:0.7:0.5:3",
        "nvidia-l4:900:150:0:0.6:0.7:0.5:3",
        "nvidia-l4:900:150:0.4:1.6:0.7:0.5:3",
        "nvidia-l4:900:150:0.4:0.6:0.7:0.5:0.9",
        "nvidia-l4:900:150:0.4:0.6:0.7:0.5",
        "nvidia-l4:900:150:0.4:0.6:0.7:0.5:3:4",
        "nvidia-l4",
    ] {
        let (link, notices) = read(&format!("v=2&task=fleet&w=A,none,,normal,v%3D2,{bad},"));
        assert!(link.question.workloads.is_empty(), "{bad}");
        assert_eq!(notices.len(), 1, "{bad}");
    }
}

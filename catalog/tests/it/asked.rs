//! Fleets by names: the fresh page's question, and what is wrong with others.

#![allow(clippy::unwrap_used)]

use catalog::resolve_fleet;
use estimator::fleet::asked::{Question, Report, Search, Step, carried};
use estimator::fleet::served::Known;

fn answered(question: &Question) -> Report {
    let mut search = Search::new(resolve_fleet(question).unwrap(), Known::default()).unwrap();
    let began = std::time::Instant::now();
    let mut at = began;
    let (mut steps, mut stage) = (0_u64, 0);
    loop {
        let step = search.advance();
        steps += 1;
        if step != Step::Goes {
            eprintln!(
                "{stage} {:?} {steps} {step:?} {:?}",
                at.elapsed(),
                search.report().others.last().map(|o| &o.way)
            );
            at = std::time::Instant::now();
            steps = 0;
            stage += 1;
        }
        if step == Step::Done {
            break;
        }
        if at.elapsed().as_secs() > 3 {
            eprintln!("hurry {steps}");
            search.hurry();
        }
    }
    search.report().clone()
}

#[test]
fn the_example_shares() {
    let asked = resolve_fleet(&Question::default()).unwrap();
    for c in &asked.wish.choices {
        for p in c.offer.prices() {
            eprintln!(
                "{} x{} {} {} exp{}",
                c.offer.accelerator.id,
                p.lot(),
                p.per_accelerator.get(),
                p.label,
                p.expired
            );
        }
    }
    let report = answered(&Question::default());
    for b in &report.boards {
        eprintln!(
            "{} {:?} {} {:?}",
            b.name,
            b.mode,
            b.label,
            b.members
                .iter()
                .map(|m| (&m.id, &m.profile))
                .collect::<Vec<_>>()
        );
    }
    for b in &report.bought {
        eprintln!("{} {} {:?}", b.name, b.instances, b.per_hour);
    }
    for o in &report.others {
        eprintln!(
            "{:?} {:?} {:?} {} {:?} {}",
            o.way, o.per_hour, o.gpus, o.slowdown, o.why, o.proved
        );
    }
    for r in &report.replicas {
        eprintln!(
            "{:?} {} {} {:?} {}",
            r.state, r.many, r.slowest, r.waits, r.broken
        );
    }
    eprintln!(
        "{:?} {:?} {:?} {:?}",
        report.paid, report.bound, report.proved, report.all
    );
    for f in &report.findings {
        eprintln!("{f:?}");
    }
    let parcel = carried::write(&report);
    assert_eq!(carried::read(&parcel), Some(report));
}

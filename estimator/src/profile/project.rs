//! A recorded run on another accelerator: each part of its time by what limits it there, with a
//! band.
//!
//! ```text
//! part' = part * ((1 - short) * factor + short)          short = share of kernels below 10 us
//! products of known shape   roof' / roof,  roof = max(FLOP / (peak eta), bytes / (bandwidth e))
//! other matrix work         between (peak eta) / (peak' eta')  and  (bandwidth e) / (bandwidth' e'),
//!                           in the geometric middle
//! attention                 the same with attention's eta
//! all other kernels         (bandwidth e) / (bandwidth' e')
//! collectives, not hidden   link / link'                 of one direction
//! copies, not hidden        host path / host path'
//! gaps                      1: a faster accelerator leaves them
//! ```
//!
//! Efficiencies are those of the shipped constants, at 16 bits. Kernels have a band of 1.15 times within
//! a vendor's boards, and of 1.4 between vendors, which holds in four of five of the networks that
//! were recorded on boards of two (`tests/data/measured/projection.json`); unknown shapes widen it to
//! both of their ends. Kernels below 10 us have it, too: they wait for their launch, and launches
//! differ. Between kinds of devices (graphics processors, TPU and others) nothing is projected.

use super::fact::Group;
use super::kernel::HEAVY;
use super::summary::{Mark, Part, Piece, Slice, parts};
use crate::hardware::{Accelerator, Architecture};
use crate::serving::speed::Constants;
use crate::serving::speed::efficiency::Efficiency;

/// Bands of kernels and copies, within a vendor's boards and between vendors.
const WITHIN: f64 = 1.15;
const BETWEEN: f64 = 1.4;

/// A run on another accelerator, seconds of a step, or of the whole recording.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projected {
    /// As recorded.
    pub was_s: f64,
    /// On the other accelerator.
    pub time_s: f64,
    /// The least that it may be.
    pub low_s: f64,
    /// The most.
    pub high_s: f64,
    /// What of it no accelerator changes: gaps, and kernels below 10 us.
    pub stays_s: f64,
    /// Whether the recorded peak of memory fits; `None` where no peak was recorded.
    pub fits: Option<bool>,
}

/// What an accelerator reaches, for the parts of a step.
struct Rates {
    products: f64,
    attention: f64,
    memory: f64,
    link: f64,
    host: f64,
}

impl Rates {
    fn of(board: &Accelerator) -> Option<Self> {
        let peak = board.peak.sixteen.or(board.peak.thirty_two)?.get();
        let shares: Efficiency = Constants::FITTED.efficiency(board.architecture);
        Some(Self {
            products: peak * shares.gemm_16,
            attention: peak * shares.attention,
            memory: board.bandwidth.get() * shares.weight_read,
            link: board.link_for(2).per_direction.get(),
            host: board.host_path().get(),
        })
    }

    /// Seconds of a product under both roofs.
    fn roof(&self, mark: &Mark) -> f64 {
        (mark.flops / self.products).max(mark.bytes / self.memory)
    }
}

/// Least, middle and most of a factor.
type Factor = [f64; 3];

/// Whether boards are of one kind: graphics processors, or the same generation of another.
fn alike(one: Architecture, other: Architecture) -> bool {
    let graphics = |architecture: Architecture| {
        !matches!(
            architecture,
            Architecture::Gaudi
                | Architecture::Tpu
                | Architecture::Neuron
                | Architecture::Apple
                | Architecture::Other
        )
    };
    one == other || graphics(one) && graphics(other)
}

/// A run recorded on `from` as it would be on `to`; `products` are its matrix products of known
/// shape ([`super::summary::marks`]). `None` where the file has no time of a device, where a peak
/// is unknown, or the two are of different kinds.
#[must_use]
pub fn project(
    facts: &Group,
    products: &[Mark],
    from: &Accelerator,
    to: &Accelerator,
) -> Option<Projected> {
    if !alike(from.architecture, to.architecture) {
        return None;
    }
    let (here, there) = (Rates::of(from)?, Rates::of(to)?);
    let parts = parts(facts)?;
    let short = facts.at("kernels.short_time_share").unwrap_or(0.0);
    let shaped = Shaped::of(facts, products, &here, &there);
    let band = if from.vendor == to.vendor {
        WITHIN
    } else {
        BETWEEN
    };
    let mut found = Projected {
        was_s: parts.whole_s,
        time_s: 0.0,
        low_s: 0.0,
        high_s: 0.0,
        stays_s: 0.0,
        fits: fits(facts, to),
    };
    for Part { piece, time_s } in &parts.parts {
        let (stays, factor, launches) = match piece {
            Piece::Kernels(class) => {
                let factor = kernels(class, shaped.as_ref(), &here, &there);
                (short, factor, band)
            }
            Piece::Rest(Slice::Communication) => (short, [here.link / there.link; 3], band),
            Piece::Rest(Slice::Copy) => (0.0, [here.host / there.host; 3], band),
            Piece::Rest(_) => (1.0, [1.0; 3], 1.0),
        };
        let [least, middle, most] = factor;
        let (changes, same) = (time_s * (1.0 - stays), time_s * stays);
        found.stays_s += same;
        found.time_s += changes * middle + same;
        found.low_s += changes * least.min(middle / band) + same / launches;
        found.high_s += changes * most.max(middle * band) + same * launches;
    }
    (found.time_s.is_finite() && found.high_s.is_finite()).then_some(found)
}

/// The factor of a class of kernels.
fn kernels(class: &str, shaped: Option<&Shaped>, here: &Rates, there: &Rates) -> Factor {
    let memory = here.memory / there.memory;
    let between = |compute: f64| -> Factor {
        [
            compute.min(memory),
            (compute * memory).sqrt(),
            compute.max(memory),
        ]
    };
    let products = between(here.products / there.products);
    match (class, shaped) {
        ("attention", _) => between(here.attention / there.attention),
        ("gemm", Some(shaped)) => {
            products.map(|factor| shaped.share * shaped.factor + (1.0 - shaped.share) * factor)
        }
        (class, _) if HEAVY.contains(&class) => products,
        ("communication", _) => [here.link / there.link; 3],
        _ => [memory; 3],
    }
}

/// Matrix products of known shape.
struct Shaped {
    /// Their share of the time of all matrix products, 0 to 1.
    share: f64,
    /// Their time there over their time here, each keeping its own share of its roof.
    factor: f64,
}

impl Shaped {
    fn of(facts: &Group, products: &[Mark], here: &Rates, there: &Rates) -> Option<Self> {
        let known = facts.at("gemm.time_s").filter(|time| *time > 0.0)?;
        let all = facts.at("kernels.total_s")? * facts.at("kernels.classes.gemm")?;
        let (mut time, mut after) = (0.0, 0.0);
        for mark in products {
            time += mark.time_s;
            after += mark.time_s * there.roof(mark) / here.roof(mark);
        }
        (time > 0.0 && all > 0.0).then(|| Self {
            share: (known / all).min(1.0),
            factor: after / time,
        })
    }
}

/// Whether the memory of a board holds the peak that was recorded.
fn fits(facts: &Group, board: &Accelerator) -> Option<bool> {
    let peak = facts
        .at("memory.peak_reserved_bytes")
        .or(facts.at("memory.peak_allocated_bytes"))
        .filter(|peak| *peak > 0.0)?;
    Some(peak <= board.memory.get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::Vendor;
    use crate::published;

    fn facts(json: &str) -> Group {
        Group::from_json(json).expect("facts")
    }

    /// Half of a second computes, a quarter of it only moves data, half are gaps.
    const RUN: &str = r#"{"gpu":{"span_s":1,"compute_share":0.5,"idle_share":0.5,"idle_host_share":0.5},
        "kernels":{"total_s":0.5,"short_time_share":0,"classes":{"gemm":0.75,"elementwise":0.25}}}"#;

    fn faster(bandwidth: f64, peak: f64) -> Accelerator {
        let mut board = published::h100();
        board.bandwidth = crate::quantity::BytesPerSecond::new(bandwidth * board.bandwidth.get());
        board.peak.sixteen = board
            .peak
            .sixteen
            .map(|rate| crate::quantity::FlopsPerSecond::new(peak * rate.get()));
        board
    }

    /// By hand: four times the bandwidth, the same peak. Gaps stay .5, elementwise .125 becomes
    /// .03125, matrix work .375 lies between .09375 and .375, in the middle .1875.
    #[test]
    fn a_run_by_hand() {
        let run = facts(RUN);
        let found = project(&run, &[], &published::h100(), &faster(4.0, 1.0)).expect("a run");
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        near(found.was_s, 1.0);
        near(found.stays_s, 0.5);
        near(found.time_s, 0.5 + 0.03125 + 0.1875);
        near(found.low_s, 0.5 + 0.03125 / 1.15 + 0.09375);
        near(found.high_s, 0.5 + 0.03125 * 1.15 + 0.375);
        assert_eq!(found.fits, None);
        // Kernels below 10 us stay as long as their launches take there.
        let brief = facts(&RUN.replacen("\"short_time_share\":0", "\"short_time_share\":1", 1));
        let found = project(&brief, &[], &published::h100(), &faster(4.0, 1.0)).expect("a run");
        near(found.time_s, 1.0);
        near(found.stays_s, 1.0);
        near(found.low_s, 0.5 + 0.5 / 1.15);
        near(found.high_s, 0.5 + 0.5 * 1.15);
    }

    /// A product under the roof of compute takes half on twice the peak, one under that of memory
    /// takes as long; together they narrow the band to the least that there is.
    #[test]
    fn known_shapes_decide() {
        let shaped = RUN.replacen("{\"gpu\"", "{\"gemm\":{\"time_s\":0.375},\"gpu\"", 1);
        let run = facts(&shaped);
        let mark = |flops: f64, bytes: f64| Mark {
            name: "mm".to_owned(),
            flops,
            bytes,
            time_s: 0.375,
            count: 1.0,
        };
        let of = |mark: Mark| {
            let found = project(&run, &[mark], &published::h100(), &faster(1.0, 2.0));
            found.expect("a run").time_s
        };
        assert!((of(mark(1e15, 1.0)) - (0.5 + 0.125 + 0.1875)).abs() < 1e-9);
        assert!((of(mark(1.0, 1e12)) - 1.0).abs() < 1e-9);
    }

    /// The same board takes as long, whatever the run; another vendor's band is wider; kinds are
    /// not mixed; a peak beyond the memory does not fit.
    #[test]
    fn bounds() {
        let run = facts(&RUN.replacen('{', r#"{"memory":{"peak_reserved_bytes":70e9},"#, 1));
        let board = published::h100();
        let same = project(&run, &[], &board, &board).expect("a run");
        assert!((same.time_s - same.was_s).abs() < 1e-12);
        assert!(same.low_s < same.time_s && same.time_s < same.high_s);
        assert_eq!(same.fits, Some(true));
        let mut other = board.clone();
        other.vendor = Vendor::Amd;
        let wider = project(&run, &[], &board, &other).expect("a run");
        assert!(wider.high_s > same.high_s && wider.low_s < same.low_s);
        other.architecture = Architecture::Tpu;
        assert_eq!(project(&run, &[], &board, &other), None);
        let mut small = board.clone();
        small.memory = crate::quantity::Bytes::gib(40.0);
        let short = project(&run, &[], &board, &small).expect("a run");
        assert_eq!(short.fits, Some(false));
        assert_eq!(project(&facts("{}"), &[], &board, &board), None);
    }
}

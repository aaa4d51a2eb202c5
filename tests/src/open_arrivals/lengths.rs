//! Lengths of requests, as the benchmarks draw them.

use super::row::{Origin, Row};
use estimator::serving::queue::source::Request;
use estimator::workload::spread;
use std::sync::LazyLock;

/// 95th percentile over mean of `ShareGPT`'s answers, for answers whose source prints the
/// mean alone. How far they spread matters little where a cap cuts them.
const ANSWERS: f64 = 627.0 / 213.4;

/// The same of `AccelMark`'s prompts, whose suites agree to 5 %.
const PROMPTS: f64 = 555.0 / 275.9;

/// Prompts longer than this are of a suite that fills a long context: all alike.
pub const LONG: f64 = 16_384.0;

/// `ShareGPT`'s prompts and answers, as one of the sources sent them. No lognormal law
/// is as wide: half of the prompts are shorter than half the mean, one in 100 is ten
/// times as long.
static SHARE_GPT: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| {
    let text = include_str!("../../data/measured/sharegpt_lengths.csv");
    csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .filter_map(Result::ok)
        .collect()
});

/// How the lengths of requests are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// Lognormal, cut off at the cap.
    Lognormal,
    /// As [`SHARE_GPT`] has them, in its order, scaled to the means.
    ShareGpt,
    /// Every length from 1 to twice the mean alike.
    Uniform,
}

/// Lengths of requests, tokens: means and 95th percentiles before the cap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lengths {
    /// How they are drawn.
    pub law: Law,
    /// Prompt.
    pub input: (f64, Option<f64>),
    /// Answer, as if nothing cut it off.
    pub output: (f64, Option<f64>),
    /// Where it is cut off.
    pub cap: f64,
}

impl Lengths {
    /// Those of a row; `None` where it does not print its prompts.
    #[must_use]
    pub fn of(row: &Row) -> Option<Self> {
        let input = row.input.0?;
        let law = match row.origin {
            Origin::AccelMark => Law::Lognormal,
            Origin::Kvcached => Law::Uniform,
            _ => Law::ShareGpt,
        };
        let input_p95 = (input < LONG).then(|| row.input.1.unwrap_or(PROMPTS * input));
        let (output, printed) = row.output;
        let (output, output_p95, cap) = match row.cap {
            // Nearly all run into it.
            Some(cap) if output > 0.97 * cap => (output, None, cap),
            Some(cap) => {
                let whole = uncapped(output, cap, spread(ANSWERS));
                (whole, Some(ANSWERS * whole), cap)
            }
            None => {
                let p95 = printed.unwrap_or(ANSWERS * output);
                (output, Some(p95), f64::INFINITY)
            }
        };
        Some(Self {
            law,
            input: (input, input_p95),
            output: (output, output_p95),
            cap,
        })
    }

    /// The lengths of request `number` of a run, of which `drawn` is a lognormal one.
    pub(super) fn draw(&self, run: u32, number: u32, drawn: Request) -> (f64, f64) {
        let scaled = |length: f64, mean: f64, all: f64| (length * all / mean).round().max(1.0);
        match self.law {
            Law::Lognormal => (drawn.fresh, drawn.output.min(self.cap)),
            Law::ShareGpt => {
                let all = SHARE_GPT.len().max(1);
                let mean = |pick: fn(&(f64, f64)) -> f64| {
                    SHARE_GPT.iter().map(pick).sum::<f64>() / all as f64
                };
                // Another run begins elsewhere in the list.
                let place = (number as usize + 37 * run as usize) % all;
                let (input, output) = SHARE_GPT.get(place).copied().unwrap_or((1.0, 1.0));
                (
                    scaled(input, mean(|pair| pair.0), self.input.0),
                    scaled(output, mean(|pair| pair.1), self.output.0),
                )
            }
            Law::Uniform => {
                // Evenly over the square (Roberts' sequence on the plastic number).
                let turn = f64::from(number) + 0.37 * f64::from(run);
                let even = |step: f64, mean: f64| ((turn * step).fract() * 2.0 * mean).ceil();
                (
                    even(0.754_877_666_246_692_7, self.input.0).max(1.0),
                    even(0.569_840_290_998_053_2, self.output.0).max(1.0),
                )
            }
        }
    }
}

/// The mean of a lognormal law of width `sigma` whose mean is `mean` once all beyond
/// `cap` is cut down to it.
fn uncapped(mean: f64, cap: f64, sigma: f64) -> f64 {
    let cut = |whole: f64| {
        // Over the standard normal density, in steps of a hundredth.
        let (mut sum, mut weight) = (0.0, 0.0);
        for step in -500..=500 {
            let z = f64::from(step) / 100.0;
            let density = (-z * z / 2.0).exp();
            sum += density * (whole * (sigma * z - sigma * sigma / 2.0).exp()).min(cap);
            weight += density;
        }
        sum / weight
    };
    let (mut low, mut high) = (mean, mean * 100.0);
    for _ in 0..60 {
        let middle = (low * high).sqrt();
        if cut(middle) < mean {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

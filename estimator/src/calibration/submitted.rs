//! A result of `MLPerf` inference beside the estimate of the same system: the most that a full batch
//! gives, and latencies at the rate at which requests came.

use super::found::{Arrivals, Found, LeftOut};
use super::setup::Setup;
use crate::band::Band;
use crate::profile::{Fact, Group};
use crate::serving::estimate::estimated;
use crate::serving::report::Performance;
use crate::workload::Load;

/// How the load generator sends requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sending {
    /// All at once: throughput counts.
    Offline,
    /// As they come, at a rate that keeps the limits of latency.
    Server,
    /// One after the other.
    SingleStream,
}

/// A result as its summary tells it; seconds and tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Submitted {
    /// How requests were sent.
    pub sending: Sending,
    /// Whether the load generator holds it valid, where it says so.
    pub valid: Option<bool>,
    /// Requests a second, of the whole system.
    pub requests: f64,
    /// Output tokens a second, of the whole system.
    pub output: Option<f64>,
    /// Answer, mean tokens.
    pub answer: Option<f64>,
    /// Time to the first token, mean.
    pub ttft: Option<f64>,
    /// Time per output token, mean.
    pub tpot: Option<f64>,
    /// A whole request, mean.
    pub request: Option<f64>,
}

/// A figure that result and estimate both have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// Output tokens a second of the whole system; the estimate's with a batch kept full.
    Output,
    /// Requests a second of the whole system; the estimate's with a batch kept full.
    Requests,
    /// Time to the first token, mean seconds.
    Ttft,
    /// Time per output token, mean seconds.
    Tpot,
    /// A whole request, mean seconds.
    Request,
}

/// A figure of both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beside {
    /// Which.
    pub figure: Compared,
    /// The result's.
    pub measured: f64,
    /// The estimate's.
    pub estimated: f64,
    /// Factors that the truth lies within around the estimate, four times in five.
    pub band: Band,
}

impl Beside {
    /// Estimate over measurement.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.estimated / self.measured
    }

    /// Whether the measurement lies in the estimate's band.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        self.band.holds(self.estimated, self.measured)
    }
}

/// The result of a profile's facts; `None` of other formats and scenarios, or without a rate.
#[must_use]
pub fn submitted(facts: &Group) -> Option<Submitted> {
    if facts.words("format") != Some("mlperf-loadgen") {
        return None;
    }
    let scenario = facts.words("scenario")?;
    let sending = if scenario.starts_with("SingleStream") {
        Sending::SingleStream
    } else {
        match scenario {
            "Offline" => Sending::Offline,
            "Server" | "Interactive" => Sending::Server,
            _ => return None,
        }
    };
    let positive = |path: &str| facts.at(path).filter(|number| *number > 0.0);
    Some(Submitted {
        sending,
        valid: match facts.get("valid") {
            Some(Fact::Flag(valid)) => Some(*valid),
            _ => None,
        },
        requests: positive("throughput.requests_per_s")?,
        output: positive("throughput.output_tokens_per_s"),
        answer: positive("load.output_tokens"),
        ttft: positive("latency.ttft_s.mean"),
        tpot: positive("latency.tpot_s.mean"),
        request: positive("latency.e2e_s.mean"),
    })
}

impl Submitted {
    /// The same as a load: what it does not say is asked for as of any.
    #[must_use]
    pub const fn found(&self) -> Found {
        Found {
            arrivals: match self.sending {
                Sending::Offline => Arrivals::Burst,
                Sending::Server => Arrivals::Open,
                Sending::SingleStream => Arrivals::Steady,
            },
            users: None,
            rate: Some(self.requests),
            input: None,
            output: self.answer,
            tpot: self.tpot,
            ttft: self.ttft,
            left_out: None,
        }
    }
}

impl Setup {
    /// The figures of a result that the estimate has, too, at these lengths (prompt and answer,
    /// tokens): never empty.
    ///
    /// # Errors
    /// Why there is no estimate: no room, or no rate in the accelerator's record.
    pub fn beside(&self, result: &Submitted, lengths: (f64, f64)) -> Result<Vec<Beside>, LeftOut> {
        let replicas = f64::from(self.replicas().unwrap_or(1));
        let at = |load: Load| {
            let scenario = self.scenario(lengths, load);
            estimated(&scenario, &self.chip, self.placement).ok_or(LeftOut::NoRate)
        };
        let mut all = Vec::new();
        let mut put = |figure: Compared, measured: Option<f64>, estimated: f64, band: Band| {
            all.extend(measured.map(|measured| Beside {
                figure,
                measured,
                estimated,
                band,
            }));
        };
        if result.sending == Sending::SingleStream {
            let alone = at(Load::Steady(1.0))?.estimate.performance;
            let alone: Performance = alone.ok_or(LeftOut::NoRoom)?;
            // One request after the other: what a request takes is its rate.
            let takes = alone.request_latency.get();
            put(
                Compared::Request,
                Some(1.0 / result.requests),
                takes,
                alone.tpot.band,
            );
            put(
                Compared::Ttft,
                result.ttft,
                alone.ttft.mean.get(),
                alone.ttft.band,
            );
            put(
                Compared::Tpot,
                result.tpot,
                alone.tpot.mean.get(),
                alone.tpot.band,
            );
            return Ok(all);
        }
        let full = at(Load::Saturated)?.estimate.performance;
        let full = full.ok_or(LeftOut::NoRoom)?;
        let (output, requests) = (full.output.get(), full.requests.get());
        put(
            Compared::Output,
            result.output,
            output * replicas,
            full.output_band,
        );
        if result.output.is_none() {
            put(
                Compared::Requests,
                Some(result.requests),
                requests * replicas,
                full.output_band,
            );
        }
        if result.sending == Sending::Server {
            // Where the estimate does not keep up, it has no latencies.
            let rate = result.requests / replicas;
            if let Some(there) = at(Load::Poisson(rate))?.estimate.performance {
                put(
                    Compared::Ttft,
                    result.ttft,
                    there.ttft.mean.get(),
                    there.ttft.band,
                );
                put(
                    Compared::Tpot,
                    result.tpot,
                    there.tpot.mean.get(),
                    there.tpot.band,
                );
            }
        }
        Ok(all)
    }
}

/// Accelerators of a system by its name: `B200-SXM-180GBx8`, `8xH200`; `None` where it does not
/// say. A number before a name without digits counts machines.
///
/// ```
/// use estimator::calibration::accelerators_of;
/// assert_eq!(accelerators_of("B200-SXM-180GBx8_TRT"), Some(8));
/// assert_eq!(accelerators_of("1xESC-A8A-E12U"), None);
/// ```
#[must_use]
pub fn accelerators_of(system: &str) -> Option<u32> {
    let number = |digits: &str| {
        let number: u32 = digits.parse().ok()?;
        (1..=4096).contains(&number).then_some(number)
    };
    let words = system.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.into_iter().find_map(|word| {
        let behind = word.rsplit_once('x').and_then(|(name, count)| {
            let sized = name.is_empty() || name.to_ascii_lowercase().ends_with("gb");
            number(count).filter(|_| sized)
        });
        let before = word.split_once('x').and_then(|(count, name)| {
            let named = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && name.bytes().any(|byte| byte.is_ascii_digit());
            number(count).filter(|_| named)
        });
        behind.or(before)
    })
}

#[cfg(test)]
mod tests {
    use super::{Compared, Sending, accelerators_of, submitted};
    use crate::calibration::{LeftOut, Setup};
    use crate::engine::Engine;
    use crate::placement::Placement;
    use crate::precision::{KvFormat, WeightFormat};
    use crate::profile::{Group, Reader};
    use crate::published;
    use crate::quantity::Bytes;

    fn read(text: &str) -> Group {
        let mut reader = Reader::new();
        reader.push(text.as_bytes()).expect("a sound chunk");
        reader.finish().expect("a known format")
    }

    fn summary(scenario: &str, rest: &str) -> String {
        format!(
            "MLPerf Results Summary\nSUT name : H100-SXM-80GBx8\nScenario : {scenario}\nResult is : VALID\n{rest}"
        )
    }

    const RATES: &str = "Completed samples per second : 20\nCompleted tokens per second : 4000\n\
        Mean First Token latency (ns) : 200000000\nMean Time to Output Token (ns) : 30000000\n";

    fn spread(tensor: u32) -> Placement {
        Placement {
            tensor,
            data: 1,
            expert: 1,
            pipeline: 1,
        }
    }

    fn setup() -> Setup {
        Setup {
            model: published::llama_3_8b(),
            weights: WeightFormat::Fp8,
            kv_cache: KvFormat::Fp8,
            engine: Engine::TensorRtLlm,
            chip: published::h100(),
            accelerators: 8,
            placement: spread(4),
        }
    }

    /// A result by hand: 4,000 tokens at 20 requests are answers of 200.
    #[test]
    fn a_result_is_told() {
        let result = submitted(&read(&summary("Server", RATES))).expect("a result");
        assert_eq!(result.sending, Sending::Server);
        assert_eq!(result.valid, Some(true));
        assert_eq!(result.answer, Some(200.0));
        assert_eq!(result.found().rate, Some(20.0));
        assert!(submitted(&read(&summary("MultiStream", RATES))).is_none());
        assert!(submitted(&read("vllm:request_success_total 200\n")).is_none());
    }

    /// A full batch of the whole system is twice that of one of its two replicas; latencies are
    /// compared where requests come at a rate, and not where all come at once.
    #[test]
    fn figures_stand_beside_each_other() {
        let of = |scenario: &str, accelerators: u32| {
            let result = submitted(&read(&summary(scenario, RATES))).expect("a result");
            let setup = Setup {
                accelerators,
                ..setup()
            };
            setup.beside(&result, (300.0, 200.0)).expect("an estimate")
        };
        let (two, one) = (of("Offline", 8), of("Offline", 4));
        let figures: Vec<Compared> = two.iter().map(|beside| beside.figure).collect();
        assert_eq!(figures, [Compared::Output]);
        assert!((two[0].estimated / one[0].estimated - 2.0).abs() < 1e-9);
        assert!((two[0].measured - 4000.0).abs() < 1e-9);
        assert!((two[0].ratio() - two[0].estimated / 4000.0).abs() < 1e-9);
        let server = of("Server", 8);
        let figures: Vec<Compared> = server.iter().map(|beside| beside.figure).collect();
        assert_eq!(figures, [Compared::Output, Compared::Ttft, Compared::Tpot]);
    }

    /// What does not fit has no estimate, and says so.
    #[test]
    fn no_room_is_said() {
        let result = submitted(&read(&summary("Offline", RATES))).expect("a result");
        let mut small = setup();
        small.chip.memory = Bytes::gib(1.0);
        assert_eq!(small.beside(&result, (300.0, 200.0)), Err(LeftOut::NoRoom));
    }

    #[test]
    fn systems_say_how_many() {
        for (system, count) in [
            ("H100-SXM-80GBx8_TRT", Some(8)),
            ("NVIDIA GB200 x72", Some(72)),
            ("8xMI325X", Some(8)),
            ("1xESC-A8A-E12U", None),
            ("PySUT", None),
            ("GBx0", None),
            ("", None),
        ] {
            assert_eq!(accelerators_of(system), count, "{system}");
        }
    }
}

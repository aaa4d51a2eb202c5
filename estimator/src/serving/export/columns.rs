//! The columns of a table of candidates, and the cell of each.

use super::Document;
use crate::export::cell::{Cell, figure, gib, text};
use crate::offer::Offer;
use crate::precision::formats;
use crate::quantity::Seconds;
use crate::serving::memory::Component;
use crate::serving::report::{Candidate, Demand, Performance, Sizing, Verdict};
use serde::{Deserialize, Serialize};

formats!(
    /// A column; its id names the unit.
    Column {
        /// Place in the ranking, from 1.
        Rank = "rank",
        /// Id of the accelerator.
        Id = "accelerator_id",
        /// Name of the accelerator.
        Name = "accelerator",
        /// The judgement.
        Verdict = "verdict",
        /// Whether it is the recommendation.
        Recommended = "recommended",
        /// The shortfall, or by how much a demand is missed.
        Reason = "reason",
        /// Accelerators in all.
        Accelerators = "accelerators",
        /// Accelerators that are paid for: of whole instances.
        Paid = "accelerators_paid",
        /// Instances that are rented.
        Instances = "instances",
        /// Accelerators of each.
        Instance = "accelerators_per_instance",
        /// Replicas, spares included.
        Replicas = "replicas",
        /// Spare replicas.
        Spares = "spare_replicas",
        /// Replicas that only read prompts, where prefill and decode are apart.
        Prefill = "prefill_replicas",
        /// Replicas that only decode.
        Decode = "decode_replicas",
        /// Tensor parallelism.
        Tensor = "tensor_parallel",
        /// Pipeline parallelism.
        Pipeline = "pipeline_parallel",
        /// Expert parallelism.
        Expert = "expert_parallel",
        /// Attention data parallelism.
        Data = "data_parallel",
        /// Memory of one accelerator, as the driver reports it.
        Capacity = "memory_capacity_gib",
        /// Of it in use.
        Used = "memory_used_gib",
        /// Weights on one accelerator.
        Weights = "weights_gib",
        /// Cache the load needs on one accelerator.
        Cache = "kv_cache_gib",
        /// Cached tokens one replica holds.
        CacheTokens = "kv_tokens_per_replica",
        /// Requests at once in one replica.
        Concurrency = "concurrency_per_replica",
        /// Most requests at once in one replica.
        MostConcurrency = "max_concurrency_per_replica",
        /// Time to first token, mean.
        TtftMean = "ttft_mean_s",
        /// Time to first token at the percentile asked for.
        Ttft = "ttft_s",
        /// Time per output token, mean.
        TpotMean = "tpot_mean_ms",
        /// Time per output token at the percentile asked for.
        Tpot = "tpot_ms",
        /// Output of one replica at the load.
        Output = "output_tokens_per_s_per_replica",
        /// Throughput: output of all working replicas at the load.
        AllOutput = "output_tokens_per_s",
        /// Capacity: output of all of them when they are as full as the demands allow.
        FullOutput = "max_output_tokens_per_s",
        /// Spare load over the load asked for.
        Headroom = "headroom",
        /// What backs the latencies.
        Evidence = "evidence",
        /// The price of the instances per hour, as they are sold.
        Hour = "usd_per_hour",
        /// Cost per month of 730 hours.
        Month = "usd_per_month",
        /// Cost per million output tokens at the load.
        MillionOutput = "usd_per_million_output_tokens",
        /// Cost per million prompt tokens at the load.
        MillionInput = "usd_per_million_input_tokens",
        /// Output tokens a dollar buys at capacity.
        PerDollar = "output_tokens_per_usd",
        /// Performance per dollar, 100 for the best.
        Score = "score",
        /// Who sells it.
        Seller = "seller",
        /// Who sells it, which instance, where.
        Price = "price_source",
        /// Day of the price.
        AsOf = "price_as_of",
        /// Whether the price has a second source.
        Verified = "price_verified",
        /// Whether the latencies are a simulation's, whatever backs them.
        Simulated = "simulated",
    }
);

/// One line: a candidate, and the offer it answers for.
pub(super) struct Line<'a> {
    rank: u32,
    recommended: bool,
    candidate: &'a Candidate,
    offer: Option<&'a Offer>,
}

/// The lines in the report's order.
pub(super) fn lines<'a>(document: &Document<'a>) -> impl Iterator<Item = Line<'a>> {
    let offers = document.offers;
    let best = document.report.best;
    (1..)
        .zip(document.report.candidates.iter().enumerate())
        .map(move |(rank, (place, candidate))| Line {
            rank,
            recommended: best == Some(place),
            candidate,
            offer: offers.get(candidate.offer),
        })
}

impl Line<'_> {
    /// The cell of `column`.
    pub(super) fn cell(&self, column: Column) -> Cell {
        let whole = match column {
            Column::Rank => Some(Cell::Count(self.rank)),
            Column::Verdict => Some(Cell::Word(word(&self.candidate.verdict))),
            Column::Recommended => Some(Cell::Word(yes(self.recommended))),
            Column::Reason => reason(self.candidate).map(Cell::Text),
            Column::Score => self.candidate.score.map(Cell::Figure),
            Column::Id => self.offer.map(|offer| text(&offer.accelerator.id)),
            Column::Name => self.offer.map(|offer| text(&offer.accelerator.name)),
            Column::Capacity => self.offer.map(|offer| gib(offer.accelerator.memory)),
            Column::Seller | Column::Price | Column::AsOf | Column::Verified => self.price(column),
            _ => self
                .candidate
                .best
                .as_ref()
                .and_then(|sizing| of_sizing(sizing, column)),
        };
        whole.unwrap_or(Cell::Empty)
    }

    fn price(&self, column: Column) -> Option<Cell> {
        let price = self.candidate.price(self.offer?)?;
        Some(match column {
            Column::Seller => text(&price.seller),
            Column::Price => text(&price.sourced()),
            Column::AsOf => text(&price.as_of),
            _ => Cell::Word(yes(price.verified)),
        })
    }
}

const fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

fn of_sizing(sizing: &Sizing, column: Column) -> Option<Cell> {
    let memory = &sizing.estimate.memory;
    let placement = sizing.estimate.placement;
    Some(match column {
        Column::Accelerators => Cell::Count(sizing.accelerators()),
        Column::Paid => Cell::Count(sizing.cost?.bill.accelerators),
        Column::Instances => Cell::Count(sizing.cost?.bill.instances),
        Column::Instance => Cell::Count(sizing.cost?.bill.instance),
        Column::Replicas => Cell::Count(sizing.replicas),
        Column::Spares => Cell::Count(sizing.spare_replicas),
        Column::Prefill => Cell::Count(sizing.pools?.prefill),
        Column::Decode => Cell::Count(sizing.pools?.decode),
        Column::Tensor => Cell::Count(placement.tensor),
        Column::Pipeline => Cell::Count(placement.pipeline),
        Column::Expert => Cell::Count(placement.expert),
        Column::Data => Cell::Count(placement.data),
        Column::Used => gib(memory.used()),
        Column::Weights => gib(memory.part(Component::Weights)),
        Column::Cache => gib(memory.part(Component::KvCache)),
        Column::CacheTokens => Cell::Figure(memory.kv_tokens),
        Column::MostConcurrency => Cell::Figure(sizing.most_at_once()),
        Column::Headroom => Cell::Figure(sizing.headroom),
        Column::Evidence => Cell::Word(sizing.backing()?.id()),
        Column::Simulated => {
            sizing.estimate.performance.as_ref()?;
            Cell::Word(yes(sizing.is_simulated()))
        }
        Column::AllOutput => Cell::Figure(sizing.output()?.get()),
        Column::FullOutput => Cell::Figure(sizing.full_output.get()),
        Column::Hour => Cell::Figure(sizing.cost?.per_hour.get()),
        Column::Month => Cell::Figure(sizing.cost?.per_month.get()),
        Column::MillionOutput => Cell::Figure(sizing.cost?.per_million_output.get()),
        Column::MillionInput => Cell::Figure(sizing.cost?.per_million_input.get()),
        Column::PerDollar => Cell::Figure(sizing.cost?.tokens_per_dollar),
        other => of_speed(sizing.estimate.performance.as_ref()?, other)?,
    })
}

fn of_speed(speed: &Performance, column: Column) -> Option<Cell> {
    let seconds = |time: Seconds| Cell::Figure(time.get());
    let millis = |time: Seconds| Cell::Figure(time.to_millis());
    Some(match column {
        Column::Concurrency => Cell::Figure(speed.concurrency),
        Column::TtftMean => seconds(speed.ttft.mean),
        Column::Ttft => seconds(speed.ttft.at_percentile),
        Column::TpotMean => millis(speed.tpot.mean),
        Column::Tpot => millis(speed.tpot.at_percentile),
        Column::Output => Cell::Figure(speed.output.get()),
        _ => return None,
    })
}

/// The id of a verdict.
const fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Meets => "meets",
        Verdict::Misses => "misses",
        Verdict::TooLittleMemory { .. } => "too-little-memory",
        Verdict::EngineUnsupported { .. } => "engine-unsupported",
        Verdict::Unsupported { .. } => "format-unsupported",
        Verdict::NoPlacement { .. } => "no-placement",
        Verdict::NodeLimit { .. } => "node-limit",
        Verdict::Unknown => "unknown",
    }
}

/// The shortfall, in figures.
fn reason(candidate: &Candidate) -> Option<String> {
    Some(match &candidate.verdict {
        Verdict::Meets | Verdict::Unknown => return None,
        Verdict::Misses => {
            let misses = candidate.best.as_ref()?.misses.iter().map(|miss| {
                let demand = match miss.demand {
                    Demand::Ttft => "ttft",
                    Demand::Tpot => "tpot",
                };
                let (value, limit) = (figure(miss.value.get(), 3), figure(miss.limit.get(), 3));
                format!("{demand} {value} s over {limit} s")
            });
            let misses = misses.collect::<Vec<_>>().join("; ");
            if let Some(within) = candidate.best.as_ref()?.goodput_missed() {
                format!("{} of requests within both limits", figure(within, 3))
            } else if candidate.best.as_ref()?.is_overrun() {
                "more arrives than is answered".to_owned()
            } else {
                misses
            }
        }
        Verdict::TooLittleMemory {
            short,
            accelerators,
        } => {
            let short = figure(short.to_gib(), 3);
            format!("{short} GiB short on each of {accelerators}")
        }
        Verdict::EngineUnsupported { engine } => engine.id().to_owned(),
        Verdict::Unsupported { format } => format.id().to_owned(),
        Verdict::NoPlacement { reason } => serde_json::to_string(reason).unwrap_or_default(),
        Verdict::NodeLimit { needed } => format!("{needed} in a node"),
    })
}

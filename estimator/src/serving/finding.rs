//! Findings for the user beside the numbers: named, with the figures that a sentence about it
//! needs. The page turns each into words.

use crate::band::Evidence;
use crate::hardware::LinkKind;
use crate::offer::Offer;
use crate::precision::{ComputeType, TensorClass, WeightFormat};
use crate::serving::balance::{Amount, Resource, balance};
use crate::serving::report::{Bottleneck, Report, Sizing};
use crate::serving::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// Something worth saying about the answer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Finding {
    /// The smallest sizing carries far more than was asked for.
    OverProvisioned {
        /// Spare load, as a share of the load asked for.
        headroom: f64,
    },
    /// Nothing offered keeps every demand.
    Undersized,
    /// Tensor parallelism over PCI Express: the links dominate.
    PcieTensorParallelism {
        /// Ranks that share a layer.
        ranks: u32,
    },
    /// Decoding is limited by something other than memory bandwidth.
    Bound {
        /// The bottleneck.
        by: Bottleneck,
    },
    /// The chip lacks units for the format and widens it.
    Widened {
        /// The format asked for.
        format: WeightFormat,
        /// The format it computes in.
        computed_as: ComputeType,
    },
    /// The vendor's headline counts structured sparsity; the dense rate is used.
    SparseHeadline {
        /// Printed over dense.
        factor: f64,
    },
    /// The memory the driver reports is less than the data sheet prints.
    MemoryBelowLabel {
        /// Reported GiB.
        usable_gib: f64,
        /// Printed GB.
        marketed_gb: f64,
    },
    /// The requests are longer than the model's published context.
    BeyondContext {
        /// Tokens of one request.
        tokens: f64,
        /// Published context.
        max_context: u32,
    },
    /// No measurement of this kind of accelerator backs the estimate.
    UnmeasuredHardware,
    /// The price is of whole instances, which hold more accelerators than the sizing takes.
    SoldWhole {
        /// Accelerators of an instance.
        instance: u32,
        /// Those of all instances that no replica uses.
        stranded: u32,
    },
    /// More accelerators than anybody is known to have had for one model.
    RareFleet {
        /// Of the sizing.
        accelerators: u32,
        /// The most that is published.
        largest: u32,
    },
    /// The price has no second source.
    UnverifiedPrice,
    /// Its list names no region, and one part of the world is asked for.
    UnplacedPrice,
    /// The price was read more than a year ago, and no newer one is known.
    ExpiredPrice,
    /// The machine it comes in is short of something beside accelerators.
    HostShort {
        /// The resource.
        resource: Resource,
        /// The need of a node.
        needed: Amount,
        /// The amount it has.
        available: Amount,
        /// The least size on sale that is enough.
        suffices: Amount,
    },
}

/// Spare load above which the smallest sizing is called too large.
const OVER_PROVISIONED: f64 = 1.0;

/// The most accelerators of one published fleet for one model: Llama 3.1 405B trained on
/// 16,384 H100 (arXiv 2407.21783, section 3.3.1). More may be had, but not by asking for it.
const LARGEST_FLEET: u32 = 16_384;

/// The findings on `report`, most important first.
#[must_use]
pub fn findings(scenario: &Scenario, offers: &[Offer], report: &Report) -> Vec<Finding> {
    let mut found = Vec::new();
    let tokens = scenario.workload.input_tokens + scenario.workload.output_tokens;
    if let Some(max_context) = scenario.model.max_context
        && tokens > f64::from(max_context)
    {
        found.push(Finding::BeyondContext {
            tokens,
            max_context,
        });
    }
    let Some(candidate) = report.recommended() else {
        found.push(Finding::Undersized);
        return found;
    };
    let (Some(sizing), Some(offer)) = (&candidate.best, offers.get(candidate.offer)) else {
        return found;
    };
    if sizing.accelerators() > LARGEST_FLEET {
        found.push(Finding::RareFleet {
            accelerators: sizing.accelerators(),
            largest: LARGEST_FLEET,
        });
    }
    about_price(offer, sizing, &mut found);
    about_chip(scenario, offer, sizing, &mut found);
    about_load(sizing, &mut found);
    about_host(scenario, offer, sizing, &mut found);
    found
}

fn about_price(offer: &Offer, sizing: &Sizing, found: &mut Vec<Finding>) {
    found.extend(sold_whole(sizing));
    let price = sizing.price(offer);
    if price.is_some_and(|price| !price.verified) {
        found.push(Finding::UnverifiedPrice);
    }
    if price.is_some_and(|price| price.unplaced) {
        found.push(Finding::UnplacedPrice);
    }
    if price.is_some_and(|price| price.expired) {
        found.push(Finding::ExpiredPrice);
    }
}

/// [`Finding::SoldWhole`] where a sizing leaves accelerators unused in the machines that its
/// price is of.
#[must_use]
pub fn sold_whole(sizing: &Sizing) -> Option<Finding> {
    let rented = sizing.cost?.bill;
    (rented.stranded > 0).then_some(Finding::SoldWhole {
        instance: rented.instance,
        stranded: rented.stranded,
    })
}

fn about_chip(scenario: &Scenario, offer: &Offer, sizing: &Sizing, found: &mut Vec<Finding>) {
    let chip = &offer.accelerator;
    let mixture = scenario.model.is_mixture();
    let class = if mixture {
        TensorClass::Experts
    } else {
        TensorClass::FeedForward
    };
    let bits = scenario.weights.bits(class, mixture);
    let computed_as = scenario.weights.compute_type(class, mixture, chip);
    if bits < 16.0 && !scenario.weights.is_weight_only() && computed_as >= ComputeType::Sixteen {
        found.push(Finding::Widened {
            format: scenario.weights,
            computed_as,
        });
    }
    if chip.headline_factor > 1.0 {
        found.push(Finding::SparseHeadline {
            factor: chip.headline_factor,
        });
    }
    let tensor = sizing.estimate.placement.tensor;
    if tensor > 1 && chip.link_for(tensor).kind == LinkKind::Pcie {
        found.push(Finding::PcieTensorParallelism { ranks: tensor });
    }
    if chip.memory.get() < 0.995 * chip.marketed_memory.get() {
        found.push(Finding::MemoryBelowLabel {
            usable_gib: chip.memory.to_gib(),
            marketed_gb: chip.marketed_memory.to_gb(),
        });
    }
    if let Some(performance) = &sizing.estimate.performance
        && performance.tpot.band.evidence == Evidence::Unmeasured
    {
        found.push(Finding::UnmeasuredHardware);
    }
}

fn about_load(sizing: &Sizing, found: &mut Vec<Finding>) {
    let headroom = sizing.fewest_headroom();
    if headroom > OVER_PROVISIONED {
        found.push(Finding::OverProvisioned { headroom });
    }
    let Some(performance) = &sizing.estimate.performance else {
        return;
    };
    let capacity = sizing.estimate.memory.mean_concurrency;
    let by = if sizing.max_concurrency >= 0.95 * capacity {
        Bottleneck::KvCapacity
    } else {
        performance.bottleneck
    };
    if by != Bottleneck::MemoryBandwidth {
        found.push(Finding::Bound { by });
    }
}

fn about_host(scenario: &Scenario, offer: &Offer, sizing: &Sizing, found: &mut Vec<Finding>) {
    for item in balance(scenario, offer, sizing).shortfalls() {
        if let Some(available) = item.available {
            found.push(Finding::HostShort {
                resource: item.resource,
                needed: item.needed,
                available,
                suffices: item.suffices(),
            });
        }
    }
}

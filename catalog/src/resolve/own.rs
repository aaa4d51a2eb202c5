//! Checks of the user's own accelerator.

use super::checks::Checks;
use crate::bounds;
use estimator::error::Field;
use estimator::hardware::Accelerator;
use estimator::quantity::BytesPerSecond;

/// Notes the errors of the user's own accelerator.
pub(super) fn check(accelerator: &Accelerator, checks: &mut Checks) {
    for memory in [accelerator.memory, accelerator.marketed_memory] {
        checks.number(Field::OwnMemory, memory.get(), bounds::OWN_MEMORY);
    }
    checks.number(
        Field::OwnBandwidth,
        accelerator.bandwidth.get(),
        bounds::OWN_BANDWIDTH,
    );

    let peak = &accelerator.peak;
    if peak.sixteen.or(peak.thirty_two).is_none() {
        checks.missing(Field::OwnCompute);
    }
    let rates = [
        peak.thirty_two,
        peak.sixteen,
        peak.fp8,
        peak.int8,
        peak.four,
    ];
    for rate in rates.into_iter().flatten() {
        checks.number(Field::OwnCompute, rate.get(), bounds::OWN_COMPUTE);
    }

    let link = accelerator.link.per_direction.get();
    checks.number(Field::OwnLink, link, bounds::OWN_LINK);
    let host = accelerator.pcie.map(BytesPerSecond::get);
    checks.maybe(Field::OwnLink, host, bounds::OWN_LINK);
    let domain = f64::from(accelerator.link.domain);
    checks.number(Field::OwnLink, domain, bounds::ACCELERATORS);
    let node = f64::from(accelerator.node_size);
    checks.number(Field::OwnNode, node, bounds::ACCELERATORS);
    if let Some(power) = accelerator.power
        && !power.is_valid()
    {
        checks.missing(Field::OwnCompute);
    }
}

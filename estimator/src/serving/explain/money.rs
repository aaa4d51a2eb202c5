//! Derivations of the number of replicas and their cost.

use super::{Case, Derivation, DerivationId, Unit, derivation, term};
use crate::quantity::RequestsPerSecond;
use crate::workload::Load;

impl Case<'_> {
    pub(super) fn replicas(&self) -> Derivation {
        if let Some(pools) = &self.sizing.pools {
            let rate =
                |symbol, rate: RequestsPerSecond| term(symbol, rate.get(), Unit::RequestsPerSecond);
            return derivation(
                DerivationId::Replicas,
                "R = ⌈λ/λ_p⌉ + ⌈λ/λ_d⌉ + spares",
                vec![
                    rate("λ", pools.rate),
                    rate("λ_p", pools.prefill_most),
                    rate("λ_d", pools.decode_most),
                    term("spares", f64::from(self.sizing.spare_replicas), Unit::Count),
                ],
                term("R", f64::from(self.sizing.replicas), Unit::Count),
            );
        }
        let (asked, unit) = match self.scenario.workload.load {
            Load::Poisson(rate) => (rate, Unit::RequestsPerSecond),
            Load::Steady(users)
            | Load::Closed(users)
            | Load::Lockstep(users)
            | Load::Burst(users) => (users, Unit::Count),
            Load::Saturated => (1.0, Unit::Count),
        };
        let carried = (1.0 + self.sizing.headroom) * asked / self.working();
        // Rounded as the search does.
        let needed = (asked / carried - 1e-9).ceil().max(1.0);
        derivation(
            DerivationId::Replicas,
            "R = ⌈λ/λ_max⌉ + f + spares",
            vec![
                term("λ", asked, unit),
                term("λ_max", carried, unit),
                term("f", self.working() - needed, Unit::Count),
                term("spares", f64::from(self.sizing.spare_replicas), Unit::Count),
            ],
            term("R", f64::from(self.sizing.replicas), Unit::Count),
        )
    }

    /// Nothing where no price is known.
    pub(super) fn money(&self) -> Vec<Derivation> {
        let (Some(cost), Some(price)) = (self.sizing.cost, self.sizing.price(self.offer)) else {
            return Vec::new();
        };
        let per_hour = term("C", cost.per_hour.get(), Unit::UsdPerHour);
        let output = self.point.rate * self.replica.lengths.output * self.working();
        vec![
            derivation(
                DerivationId::CostPerHour,
                "C = m·g·price",
                vec![
                    term("m", f64::from(cost.bill.instances), Unit::Count),
                    term("g", f64::from(cost.bill.instance), Unit::Count),
                    term("price", price.per_accelerator.get(), Unit::UsdPerHour),
                ],
                per_hour,
            ),
            derivation(
                DerivationId::CostPerMillion,
                "c = 10⁶·C/(3600·X)",
                vec![per_hour, term("X", output, Unit::TokensPerSecond)],
                term("c", cost.per_million_output.get(), Unit::Usd),
            ),
            derivation(
                DerivationId::TokensPerDollar,
                "T = 3600·X_max/C",
                vec![
                    term(
                        "X_max",
                        self.sizing.full_output.get(),
                        Unit::TokensPerSecond,
                    ),
                    per_hour,
                ],
                term("T", cost.tokens_per_dollar, Unit::TokensPerUsd),
            ),
        ]
    }
}

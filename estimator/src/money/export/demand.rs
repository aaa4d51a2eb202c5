//! Rows of demand and capacity over a week.

use super::rows::Rows;
use crate::money::demand::Demand;
use crate::quantity::Usd;

/// Where they stand.
const SECTION: &str = "demand";

impl Rows {
    pub(super) fn demand(&mut self, demand: &Demand) {
        for way in &demand.ways {
            let kind = if way.follows { "following" } else { "static" };
            let item = format!("{kind}-{}", way.basis.id());
            let mut put = |value: f64, unit| self.put(SECTION, item.as_str(), value, unit);
            put(way.hours, "accelerator_hours_per_week");
            put(way.idle, "idle_share");
            put(way.at_risk.get() / 60.0, "minutes_at_risk_per_week");
            put(way.requests_at_risk, "share_of_requests_at_risk");
            put(f64::from(way.spares), "replicas_against_interruptions");
            let per_month = way.per_month.map(Usd::get);
            self.maybe(SECTION, &item, per_month, "usd_per_month");
        }
        let start = &demand.start;
        for (item, time) in [
            ("start", start.all),
            ("start-machine", start.machine),
            ("start-weights", start.weights),
            ("start-engine", start.engine),
        ] {
            self.put(SECTION, item, time.get(), "s");
        }
    }
}

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
        if let Some(tried) = &demand.autoscaled {
            let settings = &tried.settings;
            for (item, value, unit) in [
                ("replicas-least", f64::from(settings.least), "replicas"),
                ("target", settings.target, "requests_in_flight_per_replica"),
                ("window", settings.window as f64, "s"),
                ("added", f64::from(settings.up), "replicas_per_minute"),
                ("start", tried.start.get(), "s"),
                ("hours", tried.replica_hours, "replica_hours_per_day"),
                ("hours-low", tried.least_hours, "replica_hours_per_day"),
                ("hours-high", tried.most_hours, "replica_hours_per_day"),
                ("queue", tried.waiting.get(), "s_per_day"),
                ("late", tried.late, "share_of_requests"),
            ] {
                self.put("autoscaler", item, value, unit);
            }
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

//! Every figure of the answer, one a row.

use super::{Answer, Document, Row};
use crate::choice::PriceBasis;
use crate::money::Component;
use crate::money::api::AgainstApi;
use crate::money::energy::Energy;
use crate::money::horizon::Horizon;
use crate::money::report::{Owned, Report};
use crate::money::tornado::{Bar, Lever};
use crate::money::units::Units;
use crate::offer::Price;
use crate::quantity::{KilogramsCo2e, KilowattHours, Usd};

/// All rows, in the order of the report.
pub(super) fn rows(document: &Document<'_>) -> Vec<Row> {
    let mut rows = Rows(Vec::new());
    if let Some(answer) = &document.answer {
        rows.answer(answer);
    }
    if let Some(run) = document.run {
        rows.run(run);
    }
    rows.0
}

pub(super) struct Rows(Vec<Row>);

impl Rows {
    fn answer(&mut self, answer: &Answer<'_>) {
        let report = answer.report;
        let rows = self;
        rows.inputs(report);
        rows.fleet(answer);
        for (section, units) in [("rented", &report.rented), ("owned", &report.owned_units)] {
            if let Some(units) = units {
                rows.units(section, units);
            }
        }
        if let Some(owned) = &report.owned {
            rows.owned(owned);
        }
        rows.horizon(&report.horizon);
        report.tornado.iter().for_each(|bar| rows.bar(report, bar));
        if let Some(api) = &report.api {
            rows.api(api);
        }
        if let Some(energy) = &report.energy {
            rows.energy(energy);
        }
        rows.demand(&report.demand);
    }

    pub(super) fn put(
        &mut self,
        section: &'static str,
        item: impl Into<String>,
        value: f64,
        unit: &'static str,
    ) {
        self.0.push(Row {
            section,
            item: item.into(),
            month: None,
            value,
            unit,
            source: String::new(),
            as_of: String::new(),
        });
    }

    pub(super) fn maybe(
        &mut self,
        section: &'static str,
        item: &str,
        value: Option<f64>,
        unit: &'static str,
    ) {
        if let Some(value) = value {
            self.put(section, item, value, unit);
        }
    }

    fn inputs(&mut self, report: &Report) {
        for (input, value) in report.values.known() {
            let origin = report.origins.iter().find(|known| known.input == input);
            self.0.push(Row {
                section: "input",
                item: input.id().to_owned(),
                month: None,
                value,
                unit: input.unit(),
                source: origin.map(|known| known.source.clone()).unwrap_or_default(),
                as_of: origin.map(|known| known.as_of.clone()).unwrap_or_default(),
            });
        }
        for rent in &report.rents {
            self.rent("input", rent.basis, &rent.price);
        }
    }

    /// A price to rent at, from whom and of which day.
    pub(super) fn rent(&mut self, section: &'static str, basis: PriceBasis, price: &Price) {
        self.0.push(Row {
            section,
            item: format!("rent-{}", basis.id()),
            month: None,
            value: price.per_accelerator.get(),
            unit: "usd_per_accelerator_hour",
            source: price.sourced(),
            as_of: price.as_of.clone(),
        });
    }

    fn fleet(&mut self, answer: &Answer<'_>) {
        let count = f64::from(answer.report.accelerators);
        let name = &answer.offer.accelerator.name;
        self.put("fleet", name.as_str(), count, "accelerators");
        let Some(sold) = &answer.report.sold else {
            return;
        };
        let mut put = |item: &str, value: f64, unit| self.put("sold", item, value, unit);
        put("instances", f64::from(sold.instances), "instances");
        put("instance", f64::from(sold.instance), "accelerators");
        put("paid", f64::from(sold.accelerators), "accelerators");
        put("stranded", f64::from(sold.stranded), "accelerators");
        put("paid", sold.per_hour.get(), "usd_per_hour");
        put("paid", sold.per_month.get(), "usd_per_month");
        put("stranded", sold.stranded_per_hour.get(), "usd_per_hour");
        put("stranded", sold.stranded_per_month.get(), "usd_per_month");
    }

    fn units(&mut self, section: &'static str, units: &Units) {
        let mut put = |item: &str, value: f64, unit| self.put(section, item, value, unit);
        put("fleet", units.per_hour.get(), "usd_per_hour");
        put("fleet", units.per_month.get(), "usd_per_month");
        put("fleet", units.per_year.get(), "usd_per_year");
        for (load, tokens) in [("demanded", units.demanded), ("full", units.full)] {
            for (kind, price) in [
                ("input", tokens.input),
                ("output", tokens.output),
                ("blended", tokens.blended),
            ] {
                let item = format!("{kind}-at-{load}-load");
                put(&item, price.get(), "usd_per_million_tokens");
            }
        }
        put("request", units.per_request.get(), "usd");
        put("utilization", units.utilization, "share");
        put("idle", units.idle.get(), "usd_per_month");
        put("floor", units.floor.get(), "usd_per_month");
        put("output-at-full-load", units.per_dollar, "tokens_per_usd");
        let per_user = units.per_user.map(Usd::get);
        self.maybe(section, "user", per_user, "usd_per_month");
        let at_once = units.per_user_at_once.map(Usd::get);
        self.maybe(section, "user-at-once", at_once, "usd_per_month");
        let per_energy = units.per_kilowatt_hour;
        self.maybe(section, "output-at-full-load", per_energy, "tokens_per_kwh");
    }

    fn owned(&mut self, owned: &Owned) {
        let mut put = |item: &str, value: f64, unit| self.put("ownership", item, value, unit);
        put("nodes", f64::from(owned.hardware.nodes), "nodes");
        put(
            "bought",
            f64::from(owned.hardware.accelerators),
            "accelerators",
        );
        put("stranded", f64::from(owned.stranded), "accelerators");
        put("purchase", owned.purchase.get(), "usd");
        put("resale", owned.resale.get(), "usd");
        for component in Component::ALL {
            let part = owned.expected.part(*component).get();
            put(component.id(), part, "usd_per_year");
            let part = owned.expected.part_per_hour(*component).get();
            put(component.id(), part, "usd_per_accelerator_hour");
        }
        let hour = "usd_per_accelerator_hour";
        put("all", owned.expected.per_year().get(), "usd_per_year");
        put("all", owned.expected.per_hour().get(), hour);
        put("all-at-all-times", owned.always.per_hour().get(), hour);
    }

    fn horizon(&mut self, horizon: &Horizon) {
        for even in &horizon.break_even {
            let item = format!("rented-{}", even.basis.id());
            self.maybe("break-even", &item, even.month, "months");
            self.maybe("break-even", &item, even.utilization, "share");
        }
        if let Some(split) = &horizon.split {
            self.put("split", "owned", f64::from(split.owned), "replicas");
            self.put("split", "rented", f64::from(split.rented), "replicas");
            self.put("split", "all", split.per_month.get(), "usd_per_month");
        }
        self.put("growth", "load", horizon.growth, "share_per_year");
        for (month, needed) in (1..).zip(&horizon.replicas) {
            self.put("growth", "needed", f64::from(*needed), "replicas");
            if let Some(row) = self.0.last_mut() {
                row.month = Some(month);
            }
        }
        for course in &horizon.courses {
            let way = course.way.id();
            for (month, paid) in (0..).zip(&course.paid) {
                self.put("paid", way.as_str(), paid.get(), "usd");
                if let Some(row) = self.0.last_mut() {
                    row.month = Some(month);
                }
            }
            self.put("left", way.as_str(), course.left.get(), "usd");
            self.put("owed", way.as_str(), course.owed.get(), "usd");
            self.put("net", way.as_str(), course.net().get(), "usd");
        }
    }

    fn bar(&mut self, report: &Report, bar: &Bar) {
        let name = match bar.lever {
            Lever::Input(input) => input.id(),
            Lever::Rent => "rent",
        };
        for (side, outcome) in [("low", bar.outcome.0), ("high", bar.outcome.1)] {
            self.put(
                "sensitivity",
                format!("{}-{name}-{side}", report.outcome.id()),
                outcome,
                "usd",
            );
        }
    }

    fn api(&mut self, api: &AgainstApi) {
        self.put("api", "request", api.per_request.get(), "usd");
        self.put("api", "all", api.per_month.get(), "usd_per_month");
        self.put("api", "net", api.net.get(), "usd");
        let per_user = api.per_user.map(Usd::get);
        self.maybe("api", "user", per_user, "usd_per_month");
        for contest in &api.contests {
            let way = contest.way.id();
            self.put(
                "api",
                way.as_str(),
                contest.per_month.get(),
                "usd_per_month",
            );
            for (name, found) in [
                ("wins-from", contest.wins_from),
                ("wins-for-good", contest.wins_for_good),
            ] {
                let item = format!("{way}-{name}");
                let rate = found.map(|found| found.requests.get());
                self.maybe("api", &item, rate, "requests_per_s");
                let tokens = found.map(|found| found.tokens_per_day);
                self.maybe("api", &item, tokens, "tokens_per_day");
            }
        }
    }

    fn energy(&mut self, energy: &Energy) {
        self.put("energy", "drawn", energy.drawn.to_kilo(), "kw");
        self.put("energy", "all", energy.per_month.get(), "kwh_per_month");
        self.put("energy", "all", energy.per_year.get(), "kwh_per_year");
        let per_million = energy.per_million.map(KilowattHours::get);
        self.maybe("energy", "output", per_million, "kwh_per_million_tokens");
        for (item, carbon, unit) in [
            ("all", energy.carbon_per_month, "kg_co2e_per_month"),
            ("all", energy.carbon_per_year, "kg_co2e_per_year"),
            (
                "output",
                energy.carbon_per_million,
                "kg_co2e_per_million_tokens",
            ),
        ] {
            self.maybe("carbon", item, carbon.map(KilogramsCo2e::get), unit);
        }
    }
}

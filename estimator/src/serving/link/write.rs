//! Question to text.

use super::{ACTIVE_SHARE, Link, PEAK_TO_MEAN, REQUESTS_EACH, base};
use crate::field;
use crate::link::fragment::Fragment;
use crate::link::frame;
use crate::link::shared::{write_fleet, write_model, write_view};
use crate::link::text::show;
use crate::serving::fields;
use crate::serving::question::{Day, Growth, Question, Traffic};
use crate::workload::Sla;

/// The fragment of `link`, without the leading `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    let mut fragment = Fragment::new();
    question(&mut fragment, &link.question, &base());
    write_view(&mut fragment, &link.view);
    if let Some(inside) = &link.frame {
        frame::write(&mut fragment, inside);
    }
    fragment.finish()
}

/// Writes the parts of a question that differ from the `usual` one.
pub(crate) fn question(fragment: &mut Fragment, asked: &Question, usual: &Question) {
    write_model(fragment, &asked.model, &usual.model);
    let id = |format: crate::precision::WeightFormat| format.id().to_owned();
    fragment.differing("weights", asked.weights, usual.weights, id);
    let id = |format: crate::precision::KvFormat| format.id().to_owned();
    fragment.differing("kv", asked.kv_cache, usual.kv_cache, id);
    traffic(fragment, asked.traffic, usual.traffic);
    field::write(fragment, fields::REQUESTS, asked, usual);
    sla(fragment, &asked.sla, &usual.sla);
    write_fleet(fragment, &asked.fleet, &usual.fleet);
    if asked.fleet.bought {
        fragment.pair("buy", "yes");
    }
    let (engine, often) = (asked.engine.engine, usual.engine.engine);
    fragment.differing("engine", engine, often, |engine| engine.id().to_owned());
    for rows in [
        fields::ENGINE,
        fields::SCHEDULER,
        fields::PAIRS,
        fields::HOST_CACHE,
    ] {
        field::write(fragment, rows, asked, usual);
    }
    let (release, often) = (asked.engine.release, usual.engine.release);
    fragment.differing("launch", release.launch, often.launch, |launch| {
        launch.id().to_owned()
    });
    if let Some(month) = release.month {
        fragment.pair("released", &month.to_string());
    }
    if asked.serving.disaggregated {
        fragment.pair("split-phases", "yes");
    }
    let (ways, often) = (asked.serving.parallelism, usual.serving.parallelism);
    fragment.differing("parallel", ways, often, |ways| ways.id().to_owned());
    field::write(fragment, fields::LIMITS, asked, usual);
    growth(fragment, &asked.growth, &usual.growth);
    if let Some(record) = &asked.calibration {
        fragment.pair("calibration", &record.to_json());
    }
}

fn traffic(fragment: &mut Fragment, traffic: Traffic, usual: Traffic) {
    if traffic == usual {
        return;
    }
    match traffic {
        Traffic::Rate(rate) => fragment.pair("rate", &show(rate)),
        Traffic::Users(users) => fragment.pair("users", &show(users)),
        Traffic::TokensPerDay {
            tokens,
            peak_to_mean,
        } => {
            fragment.pair("tokens-per-day", &show(tokens));
            fragment.differing("peak", peak_to_mean, PEAK_TO_MEAN, show);
        }
        Traffic::People {
            people,
            active,
            each,
        } => {
            fragment.pair("access", &show(people));
            fragment.differing("active", active, ACTIVE_SHARE, show);
            fragment.differing("hourly", each, REQUESTS_EACH, show);
        }
    }
}

fn sla(fragment: &mut Fragment, sla: &Sla, usual: &Sla) {
    fragment.differing("at", sla.percentile, usual.percentile, |at| {
        at.id().to_owned()
    });
    fragment.differing("certain", sla.certainty, usual.certainty, |sure| {
        sure.id().to_owned()
    });
}

fn growth(fragment: &mut Fragment, growth: &Growth, usual: &Growth) {
    field::write(fragment, fields::GROWTH, growth, usual);
    match &growth.day {
        Day::Even => {}
        Day::Like(id) => fragment.pair("day", id),
        Day::Drawn(percent) => hours(fragment, percent),
        Day::Week(percent) => hours(fragment, percent.as_slice()),
    }
    field::write(fragment, fields::DEMAND, growth, usual);
    if let Some(autoscaler) = growth.scaling.autoscaler {
        fragment.pair("scaler", &autoscaler.text());
    }
}

fn hours(fragment: &mut Fragment, percent: &[u8]) {
    let percent: Vec<String> = percent.iter().map(ToString::to_string).collect();
    fragment.list("day", percent.iter().map(String::as_str));
}

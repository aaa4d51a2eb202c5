//! Turns that were met one by one, as a table: those of a log, and drawn ones.

use crate::i18n::{Msg, percent, say, text};
use crate::sessions::words;
use estimator::quantity::Seconds;
use estimator::serving::queue::Quantiles;
use estimator::session::sizing::met::Met;
use leptos::prelude::*;

/// The percentiles of the rows.
const AT: &str = "p50 / p95 / p99";

/// The table.
pub(super) fn table(met: &Met) -> AnyView {
    let row = |label: String, value: String| {
        view! {
            <tr>
                <th scope="row">{label}</th>
                <td class="figure">{value}</td>
            </tr>
        }
    };
    let times = |all: Quantiles| {
        [all.p50, all.p95, all.p99]
            .map(|each| words::time(Seconds::new(each)))
            .join(" / ")
    };
    view! {
        <table class="facts">
            <tbody>
                {row(say::figure_ttft(AT), times(met.ttft))}
                {row(say::figure_tpot(AT), times(met.tpot))}
                {row(text(Msg::SessionsReplayFound).to_owned(), percent(met.shares.found()))}
                {row(text(Msg::SessionsReplayWithin).to_owned(), percent(met.good))}
            </tbody>
        </table>
    }
    .into_any()
}

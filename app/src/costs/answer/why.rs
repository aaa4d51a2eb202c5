//! How the main figures come about: each formula in words, with the values in it.

use crate::browser::filled;
use crate::costs::names::{basis, way};
use crate::costs::solve::{Costs, Found};
use crate::element::Element;
use crate::i18n::{Msg, dollars, integer, number, percent, say, text};
use estimator::money::explain::{Worked, explain};
use leptos::prelude::*;

/// Seconds of an hour, and the tokens that are priced.
const HOUR: f64 = 3600.0;
const MILLION: f64 = 1e6;

/// A figure: its name, its formula with the values in it, and a note on the values.
struct Told {
    name: String,
    formula: String,
    note: Msg,
}

/// The card's content.
pub(super) fn content(_: &'static str, costs: &Costs, found: &Found) -> AnyView {
    let sizing = costs.chosen().map(|(_, sizing, _)| sizing);
    let worked = sizing.map(|sizing| explain(&found.report, sizing));
    let told = worked.unwrap_or_default();
    let rows: Vec<Element> = told.iter().map(|one| row(&words(one))).collect();
    view! { <dl class="worked" use:filled=rows></dl> }.into_any()
}

fn row(told: &Told) -> Element {
    Element::of(
        "div",
        [
            Element::new("dt").say(&told.name),
            Element::words("dd", "formula", &told.formula),
            Element::words("dd", "source", text(told.note)),
        ],
    )
}

fn words(worked: &Worked) -> Told {
    match *worked {
        Worked::OwnedHour {
            year,
            accelerators,
            hours,
            busy,
            hour,
        } => Told {
            name: text(Msg::OutcomeOwnedHour).to_owned(),
            formula: say::why_owned_hour(
                &percent(busy),
                &integer(f64::from(accelerators)),
                &dollars(hour.get()),
                &integer(hours),
                &dollars(year.get()),
            ),
            note: Msg::WhyOwnedHourNote,
        },
        Worked::BreakEven {
            basis: on,
            hardware,
            rent,
            running,
            month,
        } => Told {
            name: format!("{} ({})", text(Msg::BreakEven), basis(on)),
            formula: say::why_break_even(
                &dollars(hardware.get()),
                &number(month),
                &dollars(rent.get()),
                &dollars(running.get()),
            ),
            note: Msg::WhyBreakEvenNote,
        },
        Worked::MillionTokens {
            way: on,
            hour,
            output,
            million,
        } => Told {
            name: format!("{} ({})", text(Msg::UnitOutput), way(on)),
            formula: say::why_million_tokens(
                &dollars(hour.get()),
                &integer(MILLION),
                &dollars(million.get()),
                &integer(HOUR),
                &number(output.get()),
            ),
            note: Msg::WhyMillionTokensNote,
        },
    }
}

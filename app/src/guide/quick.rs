//! The field guide's quick choice, with the calculator's recommendation for an example of
//! each row.

use super::ready::address_of;
use super::state::State;
use super::words;
use crate::i18n::{Msg, integer, say, t};
use catalog::guide::{QUICK, Quick};
use leptos::prelude::*;

/// Of each row: its work, the rule's reason, why the recommendation is another or not.
const WORDS: [(&str, Msg, Msg, Msg); QUICK.len()] = [
    (
        "small",
        Msg::GuideQuickSmall,
        Msg::GuideRuleSmall,
        Msg::GuideFoundSmall,
    ),
    (
        "medium",
        Msg::GuideQuickMedium,
        Msg::GuideRuleMedium,
        Msg::GuideFoundMedium,
    ),
    (
        "large",
        Msg::GuideQuickLarge,
        Msg::GuideRuleLarge,
        Msg::GuideFoundLarge,
    ),
    (
        "tune-small",
        Msg::GuideQuickTuneSmall,
        Msg::GuideRuleTuneSmall,
        Msg::GuideFoundTuneSmall,
    ),
    (
        "tune-large",
        Msg::GuideQuickTuneLarge,
        Msg::GuideRuleTuneLarge,
        Msg::GuideFoundTuneLarge,
    ),
    (
        "research",
        Msg::GuideQuickResearch,
        Msg::GuideRuleResearch,
        Msg::GuideFoundResearch,
    ),
    (
        "production",
        Msg::GuideQuickProduction,
        Msg::GuideRuleProduction,
        Msg::GuideFoundProduction,
    ),
];

/// The table.
#[component]
pub(super) fn QuickTable(
    /// The state of the page.
    state: State,
) -> impl IntoView {
    let rows = QUICK.into_iter().zip(WORDS);
    let rows = rows.map(|(row, (_, work, rule, found))| {
        let address = move || {
            let asked = state.seen();
            row.scenario().map(|filled| address_of(filled, &asked))
        };
        view! {
            <tr>
                <th scope="row">
                    {t(work)}
                    <a href=address>{move || example(&row)}</a>
                </th>
                <td data-title=t(Msg::GuideQuickNamed)>
                    <b>{named(&row)}</b>
                    <small>{t(rule)}</small>
                </td>
                <td data-title=t(Msg::GuideQuickFound)>
                    <b>{move || recommended(&row)}</b>
                    <small>{t(found)}</small>
                </td>
            </tr>
        }
    });
    view! {
        <section class="card quick">
            <h2>{t(Msg::GuideQuick)}</h2>
            <p>{t(Msg::GuideQuickLead)}</p>
            <div class="wide">
                <table aria-label=t(Msg::GuideQuick)>
                    <thead>
                        <tr>
                            <th scope="col">{t(Msg::GuideQuickWork)}</th>
                            <th scope="col">{t(Msg::GuideQuickNamed)}</th>
                            <th scope="col">{t(Msg::GuideQuickFound)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}

/// The example of a row: its model, how much, by when.
fn example(row: &Quick) -> String {
    let mut parts = vec![
        words::name_of(row.model),
        words::amount(row.family, row.amount),
    ];
    parts.extend(row.days.map(say::guide_days));
    parts.join(" · ")
}

fn named(row: &Quick) -> String {
    let names: Vec<String> = row.named.iter().map(|id| short(id)).collect();
    names.join(" / ")
}

fn recommended(row: &Quick) -> String {
    let count = integer(f64::from(row.found.count));
    say::guide_quick_count(&count, &short(row.found.accelerator))
}

/// The catalogue's name of an accelerator.
fn short(id: &str) -> String {
    catalog::accelerator(id).map_or_else(|| id.to_owned(), |record| record.accelerator.name.clone())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    /// Rows and their words stand in one order.
    #[test]
    fn rows_have_their_own_words() {
        for (row, (id, ..)) in QUICK.iter().zip(WORDS) {
            assert_eq!(row.id, id);
        }
    }
}

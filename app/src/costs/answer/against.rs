//! Serving oneself against an API, and the load from which it wins.

use super::table;
use crate::costs::names::{self, way};
use crate::costs::solve::{Costs, Found};
use crate::i18n::{Msg, compact, dollars, figures, say, text};
use crate::serving::answer::told;
use estimator::money::api::{AgainstApi, Break};
use leptos::prelude::*;

/// The card's content.
pub(super) fn content(id: &'static str, costs: &Costs, found: &Found) -> AnyView {
    match &found.report.api {
        Some(api) => against(id, costs, api),
        None => told::aside(text(Msg::AgainstNone).to_owned()),
    }
}

/// Names of the figures of each way: of the week's demand all of them.
pub(in crate::costs) const HEADS: [Msg; 4] = [
    Msg::WeekRequests,
    Msg::AgainstMonth,
    Msg::AgainstFrom,
    Msg::AgainstGood,
];

/// Those that stand here; the others are in the table of the ways.
const SHOWN: [Msg; 2] = [Msg::WeekRequests, Msg::AgainstGood];

/// The API and each way of serving oneself, by name.
pub(in crate::costs) fn rows(api: &AgainstApi) -> Vec<(String, Vec<String>)> {
    let thousand = |each: f64| dollars(each * 1000.0);
    let mut rows = vec![(
        text(Msg::AgainstApi).to_owned(),
        vec![
            thousand(api.per_request.get()),
            dollars(api.per_month.get()),
            String::new(),
            String::new(),
        ],
    )];
    rows.extend(api.contests.iter().map(|contest| {
        let cells = vec![
            thousand(contest.per_request.get()),
            dollars(contest.per_month.get()),
            from(contest.wins_from),
            from(contest.wins_for_good),
        ];
        (way(contest.way), cells)
    }));
    rows
}

/// Which API it is, and whether it sells the model that is asked about.
pub(in crate::costs) fn what(costs: &Costs) -> Option<String> {
    let api = costs.api()?;
    let name = names::api(api);
    let same = catalog::money::is_same_model(api, &costs.answer.question);
    Some(if same {
        say::against_same(&name)
    } else {
        say::against_other(&name)
    })
}

fn against(id: &'static str, costs: &Costs, api: &AgainstApi) -> AnyView {
    let heads = SHOWN.map(|head| text(head).to_owned());
    let rows = rows(api).into_iter().map(|(name, cells)| {
        let cells = HEADS.iter().zip(cells);
        let cells = cells.filter(|(head, _)| SHOWN.contains(head));
        (name, cells.map(|(_, cell)| cell).collect())
    });
    let user = api.per_user.map(|user| dollars(user.get()));
    view! {
        {what(costs).map(told::aside)}
        {table(id, &heads, rows.collect())}
        {user.map(|user| told::aside(say::against_user(&user)))}
        {told::aside(text(Msg::AgainstNote).to_owned())}
    }
    .into_any()
}

/// The load of a meeting.
pub(super) fn from(found: Option<Break>) -> String {
    found.map_or_else(
        || text(Msg::AgainstNever).to_owned(),
        |found| {
            say::against_load(
                &figures(found.requests.get()),
                &compact(found.tokens_per_day),
            )
        },
    )
}

//! The assumptions: all that was typed, and the defaults that matter most.

use super::{Part, Proposed, figures, heading, table, words};
use crate::costs::answer::autoscaled;
use crate::costs::draft::shown;
use crate::costs::names;
use crate::costs::question::day_name;
use crate::i18n::{self, Msg, dollars, integer, number, percent, percent_chosen, say, text};
use crate::serving::question::how_much::{habits_of, usual};
use catalog::traffic::{Habits, profile, weekend};
use estimator::choice::PriceBasis;
use estimator::export::paper::Block;
use estimator::money::terms::Origin;
use estimator::money::{Input, Rent, Report};
use estimator::serving::link::{ACTIVE_SHARE, REQUESTS_EACH};
use estimator::serving::question::{Day, Question, Scaling, Traffic};

/// Inputs that are named whether typed or not.
const KEY: [Input; 9] = [
    Input::Accelerator,
    Input::Chassis,
    Input::Years,
    Input::Residual,
    Input::Capital,
    Input::Electricity,
    Input::Pue,
    Input::Colocation,
    Input::Carbon,
];

/// Inputs that other sections name.
const ELSEWHERE: [Input; 5] = [
    Input::ApiInput,
    Input::ApiCached,
    Input::ApiOutput,
    Input::Swing,
    Input::Utilization,
];

/// The section.
pub(super) fn parts(proposed: &Proposed<'_>) -> Vec<Part> {
    let report = &proposed.found.report;
    let rows = report
        .values
        .known()
        .filter(|(input, _)| !ELSEWHERE.contains(input))
        .filter_map(|(input, value)| {
            let origin = report.origins.iter().find(|origin| origin.input == input)?;
            let named = origin.as_of.is_empty() || report.owned.is_some() && KEY.contains(&input);
            named.then(|| {
                let name = text(names::input(input)).to_owned();
                vec![name, worth(input, value), source(origin)]
            })
        });
    let mut rows: Vec<Vec<String>> = rows.collect();
    let question = &proposed.costs.answer.question;
    let habits = habits_of(question);
    let (people, is_usual) = people(question, habits);
    rows.extend(people);
    rows.extend(demand(proposed));
    rows.push(utilization(report));
    let columns = vec![
        words(Msg::TornadoInput),
        figures(Msg::WhyValue),
        words(Msg::ProposalSource),
    ];
    let mut parts = vec![
        heading(Msg::ProposalAssumptions),
        table(Msg::ProposalAssumptions, columns, rows),
    ];
    let likely = habits.filter(|_| is_usual).map(usual);
    parts.extend(likely.map(|said| Block::Text(said).into()));
    parts
}

fn row(name: Msg, value: String, source: String) -> Vec<String> {
    vec![text(name).to_owned(), value, source]
}

/// That it is assumed, or else that it was specified.
fn chosen(is_usual: bool) -> String {
    let source = if is_usual {
        Msg::SourceAssumed
    } else {
        Msg::ProposalGiven
    };
    text(source).to_owned()
}

/// How much people with access ask in the busiest hour, and whether any of it is assumed: what is
/// usual for the kind of traffic is, and what a question has where nobody said.
fn people(question: &Question, habits: Option<Habits>) -> (Vec<Vec<String>>, bool) {
    let Traffic::People { active, each, .. } = question.traffic else {
        return (Vec::new(), false);
    };
    let shares = [Some(ACTIVE_SHARE), habits.map(|habits| habits.active.usual)];
    let counts = [Some(REQUESTS_EACH), habits.map(|habits| habits.each.usual)];
    let usual_share = shares.contains(&Some(active));
    let usual_count = counts.contains(&Some(each));
    let rows = vec![
        row(
            Msg::ActiveShare,
            percent_chosen(active),
            chosen(usual_share),
        ),
        row(Msg::RequestsEach, number(each), chosen(usual_count)),
    ];
    (rows, usual_share || usual_count)
}

/// How busy the accelerators are: as typed, or as the week's demand has it.
fn utilization(report: &Report) -> Vec<String> {
    let mut origins = report.origins.iter();
    let typed = origins.any(|origin| origin.input == Input::Utilization);
    let source = if typed {
        Msg::ProposalGiven
    } else {
        Msg::ProposalFromWeek
    };
    vec![
        text(Msg::InputUtilization).to_owned(),
        percent(report.utilization),
        text(source).to_owned(),
    ]
}

/// The week that is assumed, and how replicas follow it.
fn demand(proposed: &Proposed<'_>) -> Vec<Vec<String>> {
    let growth = &proposed.costs.growth;
    let traced = match &growth.day {
        Day::Like(id) => profile(id).map(|profile| profile.source.to_owned()),
        _ => None,
    };
    let even = growth.day == Day::Even;
    let source = traced.unwrap_or_else(|| chosen(even));
    let mut rows = vec![row(
        Msg::DemandHeading,
        text(day_name(&growth.day)).to_owned(),
        source.clone(),
    )];
    let standing = weekend(&growth.day);
    let share = growth.weekend.unwrap_or(standing);
    let week = matches!(growth.day, Day::Week(_));
    if !week && share < 1.0 {
        let source = growth.weekend.map_or(source, |_| chosen(false));
        rows.push(row(Msg::DemandWeekend, percent(share), source));
    }
    // Where every hour asks for as much, nothing follows it.
    if even && share >= 1.0 {
        return rows;
    }
    let (now, usual) = (&growth.scaling, Scaling::default());
    if let Some(tried) = &proposed.found.report.demand.autoscaled {
        let [settings, counted] = autoscaled(tried);
        rows.push(row(
            Msg::ScalingAutoscaler,
            format!("{settings} {counted}"),
            chosen(false),
        ));
        return rows;
    }
    let replicas = integer(f64::from(now.least));
    rows.push(row(
        Msg::ScalingLeast,
        replicas,
        chosen(now.least == usual.least),
    ));
    for (name, time, usual) in [
        (Msg::ScalingCooldown, now.cooldown, usual.cooldown),
        (Msg::ScalingAhead, now.ahead, usual.ahead),
        (Msg::ScalingMachine, now.machine, usual.machine),
    ] {
        let minutes = format!(
            "{}\u{a0}{}",
            number(time.get() / 60.0),
            text(Msg::SymbolMin)
        );
        rows.push(row(name, minutes, chosen(time == usual)));
    }
    let spot = |rent: &Rent| rent.basis == PriceBasis::Spot;
    if proposed.found.report.rents.first().is_some_and(spot) {
        let chance = chosen(now.interruptions.total_cmp(&usual.interruptions).is_eq());
        rows.push(row(
            Msg::ScalingInterruptions,
            percent(now.interruptions),
            chance,
        ));
    }
    rows
}

/// A value with its unit.
fn worth(input: Input, value: f64) -> String {
    let unit = names::symbol(input).map(text).or(names::sign_of(input));
    let unit = unit.unwrap_or_default();
    if input.unit().starts_with("usd") {
        // The part behind the currency's sign: `/kWh`.
        let per = unit.split_once('/').map(|(_, per)| format!("/{per}"));
        return dollars(value) + &per.unwrap_or_default();
    }
    let number = shown(input, value, i18n::language().marks(), None);
    if unit.is_empty() {
        number
    } else {
        format!("{number}\u{a0}{unit}")
    }
}

/// Where a value comes from, and of which day.
pub(super) fn source(origin: &Origin) -> String {
    if origin.as_of.is_empty() {
        return text(Msg::ProposalGiven).to_owned();
    }
    if origin.source == catalog::money::ASSUMPTION {
        return text(Msg::SourceAssumed).to_owned();
    }
    let (name, _) = catalog::money::named(&origin.source);
    let source = name.to_owned() + &say::source_day(&origin.as_of);
    if origin.unverified {
        format!("{source} ({})", text(Msg::Unverified))
    } else {
        source
    }
}

//! Teams, jobs and nodes in figures.

use super::team;
use crate::element::Element;
use crate::i18n::{Msg, dollars, integer, percent, say, text};
use crate::queue::state::Answer;
use crate::queue::words::{class, hours, mean, time};
use crate::records::{Head, records};
use estimator::kubernetes::teams::{JobOutcome, Played};

/// Rows that are shown; files have all of them.
const MOST: usize = 100;

/// A table of such rows.
fn table(heads: &[Head], rows: impl IntoIterator<Item = Vec<String>>) -> Element {
    records(heads, rows.into_iter().map(|cells| ("", cells)))
}

/// What each team waits, borrows and loses.
pub(super) fn teams(answer: &Answer, played: &Played) -> Vec<Element> {
    let heads = [
        (Msg::QueueTeam, false),
        (Msg::QueueQuota, true),
        (Msg::QueuePeak, true),
        (Msg::QueueJobs, true),
        (Msg::QueueMean, true),
        (Msg::QueueMeanOut, true),
        (Msg::QueueLongestOut, true),
        (Msg::QueueHeld, true),
        (Msg::QueueBorrowed, true),
        (Msg::QueueLost, true),
    ];
    let priced = played.teams.iter().any(|team| team.cost.is_some());
    let costs = [(Msg::QueueCost, true), (Msg::QueueCostBorrowed, true)];
    let costs = costs.into_iter().filter(|_| priced);
    let heads: Vec<Head> = heads.into_iter().chain(costs).collect();
    let rows = played.teams.iter().enumerate().map(|(place, outcome)| {
        let quota = answer.question.teams.get(place).map_or(0, |team| team.gpus);
        let figures = &outcome.figures;
        let costs = outcome.cost.into_iter();
        let costs = costs.flat_map(|cost| [cost.held, cost.borrowed]);
        let cells = vec![
            team(answer, place).to_owned(),
            integer(f64::from(quota)),
            integer(outcome.peak as f64),
            integer(figures.jobs as f64),
            mean(figures.mean_wait),
            mean(figures.mean_out),
            figures.longest_out.map_or_else(String::new, time),
            hours(figures.held),
            hours(outcome.borrowed),
            hours(figures.lost),
        ];
        let costs = costs.map(|cost| dollars(cost.get()));
        cells.into_iter().chain(costs).collect()
    });
    vec![table(&heads, rows)]
}

/// The jobs, those that wait longest first.
pub(super) fn jobs(answer: &Answer, played: &Played) -> Vec<Element> {
    let heads = [
        (Msg::QueueJob, false),
        (Msg::QueueTeam, false),
        (Msg::QueuePriority, false),
        (Msg::QueueGpus, true),
        (Msg::QueueSubmit, true),
        (Msg::QueueWaits, true),
        (Msg::QueuePaused, true),
        (Msg::QueueEvicted, true),
        (Msg::QueueLost, true),
        (Msg::QueueEnd, true),
    ];
    let mut all: Vec<&JobOutcome> = played.jobs.iter().collect();
    // One that never starts waits longest.
    let key = |job: &JobOutcome| (job.waited.is_none(), job.waited);
    all.sort_by_key(|job| std::cmp::Reverse(key(job)));
    let rows = all.iter().take(MOST).map(|job| {
        let waits = match job.waited {
            Some(waited) => time(waited),
            None => text(Msg::QueueForever).to_owned(),
        };
        vec![
            job.name.clone(),
            team(answer, job.team).to_owned(),
            text(class(job.class)).to_owned(),
            integer(job.gpus as f64),
            time(job.submit),
            waits,
            match (job.waited, job.paused) {
                (None, _) => String::new(),
                (_, Some(paused)) => time(paused),
                (_, None) => text(Msg::QueueForever).to_owned(),
            },
            integer(job.evictions as f64),
            hours(job.lost),
            job.end.map_or_else(String::new, time),
        ]
    });
    let mut parts = vec![table(&heads, rows)];
    let more = all.len().saturating_sub(MOST);
    if more > 0 {
        parts.push(Element::words(
            "p",
            "aside",
            say::queue_more_jobs(more as f64),
        ));
    }
    parts
}

/// How full each node is; several alike stand together.
pub(super) fn nodes(_: &Answer, played: &Played) -> Vec<Element> {
    let heads = [
        (Msg::QueueNodeNumber, false),
        (Msg::QueueHeld, true),
        (Msg::QueueBusy, true),
    ];
    let all = &played.nodes.busy;
    let sum: u64 = all.iter().sum();
    let rows = all.iter().zip(1_u32..).take(MOST).map(|(busy, number)| {
        let share = if sum > 0 {
            *busy as f64 / sum as f64
        } else {
            0.0
        };
        vec![integer(f64::from(number)), hours(*busy), percent(share)]
    });
    let pieces = say::queue_pieces_said(&hours(played.nodes.in_pieces));
    vec![table(&heads, rows), Element::words("p", "aside", pieces)]
}

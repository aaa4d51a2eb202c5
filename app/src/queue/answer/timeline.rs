//! The run over time: a lane a team, a block a stay of a job as high as its GPUs, the quota as a line,
//! what is borrowed hatched, evictions as marks.

use super::team;
use crate::chart::axis::{Axis, Frame, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::hue::hue;
use crate::chart::label::{Anchor, Area};
use crate::chart::scale::Scale;
use crate::chart::text as lines;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, integer, number, say, text};
use crate::queue::state::Answer;
use crate::queue::words::time;
use estimator::kubernetes::teams::{Played, Span};

/// Least height of a lane, and what all share beyond it, in pixels.
const LANE: f64 = 46.0;
const SHARED: f64 = 150.0;
/// Stays that are drawn; the table and files have all of them.
const MOST: usize = 1_500;
/// Hours in which days are told from.
const DAYS: f64 = 96.0;

/// A stay and the GPUs below it in its lane.
struct Block<'a> {
    span: &'a Span,
    from: u64,
}

/// Stacks the stays of each team: each takes the lowest place that is free while it lasts.
fn stacked(played: &Played, teams: usize) -> (Vec<Block<'_>>, Vec<u64>) {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut tops = vec![0; teams];
    // Those in place, by team: end, lower edge, upper edge.
    let mut there: Vec<Vec<(u64, u64, u64)>> = vec![Vec::new(); teams];
    for span in played
        .spans
        .iter()
        .filter(|span| span.until > span.from)
        .take(MOST)
    {
        let (Some(there), Some(top)) = (there.get_mut(span.team), tops.get_mut(span.team)) else {
            continue;
        };
        there.retain(|(end, ..)| *end > span.from);
        there.sort_by_key(|(_, low, _)| *low);
        let mut from = 0;
        for (_, low, high) in there.iter() {
            if low.saturating_sub(from) >= span.gpus {
                break;
            }
            from = from.max(*high);
        }
        there.push((span.until, from, from + span.gpus));
        *top = (*top).max(from + span.gpus);
        blocks.push(Block { span, from });
    }
    (blocks, tops)
}

/// The chart's message.
pub(super) fn caption(_: &Answer, played: &Played) -> String {
    let borrowed: u64 = played.teams.iter().map(|team| team.borrowed).sum();
    let said = say::queue_caption(&super::super::words::hours(borrowed));
    let more = played.spans.len().saturating_sub(MOST);
    if more > 0 {
        format!("{said} {}", say::queue_more_spans(more as f64))
    } else {
        said
    }
}

/// A lane's place: its lower edge in pixels, and pixels a GPU.
#[derive(Clone, Copy)]
struct Lane {
    bottom: f64,
    scale: f64,
    quota: f64,
}

pub(super) fn draw(answer: &Answer, played: &Played, width: f64) -> Drawing {
    let teams = &answer.question.teams;
    let (blocks, tops) = stacked(played, teams.len());
    let end = blocks
        .iter()
        .map(|block| block.span.until)
        .max()
        .unwrap_or(0);
    if end == 0 {
        return Drawing::new(width, 0.0);
    }
    let height = LANE * teams.len() as f64 + SHARED;
    let mut drawing = Drawing::new(width, height);
    let hours = end as f64 / 3600.0;
    let (unit, name) = if hours >= DAYS {
        (86_400.0, Msg::QueueAxisDays)
    } else if hours >= 2.0 {
        (3600.0, Msg::QueueAxisHours)
    } else {
        (60.0, Msg::QueueAxisMinutes)
    };
    let x = Axis::new(
        Scale::exactly(0.0, end as f64 / unit),
        text(name).to_owned(),
        6,
        number,
    );
    let mut y = Axis::new(Scale::exactly(0.0, 1.0), String::new(), 2, number);
    y.ticks.clear();
    let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
    let each = frame.area.height / teams.len().max(1) as f64;
    let lanes = teams.iter().zip(&tops).zip(1_u32..);
    let lanes: Vec<Lane> = lanes
        .map(|((team, top), number)| {
            let most = (*top).max(u64::from(team.gpus)).max(1) as f64;
            Lane {
                bottom: frame.area.y + each * f64::from(number) - 2.0,
                scale: (each - 20.0).max(6.0) / most,
                quota: f64::from(team.gpus),
            }
        })
        .collect();
    for block in &blocks {
        if let Some(lane) = lanes.get(block.span.team) {
            stay(&mut drawing, &frame, answer, played, block, *lane, unit);
        }
    }
    for (place, lane) in lanes.iter().enumerate() {
        let at = lane.bottom - lane.quota * lane.scale;
        drawing.line("line limit", &[(frame.area.x, at), (frame.right(), at)]);
        let words = say::queue_lane(&integer(lane.quota), team(answer, place));
        let words = lines::fitted(&words, frame.area.width);
        let y = lane.bottom - (each - 20.0).max(6.0) - 5.0;
        drawing.text("label", frame.area.x + 2.0, y, Anchor::Start, words);
    }
    drawing
}

/// A stay of a job.
fn stay(
    drawing: &mut Drawing,
    frame: &Frame,
    answer: &Answer,
    played: &Played,
    block: &Block<'_>,
    lane: Lane,
    unit: f64,
) {
    let span = block.span;
    let (left, _) = frame.at(span.from as f64 / unit, 0.0);
    let (right, _) = frame.at(span.until as f64 / unit, 0.0);
    let high = span.gpus as f64 * lane.scale;
    let area = Area {
        x: left,
        y: lane.bottom - block.from as f64 * lane.scale - high,
        width: (right - left - 0.5).max(1.0),
        height: (high - 0.5).max(1.0),
    };
    drawing.bar(hue(span.team), area, 1.5);
    if span.borrowed > 0 {
        hatch(
            drawing,
            &area,
            span.borrowed as f64 / span.gpus.max(1) as f64,
        );
    }
    if span.evicted {
        let x = area.x + area.width;
        drawing.line("line evicted", &[(x, area.y), (x, area.y + area.height)]);
    }
    let job = played.jobs.get(span.job);
    let name = job.map_or("", |job| job.name.as_str());
    if area.width > 40.0 && area.height > 13.0 {
        let words = lines::fitted(name, area.width - 8.0);
        let y = area.y + area.height / 2.0 + 4.0;
        drawing.text("block", area.x + 4.0, y, Anchor::Start, words);
    }
    let mut said = vec![
        (
            text(Msg::QueueTeam).to_owned(),
            team(answer, span.team).to_owned(),
        ),
        (text(Msg::QueueGpus).to_owned(), integer(span.gpus as f64)),
        (text(Msg::QueueFrom).to_owned(), time(span.from)),
        (until(span).to_owned(), time(span.until)),
    ];
    if span.borrowed > 0 {
        let borrowed = integer(span.borrowed as f64);
        said.push((text(Msg::QueueOfBorrowed).to_owned(), borrowed));
    }
    drawing.spots.push(Spot {
        x: area.x + area.width / 2.0,
        y: area.y,
        area,
        title: name.to_owned(),
        lines: said,
        id: None,
    });
}

fn until(span: &Span) -> &'static str {
    text(if span.evicted {
        Msg::QueueEvictedAt
    } else {
        Msg::QueueEnd
    })
}

/// Strokes over the upper part of a block.
fn hatch(drawing: &mut Drawing, area: &Area, share: f64) {
    let high = area.height * share;
    let mut at = 0.0;
    while at < area.width {
        let rise = high.min(area.width - at);
        drawing.line(
            "hatch",
            &[
                (area.x + at, area.y + high),
                (area.x + at + rise, area.y + high - rise),
            ],
        );
        at += 6.0;
    }
}

/// Every stay that is drawn.
pub(super) fn table(answer: &Answer, played: &Played) -> Twin {
    let rows = played.spans.iter().take(MOST).map(|span| {
        let job = played.jobs.get(span.job);
        vec![
            job.map_or_else(String::new, |job| job.name.clone()),
            team(answer, span.team).to_owned(),
            integer(span.gpus as f64),
            integer(span.borrowed as f64),
            time(span.from),
            time(span.until),
            until(span).to_owned(),
        ]
    });
    Twin {
        columns: vec![
            Column::words(text(Msg::QueueJob)),
            Column::words(text(Msg::QueueTeam)),
            Column::figures(text(Msg::QueueGpus)),
            Column::figures(text(Msg::QueueOfBorrowed)),
            Column::figures(text(Msg::QueueFrom)),
            Column::figures(text(Msg::QueueTo)),
            Column::words(text(Msg::QueueOutcome)),
        ],
        rows: rows.collect(),
    }
}

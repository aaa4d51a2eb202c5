//! A GPU over a day: its hours stacked by workload, the limit as a line; of a board that is cut,
//! its memory units as blocks, those that nothing takes hatched.

use super::boards::Alike;
use super::name;
use crate::chart::axis::{Axis, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::hue::hue;
use crate::chart::label::{Anchor, Area};
use crate::chart::scale::Scale;
use crate::chart::text as lines;
use crate::chart::twin::{Column, Twin};
use crate::fleet::state::Shown;
use crate::fleet::words::{band, mode};
use crate::i18n::{Msg, dollars, gib, integer, percent, say, text};
use estimator::fleet::Mode;
use estimator::fleet::asked::{Board, Member};

/// Heights in pixels: the plot, and the blocks above it.
const HEIGHT: f64 = 200.0;
const BLOCKS: f64 = 24.0;
/// Hours of a day.
const HOURS: usize = 24;

/// Name, how it is shared, how many are like it.
pub(super) fn title(_: &Shown, one: &Alike<'_>) -> String {
    let board = one.board;
    let shared = text(mode(board.mode));
    let name = if one.many > 1 {
        say::gpus_of(&integer(one.many as f64), &board.name)
    } else {
        board.name.clone()
    };
    format!("{name} · {shared}")
}

/// Who stands on it, its price, and what is stranded.
pub(super) fn caption(shown: &Shown, one: &Alike<'_>) -> String {
    let board = one.board;
    let members = board.members.iter().map(|member| {
        let name = name(&shown.question, member.workload);
        if member.profile.is_empty() {
            say::pack_member(&gib(member.memory), name)
        } else {
            say::pack_member_slice(&gib(member.memory), name, &member.profile)
        }
    });
    let members: Vec<String> = members.collect();
    let mut said = vec![members.join(text(Msg::ListComma))];
    said.push(if board.own {
        text(Msg::PackOwn).to_owned()
    } else {
        say::pack_priced(&board.as_of, &dollars(board.per_hour.get()), &board.label)
    });
    if board.stranded > 0 {
        let units = integer(f64::from(board.stranded));
        let all = integer(f64::from(board.units));
        said.push(say::pack_stranded(
            &all,
            &dollars(board.stranded_per_hour.get()),
            &units,
        ));
    }
    said.extend(band(board.mode));
    said.join(". ")
}

/// The share of a member in an hour.
fn share(member: &Member, hour: usize) -> f64 {
    member.share.get(hour).copied().unwrap_or_default()
}

/// What switches and turns take of an hour beside the workloads.
fn between(board: &Board, hour: usize) -> f64 {
    if board.mode == Mode::Mig {
        return 0.0;
    }
    let all: f64 = board.members.iter().map(|member| share(member, hour)).sum();
    let counted = board.hours.get(hour).copied().unwrap_or_default();
    let rest = counted - all;
    if rest > 5e-4 { rest } else { 0.0 }
}

/// Name and share of everybody in an hour.
fn parts(shown: &Shown, board: &Board, hour: usize) -> Vec<(String, f64)> {
    let members = board.members.iter();
    let mut parts: Vec<(String, f64)> = members
        .map(|member| {
            let name = name(&shown.question, member.workload).to_owned();
            (name, share(member, hour))
        })
        .collect();
    if has_between(board) {
        parts.push((text(Msg::PackBetween).to_owned(), between(board, hour)));
    }
    parts
}

fn has_between(board: &Board) -> bool {
    (0..HOURS).any(|hour| between(board, hour) > 0.0)
}

pub(super) fn draw(shown: &Shown, one: &Alike<'_>, width: f64) -> Drawing {
    let board = one.board;
    let above = if board.units > 0 { BLOCKS + 10.0 } else { 0.0 };
    let mut drawing = Drawing::new(width, HEIGHT);
    let tops = (0..HOURS).map(|hour| {
        let all: f64 = board.members.iter().map(|member| share(member, hour)).sum();
        all + between(board, hour)
    });
    let top = tops.fold(1.0, f64::max);
    let x = Axis::of_hours(String::new());
    let y = Axis::new(Scale::from_zero(top, 2), String::new(), 2, percent);
    let mut frame = frame(&mut drawing, &x, &y, Upwards::Larger);
    if above > 0.0 {
        drawing = Drawing::new(width, HEIGHT + above);
        let mut lower = Drawing::new(width, HEIGHT);
        frame = crate::chart::axis::frame(&mut lower, &x, &y, Upwards::Larger);
        drawing.marks = lower.marks;
        blocks(&mut drawing, shown, board, HEIGHT, &frame.area);
    }
    let wide = frame.area.width / HOURS as f64;
    for hour in 0..HOURS {
        let mut from = 0.0;
        let from_x = frame.at(hour as f64, 0.0).0;
        let mut bar = |class: &'static str, value: f64| {
            if value <= 0.0 {
                return;
            }
            let (lower, upper) = (frame.at(0.0, from).1, frame.at(0.0, from + value).1);
            let area = Area {
                x: from_x + 0.5,
                y: upper,
                width: (wide - 1.0).max(1.0),
                height: (lower - upper).max(0.5),
            };
            drawing.bar(class, area, 0.0);
            from += value;
        };
        for member in &board.members {
            bar(hue(member.workload), share(member, hour));
        }
        bar("beam", between(board, hour));
        let parts = parts(shown, board, hour);
        drawing.spots.push(Spot {
            x: from_x + wide / 2.0,
            y: frame.at(0.0, from).1,
            area: frame.slice(from_x, wide),
            title: say::day_hour(&hour.to_string()),
            lines: parts
                .into_iter()
                .map(|(name, value)| (name, percent(value)))
                .collect(),
            id: None,
        });
    }
    let limit = [frame.at(0.0, board.limit), frame.at(24.0, board.limit)];
    drawing.line("line limit", &limit);
    let label = say::pack_limit(&percent(board.limit));
    drawing.text("label", frame.right(), limit[1].1 - 4.0, Anchor::End, label);
    drawing
}

/// The memory units of a board, below the plot.
fn blocks(drawing: &mut Drawing, shown: &Shown, board: &Board, y: f64, plot: &Area) {
    let unit = plot.width / f64::from(board.units.max(1));
    let area = |first: u32, units: u32| Area {
        x: plot.x + f64::from(first) * unit + 1.0,
        y,
        width: (f64::from(units) * unit - 2.0).max(1.0),
        height: BLOCKS,
    };
    let mut taken = vec![false; board.units as usize];
    for member in &board.members {
        for place in member.place..member.place.saturating_add(member.units) {
            if let Some(place) = taken.get_mut(place as usize) {
                *place = true;
            }
        }
        let block = area(member.place, member.units);
        drawing.bar(hue(member.workload), block, 3.0);
        // The name first: where there is little room the profile is cut, which the caption says.
        let words = format!(
            "{} {}",
            name(&shown.question, member.workload),
            member.profile
        );
        let words = lines::fitted(&words, block.width - 8.0);
        drawing.text(
            "block",
            block.x + 4.0,
            y + BLOCKS / 2.0 + 4.0,
            Anchor::Start,
            words,
        );
    }
    for (place, _) in (0_u32..).zip(&taken).filter(|(_, taken)| !**taken) {
        let block = area(place, 1);
        drawing.bar("stranded", block, 3.0);
        // Hatched: strokes from the lower edge to the upper.
        let mut at = 0.0;
        while at + BLOCKS <= block.width + 4.0 {
            let foot = block.x + at;
            let head = (foot + BLOCKS).min(block.x + block.width);
            drawing.line(
                "hatch",
                &[(foot, y + BLOCKS), (head, y + BLOCKS - (head - foot))],
            );
            at += 7.0;
        }
    }
}

/// Hour by hour, everybody's share.
pub(super) fn table(shown: &Shown, one: &Alike<'_>) -> Twin {
    let board = one.board;
    let names = parts(shown, board, 0)
        .into_iter()
        .map(|(name, _)| Column::figures(name));
    let rows = (0..HOURS).map(|hour| {
        let shares = parts(shown, board, hour).into_iter();
        std::iter::once(hour.to_string())
            .chain(shares.map(|(_, share)| percent(share)))
            .collect()
    });
    Twin {
        columns: std::iter::once(Column::words(text(Msg::PackHour)))
            .chain(names)
            .collect(),
        rows: rows.collect(),
    }
}

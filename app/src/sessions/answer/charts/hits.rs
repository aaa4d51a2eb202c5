//! Hits against the size of the cache in gigabytes: the line of the shown candidate, its tiers, the
//! other candidates as dots, the share that an endless cache finds.

use crate::chart::axis::{Axis, Upwards, frame};
use crate::chart::drawing::{Drawing, Spot};
use crate::chart::label::Anchor;
use crate::chart::scale::Scale;
use crate::chart::twin::{Column, Twin};
use crate::i18n::{Msg, about, compact, percent, say, text};
use crate::sessions::solve::{Answer, reach};
use crate::sessions::words::time;
use estimator::quantity::Seconds;
use estimator::session::sizing::report::Found;
use estimator::session::sweep::Sized;

/// Height of a chart, in pixels.
const HEIGHT: f64 = 300.0;
/// Points of the line.
const POINTS: u32 = 48;
/// Other candidates that are shown.
const OTHERS: usize = 8;

/// A place on the chart.
#[derive(Clone, PartialEq)]
struct Dot {
    /// Id of its accelerator; `None` of the shown one's tiers.
    id: Option<String>,
    name: String,
    gigabytes: f64,
    hits: f64,
}

/// The line and the dots.
#[derive(Clone, PartialEq)]
pub(super) struct Hits {
    name: String,
    /// Gigabytes of all replicas' caches for a token of one's.
    gigabytes: f64,
    points: Vec<Sized>,
    tiers: Vec<Dot>,
    others: Vec<Dot>,
    limit: f64,
}

/// Gigabytes of all replicas' caches that a token of one replica's stands for.
fn each(found: &Found, replicas: u32) -> f64 {
    found.token_bytes / 1e9 * f64::from(replicas)
}

impl Hits {
    pub(super) fn read(answer: &Answer, selected: Option<&str>) -> Option<Self> {
        let (candidate, sizing) = answer.shown(selected)?;
        let served = sizing.served(&answer.scenario, answer.offer(candidate)?)?;
        let points = served.by_size(reach(sizing), POINTS)?;
        let found = &sizing.found;
        let gigabytes = each(found, sizing.working());
        let mut tiers = vec![Dot {
            id: None,
            name: text(Msg::SessionsOnGpus).to_owned(),
            gigabytes: found.free * gigabytes,
            hits: found.accelerator,
        }];
        if found.host_pool > 0.0 {
            tiers.push(Dot {
                id: None,
                name: text(Msg::SessionsInHost).to_owned(),
                gigabytes: found.host_pool * gigabytes,
                hits: found.all(),
            });
        }
        let others = answer.report.candidates.iter();
        let others = others.filter(|other| other.meets() && other.offer != candidate.offer);
        let others = others.filter_map(|other| {
            let best = other.best.as_ref()?;
            Some(Dot {
                id: Some(answer.offer(other)?.accelerator.id.clone()),
                name: answer.name(other).to_owned(),
                gigabytes: best.found.free * each(&best.found, best.working()),
                hits: best.found.accelerator,
            })
        });
        Some(Self {
            name: answer.name(candidate).to_owned(),
            gigabytes,
            points,
            tiers,
            others: others.take(OTHERS).collect(),
            limit: found.limit,
        })
    }

    pub(super) fn caption(&self) -> String {
        let here = self.tiers.first();
        let (size, hits) = here.map_or((0.0, 0.0), |dot| (dot.gigabytes, dot.hits));
        say::sessions_caption_hits(&percent(hits), &percent(self.limit), &self.name, &gb(size))
    }

    pub(super) fn draw(&self, width: f64) -> Drawing {
        let mut drawing = Drawing::new(width, HEIGHT);
        let size = |point: Option<&Sized>| point.map_or(1.0, |point| point.tokens * self.gigabytes);
        let (low, high) = (size(self.points.first()), size(self.points.last()));
        let dots = || self.tiers.iter().chain(&self.others);
        let low = dots()
            .map(|dot| dot.gigabytes)
            .fold(low, f64::min)
            .max(high / 1e4);
        let high = dots().map(|dot| dot.gigabytes).fold(high, f64::max);
        let x = Axis::new(
            Scale::log(low, high),
            text(Msg::SessionsCacheSize).to_owned(),
            6,
            compact,
        );
        let y = Axis::new(
            Scale::exactly(0.0, 1.0),
            text(Msg::SessionsHits).to_owned(),
            5,
            percent,
        );
        let frame = frame(&mut drawing, &x, &y, Upwards::Larger);
        let (_, level) = frame.at(low, self.limit);
        drawing.line("demand", &[(frame.area.x, level), (frame.right(), level)]);
        drawing.text(
            "demand-label",
            frame.area.x + 6.0,
            level + 15.0,
            Anchor::Start,
            text(Msg::SessionsEndless),
        );
        let line: Vec<(f64, f64)> = self
            .points
            .iter()
            .filter(|point| point.tokens * self.gigabytes >= low)
            .map(|point| frame.at(point.tokens * self.gigabytes, point.hits))
            .collect();
        drawing.line("line first", &line);
        for (dot, class, radius) in self
            .others
            .iter()
            .map(|dot| (dot, "dot", 4.0))
            .chain(self.tiers.iter().map(|dot| (dot, "dot best", 6.0)))
        {
            let (x, y) = frame.at(dot.gigabytes.max(low), dot.hits);
            drawing.dot(class, x, y, radius);
            drawing.spots.push(Spot {
                x,
                y,
                area: frame.slice(x - 8.0, 16.0),
                title: dot.name.clone(),
                lines: vec![
                    (text(Msg::SessionsCacheSize).to_owned(), gb(dot.gigabytes)),
                    (text(Msg::SessionsHits).to_owned(), percent(dot.hits)),
                ],
                id: dot.id.clone(),
            });
        }
        drawing
    }

    /// By size, which every row has: only some sizes are of a candidate.
    pub(super) fn table(&self) -> Twin {
        let points = self.points.iter().map(|point| {
            vec![
                gb(point.tokens * self.gigabytes),
                percent(point.hits),
                time(Seconds::new(point.survival)),
                String::new(),
            ]
        });
        let dots = self.tiers.iter().chain(&self.others);
        let dots = dots.map(|dot| {
            vec![
                gb(dot.gigabytes),
                percent(dot.hits),
                String::new(),
                dot.name.clone(),
            ]
        });
        Twin {
            columns: vec![
                Column::figures(text(Msg::SessionsCacheSize)),
                Column::figures(text(Msg::SessionsHits)),
                Column::figures(text(Msg::SessionsSurvival)),
                Column::words(text(Msg::SessionsWhere)),
            ],
            rows: dots.chain(points).collect(),
        }
    }
}

fn gb(gigabytes: f64) -> String {
    say::unit_gb(&about(gigabytes))
}

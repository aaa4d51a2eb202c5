//! The answer as a file: CSV and Markdown with one line a job, JSON with everything, times in
//! seconds.
//!
//! `{"format": "rightsize", "task": "queue", "version": 1, "link": ..., "question": ...,
//! "offers": [], "report": ...}`. Jobs and teams in the report are places.

use super::link::{self, Link};
use super::nodes::Split;
use super::played::{JobOutcome, Played};
use super::question::Question;
use super::report::{Outcome, Report};
use crate::export::Format;
use crate::export::cell::{Cell, text};
use crate::export::csv::sheet;
use crate::export::markdown::pipes;
use crate::export::object::Object;
use crate::precision::formats;
use serde::{Deserialize, Serialize};

/// Raised when a field changes its meaning; new fields alone do not.
const VERSION: u32 = 1;

/// The document to export.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// The question.
    pub question: &'a Question,
    /// Its answer.
    pub report: &'a Report,
    /// A link back to the question, where there is one.
    pub link: Option<&'a str>,
}

formats!(
    /// A column; its id names the unit.
    Column {
        /// The job.
        Job = "job",
        /// Its team.
        Team = "team",
        /// Its class of priority.
        Class = "priority_class",
        /// Accelerators.
        Gpus = "accelerators",
        /// When it came.
        Submit = "submitted_s",
        /// When it first started.
        Start = "started_s",
        /// Its wait to then.
        Wait = "waited_s",
        /// The pauses that evictions made.
        Paused = "paused_s",
        /// When it ended.
        End = "ended_s",
        /// How often it was evicted.
        Evictions = "evictions",
        /// Work thrown away.
        Lost = "lost_accelerator_hours",
        /// Whether it spread over more nodes than it needs.
        Split = "split_over_nodes",
        /// Whether it waited for nodes, racks or blocks though the quota had room.
        Kept = "kept_by_topology",
    }
);

/// `document` in `format`.
#[must_use]
pub fn write(format: Format, document: &Document<'_>) -> String {
    let played = match &document.report.outcome {
        Outcome::Played(played) => Some(&**played),
        Outcome::Endless { .. } | Outcome::TooLong => None,
    };
    let rows = played.into_iter().flat_map(|played| {
        let jobs = played.jobs.iter().enumerate();
        jobs.map(move |(place, job)| {
            let columns = Column::ALL.iter();
            columns.map(move |column| cell(document.question, played, (place, job), *column))
        })
    });
    match format {
        Format::Csv => sheet(Column::ALL.iter().map(|column| column.id()), rows, None),
        Format::Json => json(document),
        Format::Markdown => {
            let headings = Column::ALL.iter().map(|column| {
                let words = [
                    Column::Job,
                    Column::Team,
                    Column::Class,
                    Column::Split,
                    Column::Kept,
                ];
                (column.id().to_owned(), words.contains(column))
            });
            pipes(headings, rows, None, document.link)
        }
    }
}

fn cell(
    question: &Question,
    played: &Played,
    (place, job): (usize, &JobOutcome),
    column: Column,
) -> Cell {
    let count = |count: u64| Cell::Figure(count as f64);
    let maybe = |count: Option<u64>| count.map_or(Cell::Empty, |count| Cell::Figure(count as f64));
    match column {
        Column::Job => text(&job.name),
        Column::Team => {
            let team = question.teams.get(job.team);
            team.map_or(Cell::Empty, |team| text(&team.name))
        }
        Column::Class => Cell::Word(job.class.id()),
        Column::Gpus => count(job.gpus),
        Column::Submit => count(job.submit),
        Column::Start => maybe(job.start),
        Column::Wait => maybe(job.waited),
        Column::Paused => maybe(job.paused),
        Column::End => maybe(job.end),
        Column::Evictions => count(job.evictions),
        Column::Lost => Cell::Figure(job.lost as f64 / 3600.0),
        Column::Split => is_of(&played.nodes.split, place),
        Column::Kept => is_of(&played.nodes.kept, place),
    }
}

fn is_of(all: &[Split], place: usize) -> Cell {
    let any = all.iter().any(|split| split.job == place);
    Cell::Word(if any { "yes" } else { "no" })
}

fn json(document: &Document<'_>) -> String {
    let question = link::write(&Link {
        question: document.question.clone(),
        ..Link::default()
    });
    Object::new(
        ("queue", VERSION),
        (document.link, question),
        None,
        &[],
        document.report,
    )
    .text()
}

/// The file of a question, answered at once; nothing where it cannot be.
#[must_use]
pub fn answered(format: Format, question: &Question, link: Option<&str>) -> Option<String> {
    let report = super::search::answered(super::Search::new(question).ok()?);
    let report = &report;
    Some(write(
        format,
        &Document {
            question,
            report,
            link,
        },
    ))
}

//! The packing as a file: CSV and Markdown with one line a replica and its GPU, JSON with
//! everything in SI units and US dollars.
//!
//! `{"format": "rightsize", "task": "fleet", "version": 1, "link": ..., "workloads": [...],
//! "report": ...}`. Workloads in the report are places in `workloads`.

use super::question::{Question, Workload};
use super::report::{Board, Member, Report, State};
use crate::choice::ModelChoice;
use crate::currency::Currency;
use crate::export::Format;
use crate::export::cell::{Cell, gib, text};
use crate::export::csv::sheet;
use crate::export::markdown::pipes;
use crate::fleet::question::Isolation;
use crate::precision::formats;
use crate::serving::question::Traffic;
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
        /// The workload.
        Workload = "workload",
        /// The replica.
        Replica = "replica",
        /// Whether it is packed, spans GPUs, or is held nowhere.
        State = "state",
        /// The number of its GPU, from 1.
        Gpu = "gpu",
        /// The accelerator.
        Accelerator = "accelerator",
        /// How the GPU is shared.
        Mode = "mode",
        /// The profile of its instance.
        Profile = "mig_profile",
        /// The first memory unit of that.
        Place = "mig_place",
        /// Memory that it holds.
        Memory = "memory_gib",
        /// Its part of the GPU in its busiest hour.
        Share = "busiest_share",
        /// How many times as long its workload's steps take in the worst hour.
        Slowdown = "worst_slowdown",
        /// The worst hour's time to the first token.
        Ttft = "worst_ttft_s",
        /// The promised one.
        TtftPromised = "promised_ttft_s",
        /// The worst hour's time per output token.
        Tpot = "worst_tpot_s",
        /// The promised one.
        TpotPromised = "promised_tpot_s",
        /// The longest wait for a turn.
        Wait = "longest_wait_s",
        /// The price of the GPU, or of all that it spans.
        Price = "gpu_usd_per_hour",
        /// Who sells it, which instance, where.
        Seller = "seller",
        /// The day of the price.
        PriceDay = "price_as_of",
    }
);

/// A replica on its GPU, or a workload that has none of its own.
struct Row<'a> {
    report: &'a Report,
    name: &'a str,
    place: usize,
    stands: Option<(usize, &'a Board, &'a Member)>,
}

/// `document` in `format`.
#[must_use]
pub fn write(format: Format, document: &Document<'_>) -> String {
    let currency: Option<Currency> = document.question.fleet.currency;
    let rows = lines(document);
    let cells = rows
        .iter()
        .map(|row| Column::ALL.iter().map(move |column| row.cell(*column)));
    match format {
        Format::Csv => sheet(
            Column::ALL.iter().map(|column| column.id()),
            cells,
            currency,
        ),
        Format::Json => json(document),
        Format::Markdown => {
            let words = [
                Column::Workload,
                Column::Replica,
                Column::State,
                Column::Accelerator,
                Column::Mode,
                Column::Profile,
                Column::Seller,
                Column::PriceDay,
            ];
            let headings = Column::ALL
                .iter()
                .map(|column| (column.id().to_owned(), words.contains(column)));
            pipes(headings, cells, currency, document.link)
        }
    }
}

fn lines<'a>(document: &Document<'a>) -> Vec<Row<'a>> {
    let Document {
        question, report, ..
    } = *document;
    let name = |place: usize| {
        let workload: Option<&'a Workload> = question.workloads.get(place);
        workload.map_or("", |one| one.name.as_str())
    };
    let mut rows = Vec::new();
    for (number, board) in report.boards.iter().enumerate() {
        rows.extend(board.members.iter().map(|member| Row {
            report,
            name: name(member.workload),
            place: member.workload,
            stands: Some((number + 1, board, member)),
        }));
    }
    let others = report.replicas.iter().enumerate();
    let others = others.filter(|(_, one)| one.state != State::Packed);
    rows.extend(others.map(|(place, _)| Row {
        report,
        name: name(place),
        place,
        stands: None,
    }));
    rows
}

impl Row<'_> {
    fn cell(&self, column: Column) -> Cell {
        let replicas = self.report.replicas.get(self.place);
        let spanning = self
            .report
            .spanning
            .iter()
            .find(|one| one.workload == self.place)
            .filter(|_| self.stands.is_none());
        let worst = |of: fn(&super::report::Hour) -> Option<crate::quantity::Seconds>| {
            let hours = replicas.into_iter().flat_map(|one| &one.hours);
            let worst = hours.filter_map(of).map(crate::quantity::Seconds::get);
            worst.reduce(f64::max).map_or(Cell::Empty, Cell::Figure)
        };
        let promised = |time: Option<crate::quantity::Seconds>| {
            time.map_or(Cell::Empty, |time| Cell::Figure(time.get()))
        };
        let board = |of: &dyn Fn(usize, &Board, &Member) -> Cell| match self.stands {
            Some((number, one, member)) => of(number, one, member),
            None => Cell::Empty,
        };
        match column {
            Column::Workload => text(self.name),
            Column::Replica => board(&|_, _, member| text(&member.id)),
            Column::State => replicas.map_or(Cell::Empty, |one| {
                Cell::Word(match one.state {
                    State::Packed => "packed",
                    State::Spanning => "spanning",
                    State::Unserved => "unserved",
                    State::Left => "left",
                })
            }),
            Column::Gpu => {
                board(&|number, _, _| u32::try_from(number).map_or(Cell::Empty, Cell::Count))
            }
            Column::Accelerator => match (self.stands, spanning) {
                (Some((_, board, _)), _) => text(&board.name),
                (None, Some(one)) => Cell::Text(format!("{} x {}", one.accelerators, one.name)),
                (None, None) => Cell::Empty,
            },
            Column::Mode => board(&|_, one, _| Cell::Word(one.mode.name())),
            Column::Profile => board(&|_, _, member| text(&member.profile)),
            Column::Place => board(&|_, _, member| match member.units {
                0 => Cell::Empty,
                _ => Cell::Count(member.place),
            }),
            Column::Memory => board(&|_, _, member| gib(member.memory)),
            Column::Share => board(&|_, _, member| {
                Cell::Figure(member.share.iter().copied().fold(0.0, f64::max))
            }),
            Column::Slowdown => {
                board(&|_, _, _| replicas.map_or(Cell::Empty, |one| Cell::Figure(one.slowest)))
            }
            Column::Ttft => worst(|hour| hour.ttft),
            Column::TtftPromised => promised(replicas.and_then(|one| one.ttft)),
            Column::Tpot => worst(|hour| hour.tpot),
            Column::TpotPromised => promised(replicas.and_then(|one| one.tpot)),
            Column::Wait => {
                board(&|_, _, _| replicas.map_or(Cell::Empty, |one| Cell::Figure(one.waits.get())))
            }
            Column::Price => match (self.stands, spanning) {
                (Some((_, board, _)), _) => Cell::Figure(board.per_hour.get()),
                (None, Some(one)) => one
                    .per_hour
                    .map_or(Cell::Empty, |price| Cell::Figure(price.get())),
                (None, None) => Cell::Empty,
            },
            Column::Seller => match (self.stands, spanning) {
                (Some((_, board, _)), _) => text(&board.label),
                (None, Some(one)) => text(&one.label),
                (None, None) => Cell::Empty,
            },
            Column::PriceDay => match (self.stands, spanning) {
                (Some((_, board, _)), _) => text(&board.as_of),
                (None, Some(one)) => text(&one.as_of),
                (None, None) => Cell::Empty,
            },
        }
    }
}

#[derive(Serialize)]
struct File<'a> {
    format: &'static str,
    task: &'static str,
    version: u32,
    link: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<Currency>,
    workloads: Vec<Asked<'a>>,
    report: &'a Report,
}

#[derive(Serialize)]
struct Asked<'a> {
    name: &'a str,
    model: Option<&'a str>,
    requests_per_second: Option<f64>,
    input_tokens: Option<f64>,
    output_tokens: Option<f64>,
    /// The fragment of the question that its figures come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    figures_from: Option<&'a str>,
    isolation: &'static str,
    wait_max_s: Option<f64>,
    priority: &'static str,
}

fn json(document: &Document<'_>) -> String {
    let asked = |one: &'_ Workload| -> (Option<f64>, &'static str) {
        let rate = match one.serving.traffic {
            _ if one.figures.is_some() => None,
            Traffic::Users(_) => None,
            other => other.peak_rate(one.serving.output_tokens),
        };
        let isolation = Isolation::ALL
            .into_iter()
            .find(|(isolation, _)| *isolation == one.isolation);
        (rate, isolation.map_or("none", |(_, name)| name))
    };
    let workloads = document.question.workloads.iter().map(|one| {
        let (requests_per_second, isolation) = asked(one);
        let served = one.figures.is_none();
        Asked {
            name: &one.name,
            model: match &one.serving.model {
                ModelChoice::Catalog(id) if served => Some(id),
                ModelChoice::Catalog(_) | ModelChoice::Plain(_) | ModelChoice::Custom(_) => None,
            },
            requests_per_second,
            input_tokens: served.then_some(one.serving.input_tokens),
            output_tokens: served.then_some(one.serving.output_tokens),
            figures_from: one.figures.as_ref().map(|figures| figures.from.as_str()),
            isolation,
            wait_max_s: one.wait_max.map(crate::quantity::Seconds::get),
            priority: one.priority.id(),
        }
    });
    let file = File {
        format: "rightsize",
        task: "fleet",
        version: VERSION,
        link: document.link,
        currency: document.question.fleet.currency,
        workloads: workloads.collect(),
        report: document.report,
    };
    // Fails for maps whose keys are no text, and there are none.
    serde_json::to_string(&file).unwrap_or_default()
}

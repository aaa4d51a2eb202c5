//! The product's answer to a text, as text: all of the product that is recorded, and the only
//! place that names its modules.

use catalog::{CatalogFacts, resolve_money_on, resolve_on, resolve_run_on, resolve_training_on};
use estimator::export::{Format, paper};
use estimator::serving::{confirm, export, link};
use estimator::training::launch::{Cluster, launch};
use estimator::training::{self, Job, method::Stack, question::Deadline};
use estimator::{batch, choice::ModelChoice, date::Date, money, named, rental::Lot};
use serde::Serialize;

/// Where links lead.
const PAGE: &str = "https://example.org/rightsize/";

/// The day of every record: prices expire by it, deadlines count from it.
fn today() -> Option<Date> {
    Date::parse("2026-11-25")
}

/// Ids that links and lines name.
pub(super) struct Ids {
    pub(super) models: Vec<&'static str>,
    pub(super) accelerators: Vec<&'static str>,
    pub(super) inputs: Vec<&'static str>,
    pub(super) stacks: Vec<&'static str>,
}

pub(super) fn ids() -> Ids {
    let accelerators = catalog::accelerators().iter();
    Ids {
        models: catalog::models().iter().map(|entry| entry.id).collect(),
        accelerators: accelerators
            .map(|one| one.accelerator.id.as_str())
            .collect(),
        inputs: money::Input::ALL.iter().map(|input| input.id()).collect(),
        stacks: Stack::ALL.iter().map(|stack| stack.id()).collect(),
    }
}

/// `shape=`: a catalogue's model as if a file had brought it; `own=`: its accelerator.
pub(super) fn brought(model: &str, accelerator: &str) -> (String, String) {
    let mut shaped = link::Link::default();
    if let Some(model) = catalog::model(model) {
        shaped.question.model = ModelChoice::Custom(Box::new(model));
    }
    let mut owned = link::Link::default();
    let known = catalog::accelerator(accelerator).map(|record| record.accelerator.clone());
    owned.question.fleet.own_accelerator = known.map(Box::new);
    let pair = |link| link::write(&link).trim_start_matches("v=2").to_owned();
    (pair(shaped), pair(owned))
}

/// A line of the batch estimator, answered.
pub(super) fn answered(line: &str, facts: &mut CatalogFacts) -> String {
    batch::answer(line, facts).0.to_string()
}

/// A line of the batch estimator, searched over all accelerators.
pub(super) fn searched(line: &str, facts: &mut CatalogFacts) -> String {
    let line = serde_json::from_str(line).unwrap_or_default();
    match batch::search(&line, facts) {
        Ok(found) => json(&found),
        Err(error) => format!("{}: {}", error.field, error.message),
    }
}

pub(super) fn facts() -> CatalogFacts {
    CatalogFacts::on(today())
}

/// The reading of a link of the calculator: written again, its notices, its question.
pub(super) fn serving_link(fragment: &str) -> [String; 3] {
    let (read, notices) = link::read(fragment);
    let asked = match resolve_on(&read.question, today()) {
        Ok((scenario, _)) => json(&scenario),
        Err(errors) => json(&errors),
    };
    [link::write(&read), json(&notices), asked]
}

/// The same of a link of training.
pub(super) fn training_link(fragment: &str) -> [String; 3] {
    let (read, notices) = training::link::read(fragment);
    let left = seconds_left(&read.question.deadline);
    let asked = match resolve_training_on(&read.question, left, today()) {
        Ok((job, site, limits, _)) => json(&(job, site, limits)),
        Err(errors) => json(&errors),
    };
    [training::link::write(&read), json(&notices), asked]
}

/// The same of a link about money; its question shows in its files.
pub(super) fn money_link(fragment: &str) -> [String; 3] {
    let (read, notices) = money::link::read(fragment);
    let asked = &read.page.question;
    let run = resolve_run_on(&read.question, &asked.fleet, &asked.limits, today());
    let run = match run {
        Ok(terms) => json(&terms.map(|terms| terms.values)),
        Err(errors) => json(&errors),
    };
    [money::link::write(&read), json(&notices), run]
}

/// The same of a link of a comparison, with its questions as a file and that read again.
pub(super) fn comparison_link(fragment: &str) -> [String; 3] {
    let (read, notices) = named::link::read(fragment);
    let file = named::file::write(&read.scenarios);
    let again = named::file::read(file.as_bytes()).scenarios == read.scenarios;
    let file = format!("{} {again}", file.replace('\n', " "));
    [named::link::write(&read), json(&notices), file]
}

/// The files of a question of serving, by format; none where it cannot be asked.
pub(super) fn serving_files(fragment: &str) -> Option<Vec<(String, String)>> {
    let (read, _) = link::read(fragment);
    let (scenario, offers) = resolve_on(&read.question, today()).ok()?;
    let report = confirm::search_confirmed(&scenario, &offers);
    let address = format!("{PAGE}#{fragment}");
    let document = export::Document {
        scenario: &scenario,
        offers: &offers,
        report: &report,
        link: Some(&address),
        currency: read.question.fleet.currency,
    };
    Some(formats(|format| export::write(format, &document)))
}

/// The files of a question of training.
pub(super) fn training_files(fragment: &str) -> Option<Vec<(String, String)>> {
    let (read, _) = training::link::read(fragment);
    let question = read.question;
    let left = seconds_left(&question.deadline);
    let (job, site, limits, offers) = resolve_training_on(&question, left, today()).ok()?;
    let report = training::search::search(&job, &site, &limits, &question.fixed, &offers);
    let address = format!("{PAGE}training/#{fragment}");
    let document = training::export::Document {
        job: &job,
        site: &site,
        limits: &limits,
        fixed: &question.fixed,
        offers: &offers,
        report: &report,
        link: Some(&address),
        currency: question.fleet.currency,
    };
    Some(formats(|format| training::export::write(format, &document)))
}

/// Launch files of each software for the best run of a question, and the fields it has no setting
/// for; none where nothing is found.
pub(super) fn launch_files(fragment: &str) -> Option<Vec<(String, String)>> {
    let (read, _) = training::link::read(fragment);
    let question = read.question;
    let left = seconds_left(&question.deadline);
    let (job, site, limits, offers) = resolve_training_on(&question, left, today()).ok()?;
    let report = training::search::search(&job, &site, &limits, &question.fixed, &offers);
    let best = report.recommended()?;
    let run = best.best.as_ref()?;
    let layout = run.estimate.layout;
    let chip = &offers.get(best.offer)?.accelerator;
    let cluster = Cluster::of(chip, limits.node(chip), run);
    let mut files = Vec::new();
    for stack in Stack::ALL {
        let job = Job {
            stack: *stack,
            ..job.clone()
        };
        let started = launch(&job, &layout, &cluster);
        let gaps: Vec<&str> = started.gaps.iter().map(|gap| gap.id()).collect();
        files.push((format!("{} lacks", stack.id()), gaps.join(" ")));
        for file in started.files {
            files.push((format!("{} {}", stack.id(), file.name), file.text));
        }
    }
    Some(files)
}

/// The files of a question about money: of an answer, of a run, or of both.
pub(super) fn money_files(fragment: &str) -> Option<Vec<(String, String)>> {
    let (read, _) = money::link::read(fragment);
    let asked = &read.page.question;
    let (scenario, offers) = resolve_on(asked, today()).ok()?;
    let found = confirm::search_confirmed(&scenario, &offers);
    let wanted = read.page.view.selected.as_deref();
    let chosen = money::choice::chosen(&found, &offers, wanted).and_then(|index| {
        let candidate = found.candidates.get(index)?;
        Some((offers.get(candidate.offer)?, candidate.best.as_ref()?))
    });
    let answer = match chosen {
        Some((offer, sizing)) => {
            let lot = Lot::of(&scenario, offer, sizing);
            let (money, growth) = (&read.question, &asked.growth);
            let terms = resolve_money_on(money, asked, growth, offer, lot, today()).ok()?;
            Some((offer, money::report(&scenario, offer, sizing, &terms)))
        }
        None => None,
    };
    let run = resolve_run_on(&read.question, &asked.fleet, &asked.limits, today());
    let run = run.ok().flatten().as_ref().map(money::run::run);
    let address = format!("{PAGE}costs/#{fragment}");
    let document = money::export::Document {
        answer: answer
            .as_ref()
            .map(|(offer, report)| money::export::Answer { offer, report }),
        run: run.as_ref(),
        link: Some(&address),
        currency: asked.fleet.currency,
    };
    let mut files = formats(|format| money::export::write(format, &document));
    files.push(("paper".to_owned(), paper(&files, &address)));
    Some(files)
}

/// A document of every kind of block, its table one of figures that `files` hold.
fn paper(files: &[(String, String)], address: &str) -> String {
    let sheet = files.iter().find(|(name, _)| name == Format::Csv.id());
    let lines = sheet.map_or("", |(_, text)| text).lines().take(20);
    let mut rows = lines.map(|line| line.splitn(3, ',').map(str::to_owned).collect::<Vec<_>>());
    let first = rows.next().unwrap_or_default();
    let table = || paper::Table {
        columns: first.iter().map(paper::Heading::words).collect(),
        rows: rows.collect(),
    };
    let text = |words: &str| format!("{words}: 1. <b> *{address}*");
    paper::markdown(&[
        paper::Block::Title(text("Title")),
        paper::Block::Lead(text("Lead")),
        paper::Block::Heading(text("Heading")),
        paper::Block::Text(text("Text")),
        paper::Block::List(vec![text("- one"), text("2. two")]),
        paper::Block::Facts(vec![(text("Name"), text("Fact"))]),
        paper::Block::Table(table()),
        paper::Block::Note(text("Note")),
        paper::Block::Link {
            words: text("Link"),
            address: address.to_owned(),
        },
    ])
}

fn formats(write: impl Fn(Format) -> String) -> Vec<(String, String)> {
    let all = Format::ALL.iter();
    all.map(|format| (format.id().to_owned(), write(*format)))
        .collect()
}

/// Seconds to the end of the day that a deadline names.
fn seconds_left(deadline: &Deadline) -> Option<f64> {
    let Deadline::By(day) = deadline else {
        return None;
    };
    let days = today()?.days_to(Date::parse(day)?) + 1;
    Some(f64::from(days) * 86_400.0)
}

/// Maps by text, numbers and texts alone are written: that cannot fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

//! Every export of an answer about money can be read again by readers of its format.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing)]

use estimator::export::Format;
use estimator::money::export::{Answer, Column, Document, table, write};
use estimator::money::question::Question as Asked;
use estimator::money::run::{RunReport, run};
use estimator::money::{Component, Input, Report, report};
use estimator::offer::Offer;
use estimator::serving::question::Question;
use estimator::serving::search::search;
use std::collections::HashMap;

const LINK: &str = "https://example.org/#v=2&cost.years=3";

/// An answer with everything in it, of an accelerator named as a stranger's link may.
fn answer() -> (Offer, Report) {
    let mut question = Question::default();
    question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
    let (scenario, mut offers) = catalog::resolve(&question).expect("complete");
    "=1+1|a".clone_into(&mut offers[0].accelerator.name);
    let found = search(&scenario, &offers);
    let sizing = found
        .recommended()
        .and_then(|best| best.best.clone())
        .expect("one fits");
    let mut asked = Asked {
        api: Some("gpt-5.4-mini".to_owned()),
        ..Asked::default()
    };
    asked.typed.set(Input::Users, Some(500.0));
    let offer = offers.swap_remove(0);
    let lot = estimator::rental::Lot::of(&scenario, &offer, &sizing);
    let terms = catalog::resolve_money(&asked, &question, &question.growth, &offer, lot);
    let answer = report(&scenario, &offer, &sizing, &terms.expect("complete"));
    (offer, answer)
}

fn document<'a>(offer: &'a Offer, report: &'a Report) -> Document<'a> {
    Document {
        answer: Some(Answer { offer, report }),
        run: None,
        link: Some(LINK),
        currency: None,
    }
}

/// CSV: figures as the report has them, told apart by section, item, month and unit;
/// every input with its unit and, unless it was typed, its source and day.
#[test]
fn the_sheet_is_read_again() {
    let (offer, report) = answer();
    let text = write(Format::Csv, &document(&offer, &report));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let ids: Vec<&str> = Column::ALL.iter().map(|column| column.id()).collect();
    assert_eq!(
        reader.headers().expect("ids").iter().collect::<Vec<_>>(),
        ids
    );
    let mut figures = HashMap::new();
    let mut inputs = 0;
    for row in reader.records() {
        let row = row.expect("an even row");
        let key = [&row[0], &row[1], &row[2], &row[4]].map(str::to_owned);
        let value: f64 = row[3].parse().expect("a figure");
        assert!(figures.insert(key, value).is_none(), "twice: {row:?}");
        if &row[0] == "input" {
            inputs += 1;
            let typed = ["people", "utilization"].contains(&&row[1]);
            assert_eq!(row[5].is_empty() || row[6].is_empty(), typed, "{row:?}");
        }
    }
    assert_eq!(inputs, report.values.known().count() + report.rents.len());
    let near = |section: &str, item: &str, month: &str, unit: &str, value: f64| {
        let cell = figures[&[section, item, month, unit].map(str::to_owned)];
        assert!(
            (cell - value).abs() <= 1e-5 * value.abs(),
            "{section} {item} {cell} {value}"
        );
    };
    let hour = "usd_per_accelerator_hour";
    let owned = report.owned.as_ref().expect("a price is known");
    near(
        "ownership",
        "all",
        "",
        hour,
        owned.expected.per_hour().get(),
    );
    let energy = owned.expected.part(Component::Energy).get();
    near("ownership", "energy", "", "usd_per_year", energy);
    let rented = report.rented.expect("a price is known");
    let blended = rented.demanded.blended.get();
    near(
        "rented",
        "blended-at-demanded-load",
        "",
        "usd_per_million_tokens",
        blended,
    );
    let course = &report.horizon.courses[0];
    near("paid", &course.way.id(), "7", "usd", course.paid[7].get());
    let api = report.api.as_ref().expect("prices are known");
    near("api", "request", "", "usd", api.per_request.get());
    near("input", "pue", "", "factor", 1.3);
    let sold = report.sold.expect("a price is known");
    near(
        "sold",
        "paid",
        "",
        "accelerators",
        f64::from(sold.accelerators),
    );
    near("sold", "paid", "", "usd_per_hour", rented.per_hour.get());
    let stranded = sold.stranded_per_month.get();
    near("sold", "stranded", "", "usd_per_month", stranded);
    assert!(text.contains("'=1+1|a"), "no spreadsheet runs a name");
}

/// Twelve accelerators for a hundred hours and two billion tokens.
fn training() -> RunReport {
    let mut asked = Asked {
        run: Some("nvidia-h100-sxm-80gb".to_owned()),
        ..Asked::default()
    };
    for (input, value) in [
        (Input::RunAccelerators, 12.0),
        (Input::RunHours, 100.0),
        (Input::RunTokens, 2.0),
    ] {
        asked.typed.set(input, Some(value));
    }
    let Question { fleet, limits, .. } = Question::default();
    let terms = catalog::resolve_run(&asked, &fleet, &limits);
    run(&terms.expect("complete").expect("asked for"))
}

/// A training run is in every file, beside an answer or alone: rented at prices with their
/// source and day, by the run and the billion tokens, and owned.
#[test]
fn a_run_is_read_again() {
    let (offer, report) = answer();
    let run = training();
    let alone = Document {
        answer: None,
        run: Some(&run),
        link: Some(LINK),
        currency: None,
    };
    let both = Document {
        run: Some(&run),
        ..document(&offer, &report)
    };
    let rows = |document: &Document<'_>| -> Vec<Vec<String>> {
        let text = write(Format::Csv, document);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows = reader.records().map(|row| row.expect("an even row"));
        rows.map(|row| row.iter().map(str::to_owned).collect())
            .collect()
    };
    let all = rows(&alone);
    assert!(all.iter().all(|row| row[0] == "run"));
    assert!(rows(&both).ends_with(&all) && rows(&both).len() > all.len());
    let at = |item: &str, unit: &str| -> f64 {
        let row = all.iter().find(|row| row[1] == item && row[4] == unit);
        row.expect("there").as_slice()[3].parse().expect("a figure")
    };
    let near = |one: f64, other: f64| assert!((one / other - 1.0).abs() < 1e-5, "{one} {other}");
    let rented = &run.rented[0];
    let item = format!("rented-{}", rented.basis.id());
    near(at(&item, "usd_per_run"), rented.cost.per_run.get());
    near(
        2.0 * at(&item, "usd_per_billion_tokens"),
        at(&item, "usd_per_run"),
    );
    near(at("duration", "hours"), 100.0);
    let owned = run.owned.as_ref().expect("a price is known");
    near(at("owned", "usd_per_run"), owned.cost.per_run.get());
    let priced = all.iter().filter(|row| row[1].starts_with("rent-"));
    let sourced = priced.filter(|row| !row[5].is_empty() && !row[6].is_empty());
    assert_eq!(sourced.count(), run.rented.len());
    for document in [&alone, &both] {
        let text = write(Format::Json, document);
        let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let cost = &file["run"]["rented"][0]["cost"];
        assert_eq!(cost["per_run"].as_f64(), Some(rented.cost.per_run.get()));
        assert_eq!(file["report"].is_null(), document.answer.is_none());
        assert!(write(Format::Markdown, document).contains("\n| run | "));
    }
}

/// JSON: the report as it is, components by their names.
#[test]
fn the_object_is_read_again() {
    let (offer, report) = answer();
    let text = write(Format::Json, &document(&offer, &report));
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&file["task"], &file["version"]),
        (&"money".into(), &1.into())
    );
    assert_eq!(file["link"], LINK);
    let owned = report.owned.expect("a price is known");
    let expense = &file["report"]["owned"]["expected"];
    let per_year = expense["per_year"].as_f64().unwrap_or_default();
    assert!((per_year / owned.expected.per_year().get() - 1.0).abs() < 1e-12);
    for component in Component::ALL {
        let part = owned.expected.part(*component).get();
        let read = expense[component.id()].as_f64().unwrap_or_default();
        assert!((read - part).abs() <= 1e-12 * part, "{read} {part}");
    }
    assert_eq!(file["report"]["values"]["people"], 500.0);
}

/// Markdown: an even table, whole years alone, nothing in it taken for markup, the
/// caller's headings over it and the link below.
#[test]
fn the_table_is_even() {
    let (offer, report) = answer();
    let document = document(&offer, &report);
    let text = write(Format::Markdown, &document);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    for row in &rows {
        let bars = row.replace("\\|", "").matches('|').count();
        assert_eq!(bars, Column::ALL.len() + 1, "{row}");
    }
    let months = report.horizon.courses.len() * 4;
    let paid = rows.iter().filter(|row| row.starts_with("| paid")).count();
    assert_eq!(paid, months);
    assert!(text.contains("=1+1\\|a") && text.ends_with(&format!("<{LINK}>\n")));
    let own = table(&document, |column| format!("«{}»", column.id()));
    assert!(own.starts_with("| «section» | «item» |"));
}

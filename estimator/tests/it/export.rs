//! Every export can be read again by readers of its format.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use estimator::currency::{Code, Currency};
use estimator::engine::{Engine, EngineSettings};
use estimator::export::Format;
use estimator::hardware::{Accelerator, Architecture, Link, LinkKind, Peaks, Vendor};
use estimator::import::plain;
use estimator::offer::{Billing, Offer, Price};
use estimator::precision::{KvFormat, WeightFormat};
use estimator::quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds, UsdPerHour};
use estimator::serving::export;
use estimator::serving::export::{Column, Document};
use estimator::serving::options::Serving;
use estimator::serving::report::Report;
use estimator::serving::scenario::{Limits, Scenario};
use estimator::serving::search::search;
use estimator::workload::{Load, Percentile, Sla, Workload};

fn chip(id: &str, name: &str, gib: f64) -> Offer {
    Offer {
        accelerator: Accelerator {
            id: id.to_owned(),
            name: name.to_owned(),
            vendor: Vendor::Nvidia,
            architecture: Architecture::Hopper,
            memory: Bytes::gib(gib),
            marketed_memory: Bytes::gb(gib),
            bandwidth: BytesPerSecond::gb(3350.0),
            peak: Peaks {
                thirty_two: Some(FlopsPerSecond::tera(67.0)),
                sixteen: Some(FlopsPerSecond::tera(989.5)),
                fp8: Some(FlopsPerSecond::tera(1979.0)),
                ..Peaks::default()
            },
            link: Link {
                kind: LinkKind::NvLink,
                per_direction: BytesPerSecond::gb(450.0),
                domain: 8,
            },
            pcie: None,
            node_size: 8,
            power: None,
            headline_factor: 1.0,
            hbm: true,
            unified: false,
        },
        price: Some(Price {
            per_accelerator: UsdPerHour::new(3.0),
            instance_accelerators: 8,
            label: format!("{name}, \"north\"\nhall"),
            seller: "north".to_owned(),
            read_from: "example.org/list".to_owned(),
            as_of: "2026-07-30".to_owned(),
            verified: true,
            discount: 0.0,
            outdated: false,
            estimated: false,
            purchase: None,
            billing: Billing::default(),
            machine: None,
            expired: false,
            unplaced: false,
            by_accelerator: false,
        }),
        instances: Vec::new(),
        hosts: Vec::new(),
    }
}

/// A question, its offers and its answer; names as a stranger's link may
/// bring them.
fn answer() -> (Scenario, Vec<Offer>, Report) {
    let scenario = Scenario {
        model: plain::model(8.0),
        weights: WeightFormat::Fp8,
        released: None,
        kv_cache: KvFormat::Fp8,
        workload: Workload::plain(2000.0, 300.0, Load::Poisson(10.0)),
        sla: Sla {
            ttft: Some(Seconds::new(1.0)),
            tpot: Some(Seconds::millis(40.0)),
            percentile: Percentile::P95,
            certainty: estimator::workload::Certainty::Even,
            goodput: None,
        },
        engine: EngineSettings::new(Engine::Vllm),
        serving: Serving::default(),
        limits: Limits::default(),
        calibration: None,
    };
    let offers = vec![
        chip("h100", "H100", 79.0),
        chip("evil", "=HYPERLINK(\"http://x\")", 79.0),
        chip("tiny", "a|b*c", 0.5),
    ];
    let report = search(&scenario, &offers);
    (scenario, offers, report)
}

fn with<T>(read: impl FnOnce(&Document<'_>) -> T) -> T {
    let (scenario, offers, report) = answer();
    read(&Document {
        scenario: &scenario,
        offers: &offers,
        report: &report,
        link: Some("https://example.org/#v=2"),
        currency: None,
    })
}

#[test]
fn every_format_is_complete() {
    for format in Format::ALL {
        assert_eq!(Format::from_id(format.id()), Some(*format));
        assert!(!format.extension().is_empty() && format.mime().contains('/'));
        let text = with(|document| export::write(*format, document));
        assert!(text.contains("H100"), "{}", format.id());
        match format {
            Format::Csv => read_csv(&text),
            Format::Json => read_json(&text),
            Format::Markdown => read_markdown(&text),
        }
    }
}

fn read_csv(text: &str) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headings: Vec<String> = reader
        .headers()
        .expect("ids")
        .iter()
        .map(str::to_owned)
        .collect();
    let ids: Vec<&str> = Column::ALL.iter().map(|column| column.id()).collect();
    assert_eq!(headings, ids);
    let at = |column: Column| ids.iter().position(|id| *id == column.id()).expect("known");
    let rows: Vec<csv::StringRecord> = reader
        .records()
        .collect::<Result<_, _>>()
        .expect("even rows");
    assert_eq!(rows.len(), 3);
    for row in &rows {
        match &row[at(Column::Id)] {
            "h100" => {
                assert_eq!(
                    &row[at(Column::Price)],
                    "H100, \"north\"\nhall (example.org/list)"
                );
                assert_eq!(&row[at(Column::Seller)], "north");
                assert_eq!(&row[at(Column::Instance)], "8");
                // The bill is of whole instances; one of the two alike is recommended, and the
                // hardware is one that measurements are known of.
                let count = |column| row[at(column)].parse::<u32>().expect("a count");
                assert_eq!(count(Column::Paid), 8 * count(Column::Instances));
                assert!(count(Column::Paid) >= count(Column::Accelerators));
                assert_eq!(&row[at(Column::Recommended)], "yes");
                assert_eq!(&row[at(Column::Evidence)], "measured");
                // Nothing simulates here.
                assert_eq!(&row[at(Column::Simulated)], "no");
                assert_eq!(&row[at(Column::Verdict)], "meets");
                for column in [Column::Ttft, Column::Hour, Column::Used, Column::Score] {
                    let cell = &row[at(column)];
                    assert!(
                        cell.parse::<f64>().is_ok_and(|figure| figure > 0.0),
                        "{}: {cell}",
                        column.id()
                    );
                }
            }
            "evil" => {
                assert_eq!(&row[at(Column::Name)], "'=HYPERLINK(\"http://x\")");
                assert_eq!(&row[at(Column::Recommended)], "no");
            }
            "tiny" => {
                assert_eq!(&row[at(Column::Evidence)], "");
                assert_eq!(&row[at(Column::Simulated)], "");
                assert_ne!(&row[at(Column::Verdict)], "meets");
                assert!(!row[at(Column::Reason)].is_empty());
            }
            other => panic!("{other}"),
        }
    }
}

fn read_json(text: &str) {
    let file: serde_json::Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(file["format"], "rightsize");
    assert_eq!(file["version"], 1);
    assert_eq!(file["link"], "https://example.org/#v=2");
    let (scenario, offers, report) = answer();
    let read: Scenario = serde_json::from_value(file["scenario"].clone()).expect("a scenario");
    assert_eq!(read.model, scenario.model);
    assert_eq!(read.workload, scenario.workload);
    let read: Vec<Offer> = serde_json::from_value(file["offers"].clone()).expect("offers");
    assert_eq!(read.len(), offers.len());
    let candidates = file["report"]["candidates"].as_array().expect("candidates");
    assert_eq!(candidates.len(), report.candidates.len());
}

fn read_markdown(text: &str) {
    let table: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(table.len(), 2 + 3);
    let bars = |line: &str| line.replace("\\|", "").matches('|').count();
    assert!(table.iter().all(|line| bars(line) == bars(table[0])));
    assert!(text.contains("a\\|b\\*c"));
    assert!(text.ends_with("<https://example.org/#v=2>\n"));
}

#[test]
fn headings_may_be_the_pages_own() {
    let text =
        with(|document| export::markdown::table(document, |column| format!("[{}]", column.id())));
    assert!(text.starts_with("| \\[rank\\] |"));
}

/// Amounts stay dollars; the currency of the question and its rate stand beside them.
#[test]
fn files_state_the_currency() {
    let (scenario, offers, report) = answer();
    let euro = Currency::new(Code::new("EUR").expect("a code"), 0.92);
    let write = |format, currency| {
        let document = Document {
            scenario: &scenario,
            offers: &offers,
            report: &report,
            link: None,
            currency,
        };
        export::write(format, &document)
    };
    for (format, said) in [
        (Format::Csv, ",EUR,0.92\r\n"),
        (
            Format::Json,
            "\"currency\":{\"code\":\"EUR\",\"per_usd\":0.92}",
        ),
        (Format::Markdown, "\n1 USD = 0.92 EUR\n"),
    ] {
        assert!(write(format, Some(euro)).contains(said), "{}", format.id());
        let plain = write(format, None);
        for sign in ["currency_per_usd", "\"currency\"", "1 USD"] {
            assert!(!plain.contains(sign), "{}", format.id());
        }
    }
    let plain = write(Format::Csv, None);
    let stated = write(Format::Csv, Some(euro));
    let figures = |line: &str| line.strip_suffix(",EUR,0.92").unwrap_or(line).to_owned();
    for (with, without) in stated.lines().zip(plain.lines()).skip(1) {
        assert_eq!(figures(with), without);
    }
}

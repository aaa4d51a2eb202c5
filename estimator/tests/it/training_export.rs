//! Every export of a training answer can be read again by readers of its format.

// Clippy's leave for tests covers functions marked #[test], not their helpers.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use estimator::choice::ModelChoice;
use estimator::export::Format;
use estimator::offer::Offer;
use estimator::training::export::{self, Column, Document};
use estimator::training::question::{Fixed, Limits, Question};
use estimator::training::report::Report;
use estimator::training::search::search;
use estimator::training::{Job, Site};

const LINK: &str = "https://example.org/#v=2&task=training";

struct Answer {
    job: Job,
    site: Site,
    limits: Limits,
    fixed: Fixed,
    offers: Vec<Offer>,
    report: Report,
}

/// Three accelerators: one that does it, one with a name as a stranger's link may bring
/// it, one far too small.
fn answer() -> Answer {
    let mut question = Question {
        model: ModelChoice::Catalog("meta-llama/Llama-3.1-8B".to_owned()),
        ..Question::default()
    };
    question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
    let (job, site, limits, mut offers) =
        catalog::resolve_training(&question, None).expect("complete");
    let mut evil = offers[0].clone();
    "evil".clone_into(&mut evil.accelerator.id);
    "=HYPERLINK(\"http://x\")".clone_into(&mut evil.accelerator.name);
    let mut tiny = offers[0].clone();
    "tiny".clone_into(&mut tiny.accelerator.id);
    "a|b*c".clone_into(&mut tiny.accelerator.name);
    tiny.accelerator.memory = tiny.accelerator.memory * 0.001;
    offers.extend([evil, tiny]);
    let fixed = question.fixed;
    let report = search(&job, &site, &limits, &fixed, &offers);
    Answer {
        job,
        site,
        limits,
        fixed,
        offers,
        report,
    }
}

fn written(answer: &Answer, write: impl FnOnce(&Document<'_>) -> String) -> String {
    write(&Document {
        job: &answer.job,
        site: &answer.site,
        limits: &answer.limits,
        fixed: &answer.fixed,
        offers: &answer.offers,
        report: &answer.report,
        link: Some(LINK),
        currency: None,
    })
}

/// CSV: every column of every candidate, figures as the report has them.
#[test]
fn the_sheet_is_read_again() {
    let answer = answer();
    let text = written(&answer, |document| export::write(Format::Csv, document));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headings = reader.headers().expect("ids").clone();
    let ids: Vec<&str> = Column::ALL.iter().map(|column| column.id()).collect();
    assert_eq!(headings.iter().collect::<Vec<_>>(), ids);
    let at = |column: Column| ids.iter().position(|id| *id == column.id()).expect("known");
    let mut seen = 0;
    for (row, candidate) in reader.records().zip(&answer.report.candidates) {
        let row = row.expect("an even row");
        seen += 1;
        match &row[at(Column::Id)] {
            "tiny" => {
                assert_eq!(&row[at(Column::Verdict)], "too-little-memory");
                assert!(row[at(Column::Reason)].contains("GiB"));
                assert!(row[at(Column::Days)].is_empty());
                continue;
            }
            "evil" => assert_eq!(&row[at(Column::Name)], "'=HYPERLINK(\"http://x\")"),
            id => assert_eq!(id, "nvidia-h100-sxm-80gb"),
        }
        assert_eq!(&row[at(Column::Verdict)], "meets");
        let run = candidate.best.as_ref().expect("a run");
        let figure = |column: Column| row[at(column)].parse::<f64>().expect("a figure");
        let near = |column, value: f64| {
            let cell = figure(column);
            assert!(
                (cell / value - 1.0).abs() < 1e-5,
                "{column:?} {cell} {value}"
            );
        };
        near(Column::Days, run.wall.get() / 86_400.0);
        near(Column::Cost, run.cost.expect("sold").get());
        near(Column::Peak, run.estimate.memory.peak.to_gib());
        near(Column::Accelerators, f64::from(run.accelerators()));
        // Degrees multiply to the accelerators.
        let product = [
            Column::Tensor,
            Column::Pipeline,
            Column::Context,
            Column::Data,
        ]
        .map(figure)
        .iter()
        .product::<f64>();
        near(Column::Accelerators, product);
        // Every column has something to say of a run, but for a reason where there is none.
        for column in Column::ALL {
            let silent = matches!(column, Column::Reason);
            assert_eq!(row[at(*column)].is_empty(), silent, "{column:?}");
        }
    }
    assert_eq!(seen, 3);
}

/// JSON: the question, the offers and the answer, whole.
#[test]
fn the_json_is_read_again() {
    let answer = answer();
    let text = written(&answer, |document| export::write(Format::Json, document));
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&file["format"], &file["task"]),
        (&"rightsize".into(), &"training".into())
    );
    assert_eq!(file["version"], 1);
    assert_eq!(file["link"], LINK);
    let job: Job = serde_json::from_value(file["job"].clone()).expect("a job");
    assert_eq!(job, answer.job);
    let offers: Vec<Offer> = serde_json::from_value(file["offers"].clone()).expect("offers");
    assert_eq!(offers.len(), answer.offers.len());
    let candidates = file["report"]["candidates"].as_array().expect("candidates");
    assert_eq!(candidates.len(), answer.report.candidates.len());
}

/// Markdown: a table of even rows, texts escaped, headings the caller's own.
#[test]
fn the_table_is_read_again() {
    let answer = answer();
    let text = written(&answer, |document| {
        export::write(Format::Markdown, document)
    });
    let table: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(table.len(), 2 + 3);
    let bars = |line: &str| line.replace("\\|", "").matches('|').count();
    assert!(table.iter().all(|line| bars(line) == bars(table[0])));
    assert!(text.contains("a\\|b\\*c"));
    assert!(text.ends_with(&format!("<{LINK}>\n")));
    let own = written(&answer, |document| {
        export::markdown::table(document, |column| format!("[{}]", column.id()))
    });
    assert!(own.starts_with("| \\[rank\\] |"));
}

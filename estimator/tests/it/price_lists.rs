//! Price lists as users have them, read with the catalogue's names.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // helpers of tests

use catalog::ListNames;
use estimator::choice::{Area, PriceBasis};
use estimator::currency::{Code, Currency};
use estimator::error::Unreadable;
use estimator::import::prices::{BELIEVABLE, MOST_ROWS, Names, PriceList, RowProblem, read, wire};
use estimator::link::MOST_BYTES;
use estimator::listed::Listed;
use estimator::quantity::UsdPerHour;
use estimator::serving::link;
use estimator::serving::link::Link;
use proptest::prelude::*;
use std::cell::Cell;
use std::fmt::Write as _;

const H100: &str = "nvidia-h100-sxm-80gb";

fn list(text: &str) -> PriceList {
    read(text.as_bytes(), &ListNames, None).unwrap()
}

fn euros(text: &str) -> PriceList {
    let euro = Currency::new(Code::new("EUR").unwrap(), 0.8);
    read(text.as_bytes(), &ListNames, Some(euro)).unwrap()
}

/// The only row, which there are no problems beside.
fn only(list: &PriceList) -> &Listed {
    assert_eq!((&list.problems[..], list.rows.len()), (&[][..], 1));
    &list.rows[0]
}

fn price(row: &Listed, basis: PriceBasis) -> f64 {
    row.price(basis).unwrap().get()
}

/// Everything a row can say, comma-separated, quoted, in English.
#[test]
fn a_whole_row() {
    let list = list(
        "Provider,Instance,Region,GPU,GPU count,On demand (USD/h),Spot,1y,3y,Date,Source\n\
         \"Amazon Web Services\",p5.48xlarge,eu-west-1,H100 SXM,8,\"$1,098.32\",40,60.5,45,2026-07-30,\"a \"\"quote\"\", q\"\n",
    );
    let row = only(&list);
    assert_eq!(
        (row.provider.as_str(), row.instance.as_str()),
        ("aws", "p5.48xlarge")
    );
    assert_eq!((row.region.as_str(), row.area), ("eu-west-1", Area::Europe));
    assert_eq!((row.accelerator.as_str(), row.count), (H100, 8));
    let prices = PriceBasis::ALL.iter().map(|basis| price(row, *basis));
    assert_eq!(prices.collect::<Vec<_>>(), [1098.32, 40.0, 60.5, 45.0]);
    assert_eq!(
        (row.as_of.as_str(), row.source.as_str()),
        ("2026-07-30", "a \"quote\", q")
    );
    assert_eq!(list.taken, [("H100 SXM".to_owned(), H100.to_owned())]);
}

/// The same price as a German spreadsheet writes it: semicolons, decimal commas, a mark at
/// its beginning, euros at the user's rate, prices per accelerator, a title above.
#[test]
fn a_german_list() {
    let text = "\u{feff}Preisliste 2026;;\r\n;;\r\nBeschleuniger;Anzahl;Preis je GPU in EUR\r\n\
                H100;8;2,40 €\r\n";
    let list = euros(text);
    let row = only(&list);
    assert!((price(row, PriceBasis::OnDemand) - 8.0 * 2.4 / 0.8).abs() < 1e-12);
    // Windows-1252 and UTF-16 say the same.
    let old: Vec<u8> = "GPU;Preis\nH100;2,40 ".bytes().chain([0x80]).collect();
    let wide: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(
            "GPU;Preis\nH100;2,40 €"
                .encode_utf16()
                .flat_map(u16::to_le_bytes),
        )
        .collect();
    let euro = Some(Currency::new(Code::new("EUR").unwrap(), 0.8));
    for bytes in [old, wide] {
        let list = read(&bytes, &ListNames, euro).unwrap();
        assert!((price(only(&list), PriceBasis::OnDemand) - 3.0).abs() < 1e-12);
    }
}

/// Any order and separator; counts beside the name; months; the meaning of a list's commas is told
/// by its other rows.
#[test]
fn many_ways_to_write_it() {
    for text in [
        "price,gpu\n19.2,8x H100\n",
        "gpu\tprice\nH100 (x8)\t19.20\n",
        "sep=;\ncount;gpu;price\n8;H100;19,2\n",
        "| gpu | count | price |\n| H100 | 8 | 19.2 |\n",
        "gpu,count,price per GPU\nH100,8,2.4\n",
        "gpu,count,monthly price\nH100,8,\"14,016\"\n",
        "instance,price\np5.48xlarge,19.2\n",
        "gpu,price,instance\nH100,19.2,p5.48xlarge\n",
        "gpu,count,pricing model,price,currency\nH100,8,on demand,19.2,USD\n",
        "显卡,数量,价格\nH100,8,19.2\n",
        "[{\"gpu\": \"H100\", \"count\": 8, \"price\": 19.2}]",
        "{\"provider\": \"aws\", \"prices\": [{\"accelerator\": \"H100\", \"count\": 8, \
         \"on_demand\": {\"usd\": 19.2, \"source\": \"x\"}}]}",
    ] {
        let list = list(text);
        let row = only(&list);
        assert_eq!((row.accelerator.as_str(), row.count), (H100, 8), "{text}");
        assert!(
            (price(row, PriceBasis::OnDemand) - 19.2).abs() < 1e-9,
            "{text}"
        );
    }
    let doubtful = list("gpu;price\nH100;2,405\nL4;0,7\n");
    let h100 = doubtful
        .rows
        .iter()
        .find(|row| row.accelerator == H100)
        .unwrap();
    assert!((price(h100, PriceBasis::OnDemand) - 2.405).abs() < 1e-12);
}

/// Every row's problem is named by its line, and good rows are kept.
#[test]
fn problems_are_named_by_line() {
    let text = "gpu,count,on demand,spot,basis,date\n\
        H100,8,20,10,,2026-07-30\n\
        H900,8,20,10,,\n\
        H100,8,-20,10,,\n\
        H100,8,20000,10,,\n\
        H100,8,0,10,,\n\
        H100,8,,,,\n\
        H100,0,20,10,,\n\
        H100,8,twenty,10,,\n\
        H100,8,20 EUR,10,,\n\
        H100,8,20,10,whenever,\n\
        H100,8,20,10,,2026-02-30\n\
        H100,8,20,10,,,surplus\n\
        ,8,20,10,,\n\
        L4,1,0.7\n";
    let list = list(text);
    let kept: Vec<_> = list
        .rows
        .iter()
        .map(|row| row.accelerator.as_str())
        .collect();
    assert_eq!((list.good, kept), (2, vec![H100, "nvidia-l4"]));
    let (column, name) = (|| "on demand".to_owned(), |text: &str| text.to_owned());
    let expected = [
        (3, RowProblem::UnknownAccelerator { name: name("H900") }),
        (4, RowProblem::Negative { column: column() }),
        (
            5,
            RowProblem::TooLarge {
                column: column(),
                most: BELIEVABLE.1,
            },
        ),
        (
            6,
            RowProblem::TooSmall {
                column: column(),
                least: BELIEVABLE.0,
            },
        ),
        (7, RowProblem::NoPrice),
        (8, RowProblem::BadCount { text: name("0") }),
        (
            9,
            RowProblem::NotANumber {
                column: column(),
                text: name("twenty"),
            },
        ),
        (
            10,
            RowProblem::NoRate {
                currency: name("EUR"),
            },
        ),
        (
            11,
            RowProblem::UnknownBasis {
                name: name("whenever"),
            },
        ),
        (
            12,
            RowProblem::BadDate {
                text: name("2026-02-30"),
            },
        ),
        (13, RowProblem::TooManyCells),
        (14, RowProblem::NoAccelerator),
    ];
    let found: Vec<_> = list
        .problems
        .into_iter()
        .map(|error| (error.line, error.problem))
        .collect();
    assert_eq!(found, expected);
}

/// A cell of JSON with a mistake costs its row alone, on its line.
#[test]
fn broken_rows_of_json() {
    let list = list(
        "[\n {\"gpu\": \"H100\", \"price\": 2.4},\n {\"gpu\" \"H100\"},\n 7,\n\n {\"gpu\": \"L4\", \"price\": -1}\n]",
    );
    assert_eq!(list.rows.len(), 1);
    let lines: Vec<_> = list.problems.iter().map(|error| error.line).collect();
    assert_eq!(lines, [3, 4, 6]);
    assert_eq!(list.problems[1].problem, RowProblem::Broken);
}

/// A text that is no list says why.
#[test]
fn no_list_at_all() {
    let reason = |text: &str| read(text.as_bytes(), &ListNames, None).unwrap_err();
    let missing = |name: &str| Unreadable::MissingField {
        name: name.to_owned(),
    };
    assert_eq!(reason(""), Unreadable::UnknownFormat);
    assert_eq!(reason("hello"), Unreadable::UnknownFormat);
    assert_eq!(reason("region,price\neu,3\n"), missing("accelerator"));
    assert_eq!(reason("gpu,region\nH100,eu\n"), missing("price"));
    assert_eq!(reason("{\"a\": 1}"), Unreadable::UnknownFormat);
    assert_eq!(reason("[1,"), Unreadable::Json { line: 1, column: 3 });
    let large = vec![b' '; (16 << 20) + 1];
    let most = 16 << 20;
    assert_eq!(
        read(&large, &ListNames, None),
        Err(Unreadable::TooLarge { most })
    );
}

/// The catalogue's own records are price lists: every price that sizes comes back.
#[test]
fn the_catalogues_own_files() {
    for file in ["aws", "gcp", "azure", "nebius", "lambda"] {
        let path = format!(
            "{}/../catalog/data/prices/{file}.json",
            env!("CARGO_MANIFEST_DIR")
        );
        let list = read(&std::fs::read(path).unwrap(), &ListNames, None).unwrap();
        assert_eq!(list.problems, [], "{file}");
        let records = catalog::prices()
            .iter()
            .filter(|record| record.provider == file);
        assert_eq!(list.good, records.clone().count(), "{file}");
        for record in records {
            for basis in PriceBasis::ALL {
                let quote = record.quote(*basis);
                // Estimated prices stand in no list.
                let Some(quote) = quote.filter(|quote| !quote.estimated) else {
                    continue;
                };
                let each = quote.per_hour().get() / f64::from(record.count);
                let found = list
                    .rows
                    .iter()
                    .filter(|row| row.accelerator == record.accelerator && row.area == record.area);
                let cheapest = found
                    .filter_map(|row| row.per_accelerator(*basis))
                    .map(UsdPerHour::get)
                    .fold(f64::INFINITY, f64::min);
                assert!(cheapest <= each * (1.0 + 1e-12), "{record:?}");
            }
        }
    }
}

/// A hundred thousand rows are read whole, more are cut, and the part for the page is small.
#[test]
fn a_hundred_thousand_rows() {
    let mut text = String::from("gpu,count,price,region\n");
    for row in 0..MOST_ROWS + 5 {
        let good = row % 10 > 0;
        let gpu = if good { "H100" } else { "H900" };
        let _ = writeln!(text, "{gpu},8,{}.5,eu-west-{}", 20 + row % 97, row % 5);
    }
    let list = list(&text);
    assert!(list.cut);
    assert_eq!(
        (list.good, list.problems.len()),
        (MOST_ROWS * 9 / 10, MOST_ROWS / 10)
    );
    assert_eq!(list.problems[1].line, 12);
    assert_eq!(list.rows.len(), 1);
    assert!((price(&list.rows[0], PriceBasis::OnDemand) - 20.5).abs() < 1e-12);
    assert_eq!(
        wire::decode(&wire::encode(&Ok(list.clone()))),
        Some(Ok(list))
    );
}

fn total(read: &Result<PriceList, Unreadable>) {
    if let Ok(list) = read {
        assert!(list.rows.len() <= list.good);
        for row in &list.rows {
            assert!(catalog::accelerator(&row.accelerator).is_some() && row.count > 0);
            let prices = PriceBasis::ALL
                .iter()
                .filter_map(|basis| row.per_accelerator(*basis));
            assert!(prices.clone().count() > 0);
            for price in prices {
                let (least, most) = BELIEVABLE;
                assert!(
                    (least * 0.999..=most * 1.001).contains(&price.get()),
                    "{row:?}"
                );
            }
        }
    }
    assert_eq!(wire::decode(&wire::encode(read)).as_ref(), Some(read));
}

proptest! {
    /// No bytes break the reader; prices it keeps are believable, and come over the wire.
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        total(&read(&bytes, &ListNames, None));
    }

    /// Neither does anything that looks like a list.
    #[test]
    fn anything_like_a_list(
        mark in "[,;\t|]",
        rows in proptest::collection::vec(
            proptest::collection::vec("(H100|L4|8x A100|-?[0-9]{1,4}[.,]?[0-9]{0,3} ?[€$]?|\"|\\PC{0,6})", 0..6),
            0..12,
        ),
    ) {
        let lines = rows.iter().map(|row| row.join(&mark));
        let text = format!("gpu{mark}price{mark}spot{mark}date\n{}", lines.collect::<Vec<_>>().join("\n"));
        total(&read(text.as_bytes(), &ListNames, None));
    }

    /// Nor JSON, cut anywhere.
    #[test]
    fn anything_like_json(text in "[\\[{]([\\[\\]{},:\" ]|\"gpu\"|\"H100\"|\"price\"|2\\.5){0,40}", cut in 0..80_usize) {
        total(&read(text.as_bytes(), &ListNames, None));
        let whole = "{\"prices\": [{\"gpu\": \"H100\", \"price\": {\"usd\": 2.5}}, {\"gpu\": \"L4\"}]}";
        total(&read(whole.get(..cut).unwrap_or(whole).as_bytes(), &ListNames, None));
    }
}

/// A list of long names is cut where it would outgrow a link; the part left is read from one
/// without a notice.
#[test]
fn a_list_fits_a_link() {
    let mut text = "provider,gpu,price,region\n".to_owned();
    for index in 0..600 {
        let name = format!("{index} {}", "é".repeat(90));
        let _ = writeln!(text, "{name},H100,{}.5,{name}", 1 + index % 7);
    }
    let list = read(text.as_bytes(), &ListNames, None).unwrap();
    assert_eq!(list.good, 600);
    assert_eq!(list.left_out, 600 - list.rows.len());
    assert!(list.left_out > 88, "{}", list.left_out);
    let mut link = Link::default();
    link.question.fleet.listed.clone_from(&list.rows);
    let written = link::write(&link);
    assert!(written.len() < MOST_BYTES);
    assert_eq!(link::read(&written), (link, Vec::new()));
}

/// Knows nobody, and counts how often it is asked.
#[derive(Default)]
struct Asked(Cell<usize>);

impl Names for Asked {
    fn accelerator(&self, _: &str) -> Option<String> {
        self.0.set(self.0.get() + 1);
        None
    }

    fn instance(&self, _: &str, _: &str) -> Option<(String, u32)> {
        None
    }

    fn seller(&self, name: &str) -> String {
        name.to_owned()
    }

    fn area(&self, _: &str) -> Area {
        Area::Any
    }
}

/// Looking for a name in the catalogue takes its time: however many there are in a list, it
/// is asked about as many as it could know many times over.
#[test]
fn names_are_asked_about_once() {
    let rows: String = (0..20_000).fold(String::new(), |mut rows, at| {
        let _ = writeln!(rows, "card {at},2.5");
        rows
    });
    let asked = Asked::default();
    let list = read(format!("gpu,price\n{rows}").as_bytes(), &asked, None).unwrap();
    assert_eq!(list.problems.len(), 20_000);
    assert!(asked.0.get() <= 2048, "{}", asked.0.get());
}

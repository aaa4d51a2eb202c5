//! Every record under `data/`: of the form its schema says, sourced, dated.

#![allow(clippy::expect_used, clippy::panic)] // helpers of tests

use estimator::quantity::{BytesPerSecond, FlopsPerSecond, Watts};
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("readable");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All records of a kind, with the stems of their file names.
pub(crate) fn records(kind: &str) -> Vec<(String, Value)> {
    let entries = std::fs::read_dir(folder().join("data").join(kind)).expect("a folder");
    let mut records: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let stem = path.file_stem().expect("a name").to_string_lossy();
            (stem.into_owned(), read(&path))
        })
        .collect();
    records.sort_by(|one, other| one.0.cmp(&other.0));
    records
}

fn text<'a>(record: &'a Value, pointer: &str) -> &'a str {
    let text = record.pointer(pointer).and_then(Value::as_str);
    text.unwrap_or_else(|| panic!("{pointer} in {record}"))
}

fn texts<'a>(record: &'a Value, pointer: &str) -> Vec<&'a str> {
    let items = record.pointer(pointer).and_then(Value::as_array);
    let items = items.into_iter().flatten();
    items.filter_map(Value::as_str).collect()
}

#[test]
fn records_follow_their_schemas() {
    for (kind, schema) in [
        ("accelerators", "accelerator"),
        ("models", "model"),
        ("prices", "prices"),
        ("hosts", "hosts"),
    ] {
        for (name, record) in records(kind) {
            let errors = errors_of(schema, &record);
            assert!(errors.is_empty(), "{kind}/{name}: {errors:#?}");
        }
    }
}

/// The same of the files that stand alone: what owning takes, grids, APIs.
#[test]
fn files_of_money_follow_their_schemas() {
    for name in [
        "ownership",
        "grids",
        "api-prices",
        "exchange",
        "regions",
        "formats",
        "mig",
        "quality",
    ] {
        let errors = errors_of(name, &read(&folder().join(format!("data/{name}.json"))));
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

/// A schema that takes anything would prove nothing: without one of its fields, with one
/// that is not known, or with text for a number, a row is refused.
#[test]
fn schemas_of_money_refuse_what_is_wrong() {
    for (name, rows, number) in [
        ("ownership", "defaults", "value"),
        ("grids", "grids", "grams_per_kwh"),
        ("api-prices", "prices", "input"),
        ("exchange", "rates", "per_euro"),
    ] {
        let whole = read(&folder().join(format!("data/{name}.json")));
        let changed = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
            let mut file = whole.clone();
            change(file[rows][0].as_object_mut().expect("a row"));
            errors_of(name, &file).len()
        };
        assert_eq!(changed(&|row| drop(row.remove(number))), 1, "{name}");
        assert_eq!(
            changed(&|row| drop(row.insert("as_if".to_owned(), true.into()))),
            1,
            "{name}"
        );
        assert_eq!(
            changed(&|row| drop(row.insert(number.to_owned(), "7".into()))),
            1,
            "{name}"
        );
    }
}

/// No name of a source is left unexplained, and none is explained that nothing needs.
#[test]
fn sources_of_money_are_those_that_are_named() {
    for (name, rows) in [
        ("ownership", "defaults"),
        ("api-prices", "prices"),
        ("exchange", "rates"),
        ("regions", "regions"),
    ] {
        let file = read(&folder().join(format!("data/{name}.json")));
        let explained = file["sources"].as_object().expect("a map");
        let explained: HashSet<&str> = explained.keys().map(String::as_str).collect();
        let rows = file[rows].as_array().expect("a list");
        let named = rows.iter().flat_map(|row| {
            let one = row.get("source").and_then(Value::as_str);
            one.into_iter().chain(texts(row, "/sources"))
        });
        assert_eq!(named.collect::<HashSet<_>>(), explained, "{name}");
    }
}

fn errors_of(schema: &str, record: &Value) -> Vec<String> {
    let schema = read(&folder().join(format!("schema/{schema}.schema.json")));
    jsonschema::meta::validate(&schema).expect("a schema");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let errors = validator.iter_errors(record);
    errors
        .map(|error| format!("{}: {error}", error.instance_path))
        .collect()
}

#[test]
fn the_collection_is_whole() {
    assert_eq!(records("accelerators").len(), 115);
    assert_eq!(catalog::accelerators().len(), 115);
    assert_eq!(catalog::prices().len(), 287);
    let left_out = read(&folder().join("data/left-out.json"));
    let left_out = left_out["models"].as_array().expect("a list");
    assert_eq!(records("models").len() + left_out.len(), 260);
    for model in left_out {
        assert!(text(model, "/reason").len() > 40);
        assert_eq!(catalog::model(text(model, "/id")), None);
    }
    let file = read(&folder().join("data/left-out.json"));
    let dropped = file["accelerators"].as_array().expect("a list");
    let ids: HashSet<&str> = dropped.iter().map(|one| text(one, "/id")).collect();
    assert_eq!(ids.len(), dropped.len());
    assert_eq!(records("accelerators").len() + dropped.len(), 167);
    for accelerator in dropped {
        assert!(text(accelerator, "/reason").len() > 40);
        assert_eq!(catalog::accelerator(text(accelerator, "/id")), None);
    }
}

#[test]
fn files_are_named_for_what_is_in_them() {
    for (name, record) in records("accelerators") {
        assert_eq!(name, text(&record, "/id"));
    }
    for (name, record) in records("models") {
        assert_eq!(name, text(&record, "/id").replace('/', "--"));
    }
    for kind in ["prices", "hosts"] {
        for (name, record) in records(kind) {
            assert_eq!(name, text(&record, "/provider"));
        }
    }
}

#[test]
fn every_short_name_of_a_source_is_explained() {
    let sources = read(&folder().join("data/sources.json"));
    for (name, record) in records("accelerators") {
        for source in texts(&record, "/sources") {
            assert!(
                sources["accelerators"].get(source).is_some(),
                "{name}: {source}"
            );
        }
    }
    for (name, file) in records("prices") {
        for price in file["prices"].as_array().expect("a list") {
            for basis in ["on_demand", "spot", "reserved_1y", "reserved_3y"] {
                let Some(quote) = price.get(basis) else {
                    continue;
                };
                let source = text(quote, "/source");
                assert!(sources["prices"].get(source).is_some(), "{name}: {source}");
            }
        }
    }
}

#[test]
fn every_machine_names_its_source() {
    let sources = read(&folder().join("data/sources.json"));
    for (name, file) in records("hosts") {
        for host in file["hosts"].as_array().expect("a list") {
            let source = text(host, "/source");
            assert!(sources["hosts"].get(source).is_some(), "{name}: {source}");
        }
    }
}

#[test]
fn a_published_total_names_its_source() {
    for (name, record) in records("models") {
        let published = record.get("published_parameters").is_some();
        assert_eq!(
            published,
            record.get("published_source").is_some(),
            "{name}"
        );
        assert_eq!(published, text(&record, "/check") == "ok", "{name}");
    }
}

#[test]
fn marks_of_doubt_point_at_facts() {
    for kind in ["accelerators", "models"] {
        for (name, record) in records(kind) {
            for path in texts(&record, "/unverified_fields") {
                let pointer = format!("/{}", path.replace('.', "/"));
                assert!(record.pointer(&pointer).is_some(), "{name}: {path}");
            }
        }
    }
}

#[test]
fn what_is_estimated_is_marked() {
    for (name, record) in records("accelerators") {
        let marks: HashSet<_> = texts(&record, "/unverified_fields").into_iter().collect();
        for (flag, path) in [
            ("/memory/usable_estimated", "memory.usable_gib"),
            ("/link/estimated", "link"),
        ] {
            if record.pointer(flag).is_some() {
                assert!(marks.contains(path), "{name}: {path}");
            }
        }
    }
}

/// What the table keeps is what the records say, name by name and figure by figure.
#[test]
fn accelerators_are_their_records() {
    for (name, record) in records("accelerators") {
        let known = catalog::accelerator(&name).expect("in the table");
        let one = &known.accelerator;
        for (pointer, id) in [
            ("/name", one.name.as_str()),
            ("/vendor", one.vendor.id()),
            ("/family", one.architecture.id()),
            ("/link/kind", one.link.kind.id()),
            ("/generation", known.generation),
        ] {
            assert_eq!(text(&record, pointer), id, "{name}");
        }
        let power = one.power.map(Watts::get);
        let pcie = one.pcie.map(BytesPerSecond::to_gb);
        let fp8 = one.peak.fp8.map(FlopsPerSecond::to_tera);
        for (pointer, figure) in [
            ("/memory/usable_gib", Some(one.memory.to_gib())),
            ("/memory/marketed_gb", Some(one.marketed_memory.to_gb())),
            ("/memory/bandwidth_gb_s", Some(one.bandwidth.to_gb())),
            ("/link/domain", Some(f64::from(one.link.domain))),
            ("/node_size", Some(f64::from(one.node_size))),
            ("/year", Some(f64::from(known.year))),
            ("/tdp_w", power),
            ("/pcie/gb_s_per_direction", pcie),
            ("/peak_dense_tflops/fp8", fp8),
        ] {
            let told = record.pointer(pointer).and_then(Value::as_f64);
            let same = match (told, figure) {
                (Some(told), Some(figure)) => (figure - told).abs() <= 1e-9 * told,
                (told, figure) => told == figure,
            };
            assert!(same, "{name} {pointer}: {told:?} {figure:?}");
        }
        let flag = |pointer| record.pointer(pointer).and_then(Value::as_bool) == Some(true);
        assert_eq!(known.on_request, flag("/on_request"), "{name}");
        assert_eq!(known.verified, flag("/verified"), "{name}");
        assert_eq!(one.hbm, flag("/memory/hbm"), "{name}");
        assert_eq!(known.announced, text(&record, "/status") == "announced");
    }
}

/// The same of prices, in the order of their files.
#[test]
fn prices_are_their_records() {
    let mut table = catalog::prices().iter();
    let mut files = records("prices");
    files.sort_by_key(|(name, _)| format!("{name}.json"));
    for (name, file) in files {
        for price in file["prices"].as_array().expect("a list") {
            let known = table.next().expect("in the table");
            assert_eq!(known.provider, name);
            for (pointer, id) in [
                ("/instance", known.instance),
                ("/accelerator", known.accelerator),
                ("/region", known.region),
                ("/area", known.area.id()),
            ] {
                assert_eq!(text(price, pointer), id, "{price}");
            }
            assert_eq!(price["count"], known.count);
            assert_eq!(price["verified"], known.verified);
            for (basis, quote) in [
                ("on_demand", known.on_demand),
                ("spot", known.spot),
                ("reserved_1y", known.reserved_1y),
                ("reserved_3y", known.reserved_3y),
            ] {
                let told = price.get(basis).and_then(|told| told["usd"].as_f64());
                let listed = quote.filter(|quote| told.is_some() || !quote.estimated);
                let usd = listed.map(|quote| quote.per_hour().get());
                assert_eq!(usd, told, "{price} {basis}");
                if let Some((quote, told)) = listed.zip(price.get(basis)) {
                    assert_eq!(told["as_of"], quote.as_of);
                    assert_eq!(told.get("date_note").is_some(), quote.undated);
                }
            }
        }
    }
    assert_eq!(table.next(), None);
}

/// The same of APIs' prices.
#[test]
fn apis_are_their_records() {
    let file = read(&folder().join("data/api-prices.json"));
    let rows = file["prices"].as_array().expect("a list");
    assert_eq!(rows.len(), catalog::money::apis().len());
    for (row, api) in rows.iter().zip(catalog::money::apis()) {
        for (pointer, told) in [
            ("/id", api.id),
            ("/name", api.name),
            ("/host", api.host),
            ("/as_of", api.as_of),
        ] {
            assert_eq!(text(row, pointer), told);
        }
        assert_eq!(row["model"].as_str(), api.model);
        let area = row.get("area").and_then(Value::as_str);
        assert_eq!(area.unwrap_or("any"), api.area.id());
        let price = |key: &str| row.get(key).and_then(Value::as_f64);
        let told = (price("input"), price("cached"), price("output"));
        assert_eq!(told, (Some(api.input), api.cached, Some(api.output)));
        let short = texts(row, "/sources")[0];
        assert_eq!(file["sources"][short], api.source);
        assert_eq!(row["verified"], api.verified);
    }
}

#[test]
fn shapes_are_the_estimators_models() {
    for (name, record) in records("models") {
        let mut shape = record["shape"].clone();
        shape["id"] = record["id"].clone();
        let model: estimator::model::Model =
            serde_json::from_value(shape).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(catalog::model(&model.id).as_ref(), Some(&model));
        estimator::import::bounds::check(&model).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    }
}

#[test]
fn provenance_holds_every_record() {
    let all: Value = serde_json::from_str(catalog::provenance_json()).expect("JSON");
    for kind in ["accelerators", "models"] {
        let listed = all[kind].as_array().expect("a list");
        assert_eq!(listed.len(), records(kind).len());
        for (_, record) in records(kind) {
            assert!(listed.contains(&record));
        }
    }
    assert!(all["left_out"]["models"].is_array());
}

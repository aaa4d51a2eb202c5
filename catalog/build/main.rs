//! Turns the records under `data/` into constant tables, so that the page
//! ships typed facts and parses nothing.
//!
//! Only fields that the page needs at once go into the tables; the whole records, notes included,
//! go into `provenance.json`. A record that cannot be read fails the build with the name of its
//! file.

#![allow(clippy::print_stdout)] // how a build script talks to Cargo

mod accelerators;
mod columns;
mod formats;
mod hosts;
mod measured;
mod models;
mod money;
mod prices;
mod quality;
mod record;
mod regions;
mod reserved;
mod sharing;
mod sheet;
mod traffic;
mod vision;

use record::{Failure, Record};
use serde_json::json;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Failure> {
    println!("cargo:rerun-if-changed=data");
    println!("cargo:rerun-if-changed=build");
    let data = PathBuf::from(environment("CARGO_MANIFEST_DIR")?).join("data");
    let out = PathBuf::from(environment("OUT_DIR")?);

    let models = Record::read_folder(&data.join("models"))?;
    let accelerators = Record::read_folder(&data.join("accelerators"))?;
    let prices = Record::read_folder(&data.join("prices"))?;
    let kinds = Record::read_folder(&data.join("traffic"))?;
    let demand = Record::read_folder(&data.join("demand"))?;
    let hosts = Record::read_folder(&data.join("hosts"))?;
    let sources = Record::read(&data.join("sources.json"))?;
    let ownership = Record::read(&data.join("ownership.json"))?;
    let grids = Record::read(&data.join("grids.json"))?;
    let apis = Record::read(&data.join("api-prices.json"))?;
    let exchange = Record::read(&data.join("exchange.json"))?;
    let regions = Record::read(&data.join("regions.json"))?;
    let formats = Record::read(&data.join("formats.json"))?;

    write(&out.join("models.rs"), &models::table(&models)?)?;
    write(
        &out.join("accelerators.rs"),
        &accelerators::table(&accelerators)?,
    )?;
    write(
        &out.join("prices.rs"),
        &prices::table(&prices, &accelerators, &sources)?,
    )?;
    write(&out.join("sellers.rs"), &prices::sellers(&prices)?)?;
    write(&out.join("billing.rs"), &prices::billing(&prices)?)?;
    write(&out.join("hosts.rs"), &hosts::table(&hosts)?)?;
    write(&out.join("ownership.rs"), &money::defaults(&ownership)?)?;
    write(
        &out.join("purchases.rs"),
        &money::purchases(&accelerators, &sources)?,
    )?;
    write(&out.join("grids.rs"), &money::grids(&grids)?)?;
    write(&out.join("grid_source.rs"), &money::grid_source(&grids)?)?;
    write(&out.join("apis.rs"), &money::apis(&apis)?)?;
    write(&out.join("formats.rs"), &formats::table(&formats)?)?;
    published(&data, &out)?;
    write(&out.join("rates.rs"), &regions::rates(&exchange)?)?;
    write(&out.join("regions.rs"), &regions::regions(&regions)?)?;
    write(&out.join("traffic.rs"), &traffic::table(&kinds)?)?;
    write(&out.join("demand.rs"), &traffic::days(&demand)?)?;
    write(
        &out.join("measured.rs"),
        &measured::table(&data.join("measured/latency.csv"))?,
    )?;
    let boards = Record::read(&data.join("mig.json"))?;
    write(&out.join("boards.rs"), &sharing::boards(&boards)?)?;
    write(
        &out.join("sharing.rs"),
        &sharing::rows(&data.join("measured/sharing.csv"))?,
    )?;
    write(
        &out.join("held.rs"),
        &measured::held(&data.join("measured/held.csv"))?,
    )?;

    let vision = data.join("vision");
    let further = Record::read_folder(&vision.join("accelerators"))?;
    let boards = [accelerators.as_slice(), further.as_slice()].concat();
    for (name, text) in [
        ("networks", vision::networks(&vision.join("networks.json"))?),
        ("counts", vision::counts(&vision.join("counts.csv"))?),
        ("encoders", vision::encoders(&vision.join("encoders.json"))?),
        (
            "listeners",
            vision::listeners(&vision.join("listeners.json"))?,
        ),
        (
            "pipelines",
            vision::pipelines(&vision.join("pipelines.json"))?,
        ),
        ("towers", vision::towers(&vision.join("towers.json"))?),
        ("boards", vision::boards(&boards)?),
        ("accelerators", accelerators::table(&further)?),
    ] {
        write(&out.join(format!("vision_{name}.rs")), &text)?;
    }

    let values = |records: Vec<Record>| -> Vec<serde_json::Value> {
        records.into_iter().map(|record| record.value).collect()
    };
    let provenance = json!({
        "sources": sources.value,
        "accelerators": values(accelerators),
        "models": values(models),
        "prices": values(prices),
        "traffic": values(kinds),
        "demand": values(demand),
        "hosts": values(hosts),
        "ownership": ownership.value,
        "grids": grids.value,
        "api_prices": apis.value,
        "exchange": exchange.value,
        "regions": regions.value,
        "formats": formats.value,
        "price_indices": Record::read(&data.join("price-indices.json"))?.value,
        "left_out": Record::read(&data.join("left-out.json"))?.value,
    });
    write(&out.join("provenance.json"), &provenance.to_string())
}

/// What is published of the quality of models and formats.
fn published(data: &Path, out: &Path) -> Result<(), Failure> {
    let file = Record::read(&data.join("quality.json"))?;
    write(&out.join("scores.rs"), &quality::scores(&file)?)?;
    write(&out.join("common.rs"), &quality::common(&file)?)?;
    write(&out.join("kept.rs"), &quality::kept(&file)?)
}

fn environment(name: &str) -> Result<String, Failure> {
    std::env::var(name).map_err(|error| Failure(format!("{name}: {error}")))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure(format!("{}: {error}", path.display())))
}

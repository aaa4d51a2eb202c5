//! What must hold of any bytes: the bodies of the fuzz targets, which
//! `tests/fuzz_bodies.rs` runs on the stable toolchain too.

#![allow(dead_code, unreachable_pub)] // A target uses one of them, a test all.

use estimator::choice::Area;
use estimator::import::prices::{Names, read, wire};
use estimator::import::{Imported, config_json, gguf, network, safetensors};
use estimator::serving::link;
use estimator::vision::counted::Counted;
use estimator::{money, parameters, training};

/// A model whose parameters can be counted.
fn countable(imported: &Imported) {
    assert!(parameters::count(&imported.model).total.is_finite());
}

/// Any text as a `config.json`: an error, or a model that can be counted.
pub fn of_config_json(bytes: &[u8]) {
    if let Ok(imported) = config_json::read(bytes) {
        countable(&imported);
    }
}

/// Any bytes as a GGUF file: an error, or a model that can be counted.
pub fn of_gguf(bytes: &[u8]) {
    if let Ok(imported) = gguf::read(bytes) {
        countable(&imported);
    }
}

/// Any bytes as a safetensors header: an error, or a model that can be counted.
pub fn of_safetensors(bytes: &[u8]) {
    if let Ok(imported) = safetensors::read(bytes) {
        countable(&imported);
    }
}

/// Any bytes as an ONNX file or as configs of networks, in chunks: a reason, or counts that survive
/// link and wire.
pub fn of_network(bytes: &[u8]) {
    let mut reader = network::Reader::new();
    let read = bytes.chunks(61).try_for_each(|chunk| reader.push(chunk));
    let read = read.and_then(|()| reader.finish(&network::Nothing));
    if let Ok(found) = &read {
        let link = found.counted.write();
        assert_eq!(Counted::read(&link), Some(found.counted));
    }
    assert_eq!(network::wire::decode(&network::wire::encode(&read)), read);
}

/// Any text as a link: a question that survives being written and read again.
pub fn of_link(text: &str) {
    let (read, _) = link::read(text);
    let (again, _) = link::read(&link::write(&read));
    assert_eq!(link::write(&read), link::write(&again));
}

/// Any text as a link with a question about money: one that survives being written and
/// read again.
pub fn of_money_link(text: &str) {
    let (read, _) = money::link::read(text);
    let (again, _) = money::link::read(&money::link::write(&read));
    assert_eq!(money::link::write(&read), money::link::write(&again));
}

/// Any text as a link of a training question: one that survives being written and read
/// again.
pub fn of_training_link(text: &str) {
    let (read, _) = training::link::read(text);
    let (again, _) = training::link::read(&training::link::write(&read));
    assert_eq!(training::link::write(&read), training::link::write(&again));
}

/// Knows whatever has a digit.
struct Anything;

impl Names for Anything {
    fn accelerator(&self, name: &str) -> Option<String> {
        name.contains(|letter: char| letter.is_ascii_digit())
            .then(|| name.to_owned())
    }

    fn instance(&self, _: &str, instance: &str) -> Option<(String, u32)> {
        Some((self.accelerator(instance)?, 8))
    }

    fn seller(&self, name: &str) -> String {
        name.to_owned()
    }

    fn area(&self, _: &str) -> Area {
        Area::Any
    }
}

/// Any bytes as a price list: a reason, or rows that are believable and come over the wire.
pub fn of_price_list(bytes: &[u8]) {
    let list = read(bytes, &Anything, None);
    if let Ok(list) = &list {
        for row in &list.rows {
            assert!(row.count > 0 && row.prices.iter().flatten().all(|price| price.is_valid()));
        }
    }
    assert_eq!(wire::decode(&wire::encode(&list)), Some(list));
}

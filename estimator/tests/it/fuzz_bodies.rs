//! The bodies of the fuzz targets on the stable toolchain: over files of every shape, and
//! over many that are nearly such files. The changes are seeded: every run tries the same.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)] // Known files.

#[path = "../../fuzz/bodies.rs"]
mod bodies;

use rand_distr::{Distribution, StandardUniform};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Bytes and texts that readers stumble over.
const ODD: [&[u8]; 24] = [
    b"0",
    b"-1",
    b"1e308",
    b"1e-320",
    b"18446744073709551615",
    b"4294967296",
    b"NaN",
    b"null",
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b"&",
    b"=",
    b"%",
    b"%00",
    b"\t",
    b"\r\n",
    b"\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\0\0\0\0",
    "\u{202e}é€".as_bytes(),
];

/// Bytes that no file of a mutant has more of.
const LONGEST: usize = 1 << 16;

/// Changes files as a fuzzer does.
struct Mutations {
    random: Pcg64Mcg,
}

impl Mutations {
    fn new(seed: u64) -> Self {
        Self {
            random: Pcg64Mcg::seed_from_u64(seed),
        }
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        let drawn: u64 = StandardUniform.sample(&mut self.random);
        usize::try_from(drawn % end.max(1) as u64).unwrap()
    }

    fn span(&mut self, length: usize) -> (usize, usize) {
        let from = self.below(length + 1);
        let most = [4, 16, 256, length][self.below(4)];
        (from, (from + self.below(most + 1)).min(length))
    }

    fn change(&mut self, bytes: &mut Vec<u8>, others: &[Vec<u8>]) {
        let (from, to) = self.span(bytes.len());
        match self.below(7) {
            0 => {
                if let Some(byte) = bytes.get_mut(from) {
                    *byte ^= 1 << self.below(8);
                }
            }
            1 => {
                if let Some(byte) = bytes.get_mut(from) {
                    *byte = u8::try_from(self.below(256)).unwrap();
                }
            }
            2 => drop(bytes.drain(from..to)),
            3 => bytes.truncate(from),
            4 => {
                let part = bytes[from..to].to_vec();
                let at = self.below(bytes.len() + 1);
                bytes.splice(at..at, part);
            }
            5 => {
                let odd = ODD[self.below(ODD.len())];
                bytes.splice(from..to, odd.iter().copied());
            }
            _ => {
                let other = &others[self.below(others.len())];
                let (one, end) = self.span(other.len());
                bytes.splice(from..to, other[one..end].iter().copied());
            }
        }
        bytes.truncate(LONGEST);
    }

    /// One of the files, changed in a few places.
    fn mutant(&mut self, files: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = files[self.below(files.len())].clone();
        for _ in 0..=self.below(4) {
            self.change(&mut bytes, files);
        }
        bytes
    }
}

/// Runs `body` over `files` and over so many mutants of them.
fn run(files: &[Vec<u8>], mutants: u32, body: fn(&[u8])) {
    assert!(!files.is_empty());
    let tried = |bytes: &[u8]| {
        let held = catch_unwind(AssertUnwindSafe(|| body(bytes)));
        assert!(
            held.is_ok(),
            "broken by {:?}",
            bytes.escape_ascii().to_string()
        );
    };
    for file in files {
        tried(file);
    }
    let mut mutations = Mutations::new(20_240_517);
    for _ in 0..mutants {
        tried(&mutations.mutant(files));
    }
}

/// The files of one target, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(target);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// The fragments of a list of links.
fn fragments(list: &str) -> Vec<Vec<u8>> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let links = lines.filter_map(|line| line.split_once('\t'));
    links
        .map(|(_, fragment)| fragment.as_bytes().to_vec())
        .collect()
}

/// The published files that the tests of `config.json` read, as they stand: some hold values that
/// Python writes and JSON has not.
fn configs() -> Vec<Vec<u8>> {
    let lines = include_str!("fixtures/configs.jsonl").lines();
    let configs = lines.filter_map(|line| line.split_once("\"config\":"));
    configs
        .filter_map(|(_, rest)| rest.trim().strip_suffix('}'))
        .map(|config| config.as_bytes().to_vec())
        .collect()
}

fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Files of every shape are read, or the corpus says nothing.
#[test]
fn the_corpus_is_read() {
    use estimator::import::{gguf, network, safetensors};
    for file in corpus("gguf") {
        gguf::read(&file).expect("a model");
    }
    for file in corpus("safetensors") {
        safetensors::read(&file).expect("a model");
    }
    for file in corpus("onnx").into_iter().chain(corpus("network_config")) {
        let mut reader = network::Reader::new();
        reader.push(&file).expect("a graph");
        reader.finish(&network::Nothing).expect("counts");
    }
    assert!(corpus("network_config").len() > 15);
    assert!(configs().len() > 80 && corpus("price_list").len() > 4);
}

#[test]
fn config_json() {
    run(&configs(), 50_000, bodies::of_config_json);
}

#[test]
fn gguf() {
    run(&corpus("gguf"), 200_000, bodies::of_gguf);
}

#[test]
fn safetensors() {
    run(&corpus("safetensors"), 40_000, bodies::of_safetensors);
}

#[test]
fn onnx() {
    run(&corpus("onnx"), 60_000, bodies::of_network);
}

#[test]
fn network_config() {
    run(&corpus("network_config"), 60_000, bodies::of_network);
}

#[test]
fn link() {
    let files = fragments(include_str!("golden_links.txt"));
    run(&files, 150_000, |bytes| bodies::of_link(&text(bytes)));
}

#[test]
fn money_link() {
    let files = fragments(include_str!("golden_money_links.txt"));
    run(&files, 150_000, |bytes| bodies::of_money_link(&text(bytes)));
}

#[test]
fn training_link() {
    let files = fragments(include_str!("golden_training_links.txt"));
    run(&files, 120_000, |bytes| {
        bodies::of_training_link(&text(bytes));
    });
}

#[test]
fn price_list() {
    run(&corpus("price_list"), 1_500, bodies::of_price_list);
}

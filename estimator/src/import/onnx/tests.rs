//! Small graphs, built byte by byte, against counts by hand.

#![allow(clippy::float_cmp, clippy::cast_possible_truncation)] // counts are whole, bytes seven bits

use super::Reader;
use crate::import::network::{Found, Note, Refused};
use crate::vision::counted::Counted;
use crate::vision::network::Network;
use proptest::prelude::*;

fn number(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 0x7f {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn whole(field: u64, value: u64) -> Vec<u8> {
    [number(field << 3), number(value)].concat()
}

fn bytes(field: u64, content: &[u8]) -> Vec<u8> {
    let header = [number(field << 3 | 2), number(content.len() as u64)].concat();
    [&header, content].concat()
}

fn setting(name: &str, values: &[u64]) -> Vec<u8> {
    let mut content = bytes(1, name.as_bytes());
    if let [one] = values {
        content.extend(whole(3, *one));
    } else {
        content.extend(values.iter().flat_map(|value| whole(8, *value)));
    }
    bytes(5, &content)
}

fn node(op: &str, inputs: &[&str], output: &str, settings: &[Vec<u8>]) -> Vec<u8> {
    let mut content: Vec<u8> = inputs
        .iter()
        .flat_map(|name| bytes(1, name.as_bytes()))
        .collect();
    content.extend(bytes(2, output.as_bytes()));
    content.extend(bytes(4, op.as_bytes()));
    content.extend(settings.concat());
    bytes(1, &content)
}

/// A tensor of the file, with its raw bytes.
fn weight(name: &str, dims: &[u64]) -> Vec<u8> {
    let length = 4 * dims.iter().product::<u64>();
    let mut content: Vec<u8> = dims.iter().flat_map(|size| whole(1, *size)).collect();
    content.extend(whole(2, 1));
    content.extend(bytes(8, name.as_bytes()));
    content.extend(bytes(9, &vec![0; usize::try_from(length).expect("small")]));
    bytes(5, &content)
}

/// A small tensor of whole numbers.
fn wholes(name: &str, dims: &[u64], values: &[i64]) -> Vec<u8> {
    let raw: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    let mut content: Vec<u8> = dims.iter().flat_map(|size| whole(1, *size)).collect();
    content.extend(whole(2, 7));
    content.extend(bytes(8, name.as_bytes()));
    content.extend(bytes(9, &raw));
    bytes(5, &content)
}

/// The input, its sizes open where they are 0.
fn input(name: &str, element: u64, dims: &[u64]) -> Vec<u8> {
    let dim = |size: &u64| match size {
        0 => bytes(1, &bytes(2, b"open")),
        size => bytes(1, &whole(1, *size)),
    };
    let shape: Vec<u8> = dims.iter().flat_map(dim).collect();
    let tensor = [whole(1, element), bytes(2, &shape)].concat();
    let value = [bytes(1, name.as_bytes()), bytes(2, &bytes(1, &tensor))].concat();
    bytes(11, &value)
}

fn model(parts: &[Vec<u8>]) -> Vec<u8> {
    [whole(1, 8), bytes(7, &parts.concat())].concat()
}

fn read(file: &[u8]) -> Result<Found, Refused> {
    let mut reader = Reader::new();
    reader.push(file)?;
    reader.finish()
}

fn network(file: &[u8]) -> (Network, Vec<Note>) {
    let found = read(file).expect("a graph");
    match found.counted {
        Counted::Network(network) => (network, found.notes),
        _ => panic!("reads no images"),
    }
}

/// A convolution of 3 channels to 8 by 3x3 with stride 2, one that is depthwise, a pool, a product.
fn small(side: u64) -> Vec<u8> {
    model(&[
        node(
            "Conv",
            &["x", "w"],
            "a",
            &[setting("strides", &[2, 2]), setting("pads", &[1, 1, 1, 1])],
        ),
        node("Relu", &["a"], "b", &[]),
        node(
            "Conv",
            &["b", "d"],
            "c",
            &[setting("group", &[8]), setting("pads", &[1, 1, 1, 1])],
        ),
        node("GlobalAveragePool", &["c"], "p", &[]),
        node("Flatten", &["p"], "f", &[]),
        node("Gemm", &["f", "g"], "y", &[setting("transB", &[1])]),
        weight("w", &[8, 3, 3, 3]),
        weight("d", &[8, 1, 3, 3]),
        weight("g", &[10, 8]),
        input("x", 1, &[1, 3, side, side]),
    ])
}

/// Counts by hand: `2 x 16 x 16 x 8 x 27` operations of the first, `2 x 16 x 16 x 8 x 9` of the
/// second, `2 x 80` of the last.
#[test]
fn by_hand() {
    let (network, notes) = network(&small(32));
    assert_eq!(network.parameters, 216.0 + 72.0 + 80.0);
    assert_eq!(network.convolutions.get(), 110_592.0);
    assert_eq!(network.depthwise.get(), 36_864.0);
    assert_eq!(network.products.get(), 160.0);
    assert_eq!(network.kernels, 5);
    let moved = network.traffic.expect("counted");
    assert_eq!(moved.products, 2.0 * (3072.0 + 2048.0 + 8.0 + 10.0));
    assert_eq!(moved.pointwise, 2.0 * 4096.0);
    assert_eq!(notes, [Note::Sides(32, 32)]);
}

/// Open sides are counted at those of most classifiers, and said.
#[test]
fn open_sides_are_said() {
    let (network, notes) = network(&small(0));
    assert_eq!(
        (network.resolution, notes),
        (224, vec![Note::AssumedSide(224)])
    );
}

/// Attention written out in its parts is one kernel whose scores are not held.
#[test]
fn attention_is_found() {
    let tokens = 64.0;
    let shape = input("x", 1, &[1, 1, 64, 32]);
    let (network, _) = network(&model(&[
        node("MatMul", &["x", "q"], "a", &[]),
        node("MatMul", &["x", "k"], "b", &[]),
        node("MatMul", &["x", "v"], "c", &[]),
        node("Transpose", &["b"], "t", &[setting("perm", &[0, 1, 3, 2])]),
        node("MatMul", &["a", "t"], "s", &[]),
        node("Softmax", &["s"], "p", &[]),
        node("MatMul", &["p", "c"], "y", &[]),
        weight("q", &[32, 32]),
        weight("k", &[32, 32]),
        weight("v", &[32, 32]),
        shape,
    ]));
    assert_eq!(network.attention.get(), 4.0 * tokens * tokens * 32.0);
    assert_eq!(network.products.get(), 3.0 * 2.0 * tokens * 32.0 * 32.0);
    assert_eq!(network.kernels, 4);
    assert_eq!(network.traffic.expect("counted").softmax, 0.0);
}

/// Padding as exporters compute it: pairs from the last side on, turned round by a slice, a
/// transpose and a reshape. 8 rows and 3 + 4 more, 8 columns and 1 + 2 more.
#[test]
fn shapes_are_computed() {
    let (network, _) = network(&model(&[
        node("Slice", &["pairs", "from", "to", "rows", "back"], "s", &[]),
        node("Transpose", &["s"], "t", &[setting("perm", &[1, 0])]),
        node("Reshape", &["t", "back"], "pads", &[]),
        node("Pad", &["x", "pads"], "p", &[]),
        node("Conv", &["p", "w"], "y", &[]),
        wholes("pairs", &[4, 2], &[1, 2, 3, 4, 0, 0, 0, 0]),
        wholes("from", &[1], &[-1]),
        wholes("to", &[1], &[-i64::MAX]),
        wholes("rows", &[1], &[0]),
        wholes("back", &[1], &[-1]),
        weight("w", &[8, 3, 1, 1]),
        input("x", 1, &[1, 3, 8, 8]),
    ]));
    assert_eq!(network.products.get(), 2.0 * 15.0 * 11.0 * 8.0 * 3.0);
}

/// A bias is the product's, and a GELU of five operators one kernel.
#[test]
fn biases_and_activations_are_one_kernel() {
    let (network, _) = network(&model(&[
        node("MatMul", &["x", "w"], "m", &[]),
        node("Add", &["row", "m"], "a", &[]),
        node("Div", &["a", "root"], "d", &[]),
        node("Erf", &["d"], "e", &[]),
        node("Add", &["e", "one"], "f", &[]),
        node("Mul", &["a", "f"], "g", &[]),
        node("Mul", &["g", "half"], "y", &[]),
        weight("w", &[32, 64]),
        weight("row", &[64]),
        weight("root", &[]),
        weight("one", &[]),
        weight("half", &[]),
        input("x", 1, &[1, 1, 16, 32]),
    ]));
    assert_eq!(network.kernels, 2);
    let moved = network.traffic.expect("counted");
    assert_eq!(moved.pointwise, 2.0 * 2.0 * 16.0 * 64.0);
    assert_eq!(
        network.alive.map(crate::quantity::Bytes::get),
        Some(2.0 * 2.0 * 16.0 * 64.0)
    );
}

/// An encoder reads tokens: its table is looked up, all else is counted a token.
#[test]
fn encoders_are_counted_a_token() {
    let found = read(&model(&[
        node("Gather", &["table", "ids"], "e", &[]),
        node("MatMul", &["e", "w"], "y", &[]),
        weight("table", &[100, 16]),
        weight("w", &[16, 48]),
        input("ids", 7, &[1, 0]),
    ]))
    .expect("a graph");
    let Counted::Encoder(encoder) = found.counted else {
        panic!("a network");
    };
    assert_eq!(found.notes, [Note::Tokens(128)]);
    assert_eq!(encoder.linear.get(), 2.0 * 16.0 * 48.0);
    assert_eq!((encoder.parameters, encoder.embeddings), (2368.0, 1600.0));
}

/// Operators that nobody knows are named.
#[test]
fn unknown_operators_are_named() {
    let mut parts = vec![node("Conv", &["x", "w"], "a", &[])];
    parts.extend((0..3).map(|_| node("Magic", &["a"], "m", &[])));
    parts.extend([weight("w", &[8, 3, 1, 1]), input("x", 1, &[1, 3, 8, 8])]);
    let (network, notes) = network(&model(&parts));
    let named = Note::Unknown {
        op: "Magic".to_owned(),
        count: 3,
        of: 4,
    };
    assert!(notes.contains(&named), "{notes:?}");
    assert_eq!(network.kernels, 4);
}

/// Cut files, other files, images that cannot be.
#[test]
fn refusals() {
    let file = small(32);
    let cut = file.get(..file.len() / 2).expect("a half");
    assert_eq!(read(cut), Err(Refused::Cut));
    assert_eq!(read(b""), Err(Refused::Unknown));
    assert_eq!(read(b"{\"model_type\":\"vit\"}"), Err(Refused::Unknown));
    let long = model(&[input("x", 1, &[1, 3, 1, 100_000])]);
    let (name, sizes) = ("x".to_owned(), "1 × 3 × 1 × 100000".to_owned());
    assert_eq!(read(&long), Err(Refused::Sizes { name, sizes }));
    assert_eq!(read(&model(&[])), Err(Refused::NoInput));
    let flat = model(&[input("x", 1, &[0, 512])]);
    let (name, sizes) = ("x".to_owned(), "? × 512".to_owned());
    assert_eq!(read(&flat), Err(Refused::Input { name, sizes }));
    let idle = model(&[input("x", 1, &[1, 3, 32, 32])]);
    assert_eq!(read(&idle), Err(Refused::NoWork));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Files that were changed anywhere, in any chunks, end in counts or a refusal.
    #[test]
    fn changed_files_end(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        cut in any::<prop::sample::Index>(),
        chunk in 1_usize..400,
    ) {
        let mut file = small(32);
        for (at, byte) in changes {
            let at = at.index(file.len());
            if let Some(place) = file.get_mut(at) {
                *place = byte;
            }
        }
        file.truncate(file.len() - cut.index(file.len()) / 8);
        let mut reader = Reader::new();
        let pushed = file.chunks(chunk).try_for_each(|chunk| reader.push(chunk));
        if pushed.is_ok() && let Ok(found) = reader.finish() {
            prop_assert_eq!(Counted::read(&found.counted.write()), Some(found.counted));
        }
    }

    /// Where chunks end is no matter.
    #[test]
    fn chunks_may_end_anywhere(chunk in 1_usize..900) {
        let file = small(48);
        let mut reader = Reader::new();
        for chunk in file.chunks(chunk) {
            reader.push(chunk).expect("a sound chunk");
        }
        prop_assert_eq!(reader.finish(), read(&file));
    }
}

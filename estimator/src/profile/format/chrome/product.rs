//! Matrix products of known shape, tied to their kernels by `External id`: FLOP, bytes, and how
//! much of their time is above a board's ridge.

use super::super::super::fact::Group;
use super::super::super::json::View;
use super::super::super::timeline::{Time, seconds};
use std::collections::HashMap;

/// Products, and kernels' ids, kept.
const MOST: usize = 2_000_000;

/// Products and the first of their two factors among the inputs.
const PRODUCTS: [(&str, usize); 4] = [
    ("aten::mm", 0),
    ("aten::addmm", 1),
    ("aten::bmm", 0),
    ("aten::baddbmm", 1),
];

/// A product's work.
#[derive(Debug, Clone, Copy)]
struct Product {
    flops: f64,
    bytes: f64,
}

/// The products of a trace.
#[derive(Debug, Default)]
pub(super) struct Products {
    products: HashMap<u64, Product>,
    times: HashMap<u64, Time>,
}

fn tie(args: View<'_>) -> Option<u64> {
    let id = args.get("External id").or(args.get("external id"))?;
    id.count().filter(|id| *id > 0)
}

/// Bytes of a number of this type, as the profiler writes it.
fn width(kind: &str) -> f64 {
    let kind = kind.trim_start_matches("c10::").to_ascii_lowercase();
    match kind.as_str() {
        "double" => 8.0,
        "float" => 4.0,
        _ if kind.contains("float8") || kind.contains("char") => 1.0,
        _ => 2.0,
    }
}

/// Batch, rows and columns of a factor.
fn shape(dims: View<'_>) -> Option<[f64; 3]> {
    let sizes: Vec<f64> = dims.items().take(4).filter_map(View::number).collect();
    let shape = match sizes.as_slice() {
        [rows, columns] => [1.0, *rows, *columns],
        [batch, rows, columns] => [*batch, *rows, *columns],
        _ => return None,
    };
    shape.iter().all(|size| *size >= 1.0).then_some(shape)
}

impl Products {
    /// Takes a call of an operator.
    pub(super) fn operator(&mut self, name: &str, args: View<'_>) {
        let Some((_, first)) = PRODUCTS.iter().find(|(known, _)| *known == name) else {
            return;
        };
        let tied = tie(args).filter(|_| self.products.len() < MOST);
        if let Some((id, product)) = tied.zip(product(args, *first)) {
            self.products.entry(id).or_insert(product);
        }
    }

    /// Takes a kernel.
    pub(super) fn kernel(&mut self, args: View<'_>, duration: Time) {
        if let Some(id) = tie(args).filter(|_| self.times.len() < MOST) {
            let time = self.times.entry(id).or_default();
            *time = time.saturating_add(duration);
        }
    }

    /// The figures of products whose kernels are known, on a board with this ridge.
    pub(super) fn facts(&self, ridge: f64) -> Group {
        let (mut flops, mut bytes, mut time, mut above) = (0.0, 0.0, 0.0, 0.0);
        let mut tied: Vec<_> = self.products.iter().collect();
        // Sums of floats in one order, so that one file gives one answer.
        tied.sort_by_key(|(id, _)| **id);
        for (id, product) in tied {
            let Some(took) = self.times.get(id).map(|time| seconds(*time)) else {
                continue;
            };
            flops += product.flops;
            bytes += product.bytes;
            time += took;
            if product.flops >= ridge * product.bytes {
                above += took;
            }
        }
        let mut group = Group::default();
        if time > 0.0 {
            group.number("flops", Some(flops));
            group.number("bytes", Some(bytes));
            group.number("intensity", Some(flops / bytes));
            group.number("time_s", Some(time));
            group.number("flops_per_s", Some(flops / time));
            group.number("ridge", Some(ridge));
            group.number("above_ridge_share", Some(above / time));
        }
        group
    }
}

/// 2 b m k n FLOP; both factors and the result once.
fn product(args: View<'_>, first: usize) -> Option<Product> {
    let mut factors = args.get("Input Dims")?.items().skip(first);
    let [batch, rows, inner] = shape(factors.next()?)?;
    let [_, _, columns] = shape(factors.next()?)?;
    let kind = args
        .get("Input type")
        .and_then(|kinds| kinds.items().nth(first)?.text());
    let values = rows * inner + inner * columns + rows * columns;
    Some(Product {
        flops: 2.0 * batch * rows * inner * columns,
        bytes: batch * values * kind.map_or(2.0, |kind| width(&kind)),
    })
}

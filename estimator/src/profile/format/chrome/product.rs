//! Matrix products of known shape, tied to their kernels by `External id`: FLOP, bytes, and how
//! much of their time is above a board's ridge.

use super::super::super::fact::{Fact, Group};
use super::super::super::json::View;
use super::super::super::timeline::{Time, seconds};
use std::collections::{BTreeMap, HashMap};

/// Products, and kernels' ids, kept.
const MOST: usize = 2_000_000;

/// Products and the first of their two factors among the inputs.
const PRODUCTS: [(&str, usize); 4] = [
    ("aten::mm", 0),
    ("aten::addmm", 1),
    ("aten::bmm", 0),
    ("aten::baddbmm", 1),
];

/// Whether an operator of this name is a product.
pub(super) fn is_product(name: &str) -> bool {
    PRODUCTS.iter().any(|(known, _)| *known == name)
}

/// Different products kept, and those that are told.
const DIFFERENT: usize = 65_536;
const TOLD: usize = 64;

/// A product's work.
#[derive(Debug, Clone, Copy)]
struct Product {
    operator: &'static str,
    /// Batch, rows, inner size, columns.
    sizes: [f64; 4],
    flops: f64,
    bytes: f64,
}

impl Product {
    /// `aten::mm 4096 x 2048 x 1024`; products of a batch have its size first.
    fn name(&self) -> String {
        let [batch, rows, inner, columns] = self.sizes;
        let one = format!("{} {rows} x {inner} x {columns}", self.operator);
        if batch > 1.0 {
            format!("{} {batch} x {rows} x {inner} x {columns}", self.operator)
        } else {
            one
        }
    }
}

/// The products of a trace.
#[derive(Debug, Default)]
pub(super) struct Products {
    /// Different ones, and the place of each by operator, sizes and bytes.
    different: Vec<Product>,
    known: HashMap<(&'static str, [u64; 5]), u32>,
    /// Which of them a call is, by its id.
    calls: HashMap<u64, u32>,
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
        let Some((operator, first)) = PRODUCTS.iter().find(|(known, _)| *known == name) else {
            return;
        };
        let tied = tie(args).filter(|_| self.calls.len() < MOST);
        let Some((id, product)) = tied.zip(product(operator, args, *first)) else {
            return;
        };
        if let Some(place) = self.place(product) {
            self.calls.entry(id).or_insert(place);
        }
    }

    /// The place of a product among the different ones; `None` where there are too many.
    fn place(&mut self, product: Product) -> Option<u32> {
        let [batch, rows, inner, columns] = product.sizes.map(f64::to_bits);
        let key = [batch, rows, inner, columns, product.bytes.to_bits()];
        if let Some(place) = self.known.get(&(product.operator, key)) {
            return Some(*place);
        }
        if self.different.len() >= DIFFERENT {
            return None;
        }
        let place = u32::try_from(self.different.len()).ok()?;
        self.different.push(product);
        self.known.insert((product.operator, key), place);
        Some(place)
    }

    /// The products whose kernels are known, by their ids, with the time these took.
    fn timed(&self) -> impl Iterator<Item = (usize, &Product, f64)> {
        let mut tied: Vec<(u64, u32)> = self.calls.iter().map(|(id, at)| (*id, *at)).collect();
        // Sums of floats in one order, so that one file gives one answer.
        tied.sort_unstable();
        tied.into_iter().filter_map(|(id, at)| {
            let took = self.times.get(&id).map(|time| seconds(*time))?;
            let at = usize::try_from(at).ok()?;
            Some((at, self.different.get(at)?, took))
        })
    }

    /// The different products that took most time, with their work and time in all.
    pub(super) fn listed(&self) -> Fact {
        let mut sums: BTreeMap<usize, (&Product, f64, u64)> = BTreeMap::new();
        for (at, product, took) in self.timed() {
            let sum = sums.entry(at).or_insert((product, 0.0, 0));
            sum.1 += took;
            sum.2 += 1;
        }
        let mut sums: Vec<_> = sums.into_values().collect();
        sums.sort_by(|one, other| other.1.total_cmp(&one.1));
        let told = sums.into_iter().take(TOLD);
        let told = told.map(|(product, took, count)| {
            let mut group = Group::default();
            let all = count as f64;
            group.text("name", Some(&product.name()));
            group.number("flops", Some(product.flops * all));
            group.number("bytes", Some(product.bytes * all));
            group.number("time_s", Some(took));
            group.count("count", Some(count));
            Fact::Group(group)
        });
        Fact::List(told.collect())
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
        for (_, product, took) in self.timed() {
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
fn product(operator: &'static str, args: View<'_>, first: usize) -> Option<Product> {
    let mut factors = args.get("Input Dims")?.items().skip(first);
    let [batch, rows, inner] = shape(factors.next()?)?;
    let [_, _, columns] = shape(factors.next()?)?;
    let kind = args
        .get("Input type")
        .and_then(|kinds| kinds.items().nth(first)?.text());
    let values = rows * inner + inner * columns + rows * columns;
    Some(Product {
        operator,
        sizes: [batch, rows, inner, columns],
        flops: 2.0 * batch * rows * inner * columns,
        bytes: batch * values * kind.map_or(2.0, |kind| width(&kind)),
    })
}

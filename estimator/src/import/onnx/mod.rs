//! ONNX files: the work, the traffic, the kernels and the memory of a graph, counted from its
//! operators and the shapes of its values.
//!
//! [`Reader`] takes a file in chunks of any size; weights pass by and are never held, so that a
//! file of gigabytes takes no more memory than its graph. Nothing of it runs. Shapes that the file
//! leaves open are set and said ([`super::network::Note`]); operators that are not known are taken as
//! elementwise, and named.

mod count;
mod fused;
mod graph;
mod inputs;
mod shape;
mod sieve;
#[cfg(test)]
mod tests;
mod work;

use super::network::{Found, Refused, rounded};
use crate::quantity::{Bytes, Flops};
use crate::vision::counted::{Counted, MOST_KERNELS};
use crate::vision::network::{Network, Traffic};
use crate::vision::text::Encoder;
use count::Sums;
use graph::Graph;
use inputs::Kind;
use sieve::Sieve;

/// The most work of everything that goes in at once that is believed.
const MOST_WORK: f64 = 1e18;

/// A file being read.
pub struct Reader {
    sieve: Sieve,
    graph: Graph,
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            sieve: Sieve::new(),
            graph: Graph::default(),
        }
    }

    /// Reads a chunk.
    ///
    /// # Errors
    /// Bytes against the encoding or the bounds; the reader is of no use then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        let graph = &mut self.graph;
        self.sieve
            .push(bytes, &mut |item, message| graph.take(item, message))
    }

    /// Ends the file, and counts its graph.
    ///
    /// # Errors
    /// Why there is nothing to count: no ONNX file, cut, inputs that are neither images nor tokens,
    /// sizes that cannot be, no work at all.
    pub fn finish(self) -> Result<Found, Refused> {
        self.sieve.finish()?;
        let mut notes = Vec::new();
        let given = inputs::given(&self.graph, &mut notes)?;
        let sums = count::count(&self.graph, &given, &mut notes);
        let all = sums.work.products
            + sums.work.convolutions
            + sums.work.grouped
            + sums.work.depthwise
            + sums.work.attention;
        if !(all > 0.0 && all <= MOST_WORK) || f64::from(sums.kernels) > MOST_KERNELS {
            return Err(Refused::NoWork);
        }
        let batch = shape::float(given.batch.max(1));
        let counted = match given.kind {
            Kind::Image(height, width) => {
                let side = (shape::float(height) * shape::float(width)).sqrt();
                Counted::Network(network(&sums, batch, side))
            }
            Kind::Text(tokens) => Counted::Encoder(encoder(&sums, batch, shape::float(tokens))),
        };
        let counted = counted.checked().ok_or(Refused::NoWork)?;
        Ok(Found {
            counted,
            notes,
            name: None,
        })
    }
}

/// One image of a graph that reads `batch` of them; an oblong one as a square of its pixels.
fn network(sums: &Sums, batch: f64, side: f64) -> Network {
    let work = &sums.work;
    let each = |total: f64| Flops::new(total / batch);
    let moved = &work.traffic;
    Network {
        parameters: sums.parameters,
        resolution: rounded(side),
        products: each(work.products),
        convolutions: each(work.convolutions),
        grouped: each(work.grouped),
        depthwise: each(work.depthwise),
        attention: each(work.attention),
        traffic: Some(Traffic::of(moved.bytes().map(|bytes| bytes / batch))),
        kernels: sums.kernels.max(1),
        alive: Some(Bytes::new(sums.alive / batch)),
    }
}

/// One token of a graph that reads `batch` texts of `tokens`.
fn encoder(sums: &Sums, batch: f64, tokens: f64) -> Encoder {
    let work = &sums.work;
    let moved = &work.traffic;
    let others = moved.norm + moved.pool + moved.copy + moved.pointwise + moved.batch_norm;
    let linear = work.products + work.convolutions + work.grouped + work.depthwise;
    let all = batch * tokens;
    Encoder {
        parameters: sums.parameters,
        embeddings: sums.embeddings,
        linear: Flops::new(linear / all),
        attention: Flops::new(work.attention / (all * tokens)),
        causal: false,
        traffic: Bytes::new(others / all),
        square_traffic: Bytes::new(moved.softmax / (all * tokens)),
        kernels: sums.kernels.max(1),
        alive: Bytes::new(sums.alive / all),
    }
}

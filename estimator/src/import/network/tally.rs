//! Counts of a network, layer by layer, as the catalogue's records are counted on empty tensors: a
//! multiply-add is two operations, bytes are those of 16 bit, every layer one kernel.
//!
//! ```text
//! product      2 rows in out                       bytes 2 rows (in + out)
//! convolution  2 out/groups in window places       bytes 2 (in + out)
//! attention    4 width queries keys
//! norm, copy, activation 4, sum 6, pool 2 (in + out)   bytes an element
//! alive        input and output of a layer, what is held beside, 2 bytes each
//! ```

use crate::import::network::rounded;
use crate::quantity::{Bytes, Flops};
use crate::vision::network::{Network, Traffic};

/// A grid of vectors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Map {
    pub(super) rows: f64,
    pub(super) columns: f64,
    pub(super) channels: f64,
}

impl Map {
    /// An image of three colours.
    pub(super) const fn image(rows: f64, columns: f64, channels: f64) -> Self {
        Self {
            rows,
            columns,
            channels,
        }
    }

    /// Vectors.
    pub(super) fn places(self) -> f64 {
        self.rows * self.columns
    }

    /// Elements.
    pub(super) fn size(self) -> f64 {
        self.places() * self.channels
    }

    /// The same grid with other vectors.
    pub(super) const fn of(self, channels: f64) -> Self {
        Self { channels, ..self }
    }

    /// The grid that steps of a stride leave of this one, padded as a window of that size is.
    fn stepped(self, window: f64, stride: f64) -> Self {
        // A window as large as its stride cuts patches, without padding.
        let padding = if stride >= window {
            0.0
        } else {
            (window / 2.0).floor()
        };
        let side = |size: f64| ((size + 2.0 * padding - window) / stride).floor().max(0.0) + 1.0;
        Self {
            rows: side(self.rows),
            columns: side(self.columns),
            ..self
        }
    }
}

/// A convolution.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) size: f64,
    pub(super) stride: f64,
    pub(super) groups: f64,
    pub(super) bias: bool,
}

/// A convolution of one group and no bias.
pub(super) const fn window(size: f64, stride: f64) -> Window {
    Window {
        size,
        stride,
        groups: 1.0,
        bias: false,
    }
}

/// The sums so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) parameters: f64,
    pub(super) products: f64,
    convolutions: f64,
    grouped: f64,
    depthwise: f64,
    pub(super) attention: f64,
    pub(super) moved: Traffic,
    pub(super) kernels: f64,
    /// The most elements at once.
    pub(super) alive: f64,
    /// Elements that are held beside each layer's own.
    pub(super) held: f64,
}

impl Tally {
    /// Notes a layer's elements.
    pub(super) fn holds(&mut self, elements: f64) {
        self.alive = self.alive.max(elements + self.held);
    }

    fn launch(&mut self, elements: f64) {
        self.kernels += 1.0;
        self.holds(elements);
    }

    /// The same layers so many times.
    pub(super) fn times(&mut self, times: f64, layers: impl FnOnce(&mut Self)) {
        let mut one = Self {
            held: self.held,
            ..Self::default()
        };
        layers(&mut one);
        self.parameters += times * one.parameters;
        self.products += times * one.products;
        self.convolutions += times * one.convolutions;
        self.grouped += times * one.grouped;
        self.depthwise += times * one.depthwise;
        self.attention += times * one.attention;
        self.kernels += times * one.kernels;
        let mut moved = self.moved.bytes();
        for (all, more) in moved.iter_mut().zip(one.moved.bytes()) {
            *all += times * more;
        }
        self.moved = Traffic::of(moved);
        self.alive = self.alive.max(one.alive);
    }

    /// Layers whose weights are held and which do not run.
    pub(super) fn keep(&mut self, layers: impl FnOnce(&mut Self)) {
        let before = *self;
        layers(self);
        *self = Self {
            parameters: self.parameters,
            ..before
        };
    }

    /// A product with a bias, or without.
    pub(super) fn linear(&mut self, rows: f64, from: f64, to: f64, bias: bool) {
        self.parameters += from * to + if bias { to } else { 0.0 };
        self.products += 2.0 * rows * from * to;
        self.moved.products += 2.0 * rows * (from + to);
        self.launch(rows * (from + to));
    }

    /// A convolution to so many channels.
    pub(super) fn convolve(&mut self, from: Map, to: f64, by: Window) -> Map {
        let out = from.stepped(by.size, by.stride).of(to);
        let within = from.channels / by.groups;
        self.parameters += to * within * by.size * by.size + if by.bias { to } else { 0.0 };
        let work = 2.0 * out.size() * within * by.size * by.size;
        let bytes = 2.0 * (from.size() + out.size());
        if by.groups > 1.0 && within <= 1.0 {
            self.depthwise += work;
            self.moved.depthwise += bytes;
        } else if by.groups > 1.0 {
            self.grouped += work;
            self.moved.grouped += bytes;
        } else if by.size > 1.0 {
            self.convolutions += work;
            self.moved.products += bytes;
        } else {
            self.products += work;
            self.moved.products += bytes;
        }
        self.launch(from.size() + out.size());
        out
    }

    /// A convolution, a norm over batches and an activation, or none.
    pub(super) fn normed(&mut self, from: Map, to: f64, by: Window, active: bool) -> Map {
        let out = self.convolve(from, to, by);
        self.parameters += 2.0 * to;
        self.moved.batch_norm += 4.0 * out.size();
        self.launch(2.0 * out.size());
        if active {
            self.activate(out.size());
        }
        out
    }

    /// A norm over the vectors of layers.
    pub(super) fn norm(&mut self, rows: f64, width: f64) {
        self.scaled(rows, width, 2.0);
    }

    /// The same of another number of parameters a width: one of those without a bias.
    pub(super) fn scaled(&mut self, rows: f64, width: f64, parameters: f64) {
        self.parameters += parameters * width;
        self.moved.norm += 4.0 * rows * width;
        self.launch(2.0 * rows * width);
    }

    /// An activation, or anything else that reads and writes each element.
    pub(super) fn activate(&mut self, elements: f64) {
        self.moved.pointwise += 4.0 * elements;
        self.launch(2.0 * elements);
    }

    /// A sum of two.
    pub(super) fn sum(&mut self, elements: f64) {
        self.moved.pointwise += 6.0 * elements;
        self.launch(2.0 * elements);
    }

    /// Elements that are laid out anew.
    pub(super) fn copy(&mut self, elements: f64) {
        self.moved.copy += 4.0 * elements;
        self.launch(2.0 * elements);
    }

    /// A pool.
    pub(super) fn pool(&mut self, from: Map, size: f64, stride: f64) -> Map {
        let out = from.stepped(size, stride);
        self.moved.pool += 2.0 * (from.size() + out.size());
        self.launch(from.size() + out.size());
        out
    }

    /// The mean of all places.
    pub(super) fn mean(&mut self, from: Map) {
        self.moved.pool += 2.0 * (from.size() + from.channels);
        self.launch(from.size() + from.channels);
    }

    /// Attention in one kernel.
    pub(super) fn attend(&mut self, queries: f64, keys: f64, width: f64) {
        self.attention += 4.0 * width * queries * keys;
        self.launch(width * (2.0 * queries + 2.0 * keys));
    }

    /// What turns features into fewer or more features with one layer between: products, their
    /// activation.
    pub(super) fn feed(&mut self, rows: f64, width: f64, inner: f64) {
        self.linear(rows, width, inner, true);
        self.activate(rows * inner);
        self.linear(rows, inner, width, true);
    }

    /// The counts of one image of these sides.
    pub(super) fn network(&self, rows: f64, columns: f64) -> Network {
        Network {
            parameters: self.parameters,
            resolution: rounded((rows * columns).sqrt()),
            products: Flops::new(self.products),
            convolutions: Flops::new(self.convolutions),
            grouped: Flops::new(self.grouped),
            depthwise: Flops::new(self.depthwise),
            attention: Flops::new(self.attention),
            traffic: Some(self.moved),
            kernels: rounded(self.kernels),
            alive: Some(Bytes::new(2.0 * self.alive)),
        }
    }

    /// A convolution that turns each place into a square of as many a side.
    pub(super) fn spread(&mut self, from: Map, to: f64, side: f64) -> Map {
        let out = Map {
            rows: side * from.rows,
            columns: side * from.columns,
            channels: to,
        };
        self.parameters += from.channels * to * side * side + to;
        self.convolutions += 2.0 * out.size() * from.channels;
        self.moved.products += 2.0 * (from.size() + out.size());
        self.launch(from.size() + out.size());
        out
    }

    /// A layer of a transformer: so many keys a query, all tokens through its products.
    pub(super) fn transform(&mut self, rows: f64, keys: f64, width: f64, inner: f64) {
        self.held += rows * width;
        self.norm(rows, width);
        for _ in 0..3 {
            self.linear(rows, width, width, true);
        }
        self.attend(rows, keys, width);
        self.linear(rows, width, width, true);
        self.sum(rows * width);
        self.norm(rows, width);
        self.feed(rows, width, inner);
        self.sum(rows * width);
        self.held -= rows * width;
    }

    /// Layers of a product and an activation each, the last without one.
    pub(super) fn perceive(&mut self, rows: f64, widths: &[f64]) {
        for pair in widths.windows(2) {
            if let [from, to] = pair {
                self.linear(rows, *from, *to, true);
                self.activate(rows * to);
            }
        }
    }

    /// A network counted by itself, as a part of this one.
    pub(super) fn include(&mut self, part: &Network) {
        self.parameters += part.parameters;
        self.products += part.products.get();
        self.convolutions += part.convolutions.get();
        self.grouped += part.grouped.get();
        self.depthwise += part.depthwise.get();
        self.attention += part.attention.get();
        self.kernels += f64::from(part.kernels);
        let mut moved = self.moved.bytes();
        for (all, more) in moved.iter_mut().zip(part.moved().bytes()) {
            *all += more;
        }
        self.moved = Traffic::of(moved);
        self.holds(part.alive.map_or(0.0, |alive| alive.get() / 2.0));
    }

    /// Work of convolutions larger than one place.
    pub(super) const fn convolved(&self) -> f64 {
        self.convolutions
    }

    /// All work but attention.
    pub(super) fn work(&self) -> f64 {
        self.products + self.convolutions + self.grouped + self.depthwise
    }
}

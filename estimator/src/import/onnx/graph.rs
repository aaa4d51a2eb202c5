//! The graph of a model: operators, tensors and declared values, by the numbers of their names.

use super::sieve::Item;
use crate::import::network::Refused;
use crate::import::shorten;
use crate::protobuf::{Broken, Fields, Wire};
use std::collections::BTreeMap;

/// The most numbers of a small tensor that are read: shapes, scales, indices.
pub(super) const SMALL: usize = 512;

/// A name's number.
pub(super) type Id = u32;

/// A size of a declared value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Dim {
    Known(u64),
    /// Open, with the name that the file gives it; often empty.
    Open(String),
}

/// A value that is declared.
#[derive(Debug, Clone)]
pub(super) struct Declared {
    pub(super) id: Id,
    pub(super) name: String,
    /// Type of its elements, by the file's numbers.
    pub(super) element: u64,
    pub(super) dims: Option<Vec<Dim>>,
}

/// A tensor of the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tensor {
    pub(super) name: String,
    pub(super) dims: Vec<u64>,
    pub(super) element: u64,
    /// Its numbers, where they are few and not beside the file.
    pub(super) numbers: Option<Vec<f64>>,
    /// Whether its bytes lie in another file.
    pub(super) external: bool,
}

/// A setting of an operator.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Setting {
    Whole(i64),
    Wholes(Vec<i64>),
    Text(String),
    Numbers(Vec<f64>),
    Tensor(Tensor),
}

/// An operator.
#[derive(Debug, Clone, Default)]
pub(super) struct Node {
    pub(super) op: String,
    /// `None` where an input is left out.
    pub(super) inputs: Vec<Option<Id>>,
    pub(super) outputs: Vec<Option<Id>>,
    settings: Vec<(String, Setting)>,
}

impl Node {
    pub(super) fn setting(&self, name: &str) -> Option<&Setting> {
        let mut all = self.settings.iter();
        all.find(|(known, _)| known == name)
            .map(|(_, setting)| setting)
    }

    pub(super) fn whole(&self, name: &str) -> Option<i64> {
        match self.setting(name) {
            Some(Setting::Whole(value)) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn wholes(&self, name: &str) -> Option<&[i64]> {
        match self.setting(name) {
            Some(Setting::Wholes(values)) => Some(values),
            _ => None,
        }
    }

    pub(super) fn text(&self, name: &str) -> &str {
        match self.setting(name) {
            Some(Setting::Text(text)) => text,
            _ => "",
        }
    }

    pub(super) fn input(&self, at: usize) -> Option<Id> {
        self.inputs.get(at).copied().flatten()
    }
}

/// The graph.
#[derive(Default)]
pub(super) struct Graph {
    names: BTreeMap<String, Id>,
    pub(super) nodes: Vec<Node>,
    pub(super) tensors: Vec<(Id, Tensor)>,
    pub(super) inputs: Vec<Declared>,
    pub(super) outputs: Vec<Id>,
    pub(super) values: Vec<Declared>,
}

impl Graph {
    /// How many names there are.
    pub(super) fn names(&self) -> usize {
        self.names.len()
    }

    fn id(&mut self, name: String) -> Id {
        let next = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        *self.names.entry(name).or_insert(next)
    }

    /// Takes a message that is whole.
    pub(super) fn take(&mut self, item: Item, message: &[u8]) -> Result<(), Refused> {
        let read = match item {
            Item::Node => self.node(message),
            Item::Tensor => tensor(message).map(|tensor| {
                let id = self.id(tensor.name.clone());
                self.tensors.push((id, tensor));
            }),
            Item::Input | Item::Output | Item::Value => {
                self.declared(message).map(|value| match item {
                    Item::Input => self.inputs.push(value),
                    Item::Output => self.outputs.push(value.id),
                    _ => self.values.push(value),
                })
            }
        };
        read.map_err(|Broken(_)| Refused::Damaged)
    }

    fn node(&mut self, message: &[u8]) -> Result<(), Broken> {
        let mut node = Node::default();
        for field in Fields::of(message) {
            match field? {
                (1, Wire::Bytes(name)) => node.inputs.push(self.named(name)),
                (2, Wire::Bytes(name)) => node.outputs.push(self.named(name)),
                (4, Wire::Bytes(op)) => node.op = shorten(&String::from_utf8_lossy(op)),
                (5, Wire::Bytes(setting)) => node.settings.extend(read_setting(setting)?),
                _ => {}
            }
        }
        self.nodes.push(node);
        Ok(())
    }

    fn named(&mut self, name: &[u8]) -> Option<Id> {
        let name = String::from_utf8_lossy(name);
        (!name.is_empty()).then(|| self.id(name.into_owned()))
    }

    fn declared(&mut self, message: &[u8]) -> Result<Declared, Broken> {
        let (mut name, mut element, mut dims) = (String::new(), 0, None);
        for field in Fields::of(message) {
            match field? {
                (1, wire) => name = wire.text().unwrap_or_default(),
                (2, Wire::Bytes(kind)) => {
                    for field in Fields::of(kind) {
                        if let (1, Wire::Bytes(tensor)) = field? {
                            (element, dims) = shaped(tensor)?;
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(Declared {
            id: self.id(name.clone()),
            name: shorten(&name),
            element,
            dims,
        })
    }
}

/// The type and the sizes of a declared tensor.
fn shaped(message: &[u8]) -> Result<(u64, Option<Vec<Dim>>), Broken> {
    let (mut element, mut dims) = (0, None);
    for field in Fields::of(message) {
        match field? {
            (1, Wire::Number(kind)) => element = kind,
            (2, Wire::Bytes(shape)) => {
                let mut all = Vec::new();
                for field in Fields::of(shape) {
                    if let (1, Wire::Bytes(dim)) = field? {
                        all.push(read_dim(dim)?);
                    }
                }
                dims = Some(all);
            }
            _ => {}
        }
    }
    Ok((element, dims))
}

fn read_dim(message: &[u8]) -> Result<Dim, Broken> {
    let mut dim = Dim::Open(String::new());
    for field in Fields::of(message) {
        match field? {
            // Exporters write 0 and -1 for sizes that are open.
            (1, Wire::Number(size)) if size > 0 && size < 1 << 40 => dim = Dim::Known(size),
            (2, wire) => dim = Dim::Open(wire.text().unwrap_or_default()),
            _ => {}
        }
    }
    Ok(dim)
}

/// A number of the file with its sign.
fn signed(number: u64) -> i64 {
    number.cast_signed()
}

fn list(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let mut fields = Fields::of(bytes);
    std::iter::from_fn(move || fields.varint().ok())
}

fn read_setting(message: &[u8]) -> Result<Option<(String, Setting)>, Broken> {
    let (mut name, mut found) = (String::new(), None);
    let (mut wholes, mut numbers) = (Vec::new(), Vec::new());
    for field in Fields::of(message) {
        match field? {
            (1, wire) => name = wire.text().unwrap_or_default(),
            (2, Wire::Float(number)) => found = Some(Setting::Numbers(vec![f64::from(number)])),
            (3, Wire::Number(number)) => found = Some(Setting::Whole(signed(number))),
            (4, wire) => found = wire.text().map(Setting::Text),
            (5, Wire::Bytes(inner)) => found = Some(Setting::Tensor(tensor(inner)?)),
            (7, Wire::Bytes(packed)) => numbers.extend(floats(packed)),
            (7, Wire::Float(number)) => numbers.push(f64::from(number)),
            (8, Wire::Bytes(packed)) => wholes.extend(list(packed).map(signed)),
            (8, Wire::Number(number)) => wholes.push(signed(number)),
            _ => {}
        }
    }
    wholes.truncate(SMALL);
    numbers.truncate(SMALL);
    if !wholes.is_empty() {
        found = Some(Setting::Wholes(wholes));
    } else if !numbers.is_empty() {
        found = Some(Setting::Numbers(numbers));
    }
    // An empty list of numbers is a setting, too: axes of nothing.
    Ok(found.map(|found| (name, found)))
}

fn floats(bytes: &[u8]) -> impl Iterator<Item = f64> {
    let (whole, _) = bytes.as_chunks::<4>();
    whole.iter().map(|one| f64::from(f32::from_le_bytes(*one)))
}

/// A number of a tensor that is no weight: shapes go as far as a double is exact.
#[expect(clippy::cast_precision_loss, reason = "sizes and marks of ends")]
fn real(number: i64) -> f64 {
    number as f64
}

fn tensor(message: &[u8]) -> Result<Tensor, Broken> {
    let mut tensor = Tensor::default();
    let (mut numbers, mut raw) = (Vec::new(), None);
    for field in Fields::of(message) {
        match field? {
            (1, Wire::Bytes(packed)) => tensor.dims.extend(list(packed)),
            (1, Wire::Number(size)) => tensor.dims.push(size),
            (2, Wire::Number(kind)) => tensor.element = kind,
            (4, Wire::Bytes(packed)) => numbers.extend(floats(packed)),
            (4, Wire::Float(number)) => numbers.push(f64::from(number)),
            (5 | 7, Wire::Bytes(packed)) => {
                numbers.extend(list(packed).map(|number| real(signed(number))));
            }
            (5 | 7, Wire::Number(number)) => numbers.push(real(signed(number))),
            (8, wire) => tensor.name = wire.text().unwrap_or_default(),
            (9, Wire::Bytes(bytes)) => raw = Some(bytes),
            (13, _) | (14, Wire::Number(1)) => tensor.external = true,
            _ => {}
        }
    }
    tensor.dims.truncate(16);
    for size in &mut tensor.dims {
        *size = (*size).min(1 << 40);
    }
    if let Some(raw) = raw {
        numbers = unpacked(raw, tensor.element);
    }
    let elements = tensor
        .dims
        .iter()
        .fold(1_u64, |all, size| all.saturating_mul(*size));
    let all = numbers.len() as u64 == elements && numbers.len() <= SMALL;
    tensor.numbers = (all && !tensor.external).then_some(numbers);
    Ok(tensor)
}

/// Numbers of a tensor's bytes, of the types that shapes and scales have.
fn unpacked(raw: &[u8], element: u64) -> Vec<f64> {
    match element {
        1 => floats(raw).collect(),
        6 => {
            let (whole, _) = raw.as_chunks::<4>();
            let all = whole.iter().map(|one| f64::from(i32::from_le_bytes(*one)));
            all.collect()
        }
        7 => {
            let (whole, _) = raw.as_chunks::<8>();
            whole
                .iter()
                .map(|one| real(i64::from_le_bytes(*one)))
                .collect()
        }
        11 => {
            let (whole, _) = raw.as_chunks::<8>();
            whole.iter().map(|one| f64::from_le_bytes(*one)).collect()
        }
        _ => Vec::new(),
    }
}

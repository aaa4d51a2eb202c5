//! A model alone, in the words of a link: as the whole reader and writer treat a link with nothing
//! else in it, without their weight.

use super::fragment::Fragment;
use super::pairs::body;
use super::text::decode;
use super::{MOST_BYTES, json, shape};
use crate::import::bounds;
use crate::model::Model;

/// The fragment of a link that holds `model` and nothing else.
pub(crate) fn write_model(model: &Model) -> String {
    let mut fragment = Fragment::new();
    fragment.json("shape", model);
    fragment.finish()
}

/// The model of a link's `shape`, if it has one that can be; the rest of it is not read.
pub(crate) fn read_model(fragment: &str) -> Option<Model> {
    let body = body(fragment).filter(|body| body.len() <= MOST_BYTES)?;
    let mut shapes = body
        .split('&')
        .filter_map(|pair| pair.strip_prefix("shape="));
    model(&decode(shapes.next_back()?)?)
}

/// The model of a `shape`, if it can be.
pub(super) fn model(text: &str) -> Option<Model> {
    let model = shape::model(&json::parse(text)?)?;
    bounds::check(&model).ok()?;
    Some(model)
}

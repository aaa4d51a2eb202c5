//! A message: an array of its kind's name and its parts.

use estimator::parcel::Parcel;
use js_sys::{Array, Float64Array, Uint8Array};
use wasm_bindgen::prelude::*;

/// A message of that kind.
pub(super) fn message<const N: usize>(kind: &str, parts: [JsValue; N]) -> Array {
    let message = Array::of1(&kind.into());
    for part in parts {
        message.push(&part);
    }
    message
}

/// A message with a parcel.
pub(super) fn carrying(kind: &str, number: f64, parcel: Parcel) -> Array {
    let numbers = Float64Array::from(parcel.numbers.as_slice());
    let texts: Array = parcel.texts.into_iter().map(JsValue::from).collect();
    message(kind, [number.into(), numbers.into(), texts.into()])
}

pub(super) fn binary(bytes: &[u8]) -> JsValue {
    Uint8Array::from(bytes).into()
}

/// A message that came.
pub(super) struct Message {
    pub(super) kind: String,
    pub(super) parts: Array,
}

impl Message {
    pub(super) fn of(data: &JsValue) -> Option<Self> {
        let parts = data.dyn_ref::<Array>()?.clone();
        let kind = parts.get(0).as_string()?;
        Some(Self { kind, parts })
    }

    pub(super) fn text(&self, at: u32) -> Option<String> {
        self.parts.get(at).as_string()
    }

    pub(super) fn number(&self, at: u32) -> Option<f64> {
        self.parts.get(at).as_f64()
    }

    pub(super) fn numbers(&self, at: u32) -> Vec<f64> {
        Float64Array::new(&self.parts.get(at)).to_vec()
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(super) fn count(&self, at: u32) -> Option<u32> {
        // Whole and small; a cast saturates.
        self.number(at).map(|number| number as u32)
    }

    /// The parcel whose numbers are there, its texts behind them.
    pub(super) fn parcel(&self, at: u32) -> Option<Parcel> {
        let texts: Array = self.parts.get(at + 1).dyn_into().ok()?;
        let texts = texts.iter().map(|text| text.as_string());
        Some(Parcel {
            numbers: Float64Array::new(&self.parts.get(at)).to_vec(),
            texts: texts.collect::<Option<_>>()?,
        })
    }

    pub(super) fn bytes(&self, at: u32) -> Vec<u8> {
        Uint8Array::new(&self.parts.get(at)).to_vec()
    }
}

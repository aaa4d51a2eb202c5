//! Whatever is asked or said is heard as it was.

use super::parts::message;
use super::{Document, LeverOutcome, Reply, Request};
use estimator::export::Format;
use estimator::parcel::Parcel;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;

/// Whatever is asked is heard as it was asked.
#[wasm_bindgen_test]
fn every_request_arrives() {
    let written = |document, left| Request::Write {
        document,
        format: Format::Csv,
        fragment: "v=2&rate=3".to_owned(),
        address: "https://a.example/#v=2".to_owned(),
        left,
    };
    for request in [
        Request::ReadModel {
            name: None,
            bytes: vec![0, 255],
        },
        Request::ReadModel {
            name: Some("config.json".to_owned()),
            bytes: Vec::new(),
        },
        Request::ReadPrices {
            bytes: b"a,b".to_vec(),
            code: "EUR".to_owned(),
            rate: 0.92,
        },
        Request::ReadProfile {
            // Without one, the message would be no request.
            file: Blob::new().unwrap_or_else(|_| JsValue::NULL.unchecked_into()),
        },
        Request::ReadNetwork {
            file: Blob::new().unwrap_or_else(|_| JsValue::NULL.unchecked_into()),
        },
        Request::ReadTrace {
            file: Blob::new().unwrap_or_else(|_| JsValue::NULL.unchecked_into()),
        },
        Request::ReplayTrace {
            file: Blob::new().unwrap_or_else(|_| JsValue::NULL.unchecked_into()),
            fragment: "v=2&task=sessions".to_owned(),
            accelerator: "nvidia-b200-sxm".to_owned(),
            chosen: "8 1 0 1 2".to_owned(),
        },
        written(Document::Serving, None),
        written(Document::Training, Some(86_400.0)),
        written(Document::Costs, None),
        written(Document::Fleet, None),
        written(Document::Sessions, None),
        written(Document::Queue, None),
        Request::SizeSessions {
            number: 4.0,
            fragment: "v=2&task=sessions".to_owned(),
            among: "nvidia-b200-sxm,nvidia-h200-sxm".to_owned(),
        },
        Request::Simulate {
            number: 3.0,
            fragment: String::new(),
        },
        Request::Pack {
            number: 4.0,
            fragment: "v=2&task=fleet".to_owned(),
        },
        Request::Try {
            number: 5.0,
            parcel: Parcel {
                numbers: vec![0.5, 24.0],
                texts: Vec::new(),
            },
        },
    ] {
        let message = request.clone().into_js();
        assert_eq!(Request::from_js(&message), Some(request));
    }
}

/// Whatever is said is heard as it was said; anything else is nothing.
#[wasm_bindgen_test]
fn every_reply_arrives() {
    let lever = |cost| Reply::Lever {
        number: 7.0,
        outcome: LeverOutcome {
            index: 2,
            cost,
            accelerators: 8,
            name: "H100 SXM".to_owned(),
            label: "Nebius, HGX H100".to_owned(),
            as_of: "2026-10-01".to_owned(),
        },
    };
    for reply in [
        Reply::Ready,
        Reply::Text(String::new()),
        Reply::Read { bytes: 1_048_576.0 },
        Reply::Settled {
            number: 7.0,
            numbers: vec![1.5],
        },
        Reply::Simulated {
            number: 7.0,
            numbers: vec![0.5, f64::INFINITY],
        },
        Reply::Turned {
            number: 7.0,
            numbers: vec![2.5],
        },
        lever(None),
        lever(Some(12.5)),
        Reply::Packed {
            number: 7.0,
            parcel: Parcel {
                numbers: vec![1.0, f64::INFINITY],
                texts: vec!["A".to_owned(), String::new()],
            },
        },
        Reply::SessionsSized {
            number: 9.0,
            parcel: Parcel {
                numbers: vec![1.0, 0.0],
                texts: Vec::new(),
            },
        },
        Reply::Tried {
            number: 7.0,
            parcel: Parcel {
                numbers: vec![1.0],
                texts: Vec::new(),
            },
        },
        Reply::Failed,
        Reply::End { number: 7.0 },
    ] {
        let message = reply.clone().into_js();
        assert_eq!(Reply::from_js(&message), Some(reply));
    }
    for other in [
        JsValue::NULL,
        "ready".into(),
        Array::new().into(),
        message("write", []).into(),
        message("profile", ["x".into()]).into(),
        message("lever", ["x".into()]).into(),
        message("packed", ["x".into()]).into(),
        message("try", [1.0.into()]).into(),
        message("tried", [1.0.into()]).into(),
    ] {
        assert_eq!(Reply::from_js(&other), None);
        assert_eq!(Request::from_js(&other), None);
    }
}

//! Boards and models for the tests of this room, of round figures.

use super::Board;
use super::denoise::{
    AttentionForm, Decoder, Denoiser, Form, Guiding, Model, Question, TextEncoder,
};
use super::network::{Network, Traffic};
use super::speech;
use super::text::Encoder;
use crate::hardware::{Accelerator, Architecture, Link, LinkKind, Peaks, Vendor};
use crate::quantity::{Bytes, BytesPerSecond, Flops, FlopsPerSecond, Watts};
use std::borrow::Cow;

/// An accelerator of 80 GB, 2 TB/s, 312 TFLOP/s in 16 bit and 400 watts: an A100's figures.
pub(super) fn board() -> Board {
    Board {
        accelerator: Accelerator {
            id: "sample".to_owned(),
            name: "Sample".to_owned(),
            vendor: Vendor::Nvidia,
            architecture: Architecture::Ampere,
            memory: Bytes::gb(80.0),
            marketed_memory: Bytes::gb(80.0),
            bandwidth: BytesPerSecond::gb(2000.0),
            peak: Peaks {
                thirty_two: Some(FlopsPerSecond::tera(19.5)),
                sixteen: Some(FlopsPerSecond::tera(312.0)),
                fp8: None,
                int8: Some(FlopsPerSecond::tera(624.0)),
                four: None,
            },
            link: Link {
                kind: LinkKind::NvLink,
                per_direction: BytesPerSecond::gb(300.0),
                domain: 8,
            },
            pcie: Some(BytesPerSecond::gb(31.5)),
            node_size: 8,
            power: Some(Watts::new(400.0)),
            headline_factor: 1.0,
            hbm: true,
            unified: false,
        },
        tf32: Some(FlopsPerSecond::tera(156.0)),
        multiprocessors: Some(108),
    }
}

/// A network of 100 million parameters at 224 pixels.
pub(super) fn network() -> Network {
    Network {
        parameters: 1e8,
        resolution: 224,
        products: Flops::new(3e10),
        convolutions: Flops::new(1e9),
        grouped: Flops::new(1e8),
        depthwise: Flops::new(1e8),
        attention: Flops::new(1e9),
        traffic: Some(Traffic {
            products: 1e8,
            depthwise: 1e6,
            grouped: 1e6,
            norm: 2e7,
            softmax: 1e6,
            batch_norm: 1e6,
            pool: 1e5,
            copy: 1e7,
            pointwise: 5e7,
        }),
        kernels: 150,
        alive: Some(Bytes::new(5e6)),
    }
}

/// An encoder of 300 million parameters.
pub(super) fn encoder() -> Encoder {
    Encoder {
        parameters: 3.3e8,
        embeddings: 3e7,
        linear: Flops::new(6e8),
        attention: Flops::new(1e5),
        causal: false,
        traffic: Bytes::new(2e6),
        square_traffic: Bytes::ZERO,
        kernels: 300,
        alive: Bytes::new(2e4),
    }
}

/// A listener of 1.5 billion parameters.
pub(super) fn listener() -> speech::Listener {
    speech::Listener {
        parameters: 1.5e9,
        encoder: speech::Encoder {
            products: Flops::new(1.9e12),
            attention: Flops::new(3.7e11),
            traffic: Bytes::new(3.5e9),
            alive: Bytes::new(4.7e7),
            seconds: 30.0,
        },
        decoder: Some(speech::Decoder {
            parameters: 9e8,
            layers: 32,
            width: 1280,
            cross_tokens: 1500,
            kernels: 34,
        }),
    }
}

/// A transformer of 24 blocks 3,072 wide that draws images, or clips.
pub(super) fn pipeline(video: bool) -> Model {
    let form = |image: f64, text: f64, constant: f64| Form {
        image,
        text,
        constant,
    };
    Model {
        denoiser: Denoiser {
            parameters: 5e9,
            count: 1,
            linear: form(1e10, 1e10, 1e9),
            attention: AttentionForm::Joint(4.0 * 3072.0 * 24.0),
            traffic: form(2e7, 2e7, 1e6),
            alive: form(1e5, 5e4, 1e6),
            kernels: [300, 24, 1500],
            convolutions: 0.0,
            heads: Some(24),
            patch: [1, 2, 2],
            reference: 0.0,
        },
        encoders: Cow::Owned(vec![TextEncoder {
            parameters: 4.7e9,
            work: Flops::new(2.4e12),
            kernels: 900,
        }]),
        decoder: Decoder {
            parameters: 8.4e7,
            space: 8,
            time: if video { 4 } else { 1 },
            work: 9.5e6,
            attention: Flops::new(5e11),
            tokens: 16_384,
            frames: 1,
            traffic: 22_000.0,
            alive: Bytes::new(1500.0),
            kernels: 135,
            fp32: false,
        },
        text_tokens: 256,
        guiding: Guiding::ClassifierFree,
        video,
        resolution: [1024, 1024],
        frames: if video { 49 } else { 1 },
        steps: 28,
    }
}

/// One generation of it on one board.
pub(super) fn generation(video: bool) -> Question {
    Question::released(pipeline(video), board())
}

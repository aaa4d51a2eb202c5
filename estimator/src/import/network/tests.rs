//! Published shapes against counts on empty tensors, in chunks that end anywhere.

#![allow(clippy::float_cmp)] // counts are whole

use super::{Found, Note, Reader, Refused};
use crate::vision::counted::Counted;

fn read(text: &str, chunk: usize) -> Result<Found, Refused> {
    let mut reader = Reader::new();
    for chunk in text.as_bytes().chunks(chunk) {
        reader.push(chunk)?;
    }
    reader.finish(&super::Nothing)
}

/// `google/vit-base-patch16-224`, whose head has a thousand classes.
fn vit() -> String {
    let labels: Vec<String> = (0..1000).map(|at| format!(r#""{at}":"{at}""#)).collect();
    format!(
        r#"{{"model_type":"vit","architectures":["ViTForImageClassification"],"hidden_size":768,
        "num_hidden_layers":12,"intermediate_size":3072,"image_size":224,"patch_size":16,
        "num_channels":3,"id2label":{{{}}}}}"#,
        labels.join(",")
    )
}

/// The record of ViT-B/16 was counted on empty tensors of timm's class.
#[test]
fn a_vision_transformer_counts_as_its_record() {
    for chunk in [1, 7, 100_000] {
        let found = read(&vit(), chunk).expect("a network");
        let Counted::Network(network) = found.counted else {
            panic!("an encoder");
        };
        assert_eq!(network.parameters, 86_567_656.0);
        assert_eq!(network.products.get(), 33_465_800_000.0);
        assert_eq!(network.convolutions.get(), 231_211_000.0);
        assert_eq!(network.attention.get(), 1_430_650_000.0);
        assert_eq!((network.kernels, network.resolution), (137, 224));
        assert_eq!(
            network.alive.map(crate::quantity::Bytes::get),
            Some(3_932_160.0)
        );
        let moved = network.traffic.expect("counted");
        assert_eq!((moved.pointwise, moved.copy), (51_743_200.0, 7_867_390.0));
        // The record adds a tenth of the weights to what products read.
        assert!((moved.products / 75_635_915.0 - 1.0).abs() < 0.25);
        assert_eq!(found.notes, [Note::Sides(224, 224), Note::Shape]);
    }
}

/// `openai/clip-vit-large-patch14`: the vision tower alone, with its projection.
#[test]
fn of_two_towers_the_one_that_sees_is_counted() {
    let config = r#"{"model_type":"clip","projection_dim":768,"vision_config":{"hidden_size":1024,
        "num_hidden_layers":24,"intermediate_size":4096,"image_size":224,"patch_size":14}}"#;
    let found = read(config, 64).expect("a network");
    // As published: 303.97 million and the projection.
    assert_eq!(found.counted.parameters(), 303_179_776.0 + 786_432.0);
}

/// `SigLIP`'s towers end in attention over their patches.
#[test]
fn pooling_by_attention_is_counted() {
    let config = r#"{"model_type":"siglip","vision_config":{"hidden_size":768,
        "num_hidden_layers":12,"intermediate_size":3072,"image_size":224,"patch_size":16}}"#;
    let found = read(config, 64).expect("a network");
    let Counted::Network(network) = found.counted else {
        panic!("an encoder");
    };
    assert_eq!(network.parameters, 92_884_224.0);
    assert_eq!(network.products.get(), 33_768_600_000.0);
}

/// BERT and `RoBERTa` of base size, and `DistilBERT`, which has no pooler.
#[test]
fn encoders_count_as_their_records() {
    for (text, parameters, embeddings, linear, attention, kernels) in [
        (
            r#"{"model_type":"bert","hidden_size":768,"num_hidden_layers":12,"intermediate_size":3072,
            "vocab_size":30522,"max_position_embeddings":512,"type_vocab_size":2}"#,
            109_482_240.0,
            23_440_896.0,
            169_869_000.0,
            36_864.0,
            166,
        ),
        (
            r#"{"model_type":"roberta","hidden_size":768,"num_hidden_layers":12,
            "intermediate_size":3072,"vocab_size":50265,"max_position_embeddings":514,
            "type_vocab_size":1}"#,
            124_645_632.0,
            38_603_520.0,
            169_869_000.0,
            36_864.0,
            166,
        ),
        (
            r#"{"model_type":"distilbert","dim":768,"n_layers":6,"hidden_dim":3072,
            "vocab_size":30522,"max_position_embeddings":512}"#,
            66_362_880.0,
            23_440_896.0,
            84_934_700.0,
            18_432.0,
            88,
        ),
    ] {
        let found = read(text, 33).expect("an encoder");
        let Counted::Encoder(encoder) = found.counted else {
            panic!("a network");
        };
        assert_eq!(encoder.parameters, parameters);
        assert_eq!(encoder.embeddings, embeddings);
        assert_eq!(encoder.linear.get(), linear);
        assert_eq!(encoder.attention.get(), attention);
        assert_eq!(encoder.kernels, kernels);
        assert_eq!(found.notes, [Note::Shape]);
    }
}

/// Other families, missing and impossible fields, broken JSON, files that are far too long.
#[test]
fn refusals() {
    let field = |name: &str| Refused::Field {
        name: name.to_owned(),
    };
    for (text, reason) in [
        ("", Refused::Unknown),
        (" ", Refused::Unknown),
        ("{", Refused::Json),
        ("{}", field("model_type")),
        (
            r#"{"architecture":"resnet50"}"#,
            Refused::Family {
                name: "resnet50".to_owned(),
            },
        ),
        (r#"{"model_type":"vit"}"#, field("hidden_size")),
        (
            r#"{"model_type":"vit","hidden_size":768.5}"#,
            field("hidden_size"),
        ),
        (
            r#"{"model_type":"vit","hidden_size":0}"#,
            field("hidden_size"),
        ),
        (
            r#"{"model_type":"vit","hidden_size":768,"num_hidden_layers":12,"image_size":8,
            "patch_size":16}"#,
            field("patch_size"),
        ),
    ] {
        assert_eq!(read(text, 5), Err(reason), "{text}");
    }
    let long = format!("{{{}}}", " ".repeat(super::config::MOST));
    assert_eq!(read(&long, 4096), Err(Refused::Unknown));
}

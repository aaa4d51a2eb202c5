//! Detectors of what a text names: Grounding DINO, OWL-ViT of both versions.
//!
//! ```text
//! Grounding DINO   image and text attend to each other, then to themselves, in six layers; queries
//!                  look at few points of the image and at the text in six more
//! OWL-ViT          two towers of CLIP; every patch is a box
//! ```

use super::detect::{Points, attention, boxes, feed};
use super::masks::grouped;
use super::parts::backbone;
use super::{Input, image, plain, text};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally};
use crate::import::network::{Found, Note, Refused};
use crate::vision::counted::Counted;
use crate::vision::text::Encoder;
use serde_json::Value;

/// Reads a text of so many tokens, once an image.
fn reads(tally: &mut Tally, encoder: &Encoder, tokens: f64) {
    tally.parameters += encoder.parameters;
    tally.products += encoder.linear.get() * tokens;
    let half = if encoder.causal { 0.5 } else { 1.0 };
    tally.attention += half * encoder.attention.get() * tokens * tokens;
    tally.moved.pointwise += encoder.traffic.get() * tokens;
    tally.kernels += f64::from(encoder.kernels);
}

/// Grounding DINO, at as many tokens of text as it takes.
pub(super) fn dino(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::open(800.0);
    let mut tally = Tally::default();
    let maps = backbone(&mut tally, config, &input)?;
    let d = config.or("d_model", 256.0)?;
    let levels = config.or("num_feature_levels", 4.0)?;
    let used: Vec<Map> = maps
        .iter()
        .skip(maps.len().saturating_sub(3))
        .copied()
        .collect();
    let mut rows = 0.0;
    for map in &used {
        rows += grouped(&mut tally, *map, d, (1.0, 1.0), true).places();
    }
    let mut last = used
        .last()
        .copied()
        .ok_or_else(|| missing("backbone_config"))?;
    let mut more = levels - 3.0;
    while more > 0.0 {
        last = grouped(&mut tally, last, d, (3.0, 2.0), true);
        rows += last.places();
        more -= 1.0;
    }
    let tokens = config.or("max_text_len", 256.0)?;
    let reader = config.inside("text_config").unwrap_or(Fields(&Value::Null));
    let reader = text::tower(reader, "bert", [768.0, 12.0, 3072.0, 30_522.0, 512.0])?;
    reads(&mut tally, &reader.0, tokens);
    let wide = reader.1;
    // Its pooler is left out.
    tally.parameters -= wide * wide + wide;
    tally.linear(tokens, wide, d, true);
    let queries = config.or("num_queries", 900.0)?;
    tally.parameters += (levels + queries) * d;
    let inner = config.or("encoder_ffn_dim", 2048.0)?;
    let points = |name: &str, heads: &str| -> Result<Points, Refused> {
        Ok(Points {
            heads: config.or(heads, 8.0)?,
            levels,
            each: config.or(name, 4.0)?,
        })
    };
    let seen = points("encoder_n_points", "encoder_attention_heads")?;
    let half = (inner / 2.0).floor();
    tally.times(config.or("encoder_layers", 6.0)?, |tally| {
        for (of, others) in [(rows, tokens), (tokens, rows)] {
            tally.norm(of, d);
            tally.linear(of, d, half, true);
            tally.linear(of, d, half, true);
            tally.linear(of, half, d, true);
            tally.attention += 2.0 * half * of * others;
            tally.parameters += d;
            tally.sum(of * d);
        }
        // Scores are made once; both ways multiply values with them.
        tally.attention += 2.0 * half * rows * tokens;
        // Scores of both ways are written out.
        tally.moved.softmax += 8.0 * rows * tokens * seen.heads / 2.0;
        attention(tally, tokens, tokens, d);
        feed(tally, tokens, d, half);
        seen.attend(tally, rows, rows, d);
        feed(tally, rows, d, inner);
    });
    tally.linear(rows, d, d, true);
    tally.norm(rows, d);
    boxes(&mut tally, rows, d);
    tally.products += 2.0 * rows * tokens * d;
    let inner = config.or("decoder_ffn_dim", 2048.0)?;
    let seen = points("decoder_n_points", "decoder_attention_heads")?;
    let layers = config.or("decoder_layers", 6.0)?;
    tally.times(layers, |tally| {
        attention(tally, queries, queries, d);
        attention(tally, queries, tokens, d);
        // What the image is seen as is made anew in each layer.
        seen.attend(tally, queries, rows, d);
        feed(tally, queries, d, inner);
    });
    tally.norm(queries, d);
    tally.perceive(queries, &[2.0 * d, d, d]);
    // Boxes of all layers are made by one network.
    let parameters = tally.parameters;
    tally.times(layers - 1.0, |tally| {
        boxes(tally, queries, d);
        tally.perceive(queries, &[2.0 * d, d, d]);
    });
    tally.parameters = parameters;
    boxes(&mut tally, queries, d);
    tally.products += 2.0 * queries * tokens * d;
    with_text(&tally, &input, tokens)
}

/// Says at how many tokens of text.
fn with_text(tally: &Tally, input: &Input, tokens: f64) -> Result<Found, Refused> {
    let mut read = image(tally, input)?;
    let tokens = u64::from(crate::import::network::rounded(tokens));
    read.notes.insert(0, Note::Sought(tokens));
    Ok(read)
}

/// OWL-ViT, for one text.
pub(super) fn owl(config: Fields<'_>) -> Result<Found, Refused> {
    let mut tally = Tally::default();
    let Counted::Network(tower) = plain::read(config)?.counted else {
        return Err(missing("vision_config"));
    };
    tally.include(&tower);
    let nothing = Value::Null;
    let sees = config.inside("vision_config").unwrap_or(Fields(&nothing));
    let second = config.word("model_type") == Some("owlv2");
    let (patch, side) = if second { (16.0, 960.0) } else { (32.0, 768.0) };
    let input = Input::read(sees, side)?;
    let patch = sees.or("patch_size", patch)?;
    let d = sees.or("hidden_size", 768.0)?;
    let places = (input.rows / patch).floor() * (input.columns / patch).floor();
    let reader = config.inside("text_config").unwrap_or(Fields(&nothing));
    let tokens = reader.or("max_position_embeddings", 16.0)?;
    let (encoder, width) = text::tower(reader, text::CLIP, [512.0, 12.0, 2048.0, 49_408.0, 16.0])?;
    reads(&mut tally, &encoder, tokens);
    let joined = config.or("projection_dim", 512.0)?;
    tally.linear(1.0, width, joined, false);
    tally.norm(places, d);
    tally.linear(places, d, joined, true);
    tally.linear(places, d, 1.0, true);
    tally.linear(places, d, 1.0, true);
    tally.perceive(places, &[d, d, d, 4.0]);
    if second {
        tally.perceive(places, &[d, d, d, 1.0]);
    }
    with_text(&tally, &input, tokens)
}

//! Encoders of text.
//!
//! ```text
//! d width, L layers, f feed-forward width
//!
//! token       2 L (4 d^2 + 2 d f) products (gated 3 d f), 4 d L attention a token
//! traffic     L (24 d + 4 f) + 28 d bytes a token; scores that are written out, 11 a head and pair
//! alive       4 f + 6 d a token
//! kernels     13 L + 10
//! ```

use super::found;
use crate::import::network::fields::{Fields, missing};
use crate::import::network::{Found, Refused, rounded};
use crate::import::{self, config_json};
use crate::parameters;
use crate::quantity::{Bytes, Flops};
use crate::vision::counted::Counted;
use crate::vision::text::Encoder;
use serde_json::{Value, json};

/// What a family has beside others.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of an architecture"
)]
#[derive(Clone, Copy)]
struct Texts {
    name: &'static str,
    /// Whether a layer pools the first token in the end.
    pools: bool,
    /// Whether products of attention have biases; those of the feed-forward.
    biases: (bool, bool),
    /// Whether the feed-forward multiplies two.
    gated: bool,
    /// Parameters of a norm, a width; norms beside two a layer, less those that are not there.
    norm: f64,
    norms: f64,
    /// Whether places are vectors.
    places: bool,
    /// Whether scores get biases of places, and are written out for that.
    scores: bool,
    /// Whether scores are made with vectors of places, too: three products in the place of one.
    apart: bool,
    /// Whether all layers have the same weights.
    shared: bool,
}

const BERT: Texts = Texts {
    name: "bert",
    pools: true,
    biases: (true, true),
    gated: false,
    norm: 2.0,
    norms: 1.0,
    places: true,
    scores: false,
    apart: false,
    shared: false,
};
/// The tower of CLIP that reads.
pub(super) const CLIP: &str = "clip_text_model";
const T5: Texts = Texts {
    name: "t5",
    pools: false,
    biases: (false, false),
    norm: 1.0,
    places: false,
    scores: true,
    ..BERT
};
const DEBERTA: Texts = Texts {
    name: "deberta-v2",
    pools: false,
    places: false,
    scores: true,
    apart: true,
    norms: 2.0,
    ..BERT
};
const NEW: Texts = Texts {
    name: "new",
    pools: false,
    gated: true,
    places: false,
    ..BERT
};
const ELECTRA: Texts = Texts {
    name: "electra",
    pools: false,
    ..BERT
};

const TEXTS: [Texts; 23] = [
    BERT,
    Texts {
        name: CLIP,
        pools: false,
        ..BERT
    },
    Texts {
        name: "roberta",
        ..BERT
    },
    Texts {
        name: "xlm-roberta",
        ..BERT
    },
    Texts {
        name: "camembert",
        ..BERT
    },
    // A norm stands before each half, and one in the end.
    Texts {
        name: "roberta-prelayernorm",
        norms: 2.0,
        ..BERT
    },
    Texts {
        name: "megatron-bert",
        norms: 1.0,
        ..BERT
    },
    Texts {
        name: "xlm-roberta-xl",
        norms: 1.0,
        ..BERT
    },
    Texts {
        name: "bert-generation",
        pools: false,
        ..BERT
    },
    Texts {
        name: "mpnet",
        scores: true,
        ..BERT
    },
    Texts {
        name: "distilbert",
        pools: false,
        ..BERT
    },
    ELECTRA,
    Texts {
        name: "albert",
        shared: true,
        ..BERT
    },
    DEBERTA,
    Texts {
        name: "deberta",
        ..DEBERTA
    },
    Texts {
        name: "rembert",
        ..BERT
    },
    Texts {
        name: "jina_embeddings_v3",
        places: false,
        ..BERT
    },
    Texts { name: "gte", ..NEW },
    T5,
    Texts { name: "umt5", ..T5 },
    Texts { name: "mt5", ..T5 },
    NEW,
    Texts {
        name: "nomic_bert",
        biases: (false, false),
        ..NEW
    },
];

/// Their names, and that of the one with a form of its own.
pub(super) const FAMILIES: &[&str] = &{
    let mut names = ["modernbert"; TEXTS.len() + 1];
    let mut rest: &[Texts] = &TEXTS;
    let mut room: &mut [&str] = &mut names;
    while let ([first, others @ ..], [place, after @ ..]) = (rest, room) {
        *place = first.name;
        rest = others;
        room = after;
    }
    names
};

/// Bytes a head and pair of tokens that scores take where they are written out.
const WRITTEN: f64 = 11.0;

/// Counts a file; of one with two towers the one that reads, of an encoder and a decoder the encoder.
pub(super) fn read(config: Fields<'_>) -> Result<Found, Refused> {
    let family = config.word("model_type").unwrap_or_default();
    if family == "modernbert" {
        return modern(config);
    }
    let of = TEXTS.iter().find(|of| of.name == family).unwrap_or(&BERT);
    let width = config.count(&["hidden_size", "dim", "d_model", "n_embd"])?;
    let layers = config.count(&["num_hidden_layers", "n_layers", "num_layers", "n_layer"])?;
    let inner = config.count(&["intermediate_size", "hidden_dim", "d_ff", "n_inner"])?;
    let vocabulary = config.count(&["vocab_size"])?;
    let heads = config
        .maybe(&["num_attention_heads", "n_heads", "num_heads", "n_head"])?
        .unwrap_or(12.0);
    let turned = config.word("position_embedding_type") == Some("rotary");
    let places = if of.places && !turned {
        config.count(&["max_position_embeddings"])?
    } else {
        0.0
    };
    let types = config.many("type_vocab_size")?;
    let entry = config
        .maybe(&["embedding_size", "input_embedding_size"])?
        .unwrap_or(width);
    let within = heads * config.or("d_kv", width / heads)?;
    let named = config.word("feed_forward_proj").unwrap_or_default();
    let gated = of.gated || named.starts_with("gated");
    let feeds = if gated { 3.0 } else { 2.0 };
    let attention = 4.0 * width * within + if of.biases.0 { 4.0 * width } else { 0.0 };
    let feed = feeds * width * inner
        + match (of.biases.1, gated) {
            (false, _) => 0.0,
            (true, false) => inner + width,
            (true, true) => width,
        };
    let one = attention + feed + 2.0 * of.norm * width;
    let offsets = match of.name {
        "deberta-v2" => {
            let rows = config.or("position_buckets", 256.0)?;
            2.0 * rows * width
        }
        // Places have products of their own in each layer, and no norm.
        "deberta" => {
            let rows = config.or("max_position_embeddings", 512.0)?;
            2.0 * (rows - 1.0) * width + 2.0 * layers * width * width
        }
        // Each of its layers has biases of its own.
        "umt5" => heads * config.or("relative_attention_num_buckets", 32.0)? * layers,
        _ if of.scores => heads * config.or("relative_attention_num_buckets", 32.0)?,
        _ => 0.0,
    };
    // Vectors of two towers are compared in a width of their own.
    let made = config
        .0
        .get("architectures")
        .and_then(|all| all.get(0)?.as_str());
    let aimed = if of.name == CLIP && made.is_some_and(|made| made.ends_with("Projection")) {
        width * config.or("projection_dim", 512.0)?
    } else {
        0.0
    };
    let projected = if entry.total_cmp(&width).is_ne() {
        entry * width + width
    } else {
        0.0
    };
    let parameters = (vocabulary + places + types) * entry
        + of.norms * of.norm * entry
        + projected
        + offsets
        + if of.shared { one } else { layers * one }
        + if of.pools { width * width + width } else { 0.0 }
        + aimed;
    let products = 2.0 * layers * (4.0 * width * within + feeds * width * inner);
    let scored = if of.apart { 3.0 } else { 1.0 };
    let written = if of.scores {
        WRITTEN * heads * layers
    } else {
        0.0
    };
    let traffic = layers * (24.0 * width + 4.0 * inner * (feeds - 1.0)) + 28.0 * width;
    let each = 13.0 + if of.scores { 5.0 } else { 0.0 };
    encoder(&Encoder {
        parameters,
        embeddings: vocabulary * entry,
        linear: Flops::new(products),
        attention: Flops::new(4.0 * within * layers * scored),
        causal: of.name == CLIP,
        traffic: Bytes::new(traffic),
        square_traffic: Bytes::new(written * scored),
        kernels: rounded(each * layers + 10.0),
        alive: Bytes::new(4.0 * inner * (feeds - 1.0) + 6.0 * width),
    })
}

/// The tower that reads of a whole whose file may leave out what is as in its class: width, layers,
/// inner features, vocabulary and places. With its width.
pub(super) fn tower(
    config: Fields<'_>,
    family: &str,
    [width, layers, inner, vocabulary, places]: [f64; 5],
) -> Result<(Encoder, f64), Refused> {
    let mut whole = json!({
        "hidden_size": width, "num_hidden_layers": layers, "intermediate_size": inner,
        "vocab_size": vocabulary, "max_position_embeddings": places,
        "type_vocab_size": if family == BERT.name { 2 } else { 0 },
    });
    let known = config
        .word("model_type")
        .filter(|own| FAMILIES.contains(own));
    let family = known.unwrap_or(family);
    if let Some((whole, own)) = whole.as_object_mut().zip(config.0.as_object()) {
        let said = own.iter().filter(|(_, value)| !value.is_null());
        whole.extend(said.map(|(name, value)| (name.clone(), value.clone())));
    }
    if let Some(whole) = whole.as_object_mut() {
        whole.insert("model_type".to_owned(), family.into());
    }
    match read(Fields(&whole))?.counted {
        Counted::Encoder(encoder) => Ok((encoder, Fields(&whole).or("hidden_size", width)?)),
        _ => Err(missing("text_config")),
    }
}

/// Kernels of a layer of a language model, and bytes a token and width that its layer moves.
const KERNELS: f64 = 40.0;
const LAYER: f64 = 100.0;

/// A language model whose last layer is read; its head is not run, and `kept` or not. Traffic and
/// memory are those of the records of five. With it, whether its family is known.
pub(in crate::import::network) fn language(config: &Value, kept: bool) -> Option<(Encoder, bool)> {
    let text = serde_json::to_vec(config).ok()?;
    let read = config_json::read(&text).ok()?;
    let strange = |note: &import::Note| matches!(note, import::Note::UnfamiliarFamily { .. });
    let known = !read.notes.iter().any(strange);
    let model = read.model;
    let counts = parameters::count(&model);
    let inside = Fields(config.get("text_config").unwrap_or(config));
    let width = f64::from(model.hidden_size);
    let layers = inside
        .count(&["num_hidden_layers", "n_layer", "num_layers"])
        .ok()?;
    let heads = inside
        .count(&["num_attention_heads", "n_head", "num_heads"])
        .ok()?;
    let within = heads * inside.or("head_dim", (width / heads).floor()).ok()?;
    let inner = inside.or("intermediate_size", 4.0 * width).ok()?;
    let head = if kept || model.tied_embeddings {
        0.0
    } else {
        counts.head
    };
    let encoder = Encoder {
        parameters: counts.total - head,
        embeddings: counts.embedding,
        linear: Flops::new(2.0 * (counts.active - counts.head).max(0.0)),
        attention: Flops::new(4.0 * within * layers),
        causal: !inside.is("use_bidirectional_attention", false),
        traffic: Bytes::new(LAYER * (width + within) * layers),
        square_traffic: Bytes::ZERO,
        kernels: rounded(KERNELS * layers),
        alive: Bytes::new(8.0 * inner + 2.0 * width),
    };
    Some((encoder, known))
}

/// `ModernBERT`: angles for places, gates, no biases. Its traffic is that of its two records.
fn modern(config: Fields<'_>) -> Result<Found, Refused> {
    let width = config.count(&["hidden_size"])?;
    let layers = config.count(&["num_hidden_layers"])?;
    let inner = config.count(&["intermediate_size"])?;
    let vocabulary = config.count(&["vocab_size"])?;
    let one = 4.0 * width * width + 3.0 * width * inner;
    encoder(&Encoder {
        // Two norms a layer but in the first, which has one; one before and one behind all.
        parameters: vocabulary * width + layers * (one + 2.0 * width) + width,
        embeddings: vocabulary * width,
        linear: Flops::new(2.0 * layers * one),
        attention: Flops::new(4.0 * width * layers),
        causal: false,
        traffic: Bytes::new(201.0 * width * layers),
        square_traffic: Bytes::ZERO,
        kernels: rounded(28.0 * layers + 37.0),
        alive: Bytes::new(32.0 * width),
    })
}

fn encoder(encoder: &Encoder) -> Result<Found, Refused> {
    found(&Counted::Encoder(*encoder), Vec::new())
}

//! The `config.json` of transformers that read images or texts, counted by their closed form.
//!
//! ```text
//! d width, L layers, f feed-forward width, N tokens of an image (patches, further ones), n a text's
//!
//! layer       4 d^2 + 4 d + 2 d f + f + d + 4 d                      parameters
//! image       2 N L (4 d^2 + 2 d f) products, 4 d N^2 L attention, 2 patches 3 p^2 d convolution
//! traffic     products N (16 d + 4 f) L, norms 4 N d (2 L + 1), pointwise 4 N f L + 6 N d (2 L + 1),
//!             copies 4 N d (L + 1)                                   bytes in 16 bit
//! alive       2 x 3 side^2 + N (4 f + 8 d) of an image, 4 f + 6 d of a token
//! kernels     11 L + 5 of an image, 13 L + 10 of a text
//! ```
//!
//! Work, parameters, memory and kernels are those that the catalogue's records of the same families
//! were counted to on empty tensors; a test holds both against each other.

use super::{Found, Note, Refused, rounded};
use crate::import::{shorten, trim};
use crate::quantity::{Bytes, Flops};
use crate::vision::counted::Counted;
use crate::vision::network::{Network, Traffic};
use crate::vision::text::Encoder;
use serde_json::Value;

/// The most bytes of a file.
pub(super) const MOST: usize = 1 << 20;

/// The largest width, depth, vocabulary or side that is believed.
const LARGEST: u64 = 1 << 24;

/// A family that reads images.
struct Images {
    name: &'static str,
    /// Tokens beside patches.
    further: f64,
    /// Whether it scales what each half of a layer adds.
    scaled: bool,
    /// Whether a norm stands before the layers, after patches without a bias.
    before: bool,
    /// Whether a last layer of attention pools the patches.
    pools: bool,
}

const PLAIN: Images = Images {
    name: "vit",
    further: 1.0,
    scaled: false,
    before: false,
    pools: false,
};

const CLIP: Images = Images {
    name: "clip",
    before: true,
    ..PLAIN
};

const SIGLIP: Images = Images {
    name: "siglip",
    further: 0.0,
    pools: true,
    ..PLAIN
};

const IMAGES: [Images; 7] = [
    PLAIN,
    Images {
        name: "deit",
        further: 2.0,
        ..PLAIN
    },
    Images {
        name: "dinov2",
        scaled: true,
        ..PLAIN
    },
    CLIP,
    Images {
        name: "clip_vision_model",
        ..CLIP
    },
    SIGLIP,
    Images {
        name: "siglip_vision_model",
        ..SIGLIP
    },
];

/// Families that read texts, and whether a layer pools the first token in the end.
const TEXTS: [(&str, bool); 6] = [
    ("bert", true),
    ("roberta", true),
    ("xlm-roberta", true),
    ("camembert", true),
    ("mpnet", true),
    ("distilbert", false),
];

/// Reads a whole file.
pub(super) fn read(bytes: &[u8]) -> Result<Found, Refused> {
    let config: Value = serde_json::from_slice(trim(bytes)).map_err(|_| Refused::Json)?;
    // A file of timm names its network in another field.
    let named = config
        .get("model_type")
        .or_else(|| config.get("architecture"));
    let Some(family) = named.and_then(Value::as_str) else {
        return Err(missing("model_type"));
    };
    if let Some(of) = IMAGES.iter().find(|of| of.name == family) {
        let tower = config.get("vision_config").unwrap_or(&config);
        return image(of, &config, tower);
    }
    if let Some((_, pools)) = TEXTS.iter().find(|(name, _)| *name == family) {
        return text(&config, *pools);
    }
    Err(Refused::Family {
        name: shorten(family),
    })
}

fn missing(name: &str) -> Refused {
    Refused::Field {
        name: name.to_owned(),
    }
}

/// A count of the file under the first of these names that it has; `None` where it has none.
fn maybe(config: &Value, names: &[&str]) -> Result<Option<f64>, Refused> {
    let Some((name, value)) = names
        .iter()
        .find_map(|name| Some((name, config.get(name).filter(|value| !value.is_null())?)))
    else {
        return Ok(None);
    };
    let count = value.as_u64().filter(|count| (1..=LARGEST).contains(count));
    #[expect(clippy::cast_precision_loss, reason = "at most 2^24")]
    count
        .map(|count| Some(count as f64))
        .ok_or_else(|| missing(name))
}

fn count(config: &Value, names: &[&str]) -> Result<f64, Refused> {
    maybe(config, names)?.ok_or_else(|| missing(names.first().copied().unwrap_or_default()))
}

/// Parameters of a layer: attention, feed-forward, two norms, all with their biases.
fn layer(width: f64, inner: f64) -> f64 {
    4.0 * width * width + 9.0 * width + 2.0 * width * inner + inner
}

fn image(of: &Images, whole: &Value, config: &Value) -> Result<Found, Refused> {
    let width = count(config, &["hidden_size"])?;
    let layers = count(config, &["num_hidden_layers"])?;
    let side = count(config, &["image_size"])?;
    let patch = count(config, &["patch_size"])?;
    let channels = maybe(config, &["num_channels"])?.unwrap_or(3.0);
    let ratio = maybe(config, &["mlp_ratio"])?.unwrap_or(4.0);
    let inner = maybe(config, &["intermediate_size"])?.unwrap_or(ratio * width);
    let patches = (side / patch).floor().powi(2);
    if patches < 1.0 {
        return Err(missing("patch_size"));
    }
    let tokens = patches + of.further;
    let window = channels * patch * patch * width;
    let classes = classes(whole);
    let out = maybe(whole, &["projection_dim"])?.filter(|_| of.before);
    let head =
        classes.map_or(0.0, |classes| (width + 1.0) * classes) + out.map_or(0.0, |out| width * out);
    let norms = 2.0 * layers + 1.0 + f64::from(u8::from(of.before));
    let halves = if of.scaled { 2.0 * layers } else { 0.0 };
    let parameters = window
        + if of.before { 0.0 } else { width }
        + of.further * width
        + tokens * width
        + layers * layer(width, inner)
        + (norms - 2.0 * layers) * 2.0 * width
        + halves * width
        + if of.pools {
            layer(width, inner) - width
        } else {
            0.0
        }
        + head;
    let products = 2.0 * tokens * layers * (4.0 * width * width + 2.0 * width * inner)
        + if of.pools {
            4.0 * (tokens + 1.0) * width * width + 4.0 * width * inner
        } else {
            0.0
        }
        + 2.0 * classes.map_or(0.0, |classes| width * classes)
        + 2.0 * out.map_or(0.0, |out| width * out);
    let row = tokens * width;
    let picture = 2.0 * channels * side * side;
    let traffic = Traffic {
        products: layers * tokens * (16.0 * width + 4.0 * inner) + picture + 2.0 * patches * width,
        norm: norms * 4.0 * row,
        pointwise: 4.0 * tokens * inner * layers
            + 6.0 * row * (2.0 * layers + 1.0)
            + halves * 4.0 * row,
        copy: 4.0 * row * (layers + 1.0),
        ..Traffic::default()
    };
    let counted = Counted::Network(Network {
        parameters,
        resolution: rounded(side),
        products: Flops::new(products),
        convolutions: Flops::new(2.0 * patches * window),
        grouped: Flops::ZERO,
        depthwise: Flops::ZERO,
        attention: Flops::new(4.0 * width * tokens * tokens * layers),
        traffic: Some(traffic),
        kernels: rounded(11.0 * layers + 5.0 + halves),
        alive: Some(Bytes::new(picture + tokens * (4.0 * inner + 8.0 * width))),
    });
    let side = u64::from(rounded(side));
    found(counted, vec![Note::Sides(side, side)])
}

/// Classes of the last layer: `None` of a file whose model ends in vectors.
fn classes(config: &Value) -> Option<f64> {
    let ends = config.get("architectures")?.get(0)?.as_str()?;
    let labels = config.get("id2label").and_then(Value::as_object);
    let labels = labels.map_or(2, serde_json::Map::len);
    let labels = u32::try_from(labels).ok()?;
    (ends.len() >= CLASSIFIER.len() && ends.ends_with(CLASSIFIER)).then_some(f64::from(labels))
}

/// The end of the class of a model with such a layer.
const CLASSIFIER: &str = "ForImageClassification";

fn text(config: &Value, pools: bool) -> Result<Found, Refused> {
    let width = count(config, &["hidden_size", "dim"])?;
    let layers = count(config, &["num_hidden_layers", "n_layers"])?;
    let inner = count(config, &["intermediate_size", "hidden_dim"])?;
    let vocabulary = count(config, &["vocab_size"])?;
    let positions = count(config, &["max_position_embeddings"])?;
    let types = maybe(config, &["type_vocab_size"])?.unwrap_or(0.0);
    let pooler = if pools { width * width + width } else { 0.0 };
    let parameters = (vocabulary + positions + types) * width
        + 2.0 * width
        + layers * layer(width, inner)
        + pooler;
    let traffic = layers * (24.0 * width + 4.0 * inner) + 28.0 * width;
    let counted = Counted::Encoder(Encoder {
        parameters,
        embeddings: vocabulary * width,
        linear: Flops::new(2.0 * layers * (4.0 * width * width + 2.0 * width * inner)),
        attention: Flops::new(4.0 * width * layers),
        causal: false,
        traffic: Bytes::new(traffic),
        square_traffic: Bytes::ZERO,
        kernels: rounded(13.0 * layers + 10.0),
        alive: Bytes::new(4.0 * inner + 6.0 * width),
    });
    found(counted, Vec::new())
}

fn found(counted: Counted, mut notes: Vec<Note>) -> Result<Found, Refused> {
    notes.push(Note::Shape);
    let counted = counted.checked().ok_or(Refused::NoWork)?;
    Ok(Found { counted, notes })
}

//! Plain transformers that read images: one grid of patches from the first layer to the last.
//!
//! ```text
//! d width, L layers, f feed-forward width, N tokens of an image (patches, further ones)
//!
//! layer       4 d^2 + 4 d + 2 d f + f + d + 4 d                      parameters (gated 3 d f)
//! image       2 N L (4 d^2 + 2 d f) products, 4 d N^2 L attention, 2 patches 3 p^2 d convolution
//! traffic     products N (16 d + 4 f) L, norms 4 N d (2 L + 1), pointwise 4 N f L + 6 N d (2 L + 1),
//!             copies 4 N d (L + 1)                                   bytes in 16 bit
//! alive       2 x 3 side^2 + N (4 f + 8 d) of an image
//! kernels     11 L + 5
//! ```
//!
//! Work, parameters, memory and kernels are those that the catalogue's records of the same families
//! were counted to on empty tensors; a test holds both against each other.

use super::found;
use crate::import::network::fields::{Fields, missing};
use crate::import::network::{Found, Note, Refused, rounded};
use crate::quantity::{Bytes, Flops};
use crate::vision::counted::Counted;
use crate::vision::network::{Network, Traffic};

/// What a family has beside others.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of an architecture"
)]
#[derive(Clone, Copy)]
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
    /// Whether a vector stands for a hidden patch.
    mask: bool,
    /// Whether places are vectors; else angles, or biases of each layer.
    places: bool,
    /// Whether places are biases of each layer.
    biases: bool,
    /// Whether keys have a bias.
    keys: bool,
    /// Sides of a patch and of the image of its class, where a tower is said by its name alone.
    usual: (f64, f64),
}

const PLAIN: Images = Images {
    name: "vit",
    further: 1.0,
    scaled: false,
    before: false,
    pools: false,
    mask: false,
    places: true,
    biases: false,
    keys: true,
    usual: (16.0, 224.0),
};
const CLIP: Images = Images {
    name: "clip",
    before: true,
    usual: (32.0, 224.0),
    ..PLAIN
};
const SIGLIP: Images = Images {
    name: "siglip",
    further: 0.0,
    pools: true,
    ..PLAIN
};
const BEIT: Images = Images {
    name: "beit",
    scaled: true,
    places: false,
    biases: true,
    keys: false,
    ..PLAIN
};
const DINO: Images = Images {
    name: "dinov2",
    scaled: true,
    mask: true,
    ..PLAIN
};

const IMAGES: [Images; 21] = [
    PLAIN,
    Images {
        name: "vit_mae",
        ..PLAIN
    },
    Images {
        name: "vit_msn",
        ..PLAIN
    },
    Images {
        name: "ijepa",
        further: 0.0,
        ..PLAIN
    },
    Images {
        name: "deit",
        further: 2.0,
        ..PLAIN
    },
    BEIT,
    Images {
        name: "data2vec-vision",
        ..BEIT
    },
    DINO,
    Images {
        name: "dinov2_with_registers",
        ..DINO
    },
    Images {
        name: "dinov3_vit",
        places: false,
        keys: false,
        ..DINO
    },
    CLIP,
    Images {
        name: "clip_vision_model",
        ..CLIP
    },
    Images {
        name: "chinese_clip",
        ..CLIP
    },
    Images {
        name: "metaclip_2",
        ..CLIP
    },
    Images {
        name: "clipseg",
        ..CLIP
    },
    Images {
        name: "owlvit",
        usual: (32.0, 768.0),
        ..CLIP
    },
    Images {
        name: "owlv2",
        usual: (16.0, 960.0),
        ..CLIP
    },
    SIGLIP,
    Images {
        name: "siglip_vision_model",
        ..SIGLIP
    },
    Images {
        name: "siglip2",
        ..SIGLIP
    },
    Images {
        name: "siglip2_vision_model",
        ..SIGLIP
    },
];

/// Their names.
pub(super) const FAMILIES: &[&str] = &{
    let mut names = [""; IMAGES.len()];
    let mut rest: &[Images] = &IMAGES;
    let mut room: &mut [&str] = &mut names;
    while let ([first, others @ ..], [place, after @ ..]) = (rest, room) {
        *place = first.name;
        rest = others;
        room = after;
    }
    names
};

/// Parameters of a layer: attention, feed-forward, two norms, all with their biases.
pub(super) fn layer(width: f64, inner: f64) -> f64 {
    4.0 * width * width + 9.0 * width + 2.0 * width * inner + inner
}

/// Rows and columns of the image.
fn sides(config: Fields<'_>, patch: f64, usual: Option<f64>) -> Result<(f64, f64), Refused> {
    if let Some(sides) = config.sides("image_size")? {
        return Ok(sides);
    }
    // As many patches as its table has places for.
    let patches = config.maybe(&["num_patches"])?;
    if let Some(side) = usual.filter(|_| patches.is_none()) {
        return Ok((side, side));
    }
    let patches = patches.ok_or_else(|| missing("image_size"))?;
    let side = patches.sqrt().floor() * patch;
    Ok((side, side))
}

/// Biases of a head: pairs of offsets, and three of the further token.
fn offsets(rows: f64, columns: f64) -> f64 {
    (2.0 * rows - 1.0).floor() * (2.0 * columns - 1.0).floor() + 3.0
}

/// A number of a file; of a tower, of which files leave out what is as in its class, that.
fn needed(whole: Fields<'_>, name: &str, usual: f64) -> Result<f64, Refused> {
    match whole.inside("vision_config") {
        Some(tower) => tower.or(name, usual),
        None => whole.count(&[name]),
    }
}

/// Counts a file; of one with two towers the one that sees.
pub(super) fn read(whole: Fields<'_>) -> Result<Found, Refused> {
    let family = whole.word("model_type").unwrap_or_default();
    let of = IMAGES.iter().find(|of| of.name == family).unwrap_or(&PLAIN);
    let tower = whole.inside("vision_config");
    let config = tower.unwrap_or(whole);
    let (patch, side) = of.usual;
    let width = needed(whole, "hidden_size", 768.0)?;
    let layers = needed(whole, "num_hidden_layers", 12.0)?;
    let patch = needed(whole, "patch_size", patch)?;
    let (rows, columns) = sides(config, patch, tower.map(|_| side))?;
    let channels = config.or("num_channels", 3.0)?;
    let ratio = config.ratio("mlp_ratio", 4.0)?;
    let inner = config
        .maybe(&["intermediate_size"])?
        .unwrap_or((ratio * width).round());
    let heads = config.or("num_attention_heads", 12.0)?;
    let gated = config.is("use_gated_mlp", false);
    let patches = (rows / patch).floor() * (columns / patch).floor();
    if patches < 1.0 {
        return Err(missing("patch_size"));
    }
    let further = of.further + config.many("num_register_tokens")?;
    let tokens = patches + further;
    let window = channels * patch * patch * width;
    let task = whole.made_for();
    // A student of a teacher has a layer for each.
    let heads_of_classes = match task {
        "ImageClassification" => 1.0,
        "ImageClassificationWithTeacher" => 2.0,
        _ => 0.0,
    };
    let classes = heads_of_classes * whole.labels();
    let out = whole.maybe(&["projection_dim"])?.filter(|_| of.before);
    let head = (width + 1.0) * classes + out.map_or(0.0, |out| width * out);
    let norms = 2.0 * layers + 1.0 + f64::from(u8::from(of.before));
    let halves = if of.scaled { 2.0 * layers } else { 0.0 };
    let biased = if of.biases {
        heads * offsets(rows / patch, columns / patch)
    } else {
        0.0
    };
    let third = if gated { width * inner + inner } else { 0.0 };
    let one = layer(width, inner) + third + biased - if of.keys { 0.0 } else { width };
    let parameters = window
        + if of.before { 0.0 } else { width }
        + further * width
        + if of.places { tokens * width } else { 0.0 }
        + if of.mask { width } else { 0.0 }
        + layers * one
        + (norms - 2.0 * layers) * 2.0 * width
        + halves * width
        + if of.pools {
            layer(width, inner) - width
        } else {
            0.0
        }
        + head;
    let feed = if gated { 3.0 } else { 2.0 };
    let products = 2.0 * tokens * layers * (4.0 * width * width + feed * width * inner)
        + if of.pools {
            4.0 * (tokens + 1.0) * width * width + 4.0 * width * inner
        } else {
            0.0
        }
        + 2.0 * width * classes
        + 2.0 * out.map_or(0.0, |out| width * out);
    let row = tokens * width;
    let picture = 2.0 * channels * rows * columns;
    let scores = if of.biases {
        heads * tokens * tokens * layers
    } else {
        0.0
    };
    let traffic = Traffic {
        products: layers * tokens * (16.0 * width + 4.0 * inner) + picture + 2.0 * patches * width,
        norm: norms * 4.0 * row,
        pointwise: 4.0 * tokens * inner * layers * (feed - 1.0)
            + 6.0 * row * (2.0 * layers + 1.0)
            + halves * 4.0 * row,
        // Biases are picked out of their table and laid out for every pair.
        copy: 4.0 * row * (layers + 1.0) + 6.0 * scores,
        ..Traffic::default()
    };
    let each = 11.0 + if of.biases { 3.0 } else { 0.0 } + 2.0 * (feed - 2.0);
    let counted = Counted::Network(Network {
        parameters,
        resolution: rounded((rows * columns).sqrt()),
        products: Flops::new(products),
        convolutions: Flops::new(2.0 * patches * window),
        grouped: Flops::ZERO,
        depthwise: Flops::ZERO,
        attention: Flops::new(4.0 * width * tokens * tokens * layers),
        traffic: Some(traffic),
        kernels: rounded(each * layers + 5.0 + halves),
        alive: Some(Bytes::new(picture + tokens * (4.0 * inner + 8.0 * width))),
    });
    let (rows, columns) = (rounded(rows), rounded(columns));
    found(
        &counted,
        vec![Note::Sides(u64::from(rows), u64::from(columns))],
    )
}

//! The header of a safetensors file: names and shapes of its tensors, of which parameters follow to
//! the last one, and the shape of three architectures: plain transformers that read images, encoders
//! of text, residual networks. Weights pass by.

use super::config::counted;
use super::fields::Fields;
use super::{Found, Refused};
use crate::vision::counted::Counted;
use serde_json::{Map, Value, json};

/// The most bytes of a header.
const MOST: usize = 4 << 20;
/// The most tensors of a header.
const MOST_TENSORS: usize = 65_536;

/// A header being read.
#[derive(Debug, Default)]
pub(super) struct Reader {
    bytes: Vec<u8>,
    length: Option<usize>,
}

/// Whether a file begins as one of these does: a length whose upper bytes are zero, an object.
pub(super) fn begins(bytes: &[u8]) -> bool {
    matches!(bytes, [_, _, _, _, 0, 0, 0, 0, b'{', ..])
}

impl Reader {
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        let needed = self.length.unwrap_or(8).saturating_sub(self.bytes.len());
        if self.length.is_some() && needed == 0 {
            return Ok(());
        }
        let (now, rest) = bytes.split_at(needed.min(bytes.len()));
        self.bytes.extend_from_slice(now);
        if self.length.is_none()
            && let Some(head) = self.bytes.first_chunk::<8>()
        {
            let length = usize::try_from(u64::from_le_bytes(*head)).unwrap_or(usize::MAX);
            if length > MOST {
                return Err(Refused::TooLarge);
            }
            self.length = Some(length + 8);
            return self.push(rest);
        }
        Ok(())
    }

    pub(super) fn finish(&self) -> Result<Found, Refused> {
        let length = self.length.ok_or(Refused::Cut)?;
        if self.bytes.len() < length {
            return Err(Refused::Cut);
        }
        let header = self.bytes.get(8..).unwrap_or_default();
        let header: Map<String, Value> =
            serde_json::from_slice(header).map_err(|_| Refused::Damaged)?;
        if header.len() > MOST_TENSORS {
            return Err(Refused::TooLarge);
        }
        Tensors::of(&header)?.found()
    }
}

/// Tensors by name.
struct Tensors<'a>(Vec<(&'a str, Vec<u64>)>);

/// Buffers that are no parameters.
const BUFFERS: [&str; 4] = [
    "running_mean",
    "running_var",
    "num_batches_tracked",
    "position_ids",
];
/// Ends of the names of the product that widens, one a layer.
const WIDENS: [&str; 3] = [
    "mlp.fc1.weight",
    "intermediate.dense.weight",
    "ffn.lin1.weight",
];

impl<'a> Tensors<'a> {
    fn of(header: &'a Map<String, Value>) -> Result<Self, Refused> {
        let mut all = Vec::new();
        for (name, value) in header {
            if name == "__metadata__" {
                continue;
            }
            let shape = value.get("shape").and_then(Value::as_array);
            let sizes = shape.and_then(|shape| {
                let few = shape.len() <= 8;
                let sizes = shape.iter().map(Value::as_u64).collect::<Option<Vec<_>>>();
                sizes.filter(|_| few)
            });
            all.push((name.as_str(), sizes.ok_or(Refused::Damaged)?));
        }
        Ok(Self(all))
    }

    fn parameters(&self) -> f64 {
        let tensors = self.0.iter();
        let tensors = tensors.filter(|(name, _)| !BUFFERS.iter().any(|end| name.ends_with(end)));
        tensors.map(|(_, sizes)| elements(sizes)).sum()
    }

    /// The sizes of the first tensor whose name fits.
    fn first(&self, fits: impl Fn(&str) -> bool) -> Option<&[u64]> {
        let found = self.0.iter().find(|(name, _)| fits(name));
        found.map(|(_, sizes)| sizes.as_slice())
    }

    fn found(&self) -> Result<Found, Refused> {
        let config = self.seeing().or_else(|| self.reading());
        let config = config.or_else(|| self.residual()).ok_or(Refused::Tensors)?;
        let mut found = counted(Fields(&config))?;
        let parameters = self.parameters();
        match &mut found.counted {
            Counted::Network(of) => of.parameters = parameters,
            Counted::Encoder(of) => of.parameters = parameters.max(of.embeddings),
            Counted::Listener(_) | Counted::Pipeline(_) => return Err(Refused::Tensors),
        }
        found.counted = found.counted.checked().ok_or(Refused::NoWork)?;
        Ok(found)
    }

    /// Layers, and the width that each widens to.
    fn layers(&self) -> Option<(usize, u64)> {
        let widens = |name: &str| WIDENS.iter().any(|end| name.ends_with(end));
        let layers = self.0.iter().filter(|(name, _)| widens(name)).count();
        let inner = *self.first(widens)?.first()?;
        (layers > 0).then_some((layers, inner))
    }

    /// A plain transformer that reads images.
    fn seeing(&self) -> Option<Value> {
        let patches = self.0.iter().find(|(name, sizes)| {
            name.contains("patch")
                && matches!(sizes.as_slice(), [_, 1..=4, side, other] if side == other)
        });
        let [width, channels, patch, _] = patches?.1.as_slice() else {
            return None;
        };
        let (layers, inner) = self.layers()?;
        let places =
            self.first(|name| name.contains("pos_embed") || name.contains("position_embedding"))?;
        let places = match places {
            [1, places, _] | [places, _] => *places,
            _ => return None,
        };
        // What is beside a square of patches are further tokens.
        let side = places.isqrt();
        let classes = self.first(|name| matches!(name, "head.weight" | "classifier.weight"));
        let classes = classes.and_then(|sizes| sizes.first().copied());
        let mut config = json!({
            "model_type": "vit",
            "hidden_size": width,
            "num_hidden_layers": layers,
            "intermediate_size": inner,
            "image_size": side.saturating_mul(*patch),
            "patch_size": patch,
            "num_channels": channels,
        });
        if let (Some(classes), Some(object)) = (classes, config.as_object_mut()) {
            name_classes(object, classes);
        }
        Some(config)
    }

    /// An encoder of text.
    fn reading(&self) -> Option<Value> {
        let words = self.first(|name| name.ends_with("word_embeddings.weight"))?;
        let [vocabulary, width] = words else {
            return None;
        };
        let places = self.first(|name| name.ends_with("position_embeddings.weight"))?;
        let (layers, inner) = self.layers()?;
        Some(json!({
            "model_type": "bert",
            "hidden_size": width,
            "num_hidden_layers": layers,
            "intermediate_size": inner,
            "vocab_size": vocabulary,
            "max_position_embeddings": places.first()?,
        }))
    }

    /// A residual network, by the names of torchvision and timm.
    fn residual(&self) -> Option<Value> {
        let first = *self.first(|name| name == "conv1.weight")?.first()?;
        let narrow = self.first(|name| name == "layer1.0.conv3.weight").is_some();
        let last = if narrow { "conv3" } else { "conv2" };
        let (mut widths, mut depths) = (Vec::new(), Vec::new());
        for stage in 1..=4 {
            let start = format!("layer{stage}.");
            let end = format!(".{last}.weight");
            let fits = |name: &str| name.starts_with(&start) && name.ends_with(&end);
            widths.push(*self.first(fits)?.first()?);
            depths.push(self.0.iter().filter(|(name, _)| fits(name)).count());
        }
        let mut config = json!({
            "model_type": "resnet",
            "embedding_size": first,
            "hidden_sizes": widths,
            "depths": depths,
            "layer_type": if narrow { "bottleneck" } else { "basic" },
        });
        let classes = self.first(|name| name == "fc.weight");
        if let (Some(classes), Some(object)) = (classes, config.as_object_mut()) {
            name_classes(object, classes.first().copied()?);
        }
        Some(config)
    }
}

fn elements(sizes: &[u64]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a count of weights")]
    let sizes = sizes.iter().map(|size| *size as f64);
    sizes.product()
}

/// Gives a config a last layer of so many classes.
fn name_classes(config: &mut Map<String, Value>, classes: u64) {
    let named = (0..classes.min(1 << 16)).map(|at| (at.to_string(), Value::Null));
    config.insert("id2label".to_owned(), Value::Object(named.collect()));
    let class = json!(["AnyForImageClassification"]);
    config.insert("architectures".to_owned(), class);
}

#[cfg(test)]
mod tests {
    use super::super::{Note, Nothing, Reader};
    use super::*;

    fn file(tensors: &[(&str, &[u64])]) -> Vec<u8> {
        let mut header = Map::new();
        for (name, shape) in tensors {
            let tensor = json!({"dtype": "F16", "shape": shape, "data_offsets": [0, 0]});
            header.insert((*name).to_owned(), tensor);
        }
        let text = serde_json::to_vec(&header).expect("an object");
        let length = u64::try_from(text.len()).expect("short");
        [length.to_le_bytes().as_slice(), &text, b"weights"].concat()
    }

    fn read(bytes: &[u8], chunk: usize) -> Result<Found, Refused> {
        let mut reader = Reader::new();
        for chunk in bytes.chunks(chunk) {
            reader.push(chunk)?;
        }
        reader.finish(&Nothing)
    }

    /// The tensors of a small transformer by timm's names: their sum, and the work of its config.
    #[test]
    fn a_transformer_is_told_by_its_shapes() {
        let (d, f) = (192, 768);
        let mut tensors: Vec<(String, Vec<u64>)> = vec![
            ("cls_token".into(), vec![1, 1, d]),
            ("pos_embed".into(), vec![1, 197, d]),
            ("patch_embed.proj.weight".into(), vec![d, 3, 16, 16]),
            ("patch_embed.proj.bias".into(), vec![d]),
            ("norm.weight".into(), vec![d]),
            ("norm.bias".into(), vec![d]),
            ("head.weight".into(), vec![1000, d]),
            ("head.bias".into(), vec![1000]),
        ];
        for layer in 0..12 {
            for (name, shape) in [
                ("norm1.weight", vec![d]),
                ("norm1.bias", vec![d]),
                ("attn.qkv.weight", vec![3 * d, d]),
                ("attn.qkv.bias", vec![3 * d]),
                ("attn.proj.weight", vec![d, d]),
                ("attn.proj.bias", vec![d]),
                ("norm2.weight", vec![d]),
                ("norm2.bias", vec![d]),
                ("mlp.fc1.weight", vec![f, d]),
                ("mlp.fc1.bias", vec![f]),
                ("mlp.fc2.weight", vec![d, f]),
                ("mlp.fc2.bias", vec![d]),
            ] {
                tensors.push((format!("blocks.{layer}.{name}"), shape));
            }
        }
        let tensors: Vec<(&str, &[u64])> = tensors
            .iter()
            .map(|(name, shape)| (name.as_str(), shape.as_slice()))
            .collect();
        let bytes = file(&tensors);
        for chunk in [1, 5, 9, 4096] {
            let found = read(&bytes, chunk).expect("a network");
            let Counted::Network(network) = found.counted else {
                panic!("reads images");
            };
            // deit_tiny_patch16_224, as its record.
            assert!((network.parameters - 5_717_416.0).abs() < 0.5);
            assert!((network.products.get() / 2_091_899_904.0 - 1.0).abs() < 1e-4);
            assert_eq!(found.notes, [Note::Sides(224, 224), Note::Shape]);
        }
    }

    /// ResNet-18 by torchvision's names, and what is not told.
    #[test]
    fn residual_networks_and_refusals() {
        let mut tensors: Vec<(String, Vec<u64>)> = vec![
            ("conv1.weight".into(), vec![64, 3, 7, 7]),
            ("bn1.running_mean".into(), vec![64]),
            ("fc.weight".into(), vec![1000, 512]),
        ];
        for (stage, width) in [(1, 64), (2, 128), (3, 256), (4, 512)] {
            for block in 0..2 {
                let name = format!("layer{stage}.{block}");
                tensors.push((format!("{name}.conv1.weight"), vec![width, width, 3, 3]));
                tensors.push((format!("{name}.conv2.weight"), vec![width, width, 3, 3]));
            }
        }
        let tensors: Vec<(&str, &[u64])> = tensors
            .iter()
            .map(|(name, shape)| (name.as_str(), shape.as_slice()))
            .collect();
        let bytes = file(&tensors);
        let found = read(&bytes, 64).expect("a network");
        let Counted::Network(network) = found.counted else {
            panic!("reads images");
        };
        assert!((network.convolutions.get() / 3_588_587_520.0 - 1.0).abs() < 1e-4);
        assert_eq!(read(&bytes[..60], 7), Err(Refused::Cut));
        assert_eq!(
            read(&file(&[("weight", &[3, 4])]), 7),
            Err(Refused::Tensors)
        );
        let mut broken = bytes.clone();
        broken[8] = b'{';
        broken[9] = b'{';
        assert_eq!(read(&broken, 7), Err(Refused::Damaged));
        let mut long = bytes;
        long[3] = 1;
        assert_eq!(read(&long, 7), Err(Refused::TooLarge));
    }
}

//! What readers of files are told: decoders by their class, networks by their names.

use super::networks::by_name;
use super::{network_record, pipeline};
use estimator::import::network::Known;
use estimator::vision::denoise::Decoder;
use estimator::vision::network::Network;

/// Classes of diffusers that are built in one shape, the channels of their latents, and a pipeline
/// that has one.
const DECODERS: [(&str, u32, &str); 10] = [
    ("AutoencoderKLWan", 16, "wan2.1-t2v-14b"),
    ("AutoencoderKLWan", 48, "wan2.2-ti2v-5b"),
    ("AutoencoderKLQwenImage", 16, "qwen-image"),
    ("AutoencoderKLCogVideoX", 16, "cogvideox-5b"),
    ("AutoencoderKLHunyuanVideo", 16, "hunyuanvideo"),
    ("AutoencoderKLHunyuanVideo15", 32, "hunyuanvideo-1.5"),
    ("AutoencoderKLLTXVideo", 128, "ltx-video-13b"),
    ("AutoencoderKLMochi", 12, "mochi-1"),
    ("AutoencoderKLFlux2", 32, "flux2-dev"),
    ("AutoencoderDC", 32, "sana-1.6b"),
];

fn decoder(class: &str, latents: u32) -> Option<Decoder> {
    let known = DECODERS
        .iter()
        .find(|(name, channels, _)| *name == class && *channels == latents);
    let (_, _, id) = known?;
    Some(pipeline(id)?.pipeline.decoder)
}

/// The curated networks, and decoders.
#[derive(Debug, Clone, Copy)]
pub struct Curated;

impl Known for Curated {
    fn decoder(&self, class: &str, latents: u32) -> Option<Decoder> {
        decoder(class, latents)
    }

    fn network(&self, name: &str, side: Option<u32>) -> Option<Network> {
        let record = network_record(&format!("timm/{name}")).or_else(|| network_record(name))?;
        Some(record.network.at(side.unwrap_or(record.network.resolution)))
    }
}

/// Every counted network, and decoders: a file of 85 KB.
#[derive(Debug, Clone, Copy)]
pub struct Everything;

impl Known for Everything {
    fn decoder(&self, class: &str, latents: u32) -> Option<Decoder> {
        decoder(class, latents)
    }

    fn network(&self, name: &str, side: Option<u32>) -> Option<Network> {
        by_name(name, side).or_else(|| Curated.network(name, side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::import::network::{Found, Reader, Refused};
    use estimator::vision::counted::Counted;

    fn read(text: &str, known: &dyn Known) -> Result<Found, Refused> {
        let mut reader = Reader::new();
        reader.push(text.as_bytes())?;
        reader.finish(known)
    }

    #[test]
    fn every_class_has_a_decoder() {
        for (class, latents, _) in DECODERS {
            assert!(Curated.decoder(class, latents).is_some(), "{class}");
        }
        assert!(Curated.decoder("AutoencoderKLWan", 17).is_none());
    }

    /// Names as they are typed and as files of timm have them: with the tag of the weights or
    /// without, at the side of the file, of the name, or at the usual one.
    #[test]
    fn names_of_timm_are_counted() {
        for (text, parameters, side) in [
            (
                r#"{"architecture":"vit_base_patch16_224.augreg_in21k"}"#,
                86.6e6,
                224,
            ),
            (r#"{"architecture":"convnext_tiny.fb_in22k"}"#, 28.6e6, 224),
            (r#"{"architecture":"timm/resnet50.a1_in1k"}"#, 25.6e6, 224),
            (
                r#"{"architecture":"swin_base_patch4_window12_384.ms_in22k"}"#,
                87.9e6,
                384,
            ),
            (
                r#"{"architecture":"convnext_tiny","pretrained_cfg":{"input_size":[3,288,288]}}"#,
                28.6e6,
                288,
            ),
            (r#"{"architecture":"mobilenetv3_large_100"}"#, 5.48e6, 224),
        ] {
            let found = read(text, &Everything).expect("a known name");
            let Counted::Network(network) = found.counted else {
                panic!("{text} reads images");
            };
            assert!(
                (network.parameters / parameters - 1.0).abs() < 0.01,
                "{text}"
            );
            assert_eq!(network.resolution, side, "{text}");
        }
        for (text, name) in [
            (r#"{"architecture":"no_such_net"}"#, "no_such_net"),
            (r#"{"architecture":""}"#, ""),
        ] {
            let name = name.to_owned();
            assert_eq!(read(text, &Everything), Err(Refused::Family { name }));
        }
        assert!(read(r#"{"architecture":"resnet50"}"#, &Curated).is_ok());
        assert!(read(r#"{"architecture":"resnet26t"}"#, &Curated).is_err());
        assert!(read(r#"{"architecture":"resnet26t"}"#, &Everything).is_ok());
    }
}

//! Published pipelines by their own configs against their records, which were counted on empty
//! tensors of the same classes; what is missing, strange or broken.

use crate::import::network::{Found, Known, Nothing, Reader, Refused};
use crate::quantity::{Bytes, Flops};
use crate::vision::counted::{Counted, Pipeline};
use crate::vision::denoise::{AttentionForm, Decoder, Guiding};
use crate::vision::network::Network;

/// Knows one decoder.
struct One;

impl Known for One {
    fn decoder(&self, class: &str, latents: u32) -> Option<Decoder> {
        (class == "AutoencoderKLWan" && latents == 16).then_some(Decoder {
            parameters: 126_892_531.0,
            space: 8,
            time: 4,
            work: 8_473_317.6,
            attention: Flops::new(6.7e12),
            tokens: 14_400,
            frames: 21,
            traffic: 68_445.9,
            alive: Bytes::new(131.2),
            kernels: 9294,
            fp32: true,
        })
    }

    fn network(&self, _: &str, _: Option<u32>) -> Option<Network> {
        None
    }
}

fn read(files: &[&str], known: &dyn Known) -> Result<Found, Refused> {
    let mut reader = Reader::new();
    for file in files {
        reader.push(file.as_bytes())?;
    }
    reader.finish(known)
}

fn pipeline(files: &[&str]) -> Pipeline {
    match read(files, &One).map(|found| found.counted) {
        Ok(Counted::Pipeline(pipeline)) => pipeline,
        other => panic!("no pipeline: {other:?}"),
    }
}

const CLIP_L: &str = r#"{"architectures":["CLIPTextModel"],"model_type":"clip_text_model",
    "hidden_size":768,"num_hidden_layers":12,"num_attention_heads":12,"intermediate_size":3072,
    "vocab_size":49408,"max_position_embeddings":77,"projection_dim":768}"#;
const CLIP_G: &str = r#"{"architectures":["CLIPTextModelWithProjection"],
    "model_type":"clip_text_model","hidden_size":1280,"num_hidden_layers":32,
    "num_attention_heads":20,"intermediate_size":5120,"vocab_size":49408,
    "max_position_embeddings":77,"projection_dim":1280}"#;
const T5: &str = r#"{"architectures":["T5EncoderModel"],"model_type":"t5","d_model":4096,
    "num_layers":24,"num_heads":64,"d_kv":64,"d_ff":10240,"vocab_size":32128,
    "feed_forward_proj":"gated-gelu"}"#;
const UMT5: &str = r#"{"architectures":["UMT5EncoderModel"],"model_type":"umt5","d_model":4096,
    "num_layers":24,"num_heads":64,"d_kv":64,"d_ff":10240,"vocab_size":256384,
    "feed_forward_proj":"gated-gelu"}"#;
const VAE: &str = r#"{"_class_name":"AutoencoderKL","block_out_channels":[128,256,512,512],
    "latent_channels":4,"layers_per_block":2,"force_upcast":true}"#;
const SD15: &str = r#"{"_class_name":"StableDiffusionPipeline","text_encoder":["transformers",
    "CLIPTextModel"],"unet":["diffusers","UNet2DConditionModel"],"vae":["diffusers",
    "AutoencoderKL"],"safety_checker":[null,null]}"#;
const SD15_UNET: &str = r#"{"_class_name":"UNet2DConditionModel","attention_head_dim":8,
    "block_out_channels":[320,640,1280,1280],"cross_attention_dim":768,"down_block_types":
    ["CrossAttnDownBlock2D","CrossAttnDownBlock2D","CrossAttnDownBlock2D","DownBlock2D"],
    "in_channels":4,"layers_per_block":2,"out_channels":4,"sample_size":64,"up_block_types":
    ["UpBlock2D","CrossAttnUpBlock2D","CrossAttnUpBlock2D","CrossAttnUpBlock2D"]}"#;
const SDXL: &str = r#"{"_class_name":"StableDiffusionXLPipeline","text_encoder":["transformers",
    "CLIPTextModel"],"text_encoder_2":["transformers","CLIPTextModelWithProjection"],
    "unet":["diffusers","UNet2DConditionModel"],"vae":["diffusers","AutoencoderKL"]}"#;
const SDXL_UNET: &str = r#"{"_class_name":"UNet2DConditionModel","attention_head_dim":[5,10,20],
    "block_out_channels":[320,640,1280],"cross_attention_dim":2048,"down_block_types":
    ["DownBlock2D","CrossAttnDownBlock2D","CrossAttnDownBlock2D"],"in_channels":4,
    "layers_per_block":2,"out_channels":4,"sample_size":128,
    "projection_class_embeddings_input_dim":2816,"transformer_layers_per_block":[1,2,10],
    "up_block_types":["CrossAttnUpBlock2D","CrossAttnUpBlock2D","UpBlock2D"]}"#;

/// The index of a pipeline with a transformer and one encoder.
fn index(denoiser: &str, encoder: &str, vae: &str) -> String {
    format!(
        r#"{{"_class_name":"AnyPipeline","text_encoder":["transformers","{encoder}"],
        "transformer":["diffusers","{denoiser}"],"vae":["diffusers","{vae}"]}}"#
    )
}

/// Parameters, work of a step at image and text tokens, attention there, traffic and bytes alive of
/// an image's token as counted, and launches.
struct Counts {
    parameters: f64,
    at: (f64, f64),
    linear: f64,
    attention: AttentionForm,
    traffic: f64,
    alive: f64,
    launches: f64,
}

#[track_caller]
fn like(name: &str, found: &Pipeline, counts: &Counts) {
    let of = &found.denoiser;
    let mut misses = Vec::new();
    let mut near = |what: &str, found: f64, known: f64, far: f64| {
        let off = found / known - 1.0;
        if off.abs() > far {
            misses.push(format!("{name}: {what} {found} for {known}, {off:+.4}"));
        }
    };
    near("parameters", of.parameters, counts.parameters, 0.01);
    let (image, text) = counts.at;
    near("work", of.linear.at(image, text), counts.linear, 0.02);
    near("traffic", of.traffic.image, counts.traffic, 0.2);
    near("alive", of.alive.image, counts.alive, 0.3);
    near("launches", of.launches(), counts.launches, 0.15);
    let pairs = |form: AttentionForm| match form {
        AttentionForm::Joint(all) => [all, 0.0],
        AttentionForm::JointAndOwn(all, own) => [all, own],
        AttentionForm::OwnAndCross(own, cross) => [own, cross],
        AttentionForm::Linear(square, each) => [square, each],
        AttentionForm::SpaceTime(space, cross, _) => [space, cross],
    };
    for (found, known) in pairs(of.attention).iter().zip(pairs(counts.attention)) {
        if (found - known).abs() > 0.01 * known {
            misses.push(format!("{name}: attention {found} for {known}"));
        }
    }
    assert!(misses.is_empty(), "{misses:#?}");
}

#[test]
fn networks_of_convolutions_count_as_their_records() {
    let found = pipeline(&[SD15, SD15_UNET, VAE, CLIP_L]);
    like(
        "sd15",
        &found,
        &Counts {
            parameters: 859_520_964.0,
            at: (4096.0, 77.0),
            linear: 164_602_880.0 * 4096.0 + 3_007_774_720.0,
            attention: AttentionForm::OwnAndCross(7301.25, 11_280.0),
            traffic: 406_718.0,
            alive: 16_648.0,
            launches: 761.0,
        },
    );
    assert_eq!(
        (found.resolution, found.steps, found.text_tokens),
        ([512, 512], 50, 77)
    );
    assert_eq!(found.guiding, Guiding::ClassifierFree);
    let vae = &found.decoder;
    assert!(
        (vae.parameters / 83_653_863.0 - 1.0).abs() < 0.001,
        "{vae:?}"
    );
    assert!((vae.work / 9_461_056.5 - 1.0).abs() < 0.01, "{vae:?}");
    assert!((vae.traffic / 22_320.0 - 1.0).abs() < 0.2, "{vae:?}");
    assert!((vae.alive.get() / 1536.25 - 1.0).abs() < 0.01, "{vae:?}");
    assert_eq!((vae.space, vae.time, vae.fp32), (8, 1, true));
    assert!((vae.attention.get() / 549_755_813_888.0 - 1.0).abs() < 0.001);
    let [Some(clip), None, ..] = found.encoders else {
        panic!("one encoder");
    };
    assert!((clip.parameters / 123_060_480.0 - 1.0).abs() < 0.001);
    assert!((clip.work.get() / 13_189_220_352.0 - 1.0).abs() < 0.05);
    let found = pipeline(&[VAE, CLIP_G, SDXL_UNET, CLIP_L, SDXL]);
    like(
        "sdxl",
        &found,
        &Counts {
            parameters: 2_567_463_684.0,
            at: (16_384.0, 77.0),
            linear: 361_620_480.0 * 16_384.0 + 52_531_036_160.0,
            attention: AttentionForm::OwnAndCross(2800.0, 25_600.0),
            traffic: 697_590.0,
            alive: 10_088.0,
            launches: 1996.0,
        },
    );
    assert_eq!(found.encoders.iter().flatten().count(), 2);
    assert_eq!((found.resolution, found.steps), ([1024, 1024], 30));
}

/// A pipeline's denoiser: its name, its config, its record, and what it is released for.
type Row = (&'static str, &'static str, Counts, ([u32; 2], u32, Guiding));

const TRANSFORMERS: [Row; 12] = [
    (
        "flux1-dev",
        r#"{"_class_name":"FluxTransformer2DModel","attention_head_dim":128,
            "num_attention_heads":24,"num_layers":19,"num_single_layers":38,"in_channels":64,
            "joint_attention_dim":4096,"pooled_projection_dim":768,"guidance_embeds":true}"#,
        Counts {
            parameters: 11_901_408_320.0,
            at: (4096.0, 512.0),
            linear: 12_910_854_144.0 * 4096.0 + 12_935_233_536.0 * 512.0 + 6_557_270_016.0,
            attention: AttentionForm::Joint(700_416.0),
            traffic: 44_591_384.0,
            alive: 105_612.0,
            launches: 3798.0,
        },
        ([1024, 1024], 1, Guiding::Embedded),
    ),
    (
        "flux2-dev",
        r#"{"_class_name":"Flux2Transformer2DModel","attention_head_dim":128,
            "num_attention_heads":48,"num_layers":8,"num_single_layers":48,"in_channels":128,
            "joint_attention_dim":15360,"mlp_ratio":3.0}"#,
        Counts {
            parameters: 32_223_281_152.0,
            at: (4096.0, 512.0),
            linear: 54_965_305_344.0 * 4096.0 + 55_150_903_296.0 * 512.0,
            attention: AttentionForm::Joint(1_376_256.0),
            traffic: 89_321_528.0,
            alive: 260_360.0,
            launches: 3069.0,
        },
        ([1024, 1024], 1, Guiding::Embedded),
    ),
    (
        "sd3-medium",
        r#"{"_class_name":"SD3Transformer2DModel","attention_head_dim":64,
            "num_attention_heads":24,"num_layers":24,"in_channels":16,"joint_attention_dim":4096,
            "pooled_projection_dim":2048,"patch_size":2,"sample_size":128}"#,
        Counts {
            parameters: 2_028_328_000.0,
            at: (4096.0, 333.0),
            linear: 1_359_347_712.0 * 4096.0 + 1_329_070_080.0 * 333.0 + 1_366_032_384.0,
            attention: AttentionForm::Joint(147_456.0),
            traffic: 2_842_248.0,
            alive: 40_064.0,
            launches: 1149.0,
        },
        ([1024, 1024], 1, Guiding::ClassifierFree),
    ),
    (
        "sd35-medium",
        r#"{"_class_name":"SD3Transformer2DModel","attention_head_dim":64,
            "num_attention_heads":24,"num_layers":24,"in_channels":16,"joint_attention_dim":4096,
            "pooled_projection_dim":2048,"patch_size":2,"sample_size":128,"qk_norm":"rms_norm",
            "dual_attention_layers":[0,1,2,3,4,5,6,7,8,9,10,11,12]}"#,
        Counts {
            parameters: 2_243_171_520.0,
            at: (4096.0, 333.0),
            linear: 1_604_714_496.0 * 4096.0 + 1_329_070_080.0 * 333.0 + 1_550_057_472.0,
            attention: AttentionForm::JointAndOwn(147_456.0, 79_872.0),
            traffic: 7_188_744.0,
            alive: 43_136.0,
            launches: 2268.0,
        },
        ([1024, 1024], 1, Guiding::ClassifierFree),
    ),
    (
        "qwen-image",
        r#"{"_class_name":"QwenImageTransformer2DModel","attention_head_dim":128,
            "num_attention_heads":24,"num_layers":60,"in_channels":64,"joint_attention_dim":3584}"#,
        Counts {
            parameters: 20_430_401_088.0,
            at: (4096.0, 128.0),
            linear: 13_590_331_392.0 * 4096.0 + 13_611_565_056.0 * 128.0,
            attention: AttentionForm::Joint(737_280.0),
            traffic: 34_086_530.0,
            alive: 93_312.0,
            launches: 5627.0,
        },
        ([1024, 1024], 1, Guiding::ClassifierFree),
    ),
    (
        "cogvideox-5b",
        r#"{"_class_name":"CogVideoXTransformer3DModel","attention_head_dim":64,
            "num_attention_heads":48,"num_layers":42,"in_channels":16,"text_embed_dim":4096,
            "time_embed_dim":512,"patch_size":2,"max_text_seq_length":226,
            "use_rotary_positional_embeddings":true}"#,
        Counts {
            parameters: 5_570_283_072.0,
            at: (17_550.0, 226.0),
            linear: 9_513_467_904.0 * 17_550.0 + 9_537_847_296.0 * 226.0,
            attention: AttentionForm::Joint(516_096.0),
            traffic: 25_417_136.0,
            alive: 80_256.0,
            launches: 2507.0,
        },
        ([480, 720], 49, Guiding::ClassifierFree),
    ),
    (
        "hunyuanvideo",
        r#"{"_class_name":"HunyuanVideoTransformer3DModel","attention_head_dim":128,
            "num_attention_heads":24,"num_layers":20,"num_single_layers":40,"in_channels":16,
            "num_refiner_layers":2,"patch_size":2,"patch_size_t":1,"text_embed_dim":4096,
            "pooled_projection_dim":768,"guidance_embeds":true}"#,
        Counts {
            parameters: 12_821_012_544.0,
            at: (118_800.0, 256.0),
            linear: 13_590_331_392.0 * 118_800.0 + 14_067_695_616.0 * 256.0,
            attention: AttentionForm::Joint(737_280.0),
            traffic: 46_683_841.0,
            alive: 111_754.0,
            launches: 4220.0,
        },
        ([720, 1280], 129, Guiding::Embedded),
    ),
    (
        "pixart-sigma",
        r#"{"_class_name":"PixArtTransformer2DModel","attention_head_dim":72,
            "num_attention_heads":16,"num_layers":28,"in_channels":4,"out_channels":8,
            "patch_size":2,"sample_size":128,"caption_channels":4096}"#,
        Counts {
            parameters: 610_856_096.0,
            at: (4096.0, 300.0),
            linear: 1_040_560_128.0 * 4096.0 + 48_237_281_280.0,
            attention: AttentionForm::OwnAndCross(129_024.0, 129_024.0),
            traffic: 2_707_350.0,
            alive: 27_680.0,
            launches: 926.0,
        },
        ([1024, 1024], 1, Guiding::ClassifierFree),
    ),
    (
        "wan2.1-t2v-14b",
        r#"{"_class_name":"WanTransformer3DModel","attention_head_dim":128,
            "num_attention_heads":40,"num_layers":40,"ffn_dim":13824,"in_channels":16,
            "out_channels":16,"patch_size":[1,2,2],"text_dim":4096,"freq_dim":256,
            "image_dim":null}"#,
        Counts {
            parameters: 14_288_491_584.0,
            at: (75_600.0, 512.0),
            linear: 23_908_843_520.0 * 75_600.0 + 2_196_171_653_120.0,
            attention: AttentionForm::OwnAndCross(819_200.0, 819_200.0),
            traffic: 70_865_928.0,
            alive: 113_284.0,
            launches: 3714.0,
        },
        ([720, 1280], 81, Guiding::ClassifierFree),
    ),
    (
        "wan2.1-i2v-14b",
        r#"{"_class_name":"WanTransformer3DModel","attention_head_dim":128,
            "num_attention_heads":40,"num_layers":40,"ffn_dim":13824,"in_channels":36,
            "out_channels":16,"patch_size":[1,2,2],"text_dim":4096,"freq_dim":256,
            "image_dim":1280}"#,
        Counts {
            parameters: 16_394_878_784.0,
            at: (75_600.0, 512.0),
            linear: 23_909_662_720.0 * 75_600.0 + 3_278_318_469_120.0,
            attention: AttentionForm::OwnAndCross(819_200.0, 819_200.0),
            traffic: 72_913_928.0,
            alive: 113_444.0,
            launches: 4248.0,
        },
        ([720, 1280], 81, Guiding::ClassifierFree),
    ),
    (
        "wan2.1-t2v-1.3b",
        r#"{"_class_name":"WanTransformer3DModel","attention_head_dim":128,
            "num_attention_heads":12,"num_layers":30,"ffn_dim":8960,"in_channels":16,
            "out_channels":16,"patch_size":[1,2,2],"text_dim":4096,"freq_dim":256}"#,
        Counts {
            parameters: 1_418_996_800.0,
            at: (32_760.0, 512.0),
            linear: 2_501_246_976.0 * 32_760.0 + 153_847_332_864.0,
            attention: AttentionForm::OwnAndCross(184_320.0, 184_320.0),
            traffic: 16_562_248.0,
            alive: 48_768.0,
            launches: 2794.0,
        },
        ([480, 832], 81, Guiding::ClassifierFree),
    ),
    (
        "ltx-video-13b",
        r#"{"_class_name":"LTXVideoTransformer3DModel","attention_head_dim":128,
            "num_attention_heads":32,"num_layers":48,"in_channels":128,"out_channels":128,
            "caption_channels":4096}"#,
        Counts {
            parameters: 13_042_569_344.0,
            at: (13_376.0, 128.0),
            linear: 22_550_675_456.0 * 13_376.0 + 3_288_334_336.0 * 128.0,
            attention: AttentionForm::OwnAndCross(786_432.0, 786_432.0),
            traffic: 72_201_916.0,
            alive: 131_328.0,
            launches: 4372.0,
        },
        ([704, 1216], 121, Guiding::ClassifierFree),
    ),
];

#[test]
fn transformers_count_as_their_records() {
    for (name, config, counts, released) in TRANSFORMERS {
        let class = config.split('"').nth(3).expect("its class");
        let parts = index(class, "T5EncoderModel", "AutoencoderKL");
        let found = pipeline(&[&parts, config, VAE, T5]);
        like(name, &found, &counts);
        let (resolution, frames, guiding) = released;
        assert_eq!(
            (found.resolution, found.frames, found.guiding, found.video),
            (resolution, frames, guiding, frames > 1),
            "{name}"
        );
    }
}

/// Two experts, a decoder that is known by its class, another encoder.
#[test]
fn what_is_known_by_name_is_asked_for() {
    let index = r#"{"_class_name":"WanPipeline","text_encoder":["transformers",
        "UMT5EncoderModel"],"transformer":["diffusers","WanTransformer3DModel"],
        "transformer_2":["diffusers","WanTransformer3DModel"],"vae":["diffusers",
        "AutoencoderKLWan"]}"#;
    let wan = r#"{"_class_name":"WanTransformer3DModel","num_layers":40,"ffn_dim":13824}"#;
    let vae = r#"{"_class_name":"AutoencoderKLWan","z_dim":16}"#;
    let found = pipeline(&[index, wan, vae, UMT5]);
    assert_eq!((found.denoiser.count, found.decoder.time), (2, 4));
    let [Some(encoder), None, ..] = found.encoders else {
        panic!("one encoder");
    };
    assert!((encoder.parameters / 5_680_910_336.0 - 1.0).abs() < 0.001);
    let unknown = read(&[index, wan, vae, UMT5], &Nothing);
    let name = "AutoencoderKLWan".to_owned();
    assert_eq!(unknown, Err(Refused::Family { name }));
}

/// Parts come in any order, and those that have not come are named.
#[test]
fn what_is_missing_is_named() {
    let missing = |files: &[&str], names: &str| {
        let names = names.to_owned();
        assert_eq!(read(files, &Nothing), Err(Refused::Parts { names }));
    };
    missing(&[SD15_UNET], "model_index.json");
    missing(&[VAE, SD15_UNET], "model_index.json");
    missing(
        &[SDXL],
        "unet/config.json, vae/config.json, text_encoder/config.json, text_encoder_2/config.json",
    );
    missing(
        &[CLIP_L, SDXL, VAE],
        "unet/config.json, text_encoder_2/config.json",
    );
    // The same part twice is one, a part of another pipeline none of this.
    missing(
        &[SD15, CLIP_G, VAE, VAE],
        "unet/config.json, text_encoder/config.json",
    );
    assert!(read(&[SD15_UNET, SD15, CLIP_L, CLIP_G, VAE], &Nothing).is_ok());
    let strange = SD15.replace("UNet2DConditionModel", "UNet3DConditionModel");
    let name = "UNet3DConditionModel".to_owned();
    assert_eq!(read(&[&strange], &Nothing), Err(Refused::Family { name }));
    let bad = VAE.replace("[128,256,512,512]", "[128,0]");
    let name = "block_out_channels".to_owned();
    let refused = read(&[SD15, SD15_UNET, &bad, CLIP_L], &Nothing);
    assert_eq!(refused, Err(Refused::Field { name }));
    assert_eq!(
        read(&[SD15, &SD15_UNET[..90]], &Nothing),
        Err(Refused::Json)
    );
}

/// A language model that reads the prompt is counted as the calculator's reader counts it.
#[test]
fn language_models_may_read_prompts() {
    let index = index(
        "FluxTransformer2DModel",
        "LlamaForCausalLM",
        "AutoencoderKL",
    );
    let flux = r#"{"_class_name":"FluxTransformer2DModel","num_layers":2}"#;
    let llama = r#"{"architectures":["LlamaForCausalLM"],"model_type":"llama",
        "hidden_size":4096,"intermediate_size":14336,"num_attention_heads":32,
        "num_hidden_layers":32,"num_key_value_heads":8,"vocab_size":128256,
        "max_position_embeddings":8192,"tie_word_embeddings":false}"#;
    let found = pipeline(&[&index, flux, VAE, llama]);
    let [Some(encoder), None, ..] = found.encoders else {
        panic!("one encoder");
    };
    assert!((encoder.parameters / 8.03e9 - 1.0).abs() < 0.01);
}

/// A config, parameters, tokens of image and text, operations of a pass there without attention or
/// nought, and of attention.
type Further = (&'static str, f64, (f64, f64), f64, f64);

/// Parameters of the classes of diffusers on empty tensors; operations of the records that were
/// counted on them. Published: 1.6 and .6 billion of Sana, 6 of Z-Image, 17 of `HiDream`, 10 of
/// Mochi, 8.3 of `HunyuanVideo` 1.5, 6 of `CogView4`, 2.6 of Lumina, 8.9 of Chroma, 6.8 of
/// `AuraFlow`, 2 of Kandinsky 5 Lite, 2 and 7 of Cosmos.
const FURTHER: [Further; 13] = [
    (
        r#"{"_class_name":"SanaTransformer2DModel","attention_head_dim":32,
        "num_attention_heads":70,"num_layers":20,"caption_channels":2304,"mlp_ratio":2.5,
        "in_channels":32,"out_channels":32,"patch_size":1,"sample_size":32}"#,
        1_604_462_752.0,
        (1024.0, 300.0),
        2_713_822_720.0 * 1024.0 + 126_600_929_280.0,
        59_673_600.0 * 1024.0,
    ),
    (
        r#"{"_class_name":"SanaTransformer2DModel","attention_head_dim":32,
        "num_attention_heads":36,"num_layers":28}"#,
        591_747_872.0,
        (1024.0, 300.0),
        1_006_341_120.0 * 1024.0 + 46_998_650_880.0,
        42_964_992.0 * 1024.0,
    ),
    (
        r#"{"_class_name":"ZImageTransformer2DModel","dim":3840,"n_layers":30,"n_heads":30,
        "n_refiner_layers":2,"cap_feat_dim":2560,"in_channels":16,"all_patch_size":[2]}"#,
        6_154_908_736.0,
        (4096.0, 128.0),
        11_325_603_840.0 * 4096.0 + 1_452_385_632_256.0,
        462_786.0 * 4224.0 * 4224.0 + 28_676.0 * 4096.0 * 4096.0,
    ),
    (
        r#"{"_class_name":"HiDreamImageTransformer2DModel","num_layers":16,
        "num_single_layers":32,"num_attention_heads":20,"attention_head_dim":128,
        "caption_channels":[4096,4096],"text_emb_dim":2048,"num_routed_experts":4,
        "num_activated_experts":2,"in_channels":16,"patch_size":2}"#,
        17_105_733_184.0,
        (4096.0, 384.0),
        15_351_808_000.0 * 4096.0 + 5_040_946_544_640.0,
        491_520.0 * 4480.0 * 4480.0,
    ),
    (
        r#"{"_class_name":"MochiTransformer3DModel","num_layers":48,"num_attention_heads":24,
        "attention_head_dim":128,"pooled_projection_dim":1536,"in_channels":12,
        "out_channels":null}"#,
        10_027_677_744.0,
        (44_520.0, 256.0),
        10_872_225_792.0 * 44_520.0 + 3_656_384_512.0 * 256.0 + 5_591_531_520.0,
        589_824.0 * 44_776.0 * 44_776.0,
    ),
    (
        r#"{"_class_name":"HunyuanVideo15Transformer3DModel","num_layers":54,
        "num_attention_heads":16,"attention_head_dim":128,"in_channels":65,"out_channels":32}"#,
        8_326_608_160.0,
        (49_290.0, 320.0),
        0.0,
        442_368.0 * 49_610.0 * 49_610.0,
    ),
    (
        r#"{"_class_name":"CogView4Transformer2DModel","num_layers":28,"num_attention_heads":32,
        "attention_head_dim":128,"text_embed_dim":4096}"#,
        6_369_118_272.0,
        (4096.0, 128.0),
        0.0,
        458_752.0 * 4224.0 * 4224.0,
    ),
    (
        r#"{"_class_name":"Lumina2Transformer2DModel","cap_feat_dim":2304,"hidden_size":2304,
        "num_layers":26,"num_attention_heads":24,"num_kv_heads":8}"#,
        2_609_769_152.0,
        (4096.0, 256.0),
        0.0,
        239_616.0 * 4352.0 * 4352.0 + 18_432.0 * 4096.0 * 4096.0,
    ),
    (
        r#"{"_class_name":"ChromaTransformer2DModel","num_layers":19,"num_single_layers":38}"#,
        8_899_983_424.0,
        (4096.0, 512.0),
        0.0,
        700_416.0 * 4608.0 * 4608.0,
    ),
    (
        r#"{"_class_name":"AuraFlowTransformer2DModel","num_mmdit_layers":4,
        "num_single_dit_layers":32,"num_attention_heads":12,"attention_head_dim":256}"#,
        6_833_439_744.0,
        (4096.0, 256.0),
        0.0,
        442_368.0 * 4352.0 * 4352.0,
    ),
    (
        r#"{"_class_name":"Kandinsky5Transformer3DModel","in_visual_dim":16,
        "out_visual_dim":16,"model_dim":1792,"ff_dim":7168,"num_visual_blocks":32}"#,
        2_007_580_992.0,
        (47_616.0, 256.0),
        0.0,
        229_376.0 * 47_616.0 * (47_616.0 + 256.0),
    ),
    (
        r#"{"_class_name":"CosmosTransformer3DModel","num_attention_heads":16,
        "attention_head_dim":128,"num_layers":28,"extra_pos_embed_type":null}"#,
        1_956_405_248.0,
        (84_480.0, 512.0),
        0.0,
        229_376.0 * 84_480.0 * (84_480.0 + 512.0),
    ),
    (
        r#"{"_class_name":"CosmosTransformer3DModel","extra_pos_embed_type":"learnable"}"#,
        7_236_192_256.0,
        (84_480.0, 512.0),
        0.0,
        458_752.0 * 84_480.0 * (84_480.0 + 512.0),
    ),
];

#[test]
fn further_transformers_count_as_their_classes() {
    let mut misses = Vec::new();
    for (config, parameters, (image, text), linear, attention) in FURTHER {
        let class = config.split('"').nth(3).expect("its class");
        let parts = index(class, "T5EncoderModel", "AutoencoderKL");
        let found = pipeline(&[&parts, config, VAE, T5]);
        let of = &found.denoiser;
        let mut near = |what: &str, found: f64, known: f64, far: f64| {
            let off = found / known - 1.0;
            if known > 0.0 && off.abs() > far {
                misses.push(format!("{class}: {what} {found} for {known}, {off:+.4}"));
            }
        };
        near("parameters", of.parameters, parameters, 0.002);
        near("linear", of.linear.at(image, text), linear, 0.02);
        let both = image + text;
        let attended = match of.attention {
            AttentionForm::Joint(all) => all * both * both,
            AttentionForm::JointAndOwn(all, own) => all * both * both + own * image * image,
            AttentionForm::OwnAndCross(own, cross) => own * image * image + cross * image * text,
            AttentionForm::Linear(square, each) => square * image * image + each * image,
            AttentionForm::SpaceTime(..) => 0.0,
        };
        near("attention", attended, attention, 0.01);
        // What training takes is told by the width, and so are splits.
        let heads = f64::from(of.heads.unwrap_or(1));
        let each = of.width() / heads;
        if !(30.0..=260.0).contains(&each) {
            misses.push(format!("{class}: {each} of a head"));
        }
    }
    assert!(misses.is_empty(), "{misses:#?}");
}

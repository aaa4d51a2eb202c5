//! Every family of `config.json` against what its published model was counted to: parameters within
//! a percent, work within two; traffic, kernels and memory within what a layer-by-layer count of
//! another implementation allows.

use super::{Found, Reader};
use crate::quantity::Bytes;
use crate::vision::counted::Counted;

pub(super) fn read(text: &str) -> Found {
    let mut reader = Reader::new();
    reader.push(text.as_bytes()).expect("readable");
    reader
        .finish(&super::Nothing)
        .unwrap_or_else(|why| panic!("{text}: {why:?}"))
}

pub(super) fn labels(many: usize) -> String {
    let labels: Vec<String> = (0..many).map(|at| format!(r#""{at}":"{at}""#)).collect();
    format!(r#""id2label":{{{}}}"#, labels.join(","))
}

/// What is further from its figure than it may be.
#[derive(Default)]
pub(super) struct Misses(Vec<String>);

impl Misses {
    pub(super) fn near(&mut self, name: &str, what: &str, (found, known): (f64, f64), far: f64) {
        let off = found / known - 1.0;
        if off.abs() > far {
            self.0
                .push(format!("{name}: {what} {found} for {known}, {off:+.4}"));
        }
    }

    pub(super) fn none(self) {
        assert!(self.0.is_empty(), "{:#?}", self.0);
    }
}

/// A network's shape, and as counted on empty tensors: parameters; operations of products,
/// convolutions, groups, depthwise convolutions, attention; bytes of all traffic; kernels; the most
/// bytes alive. Of networks with published figures alone only those.
type Row = (&'static str, &'static str, usize, [f64; 6], f64, f64, f64);

/// The records of the same networks (timm 1.0.31, 224 pixels but where the shape says more).
const COUNTED: [Row; 12] = [
    (
        "resnet50",
        r#""model_type":"resnet","architectures":["ResNetForImageClassification"],
        "embedding_size":64,"hidden_sizes":[256,512,1024,2048],"depths":[3,4,6,3],
        "layer_type":"bottleneck""#,
        1000,
        [
            25_557_032.0,
            4_242_964_480.0,
            3_935_404_032.0,
            0.0,
            0.0,
            0.0,
        ],
        48_564_030.0 + 44_880_896.0 + 3_817_472.0 + 71_550_976.0,
        174.0,
        5_521_408.0,
    ),
    (
        "resnet18",
        r#""model_type":"resnet","architectures":["ResNetForImageClassification"],
        "embedding_size":64,"hidden_sizes":[64,128,256,512],"depths":[2,2,2,2],
        "layer_type":"basic""#,
        1000,
        [11_689_512.0, 39_559_168.0, 3_588_587_520.0, 0.0, 0.0, 0.0],
        11_654_462.0 + 10_011_648.0 + 3_663_872.0 + 13_748_224.0,
        68.0,
        3_913_728.0,
    ),
    (
        "regnety_040",
        r#""model_type":"regnet","architectures":["RegNetForImageClassification"],
        "embedding_size":32,"hidden_sizes":[128,192,512,1088],"depths":[2,6,12,2],
        "groups_width":64,"layer_type":"y""#,
        1000,
        [
            20_646_656.0,
            4_449_510_400.0,
            21_676_032.0,
            3_475_390_464.0,
            0.0,
            0.0,
        ],
        26_536_803.0 + 27_507_584.0 + 49_595_392.0 + 6_161_920.0 + 76_510_176.0,
        365.0,
        7_527_424.0,
    ),
    (
        "convnext_tiny",
        r#""model_type":"convnext","architectures":["ConvNextForImageClassification"],
        "hidden_sizes":[96,192,384,768],"depths":[3,3,9,3],"patch_size":4,"image_size":224"#,
        1000,
        [
            28_589_128.0,
            8_325_132_288.0,
            375_717_888.0,
            0.0,
            210_212_352.0,
            0.0,
        ],
        50_397_265.0 + 9_242_496.0 + 12_094_816.0 + 55_783_872.0,
        137.0,
        6_924_288.0,
    ),
    (
        "convnext_base at 384",
        r#""model_type":"convnext","architectures":["ConvNextForImageClassification"],
        "hidden_sizes":[128,256,512,1024],"depths":[3,3,27,3],"patch_size":4,"image_size":384"#,
        1000,
        [
            88_591_464.0,
            86_975_135_744.0,
            1_925_185_536.0,
            0.0,
            1_343_913_984.0,
            0.0,
        ],
        299_506_404.0 + 56_658_432.0 + 68_489_096.0 + 356_584_704.0,
        263.0,
        26_836_992.0,
    ),
    (
        "convnextv2_tiny",
        r#""model_type":"convnextv2","architectures":["ConvNextV2ForImageClassification"],
        "hidden_sizes":[96,192,384,768],"depths":[3,3,9,3],"patch_size":4,"image_size":224"#,
        1000,
        [
            28_635_496.0,
            8_325_132_288.0,
            375_717_888.0,
            0.0,
            210_212_352.0,
            0.0,
        ],
        50_313_803.0 + 9_242_496.0 + 12_094_816.0 + 17_343_012.0 + 167_576_940.0,
        245.0,
        9_334_272.0,
    ),
    (
        "swin_tiny_patch4_window7_224",
        r#""model_type":"swin","architectures":["SwinForImageClassification"],"embed_dim":96,
        "depths":[2,2,6,2],"num_heads":[3,6,12,24],"window_size":7,"image_size":224,
        "mlp_ratio":4.0"#,
        1000,
        [
            28_288_354.0,
            8_671_948_800.0,
            28_901_376.0,
            0.0,
            0.0,
            280_283_136.0,
        ],
        53_809_250.0 + 15_131_344.0 + 8_758_848.0 + 50_434_128.0 + 59_772_748.0,
        298.0,
        7_846_272.0,
    ),
    (
        "swin_base_patch4_window12_384",
        r#""model_type":"swin","architectures":["SwinForImageClassification"],"embed_dim":128,
        "depths":[2,2,18,2],"num_heads":[4,8,16,32],"window_size":12,"image_size":384"#,
        1000,
        [
            87_903_584.0,
            88_787_075_072.0,
            113_246_208.0,
            0.0,
            0.0,
            5_265_948_672.0,
        ],
        319_061_644.0 + 87_457_536.0 + 164_560_896.0 + 353_149_424.0 + 557_144_064.0,
        592.0,
        43_517_952.0,
    ),
    (
        "swinv2_tiny_window16_256",
        r#""model_type":"swinv2","architectures":["Swinv2ForImageClassification"],"embed_dim":96,
        "depths":[2,2,6,2],"num_heads":[3,6,12,24],"window_size":16,"image_size":256"#,
        1000,
        [
            28_347_154.0,
            11_446_384_640.0,
            37_748_736.0,
            0.0,
            0.0,
            1_837_105_152.0,
        ],
        89_487_926.0 + 18_366_592.0 + 57_409_536.0 + 7_804_416.0 + 90_883_860.0 + 293_045_604.0,
        427.0,
        18_880_716.0,
    ),
    (
        "beit_base_patch16_224",
        r#""model_type":"beit","architectures":["BeitForImageClassification"],"hidden_size":768,
        "num_hidden_layers":12,"num_attention_heads":12,"intermediate_size":3072,
        "image_size":224,"patch_size":16"#,
        1000,
        [
            86_530_984.0,
            33_465_790_464.0,
            231_211_008.0,
            0.0,
            0.0,
            1_430_654_976.0,
        ],
        75_701_924.0 + 14_642_120.0 + 45_445_440.0 + 65_396_736.0,
        197.0,
        3_681_456.0,
    ),
    (
        "deit_base_distilled_patch16_224",
        r#""model_type":"deit","architectures":["DeiTForImageClassificationWithTeacher"],
        "hidden_size":768,"num_hidden_layers":12,"intermediate_size":3072,"image_size":224,
        "patch_size":16"#,
        1000,
        [
            87_338_192.0,
            33_637_195_776.0,
            231_211_008.0,
            0.0,
            0.0,
            1_445_216_256.0,
        ],
        76_085_398.0 + 15_322_800.0 + 7_907_328.0 + 52_015_888.0,
        140.0,
        3_950_592.0,
    ),
    (
        "vit_large_patch16_224",
        r#""model_type":"vit","architectures":["ViTForImageClassification"],"hidden_size":1024,
        "num_hidden_layers":24,"intermediate_size":4096,"image_size":224,"patch_size":16"#,
        1000,
        [
            304_326_632.0,
            118_986_063_872.0,
            308_281_344.0,
            0.0,
            0.0,
            3_815_079_936.0,
        ],
        215_892_734.0 + 39_816_616.0 + 20_172_800.0 + 136_771_584.0,
        269.0,
        5_142_528.0,
    ),
];

#[test]
fn networks_count_as_their_records() {
    let mut misses = Misses::default();
    for (name, shape, classes, [parameters, work @ ..], moved, kernels, alive) in COUNTED {
        let found = read(&format!("{{{shape},{}}}", labels(classes)));
        let Counted::Network(network) = found.counted else {
            panic!("{name} reads images");
        };
        misses.near(name, "parameters", (network.parameters, parameters), 0.01);
        let counted = [
            network.products,
            network.convolutions,
            network.grouped,
            network.depthwise,
            network.attention,
        ];
        let all: f64 = work.iter().sum();
        for (one, known) in counted.iter().zip(work) {
            // A kind of next to no work may be counted with another.
            if (one.get() - known).abs() > 0.02 * known + 0.002 * all {
                misses.0.push(format!("{name}: {} for {known}", one.get()));
            }
        }
        misses.near(name, "moved", (network.moved().total().get(), moved), 0.2);
        misses.near(name, "kernels", (f64::from(network.kernels), kernels), 0.15);
        let counted = network.alive.map_or(0.0, Bytes::get);
        misses.near(name, "alive", (counted, alive), 0.35);
    }
    misses.none();
}

/// Parameters and work as published; multiply-adds count two.
#[test]
fn detectors_and_segmenters_count_as_published() {
    let mut misses = Misses::default();
    for (name, shape, classes, parameters, work) in [
        (
            // 41.3 million; 86 billion multiply-adds are at 800 x 1,066 and more of the set.
            "detr-resnet-50",
            r#""model_type":"detr","architectures":["DetrForObjectDetection"],
            "backbone":"resnet50","use_timm_backbone":true,"d_model":256,"encoder_layers":6,
            "decoder_layers":6,"num_queries":100"#,
            91,
            41.3e6,
            None,
        ),
        (
            "yolos-tiny",
            r#""model_type":"yolos","architectures":["YolosForObjectDetection"],"hidden_size":192,
            "num_hidden_layers":12,"num_attention_heads":3,"intermediate_size":768,
            "image_size":[800,1333],"patch_size":16,"num_detection_tokens":100,
            "use_mid_position_embeddings":false"#,
            91,
            6.5e6,
            None,
        ),
        (
            "yolos-small",
            r#""model_type":"yolos","architectures":["YolosForObjectDetection"],"hidden_size":384,
            "num_hidden_layers":12,"num_attention_heads":6,"intermediate_size":1536,
            "image_size":[512,864],"patch_size":16,"use_mid_position_embeddings":true"#,
            91,
            30.7e6,
            None,
        ),
        (
            "rtdetr_r50vd",
            r#""model_type":"rt_detr","architectures":["RTDetrForObjectDetection"],
            "backbone_config":{"model_type":"rt_detr_resnet","hidden_sizes":[256,512,1024,2048],
            "depths":[3,4,6,3],"layer_type":"bottleneck","embedding_size":64},"d_model":256,
            "encoder_hidden_dim":256,"num_queries":300"#,
            80,
            42.9e6,
            Some(136e9),
        ),
        (
            "rtdetr_r18vd",
            r#""model_type":"rt_detr","architectures":["RTDetrForObjectDetection"],
            "backbone_config":{"model_type":"rt_detr_resnet","hidden_sizes":[64,128,256,512],
            "depths":[2,2,2,2],"layer_type":"basic","embedding_size":64},"d_model":256,
            "hidden_expansion":0.5,"decoder_layers":3"#,
            80,
            20.2e6,
            Some(60e9),
        ),
        (
            "segformer-b0-finetuned-ade-512-512",
            r#""model_type":"segformer","architectures":["SegformerForSemanticSegmentation"],
            "hidden_sizes":[32,64,160,256],"depths":[2,2,2,2],"decoder_hidden_size":256"#,
            150,
            3.75e6,
            Some(2.0 * 8.4e9),
        ),
        (
            "segformer-b5-finetuned-ade-640-640",
            r#""model_type":"segformer","architectures":["SegformerForSemanticSegmentation"],
            "hidden_sizes":[64,128,320,512],"depths":[3,6,40,3],"decoder_hidden_size":768,
            "image_size":640"#,
            150,
            84.7e6,
            None,
        ),
    ] {
        let found = read(&format!("{{{shape},{}}}", labels(classes)));
        let Counted::Network(network) = found.counted else {
            panic!("{name} reads images");
        };
        misses.near(name, "parameters", (network.parameters, parameters), 0.01);
        if let Some(work) = work {
            misses.near(name, "work", (network.work().get(), work), 0.06);
        }
    }
    misses.none();
}

/// Parameters, and of encoders whose record there is operations and bytes a token and kernels.
const ENCODERS: [(&str, &str, f64, [f64; 4]); 10] = [
    (
        "ModernBERT-base",
        r#""model_type":"modernbert","hidden_size":768,"num_hidden_layers":22,
            "intermediate_size":1152,"vocab_size":50368"#,
        149_014_272.0,
        [220_594_176.0, 67_584.0, 3_398_363.0, 653.0],
    ),
    (
        "ModernBERT-large",
        r#""model_type":"modernbert","hidden_size":1024,"num_hidden_layers":28,
            "intermediate_size":2624,"vocab_size":50368"#,
        394_781_696.0,
        [686_292_992.0, 114_688.0, 5_785_292.0, 821.0],
    ),
    (
        "all-mpnet-base-v2",
        r#""model_type":"mpnet","hidden_size":768,"num_hidden_layers":12,
            "num_attention_heads":12,"intermediate_size":3072,"vocab_size":30527,
            "max_position_embeddings":514"#,
        109_486_464.0,
        [169_869_312.0, 36_864.0, 0.0, 241.0],
    ),
    (
        // The encoder of 4,762,310,656 of the pipelines' records.
        "t5-v1_1-xxl",
        r#""model_type":"t5","d_model":4096,"num_layers":24,"num_heads":64,"d_kv":64,
            "d_ff":10240,"vocab_size":32128,"feed_forward_proj":"gated-gelu""#,
        4_762_310_656.0,
        [0.0; 4],
    ),
    (
        "t5-small",
        r#""model_type":"t5","d_model":512,"num_layers":6,"num_heads":8,"d_kv":64,"d_ff":2048,
            "vocab_size":32128,"feed_forward_proj":"relu""#,
        35_330_816.0,
        [0.0; 4],
    ),
    (
        "gte-base-en-v1.5",
        r#""model_type":"new","hidden_size":768,"num_hidden_layers":12,
            "num_attention_heads":12,"intermediate_size":3072,"vocab_size":30528,
            "max_position_embeddings":8192,"type_vocab_size":0"#,
        136_776_192.0,
        [0.0; 4],
    ),
    (
        "nomic-embed-text-v1.5",
        r#""model_type":"nomic_bert","n_embd":768,"n_layer":12,"n_head":12,"n_inner":3072,
            "vocab_size":30528,"type_vocab_size":2"#,
        136_731_648.0,
        [0.0; 4],
    ),
    (
        "deberta-v3-base",
        r#""model_type":"deberta-v2","hidden_size":768,"num_hidden_layers":12,
            "num_attention_heads":12,"intermediate_size":3072,"vocab_size":128100,
            "max_position_embeddings":512,"type_vocab_size":0,"position_buckets":256"#,
        183_831_552.0,
        [0.0; 4],
    ),
    (
        "albert-base-v2",
        r#""model_type":"albert","hidden_size":768,"num_hidden_layers":12,
            "num_attention_heads":12,"intermediate_size":3072,"vocab_size":30000,
            "embedding_size":128,"max_position_embeddings":512,"type_vocab_size":2"#,
        11_683_584.0,
        [0.0; 4],
    ),
    (
        "electra-small-discriminator",
        r#""model_type":"electra","hidden_size":256,"num_hidden_layers":12,
            "num_attention_heads":4,"intermediate_size":1024,"vocab_size":30522,
            "embedding_size":128,"max_position_embeddings":512,"type_vocab_size":2"#,
        13_483_008.0,
        [0.0; 4],
    ),
];

#[test]
fn encoders_count_as_their_records_and_releases() {
    let mut misses = Misses::default();
    for (name, shape, parameters, [linear, attention, traffic, kernels]) in ENCODERS {
        let found = read(&format!("{{{shape}}}"));
        let Counted::Encoder(encoder) = found.counted else {
            panic!("{name} reads texts");
        };
        misses.near(name, "parameters", (encoder.parameters, parameters), 0.0005);
        if linear > 0.0 {
            misses.near(name, "linear", (encoder.linear.get(), linear), 0.001);
            misses.near(
                name,
                "attention",
                (encoder.attention.get(), attention),
                0.001,
            );
            // Those of tables that are looked up count the table as read.
            if traffic > 0.0 {
                misses.near(name, "traffic", (encoder.traffic.get(), traffic), 0.2);
            }
            misses.near(name, "kernels", (f64::from(encoder.kernels), kernels), 0.1);
        }
    }
    misses.none();
}

/// Encoders of images alone: `DINOv2` by transformers' default shape, `DINOv3` as released.
#[test]
fn encoders_of_images_count_as_released() {
    let mut misses = Misses::default();
    for (name, shape, parameters) in [
        (
            "dinov2",
            r#""model_type":"dinov2","hidden_size":768,"num_hidden_layers":12,
            "num_attention_heads":12,"mlp_ratio":4,"image_size":224,"patch_size":14"#,
            85_725_696.0,
        ),
        (
            "dinov3-vitb16",
            r#""model_type":"dinov3_vit","hidden_size":768,"num_hidden_layers":12,
            "intermediate_size":3072,"image_size":224,"patch_size":16,"num_register_tokens":4,
            "use_gated_mlp":false"#,
            85_660_416.0,
        ),
    ] {
        let found = read(&format!("{{{shape}}}"));
        misses.near(
            name,
            "parameters",
            (found.counted.parameters(), parameters),
            0.0,
        );
    }
    misses.none();
}

/// What hears: parameters, operations of products and attention, bytes moved and alive, of a window;
/// parameters and layers of what writes.
#[test]
fn listeners_count_as_their_records() {
    let mut misses = Misses::default();
    for (name, shape, counts, written) in [
        (
            "whisper-tiny",
            r#""model_type":"whisper","d_model":384,"encoder_layers":4,"decoder_layers":4,
            "encoder_ffn_dim":1536,"decoder_ffn_dim":1536,"num_mel_bins":80,"vocab_size":51865"#,
            [
                37_760_640.0,
                23_113_728_000.0,
                13_824_000_000.0,
                144_145_824.0,
                14_316_000.0,
            ],
            Some((29_353_728.0, 4)),
        ),
        (
            "whisper-large-v3",
            r#""model_type":"whisper","d_model":1280,"encoder_layers":32,"decoder_layers":32,
            "encoder_ffn_dim":5120,"decoder_ffn_dim":5120,"num_mel_bins":128,"vocab_size":51866"#,
            [
                1_543_490_560.0,
                1_905_131_520_000.0,
                368_640_000_000.0,
                3_491_696_800.0,
                46_860_000.0,
            ],
            Some((905_249_280.0, 32)),
        ),
        (
            "wav2vec2-base",
            r#""model_type":"wav2vec2","hidden_size":768,"num_hidden_layers":12,
            "intermediate_size":3072,"conv_bias":false,"feat_extract_norm":"group""#,
            [
                94_371_712.0,
                138_953_873_408.0,
                9_179_172_864.0,
                404_968_048.0,
                65_856_000.0,
            ],
            None,
        ),
        (
            "wav2vec2-large",
            r#""model_type":"wav2vec2","hidden_size":1024,"num_hidden_layers":24,
            "intermediate_size":4096,"conv_bias":true,"feat_extract_norm":"layer""#,
            [
                315_438_720.0,
                359_375_820_800.0,
                24_477_794_304.0,
                793_259_736.0,
                66_109_944.0,
            ],
            None,
        ),
    ] {
        let found = read(&format!("{{{shape}}}"));
        let Counted::Listener(listener) = found.counted else {
            panic!("{name} hears");
        };
        let heard = &listener.encoder;
        let [parameters, products, attention, moved, alive] = counts;
        misses.near(
            name,
            "parameters",
            (listener.parameters, parameters),
            0.0005,
        );
        misses.near(name, "products", (heard.products.get(), products), 0.01);
        misses.near(name, "attention", (heard.attention.get(), attention), 0.01);
        misses.near(name, "moved", (heard.traffic.get(), moved), 0.2);
        misses.near(name, "alive", (heard.alive.get(), alive), 0.1);
        let decoder = listener.decoder.map(|decoder| decoder.layers);
        assert_eq!(decoder, written.map(|(_, layers)| layers), "{name}");
        if let Some((decoder, (known, _))) = listener.decoder.zip(written) {
            misses.near(name, "decoder", (decoder.parameters, known), 0.01);
        }
    }
    misses.none();
}

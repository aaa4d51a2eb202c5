//! Families of `config.json` against their released shapes: parameters as the classes of
//! transformers 5.24 hold them (counted on empty tensors), within a percent, and so the published
//! counts; operations as its own counter of FLOPs gives them.

use super::families::{Misses, labels, read};
use crate::vision::counted::Counted;

/// A file, classes of its last layer, parameters, and operations or nought.
type Row = (&'static str, &'static str, usize, f64, f64);

const TINY: &str = r#""backbone_config":{"model_type":"swin","image_size":224,"embed_dim":96,
    "depths":[2,2,6,2],"num_heads":[3,6,12,24],"window_size":7}"#;
const LARGE: &str = r#""backbone_config":{"model_type":"swin","image_size":384,"embed_dim":192,
    "depths":[2,2,18,2],"num_heads":[6,12,24,48],"window_size":12}"#;

/// What sees: published sizes are those of the papers in millions.
const SEEN: [Row; 38] = [
    // 24.8.
    (
        "depth-anything-small",
        r#""model_type":"depth_anything","architectures":["DepthAnythingForDepthEstimation"],
        "backbone_config":{"model_type":"dinov2","hidden_size":384,"num_attention_heads":6,
        "num_hidden_layers":12,"image_size":518,"patch_size":14},"neck_hidden_sizes":
        [48,96,192,384],"fusion_hidden_size":64,"reassemble_hidden_size":384"#,
        2,
        24_785_089.0,
        115_267_534_080.0,
    ),
    // 335.3.
    (
        "depth-anything-large",
        r#""model_type":"depth_anything","architectures":["DepthAnythingForDepthEstimation"],
        "backbone_config":{"model_type":"dinov2","hidden_size":1024,"num_attention_heads":16,
        "num_hidden_layers":24,"image_size":518,"patch_size":14},"neck_hidden_sizes":
        [256,512,1024,1024],"fusion_hidden_size":256,"reassemble_hidden_size":1024"#,
        2,
        335_315_649.0,
        1_304_217_118_976.0,
    ),
    // 343.
    (
        "dpt-large",
        r#""model_type":"dpt","architectures":["DPTForDepthEstimation"],"hidden_size":1024,
        "num_hidden_layers":24,"num_attention_heads":16,"intermediate_size":4096,"image_size":384,
        "patch_size":16,"neck_hidden_sizes":[256,512,1024,1024]"#,
        2,
        343_030_465.0,
        516_412_243_968.0,
    ),
    (
        "dpt-large-ade",
        r#""model_type":"dpt","architectures":["DPTForSemanticSegmentation"],"hidden_size":1024,
        "num_hidden_layers":24,"num_attention_heads":16,"intermediate_size":4096,"image_size":480,
        "patch_size":16,"neck_hidden_sizes":[256,512,1024,1024],
        "use_batch_norm_in_fusion_residual":true"#,
        150,
        344_292_140.0,
        928_987_054_080.0,
    ),
    // 93.7 and 641.
    (
        "sam-vit-base",
        r#""model_type":"sam","vision_config":{"hidden_size":768}"#,
        2,
        93_735_728.0,
        972_077_334_528.0,
    ),
    (
        "sam-vit-huge",
        r#""model_type":"sam","vision_config":{"hidden_size":1280,"num_hidden_layers":32,
        "num_attention_heads":16,"global_attn_indexes":[7,15,23,31],"mlp_dim":5120}"#,
        2,
        641_090_864.0,
        5_961_082_830_848.0,
    ),
    // 38.9 with what remembers; 224.4.
    (
        "sam2-hiera-tiny",
        r#""model_type":"sam2""#,
        2,
        31_440_721.0,
        291_067_395_072.0,
    ),
    (
        "sam2.1-hiera-tiny",
        r#""model_type":"sam2_video","vision_config":{"backbone_config":{}}"#,
        2,
        38_962_498.0,
        0.0,
    ),
    (
        "sam2-hiera-large",
        r#""model_type":"sam2","vision_config":{"backbone_config":{"hidden_size":144,
        "blocks_per_stage":[2,6,36,4],"embed_dim_per_stage":[144,288,576,1152],
        "window_size_per_stage":[8,4,16,8],"global_attention_blocks":[23,33,43],
        "window_positional_embedding_background_size":[7,7]}}"#,
        2,
        216_924_865.0,
        0.0,
    ),
    // 47 and 216.
    (
        "mask2former-swin-tiny-coco",
        r#""model_type":"mask2former",TINY"#,
        133,
        47_436_800.0,
        537_120_188_672.0,
    ),
    (
        "mask2former-swin-large-coco",
        r#""model_type":"mask2former","num_queries":200,LARGE"#,
        133,
        215_538_682.0,
        0.0,
    ),
    (
        "maskformer-swin-tiny-ade",
        r#""model_type":"maskformer",TINY"#,
        150,
        41_758_545.0,
        392_695_775_488.0,
    ),
    // 219 of the large.
    (
        "oneformer-swin-tiny-ade",
        r#""model_type":"oneformer",TINY"#,
        150,
        50_737_938.0,
        0.0,
    ),
    (
        "oneformer-swin-large-ade",
        r#""model_type":"oneformer","num_queries":250,LARGE"#,
        150,
        218_814_220.0,
        0.0,
    ),
    // 60.
    (
        "upernet-swin-tiny",
        r#""model_type":"upernet",TINY"#,
        150,
        59_943_398.0,
        475_620_167_424.0,
    ),
    // 172.
    (
        "grounding-dino-tiny",
        r#""model_type":"grounding-dino",TINY"#,
        2,
        172_250_626.0,
        677_509_312_768.0,
    ),
    (
        "owlvit-base-patch32",
        r#""model_type":"owlvit","text_config":{"model_type":"owlvit_text_model"},
        "vision_config":{"model_type":"owlvit_vision_model"},"projection_dim":512"#,
        2,
        153_231_879.0,
        117_300_000_000.0,
    ),
    (
        "owlv2-base-patch16",
        r#""model_type":"owlv2","text_config":{},"vision_config":{"image_size":960,
        "patch_size":16},"projection_dim":512"#,
        2,
        154_966_792.0,
        1_116_300_000_000.0,
    ),
    // 5.3, 19 and 66; .39, 4.2 and 37 billion multiply-adds.
    (
        "efficientnet-b0",
        r#""model_type":"efficientnet","architectures":["EfficientNetForImageClassification"],
        "width_coefficient":1.0,"depth_coefficient":1.0,"image_size":224,"hidden_dim":1280"#,
        1000,
        5_288_548.0,
        771_629_504.0,
    ),
    (
        "efficientnet-b4",
        r#""model_type":"efficientnet","architectures":["EfficientNetForImageClassification"],
        "width_coefficient":1.4,"depth_coefficient":1.8,"image_size":380,"hidden_dim":1792"#,
        1000,
        19_341_616.0,
        8_787_542_048.0,
    ),
    (
        "efficientnet-b7",
        r#""model_type":"efficientnet","architectures":["EfficientNetForImageClassification"],
        "image_size":600"#,
        1000,
        66_347_960.0,
        2.0 * 37e9,
    ),
    // 4.2 and 3.5; 569 and 300 million multiply-adds.
    (
        "mobilenet_v1_1.0_224",
        r#""model_type":"mobilenet_v1","architectures":["MobileNetV1ForImageClassification"]"#,
        1001,
        4_233_001.0,
        1_137_482_752.0,
    ),
    (
        "mobilenet_v2_1.0_224",
        r#""model_type":"mobilenet_v2","architectures":["MobileNetV2ForImageClassification"],
        "depth_multiplier":1.0"#,
        1001,
        3_506_153.0,
        601_551_104.0,
    ),
    // 5.6 and 2.3.
    (
        "mobilevit-small",
        r#""model_type":"mobilevit","architectures":["MobileViTForImageClassification"],
        "image_size":256,"hidden_sizes":[144,192,240]"#,
        1000,
        5_578_632.0,
        4_001_662_976.0,
    ),
    (
        "mobilevit-x-small",
        r#""model_type":"mobilevit","architectures":["MobileViTForImageClassification"],
        "image_size":256,"hidden_sizes":[96,120,144],"neck_hidden_sizes":[16,32,48,64,80,96,384]"#,
        1000,
        2_317_848.0,
        2_051_823_616.0,
    ),
    // 52; 9.4 billion multiply-adds.
    (
        "hiera-base-224",
        r#""model_type":"hiera","architectures":["HieraForImageClassification"],"embed_dim":96,
        "depths":[2,3,16,3],"image_size":[224,224],"patch_size":[7,7],"patch_stride":[4,4],
        "masked_unit_attention":[true,true,false,false]"#,
        1000,
        51_524_968.0,
        18_750_400_512.0,
    ),
    // 13.2 and 61.4; 1.9 and 9.8 billion multiply-adds.
    (
        "pvt-tiny-224",
        r#""model_type":"pvt","architectures":["PvtForImageClassification"],"image_size":224"#,
        1000,
        13_229_288.0,
        3_865_823_232.0,
    ),
    (
        "pvt-large-224",
        r#""model_type":"pvt","architectures":["PvtForImageClassification"],"depths":[3,8,27,3],
        "image_size":224"#,
        1000,
        61_369_320.0,
        19_627_531_264.0,
    ),
    (
        "pvt_v2_b0",
        r#""model_type":"pvt_v2","architectures":["PvtV2ForImageClassification"],
        "image_size":224"#,
        1000,
        3_666_760.0,
        1_132_131_328.0,
    ),
    (
        "pvt_v2_b2",
        r#""model_type":"pvt_v2","architectures":["PvtV2ForImageClassification"],
        "hidden_sizes":[64,128,320,512],"depths":[3,4,6,3],"image_size":{"height":224,
        "width":224}"#,
        1000,
        25_362_856.0,
        8_053_469_184.0,
    ),
    (
        "pvt_v2_b2_linear",
        r#""model_type":"pvt_v2","architectures":["PvtV2ForImageClassification"],
        "hidden_sizes":[64,128,320,512],"depths":[3,4,6,3],"linear_attention":true"#,
        1000,
        22_553_512.0,
        7_777_701_888.0,
    ),
    (
        "vit-mae-base",
        r#""model_type":"vit_mae","architectures":["ViTMAEModel"],"hidden_size":768,
        "num_hidden_layers":12,"intermediate_size":3072,"image_size":224,"patch_size":16"#,
        2,
        85_798_656.0,
        0.0,
    ),
    // 31; 91 billion operations once its pairs of windows are joined.
    (
        "dfine-large-coco",
        r#""model_type":"d_fine","architectures":["DFineForObjectDetection"],
        "backbone_config":{"model_type":"hgnet_v2"}"#,
        80,
        31_244_152.0,
        95_708_966_400.0,
    ),
    (
        "detr-resnet-101",
        r#""model_type":"detr","architectures":["DetrForObjectDetection"],
        "backbone_config":{"model_type":"timm_backbone","backbone":"resnet101"}"#,
        91,
        60.5e6,
        0.0,
    ),
    (
        "dinov3-convnext-tiny",
        r#""model_type":"dinov3_convnext","hidden_sizes":[96,192,384,768],"depths":[3,3,9,3],
        "image_size":224"#,
        2,
        27_820_128.0,
        8_909_526_528.0,
    ),
    // Towers of which files say the name alone.
    (
        "siglip-base-patch16-224",
        r#""model_type":"siglip","text_config":{"model_type":"siglip_text_model"},
        "vision_config":{"model_type":"siglip_vision_model"}"#,
        2,
        92_884_224.0,
        0.0,
    ),
    (
        "clip-vit-base-patch32",
        r#""model_type":"clip","vision_config":{"model_type":"clip_vision_model"}"#,
        2,
        87_456_000.0,
        0.0,
    ),
    // Counted as the plain transformer that it says it is.
    (
        "a family of another day",
        r#""model_type":"seen_tomorrow","hidden_size":768,"num_hidden_layers":12,
        "intermediate_size":3072,"image_size":224,"patch_size":16"#,
        2,
        85_798_656.0,
        0.0,
    ),
];

#[test]
fn what_sees_counts_as_released() {
    let mut misses = Misses::default();
    for (name, shape, classes, parameters, work) in SEEN {
        let shape = shape.replace("TINY", TINY).replace("LARGE", LARGE);
        let found = read(&format!("{{{shape},{}}}", labels(classes)));
        let Counted::Network(network) = found.counted else {
            panic!("{name} sees");
        };
        misses.near(name, "parameters", (network.parameters, parameters), 0.01);
        if work > 0.0 {
            misses.near(name, "work", (network.work().get(), work), 0.05);
        }
    }
    misses.none();
}

/// What reads: parameters as its class holds them, published in millions: 576 of `RemBERT`, 139 of
/// `DeBERTa`, 559 of Jina's, 305 of gte's, 596 of Qwen's small and 7,567 of its large, 303 of
/// Gemma's; of those with a record operations and attention a token.
const READ: [(&str, &str, f64, f64, f64); 9] = [
    (
        "rembert",
        r#""model_type":"rembert","hidden_size":1152,"num_hidden_layers":32,
        "num_attention_heads":18,"intermediate_size":4608,"input_embedding_size":256,
        "output_embedding_size":1664,"vocab_size":250300,"max_position_embeddings":512,
        "type_vocab_size":2"#,
        575_920_384.0,
        0.0,
        0.0,
    ),
    (
        "deberta-base",
        r#""model_type":"deberta","hidden_size":768,"num_hidden_layers":12,
        "num_attention_heads":12,"intermediate_size":3072,"vocab_size":50265,
        "max_position_embeddings":512,"type_vocab_size":0,"relative_attention":true,
        "pos_att_type":["c2p","p2c"],"position_biased_input":false"#,
        138_601_728.0,
        0.0,
        0.0,
    ),
    (
        "jina-embeddings-v3",
        r#""model_type":"jina_embeddings_v3","hidden_size":1024,"num_hidden_layers":24,
        "num_attention_heads":16,"intermediate_size":4096,"vocab_size":250002,
        "type_vocab_size":1"#,
        559_364_096.0,
        0.0,
        0.0,
    ),
    (
        "gte-multilingual-base",
        r#""model_type":"gte","hidden_size":768,"num_hidden_layers":12,"num_attention_heads":12,
        "intermediate_size":3072,"vocab_size":250048,"type_vocab_size":1"#,
        305_368_320.0,
        0.0,
        0.0,
    ),
    (
        "Qwen3-Embedding-0.6B",
        r#""model_type":"qwen3","architectures":["Qwen3ForCausalLM"],"hidden_size":1024,
        "num_hidden_layers":28,"num_attention_heads":16,"num_key_value_heads":8,"head_dim":128,
        "intermediate_size":3072,"vocab_size":151669,"max_position_embeddings":32768,
        "tie_word_embeddings":true"#,
        595_776_512.0,
        880_803_840.0,
        114_688.0 * 2.0,
    ),
    (
        "Qwen3-Embedding-8B",
        r#""model_type":"qwen3","architectures":["Qwen3ForCausalLM"],"hidden_size":4096,
        "num_hidden_layers":36,"num_attention_heads":32,"num_key_value_heads":8,"head_dim":128,
        "intermediate_size":12288,"vocab_size":151665,"max_position_embeddings":40960,
        "tie_word_embeddings":false"#,
        7_567_295_488.0,
        13_891_534_848.0,
        294_912.0 * 2.0,
    ),
    (
        "gte-Qwen2-1.5B-instruct",
        r#""model_type":"qwen2","architectures":["Qwen2ForCausalLM"],"hidden_size":1536,
        "num_hidden_layers":28,"num_attention_heads":12,"num_key_value_heads":2,
        "intermediate_size":8960,"vocab_size":151646,"max_position_embeddings":131072,
        "tie_word_embeddings":false"#,
        1_543_268_864.0,
        2_620_391_424.0,
        86_016.0 * 2.0,
    ),
    (
        "e5-mistral-7b-instruct",
        r#""model_type":"mistral","architectures":["MistralModel"],"hidden_size":4096,
        "num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,
        "intermediate_size":14336,"vocab_size":32000,"max_position_embeddings":32768,
        "tie_word_embeddings":false"#,
        7_110_660_096.0,
        13_958_643_712.0,
        262_144.0 * 2.0,
    ),
    (
        "a family of another day",
        r#""model_type":"read_tomorrow","hidden_size":768,"num_hidden_layers":12,
        "num_attention_heads":12,"intermediate_size":3072,"vocab_size":30522,
        "max_position_embeddings":512,"type_vocab_size":2"#,
        109_482_240.0,
        169_869_312.0,
        36_864.0,
    ),
];

#[test]
fn what_reads_counts_as_released() {
    let mut misses = Misses::default();
    for (name, shape, parameters, linear, attention) in READ {
        let found = read(&format!("{{{shape}}}"));
        let Counted::Encoder(encoder) = found.counted else {
            panic!("{name} reads");
        };
        misses.near(name, "parameters", (encoder.parameters, parameters), 0.001);
        if linear > 0.0 {
            misses.near(name, "linear", (encoder.linear.get(), linear), 0.001);
            let half = if encoder.causal { 0.5 } else { 1.0 };
            misses.near(
                name,
                "attention",
                (half * encoder.attention.get(), half * attention),
                0.001,
            );
        }
    }
    misses.none();
}

/// What hears: parameters, operations of a window of that many seconds or nought, layers of what
/// writes. Published in millions: 94.7 and 317 of `WavLM`, 600 of the conformers, 581 of w2v-BERT,
/// 609, 1,063 and 627 of Parakeet, 27 and 61 of Moonshine.
const HEARD: [(&str, &str, f64, f64, Option<u32>); 14] = [
    (
        "wavlm-base",
        r#""model_type":"wavlm","hidden_size":768,"num_hidden_layers":12,"num_attention_heads":12,
        "intermediate_size":3072,"feat_extract_norm":"group""#,
        94_381_936.0,
        148_206_626_816.0,
        None,
    ),
    (
        "wavlm-large",
        r#""model_type":"wavlm","hidden_size":1024,"num_hidden_layers":24,
        "num_attention_heads":16,"intermediate_size":4096,"feat_extract_norm":"layer""#,
        315_453_120.0,
        384_049_829_888.0,
        None,
    ),
    (
        "unispeech-sat-base",
        r#""model_type":"unispeech-sat","hidden_size":768,"num_hidden_layers":12,
        "intermediate_size":3072"#,
        94_371_712.0,
        0.0,
        None,
    ),
    (
        "data2vec-audio-base",
        r#""model_type":"data2vec-audio","hidden_size":768,"num_hidden_layers":12,
        "intermediate_size":3072,"feat_extract_norm":"layer""#,
        93_164_288.0,
        146_909_530_112.0,
        None,
    ),
    (
        "wav2vec2-conformer-rel-pos-large",
        r#""model_type":"wav2vec2-conformer","hidden_size":1024,"num_hidden_layers":24,
        "num_attention_heads":16,"intermediate_size":4096,"feat_extract_norm":"layer",
        "conv_bias":true,"position_embeddings_type":"relative""#,
        618_559_104.0,
        727_129_675_776.0,
        None,
    ),
    (
        "wav2vec2-conformer-rope-large",
        r#""model_type":"wav2vec2-conformer","hidden_size":1024,"num_hidden_layers":24,
        "num_attention_heads":16,"intermediate_size":4096,"feat_extract_norm":"layer",
        "conv_bias":true,"position_embeddings_type":"rotary""#,
        593_344_128.0,
        0.0,
        None,
    ),
    (
        "w2v-bert-2.0",
        r#""model_type":"wav2vec2-bert","hidden_size":1024,"num_hidden_layers":24,
        "intermediate_size":4096"#,
        580_493_120.0,
        616_603_648_000.0,
        None,
    ),
    (
        "parakeet-ctc-0.6b",
        r#""model_type":"parakeet_ctc","vocab_size":1025,"encoder_config":{
        "model_type":"parakeet_encoder","num_hidden_layers":24}"#,
        608_799_745.0,
        505_178_084_352.0,
        None,
    ),
    (
        "parakeet-ctc-1.1b",
        r#""model_type":"parakeet_ctc","vocab_size":1025,"encoder_config":{"hidden_size":1024,
        "num_hidden_layers":42,"num_mel_bins":80}"#,
        1_062_540_289.0,
        0.0,
        None,
    ),
    (
        "parakeet-tdt-0.6b",
        r#""model_type":"parakeet_tdt","encoder_config":{}"#,
        625_877_638.0,
        0.0,
        Some(2),
    ),
    (
        "moonshine-tiny",
        r#""model_type":"moonshine","hidden_size":288,"encoder_num_hidden_layers":6,
        "decoder_num_hidden_layers":6,"intermediate_size":1152"#,
        27_092_736.0,
        0.0,
        Some(6),
    ),
    (
        "moonshine-base",
        r#""model_type":"moonshine","hidden_size":416,"encoder_num_hidden_layers":8,
        "decoder_num_hidden_layers":8,"intermediate_size":1664"#,
        61_513_920.0,
        0.0,
        Some(8),
    ),
    (
        "seamless-m4t-v2-large",
        r#""model_type":"seamless_m4t_v2""#,
        1_501_842_240.0,
        0.0,
        Some(24),
    ),
    (
        "seamless-m4t-large",
        r#""model_type":"seamless_m4t""#,
        1_526_945_088.0,
        0.0,
        Some(24),
    ),
];

#[test]
fn what_hears_counts_as_released() {
    let mut misses = Misses::default();
    for (name, shape, parameters, work, layers) in HEARD {
        let found = read(&format!("{{{shape}}}"));
        let Counted::Listener(listener) = found.counted else {
            panic!("{name} hears");
        };
        misses.near(name, "parameters", (listener.parameters, parameters), 0.001);
        if work > 0.0 {
            let heard = listener.encoder.products.get() + listener.encoder.attention.get();
            misses.near(name, "work", (heard, work), 0.03);
        }
        assert_eq!(listener.decoder.map(|of| of.layers), layers, "{name}");
    }
    misses.none();
}

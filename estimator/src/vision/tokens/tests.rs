//! The processors' own counts, cases by hand, laws of the rules, and images that cannot be
//! counted.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use proptest::prelude::*;
use serde_json::Value;

/// Tokens by family and size.
const VECTORS: &str = include_str!("../../../tests/it/data/vision_token_vectors.json");

fn count(name: &str, height: u32, width: u32) -> Count {
    let image = Image::new(height, width).unwrap();
    family(name)
        .unwrap()
        .count(image, Limits::default())
        .unwrap()
}

fn limited(name: &str, limits: Limits) -> Result<Count, Unfit> {
    family(name)
        .unwrap()
        .count(Image::new(1000, 1000).unwrap(), limits)
}

/// Every family of the table at every size of it, exactly; none is left out on either side.
#[test]
fn image_vectors_are_exact() {
    let file: Value = serde_json::from_str(VECTORS).unwrap();
    let mut checked = 0;
    for (sizes, tokens) in [("sizes", "tokens"), ("more_sizes", "more_tokens")] {
        let table = file[tokens].as_object().unwrap();
        assert_eq!(table.len(), FAMILIES.len());
        for (name, row) in table {
            let family = family(name).unwrap();
            let sizes = file[sizes].as_array().unwrap();
            assert_eq!(sizes.len(), row.as_array().unwrap().len());
            for (size, want) in sizes.iter().zip(row.as_array().unwrap()) {
                let image = Image::parse(size.as_str().unwrap()).unwrap();
                let count = family.count(image, Limits::default()).unwrap();
                let crossing = matches!(family.rule, Rule::CrossAttention { .. });
                let got = if crossing {
                    assert_eq!(count.tokens, 1);
                    count.cross_tokens
                } else {
                    assert_eq!(count.cross_tokens, 0);
                    count.tokens
                };
                assert_eq!(Some(got), want.as_u64(), "{name} {size}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 22 * (8 + 30));
}

/// Every listener of the table at every length.
#[test]
fn sound_vectors_are_exact() {
    let file: Value = serde_json::from_str(VECTORS).unwrap();
    let table = file["audio_tokens"].as_object().unwrap();
    assert_eq!(table.len(), 7);
    for (name, row) in table {
        let listener = Listener::of(name).unwrap();
        let lengths = file["audio_seconds"].as_array().unwrap();
        for (seconds, want) in lengths.iter().zip(row.as_array().unwrap()) {
            let got = listener.tokens(seconds.as_f64().unwrap()).unwrap();
            assert_eq!(Some(got), want.as_u64(), "{name} {seconds}");
        }
    }
}

/// Tiles and patches beside the tokens, as the towers read them.
#[test]
fn towers_read_whole_pieces() {
    let of = |name, height, width| {
        let count = count(name, height, width);
        (count.tokens, count.cross_tokens, count.tiles, count.patches)
    };
    // 1080/28 = 38.57 and 1920/28 = 68.57: 39 * 69 tokens of 4 patches.
    assert_eq!(of("qwen2_5_vl", 1080, 1920), (2691, 0, 1, 10_764));
    // 3 x 3 tiles and the overview, 32^2 patches and a class token each; 10 * 256 + 2.
    assert_eq!(of("internvl", 1024, 1024), (2562, 0, 10, 10_250));
    // 3 x 4 tiles of 336 and the overview, 24^2 + 1 each; 12 * 145 + 147.
    assert_eq!(of("llama4", 768, 1024), (1887, 0, 13, 7501));
    // 2 x 2 tiles of 560, 40^2 + 1 each, all of them keys of cross-attention.
    assert_eq!(of("mllama", 1000, 700), (1, 6404, 4, 6404));
    // 1:5 is above 1:4, so windows are 300 a side, the short one: 1500/300 = 5 of them.
    assert_eq!(of("step3p7", 300, 1500).0, 5 * 83 + 171);
    // An image of 31 x 300 is padded to 300 x 300, which the overview holds.
    assert_eq!(of("step3p7", 31, 300).0, 171);
    // A strip of 1:150 at 70 tokens keeps one row of as many tokens as the budget has.
    let thin = Rule::Budget { tokens: 70 };
    let image = Image::new(10, 1500).unwrap();
    let tower = family("gemma4").unwrap().tower;
    assert_eq!(thin.count(tower, image).unwrap().tokens, 70);
}

/// Limits of one's own replace the rule's: 1000 x 1000 within 200,704 pixels is at most 16 x 16
/// cells of 28 (448 x 448 = 200,704); within 4 tiles of 448 it is 2 x 2 and an overview.
#[test]
fn limits_replace_the_rules() {
    let pixels = Limits {
        max_pixels: Some(200_704),
        ..Limits::default()
    };
    assert_eq!(limited("qwen2_5_vl", pixels).unwrap().tokens, 256);
    let tiles = Limits {
        max_tiles: Some(4),
        ..Limits::default()
    };
    assert_eq!(limited("internvl", tiles).unwrap().tokens, 5 * 256 + 2);
}

/// A problem is said at its field.
#[test]
fn what_cannot_be_counted_is_an_error_by_field() {
    let size = |height, width| Image::new(height, width).unwrap_err();
    assert_eq!(size(0, 5), Unfit::new(Part::Height, Why::NotPositive));
    assert_eq!(size(5, 0), Unfit::new(Part::Width, Why::NotPositive));
    let large = Why::TooLarge(65_535);
    assert_eq!(size(1, 100_000), Unfit::new(Part::Width, large));
    assert_eq!(size(u32::MAX, u32::MAX), Unfit::new(Part::Height, large));
    assert_eq!(
        size(1, 201),
        Unfit::new(Part::ImageSize, Why::TooNarrow(200))
    );
    for text in [
        "",
        "x",
        "5x",
        "x5",
        "5X5",
        "5x5x5",
        "-5x5",
        "+5x5",
        "5 x5",
        "5.0x5",
        "٣x3",
        "4294967296x1",
    ] {
        let error = Image::parse(text).unwrap_err();
        assert_eq!(error, Unfit::new(Part::ImageSize, Why::NotASize), "{text}");
        assert_eq!(error.part.name(), "image_size");
    }
    assert_eq!(
        family("clip").unwrap_err(),
        Unfit::new(Part::Tower, Why::Unknown)
    );
}

/// A limit out of range, or not of the rule, is an error at the limit.
#[test]
fn limits_that_cannot_be_are_errors_by_field() {
    let none = Limits::default();
    let cases = [
        (
            "qwen2_vl",
            Limits {
                min_pixels: Some(0),
                ..none
            },
            Part::MinPixels,
            Why::NotPositive,
        ),
        (
            "qwen2_vl",
            Limits {
                max_pixels: Some(u64::MAX),
                ..none
            },
            Part::MaxPixels,
            Why::TooLarge(MOST_PIXELS),
        ),
        (
            "qwen2_vl",
            Limits {
                max_pixels: Some(3000),
                ..none
            },
            Part::MinPixels,
            Why::AboveMaxPixels(3000),
        ),
        (
            "qwen2_vl",
            Limits {
                max_tiles: Some(4),
                ..none
            },
            Part::MaxTiles,
            Why::NotOfThisRule,
        ),
        (
            "internvl",
            Limits {
                max_pixels: Some(4),
                ..none
            },
            Part::MaxPixels,
            Why::NotOfThisRule,
        ),
        (
            "internvl",
            Limits {
                max_tiles: Some(u32::MAX),
                ..none
            },
            Part::MaxTiles,
            Why::TooLarge(u64::from(MOST_TILES)),
        ),
    ];
    for (name, limits, part, why) in cases {
        assert_eq!(limited(name, limits).unwrap_err(), Unfit::new(part, why));
    }
}

/// An image too thin for a crop, and lengths that no recording has.
#[test]
fn thin_images_and_lengths_that_are_none_are_errors() {
    // 1 x 200 on a crop of 448 leaves 2 pixels of height.
    let thin = Image::new(1, 200).unwrap();
    let phi = family("phi4_multimodal").unwrap();
    let error = phi.count(thin, Limits::default()).unwrap_err();
    assert_eq!(error, Unfit::new(Part::ImageSize, Why::TooNarrow(200)));
    for seconds in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        let error = Listener::Voxtral.tokens(seconds).unwrap_err();
        assert_eq!(error, Unfit::new(Part::AudioSeconds, Why::NotPositive));
    }
    let error = Listener::Qwen3.tokens(f64::INFINITY).unwrap_err();
    assert_eq!(error.why, Why::TooLarge(604_800));
}

/// The most tokens, or keys, that a rule can give.
fn most(rule: Rule, tower: Tower) -> u64 {
    let cell = u64::from(tower.patch * tower.merge);
    match rule {
        Rule::Smart {
            frames, max_pixels, ..
        } => max_pixels / u64::from(frames) / (cell * cell),
        // Each side padded up by less than a cell.
        Rule::Padded { patches, side } => {
            let side = u64::from(side / tower.merge);
            (u64::from(patches / tower.merge.pow(2)) + 2 * side + 1).min(side * side)
        }
        Rule::Budget { tokens } | Rule::Grid { tokens } | Rule::Fixed { tokens, .. } => {
            u64::from(tokens)
        }
        Rule::Rows { longest } => {
            let side = u64::from(longest).div_ceil(cell);
            side * (side + 1)
        }
        Rule::AnyResolution {
            side,
            canvases,
            cap,
            ..
        } => {
            let side = u64::from(side);
            let largest = canvases.list().iter().map(|canvas| canvas.count()).max();
            let tiles = cap.map_or(largest.unwrap(), |cap| u64::from(cap) * 121 / 100 + 1);
            (tiles + 1) * side * side + 6 * side
        }
        Rule::Tiles {
            tokens, most, ends, ..
        } => u64::from(tokens * (most + 1) + ends),
        Rule::Crops { tile, most } => {
            let side = u64::from(tile / tower.patch / 2);
            257 + 16 + u64::from(most) * side * (side + 1)
        }
        Rule::Canvas { tokens, most, .. } => u64::from((tokens + 1) * (most + 1) + 2),
        Rule::CrossAttention { tokens, most, .. } => u64::from(tokens * most),
        Rule::Split {
            tile,
            longest,
            tokens,
        } => {
            let side = u64::from(longest.div_ceil(tile));
            u64::from(tokens) + 3 + side * ((u64::from(tokens) + 2) * side + 1)
        }
        // Above 1:4 a window may be as thin as the short side, of one row: 201 of them at most.
        Rule::Windows { tokens, .. } => u64::from(tokens) + 2 + 201 * 83,
    }
}

fn sides() -> impl Strategy<Value = Image> {
    let side = || prop_oneof![1..64_u32, 64..2048_u32, 2048..=LONGEST];
    let image = |(height, width)| Image::new(height, width).ok();
    (side(), side()).prop_filter_map("too narrow", image)
}

proptest! {
    /// No image that is taken is nothing, none is more than its rule's bound, and only crops
    /// refuse any.
    #[test]
    fn counts_lie_within_bounds(image in sides(), at in 0..FAMILIES.len()) {
        let family = &FAMILIES[at];
        match family.count(image, Limits::default()) {
            Ok(count) => {
                let tokens = count.tokens.max(count.cross_tokens);
                let most = most(family.rule, family.tower);
                prop_assert!(count.tokens >= 1 && tokens <= most, "{count:?} above {most}");
                prop_assert!(count.tiles >= 1 && count.patches >= count.tiles);
            }
            Err(error) => {
                let crops = matches!(family.rule, Rule::Crops { .. });
                prop_assert!(crops && error.part == Part::ImageSize, "{}", family.name);
            }
        }
    }

    /// Where a rule neither enlarges nor shrinks, a larger side never makes fewer tokens.
    #[test]
    fn more_pixels_are_no_fewer_tokens(
        (height, width) in (300..1000_u32, 300..1000_u32), more in 1..24_u32,
    ) {
        for name in ["qwen2_vl", "qwen2_5_vl", "qwen3_vl", "glm4v", "kimi_k25", "pixtral", "mistral3"] {
            let tokens = count(name, height, width).tokens;
            prop_assert!(count(name, height + more, width).tokens >= tokens, "{name}");
            prop_assert!(count(name, height, width + more).tokens >= tokens, "{name}");
        }
    }

    /// Rules that treat both sides alike count an image on its side the same.
    #[test]
    fn turned_images_count_the_same(image in sides()) {
        let turned = Image::new(image.width(), image.height()).unwrap();
        for family in FAMILIES {
            let alike = matches!(family.rule, Rule::Smart { .. } | Rule::Padded { .. }
                | Rule::Budget { .. } | Rule::Fixed { .. } | Rule::Windows { .. });
            if alike {
                let limits = Limits::default();
                prop_assert_eq!(family.count(image, limits), family.count(turned, limits));
            }
        }
    }

    /// Longer recordings are never fewer tokens, and only those below 30 ms may be none.
    #[test]
    fn longer_sound_is_no_fewer_tokens(seconds in 0.03..10_000.0_f64, more in 0.0..50.0_f64) {
        for name in ["qwen2_audio", "qwen3_omni", "phi4_multimodal", "voxtral", "gemma4", "gemma3n"] {
            let listener = Listener::of(name).unwrap();
            let tokens = listener.tokens(seconds).unwrap();
            prop_assert!(tokens >= 1, "{name}");
            prop_assert!(listener.tokens(seconds + more).unwrap() >= tokens, "{name}");
        }
    }

    /// Any text and any limits are an answer or an error, never a panic.
    #[test]
    fn nothing_panics(
        text in "[0-9x+ -]{0,24}|.{0,12}", low in any::<Option<u64>>(), high in any::<Option<u64>>(),
        tiles in any::<Option<u32>>(), seconds in any::<f64>(), image in sides(),
    ) {
        let limits = Limits { min_pixels: low, max_pixels: high, max_tiles: tiles };
        let image = Image::parse(&text).unwrap_or(image);
        for family in FAMILIES {
            let _ = family.count(image, limits);
            let _ = family.count(image, Limits { max_tiles: tiles.map(|tiles| tiles % 300), ..Limits::default() });
            let _ = family.count(image, Limits { min_pixels: low.map(|low| low % 100_000), ..Limits::default() });
        }
        let _ = Listener::Qwen2.tokens(seconds);
    }
}

//! A value or a class for every pixel: DPT and Depth Anything, `UPerNet`.
//!
//! ```text
//! DPT      tokens of four layers as four grids, joined from the smallest to the largest
//! UPerNet  means of the last stage at some scales, then a pyramid of all stages in one width
//! ```

use super::parts::backbone;
use super::{Input, image, plain};
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally, Window, window};
use crate::import::network::{Found, Refused};
use crate::vision::counted::Counted;

/// A convolution of that side with a bias.
pub(super) const fn biased(side: f64, stride: f64) -> Window {
    Window {
        bias: true,
        ..window(side, stride)
    }
}

/// The same vectors on another grid.
pub(super) fn resized(tally: &mut Tally, from: Map, rows: f64, columns: f64) -> Map {
    let out = Map {
        rows,
        columns,
        ..from
    };
    tally.copy(out.size());
    out
}

/// What makes of four grids a fifth, as large as the image's half.
struct Fusion {
    width: f64,
    normed: bool,
}

impl Fusion {
    /// Two small windows behind activations, and what they read.
    fn residual(&self, tally: &mut Tally, map: Map) {
        for _ in 0..2 {
            tally.activate(map.size());
            if self.normed {
                tally.normed(map, self.width, window(3.0, 1.0), false);
            } else {
                tally.convolve(map, self.width, biased(3.0, 1.0));
            }
        }
        tally.sum(map.size());
    }

    fn count(&self, tally: &mut Tally, maps: &[Map]) -> Option<Map> {
        let mut fused: Option<Map> = None;
        for (at, map) in maps.iter().enumerate().rev() {
            if fused.is_some() {
                self.residual(tally, *map);
                tally.sum(map.size());
            } else {
                // Made, and not run: the smallest grid is joined with nothing.
                tally.keep(|tally| self.residual(tally, *map));
            }
            self.residual(tally, *map);
            let (rows, columns) = at
                .checked_sub(1)
                .and_then(|at| maps.get(at))
                .map_or((2.0 * map.rows, 2.0 * map.columns), |next| {
                    (next.rows, next.columns)
                });
            let larger = resized(tally, *map, rows, columns);
            fused = Some(tally.convolve(larger, self.width, biased(1.0, 1.0)));
        }
        fused
    }
}

/// DPT and Depth Anything.
pub(super) fn depth(config: Fields<'_>) -> Result<Found, Refused> {
    let inside = config.inside("backbone_config");
    let own = inside.unwrap_or(config);
    let input = Input::read(own, 384.0)?;
    let mut tally = Tally::default();
    let grid = if inside.is_some() {
        backbone(&mut tally, config, &input)?.last().copied()
    } else {
        if config.is("is_hybrid", false) {
            return Err(missing("backbone_config"));
        }
        let width = config.count(&["hidden_size"])?;
        let patch = config.or("patch_size", 16.0)?;
        if let Counted::Network(network) = plain::read(config)?.counted {
            tally.include(&network);
        }
        let side = |size: f64| (size / patch).floor();
        Some(Map::image(side(input.rows), side(input.columns), width))
    };
    let grid = grid.ok_or_else(|| missing("backbone_config"))?;
    let widths = config.list_or("neck_hidden_sizes", &[96.0, 192.0, 384.0, 768.0])?;
    let factors = config.ratios("reassemble_factors", &[4.0, 2.0, 1.0, 0.5])?;
    let width = config.or("fusion_hidden_size", 256.0)?;
    // Depth Anything leaves the further token out.
    let anything = config.word("model_type") != Some("dpt");
    let projects = !anything && matches!(config.word("readout_type"), None | Some("project"));
    let mut maps = Vec::new();
    for (neck, factor) in widths.iter().zip(&factors) {
        if projects {
            tally.linear(grid.places(), 2.0 * grid.channels, grid.channels, true);
            tally.activate(grid.size());
        }
        let mut map = tally.convolve(grid, *neck, biased(1.0, 1.0));
        if *factor > 1.0 {
            map = tally.spread(map, *neck, *factor);
        } else if *factor < 1.0 {
            map = tally.convolve(map, *neck, biased(3.0, (1.0 / factor).round()));
        }
        maps.push(tally.convolve(map, width, window(3.0, 1.0)));
    }
    let fusion = Fusion {
        width,
        normed: config.is("use_batch_norm_in_fusion_residual", false),
    };
    let fused = fusion.count(&mut tally, &maps);
    let fused = fused.ok_or_else(|| missing("neck_hidden_sizes"))?;
    if config.made_for() == "SemanticSegmentation" {
        let labels = config.labels();
        // A second head of the same kind guides training.
        let heads = if config.is("use_auxiliary_head", true) {
            2.0
        } else {
            1.0
        };
        tally.times(heads, |tally| {
            let map = tally.normed(fused, width, window(3.0, 1.0), true);
            tally.convolve(map, labels, biased(1.0, 1.0));
        });
    } else {
        let half = tally.convolve(fused, (width / 2.0).floor(), biased(3.0, 1.0));
        let large = resized(&mut tally, half, input.rows, input.columns);
        let few = config.or("head_hidden_size", 32.0)?;
        let last = tally.convolve(large, few, biased(3.0, 1.0));
        tally.activate(last.size());
        tally.convolve(last, 1.0, biased(1.0, 1.0));
        tally.activate(last.places());
    }
    image(&tally, &input)
}

/// `UPerNet`.
pub(super) fn pyramid(config: Fields<'_>) -> Result<Found, Refused> {
    let input = Input::read(config, 512.0)?;
    let mut tally = Tally::default();
    let maps = backbone(&mut tally, config, &input)?;
    let width = config.or("hidden_size", 512.0)?;
    let scales = config.list_or("pool_scales", &[1.0, 2.0, 3.0, 6.0])?;
    let (Some(first), Some(last)) = (maps.first().copied(), maps.last().copied()) else {
        return Err(missing("backbone_config"));
    };
    let mut joined = last.channels;
    for scale in &scales {
        tally.mean(last);
        let small = Map::image(*scale, *scale, last.channels);
        let mean = tally.normed(small, width, window(1.0, 1.0), true);
        resized(&mut tally, mean, last.rows, last.columns);
        joined += width;
    }
    tally.normed(last.of(joined), width, window(3.0, 1.0), true);
    let mut all = width;
    for map in maps.iter().rev().skip(1) {
        let lateral = tally.normed(*map, width, window(1.0, 1.0), true);
        tally.sum(lateral.size());
        tally.normed(lateral, width, window(3.0, 1.0), true);
        all += width;
    }
    tally.copy(first.places() * all);
    let fused = tally.normed(first.of(all), width, window(3.0, 1.0), true);
    tally.convolve(fused, config.labels(), biased(1.0, 1.0));
    if config.is("use_auxiliary_head", true) {
        let width = config.or("auxiliary_channels", 256.0)?;
        let at = maps.len().saturating_sub(2);
        let from = maps.get(at).copied().unwrap_or(last);
        let map = tally.normed(from, width, window(3.0, 1.0), true);
        tally.convolve(map, config.labels(), biased(1.0, 1.0));
    }
    image(&tally, &input)
}

//! The rules by which an image becomes tokens, with their parameters.
//! Sources: the processors that [`super::FAMILIES`] names.

use super::cells::Cells;
use super::unfit::{Part, Unfit, Why};
use super::{Count, Image, Tower, patches, tiles, windows};

/// The most pixels that a limit may ask for: a square of 65,536 a side.
pub const MOST_PIXELS: u64 = 1 << 32;
/// The most tiles that a limit may ask for.
pub const MOST_TILES: u32 = 256;

/// The canvases that an image may be fitted into, in tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Canvases {
    /// These, as rows and columns.
    Listed(&'static [(u32, u32)]),
    /// Every one of up to so many rows and columns.
    UpTo(u32),
}

impl Canvases {
    pub(super) fn list(self) -> Vec<Cells> {
        let cells = |rows: u32, columns: u32| Cells::new(u64::from(rows), u64::from(columns));
        match self {
            Self::Listed(list) => list.iter().map(|of| cells(of.0, of.1)).collect(),
            Self::UpTo(side) => {
                let row = |rows| (1..=side).map(move |columns| cells(rows, columns));
                (1..=side).flat_map(row).collect()
            }
        }
    }
}

/// How an image becomes tokens. Sides and limits are in pixels unless said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each rule's sentence names its parameters")]
pub enum Rule {
    /// Sides to whole tokens, pixels of `frames` copies between two limits.
    Smart {
        frames: u32,
        min_pixels: u64,
        max_pixels: u64,
    },
    /// Shrunk to at most `patches`, `side` of them along a side, and padded.
    Padded { patches: u32, side: u32 },
    /// As many of `tokens` as the aspect allows, small images enlarged.
    Budget { tokens: u32 },
    /// A grid of at most `tokens` nearest to the aspect.
    Grid { tokens: u32 },
    /// At most `longest` a side; a token more after each row.
    Rows { longest: u32 },
    /// Always `tokens`, read at `side`.
    Fixed { side: u32, tokens: u32 },
    /// An overview and the best canvas of tiles, `side` features along a tile, without its
    /// padding and with a token more after each row; features above `cap` tiles are shrunk.
    AnyResolution {
        tile: u32,
        side: u32,
        canvases: Canvases,
        cap: Option<u32>,
    },
    /// At most `most` tiles of `tokens`, an overview beside more than one, and `ends`.
    Tiles {
        tile: u32,
        tokens: u32,
        most: u32,
        ends: u32,
    },
    /// An overview and at most `most` tiles; every second patch of the image is a token.
    Crops { tile: u32, most: u32 },
    /// A canvas of at most `most` tiles of `tokens` and a separator, an overview beside more
    /// than one.
    Canvas { tile: u32, tokens: u32, most: u32 },
    /// The same canvas without overview, read by cross-attention; one token in the prompt.
    CrossAttention { tile: u32, tokens: u32, most: u32 },
    /// Enlarged or shrunk to `longest`, cut into tiles of `tokens`, and an overview.
    Split {
        tile: u32,
        longest: u32,
        tokens: u32,
    },
    /// An overview of `side` and `tokens`, and windows of `window` and `window_tokens` over a
    /// large image; two tokens more for each.
    Windows {
        side: u32,
        tokens: u32,
        window: u32,
        window_tokens: u32,
    },
}

/// Limits that replace a rule's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// The fewest pixels that an image is brought to.
    pub min_pixels: Option<u64>,
    /// The most.
    pub max_pixels: Option<u64>,
    /// The most tiles that an image is cut into.
    pub max_tiles: Option<u32>,
}

impl Limits {
    fn check(self) -> Result<(), Unfit> {
        let tiles = self.max_tiles.map(u64::from);
        for (part, value, most) in [
            (Part::MinPixels, self.min_pixels, MOST_PIXELS),
            (Part::MaxPixels, self.max_pixels, MOST_PIXELS),
            (Part::MaxTiles, tiles, u64::from(MOST_TILES)),
        ] {
            match value {
                Some(0) => return Err(Unfit::new(part, Why::NotPositive)),
                Some(value) if value > most => return Err(Unfit::new(part, Why::TooLarge(most))),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Rule {
    /// The rule with other limits.
    ///
    /// # Errors
    /// Names the limit that is zero, absurd or not of this rule, or fewest pixels above the
    /// most.
    pub fn limited(mut self, limits: Limits) -> Result<Self, Unfit> {
        limits.check()?;
        let Limits {
            min_pixels: mut fewest,
            max_pixels: mut most,
            max_tiles: mut tiles_at_most,
        } = limits;
        match &mut self {
            Self::Smart {
                min_pixels,
                max_pixels,
                ..
            } => {
                *min_pixels = fewest.take().unwrap_or(*min_pixels);
                *max_pixels = most.take().unwrap_or(*max_pixels);
                if min_pixels > max_pixels {
                    let why = Why::AboveMaxPixels(*max_pixels);
                    return Err(Unfit::new(Part::MinPixels, why));
                }
            }
            Self::Tiles { most, .. }
            | Self::Crops { most, .. }
            | Self::Canvas { most, .. }
            | Self::CrossAttention { most, .. } => *most = tiles_at_most.take().unwrap_or(*most),
            _ => {}
        }
        let left = [
            (Part::MinPixels, fewest.is_some()),
            (Part::MaxPixels, most.is_some()),
            (Part::MaxTiles, tiles_at_most.is_some()),
        ];
        match left.iter().find(|limit| limit.1) {
            Some((part, _)) => Err(Unfit::new(*part, Why::NotOfThisRule)),
            None => Ok(self),
        }
    }

    /// The tokens of an image to a model of this rule and tower.
    ///
    /// # Errors
    /// An image too narrow for its tiles.
    pub fn count(self, tower: Tower, image: Image) -> Result<Count, Unfit> {
        let cell = tower.cell();
        let patch = f64::from(tower.patch);
        Ok(match self {
            Self::Smart {
                frames,
                min_pixels,
                max_pixels,
            } => one(
                tower,
                patches::smart(image, cell, frames, min_pixels, max_pixels),
            ),
            Self::Padded { patches, side } => {
                one(tower, patches::padded(image, patch, cell, patches, side))
            }
            Self::Budget { tokens } => one(tower, patches::budget(image, cell, tokens)),
            Self::Grid { tokens } => one(tower, patches::grid(image, cell, tokens)),
            Self::Rows { longest } => {
                let cells = patches::rows(image, cell, longest);
                let whole = one(tower, cells);
                with(whole.tokens + cells.rows, 1, whole.patches)
            }
            Self::Fixed { side, tokens } => with(u64::from(tokens), 1, tower.piece(side)),
            Self::AnyResolution {
                tile,
                side,
                canvases,
                cap,
            } => {
                let (features, canvas) = tiles::any_resolution(image, tile, side, canvases, cap);
                let overview = u64::from(side) * u64::from(side);
                let tokens = features.count() + features.rows + overview;
                pieces(tower, tile, tokens, canvas.count() + 1)
            }
            Self::Tiles {
                tile,
                tokens,
                most,
                ends,
            } => {
                let tiles = with_overview(tiles::nearest_aspect(image, tile, most).count());
                let tokens = u64::from(tokens) * tiles + u64::from(ends);
                pieces(tower, tile, tokens, tiles)
            }
            Self::Crops { tile, most } => {
                let narrow = Unfit::new(Part::ImageSize, Why::TooNarrow(super::WIDEST));
                let (grid, filled) = tiles::crops(image, tower.patch, tile, most).ok_or(narrow)?;
                let (rows, columns) = (filled.rows.div_ceil(2), filled.columns.div_ceil(2));
                let tokens = CROPS_OVERVIEW + 1 + rows * columns + rows + CROPS_BREAKS;
                pieces(tower, tile, tokens, grid.count() + 1)
            }
            Self::Canvas { tile, tokens, most } => {
                let tiles = tiles::fitting(image, tile, most).count();
                let tokens = u64::from(tokens);
                let cut = if tiles > 1 { tiles * (tokens + 1) } else { 0 };
                pieces(
                    tower,
                    tile,
                    cut + tokens + CANVAS_ENDS,
                    with_overview(tiles),
                )
            }
            Self::CrossAttention { tile, tokens, most } => {
                let tiles = tiles::fitting(image, tile, most).count();
                Count {
                    cross_tokens: tiles * u64::from(tokens),
                    ..pieces(tower, tile, 1, tiles)
                }
            }
            Self::Split {
                tile,
                longest,
                tokens,
            } => {
                let cut = tiles::split(image, tile, longest);
                let tokens = u64::from(tokens);
                // Each tile is named in two tokens, each row ends in one, the overview in three.
                let total = tokens + 3 + cut.rows * ((tokens + 2) * cut.columns + 1);
                pieces(tower, tile, total, cut.count() + 1)
            }
            Self::Windows {
                side,
                tokens,
                window,
                window_tokens,
            } => {
                let cut = windows::windows(image, window).map_or(0, Cells::count);
                let total = cut * (u64::from(window_tokens) + 2) + u64::from(tokens) + 2;
                let patches = cut * tower.piece(window) + tower.piece(side);
                with(total, cut + 1, patches)
            }
        })
    }
}

/// Tokens of Phi-4's overview, and those that part its rows and the crops.
const CROPS_OVERVIEW: u64 = 256;
const CROPS_BREAKS: u64 = 16;
/// Llama 4's tokens for start, overview and end.
const CANVAS_ENDS: u64 = 3;

/// An overview is read beside more than one tile.
fn with_overview(tiles: u64) -> u64 {
    tiles + u64::from(tiles > 1)
}

/// An image read whole, each cell a token.
fn one(tower: Tower, cells: Cells) -> Count {
    with(cells.count(), 1, tower.patches(cells.count()))
}

/// An image read in pieces of `tile` pixels a side.
fn pieces(tower: Tower, tile: u32, tokens: u64, tiles: u64) -> Count {
    with(tokens, tiles, tiles * tower.piece(tile))
}

const fn with(tokens: u64, tiles: u64, patches: u64) -> Count {
    Count {
        tokens,
        cross_tokens: 0,
        tiles,
        patches,
    }
}

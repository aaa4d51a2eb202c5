//! Why an image, a recording or a limit cannot be counted.

use std::fmt;

/// The part of the question that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The family of the tower.
    Tower,
    /// The image's size, as text or as its two sides together.
    ImageSize,
    /// Its height.
    Height,
    /// Its width.
    Width,
    /// The fewest pixels that an image is brought to.
    MinPixels,
    /// The most pixels that an image is brought to.
    MaxPixels,
    /// The most tiles that an image is cut into.
    MaxTiles,
    /// The length of a recording.
    AudioSeconds,
}

impl Part {
    /// Its name in a batch line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tower => "tower",
            Self::ImageSize | Self::Height | Self::Width => "image_size",
            Self::MinPixels => "image_min_pixels",
            Self::MaxPixels => "image_max_pixels",
            Self::MaxTiles => "image_max_tiles",
            Self::AudioSeconds => "audio_seconds_per_request",
        }
    }
}

/// The problem with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// No family of that name.
    Unknown,
    /// Not two whole numbers of pixels with an `x` between.
    NotASize,
    /// Zero, negative or no number.
    NotPositive,
    /// More than the most.
    TooLarge(u64),
    /// The long side more than so many times the short one.
    TooNarrow(u32),
    /// More than the most pixels.
    AboveMaxPixels(u64),
    /// The family's rule has no such limit.
    NotOfThisRule,
}

/// The field that cannot be counted, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfit {
    /// Where.
    pub part: Part,
    /// The problem.
    pub why: Why,
}

impl Unfit {
    pub(super) const fn new(part: Part, why: Why) -> Self {
        Self { part, why }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.part.name())?;
        match self.why {
            Why::Unknown => f.write_str("unknown"),
            Why::NotASize => f.write_str("not of the form HEIGHTxWIDTH"),
            Why::NotPositive => f.write_str("must be above zero"),
            Why::TooLarge(most) => write!(f, "at most {most}"),
            Why::TooNarrow(most) => write!(f, "one side more than {most} times the other"),
            Why::AboveMaxPixels(most) => write!(f, "above the most pixels, {most}"),
            Why::NotOfThisRule => f.write_str("this family has no such limit"),
        }
    }
}

impl std::error::Error for Unfit {}

//! The size of an image, within bounds that keep every rule total.

use super::unfit::{Part, Unfit, Why};

/// The longest side, pixels: the most that a JPEG file can state (16 bit).
pub const LONGEST: u32 = 65_535;
/// The most that one side may be of the other. Qwen's processors refuse above it; others would
/// squeeze the short side to nothing.
pub const WIDEST: u32 = 200;

/// The size of an image in pixels; neither side is zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Image {
    height: u32,
    width: u32,
}

impl Image {
    /// An image of this size.
    ///
    /// # Errors
    /// Names the side that is zero or above [`LONGEST`], or the size where one side is more
    /// than [`WIDEST`] times the other.
    pub fn new(height: u32, width: u32) -> Result<Self, Unfit> {
        for (part, side) in [(Part::Height, height), (Part::Width, width)] {
            if side == 0 {
                return Err(Unfit::new(part, Why::NotPositive));
            }
            if side > LONGEST {
                return Err(Unfit::new(part, Why::TooLarge(u64::from(LONGEST))));
            }
        }
        if height.max(width) > WIDEST * height.min(width) {
            return Err(Unfit::new(Part::ImageSize, Why::TooNarrow(WIDEST)));
        }
        Ok(Self { height, width })
    }

    /// An image of a size written as `HEIGHTxWIDTH`.
    ///
    /// # Errors
    /// As [`Image::new`], and where the text is not two whole numbers.
    pub fn parse(text: &str) -> Result<Self, Unfit> {
        let side = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| digits)
        };
        let sides = text.split_once('x');
        let sides = sides.and_then(|(height, width)| Some((side(height)?, side(width)?)));
        let (height, width) = sides.ok_or(Unfit::new(Part::ImageSize, Why::NotASize))?;
        Self::new(height, width)
    }

    /// Its height, pixels.
    #[must_use]
    pub const fn height(self) -> u32 {
        self.height
    }

    /// Its width, pixels.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Height and width as the formulas take them.
    pub(super) fn sides(self) -> (f64, f64) {
        (f64::from(self.height), f64::from(self.width))
    }

    /// Pixels.
    pub(super) fn area(self) -> f64 {
        f64::from(self.height) * f64::from(self.width)
    }

    /// The longer side.
    pub(super) fn longer(self) -> f64 {
        f64::from(self.height.max(self.width))
    }
}

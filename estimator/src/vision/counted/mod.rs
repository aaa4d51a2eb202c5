//! A model of the user's own: its counts, few enough to travel in a link.
//!
//! ```text
//! image_25557032_224_1.2G_7G_0_0_0_22.1M_0_...      networks that read images
//! text_109482240_23.8M_...                          encoders that read tokens
//! sound_94371712_10_...                             models that hear
//! draw_859520964_83653863_...                       pipelines that draw
//! ```
//!
//! Numbers stand in the order of [`Network`], [`Encoder`], [`Listener`] and [`Pipeline`], bytes and
//! operations of one image, of one token, of a window of sound; a network of which only work is known
//! ends before its traffic, a model that hears without a decoder before that.

mod pipeline;

pub use pipeline::{MOST_ENCODERS, Pipeline};

use super::network::{Network, Traffic};
use super::sizing::Kind;
use super::speech::{self, Listener};
use super::text::Encoder;
use crate::link::amount::{GIGA, amount, show_amount};
use crate::quantity::{Bytes, Flops};

/// The most work of one image, or parameters, that is believed.
const MOST: f64 = 1e18;
/// The most kernels.
pub(crate) const MOST_KERNELS: f64 = 1e6;
/// The least and the largest side of an image, pixels.
const SIDES: (f64, f64) = (8.0, 16_384.0);
/// The most numbers of a link.
const MOST_NUMBERS: usize = 64;
/// The longest window of sound, seconds.
const MOST_SECONDS: f64 = 3600.0;
/// The most layers, and keys of a window; the largest width.
const MOST_LAYERS: f64 = 65_536.0;
/// Digits that are kept of what is counted: a link is short, and no count is as exact.
const DIGITS: i32 = 6;

/// The counts of a model that is not of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "one a page, half a kilobyte, copied as it is asked about"
)]
pub enum Counted {
    /// A network that reads images.
    Network(Network),
    /// An encoder that reads tokens.
    Encoder(Encoder),
    /// A model that hears.
    Listener(Listener),
    /// A pipeline that draws.
    Pipeline(Pipeline),
}

impl Counted {
    /// The kind of question that it is asked in.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Network(_) => Kind::Images,
            Self::Encoder(_) => Kind::Texts,
            Self::Listener(_) => Kind::Speech,
            Self::Pipeline(pipeline) if pipeline.video => Kind::Clips,
            Self::Pipeline(_) => Kind::Pictures,
        }
    }

    /// Parameters.
    #[must_use]
    pub const fn parameters(&self) -> f64 {
        match self {
            Self::Network(network) => network.parameters,
            Self::Encoder(encoder) => encoder.parameters,
            Self::Listener(listener) => listener.parameters,
            Self::Pipeline(pipeline) => pipeline.denoiser.parameters,
        }
    }

    /// The same as its link says it: six digits of everything but parameters and
    /// sides; `None` where it is
    /// beyond what is believed.
    #[must_use]
    pub fn checked(&self) -> Option<Self> {
        let mut numbers = self.numbers();
        for (place, number) in numbers.iter_mut().enumerate() {
            *number = if place < 2 {
                number.round()
            } else {
                short(*number)
            };
        }
        Self::read(&self.of_numbers(&numbers)?.write())
    }

    /// Its value in a link, which [`Self::read`] reads.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = match self {
            Self::Network(_) => "image",
            Self::Encoder(_) => "text",
            Self::Listener(_) => "sound",
            Self::Pipeline(_) => "draw",
        }
        .to_owned();
        for number in self.numbers() {
            text.push('_');
            text.push_str(&show_amount(number, GIGA));
        }
        text
    }

    /// What [`Self::write`] wrote, within bounds; `None` for anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('_');
        let kind = parts.next()?;
        let numbers: Vec<f64> = parts
            .take(MOST_NUMBERS)
            .map(amount)
            .collect::<Option<_>>()?;
        match kind {
            "image" => network(&numbers).map(Self::Network),
            "text" => encoder(&numbers).map(Self::Encoder),
            "sound" => listener(&numbers).map(Self::Listener),
            "draw" => Pipeline::of_numbers(&numbers).map(Self::Pipeline),
            _ => None,
        }
    }

    fn of_numbers(&self, numbers: &[f64]) -> Option<Self> {
        match self {
            Self::Network(_) => network(numbers).map(Self::Network),
            Self::Encoder(_) => encoder(numbers).map(Self::Encoder),
            Self::Listener(_) => listener(numbers).map(Self::Listener),
            Self::Pipeline(_) => Pipeline::of_numbers(numbers).map(Self::Pipeline),
        }
    }

    fn numbers(&self) -> Vec<f64> {
        match self {
            Self::Network(of) => {
                let mut numbers = vec![
                    of.parameters,
                    f64::from(of.resolution),
                    f64::from(of.kernels),
                    of.products.get(),
                    of.convolutions.get(),
                    of.grouped.get(),
                    of.depthwise.get(),
                    of.attention.get(),
                ];
                if let Some((moved, alive)) = of.traffic.zip(of.alive) {
                    numbers.extend(moved.bytes());
                    numbers.push(alive.get());
                }
                numbers
            }
            Self::Encoder(of) => vec![
                of.parameters,
                of.embeddings,
                f64::from(of.kernels),
                of.linear.get(),
                of.attention.get(),
                if of.causal { 1.0 } else { 0.0 },
                of.traffic.get(),
                of.square_traffic.get(),
                of.alive.get(),
            ],
            Self::Listener(of) => {
                let mut numbers = vec![
                    of.parameters,
                    of.encoder.seconds,
                    of.encoder.products.get(),
                    of.encoder.attention.get(),
                    of.encoder.traffic.get(),
                    of.encoder.alive.get(),
                ];
                if let Some(decoder) = of.decoder {
                    numbers.extend([
                        decoder.parameters,
                        f64::from(decoder.layers),
                        f64::from(decoder.width),
                        f64::from(decoder.cross_tokens),
                        f64::from(decoder.kernels),
                    ]);
                }
                numbers
            }
            Self::Pipeline(of) => of.numbers(),
        }
    }
}

/// A number at the digits that are kept.
fn short(number: f64) -> f64 {
    if number <= 0.0 || !number.is_finite() {
        return 0.0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 324 either way")]
    let places = DIGITS - 1 - number.log10().floor() as i32;
    if places <= 0 {
        let unit = 10f64.powi(-places);
        return (number / unit).round() * unit;
    }
    let unit = 10f64.powi(places.min(300));
    (number * unit).round() / unit
}

/// A whole number within bounds.
fn whole(number: f64, (least, most): (f64, f64)) -> Option<u32> {
    let fits = (least..=most).contains(&number) && number.fract() <= 0.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole and within bounds"
    )]
    fits.then_some(number as u32)
}

fn works(numbers: &[f64], least: f64) -> bool {
    let all: f64 = numbers.iter().sum();
    (least..=MOST).contains(&all)
}

fn network(numbers: &[f64]) -> Option<Network> {
    let (counts, moved) = numbers.split_first_chunk::<8>()?;
    let [
        parameters,
        side,
        kernels,
        products,
        convolutions,
        grouped,
        depthwise,
        attention,
    ] = *counts;
    let moved: Option<[f64; 10]> = match moved {
        [] => None,
        moved => Some(moved.try_into().ok()?),
    };
    let work = [products, convolutions, grouped, depthwise, attention];
    let (traffic, alive) = match moved {
        None => (None, None),
        Some([bytes @ .., alive]) => (Some(Traffic::of(bytes)), Some(Bytes::new(alive))),
    };
    works(&work, f64::MIN_POSITIVE).then_some(())?;
    Some(Network {
        parameters,
        resolution: whole(side, SIDES)?,
        products: Flops::new(products),
        convolutions: Flops::new(convolutions),
        grouped: Flops::new(grouped),
        depthwise: Flops::new(depthwise),
        attention: Flops::new(attention),
        traffic,
        kernels: whole(kernels, (1.0, MOST_KERNELS))?,
        alive,
    })
}

fn encoder(numbers: &[f64]) -> Option<Encoder> {
    let numbers: [f64; 9] = numbers.try_into().ok()?;
    let [
        parameters,
        embeddings,
        kernels,
        linear,
        attention,
        causal,
        traffic,
        square,
        alive,
    ] = numbers;
    works(&[linear, attention], f64::MIN_POSITIVE).then_some(())?;
    (embeddings <= parameters).then_some(())?;
    Some(Encoder {
        parameters,
        embeddings,
        linear: Flops::new(linear),
        attention: Flops::new(attention),
        causal: whole(causal, (0.0, 1.0))? == 1,
        traffic: Bytes::new(traffic),
        square_traffic: Bytes::new(square),
        kernels: whole(kernels, (1.0, MOST_KERNELS))?,
        alive: Bytes::new(alive),
    })
}

fn listener(numbers: &[f64]) -> Option<Listener> {
    let (heard, written) = numbers.split_first_chunk::<6>()?;
    let [parameters, seconds, products, attention, traffic, alive] = *heard;
    works(&[products, attention], f64::MIN_POSITIVE).then_some(())?;
    let decoder = match written {
        [] => None,
        written => {
            let [parameters, layers, width, keys, kernels] = written.try_into().ok()?;
            Some(speech::Decoder {
                parameters,
                layers: whole(layers, (1.0, MOST_LAYERS))?,
                width: whole(width, (1.0, MOST_LAYERS))?,
                cross_tokens: whole(keys, (1.0, MOST_LAYERS))?,
                kernels: whole(kernels, (1.0, MOST_KERNELS))?,
            })
        }
    };
    Some(Listener {
        parameters,
        encoder: speech::Encoder {
            products: Flops::new(products),
            attention: Flops::new(attention),
            traffic: Bytes::new(traffic),
            alive: Bytes::new(alive),
            seconds: f64::from(whole(seconds, (1.0, MOST_SECONDS))?),
        },
        decoder,
    })
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)] // as many numbers as are asked
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn numbers(count: usize) -> impl Strategy<Value = Vec<f64>> {
        proptest::collection::vec(prop_oneof![Just(0.0), 1.0..1e12, 1e-3..1.0], count)
    }

    proptest! {
        /// What a link says comes back to the last bit, and is rounded once.
        #[test]
        fn links_come_back(of in numbers(18), side in 8_u32..=16_384, kernels in 1_u32..=1000) {
            let mut of = of;
            of[1] = f64::from(side);
            of[2] = f64::from(kernels);
            of[3] = of[3].max(1.0);
            for many in [8, 18] {
                let network = network(&of[..many]).expect("within bounds");
                let own = Counted::Network(network).checked().expect("within bounds");
                prop_assert_eq!(Counted::read(&own.write()), Some(own));
                prop_assert_eq!(own.checked(), Some(own));
            }
            let mut of = of[..9].to_vec();
            of[1] = of[1].min(of[0]);
            of[5] = 1.0;
            let encoder = encoder(&of).expect("within bounds");
            let own = Counted::Encoder(encoder).checked().expect("within bounds");
            prop_assert_eq!(Counted::read(&own.write()), Some(own));
        }

        /// So does what hears, with a decoder and without, and what draws.
        #[test]
        fn links_of_sound_and_pictures_come_back(
            of in numbers(52), seconds in 1_u32..=3600, small in 1_u32..=1000,
        ) {
            let small = f64::from(small);
            let mut heard = of[..11].to_vec();
            heard[1] = f64::from(seconds);
            heard[2] = heard[2].max(1.0);
            heard[7..].fill(small);
            for many in [6, 11] {
                let listener = listener(&heard[..many]).expect("within bounds");
                let own = Counted::Listener(listener).checked().expect("within bounds");
                prop_assert_eq!(Counted::read(&own.write()), Some(own));
                prop_assert_eq!(own.checked(), Some(own));
            }
            for many in [43, 46, 49, 52] {
                let drawn = pipeline::likely(&of[..many], small);
                let pipeline = Pipeline::of_numbers(&drawn).expect("within bounds");
                let own = Counted::Pipeline(pipeline).checked().expect("within bounds");
                prop_assert_eq!(Counted::read(&own.write()), Some(own));
                prop_assert_eq!(own.checked(), Some(own));
            }
        }

        /// Any other text is nothing, or counts within bounds.
        #[test]
        fn any_text_ends(text in "(image|text|sound|draw|x)(_[0-9.kMGTB-]{0,9}){0,56}") {
            if let Some(own) = Counted::read(&text) {
                prop_assert!(own.parameters() <= MOST);
                prop_assert_eq!(Counted::read(&own.write()), Some(own));
            }
        }
    }

    /// Kernels, sides and work have bounds.
    #[test]
    fn bounds() {
        for wrong in [
            "image_1_224_10_0_0_0_0_0",
            "image_1_4_10_1_0_0_0_0",
            "image_1_224_0_1_0_0_0_0",
            "image_1_224_10_1_0_0_0_0_1",
            "image_1_224.5_10_1_0_0_0_0",
            "text_1_2_10_1_0_0_0_0_0",
            "text_2_1_10_1_0_2_0_0_0",
            "sound_1_30_0_0_0_0",
            "sound_1_30_1_0_0_0_1",
            "sound_1_7200_1_0_0_0",
            "draw_1_1",
            "image",
            "",
        ] {
            assert_eq!(Counted::read(wrong), None, "{wrong}");
        }
        assert!(Counted::read("image_1M_224_10_1G_0_0_0_0").is_some());
    }
}

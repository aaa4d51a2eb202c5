//! Language models that read images and hear: tokens of the prompt by the family's rule, the
//! tower's cost, and the language model sized by its own search.
//!
//! ```text
//! prompt   = text + images tokens an image + tokens of sound
//! tower    = (1 - hits) seconds that a replica's boards take for a request's images
//! first    = tower + first token of the longer prompt         limit of the search: limit - tower
//! alone    = the same of one request with nothing else in the replica
//! keeps    = 1/(1/rate a replica keeps + tower)               a replica reads images in between
//! set aside= weights of the tower, activations of an image, cache of what it read
//! ```

mod placed;

use super::beside::digits;
use super::question::Question;
use super::report::{Candidate, Moment, Part, Phase, Rent, Sizing, Verdict};
use super::search::MOST;
use super::unit::units;
use crate::choice::ModelChoice;
use crate::fleet::figures::Figure;
use crate::fleet::served::Fit;
use crate::offer::Offer;
use crate::precision::{KvFormat, WeightFormat};
use crate::quantity::{Bytes, Seconds};
use crate::rental::cheapest_rented;
use crate::serving;
use crate::serving::question::Traffic;
use crate::serving::scenario::Limits;
use crate::vision::Board;
use crate::vision::denoise::Weights;
use crate::vision::encode::{Encoding, Rates};
use crate::vision::rates::{Kernels, Task};
use crate::vision::sizing::evidence::Trust;
use crate::vision::sizing::{Field, FieldError, Problem};
use crate::vision::tokens::{Count, Family, Image, Limits as Bounds, Listener, Part as Side, Why};
use crate::workload::{Certainty, Percentile, Sla};

/// Tokens of a step that an engine's encoder cache is made for where an image has fewer.
const CACHED: u64 = 8192;
/// Copies of what was read that deeper layers take, beside the first (Qwen3-VL).
const BYTES: f64 = 2.0;
/// Shortest time that is left for the language model to be asked at all.
const LEAST: Seconds = Seconds::new(1e-6);

/// A language model that reads images.
#[derive(Debug, Clone)]
pub struct Reader {
    /// The family that it reads as.
    pub family: &'static Family,
    /// Tokens of one image; `None` where the request has none.
    pub count: Option<Count>,
    /// Tokens of the sound of a request.
    pub heard: u64,
    /// The cost of a request's images.
    pub encoding: Option<Encoding>,
    /// The language model at the longer prompt.
    pub serving: serving::scenario::Scenario,
}

/// Tokens of one image and of the sound of a request.
///
/// # Errors
/// The field that the family does not read, with the nearest value that it does.
pub fn read(question: &Question, family: &Family) -> Result<(Option<Count>, u64), FieldError> {
    let wrong = |field, problem| FieldError { field, problem };
    let above = |field, most: f64| {
        let problem = crate::error::Problem::TooLarge { most };
        wrong(field, Problem::Shared(problem))
    };
    let heard = match question.audio {
        None => 0,
        Some(seconds) => {
            let listener = Listener::of(family.name).ok_or(wrong(Field::Audio, Problem::Deaf))?;
            let tokens = listener.tokens(seconds);
            tokens.map_err(|_| above(Field::Audio, crate::vision::tokens::MOST_SECONDS))?
        }
    };
    if question.images == 0 {
        return Ok((None, heard));
    }
    let (height, width) = (
        question.height.unwrap_or(1080),
        question.width.unwrap_or(1920),
    );
    let count = Image::new(height, width).and_then(|image| family.count(image, Bounds::default()));
    let count = count.map_err(|unfit| {
        let long = if height > width {
            Field::Height
        } else {
            Field::Width
        };
        match unfit.why {
            Why::TooNarrow(most) => above(long, f64::from(most.saturating_mul(height.min(width)))),
            Why::TooLarge(most) => {
                let field = if unfit.part == Side::Height {
                    Field::Height
                } else {
                    Field::Width
                };
                above(field, most as f64)
            }
            _ => {
                let least = 1.0;
                wrong(
                    long,
                    Problem::Shared(crate::error::Problem::TooSmall { least }),
                )
            }
        }
    })?;
    Ok((Some(count), heard))
}

/// Tokens of a whole prompt.
#[must_use]
pub fn prompt(question: &Question, count: Option<Count>, heard: u64) -> f64 {
    let image = count.map_or(0.0, |count| count.tokens as f64);
    question.prompt + f64::from(question.images) * image + heard as f64
}

/// The calculator's question with the prompt that images and sound make.
#[must_use]
pub fn serving(question: &Question, tokens: f64) -> serving::question::Question {
    let eight = matches!(question.weights, Weights::Fp8 | Weights::Fp8Row);
    let percentile = match question.percentile {
        share if share < 0.925 => Percentile::P90,
        share if share < 0.97 => Percentile::P95,
        _ => Percentile::P99,
    };
    serving::question::Question {
        model: ModelChoice::Catalog(question.model.clone()),
        weights: if eight {
            WeightFormat::Fp8
        } else {
            WeightFormat::Bf16
        },
        kv_cache: KvFormat::Bf16,
        traffic: Traffic::Rate(question.rate),
        input_tokens: tokens,
        output_tokens: question.answer,
        sla: Sla {
            ttft: question.limit,
            tpot: question.pace,
            percentile,
            certainty: Certainty::Even,
            goodput: None,
        },
        limits: Limits {
            spare_replicas: question.spares,
            ..serving::question::Question::default().limits
        },
        fleet: question.fleet.clone(),
        ..serving::question::Question::default()
    }
}

impl Reader {
    /// Of a question whose language model was looked up.
    #[must_use]
    pub fn new(
        question: &Question,
        family: &'static Family,
        (count, heard): (Option<Count>, u64),
        serving: serving::scenario::Scenario,
    ) -> Self {
        let width = serving.model.hidden_size;
        let encoding = count.map(|count| Encoding::of(family.tower, count, question.images, width));
        Self {
            family,
            count,
            heard,
            encoding,
            serving,
        }
    }

    /// Tokens of the whole prompt.
    #[must_use]
    pub fn prompt(&self, question: &Question) -> f64 {
        prompt(question, self.count, self.heard)
    }

    /// Seconds that the tower takes for a request on `shards` boards.
    #[must_use]
    pub fn tower(&self, question: &Question, board: &Board, shards: u32) -> Seconds {
        let Some(encoding) = &self.encoding else {
            return Seconds::ZERO;
        };
        let rates = board.rates(Task::Denoising);
        let rates = Rates {
            products: rates.sixteen,
            attention: rates.attention(Kernels::Current),
            bandwidth: rates.bandwidth,
        };
        encoding.seconds(&rates, shards) * (1.0 - question.hits)
    }

    /// Bytes that are set aside on a board for reading images.
    #[must_use]
    pub fn aside(&self) -> Bytes {
        let (Some(encoding), Some(count)) = (&self.encoding, self.count) else {
            return Bytes::ZERO;
        };
        let copies = match self.family.tower.merger {
            crate::vision::tokens::Merger::TwoLayers { copies } => f64::from(copies),
            _ => 1.0,
        };
        let tokens = count.tokens.max(CACHED) as f64;
        let cached = tokens * f64::from(self.serving.model.hidden_size) * BYTES * copies;
        encoding.weights(1) + encoding.activations(1) + Bytes::new(cached)
    }

    /// The answer for one offer.
    #[must_use]
    pub fn candidate(
        &self,
        question: &Question,
        (index, offer, board): (usize, &Offer, &Board),
    ) -> Candidate {
        let without = |verdict| Candidate {
            offer: index,
            verdict,
            best: None,
        };
        let Some(offered) = self.offered(offer) else {
            return without(Verdict::TooLittleMemory {
                short: self.aside() - offer.accelerator.memory,
            });
        };
        let placed = self.placed(question, (offer, &offered, board));
        match placed.sizing {
            Some(sizing) if sizing.replicas > MOST => without(Verdict::TooMany),
            best => Candidate {
                offer: index,
                verdict: placed.verdict,
                best,
            },
        }
    }

    /// The language model with the time that a tower leaves it.
    fn asked(&self, question: &Question, tower: Seconds) -> serving::scenario::Scenario {
        let mut scenario = self.serving.clone();
        if let Some(limit) = question.limit {
            scenario.sla.ttft = Some((limit - tower).max(LEAST));
        }
        scenario
    }

    /// An offer with the memory that reading images leaves; `None` where that is none.
    fn offered(&self, offer: &Offer) -> Option<Offer> {
        let mut offered = offer.clone();
        offered.accelerator.memory = offer.accelerator.memory - self.aside();
        (offered.accelerator.memory.get() > 0.0).then_some(offered)
    }

    /// A replica on one board of a fleet, of so many working ones that are busy so far together:
    /// the tower's work is compute that fills the board, beside the language model's own; `None`
    /// where one board does not hold it.
    pub(super) fn figure(
        &self,
        question: &Question,
        (offer, board): (&Offer, &Board),
        (working, busy): (u32, f64),
    ) -> Option<Figure> {
        let tower = self.tower(question, board, 1);
        let offered = self.offered(offer)?;
        let fit = Fit::serving(&self.asked(question, tower), &offered)?;
        // Of a busy board's time, the part in which it reads images.
        let reads = (tower.get() * question.rate / busy.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        let mixed = |own: f64| digits(own + (1.0 - own) * reads);
        let slower = |slower: f64| self.asked(question, tower * slower);
        let weights = self.encoding.map_or(Bytes::ZERO, |tower| tower.weights(1));
        let character = fit.character;
        Figure::of([
            (fit.memory_mib + self.aside().to_mib()).ceil(),
            (fit.weights_mib + weights.to_mib()).floor(),
            digits(busy),
            mixed(character.alpha),
            mixed(character.engine),
            mixed(character.fill),
            digits(fit.slowest(&offered, working, slower)),
        ])
    }

    fn sized(
        &self,
        question: &Question,
        (offer, offered, board): (&Offer, &Offer, &Board),
        sized: &serving::report::Sizing,
    ) -> Option<Sizing> {
        let speed = sized.estimate.performance.as_ref()?;
        let each = sized.estimate.placement.accelerators();
        let tower = self.tower(question, board, each);
        let working = f64::from(sized.working().max(1));
        let kept = question.rate * (1.0 + sized.headroom.max(0.0)) / working;
        let keeps = 1.0 / (1.0 / kept + tower.get());
        let needed = (question.rate / keeps).ceil().max(working);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at least 1; casts of floats saturate"
        )]
        let replicas = (needed as u32).saturating_add(question.spares);
        let node = offer.accelerator.node_size;
        let rent = cheapest_rented(replicas, each, offer.prices(), node)
            .map(|(price, rented)| Rent { rented, price });
        let first = tower + speed.ttft.at_percentile;
        // What one request takes with nothing else in the replica, part by part.
        let own = self.alone(offered, sized)?.performance?;
        let memory = &sized.estimate.memory;
        let mut parts: Vec<(Part, Bytes)> = memory
            .parts
            .iter()
            .map(|(component, bytes)| (part(*component), *bytes))
            .collect();
        parts.push((Part::Tower, self.aside()));
        let prompt = self.prompt(question);
        Some(Sizing {
            replicas,
            each,
            latency: Some(first),
            alone: tower + own.ttft.mean,
            most: 1,
            batch: speed.concurrency,
            capacity: keeps,
            full: keeps,
            units: units(question, rent.as_ref(), None, (prompt, 1.0)),
            rent,
            once: None,
            moments: vec![Moment {
                phase: Phase::Run,
                parts: merged(parts),
            }],
            phases: [
                (Phase::Tower, tower),
                (Phase::Prompt, own.ttft.mean),
                (Phase::Answer, own.request_latency - own.ttft.mean),
            ]
            .into_iter()
            .filter(|(_, time)| time.get() > 0.0)
            .collect(),
            trust: Trust::of(question, &offer.accelerator),
        })
    }
}

/// A language model's component in this room's parts.
const fn part(component: serving::memory::Component) -> Part {
    use serving::memory::Component as Of;
    match component {
        Of::Weights => Part::Weights,
        Of::KvCache => Part::Keys,
        Of::Activations => Part::Activations,
        _ => Part::Runtime,
    }
}

/// Parts of one kind together.
fn merged(parts: Vec<(Part, Bytes)>) -> Vec<(Part, Bytes)> {
    let mut all: Vec<(Part, Bytes)> = Vec::new();
    for (part, bytes) in parts {
        match all.iter_mut().find(|(known, _)| *known == part) {
            Some((_, sum)) => *sum += bytes,
            None => all.push((part, bytes)),
        }
    }
    all.retain(|(_, bytes)| bytes.get() > 0.0);
    all
}

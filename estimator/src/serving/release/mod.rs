//! The worth of the engine's release, its launch and a first port: factors on the times of a step,
//! and how much wider the band is.
//!
//! Estimates are of settled kernels and a tuned launch, the ones published most. Three things make
//! a step slower, and none of them is the number of a version by itself:
//!
//! - **young kernels** ([`kernels`]): the first months of a generation of accelerators, of a
//!   class of model in the engine, of the model
//! - **a default launch**: without the recipe's settings (backends of attention and experts, tuned
//!   tables) kernels reach less of the memory's bandwidth; launching them costs as much, since
//!   steps are captured by default, and large products bound long prompts. On AMD the fast
//!   kernels (AITER) are off unless they are switched on, and more and smaller ones run
//!   (`VLLM_ROCM_USE_AITER`, off by default: vLLM's and `ROCm`'s documentation, which state their
//!   worth: experts up to three times, products in blocks twice)
//! - **a first port**: a fallback instead of a kernel, which is what a release older than the
//!   kernels has, too
//!
//! [`Release::worth`] is asked in one place, where a rank gets its efficiencies
//! ([`crate::serving::speed::spec`]), and where bands are made
//! ([`crate::serving::comparable`]).

pub mod kernels;
mod month;
pub mod problem;
pub mod versions;

pub use month::Month;

use crate::engine::Engine;
use crate::hardware::{Architecture, Vendor};
use crate::model::Model;
use crate::precision::{TensorClass, WeightFormat, formats};
use kernels::{FLASH_SINCE, Kernels, age, launched, together_since};
use problem::Problem;
use serde::{Deserialize, Serialize};
use versions::KNOWN_UNTIL;

formats!(
    /// How an engine was started.
    Launch {
        /// By a recipe for this model and accelerator.
        Tuned = "tuned",
        /// With the engine's settings where nothing is said.
        Default = "default",
        /// On the first release that runs the model on this accelerator at all.
        FirstPort = "first-port",
    }
);

/// Which release runs, how it was started, and since when there is the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// How it was started.
    pub launch: Launch,
    /// The month of the release; `None` for today's, whose kernels have settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<Month>,
    /// When the model came out, where that is known and a month is asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Month>,
}

impl Default for Release {
    fn default() -> Self {
        Self::SETTLED
    }
}

/// Factors: 1 for settled kernels and a tuned launch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// On all that kernels and launching them take.
    pub kernels: f64,
    /// Further, on reading weights and cache: most of a decoding step, little of a long prompt.
    pub reading: f64,
    /// Further, on the fixed costs of kernels.
    pub fixed: f64,
    /// Factor by which the band is wider, at either edge.
    pub widening: f64,
    /// Whether the release schedules the next step while one computes, where the engine does
    /// today.
    pub overlapped: bool,
    /// Whether the release launches the kernels of a step together, where llama.cpp does today
    /// ([`kernels::together_since`]).
    pub together: bool,
    /// Whether llama.cpp attends by flash attention ([`kernels::FLASH_SINCE`]).
    pub flash: bool,
}

impl Worth {
    /// Of settled kernels and a tuned launch.
    pub const SETTLED: Self = Self {
        kernels: 1.0,
        reading: 1.0,
        fixed: 1.0,
        widening: 1.0,
        overlapped: true,
        together: true,
        flash: true,
    };
}

/// Since when vLLM schedules asynchronously by default: 0.14.0 (vllm-project/vllm#27614). Before,
/// each sequence of a step takes its scheduling time beside the computing: residuals of 0.12.0
/// and of the releases of late 2025 grow by 30 to 35 microseconds a sequence, the constant that
/// was fitted; later ones scatter from -14 to 33.
const SCHEDULES_AHEAD: Month = Month::new(2026, 1);

/// The time of a first port over settled kernels: 1.5 to 2.5 times, the geometric mean, and the
/// way from there to either end. A missing kernel, not its age.
const PORT: (f64, f64) = (1.94, 1.29);
/// The same of the reads of a default launch, on NVIDIA's accelerators and others: the factor that
/// leaves no bias over eight models, each counted once, of the one publisher whose pages start
/// `SGLang` so (sgl-project/sgl-cookbook, 2025-12 to 2026-02, 45 configurations, the same without
/// the nine whose accelerator is uncertain; models scatter by 20 % around it).
const DEFAULT_LAUNCH: (f64, f64) = (1.6, 1.15);
/// The same on AMD's, of reads and fixed costs: of eight models there, 29 configurations,
/// scattering by 13 %.
const DEFAULT_LAUNCH_AMD: (f64, f64) = (1.2, 1.15);
/// How much wider a band is in the first half year of a class that is not dense: by ten points.
const YOUNG: f64 = 1.1;
/// Months until then.
const YOUNG_MONTHS: f64 = 6.0;

impl Release {
    /// Of which nothing is said: today's, by a recipe.
    pub const SETTLED: Self = Self {
        launch: Launch::Tuned,
        month: None,
        model: None,
    };

    /// Whether nothing was said of it.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        *self == Self::SETTLED
    }

    /// Its worth to `model` with its weights in `weights` on `engine` and accelerators of
    /// `architecture` by `vendor`.
    #[must_use]
    pub fn worth(
        &self,
        engine: Engine,
        (architecture, vendor): (Architecture, Vendor),
        (model, weights): (&Model, WeightFormat),
    ) -> Worth {
        if self.is_settled() {
            return Worth::SETTLED;
        }
        let overlapped =
            engine != Engine::Vllm || self.month.is_none_or(|month| month >= SCHEDULES_AHEAD);
        let together = together_since(architecture)
            .is_some_and(|since| self.month.is_none_or(|month| month >= since));
        let flash = self.month.is_none_or(|month| month >= FLASH_SINCE);
        let needed = Kernels::of(model, weights);
        let since = needed.since(engine);
        let missing = |month: Month| since.is_none_or(|since| month < since);
        if self.launch == Launch::FirstPort || self.month.is_some_and(missing) {
            let (kernels, widening) = PORT;
            return Worth {
                kernels,
                widening,
                overlapped,
                together,
                flash,
                ..Worth::SETTLED
            };
        }
        let narrow = weights.bits(TensorClass::Experts, true) < 16.0;
        let (reading, widening) = match (self.launch, vendor, model.is_mixture() && narrow) {
            (Launch::Tuned | Launch::FirstPort, ..) => (1.0, 1.0),
            // AITER is for experts of 8 bits.
            (Launch::Default, Vendor::Amd, true) => PORT,
            (Launch::Default, Vendor::Amd, false) => DEFAULT_LAUNCH_AMD,
            (Launch::Default, ..) => DEFAULT_LAUNCH,
        };
        let fixed = match vendor {
            Vendor::Amd => reading,
            _ => 1.0,
        };
        let (kernels, young) = self.month.map_or((1.0, 1.0), |month| {
            let newest = [since, launched(architecture), self.model];
            let months = newest
                .into_iter()
                .flatten()
                .map(|since| since.to(month))
                .fold(f64::INFINITY, f64::min);
            let is_young = months < YOUNG_MONTHS && needed != Kernels::Dense;
            (age(needed, months), if is_young { YOUNG } else { 1.0 })
        });
        Worth {
            kernels,
            reading,
            fixed,
            widening: widening * young,
            overlapped,
            together,
            flash,
        }
    }

    /// Reads the fields of a release: its `version`, or the `month` it was measured in, and the
    /// launch. The month of a version is that of its release, whatever month it was measured in.
    /// `today` is the caller's, where it has a clock.
    ///
    /// # Errors
    /// A release that is not known, a month that is none, that has not come or is before the
    /// engine or the release.
    pub fn read(
        engine: Engine,
        launch: Launch,
        version: Option<&str>,
        month: Option<&str>,
        today: Option<Month>,
    ) -> Result<Self, Problem> {
        let released = version
            .map(|version| versions::month_of(engine, version))
            .transpose()?;
        let measured = month.map(measured).transpose()?;
        if let Some(month) = measured {
            in_time(engine, month, today)?;
            if let Some(release) = released.filter(|release| month < *release) {
                return Err(Problem::BeforeRelease { month, release });
            }
        }
        Ok(Self {
            launch,
            month: released.or(measured),
            model: None,
        })
    }

    /// The same of a model that came out in `model`, on accelerators of `architecture`.
    ///
    /// # Errors
    /// A first port of a model that was there before the accelerators.
    pub fn of_model(
        self,
        model: Option<Month>,
        architecture: Architecture,
    ) -> Result<Self, Problem> {
        if let (Launch::FirstPort, Some(model), Some(chip)) =
            (self.launch, model, launched(architecture))
            && model < chip
        {
            return Err(Problem::OlderThanChip { model, chip });
        }
        Ok(Self {
            model: model.filter(|_| self.month.is_some()),
            ..self
        })
    }
}

/// The longest text of a month that a message repeats.
const LONGEST: usize = 40;

fn measured(text: &str) -> Result<Month, Problem> {
    Month::parse(text.trim()).ok_or_else(|| Problem::NotAMonth {
        text: text.chars().take(LONGEST).collect(),
    })
}

/// Checks that `engine` was there in `month` and that it has come.
///
/// # Errors
/// The problem of the month.
pub fn in_time(engine: Engine, month: Month, today: Option<Month>) -> Result<(), Problem> {
    let latest = today.map_or(KNOWN_UNTIL, |today| today.max(KNOWN_UNTIL));
    let first = kernels::first(engine);
    if month > latest {
        Err(Problem::Future { month, latest })
    } else if month < first {
        Err(Problem::BeforeEngine { month, first })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests;

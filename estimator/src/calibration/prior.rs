//! What is believed before a row is seen: how far families of measured rows lie from the shipped
//! constants, and how their deviations go on over load.
//!
//! Set once, from families (accelerator, engine, model) of the measured rows that the repository
//! holds and of others held back, and not tuned since: `docs/calibration.md` says what comes of
//! them. Wider ones make a single row worse than none.

/// Spread of the logarithm of the factor on the device's part of a decoding step: what families
/// scatter that no fit has seen.
pub(super) const DECODE: f64 = 0.11;
/// The same of the factor on prefill, and on what prompts cost the others.
pub(super) const PREFILL: f64 = 0.25;
/// Spread of the seconds that a step takes on the host beyond those that are shipped.
pub(super) const HOST: f64 = 1e-3;

/// Scales of a residual from which on a row counts less and less: pseudo-Huber's corner.
pub(super) const CORNER: f64 = 1.5;

/// Octaves of users, prompt, answer and tensor parallelism over which deviations go on alike.
pub(super) const LENGTHS: [f64; 4] = [2.0, 2.0, 3.0, 1.5];
/// Share of a deviation that another weight format shares.
pub(super) const OTHER_FORMAT: f64 = 0.5;

/// Rows' worth of the shipped spread in a band.
pub(super) const SHIPPED_ROWS: f64 = 8.0;
/// Standard deviations in a median absolute error, of a normal distribution.
pub(super) const OF_MEDIAN: f64 = 1.4826;

/// The priors of one measured quantity, of logarithms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Prior {
    /// Scale of a row's residual in the fit of the constants.
    pub(super) row: f64,
    /// Spread that a placement shares whatever its load.
    pub(super) placement: f64,
    /// Spread that goes on smoothly over load and degrees.
    pub(super) smooth: f64,
    /// Spread of one measurement.
    pub(super) noise: f64,
    /// The most that neighbours change, either way.
    pub(super) most: f64,
}

/// Of times per output token.
pub(super) const TPOT: Prior = Prior {
    row: 0.12,
    placement: 0.07,
    smooth: 0.10,
    noise: 0.05,
    // 1.5 times.
    most: 0.405,
};

/// Of times to the first token.
pub(super) const TTFT: Prior = Prior {
    row: 0.35,
    placement: 0.10,
    smooth: 0.20,
    noise: 0.20,
    // 2 times.
    most: 0.693,
};

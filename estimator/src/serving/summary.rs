//! How far estimates lie from measurements, in four figures.

/// Errors of a set of estimates. `error` is `|estimate / measurement - 1|`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// How many.
    pub count: usize,
    /// Median error, a share.
    pub median: f64,
    /// 90th percentile of the error, a share.
    pub p90: f64,
    /// Median of `estimate / measurement`, a ratio.
    pub bias: f64,
    /// Share whose measurement lies inside the band; `None` where no bands were
    /// given.
    pub inside: Option<f64>,
}

/// One estimate over its measurement, and whether its band held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// Estimate over measurement.
    pub value: f64,
    /// Whether the measurement lies inside the band.
    pub inside: Option<bool>,
}

impl Summary {
    /// Of some ratios; `None` of none.
    #[must_use]
    pub fn of(ratios: &[Ratio]) -> Option<Self> {
        let sorted = |value: fn(&Ratio) -> f64| {
            let mut all: Vec<f64> = ratios.iter().map(value).collect();
            all.sort_by(f64::total_cmp);
            all
        };
        let errors = sorted(|ratio| (ratio.value - 1.0).abs());
        let inside: Option<Vec<bool>> = ratios.iter().map(|ratio| ratio.inside).collect();
        Some(Self {
            count: ratios.len(),
            median: quantile(&errors, 0.5)?,
            p90: quantile(&errors, 0.9)?,
            bias: quantile(&sorted(|ratio| ratio.value), 0.5)?,
            inside: inside.map(|all| {
                let held = all.iter().filter(|held| **held).count();
                held as f64 / all.len() as f64
            }),
        })
    }
}

/// The value below which a share of sorted values lies; `None` of none.
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a length"
    )]
    let at = (share * last as f64).round() as usize;
    sorted.get(at).copied()
}

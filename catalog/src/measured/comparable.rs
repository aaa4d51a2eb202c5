//! Published runs that a measured one can be held against.

use super::{Measured, measured};
use crate::accelerator;
use estimator::calibration::{Row, Setup};
use estimator::hardware::Accelerator;
use estimator::parameters;
use estimator::serving::replica::Replica;

/// Rows of one accelerator that are enough.
const ENOUGH: usize = 20;
/// Rows at most, an even choice of them: each is estimated anew.
const MOST: usize = 120;

/// The published runs of the same engine and class of model on the same accelerator, on its whole
/// generation where those are few; each beside its estimate. Doubtful ones are left out.
#[must_use]
pub fn comparable(setup: &Setup) -> Vec<Row> {
    let alike = |row: &&Measured| {
        row.doubt().is_none()
            && row.engine == setup.engine.id()
            && crate::model(row.model).is_some_and(|model| model.class() == setup.model.class())
    };
    let on = |wanted: &dyn Fn(&Accelerator) -> bool| -> Vec<&'static Measured> {
        let known = |row: &&Measured| {
            accelerator(row.accelerator).is_some_and(|record| wanted(&record.accelerator))
        };
        measured().iter().filter(alike).filter(known).collect()
    };
    let mut rows = on(&|chip| chip.id == setup.chip.id);
    if rows.len() < ENOUGH {
        rows = on(&|chip| chip.architecture == setup.chip.architecture);
    }
    let each = rows.len().div_ceil(MOST).max(1);
    rows.into_iter().step_by(each).filter_map(row).collect()
}

/// A published run beside its estimate.
fn row(row: &'static Measured) -> Option<Row> {
    let asked = row.configuration().ok()?;
    let counted = parameters::count(&asked.scenario.model);
    let replica = Replica::new(&asked.scenario, &counted, &asked.chip, asked.placement)?;
    let load = asked.scenario.workload.load;
    Row::new(
        &replica,
        asked.scenario.weights,
        load,
        (row.tpot(), row.ttft()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::calibration::{Quantity, standing};

    fn setup(row: &Measured) -> Setup {
        let asked = row.configuration().unwrap();
        Setup {
            model: asked.scenario.model,
            weights: asked.scenario.weights,
            kv_cache: asked.scenario.kv_cache,
            engine: asked.scenario.engine.engine,
            accelerators: asked.placement.accelerators(),
            chip: asked.chip,
            placement: asked.placement,
        }
    }

    /// A published run stands among its like: the fastest of them in the upper half, the slowest
    /// in the lower one.
    #[test]
    fn published_runs_stand_among_their_like() {
        let one = measured().iter().find(|row| row.doubt().is_none()).unwrap();
        let rows = comparable(&setup(one));
        assert!((ENOUGH..=MOST).contains(&rows.len()), "{}", rows.len());
        let places: Vec<f64> = rows
            .iter()
            .filter_map(|row| Some(standing(&[*row], &rows, Quantity::Tpot)?.percentile))
            .collect();
        let ends = (
            places.iter().copied().fold(1.0, f64::min),
            places.iter().copied().fold(0.0, f64::max),
        );
        assert!(ends.0 < 0.1 && ends.1 > 0.9, "{ends:?}");
    }

    /// An engine that nobody published on such a board is compared with nothing.
    #[test]
    fn nothing_is_made_up() {
        let one = measured().iter().find(|row| row.doubt().is_none()).unwrap();
        let mut setup = setup(one);
        setup.chip = accelerator("nvidia-t4").unwrap().accelerator.clone();
        assert_eq!(comparable(&setup).len(), 0);
    }
}

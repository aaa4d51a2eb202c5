//! Estimates against measurements: every row can be estimated, and bands hold
//! what they claim. That no figure gets worse is for `cargo xtask accuracy`.

use estimator::band::Evidence;
use estimator::precision::{KvFormat, WeightFormat};
use estimator::serving::options::{Adapters, Parallelism, Speculation};
use estimator::serving::question::Question;
use estimator::serving::release::Launch;
use estimator::serving::search::search;
use estimator::serving::speed::Constants;
use estimator::serving::summary::{Ratio, Summary};
use rightsize_tests::accuracy::bands;
use rightsize_tests::accuracy::calibration;
use rightsize_tests::accuracy::choice;
use rightsize_tests::accuracy::fresh::{self, Fresh};
use rightsize_tests::accuracy::left_out::{self, Fold};
use rightsize_tests::accuracy::memory;
use rightsize_tests::accuracy::page;
use rightsize_tests::accuracy::parameter::expected;
use rightsize_tests::accuracy::report::in_product;
use rightsize_tests::accuracy::residual::{self, Quantity};
use rightsize_tests::accuracy::row;
use rightsize_tests::accuracy::throughput;
use rightsize_tests::accuracy::training_memory;

#[test]
fn every_measured_row_is_mapped_and_estimated() {
    let (rows, problems) = row::read();
    assert_eq!(problems, [""; 0]);
    let judged = in_product(&rows);
    for quantity in Quantity::ALL {
        let measured = rows.iter().filter(|row| quantity.measured(row).is_some());
        let estimated = judged.iter().filter(|one| one.ratio(quantity).is_some());
        assert_eq!(estimated.count(), measured.count());
    }
}

/// Publishers that no fit has read: their rows are mapped or left out with a reason, most are
/// estimated, by the release and launch that they say.
#[test]
fn fresh_rows_are_mapped_and_estimated() {
    let (rows, left_out) = fresh::read();
    assert_eq!(rows.len() + left_out.len(), 268);
    assert!(rows.len() >= 140, "{}", rows.len());
    let unread =
        |sentence: &&String| !sentence.contains("not compared") && !sentence.contains("unknown");
    assert_eq!(left_out.iter().find(unread), None);
    assert!(fresh::judged(&rows).len() * 10 >= rows.len() * 8);
    let settings = |row: &Fresh| row.scenario.engine.release;
    assert!(
        rows.iter()
            .any(|row| settings(row).launch == Launch::Default)
    );
    let dated = rows.iter().filter(|row| settings(row).month.is_some());
    assert!(dated.count() * 10 >= rows.len() * 8);
}

/// The page says how many rows the constants were fitted on: those that a fit takes.
#[test]
fn constants_say_what_they_were_fitted_on() {
    let (rows, _) = row::read();
    let (figures, _) = throughput::read();
    let kept = |quantity: Quantity| rows.iter().filter(|row| quantity.is_kept(row)).count();
    let full = figures.iter().filter(|figure| figure.is_fitted());
    let said = Constants::FITTED_ON;
    let counted = [kept(Quantity::Tpot), kept(Quantity::Ttft), full.count()];
    let said = [said.tpot, said.ttft, said.full_batches].map(|count| count as usize);
    assert_eq!(said, counted);
}

/// The names of the other files lead to the catalogue: most launches and figures are mapped, and
/// those left out say why.
#[test]
fn logs_and_published_throughputs_are_mapped() {
    let (launches, unread) = memory::read();
    assert!(launches.len() >= 70, "{}", launches.len());
    assert!(unread.iter().all(|sentence| sentence.starts_with("line ")));
    let weighed = launches.iter().filter(|launch| {
        let weights = memory::Quantity::Weights;
        launch.measured(weights).is_some() && launch.estimated(weights).is_some()
    });
    assert!(weighed.count() >= 50);
    let (figures, unread) = throughput::read();
    assert!(figures.len() >= 1200, "{}", figures.len());
    assert_eq!(figures.len() + unread.len(), 9719 + 27);
}

/// Among measured placements of one model the estimates keep the order, and choose
/// well: the targets of the product.
#[test]
fn estimates_choose_as_measurements_do() {
    let (rows, _) = row::read();
    let estimates: Vec<_> = rows
        .iter()
        .map(|row| residual::estimate(&Constants::FITTED, row))
        .collect();
    let worth = choice::worth(&rows, &estimates);
    assert!(worth.loads >= 80, "{worth:?}");
    assert!(worth.correlation >= 0.9, "{worth:?}");
    assert!(worth.well_chosen >= 0.9, "{worth:?}");
}

/// Only a way measured nearby is said to be: each way to serve and each weight format that no row
/// has makes the answer interpolated and its bands wider, and a row's own stays.
#[test]
fn what_no_row_has_is_not_measured_nearby() {
    let of = |change: &dyn Fn(&mut Question)| {
        let mut question = Question {
            weights: WeightFormat::Fp8,
            kv_cache: KvFormat::Bf16,
            ..Question::default()
        };
        question.fleet.accelerators = vec!["nvidia-h100-sxm-80gb".to_owned()];
        // No row has a pipeline.
        question.serving.parallelism = Parallelism::Tensor;
        change(&mut question);
        let (scenario, offers) = catalog::resolve(&question).unwrap();
        let best = search(&scenario, &offers).candidates.remove(0).best;
        let speed = best.unwrap().estimate.performance.unwrap();
        (speed.tpot.band, speed.ttft.band)
    };
    let (plain, _) = of(&|_| ());
    for weights in WeightFormat::ALL {
        let measured = catalog::measured::measured();
        let weights_of = |row: &catalog::measured::Measured| row.weights == weights.id();
        // The same kernels.
        let is_measured = *weights == WeightFormat::Fp16 || measured.iter().any(weights_of);
        let (tpot, _) = of(&|question| question.weights = *weights);
        let expected = if is_measured {
            Evidence::Measured
        } else {
            Evidence::Interpolated
        };
        assert_eq!(tpot.evidence, expected, "{weights:?}");
    }
    let changes: [&dyn Fn(&mut Question); 5] = [
        &|question| question.prefix_hit_rate = 0.3,
        &|question| question.serving.restored = 0.3,
        &|question| question.serving.speculation = Some(Speculation::TYPICAL),
        &|question| question.serving.adapters = Some(Adapters::TYPICAL),
        &|question| question.kv_cache = KvFormat::Int8,
    ];
    for change in changes {
        let (tpot, ttft) = of(change);
        assert_eq!(tpot.evidence, Evidence::Interpolated);
        assert_eq!(ttft.evidence, Evidence::Interpolated);
        assert!(tpot.low < plain.low && tpot.high > plain.high);
    }
}

/// A band that claims four in five holds between 75 and 90 in a hundred.
#[test]
fn bands_hold_what_they_claim() {
    let (rows, _) = row::read();
    let judged = in_product(&rows);
    for quantity in Quantity::ALL {
        let ratios: Vec<Ratio> = judged
            .iter()
            .filter_map(|one| one.ratio(quantity))
            .collect();
        let inside = Summary::of(&ratios).and_then(|summary| summary.inside);
        let inside = inside.unwrap_or(0.0);
        assert!((0.75..=0.90).contains(&inside), "{quantity:?}: {inside}");
    }
}

/// The edges of every band are those that the residuals of comparable rows ask for.
#[test]
fn bands_are_what_residuals_ask_for() {
    let (rows, _) = row::read();
    let (figures, _) = throughput::read();
    let unseen = left_out::constants(&expected(&Constants::FITTED), &rows, &figures, Fold::Model);
    let asked = bands::asked(&rows, &unseen.rows, &figures);
    assert_eq!(asked.len(), 12);
    for one in asked {
        assert!(one.off() < 0.03, "{one:?}");
    }
}

/// Training's memory is as near to measured bytes as the product promises: median and
/// ninetieth percentile of the error of Megatron's test runs between steps, of those above
/// 5 GB between steps and at the peak, and of other frameworks' peaks.
#[test]
fn training_memory_is_as_near_as_promised() {
    let (megatron, without) = training_memory::megatron();
    let (frameworks, unread) = training_memory::frameworks();
    assert_eq!(megatron.len() + without.len(), 424);
    assert_eq!(frameworks.len() + unread.len(), 181);
    let settings = |sentence: &&String| sentence.contains(" is `") || sentence.contains("unknown");
    assert_eq!(without.iter().chain(&unread).find(settings), None);
    let near = |name: &str, values: Vec<f64>, count: usize, (median, p90): (f64, f64)| {
        let ratios: Vec<Ratio> = values
            .into_iter()
            .map(|value| Ratio {
                value,
                inside: None,
            })
            .collect();
        let summary = Summary::of(&ratios).unwrap();
        assert!(summary.count >= count, "{name}: {summary:?}");
        assert!(summary.median <= median, "{name}: {summary:?}");
        assert!(summary.p90 <= p90, "{name}: {summary:?}");
    };
    let allocated = |least: f64| {
        let large = megatron.iter().filter(|run| run.peak > least);
        large
            .filter_map(training_memory::Run::allocated_ratio)
            .collect::<Vec<_>>()
    };
    near("all sizes", allocated(0.0), 270, (0.025, 0.12));
    near("large, allocated", allocated(5e9), 3, (0.01, 0.05));
    let large = megatron.iter().filter(|run| run.peak > 5e9);
    let peaks = large.map(training_memory::Run::peak_ratio).collect();
    near("large, peak", peaks, 3, (0.03, 0.08));
    let peaks = frameworks.iter().map(training_memory::Run::peak_ratio);
    near("frameworks", peaks.collect(), 35, (0.06, 0.25));
}

/// The figures of the report on the page are the report's.
#[test]
fn the_page_shows_the_reports_figures() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let shown = page::held(&read("docs/accuracy.md")).unwrap();
    assert_eq!(shown, read("catalog/data/measured/held.csv"));
}

/// Calibration brings rows that it has not seen as near as the product promises: half of the error
/// with forty rows, a quarter less with ten. No family's times per token get worse by more than a
/// twentieth with ten rows, none with forty; of times to the first token one does, by a fifth.
#[test]
fn calibration_is_as_near_as_promised() {
    let (rows, _) = row::read();
    let families = calibration::families(&rows);
    let (tpot, ttft) = (0, 1);
    let forty = calibration::of_size(&families, 40);
    let (before, after) = calibration::medians(&forty, tpot);
    assert!(after <= 0.034 && after <= 0.52 * before, "{before} {after}");
    let (_, after) = calibration::medians(&forty, ttft);
    assert!(after <= 0.1, "{after}");
    assert!(
        forty.worst[tpot] <= 0.0 && forty.worst[ttft] <= 0.2,
        "{:?}",
        forty.worst
    );
    let ten = calibration::of_size(&families, 10);
    let (before, after) = calibration::medians(&ten, tpot);
    assert!(after <= 0.052 && after <= 0.75 * before, "{before} {after}");
    assert!(ten.worst[tpot] <= 0.05, "{:?}", ten.worst);
}

//! Releases by hand, as laws, and with nonsense in them.

use super::kernels::{Kernels, age, first, launched};
use super::*;
use crate::engine::Engine;
use crate::hardware::Accelerator;
use crate::parameters::count;
use crate::placement::Placement;
use crate::published::{assert_near, deepseek_v3, h100, llama_3_8b, scenario};
use crate::serving::replica::Replica;
use crate::serving::scenario::Scenario;
use crate::workload::Load;
use proptest::prelude::*;

const NVIDIA: (Architecture, Vendor) = (Architecture::Hopper, Vendor::Nvidia);
const AMD: (Architecture, Vendor) = (Architecture::Cdna3, Vendor::Amd);

fn of_month(year: u16, month: u16) -> Release {
    Release {
        month: Some(Month::new(year, month)),
        ..Release::SETTLED
    }
}

fn launched_by(launch: Launch) -> Release {
    Release {
        launch,
        ..Release::SETTLED
    }
}

/// `1 + 0.3 exp(-0) = 1.3` in the month itself, `1 + 0.3 exp(-1) = 1.1104` after 3.5, nothing
/// after years; before it counts as the month itself.
#[test]
fn young_kernels() {
    assert_near(age(Kernels::Latent, 0.0), 1.3);
    assert_near(age(Kernels::Latent, 3.5), 1.0 + 0.3 * (-1.0_f64).exp());
    assert_near(age(Kernels::Experts, 7.0), 1.0 + 0.2 * (-2.0_f64).exp());
    assert!(age(Kernels::Dense, 60.0) < 1.0 + 1e-6);
    assert_near(age(Kernels::Dense, -3.0), 1.05);
}

/// vLLM has latent attention since 2025-02: in 2025-04 it is `1 + 0.3 exp(-2/3.5)` slower and
/// its band ten points wider, a year later it has settled; in 2025-01 it is a port.
#[test]
fn the_latest_of_what_it_needs_counts() {
    let model = deepseek_v3(None);
    let worth = |release: Release| release.worth(Engine::Vllm, NVIDIA, (&model, WeightFormat::Fp8));
    let young = worth(of_month(2025, 4));
    assert_near(young.kernels, 1.0 + 0.3 * (-2.0_f64 / 3.5).exp());
    assert_near(young.reading, 1.0);
    assert_near(young.widening, 1.1);
    let settled = worth(of_month(2026, 2));
    assert!(settled.kernels < 1.01);
    assert_near(settled.widening, 1.0);
    let port = worth(of_month(2025, 1));
    let first = worth(launched_by(Launch::FirstPort));
    assert_eq!(
        (port.kernels, port.widening),
        (first.kernels, first.widening)
    );
    // vLLM schedules ahead since 2026-01, and where nothing is said.
    assert!(!port.overlapped && !young.overlapped && settled.overlapped && first.overlapped);
    assert_near(port.kernels, 1.94);
    // The model itself may be younger than the kernels it needs.
    let newest = Release {
        model: Some(Month::new(2026, 2)),
        ..of_month(2026, 2)
    };
    assert_near(worth(newest).kernels, 1.3);
}

/// A launch without a recipe slows decoding, on AMD experts most; nobody's prompts.
#[test]
fn default_launches() {
    let (dense, latent) = (llama_3_8b(), deepseek_v3(None));
    let release = launched_by(Launch::Default);
    let of = |chip, model: &Model| release.worth(Engine::Sglang, chip, (model, WeightFormat::Fp8));
    for (chip, model) in [
        (NVIDIA, &dense),
        (NVIDIA, &latent),
        (AMD, &dense),
        (AMD, &latent),
    ] {
        let worth = of(chip, model);
        assert_near(worth.kernels, 1.0);
        assert!(worth.reading >= 1.2 && worth.widening > 1.1, "{worth:?}");
    }
    assert!(of(AMD, &latent).reading > of(NVIDIA, &latent).reading);
}

#[test]
fn the_youngest_kernels_a_model_needs() {
    let of = |model: &Model, weights| Kernels::of(model, weights);
    assert_eq!(of(&llama_3_8b(), WeightFormat::Nvfp4), Kernels::Dense);
    assert_eq!(of(&deepseek_v3(None), WeightFormat::Fp8), Kernels::Latent);
    assert_eq!(
        of(&deepseek_v3(None), WeightFormat::Nvfp4),
        Kernels::FourBitExperts
    );
}

/// Which problem is found, and in which field.
#[test]
fn what_is_not_believed() {
    let read =
        |version, month, today| Release::read(Engine::Vllm, Launch::Tuned, version, month, today);
    let field = |found: Result<Release, Problem>| found.map_err(|problem| problem.field());
    assert_eq!(field(read(Some("99.0"), None, None)), Err("engine_version"));
    for month in ["", "soon", "2026-13", "2999-01", "2020-01", "2026-12"] {
        assert_eq!(
            field(read(None, Some(month), None)),
            Err("measured_month"),
            "{month}"
        );
    }
    // A month of the future has come once somebody's clock says so.
    let today = Some(Month::new(2027, 2));
    assert!(read(None, Some("2026-12"), today).is_ok());
    // Measured before the release, and after it: the release's month counts.
    assert_eq!(
        read(Some("0.19.0"), Some("2026-03"), None),
        Err(Problem::BeforeRelease {
            month: Month::new(2026, 3),
            release: Month::new(2026, 4),
        })
    );
    let later = read(Some("0.19.0"), Some("2026-10"), None);
    assert_eq!(
        later.map(|release| release.month),
        Ok(Some(Month::new(2026, 4)))
    );
    let port = launched_by(Launch::FirstPort);
    let old = Some(Month::new(2024, 7));
    assert_eq!(
        field(port.of_model(old, Architecture::Blackwell)),
        Err("launch")
    );
    assert!(port.of_model(old, Architecture::Hopper).is_ok());
    assert!(port.of_model(None, Architecture::Blackwell).is_ok());
    // Messages name the text written, however long.
    let long = "x".repeat(5000);
    let message = read(Some(&long), None, None).map_err(|problem| problem.to_string());
    assert!(message.is_err_and(|message| message.len() < 200));
}

fn at(release: Release, prompt: f64, chip: &Accelerator) -> Replica {
    let mut asked: Scenario = scenario(llama_3_8b(), Load::Steady(8.0));
    asked.engine.release = release;
    asked.workload.input_tokens = prompt;
    let counted = count(&asked.model);
    let one = Placement {
        tensor: 1,
        pipeline: 1,
        expert: 1,
        data: 1,
    };
    Replica::new(&asked, &counted, chip, one).unwrap()
}

/// A first port slows a step by its factor but for times that are no kernel's; a default launch
/// slows decoding by most of its factor, and reading a prompt by far less.
#[test]
fn steps_are_slower() {
    let chip = h100();
    let step = |release, decoding, prompt| {
        at(release, 1000.0, &chip)
            .rank
            .step(decoding, prompt, 1000.0)
    };
    let settled = |decoding, prompt| step(Release::SETTLED, decoding, prompt);
    let port = launched_by(Launch::FirstPort);
    // Attention's own products are no kernel's to slow, and hidden behind its reads.
    for (decoding, prompt) in [(8.0, 0.0), (0.0, 4000.0)] {
        let slower = step(port, decoding, prompt) / settled(decoding, prompt);
        assert!((slower - 1.94).abs() < 1e-6, "{slower}");
    }
    let plain = launched_by(Launch::Default);
    let (decode, prompt) = (
        step(plain, 8.0, 0.0) / settled(8.0, 0.0),
        step(plain, 0.0, 8000.0) / settled(0.0, 8000.0),
    );
    assert!((1.4..=1.6 + 1e-9).contains(&decode), "{decode}");
    assert!((1.0..1.12).contains(&prompt), "{prompt}");
}

proptest! {
    /// Of any release: factors of at least 1; a later month is never slower.
    #[test]
    fn later_is_never_slower(
        engine in 0..4_usize,
        architecture in 0..21_usize,
        months in (0..60_u16, 0..60_u16),
        latent in any::<bool>(),
    ) {
        let engine = *Engine::ALL.get(engine).unwrap();
        let architecture = *Architecture::ALL.get(architecture).unwrap();
        let model = if latent { deepseek_v3(None) } else { llama_3_8b() };
        let worth = |months: u16| {
            let release = of_month(2023 + months / 12, months % 12 + 1);
            release.worth(engine, (architecture, Vendor::Nvidia), (&model, WeightFormat::Fp8))
        };
        let (early, late) = (months.0.min(months.1), months.0.max(months.1));
        prop_assert!(worth(late).kernels <= worth(early).kernels + 1e-12);
        for worth in [worth(early), worth(late)] {
            prop_assert!(worth.kernels >= 1.0 && worth.reading >= 1.0 && worth.widening >= 1.0);
        }
        if let Some(chip) = launched(architecture) {
            prop_assert!(chip.to(Month::new(2027, 1)) > 0.0);
        }
        prop_assert!(first(engine) <= Month::new(2024, 12));
    }
}

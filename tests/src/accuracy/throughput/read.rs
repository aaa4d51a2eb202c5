//! The lines of `serving_throughput.csv` and `llama_prompts.csv` in the estimator's terms.

use super::super::cells::{Cells, lines};
use super::super::names;
use super::bench::Run;
use super::{Figure, Kind};
use catalog::measured::scenario;
use estimator::engine::{Engine, EngineSettings};
use estimator::model::Model;
use estimator::parameters::{self, Parameters};
use estimator::placement::Placement;
use estimator::precision::WeightFormat;
use estimator::quantity::Bytes;
use estimator::serving::memory::weights::weights;
use estimator::serving::release::{Month, Release};
use estimator::workload::Load;

/// All figures, and a sentence for every line that is left out.
#[must_use]
pub fn read() -> (Vec<Figure>, Vec<String>) {
    let mut figures = Vec::new();
    let mut left_out = Vec::new();
    for file in [
        include_str!("../../../data/measured/serving_throughput.csv"),
        include_str!("../../../data/measured/llama_prompts.csv"),
    ] {
        for (line, cells) in lines(file) {
            match cells.and_then(|cells| figure(line, &cells)) {
                Ok(figure) => figures.push(figure),
                Err(problem) => left_out.push(format!("line {line}: {problem}")),
            }
        }
    }
    (figures, left_out)
}

/// The length that a text gives: of `28650 (p50)`, `max 512 (p50 310)` and `ShareGPT
/// p50=280` the median; `given` where it is empty.
///
/// # Errors
/// A text without a number.
fn tokens(text: &str, given: f64) -> Result<f64, String> {
    if text.is_empty() {
        return Ok(given);
    }
    // `p50` may stand before its number, or after it.
    let after = text.split_once("p50").map_or(text, |(_, after)| after);
    let first = |text: &str| {
        let mut parts = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
        parts.find_map(|part| part.parse::<f64>().ok())
    };
    first(after)
        .or_else(|| first(text))
        .map(|length| length.max(1.0))
        .ok_or_else(|| format!("unknown length `{text}`"))
}

/// Tokens that stand in the cache before the prompt: those of `pp2048 @ d32768`.
fn depth(title: &str) -> f64 {
    let after = title.split_once("@ d").map(|(_, after)| after);
    after.and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// The release of a row: llama.cpp's by the month that its source prints, or the turn of the years
/// of `2024-2025`, since it tells whether kernels are launched together. Constants of other engines
/// were fitted on rows of settled kernels.
fn release(engine: Engine, printed: &str) -> Release {
    let turn = || {
        let (_, until) = printed.split_once('-')?;
        until.parse().ok().map(|year| Month::new(year, 1))
    };
    let month = printed.get(..7).and_then(Month::parse).or_else(turn);
    Release {
        month: month.filter(|_| engine == Engine::LlamaCpp),
        ..Release::SETTLED
    }
}

/// How far a file's size may lie from that of the format's own mix.
const SAME_MIX: f64 = 0.05;

/// Why a file is no measure of its format, where its size and parameters are noted and `bits` are
/// those of the format's own mix: a dynamic mix of types, whose attention takes twice the bits of
/// the experts that most of the size is.
fn of_another_mix(notes: &str, bits: f64) -> Option<&'static str> {
    let noted = |name: &str| {
        let (_, after) = notes.split_once(name)?;
        after.split(';').next()?.trim().parse::<f64>().ok()
    };
    let (size, billions) = (noted("file_size_GiB=")?, noted("params_B=")?);
    let apart = Bytes::gib(size).get() * 8.0 / (billions * 1e9) / bits - 1.0;
    (apart.abs() > SAME_MIX).then_some("a file whose mix of types is not its format's")
}

/// Why a stream is no measure of its format. A prompt takes as long whatever its weights are kept
/// in.
fn doubt_of_file(
    (kind, notes): (Kind, &str),
    (model, counted): (&Model, &Parameters),
    format: WeightFormat,
) -> Option<&'static str> {
    let whole = weights(model, counted, format, Placement::SINGLE);
    of_another_mix(notes, whole.get() * 8.0 / counted.total).filter(|_| kind == Kind::SingleStream)
}

fn figure(line: usize, cells: &Cells) -> Result<Figure, String> {
    let (metric, title) = (cells.text("metric"), cells.text("scenario"));
    let engine = cells.known("engine", names::engine)?;
    let warming = cells.text("notes").contains("first row includes warm-up");
    let kind = if metric == "decode_tokens_per_s_single" {
        Kind::SingleStream
    } else if metric == "prefill_tokens_per_s"
        && engine == Engine::LlamaCpp
        && matches!(cells.text("batch_or_concurrency"), "" | "1")
    {
        Kind::Prompt
    } else if title.starts_with("offline_max") {
        Kind::OfflineMaximum
    } else {
        return Err(format!("`{title}`, {metric}: not compared"));
    };
    if kind == Kind::Prompt && warming && cells.text("isl") == "512" {
        return Err("flagged: warming up".to_owned());
    }
    let model = cells.known("model", names::model)?;
    let chip = cells.known("gpu", names::accelerator)?;
    let (source, version) = (cells.text("source"), cells.text("version_or_date"));
    let cache = cells.known("kv_dtype", names::cache)?;
    let formats = (
        cells.known("weight_format", |printed| {
            names::weights(printed, &model, engine)
        })?,
        names::cache_of_series(source, version, &model, &chip).unwrap_or(cache),
    );
    let count = cells.degree_or_one("num_gpus")?;
    let mut placement = placement(cells, engine, count)?;
    if names::is_spread(source, version, &model) && placement.pipeline == 1 {
        (placement.data, placement.expert) = (placement.tensor, placement.tensor);
        placement.tensor = 1;
    }
    let value = cells.number("value")?;
    let total = !metric.ends_with("_per_gpu") && kind == Kind::OfflineMaximum;
    let share = f64::from(placement.accelerators());
    // Where a prompt is not printed it is a few words, and the answer a paragraph.
    let before = match kind {
        Kind::Prompt => depth(title),
        Kind::SingleStream | Kind::OfflineMaximum => 0.0,
    };
    let lengths = (
        before + tokens(cells.text("isl"), 16.0)?,
        tokens(cells.text("osl"), 128.0)?,
    );
    let load = match kind {
        Kind::SingleStream | Kind::Prompt => Load::Steady(1.0),
        Kind::OfflineMaximum => Load::Saturated,
    };
    let counted = parameters::count(&model);
    let run = Run {
        model: &model,
        counted: &counted,
        formats,
        chip: &chip,
        placement,
        lengths,
    };
    let most = if names::is_tuned(source, version) {
        run.most()
    } else {
        None
    };
    let said = cells.text("batch_or_concurrency");
    let said = said.strip_prefix("max_num_seqs=");
    let series = format!("{} {} {version}", model.id, chip.id);
    let of_file = doubt_of_file((kind, cells.text("notes")), (&model, &counted), formats.0);
    let mut scenario = scenario(
        model,
        formats,
        lengths,
        load,
        EngineSettings {
            max_num_seqs: said
                .and_then(|count| count.parse().ok())
                .or(most.map(|most| most.sequences)),
            max_num_batched_tokens: most
                .map(|most| most.tokens)
                .or_else(|| names::micro_batch(source)),
            release: release(engine, version),
            ..EngineSettings::new(engine)
        },
    );
    scenario.workload.prefix_hit_rate = before / lengths.0;
    Ok(Figure {
        line,
        kind,
        counted,
        series,
        scenario,
        chip,
        placement,
        measured: if total { value / share } else { value },
        is_captured: names::is_captured(source, version),
        requests: names::requests(source, cells.text("isl"), cells.text("osl")),
        doubt: names::doubt_of_series(kind, source, version).or(of_file),
    })
}

/// llama.cpp splits by layers; the others by tensors, unless they say otherwise.
fn placement(cells: &Cells, engine: Engine, count: u32) -> Result<Placement, String> {
    let (tensor, pipeline) = if engine == Engine::LlamaCpp {
        (1, count)
    } else {
        let pipeline = cells.degree_or_one("pp")?;
        let tensor = match cells.text("tp") {
            "" => count / pipeline.max(1),
            _ => cells.degree("tp")?,
        };
        (tensor.max(1), pipeline)
    };
    // Where experts are spread, every rank attends for its own requests (`DEP`).
    let spread = cells.degree_or_one("ep")?;
    Ok(Placement {
        tensor,
        pipeline,
        expert: spread,
        data: if tensor == 1 { spread } else { 1 },
    })
}

#[cfg(test)]
mod tests {
    use super::{of_another_mix, read, tokens};

    #[test]
    fn a_length_is_the_median_where_one_is_given() {
        for (text, wanted) in [
            ("128", 128.0),
            ("28650 (p50)", 28_650.0),
            ("ShareGPT p50=280", 280.0),
            ("max 512 (p50 310)", 310.0),
            ("max 512", 512.0),
            ("", 16.0),
        ] {
            assert_eq!(tokens(text, 16.0), Ok(wanted), "{text}");
        }
        assert!(tokens("ShareGPT", 16.0).is_err());
    }

    /// 78.02 GiB of 120.67 billion parameters are 5.55 bits, a seventh above 4.85; 3.56 of 6.74 are
    /// 4.54, one in a hundred above 4.5.
    #[test]
    fn a_file_is_of_its_format_by_its_size() {
        let wide = "file_size_GiB=78.02; params_B=120.67; fa=True";
        assert!(of_another_mix(wide, 4.85).is_some());
        let plain = "file_size_GiB=3.56; params_B=6.74; fa=True";
        assert_eq!(of_another_mix(plain, 4.5), None);
        assert_eq!(of_another_mix("fa=True", 4.5), None);
    }

    /// Llama 3.3 70B at 8 bit on two H100, 1,000 tokens in and out: 0.95 (171 - 71) GB hold
    /// 291 requests of 2,000 tokens at 160 KiB.
    #[test]
    fn settings_are_worked_out_as_the_benchmark_does() {
        let (figures, _) = read();
        let found = figures.iter().find(|figure| {
            let work = &figure.scenario.workload;
            let lengths = (work.input_tokens, work.output_tokens);
            figure.series == "meta-llama/Llama-3.3-70B-Instruct nvidia-h100-sxm-80gb v0.20"
                && figure.placement.accelerators() == 2
                && lengths == (1000.0, 1000.0)
        });
        let settings = found.map(|figure| {
            let engine = &figure.scenario.engine;
            (engine.max_num_seqs, engine.max_num_batched_tokens)
        });
        assert_eq!(settings, Some((Some(384), Some(2048))));
        assert!(found.is_some_and(|figure| figure.is_captured));
    }
}

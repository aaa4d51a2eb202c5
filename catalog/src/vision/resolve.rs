//! From a question of the page by names to a complete scenario, its offers and their boards.

use super::{board, encoder, listener, network_record, pipeline};
use crate::resolve::{offers_of, resolve_on};
use estimator::date::Date;
use estimator::error;
use estimator::offer::Offer;
use estimator::vision::Board;
use estimator::vision::counted::Counted;
use estimator::vision::sizing::reader;
use estimator::vision::sizing::scenario::problems;
use estimator::vision::sizing::{
    Field, FieldError, Kind, Problem, Question, Reader, Scenario, Task,
};
use estimator::vision::tokens::{Family, family};

/// Language models of the catalogue that read images: the beginning of an id, and the family
/// whose rule its processor follows (`estimator::vision::tokens`).
const READERS: [(&str, &str); 12] = [
    ("Qwen/Qwen2-VL", "qwen2_vl"),
    ("Qwen/Qwen2.5-VL", "qwen2_5_vl"),
    ("Qwen/Qwen3-VL", "qwen3_vl"),
    ("Qwen/Qwen3.5", "qwen3_vl"),
    ("google/gemma-3-4b", "gemma3"),
    ("google/gemma-3-12b", "gemma3"),
    ("google/gemma-3-27b", "gemma3"),
    ("google/gemma-4", "gemma4"),
    ("meta-llama/Llama-4", "llama4"),
    ("moonshotai/Kimi-K2.5", "kimi_k25"),
    ("MiniMaxAI/MiniMax-M3", "minimax_m3_vl"),
    ("stepfun-ai/Step-3.7", "step3p7"),
];

/// The longest part of an unknown name that a message repeats.
const LONGEST_NAME: usize = 80;

/// A question that was looked up.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The question with the model's counts.
    pub scenario: Scenario,
    /// The accelerators on offer.
    pub offers: Vec<Offer>,
    /// The same with the figures that these laws need.
    pub boards: Vec<Board>,
}

/// The family by which a language model reads images.
#[must_use]
pub fn reads(id: &str) -> Option<&'static Family> {
    let (_, name) = READERS.iter().find(|(start, _)| id.starts_with(start))?;
    family(name).ok()
}

/// Families of models for one task, the smallest first.
const FAMILIES: [&[&str]; 22] = [
    &[
        "timm/resnet18",
        "timm/resnet50",
        "timm/resnet101",
        "timm/resnet152",
    ],
    &[
        "timm/efficientnet_b0",
        "timm/efficientnet_b3",
        "timm/efficientnet_b4",
    ],
    &["timm/tf_efficientnetv2_s", "timm/tf_efficientnetv2_l"],
    &[
        "timm/convnext_tiny",
        "timm/convnext_base",
        "timm/convnext_large",
    ],
    &[
        "timm/vit_tiny_patch16_224",
        "timm/vit_small_patch16_224",
        "timm/vit_base_patch16_224",
        "timm/vit_large_patch16_224",
    ],
    &[
        "timm/swin_tiny_patch4_window7_224",
        "timm/swin_base_patch4_window7_224",
    ],
    &[
        "timm/vit_base_patch14_dinov2",
        "timm/vit_large_patch14_dinov2",
        "timm/vit_giant_patch14_dinov2",
    ],
    &[
        "timm/vit_large_patch14_clip_224",
        "timm/vit_huge_patch14_clip_224",
    ],
    &[
        "timm/samvit_base_patch16",
        "timm/samvit_large_patch16",
        "timm/samvit_huge_patch16",
    ],
    &[
        "ultralytics/yolo11n",
        "ultralytics/yolo11s",
        "ultralytics/yolo11m",
        "ultralytics/yolo11l",
        "ultralytics/yolo11x",
    ],
    &[
        "google-bert/bert-base-uncased",
        "google-bert/bert-large-uncased",
    ],
    &[
        "BAAI/bge-small-en-v1.5",
        "BAAI/bge-base-en-v1.5",
        "BAAI/bge-large-en-v1.5",
    ],
    &[
        "answerdotai/ModernBERT-base",
        "answerdotai/ModernBERT-large",
    ],
    &[
        "Qwen/Qwen3-Embedding-0.6B",
        "Qwen/Qwen3-Embedding-4B",
        "Qwen/Qwen3-Embedding-8B",
    ],
    &[
        "whisper-tiny",
        "whisper-base",
        "whisper-small",
        "whisper-medium",
        "whisper-large-v3-turbo",
        "whisper-large-v3",
    ],
    &["wav2vec2-base", "wav2vec2-large"],
    &["sd35-medium", "sd35-large"],
    &["flux2-klein-4b", "flux2-klein-9b", "flux2-dev"],
    &["sana-0.6b", "sana-1.6b"],
    &["cogvideox-2b", "cogvideox-5b"],
    &["wan2.1-t2v-1.3b", "wan2.1-t2v-14b"],
    &["ltx-video-2b", "ltx-video-13b"],
];

/// The next smaller model of a model's family, by its record's id.
#[must_use]
pub fn smaller(id: &str) -> Option<&'static str> {
    FAMILIES.iter().find_map(|family| {
        let place = family.iter().position(|known| *known == id)?;
        family.get(place.checked_sub(1)?).copied()
    })
}

/// The kind of a model's id; `None` where nobody knows it.
#[must_use]
pub fn kind_of(id: &str) -> Option<Kind> {
    if network_record(id).is_some() {
        Some(Kind::Images)
    } else if encoder(id).is_some() {
        Some(Kind::Texts)
    } else if let Some(record) = pipeline(id) {
        Some(if record.pipeline.video {
            Kind::Clips
        } else {
            Kind::Pictures
        })
    } else if listener(id).is_some() {
        Some(Kind::Speech)
    } else if reads(id).is_some() && crate::entry(id).is_some() {
        Some(Kind::Prompts)
    } else {
        None
    }
}

/// Pixels that a side of a network's image is a multiple of: patches of transformers, strides of
/// detectors; any of other convolutions.
#[must_use]
pub fn cell(id: &str) -> Option<u32> {
    if id.contains("yolo") {
        return Some(32);
    }
    let (_, after) = id.split_once("patch")?;
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    let patch: u32 = digits.parse().ok()?;
    // Windows of four patches' merging stages halve the grid three times.
    Some(if id.contains("swin") {
        patch * 8
    } else {
        patch
    })
}

/// Looks every name up and checks every number. By `today`, prices that have expired give way to
/// newer ones.
///
/// # Errors
/// Everything that is wrong, one error a field, with the nearest value that works.
pub fn resolve_vision(question: &Question, today: Option<Date>) -> Result<Asked, Vec<FieldError>> {
    let (offers, errors) = offers_of(&question.fleet, today);
    let mut wrong: Vec<FieldError> = errors.into_iter().map(FieldError::from).collect();
    let mut note = |more: Vec<FieldError>| {
        for error in more {
            // The first problem of a field is enough.
            if wrong.iter().all(|known| known.field != error.field) {
                wrong.push(error);
            }
        }
    };
    note(problems(question));
    let scenario = task(question, today).and_then(|task| Scenario::new(question.clone(), task));
    let scenario = scenario.map_err(&mut note).ok();
    let Some(scenario) = scenario.filter(|_| wrong.is_empty()) else {
        return Err(wrong);
    };
    let boards = offers.iter().map(|offer| {
        let known = board(&offer.accelerator.id);
        // One of the user's own has the facts that were typed.
        known
            .filter(|known| known.accelerator == offer.accelerator)
            .unwrap_or_else(|| Board::plain(offer.accelerator.clone()))
    });
    let boards = boards.collect();
    Ok(Asked {
        scenario,
        offers,
        boards,
    })
}

/// The model's counts: those of one's own, or of the curated networks alone; all that were counted are a file of 85 KB,
/// which only scripts carry.
fn task(question: &Question, today: Option<Date>) -> Result<Task, Vec<FieldError>> {
    let id = question.model.as_str();
    if let Some(own) = question.own.filter(|own| own.kind() == question.kind) {
        return Ok(match own {
            Counted::Network(network) => Task::Network {
                network: network.at(question.side.unwrap_or(network.resolution)),
                cell: None,
            },
            Counted::Encoder(encoder) => Task::Encoder {
                encoder,
                longest: None,
            },
            Counted::Listener(listener) => Task::Listener(listener),
            Counted::Pipeline(pipeline) => Task::Pipeline(Box::new(pipeline.model())),
        });
    }
    let task = match question.kind {
        Kind::Images => network_record(id).map(|record| Task::Network {
            network: record
                .network
                .at(question.side.unwrap_or(record.network.resolution)),
            cell: cell(record.about.id),
        }),
        Kind::Texts => encoder(id).map(|record| Task::Encoder {
            encoder: record.encoder,
            longest: crate::model(id).and_then(|model| model.max_context),
        }),
        Kind::Pictures | Kind::Clips => pipeline(id)
            .filter(|record| record.pipeline.video == (question.kind == Kind::Clips))
            .map(|record| Task::Pipeline(Box::new(record.pipeline.clone()))),
        Kind::Speech => listener(id).map(|record| Task::Listener(record.listener)),
        Kind::Prompts => match reads(id).filter(|_| crate::entry(id).is_some()) {
            Some(family) => return language(question, family, today),
            None => None,
        },
    };
    task.ok_or_else(|| {
        let name: String = id.chars().take(LONGEST_NAME).collect();
        vec![FieldError {
            field: Field::Shared(error::Field::Model),
            problem: Problem::Shared(if name.trim().is_empty() {
                error::Problem::Missing
            } else {
                error::Problem::Unknown { name }
            }),
        }]
    })
}

/// The language model at the prompt that its images make.
fn language(
    question: &Question,
    family: &'static Family,
    today: Option<Date>,
) -> Result<Task, Vec<FieldError>> {
    let counted = reader::read(question, family).map_err(|error| vec![error])?;
    let tokens = reader::prompt(question, counted.0, counted.1);
    let asked = reader::serving(question, tokens);
    let (serving, _) = resolve_on(&asked, today)
        .map_err(|errors| errors.into_iter().map(reported).collect::<Vec<_>>())?;
    Ok(Task::Reader(Box::new(Reader::new(
        question, family, counted, serving,
    ))))
}

/// A problem of the calculator's question at the field of this one.
fn reported(found: error::FieldError) -> FieldError {
    let field = match found.field {
        error::Field::Traffic => Field::Rate,
        error::Field::InputTokens | error::Field::InputP95 | error::Field::MaxModelLen => {
            Field::Images
        }
        error::Field::OutputTokens | error::Field::OutputP95 => Field::Answer,
        error::Field::Ttft => Field::Limit,
        error::Field::Tpot => Field::Pace,
        other => Field::Shared(other),
    };
    FieldError {
        field,
        problem: Problem::Shared(found.problem),
    }
}

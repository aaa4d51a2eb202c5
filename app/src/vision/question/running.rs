//! How it runs: software, formats, what waits on the host, items at once.

use super::{check, select};
use crate::control::Disclosure;
use crate::i18n::{Msg, text};
use crate::vision::fields::Number;
use crate::vision::state::State;
use estimator::vision::denoise::{Offload, TextEncoders, Weights};
use estimator::vision::sizing::{Field, Kind};
use estimator::vision::{Precision, Software};
use leptos::prelude::*;

/// Software of networks, in the order shown.
const NETWORKS: &[Software] = &[
    Software::TensorRt,
    Software::OnnxRuntime,
    Software::Compile,
    Software::Eager,
];
const TEXTS: &[Software] = &[
    Software::Tei,
    Software::Vllm,
    Software::OnnxRuntime,
    Software::TensorRt,
    Software::Compile,
    Software::Eager,
];
const DRAWING: &[Software] = &[
    Software::Compile,
    Software::Eager,
    Software::Sglang,
    Software::TensorRt,
];
const SPEECH: &[Software] = &[
    Software::Vllm,
    Software::CTranslate2,
    Software::Eager,
    Software::OpenAiWhisper,
    Software::WhisperCpp,
];
const PRECISIONS: &[Precision] = &[
    Precision::Fp16,
    Precision::Bf16,
    Precision::Int8OrFp8,
    Precision::Fp8,
    Precision::Int8,
    Precision::Fp16Amp,
    Precision::Tf32,
    Precision::Fp32,
];
const WEIGHTS: &[Weights] = &[
    Weights::Bf16,
    Weights::Fp8,
    Weights::Int8,
    Weights::Fp8Only,
    Weights::Int8Only,
    Weights::Nf4,
    Weights::Q8,
    Weights::Q4,
    Weights::Nvfp4,
    Weights::Int4W4A4,
    Weights::Fp32,
];

/// The section, folded.
#[component]
pub(super) fn Running() -> impl IntoView {
    let state = State::of_page();
    let kind = state.kind();
    let trains = Memo::new(move |_| state.draft.with(|draft| draft.chosen.trains_denoiser()));
    let wrong = state.is_wrong([Field::Batch, Field::Split, Field::Hits, Field::Guidance]);
    let fields = move || match kind.get() {
        Kind::Images => view! {
            {software(NETWORKS)}
            {precision()}
            <Number field=Field::Batch label=Msg::VisionBatch empty=best()/>
            {check(Msg::VisionChannelsLast, |of| of.channels_last, |of, on| of.channels_last = on)}
        }
        .into_any(),
        Kind::Texts => view! {
            {software(TEXTS)}
            {precision()}
            <Number field=Field::Batch label=Msg::VisionBatch empty=best()/>
        }
        .into_any(),
        Kind::Pictures | Kind::Clips if trains.get() => training(),
        kind @ (Kind::Pictures | Kind::Clips) => drawing(kind),
        Kind::Speech => view! {
            {software(SPEECH)}
            {precision()}
            <Number field=Field::Batch label=Msg::VisionBatch empty=best()/>
            {check(Msg::VisionLongForm, |of| of.long_form, |of, on| of.long_form = on)}
        }
        .into_any(),
        Kind::Prompts => view! {
            {weights(&[Weights::Bf16, Weights::Fp8])}
            <Number field=Field::Hits label=Msg::VisionHits unit=Signal::derive(|| "%")/>
        }
        .into_any(),
    };
    view! {
        <section class="asked">
            <Disclosure title=Signal::derive(|| text(Msg::VisionRunning).to_owned()) wrong>
                {fields}
            </Disclosure>
        </section>
    }
    .into_any()
}

fn best() -> Signal<String> {
    Signal::derive(|| text(Msg::VisionBest).to_owned())
}

fn one() -> Signal<String> {
    Signal::derive(|| "1".to_owned())
}

/// How a denoiser is trained: its formats are those of training, and it has a board of its own.
fn training() -> AnyView {
    view! {
        {software(&[Software::Compile, Software::Eager])}
        <Number field=Field::Batch label=Msg::VisionBatch empty=best()/>
        {check(Msg::VisionCurrent, |of| of.current, |of, on| of.current = on)}
    }
    .into_any()
}

fn drawing(kind: Kind) -> AnyView {
    let released = Signal::derive(|| text(Msg::VisionAsReleased).to_owned());
    let guidance = (kind == Kind::Clips).then(|| {
        view! { <Number field=Field::Guidance label=Msg::VisionGuidance empty=released/> }
    });
    view! {
        {software(DRAWING)}
        {weights(WEIGHTS)}
        {select(
            (Msg::VisionOffload, "field-Offload"),
            Offload::ALL,
            Offload::id,
            offload_name,
            |of| of.offload,
            |of, offload| of.offload = offload,
        )}
        {select(
            (Msg::VisionEncoders, "field-Encoders"),
            TextEncoders::ALL,
            TextEncoders::id,
            encoders_name,
            |of| of.encoders,
            |of, encoders| of.encoders = encoders,
        )}
        {guidance}
        <div class="pair">
            <Number field=Field::Batch label=Msg::VisionTogether empty=one()/>
            <Number field=Field::Split label=Msg::VisionSplit/>
        </div>
        {check(Msg::VisionTiling, |of| of.tiling, |of, on| of.tiling = on)}
        {check(Msg::VisionCurrent, |of| of.current, |of, on| of.current = on)}
    }
    .into_any()
}

fn software(all: &'static [Software]) -> AnyView {
    select(
        (Msg::VisionSoftware, "field-Software"),
        all,
        Software::id,
        |software| software_name(software).to_owned(),
        |of| of.software,
        |of, software| of.software = software,
    )
}

/// The name of software.
pub(in crate::vision) const fn software_name(software: Software) -> &'static str {
    match software {
        Software::Eager => "PyTorch",
        Software::Compile => "torch.compile",
        Software::TensorRt => "TensorRT",
        Software::OnnxRuntime => "ONNX Runtime",
        Software::OpenVino => "OpenVINO",
        Software::Tei => "Text Embeddings Inference",
        Software::Vllm => "vLLM",
        Software::Sglang => "SGLang",
        Software::CTranslate2 => "faster-whisper (CTranslate2)",
        Software::WhisperCpp => "whisper.cpp",
        Software::OpenAiWhisper => "openai-whisper",
        Software::TensorFlowXla => "TensorFlow XLA",
        Software::Other => "…",
    }
}

fn precision() -> AnyView {
    select(
        (Msg::VisionPrecision, "field-Precision"),
        PRECISIONS,
        Precision::id,
        |precision| precision.id().to_owned(),
        |of| of.precision,
        |of, precision| of.precision = precision,
    )
}

fn weights(all: &'static [Weights]) -> AnyView {
    select(
        (Msg::Weights, "field-Weights"),
        all,
        Weights::id,
        |weights| weights.id().to_owned(),
        |of| of.weights,
        |of, weights| of.weights = weights,
    )
}

fn offload_name(offload: Offload) -> String {
    text(match offload {
        Offload::None => Msg::VisionOffloadNone,
        Offload::Model => Msg::VisionOffloadModel,
        Offload::Sequential => Msg::VisionOffloadSequential,
        Offload::Group => Msg::VisionOffloadGroup,
    })
    .to_owned()
}

fn encoders_name(encoders: TextEncoders) -> String {
    text(match encoders {
        TextEncoders::Resident => Msg::VisionEncodersResident,
        TextEncoders::OnDemand => Msg::VisionEncodersOnDemand,
        TextEncoders::Cpu => Msg::VisionEncodersCpu,
    })
    .to_owned()
}

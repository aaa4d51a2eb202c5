//! `KServe`: `LLMInferenceService` (`serving.kserve.io/v1alpha2`) with gateway, route and
//! scheduler, over several nodes and with separate replicas that read prompts; `InferenceService`
//! (`v1beta1`) for a model without a scheduler. Both run vLLM.

use super::command;
use super::deploy::{Autoscaler, Deploy, Prefill, Serving};
use super::figure;
use super::measure;
use super::node::{Fields, Node, field, noted, yours};
use super::pod;
use super::workload::object;
use crate::placement::Placement;
use crate::serving::command::{Pool, Settings};

fn metadata(deploy: &Deploy) -> Fields {
    field("name", &deploy.name)
        .with("namespace", &deploy.namespace)
        .with("labels", pod::workload_labels(deploy, "serving"))
}

/// Where the controller fetches the model.
fn address(serving: &Serving) -> String {
    match serving.model.strip_prefix('/') {
        // `pvc://CLAIM/PATH`, the first part of the path being the claim's name.
        Some(path) => format!("pvc://{path}"),
        None => format!("hf://{}", serving.model),
    }
}

fn parallelism(placed: Placement) -> Fields {
    field(
        "tensor",
        noted(placed.tensor, "ranks that share every layer"),
    )
    .when(
        placed.pipeline > 1,
        "pipeline",
        noted(placed.pipeline, "stages"),
    )
    .when(
        placed.data > 1,
        "data",
        noted(placed.data, "copies of the attention"),
    )
    .when(
        placed.expert > 1,
        "expert",
        noted(true, "experts are spread over the ranks"),
    )
}

/// The pod that the controller fills in.
fn template(deploy: &Deploy, serving: &Serving) -> Fields {
    let container = field("name", noted("main", "the name the controller fills in"))
        .maybe(
            "image",
            serving.image.as_ref().map(|image| yours(image, "")),
        )
        .with(
            "args",
            command::settings(&Serving {
                // The controller writes these itself.
                settings: Settings {
                    placement: Placement::SINGLE,
                    ..serving.settings.clone()
                },
                ..serving.clone()
            }),
        )
        .with("resources", pod::resources(deploy, serving))
        .with(
            "startupProbe",
            field(
                "httpGet",
                field("path", "/health")
                    .with("port", command::port())
                    .with("scheme", "HTTPS"),
            )
            .and(pod::start_times(serving)),
        );
    field(
        "nodeSelector",
        pod::node_selector(&deploy.board, &serving.sharing),
    )
    .with("tolerations", pod::tolerations(&deploy.board))
    .with("containers", [container])
}

/// A pod of a replica's other nodes.
fn worker(deploy: &Deploy, serving: &Serving) -> Fields {
    let container = field("name", "main").with("resources", pod::resources(deploy, serving));
    field(
        "nodeSelector",
        pod::node_selector(&deploy.board, &serving.sharing),
    )
    .with("tolerations", pod::tolerations(&deploy.board))
    .with("containers", [container])
}

fn several(deploy: &Deploy, serving: &Serving) -> bool {
    figure::nodes(serving, &deploy.board) > 1
}

/// Replicas that read prompts, as a block of their own.
fn prefill(deploy: &Deploy, serving: &Serving, prefill: Prefill) -> Fields {
    let reading = Serving {
        settings: Settings {
            placement: Placement {
                tensor: prefill.tensor,
                ..Placement::SINGLE
            },
            pool: Some(Pool::Prefill),
            ..serving.settings.clone()
        },
        ..serving.clone()
    };
    field(
        "replicas",
        noted(prefill.replicas, "replicas that read prompts"),
    )
    .with("parallelism", parallelism(reading.settings.placement))
    .with("template", template(deploy, &reading))
}

/// The service with a scheduler.
pub(super) fn scheduled(deploy: &Deploy, serving: &Serving) -> Fields {
    let replicas = serving.replicas;
    let scaling = field(
        "minReplicas",
        noted(replicas.least, "the night's, with what may fail"),
    )
    .with("maxReplicas", noted(replicas.peak, "the peak's"))
    .with("keda", super::scaling::of_kserve(deploy, serving));
    let fixed = serving.autoscaler == Autoscaler::None;
    let empty = || Fields::new();
    let router = field("gateway", empty())
        .with("route", empty())
        .with("scheduler", empty());
    object(
        "serving.kserve.io/v1alpha2",
        "LLMInferenceService",
        metadata(deploy),
    )
    .with(
        "spec",
        field(
            "model",
            field("uri", address(serving)).with("name", &serving.served),
        )
        .with("parallelism", parallelism(serving.settings.placement))
        .when(fixed, "replicas", noted(replicas.peak, "the peak's"))
        .when(
            !fixed,
            "scaling",
            noted(scaling, "instead of replicas, never beside them"),
        )
        .with("router", router)
        .with("template", template(deploy, serving))
        .when(several(deploy, serving), "worker", worker(deploy, serving))
        .maybe(
            "prefill",
            serving.prefill.map(|asked| prefill(deploy, serving, asked)),
        ),
    )
}

/// The service without one.
pub(super) fn plain(deploy: &Deploy, serving: &Serving) -> Fields {
    let replicas = serving.replicas;
    let scaled = serving.autoscaler == Autoscaler::Keda;
    let least = if scaled {
        replicas.least
    } else {
        replicas.peak
    };
    let class = if scaled { "keda" } else { "none" };
    let annotations = field("serving.kserve.io/deploymentMode", "Standard")
        .with("serving.kserve.io/autoscalerClass", class);
    let model = field("modelFormat", field("name", "huggingface"))
        .with("storageUri", address(serving))
        .with("args", arguments(serving))
        .with("resources", pod::resources(deploy, serving))
        .with(
            "startupProbe",
            field(
                "httpGet",
                field("path", "/health").with("port", noted(8080_u32, "the runtime's port")),
            )
            .and(pod::start_times(serving)),
        );
    let predictor = field(
        "minReplicas",
        noted(least, "the night's where it is scaled, else the peak's"),
    )
    .with("maxReplicas", noted(replicas.peak, "the peak's"))
    .maybe("autoScaling", scaled.then(|| scaling(deploy, serving)))
    .with(
        "nodeSelector",
        pod::node_selector(&deploy.board, &serving.sharing),
    )
    .with("tolerations", pod::tolerations(&deploy.board))
    .with(
        "terminationGracePeriodSeconds",
        noted(
            figure::grace(serving.answer),
            format!(
                "an answer's 99th percentile of {} s and a margin",
                figure::show(serving.answer)
            ),
        ),
    )
    .with("model", model);
    object(
        "serving.kserve.io/v1beta1",
        "InferenceService",
        metadata(deploy).with("annotations", annotations),
    )
    .with("spec", field("predictor", predictor))
}

fn arguments(serving: &Serving) -> Vec<Node> {
    let mut all = vec![Node::from(format!("--model_name={}", serving.served))];
    all.extend(command::settings(serving));
    all
}

fn scaling(deploy: &Deploy, serving: &Serving) -> Fields {
    let query = measure::in_flight(deploy, serving, "").unwrap_or_default();
    let metric = field("backend", "prometheus")
        .with("serverAddress", yours(&deploy.site.prometheus, ""))
        .with("query", format!("({query}) or vector(0)"));
    let aim = noted(
        figure::target(serving).to_string(),
        figure::target_note(serving),
    );
    let external = field("metric", metric).with(
        "target",
        field("type", "AverageValue").with("averageValue", aim),
    );
    field(
        "metrics",
        [field("type", "External").with("external", external)],
    )
    .with("behavior", super::scaling::behavior(serving))
}

//! Values of vLLM's production stack (chart `vllm-stack` 0.1.12). Its own block for KEDA cannot
//! be used as shipped (its schema asks for an object where the template needs a list), so a
//! `ScaledObject` stands beside it. Its schema lets unknown keys pass; the tests here do not.

use super::command;
use super::deploy::{Deploy, Maker, Serving};
use super::figure;
use super::node::{Fields, Value, field, noted, yours};
use super::pod;
use crate::quantity::Bytes;

/// The values.
pub(super) fn values(deploy: &Deploy, serving: &Serving) -> Fields {
    let rolling = field(
        "maxSurge",
        noted(0_u32, "a surge needs accelerators for one more"),
    )
    .with("maxUnavailable", noted(1_u32, "one after another"));
    let probe = field("initialDelaySeconds", noted(15_u32, "the chart's own"))
        .and(pod::start_times(serving))
        .with(
            "httpGet",
            field("path", "/health").with("port", command::port()),
        );
    let monitor = field("enabled", true)
        .with(
            "interval",
            noted("15s", "no slower than the autoscaler looks"),
        )
        .with(
            "additionalLabels",
            field("release", yours(&deploy.site.release, "")),
        );
    let engines = field("enableEngine", true)
        .when(
            deploy.board.maker == Maker::Nvidia,
            "runtimeClassName",
            yours("nvidia", "leave it empty where the driver needs none"),
        )
        .with("containerPort", command::port())
        .with(
            "strategy",
            field("type", "RollingUpdate").with("rollingUpdate", rolling),
        )
        .with("startupProbe", probe)
        .when(deploy.monitored, "serviceMonitor", monitor)
        .with("tolerations", pod::tolerations(&deploy.board))
        .with("modelSpec", [model(deploy, serving)]);
    field("servingEngineSpec", engines)
}

/// The image's name and its tag.
fn image(deploy: &Deploy, serving: &Serving) -> (String, String) {
    let image = match &command::image(serving.engine, deploy.board.maker).value {
        Value::Text(image) => image.clone(),
        _ => String::new(),
    };
    let image = serving.image.clone().unwrap_or(image);
    match image.rsplit_once(':') {
        Some((name, tag)) if !tag.contains('/') => (name.to_owned(), tag.to_owned()),
        _ => (image, "latest".to_owned()),
    }
}

fn model(deploy: &Deploy, serving: &Serving) -> Fields {
    let ranks = figure::ranks(serving);
    let linked = deploy.board.linked;
    let memory = format!("{}Gi", figure::memory(serving, ranks, linked));
    let (repository, tag) = image(deploy, serving);
    let gb = figure::gb(serving.weights);
    let class = deploy.site.storage_class.as_ref();
    let terms = pod::node_selector(&deploy.board, &serving.sharing);
    let expressions: Vec<Fields> = terms
        .into_iter()
        .map(|(key, value)| {
            field("key", key)
                .with("operator", "In")
                .with("values", vec![value])
        })
        .collect();
    let pvc = figure::volume(serving.weights + Bytes::gib(4.0));
    field("name", &deploy.name)
        .with("repository", repository)
        .with("tag", noted(tag, "its options were read"))
        .with("modelURL", &serving.model)
        .with("replicaCount", replicas(serving))
        .with(
            "requestCPU",
            noted(
                figure::threads(ranks),
                format!("2 + {ranks} processes, two threads each"),
            ),
        )
        .with(
            "requestMemory",
            noted(
                memory.clone(),
                format!("10 GB + {ranks} x 4 GiB and shared memory"),
            ),
        )
        .with("limitMemory", noted(memory, "as requested"))
        .with("requestGPU", noted(ranks, "accelerators of one replica"))
        .with(
            "requestGPUType",
            pod::resource(&deploy.board, &serving.sharing),
        )
        .maybe("storageClass", class.map(|class| yours(class, "")))
        .with(
            "pvcStorage",
            noted(pvc, format!("weights of {gb} GB twice and compiled graphs")),
        )
        .with("pvcAccessMode", ["ReadWriteMany"])
        .with(
            "shmSize",
            noted(
                format!("{}Gi", figure::shared(ranks, linked)),
                "the default of 64 MiB breaks exchange between ranks",
            ),
        )
        .with("vllmConfig", config(serving))
        .with(
            "nodeSelectorTerms",
            [field("matchExpressions", expressions)],
        )
}

fn replicas(serving: &Serving) -> super::node::Node {
    if serving.autoscaler == super::deploy::Autoscaler::None {
        noted(serving.replicas.peak, "the peak's")
    } else {
        noted(
            serving.replicas.least,
            "the night's; the ScaledObject sets it from there on",
        )
    }
}

fn config(serving: &Serving) -> Fields {
    let tensor = noted(
        serving.settings.placement.tensor,
        "ranks that share every layer",
    );
    field("tensorParallelSize", tensor)
        .maybe(
            "maxModelLen",
            serving.settings.context.map(|most| {
                noted(
                    most,
                    "the longest sequence: as typed, or what the cache and the model hold",
                )
            }),
        )
        .maybe(
            "maxNumSeqs",
            serving
                .settings
                .sequences
                .map(|most| noted(most, "the most in a step that were estimated")),
        )
        .maybe(
            "gpuMemoryUtilization",
            serving.settings.memory.map(|share| {
                noted(
                    crate::decimal::round(share, 4),
                    "the share that was estimated",
                )
            }),
        )
        .with("extraArgs", command::beside_the_chart(serving))
}

//! Autoscalers: `HorizontalPodAutoscaler` (`autoscaling/v2`) and KEDA's `ScaledObject`
//! (`keda.sh/v1alpha1`), never both on one target. They count requests in flight, running and
//! waiting, as a total over the replicas that were asked for: a replica that still loads must not
//! count as idle, which a Pods metric takes it for.

use super::deploy::{Autoscaler, Deploy, Form, Serving};
use super::figure;
use super::measure;
use super::monitor::{IN_FLIGHT, SERVICE};
use super::node::{Fields, field, noted, yours};
use super::pod;
use super::workload::object;
use crate::kubernetes::autoscale::finely;

/// The object that is scaled.
fn target(deploy: &Deploy, form: Form) -> Fields {
    match form {
        Form::LeaderWorkerSet => field("apiVersion", "leaderworkerset.x-k8s.io/v1")
            .with("kind", "LeaderWorkerSet")
            .with("name", &deploy.name),
        // As the chart names it: release, model, and its own ending.
        Form::ProductionStack => {
            let name = format!("vllm-{}-deployment-vllm", deploy.name);
            field("apiVersion", "apps/v1")
                .with("kind", "Deployment")
                .with("name", yours(name, "the release, installed as `vllm`"))
        }
        Form::Deployment | Form::Kserve | Form::InferenceService => field("apiVersion", "apps/v1")
            .with("kind", "Deployment")
            .with("name", &deploy.name),
    }
}

/// How fast replicas come and go.
pub(super) fn behavior(serving: &Serving) -> Fields {
    let policy = |value: super::node::Node, period: u32| {
        [field("type", "Pods").with("value", value).with(
            "periodSeconds",
            noted(period, "the seconds that the policy counts in"),
        )]
    };
    let cold = figure::show(serving.cold_start);
    let node = figure::show(serving.node_start);
    let (steepest, calm) = if serving.scaling.is_some() {
        let tried = "tried on the day, and with its steepest rise doubled";
        (tried.to_owned(), tried.to_owned())
    } else {
        (
            "what the day's steepest rise asks for".to_owned(),
            format!("a machine's {node} s and a cold start of {cold} s, at least 300"),
        )
    };
    let steepest = noted(serving.up, steepest);
    let window = noted(figure::window(serving), calm);
    let finely = finely(serving.replicas.peak).map(|share| {
        let tenth = "a tenth of so many replicas is several; below Kubernetes 1.37 by a gate";
        noted(share.to_string(), tenth)
    });
    field(
        "scaleUp",
        field(
            "stabilizationWindowSeconds",
            noted(0_u32, "a rise is followed at once"),
        )
        .maybe("tolerance", finely)
        .with("policies", policy(steepest, 60)),
    )
    .with(
        "scaleDown",
        field("stabilizationWindowSeconds", window)
            .with("policies", policy(noted(1_u32, "one at a time"), 120)),
    )
}

/// The HPA.
pub(super) fn hpa(deploy: &Deploy, serving: &Serving, form: Form) -> Fields {
    let replicas = serving.replicas;
    let measured = field("name", IN_FLIGHT).with(
        "selector",
        field("matchLabels", field(SERVICE, &deploy.name)),
    );
    let aim = noted(
        figure::target(serving).to_string(),
        figure::target_note(serving),
    );
    let external = field("metric", measured).with(
        "target",
        field("type", "AverageValue").with("averageValue", aim),
    );
    let kind = noted(
        "External",
        "not Pods: replicas that load would count as idle",
    );
    let metric = field("type", kind).with("external", external);
    let metadata = pod::metadata(deploy, &deploy.name);
    object("autoscaling/v2", "HorizontalPodAutoscaler", metadata).with(
        "spec",
        field("scaleTargetRef", target(deploy, form))
            .with(
                "minReplicas",
                noted(replicas.least, "the night's, with what may fail"),
            )
            .with("maxReplicas", noted(replicas.peak, "the peak's"))
            .with("metrics", [metric])
            .with("behavior", behavior(serving)),
    )
}

/// KEDA's object.
pub(super) fn keda(deploy: &Deploy, serving: &Serving, form: Form) -> Fields {
    let replicas = serving.replicas;
    let least = if serving.to_zero {
        noted(0_u32, "asleep until a request comes")
    } else {
        noted(replicas.least, "the night's, with what may fail")
    };
    let fallback = field(
        "failureThreshold",
        noted(3_u32, "questions to Prometheus that failed in a row"),
    )
    .with("replicas", noted(replicas.mean, "the day's mean"))
    .with(
        "behavior",
        noted(
            "currentReplicasIfHigher",
            "a Prometheus that fails must not scale in",
        ),
    );
    let owned = field("restoreToOriginalReplicaCount", false).with(
        "horizontalPodAutoscalerConfig",
        field("behavior", behavior(serving)),
    );
    let metadata = pod::metadata(deploy, &deploy.name);
    object("keda.sh/v1alpha1", "ScaledObject", metadata).with(
        "spec",
        field("scaleTargetRef", target(deploy, form))
            .with("minReplicaCount", least)
            .with("maxReplicaCount", noted(replicas.peak, "the peak's"))
            .with("pollingInterval", polling(serving))
            .with("cooldownPeriod", cooldown(serving))
            .with("fallback", fallback)
            .with("advanced", owned)
            .with("triggers", triggers(deploy, serving)),
    )
}

fn polling(serving: &Serving) -> super::node::Node {
    let cold = figure::show(serving.cold_start);
    noted(
        figure::POLLING,
        format!("at zero a first request waits half of it, then the cold start of {cold} s"),
    )
}

fn cooldown(serving: &Serving) -> super::node::Node {
    let cold = figure::show(serving.cold_start);
    let pays = serving.gap.map(|gap| {
        let gap = figure::show(gap);
        format!("; sleeping pays where the mean pause of {gap} s is longer than both")
    });
    let note = format!(
        "2 x cold start of {cold} s, at least 300{}",
        pays.unwrap_or_default()
    );
    noted(figure::cooldown(serving), note)
}

/// What is counted; and what wakes it, since at zero no pod exports anything.
pub(super) fn triggers(deploy: &Deploy, serving: &Serving) -> Vec<Fields> {
    let query = measure::in_flight(deploy, serving, "").unwrap_or_default();
    let trigger = |name: &str, query: super::node::Node, threshold: super::node::Node| {
        field("type", "prometheus")
            .with("name", name)
            .with("metricType", "AverageValue")
            .with(
                "metadata",
                field("serverAddress", yours(&deploy.site.prometheus, ""))
                    .with("query", query)
                    .with("threshold", threshold)
                    .with("activationThreshold", noted("0", "any request wakes it")),
            )
    };
    let aim = noted(
        figure::target(serving).to_string(),
        figure::target_note(serving),
    );
    let mut all = vec![trigger(
        "in-flight",
        format!("({query}) or vector(0)").into(),
        aim,
    )];
    if serving.to_zero {
        let name = &deploy.name;
        let gateway =
            format!("sum(rate(gateway_requests_total{{backend=\"{name}\"}}[1m])) or vector(0)");
        let gateway = yours(
            gateway,
            "the gateway's own count of requests for this model",
        );
        let never = noted(
            "1000000",
            "it only wakes, and never asks for a second replica",
        );
        all.push(trigger("wake", gateway, never));
    }
    all
}

/// KEDA's part of `KServe`'s own scaling.
pub(super) fn of_kserve(deploy: &Deploy, serving: &Serving) -> Fields {
    field("pollingInterval", polling(serving))
        .with("cooldownPeriod", cooldown(serving))
        .with("triggers", triggers(deploy, serving))
}

/// The autoscaler of a workload, if it has one.
pub(super) fn object_for(deploy: &Deploy, serving: &Serving, form: Form) -> Option<Fields> {
    match serving.autoscaler {
        Autoscaler::None => None,
        Autoscaler::Hpa => Some(hpa(deploy, serving, form)),
        Autoscaler::Keda => Some(keda(deploy, serving, form)),
    }
}

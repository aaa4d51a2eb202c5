//! `PodMonitor` and `PrometheusRule` (`monitoring.coreos.com/v1`): what is scraped, what the
//! autoscaler reads, what wakes somebody.

use super::deploy::{Autoscaler, Deploy, Serving};
use super::figure;
use super::measure;
use super::node::{Fields, field, noted, yours};
use super::pod;
use super::workload::{leader, object};

/// The series that the autoscaler reads: no colon, which the metrics API would not take.
pub(super) const IN_FLIGHT: &str = "llm_requests_in_flight";
/// The label of that series that names the workload.
pub(super) const SERVICE: &str = "service";

fn metadata(deploy: &Deploy) -> Fields {
    let release = yours(&deploy.site.release, "the operator selects by this label");
    field("name", &deploy.name)
        .with("namespace", &deploy.namespace)
        .with("labels", pod::labels(deploy).with("release", release))
}

/// What is scraped.
pub(super) fn pods(deploy: &Deploy, grouped: bool) -> Fields {
    let selector = pod::selector(deploy);
    let selector = if grouped {
        selector.and(leader())
    } else {
        selector
    };
    let endpoint = field("port", noted("http", "the container port's name"))
        .with("path", "/metrics")
        .with(
            "interval",
            noted("15s", "no slower than the autoscaler looks"),
        );
    object("monitoring.coreos.com/v1", "PodMonitor", metadata(deploy)).with(
        "spec",
        field("selector", field("matchLabels", selector)).with("podMetricsEndpoints", [endpoint]),
    )
}

/// What is recorded and what alerts; nothing for an engine whose series are not known.
pub(super) fn rules(deploy: &Deploy, serving: &Serving) -> Option<Fields> {
    let recorded = (serving.autoscaler == Autoscaler::Hpa)
        .then(|| measure::in_flight(deploy, serving, " by (namespace) "))
        .flatten()
        .map(|query| {
            field("record", IN_FLIGHT)
                .with("labels", field(SERVICE, &deploy.name))
                .with("expr", query)
        });
    let late = serving.first_token.and_then(|promise| {
        let query = measure::late(deploy, serving, promise)?;
        let promise = figure::show(promise);
        let said = format!("The first token takes more than the {promise} s that were promised");
        Some(alert(
            "FirstTokenLate",
            noted(query, "the promise"),
            noted("5m", "a burst wakes nobody"),
            &said,
        ))
    });
    let cold = figure::show(serving.cold_start);
    let waits = measure::waiting(deploy, serving).map(|query| {
        let time = format!("{}s", figure::seconds(serving.cold_start).max(1));
        let time = noted(time, format!("one cold start of {cold} s"));
        let said = "Requests wait longer than a new replica takes to start";
        alert("RequestsWait", query.into(), time, said)
    });
    let rules: Vec<Fields> = [recorded, late, waits, most(deploy, serving)]
        .into_iter()
        .flatten()
        .collect();
    let group = field("name", &deploy.name)
        .with("interval", noted("15s", "as often as it is scraped"))
        .with("rules", rules.clone());
    (!rules.is_empty()).then(|| {
        object(
            "monitoring.coreos.com/v1",
            "PrometheusRule",
            metadata(deploy),
        )
        .with("spec", field("groups", [group]))
    })
}

/// An autoscaler at its bound.
fn most(deploy: &Deploy, serving: &Serving) -> Option<Fields> {
    let peak = serving.replicas.peak;
    let owner = match serving.autoscaler {
        Autoscaler::None => return None,
        Autoscaler::Hpa => deploy.name.clone(),
        // As KEDA names the autoscaler that it makes.
        Autoscaler::Keda => format!("keda-hpa-{}", deploy.name),
    };
    let namespace = &deploy.namespace;
    let query = format!(
        "kube_horizontalpodautoscaler_status_desired_replicas{{namespace=\"{namespace}\",horizontalpodautoscaler=\"{owner}\"}} >= {peak}"
    );
    let query = noted(query, format!("the peak's {peak} replicas"));
    let said = format!("All {peak} replicas of the peak are asked for");
    Some(alert(
        "AllReplicas",
        query,
        noted("15m", "a peak of the day may last so long"),
        &said,
    ))
}

fn alert(name: &str, query: super::node::Node, time: super::node::Node, said: &str) -> Fields {
    field("alert", name)
        .with("expr", query)
        .with("for", time)
        .with("labels", field("severity", "warning"))
        .with("annotations", field("summary", said))
}

//! What a kind must have wherever what it is in stands, though its API lets it be absent: without it
//! an apply succeeds and the cluster does something else. Each line is a rule of how such workloads
//! are run, told beside it; the paths are those of the API references.

use super::path::all;
use super::read::{is_payload, text};
use serde_json::Value;

/// A path to what must have something, and what it must have.
type Wanted = (&'static str, &'static [&'static str]);

/// Of pods of engines.
const ENGINE: [Wanted; 9] = [
    // An account of its own without a token, no variables of Services, and time to finish answers.
    (
        "",
        &[
            "serviceAccountName",
            "automountServiceAccountToken",
            "enableServiceLinks",
            "terminationGracePeriodSeconds",
            "securityContext",
            "tolerations",
            "volumes",
        ],
    ),
    // The restricted level of pod security.
    (
        "securityContext",
        &[
            "runAsNonRoot",
            "runAsUser",
            "runAsGroup",
            "fsGroup",
            "seccompProfile",
        ],
    ),
    (
        "containers[].securityContext",
        &[
            "allowPrivilegeEscalation",
            "readOnlyRootFilesystem",
            "capabilities",
        ],
    ),
    ("containers[].securityContext.capabilities", &["drop"]),
    (
        "containers[]",
        &[
            "image",
            "args",
            "env",
            "resources",
            "securityContext",
            "volumeMounts",
        ],
    ),
    // What is not bounded takes the node's.
    ("containers[].resources", &["requests", "limits"]),
    ("volumes[].emptyDir", &["sizeLimit"]),
    ("tolerations[]", &["key", "operator", "effect"]),
    ("containers[].env[]", &["name"]),
];
/// Of pods of engines that answer: a start may take long, a dead one is found soon, and nobody sends
/// to one that goes.
const ANSWERS: [Wanted; 9] = [
    (
        "containers[]",
        &[
            "ports",
            "startupProbe",
            "readinessProbe",
            "livenessProbe",
            "lifecycle",
        ],
    ),
    ("containers[].ports[]", &["name", "containerPort"]),
    (
        "containers[].startupProbe",
        &["httpGet", "periodSeconds", "failureThreshold"],
    ),
    (
        "containers[].readinessProbe",
        &["httpGet", "periodSeconds", "failureThreshold"],
    ),
    (
        "containers[].livenessProbe",
        &[
            "httpGet",
            "periodSeconds",
            "timeoutSeconds",
            "failureThreshold",
        ],
    ),
    ("containers[].startupProbe.httpGet", &["path", "port"]),
    ("containers[].readinessProbe.httpGet", &["path", "port"]),
    ("containers[].livenessProbe.httpGet", &["path", "port"]),
    ("containers[].lifecycle", &["preStop"]),
];
/// Of pods of runs: of the accelerator's nodes, with shared memory.
const RUN: [Wanted; 5] = [
    (
        "",
        &[
            "automountServiceAccountToken",
            "enableServiceLinks",
            "nodeSelector",
            "tolerations",
            "volumes",
        ],
    ),
    (
        "containers[]",
        &["image", "command", "resources", "volumeMounts"],
    ),
    ("containers[].resources", &["requests", "limits"]),
    ("volumes[].emptyDir", &["medium", "sizeLimit"]),
    ("tolerations[]", &["key", "operator", "effect"]),
];
/// Of both policies of a scale.
const BEHAVIOR: [Wanted; 3] = [
    ("", &["scaleUp", "scaleDown"]),
    ("scaleUp", &["stabilizationWindowSeconds", "policies"]),
    ("scaleDown", &["stabilizationWindowSeconds", "policies"]),
];

/// The rules of a kind, and where its pods are.
fn rules(kind: &str) -> Vec<(&'static str, Vec<Wanted>)> {
    let own = |rules: &[Wanted]| ("", rules.to_vec());
    let at = |path: &'static str, rules: &[&[Wanted]]| (path, rules.concat());
    match kind {
        // An empty answer of the API server's admission is worse than a refusal.
        "Namespace" => vec![own(&[("", &["metadata"])])],
        "ServiceAccount" => vec![own(&[("", &["automountServiceAccountToken"])])],
        "PersistentVolumeClaim" => vec![own(&[
            ("spec", &["accessModes", "resources"]),
            ("spec.resources", &["requests"]),
            ("spec.resources.requests", &["storage"]),
        ])],
        "ConfigMap" => vec![own(&[("", &["data"])])],
        "Deployment" => vec![
            own(&[
                ("", &["spec"]),
                (
                    "spec",
                    &[
                        "revisionHistoryLimit",
                        "progressDeadlineSeconds",
                        "strategy",
                    ],
                ),
                ("spec.strategy", &["type", "rollingUpdate"]),
                (
                    "spec.strategy.rollingUpdate",
                    &["maxSurge", "maxUnavailable"],
                ),
                ("spec.template.spec", &["topologySpreadConstraints"]),
                (
                    "spec.template.spec.topologySpreadConstraints[]",
                    &["labelSelector", "matchLabelKeys"],
                ),
            ]),
            at("spec.template.spec", &[&ENGINE, &ANSWERS]),
        ],
        "LeaderWorkerSet" => vec![
            at(
                "spec.leaderWorkerTemplate.leaderTemplate.spec",
                &[&ENGINE, &ANSWERS],
            ),
            at("spec.leaderWorkerTemplate.workerTemplate.spec", &[&ENGINE]),
            own(&[
                (
                    "spec.leaderWorkerTemplate.leaderTemplate.metadata.labels",
                    &["role"],
                ),
                (
                    "spec.leaderWorkerTemplate.workerTemplate.metadata",
                    &["labels"],
                ),
                ("metadata", &["annotations"]),
                (
                    "metadata.annotations",
                    &["leaderworkerset.sigs.k8s.io/exclusive-topology"],
                ),
            ]),
        ],
        "LLMInferenceService" => vec![own(&[
            ("spec.template", &["nodeSelector", "tolerations"]),
            (
                "spec.template.containers[]",
                &["args", "resources", "startupProbe"],
            ),
            ("spec.prefill.template", &["nodeSelector", "tolerations"]),
            (
                "spec.prefill.template.containers[]",
                &["args", "resources", "startupProbe"],
            ),
            (
                "spec.prefill.template.containers[].startupProbe",
                &["httpGet", "periodSeconds", "failureThreshold"],
            ),
            (
                "spec.prefill.template.containers[].startupProbe.httpGet",
                &["path", "scheme"],
            ),
            (
                "spec.prefill.template.tolerations[]",
                &["key", "operator", "effect"],
            ),
            ("spec.worker", &["nodeSelector", "tolerations"]),
            ("spec.worker.containers[]", &["resources"]),
            ("spec.worker.tolerations[]", &["key", "operator", "effect"]),
            (
                "spec.template.tolerations[]",
                &["key", "operator", "effect"],
            ),
            (
                "spec.template.containers[].startupProbe",
                &["httpGet", "periodSeconds", "failureThreshold"],
            ),
            // Its own server has a certificate.
            (
                "spec.template.containers[].startupProbe.httpGet",
                &["path", "scheme"],
            ),
        ])],
        "InferenceService" => vec![
            own(&[
                (
                    "metadata.annotations",
                    &[
                        "serving.kserve.io/deploymentMode",
                        "serving.kserve.io/autoscalerClass",
                    ],
                ),
                ("metadata", &["annotations"]),
                (
                    "spec.predictor.tolerations[]",
                    &["key", "operator", "effect"],
                ),
                ("spec.predictor.model.resources", &["requests", "limits"]),
                (
                    "spec.predictor.model.startupProbe",
                    &["httpGet", "periodSeconds", "failureThreshold"],
                ),
                ("spec.predictor.model.startupProbe.httpGet", &["path"]),
            ]),
            at("spec.predictor.autoScaling.behavior", &[&BEHAVIOR]),
        ],
        "Job" => vec![
            own(&[
                ("", &["spec"]),
                (
                    "spec",
                    &[
                        "parallelism",
                        "completions",
                        "backoffLimit",
                        "ttlSecondsAfterFinished",
                    ],
                ),
                ("spec.template", &["spec", "metadata"]),
                ("spec.template.metadata", &["labels"]),
                ("spec.template.spec", &["restartPolicy"]),
            ]),
            at("spec.template.spec", &[&RUN]),
        ],
        "JobSet" => vec![
            own(&[
                (
                    "spec",
                    &[
                        "network",
                        "failurePolicy",
                        "successPolicy",
                        "replicatedJobs",
                    ],
                ),
                // Processes meet by the names of pods.
                ("spec.network", &["enableDNSHostnames"]),
                ("spec.failurePolicy", &["maxRestarts", "restartStrategy"]),
                ("spec.successPolicy", &["targetReplicatedJobs"]),
                ("spec.replicatedJobs[]", &["replicas"]),
                (
                    "spec.replicatedJobs[].template.spec",
                    &[
                        "parallelism",
                        "completions",
                        "completionMode",
                        "backoffLimit",
                    ],
                ),
                (
                    "spec.replicatedJobs[].template.spec.template",
                    &["spec", "metadata"],
                ),
                (
                    "spec.replicatedJobs[].template.spec.template.metadata",
                    &["labels"],
                ),
                (
                    "spec.replicatedJobs[].template.spec.template.spec",
                    &["restartPolicy"],
                ),
            ]),
            at("spec.replicatedJobs[].template.spec.template.spec", &[&RUN]),
        ],
        "TrainJob" => vec![
            own(&[("spec.trainer.resourcesPerNode", &["requests", "limits"])]),
            at(
                "spec.runtimePatches[].trainingRuntimeSpec.template.spec.replicatedJobs[].template.spec.template.spec",
                &[&[
                    ("", &["nodeSelector", "tolerations", "volumes"]),
                    ("containers[]", &["volumeMounts"]),
                    ("volumes[].emptyDir", &["medium", "sizeLimit"]),
                    ("tolerations[]", &["key", "operator", "effect"]),
                ]],
            ),
        ],
        "PyTorchJob" => vec![
            at("spec.pytorchReplicaSpecs.*.template.spec", &[&RUN]),
            own(&[
                ("spec.pytorchReplicaSpecs.*.template", &["spec", "metadata"]),
                ("spec.pytorchReplicaSpecs.*.template.metadata", &["labels"]),
            ]),
        ],
        "Service" => vec![own(&[("spec.ports[]", &["name"])])],
        "PodDisruptionBudget" => vec![own(&[
            ("", &["spec"]),
            ("spec", &["maxUnavailable", "unhealthyPodEvictionPolicy"]),
        ])],
        "PodMonitor" | "PrometheusRule" => vec![own(&[("metadata.labels", &["release"])])],
        "HorizontalPodAutoscaler" => vec![
            own(&[
                ("", &["spec"]),
                ("spec", &["minReplicas", "metrics", "behavior"]),
                ("spec.metrics[]", &["external"]),
            ]),
            at("spec.behavior", &[&BEHAVIOR]),
        ],
        "ScaledObject" => vec![
            own(&[
                (
                    "spec",
                    &[
                        "minReplicaCount",
                        "maxReplicaCount",
                        "pollingInterval",
                        "cooldownPeriod",
                        "fallback",
                        "advanced",
                    ],
                ),
                ("spec.fallback", &["behavior"]),
                (
                    "spec.advanced",
                    &[
                        "restoreToOriginalReplicaCount",
                        "horizontalPodAutoscalerConfig",
                    ],
                ),
                ("spec.advanced.horizontalPodAutoscalerConfig", &["behavior"]),
            ]),
            at(
                "spec.advanced.horizontalPodAutoscalerConfig.behavior",
                &[&BEHAVIOR],
            ),
        ],
        "ResourceFlavor" => vec![own(&[
            ("spec", &["nodeLabels", "topologyName", "tolerations"]),
            ("spec.tolerations[]", &["key", "operator", "effect"]),
        ])],
        "ClusterQueue" => vec![own(&[
            (
                "spec",
                &[
                    "namespaceSelector",
                    "queueingStrategy",
                    "preemption",
                    "resourceGroups",
                ],
            ),
            ("spec.preemption.borrowWithinCohort", &["policy"]),
            ("spec.fairSharing", &["weight"]),
        ])],
        "WorkloadPriorityClass" => vec![own(&[("", &["description"])])],
        "NodePool" => vec![own(&[
            ("spec", &["disruption"]),
            ("spec.disruption", &["budgets"]),
            ("spec.disruption.budgets[]", &["nodes"]),
            ("spec.template", &["metadata"]),
            ("spec.template.metadata", &["labels"]),
            (
                "spec.template.spec",
                &["expireAfter", "terminationGracePeriod", "taints"],
            ),
            ("spec.template.spec.taints[]", &["value"]),
            ("spec.template.spec.requirements[]", &["values"]),
        ])],
        "EC2NodeClass" => vec![own(&[
            (
                "spec",
                &[
                    "role",
                    "amiSelectorTerms",
                    "instanceStorePolicy",
                    "blockDeviceMappings",
                ],
            ),
            ("spec.amiSelectorTerms[]", &["alias"]),
            ("spec.subnetSelectorTerms[]", &["tags"]),
            ("spec.securityGroupSelectorTerms[]", &["tags"]),
            (
                "spec.subnetSelectorTerms[].tags",
                &["karpenter.sh/discovery"],
            ),
            (
                "spec.securityGroupSelectorTerms[].tags",
                &["karpenter.sh/discovery"],
            ),
            ("spec.blockDeviceMappings[]", &["deviceName", "ebs"]),
            (
                "spec.blockDeviceMappings[].ebs",
                &[
                    "volumeSize",
                    "volumeType",
                    "throughput",
                    "iops",
                    "encrypted",
                ],
            ),
        ])],
        "" => vec![own(&[
            (
                "servingEngineSpec.tolerations[]",
                &["key", "operator", "effect"],
            ),
            (
                "servingEngineSpec.serviceMonitor.additionalLabels",
                &["release"],
            ),
            (
                "servingEngineSpec.modelSpec[].nodeSelectorTerms[]",
                &["matchExpressions"],
            ),
            (
                "servingEngineSpec.modelSpec[].nodeSelectorTerms[].matchExpressions[]",
                &["values"],
            ),
        ])],
        _ => Vec::new(),
    }
}

/// Kinds that belong to nobody in particular.
const UNLABELLED: [&str; 9] = [
    "",
    "Namespace",
    "Topology",
    "ResourceFlavor",
    "ClusterQueue",
    "LocalQueue",
    "WorkloadPriorityClass",
    "NodePool",
    "EC2NodeClass",
];

/// What a document lacks.
pub(super) fn problems(document: &Value) -> Vec<String> {
    let kind = text(document, "/kind");
    let mut found = Vec::new();
    if !UNLABELLED.contains(&kind) {
        for label in ["app.kubernetes.io/name", "app.kubernetes.io/managed-by"] {
            let labels = document.pointer("/metadata/labels");
            if labels.and_then(|labels| labels.get(label)).is_none() {
                found.push(format!("{kind} has no label {label}"));
            }
        }
    }
    if kind == "Namespace" && text(document, "/metadata/name").is_empty() {
        found.push("a namespace without a name".to_owned());
    }
    for (place, rules) in rules(kind) {
        for start in all(document, place) {
            for (path, names) in &rules {
                for value in all(start, path) {
                    let missing = names.iter().filter(|name| value.get(**name).is_none());
                    found.extend(missing.map(|name| format!("{kind} {place} {path}: no {name}")));
                }
            }
        }
    }
    if kind == "ConfigMap" && !is_payload(document) {
        let files = document["data"].as_object();
        if files.is_none_or(serde_json::Map::is_empty) {
            found.push("a ConfigMap without a file".to_owned());
        }
    }
    found
}

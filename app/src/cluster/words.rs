//! Sentences for documents and findings.

use crate::i18n::Msg;
use estimator::kubernetes::manifest::{About, Finding};

/// What a document does.
pub(super) const fn about(about: About) -> Msg {
    match about {
        About::Namespace => Msg::AboutNamespace,
        About::Slices => Msg::AboutSlices,
        About::Plugin => Msg::AboutPlugin,
        About::Topology => Msg::AboutTopology,
        About::Flavor => Msg::AboutFlavor,
        About::Quota => Msg::AboutQuota,
        About::Queue => Msg::AboutQueue,
        About::Priority => Msg::AboutPriority,
        About::MachineClass => Msg::AboutMachineClass,
        About::Machines => Msg::AboutMachines,
        About::Account => Msg::AboutAccount,
        About::Launch => Msg::AboutLaunch,
        About::Volume => Msg::AboutVolume,
        About::Checkpoints => Msg::AboutCheckpoints,
        About::Domain => Msg::AboutDomain,
        About::Claim => Msg::AboutClaim,
        About::Workload => Msg::AboutWorkload,
        About::Values => Msg::AboutValues,
        About::Run => Msg::AboutRun,
        About::Service => Msg::AboutService,
        About::Budget => Msg::AboutBudget,
        About::Monitor => Msg::AboutMonitor,
        About::Rules => Msg::AboutRules,
        About::Metrics => Msg::AboutMetrics,
        About::Autoscaler => Msg::AboutAutoscaler,
    }
}

/// What a reader should know.
pub(super) const fn finding(finding: Finding) -> Msg {
    match finding {
        Finding::RollOutIsOutage => Msg::FindingOutage,
        Finding::SleepDoesNotPay => Msg::FindingSleep,
        Finding::NeedsWaitingGateway => Msg::FindingGateway,
        Finding::ScrapedElsewhere => Msg::FindingScraped,
        Finding::NeedsGate => Msg::FindingGate,
        Finding::Superseded => Msg::FindingSuperseded,
        Finding::NeedsSoftware => Msg::FindingSoftware,
        Finding::LabelNodes => Msg::FindingLabels,
        Finding::AnyOfNode => Msg::FindingAny,
        Finding::MixedNode => Msg::FindingMixed,
        Finding::InstalledByHelm => Msg::FindingHelm,
        Finding::StandingMachines => Msg::FindingStanding,
        Finding::OwnMachines => Msg::FindingOwn,
        Finding::UncountedClaims => Msg::FindingUncounted,
    }
}

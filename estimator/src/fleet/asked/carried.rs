//! The way of a report from the worker that searches to the page that shows it.

use super::report::{
    Board, Bought, Growing, Hour, Kept, Member, Other, Replicas, Report, Spanning, State,
};
use super::why::WhyNot;
use crate::fleet::Mode;
use crate::fleet::alternatives::Way;
use crate::fleet::finding::Finding;
use crate::fleet::law::{Fault, Unmeasured};
use crate::fleet::refusal::Refusal;
use crate::parcel::{Parcel, choices, fields};

/// A report as a parcel.
#[must_use]
pub fn write(report: &Report) -> Parcel {
    Parcel::of(report)
}

/// Reads parcels of [`write`]; `None` of any other.
#[must_use]
pub fn read(parcel: &Parcel) -> Option<Report> {
    parcel.open()
}

fields! {
    Report {
        replicas, boards, bought, licences, spanning, paid, all, bound, proved, others, kept,
        growing, findings, done
    }
    Replicas { state, many, hours, slowest, waits, broken, ttft, tpot }
    Hour { load, slowdown, wait, ttft, tpot }
    Board {
        choice, price, name, label, read_from, as_of, own, mode, per_hour, memory, limit, hours,
        members, units, stranded, stranded_per_hour
    }
    Member { workload, id, share, memory, profile, place, units }
    Bought { choice, name, label, read_from, as_of, instances, instance, used, per_hour, estimated, unplaced, expired, verified }
    Spanning { workload, name, label, as_of, accelerators, replicas, per_hour }
    Other { way, per_hour, gpus, slowdown, wait, proved, why, cold, sleepers }
    Kept { held, left, gained, gained_by, used, proved }
    Growing { breaks, moves, months, gpus, per_hour }
}

choices! {
    State { 0 Packed {} 1 Spanning {} 2 Unserved {} 3 Left {} }
    Mode { 0 Exclusive {} 1 Mig {} 2 Mps {} 3 TimeSlicing {} 4 Vgpu {} 5 Swap {} }
    Way {
        0 Asked {}
        1 OneEach {}
        2 Single { 0 as name }
        3 Only { 0 as mode }
        4 LessIsolation {}
        5 ToZero {}
        6 Smaller {}
        7 Unlimited {}
    }
    WhyNot {
        0 Isolation { workloads as workloads }
        1 NeverWaits { workloads as workloads }
        2 NotOffered {}
        3 NoGain {}
        4 Refused { workloads as workloads, gpu as gpu, refusal as refusal }
        5 NotHeld { workloads as workloads }
    }
    Refusal {
        0 NotOffered {}
        1 NotThere {}
        2 Isolation { member as member }
        3 Apart {}
        4 TooFew {}
        5 TooMany { most as most }
        6 Memory { needs_mib as needs, holds_mib as holds }
        7 NoInstance { member as member }
        8 NoPlace {}
        9 Busy { hour as hour, load as load, most as most }
        10 Slow { member as member, hour as hour, slowdown as slowdown, most as most }
        11 Wait { member as member, hour as hour, wait_s as wait, most_s as most }
        12 NeverSwapped { member as member }
        13 HostMemory { needs_mib as needs, holds_mib as holds }
    }
    Finding {
        0 FailTogether { bin as bin, fault as fault, workloads as workloads }
        1 TuneFirst { workload as workload, fill as fill }
        2 NearlyASlice { workload as workload, profile as profile, needs_mib as needs, holds_mib as holds }
        3 EmptyToRecut { boards as boards }
        4 Stranded { units as units, milli_usd as milli_usd }
        5 HostMemory { bin as bin, mib as mib }
        6 Licences { cards as cards, milli_usd as milli_usd }
        7 Unmeasured { mode as mode, what as what }
    }
    Fault { 0 Itself {} 1 Instance {} 2 AllClients {} 3 AllProcesses {} 4 Guest {} 5 Broker {} }
    Unmeasured {
        0 ThrottlingBetweenInstances {}
        1 BlackwellInstances {}
        2 TrainingOnInstances {}
        3 FillOfLargeModels {}
        4 LimitsUnderPressure {}
        5 LanguageModelsOnVgpu {}
        6 SwapsOverC2c {}
    }
}

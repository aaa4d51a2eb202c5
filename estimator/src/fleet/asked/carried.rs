//! The way of a report from the worker that searches to the page that shows it: its numbers one
//! after another, and its texts, so that the page needs no reader of a format.
//!
//! Written and read by the same lists of fields, below; a report that was cut is none.

use super::report::{
    Board, Bought, Growing, Hour, Kept, Member, Other, Replicas, Report, Spanning, State,
};
use super::why::WhyNot;
use crate::fleet::Mode;
use crate::fleet::alternatives::Way;
use crate::fleet::finding::Finding;
use crate::fleet::law::{Fault, Unmeasured};
use crate::fleet::refusal::Refusal;
use crate::quantity::{Bytes, Seconds, UsdPerHour};

/// Entries of a list at most: far more than a report has.
const MOST: f64 = 100_000.0;

/// Numbers and texts, one after another.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parcel {
    /// The numbers.
    pub numbers: Vec<f64>,
    /// The texts.
    pub texts: Vec<String>,
}

/// A parcel that is being read.
struct Opened<'a> {
    numbers: std::slice::Iter<'a, f64>,
    texts: std::slice::Iter<'a, String>,
}

/// A report as a parcel.
#[must_use]
pub fn write(report: &Report) -> Parcel {
    let mut parcel = Parcel::default();
    report.put(&mut parcel);
    parcel
}

/// Reads parcels of [`write`]; `None` of any other.
#[must_use]
pub fn read(parcel: &Parcel) -> Option<Report> {
    let mut opened = Opened {
        numbers: parcel.numbers.iter(),
        texts: parcel.texts.iter(),
    };
    let report = Report::take(&mut opened)?;
    let all = opened.numbers.next().is_none() && opened.texts.next().is_none();
    all.then_some(report)
}

/// What can be put into a parcel.
trait Carried: Sized {
    fn put(&self, parcel: &mut Parcel);
    fn take(parcel: &mut Opened<'_>) -> Option<Self>;
}

impl Carried for f64 {
    fn put(&self, parcel: &mut Parcel) {
        parcel.numbers.push(*self);
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        parcel.numbers.next().copied()
    }
}

/// A whole number that a parcel's number holds exactly.
macro_rules! whole {
    ($($kind:ty),*) => {$(
        impl Carried for $kind {
            fn put(&self, parcel: &mut Parcel) {
                parcel.numbers.push(*self as f64);
            }

            fn take(parcel: &mut Opened<'_>) -> Option<Self> {
                let number = f64::take(parcel)?;
                let fits = number >= 0.0 && number.fract().total_cmp(&0.0).is_eq();
                let number = fits.then(|| crate::quantity::whole(number))?;
                number.try_into().ok()
            }
        }
    )*};
}

whole!(u64, usize);

impl Carried for u32 {
    fn put(&self, parcel: &mut Parcel) {
        u64::from(*self).put(parcel);
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        u64::take(parcel)?.try_into().ok()
    }
}

impl Carried for bool {
    fn put(&self, parcel: &mut Parcel) {
        u32::from(*self).put(parcel);
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        match u32::take(parcel)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Carried for String {
    fn put(&self, parcel: &mut Parcel) {
        parcel.texts.push(self.clone());
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        parcel.texts.next().cloned()
    }
}

/// A quantity by its number.
macro_rules! quantity {
    ($($kind:ident),*) => {$(
        impl Carried for $kind {
            fn put(&self, parcel: &mut Parcel) {
                self.get().put(parcel);
            }

            fn take(parcel: &mut Opened<'_>) -> Option<Self> {
                f64::take(parcel).map(Self::new)
            }
        }
    )*};
}

quantity!(UsdPerHour, Seconds, Bytes);

impl<T: Carried> Carried for Option<T> {
    fn put(&self, parcel: &mut Parcel) {
        self.is_some().put(parcel);
        if let Some(value) = self {
            value.put(parcel);
        }
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        Some(if bool::take(parcel)? {
            Some(T::take(parcel)?)
        } else {
            None
        })
    }
}

impl<T: Carried> Carried for Vec<T> {
    fn put(&self, parcel: &mut Parcel) {
        self.len().put(parcel);
        for value in self {
            value.put(parcel);
        }
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        let many = f64::take(parcel).filter(|many| *many <= MOST)?;
        let many = crate::quantity::whole(many);
        (0..many).map(|_| T::take(parcel)).collect()
    }
}

/// Structures, field by field.
macro_rules! fields {
    ($($name:ident { $($field:ident),* })*) => {$(
        impl Carried for $name {
            fn put(&self, parcel: &mut Parcel) {
                let Self { $($field),* } = self;
                $($field.put(parcel);)*
            }

            fn take(parcel: &mut Opened<'_>) -> Option<Self> {
                Some(Self { $($field: Carried::take(parcel)?),* })
            }
        }
    )*};
}

/// Choices: a number for each, then its fields.
macro_rules! choices {
    ($($name:ident { $($number:literal $variant:ident { $($field:tt as $value:ident),* })* })*) => {$(
        impl Carried for $name {
            fn put(&self, parcel: &mut Parcel) {
                match self {
                    $(Self::$variant { $($field: $value),* } => {
                        f64::from($number).put(parcel);
                        $($value.put(parcel);)*
                    })*
                }
            }

            fn take(parcel: &mut Opened<'_>) -> Option<Self> {
                Some(match u32::take(parcel)? {
                    $($number => Self::$variant { $($field: Carried::take(parcel)?),* },)*
                    _ => return None,
                })
            }
        }
    )*};
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
    Bought { choice, name, label, read_from, as_of, instances, instance, used, per_hour, estimated, expired, verified }
    Spanning { workload, name, label, as_of, accelerators, replicas, per_hour }
    Other { way, per_hour, gpus, slowdown, wait, proved, why, cold, sleepers }
    Kept { held, left, gained, gained_by, used, proved }
    Growing { breaks, months, gpus, per_hour }
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

//! A question from JSON: a file of cases with the constants they share, or a case a line. A field
//! not understood is an error that names it; nothing unknown is passed over, but for keys that
//! only describe or prove.

mod object;

use super::question::{Gpu, HOURS, Isolation, Mig, Modes, Profile, Question, Rules, Workload};
use super::{FleetError, Mode};
use object::{Object, wrong};
use serde_json::Value;
use std::collections::HashSet;

/// Bytes of a text at most.
pub const MOST_BYTES: usize = 64 << 20;
/// Workloads of a case at most.
pub const MOST_WORKLOADS: usize = 1000;
/// Types of a case, and profiles of a type, at most.
pub const MOST_TYPES: usize = 32;
/// Memory units and compute slices of a board at most.
pub const MOST_UNITS: u64 = 16;
/// GPUs of a machine at most.
const MOST_LOT: u32 = 1024;
/// The largest price, in thousandths of a dollar an hour.
const MOST_PRICE: u64 = 1_000_000_000;
/// The largest of any other amount.
const MOST: f64 = 1e9;
/// Fields that tell or prove.
const TOLD: [&str; 9] = [
    "about",
    "why",
    "optimum",
    "linear_bound_milli_usd",
    "first_fit",
    "patterns",
    "rows",
    "result",
    "beside",
];

/// A case that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// Its name, where that much can be read.
    pub name: Option<String>,
    /// The problem.
    pub error: FleetError,
}

/// All cases of a text: of a file with `cases`, or of its lines.
#[must_use]
pub fn cases(text: &str) -> Vec<Result<Question, Unread>> {
    let nameless = |error| vec![Err(Unread { name: None, error })];
    if text.len() > MOST_BYTES {
        return nameless(wrong("", format!("more than {MOST_BYTES} bytes")));
    }
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(file)) if file.contains_key("cases") => match shared(file) {
            Ok((rules, cases)) => cases.into_iter().map(|case| named(case, &rules)).collect(),
            Err(error) => nameless(error),
        },
        Ok(case) => vec![named(case, &Rules::default())],
        Err(error) if text.contains("\"cases\"") => nameless(wrong("", error.to_string())),
        Err(_) => text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(line)
            .collect(),
    }
}

fn line(text: &str) -> Result<Question, Unread> {
    match serde_json::from_str(text) {
        Ok(value) => named(value, &Rules::default()),
        Err(error) => Err(Unread {
            name: None,
            error: wrong("", error.to_string()),
        }),
    }
}

/// One case.
///
/// # Errors
///
/// Where it is no JSON object, or a field is missing, unknown or out of range.
pub fn case(text: &str) -> Result<Question, FleetError> {
    if text.len() > MOST_BYTES {
        return Err(wrong("", format!("more than {MOST_BYTES} bytes")));
    }
    line(text).map_err(|unread| unread.error)
}

fn named(value: Value, rules: &Rules) -> Result<Question, Unread> {
    let name = value.get("name").and_then(Value::as_str).map(str::to_owned);
    question(value, rules).map_err(|error| Unread { name, error })
}

/// The constants and the cases of a file.
fn shared(file: serde_json::Map<String, Value>) -> Result<(Rules, Vec<Value>), FleetError> {
    let mut file = Object::of("", Value::Object(file))?;
    let rules = rules(&mut file, &Rules::default())?;
    let cases = file.list("cases", usize::MAX)?;
    file.end(&TOLD)?;
    Ok((rules, cases.into_iter().map(|(_, case)| case).collect()))
}

fn rules(object: &mut Object, before: &Rules) -> Result<Rules, FleetError> {
    let mut rules = before.clone();
    if let Some(mut given) = object.object("rules")? {
        for (name, place, least) in [
            ("theta", &mut rules.theta, 0.01),
            ("eps_time_slicing", &mut rules.eps, 0.0),
            ("swap_fixed_s", &mut rules.swap_fixed_s, 0.0),
            ("swap_in_gb_s", &mut rules.swap_in_gb_s, 1e-3),
            ("swap_out_gb_s", &mut rules.swap_out_gb_s, 1e-3),
            ("swap_residence_s", &mut rules.residence_s, 0.0),
        ] {
            let most = if name == "theta" { 1.0 } else { 1e6 };
            *place = given.number(name, (least, most))?.unwrap_or(*place);
        }
        if let Some(most) = given.count("max_processes", (0, MOST_WORKLOADS as u64))? {
            rules.max_processes = usize::try_from(most).unwrap_or(MOST_WORKLOADS);
        }
        if let Some(equal) = given.truth("mps_equal_parts")? {
            rules.equal_parts = equal;
        }
        given.end(&[])?;
    }
    if let Some(mut given) = object.object("modes_by_isolation")? {
        for ((_, name), place) in Isolation::ALL.iter().zip(&mut rules.modes) {
            *place = modes(&mut given, name)?.unwrap_or(*place);
        }
        given.end(&[])?;
    }
    Ok(rules)
}

fn question(value: Value, shared: &Rules) -> Result<Question, FleetError> {
    let mut case = Object::of("", value)?;
    let name = case.needed("name", Object::text)?;
    let rules = rules(&mut case, shared)?;
    let mut gpus = Vec::new();
    for (path, value) in case.list("gpus", MOST_TYPES)? {
        let one = gpu(Object::of(&path, value)?)?;
        let mut others = gpus.iter().filter(|other: &&Gpu| other.pool == one.pool);
        if one.pool.is_some() && others.any(|other| other.count != one.count) {
            let message = "types of one pool have one count".to_owned();
            return Err(wrong(&format!("{path}.count"), message));
        }
        gpus.push(one);
    }
    let mut workloads = Vec::new();
    let mut ids = HashSet::new();
    for (path, value) in case.list("workloads", MOST_WORKLOADS)? {
        let one = workload(Object::of(&path, value)?)?;
        if !ids.insert(one.id.clone()) {
            return Err(wrong(
                &format!("{path}.id"),
                format!("{:?} is there twice", one.id),
            ));
        }
        workloads.push(one);
    }
    let seconds = case.number("seconds", (0.0, 86_400.0))?;
    case.end(&TOLD)?;
    Ok(Question {
        name,
        rules,
        gpus,
        workloads,
        seconds,
    })
}

fn modes(object: &mut Object, name: &str) -> Result<Option<Modes>, FleetError> {
    if !object.has(name) {
        return Ok(None);
    }
    let mut modes = Modes::default();
    for (path, value) in object.list(name, Mode::ALL.len())? {
        let known = Mode::ALL
            .into_iter()
            .find(|mode| value.as_str() == Some(mode.name()));
        let all = Mode::ALL.map(Mode::name).join(", ");
        modes = modes.with(known.ok_or_else(|| wrong(&path, format!("not one of {all}")))?);
    }
    Ok(Some(modes))
}

fn gpu(mut object: Object) -> Result<Gpu, FleetError> {
    let price = |object: &mut Object, name: &str| object.count(name, (0, MOST_PRICE));
    let gpu = Gpu {
        name: object.needed("name", Object::text)?,
        memory_mib: object.needed("memory_mib", |object, name| {
            object.number(name, (1.0, MOST))
        })?,
        price_milli_usd: object.needed("price_milli_usd", price)?,
        count: object.count("count", (0, MOST_PRICE))?,
        pool: object.text("pool")?,
        host_mib: object.number("host_mib", (0.0, MOST))?.unwrap_or(0.0),
        modes: object.needed("modes", modes)?,
        vgpu_licence_milli_usd: price(&mut object, "vgpu_licence_milli_usd")?.unwrap_or(0),
        mig: object.object("mig")?.map(mig).transpose()?,
        lot: small(MOST_LOT)(&mut object, "lot")?.unwrap_or(1),
        power_w: object.number("power_w", (0.0, MOST))?,
    };
    object.end(&[])?;
    Ok(gpu)
}

/// A whole number that a board can have of something.
fn small(most: u32) -> impl Fn(&mut Object, &str) -> Result<Option<u32>, FleetError> {
    move |object, name| {
        let count = object.count(name, (1, u64::from(most)))?;
        Ok(count.and_then(|count| u32::try_from(count).ok()))
    }
}

fn mig(mut object: Object) -> Result<Mig, FleetError> {
    let board = u32::try_from(MOST_UNITS).unwrap_or(0);
    let slices = object.needed("slices", small(board))?;
    let units = object.needed("units", small(board))?;
    let mut profiles = Vec::new();
    for (path, value) in object.list("profiles", MOST_TYPES)? {
        profiles.push(profile(Object::of(&path, value)?, slices, units)?);
    }
    object.end(&[])?;
    Ok(Mig {
        slices,
        units,
        profiles,
    })
}

fn profile(mut object: Object, slices: u32, units: u32) -> Result<Profile, FleetError> {
    let share = |object: &mut Object, name: &str| object.number(name, (1e-6, 1.0));
    let mut profile = Profile {
        name: object.needed("name", Object::text)?,
        slices: object.needed("slices", small(slices))?,
        units: object.needed("units", small(units))?,
        compute: object.needed("fc", share)?,
        bandwidth: object.needed("fb", share)?,
        mib: object.needed("mib", |object, name| object.number(name, (0.0, MOST)))?,
        places: Vec::new(),
    };
    let last = units - profile.units;
    for (path, value) in object.list("places", MOST_TYPES)? {
        let place = value.as_u64().and_then(|place| u32::try_from(place).ok());
        let place = place.filter(|place| *place <= last);
        let message = || format!("not a first unit from 0 to {last}");
        profile
            .places
            .push(place.ok_or_else(|| wrong(&path, message()))?);
    }
    object.end(&[])?;
    Ok(profile)
}

fn workload(mut object: Object) -> Result<Workload, FleetError> {
    let amount = |object: &mut Object, name: &str| object.number(name, (0.0, MOST));
    let memory_mib = object.needed("memory_mib", amount)?;
    let named = object.needed("isolation", Object::text)?;
    let isolation = Isolation::ALL.into_iter().find(|(_, name)| *name == named);
    let message = || {
        wrong(
            &object.path("isolation"),
            "not hardware, memory or none".to_owned(),
        )
    };
    let isolation = isolation.ok_or_else(message)?.0;
    let mut share = |name: &str, left_out: f64| {
        Ok::<f64, FleetError>(object.number(name, (0.0, 1.0))?.unwrap_or(left_out))
    };
    // An unknown value is taken for the worst, but for alpha, of which neither end is.
    let (alpha, engine, fill) = (
        share("alpha", 0.5)?,
        share("engine", 1.0)?,
        share("fill", 1.0)?,
    );
    let one = Workload {
        id: object.needed("id", Object::text)?,
        memory_mib,
        load: load(&mut object)?,
        isolation,
        alpha,
        engine,
        fill,
        slowdown_max: amount(&mut object, "slowdown_max")?,
        wait_max_s: amount(&mut object, "wait_max_s")?,
        weights_mib: amount(&mut object, "weights_mib")?.unwrap_or(memory_mib),
        visits_per_hour: amount(&mut object, "visits_per_hour")?.unwrap_or(0.0),
        apart: object.text("apart")?,
        on: Vec::new(),
    };
    object.end(&[])?;
    Ok(one)
}

fn load(object: &mut Object) -> Result<[f64; HOURS], FleetError> {
    let path = object.path("load");
    let mut load = [0.0; HOURS];
    let given = object.list("load", HOURS)?;
    if given.len() < HOURS {
        return Err(wrong(&path, format!("{} hours, not {HOURS}", given.len())));
    }
    for (hour, (path, value)) in load.iter_mut().zip(given) {
        *hour = object::number(&path, &value, (0.0, 1000.0))?;
    }
    Ok(load)
}

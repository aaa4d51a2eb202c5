//! Traces of autoscalers as JSON: a file's cases become questions, and answers become lines.

use super::behavior::{Behavior, Policy, Rules, Select, Size};
use super::keda::Keda;
use super::measure::Metric;
use super::question::{
    Drive, LARGEST, LONGEST, MOST_POLICIES, MOST_REPLICAS, MOST_STAMPS, Plant, Question, Scaler,
};
use super::run::{Answer, Row};
use crate::kubernetes::object::{Object, json, name_of, number};
use crate::kubernetes::problem::{FieldError, Problem};
use serde_json::{Value, json};

/// The most traces of a file.
const MOST_CASES: usize = 10_000;
/// Seconds between two syncs where a file does not say.
const SYNC: u64 = 15;
/// Seconds and replicas.
const WHOLE: (u64, u64) = (0, LONGEST);
const NUMBER: (f64, f64) = (0.0, LARGEST);

/// A trace of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The question, and the columns of its rows; none for a closed loop.
    pub question: Result<(Question, Vec<Column>), FieldError>,
}

/// A column of an open loop's rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// `t_s`
    Second,
    /// `metric`
    Metric,
    /// `raw_proposal`
    Raw,
    /// `replicas`
    Replicas,
}

const COLUMN_NAMES: &[&str] = &["t_s", "metric", "raw_proposal", "replicas"];
const COLUMNS: [Column; 4] = [
    Column::Second,
    Column::Metric,
    Column::Raw,
    Column::Replicas,
];

/// The traces of a file `{"defaults", "sync_s", "traces": [..]}`.
///
/// # Errors
///
/// The field of the file that is wrong; the problem of a trace stands in its [`Case`].
pub fn cases(text: &str) -> Result<Vec<Case>, FieldError> {
    let file = json(text)?;
    let file = Object::new("", &file, &["defaults", "sync_s", "traces"])?;
    let defaults = file.get("defaults").map_or_else(
        || Ok(Behavior::default()),
        |value| behavior("defaults".to_owned(), value, &Behavior::default()),
    )?;
    let sync = file.whole("sync_s", WHOLE)?.unwrap_or(SYNC);
    let traces = file.list("traces", MOST_CASES)?.iter();
    Ok(traces
        .map(|case| Case {
            name: name_of(case),
            question: question(case, &defaults, sync),
        })
        .collect())
}

fn question(
    case: &Value,
    defaults: &Behavior,
    sync: u64,
) -> Result<(Question, Vec<Column>), FieldError> {
    const BOTH: &[&str] = &[
        "name",
        "kind",
        "metric",
        "target",
        "start_replicas",
        "until_s",
        "keda",
    ];
    const OPEN: &[&str] = &["autoscaler", "cold_start_s", "metric_series", "columns"];
    const CLOSED: &[&str] = &["min", "max", "behavior", "plant", "load_requests_per_s"];
    let kinds = Object::new("", case, &[BOTH, OPEN, CLOSED].concat())?;
    let open = kinds.choice("kind", &["open loop", "closed loop"], &[true, false])?;
    let open = open.ok_or_else(|| kinds.wrong("kind", Problem::Missing))?;
    let case = Object::new("", case, &[BOTH, if open { OPEN } else { CLOSED }].concat())?;
    case.text("name")?;
    let metric = if open {
        let names = &["average_total", "pods", "value"];
        case.choice(
            "metric",
            names,
            &[Metric::AverageTotal, Metric::Pods, Metric::Value],
        )
    } else {
        let names = &["in_flight", "waiting"];
        case.choice("metric", names, &[Metric::InFlight, Metric::Waiting])
    }?;
    let (scaler, cold_start, drive) = if open {
        open_loop(&case, defaults, sync)?
    } else {
        closed_loop(&case, defaults, sync)?
    };
    let question = Question {
        metric: metric.ok_or_else(|| case.wrong("metric", Problem::Missing))?,
        target: needed(&case, "target")?,
        start: case.count("start_replicas", (0, MOST_REPLICAS))?,
        scaler,
        keda: case.get("keda").map(keda).transpose()?,
        cold_start,
        until: case
            .whole("until_s", WHOLE)?
            .ok_or_else(|| case.wrong("until_s", Problem::Missing))?,
        drive,
    };
    let columns = if open { columns(&case)? } else { Vec::new() };
    question.check()?;
    Ok((question, columns))
}

fn open_loop(
    case: &Object<'_>,
    defaults: &Behavior,
    sync: u64,
) -> Result<(Scaler, f64, Drive), FieldError> {
    let known = &["low", "high", "behavior"];
    let scaler = Object::new("autoscaler", case.needed("autoscaler")?, known)?;
    let scaler = Scaler {
        low: scaler.count("low", (0, MOST_REPLICAS))?,
        high: scaler.count("high", (0, MOST_REPLICAS))?,
        behavior: own(&scaler, defaults)?,
        sync,
    };
    let cold_start = case.number("cold_start_s", NUMBER)?.unwrap_or(0.0);
    Ok((
        scaler,
        cold_start,
        Drive::Open(series(case, "metric_series")?),
    ))
}

fn closed_loop(
    case: &Object<'_>,
    defaults: &Behavior,
    sync: u64,
) -> Result<(Scaler, f64, Drive), FieldError> {
    let scaler = Scaler {
        low: case.count("min", (0, MOST_REPLICAS))?,
        high: case.count("max", (0, MOST_REPLICAS))?,
        behavior: own(case, defaults)?,
        sync,
    };
    let known = &[
        "requests_per_s_a_replica",
        "service_s",
        "cold_start_s",
        "step_s",
    ];
    let plant = Object::new("plant", case.needed("plant")?, known)?;
    let drive = Drive::Closed(Plant {
        load: series(case, "load_requests_per_s")?,
        rate: needed(&plant, "requests_per_s_a_replica")?,
        service: needed(&plant, "service_s")?,
        step: plant.whole("step_s", WHOLE)?.unwrap_or(sync),
        patience: f64::MAX,
    });
    let cold_start = plant.number("cold_start_s", NUMBER)?.unwrap_or(0.0);
    Ok((scaler, cold_start, drive))
}

/// A number that must be there.
fn needed(object: &Object<'_>, name: &str) -> Result<f64, FieldError> {
    object
        .number(name, NUMBER)?
        .ok_or_else(|| object.wrong(name, Problem::Missing))
}

/// The `behavior` of an object, or the default one.
fn own(object: &Object<'_>, defaults: &Behavior) -> Result<Behavior, FieldError> {
    object.get("behavior").map_or_else(
        || Ok(defaults.clone()),
        |value| behavior(object.at("behavior"), value, defaults),
    )
}

/// The rules a behavior names; the others keep their default.
fn behavior(path: String, value: &Value, defaults: &Behavior) -> Result<Behavior, FieldError> {
    let object = Object::new(path, value, &["scaleUp", "scaleDown"])?;
    let of = |name, defaults: &Rules| {
        object.get(name).map_or_else(
            || Ok(defaults.clone()),
            |value| rules(object.at(name), value, defaults),
        )
    };
    Ok(Behavior {
        up: of("scaleUp", &defaults.up)?,
        down: of("scaleDown", &defaults.down)?,
    })
}

fn rules(path: String, value: &Value, defaults: &Rules) -> Result<Rules, FieldError> {
    let object = Object::new(path, value, &["window", "select", "tolerance", "policies"])?;
    let names = &["Max", "Min", "Disabled"];
    let select = object.choice(
        "select",
        names,
        &[Select::Max, Select::Min, Select::Disabled],
    )?;
    let policies = if object.get("policies").is_some() {
        let list = object.list("policies", MOST_POLICIES)?.iter().enumerate();
        list.map(|(place, value)| policy(format!("{}[{place}]", object.at("policies")), value))
            .collect::<Result<_, _>>()?
    } else {
        defaults.policies.clone()
    };
    let rules = Rules {
        window: object.whole("window", WHOLE)?.unwrap_or(defaults.window),
        select: select.unwrap_or(defaults.select),
        tolerance: object.number("tolerance", NUMBER)?.or(defaults.tolerance),
        policies,
    };
    rules.check(object.path())?;
    Ok(rules)
}

fn policy(path: String, value: &Value) -> Result<Policy, FieldError> {
    let object = Object::new(path, value, &["type", "value", "period"])?;
    let size = object.choice("type", &["Pods", "Percent"], &[true, false])?;
    let value = object.count("value", (1, MOST_REPLICAS))?;
    let missing = |name| object.wrong(name, Problem::Missing);
    Ok(Policy {
        size: if size.ok_or_else(|| missing("type"))? {
            Size::Pods(value)
        } else {
            Size::Percent(value)
        },
        period: object
            .whole("period", WHOLE)?
            .ok_or_else(|| missing("period"))?,
    })
}

fn keda(value: &Value) -> Result<Keda, FieldError> {
    let object = Object::new("keda", value, &["polling", "cooldown", "activation"])?;
    let defaults = Keda::default();
    Ok(Keda {
        polling: object.whole("polling", WHOLE)?.unwrap_or(defaults.polling),
        cooldown: object
            .whole("cooldown", WHOLE)?
            .unwrap_or(defaults.cooldown),
        activation: object
            .number("activation", NUMBER)?
            .unwrap_or(defaults.activation),
    })
}

/// A list of `[stamp, value]`.
fn series(object: &Object<'_>, name: &str) -> Result<Vec<(f64, f64)>, FieldError> {
    let list = object.list(name, MOST_STAMPS)?.iter().enumerate();
    list.map(|(place, entry)| {
        let wrong = |problem| object.wrong(&format!("{name}[{place}]"), problem);
        let Some([stamp, value]) = entry.as_array().map(Vec::as_slice) else {
            return Err(wrong(Problem::Not("a stamp with its value")));
        };
        let of = |value| number(value, NUMBER).map_err(&wrong);
        Ok((of(stamp)?, of(value)?))
    })
    .collect()
}

fn columns(case: &Object<'_>) -> Result<Vec<Column>, FieldError> {
    if case.get("columns").is_none() {
        return Ok(COLUMNS.to_vec());
    }
    let list = case.list("columns", COLUMNS.len())?.iter().enumerate();
    list.map(|(place, given)| {
        let place_of = COLUMN_NAMES
            .iter()
            .position(|name| given.as_str() == Some(name));
        place_of
            .and_then(|known| COLUMNS.get(known).copied())
            .ok_or_else(|| case.wrong(&format!("columns[{place}]"), Problem::NoneOf(COLUMN_NAMES)))
    })
    .collect()
}

impl Answer {
    /// The answer as a line of JSON: the rows of an open loop, the sums of a closed one.
    #[must_use]
    pub fn line(&self, name: Option<&str>, columns: &[Column]) -> Value {
        let Some(totals) = &self.totals else {
            let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
            let rows: Vec<Value> = self.rows.iter().map(|row| row.cells(columns)).collect();
            return json!({"name": name, "columns": names, "rows": rows});
        };
        let hours = totals.replica_seconds as f64 / 3_600.0;
        json!({
            "name": name,
            "replica_changes": self.changes,
            "replica_hours": rounded(hours, 1e4),
            "seconds_with_waiting": totals.seconds_with_waiting,
            "waiting_request_seconds": rounded(totals.waiting_request_seconds, 1e2),
            "most_waiting": rounded(totals.most_waiting, 1e2),
        })
    }
}

/// A sum without the error of adding behind its last digits.
fn rounded(sum: f64, parts: f64) -> f64 {
    (sum * parts).round() / parts
}

impl Column {
    const fn name(self) -> &'static str {
        match self {
            Self::Second => "t_s",
            Self::Metric => "metric",
            Self::Raw => "raw_proposal",
            Self::Replicas => "replicas",
        }
    }
}

impl Row {
    fn cells(&self, columns: &[Column]) -> Value {
        let cell = |column: &Column| match column {
            Column::Second => json!(self.at),
            // As it is usually written: 20, and 101.5.
            Column::Metric if self.metric.fract() == 0.0 => {
                json!(
                    format!("{}", self.metric)
                        .parse::<u64>()
                        .unwrap_or_default()
                )
            }
            Column::Metric => json!(self.metric),
            Column::Raw => json!(self.raw),
            Column::Replicas => json!(self.replicas),
        };
        columns.iter().map(cell).collect()
    }
}

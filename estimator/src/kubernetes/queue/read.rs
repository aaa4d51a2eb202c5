//! Cases of queues as JSON: a file's cases become questions, and answers become lines.

use super::question::{
    Job, LONGEST, Level, MOST_GPUS, MOST_JOBS, MOST_OF_NODE, MOST_QUEUES, Near, Question, Queue,
    Reclaim, Strategy, Topology, Within,
};
use super::run::{Answer, Event};
use crate::kubernetes::object::{Object, json, name_of, number};
use crate::kubernetes::problem::{FieldError, Problem};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The most cases of a file.
const MOST_CASES: usize = 10_000;
/// The largest priority, either way: that of a 32-bit integer, as in Kubernetes.
const PRIORITY: f64 = 2_147_483_647.0;

/// A case of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The question.
    pub question: Result<Question, FieldError>,
}

/// The cases of a file `{"defaults", "cases": [..]}`.
///
/// # Errors
///
/// The field of the file that is wrong; the problem of a case stands in its [`Case`].
pub fn cases(text: &str) -> Result<Vec<Case>, FieldError> {
    let file = json(text)?;
    let file = Object::new("", &file, &["defaults", "cases"])?;
    let mut defaults = Queue::new("", 0);
    if let Some(value) = file.get("defaults") {
        let known = &["strategy", "within", "reclaim", "borrow_within"];
        rules(&Object::new("defaults", value, known)?, &mut defaults)?;
    }
    let list = file.list("cases", MOST_CASES)?.iter();
    Ok(list
        .map(|case| Case {
            name: name_of(case),
            question: question(case, &defaults),
        })
        .collect())
}

fn question(case: &Value, defaults: &Queue) -> Result<Question, FieldError> {
    let case = Object::new("", case, &["name", "queues", "jobs", "topology"])?;
    case.text("name")?;
    let queues = case.list("queues", MOST_QUEUES)?.iter().enumerate();
    let queues = queues
        .map(|(place, value)| queue(format!("queues[{place}]"), value, defaults))
        .collect::<Result<Vec<_>, _>>()?;
    let places = queues.iter().enumerate();
    let places: HashMap<&str, usize> = places
        .map(|(place, queue)| (queue.name.as_str(), place))
        .collect();
    let jobs = case.list("jobs", MOST_JOBS)?.iter().enumerate();
    let jobs = jobs
        .map(|(place, value)| job(format!("jobs[{place}]"), value, &places))
        .collect::<Result<Vec<_>, _>>()?;
    let question = Question {
        queues,
        jobs,
        topology: case.get("topology").map(topology).transpose()?,
    };
    question.check()?;
    Ok(question)
}

fn topology(value: &Value) -> Result<Topology, FieldError> {
    let object = Object::new("topology", value, &["node", "rack", "block"])?;
    Ok(Topology {
        node: needed(&object, "node", (1, MOST_OF_NODE))?,
        rack: needed(&object, "rack", (1, MOST_GPUS))?,
        block: object.whole("block", (1, MOST_GPUS))?,
    })
}

fn queue(path: String, value: &Value, defaults: &Queue) -> Result<Queue, FieldError> {
    let known = &[
        "name",
        "nominal",
        "lend",
        "borrow",
        "strategy",
        "within",
        "reclaim",
        "borrow_within",
    ];
    let object = Object::new(path, value, known)?;
    let mut queue = Queue {
        name: object.text("name")?,
        nominal: needed(&object, "nominal", (0, MOST_GPUS))?,
        lend: object.whole("lend", (0, MOST_GPUS))?,
        borrow: object.whole("borrow", (0, MOST_GPUS))?,
        ..defaults.clone()
    };
    rules(&object, &mut queue)?;
    Ok(queue)
}

/// The rules that a queue names.
fn rules(object: &Object<'_>, queue: &mut Queue) -> Result<(), FieldError> {
    let strategies = &["BestEffortFIFO", "StrictFIFO"];
    let strategy = [Strategy::BestEffortFifo, Strategy::StrictFifo];
    if let Some(strategy) = object.choice("strategy", strategies, &strategy)? {
        queue.strategy = strategy;
    }
    let withins = &["Never", "LowerPriority", "LowerOrNewerEqualPriority"];
    let within = [
        Within::Never,
        Within::LowerPriority,
        Within::LowerOrNewerEqualPriority,
    ];
    if let Some(within) = object.choice("within", withins, &within)? {
        queue.within = within;
    }
    let reclaims = &["Never", "LowerPriority", "Any"];
    let reclaim = [Reclaim::Never, Reclaim::LowerPriority, Reclaim::Any];
    if let Some(reclaim) = object.choice("reclaim", reclaims, &reclaim)? {
        queue.reclaim = reclaim;
    }
    let borrows = &["Never", "LowerPriority"];
    if let Some(borrow) = object.choice("borrow_within", borrows, &[false, true])? {
        queue.borrow_within = borrow;
    }
    Ok(())
}

fn job(path: String, value: &Value, queues: &HashMap<&str, usize>) -> Result<Job, FieldError> {
    let known = &[
        "id",
        "queue",
        "submit",
        "gpus",
        "seconds",
        "priority",
        "checkpoint",
        "restart",
        "near",
    ];
    let object = Object::new(path, value, known)?;
    let queue = object.text("queue")?;
    Ok(Job {
        id: object.text("id")?,
        queue: *queues
            .get(queue.as_str())
            .ok_or_else(|| object.wrong("queue", Problem::NoQueue))?,
        submit: needed(&object, "submit", (0, LONGEST))?,
        gpus: needed(&object, "gpus", (1, MOST_GPUS))?,
        seconds: needed(&object, "seconds", (1, LONGEST))?,
        priority: object
            .get("priority")
            .map_or(Ok(0), priority)
            .map_err(|problem| object.wrong("priority", problem))?,
        checkpoint: object.whole("checkpoint", (0, LONGEST))?,
        restart: object.whole("restart", (0, LONGEST))?.unwrap_or(0),
        near: near(&object)?,
    })
}

/// `anywhere`, or a level that is preferred or required.
fn near(object: &Object<'_>) -> Result<Near, FieldError> {
    let names = &[
        "anywhere",
        "preferred rack",
        "required rack",
        "preferred block",
        "required block",
    ];
    let all = [
        Near::Anywhere,
        Near::Preferred(Level::Rack),
        Near::Required(Level::Rack),
        Near::Preferred(Level::Block),
        Near::Required(Level::Block),
    ];
    Ok(object
        .choice("near", names, &all)?
        .unwrap_or(Near::Anywhere))
}

fn priority(value: &Value) -> Result<i64, Problem> {
    number(value, (-PRIORITY, PRIORITY))?;
    value.as_i64().ok_or(Problem::Not("a whole number"))
}

/// A whole number that must be there.
fn needed(object: &Object<'_>, name: &str, range: (u64, u64)) -> Result<u64, FieldError> {
    object
        .whole(name, range)?
        .ok_or_else(|| object.wrong(name, Problem::Missing))
}

impl Answer {
    /// The answer as a line of JSON, with the share at six decimals; where nodes are played, beside
    /// the result who entered where.
    #[must_use]
    pub fn line(&self, name: Option<&str>) -> Value {
        let id = |place: usize| self.jobs.get(place).map(|job| &job.id);
        let log = self.log.iter().map(|entry| {
            let event = match entry.event {
                Event::Admit => "admit",
                Event::Evict => "evict",
                Event::End => "end",
            };
            json!([entry.at, event, id(entry.job)])
        });
        let jobs = self.jobs.iter().map(|job| {
            json!({
                "id": job.id, "starts": job.starts, "evicted": job.evicted, "end": job.end,
                "waited": job.waited, "lost_gpu_seconds": job.lost,
            })
        });
        let placed = self.log.iter().filter(|entry| !entry.nodes.is_empty());
        let placed: Vec<Value> = placed
            .map(|entry| json!([entry.at, id(entry.job), entry.nodes]))
            .collect();
        let share = self.share.map(|share| (share * 1e6).round() / 1e6);
        let mut line = json!({"name": name, "result": {
            "log": log.collect::<Vec<_>>(), "jobs": jobs.collect::<Vec<_>>(),
            "last_end": self.last_end, "gpu_seconds_held": self.held,
            "gpu_seconds_lost": self.lost, "share_of_quota_held": share,
        }});
        if let Some(line) = line.as_object_mut()
            && !placed.is_empty()
        {
            line.insert("placed".to_owned(), placed.into());
        }
        line
    }
}

//! The question as the fragment of a link.
//!
//! ```text
//! v=2&task=queue&team=Research,8,,,BestEffortFIFO,LowerPriority,Any,no&job=run,0,batch,0,16,86400,3600,600,1,0
//! ```
//!
//! | key | value | of |
//! | --- | --- | --- |
//! | `v` | as in [`crate::link`] | the version of this table |
//! | `task` | `queue` | tells it from a link of the calculator |
//! | `team` | name, quota, most lent or nothing, most borrowed or nothing, three policies as Kueue names them, whether it evicts for what it borrows; once a team | teams |
//! | `job` | name, place of its team, [`Class`] id, first submission, accelerators, work, checkpoint or nothing, restart, count, seconds between two, and where its pods must be near how (`required-rack`); times in seconds; once a row | jobs |
//! | `cohort` | `no` where teams lend nothing | |
//! | `gpu` | id of the accelerator | manifests |
//! | `node`, `threads`, `memory` | accelerators, threads, GiB of a node | |
//! | `rack`, `block` | nodes of a rack, racks of a block | topology |
//! | `price` | thousandths of a US dollar for an accelerator-hour | costs |
//! | `currency` | as in [`crate::link`] | amounts |
//! | `size` | the fragment of the calculator's question that goes along | |
//! | `lang`, `theme`, `pick` | as in [`crate::link`] | the view |
//!
//! Percent-encoding is that of [`crate::link`], so a comma parts cells alone.

use super::question::{
    Class, Jobs, MOST_GPUS, MOST_NODE, MOST_PRICE, MOST_RACK, MOST_ROWS, MOST_SECONDS, MOST_TEAMS,
    NEARS, Question, RECLAIMS, STRATEGIES, Team, WITHINS,
};
use crate::kubernetes::queue::{MOST_JOBS, Near};
use crate::link::fragment::Fragment;
use crate::link::pairs::{Taken, body, each, is_of, put, version};
use crate::link::shared::{currency, take_view, write_currency, write_view};
use crate::link::text::{decode, encode, number, show};
use crate::link::value::{name, yes};
use crate::link::{Notice, View};
use crate::named;
use crate::quantity::whole;

/// Millionths of a thousandth.
const MILLI: f64 = 1000.0;
/// The value of `task`.
const TASK: &str = "queue";

/// Everything a link holds: the question, and how it is looked at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// The question.
    pub question: Question,
    /// How it is looked at.
    pub view: View,
    /// The calculator's question that goes along, as its fragment; may be empty.
    pub size: String,
}

/// Whether a fragment is of this question and not of another's.
#[must_use]
pub fn is_queue(fragment: &str) -> bool {
    is_of(fragment, TASK)
}

/// The name of a value in a table of names.
fn id_of<T: PartialEq>(all: &[(&'static str, T)], value: &T) -> &'static str {
    let found = all.iter().find(|(_, one)| one == value);
    found.map_or("", |(id, _)| id)
}

fn of_id<T: Copy>(all: &[(&'static str, T)], id: &str) -> Option<T> {
    let found = all.iter().find(|(name, _)| *name == id);
    found.map(|(_, value)| *value)
}

/// The fragment of `link`, without the leading `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    let question = &link.question;
    let usual = Question::nothing();
    let mut fragment = Fragment::new();
    fragment.pair("task", TASK);
    for team in question.teams.iter().take(MOST_TEAMS) {
        fragment.cells("team", &team_cells(team));
    }
    for jobs in question.jobs.iter().take(MOST_ROWS) {
        fragment.cells("job", &job_cells(jobs));
    }
    if !question.cohort {
        fragment.pair("cohort", "no");
    }
    if question.accelerator != usual.accelerator {
        fragment.pair("gpu", &question.accelerator);
    }
    let count = |count: u32| count.to_string();
    fragment.differing("node", question.node, usual.node, count);
    fragment.differing("threads", question.threads, usual.threads, count);
    fragment.differing("memory", question.memory, usual.memory, count);
    let counts = [("rack", question.rack), ("block", question.block)];
    for (key, count) in counts {
        if let Some(count) = count {
            fragment.pair(key, &count.to_string());
        }
    }
    if let Some(price) = question.price {
        fragment.pair("price", &show(f64::from(price) / MILLI));
    }
    if let Some(currency) = &question.currency {
        write_currency(&mut fragment, currency);
    }
    if !link.size.is_empty() {
        fragment.pair("size", &link.size);
    }
    write_view(&mut fragment, &link.view);
    fragment.finish()
}

fn joined(cells: &[String]) -> String {
    let mut all = String::new();
    for (at, cell) in cells.iter().enumerate() {
        if at > 0 {
            all.push(',');
        }
        encode(cell, &mut all);
    }
    all
}

fn team_cells(team: &Team) -> String {
    let or_none = |most: Option<u32>| most.map_or_else(String::new, |most| most.to_string());
    let borrow_within = if team.borrow_within { "yes" } else { "no" };
    joined(&[
        team.name.clone(),
        team.gpus.to_string(),
        or_none(team.lend),
        or_none(team.borrow),
        id_of(&STRATEGIES, &team.strategy).to_owned(),
        id_of(&WITHINS, &team.within).to_owned(),
        id_of(&RECLAIMS, &team.reclaim).to_owned(),
        borrow_within.to_owned(),
    ])
}

fn job_cells(jobs: &Jobs) -> String {
    let checkpoint = jobs.checkpoint.map(|every| every.to_string());
    let mut cells = vec![
        jobs.name.clone(),
        jobs.team.to_string(),
        jobs.class.id().to_owned(),
        jobs.submit.to_string(),
        jobs.gpus.to_string(),
        jobs.seconds.to_string(),
        checkpoint.unwrap_or_default(),
        jobs.restart.to_string(),
        jobs.count.to_string(),
        jobs.every.to_string(),
    ];
    if jobs.near != Near::Anywhere {
        cells.push(id_of(&NEARS, &jobs.near).to_owned());
    }
    joined(&cells)
}

/// Reads links of [`write`], and anything else: a part not understood gives a notice, and its
/// default stands. An empty fragment is a fresh page.
#[must_use]
pub fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let Some(body) = body(fragment) else {
        return (Link::default(), Vec::new());
    };
    let mut link = Link {
        question: Question::nothing(),
        ..Link::default()
    };
    let notices = each(body, |key, raw, text| take(&mut link, key, raw, text));
    (link, notices)
}

fn take(link: &mut Link, key: &str, raw: &str, text: &str) -> Taken {
    let question = &mut link.question;
    match key {
        "v" => version(text),
        "task" if text == TASK => Taken::Read,
        "task" => Taken::Bad,
        "lang" | "theme" | "pick" => take_view(&mut link.view, key, text),
        "size" => {
            text.clone_into(&mut link.size);
            Taken::Read
        }
        "team" => add(&mut question.teams, team(raw), MOST_TEAMS),
        "job" => add(&mut question.jobs, jobs(raw), MOST_ROWS),
        "cohort" => put(&mut question.cohort, yes(text)),
        "gpu" => put(&mut question.accelerator, name(text)),
        "node" => put(&mut question.node, count(text, MOST_NODE)),
        "threads" => put(&mut question.threads, count(text, MOST_GPUS)),
        "memory" => put(&mut question.memory, count(text, MOST_GPUS)),
        "rack" => put(&mut question.rack, count(text, MOST_RACK).map(Some)),
        "block" => put(&mut question.block, count(text, MOST_RACK).map(Some)),
        "price" => put(&mut question.price, price(text).map(Some)),
        "currency" => put(&mut question.currency, currency(text).map(Some)),
        _ => Taken::Unknown,
    }
}

/// One more of a list, if there is room.
fn add<T>(all: &mut Vec<T>, one: Option<T>, most: usize) -> Taken {
    match one.filter(|_| all.len() < most) {
        Some(one) => {
            all.push(one);
            Taken::Read
        }
        None => Taken::Bad,
    }
}

fn count(text: &str, most: u32) -> Option<u32> {
    text.parse().ok().filter(|count| *count <= most)
}

/// Thousandths of a dollar in millionths.
fn price(text: &str) -> Option<u32> {
    let price = number(text).map(|milli| (milli * MILLI).round());
    let price = price.filter(|price| (0.0..=f64::from(MOST_PRICE)).contains(price))?;
    u32::try_from(whole(price)).ok()
}

/// Whole seconds.
fn time(text: &str) -> Option<u64> {
    text.parse().ok().filter(|time| *time <= MOST_SECONDS)
}

/// A value that may be left empty; an error where it can be none.
fn maybe<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, ()> {
    if text.is_empty() {
        Ok(None)
    } else {
        read(text).map(Some).ok_or(())
    }
}

/// Cells of jobs that may be anywhere.
const JOB_CELLS: usize = 10;

fn cells<const COUNT: usize>(raw: &str) -> Option<[String; COUNT]> {
    let all: Option<Vec<String>> = raw.split(',').take(COUNT + 1).map(decode).collect();
    all?.try_into().ok()
}

fn team(raw: &str) -> Option<Team> {
    let [
        called,
        gpus,
        lend,
        borrow,
        strategy,
        within,
        reclaim,
        borrow_within,
    ] = cells(raw)?;
    let most = |text: &str| count(text, MOST_GPUS);
    Some(Team {
        name: named::name(&called),
        gpus: most(&gpus)?,
        lend: maybe(&lend, most).ok()?,
        borrow: maybe(&borrow, most).ok()?,
        strategy: of_id(&STRATEGIES, &strategy)?,
        within: of_id(&WITHINS, &within)?,
        reclaim: of_id(&RECLAIMS, &reclaim)?,
        borrow_within: yes(&borrow_within)?,
    })
}

fn jobs(raw: &str) -> Option<Jobs> {
    // The last cell is there where it says something.
    let (raw, near) = match raw.rsplit_once(',') {
        Some((raw, near)) if raw.split(',').count() == JOB_CELLS => (raw, of_id(&NEARS, near)?),
        _ => (raw, Near::Anywhere),
    };
    let [
        called,
        team,
        class,
        submit,
        gpus,
        seconds,
        checkpoint,
        restart,
        many,
        every,
    ] = cells(raw)?;
    let most = u32::try_from(MOST_JOBS).unwrap_or(u32::MAX);
    Some(Jobs {
        name: named::name(&called),
        team: team.parse().ok().filter(|place| *place < MOST_TEAMS)?,
        class: Class::from_id(&class)?,
        submit: time(&submit)?,
        gpus: count(&gpus, MOST_GPUS)?,
        seconds: time(&seconds)?,
        checkpoint: maybe(&checkpoint, time).ok()?,
        restart: time(&restart)?,
        count: count(&many, most)?,
        every: time(&every)?,
        near,
    })
}

//! A run of the queue in figures: spans of the jobs for a timeline, outcomes of jobs, of teams and of
//! all.

use super::nodes::{Nodes, placed};
use super::question::{Class, Question};
use crate::kubernetes::queue::{self, Event, JobAnswer};
use crate::quantity::{Usd, UsdPerHour};
use serde::Serialize;

/// A run to its end.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Played {
    /// Every stay of a job on its accelerators, in the order of the log.
    pub spans: Vec<Span>,
    /// The jobs.
    pub jobs: Vec<JobOutcome>,
    /// The teams.
    pub teams: Vec<TeamOutcome>,
    /// All of it.
    pub figures: Figures,
    /// The nodes.
    pub nodes: Nodes,
}

/// A stay of a job on its accelerators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The place of the job.
    pub job: usize,
    /// The place of its team.
    pub team: usize,
    /// Accelerators.
    pub gpus: u64,
    /// Its start, seconds.
    pub from: u64,
    /// Its end, or eviction.
    pub until: u64,
    /// Whether it was evicted.
    pub evicted: bool,
    /// Accelerators of the team's in use beside it at its start.
    pub beside: u64,
    /// Of its accelerators, those above the quota at its start.
    pub borrowed: u64,
}

/// A job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JobOutcome {
    /// Its name.
    pub name: String,
    /// The place of its team.
    pub team: usize,
    /// Its class of priority.
    pub class: Class,
    /// Accelerators.
    pub gpus: u64,
    /// When it came, seconds.
    pub submit: u64,
    /// When it first started.
    pub start: Option<u64>,
    /// When it ended; absent of one that never starts.
    pub end: Option<u64>,
    /// Seconds to its first start.
    pub waited: Option<u64>,
    /// Seconds that evictions kept it out of place, each until it started again; absent of one that
    /// never did, or never started.
    pub paused: Option<u64>,
    /// How often it was evicted.
    pub evictions: u64,
    /// Accelerator-seconds of work thrown away.
    pub lost: u64,
}

impl JobOutcome {
    /// Seconds out of place in all: before its first start and by evictions.
    #[must_use]
    pub fn out(&self) -> Option<u64> {
        Some(self.waited?.saturating_add(self.paused?))
    }
}

/// A team.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TeamOutcome {
    /// The waits of its jobs.
    pub figures: Figures,
    /// Accelerator-seconds above its quota.
    pub borrowed: u64,
    /// The most accelerators in use.
    pub peak: u64,
    /// What its accelerators cost; `None` without a price.
    pub cost: Option<Cost>,
}

/// What accelerators cost for the time that they were in place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Cost {
    /// All of them.
    pub held: Usd,
    /// Of these, those above the quota.
    pub borrowed: Usd,
}

impl Cost {
    /// Of accelerator-seconds at a price an hour.
    fn of(price: UsdPerHour, held: u64, borrowed: u64) -> Self {
        let cost = |seconds: u64| Usd::new(price.get() * (seconds as f64 / 3600.0));
        Self {
            held: cost(held),
            borrowed: cost(borrowed),
        }
    }
}

/// What happened to jobs.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Figures {
    /// How many jobs.
    pub jobs: u64,
    /// How many of them never start.
    pub never: u64,
    /// Mean wait to the first start of those that start, seconds.
    pub mean_wait: Option<f64>,
    /// The longest of them.
    pub longest_wait: Option<u64>,
    /// Mean time out of place, the pauses by evictions counted, of those that start and start again;
    /// seconds.
    pub mean_out: Option<f64>,
    /// The longest of them.
    pub longest_out: Option<u64>,
    /// Evictions.
    pub evictions: u64,
    /// Accelerator-seconds of work thrown away.
    pub lost: u64,
    /// Accelerator-seconds in place.
    pub held: u64,
    /// The last end, seconds.
    pub last_end: Option<u64>,
    /// Share of the quota in use up to the last end.
    pub share: Option<f64>,
}

/// Sums of [`Figures`] under way.
#[derive(Default)]
struct Sum {
    figures: Figures,
    waited: u64,
    out: u64,
    /// Jobs whose time out of place has an end.
    ended: u64,
}

impl Sum {
    fn add(&mut self, job: &JobOutcome) {
        let figures = &mut self.figures;
        figures.jobs += 1;
        figures.evictions += job.evictions;
        figures.lost = figures.lost.saturating_add(job.lost);
        figures.last_end = figures.last_end.max(job.end);
        match job.waited {
            Some(waited) => {
                self.waited = self.waited.saturating_add(waited);
                figures.longest_wait = figures.longest_wait.max(Some(waited));
            }
            None => figures.never += 1,
        }
        if let Some(out) = job.out() {
            self.out = self.out.saturating_add(out);
            self.ended += 1;
            figures.longest_out = figures.longest_out.max(Some(out));
        }
    }

    fn end(self, quota: u64) -> Figures {
        let mut figures = self.figures;
        let started = figures.jobs - figures.never;
        let mean = |sum: u64, of: u64| (of > 0).then(|| sum as f64 / of as f64);
        figures.mean_wait = mean(self.waited, started);
        figures.mean_out = mean(self.out, self.ended);
        let whole = figures.last_end.map(|end| quota as f64 * end as f64);
        let whole = whole.filter(|whole| *whole > 0.0);
        figures.share = whole.map(|whole| figures.held as f64 / whole);
        figures
    }
}

/// A team's accelerators in use, as time goes on.
#[derive(Clone, Default)]
struct Usage {
    now: u64,
    peak: u64,
    borrowed: u64,
    held: u64,
    since: u64,
}

impl Usage {
    /// Time goes on to a second.
    fn to(&mut self, at: u64, quota: u64) {
        let passed = at.saturating_sub(self.since);
        let above = self.now.saturating_sub(quota);
        self.borrowed = self.borrowed.saturating_add(above.saturating_mul(passed));
        self.held = self.held.saturating_add(self.now.saturating_mul(passed));
        self.since = at;
    }
}

/// Seconds between a job's evictions and the starts after them.
fn paused(job: &JobAnswer) -> Option<u64> {
    let mut again = job.starts.iter().skip(1);
    job.starts.first()?;
    let pauses = job
        .evicted
        .iter()
        .map(|from| Some(again.next()?.saturating_sub(*from)));
    pauses.sum()
}

/// The run of `answer` in figures.
pub(super) fn played(question: &Question, answer: &queue::Answer) -> Played {
    let rows: Vec<_> = question
        .each()
        .map(|(_, number, row)| (number, row))
        .collect();
    let gpus: Vec<u64> = rows.iter().map(|(_, row)| u64::from(row.gpus)).collect();
    let mut usage = vec![Usage::default(); question.teams.len()];
    let quota = |team: usize| {
        question
            .teams
            .get(team)
            .map_or(0, |team| u64::from(team.gpus))
    };
    let mut spans: Vec<Span> = Vec::new();
    // The span that each job is in.
    let mut open: Vec<Option<usize>> = vec![None; rows.len()];
    for entry in &answer.log {
        let Some((_, row)) = rows.get(entry.job) else {
            continue;
        };
        let (Some(team), Some(open)) = (usage.get_mut(row.team), open.get_mut(entry.job)) else {
            continue;
        };
        let (need, most) = (u64::from(row.gpus), quota(row.team));
        team.to(entry.at, most);
        if entry.event == Event::Admit {
            let above = (team.now + need).saturating_sub(most);
            *open = Some(spans.len());
            spans.push(Span {
                job: entry.job,
                team: row.team,
                gpus: need,
                from: entry.at,
                until: entry.at,
                evicted: false,
                beside: team.now,
                borrowed: above.min(need),
            });
            team.now += need;
            team.peak = team.peak.max(team.now);
        } else {
            team.now = team.now.saturating_sub(need);
            if let Some(span) = open.take().and_then(|at| spans.get_mut(at)) {
                span.until = entry.at;
                span.evicted = entry.event == Event::Evict;
            }
        }
    }
    let jobs = answer.jobs.iter().zip(&rows);
    let jobs: Vec<JobOutcome> = jobs
        .map(|(job, (number, row))| JobOutcome {
            name: job.id.clone(),
            team: row.team,
            class: row.class,
            gpus: u64::from(row.gpus),
            submit: row
                .submit
                .saturating_add(row.every.saturating_mul(u64::from(*number))),
            start: job.starts.first().copied(),
            end: job.end,
            waited: job.waited,
            paused: paused(job),
            evictions: job.evicted.len() as u64,
            lost: job.lost,
        })
        .collect();
    let mut sums: Vec<Sum> = question.teams.iter().map(|_| Sum::default()).collect();
    let mut all = Sum::default();
    for job in &jobs {
        all.add(job);
        if let Some(sum) = sums.get_mut(job.team) {
            sum.add(job);
        }
    }
    all.figures.held = answer.held;
    let price = question.hourly();
    let teams = sums.into_iter().zip(&usage).enumerate();
    let teams = teams
        .map(|(place, (mut sum, usage))| {
            sum.figures.held = usage.held;
            TeamOutcome {
                figures: sum.end(quota(place)),
                borrowed: usage.borrowed,
                peak: usage.peak,
                cost: price.map(|price| Cost::of(price, usage.held, usage.borrowed)),
            }
        })
        .collect();
    Played {
        nodes: placed(answer, &gpus, question.gpus(), u64::from(question.node)),
        figures: all.end(question.gpus()),
        spans,
        jobs,
        teams,
    }
}

//! Manifests of a queue of teams: the nodes and how they lie, each team's namespace, quota and queue,
//! and the classes of priority.
//!
//! ```text
//! accelerators = the team's quota; lending and borrowing limits as asked, in a cohort alone
//! cpu, memory  = a node's over its accelerators x the quota, less 5 % for the system
//! ```

use super::Set;
use super::check::{LABEL, MOST_COUNT, VALUE};
use super::deploy::{Board, Sharing, Site};
use super::name::{derived, is_label, is_label_key, is_label_value, label};
use super::node::{Fields, Node, field, noted, yours};
use super::queueing::{self, Quota};
use super::set::{About, numbered};
use super::workload::object;
use crate::kubernetes::problem::{FieldError, Problem};
use crate::kubernetes::queue::{Reclaim, Strategy, Within};
use crate::kubernetes::teams::{Question, Team};

/// What a reader chooses, as typed.
#[derive(Debug, Clone, PartialEq)]
pub struct TeamChoices {
    /// The cohort's name.
    pub cohort: String,
    /// The name of the queue in each team's namespace.
    pub queue: String,
    /// Node label of a rack.
    pub rack: String,
    /// Node label of a block, where the question has blocks.
    pub block: String,
}

impl Default for TeamChoices {
    fn default() -> Self {
        Self {
            cohort: "gpu-teams".to_owned(),
            queue: "gpu".to_owned(),
            rack: Site::default().rack,
            block: "cloud.example.com/block".to_owned(),
        }
    }
}

/// Writes every document of a question that can be asked, on accelerators of `board`.
///
/// # Errors
/// What is wrong with the choices, each with its field; nothing is written then.
pub fn write_teams(
    question: &Question,
    board: &Board,
    choices: &TeamChoices,
) -> Result<Set, Vec<FieldError>> {
    let problems = problems(question, board, choices);
    if !problems.is_empty() {
        return Err(problems);
    }
    let names = names(&question.teams);
    let mut all = Vec::new();
    let mut add = |about, behind: &str, fields: Fields| {
        all.push((about, behind.to_owned(), fields));
    };
    let topology = queueing::topology(board, levels(question, choices));
    add(About::Topology, "", topology);
    add(About::Flavor, "", queueing::flavor(board, &Sharing::None));
    for class in queueing::CLASSES {
        let behind = format!("-{}", class.0.id());
        add(About::Priority, &behind, queueing::class(class));
    }
    for (team, name) in question.teams.iter().zip(&names) {
        let behind = format!("-{name}");
        let namespace = field("name", yours(name, "the team's"));
        add(
            About::Namespace,
            &behind,
            object("v1", "Namespace", namespace),
        );
        let quota = quota(question, team, name, board, choices).object();
        add(About::Quota, &behind, quota);
        let local = queueing::local_of(&choices.queue, name, name.into());
        add(About::Queue, &behind, local);
    }
    Ok(Set {
        files: numbered(all.into_iter()),
        findings: Vec::new(),
    })
}

/// The labels of blocks and racks, with what the question has of each.
fn levels(question: &Question, choices: &TeamChoices) -> Vec<Node> {
    let Some(nodes) = question.rack else {
        return queueing::rack(&choices.rack);
    };
    let asked = "a job's pods ask for one by kueue.x-k8s.io/podset-required-topology";
    let block = question.block.map(|racks| {
        let note = format!("blocks of {racks} racks; {asked}");
        yours(choices.block.as_str(), &note)
    });
    let note = format!("racks of {nodes} nodes; {asked}");
    let rack = yours(choices.rack.as_str(), &note);
    block.into_iter().chain([rack]).collect()
}

/// A label for each team, of its own.
fn names(teams: &[Team]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (team, number) in teams.iter().zip(1_u32..) {
        let name = label(&team.name);
        // What has no letter of a label is told by its number.
        let name = if name == "m" {
            format!("team-{number}")
        } else {
            name
        };
        let taken = all.contains(&name);
        all.push(if taken {
            derived(&name, &number.to_string())
        } else {
            name
        });
    }
    all
}

fn problems(question: &Question, board: &Board, choices: &TeamChoices) -> Vec<FieldError> {
    let mut all = Vec::new();
    let mut unless = |good: bool, field: &str, problem: Problem| {
        if !good {
            all.push(FieldError::new(field, problem));
        }
    };
    let product = board.product.as_deref();
    unless(product.is_none_or(is_label_value), "board.product", VALUE);
    unless(is_label(&choices.cohort, 63), "queue.cohort", LABEL);
    unless(is_label(&choices.queue, 63), "queue.local", LABEL);
    let rack = Problem::Not("the name of a node's label");
    unless(is_label_key(&choices.rack), "site.rack", rack.clone());
    let block = question.rack.and(question.block).is_none() || is_label_key(&choices.block);
    unless(block, "site.block", rack);
    let range = Problem::Range(1.0, f64::from(MOST_COUNT));
    unless((1..=MOST_COUNT).contains(&board.node), "board.node", range);
    all
}

fn quota<'a>(
    question: &Question,
    team: &Team,
    name: &'a str,
    board: &'a Board,
    choices: &'a TeamChoices,
) -> Quota<'a> {
    let within = match team.within {
        Within::Never => "Never",
        Within::LowerPriority => "LowerPriority",
        Within::LowerOrNewerEqualPriority => "LowerOrNewerEqualPriority",
    };
    let reclaim = match team.reclaim {
        Reclaim::Never => "Never".into(),
        Reclaim::LowerPriority => noted("LowerPriority", "of those that borrow, the less urgent"),
        Reclaim::Any => noted(
            "Any",
            "what was lent comes back; checkpoints bound the loss",
        ),
    };
    let above = field(
        "policy",
        noted("LowerPriority", "it evicts for what it borrows, too"),
    );
    let preemption = field("withinClusterQueue", within)
        .when(question.cohort, "reclaimWithinCohort", reclaim)
        .when(
            question.cohort && team.borrow_within,
            "borrowWithinCohort",
            above,
        );
    let limit = |most: Option<u32>| most.filter(|_| question.cohort);
    let limits = queueing::limits(team.gpus, limit(team.borrow), limit(team.lend));
    Quota {
        name: name.into(),
        namespace: name,
        cohort: question.cohort.then_some(choices.cohort.as_str()),
        strict: team.strategy == Strategy::StrictFifo,
        preemption,
        weight: None,
        flavors: vec![(
            queueing::flavor_name(board),
            vec![
                part("cpu", question, team, question.threads, ""),
                part("memory", question, team, question.memory, "Gi"),
                (board.maker.resource().into(), limits),
            ],
        )],
    }
}

/// What a team has of a node's threads or memory.
fn part(name: &str, question: &Question, team: &Team, of_node: u32, unit: &str) -> (Node, Fields) {
    let node = question.node.max(1);
    // Whole numbers: 95 of a hundred, rounded down.
    let all = u64::from(of_node) * u64::from(team.gpus) * 95 / (u64::from(node) * 100);
    let note = format!(
        "{of_node}{unit} of a node over its {node} accelerators x {}, less 5 % for the system",
        team.gpus
    );
    let quota = noted(format!("{all}{unit}"), note);
    (name.into(), field("nominalQuota", quota))
}

//! The layouts of a fleet's nodes: which GPU of a node is cut how, and how the others are shared. The
//! packing names GPUs, not nodes: those of a type and price fill nodes one after another, those
//! shared alike beside each other.

use super::documents::fleet_labels;
use super::{Packed, is_shared, is_unequal, ordered};
use crate::fleet::Mode;
use crate::fleet::asked::Board;
use crate::kubernetes::manifest::deploy::{Deploy, Devices};
use crate::kubernetes::manifest::name::label;
use crate::kubernetes::manifest::node::{Fields, field, file, noted, yours};
use crate::kubernetes::manifest::share::{
    DEVICE_PLUGIN, MIG_LABEL, MIG_MANAGER, PLUGIN_LABEL, all_disabled, mixed, read_by, shared,
};
use crate::kubernetes::manifest::workload::object;

/// Nodes whose GPUs are used alike.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Layout {
    /// Its name: the value of the nodes' labels.
    pub(super) name: String,
    /// The accelerator's place among those to choose from.
    pub(super) choice: usize,
    /// The machine as it is sold, behind a word; empty of one that is there already.
    machine: String,
    /// Whether it is rented.
    pub(super) rented: bool,
    /// GPUs of a node.
    pub(super) each: u32,
    /// How many nodes have it.
    pub(super) nodes: u32,
    /// The places of all.
    pub(super) boards: Vec<usize>,
    /// How each GPU of a node is used.
    used: Vec<Used>,
}

/// How a GPU is used.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Used {
    /// By processes that share it: how, and how many.
    Shared(bool, u32),
    /// Cut into these profiles, and how many of each.
    Cut(Vec<(String, u32)>),
    /// By one, or in a way that no manifest knows.
    Whole,
}

impl Used {
    fn of(board: &Board) -> Self {
        let count = u32::try_from(board.members.len()).unwrap_or(u32::MAX);
        match board.mode {
            Mode::Mig => {
                let mut all: Vec<(String, u32)> = Vec::new();
                for member in &board.members {
                    match all.iter_mut().find(|(name, _)| *name == member.profile) {
                        Some((_, count)) => *count += 1,
                        None => all.push((member.profile.clone(), 1)),
                    }
                }
                Self::Cut(ordered(all, Ord::cmp))
            }
            mode if is_shared(mode) && count > 1 && !is_unequal(board) => {
                Self::Shared(mode == Mode::Mps, count)
            }
            _ => Self::Whole,
        }
    }
}

/// The layouts, in the order of the report's GPUs.
pub(super) fn layouts(packed: &Packed) -> Vec<Layout> {
    let boards = &packed.report.boards;
    let mut kinds: Vec<(usize, Option<usize>)> = Vec::new();
    for board in boards {
        if !kinds.contains(&(board.choice, board.price)) {
            kinds.push((board.choice, board.price));
        }
    }
    let mut all: Vec<Layout> = Vec::new();
    for (choice, price) in kinds {
        let Some(offer) = packed
            .asked
            .wish
            .choices
            .get(choice)
            .map(|choice| &choice.offer)
        else {
            continue;
        };
        let sold = price.and_then(|price| offer.prices().get(price));
        let each = sold.map_or(offer.accelerator.node_size, |sold| {
            sold.instance_accelerators
        });
        let gpus = usize::try_from(each.max(1)).unwrap_or(1);
        let of_kind = |board: &Board| (board.choice, board.price) == (choice, price);
        let own: Vec<(Used, usize)> = boards
            .iter()
            .enumerate()
            .filter(|(_, board)| of_kind(board))
            .map(|(place, board)| (Used::of(board), place))
            .collect();
        let own = ordered(own, |one, other| one.0.cmp(&other.0));
        let begin = all.len();
        for node in own.chunks(gpus) {
            let used: Vec<Used> = node.iter().map(|(used, _)| used.clone()).collect();
            let places: Vec<usize> = node.iter().map(|(_, place)| *place).collect();
            let alike = all
                .get_mut(begin..)
                .and_then(|own| own.iter_mut().find(|layout| layout.used == used));
            if let Some(layout) = alike {
                layout.nodes += 1;
                layout.boards.extend(places);
                continue;
            }
            // Two prices of one accelerator have layouts of their own.
            let before = all.iter().filter(|layout| layout.choice == choice);
            let number = before.count() + 1;
            all.push(Layout {
                name: label(&format!("{}-{number}", offer.accelerator.id)),
                choice,
                machine: sold.map_or_else(String::new, |sold| format!(" of {}", sold.label)),
                rented: sold.is_some(),
                each: each.max(1),
                nodes: 1,
                boards: places,
                used,
            });
        }
    }
    all
}

impl Layout {
    /// Whether a GPU of its nodes is cut.
    fn is_cut(&self) -> bool {
        self.used.iter().any(|used| matches!(used, Used::Cut(_)))
    }

    /// How its shared GPUs are shared: whether by MPS, and among how many at most.
    fn sharing(&self) -> Option<(bool, u32)> {
        let shares = self.used.iter().filter_map(|used| match used {
            Used::Shared(mps, count) => Some((*mps, *count)),
            Used::Cut(_) | Used::Whole => None,
        });
        shares.max_by_key(|(_, count)| *count)
    }

    /// The label that pods on a slice, or on a share, ask for; none where its GPUs are whole.
    pub(super) fn label(&self, cut: bool) -> Option<(&'static str, String)> {
        let key = if cut { MIG_LABEL } else { PLUGIN_LABEL };
        self.is_labelled(Devices::Plugin)
            .then(|| (key, self.name.clone()))
    }

    /// Every label of its nodes. A claim carries how a GPU is shared itself.
    pub(super) fn labels(&self, devices: Devices) -> Vec<&'static str> {
        let cut = self.is_cut().then_some(MIG_LABEL);
        let plugin = devices == Devices::Plugin && self.is_labelled(devices);
        let plugin = plugin.then_some(PLUGIN_LABEL);
        cut.into_iter().chain(plugin).collect()
    }

    /// Whether its nodes need a label.
    pub(super) fn is_labelled(&self, devices: Devices) -> bool {
        self.is_cut() || (devices == Devices::Plugin && self.sharing().is_some())
    }

    /// Whether several of a node's GPUs are shared.
    pub(super) fn shares_several(&self) -> bool {
        let shared = |used: &&Used| matches!(used, Used::Shared(..));
        self.used.iter().filter(shared).count() > 1
    }

    /// Whether the device plugin cannot tell its GPUs apart: it shares all that are not cut alike,
    /// and runs no MPS beside slices.
    pub(super) fn is_mixed(&self) -> bool {
        let uncut: Vec<&Used> = self
            .used
            .iter()
            .filter(|used| !matches!(used, Used::Cut(_)))
            .collect();
        let differ = uncut.windows(2).any(|pair| pair.first() != pair.last());
        let by_mps = self.sharing().is_some_and(|(mps, _)| mps);
        (self.sharing().is_some() && differ) || (by_mps && self.is_cut())
    }

    fn nodes_note(&self, label: &str) -> String {
        let (nodes, machine) = (self.nodes, &self.machine);
        let name = &self.name;
        format!("nodes of the packing: {nodes}{machine}; label each {label}={name}")
    }
}

fn map(deploy: &Deploy, part: &str, name: &str, data: Fields) -> Fields {
    let operator = yours(&deploy.site.operator, "where the GPU operator runs");
    let metadata = field("name", read_by(part, name))
        .with("namespace", operator)
        .with("labels", fleet_labels(deploy));
    object("v1", "ConfigMap", metadata).with("data", data)
}

/// The file of mig-parted, a layout an entry; nothing where no GPU is cut.
pub(super) fn slices(deploy: &Deploy, layouts: &[Layout]) -> Option<Fields> {
    let cut: Vec<&Layout> = layouts.iter().filter(|layout| layout.is_cut()).collect();
    if cut.is_empty() {
        return None;
    }
    let entries = cut.iter().fold(all_disabled(), |all, layout| {
        let devices: Vec<Fields> = layout.used.iter().zip(0_u32..).map(device).collect();
        all.with(&layout.name, noted(devices, layout.nodes_note(MIG_LABEL)))
    });
    let inner = field("version", "v1").with("mig-configs", entries);
    Some(map(
        deploy,
        MIG_MANAGER,
        "fleet-mig-parted",
        field("config.yaml", file(inner)),
    ))
}

/// A GPU of a node, by its number.
fn device((used, number): (&Used, u32)) -> Fields {
    let at = noted([number], "the packing's order; any GPU of the node will do");
    let device = field("devices", at);
    match used {
        Used::Cut(profiles) => {
            let note = "instances of the packing on this GPU";
            let all = profiles
                .iter()
                .fold(Fields::new(), |all, (profile, count)| {
                    all.with(profile, noted(*count, note))
                });
            device.with("mig-enabled", true).with("mig-devices", all)
        }
        Used::Shared(..) | Used::Whole => device.with("mig-enabled", false),
    }
}

/// The files of the device plugin, a layout an entry; nothing where all GPUs are whole.
pub(super) fn plugin(deploy: &Deploy, layouts: &[Layout]) -> Option<Fields> {
    let data = layouts
        .iter()
        .filter(|layout| layout.is_labelled(Devices::Plugin))
        .fold(Fields::new(), |all, layout| {
            let version = noted("v1", layout.nodes_note(PLUGIN_LABEL));
            let inner = field("version", version);
            let inner = if layout.is_cut() {
                inner.and(mixed())
            } else {
                inner
            };
            let inner = match layout.sharing() {
                Some((mps, count)) => inner.and(shared(mps, count)),
                None => inner,
            };
            all.with(&layout.name, file(inner))
        });
    let any = !data.is_empty();
    any.then(|| map(deploy, DEVICE_PLUGIN, "fleet-device-plugin", data))
}

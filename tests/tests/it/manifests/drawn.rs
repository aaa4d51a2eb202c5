//! Sets of every kind, drawn: answers of the calculator and of the page about training, packed fleets
//! and queues of teams, each under drawn choices.

use super::numbers;
use super::{fleet, kept, serving, training};
use estimator::fleet::Mode;
use estimator::fleet::asked::{Hardware, Question};
use estimator::fleet::question::{Isolation, Modes};
use estimator::kubernetes::manifest::{
    Autoscaler, Board, Deploy, Devices, File, FleetChoices, Form, Packed, Prefill, Queue, RunForm,
    Sharing, TeamChoices, Work, write, write_fleet, write_teams,
};
use estimator::kubernetes::queue::{Reclaim, Strategy as Order, Within};
use estimator::kubernetes::teams;
use estimator::quantity::{Bytes, Seconds};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::sync::OnceLock;

/// A drawn set: its files and what they were written from.
pub(super) struct Drawn {
    pub(super) files: Vec<File>,
    pub(super) of: Of,
}

/// What a set is of.
pub(super) enum Of {
    /// An answer.
    Answer(Box<Deploy>),
    /// A packed fleet under these choices.
    Fleet(FleetChoices),
    /// A queue of teams.
    Teams(Box<teams::Question>, TeamChoices),
}

impl Drawn {
    /// Numbers of what it was written from that are not in it.
    pub(super) fn numbers(&self, documents: &[serde_json::Value]) -> Vec<String> {
        match &self.of {
            Of::Answer(deploy) => numbers::problems(deploy, documents),
            Of::Fleet(choices) => numbers::fleet_problems(choices, documents),
            Of::Teams(question, choices) => numbers::teams_problems(question, choices, documents),
        }
    }
}

/// The answers that are varied: every candidate of a few questions.
fn answers() -> &'static [Deploy] {
    static ALL: OnceLock<Vec<Deploy>> = OnceLock::new();
    ALL.get_or_init(|| {
        let questions = [
            "v=2",
            "v=2&rate=40&day=chat",
            "v=2&model=Qwen/Qwen3-4B&rate=5",
            "v=2&model=openai/gpt-oss-120b&rate=20&in=2940&out=283&ttft=2s&tpot=33.3ms&engine=sglang",
            "v=2&model=deepseek-ai/DeepSeek-V3.1&rate=20&in=2000&out=300&ttft=2s&tpot=33.3ms",
            "v=2&model=Qwen/Qwen3-8B&rate=2&engine=llamacpp",
        ];
        let choices = super::serving::choices();
        let found = questions
            .into_iter()
            .flat_map(|question| serving::written(question, &choices));
        found.filter_map(|(_, made)| made.ok()).collect()
    })
}

/// Runs that are varied.
fn runs() -> &'static [Deploy] {
    static ALL: OnceLock<Vec<Deploy>> = OnceLock::new();
    ALL.get_or_init(|| {
        let stacks = ["megatron", "torchtitan", "deepspeed", "hf"];
        let found = stacks.into_iter().flat_map(|stack| {
            training::found(&format!("v=2&task=training&within=none&stack={stack}"))
        });
        let ran = found.filter_map(|found| found.ran.ok());
        ran.map(|ran| ran.deploy(training::choices())).collect()
    })
}

/// Runs over several machines of one NVLink domain.
fn racks() -> &'static [Deploy] {
    static ALL: OnceLock<Vec<Deploy>> = OnceLock::new();
    ALL.get_or_init(|| {
        let found = training::found(
            "v=2&task=training&within=none&stack=megatron&model=meta-llama/Llama-3.1-70B",
        );
        let ran = found.into_iter().filter_map(|found| found.ran.ok());
        let joined = ran.filter(|ran| {
            let board = &ran.deploy(training::choices()).board;
            let ranks = ran.accelerators();
            board.node < ranks && ranks <= board.domain
        });
        let all: Vec<Deploy> = joined.map(|ran| ran.deploy(training::choices())).collect();
        assert!(!all.is_empty());
        all
    })
}

/// Fleets that are varied.
fn fleets() -> &'static [Packed] {
    static ALL: OnceLock<Vec<Packed>> = OnceLock::new();
    ALL.get_or_init(|| {
        let modes = [Mode::Mig, Mode::Mps, Mode::TimeSlicing];
        let mut all: Vec<Packed> = modes
            .into_iter()
            .map(|mode| {
                let mut question = Question {
                    modes: Modes::of(&[Mode::Exclusive, mode]),
                    ..Question::default()
                };
                for workload in &mut question.workloads {
                    workload.isolation = Isolation::None;
                }
                fleet::packed(&question)
            })
            .collect();
        all.push(fleet::packed(&Question {
            hardware: Hardware::Owned(vec![("nvidia-h100-sxm-80gb".to_owned(), 8)]),
            ..Question::default()
        }));
        all
    })
}

fn sharing() -> impl Strategy<Value = Sharing> {
    let slices = prop::sample::select(vec!["3g.40gb", "1g.20gb+me", "2g.20gb"]);
    prop_oneof![
        3 => Just(Sharing::None),
        1 => slices.prop_map(|profile| Sharing::Mig(profile.to_owned())),
        2 => (any::<bool>(), 2_u32..5).prop_map(|(by_mps, count)| {
            if by_mps { Sharing::Mps(count) } else { Sharing::TimeSlicing(count) }
        }),
    ]
}

prop_compose! {
    fn any_queue()(
        nominal in 1_u32..100,
        cohort in any::<bool>(),
        borrowing in prop::option::of(1_u32..50),
        lending in prop::option::of(0_u32..2),
        weight in prop::option::of(1_u32..9),
        strict in any::<bool>(),
    ) -> Queue {
        Queue {
            name: "team".to_owned(),
            nominal,
            cohort: cohort.then(|| "gpus".to_owned()),
            borrowing: borrowing.filter(|_| cohort),
            lending: lending.filter(|_| cohort),
            weight,
            strict,
        }
    }
}

prop_compose! {
    /// An answer under drawn choices; some of them cannot be, and are refused.
    fn any_answer()(
        base in prop::sample::select(answers().to_vec()),
        form in prop::option::weighted(0.6, prop::sample::select(Form::ALL.to_vec())),
        (sharing, queue) in (sharing(), prop::option::of(any_queue())),
        autoscaler in prop::sample::select(vec![Autoscaler::None, Autoscaler::Hpa, Autoscaler::Keda]),
        prefill in prop::option::weighted(0.2, (1_u32..9, 1_u32..9)),
        (claimed, to_zero, karpenter, spot, monitored) in any::<(bool, bool, bool, bool, bool)>(),
        (stored, pulled, zoned, paused, imaged) in any::<(bool, bool, bool, bool, bool)>(),
        (cold, gb, many) in (1.0_f64..900.0, 1.0_f64..20.0, prop::bool::weighted(0.2)),
    ) -> Deploy {
        let mut made = with_site(base, (karpenter, spot, zoned), (stored, pulled));
        made.queue = queue;
        made.monitored = monitored;
        if let Work::Serving(serving) = &mut made.work {
            serving.form = form;
            serving.autoscaler = autoscaler;
            serving.to_zero = to_zero;
            if many {
                serving.replicas.peak = serving.replicas.peak.max(30);
            }
            serving.cold_start = Seconds::new(cold);
            serving.gap = paused.then(|| Seconds::new(7_200.0));
            serving.devices = if claimed { Devices::Claim } else { Devices::Plugin };
            serving.image = imaged.then(|| "registry.example.com/engine:1.2".to_owned());
            serving.prefill = prefill.map(|(replicas, tensor)| Prefill { replicas, tensor });
            if serving.settings.placement.accelerators() == 1 {
                serving.sharing = sharing;
                serving.held = Bytes::gb(gb);
            }
        }
        made
    }
}

/// The reader's own choices.
fn with_site(
    mut made: Deploy,
    (karpenter, spot, zoned): (bool, bool, bool),
    (stored, pulled): (bool, bool),
) -> Deploy {
    made.machines = made.machines.filter(|_| karpenter);
    if let Some(machines) = &mut made.machines {
        machines.spot = spot;
        machines.zones = if zoned {
            vec!["eu-central-1a".to_owned()]
        } else {
            Vec::new()
        };
    }
    made.site.storage_class = stored.then(|| "shared".to_owned());
    made.site.pull_secret = pulled.then(|| "registry".to_owned());
    made
}

prop_compose! {
    fn any_run()(
        base in prop_oneof![
            3 => prop::sample::select(runs().to_vec()),
            1 => prop::sample::select(racks().to_vec()),
        ],
        form in prop::sample::select(vec![RunForm::Job, RunForm::JobSet, RunForm::TrainJob, RunForm::PyTorchJob]),
        queue in prop::option::of(any_queue()),
        (karpenter, spot, zoned, stored, pulled) in any::<(bool, bool, bool, bool, bool)>(),
        (launched, dated, claimed) in any::<(bool, bool, bool)>(),
    ) -> Deploy {
        let mut made = with_site(base, (karpenter, spot, zoned), (stored, pulled));
        made.queue = queue;
        if let Work::Training(run) = &mut made.work {
            run.form = form;
            run.dated = dated;
            run.devices = if claimed { Devices::Claim } else { Devices::Plugin };
            if !launched {
                run.files.clear();
                run.settings = vec![("micro-batch", 2)];
            }
        }
        made
    }
}

prop_compose! {
    fn any_fleet()(
        packed in 0..fleets().len(),
        claimed in any::<bool>(),
        autoscaler in prop::sample::select(vec![Autoscaler::None, Autoscaler::Hpa, Autoscaler::Keda]),
        (kueue, karpenter, monitored) in any::<(bool, bool, bool)>(),
    ) -> (usize, FleetChoices) {
        (packed, FleetChoices {
            devices: if claimed { Devices::Claim } else { Devices::Plugin },
            autoscaler,
            karpenter,
            monitored,
            cohort: kueue.then(|| "gpus".to_owned()),
            ..fleet::choices()
        })
    }
}

prop_compose! {
    fn any_teams()(
        limits in prop::collection::vec((1_u32..40, prop::option::of(0_u32..9), prop::option::of(0_u32..9)), 3),
        cohort in any::<bool>(),
        (strict, above) in any::<(bool, bool)>(),
        within in prop::sample::select(vec![Within::Never, Within::LowerPriority, Within::LowerOrNewerEqualPriority]),
        reclaim in prop::sample::select(vec![Reclaim::LowerPriority, Reclaim::Any]),
        racks in prop::option::of((1_u32..9, prop::option::of(1_u32..5))),
    ) -> teams::Question {
        let mut question = teams::Question {
            cohort,
            rack: racks.map(|(rack, _)| rack),
            block: racks.and_then(|(_, block)| block),
            ..teams::Question::default()
        };
        for (team, (gpus, borrow, lend)) in question.teams.iter_mut().zip(limits) {
            team.gpus = gpus;
            team.borrow = borrow;
            team.lend = lend.map(|lend| lend.min(gpus));
            team.within = within;
            team.reclaim = reclaim;
            team.borrow_within = above;
            if strict {
                team.strategy = Order::StrictFifo;
            }
        }
        question
    }
}

/// The board of the catalogue's H100.
fn board() -> Board {
    let chip = &catalog::accelerator("nvidia-h100-sxm-80gb")
        .unwrap()
        .accelerator;
    let product = catalog::product(&chip.id).map(str::to_owned);
    Board::of(chip, chip.memory, product).unwrap()
}

/// So many sets that can be written, the same each time: of ten, six of answers, two of runs, one of
/// fleets and one of teams.
pub(super) fn drawn(count: usize) -> Vec<Drawn> {
    let mut runner = TestRunner::deterministic();
    let mut all = Vec::new();
    while all.len() < count {
        let drawn = match all.len() % 10 {
            0..6 => answer(&mut runner, &any_answer()),
            6..8 => answer(&mut runner, &any_run()),
            8 => a_fleet(&mut runner),
            _ => some_teams(&mut runner),
        };
        let Some(drawn) = drawn else { continue };
        let of = match &drawn.of {
            Of::Answer(deploy) if matches!(deploy.work, Work::Training(_)) => "run",
            Of::Answer(_) => "answer",
            Of::Fleet(_) => "fleet",
            Of::Teams(..) => "teams",
        };
        kept::keep(of, &drawn.files);
        all.push(drawn);
    }
    all
}

fn answer(runner: &mut TestRunner, of: &impl Strategy<Value = Deploy>) -> Option<Drawn> {
    let deploy = of.new_tree(runner).unwrap().current();
    let set = write(&deploy).ok()?;
    assert_eq!(write(&deploy).unwrap(), set);
    Some(Drawn {
        files: set.files,
        of: Of::Answer(Box::new(deploy)),
    })
}

fn a_fleet(runner: &mut TestRunner) -> Option<Drawn> {
    let (packed, choices) = any_fleet().new_tree(runner).unwrap().current();
    let set = write_fleet(&fleets()[packed], &choices).ok()?;
    assert_eq!(write_fleet(&fleets()[packed], &choices).unwrap(), set);
    (!set.set.files.is_empty()).then_some(Drawn {
        files: set.set.files,
        of: Of::Fleet(choices),
    })
}

fn some_teams(runner: &mut TestRunner) -> Option<Drawn> {
    let question = any_teams().new_tree(runner).unwrap().current();
    let choices = TeamChoices::default();
    let set = write_teams(&question, &board(), &choices).ok()?;
    assert_eq!(write_teams(&question, &board(), &choices).unwrap(), set);
    Some(Drawn {
        files: set.files,
        of: Of::Teams(Box::new(question), choices),
    })
}

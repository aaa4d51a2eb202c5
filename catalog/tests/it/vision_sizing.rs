//! The page's questions about models that are no language models: their answers, laws and links.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test says where it breaks"
)]

use catalog::vision::{
    Asked, encoders, kind_of, listeners, networks, pipelines, reads, resolve_vision, smaller,
};
use estimator::error;
use estimator::export::Format;
use estimator::quantity::{Seconds, Usd};
use estimator::serving::soundness::DEARER;
use estimator::vision::counted::Counted;
use estimator::vision::denoise::{Offload, Weights};
use estimator::vision::sizing::curve;
use estimator::vision::sizing::export::{Document, write};
use estimator::vision::sizing::lever;
use estimator::vision::sizing::link::{self, Link};
use estimator::vision::sizing::report::{Part, Phase, Report, Sizing, Verdict};
use estimator::vision::sizing::search::search;
use estimator::vision::sizing::{Field, Kind, Load, Problem, Question, Task};
use proptest::prelude::*;

fn answered(question: &Question) -> (Asked, Report) {
    let asked = resolve_vision(question, None).unwrap();
    let report = search(&asked.scenario, &asked.offers, &asked.boards);
    (asked, report)
}

/// Dollars of the first month on an accelerator, where it keeps the promise.
fn money(report: &Report, asked: &Asked, id: &str) -> Option<f64> {
    let candidate = report.candidates.iter().find(|candidate| {
        asked.offers[candidate.offer].accelerator.id == id && candidate.meets()
    })?;
    candidate.best.as_ref()?.money().map(Usd::get)
}

/// The weighed money of the one to take.
fn least(question: &Question) -> Option<f64> {
    let (_, report) = answered(question);
    report.recommended()?.weighed().map(Usd::get)
}

fn problem(question: &Question) -> Vec<(Field, Problem)> {
    let errors = resolve_vision(question, None).unwrap_err();
    errors
        .into_iter()
        .map(|error| (error.field, error.problem))
        .collect()
}

fn shared(problem: error::Problem) -> Problem {
    Problem::Shared(problem)
}

/// The five examples of the page, and video, end in a bill of whole instances, a promise kept, units
/// of money, memory that fits and phases that take time.
#[test]
fn every_kind_ends_in_a_bill() {
    for kind in Kind::ALL {
        let question = Question::of(*kind);
        let (asked, report) = answered(&question);
        assert_eq!(report.candidates.len(), asked.offers.len());
        let best = report.recommended().unwrap();
        let offer = &asked.offers[best.offer];
        let sizing = best.best.as_ref().unwrap();
        let rent = sizing.rent.unwrap();
        assert!(
            sizing.latency.unwrap() <= question.limit.unwrap(),
            "{kind:?}"
        );
        assert!(rent.rented.accelerators >= sizing.replicas * sizing.each);
        assert!(offer.prices().get(rent.price).is_some());
        assert!(!sizing.units.is_empty() && !sizing.phases.is_empty());
        let fullest = sizing.fullest().unwrap().total();
        assert!(fullest <= offer.accelerator.memory, "{kind:?}: {fullest:?}");
        for along in curve::along(&asked.scenario) {
            let points = curve::points(&asked.scenario, &asked.boards[best.offer], *along);
            assert!(points.len() >= 5, "{kind:?} {along:?}");
            assert!(points.iter().all(|point| point.seconds.get() > 0.0));
        }
        assert!(lever::questions(&asked.scenario).len() > 2);
    }
}

/// A hundred thousand images a day with SDXL: Little's law bounds the boards from below, and the
/// bill of a thousand is a day's over a hundred.
#[test]
fn images_out_add_up() {
    let question = Question::of(Kind::Pictures);
    let (_, report) = answered(&question);
    let sizing = report.recommended().unwrap().best.as_ref().unwrap();
    let busy = question.arrivals(1.0) * sizing.alone.get();
    assert!(f64::from(sizing.replicas) >= busy, "{busy}");
    assert!(f64::from(sizing.replicas) <= 1.5 * busy + 3.0);
    let hour = sizing.rent.unwrap().rented.per_hour.get();
    assert!((sizing.units[0].cost.get() - hour * 24.0 / 100.0).abs() < 1e-9);
}

/// The tower that stands in the time of a replica is the one in its judgement: what misses the
/// limit takes longer than it, what keeps it does not. What one request takes alone is its parts,
/// without a wait, and no more than the time at the percentile.
#[test]
fn prompts_have_one_tower() {
    let mut several = 0;
    for (images, limit) in [(2, 2.0), (8, 2.0), (8, 4.0), (16, 6.0)] {
        let limit = Seconds::new(limit);
        let question = Question {
            images,
            limit: Some(limit),
            ..Question::of(Kind::Prompts)
        };
        let (asked, report) = answered(&question);
        for candidate in &report.candidates {
            let name = &asked.offers[candidate.offer].accelerator.name;
            let Some(sizing) = &candidate.best else {
                continue;
            };
            let latency = sizing.latency.unwrap();
            several += usize::from(sizing.each > 1);
            match candidate.verdict {
                Verdict::Misses { limit: of, .. } if of == limit => {
                    assert!(latency > limit, "{name}: {latency:?} {candidate:?}");
                }
                Verdict::Meets => assert!(latency <= limit, "{name}: {latency:?}"),
                _ => {}
            }
            let of = |wanted: Phase| {
                let mut phases = sizing.phases.iter();
                let found = phases.find(|(phase, _)| *phase == wanted);
                found.map_or(0.0, |(_, time)| time.get())
            };
            let first = of(Phase::Tower) + of(Phase::Prompt);
            let alone = sizing.alone.get();
            assert!((first / alone - 1.0).abs() < 1e-9, "{name}");
            assert!(alone < latency.get(), "{name}: {alone} {latency:?}");
            assert!(of(Phase::Answer) > 0.0, "{name}");
        }
    }
    assert!(several > 10, "{several}");
}

/// A library alone has no monthly bill, ends in time, and its cost does not depend on the hurry.
#[test]
fn a_library_is_paid_once() {
    let question = Question {
        load: Load::Library,
        items: Some(1e9),
        ..Question::of(Kind::Images)
    };
    let (_, report) = answered(&question);
    let sizing = report.recommended().unwrap().best.clone().unwrap();
    assert_eq!(
        (sizing.replicas, sizing.latency, sizing.rent),
        (0, None, None)
    );
    let once = sizing.once.unwrap();
    assert!(once.takes <= question.within);
    assert!((once.per_second * once.takes.get() / 1e9 - 1.0).abs() < 1e-9);
    let hurried = Question {
        within: question.within / 6.0,
        ..question
    };
    let (_, report) = answered(&hurried);
    let sooner = report
        .recommended()
        .unwrap()
        .best
        .clone()
        .unwrap()
        .once
        .unwrap();
    assert!(sooner.takes <= hurried.within && sooner.replicas > once.replicas);
}

/// Training reads every image once an epoch, in some four times a forward pass, and keeps weights,
/// gradients and states in 32 bit: `ResNet-50` on `ImageNet` takes an H100 a day or two.
#[test]
fn training_ends_and_takes_days() {
    let question = Question {
        model: "timm/resnet50".to_owned(),
        load: Load::Training,
        items: Some(1_281_167.0),
        epochs: 90,
        within: Seconds::new(30.0 * 86_400.0),
        ..Question::of(Kind::Images)
    };
    let all = 90.0 * 1_281_167.0;
    assert_eq!(question.library(), Some(all));
    let (asked, report) = answered(&question);
    let place = asked
        .offers
        .iter()
        .position(|offer| offer.accelerator.id == "nvidia-h100-sxm-80gb")
        .unwrap();
    let candidate = report.candidates.iter().find(|one| one.offer == place);
    let sizing = candidate.unwrap().best.clone().unwrap();
    let once = sizing.once.unwrap();
    assert!((once.per_second * once.takes.get() / all - 1.0).abs() < 1e-9);
    let days = once.takes.get() * f64::from(once.replicas) / 86_400.0;
    assert!((0.2..4.0).contains(&days), "{days} days of one board");
    let read = Question {
        load: Load::Library,
        items: Some(all),
        ..question.clone()
    };
    let (_, report) = answered(&read);
    let candidate = report.candidates.iter().find(|one| one.offer == place);
    let read = candidate.unwrap().best.clone().unwrap().once.unwrap();
    let each =
        |once: &estimator::vision::sizing::report::Once| once.per_second / f64::from(once.replicas);
    assert!(
        each(&read) > 3.0 * each(&once),
        "{} {}",
        each(&read),
        each(&once)
    );
    let link = link::write(&Link {
        question: question.clone(),
        ..Link::default()
    });
    assert_eq!(link::read(&link).0.question, question);
}

/// A denoiser is trained on latents that were computed before: adapters of FLUX.1 fit boards that
/// all of its weights, gradients and states do not, and a step of all takes longer.
#[test]
fn denoisers_are_trained_whole_or_by_adapters() {
    let lora = Question {
        model: "flux1-dev".to_owned(),
        load: Load::Training,
        items: Some(2_000.0),
        epochs: 20,
        batch: Some(1),
        within: Seconds::new(7.0 * 86_400.0),
        ..Question::of(Kind::Pictures)
    };
    assert!(lora.trains_denoiser() && !lora.generates());
    assert_eq!(lora.library(), Some(40_000.0));
    let on = |question: &Question, id: &str| {
        let (asked, report) = answered(question);
        let mut offers = asked.offers.iter();
        let place = offers.position(|offer| offer.accelerator.id == id).unwrap();
        let mut all = report.candidates.into_iter();
        all.find(|one| one.offer == place).unwrap()
    };
    let small = "nvidia-h100-sxm-80gb";
    let adapters = on(&lora, small).best.unwrap();
    let full = Question {
        rank: None,
        ..lora.clone()
    };
    assert!(on(&full, small).best.is_none(), "12 billion x 16 bytes");
    let large = "nvidia-b300-sxm";
    let whole = on(&full, large).best.unwrap();
    let states = |sizing: &Sizing| {
        let all = sizing.moments.iter().flat_map(|moment| moment.parts.iter());
        let states = all.filter(|(part, _)| *part == Part::States);
        states.fold(0.0, |most, (_, bytes)| bytes.get().max(most))
    };
    let parameters = 11_901_408_320.0;
    assert!((states(&whole) / (8.0 * parameters) - 1.0).abs() < 0.01);
    assert!(states(&adapters) < 0.05 * states(&whole));
    let eight = Question {
        small_states: true,
        ..full.clone()
    };
    let eight = on(&eight, large).best.unwrap();
    assert!((states(&eight) / states(&whole) - 0.25).abs() < 0.01);
    assert!(on(&lora, large).best.unwrap().alone < whole.alone);
    // Blocks that are kept are not computed again.
    let kept = Question {
        recompute: false,
        ..lora.clone()
    };
    assert!(on(&kept, large).best.unwrap().alone < on(&lora, large).best.unwrap().alone);
    let once = adapters.once.unwrap();
    assert!(once.takes <= lora.within && once.bill.is_some());
    for question in [lora, full, kept] {
        let link = link::write(&Link {
            question: question.clone(),
            ..Link::default()
        });
        assert_eq!(link::read(&link).0.question, question, "{link}");
    }
}

/// Every family goes from small to large, and all of it are models of one kind.
#[test]
fn smaller_models_are_smaller() {
    let size = |id: &str| {
        let found = networks().iter().find(|one| one.about.id == id);
        let found = found.map(|one| one.network.parameters);
        let other = encoders().iter().find(|one| one.about.id == id);
        let found = found.or(other.map(|one| one.encoder.parameters));
        let other = pipelines().iter().find(|one| one.about.id == id);
        let found = found.or(other.map(|one| one.pipeline.denoiser.parameters));
        let other = listeners().iter().find(|one| one.about.id == id);
        found.or(other.map(|one| one.listener.parameters)).unwrap()
    };
    for (id, less) in [
        ("ultralytics/yolo11m", Some("ultralytics/yolo11s")),
        ("whisper-large-v3", Some("whisper-large-v3-turbo")),
        ("flux2-dev", Some("flux2-klein-9b")),
        ("ultralytics/yolo11n", None),
        ("mochi-1", None),
    ] {
        assert_eq!(smaller(id), less, "{id}");
    }
    let mut at = 0;
    for id in networks()
        .iter()
        .map(|one| one.about.id)
        .chain(encoders().iter().map(|one| one.about.id))
        .chain(pipelines().iter().map(|one| one.about.id))
        .chain(listeners().iter().map(|one| one.about.id))
    {
        if let Some(less) = smaller(id) {
            assert_eq!(kind_of(less), kind_of(id), "{id}");
            assert!(size(less) < size(id), "{less} for {id}");
            at += 1;
        }
    }
    assert!(at > 30, "{at}");
}

/// What cannot be is named at its field, with the nearest that works.
#[test]
fn what_cannot_be_is_named() {
    let pictures = Question::of(Kind::Pictures);
    let height = Question {
        height: Some(1001),
        ..pictures.clone()
    };
    assert_eq!(
        problem(&height),
        [(
            Field::Height,
            Problem::Multiple {
                unit: 8,
                nearest: 1000
            }
        )]
    );
    let narrow = Question {
        height: Some(16),
        width: Some(16_000),
        ..pictures.clone()
    };
    let most = shared(error::Problem::TooLarge { most: 3200.0 });
    assert_eq!(problem(&narrow), [(Field::Width, most)]);
    let none = Question {
        steps: Some(0),
        ..pictures.clone()
    };
    let least = shared(error::Problem::TooSmall { least: 1.0 });
    assert_eq!(problem(&none), [(Field::Steps, least)]);
    let guided = Question {
        model: "sdxl-turbo".to_owned(),
        guidance: Some(7.0),
        ..pictures.clone()
    };
    assert_eq!(problem(&guided), [(Field::Guidance, Problem::Unguided)]);
    let other = Question {
        model: "whisper-large-v3".to_owned(),
        ..pictures
    };
    assert_eq!(problem(&other)[0].0, Field::Shared(error::Field::Model));
    let line = Question {
        height: Some(1),
        width: Some(65_000),
        ..Question::of(Kind::Prompts)
    };
    let most = shared(error::Problem::TooLarge { most: 200.0 });
    assert_eq!(problem(&line), [(Field::Width, most)]);
    let side = Question {
        model: "timm/vit_base_patch16_224".to_owned(),
        side: Some(225),
        ..Question::of(Kind::Images)
    };
    assert_eq!(
        problem(&side),
        [(
            Field::Side,
            Problem::Multiple {
                unit: 16,
                nearest: 224
            }
        )]
    );
    let long = Question {
        sound: Some(45.0),
        ..Question::of(Kind::Speech)
    };
    let most = shared(error::Problem::TooLarge { most: 30.0 });
    assert_eq!(problem(&long), [(Field::Sound, most)]);
    let deaf = Question {
        audio: Some(10.0),
        ..Question::of(Kind::Prompts)
    };
    assert_eq!(problem(&deaf), [(Field::Audio, Problem::Deaf)]);
}

/// Every model of the catalogue has a kind, and can be asked in it.
#[test]
fn every_model_can_be_asked() {
    let ids = networks().iter().map(|record| record.about.id);
    let ids = ids.chain(encoders().iter().map(|record| record.about.id));
    let ids = ids.chain(pipelines().iter().map(|record| record.about.id));
    let ids = ids.chain(listeners().iter().map(|record| record.about.id));
    let readers = catalog::models().iter().map(|entry| entry.id);
    let ids = ids.chain(readers.filter(|id| reads(id).is_some()));
    let mut asked = 0;
    for id in ids {
        let kind = kind_of(id).unwrap();
        let question = Question {
            model: id.to_owned(),
            ..Question::of(kind)
        };
        let found = resolve_vision(&question, None);
        assert!(found.is_ok(), "{id}: {:?}", found.unwrap_err());
        asked += 1;
    }
    assert!(asked > 130, "{asked}");
}

/// Counts of one's own are answered as a catalogue's model of the same counts, come back from a
/// link, and are left out where they are of another kind.
#[test]
fn ones_own_model_is_asked_by_its_counts() {
    for id in ["timm/vit_base_patch16_224", "BAAI/bge-m3"] {
        let kind = kind_of(id).unwrap();
        let usual = Question {
            model: id.to_owned(),
            ..Question::of(kind)
        };
        let counted = match resolve_vision(&usual, None).unwrap().scenario.task {
            Task::Network { network, .. } => Counted::Network(network),
            Task::Encoder { encoder, .. } => Counted::Encoder(encoder),
            _ => unreachable!("images or texts"),
        };
        let own = Question {
            model: "mine & yours.onnx".to_owned(),
            own: counted.checked(),
            ..usual.clone()
        };
        let fragment = link::write(&Link {
            question: own.clone(),
            ..Link::default()
        });
        assert!(fragment.len() < 400, "{fragment}");
        let (back, notices) = link::read(&fragment);
        assert_eq!((back.question, notices), (own.clone(), Vec::new()));
        let boards = |question| {
            let (asked, report) = answered(question);
            let first = report.recommended().unwrap();
            let sizing = first.best.as_ref().unwrap();
            let id = asked.offers[first.offer].accelerator.id.clone();
            (id, sizing.replicas, sizing.batch.round())
        };
        assert_eq!(boards(&own), boards(&usual));
        let other = fragment.replace(&format!("kind={}", kind.id()), "kind=speech");
        let (back, notices) = link::read(&other);
        assert!(back.question.own.is_none() && !notices.is_empty());
    }
}

/// The three files of an answer hold it: as many rows as offers, and the question again.
#[test]
fn files_hold_the_answer() {
    for kind in Kind::ALL {
        let question = Question::of(*kind);
        let (asked, report) = answered(&question);
        let document = Document {
            question: &question,
            offers: &asked.offers,
            report: &report,
            link: Some("https://example.com/vision/#v=2"),
        };
        let csv = write(Format::Csv, &document);
        assert_eq!(csv.lines().count(), asked.offers.len() + 1);
        let markdown = write(Format::Markdown, &document);
        assert!(markdown.contains("| 1 |") && markdown.contains("example.com"));
        let json: serde_json::Value =
            serde_json::from_str(&write(Format::Json, &document)).unwrap();
        let again = json["question"].as_str().unwrap();
        assert_eq!(link::read(again).0.question, question);
        let first = &json["report"]["candidates"][0];
        assert_eq!(first["verdict"], "meets");
    }
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop::sample::select(Kind::ALL)
}

/// `question` with its load `times` as much.
fn loaded(question: &Question, times: f64) -> Question {
    Question {
        rate: question.rate * times,
        frame_rate: question.frame_rate * times,
        daily: question.daily * times,
        items: question.items.map(|items| items * times),
        ..question.clone()
    }
}

/// The least share of what an easier question costs that a harder one may cost. The language
/// model's search pays for soundness: where the easier one's margin is thin, it may cost so much more.
fn slack(kind: Kind) -> f64 {
    match kind {
        Kind::Prompts => 0.9999 / DEARER,
        _ => 0.9999,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// More load is never cheaper, on no accelerator.
    #[test]
    fn more_load_is_never_cheaper(kind in kinds(), at in 0.05f64..4.0, more in 1.0f64..3.0) {
        let question = loaded(&Question::of(kind), at);
        let (asked, report) = answered(&question);
        let (_, other) = answered(&loaded(&question, more));
        for offer in &asked.offers {
            let id = &offer.accelerator.id;
            if let (Some(few), Some(many)) =
                (money(&report, &asked, id), money(&other, &asked, id))
            {
                // A library's seller may bill begun hours.
                let least = few * slack(kind) - 1.0;
                prop_assert!(many >= least, "{kind:?} {id}: {few} {many}");
            }
        }
    }

    /// A tighter promise is never cheaper, a wider choice never dearer.
    #[test]
    fn promises_and_choices(kind in kinds(), share in 0.3f64..1.0) {
        let question = Question::of(kind);
        let tight = Question {
            limit: question.limit.map(|limit| limit * share),
            ..question.clone()
        };
        let (asked, report) = answered(&question);
        let (_, other) = answered(&tight);
        for offer in &asked.offers {
            let id = &offer.accelerator.id;
            if let Some(hard) = money(&other, &asked, id) {
                let easy = money(&report, &asked, id);
                let slack = slack(kind);
                prop_assert!(easy.is_some_and(|easy| hard >= easy * slack), "{kind:?} {id}");
            }
        }
        let mut narrow = question.clone();
        narrow.fleet.accelerators = vec![
            "nvidia-l4-24gb".to_owned(),
            "nvidia-h100-sxm-80gb".to_owned(),
        ];
        narrow.fleet.accelerators.retain(|id| catalog::accelerator(id).is_some());
        if let (Some(few), Some(all)) = (least(&narrow), least(&question)) {
            prop_assert!(all <= few * 1.0001);
        }
    }

    /// A link reads back as it was written, whatever was asked.
    #[test]
    fn links_read_back(
        kind in kinds(),
        numbers in prop::array::uniform6(1u32..4000),
        amounts in prop::array::uniform4(0.01f64..1e6),
        flags in prop::array::uniform4(any::<bool>()),
    ) {
        let [one, two, three, four, five, six] = numbers;
        let [rate, daily, items, guidance] = amounts;
        let maybe = |value: u32, set: bool| Some(value).filter(|_| set);
        let question = Question {
            model: format!("some/model {one}&="),
            rate,
            daily,
            items: Some(items).filter(|_| flags[0]),
            cameras: one,
            within: Seconds::new(f64::from(two)),
            limit: Some(Seconds::millis(f64::from(three))).filter(|_| flags[1]),
            height: maybe(four, flags[2]),
            width: maybe(five, flags[3]),
            steps: maybe(six, flags[0]),
            guidance: Some(guidance).filter(|_| flags[1]),
            tiling: flags[2],
            current: flags[3],
            weights: if flags[0] { Weights::Nf4 } else { Weights::Bf16 },
            offload: if flags[1] { Offload::Group } else { Offload::None },
            ..Question::of(kind)
        };
        let written = link::write(&Link { question: question.clone(), ..Link::default() });
        let (read, notices) = link::read(&written);
        prop_assert_eq!(notices, Vec::new());
        prop_assert_eq!(read.question, question, "{}", written);
        prop_assert!(link::is_vision(&written));
    }
}

/// Links that were once given away mean what they meant; any other text is read without harm.
#[test]
fn golden_links_hold() {
    for (link, model, kind) in [
        (
            "v=2&task=vision&kind=images",
            "ultralytics/yolo11m",
            Kind::Images,
        ),
        (
            "v=2&task=vision&kind=images&model=timm/resnet50&load=rate&rate=2k&limit=50ms",
            "timm/resnet50",
            Kind::Images,
        ),
        (
            "v=2&task=vision&kind=texts&items=20M&within=3d&tokens=20&document=400",
            "BAAI/bge-m3",
            Kind::Texts,
        ),
        (
            "v=2&task=vision&kind=pictures&model=flux1-dev&daily=20k&limit=8s&weights=fp8",
            "flux1-dev",
            Kind::Pictures,
        ),
        (
            "v=2&task=vision&kind=clips&frames=49&steps=20&split=2&offload=model",
            "wan2.2-ti2v-5b",
            Kind::Clips,
        ),
        (
            "v=2&task=vision&kind=speech&load=streams&streams=200&sound=5&long=no",
            "whisper-large-v3",
            Kind::Speech,
        ),
        (
            "v=2&task=vision&kind=prompts&images=3&height=768&width=1024&in=100",
            "Qwen/Qwen3-VL-8B-Instruct",
            Kind::Prompts,
        ),
    ] {
        let (read, notices) = link::read(link);
        assert_eq!(notices, [], "{link}");
        assert_eq!(
            (read.question.model.as_str(), read.question.kind),
            (model, kind)
        );
        let again = link::write(&read);
        assert_eq!(link::read(&again).0, read);
        let (_, report) = answered(&read.question);
        assert!(report.best.is_some(), "{link}");
    }
    let plain = link::read("v=2&task=vision&kind=pictures&daily=20k&p=0.9")
        .0
        .question;
    assert_eq!(
        (plain.daily, plain.percentile, plain.steps),
        (20_000.0, 0.9, None)
    );
    let (_, notices) = link::read("v=2&task=vision&kind=nonsense&rate=-1&unheard=1");
    assert_eq!(notices.len(), 3);
}

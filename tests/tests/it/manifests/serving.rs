//! Manifests of the calculator's answers: whatever is recommended, is written, with the report's
//! numbers.

use estimator::kubernetes::autoscale;
use estimator::kubernetes::manifest::{
    About, Autoscaler, Choices, Deploy, Devices, NoManifest, Set, Site, Work, deploy, label, trial,
    write,
};
use estimator::serving::autoscaling::{Autoscaling, Controller};
use estimator::serving::command::Asked;
use estimator::serving::link;
use estimator::serving::plan::{Replicas, day};
use estimator::serving::question::Day;
use estimator::serving::report::Candidate;
use estimator::serving::search::search;

pub(super) fn choices() -> Choices {
    Choices {
        name: label("Qwen3-32B"),
        namespace: "inference".to_owned(),
        model: "Qwen/Qwen3-32B".to_owned(),
        image: None,
        form: None,
        devices: Devices::Plugin,
        autoscaler: Autoscaler::None,
        least: None,
        target: None,
        scaling: None,
        to_zero: false,
        queue: None,
        karpenter: false,
        monitored: true,
        site: Site::default(),
    }
}

/// Every candidate of a question that keeps its demands, as manifests.
pub(super) fn written(
    fragment: &str,
    choices: &Choices,
) -> Vec<(String, Result<Deploy, NoManifest>)> {
    let all = tried(fragment, choices).into_iter();
    all.map(|(id, made, _)| (id, made)).collect()
}

/// The autoscaler of some choices.
fn chosen(choices: &Choices) -> Option<Autoscaling> {
    let by = match choices.autoscaler {
        Autoscaler::None => return None,
        Autoscaler::Hpa => Controller::Hpa,
        Autoscaler::Keda => Controller::Keda,
    };
    Some(Autoscaling {
        to_zero: choices.to_zero,
        machines: choices.karpenter,
        least: choices.least,
        ..Autoscaling::ruled(by)
    })
}

/// The same, with the week that the autoscaler is tried on.
fn tried(
    fragment: &str,
    choices: &Choices,
) -> Vec<(String, Result<Deploy, NoManifest>, Option<autoscale::Trial>)> {
    let (read, _) = link::read(fragment);
    let question = read.question;
    let (scenario, offers) = catalog::resolve(&question).unwrap();
    let report = search(&scenario, &offers);
    let hours = catalog::traffic::hours(&question.growth.day);
    let hours = hours.filter(|_| question.growth.day != Day::Even);
    let one = |candidate: &Candidate| {
        let (offer, sizing) = (offers.get(candidate.offer)?, candidate.best.as_ref()?);
        let asked = Asked {
            scenario: &scenario,
            chip: &offer.accelerator,
            sizing,
            node: sizing.node(&scenario, offer),
            model: None,
            quantized: false,
            head: None,
            host: None,
        };
        let kind = Replicas::of(&scenario, offer, sizing);
        let chosen = chosen(choices);
        let week = catalog::traffic::week(&question.growth).unwrap();
        let tried = chosen.map(|chosen| {
            let scaling = (&chosen, &question.growth.scaling);
            trial(&scenario, offer, sizing, week, scaling).ok()
        });
        let plan = hours.map(|hours| day(&kind, hours, 0));
        let product = catalog::product(&offer.accelerator.id);
        let made = deploy(&asked, offer, product, plan.as_ref(), choices.clone());
        let trial = tried.flatten().filter(|_| made.is_ok());
        Some((offer.accelerator.id.clone(), made, trial))
    };
    let meets = report.candidates.iter().filter(|found| found.meets());
    meets.filter_map(one).collect()
}

fn set(deploy: &Deploy) -> Set {
    write(deploy).unwrap()
}

/// Of several questions, every candidate on NVIDIA's and AMD's accelerators is written; the others
/// say why.
#[test]
fn every_answer_is_written() {
    let questions = [
        "v=2",
        "v=2&model=openai/gpt-oss-120b&rate=20&in=2940&out=283&prefix=0.6&ttft=2s&tpot=33.3ms",
        "v=2&model=deepseek-ai/DeepSeek-V3.1&rate=20&in=2000&out=300&ttft=2s&tpot=33.3ms",
        "v=2&model=Qwen/Qwen3-32B&users=100&in=1150&out=211&day=chat",
    ];
    let mut count = (0, 0);
    for question in questions {
        for autoscaler in [Autoscaler::None, Autoscaler::Hpa, Autoscaler::Keda] {
            let asked = Choices {
                autoscaler,
                ..choices()
            };
            for (id, made) in written(question, &asked) {
                match made {
                    Ok(made) => {
                        let files = set(&made).files;
                        let kinds: Vec<About> = files.iter().map(|file| file.about).collect();
                        assert!(kinds.contains(&About::Workload), "{id}");
                        let scaled = kinds.contains(&About::Autoscaler);
                        assert_eq!(scaled, autoscaler != Autoscaler::None, "{id}");
                        count.0 += 1;
                    }
                    Err(NoManifest::Vendor) => {
                        let written = ["nvidia", "amd"].iter().any(|maker| id.starts_with(maker));
                        assert!(!written, "{id}");
                        count.1 += 1;
                    }
                    Err(reason) => panic!("{id} keeps its demands: {reason:?}"),
                }
            }
        }
    }
    assert!(count.0 > 60 && count.1 > 6, "{count:?}");
}

/// What the engine makes while it loads is downloaded as it was released: 70.6e9 parameters of 16 bits
/// are 141 GB, also where eight bits are served; a repository of eight bits is as large as itself.
#[test]
fn the_cache_holds_the_checkpoint_that_is_downloaded() {
    let volume = |question: &str| {
        let mut all = written(question, &choices()).into_iter();
        let made = all.find_map(|(_, made)| made.ok()).unwrap();
        let Work::Serving(serving) = &made.work else {
            panic!("it serves");
        };
        let text: String = set(&made).files.into_iter().map(|file| file.text).collect();
        let (_, size) = text.split_once("sizeLimit: ").unwrap();
        assert!(size.contains("Gi"));
        (serving.weights.to_gb(), text)
    };
    let llama = "v=2&model=meta-llama/Llama-3.3-70B-Instruct&rate=1";
    let (eight, text) = volume(&format!("{llama}&weights=fp8"));
    let (sixteen, _) = volume(&format!("{llama}&weights=bf16"));
    assert!((eight - 141.1).abs() < 0.3, "{eight}");
    assert!((eight - sixteen).abs() < 1e-6);
    // 141.1 GB are 131.4 GiB; compiled graphs take 8.
    assert!(
        text.contains("sizeLimit: 140Gi # weights of 141.1 GB"),
        "{text}"
    );
    let (own, _) = volume("v=2&model=openai/gpt-oss-120b&rate=1&weights=mxfp4");
    assert!(own < 80.0, "{own}");
}

/// The day of a trial is the answer's: at the peak its replicas carry the load; what the
/// manifests say keeps the promise, and what is found by trying costs no more and is written.
#[test]
fn an_autoscaler_is_tried_on_the_answers_day() {
    let asked = Choices {
        autoscaler: Autoscaler::Hpa,
        ..choices()
    };
    let mut cheaper = 0;
    let all = tried("v=2&rate=40&day=chat", &asked);
    assert!(all.len() > 5);
    for (id, made, day) in all {
        let Ok(made) = made else { continue };
        let trial = day.unwrap();
        let day = trial.day;
        let most = day.load.iter().copied().fold(0.0, f64::max);
        assert!((most - 40.0).abs() < 0.5, "{id} {most}");
        assert!(
            f64::from(day.peak) * day.rate >= most * (1.0 - 1e-9),
            "{id}"
        );
        let settings = estimator::kubernetes::manifest::written(&made).unwrap();
        // The manifests have what is tried.
        assert_eq!(settings, trial.ruled, "{id}");
        let fixed = day.fixed().unwrap();
        let as_written = day.tried(settings).unwrap();
        assert!(as_written.late < 0.05, "{id} {as_written:?}");
        let mut search = autoscale::Search::new(day).unwrap();
        while !search.advance() {}
        let found = search.found().unwrap();
        assert!(found.late <= fixed.late + 0.011, "{id} {found:?}");
        assert!(found.replica_hours <= fixed.replica_hours, "{id}");
        cheaper += u32::from(found.replica_hours < as_written.replica_hours);
        let again = Choices {
            scaling: Some(found.settings),
            ..asked.clone()
        };
        let again = written("v=2&rate=40&day=chat", &again);
        let (_, again) = again.into_iter().find(|(other, _)| *other == id).unwrap();
        let texts = set(&again.unwrap()).files;
        let target = format!("averageValue: \"{}\"", found.settings.target);
        assert!(texts.iter().any(|file| file.text.contains(&target)), "{id}");
    }
    assert!(cheaper > 3);
}

/// Replicas are the answer's: all of them at the peak; over a day as few as its least hour needs.
#[test]
fn replicas_are_the_answers() {
    let of = |question: &str| {
        let asked = Choices {
            autoscaler: Autoscaler::Keda,
            ..choices()
        };
        let found = written(question, &asked);
        let all = found.into_iter().filter_map(|(_, made)| made.ok());
        all.map(|made| match made.work {
            Work::Serving(serving) => serving.replicas,
            Work::Training(_) => panic!("it serves"),
        })
        .collect::<Vec<_>>()
    };
    let (flat, daily) = (of("v=2&rate=40"), of("v=2&rate=40&day=chat"));
    assert_eq!(flat.len(), daily.len());
    let mut fewer = 0;
    for (flat, daily) in flat.iter().zip(&daily) {
        assert_eq!(flat.peak, daily.peak);
        assert_eq!(flat.least, flat.peak.min(2));
        assert!(daily.least <= daily.mean && daily.mean <= daily.peak);
        fewer += u32::from(daily.mean < daily.peak);
    }
    assert!(fewer > 0);
}

/// What the reader says of an autoscaler is written, or a problem of its field: no replica, more than
/// the peak's, a target above what a replica carries.
#[test]
fn replicas_and_targets_are_as_typed() {
    let asked = |least, target| {
        let choices = Choices {
            autoscaler: Autoscaler::Keda,
            least,
            target,
            ..choices()
        };
        let mut all = written("v=2&rate=40&day=chat", &choices).into_iter();
        all.find_map(|(_, made)| made.ok()).unwrap()
    };
    let field = |least, target| {
        let problems = write(&asked(least, target)).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:?}");
        problems[0].field.clone()
    };
    let made = asked(Some(1), Some(3.0));
    let text: String = set(&made).files.into_iter().map(|file| file.text).collect();
    assert!(text.contains("minReplicaCount: 1 #"), "{text}");
    assert!(text.contains("threshold: \"3\" # yours"), "{text}");
    let Work::Serving(serving) = &made.work else {
        panic!("it serves");
    };
    let beyond = serving.replicas.peak + 1;
    assert_eq!(field(Some(0), None), "replicas.least");
    assert_eq!(field(Some(beyond), None), "replicas.least");
    assert_eq!(field(None, Some(0.0)), "target");
    assert_eq!(field(None, Some(serving.carries + 1.0)), "target");
}

/// The pause that sleep is weighed by is that of the least hour: 40 requests a second at the peak, and
/// the day's least part of that; without a day, 40.
#[test]
fn sleep_is_weighed_by_the_least_hour() {
    let asleep = Choices {
        autoscaler: Autoscaler::Keda,
        to_zero: true,
        ..choices()
    };
    let hours = catalog::traffic::hours(&Day::Like("chat".to_owned())).unwrap();
    let most = hours.into_iter().fold(0.0, f64::max);
    let least = hours.into_iter().fold(f64::INFINITY, f64::min) / most;
    for (question, pause) in [
        ("v=2&rate=40&day=chat", 1.0 / (40.0 * least)),
        ("v=2&rate=40", 1.0 / 40.0),
    ] {
        for (id, made) in written(question, &asleep) {
            let Ok(Work::Serving(serving)) = made.map(|made| made.work) else {
                continue;
            };
            let gap = serving.gap.unwrap().get();
            assert!((gap / pause - 1.0).abs() < 0.02, "{id} {gap} {pause}");
        }
    }
    let awake = written("v=2&rate=40", &choices());
    let mut works = awake.into_iter().filter_map(|(_, made)| made.ok());
    assert!(works.all(|made| matches!(made.work, Work::Serving(it) if it.gap.is_none())));
}

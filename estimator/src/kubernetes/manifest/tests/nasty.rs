//! Bad questions: the field is named, nothing is written, nothing panics.

use super::super::deploy::*;
use super::super::{label, write};
use super::draw::{Change, served, serving, trained, training};
use crate::engine::Engine;
use crate::quantity::{Bytes, Seconds};
use proptest::prelude::*;

/// The fields that are wrong.
fn wrong(deploy: &Deploy) -> Vec<String> {
    let problems = write(deploy).expect_err("it cannot be written");
    problems.into_iter().map(|problem| problem.field).collect()
}

/// Names that would break a name's place, a quote or a command line.
#[test]
fn bad_names_are_refused() {
    for bad in [
        "", "Chat", "chat_1", "-chat", "chat-", "1chat", "a.b", "ch at", "ä", "a\nb",
    ] {
        let mut asked = serving(served());
        asked.name = bad.to_owned();
        assert_eq!(wrong(&asked), ["name"], "{bad}");
        let mut asked = serving(served());
        asked.namespace = bad.to_owned();
        assert_eq!(wrong(&asked), ["namespace"], "{bad}");
    }
    let mut asked = serving(served());
    asked.name = "a".repeat(41);
    assert_eq!(wrong(&asked), ["name"]);
    for bad in [
        "", "a\"b", "a'b", "a b", "$(x)", "a;b", "../x", "/etc/x", "a\n", "`a`", "--x",
    ] {
        let asked = serving(Serving {
            model: bad.to_owned(),
            ..served()
        });
        assert_eq!(wrong(&asked), ["model"], "{bad}");
    }
    for bad in ["vllm/vllm-openai", "vllm/vllm-openai:latest", "a:b/c"] {
        let asked = serving(Serving {
            image: Some(bad.to_owned()),
            ..served()
        });
        assert_eq!(wrong(&asked), ["image"], "{bad}");
    }
}

/// Numbers and choices that cannot be.
#[test]
fn bad_numbers_and_choices_name_their_field() {
    let changes: [Change<Serving>; 20] = [
        ("replicas.peak", |it| {
            it.replicas.peak = 0;
            it.replicas.least = 0;
            it.replicas.mean = 0;
        }),
        ("replicas.least", |it| it.replicas.least = 7),
        ("replicas.mean", |it| it.replicas.mean = 7),
        ("placement.tensor", |it| it.settings.placement.tensor = 0),
        ("placement", |it| it.settings.placement.tensor = 100_000),
        ("placement", |it| it.settings.placement.tensor = 9),
        ("target", |it| it.target = Some(49.0)),
        ("target", |it| it.target = Some(f64::NAN)),
        ("carries", |it| it.carries = f64::INFINITY),
        ("memory_share", |it| it.settings.memory = Some(1.5)),
        ("context", |it| it.settings.context = Some(0)),
        ("cold_start", |it| it.cold_start = Seconds::new(f64::NAN)),
        ("weights", |it| it.weights = Bytes::new(-1.0)),
        ("held", |it| it.held = Bytes::gb(90.0)),
        ("to_zero", |it| it.to_zero = true),
        ("sharing", |it| it.sharing = Sharing::Mps(2)),
        ("autoscaler", |it| it.engine = Engine::TensorRtLlm),
        ("autoscaler", |it| it.form = Some(Form::Kserve)),
        ("prefill", |it| {
            it.form = Some(Form::Deployment);
            it.prefill = Some(Prefill {
                replicas: 1,
                tensor: 1,
            });
        }),
        ("form", |it| {
            it.form = Some(Form::Deployment);
            it.settings.placement.tensor = 16;
        }),
    ];
    for (field, change) in changes {
        let mut asked = served();
        change(&mut asked);
        let found = wrong(&serving(asked));
        assert!(found.iter().any(|name| name == field), "{field}: {found:?}");
    }
    let mut asked = training(trained());
    asked.queue = None;
    if let Work::Training(run) = &mut asked.work {
        run.form = RunForm::Job;
        run.failures = -1.0;
    }
    assert_eq!(wrong(&asked), ["form", "failures"]);
    let mut asked = serving(served());
    asked.site.prometheus = "http://a\"b".to_owned();
    asked.site.rack = "a b".to_owned();
    asked.monitored = false;
    if let Some(queue) = &mut asked.queue {
        queue.cohort = None;
    }
    let found = wrong(&asked);
    assert_eq!(
        found,
        [
            "site.prometheus",
            "site.rack",
            "queue.borrowing",
            "queue.lending"
        ]
    );
}

proptest! {
    /// A name made of any text is a label.
    #[test]
    fn any_text_makes_a_label(text in ".{0,80}") {
        let mut asked = serving(served());
        asked.name = label(&text);
        prop_assert!(write(&asked).is_ok(), "{}", asked.name);
    }

    /// Any texts and numbers are written or refused.
    #[test]
    fn any_question_is_written_or_refused(
        texts in prop::array::uniform5(".{0,20}"),
        numbers in prop::array::uniform6(any::<f64>()),
        counts in prop::array::uniform6(any::<u32>()),
    ) {
        let [name, model, image, profile, rack] = texts;
        let mut asked = serving(Serving {
            model,
            image: Some(image),
            sharing: Sharing::Mig(profile),
            carries: numbers[0],
            target: Some(numbers[1]),
            cold_start: Seconds::new(numbers[2]),
            weights: Bytes::new(numbers[3]),
            held: Bytes::new(numbers[4]),
            replicas: Replicas { least: counts[1], mean: counts[2], peak: counts[3] },
            ..served()
        });
        asked.name = name;
        asked.site.rack = rack;
        asked.board.node = counts[4];
        if let Work::Serving(serving) = &mut asked.work {
            serving.settings.placement.pipeline = counts[5];
            serving.settings.placement.data = counts[0];
            serving.settings.memory = Some(numbers[5]);
            serving.settings.sequences = Some(counts[0]);
        }
        let _ = write(&asked);
    }
}

//! Heads that draft.

use super::{Settings, plain, words};
use crate::engine::Engine;
use crate::placement::Placement;
use crate::script::Machines;
use crate::serving::command::gap::gaps;
use crate::serving::command::{Draft, Gap, Head, tensorrt};

/// Each kind of head goes by the engine's own name, or stops the command; five tokens.
#[test]
fn heads_by_their_kind() {
    let set = |head| Settings {
        draft: Some(Draft { head, tokens: 5 }),
        ..plain(1)
    };
    let words = |engine, head| words(engine, &set(head)).join(" ");
    let gap = |engine, head| gaps(engine, &set(head), Machines::of(1, 8), false);
    for head in Head::ALL {
        let method = match head {
            Head::Mtp => "mtp",
            Head::Eagle => "eagle",
            Head::Eagle3 => "eagle3",
            Head::Dflash => "dflash",
            Head::Dspark => "dspark",
            Head::Model => "draft_model",
        };
        let vllm = words(Engine::Vllm, head);
        assert!(
            vllm.contains(&format!(r#"{{\"method\":\"{method}\","#)),
            "{vllm}"
        );
        assert_eq!(vllm.contains("${DRAFT:?}"), head != Head::Mtp, "{vllm}");
        assert_eq!(gap(Engine::Vllm, head), []);
        assert_eq!(Head::from_id(head.id()), Some(head));
    }
    assert_eq!(Head::from_id("medusa"), None);
    let sglang = |head| words(Engine::Sglang, head);
    assert!(sglang(Head::Mtp).contains("--speculative-algorithm NEXTN --speculative-num-steps 5"));
    assert!(sglang(Head::Eagle).contains("--speculative-algorithm EAGLE --"));
    // The block has the token before the drafts in it, or not.
    assert!(sglang(Head::Dflash).contains(
        "DFLASH --speculative-draft-model-path ${DRAFT:?} --speculative-num-draft-tokens 6 --en"
    ));
    assert!(sglang(Head::Dspark).contains(
        "DSPARK --speculative-draft-model-path ${DRAFT:?} --speculative-dspark-block-size 5 --en"
    ));
    assert_eq!(gap(Engine::Sglang, Head::Model), [Gap::Head]);
    let llama = |head| words(Engine::LlamaCpp, head);
    assert!(llama(Head::Mtp).contains("--spec-type draft-mtp --spec-draft-n-max 5"));
    assert!(
        llama(Head::Eagle3).contains(
            "--spec-type draft-eagle3 --spec-draft-model ${DRAFT:?} --spec-draft-n-max 5"
        )
    );
    assert!(gap(Engine::LlamaCpp, Head::Eagle).contains(&Gap::Head));
    let tensorrt = |head| tensorrt::config(&set(head)).unwrap_or_default();
    assert_eq!(
        tensorrt(Head::Mtp),
        "speculative_config:\n  decoding_type: MTP\n  max_draft_len: 5\n"
    );
    assert!(tensorrt(Head::Dflash).contains("DFlash\n  speculative_model: ${DRAFT:?}\n"));
    for head in [Head::Eagle, Head::Dspark, Head::Model] {
        assert_eq!(gap(Engine::TensorRtLlm, head), [Gap::Head]);
        assert_eq!(tensorrt(head), "");
    }
}

/// Drafts over two stages: by those engines and heads that do it.
#[test]
fn drafts_over_stages() {
    let of = |engine, head, data, pools| {
        let placement = Placement {
            pipeline: 2,
            data,
            ..Placement::SINGLE
        };
        let set = Settings {
            placement,
            draft: Some(Draft { head, tokens: 3 }),
            ..plain(1)
        };
        gaps(engine, &set, Machines::of(2, 8), pools).contains(&Gap::Stages)
    };
    assert!(!of(Engine::Vllm, Head::Eagle3, 1, false));
    assert!(!of(Engine::Vllm, Head::Mtp, 1, false));
    assert!(of(Engine::Vllm, Head::Dflash, 1, false));
    assert!(!of(Engine::Sglang, Head::Mtp, 1, false));
    assert!(of(Engine::Sglang, Head::Mtp, 2, false));
    assert!(of(Engine::Sglang, Head::Mtp, 1, true));
    assert!(of(Engine::Sglang, Head::Eagle3, 1, false));
    assert!(of(Engine::TensorRtLlm, Head::Mtp, 1, false));
    let alone = Settings {
        draft: Some(Draft {
            head: Head::Mtp,
            tokens: 3,
        }),
        ..plain(2)
    };
    assert_eq!(
        gaps(Engine::TensorRtLlm, &alone, Machines::of(2, 8), false),
        []
    );
}

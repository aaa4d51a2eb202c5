//! What others claim of ways to draw faster, which no public row here supports: named as claims,
//! in no figure. Each is of one kind of denoiser and of what it draws, and is listed for models of
//! that kind alone.

use crate::i18n::{Msg, number, text};
use crate::vision::solve::Answer;
use crate::vision::state::State;
use estimator::vision::sizing::{Kind, Task};
use leptos::prelude::*;

/// A claim in the authors' figures.
struct Claim {
    /// The name of the way.
    name: &'static str,
    /// Whether it is of U-Nets; else of transformers.
    u_net: bool,
    /// What they draw.
    draws: Kind,
    /// How many times as fast, at the most.
    factor: f64,
    /// The source, and the model it is of.
    source: &'static str,
}

const CLAIMS: [Claim; 2] = [
    Claim {
        name: "DeepCache",
        u_net: true,
        draws: Kind::Pictures,
        factor: 2.3,
        source: "arXiv:2312.00858, Stable Diffusion v1.5",
    },
    Claim {
        name: "TeaCache",
        u_net: false,
        draws: Kind::Clips,
        factor: 4.41,
        source: "arXiv:2411.19108, Open-Sora-Plan",
    },
];

impl Claim {
    /// Whether it is of models as the answer's.
    fn is_of(&self, answer: &Answer) -> bool {
        let question = answer.question();
        let Task::Pipeline(model) = &answer.scenario.task else {
            return false;
        };
        question.generates()
            && question.kind == self.draws
            && model.denoiser.is_u_net() == self.u_net
    }

    /// What it is of, in words.
    const fn of(&self) -> Msg {
        if self.u_net {
            Msg::VisionClaimUNets
        } else {
            Msg::VisionClaimTransformersClips
        }
    }

    fn shown(&self) -> AnyView {
        let factor = format!("≤ {} ×", number(self.factor));
        view! {
            <li>
                <b>{self.name}</b>
                " "
                {factor}
                " · "
                {text(self.of())}
                " · "
                {self.source}
            </li>
        }
        .into_any()
    }
}

/// The card; nothing where nothing is drawn, or nobody claims anything of such a model.
#[component]
pub(super) fn Claims() -> impl IntoView {
    let state = State::of_page();
    let content = move || {
        let answer = state.answer.get()?;
        let claims = CLAIMS.iter().filter(|claim| claim.is_of(&answer));
        let claims: Vec<AnyView> = claims.map(Claim::shown).collect();
        let says = match answer.question().kind {
            Kind::Clips => Msg::VisionClaimsSaysClips,
            _ => Msg::VisionClaimsSays,
        };
        (!claims.is_empty()).then(|| card(says, claims))
    };
    view! { {content} }.into_any()
}

fn card(says: Msg, claims: Vec<AnyView>) -> AnyView {
    view! {
        <section class="card claims" aria-labelledby="claims-title">
            <h2 id="claims-title">{text(Msg::VisionClaims)}</h2>
            <p class="aside">{text(says)}</p>
            <ul>{claims}</ul>
        </section>
    }
    .into_any()
}

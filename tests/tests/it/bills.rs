//! Bills of whole answers, by hand: the price of a machine times how many hold the replicas.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

use estimator::confirm::search_confirmed;
use estimator::link;

#[test]
fn printed() {
    for fragment in [
        "v=1",
        "v=1&model=openai/gpt-oss-120b&rate=20&in=2940&out=283&prefix=0.6&ttft=2s&tpot=33.3ms",
        "v=1&model=deepseek-ai/DeepSeek-V3.1&rate=20&in=2940&out=283&prefix=0.6&ttft=2s&tpot=33.3ms&gpus=nvidia-h200-sxm-141gb",
        "v=1&model=Qwen/Qwen3-32B&users=100&in=1150&out=211&in95=4080&out95=451&bursts=1.08&sellers=aws&area=europe",
    ] {
        let (asked, _) = link::read(fragment);
        let (scenario, offers) = catalog::resolve(&asked.question).unwrap();
        let report = search_confirmed(&scenario, &offers);
        println!("## {fragment}");
        for candidate in report.candidates.iter().take(6) {
            let Some(sizing) = &candidate.best else {
                continue;
            };
            let offer = &offers[candidate.offer];
            println!(
                "{} {:?} {:?} r={} extra={} {:?} chance={:?} head={:.2} sim={} {:?}",
                offer.accelerator.id,
                candidate.verdict,
                sizing.estimate.placement,
                sizing.replicas,
                sizing.extra_replicas,
                sizing.cost.map(|cost| cost.bill),
                sizing.chance,
                sizing.headroom,
                sizing.is_simulated(),
                sizing
                    .price(offer)
                    .map(|price| (&price.label, &price.as_of, price.verified)),
            );
        }
    }
}

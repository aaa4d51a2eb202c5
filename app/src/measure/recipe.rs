//! What can be dropped, and the command that records it.

use crate::control::script;
use crate::i18n::{Msg, t, text};
use estimator::script::File;
use leptos::prelude::*;

/// What records, and how.
const RECIPES: [(Msg, &str); 11] = [
    (
        Msg::ProfileRecordTorch,
        "with torch.profiler.profile(\n    record_shapes=True,\n    schedule=torch.profiler.schedule(wait=5, warmup=2, active=3),\n) as p:\n    for batch in loader:\n        train(batch)\n        p.step()\np.export_chrome_trace(\"trace.json.gz\")",
    ),
    (
        Msg::ProfileRecordVllmTrace,
        "vllm serve MODEL --profiler-config.profiler=torch \\\n  --profiler-config.torch_profiler_dir=/tmp/trace\ncurl -X POST http://localhost:8000/start_profile; sleep 5\ncurl -X POST http://localhost:8000/stop_profile",
    ),
    (
        Msg::ProfileRecordNsys,
        "nsys profile -o run python app.py\nnsys export --type sqlite run.nsys-rep",
    ),
    (
        Msg::ProfileRecordNcu,
        "ncu --section SpeedOfLight --csv --page raw python app.py > kernels.csv",
    ),
    (
        Msg::ProfileRecordSmi,
        "nvidia-smi dmon -s pucm -o DT > gpu.txt",
    ),
    (
        Msg::ProfileRecordDcgm,
        "curl -s http://localhost:9400/metrics > gpu.txt",
    ),
    (
        Msg::ProfileRecordVllm,
        "vllm bench serve --model MODEL --dataset-name random \\\n  --max-concurrency 32 --num-prompts 320 --save-result",
    ),
    (
        Msg::ProfileRecordSglang,
        "python -m sglang.bench_serving --backend sglang \\\n  --dataset-name random --max-concurrency 32 \\\n  --num-prompts 320 --output-file result.jsonl",
    ),
    (
        Msg::ProfileRecordMetrics,
        "curl -s http://localhost:8000/metrics > metrics.txt",
    ),
    (
        Msg::ProfileRecordLlama,
        "llama-bench -m model.gguf -p 512 -n 128 -d 0,4096 -o json > result.json",
    ),
    (
        Msg::ProfileRecordMemory,
        "torch.cuda.memory._record_memory_history()\nrun()\ntorch.cuda.memory._dump_snapshot(\"memory.pickle\")",
    ),
];

/// The card.
#[component]
pub(super) fn Recipes() -> impl IntoView {
    let recipe = |(name, command): (Msg, &'static str)| {
        // Its name is of the language.
        let shown = move || {
            script(&File {
                name: text(name),
                text: command.to_owned(),
            })
        };
        view! { <div>{shown}</div> }
    };
    view! {
        <section class="card recipes">
            <h2>{t(Msg::ProfileRecipes)}</h2>
            <p class="aside">{t(Msg::ProfileAlso)} " " {t(Msg::ProfilePacked)}</p>
            {RECIPES.into_iter().map(recipe).collect_view()}
        </section>
    }
    .into_any()
}

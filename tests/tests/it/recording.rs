//! The commands that record what the page about measurements reads: their options are the engine's.

/// Names of options of every engine, from its own sources.
const OPTIONS: &str = include_str!("../../../estimator/tests/it/serving_options.txt");
/// Where such commands stand.
const PLACES: [(&str, &str); 2] = [
    (
        "recipe.rs",
        include_str!("../../../app/src/measure/recipe.rs"),
    ),
    ("profiles.md", include_str!("../../../docs/profiles.md")),
];

/// The trace of a server is asked for by options that vLLM has; a part of one stands behind a dot. The
/// variable of the environment that did it is gone since 0.16.
#[test]
fn a_trace_of_vllm_is_asked_for_by_options() {
    let known = |name: &str| {
        let rows = OPTIONS.lines().filter_map(|row| row.strip_prefix("vllm\t"));
        rows.filter_map(|row| row.split('\t').next())
            .any(|option| option == name)
    };
    for (place, text) in PLACES {
        let asked: Vec<&str> = text
            .split([' ', '\\', '\n', '"'])
            .filter(|word| word.starts_with("--profiler"))
            .collect();
        assert_eq!(asked.len(), 2, "{place}");
        for word in asked {
            let name = word.split(['=', '.']).next().unwrap_or_default();
            assert!(known(name), "{place}: {name}");
        }
    }
    let (_, recipe) = PLACES[0];
    assert!(!recipe.contains("VLLM_TORCH_PROFILER_DIR"));
}

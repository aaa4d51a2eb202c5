//! Manifests of training runs: whatever the page shows, is written in every kind, with the
//! report's numbers and the launch files of its software.

use estimator::hardware::Accelerator;
use estimator::kubernetes::manifest::{
    About, Devices, NoManifest, Ran, RunChoices, RunForm, Set, Site, write,
};
use estimator::training::Job;
use estimator::training::launch::{Cluster, launch};
use estimator::training::link;
use estimator::training::report::Run;
use estimator::training::search::search;

pub(super) fn choices() -> RunChoices {
    RunChoices {
        name: "run".to_owned(),
        namespace: "training".to_owned(),
        image: None,
        form: None,
        devices: Devices::Plugin,
        queue: Some("team".to_owned()),
        karpenter: false,
        site: Site::default(),
    }
}

/// A run of an answer: its accelerator's id, its job, itself, and what manifests are made of.
pub(super) struct Found {
    id: String,
    chip: Accelerator,
    job: Job,
    run: Run,
    node: u32,
    pub(super) ran: Result<Ran, NoManifest>,
}

/// Every candidate of a question that can be placed.
pub(super) fn found(fragment: &str) -> Vec<Found> {
    let (read, _) = link::read(fragment);
    // Software that cannot train this answers nothing.
    let Ok((job, site, limits, offers)) = catalog::resolve_training(&read.question, None) else {
        return Vec::new();
    };
    let report = search(&job, &site, &limits, &read.question.fixed, &offers);
    let one = |candidate: &estimator::training::report::Candidate| {
        let (offer, run) = (offers.get(candidate.offer)?, candidate.best.as_ref()?);
        let chip = &offer.accelerator;
        let node = limits.node(chip);
        let product = catalog::product(&chip.id);
        Some(Found {
            id: chip.id.clone(),
            chip: chip.clone(),
            job: job.clone(),
            run: run.clone(),
            node,
            ran: Ran::of(&job, run, offer, node, false, product),
        })
    };
    report.candidates.iter().filter_map(one).collect()
}

fn written(ran: &Ran, choices: RunChoices) -> Set {
    write(&ran.deploy(choices)).unwrap()
}

fn text(set: &Set, about: About) -> &str {
    let file = set.files.iter().find(|file| file.about == about);
    &file.unwrap().text
}

/// Of several questions and all six kinds of software, every run on NVIDIA's and AMD's
/// accelerators is written with its own launch files; the others say why.
#[test]
fn every_run_is_written() {
    let mut count = (0, 0, 0, 0);
    for stack in [
        "megatron",
        "torchtitan",
        "deepspeed",
        "hf",
        "unsloth",
        "axolotl",
    ] {
        for question in [
            "v=2&task=training&within=none",
            "v=2&task=training&model=70B&method=lora&base=nf4-dq&within=none",
            "v=2&task=training&model=Qwen/Qwen3-32B&for=fine-tuning&tokens=1B&within=7d",
        ] {
            for Found {
                id,
                chip,
                job,
                run,
                node,
                ran,
            } in found(&format!("{question}&stack={stack}"))
            {
                match ran {
                    Ok(ran) => {
                        // Machines of a rack are its trays.
                        let node = ran.deploy(choices()).board.node.min(node);
                        let set = written(&ran, choices());
                        let started =
                            launch(&job, &run.estimate.layout, &Cluster::of(&chip, node, &run))
                                .files;
                        let map = text(&set, About::Launch);
                        for file in &started {
                            assert!(map.contains(&format!("{}: |", file.name)), "{id} {map}");
                        }
                        let several = run.estimate.layout.accelerators > node;
                        let form = if several { "JobSet" } else { "Job" };
                        let kind = format!("kind: {form}\n");
                        assert!(text(&set, About::Run).contains(&kind), "{id} {form}");
                        assert_eq!(ran.accelerators(), run.estimate.layout.accelerators);
                        count.0 += 1;
                    }
                    Err(NoManifest::Vendor) => {
                        assert!(!id.starts_with("nvidia") && !id.starts_with("amd"), "{id}");
                        count.1 += 1;
                    }
                    Err(NoManifest::Gap) => {
                        let files =
                            launch(&job, &run.estimate.layout, &Cluster::of(&chip, node, &run))
                                .files;
                        assert!(files.is_empty(), "{id}");
                        count.2 += 1;
                    }
                    Err(NoManifest::Nothing) => {
                        assert!(run.wall.get() > 3e8 || run.overheads.failures > 1e6, "{id}");
                        count.3 += 1;
                    }
                }
            }
        }
    }
    assert!(count.0 > 60 && count.3 < count.0, "{count:?}");
}

/// The report's numbers stand in the documents: accelerators, checkpoints, time, restarts, quota.
#[test]
fn numbers_are_the_reports() {
    let mut several = 0;
    for Found { id, run, ran, .. } in found("v=2&task=training&within=none&stack=torchtitan") {
        let Ok(ran) = ran else { continue };
        let set = written(&ran, choices());
        let (job, overheads) = (text(&set, About::Run), &run.overheads);
        let stop = (run.wall.get() * 2.0).ceil();
        assert!(
            job.contains(&format!("activeDeadlineSeconds: {stop:.0} #")),
            "{id} {job}"
        );
        let restarts = (overheads.failures * 2.0).ceil().max(1.0);
        let restarts = format!(": {restarts:.0} # 2 x failures");
        assert!(job.contains(&restarts), "{id} {restarts}\n{job}");
        let gib = (overheads.checkpoint.to_gib() * 3.0).ceil().max(1.0);
        let volume = text(&set, About::Checkpoints);
        assert!(
            volume.contains(&format!("storage: {gib:.0}Gi")),
            "{id} {volume}"
        );
        let quota = format!("nominalQuota: \"{}\" #", run.estimate.layout.accelerators);
        assert!(text(&set, About::Quota).contains(&quota), "{id}");
        several += u32::from(job.contains("kind: JobSet"));
    }
    assert!(several > 0);
}

/// Every kind of job is written of every run, but for a `Job` of several nodes.
#[test]
fn each_kind_is_written_or_says_why_not() {
    let all = found("v=2&task=training&within=none&stack=hf");
    let (mut one, mut more) = (0, 0);
    for ran in all.into_iter().filter_map(|found| found.ran.ok()) {
        for form in [
            RunForm::Job,
            RunForm::JobSet,
            RunForm::TrainJob,
            RunForm::PyTorchJob,
        ] {
            let made = ran.deploy(RunChoices {
                form: Some(form),
                ..choices()
            });
            match write(&made) {
                Ok(set) => {
                    assert!(set.files.iter().any(|file| file.about == About::Run));
                    one += 1;
                }
                Err(errors) => {
                    assert_eq!(form, RunForm::Job);
                    assert!(
                        errors.iter().all(|error| error.field == "form"),
                        "{errors:?}"
                    );
                    more += 1;
                }
            }
        }
    }
    assert!(one > 20 && more > 0, "{one} {more}");
}

/// Below claims, a run over trays of one NVLink domain has its object and channel; other boards have
/// claims alone, and Kubeflow's newer kind, whose pods are its runtime's, is refused.
#[test]
fn runs_claim_their_accelerators() {
    let questions = [
        "",
        "&model=meta-llama/Llama-3.1-70B",
        "&model=Qwen/Qwen3-32B",
    ];
    let all = questions.into_iter().flat_map(|model| {
        found(&format!(
            "v=2&task=training&within=none&stack=megatron{model}"
        ))
    });
    let (mut joined, mut apart) = (0, 0);
    for found in all {
        let Ok(ran) = found.ran else { continue };
        let claimed = |form| RunChoices {
            devices: Devices::Claim,
            form,
            ..choices()
        };
        let made = ran.deploy(claimed(None));
        let of_nvidia = found.id.starts_with("nvidia-");
        let set = match write(&made) {
            Ok(set) => set,
            Err(errors) => {
                assert!(!of_nvidia, "{errors:?}");
                assert_eq!(errors[0].field, "devices");
                continue;
            }
        };
        assert!(of_nvidia);
        let abouts: Vec<About> = set.files.iter().map(|file| file.about).collect();
        assert!(abouts.contains(&About::Claim), "{}", found.id);
        assert!(
            set.files
                .iter()
                .all(|file| !file.text.contains("nvidia.com/gpu:"))
        );
        let is_rack = ["nvidia-gb200", "nvidia-gb300"].contains(&found.id.as_str());
        let nodes = made.board.node < ran.accelerators();
        let domain = abouts.contains(&About::Domain);
        if is_rack {
            assert_eq!(made.board.node, 4);
            assert_eq!(domain, nodes && ran.accelerators() <= 72, "{}", found.id);
        }
        joined += u32::from(domain);
        apart += u32::from(!domain && nodes);
        let errors = write(&ran.deploy(claimed(Some(RunForm::TrainJob)))).unwrap_err();
        assert_eq!(errors[0].field, "devices");
    }
    assert!(apart > 0 && joined > 0, "{joined} {apart}");
}

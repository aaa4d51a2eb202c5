//! Names in price lists: as clouds, resellers and people write them.

use catalog::{ListNames, accelerators, prices};
use estimator::choice::Area;
use estimator::import::prices::Names;

/// Ids and names of the catalogue mean themselves.
#[test]
fn ids_and_names_mean_themselves() {
    for record in accelerators() {
        let id = &record.accelerator.id;
        assert_eq!(ListNames.accelerator(id).as_ref(), Some(id));
        assert_eq!(ListNames.accelerator(&id.to_uppercase()).as_ref(), Some(id));
        let bare = record
            .accelerator
            .name
            .split('(')
            .next()
            .unwrap_or_default();
        let found = ListNames.accelerator(bare);
        assert_eq!(found.as_ref(), Some(id), "{bare}");
    }
}

#[test]
fn usual_aliases() {
    for (name, id) in [
        ("H100", "nvidia-h100-sxm-80gb"),
        ("NVIDIA H100 80GB HBM3", "nvidia-h100-sxm-80gb"),
        ("H100-80GB", "nvidia-h100-sxm-80gb"),
        ("H100SXM5", "nvidia-h100-sxm-80gb"),
        ("nvidia-h100-mega-80gb", "nvidia-h100-sxm-80gb"),
        ("H100 PCIe", "nvidia-h100-pcie-80gb"),
        ("h100nvl", "nvidia-h100-nvl-94gb"),
        ("A100 80 GB", "nvidia-a100-sxm-80gb"),
        ("A100-40GB PCIe", "nvidia-a100-pcie-40gb"),
        ("NVIDIA Tesla T4", "nvidia-t4"),
        ("L4", "nvidia-l4"),
        ("L40S", "nvidia-l40s"),
        ("RTX4090", "nvidia-rtx-4090"),
        ("RTX6000-Ada", "nvidia-rtx-6000-ada"),
        ("RTX PRO 6000", "nvidia-rtx-pro-6000-blackwell-server"),
        ("RTX A6000", "nvidia-rtx-a6000"),
        ("MI300X", "amd-mi300x"),
        ("AMD Instinct MI 300X", "amd-mi300x"),
        ("Gaudi 2", "intel-gaudi2"),
        ("Trainium2", "aws-trainium2"),
        ("TPU v5e", "google-tpu-v5e"),
        ("GB200 NVL72", "nvidia-gb200"),
    ] {
        assert_eq!(ListNames.accelerator(name).as_deref(), Some(id), "{name}");
    }
    for name in [
        "",
        "GPU",
        "NVIDIA",
        "H1000",
        "H100 Ultra",
        "80GB",
        "A",
        "RTX",
        "Radeon",
        "100",
        "Vega 64",
        "sxm",
        "H100 or A100",
    ] {
        assert_eq!(ListNames.accelerator(name), None, "{name}");
    }
}

#[test]
fn instances_sellers_and_regions() {
    let h100 = |count| Some(("nvidia-h100-sxm-80gb".to_owned(), count));
    assert_eq!(ListNames.instance("aws", "p5.48xlarge"), h100(8));
    assert_eq!(ListNames.instance("", "P5.48xlarge"), h100(8));
    assert_eq!(ListNames.instance("gcp", "p5.48xlarge"), None);
    assert_eq!(ListNames.instance("", "per GPU"), None);
    for (name, id) in [
        ("AWS", "aws"),
        ("Amazon Web Services", "aws"),
        ("Google Cloud", "gcp"),
    ] {
        assert_eq!(ListNames.seller(name), id);
    }
    assert_eq!(ListNames.seller("ACME Cloud"), "ACME Cloud");
    for (region, area) in [
        ("us-west-2", Area::Americas),
        ("eu-central-2", Area::Europe),
        ("europe-west12", Area::Europe),
        ("swedencentral", Area::Europe),
        ("japanwest", Area::AsiaPacific),
        ("southeastasia", Area::AsiaPacific),
        ("ap-southeast-5", Area::AsiaPacific),
        ("NORTHAMERICA-NORTHEAST1", Area::Americas),
        ("moon-1", Area::Any),
        ("", Area::Any),
    ] {
        assert_eq!(ListNames.area(region), area, "{region}");
    }
    // Rules and records agree, wherever the rules know the region.
    for price in prices() {
        assert_eq!(ListNames.area(price.region), price.area);
    }
}

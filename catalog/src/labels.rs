//! Names of accelerators on the nodes of a cluster.

/// The label of an accelerator's nodes, by its id: `nvidia.com/gpu.product`, the name that the driver
/// gives it, with dashes for blanks (NVIDIA, GPU feature discovery), or `amd.com/gpu.product-name`
/// (AMD, node labeller of the device plugin); `None` where the driver's name is not known.
#[must_use]
pub fn product(id: &str) -> Option<&'static str> {
    Some(match id {
        "nvidia-t4" => "Tesla-T4",
        "nvidia-v100-sxm-32gb" => "Tesla-V100-SXM2-32GB",
        "nvidia-a10" => "NVIDIA-A10",
        "nvidia-a10g" => "NVIDIA-A10G",
        "nvidia-a30" => "NVIDIA-A30",
        "nvidia-a40" => "NVIDIA-A40",
        "nvidia-a100-sxm-40gb" => "NVIDIA-A100-SXM4-40GB",
        "nvidia-a100-sxm-80gb" => "NVIDIA-A100-SXM4-80GB",
        "nvidia-a100-pcie-40gb" => "NVIDIA-A100-PCIE-40GB",
        "nvidia-a100-pcie-80gb" => "NVIDIA-A100-80GB-PCIe",
        "nvidia-l4" => "NVIDIA-L4",
        "nvidia-l40" => "NVIDIA-L40",
        "nvidia-l40s" => "NVIDIA-L40S",
        "nvidia-h100-sxm-80gb" => "NVIDIA-H100-80GB-HBM3",
        "nvidia-h100-pcie-80gb" => "NVIDIA-H100-PCIe",
        "nvidia-h100-nvl-94gb" => "NVIDIA-H100-NVL",
        "nvidia-h200-sxm-141gb" => "NVIDIA-H200",
        "nvidia-b200-sxm" => "NVIDIA-B200",
        "amd-mi300x" => "AMD_Instinct_MI300X_OAM",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::product;
    use crate::accelerators;
    use std::collections::BTreeSet;

    /// No two accelerators share a label, or nodes of one would be taken for the other's.
    #[test]
    fn every_label_is_of_one() {
        let named = accelerators().iter();
        let named: Vec<_> = named
            .filter_map(|record| product(&record.accelerator.id))
            .collect();
        assert!(named.len() >= 15, "{}", named.len());
        assert_eq!(named.iter().collect::<BTreeSet<_>>().len(), named.len());
    }
}

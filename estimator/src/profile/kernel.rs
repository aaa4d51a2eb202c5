//! The class of a kernel by its name: the first row of the table with a pattern that the name
//! has, in any case of letters.
//!
//! A pattern is a substring; `^` binds it to the beginning, `<` to the beginning of a word.
//! A matcher by hand: a library of regular expressions weighs more than all readers together.

/// Classes and their patterns, in order.
const CLASSES: [(&str, &str); 16] = [
    (
        "communication",
        "nccl rccl mscclpp msccl_ oneshotallreduce allreduce all_reduce allgather all_gather reducescatter reduce_scatter alltoall all_toall allto_all all_to_all sendrecv nvshmem deepep deep_ep ::ep:: internode:: intranode:: cross_device_reduce oneshot one_shot twoshot two_shot multimem userbuffers",
    ),
    (
        "copy",
        "^memcpy ^memset ^memory~memcpy ^memory~memset ^[cuda~mem copybuffer fillbuffer hipmemcpy ^copydevicetodevice ^copydevicetohost ^copyhosttodevice ^copyhosttohost",
    ),
    (
        "attention",
        "fmha flash attention attn sdpa splitkv pagedkv paged_kv mla_ batchprefill batchdecode sage_fwd softmaxqk softmax_qk",
    ),
    (
        "convolution",
        "conv!ert scudnn fprop dgrad wgrad implicit_gemm winograd im2col col2im cudnn::ops cudnn::engines cask_cudnn nchwton nhwcton computeoffsets",
    ),
    (
        "gemm",
        "gemm gemv cutlass cublas nvjet xmma wgmma tensorop cijk_ matmul mul_mat mmq <bmm_ ^bmm splitk dot_kernel triton_tem wvspltk machete marlin _mm_kernel fused_moe_kernel",
    ),
    (
        "moe",
        "<moe topkgating topk_gating expert routing permutetokens permute_tokens align_block",
    ),
    (
        "normalisation",
        "norm bn_fw bn_bw rowwisemoments rowwise_moments gammabeta welford",
    ),
    ("softmax", "softmax cross_entropy nll_loss"),
    ("position", "rotary rope_ _rope"),
    (
        "embedding",
        "embedding gather scatter indexselect index_select indexing table_batched lookup",
    ),
    ("optimizer", "multi_tensor_apply adam lamb_ foreach"),
    (
        "quantisation",
        "quant scaled_fp8 cast_to_fp8 cast_back per_token_cast",
    ),
    ("sampling", "sampl topk top_p argmax multinomial radix sort"),
    ("reduction", "reduce cub:: triton_red_ triton_per_ scan"),
    (
        "elementwise",
        "elementwise pointwise vectorized copy catarray fill silu gelu relu glu act_and_mul dropout add_ mul_ clamp where transpose permute unrolled triton_poi upsample interpolate pool cast",
    ),
    ("other", "^"),
];

/// Classes whose arithmetic grows with the square of the bytes they read.
pub const HEAVY: [&str; 3] = ["gemm", "convolution", "attention"];

/// Classes that memory bandwidth limits.
pub const LIGHT: [&str; 9] = [
    "elementwise",
    "normalisation",
    "softmax",
    "reduction",
    "embedding",
    "optimizer",
    "position",
    "quantisation",
    "sampling",
];

/// The class of the kernel of this name.
#[must_use]
pub fn class(name: &str) -> &'static str {
    let name = name.to_ascii_lowercase();
    CLASSES
        .iter()
        .find(|(_, patterns)| patterns.split(' ').any(|pattern| has(&name, pattern)))
        .map_or("other", |(class, _)| class)
}

fn has(name: &str, pattern: &str) -> bool {
    if let Some(start) = pattern.strip_prefix('^') {
        return match start.split_once('~') {
            Some((first, second)) => name
                .strip_prefix(first)
                .and_then(|rest| rest.strip_prefix(' '))
                .is_some_and(|rest| rest.starts_with(second)),
            None => name.starts_with(start),
        };
    }
    if let Some(word) = pattern.strip_prefix('<') {
        return name.match_indices(word).any(|(at, _)| {
            let before = name.get(..at).and_then(|text| text.chars().next_back());
            !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
        });
    }
    if let Some((stem, unless)) = pattern.split_once('!') {
        return name.match_indices(stem).any(|(at, _)| {
            let after = name.get(at + stem.len()..).unwrap_or_default();
            !after.starts_with(unless)
        });
    }
    name.contains(pattern)
}

#[cfg(test)]
mod tests {
    use super::class;

    /// One name a class, and the patterns that a plain substring would get wrong.
    #[test]
    fn the_first_class_that_matches_counts() {
        for (name, expected) in [
            ("ncclDevKernel_AllReduce_Sum_bf16", "communication"),
            ("Memcpy HtoD (Pinned -> Device)", "copy"),
            ("Memory memset", "copy"),
            ("[CUDA memcpy Device-to-Host]", "copy"),
            ("void flash_fwd_kernel<Traits>", "attention"),
            ("convert_kernel", "other"),
            ("conv2d_convert", "convolution"),
            ("sm90_xmma_gemm_bf16", "gemm"),
            ("bmm_E4m3", "gemm"),
            ("a_bmm_x", "other"),
            ("moe_sum", "moe"),
            ("vectorized_layer_norm_kernel", "normalisation"),
            ("triton_poi_fused_add_cos", "elementwise"),
            ("triton_red_fused_x", "reduction"),
            ("spin", "other"),
        ] {
            assert_eq!(class(name), expected, "{name}");
        }
    }
}

//! How long a generation takes, by phase.
//!
//! ```text
//! products  = smax( sequences linear/n ((1-conv)/R + conv/Rc) , weights/(tp pp)/bw ) + unpacking
//!           + eager 8-bit and 4-bit products: 20 bytes a value that is quantised/bw
//! attention = sequences attention/n/R_att (1 + 243/(N+T))
//! others    = phi sequences traffic/n/bw
//! device    = products + attention + others + kernels 3.25 us (0.4 unless eager)
//! step      = smax( device , kernels launch ) + exchange
//! text      = sum over encoders smax( prompts work/k16 , weights/bw , kernels launch )
//! decode    = batch ( work/R_decoder + phi traffic/bw ) , at least its launches
//! offload   = bytes sent/(0.55 PCIe) ; group: step = smax( step , denoiser/(0.55 PCIe) )
//! request   = text + steps step + decode + offload + t0
//! ```
//!
//! Constants of three digits are fitted on the reports of diffusers, xDiT, Wan, `HunyuanVideo`,
//! torchao and `MLPerf`.

use super::{Offload, Question, TextEncoders, Weights, Work};
use crate::quantity::{Bytes, Flops, FlopsPerSecond, Seconds};
use crate::vision::Mode;
use crate::vision::rates::{Products, Rates, Task};
use crate::vision::smooth::{USUAL, larger};

/// Rate of convolutions over that of products: a `UNet`'s, a decoder's.
const CONVOLUTION: f64 = 0.802;
const DECODER: f64 = 0.441;
/// Tokens at which attention reaches half its rate.
const HALF_RATE: f64 = 243.0;
/// Share of the counted traffic that moves: eager, compiled, engine.
const MOVED: [f64; 3] = [0.951, 0.174, 0.433];
/// Bytes of a parameter that is widened, read and written.
const UNPACKED: f64 = 4.0;
/// Bytes that unfused kernels move to quantise a value that a product reads or writes: about
/// five passes in 16 bit (torchao's dynamic formats without a compiler: 11 to 90).
const QUANTISED: f64 = 20.0;
/// Share of products' rate at the thousands of rows of an image, of kernels made for the few rows
/// of a language model's step with 4-bit integers (tinygemm in torchao: 0.075 of products on an
/// A100).
const FEW_ROWS: f64 = 0.075;
/// Seconds from kernel to kernel, and how many remain when they are fused.
const KERNEL: f64 = 3.25e-6;
const REMAINING: f64 = 0.4;
/// Seconds a launch: eager; compiled and engine of those that remain.
const LAUNCH: [f64; 3] = [3.16e-5, 5.02e-6, 3e-6];
const LAUNCHED: [f64; 3] = [1.0, 0.45, 0.5];
/// Share of PCI Express that copies of pageable weights reach.
const COPY: f64 = 0.55;
/// Seconds around a generation: tokeniser, scheduler, post-processing.
const AROUND: [f64; 3] = [0.209, 0.209, 0.0289];

/// Where the time of a generation goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// Rate of products.
    pub product_rate: FlopsPerSecond,
    /// Rate of attention.
    pub attention_rate: FlopsPerSecond,
    /// Products of a step.
    pub products: Seconds,
    /// Attention of a step.
    pub attention: Seconds,
    /// Kernels that only move bytes in a step.
    pub elementwise: Seconds,
    /// Launching a step, on the host.
    pub launch: Seconds,
    /// Exchange of a step between accelerators of a branch.
    pub exchange: Seconds,
    /// Text encoders.
    pub text: Seconds,
    /// One step, all passes.
    pub step: Seconds,
    /// All steps.
    pub denoise: Seconds,
    /// Decoding.
    pub decode: Seconds,
    /// Copies from the host outside steps.
    pub offload: Seconds,
    /// Around a generation.
    pub around: Seconds,
    /// From text to decoded pixels.
    pub request: Seconds,
}

impl Question {
    /// Where the time goes.
    #[must_use]
    pub fn parts(&self, work: &Work) -> Parts {
        let rates = self.board.rates(Task::Denoising);
        let mode = self.software.mode();
        let mut parts = self.stepped(work, &rates);
        parts.text = self.read(work.passes, &rates);
        parts.decode = self.decoded(work, &rates);
        let path = self.board.accelerator.host_path() * COPY;
        let [encoders, denoiser, decoder] = self.kept_bytes();
        let sent = if self.encoders == TextEncoders::Cpu {
            Bytes::ZERO
        } else {
            encoders
        };
        let steps = f64::from(self.steps);
        parts.offload = match self.offload {
            Offload::None => Seconds::ZERO,
            Offload::Model => (sent + denoiser + decoder) / path,
            Offload::Sequential => (sent + denoiser * steps + decoder) / path,
            Offload::Group => {
                let copied = (denoiser / path).get();
                parts.step = Seconds::new(larger(parts.step.get(), copied, USUAL));
                Seconds::ZERO
            }
        };
        parts.denoise = parts.step * steps;
        parts.around = Seconds::new(mode.of(AROUND));
        parts.request = parts.text + parts.denoise + parts.decode + parts.offload + parts.around;
        parts
    }

    /// One step.
    fn stepped(&self, work: &Work, rates: &Rates) -> Parts {
        let (denoiser, mode) = (&self.model.denoiser, self.software.mode());
        let n = self.parallel.branch();
        let split = f64::from(self.parallel.tensor) * f64::from(self.parallel.pipefusion);
        let sequences = self.sequences() / n;
        let rate = rates.products(self.weights.products());
        let convolve = rates.convolutions(rate, CONVOLUTION, true);
        let attend = rates.attention(self.attention);
        let share = denoiser.convolutions;
        let linear = work.linear * sequences;
        let computed = linear * (1.0 - share) / rate + linear * share / convolve;
        let read = Bytes::new(self.weights.bytes(denoiser.parameters) / split) / rates.bandwidth;
        let unpacked = if self.weights.unpacks() {
            UNPACKED * denoiser.parameters
        } else {
            0.0
        };
        let unpacking = Bytes::new(unpacked) / rates.bandwidth;
        let few = if self.weights == Weights::Int4Only {
            FEW_ROWS
        } else {
            1.0
        };
        let values = self.quantised(linear);
        let products = larger(computed.get() / few, read.get(), USUAL)
            + unpacking.get()
            + (values / rates.bandwidth).get();
        let short = 1.0 + HALF_RATE / (work.tokens + work.text_tokens).max(1.0);
        let attention = (work.attention * sequences / attend).get() * short;
        let elementwise = (work.traffic * sequences / rates.bandwidth).get() * mode.of(MOVED);
        let kernels = denoiser.launches() * self.turns();
        let gaps = kernels * KERNEL * if mode == Mode::Eager { 1.0 } else { REMAINING };
        let computing = products + attention + elementwise;
        let launch = kernels * mode.of(LAUNCH) * mode.of(LAUNCHED);
        let exchange = self.exchanged(work.tokens, computing);
        let step = larger(computing + gaps, launch, USUAL) + exchange + self.met(work.tokens);
        Parts {
            product_rate: rate,
            attention_rate: attend,
            products: Seconds::new(products),
            attention: Seconds::new(attention),
            elementwise: Seconds::new(elementwise),
            launch: Seconds::new(launch),
            exchange: Seconds::new(exchange),
            text: Seconds::ZERO,
            step: Seconds::new(step),
            denoise: Seconds::ZERO,
            decode: Seconds::ZERO,
            offload: Seconds::ZERO,
            around: Seconds::ZERO,
            request: Seconds::ZERO,
        }
    }

    /// Bytes moved to quantise the inputs and outputs of products, where nothing fuses it: a
    /// square product of the denoiser's width does as many operations a value as it is wide.
    fn quantised(&self, linear: Flops) -> Bytes {
        let narrow = matches!(
            self.weights.products(),
            Products::Fp8 | Products::Int8 | Products::Four
        );
        // A UNet's products have no one width, and no engine of it quantises without fusing.
        let plain = self.model.denoiser.convolutions < 0.1;
        if narrow && plain && self.software.mode() == Mode::Eager {
            let width = self.model.denoiser.width().max(1.0);
            Bytes::new(QUANTISED * linear.get() / width)
        } else {
            Bytes::ZERO
        }
    }

    /// Text encoders, which compilers leave alone; in 16 bit whatever they are kept in.
    fn read(&self, passes: f64, rates: &Rates) -> Seconds {
        let mode = self.uncompiled(false);
        let prompts = f64::from(self.batch) * passes;
        let encoders = self.model.encoders.iter();
        let seconds = encoders.map(|encoder| {
            let computed = encoder.work * prompts / rates.sixteen;
            let read = Bytes::new(2.0 * encoder.parameters) / rates.bandwidth;
            let launched = f64::from(encoder.kernels) * mode.of(LAUNCH);
            let device = larger(computed.get(), read.get(), USUAL);
            larger(device, launched, USUAL)
        });
        Seconds::new(seconds.sum())
    }

    fn decoded(&self, work: &Work, rates: &Rates) -> Seconds {
        let decoder = &self.model.decoder;
        let mode = self.uncompiled(self.decoder_compiled);
        let wide = self.decoder_is_fp32();
        let (format, x) = if wide {
            // Frameworks let convolutions of fp32 tensors round to 19 bits.
            (Products::Tf32, 2.0)
        } else {
            (Products::Sixteen, 1.0)
        };
        let rate = rates.convolutions(rates.products(format), DECODER, true);
        let moved = work.decoding_traffic / rates.bandwidth * (mode.of(MOVED) * x);
        let device = (work.decoding / rate + moved) * f64::from(self.batch);
        device.max(Seconds::new(f64::from(decoder.kernels) * mode.of(LAUNCH)))
    }

    /// The mode of parts that a compiler leaves alone unless it is told not to.
    fn uncompiled(&self, told: bool) -> Mode {
        match self.software.mode() {
            Mode::Compiled if !told => Mode::Eager,
            mode => mode,
        }
    }

    /// Whether the decoder runs in fp32.
    pub(super) fn decoder_is_fp32(&self) -> bool {
        self.decoder_fp32.unwrap_or(self.model.decoder.fp32)
    }
}

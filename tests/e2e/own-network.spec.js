// A model of one's own on the page about vision: an ONNX file, written here byte by byte, ends in a
// bill, a promise and charts; files that cannot be read say why.
import { expect, expectSane, judge, open, pattern, say, simulated, test, words } from "./page.js";

const text = words.en;
const named = (name) => ({ name, exact: true });
const FEW = "v=2&task=vision&kind=images&gpus=nvidia-h100-sxm-80gb,nvidia-l40s";

const headline = (page) => page.locator("#answer").getByRole("heading", { level: 2 });
const own = (page) => page.getByRole("group", named(text.vision_own));
const problem = (page) => page.locator("#own-problem");
const fragment = (page) => new URL(page.url()).hash.slice(1);
const fact = (page, name) => own(page).getByRole("row").filter({ hasText: name }).getByRole("cell");
const drop = (page, name, buffer) => page.locator("#own-file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });

// The encoding: a number, a field with a number, a field with bytes.
function number(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}
const whole = (field, value) => Buffer.concat([number(field * 8), number(value)]);
const bytes = (field, ...inner) => {
  const body = Buffer.concat(inner.map((one) => Buffer.from(one)));
  return Buffer.concat([number(field * 8 + 2), number(body.length), body]);
};
// A size of 0 is one that the file leaves open.
const size = (value) => bytes(1, value ? whole(1, value) : bytes(2, "open"));
const input = (...sizes) => bytes(11, bytes(1, "x"), bytes(2, bytes(1, whole(1, 1), bytes(2, ...sizes.map(size)))));
const weights = (name, ...sizes) => bytes(5, ...sizes.map((value) => whole(1, value)), whole(2, 1), bytes(8, name));
const node = (op, ...from) => bytes(1, ...from.map((name) => bytes(1, name)), bytes(2, `${op} of ${from}`), bytes(4, op));
const model = (...parts) => Buffer.concat([whole(1, 8), bytes(2, "own"), bytes(7, ...parts)]);

// A convolution of 64 channels and 3 × 3 pixels, and whatever else is asked.
const convolution = (sizes, ...others) => model(node("Conv", "x", "w"), ...others, weights("w", 64, 3, 3, 3), input(...sizes));

test("a dropped network ends in a bill, a promise and charts; undone, linked, removed", async ({ page }) => {
  await open(page, `./vision/#${FEW}`);
  const before = await headline(page).textContent();
  await drop(page, "mine.onnx", convolution([1, 3, 402, 402]));
  await expect(headline(page)).toContainText("mine.onnx");
  await simulated(page);
  await expect(headline(page)).toContainText(/\$[\d.,]+ an hour, \$[\d.,]+ a month/);
  await expect(page.locator("#answer .gauge")).toBeVisible();
  await expect(page.locator("figure.chart .marks path").first()).toBeAttached();
  // 400 × 400 places, 64 sums of 27 products of two operations.
  const side = say(text.vision_own_image, { side: "402" });
  await expect(fact(page, side)).toHaveText(say(text.vision_own_mflop, { amount: "553" }));
  await expect(fact(page, text.vision_own_kernels)).toHaveText("1");
  await expect(own(page)).toContainText(say(text.vision_own_sides, { height: "402", width: "402" }));
  await expectSane(page);
  expect((await judge(page).analyze()).violations).toEqual([]);
  // Another side, and all grows with its pixels.
  await page.getByRole("textbox", named(text.vision_side)).fill("804");
  await expect(fact(page, say(text.vision_own_image, { side: "804" }))).toHaveText(say(text.vision_own_gflop, { amount: "2.21" }));
  await page.getByRole("textbox", named(text.vision_side)).fill("");
  await expect(fact(page, side)).toBeVisible();
  await expect.poll(() => fragment(page)).not.toContain("side=");
  // The link has its counts, and no file.
  const link = fragment(page);
  expect(link).toContain("model=mine.onnx&net=image_1728_402_");
  const answer = await headline(page).textContent();
  await open(page, `./vision/#${link}`);
  await expect(headline(page)).toHaveText(answer);
  await expect(fact(page, side)).toHaveText(say(text.vision_own_mflop, { amount: "553" }));
  expect(fragment(page)).toBe(link);
  // And back to the catalogue, there and back again.
  await own(page).getByRole("button").filter({ hasText: pattern(text.vision_own_remove) }).click();
  await expect(headline(page)).toHaveText(before);
  await page.getByRole("button", named(text.undo)).click();
  await expect(headline(page)).toHaveText(answer);
  await page.getByRole("button", named(text.undo)).waitFor();
});

test("open sizes, other batches, unknown operators and weights beside the file are said", async ({ page }) => {
  await open(page, `./vision/#${FEW}`);
  const odd = [node("Magic", "x"), bytes(5, whole(1, 9), whole(2, 1), bytes(8, "out"), whole(14, 1))];
  await drop(page, "odd.onnx", convolution([8, 3, 0, 0], ...odd));
  await expect(headline(page)).toContainText("odd.onnx");
  await expect(own(page)).toContainText(say(text.vision_own_assumed, { side: "224" }));
  await expect(own(page)).toContainText(say(text.vision_own_batch, { count: "8" }));
  await expect(own(page)).toContainText(say(text.vision_own_strange, { op: "Magic", count: "1", share: "50%" }));
  await expect(own(page)).toContainText(text.vision_own_external);
});

test("the config.json of an encoder brings the question of texts", async ({ page }) => {
  await open(page, `./vision/#${FEW}`);
  const bert = { model_type: "bert", hidden_size: 768, num_hidden_layers: 12, intermediate_size: 3072, vocab_size: 30522, max_position_embeddings: 512, type_vocab_size: 2 };
  await drop(page, "bert.json", Buffer.from(JSON.stringify(bert)));
  await expect(headline(page)).toContainText("bert.json");
  await expect(page.getByRole("combobox", named(text.vision_kind))).toHaveValue("texts");
  await expect(fact(page, text.vision_own_token)).toHaveText(say(text.vision_own_mflop, { amount: "170" }));
  await expect(own(page)).toContainText(text.vision_own_shape);
  await expect(headline(page)).toContainText(/\$[\d.,]+ an hour/);
});

test("a file that cannot be read says why; the answer and the model stay", async ({ page }) => {
  await open(page, `./vision/#${FEW}`);
  const before = await headline(page).textContent();
  const sound = convolution([1, 3, 402, 402]);
  for (const [key, file, values] of [
    ["vision_own_cut", sound.subarray(0, sound.length / 2)],
    ["vision_own_unknown", Buffer.from("This is no model.")],
    ["vision_own_json", Buffer.from('{"model_type": "vit",')],
    ["vision_own_family", Buffer.from('{"model_type": "llama"}'), { name: "llama" }],
    ["vision_own_field", Buffer.from('{"model_type": "vit", "hidden_size": -1}'), { name: "hidden_size" }],
    ["vision_own_no_input", model(node("Relu", "x"))],
    ["vision_own_input", model(node("Relu", "x"), input(0, 512)), { name: "x", sizes: "? × 512" }],
    ["vision_own_sizes", convolution([1, 3, 1, 100_000]), { name: "x", sizes: "1 × 3 × 1 × 100000" }],
    ["vision_own_no_work", model(node("Relu", "x"), input(1, 3, 64, 64))],
  ]) {
    await drop(page, "bad.onnx", file);
    await expect(problem(page)).toHaveText(say(text[key], { file: "bad.onnx", ...values }));
    await expect(headline(page)).toHaveText(before);
  }
  await drop(page, "mine.onnx", sound);
  await expect(problem(page)).toBeEmpty();
  await expect(headline(page)).toContainText("mine.onnx");
});

const json = (value) => Buffer.from(JSON.stringify(value));
const file = (name, value) => ({ name, mimeType: "application/json", buffer: json(value) });

test("the parts of a pipeline come in any order, and those that are missing are named", async ({ page }) => {
  const index = { _class_name: "FluxPipeline", text_encoder: ["transformers", "CLIPTextModel"], transformer: ["diffusers", "FluxTransformer2DModel"], vae: ["diffusers", "AutoencoderKL"] };
  const transformer = { _class_name: "FluxTransformer2DModel", num_layers: 19, num_single_layers: 38, guidance_embeds: true };
  const vae = { _class_name: "AutoencoderKL", block_out_channels: [128, 256, 512, 512], latent_channels: 16, layers_per_block: 2 };
  const clip = { architectures: ["CLIPTextModel"], model_type: "clip_text_model", hidden_size: 768, num_hidden_layers: 12, intermediate_size: 3072, vocab_size: 49408, max_position_embeddings: 77 };
  await open(page, `./vision/#${FEW}`);
  const before = await headline(page).textContent();
  await page.locator("#own-file").setInputFiles([file("config.json", transformer), file("config.json", vae)]);
  await expect(own(page)).toContainText(say(text.vision_own_parts, { names: "model_index.json" }));
  await expect(headline(page)).toHaveText(before);
  await page.locator("#own-file").setInputFiles([file("model_index.json", index)]);
  await expect(own(page)).toContainText(say(text.vision_own_parts, { names: "text_encoder/config.json" }));
  await page.locator("#own-file").setInputFiles([file("config.json", clip)]);
  await expect(page.getByRole("combobox", named(text.vision_kind))).toHaveValue("pictures");
  await expect(own(page)).toContainText(text.vision_own_released);
  await expect(fact(page, text.vision_part_decoder)).toHaveText(say(text.vision_parameters, { millions: "83.8" }));
  await expect(headline(page)).toContainText(/\$[\d.,]+ an hour/);
  // Each file is called config.json: the index says what it is.
  await expect(headline(page)).toContainText("Flux");
  await expectSane(page);
  // The link has its counts.
  await expect.poll(() => fragment(page)).toContain("net=draw_");
  const link = fragment(page);
  const answer = await headline(page).textContent();
  await open(page, `./vision/#${link}`);
  await expect(headline(page)).toHaveText(answer);
});

test("a model that hears brings the question of speech", async ({ page }) => {
  const whisper = { model_type: "whisper", d_model: 384, encoder_layers: 4, decoder_layers: 4, encoder_ffn_dim: 1536, decoder_ffn_dim: 1536, num_mel_bins: 80, vocab_size: 51865 };
  await open(page, `./vision/#${FEW}`);
  await drop(page, "whisper.json", json(whisper));
  await expect(page.getByRole("combobox", named(text.vision_kind))).toHaveValue("speech");
  await expect(own(page)).toContainText(say(text.vision_own_seconds, { count: "30" }));
  await expect(headline(page)).toContainText("whisper.json");
});

test("a name of timm is looked up; one that nobody knows stays with its error", async ({ page }) => {
  await open(page, `./vision/#${FEW}`);
  const model = page.locator("#field-Model");
  await model.fill("resnet26t.ra2_in1k");
  await model.press("Tab");
  await expect(headline(page)).toContainText("resnet26t.ra2_in1k");
  await expect(own(page)).toContainText(text.vision_own_catalogue);
  await model.fill("no_such_net");
  await model.press("Tab");
  await expect(page.locator("#field-Model-problem")).not.toBeEmpty();
});

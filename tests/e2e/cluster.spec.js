// Kubernetes manifests of the answer: the report's numbers, read by a parser of its own.
import { readFile } from "node:fs/promises";
import { parseAllDocuments } from "yaml";
import { expect, judge, open, partsOf, say, test, words } from "./page.js";

const text = words.en;
const H100 = "./#v=2&rate=10&gpus=nvidia-h100-sxm-80gb";

// The card, opened, once its part is there.
async function opened(page) {
  const card = page.locator("section", { has: page.getByRole("heading", { name: text.cluster_heading, exact: true }) });
  await card.scrollIntoViewIfNeeded();
  await card.getByText(text.cluster_open, { exact: true }).click();
  await expect(card.getByLabel(text.cluster_namespace, { exact: true })).toBeVisible();
  return card;
}

async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function documents(page, card) {
  const { bytes } = await saved(page, card.getByRole("button", { name: text.cluster_one_file }));
  const all = parseAllDocuments(bytes.toString());
  for (const one of all) expect(one.errors).toEqual([]);
  return Object.fromEntries(all.map((one) => [one.get("kind"), one.toJS()]));
}

test("documents carry the answer's replicas, placement and load", async ({ page }) => {
  await open(page, H100);
  const row = await partsOf(page).rows.filter({ hasText: text.table_recommended }).innerText();
  const [, replicas] = /(\d+)\s×\s\d+/.exec(row);
  const degree = (name) => Number(new RegExp(`${name}\\s(\\d+)`).exec(row)?.[1] ?? 1);
  const tensor = degree("tp");
  const card = await opened(page);
  const before = await documents(page, card);
  expect(Object.keys(before).sort()).toEqual([
    "Deployment", "Namespace", "PodDisruptionBudget", "PodMonitor", "PrometheusRule", "Service", "ServiceAccount",
  ]);
  expect(before.Deployment.spec.replicas).toBe(Number(replicas));
  const [engine] = before.Deployment.spec.template.spec.containers;
  expect(engine.resources.limits["nvidia.com/gpu"]).toBe(tensor * degree("pp"));
  expect(engine.args).toContain(`--tensor-parallel-size=${tensor}`);
  expect(before.Deployment.spec.template.spec.nodeSelector).toEqual({ "nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3" });
  expect(before.Namespace.metadata.name).toBe("inference");
  // An autoscaler owns the count.
  await card.getByLabel(text.cluster_autoscaler, { exact: true }).selectOption({ label: text.cluster_keda });
  const after = await documents(page, card);
  expect(after.Deployment.spec.replicas).toBeUndefined();
  expect(after.ScaledObject.spec.maxReplicaCount).toBe(Number(replicas));
  expect(after.ScaledObject.spec.scaleTargetRef.name).toBe(after.Deployment.metadata.name);
  const { name, bytes } = await saved(page, card.getByRole("button", { name: text.cluster_folder }));
  expect(name).toMatch(/^rightsize-[a-z0-9-]+-kubernetes\.zip$/);
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.toString("latin1")).toContain("08-autoscaler.yaml");
});

test("an autoscaler is tried on the answer's day, and its settings are taken over", async ({ page }) => {
  await open(page, "./#v=2&rate=200&day=chat&gpus=nvidia-h100-sxm-80gb");
  const card = await opened(page);
  await card.getByLabel(text.cluster_autoscaler, { exact: true }).selectOption({ label: text.cluster_keda });
  const table = card.getByRole("table", { name: text.tried_title });
  const row = (name) => table.getByRole("row").filter({ hasText: name });
  await expect(row(text.tried_found)).toHaveCount(1);
  const hours = async (name) => Number((await row(name).getByRole("cell").first().innerText()).replaceAll(",", ""));
  const [fixed, ruled, found] = [await hours(text.tried_fixed), await hours(text.tried_ruled), await hours(text.tried_found)];
  expect(found).toBeLessThanOrEqual(fixed);
  expect(found).toBeLessThanOrEqual(ruled);
  const values = await row(text.tried_found).getByRole("cell").last().innerText();
  const [target, least, more, window] = values.match(/\d+/g).map(Number);
  const threshold = ({ ScaledObject: { spec } }) => Number(spec.triggers[0].metadata.threshold);
  const before = await documents(page, card);
  await card.getByRole("button", { name: text.tried_apply }).click();
  const after = await documents(page, card);
  expect(threshold(after)).toBe(target);
  expect(after.ScaledObject.spec.minReplicaCount).toBe(least);
  const { scaleUp, scaleDown } = after.ScaledObject.spec.advanced.horizontalPodAutoscalerConfig.behavior;
  expect([scaleUp.policies[0].value, scaleDown.stabilizationWindowSeconds]).toEqual([more, window]);
  await card.getByRole("button", { name: text.tried_undo }).click();
  expect(threshold(await documents(page, card))).toBe(threshold(before));
  await card.getByText(text.as_table, { exact: true }).click();
  await expect(card.getByRole("table", { name: text.tried_chart }).getByRole("row")).toHaveCount(49);
  expect((await judge(page).include("#cluster").analyze()).violations).toEqual([]);
});

test("without a day there is nothing to try an autoscaler on", async ({ page }) => {
  await open(page, H100);
  const card = await opened(page);
  await expect(card.getByText(text.tried_even, { exact: true })).toHaveCount(0);
  await card.getByLabel(text.cluster_autoscaler, { exact: true }).selectOption({ label: text.cluster_hpa });
  await expect(card.getByText(text.tried_even, { exact: true })).toBeVisible();
});

test("a choice that cannot be is said beside its field, and the documents stay", async ({ page }) => {
  await open(page, H100);
  const card = await opened(page);
  const shown = await card.locator("summary code").allInnerTexts();
  const namespace = card.getByLabel(text.cluster_namespace, { exact: true });
  for (const [field, wrong, said] of [
    [namespace, "Chat Team", text.cluster_not_label],
    [card.getByLabel(text.cluster_name, { exact: true }), "9lives", text.cluster_not_name],
    [card.getByLabel(text.cluster_model, { exact: true }), "a'; rm -rf /", text.cluster_not_path],
  ]) {
    await field.fill(wrong);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(card.getByText(said, { exact: true })).toBeVisible();
    expect(await card.locator("summary code").allInnerTexts()).toEqual(shown);
    await expect(field).toHaveValue(wrong);
    await field.fill("");
    await expect(field).not.toHaveAttribute("aria-invalid", "true");
  }
  await card.getByLabel(text.cluster_devices, { exact: true }).selectOption({ label: text.cluster_claim });
  await expect(card.locator("summary code", { hasText: "claim" })).toHaveCount(1);
  await card.getByLabel(text.cluster_form, { exact: true }).selectOption({ label: text.cluster_form_kserve });
  await expect(card.getByText(text.cluster_devices_form, { exact: true })).toBeVisible();
  // Choices stay while the question changes; nothing of them is kept.
  await card.getByLabel(text.cluster_devices, { exact: true }).selectOption({ label: text.cluster_plugin });
  await namespace.fill("chat");
  await page.locator("#field-Traffic").fill("20");
  await expect(card.locator("summary code")).toHaveText(["01-namespace.yaml", "02-workload.yaml"]);
  await expect(namespace).toHaveValue("chat");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect((await judge(page).include("#cluster").analyze()).violations).toEqual([]);
});

test("another maker's accelerator has its own resource, or is said to have none", async ({ page }) => {
  await open(page, "./#v=2&rate=10&gpus=amd-mi300x");
  const { Deployment } = await documents(page, await opened(page));
  const [engine] = Deployment.spec.template.spec.containers;
  expect(Object.keys(engine.resources.limits)).toContain("amd.com/gpu");
  await open(page, "./#v=2&rate=1&gpus=aws-trainium2");
  await expect(await opened(page)).toContainText(text.cluster_vendor);
});

test("a part that cannot be loaded is said, and opening it again loads it", async ({ page }) => {
  await page.route(/\/assets\/cluster-\w+\.wasm/, (route) => route.abort());
  await open(page, H100);
  const card = page.locator("section", { has: page.getByRole("heading", { name: text.cluster_heading, exact: true }) });
  const summary = card.getByText(text.cluster_open, { exact: true });
  await summary.click();
  await expect(card.getByText(text.cluster_failed, { exact: true })).toBeVisible();
  await page.unroute(/\/assets\/cluster-\w+\.wasm/);
  await summary.click();
  await summary.click();
  await expect(card.getByText(say(text.cluster_count, { count: 7 }))).toBeVisible();
  page.watched.problems = page.watched.problems.filter((problem) => !/cluster-\w+\.wasm|ERR_FAILED|fetch/.test(problem));
});

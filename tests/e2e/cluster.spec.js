// Kubernetes manifests of the answer: the report's numbers, read by a parser of its own.
import { readFile } from "node:fs/promises";
import { parseAllDocuments } from "yaml";
import { allCandidates, expect, judge, open, partsOf, remembered, say, simulated, test, words } from "./page.js";

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

async function everyDocument(page, card) {
  const { bytes } = await saved(page, card.getByRole("button", { name: text.cluster_one_file }));
  const all = parseAllDocuments(bytes.toString());
  for (const one of all) expect(one.errors).toEqual([]);
  return all.map((one) => one.toJS());
}

async function documents(page, card) {
  const all = await everyDocument(page, card);
  return Object.fromEntries(all.map((one) => [one.kind, one]));
}

test("documents carry the answer's replicas, placement and load", async ({ page }) => {
  await open(page, H100);
  await allCandidates(page);
  const { rows, cellOf } = partsOf(page);
  const best = rows.filter({ hasText: text.table_recommended });
  const [, replicas] = /(\d+)\s×\s\d+/.exec(await cellOf(best, "col_count").innerText());
  const row = await cellOf(best, "col_split").innerText();
  const degree = (name) => Number(new RegExp(`${name}\\s(\\d+)`).exec(row)?.[1] ?? 1);
  const tensor = degree("tp");
  const card = await opened(page);
  const before = await documents(page, card);
  expect(Object.keys(before).sort()).toEqual([
    "ConfigMap", "Deployment", "Namespace", "PodDisruptionBudget", "PodMonitor", "PrometheusRule", "Service", "ServiceAccount",
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
  expect(bytes.toString("latin1")).toContain("-autoscaler.yaml");
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

test("replicas and targets that cannot be are said at their fields, and sleep with what it saves", async ({ page }) => {
  await open(page, "./#v=2&rate=200&day=chat&gpus=nvidia-h100-sxm-80gb");
  const card = await opened(page);
  await expect(card.getByLabel(text.cluster_least, { exact: true })).toHaveCount(0);
  await card.getByLabel(text.cluster_autoscaler, { exact: true }).selectOption({ label: text.cluster_keda });
  const [least, target] = [text.cluster_least, text.cluster_target].map((name) => card.getByLabel(name, { exact: true }));
  const shown = await documents(page, card);
  for (const [field, wrong, said] of [
    [least, "0", text.cluster_not_least],
    [least, "100000", text.cluster_not_least],
    [target, "many", text.cluster_not_target],
    [target, "999999", text.cluster_not_target],
  ]) {
    await field.fill(wrong);
    await expect(card.getByText(said, { exact: true })).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    expect(await documents(page, card)).toEqual(shown);
    await field.fill("");
  }
  await least.fill("1");
  await target.fill("5");
  await expect.poll(async () => (await documents(page, card)).ScaledObject.spec.triggers[0].metadata.threshold).toBe("5");
  expect((await documents(page, card)).ScaledObject.spec.minReplicaCount).toBe(1);
  await least.fill("");
  await target.fill("");
  // A load that never pauses wakes nobody; one of a request an hour lets it sleep.
  await card.getByLabel(text.cluster_zero, { exact: true }).check();
  await expect(card.locator(".cluster-tried .findings")).toContainText(text.tried_awake.split("{wait}")[0]);
  await page.locator("#field-Traffic").fill("0.0002");
  await expect(card.locator(".cluster-tried .findings")).toContainText(text.tried_sleep.split("{hours}")[0]);
});

test("a search ends when a setting changes or there is no autoscaler any more, and the last answer alone is shown", async ({ page }) => {
  // What the page asks of its workers, and what these say, each with the search's number.
  await page.addInitScript(() => {
    window.asked = [];
    window.heard = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (!this.watched) {
        this.watched = true;
        this.addEventListener("message", ({ data }) => window.heard.push({ at: performance.now(), data }));
      }
      window.asked.push({ at: performance.now(), message });
      return post.call(this, message, ...rest);
    };
  });
  await open(page, "./#v=2&rate=200&day=chat&gpus=nvidia-h100-sxm-80gb");
  const card = await opened(page);
  await card.getByLabel(text.cluster_autoscaler, { exact: true }).selectOption({ label: text.cluster_keda });
  const searching = card.locator(".cluster-outcome").getByRole("status");
  await expect(searching).toBeVisible();
  const least = card.getByLabel(text.cluster_least, { exact: true });
  for (const count of ["2", "3", "4"]) await least.fill(count);
  const table = card.getByRole("table", { name: text.tried_title });
  await expect(table.getByRole("row").filter({ hasText: text.tried_found })).toHaveCount(1);
  // The rules' row is that of the last count, and nothing is said of an earlier search afterwards.
  await expect(table.getByRole("row").filter({ hasText: text.tried_ruled }).getByRole("cell").last()).toContainText(/\b4\b/);
  const late = () => page.evaluate(() => {
    // Messages are lists: their kind, the number of the question, what it is about.
    const searches = window.asked.filter(({ message }) => message[0] === "try").map(({ at, message }) => ({ at, number: message[1] }));
    const last = searches.at(-1);
    const old = window.heard.filter(({ data }) => data[0] === "tried" && data[1] !== last.number);
    // A message that was under way when the field changed may still arrive; half a second later none does.
    return { searches: searches.length, late: old.filter(({ at }) => at > last.at + 500).length };
  });
  const { searches, late: after } = await late();
  expect(searches).toBeGreaterThan(1);
  expect(after).toBe(0);
  // Without an autoscaler the search under way ends with its table.
  await least.fill("5");
  await card.getByLabel(text.cluster_autoscaler, { exact: true }).selectOption({ label: text.cluster_fixed });
  await expect(table).toHaveCount(0);
  await page.waitForTimeout(1500);
  await expect(table).toHaveCount(0);
});

test("the costs are those under the autoscaler that is chosen, wherever they stand", async ({ page }) => {
  await open(page, "./#v=2&rate=200&day=chat&gpus=nvidia-h100-sxm-80gb");
  const card = await opened(page);
  await card.getByLabel(text.cluster_autoscaler, { exact: true }).selectOption({ label: text.cluster_keda });
  const row = card.getByRole("table", { name: text.tried_title }).getByRole("row").filter({ hasText: text.tried_ruled });
  const month = await row.getByRole("cell").nth(1).innerText();
  await expect(page.locator(".plan")).toContainText(month);
  await expect.poll(() => page.url()).toContain("scaler=keda");
  await page.goto(page.url().replace("/#", "/costs/#"));
  await expect(page.locator("main.costs")).toContainText(month);
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
  expect(await remembered(page)).toEqual([]);
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
  await page.route(/\/assets\/cluster-[\w-]+\.wasm/, (route) => route.abort());
  await open(page, H100);
  const card = page.locator("section", { has: page.getByRole("heading", { name: text.cluster_heading, exact: true }) });
  const summary = card.getByText(text.cluster_open, { exact: true });
  await summary.click();
  await expect(card.getByText(text.cluster_failed, { exact: true })).toBeVisible();
  await page.unroute(/\/assets\/cluster-[\w-]+\.wasm/);
  await summary.click();
  await summary.click();
  await expect(card.getByText(say(text.cluster_count, { count: 8 }))).toBeVisible();
  page.watched.problems = page.watched.problems.filter((problem) => !/cluster-[\w-]+\.wasm|ERR_FAILED|fetch/.test(problem));
});

// Fine-tuning on two nodes of eight.
const RUN = "./training/#v=2&task=training&model=70B&stack=hf&within=none&gpus=nvidia-h100-sxm-80gb&count=16";

test("a training run is a job of its launch files, with the answer's nodes, checkpoints and quota", async ({ page }) => {
  await open(page, RUN);
  const launch = page.locator("section.launch");
  await launch.scrollIntoViewIfNeeded();
  const command = await launch.locator("pre").first().innerText();
  const card = await opened(page);
  const before = await documents(page, card);
  expect(Object.keys(before).sort()).toEqual(["ConfigMap", "JobSet", "Namespace", "PersistentVolumeClaim"]);
  expect(before.Namespace.metadata.name).toBe("training");
  expect(before.ConfigMap.data["launch.sh"].trim()).toBe(command.trim());
  const job = before.JobSet.spec.replicatedJobs[0].template.spec;
  expect(job.parallelism * job.template.spec.containers[0].resources.limits["nvidia.com/gpu"]).toBe(16);
  const [train] = job.template.spec.containers;
  expect(train.command).toEqual(["bash", "launch.sh"]);
  const mounted = train.volumeMounts.filter(({ name }) => name === "launch").map(({ subPath }) => subPath);
  expect(mounted.sort()).toEqual(Object.keys(before.ConfigMap.data).sort());
  expect(train.env.find(({ name }) => name === "MASTER_ADDR").value).toMatch(/-node-0-0\./);
  // A queue of the team holds it until it may begin.
  await card.getByLabel(text.cluster_kueue, { exact: true }).check();
  const queued = await documents(page, card);
  expect(queued.JobSet.spec.suspend).toBe(true);
  const quota = queued.ClusterQueue.spec.resourceGroups[0].flavors[0].resources;
  expect(quota.find(({ name }) => name === "nvidia.com/gpu").nominalQuota).toBe("16");
  // A kind that cannot be is said, and the documents stay.
  const form = card.getByLabel(text.cluster_form, { exact: true });
  await form.selectOption({ label: text.cluster_run_job });
  await expect(card.getByText(text.cluster_run_nodes, { exact: true })).toBeVisible();
  await form.selectOption({ label: text.cluster_run_train });
  const { TrainJob } = await documents(page, card);
  expect(TrainJob.spec.trainer.numNodes).toBe(2);
  expect((await judge(page).include("#cluster").analyze()).violations).toEqual([]);
  expect(await remembered(page)).toEqual([]);
});

test("another run changes its documents, and keeps what was chosen", async ({ page }) => {
  await open(page, RUN);
  const card = await opened(page);
  await card.getByLabel(text.cluster_namespace, { exact: true }).fill("research");
  const nodes = async () => (await documents(page, card)).JobSet.spec.replicatedJobs[0].template.spec.parallelism;
  expect(await nodes()).toBe(2);
  await page.goto(RUN.replace("count=16", "count=32"));
  await expect.poll(nodes).toBe(4);
  expect((await documents(page, card)).JobSet.metadata.namespace).toBe("research");
});

test("a fleet is layouts of nodes and a deployment for every replica of the packing", async ({ page }) => {
  await open(page, "./fleet/");
  await simulated(page);
  const card = await opened(page);
  const all = await everyDocument(page, card);
  const kind = (name) => all.filter((one) => one.kind === name);
  const replicas = kind("Deployment").reduce((sum, one) => sum + one.spec.replicas, 0);
  const left = await card.getByText(/^Not written: /).allInnerTexts();
  const unwritten = left.flatMap((words) => words.replace("Not written: ", "").split(". ")[0].split(", "));
  expect(replicas + unwritten.length).toBeGreaterThanOrEqual(9);
  const names = kind("Deployment").map((one) => one.metadata.name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("document-search");
  // Each address has pods, and each pod asks for one GPU, slice or share.
  const labels = kind("Deployment").map((one) => one.spec.template.metadata.labels);
  for (const service of kind("Service")) {
    const selected = labels.filter((own) => Object.entries(service.spec.selector).every(([key, value]) => own[key] === value));
    expect(selected.length, service.metadata.name).toBeGreaterThan(0);
  }
  for (const one of kind("Deployment")) {
    const { limits } = one.spec.template.spec.containers[0].resources;
    const devices = Object.entries(limits).filter(([name]) => name.startsWith("nvidia.com/"));
    expect(devices.map(([, count]) => count), one.metadata.name).toEqual([1]);
    const [[resource]] = devices;
    const nodes = Object.keys(one.spec.template.spec.nodeSelector);
    if (resource.includes("mig-")) expect(nodes).toContain("nvidia.com/mig.config");
    if (resource.endsWith(".shared")) expect(nodes).toContain("nvidia.com/device-plugin.config");
  }
  const namespace = card.getByLabel(text.cluster_namespace, { exact: true });
  await namespace.fill("Not A Label");
  await expect(card.getByText(text.cluster_not_label, { exact: true })).toBeVisible();
  await namespace.fill("apps");
  expect((await everyDocument(page, card)).find((one) => one.kind === "Namespace").metadata.name).toBe("apps");
  expect((await judge(page).include("#cluster").analyze()).violations).toEqual([]);
});

test("a fleet is claimed, scaled, bought and queued as its packing has it", async ({ page }) => {
  const workload = (name, rate, day) => `&w=${name},none,,normal,${encodeURIComponent(`v=2&model=Qwen/Qwen3-8B&weights=fp8&kv=bf16&rate=${rate}&in=500&out=200&day=${day}&tpot=100ms&ttft=5s`)}`;
  await open(page, `./fleet/#v=2&task=fleet${workload("Chat", 200, "office")}${workload("Night", 0.1, "night")}${workload("Notes", 0.1, "office")}&modes=time-slicing&gpus=nvidia-l40s`);
  await simulated(page);
  const card = await opened(page);
  const kinds = async () => {
    const all = await everyDocument(page, card);
    return (kind) => all.filter((one) => one.kind === kind);
  };
  const before = await kinds();
  expect(before("ResourceClaim").length + before("ResourceClaimTemplate").length).toBe(0);
  await card.getByLabel(text.cluster_devices, { exact: true }).selectOption({ label: text.cluster_claim });
  await card.getByLabel(text.cluster_autoscaler, { exact: true }).selectOption({ label: text.cluster_keda });
  await card.getByLabel(text.cluster_karpenter, { exact: true }).check();
  await card.getByLabel(text.cluster_kueue, { exact: true }).check();
  await card.getByLabel(text.cluster_cohort, { exact: true }).fill("gpus");
  const after = await kinds();
  // Every pod claims, and none asks the device plugin.
  const claims = [...after("ResourceClaim"), ...after("ResourceClaimTemplate")].map((one) => one.metadata.name);
  for (const { spec } of after("Deployment")) {
    const [claim] = spec.template.spec.resourceClaims;
    expect(claims).toContain(claim.resourceClaimName ?? claim.resourceClaimTemplateName);
    expect(Object.keys(spec.template.spec.containers[0].resources.limits)).toEqual(["memory"]);
  }
  // The busy one follows its day; of the others it is said why not.
  const [scaler] = after("ScaledObject");
  expect(scaler.spec.scaleTargetRef.name).toBe("chat");
  expect(scaler.spec.minReplicaCount).toBeLessThan(scaler.spec.maxReplicaCount);
  await expect(card.getByText(/^No autoscaler: .*Night/)).toBeVisible();
  expect(after("NodePool").length).toBeGreaterThan(0);
  const quotas = after("ClusterQueue");
  expect(quotas.map((one) => one.metadata.name).sort()).toEqual(["chat", "night", "notes"]);
  expect(new Set(quotas.map((one) => one.spec.cohortName))).toEqual(new Set(["gpus"]));
  await card.getByLabel(text.cluster_cohort, { exact: true }).fill("No Label");
  await expect(card.getByText(text.cluster_not_label, { exact: true })).toBeVisible();
  expect((await judge(page).include("#cluster").analyze()).violations).toEqual([]);
});

test("processes that MPS cannot give unequal parts are said by name, and not written", async ({ page }) => {
  const workload = (name, model) => `&w=${name},none,,normal,${encodeURIComponent(`v=2&model=${model}&weights=fp8&kv=bf16&rate=0.05&in=500&out=50&day=office&tpot=200ms&ttft=20s`)}`;
  const both = workload("Large", "Qwen/Qwen3-32B") + workload("Small", "Qwen/Qwen3-4B");
  await open(page, `./fleet/#v=2&task=fleet${both}&have=nvidia-l40s:1&modes=mps`);
  await simulated(page);
  const card = await opened(page);
  await expect(card.getByText(say(text.cluster_left_unequal, { names: "Large, Small" }), { exact: true })).toBeVisible();
  await expect(card.getByText(text.cluster_fleet_nothing, { exact: true })).toBeVisible();
  await expect(card.locator("summary code")).toHaveCount(0);
});

// Walks of people with a task of their own, each as its user goes it from a fresh page, every click
// and every field counted: what they come to is at most half of what it once was.
import { readFileSync } from "node:fs";
import { expect, open, partsOf, say, simulated, started, test, whole, words } from "./page.js";

// The tabs of the result, as a first visit has them.
test.use({ whole: false });

// A hand that clicks, types and chooses, and counts what it does. A choice from a list is one, so is
// a field with its text.
function handOf(page) {
  const hand = {
    done: 0,
    click: async (target) => {
      hand.done += 1;
      await target.click();
    },
    type: async (field, text) => {
      hand.done += 1;
      await field.fill(text);
      await field.press("Tab");
    },
    choose: async (list, option) => {
      hand.done += 1;
      await list.selectOption(option);
    },
    drop: async (file, content) => {
      hand.done += 1;
      await file.setInputFiles(content);
    },
    // A download, and what is in it.
    take: async (target) => {
      const [file] = await Promise.all([page.waitForEvent("download"), hand.click(target)]);
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    },
  };
  return hand;
}

const button = (page, name) => page.getByRole("button", { name, exact: true });
const link = (page, name) => page.getByRole("link", { name, exact: true });
const summary = (page, name) => page.locator("summary", { hasText: name }).first();

test("a seller, a customer in the room: German, 2,000 employees, AWS, euros, 12 % off, a proposal and its link", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  const hand = handOf(page);
  await hand.choose(page.locator("#language"), "de");
  const text = words.de;
  const { choice, field, headline, amounts, answer, finds, model } = partsOf(page, "de");
  await expect(headline).toContainText("Anfragen");
  // The model.
  await hand.type(model, "Qwen3 32B").catch(() => {});
  await hand.click(finds("model").filter({ hasText: "Qwen3 32B" }).first());
  // The load.
  await hand.choose(choice("counted_in").first(), { label: text.people_with_access });
  await hand.type(field("load_people"), "2000");
  // From whom, at which prices.
  await hand.choose(choice("area"), "europe");
  await hand.choose(choice("currency"), "EUR");
  await hand.click(summary(page, text.fleet_more));
  await hand.click(page.getByRole("group", { name: text.sellers, exact: true }).getByRole("button", { name: /^AWS/ }));
  await hand.type(page.locator("#discount-aws"), "12");
  await simulated(page);
  await expect(headline).toContainText("2.000 Menschen".slice(0, 5));
  await expect(amounts).toContainText(/€/);
  await expect(answer.locator(".bill")).toContainText("AWS");
  // The proposal, with servers of one's own as an option, as a PDF, and its link.
  await hand.click(button(page, text.share));
  await hand.click(link(page, text.share_proposal));
  await page.waitForURL(/proposal\//);
  await started(page);
  await simulated(page);
  const paper = page.getByRole("region", { name: text.proposal_paper, exact: true });
  await expect(paper.getByRole("table", { name: text.proposal_options, exact: true })).toContainText(text.way_owned);
  await expect(paper).toContainText("2.000");
  await expect(paper).toContainText("12");
  await page.evaluate(() => { window.print = () => { window.printed = true; }; });
  await hand.click(button(page, text.proposal_print));
  expect(await page.evaluate(() => window.printed)).toBe(true);
  await hand.click(button(page, text.share));
  await hand.click(button(page, text.share_link));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/off\.aws=0\.12/);
  expect(hand.done).toBeLessThanOrEqual(16);
});

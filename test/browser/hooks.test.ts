import { expect, it } from "vitest";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

it("a person makes a hook, sees its secret once, posts to it, and replays what was passed over", async () => {
  const page = await stage.context.newPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/hooks");
  await page.getByRole("button", { name: "New hook" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Alerts");
  await page.getByText("Advanced").click();
  await page.getByRole("button", { name: "Add a condition" }).click();
  await page.getByLabel("Field 1").fill("body.level");
  await page.getByLabel("Value 1").fill("error");
  await page.getByRole("button", { name: "Create hook" }).click();
  const secret = await page.getByTestId("hook-secret").innerText();
  await page.getByRole("button", { name: "Copy secret" }).click();
  const address = await page
    .getByText(/\/api\/v1\/hooks\/hok_\w+$/)
    .first()
    .innerText();
  await page.getByRole("button", { name: "Done" }).click();

  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const posted = await fetch(address, { method: "POST", headers, body: '{"level":"notice"}' });
  expect(await posted.json()).toMatchObject({ status: "filtered" });
  await page.getByRole("button", { name: "Deliveries of Alerts" }).click();
  const list = page.getByRole("list", { name: "Deliveries of Alerts" });
  await list.getByText("Filtered out").waitFor();
  await list.getByText('body.level is "notice"').waitFor();

  await page.getByRole("button", { name: "Actions for Alerts" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByText("Advanced").click();
  await page.getByRole("button", { name: "Remove condition 1" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await list.getByRole("button", { name: /^Replay/ }).click();
  await list.getByText("Accepted").waitFor();
  expect(await page.content()).not.toContain(secret);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await list.getByRole("link", { name: "Conversation" }).click();
  await page.getByText("Webhook Alerts says").waitFor();
});

it("a person adds an outgoing webhook, sees its secret once, sends a test and sees what became of it", async () => {
  const page = await stage.context.newPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/hooks");
  await page.getByRole("button", { name: "New webhook" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Board");
  await page.getByLabel("Address", { exact: true }).fill("https://board.example.com/in");
  await page.getByRole("button", { name: "Create webhook" }).click();
  const secret = await page.getByTestId("webhook-secret").innerText();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Send a test to Board" }).click();
  const list = page.getByRole("list", { name: "Deliveries of Board" });
  await list.getByText("endpoint.test").first().waitFor();
  expect(await page.content()).not.toContain(secret);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
});

import { expect, it } from "vitest";
import { signedOut } from "../support/browser.ts";
import { scriptedStage } from "../support/scripted-stage.ts";

const stage = scriptedStage();

it("a conversation is shared by link, read by a stranger on a page of its own, and gone once revoked", async () => {
  const formula = "The sum is $a^2 + b^2$.";
  const code = "```js\nconst tide = 2;\n```";
  const drawing = "```mermaid\ngraph TD; A-->B\n```";
  stage.model.script((answer) => answer.text(`## High water\n\n${formula}\n\n${code}\n\n${drawing}`));
  const { id } = await stage.nightjar.request<{ id: string }>("POST", "/conversations", { title: "Tides" });
  const chat = await stage.chat(`/c/${id}`);
  const { page } = chat;
  await page.getByLabel("Message", { exact: true }).fill("When is high water?");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "High water" }).waitFor();
  await page.getByRole("button", { name: "Copy answer" }).waitFor();
  await page.getByRole("button", { name: "Actions for this conversation" }).click();
  await page.getByRole("menuitem", { name: "Share by link" }).click();
  await page.getByLabel("Expires in").selectOption("day");
  await page.getByRole("button", { name: "Create link" }).click();
  const url = await page.getByTestId("link").innerText();

  const stranger = await signedOut(stage.browser, stage.nightjar, { viewport: { width: 390, height: 780 } });
  const tab = await stranger.newPage();
  const problems: string[] = [];
  tab.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const asked = await tab.goto(url);
  expect(asked?.headers()["content-security-policy"]).toContain("default-src 'none'");
  expect(asked?.headers()["x-robots-tag"]).toContain("noindex");
  await tab.getByRole("heading", { name: "Tides" }).waitFor();
  await tab.getByText("When is high water?").waitFor();
  await tab.getByRole("heading", { name: "High water" }).waitFor();
  await tab.locator(".katex").first().waitFor();
  await tab.getByRole("img", { name: /Diagram/ }).waitFor();
  await tab.getByRole("button", { name: "Copy code" }).first().waitFor();
  expect(await stranger.cookies()).toEqual([]);
  expect(problems).toEqual([]);
  expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(390);

  await page.getByRole("button", { name: "Actions for the link to Tides" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Actions for the link to Tides" }).waitFor({ state: "detached" });
  await tab.reload();
  await tab.getByRole("alert").getByText("This link doesn't work any more.").waitFor();
  await stranger.close();
});

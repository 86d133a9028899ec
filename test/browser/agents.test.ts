import { expect, it } from "vitest";
import { ChatView } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

it("an agent is made, talked to, changed and brought back on its page", async () => {
  const page = await stage.goTo("/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByRole("button", { name: "From scratch" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ada Gärtner");
  await page.getByLabel("Instructions").fill("Speak of gardens.");
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.getByText("Ada Gärtner is ready.").waitFor();
  await page.getByRole("button", { name: "Back to agents" }).click();
  await page.getByText("@ada-gartner").waitFor();

  stage.model.script((answer) => answer.text("The beans are up."));
  await page.getByRole("button", { name: "Talk to Ada Gärtner" }).click();
  const chat = new ChatView(page);
  await chat.say("How is the garden?");
  await chat.reads("The beans are up.");
  await chat.finished();
  const [asked] = stage.model.requests.slice(-1);
  expect(JSON.stringify(asked?.messages[0])).toContain("Speak of gardens.");

  await page.getByRole("link", { name: "Agents" }).click();
  await page.getByRole("link", { name: "Ada Gärtner" }).click();
  await page.getByText("Advanced").click();
  await page.getByLabel("Temperature").fill("hot");
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: /number/i })
    .waitFor();
  await page.getByLabel("Temperature").fill("0.4");
  await page.getByLabel("Instructions").fill("Speak of seas.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  // Its editor has an address of its own.
  expect(new URL(page.url()).pathname).toBe("/agents/ada-gartner");
  await page.reload();
  await page.getByRole("radio", { name: "Versions" }).press("Space");
  await page.getByRole("button", { name: "Compare version 1 with now" }).click();
  await page.getByText("+ Speak of gardens.").waitFor();
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await page.getByText("restored to version 1").waitFor();
  const kept = await stage.nightjar.request<object>("GET", "/agents/ada-gartner");
  expect(kept).toMatchObject({ version: 3, instructions: "Speak of gardens.", temperature: null });
  await stage.nightjar.request("DELETE", "/agents/ada-gartner");
});

it("an agent begins as a template, is tried out before it is saved, and copied", async () => {
  const page = await stage.goTo("/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByRole("button", { name: /^Tutor/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("Sokrates");
  await page.getByRole("button", { name: "Try it out" }).click();
  const tryOut = page.getByRole("region", { name: "Trying out Sokrates" });
  const say = async (words: string) => {
    await tryOut.getByLabel("Message to Sokrates").fill(words);
    await tryOut.getByLabel("Message to Sokrates").press("Enter");
  };
  stage.model.script((answer) => answer.text("What do you think?"));
  await say("Why is the sky blue?");
  await tryOut.getByText("What do you think?").waitFor();
  await page.getByLabel("Instructions", { exact: true }).fill("Answer in verse.");
  stage.model.script((answer) => answer.text("O sky, so wide."));
  await say("And now?");
  await tryOut.getByText("O sky, so wide.").waitFor();
  expect(JSON.stringify(stage.model.requests.at(-1)?.messages[0])).toContain("Answer in verse.");
  const listed = await stage.nightjar.request<{ items: { title: string }[] }>("GET", "/conversations");
  expect(listed.items.filter(({ title }) => title.includes("Sokrates"))).toEqual([]);

  await page.getByText("Advanced").click();
  await page.locator("summary", { hasText: "The web" }).click();
  await page.getByLabel("Permissions of Read pages").selectOption("deny");
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.getByText("Sokrates is ready.").waitFor();
  await page.waitForURL("**/agents/sokrates");
  await page.getByRole("button", { name: "Actions for Sokrates" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await page.getByRole("heading", { name: "Sokrates (copy)" }).waitFor();
  const copy = await stage.nightjar.request<object>("GET", "/agents/sokrates-copy");
  expect(copy).toMatchObject({
    instructions: "Answer in verse.",
    memory: "own",
    tools: { web_fetch: "deny" },
  });
  for (const slug of ["sokrates", "sokrates-copy"]) await stage.nightjar.request("DELETE", `/agents/${slug}`);
});

it("who may talk to an agent is picked by name, and taken out again", async () => {
  const said = { username: "lamarr", role: "member", name: "Hedy Lamarr" };
  const hedy = await stage.nightjar.request<{ id: string }>("POST", "/users", said);
  await stage.nightjar.request("POST", "/agents", { slug: "radio", name: "Radio", instructions: "Hop." });
  const page = await stage.goTo("/agents");
  await page.getByRole("link", { name: "Radio" }).click();
  await page.getByText("Advanced").click();
  await page
    .locator("label", { hasText: "Everyone with an account" })
    .getByRole("combobox")
    .selectOption("named");
  const picker = page.getByRole("combobox", { name: "Who can talk to it" });
  await picker.pressSequentially("Hedy");
  const offered = page.locator(`[id="${await picker.getAttribute("list")}"] option`);
  await offered.filter({ hasText: "lamarr" }).waitFor({ state: "attached" });
  // As the browser does when a name is chosen from the list.
  await picker.fill("Hedy Lamarr");
  const chosen = page.getByRole("list", { name: "Who can talk to it" });
  await chosen.getByText("Hedy Lamarr").waitFor();
  await expect.poll(() => picker.inputValue()).toBe("");
  await picker.fill("psn_nobody");
  await picker.press("Enter");
  await page.getByRole("button", { name: "Remove psn_nobody" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  const kept = await stage.nightjar.request<object>("GET", "/agents/radio");
  expect(kept).toMatchObject({ audience: [hedy.id] });
  await stage.nightjar.request("DELETE", "/agents/radio");
});

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { signedOut } from "../support/browser.ts";
import { scriptedStage } from "../support/scripted-stage.ts";

const stage = scriptedStage();

/** A browser of their own, signed in by a link that the admin makes. */
async function signedIn(person: string): Promise<Page> {
  const { url } = await stage.nightjar.request<{ url: string }>("POST", "/auth/links", { person_id: person });
  const page = await (await signedOut(stage.browser, stage.nightjar)).newPage();
  await page.goto(url);
  await page.getByLabel("Message", { exact: true }).waitFor();
  return page;
}

it("an owner lets somebody in, who finds it and reads along in two tabs, and signs out in both with one", async () => {
  const grace = await stage.nightjar.request<{ id: string }>("POST", "/users", {
    name: "Katherine Johnson",
    username: "johnson",
    role: "member",
  });
  const { id } = await stage.nightjar.request<{ id: string }>("POST", "/conversations", {
    title: "Compilers",
  });
  const page = await stage.context.newPage();
  const headers = { "content-type": "text/plain", origin: stage.nightjar.url };
  const uploaded = await page.request.post("/api/v1/files?name=cobol.txt", { data: "MOVE", headers });
  const { file_id } = await uploaded.json();
  stage.model.script((answer) => answer.text(`I see. ![Cards](/api/v1/files/${file_id})`));
  const said = { text: "Look", files: [{ file_id }] };
  await stage.nightjar.request("POST", `/conversations/${id}/messages`, said);
  await page.goto(`/c/${id}`);
  await page.getByRole("button", { name: "Actions for this conversation" }).click();
  await page.getByRole("menuitem", { name: "Share", exact: true }).click();
  const field = page.getByRole("combobox", { name: "Name or username" });
  await field.fill("kath");
  await page.getByRole("option", { name: "Katherine Johnson" }).waitFor();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect.poll(() => field.inputValue()).toBe("Katherine Johnson");
  await page.getByLabel("Rights").selectOption("read");
  await page.getByRole("button", { name: "Add" }).click();
  const rights = page.getByLabel("Permissions of Katherine Johnson");
  await expect.poll(() => rights.inputValue()).toBe("read");

  const tab = await signedIn(grace.id);
  await tab.getByRole("link", { name: "Compilers" }).click();
  await tab.getByRole("heading", { name: "Compilers" }).waitFor();
  await tab.getByText("You can read this conversation but not write.").waitFor();
  await tab.getByRole("button", { name: "Actions for Compilers" }).click();
  await expect
    .poll(() => tab.getByRole("menuitem").allInnerTexts())
    .toEqual(["Select", "Save as Markdown", "Save as JSON", "Print", "Who is in it", "Leave"]);
  await tab.keyboard.press("Escape");
  await expect.poll(() => tab.getByLabel("Message", { exact: true }).count()).toBe(0);
  await tab.getByRole("button", { name: "cobol.txt" }).click();
  await tab.getByText("MOVE").waitFor();
  const shown = await tab.getByRole("img", { name: "Cards" }).getAttribute("src");
  expect(shown).toBe(`/api/v1/files/${file_id}?conversation=${id}`);
  expect((await tab.request.get(shown ?? "")).status()).toBe(200);
  await tab.getByRole("button", { name: "Actions for this conversation" }).click();
  await tab.getByRole("menuitem", { name: "Who is in it" }).click();
  await tab.getByRole("list", { name: "Who is in it" }).getByText("Read", { exact: true }).waitFor();
  await tab.getByRole("button", { name: "Done" }).click();
  const other = await tab.context().newPage();
  await other.goto("/settings");
  await other.getByRole("button", { name: "Sign out", exact: true }).click();
  await other.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await tab.getByRole("button", { name: "Sign in", exact: true }).waitFor();

  await page.getByRole("button", { name: "Remove Katherine Johnson" }).click();
  await rights.waitFor({ state: "detached" });
});

import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

const said = (parent: string | null, role: string, text: string, create_time: number) => ({
  parent,
  message: { author: { role }, create_time, content: { content_type: "text", parts: [text] } },
});

/** Export of ChatGPT with one conversation that has two answers, and something that is none. */
const EXPORT = zipSync({
  "conversations.json": strToU8(
    JSON.stringify([
      {
        conversation_id: "imported-herons",
        title: "Herons at the lake",
        current_node: "c",
        mapping: {
          a: said(null, "user", "Do herons sleep standing?", 1_700_000_000),
          b: said("a", "assistant", "No.", 1_700_000_001),
          c: said("a", "assistant", "Yes, on one leg.", 1_700_000_002),
        },
      },
      { id: 7 },
    ]),
  ),
});

it("an export is previewed, imported, reported, and read with its branches", async () => {
  const page = await stage.goTo("/settings");
  const section = page.getByRole("region", { name: "Imports" });
  await section.getByRole("button", { name: "Import data" }).click();
  const dialog = page.getByRole("dialog");
  const file = { name: "chatgpt.zip", mimeType: "application/zip", buffer: Buffer.from(EXPORT) };
  await dialog.getByLabel("Files to import").setInputFiles([file]);
  await dialog.getByText("1 conversation · 3 messages · 1 on another branch").waitFor();
  await dialog.getByText("Among them: Herons at the lake").waitFor();
  await dialog.getByText("1 item is left out").waitFor();
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  const row = dialog.getByRole("row", { name: "Conversations" });
  await row.waitFor();
  await expect.poll(() => row.getByRole("cell").allInnerTexts()).toEqual(["1", "0", "0", "0"]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await section.getByText("Done · 1 conversation").waitFor();

  // It is as old as its messages: other conversations may stand before it.
  await page.getByLabel("Search conversations").fill("herons at");
  await page.getByRole("link", { name: "Herons at the lake" }).first().click();
  await page.getByText("Yes, on one leg.").waitFor();
  await page.getByRole("button", { name: "Earlier version" }).click();
  await page.getByText("No.", { exact: true }).waitFor();
});

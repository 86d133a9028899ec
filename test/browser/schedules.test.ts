import { describe, expect, it } from "vitest";
import { until } from "../support/process/until.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

interface Schedule {
  name: string;
  words: string;
  state: string;
  last_run: { state: string; delivery: string } | null;
}

const schedules = () => stage.nightjar.request<{ items: Schedule[] }>("GET", "/schedules");

describe("the page of schedules", () => {
  it("makes one with its times in plain words, runs it, pauses it and removes it", async () => {
    const voice = stage.model.voice("Write the digest of the day");
    voice.script((answer) => answer.text("Nothing new."));
    const page = await stage.goTo("/schedules");
    await page.getByRole("button", { name: "New schedule" }).click();
    const form = page.getByRole("dialog", { name: "New schedule" });
    await form.getByLabel("Name").fill("Digest");
    await form.getByLabel("Task", { exact: true }).fill("Write the digest of the day");
    await form.getByLabel("At", { exact: true }).fill("07:30");
    await form.getByText("every weekday at 7:30 AM").waitFor();
    await form.getByText(/Next: .*;.*;/).waitFor();
    await form.getByRole("button", { name: "Create schedule" }).click();

    const table = page.getByRole("table", { name: "Schedules" });
    await table.getByText("Every weekday at 7:30 AM").waitFor();
    const calendar = page.getByRole("region", { name: "Calendar" });
    await expect.poll(() => calendar.getByText("Digest").count()).toBeGreaterThan(2);
    await table.getByRole("button", { name: "Next run" }).click();
    await table.locator('[aria-sort="ascending"]', { hasText: "Next run" }).waitFor();

    // The row leads to the schedule's page.
    await table.getByRole("link", { name: "Digest" }).click();
    await page.getByRole("button", { name: "Run now" }).click();
    await until(schedules, ({ items }) => items[0]?.last_run?.state === "completed");
    await page.getByRole("list", { name: "Past runs of Digest" }).getByText("Done").waitFor();
    await page.getByRole("link", { name: "Back to schedules" }).click();

    const act = async (name: string) => {
      await table.getByRole("button", { name: "Actions for Digest" }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await act("Pause");
    await table.getByText("paused").waitFor();
    await act("Edit");
    const edit = page.getByRole("dialog", { name: "Edit Digest" });
    await edit.getByLabel("When").selectOption({ label: "Every N minutes" });
    await edit.getByText("every hour").waitFor();
    await edit.getByRole("button", { name: "Save" }).click();
    await table.getByText("Every hour").waitFor();
    expect((await schedules()).items).toMatchObject([{ words: "every hour", state: "paused" }]);

    await act("Remove");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await table.waitFor({ state: "detached" });
    expect((await schedules()).items).toEqual([]);
  });
});

describe("the page of automations", () => {
  it("lists a schedule with its runs; a thumb with a word on an answer is on the agent's page, and is taken back", async () => {
    const voice = stage.model.voice("Count the birds");
    voice.script((answer) => answer.text("Three birds."));
    const made = await stage.nightjar.request<{ id: string }>("POST", "/schedules", {
      ...{ name: "Bird count", text: "Count the birds", cron: "0 9 * * 1", time_zone: "UTC" },
    });
    await stage.nightjar.request("POST", `/schedules/${made.id}/run`, {});
    const page = await stage.goTo("/automations");
    const row = page.getByRole("row").filter({ hasText: "Bird count" });
    await row.getByText("Succeeded").waitFor();
    await row.getByRole("button", { name: "Past runs of Bird count" }).click();
    const runs = page.getByRole("list", { name: "Past runs of Bird count" });
    await runs.getByText("Succeeded").waitFor();
    await page.getByText("Find conversations to summarise").waitFor();

    await runs.getByRole("link", { name: "Conversation" }).click();
    const bad = page.getByRole("button", { name: "Bad answer" });
    await bad.click();
    await page.getByText("You manage Nightjar: your feedback is on its page.").waitFor();
    await page.getByRole("button", { name: "Wrong" }).click();
    await page.getByRole("textbox", { name: "Your comment" }).fill("There were four.");
    await page.getByRole("button", { name: "Send feedback" }).click();
    await page.getByRole("form", { name: "Feedback on this answer" }).waitFor({ state: "detached" });

    await stage.goTo("/agents/nightjar");
    const said = page.getByRole("list", { name: "Feedback" }).getByRole("listitem");
    await said.getByText("There were four.").waitFor();
    await said.getByRole("link").click();
    await page.locator('[aria-label="Bad answer"][aria-pressed="true"]').click();
    await page.locator('[aria-label="Bad answer"][aria-pressed="false"]').waitFor();
    await stage.nightjar.request("DELETE", `/schedules/${made.id}`);
  });
});

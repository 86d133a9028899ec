/** An export of another program comes in, and goes on as a conversation here. */
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { TOKEN } from "../../support/process/nightjar.ts";
import type { Stage } from "./stage.ts";

const activity = (title: string, time: string, html: string) => ({
  header: "Gemini Apps",
  title,
  time,
  products: ["Gemini Apps"],
  safeHtmlItem: [{ html }],
});
const ACTIVITIES = [
  activity("Prompted And herons?", "2026-03-01T10:05:00.000Z", "<p>They <b>eat</b> fish.</p>"),
  activity("Prompted What do owls eat?", "2026-03-01T10:00:00.000Z", "<p>Mice.</p>"),
];

interface Conversation {
  id: string;
  title: string;
}

export function imports(stage: () => Stage): void {
  it("brings in what was said elsewhere", async () => {
    const { nightjar } = stage();
    const path = "Takeout/My Activity/Gemini Apps/MyActivity.json";
    const body = zipSync({ [path]: strToU8(JSON.stringify(ACTIVITIES)) });
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/zip" };
    const sent = { method: "POST", headers, body: new Uint8Array(body) };
    const answer = await fetch(`${nightjar.url}/api/v1/import`, sent);
    expect(await answer.json()).toMatchObject({ imported: 1, unread: 0, left: 0 });
    const { items } = await nightjar.request<{ items: Conversation[] }>("GET", "/conversations?q=owls");
    const route = `/conversations/${items[0]?.id}/messages`;
    const { items: messages } = await nightjar.request<{ items: { parts: { text: string }[] }[] }>(
      "GET",
      route,
    );
    expect(messages.map(({ parts }) => parts[0]?.text)).toEqual([
      "What do owls eat?",
      "Mice.",
      "And herons?",
      "They **eat** fish.",
    ]);
  });
}

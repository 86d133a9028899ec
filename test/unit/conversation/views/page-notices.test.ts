/** Notices between turns, such as who was let in, are there after a reload, each on the page where it was told. */
import { describe, expect, it } from "vitest";
import { messagePage } from "../../../../durable-objects/conversation/views/message-page.ts";
import type { MessageId } from "../../../../src/domain/ids.ts";
import { ConversationRig, says, wait } from "../../../support/machine/rig.ts";

const DAY_MS = 86_400_000;

async function letIn(rig: ConversationRig, name: string): Promise<void> {
  await rig.machine.request(({ changes }) =>
    changes.share({ person: `usr_${name}`, name, rights: ["read", "write"] }),
  );
}

async function said(rig: ConversationRig, text: string): Promise<void> {
  await rig.say(text);
  await rig.pass(1_000);
}

function pageOf(rig: ConversationRig, before: MessageId | null, limit: number) {
  const page = messagePage(rig.store, before, limit);
  const words = (id: string | null) => {
    const part = page.items.find((message) => message.id === id)?.parts[0];
    return part?.type === "text" ? part.text : null;
  };
  return { ...page, told: page.notices.map(({ after, text }) => [words(after), text.split(" ")[0]]) };
}

/** Ann was let in before anything was said, Ben after the first answer, Cleo after the second. */
async function shared(): Promise<ConversationRig> {
  const rig = new ConversationRig({ model: (_request, n) => says(`Answer ${n}`) });
  await letIn(rig, "Ann");
  await rig.pass(1_000);
  for (const [text, name] of [
    ["One", "Ben"],
    ["Two", "Cleo"],
  ] as const) {
    await said(rig, text);
    await letIn(rig, name);
    await rig.pass(1_000);
  }
  return rig;
}

describe("a page of messages", () => {
  it("has the notices told between its turns, each after its message", async () => {
    const rig = await shared();
    expect(pageOf(rig, null, 30).told).toEqual([
      [null, "Ann"],
      ["Answer 1", "Ben"],
      ["Answer 2", "Cleo"],
    ]);
  });

  it("has its own notices alone, and the pages together have each once", async () => {
    const rig = await shared();
    const newest = pageOf(rig, null, 2);
    expect(newest.told).toEqual([["Answer 2", "Cleo"]]);
    const older = pageOf(rig, newest.next_cursor, 2);
    expect(older.told).toEqual([
      [null, "Ann"],
      ["Answer 1", "Ben"],
    ]);
  });

  it("still has them when the bulk of old events was dropped", async () => {
    const rig = await shared();
    await rig.pass(40 * DAY_MS);
    rig.store.log.thin(rig.store.log.seq, rig.timeline.now);
    expect(pageOf(rig, null, 30).told).toHaveLength(3);
  });

  it("has them where nothing was said yet, and nothing before the first message", async () => {
    const rig = new ConversationRig({ model: () => says("Hello.") });
    await letIn(rig, "Ann");
    expect(pageOf(rig, null, 30).told).toEqual([[null, "Ann"]]);
    await said(rig, "One");
    const first = pageOf(rig, null, 30).items[0]?.id ?? null;
    expect(pageOf(rig, first, 30)).toMatchObject({ items: [], notices: [] });
  });

  it("has those of its answers, before the answer or after it, and none of one on another page", async () => {
    const warning = { type: "notice", level: "warning", text: "Two answers instead." } as const;
    const rig = new ConversationRig({
      model: (_request, n) => [warning, wait(1_000), ...(n === 2 ? [wait(60_000)] : says(`Answer ${n}`))],
    });
    await rig.say("One");
    await rig.pass(2_000);
    await rig.say("Two");
    await rig.pass(2_000);
    expect(pageOf(rig, null, 30).told).toEqual([["One", "Two"]]);
    await rig.halt();
    await rig.pass(2_000);
    expect(pageOf(rig, null, 1).told).toEqual([[null, "Two"], expect.anything()]);
  });
});

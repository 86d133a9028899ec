/** What is said in one place, and shown in the others. */
import { expect, test } from "vitest";
import { Mirrors } from "../../../../durable-objects/conversation/rows/outgoing/mirrors.ts";
import type { ChannelPort } from "../../../../src/channels/channel.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import { CHAT, ConversationRig, finish, text, WEB } from "../../../support/machine/rig.ts";
import { createTestChannel, onlyChannel } from "../../../support/test-channel/channel.ts";

const OTHER: Source = { channel: "telegram", sender: "8", thread: "8" };

async function aTalk(leads: () => boolean = () => true) {
  const shown: string[] = [];
  const port: ChannelPort = {
    ...createTestChannel({ name: "telegram", limits: { text_length: 1_000 } }),
    deliver: async ({ chunk, to }) => {
      shown.push(`${to.thread}: ${chunk.type === "text" ? chunk.text : chunk.type}`);
      return { status: "sent", platform_id: String(shown.length) };
    },
  };
  const rig = new ConversationRig({
    model: () => [text("It is warm."), finish()],
    ports: () => ({ channels: onlyChannel("telegram", port), leadsHere: async () => leads() }),
  });
  await rig.say("Hello?", "0");
  await rig.pass(5_000);
  const mirrors = new Mirrors(rig.store.sql);
  const show = (place: Source) => rig.store.sql.transaction(() => mirrors.put(place));
  const deliveries = () =>
    rig.store.sql.all(
      "SELECT kind, status, turn_id, json_extract(target, '$.thread') AS thread FROM deliveries",
    );
  return { rig, shown, show, deliveries };
}

test("the app's words and their answer are shown in a chat, and the chat's in another, each place once", async () => {
  const { rig, shown, show, deliveries } = await aTalk();
  show(CHAT);
  show(OTHER);
  await rig.say("How is it?\nThere?", "1", WEB);
  await rig.pass(20_000);
  const asked = "**Ann**, in the web app:\n\n> How is it?\n> There?\n\nIt is warm.";
  expect(shown).toEqual([`7: ${asked}`, `8: ${asked}`]);
  await rig.say("And here?", "2", CHAT);
  await rig.pass(20_000);
  expect(shown.slice(2).toSorted()).toEqual([
    "7: It is warm.",
    expect.stringMatching(/^8: \*\*.+\*\*, in Telegram:\n\n> And here\?\n\nIt is warm\.$/),
  ]);
  expect(deliveries().filter(({ kind }) => kind === "mirror")).toHaveLength(3);
});

test("nothing is shown where nobody wants it, and none of it is told as a failure", async () => {
  let leads = true;
  const { rig, shown, show, deliveries } = await aTalk(() => leads);
  await rig.say("One", "1", WEB);
  await rig.pass(20_000);
  expect(shown).toEqual([]);
  show(CHAT);
  leads = false;
  await rig.say("Two", "2", WEB);
  await rig.pass(20_000);
  await rig.say("Three", "3", WEB);
  await rig.pass(20_000);
  expect(shown).toEqual([]);
  expect(deliveries()).toMatchObject([{ kind: "mirror", status: "failed" }]);
  expect([...rig.store.log.since(0)].map(({ type }) => type)).not.toContain("notice");
});

test("what was shown is shown once though the machine dies", async () => {
  const { rig, shown, show, deliveries } = await aTalk();
  show(CHAT);
  await rig.say("How is it?", "1", WEB);
  await rig.pass(1);
  rig.machine.kill();
  await rig.pass(60_000);
  expect(shown.length).toBeGreaterThan(0);
  expect(deliveries()).toMatchObject([{ kind: "mirror", status: "sent", thread: "7" }]);
});

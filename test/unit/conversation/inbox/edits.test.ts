/** An edit on a platform: what says the same as before starts no turn. */
import { expect, it } from "vitest";
import type { Receipt } from "../../../../src/domain/conversation/receipt.ts";
import { ANN, CHAT, ConversationRig, says } from "../../../support/machine/rig.ts";

const OF_MESSAGE = "telegram:1:7:5:";

function write(rig: ConversationRig, text: string, isEdit = true): Promise<Receipt> {
  return rig.receive({
    type: "user_message",
    key: `${OF_MESSAGE}${text}`,
    ...(isEdit && { edits: OF_MESSAGE }),
    source: CHAT,
    actor: ANN,
    parts: [{ type: "text", text }],
  });
}

it("starts a turn when it changes the words, and again when it changes them back", async () => {
  const rig = new ConversationRig({ model: () => says("ok") });
  const status = async (text: string, isEdit = true) => {
    const receipt = await write(rig, text, isEdit);
    await rig.pass();
    return receipt.status;
  };
  expect(await status("one", false)).toBe("accepted");
  expect(await status("one")).toBe("duplicate");
  expect(await status("two")).toBe("accepted");
  expect(await status("two")).toBe("duplicate");
  expect(await status("one")).toBe("accepted");
  expect(await status("one", false)).toBe("duplicate");
  expect(rig.said().filter((line) => line.startsWith("user"))).toEqual([
    "user: one",
    "user: two",
    "user: one",
  ]);
});

it("of a message that was said before the conversation began is known when nothing has changed", async () => {
  const before = new ConversationRig({ model: () => says("ok") });
  await write(before, "one", false);
  const heard = before.store.inputs.recent(before.timeline.now);
  expect(heard).toContain(`${OF_MESSAGE}one`);
  const rig = new ConversationRig({ model: () => says("ok"), init: { accepted_keys: heard } });
  expect((await write(rig, "one", false)).status).toBe("duplicate");
  expect((await write(rig, "one")).status).toBe("duplicate");
  expect((await write(rig, "two")).status).toBe("accepted");
});

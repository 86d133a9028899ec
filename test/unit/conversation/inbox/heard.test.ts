/** A message that interrupts a spoken answer tells the agent how much of it was heard. */
import { beforeEach, expect, it } from "vitest";
import type { ModelMessage } from "../../../../src/agent/ports/model.ts";
import type { MessageId } from "../../../../src/domain/ids.ts";
import { textOf } from "../../../../src/domain/message.ts";
import { ANN, ConversationRig, says, WEB } from "../../../support/machine/rig.ts";

const ANSWER = "The ferry leaves at nine. The next one leaves at noon.";

let rig: ConversationRig;
beforeEach(async () => {
  rig = new ConversationRig({ model: () => says(ANSWER) });
  await rig.say("When?", "1");
  await rig.pass();
});

/** The content of a message without what stands on the newest one alone. */
function lasting(message: ModelMessage | undefined) {
  return (message?.content ?? []).filter((block) => !("is_passing" in block));
}

const answer = () => rig.messages()[1]?.id as MessageId;

async function interrupt(characters: number, message_id = answer()) {
  await rig.receive({
    type: "user_message",
    key: "2",
    source: WEB,
    actor: ANN,
    parts: [{ type: "text", text: "And back?" }],
    heard: { message_id, characters },
  });
  await rig.pass();
  return rig.messages().find((message) => textOf(message.parts) === "And back?");
}

it("the place is in the newest message, whose own words stay what they are", async () => {
  const message = await interrupt("The ferry leaves".length);
  expect(message?.parts).toEqual([
    {
      type: "text",
      text: '[Your spoken answer was interrupted. It was heard up to "The ferry leaves", and no further.]\n',
      heard: { message_id: answer(), characters: 16, end: "The ferry leaves" },
    },
    { type: "text", text: "And back?" },
  ]);
});

it("the model reads it with that message; nothing before it changes, and later requests repeat it", async () => {
  const [before] = rig.requests.at(-1)?.messages ?? [];
  await interrupt(16);
  const [first, said, newest] = rig.requests.at(-1)?.messages ?? [];
  expect(lasting(first)).toEqual(lasting(before));
  expect(JSON.stringify(said)).toContain(ANSWER);
  expect(JSON.stringify(newest)).toContain("heard up to");
  await rig.say("Thanks", "3");
  await rig.pass();
  expect(JSON.stringify(rig.requests.at(-1)?.messages.at(2))).toContain("heard up to");
});

it("more than there is counts as all, and nothing heard is told as that", async () => {
  expect((await interrupt(1_000_000))?.parts[0]).toMatchObject({ heard: { characters: ANSWER.length } });
  rig = new ConversationRig({ model: () => says(ANSWER) });
  await rig.say("When?", "1");
  await rig.pass();
  expect((await interrupt(0))?.parts[0]).toMatchObject({ text: expect.stringContaining("before any of it") });
});

it("an answer that is not there, or is no answer, is passed over", async () => {
  expect((await interrupt(5, "msg_0000000000000000000000" as MessageId))?.parts).toHaveLength(1);
});

/** Buttons of chats: they go when what was asked is settled, whoever settled it and wherever. */
import { expect, test } from "vitest";
import type { ChannelPort, DeliveryResult } from "../../../../src/channels/channel.ts";
import { askUserTool } from "../../../../src/tools/ask-user.ts";
import { ANN, CHAT, ConversationRig, calls, rounds, says } from "../../../support/machine/rig.ts";
import { createTestChannel, onlyChannel } from "../../../support/test-channel/channel.ts";

interface Shown {
  text: string;
  buttons: number;
}

/** A conversation in a chat whose agent asks which colour, and what stands there. */
interface ChatOptions {
  edit?(): DeliveryResult | undefined;
  question?: object;
  /** ms until the platform says that it has taken a message. */
  answersAfter?: number;
}

function chat({ edit, question = {}, answersAfter = 0 }: ChatOptions = {}) {
  const shown: Shown[] = [];
  const port: ChannelPort = {
    ...createTestChannel({ name: "telegram" }),
    deliver: async ({ chunk }) => {
      if (chunk.type !== "text") return { status: "failed", reason: "no" };
      const number = shown.push({ text: chunk.text, buttons: chunk.prompt?.options.length ?? 0 });
      if (answersAfter > 0) await rig.machine.sleep(answersAfter);
      return { status: "sent", platform_id: String(number) };
    },
    edit: async ({ platform_id, chunk }) => {
      const told = edit?.();
      if (told) return told;
      shown[Number(platform_id) - 1] = { text: chunk.text, buttons: chunk.prompt?.options.length ?? 0 };
      return { status: "sent", platform_id };
    },
  };
  const asks = { question: "Which?", options: ["Red", "Blue"], ...question };
  const rig = new ConversationRig({
    model: (request) => (rounds(request) === 0 ? calls(["q1", "ask_user", asks]) : says("Done.")),
    tools: () => [askUserTool],
    ports: () => ({ channels: onlyChannel("telegram", port) }),
  });
  const rows = () => rig.store.sql.all("SELECT * FROM prompts").length;
  return { rig, shown, rows };
}

const ASKED = "Which?\n\n1. Red\n2. Blue";

test("an answer in the app is shown in the chat, and the buttons go", async () => {
  const { rig, shown, rows } = chat();
  await rig.say("Paint it", "1", CHAT);
  await rig.pass();
  expect(shown).toEqual([{ text: ASKED, buttons: 2 }]);
  await rig.answer("q1", "Blue");
  await rig.pass();
  expect(shown).toEqual([
    { text: `${ASKED}\n\nAnswered by Ann: Blue`, buttons: 0 },
    { text: "Done.", buttons: 0 },
  ]);
  expect(rows()).toBe(0);
});

test("so is one in words, in the chat itself", async () => {
  const { rig, shown } = chat();
  await rig.say("Paint it", "1", CHAT);
  await rig.pass();
  await rig.say("Red, please", "2", { ...CHAT, sender_name: "Ann" });
  await rig.pass();
  expect(shown[0]).toEqual({ text: `${ASKED}\n\nAnswered by ${ANN.name}: Red, please`, buttons: 0 });
});

test("so is one that was quicker than the platform's word that the question stands there", async () => {
  const { rig, shown, rows } = chat({ answersAfter: 3_000 });
  await rig.say("Paint it", "1", CHAT);
  await rig.pass(2_000);
  await rig.answer("q1", "Blue");
  await rig.pass(20_000);
  expect(shown[0]).toEqual({ text: `${ASKED}\n\nAnswered by Ann: Blue`, buttons: 0 });
  expect(rows()).toBe(0);
});

test("that nobody answered in time is said there", async () => {
  const { rig, shown } = chat({ question: { expires_in_seconds: 60 } });
  await rig.say("Paint it", "1", CHAT);
  await rig.pass(120_000);
  expect(shown[0]).toEqual({ text: `${ASKED}\n\nNobody answered in time.`, buttons: 0 });
});

test("a turn that is stopped leaves no buttons", async () => {
  const { rig, shown } = chat();
  await rig.say("Paint it", "1", CHAT);
  await rig.pass();
  await rig.halt();
  await rig.pass();
  expect(shown[0]).toEqual({ text: `${ASKED}\n\nThis is settled.`, buttons: 0 });
});

test("a machine that dies after the answer takes them away in its next life", async () => {
  const answers: DeliveryResult[] = [{ status: "later", retry_after_ms: 60_000, reason: "slow down" }];
  const { rig, shown, rows } = chat({ edit: () => answers.shift() });
  await rig.say("Paint it", "1", CHAT);
  await rig.pass();
  await rig.answer("q1", "Blue");
  await rig.pass(1_000);
  expect([shown[0]?.buttons, rows()]).toEqual([2, 1]);
  rig.machine.kill();
  await rig.say("Thanks").catch(() => undefined);
  await rig.pass(60_000);
  expect([shown[0]?.buttons, rows()]).toEqual([0, 0]);
});

test("a platform that never does it is left alone after three tries, and the turn has gone on", async () => {
  let tries = 0;
  const edit = (): DeliveryResult => {
    tries += 1;
    return { status: "unknown", reason: "cut" };
  };
  const { rig, shown, rows } = chat({ edit });
  await rig.say("Paint it", "1", CHAT);
  await rig.pass();
  await rig.answer("q1", "Blue");
  await rig.pass(60_000);
  expect([tries, rows(), shown.at(-1)?.text]).toEqual([3, 0, "Done."]);
});

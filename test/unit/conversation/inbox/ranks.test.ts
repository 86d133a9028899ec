import { describe, expect, it } from "vitest";
import { CHAT, ConversationRig, says, WEB, wait } from "../../../support/machine/rig.ts";

/** The model thinks for a second about everything. */
function talking(): ConversationRig {
  const model = (_: unknown, asked: number) => [wait(1_000), ...says(`answer ${asked}`)];
  return new ConversationRig({ model });
}

const notice = (rig: ConversationRig, text: string, channel: "system" | "conversation" = "system") =>
  rig.receive({ type: "notice", key: text, source: { channel, sender: "clock" }, text });
/** The messages that were answered, in the order of the branch. */
const order = (rig: ConversationRig) =>
  rig.said().flatMap((line) => (line.startsWith("assistant") ? [] : [line.replace(/^.*: /, "")]));
const answers = (rig: ConversationRig) => rig.said().filter((line) => line.startsWith("assistant"));

describe("turns that wait in one conversation", () => {
  it("a person's words are answered before what a schedule brought earlier", async () => {
    const rig = talking();
    await rig.say("one");
    await notice(rig, "morning");
    await notice(rig, "noon");
    await rig.say("two");
    await rig.say("three");
    await rig.pass(20_000);
    expect(order(rig)).toEqual(["one", "two", "three", "morning", "noon"]);
    expect(answers(rig)).toEqual([1, 2, 3, 4, 5].map((each) => `assistant: answer ${each}`));
  });

  it("what another conversation brought goes between them, and each rank keeps its order", async () => {
    const rig = talking();
    await rig.say("one");
    await notice(rig, "morning");
    await notice(rig, "found", "conversation");
    await notice(rig, "noon");
    await notice(rig, "found more", "conversation");
    await rig.say("two");
    await rig.pass(20_000);
    expect(order(rig)).toEqual(["one", "two", "found", "found more", "morning", "noon"]);
  });

  it("a model that answers reads nothing of what waits behind it", async () => {
    const rig = talking();
    await rig.say("one");
    await notice(rig, "morning");
    await rig.say("two");
    await rig.pass(20_000);
    const read = rig.requests.map((request) => JSON.stringify(request.messages));
    expect(read.map((each) => each.includes("morning"))).toEqual([false, false, true]);
    expect(read[2]).toContain("answer 2");
  });

  it("a turn is passed four times and no more", async () => {
    const rig = talking();
    await rig.say("one");
    await notice(rig, "morning");
    for (const each of ["two", "three", "four", "five", "six", "seven"]) await rig.say(each);
    await rig.pass(20_000);
    expect(order(rig)).toEqual(["one", "two", "three", "four", "five", "morning", "six", "seven"]);
  });

  it("one that has begun is not passed", async () => {
    const rig = talking();
    await notice(rig, "morning");
    await rig.say("one");
    await rig.pass(20_000);
    expect(order(rig)).toEqual(["morning", "one"]);
  });

  it("the order stands after a restart, and what was waiting then keeps its place", async () => {
    const rig = talking();
    await rig.say("one");
    await notice(rig, "morning");
    await rig.say("two");
    rig.machine.kill();
    await rig.pass(1_100);
    await rig.say("three");
    await rig.pass(20_000);
    expect(order(rig)).toEqual(["one", "two", "morning", "three"]);
    expect(answers(rig)).toHaveLength(4);
  });

  it("a burst in a chat that goes on is one message before what a schedule brought", async () => {
    const rig = talking();
    await rig.say("one", "1", CHAT);
    await rig.pass(700);
    await notice(rig, "morning");
    await rig.say("two", "2", CHAT);
    await rig.pass(100);
    await rig.say("two and a half", "3", CHAT);
    await rig.pass(20_000);
    expect(order(rig)).toEqual(["one", "two", "two and a half", "morning"]);
    expect(answers(rig)).toHaveLength(3);
  });

  it("a reader ends with the branch as it is stored", async () => {
    const rig = talking();
    await rig.reader.connect();
    await rig.say("one", "1", WEB);
    await notice(rig, "morning");
    await rig.say("two");
    await rig.pass(20_000);
    const heads = rig.reader.events.flatMap((event) => (event.type === "head" ? [event.message_id] : []));
    expect(heads).toHaveLength(1);
    expect(rig.messages().at(-2)?.id).toBe(heads[0]);
  });
});

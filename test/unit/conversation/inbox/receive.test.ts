import { beforeEach, describe, expect, it } from "vitest";
import type { Inbound, UserMessage } from "../../../../src/domain/inbound.ts";
import { CHAT, ConversationRig, type Move, says, text, WEB, wait } from "../../../support/machine/rig.ts";

let rig: ConversationRig;
beforeEach(() => {
  rig = new ConversationRig({ model: () => [wait(1_000), ...says("Hi.")] });
});

function message(words: string, overrides: Partial<UserMessage> = {}): UserMessage {
  return {
    type: "user_message",
    key: `client:${words}`,
    source: WEB,
    parts: [{ type: "text", text: words }],
    ...overrides,
  };
}

describe("a message", () => {
  it("is accepted with its turn, and is there at once", async () => {
    const receipt = await rig.say("Hello");
    expect(receipt).toMatchObject({ status: "accepted", seq: 0 });
    expect(rig.said()).toEqual(["user: Hello"]);
    expect(rig.store.turns.open()).toMatchObject([{ state: "queued", trigger_id: rig.messages()[0]?.id }]);
  });

  it("names the conversation, the first time", async () => {
    await rig.say("  Tell me\nabout birds  ");
    await rig.say("And fish");
    expect(rig.store.meta.title).toBe("Tell me");
  });

  it("with a key that is known is a duplicate and is told the same", async () => {
    const first = await rig.say("Hello", "key-1");
    const second = await rig.say("Hello", "key-1");
    expect(second).toEqual({ ...first, status: "duplicate" });
    expect(rig.said()).toEqual(["user: Hello"]);
  });

  it("is a duplicate also long after it was answered, and after a restart", async () => {
    const first = await rig.say("Hello", "key-1");
    await rig.pass(3_600_000);
    rig.machine.kill();
    await rig.pass();
    expect(await rig.say("Hello", "key-1")).toEqual({ ...first, status: "duplicate" });
  });

  it("with the same words and another key is another message", async () => {
    await rig.say("Hello", "key-1");
    await rig.say("Hello", "key-2");
    await rig.pass();
    expect(rig.said()).toEqual(["user: Hello", "assistant: Hi.", "user: Hello", "assistant: Hi."]);
  });

  it("that is too long is refused, and nothing has changed", async () => {
    const receipt = await rig.say("x".repeat(600_000), "key-1");
    expect(receipt).toMatchObject({ status: "refused", refusal: "too_large" });
    expect(rig.store.meta.message_count).toBe(0);
    expect(await rig.say("short", "key-1")).toMatchObject({ status: "accepted" });
  });

  it("that would be the fifty-first to wait is refused, and says what to do", async () => {
    for (let n = 1; n <= 50; n++) await rig.say(`m${n}`);
    const refused = await rig.say("m51");
    expect(refused).toMatchObject({ status: "refused", refusal: "queue_full" });
    await rig.pass(2_000);
    expect(await rig.say("m51")).toMatchObject({ status: "accepted" });
  });

  it("may branch from an earlier one: both branches stay", async () => {
    await rig.say("One");
    await rig.pass();
    const [one] = rig.messages();
    await rig.receive(message("Two", { parent_id: null }));
    await rig.pass();
    expect(rig.said()).toEqual(["user: Two", "assistant: Hi."]);
    expect(one && rig.store.transcript.siblings(one)).toHaveLength(2);
  });

  it("that branches from nowhere is refused", async () => {
    const receipt = await rig.receive(message("Two", { parent_id: "msg_nowhere00" as never }));
    expect(receipt).toMatchObject({ status: "refused", refusal: "malformed" });
  });
});

describe("a burst from one sender in a chat", () => {
  it("is answered as one, once it has been quiet for a moment", async () => {
    await rig.say("One", "1", CHAT);
    await rig.pass(400);
    await rig.say("Two", "2", CHAT);
    await rig.pass(400);
    await rig.say("Three", "3", CHAT);
    expect(rig.requests).toHaveLength(0);
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "user: Two", "user: Three", "assistant: Hi."]);
    expect(rig.requests).toHaveLength(1);
  });

  it("is not mixed with what somebody else says", async () => {
    await rig.say("One", "1", CHAT);
    await rig.say("Two", "2", { ...CHAT, sender: "bob" });
    await rig.pass();
    expect(rig.requests).toHaveLength(2);
  });

  it("is not joined by a command that its platform shows as waiting", async () => {
    await rig.say("One", "1", CHAT);
    await rig.say("Two", "2", { ...CHAT, reply_token: "of-the-command" });
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: Hi.", "user: Two", "assistant: Hi."]);
  });

  it("keeps its place before what came later", async () => {
    await rig.say("chat", "1", CHAT);
    await rig.say("web", "2", WEB);
    await rig.pass();
    expect(rig.said().filter((line) => line.startsWith("user"))).toEqual(["user: chat", "user: web"]);
    expect(rig.requests.map(({ messages }) => messages.length)).toEqual([1, 3]);
  });

  it("waits for its time also when the machine dies meanwhile", async () => {
    await rig.say("One", "1", CHAT);
    rig.machine.kill();
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: Hi."]);
  });
});

describe("a notice", () => {
  const notice: Inbound = {
    type: "notice",
    key: "job:1",
    source: { channel: "system", sender: "jobs" },
    text: "It is built.",
  };

  it("is answered as a message, and is nobody's words", async () => {
    await rig.receive(notice);
    await rig.pass();
    expect(rig.said()).toEqual(["system: It is built.", "assistant: Hi."]);
  });

  it("comes once, however often it is delivered", async () => {
    await rig.receive(notice);
    expect(await rig.receive(notice)).toMatchObject({ status: "duplicate" });
  });
});

describe("a wish to regenerate", () => {
  it("answers the same words again and keeps the first answer", async () => {
    let asked = 0;
    const again = new ConversationRig({ model: (): Move[] => [text(`answer ${++asked}`), ...says()] });
    await again.say("Hello");
    await again.pass();
    const [, first] = again.messages();
    const command = { name: "regenerate" as const, message_id: first?.id as never };
    await again.receive({ type: "command", key: "r1", source: WEB, command });
    await again.pass();
    expect(again.said()).toEqual(["user: Hello", "assistant: answer 2"]);
    expect(first && again.store.transcript.get(first.id)?.status).toBe("complete");
    expect(again.requests[1]?.messages).toEqual(again.requests[0]?.messages);
  });

  it("while the first answer is being made leaves the newest one on the branch", async () => {
    let asked = 0;
    const again = new ConversationRig({
      model: (): Move[] => [wait(500), text(`answer ${++asked}`), ...says()],
    });
    await again.say("Hello");
    const command = { name: "regenerate" as const, message_id: again.messages()[0]?.id as never };
    await again.receive({ type: "command", key: "r1", source: WEB, command });
    await again.pass();
    expect(again.said()).toEqual(["user: Hello", "assistant: answer 2"]);
  });

  it("may name the model that answers now", async () => {
    await rig.say("Hello");
    await rig.pass();
    const message_id = rig.messages()[1]?.id as never;
    const command = { name: "regenerate" as const, message_id, model: "offline/other" };
    await rig.receive({ type: "command", key: "r1", source: WEB, command });
    expect(rig.store.turns.open()).toMatchObject([{ model: "offline/other" }]);
  });

  it("of what is not there is refused", async () => {
    await rig.say("Hello");
    const command = { name: "regenerate" as const, message_id: "msg_nowhere00" as never };
    const receipt = await rig.receive({ type: "command", key: "r1", source: WEB, command });
    expect(receipt).toMatchObject({ status: "refused", refusal: "malformed" });
  });
});

describe("an answer that nothing waits for", () => {
  it("is refused", async () => {
    await rig.say("Hello");
    expect(await rig.answer("call_1", "blue")).toMatchObject({
      status: "refused",
      refusal: "no_such_call",
    });
  });
});

describe("a message for two models", () => {
  it("is answered by both, beside each other, without either reading the other's answer", async () => {
    let asked = 0;
    const both = new ConversationRig({
      model: (): Move[] => [wait(500), text(`answer ${++asked}`), ...says()],
    });
    await both.receive(message("Hello", { model: "offline/one", compare_with: "offline/two" }));
    expect(both.store.turns.open().map(({ model }) => model)).toEqual(["offline/one", "offline/two"]);
    await both.pass();
    expect(both.said()).toEqual(["user: Hello", "assistant: answer 2"]);
    const [asking] = both.messages();
    expect(asking && both.store.transcript.childrenOf(asking.id)).toHaveLength(2);
    expect(both.requests[1]?.messages).toEqual(both.requests[0]?.messages);
  });

  it("is answered once in a room", async () => {
    await rig.say("Good evening");
    await rig.pass();
    rig.store.commit(0, () => {
      rig.store.meta.room = "bar";
    });
    await rig.receive(message("Hello", { compare_with: "offline/two" }));
    expect(rig.store.turns.open()).toHaveLength(1);
  });
});

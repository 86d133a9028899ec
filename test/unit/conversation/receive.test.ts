import { beforeEach, describe, expect, it } from "vitest";
import type { Inbound, UserMessage } from "../../../src/domain/inbound.ts";
import { CHAT, House, type Move, says, text, WEB, wait } from "../../support/machine/house.ts";

let house: House;
beforeEach(() => {
  house = new House({ model: () => [wait(1_000), ...says("Hi.")] });
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
    const receipt = await house.say("Hello");
    expect(receipt).toMatchObject({ status: "accepted", seq: 0 });
    expect(house.said()).toEqual(["user: Hello"]);
    expect(house.store.turns.open()).toMatchObject([
      { state: "queued", trigger_id: house.messages()[0]?.id },
    ]);
  });

  it("names the conversation, the first time", async () => {
    await house.say("  Tell me\nabout birds  ");
    await house.say("And fish");
    expect(house.store.meta.title).toBe("Tell me");
  });

  it("with a key that is known is a duplicate and is told the same", async () => {
    const first = await house.say("Hello", "key-1");
    const second = await house.say("Hello", "key-1");
    expect(second).toEqual({ ...first, status: "duplicate" });
    expect(house.said()).toEqual(["user: Hello"]);
  });

  it("is a duplicate also long after it was answered, and after a restart", async () => {
    const first = await house.say("Hello", "key-1");
    await house.pass(3_600_000);
    house.machine.kill();
    await house.pass();
    expect(await house.say("Hello", "key-1")).toEqual({ ...first, status: "duplicate" });
  });

  it("with the same words and another key is another message", async () => {
    await house.say("Hello", "key-1");
    await house.say("Hello", "key-2");
    await house.pass();
    expect(house.said()).toEqual(["user: Hello", "assistant: Hi.", "user: Hello", "assistant: Hi."]);
  });

  it("that is too long is refused, and nothing has changed", async () => {
    const receipt = await house.say("x".repeat(600_000), "key-1");
    expect(receipt).toMatchObject({ status: "refused", refusal: "too_large" });
    expect(house.store.meta.message_count).toBe(0);
    expect(await house.say("short", "key-1")).toMatchObject({ status: "accepted" });
  });

  it("that would be the fifty-first to wait is refused, and says what to do", async () => {
    for (let n = 1; n <= 50; n++) await house.say(`m${n}`);
    const refused = await house.say("m51");
    expect(refused).toMatchObject({ status: "refused", refusal: "queue_full" });
    await house.pass(2_000);
    expect(await house.say("m51")).toMatchObject({ status: "accepted" });
  });

  it("may branch from an earlier one: both branches stay", async () => {
    await house.say("One");
    await house.pass();
    const [one] = house.messages();
    await house.receive(message("Two", { parent_id: null }));
    await house.pass();
    expect(house.said()).toEqual(["user: Two", "assistant: Hi."]);
    expect(one && house.store.transcript.siblings(one)).toHaveLength(2);
  });

  it("that branches from nowhere is refused", async () => {
    const receipt = await house.receive(message("Two", { parent_id: "msg_nowhere00" as never }));
    expect(receipt).toMatchObject({ status: "refused", refusal: "malformed" });
  });
});

describe("a burst from one sender in a chat", () => {
  it("is answered as one, once it has been quiet for a moment", async () => {
    await house.say("One", "1", CHAT);
    await house.pass(400);
    await house.say("Two", "2", CHAT);
    await house.pass(400);
    await house.say("Three", "3", CHAT);
    expect(house.requests).toHaveLength(0);
    await house.pass();
    expect(house.said()).toEqual(["user: One", "user: Two", "user: Three", "assistant: Hi."]);
    expect(house.requests).toHaveLength(1);
  });

  it("is not mixed with what somebody else says", async () => {
    await house.say("One", "1", CHAT);
    await house.say("Two", "2", { ...CHAT, sender: "bob" });
    await house.pass();
    expect(house.requests).toHaveLength(2);
  });

  it("keeps its place before what came later", async () => {
    await house.say("chat", "1", CHAT);
    await house.say("web", "2", WEB);
    await house.pass();
    expect(house.said().filter((line) => line.startsWith("user"))).toEqual(["user: chat", "user: web"]);
    expect(house.requests.map(({ messages }) => messages.length)).toEqual([1, 3]);
  });

  it("waits for its time also when the machine dies meanwhile", async () => {
    await house.say("One", "1", CHAT);
    house.machine.kill();
    await house.pass();
    expect(house.said()).toEqual(["user: One", "assistant: Hi."]);
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
    await house.receive(notice);
    await house.pass();
    expect(house.said()).toEqual(["system: It is built.", "assistant: Hi."]);
  });

  it("comes once, however often it is delivered", async () => {
    await house.receive(notice);
    expect(await house.receive(notice)).toMatchObject({ status: "duplicate" });
  });
});

describe("a wish to regenerate", () => {
  it("answers the same words again and keeps the first answer", async () => {
    let asked = 0;
    const again = new House({ model: (): Move[] => [text(`answer ${++asked}`), ...says()] });
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
    const again = new House({ model: (): Move[] => [wait(500), text(`answer ${++asked}`), ...says()] });
    await again.say("Hello");
    const command = { name: "regenerate" as const, message_id: again.messages()[0]?.id as never };
    await again.receive({ type: "command", key: "r1", source: WEB, command });
    await again.pass();
    expect(again.said()).toEqual(["user: Hello", "assistant: answer 2"]);
  });

  it("of what is not there is refused", async () => {
    await house.say("Hello");
    const command = { name: "regenerate" as const, message_id: "msg_nowhere00" as never };
    const receipt = await house.receive({ type: "command", key: "r1", source: WEB, command });
    expect(receipt).toMatchObject({ status: "refused", refusal: "malformed" });
  });
});

describe("an answer that nothing waits for", () => {
  it("is refused", async () => {
    await house.say("Hello");
    expect(await house.answer("call_1", "blue")).toMatchObject({
      status: "refused",
      refusal: "no_such_call",
    });
  });
});

/** State after a crash at each boundary of a delivery: the object is gone at once, its storage stays. */
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { conversationStub } from "../../../src/app/objects/stubs.ts";
import type { Channel } from "../../../src/domain/inbound.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import type { ChatView } from "../../support/test-channel/server.ts";
import { type Chat, openChat } from "./chat.ts";

const FIRST =
  "The first part is long enough to fill more than half of what one message may hold on this platform.";
const SECOND =
  "The second part is just as long, so that the two of them never fit into one single message here.";
const REPLY = tell({ text: [`${FIRST}\n\n${SECOND}`] });

/** The object wakes by its own alarm, which is only brought forward here. */
async function crash(chat: Chat): Promise<void> {
  await abortAllDurableObjects();
  await runDurableObjectAlarm(conversationStub(env as unknown as Env, chat.id));
}

function textsOf({ messages }: ChatView): string[] {
  return messages.map(({ text }) => text);
}

describe.each<{ channel: Channel; most: number }>([
  { channel: "whatsapp", most: 2 },
  { channel: "discord", most: 1 },
])("on $channel, where a part may arrive $most times", ({ channel, most }) => {
  const again = (text: string) => Array.from({ length: most }, () => text);

  test("a crash after a part was sent and before it was acknowledged", async () => {
    const chat = openChat({ channel });
    await chat.faults({ fault: "hold" });
    await chat.say(REPLY);
    await chat.arrived(1);
    await crash(chat);
    const [delivery] = await chat.settled();
    expect(delivery).toMatchObject({ status: "sent", chunks: 2, sent: 2 });
    expect(textsOf(await chat.arrived(2))).toEqual([...again(FIRST), SECOND]);
  });

  test("a crash after the first part was acknowledged repeats at most the second", async () => {
    const chat = openChat({ channel });
    await chat.faults({ fault: "none" }, { fault: "hold" });
    await chat.say(REPLY);
    await chat.arrived(2);
    await crash(chat);
    await chat.settled();
    expect(textsOf(await chat.arrived(2))).toEqual([FIRST, ...again(SECOND)]);
  });

  test("a crash after all was acknowledged sends nothing more", async () => {
    const chat = openChat({ channel });
    await chat.say(REPLY);
    await chat.settled();
    await crash(chat);
    await chat.settled();
    expect(await chat.arrived(2)).toMatchObject({ attempts: 2 });
  });

  test("a connection that breaks after the message was taken", async () => {
    const chat = openChat({ channel });
    await chat.faults({ fault: "drop" });
    await chat.say(REPLY);
    const [doubtful] = await chat.explained();
    expect(doubtful).toMatchObject({ status: "pending", sent: 0 });
    await chat.api("POST", `/deliveries/${doubtful?.id}/retry`);
    expect((await chat.settled())[0]).toMatchObject({ status: "sent", sent: 2 });
    expect(textsOf(await chat.arrived(2))).toEqual([...again(FIRST), SECOND]);
  });
});

test("a reply that waits for its time survives an eviction", async () => {
  const chat = openChat();
  await chat.faults({ fault: "limit", retry_after_ms: 1_500 });
  await chat.say(REPLY);
  await chat.attempted(1);
  await evictDurableObject(conversationStub(env as unknown as Env, chat.id));
  expect(textsOf(await chat.arrived(2))).toEqual([FIRST, SECOND]);
});

test("without a key, a part in doubt twice is not sent a third time: a person decides", async () => {
  const chat = openChat();
  await chat.faults({ fault: "hold" }, { fault: "hold" });
  await chat.say(REPLY);
  await chat.arrived(1);
  await crash(chat);
  await chat.arrived(2);
  await crash(chat);
  const [delivery] = await chat.settled();
  expect(delivery).toMatchObject({ status: "failed", sent: 0 });
  expect(delivery?.reason).toContain("it may have arrived");
  await chat.api("POST", `/deliveries/${delivery?.id}/retry`);
  expect(textsOf(await chat.arrived(4))).toEqual([FIRST, FIRST, FIRST, SECOND]);
});

test("a crash between the model's answer and the first send loses nothing", async () => {
  const chat = openChat();
  await chat.say(REPLY);
  await crash(chat);
  expect(textsOf(await chat.arrived(2)).at(-1)).toBe(SECOND);
});

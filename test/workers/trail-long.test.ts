import { expect, test } from "vitest";
import type { MessageId } from "../../src/domain/ids.ts";
import {
  bindings,
  branch,
  inObject,
  meanwhile,
  must,
  OWNER,
  openConversation,
  settle,
  trailKeys,
} from "./trail-support.ts";

const MESSAGES = 10_000;

test("a conversation of 10,000 messages is trailed in full segments, and comes back whole", async () => {
  const { id, stub } = await openConversation();
  await inObject(stub, ({ store }) => {
    let parent: MessageId | null = null;
    const now = Date.now();
    store.commit(now, () => {
      for (let n = 0; n < MESSAGES; n++) {
        const message = {
          id: `msg_0${String(n).padStart(18, "0")}` as MessageId,
          parent_id: parent,
          role: n % 2 === 0 ? ("user" as const) : ("assistant" as const),
          parts: [{ type: "text" as const, text: `Number ${n} ${"word ".repeat(40)}` }],
          status: "complete" as const,
          created_at: new Date(1_000_000 + n).toISOString(),
        };
        store.transcript.put(message, null);
        store.log.append({ type: "message", message }, null, now);
        store.meta.message_count += 1;
        parent = message.id;
      }
      store.meta.head = parent;
    });
  });
  const before = Date.now();
  await settle(stub);
  const writing = Date.now() - before;
  const keys = await trailKeys(id);
  const last = (await branch(stub)).at(-1)?.id;

  const woken = await meanwhile(id, (storage) => storage.deleteAll());
  const start = Date.now();
  const state = must(await woken.state(OWNER));
  const rebuilding = Date.now() - start;
  expect(state).toMatchObject({ message_count: MESSAGES, head: last });
  expect(
    await inObject(woken, ({ store }) => store.transcript.branch(last as MessageId, MESSAGES + 1).length),
  ).toBe(MESSAGES);
  const sizes = await Promise.all(keys.map(async (key) => (await bindings.BUCKET.head(key))?.size ?? 0));
  console.log(
    JSON.stringify({
      measured: "10,000 messages",
      segments: keys.length,
      bytes: sizes.reduce((a, b) => a + b, 0),
      writing,
      rebuilding,
    }),
  );
  expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(60_000);
}, 60_000);

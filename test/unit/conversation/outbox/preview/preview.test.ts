import { expect, test } from "vitest";
import { Preview } from "../../../../../durable-objects/conversation/outbox/preview/preview.ts";
import { Words } from "../../../../../durable-objects/conversation/outbox/preview/words.ts";
import type { DeliveryResult } from "../../../../../src/channels/channel.ts";
import { textOf } from "../../../../../src/domain/message.ts";
import { testClock } from "../../../../support/test-clock.ts";

const SENT: DeliveryResult = { status: "sent", platform_id: "7" };

/** A chat that is edited once a second, and what it was shown when. */
function chat(...answers: DeliveryResult[]) {
  const clock = testClock();
  const shown: [at: number, text: string][] = [];
  const start = clock.now();
  const preview = new Preview({
    later: (act, ms) => clock.after(ms, act),
    now: clock.now,
    every: 1_000,
    words: new Words([]),
    textOf: (parts) => textOf(parts).trim(),
    show: async (text) => {
      shown.push([clock.now() - start, text]);
      return answers.shift() ?? SENT;
    },
  });
  preview.hear({ type: "state", state: "thinking", step: 1, tools: [] });
  const write = (delta: string) => preview.hear({ type: "text", delta });
  return { clock, shown, preview, write };
}

test("it is shown after a second and changed at most once a second, with the newest words", async () => {
  const { clock, shown, write } = chat();
  for (const word of ["one ", "two ", "three ", "four ", "five "]) {
    write(word);
    await clock.advance(400);
  }
  await clock.advance(10_000);
  expect(shown).toEqual([
    [1_000, "one two three"],
    [2_000, "one two three four five"],
  ]);
  expect(clock.pending).toBe(0);
});

test("an answer that is whole within a second is never shown in part", async () => {
  const { clock, shown, write, preview } = chat();
  write("short");
  await clock.advance(900);
  preview.stop();
  await clock.advance(10_000);
  expect(shown).toEqual([]);
  expect(clock.pending).toBe(0);
});

test("a platform that wants nothing for a while gets nothing for that while", async () => {
  const { clock, shown, write, preview } = chat(SENT, {
    status: "later",
    retry_after_ms: 7_000,
    reason: "slow down",
  });
  const seconds = Array.from({ length: 12 }, (_, at) => at);
  for (const at of seconds) {
    write(`${at} `);
    await clock.advance(1_000);
  }
  expect(shown.map(([at]) => at)).toEqual([1_000, 2_000, 9_000, 10_000, 11_000, 12_000]);
  expect(preview.heldUntil - clock.now()).toBe(-3_000);
});

test.each<DeliveryResult>([
  { status: "unknown", reason: "cut" },
  { status: "failed", reason: "gone" },
])("after a change that was %o it is left as it is", async (result) => {
  const { clock, shown, write } = chat(SENT, result);
  for (const word of ["a ", "b ", "c ", "d "]) {
    write(word);
    await clock.advance(1_000);
  }
  expect(shown).toHaveLength(2);
  expect(clock.pending).toBe(0);
});

test("words that a new attempt replaces are replaced", async () => {
  const { clock, shown, write, preview } = chat();
  write("wrong");
  await clock.advance(1_000);
  preview.hear({ type: "reset", from_step: 1 });
  write("right");
  await clock.advance(1_000);
  expect(shown.map(([, text]) => text)).toEqual(["wrong", "right"]);
});

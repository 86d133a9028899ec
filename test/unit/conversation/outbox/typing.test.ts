import { expect, test } from "vitest";
import { showTyping } from "../../../../durable-objects/conversation/outbox/typing.ts";
import type { ChannelPort } from "../../../../src/channels/channel.ts";
import { CHANNELS } from "../../../../src/channels/channel-list.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import { createTestChannel, onlyChannel } from "../../../support/test-channel/channel.ts";
import { testClock } from "../../../support/test-clock.ts";

const MONA: Source = { channel: "telegram", sender: "mona", thread: "chat-1" };

/** A platform that shows it for five seconds, and how often it was asked. */
function platform(answer: () => Promise<void> = async () => {}) {
  const shown: Source[] = [];
  const port: ChannelPort = {
    ...createTestChannel({ name: "telegram", limits: { typing_ms: 5_000 } }),
    typing(to) {
      shown.push(to);
      return answer();
    },
  };
  const clock = testClock();
  const later = (act: () => void, ms: number) => clock.after(ms, act);
  return { shown, clock, deps: { kinds: CHANNELS, channels: onlyChannel("telegram", port), later } };
}

test("it is shown at once, again before it runs out, and not after the end", async () => {
  const { shown, clock, deps } = platform();
  const stop = showTyping(deps, MONA);
  expect(shown).toEqual([MONA]);
  await clock.advance(9_000);
  expect(shown).toHaveLength(3);
  stop();
  await clock.advance(60_000);
  expect(shown).toHaveLength(3);
  expect(clock.pending).toBe(0);
});

test("a platform that refuses it harms nobody", async () => {
  const { shown, clock, deps } = platform(() => Promise.reject(new Error("no")));
  const stop = showTyping(deps, MONA);
  await clock.advance(5_000);
  expect(shown).toHaveLength(2);
  stop();
});

test("where people come for their answers nothing is shown, and no timer is left", () => {
  const { shown, clock, deps } = platform();
  showTyping(deps, { channel: "web", sender: "mona" })();
  expect([shown.length, clock.pending]).toEqual([0, 0]);
});

import { describe, expect, test } from "vitest";
import {
  applyAttempt,
  beginAttempt,
  GIVE_UP_AFTER_MS,
  grownInto,
  keyOf,
  refusal,
  reopenDelivery,
} from "../../../../durable-objects/conversation/outbox/steps/steps.ts";
import { PACES } from "../../../../durable-objects/conversation/paces.ts";
import type { Delivery } from "../../../../durable-objects/conversation/rows/outgoing/deliveries.ts";
import type { ChannelLimits, DeliveryResult } from "../../../../src/channels/channel.ts";
import { trustId } from "../../../../src/domain/ids.ts";

const PLAIN: ChannelLimits = { text_length: 100, keyed_for_ms: 0, media: [] };
const KEYED: ChannelLimits = { ...PLAIN, keyed_for_ms: 60_000 };
const T0 = 1_000_000;

function delivery(overrides: Partial<Delivery> = {}): Delivery {
  return {
    id: trustId("dlv_000000"),
    turn_id: trustId("trn_000000"),
    message_id: trustId("msg_000000"),
    kind: "reply",
    target: { channel: "telegram", sender: "mona" },
    status: "pending",
    chunks: [
      { type: "text", text: "one" },
      { type: "text", text: "two" },
    ],
    chunk_count: 2,
    sent: 0,
    platform_ids: [],
    texts: 1,
    doubts: 0,
    doubt_at: null,
    tries: 0,
    next_at: T0,
    since: T0,
    reason: null,
    created_at: T0,
    settled_at: null,
    grown: null,
    ...overrides,
  };
}

function tried(before: Delivery, result: DeliveryResult, limits = PLAIN, now = T0): Delivery {
  return applyAttempt(beginAttempt(before, now), result, { now, limits, paces: PACES });
}

const SENT: DeliveryResult = { status: "sent", platform_id: "7" };
const UNKNOWN: DeliveryResult = { status: "unknown", reason: "cut" };

describe("a part that was acknowledged", () => {
  test("counts, and the next one may leave at once", () => {
    expect(tried(delivery(), SENT)).toEqual(delivery({ sent: 1, platform_ids: ["7"] }));
  });

  test("settles the delivery when it was the last, and its words are kept once only", () => {
    const last = tried(delivery({ sent: 1, platform_ids: ["6"] }), SENT);
    expect(last).toMatchObject({
      status: "sent",
      sent: 2,
      platform_ids: ["6", "7"],
      chunks: [],
      settled_at: T0,
    });
  });
});

describe("a part that was turned away", () => {
  test("waits as long as the platform says", () => {
    const next = tried(delivery(), { status: "later", retry_after_ms: 30_000, reason: "slow down" });
    expect(next).toMatchObject({ status: "pending", next_at: T0 + 30_000, doubts: 0, doubt_at: null });
  });

  test("waits longer each time when the platform says nothing, up to ten minutes", () => {
    let now = T0;
    const pauses: number[] = [];
    for (let next = delivery(), round = 0; round < 13; round++) {
      next = tried(next, { status: "later", reason: "out of order" }, PLAIN, now);
      pauses.push((next.next_at - now) / 1_000);
      now = next.next_at;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]);
  });

  test("does not come back together with those of other conversations", () => {
    const later: DeliveryResult = { status: "later", retry_after_ms: 10_000, reason: "slow down" };
    const times = ["dlv_a0", "dlv_ag", "dlv_zz"].map(
      (id) => tried(delivery({ id: trustId(id) }), later).next_at - T0,
    );
    expect(new Set(times).size).toBe(3);
    expect(times.every((ms) => ms >= 10_000 && ms < 12_500)).toBe(true);
  });

  test("is given up after six hours, and says why", () => {
    const old = delivery({ since: T0 - GIVE_UP_AFTER_MS });
    const next = tried(old, { status: "later", reason: "out of order." });
    expect(next).toMatchObject({ status: "failed", settled_at: T0 });
    expect(next.reason).toBe("out of order. Nightjar gave up after 6 hours.");
  });

  test("is given up at once when the platform refuses it for good", () => {
    const next = tried(delivery(), { status: "failed", reason: "blocked" });
    expect(next).toMatchObject({ status: "failed", reason: "blocked", settled_at: T0 });
  });
});

describe("a part of whose outcome nothing is known", () => {
  test("is sent once more, and no third time, where the platform takes no key", () => {
    const once = tried(delivery(), UNKNOWN);
    expect(once).toMatchObject({ status: "pending", doubts: 1 });
    const twice = tried(once, UNKNOWN);
    expect(twice.status).toBe("failed");
    expect(twice.reason).toContain("it may have arrived");
  });

  test("is counted before it leaves, so that a crash counts too", () => {
    const crashed = beginAttempt(beginAttempt(delivery(), T0), T0 + 5_000);
    expect(refusal(beginAttempt(delivery(), T0), PLAIN, T0)).toBeUndefined();
    expect(refusal(crashed, PLAIN, T0 + 5_000)).toContain("it may have arrived");
  });

  test("keeps its doubt when the next try is turned away", () => {
    const next = tried(tried(delivery(), UNKNOWN), { status: "later", reason: "slow down" });
    expect(next).toMatchObject({ status: "pending", doubts: 1, doubt_at: T0 });
  });

  test("may be sent again and again while the platform recognises its key", () => {
    let next = delivery();
    for (let round = 0; round < 5; round++) next = tried(next, UNKNOWN, KEYED);
    expect(next).toMatchObject({ status: "pending", doubts: 5 });
    expect(refusal(next, KEYED, T0 + 59_000)).toBeUndefined();
    expect(refusal(next, KEYED, T0 + 61_000)).toContain("it may have arrived");
  });
});

test("what a person sends again begins with the part that was not acknowledged, and with fresh patience", () => {
  const failed = delivery({
    status: "failed",
    sent: 1,
    doubts: 2,
    doubt_at: T0,
    tries: 9,
    reason: "cut",
    settled_at: T0,
  });
  expect(reopenDelivery(failed, T0 + 9)).toEqual(delivery({ sent: 1, next_at: T0 + 9, since: T0 + 9 }));
});

describe("a part that goes into the message that grew", () => {
  const grown = { state: "known", platform_id: "9" } as const;
  const growing = delivery({ grown });

  test("is edited there, and counts as any other", () => {
    expect(grownInto(growing)).toBe("9");
    const next = tried(growing, { status: "sent", platform_id: "9" });
    expect(next).toMatchObject({ sent: 1, platform_ids: ["9"], doubts: 0 });
    expect(grownInto(next)).toBeUndefined();
  });

  test("leaves no doubt: it is edited again until it is known", () => {
    let next = growing;
    for (let at = 0; at < 5; at++) next = tried(next, UNKNOWN, PLAIN, T0 + at * 60_000);
    expect(next).toMatchObject({ status: "pending", doubts: 0, doubt_at: null, tries: 5 });
  });

  test("becomes a new message, under another key, when that one is gone", () => {
    const next = tried(growing, { status: "failed", reason: "deleted" });
    expect(next).toMatchObject({ status: "pending", sent: 0, next_at: T0 });
    expect([grownInto(next), keyOf(next), keyOf(growing)]).toEqual([
      undefined,
      "dlv_000000:new:0",
      "dlv_000000:0",
    ]);
  });

  test("of which nobody knows whether it stands is sent; where a key finds the old one, that is edited", () => {
    const begunBefore = delivery({ grown: { state: "begun" }, doubts: 1, doubt_at: T0 });
    expect(tried(begunBefore, SENT)).toMatchObject({ sent: 1, doubts: 0 });
    expect(refusal(tried(begunBefore, UNKNOWN), PLAIN, T0)).toBeDefined();
    const found = tried(begunBefore, SENT, KEYED);
    expect(found).toMatchObject({ sent: 0, doubts: 0 });
    expect(grownInto(found)).toBe("7");
  });
});

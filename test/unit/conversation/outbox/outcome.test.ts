import { expect, test } from "vitest";
import { outcomeOf, type Settling } from "../../../../durable-objects/conversation/outbox/buttons/outcome.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import { CHAT } from "../../../support/machine/rig.ts";

const BASE = { key: "k", source: { ...CHAT, sender_name: "Bob" }, call_id: trustId<"call">("call_1") };
const answer = (content: string): Settling => ({ ...BASE, type: "tool_result", content });

test.each<[Settling, string]>([
  [{ ...BASE, type: "decision", decision: "once" }, "Allowed by Bob."],
  [{ ...BASE, type: "decision", decision: "always" }, "Allowed for good by Bob."],
  [{ ...BASE, type: "decision", decision: "deny" }, "Denied by Bob."],
  [{ ...BASE, type: "decision", decision: "expired" }, "Nobody decided in time."],
  [{ ...BASE, source: CHAT, type: "decision", decision: "once" }, "Allowed."],
  [answer("two\n lines"), "Answered by Bob: two lines"],
  [answer("🐦".repeat(300)), `Answered by Bob: ${"🐦".repeat(200)}…`],
])("%o", (settling, words) => {
  expect(outcomeOf(settling)).toBe(words);
});

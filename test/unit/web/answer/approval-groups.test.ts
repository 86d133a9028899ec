/** Calls of one kind that wait at once are asked for on one card. */
import { expect, test } from "vitest";
import { approvalGroups, sharedGrant } from "../../../../web/chat/answer/approval-groups.ts";
import type { ToolSegment } from "../../../../web/thread/thread.ts";

function waiting(key: string, tool: string, more: Partial<ToolSegment> = {}): ToolSegment {
  const ask = { kind: "approval", tool, input: {}, reason: "It asks." } as const;
  const none = { progress: null, result: null, started_at: null, ended_at: null };
  return { kind: "tool", key, name: tool, input: {}, ...none, ask, ...more } as ToolSegment;
}

test("they stand at the first of them, and a single one or one that is settled stands by itself", () => {
  const settled = waiting("c4", "send", { result: { content: "Sent.", is_error: false } });
  const groups = approvalGroups([
    waiting("c1", "send"),
    waiting("c2", "pay"),
    waiting("c3", "send"),
    settled,
  ]);
  expect([...groups.keys()]).toEqual(["c1", "c3"]);
  expect(groups.get("c1")?.map(({ tool }) => tool.key)).toEqual(["c1", "c3"]);
  expect(groups.get("c3")).toEqual([]);
});

test("they are offered the scopes that all of them have, for all that they reach", () => {
  const granted = (key: string, grant?: object) => {
    const ask = {
      kind: "approval",
      tool: "send",
      input: {},
      reason: "It asks.",
      ...(grant && { grant }),
    } as const;
    return waiting(key, "send", { ask } as Partial<ToolSegment>);
  };
  const offerOf = (...segments: ToolSegment[]) =>
    sharedGrant(approvalGroups(segments).get(segments[0]?.key ?? "") ?? []);
  const ann = granted("c1", { to: ["ann@example.org"], scopes: ["task", "today", "ten"] });
  const bob = granted("c2", { to: ["bob@example.org", "ann@example.org"], scopes: ["task", "ten"] });
  expect(offerOf(ann, bob)).toEqual({ to: ["ann@example.org", "bob@example.org"], scopes: ["task", "ten"] });
  expect(offerOf(ann, granted("c3"))).toBeUndefined();
});

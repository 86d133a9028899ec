/** Calls of one kind that wait at once are asked for on one card. */
import { expect, test } from "vitest";
import { approvalGroups } from "../../../../web/chat/answer/approval-groups.ts";
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

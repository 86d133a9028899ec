/** Calls of one tool that wait for a decision at once: they are asked for on one card. */
import type { Segment, ToolSegment } from "../../thread/thread.ts";

export interface WaitingCall {
  tool: ToolSegment;
  ask: Extract<NonNullable<ToolSegment["ask"]>, { kind: "approval" }>;
}

/** Groups by the key of each call that is one of several: all of them at the first, none at the others. */
export function approvalGroups(segments: readonly Segment[]): ReadonlyMap<string, readonly WaitingCall[]> {
  const waiting = segments.flatMap((tool): WaitingCall[] =>
    tool.kind === "tool" && tool.ask?.kind === "approval" && !tool.result ? [{ tool, ask: tool.ask }] : [],
  );
  const byTool = Map.groupBy(waiting, ({ ask }) => ask.tool);
  const several = [...byTool.values()].filter((calls) => calls.length > 1);
  return new Map(several.flatMap((calls) => calls.map(({ tool }, at) => [tool.key, at === 0 ? calls : []])));
}

/** Calls of one tool that wait for a decision at once: they are asked for on one card. */
import type { OfferedGrant } from "../../../src/domain/grants/scopes.ts";
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

/**
 * One offer for all of the calls: the scopes that each may be allowed for, with the destinations of all. Undefined when one of
 * them can only be allowed once.
 */
export function sharedGrant(calls: readonly WaitingCall[]): OfferedGrant | undefined {
  const grants = calls.flatMap(({ ask }) => ask.grant ?? []);
  const [first] = grants;
  if (!first || grants.length < calls.length) return undefined;
  const scopes = first.scopes.filter((scope) => grants.every((grant) => grant.scopes.includes(scope)));
  const to = [...new Set(grants.flatMap((grant) => grant.to))];
  return scopes.length > 0 ? { to, scopes } : undefined;
}

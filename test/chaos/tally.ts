/** What happened in a scenario, in numbers, and the sum over many. */
import { deliveries } from "../../durable-objects/conversation/rows/schema/outgoing.ts";
import type { Part } from "../../src/domain/message.ts";
import type { World } from "./world.ts";

export type Tally = Record<string, number>;

interface Seen {
  events: number;
  replayed: number;
  evictions: number;
  compactions: number;
}

export function tallyOf(world: World, seen: Seen): Tally {
  const { store, machine, counts, outside, arrivals } = world;
  const states = store.sql.all<{ state: string; n: number }>(
    "SELECT state, COUNT(*) AS n FROM turns GROUP BY state",
  );
  const rows = store.sql.all<{ parts: string }>("SELECT parts FROM messages WHERE role = 'assistant'");
  const parts = rows.flatMap((row) => JSON.parse(row.parts) as Part[]);
  const results = parts.flatMap((part) => (part.type === "tool_result" ? [part.content] : []));
  const given = (words: string) => results.filter((content) => content.includes(words)).length;
  const sealed = parts.filter((part) => part.type === "error" && part.reason.includes("given up")).length;
  return {
    turns: store.meta.turn_count,
    ...Object.fromEntries(states.map(({ state, n }) => [`turns ${state}`, n])),
    "turns sealed": sealed,
    kills: machine.kills,
    evictions: seen.evictions,
    events: seen.events,
    "frames read again": seen.replayed,
    "tool calls": results.length,
    summaries: seen.compactions,
    "once effects": outside.effects.size,
    "once interrupted": given("interrupted: outcome unknown"),
    "chunks delivered": arrivals.length,
    "answers grown": store.sql.rows(deliveries, "WHERE grown IS NOT NULL").length,
    ...counts,
  };
}

export function add(sum: Tally, more: Tally): Tally {
  const result = { ...sum };
  for (const [what, n] of Object.entries(more)) result[what] = (result[what] ?? 0) + n;
  return result;
}

/** Two columns. */
export function table(tally: Tally): string {
  const width = Math.max(...Object.keys(tally).map((what) => what.length));
  return Object.entries(tally)
    .map(([what, n]) => `${what.padEnd(width)}  ${String(n).padStart(9)}`)
    .join("\n");
}

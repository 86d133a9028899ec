/**
 * Running turns per owner: one tiny JSON object on itty-durable. Only lasting states are reported, so short
 * turns never call it. It lives in memory; turns that wait for a person outlive that and are persisted.
 */
import { createDurable } from "itty-durable/itty-durable.js";
import type { MonitoredTurn } from "../src/domain/conversation/live-turn.ts";
import type { MonitorChange } from "../src/observability/monitor-feed.ts";

/** itty-durable carries arguments in a header. */
export function changesText(changes: readonly MonitorChange[]): string {
  return encodeURIComponent(JSON.stringify(changes));
}

export interface MonitorReport extends MonitoredTurn {
  conversation_id: string;
}

/** A running turn reports regularly. One that has been silent for this long is taken for gone. */
const SILENT_AFTER_MS = 20 * 60_000;

/** Fields that an entry of an earlier version lacks. */
const LATER = { tools: [], channel: "web", contact: "" } as const;

interface Entry extends MonitorReport {
  told_at: number;
}

export class Monitor extends createDurable() {
  turns: Record<string, Entry> = {};
  /** Conversations in the last persisted state. Any later change to one of them is persisted too. */
  persisted: string[] = [];

  /** `text` comes from `changesText`. */
  async update(text: string): Promise<{ ok: true }> {
    const changes = JSON.parse(decodeURIComponent(text)) as MonitorChange[];
    const isLasting = changes.some(
      ({ conversation_id, turn }) => turn?.state === "parked" || this.persisted.includes(conversation_id),
    );
    for (const { conversation_id, turn } of changes) {
      if (turn) this.turns[conversation_id] = { ...turn, conversation_id, told_at: Date.now() };
      else delete this.turns[conversation_id];
    }
    if (isLasting) {
      this.persisted = Object.keys(this.turns);
      await this.persist();
    }
    return { ok: true };
  }

  live(): MonitorReport[] {
    const now = Date.now();
    const isLive = (entry: Entry) => entry.state === "parked" || now - entry.told_at < SILENT_AFTER_MS;
    return Object.values(this.turns)
      .filter(isLive)
      .map(({ told_at: _told_at, ...report }) => ({ ...LATER, ...report }));
  }
}

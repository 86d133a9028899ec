/**
 * What runs now, per owner: one tiny JSON object on itty-durable. Only states that last are told, so short turns
 * never call it. It lives in memory; what waits for a person outlives that, and is persisted.
 */
import { createDurable } from "itty-durable/itty-durable.js";

/** Strings are URI-encoded: itty-durable carries arguments in a header. */
export interface MonitorReport {
  conversation_id: string;
  turn_id: string;
  state: string;
  agent: string;
  model: string;
  step: number;
  since: string;
}

/** A running turn reports again and again; one that has been silent for so long is gone. */
const SILENT_AFTER_MS = 20 * 60_000;

interface Entry extends MonitorReport {
  told_at: number;
}

export class Monitor extends createDurable() {
  turns: Record<string, Entry> = {};

  async report(report: MonitorReport): Promise<{ ok: true }> {
    const wasParked = this.turns[report.conversation_id]?.state === "parked";
    this.turns[report.conversation_id] = { ...report, told_at: Date.now() };
    if (wasParked || report.state === "parked") await this.persist();
    return { ok: true };
  }

  async clear(conversation_id: string): Promise<{ ok: true }> {
    const wasParked = this.turns[conversation_id]?.state === "parked";
    delete this.turns[conversation_id];
    if (wasParked) await this.persist();
    return { ok: true };
  }

  live(): MonitorReport[] {
    const now = Date.now();
    const isLive = (entry: Entry) => entry.state === "parked" || now - entry.told_at < SILENT_AFTER_MS;
    return Object.values(this.turns)
      .filter(isLive)
      .map(({ told_at: _told_at, ...report }) => report);
  }
}

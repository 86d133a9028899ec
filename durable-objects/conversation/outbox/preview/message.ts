/**
 * The one message that grows: posted once, edited from then on. That it is posted is written down before, and under which
 * id it stands after, so that whoever goes on after a crash finds it.
 */
import type { ChannelPort, Chunk, Delivered, Outgoing } from "../../../../src/channels/channel.ts";
import type { DeliveryId } from "../../../../src/domain/ids.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import { within } from "../../../../src/domain/time/deadline.ts";
import type { Later } from "../../../../src/domain/time/later.ts";
import { type PreviewRow, Previews } from "../../rows/outgoing/previews.ts";
import type { Store } from "../../rows/store.ts";
import type { TurnRow } from "../../rows/turns/turns.ts";

const TRY_MS = 30_000;
const NO_ANSWER: Delivered = { status: "unknown", reason: "The platform did not answer." };
/** It may stand there already. */
const IN_DOUBT: Delivered = { status: "unknown", reason: "Nobody knows whether it arrived." };

export interface MessageDeps {
  store: Store;
  later: Later;
  now(): number;
  newId(): DeliveryId;
  /** The turn has ended meanwhile: what became of the post is for the delivery of its answer to know, if there is one. */
  tellDelivery(to: { id: DeliveryId; target: Source }, result: Delivered): void;
}

export class GrowingMessage {
  private readonly deps: MessageDeps;
  private readonly port: ChannelPort;
  private readonly turn: TurnRow;
  private readonly previews: Previews;

  constructor(deps: MessageDeps, port: ChannelPort, turn: TurnRow) {
    this.deps = deps;
    this.port = port;
    this.turn = turn;
    this.previews = new Previews(deps.store.sql);
  }

  /** One try. Never throws. */
  async show(text: string): Promise<Delivered> {
    const row = this.previews.get(this.turn.id);
    const chunk: Chunk = { type: "text", text };
    if (row && row.platform_id !== null) return this.edit(row.platform_id, chunk);
    if (row && !this.isRecognised(row)) return IN_DOUBT;
    return this.post(row, chunk);
  }

  private isRecognised({ doubt_at }: PreviewRow): boolean {
    return this.deps.now() - doubt_at < this.port.limits.keyed_for_ms;
  }

  private edit(platform_id: string, chunk: Extract<Chunk, { type: "text" }>): Promise<Delivered> {
    const change = { to: this.turn.source, platform_id, chunk };
    return this.tried(async (signal) => this.port.edit?.(change, signal) ?? NO_ANSWER);
  }

  private async post(before: PreviewRow | undefined, chunk: Chunk): Promise<Delivered> {
    const { now, newId, store } = this.deps;
    const fresh = {
      turn_id: this.turn.id,
      delivery_id: newId(),
      platform_id: null,
      doubts: 0,
      doubt_at: now(),
    };
    const row = { ...(before ?? fresh), doubts: (before?.doubts ?? 0) + 1 };
    this.write(row);
    const { conversation_id, owner } = store.meta;
    const outgoing: Outgoing = {
      chunk,
      from: { conversation_id, owner },
      to: this.turn.source,
      key: `${row.delivery_id}:0`,
      is_growing: true,
    };
    const result = await this.tried((signal) => this.port.deliver(outgoing, signal));
    this.note(row, result);
    return result.status === "sent" && result.platform_id === null ? IN_DOUBT : result;
  }

  private note(row: PreviewRow, result: Delivered): void {
    const isTaken = this.previews.get(row.turn_id)?.delivery_id !== row.delivery_id;
    if (isTaken) this.deps.tellDelivery({ id: row.delivery_id, target: this.turn.source }, result);
    else if (result.status === "sent" && result.platform_id !== null)
      this.write({ ...row, platform_id: result.platform_id });
    else if (result.status === "later" || result.status === "failed")
      this.write({ ...row, doubts: row.doubts - 1 });
  }

  /** One that surely did not arrive leaves nothing. */
  private write(row: PreviewRow): void {
    const { store } = this.deps;
    store.sql.transaction(() => {
      if (row.doubts > 0) this.previews.put(row);
      else this.previews.remove(row.turn_id);
    });
  }

  private async tried(work: (signal: AbortSignal) => Promise<Delivered>): Promise<Delivered> {
    try {
      const told = await within({ ms: TRY_MS, later: this.deps.later }, work);
      return told.status === "ready" ? told.value : NO_ANSWER;
    } catch (problem) {
      return { status: "unknown", reason: `The channel broke off: ${String(problem)}.` };
    }
  }
}

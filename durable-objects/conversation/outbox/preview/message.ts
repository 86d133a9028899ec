/**
 * The preview's one message: posted once, then edited. A row is written before the post and gets the
 * platform's id afterwards, so that a later life finds the message.
 */
import type { ChannelPort, Chunk, DeliveryResult, Outgoing } from "../../../../src/channels/channel.ts";
import type { DeliveryId } from "../../../../src/domain/ids.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import { within } from "../../../../src/domain/time/deadline.ts";
import { inFreeTime, type Later } from "../../../../src/domain/time/later.ts";
import { type PreviewRow, Previews } from "../../rows/outgoing/previews.ts";
import type { Store } from "../../rows/store.ts";
import { look } from "./look.ts";

const TRY_MS = 30_000;
const NO_ANSWER: DeliveryResult = { status: "unknown", reason: "The platform did not answer." };
/** The preview may have been posted already. */
const MISSING: DeliveryResult = { status: "later", reason: "It did not arrive." };
const IN_DOUBT: DeliveryResult = { status: "unknown", reason: "It's unknown whether it arrived." };

type Text = Extract<Chunk, { type: "text" }>;

const keyOf = ({ delivery_id }: PreviewRow) => `${delivery_id}:0`;

export interface MessageDeps {
  store: Store;
  later: Later;
  now(): number;
  newId(): DeliveryId;
  /** Called when the turn ended during the post: the delivery of its answer, if any, gets the outcome. */
  tellDelivery(to: { id: DeliveryId; target: Source }, result: DeliveryResult): void;
}

/** A turn that writes its answer, or work beside turns. */
interface Growing {
  id: string;
  source: Source;
}

export class GrowingMessage {
  private readonly deps: MessageDeps;
  private readonly port: ChannelPort;
  private readonly turn: Growing;
  private readonly previews: Previews;

  constructor(deps: MessageDeps, port: ChannelPort, turn: Growing) {
    this.deps = deps;
    this.port = port;
    this.turn = turn;
    this.previews = new Previews(deps.store.sql);
  }

  /** One attempt. Never throws. */
  async show(text: string): Promise<DeliveryResult> {
    const row = this.previews.get(this.turn.id);
    const chunk: Text = { type: "text", text };
    if (row && row.platform_id !== null) return this.edit(row.platform_id, chunk);
    if (row && !this.isRecognised(row)) return this.lookFor(row, chunk);
    return this.post(row, chunk);
  }

  /** The preview was posted, perhaps in an earlier life, and whether it arrived is unknown. */
  private async lookFor(row: PreviewRow, chunk: Text): Promise<DeliveryResult> {
    const { turn, port, deps } = this;
    const message = { to: turn.source, key: keyOf(row), since: row.doubt_at };
    const found = await look(deps.later, port, message);
    switch (found.status) {
      case "there": {
        const { platform_id } = found;
        this.note(row, { status: "sent", platform_id });
        return this.edit(platform_id, chunk);
      }
      case "missing": {
        const isTaken = this.isTaken(row);
        this.note(row, MISSING);
        return isTaken ? MISSING : this.post(undefined, chunk);
      }
      case "later":
        return found;
      case "unknown":
        return IN_DOUBT;
    }
  }

  private isRecognised({ doubt_at }: PreviewRow): boolean {
    return this.deps.now() - doubt_at < this.port.limits.keyed_for_ms;
  }

  private edit(platform_id: string, chunk: Text): Promise<DeliveryResult> {
    const change = { to: this.turn.source, platform_id, chunk };
    return this.tried(async (signal) => this.port.edit?.(change, signal) ?? NO_ANSWER);
  }

  private async post(before: PreviewRow | undefined, chunk: Text): Promise<DeliveryResult> {
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
      key: keyOf(row),
      is_growing: true,
    };
    const result = await this.tried((signal) => this.port.deliver(outgoing, signal));
    this.note(row, result);
    return result.status === "sent" && result.platform_id === null ? IN_DOUBT : result;
  }

  private note(row: PreviewRow, result: DeliveryResult): void {
    if (this.isTaken(row)) this.deps.tellDelivery({ id: row.delivery_id, target: this.turn.source }, result);
    else if (result.status === "sent" && result.platform_id !== null)
      this.write({ ...row, platform_id: result.platform_id });
    else if (result.status === "later" || result.status === "failed")
      this.write({ ...row, doubts: row.doubts - 1 });
  }

  /** The answer's delivery has taken it over, or the turn has ended without one. */
  private isTaken({ turn_id, delivery_id }: PreviewRow): boolean {
    return this.previews.get(turn_id)?.delivery_id !== delivery_id;
  }

  /** A post that surely did not arrive leaves no row. */
  private write(row: PreviewRow): void {
    const { store } = this.deps;
    store.sql.transaction(() => {
      if (row.doubts > 0) this.previews.put(row);
      else this.previews.remove(row.turn_id);
    });
  }

  private async tried(work: (signal: AbortSignal) => Promise<DeliveryResult>): Promise<DeliveryResult> {
    try {
      const result = await within({ ms: TRY_MS, later: inFreeTime(this.deps.later) }, work);
      return result.status === "ready" ? result.value : NO_ANSWER;
    } catch (problem) {
      return { status: "unknown", reason: `The channel broke off: ${String(problem)}.` };
    }
  }
}

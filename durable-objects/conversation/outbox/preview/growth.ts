/** Previews: answers that grow in chats while they are written, and how deliveries take them over. */
import type { StepRecord } from "../../../../src/agent/turn.ts";
import {
  type ChannelPort,
  type Channels,
  type DeliveryResult,
  portOf,
} from "../../../../src/channels/channel.ts";
import type { ChannelKinds } from "../../../../src/channels/kinds.ts";
import type { TurnId } from "../../../../src/domain/ids.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import type { Part } from "../../../../src/domain/message.ts";
import type { Delivery, TakenOver } from "../../rows/outgoing/deliveries.ts";
import { Previews } from "../../rows/outgoing/previews.ts";
import type { TurnRow } from "../../rows/turns/turns.ts";
import { readable } from "./close-markdown.ts";
import { editIntervalOf } from "./edit-interval.ts";
import { GrowingMessage, type MessageDeps } from "./message.ts";
import { Preview } from "./preview.ts";
import { takeover } from "./takeover.ts";
import { Words } from "./words.ts";

/** Time within which an edit sent by an earlier life has landed. */
const EDIT_TRAVELS_MS = 1_000;

interface GrowthDeps extends MessageDeps {
  kinds: ChannelKinds;
  channels: Channels;
  /** The answer's first message, if it ended with these parts. */
  firstText(turn: TurnRow, parts: readonly Part[]): string | undefined;
  /** No answer takes over that message: it is to be deleted. */
  leave(target: Source, platform_id: string): void;
}

export class Growth {
  /** ms since the epoch; until then an edit of an earlier life may still be under way. */
  readonly quietUntil: number;
  private readonly deps: GrowthDeps;
  private readonly rows: Previews;
  private readonly landings = new Map<TurnId, Promise<DeliveryResult>>();
  /** Preview of the running turn; holds all its text. */
  private preview: Preview | undefined;

  constructor(deps: GrowthDeps) {
    this.deps = deps;
    this.rows = new Previews(deps.store.sql);
    this.quietUntil = deps.now() + EDIT_TRAVELS_MS;
  }

  /** Undefined when answers are sent only once complete. */
  begin(turn: TurnRow, steps: readonly StepRecord[]): Preview | undefined {
    const { later, now, kinds, channels, firstText } = this.deps;
    this.preview = undefined;
    const port = kinds[turn.source.channel].carried ? portOf(channels, turn.source) : undefined;
    const every = port?.edit && editIntervalOf(port.limits, turn.source);
    if (!port || every === undefined) return undefined;
    const textOf = (parts: readonly Part[]) => readable(firstText(turn, parts) ?? "", port);
    const show = this.shower(port, turn);
    this.preview = new Preview({ later, now, every, words: new Words(steps), textOf, show });
    return this.preview;
  }

  /** The turn's send in progress, which must land before its answer is delivered. */
  landing(turn_id: TurnId | null): Promise<unknown> | undefined {
    return turn_id === null ? undefined : this.landings.get(turn_id);
  }

  /** Part of the commit that stores the delivery. */
  takenOver({ id: turn_id, source }: TurnRow, chunks: Delivery["chunks"]): Partial<TakenOver> {
    const row = this.rows.get(turn_id);
    if (!row) return {};
    this.rows.remove(turn_id);
    const taken = takeover(row, chunks);
    if (!taken.grown && row.platform_id !== null) this.deps.leave(source, row.platform_id);
    const next_at = Math.max(this.deps.now(), this.quietUntil, this.preview?.heldUntil ?? 0);
    this.preview = undefined;
    return { ...taken, next_at };
  }

  /** Part of the commit that ends the turn: a preview that no delivery has taken over is to be deleted. */
  ended({ id, source }: TurnRow): void {
    this.preview = undefined;
    const row = this.rows.get(id);
    if (row && row.platform_id !== null) this.deps.leave(source, row.platform_id);
    this.rows.remove(id);
  }

  private shower(port: ChannelPort, turn: TurnRow): (text: string) => Promise<DeliveryResult> {
    const message = new GrowingMessage(this.deps, port, turn);
    return (text) => {
      const shown = message
        .show(text)
        .catch((problem): DeliveryResult => ({ status: "unknown", reason: String(problem) }))
        .finally(() => this.landings.delete(turn.id));
      this.landings.set(turn.id, shown);
      return shown;
    };
  }
}

/** How an agent reaches people other than by its answer. Channels fulfil it. */
import type { Source } from "../../domain/inbound.ts";

export type Sent = { ok: true; where: string } | { ok: false; problem: string };

export interface Messenger {
  /** Places this owner can be reached at, as `to` names them: `telegram`, `slack`, a conversation's id. */
  places(owner: string): Promise<string[]>;
  /** Idempotent by `key`. `to` is one of the places. */
  send(message: { owner: string; to: string; text: string; key: string }): Promise<Sent>;
  /** On the message that this turn answers. Idempotent by `key`. */
  react(reaction: {
    owner: string;
    source: Source;
    conversation_id: string;
    emoji: string;
    key: string;
  }): Promise<Sent>;
}

/**
 * Sends an agent's messages outside its answer. Never throws for a place that is not set up or does not
 * exist.
 */
import type { Source } from "../../domain/inbound.ts";
import type { Trust } from "../../domain/trust.ts";

export type SendResult = { ok: true; where: string } | { ok: false; problem: string };

export interface AddressedMessage {
  owner: string;
  /** Id of the sending conversation. */
  from: string;
  /** One of the places, or a conversation's id. */
  to: string;
  text: string;
  /** Trust of the content that the agent had seen when it wrote this. */
  trust: Trust;
  agent: { slug: string; name: string };
  /** Idempotency key. */
  key: string;
}

export interface Reaction {
  source: Source;
  emoji: string;
  signal: AbortSignal;
}

export interface Messenger {
  /**
   * Places where this owner can be reached, as `to` names them: `web`, and the channels they have written
   * from.
   */
  places(owner: string): Promise<string[]>;
  /** Idempotent by `key`. Does not wait for the recipient, nor ask for approval: the policy does. */
  send(spoken: AddressedMessage): Promise<SendResult>;
  /** Reacts to the message that this turn answers. */
  react(reaction: Reaction): Promise<SendResult>;
}

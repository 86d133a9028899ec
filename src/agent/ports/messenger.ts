/** How an agent reaches people other than by its answer. Never throws for what is not set up, or not there. */
import type { Source } from "../../domain/inbound.ts";
import type { Trust } from "../../domain/trust.ts";

export type Sent = { ok: true; where: string } | { ok: false; problem: string };

export interface Spoken {
  owner: string;
  /** The conversation that it is said from. */
  from: string;
  /** One of the places, or a conversation's id. */
  to: string;
  text: string;
  /** Of what the agent had seen when it said so. */
  trust: Trust;
  agent: { slug: string; name: string };
  /** The same key again has one effect. */
  key: string;
}

export interface Reaction {
  source: Source;
  emoji: string;
  signal: AbortSignal;
}

export interface Messenger {
  /** Places this owner can be reached at, as `to` names them: `web`, and the channels they have written from. */
  places(owner: string): Promise<string[]>;
  send(spoken: Spoken): Promise<Sent>;
  /** At the message that this turn answers. */
  react(reaction: Reaction): Promise<Sent>;
}

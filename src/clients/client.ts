/** A client: a person or an organisation that somebody keeps here, with agents, chats, memory and a budget of its own. */
import type { ChatPlatform } from "../domain/chat-platforms.ts";
import type { Id } from "../domain/ids.ts";

declare module "../domain/ids.ts" {
  interface IdPrefixes {
    clt: "client";
  }
}

/** A client is an owner like every person, so all data keyed by owner is kept apart. */
export type ClientId = Id<"clt">;

export const CLIENT_KINDS = ["person", "organisation"] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** Fields that the keeper sets. */
export interface ClientFields {
  /** Name for agents, unique among its keeper's clients. */
  slug: string;
  name: string;
  kind: ClientKind;
  /** Only for the keeper: no agent reads them. */
  notes: string;
  /** When false, nothing of the client runs and nobody acts for it. */
  active: boolean;
  /** US dollars per UTC day and month; null: no budget of its own. */
  spend_per_day_usd: number | null;
  spend_per_month_usd: number | null;
}

/** One bot of a channel. */
export interface ClientAccount {
  channel: ChatPlatform;
  /** Empty: the channel's first account. */
  account: string;
}

export interface Client extends ClientFields {
  id: ClientId;
  /** The keeper: id of a person. */
  owner: string;
  /** Bots that serve this client alone. */
  accounts: ClientAccount[];
  /** Incremented by each edit. */
  version: number;
  /** ms since the epoch. */
  created_at: number;
  updated_at: number;
}

export const CLIENT_DEFAULTS: Omit<ClientFields, "slug" | "name"> = {
  kind: "organisation",
  notes: "",
  active: true,
  spend_per_day_usd: null,
  spend_per_month_usd: null,
};

export function fieldsOfClient(client: Client): ClientFields {
  const { slug, name, kind, notes, active, spend_per_day_usd, spend_per_month_usd } = client;
  return { slug, name, kind, notes, active, spend_per_day_usd, spend_per_month_usd };
}

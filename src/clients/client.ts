/** A client: a person or an organisation that somebody keeps here, with agents, chats, memory and a budget of their own. */
import type { Id } from "../domain/ids.ts";
import type { Channel } from "../domain/inbound.ts";

/** It is an owner like every person: what is keyed by owners is kept apart by that alone. */
export type ClientId = Id<"clt">;

export const CLIENT_KINDS = ["person", "organisation"] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** What its keeper sets of it. */
export interface ClientFields {
  /** What agents name it by; one of its keeper's clients. */
  slug: string;
  name: string;
  kind: ClientKind;
  /** For its keeper: no agent reads them. */
  notes: string;
  /** Otherwise nothing of it runs, and nobody acts for it. */
  active: boolean;
  /** US dollars in days and months of UTC; null: no budget of its own. */
  spend_per_day_usd: number | null;
  spend_per_month_usd: number | null;
}

/** One bot of a channel. */
export interface ClientAccount {
  channel: Channel;
  /** Empty: the channel's first one. */
  account: string;
}

export interface Client extends ClientFields {
  id: ClientId;
  /** Who keeps it: id of a person. */
  owner: string;
  /** Bots that are its alone. */
  accounts: ClientAccount[];
  /** Grows with each edit. */
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

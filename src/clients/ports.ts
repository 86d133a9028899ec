/** What clients are kept in, and what keeping them asks of the house. */
import type { Principal } from "../domain/principal.ts";
import type { Client, ClientAccount, ClientFields, ClientId } from "./client.ts";

export interface NewClient extends ClientFields {
  id: ClientId;
  owner: string;
}

/** All reject when storage fails. */
export interface ClientStore {
  /** By id, so in the order they came. */
  list(owner: string): Promise<Client[]>;
  /** Whosever it is. */
  get(id: string): Promise<Client | undefined>;
  create(client: NewClient): Promise<Client | "slug_taken">;
  /** Undefined: `of` is no longer what holds, and nothing was changed. */
  update(of: Client, fields: ClientFields): Promise<Client | "slug_taken" | undefined>;
  /** Those are its bots from now on, and no others. "taken": one of them is another client's. */
  setAccounts(id: ClientId, accounts: readonly ClientAccount[]): Promise<Client | "taken" | undefined>;
  /** What it has spent stays counted as its keeper's. */
  remove(id: ClientId): Promise<void>;
}

export interface ClientDeps {
  clients: ClientStore;
  /** How many one person may keep. */
  most: number;
  newId(): ClientId;
  /** Slugs of the agents that are somebody's. */
  agentsOf(owner: string): Promise<string[]>;
  removeAgents(owner: string): Promise<void>;
  /** How many conversations are somebody's. */
  conversationsOf(owner: string): Promise<number>;
  /** Takes away all that is the client's, in the background; the id of that job. */
  erase(of: { client: ClientId; by: string }): Promise<string>;
  /** Budgets and bots are read anew. */
  changed(): void;
  /** US dollars since the day or the month began, in UTC. */
  spent(owner: string): Promise<{ day: number; month: number }>;
  /** As they are today; undefined: they may not use this instance any more. */
  personOf(owner: string): Promise<Principal | undefined>;
}

/** Storage of clients, and the services that keeping them needs. */
import type { Principal } from "../domain/principal.ts";
import type { Client, ClientAccount, ClientFields, ClientId } from "./client.ts";

export interface NewClient extends ClientFields {
  id: ClientId;
  owner: string;
}

/** Every method rejects when storage fails. */
export interface ClientStore {
  /** Ordered by id, which is the order of creation. */
  list(owner: string): Promise<Client[]>;
  /** Finds a client of any keeper. */
  get(id: string): Promise<Client | undefined>;
  create(client: NewClient): Promise<Client | "slug_taken">;
  /** Undefined: `of` is out of date, and nothing was changed. */
  update(of: Client, fields: ClientFields): Promise<Client | "slug_taken" | undefined>;
  /** Replaces the client's bots. "taken": one of them belongs to another client. */
  setAccounts(id: ClientId, accounts: readonly ClientAccount[]): Promise<Client | "taken" | undefined>;
  /** The client's spending remains counted as its keeper's. */
  remove(id: ClientId): Promise<void>;
}

export interface ClientDeps {
  clients: ClientStore;
  /** Most clients that one person may keep. */
  most: number;
  newId(): ClientId;
  /** Slugs of the owner's agents. */
  agentsOf(owner: string): Promise<string[]>;
  removeAgents(owner: string): Promise<void>;
  /** Number of the owner's conversations. */
  conversationsOf(owner: string): Promise<number>;
  /** Erases all data of the client in the background. Returns the job's id. */
  erase(of: { client: ClientId; by: string }): Promise<string>;
  /** Tells that budgets and bots have to be read anew. */
  changed(): void;
  /** US dollars since the current UTC day and month began. */
  spent(owner: string): Promise<{ day: number; month: number }>;
  /** The person's current principal; undefined: they may no longer use this instance. */
  personOf(owner: string): Promise<Principal | undefined>;
}

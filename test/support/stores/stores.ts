/** Stores over any D1: SQLite in memory on Node, D1 itself under workerd. One contract holds both to the same. */
import { createIds, type Ids } from "../../../src/domain/ids.ts";
import { AgentStore, AgentVersions } from "../../../src/storage/d1/agents/agents.ts";
import { D1ClientStore } from "../../../src/storage/d1/clients/clients.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { D1DeliveryStore } from "../../../src/storage/d1/hooks/deliveries.ts";
import { D1HookStore } from "../../../src/storage/d1/hooks/hooks.ts";
import { AesSealer } from "../../../src/storage/d1/models/seal.ts";
import { Access } from "../../../src/storage/d1/people/access.ts";
import { createPeople, type People } from "../../../src/storage/d1/people/people.ts";
import { linkCodes } from "../../../src/storage/d1/schema/channels.ts";
import {
  apiKeys,
  credentials,
  identities,
  preferences,
  sessions,
  signinLinks,
} from "../../../src/storage/d1/schema/people.ts";

/** An agent that comes with the house. */
const LOADED = {
  path: "r2/agents/porter.md",
  text: "---\nname: Porter\nmodels: [openai/told]\n---\nOpen doors.",
};

export interface Stores extends People {
  access: Access;
  agents: AgentStore;
  versions: AgentVersions;
  hooks: D1HookStore;
  deliveries: D1DeliveryStore;
  clients: D1ClientStore;
  ids: Ids;
  clock: { now: number };
}

export function storesOver(binding: D1Database): Stores {
  const clock = { now: Date.UTC(2026, 10, 27) };
  const now = () => clock.now;
  const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);
  const ids = createIds(now, random);
  const db = openDatabase(binding);
  const account = [credentials, identities, preferences, apiKeys, sessions, signinLinks, linkCodes];
  return {
    ...createPeople({ db, ids, now, random, account }),
    access: new Access({ db, ids, now, random }),
    agents: new AgentStore(db, [LOADED], now),
    versions: new AgentVersions(db),
    hooks: new D1HookStore(db, new AesSealer("the instance's own secret", random)),
    deliveries: new D1DeliveryStore(db),
    clients: new D1ClientStore(db, now),
    ids,
    clock,
  };
}

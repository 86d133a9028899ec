/** Stores over D1 and a Durable Object's storage, by the contract that holds on Node too. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { sqlOf } from "../../../durable-objects/sql/storage-sql.ts";
import type { Env } from "../../../src/app/env.ts";
import { agentsContract } from "../../support/stores/agents.ts";
import { clientsContract } from "../../support/stores/clients.ts";
import { hooksContract } from "../../support/stores/hooks.ts";
import { peopleContract } from "../../support/stores/people.ts";
import { schedulesContract } from "../../support/stores/schedules.ts";
import { storesOver } from "../../support/stores/stores.ts";
import { waysInContract } from "../../support/stores/ways-in.ts";

const bindings = env as unknown as Env;
const inD1 = () => storesOver(bindings.DB);

peopleContract(inD1);
waysInContract(inD1);
agentsContract(inD1);
hooksContract(inD1);
clientsContract(inD1);
schedulesContract((body) =>
  runInDurableObject(bindings.SCHEDULER.getByName("contract"), (_object, { storage }) =>
    body(sqlOf(storage)),
  ),
);

/** Stores over SQLite in memory: what routes and services are tested with on Node. */

import { nodeD1 } from "../../support/node-d1.ts";
import { NodeSql } from "../../support/node-sql.ts";
import { agentsContract } from "../../support/stores/agents.ts";
import { clientsContract } from "../../support/stores/clients.ts";
import { hooksContract } from "../../support/stores/hooks.ts";
import { peopleContract } from "../../support/stores/people.ts";
import { schedulesContract } from "../../support/stores/schedules.ts";
import { storesOver } from "../../support/stores/stores.ts";
import { waysInContract } from "../../support/stores/ways-in.ts";

const inMemory = () => storesOver(nodeD1());

peopleContract(inMemory);
waysInContract(inMemory);
agentsContract(inMemory);
hooksContract(inMemory);
clientsContract(inMemory);
schedulesContract((body) => body(new NodeSql()));

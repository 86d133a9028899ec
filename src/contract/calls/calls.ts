/**
 * Calls of the API by method and route, for the typed client: values of the query, the body, and the answer. `defineRoute` holds
 * each line against the schemas of its route.
 */
import type { AgentCalls } from "./agents.ts";
import type { InstanceCalls } from "./instance.ts";
import type { MemoryCalls } from "./memory.ts";
import type { PeopleCalls } from "./people.ts";
import type { ReplayCalls } from "./replays.ts";
import type { TalkCalls } from "./talk.ts";

export interface Calls extends TalkCalls, AgentCalls, MemoryCalls, PeopleCalls, ReplayCalls, InstanceCalls {}

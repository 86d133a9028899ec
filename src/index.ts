/** The Worker's entry. */
import type { Env } from "./app/env.ts";
import { PARTS } from "./app/list.ts";
import { createWorker } from "./app/worker.ts";
import { CHANNELS } from "./channels/channel-list.ts";

const worker = createWorker(PARTS, CHANNELS);

export const { Conversation, Person, Gateway, Scheduler, Research } = worker;
export { Monitor } from "../durable-objects/monitor.ts";

export default worker.handlers satisfies ExportedHandler<Env>;

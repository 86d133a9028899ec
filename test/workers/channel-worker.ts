/**
 * The product's Worker with the tests' channel, for instances that are started and killed as real ones are: what comes
 * in by its webhook goes the way of every input, and the replies go back over the network.
 */

import type { Env } from "../../src/app/env.ts";
import { PARTS } from "../../src/app/list.ts";
import { createWorker } from "../../src/app/worker.ts";
import { CHANNELS } from "../../src/channels/channel-list.ts";
import { testChannelKind } from "../support/test-channel/channel.ts";

export { Monitor } from "../../durable-objects/monitor.ts";

/** It takes no key: what is sent twice stands there twice. */
const worker = createWorker(PARTS, { ...CHANNELS, whatsapp: testChannelKind({ name: "whatsapp" }) });

export const { Conversation, Person, Gateway, Scheduler, Research } = worker;

export default worker.handlers satisfies ExportedHandler<Env>;

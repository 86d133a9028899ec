/** The Worker, made of a list of parts and one of channels: its handlers, and the classes of its Durable Objects. */
import { conversationObject } from "../../durable-objects/conversation/conversation.ts";
import type { ConversationPorts } from "../../durable-objects/conversation/ports.ts";
import { gatewayObject } from "../../durable-objects/gateway/gateway.ts";
import { personObject } from "../../durable-objects/person/person.ts";
import { researchObject } from "../../durable-objects/research/research.ts";
import { schedulerObject } from "../../durable-objects/scheduler/scheduler.ts";
import type { ChannelKinds } from "../channels/kinds.ts";
import { consumeJobs } from "../jobs/consume.ts";
import { whenQuiet } from "../platform/background-throttle.ts";
import { pause } from "../platform/pause.ts";
import { createApp } from "./app.ts";
import type { Env } from "./env.ts";
import type { House } from "./house.ts";
import type { OpenPart, Part } from "./part.ts";
import { SealedServices } from "./services/sealed.ts";
import { conversationPorts } from "./wiring/conversation-ports.ts";
import { buildHouse, type Household } from "./wiring/house.ts";
import { gatewayPorts } from "./wiring/outside/gateways.ts";
import { personPorts } from "./wiring/people/presence.ts";
import { researchPorts } from "./wiring/research/ports.ts";
import { schedulerPorts } from "./wiring/schedules/ports.ts";

export interface NightjarWorker {
  handlers: {
    fetch(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response>;
    queue(batch: MessageBatch<unknown>, env: Env): Promise<void>;
    scheduled(event: ScheduledController, env: Env): Promise<void>;
    email(message: ForwardableEmailMessage, env: Env, context: ExecutionContext): Promise<void>;
  };
  Conversation: ReturnType<typeof conversationObject<Env>>;
  Person: ReturnType<typeof personObject<Env>>;
  Gateway: ReturnType<typeof gatewayObject<Env>>;
  Scheduler: ReturnType<typeof schedulerObject<Env>>;
  Research: ReturnType<typeof researchObject<Env>>;
  /** Builds one house per env object; a changed secret comes with a new env. */
  houseOf(env: Env): House;
  portsOf(env: Env): ConversationPorts;
}

export function createWorker(parts: readonly Part[], channels: ChannelKinds): NightjarWorker {
  const householdOf = once((env: Env) => buildHouse(env, { parts, channels }));
  const portsOfHousehold = once((household: Household) => conversationPorts(household));
  const houseOf = (env: Env) => householdOf(env).house;
  const portsOf = (env: Env) => portsOfHousehold(householdOf(env));
  const app = createApp(
    parts,
    once((env: Env) => new SealedServices(houseOf(env))),
  );
  return {
    handlers: {
      fetch: (request, env, context) => app.fetch(request, env, context),
      async queue(batch, env) {
        const { accounts, connections, jobs, backgroundThrottle, now, telemetry } = houseOf(env);
        // Jobs call models and tools, and an isolate may begin with one.
        await Promise.all([accounts.ready(), connections.ready()]);
        await consumeJobs(jobs, batch, () => whenQuiet(backgroundThrottle, now, pause));
        await telemetry.flush();
      },
      async scheduled(_event, env) {
        const { clock, gateways } = houseOf(env);
        if (await clock.isAtRest()) return;
        await Promise.all([clock.tick(), gateways.ensure()]);
      },
      async email(message, env, context) {
        const refusal = await takenBy(householdOf(env).parts.all(), message, context);
        if (refusal !== undefined) message.setReject(refusal);
      },
    },
    Conversation: conversationObject(portsOf),
    Person: personObject((env: Env) => personPorts(houseOf(env))),
    Gateway: gatewayObject((env: Env) => gatewayPorts(houseOf(env))),
    Research: researchObject((env: Env) => researchPorts(houseOf(env))),
    Scheduler: schedulerObject((env: Env) => schedulerPorts(houseOf(env))),
    houseOf,
    portsOf,
  };
}

/** The reason why no part takes the mail; undefined if one has. */
async function takenBy(
  parts: readonly OpenPart[],
  { to, raw, rawSize: size }: ForwardableEmailMessage,
  context: ExecutionContext,
): Promise<string | undefined> {
  const background = (work: Promise<unknown>) => context.waitUntil(work.catch(() => undefined));
  let refusal: string | undefined = "No mail is taken here.";
  for (const { mail } of parts) {
    if (mail) refusal = await mail({ to, size, raw: () => new Response(raw).arrayBuffer(), background });
    if (refusal === undefined) return undefined;
  }
  return refusal;
}

/** Memoizes by object identity. */
function once<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

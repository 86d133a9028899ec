/** Models and accounts that fail and answer as they are told, under the failover that is tested. */
import type { ModelEvent, ModelMessage, ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Account, AccountState } from "../../../src/providers/accounts.ts";
import { createMemoryAccountStore } from "../../../src/providers/accounts.ts";
import type { FailoverDeps, FailoverLimits } from "../../../src/providers/failover/run.ts";
import { streamWithFailover } from "../../../src/providers/failover/stream-with-failover.ts";
import type { Target } from "../../../src/providers/failover/targets.ts";
import { createRefusedMedia } from "../../../src/providers/prompt/refused-media.ts";
import type { ProviderCall, ProviderEvent } from "../../../src/providers/provider.ts";
import { type TestClock, testClock } from "../../support/test-clock.ts";
import { PRICE } from "./events.ts";
import { modelEntry, modelRequest, providerEntry } from "./scenes.ts";

export function account(id: string, priority = 0): Account {
  return { id, provider: "acme", label: `${id}'s account`, key: `key-${id}`, priority };
}

export function target(model: string, by: Account): Target {
  const provider = providerEntry();
  return {
    provider,
    model: modelEntry({ id: `acme/${model}`, wire_id: model, label: model, prices: PRICE }),
    account: by,
    base_url: undefined,
  };
}

interface Asked {
  signal?: AbortSignal;
  messages?: ModelMessage[];
  /** The first of the chain, where it is not that of the first target. */
  model?: string;
  name?: string;
}

interface Stage {
  clock: TestClock;
  /** `model by account at second`, for each call made. */
  calls: string[];
  states: ReadonlyMap<string, AccountState>;
  run(targets: Target[], more?: Asked): Promise<ModelEvent[]>;
  /** What the providers were sent. */
  sent: ModelRequest[];
}

/** Each call takes the next of the model's scripts; the last one stays. */
export function stage(
  scripts: { [model: string]: ProviderEvent[][] },
  limits: Partial<FailoverLimits> = {},
): Stage {
  const clock = testClock(0);
  const calls: string[] = [];
  const store = createMemoryAccountStore();
  const sent: ModelRequest[] = [];
  async function* stream({ model, key, request }: ProviderCall): AsyncGenerator<ProviderEvent> {
    sent.push(request);
    calls.push(`${model.wire_id} by ${key.slice(4)} at ${clock.now() / 1000}`);
    const script = scripts[model.wire_id] ?? [];
    yield* (script.length > 1 ? script.shift() : script[0]) ?? [];
  }
  const deps: FailoverDeps = {
    providerFor: () => ({ stream }),
    accounts: store,
    clock,
    random: () => 0,
    limits: { first_byte_ms: 1_000, stall_ms: 1_000, max_attempts: 6, max_wait_ms: 15_000, ...limits },
    cache_lifetime: "5m",
    refusedMedia: createRefusedMedia(),
    thinksFirst: new Set(),
    createCallId: () => "made",
    readDocument: async ({ name }) => (name.endsWith(".docx") ? "# Minutes" : { problem: "It is damaged." }),
  };
  return {
    clock,
    calls,
    states: store.snapshot().states,
    sent,
    async run(targets, { signal = new AbortController().signal, messages, model, name } = {}) {
      const events: ModelEvent[] = [];
      const request = modelRequest({
        model: model ?? targets[0]?.model.id ?? "",
        ...(messages && { messages }),
      });
      const done = (async () => {
        for await (const event of streamWithFailover(
          deps,
          { request, targets, ...(name !== undefined && { name }) },
          signal,
        ))
          events.push(event);
      })();
      await clock.runOut();
      await done;
      return events;
    },
  };
}

export const shown = (events: ModelEvent[]) =>
  events.flatMap((event) =>
    event.type === "text" ? [event.delta] : event.type === "restart" ? ["<restart>"] : [],
  );
export const notices = (events: ModelEvent[]) =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : []));

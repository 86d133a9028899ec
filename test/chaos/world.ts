/** All that surrounds one conversation: the machine it lives on, the providers, tools, stores and people it meets. */

import type { AfterWorkBatch } from "../../durable-objects/conversation/ledger/ports.ts";
import type { ConversationPorts } from "../../durable-objects/conversation/ports.ts";
import type { MetaInit } from "../../durable-objects/conversation/rows/meta.ts";
import { NO_GRANTS } from "../../src/agent/ports/grants.ts";
import type { ChannelPort } from "../../src/channels/channel.ts";
import { AGENT_DEFAULTS, type Agent } from "../../src/domain/agent.ts";
import { createIds, type Ids, trustId } from "../../src/domain/ids.ts";
import { createMemoryAccountStore } from "../../src/providers/accounts.ts";
import { streamWithFailover } from "../../src/providers/failover/stream-with-failover.ts";
import { createRefusedMedia } from "../../src/providers/prompt/refused-media.ts";
import { createPolicy } from "../../src/tools/policy.ts";
import { createRegistry } from "../../src/tools/registry.ts";
import { Broken, must } from "../support/machine/broken.ts";
import { type Fate, Machine } from "../support/machine/machine.ts";
import { plainCast } from "../support/machine/plain-cast.ts";
import { quietPorts } from "../support/machine/quiet-ports.ts";
import { Timeline } from "../support/machine/timeline.ts";
import { onlyChannel } from "../support/test-channel/channel.ts";
import { Bucket } from "./bucket.ts";
import { type Arrival, courier } from "./courier.ts";
import { Outside } from "./outside.ts";
import { faultyProvider } from "./provider.ts";
import { Random } from "./random.ts";
import { requestIsWhole } from "./requests.ts";
import { targets } from "./targets.ts";
import { chaosTools, GUARDED } from "./tools.ts";

export interface WorldOptions {
  seed: number;
  /** Share of model calls that fail. */
  faults: number;
  /** Chance of a kill at each event. */
  kills: number;
  /** What is said while a turn runs is read at its next step. */
  steering?: boolean;
}

export const INIT: MetaInit = {
  conversation_id: trustId("cnv_chaos00000"),
  owner: "usr_ann",
  agent: null,
  room: null,
  channel: "web",
  title: "",
  model: null,
  mode: null,
  parent: null,
};

const AGENT: Agent = {
  ...AGENT_DEFAULTS,
  slug: "nightjar",
  name: "Nightjar",
  role: "",
  instructions: "Answer.",
  models: ["acme/one", "acme/two"],
  tools: { [GUARDED]: "ask" },
  // Short enough that summaries are made, and kills fall into their making.
  limits: { ...AGENT_DEFAULTS.limits, max_steps: 12, compact_at_tokens: 700 },
  version: 1,
};

export class World {
  readonly timeline = new Timeline();
  readonly random: Random;
  readonly ids: Ids;
  readonly machine: Machine;
  readonly outside = new Outside();
  readonly bucket = new Bucket();
  /** What reached the chat platform. */
  readonly arrivals: Arrival[] = [];
  /** Rows of the cost ledger, by id. */
  readonly costs = new Map<string, string>();
  readonly counts: Record<string, number> = {};
  /** What was thrown where nobody waits for it. */
  broken: unknown;
  /** Nothing is killed any more. */
  isCalm = false;
  private readonly options: WorldOptions;
  private readonly accounts = createMemoryAccountStore();

  constructor(options: WorldOptions) {
    this.options = options;
    this.random = new Random(options.seed);
    const idRandom = this.random.fork();
    this.ids = createIds(
      () => this.timeline.now,
      (bytes) => idRandom.fill(bytes),
    );
    const fate = this.random.fork();
    const outage = this.random.fork();
    this.machine = new Machine({
      timeline: this.timeline,
      ids: this.ids,
      init: INIT,
      ports: (machine) => this.ports(machine),
      fate: () => this.fate(fate),
      outage: () => outage.between(10, outage.chance(0.2) ? 60_000 : 2_000),
    });
  }

  /** Some models see little: then the older part of a conversation becomes a summary again and again. */
  private get window(): number {
    return this.options.seed % 4 === 0 ? 3_000 : 100_000;
  }

  get store() {
    const { stored } = this.machine;
    must(stored !== undefined, "the conversation is there", "it was lost");
    return stored;
  }

  private fate(random: Random): Fate {
    if (this.isCalm || !random.chance(this.options.kills)) return "goes on";
    return random.chance(0.5) ? "dies before the commit" : "dies after the commit";
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** What one life of the conversation is given. */
  private ports(machine: Machine): ConversationPorts {
    const random = this.random.fork();
    const telegram = courier(machine, random.fork(), this.arrivals);
    return {
      ...quietPorts(),
      now: () => this.timeline.now,
      ids: this.ids,
      debounce: (channel) => (channel === "telegram" ? 600 : 0),
      casting: plainCast({
        agent: () => (random.chance(0.5) ? AGENT : machine.sleep(2).then(() => AGENT)),
        steering: () => (this.options.steering ? "next_step" : "next_turn"),
      }),
      model: this.model(machine, random.fork()),
      toolbox: createRegistry(chaosTools(machine, this.outside, random.fork())),
      policy: createPolicy(),
      grants: NO_GRANTS,
      recall: {
        recall: async (_scope, { query }) => {
          await machine.sleep(random.between(0, 250));
          const item = { id: "mem_1", text: `about ${query}`, source: "msg_1", score: 1 };
          return random.chance(0.3) ? [item] : [];
        },
        standing: async () => ({ lines: [] }),
        wishes: () => [],
      },
      media: async () => new Map(),
      flush: (batch) => this.flush(machine, random, batch),
      trail: this.bucket.for(machine, random.fork()),
      flushMemory: {
        flush: async () => {
          await machine.sleep(random.between(1, 50));
          if (random.chance(0.2)) throw new Error("memory is not available");
        },
      },
      monitor: () => undefined,
      channels: onlyChannel("telegram", { ...telegram, ...UNUSED }),
      log: {
        shows: () => true,
        info: () => undefined,
        warn: () => undefined,
        error: (event, fields) => {
          this.broken ??= new Broken("nothing breaks inside", { event, ...fields });
        },
      },
    };
  }

  /** The real failover, over providers that fail. */
  private model(machine: Machine, random: Random): ConversationPorts["model"] {
    const provider = faultyProvider({
      machine,
      random: random.fork(),
      faults: this.options.faults,
      count: (what) => this.count(what),
      onRequest: ({ request }) => requestIsWhole(request.messages),
    });
    const deps = {
      providerFor: () => provider,
      accounts: this.accounts,
      clock: {
        now: () => this.timeline.now,
        after: (ms: number, act: () => void) => machine.later(act, ms),
      },
      random: () => random.next(),
      limits: { first_byte_ms: 4_000, stall_ms: 4_000, max_attempts: 6, max_wait_ms: 15_000 },
      cache_lifetime: "5m" as const,
      refusedMedia: createRefusedMedia(),
      thinksFirst: new Set<string>(),
      createCallId: () => "made",
      readDocument: async () => ({ problem: "It is damaged." }),
    };
    return {
      info: (id) => ({ id, context_window: this.window, max_output_tokens: 8_000, capabilities: ALL }),
      stream: (request, signal) => streamWithFailover(deps, { request, targets: targets() }, signal),
      estimate: () => null,
      fastModel: () => null,
      firstConnected: ([first = ""]) => first,
    };
  }

  /** D1: slow, sometimes away, and the same rows twice are the same rows. */
  private async flush(machine: Machine, random: Random, batch: AfterWorkBatch): Promise<void> {
    await machine.sleep(random.between(1, 40));
    if (random.chance(0.1)) throw new Error("D1 is not available");
    for (const cost of batch.costs) {
      const row = JSON.stringify(cost);
      const known = this.costs.get(cost.id);
      must(known === undefined || known === row, "a cost row is one row", { known, row });
      this.costs.set(cost.id, row);
    }
    if (random.chance(0.05)) throw new Error("D1 did not answer");
  }
}

/** How the chat platform takes texts. */
export function chatOf({ machine }: World): ChannelPort {
  return { ...courier(machine, new Random(1), []), ...UNUSED };
}

/** Messages of the scenario do not come by webhook. */
const UNUSED: Pick<ChannelPort, "verify" | "parse"> = {
  verify: () => ({ ok: false, reason: "not used" }),
  parse: () => ({ status: "ignored", reason: "not used" }),
};

const ALL = {
  tool: true,
  image: true,
  audio: true,
  file: true,
  json: true,
  reasoning: true,
  image_output: false,
  audio_output: false,
};

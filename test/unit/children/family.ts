/**
 * A conversation and those that it sets going by its tools, each on a machine of its own: what they say to each other
 * travels for a while, and is lost with the machine that it leaves or meets.
 */
import type { Casting } from "../../../durable-objects/conversation/context/casting.ts";
import type { ConversationPorts } from "../../../durable-objects/conversation/ports.ts";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import { underMandate } from "../../../src/app/children/casting.ts";
import { conversationChannel } from "../../../src/channels/conversation/port.ts";
import { createChildren } from "../../../src/children/begin.ts";
import { createDelegateTool } from "../../../src/children/delegate.ts";
import type { Children } from "../../../src/children/ports.ts";
import { createSpawnAgentTool } from "../../../src/children/spawn-agent.ts";
import type { ToolRule } from "../../../src/domain/agent.ts";
import type { ConversationInit } from "../../../src/domain/conversation/conversation.ts";
import type { Receipt } from "../../../src/domain/conversation/receipt.ts";
import { type ConversationId, createIds } from "../../../src/domain/ids.ts";
import type { Inbound } from "../../../src/domain/inbound.ts";
import type { ConversationRequest } from "../../../src/routing/address.ts";
import { createFrontDoor, type FrontDoor } from "../../../src/routing/front-door.ts";
import { Keywords } from "../../../src/routing/keywords.ts";
import { NO_DEFAULTS } from "../../../src/routing/threads.ts";
import { NO_VISITS } from "../../../src/routing/visits.ts";
import { askUserTool } from "../../../src/tools/ask-user.ts";
import type { Fate, Machine } from "../../support/machine/machine.ts";
import { ConversationRig, INIT, type Move, OWNER } from "../../support/machine/rig.ts";
import { Timeline } from "../../support/machine/timeline.ts";
import { onlyChannel } from "../../support/test-channel/channel.ts";

export interface FamilyOptions {
  parent(request: ModelRequest): Move[];
  /** Also of what children set going. */
  child(request: ModelRequest, init: ConversationInit): Move[];
  rules?: Record<string, ToolRule>;
  /** For all of them, beside the tools that hand tasks on. */
  tools?: Tool[] | ((children: Children) => Tool[]);
  /** What a part of the house brings to all of them. */
  ports?(base: ConversationPorts): Partial<ConversationPorts>;
  /** Whether a new child is refused. */
  refuses?(): boolean;
  /** Of each event of either. */
  fate?(): Fate;
  /** Of each message on its way, in ms. */
  travel?(): number;
}

export class Family {
  readonly timeline = new Timeline();
  readonly parent: ConversationRig;
  /** All of them, in the order in which they were made. */
  readonly members = new Map<ConversationId, ConversationRig>();
  private readonly options: FamilyOptions;

  constructor(options: FamilyOptions) {
    this.options = options;
    this.parent = this.member({ ...INIT }, options.parent);
    this.members.set(INIT.conversation_id, this.parent);
  }

  /** All but the first. */
  get children(): ConversationRig[] {
    return [...this.members.values()].slice(1);
  }

  private readonly door = createFrontDoor({
    ids: createIds(
      () => 0,
      (bytes) => void bytes.fill(1),
    ),
    log: { shows: () => true, info: () => undefined, warn: () => undefined, error: () => undefined },
    threads: {
      at: () => undefined,
      defaults: () => NO_DEFAULTS,
      link: async () => undefined,
      beginAnew: async () => undefined,
    },
    keywords: () => new Keywords([]),
    mayTalk: async () => true,
    defaultAgent: async () => null,
    hasAgent: async () => true,
    visits: NO_VISITS,
    describeFile: async () => undefined,
    acceptedKeys: async () => [],
    ownerOf: async () => OWNER,
    isInRoom: async () => false,
    index: async () => undefined,
    roomFor: () => ({ status: "room" }),
    receive: () => Promise.reject(new Error("here the network is the machines'")),
  });

  get child(): ConversationRig {
    const [first] = this.children;
    if (!first) throw new Error("there is no child yet");
    return first;
  }

  get kills(): number {
    return [...this.members.values()].reduce((sum, { machine }) => sum + machine.kills, 0);
  }

  private member(init: ConversationInit, model: (request: ModelRequest) => Move[]): ConversationRig {
    const { fate } = this.options;
    return new ConversationRig({
      init,
      model,
      timeline: this.timeline,
      ...(this.options.rules && { rules: this.options.rules }),
      tools: (rig) => this.tools(rig),
      ports: (base, rig) => this.ports(base, rig),
      ...(fate && { fate }),
    });
  }

  private tools(rig: ConversationRig): Tool[] {
    const children = createChildren({
      agent: async (slug) => (slug === "nobody" ? undefined : { ...rig.agent(), slug, name: nameOf(slug) }),
      person: async (owner) => ({ owner, role: "member", name: owner }),
      plan: (owner, wish) => this.planned(rig.machine, owner, wish),
    });
    const own = [createSpawnAgentTool(children), createDelegateTool(children), askUserTool];
    const { tools = [] } = this.options;
    return [...own, ...(Array.isArray(tools) ? tools : tools(children))];
  }

  private ports(base: ConversationPorts, { machine }: ConversationRig): Partial<ConversationPorts> {
    const send = async (to: ConversationId, inbound: Inbound) => {
      return { ok: true as const, value: await this.send(machine, to, inbound) };
    };
    const port = conversationChannel({
      receive: (to, _owner, inbound) => send(to, inbound),
      begin: async (init, inbound) => {
        const id = init.conversation_id;
        if (this.options.refuses?.()) return NOT_TAKEN;
        if (!this.members.has(id)) this.members.set(id, this.member(init, this.modelOf(init)));
        // Stands for its job: the child's time begins.
        if (init.parent?.job) this.timeline.after(1, () => this.handOn(id, init.parent?.conversation_id));
        return send(id, inbound);
      },
    });
    const brought = { ...base, ...this.options.ports?.(base) };
    return {
      ...brought,
      channels: onlyChannel("conversation", port),
      casting: underMandate(brought.casting as Casting),
    };
  }

  private async handOn(child: ConversationId, parent: ConversationId | undefined): Promise<void> {
    const asked = parent && this.members.get(parent)?.machine;
    await asked?.request(({ changes }) => void changes.handOn(child));
  }

  private modelOf(init: ConversationInit): (request: ModelRequest) => Move[] {
    return (request) => this.options.child(request, init);
  }

  /** Rejects when the other is not there; resolves in the life that has sent it, or never. */
  private send(from: Machine, to: ConversationId, inbound: Inbound): Promise<Receipt> {
    const { life } = from;
    const after = (act: () => Promise<void>) => this.timeline.after(this.options.travel?.() ?? 10, act);
    return new Promise((resolve, reject) => {
      const arrive = async () => {
        const reached = await this.members.get(to)?.machine.request((awake) => awake.receive(inbound));
        after(() =>
          from.inLife(life, () =>
            reached?.reached ? resolve(reached.value) : reject(new Error("It is away.")),
          ),
        );
      };
      from.send(() => after(arrive));
    });
  }

  /** Hashing takes real time, which the timeline waits for. */
  private planned(machine: Machine, owner: string, wish: ConversationRequest): ReturnType<FrontDoor["plan"]> {
    const { life } = machine;
    return new Promise((resolve) => {
      this.timeline.after(0, async () => {
        const planned = await this.door.plan(owner, wish);
        await machine.inLife(life, () => resolve(planned));
      });
    });
  }
}

const NOT_TAKEN = {
  ok: false as const,
  failure: { error: "forbidden" as const, reason: "Nobody may begin anything here." },
};

function nameOf(slug: string): string {
  return `${slug.slice(0, 1).toUpperCase()}${slug.slice(1)}`;
}

/**
 * A conversation and the child that it sets going by a tool, each on a machine of its own: what they say to each other
 * travels for a while, and is lost with the machine that it leaves or meets.
 */
import { z } from "zod";
import type { ConversationPorts } from "../../../durable-objects/conversation/ports.ts";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../../src/agent/ports/tool.ts";
import { conversationChannel, sourceOf } from "../../../src/channels/conversation/port.ts";
import type { ConversationInit } from "../../../src/domain/conversation.ts";
import { type ConversationId, createIds } from "../../../src/domain/ids.ts";
import type { Inbound, Receipt } from "../../../src/domain/inbound.ts";
import { type Arrival, createFrontDoor, type FrontDoor } from "../../../src/routing/front-door.ts";
import { askUserTool } from "../../../src/tools/ask-user.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import type { Fate, Machine } from "../../support/machine/machine.ts";
import { ConversationRig, INIT, type Move, OWNER } from "../../support/machine/rig.ts";
import { Timeline } from "../../support/machine/timeline.ts";
import { onlyChannel } from "../../support/test-channel/channel.ts";

export interface FamilyOptions {
  parent(request: ModelRequest): Move[];
  child(request: ModelRequest): Move[];
  /** Of each event of either. */
  fate?(): Fate;
  /** Of each message on its way, in ms. */
  travel?(): number;
}

export class Family {
  readonly timeline = new Timeline();
  readonly parent: ConversationRig;
  /** In the order in which they were made. */
  readonly children = new Map<ConversationId, ConversationRig>();
  private readonly options: FamilyOptions;

  constructor(options: FamilyOptions) {
    this.options = options;
    this.parent = this.member({ ...INIT }, options.parent);
  }

  private readonly door = createFrontDoor({
    ids: createIds(
      () => 0,
      (bytes) => void bytes.fill(1),
    ),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    threads: { current: async () => undefined, link: async () => undefined },
    hasAgent: async () => true,
    hasRoom: async () => false,
    describeFile: async () => undefined,
    ownerOf: async () => OWNER,
    index: async () => undefined,
    receive: () => Promise.reject(new Error("here the network is the machines'")),
  });

  get child(): ConversationRig {
    const [first] = this.children.values();
    if (!first) throw new Error("there is no child yet");
    return first;
  }

  get kills(): number {
    return [this.parent, ...this.children.values()].reduce((sum, { machine }) => sum + machine.kills, 0);
  }

  private member(init: ConversationInit, model: (request: ModelRequest) => Move[]): ConversationRig {
    const { fate } = this.options;
    return new ConversationRig({
      init,
      model,
      timeline: this.timeline,
      tools: (rig) => [this.handOn(rig), askUserTool],
      ports: (_base, rig) => this.ports(rig),
      ...(fate && { fate }),
    });
  }

  private ports(rig: ConversationRig): Partial<ConversationPorts> {
    const port = conversationChannel({
      receive: async (to, _owner, inbound) => ({
        ok: true,
        value: await this.send(rig.machine, to, inbound),
      }),
    });
    return { channels: onlyChannel("conversation", port) };
  }

  /** Rejects when the other is not there; resolves in the life that has sent it, or never. */
  private send(from: Machine, to: ConversationId, inbound: Inbound): Promise<Receipt> {
    const { life } = from;
    const after = (act: () => Promise<void>) => this.timeline.after(this.options.travel?.() ?? 10, act);
    return new Promise((resolve, reject) => {
      const arrive = async () => {
        const machine = to === INIT.conversation_id ? this.parent.machine : this.children.get(to)?.machine;
        const reached = await machine?.request((awake) => awake.receive(inbound));
        after(() =>
          from.inLife(life, () =>
            reached?.reached ? resolve(reached.value) : reject(new Error("It is away.")),
          ),
        );
      };
      from.send(() => after(arrive));
    });
  }

  /** Sets a child going, and waits for what comes of it. */
  private handOn(rig: ConversationRig): Tool {
    return defineTool({
      name: "hand_on",
      description: "Hands a task on.",
      schema: z.object({ task: z.string() }),
      effect: "idempotent",
      reach: "inside",
      run: ({ task }, context) => this.handedOn(rig.machine, task, context),
    });
  }

  private async handedOn(machine: Machine, task: string, context: ToolContext): Promise<ToolOutcome> {
    const { conversation_id, idempotency_key, call_id, owner, agent } = context;
    const admitted = await this.admitted(machine, {
      principal: { owner, role: "member", name: agent.name },
      to: {
        new: { channel: "conversation", parent: { conversation_id, call_id, depth: 1, idempotency_key } },
      },
      inbound: {
        type: "user_message",
        key: `task:${idempotency_key}`,
        source: { ...sourceOf(conversation_id), sender_name: agent.name, message: call_id },
        parts: [{ type: "text", text: task }],
      },
      background: () => undefined,
    });
    if (!admitted.ok) return { ok: false, error: admitted.failure.reason };
    const { id, inbound, init } = admitted.value;
    if (init && !this.children.has(id)) this.children.set(id, this.member(init, this.options.child));
    await this.sentAtLast(machine, id, inbound);
    return { parked: { kind: "child", conversation_id: id } };
  }

  /** Hashing takes real time, which the timeline waits for. */
  private admitted(machine: Machine, arrival: Arrival): ReturnType<FrontDoor["admit"]> {
    const { life } = machine;
    return new Promise((resolve) => {
      this.timeline.after(0, async () => {
        const admitted = await this.door.admit(arrival);
        await machine.inLife(life, () => resolve(admitted));
      });
    });
  }

  /** A Worker asks again: the same message twice is a duplicate. */
  private async sentAtLast(machine: Machine, id: ConversationId, inbound: Inbound): Promise<Receipt> {
    for (;;) {
      try {
        return await this.send(machine, id, inbound);
      } catch {
        await machine.sleep(300);
      }
    }
  }
}

/** A visit on Node, through several lives of its conversation: models are fakes, time moves only when it is told to. */

import { Alarms } from "../../../durable-objects/conversation/alarms.ts";
import { AwakeConversation } from "../../../durable-objects/conversation/awake.ts";
import { type ConversationPorts, portsByFolder } from "../../../durable-objects/conversation/ports.ts";
import { Subscribers } from "../../../durable-objects/conversation/readers/subscribers.ts";
import type { TurnEnd } from "../../../durable-objects/conversation/readers/turn-end-waiter.ts";
import { createStore, openStore, type Store } from "../../../durable-objects/conversation/rows/store.ts";
import { stateView } from "../../../durable-objects/conversation/views/state.ts";
import type { ModelEvent, ModelRequest } from "../../../src/agent/ports/model.ts";
import { visitAdmission } from "../../../src/app/rooms/life/admission.ts";
import { visitWaker } from "../../../src/app/rooms/life/waker.ts";
import { inRooms } from "../../../src/app/rooms/turn/casting.ts";
import { AGENT_DEFAULTS, type Agent } from "../../../src/domain/agent.ts";
import type { Receipt } from "../../../src/domain/conversation/receipt.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import { type ConversationId, createIds, type TurnId } from "../../../src/domain/ids.ts";
import type { UserMessage } from "../../../src/domain/inbound.ts";
import { NO_USAGE, textOf } from "../../../src/domain/message.ts";
import type { Room } from "../../../src/domain/room.ts";
import type { RememberedVisit, VisitStart, VisitView } from "../../../src/domain/visit.ts";
import type { VisitRecord } from "../../../src/rooms/ports.ts";
import { plainCast } from "../../support/machine/plain-cast.ts";
import { quietPorts } from "../../support/machine/quiet-ports.ts";
import { NodeSql } from "../../support/node-sql.ts";
import { shippedTexts } from "../../support/prompts/shipped.ts";
import { createTestChannel, onlyChannel } from "../../support/test-channel/channel.ts";
import { testClock } from "../../support/test-clock.ts";

export const MINUTE = 60_000;
const ROUTER = "test/router";

export const A_ROOM: Room = {
  slug: "bar",
  name: "The Test Bar",
  description: "",
  cast: ["bart", "blanca", "hermes", "bernie"],
  host: "bart",
  moderator: "blanca",
  crisis_agent: "hermes",
  router_prompt: "- bernie: journeys.",
  router_model: ROUTER,
  limits: {
    message_chars: 500,
    reply_tokens: 200,
    messages: 8,
    last_call_before: 3,
    visits_per_day: 5,
    people: 4,
  },
  inactivity: { warn_after_minutes: 15, close_after_minutes: 20 },
  host_memory: { visits: 4, first: 3, last: 10 },
  mute_minutes: 10,
  crisis: { days: 7, resources: { default: "Call 112.", DE: "Ruf 116 123 an." } },
  weather: null,
  opening_hours: null,
  audience: "people",
  is_shared: false,
  sayings: {
    welcome: "Come in.",
    still_there: "Are you still there?",
    closed_for_silence: "I close your tab.",
    last_call: "Last call.",
    closed_at_limit: "That was the last round.",
    come_back: "Knock to come back.",
  },
  look: { color: "#8a5a2b", picture: null },
  owner: null,
  version: 1,
};

export interface Setting {
  room?: Partial<Room>;
  remembered?: RememberedVisit[];
  crisis?: Record<string, number>;
  weather?: VisitStart["weather"];
  /** What the router answers. It says nothing in time when it gives undefined. */
  route?: (request: ModelRequest) => string | undefined;
  answer?: (request: ModelRequest) => string;
  /** Of all visitors. */
  language?: string;
  /** Agents' replies reach their limit. */
  isCut?: boolean;
  /** What agents' models do instead of answering. */
  instead?: ModelEvent[];
  /** Nobody can be cast: storage fails. */
  isBroken?: boolean;
  /** Models say nothing in this life any more: it stops there. */
  isHeld?: () => boolean;
  /** The lists of the house cannot be reached. */
  isBookAway?: () => boolean;
}

export interface Evening {
  readonly store: Store;
  /** Of agents, of all lives. */
  requests: ModelRequest[];
  routed: ModelRequest[];
  records: VisitRecord[];
  events: NightjarEvent[];
  /** Texts that reached the chat. */
  delivered: string[];
  /** Says it, and lets it be answered; what was answered, by whom. */
  say(text: string, agent?: string): Promise<string>;
  send(
    text: string,
    more?: Partial<Pick<UserMessage, "agent" | "heard" | "source">> & { person?: string },
  ): Receipt;
  /** The end of the turn, for somebody who waits for it over HTTP. */
  ended(receipt: Receipt): Promise<TurnEnd>;
  /** Lets time go by, with the alarms that ring meanwhile. */
  pass(ms: number): Promise<void>;
  /** Somebody comes to those who are there; whether they are in. */
  comeIn(person: string, more?: { seats?: number; crisis_at?: number }): boolean;
  leave(person: string): Promise<void>;
  /** What somebody had is being erased everywhere. */
  erase(person: string): Promise<void>;
  /** A browser that has the visit open: how it has been told that it stands. */
  device(): { readonly visit: VisitView | null };
  /** The machine stops and starts again. */
  restart(): Promise<void>;
  /** The last that was said in the room. */
  last(): string;
}

export function evening(setting: Setting = {}): Evening {
  const clock = testClock();
  const ids = createIds(clock.now, (bytes) => bytes.fill(1));
  const sql = new NodeSql();
  const seen = { requests: [] as ModelRequest[], routed: [] as ModelRequest[] };
  const told = {
    records: [] as VisitRecord[],
    events: [] as NightjarEvent[],
    delivered: [] as string[],
  };
  let alarmAt: number | null = null;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const isRouter = request.model === ROUTER;
    (isRouter ? seen.routed : seen.requests).push(structuredClone(request));
    const said = isRouter ? setting.route?.(request) : (setting.answer?.(request) ?? "All right.");
    if (said === undefined || setting.isHeld?.()) {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      return;
    }
    if (!isRouter && setting.instead) return yield* setting.instead;
    yield { type: "text", delta: said };
    yield {
      type: "finish",
      reason: !isRouter && setting.isCut ? "length" : "stop",
      usage: NO_USAGE,
      model: request.model,
      cost_usd: 0.01,
    };
  }

  const book = {
    async record(visit: VisitRecord) {
      if (setting.isBookAway?.()) throw new Error("away");
      told.records.push(visit);
    },
  };
  const choosing = {
    agent: agentOf,
    has: () => {
      if (setting.isBroken) throw new Error("storage failed");
      return true;
    },
    fastModel: () => undefined,
    takesForm: () => false,
    prompts: shippedTexts,
    language: () => setting.language ?? null,
  };
  const ports: ConversationPorts = {
    ...quietPorts(),
    now: clock.now,
    ids,
    casting: inRooms(choosing)(
      plainCast({ agent: (slug) => agentOf(slug ?? ""), models: () => ["test/large"] }),
    ),
    model: {
      stream,
      info: (id) => ({
        id,
        context_window: 100_000,
        max_output_tokens: 1_000,
        capabilities: {
          tool: true,
          image: true,
          audio: true,
          file: true,
          json: true,
          reasoning: true,
          image_output: false,
          audio_output: false,
        },
      }),
      fastModel: () => null,
      firstConnected: ([first = ""]) => first,
      estimate: () => null,
    },
    channels: onlyChannel("telegram", {
      ...createTestChannel({ name: "telegram" }),
      async deliver({ chunk }) {
        if (chunk.type === "text") told.delivered.push(chunk.text);
        return { status: "sent", platform_id: null };
      },
    }),
    admissions: [visitAdmission],
    wakers: [visitWaker(book)],
  };

  const live = (store: Store) => {
    const alarms = new Alarms({
      get: async () => alarmAt,
      set: (at) => {
        alarmAt = at;
      },
    });
    const subscribers = new Subscribers(() => []);
    subscribers.add({ send: (event) => told.events.push(event) > 0, close: () => undefined });
    const isAlive = () => life.store === store;
    const later = (act: () => void, ms: number) => clock.after(ms, () => isAlive() && act());
    const persisted = async () => undefined;
    const awake = new AwakeConversation({
      ...{ store, alarms, subscribers, later, persisted },
      ports: portsByFolder(ports),
    });
    return { awake, alarms, store, subscribers };
  };

  const start: VisitStart = {
    room: { ...A_ROOM, ...setting.room },
    names: { bart: "Bart", blanca: "Blanca", hermes: "Hermes", bernie: "Bernie" },
    weather:
      setting.weather === undefined
        ? { place: "Lisbon", sky: "light rain", temperature_c: 12.4, is_day: false }
        : setting.weather,
    remembered: setting.remembered ?? [],
    crisis: setting.crisis ?? {},
  };
  let life = live(createStore(sql, { ...INIT, visit: start }, { ids, now: clock.now() }));
  life.awake.start();

  const pass = async (ms: number) => {
    const end = clock.now() + ms;
    while (alarmAt !== null && alarmAt <= end) {
      await clock.advance(Math.max(0, alarmAt - clock.now()));
      alarmAt = null;
      life.alarms.fired();
      const woken = life.awake.wake();
      await clock.advance(0);
      await woken;
    }
    await clock.advance(Math.max(0, end - clock.now()));
  };
  const send: Evening["send"] = (text, { person = INIT.owner, source: from, ...more } = {}) => {
    const source = from ?? { channel: "web" as const, sender: person };
    const actor = { owner: person, role: "member" as const, name: person };
    const key = ids.create("inb");
    const parts = [{ type: "text" as const, text }];
    return life.awake.receive({ type: "user_message", key, source, actor, parts, ...more });
  };
  const messages = () => life.store.transcript.branch(life.store.meta.head as never, 100).reverse();
  const last = () => {
    const message = messages().at(-1);
    return message ? `${message.agent ?? message.author}: ${textOf(message.parts)}` : "";
  };
  return {
    ...seen,
    ...told,
    get store() {
      return life.store;
    },
    send,
    pass,
    last,
    ended: (receipt) => life.awake.endOf(("turn_id" in receipt && receipt.turn_id) as TurnId),
    async say(text, agent) {
      const receipt = send(text, agent === undefined ? {} : { agent });
      if (receipt.status !== "accepted") throw new Error(JSON.stringify(receipt));
      await pass(5_000);
      return last();
    },
    comeIn: (person, { seats = 4, crisis_at } = {}) =>
      life.awake.changes.comeIn({ person, name: nameOf(person), seats, crisis_at }) === "inside",
    async leave(person) {
      life.awake.changes.leave({ owner: person, role: "member", name: nameOf(person) });
      await pass(0);
    },
    device() {
      const now = clock.now();
      const reader = { owner: INIT.owner, role: "member" as const, name: "" };
      let { visit } = stateView(life.store, { live: null, alarm: null, reader, now });
      const send = (event: NightjarEvent) => {
        if (event.type === "visit") visit = event.visit;
        return true;
      };
      life.subscribers.add({ send, close: () => undefined });
      return {
        get visit() {
          return visit;
        },
      };
    },
    erase: (person) => life.awake.changes.forget(person),
    async restart() {
      const found = openStore(sql, ids);
      if (!found) throw new Error("it is gone");
      life = live(found);
      await life.alarms.load();
      life.awake.start();
      await clock.advance(0);
    },
  };
}

function nameOf(slug: string): string {
  return slug.charAt(0).toUpperCase() + slug.slice(1);
}

export function agentOf(slug: string): Agent {
  const name = nameOf(slug);
  return { ...AGENT_DEFAULTS, slug, name, instructions: `You are ${name}.`, version: 1 };
}

const INIT = {
  conversation_id: "cnv_0000000001" as ConversationId,
  owner: "ada",
  agent: null,
  room: "bar",
  channel: "web" as const,
  title: "An evening",
  model: null,
  mode: null,
  parent: null,
};

/** Who is answered, by every channel that there is: the one decision, asked of each turn. */
import { expect, test } from "vitest";
import {
  type AllowedDeps,
  allowedCasting,
} from "../../../../durable-objects/conversation/context/allowed-casting.ts";
import type { Cast, CastRequest } from "../../../../durable-objects/conversation/context/casting.ts";
import { CHANNELS } from "../../../../src/channels/channel-list.ts";
import { AGENT_DEFAULTS, type Agent, type Audience } from "../../../../src/domain/agent.ts";
import type { Channel } from "../../../../src/domain/inbound.ts";
import type { Actor, Principal } from "../../../../src/domain/principal.ts";
import type { Room } from "../../../../src/domain/room.ts";

const PEOPLE: Record<string, Principal> = {
  admin: { owner: "admin", role: "admin", name: "" },
  ann: { owner: "ann", role: "member", name: "" },
  bob: { owner: "bob", role: "member", name: "" },
  gus: { owner: "gus", role: "guest", name: "" },
  clt_1: { owner: "clt_1", role: "member", name: "" },
};

/** Of somebody who writes in a conversation of their own, or in one of their host's. */
const ACTORS: Record<string, { actor: Actor | null; owner: string }> = {
  "the operator": { actor: person("admin"), owner: "admin" },
  "its owner": { actor: person("ann"), owner: "ann" },
  "what its owner has set going": { actor: null, owner: "ann" },
  "a member": { actor: person("bob"), owner: "bob" },
  "a sender of a member's program": { actor: { person: null, name: "x", through: "bob" }, owner: "bob" },
  "a client": { actor: person("clt_1"), owner: "clt_1" },
  "a visitor": { actor: person("gus"), owner: "gus" },
  "somebody who is not here any more": { actor: person("gone"), owner: "gone" },
  "a stranger in the operator's chat": { actor: { person: null, name: "x" }, owner: "admin" },
  "a stranger in its owner's chat": { actor: { person: null, name: "x" }, owner: "ann" },
};

const KEPT = ["the operator", "its owner", "what its owner has set going"];
const MEMBERS = [...KEPT, "a member", "a sender of a member's program"];
const ANSWERED: [Audience, string[]][] = [
  [[], KEPT],
  [["gus"], [...KEPT, "a visitor"]],
  [["clt_1"], [...KEPT, "a client"]],
  ["people", MEMBERS],
  ["everyone", Object.keys(ACTORS)],
];

function person(id: string): Actor {
  return { person: id, name: id };
}

interface Scene {
  audience: Audience;
  owner?: string;
  room?: { is_shared: boolean };
  change?: Record<string, unknown>;
}

function requestOf(who: string, channel: Channel, { room, change = {} }: Scene): CastRequest {
  const { actor, owner } = ACTORS[who] ?? { actor: null, owner: who };
  const meta = { owner, agent: "owl", room: room ? "bar" : null, parent: null };
  const turn = { agent: null, model: null, actor, source: { channel, sender: "x" } };
  return { turn, meta, recent: () => [], is_let_in: false, ...change } as unknown as CastRequest;
}

let casts = 0;

async function isAnswered(who: string, channel: Channel, scene: Scene): Promise<boolean> {
  const { audience, owner = "ann", room } = scene;
  const agent: Agent = {
    ...AGENT_DEFAULTS,
    slug: "owl",
    name: "Owl",
    instructions: "",
    version: 1,
    owner,
    audience,
  };
  const bar = room && ({ slug: "bar", owner, audience, ...room } as unknown as Room);
  const casting = allowedCasting(depsOf(agent, bar), {
    cast: () => {
      casts += 1;
      return { agent } as Cast;
    },
  });
  const cast = await casting.cast(requestOf(who, channel, scene), new AbortController().signal);
  return !("refused" in cast);
}

function depsOf(agent: Agent, room: Room | undefined): AllowedDeps {
  return {
    people: { get: (id) => PEOPLE[id], anew: async (id) => PEOPLE[id], known: (id) => PEOPLE[id] },
    agents: { sure: () => agent, anew: async () => agent, known: () => agent },
    rooms: { get: () => room, anew: async () => room, known: () => room },
  };
}

async function answeredBy(channel: Channel, scene: Scene): Promise<string[]> {
  const all = Object.keys(ACTORS);
  const is = await Promise.all(all.map((who) => isAnswered(who, channel, scene)));
  return all.filter((_, at) => is[at]);
}

test.each(Object.keys(CHANNELS) as Channel[])(
  "by %s an agent answers whom it is open to today",
  async (channel) => {
    for (const [audience, who] of ANSWERED) expect(await answeredBy(channel, { audience })).toEqual(who);
  },
);

test.each(Object.keys(CHANNELS) as Channel[])(
  "by %s a room is entered by whom it is open to today, and nobody else is cast",
  async (channel) => {
    for (const [audience, who] of ANSWERED) {
      casts = 0;
      expect(await answeredBy(channel, { audience, room: { is_shared: true } })).toEqual(who);
      expect(casts).toBe(who.length);
    }
  },
);

const letIn = (change: object = {}) => ({
  is_let_in: true,
  turn: {
    agent: null,
    model: null,
    actor: person("bob"),
    source: { channel: "web", sender: "x" },
    ...change,
  },
  meta: { owner: "ann", agent: "owl", room: null, parent: null },
});

test("who was let in to write is answered by the conversation's own agent, as long as that talks to its owner", async () => {
  expect(await isAnswered("a member", "web", { audience: [], change: letIn() })).toBe(true);
  expect(await isAnswered("a member", "web", { audience: [], owner: "zoe", change: letIn() })).toBe(false);
  const named = {
    ...letIn({ agent: "owl" }),
    meta: { owner: "ann", agent: "other", room: null, parent: null },
  };
  expect(await isAnswered("a member", "web", { audience: [], change: named })).toBe(false);
});

test("nobody brings anybody else into a room that people come into by its door", async () => {
  const change = { ...letIn(), meta: { owner: "ann", agent: null, room: "bar", parent: null } };
  expect(await isAnswered("a member", "web", { audience: [], room: { is_shared: false }, change })).toBe(
    true,
  );
  expect(await isAnswered("a member", "web", { audience: [], room: { is_shared: true }, change })).toBe(
    false,
  );
});

test("whoever writes to a client's bot is answered by the client's own agent that is set there, and by none they name", async () => {
  const meta = { owner: "clt_1", agent: "owl", room: null, parent: null };
  const turn = {
    agent: null,
    model: null,
    actor: { person: null, name: "x" },
    source: { channel: "telegram", sender: "x" },
  };
  const scene = { audience: [], owner: "clt_1" };
  expect(await isAnswered("a client", "telegram", { ...scene, change: { meta, turn } })).toBe(true);
  const named = { meta: { ...meta, agent: "other" }, turn: { ...turn, agent: "owl" } };
  expect(await isAnswered("a client", "telegram", { ...scene, change: named })).toBe(false);
});

test("a task goes on with the agent that gave it, and with no other that does not talk to whoever has caused it", async () => {
  const child = (on_behalf_of: string[]) => ({
    meta: {
      owner: "bob",
      agent: "owl",
      room: null,
      parent: { mandate: { kind: "spawn_agent", on_behalf_of } },
    },
  });
  expect(await isAnswered("a member", "conversation", { audience: [], change: child(["owl"]) })).toBe(true);
  expect(await isAnswered("a member", "conversation", { audience: [], change: child(["other"]) })).toBe(
    false,
  );
});

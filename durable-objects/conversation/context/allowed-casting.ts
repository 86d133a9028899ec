/**
 * Whether whoever has caused a turn may talk to its agent, or be in its room, today. The one decision for every way in:
 * each turn is cast, whatever brought it. What doors refuse before is a courtesy.
 */
import { type Agent, isOpenTo, mayTalkTo, worksFor } from "../../../src/domain/agent.ts";
import type { Mandate } from "../../../src/domain/conversation/conversation.ts";
import { isClient, type Principal } from "../../../src/domain/principal.ts";
import type { Room } from "../../../src/domain/room.ts";
import { causeOf } from "../../../src/domain/who-may.ts";
import type { Cast, Casting, CastRequest, NoCast, TurnCasting } from "./casting.ts";

/** What is read, kept in memory for the turns after. `get` and `anew` reject when storage fails. */
export interface Read<V> {
  /** From memory when warm. */
  get(key: string): V | Promise<V>;
  /** As it is now. */
  anew(key: string): Promise<V>;
  /** As it was last read, however long ago; undefined: it is not in memory. */
  known(key: string): V | undefined;
}

export interface AllowedDeps {
  /** As they may act today; undefined: not at all. */
  people: Read<Principal | undefined>;
  /** The named agent, or the default one where it is gone. `sure`: nothing that could not be read anew. */
  agents: Pick<Read<Agent>, "anew" | "known"> & { sure(slug: string): Agent | Promise<Agent> };
  /** Undefined: it is gone, and visits in it go on. */
  rooms: Read<Room | undefined>;
}

/** `next` casts those who may be answered. No model is asked, and nothing is spent, for others. */
export function allowedCasting(deps: AllowedDeps, next: Casting): TurnCasting {
  return {
    async cast(request, wanted) {
      const { room } = request.meta;
      if (room !== null) return (await keptFromRoom(deps, request, room)) ?? next.cast(request, wanted);
      const cast = await next.cast(request, wanted);
      return (await keptFromAgent(deps, request, cast.agent)) ?? withSteering(deps, request, cast);
    },
  };
}

async function keptFromRoom(
  deps: AllowedDeps,
  request: CastRequest,
  slug: string,
): Promise<NoCast | undefined> {
  const isKept = async (by: "get" | "anew") => {
    const room = await deps.rooms[by](slug);
    if (room === undefined) return false;
    return !isRoomOpen(room, await peopleOf(deps.people, request, { by, of: room }), request);
  };
  // What was known keeps nobody away: who was let in a moment ago is looked up again.
  return orUnknown(async () => ((await isKept("get")) && (await isKept("anew")) ? NO_ROOM : undefined));
}

async function keptFromAgent(
  deps: AllowedDeps,
  request: CastRequest,
  agent: Agent,
): Promise<NoCast | undefined> {
  const isFor = async (one: Agent, by: "get" | "anew") =>
    one.slug === agent.slug && isAllowed(one, await peopleOf(deps.people, request, { by, of: one }), request);
  return orUnknown(async () => {
    const isPublic = causeOf(request.turn.actor, request.meta.owner) === undefined;
    const known = isPublic ? await deps.agents.sure(agent.slug) : agent;
    if (await isFor(known, "get")) return undefined;
    return (await isFor(await deps.agents.anew(agent.slug), "anew")) ? undefined : noAgent(request);
  });
}

/** What is said while the turn runs is heard in it for as long as nothing known has changed; else it has a turn of its own. */
function withSteering({ agents, people }: AllowedDeps, request: CastRequest, cast: Cast): Cast {
  const { slug } = cast.agent;
  const isStillOpen = () => {
    const agent = agents.known(slug);
    if (agent === undefined) return false;
    return isAllowed(agent, knownPeople(people, request), request);
  };
  return { ...cast, isStillOpen };
}

/** Nobody is let through of whom it cannot be told. */
async function orUnknown(look: () => Promise<NoCast | undefined>): Promise<NoCast | undefined> {
  try {
    return await look();
  } catch {
    return UNKNOWN;
  }
}

/** Who has caused the turn, and whose conversation it is, where that matters. */
interface Concerned {
  who: Principal;
  owner: Principal | undefined;
}

async function peopleOf(
  people: AllowedDeps["people"],
  { turn, meta, is_let_in }: CastRequest,
  { by, of }: { by: "get" | "anew"; of: Pick<Agent, "owner" | "audience"> },
): Promise<Concerned> {
  const id = causeOf(turn.actor, meta.owner);
  if (id === undefined) return { who: strangerIn(meta.owner), owner: undefined };
  // Whom it is open to whatever they are need not be looked up.
  if (isOpenTo(of, nobodyMuch(id))) return { who: nobodyMuch(id), owner: undefined };
  const [who, owner] = await Promise.all([people[by](id), is_let_in ? people[by](meta.owner) : undefined]);
  return { who: who ?? nobodyMuch(id), owner };
}

function knownPeople(people: AllowedDeps["people"], { turn, meta }: CastRequest): Concerned {
  const id = causeOf(turn.actor, meta.owner);
  const who = id === undefined ? strangerIn(meta.owner) : (people.known(id) ?? nobodyMuch(id));
  return { who, owner: people.known(meta.owner) };
}

const nobodyMuch = (owner: string): Principal => ({ owner, role: "guest", name: "" });
const strangerIn = (owner: string): Principal => ({ ...nobodyMuch(owner), stranger: true });

function isAllowed(agent: Agent, { who, owner }: Concerned, request: CastRequest): boolean {
  const { turn, meta, is_let_in } = request;
  if (mayTalkTo(agent, who)) return true;
  const mandate = meta.parent?.mandate;
  if (mandate) return isTheirs(mandate, agent, who);
  // What they name themselves is nobody's to lend.
  if (turn.agent !== null && turn.agent !== meta.agent) return false;
  if (who.stranger) return isGuestOfClient(agent, meta.owner);
  return is_let_in && owner !== undefined && mayTalkTo(agent, owner);
}

/** A task goes on with the agent that gave it, for whom that was cast; or with a worker of the house, whom nobody chose. */
function isTheirs({ on_behalf_of, is_errand }: Mandate, agent: Agent, who: Principal): boolean {
  if (on_behalf_of[0] === agent.slug) return true;
  return is_errand === true && worksFor(agent, who);
}

/** Whoever writes to a client's bot is answered by the client's own agent that was set to answer there. */
function isGuestOfClient(of: Pick<Agent, "owner">, owner: string): boolean {
  return isClient(owner) && of.owner === owner;
}

/** In a room that people come into by its door, nobody brings anybody else in. */
function isRoomOpen(room: Room, { who, owner }: Concerned, { meta, is_let_in }: CastRequest): boolean {
  if (isOpenTo(room, who)) return true;
  if (who.stranger) return isGuestOfClient(room, meta.owner);
  return is_let_in && !room.is_shared && owner !== undefined && isOpenTo(room, owner);
}

function noAgent({ turn: { source } }: CastRequest): NoCast {
  const isAsked = source.channel !== "system" && source.channel !== "conversation";
  return { refused: "forbidden", retryable: false, reason: isAsked ? NOT_FOR_YOU : OUT_OF_REACH };
}

const NOT_FOR_YOU =
  "No agent that you may talk to answers here. Your message is kept: choose another agent, and send it again.";
const OUT_OF_REACH =
  "The agent that was to answer does not talk to the person for whom this is done. Choose another agent for it.";

const NO_ROOM: NoCast = {
  refused: "forbidden",
  retryable: false,
  reason:
    "This room is not open to you, so nobody answers. Choose another room: GET /api/v1/rooms lists yours.",
};

const UNKNOWN: NoCast = {
  refused: "api_fail",
  retryable: true,
  reason:
    "It cannot be told just now whether the agent talks to you. Your message is kept: send it again in a minute.",
};

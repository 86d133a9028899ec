/**
 * Checks whether whoever caused a turn may talk to its agent, or be in its room, today. This one decision
 * covers every way in, since each turn is cast; checks at the doors are a courtesy.
 */
import { type Agent, isOpenTo, mayTalkTo, worksFor } from "../../../src/domain/agent.ts";
import type { Mandate } from "../../../src/domain/conversation/conversation.ts";
import { isClient, type Principal } from "../../../src/domain/principal.ts";
import type { Room } from "../../../src/domain/room.ts";
import { causeOf } from "../../../src/domain/who-may.ts";
import type { Cast, Casting, CastRequest, NoCast, TurnCasting } from "./casting.ts";

/** A cached reader. `get` and `anew` reject when storage fails. */
export interface Read<V> {
  /** The value, from memory when warm. */
  get(key: string): V | Promise<V>;
  /** Reads anew. */
  anew(key: string): Promise<V>;
  /** The last value read, however old; undefined when it is not in memory. */
  known(key: string): V | undefined;
}

export interface AllowedDeps {
  /** The person's present role and rights; undefined: none. */
  people: Read<Principal | undefined>;
  /**
   * The named agent, or the default one when it is gone. `sure` never returns an agent that could not be read
   * anew.
   */
  agents: Pick<Read<Agent>, "anew" | "known"> & { sure(slug: string): Agent | Promise<Agent> };
  /** Undefined: the room is gone, and visits in it go on. */
  rooms: Read<Room | undefined>;
}

/** `next` casts the turns that may be answered. For others no model is called and nothing is spent. */
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
  // A cached refusal is not final: somebody admitted a moment ago is looked up again.
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

/**
 * Later messages can join the turn while no cached rights have changed; after that they get a turn of their
 * own.
 */
function withSteering({ agents, people }: AllowedDeps, request: CastRequest, cast: Cast): Cast {
  const { slug } = cast.agent;
  const isStillOpen = () => {
    const agent = agents.known(slug);
    if (agent === undefined) return false;
    return isAllowed(agent, knownPeople(people, request), request);
  };
  return { ...cast, isStillOpen };
}

/** Refuses whenever the rights cannot be read. */
async function orUnknown(look: () => Promise<NoCast | undefined>): Promise<NoCast | undefined> {
  try {
    return await look();
  } catch {
    return UNKNOWN;
  }
}

/** Whoever caused the turn, and the conversation's owner where that matters. */
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
  // The role need not be read for an agent that is open to anybody.
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
  // Members may not borrow the owner's access to an agent that they name themselves.
  if (turn.agent !== null && turn.agent !== meta.agent) return false;
  if (who.stranger) return isGuestOfClient(agent, meta.owner);
  return is_let_in && owner !== undefined && mayTalkTo(agent, owner);
}

/**
 * A task may go to the agent that set it, which was cast for this person, or to the house's own worker for
 * errands, which nobody chose.
 */
function isTheirs({ on_behalf_of, is_errand }: Mandate, agent: Agent, who: Principal): boolean {
  if (on_behalf_of[0] === agent.slug) return true;
  return is_errand === true && worksFor(agent, who);
}

/** Whoever writes to a client's bot is answered by the client's own agent there. */
function isGuestOfClient(of: Pick<Agent, "owner">, owner: string): boolean {
  return isClient(owner) && of.owner === owner;
}

/** In a shared room, which people enter by its door, nobody may bring others in. */
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
  "No agent available to you answers here. Your message is saved: choose another agent and send it again.";
const OUT_OF_REACH =
  "The agent chosen for this isn't available to the person it runs for. Choose another agent.";

const NO_ROOM: NoCast = {
  refused: "forbidden",
  retryable: false,
  reason: "This room isn't open to you, so nobody answers. Choose another room.",
};

const UNKNOWN: NoCast = {
  refused: "api_fail",
  retryable: true,
  reason:
    "Nightjar can't check right now whether you may use this agent. Your message is saved: send it again in a minute.",
};

/** Access to rooms: who may enter, who may change a room, and which agents they may put into it. */
import { ownedByMaker } from "../agents/ownership.ts";
import { type Agent, isOpenTo, mayEditAgent, mayTalkTo } from "../domain/agent.ts";
import type { Principal } from "../domain/principal.ts";
import type { Room } from "../domain/room.ts";
import type { RoomFields } from "./defaults.ts";

export function mayEnter(room: Pick<Room, "owner" | "audience">, principal: Principal): boolean {
  return isOpenTo(room, principal);
}

export function mayEditRoom(room: Pick<Room, "owner">, principal: Principal): boolean {
  return mayEditAgent(room, principal);
}

/** A member's room is their own. Throws an AppError that says so. */
export function allowedRoom(principal: Principal, given: RoomFields, before?: Room): RoomFields {
  return ownedByMaker(principal, given, { noun: "a room", before });
}

/**
 * The reason why an agent cannot be put into the room, if there is one. In the room it answers every visitor.
 */
export function refusedCast(
  slug: string,
  agent: Agent | undefined,
  principal: Principal,
): string | undefined {
  if (agent && (mayTalkTo(agent, principal) || mayEditAgent(agent, principal))) return undefined;
  return `cast: there is no agent "${slug}" that you may talk to. GET /api/v1/agents lists them.`;
}

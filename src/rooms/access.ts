/** Access to rooms: who may enter, who may change a room, and which agents they may put into it. */
import { type Agent, isOpenTo, mayEditAgent, mayTalkTo } from "../domain/agent.ts";
import { AppError } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import type { Room } from "../domain/room.ts";
import type { RoomFields } from "./defaults.ts";

export function mayEnter(room: Pick<Room, "owner" | "audience">, principal: Principal): boolean {
  return isOpenTo(room, principal);
}

export function mayEditRoom(room: Pick<Room, "owner">, principal: Principal): boolean {
  return mayEditAgent(room, principal);
}

/**
 * A member's room is their own: only the operator opens it to others, and fields that the operator set are
 * kept. Throws an AppError that says so.
 */
export function allowedRoom(principal: Principal, given: RoomFields, before?: Room): RoomFields {
  if (principal.role === "admin") return given;
  const { owner } = principal;
  const audience = given.owner === null && given.audience === "people" ? [] : given.audience;
  const fields = { ...given, owner: given.owner ?? owner, audience };
  if (fields.owner !== owner) throw notYours("give a room to somebody else");
  if (isForOthers(fields) && JSON.stringify(audience) !== JSON.stringify(before?.audience))
    throw notYours("open a room to other people");
  return fields;
}

function isForOthers({ audience, owner }: RoomFields): boolean {
  return typeof audience === "string" || audience.some((id) => id !== owner);
}

function notYours(what: string): AppError {
  return new AppError("forbidden", `Only the operator of this instance may ${what}.`);
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

/** Rooms as the front door knows them: who may come in, and what a new visit goes by. */
import { failure, type Result } from "../domain/errors.ts";
import type { ConversationId } from "../domain/ids.ts";
import type { Principal } from "../domain/principal.ts";
import type { VisitStart } from "../domain/visit.ts";

export interface VisitWish {
  /** Of the conversation, unless one waits for that person already. */
  id: ConversationId;
  /** Slug. */
  room: string;
  /** Whose visit it is. */
  owner: string;
  /** Who comes in; absent: nobody who would have to be asked. */
  by: Principal | undefined;
  /** It is the conversation of a thread, which is never found but by that thread. */
  is_in_thread: boolean;
}

export interface BegunVisit {
  id: ConversationId;
  visit: VisitStart;
  /** Whose budget it uses; absent: the visitor's. */
  payer?: string;
}

/** All may reject. */
export interface Visits {
  /** Why they can have no thread lead there, if so. */
  check(room: string, by: Principal): Promise<Result<true>>;
  /** The open visit that somebody is in there, or that they come into now; undefined: they have to begin one. */
  at(room: string, by: Principal): Promise<Result<ConversationId | undefined>>;
  /** After `at` has found none. The same id again is the same visit. */
  begin(wish: VisitWish): Promise<Result<BegunVisit>>;
}

export function noSuchRoom(slug: string): string {
  return `There is no room "${slug}". GET /api/v1/rooms lists those that are open to you.`;
}

const nowhere = async (room: string) => ({
  ok: false as const,
  failure: failure("resource_not_found", noSuchRoom(room)),
});

/** Of a house without rooms. */
export const NO_VISITS: Visits = {
  check: nowhere,
  at: nowhere,
  begin: ({ room }) => nowhere(room),
};

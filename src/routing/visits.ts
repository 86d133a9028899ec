/** The front door's port to rooms: access, and the start of a new visit. */
import { failure, type Result } from "../domain/errors.ts";
import type { ConversationId } from "../domain/ids.ts";
import type { Principal } from "../domain/principal.ts";
import type { VisitStart } from "../domain/visit.ts";

export interface VisitRequest {
  /** Id for the new conversation, unless the person has an open visit. */
  id: ConversationId;
  /** Slug. */
  room: string;
  /** The person whose visit it is. */
  owner: string;
  /** Whoever enters; absent: no access check is needed. */
  by: Principal | undefined;
  /** Whether the conversation belongs to a thread, through which alone it is found. */
  is_in_thread: boolean;
}

export interface BegunVisit {
  id: ConversationId;
  visit: VisitStart;
  /** The person whose budget pays; absent: the visitor. */
  payer?: string;
}

/** All methods may reject. */
export interface Visits {
  /** The reason why they may not bind a thread to that room, if there is one. */
  check(room: string, by: Principal): Promise<Result<true>>;
  /** The open visit that they are in or join now; undefined: they have to begin one. */
  at(room: string, by: Principal): Promise<Result<ConversationId | undefined>>;
  /** Call it after `at` has found none. Idempotent by id. */
  begin(request: VisitRequest): Promise<Result<BegunVisit>>;
}

export function noSuchRoom(slug: string): string {
  return `There is no room "${slug}". GET /api/v1/rooms lists those that are open to you.`;
}

const nowhere = async (room: string) => ({
  ok: false as const,
  failure: failure("resource_not_found", noSuchRoom(room)),
});

/** For a house without rooms. */
export const NO_VISITS: Visits = {
  check: nowhere,
  at: nowhere,
  begin: ({ room }) => nowhere(room),
};

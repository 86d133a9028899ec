/** Visits to rooms: in the API a visit is called a session. */
import { z } from "zod";
import { VisitShape } from "./conversations.ts";
import { type JsonOf, namedSchema, once, time } from "./schema.ts";

const said = () => ({ agent: z.string(), message: z.string(), timestamp: time() });

export const SessionShape = namedSchema("RoomSession", () => VisitShape().extend({ session_id: z.string() }));

/** A visit with the host's first words. */
export const BegunSessionShape = once(() => SessionShape().extend(said()));

/** An answer in a visit, and the visit's state after it. */
export const SessionAnswerShape = once(() =>
  VisitShape()
    .pick({
      agents_available: true,
      agents_muted: true,
      session_status: true,
      message_count: true,
      message_limit: true,
    })
    .extend(said()),
);

/** A visit as the room's owner sees it: without its messages. */
export const RoomVisitShape = namedSchema("RoomVisit", () =>
  z.object({
    id: z.string(),
    /** Id of the visitor to whom it belongs. */
    owner: z.string(),
    name: z.string().nullable(),
    status: VisitShape().shape.session_status,
    started_at: time(),
    ended_at: time().nullable(),
    message_count: z.number(),
    is_shared: z.boolean(),
  }),
);

/** The agent that answered, and why. */
export const RoomDecisionShape = namedSchema("RoomDecision", () =>
  z.object({
    turn_id: z.string(),
    agent: z.string(),
    by: z.enum(["crisis", "moderation", "selection", "router", "only", "host"]),
    reason: z.string(),
    /** The agent that is silent from then on. */
    mute: z.string().nullable(),
    at: time(),
  }),
);

export type VisitState = JsonOf<typeof SessionShape>;
export type RoomVisit = JsonOf<typeof RoomVisitShape>;
export type RoomDecision = JsonOf<typeof RoomDecisionShape>;

/** Shapes of the visit routes: in the API a visit is called a session. */
import { z } from "zod";
import { listOf, namedSchema, once, time } from "../../../contract/schema.ts";
import { idOf } from "../../http/schemas.ts";

const status = () => z.enum(["active", "warning_15min", "kicked", "ended"]);
const session = () => idOf("cnv", "session");
const room = () => z.string().max(100);

const WeatherShape = namedSchema("Weather", () =>
  z.object({ place: z.string(), sky: z.string(), temperature_c: z.number(), is_day: z.boolean() }),
);

/** Fields of a visit in every answer. */
const counted = () => ({
  agents_available: z.array(z.string()),
  agents_muted: z.array(z.string()),
  session_status: status(),
  message_count: z.number(),
  message_limit: z.number(),
});

const SessionShape = namedSchema("RoomSession", () =>
  z.object({
    session_id: z.string(),
    room: z.string(),
    host: z.string(),
    ...counted(),
    started_at: time(),
    ended_at: time().nullable(),
    is_last_call: z.boolean(),
    /** Keyed by slug. */
    muted_until: z.record(z.string(), time()),
    warns_at: time().nullable(),
    closes_at: time().nullable(),
    weather: WeatherShape().nullable(),
    /** Ids of persons who left before the others. */
    left: z.array(z.string()),
  }),
);

const said = () => ({ agent: z.string(), message: z.string(), timestamp: time() });

const VisitRowShape = namedSchema("RoomVisit", () =>
  z.object({
    id: z.string(),
    /** The visitor to whom it belongs. */
    owner: z.string(),
    name: z.string().nullable(),
    status: status(),
    started_at: time(),
    ended_at: time().nullable(),
    message_count: z.number(),
    is_shared: z.boolean(),
  }),
);

const DecisionShape = namedSchema("RoomDecision", () =>
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

export const sessionShapes = {
  ofRoom: () => z.object({ room: room() }),
  ofSession: () => z.object({ room: room(), session: session() }),
  end: () => z.object({ session_id: session() }),
  message: () =>
    z.object({
      session_id: session(),
      content: z.string(),
      /** The agent that the visitor would like to hear. */
      selected_agent: z.string().nullish(),
    }),
  session: once(() => SessionShape()),
  started: once(() => SessionShape().extend(said())),
  answer: once(() => z.object({ ...said(), ...counted() })),
  visits: once(() => listOf(VisitRowShape())),
  decisions: once(() => listOf(DecisionShape())),
};
